package maths

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/blanks"
	"github.com/quandary-puzzles/quandary/blanks/shelf"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/solve/native"
)

func shelved(t *testing.T, name string) *File {
	t.Helper()
	data, _ := shelf.Maths().Read(name)
	f, problems := Read(name+".yaml", data)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	return f
}

func formOf(t *testing.T, p *Puzzle) string {
	t.Helper()
	form, err := p.Form(context.Background(), native.New())
	if err != nil || !form.Exact {
		t.Fatalf("%s: exact %v, %v", p.f.Name, form.Exact, err)
	}
	return string(form.Key)
}

// Whatever way a puzzle is changed, its form stays, its own filling is right, and it is the only one.
func TestVary(t *testing.T) {
	ctx := context.Background()
	met := map[string][]string{}
	for _, name := range shelf.Maths().Names() {
		f := shelved(t, name)
		p, err := f.Make(ctx, native.New(), Demand{Choose: name == "pyramid"}, rng.New(4))
		if err != nil {
			t.Fatal(err)
		}
		form := formOf(t, p)
		at := p
		for round := range uint64(2) {
			for _, change := range Changes() {
				q, err := at.Vary(ctx, native.New(), []string{change}, rng.New(round))
				if err != nil {
					t.Fatalf("%s, %s: %v", name, change, err)
				}
				if slices.Equal(q.Varied, at.Varied) {
					continue
				}
				if !slices.Contains(met[name], change) {
					met[name] = append(met[name], change)
				}
				if err := q.Open(f); err != nil {
					t.Fatalf("%s, %s: %v", name, change, err)
				}
				if one, err := q.Prove(ctx, native.New()); err != nil || !one {
					t.Errorf("%s, %s: another filling: %v", name, change, err)
				}
				if got := formOf(t, q); got != form {
					t.Errorf("%s, %s: another form", name, change)
				}
				at = q
			}
		}
	}
	t.Log(met)
	for name, want := range map[string]string{
		"pyramid": "places values", "magic-square": "places values", "addition": "places", "binary-sum": "places",
		"matrix-product": "places", "send-more": "letters", "two-two-four": "letters", "factorise": "sides", "linear-equation": "sides",
	} {
		for w := range strings.FieldsSeq(want) {
			if !slices.Contains(met[name], w) {
				t.Errorf("%s: two rounds changed %v: expected %s", name, met[name], w)
			}
		}
	}
}

// A bend is a symmetry found by brute force: where each cell goes, and whether the numbers are turned round in their ranges.
type bend struct {
	to     []int
	turned bool
}

// image gives a sheet's image, and that of its open cells.
func (b bend) image(v []int, open int, lo, hi []int) (values []int, mask int) {
	values = make([]int, len(v))
	for i, x := range v {
		if b.turned {
			x = lo[i] + hi[i] - x
		}
		values[b.to[i]] = x
		mask |= (open >> i & 1) << b.to[i]
	}
	return values, mask
}

// bends tries all ways to move the cells of a small file, and keeps those that lead from each of its full sheets to another.
func bends(sheets [][]int, lo, hi []int) (out []bend) {
	is := map[string]bool{}
	for _, v := range sheets {
		is[fmt.Sprint(v)] = true
	}
	for _, to := range permutations(len(lo)) {
		for _, turned := range []bool{false, true} {
			b := bend{to, turned}
			ok := true
			for i, k := range to {
				ok = ok && lo[i] == lo[k] && hi[i] == hi[k]
			}
			for _, v := range sheets {
				image, _ := b.image(v, 0, lo, hi)
				ok = ok && is[fmt.Sprint(image)]
			}
			if ok {
				out = append(out, b)
			}
		}
	}
	return out
}

func permutations(n int) [][]int {
	if n == 0 {
		return [][]int{{}}
	}
	var out [][]int
	for _, p := range permutations(n - 1) {
		for i := range n {
			out = append(out, slices.Insert(slices.Clone(p), i, n-1))
		}
	}
	return out
}

// Forms of all puzzles of small files are compared with brute force: two that no symmetry joins never have one form, and where the rules
// say all that there is to say, two that one joins always have.
func TestFormsByBruteForce(t *testing.T) {
	for _, c := range []struct {
		name, text string
		n          int
		holds      func(v []int) bool
		lo, hi     []int
		syntactic  bool // some symmetries do not show in the rules
	}{
		{"pyramid", "blanks: a\nslots:\n  a: {at: range(3), values: 1..3}\n  b: {at: range(2), values: 2..6}\nsheet: \"{b[0]} {b[1]} / {a[0]} {a[1]} {a[2]}\"\nrules:\n  low: b[i] == a[i] + a[i + 1] for i in range(2)\n", 5,
			func(v []int) bool { return v[3] == v[0]+v[1] && v[4] == v[1]+v[2] }, []int{1, 1, 1, 2, 2}, []int{3, 3, 3, 6, 6}, false},
		{"product", "blanks: a\nslots: {x: 1..4, y: 1..4, z: 1..16}\nsheet: \"{x} * {y} = {z}\"\nrules: {r: x * y == z}\n", 3,
			func(v []int) bool { return v[0]*v[1] == v[2] }, []int{1, 1, 1}, []int{4, 4, 16}, false},
		{"order", "blanks: a\nslots: {x: 1..4, y: 1..4, z: 1..4}\nsheet: \"{x} < {y} < {z}\"\nrules: {r: x < y and y < z}\n", 3,
			func(v []int) bool { return v[0] < v[1] && v[1] < v[2] }, []int{1, 1, 1}, []int{4, 4, 4}, true},
		{"distinct", "blanks: a\nslots: {x: {at: range(4), values: 1..4}}\nsheet: \"{x[0]} {x[1]} {x[2]} {x[3]}\"\nrules:\n  r: distinct(x)\n  s: x[0] + x[1] == 5\n", 4,
			func(v []int) bool {
				return v[0]+v[1] == 5 && v[0] != v[2] && v[0] != v[3] && v[1] != v[2] && v[1] != v[3] && v[2] != v[3]
			}, []int{1, 1, 1, 1}, []int{4, 4, 4, 4}, true},
	} {
		f, problems := Read(c.name, []byte(c.text))
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		names := f.onSheet()
		var cells []string
		for _, n := range []string{"a[0]", "a[1]", "a[2]", "b[0]", "b[1]", "x", "y", "z", "x[0]", "x[1]", "x[2]", "x[3]"} {
			if slices.Contains(names, n) {
				cells = append(cells, n)
			}
		}
		var list [][]int
		var fill func(v []int)
		fill = func(v []int) {
			if len(v) == c.n {
				if c.holds(v) {
					list = append(list, slices.Clone(v))
				}
				return
			}
			for x := c.lo[len(v)]; x <= c.hi[len(v)]; x++ {
				fill(append(slices.Clone(v), x))
			}
		}
		fill(nil)
		sym := bends(list, c.lo, c.hi)
		byForm, byForce := map[string]string{}, map[string]string{}
		split := 0
		for _, v := range list {
			for open := 1; open < 1<<c.n; open++ {
				p := &Puzzle{f: f, Values: map[string][]string{}}
				for i, name := range cells {
					base, _, _ := strings.Cut(name, "[")
					p.Values[base] = append(p.Values[base], fmt.Sprint(v[i]))
				}
				for _, name := range names {
					if open>>slices.Index(cells, name)&1 == 1 {
						p.Blanks = append(p.Blanks, name)
						p.Pieces = append(p.Pieces, nil)
					}
				}
				least := ""
				for _, s := range sym {
					values, mask := s.image(v, open, c.lo, c.hi)
					key := fmt.Sprint(values, mask)
					if least == "" || key < least {
						least = key
					}
				}
				form := formOf(t, p)
				if other, ok := byForm[form]; ok && other != least {
					t.Fatalf("%s: %v with %b open has the form of a puzzle that no symmetry joins with it", c.name, v, open)
				}
				byForm[form] = least
				if other, ok := byForce[least]; ok && other != form {
					split++
				}
				byForce[least] = form
			}
		}
		t.Logf("%s: %d sheets, %d symmetries, %d forms, %d by brute force", c.name, len(list), len(sym), len(byForm), len(byForce))
		if split > 0 && !c.syntactic {
			t.Errorf("%s: %d puzzles have another form than one that a symmetry joins with them", c.name, split)
		}
		if len(byForm) >= len(list)<<c.n {
			t.Errorf("%s: no symmetry is found", c.name)
		}
	}
}

// The sides of an equation and the letters of a sum are changed on what is shown, with the blanks in its order.
func TestVaryText(t *testing.T) {
	ctx := context.Background()
	for name, c := range map[string]struct{ change, want string }{
		"factorise": {Sides, "(x + "},
		"send-more": {Letters, ""},
	} {
		f := shelved(t, name)
		p, err := f.Make(ctx, native.New(), Demand{}, rng.New(1))
		if err != nil {
			t.Fatal(err)
		}
		q := p
		for seed := uint64(0); len(q.Varied) == 0; seed++ {
			if q, err = p.Vary(ctx, native.New(), []string{c.change}, rng.New(seed)); err != nil {
				t.Fatal(err)
			}
		}
		s, err := q.Sheet("en")
		if err != nil {
			t.Fatal(err)
		}
		text := s.Text(blanks.Gap)
		if !strings.HasPrefix(text, c.want) {
			t.Errorf("%s:\n%s", name, text)
		}
		next := 0
		for _, part := range s.Parts {
			if part.Blank >= 0 {
				if part.Blank != next {
					t.Errorf("%s: blank %d stands where %d is expected", name, part.Blank, next)
				}
				next++
			}
		}
		if c.change == Letters && (strings.Contains(s.Task, "SEND") || !strings.Contains(s.Task, "\n+ ") || !strings.HasPrefix(s.Task, "Each letter")) {
			t.Errorf("letters were not renamed:\n%s", s.Task)
		}
	}
}

func TestVaryLint(t *testing.T) {
	const file = "blanks: a\nslots: {x: 1..9, y: 1..9}\nsheet: |\n  {x} + {y} = 10\n  {x} < {y}\nrules: {r: x + y == 10}\nvary: "
	for vary, want := range map[string]string{
		"{sides: [1]}": "", "{sides: [2]}": "line 2 of the sheet (en) is no equation", "{sides: [9]}": "line 9", "{sides: 1}": "expected a list",
		"{letters: [x]}": "", "{letters: [z]}": `the letter "z"`, "{letters: [x, x]}": `the letter "x"`, "{side: [1]}": `did you mean "sides"`,
		"[1]": "expected a mapping", "{sides: [a]}": "the number of a line",
	} {
		_, probs := Read("v.yaml", []byte(file+vary+"\n"))
		got := fmt.Sprint(probs)
		if want == "" && len(probs) > 0 || want != "" && !strings.Contains(got, want) {
			t.Errorf("%s: %s: expected %q", vary, got, want)
		}
	}
}
