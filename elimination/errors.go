package elimination

import (
	"fmt"
	"slices"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/nearest"
)

// ProblemError tells what is wrong with the categories and items of a problem.
type ProblemError struct{ Msg string }

func (e *ProblemError) Error() string { return "elimination: " + e.Msg }

// SizeError tells that a problem is larger than the limits MaxCategories and MaxItems.
type SizeError struct{ Categories, Items int }

func (e *SizeError) Error() string {
	return fmt.Sprintf("elimination: %d categories of %d items: at most %d categories of %d items are supported",
		e.Categories, e.Items, MaxCategories, MaxItems)
}

// UnknownError tells that no category or item has the given name.
type UnknownError struct {
	What     string // "category" or "item"
	Name     any
	Category any // the category looked in, nil for all
	Nearest  any // the label that looks most like Name, nil when none does
}

func (e *UnknownError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "elimination: unknown %s %v", e.What, quote(e.Name))
	if e.Category != nil {
		fmt.Fprintf(&b, " in category %v", quote(e.Category))
	}
	if e.Nearest != nil {
		fmt.Fprintf(&b, " (did you mean %v?)", quote(e.Nearest))
	}
	return b.String()
}

// AmbiguousError tells that a label stands in several categories, so that an Item is needed.
type AmbiguousError struct {
	Label      any
	Categories []any
}

func (e *AmbiguousError) Error() string {
	var cs []string
	for _, c := range e.Categories {
		cs = append(cs, fmt.Sprint(c))
	}
	return fmt.Sprintf("elimination: label %v is ambiguous: it stands in the categories %s; name the item as Item{Category, Label}",
		quote(e.Label), strings.Join(cs, ", "))
}

// CallError tells why the arguments of a call make no sense, whatever the state.
type CallError struct {
	Call string
	Msg  string
}

func (e *CallError) Error() string { return fmt.Sprintf("elimination: %s: %s", e.Call, e.Msg) }

// ContradictionError tells that a call cannot hold together with calls before it. The state is as it was before the call.
type ContradictionError struct {
	Call Call
	// Core is a set of calls, Call among them, that cannot hold together under the rules of the solver, in the order in
	// which they were made. Without any one of them the rules find no contradiction.
	Core []Call
	// Smallest tells that no contradictory set has fewer calls. It is false only where proving that took more than the
	// budget; Core is then minimal, not smallest.
	Smallest bool
}

func (e *ContradictionError) Error() string {
	if len(e.Core) == 1 {
		return fmt.Sprintf("elimination: %s cannot hold", e.Call)
	}
	var cs []string
	for _, c := range e.Core {
		cs = append(cs, fmt.Sprintf("#%d %s", c.Number, c.Text))
	}
	return fmt.Sprintf("elimination: %s contradicts calls before it; these cannot hold together: %s", e.Call, strings.Join(cs, "; "))
}

func quote(v any) string {
	if s, ok := v.(string); ok {
		return fmt.Sprintf("%q", s)
	}
	return fmt.Sprint(v)
}

// similar gives the label that looks most like name, or nil when none does.
func similar(name any, labels []any) any {
	if name == nil {
		return nil
	}
	texts := make([]string, len(labels))
	for i, l := range labels {
		texts[i] = fmt.Sprint(l)
	}
	if near := nearest.One(fmt.Sprint(name), texts); near != "" {
		return labels[slices.Index(texts, near)]
	}
	return nil
}
