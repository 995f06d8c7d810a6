package model

// Op is the operator of a term.
type Op uint8

// The operators. Those marked * appear only in terms as written; [Problem.Normal] rewrites them in the others.
const (
	OpNone Op = iota

	OpConst // a constant: Problem.ConstValue
	OpVar   // a variable: Problem.VarOf

	OpNot     // Bool
	OpAnd     // Bool...
	OpOr      // Bool...
	OpImplies // * Bool, Bool
	OpXor     // * Bool, Bool
	OpIf      // Bool, then two of one sort

	OpEq       // two of one sort (of Bools: if and only if)
	OpNe       // * two of one sort
	OpLt       // two numbers of one sort
	OpLe       // two numbers of one sort
	OpGt       // * two numbers of one sort
	OpGe       // * two numbers of one sort
	OpDistinct // two or more of one sort, all different (in normal form not of Bools)
	OpAtMost   // Bool...: at most Problem.Param of them are true
	OpAtLeast  // Bool...: at least Problem.Param of them are true

	OpAdd     // two or more numbers of one sort
	OpSub     // * two numbers of one sort
	OpNeg     // * a number
	OpMul     // two or more numbers of one sort; in normal form a constant, if any, comes first
	OpIntDiv  // Int, Int: Euclidean
	OpMod     // Int, Int: Euclidean. Problem.Param is the width if the term is a bit vector's wrap-around, else 0
	OpRealDiv // Real, Real
	OpPow     // a number, then an Int
	OpAbs     // a number
	OpMin     // two or more numbers of one sort
	OpMax     // two or more numbers of one sort
	OpToReal  // Int
	OpToInt   // Real, rounded down

	OpGraph      // a Graph: the Bools of its nodes, then those of its edges; what these join tells Problem.GraphEdges
	OpConnected  // a Graph
	OpGroups     // a Graph
	OpSame       // a Graph, then two of its nodes as constants
	OpGroupFirst // a Graph, then one of its nodes as a constant
	OpGroupSum   // a Graph, one of its nodes as a constant, then an Int for each node
	OpAcyclic    // a Graph
	OpLoop       // a Graph
	OpParted     // a Graph
	OpRegular    // Int...: what Problem.DFAOf accepts

	numOps
)

var opNames = [numOps]string{
	OpNone: "none", OpConst: "const", OpVar: "var", OpNot: "not", OpAnd: "and", OpOr: "or", OpImplies: "implies",
	OpXor: "xor", OpIf: "if", OpEq: "eq", OpNe: "ne", OpLt: "lt", OpLe: "le", OpGt: "gt", OpGe: "ge",
	OpDistinct: "distinct", OpAtMost: "atmost", OpAtLeast: "atleast", OpAdd: "add", OpSub: "sub", OpNeg: "neg",
	OpMul: "mul", OpIntDiv: "div", OpMod: "mod", OpRealDiv: "quo", OpPow: "pow", OpAbs: "abs", OpMin: "min",
	OpMax: "max", OpToReal: "toreal", OpToInt: "toint", OpGraph: "graph", OpConnected: "connected", OpGroups: "groups",
	OpSame: "same", OpGroupFirst: "first", OpGroupSum: "groupsum", OpAcyclic: "acyclic", OpLoop: "loop",
	OpParted: "parted", OpRegular: "regular",
}

func (o Op) String() string {
	if int(o) < len(opNames) {
		return opNames[o]
	}
	return "op?"
}
