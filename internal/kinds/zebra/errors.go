package zebra

import (
	"fmt"
	"strings"

	"github.com/quandary-puzzles/quandary/puzzle"
)

func unknownItem(p *Puzzle, ref string) error {
	var known []string
	for x := 0; x < p.M()*p.N; x++ {
		known = append(known, p.Label(x))
	}
	if strings.Contains(ref, ":") {
		for x := 0; x < p.M()*p.N; x++ {
			known = append(known, p.Cats[x/p.N].Name+":"+p.Label(x))
		}
	}
	return puzzle.Unknownf("item", ref, known)
}

func unknownCat(p *Puzzle, name string) error {
	var known []string
	for c := range p.Cats {
		known = append(known, p.Cats[c].Name)
	}
	return puzzle.Unknownf("category", name, known)
}

// SyntaxError tells where a text could not be read.
type SyntaxError struct {
	Name      string // file
	Line, Col int    // from 1; 0 when not known
	Msg       string
}

// Place gives line and column.
func (e *SyntaxError) Place() (line, col int) { return e.Line, e.Col }

func (e *SyntaxError) Error() string {
	at := e.Name
	if e.Line > 0 {
		if at != "" {
			at += ":"
		}
		at += fmt.Sprint(e.Line)
		if e.Col > 0 {
			at += fmt.Sprintf(":%d", e.Col)
		}
	}
	if at == "" {
		return e.Msg
	}
	return at + ": " + e.Msg
}
