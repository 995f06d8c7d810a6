// Package smtlib solves problems with any solver that speaks SMT-LIB 2 on its standard input: z3, cvc5, or another by its
// command line. The solver is a child process; it is killed when a context ends, when it uses too much memory, when its
// session or engine is closed, and (on Linux) when we die.
//
// It does what the solver does: everything in the model. What a solver cannot decide it says (solve.ErrGaveUp), and
// solutions that are not rational (x*x == 2) are refused by name, because a solution is a list of exact rationals. Each
// solution is checked by model.Check before it is given out.
//
// # How questions are asked
//
// Constraints are sent as they were written, with guards where a division may be by zero (model.Problem.Total), so that the
// normal form that our own engine reads is not what a second solver confirms. Solutions are enumerated by asserting that the
// next differs from those found on a mentioned variable. The optimum is found by asking for better and better solutions:
// exponential steps, then bisection; that there is none better is proven by an unsatisfiable query. z3's own minimize command
// is not used: z3 4.8.12 answers 4 for the least real above 3. Bounds that are approached and not attained, and unboundedness,
// are proven by a quantified query.
//
// # Steps
//
// A step is one check-sat. By default there is no bound on their number; Engine.Timeout bounds the time of each, and the
// context that of all. The default memory is DefaultMemory.
package smtlib

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve"
)

// DefaultMemory bounds a solver's memory when the budget does not: 2 GB.
const DefaultMemory = 2 << 30

// ErrNotInstalled: the solver's program is not there. The error's text says how to install it.
var ErrNotInstalled = errors.New("not installed")

// NotInstalledError names the solver that is missing. It matches ErrNotInstalled.
type NotInstalledError struct {
	Solver  string // z3, cvc5, ...
	Program string // what was looked for
	Term    string // what needs it, when that is known: see NeededFor
}

func (e *NotInstalledError) Error() string {
	s := e.Program + " is not installed"
	if e.Term != "" {
		s += "; it is needed for " + e.Term
	}
	switch e.Solver {
	case "z3", "cvc5":
		return s + fmt.Sprintf(" (Debian and Ubuntu: apt install %s; macOS: brew install %s)", e.Solver, e.Solver)
	}
	return s + " (Debian and Ubuntu: apt install z3, or apt install cvc5)"
}

func (e *NotInstalledError) Is(target error) bool { return target == ErrNotInstalled }

// Engine drives one kind of solver. Close it to end the processes that it keeps; an engine may be used by several goroutines,
// each with sessions of its own.
type Engine struct {
	// Timeout bounds each check-sat, as far as the solver keeps to it. 0 is no bound. Set it before the first Open.
	Timeout time.Duration
	// Keep is the number of idle processes to keep for the next sessions. Starting a solver costs milliseconds; resetting
	// one, much less.
	Keep int
	// NeededFor says, in the error that the solver is not installed, what it is needed for.
	NeededFor string

	name string
	argv []string
	kind kind

	mu     sync.Mutex
	idle   []*process
	closed bool
}

type kind int

const (
	other kind = iota
	z3
	cvc5
)

// Z3 drives z3. The program is looked for in the PATH when the first session is opened.
func Z3() *Engine { return &Engine{name: "z3", argv: []string{"z3", "-in", "-smt2"}, kind: z3} }

// CVC5 drives cvc5.
func CVC5() *Engine {
	return &Engine{name: "cvc5", argv: []string{"cvc5", "--lang=smt2", "--incremental", "--produce-models", "-q"}, kind: cvc5}
}

// Command drives any SMT-LIB 2 solver that reads commands from its standard input: its name in messages, the program and its
// arguments. If the program's name is z3 or cvc5, or begins so, what is particular to that solver is taken into account.
func Command(name string, argv ...string) *Engine {
	e := &Engine{name: name, argv: argv}
	if len(argv) > 0 {
		switch base := filepath.Base(argv[0]); {
		case strings.HasPrefix(base, "z3"):
			e.kind = z3
		case strings.HasPrefix(base, "cvc5"):
			e.kind = cvc5
		}
	}
	return e
}

// Named gives the engine for a user's word: z3, cvc5, or a command line such as "yices-smt2 --incremental".
func Named(word string) (*Engine, error) {
	switch word {
	case "z3":
		return Z3(), nil
	case "cvc5":
		return CVC5(), nil
	}
	argv := strings.Fields(word)
	if len(argv) == 0 {
		return nil, errors.New("no solver named: z3, cvc5, or the command line of an SMT-LIB 2 solver is expected")
	}
	return Command(filepath.Base(argv[0]), argv...), nil
}

// Name names the solver.
func (e *Engine) Name() string { return e.name }

// Installed reports whether the solver's program is there.
func (e *Engine) Installed() bool { return e.find() == nil }

func (e *Engine) find() error {
	if len(e.argv) == 0 {
		return &NotInstalledError{Solver: e.name, Program: "a solver", Term: e.NeededFor}
	}
	if _, err := exec.LookPath(e.argv[0]); err != nil {
		return &NotInstalledError{Solver: e.name, Program: e.argv[0], Term: e.NeededFor}
	}
	return nil
}

// Open starts a session. A *NotInstalledError says that the solver's program is not there.
func (e *Engine) Open(ctx context.Context, p *model.Problem, b solve.Budget) (solve.Session, error) {
	if err := p.Err(); err != nil {
		return nil, fmt.Errorf("the problem has a mistake: %w", err)
	}
	if err := e.find(); err != nil {
		return nil, err
	}
	if b.Memory == 0 {
		b.Memory = DefaultMemory
	}
	s := &session{engine: e, p: p, own: p.NumConstraints(), budget: b, stack: solve.NewStack(p), objective: p.Objective()}
	s.objectiveTotal, s.objectiveDefined = p.TotalObjective()
	return s, nil
}

// Close ends the processes that the engine keeps. Sessions that are open must be closed by themselves.
func (e *Engine) Close() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.closed = true
	for _, p := range e.idle {
		p.kill()
	}
	e.idle = nil
	return nil
}

// process gives an idle process, or starts one.
func (e *Engine) process(memory int64) (*process, error) {
	e.mu.Lock()
	if n := len(e.idle); n > 0 {
		p := e.idle[n-1]
		e.idle = e.idle[:n-1]
		e.mu.Unlock()
		return p, nil
	}
	e.mu.Unlock()
	argv := append([]string(nil), e.argv...)
	if e.kind == z3 && memory > 0 {
		argv = append(argv, fmt.Sprintf("-memory:%d", max(memory>>20, 1)))
	}
	address := memory
	if address > 0 {
		address += 512 << 20 // the address space holds more than what is in use
	}
	p, err := start(argv, address)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", e.name, err)
	}
	return p, nil
}

// maxReuse is the number of exchanges after which a process is not kept: solvers leak.
const maxReuse = 20_000

// put takes a process back: it is kept for the next session, or killed.
func (e *Engine) put(p *process) {
	if p.dead || p.asked > maxReuse || e.kind == other {
		p.kill()
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.closed || len(e.idle) >= e.Keep {
		p.kill()
		return
	}
	e.idle = append(e.idle, p)
}

// preamble makes a process forget what it was told, and sets the options.
func (e *Engine) preamble(fresh bool) string {
	var b strings.Builder
	if !fresh {
		b.WriteString("(reset)\n")
	}
	b.WriteString("(set-option :print-success false)\n(set-option :produce-models true)\n")
	b.WriteString("(set-option :produce-unsat-assumptions true)\n")
	if e.Timeout > 0 {
		ms := max(e.Timeout.Milliseconds(), 1)
		switch e.kind {
		case z3:
			fmt.Fprintf(&b, "(set-option :timeout %d)\n", ms)
		case cvc5:
			fmt.Fprintf(&b, "(set-option :tlimit-per %d)\n", ms)
		}
	}
	b.WriteString("(set-logic ALL)\n")
	return b.String()
}
