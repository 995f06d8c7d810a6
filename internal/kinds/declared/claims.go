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
	"shaded": true, "black": true, "filled": true, "blackened": true, "涂黑": true, "黑": true, "填满": true,
	"unshaded": false, "white": false, "empty": false, "clear": false, "unfilled": false, "blank": false, "白": false, "空": false,
}

// moveForm is a move that stands for itself.
var moveForm = regexp.MustCompile(`^\s*(?:[-*]\s+|\d+[.)]\s+)?([a-z][\w-]*)@([\w.]+?)\s*=\s*(-?\w+)\s*\.?\s*$`)

// Claims reads what a sentence says of cells: the number of one, or that it is shaded or holds the object that the layer is called by; and of
// links and edges, that they are drawn or hold it. Divisions are read where they stand as moves do, such as area@r1c1.w = 1.
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
	var lines *betweens
	for _, l := range layers {
		switch {
		case !l.Parts && len(l.places) > 0 && l.Domain.Kind == rules.Bools && (l.places[0].Kind == board.Link || l.places[0].Kind == board.Edge):
			if lines != nil {
				return nil
			}
			lines = i.between(l)
		case l.Parts || len(l.places) == 0 || l.places[0].Kind != board.Cell:
		case l.Domain.Kind == rules.Ints && numbers == nil:
			numbers = l
		case l.Domain.Kind == rules.Bools && shades == nil:
			shades = l
		default:
			return nil // two layers of one sort: a value does not tell which
		}
	}
	var places []string
	if lines != nil {
		sentence, places = lines.standIn(sentence)
	}
	var out []puzzle.Claim
	known := func(v string) bool {
		_, isShade := truth(shades, v)
		_, err := strconv.Atoi(v)
		return isShade || err == nil || lines != nil && lineWord(lines.layer, v)
	}
	for _, c := range claimtext.Cells(sentence, known) {
		name := fmt.Sprintf("r%dc%d", c.Row, c.Col)
		if n := c.Row - standIns; n >= 0 && n < len(places) && c.Col == 1 {
			value := "1"
			if c.Out {
				value = "0"
			}
			if claim, ok := i.claim(lines.layer, places[n], value); ok && lineWord(lines.layer, c.Value) {
				out = append(out, claim)
			}
			continue
		}
		l, value := numbers, c.Value
		if shaded, ok := truth(shades, c.Value); ok {
			l, value = shades, "0"
			if shaded != c.Out {
				value = "1"
			}
		} else if _, err := strconv.Atoi(c.Value); c.Out || err != nil {
			continue // no mark says that a cell has not some number
		}
		if claim, ok := i.claim(l, name, value); ok {
			out = append(out, claim)
		}
	}
	return out
}

// truth reads a word for a cell of a layer that is shaded or not.
func truth(l *playLayer, word string) (shaded, ok bool) {
	if l == nil {
		return false, false
	}
	word = strings.ToLower(word)
	if shaded, ok = shadeWords[word]; ok {
		return shaded, true
	}
	return true, holds(l, word)
}

// lineWord reports whether a word says that something is at a place of a layer between cells.
func lineWord(l *playLayer, word string) bool {
	word = strings.ToLower(word)
	return word == "drawn" || word == "画线" || word == "关上" || holds(l, word)
}

// holds reports whether a layer is called by a word, in any language.
func holds(l *playLayer, word string) bool {
	for _, called := range l.Called {
		if word == strings.ToLower(called) {
			return true
		}
	}
	return word == strings.ToLower(l.Name)
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
