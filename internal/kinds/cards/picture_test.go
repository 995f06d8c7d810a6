package cards

import (
	"context"
	"strings"
	"testing"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"

	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// face opens a font in which a letter is 64 high.
func face(t *testing.T, ttf []byte) font.Face {
	t.Helper()
	f, err := opentype.Parse(ttf)
	if err != nil {
		t.Fatal(err)
	}
	out, err := opentype.NewFace(f, &opentype.FaceOptions{Size: 64, DPI: 72})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// fits measures every text of a scene in the fonts that pictures have: none goes beyond the picture, and no two running texts
// lie on each other. Chinese signs, which those fonts lack, are as wide as they are high.
func fits(t *testing.T, name string, sc puzzle.Scene) {
	t.Helper()
	regular, bold := face(t, goregular.TTF), face(t, gobold.TTF)
	below := 0.0
	for _, sh := range sc.Shapes {
		l := sh.Label
		if l == nil {
			continue
		}
		f := regular
		if sh.Role == puzzle.RoleGiven || sh.Role == puzzle.RoleTick {
			f = bold
		}
		lines := strings.Split(l.Text, "\n")
		for _, line := range lines {
			w := 0.0
			for _, r := range line {
				if r >= 0x2e80 {
					w += l.Size
				} else {
					w += float64(font.MeasureString(f, string(r))) / 64 / 64 * l.Size
				}
			}
			x := l.X
			if !l.Left {
				x -= w / 2
			}
			if x < 0 || x+w > sc.Width+0.05 {
				t.Errorf("%s: %q goes from %.2f to %.2f in a picture %.2f wide", name, line, x, x+w, sc.Width)
			}
		}
		if sh.Role == puzzle.RoleNote && l.X > 0.2 {
			if l.Y < below {
				t.Errorf("%s: %q begins at %.2f, the text above ends at %.2f", name, l.Text, l.Y, below)
			}
			below = l.Y + 1.3*l.Size*float64(len(lines))
			if below > sc.Height+0.2 {
				t.Errorf("%s: %q ends at %.2f in a picture %.2f high", name, l.Text, below, sc.Height)
			}
		}
	}
}

// TestPicturesFit: of puzzles of all sorts, in both languages, nothing sticks out and nothing is hidden.
func TestPicturesFit(t *testing.T) {
	ctx := context.Background()
	for _, c := range []struct {
		params string
		s      puzzle.Settings
	}{
		{"3x3", nil}, {"5x5x5", nil}, {"8x8x8", puzzle.Settings{"clues": "20", "redundant": "allow", "forms": "is-not,if-is,or"}},
		{"4x4x4", puzzle.Settings{"forms": "exactly,at-least,not,or,and", "clues": "5-9", "redundant": "allow"}},
		{"3x3x3", puzzle.Settings{"solutions": "3"}}, {"lineup-4x4", nil}, {"round-3x5", nil}, {"lineup-3x3", puzzle.Settings{"solutions": "2"}},
		{"factored-4x4x4", nil}, {"3x3x3", puzzle.Settings{"theme": "plain"}},
	} {
		size, err := family().ParseParams(c.params)
		if err != nil {
			t.Fatal(err)
		}
		for _, lang := range []string{"en", "zh"} {
			s := puzzle.Settings{"lang": lang}
			for k, v := range c.s {
				s[k] = v
			}
			g, err := family().Generate(ctx, size, s, rng.New(1), nil)
			if err != nil {
				t.Fatal(err)
			}
			in := g.Instance.(*Instance)
			for _, shown := range []string{"en", "zh"} {
				in := in.In(shown).(*Instance)
				name := c.params + " " + lang + " in " + shown
				sc, err := in.Scene("")
				if err != nil {
					t.Fatal(err)
				}
				fits(t, name, sc)
				res, err := in.Solve(ctx, in.Meant())
				if err != nil {
					t.Fatal(err)
				}
				if len(res.Solutions) != in.Meant() {
					t.Errorf("%s: %d solutions, meant to have %d", name, len(res.Solutions), in.Meant())
				}
				solved, err := puzzle.SolvedScene(in, res.Solutions)
				if err != nil {
					t.Fatal(err)
				}
				fits(t, name+", solved", solved)
				for _, sol := range res.Solutions {
					if in.P.Lineup == nil && !in.P.Factored && !strings.Contains(solved.Text, in.AnswerText(sol, shown)) {
						t.Errorf("%s: the answer does not have %s:\n%s", name, in.AnswerText(sol, shown), solved.Text)
					}
				}
				if n := strings.Count(solved.Text, "\n"); n > 60 {
					t.Errorf("%s: an answer of %d lines:\n%s", name, n, solved.Text)
				}
			}
		}
	}
}

// TestSeveralSolutionsAreSaid: a question says that there are several solutions, any of which is a right answer.
func TestSeveralSolutionsAreSaid(t *testing.T) {
	ctx := context.Background()
	for _, params := range []string{"3x3x3", "lineup-3x3"} {
		size, err := family().ParseParams(params)
		if err != nil {
			t.Fatal(err)
		}
		g, err := family().Generate(ctx, size, puzzle.Settings{"solutions": "2"}, rng.New(1), nil)
		if err != nil {
			t.Fatal(err)
		}
		in := g.Instance.(*Instance)
		for lang, want := range map[string]string{"en": "Exactly 2 solutions fit all the clues. Find any one of them.", "zh": "恰有2个解"} {
			if !strings.Contains(in.Question(lang), want) {
				t.Errorf("%s: the question does not say %q", params, want)
			}
		}
		res, err := in.Solve(ctx, 5)
		if err != nil || len(res.Solutions) != 2 {
			t.Fatal(res, err)
		}
		for _, sol := range res.Solutions {
			got, err := in.ReadAnswer(in.AnswerText(sol, "en"))
			if err != nil || in.CheckSolution(got) != nil {
				t.Errorf("%s: %s is not taken: %v", params, in.AnswerText(sol, "en"), err)
			}
		}
		again, err := family().Decode(in.Params(), in.Desc())
		if err != nil || again.(*Instance).Meant() != 2 {
			t.Errorf("%s: the id does not say how many solutions there are: %v", params, err)
		}
	}
}
