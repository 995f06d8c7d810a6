package rules

import "github.com/quandary-puzzles/quandary/py/syntax"

// Dependents are the parts of a file that have no meaning without some layers. The nil *Dependents is of none.
type Dependents struct {
	layers map[*Layer]bool
	rules  map[*Rule]bool
}

// Layer reports whether a layer is one of those that are left out, or one that follows and needs them.
func (d *Dependents) Layer(l *Layer) bool { return d != nil && d.layers[l] }

// Rule reports whether a rule names a layer that is left out, itself or by what is named in let.
func (d *Dependents) Rule(r *Rule) bool { return d != nil && d.rules[r] }

// Without finds what has no meaning without some layers.
func (f *File) Without(layers []*Layer) *Dependents {
	d, _ := f.without(layers)
	return d
}

// notGiven lists the layers that are asked for, and those that follow from them.
func (f *File) notGiven() []*Layer {
	var out []*Layer
	for _, l := range f.Layers {
		if l.Role != Given {
			out = append(out, l)
		}
	}
	return out
}

// Asked tells which names under let, and which layers, have no meaning without an answer.
func (f *File) Asked() map[string]bool {
	_, names := f.without(f.notGiven())
	return names
}

// Printed lists the rules that speak of nothing but what is printed: they say which boards there are, not how they are solved.
func (f *File) Printed() []*Rule {
	d := f.Without(f.notGiven())
	var out []*Rule
	for _, r := range f.Rules {
		if !d.Rule(r) {
			out = append(out, r)
		}
	}
	return out
}

// without finds what has no meaning without some layers, and the names of the layers and lets among it.
func (f *File) without(layers []*Layer) (*Dependents, map[string]bool) {
	d := &Dependents{layers: map[*Layer]bool{}, rules: map[*Rule]bool{}}
	names := map[string]bool{}
	for _, l := range layers {
		d.layers[l], names[l.Name] = true, true
	}
	for grew := true; grew; {
		grew = false
		for _, l := range f.Lets {
			if !names[l.Name] && mentions(l.Expr, names) {
				names[l.Name], grew = true, true
			}
		}
		for _, l := range f.Layers {
			if l.Role == Follow && !d.layers[l] && (mentions(l.At, names) || mentions(l.Domain.Lo, names) || mentions(l.Domain.Hi, names) || mentions(l.Domain.At, names)) {
				d.layers[l], names[l.Name], grew = true, true, true
			}
		}
	}
	for _, r := range f.Rules {
		d.rules[r] = mentions(r.Expr, names)
	}
	return d, names
}

// mentions reports whether an expression has one of some names.
func mentions(e *Expr, names map[string]bool) bool {
	return e != nil && named(e.Tree, names)
}

// named reports whether a part of an expression has one of some names.
func named(x syntax.Expr, names map[string]bool) bool {
	found := false
	var walk func(x syntax.Expr)
	walk = func(x syntax.Expr) {
		if n, ok := x.(*syntax.Name); ok && names[n.ID] {
			found = true
		}
		for _, y := range syntax.Children(x) {
			walk(y)
		}
	}
	walk(x)
	return found
}
