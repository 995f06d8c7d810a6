package board

import (
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"sync"

	"go.yaml.in/yaml/v3"
)

//go:embed words.yaml
var wordsFile []byte

// tongue is how a language names places: see words.yaml.
type tongue struct {
	Side, Way                                                                          [8]string // by direction
	Slash                                                                              [2]string
	Diagonal, Edge, Corner, Square, Joint, Centre, Point, Row, Col, OfGrid, Block, End string
}

// tongues are the languages that name places.
var tongues = sync.OnceValue(func() map[string]*tongue {
	var all map[string]*tongue
	if err := yaml.Unmarshal(wordsFile, &all); err != nil {
		panic(fmt.Sprintf("board/words.yaml: %v", err)) // the file is part of the program
	}
	return all
})

// Languages lists the languages that name places, which are those that the program speaks.
func Languages() []string { return slices.Sorted(maps.Keys(tongues())) }

// Say gives a place as a sentence names it, in a language: zh, de, es or ja, or English for every other. It is empty for what is no
// place of this board.
func (b *Board) Say(p Place, lang string) string {
	if !b.Has(p) {
		return ""
	}
	t, ok := tongues()[lang]
	if !ok {
		t = tongues()["en"]
	}
	return b.say(p, t)
}

func (b *Board) say(p Place, t *tongue) string {
	at, _ := b.point(p)
	switch p.Kind {
	case Link:
		a, c := b.Ends(p)
		return b.Name(a) + "–" + b.Name(c)
	case Diagonal:
		a, c := b.Ends(p)
		return fmt.Sprintf(t.Diagonal, b.Name(a), b.Name(c))
	case Slash:
		return fmt.Sprintf(t.Slash[at.variant], cellName(at))
	case Edge:
		cell, d := b.beside(at)
		return fmt.Sprintf(t.Edge, cellName(cell), t.Side[d])
	case Corner:
		cell, d := b.beside(at)
		return fmt.Sprintf(t.Corner, cellName(cell), t.Side[d])
	case Square:
		return fmt.Sprintf(t.Square, cellName(point{at.y - 1, at.x - 1, 0}))
	case Joint:
		v := jointDirs[at.variant]
		return fmt.Sprintf(t.Joint, cellName(at), t.Way[v[0]], t.Way[v[1]])
	case Spot:
		cells := b.Cells(p)
		switch len(cells) {
		case 1:
			return fmt.Sprintf(t.Centre, b.Name(cells[0]))
		case 2:
			return fmt.Sprintf(t.Point, b.Name(cells[0]), b.Name(cells[1]))
		}
		return fmt.Sprintf(t.Point, b.Name(cells[0]), b.Name(cells[3]))
	case Row, Col:
		grid, n, _ := b.line(p)
		said := fmt.Sprintf(t.Row, n+1)
		if p.Kind == Col {
			said = fmt.Sprintf(t.Col, n+1)
		}
		if len(b.grids) > 1 {
			said = fmt.Sprintf(t.OfGrid, said, grid+1)
		}
		return said
	case Block:
		cells := b.Cells(p)
		return fmt.Sprintf(t.Block, b.Name(cells[0]), b.Name(cells[len(cells)-1]))
	case End:
		_, side, _, _ := b.end(p)
		return fmt.Sprintf(t.End, b.say(b.Line(p), t), t.Way[side])
	}
	return b.Name(p)
}
