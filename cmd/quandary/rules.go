package main

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/spf13/cobra"

	rulesfiles "github.com/quandary-puzzles/quandary/families"
	"github.com/quandary-puzzles/quandary/internal/doctree"
	"github.com/quandary-puzzles/quandary/internal/foundry"
	"github.com/quandary-puzzles/quandary/internal/kinds/declared"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/rules"
	ruleslint "github.com/quandary-puzzles/quandary/rules/lint"
	"github.com/quandary-puzzles/quandary/solve/native"
)

func newRulesCmd() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "rules",
		Short: "Show rules files, and begin one of your own",
		Long: `Rules files state families of grid puzzles, each on a page: what is given, what is to be found, and which rules hold. From
one the program judges boards, solves them and proves how many solutions there are. docs/rules.md tells how to write one.`,
		Example: `  quandary rules show slitherlink
  quandary rules new my-family
  quandary lint my-family.yaml
  quandary solve --rules my-family.yaml boards.txt`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newRulesShowCmd(), newRulesNewCmd())
	return cmd
}

func newRulesShowCmd() *cobra.Command {
	return &cobra.Command{
		Use:   "show NAME",
		Short: "Print the rules file of a family that comes with the program",
		Args:  cobra.ExactArgs(1),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return rulesfiles.Names(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			name := args[0]
			for _, id := range rulesfiles.Names() {
				for _, alias := range rulesfiles.Aliases(id) {
					if alias == name {
						name = id
					}
				}
			}
			_, data, ok := rulesfiles.Use(name)
			if !ok {
				return puzzle.Unknownf("family with a rules file", args[0], append(rulesfiles.Names(), rulesfiles.Pieces()...))
			}
			_, err := cmd.OutOrStdout().Write(data)
			return err
		},
	}
}

var familyID = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)

func newRulesNewCmd() *cobra.Command {
	var force bool
	cmd := &cobra.Command{
		Use:   "new NAME",
		Short: "Write a rules file to start from, with comments",
		Long:  `Write NAME.yaml, a rules file that works and says in comments what each part is for. "-" as the output is standard output.`,
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if !familyID.MatchString(args[0]) {
				return fmt.Errorf("%q is no id of a family: lower case letters, digits and single hyphens, a letter first", args[0])
			}
			text := strings.ReplaceAll(rulesfiles.Template(), "my-family", args[0])
			path := args[0] + ".yaml"
			err := writeNew(path, []byte(text), force)
			if err == nil {
				fmt.Fprintf(cmd.OutOrStdout(), "%s is written; next:\n  quandary lint %s\n  quandary solve --rules %s BOARD.txt\n", path, path, path)
			}
			return err
		},
	}
	cmd.Flags().BoolVar(&force, "force", false, "replace the file if it exists")
	return cmd
}

// rulesFamily reads the family of a rules file.
func rulesFamily(cmd *cobra.Command, path string) (puzzle.Family, error) {
	r, err := foundry.ReadRules(path, commandFiles(cmd, ""))
	if err != nil {
		return nil, err
	}
	return r.Family, nil
}

// lintTime is how long lint tries the rules of a file on small boards. What is found in less does not depend on it.
const lintTime = 10 * time.Second

// checkRules gives everything that is wrong with a rules file.
func checkRules(ctx context.Context, name string, data []byte) doctree.Problems {
	file, probs := rules.Load(name, data, rulesfiles.Use)
	if file == nil {
		return probs
	}
	_, more := declared.New(file, native.New())
	probs = append(probs, more...)
	ctx, stop := context.WithTimeout(ctx, lintTime)
	defer stop()
	return append(probs, ruleslint.Check(ctx, file, native.New())...).Sort()
}
