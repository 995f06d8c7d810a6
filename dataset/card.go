package dataset

import (
	"fmt"
	"io"
	"strings"
)

// WriteCard writes a data card: what the set holds and how to use it, in Markdown with the header that data set hubs read.
func (s *Stats) WriteCard(w io.Writer) error {
	size := "n<1K"
	for _, c := range []struct {
		from int
		name string
	}{{1e3, "1K<n<10K"}, {1e4, "10K<n<100K"}, {1e5, "100K<n<1M"}, {1e6, "1M<n<10M"}, {1e7, "n>10M"}} {
		if s.All.Records >= c.from {
			size = c.name
		}
	}
	fmt.Fprintf(w, "---\ntask_categories:\n- question-answering\n- text-generation\ntags:\n- logic\n- puzzles\n- synthetic\nsize_categories:\n- %s\n---\n\n", size)
	fmt.Fprintf(w, "# Logic puzzles\n\n%d puzzles with answers, made and checked by Quandary. ", s.All.Records)
	fmt.Fprintf(w, "%d have the text of an earlier one; %d have more than one solution (their questions have one answer).\n\n", s.Duplicates, s.All.Several)
	fmt.Fprintln(w, "## Fields\n\n- `problem`: the question as text\n- `answer`: the reference answer; several are joined by `====`\n- `eval_type`: how answers are compared\n- `parameters`, `config`: figures of the puzzle, and what reproduces it\n- `quandary`: seed, index and number of solutions; the same program, source, seed and index give the same puzzle\n- `difficulty`: from 0 to 1, relative to the source")
	fmt.Fprintln(w, "\n## Sources\n\n| source | puzzles | mean difficulty | mean length |\n|---|---|---|---|")
	for _, g := range s.Sources {
		fmt.Fprintf(w, "| %s | %d | %s | %.0f |\n", or(g.Name, "(none)"), g.Records, g.difficulty(), g.Runes)
	}
	if len(s.Short) > 0 {
		fmt.Fprintln(w, "\nThese gave fewer puzzles than were asked for:\n\n| source | class or level | asked | made | why |\n|---|---|---|---|---|")
		for _, r := range s.Short {
			fmt.Fprintf(w, "| %s | %s | %d | %d | %s |\n", r.Source, r.Class, r.Asked, r.Records, strings.NewReplacer("|", "\\|", "\n", " ").Replace(r.Why))
		}
	}
	if len(s.Repeats) > 0 {
		fmt.Fprintln(w, "\nThese made some puzzle more than once, which is kept once:\n\n| source | made | kept |\n|---|---|---|")
		for _, r := range s.Repeats {
			fmt.Fprintf(w, "| %s | %d | %d |\n", or(r.Name, "(none)"), r.Made, r.Kept)
		}
	}
	fmt.Fprintln(w, "\n## Answers\n\n| type | puzzles |\n|---|---|")
	for _, c := range s.Types {
		fmt.Fprintf(w, "| %s | %d |\n", or(c.Name, "(none)"), c.N)
	}
	_, err := fmt.Fprintln(w, "\nMark answers with `quandary grade --data FILE --answers FILE`.")
	return err
}
