// Package nearest finds the known name that a mistyped one was meant to be, for "did you mean".
package nearest

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// longest is the length in bytes beyond which a name is not compared: it is no slip of a finger, and may be hostile.
const longest = 100

// All gives the known names like a mistyped one, nearest first, at most three; equally near ones in the order given. The name
// itself is not among them.
//
// Names are alike when they differ in case only, or when inserting, dropping, replacing a letter or swapping neighbours leads
// from one to the other in at most a third as many steps as the longer one has letters, and at most three. So between names of
// one or two letters nothing but a change of case counts: every such name is a step or two from every other. Words of three
// and four letters are often a step apart without having to do with each other (dog and fog, old and gold), so more is asked
// of them: but for two neighbours swapped, the first letter must be the same, and between names of three letters none may be
// replaced (max and mix).
func All(name string, known []string) []string {
	type hit struct {
		name  string
		steps int
	}
	var hits []hit
	if len(name) > longest {
		return nil
	}
	a := []rune(name)
	var d distance
	for _, k := range known {
		if k == name || len(k) > longest {
			continue
		}
		if strings.EqualFold(k, name) {
			hits = append(hits, hit{k, 0})
			continue
		}
		b := []rune(k)
		most := 2*min(max(len(a), len(b))/3, 3) + 1
		if abs(len(a)-len(b))*2 > most {
			continue
		}
		if n := d.of(a, b); n <= most && !(max(len(a), len(b)) <= 4 && unrelated(a, b)) {
			hits = append(hits, hit{k, n})
		}
	}
	slices.SortStableFunc(hits, func(x, y hit) int { return x.steps - y.steps })
	var out []string
	for _, h := range hits {
		if len(out) < 3 && !slices.Contains(out, h.name) {
			out = append(out, h.name)
		}
	}
	return out
}

// unrelated reports whether two names of at most four letters that are a step apart are likely to be two words, and not one
// and its slip.
func unrelated(a, b []rune) bool {
	switch {
	case sorted(a) == sorted(b): // neighbours swapped
		return false
	case len(a) == 3 && len(b) == 3, len(a) == 0, len(b) == 0:
		return true
	}
	return !strings.EqualFold(string(a[:1]), string(b[:1]))
}

func sorted(name []rune) string {
	s := []rune(strings.ToLower(string(name)))
	slices.Sort(s)
	return string(s)
}

// One gives the first of All, or "" when there is none.
func One(name string, known []string) string {
	if all := All(name, known); len(all) > 0 {
		return all[0]
	}
	return ""
}

// distance computes edit distances; it keeps its rows from one call to the next.
type distance struct{ prev2, prev, cur []int }

// of is twice the number of steps from a to b, a change of case counting half a step (optimal string alignment: a swap of
// neighbours is one step, and no letter is touched twice).
func (d *distance) of(a, b []rune) int {
	n := len(b) + 1
	if cap(d.prev) < n {
		d.prev2, d.prev, d.cur = make([]int, n), make([]int, n), make([]int, n)
	}
	prev2, prev, cur := d.prev2[:n], d.prev[:n], d.cur[:n]
	for j := range prev {
		prev[j] = 2 * j
	}
	for i := 1; i <= len(a); i++ {
		cur[0] = 2 * i
		for j := 1; j < n; j++ {
			cost := 2
			switch {
			case a[i-1] == b[j-1]:
				cost = 0
			case strings.EqualFold(string(a[i-1]), string(b[j-1])):
				cost = 1
			}
			cur[j] = min(prev[j]+2, cur[j-1]+2, prev[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				cur[j] = min(cur[j], prev2[j-2]+2)
			}
		}
		prev2, prev, cur = prev, cur, prev2
	}
	return prev[n-1]
}

func abs(n int) int { return max(n, -n) }

// Unknown says in an error that a name is none of the known ones, with those near it, or with all where these are few.
func Unknown(what, name string, near, known []string) string {
	msg := fmt.Sprintf("unknown %s %q", what, Clip(name))
	switch {
	case len(near) > 0:
		return msg + ": did you mean " + strings.Join(near, " or ") + "?"
	case len(known) > 0 && len(known) <= 20:
		return msg + ": known are " + strings.Join(known, ", ")
	}
	return msg
}

// Clip shortens hostile text for a message.
func Clip(s string) string {
	const most = 80
	if len(s) <= most {
		return s
	}
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}

// Quote gives hostile text in quotes for a message, shortened.
func Quote(s string) string { return strconv.Quote(Clip(s)) }
