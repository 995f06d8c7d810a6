package declared

import (
	"context"
	"maps"
	"slices"
	"testing"
)

// TestProbesGiveUp explains boards whose probes may hold next to nothing, so that they give up their sessions again and again: the same
// is concluded.
func TestProbesGiveUp(t *testing.T) {
	for _, name := range []string{"tents", "slitherlink", "nurikabe"} {
		t.Run(name, func(t *testing.T) {
			ctx := context.Background()
			b := compiled(t, drawn(t, name, 5, 5, 7))
			explained := func() (known []int8, gone int) {
				s := b.NewSearch(nil)
				defer s.Close()
				for n := 0; !s.Done() && n < 200; n++ {
					if step, err := s.Next(ctx); err != nil {
						t.Fatal(err)
					} else if step == nil {
						break
					}
				}
				for _, in := range s.b.insts {
					for _, p := range []*probe{in.own, in.around} {
						if p != nil && p.s == nil {
							gone++
						}
					}
				}
				return s.known, gone
			}
			want, gone := explained()
			if gone > 0 {
				t.Errorf("%d sessions are given up where there is room", gone)
			}
			b.pool.most, b.pool.kept = 1, 4
			got, gone := explained()
			if !slices.Equal(got, want) {
				t.Error("other things are concluded where sessions are given up")
			}
			if gone == 0 {
				t.Error("no session is given up")
			}
		})
	}
}

// TestProbesLetGo opens and closes probes, as a search does that asks each of them once: the pool does not keep them.
func TestProbesLetGo(t *testing.T) {
	b := compiled(t, drawn(t, "tents", 5, 5, 7))
	kept, err := b.open(t.Context(), []int{0}, false)
	if err != nil {
		t.Fatal(err)
	}
	defer kept.close()
	for range 300 {
		p, err := b.open(t.Context(), []int{0}, false)
		if err != nil {
			t.Fatal(err)
		}
		p.close()
	}
	if n := len(b.pool.open); n > 100 || !slices.Contains(b.pool.open, kept) {
		t.Errorf("%d probes are kept, of which one is open", n)
	}
}

// TestProbesShared asks the turns of a rule that share a solver what those with one of their own are asked: the answers are the same.
func TestProbesShared(t *testing.T) {
	ctx := t.Context()
	s := compiled(t, drawn(t, "symmarea", 3, 3, 7)).NewSearch(nil)
	defer s.Close()
	b := s.b
	refuted := 0
	for n, i := range slices.Sorted(maps.Keys(b.sharing)) {
		if n%7 > 0 {
			continue
		}
		shared, err := b.opening(ctx, i)
		if err != nil {
			t.Fatal(err)
		}
		own, err := b.open(ctx, []int{i}, false)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range b.insts[i].vars {
			for a := b.vars[v].first; a < b.vars[v].first+b.vars[v].n; a++ {
				q := question{facts: []Lit{lit(a, true)}} // and all else as it is in the answer
				for _, o := range b.insts[i].vars {
					if x := &b.vars[o]; o != v && x.answer >= 0 {
						q.facts = append(q.facts, lit(x.first+x.answer, true))
					}
				}
				got, err := shared.refute(ctx, q, effort)
				if err != nil {
					t.Fatal(err)
				}
				want, err := own.refute(ctx, q, effort)
				if err != nil {
					t.Fatal(err)
				}
				if got != want {
					t.Errorf("turn %d, atom %d: %d, alone %d", i, a, got, want)
				}
				if want == 1 {
					refuted++
				}
			}
		}
		own.close()
	}
	if len(b.sharing) == 0 || len(b.hosts) == 0 {
		t.Error("nothing is shared")
	}
	if refuted == 0 {
		t.Error("nothing is refuted")
	}
}
