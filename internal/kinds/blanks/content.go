package blanks

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	sheets "github.com/quandary-puzzles/quandary/blanks"
	"github.com/quandary-puzzles/quandary/blanks/code"
	"github.com/quandary-puzzles/quandary/blanks/maths"
	"github.com/quandary-puzzles/quandary/record"
	"github.com/quandary-puzzles/quandary/solve"
)

// content is a made puzzle of either sort.
type content interface {
	// sheet gives the puzzle as it is shown.
	sheet(ctx context.Context, lang string) (*sheets.Sheet, error)
	// answers is what stands in the blanks.
	answers() []string
	// mark marks what is put into them.
	mark(ctx context.Context, texts []string) (sheets.Mark, error)
	// whole marks a whole program; the error says that there is none to be given.
	whole(ctx context.Context, text string) (sheets.Mark, error)
	// count counts the right fillings; complete tells whether all were counted.
	count(ctx context.Context) (n int, first []string, complete bool, err error)
	// against says of a blank's options why they are wrong where the other blanks are right, and what can be followed step by step;
	// nil of the right one. What is no run of a program is said in a language.
	against(ctx context.Context, lang string, blank int, options []string) ([]*code.Refutation, error)
	// reasons gives the reasons of what stands in the blanks that are not done, where they are others than that all else is wrong.
	reasons(lang string, done []bool) ([]maths.Reason, error)
	class() int
	score() float64
	work() record.Object // what a record tells of the proof
}

// program is a program with blanks.
type program struct{ *code.Puzzle }

func (p program) sheet(ctx context.Context, lang string) (*sheets.Sheet, error) {
	return p.Sheet(ctx, lang)
}

func (p program) answers() []string { return p.Texts(p.Solution()) }

func (p program) judged(do func(*code.Judge) (code.Mark, error)) (sheets.Mark, error) {
	j, err := p.Judge()
	if err != nil {
		return sheets.Mark{}, err
	}
	defer j.Close()
	m, err := do(j)
	return sheets.Mark{Right: m.Right, Why: m.Why}, err
}

func (p program) mark(ctx context.Context, texts []string) (sheets.Mark, error) {
	if len(texts) != len(p.Blanks) {
		return sheets.Mark{Why: fmt.Sprintf("expected %d answers, found %d", len(p.Blanks), len(texts))}, nil
	}
	m, err := p.judged(func(j *code.Judge) (code.Mark, error) { return j.MarkTexts(ctx, texts) })
	n := 0
	for i, b := range p.Blanks {
		if texts[i] == b.Pieces[b.Right] {
			n++
		}
	}
	m.Share = float64(n) / float64(len(p.Blanks))
	return m, err
}

func (p program) whole(ctx context.Context, text string) (sheets.Mark, error) {
	return p.judged(func(j *code.Judge) (code.Mark, error) { return j.MarkProgram(ctx, text, code.FreshInputs) })
}

func (p program) count(ctx context.Context) (int, []string, bool, error) {
	n, first, complete, err := p.Count(ctx)
	if first == nil {
		return n, nil, complete, err
	}
	return n, p.Texts(first), complete, err
}

func (program) reasons(string, []bool) ([]maths.Reason, error) { return nil, nil }

func (p program) against(ctx context.Context, _ string, blank int, options []string) ([]*code.Refutation, error) {
	j, err := p.Judge()
	if err != nil {
		return nil, err
	}
	defer j.Close()
	b := p.Blanks[blank]
	out := make([]*code.Refutation, len(options))
	for i, o := range options {
		if k := slices.Index(b.Pieces, o); k >= 0 && k != b.Right {
			if out[i], err = j.Against(ctx, blank, k); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

func (p program) class() int     { return p.Class }
func (p program) score() float64 { return p.Score }

func (p program) work() record.Object {
	work := record.Object{{Key: "fillings", Value: p.Fillings()}, {Key: "witnesses", Value: p.Added}}
	var left []any
	for _, b := range p.Blanks {
		if b.Left > 0 {
			left = append(left, b.Left)
		}
	}
	if len(left) > 0 {
		work.Set("left", left)
	}
	for _, list := range []struct {
		key   string
		texts []string
	}{{"assumed", p.Assumed}, {"alternatives", p.Note}, {"varied", p.Varied}} {
		if len(list.texts) > 0 {
			work.Set(list.key, record.List(list.texts))
		}
	}
	return work
}

// exercise is a sheet of mathematics with blanks.
type exercise struct {
	*maths.Puzzle
	engine solve.Engine
}

func (e exercise) sheet(_ context.Context, lang string) (*sheets.Sheet, error) { return e.Sheet(lang) }

func (e exercise) answers() []string { return e.Answers() }

func (e exercise) mark(ctx context.Context, texts []string) (sheets.Mark, error) {
	return e.Mark(ctx, texts)
}

func (e exercise) whole(context.Context, string) (sheets.Mark, error) {
	return sheets.Mark{}, errors.New("expected what stands in the blanks, not a program")
}

// count proves again that there is one filling. Steps that may stand in several orders count as one answer.
func (e exercise) count(ctx context.Context) (int, []string, bool, error) {
	one, err := e.Prove(ctx, e.engine)
	switch {
	case err != nil:
		return 0, nil, false, err
	case one:
		return 1, e.Answers(), true, nil
	}
	return 2, e.Answers(), false, nil
}

func (e exercise) reasons(lang string, done []bool) ([]maths.Reason, error) {
	return e.Reasons(lang, done)
}

func (e exercise) against(_ context.Context, lang string, blank int, options []string) ([]*code.Refutation, error) {
	out := make([]*code.Refutation, len(options))
	for i, o := range options {
		texts := e.Answers()
		if texts[blank] == o {
			continue
		}
		answer := texts[blank]
		texts[blank] = o
		c, found, err := e.Fails(texts)
		if err != nil {
			return nil, err
		}
		why := say(lang, "unequal", "answer", answer)
		if found {
			why = said(lang, c)
		}
		out[i] = &code.Refutation{Broken: why, Apart: -1}
	}
	return out, nil
}

func (e exercise) class() int { return e.Class }

// score is the class, and of one class what has more blanks is harder, and then what has more values left at them.
func (e exercise) score() float64 {
	bits := 0.0
	for _, n := range e.Left {
		bits += math.Log2(float64(max(n, 1)))
	}
	return float64(e.Class) + float64(len(e.Blanks))/100 + bits/float64(max(len(e.Left), 1))/10_000
}

func (e exercise) work() record.Object {
	work := record.Object{{Key: "blanks", Value: len(e.Blanks)}, {Key: "proof", Value: e.Proof}}
	if len(e.Left) > 0 {
		var left []any
		for _, n := range e.Left {
			left = append(left, n)
		}
		work.Set("left", left)
	}
	if len(e.Varied) > 0 {
		work.Set("varied", record.List(e.Varied))
	}
	return work
}

// packing is how a puzzle is written into its id.
func packing(c content) ([]byte, error) {
	switch c := c.(type) {
	case program:
		return json.Marshal(c.Puzzle)
	case exercise:
		return json.Marshal(c.Puzzle)
	}
	return nil, fmt.Errorf("a puzzle of kind %T", c)
}

func className(c content) string { return strconv.Itoa(c.class()) }
