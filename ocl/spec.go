package ocl

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
)

// Spec is a class model with the operations, derivations and invariants of some files, all checked. It never changes and may
// be used from several goroutines.
type Spec struct {
	classes []*class
	assocs  []*association
	ops     []*operation
	invs    []*Invariant
}

// Invariant is a checked invariant.
type Invariant struct {
	Class string
	Name  string // as written; empty when it has none
	File  string
	Pos   Pos // of the word inv
	Decl  *InvDecl

	class *class
	vars  []int // slots of the context variables; self when none were named
	body  *node
	slots int
}

// String names the invariant as in Thing::unique; one without a name by its place.
func (i *Invariant) String() string {
	if i.Name != "" {
		return i.Class + "::" + i.Name
	}
	return fmt.Sprintf("%s::inv@%s", i.Class, i.Pos)
}

// Invariants gives the spec's invariants, in the order of the files and declarations.
func (s *Spec) Invariants() []*Invariant { return slices.Clone(s.invs) }

// Compile checks the declarations of files against a model. Mistakes in the files are an ErrorList with all that were found,
// at most one for each declaration.
func Compile(m *Model, files ...*File) (*Spec, error) {
	s := &Spec{}
	if err := s.build(m); err != nil {
		return nil, err
	}
	var errs ErrorList
	note := func(e *Error) {
		if e != nil {
			errs = append(errs, e)
		}
	}
	for _, f := range files {
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *opDecl:
				note(s.declareOperation(f.Name, d))
			case *deriveDecl:
				note(s.declareDerived(f.Name, d))
			}
		}
	}
	for _, c := range s.classes {
		for _, a := range c.attrs {
			if a.wanted && a.derived == nil && len(errs) == 0 {
				return nil, fmt.Errorf("ocl: no file derives the attribute %s::%s", c.name, a.name)
			}
		}
	}
	for _, o := range s.ops {
		note(s.checkOperation(o))
	}
	for _, f := range files {
		for _, d := range f.Decls {
			if d, ok := d.(*InvDecl); ok {
				note(s.checkInvariant(f.Name, d))
			}
		}
	}
	if len(errs) > 0 {
		order := func(name string) int {
			return slices.IndexFunc(files, func(f *File) bool { return f.Name == name })
		}
		slices.SortStableFunc(errs, func(a, b *Error) int {
			return cmp.Or(cmp.Compare(order(a.File), order(b.File)), cmp.Compare(a.Pos.Line, b.Pos.Line), cmp.Compare(a.Pos.Col, b.Pos.Col))
		})
		return nil, errs
	}
	s.markPure()
	return s, nil
}

func (s *Spec) classNames() []string {
	out := make([]string, len(s.classes))
	for i, c := range s.classes {
		out[i] = c.name
	}
	return out
}

func (s *Spec) findClass(file string, pos Pos, name string) (*class, *Error) {
	if c := s.class(name); c != nil {
		return c, nil
	}
	return nil, unknown(file, pos, "class", name, s.classNames())
}

func (s *Spec) declareOperation(file string, d *opDecl) *Error {
	c, err := s.findClass(file, d.classAt, d.Class)
	if err != nil {
		return err
	}
	if c.taken(d.Name) {
		return &Error{File: file, Pos: d.At, Msg: fmt.Sprintf("class %s has a feature %s already", c.name, d.Name)}
	}
	o := &operation{name: d.Name, class: c, file: file, decl: d, number: len(s.ops)}
	// The name is known, whatever is wrong with its types: no second message for each call.
	c.ops = append(c.ops, o)
	o.result = anyType
	for i, p := range d.Params {
		t, err := s.resolveType(file, p.Type)
		if err != nil {
			return err
		}
		if slices.Contains(o.names, p.Name) || p.Name == "self" {
			return &Error{File: file, Pos: p.At, Msg: fmt.Sprintf("parameter %d: the name %s is taken", i+1, p.Name)}
		}
		o.params, o.names = append(o.params, t), append(o.names, p.Name)
	}
	result, err := s.resolveType(file, d.Result)
	if err != nil {
		return err
	}
	o.result = result
	s.ops = append(s.ops, o)
	return nil
}

func (s *Spec) declareDerived(file string, d *deriveDecl) *Error {
	c, err := s.findClass(file, d.classAt, d.Class)
	if err != nil {
		return err
	}
	a := c.attribute(d.Name)
	if a == nil {
		var names []string
		for _, a := range c.attrs {
			names = append(names, a.name)
		}
		return unknown(file, d.At, "attribute of "+c.name, d.Name, names)
	}
	switch {
	case !a.wanted:
		return &Error{File: file, Pos: d.At, Msg: fmt.Sprintf("the attribute %s of %s is not derived: it has a value in each state", a.name, c.name)}
	case a.derived != nil:
		return &Error{File: file, Pos: d.At, Msg: fmt.Sprintf("the attribute %s of %s is derived twice", a.name, c.name)}
	}
	a.derived = &operation{name: a.name, class: c, result: a.typ, file: file, decl: d, number: len(s.ops)}
	s.ops = append(s.ops, a.derived)
	if d.Type != nil {
		t, err := s.resolveType(file, d.Type)
		if err != nil {
			return err
		}
		if !t.Equal(a.typ) {
			return &Error{File: file, Pos: d.Type.At, Msg: fmt.Sprintf("the attribute %s of %s is of type %s, not %s", a.name, c.name, a.typ, t)}
		}
	}
	return nil
}

func (s *Spec) checkOperation(o *operation) (fail *Error) {
	k := &checker{spec: s, file: o.file}
	defer k.catch(&fail)
	k.self(o.class)
	for i, t := range o.params {
		k.bind(o.names[i], t)
	}
	body := o.decl.body()
	n := k.expr(body)
	if !n.typ.conforms(o.result) {
		k.fail(body.Pos(), "%s::%s has type %s, but this is of type %s", o.class.name, o.name, o.result, n.typ)
	}
	o.body, o.slots = n, k.slots
	return nil
}

func (s *Spec) checkInvariant(file string, d *InvDecl) (fail *Error) {
	c, err := s.findClass(file, d.classAt, d.Class)
	if err != nil {
		return err
	}
	inv := &Invariant{Class: c.name, Name: d.Name, File: file, Pos: d.At, Decl: d, class: c}
	for _, other := range s.invs {
		if d.Name != "" && other.class == c && other.Name == d.Name {
			return &Error{File: file, Pos: d.At, Msg: fmt.Sprintf("there is an invariant %s already (%s:%s)", other, other.File, other.Pos)}
		}
	}
	k := &checker{spec: s, file: file}
	defer k.catch(&fail)
	switch len(d.Vars) {
	case 0:
		inv.vars = append(inv.vars, k.self(c))
	case 1:
		// A single named variable is the implicit source as self is.
		v := k.bind(d.Vars[0].Name, c.typ)
		k.scopes[len(k.scopes)-1].implicit = true
		inv.vars = append(inv.vars, v)
	default:
		for i, v := range d.Vars {
			if slices.ContainsFunc(d.Vars[:i], func(w Param) bool { return w.Name == v.Name }) {
				k.fail(v.At, "there is a variable %s already", v.Name)
			}
			inv.vars = append(inv.vars, k.bind(v.Name, c.typ))
		}
	}
	n := k.expr(d.Body)
	k.want(n, booleanType, "an invariant")
	inv.body, inv.slots = n, k.slots
	s.invs = append(s.invs, inv)
	return nil
}

// markPure finds the operations whose result does not depend on their self object, so that it is worked out once for all.
func (s *Spec) markPure() {
	for _, o := range s.ops {
		o.pure = !o.body.mentions(0)
	}
}

// mentions tells whether a variable occurs.
func (n *node) mentions(slot int) bool {
	if n == nil {
		return false
	}
	if n.op == nVar && n.slot == slot {
		return true
	}
	for _, a := range n.args {
		if a.mentions(slot) {
			return true
		}
	}
	return false
}

// Features gives what an invariant looks at, directly and through operations and derived attributes: attributes and roles as
// Class::name, and Class::allInstances. They are sorted. What a derived attribute looks at stands for it; but what operations and
// derived attributes look at that are excepted, as Class::name, does not count.
func (i *Invariant) Features(except ...string) []string {
	seen := map[string]bool{}
	called := map[*operation]bool{}
	var walk func(n *node)
	walk = func(n *node) {
		if n == nil {
			return
		}
		switch n.op {
		case nAttr:
			seen[n.attr.class.name+"::"+n.attr.name] = true
		case nEnd:
			seen[n.args[0].typ.class.name+"::"+n.end.role] = true
		case nInstances:
			seen[n.class.name+"::allInstances"] = true
		case nCall:
			if !called[n.call] && !slices.Contains(except, n.call.class.name+"::"+n.call.name) {
				called[n.call] = true
				walk(n.call.body)
			}
		}
		for _, a := range n.args {
			walk(a)
		}
	}
	walk(i.body)
	return slices.Sorted(maps.Keys(seen))
}
