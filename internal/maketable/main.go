// Command maketable makes puzzles of declared families and prints a line for each family: how many came out, how long a puzzle takes, how
// many of its clues are left, and how different the solutions are.
//
//	go run ./internal/maketable [-n 4] [-seed 1] [-size 10x10] [-timeout 20s] [-set NAME=VALUE] [FAMILY...]
//	go run ./internal/maketable -classes 1,2,3,4 [-n 4] ... [FAMILY...]
//	go run ./internal/maketable -levels 1,4,7,10 [-n 4] ... [SOURCE...]
//
// With -levels the columns are those of the levels: the mean cost of a puzzle by its rating, the time to make one, and the time to
// tell its cost.
//
// With -classes the columns are those of the classes: how many came out of n, and the median time; or, where none did, what was nearest.
//
// Times are those of the processor, also the limit: the machine may do other work beside.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/quandary-puzzles/quandary/internal/kinds/declared"
	"github.com/quandary-puzzles/quandary/internal/processor"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/solve/native"
)

func main() {
	n := flag.Int("n", 4, "puzzles of each family")
	seed := flag.Uint64("seed", 1, "seed of the run")
	size := flag.String("size", "", "size and parameters; empty: the family's usual ones")
	limit := flag.Duration("timeout", 20*time.Second, "how much of the processor a puzzle may take")
	show := flag.Bool("v", false, "print the puzzles")
	classes := flag.String("classes", "", "classes to make, such as 1,2,3,4")
	levels := flag.String("levels", "", "levels to make, such as 1,4,7,10")
	settings := puzzle.Settings{}
	flag.Func("set", "an option of the generator, NAME=VALUE; may be repeated", func(text string) error {
		name, value, ok := strings.Cut(text, "=")
		if !ok {
			return errors.New("expected NAME=VALUE")
		}
		settings[name] = value
		return nil
	})
	profile := flag.String("cpuprofile", "", "file for a profile of the run")
	flag.Parse()
	defer processor.Profile("maketable", *profile)()
	t := table{n: *n, seed: *seed, size: *size, limit: *limit, show: *show, settings: settings}
	if *levels != "" {
		var list []int
		for _, word := range strings.Split(*levels, ",") {
			level, err := strconv.Atoi(word)
			if err != nil {
				fmt.Fprintln(os.Stderr, "maketable:", err)
				os.Exit(2)
			}
			list = append(list, level)
		}
		t.byLevel(list, flag.Args())
		return
	}
	if *classes != "" {
		t.byClass(strings.Split(*classes, ","), flag.Args())
		return
	}
	fmt.Printf("%-22s %5s %8s %8s %7s %7s %6s  %s\n", "family", "made", "median", "worst", "clues", "solved", "apart", "")
	for _, f := range declared.Catalogue(native.New()) {
		if flag.NArg() == 0 || slices.Contains(flag.Args(), f.Name()) {
			t.family(f.(*declared.Builtin).Open())
		}
	}
	slices.Sort(t.medians)
	if len(t.medians) > 0 {
		fmt.Printf("%d of %d families; median of their medians %v, %d medians above 2s\n", len(t.medians), t.all,
			t.medians[len(t.medians)/2].Round(time.Millisecond), t.slow)
	}
}

type table struct {
	n        int
	seed     uint64
	size     string
	limit    time.Duration
	show     bool
	settings puzzle.Settings

	all, slow int
	medians   []time.Duration
}

// family makes puzzles of a family.
func (t *table) family(f *declared.Family) {
	t.all++
	p, err := f.ParseParams(t.size)
	if err != nil {
		fmt.Printf("%-22s %v\n", f.Name(), err)
		return
	}
	ctx := context.Background()
	var times []time.Duration
	var made []puzzle.Generated
	var last error
	start := processor.Time()
	first := time.Duration(0)
	for i := range t.n {
		before := processor.Time()
		c, stop := processor.Within(ctx, t.limit)
		g, err := f.Generate(c, p, t.settings, puzzle.Stream(f, t.seed, uint64(i)), nil)
		took := processor.Time() - before
		stop()
		if i == 0 {
			first = processor.Time() - start
		}
		if err != nil {
			last = err
			if len(made) == 0 && i > 0 || strings.Contains(err.Error(), "cannot be made") {
				break
			}
			continue
		}
		times = append(times, took)
		made = append(made, g)
		if t.show {
			fmt.Printf("%s\n%s\n", puzzle.ID(f, g.Instance), g.Solution.Desc())
		}
	}
	if len(made) == 0 {
		fmt.Printf("%-22s %2d/%-2d  %.90v\n", f.Name(), 0, t.n, last)
		return
	}
	slices.Sort(times)
	median := times[len(times)/2]
	if t.medians = append(t.medians, median); median > 2*time.Second {
		t.slow++
	}
	note := ""
	if last != nil {
		note = fmt.Sprintf("%.60v", last)
	}
	clues, solved, apart := statistics(made)
	fmt.Printf("%-22s %2d/%-2d %8v %8v %7.2f %7.2f %6.2f  first %v %s\n", f.Name(), len(made), t.n, median.Round(time.Millisecond), times[len(times)-1].Round(time.Millisecond),
		clues, solved, apart, first.Round(time.Millisecond), note)
}

// byClass makes puzzles of each class, and prints a line for each family.
func (t *table) byClass(classes, families []string) {
	fmt.Printf("%-22s", "family")
	for _, c := range classes {
		fmt.Printf(" %-16s", "class "+c)
	}
	fmt.Println()
	reached := make([]int, len(classes))
	all := 0
	for _, f := range declared.Catalogue(native.New()) {
		if len(families) > 0 && !slices.Contains(families, f.Name()) {
			continue
		}
		t.all++
		family := f.(*declared.Builtin).Open()
		fmt.Printf("%-22s", f.Name())
		p, err := family.ParseParams(t.size)
		if err != nil {
			fmt.Printf(" %v\n", err)
			continue
		}
		every := true
		for k, c := range classes {
			settings := maps.Clone(t.settings)
			settings["class"] = c
			var times []time.Duration
			last := ""
			for i := range t.n {
				before := processor.Time()
				ctx, stop := processor.Within(context.Background(), t.limit)
				g, err := family.Generate(ctx, p, settings, puzzle.Stream(family, t.seed, uint64(i)), nil)
				stop()
				var out *puzzle.UnreachableError
				switch {
				case err == nil:
					times = append(times, processor.Time()-before)
					if t.show {
						fmt.Printf("%s %s\n", g.Class, puzzle.ID(family, g.Instance))
					}
				case errors.As(err, &out):
					last = out.Best
				default:
					last = err.Error()
				}
			}
			if len(times) == 0 {
				every = false
				fmt.Printf(" %-16.16s", last)
				continue
			}
			reached[k]++
			slices.Sort(times)
			fmt.Printf(" %-16s", fmt.Sprintf("%d/%d %v", len(times), t.n, times[len(times)/2].Round(time.Millisecond)))
		}
		if every {
			all++
		}
		fmt.Println()
	}
	fmt.Printf("%d families; with every class %d; by class %v\n", t.all, all, reached)
}

// statistics gives the share of characters of a description that are not blank, the same of solutions, and how different two solutions
// are: the mean share of tokens that differ.
func statistics(made []puzzle.Generated) (clues, solved, apart float64) {
	filled := func(desc string) float64 {
		tokens := strings.FieldsFunc(desc, func(r rune) bool { return r == '_' || r == '/' })
		k := 0
		for _, w := range tokens {
			if w != "-" && w != "." {
				k++
			}
		}
		return float64(k) / float64(max(1, len(tokens)))
	}
	pairs := 0
	for i, g := range made {
		clues += filled(g.Instance.Desc()) / float64(len(made))
		solved += filled(g.Solution.Desc()) / float64(len(made))
		for _, h := range made[:i] {
			a, b := strings.FieldsFunc(g.Solution.Desc(), slash), strings.FieldsFunc(h.Solution.Desc(), slash)
			differ := 0
			for k := range min(len(a), len(b)) {
				if a[k] != b[k] {
					differ++
				}
			}
			apart += float64(differ) / float64(max(1, min(len(a), len(b))))
			pairs++
		}
	}
	return clues, solved, apart / float64(max(1, pairs))
}

func slash(r rune) bool { return r == '_' || r == '/' }
