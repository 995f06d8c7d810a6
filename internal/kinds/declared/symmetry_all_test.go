package declared

import (
	"context"
	"errors"
	"testing"

	"github.com/quandary-puzzles/quandary/families"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/internal/puztest/scatter"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/solve/native"
)

// TestThousandSymmetries: of random boards of every family, a walk of symmetries never leaves the canonical form: 1,000 a family with
// QUANDARY_LONG, and else a tenth of them.
func TestThousandSymmetries(t *testing.T) {
	ctx := context.Background()
	most := 100
	switch {
	case puztest.Doing() == puztest.Long:
		most = 1000
	case puztest.Doing() < puztest.Whole:
		most = 20
	}
	for _, id := range puztest.Some(families.Names(), 10) {
		file, err := families.Load(id)
		if err != nil {
			t.Fatal(err)
		}
		turns := file.Turns()
		if len(turns) == 0 {
			continue
		}
		t.Run(id, func(t *testing.T) {
			f, probs := New(file, native.New())
			if err := probs.Err(); err != nil {
				t.Fatal(err)
			}
			r := rng.New(1).Derive("symmetry/"+id, 0)
			for done, boards := 0, 0; done < most; boards++ {
				b := scatter.Board(t, f.file, r)
				at := f.instance(b)
				form, err := at.Canonical(ctx, 0)
				if err != nil || !form.Exact {
					t.Fatal(err)
				}
				for range 50 {
					s := turns[r.IntN(len(turns))]
					image, err := at.Symmetries().Transform(s.String(), r)
					done++
					if errors.Is(err, rules.ErrUnturned) {
						continue // a clue would stand where the family has none
					}
					if err != nil {
						t.Fatal(err)
					}
					at = image.(*Instance)
					same, err := at.Canonical(ctx, 0)
					if err != nil || string(same.Key) != string(form.Key) {
						t.Fatalf("%v: %s has another form than before:\n%s\n%s %v", s, at.Desc(), same.Key, form.Key, err)
					}
				}
			}
		})
	}
}
