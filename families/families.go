// Package families holds the rules files that ship with the program: a family of grid puzzles each, and pieces that rules files of
// one's own can use. A file's name is the family's id.
package families

import (
	"embed"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/nearest"
	"github.com/quandary-puzzles/quandary/internal/shelf"
	"github.com/quandary-puzzles/quandary/rules"
)

//go:embed rules words
var files embed.FS

var (
	whole  = shelf.Shelf{Files: files, Folder: "rules", Ending: ".yaml"}
	pieces = shelf.Shelf{Files: files, Folder: "rules/pieces", Ending: ".yaml"}
)

// Names lists the ids of the families in alphabetical order.
func Names() []string { return whole.Names() }

// Read gives the rules file of a family; ok is false where there is none.
func Read(id string) (data []byte, ok bool) { return whole.Read(id) }

// Load reads the rules file of a family. Our own files are right, as a test makes sure: the error is that of a name that is not there.
func Load(id string) (*rules.File, error) {
	data, ok := Read(id)
	if !ok {
		return nil, fmt.Errorf("no family %.40q", id)
	}
	file, probs := rules.Load(id+".yaml", data, Use)
	return file, probs.Err()
}

// Pieces lists the parts that rules files can use.
func Pieces() []string { return pieces.Names() }

// Use finds the file that "use: name" means, a family or a piece. It is a rules.Library.
// Where there is none, path is the name that was probably meant, or "".
func Use(name string) (path string, data []byte, ok bool) {
	for _, s := range []shelf.Shelf{whole, pieces} {
		if data, ok := s.Read(name); ok {
			return s.Path(name), data, true
		}
	}
	if near := nearest.All(name, append(whole.Names(), pieces.Names()...)); len(near) > 0 {
		return near[0], nil, false
	}
	return "", nil, false
}

// Aliases gives the other names of a family, without reading the whole file: the line "aliases: [a, b]" holds them, as a test makes
// sure.
func Aliases(id string) []string {
	data, _ := whole.Read(id)
	for line := range strings.Lines(string(data)) {
		if list, ok := strings.CutPrefix(line, "aliases: ["); ok {
			list, _, _ = strings.Cut(list, "]")
			var out []string
			for _, name := range strings.Split(list, ",") {
				out = append(out, strings.Trim(name, ` "'`))
			}
			return out
		}
	}
	return nil
}

// Titles gives what a family is called in the languages that it is told in, without reading the whole file: the line
// "title: {en: A, zh: B}" and the catalogue hold them, as a test makes sure.
func Titles(id string) []string {
	data, _ := whole.Read(id)
	for line := range strings.Lines(string(data)) {
		list, ok := strings.CutPrefix(strings.TrimSpace(line), "title: {en: ")
		if !ok {
			continue
		}
		english, rest, _ := strings.Cut(strings.TrimSuffix(list, "}"), ", zh: ")
		out := []string{english, rest}
		words := Words(english)
		for _, lang := range slices.Sorted(maps.Keys(words)) {
			out = append(out, words[lang])
		}
		return out
	}
	return nil
}
