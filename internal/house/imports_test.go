package house

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"path"
	"sort"
	"strings"
	"testing"
)

// anything marks a package that may import every other package of ours.
const anything = "*"

// mayImport is the import table of ARCHITECTURE.md: which packages of ours each package may import. A pattern that ends
// in "/..." covers a folder and everything below it. A package that no row names fails the test, so that a new room is
// written down before it is furnished.
var mayImport = map[string][]string{
	"py/syntax":                       {"internal/columns"},
	"py/eval/...":                     {"py/syntax", "py/eval/...", "internal/nearest", "internal/budget"},
	"spec":                            {"py/syntax", "internal/nearest", "internal/doctree"},
	"model":                           {"internal/budget"},
	"internal/canon":                  {"model"},
	"solve":                           {"model"},
	"solve/brute":                     {"solve", "model"},
	"solve/native":                    {"solve", "model", "solve/native/...", "internal/budget"},
	"solve/native/...":                {"solve/native/...", "internal/budget"},
	"solve/smtlib":                    {"solve", "model", "internal/child"},
	"solve/flatzinc":                  {"solve", "model", "internal/child"},
	"internal/child":                  {},
	"solve/proof":                     {"solve/proof/clauses", "internal/budget"},
	"solve/proof/clauses":             {"internal/budget"},
	"solve/proof/reading":             {"model", "solve/proof", "solve/proof/clauses"},
	"solve/solvetest":                 {"solve", "model"},
	"internal/solverduel":             {anything},
	"internal/hostile":                {},
	"internal/hostile/run":            {"internal/hostile"},
	"synth":                           {"spec", "py/...", "model", "internal/canon", "solve", "record", "internal/rng", "internal/budget", "synth/..."},
	"synth/...":                       {"spec", "py/...", "model", "solve", "record", "internal/rng", "synth/..."},
	"record":                          {},
	"board":                           {},
	"rules":                           {"board", "py/syntax", "internal/doctree", "internal/nearest"},
	"rules/encode":                    {"rules", "board", "py/syntax", "model", "internal/budget"},
	"rules/lint":                      {"rules", "rules/encode", "board", "py/syntax", "model", "solve", "internal/doctree", "internal/nearest", "internal/rng"},
	"rules/penpa":                     {"internal/packed"},
	"rules/notation":                  {"rules", "board", "internal/doctree", "internal/nearest"},
	"rules/judge":                     {"rules", "board", "py/syntax", "internal/budget"},
	"rules/codec":                     {"rules", "board", "internal/doctree", "internal/nearest"},
	"families":                        {"rules", "internal/nearest", "internal/shelf"},
	"internal/answers":                {"rules", "rules/encode", "rules/judge", "board", "model", "solve"},
	"internal/drawing":                {"rules", "rules/judge", "board", "puzzle", "internal/doctree", "internal/nearest"},
	"internal/drawing/pens":           {"rules", "rules/codec", "rules/judge", "rules/penpa", "board", "puzzle", "internal/answers", "internal/drawing"},
	"internal/making":                 {"rules", "rules/encode", "rules/judge", "rules/codec", "rules/notation", "board", "py/syntax", "puzzle", "deduce/declared", "carve", "families", "internal/answers", "model", "solve", "record", "internal/doctree", "internal/rng"},
	"internal/asking":                 {"rules", "board", "py/syntax", "internal/answertext", "internal/drawing", "internal/phrases", "internal/telling"},
	"internal/kinds/declared":         {"internal/asking", "internal/making", "internal/drawing", "internal/drawing/pens", "rules", "rules/...", "board", "internal/answers", "py/syntax", "puzzle", "deduce/declared", "carve", "families", "model", "solve", "record", "internal/packed", "internal/rng", "internal/telling", "internal/telling/claims", "internal/phrases", "internal/doctree", "internal/nearest"},
	"internal/telling":                {"rules", "rules/encode", "rules/judge", "board", "py/syntax", "puzzle", "deduce/declared", "internal/phrases"},
	"internal/telling/claims":         {"internal/telling", "internal/claimtext", "internal/phrases", "rules", "rules/encode", "board", "puzzle"},
	"grid":                            {"board"},
	"puzzle":                          {"record", "grid", "internal/rng", "internal/nearest"},
	"deduce/declared":                 {"rules", "rules/encode", "board", "model", "solve", "solve/native/simplex", "internal/budget"},
	"deduce/...":                      {"puzzle", "grid", "deduce/...", "internal/nearest"},
	"carve":                           {"puzzle", "record", "internal/rng"},
	"internal/rate":                   {"puzzle", "internal/rng"},
	"internal/kinds/null":             {"puzzle", "grid", "record", "internal/rng"},
	"internal/kinds/sudoku":           {"internal/kinds/sudoku/solver", "puzzle", "internal/canon", "grid", "deduce/...", "carve", "internal/rate", "record", "internal/rng", "internal/packed", "internal/answertext", "internal/claimtext", "internal/phrases"},
	"internal/kinds/sudoku/solver":    {"grid", "internal/budget", "internal/rng"},
	"internal/kinds/fillomino":        {"internal/kinds/fillomino/solver", "puzzle", "grid", "deduce/...", "carve", "record", "internal/rng", "internal/answertext", "internal/claimtext", "internal/phrases", "internal/packed"},
	"internal/kinds/fillomino/solver": {"grid", "solve/native/engine", "solve/native/graphs", "internal/budget", "internal/rng"},
	"internal/kinds/zebra":            {"internal/kinds/zebra/...", "puzzle", "record", "internal/rng", "internal/answertext", "internal/claimtext", "lineup", "internal/columns", "internal/shelf", "internal/nearest", "internal/phrases"},
	"internal/kinds/zebra/matching":   {"puzzle", "lineup", "internal/doctree", "internal/nearest"},
	"internal/kinds/zebra/language":   {"internal/kinds/zebra/matching", "puzzle", "record", "lineup", "internal/doctree", "internal/nearest", "internal/phrases", "internal/shelf"},
	"internal/kinds/zebra/solver":     {"internal/kinds/zebra/matching", "elimination", "internal/budget"},
	"internal/kinds/zebra/ladder":     {"internal/kinds/zebra/matching", "internal/kinds/zebra/language", "internal/kinds/zebra/solver", "puzzle", "lineup", "elimination", "internal/budget", "internal/phrases"},
	"internal/kinds/zebra/telling":    {"internal/kinds/zebra/matching", "internal/kinds/zebra/language", "internal/kinds/zebra/solver", "internal/kinds/zebra/ladder", "puzzle", "elimination", "internal/phrases", "internal/rng"},
	"internal/kinds/zebra/making":     {"internal/kinds/zebra/matching", "internal/kinds/zebra/language", "internal/kinds/zebra/solver", "internal/kinds/zebra/ladder", "puzzle", "record", "carve", "lineup", "internal/budget", "internal/phrases", "internal/rng"},
	"internal/kinds/zebra/symmetry":   {"internal/kinds/zebra/matching", "puzzle", "lineup", "internal/canon", "internal/rng"},
	"internal/kinds/cards":            {"puzzle", "solve", "record", "internal/rng", "internal/answertext", "internal/claimtext", "lineup", "internal/bitset", "internal/columns", "internal/phrases", "internal/nearest", "internal/kinds/cards/deck", "internal/kinds/cards/lexicon", "internal/kinds/cards/saying", "internal/kinds/cards/solving", "internal/kinds/cards/laws", "internal/kinds/cards/choose", "internal/kinds/cards/symmetry", "internal/kinds/cards/picture", "internal/kinds/cards/stored"},
	"internal/kinds/cards/lexicon":    {"puzzle", "internal/phrases", "internal/shelf"},
	"internal/kinds/cards/deck":       {"puzzle", "record", "lineup", "internal/nearest", "internal/kinds/cards/lexicon"},
	"internal/kinds/cards/saying":     {"lineup", "internal/phrases", "internal/kinds/cards/deck", "internal/kinds/cards/lexicon"},
	"internal/kinds/cards/solving":    {"model", "solve", "internal/bitset", "internal/nearest", "internal/kinds/cards/deck"},
	"internal/kinds/cards/laws":       {"puzzle", "model", "solve", "lineup", "internal/bitset", "internal/kinds/cards/deck", "internal/kinds/cards/lexicon", "internal/kinds/cards/solving"},
	"internal/kinds/cards/choose":     {"puzzle", "record", "model", "solve", "elimination", "internal/bitset", "internal/budget", "internal/rng", "internal/nearest", "internal/kinds/cards/deck", "internal/kinds/cards/laws", "internal/kinds/cards/solving"},
	"internal/kinds/cards/symmetry":   {"lineup", "internal/canon", "internal/rng", "internal/kinds/cards/deck"},
	"internal/kinds/cards/picture":    {"puzzle", "internal/columns", "internal/kinds/cards/deck", "internal/kinds/cards/laws", "internal/kinds/cards/lexicon", "internal/kinds/cards/saying"},
	"internal/kinds/cards/cardtest":   {anything},
	"internal/kinds/cards/cardfile":   {"puzzle", "internal/doctree", "internal/nearest", "internal/phrases"},
	"internal/kinds/cards/invariant":  {"ocl", "model", "internal/bitset", "internal/kinds/cards/choose", "internal/kinds/cards/deck", "internal/kinds/cards/solving"},
	"internal/kinds/cards/stored":     {"puzzle", "record", "ocl", "internal/doctree", "internal/kinds/cards/...", "internal/bitset", "internal/nearest", "internal/phrases", "internal/shelf"},
	"internal/bitset":                 {},
	"internal/kinds/worded":           {"puzzle", "grid", "synth", "spec", "model", "record", "internal/rng", "grade", "internal/columns", "internal/packed", "internal/phrases"},
	"internal/kinds/blanks":           {"blanks", "blanks/...", "puzzle", "grade", "record", "solve", "internal/rng", "internal/packed", "internal/phrases", "internal/claimtext", "internal/doctree", "py/syntax"},
	"blanks":                          {},
	"blanks/code":                     {"blanks", "py/...", "carve", "puzzle", "internal/rng"},
	"blanks/algebra":                  {},
	"blanks/export":                   {"blanks"},
	"blanks/maths":                    {"blanks", "blanks/algebra", "py/...", "carve", "internal/canon", "model", "solve", "internal/rng", "internal/doctree", "internal/nearest"},
	"blanks/shelf":                    {"internal/shelf"},
	"internal/packed":                 {},
	"elimination":                     {"internal/nearest"},
	"lineup":                          {"model", "py/syntax", "internal/doctree", "internal/shelf", "internal/nearest"},
	"ocl":                             {"internal/nearest", "internal/budget"},
	"render":                          {"puzzle", "grid"},
	"dataset":                         {"record", "puzzle", "internal/rng", "internal/batch", "internal/columns", "internal/doctree"},
	"internal/foundry":                {"families", "blanks/shelf", "puzzle", "record", "rules", "spec", "synth", "internal/gallery", "internal/kinds/...", "solve/...", "model", "py/eval", "internal/canon", "solve", "internal/nearest", "internal/rng", "internal/budget"},
	"grade":                           {"record", "puzzle", "internal/sieve"},
	"grade/suite":                     {},
	"internal/store":                  {"record", "puzzle"},
	"internal/web":                    {"puzzle", "render", "internal/store", "grade", "record", "internal/budget"},
	"internal/workbench":              {"internal/web", "puzzle", "record", "spec", "synth", "internal/gallery", "carve", "internal/kinds/declared", "internal/kinds/blanks", "blanks/maths", "rules", "families", "internal/doctree", "internal/kinds/worded", "py/eval"},
	"internal/frames":                 {},
	"internal/rng":                    {},
	"internal/nearest":                {},
	"internal/budget":                 {},
	"internal/golden":                 {},
	"internal/columns":                {},
	"internal/processor":              {},
	"internal/doctree":                {"internal/nearest"},
	"internal/shelf":                  {},
	"internal/answertext":             {"internal/sieve"},
	"internal/sieve":                  {},
	"internal/claimtext":              {},
	"internal/phrases":                {"puzzle"},
	"internal/serveload":              {},
	"internal/puztest":                {anything},
	"internal/puztest/scatter":        {"board", "internal/rng", "rules"},
	"internal/webtest":                {anything},
	"internal/house":                  {},
	"internal/house/measure":          {"internal/house"},
	"internal/batch":                  {},
	"internal/conformance":            {anything},
	"internal/explaintable":           {anything},
	"internal/familytable":            {anything},
	"internal/maketable":              {anything},
	"internal/ranktable":              {anything},
	"internal/varianttable":           {anything},
	"internal/familyduel":             {anything},
	"":                                {"carve", "internal/foundry", "grade", "internal/kinds/declared", "puzzle", "rules", "solve/native"}, // the root
	"cmd/quandary":                    {anything},
	"internal/gallery":                {"internal/shelf"},
}

type pkg struct {
	ImportPath string
	Imports    []string
}

// TestImportTable holds every package to the table. Test files may import anything: they are not listed.
func TestImportTable(t *testing.T) {
	for _, p := range list(t) {
		rel := strings.TrimPrefix(strings.TrimPrefix(p.ImportPath, Module), "/")
		allowed, ok := row(rel)
		if !ok {
			t.Errorf("package %s has no row in the import table: add it here and in ARCHITECTURE.md", rel)
			continue
		}
		for _, imp := range p.Imports {
			if imp == "math/rand" || imp == "math/rand/v2" {
				if rel != "internal/rng" {
					t.Errorf("%s imports %s: only internal/rng may", rel, imp)
				}
			}
			other, ours := strings.CutPrefix(imp, Module+"/")
			if !ours {
				continue
			}
			if !permits(allowed, other) {
				t.Errorf("%s imports %s: the table allows only %v", rel, other, allowed)
			}
		}
	}
}

// row finds the most specific row for a package.
func row(rel string) ([]string, bool) {
	if r, ok := mayImport[rel]; ok {
		return r, true
	}
	for dir := rel; dir != "." && dir != ""; dir = path.Dir(dir) {
		if r, ok := mayImport[dir+"/..."]; ok {
			return r, true
		}
	}
	return nil, false
}

func permits(allowed []string, imp string) bool {
	for _, a := range allowed {
		if a == anything || a == imp {
			return true
		}
		if dir, ok := strings.CutSuffix(a, "/..."); ok && (imp == dir || strings.HasPrefix(imp, dir+"/")) {
			return true
		}
	}
	return false
}

func list(t *testing.T) []pkg {
	t.Helper()
	cmd := exec.Command("go", "list", "-json=ImportPath,Imports", Module+"/...")
	out, err := cmd.Output()
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			t.Fatalf("go list: %v\n%s", err, exit.Stderr)
		}
		t.Fatal(err)
	}
	var pkgs []pkg
	dec := json.NewDecoder(bytes.NewReader(out))
	for {
		var p pkg
		err := dec.Decode(&p)
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		pkgs = append(pkgs, p)
	}
	sort.Slice(pkgs, func(i, j int) bool { return pkgs[i].ImportPath < pkgs[j].ImportPath })
	return pkgs
}
