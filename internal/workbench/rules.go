package workbench

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"strings"

	"github.com/quandary-puzzles/quandary/families"
	"github.com/quandary-puzzles/quandary/internal/doctree"
	"github.com/quandary-puzzles/quandary/internal/web"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/rules"
)

// RulesText gives the rules file of a family that ships with the program, to begin with, or with no name the template of a new one.
func (b *Bench) RulesText(family string) (string, error) {
	if family == "" {
		return families.Template(), nil
	}
	data, ok := families.Read(family)
	if !ok {
		return "", puzzle.Unknownf("family of rules files", family, families.Names())
	}
	return string(data), nil
}

// Rules marks what is wrong with a rules file, and gives the family that it states. With deep, small boards are solved, too: what is
// probably wrong shows only there.
func (b *Bench) Rules(ctx context.Context, text, lang string, deep bool) web.RulesAnswer {
	ans := web.RulesAnswer{Marks: []web.Mark{}, Sizes: []string{}}
	var probs doctree.Problems
	f, found := b.own.Open(text)
	probs = append(probs, found...)
	if f != nil {
		ans.Family, ans.Title, ans.Needs = f.Name(), f.File().Name("en"), web.TechniquesOf(f, lang)
		for _, size := range append([]string{"6x6", ""}, f.File().Size.Usual...) {
			p, err := f.ParseParams(size)
			if err != nil {
				continue
			}
			_, text, _ := strings.Cut(p.String(), ",")
			if ans.Rules, _, _ = strings.Cut(p.String(), ","); !slices.Contains(ans.Sizes, text) {
				ans.Sizes = append(ans.Sizes, text)
			}
		}
		for _, p := range f.File().Params {
			ans.Params = append(ans.Params, web.RulesParam{Name: p.Name, Lo: p.Range.Lo, Hi: p.Range.Hi})
		}
		if deep {
			probs = append(probs, b.own.Lint(ctx, f)...)
		}
	}
	for _, p := range probs.Sort() {
		ans.Marks = append(ans.Marks, markOf(p))
	}
	return ans
}

// markOf tells a problem at its place.
func markOf(p *doctree.Problem) web.Mark {
	return web.Mark{Line: max(1, p.Pos.Line), Col: max(1, p.Pos.Col), Severity: p.Severity.String(), Code: p.Code, Field: p.Field, Message: p.Message,
		Expected: p.Expected, Suggest: p.Suggest}
}

// CompleteRules proposes what can stand at a place of a rules file: keys, and in expressions the words of the language and the names that
// the file defines.
func (b *Bench) CompleteRules(text string, line, col int) web.Completions {
	return complete(&completer{schema: b.rules, known: ruleNames, sentences: "rules"}, text, line, col)
}

// function is the line of a function that a file defines.
var function = regexp.MustCompile(`^\s+([a-z]\w*)\([\w, ]*\):`)

// ruleNames lists the names that expressions of a rules file know.
func ruleNames(c *completer, word string) []web.Completion {
	var out []web.Completion
	add := func(kind string, names ...string) {
		for _, name := range names {
			out = append(out, web.Completion{Label: name, Insert: name, Kind: kind})
		}
	}
	if strings.HasSuffix(strings.TrimSuffix(c.before, word), ".") {
		add("relation", rules.Relations()...)
		return out
	}
	for _, s := range []struct{ key, kind string }{{"given", "layer"}, {"find", "layer"}, {"follow", "layer"}, {"params", "variable"}, {"let", "variable"}} {
		for _, name := range c.section(s.key) {
			add(s.kind, name)
		}
	}
	for _, line := range c.lines {
		if f := function.FindStringSubmatch(line); f != nil {
			add("variable", f[1])
		}
	}
	if word != "" {
		add("word", rules.Names()...)
		add("word", "for", "in", "if", "not", "and", "or")
	}
	return out
}

// Clash gives givens that no solution has together: without any one of them there is one. least is false when the time was not enough to
// find out which of them can be left out.
func (b *Bench) Clash(ctx context.Context, inst puzzle.Instance) (clash []puzzle.Move, least bool, err error) {
	ed, ok := inst.(puzzle.Editable)
	if !ok {
		return nil, false, nil
	}
	gone := map[puzzle.Move]bool{}
	// broken reports whether no solution has the givens that are left, without some more.
	broken := func(more []puzzle.Move) (bool, error) {
		var moves []puzzle.Move
		for _, m := range ed.Removals() {
			if gone[m] || slices.Contains(more, m) {
				moves = append(moves, m)
			}
		}
		rest, err := ed.Edit(moves)
		if err != nil {
			return false, ctx.Err() // a board that cannot be said without them: they stay
		}
		s, ok := rest.(puzzle.Solver)
		if !ok {
			return false, nil
		}
		res, err := s.Solve(ctx, 1)
		return err == nil && res.Status == puzzle.None, err
	}
	left := ed.Removals()
	whole, err := broken(nil)
	if err != nil || !whole {
		return nil, false, err
	}
	// Halves are tried first, then what is left one by one: few of many givens clash.
	for size := (len(left) + 1) / 2; size >= 1; size /= 2 {
		for at := 0; at < len(left); {
			part := left[at:min(at+size, len(left))]
			without, err := broken(part)
			if errors.Is(err, context.DeadlineExceeded) {
				return left, false, nil
			}
			if err != nil {
				return nil, false, err
			}
			if !without {
				at += size
				continue
			}
			for _, m := range part {
				gone[m] = true
			}
			left = slices.Delete(slices.Clone(left), at, at+len(part))
		}
	}
	return left, true, nil
}

// Advise gives the given that narrows a board with several solutions down the most.
func (b *Bench) Advise(ctx context.Context, inst puzzle.Instance) (puzzle.Advice, error) {
	if advise := inst.Extras().Advise; advise != nil {
		return advise(ctx)
	}
	const most = 40
	none := puzzle.Advice{}
	ed, ok := inst.(puzzle.Editable)
	s, ok2 := inst.(puzzle.Solver)
	if !ok || !ok2 {
		return none, errors.New("givens cannot be added to this puzzle")
	}
	res, err := s.Solve(ctx, most)
	if err != nil && len(res.Solutions) < 2 {
		return none, err
	}
	if len(res.Solutions) < 2 {
		return none, errors.New("the board does not have several solutions: there is nothing to add")
	}
	shared := map[puzzle.Move]int{}
	for _, sol := range res.Solutions {
		for _, m := range ed.Reveals(sol) {
			shared[m]++
		}
	}
	best := puzzle.Advice{Of: len(res.Solutions)}
	for _, m := range ed.Reveals(res.Solutions[0]) {
		if gone := len(res.Solutions) - shared[m]; gone > best.Gone {
			best.Move, best.Gone = m, gone
		}
	}
	if best.Move == "" {
		return none, errors.New("no single given tells these solutions apart")
	}
	next, err := ed.Edit([]puzzle.Move{best.Move})
	if err != nil {
		return none, err
	}
	after, err := next.(puzzle.Solver).Solve(ctx, 2)
	if err != nil && len(after.Solutions) < 2 {
		return none, err
	}
	best.Unique = after.Status == puzzle.Unique
	return best, nil
}
