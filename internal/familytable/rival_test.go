package main

import (
	"testing"
	"time"

	"github.com/quandary-puzzles/quandary/internal/puztest"
)

// TestRival asks a program that answers as a rival does.
func TestRival(t *testing.T) {
	puztest.Need(t, "python3")
	r, err := startRival("python3 testdata/rival.py")
	if err != nil {
		t.Fatal(err)
	}
	var row rivalRow
	for _, problem := range []string{"1 1\n-", "none"} {
		a, err := r.solve("Masyu", line{Problem: problem})
		if err != nil {
			t.Fatal(err)
		}
		row.add(true, time.Millisecond, a)
	}
	if row.boards != 2 || row.solved != 1 || len(row.theirs) != 1 || row.theirs[0] != 250*time.Millisecond || row.why != "Masyu: none" {
		t.Errorf("%+v", row)
	}
	if err := r.close(); err != nil {
		t.Error(err)
	}
	if _, err := startRival(" "); err == nil {
		t.Error("no program is started")
	}
}
