package making

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/quandary-puzzles/quandary/carve"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/solve"
)

// Definition is the paper's D of a family at a size: full boards at random, and whether a clue can go. It is for one goroutine, and holds the solver of the
// last board that it made until Close or the next one.
type Definition struct {
	wanted
	hardest int      // where boards are varied: class of the hardest step that is asked for
	ease    int      // class of the hardest step that a full board may need; 0: any
	steps   int64    // of the solver, to find whether a clue can go
	last    *carving // what the last full board holds of the solver, to be given back
	report  func(puzzle.Progress)
	why     error   // why the last start was barren
	starts  int     // random starts for the full board that is looked for
	left    int     // what the nearest of them left undecided, with everything printed; 0: none had a solution
	judged  bool    // each removal is judged: a puzzle carved without that had lost its solution
	again   bool    // the last full board is carved once more, for that reason
	coarse  float64 // how many times as large rooms are drawn as the rules file says
	steady  bool    // rooms stay as large: nobody knows on which side puzzles are
	endless bool    // questions about a whole board came to no end
	met     bool    // a puzzle was compared with the request
	hard    int     // full boards given up since that was asked last: too hard with all clues printed
}

// Define gives the paper's D of the family at a size. It finds out first which printed values may be taken away, which can take seconds. The error is that
// of a size which the file does not have, or of the solver.
func (m *Maker) Define(ctx context.Context, size rules.BoardSize) (*Definition, error) {
	size, err := m.File.CompleteSize(size)
	if err != nil {
		return nil, err
	}
	sorted, err := m.parts(ctx)
	if err != nil {
		return nil, err
	}
	return &Definition{wanted: wanted{m: m, size: size, sort: sorted}, steps: carveSteps, coarse: 1}, nil
}

var _ carve.Leaning = (*Definition)(nil)

// Lean draws smaller rooms from now on, where puzzles were too hard: each of them is told of by a clue, most often. Where they were too easy
// larger ones are no way out: two areas fill a board in one way.
func (d *Definition) Lean(side int) {
	if side > 0 && !d.steady {
		d.coarse = max(d.coarse/coarser, leastCoarse)
	}
}

// Bounds on how much smaller rooms are drawn than the rules file says.
const (
	coarser     = 1.25
	leastCoarse = 0.25
)

var _ carve.Picky = (*Definition)(nil)

// GivenUp tells of full boards that were too hard with all clues printed.
func (d *Definition) GivenUp() int {
	n := d.hard
	d.hard = 0
	return n
}

// Close gives back what the last board holds.
func (d *Definition) Close() {
	if d.last != nil {
		d.last.close()
		d.last.d.close()
		d.last = nil
	}
}

// Random makes a full board that has one solution with everything printed. That none came of many starts, or that there is none, is a
// *puzzle.NoBoardError.
func (d *Definition) Random(ctx context.Context, r *rng.Stream) (carve.Board[*rules.Board], error) {
	if d.again {
		d.again = false
		d.last.whole()
		return d.last, nil
	}
	d.Close()
	d.starts, d.left, d.hard = 0, 0, 0
	rooms, patient := sizing{near: 1}, int64(1)
	barren := 0 // starts that led to no solution at all
	for try := range uint64(maxStarts) {
		if d.report != nil && try > 0 && !d.met { // what is nearest tells more
			d.report(puzzle.Progress{Done: int(try), Total: maxStarts, Text: "no full board yet"})
		}
		d.starts++
		full, err := d.draft(ctx, start{barren >= mostBarren && barren%2 == 1, d.coarse * rooms.next(), patient}, r.Derive("draft", try))
		if errors.Is(err, errBarren) {
			d.why = err
			barren++
			rooms.ended(0)
			if errors.Is(err, solve.ErrBudget) {
				patient = min(2*patient, mostFirst)
			}
			continue
		}
		if errors.Is(err, errNever) {
			return nil, err
		}
		if err != nil {
			return nil, d.ended(ctx, err)
		}
		full.narrow = d.endless
		ok, err := false, error(nil)
		if l := d.m.division(); l != nil && !divides(d.preset, l) {
			ok, err = full.settle(ctx, l, cmp.Or(full.drawn, full.solver.enc.Board), mostSettled, r.Derive("settle", try))
		} else {
			ok, err = full.grow(ctx, stamina(int(try)), r.Derive("grow", try))
			if d.ease > 0 && ok && err == nil {
				var eased bool
				eased, err = full.ease(ctx, d.ease, r.Derive("ease", try))
				if !eased && err == nil && d.hard < mostHard && !d.m.answers() {
					d.hard++
					d.starts-- // it led to a full board
					d.Lean(1)
					full.close()
					continue
				}
				// Where that fails again and again the board is carved all the same: it tells what is nearest.
			}
		}
		var c *carving
		if ok && err == nil {
			c, ok, err = newCarving(ctx, full, d.steps, d.judged || d.sort.counted)
		}
		if ok && err == nil {
			if d.last = c; d.hardest > 0 {
				c.made = d
			}
			return c, nil
		}
		if c != nil {
			c.close()
		}
		rooms.ended(full.left)
		d.endless = d.endless || full.endless >= mostEndless
		d.left = rooms.left
		full.close()
		if err != nil && !errors.Is(err, errBarren) {
			if ok { // it was full, and being made easier
				return nil, err
			}
			return nil, d.ended(ctx, err)
		}
		d.why = errSeveral
	}
	return nil, &puzzle.NoBoardError{Err: fmt.Errorf("%s: %w", d.tried(), d.why)}
}

// lost tells that the last puzzle had lost its solution: its board is carved once more, and from now on each removal is judged.
func (d *Definition) lost() {
	d.again = !d.last.judged
	d.judged, d.last.judged = true, true
}

// answers reports whether puzzles print parts of the answer too, so that none is too hard with everything printed.
func (m *Maker) answers() bool {
	return slices.ContainsFunc(m.File.Layers, func(l *rules.Layer) bool { return l.Role == rules.Find && l.Printed })
}

// tried says what was tried for a full board, and how far it came.
func (d *Definition) tried() string {
	starts := "random starts"
	if d.starts == 1 {
		starts = "random start"
	}
	text := fmt.Sprintf("%d %s led to no full board with one solution", d.starts, starts)
	if printed := d.m.File.Printed(); d.left == 0 && len(printed) > 0 {
		names := make([]string, len(printed))
		for i, r := range printed {
			names[i] = r.Name
		}
		text += fmt.Sprintf("; %s asks something of what is printed alone: say under make how that is drawn", strings.Join(names, ", "))
	}
	if d.left > 0 {
		text += fmt.Sprintf("; the nearest left %d values undecided, with everything printed", d.left)
	}
	return text
}

// ended adds to the error of a context that has ended what was tried until then.
func (d *Definition) ended(ctx context.Context, err error) error {
	if ctx.Err() == nil {
		return err
	}
	return fmt.Errorf("%s: %w", d.tried(), err)
}

var errSeveral = errors.New("the last had several solutions with everything printed")

// maxStarts is how many random starts are made for one full board.
const maxStarts = 40

// mostHard is how many full boards are given up that are too hard with all clues printed.
const mostHard = 3

// mostBarren is after how many starts without a solution rooms are drawn when there is one, by turns with those drawn before.
const mostBarren = 3

// sizing says how large rooms are drawn, start for start, for a full board: about as large as those of the nearest start so far. In some families smaller
// rooms, of which more tell something, decide more, in others larger ones do.
type sizing struct {
	near  float64 // how many times as large as usual they were there
	left  int     // what that start left undecided; 0: none had a solution
	tried float64 // the same as near, of the last start
	turn  int
}

// mostCoarse is how many times as large as the rules file says rooms are drawn at most.
const mostCoarse = 2

// next gives how many times as large as usual rooms are to be.
func (s *sizing) next() float64 {
	s.tried = min(max(s.near*[]float64{1, 1 / coarser, coarser}[s.turn%3], leastCoarse), mostCoarse)
	return s.tried
}

// ended takes note of a start that led to no full board, and of what it left undecided; 0: it had no solution. A way that leads nearer is gone on.
func (s *sizing) ended(left int) {
	if left > 0 && (s.left == 0 || left < s.left) {
		s.near, s.left = s.tried, left
		s.turn = max(s.turn, 1)
		return
	}
	s.turn++
}
