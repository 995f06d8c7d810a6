package zebra

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/quandary-puzzles/quandary/internal/puztest"
)

// TestExplainCorpus explains a sample of the published puzzles to the end; every step is checked as it is made.
// QUANDARY_LONG=1 takes all of them.
func TestExplainCorpus(t *testing.T) {
	every := 50
	if os.Getenv("QUANDARY_LONG") != "" {
		every = 1
	}
	files, err := filepath.Glob(filepath.Join(puztest.Corpus(t, "zebra"), "*.txt"))
	if err != nil {
		t.Fatal(err)
	}
	classes := map[string]int{}
	n := 0
	worst := time.Duration(0)
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		readLineup(filepath.Base(name), f, func(b lineupBlock) bool {
			if n++; n%every != 0 {
				return true
			}
			start := time.Now()
			r, err := (&Instance{b.Puzzle}).Rate(context.Background())
			if err != nil {
				t.Errorf("%s:%d: %v", name, b.Line, err)
				return true
			}
			if d := time.Since(start); d > worst {
				worst = d
				t.Logf("%s:%d: %v, %s", filepath.Base(name), b.Line, d, r.Class)
			}
			if !r.Solved {
				t.Errorf("%s:%d: not solved", name, b.Line)
			}
			classes[fmt.Sprint(r.Class)]++
			return true
		})
		f.Close()
	}
	if n < 500 {
		t.Errorf("only %d puzzles found", n)
	}
	t.Log(classes)
}
