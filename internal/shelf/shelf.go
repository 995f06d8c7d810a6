// Package shelf names the files of a folder that is part of the program, so that people can ask for them.
package shelf

import (
	"bytes"
	"fmt"
	"io/fs"
	"strings"

	"go.yaml.in/yaml/v3"
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

// Decode reads every file of a shelf of YAML files, in the order of their names. The files are part of the program: one that is wrong is
// found by the first test that needs it.
func Decode[T any](s Shelf) []T {
	var out []T
	for _, name := range s.Names() {
		data, _ := s.Read(name)
		var x T
		d := yaml.NewDecoder(bytes.NewReader(data))
		d.KnownFields(true)
		if err := d.Decode(&x); err != nil {
			panic(fmt.Sprintf("%s: %v", s.Path(name), err))
		}
		out = append(out, x)
	}
	return out
}
