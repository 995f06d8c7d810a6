package main

import "github.com/spf13/cobra"

// newRoot builds the command tree. Each command is built in a file of its own.
func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:           "quandary",
		Short:         "Make, solve, explain, rate and grade puzzles",
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.AddCommand(
		newConvertCmd(),
		newDatasetCmd(),
		newDiffCmd(),
		newExplainCmd(),
		newFamiliesCmd(),
		newGalleryCmd(),
		newGenerateCmd(),
		newGradeCmd(),
		newLintCmd(),
		newRateCmd(),
		newRenderCmd(),
		newReplayCmd(),
		newSchemaCmd(),
		newSolveCmd(),
		newTransformCmd(),
		newVersionCmd(),
	)
	return root
}
