package code

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/py/syntax"
)

const (
	shownTests   = 8   // of the author's tests, the first ones
	plainChecked = 400 // fillings that are run one by one, without sharing, before a puzzle leaves
)

// finish makes the puzzle of a draft: the tests shown tell every other filling apart, and the pieces are shuffled.
func (s *Study) finish(ctx context.Context, d Demand, dr *draft, r *rng.Stream) (*Puzzle, error) {
	p := &Puzzle{Text: s.Program.Text, Typed: d.Typed, Score: dr.score(s)}
	p.Class = classOf(p.Score, d.Typed)
	var shown, extra []checked
	for i, in := range s.Inputs {
		switch {
		case i < min(s.Tests, shownTests):
			shown = append(shown, in)
		case i < len(dr.killed) && dr.killed[i] > 0:
			extra = append(extra, in)
		}
	}
	extra, err := s.least(ctx, dr, shown, extra)
	if err != nil {
		return nil, err
	}
	p.Added = len(extra)
	for _, in := range append(shown, extra...) {
		p.Inputs = append(p.Inputs, in.Input)
	}
	for _, c := range s.Where {
		if c.Assumed {
			p.Assumed = append(p.Assumed, c.Text)
		} else {
			p.Where = append(p.Where, c)
		}
	}
	for i, c := range dr.places {
		b := Blank{Kind: c.Kind, From: c.From, To: c.To, Left: dr.studied[i].left(c.bank)}
		for _, k := range r.Perm(len(c.bank)) {
			if c.bank[k] == 0 {
				b.Right = len(b.Pieces)
			}
			b.Pieces = append(b.Pieces, c.Pieces[c.bank[k]])
		}
		for _, e := range dr.studied[i].Right {
			known := fmt.Sprintf("agreed on %d inputs", len(s.Inputs))
			if e.Proof != "" {
				known = "proved: " + e.Proof
			}
			p.Note = append(p.Note, fmt.Sprintf("blank %d: %s is right too (%s)", i+1, c.Pieces[e.Piece], known))
		}
		p.Blanks = append(p.Blanks, b)
	}
	return p, p.Verify(ctx)
}

// least keeps of the witnesses as few as tell every filling apart, the easiest first.
func (s *Study) least(ctx context.Context, dr *draft, shown, extra []checked) ([]checked, error) {
	v, err := s.machine.variantOf(s.tree, s.Program.Text, dr.places)
	if err != nil {
		return nil, err
	}
	for i := len(extra) - 1; i >= 0; i-- {
		fewer := slices.Delete(slices.Clone(extra), i, i+1)
		left, _, err := s.machine.survivors(ctx, v, dr.places, append(slices.Clone(shown), fewer...), 2*boardRuns)
		if errors.Is(err, errTooMany) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if len(left) == 1 && left[0].fillings() == 1 {
			extra = fewer
		}
	}
	return extra, nil
}

// Verify checks that the puzzle's own filling passes its inputs, and that no other does: fillings are put into the text, read and
// run one by one, with nothing shared. Where there are more than a few hundred, those with one or two wrong pieces and others
// at even distances are run.
func (p *Puzzle) Verify(ctx context.Context) error {
	j, err := p.Judge()
	if err != nil {
		return err
	}
	defer j.Close()
	for _, f := range p.someFillings(plainChecked) {
		m, err := j.Mark(ctx, f)
		if err != nil {
			return err
		}
		if own := slices.Equal(f, p.Solution()); own != m.Right {
			return fmt.Errorf("the filling %q: expected %v, found %v %s", p.Texts(f), own, m.Right, m.Why)
		}
	}
	return nil
}

// Solution is the index of the right piece at each blank.
func (p *Puzzle) Solution() []int {
	var f []int
	for _, b := range p.Blanks {
		f = append(f, b.Right)
	}
	return f
}

// Texts gives the pieces of a filling.
func (p *Puzzle) Texts(filling []int) []string {
	var out []string
	for i, k := range filling {
		out = append(out, p.Blanks[i].Pieces[k])
	}
	return out
}

// Fillings is how many there are.
func (p *Puzzle) Fillings() int {
	n := 1
	for _, b := range p.Blanks {
		n *= len(b.Pieces)
	}
	return n
}

// filling gives the filling of a number.
func (p *Puzzle) filling(n int) []int {
	f := make([]int, len(p.Blanks))
	for i, b := range p.Blanks {
		f[i] = n % len(b.Pieces)
		n /= len(b.Pieces)
	}
	return f
}

func (p *Puzzle) someFillings(most int) [][]int {
	n := p.Fillings()
	var out [][]int
	if n <= most {
		for i := range n {
			out = append(out, p.filling(i))
		}
		return out
	}
	right := p.Solution()
	out = append(out, right)
	for i, b := range p.Blanks {
		for k := range b.Pieces {
			f := slices.Clone(right)
			if f[i] = k; k != right[i] {
				out = append(out, f)
			}
		}
	}
	for i := 0; len(out) < most; i++ {
		f := p.filling(int(uint64(i) * 2654435761 % uint64(n)))
		if !slices.Equal(f, right) {
			out = append(out, f)
		}
	}
	return out
}

// Assemble gives the program with texts in its blanks.
func (p *Puzzle) Assemble(texts []string) string {
	var places []*Place
	for i := range p.Blanks {
		places = append(places, &Place{From: p.Blanks[i].From, To: p.Blanks[i].To})
	}
	return assemble(p.Text, places, texts)
}

// check reports what is wrong with a puzzle that was read from an id.
func (p *Puzzle) check() error {
	if len(p.Text) > maxSource || len(p.Blanks) == 0 || len(p.Blanks) > 60 || len(p.Inputs) == 0 || len(p.Inputs) > 200 {
		return errors.New("expected a program, its blanks and tests")
	}
	at := 0
	for i, b := range p.Blanks {
		if b.From < at || b.To <= b.From || b.To > len(p.Text) || len(b.Pieces) < 2 || len(b.Pieces) > 200 || b.Right < 0 || b.Right >= len(b.Pieces) {
			return fmt.Errorf("blank %d is not in the program", i+1)
		}
		if b.Pieces[b.Right] != p.Text[b.From:b.To] && b.Kind != order {
			return fmt.Errorf("blank %d: the right piece is not the program's", i+1)
		}
		for j, t := range b.Pieces {
			if t == "" || slices.Contains(b.Pieces[:j], t) {
				return fmt.Errorf("blank %d has a piece twice, or an empty one", i+1)
			}
		}
		at = b.To
	}
	return nil
}

// program reads the puzzle's text, and restores its inputs.
func (p *Puzzle) program() (*Program, []Input, error) {
	if err := p.check(); err != nil {
		return nil, nil, err
	}
	m, err := syntax.ParseModule("program", p.Text)
	if err != nil {
		return nil, nil, err
	}
	prog := &Program{Name: "program", Text: p.Text, defined: map[string]*syntax.FuncDef{}, classes: map[string]bool{}}
	for _, s := range m.Body {
		switch s := s.(type) {
		case *syntax.FuncDef:
			prog.defined[s.Name] = s
		case *syntax.ClassDef:
			prog.classes[s.Name] = true
		}
	}
	ins := slices.Clone(p.Inputs)
	for i := range ins {
		if err := ins[i].restore(prog); err != nil {
			return nil, nil, fmt.Errorf("test %d: %w", i+1, err)
		}
	}
	return prog, ins, nil
}
