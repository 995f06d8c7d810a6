package stored

import (
	"embed"

	"github.com/quandary-puzzles/quandary/internal/kinds/cards/cardfile"
	"github.com/quandary-puzzles/quandary/internal/shelf"
	"github.com/quandary-puzzles/quandary/puzzle"
)

//go:embed puzzles/*.yaml
var galleryFiles embed.FS

var gallery = shelf.Shelf{Files: galleryFiles, Folder: "puzzles", Ending: ".yaml"}

// Gallery lists the names of the puzzles that come with the program, in order.
func Gallery() []string { return gallery.Names() }

// GallerySource gives the YAML of a puzzle that comes with the program.
func GallerySource(name string) ([]byte, error) {
	src, ok := gallery.Read(name)
	if !ok {
		return nil, puzzle.Unknownf("card puzzle", name, Gallery())
	}
	return src, nil
}

// FromGallery gives a puzzle that comes with the program.
func FromGallery(name string) (*Loaded, error) {
	src, err := GallerySource(name)
	if err != nil {
		return nil, err
	}
	docs, err := cardfile.Read(name+".yaml", string(src), "yaml")
	if err != nil {
		return nil, err
	}
	return Load(docs[0])
}
