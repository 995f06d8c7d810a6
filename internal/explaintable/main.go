// Command explaintable explains published boards of many families and prints a line for each family: how many boards are explained
// without supposing (all steps of class 1 to 5) and without branching (class 6), and how long it takes.
//
//	go run ./internal/explaintable -corpus DIR [-n 6] [-skip 8] [-timeout 20s] [-side 12] [-prove z3] [-cpuprofile FILE] [FAMILY...]
//
// DIR holds boards/FAMILY.jsonl. Boards with a longer side than -side are left out. Times are those of the processor: the machine may do
// other work beside.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/quandary-puzzles/quandary/internal/foundry"
	"github.com/quandary-puzzles/quandary/internal/kinds/declared"
	"github.com/quandary-puzzles/quandary/internal/processor"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/solve"
	"github.com/quandary-puzzles/quandary/solve/native"
	"github.com/quandary-puzzles/quandary/solve/smtlib"
)

func main() {
	corpus := flag.String("corpus", filepath.Join(os.Getenv("QUANDARY_CORPUS"), "families"), "folder with boards")
	most := flag.Int("n", 0, "boards of each family; 0: all")
	skip := flag.Int("skip", 0, "how many boards of each family come before those: others than the ones that were looked at")
	side := flag.Int("side", 12, "the longest side of a board")
	limit := flag.Duration("timeout", 20*time.Second, "how long a board may take, in time of the processor")
	verbose := flag.Bool("v", false, "a line for each board")
	prove := flag.String("prove", "", "have each step proved again by this engine: native, z3 or cvc5")
	profile := flag.String("cpuprofile", "", "write where the time goes to this file")
	flag.Parse()
	defer processor.Profile("explaintable", *profile)()
	t := &table{limit: *limit, most: *most, skip: *skip, side: *side, verbose: *verbose}
	switch *prove {
	case "":
	case native.Name:
		t.prover = native.New()
	default:
		var err error
		if t.prover, err = smtlib.Named(*prove); err != nil {
			fmt.Fprintln(os.Stderr, "explaintable:", err)
			os.Exit(2)
		}
	}
	files, err := filepath.Glob(filepath.Join(*corpus, "boards/*.jsonl"))
	if err == nil && len(files) == 0 {
		err = fmt.Errorf("there are no boards/*.jsonl in %s", *corpus)
	}
	for _, f := range files {
		name := strings.ToLower(strings.TrimSuffix(filepath.Base(f), filepath.Ext(f)))
		if flag.NArg() > 0 && !slices.Contains(flag.Args(), name) {
			continue
		}
		if err == nil {
			err = t.boards(name, f)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "explaintable:", err)
		os.Exit(1)
	}
	fmt.Println(t.all.line("all"))
}

type table struct {
	limit      time.Duration
	most, side int
	skip       int
	verbose    bool
	prover     solve.Engine // that proves each step again; nil: none
	all        tally
}

// tally is what was found of some boards.
type tally struct {
	boards, direct, straight, failed int
	classes                          [8]int
	times                            []time.Duration
	steps                            int
	proved                           int // steps that were proved again
	wrong                            []string
}

func (t *tally) add(o tally) {
	t.boards, t.direct, t.straight, t.failed = t.boards+o.boards, t.direct+o.direct, t.straight+o.straight, t.failed+o.failed
	for c, n := range o.classes {
		t.classes[c] += n
	}
	t.times, t.steps = append(t.times, o.times...), t.steps+o.steps
	t.proved, t.wrong = t.proved+o.proved, append(t.wrong, o.wrong...)
}

func (t *tally) line(name string) string {
	if t.boards == 0 {
		return fmt.Sprintf("%-18s no boards of this size", name)
	}
	slices.Sort(t.times)
	share := func(n int) float64 { return 100 * float64(n) / float64(t.boards) }
	line := fmt.Sprintf("%-18s %4d boards  direct %5.1f %%  straight %5.1f %%  classes %v  failed %d  steps %d  median %6.3f s  worst %6.2f s", name, t.boards,
		share(t.direct), share(t.straight), t.classes[1:], t.failed, t.steps/t.boards, t.times[len(t.times)/2].Seconds(), t.times[len(t.times)-1].Seconds())
	if t.proved > 0 || len(t.wrong) > 0 {
		line += fmt.Sprintf("  %d steps proved again, %d boards with one that was not %v", t.proved, len(t.wrong), t.wrong)
	}
	return line
}

// boards explains the boards of a family.
func (t *table) boards(name, file string) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	family, err := foundry.Families().Lookup(name)
	if err != nil {
		return nil // not declared
	}
	var own tally
	skipped := 0
	for text := range strings.Lines(string(data)) {
		if t.most > 0 && own.boards == t.most {
			break
		}
		var b struct{ ID, Problem string }
		if err := json.Unmarshal([]byte(text), &b); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		if large(b.Problem, t.side) {
			continue
		}
		if skipped < t.skip {
			skipped++
			continue
		}
		own.boards++
		start := processor.Time()
		r, err := t.rate(family, b.Problem)
		d := processor.Time() - start
		if errors.Is(err, errOwn) {
			return nil
		}
		own.times = append(own.times, d)
		class, _ := strconv.Atoi(r.Class)
		switch {
		case err != nil:
			own.failed++
		case class <= 5:
			own.direct++
			own.straight++
		case class <= 6:
			own.straight++
		}
		if err == nil {
			own.classes[class]++
			own.steps += r.Steps
		}
		if t.prover != nil && err == nil {
			n, err := t.again(family, b.Problem)
			own.proved += n
			if err != nil {
				own.wrong = append(own.wrong, fmt.Sprintf("%s %s: %v", name, b.ID, err))
			}
		}
		if t.verbose {
			fmt.Printf("  %s %s: class %s, hardest %s, %d steps, cost %.0f, %v, %.3f s, %v\n", name, b.ID, r.Class, r.Hardest, r.Steps, r.Cost, r.Features, d.Seconds(), err)
		}
	}
	fmt.Println(own.line(name))
	t.all.add(own)
	return nil
}

// large reports whether a board has a longer side than allowed.
func large(problem string, side int) bool {
	var rows, cols int
	n, _ := fmt.Sscan(problem, &rows, &cols)
	if n < 2 {
		cols = rows
	}
	return max(rows, cols) > side
}

func (t *table) rate(family puzzle.Family, problem string) (r puzzle.Rating, err error) {
	ctx, cancel := processor.Within(context.Background(), t.limit)
	defer cancel()
	i, err := board(ctx, family, problem)
	if err != nil {
		return r, err
	}
	return i.Rate(ctx)
}

// again has the steps of a board proved by another engine.
func (t *table) again(family puzzle.Family, problem string) (int, error) {
	ctx, cancel := processor.Within(context.Background(), 10*t.limit)
	defer cancel()
	i, err := board(ctx, family, problem)
	if err != nil {
		return 0, err
	}
	return i.Prove(ctx, t.prover)
}

// errOwn tells of a family that has a program of its own beside its rules file: that one explains it, and it is not counted here.
var errOwn = errors.New("a program of its own explains the family")

// board reads a board of a family that a rules file states.
func board(ctx context.Context, family puzzle.Family, problem string) (*declared.Instance, error) {
	for e := range family.(puzzle.Reader).Read(ctx, "board", strings.NewReader(problem), "") {
		if e.Err != nil {
			return nil, e.Err
		}
		if i, ok := e.Instance.(*declared.Instance); ok {
			return i, nil
		}
		return nil, fmt.Errorf("%s: %w", family.Name(), errOwn)
	}
	return nil, fmt.Errorf("there is no board")
}
