package stored

import (
	"context"
	"fmt"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/kinds/cards/cardfile"
	"github.com/quandary-puzzles/quandary/internal/nearest"
	"github.com/quandary-puzzles/quandary/ocl"
)

// This file finds the domains of the properties where the file gives names and values apart, as property files do: an
// invariant such as nameFitsValue (paper, listing 6) says which value belongs to which name. Every pair of a name and a value
// is judged by the invariants about single properties.

const (
	// maxPairs bounds the pairs of names and values that invariants judge.
	maxPairs = 1 << 16
	// pairSteps bounds the evaluation of one invariant for one pair.
	pairSteps = 100_000
)

// ofSets makes the properties of a property file: every name with every value that the invariants let it have.
func (l *loader) ofSets() []cardfile.Property {
	return l.domains(l.d.Names, l.d.Values)
}

// untied says what to write where a file gives as many properties as values, so that each value belongs to one name, and says
// nowhere to which. The values are given to the names in the order of the file, which may be what was meant.
func (l *loader) untied(b cardfile.Bound, values int) {
	names := l.d.Names
	if b.Name != cardfile.ClassProperty || b.Min != values || len(names) < 2 || l.tied {
		return
	}
	var parts []string
	for i, name := range names {
		var set []string
		for _, v := range l.d.Values[i*values/len(names) : (i+1)*values/len(names)] {
			set = append(set, ocl.StringValue(v.Value).String())
		}
		parts = append(parts, fmt.Sprintf("(name=%s implies Set{%s}->includes(value))", ocl.StringValue(name.Value), strings.Join(set, ", ")))
	}
	l.fail(names[0].Pos, "which of the %d values belong to which name is not said, so that each of the %d names has all of them: add an "+
		"invariant such as this one, with the values where you want them\n  context Property inv nameFitsValue: %s", values, len(names), strings.Join(parts, " and "))
}

// ofInvariants makes the properties of a file that has invariants alone: its names are the texts that name is compared with,
// its values those that value is compared with.
func (l *loader) ofInvariants() []cardfile.Property {
	var names, values []cardfile.Text
	for _, decl := range l.aboutProperties() {
		g := gatherer{names: &names, values: &values}
		g.expr(decl.inv.Body)
	}
	if len(names) == 0 || len(values) == 0 {
		if len(l.problems) == 0 {
			l.fail(l.d.Pos, "the invariants do not say the domains: expected one such as context Property inv nameFitsValue: "+
				"name='top' implies Set{'red', 'blue'}->includes(value)")
		}
		return nil
	}
	return l.domains(names, values)
}

// declared is an invariant about single properties.
type declared struct {
	inv  *ocl.InvDecl
	spec *ocl.Spec
}

// propertyModel is the metamodel as far as it is about single properties.
func propertyModel() *ocl.Model {
	return &ocl.Model{Classes: []ocl.Class{{Name: "Property",
		Attributes: []ocl.Attribute{{Name: "name", Type: "String"}, {Name: "value", Type: "String"}}}}}
}

// parsed parses the invariants of the file; mistakes are reported with their places.
func (l *loader) parsed() []*ocl.File {
	var files []*ocl.File
	for _, t := range l.d.Invariants {
		f, err := ocl.ParseIn(t.Pos.File, []byte(t.Value), placing(t))
		if err != nil {
			l.oclError(err)
			continue
		}
		files = append(files, f)
	}
	return files
}

// aboutProperties gives the invariants that judge one property by its name and value. Those about several, or about things
// and clues, say nothing about domains.
func (l *loader) aboutProperties() []declared {
	var out []declared
	for _, f := range l.parsed() {
		for _, d := range f.Decls {
			inv, ok := d.(*ocl.InvDecl)
			if !ok || inv.Class != "Property" || len(inv.Vars) > 1 || strings.Contains(ocl.FormatExpr(inv.Body), "allInstances") {
				continue
			}
			spec, err := ocl.Compile(propertyModel(), &ocl.File{Name: f.Name, Decls: []ocl.Decl{d}})
			if err == nil && len(spec.Invariants()) == 1 {
				out = append(out, declared{inv, spec})
			}
		}
		if len(l.problems) > 0 {
			return nil
		}
	}
	return out
}

// domains judges every pair of a name and a value.
func (l *loader) domains(names, values []cardfile.Text) []cardfile.Property {
	decls := l.aboutProperties()
	if len(l.problems) > 0 {
		return nil
	}
	l.tied = len(decls) > 0
	if l.tied && len(names)*len(values) > maxPairs {
		l.fail(l.d.Pos, "%d names and %d values are more than %d pairs", len(names), len(values), maxPairs)
		return nil
	}
	var out []cardfile.Property
	for _, name := range names {
		q := cardfile.Property{Name: name}
		for _, value := range values {
			fits := true
			for _, d := range decls {
				ok, err := d.fits(name.Value, value.Value)
				if err != nil {
					l.oclError(err)
					return nil
				}
				fits = fits && ok
			}
			if fits {
				q.Values = append(q.Values, value)
			}
		}
		if len(q.Values) == 0 {
			l.fail(name.Pos, "the invariants leave no value for property %s", nearest.Quote(name.Value))
			return nil
		}
		out = append(out, q)
	}
	return out
}

// fits judges a pair by one invariant.
func (d declared) fits(name, value string) (bool, error) {
	st := ocl.NewState(d.spec)
	obj, err := st.New("Property", "property")
	if err == nil {
		err = st.Set(obj, "name", ocl.StringValue(name))
	}
	if err == nil {
		err = st.Set(obj, "value", ocl.StringValue(value))
	}
	if err != nil {
		return false, err
	}
	v, err := ocl.NewEvaluator(st, ocl.Limits{Steps: pairSteps}).Invariant(context.Background(), d.spec.Invariants()[0])
	return v.Holds(), err
}

// gatherer collects the texts that an invariant compares name and value with: name = 'top', Set{'red'}->includes(value).
type gatherer struct{ names, values *[]cardfile.Text }

func (g gatherer) expr(e ocl.Expr) {
	switch e := e.(type) {
	case *ocl.Binary:
		if e.Op == "=" || e.Op == "<>" {
			g.pair(e.X, e.Y)
			g.pair(e.Y, e.X)
		}
		g.expr(e.X)
		g.expr(e.Y)
	case *ocl.Unary:
		g.expr(e.X)
	case *ocl.If:
		g.expr(e.Cond)
		g.expr(e.Then)
		g.expr(e.Else)
	case *ocl.Let:
		for _, b := range e.Vars {
			g.expr(b.Init)
		}
		g.expr(e.Body)
	case *ocl.Arrow:
		if e.ID == "includes" && len(e.Args) == 1 {
			g.pair(e.Args[0], e.Src)
		}
	}
}

// pair adds the texts of literals when feature is name or value.
func (g gatherer) pair(feature, literals ocl.Expr) {
	id := ""
	switch f := feature.(type) {
	case *ocl.Name:
		id = f.ID
	case *ocl.Call:
		if !f.Parens {
			id = f.ID
		}
	}
	var into *[]cardfile.Text
	switch id {
	case "name":
		into = g.names
	case "value":
		into = g.values
	default:
		return
	}
	switch x := literals.(type) {
	case *ocl.Literal:
		g.add(into, x)
	case *ocl.CollectionLit:
		for _, p := range x.Parts {
			if lit, ok := p.First.(*ocl.Literal); ok && p.Last == nil {
				g.add(into, lit)
			}
		}
	}
}

func (g gatherer) add(into *[]cardfile.Text, lit *ocl.Literal) {
	if lit.Kind != ocl.LitString || len(*into) >= cardfile.MaxProperties*cardfile.MaxValues {
		return
	}
	for _, t := range *into {
		if t.Value == lit.Text {
			return
		}
	}
	*into = append(*into, cardfile.Text{Value: lit.Text, Pos: cardfile.Pos{Line: lit.At.Line, Col: lit.At.Col}})
}
