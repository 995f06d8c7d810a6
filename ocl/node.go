package ocl

// node is a checked expression: names are resolved, implicit sources are explicit, and every node has a type. It is what
// the evaluator and the compiler to formulas both read; they share no more than it and the arithmetic of single values
// (scalar.go).
type node struct {
	op    nodeOp
	fn    fn
	pos   Pos
	typ   *Type
	args  []*node // operands; for iterators the source first and the body last
	slots []int   // variables that the node binds
	slot  int     // of a variable
	val   Value   // of a constant
	attr  *attribute
	end   *end
	call  *operation
	class *class
}

type nodeOp uint8

const (
	nConst     nodeOp = iota
	nVar              // slot
	nIf               // cond, then, else
	nLet              // value, body; slots[0]
	nAnd              // x, y
	nOr               //
	nXor              //
	nImplies          //
	nNot              // x
	nEqual            // x, y
	nDefined          // x: whether it is not undefined
	nScalar           // fn of args, undefined when one of them is
	nAttr             // args[0].attr
	nEnd              // args[0].end
	nCall             // args[0].call(args[1:])
	nInstances        // class.allInstances
	nLiteral          // args two by two: first and last (nil without range)
	nToSet            // x as a set, for an arrow on a single value
	nFn               // fn of a collection and further args
	nSelect           // source, body; slots[0]
	nReject           //
	nCollect          // the results as they are
	nForAll           // source, body; one slot or more
	nExists           //
	nOne              //
	nAny              //
	nIsUnique         //
	nSortedBy         //
	nClosure          //
	nIterate          // source, initial value, body; slots: element, accumulator
)

// fn is a function of values (nScalar) or of a collection (nFn).
type fn uint8

const (
	// of single values
	fnAdd fn = iota + 1
	fnSub
	fnMul
	fnQuotient
	fnDiv
	fnMod
	fnNeg
	fnLess
	fnLessEqual
	fnAbs
	fnFloor
	fnRound
	fnMin
	fnMax
	fnToString
	fnConcat
	fnLength
	fnSubstring
	fnUpper
	fnLower
	fnIndexOf
	fnCharAt
	fnToInteger
	fnToReal
	fnToBoolean
	// of collections
	fnSize
	fnIsEmpty
	fnNotEmpty
	fnIncludes
	fnExcludes
	fnCount
	fnIncludesAll
	fnExcludesAll
	fnIncluding
	fnExcluding
	fnUnion
	fnIntersection
	fnDifference
	fnSymmetric
	fnSum
	fnLeast
	fnGreatest
	fnAsSet
	fnAsBag
	fnAsSequence
	fnFlatten
	fnFirst
	fnLast
	fnAt
	fnAppend
	fnPrepend
	fnIndexIn
	fnSubSequence
	fnReverse
)
