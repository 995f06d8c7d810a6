package choose

import (
	"context"
	"fmt"
	"slices"

	"github.com/quandary-puzzles/quandary/internal/bitset"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/solving"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve"
)

// leftover is what clues leave of the arrangements of a factored puzzle, known as far as it was asked.
type leftover struct {
	e       *solving.Encoding
	session solve.Session
	known   []deck.Thing // some arrangements that are left, all different
	all     bool         // there are no others
	limit   int          // how many are listed at most when it is asked
	asked   int          // how often the engine was asked
}

// openLeftover starts with all arrangements of a puzzle without clues that meet a demand; nil: all arrangements.
func openLeftover(ctx context.Context, engine solve.Engine, p *deck.Puzzle, demand func(*solving.Encoding) []model.Term, limit int) (*leftover, error) {
	e, session, err := solving.Open(ctx, engine, p, true, func(e *solving.Encoding) {
		if demand != nil {
			for _, t := range demand(e) {
				e.Problem.Assert("solution", t)
			}
		}
	})
	if err != nil {
		return nil, err
	}
	l := &leftover{e: e, session: session, limit: limit}
	if err := l.list(ctx); err != nil {
		session.Close()
		return nil, err
	}
	return l, nil
}

// list lists arrangements that are left.
func (l *leftover) list(ctx context.Context) error {
	l.asked++
	found, err := l.session.Enumerate(ctx, l.limit)
	if err != nil {
		return err
	}
	if found.All {
		l.known, l.all = nil, true
	}
	return l.learn(found.List)
}

// learn adds arrangements to those that are known.
func (l *leftover) learn(found []model.Assignment) error {
	for _, a := range found {
		t, err := l.e.Thing(a)
		if err != nil {
			return err
		}
		if !slices.ContainsFunc(l.known, t.Equal) {
			l.known = append(l.known, t)
		}
	}
	return nil
}

// atLeast reports whether at least k arrangements are left when a clue is added.
func (l *leftover) atLeast(ctx context.Context, n *deck.Node, k int) (bool, error) {
	count := 0
	for _, t := range l.known {
		if l.e.P.Holds(n, t) {
			count++
		}
	}
	if l.all || count >= k {
		return count >= k, nil
	}
	if err := l.session.Push(); err != nil {
		return false, err
	}
	if err := l.session.Add("clue", l.e.Statement(n)); err != nil {
		return false, err
	}
	l.asked++
	found, err := l.session.Enumerate(ctx, k)
	if err != nil {
		return false, err
	}
	if err := l.learn(found.List); err != nil {
		return false, err
	}
	return len(found.List) >= k, l.session.Pop()
}

// add adds a clue.
func (l *leftover) add(n *deck.Node) error {
	l.known = slices.DeleteFunc(l.known, func(t deck.Thing) bool { return !l.e.P.Holds(n, t) })
	if l.all {
		return nil
	}
	return l.session.Add("clue", l.e.Statement(n))
}

// drawSeveral draws several solutions, the first of which is given: arrangements that some clues leave, and no others. Clues
// that are true of the first are added in random order, each for as long as enough arrangements are left. Every set of
// solutions that clues can leave comes up, namely when those clues come first. It gives nil, with the reason, when the
// clues pass it by.
func (b *factoredTry) drawSeveral(ctx context.Context, p *deck.Puzzle, first deck.Thing, allowed bitset.Set) ([]deck.Thing, string, error) {
	k := b.d.Solutions
	limit := k + 64 // where few are left they are all known, and clues are judged without the engine
	every, err := openLeftover(ctx, b.f.Engine, p, nil, limit)
	if err != nil {
		return nil, "", err
	}
	defer every.session.Close()
	good := every
	if b.d.Where != nil || len(b.d.Invariants) > 0 {
		if good, err = openLeftover(ctx, b.f.Engine, p, b.onSolution, limit); err != nil {
			return nil, "", err
		}
		defer good.session.Close()
		defer func() { b.checks += good.asked }()
	}
	defer func() { b.checks += every.asked }()
	switch {
	case every.all && len(every.known) < k:
		return nil, "", &ConflictError{Demands: []string{fmt.Sprintf("%s of %d arrangements", counted(k, "solution"), len(every.known))}, Smallest: true}
	case good.all && len(good.known) < k:
		return nil, "", errNoSolution
	}
	r := b.r.Derive("several")
	for _, i := range r.Perm(len(b.all)) {
		if !every.all && len(every.known) <= k {
			if err := every.list(ctx); err != nil {
				return nil, "", err
			}
		}
		if every.all && len(every.known) <= k {
			break
		}
		n := b.all[i]
		if !allowed.Has(i) || !b.roomFor(nil, n) {
			continue
		}
		ok, err := good.atLeast(ctx, n, k)
		if err != nil {
			return nil, "", err
		}
		if !ok {
			continue
		}
		if err := every.add(n); err != nil {
			return nil, "", err
		}
		if good != every {
			if err := good.add(n); err != nil {
				return nil, "", err
			}
		}
	}
	if !every.all {
		if err := every.list(ctx); err != nil {
			return nil, "", err
		}
	}
	if !every.all || len(every.known) != k {
		return nil, fmt.Sprintf("the clues pass by %s", counted(k, "solution")), nil
	}
	out := []deck.Thing{first}
	for _, t := range every.known {
		if !t.Equal(first) {
			out = append(out, t)
		}
	}
	return out, "", nil
}

// uselessness tells which clues ban nothing, and remembers it for all puzzles that are tried.
type uselessness struct {
	e       *solving.Encoding
	session solve.Session
	some    []deck.Thing              // arrangements that showed that clues ban something
	bans    map[*deck.Node]deck.Thing // one that the clue bans; nil: there is none
	asked   int
}

func openUselessness(ctx context.Context, engine solve.Engine, p *deck.Puzzle) (*uselessness, error) {
	e, session, err := solving.Open(ctx, engine, p, true, nil)
	return &uselessness{e: e, session: session, bans: map[*deck.Node]deck.Thing{}}, err
}

// maxWitnesses bounds the arrangements that are remembered.
const maxWitnesses = 64

// useless reports whether a clue of the universe is true of every arrangement.
func (u *uselessness) useless(ctx context.Context, n *deck.Node) (bool, error) {
	t, err := u.banned(ctx, n)
	return t == nil, err
}

// banned gives an arrangement that a clue of the universe bans; nil when there is none.
func (u *uselessness) banned(ctx context.Context, n *deck.Node) (deck.Thing, error) {
	if t, ok := u.bans[n]; ok {
		return t, nil
	}
	for _, t := range u.some {
		if !u.e.P.Holds(n, t) {
			u.bans[n] = t
			return t, nil
		}
	}
	u.asked++
	if err := u.session.Push(); err != nil {
		return nil, err
	}
	if err := u.session.Add("contrary", u.e.Problem.Not(u.e.Statement(n))); err != nil {
		return nil, err
	}
	res, err := u.session.Solve(ctx)
	if err != nil {
		return nil, err
	}
	if err := u.session.Pop(); err != nil {
		return nil, err
	}
	var found deck.Thing
	if res.Status != solve.Unsat {
		if found, err = u.e.Thing(res.Solution); err != nil {
			return nil, err
		}
		if len(u.some) < maxWitnesses {
			u.some = append(u.some, found)
		}
	}
	u.bans[n] = found
	return found, nil
}
