package maths

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/doctree"
	"github.com/quandary-puzzles/quandary/internal/nearest"
	"github.com/quandary-puzzles/quandary/py/syntax"
)

// This file reads the key vary: the changes that no rule shows, since they are changes of the text.

func (r *reader) vary(f *File, n *doctree.Node) {
	if n.Kind != doctree.Map {
		r.fail(n, "vary", "vary is "+n.What(), "a mapping such as {sides: [1]}, or {letters: [s, e, n, d]}")
		return
	}
	for _, e := range n.Entries {
		key, v := e.Key.Text.Value, e.Val
		if v.Kind != doctree.List {
			r.fail(v, "vary."+key, key+" is "+v.What(), "a list")
			continue
		}
		switch key {
		case Letters:
			for _, i := range v.Items {
				f.Letters = append(f.Letters, i.Text.Value)
			}
		case Sides:
			for _, i := range v.Items {
				line := 0
				if _, err := fmt.Sscan(i.Text.Value, &line); err != nil || line < 1 {
					r.fail(i, "vary.sides", "a line is "+i.What(), "the number of a line of the sheet, from 1")
					continue
				}
				f.Sides = append(f.Sides, line)
			}
		default:
			if p := r.fail(v, "vary", fmt.Sprintf("vary has no %q", key), "letters, sides"); p != nil {
				p.Suggest = nearest.One(key, []string{Letters, Sides})
			}
		}
	}
}

// checkVary checks that letters are slots, one letter each, and that lines are equations in every language.
func (r *reader) checkVary(f *File, root *doctree.Node) {
	for i, l := range f.Letters {
		k := slices.IndexFunc(f.Slots, func(s *slot) bool { return s.name == l })
		if len(l) != 1 || l < "a" || l > "z" || k < 0 || f.Slots[k].at != nil || slices.Contains(f.Letters[:i], l) || i >= 20 {
			r.fail(root, "vary.letters", fmt.Sprintf("the letter %q", l), "slots of one small letter each, which stand for the capital letters, at most 20")
		}
	}
	for _, line := range f.Sides {
		for _, lang := range []string{"en", "zh"} {
			if t := f.Sheet[lang]; t != nil && (line > len(lines(t.Parts)) || !equation(lines(t.Parts)[line-1])) {
				r.fail(root, "vary.sides", fmt.Sprintf("line %d of the sheet (%s) is no equation", line, lang), "a line with one = between spaces, and something on either side")
			}
		}
	}
}

// lines cuts a template at its line ends.
func lines(parts []syntax.Expr) [][]syntax.Expr {
	out := [][]syntax.Expr{nil}
	for _, part := range parts {
		x, ok := part.(*syntax.StrLit)
		if !ok {
			out[len(out)-1] = append(out[len(out)-1], part)
			continue
		}
		for i, text := range strings.Split(x.Value, "\n") {
			if i > 0 {
				out = append(out, nil)
			}
			if text != "" {
				out[len(out)-1] = append(out[len(out)-1], &syntax.StrLit{Value: text})
			}
		}
	}
	return out
}

const equals = " = "

// relation matches what makes of two sides more, or other, than one equation.
var relation = regexp.MustCompile(`[=<>≤≥≠≡:;,]`)

// equation reports whether a line is one: one = between spaces, with something on either side, and no other sign that relates or lists.
func equation(line []syntax.Expr) bool {
	n, at := 0, -1
	for i, part := range line {
		if x, ok := part.(*syntax.StrLit); ok {
			n += len(relation.FindAllString(x.Value, -1))
			if strings.Contains(x.Value, equals) {
				at = i
			}
		}
	}
	if n != 1 || at < 0 {
		return false
	}
	a, b, _ := strings.Cut(line[at].(*syntax.StrLit).Value, equals)
	return (holds(line[:at]) || strings.TrimSpace(a) != "") && (holds(line[at+1:]) || strings.TrimSpace(b) != "")
}

// holds reports whether something stands on a stretch of a line.
func holds(parts []syntax.Expr) bool {
	return slices.ContainsFunc(parts, func(p syntax.Expr) bool {
		x, ok := p.(*syntax.StrLit)
		return !ok || strings.TrimSpace(x.Value) != ""
	})
}

// turnLines lets the sides of the equations on some lines change places; the indent stays.
func turnLines(parts []syntax.Expr, turned []int) []syntax.Expr {
	if len(turned) == 0 {
		return parts
	}
	var out []syntax.Expr
	text := func(t string) {
		if t != "" {
			out = append(out, &syntax.StrLit{Value: t})
		}
	}
	for i, line := range lines(parts) {
		if i > 0 {
			text("\n")
		}
		if !slices.Contains(turned, i+1) || !equation(line) {
			out = append(out, line...)
			continue
		}
		at := slices.IndexFunc(line, func(p syntax.Expr) bool {
			x, ok := p.(*syntax.StrLit)
			return ok && strings.Contains(x.Value, equals)
		})
		a, b, _ := strings.Cut(line[at].(*syntax.StrLit).Value, equals)
		left, right := slices.Clone(line[:at]), slices.Clone(line[at+1:])
		indent := ""
		if at == 0 {
			indent, a = cutIndent(a)
		} else if x, ok := left[0].(*syntax.StrLit); ok {
			var rest string
			indent, rest = cutIndent(x.Value)
			left[0] = &syntax.StrLit{Value: rest}
		}
		text(indent)
		text(b)
		out = append(out, right...)
		text(equals)
		out = append(out, left...)
		text(a)
	}
	return out
}

func cutIndent(text string) (indent, rest string) {
	rest = strings.TrimLeft(text, " ")
	return text[:len(text)-len(rest)], rest
}
