package blanks

import (
	"context"
	"fmt"
	"iter"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quandary-puzzles/quandary/blanks/code"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// maxState bounds a state, in bytes.
const maxState = 32 << 10

// A state is what stands in each blank, joined by "====". A move is k=TEXT, what blank k (from 1) is filled with, percent-encoded; an
// empty text empties it.

// Start gives the empty state.
func (in *Instance) Start() puzzle.State { return "" }

// Apply fills a blank, or empties it.
func (in *Instance) Apply(s puzzle.State, m puzzle.Move) (puzzle.State, error) {
	texts, err := in.readState(s)
	if err != nil {
		return "", err
	}
	number, text, ok := strings.Cut(string(m), "=")
	k, err := strconv.Atoi(number)
	if !ok || err != nil || k < 1 || k > len(texts) {
		return "", fmt.Errorf("expected a move such as 1=x, with the number of a blank from 1 to %d, found %.40q", len(texts), m)
	}
	text, err = url.PathUnescape(text)
	if err != nil || !utf8.ValidString(text) || strings.ContainsFunc(text, unicode.IsControl) || strings.Contains(text, separator) {
		return "", fmt.Errorf("expected what the blank is filled with, percent-encoded, found %.40q", m)
	}
	texts[k-1] = in.sheet("en").Blanks[k-1].Read(text)
	next := strings.Join(texts, joint)
	if len(next) > maxState {
		return "", fmt.Errorf("the state is longer than %d bytes", maxState)
	}
	if strings.Join(texts, "") == "" {
		next = ""
	}
	return puzzle.State(next), nil
}

func (in *Instance) readState(s puzzle.State) ([]string, error) {
	n := len(in.sheet("en").Blanks)
	if s == "" {
		return make([]string, n), nil
	}
	text := string(s)
	if len(text) > maxState || !utf8.ValidString(text) || strings.ContainsFunc(text, unicode.IsControl) {
		return nil, fmt.Errorf("a state is one line of text, found %.40q", text)
	}
	parts := strings.Split(text, separator)
	if len(parts) != n {
		return nil, fmt.Errorf("expected what stands in %d blanks, joined by %s; found %d", n, separator, len(parts))
	}
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	return parts, nil
}

// Judge runs the program once every blank is filled.
func (in *Instance) Judge(s puzzle.State) (puzzle.Verdict, error) {
	texts, err := in.readState(s)
	if err != nil {
		return puzzle.Verdict{}, err
	}
	if slices.Contains(texts, "") {
		return puzzle.Verdict{}, nil
	}
	m, err := in.mark(context.Background(), solution{texts: texts})
	return puzzle.Verdict{Complete: true, Solved: m.Right}, err
}

// Mistakes lists the blanks that hold what no right filling has there: where the other blanks are empty or as they were made, the
// program fails an example.
func (in *Instance) Mistakes(s puzzle.State, _ puzzle.Solution) ([]puzzle.Ref, error) {
	texts, err := in.readState(s)
	if err != nil {
		return nil, err
	}
	var wrong []puzzle.Ref
	for i, t := range texts {
		if t == "" {
			continue
		}
		full := in.reference().texts
		full[i] = t
		m, err := in.mark(context.Background(), solution{texts: full})
		if err != nil {
			return nil, err
		}
		if !m.Right {
			wrong = append(wrong, puzzle.Ref{Kind: "question", ID: strconv.Itoa(i + 1), Text: fmt.Sprintf("%d. %s", i+1, t)})
		}
	}
	return wrong, nil
}

// witness is the one technique: an example on which a wrong piece gives something else.
const witness = "witness"

// Explain fills one blank after another: each wrong piece is refuted by the easiest example on which it gives something else.
func (in *Instance) Explain(ctx context.Context, from puzzle.State, opt puzzle.ExplainOptions) iter.Seq2[puzzle.Step, error] {
	return func(yield func(puzzle.Step, error) bool) {
		if opt.Max != "" && opt.Max != witness {
			yield(puzzle.Step{}, puzzle.Unknownf("technique", opt.Max, []string{witness}))
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
		if err != nil {
			yield(puzzle.Step{}, err)
			return
		}
		for i := range texts {
			if texts[i] != "" {
				continue
			}
			step, err := in.step(ctx, i)
			if !yield(step, err) || err != nil {
				return
			}
		}
	}
}

// step argues for the right piece of a blank: what kind of piece is wanted, and why each of the others is wrong.
func (in *Instance) step(ctx context.Context, i int) (puzzle.Step, error) {
	b := in.sheet(in.lang).Blanks[i]
	right := b.Answer
	ref := puzzle.Ref{Kind: "question", ID: strconv.Itoa(i + 1), Text: fmt.Sprintf("blank %d", i+1)}
	words := explained[in.lang]
	step := puzzle.Step{Technique: witness, Name: words.name, Cost: 1, Effects: []puzzle.Ref{ref}, Because: []puzzle.Ref{},
		Moves: []puzzle.Move{puzzle.Move(fmt.Sprintf("%d=%s", i+1, url.PathEscape(right)))}}
	list, err := in.c.against(ctx, i, b.Options)
	if err != nil {
		return step, err
	}
	for k, t := range b.Options {
		r := list[k]
		if r == nil {
			continue
		}
		line := strings.ReplaceAll(fmt.Sprintf(words.piece, t, fails(words, r)), "\n", "; ")
		sub := puzzle.Step{Technique: witness, Name: words.name, Cost: 1, Text: line, Moves: []puzzle.Move{}, Because: []puzzle.Ref{}, Effects: []puzzle.Ref{ref}}
		for k, s := range r.Trace {
			text := traced(words, s)
			if k == r.Apart {
				text += fmt.Sprintf(words.apart, traced(words, *r.Right))
			}
			sub.Sub = append(sub.Sub, puzzle.Step{Technique: traceStep, Name: words.trace, Text: text, Moves: []puzzle.Move{}, Because: []puzzle.Ref{}, Effects: []puzzle.Ref{}})
		}
		if r.Cut {
			sub.Sub = append(sub.Sub, puzzle.Step{Technique: traceStep, Name: words.trace, Text: words.on, Moves: []puzzle.Move{}, Because: []puzzle.Ref{}, Effects: []puzzle.Ref{}})
		}
		step.Sub = append(step.Sub, sub)
		if input := strings.ReplaceAll(r.Input, "\n", "; "); input != "" && !slices.ContainsFunc(step.Because, func(b puzzle.Ref) bool { return b.Text == input }) {
			step.Because = append(step.Because, puzzle.Ref{Kind: "example", ID: strconv.Itoa(len(step.Because) + 1), Text: input})
		}
	}
	if step.Text = fmt.Sprintf(words.plain, i+1, right); len(step.Sub) > 0 {
		step.Text = fmt.Sprintf(words.text, i+1, right)
	}
	return step, ctx.Err()
}

// words are what explanations say in a language.
type words struct {
	name, text, plain, trace, set, test, gives, apart, on string

	piece, fails, alike             string            // why a piece is wrong: of all, of what does other than it should, of what gives the same value
	should, value, raises, raisesIn string            // how a run should end, and how it does
	ends                            map[string]string // other ends of a run, by their kinds
}

var explained = map[string]words{
	"en": {"Tried on an example", "Blank %d is %s: every other piece fails.", "Blank %d is %s.", "Step by step",
		"line %d: %s is %s", "line %d: %s is %s", "line %d: returns %s", " (with the right piece: %s)", "and so on",
		"%s: %s", "%s should %s but %s", "%s gives %s, of another type, or leaves its arguments otherwise",
		"give %s", "gives %s", "raise %s", "raises %s (%s)",
		map[string]string{"endless": "does not end", "large": "needs too much memory"}},
	"zh": {"用例子检验", "第%d空是 %s：其他选项都不行。", "第%d空是 %s。", "逐步执行",
		"第%d行：%s 是 %s", "第%d行：%s 为 %s", "第%d行：返回 %s", "（用正确的选项则为：%s）", "如此继续",
		"%s：%s", "%s %s，却%s", "%s 得到 %s，但类型不同，或改变了参数",
		"应得到 %s", "得到 %s", "应引发 %s", "引发 %s（%s）",
		map[string]string{"endless": "不会结束", "large": "需要太多内存"}},
}

// fails says why a piece is wrong: what the program with it does on an input, and what it should do.
func fails(w words, r *code.Refutation) string {
	switch {
	case r.Broken != "":
		return r.Broken
	case r.Got.Kind == "value" && r.Got.Text == r.Want.Text:
		return fmt.Sprintf(w.alike, r.Input, r.Got.Text)
	}
	should, got := fmt.Sprintf(w.should, r.Want.Text), w.ends[r.Got.Kind]
	if r.Want.Kind == "raises" {
		should = fmt.Sprintf(w.raises, r.Want.Text)
	}
	switch r.Got.Kind {
	case "value":
		got = fmt.Sprintf(w.value, r.Got.Text)
	case "raises":
		got = fmt.Sprintf(w.raisesIn, r.Got.Text, r.Got.Message)
	}
	return fmt.Sprintf(w.fails, r.Input, should, got)
}

// traceStep is the technique of what a program does, step by step, in an argument against a piece.
const traceStep = "trace"

func traced(w words, t code.Traced) string {
	switch t.Kind {
	case "test":
		return fmt.Sprintf(w.test, t.Line, t.Name, t.Text)
	case "return":
		return fmt.Sprintf(w.gives, t.Line, t.Text)
	}
	return fmt.Sprintf(w.set, t.Line, t.Name, t.Text)
}
