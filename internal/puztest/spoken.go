package puztest

import (
	"slices"
	"strings"
)

// Spoken is an answer – grids and lists in lines – in the ways in which models write it.
func Spoken(answer string) []string {
	table := func(before, between, behind string) string {
		var b strings.Builder
		for line := range strings.Lines(answer) {
			line = strings.TrimRight(line, "\n")
			if cells := strings.Fields(line); len(cells) > 0 && !strings.ContainsAny(line, ",:=") {
				line = before + strings.Join(cells, between) + behind
			}
			b.WriteString(line + "\n")
		}
		return b.String()
	}
	forms := []string{
		answer,
		"Let me think about the first row.\n\nThe answer is:\n\n```\n" + answer + "\n```\n",
		"Final answer:\n" + table("| ", " | ", " |"),
		table("[", ", ", "]"),
		"  " + strings.ReplaceAll(answer, "\n", "\n  "),
	}
	if !strings.ContainsAny(answer, ",:=") && !slices.ContainsFunc(strings.Fields(answer), func(w string) bool { return len(w) > 1 }) {
		forms = append(forms, strings.ReplaceAll(answer, " ", ""))
	}
	return forms
}
