package dataset

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go"

	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/record"
)

// shape is a shape of records that training frameworks read. A new one is an entry of shapes and nothing else.
type shape struct {
	name string
	make func(ctx context.Context, e example) (record.Object, error)
}

// example is a record on the way into a shape.
type example struct {
	r        *record.Record
	answer   string
	meta     record.Object // where the record comes from
	families *puzzle.Registry
}

// question is the problem with the words that ask for a marked answer.
func (e example) question() string { return e.r.Problem + instruction }

// user is the question as the first message of a conversation.
func (e example) user() []any {
	return []any{record.Object{{Key: "role", Value: "user"}, {Key: "content", Value: e.question()}}}
}

// boxed is the answer as the question asks for it.
func (e example) boxed() string { return "\\boxed{" + e.answer + "}" }

// assistant is the answer as the message that follows.
func (e example) assistant() record.Object {
	return record.Object{{Key: "role", Value: "assistant"}, {Key: "content", Value: e.boxed()}}
}

var shapes = []shape{
	{"puzzleclone", func(_ context.Context, e example) (record.Object, error) {
		plain := *e.r
		plain.Origin, plain.Extra = nil, nil
		b, err := plain.AppendJSON(nil)
		if err != nil {
			return nil, err
		}
		v, err := record.ParseJSON(b)
		if err != nil {
			return nil, err
		}
		return v.(record.Object), nil
	}},
	{"reasoning-gym", func(_ context.Context, e example) (record.Object, error) {
		return record.Object{{Key: "question", Value: e.r.Problem}, {Key: "answer", Value: e.answer}, {Key: "metadata", Value: e.meta}}, nil
	}},
	{"verl", func(_ context.Context, e example) (record.Object, error) {
		return record.Object{
			{Key: "data_source", Value: e.r.Source},
			{Key: "prompt", Value: e.user()},
			{Key: "ability", Value: "logic"},
			{Key: "reward_model", Value: record.Object{{Key: "style", Value: "rule"}, {Key: "ground_truth", Value: e.answer}}},
			{Key: "extra_info", Value: e.meta},
		}, nil
	}},
	{"chat", func(_ context.Context, e example) (record.Object, error) {
		return record.Object{{Key: "messages", Value: append(e.user(), e.assistant())}}, nil
	}},
	{"alpaca", func(_ context.Context, e example) (record.Object, error) {
		return record.Object{{Key: "instruction", Value: e.question()}, {Key: "input", Value: ""}, {Key: "output", Value: e.boxed()}}, nil
	}},
	{"sharegpt", func(_ context.Context, e example) (record.Object, error) {
		return record.Object{{Key: "conversations", Value: []any{
			record.Object{{Key: "from", Value: "human"}, {Key: "value", Value: e.question()}},
			record.Object{{Key: "from", Value: "gpt"}, {Key: "value", Value: e.boxed()}},
		}}}, nil
	}},
	{"prompt-completion", func(_ context.Context, e example) (record.Object, error) {
		return record.Object{{Key: "prompt", Value: e.user()}, {Key: "completion", Value: []any{e.assistant()}}}, nil
	}},
	{"zebralogic", func(ctx context.Context, e example) (record.Object, error) { return zebraLogic(ctx, e.r, e.families) }},
}

// Shapes lists the names of the JSON shapes that Export writes, beside "parquet".
func Shapes() []string {
	var names []string
	for _, s := range shapes {
		names = append(names, s.name)
	}
	return names
}

// KnownShape checks the name of a JSON shape.
func KnownShape(name string) error {
	if slices.Contains(Shapes(), name) {
		return nil
	}
	return puzzle.Unknownf("shape", name, append(Shapes(), "parquet"))
}

// instruction tells a model how to mark its final answer, so that a grader finds it.
const instruction = "\n\nEnd with your final answer in \\boxed{}."

// toShape turns a record into one of the shapes that training frameworks read.
func toShape(ctx context.Context, name string, r *record.Record, index int, families *puzzle.Registry) (record.Object, error) {
	meta := record.Object{
		{Key: "source_dataset", Value: r.Source}, {Key: "source_index", Value: index}, {Key: "id", Value: r.ID},
		{Key: "eval_type", Value: r.EvalType},
	}
	if r.Difficulty != nil {
		meta.Set("difficulty", *r.Difficulty)
	}
	for _, s := range shapes {
		if s.name == name {
			return s.make(ctx, example{r, strings.TrimSpace(r.Answer), meta, families})
		}
	}
	return nil, KnownShape(name)
}

// zebraLogic gives the shape of ZebraLogicBench's grid_mode: the size as houses*attributes, and the solution as a header and
// rows, one for each house, which is numbered from 1. Only puzzles whose solution lists the items of each category in the
// order of the houses have that shape.
func zebraLogic(ctx context.Context, r *record.Record, families *puzzle.Registry) (record.Object, error) {
	if r.Origin == nil || r.Origin.Puzzle == "" {
		return nil, errors.New("only puzzles of a family have the grid shape")
	}
	f, inst, err := families.Open(ctx, r.Origin.Puzzle)
	if err != nil {
		return nil, err
	}
	noGrid := fmt.Errorf("the solutions of %s puzzles are no grids of categories", f.Name())
	s, ok := inst.(puzzle.Solver)
	if !ok {
		return nil, noGrid
	}
	res, err := s.Solve(ctx, 2)
	if err != nil {
		return nil, err
	}
	if res.Status != puzzle.Unique {
		return nil, fmt.Errorf("the grid shape needs one solution; this puzzle has %s", res.Status)
	}
	solution, err := res.Solutions[0].Encode("zebralogic")
	if err != nil {
		return nil, err
	}
	lists, ok := solution.(record.Object)
	if !ok || len(lists) == 0 {
		return nil, noGrid
	}
	header, rows := []any{"House"}, []any{}
	for _, category := range lists {
		items, ok := category.Value.([]any)
		if !ok || len(rows) > 0 && len(items) != len(rows) {
			return nil, noGrid
		}
		header = append(header, category.Key)
		for i, item := range items {
			if len(rows) <= i {
				rows = append(rows, []any{fmt.Sprint(i + 1)})
			}
			rows[i] = append(rows[i].([]any), fmt.Sprint(item))
		}
	}
	return record.Object{
		{Key: "id", Value: r.ID}, {Key: "size", Value: fmt.Sprintf("%d*%d", len(rows), len(lists))}, {Key: "puzzle", Value: r.Problem},
		{Key: "solution", Value: record.Object{{Key: "header", Value: header}, {Key: "rows", Value: rows}}},
	}, nil
}

// Export writes the records of an input in a shape, one JSON object a line.
func Export(ctx context.Context, in *Input, w io.Writer, shape string, families *puzzle.Registry, rejects *Rejects) error {
	if err := KnownShape(shape); err != nil {
		return err
	}
	index := 0
	var buf []byte
	return in.records(ctx, rejects, func(l *Line) error {
		obj, err := toShape(ctx, shape, &l.Record, index, families)
		if err != nil {
			l.Err = err
			return rejects.Add(in, l)
		}
		index++
		if buf, err = record.AppendJSON(buf[:0], obj); err != nil {
			return err
		}
		buf = append(buf, '\n')
		_, err = w.Write(buf)
		return err
	})
}

// row is a record as a row of a Parquet file; parameters, config and quandary are JSON texts.
type row struct {
	ID         string   `parquet:"id"`
	Source     string   `parquet:"source,dict"`
	Problem    string   `parquet:"problem"`
	Answer     string   `parquet:"answer"`
	QType      string   `parquet:"qtype,dict"`
	EvalType   string   `parquet:"eval_type,dict"`
	Difficulty *float64 `parquet:"difficulty,optional"`
	Effort     *float64 `parquet:"effort,optional"`
	Parameters string   `parquet:"parameters"`
	Config     string   `parquet:"config"`
	Quandary   string   `parquet:"quandary"`
}

// groupRows is how many rows make a row group: what is kept in memory at once.
const groupRows = 10_000

// ExportParquet writes the records of an input as a Parquet file, compressed with zstd.
func ExportParquet(ctx context.Context, in *Input, w io.Writer, rejects *Rejects) error {
	pw := parquet.NewGenericWriter[row](w, parquet.Compression(&parquet.Zstd), parquet.CreatedBy("quandary", "", ""))
	n := 0
	err := in.records(ctx, rejects, func(l *Line) error {
		r := &l.Record
		out := row{ID: r.ID, Source: r.Source, Problem: r.Problem, Answer: r.Answer, QType: r.QType, EvalType: r.EvalType,
			Difficulty: r.Difficulty, Config: string(r.Config)}
		if e, ok := effortScore(r); ok {
			out.Effort = &e
		}
		params, err := record.AppendJSON(nil, r.Parameters)
		if err != nil {
			return err
		}
		out.Parameters = string(params)
		if r.Origin != nil {
			origin := record.Record{Origin: r.Origin}
			b, err := origin.AppendJSON(nil)
			if err != nil {
				return err
			}
			v, err := record.ParseJSON(b)
			if err != nil {
				return err
			}
			o, _ := v.(record.Object).Get("quandary")
			if b, err = record.AppendJSON(nil, o); err != nil {
				return err
			}
			out.Quandary = string(b)
		}
		if _, err := pw.Write([]row{out}); err != nil {
			return err
		}
		if n++; n%groupRows == 0 {
			return pw.Flush()
		}
		return nil
	})
	return errors.Join(err, pw.Close())
}

// Compressed wraps a writer by the ending of a file's name: .gz, .zst, or as it is. Closing it does not close w.
func Compressed(w io.Writer, name string) (io.WriteCloser, error) {
	switch {
	case strings.HasSuffix(name, ".gz"):
		return gzip.NewWriter(w), nil
	case strings.HasSuffix(name, ".zst"):
		return zstd.NewWriter(w, zstd.WithEncoderConcurrency(1))
	default:
		return keepOpen{w}, nil
	}
}

type keepOpen struct{ io.Writer }

func (keepOpen) Close() error { return nil }
