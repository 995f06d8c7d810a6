package code

import (
	"context"
	"slices"
	"strings"

	"github.com/quandary-puzzles/quandary/blanks"
	"github.com/quandary-puzzles/quandary/py/syntax"
)

// Sheet gives the puzzle as it is shown, in a language.
func (p *Puzzle) Sheet(ctx context.Context, lang string) (*blanks.Sheet, error) {
	j, err := p.Judge()
	if err != nil {
		return nil, err
	}
	defer j.Close()
	w := blanks.In(lang)
	if lang != "zh" {
		lang = "en"
	}
	s := &blanks.Sheet{Title: j.m.p.title(), Lang: lang, Task: w.Fill, Code: true, Notes: p.Note}
	if p.Typed {
		s.Task = w.Type
	}
	at := 0
	for i, b := range p.Blanks {
		s.Parts = append(s.Parts, blanks.Part{Text: p.Text[at:b.From], Blank: -1}, blanks.Part{Blank: i})
		at = b.To
		out := blanks.Blank{Kind: b.Kind, Answer: b.Pieces[b.Right]}
		if !p.Typed {
			out.Options = b.Pieces
		}
		s.Blanks = append(s.Blanks, out)
	}
	s.Parts = append(s.Parts, blanks.Part{Text: p.Text[at:], Blank: -1})
	mutable := false
	for i, e := range j.Examples() {
		s.Examples = append(s.Examples, blanks.Example{Input: e.Input, Result: e.Result})
		mutable = mutable || slices.ContainsFunc(j.inputs[i].args, val.mutable)
	}
	if mutable {
		s.Task += " " + w.Keep
	}
	return s, ctx.Err()
}

// title is the name of the first thing that the program defines and that is not private.
func (p *Program) title() string {
	if p.Title != "" {
		return p.Title
	}
	m, err := syntax.ParseModule(p.Name, p.Text)
	if err != nil {
		return ""
	}
	for _, s := range m.Body {
		switch s := s.(type) {
		case *syntax.FuncDef:
			if !strings.HasPrefix(s.Name, "_") {
				return s.Name
			}
		case *syntax.ClassDef:
			return s.Name
		}
	}
	return ""
}

// Count counts the fillings that pass every input shown, up to a limit of boxes; complete tells whether all were counted. It
// searches anew, by the inputs that the puzzle shows alone.
func (p *Puzzle) Count(ctx context.Context) (n int, first []int, complete bool, err error) {
	j, err := p.Judge()
	if err != nil {
		return 0, nil, false, err
	}
	defer j.Close()
	if places, order, tree := p.places(j.m.p); places != nil {
		v, err := j.m.variantOf(tree, p.Text, places)
		if err == nil {
			left, _, err := j.m.survivors(ctx, v, places, j.inputs, 20*boardRuns)
			if err == nil {
				for _, b := range left {
					n += b.fillings()
				}
				first = make([]int, len(places))
				for i := range places {
					first[i] = order[i][left[0][i][0]]
				}
				return n, first, true, nil
			}
			if ctx.Err() != nil {
				return 0, nil, false, err
			}
		}
	}
	const most = 20_000
	for i := range min(p.Fillings(), most) {
		f := p.filling(i)
		m, err := j.Mark(ctx, f)
		if err != nil {
			return n, first, false, err
		}
		if m.Right {
			if n++; first == nil {
				first = f
			}
		}
	}
	return n, first, p.Fillings() <= most, nil
}

// places finds the blanks in the tree of the puzzle's text, each with its pieces, the right one first; order gives the puzzle's
// number of each piece. It gives nil where a blank is not found as it was made.
func (p *Puzzle) places(prog *Program) ([]chosen, [][]int, *syntax.Module) {
	tree, err := syntax.ParseModule("program", p.Text)
	if err != nil {
		return nil, nil, nil
	}
	all := findPlaces(prog, tree, p.Text)
	var out []chosen
	var order [][]int
	for _, b := range p.Blanks {
		at := slices.IndexFunc(all, func(pl *Place) bool { return pl.From == b.From && pl.To == b.To && pl.Kind == b.Kind })
		if at < 0 {
			return nil, nil, nil
		}
		pl := *all[at]
		c := chosen{Place: &pl}
		nums := []int{b.Right}
		for k := range b.Pieces {
			if k != b.Right {
				nums = append(nums, k)
			}
		}
		old := pl.Pieces
		ops := pl.ops
		pl.Pieces, pl.ops = nil, nil
		for i, k := range nums {
			o := slices.Index(old, b.Pieces[k])
			if o < 0 && (ops != nil || pl.opAt < 0) {
				return nil, nil, nil
			}
			if ops != nil {
				pl.ops = append(pl.ops, ops[o])
			}
			pl.Pieces = append(pl.Pieces, b.Pieces[k])
			c.bank = append(c.bank, i)
			if o < 0 {
				pl.pure = false // a piece that the place does not know: nothing is known of its effects
			}
		}
		out, order = append(out, c), append(order, nums)
	}
	return out, order, tree
}
