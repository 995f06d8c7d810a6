package declared

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/internal/claimtext"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/rules"
)

// shadeWords are what people call cells that are shaded, and that are not.
var shadeWords = map[string]bool{
	"shaded": true, "black": true, "filled": true, "blackened": true, "涂黑": true, "黑": true,
	"unshaded": false, "white": false, "empty": false, "clear": false, "unfilled": false, "blank": false, "白": false, "空": false,
}

// moveForm is a move that stands for itself.
var moveForm = regexp.MustCompile(`^\s*(?:[-*]\s+|\d+[.)]\s+)?([a-z][\w-]*)@([\w.]+?)\s*=\s*(-?\w+)\s*\.?\s*$`)

// Claims reads what a sentence says of cells: the number of one, or that it is shaded or holds the object that the layer is called by.
// Lines, borders and divisions are read where they stand as moves do, such as line@r1c1.w = 1.
func (i *Instance) Claims(sentence string) []puzzle.Claim {
	layers, err := i.table()
	if err != nil {
		return nil
	}
	if m := moveForm.FindStringSubmatch(sentence); m != nil {
		for _, l := range layers {
			if l.Name == m[1] {
				if claim, ok := i.claim(l, m[2], m[3]); ok {
					return []puzzle.Claim{claim}
				}
			}
		}
		return nil
	}
	var numbers, shades *playLayer
	for _, l := range layers {
		switch {
		case l.Parts || len(l.places) == 0 || l.places[0].Kind != board.Cell:
		case l.Domain.Kind == rules.Ints && numbers == nil:
			numbers = l
		case l.Domain.Kind == rules.Bools && shades == nil:
			shades = l
		default:
			return nil // two layers of one sort: a value does not tell which
		}
	}
	shade := func(word string) (shaded, ok bool) {
		if shades == nil {
			return false, false
		}
		word = strings.ToLower(word)
		if shaded, ok = shadeWords[word]; ok {
			return shaded, true
		}
		for _, called := range shades.Called {
			if word == strings.ToLower(called) {
				return true, true
			}
		}
		return true, word == strings.ToLower(shades.Name)
	}
	var out []puzzle.Claim
	known := func(v string) bool {
		_, isShade := shade(v)
		_, err := strconv.Atoi(v)
		return isShade || err == nil
	}
	for _, c := range claimtext.Cells(sentence, known) {
		name := fmt.Sprintf("r%dc%d", c.Row, c.Col)
		l, value := numbers, c.Value
		if shaded, ok := shade(c.Value); ok {
			l, value = shades, "0"
			if shaded != c.Out {
				value = "1"
			}
		} else if c.Out {
			continue // no mark says that a cell has not some number
		}
		if claim, ok := i.claim(l, name, value); ok {
			out = append(out, claim)
		}
	}
	return out
}

// claim makes a claim of a value that a layer has at a cell. ok is false when the sentence may speak of a printed number instead, of which
// there is nothing to say.
func (i *Instance) claim(l *playLayer, name, value string) (puzzle.Claim, bool) {
	cell := true
	printed := ""
	if l == nil || l.places[0].Kind == board.Cell {
		printed, cell = i.printedAt(name)
	}
	switch {
	case !cell:
		return puzzle.Claim{Move: puzzle.Move(name + "=" + value), False: "there is no cell " + name}, true
	case l == nil, printed == value && l.fixed == nil && l.Domain.Kind == rules.Ints:
		return puzzle.Claim{}, false
	}
	n, has := l.index[name]
	if !has {
		return puzzle.Claim{}, false // the layer has no place there, such as the cells of clues
	}
	claim := puzzle.Claim{Move: puzzle.Move(l.Name + "@" + name + "=" + value)}
	if l.fixed != nil && l.fixed[n] {
		claim.Known = true
		if have := l.mark(i.b.Marks(l.Layer).Values[l.places[n]]); have != value {
			claim.False = fmt.Sprintf("%s is given as %s", name, have)
		}
	}
	return claim, true
}

// printedAt gives the number that the puzzle prints in a cell, "" for none, and whether the board has the cell.
func (i *Instance) printedAt(name string) (number string, cell bool) {
	speaker := i.speaker(i.b)
	for _, p := range i.b.Geo.All(board.Cell) {
		if speaker.placeName(p) != name {
			continue
		}
		for _, l := range i.f.file.Layers {
			if m := i.b.Marks(l); m != nil {
				if v, ok := m.Values[p]; ok {
					return v.String(), true
				}
			}
		}
		return "", true
	}
	return "", false
}
