// Package sudoku puts Sudoku's techniques on ladders.
//
// Ladder is the ladder that explains and grades: named techniques, from full house to brute force, with HoDoKu's costs.
// Explainer is the ladder that rates: its steps come in the order of Sudoku Explainer's difficulties, so that the largest
// rating of its path is comparable to that program's.
//
// Each family of techniques is a folder beside this file, with its definitions in its package comment; their positions are
// package board's.
package sudoku

import (
	"github.com/quandary-puzzles/quandary/deduce"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/als"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/board"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/chain"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/colour"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/fish"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/forcing"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/guess"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/locked"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/single"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/subset"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/turbot"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/unique"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/wing"
)

// order is the ladder from the easiest technique to the hardest, by ID. It follows HoDoKu's default order.
var order = [...]string{
	"full-house", "naked-single", "hidden-single",
	"locked-pair", "locked-triple", "pointing", "claiming",
	"naked-pair", "naked-triple", "hidden-pair", "hidden-triple",
	"naked-quad", "hidden-quad",
	"x-wing", "swordfish", "jellyfish",
	"remote-pair", "bug-plus-1",
	"skyscraper", "two-string-kite", "dual-two-string-kite", "turbot-fish", "empty-rectangle", "dual-empty-rectangle",
	"w-wing", "xy-wing", "xyz-wing",
	"unique-rectangle-1", "unique-rectangle-2", "unique-rectangle-3", "unique-rectangle-4", "unique-rectangle-5",
	"unique-rectangle-6", "hidden-rectangle", "avoidable-rectangle-1", "avoidable-rectangle-2",
	"finned-x-wing", "sashimi-x-wing", "finned-swordfish", "sashimi-swordfish", "finned-jellyfish", "sashimi-jellyfish",
	"siamese-x-wing", "siamese-swordfish", "siamese-jellyfish",
	"simple-colouring-trap", "simple-colouring-wrap", "multi-colouring-1", "multi-colouring-2",
	"x-chain", "xy-chain", "sue-de-coq", "als-xz", "als-xy-wing", "continuous-nice-loop", "discontinuous-nice-loop", "aic",
	"grouped-continuous-nice-loop", "grouped-discontinuous-nice-loop", "grouped-aic",
	"als-chain", "death-blossom",
	"franken-x-wing", "franken-swordfish", "franken-jellyfish", "siamese-franken-swordfish", "siamese-franken-jellyfish",
	"mutant-x-wing", "mutant-swordfish", "mutant-jellyfish", "siamese-mutant-jellyfish", "franken-squirmbag", "mutant-squirmbag",
	"nishio", "cell-forcing-chain", "region-forcing-chain", "forcing-net", "forcing-net-plus", "nested-forcing-net",
	"brute-force",
}

// Ladder gives the ladder of all named techniques. Techniques that rest on uniqueness find nothing in a position whose
// Unique is not set.
func Ladder() *deduce.Ladder[*board.Position] {
	byID := make(map[string]board.Technique)
	for _, list := range [][]board.Technique{
		single.Techniques(), locked.Techniques(), subset.Techniques(), fish.Techniques(), turbot.Techniques(), wing.Techniques(),
		unique.Techniques(), colour.Techniques(), chain.Techniques(), als.Techniques(), forcing.Techniques(), guess.Techniques(),
	} {
		for _, t := range list {
			byID[t.ID] = t
		}
	}
	rungs := make([]board.Technique, 0, len(order))
	for _, id := range order {
		t, ok := byID[id]
		if !ok {
			panic("sudoku: no technique " + id)
		}
		t.About = about()[id]
		rungs = append(rungs, t)
		delete(byID, id)
	}
	for id := range byID {
		panic("sudoku: technique without a rung: " + id)
	}
	return deduce.NewLadder(rungs...)
}
