package maths_test

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/quandary-puzzles/quandary/blanks/maths"
	"github.com/quandary-puzzles/quandary/blanks/shelf"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/solve/native"
)

// reckoner reads a formula back and reckons it, with nothing of what wrote it.
type reckoner struct {
	text string
	fail bool
}

func (r *reckoner) take(s string) bool {
	rest, ok := strings.CutPrefix(strings.TrimLeft(r.text, " "), s)
	if ok {
		r.text = rest
	}
	return ok
}

// levels are the operators, the loosest first.
var levels = [][]string{{"and ", "or ", "implies ", "iff ", "xor "}, {"+", "-"}, {"·", "*", "//", "mod "}, {"^"}}

func (r *reckoner) read(level int) int64 {
	if level == len(levels) {
		return r.atom()
	}
	x := r.read(level + 1)
	for again := true; again; {
		again = false
		for _, op := range levels[level] {
			if r.take(op) {
				x, again = operate(strings.TrimSpace(op), x, r.read(level+1)), true
				break
			}
		}
	}
	return x
}

func operate(op string, x, y int64) int64 {
	is := func(b bool) int64 {
		if b {
			return 1
		}
		return 0
	}
	switch op {
	case "+":
		return x + y
	case "-":
		return x - y
	case "·", "*":
		return x * y
	case "//":
		return int64(math.Floor(float64(x) / float64(y)))
	case "mod":
		return (x%y + y) % y
	case "^":
		return int64(math.Pow(float64(x), float64(y)))
	case "and":
		return is(x+y == 2)
	case "or":
		return is(x+y > 0)
	case "implies":
		return is(x == 0 || y == 1)
	case "iff":
		return is(x == y)
	default:
		return is(x != y)
	}
}

func (r *reckoner) atom() int64 {
	if r.take("(") {
		x := r.read(0)
		r.fail = r.fail || !r.take(")")
		return x
	}
	if r.take("-") {
		return -r.atom()
	}
	r.text = strings.TrimLeft(r.text, " ")
	digits := len(r.text) - len(strings.TrimLeftFunc(r.text, unicode.IsDigit))
	n, err := strconv.ParseInt(r.text[:digits], 10, 64)
	r.text, r.fail = r.text[digits:], r.fail || err != nil
	return n
}

// holds reports whether a chain of comparisons holds: "19 + 22 = 41 ≠ 40".
func holds(text string) error {
	r := &reckoner{text: text}
	x := r.read(0)
	for r.text != "" && !r.fail {
		sign := ""
		for _, s := range []string{"=", "≠", "≤", "≥", "<", ">"} {
			if r.take(s) {
				sign = s
				break
			}
		}
		y := r.read(0)
		if is := map[string]bool{"=": x == y, "≠": x != y, "≤": x <= y, "≥": x >= y, "<": x < y, ">": x > y}; sign == "" || !is[sign] {
			return fmt.Errorf("%d %s %d does not hold, before %q", x, sign, y, r.text)
		}
		x = y
	}
	if r.fail {
		return fmt.Errorf("it is not read, at %q", r.text)
	}
	return nil
}

// TestReasons: every blank has one reason, and every formula in it, and in what is said of a wrong value, reckons right.
func TestReasons(t *testing.T) {
	formulas := 0
	for _, name := range puztest.Some(shelf.Maths().Names(), 12) {
		data, _ := shelf.Maths().Read(name)
		f, problems := maths.Read(name, data)
		if problems.HasErrors() {
			t.Fatal(problems.Err())
		}
		for seed := range uint64(puztest.Of(3, 8, 100)) {
			p, err := f.Make(context.Background(), native.New(), maths.Demand{Choose: seed%2 == 1}, rng.New(seed))
			if err != nil {
				t.Fatalf("%s, seed %d: %v", name, seed, err)
			}
			done := make([]bool, len(p.Answers()))
			done[0] = seed == 2 && len(done) > 1
			told := make([]int, len(done))
			reasons, err := p.Reasons("en", done)
			if err != nil {
				t.Fatalf("%s, seed %d: %v", name, seed, err)
			}
			for _, r := range reasons {
				for _, i := range r.Blanks {
					told[i]++
				}
				for _, c := range r.Checks {
					if r.By == maths.ByOrder || r.By == maths.ByFormula || c.Plain || c.Distinct != nil {
						continue
					}
					if formulas++; !c.Holds {
						t.Errorf("%s, seed %d: %+v", name, seed, c)
					}
					if err := holds(c.Text); err != nil {
						t.Errorf("%s, seed %d: %s: %v", name, seed, c.Text, err)
					}
				}
			}
			for i, n := range told {
				if want := map[bool]int{true: 0, false: 1}[done[i]]; n != want {
					t.Errorf("%s, seed %d: blank %d is told %d times", name, seed, i+1, n)
				}
			}
			formulas += wrong(t, p, fmt.Sprintf("%s, seed %d", name, seed))
		}
	}
	if t.Logf("%d formulas", formulas); formulas < 30 {
		t.Errorf("only %d formulas", formulas)
	}
}

// wrong reads what is said of wrong pieces.
func wrong(t *testing.T, p *maths.Puzzle, name string) (formulas int) {
	t.Helper()
	for i, pieces := range p.Pieces {
		for _, piece := range pieces {
			texts := p.Answers()
			if texts[i] == piece {
				continue
			}
			texts[i] = piece
			c, found, err := p.Fails(texts)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if !found || c.Plain || c.Distinct != nil {
				continue
			}
			formulas++
			if err := holds(c.Text); err != nil {
				t.Errorf("%s: blank %d, %s: %s: %v", name, i+1, piece, c.Text, err)
			}
		}
	}
	return formulas
}
