package dataset

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strconv"
	"unicode/utf8"

	"github.com/quandary-puzzles/quandary/record"
)

// Range is the range of a figure over many records. The zero Range is that over none.
type Range struct {
	Min, Max float64
	N        int64
}

// Add takes a value into the range; what is no number counts for nothing.
func (s *Range) Add(v float64) {
	if !math.IsNaN(v) {
		s.Merge(Range{v, v, 1})
	}
}

// Merge takes all values of another range into this one.
func (s *Range) Merge(o Range) {
	if o.N == 0 {
		return
	}
	if s.N == 0 || o.Min < s.Min {
		s.Min = o.Min
	}
	if s.N == 0 || o.Max > s.Max {
		s.Max = o.Max
	}
	s.N += o.N
}

// Share gives where a value lies in the range, from 0 to 1; 0 where the range is one value.
func (s Range) Share(v float64) float64 {
	if s.N == 0 || s.Max <= s.Min {
		return 0
	}
	return (v - s.Min) / (s.Max - s.Min)
}

// number reads a plain number of a parameter or a variable: a list counts by its length, a truth value as 1 or 0.
func number(v any) (float64, bool) {
	switch v := v.(type) {
	case json.Number:
		f, err := strconv.ParseFloat(string(v), 64)
		return f, err == nil && !math.IsInf(f, 0)
	case float64:
		return v, true
	case int:
		return float64(v), true
	case bool:
		if v {
			return 1, true
		}
		return 0, true
	case []any:
		return float64(len(v)), true
	case string: // a set or tuple that was written as text counts for nothing
		return 0, false
	default:
		return 0, false
	}
}

func parameter(r *record.Record, name string) float64 {
	v, _ := r.Parameters.Get(name)
	f, _ := number(v)
	return f
}

// FormatOptions say what the format stage adds.
type FormatOptions struct {
	Source   string // name of the specification; empty: the record's own, else the name of nothing
	QType    string // added where a record has none
	EvalType string // added where a record has none
	// Factors are the weights of variables in vars_scale, by name: a larger value of one with a positive weight is harder,
	// of one with a negative weight easier. A weight of 0 leaves the variable out.
	Factors []Factor
	Digits  int // of the number in an id; 0 means as many as the file needs, at least 4
}

// Factor is the weight of a variable.
type Factor struct {
	Variable string
	Weight   float64
}

// Format adds id, source, qtype, eval_type and parameters.vars_scale. vars_scale is the weighted mean, over the variables
// with a weight, of where the record's value lies in the range of the file (0 for a range of one value; of one with a
// negative weight, 1 less that); without such variables it is 0.5.
func Format(ctx context.Context, in *Input, w io.Writer, opt FormatOptions, rejects *Rejects) error {
	ranges := make([]Range, len(opt.Factors))
	count := 0
	err := in.eachRaw(ctx, func(l *Line) error {
		count++
		if len(opt.Factors) == 0 {
			return nil
		}
		if l.parse(); l.Err != nil {
			return nil // set aside when it is written
		}
		for i, v := range opt.Values(&l.Record) {
			ranges[i].Add(v)
		}
		return nil
	})
	if err != nil {
		return err
	}
	if opt.Digits == 0 {
		opt.Digits = Digits(count)
	}
	index := 0
	var buf []byte
	return in.records(ctx, rejects, func(l *Line) error {
		opt.Apply(&l.Record, index, ranges)
		index++
		var err error
		buf, err = writeRecord(w, buf, &l.Record)
		return err
	})
}

// Digits gives how many digits the numbers in the ids of a file of so many records have: as many as they need, at least 4.
func Digits(count int) int { return max(4, len(strconv.Itoa(max(0, count-1)))) }

// Apply does to one record, the index-th of its file, what Format does; ranges are those of the Values over the file.
func (o FormatOptions) Apply(r *record.Record, index int, ranges []Range) {
	if o.Source != "" {
		r.Source = o.Source
	}
	if r.ID == "" || o.Source != "" {
		r.ID = fmt.Sprintf("%s-%0*d", r.Source, o.Digits, index)
	}
	if r.QType == "" {
		r.QType = o.QType
	}
	if r.EvalType == "" {
		r.EvalType = o.EvalType
	}
	if o.Factors != nil {
		r.Parameters.Set("vars_scale", o.scale(r, ranges))
	}
}

// Values gives the values of the weighted variables; not a number for those that a record lacks.
func (o FormatOptions) Values(r *record.Record) []float64 {
	out := make([]float64, len(o.Factors))
	var config record.Object
	if len(o.Factors) > 0 && len(r.Config) > 0 {
		_ = json.Unmarshal(r.Config, &config) // a config of another shape has no variables
	}
	for i, f := range o.Factors {
		out[i] = math.NaN()
		if v, ok := config.Get(f.Variable); ok {
			if n, ok := number(v); ok {
				out[i] = n
			}
		}
	}
	return out
}

func (o FormatOptions) scale(r *record.Record, ranges []Range) float64 {
	sum, weight := 0.0, 0.0
	for i, v := range o.Values(r) {
		w := o.Factors[i].Weight
		if w == 0 {
			continue
		}
		weight += math.Abs(w)
		if math.IsNaN(v) {
			continue
		}
		share := ranges[i].Share(v)
		if w < 0 && ranges[i].Max > ranges[i].Min {
			share = 1 - share
		}
		sum += math.Abs(w) * share
	}
	if weight == 0 {
		return 0.5
	}
	return sum / weight
}

// NumFigures is how many figures the published difficulty is the mean of, beside vars_scale.
const NumFigures = 3

// Figures are these figures: length of the text, number of conditions, number of symbols.
func Figures(r *record.Record) [NumFigures]float64 {
	return [NumFigures]float64{float64(utf8.RuneCountInString(r.Problem)), parameter(r, "cond_num"), parameter(r, "sym_num")}
}

// SetDifficulty gives a record the published difficulty: the mean of the figures, each by its range over the records of the
// same source, and vars_scale, rounded to three decimals.
func SetDifficulty(r *record.Record, ranges *[NumFigures]Range) {
	sum := parameter(r, "vars_scale")
	for i, v := range Figures(r) {
		sum += ranges[i].Share(v)
	}
	d := math.Round(sum/(NumFigures+1)*1000) / 1000
	r.Difficulty = &d
}

// RateOptions say what Rate does beside the published difficulty.
type RateOptions struct {
	// Difficulty, when not nil, counts the published difficulties.
	Difficulty *Histogram
	// Measure, when not nil, has the effort of each puzzle measured, and Effort, when not nil, counts the scores.
	Measure *Measure
	Effort  *Histogram
}

// Rate adds difficulty as published: the mean of text length, number of conditions, number of symbols (each by where it lies
// in the range of the records of one source) and vars_scale, rounded to three decimals. With a Measure it adds our own, the
// field effort.
func Rate(ctx context.Context, in *Input, w io.Writer, opt RateOptions, rejects *Rejects) error {
	ranges := map[string]*[NumFigures]Range{}
	err := in.Each(ctx, func(l *Line) error {
		if l.Err != nil {
			return nil
		}
		s := ranges[l.Record.Source]
		if s == nil {
			s = new([NumFigures]Range)
			ranges[l.Record.Source] = s
		}
		for i, v := range Figures(&l.Record) {
			s[i].Add(v)
		}
		return nil
	})
	if err != nil {
		return err
	}
	rate := func(l *Line) error {
		l.parse()
		if l.Err != nil {
			return nil
		}
		SetDifficulty(&l.Record, ranges[l.Record.Source])
		if opt.Measure != nil {
			return opt.Measure.Add(ctx, &l.Record)
		}
		return nil
	}
	var buf []byte
	return worked(ctx, in, rate, func(l *Line, err error) error {
		if err != nil {
			return err
		}
		if l.Err != nil {
			return rejects.Add(in, l)
		}
		if opt.Difficulty != nil {
			opt.Difficulty.Add(*l.Record.Difficulty)
		}
		if opt.Effort != nil {
			if e, ok := effortScore(&l.Record); ok {
				opt.Effort.Add(e)
			}
		}
		buf, err = writeRecord(w, buf, &l.Record)
		return err
	})
}
