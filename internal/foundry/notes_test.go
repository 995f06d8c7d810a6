package foundry_test

import (
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/foundry"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// TestNotesOfPictures: what a picture lists beside the board is in the language of the puzzle.
func TestNotesOfPictures(t *testing.T) {
	_, inst, err := foundry.Families().Open(t.Context(), "battleship:6x6#1")
	if err != nil {
		t.Fatal(err)
	}
	for lang, want := range map[string]string{"en": "fleet: size 1 count", "de": "Flotte: Größe 1 Anzahl", "zh": "舰队: 大小 1 个数"} {
		scene, err := puzzle.In(inst, lang).(puzzle.Shown).Scene("")
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(scene.Text, want) {
			t.Errorf("%s: %q is not in\n%s", lang, want, scene.Text)
		}
	}
}
