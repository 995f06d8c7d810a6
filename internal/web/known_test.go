package web

import (
	"testing"

	"github.com/quandary-puzzles/quandary/families"
)

// TestKnown: the families that stand first on the gallery are there.
func TestKnown(t *testing.T) {
	ids := map[string]bool{"sudoku": true, "fillomino": true, "zebra": true, "cards": true, "worded": true}
	for _, id := range families.Names() {
		ids[id] = true
	}
	for id := range known() {
		if !ids[id] {
			t.Errorf("known.txt names %q, which is no family", id)
		}
	}
}
