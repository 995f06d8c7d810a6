package dataset

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"

	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// Plan says what a data set is made of. The same plan and program give the same bytes.
type Plan struct {
	Name string `yaml:"name"`
	Seed uint64 `yaml:"seed"`
	// Lang is the language of the families' texts, unless an item has its own.
	Lang  string `yaml:"lang"`
	Items []Item `yaml:"items"`
	// Dedupe says by what duplicates are removed: canonical (default), config, text or none.
	Dedupe string `yaml:"dedupe"`
	// Effort asks for the field effort: what each puzzle takes to solve and to explain.
	Effort bool `yaml:"effort"`
	// Threshold is the difficulty from which a record is hard; 0 means no classes.
	Threshold float64 `yaml:"threshold"`
	// Split names the parts with their shares (0.9) or numbers of records (1000), in order. Default: one part, all.
	Split yaml.MapSlice `yaml:"split"`
	// Export lists further shapes in which each part is written: parquet, reasoning-gym, verl, verifiers, chat, zebralogic.
	Export []string `yaml:"export"`
}

// Item is one source of a plan.
type Item struct {
	// Source is what quandary generate makes records from: a specification file, gallery:NAME, or FAMILY:PARAMS.
	Source string `yaml:"source"`
	Count  int    `yaml:"count"`
	// Name is the source's name in the records; default: the source with its signs made plain.
	Name string `yaml:"name"`
	Lang string `yaml:"lang"`
	// Options are a family's options.
	Options map[string]string `yaml:"options"`
	// Classes mixes difficulty classes by share; a family's only.
	Classes yaml.MapSlice `yaml:"classes"`
	// EvalType and QType are for specifications whose records do not say.
	EvalType string `yaml:"eval_type"`
	QType    string `yaml:"qtype"`
}

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

// ParsePlan reads a plan. Unknown keys and wrong types are errors that show the place.
func ParsePlan(name string, text []byte) (*Plan, error) {
	if len(text) > maxPlanBytes {
		return nil, fmt.Errorf("%s: more than %d bytes", name, maxPlanBytes)
	}
	p := &Plan{Seed: 1, Lang: "en", Dedupe: "canonical"}
	if err := decodePlan(text, p); err != nil {
		return nil, yamlError(name, err)
	}
	if err := p.check(); err != nil {
		return nil, at(name, text, err)
	}
	return p, nil
}

// decodePlan reads YAML. The library panics at some texts that are none, such as an unknown tag before a list.
func decodePlan(text []byte, p *Plan) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = errors.New("not valid YAML: a list, a mapping or a value is not where its key or tag says")
		}
	}()
	return yaml.NewDecoder(bytes.NewReader(text), yaml.Strict()).Decode(p)
}

// yamlError gives an error of the YAML library its place.
func yamlError(name string, err error) error {
	var e yaml.Error
	if !errors.As(err, &e) || e.GetToken() == nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	pos := e.GetToken().Position
	return fmt.Errorf("%s:%d:%d: %s", name, pos.Line, pos.Column, unknownKey(e.GetMessage()))
}

// unknownKey adds to the message about a key that a plan does not have the nearest that it has.
func unknownKey(msg string) string {
	key, ok := strings.CutPrefix(msg, "unknown field \"")
	if !ok {
		return msg
	}
	key = strings.TrimSuffix(key, "\"")
	var known []string
	for _, t := range []reflect.Type{reflect.TypeFor[Plan](), reflect.TypeFor[Item]()} {
		for i := range t.NumField() {
			known = append(known, t.Field(i).Tag.Get("yaml"))
		}
	}
	return puzzle.Unknownf("key", key, known).Error()
}

// placedError is an error about the value at a path of a plan, as in items[2].count.
type placedError struct {
	path string
	err  error
}

func (e *placedError) Error() string { return e.path + ": " + e.err.Error() }
func (e *placedError) Unwrap() error { return e.err }

func wrong(path, format string, args ...any) error {
	return &placedError{path, fmt.Errorf(format, args...)}
}

// at gives an error about a plan its place in the file: that of the value, or of the nearest thing round it that is there.
func at(name string, text []byte, err error) error {
	line, col := 1, 1
	var placed *placedError
	if file, perr := parser.ParseBytes(text, 0); perr == nil && errors.As(err, &placed) {
		for path := "$." + placed.path; len(path) > 1; path = path[:max(strings.LastIndexAny(path, ".["), 0)] {
			p, perr := yaml.PathString(path)
			if perr != nil {
				continue
			}
			node, perr := p.FilterFile(file)
			if perr == nil && node != nil && node.GetToken() != nil {
				// A map or list begins at its first key or value, not at the sign behind it.
				if m, ok := node.(*ast.MappingNode); ok && len(m.Values) > 0 {
					node = m.Values[0].Key
				}
				if m, ok := node.(*ast.MappingValueNode); ok {
					node = m.Key
				}
				pos := node.GetToken().Position
				line, col = pos.Line, pos.Column
				break
			}
		}
	}
	return fmt.Errorf("%s:%d:%d: %w", name, line, col, err)
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
			if _, err := shares(it.Classes); err != nil {
				return &placedError{item + ".classes", err}
			}
		}
	}
	switch p.Dedupe {
	case "canonical", "config", "text", "none":
	default:
		return &placedError{"dedupe", puzzle.Unknownf("key", p.Dedupe, []string{"canonical", "config", "text", "none"})}
	}
	if !(p.Threshold >= 0 && p.Threshold <= 1) {
		return wrong("threshold", "expected 0 to 1, found %g", p.Threshold)
	}
	if _, err := p.Parts(); err != nil {
		return &placedError{"split", err}
	}
	for i, shape := range p.Export {
		if shape != "parquet" {
			if err := KnownShape(shape); err != nil {
				return &placedError{fmt.Sprintf("export[%d]", i), err}
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
	for _, m := range p.Split {
		name := fmt.Sprint(m.Key)
		if name == "" || strings.ContainsAny(name, `/\`) || name[0] == '.' {
			return nil, fmt.Errorf("%q is no name for a file", name)
		}
		part := Part{Name: name}
		switch v := m.Value.(type) {
		case uint64:
			part.Count = int(min(v, maxPlanCount))
		case float64:
			part.Share = v
		default:
			return nil, fmt.Errorf("%s: expected a share such as 0.9 or a number such as 1000, found %v", name, v)
		}
		if v, whole := m.Value.(uint64); whole && v == 1 {
			part.Count, part.Share = 0, 1 // a share of 1 is everything
		}
		parts = append(parts, part)
	}
	return parts, CheckParts(parts)
}

// weight is a name with its share.
type weight struct {
	name  string
	share float64
}

// shares reads names with shares that add up to 1.
func shares(m yaml.MapSlice) ([]weight, error) {
	var out []weight
	sum := 0.0
	for _, e := range m {
		var v float64
		switch x := e.Value.(type) {
		case float64:
			v = x
		case uint64:
			v = float64(x)
		}
		if !(v > 0 && v <= 1) {
			return nil, fmt.Errorf("%v: expected a share above 0 and up to 1, found %v", e.Key, e.Value)
		}
		sum += v
		out = append(out, weight{fmt.Sprint(e.Key), v})
	}
	if math.Abs(sum-1) > 1e-6 {
		return nil, fmt.Errorf("the shares add up to %g, not to 1", sum)
	}
	return out, nil
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
		mix, err := shares(it.Classes)
		if err != nil {
			return nil, err
		}
		used, share := 0, 0.0
		for k, c := range mix {
			share += c.share
			until := int(math.Round(share * float64(it.Count)))
			run := Run{Item: it, Index: i, Class: c.name, Seed: root.Derive("item", uint64(i), uint64(k)).Uint64()}
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
