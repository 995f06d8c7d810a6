package dataset

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// Plan says what a data set is made of. The same plan and program give the same bytes.
type Plan struct {
	Name string
	Seed uint64
	// Lang is the language of the families' texts, unless an item has its own.
	Lang  string
	Items []Item
	// Dedupe says by what duplicates are removed: canonical (default), config, text or none.
	Dedupe string
	// Effort asks for the field effort: what each puzzle takes to solve and to explain.
	Effort bool
	// Threshold is the difficulty from which a record is hard; 0 means no classes.
	Threshold float64
	// Split names the parts with their shares (0.9) or numbers of records (1000), in order. Default: one part, all.
	Split Amounts
	// Export lists further shapes in which each part is written: parquet, or one of Shapes.
	Export []string
}

// Item is one source of a plan.
type Item struct {
	// Source is what quandary generate makes records from: a specification file, gallery:NAME, FAMILY:PARAMS, or a rules file as
	// FILE:PARAMS.
	Source string
	Count  int
	// Name is the source's name in the records; default: the source with its signs made plain.
	Name string
	Lang string
	// Options are a family's options.
	Options map[string]string
	// Classes mixes difficulty classes: shares that add up to 1, or whole numbers that are in proportion; a family's only. EveryClass asks
	// for all that the family has, in equal parts.
	Classes    Amounts
	EveryClass bool
	// Levels mixes levels, from 1 to puzzle.Levels, like Classes; not together with them.
	Levels Amounts
	// EvalType and QType are for specifications whose records do not say.
	EvalType string
	QType    string
	// Place is where the plan names the source, as FILE:LINE:COLUMN.
	Place string

	sources []source // while the plan is read: an item stands for one like it for each of them
}

// source is one of the sources of an item, with its place.
type source struct{ name, place string }

// Amount is a name with a number: a share (0.9) or, where it is written as a whole number, perhaps how many (1000).
type Amount struct {
	Name   string
	Number float64
	Whole  bool
}

// Amounts are names with numbers, in the order of the file.
type Amounts []Amount

// Run is one run of the generator that a plan asks for.
type Run struct {
	Item
	Index int    // of the item
	Class string // of an item with classes
	Level int    // of an item with levels, from 1; else 0
	Seed  uint64 // the run's own, from the plan's
}

// Part names the class or the level of a run, where it has one: "hard", "level 3".
func (r Run) Part() string {
	if r.Level > 0 {
		return fmt.Sprintf("level %d", r.Level)
	}
	return r.Class
}

// MaxPlanBytes bounds the text of a plan.
const MaxPlanBytes = 4 << 20

const (
	maxPlanItems = 10_000
	maxPlanCount = 2_000_000_000
	maxPlanParts = 1000 // of a split: each is a file, or several
)

// pathError is an error about the value at a path of a plan, as in items[2].count.
type pathError struct {
	path string
	err  error
}

func (e *pathError) Error() string { return e.path + ": " + e.err.Error() }
func (e *pathError) Unwrap() error { return e.err }

func wrong(path, format string, args ...any) error {
	return &pathError{path, fmt.Errorf(format, args...)}
}

func (p *Plan) check() error {
	if len(p.Items) == 0 || len(p.Items) > maxPlanItems {
		return wrong("items", "expected 1 to %d, found %d", maxPlanItems, len(p.Items))
	}
	for i, it := range p.Items {
		item := fmt.Sprintf("items[%d]", i)
		switch {
		case len(it.sources) == 0:
			return wrong(item+".source", "expected what quandary generate makes records from")
		case len(it.sources) > 1 && it.Name != "":
			return wrong(item+".name", "expected one source for it, found %d", len(it.sources))
		case len(it.Levels) > 0 && (len(it.Classes) > 0 || it.EveryClass):
			return wrong(item+".levels", "expected classes or levels, found both")
		}
		if it.Count < 1 || it.Count > maxPlanCount {
			return wrong(item+".count", "expected 1 to %d, found %d", maxPlanCount, it.Count)
		}
		if len(it.Classes) > 0 {
			if err := it.Classes.checkMix(); err != nil {
				return &pathError{item + ".classes", err}
			}
		}
		if len(it.Levels) > 0 {
			if err := it.Levels.checkMix(); err != nil {
				return &pathError{item + ".levels", err}
			}
		}
		for _, level := range it.Levels {
			if n, err := strconv.Atoi(level.Name); err != nil || puzzle.CheckLevel(n) != nil {
				return wrong(item+".levels", "expected numbers from 1 to %d, found %q", puzzle.Levels, level.Name)
			}
		}
	}
	switch p.Dedupe {
	case "canonical", "config", "text", "none":
	default:
		return &pathError{"dedupe", puzzle.Unknownf("key", p.Dedupe, []string{"canonical", "config", "text", "none"})}
	}
	if !(p.Threshold >= 0 && p.Threshold <= 1) {
		return wrong("threshold", "expected 0 to 1, found %g", p.Threshold)
	}
	if _, err := p.Parts(); err != nil {
		return &pathError{"split", err}
	}
	for i, shape := range p.Export {
		if shape != "parquet" {
			if err := KnownShape(shape); err != nil {
				return &pathError{fmt.Sprintf("export[%d]", i), err}
			}
		}
	}
	return nil
}

// Parts gives the parts of the split.
func (p *Plan) Parts() ([]Part, error) {
	if len(p.Split) == 0 {
		return []Part{{Name: "all", Share: 1}}, nil
	}
	if len(p.Split) > maxPlanParts {
		return nil, fmt.Errorf("expected at most %d parts, found %d", maxPlanParts, len(p.Split))
	}
	var parts []Part
	for _, a := range p.Split {
		if a.Name == "" || strings.ContainsAny(a.Name, `/\`) || a.Name[0] == '.' {
			return nil, fmt.Errorf("%q is no name for a file", a.Name)
		}
		part := Part{Name: a.Name, Share: a.Number}
		if a.Whole && a.Number != 1 { // a share of 1 is everything
			part.Count, part.Share = int(min(a.Number, maxPlanCount)), 0
		}
		parts = append(parts, part)
	}
	return parts, CheckParts(parts)
}

// Runs lists the runs of the generator, in order: one for each item, or one for each class or level of an item. For an item that asks for every
// class, classes says which those of its source are.
func (p *Plan) Runs(classes func(source string) ([]string, error)) ([]Run, error) {
	root := rng.New(p.Seed).Derive("plan")
	var runs []Run
	for i, it := range p.Items {
		if it.Name == "" {
			it.Name = plainName(it.Source)
		}
		if it.Lang == "" {
			it.Lang = p.Lang
		}
		parts := it.Classes
		if it.EveryClass {
			names, err := classes(it.Source)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", it.Place, err)
			}
			for _, name := range names {
				parts = append(parts, Amount{Name: name, Number: 1, Whole: true})
			}
		}
		if len(it.Levels) > 0 {
			parts = it.Levels
		}
		if len(parts) == 0 {
			runs = append(runs, Run{Item: it, Index: i, Seed: root.Derive("item", uint64(i)).Uint64()})
			continue
		}
		sum := parts.sum()
		used, share := 0, 0.0
		for k, c := range parts {
			share += c.Number
			until := int(math.Round(share / sum * float64(it.Count)))
			run := Run{Item: it, Index: i, Seed: root.Derive("item", uint64(i), uint64(k)).Uint64()}
			if len(it.Levels) > 0 {
				run.Level, _ = strconv.Atoi(c.Name) // the reader has judged it
			} else {
				run.Class = c.Name
			}
			run.Count = until - used
			used = until
			if run.Count > 0 {
				runs = append(runs, run)
			}
		}
	}
	return runs, nil
}

// checkMix judges the parts of a mix.
func (a Amounts) checkMix() error {
	whole, seen := true, map[string]bool{}
	for _, part := range a {
		if seen[part.Name] {
			return fmt.Errorf("%s stands twice", part.Name)
		}
		seen[part.Name] = true
		whole = whole && part.Whole
	}
	sum := 0.0
	for _, part := range a {
		if !(part.Number > 0) || part.Number > maxPlanCount || !whole && part.Number > 1 {
			return fmt.Errorf("%s: expected a share above 0 and up to 1, or whole numbers for all, found %g", part.Name, part.Number)
		}
		sum += part.Number
	}
	if !whole && math.Abs(sum-1) > 1e-6 {
		return fmt.Errorf("the shares add up to %g, not to 1", sum)
	}
	return nil
}

// sum adds the numbers up; shares, which the reader has judged, to 1.
func (a Amounts) sum() float64 {
	sum := 0.0
	for _, part := range a {
		if !part.Whole {
			return 1
		}
		sum += part.Number
	}
	return sum
}

// plainName makes a name of a source: its last element without the ending, letters, digits and hyphens only.
func plainName(source string) string {
	source = strings.TrimSuffix(strings.TrimSuffix(source, ".yaml"), ".yml")
	source = strings.TrimPrefix(source, "gallery:")
	for _, ending := range []string{".yaml:", ".yml:", ".json:"} { // a size behind a rules file
		source = strings.Replace(source, ending, ":", 1)
	}
	if i := strings.LastIndexAny(source, `/\`); i >= 0 {
		source = source[i+1:]
	}
	return strings.Map(func(r rune) rune {
		if r == '-' || r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r > 0x7f {
			return r
		}
		return '-'
	}, source)
}

// errNoManifest says that a folder holds no finished data set.
var errNoManifest = errors.New("no manifest.json: the build is not finished")
