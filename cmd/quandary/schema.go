package main

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/quandary-puzzles/quandary/spec"
)

func newSchemaCmd() *cobra.Command {
	return &cobra.Command{
		Use:   "schema",
		Short: "Print the JSON Schema of specification files",
		Long: `Print the JSON Schema (draft 2020-12) of specification files.

Editors use it to complete keys, to show what they mean, and to underline mistakes. Write it to a file,

    quandary schema > quandary.schema.json

and name that file in the first line of a specification, for editors with the YAML language server:

    # yaml-language-server: $schema=quandary.schema.json

The schema knows keys and types. What expressions say is checked by "quandary lint".`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := io.WriteString(cmd.OutOrStdout(), spec.Schema())
			return err
		},
	}
}
