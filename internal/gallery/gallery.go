// Package gallery holds the specification files that ship with the program: one puzzle each, of as many kinds as there are
// files. Together they use every attribute of the format.
package gallery

import (
	"embed"
	"fmt"
	"io/fs"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/shelf"
)

//go:embed specs
var files embed.FS

var specs = shelf.Shelf{Files: files, Folder: "specs", Ending: ".yaml"}

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
	names := specs.Names()
	out := make([]Entry, len(names))
	for i, name := range names {
		data, _ := specs.Read(name)
		out[i] = entry(name, data)
	}
	return out
}

// Open gives the entry of a name. The error for an unknown name is an *UnknownError, which lists those that there are.
func Open(name string) (*Entry, error) {
	data, ok := specs.Read(name)
	if !ok {
		return nil, &UnknownError{Name: name, Names: specs.Names()}
	}
	e := entry(name, data)
	return &e, nil
}

// UnknownError says that the gallery has no entry of a name.
type UnknownError struct {
	Name  string
	Names []string // those that there are
}

func (e *UnknownError) Error() string {
	return fmt.Sprintf("the gallery has no %q: it has %s", e.Name, strings.Join(e.Names, ", "))
}

func entry(name string, data []byte) Entry {
	e := Entry{Name: name, Path: specs.Path(name), Data: data}
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
