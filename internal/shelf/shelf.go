// Package shelf names the files of a folder that is part of the program, so that people can ask for them.
package shelf

import (
	"io/fs"
	"strings"
)

// Shelf is a folder of files with one ending; a file's name is its base name without the ending.
type Shelf struct {
	Files  fs.FS // embedded
	Folder string
	Ending string // with the dot
}

// Names lists the files with the ending, in order.
func (s Shelf) Names() []string {
	entries, err := fs.ReadDir(s.Files, s.Folder)
	if err != nil {
		panic(err) // the folder is part of the program
	}
	var names []string
	for _, e := range entries {
		if name, ok := strings.CutSuffix(e.Name(), s.Ending); ok {
			names = append(names, name)
		}
	}
	return names
}

// Path is where the file of a name stands, if there is one.
func (s Shelf) Path(name string) string { return s.Folder + "/" + name + s.Ending }

// Read gives the file of a name; ok is false when there is none.
func (s Shelf) Read(name string) (data []byte, ok bool) {
	data, err := fs.ReadFile(s.Files, s.Path(name))
	return data, err == nil
}
