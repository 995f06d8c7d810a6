package foundry_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/foundry"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// TestSeveralInOneFile writes three puzzles of each family in each format that it writes, one behind the other as generate
// does, and reads the three back.
func TestSeveralInOneFile(t *testing.T) {
	puztest.From(t, puztest.Usual)
	// A file of USE holds one model, and a listing of the paper no texts, which generated puzzles have.
	except := []string{"cards/properties", "cards/paper"}
	for _, name := range []string{"sudoku:4x4", "sudoku:9x9", "fillomino:5x5", "zebra:3x3", "cards:3x3", "blanks:gcd", "blanks:pyramid"} {
		fam, _, _, _, err := foundry.Families().SplitID(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, format := range fam.(puzzle.Reader).Formats() {
			label := fam.Name() + "/" + format.Name
			if format.ReadOnly || slices.Contains(except, label) {
				continue
			}
			t.Run(name+"/"+format.Name, func(t *testing.T) {
				src, err := foundry.Open(name, foundry.Options{Format: format.Name})
				if err != nil {
					t.Fatal(err)
				}
				defer src.Close()
				mk := src.NewMaker(3)
				var text strings.Builder
				var want []string
				for i := range uint64(3) {
					m, err := mk(context.Background(), i)
					if err != nil {
						t.Fatal(err)
					}
					if i > 0 {
						text.WriteString(m.Format.Between)
					} else {
						text.WriteString(m.Format.Head)
					}
					text.WriteString(m.Text)
					want = append(want, m.Generated.Solution.Desc())
					if i == 2 {
						text.WriteString(m.Format.Foot)
					}
				}
				n := 0
				for e := range fam.(puzzle.Reader).Read(context.Background(), "several", strings.NewReader(text.String()), "") {
					if e.Err != nil {
						t.Fatalf("puzzle %d: %v\n%s", n+1, e.Err, text.String())
					}
					if n >= len(want) {
						t.Fatalf("more than three puzzles\n%s", text.String())
					}
					res, err := e.Instance.(puzzle.Solver).Solve(context.Background(), 2)
					if err != nil || res.Status != puzzle.Unique || res.Solutions[0].Desc() != want[n] {
						t.Errorf("puzzle %d is another: %v, %v", n+1, res.Status, err)
					}
					n++
				}
				if n != len(want) {
					t.Errorf("%d puzzles of three were read\n%s", n, text.String())
				}
			})
		}
	}
}
