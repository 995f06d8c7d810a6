package code

import (
	"slices"
	"testing"
)

// What is seen on the spot: names that are bound later, operators on types that they do not take, results of another type.
func TestClashes(t *testing.T) {
	l := &local{params: map[string][]types{"f": {intType, listType, textType}}, results: map[string]types{"f": intType}}
	for body, want := range map[string]bool{
		"return n":                       false,
		"return s":                       true,
		"return xs":                      true,
		"return n + s":                   true,
		"return len(n)":                  true,
		"return len(s) + n":              false,
		"return n / 2":                   true, // a float
		"return n // 2":                  false,
		"return n[0]":                    true,
		"return xs[0]":                   false,
		"return xs[s]":                   true,
		"return n if n < s else 0":       true,
		"return n if n in xs else 0":     false,
		"return n if s in n else 0":      true,
		"k = m\n    m = 1\n    return k": true,
		"m = 1\n    k = m\n    return k": false,
		"for i in xs:\n        k = i\n    return k":                                                              false,
		"t = 0\n    while n:\n        if t:\n            n = m\n        m = n - 1\n        t += 1\n    return t": false,
		"k = 0\n    k = s\n    return k":                                                                         false, // some of its types fit
		"a, b = 0, s\n    return b":                                                                              true,
		"k = None\n    for i in range(n):\n        k = i\n    return k":                                          false,
		"return max(k for k in xs)":                                                                              false,
		"return n if not s else f(s, xs, n)":                                                                     false,
		"return [n]":                                                                                             true,
		"g = lambda q: q + 1\n    return g(n)":                                                                   false,
		"try:\n        k = n + 1\n    except ValueError:\n        k = s\n    return k":                           false,
	} {
		if got := l.clashes("def f(n, xs, s):\n    " + body + "\n"); got != want {
			t.Errorf("%s: clash %v", body, got)
		}
	}
}

// Nothing that is ruled out on the spot is right: running told it apart. Programs that work are not ruled out.
func TestSeenThrough(t *testing.T) {
	seen, all, n := 0, 0, 0
	for p, s := range studied(t) {
		n++
		if newLocal(s.Inputs).clashes(p.Text) {
			t.Errorf("%s: a program that works is ruled out", p.Name)
		}
		for _, st := range s.Places {
			all += len(st.Wrong)
			for k, out := range st.Seen {
				if !out {
					continue
				}
				seen++
				if !slices.ContainsFunc(st.Wrong, func(w Wrong) bool { return w.Piece == k }) {
					t.Errorf("%s: %q for %q is ruled out, and does the same", p.Name, st.Pieces[k], st.Pieces[0])
				}
			}
		}
	}
	t.Logf("%d programs: %d of %d wrong pieces are ruled out on the spot", n, seen, all)
	if seen*50 < all {
		t.Errorf("only %d of %d wrong pieces are ruled out on the spot", seen, all)
	}
}
