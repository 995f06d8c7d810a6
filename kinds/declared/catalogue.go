package declared

import (
	"context"
	"io"
	"iter"
	"sync"

	"github.com/quandary-puzzles/quandary/families"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/solve"
)

// Builtin is a family of the program, whose file is read when it is first asked for.
type Builtin struct {
	id     string
	engine solve.Engine
	load   func() *Family
}

// Catalogue lists the families whose rules files ship with the program, without reading them.
func Catalogue(engine solve.Engine) []puzzle.Family {
	var out []puzzle.Family
	for _, id := range families.Names() {
		b := &Builtin{id: id, engine: engine}
		b.load = sync.OnceValue(b.read)
		out = append(out, b)
	}
	return out
}

// read reads the file. Our own files are right, as a test makes sure.
func (b *Builtin) read() *Family {
	data, _ := families.Read(b.id)
	file, probs := rules.Load(b.id+".yaml", data, families.Use)
	if file == nil {
		panic("families: " + probs.Err().Error())
	}
	f, probs := New(file, b.engine)
	if f == nil {
		panic("families: " + probs.Err().Error())
	}
	return f
}

// Open gives the family itself.
func (b *Builtin) Open() *Family { return b.load() }

// Unlisted keeps the family out of the lists of what can be played and made: that these do not offer yet.
func (b *Builtin) Unlisted() {}

// Name is the family's id.
func (b *Builtin) Name() string { return b.id }

// Aliases are the other names that the family answers to.
func (b *Builtin) Aliases() []string { return families.Aliases(b.id) }

// Summary says what the family is.
func (b *Builtin) Summary() string { return b.load().Summary() }

// Title is the family's name for people, in a language.
func (b *Builtin) Title(lang string) string {
	if s := b.load().file.Title.In(lang); s != "" {
		return s
	}
	return b.id
}

// ParseParams, Decode, Formats and Read are those of the family.
func (b *Builtin) ParseParams(text string) (puzzle.Params, error) { return b.load().ParseParams(text) }

// Decode reads a description.
func (b *Builtin) Decode(p puzzle.Params, desc string) (puzzle.Instance, error) {
	return b.load().Decode(p, desc)
}

// Formats lists the formats of boards.
func (b *Builtin) Formats() []puzzle.Format { return b.load().Formats() }

// Read reads the boards of a stream.
func (b *Builtin) Read(ctx context.Context, name string, r io.Reader, format string) iter.Seq[puzzle.Entry] {
	return b.load().Read(ctx, name, r, format)
}
