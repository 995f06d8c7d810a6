package zebra

import (
	"bytes"
	"embed"
	"io/fs"
	"strings"

	"github.com/quandary-puzzles/quandary/puzzle"
)

//go:embed puzzles/*.yaml
var galleryFiles embed.FS

// Gallery lists the names of the puzzles that ship with the program, in order.
func Gallery() []string {
	entries, err := fs.ReadDir(galleryFiles, "puzzles")
	if err != nil {
		panic(err) // the folder is part of the program
	}
	var names []string
	for _, e := range entries {
		names = append(names, strings.TrimSuffix(e.Name(), ".yaml"))
	}
	return names
}

// GallerySource gives the YAML of a puzzle that ships with the program.
func GallerySource(name string) ([]byte, error) {
	text, err := galleryFiles.ReadFile("puzzles/" + name + ".yaml")
	if err != nil {
		return nil, puzzle.Unknownf("puzzle", name, Gallery())
	}
	return text, nil
}

// FromGallery gives a puzzle that ships with the program.
func FromGallery(name string) (*Puzzle, error) {
	text, err := GallerySource(name)
	if err != nil {
		return nil, err
	}
	return ReadYAML(name+".yaml", bytes.NewReader(text))
}

// Shelf lists the names of the puzzles that come with the program.
func (Family) Shelf() []string { return Gallery() }

// FromShelf gives a puzzle that comes with the program.
func (Family) FromShelf(name string) (puzzle.Instance, error) {
	p, err := FromGallery(name)
	if err != nil {
		return nil, err
	}
	return NewInstance(p)
}
