package sudoku_test

import (
	"context"
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"sort"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/quandary-puzzles/quandary/deduce"
	"github.com/quandary-puzzles/quandary/deduce/sudoku"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/board"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/internal/sample"
	"github.com/quandary-puzzles/quandary/internal/puztest"
)

// TestRatings holds our ratings against Sukaku Explainer's by rank (Spearman's correlation). In the whole every ninth puzzle
// of the corpus is rated; QUANDARY_LONG=1 rates them all. It prints how our ratings spread in each band of theirs.
func TestRatings(t *testing.T) {
	file, err := os.Open(puztest.Corpus(t, "sudoku", "se-ratings.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	every := puztest.Of(45, 9, 1)
	ladder := sudoku.Explainer()
	g := sample.Geometry("9x9")
	var ours, theirs []float64
	bands := make(map[string][]float64)
	start := time.Now()
	for i, row := range rows[1:] {
		if i%every != 0 {
			continue
		}
		p, err := board.New(g, digits(row[0]))
		if err != nil {
			t.Fatalf("row %d: %v", i+2, err)
		}
		t0 := time.Now()
		path, err := ladder.Solve(context.Background(), p, 0)
		if err != nil || path.Status != deduce.Solved {
			t.Fatalf("row %d: %v %v", i+2, path.Status, err)
		}
		theirRating, err := strconv.ParseFloat(row[1], 64)
		if err != nil {
			t.Fatal(err)
		}
		grade := ladder.Grade(path)
		if os.Getenv("QUANDARY_RATINGS") != "" {
			fmt.Printf("%s %s %s %.1f %s %v\n", row[0], row[1], row[2], grade.Rating, grade.Rated, time.Since(t0).Round(time.Millisecond))
		}
		ours, theirs = append(ours, grade.Rating), append(theirs, theirRating)
		bands[row[1]] = append(bands[row[1]], grade.Rating)
	}
	r := spearman(ours, theirs)
	var names []string
	for name := range bands {
		names = append(names, name)
	}
	sort.Strings(names)
	var b strings.Builder
	for _, name := range names {
		list := bands[name]
		sort.Float64s(list)
		fmt.Fprintf(&b, "%s: %4d puzzles, ours %.1f..%.1f, median %.1f\n", name, len(list), list[0], list[len(list)-1], list[len(list)/2])
	}
	t.Logf("%d puzzles in %v, rank correlation %.4f\n%s", len(ours), time.Since(start).Round(time.Millisecond), r, b.String())
	if r < 0.95 {
		t.Errorf("rank correlation %.4f, want at least 0.95", r)
	}
}

func digits(line string) []int {
	values := make([]int, len(line))
	for i := range line {
		if ch := line[i]; '1' <= ch && ch <= '9' {
			values[i] = int(ch - '0')
		}
	}
	return values
}

// spearman is the correlation of the ranks, equal values sharing the mean of their ranks.
func spearman(x, y []float64) float64 {
	a, b := ranks(x), ranks(y)
	mean := float64(len(x)+1) / 2
	var sab, saa, sbb float64
	for i := range a {
		sab += (a[i] - mean) * (b[i] - mean)
		saa += (a[i] - mean) * (a[i] - mean)
		sbb += (b[i] - mean) * (b[i] - mean)
	}
	return sab / math.Sqrt(saa*sbb)
}

func ranks(x []float64) []float64 {
	order := make([]int, len(x))
	for i := range order {
		order[i] = i
	}
	sort.Slice(order, func(i, j int) bool { return x[order[i]] < x[order[j]] })
	r := make([]float64, len(x))
	for i := 0; i < len(order); {
		j := i
		for j < len(order) && x[order[j]] == x[order[i]] {
			j++
		}
		for k := i; k < j; k++ {
			r[order[k]] = float64(i+j+1) / 2
		}
		i = j
	}
	return r
}
