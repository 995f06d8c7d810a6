package main

import (
	"fmt"
	"math"
	"os/exec"
	"slices"
	"strings"
	"time"
)

// rival is another program that solves the same boards in the same run: it reads JSON lines with "family" and "problem", and answers
// each with a line.
type rival struct {
	*lineProgram
	logs []float64 // of the ratios of its times to ours, on the boards that both solved
	rows []rivalRow
}

// rivalRow is a family in the table of both.
type rivalRow struct {
	family       string
	boards       int
	right        int // of ours: exactly the published solution, proven to be the only one
	solved       int // of theirs: some solution
	ours, theirs []time.Duration
	why          string // why the rival solved none
}

// rivalAnswer is the answer of the rival.
type rivalAnswer struct {
	Solved  bool
	Seconds float64
	Error   string
}

// startRival starts a program, given with its arguments.
func startRival(command string) (*rival, error) {
	words := strings.Fields(command)
	if len(words) == 0 {
		return nil, fmt.Errorf("-rival: a program and its arguments are expected")
	}
	p, err := startLines(exec.Command(words[0], words[1:]...))
	return &rival{lineProgram: p}, err
}

// solve has the rival solve a board.
func (r *rival) solve(family string, b line) (a rivalAnswer, err error) {
	err = r.ask(map[string]string{"family": family, "problem": b.Problem}, &a)
	return a, err
}

// add notes a board that both were asked for.
func (row *rivalRow) add(right bool, ours time.Duration, a rivalAnswer) {
	row.boards++
	row.ours = append(row.ours, ours)
	if right {
		row.right++
	}
	if !a.Solved {
		row.why = a.Error
		return
	}
	row.solved++
	row.theirs = append(row.theirs, time.Duration(a.Seconds*float64(time.Second)))
}

// table prints the families, one a line, as Markdown.
func (r *rival) table() {
	fmt.Print("\n| family | ours, proven unique: ms (worst), right | theirs, one solution: ms (worst), solved | times faster |\n|---|--:|--:|--:|\n")
	ahead, both := 0, 0
	for _, row := range r.rows {
		slices.Sort(row.ours)
		slices.Sort(row.theirs)
		n := len(row.ours)
		mine := fmt.Sprintf("%.1f (%.1f), %d of %d", ms(row.ours[n/2]), ms(row.ours[n-1]), row.right, row.boards)
		if row.solved == 0 {
			fmt.Printf("| %s | %s | – | |\n", row.family, mine)
			continue
		}
		k := len(row.theirs)
		ratio := row.theirs[k/2].Seconds() / row.ours[n/2].Seconds()
		both++
		if ratio >= 1 {
			ahead++
		}
		fmt.Printf("| %s | %s | %.1f (%.1f), %d of %d | %.1f |\n", row.family, mine, ms(row.theirs[k/2]), ms(row.theirs[k-1]), row.solved, row.boards, ratio)
	}
	sum := 0.0
	for _, x := range r.logs {
		sum += x
	}
	if len(r.logs) > 0 {
		fmt.Printf("\n%d families by both, the median ahead in %d; %d boards solved by both, geometric mean of the ratios %.1f\n",
			both, ahead, len(r.logs), math.Exp(sum/float64(len(r.logs))))
	}
}
