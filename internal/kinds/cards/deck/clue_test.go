package deck_test

import (
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/kinds/cards/cardtest"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/solving"
)

func TestSixForms(t *testing.T) {
	p := cardtest.Cars(t, "top=red", "top<>red", "top=blue => body=red", "top=blue => body<>red", "top<>blue => body=red", "top<>blue => body<>red")
	table, err := solving.NewTable(p)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []int{6, 3, 2, 1, 4, 2} { // figure 5
		c := p.Clues[i]
		if got := table.Bans(c.Expr).Count(); got != want {
			t.Errorf("%s bans %d things, want %d", p.Format(c.Expr), got, want)
		}
		if c.Expr.Form() != deck.PaperForms()[i] {
			t.Errorf("%s has form %s", p.Format(c.Expr), c.Expr.Form())
		}
	}
}

func TestTextForm(t *testing.T) {
	for _, c := range []struct {
		p        *deck.Puzzle
		in, want string
	}{
		{cardtest.Cars(t), "body=blue=>top=blue", "body = blue => top = blue"},
		{cardtest.Cars(t), "IF body=blue THEN top=blue", "body = blue => top = blue"},
		{cardtest.Cars(t), "not (top = red or body = red) and 'top' <> \"green\"", "not (top = red or body = red) and top <> green"},
		{cardtest.Cars(t), "top = body", "top = body"},
		{cardtest.Cars(t), "value('top') <> value('body')", "top <> body"},
		{cardtest.Cars(t), "blue = top", "top = blue"},
		{cardtest.Cars(t), "top=red -> body=red -> top=blue", "top = red => body = red => top = blue"},
		{cardtest.Cars(t), "(top=red => body=red) => top=blue", "(top = red => body = red) => top = blue"},
		{cardtest.Cars(t), "exactly 1 of (top=red, body=blue)", "exactly 1 of (top = red, body = blue)"},
		{cardtest.Cars(t), "at least 1 of (top=red, body=blue) <=> at most 0 of (top=green)", "at least 1 of (top = red, body = blue) <=> at most 0 of (top = green)"},
		{cardtest.Cars(t), "distinct(top, body)", "distinct(top, body)"},
		{cardtest.Cars(t), "top≠red ∧ ¬ body=red", "top <> red and not body = red"},
		{cardtest.Typed(t), "2*A - B + 1 >= -1", "2*A - B + 1 >= -1"},
		{cardtest.Typed(t), "(A + 1)*(B - 2) < 4", "(A + 1)*(B - 2) < 4"},
		{cardtest.Typed(t), "A = -1 xor A = 2", "A = -1 xor A = 2"},
		{cardtest.Typed(t), "A = B + 100", "A = B + 100"},
		{cardtest.Typed(t), "A < 100", "A < 100"},
		{cardtest.Typed(t), "size < 'very large'", "size < 'very large'"},
		{cardtest.Typed(t), "medium <= 'Größe 2'", "medium <= 'Größe 2'"},
		{cardtest.Typed(t), "size <= 'Größe 2'", "size <= 'Größe 2'"},
		{cardtest.Typed(t), "'or' = A", "'or' = A"},
		{cardtest.Typed(t), "'or' = 'it\\'s'", "'or' = 'it\\'s'"},
		{cardtest.LineUp(t, false), "at(Meat=beef, 4) or ends(Name=Bob)", "at(Meat = beef, 4) or ends(Name = Bob)"},
		{cardtest.LineUp(t, false), "after(Meat=beef, Name=Bob)", "after(Meat = beef, Name = Bob)"},
		{cardtest.LineUp(t, false), "pos(Name=Ann) - pos(Name=Bob) = 2", "pos(Name = Ann) - pos(Name = Bob) = 2"},
		{cardtest.LineUp(t, false), "Age(Name=Ann) = Age(Name=Bob) + 5", "Age(Name = Ann) = Age(Name = Bob) + 5"},
		{cardtest.LineUp(t, false), "Age(Name=Ann) = 20", "Age(Name = Ann) = 20"},
		{cardtest.LineUp(t, false), "Name1 = Ann", "Name1 = Ann"},
		{cardtest.LineUp(t, true), "next(Meat=beef, Name=Bob)", "next(Meat = beef, Name = Bob)"},
	} {
		n, err := c.p.Parse(c.in)
		if err != nil {
			t.Errorf("%s: %v", c.in, err)
			continue
		}
		got := c.p.Format(n)
		if got != c.want {
			t.Errorf("%s is written as %s, want %s", c.in, got, c.want)
		}
		if m, err := c.p.Parse(got); err != nil || !deck.EqualNode(m, n) {
			t.Errorf("%s is not read back: %v", got, err)
		}
	}
}

func TestTextErrors(t *testing.T) {
	for _, c := range []struct {
		p        *deck.Puzzle
		in, want string
	}{
		{cardtest.Cars(t), "", `column 1: expected a name, a value or a statement, found the end`},
		{cardtest.Cars(t), "tpo = red", `column 1: unknown property "tpo": did you mean top?`},
		{cardtest.Cars(t), "top = blu", `column 7: property "top": unknown value "blu": did you mean blue?`},
		{cardtest.Cars(t), "top", `column 1: expected a statement such as top = red, found "top" alone`},
		{cardtest.Cars(t), "top = red and", `column 14: expected a name, a value or a statement, found the end`},
		{cardtest.Cars(t), "top < red", `column 1: the values of "top" have no order: give the property the type ordered or integer`},
		{cardtest.Cars(t), "top = red = blue", `column 11: relations cannot be chained: join them with and`},
		{cardtest.Cars(t), "top + 1 = 2", `column 1: + calculates with texts: give the property the type integer`},
		{cardtest.Cars(t), "(top = red", `column 11: expected ")", found the end`},
		{cardtest.Cars(t), "top = 'red", `column 7: the quote is not closed`},
		{cardtest.Cars(t), "top = red ; body = red", `column 11: ';' means nothing in a clue`},
		{cardtest.Cars(t), "nxt(top=red)", `column 1: unknown statement "nxt": did you mean next?`},
		{cardtest.Cars(t), "next(top=red, body=red)", `column 1: next speaks of places, and the puzzle is no line-up`},
		{cardtest.Cars(t), "exactly 3 of (top=red, body=red)", `column 1: 3 of 2 statements cannot be true`},
		{cardtest.Typed(t), "A = 7", `column 5: property "A": unknown value "7": known are -1, 0, 2, 3`},
		{cardtest.Typed(t), "A = size", `column 1: = compares a number with a text`},
		{cardtest.Typed(t), "A*A*A*1000000000*1000000000 = 3", `column 1: a product can come to more than 1000000000000`},
		{cardtest.LineUp(t, false), "Meat = beef", `column 1: "Meat" is a category: say where its values stand, as in at(Meat = beef, 1), or name one place, as in Meat1`},
		{cardtest.LineUp(t, false), "at(Meat=bef, 1)", `column 9: unknown value of Meat "bef": did you mean beef?`},
		{cardtest.LineUp(t, false), "at(Meat=beef, 5)", `column 15: expected a place from 1 to 4`},
		{cardtest.LineUp(t, true), "ends(Meat=beef)", `column 1: ends means nothing at a round table`},
	} {
		_, err := c.p.Parse(c.in)
		if err == nil || err.Error() != c.want {
			t.Errorf("%s: %v\nwant %s", c.in, err, c.want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"top = red => body <> blue", "not (top=red or body=red) and exactly 1 of (top=red,body=red)", "2*A - B*(A+1) >= -1 xor size < medium",
		"'or' = 'it\\'s'", "at least 2 of (A=2, B<3, distinct(A,B))", "pos(Name=Ann)-pos(Name=Bob)=2", "after(Meat=beef, Name=Bob) <=> Age(Name=Cy) > 30", "((((", "- - -1 = A", strings.Repeat("not ", 50)} {
		f.Add(s)
	}
	puzzles := []*deck.Puzzle{cardtest.Cars(f), cardtest.Typed(f), cardtest.LineUp(f, false), cardtest.LineUp(f, true)}
	f.Fuzz(func(t *testing.T, text string) {
		for _, p := range puzzles {
			n, err := p.Parse(text)
			if err != nil {
				continue
			}
			out := p.Format(n)
			m, err := p.Parse(out)
			if err != nil || !deck.EqualNode(n, m) {
				t.Fatalf("%q is written as %q, which reads as another clue: %v", text, out, err)
			}
			if p.Factored {
				continue
			}
			table, err := solving.NewTable(p)
			if err != nil {
				t.Fatal(err)
			}
			valid := table.Valid(n)
			for i := 0; i < table.N; i++ {
				if valid.Has(i) != p.Holds(n, p.Thing(i)) {
					t.Fatalf("%s of %s: table says %v", out, p.ThingText(p.Thing(i)), valid.Has(i))
				}
			}
		}
	})
}
