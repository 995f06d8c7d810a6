package sudoku

import (
	"bytes"
	"context"
	"slices"
	"testing"

	"github.com/quandary-puzzles/quandary/grid"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/internal/rng"
)

// TestThousandSymmetries: a thousand symmetries of a board of each kind keep the form.
func TestThousandSymmetries(t *testing.T) {
	puztest.From(t, puztest.Usual)
	all := []string{"4x4", "6x6", "8x8-box4x2", "9x9", "12x12", "6x6-x", "9x9-x", "6x6-jigsaw", "9x9-jigsaw", "7x7-jigsaw-x"}
	for _, params := range all {
		out, err := generate(t, params, nil, 5)
		if err != nil {
			t.Fatal(err)
		}
		p := out.Instance.(*Puzzle)
		puztest.Symmetric(t, Family{}, p, rng.New(11), 1000/len(p.Symmetries().Names))
	}
}

// images gives every image of a board under permutations of rows and of columns, and transposition, that keep the
// houses of its layout, with values named in the order in which they are met; and what the boxes become.
func images(p *Puzzle, visit func(region []uint8, values []uint8)) {
	n := p.layout.Size
	var perms [][]int
	var permute func(done, left []int)
	permute = func(done, left []int) {
		if len(left) == 0 {
			perms = append(perms, slices.Clone(done))
		}
		for i, v := range left {
			permute(append(done, v), append(slices.Clone(left[:i]), left[i+1:]...))
		}
	}
	permute(nil, identityPerm(n))
	region, values := make([]uint8, n*n), make([]uint8, n*n)
	for _, rows := range perms {
		for _, cols := range perms {
			for _, turn := range []bool{false, true} {
				ok := true
				for cell, v := range p.values {
					r, c := rows[cell/n], cols[cell%n]
					if turn {
						r, c = c, r
					}
					onDiagonal := func(r, c int) bool { return r == c || r+c == n-1 }
					if p.layout.Diagonal && onDiagonal(r, c) != onDiagonal(cell/n, cell%n) {
						ok = false
						break
					}
					region[r*n+c], values[r*n+c] = uint8(p.layout.Region[cell]+1), v
				}
				if ok {
					visit(relabelled(region, n), relabelled(values, n))
				}
			}
		}
	}
}

// TestGraphFormsAgainstBruteForce: of small X and jigsaw boards, and of plain ones, those have equal forms that some
// permutation of rows and columns, transposition and renaming carry to each other.
func TestGraphFormsAgainstBruteForce(t *testing.T) {
	r := rng.New(2)
	jigsawL := mustDecode(t, "sudoku:4x4-jigsaw:................,1112132233423444")
	for name, l := range map[string]*grid.Layout{"x": mustDecode(t, "sudoku:4x4-x:................").layout, "plain": mustDecode(t, "sudoku:4x4:................").layout, "jigsaw": jigsawL.layout} {
		least := map[string]string{} // by key: the least image
		keys := map[string]string{}
		for range 150 {
			p := &Puzzle{params: paramsOf(l), layout: l, values: make([]uint8, 16), symbols: grid.SymbolsFor(4)}
			for range 1 + r.IntN(3) {
				p.values[r.IntN(16)] = uint8(1 + r.IntN(4))
			}
			best := ""
			images(p, func(region, values []uint8) {
				if s := string(region) + string(values); best == "" || s < best {
					best = s
				}
			})
			for _, how := range []string{"canonical", "graph"} {
				k := how
				if how == "canonical" {
					k += string(key(t, p))
				} else {
					k += string(boardGraph(l, p.values).Canonical(0).Bytes)
				}
				if have, ok := least[k]; ok && have != best {
					t.Fatalf("%s, %s: different boards are merged: %s", name, how, p.Desc())
				}
				if have, ok := keys[how+best]; ok && have != k {
					t.Fatalf("%s, %s: equal boards are not merged: %s", name, how, p.Desc())
				}
				least[k], keys[how+best] = best, k
			}
		}
		if len(least) < 40 {
			t.Errorf("%s: only %d forms", name, len(least))
		}
	}
}

// TestMoreThanTheSquare: an X board is the same when rows and columns are permuted so that the diagonals stay, and a jigsaw board
// when it is turned with its boxes and they are named otherwise.
func TestMoreThanTheSquare(t *testing.T) {
	out, err := generate(t, "9x9-x", nil, 8)
	if err != nil {
		t.Fatal(err)
	}
	p := out.Instance.(*Puzzle)
	order := []int{1, 0, 2, 5, 4, 3, 6, 8, 7} // commutes with reversal and keeps bands
	q := p.with(p.values)
	for cell, v := range p.values {
		q.values[order[cell/9]*9+order[cell%9]] = v
	}
	if !bytes.Equal(key(t, p), key(t, q)) {
		t.Error("an X board with other rows and columns has another form")
	}
	if out, err = generate(t, "9x9-jigsaw", nil, 8); err != nil {
		t.Fatal(err)
	}
	p = out.Instance.(*Puzzle)
	for s := grid.Symmetry(0); s < grid.Symmetries; s++ {
		region, values := make([]int, 81), make([]uint8, 81)
		for cell, to := range s.Permutation(9, 9) {
			region[to], values[to] = (p.layout.Region[cell]+4)%9, p.values[cell]
		}
		l, err := jigsaw(9, region, false)
		if err != nil {
			t.Fatal(err)
		}
		q := &Puzzle{params: paramsOf(l), layout: l, values: values, symbols: p.symbols}
		if !bytes.Equal(key(t, p), key(t, q)) {
			t.Errorf("a jigsaw has another form after %s", s)
		}
		a, err1 := p.leastTurned()
		b, err2 := q.leastTurned()
		if err1 != nil || err2 != nil || a.Desc() != b.Desc() {
			t.Errorf("%s: %v, %v\n%s\n%s", s, err1, err2, a.Desc(), b.Desc())
		}
	}
}

// TestFormsWithinBudget: boards with as many ties as there can be stay within the budget, say so, and are not merged with others.
func TestFormsWithinBudget(t *testing.T) {
	const budget = 300_000
	seen := map[string]string{}
	for _, params := range []string{"9x9", "16x16", "36x36", "25x25-x", "9x9-x"} {
		pp, err := parseParams(params)
		if err != nil {
			t.Fatal(err)
		}
		l, err := pp.layout()
		if err != nil {
			t.Fatal(err)
		}
		n := l.Size
		for name, fill := range map[string]func(r, c int) int{
			"empty":    func(r, c int) int { return 0 },
			"full":     func(r, c int) int { return (r%l.BoxRows*l.BoxCols+r/l.BoxRows+c)%n + 1 },
			"diagonal": func(r, c int) int { return map[bool]int{true: r + 1}[r == c] },
		} {
			values := make([]uint8, n*n)
			for cell := range values {
				values[cell] = uint8(fill(cell/n, cell%n))
			}
			p := &Puzzle{params: pp, layout: l, values: values, symbols: grid.SymbolsFor(n)}
			f, err := p.Canonical(context.Background(), budget)
			if err != nil {
				t.Fatal(err)
			}
			if f.Work > 3*budget+100*n*n {
				t.Errorf("%s, %s: %d steps", params, name, f.Work)
			}
			if old, ok := seen[string(f.Key)]; ok {
				t.Errorf("%s, %s is merged with %s", params, name, old)
			}
			seen[string(f.Key)] = params + ", " + name
			t.Logf("%s, %s: exact %v after %d steps", params, name, f.Exact, f.Work)
		}
	}
}
