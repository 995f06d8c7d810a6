package spec

// Document is a specification file. Everything that the format orders is a slice in the order of the file.
//
// Defaults of the format are filled in: a field that the file leaves out holds what the format says it means, and its
// position is not valid.
type Document struct {
	// Name is the file's name as it was given to Load.
	Name string
	// Hash is the SHA-256 of the file and of every operator file that it names, in hexadecimal.
	Hash string

	// Title and Topic are optional and for people: a line that names the puzzle, and its kind. Ours.
	Title, Topic *Text

	Operators  []*Operator  // custom_operator
	Variables  []*Variable  // variables, or vars
	Symbols    []*Symbol    // symbols
	Conditions []*Condition // conditions

	// CalcSolution says whether the constraints are solved before the queries are answered (default true).
	CalcSolution bool
	// MaxSolution is how many solutions there may be at most (default DefaultMaxSolution); one more is an error.
	MaxSolution int

	PostGeneration *PostGeneration // nil without post_generation
	Optimize       *Optimize       // nil without optimize
	Queries        []*Query        // queries
	Desc           *Template       // desc: the text of the whole puzzle

	// Attrs holds the file's top-level keys and where they stand.
	Attrs Attrs
}

// DefaultMaxSolution is the number of solutions allowed where a file does not say.
const DefaultMaxSolution = 6000

// Attrs is where the keys of one mapping of the file stand, in the file's order, known and unknown ones.
type Attrs struct {
	Pos  Pos    // where the mapping begins
	Path string // the mapping's path in the file: "conditions.e1"
	Keys []Attr
}

// Attr is one key of a mapping.
type Attr struct {
	Key      string // as it is written in the file
	KeyPos   Pos
	ValuePos Pos
	Known    bool // false: nothing reads this key
}

// Has reports whether the file spells out the key.
func (a *Attrs) Has(key string) bool { return a.find(key) != nil }

// KeyPos is where the key stands; where the file does not have it, where its mapping begins.
func (a *Attrs) KeyPos(key string) Pos {
	if at := a.find(key); at != nil {
		return at.KeyPos
	}
	return a.Pos
}

// ValuePos is where the key's value stands; where the file does not have it, where its mapping begins.
func (a *Attrs) ValuePos(key string) Pos {
	if at := a.find(key); at != nil {
		return at.ValuePos
	}
	return a.Pos
}

func (a *Attrs) find(key string) *Attr {
	for i := range a.Keys {
		if a.Keys[i].Key == key {
			return &a.Keys[i]
		}
	}
	return nil
}

// Operator is a function that the file defines for its own expressions: an expression (nearly always a lambda) or a
// Python file that defines it.
type Operator struct {
	Name Name
	// Expr is the expression, nil where the operator comes from a file.
	Expr *Expr
	// Module is the Python file, nil where the operator is an expression. Operators of one file share it. The operator is
	// the module's global of the operator's name.
	Module *Module
}

// Variable is a known value of the puzzle, drawn (type and domain) or computed (formula).
type Variable struct {
	Name Name
	// Type is how the domain is read; VarFormula where the variable is computed.
	Type VarType
	// Domain is what the value is drawn from: for VarInt and VarFloat a list of the least and the greatest value (both
	// possible), else the list of the values. Nil where there is a Formula.
	Domain *Expr
	// Formula computes the value. Nil where there is a Domain.
	Formula *Expr
	// DiffFactor is the variable's weight in the vars_scale figure (diff_factor): positive where larger is harder, negative
	// where larger is easier, 0 (the default) to leave it out.
	DiffFactor float64
	Attrs      Attrs
}

// VarType says how a variable's domain is read.
type VarType int

const (
	VarFormula VarType = iota // no type: the variable has a formula
	VarInt                    // "int": bounds
	VarFloat                  // "float", "real": bounds
	VarBool                   // "bool": the list of possible values
	VarChoice                 // "str", "string", "enum", "choice": the list of possible values
)

// Symbol is a named group of unknowns: exactly one of Defined and Derived is set.
type Symbol struct {
	Name    Name
	Defined *Defined
	Derived *Derived
	Attrs   Attrs
}

// Defined is one unknown (or one for each of Attr) for each value of the source, or for each combination of values where
// there are several sources.
type Defined struct {
	Source []*Expr
	// Fields are the attributes of each unknown (attr); empty where it has none.
	Fields []Name
	// Types has one element for each of Fields, or exactly one where there are none.
	Types []Type
	// Descs has one element for each of Fields, or exactly one where there are none; empty where the file has no desc.
	Descs []*Template
	// Says has one element for each of Fields, or exactly one where there are none: how explanations say the unknown, in one language
	// or more; empty where the file has no says.
	Says  [][]Saying
	Attrs Attrs
}

// Type is the sort of an unknown.
type Type struct {
	Kind TypeKind
	Bits int // width of a TypeBitVec
	Text *Text
}

// TypeKind is the sort of an unknown without its width.
type TypeKind int

const (
	TypeInt TypeKind = iota + 1
	TypeBool
	TypeReal   // "real", "float"
	TypeEnum   // "enum": one of the values of the source
	TypeBitVec // "bv" and a width: "bv8"
)

// Derived is a symbol made by drawing from other values: one template, or several with a total.
type Derived struct {
	// Total is how many are made from several templates; nil where there is a single template without templates, whose
	// Domain then says how many.
	Total     *Expr
	Templates []*DrawTemplate
	// Multi says that the file writes a list of templates, even if the list has one element.
	Multi bool
	Attrs Attrs
}

// Draw says how values are drawn: for each of Domain items, for each of Dim dimensions, Amount[k] values from Source[k].
type Draw struct {
	Source []*Expr
	// Amount has one element for each source, or is nil: then one value is drawn from each and _sym[k] is that value
	// itself, not a list of one.
	Amount []*Expr
	// Order and Duplicate have one element for each source, defaults filled in. Order: permutations (else combinations).
	// Duplicate: with repetition.
	Order     []bool
	Duplicate []bool
	// Domain is how many items are drawn: an int, or for dynamic conditions and options a list of the least and greatest
	// number. Nil: one (conditions, symbols), or as many as the query has options.
	Domain *Expr
	// DomainCond says that no two items may be equal (default true).
	DomainCond bool
	// Dim is the number of dimensions of an item (default 1).
	Dim int
	// DimCond groups sources by index: the dimensions of an item must differ on each group. Default: one group of all
	// sources.
	DimCond    [][]int
	CustomCond []*CustomCond
	Attrs      Attrs
}

// DrawTemplate is a draw that makes a symbol or a constraint.
type DrawTemplate struct {
	Draw
	Formula *Expr     // nil where the file has none: the drawn values are the symbol
	Desc    *Template // nil where the file has none
}

// CustomCond is a constraint of the file's own on what is drawn.
type CustomCond struct {
	Scope  Scope
	Fields []int // indices of sources
	// Constraint is a lambda over the drawn indices, or any other expression, whose truth then decides. Nil: no two items
	// (or dimensions) may be equal on the fields.
	Constraint *Expr
	Attrs      Attrs
}

// Scope is what a CustomCond looks at.
type Scope int

const (
	ScopeDomain Scope = iota + 1 // all items: l[item][dim][field][amount]
	ScopeDim                     // the dimensions of one item: l[dim][field][amount]
)

// Condition is a constraint on the symbols: exactly one of Static and Dynamic is set.
type Condition struct {
	Name    Name
	Static  *Static
	Dynamic *Dynamic
	Attrs   Attrs
}

// Static is a condition without drawing.
type Static struct {
	Formula *Expr
	Desc    *Template // nil where the file has none
}

// Dynamic is a condition that is drawn a number of times.
type Dynamic struct {
	// Total is how many are made from several templates: an int, or a list of the least and greatest number (total, or
	// domain beside templates). Nil where there is a single template.
	Total     *Expr
	Templates []*DrawTemplate
	Multi     bool // the file writes a list of templates
}

// PostGeneration is what happens after the first solving: one solution is picked (_sol), variables are read off it, and
// conditions are added for the second solving.
type PostGeneration struct {
	Vars       []*PostVar       // post_gen_vars
	Conditions []*PostCondition // post_gen_conditions
	Attrs      Attrs
}

// PostVar is a variable computed from the picked solution.
type PostVar struct {
	Name    Name
	Formula *Expr
}

// PostCondition is a condition added for the second solving.
type PostCondition struct {
	Name Name
	Static
	Attrs Attrs
}

// Optimize is the aim of an optimisation problem.
type Optimize struct {
	// Type is "minimize" or "maximize", or a text with placeholders that gives one of them.
	Type    *Template
	Formula *Expr
	// Unique asks that exactly one solution has the best value (unique; default false). Ours.
	Unique bool
	Attrs  Attrs
}

// Query is a question about the puzzle: open (Choice is nil) or with options.
type Query struct {
	Name Name
	Desc *Template
	// Open is set for questions that are answered with a text, Choice for those with options.
	Open   *Open
	Choice *Choice
	// EvalType says how answers are to be compared, in the terms of graders (eval_type); "" where the file does not say.
	EvalType string
	Attrs    Attrs
}

// Open is a question answered with a text.
type Open struct {
	AnsFormula *Expr // nil where the file has none
	// AnsText is an expression whose str() is the answer, AnsSentence a text that is the answer: one of the two is set.
	AnsText     *Expr
	AnsSentence *Template
	// AnsAssertion must hold, or the puzzle is dropped (default "len(_solutions) == 1").
	AnsAssertion *Expr
}

// Choice is a question with options.
type Choice struct {
	// Multiple says that any number of options may be right (query_type: multiple_choice).
	Multiple bool
	// SelectType: the reader selects the true options (default true), else the false ones.
	SelectType bool
	OptNum     int // number of options (default DefaultOptNum)
	Templates  []*OptionTemplate
	Multi      bool // the file writes a list of templates
}

// DefaultOptNum is the number of options where a file does not say.
const DefaultOptNum = 4

// OptionTemplate is one way to make options.
type OptionTemplate struct {
	Draw
	// All: an option is true where OptFormula holds in all solutions (cond: all); else where it holds in any (the default).
	All        bool
	OptFormula *Expr
	OptText    *Template // nil where the file has none: then the drawn values are shown
}
