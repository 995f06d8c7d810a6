package making

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/quandary-puzzles/quandary/families"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/notation"
)

// A file that uses parts of Sudoku variants with objects, such as thermos, is made as a variant is: a full board that keeps all other rules,
// objects that are true of it, drawn on it, and then a puzzle with these. A layer says as which constraint its objects are drawn (made: thermo).

// strictly gives, of constraints whose objects may be left out, the one that draws all, where a rule says that no other pair is such.
var strictly = map[string]struct{ rule, name string }{"kropki": {"strict_kropki", "strict-kropki"}, "xv": {"strict_xv", "strict-xv"}}

// drawable reports whether a layer holds objects that are drawn on a full board: where it says as what, and the file does not say otherwise.
func (m *Maker) drawable(l *rules.Layer) bool {
	digit := m.File.Layer("digit")
	return l.Role == rules.Given && l.Made != "" && m.reading(l) == nil && !m.Variant && digit != nil && digit.Role == rules.Find && digit.Domain.Kind == rules.Ints
}

// undrawn lists the layers whose objects are to be drawn: all that are drawable, but those of a setter's board.
func (m *Maker) undrawn(preset *rules.Board) []*rules.Layer {
	return slices.DeleteFunc(slices.Clone(m.File.Layers), func(l *rules.Layer) bool {
		return !m.drawable(l) || preset != nil && preset.Marks(l) != nil
	})
}

// tried makes puzzles with objects on one full board after the other, until one is as was asked. Each try has a stream of its own, derived by a word.
func tried(ctx context.Context, s puzzle.Settings, r *rng.Stream, word string, once func(try uint64, s puzzle.Settings, own *rng.Stream) (Made, error)) (Made, error) {
	n, settings := uint64(20), puzzle.Settings{"attempts": "4"}
	if slices.ContainsFunc([]string{"class", "rating", "steps", "technique", "without"}, func(name string) bool { return s[name] != "" }) {
		// Rating a board with objects takes long. What was nearest is told, so that one can go on with another seed or ask for that.
		n, settings["attempts"] = 2, "1"
	}
	maps.Copy(settings, s)
	var last error
	for try := range n {
		made, err := once(try, settings, r.Derive(word, try))
		var far *puzzle.UnreachableError
		var missed *puzzle.NoBoardError
		switch {
		case err == nil:
			return made, nil
		case ctx.Err() != nil || errors.Is(err, errNever) || !errors.Is(err, errBarren) && !errors.As(err, &far) && !errors.As(err, &missed):
			return Made{}, err
		}
		last = err
	}
	return Made{}, last
}

// makeDrawn makes a puzzle with objects that are drawn for it.
func (m *Maker) makeDrawn(ctx context.Context, p rules.BoardSize, s puzzle.Settings, preset *rules.Board, r *rng.Stream, report func(puzzle.Progress)) (Made, error) {
	none := Made{}
	if _, err := m.request(p, s); err != nil {
		return none, err
	}
	size, err := m.File.CompleteSize(p)
	if err != nil {
		return none, err
	}
	if size.Rows != size.Cols || size.Rows > 9 {
		return none, fmt.Errorf("puzzles of %s, which uses parts of Sudoku variants, are made on square boards up to 9x9, not %dx%d", m.File.ID, size.Rows, size.Cols)
	}
	lib, err := notation.NewLibrary(families.Pieces(), families.Use)
	if err != nil {
		return none, err
	}
	return tried(ctx, s, r, "objects", func(try uint64, s puzzle.Settings, own *rng.Stream) (Made, error) {
		board, err := m.withObjects(ctx, size, preset, try >= mostBarren && try%2 == 1, lib, own)
		if err != nil {
			return none, err
		}
		return m.carved(ctx, size, s, board, own.Derive("carve"), report)
	})
}

// withObjects draws objects on a full board and gives what stays of it: these, and the rooms, which may be drawn after
// a first solution.
func (m *Maker) withObjects(ctx context.Context, p rules.BoardSize, preset *rules.Board, after bool, lib *notation.Library, r *rng.Stream) (*rules.Board, error) {
	sorted, err := m.parts(ctx)
	if err != nil {
		return nil, err
	}
	d, err := wanted{m: m, size: p, sort: sorted, preset: preset}.draft(ctx, start{after: after}, r.Derive("full"))
	if err != nil {
		return nil, err
	}
	defer d.close()
	shape := []notation.Item{{Name: "Shape", Args: []string{fmt.Sprintf("%dx%d", p.Rows, p.Cols)}}, {Name: "NoBoxes"}}
	on := newDrawn(d, r.Derive("drawn"))
	made := map[string]*rules.Board{} // what was drawn for a layer, or for several together
	for _, l := range m.undrawn(preset) {
		if made[atOnce(l)] != nil {
			continue
		}
		name := l.Made
		if other, some := strictly[name]; some && slices.ContainsFunc(m.File.Rules, func(rule *rules.Rule) bool { return rule.Name == other.rule }) {
			name = other.name
		}
		got := local[name](on)
		if len(got) == 0 {
			return nil, fmt.Errorf("%w: no %s fits it", errBarren, l.Name)
		}
		drawn, err := lib.Compose(slices.Concat(shape, got))
		if err != nil {
			return nil, err
		}
		made[atOnce(l)] = drawn.Board
	}
	b, err := rules.NewBoard(m.File, p.Rows, p.Cols, p.Params)
	if err != nil {
		return nil, err
	}
	for _, l := range m.File.Layers {
		switch marks := d.solver.board.Marks(l); {
		case m.drawable(l) && (preset == nil || preset.Marks(l) == nil):
			objects, ok := objectsOf(made[atOnce(l)], l)
			if !ok {
				return nil, fmt.Errorf("puzzles of %s cannot be made: the fields of %s are not those of what is drawn as %s", m.File.ID, strings.TrimSpace(l.Name), l.Made)
			}
			b.Set(l, &rules.Marks{Objects: objects})
		case preset != nil && preset.Marks(l) != nil:
			b.Set(l, preset.Marks(l))
		case l.Role == rules.Given && l.Parts && marks != nil:
			b.Set(l, &rules.Marks{Parts: marks.Parts})
		}
	}
	return b, nil
}

// atOnce names what is drawn at once: the objects of one layer, or of several whose constraint draws them together.
func atOnce(l *rules.Layer) string {
	if rules.DrawnLayers(l.Made) != nil {
		return "made: " + l.Made
	}
	return l.Name
}

// objectsOf gives the objects of a layer that were drawn: those of the layer of the same name, or else of the only one with objects. It is not
// ok where they have other fields.
func objectsOf(drawn *rules.Board, l *rules.Layer) (objects []map[string]rules.Value, ok bool) {
	from := drawn.File.Layer(l.Name)
	if from == nil && rules.DrawnLayers(l.Made) == nil {
		if i := slices.IndexFunc(drawn.File.Layers, func(l *rules.Layer) bool { return l.Objects() && drawn.Marks(l) != nil }); i >= 0 {
			from = drawn.File.Layers[i]
		}
	}
	if from == nil || drawn.Marks(from) == nil {
		return nil, true
	}
	same := slices.EqualFunc(from.Fields, l.Fields, func(a, b rules.Field) bool { return a.Name == b.Name && a.Places == b.Places })
	return drawn.Marks(from).Objects, same
}
