package main

import (
	"context"
	"os"
	"testing"

	"github.com/quandary-puzzles/quandary/families"
)

// TestEnginesAndJudge takes a sample of each family; QUANDARY_LONG=1 takes a thousand boards.
func TestEnginesAndJudge(t *testing.T) {
	n := 12
	if testing.Short() {
		n = 3
	}
	if os.Getenv("QUANDARY_LONG") != "" {
		n = 1000
	}
	var all tally
	for _, name := range families.Names() {
		t.Run(name, func(t *testing.T) {
			one, err := compare(context.Background(), name, 1, n)
			if err != nil {
				t.Error(err)
			}
			all.boards += one.boards
			all.solved += one.solved
			all.solutions += one.solutions
			all.mutated += one.mutated
		})
	}
	t.Log(all)
}
