package main

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/quandary-puzzles/quandary/blanks/maths"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/cardfile"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/spec"
)

func newSchemaCmd() *cobra.Command {
	return &cobra.Command{
		Use:   "schema [cards | rules | blanks]",
		Short: "Print the JSON Schema of specification files, of files of clue cards, of rules files, or of blanks files",
		Long: `Print the JSON Schema (draft 2020-12) of specification files, with "cards" that of clue cards in YAML and JSON,
with "rules" that of rules files, with "blanks" that of blanks files.

Editors use it to complete keys, to show what they mean, and to underline mistakes. Write it to a file,

    quandary schema > quandary.schema.json

and name that file in the first line of a specification, for editors with the YAML language server:

    # yaml-language-server: $schema=quandary.schema.json

The schema knows keys and types. What expressions say is checked by "quandary lint".`,
		Args:      cobra.MatchAll(cobra.MaximumNArgs(1), cobra.OnlyValidArgs),
		ValidArgs: []string{"cards", "rules", "blanks"},
		RunE: func(cmd *cobra.Command, args []string) error {
			text := spec.Schema()
			switch {
			case len(args) > 0 && args[0] == "cards":
				text = cardfile.Schema()
			case len(args) > 0 && args[0] == "blanks":
				text = maths.Schema()
			case len(args) > 0:
				text = rules.Schema()
			}
			_, err := io.WriteString(cmd.OutOrStdout(), text)
			return err
		},
	}
}
