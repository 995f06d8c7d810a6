package model

import (
	"fmt"
	"math/big"
	"math/bits"

	"github.com/quandary-puzzles/quandary/internal/budget"
)

// Term names a term of one problem. Terms of equal structure have equal numbers, and the operands of a term have smaller
// numbers than the term itself, so running through an arena in ascending order meets operands before operators.
type Term int32

// The terms that every problem has.
const (
	NoTerm Term = 0 // what a constructor returns after a mistake
	False  Term = 1
	True   Term = 2
)

// node is one term. Its operands are args[first : first+n].
type node struct {
	op    Op
	sort  Sort
	bits  uint8 // width when the term is a bit vector, else 0
	param int32 // OpVar: the variable; OpConst: place in consts; OpAtMost, OpAtLeast: the bound; OpMod: see there;
	// OpGraph, OpRegular: place in shapes
	first int32
	n     int32
}

// pool is the arena of terms with its table for hash-consing.
type pool struct {
	nodes  []node
	args   []Term
	consts []Value
	hashes []uint32
	table  []Term // open addressing, a power of two long; 0 is free
	mem    budget.Meter
	over   error // memory is used up: no more terms are made
}

// What things hold, in bytes, with room for lists that grow by doubling.
const (
	bytesTerm     = 96 // a term without its operands: node, hash, table, and its place in what is remembered of terms
	bytesOperand  = 8
	bytesVariable = 240
)

// Room that a problem has from the start: most problems of a page of text need no more.
const (
	roomTerms  = 64
	roomConsts = 8
)

// charge counts n bytes before they are taken. When it gives false, over is set.
func (p *pool) charge(n int) bool {
	if p.over == nil {
		p.over = p.mem.Take(n)
	}
	return p.over == nil
}

func (p *pool) init() {
	p.table = make([]Term, 256)
	p.nodes = make([]node, 1, roomTerms)
	p.hashes = make([]uint32, 1, roomTerms)
	p.args = make([]Term, 0, 2*roomTerms)
	p.consts = make([]Value, 0, roomConsts)
	p.constant(BoolValue(false))
	p.constant(BoolValue(true))
}

// Op gives a term's operator.
func (p *pool) Op(t Term) Op { return p.nodes[t].op }

// Sort gives a term's sort.
func (p *pool) Sort(t Term) Sort { return p.nodes[t].sort }

// Bits gives a bit vector's width, and 0 for every other term.
func (p *pool) Bits(t Term) int { return int(p.nodes[t].bits) }

// Param gives the bound of AtMost and AtLeast, and of a Mod the width that it wraps to, or 0.
func (p *pool) Param(t Term) int { return int(p.nodes[t].param) }

// Args gives a term's operands. The slice is the problem's own: read it, do not change it, and do not keep it across the
// building of another term.
func (p *pool) Args(t Term) []Term {
	n := &p.nodes[t]
	return p.args[n.first : n.first+n.n : n.first+n.n]
}

// Arg gives a term's i-th operand.
func (p *pool) Arg(t Term, i int) Term { return p.args[int(p.nodes[t].first)+i] }

// NumTerms is one more than the largest term.
func (p *pool) NumTerms() int { return len(p.nodes) }

// VarOf gives the variable that a term is, if it is one.
func (p *pool) VarOf(t Term) (Var, bool) {
	n := &p.nodes[t]
	return Var(n.param), n.op == OpVar
}

// ConstValue gives the value of a constant, and no value for any other term.
func (p *pool) ConstValue(t Term) Value {
	if n := &p.nodes[t]; n.op == OpConst {
		return p.consts[n.param]
	}
	return Value{}
}

// IsConst reports whether a term is a constant.
func (p *pool) IsConst(t Term) bool { return p.nodes[t].op == OpConst }

const (
	hashMul  = 0x9E3779B97F4A7C15
	hashMul2 = 0xD6E8FEB86659FD93
)

func mix(h, x uint64) uint64 {
	hi, lo := bits.Mul64(h^x^hashMul, hashMul2)
	return hi ^ lo
}

func (p *pool) hash(op Op, param int32, args []Term) uint32 {
	h := mix(uint64(op)<<32|uint64(uint32(param)), uint64(len(args)))
	for _, a := range args {
		h = mix(h, uint64(a))
	}
	return uint32(h ^ h>>32)
}

func hashValue(v Value) uint32 {
	h := mix(uint64(v.sort), uint64(v.n))
	if v.big != nil {
		for _, w := range v.big.Num().Bits() {
			h = mix(h, uint64(w))
		}
		h = mix(h, uint64(v.big.Sign()))
		for _, w := range v.big.Denom().Bits() {
			h = mix(h, uint64(w))
		}
	}
	return uint32(h ^ h>>32)
}

// intern finds or makes the term of this structure. args may be a scratch slice.
func (p *pool) intern(op Op, sort Sort, param int32, args ...Term) Term {
	h := p.hash(op, param, args)
	mask := uint32(len(p.table) - 1)
	i := h & mask
	for ; p.table[i] != 0; i = (i + 1) & mask {
		t := p.table[i]
		if p.hashes[t] != h {
			continue
		}
		n := &p.nodes[t]
		if n.op != op || n.param != param || int(n.n) != len(args) {
			continue
		}
		if equalTerms(p.args[n.first:n.first+n.n], args) {
			return t
		}
	}
	if !p.charge(bytesTerm + bytesOperand*len(args)) {
		return NoTerm
	}
	first := int32(len(p.args))
	p.args = append(p.args, args...)
	width := p.width(op, param, args)
	return p.insert(node{op: op, sort: sort, bits: uint8(width), param: param, first: first, n: int32(len(args))}, h, i)
}

// width tells whether a term of this structure is a bit vector: how many bits it has, or 0. A chosen, smallest or largest
// one, a quotient or a remainder of bit vectors (constants that fit pass for them) is a bit vector as wide as the widest; a
// wrap-around is one as its parameter says.
func (p *pool) width(op Op, param int32, args []Term) int {
	switch op {
	case OpIf:
		args = args[1:]
	case OpMod:
		if param > 0 {
			return int(param)
		}
	case OpIntDiv, OpMin, OpMax:
	default:
		return 0
	}
	width := 0
	for _, a := range args {
		width = max(width, p.Bits(a))
	}
	if width == 0 {
		return 0
	}
	for _, a := range args {
		if !p.fits(a, width) {
			return 0
		}
	}
	return width
}

// fits reports whether an Int is sure to lie in 0..2^width-1: a bit vector no wider, or a constant in the range.
func (p *pool) fits(t Term, width int) bool {
	if w := p.Bits(t); w > 0 {
		return w <= width
	}
	v := p.ConstValue(t)
	if v.sort != Int || v.Sign() < 0 {
		return false
	}
	if v.big == nil {
		return bits.Len64(uint64(v.n)) <= width
	}
	return v.big.Num().BitLen() <= width
}

// variable makes the term of a variable.
func (p *pool) variable(v Var, sort Sort, width int) Term {
	t := p.intern(OpVar, sort, int32(v))
	if t == NoTerm {
		return NoTerm
	}
	p.nodes[t].bits = uint8(width)
	return t
}

func (p *pool) constant(v Value) Term {
	h := hashValue(v)
	mask := uint32(len(p.table) - 1)
	i := h & mask
	for ; p.table[i] != 0; i = (i + 1) & mask {
		t := p.table[i]
		if p.hashes[t] == h && p.nodes[t].op == OpConst && p.consts[p.nodes[t].param].Equal(v) {
			return t
		}
	}
	size := bytesTerm + 32
	if v.big != nil {
		size += (v.big.Num().BitLen() + v.big.Denom().BitLen()) / 8
	}
	if !p.charge(size) {
		return NoTerm
	}
	p.consts = append(p.consts, v)
	return p.insert(node{op: OpConst, sort: v.sort, param: int32(len(p.consts) - 1)}, h, i)
}

func (p *pool) insert(n node, h, at uint32) Term {
	t := Term(len(p.nodes))
	p.nodes = append(p.nodes, n)
	p.hashes = append(p.hashes, h)
	p.table[at] = t
	if 2*len(p.nodes) > len(p.table) {
		p.grow()
	}
	return t
}

func (p *pool) grow() {
	p.table = make([]Term, 2*len(p.table))
	mask := uint32(len(p.table) - 1)
	for t := 1; t < len(p.nodes); t++ {
		i := p.hashes[t] & mask
		for p.table[i] != 0 {
			i = (i + 1) & mask
		}
		p.table[i] = Term(t)
	}
}

func equalTerms(a, b []Term) bool {
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// pow2 is 2^n.
func pow2(n int) *big.Int { return new(big.Int).Lsh(big.NewInt(1), uint(n)) }

func (p *pool) describe(t Term) string {
	if t == NoTerm {
		return "no term"
	}
	return fmt.Sprintf("%s of sort %s", p.Op(t), p.Sort(t))
}
