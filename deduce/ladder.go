package deduce

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/nearest"
)

// Status says how far a position has come.
type Status uint8

// The statuses of a position.
const (
	Open   Status = iota // something is left to decide
	Solved               // everything is decided and no rule is broken
	Broken               // no solution: a cell without a candidate, a house without a place for a value
)

func (s Status) String() string {
	switch s {
	case Open:
		return "open"
	case Solved:
		return "solved"
	case Broken:
		return "broken"
	}
	return fmt.Sprintf("Status(%d)", uint8(s))
}

// Position is what a ladder needs of a family's position type.
type Position interface {
	// Apply carries a step out. It returns an error, and leaves the position as it was, where the step places a value in
	// a cell that is taken or from which the value has been removed.
	Apply(Step) error
	// Status says whether the position is open, solved or broken.
	Status() Status
}

// Technique is one named way of finding steps in positions of type P.
type Technique[P any] struct {
	ID     string  // lower case with hyphens, unique in a ladder: "naked-pair"
	Name   string  // as a sentence begins: "Naked pair"
	About  string  // what it is, in a sentence or two
	Cost   int     // of a step, in the scale of HoDoKu's scores
	Rating float64 // of a step, in the scale of Sudoku Explainer, where the step does not say it itself
	// AssumesUnique is set where the technique is sound only for a puzzle with exactly one solution.
	AssumesUnique bool
	// Guess is set where the steps are not deductions that a person would make: the last resort.
	Guess bool
	// Find yields steps that change the position, in an order that depends on the position alone, until yield returns
	// false. It leaves the position as it was when it returns and while it yields.
	Find func(p P, yield func(Step) bool)
	// Sweep, where it is set, carries out steps of the technique without making them, as many as it likes, and reports
	// whether there was one. Solves uses it: a generator asks often whether a puzzle can be solved, and seldom how.
	Sweep func(p P) bool
}

// Each yields the technique's steps with the technique's name, cost and rating filled in.
func (t *Technique[P]) Each(p P, yield func(Step) bool) {
	t.Find(p, func(s Step) bool {
		t.sign(&s)
		return yield(s)
	})
}

// First gives the first step that the technique finds.
func (t *Technique[P]) First(p P) (step Step, ok bool) {
	t.Find(p, func(s Step) bool {
		step, ok = s, true
		return false
	})
	if ok {
		t.sign(&step)
	}
	return step, ok
}

// All gives every step that the technique finds.
func (t *Technique[P]) All(p P) []Step {
	var list []Step
	t.Each(p, func(s Step) bool {
		list = append(list, s)
		return true
	})
	return list
}

func (t *Technique[P]) sign(s *Step) {
	s.Technique, s.Name, s.Cost = t.ID, t.Name, t.Cost
	if s.Rating == 0 {
		s.Rating = t.Rating
	}
}

// Ladder is techniques from the easiest to the hardest. It is immutable and safe for concurrent use.
type Ladder[P Position] struct {
	rungs []Technique[P]
	index map[string]int
}

// NewLadder makes a ladder of techniques, the easiest first. It panics where two have the same ID: a ladder is written by
// a programmer, not read from input.
func NewLadder[P Position](rungs ...Technique[P]) *Ladder[P] {
	l := &Ladder[P]{rungs: rungs, index: make(map[string]int, len(rungs))}
	for i, t := range rungs {
		if _, twice := l.index[t.ID]; twice {
			panic("deduce: two techniques named " + t.ID)
		}
		l.index[t.ID] = i
	}
	return l
}

// Techniques lists the rungs, the easiest first. The slice must not be written to.
func (l *Ladder[P]) Techniques() []Technique[P] { return l.rungs }

// UnknownError names a technique that a ladder does not have.
type UnknownError struct {
	ID      string
	Nearest string // the ID that it resembles most, or ""
}

func (e *UnknownError) Error() string {
	if e.Nearest == "" {
		return fmt.Sprintf("unknown technique %q", e.ID)
	}
	return fmt.Sprintf("unknown technique %q: did you mean %q?", e.ID, e.Nearest)
}

// Lookup gives a technique by its ID or its name, whatever the case and with spaces for hyphens. The error is an
// *UnknownError.
func (l *Ladder[P]) Lookup(id string) (*Technique[P], error) {
	i, err := l.find(id)
	if err != nil {
		return nil, err
	}
	return &l.rungs[i], nil
}

func (l *Ladder[P]) find(id string) (int, error) {
	key := normal(id)
	if i, ok := l.index[key]; ok {
		return i, nil
	}
	var names, ids []string
	for i, t := range l.rungs {
		name := normal(t.Name)
		if name == key {
			return i, nil
		}
		names, ids = append(names, t.ID, name), append(ids, t.ID, t.ID)
	}
	best := ""
	if near := nearest.One(key, names); near != "" {
		best = ids[slices.Index(names, near)]
	}
	return 0, &UnknownError{ID: id, Nearest: best}
}

func normal(id string) string {
	return strings.Map(func(r rune) rune {
		if r == ' ' || r == '_' {
			return '-'
		}
		return r
	}, strings.ToLower(strings.TrimSpace(id)))
}

// UpTo gives the ladder of the techniques up to and including one: "solvable by techniques up to X". The error is an
// *UnknownError.
func (l *Ladder[P]) UpTo(id string) (*Ladder[P], error) {
	i, err := l.find(id)
	if err != nil {
		return nil, err
	}
	return NewLadder(l.rungs[: i+1 : i+1]...), nil
}

// Only gives the ladder of the named techniques, in this ladder's order. The error is an *UnknownError.
func (l *Ladder[P]) Only(ids ...string) (*Ladder[P], error) { return l.filter(ids, true) }

// Without gives the ladder that lacks the named techniques. The error is an *UnknownError.
func (l *Ladder[P]) Without(ids ...string) (*Ladder[P], error) { return l.filter(ids, false) }

func (l *Ladder[P]) filter(ids []string, keep bool) (*Ladder[P], error) {
	named := make(map[int]bool, len(ids))
	for _, id := range ids {
		i, err := l.find(id)
		if err != nil {
			return nil, err
		}
		named[i] = true
	}
	var rungs []Technique[P]
	for i, t := range l.rungs {
		if named[i] == keep {
			rungs = append(rungs, t)
		}
	}
	return NewLadder(rungs...), nil
}

// Select gives the ladder of the techniques that a condition holds for.
func (l *Ladder[P]) Select(keep func(*Technique[P]) bool) *Ladder[P] {
	var rungs []Technique[P]
	for i := range l.rungs {
		if keep(&l.rungs[i]) {
			rungs = append(rungs, l.rungs[i])
		}
	}
	return NewLadder(rungs...)
}

// Next gives the easiest step in a position: the first that the lowest rung finds. There is none when the position is
// solved or broken, or beyond the ladder.
func (l *Ladder[P]) Next(p P) (Step, bool) {
	for i := range l.rungs {
		if s, ok := l.rungs[i].First(p); ok {
			return s, true
		}
	}
	return Step{}, false
}

// ErrBudget is returned by Solve when the number of steps allowed has been taken.
var ErrBudget = errors.New("deduce: step budget used up")

// Path is the steps that were taken from a position, and where they led.
type Path struct {
	Steps []Step
	// Status is Solved where the steps lead to the solution, Broken where they show that there is none, and Open where
	// the ladder ends before the puzzle does.
	Status Status
}

// Solve takes the easiest step again and again, and changes the position. At most limit steps are taken where limit is
// positive. The path so far is returned with every error: ErrBudget, or the context's.
func (l *Ladder[P]) Solve(ctx context.Context, p P, limit int) (Path, error) {
	var path Path
	var failed error
	for s, err := range l.Walk(ctx, p) {
		if err == nil && limit > 0 && len(path.Steps) >= limit {
			err = ErrBudget
		}
		if failed = err; err != nil {
			break
		}
		path.Steps = append(path.Steps, s)
	}
	path.Status = p.Status()
	return path, failed
}

// Walk takes the easiest step again and again, and changes the position. It yields each step before it is carried out; an error, that of
// the context or of a step that cannot be carried out, ends the walk.
func (l *Ladder[P]) Walk(ctx context.Context, p P) iter.Seq2[Step, error] {
	return func(yield func(Step, error) bool) {
		for p.Status() == Open {
			if err := ctx.Err(); err != nil {
				yield(Step{}, err)
				return
			}
			s, ok := l.Next(p)
			if !ok || !yield(s, nil) {
				return
			}
			if err := p.Apply(s); err != nil {
				yield(Step{}, fmt.Errorf("%s: %w", s.Technique, err))
				return
			}
		}
	}
}

// Solves reports whether the ladder reaches the solution, and changes the position. It takes no note of the steps.
func (l *Ladder[P]) Solves(ctx context.Context, p P) (bool, error) {
	for p.Status() == Open {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		moved := false
		for i := 0; i < len(l.rungs) && !moved; i++ {
			t := &l.rungs[i]
			if t.Sweep != nil {
				moved = t.Sweep(p)
				continue
			}
			s, ok := t.First(p)
			if !ok {
				continue
			}
			if err := p.Apply(s); err != nil {
				return false, fmt.Errorf("%s: %w", s.Technique, err)
			}
			moved = true
		}
		if !moved {
			break
		}
	}
	return p.Status() == Solved, nil
}

// Grade sums up a path.
type Grade struct {
	Status  Status
	Hardest string         // ID of the technique of the hardest step: the highest rung used
	Name    string         // its name
	Cost    int            // sum of the costs of the steps
	Rating  float64        // largest rating of a step
	Rated   string         // ID of the technique whose step has that rating
	Counts  map[string]int // steps by technique ID
	Steps   int
	Guesses int // steps of techniques that guess
}

// Grade grades a path of this ladder. The hardest step is the one whose technique stands highest on the ladder.
func (l *Ladder[P]) Grade(path Path) Grade {
	g := Grade{Status: path.Status, Counts: make(map[string]int), Steps: len(path.Steps)}
	top := -1
	for _, s := range path.Steps {
		g.Cost += s.Cost
		g.Counts[s.Technique]++
		if s.Rating > g.Rating {
			g.Rating, g.Rated = s.Rating, s.Technique
		}
		i, ok := l.index[s.Technique]
		if !ok {
			continue
		}
		if l.rungs[i].Guess {
			g.Guesses++
		}
		if i > top {
			top = i
			g.Hardest, g.Name = s.Technique, l.rungs[i].Name
		}
	}
	return g
}
