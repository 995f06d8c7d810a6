package sudoku_test

import (
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/foundry"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// TestVariants: a variant has an id like any Sudoku, is set, and made of constraints that a request names.
func TestVariants(t *testing.T) {
	reg := foundry.Families()
	const id = "sudoku:4x4:.Shape~4x4.Cage~3~R1C1~R1C2.Whisper~2~R3C1~R3C2~R4C3.~R2C3_1"
	fam, inst, err := reg.Open(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	v, err := inst.(puzzle.Shown).View("en")
	if err != nil || v.ID != id || puzzle.ID(fam, inst) != id {
		t.Fatalf("opened as %s, %v", v.ID, err)
	}
	if !strings.Contains(v.Rules, "Killer cages") || !strings.Contains(v.Rules, "Whispers") {
		t.Errorf("the rules are %q", v.Rules)
	}
	edited, err := inst.(puzzle.Editable).Edit([]puzzle.Move{"digit@r2c3=.", "digit@r4c4=2"})
	if err != nil || edited.Desc() != ".Shape~4x4.Cage~3~R1C1~R1C2.Whisper~2~R3C1~R3C2~R4C3.~R4C4_2" {
		t.Errorf("edited to %v, %v", edited, err)
	}
	if _, _, err := reg.Open(t.Context(), "sudoku:9x9:.Shape~4x4.Cage~3~R1C1~R1C2"); err == nil {
		t.Error("a board of another size is opened")
	}
	p, err := fam.ParseParams("6x6")
	if err != nil {
		t.Fatal(err)
	}
	gen := fam.(puzzle.Generator)
	made, err := gen.Generate(t.Context(), p, puzzle.Settings{"with": "killer,arrow,knight"}, rng.New(3), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Cage~", "Arrow~", "AntiKnight"} {
		if !strings.Contains(made.Instance.Desc(), want) {
			t.Errorf("%s is missing from %s", want, made.Instance.Desc())
		}
	}
	check := fam.About()
	for with, want := range map[string]string{"kller": "killer", "killer,": "unknown constraint"} {
		if err := check.CheckSettings(p, puzzle.Settings{"with": with}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("with %q: %v", with, err)
		}
	}
	// Names of difficulty are those of declared families, and not the classes of plain Sudoku.
	if err := check.CheckSettings(p, puzzle.Settings{"with": "killer", "class": "hard"}); err != nil {
		t.Error(err)
	}
	if err := check.CheckSettings(p, puzzle.Settings{"with": "killer", "class": "hrad"}); err == nil || !strings.Contains(err.Error(), "hard") {
		t.Errorf("an unknown class: %v", err)
	}
	easy, err := gen.Generate(t.Context(), p, puzzle.Settings{"with": "thermo", "class": "easy"}, rng.New(3), nil)
	if err != nil {
		t.Fatal(err)
	}
	if r, err := easy.Instance.(puzzle.Rater).Rate(t.Context()); err != nil || r.Class != "1" && r.Class != "2" {
		t.Errorf("easy is class %s, %v", r.Class, err)
	}
}
