// Package foundry opens what puzzles are made from: a family with its parameters and settings, a specification file, or an
// entry of the gallery. All three become a [Source] that gives record number i of a seed, so that the command line, the web
// server, a data set's build and a pipeline on many machines make the same records.
//
//	src, err := foundry.Open("sudoku:9x9", foundry.Options{Class: "hard"})
//	defer src.Close()
//	mk := src.NewMaker(7)           // one for each goroutine
//	m, err := mk(ctx, 0)            // m.Record
//
// A record depends on the source, the settings, the seed and the index alone. Nothing here reads flags, the environment or
// the clock; the file system and standard input are read only where [Options] hand them in.
package foundry

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/record"
	"github.com/quandary-puzzles/quandary/synth"
)

// Options say what is made of a source. The zero value gives records of a family with its defaults, or of a specification
// of the gallery.
type Options struct {
	// Families are those that names are looked up in; nil stands for Families().
	Families *puzzle.Registry
	// Definition is the text that the families were read from, where they do not come with the program; records name its hash with
	// all else that they depend on.
	Definition []byte
	// Carried has the ids of puzzles of a rules file carry its rules, so that nobody needs the file to open them. Else the ids have the
	// family's name, and who opens them has the file.
	Carried bool
	// Files give access to specification files; nil refuses them.
	Files *Files

	// Format is what is made: "" or "jsonl" for records, "text" for people to read, or a format of the family.
	Format string

	// Class and Settings are a family's; Class is the setting "class".
	Class    string
	Settings puzzle.Settings
	// Level is the difficulty from 1 to 10; 0 is none. A family that is named without parameters has the size of the level.
	Level int
	// FirstAttempts bounds the full boards that are tried for the first record of a family, where its settings do not say: a class that none of these
	// gives is not reached. It decides nothing about what is made. 0: as many as for every other record.
	FirstAttempts int
	// Rated has each record of a family tell how hard the puzzle is: class, rating, steps.
	Rated bool
	// Lang is the language of a family's texts, en, zh or one of those that the family lists; "" is English. A specification has the language that it
	// is written in.
	Lang string

	// Report is told how the search for a puzzle of a family goes, where the family tells; it may be called from several goroutines at
	// once. nil: nobody asks.
	Report func(puzzle.Progress)

	// MaxTries is how many draws a specification makes for a record at most; 0 stands for synth.DefaultMaxTries.
	MaxTries int
	// Solver and Certify name the solvers of a specification: see NewSolvers.
	Solver, Certify string
	// Synth is where a specification's options begin: budgets and limits. What the fields above say comes on top.
	Synth synth.Options
}

// language gives the language of a family's texts: the one that is asked for, which it must have.
func (o *Options) language(about puzzle.About) (string, error) {
	known := []string{"en", "zh"} // which every family's texts have
	if about.Languages != nil {
		known = about.Languages()
	}
	if o.Lang == "" {
		return known[0], nil
	}
	if !slices.Contains(known, o.Lang) {
		return "", puzzle.Unknownf("language", o.Lang, known)
	}
	return o.Lang, nil
}

// Made is one puzzle from a source.
type Made struct {
	Record    *record.Record    // when records are made
	Text      string            // when another format is
	Format    puzzle.Format     // what stands around Text in a file
	Generated *puzzle.Generated // what a family's generator gave; nil from a specification
	Tries     int               // draws, this one included; set with an error too
	Lost      map[string]int    // draws that were thrown away, by cause; set with an error too
}

// Draws are those that the puzzle took.
func (m Made) Draws() Draws { return Draws{All: m.Tries, Overspent: synth.Overspent(m.Lost)} }

// Maker makes the puzzle of an index. It is not safe for concurrent use.
type Maker func(ctx context.Context, index uint64) (Made, error)

// Source is what puzzles are made from. It is safe for concurrent use.
type Source interface {
	// Title names the source for people: what Open was given, in canonical form where there is one.
	Title() string
	// Hash names everything beside seed and index that a record depends on; records carry it.
	Hash() string
	// NewMaker gives one goroutine its maker.
	NewMaker(seed uint64) Maker
	// Fits reports whether a record of an earlier run came from this source.
	Fits(o *record.Origin) error
	// Warnings are what is probably not meant in the source, one line each, such as a condition of a specification that its
	// puzzles do not tell.
	Warnings() []string
	// Close ends the makers, and what solvers run for them.
	Close() error
}

// OptionError says that an option does not go with a source.
type OptionError struct {
	Option string // as in "set", "lang", "root"
	Why    string // goes on from the option's name: "is for specifications, and …"
}

func (e *OptionError) Error() string { return "option " + e.Option + " " + e.Why }

// given names the first of some options that was given.
func given(opts ...struct {
	name string
	set  bool
}) string {
	for _, o := range opts {
		if o.set {
			return o.name
		}
	}
	return ""
}

type option = struct {
	name string
	set  bool
}

// Open opens what a name stands for: FAMILY:PARAMS, cards:FILE, blanks:FILE, a rules file or FILE:PARAMS of one, gallery:NAME, a specification file, or -
// for standard input. A file that is there comes before a family of the same name. The error says which option does not fit, and what would.
func Open(name string, opt Options) (Source, error) {
	if opt.Families == nil {
		opt.Families = Families()
	}
	if err := opt.check(); err != nil {
		return nil, err
	}
	if opt.isDeck(name) && !opt.Files.has(name) {
		return openDeck(name, opt)
	}
	if opt.isBlanksFile(name) && !opt.Files.has(name) {
		return openBlanks(name, opt)
	}
	if file, params, ok := opt.rulesFile(name); ok {
		return openRules(name, file, params, opt)
	}
	if opt.Families.IsID(name) && !opt.Files.has(name) {
		return openFamily(name, opt)
	}
	return openProgram(name, opt)
}

// IsFamily reports whether Open takes a name for a family's, or for a rules file that states one.
func (o Options) IsFamily(name string) bool {
	if o.Families == nil {
		o.Families = Families()
	}
	if o.Families.IsID(name) && !o.Files.has(name) {
		return true
	}
	_, _, ok := o.rulesFile(name)
	return ok
}

// RulesFile gives the file of a name that Open takes for a rules file's, perhaps with a size behind it.
func (o Options) RulesFile(name string) (file string, ok bool) {
	if o.Families == nil {
		o.Families = Families()
	}
	file, _, ok = o.rulesFile(name)
	return file, ok
}

// Classes names the classes of difficulty of a family, the easiest first; nil where it has none.
func Classes(f puzzle.Family) []string {
	g, ok := f.(puzzle.Generator)
	if !ok {
		return nil
	}
	for _, o := range g.Options() {
		if o.Name == "class" {
			return o.Values
		}
	}
	return nil
}

// ClassesOf names the classes of the family of a source, which is FAMILY:PARAMS or a rules file, the easiest first.
func (o Options) ClassesOf(source string) ([]string, error) {
	if o.Families == nil {
		o.Families = Families()
	}
	name, _, _ := strings.Cut(source, ":")
	if file, _, ok := o.rulesFile(source); ok {
		r, err := ReadRules(file, o.Files)
		if err != nil {
			return nil, err
		}
		name = r.Family.Name()
		r.Alone(&o)
	}
	family, err := o.Families.Lookup(name)
	if err != nil {
		return nil, err
	}
	classes := Classes(family)
	if len(classes) == 0 {
		return nil, fmt.Errorf("%s has no classes", name)
	}
	return classes, nil
}

func (o *Options) check() error {
	if o.Level != 0 {
		if err := puzzle.CheckLevel(o.Level); err != nil {
			return err
		}
	}
	if o.MaxTries < 0 {
		return fmt.Errorf("the number of tries: expected at least 1, found %d", o.MaxTries)
	}
	if o.Format == "" {
		o.Format = jsonl
	}
	return nil
}

// ParseSettings reads settings of the form NAME=VALUE.
func ParseSettings(texts []string) (puzzle.Settings, error) {
	settings := puzzle.Settings{}
	for _, text := range texts {
		name, value, ok := strings.Cut(text, "=")
		if !ok {
			return nil, fmt.Errorf("expected NAME=VALUE, found %q", text)
		}
		if old, twice := settings[name]; twice && old != value {
			return nil, fmt.Errorf("%s is given twice: %q and %q", name, old, value)
		}
		settings[name] = value
	}
	return settings, nil
}

// The formats that every source has.
const (
	jsonl = "jsonl"
	text  = "text"
)

// errNoFiles is the error of a specification file where files are not to be read.
var errNoFiles = errors.New("files are not read here: expected a family such as sudoku:9x9, or gallery:NAME")
