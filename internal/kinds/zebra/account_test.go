package zebra

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/budget"
	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/language"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// openGrid is a puzzle with much to find out and little said.
func openGrid(t *testing.T, categories, items, clues int) *Instance {
	t.Helper()
	var b strings.Builder
	b.WriteString("categories:\n")
	for c := range categories {
		fmt.Fprintf(&b, "  c%d: [", c)
		for i := range items {
			fmt.Fprintf(&b, "v%d_%d, ", c, i)
		}
		b.WriteString("]\n")
	}
	b.WriteString("clues:\n")
	for i := range clues {
		fmt.Fprintf(&b, "  - v%d_%d is not v%d_%d\n", i%categories, i%items, (i+1)%categories, (i+2)%items)
	}
	p, err := language.ReadYAML("open.yaml", []byte(b.String()))
	if err != nil {
		t.Fatal(err)
	}
	return &Instance{P: p}
}

// TestExplainAccount: explaining holds no more than its account allows, says so where that is too little, and gives all of it back.
func TestExplainAccount(t *testing.T) {
	in := openGrid(t, 12, 12, 100)
	small := openGrid(t, 4, 4, 30)
	steps := func(in *Instance, limit int64) (n int, err error) {
		a := budget.New("a test", limit)
		for _, e := range in.Explain(budget.With(context.Background(), a), "", puzzle.ExplainOptions{}) {
			if e != nil {
				err = e
				break
			}
			if n++; n == 3 {
				break
			}
		}
		if a.Used() != 0 {
			t.Errorf("limit %d: %d bytes are not given back", limit, a.Used())
		}
		if limit > 0 && a.Peak() > limit {
			t.Errorf("limit %d: %d bytes were held", limit, a.Peak())
		}
		return n, err
	}
	if n, err := steps(small, 64<<20); err != nil {
		t.Errorf("a small grid: %d steps, %v", n, err)
	}
	if _, err := steps(in, 1<<10); !errors.Is(err, budget.ErrMemory) {
		t.Errorf("a limit of a kilobyte: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, err := range in.Explain(ctx, "", puzzle.ExplainOptions{}) {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("a context that has ended: %v", err)
		}
	}
}
