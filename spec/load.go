package spec

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/doctree"
)

// Options are what Load needs besides the file itself.
type Options struct {
	// Root is the folder in which the files of custom_operator are looked up. Nil: a file that needs one is in error. Use
	// os.Root's FS, or an embedded file system: os.DirFS follows symbolic links out of its folder.
	Root   fs.FS
	Limits Limits
}

// Load reads a specification file from its bytes. The name stands in positions and decides, with the content, whether the
// file is read as JSON. The document is nil where the file is unreadable; where it has other errors the document holds
// what could be read, for Lint, and is not fit to make puzzles from. The problems are sorted.
func Load(name string, data []byte, opts Options) (*Document, Problems) {
	limits := opts.Limits.WithDefaults()
	root, probs := doctree.Read(name, data, limits)
	for _, p := range probs {
		if p.Code == "empty" {
			p.Expected = "a specification with at least a desc and a query"
		}
	}
	if root == nil {
		return nil, probs.Sort()
	}
	d := &decoder{file: name, root: opts.Root, limits: limits, modules: map[string]*Module{}, probs: probs, hash: sha256.New()}
	d.hash.Write(data)
	doc := d.document(root)
	if doc != nil {
		doc.Hash = hex.EncodeToString(d.hash.Sum(nil))
	}
	return doc, d.probs.Sort()
}

// LoadFile reads the specification file at path. Operator files are looked up in the folder root, by default the file's
// own, and never outside it. A file that cannot be opened is an error; everything else is among the problems.
func LoadFile(path, root string) (*Document, Problems, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	limits := Limits{}.WithDefaults()
	data, err := readAtMost(f, limits.Bytes+1)
	if err != nil {
		return nil, nil, err
	}
	if root == "" {
		root = filepath.Dir(path)
	}
	dir, err := os.OpenRoot(root)
	if err != nil {
		return nil, nil, err
	}
	defer dir.Close()
	doc, probs := Load(path, data, Options{Root: dir.FS()})
	return doc, probs, nil
}

func readAtMost(r io.Reader, n int64) ([]byte, error) { return io.ReadAll(io.LimitReader(r, n)) }

// module reads the operator file that path names, once.
func (d *decoder) module(path string, at Pos, field string) *Module {
	if m, ok := d.modules[path]; ok {
		return m
	}
	d.modules[path] = nil
	bad := func(format string, args ...any) *Problem {
		p := d.problem(Error, at, "operator-file", field, format, args...)
		p.Expected = "the path of a Python file below the root folder"
		return p
	}
	clean := strings.TrimPrefix(path, "./")
	switch {
	case strings.HasPrefix(path, "/") || filepath.IsAbs(path) || strings.Contains(path, `\`) || !fs.ValidPath(clean):
		bad("%q leads out of the root folder", path)
		return nil
	case d.root == nil:
		bad("there is no folder to look up %q in", path)
		return nil
	}
	f, err := d.root.Open(clean)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			bad("there is no file %q", path)
		} else {
			bad("the file %q cannot be opened: %v", path, cause(err))
		}
		return nil
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && !info.Mode().IsRegular() {
		bad("%q is not a regular file", path)
		return nil
	}
	data, err := readAtMost(f, d.limits.Bytes+1)
	if err != nil {
		bad("the file %q cannot be read: %v", path, cause(err))
		return nil
	}
	if int64(len(data)) > d.limits.Bytes {
		bad("the file %q has more than %d bytes", path, d.limits.Bytes)
		return nil
	}
	text, problem := doctree.DecodeText(path, data)
	if problem != nil {
		problem.Field = field
		d.probs = append(d.probs, problem)
		return nil
	}
	fmt.Fprintf(d.hash, "\x00%s\x00%d\x00", path, len(data))
	d.hash.Write(data)
	m := &Module{Path: path, Source: text}
	m.Tree = d.parseModule(path, text, field)
	d.modules[path] = m
	return m
}

// cause is an error without the operation and path that the file system puts before it.
func cause(err error) error {
	if pe, ok := errors.AsType[*fs.PathError](err); ok {
		return pe.Err
	}
	return err
}
