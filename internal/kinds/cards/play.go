package cards

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/kinds/cards/picture"
	"github.com/quandary-puzzles/quandary/internal/nearest"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// The state of a puzzle that lists its things is a list of marks, at most one for each thing, in the order of the things:
// 4!2 says that thing 4 (from 0) is banned by clue 2 (from 1), 4= that it is the solution. "-" is no mark at all. Moves are the
// marks, and 4? which takes a mark away. Factored puzzles: see facts.go.

// maxState bounds a state, in bytes.
const maxState = 2 << 20

// marks is a state: by thing, 0 for no mark, a clue's number from 1, or isSolution.
type marks []int

const isSolution = picture.IsSolution

// Start gives the state without marks.
func (in *Instance) Start() puzzle.State { return "-" }

// readMarks reads a state of a puzzle that lists its things; the empty one is the start.
func (in *Instance) readMarks(s puzzle.State) (marks, error) {
	m := make(marks, in.table.N)
	if s == "" || s == "-" {
		return m, nil
	}
	if len(s) > maxState {
		return nil, fmt.Errorf("the state is longer than %d bytes", maxState)
	}
	for _, code := range strings.Split(string(s), ",") {
		thing, mark, err := in.readMark(code)
		if err != nil {
			return nil, fmt.Errorf("state: %w", err)
		}
		if mark == 0 {
			return nil, fmt.Errorf("state: expected marks such as 4!2 or 4=, found %s", nearest.Quote(code))
		}
		m[thing] = mark
	}
	return m, nil
}

// readMark reads 4!2, 4= or 4?.
func (in *Instance) readMark(code string) (thing, mark int, err error) {
	at := strings.IndexAny(code, "!=?")
	if at < 0 || len(code) > 20 {
		return 0, 0, fmt.Errorf("expected a move such as 4!2 (thing 4 is banned by clue 2), 4= or 4?, found %s", nearest.Quote(code))
	}
	thing, err1 := strconv.Atoi(code[:at])
	if err1 != nil || thing < 0 || thing >= in.table.N {
		return 0, 0, fmt.Errorf("move %s: expected things 0 to %d", nearest.Quote(code), in.table.N-1)
	}
	rest := code[at+1:]
	switch {
	case code[at] == '!':
		clue, err2 := strconv.Atoi(rest)
		if err2 != nil || clue < 1 || clue > len(in.P.Clues) {
			return 0, 0, fmt.Errorf("move %s: expected clues 1 to %d", nearest.Quote(code), len(in.P.Clues))
		}
		return thing, clue, nil
	case rest != "":
		return 0, 0, fmt.Errorf("move %s: expected nothing behind %q", nearest.Quote(code), code[at])
	case code[at] == '=':
		return thing, isSolution, nil
	}
	return thing, 0, nil
}

func (m marks) state() puzzle.State {
	var codes []string
	for i, c := range m {
		switch {
		case c == isSolution:
			codes = append(codes, strconv.Itoa(i)+"=")
		case c > 0:
			codes = append(codes, string(banMove(i, c-1)))
		}
	}
	if len(codes) == 0 {
		return "-"
	}
	return puzzle.State(strings.Join(codes, ","))
}

// banMove says that a clue, by index, bans a thing.
func banMove(thing, clue int) puzzle.Move {
	return puzzle.Move(strconv.Itoa(thing) + "!" + strconv.Itoa(clue+1))
}

// Apply makes or takes away a mark.
func (in *Instance) Apply(s puzzle.State, m puzzle.Move) (puzzle.State, error) {
	if in.table == nil {
		return in.factMoves().Apply(s, m)
	}
	return in.markMoves().Apply(s, m)
}

// markMoves makes moves on things that are listed.
func (in *Instance) markMoves() puzzle.Positions[marks] {
	return puzzle.Positions[marks]{Read: in.readMarks, Write: marks.state, Make: func(have marks, m puzzle.Move) error {
		thing, mark, err := in.readMark(string(m))
		if err == nil {
			have[thing] = mark
		}
		return err
	}}
}

// Judge judges the marks by the clues: conflicts are things that are marked as banned by a clue that does not ban them, and
// solutions that a clue bans. The state is complete when every thing has a mark and one at least is a solution.
func (in *Instance) Judge(s puzzle.State) (puzzle.Verdict, error) {
	if in.table == nil {
		return in.judgeFacts(s)
	}
	m, err := in.readMarks(s)
	if err != nil {
		return puzzle.Verdict{}, err
	}
	var v puzzle.Verdict
	v.Complete = !slices.Contains(m, 0) && slices.Contains(m, isSolution)
	for i, c := range m {
		clue, wrong := c-1, c > 0 && !in.bans[c-1].Has(i)
		if c == isSolution {
			clue, wrong = in.banner(i)
		}
		if wrong {
			r := in.thingRef(i)
			r.Rule = "clue " + strconv.Itoa(clue+1)
			v.Conflicts = append(v.Conflicts, r)
		}
	}
	v.Solved = v.Complete && len(v.Conflicts) == 0
	return v, nil
}

// banner gives the first clue that bans a thing.
func (in *Instance) banner(thing int) (clue int, banned bool) {
	for c, b := range in.bans {
		if b.Has(thing) {
			return c, true
		}
	}
	return -1, false
}

func (in *Instance) thingRef(i int) puzzle.Ref { return picture.ThingRef(in.P, i, in.lang()) }

func (in *Instance) clueRef(c int) puzzle.Ref { return picture.ClueRef(in.P, c, in.lang()) }

// BrokenClues lists the clues that the marks already break: those that ban a thing marked as the solution, or, of factored
// puzzles, that are false whatever the properties that are still open turn out to be.
func (in *Instance) BrokenClues(ctx context.Context, s puzzle.State) ([]puzzle.Ref, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	var out []puzzle.Ref
	if in.table == nil {
		f, err := in.readFacts(s)
		if err != nil {
			return nil, err
		}
		return in.falseClues(in.known(f)), nil
	}
	m, err := in.readMarks(s)
	if err != nil {
		return nil, err
	}
	for c, b := range in.bans {
		for i, mark := range m {
			if mark == isSolution && b.Has(i) {
				out = append(out, in.clueRef(c))
				break
			}
		}
	}
	return out, nil
}
