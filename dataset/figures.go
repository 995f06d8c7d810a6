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

// span is the range of a figure.
type span struct {
	min, max float64
	n        int
}

func (s *span) add(v float64) {
	if s.n == 0 || v < s.min {
		s.min = v
	}
	if s.n == 0 || v > s.max {
		s.max = v
	}
	s.n++
}

// share gives where a value lies in the range, from 0 to 1; 0 where the range is one value.
func (s span) share(v float64) float64 {
	if s.n == 0 || s.max <= s.min {
		return 0
	}
	return (v - s.min) / (s.max - s.min)
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
	ranges := make([]span, len(opt.Factors))
	count := 0
	err := in.eachRaw(ctx, func(l *Line) error {
		count++
		if len(opt.Factors) == 0 {
			return nil
		}
		if l.parse(); l.Err != nil {
			return nil // set aside when it is written
		}
		for i, v := range opt.values(&l.Record) {
			if !math.IsNaN(v) {
				ranges[i].add(v)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	digits := opt.Digits
	if digits == 0 {
		digits = max(4, len(strconv.Itoa(max(0, count-1))))
	}
	index := 0
	var buf []byte
	return in.records(ctx, rejects, func(l *Line) error {
		r := &l.Record
		if opt.Source != "" {
			r.Source = opt.Source
		}
		if r.ID == "" || opt.Source != "" {
			r.ID = fmt.Sprintf("%s-%0*d", r.Source, digits, index)
		}
		index++
		if r.QType == "" {
			r.QType = opt.QType
		}
		if r.EvalType == "" {
			r.EvalType = opt.EvalType
		}
		if opt.Factors != nil {
			r.Parameters.Set("vars_scale", opt.scale(r, ranges))
		}
		var err error
		buf, err = writeRecord(w, buf, r)
		return err
	})
}

// values gives the values of the weighted variables; not a number for those that a record lacks.
func (o FormatOptions) values(r *record.Record) []float64 {
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

func (o FormatOptions) scale(r *record.Record, ranges []span) float64 {
	sum, weight := 0.0, 0.0
	for i, v := range o.values(r) {
		w := o.Factors[i].Weight
		if w == 0 {
			continue
		}
		weight += math.Abs(w)
		if math.IsNaN(v) {
			continue
		}
		share := ranges[i].share(v)
		if w < 0 && ranges[i].max > ranges[i].min {
			share = 1 - share
		}
		sum += math.Abs(w) * share
	}
	if weight == 0 {
		return 0.5
	}
	return sum / weight
}

// figures are the four figures that the published difficulty is the mean of.
func figures(r *record.Record) [4]float64 {
	return [4]float64{
		float64(utf8.RuneCountInString(r.Problem)), parameter(r, "cond_num"), parameter(r, "sym_num"), parameter(r, "vars_scale"),
	}
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
	ranges := map[string]*[3]span{}
	err := in.Each(ctx, func(l *Line) error {
		if l.Err != nil {
			return nil
		}
		s := ranges[l.Record.Source]
		if s == nil {
			s = new([3]span)
			ranges[l.Record.Source] = s
		}
		f := figures(&l.Record)
		for i := range s {
			s[i].add(f[i])
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
		f, s := figures(&l.Record), ranges[l.Record.Source]
		sum := f[3]
		for i := range s {
			sum += s[i].share(f[i])
		}
		d := math.Round(sum/4*1000) / 1000
		l.Record.Difficulty = &d
		if opt.Measure != nil {
			return opt.Measure.of(ctx, &l.Record)
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
			if e, ok := EffortScore(&l.Record); ok {
				opt.Effort.Add(e)
			}
		}
		buf, err = writeRecord(w, buf, &l.Record)
		return err
	})
}
