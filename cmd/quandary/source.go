package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/quandary-puzzles/quandary/internal/foundry"
	"github.com/quandary-puzzles/quandary/synth"
)

// specFlags are the flags that only specifications need.
type specFlags struct {
	root    string
	solver  string
	certify string
}

func (s *specFlags) register(fl *pflag.FlagSet) {
	fl.StringVar(&s.root, "root", "", "folder below which operator files are found; default: the specification's folder")
	fl.StringVar(&s.solver, "solver", "", "solver: native (default), flatzinc (Gecode), or an SMT-LIB solver such as z3 or cvc5")
	fl.StringVar(&s.certify, "certify", "", "confirm that every record's solutions are all: a second solver such as z3 or cvc5, or proof, "+
		"which logs a proof by the native solver and has it checked independently")
}

// options are the flags as the foundry takes them.
func (s *specFlags) options(cmd *cobra.Command) foundry.Options {
	return foundry.Options{Files: commandFiles(cmd, s.root), Solver: s.solver, Certify: s.certify,
		Synth: synth.Options{Timer: guardOf(cmd.Context()).draw}}
}

// commandFiles are the files that a command line can name.
func commandFiles(cmd *cobra.Command, root string) *foundry.Files {
	return &foundry.Files{Root: root, Stdin: cmd.InOrStdin()}
}

// openProgram compiles the specification of a command that takes no families.
func openProgram(cmd *cobra.Command, arg string, f specFlags) (*synth.Program, *foundry.Solvers, error) {
	prog, solvers, err := foundry.Compile(arg, f.options(cmd))
	return prog, solvers, flagged(err)
}

// flagged names the option of an error as the flag that it is here.
func flagged(err error) error {
	if o, ok := errors.AsType[*foundry.OptionError](err); ok {
		return fmt.Errorf("--%s %s", o.Option, o.Why)
	}
	return err
}
