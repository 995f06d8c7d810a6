package stored

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/bitset"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/cardfile"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/internal/nearest"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// This file verifies what a stored puzzle says about itself: the things that each clue bans, which things are banned at all,
// and the solution. Clues are judged thing by thing by Holds.

// verify compares what the file says with what the clues mean. Everything that is wrong is named.
func (l *loader) verify() {
	p := l.out.Puzzle
	if l.out.Solution != nil {
		at := l.d.Solution[0].Key.Pos
		if err := p.CheckThing(l.out.Solution); err != nil {
			pos := at
			if i, banned := p.Banned(l.out.Solution); banned && i < len(l.d.Clues) {
				pos = l.d.Clues[i].Pos
			}
			l.fail(pos, "the solution %s (line %d) cannot be one: %v", p.ThingText(l.out.Solution), at.Line, err)
		}
	}
	if l.d.HasClues {
		l.marks()
		l.meant()
	}
	if l.out.Solution == nil && len(l.problems) == 0 {
		l.unbanned()
	}
}

// number makes the index of things by their ids.
func (l *loader) number() {
	p := l.out.Puzzle
	l.ids = make(map[string]int, p.NumThings())
	for i := range p.NumThings() {
		l.ids[p.ThingID(i)] = i
	}
}

// free gives the thing that the file says is not banned, with the place where it says so.
func (l *loader) free(i int) (cardfile.Pos, bool) {
	if i < len(l.d.Things) {
		if b := l.d.Things[i].Banned; b != nil && !*b {
			return l.d.Things[i].Pos, true
		}
	}
	return cardfile.Pos{}, false
}

// listed looks the things of the lists of banned things up, and compares the lists with what is said of each thing.
func (l *loader) listed() {
	p := l.out.Puzzle
	if !slices.ContainsFunc(l.d.Things, func(t cardfile.Thing) bool { return t.Banned != nil }) &&
		!slices.ContainsFunc(l.d.Clues, func(c cardfile.Clue) bool { return c.HasBans }) {
		return
	}
	if p.Factored {
		l.fail(l.d.Pos, "the file says which things are banned, and the puzzle lists no things")
		return
	}
	l.number()
	l.banned = make([]bitset.Set, len(l.d.Clues))
	for i, c := range l.d.Clues {
		l.banned[i] = bitset.New(p.NumThings())
		for _, t := range c.Bans {
			k, ok := l.ids[t.Value]
			switch {
			case !ok:
				l.fail(t.Pos, "%s: %v", clueID(i, c), puzzle.Unknownf("thing", t.Value, l.thingIDs()))
				continue
			case l.banned[i].Has(k):
				l.fail(t.Pos, "%s: thing %s stands twice", clueID(i, c), nearest.Quote(t.Value))
			}
			l.banned[i].Set(k)
			if at, free := l.free(k); free {
				l.fail(t.Pos, "%s bans %s, which is not banned according to line %d: the file contradicts itself", clueID(i, c), t.Value, at.Line)
			}
		}
	}
	l.contradictions, l.problems = l.problems, nil
}

func clueID(i int, c cardfile.Clue) string {
	return cmp.Or(c.ID.Value, deck.ClueID(i))
}

// list compares the list of banned things of a clue with the clue.
func (l *loader) list(i int, c cardfile.Clue, clue deck.Clue) {
	p := l.out.Puzzle
	for _, t := range c.Bans {
		if k, ok := l.ids[t.Value]; ok && p.Holds(clue.Expr, p.Thing(k)) {
			l.fail(t.Pos, "%s does not ban %s: %s is true of %s", clue.ID, t.Value, p.Format(clue.Expr), p.ThingText(p.Thing(k)))
		}
	}
	var missing []string
	for k := range p.NumThings() {
		if !l.banned[i].Has(k) && !p.Holds(clue.Expr, p.Thing(k)) {
			missing = append(missing, p.ThingID(k))
		}
	}
	if len(missing) > 0 {
		l.fail(c.Pos, "%s bans %s too: %s is false of %s", clue.ID, strings.Join(missing[:min(len(missing), 5)], ", ")+more(len(missing)-5),
			p.Format(clue.Expr), p.ThingText(p.Thing(l.ids[missing[0]])))
	}
}

func more(n int) string {
	if n <= 0 {
		return ""
	}
	return fmt.Sprintf(" and %d more", n)
}

func (l *loader) thingIDs() []string {
	p := l.out.Puzzle
	ids := make([]string, p.NumThings())
	for i := range ids {
		ids[i] = p.ThingID(i)
	}
	return ids
}

// marks compares what the file says of each thing with what the clues ban.
func (l *loader) marks() {
	p := l.out.Puzzle
	for k, t := range l.d.Things {
		if t.Banned == nil {
			continue
		}
		i, banned := p.Banned(p.Thing(k))
		switch {
		case banned && !*t.Banned:
			l.fail(t.Pos, "%s is not banned according to the file, and %s bans it: %s", t.ID.Value, p.Clues[i].ID, p.Format(p.Clues[i].Expr))
		case !banned && *t.Banned:
			l.fail(t.Pos, "%s is banned according to the file, and no clue bans it", t.ID.Value)
		case l.out.Solution != nil && !*t.Banned && !p.Thing(k).Equal(l.out.Solution):
			l.fail(t.Pos, "%s is not banned according to the file, and is not the solution of line %d", t.ID.Value, l.d.Solution[0].Key.Pos.Line)
		}
	}
}

// meant counts the solutions of a puzzle that lists its things, where the file says how many there are. Of others a solver counts
// them when they are checked.
func (l *loader) meant() {
	p, want := l.out.Puzzle, l.d.Solutions
	if want.N == 0 || p.Factored || len(p.Clues) == 0 {
		return
	}
	n := 0
	for i := range p.NumThings() {
		if _, banned := p.Banned(p.Thing(i)); !banned {
			n++
		}
	}
	if n != want.N {
		l.fail(want.Pos, "the file says that there are %d solutions, and the clues leave %d", want.N, n)
	}
}

// unbanned takes the only thing that the file says is not banned for the solution.
func (l *loader) unbanned() {
	only := -1
	for k := range l.d.Things {
		if _, free := l.free(k); free {
			if only >= 0 {
				return
			}
			only = k
		}
	}
	if only >= 0 {
		l.out.Solution = l.out.Puzzle.Thing(only)
	}
}
