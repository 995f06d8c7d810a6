package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// newRoot builds the command tree. Each command is built in a file of its own.
func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:           "quandary",
		Short:         "Make, solve, explain, rate and grade puzzles",
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	var limits limitFlags
	limits.register(root)
	root.AddCommand(
		newCheckCmd(),
		newCheckDerivationCmd(),
		newConvertCmd(),
		newDatasetCmd(),
		newDiffCmd(),
		newExplainCmd(),
		newFamiliesCmd(),
		newGalleryCmd(),
		newGenerateCmd(),
		newCarveCmd(),
		newGradeCmd(),
		newHintCmd(),
		newLintCmd(),
		newPlayCmd(),
		newQueryCmd(),
		newRateCmd(),
		newRenderCmd(),
		newReplayCmd(),
		newReportCmd(),
		newRulesCmd(),
		newSchemaCmd(),
		newServeCmd(),
		newSolveCmd(),
		newTransformCmd(),
		newVersionCmd(),
		newWorkerCmd(),
	)
	root.Version = version() // what --version says is what the command says
	root.SetVersionTemplate("quandary {{.Version}}\n")
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return flagError(err) })
	for _, cmd := range root.Commands() {
		showUsage(cmd)
	}
	return root
}

// flagValues says what a flag of a type takes.
var flagValues = map[string]string{
	"uint": "a whole number from 0 on", "uint64": "a whole number from 0 to 2^64-1", "int": "a whole number", "float64": "a number", "duration": "a time such as 30s or 2m",
}

// flagError tells of a flag's value that cannot be read in the words of the program, not of Go's number parser.
func flagError(err error) error {
	var invalid *pflag.InvalidValueError
	if !errors.As(err, &invalid) {
		return err
	}
	if want, ok := flagValues[invalid.GetFlag().Value.Type()]; ok {
		return fmt.Errorf("--%s: expected %s, found %q", invalid.GetFlag().Name, want, invalid.GetValue())
	}
	return err
}

// showUsage lets a command and those below it say how they are used when the number of their arguments is wrong.
func showUsage(cmd *cobra.Command) {
	if check := cmd.Args; check != nil {
		cmd.Args = func(cmd *cobra.Command, args []string) error {
			if err := check(cmd, args); err != nil {
				return fmt.Errorf("%w; usage: %s", err, cmd.UseLine())
			}
			return nil
		}
	}
	for _, sub := range cmd.Commands() {
		showUsage(sub)
	}
}
