package puztest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// Family is the conformance suite: what every family must keep, for each of the given parameters. The family is asked for
// the optional interfaces, and each that it keeps is tested.
func Family(t *testing.T, f puzzle.Family, params ...string) {
	t.Helper()
	for _, text := range params {
		t.Run("params="+text, func(t *testing.T) {
			p, err := f.ParseParams(text)
			if err != nil {
				t.Fatal(err)
			}
			again, err := f.ParseParams(p.String())
			if err != nil || again.String() != p.String() {
				t.Fatalf("parameters %q read back as %v, %v", p, again, err)
			}
			g, ok := f.(puzzle.Generator)
			if !ok {
				t.Skip("the family makes no puzzles")
			}
			for seed := uint64(1); seed <= 3 && !(Doing() < Whole && seed > 1); seed++ {
				t.Run(fmt.Sprint("seed=", seed), func(t *testing.T) { generated(t, g, p, seed) })
			}
			cancelled(t, g, p)
		})
	}
	if _, err := f.ParseParams("\x00no such parameters\xff"); err == nil {
		t.Error("nonsense is accepted as parameters")
	}
}

// cancelled: a context that has ended ends the work with its error.
func cancelled(t *testing.T, g puzzle.Generator, p puzzle.Params) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := g.Generate(ctx, p, nil, puzzle.Stream(g, 1, 0), nil); err == nil {
		t.Error("Generate ignores a context that has ended")
	}
}

func generated(t *testing.T, g puzzle.Generator, p puzzle.Params, seed uint64) {
	ctx := context.Background()
	out, err := g.Generate(ctx, p, nil, puzzle.Stream(g, seed, 0), nil)
	if err != nil {
		t.Fatal(err)
	}
	twin, err := g.Generate(ctx, p, nil, puzzle.Stream(g, seed, 0), nil)
	if err != nil || twin.Instance.Desc() != out.Instance.Desc() || twin.Solution.Desc() != out.Solution.Desc() {
		t.Fatalf("the same seed gives another puzzle: %v", err)
	}
	inst := out.Instance
	id := puzzle.ID(g, inst)
	if strings.ContainsAny(id, " \t\n") {
		t.Errorf("the id has white space in it: %q", id)
	}
	_, back, err := puzzle.NewRegistry(g).Open(ctx, id)
	if err != nil || puzzle.ID(g, back) != id {
		t.Fatalf("id %q opens as another puzzle: %v", id, err)
	}
	if s, ok := inst.(puzzle.Solver); ok {
		res, err := s.Solve(ctx, 2)
		if err != nil {
			t.Fatal(err)
		}
		if res.Status != puzzle.Unique || len(res.Solutions) != 1 {
			t.Fatalf("%s: status %v, %d solutions", id, res.Status, len(res.Solutions))
		}
		if res.Solutions[0].Desc() != out.Solution.Desc() {
			t.Errorf("%s: solved as %s, made from %s", id, res.Solutions[0].Desc(), out.Solution.Desc())
		}
	}
	if c, ok := inst.(puzzle.Solver); ok {
		if err := c.CheckSolution(out.Solution); err != nil {
			t.Errorf("%s: its own solution breaks a rule: %v", id, err)
		}
	}
	if pl, ok := inst.(puzzle.Player); ok {
		played(t, inst, pl, out.Solution)
	}
	if r, ok := inst.(puzzle.Rater); ok {
		if _, err := r.Rate(ctx); err != nil {
			t.Errorf("%s: rating: %v", id, err)
		}
	}
	if pic, ok := inst.(puzzle.Shown); ok {
		if _, err := pic.Scene(""); err != nil {
			t.Errorf("%s: scene: %v", id, err)
		}
		if _, err := pic.SolutionScene(out.Solution); err != nil {
			t.Errorf("%s: scene of the solution: %v", id, err)
		}
	}
	if v, ok := inst.(puzzle.Shown); ok {
		viewed(t, g, inst, v)
	}
	if s, ok := inst.(puzzle.Symmetric); ok {
		Symmetric(t, g, s, rng.New(seed), 4)
	}
	if w, ok := inst.(puzzle.Worded); ok {
		if w.Question("en") == "" || w.Question("xx") != w.Question("en") {
			t.Errorf("%s: no question in English, or none for an unknown language", id)
		}
		if a, ok := inst.(puzzle.AnswerChecker); ok {
			text := w.AnswerText(out.Solution, "en")
			s, err := a.ReadAnswer(text)
			if err != nil || s.Desc() != out.Solution.Desc() {
				t.Errorf("%s: the answer %q is not read back: %v", id, text, err)
			}
		}
	}
	if r, ok := g.(puzzle.Reader); ok {
		formats(t, r, inst, out.Solution)
	}
}

// played: the explanation's moves are moves of the game, and lead to the solution or stop short of it without a mistake.
func played(t *testing.T, inst puzzle.Instance, pl puzzle.Player, sol puzzle.Solution) {
	t.Helper()
	state := pl.Start()
	var made []puzzle.Move
	defer func() {
		if again, err := puzzle.Replay(pl, pl.Start(), made); err != nil || again != state {
			t.Errorf("%d moves at once lead to %q, one by one to %q: %v", len(made), again, state, err)
		}
		if _, err := puzzle.Replay(pl, pl.Start(), append(made, "\x00nonsense")); err == nil {
			t.Error("a nonsense move is accepted among others")
		}
	}()
	if _, err := pl.Apply(state, "\x00nonsense"); err == nil {
		t.Error("a nonsense move is accepted")
	}
	if _, err := pl.Judge("\x00nonsense"); err == nil && inst.Desc() != "" {
		t.Error("a nonsense state is judged")
	}
	ex, ok := inst.(puzzle.Explainer)
	if !ok {
		return
	}
	if e := inst.Extras(); (e.In != nil) != (e.ToldIn != nil) || e.ToldIn != nil && !slices.Contains(e.ToldIn(), "en") {
		t.Error("a puzzle that changes its language does not say in which its steps are told")
	}
	mistakes := inst.Extras().Mistakes
	for step, err := range ex.Explain(context.Background(), "", puzzle.ExplainOptions{}) {
		if err != nil {
			t.Fatalf("explaining: %v", err)
		}
		if step.Text == "" || step.Technique == "" || len(step.Moves) == 0 {
			t.Errorf("a step without reason, technique or moves: %+v", step)
		}
		for _, m := range step.Moves {
			if state, err = pl.Apply(state, m); err != nil {
				t.Fatalf("step %q: move %q: %v", step.Text, m, err)
			}
			made = append(made, m)
		}
		if mistakes != nil {
			if wrong, err := mistakes(state, sol); err != nil || len(wrong) > 0 {
				t.Fatalf("step %q leads to the mistakes %v, %v", step.Text, wrong, err)
			}
		}
		v, err := pl.Judge(state)
		if err != nil || len(v.Conflicts) > 0 {
			t.Fatalf("step %q leads to a conflict: %v %v", step.Text, v.Conflicts, err)
		}
	}
	if v, err := pl.Judge(state); err != nil || (v.Complete && !v.Solved) {
		t.Errorf("the explanation ends in a wrong solution: %v", err)
	}
}

// formats: what is written in a format reads back as the same puzzle, named or recognised.
func formats(t *testing.T, r puzzle.Reader, inst puzzle.Instance, sol puzzle.Solution) {
	t.Helper()
	enc, ok := inst.(puzzle.Shown)
	if !ok {
		return
	}
	for _, f := range r.Formats() {
		if f.ReadOnly {
			continue
		}
		text, err := enc.Encode(f.Name)
		if errors.Is(err, puzzle.ErrLossy) {
			continue
		}
		if err != nil {
			t.Errorf("format %s: %v", f.Name, err)
			continue
		}
		n := 0
		for e := range r.Read(context.Background(), "test", bytes.NewReader([]byte(text+"\n")), f.Name) {
			n++
			if e.Err != nil {
				t.Errorf("format %s: what was written cannot be read: %v\n%s", f.Name, e.Err, text)
			} else if e.Instance.Desc() != inst.Desc() || e.Instance.Params().String() != inst.Params().String() {
				t.Errorf("format %s: read back as another puzzle\n%s", f.Name, text)
			}
		}
		if n != 1 {
			t.Errorf("format %s: one puzzle written, %d read", f.Name, n)
		}
		if _, err := sol.Encode(f.Name); err != nil {
			t.Errorf("format %s: solution: %v", f.Name, err)
		}
	}
	if _, err := enc.Encode("\x00no such format"); err == nil {
		t.Error("an unknown format is written")
	}
}
