package pipeline

import (
	"bytes"
	"context"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/quandary-puzzles/quandary/dataset"
	"github.com/quandary-puzzles/quandary/internal/foundry"
	"github.com/quandary-puzzles/quandary/record"
)

// Beam finds functions and types by name on every machine; it wants them registered before main.
func init() {
	register.DoFn3x1[context.Context, Chunk, func(Rec), error](&generateFn{})
	register.DoFn2x1[Rec, func(string, dataset.Range), error](&valuesFn{})
	register.DoFn3x2[context.Context, Rec, func(*string, *dataset.Range) bool, Rec, error](&formatFn{})
	register.DoFn3x2[context.Context, Rec, func(*string, *dataset.Range) bool, Rec, error](&rateFn{})
	register.DoFn2x3[context.Context, Rec, string, Rec, error](&keyFn{})
	register.DoFn2x2[string, func(*Rec) bool, Unique, error](&firstFn{})
	register.DoFn3x1[int, func(*Count) bool, func(string, Cut), error](&cutFn{})
	register.Function2x1(mergeRanges)
	register.Function2x1(addCounts)
	register.Function2x1(figuresOf)
	register.Function1x2(bucketOf)
	register.Function1x2(byBucket)
	register.Function2x1(countOf)
	register.Function4x1(takeParts)
	register.Emitter1[Rec]()
	register.Emitter1[Placed]()
	register.Emitter2[string, dataset.Range]()
	register.Emitter2[string, Cut]()
	register.Iter1[Rec]()
	register.Iter1[Unique]()
	register.Iter1[Cut]()
	register.Iter1[Count]()
	register.Iter2[string, dataset.Range]()
}

// opened is a job that is opened when a machine begins with a stage, and closed when it ends.
type opened struct{ *worker }

func (o *opened) setup(j Job) (err error) {
	o.worker, err = j.open()
	return err
}

func (o *opened) teardown() error {
	if o.worker == nil {
		return nil
	}
	return o.worker.close()
}

// generateFn makes the records of a chunk.
type generateFn struct {
	Job Job
	o   opened
}

// Setup opens the job.
func (f *generateFn) Setup() error { return f.o.setup(f.Job) }

// Teardown closes it.
func (f *generateFn) Teardown() error { return f.o.teardown() }

// ProcessElement makes the records of a chunk. One that cannot be made ends the work.
func (f *generateFn) ProcessElement(ctx context.Context, c Chunk, emit func(Rec)) error {
	run := f.o.runs[c.Run]
	mk, err := f.o.maker(c.Run)
	if err != nil {
		return err
	}
	for i := range c.Count {
		m, err := mk(ctx, uint64(c.Start+i))
		countDraws(ctx, c.Run, m)
		if err != nil {
			return fmt.Errorf("%s: record %d: %w", run.Source, c.Start+i, err)
		}
		line, err := m.Record.AppendJSON(nil)
		if err != nil {
			return err
		}
		emit(Rec{c.Line + i, int64(run.Index), c.Place + i, line})
	}
	return nil
}

func mergeRanges(a, b dataset.Range) dataset.Range {
	a.Merge(b)
	return a
}

// valuesFn gives the values of an item's weighted variables.
type valuesFn struct {
	Job Job
	o   opened
}

// Setup opens the job.
func (f *valuesFn) Setup() error { return f.o.setup(f.Job) }

// ProcessElement gives each value as a range, keyed by item and variable.
func (f *valuesFn) ProcessElement(rec Rec, emit func(string, dataset.Range)) error {
	opt := f.o.formats[rec.Item]
	if len(opt.Factors) == 0 {
		return nil
	}
	var r record.Record
	if err := r.UnmarshalJSON(rec.JSON); err != nil {
		return err
	}
	for i, v := range opt.Values(&r) {
		var one dataset.Range
		one.Add(v)
		emit(rangeKey(strconv.FormatInt(rec.Item, 10), i), one)
	}
	return nil
}

func rangeKey(of string, i int) string { return of + "\x00" + strconv.Itoa(i) }

// rangesOf reads a side input of ranges.
func rangesOf(ranges func(*string, *dataset.Range) bool) map[string]dataset.Range {
	out := map[string]dataset.Range{}
	var key string
	var r dataset.Range
	for ranges(&key, &r) {
		out[key] = r
	}
	return out
}

// formatFn is the format stage.
type formatFn struct {
	Job    Job
	o      opened
	ranges map[string]dataset.Range
}

// Setup opens the job.
func (f *formatFn) Setup() error { return f.o.setup(f.Job) }

// ProcessElement formats a record.
func (f *formatFn) ProcessElement(_ context.Context, rec Rec, ranges func(*string, *dataset.Range) bool) (Rec, error) {
	if f.ranges == nil {
		f.ranges = rangesOf(ranges)
	}
	opt := f.o.formats[rec.Item]
	of := make([]dataset.Range, len(opt.Factors))
	for i := range of {
		of[i] = f.ranges[rangeKey(strconv.FormatInt(rec.Item, 10), i)]
	}
	return change(rec, func(r *record.Record) error {
		opt.Apply(r, int(rec.Place), of)
		return nil
	})
}

// change changes a record.
func change(rec Rec, do func(*record.Record) error) (Rec, error) {
	var r record.Record
	err := r.UnmarshalJSON(rec.JSON)
	if err == nil {
		err = do(&r)
	}
	if err == nil {
		rec.JSON, err = r.AppendJSON(nil)
	}
	return rec, err
}

// figuresOf gives the figures of a record as ranges, keyed by source and figure.
func figuresOf(rec Rec, emit func(string, dataset.Range)) error {
	var r record.Record
	if err := r.UnmarshalJSON(rec.JSON); err != nil {
		return err
	}
	for i, v := range dataset.Figures(&r) {
		var one dataset.Range
		one.Add(v)
		emit(rangeKey(r.Source, i), one)
	}
	return nil
}

// rateFn is the difficulty stage.
type rateFn struct {
	Job     Job
	o       opened
	ranges  map[string]dataset.Range
	measure *dataset.Measure
}

// Setup opens the job.
func (f *rateFn) Setup() error {
	if err := f.o.setup(f.Job); err != nil || !f.o.plan.Effort {
		return err
	}
	words, err := f.o.ask()
	if err != nil {
		return err
	}
	f.measure = &dataset.Measure{Families: foundry.Families(), Words: words.Work}
	return nil
}

// Teardown closes the job.
func (f *rateFn) Teardown() error { return f.o.teardown() }

// ProcessElement rates a record.
func (f *rateFn) ProcessElement(ctx context.Context, rec Rec, ranges func(*string, *dataset.Range) bool) (Rec, error) {
	if f.ranges == nil {
		f.ranges = rangesOf(ranges)
	}
	return change(rec, func(r *record.Record) error {
		var of [dataset.NumFigures]dataset.Range
		for i := range of {
			of[i] = f.ranges[rangeKey(r.Source, i)]
		}
		dataset.SetDifficulty(r, &of)
		if f.measure != nil {
			return f.measure.Add(ctx, r)
		}
		return nil
	})
}

// keyFn gives records the keys by which they are the same puzzle.
type keyFn struct {
	Job     Job
	PerLine bool // every record has a key of its own
	o       opened
	key     dataset.Key
}

// Setup opens the job.
func (f *keyFn) Setup() error {
	if err := f.o.setup(f.Job); err != nil || f.PerLine {
		return err
	}
	words, err := f.o.ask()
	if err != nil {
		return err
	}
	canonical := &dataset.Canonical{Families: foundry.Families(), Form: words.Form}
	f.key, err = dataset.Keys(context.Background(), f.o.plan.Dedupe, canonical)
	return err
}

// Teardown closes the job.
func (f *keyFn) Teardown() error { return f.o.teardown() }

// ProcessElement gives the key as hexadecimal digits.
func (f *keyFn) ProcessElement(_ context.Context, rec Rec) (string, Rec, error) {
	k := ""
	if f.key != nil {
		var r record.Record
		if err := r.UnmarshalJSON(rec.JSON); err != nil {
			return "", rec, err
		}
		var err error
		if k, err = f.key(&r); err != nil {
			return "", rec, err
		}
	}
	if k == "" {
		k = fmt.Sprintf("line %d", rec.Line)
	}
	h := dataset.HashKey(k)
	return hex.EncodeToString(h[:]), rec, nil
}

// Unique is a record that is no duplicate.
type Unique struct {
	Key     string // hashed, in hexadecimal digits
	Rank    string // where the split takes it: hexadecimal digits
	Stratum string
	Line    int64
	JSON    []byte
}

// firstFn takes of the records of one key the first.
type firstFn struct {
	Job Job
	o   opened
}

// Setup opens the job.
func (f *firstFn) Setup() error { return f.o.setup(f.Job) }

// ProcessElement takes the first record.
func (f *firstFn) ProcessElement(key string, recs func(*Rec) bool) (Unique, error) {
	var first, rec Rec
	first.Line = -1
	for recs(&rec) {
		if first.Line < 0 || rec.Line < first.Line {
			first = rec
		}
	}
	var r record.Record
	if err := r.UnmarshalJSON(first.JSON); err != nil {
		return Unique{}, err
	}
	hash, err := hex.DecodeString(key)
	if err != nil {
		return Unique{}, err
	}
	opt := f.o.split()
	return Unique{key, hex.EncodeToString(opt.Rank(hash)), opt.Stratum(&r), first.Line, first.JSON}, nil
}

// split gives the options of the split.
func (w *worker) split() dataset.SplitOptions {
	return dataset.SplitOptions{Seed: w.plan.Seed, Threshold: w.plan.Threshold}
}

// bucketDigits is how many hexadecimal digits of the rank name a bucket: 4 for 65,536 buckets of each stratum.
const bucketDigits = 4

func bucketKey(u Unique) string { return u.Rank[:bucketDigits] + u.Stratum }

func bucketOf(u Unique) (string, int64)  { return bucketKey(u), 1 }
func byBucket(u Unique) (string, Unique) { return bucketKey(u), u }
func addCounts(a, b int64) int64         { return a + b }

// Count is how many records a bucket has.
type Count struct {
	Bucket string
	N      int64
}

func countOf(bucket string, n int64) Count { return Count{bucket, n} }

// Cut says how the records of a bucket, in the order of their ranks, fall to the parts: the first N[0] to part Part[0], and so
// on. What is left falls to none.
type Cut struct {
	Part []int64
	N    []int64
}

// cutFn divides the buckets among the parts, as the local split divides the records: the parts of a stratum are filled in
// order. It sees one number for each bucket, not the records.
type cutFn struct {
	Job Job
	o   opened
}

// Setup opens the job.
func (f *cutFn) Setup() error { return f.o.setup(f.Job) }

// ProcessElement gives the cut of every bucket.
func (f *cutFn) ProcessElement(_ int, counts func(*Count) bool, emit func(string, Cut)) error {
	var all []Count
	sizes := map[string]int{}
	var c Count
	for counts(&c) {
		all = append(all, c)
		sizes[c.Bucket[bucketDigits:]] += int(c.N)
	}
	parts, err := f.o.plan.Parts()
	if err != nil {
		return err
	}
	left := dataset.Allot(sizes, parts)
	slices.SortFunc(all, func(a, b Count) int { return strings.Compare(a.Bucket, b.Bucket) })
	for _, c := range all {
		quota := left[c.Bucket[bucketDigits:]]
		var cut Cut
		n := int(c.N)
		for p := 0; p < len(quota) && n > 0; p++ {
			if take := min(n, quota[p]); take > 0 {
				cut.Part, cut.N = append(cut.Part, int64(p)), append(cut.N, int64(take))
				quota[p] -= take
				n -= take
			}
		}
		emit(c.Bucket, cut)
	}
	return nil
}

// Placed is a record of a part.
type Placed struct {
	Part int64
	Line int64
	JSON []byte
}

// takeParts gives the records of a bucket their parts.
func takeParts(_ string, recs func(*Unique) bool, cuts func(*Cut) bool, emit func(Placed)) error {
	var cut Cut
	if !cuts(&cut) {
		return fmt.Errorf("a bucket without a cut")
	}
	var all []Unique
	var u Unique
	for recs(&u) {
		all = append(all, u)
	}
	slices.SortFunc(all, func(a, b Unique) int {
		if c := strings.Compare(a.Rank, b.Rank); c != 0 {
			return c
		}
		return strings.Compare(a.Key, b.Key)
	})
	at := 0
	for i, part := range cut.Part {
		for range cut.N[i] {
			emit(Placed{part, all[at].Line, bytes.Clone(all[at].JSON)})
			at++
		}
	}
	return nil
}
