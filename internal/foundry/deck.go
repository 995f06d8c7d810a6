package foundry

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/kinds/cards"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/cardfile"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/choose"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/stored"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/record"
)

// This file opens cards:FILE: the generator of clue cards over the domains of a file instead of the built-in word lists.

// cardsPrefix marks a file of clue cards; what is behind it may also be a size, or a puzzle that comes with the program.
const cardsPrefix = "cards:"

// isDeck reports whether a name stands for the domains of a file, or of a puzzle that comes with the program.
func (o *Options) isDeck(name string) bool {
	file, ok := strings.CutPrefix(name, cardsPrefix)
	if !ok || file == "" || strings.ContainsAny(file, "#") && !o.Files.has(file) {
		return false
	}
	fam, err := o.Families.Lookup("cards")
	if err != nil {
		return false
	}
	f, ok := fam.(cards.Family)
	if !ok {
		return false
	}
	if _, err := f.ParseParams(file); err == nil {
		return false
	}
	return o.Files.has(file) || file == stdin || slices.Contains(f.Shelf(), file) || strings.ContainsAny(file, `./\`)
}

// dealer is the generator over the domains of a file.
type dealer struct {
	cards.Family
	loaded *stored.Loaded
}

// deckSource draws records over the domains of a file.
type deckSource struct {
	familySource
	name string
	hash string // of the file and the invariants
}

func openDeck(name string, opt Options) (Source, error) {
	if o := given(option{"root", opt.Files.hasRoot()}, option{"solver", opt.Solver != ""},
		option{"certify", opt.Certify != ""}, option{"max-tries", opt.MaxTries != 0}); o != "" {
		return nil, &OptionError{o, fmt.Sprintf("is for specifications, and %s is a family of puzzles", name)}
	}
	fam, err := opt.Families.Lookup("cards")
	if err != nil {
		return nil, err
	}
	d := &dealer{Family: fam.(cards.Family)} // isDeck has looked
	settings, err := opt.settings()
	if err != nil {
		return nil, err
	}
	settings = maps.Clone(settings)
	data, err := d.open(strings.TrimPrefix(name, cardsPrefix), opt.Files, settings)
	if err != nil {
		return nil, err
	}
	settings = d.merge(settings)
	if err := d.CheckSettings(d.params(), settings); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if opt.Format != jsonl && opt.Format != text {
		if err := knownFormat(d, opt.Format); err != nil {
			return nil, err
		}
	}
	lang, err := opt.language(d.About())
	if err != nil {
		return nil, err
	}
	s := &deckSource{familySource{gen: d, params: d.params(), settings: settings, format: opt.Format, lang: lang, shown: opt.Lang}, name, record.Hash(data)}
	if opt.Level > 0 {
		return &ranked{s, opt.Level, wholeRank(opt.Level), ratedCosts}, nil
	}
	return s, nil
}

// Warnings are what the reader of the file left out, or read otherwise than it says.
func (s *deckSource) Warnings() []string { return s.gen.(*dealer).loaded.Remarks() }

func (s *deckSource) Title() string { return s.name }

// Hash names the file as well.
func (s *deckSource) Hash() string { return record.Hash([]byte(s.familySource.Hash() + "\n" + s.hash)) }

func (s *deckSource) Fits(o *record.Origin) error {
	if o.Spec != s.Hash() {
		return errors.New("the record was made with another file or other options than this run's")
	}
	return nil
}

func (s *deckSource) NewMaker(seed uint64) Maker {
	make := s.familySource.NewMaker(seed)
	return func(ctx context.Context, index uint64) (Made, error) {
		m, err := make(ctx, index)
		if m.Record != nil {
			m.Record.Origin.Spec = s.Hash()
		}
		return m, err
	}
}

// open reads the file, or takes the puzzle that comes with the program. Settings that name files are taken out.
func (d *dealer) open(file string, files *Files, settings puzzle.Settings) ([]byte, error) {
	name, data, err := deckFile(file, files)
	if err != nil {
		return nil, err
	}
	docs, err := cardfile.Read(name, string(data), "")
	if err != nil {
		return nil, err
	}
	section, named := settings["section"]
	delete(settings, "section")
	var ids []string
	var found []*cardfile.Document
	for _, doc := range docs {
		ids = append(ids, doc.ID.Value)
		if !named || doc.ID.Value == section {
			found = append(found, doc)
		}
	}
	switch {
	case len(found) == 0:
		return nil, fmt.Errorf("%s: %w", name, puzzle.Unknownf("section", section, ids))
	case len(found) > 1:
		return nil, fmt.Errorf("%s has %d puzzles: say which by --set section=NAME (%s)", name, len(found), strings.Join(ids, ", "))
	}
	doc := found[0]
	if list := settings["invariants"]; list != "" {
		for _, more := range strings.Split(list, ",") {
			name, text, err := deckFile(strings.TrimSpace(more), files)
			if err != nil {
				return nil, fmt.Errorf("option invariants: %w", err)
			}
			ocl, err := cardfile.Read(name, string(text), "invariants")
			if err != nil {
				return nil, err
			}
			doc.Add(ocl[0])
			data = append(append(data, 0), text...)
		}
	}
	delete(settings, "invariants")
	d.loaded, err = stored.Load(doc)
	return data, err
}

// deckFile reads a file of bounded size.
func deckFile(name string, files *Files) (title string, data []byte, err error) {
	if !files.has(name) && name != stdin && slices.Contains(stored.Gallery(), name) {
		data, err = stored.GallerySource(name)
		return name + ".yaml", data, err
	}
	data, err = files.read(name, cardfile.MaxBytes)
	if name == stdin {
		name = "<stdin>"
	}
	return name, data, err
}

// params are the sizes of the domains.
func (d *dealer) params() puzzle.Params {
	in, err := d.NewInstance(d.loaded.Puzzle)
	if err != nil {
		panic(err) // it was loaded, and so it is valid
	}
	return in.Params()
}

// merge gives the settings over those of the file. Its number of clues and its solution are settings as well.
func (d *dealer) merge(settings puzzle.Settings) puzzle.Settings {
	out := maps.Clone(d.loaded.Settings)
	if out == nil {
		out = puzzle.Settings{}
	}
	if d.loaded.Clues > 0 {
		out["clues"] = fmt.Sprint(d.loaded.Clues)
	}
	if p := d.loaded.Puzzle; d.loaded.Solution != nil {
		var parts []string
		for k, v := range d.loaded.Solution {
			parts = append(parts, p.Format(deck.IsNode(k, v)))
		}
		out["solution"] = strings.Join(parts, " and ")
	}
	maps.Copy(out, settings)
	return out
}

// Options are the family's, without those that choose word lists, and with the file's own.
func (d *dealer) Options() []puzzle.Option {
	var out []puzzle.Option
	for _, o := range d.Family.Options() {
		if o.Name != "theme" && o.Name != "lang" {
			out = append(out, o)
		}
	}
	return append(out, puzzle.Option{Name: "section", Doc: "which puzzle of a file with several"},
		puzzle.Option{Name: "invariants", Doc: "files with OCL invariants, separated by commas"})
}

// About is the family's, with settings judged by the file.
func (d *dealer) About() puzzle.About {
	about := d.Family.About()
	about.CheckSettings = d.CheckSettings
	return about
}

// CheckSettings judges the settings before the first puzzle.
func (d *dealer) CheckSettings(_ puzzle.Params, s puzzle.Settings) error {
	if err := s.Validate(d.Options()); err != nil {
		return err
	}
	_, err := d.demand(s)
	return err
}

func (d *dealer) demand(s puzzle.Settings) (choose.Demand, error) {
	dem, err := d.Demand(d.loaded.Puzzle, s)
	if err == nil && d.loaded.Set != nil {
		dem.Invariants = d.loaded.Set.Generation(dem.Solutions)
	}
	return dem, err
}

// Generate makes clues over the domains of the file.
func (d *dealer) Generate(ctx context.Context, _ puzzle.Params, s puzzle.Settings, r *rng.Stream, report func(puzzle.Progress)) (puzzle.Generated, error) {
	dem, err := d.demand(s)
	if err != nil {
		return puzzle.Generated{}, err
	}
	return d.Make(ctx, dem, r.Derive("clues"), report)
}
