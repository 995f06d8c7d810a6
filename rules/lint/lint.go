// Package lint finds what is probably wrong with a rules file that can be read: what stands in the file and nobody uses, what a
// function cannot mean, and what small boards show, on which rules are tried one by one.
//
// The first part reads the expressions. The second makes a few small boards (sample.go), with the given layers unknown too where
// the expressions allow it, and asks a solver of each rule (tried.go): is there a board that keeps it, one that breaks it, and one
// that breaks it alone? Boards, steps and questions are bounded; what was not reached is told as a hint.
package lint

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/internal/doctree"
	"github.com/quandary-puzzles/quandary/internal/nearest"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/py/syntax"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/solve"
)

// Check gives what is probably wrong with a file, sorted by place; of files that it uses no hints. Expressions that have no meaning on a board are errors; the rest are
// warnings and hints. The engine solves small boards. When the context ends, what was found so far is given, with a hint.
func Check(ctx context.Context, f *rules.File, engine solve.Engine) doctree.Problems {
	c := &checker{f: f, engine: engine}
	c.uses()
	c.sentences()
	c.marks()
	c.boards(ctx)
	c.techniques(ctx)
	// What a file that is used has and this one does not need is no concern of this one: of a part, much is there for other parts, and
	// for larger boards than are tried.
	c.probs = slices.DeleteFunc(c.probs, func(p *doctree.Problem) bool {
		return p.Pos.File != f.Path && (p.Severity == doctree.Hint || p.Code == "never-broken" || p.Code == "never-kept")
	})
	return c.probs.Sort()
}

type checker struct {
	f      *rules.File
	engine solve.Engine
	probs  doctree.Problems
	wishes *rng.Stream            // for the boards that are turned
	turned map[board.Symmetry]int // how many solved boards were turned by each symmetry

	unkept     []string // symmetries that do not keep the rules
	unkeptRule string   // a rule that one of them does not keep
}

func (c *checker) add(sev doctree.Severity, pos doctree.Pos, code, format string, args ...any) *doctree.Problem {
	return c.probs.Add(&doctree.Problem{Severity: sev, Pos: pos, Code: code, Message: fmt.Sprintf(format, args...)})
}

// walk visits an expression and all its parts.
func walk(x syntax.Expr, visit func(syntax.Expr)) {
	visit(x)
	for _, y := range syntax.Children(x) {
		walk(y, visit)
	}
}

// usage is what the expressions of a file name.
type usage struct {
	names  map[string]bool // names of layers, parameters and lets
	values map[string]bool // layers whose values are read: layer[place], layer.get
	words  map[string]bool // words in quotes, and directions
	spans  map[string]bool // layers between whose places spans are
}

func newUsage() *usage {
	return &usage{names: map[string]bool{}, values: map[string]bool{}, words: map[string]bool{}, spans: map[string]bool{}}
}

// read adds what an expression uses, directly or by lets.
func (u *usage) read(f *rules.File, e *rules.Expr) {
	if e == nil {
		return
	}
	walk(e.Tree, func(x syntax.Expr) {
		switch x := x.(type) {
		case *syntax.Name:
			u.words[x.ID] = true
			if u.names[x.ID] {
				return
			}
			u.names[x.ID] = true
			if l := f.Let(x.ID); l != nil {
				u.read(f, l.Expr)
			}
		case *syntax.StrLit:
			u.words[x.Value] = true
		case *syntax.IndexExpr:
			if n, ok := x.X.(*syntax.Name); ok {
				u.values[n.ID] = true
			}
		case *syntax.AttrExpr:
			u.names[x.Name] = true
			if n, ok := x.X.(*syntax.Name); ok {
				u.values[n.ID] = true
			}
		case *syntax.CallExpr:
			if fun, ok := x.Fun.(*syntax.Name); ok && fun.ID == "spans" && len(x.Args) == 1 {
				if n, ok := x.Args[0].Value.(*syntax.Name); ok {
					u.spans[n.ID] = true
				}
			}
		}
	})
}

// exprs lists the expressions of a layer.
func exprs(l *rules.Layer) []*rules.Expr {
	out := []*rules.Expr{l.At, l.Domain.Lo, l.Domain.Hi, l.Domain.At}
	for _, fd := range l.Fields {
		out = append(out, fd.At, fd.Domain.Lo, fd.Domain.Hi)
	}
	return out
}

// uses reports layers, parameters and lets that nothing uses, and values that nothing reads.
func (c *checker) uses() {
	inRules, all := newUsage(), newUsage()
	for _, t := range c.f.Techniques {
		all.read(c.f, t.Expr)
	}
	for _, r := range c.f.Rules {
		inRules.read(c.f, r.Expr)
		all.read(c.f, r.Expr)
	}
	for _, l := range c.f.Layers {
		for _, e := range exprs(l) {
			all.read(c.f, e)
		}
	}
	for _, p := range c.f.Params {
		all.read(c.f, p.Default)
	}
	var loose []string // names in the rules that look like a layer's but are bound otherwise
	for name := range inRules.names {
		loose = append(loose, name)
	}
	slices.Sort(loose)
	for _, l := range c.f.Layers {
		switch {
		case !all.names[l.Name]:
			if l.Role == rules.Given {
				c.add(doctree.Warning, l.Pos, "unread", "no rule reads %s: what it prints means nothing", l.Name).Suggest = near(l.Name, loose)
			} else {
				c.add(doctree.Warning, l.Pos, "unconstrained", "no rule speaks of %s: any value will do, so every board has many solutions", l.Name).Suggest = near(l.Name, loose)
			}
			continue
		case !inRules.names[l.Name] && l.Role != rules.Given:
			c.add(doctree.Warning, l.Pos, "unconstrained", "no rule speaks of %s: any value will do, so every board has many solutions", l.Name)
			continue
		}
		if l.Parts || l.Objects() {
			for _, fd := range l.Fields {
				if !all.names[fd.Name] {
					c.add(doctree.Warning, fd.Pos, "unread", "no rule reads the field %s of %s", fd.Name, l.Name)
				}
			}
			continue
		}
		if l.Domain.Kind != rules.Bools && !all.values[l.Name] {
			c.add(doctree.Hint, l.Pos, "value-unread", "no rule reads the values of %s, only where there is one", l.Name).Expected =
				fmt.Sprintf("%s[c] in a rule", l.Name)
		}
		if l.Domain.Kind == rules.Bools && l.Some {
			c.add(doctree.Warning, l.Pos, "some-truth", "a place of %s may be true, false or without a value, and no text or picture tells the last two apart", l.Name).Expected =
				"no some: true, or two words as values"
		}
		if l.Domain.Kind == rules.Words {
			c.words(l, all)
		}
		if l.Role != rules.Given && l.Domain.Kind == rules.Ints && l.Domain.Hi == nil {
			c.add(doctree.Hint, l.Pos, "no-upper-bound", "%s has no greatest value: the number of cells is taken", l.Name).Expected = "values: 1..9, or 1..len(rows)"
		}
	}
	for _, p := range c.f.Params {
		if !all.names[p.Name] {
			c.add(doctree.Hint, p.Pos, "unused", "no expression uses the parameter %s", p.Name)
		}
	}
	made := c.making()
	for _, l := range c.f.Lets {
		if !all.names[l.Name] && !made.names[l.Name] {
			c.add(doctree.Hint, l.Pos, "unused", "nothing uses %s", l.Name)
		}
	}
}

// making gives what the section make uses.
func (c *checker) making() *usage {
	u, m := newUsage(), c.f.Making
	for _, r := range m.Read {
		u.read(c.f, r.Expr)
	}
	for _, r := range m.Rooms {
		u.read(c.f, r.Around)
	}
	for _, r := range m.Frame {
		u.read(c.f, r.While)
	}
	for _, r := range m.Must {
		u.read(c.f, r.Expr)
	}
	for _, w := range m.Want {
		u.read(c.f, w.Expr)
	}
	return u
}

// words reports words of a layer that no rule names, where some are named: a clue that means nothing, or a word that is mistyped.
func (c *checker) words(l *rules.Layer, u *usage) {
	var unnamed []string
	for _, w := range l.Domain.Words {
		if !u.words[w] {
			unnamed = append(unnamed, w)
		}
	}
	if len(unnamed) > 1 && len(unnamed) < len(l.Domain.Words) && !isDirection(unnamed[0]) {
		c.add(doctree.Hint, l.Pos, "value-unread", "no rule names these words of %s: %s", l.Name, strings.Join(unnamed, ", "))
	}
}

// isDirection reports whether a word is a direction, which rules use without naming it.
func isDirection(w string) bool {
	_, ok := board.ParseDir(w)
	return ok
}

func near(name string, known []string) string {
	if list := nearest.All(name, known); len(list) > 0 && list[0] != name {
		return list[0]
	}
	return ""
}

// sentences reports rules without a sentence for those whose answer breaks them.
func (c *checker) sentences() {
	languages := slices.Sorted(slices.Values(c.f.Languages))
	if len(languages) == 0 {
		languages = []string{"en"}
	}
	for _, r := range c.f.Rules {
		if call, ok := r.Must.(*syntax.CallExpr); ok && len(r.Text) == 0 {
			if name, ok := call.Fun.(*syntax.Name); ok && name.ID == "loop" {
				continue // the parts of a loop have sentences of their own
			}
		}
		var missing []string
		for _, lang := range languages {
			if r.Text[lang] == "" {
				missing = append(missing, lang)
			}
		}
		if len(missing) > 0 {
			c.add(doctree.Hint, r.Pos, "no-sentence", "the rule %s has no sentence (%s)", r.Name, strings.Join(missing, ", ")).Expected =
				fmt.Sprintf("text: {%s: {%s: ...}}", missing[0], r.Name)
		}
	}
}

// marking lists the functions that see the unmarked elements of a list too.
var marking = []string{"before", "after", "between", "first", "last", "runs"}

// marks reports functions that look for marked elements where nothing marks any, and conditions that take elements away from them.
func (c *checker) marks() {
	look := func(e *rules.Expr) {
		if e == nil {
			return
		}
		walk(e.Tree, func(x syntax.Expr) {
			call, ok := x.(*syntax.CallExpr)
			if !ok || len(call.Args) == 0 {
				return
			}
			fun, ok := call.Fun.(*syntax.Name)
			if !ok || !slices.Contains(marking, fun.ID) {
				return
			}
			arg := call.Args[0].Value
			comp, ok := arg.(*syntax.Comp)
			if !ok {
				p := c.add(doctree.Warning, e.Place(arg), "unmarked", "%s looks for marked elements, and here nothing marks any", fun.ID)
				p.Expected = fmt.Sprintf("%s(x for x in places if condition)", fun.ID)
				return
			}
			last := comp.Clauses[len(comp.Clauses)-1]
			if len(last.Ifs) == 0 {
				p := c.add(doctree.Warning, e.Place(comp), "unmarked", "%s looks for marked elements, and without an if all of them are", fun.ID)
				p.Expected = fmt.Sprintf("%s(x for x in places if condition)", fun.ID)
			}
		})
	}
	for _, l := range c.f.Lets {
		look(l.Expr)
	}
	for _, r := range c.f.Rules {
		look(r.Expr)
	}
}
