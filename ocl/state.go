package ocl

import (
	"fmt"
	"slices"

	"github.com/quandary-puzzles/quandary/internal/nearest"
)

// State is objects with the values of their attributes, and the links between them. It must not change while an Evaluator or
// a Lifter of it is in use.
type State struct {
	spec    *Spec
	objects []*object
	byName  map[string]int
	byClass [][]Value // in the order in which they were made
	links   [][2]map[int64][]Value
	parent  *State // whose names are known as well, and whose links are shared until there is another
	shared  bool   // links are those of the parent
}

type object struct {
	value Value
	class *class
	attrs []Value
}

// NewState gives a state without objects.
func NewState(s *Spec) *State {
	st := &State{spec: s, byName: map[string]int{}, byClass: make([][]Value, len(s.classes))}
	for range s.assocs {
		st.links = append(st.links, [2]map[int64][]Value{{}, {}})
	}
	return st
}

// Fork gives a copy that may be added to and changed without changing the state, which itself must not change any more. It is much
// cheaper than making the objects anew.
func (st *State) Fork() *State {
	out := &State{spec: st.spec, byName: map[string]int{}, parent: st, links: st.links, shared: true}
	total := 0
	for _, o := range st.objects {
		total += len(o.attrs)
	}
	objects, attrs := make([]object, len(st.objects)), make([]Value, 0, total)
	out.objects = make([]*object, len(st.objects), len(st.objects)+32)
	for i, o := range st.objects {
		at := len(attrs)
		attrs = append(attrs, o.attrs...)
		objects[i] = object{value: o.value, class: o.class, attrs: attrs[at:len(attrs):len(attrs)]}
		out.objects[i] = &objects[i]
	}
	out.byClass = make([][]Value, len(st.byClass))
	for i, list := range st.byClass {
		out.byClass[i] = slices.Clip(list)
	}
	return out
}

// number finds an object's number by its name.
func (st *State) number(name string) (int, bool) {
	for ; st != nil; st = st.parent {
		if i, ok := st.byName[name]; ok {
			return i, true
		}
	}
	return 0, false
}

// New makes an object of a class. Its name must be new; queries know it by that name.
func (st *State) New(class, name string) (Value, error) {
	c := st.spec.class(class)
	if c == nil {
		return Value{}, fmt.Errorf("ocl: unknown class %s%s", class, meant(class, st.spec.classNames()))
	}
	if _, ok := st.number(name); ok || !identifier(name) {
		return Value{}, fmt.Errorf("ocl: %q is no name for an object, or one that is taken", name)
	}
	o := &object{class: c, attrs: make([]Value, len(c.attrs))}
	o.value = Value{kind: Object, n: int64(len(st.objects)), d: int64(c.index), s: name}
	st.byName[name] = len(st.objects)
	st.objects = append(st.objects, o)
	st.byClass[c.index] = append(st.byClass[c.index], o.value)
	return o.value, nil
}

func meant(name string, known []string) string {
	if n := nearest.One(name, known); n != "" {
		return " (did you mean " + n + "?)"
	}
	return ""
}

// Object finds an object by its name.
func (st *State) Object(name string) (Value, bool) {
	i, ok := st.number(name)
	if !ok {
		return Value{}, false
	}
	return st.objects[i].value, true
}

// Objects gives the objects of a class in the order in which they were made.
func (st *State) Objects(class string) []Value {
	if c := st.spec.class(class); c != nil {
		return slices.Clone(st.byClass[c.index])
	}
	return nil
}

func (st *State) at(v Value) (*object, error) {
	if v.kind != Object || v.n < 0 || v.n >= int64(len(st.objects)) {
		return nil, fmt.Errorf("ocl: %s is no object of this state", v)
	}
	return st.objects[v.n], nil
}

// slot finds an attribute that has a value in the state.
func (st *State) slot(obj Value, name string) (*object, *attribute, error) {
	o, err := st.at(obj)
	if err != nil {
		return nil, nil, err
	}
	a := o.class.attribute(name)
	if a == nil {
		return nil, nil, fmt.Errorf("ocl: class %s has no attribute %s%s", o.class.name, name, meant(name, o.class.features()))
	}
	if a.derived != nil {
		return nil, nil, fmt.Errorf("ocl: the attribute %s of %s is derived, and cannot be set", name, o.class.name)
	}
	return o, a, nil
}

// Set gives an attribute of an object a value of the attribute's type, or the undefined one.
func (st *State) Set(obj Value, attr string, v Value) error {
	o, a, err := st.slot(obj, attr)
	if err != nil {
		return err
	}
	if !v.fits(a.typ) {
		return fmt.Errorf("ocl: the attribute %s of %s is of type %s: %s does not fit", attr, o.class.name, a.typ, v)
	}
	o.attrs[a.index] = v
	return nil
}

// Get gives the value of an attribute that is not derived.
func (st *State) Get(obj Value, attr string) (Value, error) {
	o, a, err := st.slot(obj, attr)
	if err != nil {
		return Value{}, err
	}
	return o.attrs[a.index], nil
}

// Link joins two objects: a of the class of the association's first end, b of the second's. Joining them again changes
// nothing.
func (st *State) Link(association string, a, b Value) error {
	s, err := st.association(association, a, b)
	if err != nil {
		return err
	}
	if st.shared {
		st.ownLinks()
	}
	for side, e := range s.ends {
		from, to := [2]Value{b, a}[side], [2]Value{a, b}[side]
		there := st.links[s.index][side][from.n]
		i, found := slices.BinarySearchFunc(there, to, compare)
		if found {
			return nil
		}
		if e.single && len(there) > 0 {
			return fmt.Errorf("ocl: association %s: %s has a %s already", association, from, e.role)
		}
		st.links[s.index][side][from.n] = slices.Insert(there, i, to)
	}
	return nil
}

// ownLinks copies the links of the parent.
func (st *State) ownLinks() {
	st.shared = false
	shared := st.links
	st.links = make([][2]map[int64][]Value, len(shared))
	for i, sides := range shared {
		for side, from := range sides {
			st.links[i][side] = make(map[int64][]Value, len(from))
			for k, list := range from {
				st.links[i][side][k] = slices.Clip(list)
			}
		}
	}
}

func (st *State) association(name string, a, b Value) (*association, error) {
	var names []string
	for _, s := range st.spec.assocs {
		names = append(names, s.name)
		if s.name != name {
			continue
		}
		x, err := st.at(a)
		if err != nil {
			return nil, err
		}
		y, err := st.at(b)
		if err != nil {
			return nil, err
		}
		if x.class != s.ends[0].class || y.class != s.ends[1].class {
			return nil, fmt.Errorf("ocl: association %s joins a %s and a %s, not a %s and a %s", name, s.ends[0].class.name,
				s.ends[1].class.name, x.class.name, y.class.name)
		}
		return s, nil
	}
	return nil, fmt.Errorf("ocl: unknown association %s%s", name, meant(name, names))
}

// linked gives the objects at an end, seen from an object of the other end's class.
func (st *State) linked(e *end, from Value) []Value { return st.links[e.assoc.index][e.side][from.n] }

// fits tells whether a value is of a type.
func (v Value) fits(t *Type) bool {
	if v.kind == Undefined || t.kind == kAny {
		return true
	}
	switch t.kind {
	case kBoolean:
		return v.kind == Boolean
	case kInteger:
		return v.kind == Number && v.d == 1
	case kReal:
		return v.kind == Number
	case kString:
		return v.kind == String
	case kObject:
		return v.kind == Object && v.d == int64(t.class.index)
	case kSet, kBag, kSequence, kCollection:
		kinds := map[typeKind]Kind{kSet: Set, kBag: Bag, kSequence: Sequence, kCollection: v.kind}
		return v.isCollection() && v.kind == kinds[t.kind] && !slices.ContainsFunc(v.elems, func(e Value) bool { return !e.fits(t.elem) })
	}
	return false
}

// Query is a checked expression that stands for itself.
type Query struct {
	File string
	Expr Expr
	body *node
	size int // slots
}

// Type is the type of the query's value.
func (q *Query) Type() string { return q.body.typ.String() }

// Query checks an expression that may name the state's objects. The name stands for the text in messages.
func (st *State) Query(name string, text []byte) (*Query, error) {
	e, err := parseExpr(name, text)
	if err != nil {
		return nil, err
	}
	var fail *Error
	q := &Query{File: name, Expr: e}
	func() {
		k := &checker{spec: st.spec, file: name, objects: st}
		defer k.catch(&fail)
		q.body = k.expr(e)
		q.size = k.slots
	}()
	if fail != nil {
		return nil, fail
	}
	return q, nil
}
