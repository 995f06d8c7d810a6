package main

import (
	"context"
	"os/exec"
	"slices"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/hostile"
	"github.com/quandary-puzzles/quandary/internal/puztest"
)

// TestHostile runs the program on hostile inputs: one of each reader, all that end in a moment where the whole is tested, and all of them
// with QUANDARY_LONG=1. Each must end by itself, within its memory, without a crash.
func TestHostile(t *testing.T) {
	puztest.From(t, puztest.Usual)
	program, err := exec.LookPath("quandary")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, r := range slices.Backward(hostile.Rows()) {
		if puztest.Doing() < puztest.Long && !r.Fast || puztest.Doing() < puztest.Whole && seen[r.Reader] {
			continue
		}
		seen[r.Reader] = true
		t.Run(r.Reader+"/"+r.Name, func(t *testing.T) {
			o := hostile.Run(context.Background(), program, t.TempDir(), r)
			t.Log(o)
			if o.Broken != "" {
				t.Error(o.Broken)
			}
		})
	}
}

// TestHostileTable: the table has rows for every reader, and as many as it promises.
func TestHostileTable(t *testing.T) {
	readers, names := map[string]int{}, map[string]bool{}
	n := 0
	for _, r := range hostile.Rows() {
		n++
		readers[r.Reader]++
		if names[r.Reader+r.Name] {
			t.Errorf("%s: %s stands there twice", r.Reader, r.Name)
		}
		names[r.Reader+r.Name] = true
	}
	for _, reader := range []string{"spec", "operators", "ocl", "cards", "zebra", "boards", "rules", "plans", "records", "web", "signal"} {
		if readers[reader] == 0 {
			t.Errorf("no rows for %s", reader)
		}
	}
	if n < 60 {
		t.Errorf("%d rows, want 60 at least", n)
	}
	t.Logf("%d rows: %v", n, readers)
}
