package stored

import (
	"context"
	"errors"
	"io"
	"iter"
	"path"

	"github.com/quandary-puzzles/quandary/internal/doctree"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/cardfile"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// Formats are the text formats of clue cards, the one that holds everything first.
func Formats() []puzzle.Format {
	return []puzzle.Format{
		{Name: "yaml", Doc: "one puzzle a document: properties, clues, texts (docs/cards.md)", Extensions: []string{".yaml", ".yml"}, Between: "---\n"},
		{Name: "json", Doc: "the same as JSON, one puzzle behind the other", Extensions: []string{".json"}},
		{Name: "dsl", Doc: `the small language: domain "cars" concept top = red, green …`, Extensions: []string{".cards"}},
		{Name: "paper", Doc: "YAML as in listing 4 of Gogolla and Sánchez Cuadrado: every thing, and what each clue bans", Between: "---\n"},
		{Name: "properties", Doc: "property files of the tool USE, with invariants under [invariants]", Extensions: []string{".properties"}},
		{Name: "invariants", Doc: "OCL invariants that say the domains themselves", Extensions: []string{".invs", ".ocl"}, ReadOnly: true},
	}
}

// Encode writes a puzzle in a format.
func Encode(p *deck.Puzzle, format string) (string, error) {
	switch format {
	case "", "yaml":
		return writeYAML(p)
	case "json":
		return writeJSON(p)
	case "dsl":
		return writeDSL(p)
	case "paper":
		return writePaper(p)
	case "properties":
		return writeProperties(p)
	case "invariants":
		return "", lossy(format, "anything but OCL")
	}
	var names []string
	for _, f := range Formats() {
		names = append(names, f.Name)
	}
	return "", puzzle.Unknownf("format", format, names)
}

// Read reads the puzzles of a stream as puzzle.Reader does, and gives beside each entry without an error what was loaded.
func Read(ctx context.Context, name string, r io.Reader, format string) iter.Seq2[puzzle.Entry, *Loaded] {
	return func(yield func(puzzle.Entry, *Loaded) bool) {
		src, err := io.ReadAll(io.LimitReader(r, cardfile.MaxBytes+1))
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			yield(puzzle.Entry{Line: 1, Err: err}, nil)
			return
		}
		docs, err := readAll(name, string(src), format)
		for _, d := range docs {
			e := puzzle.Entry{ID: d.ID.Value, Line: max(1, d.Pos.Line), Format: d.Format}
			l, loadErr := Load(d)
			if e.Err = loadErr; loadErr == nil {
				e.Notes = l.Remarks()
			}
			if !yield(e, l) || ctx.Err() != nil {
				return
			}
		}
		if err != nil {
			e := puzzle.Entry{Line: 1, Err: err}
			var at *doctree.Mistake
			if errors.As(err, &at) && at.Pos.IsValid() {
				e.Line = at.Pos.Line
			}
			yield(e, nil)
		}
	}
}

// readAll reads the documents of a text. Only the ending of a file's name is taken for a sign of its format.
func readAll(name, src, format string) ([]*cardfile.Document, error) {
	if format == "paper" {
		format = "yaml"
	}
	if format == "" {
		format = cardfile.Recognise(path.Base(name), src)
	}
	return cardfile.Read(name, src, format)
}
