package ocl

import (
	"fmt"
	"slices"
	"unicode"
)

// Model is a class model as data: what there is to talk about. What its operations and derived attributes mean is said in
// OCL, in the files that Compile reads with it.
type Model struct {
	Classes      []Class
	Associations []Association
}

// Class is a class with its attributes.
type Class struct {
	Name       string
	Attributes []Attribute
}

// Attribute has a type written as in OCL: Boolean, String, a class, Set(Property). A derived attribute has no value in a
// state: a declaration (context Class::attribute derive: ...) gives it.
type Attribute struct {
	Name    string
	Type    string
	Derived bool
}

// Association joins objects of two classes. Ends[0] is seen from objects of Ends[1]'s class, and the other way round.
type Association struct {
	Name string
	Ends [2]End
}

// End is one end of an association: its role name, which objects of the other end's class have as a feature. A Single end
// links at most one object, and the feature is that object; otherwise it is a set.
type End struct {
	Role   string
	Class  string
	Single bool
}

// class, attribute, operation and end are the resolved forms of the model. They belong to one Spec.
type class struct {
	name  string
	index int
	typ   *Type
	attrs []*attribute
	ends  []*end // the opposite ends
	ops   []*operation
}

type attribute struct {
	name    string
	index   int // in the class
	class   *class
	typ     *Type
	derived *operation // the derivation, nil for one that has a value in a state
	wanted  bool       // derived, by the model
}

type operation struct {
	name   string
	class  *class
	params []*Type
	names  []string
	result *Type
	file   string
	decl   Decl
	body   *node
	slots  int  // variables of the body: self, then the parameters
	pure   bool // the body does not use self
	number int  // in the spec
}

type association struct {
	name  string
	index int
	ends  [2]*end
}

type end struct {
	role   string
	class  *class // of the objects there
	single bool
	assoc  *association
	side   int // which end of the association this is
}

func (c *class) attribute(name string) *attribute {
	for _, a := range c.attrs {
		if a.name == name {
			return a
		}
	}
	return nil
}

func (c *class) end(role string) *end {
	for _, e := range c.ends {
		if e.role == role {
			return e
		}
	}
	return nil
}

func (c *class) operation(name string) *operation {
	for _, o := range c.ops {
		if o.name == name {
			return o
		}
	}
	return nil
}

// features are the names that objects of the class have.
func (c *class) features() []string {
	var out []string
	for _, a := range c.attrs {
		out = append(out, a.name)
	}
	for _, e := range c.ends {
		out = append(out, e.role)
	}
	for _, o := range c.ops {
		out = append(out, o.name)
	}
	return out
}

// taken tells whether there is a feature of that name.
func (c *class) taken(name string) bool {
	return c.attribute(name) != nil || c.end(name) != nil || c.operation(name) != nil
}

func (s *Spec) class(name string) *class {
	for _, c := range s.classes {
		if c.name == name {
			return c
		}
	}
	return nil
}

// build resolves a model. Its mistakes are those of a programmer, but are told like others.
func (s *Spec) build(m *Model) error {
	for _, c := range m.Classes {
		if !identifier(c.Name) {
			return fmt.Errorf("ocl: model: %q is no name for a class", c.Name)
		}
		if slices.Contains(typeNames(s.classes), c.Name) {
			return fmt.Errorf("ocl: model: there is a type %s already", c.Name)
		}
		k := &class{name: c.Name, index: len(s.classes)}
		k.typ = &Type{kind: kObject, class: k}
		s.classes = append(s.classes, k)
	}
	for i, c := range m.Classes {
		k := s.classes[i]
		for _, a := range c.Attributes {
			if !identifier(a.Name) || k.taken(a.Name) {
				return fmt.Errorf("ocl: model: %s.%s: no name, or one that is taken", c.Name, a.Name)
			}
			t, err := s.modelType(a.Type)
			if err != nil {
				return fmt.Errorf("ocl: model: %s.%s: %w", c.Name, a.Name, err)
			}
			k.attrs = append(k.attrs, &attribute{name: a.Name, index: len(k.attrs), class: k, typ: t, wanted: a.Derived})
		}
	}
	for _, a := range m.Associations {
		assoc := &association{name: a.Name, index: len(s.assocs)}
		for side, e := range a.Ends {
			k, other := s.class(e.Class), s.class(a.Ends[1-side].Class)
			if k == nil || other == nil {
				return fmt.Errorf("ocl: model: association %s: unknown class", a.Name)
			}
			if !identifier(e.Role) || other.taken(e.Role) {
				return fmt.Errorf("ocl: model: association %s: role %q is no name, or one that is taken", a.Name, e.Role)
			}
			assoc.ends[side] = &end{role: e.Role, class: k, single: e.Single, assoc: assoc, side: side}
			other.ends = append(other.ends, assoc.ends[side])
		}
		s.assocs = append(s.assocs, assoc)
	}
	return nil
}

func (s *Spec) modelType(text string) (*Type, error) {
	p, err := newParser("", text, nil)
	if err != nil {
		return nil, err
	}
	var t *TypeExpr
	err = p.catch(func() {
		t = p.typeExpr()
		if p.tok.kind != tEOF {
			p.expected("the end of the type")
		}
	})
	if err != nil {
		return nil, err
	}
	typ, e := s.resolveType("", t)
	if e != nil {
		return nil, e
	}
	return typ, nil
}

func identifier(s string) bool {
	for i, r := range s {
		if !nameStart(r) && (i == 0 || !unicode.IsDigit(r)) {
			return false
		}
	}
	return s != "" && !slices.Contains(keywords, s)
}
