package ocl

// Type is a type of OCL. Types are compared with Equal.
type Type struct {
	kind  typeKind
	class *class // of objects
	elem  *Type  // of collections
}

type typeKind uint8

const (
	kVoid typeKind = iota // of the undefined value; conforms to every type
	kBoolean
	kInteger
	kReal
	kString
	kObject
	kAny // OclAny: what every type conforms to
	kSet
	kBag
	kSequence
	kCollection // any of the three
)

var (
	voidType    = &Type{kind: kVoid}
	booleanType = &Type{kind: kBoolean}
	integerType = &Type{kind: kInteger}
	realType    = &Type{kind: kReal}
	stringType  = &Type{kind: kString}
	anyType     = &Type{kind: kAny}
)

// basicTypes are the types that have a name of their own.
var basicTypes = []struct {
	name string
	typ  *Type
}{{"Boolean", booleanType}, {"Integer", integerType}, {"Real", realType}, {"String", stringType}, {"OclAny", anyType},
	{"OclVoid", voidType}}

var collectionTypes = []struct {
	name string
	kind typeKind
}{{"Set", kSet}, {"Bag", kBag}, {"Sequence", kSequence}, {"Collection", kCollection}}

func (t *Type) String() string {
	for _, b := range basicTypes {
		if b.typ.kind == t.kind {
			return b.name
		}
	}
	for _, c := range collectionTypes {
		if c.kind == t.kind {
			return c.name + "(" + t.elem.String() + ")"
		}
	}
	return t.class.name
}

// Equal tells whether two types are the same.
func (t *Type) Equal(u *Type) bool {
	return t.kind == u.kind && t.class == u.class && (t.elem == nil || t.elem.Equal(u.elem))
}

func (t *Type) collection() bool { return t.kind >= kSet }

func (t *Type) number() bool { return t.kind == kInteger || t.kind == kReal }

func collectionOf(k typeKind, elem *Type) *Type { return &Type{kind: k, elem: elem} }

// conforms tells whether a value of type t may stand where a u is expected.
func (t *Type) conforms(u *Type) bool {
	switch {
	case t.kind == kVoid || u.kind == kAny:
		return true
	case t.kind == kInteger && u.kind == kReal:
		return true
	case t.collection() && u.collection():
		return (t.kind == u.kind || u.kind == kCollection) && t.elem.conforms(u.elem)
	}
	return t.kind == u.kind && t.class == u.class
}

// join is the least type that both conform to.
func join(t, u *Type) *Type {
	switch {
	case t.conforms(u):
		return u
	case u.conforms(t):
		return t
	case t.collection() && u.collection():
		k := kCollection
		if t.kind == u.kind {
			k = t.kind
		}
		return collectionOf(k, join(t.elem, u.elem))
	}
	return anyType
}

// comparableTypes tells whether values of two types can ever be equal.
func comparableTypes(t, u *Type) bool {
	switch {
	case t.kind == kVoid || u.kind == kVoid || t.kind == kAny || u.kind == kAny:
		return true
	case t.number() && u.number():
		return true
	case t.collection() && u.collection():
		// Two empty collections are equal whatever their elements' types say; what can never be equal otherwise is a mistake.
		return (t.kind == u.kind || t.kind == kCollection || u.kind == kCollection) && comparableTypes(t.elem, u.elem)
	}
	return t.kind == u.kind && t.class == u.class
}

// typeNames are all names of types that a spec knows.
func typeNames(classes []*class) []string {
	var out []string
	for _, b := range basicTypes {
		out = append(out, b.name)
	}
	for _, c := range collectionTypes {
		out = append(out, c.name)
	}
	for _, c := range classes {
		out = append(out, c.name)
	}
	return out
}

// resolveType finds the type that is written.
func (s *Spec) resolveType(file string, e *TypeExpr) (*Type, *Error) {
	for _, c := range collectionTypes {
		if c.name == e.Name {
			if e.Elem == nil {
				return nil, &Error{File: file, Pos: e.At, Msg: "expected the type of the elements, as in " + e.Name + "(String)"}
			}
			elem, err := s.resolveType(file, e.Elem)
			if err != nil {
				return nil, err
			}
			return collectionOf(c.kind, elem), nil
		}
	}
	if e.Elem != nil {
		return nil, unknown(file, e.At, "kind of collection", e.Name, []string{"Set", "Bag", "Sequence", "Collection"})
	}
	for _, b := range basicTypes {
		if b.name == e.Name {
			return b.typ, nil
		}
	}
	if c := s.class(e.Name); c != nil {
		return c.typ, nil
	}
	return nil, unknown(file, e.At, "type", e.Name, typeNames(s.classes))
}
