package worded

import (
	"context"
	"fmt"
	"iter"
	"net/url"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/grade"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/synth"
)

// A hint comes from the reference: which of the things that were entered are wrong, and one more of those that were not. The way from
// the text to the answer is told in argue.go.

// reveal is the one technique.
const reveal = "reveal"

// reference is what the answers to a question are compared with.
func reference(q synth.Question) grade.Reference {
	return grade.Reference{Answer: q.Answer, EvalType: q.EvalType, Problem: optionLines(q)}
}

// entries marks what was entered for a question one by one, where its answer is a list of several or may be several options; ok
// is false where it is one thing.
func (in *Instance) entries(i int, answer string) (got []grade.Element, want []string, ok bool) {
	got, want, ok = grade.Elements(reference(in.out.Questions[i]), answer)
	return got, want, ok && (len(want) > 1 || in.out.Questions[i].Multiple)
}

// Mistakes lists what was entered and is wrong: an answer ("question", "2"), or one of the things in it ("entry", "2.3", both
// from 1). An answer that is right as far as it goes is no mistake. The reference decides: the solution is not looked at.
func (in *Instance) Mistakes(s puzzle.State, _ puzzle.Solution) ([]puzzle.Ref, error) {
	parts, err := in.readState(s)
	if err != nil {
		return nil, err
	}
	var wrong []puzzle.Ref
	for i, p := range parts {
		if p == "" || in.mark(i, p).Correct {
			continue
		}
		got, want, ok := in.entries(i, p)
		found := false
		for j, e := range got {
			if ok && !e.Right {
				found = true
				wrong = append(wrong, puzzle.Ref{Kind: "entry", ID: fmt.Sprintf("%d.%d", i+1, j+1), Text: numbered(i, len(parts), e.Text)})
			}
		}
		if !found && (!ok || len(got) >= len(want)) {
			wrong = append(wrong, puzzle.Ref{Kind: "question", ID: strconv.Itoa(i + 1), Text: numbered(i, len(parts), p)})
		}
	}
	return wrong, nil
}

// short reports whether an answer is right as far as it goes, and lacks something.
func (in *Instance) short(i int, answer string) bool {
	got, want, ok := in.entries(i, answer)
	for _, e := range got {
		ok = ok && e.Right
	}
	return ok && len(got) < len(want)
}

// Explain gives away one thing after another of what is still to be found. A state with something wrong in it is an error that
// names it.
func (in *Instance) Explain(ctx context.Context, from puzzle.State, opt puzzle.ExplainOptions) iter.Seq2[puzzle.Step, error] {
	return func(yield func(puzzle.Step, error) bool) {
		if opt.Max != "" && opt.Max != reveal {
			yield(puzzle.Step{}, puzzle.Unknownf("technique", opt.Max, []string{reveal}))
			return
		}
		wrong, err := in.Mistakes(from, nil)
		if err == nil && len(wrong) > 0 {
			err = fmt.Errorf("%s is wrong", wrong[0].Text)
		}
		parts, err2 := in.readState(from)
		if err == nil {
			err = err2
		}
		if err != nil {
			yield(puzzle.Step{}, err)
			return
		}
		for i := range parts {
			for !in.mark(i, parts[i]).Correct {
				step, next := in.give(i, parts[i])
				if parts[i] = next; ctx.Err() != nil || !yield(step, ctx.Err()) {
					return
				}
			}
		}
	}
}

// give gives away the next thing of an answer, or all of it, and the answer with it.
func (in *Instance) give(i int, answer string) (puzzle.Step, string) {
	q := in.out.Questions[i]
	where := in.answerName(i)
	text := in.say("give-all", "what", where, "answer", q.Answer)
	next := strings.Join(strings.Fields(q.Answer), " ")
	if got, want, ok := in.entries(i, answer); ok && len(got)+1 < len(want) {
		separator := ", "
		if q.Multiple {
			separator = ""
		}
		var all []string
		have := map[string]int{}
		for _, e := range got {
			all = append(all, e.Text)
			have[strings.ToLower(strings.TrimSpace(e.Text))]++
		}
		more := want[len(got)]
		key := "give-place"
		if q.Multiple || !grade.Ordered(q.EvalType) {
			for _, w := range want {
				if key := strings.ToLower(strings.TrimSpace(w)); have[key] > 0 {
					have[key]--
				} else {
					more = w
					break
				}
			}
			key = "give-one"
		}
		longer := strings.Join(append(all, more), separator)
		// Only where the longer answer is read as it is meant: a thing may have a comma in it.
		if now, _, ok := in.entries(i, longer); ok && len(now) == len(got)+1 && in.short(i, longer) {
			text = in.say(key, "what", where, "i", strconv.Itoa(len(got)+1), "n", strconv.Itoa(len(want)), "answer", more)
			next = longer
		}
	}
	return in.answering(i, text, next), next
}

// answering is the step that writes an answer.
func (in *Instance) answering(i int, text, answer string) puzzle.Step {
	ref := puzzle.Ref{Kind: "question", ID: strconv.Itoa(i + 1), Text: in.answerName(i)}
	return puzzle.Step{Technique: reveal, Name: in.say("given"), Cost: 1, Text: text,
		Moves: []puzzle.Move{puzzle.Move(fmt.Sprintf("%d=%s", i+1, url.PathEscape(answer)))}, Effects: []puzzle.Ref{ref}}
}
