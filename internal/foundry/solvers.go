package foundry

import (
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/quandary-puzzles/quandary/record"
	"github.com/quandary-puzzles/quandary/solve"
	"github.com/quandary-puzzles/quandary/solve/flatzinc"
	"github.com/quandary-puzzles/quandary/solve/native"
	"github.com/quandary-puzzles/quandary/solve/smtlib"
	"github.com/quandary-puzzles/quandary/synth"
)

// solverTimeout bounds each question to a solver that is a program of its own.
const solverTimeout = 60 * time.Second

// Solvers are what a specification's constraints are solved with. Close them when the last record is made.
type Solvers struct {
	Engine   solve.Engine
	Fallback solve.Engine // nil: none
	Certify  solve.Engine // nil: records are not certified by a second solver
	Prover   solve.Prover // nil: nor by a proof

	open []io.Closer
}

// NewSolvers finds solvers by name. solver is native, flatzinc (Gecode), or a program that speaks SMT-LIB, such as z3 or cvc5; "" is native, with
// such a program for what native cannot do: z3, or else cvc5 where only that is installed. certify is a solver's name, "proof"
// for proofs by native that are checked as they are written, or "" for neither.
func NewSolvers(solver, certify string) (*Solvers, error) {
	s := &Solvers{}
	var err error
	if s.Engine, s.Fallback, err = s.engines(solver); err != nil {
		return nil, err
	}
	switch certify {
	case "":
	case proofName:
		s.Prover = &logged{native.New()}
	default:
		if s.Certify, _, err = s.engines(certify); err != nil {
			return nil, errors.Join(err, s.Close())
		}
	}
	return s, nil
}

func (s *Solvers) engines(name string) (engine, fallback solve.Engine, err error) {
	switch name {
	case "":
		other := smtlib.Z3()
		if c := smtlib.CVC5(); !other.Installed() && c.Installed() {
			other = c
		}
		return native.New(), s.keep(other), nil
	case native.Name:
		return native.New(), nil, nil
	case flatzinc.Name:
		e := flatzinc.Gecode()
		e.Timeout = solverTimeout
		return e, nil, nil
	}
	e, err := smtlib.Named(name)
	if err != nil {
		return nil, nil, err
	}
	return s.keep(e), nil, nil
}

func (s *Solvers) keep(e *smtlib.Engine) *smtlib.Engine {
	e.Timeout = solverTimeout
	s.open = append(s.open, e)
	return e
}

// Apply sets the solvers among a specification's options.
func (s *Solvers) Apply(o *synth.Options) {
	o.Engine, o.Fallback, o.Certify, o.Prover = s.Engine, s.Fallback, s.Certify, s.Prover
}

// fit says why a record is none that these solvers made. One that nothing was solved for fits any.
func (s *Solvers) fit(o *record.Origin) error {
	if o.Solver == "" {
		return nil
	}
	if o.Solver != s.Engine.Name() && (s.Fallback == nil || o.Solver != s.Fallback.Name()) {
		return fmt.Errorf("the record was solved by %s: another --solver than this run's", o.Solver)
	}
	by := ""
	switch {
	case s.Prover != nil:
		by = s.Prover.Name()
	case s.Certify != nil:
		by = s.Certify.Name()
	}
	if o.Certified != by {
		return errors.New("the record was made with another --certify than this run's")
	}
	return nil
}

// Close ends the solvers' processes.
func (s *Solvers) Close() error {
	var err error
	for _, c := range s.open {
		err = errors.Join(err, c.Close())
	}
	s.open = nil
	return err
}
