// Package flatzinc solves problems with any solver that reads FlatZinc, the language that MiniZinc compiles to: Gecode, or
// another by its command line. The solver is a child process for each question; it is killed when a context ends, when it uses too
// much memory, and (on Linux) when we die.
//
// It does Bools and bounded Ints within 2^30; graphs and automata are written out (model.Problem.Plain). Only the standard
// predicates of FlatZinc are used, so that every solver knows them. Constraints are sent as they were written, with guards where a
// division may be by zero, and each solution is checked by model.Check before it is given out: this engine shares with the
// embedded one what model says about a problem, and nothing else.
//
// A step is one run of the solver. By default there is no bound on their number; Engine.Timeout bounds the time of each, and the
// context that of all.
package flatzinc

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"time"

	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve"
)

// DefaultMemory bounds a solver's memory when the budget does not: 2 GB.
const DefaultMemory = 2 << 30

// Name is Gecode's name as an engine, in records and for users.
const Name = "flatzinc"

// Program is the program of Gecode's interpreter.
const Program = "fzn-gecode"

// ErrNotInstalled: the solver's program is not there.
var ErrNotInstalled = errors.New("not installed")

// NotInstalledError names the program that is missing. It matches ErrNotInstalled.
type NotInstalledError struct{ Program string }

func (e *NotInstalledError) Error() string {
	s := e.Program + " is not installed"
	if e.Program == Program {
		s += " (Debian and Ubuntu: apt install flatzinc; macOS: brew install gecode)"
	}
	return s
}

func (e *NotInstalledError) Is(target error) bool { return target == ErrNotInstalled }

// Engine runs one solver.
type Engine struct {
	// Timeout bounds each run. 0 is no bound.
	Timeout time.Duration

	name string
	argv []string
}

// Gecode runs Gecode's interpreter of FlatZinc, under the name flatzinc.
func Gecode() *Engine { return Command(Name, Program) }

// Command runs any solver that takes FlatZinc's standard options (-a for all solutions, -r for a seed) and the name of a file, and
// prints solutions as the standard says: its name in messages, the program and its first arguments.
func Command(name, program string, args ...string) *Engine {
	return &Engine{name: name, argv: append([]string{program}, args...)}
}

// Name names the solver.
func (e *Engine) Name() string { return e.name }

// Installed reports whether the solver's program is there.
func (e *Engine) Installed() bool {
	_, err := exec.LookPath(e.argv[0])
	return err == nil
}

// Open starts a session. A *NotInstalledError says that the solver's program is not there.
func (e *Engine) Open(_ context.Context, p *model.Problem, b solve.Budget) (solve.Session, error) {
	if err := p.Err(); err != nil {
		return nil, fmt.Errorf("the problem has a mistake: %w", err)
	}
	if !e.Installed() {
		return nil, &NotInstalledError{e.argv[0]}
	}
	if b.Memory == 0 {
		b.Memory = DefaultMemory
	}
	s := &session{engine: e, p: p, own: p.NumConstraints(), budget: b, Stack: solve.NewStack(p), objective: p.Objective()}
	s.objectiveTotal, s.objectiveDefined = p.TotalObjective()
	return s, nil
}
