package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"github.com/quandary-puzzles/quandary/internal/kinds/sudoku"
	"github.com/quandary-puzzles/quandary/internal/rate"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
)

type trainFlags struct {
	features string
	label    string
	out      string
	curve    string
	about    string
	folds    int
	trials   int
	seed     uint64
	c, gamma float64
	workers  int
	kind     string
	rules    string
	labels   string
}

func newRateTrainCmd() *cobra.Command {
	var f trainFlags
	cmd := &cobra.Command{
		Use:   "train [FILE.csv]",
		Short: "Train a classifier on puzzles with known difficulty",
		Long: `Train a support vector machine that tells classes of puzzles apart. The file has a heading and a puzzle a row.

With --kind, or --rules, it is for any family that can be rated: the column "puzzle" holds an id or a board, the column of --label a
number (the larger the harder) or a name. The features are what rating measures: steps by class, costs, the score. What is printed
is how well the rating itself agrees with the labels (Spearman's rank correlation), and the accuracy and the confusion matrix by
cross-validation. The model serves "rate --model" and "generate --model".

Without, it is for Sudoku: the column "puzzle" holds 81 characters, the column of --label a rating on Sudoku Explainer's scale or the
name of a class.

The features are the paper's vector of 15 components (vector), or what the technique ladders find (techniques). What is
printed is the accuracy and the confusion matrix by cross-validation; --curve draws the accuracy against the part of the
puzzles that was trained on.`,
		Example: `  quandary rate train ratings.csv --features vector -o vector.json --curve curve.svg
  quandary rate train --kind slitherlink --labels labels.csv -o model.json
  quandary rate --model model.json 'slitherlink:5x5#3'`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if (len(args) == 1) == (f.labels != "") {
				return errors.New("expected one file of labelled puzzles: FILE.csv, or --labels FILE.csv")
			}
			file := strings.Join(args, "") + f.labels
			if f.kind == "" && f.rules == "" {
				return train(cmd, f, file)
			}
			if cmd.Flags().Changed("features") {
				return errors.New("--features is for Sudoku, without --kind: other families have the features of their steps")
			}
			if !cmd.Flags().Changed("label") {
				f.label = "label"
			}
			return trainAny(cmd, f, file)
		},
	}
	fl := cmd.Flags()
	fl.StringVar(&f.features, "features", sudoku.ByVector, "feature set: "+strings.Join(sudoku.FeatureSets(), ", "))
	fl.StringVar(&f.label, "label", "se_rating", "column with the rating or the class; with --kind: label")
	fl.StringVar(&f.kind, "kind", "", "family of the puzzles, any that can be rated")
	fl.StringVar(&f.rules, "rules", "", "rules file of the family, instead of --kind")
	fl.StringVar(&f.labels, "labels", "", "the file of labelled puzzles, instead of FILE.csv")
	fl.StringVarP(&f.out, "output", "o", "", "file for the model; empty: none")
	fl.StringVar(&f.curve, "curve", "", "file for the learning curve, as SVG; empty: none")
	fl.StringVar(&f.about, "about", "", "description of the data, kept in the model")
	fl.IntVar(&f.folds, "folds", 10, "folds of the cross-validation")
	fl.IntVar(&f.trials, "trials", 20, "trials for each point of the learning curve (the paper: 500)")
	fl.Uint64Var(&f.seed, "seed", 1, "seed of folds and splits")
	fl.Float64Var(&f.c, "c", 10, "price of an error")
	fl.Float64Var(&f.gamma, "gamma", 0, "width of the kernel; 0: one over the number of features")
	fl.IntVarP(&f.workers, "workers", "j", runtime.NumCPU(), "how many puzzles to rate at once")
	return cmd
}

func train(cmd *cobra.Command, f trainFlags, file string) error {
	ctx := cmd.Context()
	if !slices.Contains(sudoku.FeatureSets(), f.features) {
		return puzzle.Unknownf("feature set", f.features, sudoku.FeatureSets())
	}
	samples, err := readSamples(cmd, f, file)
	if err != nil {
		return err
	}
	var classes []string
	bounds := ""
	for i, c := range sudoku.Classes() {
		classes = append(classes, c.Name)
		if i > 0 {
			bounds += ", "
		}
		bounds += fmt.Sprintf("%s to %.1f", c.Name, c.Most)
	}
	names := sudoku.FeatureNames(f.features)
	r := rng.New(f.seed)
	m, opt, err := f.train(ctx, samples, classes, names, bounds, r)
	if err != nil {
		return err
	}
	out := cmd.OutOrStdout()
	fmt.Fprintf(out, "%d puzzles, features: %s, %d-fold cross-validation: %s\n\n%s", len(samples), f.features, f.folds,
		accuracy(m), m.About.Confusion.Table(classes))
	return finishTraining(cmd, f, m, "Sudoku classes by "+f.features, samples, opt, r)
}

// accuracy says how often a model was right on puzzles that it had not seen, and how sure that is.
func accuracy(m *rate.Model) string {
	low, high := rate.Confidence(m.About.Confusion.Right())
	return fmt.Sprintf("%.1f %% right (95 %% confidence: %.1f to %.1f %%)", 100*m.About.Accuracy, 100*low, 100*high)
}

// train trains a classifier, and tells in its About how right it is on puzzles that it was not trained on.
func (f trainFlags) train(ctx context.Context, samples []rate.Sample, classes, names []string, bounds string, r *rng.Stream) (*rate.Model, rate.Options, error) {
	opt := rate.Options{C: f.c, Gamma: f.gamma}
	confusion, err := rate.CrossValidate(ctx, samples, classes, names, f.folds, opt, r.Derive("folds"))
	if err != nil {
		return nil, opt, err
	}
	m, err := rate.Train(samples, classes, names, opt)
	if err != nil {
		return nil, opt, err
	}
	m.Round(4)
	counts := make([]int, len(classes))
	for _, s := range samples {
		counts[s.Class]++
	}
	m.About = rate.About{Data: f.about, Bounds: bounds, Samples: counts, C: f.c, Folds: f.folds, Accuracy: confusion.Accuracy(), Confusion: confusion}
	return m, opt, nil
}

// finishTraining draws the learning curve and writes the model, as far as they are asked for.
func finishTraining(cmd *cobra.Command, f trainFlags, m *rate.Model, title string, samples []rate.Sample, opt rate.Options, r *rng.Stream) error {
	out := cmd.OutOrStdout()
	if f.curve != "" {
		var parts []float64
		for i := 1; i <= 9; i++ { // of few puzzles, a small part would often lack a class
			if part := float64(i) / 10; part*float64(len(samples)) >= float64(2*len(m.Classes)) {
				parts = append(parts, part)
			}
		}
		points, err := rate.LearningCurve(cmd.Context(), samples, m.Classes, m.Features, parts, f.trials, opt, r.Derive("curve"))
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "\n| part trained on | right | deviation | 95 %% of the trials |\n|---:|---:|---:|---:|\n")
		for _, p := range points {
			fmt.Fprintf(out, "| %.0f %% | %.1f %% | %.1f %% | %.1f to %.1f %% |\n", 100*p.Part, 100*p.Accuracy, 100*p.Deviation, 100*p.Low, 100*p.High)
		}
		svg := rate.PlotSVG(title, []rate.Series{{Name: title, Points: points}})
		if err := os.WriteFile(f.curve, []byte(svg), 0o644); err != nil {
			return err
		}
	}
	if f.out == "" {
		return nil
	}
	text, err := json.Marshal(m)
	if err != nil {
		return err
	}
	return os.WriteFile(f.out, append(text, '\n'), 0o644)
}

// readSamples reads the labelled puzzles and finds their features.
func readSamples(cmd *cobra.Command, f trainFlags, file string) ([]rate.Sample, error) {
	var samples []rate.Sample
	var inst []*sudoku.Puzzle
	err := eachLabelled(file, f.label, func(_ int, text, label string) error {
		class, err := classLabel(label)
		if err != nil {
			return err
		}
		for e := range (sudoku.Family{}).Read(cmd.Context(), file, strings.NewReader(text), "line") {
			if e.Err != nil {
				return e.Err
			}
			inst = append(inst, e.Instance.(*sudoku.Puzzle))
		}
		if samples = append(samples, rate.Sample{Class: class}); len(inst) != len(samples) {
			return errors.New("no puzzle in the row")
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return samples, measure(cmd.Context(), cmd.ErrOrStderr(), f, inst, samples)
}

// measure fills in the features of the samples, on several workers.
func measure(ctx context.Context, report io.Writer, f trainFlags, inst []*sudoku.Puzzle, samples []rate.Sample) error {
	var mu sync.Mutex
	var wg sync.WaitGroup
	var first error
	next := 0
	for range max(1, f.workers) {
		wg.Go(func() {
			for {
				mu.Lock()
				i := next
				next++
				stop := i >= len(inst) || first != nil
				if !stop && i > 0 && i%200 == 0 {
					fmt.Fprintf(report, "%d of %d puzzles rated\n", i, len(inst))
				}
				mu.Unlock()
				if stop {
					return
				}
				x, err := inst[i].Features(ctx)
				if err != nil {
					mu.Lock()
					if first == nil {
						first = fmt.Errorf("puzzle %d: %w", i+1, err)
					}
					mu.Unlock()
					return
				}
				samples[i].X = x[f.features]
			}
		})
	}
	wg.Wait()
	return first
}

// classLabel reads a rating or the name of a class.
func classLabel(text string) (int, error) {
	name := text
	if rating, err := strconv.ParseFloat(text, 64); err == nil {
		name = sudoku.ClassOf(rating)
	}
	var names []string
	for i, c := range sudoku.Classes() {
		if c.Name == name {
			return i, nil
		}
		names = append(names, c.Name)
	}
	return 0, puzzle.Unknownf("class", name, names)
}
