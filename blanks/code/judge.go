package code

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/py/syntax"
)

// Judge marks fillings of a puzzle, and whole programs, by running them on the inputs: the text as it stands, with nothing of
// what found the puzzle. It belongs to one goroutine.
type Judge struct {
	p      *Puzzle
	m      *machine
	inputs []checked
	fresh  []checked
}

// Mark is what became of an answer.
type Mark struct {
	Right bool
	Why   string // of a wrong one: the first input on which it differs, with both results
	// Input is that input, and Got and Want what the two gave; Want is empty where the answer is no program.
	Input     string
	Got, Want string
	Passed    int // inputs passed
	Of        int
}

// Judge opens the puzzle for marking. Close it at the end.
func (p *Puzzle) Judge() (*Judge, error) {
	prog, ins, err := p.program()
	if err != nil {
		return nil, err
	}
	j := &Judge{p: p, m: newMachine(prog)}
	v, err := j.m.compile(p.Text)
	if err != nil {
		j.Close()
		return nil, err
	}
	for i := range ins {
		r, err := j.m.run(context.Background(), v, &ins[i], referenceSteps)
		if err == nil && !r.Ends() && !(r.Kind == "raises" && r.Explicit) {
			err = fmt.Errorf("the program itself does not end: %s %s", r.Kind, r.Text)
		}
		if err != nil {
			j.Close()
			return nil, fmt.Errorf("test %d, %s: %w", i+1, ins[i].Expr, err)
		}
		j.inputs = append(j.inputs, checked{ins[i], r, stepLimit(r.Steps)})
	}
	return j, nil
}

// Close ends what programs left open.
func (j *Judge) Close() { j.m.Close() }

// Examples lists the tests with their results, as they are shown.
func (j *Judge) Examples() []Example {
	var out []Example
	for i, in := range j.inputs {
		out = append(out, Example{in.Text(), in.Result.shown(), i >= len(j.inputs)-j.p.Added})
	}
	return out
}

// Example is a test as it is shown.
type Example struct {
	Input   string
	Result  string
	Witness bool // it was added because it tells fillings apart
}

// shown says how a run ended, for people.
func (r Result) shown() string {
	switch r.Kind {
	case "raises":
		return "raises " + r.Text
	case "endless":
		return "does not end"
	case "large":
		return "needs too much memory"
	}
	return r.Text
}

// Mark marks a filling of the puzzle's own pieces.
func (j *Judge) Mark(ctx context.Context, filling []int) (Mark, error) {
	return j.MarkProgram(ctx, j.p.Assemble(j.p.Texts(filling)), 0)
}

// MarkTexts marks a filling of any texts. A text that is none of the blank's pieces is an expression, an operator or a line, as
// the blank asks; the program is then also run on inputs that the puzzle does not show.
func (j *Judge) MarkTexts(ctx context.Context, texts []string) (Mark, error) {
	own := true
	for i, t := range texts {
		b := j.p.Blanks[i]
		if slices.Contains(b.Pieces, t) {
			continue
		}
		own = false
		if err := fits(b, t); err != nil {
			return Mark{Why: fmt.Sprintf("blank %d: %v", i+1, err)}, nil
		}
	}
	fresh := FreshInputs
	if own {
		fresh = 0
	}
	return j.MarkProgram(ctx, j.p.Assemble(texts), fresh)
}

// FreshInputs is how many inputs that the puzzle does not show an answer is run on.
const FreshInputs = 80

// maxAnswer bounds a text in a blank, in bytes.
const maxAnswer = 200

// fits reports whether a typed text may stand in a blank.
func fits(b Blank, text string) error {
	if len(text) > maxAnswer || strings.ContainsAny(text, "\n#") {
		return fmt.Errorf("expected one line of at most %d bytes without a comment", maxAnswer)
	}
	switch b.Kind {
	case comparison:
		return oneOf(text, "<", "<=", ">", ">=", "==", "!=", "in", "not in", "is", "is not")
	case logic:
		return oneOf(text, "and", "or")
	case arithmeticPlace:
		return oneOf(strings.TrimSuffix(text, "="), "+", "-", "*", "/", "//", "%", "**", "&", "|", "^", "<<", ">>")
	case name:
		if !syntax.IsIdentifier(text) {
			return fmt.Errorf("expected a name, found %q", text)
		}
	case line, order:
		if _, err := parseLines(text); err != nil {
			return fmt.Errorf("expected a line of Python, found %q", text)
		}
	default:
		if _, err := syntax.ParseExpr("answer", text); err != nil {
			return fmt.Errorf("expected an expression, found %q", text)
		}
	}
	return nil
}

func oneOf(text string, words ...string) error {
	if slices.Contains(words, text) {
		return nil
	}
	return fmt.Errorf("expected one of %s, found %q", strings.Join(words, " "), text)
}

// MarkProgram marks a whole program: it is right when it does what the puzzle's program does on all inputs shown and on so many
// others, drawn anew, that are allowed.
func (j *Judge) MarkProgram(ctx context.Context, text string, fresh int) (Mark, error) {
	if len(text) > maxSource {
		return Mark{Why: fmt.Sprintf("the program is longer than %d bytes", maxSource)}, nil
	}
	v, err := j.m.compile(text)
	if err != nil {
		return Mark{Why: "it is not Python as it is run here: " + err.Error()}, nil
	}
	inputs := j.inputs
	if fresh > 0 {
		if err := j.refresh(ctx, fresh); err != nil {
			return Mark{}, err
		}
		inputs = append(slices.Clone(inputs), j.fresh...)
	}
	m := Mark{Right: true, Of: len(inputs)}
	for i := range inputs {
		in := &inputs[i]
		r, err := j.m.run(ctx, v, &in.Input, in.limit)
		if err != nil {
			return Mark{}, err
		}
		if r.Same(in.Result) {
			m.Passed++
			continue
		}
		if m.Right {
			m.Right = false
			m.Input, m.Got, m.Want = in.Text(), r.shown(), in.Result.shown()
			m.Why = fmt.Sprintf("%s %s instead of %s", m.Input, gives(r), in.Result.shown())
			if r.Kind == "value" && r.Text == in.Result.Text {
				m.Why = fmt.Sprintf("%s gives %s, of another type, or leaves its arguments otherwise", m.Input, r.Text)
			}
		}
		if fresh == 0 {
			break
		}
	}
	return m, nil
}

func gives(r Result) string {
	switch r.Kind {
	case "raises":
		return "raises " + r.Text + " (" + r.Message + ")"
	case "value":
		return "gives " + r.Text
	}
	return r.shown()
}

// refresh draws inputs that the puzzle does not show.
func (j *Judge) refresh(ctx context.Context, n int) error {
	if j.fresh != nil {
		return nil
	}
	v, err := j.m.compile(j.p.Text)
	if err != nil {
		return err
	}
	var given []Input
	for _, in := range j.inputs {
		given = append(given, in.Input)
	}
	s := &Study{Program: j.m.p, machine: j.m, tree: nil}
	s.Program.Where = append(s.Program.Where, j.p.Where...)
	if s.tree, err = syntax.ParseModule("program", j.p.Text); err != nil {
		return err
	}
	list, err := s.drawn(ctx, v, given, n, rng.New(2).Derive("fresh"))
	if err != nil {
		return err
	}
	j.fresh = append([]checked{}, list...)
	for _, in := range zeroed(given) {
		if len(s.Program.Where) > 0 {
			if ok, err := s.allowed(ctx, &in); err != nil || !ok {
				if ctx.Err() != nil {
					return err
				}
				continue
			}
		}
		c, ok, err := s.check(ctx, v, in, slowestInput)
		if err != nil {
			return err
		}
		if ok {
			j.fresh = append(j.fresh, c)
		}
	}
	return nil
}

// maxZeroed bounds how many inputs are made by zeroing numbers in texts.
const maxZeroed = 40

// zeroed gives the inputs with one number in a text made zero: a border that changes by chance seldom meet.
func zeroed(given []Input) []Input {
	var out []Input
	for _, in := range given {
		if in.function == "" {
			continue
		}
		for i, a := range in.args {
			if a.k != 's' {
				continue
			}
			for _, at := range digits.FindAllStringIndex(a.s, 8) {
				args := slices.Clone(in.args)
				args[i] = val{k: 's', s: a.s[:at[0]] + strings.Repeat("0", at[1]-at[0]) + a.s[at[1]:]}
				if len(out) < maxZeroed && args[i].s != a.s {
					out = append(out, in.with(args))
				}
			}
		}
	}
	return out
}

var digits = regexp.MustCompile(`[0-9]+`)
