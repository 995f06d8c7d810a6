// Package shelf holds the blanks puzzles that come with the program: programs in Python, and blanks files of
// mathematics.
package shelf

import (
	"embed"

	"github.com/quandary-puzzles/quandary/internal/shelf"
)

//go:embed programs/*.py maths/*.yaml
var files embed.FS

// Programs are the Python files.
func Programs() shelf.Shelf { return shelf.Shelf{Files: files, Folder: "programs", Ending: ".py"} }

// Maths are the blanks files.
func Maths() shelf.Shelf { return shelf.Shelf{Files: files, Folder: "maths", Ending: ".yaml"} }
