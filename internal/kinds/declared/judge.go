package declared

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/encode"
	"github.com/quandary-puzzles/quandary/rules/judge"
	"github.com/quandary-puzzles/quandary/solve"
)

// CheckSolution judges an answer by the rules.
func (i *Instance) CheckSolution(s puzzle.Solution) error {
	sol, err := i.of(s)
	if err != nil {
		return err
	}
	j, err := i.judged(sol.b)
	if err != nil || len(j.broken) == 0 {
		return err
	}
	broken := j.broken
	var out []string
	speaker := i.speaker(sol.b)
	for n, b := range broken {
		if n == 3 {
			out = append(out, speaker.Words("more", "n", strconv.Itoa(len(broken)-n)))
			break
		}
		out = append(out, speaker.Sentence(b))
	}
	return errors.New(strings.Join(out, "; "))
}

// judged is judge with what it found lately.
func (i *Instance) judged(answer *rules.Board) (*judged, error) {
	if j := i.verdicts.of(answer); j != nil {
		return j, nil
	}
	ctx := context.Background()
	v, err := i.judging().Judge(ctx, answer)
	if err != nil {
		return nil, err
	}
	j := &judged{answer: answer, faults: len(v.Broken), broken: v.Broken}
	if len(v.Open) > 0 && len(v.Broken) == 0 {
		if j.broken, err = i.f.judge.Follow(ctx, i.judging(), i.b, answer, v.Open); err != nil {
			return nil, err
		}
	}
	i.verdicts.remember(j)
	return j, nil
}

// judge lists what an answer breaks.
func (i *Instance) judge(ctx context.Context, answer *rules.Board) ([]judge.Broken, error) {
	return i.f.judge.Broken(ctx, i.judging(), i.b, answer)
}

// Broken says which rules an answer breaks, and whether what is marked in it can still be completed to a solution.
func (i *Instance) Broken(ctx context.Context, s puzzle.Solution) (puzzle.Judgement, error) {
	sol, err := i.of(s)
	if err != nil {
		return puzzle.Judgement{}, err
	}
	broken, err := i.judge(ctx, sol.b)
	if err != nil {
		return puzzle.Judgement{}, err
	}
	out := puzzle.Judgement{Status: puzzle.Solved}
	if len(broken) == 0 {
		return out, nil
	}
	speaker := i.speaker(sol.b)
	for _, b := range broken {
		r := puzzle.BrokenRule{Rule: b.Name(), Codes: i.codes(b), Text: speaker.Sentence(b), Places: []string{}}
		for _, p := range b.Places {
			r.Places = append(r.Places, speaker.Name(p))
		}
		out.Rules = append(out.Rules, r)
	}
	out.Status = puzzle.Contradiction
	can, err := i.completable(ctx, sol.b)
	if err != nil {
		return puzzle.Judgement{}, err
	}
	if can {
		out.Status = puzzle.Unsolved
	}
	return out, nil
}

// completable reports whether a solution has everything that an answer marks: of truth values those that are true, of others those
// that are there.
func (i *Instance) completable(ctx context.Context, answer *rules.Board) (bool, error) {
	enc, err := encode.New(ctx, i.b, encode.Options{})
	if err != nil {
		return false, err
	}
	defer enc.Close()
	marked, err := enc.Marked(answer)
	if err != nil {
		return false, err
	}
	s, err := i.f.engine.Open(ctx, enc.Problem, solve.Budget{})
	if err != nil {
		return false, err
	}
	defer s.Close()
	if err := s.Add("marks", marked); err != nil {
		return false, err
	}
	r, err := s.Solve(ctx)
	return r.Status == solve.Sat, err
}

// codes lists the codes that another program has for what is broken.
func (i *Instance) codes(b judge.Broken) []string {
	if i.f.forms.PZPR == nil {
		return nil
	}
	var out []string
	codes := i.f.forms.PZPR.Codes()
	for _, code := range slices.Sorted(maps.Keys(codes)) {
		for _, rule := range strings.Fields(codes[code]) {
			if rule == b.Rule || rule == b.Name() {
				out = append(out, code)
				break
			}
		}
	}
	return out
}
