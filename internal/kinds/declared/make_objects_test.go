package declared

import (
	"fmt"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/families"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/solve/native"
)

// TestMadeOfParts: files that put parts of Sudoku variants together are made, with rules of their own and rooms to be drawn, and what is
// made has one solution and is written with its objects.
func TestMadeOfParts(t *testing.T) {
	for _, text := range puztest.Some([]string{
		"use: [sudoku, thermos, arrows]\nrules: {first: \"digit[cells[0]] > 1\"}",
		"use: [jigsaw-sudoku, cages, whispers]",
		"use: [sudoku, strict-kropki, anti-king]",
		"use: [sudoku, sandwiches, even-cells, quads]",
		"use: sudoku\ngiven: {heat: {each: {cells: places}, made: thermo}}\nrules:\n  heat: digit[a] < digit[b] for k in heat for a, b in zip(k.cells, k.cells[1:])",
	}, 2) {
		file, probs := rules.Load("own.yaml", []byte("version: 1\nfamily: own\nsize: {side: 4..9, usual: [6x6]}\n"+text+"\n"), families.Use)
		if probs.HasErrors() {
			t.Fatal(probs)
		}
		f, probs := New(file, native.New())
		if probs.HasErrors() {
			t.Fatal(probs)
		}
		for seed := range uint64(2) {
			g := generated(t, f, "6x6", nil, seed)
			inst := g.Instance.(*Instance)
			again, err := f.Decode(inst.Params(), inst.Desc())
			if err != nil {
				t.Fatal(err)
			}
			if n := count(t, again.(*Instance)); n != 1 {
				t.Errorf("%s: %d solutions", text, n)
			}
			if err := again.(*Instance).CheckSolution(g.Solution); err != nil {
				t.Errorf("%s: %v", text, err)
			}
			for _, l := range file.Layers {
				if l.Objects() && l.Name != "white_dot" && l.Name != "black_dot" && len(again.(*Instance).b.Marks(l).Objects) == 0 {
					t.Errorf("%s: no %s", text, l.Name)
				}
			}
			if same := generated(t, f, "6x6", nil, seed); same.Instance.Desc() != inst.Desc() {
				t.Errorf("%s: the same seed makes another puzzle", text)
			}
		}
	}
}

// TestSeveralLayersMadeAlike: two layers that are drawn as the same constraint have objects of their own each.
func TestSeveralLayersMadeAlike(t *testing.T) {
	file, probs := rules.Load("own.yaml", []byte("version: 1\nfamily: own\nsize: 6x6\nuse: [sudoku, thermos]\ngiven: {heat: {each: {cells: places}, made: thermo}}\n"+
		"rules:\n  heat: digit[a] < digit[b] for k in heat for a, b in zip(k.cells, k.cells[1:])\n"), families.Use)
	if probs.HasErrors() {
		t.Fatal(probs)
	}
	f, probs := New(file, native.New())
	if probs.HasErrors() {
		t.Fatal(probs)
	}
	b := generated(t, f, "6x6", nil, 1).Instance.(*Instance).b
	seen := map[string]bool{}
	for _, name := range []string{"thermo", "heat"} {
		objects := b.Marks(file.Layer(name)).Objects
		if len(objects) == 0 {
			t.Errorf("no %s", name)
		}
		for _, o := range objects {
			cells := fmt.Sprint(o["cells"])
			if seen[cells] {
				t.Errorf("%s of the same cells as one of the other layer", name)
			}
			seen[cells] = true
		}
	}
}

// TestNoBoardOfRooms: where no room that is drawn is what a rule wants, the error names the rule.
func TestNoBoardOfRooms(t *testing.T) {
	file, probs := rules.Load("own.yaml", []byte("version: 1\nfamily: own\ngiven: {room: {parts: cells}}\nfind: {shade: {}}\nrules:\n  size: len(r) == 40 for r in room\n  one: count(shade[c] for c in r) == 1 for r in room\n"), families.Use)
	if probs.HasErrors() {
		t.Fatal(probs)
	}
	f, _ := New(file, native.New())
	p, err := f.ParseParams("5x5")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Generate(t.Context(), p, nil, puzzle.Stream(f, 1, 0), nil); err == nil || !strings.Contains(err.Error(), "size asks something of what is printed alone") {
		t.Errorf("making says %v", err)
	}
}

// TestLayersOfOnesOwn: a layer that has the name of one of a part, and another meaning, is not drawn as that, nor one with other fields.
func TestLayersOfOnesOwn(t *testing.T) {
	for _, text := range []string{
		"given: {cage: {each: {cells: places, sum: int}}}\nfind: {digit: {values: 1..len(rows), given: true}}\nrules:\n  cage: digit[k.cells[0]] * digit[k.cells[1]] == k.sum for k in cage",
		"use: [sudoku, cages]\ngiven: {cage: {each: {cells: places, sum: int}}}\nrules:\n  cage: digit[k.cells[0]] * digit[k.cells[1]] == k.sum for k in cage",
		"use: sudoku\ngiven: {heat: {each: {path: places}, made: thermo}}\nrules:\n  heat: digit[a] < digit[b] for k in heat for a, b in zip(k.path, k.path[1:])",
	} {
		file, probs := rules.Load("own.yaml", []byte("version: 1\nfamily: own\nsize: {side: 4..6}\n"+text+"\n"), families.Use)
		if probs.HasErrors() {
			t.Fatal(probs)
		}
		f, probs := New(file, native.New())
		if probs.HasErrors() {
			t.Fatal(probs)
		}
		p, err := f.ParseParams("4x4")
		if err != nil {
			t.Fatal(err)
		}
		_, err = f.Generate(t.Context(), p, nil, rng.New(1), nil)
		want := "puzzles of own cannot be made: the layer cage holds objects, and make: {read: ...} does not say which"
		if file.Layer("heat") != nil {
			want = "puzzles of own cannot be made: the fields of heat are not those of what is drawn as thermo"
		}
		if err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
