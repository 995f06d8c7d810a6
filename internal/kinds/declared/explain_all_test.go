package declared

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/quandary-puzzles/quandary/families"
	"github.com/quandary-puzzles/quandary/internal/phrases"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/encode"
	"github.com/quandary-puzzles/quandary/solve"
	"github.com/quandary-puzzles/quandary/solve/native"
)

// mostDrawn bounds the search for a solution from which a board takes its clues.
const mostDrawn = 3_000_000

// solved gives a small board of a family with a solution: all its clues are those that a random solution has; nil where none is found soon.
func solved(t *testing.T, f *Family, id string) *Instance {
	t.Helper()
	ctx := context.Background()
	for _, side := range []int{4, 5, 6, 3, 9} {
		params := map[string]int64{}
		for _, p := range f.file.Params {
			if p.Default == nil {
				params[p.Name] = int64(side)
			}
		}
		b, err := rules.NewBoard(f.file, side, side, params)
		if err != nil {
			continue
		}
		enc, err := encode.New(ctx, b, encode.Options{Open: func(l *rules.Layer) bool { return !l.Parts && !l.Objects() }})
		if err != nil {
			continue
		}
		s, err := native.New().Open(ctx, enc.Problem, solve.Budget{Steps: mostDrawn})
		if err != nil {
			continue
		}
		r, err := s.Sample(ctx, rng.New(1).Derive("explain/"+id, 0))
		s.Close()
		if err != nil || r.Status != solve.Sat {
			continue
		}
		out := enc.Decode(r.Solution)
		for _, l := range f.file.Layers {
			if l.Role != rules.Given {
				out.Set(l, nil)
			}
		}
		return f.instance(out)
	}
	return smallest(f)
}

// smallest makes a puzzle of the lowest level, for a family whose clues cannot be drawn at random; nil where none comes in some seconds.
func smallest(f *Family) *Instance {
	levels, err := f.Levels(nil)
	if err != nil || levels == nil {
		return nil
	}
	p, err := f.ParseParams(levels[0].Params)
	if err != nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	g, err := f.Generate(ctx, p, puzzle.Settings{"attempts": "1"}, puzzle.Stream(f, 1, 0), nil)
	if err != nil {
		return nil
	}
	return g.Instance.(*Instance)
}

// TestEveryFamilyIsExplained explains the first steps of a small board of every family by the one search there is: each is told in English and
// every other language, is proved again from what it names, and is as hard as allowed where that is bounded; a mark that a step excludes is
// argued against. Explanations are looked for anew in each language, so only the first step is asked for in those behind English; with
// QUANDARY_LONG all of them, of all families.
func TestEveryFamilyIsExplained(t *testing.T) {
	puztest.From(t, puztest.Usual)
	const steps = 5
	long := puztest.Doing() == puztest.Long
	ctx := context.Background()
	explained, against, without := 0, 0, []string{}
	names := families.Names()
	if !long { // a minute of the processor; of each few one does
		few := 6
		if puztest.Doing() < puztest.Whole {
			few = 32
		}
		n := 0
		names = slices.DeleteFunc(names, func(string) bool { n++; return n%few != 1 })
	}
	for _, id := range names {
		t.Run(id, func(t *testing.T) {
			file, err := families.Load(id)
			if err != nil {
				t.Fatal(err)
			}
			f, probs := New(file, native.New())
			if f == nil {
				t.Fatal(probs.Err())
			}
			inst := solved(t, f, id)
			if inst == nil {
				without = append(without, id)
				return
			}
			told := 0
			for _, lang := range phrases.Languages() {
				own := *inst
				own.lang = lang
				n, most := 0, steps
				if lang != "en" && !long {
					most = min(1, told)
				}
				if most == 0 {
					continue
				}
				for step, err := range own.Explain(ctx, "", puzzle.ExplainOptions{Max: "near"}) {
					if err != nil {
						t.Fatal(err)
					}
					if strings.TrimSpace(step.Text) == "" || strings.Contains(step.Text, "{") || step.Name == "" {
						t.Errorf("%s: a step is told as %q, named %q", lang, step.Text, step.Name)
					}
					if step.Technique != "look" && step.Technique != "near" {
						t.Errorf("%s: a step of %s where no harder one than near is allowed", lang, step.Technique)
					}
					if len(step.Effects) == 0 {
						t.Errorf("%s: %q shows nothing of what follows", lang, step.Text)
					}
					if lang == "en" && n == 0 && len(step.Moves) > 0 && opposed(ctx, t, &own, step.Moves[0]) {
						against++
					}
					if n++; n == most {
						break
					}
				}
				if lang != "en" && n != min(most, told) {
					t.Errorf("%d steps in %s, and %d in English", n, lang, told)
				}
				told = max(told, n)
			}
			if told > 0 {
				explained++
			}
		})
	}
	t.Logf("%d families explained, %d marks argued against; without a board: %v", explained, against, without)
	if 2*explained < len(names) || against == 0 {
		t.Errorf("only %d families were explained; there is no board of %v", explained, without)
	}
}

// opposed reports whether the mark that is against a move is argued against; false where the layer has no other mark.
func opposed(ctx context.Context, t *testing.T, i *Instance, m puzzle.Move) bool {
	t.Helper()
	place, mark, _ := strings.Cut(string(m), "=")
	name, _, _ := strings.Cut(place, "@")
	layers, err := i.table()
	if err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(layers, func(l *playLayer) bool { return l.Name == name })
	if at < 0 || len(layers[at].marks) == 0 {
		return false
	}
	other := slices.IndexFunc(layers[at].marks, func(x string) bool { return x != mark })
	if other < 0 {
		return false
	}
	step, found, err := i.Refute(ctx, "", puzzle.Ref{ID: place + "=" + layers[at].marks[other]})
	if err != nil {
		t.Errorf("%s=%s: %v", place, layers[at].marks[other], err)
		return false
	}
	if !found || step.Text == "" {
		t.Errorf("%s follows, and %s=%s is not argued against", m, place, layers[at].marks[other])
	}
	return found
}

// TestSeveralRulesBroken: a sentence that names where two rules about the whole board are broken, of which one has a place and no others.
func TestSeveralRulesBroken(t *testing.T) {
	for id, desc := range map[string]string{
		"nuriloop":  "5_5/._._._._./._-_._._10/._._._._./._._._._./2_._._._.",
		"geradeweg": "5_5/-_?_3_-_-/-_-_-_-_3/-_-_-_?_-/?_-_?_2_-/-_1_-_-_-",
	} {
		f := builtin(t, id)
		p, err := f.ParseParams("5x5")
		if err != nil {
			t.Fatal(err)
		}
		inst, err := f.Decode(p, desc)
		if err != nil {
			t.Fatal(err)
		}
		for step, err := range inst.(*Instance).Explain(t.Context(), "", puzzle.ExplainOptions{}) {
			if err != nil {
				t.Errorf("%s: after %q: %v", id, step.Text, err)
			}
		}
	}
}
