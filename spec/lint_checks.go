package spec

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/doctree"
	"github.com/quandary-puzzles/quandary/internal/nearest"
	"github.com/quandary-puzzles/quandary/py/syntax"
)

// module checks that an operator file defines its operator, and the names that the file leaves free.
func (l *linter) module(o *Operator) {
	if o.Module.Tree == nil {
		return
	}
	field := join("custom_operator", o.Name.Text)
	defined := syntax.ModuleBindings(o.Module.Tree)
	if defined.Star {
		return
	}
	if !slices.Contains(defined.Names, o.Name.Text) {
		slices.Sort(defined.Names)
		p := l.problem(Error, o.Name.Pos, "operator-file", field, "the file %q defines no %s", o.Module.Path, o.Name)
		p.Expected, p.Suggest = "a function of the operator's name", nearest.One(o.Name.Text, defined.Names)
	}
	for _, ref := range syntax.FreeNames(o.Module.Tree) {
		if l.universe[ref.Name] || l.known[ref.Name] != "" || strings.HasPrefix(ref.Name, "__") {
			continue
		}
		pos := Pos{File: o.Module.Path, Line: int(ref.Pos.Line), Col: int(ref.Pos.Col)}
		l.problem(Warning, pos, "unknown-name", field, "unknown name %s", ref.Name).Suggest = nearest.One(ref.Name, l.candidates(nil))
	}
}

// symIndices reports constant indices into _sym, _ind or _opt beyond the sources, or beyond the number of values that is
// drawn from a source where that is a plain number.
func (l *linter) symIndices(t Text, field, name string, sources int, amount []*Expr) {
	if sources == 0 || !strings.Contains(t.Value, name) {
		return
	}
	for _, m := range symIndex.FindAllStringSubmatchIndex(t.Value, -1) {
		if t.Value[m[2]:m[3]] != name {
			continue
		}
		if len(l.probs) > doctree.MaxProblems {
			return
		}
		k, err := strconv.Atoi(t.Value[m[4]:m[5]])
		if err != nil || k >= sources {
			l.problem(Error, t.At(m[4]), "index", field, "%s[%s], but there is no source %[2]s", name, t.Value[m[4]:m[5]]).Expected =
				fmt.Sprintf("an index from 0 to %d", sources-1)
			continue
		}
		if m[6] < 0 || k >= len(amount) {
			continue
		}
		n, ok := wholeNumber(amount[k])
		j, err := strconv.Atoi(t.Value[m[6]:m[7]])
		if ok && (err != nil || j >= n) {
			drawn := count(n, "value") + " are"
			if n == 1 {
				drawn = count(n, "value") + " is"
			}
			l.problem(Error, t.At(m[6]), "index", field, "%s[%d][%s], but %s drawn from source %d", name, k, t.Value[m[6]:m[7]], drawn, k).Expected =
				fmt.Sprintf("an index from 0 to %d", n-1)
		}
	}
}

var symIndex = regexp.MustCompile(`\b(_sym|_ind|_opt)\[(\d+)\](?:\[(\d+)\])?`)

// wholeNumber gives the value of an expression that is a plain number from 1 on.
func wholeNumber(e *Expr) (int, bool) {
	if e == nil {
		return 0, false
	}
	lit, ok := e.Tree.(*syntax.NumLit)
	if !ok || !lit.IsInt || lit.Big != nil || lit.Int < 1 || lit.Int > maxInt {
		return 0, false
	}
	return int(lit.Int), true
}

// bounds checks that the domain of a number has two ends.
func (l *linter) bounds(v *Variable) {
	if v.Domain == nil || (v.Type != VarInt && v.Type != VarFloat) {
		return
	}
	l.pair(v.Domain, join("variables", v.Name.Text)+".domain", "the domain of a number", "a list of two: [least, greatest]")
}

// range2 checks that a number of things is one number or a list of two.
func (l *linter) range2(e *Expr, field, what string) {
	l.pair(e, field, what, "a list of two: [least, greatest]")
}

func (l *linter) pair(e *Expr, field, what, expected string) {
	if e == nil || e.Tree == nil {
		return
	}
	if list, ok := e.Tree.(*syntax.ListExpr); ok && len(list.Elts) != 2 {
		for _, x := range list.Elts {
			if _, star := x.(*syntax.StarExpr); star {
				return
			}
		}
		l.problem(Error, e.Pos, "length", field, "%s has %s", what, count(len(list.Elts), "value")).Expected = expected
		return
	} else if ok {
		lo, ok1 := number(list.Elts[0])
		hi, ok2 := number(list.Elts[1])
		if ok1 && ok2 && lo > hi {
			l.problem(Error, e.Pos, "range", field, "%s is empty: %v is above %v", what, lo, hi).Expected = expected
		}
	}
}

// number gives the value of a plain number with or without a minus sign.
func number(x syntax.Expr) (float64, bool) {
	switch x := x.(type) {
	case *syntax.NumLit:
		switch {
		case x.Big != nil:
			return 0, false
		case x.IsInt:
			return float64(x.Int), true
		}
		return x.Float, true
	case *syntax.UnaryExpr:
		v, ok := number(x.X)
		return -v, ok && x.Op == syntax.Neg
	}
	return 0, false
}

// aim checks the type of optimize where it is a plain word.
func (l *linter) aim(t *Template) {
	if t == nil || t.Tree == nil || strings.ContainsAny(t.Value, "{}") {
		return
	}
	words := []string{"minimize", "maximize"}
	got := strings.ToLower(strings.TrimSpace(t.Value))
	if got != words[0] && got != words[1] {
		p := l.problem(Error, t.Pos, "choice", "optimize.type", "type is %q", t.Value)
		p.Expected, p.Suggest = "minimize or maximize", nearest.One(got, words)
	}
}

// shadows reports definitions that hide a built-in: a warning where something of that name is called, as the built-in would
// be, else a hint.
func (l *linter) shadows() {
	for _, def := range l.order {
		if !l.universe[def.name.Text] || def.kind == "operator" {
			continue
		}
		sev := Hint
		if l.calls[def.name.Text] {
			sev = Warning
		}
		l.problem(sev, def.name.Pos, "shadow", def.field, "the %s %q hides the built-in of that name", def.kind, def.name.Text)
	}
}

// unused gives hints about definitions that no expression or text mentions.
func (l *linter) unused() {
	for _, def := range l.order {
		switch def.kind {
		case "operator", "variable", "post-generation variable", "symbol":
			if l.words[def.name.Text] == 0 && l.words["_"+def.name.Text] == 0 {
				l.problem(Hint, def.name.Pos, "unused", def.field, "the %s %s is never used", def.kind, def.name)
			}
		case "query":
			if l.words[def.name.Text] == 0 && l.words["queries"] == 0 {
				l.problem(Hint, def.name.Pos, "unused", def.field, "the query %s is not shown in desc", def.name).Expected =
					"{" + def.name.Text + "} or {queries} in desc"
			}
		}
	}
}
