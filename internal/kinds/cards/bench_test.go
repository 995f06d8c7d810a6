package cards

import (
	"context"
	"fmt"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/kinds/cards/cardtest"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/choose"
	"github.com/quandary-puzzles/quandary/internal/rng"
)

var benchSizes = [][]int{{3, 3}, {3, 3, 3}, {4, 4, 4}, {5, 5, 5}}

// BenchmarkChoose makes puzzles with one solution and no redundant clue, from domains to the verified puzzle: as many clues as
// it takes, and a number that was asked for.
func BenchmarkChoose(b *testing.B) {
	for _, size := range benchSizes {
		for _, clues := range []int{0, 4, 6} {
			b.Run(fmt.Sprintf("%v/clues=%d", size, clues), func(b *testing.B) {
				p := cardtest.Domains(b, size...)
				if err := p.Validate(); err != nil {
					b.Fatal(err)
				}
				b.ReportAllocs()
				for i := 0; b.Loop(); i++ {
					d := choose.Demand{Puzzle: p, MinClues: clues, MaxClues: clues}
					if _, err := (choose.Maker{Engine: family().Engine}).Make(context.Background(), d, rng.New(uint64(i)), nil); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

func BenchmarkLineup(b *testing.B) {
	for _, size := range []cardSize{{Domains: []int{4, 4}, Factored: true, Lineup: true}, {Domains: []int{5, 5}, Factored: true, Lineup: true}} {
		b.Run(size.String(), func(b *testing.B) {
			p, err := build(size, "plain", "en", rng.New(1))
			if err != nil {
				b.Fatal(err)
			}
			for i := 0; b.Loop(); i++ {
				if _, err := (choose.Maker{Engine: family().Engine}).Make(context.Background(), choose.Demand{Puzzle: p}, rng.New(uint64(i)), nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkRate(b *testing.B) {
	for _, size := range benchSizes {
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			m, err := (choose.Maker{Engine: family().Engine}).Make(context.Background(), choose.Demand{Puzzle: cardtest.Domains(b, size...)}, rng.New(1), nil)
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if _, err := instance(b, m.Puzzle).Rate(context.Background()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
