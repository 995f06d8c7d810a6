package main

import (
	"context"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"sync"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/kinds/declared"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/rules"
	verdict "github.com/quandary-puzzles/quandary/rules/judge"
)

// examined reads the boards of all families once.
var examined = sync.OnceValues(func() ([]exam, error) {
	folders := []string{"testdata"}
	if corpus := os.Getenv("QUANDARY_CORPUS"); corpus != "" {
		folders = append(folders, filepath.Join(corpus, "families"))
	}
	return exams(context.Background(), folders)
})

// TestMarks asks for a board of each family and marks 20 right and more than 20 wrong answers, made by program. It takes a sample of the
// families; QUANDARY_LONG=1 takes all.
func TestMarks(t *testing.T) {
	puztest.Corpus(t, "families")
	ctx := context.Background()
	all, err := examined()
	if err != nil {
		t.Fatal(err)
	}
	all = slices.Clone(all)
	if len(all) < 220 {
		t.Fatalf("boards of %d families only", len(all))
	}
	if puztest.Doing() < puztest.Long {
		rng.New(1).Derive("marks", 0).Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		all = all[:24]
	}
	all = puztest.Some(all, 12)
	for _, x := range all {
		one, err := x.try(ctx, 1, usualRounds)
		if err != nil {
			t.Fatalf("%s: %v", x.family.Name(), err)
		}
		t.Log(one)
		for _, c := range one.complaints {
			t.Errorf("%s: %s", one.name, c)
		}
		if one.rights < 20 || one.wrongs < 20 {
			t.Errorf("%s: %d right and %d wrong answers", one.name, one.rights, one.wrongs)
		}
		if one.half < 0 || one.half >= 1 {
			t.Errorf("%s: an answer with one change earns %v", one.name, one.half)
		}
		if one.blank > 0 {
			t.Errorf("%s: an empty board earns %v", one.name, one.blank)
		}
	}
}

// TestRemembered: a judge that remembers what it worked out for other answers finds what one finds that begins anew.
func TestRemembered(t *testing.T) {
	ctx := context.Background()
	all, err := exams(ctx, []string{"testdata"})
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range all {
		inst, ok := x.inst.(*declared.Instance)
		if !ok {
			continue
		}
		right := x.sol.(*declared.Solution).Board()
		answers := []*rules.Board{right}
		r := rng.New(1).Derive("remembered/"+x.family.Name(), 0)
		sheet := sheets(inst.Question("en"), inst.AnswerText(x.sol, "en"))
		for range 3 {
			for _, s := range inst.FindAnswers(written(changed(sheet, r), "", " ", "")) {
				if s.Solution != nil {
					answers = append(answers, s.Solution.(*declared.Solution).Board())
				}
			}
		}
		bare := inst.Board().Clone()
		remembering := verdict.Prepare(inst.Board().Clone())
		for n, a := range append(answers, bare, right) {
			want, err := verdict.Judge(ctx, inst.Board(), a)
			if err != nil {
				t.Fatal(err)
			}
			got, err := remembering.Judge(ctx, a)
			if err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("%s, answer %d: %+v, %v; anew %+v", x.family.Name(), n, got, err, want)
			}
		}
	}
}

// TestFollowing: the solutions of families with layers that follow are right, and wrong answers break the same rules, whatever was asked before.
func TestFollowing(t *testing.T) {
	all, err := exams(context.Background(), []string{"testdata"})
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, x := range all {
		inst, ok := x.inst.(*declared.Instance)
		if !ok || !slices.ContainsFunc(inst.Board().File.Layers, func(l *rules.Layer) bool { return l.Role == rules.Follow }) {
			continue
		}
		seen[x.family.Name()] = true
		answers := []puzzle.Solution{x.sol}
		r := rng.New(1).Derive("following/"+x.family.Name(), 0)
		sheet := sheets(inst.Question("en"), inst.AnswerText(x.sol, "en"))
		for range 6 {
			for _, s := range inst.FindAnswers(written(changed(sheet, r), "", " ", "")) {
				if s.Solution != nil {
					answers = append(answers, s.Solution)
				}
			}
		}
		said := map[int]string{}
		for round := range 2 {
			for n, a := range answers {
				if round == 1 {
					n = len(answers) - 1 - n
					a = answers[n]
				}
				text := ""
				if err := inst.CheckSolution(a); err != nil {
					text = err.Error()
				}
				if old, ok := said[n]; ok && old != text {
					t.Errorf("%s, answer %d: %q, and before %q", x.family.Name(), n, text, old)
				}
				said[n] = text
			}
		}
		if said[0] != "" {
			t.Errorf("%s: the solution breaks: %s", x.family.Name(), said[0])
		}
	}
	if !seen["tents"] {
		t.Errorf("boards with layers that follow: %v", seen)
	}
}

// TestWon plays the solution of a board of every family, mark by mark as its page does: nothing on the way contradicts a rule, and the
// end is solved.
func TestWon(t *testing.T) {
	puztest.Corpus(t, "families")
	all, err := examined()
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range puztest.Some(all, 24) {
		inst, ok := x.inst.(*declared.Instance)
		if !ok {
			continue
		}
		moves, err := inst.Winning(x.sol)
		if err != nil {
			t.Fatal(err)
		}
		state := inst.Start()
		for n, m := range moves {
			if state, err = inst.Apply(state, m); err != nil {
				t.Errorf("%s: %s: %v", x.family.Name(), m, err)
				break
			}
			if n%(1+len(moves)/4) != 0 && n < len(moves)-1 {
				continue
			}
			v, err := inst.Judge(state)
			switch {
			case err != nil:
				t.Errorf("%s: %v", x.family.Name(), err)
			case len(v.Conflicts) > 0:
				t.Errorf("%s: after %d of %d marks of the solution: %s", x.family.Name(), n+1, len(moves), v.Conflicts[0].Text)
			case n == len(moves)-1 && !v.Solved:
				t.Errorf("%s: all %d marks of the solution do not solve it", x.family.Name(), len(moves))
			}
		}
	}
}

// TestLeft: where a family counts what is left to be found, an empty board lacks something, and a solution nothing.
func TestLeft(t *testing.T) {
	puztest.Corpus(t, "families")
	all, err := examined()
	if err != nil {
		t.Fatal(err)
	}
	counted := 0
	for _, x := range all {
		inst, ok := x.inst.(*declared.Instance)
		if !ok || len(inst.Board().File.Help.Left) == 0 {
			continue
		}
		counted++
		start := inst.Start()
		v, err := inst.Judge(start)
		if err != nil || !slices.ContainsFunc(v.Left, func(l puzzle.Left) bool { return l.N > 0 }) {
			t.Errorf("%s: of an empty board %v is left, %v", x.family.Name(), v.Left, err)
		}
		moves, err := inst.Winning(x.sol)
		if err != nil {
			t.Fatal(err)
		}
		end, err := puzzle.Replay(inst, start, moves)
		if err != nil {
			t.Fatal(err)
		}
		v, err = inst.Judge(end)
		if err != nil || !v.Solved || slices.ContainsFunc(v.Left, func(l puzzle.Left) bool { return l.N != 0 }) {
			t.Errorf("%s: of a solution %v is left, %v", x.family.Name(), v.Left, err)
		}
	}
	if counted < 8 {
		t.Errorf("%d families count what is left", counted)
	}
}
