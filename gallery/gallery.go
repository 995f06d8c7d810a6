// Package gallery holds the specification files that ship with the program: one puzzle each, of as many kinds as there are
// files. Together they use every attribute of the format.
package gallery

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"strings"
)

//go:embed specs
var files embed.FS

const folder = "specs"

// Entry is one specification file.
type Entry struct {
	Name  string // how the command line names it: "wine" for gallery:wine
	Title string // one line that names the puzzle
	Topic string // its kind in a word or two
	Path  string // the file in FS
	Data  []byte // the file
}

// FS gives the files: specifications, and the operator files that they use in the same folder.
func FS() fs.FS { return files }

// List gives every entry in the order of the names.
func List() []Entry {
	names, err := fs.Glob(files, folder+"/*.yaml")
	if err != nil {
		panic(err) // the pattern is a constant
	}
	out := make([]Entry, 0, len(names))
	for _, p := range names {
		out = append(out, read(p))
	}
	return out
}

// Open gives the entry of a name. The error for an unknown name is an *UnknownError, which lists those that there are.
func Open(name string) (*Entry, error) {
	list := List()
	names := make([]string, len(list))
	for i := range list {
		if list[i].Name == name {
			return &list[i], nil
		}
		names[i] = list[i].Name
	}
	return nil, &UnknownError{Name: name, Names: names}
}

// UnknownError says that the gallery has no entry of a name.
type UnknownError struct {
	Name  string
	Names []string // those that there are
}

func (e *UnknownError) Error() string {
	return fmt.Sprintf("the gallery has no %q: it has %s", e.Name, strings.Join(e.Names, ", "))
}

func read(p string) Entry {
	data, err := files.ReadFile(p)
	if err != nil {
		panic(err) // embedded files are there
	}
	e := Entry{Name: strings.TrimSuffix(path.Base(p), ".yaml"), Path: p, Data: data}
	// Our own files begin with these two keys; a test holds them to it.
	for _, line := range strings.SplitN(string(data), "\n", 3) {
		if v, ok := strings.CutPrefix(line, "title: "); ok {
			e.Title = v
		}
		if v, ok := strings.CutPrefix(line, "topic: "); ok {
			e.Topic = v
		}
	}
	return e
}
