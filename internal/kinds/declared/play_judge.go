package declared

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/py/syntax"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/encode"
	"github.com/quandary-puzzles/quandary/rules/judge"
	"github.com/quandary-puzzles/quandary/solve"
)

// Judge judges the marks. What is not marked counts as false, or as missing, for whether the puzzle is solved; a conflict is a turn of a
// rule that no further marks can save, looked at alone: a wrong mark that contradicts nothing by itself is none.
func (i *Instance) Judge(s puzzle.State) (puzzle.Verdict, error) {
	ctx := context.Background()
	p, err := i.position(s)
	if err != nil {
		return puzzle.Verdict{}, err
	}
	answer := p.board(i.b)
	broken, err := i.judge(ctx, answer)
	if err != nil {
		return puzzle.Verdict{}, err
	}
	v := puzzle.Verdict{Solved: len(broken) == 0}
	v.Complete = v.Solved || p.complete()
	v.Met, v.Clues = i.met(broken)
	if v.Left, err = i.left(ctx, answer); err != nil {
		return v, err
	}
	if v.Solved || p.empty() {
		return v, nil
	}
	broken, err = i.beyondRepair(ctx, p, broken)
	if err != nil {
		return v, err
	}
	speaker := i.speaker(answer)
	for _, b := range broken {
		text, rule := speaker.Sentence(b), b.Name()
		if len(b.Places) == 0 {
			v.Conflicts = append(v.Conflicts, puzzle.Ref{Kind: "rule", ID: b.Rule, Text: text, Rule: rule})
		}
		for _, place := range b.Places {
			v.Conflicts = append(v.Conflicts, puzzle.Ref{Kind: "place", ID: speaker.Name(place), Text: text, Rule: rule})
		}
	}
	return v, nil
}

// complete reports whether every place is marked.
func (p *position) complete() bool {
	for n, l := range p.layers {
		for at, mark := range p.marks[n] {
			if mark == "" && (l.fixed == nil || !l.fixed[at]) {
				return false
			}
		}
	}
	return true
}

// empty reports whether nothing is marked.
func (p *position) empty() bool {
	for _, marks := range p.marks {
		for _, m := range marks {
			if m != "" {
				return false
			}
		}
	}
	return true
}

// met lists the printed clues that hold as an answer stands, and says how many are counted.
func (i *Instance) met(broken []judge.Broken) (met []puzzle.Ref, clues int) {
	counted, err := i.counting()
	if err != nil {
		return nil, 0
	}
	holds := i.hold(broken)
	speaker := i.speaker(i.b)
	for _, c := range counted {
		if holds[c] {
			met = append(met, puzzle.Ref{Kind: "clue", ID: speaker.Name(i.anchor(c))})
		}
	}
	return met, len(counted)
}

// clues gives the printed clues that a player counts off, in their order. A clue is a value of a given layer over which a rule runs: for c in
// number. Where the family does not say which rules are counted, what holds before anything is marked is not: nothing has to be done for it.
func (i *Instance) clues() ([]board.Place, error) {
	var met map[board.Place]bool
	if !i.f.file.Help.Said {
		start, err := i.position(i.Start())
		if err != nil {
			return nil, err
		}
		broken, err := i.judge(context.Background(), start.board(i.b))
		if err != nil {
			return nil, err
		}
		met = i.hold(broken)
	}
	var out []board.Place
	for _, c := range i.printed() {
		if !met[c] && !slices.Contains(out, c) {
			out = append(out, c)
		}
	}
	return out, nil
}

// hold says of each clue whether all counted rules hold of it.
func (i *Instance) hold(broken []judge.Broken) map[board.Place]bool {
	fails := map[string]bool{}
	for _, b := range broken {
		if len(b.Bound) > 0 {
			fails[b.Rule+fmt.Sprint(b.Bound[0].Value)] = true
		} else {
			fails[b.Rule] = true // as a whole
		}
	}
	holds := map[board.Place]bool{}
	for r, c := range i.printed() {
		old, known := holds[c]
		holds[c] = (old || !known) && !fails[r.Name] && !fails[r.Name+fmt.Sprint(c)]
	}
	return holds
}

// printed goes through the clues of each counted rule.
func (i *Instance) printed() iter.Seq2[*rules.Rule, board.Place] {
	return func(yield func(*rules.Rule, board.Place) bool) {
		for _, r := range i.f.file.Rules {
			l := i.clueLayer(r)
			if l == nil || i.f.file.Help.Said && !slices.Contains(i.f.file.Help.Met, r) {
				continue
			}
			places, err := i.b.Places(l)
			if err != nil {
				continue
			}
			for _, c := range places {
				if i.b.Held(l, c) && !yield(r, c) {
					return
				}
			}
		}
	}
}

// clueLayer gives the given layer over whose values a rule runs, or nil.
func (i *Instance) clueLayer(r *rules.Rule) *rules.Layer {
	if len(r.Clauses) == 0 {
		return nil
	}
	name, ok := r.Clauses[0].Iter.(*syntax.Name)
	if !ok {
		return nil
	}
	if l := i.f.file.Layer(name.ID); l != nil && l.Role == rules.Given && !l.Parts && !l.Objects() {
		return l
	}
	return nil
}

// anchor gives the place at which a clue of a part is written: its first cell.
func (i *Instance) anchor(p board.Place) board.Place {
	if _, _, ok := i.b.Geo.Centre(p); !ok {
		if cells := i.b.Cells(p); len(cells) > 0 {
			return cells[0]
		}
	}
	return p
}

// conflictSteps bounds the search for a way to save a turn of a rule.
const conflictSteps = 2_000

// beyondRepair keeps of the broken turns of rules those that no completion of the marks mends, each looked at alone.
func (i *Instance) beyondRepair(ctx context.Context, p *position, broken []judge.Broken) ([]judge.Broken, error) {
	enc, err := encode.New(ctx, i.b, encode.Options{Loose: true})
	if err != nil {
		return nil, err
	}
	defer enc.Close()
	turns := map[string][]model.Term{}
	for _, t := range enc.Instances {
		key := t.Rule
		for _, b := range t.Bound {
			key += "\x00" + boundText(b.Value)
		}
		turns[key] = append(turns[key], t.Term)
	}
	marked, err := p.terms(enc)
	if err != nil {
		return nil, err
	}
	s, err := i.f.engine.Open(ctx, enc.Problem, solve.Budget{Steps: conflictSteps})
	if err != nil {
		return nil, err
	}
	defer s.Close()
	// Turns of one rule are tried together, and apart only where they cannot hold together.
	fails := map[model.Term]bool{}
	var try func(list []model.Term) error
	try = func(list []model.Term) error {
		if len(list) == 0 {
			return nil
		}
		r, err := s.Solve(ctx, append(slices.Clone(marked), list...)...)
		switch {
		case errors.Is(err, solve.ErrBudget) || errors.Is(err, solve.ErrGaveUp) || errors.Is(err, solve.ErrUnsupported):
			if len(list) == 1 {
				return nil // not decided: no conflict that can be seen
			}
		case err != nil:
			return err
		case r.Status == solve.Sat:
			return nil
		case len(list) == 1:
			fails[list[0]] = true
			return nil
		}
		if err := try(list[:len(list)/2]); err != nil {
			return err
		}
		return try(list[len(list)/2:])
	}
	byRule := map[string][]model.Term{}
	keys := make([]string, len(broken))
	var names []string
	for n, b := range broken {
		keys[n] = b.Rule
		for _, v := range b.Bound {
			keys[n] += "\x00" + boundText(v.Value)
		}
		for _, t := range turns[keys[n]] {
			if !slices.Contains(byRule[b.Rule], t) {
				byRule[b.Rule] = append(byRule[b.Rule], t)
			}
		}
		if !slices.Contains(names, b.Rule) {
			names = append(names, b.Rule)
		}
	}
	for _, name := range names {
		if err := try(byRule[name]); err != nil {
			return nil, err
		}
	}
	var out []judge.Broken
	for n, b := range broken {
		if slices.ContainsFunc(turns[keys[n]], func(t model.Term) bool { return fails[t] }) && !i.openEnd(b, broken) {
			out = append(out, b)
		}
	}
	return out, nil
}

// openEnd reports whether what is broken is an end of a line of a loop, or that there is no line yet, while there is something worse.
func (i *Instance) openEnd(b judge.Broken, broken []judge.Broken) bool {
	rank := func(part string) int {
		return slices.Index([]string{"", "none", "end", "many", "cross", "branch"}, part)
	}
	return slices.ContainsFunc(broken, func(x judge.Broken) bool { return x.Rule == b.Rule && rank(x.Part) > rank(b.Part) && rank(x.Part) > 2 })
}

// boundText names what a clause binds, so that encoder and judge name it alike.
func boundText(v any) string {
	switch v := v.(type) {
	case board.Place, int64, string:
		return fmt.Sprint(v)
	}
	return "_"
}

// terms gives a condition for each mark, and for each printed value.
func (p *position) terms(enc *encode.Encoding) ([]model.Term, error) {
	var out []model.Term
	for n, l := range p.layers {
		for at, mark := range p.marks[n] {
			if mark == "" {
				continue
			}
			v, _ := l.value(mark)
			out = append(out, enc.Holds(l.Layer, l.places[at], v))
		}
	}
	return out, enc.Problem.Err()
}

// Mistakes lists the marks that a solution does not have, each as {mark LAYER@PLACE}.
func (i *Instance) Mistakes(s puzzle.State, solution puzzle.Solution) ([]puzzle.Ref, error) {
	sol, err := i.of(solution)
	if err != nil {
		return nil, err
	}
	p, err := i.position(s)
	if err != nil {
		return nil, err
	}
	right, err := i.solved(sol)
	if err != nil {
		return nil, err
	}
	speaker := i.speaker(i.b)
	var out []puzzle.Ref
	for n, l := range p.layers {
		for at, mark := range p.marks[n] {
			want := right.marks[n][at]
			if want == "" {
				want = l.mark(l.rest)
			}
			if mark == "" || mark == want {
				continue
			}
			text := speaker.Place(l.places[at]) + ": " + l.Name + " " + mark
			out = append(out, puzzle.Ref{Kind: "mark", ID: l.Name + "@" + l.names[at], Text: text})
		}
	}
	return out, nil
}

// left counts what is left to be found, as the section help of the file says it.
func (i *Instance) left(ctx context.Context, answer *rules.Board) ([]puzzle.Left, error) {
	var out []puzzle.Left
	speaker := i.speaker(answer)
	for _, l := range i.f.file.Help.Left {
		v, err := judge.Value(ctx, answer, l.Expr, l.Expr.Tree, nil)
		if err != nil {
			return nil, err
		}
		if n, ok := v.(int64); ok {
			out = append(out, puzzle.Left{Name: speaker.Called(l.Layer), N: int(n)})
			continue
		}
		list, ok := v.([]any)
		for _, x := range list {
			pair, _ := x.([]any)
			if ok = len(pair) == 2; !ok {
				break
			}
			var n int64
			if n, ok = pair[1].(int64); !ok {
				break
			}
			out = append(out, puzzle.Left{Name: speaker.Called(l.Layer), Value: fmt.Sprint(pair[0]), N: int(n)})
		}
		if !ok {
			return nil, &rules.BoardError{Expr: l.Expr, Node: l.Expr.Tree, Msg: "what is left is a number, or a list of two for each value: the value and its number"}
		}
	}
	return out, nil
}
