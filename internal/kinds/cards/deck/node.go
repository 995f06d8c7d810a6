package deck

import "fmt"

// Op is the operator of a node.
type Op int

// The operators. Statements come first, then terms, then the references that stand inside of line-up statements.
const (
	Is    Op = iota // property Prop has value Val
	IsNot           // it does not

	Not     // not Args[0]
	And     // all of Args
	Or      // at least one of Args
	Xor     // an odd number of Args
	Implies // Args[1] if Args[0]
	Iff     // Args[0] exactly if Args[1]

	Exactly // exactly Num of Args
	AtLeast // at least Num of Args
	AtMost  // at most Num of Args

	Eq // Args[0] = Args[1], both terms
	Ne
	Lt
	Le
	Gt
	Ge
	Distinct // the terms Args, values of properties, are all different

	// Statements about a line-up; Args are references (Item).
	At      // Args[0] stands at place Num, from 1
	Ends    // Args[0] stands at the first or the last place
	Same    // Args[0] and Args[1] stand at one place
	Other   // they do not
	RightOf // Args[0] stands somewhere after Args[1]
	LeftOf  // Args[0] stands somewhere before Args[1]
	After   // Args[0] stands directly after Args[1]
	Before  // Args[0] stands directly before Args[1]
	Next    // Args[0] and Args[1] stand at neighbouring places
	NotNext // they do not
	Between // Args[0] stands somewhere between Args[1] and Args[2], in either order

	// Terms.
	Num   // the number Num
	Value // the value of property Prop
	Lit   // value Val of property Prop, as something to compare with
	Pos   // the place of Args[0], from 1
	Of    // the value of category Prop at the place of Args[0]
	Add   // sum of Args
	Sub   // Args[0] less Args[1]
	Mul   // product of Args
	Neg   // minus Args[0]

	// Item refers to value Val of category Prop of the line-up.
	Item

	numOps
)

// opNames are the words of the text form, and the names of forms in options and templates.
var opNames = [numOps]string{
	"is", "is-not", "not", "and", "or", "xor", "implies", "iff", "exactly", "at-least", "at-most",
	"=", "<>", "<", "<=", ">", ">=", "distinct",
	"at", "ends", "same", "other", "right", "left", "after", "before", "next", "notnext", "between",
	"number", "value", "literal", "pos", "of", "+", "-", "*", "neg", "item",
}

func (o Op) String() string {
	if f := o.Further(); f != nil {
		return callName(f)
	}
	if o < 0 || o >= numOps {
		return fmt.Sprintf("Op(%d)", int(o))
	}
	return opNames[o]
}

// statement tells whether nodes of the operator are true or false.
func (o Op) statement() bool { return o >= Is && o <= Between || o.Further() != nil }

// Places is the number of references of a line-up statement, 0 for other operators.
func (o Op) Places() int {
	if f := o.Further(); f != nil {
		return f.Args
	}
	switch {
	case o == At || o == Ends:
		return 1
	case o == Between:
		return 3
	case o >= Same && o <= NotNext:
		return 2
	}
	return 0
}

// Node is one node of a clue. Which fields count depends on Op. Nodes are never changed once they are built.
type Node struct {
	Op        Op
	Prop, Val int
	Num       int64
	Args      []*Node
}

// IsNode builds property = value.
func IsNode(prop, val int) *Node { return &Node{Op: Is, Prop: prop, Val: val} }

// IsNotNode builds property <> value.
func IsNotNode(prop, val int) *Node { return &Node{Op: IsNot, Prop: prop, Val: val} }

// ImpliesNode builds a => b.
func ImpliesNode(a, b *Node) *Node { return Join(Implies, a, b) }

// Join builds a node of parts.
func Join(op Op, parts ...*Node) *Node { return &Node{Op: op, Args: parts} }

// Walk visits a node and all nodes below it, parents first.
func (n *Node) Walk(visit func(*Node)) {
	visit(n)
	for _, a := range n.Args {
		a.Walk(visit)
	}
}

// EqualNode reports whether two clues are written alike.
func EqualNode(a, b *Node) bool {
	if a.Op != b.Op || a.Prop != b.Prop || a.Val != b.Val || a.Num != b.Num || len(a.Args) != len(b.Args) {
		return false
	}
	for i := range a.Args {
		if !EqualNode(a.Args[i], b.Args[i]) {
			return false
		}
	}
	return true
}

// Form is the shape of a clue: one of the six of the paper's figure 5, or the name of its outermost operator.
type Form string

// The six forms of the paper. The other forms are the operators' words: and, or, not, exactly, =, <, next, ….
const (
	FormIs         Form = "is"            // p = v
	FormIsNot      Form = "is-not"        // p <> v
	FormIfIs       Form = "if-is"         // p = v => q = w
	FormIfIsNot    Form = "if-is-not"     // p = v => q <> w
	FormIfNotIs    Form = "if-not-is"     // p <> v => q = w
	FormIfNotIsNot Form = "if-not-is-not" // p <> v => q <> w
)

// PaperForms lists the six forms of the paper, in the order of its figure 5.
func PaperForms() []Form {
	return []Form{FormIs, FormIsNot, FormIfIs, FormIfIsNot, FormIfNotIs, FormIfNotIsNot}
}

// Form gives the form of a clue.
func (n *Node) Form() Form {
	if n.Op == Implies && n.Args[0].Op <= IsNot && n.Args[1].Op <= IsNot {
		return PaperForms()[2+2*int(n.Args[0].Op)+int(n.Args[1].Op)]
	}
	switch n.Op {
	case Eq, Ne, Lt, Le, Gt, Ge:
		for _, a := range n.Args {
			if a.Op != Value {
				return FormEquation
			}
		}
		return FormCompare
	}
	return Form(n.Op.String())
}

// Forms of comparisons.
const (
	FormEquation Form = "equation" // a relation of numbers: 2*A + B = 7, A < 3
	FormCompare  Form = "compare"  // a relation of the values of two properties: top = body, A < B
)

// Forms of clues beyond those of the paper, and what a generation chooses of them.
const (
	FormNot      Form = "not"      // not (a and b), not (a or b)
	FormAnd      Form = "and"      // two atoms or three
	FormOr       Form = "or"       // two atoms or three
	FormXor      Form = "xor"      // two atoms
	FormIff      Form = "iff"      // two atoms
	FormExactly  Form = "exactly"  // 1 or 2 of three atoms
	FormAtLeast  Form = "at-least" // 2 of three atoms
	FormAtMost   Form = "at-most"  // 1 of three atoms
	FormDistinct Form = "distinct" // three properties, any two of which share a value
)

// conditional reports whether a clue is an implication of two atoms: the paper's prem <> conc.
func (n *Node) conditional() bool {
	return n.Op == Implies && n.Args[0].Op <= IsNot && n.Args[1].Op <= IsNot
}

// PaperClue gives the parts of a clue in one of the six forms: the properties and values of premise and conclusion and
// whether they are negated. An unconditional clue has the same premise and conclusion, and both are negated or neither,
// as the paper's object model has it. ok is false for clues of other forms.
func (n *Node) PaperClue() (prem, conc *Node, ok bool) {
	if n.conditional() {
		return n.Args[0], n.Args[1], true
	}
	if n.Op <= IsNot {
		return n, n, true
	}
	return nil, nil, false
}

// Negated gives p <> v for p = v.
func Negated(a *Node) *Node { return &Node{Op: a.Op ^ 1, Prop: a.Prop, Val: a.Val} }

// Related compares two numbers.
func Related(o Op, a, b int64) bool {
	switch o {
	case Eq:
		return a == b
	case Ne:
		return a != b
	case Lt:
		return a < b
	case Le:
		return a <= b
	case Gt:
		return a > b
	default:
		return a >= b
	}
}
