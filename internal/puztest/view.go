package puztest

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/quandary-puzzles/quandary/puzzle"
)

// viewed: a view names the puzzle, has the board of its kind and no other, and its moves are moves of the game.
func viewed(t *testing.T, f puzzle.Family, inst puzzle.Instance, vd puzzle.Shown) {
	t.Helper()
	v, err := vd.View("en")
	if err != nil {
		t.Fatalf("view: %v", err)
	}
	if v.Family != f.Name() || v.ID != puzzle.ID(f, inst) || v.Title == "" || v.Rules == "" || v.Lang != "en" {
		t.Errorf("view of %s %q: title %q, rules %q, language %q", v.Family, v.ID, v.Title, v.Rules, v.Lang)
	}
	unknown, err := vd.View("xx")
	a, _ := json.Marshal(v)
	b, _ := json.Marshal(unknown)
	if err != nil || string(a) != string(b) {
		t.Errorf("the view in an unknown language is not the English one: %v", err)
	}
	if _, err := vd.View("zh"); err != nil {
		t.Errorf("view in Chinese: %v", err)
	}
	has := map[puzzle.ViewKind]bool{puzzle.GridKind: v.Grid != nil, puzzle.LineupKind: v.Lineup != nil,
		puzzle.CardsKind: v.Cards != nil, puzzle.TextKind: v.Text != nil}
	for kind, have := range has {
		if have != (kind == v.Kind) {
			t.Errorf("view of kind %q: board of kind %q is there: %v", v.Kind, kind, have)
		}
	}
	switch v.Kind {
	case puzzle.GridKind:
		if v.Grid != nil {
			gridView(t, inst, v.Grid)
		}
	case puzzle.LineupKind:
		if v.Lineup != nil {
			lineupView(t, inst, v.Lineup)
		}
	case puzzle.CardsKind:
		if v.Cards != nil {
			cardsView(t, inst, v.Cards)
		}
	case puzzle.TextKind:
		if v.Text != nil && v.Text.Text == "" {
			t.Error("a view of kind text has no text")
		}
	}
}

// move makes a move of a view, which must be one of the game.
func move(t *testing.T, inst puzzle.Instance, s puzzle.State, m string) puzzle.State {
	t.Helper()
	pl, ok := inst.(puzzle.Player)
	if !ok {
		t.Fatal("a puzzle with a view cannot be played")
	}
	next, err := pl.Apply(s, puzzle.Move(m))
	if err != nil {
		t.Errorf("the view's move %q: %v", m, err)
		return s
	}
	return next
}

func gridView(t *testing.T, inst puzzle.Instance, g *puzzle.GridView) {
	cells := g.Rows * g.Cols
	if len(g.Givens) != cells || len(g.Symbols) == 0 {
		t.Fatalf("a view of %dx%d with %d givens and %d symbols", g.Rows, g.Cols, len(g.Givens), len(g.Symbols))
	}
	if len(g.Regions) > 0 {
		if len(g.Region) != cells {
			t.Fatalf("the view has regions, and %d of %d cells belong to one", len(g.Region), cells)
		}
		count := make([]int, len(g.Regions))
		for _, r := range g.Region {
			count[r]++
		}
		for i, names := range g.Regions {
			if count[i] != len(names) {
				t.Errorf("region %d of the view has %d cells and %d names", i, count[i], len(names))
			}
		}
	}
	for _, h := range g.Houses {
		for _, c := range h.Cells {
			if c < 0 || c >= cells {
				t.Errorf("house %s of the view has a cell %d", h.ID, c)
			}
		}
	}
	pl := inst.(puzzle.Player)
	for c, given := range g.Givens {
		name := fmt.Sprintf("r%dc%d", c/g.Cols+1, c%g.Cols+1)
		if given != "" {
			if _, err := pl.Apply(pl.Start(), puzzle.Move(name+"="+g.Symbols[0])); err == nil {
				t.Errorf("the given cell %s is written over", name)
			}
			continue
		}
		for _, s := range g.Symbols {
			at := move(t, inst, pl.Start(), name+"="+s)
			if back := move(t, inst, at, name+"="+g.Blank); back != pl.Start() {
				t.Errorf("%s=%s and emptying it leaves %q", name, s, back)
			}
			if g.Strikes {
				at = move(t, inst, pl.Start(), name+"-"+s)
				if back := move(t, inst, at, name+"+"+s); back != pl.Start() {
					t.Errorf("%s-%s and bringing it back leaves %q", name, s, back)
				}
			}
		}
	}
}

func lineupView(t *testing.T, inst puzzle.Instance, l *puzzle.LineupView) {
	if l.N == 0 || len(l.Clues) == 0 || l.Anchor < 0 || l.Anchor >= len(l.Categories) {
		t.Fatalf("a view of %d items, %d clues, anchor %d of %d categories", l.N, len(l.Clues), l.Anchor, len(l.Categories))
	}
	for _, c := range l.Categories {
		if len(c.Items) != l.N || c.Name == "" {
			t.Errorf("category %q of the view has %d items, not %d", c.Name, len(c.Items), l.N)
		}
	}
	for _, c := range l.Clues {
		if c.ID == "" || c.Text == "" {
			t.Errorf("a clue of the view without id or text: %+v", c)
		}
	}
	if len(l.Categories) < 2 {
		return
	}
	start := inst.(puzzle.Player).Start()
	for _, sign := range []string{"=", "!"} {
		at := move(t, inst, start, fmt.Sprintf("0%s%d", sign, l.N))
		if back := move(t, inst, at, fmt.Sprintf("0?%d", l.N)); back != start {
			t.Errorf("a mark and taking it away leaves %q", back)
		}
	}
	if brokenClues := inst.Extras().BrokenClues; brokenClues != nil {
		if broken, err := brokenClues(context.Background(), start); err != nil || len(broken) > 0 {
			t.Errorf("the start breaks clues %v: %v", broken, err)
		}
	}
}

func cardsView(t *testing.T, inst puzzle.Instance, c *puzzle.CardsView) {
	if len(c.Properties) == 0 || len(c.Clues) == 0 {
		t.Fatalf("a view of %d properties and %d clues", len(c.Properties), len(c.Clues))
	}
	if c.Things == nil {
		return
	}
	for i, thing := range c.Things {
		if len(thing) != len(c.Properties) {
			t.Fatalf("thing %d of the view has %d values of %d properties", i, len(thing), len(c.Properties))
		}
		for p, v := range thing {
			if v < 0 || v >= len(c.Properties[p].Values) {
				t.Errorf("thing %d of the view has value %d of property %s", i, v, c.Properties[p].Name)
			}
		}
	}
	start := inst.(puzzle.Player).Start()
	for _, clue := range c.Clues {
		for _, b := range clue.Bans {
			if b < 0 || b >= len(c.Things) {
				t.Errorf("clue %s of the view bans thing %d", clue.ID, b)
			}
		}
		at := move(t, inst, start, "0!"+clue.ID)
		if back := move(t, inst, at, "0?"); back != start {
			t.Errorf("a ban and taking it away leaves %q", back)
		}
	}
	if back := move(t, inst, move(t, inst, start, "0="), "0?"); back != start {
		t.Errorf("a choice and taking it away leaves %q", back)
	}
}
