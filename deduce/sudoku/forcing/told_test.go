package forcing_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// fact is "r1c2 is 3" or "r1c2 is not 3".
type fact struct {
	row, col int
	not      bool
	value    string
}

var (
	single  = regexp.MustCompile(`^(?:If |as )?r(\d)c(\d) is (not )?(\w)$`)
	several = regexp.MustCompile(`^(.*) are not (\w)$`)
	inHouse = regexp.MustCompile(`^the (\w) of (row|column|box) (\d) is in r(\d)c(\d)$`)
	onlyOne = regexp.MustCompile(`^only (\w) is left for r(\d)c(\d)$`)
	cellsIn = regexp.MustCompile(`r(\d)c(\d)`)
)

func facts(t *testing.T, s string) (out []fact) {
	n := func(s string) int { return int(s[0] - '0') }
	if m := several.FindStringSubmatch(s); m != nil {
		for _, c := range cellsIn.FindAllStringSubmatch(m[1], -1) {
			out = append(out, fact{n(c[1]), n(c[2]), true, m[2]})
		}
	} else if m := inHouse.FindStringSubmatch(s); m != nil {
		out = []fact{{n(m[4]), n(m[5]), false, m[1]}}
	} else if m := onlyOne.FindStringSubmatch(s); m != nil {
		out = []fact{{n(m[2]), n(m[3]), false, m[1]}}
	} else {
		for _, p := range regexp.MustCompile(`, | and `).Split(s, -1) {
			m := single.FindStringSubmatch(p)
			if m == nil {
				t.Fatalf("not understood: %q in %q", p, s)
			}
			out = append(out, fact{n(m[1]), n(m[2]), m[3] != "", m[4]})
		}
	}
	return out
}

// takes tells whether a fact is that a cell is not a value, or leaves it no such: its own cell for another value, and what it sees for its own.
func (f fact) takes(row, col int, v string) bool {
	here := f.row == row && f.col == col
	if f.not {
		return here && f.value == v
	}
	sees := f.row == row || f.col == col || box(f.row, f.col) == box(row, col)
	return here && f.value != v || !here && sees && f.value == v
}

func box(row, col int) int { return (row-1)/3*3 + (col-1)/3 + 1 }

// TestToldFollows reads the arguments of the examples: what a sentence rests on was told before, "then" rests on the one fact
// told last, and what is said of one cell or one house follows from those facts and the candidates of the board alone, less those
// that a value just told is seen to take.
func TestToldFollows(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) < 6 {
		t.Fatal(files, err)
	}
	checked := 0
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		_, grid, _ := strings.Cut(string(text), "-- before --\n")
		grid, step, _ := strings.Cut(grid, "-- step --\n")
		step, _, _ = strings.Cut(step, "-- after --")
		cand := strings.Fields(grid)
		has := func(row, col int, v string) bool {
			c := cand[(row-1)*9+col-1]
			return strings.HasPrefix(c, ".") && strings.Contains(c, v)
		}
		if strings.ContainsAny(step, "→≠") {
			t.Errorf("%s: arrows do not say what follows from what: %s", name, step)
		}
		lines := strings.Split(strings.TrimSpace(step), "\n")
		if len(lines) < 4 {
			t.Errorf("%s: no branches: %s", name, step)
		}
		var known, last []fact
		for _, s := range strings.FieldsFunc(strings.Join(lines[2:], ""), func(r rune) bool { return r == ';' || r == '.' }) {
			var because []fact
			s = strings.TrimSpace(s)
			switch {
			case strings.HasPrefix(s, "If "):
				head, rest, ok := strings.Cut(s, ", then ")
				known = facts(t, head)
				because, s = known, rest
				if !ok {
					continue
				}
			case strings.HasPrefix(s, "then "):
				if len(last) != 1 {
					t.Errorf("%s: %q rests on one of %d facts", name, s, len(last))
				}
				because, s = last, strings.TrimPrefix(s, "then ")
			case strings.HasPrefix(s, "as "):
				// The reason ends where the conclusion begins: behind the last ", " that leaves facts only before it.
				at := strings.LastIndex(s, ", ")
				if i := strings.Index(s, ", in "); i >= 0 {
					at = i
				}
				because, s = facts(t, s[3:at]), s[at+2:]
			case strings.HasPrefix(s, "with all this, "):
				known = append(known, facts(t, s[strings.LastIndex(s, ", so ")+5:])...)
				continue
			}
			for _, f := range because {
				if !slices.Contains(known, f) {
					t.Errorf("%s: %v was not told before: %s", name, f, s)
				}
			}
			pattern := false
			if at := strings.LastIndex(s, ", so "); at >= 0 {
				pattern, s = true, s[at+5:]
			}
			last = facts(t, s)
			known = append(known, last...)
			if pattern {
				continue // pairs, locked candidates and X-wings have their own examples
			}
			gone := func(row, col int, v string) bool {
				return slices.ContainsFunc(because, func(b fact) bool { return b.takes(row, col, v) })
			}
			for _, f := range last {
				checked++
				ok := false
				for _, b := range because {
					ok = ok || f.not && !b.not && b.takes(f.row, f.col, f.value)
				}
				if m := inHouse.FindStringSubmatch(s); m != nil {
					ok = has(f.row, f.col, f.value)
					for cell := range 81 {
						r, c := cell/9+1, cell%9+1
						house := map[string]int{"row": r, "column": c, "box": box(r, c)}[m[2]]
						if fmt.Sprint(house) == m[3] && (r != f.row || c != f.col) {
							ok = ok && (!has(r, c, f.value) || gone(r, c, f.value))
						}
					}
				} else if onlyOne.MatchString(s) {
					ok = has(f.row, f.col, f.value)
					for v := '1'; v <= '9'; v++ {
						ok = ok && (string(v) == f.value || !has(f.row, f.col, string(v)) || gone(f.row, f.col, string(v)))
					}
				}
				if !ok {
					t.Errorf("%s: %v does not follow from %v: %s", name, f, because, s)
				}
			}
		}
	}
	if checked < 20 {
		t.Errorf("only %d facts were checked", checked)
	}
}
