package making

import (
	"math/bits"
	"slices"
	"testing"

	"github.com/quandary-puzzles/quandary/families"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/rules"
)

// TestTextSaysWhatPzprSays takes sets of values at one place that a board of pzpr can hold. Where a rules file leaves the layout of texts to
// us, these must be able to say them too: otherwise an imported board could be read, and never be written again.
func TestTextSaysWhatPzprSays(t *testing.T) {
	for _, id := range puztest.Some(families.Names(), 6) {
		m := maker(t, id)
		p, err := m.File.CompleteSize(rules.BoardSize{Rows: 6, Cols: 6})
		if err != nil || m.Forms.DeclaresText() {
			continue
		}
		bare, err := m.bare(t.Context(), p)
		if err != nil {
			continue // of families whose boards cannot be begun with nothing
		}
		by := map[string][]*rules.Layer{}
		for _, l := range m.File.Layers {
			if l.Role != rules.Given || fixedLayer(l) || !l.Some && l.Domain.Kind != rules.Bools {
				continue
			}
			class := l.Class()
			by[class] = append(by[class], l)
		}
		for class, layers := range by {
			if len(layers) > maxBeside {
				continue
			}
			for set := range uint(1) << len(layers) {
				pzpr, err := m.sayable(bare, m.Forms.PZPR, layers, set, 0, nil)
				text, err2 := m.sayable(bare, m.Forms.Text, layers, set, 0, nil)
				if err != nil || err2 != nil {
					continue
				}
				if pzpr && !text {
					t.Errorf("%s: of the layers at %s a text cannot say the set %b, %d values", id, class, set, bits.OnesCount(set))
				}
			}
		}
	}
}

// TestParts: which given layers are clues, and may go, and which are part of the board. Layers that the text says together only, as the
// arrow, the number and the colour of Castle Wall, are left out together; a number in a circle goes alone.
func TestParts(t *testing.T) {
	for _, c := range []struct {
		id      string
		parts   map[string]part
		counted bool
		mute    string
	}{
		{id: "castle-wall", parts: map[string]part{"number": clue, "dir": clue, "colour": clue}},
		{id: "nurimisaki", parts: map[string]part{"circle": shape, "number": clue}},
		{id: "akari", parts: map[string]part{"wall": shape, "number": clue}},
		{id: "hitori", parts: map[string]part{"number": shape}},
		{id: "usowan", parts: map[string]part{"number": clue}, counted: true}, // of the numbers of a room one lies, and it must stay
		{id: "grand-tour", mute: "line"},                                      // its text has no sign for "no line"
		{id: "magnetic", mute: "wall"},
		{id: "pipeline", mute: "line"},
		{id: "mid-loop"},
	} {
		m := maker(t, c.id)
		s, err := m.parts(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for name, want := range c.parts {
			if got := s.parts[m.File.Layer(name)]; got != want {
				t.Errorf("%s: %s is part %d, want %d", c.id, name, got, want)
			}
		}
		if s.counted != c.counted {
			t.Errorf("%s: counted %t", c.id, s.counted)
		}
		for l, mute := range s.mute {
			if mute != (l.Name == c.mute) {
				t.Errorf("%s: %s mute: %t", c.id, l.Name, mute)
			}
		}
	}
}

// TestBothForms: what stands at one place must be sayable in each form that the file declares. Koburin's text has no sign for a circle without a
// number, though its layout of pzpr has one.
func TestBothForms(t *testing.T) {
	s, err := maker(t, "koburin").parts(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if got := s.beside["cells"].sets; !slices.Equal(got, []uint{0, 3}) {
		t.Errorf("sets of circle and number %b, want none and both", got)
	}
}

// TestLearning: layers are sorted by boards of 6x6, and where the usual ones are smaller, but not too small to tell, by these first.
func TestLearning(t *testing.T) {
	for id, want := range map[string][]string{
		"masyu":    {"6x6", ""}, // 10x10
		"palisade": {"", "6x6"}, // 5x5
		"signpost": {"6x6", ""}, // 4x4
	} {
		if got := maker(t, id).learning(); !slices.Equal(got, want) {
			t.Errorf("%s: sorted by boards of %q, want %q", id, got, want)
		}
	}
}
