package engine

// Lit is a literal: twice the number of a SAT variable, plus one when it is negated.
type Lit int32

// True and False are the literals of the variable 0, which is true from the start.
const (
	True  Lit = 0
	False Lit = 1
)

// Not gives the negation of l.
func (l Lit) Not() Lit { return l ^ 1 }

// Var gives the SAT variable of l.
func (l Lit) Var() int32 { return int32(l) >> 1 }

// Int names an integer variable of an engine.
type Int int32

// reason says why a literal is true. The two low bits are a tag:
//
//	0 with the rest 0: a decision, an assumption, or a fact of level 0
//	1: a clause of the arena; its reference is in the bits above
//	2: one or two true literals, 31 bits each (the second is True when there is one only)
//	3: a propagator (28 bits) and a number that it chose (34 bits)
type reason uint64

const (
	reasonNone    reason = 0 // the others are tags
	reasonClause  int    = 1
	reasonLits    int    = 2
	reasonLazy    int    = 3
	reasonTagMask reason = 3
)

func becauseClause(c cref) reason { return reason(c)<<2 | reason(reasonClause) }
func becauseLit(a Lit) reason     { return reason(a)<<33 | reason(reasonLits) }
func becauseLits(a, b Lit) reason { return reason(a)<<33 | reason(b)<<2 | reason(reasonLits) }
func becauseProp(id int32, data int64) reason {
	return reason(data)<<30 | reason(id)<<2 | reason(reasonLazy)
}

func (r reason) tag() int             { return int(r & reasonTagMask) }
func (r reason) clause() cref         { return cref(r >> 2) }
func (r reason) lits() (a, b Lit)     { return Lit(r >> 33), Lit(r >> 2 & 0x7fffffff) }
func (r reason) prop() (int32, int64) { return int32(r >> 2 & 0xfffffff), int64(r >> 30) }
