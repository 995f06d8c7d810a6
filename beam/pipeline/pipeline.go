// Package pipeline is the build of a data set as an Apache Beam pipeline: the same plan, generator and stages as
// `quandary dataset build`, spread over any number of machines.
//
//	chunks of indices -> generate -> format -> rate -> key -> group: the first of each -> count: cut -> group: write
//	                        \-> ranges of variables -/  \-> ranges of figures
//
// Record i of a run depends on the source, the seed and i alone, so machines share a run by ranges of indices. What the stages
// need to know of the whole set are two maps of ranges (minimum and maximum, combined), one grouping by canonical key
// (of equal puzzles the first stays, in the order of the plan), and, for the split, how many records fall in each of 65,536
// buckets of the order in which the split takes them. The records of every part are those of the local build.
package pipeline

import (
	"fmt"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"github.com/quandary-puzzles/quandary/dataset"
	"github.com/quandary-puzzles/quandary/internal/foundry"
)

// Job is what every machine has to know. It travels as JSON.
type Job struct {
	Name  string                    // of the plan, for messages
	Plan  string                    // its text
	Specs map[string]foundry.Packed // the specifications and rules files that it names
}

// NewJob reads a plan and packs the specifications that it names, which are files relative to base.
func NewJob(name string, text []byte, base string) (Job, error) {
	plan, err := dataset.ParsePlan(name, text)
	if err != nil {
		return Job{}, err
	}
	j := Job{Name: name, Plan: string(text), Specs: map[string]foundry.Packed{}}
	files := &foundry.Files{Base: base}
	for _, it := range plan.Items {
		opt := foundry.Options{Files: files}
		if file, ok := opt.RulesFile(it.Source); ok {
			r, err := foundry.ReadRules(file, files)
			if err != nil {
				return Job{}, err
			}
			j.Specs[file] = foundry.Packed{Name: file, Data: r.Text}
			continue
		}
		if opt.IsFamily(it.Source) || isGallery(it.Source) {
			continue
		}
		if j.Specs[it.Source], err = files.Pack(it.Source); err != nil {
			return Job{}, err
		}
	}
	parts, err := plan.Parts()
	if err != nil {
		return Job{}, err
	}
	if plan.Dedupe == "none" && !(len(parts) == 1 && parts[0].Count == 0 && parts[0].Share == 1) {
		return Job{}, fmt.Errorf("%s: dedupe: none with a split: equal puzzles must not be divided, so the pipeline removes them first; "+
			"expected config, text or canonical, or no split", name)
	}
	return j, nil
}

// Options say how the work is cut.
type Options struct {
	Output string // folder or address that the files are written below
	Shards int    // files of each part
	Chunk  int    // indices that are generated in one go
}

// Chunk is a range of indices of a run.
type Chunk struct {
	Run   int64 // number of the run
	Start int64 // first index
	Count int64
	Line  int64 // place of the first record in the whole set
	Place int64 // place of the first record among those of the item
}

// Rec is a record on its way.
type Rec struct {
	Line  int64 // place in the whole set
	Item  int64 // number of the plan's item
	Place int64 // place among the item's records
	JSON  []byte
}

// chunks lists the ranges of all runs.
func (j Job) chunks(size int64) ([]Chunk, error) {
	w, err := j.open()
	if err != nil {
		return nil, err
	}
	defer w.close()
	var out []Chunk
	line, place := int64(0), int64(0)
	for i, run := range w.runs {
		if i > 0 && w.runs[i-1].Index != run.Index {
			place = 0
		}
		n := int64(run.Count)
		for at := int64(0); at < n; at += size {
			out = append(out, Chunk{int64(i), at, min(size, n-at), line + at, place + at})
		}
		line, place = line+n, place+n
	}
	return out, nil
}

// Build adds the build to a pipeline.
func Build(s beam.Scope, j Job, opt Options) error {
	w, err := j.open()
	if err != nil {
		return err
	}
	defer w.close()
	chunks, err := j.chunks(int64(max(1, opt.Chunk)))
	if err != nil {
		return err
	}
	made := generate(s.Scope("Generate"), j, chunks)
	formatted := format(s.Scope("Format"), j, made)
	rated := rate(s.Scope("Rate"), j, formatted)
	unique := dedupe(s.Scope("Dedupe"), j, rated, w.plan.Dedupe == "none")
	parts := split(s.Scope("Split"), j, unique)
	write(s.Scope("Write"), j, parts, opt)
	return nil
}

// generate makes the records. They are materialised: two stages read them, and making them again would cost most of all.
func generate(s beam.Scope, j Job, chunks []Chunk) beam.PCollection {
	ranges := beam.Reshuffle(s, beam.CreateList(s, chunks))
	return beam.Reshuffle(s, beam.ParDo(s, &generateFn{Job: j}, ranges))
}

// format adds the fields of the published format, by the ranges of the weighted variables over each item.
func format(s beam.Scope, j Job, recs beam.PCollection) beam.PCollection {
	ranges := beam.CombinePerKey(s, mergeRanges, beam.ParDo(s, &valuesFn{Job: j}, recs))
	return beam.ParDo(s, &formatFn{Job: j}, recs, beam.SideInput{Input: ranges})
}

// rate adds the difficulty, by the ranges of the figures over each source.
func rate(s beam.Scope, j Job, recs beam.PCollection) beam.PCollection {
	ranges := beam.CombinePerKey(s, mergeRanges, beam.ParDo(s, figuresOf, recs))
	return beam.ParDo(s, &rateFn{Job: j}, recs, beam.SideInput{Input: ranges})
}

// dedupe keeps of equal puzzles the first.
func dedupe(s beam.Scope, j Job, recs beam.PCollection, none bool) beam.PCollection {
	keyed := beam.ParDo(s, &keyFn{Job: j, PerLine: none}, recs)
	return beam.ParDo(s, &firstFn{Job: j}, beam.GroupByKey(s, keyed))
}

// split says which part each record belongs to; records beyond all parts are left out.
func split(s beam.Scope, j Job, recs beam.PCollection) beam.PCollection {
	counts := beam.CombinePerKey(s, addCounts, beam.ParDo(s, bucketOf, recs))
	cuts := beam.ParDo(s, &cutFn{Job: j}, beam.GroupByKey(s, beam.AddFixedKey(s, beam.ParDo(s, countOf, counts))))
	return beam.ParDo(s, takeParts, beam.CoGroupByKey(s, beam.ParDo(s, byBucket, recs), cuts))
}

// write writes each part's shards, and then the manifest.
func write(s beam.Scope, j Job, recs beam.PCollection, opt Options) {
	shards := beam.ParDo(s, &shardFn{Shards: max(1, opt.Shards)}, recs)
	files := beam.ParDo(s, &writeFn{Job: j, Output: opt.Output, Shards: max(1, opt.Shards)}, beam.GroupByKey(s, shards))
	beam.ParDo0(s, &manifestFn{Job: j, Output: opt.Output}, beam.GroupByKey(s, beam.AddFixedKey(s, files)))
}

func isGallery(source string) bool {
	return len(source) > len(foundry.GalleryPrefix) && source[:len(foundry.GalleryPrefix)] == foundry.GalleryPrefix
}

// worker is a job opened on one machine.
type worker struct {
	plan  *dataset.Plan
	runs  []dataset.Run
	files *foundry.Files
	words *foundry.Words

	formats []dataset.FormatOptions // by item
	sources map[int64]made          // by run
}

// made is an open source with its maker.
type made struct {
	src  foundry.Source
	make foundry.Maker
}

// open reads the plan.
func (j Job) open() (*worker, error) {
	plan, err := dataset.ParsePlan(j.Name, []byte(j.Plan))
	if err != nil {
		return nil, err
	}
	w := &worker{plan: plan, files: &foundry.Files{Only: true, Given: map[string]foundry.Spec{}}, sources: map[int64]made{}}
	for name, p := range j.Specs {
		w.files.Given[name] = p.Spec()
	}
	if w.runs, err = plan.Runs(foundry.Options{Files: w.files}.ClassesOf); err != nil {
		return nil, err
	}
	for i, it := range plan.Items {
		opt, err := w.format(i, it)
		if err != nil {
			return nil, err
		}
		w.formats = append(w.formats, opt)
	}
	return w, nil
}

// format gives the options of an item's format stage.
func (w *worker) format(i int, it dataset.Item) (dataset.FormatOptions, error) {
	at := slices.IndexFunc(w.runs, func(r dataset.Run) bool { return r.Index == i })
	if at < 0 {
		return dataset.FormatOptions{}, nil
	}
	run := w.runs[at]
	opt := dataset.FormatOptions{Source: run.Name, QType: run.QType, EvalType: run.EvalType, Digits: dataset.Digits(it.Count)}
	if (foundry.Options{Files: w.files}).IsFamily(it.Source) {
		return opt, nil
	}
	doc, err := foundry.LoadSpec(it.Source, w.files)
	if err != nil {
		return opt, err
	}
	opt.Factors = []dataset.Factor{}
	for _, f := range doc.DiffFactors() {
		opt.Factors = append(opt.Factors, dataset.Factor(f))
	}
	return opt, nil
}

// maker gives the maker of a run.
func (w *worker) maker(i int64) (foundry.Maker, error) {
	if m, ok := w.sources[i]; ok {
		return m.make, nil
	}
	run := w.runs[i]
	opt := foundry.Options{Files: w.files, Carried: true, Class: run.Class, Level: run.Level, Settings: run.Options}
	// The plan's language is for the families among its items; an item's own must fit the item.
	if w.plan.Items[run.Index].Lang != "" || opt.IsFamily(run.Source) {
		opt.Lang = run.Lang
	}
	src, err := foundry.Open(run.Source, opt)
	if err != nil {
		return nil, err
	}
	w.sources[i] = made{src, src.NewMaker(run.Seed)}
	return w.sources[i].make, nil
}

// ask opens the specifications of word puzzles.
func (w *worker) ask() (*foundry.Words, error) {
	if w.words == nil {
		var names []string
		for name := range w.files.Given {
			if _, ok := (foundry.Options{Files: w.files}).RulesFile(name); !ok {
				names = append(names, name)
			}
		}
		slices.Sort(names)
		var err error
		if w.words, err = foundry.NewWords(w.files, names...); err != nil {
			return nil, err
		}
	}
	return w.words, nil
}

func (w *worker) close() error {
	var err error
	for _, m := range w.sources {
		if cerr := m.src.Close(); err == nil {
			err = cerr
		}
	}
	if w.words != nil {
		if cerr := w.words.Close(); err == nil {
			err = cerr
		}
	}
	return err
}
