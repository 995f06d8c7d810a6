package regex

import (
	"unicode"
)

type op uint8

const (
	opChar op = iota
	opFold
	opAny    // not a newline
	opAnyAll // anything
	opSet
	opSplit // try x, then y
	opJump
	opSave
	opBegin    // \A or ^
	opEnd      // \Z
	opEndLine  // $: at the end, or before a newline that ends the text
	opBeginAny // ^ with Multiline
	opEndAny   // $ with Multiline
	opWord     // \b
	opNotWord  // \B
	opBackref  // group n
	opLook     // look-around: sub-program from pc+1 up to its opMatch; x is where to go on, n the width behind, neg
	opAtomic   // as opLook, keeping where the sub-program ended
	opMark     // note the position in register n
	opProgress // fail when the position is that of register n: an empty round of a loop
	opMatch
	opFail
)

type inst struct {
	op   op
	r    rune
	x, y int
	n    int
	neg  bool
	fold bool
	set  *set
}

// Regexp is a compiled pattern.
type Regexp struct {
	prog   []inst
	ngroup int // with group 0
	nreg   int
	names  map[string]int
	order  []string // group names by number
	Flags  Flags
}

// NumGroups is how many groups the pattern has, without the whole match.
func (re *Regexp) NumGroups() int { return re.ngroup - 1 }

// Group gives the number of a named group.
func (re *Regexp) Group(name string) (int, bool) {
	n, ok := re.names[name]
	return n, ok
}

// Names gives the named groups in order, with their numbers.
func (re *Regexp) Names() ([]string, map[string]int) { return re.order, re.names }

// set is a character class.
type set struct {
	neg    bool
	fold   bool
	ranges [][2]rune
	tests  []func(rune) bool
}

func (s *set) has(r rune) bool {
	in := s.hasPlain(r)
	if !in && s.fold {
		for f := unicode.SimpleFold(r); f != r && !in; f = unicode.SimpleFold(f) {
			in = s.hasPlain(f)
		}
	}
	return in != s.neg
}

func (s *set) hasPlain(r rune) bool {
	for _, x := range s.ranges {
		if x[0] <= r && r <= x[1] {
			return true
		}
	}
	for _, t := range s.tests {
		if t(r) {
			return true
		}
	}
	return false
}

// Code is built in pieces whose jumps count from the piece's own start; relocate moves a piece.
func relocate(code []inst, by int) []inst {
	out := make([]inst, len(code))
	copy(out, code)
	for i := range out {
		switch out[i].op {
		case opSplit, opJump, opLook, opAtomic:
			out[i].x += by
			out[i].y += by
		}
	}
	return out
}

func join(a, b []inst) []inst { return append(a, relocate(b, len(a))...) }

// fixedWidth is how many characters a piece of code matches, when that is one number.
func fixedWidth(code []inst) (int, bool) {
	const unknown = -1
	at := make([]int, len(code)+1)
	for i := range at {
		at[i] = unknown
	}
	at[0] = 0
	reach := func(to, w int) bool {
		if at[to] == unknown {
			at[to] = w
			return true
		}
		return at[to] == w
	}
	for i, in := range code {
		w := at[i]
		if w == unknown {
			continue
		}
		ok := true
		switch in.op {
		case opChar, opFold, opAny, opAnyAll, opSet:
			ok = reach(i+1, w+1)
		case opSplit:
			ok = in.x > i && in.y > i && reach(in.x, w) && reach(in.y, w)
		case opJump:
			ok = in.x > i && reach(in.x, w)
		case opLook:
			ok = reach(in.x, w)
		case opAtomic:
			n, fixed := fixedWidth(relocate(code[i+1:in.x-1], -(i + 1)))
			ok = fixed && reach(in.x, w+n)
		case opBackref:
			ok = false
		default:
			ok = reach(i+1, w)
		}
		if !ok {
			return 0, false
		}
	}
	return at[len(code)], at[len(code)] != unknown
}
