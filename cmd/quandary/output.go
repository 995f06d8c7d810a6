package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/quandary-puzzles/quandary/internal/batch"
)

// output gives where a command writes: standard output for "-", when file is nil, or a new file.
func output(cmd *cobra.Command, name string, force bool) (out io.Writer, file *batch.File, err error) {
	if name == "-" {
		return cmd.OutOrStdout(), nil, nil
	}
	file, err = createFile(name, force)
	return file, file, err
}

// createFile makes an output file, and says how to replace one that is there.
func createFile(name string, force bool) (*batch.File, error) {
	file, err := batch.Create(name, force)
	if errors.Is(err, batch.ErrExists) {
		err = fmt.Errorf("%w: replace it by --force", err)
	}
	return file, err
}
