// Package columns sets text where every letter is as wide as the next, or twice as wide: terminals and plain text.
package columns

import (
	"strings"

	"github.com/rivo/uniseg"
)

// Width is how many columns a text of one line takes: two for what Unicode calls wide, as Chinese is, and none for an
// accent that stands on the letter before it.
func Width(s string) int { return uniseg.StringWidth(s) }

// Table sets rows of cells with bars between them, each column as wide as its widest cell. Rows may differ in length; cells
// hold no line ends. Every line ends in \n.
func Table(rows [][]string) string {
	var widths []int
	for _, r := range rows {
		for i, c := range r {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], Width(c))
		}
	}
	var b strings.Builder
	for _, r := range rows {
		b.WriteString("|")
		for i, c := range r {
			b.WriteString(" " + c + strings.Repeat(" ", widths[i]-Width(c)) + " |")
		}
		b.WriteByte('\n')
	}
	return b.String()
}
