package foundry

import (
	"fmt"
	"io"
	"io/fs"
	"strings"
	"time"

	"github.com/quandary-puzzles/quandary/spec"
)

// Packed is a specification with its operator files, to be sent to another machine as JSON: there it gives the same hash,
// and so the same records.
type Packed struct {
	Name  string            `json:"name"`
	Data  []byte            `json:"data"`
	Files map[string]string `json:"files,omitempty"` // operator files by path
}

// Pack reads the specification that a name stands for, whole.
func (f *Files) Pack(name string) (Packed, error) {
	doc, err := LoadSpec(name, f)
	if err != nil {
		return Packed{}, err
	}
	src, err := f.Spec(name)
	if err != nil {
		return Packed{}, fmt.Errorf("%s: %w", name, err)
	}
	defer src.Close()
	p := Packed{Name: src.Name, Data: src.Data}
	for _, o := range doc.Operators {
		if o.Module == nil || p.Files[o.Module.Path] != "" {
			continue
		}
		file, err := fs.ReadFile(src.Root, o.Module.Path)
		if err != nil {
			return Packed{}, err
		}
		if p.Files == nil {
			p.Files = map[string]string{}
		}
		p.Files[o.Module.Path] = string(file)
	}
	return p, nil
}

// Spec unpacks it; put it among the Given of Files.
func (p Packed) Spec() Spec {
	return Spec{Name: p.Name, Data: p.Data, Root: memory(p.Files)}
}

// Problems lints it: what spec.Check says of it.
func (p Packed) Problems() spec.Problems {
	s := p.Spec()
	_, problems := spec.Check(s.Name, s.Data, spec.Options{Root: s.Root}, spec.StandardUniverse())
	return problems
}

// memory is a file system of files held in memory, without folders to list.
type memory map[string]string

// Open opens a file.
func (m memory) Open(name string) (fs.File, error) {
	if !fs.ValidPath(name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
	}
	content, ok := m[name]
	if !ok {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return &memoryFile{strings.NewReader(content), name[strings.LastIndexByte(name, '/')+1:]}, nil
}

// memoryFile is an open file, and what Stat says of it.
type memoryFile struct {
	io.Reader
	name string
}

func (f *memoryFile) Stat() (fs.FileInfo, error) { return f, nil }
func (f *memoryFile) Close() error               { return nil }
func (f *memoryFile) Name() string               { return f.name }
func (f *memoryFile) Size() int64                { return f.Reader.(*strings.Reader).Size() }
func (f *memoryFile) Mode() fs.FileMode          { return 0o444 }
func (f *memoryFile) ModTime() time.Time         { return time.Time{} }
func (f *memoryFile) IsDir() bool                { return false }
func (f *memoryFile) Sys() any                   { return nil }
