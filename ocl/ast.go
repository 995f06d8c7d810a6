package ocl

// Expr is an expression as it is written. The positions are those of the operator or of the name, where a message points.
type Expr interface {
	Pos() Pos
	expr()
}

// Literal is a number, a string, true, false or the undefined value. A number's Text is its digits, a string's its value.
type Literal struct {
	At   Pos
	Kind LiteralKind
	Text string
}

// LiteralKind tells literals apart.
type LiteralKind uint8

const (
	LitInteger LiteralKind = iota
	LitReal
	LitString
	LitTrue
	LitFalse
	LitUndefined
)

// Name is a name that stands alone: a variable, a class, or a feature of the implicit source.
type Name struct {
	At Pos
	ID string
}

// CollectionLit is Set{...}, Bag{...} or Sequence{...}.
type CollectionLit struct {
	At    Pos
	Kind  string
	Parts []Part
}

// Part is one element of a collection literal, or the range First..Last when Last is not nil.
type Part struct {
	First, Last Expr
}

// Unary is not X or -X.
type Unary struct {
	At Pos
	Op string
	X  Expr
}

// Binary is an infix operation: implies xor or and = <> < <= > >= + - * / div mod.
type Binary struct {
	At   Pos
	Op   string
	X, Y Expr
}

// If is if Cond then Then else Else endif.
type If struct {
	At               Pos
	Cond, Then, Else Expr
}

// Let is let Vars in Body. Each variable is known in those after it.
type Let struct {
	At   Pos
	Vars []Binding
	Body Expr
}

// Binding is a variable of let, or the accumulator of iterate, with its value. Type may be nil.
type Binding struct {
	At   Pos
	Name string
	Type *TypeExpr
	Init Expr
}

// Param is a variable that is declared without a value. Type may be nil, but not for the parameter of an operation.
type Param struct {
	At   Pos
	Name string
	Type *TypeExpr
}

// TypeExpr is a type as it is written: a name, and the element's type in parentheses for collections.
type TypeExpr struct {
	At   Pos
	Name string
	Elem *TypeExpr
}

// Call is a feature with a dot: Src.ID or Src.ID(Args). Src is nil for ID(Args) of the implicit source; Parens tells whether
// parentheses were written.
type Call struct {
	At     Pos
	Src    Expr
	ID     string
	Parens bool
	Args   []Expr
}

// Arrow is an operation on collections that binds no variable: Src->ID or Src->ID(Args).
type Arrow struct {
	At     Pos
	Src    Expr
	ID     string
	Parens bool
	Args   []Expr
}

// iterate is an operation that evaluates Body for elements: Src->ID(Vars | Body), or Src->iterate(Vars; Acc | Body). Without
// Vars the element is the implicit source in Body.
type iterate struct {
	At   Pos
	Src  Expr
	ID   string
	Vars []Param
	Acc  *Binding
	Body Expr
}

func (e *Literal) Pos() Pos       { return e.At }
func (e *Name) Pos() Pos          { return e.At }
func (e *CollectionLit) Pos() Pos { return e.At }
func (e *Unary) Pos() Pos         { return e.At }
func (e *Binary) Pos() Pos        { return e.At }
func (e *If) Pos() Pos            { return e.At }
func (e *Let) Pos() Pos           { return e.At }
func (e *Call) Pos() Pos          { return e.At }
func (e *Arrow) Pos() Pos         { return e.At }
func (e *iterate) Pos() Pos       { return e.At }

func (*Literal) expr()       {}
func (*Name) expr()          {}
func (*CollectionLit) expr() {}
func (*Unary) expr()         {}
func (*Binary) expr()        {}
func (*If) expr()            {}
func (*Let) expr()           {}
func (*Call) expr()          {}
func (*Arrow) expr()         {}
func (*iterate) expr()       {}

// File is the declarations of a text.
type File struct {
	Name  string // as given to Parse
	Decls []Decl
}

// Decl is a declaration: *InvDecl, *opDecl or *deriveDecl.
type Decl interface {
	Pos() Pos
	body() Expr
}

// InvDecl is context Vars : Class inv Name : Body. Several invariants of one context are several InvDecls.
type InvDecl struct {
	At    Pos // of inv
	Vars  []Param
	Class string
	Name  string // empty when it has none
	Body  Expr

	classAt Pos
}

// opDecl is Class::Name(Params) : Result = Body.
type opDecl struct {
	At     Pos
	Class  string
	Name   string
	Params []Param
	Result *TypeExpr
	Body   Expr

	classAt Pos
}

// deriveDecl is context Class::Name : Type derive: Body.
type deriveDecl struct {
	At    Pos
	Class string
	Name  string
	Type  *TypeExpr // nil when it was not written
	Body  Expr

	classAt Pos
}

func (d *InvDecl) Pos() Pos    { return d.At }
func (d *opDecl) Pos() Pos     { return d.At }
func (d *deriveDecl) Pos() Pos { return d.At }

func (d *InvDecl) body() Expr    { return d.Body }
func (d *opDecl) body() Expr     { return d.Body }
func (d *deriveDecl) body() Expr { return d.Body }
