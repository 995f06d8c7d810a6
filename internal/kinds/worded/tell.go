package worded

import (
	"context"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/synth"
)

// This file puts arguments in words; facts.go says what is known of an unknown.

// Tell argues from the conditions to the solution, and then gives the answer; a puzzle that is not argued is given away.
func (in *Instance) Tell(ctx context.Context, from puzzle.State) iter.Seq2[puzzle.Step, error] {
	return func(yield func(puzzle.Step, error) bool) {
		if wrong, err := in.Mistakes(from, nil); err == nil && len(wrong) == 0 {
			if a := newArguer(in); a != nil {
				t := &teller{arguer: a, in: in, dom: slices.Clone(a.all), saidIn: make([]int, len(a.all))}
				t.name(in.out.Unknowns)
				ls := a.argue(ctx)
				for i, l := range ls {
					if !yield(t.step(i+1, l), ctx.Err()) {
						return
					}
				}
				if ls != nil {
					in.conclude(from, yield)
					return
				}
			}
		}
		for s, err := range in.Explain(ctx, from, puzzle.ExplainOptions{}) {
			if !yield(s, err) {
				return
			}
		}
	}
}

// conclude gives the answers that an argument leads to, each in one step.
func (in *Instance) conclude(from puzzle.State, yield func(puzzle.Step, error) bool) {
	parts, err := in.readState(from)
	if err != nil {
		yield(puzzle.Step{}, err)
		return
	}
	for i := range parts {
		if in.mark(i, parts[i]).Correct {
			continue
		}
		answer := in.out.Questions[i].Answer
		text := in.say("so-answer", "what", in.answerName(i), "answer", answer)
		if !yield(in.answering(i, text, strings.Join(strings.Fields(answer), " ")), nil) {
			return
		}
	}
}

// manyOfStep is from how many facts of one step on the step is named in their place.
const manyOfStep = 3

// teller puts lines in words.
type teller struct {
	*arguer
	in     *Instance
	names  []string
	says   []*synth.Saying // by unknown: how the specification has it said; nil where it does not
	dom    []uint64
	saidIn []int       // by unknown: the step that says all that is known of it, 0 for none
	inner  []model.Var // unknowns of which something was said under the open supposition
}

// step tells a line as the step of a number.
func (t *teller) step(number int, l line) puzzle.Step {
	s := puzzle.Step{Technique: byCondition, Name: t.in.say("condition"), Cost: 2}
	if !l.suppose {
		s.Text = t.sentence(l, false)
		for _, v := range l.vars {
			t.saidIn[v] = number
		}
		return s
	}
	s.Technique, s.Name, s.Cost = bySupposing, t.in.say("supposition"), 5+float64(len(l.sub))
	before := slices.Clone(t.dom)
	t.dom[l.v], t.inner = l.bit, []model.Var{l.v}
	sentences := []string{t.in.say("suppose", "fact", t.fact(l.v))}
	for _, m := range l.sub {
		sentences = append(sentences, t.sentence(m, true))
	}
	t.dom, t.inner = before, nil
	t.dom[l.v] &^= l.bit
	t.saidIn[l.v] = 0
	so := t.in.say("so", "fact", t.states(l.v, l.bit, true))
	s.Text = strings.Join(append(sentences, so), t.in.say("space"))
	return s
}

// sentence tells what a condition leaves, with the facts that it needs, and takes it.
func (t *teller) sentence(l line, under bool) string {
	c := &t.conds[l.cond]
	steps, facts := t.reasons(c, l)
	var gives []string
	t.apply(&l, t.dom)
	for _, v := range l.vars {
		gives = append(gives, t.fact(v))
		if under {
			t.inner = append(t.inner, v)
		}
	}
	key := "gives"
	switch {
	case len(l.vars) == 0:
		key = "falls"
	case under && steps == "" && facts == "":
		key = "then"
	}
	if steps != "" {
		key += "-by"
	}
	if facts != "" {
		key += "-as"
	}
	return capital(t.in.say(key, "steps", steps, "facts", facts, "gives", t.clauses(gives), "cite", c.cite))
}

// reasons names the steps and the facts that a line needs. What was said under the open supposition need not be said again.
func (t *teller) reasons(c *condition, l line) (steps, facts string) {
	needed := t.needed(c, l)
	of := map[int]int{} // by step: how many of the facts it says
	for _, v := range needed {
		of[t.saidIn[v]]++
	}
	var words, numbers []string
	for _, v := range needed {
		if step := t.saidIn[v]; step == 0 || of[step] < manyOfStep {
			words = append(words, t.fact(v))
		}
	}
	for _, step := range slices.Sorted(maps.Keys(of)) {
		if step > 0 && of[step] >= manyOfStep {
			numbers = append(numbers, strconv.Itoa(step))
		}
	}
	facts = t.clauses(words)
	switch len(numbers) {
	case 0:
		return "", facts
	case 1:
		return t.in.say("step", "n", numbers[0]), facts
	}
	return t.in.say("steps", "n", t.in.join(numbers, "and")), facts
}

// needed lists the unknowns whose facts a line needs, other than those of which something was said under the open supposition.
func (t *teller) needed(c *condition, l line) []model.Var {
	dom := slices.Clone(t.dom)
	want := slices.Clone(t.dom)
	_, held := t.apply(&l, want)
	var out []model.Var
	for _, v := range c.vars {
		if dom[v] == t.all[v] {
			continue
		}
		dom[v] = t.all[v]
		left, done := t.leave(c, dom)
		enough := done && held == !slices.Contains(left, 0)
		for i, u := range c.vars {
			if enough && held && slices.Contains(l.vars, u) {
				enough = left[i]&^want[u] == 0
			}
		}
		if !enough {
			dom[v] = t.dom[v]
			if !slices.Contains(t.inner, v) {
				out = append(out, v)
			}
		}
	}
	return out
}
