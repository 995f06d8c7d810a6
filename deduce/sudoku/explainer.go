package sudoku

import (
	"github.com/quandary-puzzles/quandary/deduce"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/als"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/board"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/chain"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/direct"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/fish"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/forcing"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/guess"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/locked"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/single"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/subset"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/turbot"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/unique"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/wing"
	"github.com/quandary-puzzles/quandary/grid"
)

// Explainer gives the rating ladder: the techniques of Sudoku Explainer and of its successor Sukaku Explainer, in the order
// of the difficulties that they publish. The largest rating of a path on it is the rating of the puzzle.
//
// Not on it, though those programs have them: aligned pair and triplet exclusion, unique loops of more than four cells, and
// the harder types of bivalue universal grave. What they would find, a later rung does.
func Explainer() *deduce.Ladder[*board.Position] {
	all := make(map[string]board.Technique)
	for _, list := range [][]board.Technique{
		single.Techniques(), locked.Techniques(), subset.Techniques(), fish.Techniques(), turbot.Techniques(),
		wing.Techniques(), unique.Techniques(), direct.Techniques(), guess.Techniques(),
	} {
		for _, t := range list {
			all[t.ID] = t
		}
	}
	own := map[string]board.Technique{}
	for _, t := range []board.Technique{
		{ID: "hidden-single-box", Name: "Hidden single in a box", Cost: 14, Rating: 1.2, Find: hiddenSingles(true)},
		{ID: "hidden-single-line", Name: "Hidden single in a line", Cost: 14, Rating: 1.5, Find: hiddenSingles(false)},
		{ID: "two-strong-links", Name: "Two strong links, grouped", Cost: 150, Rating: 4.3, Find: chain.StrongLinks(2)},
		{ID: "three-strong-links", Name: "Three strong links", Cost: 200, Rating: 5.4, Find: chain.StrongLinks(3)},
		{ID: "four-strong-links", Name: "Four strong links", Cost: 250, Rating: 6.1, Find: chain.StrongLinks(4)},
		{ID: "wxyz-wing", Name: "WXYZ-wing", Cost: 200, Rating: 5.5, Find: als.Wing(4)},
		{ID: "vwxyz-wing", Name: "VWXYZ-wing", Cost: 250, Rating: 6.3, Find: als.Wing(5)},
		{ID: "uvwxyz-wing", Name: "UVWXYZ-wing", Cost: 280, Rating: 6.6, Find: als.Wing(6)},
		{ID: "forcing-chain", Name: "Forcing chain or cycle", Cost: 280, Rating: 6.5, Find: forcing.Chains},
		{ID: "nishio", Name: "Nishio", Cost: 450, Rating: 7.5, Find: forcing.Nishio},
		{ID: "multiple-forcing-chain", Name: "Cell or region forcing chain", Cost: 500, Rating: 8.0, Find: forcing.Multiple},
		{ID: "dynamic-forcing-chain", Name: "Dynamic forcing chain", Cost: 700, Rating: 8.5, Find: forcing.Dynamic},
		{ID: "dynamic-forcing-chain-plus", Name: "Dynamic forcing chain +", Cost: 1000, Rating: 9.0, Find: forcing.DynamicPlus},
		{ID: "nested-forcing-chain", Name: "Nested forcing chain", Cost: 2000, Rating: 10.0, Find: forcing.Nested},
	} {
		own[t.ID] = t
	}
	var rungs []board.Technique
	for _, id := range [...]string{
		"full-house", "hidden-single-box", "hidden-single-line",
		"direct-pointing", "direct-claiming", "direct-hidden-pair", "naked-single", "direct-hidden-triple",
		"pointing", "claiming", "naked-pair", "x-wing", "hidden-pair", "naked-triple", "swordfish", "hidden-triple",
		"skyscraper", "two-string-kite", "turbot-fish", "xy-wing", "two-strong-links", "xyz-wing",
		"unique-rectangle-1", "unique-rectangle-2", "unique-rectangle-4", "unique-rectangle-3",
		"naked-quad", "jellyfish", "hidden-quad", "three-strong-links", "wxyz-wing",
		"bug-plus-1", "four-strong-links", "vwxyz-wing", "uvwxyz-wing",
		"forcing-chain", "nishio", "multiple-forcing-chain",
		"dynamic-forcing-chain", "dynamic-forcing-chain-plus", "nested-forcing-chain", "brute-force",
	} {
		t, ok := own[id]
		if !ok {
			if t, ok = all[id]; !ok {
				panic("sudoku: no technique " + id)
			}
		}
		rungs = append(rungs, t)
	}
	return deduce.NewLadder(rungs...)
}

func hiddenSingles(boxes bool) func(*board.Position, func(board.Step) bool) {
	return func(p *board.Position, yield func(board.Step) bool) {
		for h := range p.House {
			if (p.Kind(h) == grid.Box) == boxes && !single.HiddenIn(p, h, yield) {
				return
			}
		}
	}
}
