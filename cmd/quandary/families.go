package main

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/quandary-puzzles/quandary/internal/foundry"
	"github.com/quandary-puzzles/quandary/internal/kinds/declared"
	"github.com/quandary-puzzles/quandary/internal/phrases"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// families lists the families that the program knows. Listing them takes milliseconds, and nothing changes them: it is done once.
var families = sync.OnceValue(foundry.Families)

func newFamiliesCmd() *cobra.Command {
	lang, format := "en", "text"
	cmd := &cobra.Command{
		Use:   "families [NAME]",
		Short: "List the families of puzzles, with their options and formats",
		Long: `List the families of puzzles, or tell of one its options and formats. With --format jsonl there is an object a family: "name",
"title" and "summary", "aliases", "params" (the default ones), "declared" where a rules file states it, "generate" where it makes
puzzles, the generator's "options", the names of puzzles on its "shelf", and its "formats".`,
		Example: `  quandary families
  quandary families sudoku
  quandary families heyawake --lang zh`,
		Args: cobra.MaximumNArgs(1),
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return familyNames(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if !slices.Contains(phrases.Languages(), lang) {
				return fmt.Errorf("--lang: %w", puzzle.Unknownf("language", lang, phrases.Languages()))
			}
			out := cmd.OutOrStdout()
			switch format {
			case "text":
			case "jsonl":
				return familyLines(out, args, lang)
			default:
				return fmt.Errorf("--format: %w", puzzle.Unknownf("format", format, []string{"text", "jsonl"}))
			}
			if len(args) == 0 {
				w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
				for _, f := range families().Listed() {
					fmt.Fprintf(w, "%s\t%s\n", f.Name(), f.Summary())
				}
				if err := w.Flush(); err != nil {
					return err
				}
				fmt.Fprintf(out, "\nFamilies that rules files state (quandary rules show NAME), which can be solved, judged and converted:\n\n")
				for _, f := range families().All() {
					if d, ok := f.(*declared.Builtin); ok {
						fmt.Fprintf(w, "%s\t%s\n", f.Name(), d.Title(lang))
					}
				}
				return w.Flush()
			}
			f, err := families().Lookup(args[0])
			if err != nil {
				return err
			}
			return describeFamily(cmd, f, lang)
		},
	}
	cmd.Flags().StringVar(&format, "format", format, "text or jsonl")
	cmd.Flags().StringVar(&lang, "lang", lang, "language of what rules files say of their families: en, zh, de, es or ja")
	return cmd
}

func familyNames() []string {
	var names []string
	for _, f := range families().Listed() {
		names = append(names, f.Name())
	}
	return names
}

func describeFamily(cmd *cobra.Command, f puzzle.Family, lang string) error {
	w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 4, 2, ' ', 0)
	about := f.About()
	if about.Title != nil {
		fmt.Fprintf(w, "%s: %s. %s\n", f.Name(), about.Title(lang), about.Text(lang))
	} else {
		fmt.Fprintf(w, "%s: %s\n", f.Name(), f.Summary())
	}
	if about.Aliases != nil && len(about.Aliases()) > 0 {
		fmt.Fprintf(w, "other names: %s\n", strings.Join(about.Aliases(), ", "))
	}
	if p, err := f.ParseParams(""); err == nil {
		fmt.Fprintf(w, "default parameters: %q\n", p)
	}
	g, makes := puzzle.Makes(f)
	if !makes {
		fmt.Fprintln(w, "its puzzles are read, solved and explained, and not made")
	}
	if makes && len(g.Options()) > 0 {
		fmt.Fprintln(w, "\noptions of generate (--set NAME=VALUE):")
		for _, o := range g.Options() {
			doc := o.Doc
			if values := slices.DeleteFunc(slices.Clone(o.Values), func(v string) bool { return v == "" }); len(values) > 0 {
				doc += " (" + strings.Join(values, ", ") + ")"
			}
			if o.Default != "" {
				doc += "; default " + o.Default
			}
			fmt.Fprintf(w, "  %s\t%s\n", o.Name, doc)
		}
	}
	if about.Shelf != nil && len(about.Shelf()) > 0 {
		fmt.Fprintf(w, "\npuzzles that come with the program (%s:NAME):\n  %s\n", f.Name(), strings.Join(about.Shelf(), ", "))
	}
	if r, ok := f.(puzzle.Reader); ok {
		fmt.Fprintln(w, "\nformats:")
		for _, format := range r.Formats() {
			doc := format.Doc
			if format.ReadOnly {
				doc += " (read only)"
			}
			fmt.Fprintf(w, "  %s\t%s\n", format.Name, doc)
		}
	}
	return w.Flush()
}
