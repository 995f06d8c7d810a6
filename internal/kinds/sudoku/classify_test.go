package sudoku

import (
	"context"
	"testing"

	"github.com/quandary-puzzles/quandary/puzzle"
)

func TestShippedModels(t *testing.T) {
	for _, set := range []string{ByVector, byTechniques} {
		m, err := model(set)
		if err != nil {
			t.Fatal(err)
		}
		if len(m.Features) != len(FeatureNames(set)) || m.About.Data == "" || m.About.Folds < 5 {
			t.Errorf("%s: %d features, about %+v", set, len(m.Features), m.About)
		}
	}
	if n := len(vectorNames(9)); n != 15 {
		t.Errorf("the vector of 9x9 has %d components", n)
	}
}

// Classes by the ladder, by its classifier, and by the generator's quick way agree; the vector is the paper's.
func TestRate(t *testing.T) {
	ctx := context.Background()
	for _, class := range classNames() {
		out, err := generate(t, "9x9", puzzle.Settings{"class": class}, 5)
		if err != nil {
			t.Fatal(err)
		}
		p := out.Instance.(*Puzzle)
		r, err := p.Rate(ctx)
		if err != nil || r.Class != class || !r.Solved && class != evil {
			t.Errorf("%s: %+v, %v", class, r, err)
		}
		if by, _ := r.Features.Get("class-by-techniques"); by != class {
			t.Errorf("%s: classified as %v", class, by)
		}
		empty, _ := r.Features.Get("empty")
		if empty != float64(81-p.Givens()) {
			t.Errorf("%v empty, %d givens", empty, p.Givens())
		}
	}
	several := mustDecode(t, "sudoku:9x9:."+easy9[1:40]+"........................................."[:41])
	if r, err := several.Rate(ctx); err != nil || r.Class != "" {
		t.Errorf("a board of several solutions: %+v, %v", r, err)
	}
}

func TestVector(t *testing.T) {
	p := mustDecode(t, "sudoku:9x9:"+easy9)
	v := p.Vector(1)
	// One solution, 51 empty cells; columns 3 and 7 and boxes 3 and 7 hold one value each, and no row fewer than three.
	want := []float64{1, 51, 0, 2, 2}
	for i, w := range want {
		if v[i] != w {
			t.Errorf("component %d is %v, want %v", i+1, v[i], w)
		}
	}
	sum := 0.0
	for _, c := range v[5:14] {
		sum += c
	}
	if sum != 30 || v[7] != 3 {
		t.Errorf("%v occurrences in all, %v of 3", sum, v[7])
	}
}
