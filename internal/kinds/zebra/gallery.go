package zebra

import (
	"embed"

	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/language"
	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/matching"
	"github.com/quandary-puzzles/quandary/internal/shelf"
	"github.com/quandary-puzzles/quandary/puzzle"
)

//go:embed puzzles/*.yaml
var galleryFiles embed.FS

var gallery = shelf.Shelf{Files: galleryFiles, Folder: "puzzles", Ending: ".yaml"}

// FromGallery gives a puzzle that ships with the program.
func FromGallery(name string) (*matching.Puzzle, error) {
	text, ok := gallery.Read(name)
	if !ok {
		return nil, puzzle.Unknownf("puzzle", name, gallery.Names())
	}
	return language.ReadYAML(name+".yaml", text)
}

// Shelf lists the names of the puzzles that come with the program.
func (Family) Shelf() []string { return gallery.Names() }

// FromShelf gives a puzzle that comes with the program.
func (Family) FromShelf(name string) (puzzle.Instance, error) {
	p, err := FromGallery(name)
	if err != nil {
		return nil, err
	}
	return NewInstance(p)
}
