package dataset

import (
	"errors"
	"fmt"
	"math"
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
	// Source is what quandary generate makes records from: a specification file, gallery:NAME, or FAMILY:PARAMS.
	Source string
	Count  int
	// Name is the source's name in the records; default: the source with its signs made plain.
	Name string
	Lang string
	// Options are a family's options.
	Options map[string]string
	// Classes mixes difficulty classes by share; a family's only.
	Classes Amounts
	// EvalType and QType are for specifications whose records do not say.
	EvalType string
	QType    string
}

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
	Seed  uint64 // the run's own, from the plan's
}

const (
	maxPlanItems = 10_000
	maxPlanCount = 2_000_000_000
	maxPlanBytes = 4 << 20
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
		if it.Source == "" {
			return wrong(item+".source", "expected what quandary generate makes records from")
		}
		if it.Count < 1 || it.Count > maxPlanCount {
			return wrong(item+".count", "expected 1 to %d, found %d", maxPlanCount, it.Count)
		}
		if len(it.Classes) > 0 {
			if err := checkShares(it.Classes); err != nil {
				return &pathError{item + ".classes", err}
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

// checkShares judges shares, which must add up to 1.
func checkShares(shares Amounts) error {
	sum := 0.0
	for _, a := range shares {
		if !(a.Number > 0 && a.Number <= 1) {
			return fmt.Errorf("%s: expected a share above 0 and up to 1, found %g", a.Name, a.Number)
		}
		sum += a.Number
	}
	if math.Abs(sum-1) > 1e-6 {
		return fmt.Errorf("the shares add up to %g, not to 1", sum)
	}
	return nil
}

// Runs lists the runs of the generator, in order: one for each item, or one for each class of an item.
func (p *Plan) Runs() ([]Run, error) {
	root := rng.New(p.Seed).Derive("plan")
	var runs []Run
	for i, it := range p.Items {
		if it.Name == "" {
			it.Name = plainName(it.Source)
		}
		if it.Lang == "" {
			it.Lang = p.Lang
		}
		if len(it.Classes) == 0 {
			runs = append(runs, Run{Item: it, Index: i, Seed: root.Derive("item", uint64(i)).Uint64()})
			continue
		}
		if err := checkShares(it.Classes); err != nil {
			return nil, err
		}
		used, share := 0, 0.0
		for k, c := range it.Classes {
			share += c.Number
			until := int(math.Round(share * float64(it.Count)))
			run := Run{Item: it, Index: i, Class: c.Name, Seed: root.Derive("item", uint64(i), uint64(k)).Uint64()}
			run.Count = until - used
			used = until
			if run.Count > 0 {
				runs = append(runs, run)
			}
		}
	}
	return runs, nil
}

// plainName makes a name of a source: its last element without the ending, letters, digits and hyphens only.
func plainName(source string) string {
	source = strings.TrimSuffix(strings.TrimSuffix(source, ".yaml"), ".yml")
	source = strings.TrimPrefix(source, "gallery:")
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
