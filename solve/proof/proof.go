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
//	G G LITS 0 (A B LIT)...   graph G: its nodes, from 0, are there where their literals are true; an edge counts where its own and those of its nodes A and B are
//	W G F WEIGHTS             the weights F of the nodes of graph G: "n K", "b LO HI LIT" (HI where LIT is true, else LO), "i X"
//	Q ID G KIND ANSWER ...    constraint ID: a query on graph G: connected LIT, same LIT A B, first LIT A, acyclic LIT, parted LIT, loop LIT COUNTS..., groups X, sum X A F
//	R ID LIT DFA INPUTS       constraint ID: LIT is that the automaton accepts; DFA is STATES FIRST N STATE... M (FROM VALUE TO)..., an input is N (VALUE LIT)...
//	r ID (N (LIT COL)...)...  constraint ID, by unit propagation: rows of N literals, one true in each, those of a column in one row at most
//	t ID LITS 0               a clause that constraint ID implies
//	f LITS 0 BOUNDS           a clause of the real arithmetic, by Farkas' lemma
//	a LITS 0                  a clause that follows by unit propagation (reverse unit propagation, RUP); empty: the end
//	x LITS 0                  a clause that will not be used again
//	T V X C N E D             what literals, integers and columns mean: for Givens, and nothing is concluded from it here
//
// SUM is a list of "i COEF X" and "b COEF LIT". BOUNDS is a list of "LIT COL u|l R D FACTOR": LIT being true sets the upper or
// lower bound R + D*e of COL; the factors, none negative, make the bounds add up to a contradiction.
//
// # What is checked
//
// A clause of kind t is accepted when assuming the negations of its literals, and propagating units, leaves the constraint
// without a solution by a rule that is simple to see right: for a sum, the least value exceeds the bound; for a disequality,
// all is fixed and equal; for all different, the integers cannot be matched with values of their own; for rows of literals, the
// rows cannot be matched with columns of their own; for queries on a graph, what a walk over the nodes that are there, and over
// those that may be, finds (model.Graph says what the queries mean) refuses the answer; for an automaton, no end that the answer wants can be reached; for
// products and powers, the interval of the product, over each combination of signs, misses that of the result.
//
// The proof is one of the constraints that it lists: whether they say what a problem says is for Givens to judge, which package
// reading does.
package proof

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/budget"
)

// Summary tells what a proof that was accepted held.
type Summary struct {
	Literals    int
	Integers    int
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
	// Given is whether it is not a conclusion: what the proof starts from was judged by Givens.
	Given bool
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

// Givens judges what a proof starts from: each step that is not a conclusion, of the kinds in [stated]. An error ends the check.
type Givens interface {
	Given(kind string, w *Words) error
}

// stated are the kinds of steps that Givens is asked about.
const stated = "igecludmwILSATVXCNEDGWQR"

// Check reads a proof and checks every step. It is nil when the proof shows that its constraints have no solution. Where they
// come from is for givens to judge; nil takes them as they are. What the check holds counts on the account of the context.
func Check(ctx context.Context, r io.Reader, givens Givens) (Summary, error) {
	c := newChecker(givens)
	c.Count(ctx)
	defer c.Close()
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
				return c.sum, &Error{Line: line, What: `expected "p quandary 1"`, Text: text}
			}
			started = true
			continue
		}
		p := &Words{words: words[1:]}
		c.Hold(len(text))
		done, err := c.step(words[0], p)
		if p.err != nil {
			err = p.err
		}
		if over := c.Err(); over != nil {
			return c.sum, over
		}
		if errors.Is(err, budget.ErrMemory) {
			return c.sum, err
		}
		if err != nil {
			return c.sum, &Error{line, err.Error(), text, c.judging}
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
