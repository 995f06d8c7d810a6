package main

import (
	"fmt"
	"io"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/quandary-puzzles/quandary/solve"
	"github.com/quandary-puzzles/quandary/solve/native"
	"github.com/quandary-puzzles/quandary/solve/smtlib"
	"github.com/quandary-puzzles/quandary/spec"
	"github.com/quandary-puzzles/quandary/synth"
)

// openProgram reads a specification (a file, gallery:NAME, or - for standard input) and compiles it. Call close when the
// last record is made.
func openProgram(cmd *cobra.Command, arg string, f specFlags, maxTries int) (p *synth.Program, close func(), err error) {
	doc, err := loadSpec(cmd, arg, f.root)
	if err != nil {
		return nil, nil, err
	}
	opt := synth.Options{Source: sourceName(arg), MaxTries: maxTries}
	var open []io.Closer
	close = func() {
		for _, c := range open {
			_ = c.Close()
		}
	}
	if opt.Engine, opt.Fallback, err = engines(f.solver, &open); err != nil {
		return nil, nil, err
	}
	if f.certify == proofName {
		opt.Prover = &logged{native.New()}
	} else if f.certify != "" {
		if opt.Certify, _, err = engines(f.certify, &open); err != nil {
			return nil, nil, err
		}
	}
	p, err = synth.Compile(doc, opt)
	return p, close, err
}

// sourceName is the name that a specification's records carry.
func sourceName(arg string) string {
	if name, ok := strings.CutPrefix(arg, galleryPrefix); ok {
		return name
	}
	if arg == "-" {
		return "stdin"
	}
	base := path.Base(filepath.ToSlash(arg))
	return strings.TrimSuffix(base, path.Ext(base))
}

// loadSpec reads a specification that can be used; the error lists everything that is wrong with another.
func loadSpec(cmd *cobra.Command, arg, root string) (*spec.Document, error) {
	src, err := openSpec(cmd.InOrStdin(), arg, root)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", arg, err)
	}
	defer src.Close()
	doc, problems := spec.Load(src.Name, src.Data, spec.Options{Root: src.Root})
	if err := problems.Err(); err != nil {
		return nil, err
	}
	if doc == nil {
		return nil, fmt.Errorf("%s: not a specification", arg)
	}
	return doc, nil
}

// solverTimeout bounds each question to a solver that is a program of its own.
const solverTimeout = 60 * time.Second

// engines finds a solver by name: native, or a program that speaks SMT-LIB. Without a name it is native, with such a program
// for what native cannot do: z3, or else cvc5 where only that is installed. It adds what must be closed to open.
func engines(name string, open *[]io.Closer) (engine, fallback solve.Engine, err error) {
	switch name {
	case "":
		other := smtlib.Z3()
		if c := smtlib.CVC5(); !other.Installed() && c.Installed() {
			other = c
		}
		other.Timeout = solverTimeout
		*open = append(*open, other)
		return native.New(), other, nil
	case native.Name:
		return native.New(), nil, nil
	}
	e, err := smtlib.Named(name)
	if err != nil {
		return nil, nil, err
	}
	e.Timeout = solverTimeout
	*open = append(*open, e)
	return e, nil, nil
}
