package eval

import "slices"

// typeKind tells built-in types apart; methods and constructors are found by it.
type typeKind uint8

const (
	kObject typeKind = iota
	kNone
	kBool
	kInt
	kFloat
	kStr
	kTuple
	kList
	kDict
	kSet
	kFrozenSet
	kRange
	kSlice
	kType
	kFunction
	kBuiltin
	kModule
	kException // and every type derived from BaseException
	kClass     // defined by a program
	kProperty
	kStaticMethod
	kClassMethod
	kSuper
	kEnumerate
	kZip
	kMap
	kFilter
	kReversed
	kGenerator
	kEllipsis
	kCounter
	kDefaultDict
	kOrderedDict
	kNamedTuple
	kNative // made by NewType: the constructor is a Go function
)

// Type is a type as a value: it can be called to make values, and given to isinstance.
type Type struct {
	Name  string
	Base  *Type
	kind  typeKind
	new   BuiltinFunc // kNative
	is    func(Value) bool
	attrs *attrTable // program-defined classes; native types may have some
	mro   []*Type    // program-defined classes
	doc   string
}

// NewType makes a type for values of another package: construct makes one when the type is called (nil: it cannot be), is reports
// whether a value is one.
func NewType(name string, construct BuiltinFunc, is func(Value) bool) *Type {
	return &Type{Name: name, Base: ObjectType, kind: kNative, new: construct, is: is}
}

// WithAttr gives the type an attribute, such as an alternative constructor (date.today has no place here; date.fromisoformat
// has), and returns the type. For building universes only.
func (t *Type) WithAttr(name string, v Value) *Type {
	if t.attrs == nil {
		t.attrs = &attrTable{}
	}
	t.attrs.set(name, v)
	return t
}

// TypeName gives "type".
func (*Type) TypeName() string { return "type" }

// IsSubtype reports whether t is u or derived from it.
func (t *Type) IsSubtype(u *Type) bool {
	if len(t.mro) > 0 {
		if slices.Contains(t.mro, u) {
			return true
		}
		return u == ObjectType
	}
	for ; t != nil; t = t.Base {
		if t == u {
			return true
		}
	}
	return u == ObjectType
}

// The built-in types.
var (
	ObjectType    = &Type{Name: "object", kind: kObject}
	noneType      = &Type{Name: "NoneType", kind: kNone, Base: ObjectType}
	ellipsisType  = &Type{Name: "ellipsis", kind: kEllipsis, Base: ObjectType}
	IntType       = &Type{Name: "int", kind: kInt, Base: ObjectType}
	BoolType      = &Type{Name: "bool", kind: kBool, Base: IntType}
	FloatType     = &Type{Name: "float", kind: kFloat, Base: ObjectType}
	StrType       = &Type{Name: "str", kind: kStr, Base: ObjectType}
	tupleType     = &Type{Name: "tuple", kind: kTuple, Base: ObjectType}
	listType      = &Type{Name: "list", kind: kList, Base: ObjectType}
	dictType      = &Type{Name: "dict", kind: kDict, Base: ObjectType}
	setType       = &Type{Name: "set", kind: kSet, Base: ObjectType}
	frozenSetType = &Type{Name: "frozenset", kind: kFrozenSet, Base: ObjectType}
	rangeType     = &Type{Name: "range", kind: kRange, Base: ObjectType}
	sliceType     = &Type{Name: "slice", kind: kSlice, Base: ObjectType}
	typeType      = &Type{Name: "type", kind: kType, Base: ObjectType}
	functionType  = &Type{Name: "function", kind: kFunction, Base: ObjectType}
	builtinType   = &Type{Name: "builtin_function_or_method", kind: kBuiltin, Base: ObjectType}
	moduleType    = &Type{Name: "module", kind: kModule, Base: ObjectType}
	generatorType = &Type{Name: "generator", kind: kGenerator, Base: ObjectType}
	enumerateType = &Type{Name: "enumerate", kind: kEnumerate, Base: ObjectType}
	zipType       = &Type{Name: "zip", kind: kZip, Base: ObjectType}
	mapType       = &Type{Name: "map", kind: kMap, Base: ObjectType}
	filterType    = &Type{Name: "filter", kind: kFilter, Base: ObjectType}
	reversedType  = &Type{Name: "reversed", kind: kReversed, Base: ObjectType}
	PropertyType  = &Type{Name: "property", kind: kProperty, Base: ObjectType}
	staticMethod  = &Type{Name: "staticmethod", kind: kStaticMethod, Base: ObjectType}
	classMethod   = &Type{Name: "classmethod", kind: kClassMethod, Base: ObjectType}
	superType     = &Type{Name: "super", kind: kSuper, Base: ObjectType}
)

func exc(name string, base *Type) *Type { return &Type{Name: name, kind: kException, Base: base} }

// The exception types, derived as in Python.
var (
	baseException       = exc("BaseException", ObjectType)
	generatorExit       = exc("GeneratorExit", baseException)
	keyboardInterrupt   = exc("KeyboardInterrupt", baseException)
	systemExit          = exc("SystemExit", baseException)
	exception           = exc("Exception", baseException)
	arithmeticError     = exc("ArithmeticError", exception)
	floatingPointError  = exc("FloatingPointError", arithmeticError)
	overflowError       = exc("OverflowError", arithmeticError)
	zeroDivisionError   = exc("ZeroDivisionError", arithmeticError)
	assertionError      = exc("AssertionError", exception)
	attributeError      = exc("AttributeError", exception)
	bufferError         = exc("BufferError", exception)
	eofError            = exc("EOFError", exception)
	importError         = exc("ImportError", exception)
	moduleNotFoundError = exc("ModuleNotFoundError", importError)
	lookupError         = exc("LookupError", exception)
	indexError          = exc("IndexError", lookupError)
	keyError            = exc("KeyError", lookupError)
	memoryError         = exc("MemoryError", exception)
	nameError           = exc("NameError", exception)
	unboundLocalError   = exc("UnboundLocalError", nameError)
	osError             = exc("OSError", exception)
	fileNotFoundError   = exc("FileNotFoundError", osError)
	permissionError     = exc("PermissionError", osError)
	timeoutError        = exc("TimeoutError", osError)
	runtimeError        = exc("RuntimeError", exception)
	notImplementedError = exc("NotImplementedError", runtimeError)
	recursionError      = exc("RecursionError", runtimeError)
	stopIteration       = exc("StopIteration", exception)
	syntaxError         = exc("SyntaxError", exception)
	indentationError    = exc("IndentationError", syntaxError)
	typeError           = exc("TypeError", exception)
	valueError          = exc("ValueError", exception)
	unicodeError        = exc("UnicodeError", valueError)
	warning             = exc("Warning", exception)
	userWarning         = exc("UserWarning", warning)
	deprecationWarning  = exc("DeprecationWarning", warning)
	runtimeWarning      = exc("RuntimeWarning", warning)
	// budgetError is the kind of errors that end a program; programs have no name for it and cannot catch it.
	budgetError = exc("BudgetError", ObjectType)
)

// exceptionTypes gives every exception type that programs can name.
func exceptionTypes() []*Type {
	return []*Type{baseException, generatorExit, keyboardInterrupt, systemExit, exception, arithmeticError, floatingPointError,
		overflowError, zeroDivisionError, assertionError, attributeError, bufferError, eofError, importError, moduleNotFoundError,
		lookupError, indexError, keyError, memoryError, nameError, unboundLocalError, osError, fileNotFoundError, permissionError,
		timeoutError, runtimeError, notImplementedError, recursionError, stopIteration, syntaxError, indentationError, typeError, valueError,
		unicodeError, warning, userWarning, deprecationWarning, runtimeWarning}
}

// excType finds an exception type by name; an unknown name gives RuntimeError.
func excType(kind string) *Type {
	switch kind {
	case "ValueError":
		return valueError
	case "TypeError":
		return typeError
	case "KeyError":
		return keyError
	case "IndexError":
		return indexError
	}
	for _, t := range exceptionTypes() {
		if t.Name == kind {
			return t
		}
	}
	return runtimeError
}

// attrTable is an insertion-ordered table of attributes. Nearly all are small, and searched from the front; where a large one is searched
// often, an index of it pays, and else a program would make each of its steps as dear as the table is long.
type attrTable struct {
	names []string
	vals  []Value
	index map[string]int // of a table that is longer than scanned: where each name is
}

// scanned is how many names are searched one by one.
const scanned = 32

// find gives the place of a name, or -1.
func (a *attrTable) find(name string) int {
	if len(a.names) > scanned {
		if i, ok := a.index[name]; ok {
			return i
		}
		return -1
	}
	for i, n := range a.names {
		if n == name {
			return i
		}
	}
	return -1
}

func (a *attrTable) get(name string) Value {
	if a == nil {
		return nil
	}
	if i := a.find(name); i >= 0 {
		return a.vals[i]
	}
	return nil
}

// setAttr sets an attribute, and charges it.
func (th *Thread) setAttr(a *attrTable, name string, v Value) error {
	if err := th.Alloc(32); err != nil {
		return err
	}
	if len(a.names) >= scanned {
		if err := th.Alloc(64); err != nil { // its part of the index
			return err
		}
	}
	a.set(name, v)
	return nil
}

func (a *attrTable) set(name string, v Value) {
	if i := a.find(name); i >= 0 {
		a.vals[i] = v
		return
	}
	a.names = append(a.names, name)
	a.vals = append(a.vals, v)
	switch n := len(a.names); {
	case n == scanned+1:
		a.reindex()
	case n > scanned:
		a.index[name] = n - 1
	}
}

func (a *attrTable) reindex() {
	a.index = nil
	if len(a.names) > scanned {
		a.index = make(map[string]int, len(a.names))
		for i, n := range a.names {
			a.index[n] = i
		}
	}
}

// del deletes an attribute, if it is there, and charges that those behind it move.
func (a *attrTable) del(th *Thread, name string) (bool, error) {
	if a == nil {
		return false, nil
	}
	i := a.find(name)
	if i < 0 {
		return false, nil
	}
	if n := len(a.names); n > scanned && !th.burn(int64(n)) {
		return false, th.takeErr()
	}
	a.names = append(a.names[:i:i], a.names[i+1:]...)
	a.vals = append(a.vals[:i:i], a.vals[i+1:]...)
	a.reindex()
	return true, nil
}

// typeOf is type(v).
func typeOf(v Value) *Type {
	switch v := v.(type) {
	case NoneType:
		return noneType
	case Bool:
		return BoolType
	case Int, *BigInt:
		return IntType
	case Float:
		return FloatType
	case Str:
		return StrType
	case *Tuple:
		if v.typ != nil {
			return v.typ
		}
		return tupleType
	case *List:
		return listType
	case *Dict:
		if v.typ != nil {
			return v.typ
		}
		return dictType
	case *Set:
		if v.frozen {
			return frozenSetType
		}
		return setType
	case *Range:
		return rangeType
	case *Slice:
		return sliceType
	case *Type:
		return typeType
	case *Function:
		return functionType
	case *Builtin, *BoundMethod:
		return builtinType
	case *Module:
		return moduleType
	case *Exception:
		return v.typ
	case *Instance:
		return v.typ
	case EllipsisType:
		return ellipsisType
	case *enumerateIter:
		return enumerateType
	case *zipIter:
		return zipType
	case *mapIter:
		return mapType
	case *filterIter:
		return filterType
	case *generator, *genExpr:
		return generatorType
	case Typed:
		return v.Type()
	}
	return &Type{Name: v.TypeName(), Base: ObjectType, kind: kNative}
}

// Typed is a value of another package that knows its type.
type Typed interface {
	Value
	Type() *Type
}

// isInstance is isinstance(v, t) for one type.
func isInstance(v Value, t *Type) bool {
	if t == ObjectType {
		return true
	}
	if t.is != nil {
		return t.is(v)
	}
	return typeOf(v).IsSubtype(t)
}
