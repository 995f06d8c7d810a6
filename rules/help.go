package rules

import (
	"slices"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/doctree"
)

// Helping is what a page tells players without being asked, as the section help says it.
type Helping struct {
	// Met are the rules whose clues are counted off while they hold; where Said is false, all that run over what is printed.
	Met  []*Rule
	Said bool
	Left []Left
}

// Left says how many of a layer's marks are left to be found: a number, or a list of two for each value, the value and its number.
type Left struct {
	Layer *Layer
	Expr  *Expr
}

// helping reads the section help. Layers and rules have been read.
func (r *reader) helping(f *File, n *doctree.Node) {
	if isNull(n) {
		return
	}
	if n.Kind != doctree.Map {
		r.fail(n.Pos, "help", "the section help is %s", n.What()).Expected = "help: {left: {star: 10 - count(star)}, met: [RULE, ...]}"
		return
	}
	r.known(n, []string{"met", "left"})
	for _, e := range n.Entries {
		switch e.Key.Text.Value {
		case "met":
			f.Help.Said = true
			for _, x := range items(e.Val) {
				if rule := r.ruleOf(f, x); rule != nil {
					f.Help.Met = append(f.Help.Met, rule)
				}
			}
		case "left":
			for _, x := range r.named(e.Val, "a layer") {
				name := x.Key.Text.Value
				l := f.Layer(name)
				if l == nil || l.Role != Find || l.Parts {
					var known []string
					for _, o := range f.Layers {
						if o.Role == Find && !o.Parts {
							known = append(known, o.Name)
						}
					}
					p := r.fail(x.Key.Pos, "help", "there is no layer %q whose marks are counted", name)
					p.Expected, p.Suggest = "a layer under find that is no division", nearestOf(name, slices.Clone(known))
					continue
				}
				if x.Val.Kind != doctree.Scalar {
					r.fail(x.Val.Pos, "help", "what is left of %s is %s", name, x.Val.What()).Expected = "an expression; one that begins with [ or { stands in quotes"
					continue
				}
				if t := r.expr(x.Val.Text, x.Val.Pos); t != nil {
					f.Help.Left = append(f.Help.Left, Left{l, t})
				}
			}
		}
	}
}

// ruleOf gives the rule that a text names.
func (r *reader) ruleOf(f *File, x *doctree.Node) *Rule {
	rule := f.Rule(x.Text.Value)
	if rule == nil {
		var names []string
		for _, o := range f.Rules {
			names = append(names, o.Name)
		}
		p := r.fail(x.Pos, "unknown-rule", "there is no rule %q", x.Text.Value)
		p.Expected, p.Suggest = "one of "+strings.Join(names, ", "), nearestOf(x.Text.Value, names)
	}
	return rule
}
