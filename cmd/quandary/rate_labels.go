package main

import (
	"cmp"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"github.com/quandary-puzzles/quandary/internal/foundry"
	"github.com/quandary-puzzles/quandary/internal/kinds/declared"
	"github.com/quandary-puzzles/quandary/internal/rate"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// mostLabels is how many different numbers are classes of their own; more are divided into parts of equal size.
const mostLabels = 7

// labelled is a puzzle with what people say of it.
type labelled struct {
	inst  puzzle.Instance
	label string
	line  int
}

// trainAny trains a classifier for any family that can be rated.
func trainAny(cmd *cobra.Command, f trainFlags, file string) error {
	ctx := cmd.Context()
	kind, err := inputFlags{kind: f.kind, rules: f.rules}.family(cmd, families())
	if err != nil {
		return err
	}
	list, err := readLabelled(ctx, kind, f.label, file)
	if err != nil {
		return err
	}
	ratings, err := rateAll(ctx, cmd.ErrOrStderr(), f.workers, file, list)
	if err != nil {
		return err
	}
	classes, of, bounds, err := labelClasses(kind, list, ratings)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	samples := make([]rate.Sample, len(list))
	var names []string
	for i, r := range ratings {
		samples[i].Class = of[i]
		if names, samples[i].X = rate.Steps(r); len(samples[i].X) != len(samples[0].X) {
			return fmt.Errorf("%s:%d: this puzzle is rated by other features than the first", file, list[i].line)
		}
	}
	out := cmd.OutOrStdout()
	scores, ranks := make([]float64, len(list)), make([]float64, len(list))
	for i := range list {
		scores[i], ranks[i] = ratings[i].Score, float64(of[i])
		if v, err := strconv.ParseFloat(list[i].label, 64); err == nil {
			ranks[i] = v
		}
	}
	fmt.Fprintf(out, "%d puzzles; Spearman's rank correlation of the rating with the labels: %.2f\n", len(list), rate.Spearman(scores, ranks))
	fmt.Fprintf(out, "classes, the easiest first: %s\n", strings.Join(classes, ", "))
	r := rng.New(f.seed)
	m, opt, err := f.train(ctx, samples, classes, names, bounds, r)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%d-fold cross-validation: %s\n\n%s", f.folds, accuracy(m), m.About.Confusion.Table(classes))
	return finishTraining(cmd, f, m, kind.Name()+" classes", samples, opt, r)
}

// readLabelled reads a file of puzzles with labels: ids, or descriptions of one family.
func readLabelled(ctx context.Context, kind puzzle.Family, label, file string) ([]labelled, error) {
	reg := puzzle.NewRegistry(kind)
	var out []labelled
	err := eachLabelled(file, label, func(line int, text, label string) (err error) {
		l := labelled{label: label, line: line}
		if reg.IsID(text) {
			_, l.inst, err = reg.Open(ctx, text)
		} else if reader, ok := kind.(puzzle.Reader); ok {
			for e := range reader.Read(ctx, fmt.Sprintf("%s:%d", file, line), strings.NewReader(text+"\n"), "") {
				l.inst, err = e.Instance, e.Err
				break
			}
		}
		if err == nil && l.inst == nil {
			err = fmt.Errorf("no puzzle of %s in the row: an id such as %s:..., or a board", kind.Name(), kind.Name())
		}
		out = append(out, l)
		return err
	})
	if err == nil && len(out) == 0 {
		err = fmt.Errorf("%s: no puzzles below the heading", file)
	}
	return out, err
}

// eachLabelled reads a table of puzzles, and visits the lines with their text and their label.
func eachLabelled(file, label string, visit func(line int, text, label string) error) error {
	in, err := os.Open(file)
	if err != nil {
		return err
	}
	defer in.Close()
	rd := csv.NewReader(in)
	head, err := rd.Read()
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	puzzleAt, labelAt := slices.Index(head, "puzzle"), slices.Index(head, label)
	if puzzleAt < 0 || labelAt < 0 {
		return fmt.Errorf("%s:1: expected the columns puzzle and %s, found %s", file, label, strings.Join(head, ", "))
	}
	for {
		row, err := rd.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		line, _ := rd.FieldPos(puzzleAt)
		if err := visit(line, row[puzzleAt], row[labelAt]); err != nil {
			return fmt.Errorf("%s:%d: %w", file, line, err)
		}
	}
}

// rateAll rates puzzles, several at once.
func rateAll(ctx context.Context, report io.Writer, workers int, file string, list []labelled) ([]puzzle.Rating, error) {
	out := make([]puzzle.Rating, len(list))
	errs := make([]error, len(list))
	next := make(chan int)
	var wg sync.WaitGroup
	for range max(1, workers) {
		wg.Go(func() {
			for i := range next {
				r, ok := list[i].inst.(puzzle.Rater)
				if !ok {
					errs[i] = errors.New("puzzles of this family cannot be rated")
					continue
				}
				out[i], errs[i] = r.Rate(ctx)
			}
		})
	}
	for i := range list {
		if i > 0 && i%200 == 0 {
			fmt.Fprintf(report, "%d of %d puzzles rated\n", i, len(list))
		}
		next <- i
	}
	close(next)
	wg.Wait()
	for i, err := range errs {
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, list[i].line, err)
		}
	}
	return out, nil
}

// labelClasses makes classes of labels, the easiest first: numbers from the least on, many numbers in four parts of equal size, names in the
// order of the family's own classes or, where they are others, of the mean rating of their puzzles.
func labelClasses(kind puzzle.Family, list []labelled, ratings []puzzle.Rating) (classes []string, of []int, bounds string, err error) {
	var numbers []float64
	for _, l := range list {
		v, err := strconv.ParseFloat(l.label, 64)
		if err != nil {
			break
		}
		numbers = append(numbers, v)
	}
	if len(numbers) == len(list) {
		levels := slices.Clone(numbers)
		slices.Sort(levels)
		if distinct := slices.Compact(slices.Clone(levels)); len(distinct) <= mostLabels {
			levels = distinct
		} else { // the lower ends of four parts
			levels = slices.Compact([]float64{levels[0], levels[len(levels)/4], levels[len(levels)/2], levels[3*len(levels)/4]})
			bounds = fmt.Sprintf("from %v on", levels)
		}
		for _, v := range levels {
			classes = append(classes, strconv.FormatFloat(v, 'g', 4, 64))
		}
		for _, v := range numbers {
			at, found := slices.BinarySearch(levels, v)
			if !found {
				at--
			}
			of = append(of, at)
		}
	} else {
		for _, name := range foundry.Classes(kind) {
			if slices.ContainsFunc(list, func(l labelled) bool { return l.label == name }) {
				classes = append(classes, name)
			}
		}
		sum, n := map[string]float64{}, map[string]float64{}
		var others []string
		for i, l := range list {
			if n[l.label] == 0 && !slices.Contains(classes, l.label) {
				others = append(others, l.label)
			}
			sum[l.label] += ratings[i].Score
			n[l.label]++
		}
		slices.SortStableFunc(others, func(a, b string) int { return cmp.Compare(sum[a]/n[a], sum[b]/n[b]) })
		classes = append(classes, others...)
		for _, l := range list {
			of = append(of, slices.Index(classes, l.label))
		}
	}
	if len(classes) < 2 {
		return nil, nil, "", errors.New("all puzzles have one label: nothing can be learned")
	}
	if len(classes) > mostClasses {
		return nil, nil, "", fmt.Errorf("%d different labels: at most %d", len(classes), mostClasses)
	}
	return classes, of, bounds, nil
}

// mostClasses bounds the classes of a model.
const mostClasses = 20

// readModel reads a model that rate train has written.
func readModel(path string) (*rate.Model, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	m, err := rate.Read(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return m, nil
}

// modelled gives the family that a source names the classes of a model.
func modelled(opt *foundry.Options, source, path string) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	m, err := rate.Read(data)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	reg := opt.Families
	if reg == nil {
		reg = families()
	}
	name, _, _ := strings.Cut(source, ":")
	kind, err := reg.Lookup(name)
	if err != nil {
		return err
	}
	switch f := kind.(type) {
	case *declared.Builtin:
		kind = f.Open().Classified(m)
	case *declared.Family:
		kind = f.Classified(m)
	default:
		gen, ok := kind.(puzzle.Generator)
		if !ok {
			return fmt.Errorf("%s puzzles cannot be generated", kind.Name())
		}
		kind = foundry.Classified(gen, m)
	}
	opt.Families, opt.Definition = puzzle.NewRegistry(kind), append(slices.Clone(opt.Definition), data...)
	return nil
}
