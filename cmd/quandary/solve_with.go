package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/pflag"

	"github.com/quandary-puzzles/quandary/internal/foundry"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/solve"
)

// solverFlags name the solvers of puzzles that are constraint problems.
type solverFlags struct{ solver, certify string }

func (s *solverFlags) register(fl *pflag.FlagSet, what string) {
	fl.StringVar(&s.solver, "solver", "", "solver of boards that rules files state: native (default), flatzinc (Gecode), or an SMT-LIB solver such as z3 or cvc5")
	fl.StringVar(&s.certify, "certify", "", "confirm that "+what+" are all: a second solver such as z3 or cvc5, or proof, "+
		"which logs a proof by the native solver and has it checked independently")
}

// open runs a function with the solvers, nil where none is named.
func (s *solverFlags) open(do func(*foundry.Solvers) error) error {
	if s.solver == "" && s.certify == "" {
		return do(nil)
	}
	with, err := foundry.NewSolvers(s.solver, s.certify)
	if err != nil {
		return err
	}
	return errors.Join(do(with), with.Close())
}

// stated is a puzzle that is a constraint problem, which any solver can be asked about.
type stated interface {
	SolveWith(ctx context.Context, engine solve.Engine, limit int) (puzzle.Result, error)
	// Others is a problem without solution exactly where those given are all of the puzzle's.
	Others(ctx context.Context, found []puzzle.Solution) (*model.Problem, error)
}

// solveWith solves a puzzle with solvers by name; certified says by what it is confirmed that the solutions are all.
func solveWith(ctx context.Context, in input, with *foundry.Solvers, limit int) (res puzzle.Result, certified string, err error) {
	s, ok := in.Instance.(stated)
	if !ok {
		return res, "", fmt.Errorf("--solver and --certify are for boards that rules files state, and %s puzzles are not", in.family.Name())
	}
	res, err = s.SolveWith(ctx, with.Engine, limit)
	if err != nil || !res.Complete || with.Prover == nil && with.Certify == nil {
		return res, "", err
	}
	p, err := s.Others(ctx, res.Solutions)
	if err != nil {
		return res, "", err
	}
	var answer solve.Result
	if with.Prover != nil {
		certified = with.Prover.Name()
		answer, err = with.Prover.ProveComplete(ctx, p, solve.Budget{}, nil)
	} else {
		certified = with.Certify.Name()
		answer, err = ask(ctx, with.Certify, p)
	}
	if err != nil {
		return res, "", fmt.Errorf("certify: %w", err)
	}
	if answer.Status != solve.Unsat {
		return res, "", fmt.Errorf("certify: %s finds a solution that %s did not find", certified, with.Engine.Name())
	}
	return res, certified, nil
}

// ask has an engine solve a problem once.
func ask(ctx context.Context, e solve.Engine, p *model.Problem) (solve.Result, error) {
	s, err := e.Open(ctx, p, solve.Budget{})
	if err != nil {
		return solve.Result{}, err
	}
	defer s.Close()
	return s.Solve(ctx)
}

// confirmed says by what a number of solutions is confirmed; certified is a solver's name, "proof" or "".
func confirmed(certified string) string {
	switch certified {
	case "":
		return ""
	case "proof":
		return ", by a proof that was checked"
	}
	return ", and " + certified + " finds no other"
}
