package declared

import (
	"context"
	"io"
	"iter"
	"maps"
	"slices"
	"sync"

	"github.com/quandary-puzzles/quandary/families"
	"github.com/quandary-puzzles/quandary/internal/phrases"
	"github.com/quandary-puzzles/quandary/internal/telling"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/solve"
)

// Builtin is a family of the program, whose file is read when it is first asked for.
type Builtin struct {
	id     string
	engine solve.Engine
	load   func() *Family
	rivals []*Builtin // other families that answer to one of its names
}

// Catalogue lists the families whose rules files ship with the program, without reading them.
func Catalogue(engine solve.Engine) []puzzle.Family {
	var out []puzzle.Family
	claims := map[string][]*Builtin{}
	for _, id := range families.Names() {
		b := &Builtin{id: id, engine: engine}
		b.load = sync.OnceValue(b.read)
		out = append(out, b)
		for _, name := range append([]string{id}, b.Aliases()...) {
			claims[name] = append(claims[name], b)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(claims)) {
		for _, b := range claims[name] {
			for _, other := range claims[name] {
				if other != b && !slices.Contains(b.rivals, other) {
					b.rivals = append(b.rivals, other)
				}
			}
		}
	}
	return out
}

// read reads the file. Our own files are right, as a test makes sure.
func (b *Builtin) read() *Family {
	file, err := families.Load(b.id)
	if err != nil {
		panic("families: " + err.Error())
	}
	f, probs := New(file, b.engine)
	if f == nil {
		panic("families: " + probs.Err().Error())
	}
	return f
}

// Open gives the family itself.
func (b *Builtin) Open() *Family { return b.load() }

// Name is the family's id.
func (b *Builtin) Name() string { return b.id }

// Aliases are the other names that the family answers to.
func (b *Builtin) Aliases() []string { return families.Aliases(b.id) }

// Titles are what the family is called in all languages.
func (b *Builtin) Titles() []string { return families.Titles(b.id) }

// Summary says what the family is.
func (b *Builtin) Summary() string { return b.load().Summary() }

// About gives what the family offers beyond the contract.
func (b *Builtin) About() puzzle.About {
	return puzzle.About{
		Unlisted:      true,
		Aliases:       b.Aliases,
		Titles:        b.Titles,
		Title:         b.Title,
		Text:          b.Text,
		Languages:     phrases.Languages,
		Group:         b.Group,
		Suggested:     b.Suggested,
		CheckSettings: b.CheckSettings,
		TechniqueName: func(code, lang string) string { return telling.TechniqueName(b.load().file, code, lang) },
		Levels:        b.Levels,
		Lessons:       b.Lessons,
		Blank:         b.Blank,
		Fill:          b.Fill,
		Unmade:        func() bool { return b.load().file.Making.None },
	}
}

// Title is the family's name for people, in a language.
func (b *Builtin) Title(lang string) string { return b.load().file.Name(lang) }

// Text says what the puzzle is, in a language.
func (b *Builtin) Text(lang string) string { return b.load().file.About.In(lang) }

// ParseParams, Decode, Formats and Read are those of the family.
func (b *Builtin) ParseParams(text string) (puzzle.Params, error) { return b.load().ParseParams(text) }

// Decode reads a description.
func (b *Builtin) Decode(p puzzle.Params, desc string) (puzzle.Instance, error) {
	return b.load().Decode(p, desc)
}

// Formats lists the formats of boards.
func (b *Builtin) Formats() []puzzle.Format { return b.load().Formats() }

// Read reads the boards of a stream. Where two families answer to one name, the board decides: a board file or an address belongs to
// the family whose rules file declares its genre, any other text to this one.
func (b *Builtin) Read(ctx context.Context, name string, r io.Reader, format string) iter.Seq[puzzle.Entry] {
	return read(ctx, name, r, func(text string, line int) puzzle.Entry {
		owner := b.owner(text)
		e := owner.entry(name, text, line, format)
		if owner != b.load() {
			e.Family = owner.Name()
		}
		return e
	})
}

// owner gives the family to which a board's text belongs.
func (b *Builtin) owner(text string) *Family {
	own := b.load()
	if genre := genreOf(text); genre != "" && !own.forms.Declares(genre) {
		for _, other := range b.rivals {
			if f := other.load(); f.forms.Declares(genre) {
				return f
			}
		}
	}
	return own
}
