package foundry

import (
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/gallery"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards"
	"github.com/quandary-puzzles/quandary/internal/kinds/declared"
	"github.com/quandary-puzzles/quandary/internal/kinds/fillomino"
	"github.com/quandary-puzzles/quandary/internal/kinds/null"
	"github.com/quandary-puzzles/quandary/internal/kinds/sudoku"
	"github.com/quandary-puzzles/quandary/internal/kinds/worded"
	"github.com/quandary-puzzles/quandary/internal/kinds/zebra"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/py/eval"
	"github.com/quandary-puzzles/quandary/solve"
	"github.com/quandary-puzzles/quandary/solve/native"
	"github.com/quandary-puzzles/quandary/synth"
)

// Families lists the families of puzzles that the program knows, in the order in which they are shown.
func Families() *puzzle.Registry {
	files := declared.Catalogue(native.New())
	stated := func(own family, reads func(head string) bool) puzzle.Family {
		i := slices.IndexFunc(files, func(f puzzle.Family) bool { return f.Name() == own.Name() })
		return &beside{own, files[i].(family), reads} // families are compared, which a struct with a function cannot be
	}
	list := []puzzle.Family{
		blanksFamily(),
		cards.Family{Engine: native.New()},
		stated(fillomino.Family{}, isBoardFile),
		null.Family{},
		declared.NewOwn(native.New()),
		stated(sudoku.Family{Variants: declared.NewVariants(native.New()), Kept: &sudoku.Kept{}},
			func(head string) bool { return isBoardFile(head) || sized.MatchString(head) }),
		worded.New(catalogue(), synth.Options{Engine: native.New(), Budget: solve.Budget{Steps: wordedSteps, Memory: wordedMemory}, Limits: wordedLimits()}),
		zebra.Family{},
	}
	own := len(list)
	for _, f := range files {
		// A family that has a program of its own stands before its rules file, which tests compare with it.
		if !slices.ContainsFunc(list[:own], func(g puzzle.Family) bool { return g.Name() == f.Name() }) {
			list = append(list, f)
		}
	}
	return puzzle.NewRegistry(list...)
}

// isBoardFile reports whether a stream begins with a board file of pzpr in one line.
func isBoardFile(head string) bool { return strings.HasPrefix(head, "pzprv3/") }

// sized matches the first line of a board that states its rows and columns.
var sized = regexp.MustCompile(`^[0-9]{1,2}[ \t]+[0-9]{1,2}$`)

// Stated lists the families that rules files state, those among them that have a program of their own as well.
func Stated() *puzzle.Registry { return puzzle.NewRegistry(declared.Catalogue(native.New())...) }

// What a worded puzzle may cost to open or draw: its specification may come with the id, from anyone.
const (
	wordedSteps  = 2_000_000 // of the solver, for each question to it
	wordedMemory = 256 << 20
)

// wordedLimits bound the expressions of one draw.
func wordedLimits() eval.Limits {
	l := eval.DefaultLimits()
	l.Memory = 64 << 20
	return l
}

// catalogue lists the gallery for the family of worded puzzles.
func catalogue() []worded.Entry {
	var out []worded.Entry
	for _, e := range gallery.List() {
		dir, err := fs.Sub(gallery.FS(), path.Dir(e.Path))
		if err != nil {
			panic(err) // the paths are the gallery's own
		}
		out = append(out, worded.Entry{Name: e.Name, Title: e.Title, Data: e.Data, Root: dir})
	}
	return out
}
