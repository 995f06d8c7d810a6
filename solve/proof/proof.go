// Package proof checks proofs that a problem of clauses, bounded integers and linear real arithmetic has no solution. It is
// written for the proofs of solve/native and shares no code with any solver: it has its own unit propagation, its own
// arithmetic (math/big) and its own reading of each constraint.
//
// # Format
//
// A proof is text, one step a line, words separated by blanks. Literals are numbers from 1, negative when negated; 1 is
// always true. A line that begins with # is a comment. The first step is "p quandary 1". Then, in any order:
//
//	i X LO HI                 the integer X has a value in LO..HI
//	b X...                    the bounds of the integers X... were not read off the problem but found before the proof began
//	g V X N                   the literal V is [X >= N]
//	e V X N                   the literal V is [X == N]
//	c LITS 0                  a clause of the problem
//	l ID R BOUND SUM          constraint ID: where R is true, SUM <= BOUND
//	u ID R K SUM              constraint ID: where R is true, SUM != K
//	d ID R X...               constraint ID: where R is true, the integers X... are all different
//	m ID X Y Z                constraint ID: Z = X*Y
//	w ID X K Z                constraint ID: Z = X^K
//	I C X   L C LIT           the real column C is the integer X, or 1 where LIT is true and 0 elsewhere
//	S C (COEF COL)...         the real column C is that sum
//	A LIT C R D               LIT is: column C <= R + D*e, for an infinitely small positive e
//	t ID LITS 0               a clause that constraint ID implies
//	f LITS 0 BOUNDS           a clause of the real arithmetic, by Farkas' lemma
//	a LITS 0                  a clause that follows by unit propagation (reverse unit propagation, RUP); empty: the end
//	x LITS 0                  a clause that will not be used again
//
// SUM is a list of "i COEF X" and "b COEF LIT". BOUNDS is a list of "LIT COL u|l R D FACTOR": LIT being true sets the upper or
// lower bound R + D*e of COL; the factors, none negative, make the bounds add up to a contradiction.
//
// # What is checked
//
// A clause of kind t is accepted when assuming the negations of its literals, and propagating units, leaves the constraint
// without a solution by a rule that is simple to see right: for a sum, the least value exceeds the bound; for a disequality,
// all is fixed and equal; for all different, the integers cannot be matched with values of their own; for
// products and powers, the interval of the product, over each combination of signs, misses that of the result.
//
// The proof is one of the constraints that it lists: whether they say what a puzzle says is for others to judge.
package proof

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math/big"
	"strconv"
	"strings"
)

// Summary tells what a proof that was accepted held.
type Summary struct {
	Literals    int
	Integers    int
	Presolved   int // integers whose bounds are taken on trust (kind b)
	Constraints int // other than clauses
	Clauses     int // of the problem
	Lemmas      int // kinds t and f
	Learned     int // kind a
	Deleted     int
}

// Error is a step that is not justified or not understood.
type Error struct {
	Line int
	What string
	Text string
}

func (e *Error) Error() string {
	text := e.Text
	if len(text) > 120 {
		text = text[:120] + "..."
	}
	return fmt.Sprintf("proof line %d: %s: %s", e.Line, e.What, text)
}

var errIncomplete = errors.New("the proof ends without the empty clause")

// Limits on what a proof may hold, so that a broken or hostile file ends in an error.
const (
	maxLine   = 1 << 24
	maxNumber = 1 << 28 // literals, integers, columns
)

// Check reads a proof and checks every step. It is nil when the proof shows that its constraints have no solution.
func Check(r io.Reader) (Summary, error) {
	c := newChecker()
	sc := bufio.NewScanner(r)
	sc.Buffer(make([]byte, 1<<16), maxLine)
	line := 0
	started := false
	for sc.Scan() {
		line++
		text := sc.Text()
		if text == "" || text[0] == '#' {
			continue
		}
		words := strings.Fields(text)
		if len(words) == 0 {
			continue
		}
		if !started {
			if text != "p quandary 1" {
				return c.sum, &Error{line, `expected "p quandary 1"`, text}
			}
			started = true
			continue
		}
		p := &parser{words: words[1:], line: line}
		done, err := c.step(words[0], p)
		if p.err != nil {
			err = p.err
		}
		if err != nil {
			return c.sum, &Error{line, err.Error(), text}
		}
		if done {
			c.sum.Literals, c.sum.Integers = len(c.index), len(c.ints)
			return c.sum, nil
		}
	}
	if err := sc.Err(); err != nil {
		return c.sum, err
	}
	return c.sum, errIncomplete
}

// parser takes the words of a line apart.
type parser struct {
	words []string
	line  int
	err   error
}

func (p *parser) more() bool { return p.err == nil && len(p.words) > 0 }

func (p *parser) word() string {
	if p.err != nil {
		return ""
	}
	if len(p.words) == 0 {
		p.err = errors.New("the line ends too early")
		return ""
	}
	w := p.words[0]
	p.words = p.words[1:]
	return w
}

func (p *parser) num() int64 {
	w := p.word()
	if p.err != nil {
		return 0
	}
	n, err := strconv.ParseInt(w, 10, 64)
	if err != nil {
		p.err = fmt.Errorf("%q is not a number", w)
	}
	return n
}

// id is a number from 0 to maxNumber.
func (p *parser) id() int {
	n := p.num()
	if n < 0 || n > maxNumber {
		p.err = fmt.Errorf("%d is out of range", n)
		return 0
	}
	return int(n)
}

func (p *parser) rat() *big.Rat {
	w := p.word()
	if p.err != nil {
		return new(big.Rat)
	}
	if len(w) > 10000 || strings.ContainsAny(w, "eE.xX_") {
		p.err = fmt.Errorf("%q is not a fraction", w)
		return new(big.Rat)
	}
	r, ok := new(big.Rat).SetString(w)
	if !ok {
		p.err = fmt.Errorf("%q is not a fraction", w)
		return new(big.Rat)
	}
	return r
}

// lit is a literal, which is not 0.
func (p *parser) lit() int64 {
	n := p.num()
	if p.err == nil && (n == 0 || n > maxNumber || n < -maxNumber) {
		p.err = fmt.Errorf("%d is not a literal", n)
	}
	return n
}

// lits are literals up to a 0.
func (p *parser) lits() []int64 {
	var out []int64
	for p.err == nil {
		n := p.num()
		if p.err != nil || n == 0 {
			break
		}
		if n > maxNumber || n < -maxNumber {
			p.err = fmt.Errorf("%d is out of range", n)
		}
		out = append(out, n)
	}
	return out
}
