package maths

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/doctree"
	"github.com/quandary-puzzles/quandary/internal/nearest"
	"github.com/quandary-puzzles/quandary/py/syntax"
)

// functions are the names that rules may call, beside those that the file states.
var functions = []string{"range", "len", "sum", "min", "max", "all", "any", "distinct", "abs", "int", "op", "logic"}

// names checks that every name that the file uses stands in it, above where it is drawn or computed, and that every slot is told
// by something: by a rule, or by being an expression.
func (r *reader) names(f *File, root *doctree.Node) {
	at := map[string]*doctree.Node{}
	for _, e := range root.Entries {
		key := e.Key.Text.Value
		at[key] = e.Val
		for _, sub := range e.Val.Entries {
			at[key+"."+sub.Key.Text.Value] = sub.Val
		}
	}
	known := map[string]bool{}
	check := func(field string, nodes ...syntax.Node) {
		for _, n := range nodes {
			for _, ref := range free(n) {
				if known[ref] || slices.Contains(functions, ref) {
					continue
				}
				p := r.problems.Add(&doctree.Problem{Severity: doctree.Error, Pos: at[field].Pos, Code: "unknown-name", Field: field,
					Message: fmt.Sprintf("there is no %q here", ref), Expected: "a parameter, a slot, or one of " + strings.Join(functions, ", ")})
				if p != nil {
					p.Suggest = nearest.One(ref, slices.Concat(slices.Sorted(maps.Keys(known)), functions))
				}
			}
		}
	}
	for i, list := range [][]named{f.Params, f.Let} {
		key := []string{"params", "let"}[i]
		for _, n := range list {
			check(key+"."+n.name, n.lo, n.hi, n.expr)
			known[n.name] = true
		}
	}
	for _, s := range f.Slots {
		field := "slots." + s.name
		check(field, s.at, s.lo, s.hi)
		if s.right != nil {
			check(field, s.right)
		}
		for _, w := range s.wrong {
			check(field, w)
		}
	}
	for _, s := range f.Slots {
		known[s.name] = true
	}
	told, shown := map[string]bool{}, map[string]bool{}
	note := func(into map[string]bool, n syntax.Node) {
		for _, ref := range free(n) {
			into[ref] = true
		}
	}
	for _, q := range f.Rules {
		var n syntax.Node = q.expr
		if q.loop != nil {
			n = q.loop
		}
		check("rules."+q.name, n)
		note(told, n)
	}
	for lang, t := range f.Sheet {
		field := "sheet"
		if at["sheet."+lang] != nil {
			field += "." + lang
		}
		check(field, t)
		note(shown, t)
	}
	for _, s := range f.Slots {
		field := "slots." + s.name
		warn := func(code, message, expected string) {
			r.problems.Add(&doctree.Problem{Severity: doctree.Warning, Pos: at[field].Pos, Code: code, Field: field, Message: message, Expected: expected})
		}
		if !told[s.name] && s.right == nil && !(s.lo != nil && s.lo == s.hi) {
			warn("loose-slot", "no rule says what "+s.name+" is, so it is never blank", "a rule with "+s.name+", or a parameter instead of a slot")
		}
		if mayBlank := len(f.Carve) == 0 || slices.Contains(f.Carve, s.name); !shown[s.name] && mayBlank {
			warn("unshown-slot", s.name+" stands on no sheet, so nobody can see or fill it", "{"+s.name+"} in the sheet")
		}
	}
}

// free gives the names that an expression uses and does not bind; none of a nil one.
func free(n syntax.Node) []string {
	var out []string
	if n == nil {
		return nil
	}
	for _, ref := range syntax.FreeNames(n) {
		if !slices.Contains(out, ref.Name) {
			out = append(out, ref.Name)
		}
	}
	return out
}
