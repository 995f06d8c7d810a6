package choose

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/quandary-puzzles/quandary/internal/bitset"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/solving"
	"github.com/quandary-puzzles/quandary/solve"
)

// pool is some of the arrangements of a factored puzzle as things that are listed, so that clues are chosen for them by the search
// over sets: the solutions first, then arrangements to be banned. When clues that were chosen leave an arrangement that is not
// among them, it is added. That is the implicit hitting set method (Chandrasekaran, Karp, Moreno-Centeno and Vempala, "Algorithms
// for implicit hitting set problems", SODA 2011).
type pool struct {
	b       *factoredTry
	p       *deck.Puzzle
	u       *Universe
	allowed bitset.Set
	board   *clueBoard
}

const (
	// maxEvery is the number of arrangements up to which all of them are in the pool from the start.
	maxEvery = 512
	// poolStart is how many arrangements are there at the start where there are more, and poolMore how many when few were not enough.
	poolStart = 48
	poolMore  = 192
	// maxRounds bounds how often clues are chosen for a pool, and maxFailures how often that may come to nothing. Where not all
	// arrangements are in the pool the work is bounded more, because adding clues one by one is quicker.
	maxRounds   = 400
	poolRounds  = 100
	poolNodes   = 400
	maxFailures = 3
)

// choose chooses clues for the solutions by the search over sets, so that bounds on how many clues of some sort there are are met;
// nil, with the reason, when that came to nothing. Every choice that meets the demands can come up: when the pool happens to hold an
// arrangement for each of its clues that this clue alone bans, it is one of the choices for the pool.
func (b *factoredTry) choose(ctx context.Context, p *deck.Puzzle, allowed bitset.Set, rs []Restriction) ([]*deck.Node, string, error) {
	pl, err := b.openPool(ctx, p, allowed)
	if err != nil {
		return nil, "", err
	}
	defer pl.board.session.Close()
	d := *b.d
	d.Where = nil // the solutions are what is asked for
	fixed := Restriction{Solutions: bitset.New(pl.u.Table.N), Clues: allowed}
	m := &listedMaking{f: b.f, d: &d, u: pl.u}
	rounds := uint64(maxRounds)
	if !b.exact {
		m.most, rounds = poolNodes, poolRounds
	}
	terms := slices.ContainsFunc(rs, func(r Restriction) bool { return r.Terms != nil })
	if terms && len(b.all) > maxSelection {
		terms, b.unsaid = false, true
	}
	failures := 0
	for round := range rounds {
		fixed.Solutions = bitset.New(pl.u.Table.N)
		for i := range b.solutions {
			fixed.Solutions.Set(i)
		}
		m.rs = append(slices.Clip(rs), fixed)
		m.names = nil
		for i := range m.rs {
			m.names = append(m.names, strconv.Itoa(i))
		}
		stream := b.r.Derive("round", round)
		var clues, left []int
		if terms {
			clues, left, err = m.sample(ctx, stream)
		} else {
			clues, left, err = m.attempt(ctx, stream, 0)
		}
		if err != nil && !errors.Is(err, solve.ErrBudget) {
			return nil, "", err
		}
		if left == nil {
			if failures++; terms || failures > maxFailures {
				return nil, "a solution that no clues were found for that meet the demands", nil
			}
			continue
		}
		clues = slices.Clone(clues) // they are the chooser's
		more, err := pl.lacks(ctx, clues)
		if err != nil {
			return nil, "", err
		}
		if more != nil {
			pl.add(more)
			continue
		}
		slices.Sort(clues)
		b.r.Shuffle(len(clues), func(i, j int) { clues[i], clues[j] = clues[j], clues[i] })
		return append([]*deck.Node{}, b.nodes(clues)...), "", nil
	}
	return nil, "a solution that no clues were found for that single it out", nil
}

// openPool makes a pool of the solutions and some other arrangements.
func (b *factoredTry) openPool(ctx context.Context, p *deck.Puzzle, allowed bitset.Set) (*pool, error) {
	board, err := openBoard(ctx, b.f.Engine, p, b.solutions)
	if err != nil {
		return nil, err
	}
	pl := &pool{b: b, p: p, allowed: allowed, board: board,
		u: &Universe{Table: &solving.Table{P: p}, Clues: b.all, Forms: b.forms, Bans: make([]bitset.Set, len(b.all))}}
	for _, t := range b.solutions {
		pl.add(t)
	}
	if err := b.list(ctx, p); err != nil {
		board.session.Close()
		return nil, err
	}
	if b.exact {
		for _, t := range b.every {
			pl.fresh(t)
		}
		return pl, nil
	}
	r := b.r.Derive("pool")
	start := poolStart
	if b.sets {
		start = poolMore
	}
	for range start {
		var t deck.Thing
		switch n := len(b.every); {
		case n > 0:
			t = b.every[r.IntN(n)]
		case r.Bool():
			t = randomThing(p, r)
		default: // one that differs in little from a solution
			t = slices.Clone(b.solutions[r.IntN(len(b.solutions))])
			if l := p.Lineup; l != nil {
				c := r.IntN(len(l.Categories)) * l.Places
				i, j := c+r.IntN(l.Places), c+r.IntN(l.Places)
				t[i], t[j] = t[j], t[i]
			} else {
				k := r.IntN(len(t))
				t[k] = r.IntN(len(p.Properties[k].Values))
			}
		}
		pl.fresh(t)
	}
	return pl, nil
}

// list lists all arrangements where they are few; where there are rules, some that keep them otherwise.
func (b *factoredMaking) list(ctx context.Context, p *deck.Puzzle) error {
	if b.listed {
		return nil
	}
	b.listed = true
	if p.Arrangements() > b.d.few && (p.Rules == nil || b.d.few < maxEvery) {
		return nil
	}
	l, err := openLeftover(ctx, b.f.Engine, p, nil, maxEvery)
	if err != nil {
		return err
	}
	defer l.session.Close()
	b.every, b.exact = l.known, l.all
	return nil
}

// fresh adds an arrangement that is not there.
func (pl *pool) fresh(t deck.Thing) {
	if !slices.ContainsFunc(pl.u.Table.Things, t.Equal) {
		pl.add(t)
	}
}

// add adds an arrangement.
func (pl *pool) add(t deck.Thing) {
	table := pl.u.Table
	k := table.N
	table.N++
	table.Things = append(table.Things, t)
	table.All = bitset.Full(table.N)
	for i, n := range pl.b.all {
		if !pl.allowed.Has(i) {
			continue
		}
		if k%64 == 0 {
			pl.u.Bans[i] = append(pl.u.Bans[i], 0)
		}
		if !pl.p.Holds(n, t) {
			pl.u.Bans[i].Set(k)
		}
	}
}

// lacks gives an arrangement that the pool lacks to tell what the clues that were chosen do: one that they leave, one that a clue
// bans which seemed useless, or one for which a clue is needed where all seem to be. nil: there is none.
func (pl *pool) lacks(ctx context.Context, clues []int) (deck.Thing, error) {
	nodes := pl.b.nodes(clues)
	pl.b.checks++
	if t, err := pl.board.other(ctx, nodes); t != nil || err != nil {
		return t, err
	}
	var some deck.Thing
	redundant := false
	for k, i := range clues {
		t, err := pl.b.u.banned(ctx, nodes[k])
		if err != nil {
			return nil, err
		}
		switch {
		case pl.u.Bans[i].Empty() && t != nil:
			return t, nil
		case pl.b.d.Redundant != Require || t == nil || redundant:
			continue
		}
		pl.b.checks++
		if t, err = pl.board.other(ctx, without(nodes, nodes[k])); err != nil {
			return nil, err
		}
		if t == nil {
			redundant = true
		} else if !slices.ContainsFunc(pl.u.Table.Things, t.Equal) {
			some = t
		}
	}
	if pl.b.d.Redundant == Require && !redundant {
		if some == nil {
			return nil, fmt.Errorf("no clue is redundant, and the arrangements known say otherwise")
		}
		return some, nil
	}
	return nil, nil
}
