package blanks

import (
	"context"
	_ "embed"
	"fmt"
	"iter"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/quandary-puzzles/quandary/blanks/code"
	"github.com/quandary-puzzles/quandary/blanks/maths"
	"github.com/quandary-puzzles/quandary/internal/phrases"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// The techniques of explanations.
const (
	witness   = "witness" // an example on which a wrong piece gives something else
	byRule    = "rule"    // a rule of the sheet with its numbers
	traceStep = "trace"   // what a program does, step by step, in an argument against a piece
)

//go:embed words.yaml
var lexiconFile []byte

// lexicon has the words of explanations, in every language.
var lexicon = sync.OnceValue(func() phrases.Words { return phrases.MustRead(lexiconFile) })

func say(lang, key string, fill ...string) string { return lexicon().Say(lang, key, fill...) }

func (in *Instance) say(key string, fill ...string) string { return say(in.lang, key, fill...) }

// Explain fills one blank after another. Of a program each wrong piece is refuted by the easiest example on which it gives something else;
// in mathematics what stands in a blank is reckoned by the rules that name it.
func (in *Instance) Explain(ctx context.Context, from puzzle.State, opt puzzle.ExplainOptions) iter.Seq2[puzzle.Step, error] {
	return func(yield func(puzzle.Step, error) bool) {
		if opt.Max != "" && opt.Max != witness && opt.Max != byRule {
			yield(puzzle.Step{}, puzzle.Unknownf("technique", opt.Max, []string{byRule, witness}))
			return
		}
		wrong, err := in.Mistakes(from, nil)
		if err == nil && len(wrong) > 0 {
			err = fmt.Errorf("%s is wrong", wrong[0].Text)
		}
		texts, err2 := in.readState(from)
		if err == nil {
			err = err2
		}
		done := make([]bool, len(texts))
		for i, t := range texts {
			done[i] = t != ""
		}
		var reasons []maths.Reason
		if err == nil {
			reasons, err = in.c.reasons(in.lang, done)
		}
		if err != nil {
			yield(puzzle.Step{}, err)
			return
		}
		for _, r := range reasons {
			step, err := in.reckoned(ctx, r)
			if !yield(step, err) || err != nil {
				return
			}
			for _, i := range r.Blanks {
				done[i] = true
			}
		}
		for i := range done {
			if done[i] {
				continue
			}
			step, err := in.step(ctx, i)
			if !yield(step, err) || err != nil {
				return
			}
		}
	}
}

// blank is the reference to a blank.
func (in *Instance) blank(i int) puzzle.Ref {
	return puzzle.Ref{Kind: "question", ID: strconv.Itoa(i + 1), Text: in.say("blank", "n", strconv.Itoa(i+1))}
}

// filled is the step that fills some blanks.
func (in *Instance) filled(technique string, blanks ...int) puzzle.Step {
	step := puzzle.Step{Technique: technique, Name: in.say(technique), Cost: 1, Because: []puzzle.Ref{}}
	for _, i := range blanks {
		step.Effects = append(step.Effects, in.blank(i))
		step.Moves = append(step.Moves, puzzle.Move(fmt.Sprintf("%d=%s", i+1, url.PathEscape(in.sheet(in.lang).Blanks[i].Answer))))
	}
	return step
}

// mostChecks bounds the rules that one step cites.
const mostChecks = 12

// reckoned fills blanks for a reason, and says of pieces to choose from why the others are wrong.
func (in *Instance) reckoned(ctx context.Context, r maths.Reason) (puzzle.Step, error) {
	step := in.filled(byRule, r.Blanks...)
	var numbers, answers, checks []string
	for _, i := range r.Blanks {
		numbers, answers = append(numbers, strconv.Itoa(i+1)), append(answers, in.sheet(in.lang).Blanks[i].Answer)
		list, err := in.refuted(ctx, i)
		if err != nil {
			return step, err
		}
		for _, sub := range list {
			if len(r.Blanks) > 1 {
				sub.Text = in.say("of-blank", "n", strconv.Itoa(i+1), "why", sub.Text)
			}
			step.Sub = append(step.Sub, sub)
		}
	}
	if r.By == maths.ByOrder {
		for i := 0; i+1 < len(r.Checks); i += 2 {
			checks = append(checks, in.say("rests", "a", r.Checks[i].Text, "b", r.Checks[i+1].Text))
		}
	} else {
		formulas := slices.DeleteFunc(slices.Clone(r.Checks), func(c maths.Check) bool { return c.Plain })
		if len(formulas) == 0 {
			formulas = r.Checks[:1]
		}
		for _, c := range formulas[:min(len(formulas), mostChecks)] {
			checks = append(checks, said(in.lang, c))
		}
	}
	key := map[maths.By]string{maths.ByReckoning: "reckoned", maths.ByTrying: "tried", maths.ByAll: "all", maths.ByFormula: "reckoned", maths.ByOrder: "ordered"}[r.By]
	if len(r.Blanks) > 1 {
		key += "-several"
	}
	join := func(parts []string) string { return lexicon().Join(in.lang, parts, "comma", "and") }
	step.Text = in.say(key, "n", join(numbers), "answer", join(answers), "check", strings.Join(checks, in.say("between")))
	return step, ctx.Err()
}

// said says what a rule with its numbers gives.
func said(lang string, c maths.Check) string {
	switch {
	case c.Plain && c.Holds:
		return say(lang, "stated")
	case c.Plain:
		return say(lang, "against")
	}
	if c.Distinct == nil {
		return c.Text
	}
	key := "different"
	if !c.Holds {
		key = "alike-some"
	}
	return say(lang, key, "values", lexicon().Join(lang, c.Distinct, "comma", "and"))
}

// step argues for the right piece of a program's blank by what is wrong with each of the others.
func (in *Instance) step(ctx context.Context, i int) (puzzle.Step, error) {
	step := in.filled(witness, i)
	list, err := in.refuted(ctx, i)
	if err != nil {
		return step, err
	}
	step.Sub = list
	for _, sub := range list {
		for _, b := range sub.Because {
			if !slices.ContainsFunc(step.Because, func(old puzzle.Ref) bool { return old.Text == b.Text }) {
				b.ID = strconv.Itoa(len(step.Because) + 1)
				step.Because = append(step.Because, b)
			}
		}
	}
	for k := range step.Sub {
		step.Sub[k].Because = []puzzle.Ref{}
	}
	key := "plain"
	if len(step.Sub) > 0 {
		key = "text"
	}
	step.Text = in.say(key, "n", strconv.Itoa(i+1), "answer", in.sheet(in.lang).Blanks[i].Answer)
	return step, ctx.Err()
}

// refuted says of each wrong piece of a blank what is wrong with it, and on which example.
func (in *Instance) refuted(ctx context.Context, i int) ([]puzzle.Step, error) {
	options := in.sheet(in.lang).Blanks[i].Options
	list, err := in.c.against(ctx, in.lang, i, options)
	if err != nil {
		return nil, err
	}
	var out []puzzle.Step
	for k, t := range options {
		r := list[k]
		if r == nil {
			continue
		}
		line := strings.ReplaceAll(in.say("piece", "piece", t, "why", fails(in.lang, r)), "\n", "; ")
		sub := puzzle.Step{Technique: witness, Name: in.say(witness), Cost: 1, Text: line, Moves: []puzzle.Move{}, Because: []puzzle.Ref{}, Effects: []puzzle.Ref{in.blank(i)}}
		trace := func(text string) {
			sub.Sub = append(sub.Sub, puzzle.Step{Technique: traceStep, Name: in.say(traceStep), Text: text, Moves: []puzzle.Move{}, Because: []puzzle.Ref{}, Effects: []puzzle.Ref{}})
		}
		for k, s := range r.Trace {
			text := in.traced(s)
			if k == r.Apart {
				text += in.say("apart", "right", in.traced(*r.Right))
			}
			trace(text)
		}
		if r.Cut {
			trace(in.say("on"))
		}
		if input := strings.ReplaceAll(r.Input, "\n", "; "); input != "" {
			sub.Because = append(sub.Because, puzzle.Ref{Kind: "example", Text: input})
		}
		out = append(out, sub)
	}
	return out, nil
}

// fails says why a piece is wrong: what the program with it does on an input, and what it should do.
func fails(lang string, r *code.Refutation) string {
	switch {
	case r.Broken != "":
		return r.Broken
	case r.Got.Kind == "value" && r.Got.Text == r.Want.Text:
		return say(lang, "alike", "input", r.Input, "value", r.Got.Text)
	}
	should := say(lang, "should", "value", r.Want.Text)
	if r.Want.Kind == "raises" {
		should = say(lang, "should-raise", "error", r.Want.Text)
	}
	got := ""
	switch r.Got.Kind {
	case "value":
		got = say(lang, "gives", "value", r.Got.Text)
	case "raises":
		got = say(lang, "raises", "error", r.Got.Text, "message", r.Got.Message)
	default:
		if lexicon().Has(r.Got.Kind) {
			got = say(lang, r.Got.Kind)
		}
	}
	return say(lang, "fails", "input", r.Input, "should", should, "got", got)
}

func (in *Instance) traced(t code.Traced) string {
	return in.say("line-"+t.Kind, "line", strconv.Itoa(t.Line), "name", t.Name, "value", t.Text)
}
