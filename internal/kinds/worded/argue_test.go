package worded

import (
	"context"
	"fmt"
	"io/fs"
	"math/bits"
	"path"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/gallery"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve/native"
	"github.com/quandary-puzzles/quandary/synth"
)

// The reader in this file reads the sentences of an argument back, from their forms, and proves each by filling in every unknown
// of the condition that it cites in every way: it shares no reasoning with the arguer, only the list of conditions and the values that the story allows.

// reading is an argument being read.
type reading struct {
	a     *arguer
	known [][]uint64 // what was said of each unknown; the last of these belongs to the open supposition
	text  string
	large int // sentences that were not checked
}

func (r *reading) top() []uint64 { return r.known[len(r.known)-1] }

func (r *reading) accept(s string) bool {
	rest, ok := strings.CutPrefix(r.text, s)
	if ok {
		r.text = rest
	}
	return ok
}

// value reads the longest value of an unknown that comes next.
func (r *reading) value(v int) (int, bool) {
	best, length := -1, 0
	for i := range r.a.values[v] {
		if s := r.a.value(model.Var(v), i); len(s) > length && strings.HasPrefix(r.text, s) {
			best, length = i, len(s)
		}
	}
	r.text = r.text[length:]
	return best, best >= 0
}

// fact reads what is said of one unknown.
func (r *reading) fact() (v int, set uint64, ok bool) {
	start, v, length := r.text, -1, 0
	for i, n := range r.a.names {
		if len(n) > length && len(r.text) > len(n) && strings.EqualFold(r.text[:len(n)], n) && strings.HasPrefix(r.text[len(n):], " is ") {
			v, length = i, len(n)
		}
	}
	if v < 0 {
		return 0, 0, false
	}
	r.text = r.text[length:]
	not := r.accept(" is not ") || !r.accept(" is ")
	for {
		from, ok := r.value(v)
		to := from
		if ok && r.accept(" to ") {
			to, ok = r.value(v)
		}
		if !ok {
			r.text = start
			return 0, 0, false
		}
		for i := from; i <= to; i++ {
			set |= 1 << i
		}
		rest := r.text
		if r.accept(" or ") {
			continue
		}
		if r.accept(", ") {
			before := r.text
			if _, ok := r.value(v); ok {
				r.text = before
				continue
			}
		}
		r.text = rest
		break
	}
	if not {
		set = r.a.all[v] &^ set
	}
	return v, set, true
}

// facts reads some facts.
func (r *reading) facts() map[int]uint64 {
	out := map[int]uint64{}
	for {
		v, set, ok := r.fact()
		if !ok {
			return out
		}
		if old, ok := out[v]; ok {
			set &= old
		}
		out[v] = set
		rest := r.text
		if !r.accept(", ") && !r.accept(" and ") {
			return out
		}
		if _, _, ok := r.fact(); !ok {
			r.text = rest
			return out
		}
		r.text = rest
		_ = r.accept(", ") || r.accept(" and ")
	}
}

// stand checks that facts are known.
func (r *reading) stand(facts map[int]uint64) error {
	for v, set := range facts {
		if r.top()[v]&^set != 0 {
			return fmt.Errorf("what is said of %s is not known", r.a.names[v])
		}
	}
	return nil
}

// filled fills in a condition's unknowns in every way that some facts allow, and gives the values of those that meet it.
func (r *reading) filled(c *condition, facts map[int]uint64) (met map[int]uint64, ways int) {
	met = map[int]uint64{}
	asg := make(model.Assignment, r.a.p.NumVars())
	var fill func(i int)
	fill = func(i int) {
		if ways > mostWays {
			return
		}
		if i == len(c.vars) {
			ways++
			if c.eval.Run(asg); holds(c.eval, c.n) {
				for _, v := range c.vars {
					for j, val := range r.a.values[v] {
						if val.Equal(asg[v]) {
							met[int(v)] |= 1 << j
						}
					}
				}
			}
			return
		}
		v := c.vars[i]
		set, ok := facts[int(v)]
		if !ok {
			set = r.a.all[v]
		}
		for j, val := range r.a.values[v] {
			if set>>j&1 == 1 {
				asg[v] = val
				fill(i + 1)
			}
		}
	}
	fill(0)
	return met, ways
}

// mostWays bounds the ways that are tried for one sentence. What takes more is counted, and taken as read.
const mostWays = 400_000

// prove reads the condition that is cited and checks that it gives some facts, or that it cannot hold.
func (r *reading) prove(because, gives map[int]uint64, falls bool) error {
	if len(r.known) > 1 { // what was said under the supposition counts
		for v, set := range r.top() {
			if set != r.known[0][v] {
				if old, ok := because[v]; ok {
					set &= old
				}
				because[v] = set
			}
		}
	}
	start := r.text
	var err error = fmt.Errorf("no condition is cited")
	for i := range r.a.conds {
		c := &r.a.conds[i]
		if r.text = start; !r.accept(" (" + c.cite + ").") {
			continue
		}
		rest := r.text
		met, ways := r.filled(c, because)
		if ways > mostWays {
			r.text = rest
			r.large++
			return nil
		}
		if err = nil; falls && len(met) > 0 {
			err = fmt.Errorf("the condition can hold")
		}
		for v, set := range gives {
			if met[v]&^set != 0 {
				err = fmt.Errorf("%s can have another value", r.a.names[v])
			}
		}
		if err == nil {
			r.text = rest
			return nil
		}
	}
	return err
}

// sentence reads one sentence and takes what it says.
func (r *reading) sentence() error {
	r.accept(" ")
	switch {
	case r.accept("Suppose "):
		r.known = append(r.known, append([]uint64(nil), r.top()...))
		for v, set := range r.facts() {
			r.top()[v] &= set
		}
		if !r.accept(".") {
			return fmt.Errorf("expected a full stop at %q", r.text)
		}
		return nil
	case len(r.known) > 1 && r.accept("But"):
		because := map[int]uint64{}
		if r.accept(" as ") {
			because = r.facts()
			r.accept(",")
		}
		if !r.accept(" this cannot hold") {
			return fmt.Errorf("expected a contradiction at %q", r.text)
		}
		if err := r.stand(because); err != nil {
			return err
		}
		if err := r.prove(because, nil, true); err != nil {
			return err
		}
		under := r.top()
		r.known = r.known[:1]
		if !r.accept(" So ") {
			return fmt.Errorf("expected what is denied at %q", r.text)
		}
		for v, set := range r.facts() {
			if r.top()[v]&^set&^under[v] != 0 {
				return fmt.Errorf("more is denied than was supposed")
			}
			r.top()[v] &= set
		}
		if !r.accept(".") {
			return fmt.Errorf("expected a full stop at %q", r.text)
		}
		return nil
	}
	r.accept("Then ")
	because := map[int]uint64{}
	gives := r.facts()
	if r.accept(", so ") {
		because, gives = gives, r.facts()
	}
	if len(gives) == 0 {
		return fmt.Errorf("expected a fact at %q", r.text)
	}
	if err := r.stand(because); err != nil {
		return err
	}
	if err := r.prove(because, gives, false); err != nil {
		return err
	}
	for v, set := range gives {
		r.top()[v] &= set
	}
	return nil
}

// TestArgued reads the arguments of the gallery's puzzles back. QUANDARY_LONG=N takes N puzzles of each specification (puztest.Seeds).
func TestArgued(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	var catalogue []Entry
	for _, e := range gallery.List() {
		dir, err := fs.Sub(gallery.FS(), path.Dir(e.Path))
		if err != nil {
			t.Fatal(err)
		}
		catalogue = append(catalogue, Entry{Name: e.Name, Title: e.Title, Data: e.Data, Root: dir})
	}
	f := New(catalogue, synth.Options{Engine: native.New()})
	argued := map[string]int{}
	sentences, large := 0, 0
	tried := false
	for seed := range puztest.Seeds(t, 2, 50) {
		tried = true
		for _, name := range f.Names() {
			p, err := f.ParseParams(name)
			if err != nil {
				t.Fatal(err)
			}
			g, err := f.Generate(context.Background(), p, nil, rng.New(seed), nil)
			if err != nil {
				t.Fatal(err)
			}
			in := g.Instance.(*Instance)
			a := newArguer(in)
			if a == nil {
				continue
			}
			r := &reading{a: a, known: [][]uint64{append([]uint64(nil), a.all...)}}
			told := 0
			for s, err := range in.Tell(context.Background(), in.Start()) {
				if err != nil {
					t.Fatal(err)
				}
				if len(s.Moves) > 0 {
					continue
				}
				told++
				for r.text = s.Text; r.text != ""; sentences++ {
					if err := r.sentence(); err != nil {
						t.Fatalf("%s, seed %d: %q: %v, at %q", name, seed, s.Text, err, r.text)
					}
				}
			}
			large += r.large
			if told == 0 {
				continue
			}
			argued[name]++
			if !solved(r.top()) {
				t.Errorf("%s, seed %d: the argument does not reach the solution", name, seed)
			}
			for v, val := range in.out.Solutions[0] {
				if !a.values[v][bits.TrailingZeros64(r.top()[v])].Equal(val) {
					t.Errorf("%s, seed %d: %s is told wrong", name, seed, a.names[v])
				}
			}
		}
	}
	t.Logf("%d sentences, %d too large to check; argued: %v", sentences, large, argued)
	if large > sentences/20 {
		t.Errorf("%d of %d sentences are not checked", large, sentences)
	}
	if tried && len(argued) < 10 {
		t.Errorf("only %d specifications are argued: %v", len(argued), argued)
	}
}

// TestPossible: the values of an unknown are those within bounds that the domain or the story gives; without bounds none are listed, though
// few of the numbers that would be tried were possible.
func TestPossible(t *testing.T) {
	p := model.NewProblem()
	x := p.Int("x")
	for _, c := range []struct {
		story []model.Term
		want  int
	}{
		{[]model.Term{p.Ge(x, p.Num(995))}, 0},
		{[]model.Term{p.Gt(x, p.Num(0)), p.Le(x, p.Num(5))}, 5},
		{[]model.Term{p.Lt(p.Num(0), x), p.Ge(p.Num(5), x)}, 5},
		{[]model.Term{p.Or(p.Eq(x, p.Num(3)), p.Eq(x, p.Num(700)))}, 2},
		{[]model.Term{p.Or(p.Eq(x, p.Num(3)), p.Gt(x, p.Num(990)))}, 0},
		{[]model.Term{p.Ge(x, p.Num(2000)), p.Le(x, p.Num(2005))}, 0},
	} {
		a := &arguer{p: p}
		if got := a.possible(0, c.story); len(got) != c.want {
			t.Errorf("%v: %v, want %d values", c.story, got, c.want)
		}
	}
}
