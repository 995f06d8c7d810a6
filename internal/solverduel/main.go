// Command solverduel compares solvers on random problems: brute force, the embedded engine, and the SMT-LIB solvers that are
// installed. Each is asked for a solution, with and without assumptions, all solutions up to a limit, what they have in
// common, the optima, a minimal unsatisfiable set, and the same again after push and pop; every answer is checked against model.Check
// and against the others. It prints counts and each disagreement, made small, and fails if there is one.
//
//	go run ./internal/solverduel -n 100000 -j 2 -state duel.json
//
// An interrupted run goes on where it stopped when it is given the same state file. Problem i depends on the seed and i alone.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/signal"
	"sort"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve"
	"github.com/quandary-puzzles/quandary/solve/brute"
	"github.com/quandary-puzzles/quandary/solve/native"
	"github.com/quandary-puzzles/quandary/solve/smtlib"
	"github.com/quandary-puzzles/quandary/solve/solvetest"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "solverduel:", err)
		os.Exit(1)
	}
}

// state is what a run has found so far: all problems below Next are done.
type state struct {
	Seed          uint64           `json:"seed"`
	Engines       string           `json:"engines"`
	Shape         string           `json:"shape"`
	Next          uint64           `json:"next"`
	Status        map[string]int64 `json:"status"`
	Solutions     int64            `json:"solutions"`
	Answered      map[string]int64 `json:"answered"`
	Errors        map[string]int64 `json:"not_answered"`
	Disagreements []string         `json:"disagreements"`
}

type settings struct {
	n, seed uint64
	engines string
	workers int
	limit   int
	every   uint64
	shape   string
	timeout time.Duration

	patience time.Duration
	file     string
}

func run() error {
	var c settings
	flag.Uint64Var(&c.n, "n", 1000, "how many problems, from 0")
	flag.Uint64Var(&c.seed, "seed", 1, "seed of the problems")
	flag.StringVar(&c.engines, "engines", "brute,native,z3,cvc5", "engines to compare: "+strings.Join(known(), ", ")+
		", or the command of an SMT-LIB solver")
	flag.IntVar(&c.workers, "j", 1, "how many problems at a time")
	flag.IntVar(&c.limit, "limit", 12, "how many solutions of a problem to compare")
	flag.Uint64Var(&c.every, "every", 1, "ask the SMT-LIB solvers about every n-th problem only")
	flag.StringVar(&c.shape, "shape", "mixed", "problems to draw: mixed, reals (linear, with objectives) or nonlinear")
	flag.DurationVar(&c.timeout, "timeout", time.Second, "time for each query of an SMT-LIB solver")
	flag.DurationVar(&c.patience, "patience", 5*time.Second, "time for all answers of the other engines to one problem")
	flag.StringVar(&c.file, "state", "", "file to keep the state in, and to go on from")
	flag.Parse()
	if flag.NArg() > 0 {
		return fmt.Errorf("unexpected argument %q", flag.Arg(0))
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	st := &state{Seed: c.seed, Engines: c.engines, Shape: c.shape, Status: map[string]int64{}, Answered: map[string]int64{}, Errors: map[string]int64{}}
	if err := st.load(c.file); err != nil {
		return err
	}
	if st.Seed != c.seed || st.Engines != c.engines || st.Shape != c.shape {
		return fmt.Errorf("%s is of another run: seed %d, engines %s, shape %s", c.file, st.Seed, st.Engines, st.Shape)
	}
	if c.shape != "mixed" && c.shape != "reals" && c.shape != "nonlinear" {
		return fmt.Errorf("unknown shape %q: mixed, reals or nonlinear is expected", c.shape)
	}
	err := duel(ctx, c, st)
	st.print()
	if err == nil && len(st.Disagreements) > 0 {
		err = fmt.Errorf("%d disagreements", len(st.Disagreements))
	}
	return err
}

func (st *state) load(file string) error {
	if file == "" {
		return nil
	}
	b, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if err := json.Unmarshal(b, st); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return nil
}

func (st *state) save(file string) error {
	if file == "" {
		return nil
	}
	b, err := json.MarshalIndent(st, "", " ")
	if err != nil {
		return err
	}
	if err := os.WriteFile(file+".new", b, 0o644); err != nil {
		return err
	}
	return os.Rename(file+".new", file)
}

func (st *state) print() {
	fmt.Printf("%d problems, %d solutions compared\n", st.Next, st.Solutions)
	for _, part := range []struct {
		title string
		m     map[string]int64
	}{{"status", st.Status}, {"questions answered", st.Answered}, {"not answered", st.Errors}} {
		fmt.Printf("%s:\n", part.title)
		var keys []string
		for k := range part.m {
			keys = append(keys, k)
		}
		sort.Strings(keys)
		for _, k := range keys {
			fmt.Printf("  %-50s %d\n", k, part.m[k])
		}
	}
	fmt.Printf("disagreements: %d\n", len(st.Disagreements))
	for _, d := range st.Disagreements {
		fmt.Println(d)
	}
}

// duel runs the problems that are not done, a batch at a time so that the state is always that of a prefix.
func duel(ctx context.Context, c settings, st *state) error {
	var teams []team
	for range c.workers {
		t, done, err := contenders(c)
		if err != nil {
			return err
		}
		defer done()
		teams = append(teams, t)
	}
	const batch = 200
	began, first := time.Now(), st.Next
	for st.Next < c.n {
		size := min(batch, c.n-st.Next)
		reports := make([]*solvetest.Report, size)
		next := make(chan uint64)
		var wg sync.WaitGroup
		for _, team := range teams {
			wg.Add(1)
			go func() {
				defer wg.Done()
				for i := range next {
					reports[i] = team.members(st.Next+i, c.every).Compare(ctx, problem(c, st.Next+i))
				}
			}()
		}
		for i := range size {
			next <- i
		}
		close(next)
		wg.Wait()
		if ctx.Err() != nil {
			return errors.Join(ctx.Err(), st.save(c.file))
		}
		for i, r := range reports {
			st.take(st.Next+uint64(i), r, teams[0], problem(c, st.Next+uint64(i)))
		}
		st.Next += size
		if err := st.save(c.file); err != nil {
			return err
		}
		rate := float64(st.Next-first) / time.Since(began).Seconds()
		left := time.Duration(float64(c.n-st.Next)/rate) * time.Second
		fmt.Fprintf(os.Stderr, "\r%d of %d, %.0f a second, %v left, %d disagreements   ", st.Next, c.n, rate, left, len(st.Disagreements))
	}
	fmt.Fprintln(os.Stderr)
	return nil
}

func (st *state) take(i uint64, r *solvetest.Report, team team, build solvetest.Build) {
	st.Status[r.Status.String()]++
	st.Solutions += int64(r.Solutions)
	for e, n := range r.Answered {
		st.Answered[e] += int64(n)
	}
	for e, kinds := range r.Errors {
		for _, kind := range kinds {
			st.Errors[e+": "+kind]++
		}
	}
	if len(r.Disagreements) > 0 {
		st.Disagreements = append(st.Disagreements, fmt.Sprintf("problem %d\n%s", i, team.ExplainSmall(build)))
	}
}

// problem draws problem i. Every tenth has Reals, every thirtieth nonlinear ones; one in five is all about the logic and
// linear sums. In two of five, domains are stated as constraints.
func problem(c settings, i uint64) solvetest.Build {
	o := solvetest.Default()
	o.Asserted = i%5 < 2
	switch {
	case c.shape == "reals":
		o.Reals, o.Objectives = 100, 70
	case c.shape == "nonlinear":
		o.Reals, o.LinearReals = 100, false
	case i%30 == 7:
		o.Reals, o.LinearReals = 100, false
	case i%10 == 7:
		o.Reals = 100
	case i%5 == 3:
		o.NoPowers, o.NoQuotients, o.NoProducts = true, true, true
	}
	return solvetest.Drawn(func() solve.Rand { return rng.New(c.seed).Derive("duel", i) }, o)
}

func known() []string { return []string{"brute", "native", "z3", "cvc5"} }

// team is a set of engines to compare.
type team struct{ solvetest.Comparison }

// members are those of the team that are asked about problem i.
func (t team) members(i, every uint64) solvetest.Comparison {
	c := solvetest.Comparison{Limit: t.Limit}
	for _, e := range t.Engines {
		if !e.Brief || i%max(every, 1) == 0 {
			c.Engines = append(c.Engines, e)
		}
	}
	return c
}

// contenders makes a team of engines, for one worker.
func contenders(c settings) (team team, done func(), err error) {
	team.Limit = c.limit
	var engines []*smtlib.Engine
	done = func() {
		for _, e := range engines {
			e.Close()
		}
	}
	for _, name := range strings.Split(c.engines, ",") {
		name = strings.TrimSpace(name)
		if name == "brute" {
			team.Engines = append(team.Engines, solvetest.Contender{Engine: brute.Engine{}, Closed: true, Time: c.patience, Budget: solve.Budget{Steps: 2_000_000}})
			continue
		}
		if name == "native" {
			team.Engines = append(team.Engines, solvetest.Contender{Engine: native.New(), Time: c.patience, Budget: solve.Budget{Steps: 200_000}})
			continue
		}
		e, err := smtlib.Named(name)
		if err != nil {
			return team, done, err
		}
		if !e.Installed() {
			_, err := e.Open(context.Background(), model.NewProblem(), solve.Budget{})
			return team, done, err
		}
		e.Keep, e.Timeout = 2, c.timeout // two: a core is found in a session of its own
		engines = append(engines, e)
		team.Engines = append(team.Engines, solvetest.Contender{Engine: e, Brief: true})
	}
	return team, done, nil
}
