package sudoku

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/grid"
	"github.com/quandary-puzzles/quandary/internal/claimtext"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// TestToldIsDone holds that the text of every step concludes what its moves do: each move is read in the text, and each mark that
// the text states as so is a move, or known already.
func TestToldIsDone(t *testing.T) {
	ctx := context.Background()
	params, err := Family{}.ParseParams("9x9")
	if err != nil {
		t.Fatal(err)
	}
	techniques := map[string]int{}
	for seed := range puztest.Seeds(t, 6, 200) {
		class := []string{"medium", "hard", "evil", "evil"}[seed%4]
		g, err := Family{}.Generate(ctx, params, puzzle.Settings{"class": class}, rng.New(seed), nil)
		if err != nil {
			t.Fatal(err)
		}
		p := g.Instance.(*Puzzle)
		solution := g.Solution.Desc()
		for s, err := range both(p.Explain(ctx, "", puzzle.ExplainOptions{}), p.Tell(ctx, "")) {
			if err != nil {
				t.Fatal(err)
			}
			techniques[s.Technique]++
			var told []puzzle.Move
			for _, sentence := range claimtext.Sentences(s.Text) {
				for _, c := range p.Claims(sentence.Text) {
					told = append(told, c.Move)
					if c.False != "" {
						t.Errorf("%s: %s", s.Text, c.False)
					}
				}
			}
			for _, m := range s.Moves {
				if !slices.Contains(told, m) {
					t.Errorf("%s: the text does not say %s:\n%s", s.Technique, m, s.Text)
				}
			}
			for _, m := range told {
				var r, c int
				var sign, v rune
				if _, err := fmt.Sscanf(string(m), "r%dc%d%c%c", &r, &c, &sign, &v); err != nil {
					t.Fatal(m, err)
				}
				if right := rune(solution[(r-1)*9+c-1]) == v; right != (sign == '=') {
					t.Errorf("%s: the text says %s, which the solution has not:\n%s", s.Technique, m, s.Text)
				}
			}
		}
	}
	t.Log(techniques)
}

// both gives the steps of two explanations.
func both(a, b iter.Seq2[puzzle.Step, error]) iter.Seq2[puzzle.Step, error] {
	return func(yield func(puzzle.Step, error) bool) {
		for _, steps := range []iter.Seq2[puzzle.Step, error]{a, b} {
			for s, err := range steps {
				if !yield(s, err) {
					return
				}
			}
		}
	}
}

// TestSinglesToldTogether reads back what is told of several singles at once: each follows from the cells and houses that its words name,
// and from the singles that stand before it, and the text says nothing else.
func TestSinglesToldTogether(t *testing.T) {
	ctx := context.Background()
	sizes := []string{"9x9", "9x9", "9x9-x", "9x9-jigsaw", "6x6", "9x9"}
	merged, alone, changed, refused := 0, 0, 0, 0
	for seed := range puztest.Seeds(t, 6, 200) {
		params, err := Family{}.ParseParams(sizes[seed%6])
		if err != nil {
			t.Fatal(err)
		}
		g, err := Family{}.Generate(ctx, params, nil, rng.New(seed), nil)
		if err != nil {
			t.Fatal(err)
		}
		r := newSinglesReader(g.Instance.(*Puzzle))
		for s, err := range r.p.Tell(ctx, "") {
			if err != nil {
				t.Fatal(err)
			}
			if len(s.Moves) > 1 && strings.Contains(string(s.Moves[0]), "=") && strings.HasSuffix(s.Technique, "-single") {
				merged += len(s.Moves)
				for _, at := range regexp.MustCompile(`[1-9]`).FindAllStringIndex(s.Text, -1) {
					other := *r
					other.values = slices.Clone(r.values)
					text := s.Text[:at[0]] + string('1'+(s.Text[at[0]]-'0')%9) + s.Text[at[1]:]
					if changed++; !other.proves(text) {
						refused++
					}
				}
				read, err := r.read(s.Text)
				if err != nil {
					t.Errorf("%v:\n%s", err, s.Text)
				}
				slices.Sort(read)
				if want := slices.Sorted(slices.Values(s.Moves)); !slices.Equal(read, want) {
					t.Errorf("read as %v, the moves are %v:\n%s", read, want, s.Text)
				}
				for _, sentence := range strings.Split(s.Text, ". ") {
					if n := len(strings.Fields(sentence)); n > 30 {
						t.Errorf("%d words: %s", n, sentence)
					}
				}
			} else {
				alone++
			}
			r.take(s.Moves)
		}
		if !slices.Equal(ints(r.values), g.Solution.(*filledBoard).Values()) {
			t.Errorf("seed %d: the telling ends before the puzzle does", seed)
		}
	}
	if refused*100 < changed*95 {
		t.Errorf("of %d texts with a wrong digit only %d are refused", changed, refused)
	}
	t.Log(refused, "of", changed, "wrong texts refused;", merged, "cells filled by steps of several;", alone, "other steps")
}

// singlesReader reads sentences about several singles, and proves each from the board as it stands.
type singlesReader struct {
	p      *Puzzle
	values []uint8
	struck []map[uint8]bool
}

func newSinglesReader(p *Puzzle) *singlesReader {
	r := &singlesReader{p: p, values: slices.Clone(p.values), struck: make([]map[uint8]bool, len(p.values))}
	for i := range r.struck {
		r.struck[i] = map[uint8]bool{}
	}
	return r
}

func (r *singlesReader) take(moves []puzzle.Move) {
	for _, m := range moves {
		at := strings.IndexAny(string(m), "=-")
		cell, _ := r.p.cellNamed(string(m[:at]))
		v := uint8(r.p.symbols.Value(m[at+1]))
		if m[at] == '=' {
			r.values[cell] = v
		} else {
			r.struck[cell][v] = true
		}
	}
}

var (
	toldValue = regexp.MustCompile(`^For the (\w), (.*)\. So (.*) are (\w)\.$`)
	toldHouse = regexp.MustCompile(`^(\w+ \d+) lacks (.*?)[:.] (.*)\.$`)
	onlyPart  = regexp.MustCompile(`^(?:(?:, then|\. Then) )?in (\w+ \d+) only (r\d+c\d+)(?: is left)? \(([^)]*)\)`)
	fillPart  = regexp.MustCompile(`^(?:(?:, then|\. Then) )?(r\d+c\d+) is (\w)(?: \(([^)]*)\)|(, the last one))`)
	ruledOut  = regexp.MustCompile(`^(.*) (?:was|were) ruled out already$`)
	hasValues = regexp.MustCompile(`^its (\w+)(?: has)? (.*)$`)
	listParts = regexp.MustCompile(`, (?:and )?| and `)
)

func (r *singlesReader) proves(text string) bool {
	_, err := r.read(text)
	return err == nil
}

func (r *singlesReader) read(text string) (moves []puzzle.Move, err error) {
	place := func(cell string, v uint8) {
		m := puzzle.Move(cell + "=" + string(r.p.symbols.Symbol(int(v))))
		moves = append(moves, m)
		r.take([]puzzle.Move{m})
	}
	if m := toldValue.FindStringSubmatch(text); m != nil && m[1] == m[4] {
		v, cells := uint8(r.p.symbols.Value(m[1][0])), []string{}
		for rest := m[2]; rest != ""; {
			part := onlyPart.FindStringSubmatch(rest)
			if part == nil {
				return nil, fmt.Errorf("%q is no part", rest)
			}
			if err := r.only(v, part[1], part[2], part[3]); err != nil {
				return nil, err
			}
			place(part[2], v)
			rest, cells = rest[len(part[0]):], append(cells, part[2])
		}
		if !slices.Equal(cells, listParts.Split(m[3], -1)) {
			return nil, fmt.Errorf("shown of %v, concluded of %s", cells, m[3])
		}
		return moves, nil
	}
	m := toldHouse.FindStringSubmatch(text)
	if m == nil {
		return nil, errors.New("no sentence")
	}
	house, ok := r.house(m[1])
	if !ok {
		return nil, fmt.Errorf("no house %s", m[1])
	}
	if lacks := r.valuesOf(m[2]); lacks != r.all()&^r.stands(house) {
		return nil, fmt.Errorf("%s lacks %b", m[1], lacks)
	}
	for rest := m[3]; rest != ""; {
		part := fillPart.FindStringSubmatch(rest)
		if part == nil {
			return nil, fmt.Errorf("%q is no part", rest)
		}
		v := uint8(r.p.symbols.Value(part[2][0]))
		if err := r.fills(house, v, part[1], part[3]); err != nil {
			return nil, err
		}
		place(part[1], v)
		rest = rest[len(part[0]):]
	}
	return moves, nil
}

// only proves that a house has one place for a value.
func (r *singlesReader) only(v uint8, name, cell, seen string) error {
	house, ok := r.house(name)
	c, found := r.p.cellNamed(cell)
	if !ok || !found || !slices.Contains(house.Cells, c) {
		return fmt.Errorf("%s is not in %s", cell, name)
	}
	by, out, _ := strings.Cut(seen, "ruled out of ")
	out = strings.TrimSuffix(out, " already")
	var covered []int
	for _, at := range strings.Split(strings.TrimSuffix(by, "; "), ", ") {
		if at == "" || at == "its last open cell" {
			continue
		}
		o, ok := r.p.cellNamed(at)
		if !ok || r.values[o] != v {
			return fmt.Errorf("%s has not the value", at)
		}
		covered = append(covered, r.p.layout.Peers[o]...)
	}
	for _, at := range listParts.Split(out, -1) {
		if o, ok := r.p.cellNamed(at); ok && r.struck[o][v] {
			covered = append(covered, o)
		} else if at != "" {
			return fmt.Errorf("nothing ruled the value out of %s", at)
		}
	}
	for _, o := range house.Cells {
		if o != c && r.values[o] == 0 && !slices.Contains(covered, o) {
			return fmt.Errorf("%s could also be in %s", name, r.p.layout.CellName(o))
		}
	}
	return nil
}

// fills proves that a cell of a house has one value left.
func (r *singlesReader) fills(house grid.House, v uint8, cell, why string) error {
	c, ok := r.p.cellNamed(cell)
	if !ok || !slices.Contains(house.Cells, c) {
		return fmt.Errorf("%s is not in the house", cell)
	}
	gone := r.stands(house)
	// A comma ends a reason, or one of the values in a list.
	for _, clause := range strings.Split(regexp.MustCompile(`, and (\w(?:, \w)*(?: and \w)? w)|, (its)`).ReplaceAllString(why, "|$1$2"), "|") {
		if m := ruledOut.FindStringSubmatch(clause); m != nil {
			for w := uint8(1); int(w) <= r.p.params.size; w++ {
				if r.valuesOf(m[1])>>w&1 != 0 {
					if !r.struck[c][w] {
						return fmt.Errorf("nothing ruled %d out of %s", w, cell)
					}
					gone |= 1 << w
				}
			}
		} else if m := hasValues.FindStringSubmatch(clause); m != nil {
			named := r.valuesOf(m[2])
			for h, cells := range r.p.layout.Houses {
				if r.p.layout.Houses[h].Kind.String() == m[1] && slices.Contains(cells.Cells, c) && named&^r.stands(cells) == 0 {
					gone |= named
				}
			}
		} else if clause != "" {
			return fmt.Errorf("%q is no reason", clause)
		}
	}
	if gone != r.all()&^(1<<v) {
		return fmt.Errorf("%s: the values that it cannot have are %b", cell, gone)
	}
	return nil
}

func (r *singlesReader) house(name string) (grid.House, bool) {
	for _, h := range r.p.layout.Houses {
		if strings.EqualFold(h.String(), name) {
			return h, true
		}
	}
	return grid.House{}, false
}

func (r *singlesReader) all() uint64 { return 1<<(r.p.params.size+1) - 2 }

func (r *singlesReader) stands(house grid.House) (set uint64) {
	for _, o := range house.Cells {
		if r.values[o] != 0 {
			set |= 1 << r.values[o]
		}
	}
	return set
}

func (r *singlesReader) valuesOf(list string) (set uint64) {
	for _, v := range listParts.Split(list, -1) {
		if len(v) == 1 {
			set |= 1 << r.p.symbols.Value(v[0])
		}
	}
	return set
}
