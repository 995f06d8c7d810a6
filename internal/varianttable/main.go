// Command varianttable solves published Sudoku variants and prints a line for each that does not come out with exactly the published
// solution, with uniqueness proved, and at the end how many do and how long they take. Times are processor seconds of the whole program, so that
// they mean the same on a busy machine.
//
//	go run ./internal/varianttable [-timeout 20s] [-v] [-only NAME] FILE
//
// FILE holds lines with "name", "input" in the notation of Interactive Sudoku Solver, and "solution".
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/quandary-puzzles/quandary/internal/foundry"
	"github.com/quandary-puzzles/quandary/internal/processor"
	"github.com/quandary-puzzles/quandary/puzzle"
)

func main() {
	limit := flag.Duration("timeout", 20*time.Second, "how much processor time a puzzle may take")
	verbose := flag.Bool("v", false, "a line for every puzzle")
	only := flag.String("only", "", "only puzzles whose name holds this text")
	flag.Parse()
	data, err := os.ReadFile(flag.Arg(0))
	if err != nil {
		fmt.Fprintln(os.Stderr, "varianttable:", err)
		os.Exit(1)
	}
	family, err := foundry.Families().Lookup("sudoku")
	if err != nil {
		panic(err) // it is part of the program
	}
	all, right, logs := 0, 0, 0.0
	var times []time.Duration
	for text := range strings.Lines(string(data)) {
		var v struct{ Name, Input, Solution string }
		if err := json.Unmarshal([]byte(text), &v); err != nil {
			fmt.Fprintln(os.Stderr, "varianttable:", err)
			os.Exit(1)
		}
		if v.Solution == "" || !strings.Contains(v.Name, *only) {
			continue
		}
		all++
		start := processor.Time()
		why := solve(family.(puzzle.Reader), v.Input, v.Solution, *limit)
		d := processor.Time() - start
		if why == "" {
			right++
			times = append(times, d)
			logs += math.Log(d.Seconds())
		}
		if why != "" || *verbose {
			fmt.Printf("%-40s %8.3f s  %s\n", v.Name, d.Seconds(), why)
		}
	}
	slices.Sort(times)
	if right > 0 {
		fmt.Printf("%d of %d; of these: median %.3f s, worst %.3f s, geometric mean %.3f s\n", right, all, times[right/2].Seconds(), times[right-1].Seconds(),
			math.Exp(logs/float64(right)))
	}
}

// solve says what is wrong with our answer to a puzzle, or "".
func solve(family puzzle.Reader, input, want string, limit time.Duration) string {
	ctx, cancel := processor.Within(context.Background(), limit)
	defer cancel()
	for e := range family.Read(ctx, "puzzle", strings.NewReader(input), "") {
		if e.Err != nil {
			return e.Err.Error()
		}
		res, err := e.Instance.(puzzle.Solver).Solve(ctx, 2)
		if err != nil && res.Count == 0 {
			return err.Error()
		}
		if res.Count == 0 {
			return "no solution"
		}
		if err != nil {
			return "one found, not proved: " + err.Error()
		}
		if res.Status != puzzle.Unique {
			return "not unique: " + res.Solutions[0].Desc() + " " + res.Solutions[1].Desc()
		}
		if err := e.Instance.(puzzle.Solver).CheckSolution(res.Solutions[0]); err != nil {
			return err.Error()
		}
		got, err := res.Solutions[0].Encode(e.Format)
		if err != nil {
			return err.Error()
		}
		if got != want {
			return fmt.Sprintf("found %v, published %s", got, want)
		}
		return ""
	}
	return "nothing was read"
}
