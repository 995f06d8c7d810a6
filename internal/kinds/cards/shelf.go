package cards

import (
	"fmt"

	"github.com/quandary-puzzles/quandary/puzzle"
)

// Shelf lists the names of the puzzles that come with the program.
func (f Family) Shelf() []string {
	if f.Files == nil {
		return nil
	}
	return f.Files.Gallery()
}

// FromShelf gives a puzzle that comes with the program.
func (f Family) FromShelf(name string) (puzzle.Instance, error) {
	if f.Files == nil {
		return nil, fmt.Errorf("no puzzles come with this program")
	}
	p, err := f.Files.FromGallery(name)
	if err != nil {
		return nil, err
	}
	return f.NewInstance(p)
}
