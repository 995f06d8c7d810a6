package worded

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// This file puts arguments in words. What an unknown is and which values it has is written as a formula, home(Esther) ≠ 2, which is the same
// in all languages; the rest is in words.yaml.

// Tell argues from the conditions to the solution, and then gives the answer; a puzzle that is not argued is given away.
func (in *Instance) Tell(ctx context.Context, from puzzle.State) iter.Seq2[puzzle.Step, error] {
	return func(yield func(puzzle.Step, error) bool) {
		if wrong, err := in.Mistakes(from, nil); err == nil && len(wrong) == 0 {
			if a := newArguer(in); a != nil {
				t := &teller{arguer: a, in: in, dom: slices.Clone(a.all), saidIn: make([]int, len(a.all))}
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
	fact := t.names[l.v] + " ≠ " + t.list(l.v, l.bit)
	if t.p.Variable(l.v).Sort == model.Bool {
		fact = t.fact(l.v)
	}
	s.Text = strings.Join(append(sentences, t.in.say("so", "fact", fact)), t.in.say("space"))
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
	return t.in.say(key, "steps", steps, "facts", facts, "gives", t.in.join(gives, "and"), "cite", c.cite)
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
	facts = t.in.join(words, "and")
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

// fact says what an unknown can be: its values, or those that it has not where they are fewer.
func (t *teller) fact(v model.Var) string {
	has, lacks := t.dom[v], t.all[v]&^t.dom[v]
	if n := bits.OnesCount64(lacks); n > 0 && n < bits.OnesCount64(has) {
		return t.names[v] + " ≠ " + t.list(v, lacks)
	}
	return t.names[v] + " = " + t.list(v, has)
}

// list says some values of an unknown, three and more numbers in a row as "3…7".
func (t *teller) list(v model.Var, set uint64) string {
	var words []string
	for i := 0; i < len(t.values[v]); i++ {
		if set>>i&1 == 0 {
			continue
		}
		last := i
		for last+1 < len(t.values[v]) && set>>(last+1)&1 == 1 && t.ranged(v, last) {
			last++
		}
		if last-i < 2 {
			words = append(words, t.value(v, i))
			continue
		}
		words = append(words, t.value(v, i)+"…"+t.value(v, last))
		i = last
	}
	return t.in.join(words, "or")
}

// ranged reports whether an unknown's value and the next are numbers one after the other.
func (a *arguer) ranged(v model.Var, i int) bool {
	x, ok := a.values[v][i].Int64()
	y, ok2 := a.values[v][i+1].Int64()
	return ok && ok2 && y == x+1 && a.p.Variable(v).Values == nil && a.p.Variable(v).Sort == model.Int
}

// value says a value.
func (t *teller) value(v model.Var, i int) string {
	x, val := t.p.Variable(v), t.values[v][i]
	n, _ := val.Int64()
	switch {
	case x.Sort == model.Bool:
		return t.in.say(strconv.FormatBool(val.Bool()))
	case x.Values != nil:
		return x.Values[n]
	}
	return fmt.Sprint(n)
}
