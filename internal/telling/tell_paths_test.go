package telling_test

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/board"
	deduce "github.com/quandary-puzzles/quandary/deduce/declared"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/internal/telling"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/encode"
)

// followWords are how it is said that numbers do not follow each other, by language: from one to another, or at a place (at); and how a number is said with
// its place (n and c).
var followWords = map[string]struct{ between, at, number *regexp.Regexp }{
	"en": {regexp.MustCompile(`^the numbers from (.+) to (.+) cannot follow each other$`), regexp.MustCompile(`^the numbers cannot follow each other at (.+)$`), regexp.MustCompile(`^(?P<n>\d+)(?: at (?P<c>.+))?$`)},
	"zh": {regexp.MustCompile(`^从(.+)到(.+)的数无法依次相接$`), regexp.MustCompile(`^(.+)处的数无法依次相接$`), regexp.MustCompile(`^(?:(?P<c>.+)的)?(?P<n>\d+)$`)},
	"de": {regexp.MustCompile(`^die Zahlen von (.+) bis (.+) können nicht aufeinander folgen$`), regexp.MustCompile(`^die Zahlen können bei (.+) nicht aufeinander folgen$`), regexp.MustCompile(`^(?P<n>\d+)(?: bei (?P<c>.+))?$`)},
	"es": {regexp.MustCompile(`^los números de (.+) a (.+) no pueden seguirse$`), regexp.MustCompile(`^los números no pueden seguirse en (.+)$`), regexp.MustCompile(`^(?P<n>\d+)(?: en (?P<c>.+))?$`)},
	"ja": {regexp.MustCompile(`^(.+)から(.+)までの数が順につながらない$`), regexp.MustCompile(`^(.+)で数が順につながらない$`), regexp.MustCompile(`^(?:(?P<c>.+)の)?(?P<n>\d+)$`)},
}

// marker is what a sentence has in each language that says how numbers follow each other.
var marker = map[string]string{"en": "follow each other", "zh": "依次相接", "de": "aufeinander folgen", "es": "pueden seguirse", "ja": "順につなが"}

// onlySo is how it is said that numbers follow each other only as a sentence concludes: those between two, or at a place.
var onlySo = map[string]struct{ between, at *regexp.Regexp }{
	"en": {regexp.MustCompile(`^only so can the numbers from (.+) to (.+) follow each other$`), regexp.MustCompile(`^only so can the numbers follow each other at (.+)$`)},
	"zh": {regexp.MustCompile(`^只有这样，从(.+)到(.+)的数才能依次相接$`), regexp.MustCompile(`^只有这样，(.+)处的数才能依次相接$`)},
	"de": {regexp.MustCompile(`^nur so können die Zahlen von (.+) bis (.+) aufeinander folgen$`), regexp.MustCompile(`^nur so können die Zahlen bei (.+) aufeinander folgen$`)},
	"es": {regexp.MustCompile(`^solo así pueden seguirse los números de (.+) a (.+)$`), regexp.MustCompile(`^solo así pueden seguirse los números en (.+)$`)},
	"ja": {regexp.MustCompile(`^(.+)から(.+)までの数が順につながるのはこの場合だけだ?$`), regexp.MustCompile(`^(.+)で数が順につながるのはこの場合だけだ?$`)},
}

// following reads that numbers do not follow each other: what says of a place which number is beside one of these, or beside that place, and that
// places differ; nil where a text says something else.
func (r *teller) following(text string) (by []encode.Instance) {
	w := followWords[r.lang]
	m := w.between.FindStringSubmatch(text)
	at := w.at.FindStringSubmatch(text)
	if only := onlySo[r.lang]; m == nil && at == nil {
		m, at = only.between.FindStringSubmatch(text), only.at.FindStringSubmatch(text)
	}
	if m == nil && at == nil {
		return nil
	}
	var bounds [2]int64
	for n := range m[min(1, len(m)):] {
		end := w.number.FindStringSubmatch(m[n+1])
		if end == nil {
			return nil
		}
		bounds[n], _ = strconv.ParseInt(end[w.number.SubexpIndex("n")], 10, 64)
		if c := end[w.number.SubexpIndex("c")]; c != "" {
			r.placed = append(r.placed, claim{at: r.names[c], value: fmt.Sprint(bounds[n]), holds: true})
		}
	}
	var there []string // one of these places
	if at != nil {
		there = r.list(at[1])
	}
	p := r.enc.Problem
	for _, in := range r.enc.Instances {
		if p.Op(in.Term) == model.OpDistinct {
			by = append(by, in)
			continue
		}
		about := slices.ContainsFunc(in.Bound, func(b encode.Binding) bool {
			c, ok := b.Value.(board.Place)
			return ok && (at == nil || slices.Contains(there, r.b.Geo.Say(c, r.lang)))
		})
		if !about {
			continue
		}
		cone := p.Cone(in.Term)
		within := true
		for t := model.Term(1); int(t) < len(cone); t++ {
			if k, ok := p.ConstValue(t).Int64(); cone[t] && p.IsConst(t) && p.Sort(t) == model.Int && ok {
				within = within && (at != nil || bounds[0] <= k && k <= bounds[1])
			}
		}
		if within {
			by = append(by, in)
		}
	}
	return by
}

// areKnown reports where a number is said to be that is neither printed there nor a fact.
func (r *teller) areKnown(facts [][]claim) error {
	for _, c := range r.placed {
		printed := slices.ContainsFunc(r.b.File.Layers, func(l *rules.Layer) bool { return r.b.Value(l, c.at).String() == c.value })
		if !printed && !slices.ContainsFunc(facts, func(f []claim) bool { return len(f) == 1 && f[0].holds && f[0].at == c.at && f[0].value == c.value }) {
			return fmt.Errorf("nothing says that %s is at %s", c.value, r.b.Geo.Name(c.at))
		}
	}
	return nil
}

// TestPaths holds that numbers which follow each other are explained in few sentences that read back in every language, most of them by ways from one number to
// another and not by what each place is not.
func TestPaths(t *testing.T) {
	puztest.From(t, puztest.Usual)
	ctx := context.Background()
	for _, c := range []struct{ id, size string }{{"numbrix", "5x5"}, {"hidoku", "5x5"}} {
		for seed := range puztest.Seeds(t, 1, 10) {
			g := generated(t, builtin(t, c.id), c.size, seed+2)
			for ear, steps := range heard(ctx, t, g) {
				lang, r, s := ear.lang, ear.r, ear.s
				all, along := 0, 0
				for step := range steps {
					all++
					if w := telling.NameOf(lang, 1, deduce.Along); strings.Contains(step.Text, marker[lang]) != (step.Name == w) {
						t.Errorf("%s: a step is called %q that says: %s", lang, step.Name, step.Text)
					}
					facts, concludes, by, err := r.step(ctx, s, step)
					if err != nil {
						t.Errorf("%s: %q: %v", lang, step.Text, err)
						continue
					}
					if err := r.proves(ctx, s, facts, concludes, by); err != nil {
						t.Errorf("%s: %q: %v", lang, step.Text, err)
					}
					if len(step.Moves) > 0 {
						along++
					}
				}
				t.Logf("%s, seed %d, %s: %d sentences, %d of which place numbers", c.id, seed, lang, all, along)
				if all > 25 || 2*along < all {
					t.Errorf("%s, seed %d, %s: %d sentences, %d of which place numbers", c.id, seed, lang, all, along)
				}
			}
		}
	}
}
