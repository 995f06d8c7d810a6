package foundry

import (
	"context"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/budget"
	"github.com/quandary-puzzles/quandary/internal/kinds/worded"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/record"
	"github.com/quandary-puzzles/quandary/synth"
)

// familySource draws records from a family's generator.
type familySource struct {
	gen      puzzle.Generator
	params   puzzle.Params
	settings puzzle.Settings
	format   string
	level    int
	lang     string // of questions
	shown    string // of what is shown to people; empty: the puzzle's own
	defined  string // hash of the text that the family was read from; empty: it comes with the program
	report   func(puzzle.Progress)
	rated    bool
	first    puzzle.Settings // of the first record, which may be given up sooner; nil: those of all
}

func openFamily(name string, opt Options) (Source, error) {
	at, by, err := atLevel(name, &opt)
	if err != nil {
		return nil, err
	}
	return openFamilyAt(at, by, opt)
}

// openFamilyAt opens a family at the size and with the settings that its level has, which takes a rank where others are declared alike.
func openFamilyAt(name string, by rank, opt Options) (Source, error) {
	if o := given(option{"root", opt.Files.hasRoot()}, option{"solver", opt.Solver != ""},
		option{"certify", opt.Certify != ""}, option{"max-tries", opt.MaxTries != 0}); o != "" {
		return nil, &OptionError{o, fmt.Sprintf("is for specifications, and %s is a family of puzzles", name)}
	}
	fam, params, desc, seed, err := opt.Families.SplitID(name)
	if err != nil {
		return nil, err
	}
	if desc != "" || seed != nil {
		return nil, fmt.Errorf("%s names one puzzle: give the family and its parameters alone, such as %s:%s", name, fam.Name(), params)
	}
	gen, ok := fam.(puzzle.Generator)
	if !ok {
		return nil, fmt.Errorf("%s puzzles cannot be generated", fam.Name())
	}
	settings, err := opt.settings()
	if err != nil {
		return nil, err
	}
	if err := puzzle.CheckSettings(gen, params, settings); err != nil {
		return nil, fmt.Errorf("%s: %w", fam.Name(), err)
	}
	if opt.Format != jsonl && opt.Format != text {
		if err := knownFormat(fam, opt.Format); err != nil {
			return nil, err
		}
	}
	lang, err := opt.language(gen.About())
	if err != nil {
		return nil, err
	}
	settings = inWordsOf(opt.Lang, gen, settings)
	s := &familySource{gen: gen, params: params, settings: settings, format: opt.Format, level: opt.Level, lang: lang, shown: opt.Lang, report: opt.Report, rated: opt.Rated}
	if _, said := settings["attempts"]; opt.FirstAttempts > 0 && !said && slices.ContainsFunc(gen.Options(), func(o puzzle.Option) bool { return o.Name == "attempts" }) {
		if s.first = maps.Clone(settings); s.first == nil {
			s.first = puzzle.Settings{}
		}
		s.first["attempts"] = strconv.Itoa(opt.FirstAttempts)
	}
	if opt.Definition != nil {
		s.defined = record.Hash(opt.Definition)
	}
	if by.of > 0 {
		s.level = 0
		cost := ratedCosts
		if w, ok := params.(worded.Params); ok {
			cost = factorCosts(w.Program().Document().DiffFactors())
		}
		return &ranked{s, opt.Level, by, cost}, nil
	}
	return s, nil
}

// settings are the settings with the class among them.
func (o *Options) settings() (puzzle.Settings, error) {
	settings := maps.Clone(o.Settings)
	if o.Class == "" {
		return settings, nil
	}
	if old, twice := settings["class"]; twice && old != o.Class {
		return nil, &OptionError{"class", fmt.Sprintf("says %q and the setting class=%q; give one of them", o.Class, old)}
	}
	if settings == nil {
		settings = puzzle.Settings{}
	}
	settings["class"] = o.Class
	return settings, nil
}

// inWordsOf asks for items of the language in which texts are shown, of a family that draws its items from word lists: a reader of Chinese
// clues wants Chinese names in them. Somebody who names the word lists, or their language, gets these.
func inWordsOf(lang string, gen puzzle.Generator, settings puzzle.Settings) puzzle.Settings {
	for _, name := range []string{"lang", "theme"} {
		if _, said := settings[name]; said {
			return settings
		}
	}
	i := slices.IndexFunc(gen.Options(), func(o puzzle.Option) bool { return o.Name == "lang" })
	if i < 0 || lang == gen.Options()[i].Default || !slices.Contains(gen.Options()[i].Values, lang) {
		return settings
	}
	if settings = maps.Clone(settings); settings == nil {
		settings = puzzle.Settings{}
	}
	settings["lang"] = lang
	return settings
}

// knownFormat checks the name of a format in which a family's puzzles are to be written.
func knownFormat(fam puzzle.Family, name string) error {
	names := []string{jsonl, text}
	if r, ok := fam.(puzzle.Reader); ok {
		for _, format := range r.Formats() {
			if format.ReadOnly {
				continue
			}
			if format.Name == name {
				return nil
			}
			if !slices.Contains(names, format.Name) {
				names = append(names, format.Name)
			}
		}
	}
	return puzzle.Unknownf("format", name, names)
}

// Format is a family's format of a name; the zero Format where it has none.
func Format(fam puzzle.Family, name string) puzzle.Format {
	if r, ok := fam.(puzzle.Reader); ok {
		for _, f := range r.Formats() {
			if f.Name == name {
				return f
			}
		}
	}
	return puzzle.Format{}
}

func (s *familySource) Title() string {
	return strings.TrimSuffix(s.gen.Name()+":"+s.params.String(), ":")
}

func (s *familySource) Close() error { return nil }

func (s *familySource) Warnings() []string { return nil }

func (s *familySource) Fits(o *record.Origin) error {
	if o.Spec != s.Hash() || !strings.HasPrefix(o.Puzzle, s.gen.Name()+":") {
		return fmt.Errorf("the record is puzzle %.60q, and made with other options or another rules file than this run's, which makes %.60s", o.Puzzle, s.Title())
	}
	return nil
}

func (s *familySource) Hash() string {
	text := fmt.Sprintf("%s\n%s\n%s\n", s.gen.Name(), s.params, s.lang)
	if s.defined != "" {
		text += fmt.Sprintf("rules %s\n", s.defined)
	}
	if s.rated {
		text += "rated\n"
	}
	if s.level > 0 {
		text += fmt.Sprintf("level %d\n", s.level)
	}
	for _, name := range slices.Sorted(maps.Keys(s.settings)) {
		text += fmt.Sprintf("%q=%q\n", name, s.settings[name])
	}
	return record.Hash([]byte(text))
}

func (s *familySource) NewMaker(seed uint64) Maker {
	return func(ctx context.Context, index uint64) (Made, error) {
		account := budget.From(ctx).Sub("a puzzle", synth.DrawMemory)
		defer account.Close()
		ctx = budget.With(ctx, account)
		settings := s.settings
		if index == 0 && s.first != nil {
			settings = s.first
		}
		g, err := s.gen.Generate(ctx, s.params, settings, puzzle.Stream(s.gen, seed, index), s.report)
		if err != nil {
			return Made{Tries: 1}, err
		}
		return s.finish(ctx, seed, index, g)
	}
}

// finish checks the puzzle and writes it in the format asked for.
func (s *familySource) finish(ctx context.Context, seed, index uint64, g puzzle.Generated) (Made, error) {
	m := Made{Tries: 1, Generated: &g}
	if c, ok := g.Instance.(puzzle.Solver); ok {
		if err := c.CheckSolution(g.Solution); err != nil {
			return m, fmt.Errorf("the generator's solution is wrong: %w", err)
		}
	}
	var err error
	if s.rated && s.format == jsonl {
		if g, err = rated(ctx, s.gen, g); err != nil {
			return m, err
		}
	}
	switch s.format {
	case jsonl:
		m.Record, err = s.record(ctx, seed, index, g)
	case text:
		m.Text, err = s.text(ctx, seed, index, g)
	default:
		if enc, ok := g.Instance.(puzzle.Shown); ok {
			m.Text, err = enc.Encode(s.format)
			m.Format = Format(s.gen, s.format)
			m.Text = m.Format.Part(m.Text)
		} else {
			err = fmt.Errorf("%s puzzles cannot be written as %s", s.gen.Name(), s.format)
		}
	}
	return m, err
}

// rated has a puzzle tell how hard it is, as far as it does not yet.
func rated(ctx context.Context, fam puzzle.Family, g puzzle.Generated) (puzzle.Generated, error) {
	rater, ok := g.Instance.(puzzle.Rater)
	if !ok {
		return g, fmt.Errorf("%s puzzles cannot be rated", fam.Name())
	}
	r, err := rater.Rate(ctx)
	if err != nil {
		return g, fmt.Errorf("rating: %w", err)
	}
	if g.Class == "" {
		g.Class = r.Class
	}
	work := slices.Clone(g.Work)
	for _, m := range (record.Object{{Key: "rating", Value: r.Score}, {Key: "steps", Value: r.Steps}, {Key: "hardest", Value: r.Hardest}, {Key: "cost", Value: r.Cost}}) {
		work.Set(m.Key, m.Value)
	}
	if len(r.Features) > 0 {
		work.Set("features", r.Features)
	}
	g.Work = work
	return g, nil
}

func (s *familySource) record(ctx context.Context, seed, index uint64, g puzzle.Generated) (*record.Record, error) {
	id := puzzle.ID(s.gen, g.Instance)
	config, err := record.AppendJSON(nil, record.Object{{Key: "puzzle", Value: id}, {Key: "solution", Value: g.Solution.Desc()}})
	if err != nil {
		return nil, err
	}
	solutions, err := s.solutions(ctx, g.Instance)
	if err != nil {
		return nil, err
	}
	r := &record.Record{
		Problem: id,
		Answer:  g.Solution.Desc(),
		Config:  config,
		QType:   "open",
		Source:  s.gen.Name(),
		ID:      fmt.Sprintf("%s-%d-%d", s.gen.Name(), seed, index),
		Origin: &record.Origin{
			Seed: seed, Index: index, Spec: s.Hash(), Puzzle: id, Class: g.Class, Level: s.level, Solutions: solutions, Work: g.Work,
		},
	}
	if sym, ok := g.Instance.(puzzle.Symmetric); ok {
		form, err := sym.Canonical(ctx, 0)
		if err := named(ctx, r.Origin, s.gen.Name(), form, err); err != nil {
			return nil, err
		}
	}
	if w, ok := g.Instance.(puzzle.Worded); ok {
		r.Problem = w.Question(s.lang)
		r.Answer = w.AnswerText(g.Solution, s.lang)
		r.EvalType = w.EvalType()
	}
	return r, nil
}

// named writes the name of a puzzle's canonical form into its record; not being found, the form is left out.
func named(ctx context.Context, o *record.Origin, family string, form puzzle.Form, err error) error {
	if err == nil {
		o.Canonical, o.Partial = form.ID(family), !form.Exact
	}
	return ctx.Err()
}

// mostCounted is how many solutions are counted of a puzzle that was asked to have several.
const mostCounted = 1000

// solutions gives the number of solutions of a puzzle: one, unless others were asked for.
func (s *familySource) solutions(ctx context.Context, inst puzzle.Instance) (int, error) {
	solver, ok := inst.(puzzle.Solver)
	if n := s.settings["solutions"]; n == "" || n == "1" || !ok {
		return 1, nil
	}
	res, err := solver.Solve(ctx, mostCounted)
	return res.Count, err
}

// all gives the solutions of a puzzle that is meant to have several, else the one it was made with.
func (s *familySource) all(ctx context.Context, g puzzle.Generated) ([]puzzle.Solution, error) {
	n := puzzle.Meant(g.Instance)
	solver, ok := g.Instance.(puzzle.Solver)
	if n == 1 || !ok {
		return []puzzle.Solution{g.Solution}, nil
	}
	res, err := solver.Solve(ctx, n)
	if err != nil {
		return nil, err
	}
	return res.Solutions, nil
}

// heading is the first line of what text writes.
var heading = regexp.MustCompile(`^\S+  seed \d+, number \d+(,|\s|$)`)

// IsForPeople reports whether a text begins as the puzzles that a source writes for people to read. What follows is a
// picture of the board and its answer, from which no family reads the puzzle.
func IsForPeople(text string) bool { return heading.MatchString(text) }

// text shows a puzzle and its answer to a person, below a heading.
func (s *familySource) text(ctx context.Context, seed, index uint64, g puzzle.Generated) (string, error) {
	var b strings.Builder
	fmt.Fprintf(&b, "%s  seed %d, number %d", s.Title(), seed, index)
	if g.Class != "" {
		fmt.Fprintf(&b, ", %s", g.Class)
	}
	b.WriteString("\n\n")
	inst := puzzle.In(g.Instance, s.shown)
	p, pictured := inst.(puzzle.Shown)
	w, worded := inst.(puzzle.Worded)
	var problem, answer string
	if pictured {
		scene, err := p.Scene("")
		if err != nil {
			return "", err
		}
		list, err := s.all(ctx, g)
		if err != nil {
			return "", err
		}
		solved, err := puzzle.SolvedScene(p, list)
		if err != nil {
			return "", err
		}
		problem, answer = scene.Text, solved.Text
	}
	if problem == "" && worded {
		problem, answer = w.Question(s.lang), w.AnswerText(g.Solution, s.lang)
	}
	if problem == "" {
		problem, answer = puzzle.ID(s.gen, g.Instance), g.Solution.Desc()
	}
	fmt.Fprintf(&b, "%s\n\nAnswer:\n%s\n\n", strings.TrimRight(problem, "\n"), strings.TrimRight(answer, "\n"))
	return b.String(), nil
}
