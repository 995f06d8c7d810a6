package choose

import (
	"context"
	"fmt"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/bitset"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/cardtest"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/laws"
	"github.com/quandary-puzzles/quandary/solve/native"
)

// maker makes puzzles with the program's own engine.
func maker() Maker { return Maker{Engine: native.New()} }

// bansOf gives what each clue of a puzzle bans.
func bansOf(t testing.TB, p *deck.Puzzle) []bitset.Set {
	t.Helper()
	return laws.NewSubject(p, nil).Bans
}

// BenchmarkUniverse is the part of choosing that depends on the domains and forms alone.
func BenchmarkUniverse(b *testing.B) {
	for _, size := range [][]int{{3, 3}, {3, 3, 3}, {4, 4, 4}, {5, 5, 5}} {
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			p := cardtest.Domains(b, size...)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := newUniverse(context.Background(), p, deck.PaperForms()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
