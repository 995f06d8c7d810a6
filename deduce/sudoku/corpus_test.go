package sudoku_test

import (
	"bufio"
	"fmt"
	"os"
	"sort"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/deduce"
	"github.com/quandary-puzzles/quandary/deduce/sudoku"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/internal/sample"
	"github.com/quandary-puzzles/quandary/internal/puztest"
)

// TestSingleTechniqueCases looks in every position of the corpus for the step that the named technique must find, and
// prints a table: cases, found, and in how many the technique found other steps besides.
func TestSingleTechniqueCases(t *testing.T) {
	file, err := os.Open(puztest.Corpus(t, "sudoku", "single-technique-cases.txt"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	type row struct{ cases, found, others int }
	table := make(map[string]*row)
	ladder := sudoku.Ladder()
	g := sample.Geometry("9x9")
	in := bufio.NewScanner(file)
	in.Buffer(nil, 1<<20)
	for n := 1; in.Scan(); n++ {
		line := in.Text()
		if !strings.HasPrefix(line, ":") {
			continue
		}
		l, err := parseLibraryLine(line)
		if err != nil {
			t.Fatalf("line %d: %v", n, err)
		}
		code := l.Code
		if l.Variant != "" {
			code += "-" + l.Variant
		}
		if table[code] == nil {
			table[code] = new(row)
		}
		r := table[code]
		r.cases++
		if puztest.Doing() < puztest.Whole && r.cases%8 != 1 {
			continue
		}
		ids := techniquesOf(l.Code)
		if len(ids) == 0 {
			continue
		}
		p, err := l.Position(g)
		if err != nil {
			t.Fatalf("line %d: %v", n, err)
		}
		found, other := false, deduce.Step{}
		for _, id := range ids {
			tech, err := ladder.Lookup(id)
			if err != nil {
				t.Fatal(err)
			}
			tech.Each(p, func(s deduce.Step) bool {
				switch {
				case matches(&l, s):
					found = true
				case other.Technique == "":
					other = s
				}
				return true
			})
		}
		if l.Variant == "x" {
			if other.Technique == "" && !found {
				r.found++
			} else {
				t.Errorf("line %d: %s must find nothing, found %s: %s", n, code, g.Effect(other), other.Reason())
			}
			continue
		}
		if found {
			r.found++
		} else {
			t.Errorf("line %d: %s %v does not find %s; it finds %s\n%s", n, code, ids,
				g.Effect(deduce.Step{Place: l.Place, Remove: l.Remove}), g.Effect(other), line)
		}
		if other.Technique != "" {
			r.others++
		}
	}
	if err := in.Err(); err != nil {
		t.Fatal(err)
	}
	codes := make([]string, 0, len(table))
	for code := range table {
		codes = append(codes, code)
	}
	sort.Strings(codes)
	var b strings.Builder
	for _, code := range codes {
		r := table[code]
		base, _, _ := strings.Cut(code, "-")
		note := strings.Join(techniquesOf(base), ", ")
		if note == "" {
			note = "not covered: " + notCovered(base)
			if notCovered(base) == "" {
				t.Errorf("code %s is neither covered nor explained", code)
			}
		}
		fmt.Fprintf(&b, "%-8s %3d cases %3d found %3d with other steps  %s\n", code, r.cases, r.found, r.others, note)
	}
	t.Log("\n" + b.String())
}
