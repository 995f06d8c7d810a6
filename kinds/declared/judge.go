package declared

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/py/syntax"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/encode"
	"github.com/quandary-puzzles/quandary/rules/judge"
	"github.com/quandary-puzzles/quandary/solve"
)

// CheckSolution judges an answer by the rules.
func (i *Instance) CheckSolution(s puzzle.Solution) error {
	sol, ok := s.(*Solution)
	if !ok || sol.f != i.f {
		return errors.New("a solution of another family")
	}
	broken, err := i.judge(context.Background(), sol.b)
	if err != nil || len(broken) == 0 {
		return err
	}
	var out []string
	for n, b := range broken {
		if n == 3 {
			out = append(out, fmt.Sprintf("and %d more", len(broken)-n))
			break
		}
		out = append(out, i.sentence(b, "en"))
	}
	return errors.New(strings.Join(out, "; "))
}

// judge lists what an answer breaks. Layers that follow from the others are found by the solver first, for this answer alone; the
// judge then looks at their values as at all others.
func (i *Instance) judge(ctx context.Context, answer *rules.Board) ([]judge.Broken, error) {
	v, err := judge.Judge(ctx, i.b, answer)
	if err != nil || len(v.Open) == 0 || len(v.Broken) > 0 {
		return v.Broken, err
	}
	full, missing, err := i.f.follow(ctx, answer)
	if err != nil {
		return nil, err
	}
	if full == nil {
		for _, name := range missing {
			v.Broken = append(v.Broken, judge.Broken{Rule: name})
		}
		return v.Broken, nil
	}
	v, err = judge.Judge(ctx, i.b, full)
	return v.Broken, err
}

// Broken says which rules an answer breaks, and whether what is marked in it can still be completed to a solution.
func (i *Instance) Broken(ctx context.Context, s puzzle.Solution) (puzzle.Judgement, error) {
	sol, ok := s.(*Solution)
	if !ok || sol.f != i.f {
		return puzzle.Judgement{}, errors.New("a solution of another family")
	}
	broken, err := i.judge(ctx, sol.b)
	if err != nil {
		return puzzle.Judgement{}, err
	}
	out := puzzle.Judgement{Status: puzzle.Solved}
	if len(broken) == 0 {
		return out, nil
	}
	for _, b := range broken {
		r := puzzle.BrokenRule{Rule: b.Rule, Codes: i.codes(b), Text: i.sentence(b, "en"), Places: []string{}}
		if b.Part != "" {
			r.Rule += "." + b.Part
		}
		for _, p := range b.Places {
			r.Places = append(r.Places, i.placeName(p))
		}
		out.Rules = append(out.Rules, r)
	}
	out.Status = puzzle.Contradiction
	can, err := i.completable(ctx, sol.b)
	if err != nil {
		return puzzle.Judgement{}, err
	}
	if can {
		out.Status = puzzle.Unsolved
	}
	return out, nil
}

// completable reports whether a solution has everything that an answer marks: of truth values those that are true, of others those
// that are there.
func (i *Instance) completable(ctx context.Context, answer *rules.Board) (bool, error) {
	enc, err := encode.New(ctx, i.b, encode.Options{})
	if err != nil {
		return false, err
	}
	marked, err := enc.Marked(answer)
	if err != nil {
		return false, err
	}
	s, err := i.f.engine.Open(ctx, enc.Problem, solve.Budget{})
	if err != nil {
		return false, err
	}
	defer s.Close()
	if err := s.Add("marks", marked); err != nil {
		return false, err
	}
	r, err := s.Solve(ctx)
	return r.Status == solve.Sat, err
}

// codes lists the codes that another program has for what is broken.
func (i *Instance) codes(b judge.Broken) []string {
	if i.f.forms.PZPR == nil {
		return nil
	}
	var out []string
	codes := i.f.forms.PZPR.Codes()
	for _, code := range slices.Sorted(maps.Keys(codes)) {
		for _, rule := range strings.Fields(codes[code]) {
			if rule == b.Rule || b.Part != "" && rule == b.Rule+"."+b.Part {
				out = append(out, code)
				break
			}
		}
	}
	return out
}

// sentence tells what is broken: the rule's own sentence, or its name and places.
func (i *Instance) sentence(b judge.Broken, lang string) string {
	if r := i.f.file.Rule(b.Rule); r != nil && r.Text.In(lang) != "" {
		return i.fill(r.Text.In(lang), b, lang)
	}
	name := b.Rule
	if b.Part != "" {
		name += "." + b.Part
	}
	if len(b.Places) == 0 {
		return name
	}
	return name + " (" + i.placeList(b.Places, lang) + ")"
}

func (i *Instance) placeList(places []board.Place, lang string) string {
	var where []string
	for n, p := range places {
		if n == 5 {
			where = append(where, "…")
			break
		}
		where = append(where, i.placeText(p, lang))
	}
	if lang == "zh" {
		return strings.Join(where, "、")
	}
	return strings.Join(where, ", ")
}

// fill puts what the clauses of a rule bind into its sentence: {c}, and {number[c]} for the value of a layer there.
func (i *Instance) fill(text string, b judge.Broken, lang string) string {
	tree, err := syntax.ParseTemplate(i.f.file.Path, text)
	if err != nil {
		return text
	}
	bound := func(name string) (any, bool) {
		for _, x := range b.Bound {
			if x.Name == name {
				return x.Value, true
			}
		}
		return nil, false
	}
	var out strings.Builder
	for _, part := range tree.Parts {
		switch p := part.(type) {
		case *syntax.StrLit:
			out.WriteString(p.Value)
		case *syntax.Formatted:
			out.WriteString(i.say(p.X, bound, lang))
		}
	}
	return out.String()
}

// say writes one expression of a sentence.
func (i *Instance) say(x syntax.Expr, bound func(string) (any, bool), lang string) string {
	switch x := x.(type) {
	case *syntax.Name:
		if v, ok := bound(x.ID); ok {
			return i.sayValue(v, lang)
		}
		if n, ok := i.b.Params[x.ID]; ok {
			return fmt.Sprint(n)
		}
	case *syntax.IndexExpr:
		layer, ok := x.X.(*syntax.Name)
		name, ok2 := x.Index.(*syntax.Name)
		if ok && ok2 {
			v, _ := bound(name.ID)
			p, ok := v.(board.Place)
			if l := i.f.file.Layer(layer.ID); l != nil && ok {
				if l.Parts {
					return i.sayValue(i.b.PartOf(l, p), lang)
				}
				if w := i.b.Value(l, p); w.Kind == rules.PlaceValue {
					return i.sayValue(w.Place, lang)
				} else {
					return w.String()
				}
			}
		}
	}
	return "?"
}

func (i *Instance) sayValue(v any, lang string) string {
	if p, ok := v.(board.Place); ok {
		return i.placeText(p, lang)
	}
	if v == nil {
		return "?"
	}
	return fmt.Sprint(v)
}

// placeText names a place in a sentence; a part is named by its first cell.
func (i *Instance) placeText(p board.Place, lang string) string {
	if s := i.b.Geo.Say(p, lang); s != "" {
		return s
	}
	if cells := i.b.Cells(p); len(cells) > 0 {
		if lang == "zh" {
			return i.b.Geo.Say(cells[0], lang) + "所在的区域"
		}
		return "the room of " + i.b.Geo.Say(cells[0], lang)
	}
	return i.placeName(p)
}

// placeName names a place for programs.
func (i *Instance) placeName(p board.Place) string {
	if s := i.b.Geo.Name(p); s != "" {
		return s
	}
	if l := i.b.LayerOf(p); l != nil {
		return fmt.Sprintf("%s%d", l.Name, p.N+1)
	}
	return ""
}
