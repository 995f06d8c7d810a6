package syntax

import "math/big"

// Node is a node of the tree. Start is its first character, End the place just behind its last.
type Node interface {
	Start() Pos
	End() Pos
}

// Expr is an expression.
type Expr interface {
	Node
	expr()
}

// Stmt is a statement.
type Stmt interface {
	Node
	stmt()
}

// Span is the part of the source that a node covers; every node embeds one.
type Span struct{ From, To Pos }

// Start is the place of the first character.
func (s Span) Start() Pos { return s.From }

// End is the place behind the last character.
func (s Span) End() Pos { return s.To }

type exprNode struct{ Span }

func (exprNode) expr() {}

type stmtNode struct{ Span }

func (stmtNode) stmt() {}

// Op is an operator.
type Op uint8

// The operators. In-place forms (AugStmt) use the binary operator.
const (
	NoOp Op = iota
	Add
	Sub
	Mul
	Div
	FloorDiv
	Mod
	Pow
	LShift
	RShift
	BitAnd
	BitOr
	BitXor
	MatMul
	Eq
	Ne
	Lt
	Le
	Gt
	Ge
	Is
	IsNot
	In
	NotIn
	And
	Or
	Not
	Neg
	Plus
	Invert
	Abs // abs(x), for values with capabilities of their own; no syntax
)

var opText = [...]string{"", "+", "-", "*", "/", "//", "%", "**", "<<", ">>", "&", "|", "^", "@", "==", "!=", "<", "<=", ">", ">=",
	"is", "is not", "in", "not in", "and", "or", "not", "-", "+", "~", "abs"}

func (o Op) String() string { return opText[o] }

// Expressions.
type (
	// Name is a variable.
	Name struct {
		exprNode
		ID string
	}
	// NumLit is a number. Exactly one of Big (when IsInt and too large for 64 bits) and the plain fields counts.
	NumLit struct {
		exprNode
		IsInt bool
		Int   int64
		Big   *big.Int
		Float float64
	}
	// StrLit is a plain string, its escapes resolved and adjacent literals joined.
	StrLit struct {
		exprNode
		Value string
	}
	// ConstLit is None, True, False or … (Ellipsis).
	ConstLit struct {
		exprNode
		Word string
	}
	// JoinedStr is an f-string: StrLit and Formatted parts in order.
	JoinedStr struct {
		exprNode
		Parts []Expr
	}
	// Formatted is one {…} of an f-string.
	Formatted struct {
		exprNode
		X    Expr
		Conv byte       // 'r', 's', 'a', or 0 for none
		Spec *JoinedStr // format specification; nil for none
	}
	// TupleExpr is a tuple display.
	TupleExpr struct {
		exprNode
		Elts []Expr
	}
	// ListExpr is a list display.
	ListExpr struct {
		exprNode
		Elts []Expr
	}
	// SetExpr is a set display.
	SetExpr struct {
		exprNode
		Elts []Expr
	}
	// DictExpr is a dict display. A nil key means that the value is unpacked (**value).
	DictExpr struct {
		exprNode
		Keys, Values []Expr
	}
	// Comp is a comprehension or generator expression.
	Comp struct {
		exprNode
		Kind    CompKind
		Elt     Expr // the key for a dict
		Value   Expr // dict only
		Clauses []CompFor
	}
	// CompFor is one "for … in … if …" of a comprehension.
	CompFor struct {
		Target Expr
		Iter   Expr
		Ifs    []Expr
	}
	// Lambda is an anonymous function.
	Lambda struct {
		exprNode
		Params Params
		Body   Expr
	}
	// IfExpr is "Then if Cond else Else".
	IfExpr struct {
		exprNode
		Cond, Then, Else Expr
	}
	// BoolExpr is a chain of and, or of or.
	BoolExpr struct {
		exprNode
		Op Op
		X  []Expr
	}
	// UnaryExpr is not, -, + or ~.
	UnaryExpr struct {
		exprNode
		Op Op
		X  Expr
	}
	// BinaryExpr is an arithmetic or bit operation.
	BinaryExpr struct {
		exprNode
		Op    Op
		OpPos Pos
		X, Y  Expr
	}
	// CompareExpr is a chain of comparisons: First Ops[0] Rest[0] Ops[1] Rest[1] …
	CompareExpr struct {
		exprNode
		First Expr
		Ops   []Op
		OpPos []Pos
		Rest  []Expr
	}
	// CallExpr is a call.
	CallExpr struct {
		exprNode
		Fun  Expr
		Args []Arg
	}
	// AttrExpr is X.Name.
	AttrExpr struct {
		exprNode
		X       Expr
		Name    string
		NamePos Pos
	}
	// IndexExpr is X[Index]; Index may be a SliceExpr, or a TupleExpr that holds some.
	IndexExpr struct {
		exprNode
		X, Index Expr
	}
	// SliceExpr is Lo:Hi:Step inside brackets; each part may be nil.
	SliceExpr struct {
		exprNode
		Lo, Hi, Step Expr
	}
	// StarExpr is *X in a display, an assignment target or an index.
	StarExpr struct {
		exprNode
		X Expr
	}
	// WalrusExpr is (Target := X).
	WalrusExpr struct {
		exprNode
		Target *Name
		X      Expr
	}
	// YieldExpr is yield X or yield from X; X may be nil.
	YieldExpr struct {
		exprNode
		X    Expr
		From bool
	}
	// ChoiceExpr is one of several expressions: which one, is settled as the program runs (see eval.Chooser). The parser makes
	// none; who looks for what a program would do with other expressions in a place puts it there.
	ChoiceExpr struct {
		exprNode
		Number int    // tells choices apart; the same number is the same choice wherever it stands
		X      []Expr // what there is to choose from
		Apart  bool   // one expression is settled on before any is evaluated: they have effects, or hold choices
	}
)

// CompKind tells what a comprehension builds.
type CompKind uint8

// The kinds of comprehension.
const (
	ListComp CompKind = iota
	SetComp
	DictComp
	GenExpr
)

// ArgKind tells how an argument is passed.
type ArgKind uint8

// The kinds of argument.
const (
	PosArg   ArgKind = iota // f(x)
	NamedArg                // f(name=x)
	StarArg                 // f(*x)
	DictArg                 // f(**x)
)

// Arg is one argument of a call.
type Arg struct {
	Kind  ArgKind
	Name  string
	Pos   Pos
	Value Expr
}

// Param is one parameter of a function.
type Param struct {
	Name       string
	Pos        Pos
	Default    Expr // nil for none
	Annotation Expr // nil for none
}

// Params is a parameter list: positional-only ones (before /), ordinary ones, *Star, keyword-only ones, **DoubleStar.
type Params struct {
	PosOnly    []Param
	Args       []Param
	Star       *Param // nil for none
	KwOnly     []Param
	DoubleStar *Param // nil for none
}

// All gives every parameter, in the order in which a function numbers them: positional-only, ordinary, keyword-only, *, **.
func (p *Params) All() []Param {
	out := make([]Param, 0, len(p.PosOnly)+len(p.Args)+len(p.KwOnly)+2)
	out = append(out, p.PosOnly...)
	out = append(out, p.Args...)
	out = append(out, p.KwOnly...)
	if p.Star != nil {
		out = append(out, *p.Star)
	}
	if p.DoubleStar != nil {
		out = append(out, *p.DoubleStar)
	}
	return out
}

// Statements.
type (
	// ExprStmt is an expression whose value is dropped.
	ExprStmt struct {
		stmtNode
		X Expr
	}
	// AssignStmt is Targets[0] = Targets[1] = … = X.
	AssignStmt struct {
		stmtNode
		Targets []Expr
		X       Expr
	}
	// AugStmt is Target op= X.
	AugStmt struct {
		stmtNode
		Target Expr
		Op     Op
		OpPos  Pos
		X      Expr
	}
	// AnnStmt is Target: Annotation = X; X may be nil. Annotations are kept but never evaluated.
	AnnStmt struct {
		stmtNode
		Target     Expr
		Annotation Expr
		X          Expr
	}
	// ReturnStmt is return X; X may be nil.
	ReturnStmt struct {
		stmtNode
		X Expr
	}
	// IfStmt is if/elif/else; an elif is an IfStmt alone in Else.
	IfStmt struct {
		stmtNode
		Cond       Expr
		Body, Else []Stmt
	}
	// ForStmt is for Target in Iter.
	ForStmt struct {
		stmtNode
		Target     Expr
		Iter       Expr
		Body, Else []Stmt
	}
	// WhileStmt is while Cond.
	WhileStmt struct {
		stmtNode
		Cond       Expr
		Body, Else []Stmt
	}
	// BreakStmt is break.
	BreakStmt struct{ stmtNode }
	// ContinueStmt is continue.
	ContinueStmt struct{ stmtNode }
	// PassStmt is pass.
	PassStmt struct{ stmtNode }
	// FuncDef defines a function.
	FuncDef struct {
		stmtNode
		Name       string
		NamePos    Pos
		Params     Params
		Body       []Stmt
		Decorators []Expr
		Returns    Expr // annotation; may be nil
		Doc        string
	}
	// ClassDef defines a class.
	ClassDef struct {
		stmtNode
		Name       string
		NamePos    Pos
		Bases      []Expr
		Body       []Stmt
		Decorators []Expr
	}
	// GlobalStmt is global or nonlocal.
	GlobalStmt struct {
		stmtNode
		Nonlocal bool
		Names    []*Name
	}
	// RaiseStmt is raise X from Cause; both may be nil.
	RaiseStmt struct {
		stmtNode
		X, Cause Expr
	}
	// AssertStmt is assert Cond, Msg; Msg may be nil.
	AssertStmt struct {
		stmtNode
		Cond, Msg Expr
	}
	// TryStmt is try/except/else/finally.
	TryStmt struct {
		stmtNode
		Body     []Stmt
		Handlers []Handler
		Else     []Stmt
		Finally  []Stmt
	}
	// MatchStmt is match Subject with its cases.
	MatchStmt struct {
		stmtNode
		Subject Expr
		Cases   []Case
	}
	// ImportStmt is import a.b as c, ….
	ImportStmt struct {
		stmtNode
		Names []Alias
	}
	// FromStmt is from Module import a as b, …; a single Alias named "*" imports everything.
	FromStmt struct {
		stmtNode
		Module    string
		ModulePos Pos
		Names     []Alias
	}
	// DelStmt is del Targets.
	DelStmt struct {
		stmtNode
		Targets []Expr
	}
)

// Handler is one except clause. Type is nil for a bare except; Name is nil without "as".
type Handler struct {
	Type Expr
	Name *Name
	Body []Stmt
	Pos  Pos
}

// Case is one case of a match; Guard is nil without "if".
type Case struct {
	Pattern *Pattern
	Guard   Expr
	Body    []Stmt
	Pos     Pos
}

// PatternKind tells what a pattern fits.
type PatternKind uint8

// The kinds of pattern.
const (
	AnyPattern      PatternKind = iota // everything, or what its one sub-pattern fits (… as NAME); binds Name
	ValuePattern                       // what is equal to X
	OrPattern                          // what one of Sub fits
	SequencePattern                    // a list or tuple whose elements Sub fits
	StarPattern                        // any elements of a sequence; binds Name
	MappingPattern                     // a dict with Keys, whose values Sub fits; binds the rest to Name
	ClassPattern                       // an object of the class X, whose attributes Sub fits: the last of them those of Names
)

// Pattern is a pattern of a case.
type Pattern struct {
	Span
	Kind  PatternKind
	X     Expr
	Name  *Name // nil where it binds nothing
	Keys  []Expr
	Names []string
	Sub   []*Pattern
}

// Alias is one name of an import; As is empty without "as".
type Alias struct {
	Name, As string
	Pos      Pos
}

// Module is a whole operator file.
type Module struct {
	File   string
	Source string
	Body   []Stmt
	Doc    string
}

// Start is the beginning of the file.
func (m *Module) Start() Pos { return Pos{Line: 1, Col: 1} }

// End is the end of the last statement.
func (m *Module) End() Pos {
	if len(m.Body) == 0 {
		return m.Start()
	}
	return m.Body[len(m.Body)-1].End()
}

// Ref is a use of a name at a place.
type Ref struct {
	Name string
	Pos  Pos
}
