package cards

import (
	"context"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/kinds/cards/cardtest"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
)

func TestRefuteCards(t *testing.T) {
	in := instance(t, cardtest.Cars(t, "body = blue => top = blue", "body = green => body <> red", "body <> red => top = green", "body <> blue => top = red"))
	for _, c := range []struct{ state, thing, want string }{
		{"1!1", "1", ""},
		{"0=", "0", ""},
		{"0!1", "0", "Clue 1 (If the body is blue then the top is blue) does not ban thing1 (top = red, body = red): it is true of it. No clue bans it."},
		{"3!1", "3", "Clue 1 (If the body is blue then the top is blue) does not ban thing4 (top = blue, body = red): it is true of it. It is banned by clue 4 (If the body is not blue then the top is red)."},
		{"8=", "8", "thing9 (top = green, body = green) cannot be the solution: clue 4 (If the body is not blue then the top is red) bans it."},
	} {
		step, wrong, err := in.Refute(context.Background(), puzzle.State(c.state), puzzle.Ref{Kind: "thing", ID: c.thing})
		if err != nil || wrong != (c.want != "") || !strings.EqualFold(step.Text, c.want) {
			t.Errorf("%s: %q, %v, %v", c.state, step.Text, wrong, err)
		}
		v, err := in.Judge(puzzle.State(c.state))
		if err != nil || (len(v.Conflicts) > 0) != (c.want != "") {
			t.Errorf("%s: conflicts %v, %v", c.state, v.Conflicts, err)
		}
	}
	v, err := in.Judge("0=,1!1,2!3,3!4,4!3,5!4,6!4,7!1,8!4")
	if err != nil || !v.Complete || !v.Solved {
		t.Errorf("%+v, %v", v, err)
	}
}

func TestPlayLineup(t *testing.T) {
	p := cardtest.LineUp(t, false, "at(Name=Ann, 1)", "after(Meat=beef, Name=Ann)", "at(Age=50, 2)", "at(Name=Bob, 4)", "at(Name=Cy, 2)", "at(Meat=duck, 3)",
		"at(Meat=lamb, 1)", "Age(Name=Ann) = 20", "Age1 < Age3", "at(Age=30, 3)")
	in := instance(t, p)
	state := in.Start()
	for step, err := range in.Explain(context.Background(), "", puzzle.ExplainOptions{}) {
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range step.Moves {
			if state, err = in.Apply(state, m); err != nil {
				t.Fatal(err)
			}
		}
	}
	if v, err := in.Judge(state); err != nil || !v.Solved {
		t.Errorf("%+v, %v", v, err)
	}
	// Place 1 is item 0, place 2 item 1; Bob is item 4+1; beef is 8.
	for _, c := range []struct {
		mark  string
		wrong bool
	}{{"0=5", true}, {"0!5", false}, {"5=8", true}, {"5!8", false}, {"3=5", false}, {"3!5", true}} {
		step, wrong, err := in.Refute(context.Background(), "-", puzzle.Ref{Kind: "mark", ID: c.mark})
		if err != nil || wrong != c.wrong || wrong && step.Text == "" {
			t.Errorf("%s: wrong %v, %q, %v", c.mark, wrong, step.Text, err)
		}
	}
	if v, err := in.Judge("0=4,0=5"); err != nil || len(v.Conflicts) == 0 {
		t.Errorf("two names at one place: %+v, %v", v, err)
	}
	if v, err := in.Judge("0!4"); err != nil || len(v.Conflicts) == 0 {
		t.Errorf("a mark against clue 1: %+v, %v", v, err)
	}
}

func TestAnswers(t *testing.T) {
	in := instance(t, cardtest.Cars(t, "top = red", "body = blue"))
	for text, ok := range map[string]bool{"top: red\nbody: blue": true, "body = Blue, top = RED": true, "top：red；body：blue": true,
		"'top' = \"red\", body = 'blue'": true, "- **top**: red.\n* body: **blue**\n": true, "top == red; ; body = blue,": true, ": red\nbody: blue": false,
		"top: red": false, "top: red\ntop: red\nbody: blue": false, "top: pink\nbody: blue": false, "red, blue": false, "": false} {
		s, err := in.ReadAnswer(text)
		if (err == nil) != ok {
			t.Errorf("%q: %v", text, err)
		}
		if ok && in.CheckSolution(s) != nil {
			t.Errorf("%q is no solution", text)
		}
	}
	half := Solution{in.P, deck.Thing{0, 0}}
	if got := in.Credit(half, Solution{in.P, deck.Thing{0, 1}}); got != 0.5 {
		t.Errorf("credit %v", got)
	}
}

// TestAnswersAreReadBack: what AnswerText writes is read as the solution, whatever the names and values have in them.
func TestAnswersAreReadBack(t *testing.T) {
	odd := []deck.Property{
		{Name: "grade", Values: []string{"A", "A-", "A.", "*", "B, C"}},
		{Name: "w: kg", Values: []string{"1", "-1", "1, 2", "x = y", "d'oh"}},
		{Name: "a; b = c", Values: []string{"'q'", "q", "r|s", "r", "s、t"}},
		{Name: ";", Values: []string{",", "|", "、x", "y", "."}},
	}
	r := rng.New(3)
	for _, p := range []*deck.Puzzle{cardtest.Made(t, &deck.Puzzle{Properties: odd, Factored: true}), cardtest.Made(t, &deck.Puzzle{Lineup: &deck.Lineup{Places: 5, Categories: odd}})} {
		in := instance(t, p)
		for range 60 {
			var want deck.Thing
			for len(want) < len(p.Properties) {
				want = append(want, r.Perm(5)...)
			}
			want = want[:len(p.Properties)]
			text := in.AnswerText(Solution{p, want}, "en")
			got, err := in.ReadAnswer(text)
			if err != nil || !got.(Solution).T.Equal(want) {
				t.Fatalf("%q: %v, %v", text, got, err)
			}
			if p.Lineup == nil {
				text = strings.ReplaceAll(text, "\n", ", ")
				if got, err := in.ReadAnswer(text); err != nil || !got.(Solution).T.Equal(want) {
					t.Fatalf("%q: %v, %v", text, got, err)
				}
			}
		}
	}
}

func TestBrokenClues(t *testing.T) {
	for _, c := range []struct {
		in    *Instance
		state puzzle.State
		want  int
	}{
		{instance(t, cardtest.Cars(t, "body = blue => top = blue", "top = red")), "1=", 1},
		{instance(t, cardtest.Cars(t, "body = blue => top = blue", "top = red")), "0=,1!1", 0},
		{instance(t, cardtest.LineUp(t, false, "at(Name=Ann, 1)", "after(Meat=beef, Name=Ann)")), "1=4", 1}, // Ann at place 2: what clue 2 says is open
		{instance(t, cardtest.LineUp(t, false, "at(Name=Ann, 1)", "after(Meat=beef, Name=Ann)")), "0=4,2=8", 1},
		{instance(t, cardtest.LineUp(t, false, "at(Name=Ann, 1)")), "-", 0},
	} {
		got, err := c.in.BrokenClues(context.Background(), c.state)
		if err != nil || len(got) != c.want {
			t.Errorf("%s: %v, want %d (%v)", c.state, got, c.want, err)
		}
	}
}
