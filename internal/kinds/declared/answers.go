package declared

import (
	"context"
	"errors"

	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/rules"
)

// A puzzle as a question in words, and what comes as an answer: package asking writes and reads, here stands what an answer is worth.

// Question states the rules and the puzzle.
func (i *Instance) Question(lang string) string { return i.asking().Text(lang) }

// AnswerText gives a solution in the form that the question asks for.
func (i *Instance) AnswerText(s puzzle.Solution, _ string) string {
	sol, ok := plain(s)
	if !ok {
		return ""
	}
	return i.asking().Answer(sol.b)
}

// ReadAnswer reads a solution from an answer's text: as the question asks for it, or in the family's text format.
func (i *Instance) ReadAnswer(text string) (puzzle.Solution, error) {
	found := i.FindAnswers(text)
	for n := len(found) - 1; n >= 0; n-- {
		if found[n].Solution != nil {
			return found[n].Solution, nil
		}
	}
	return i.readOther(text, len(found) > 0)
}

// FindAnswers finds answers among other text.
func (i *Instance) FindAnswers(text string) []puzzle.Stated {
	var out []puzzle.Stated
	for _, found := range i.asking().Find(text) {
		s := puzzle.Stated{Start: found.Start, End: found.End}
		if found.Board != nil {
			s.Solution = &Solution{i.f, found.Board}
		}
		out = append(out, s)
	}
	return out
}

// readOther reads an answer in the family's text format; begun says whether one begins in the text in the form that was asked for.
func (i *Instance) readOther(text string, begun bool) (puzzle.Solution, error) {
	if s, err := i.ReadSolution("", text); err == nil {
		return s, nil
	}
	if begun {
		return nil, errors.New("the answer is not complete")
	}
	return nil, errors.New("there is no answer in the form that was asked for")
}

// EvalType is nominal: answers are compared as texts where they are not judged by the rules.
func (i *Instance) EvalType() string { return "nominal" }

// Credit gives half for the share of places that an answer has right and half for the share of the rules' turns that hold, both measured
// above what an empty board earns: an answer that is no nearer to the solution than that earns nothing.
func (i *Instance) Credit(answer, solution puzzle.Solution) float64 {
	got, ok := plain(answer)
	want, ok2 := plain(solution)
	if !ok || !ok2 {
		return 0
	}
	cells := i.asking().Right(got.b, want.b)
	if cells == 0 {
		return 0
	}
	held := 0.0
	if most := i.emptyFaults(); most > 0 {
		faults := 0
		if j, err := i.judged(got.b); err == nil {
			faults = j.faults
		}
		held = max(0, 1-float64(faults)/float64(most))
	}
	return (cells + held) / 2
}

// emptyFaults is how much the empty board breaks.
func (i *Instance) emptyFaults() int {
	i.verdicts.mu.Lock()
	faults := i.verdicts.faults
	i.verdicts.mu.Unlock()
	if faults >= 0 {
		return faults
	}
	bare := i.b.Clone()
	for _, l := range i.f.file.Layers {
		if l.Role == rules.Find && !l.Printed {
			bare.Set(l, nil)
		}
	}
	faults = 0
	if v, err := i.judging().Judge(context.Background(), bare); err == nil {
		faults = len(v.Broken)
	}
	i.verdicts.mu.Lock()
	i.verdicts.faults = faults
	i.verdicts.mu.Unlock()
	return faults
}
