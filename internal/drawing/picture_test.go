package drawing_test

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/families"
	"github.com/quandary-puzzles/quandary/internal/answers"
	"github.com/quandary-puzzles/quandary/internal/drawing"
	"github.com/quandary-puzzles/quandary/internal/golden"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/render"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/codec"
	"github.com/quandary-puzzles/quandary/solve/native"
)

// open reads the rules file of a family of the program, and how it is drawn.
func open(t *testing.T, id string) *drawing.Looks {
	t.Helper()
	data, ok := families.Read(id)
	if !ok {
		t.Fatalf("no family %s", id)
	}
	return looksOf(t, id+".yaml", data)
}

func looksOf(t *testing.T, name string, data []byte) *drawing.Looks {
	t.Helper()
	file, probs := rules.Load(name, data, families.Use)
	if err := probs.Err(); err != nil {
		t.Fatal(err)
	}
	looks, probs := drawing.Read(file)
	if err := probs.Err(); err != nil {
		t.Fatal(err)
	}
	return looks
}

// read reads the board of a text.
func read(t *testing.T, looks *drawing.Looks, text string) *rules.Board {
	t.Helper()
	forms, probs := codec.Compile(looks.File)
	if err := probs.Err(); err != nil {
		t.Fatal(err)
	}
	b, err := forms.Text.ReadProblem(text)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// draw draws the board of a text.
func draw(t *testing.T, looks *drawing.Looks, text string) puzzle.Scene {
	t.Helper()
	drawn, err := looks.Draw(read(t, looks, text), nil, "en")
	if err != nil {
		t.Fatal(err)
	}
	return drawn.Scene
}

// Boards of our own, of different shape: sides, links, rooms, spans, texts outside, stones.
var pictured = map[string]string{
	"slitherlink": "2 2\n3 -\n- 3",
	"masyu":       "3 3\nw - -\n- - -\n- - b",
	"hashi":       "2 3\n1 - 1\n- - -",
	"nonogram":    "2 2\n1\n2\n2\n1",
	"heyawake":    "2 3\n1 - -\n- - -\n1 1 2\n1 1 2",
	"akari":       "2 2\n- x\n- -",
}

func TestPictures(t *testing.T) {
	for id, text := range pictured {
		t.Run(id, func(t *testing.T) {
			looks := open(t, id)
			b := read(t, looks, text)
			scene := draw(t, looks, text)
			found, err := answers.Solve(t.Context(), native.New(), b, 1)
			if err != nil {
				t.Fatal(err)
			}
			all := scene.Text
			if len(found.Boards) > 0 {
				drawn, err := looks.Draw(b, found.Boards[0], "en")
				if err != nil {
					t.Fatal(err)
				}
				scene = drawn.Scene
				all += "\n" + scene.Text
			}
			var svg bytes.Buffer
			if err := render.SVG(&svg, scene, render.Light(), 40); err != nil {
				t.Fatal(err)
			}
			golden.Compare(t, filepath.Join("testdata", "pictures", id+".txt"), []byte(all))
			golden.Compare(t, filepath.Join("testdata", "pictures", id+".svg"), svg.Bytes())
		})
	}
}

func TestDrawMistakes(t *testing.T) {
	const file = "version: 1\nfamily: f\ngiven: {pearl: {values: b w, some: true}}\nfind: {shade: {}}\n"
	for _, c := range []struct{ draw, want, suggest string }{
		{"draw: {shade: fil}", `unknown style "fil"`, "fill"},
		{"draw: {shadee: fill}", `unknown layer "shadee"`, "shade"},
		{"draw: {shade: digit nn}", `unknown corner or side "nn"`, ""},
		{"draw: {pearl: {c: stone}}", `unknown value of pearl "c"`, ""},
		{"draw: [shade]", "the section draw is", ""},
		{"draw: {pearl: {b: {b: stone}}}", "a mapping as the style of a value", ""},
		{"draw: {shade: ray}", `unknown style "ray"`, ""}, // a style of objects
		{"draw: {boxes: stone}", "boxes is no layer but places", ""},
	} {
		f, probs := rules.Load("f.yaml", []byte(file+c.draw+"\n"), nil)
		if f == nil {
			t.Fatal(probs.Err())
		}
		_, probs = drawing.Read(f)
		if !probs.HasErrors() {
			t.Errorf("%s: no problem", c.draw)
			continue
		}
		p := probs[0]
		if p.Pos.Line != 5 || !strings.Contains(p.Error(), c.want) || c.suggest != "" && p.Suggest != c.suggest {
			t.Errorf("%s: %v (suggests %q)", c.draw, p, p.Suggest)
		}
	}
}

// TestUsualPictures draws layers of which a file says nothing: diagonals as they lie, a truth beside its line as a dot, and words that are
// colours in their colours.
func TestUsualPictures(t *testing.T) {
	for _, c := range []struct {
		file, text, want string
		roles            []puzzle.Role
	}{
		{"given: {diagonal: {at: slashes}}", "2 2\nfall rise\n- both", "  \\   /\n  ·   \\/\n", nil},
		{"given: {marked: {at: rows}, number: 1..9}", "2 1\nx -\n3\n4", "•  3\n   4\n", nil},
		{"given: {river: {at: links, values: red blue, some: true}}", "1 3\nred blue", "  ·      ·      ·      ·\n     ╺━ red━━━blue━╸\n  ·      ·      ·      ·\n", []puzzle.Role{puzzle.RoleRed, puzzle.RoleBlue}},
		{"given: {patch: {values: red green, some: true}}", "1 2\nred green", "", []puzzle.Role{puzzle.RoleRed, puzzle.RoleGreen}},
	} {
		scene := draw(t, looksOf(t, "f.yaml", []byte("version: 1\nfamily: f\n"+c.file+"\nfind: {shade: {}}\n")), c.text)
		if c.want != "" && scene.Text != c.want {
			t.Errorf("%s is drawn as\n%s%q", c.file, scene.Text, scene.Text)
		}
		for _, role := range c.roles {
			if !slices.ContainsFunc(scene.Shapes, func(s puzzle.Shape) bool { return s.Role == role }) {
				t.Errorf("%s: nothing is %s", c.file, role)
			}
		}
	}
}

// TestLayersWithNamesOfObjects draws a layer of cells whose name is a style of objects as its values say.
func TestLayersWithNamesOfObjects(t *testing.T) {
	const file = "version: 1\nfamily: f\ngiven: {ray: {values: n e s w, some: true}, clue: {values: 1..9, some: true}}\nfind: {shade: {}}\n"
	scene := draw(t, looksOf(t, "f.yaml", []byte(file)), "1 2\nray=e clue=7")
	if !strings.Contains(scene.Text, "→ 7") {
		t.Errorf("drawn as\n%s", scene.Text)
	}
}

// TestHeadsAbreast draws a dash for a clue outside the board that is missing beside others, for where it stands tells what it counts.
func TestHeadsAbreast(t *testing.T) {
	scene := draw(t, open(t, "u-bahn"), "3 3\n- - -\n- - -\n- - 0\n- - -\n- - -\n- 2 -\n0 1 -\n- - -")
	const want = `
       0 1 –
       – – –
       – – 0
       – – –
       · · ·
– 2 – – · · ·
       · · ·`
	if got := strings.Join(strings.Fields(scene.Text), " "); got != strings.Join(strings.Fields(want), " ") {
		t.Errorf("drawn as\n%s", scene.Text)
	}
}

// TestGreyDots draws dots as the rules call them, and colours that the file names.
func TestGreyDots(t *testing.T) {
	for id, text := range map[string]string{"kurarin": "2 2\n1 - 2\n- - -\n3 - -", "oh-no": "2 2\n1 b\nr -"} {
		scene := draw(t, open(t, id), text)
		var roles []puzzle.Role
		for _, s := range scene.Shapes {
			if s.Circle != nil && !s.Circle.Open {
				roles = append(roles, s.Role)
			}
		}
		want := map[string][]puzzle.Role{"kurarin": {puzzle.RoleWall, puzzle.RoleGrey}, "oh-no": {puzzle.RoleBlue, puzzle.RoleRed}}[id]
		if !slices.Equal(roles, want) {
			t.Errorf("%s: filled with %v, not %v", id, roles, want)
		}
	}
}

// TestSignsOutside: a word that is drawn as a sign is that sign outside the board too, and belongs to its line.
func TestSignsOutside(t *testing.T) {
	for word, sign := range map[string]string{"sun": "○", "moon": "●", "star": "★"} {
		scene := draw(t, open(t, "starry-night"), "5 5\n"+word+" - - - -"+strings.Repeat("\n- - - - -", 6))
		refs := 0
		for _, s := range scene.Shapes {
			if s.Ref != nil && s.Ref.Kind == "clue" && s.Label == nil {
				refs++
			}
		}
		if !strings.Contains(scene.Text, sign) || strings.Contains(scene.Text, word) || refs != 1 {
			t.Errorf("%s is no %s, or %d shapes are of its line:\n%s", word, sign, refs, scene.Text)
		}
	}
}
