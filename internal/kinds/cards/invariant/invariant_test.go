package invariant

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/solving"
	"github.com/quandary-puzzles/quandary/solve/native"
)

func compileText(t testing.TB, texts ...string) *Set {
	t.Helper()
	var sources []Source
	for _, text := range texts {
		sources = append(sources, Source{Name: "test.ocl", Text: text})
	}
	s, err := Compile(sources...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// puzzleOf makes a valid puzzle of properties written as name: value value ..., and of clues.
func puzzleOf(t testing.TB, factored bool, props []string, clues ...string) *deck.Puzzle {
	t.Helper()
	p := &deck.Puzzle{Factored: factored}
	for _, text := range props {
		name, values, _ := strings.Cut(text, ":")
		p.Properties = append(p.Properties, deck.Property{Name: name, Values: strings.Fields(values)})
	}
	if err := p.Validate(); err != nil {
		t.Fatal(err)
	}
	for _, text := range clues {
		n, err := p.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		p.Clues = append(p.Clues, deck.Clue{Expr: n})
	}
	if err := p.Validate(); err != nil {
		t.Fatal(err)
	}
	return p
}

func cars(t testing.TB) *deck.Puzzle {
	return puzzleOf(t, false, []string{"top: red blue green", "body: red blue green"},
		"body = blue => top = blue", "body = green => body <> red", "body <> red => top = green", "body <> blue => top = red")
}

// TestPaperInvariants: the cars keep the nine invariants of the paper, and those of its listing 3.
func TestPaperInvariants(t *testing.T) {
	text, err := os.ReadFile("testdata/paper.ocl")
	if err != nil {
		t.Fatal(err)
	}
	paper, err := Compile(Source{Name: "paper.ocl", Text: string(text)}, Source{Name: "listing3", Text: `
		context Thing inv solution:
		    Thing.allInstances->exists
		        (t | t.banned=false
		        and t.value('top')='red'
		        and t.value('body')='red')`})
	if err != nil {
		t.Fatal(err)
	}
	if len(paper.list) != 10 {
		t.Errorf("%d invariants", len(paper.list))
	}
	if err := paper.Check(context.Background(), cars(t)); err != nil {
		t.Error(err)
	}
	// With clue 4 gone there are several solutions.
	p := cars(t)
	p.Clues = p.Clues[:3]
	var broken *BrokenError
	if err := paper.Check(context.Background(), p); !errors.As(err, &broken) ||
		err.Error() != "the invariant Thing::oneThingWithCluesValidNotBanned does not hold for thing1" {
		t.Errorf("%v", err)
	}
}

// TestQueries: the four queries of Fig. 2.
func TestQueries(t *testing.T) {
	s := compileText(t)
	for _, c := range []struct{ text, want string }{
		{"Clue.allInstances->asSequence()->collect(toStr)",
			"Sequence{'body=blue => top=blue', 'body=green => body<>red', 'body<>red => top=green', 'body<>blue => top=red'}"},
		{"Thing.allInstances->select(t | Clue.allInstances->forAll(c | t.valid(c)))", "Set{thing1}"},
		{"Thing.allInstances->asSequence()->collectNested(banningClues)", "Sequence{Set{}, Set{clue1, clue3}, Set{clue3}, " +
			"Set{clue4}, Set{clue3}, Set{clue3, clue4}, Set{clue4}, Set{clue1}, Set{clue4}}"},
		{"Clue.allInstances->asSequence()->collectNested(bansThing())", "Sequence{Set{thing2, thing8}, Set{}, " +
			"Set{thing2, thing3, thing5, thing6}, Set{thing4, thing6, thing7, thing9}}"},
		{"clue3.bansOCL()", `'Thing.allInstances->select(value(\'body\')<>\'red\' and value(\'top\')<>\'green\')'`},
		{"Thing.allInstances->select(value('body')<>'red' and value('top')<>'green') = clue3.bannedThings", "true"},
	} {
		got, err := s.Query(context.Background(), cars(t), nil, "query", c.text)
		if err != nil || got != c.want {
			t.Errorf("%s\n= %s (%v)\nexpected %s", c.text, got, err, c.want)
		}
	}
}

// TestOtherForms: clues beyond the paper's six forms have what they ban, and their text.
func TestOtherForms(t *testing.T) {
	p := puzzleOf(t, false, []string{"top: red blue", "body: red blue"}, "top = red or body = red", "top = red")
	s := compileText(t)
	got, err := s.Query(context.Background(), p, nil, "query", "Clue.allInstances->asSequence()->collect(c | c.toStr + ' bans ' + c.bansThing()->size().toString())")
	if want := "Sequence{'top = red or body = red bans 1', 'top=red bans 2'}"; err != nil || got != want {
		t.Errorf("%s (%v), expected %s", got, err, want)
	}
}

// roundTable is Fig. 14: the six people at the table, their sex and who sits on their left.
func roundTable(t testing.TB) *deck.Puzzle {
	people := "Anna Esther Helen Jim Roger Victor"
	var props []string
	for _, name := range strings.Fields(people) {
		props = append(props, name+"G: Woman Man")
	}
	for _, name := range strings.Fields(people) {
		props = append(props, name+": "+people)
	}
	return puzzleOf(t, true, props)
}

const (
	roundTablePrinted = `
context Property inv nameFitsValue:
  Set{'AnnaG','EstherG','HelenG','JimG','RogerG','VictorG'}→includes(name) implies
    Set{'Woman','Man'}→includes(value)
context Thing inv onLeftAllPeopleOnce:
  Set{value('Anna'),value('Esther'),value('Helen'),value('Jim'),value('Roger'),value('Victor')} =
    Set{'Anna','Esther','Helen','Jim','Roger','Victor'}
context Thing inv genderFits:
  Set{value('AnnaG'),value('EstherG'),value('HelenG')} = Set{'Woman'} and
  Set{value('JimG'),value('RogerG'),value('VictorG')} = Set{'Man'}
context Thing inv womanHasManOnLeft:
  Set{value('Anna'),value('Esther'),value('Helen')} = Set{'Jim','Roger','Victor'}
context Thing inv requirements4AnnaJim:
  (let L1 = value('Anna') in let L2 = value(L1) in value(L2) = 'Victor') and
  (let L1 = value('Roger') in value(L1) = 'Jim') -- Roger.left.left ~ Jim
`
	roundTableAmended = `
context Thing inv oneTable: -- going left from Anna leads past everybody
  Set{'Anna'}->closure(who | value(who))->size() = 6
context Thing inv helenBesideHerHusband: -- he whose left neighbour's ... left neighbour is Esther, five times
  let husband = Set{'Jim','Roger','Victor'}->any(h | value(value(value(value(value(h))))) = 'Esther') in
  value('Helen') <> husband and value(husband) <> 'Helen'
`
	roundTableAnswer = `Set{'Anna','Esther','Helen','Jim','Roger','Victor'}->select(HH | let L1=thing1.value(HH) in let L2=thing1.value(L1) in
		let L3=thing1.value(L2) in let L4=thing1.value(L3) in thing1.value(L4)='Esther')`
)

// modelsOf lists the things that keep invariants and clues, by the solver of factored puzzles.
func modelsOf(t *testing.T, s *Set, p *deck.Puzzle) []deck.Thing {
	t.Helper()
	q := *p
	q.Rules = s.Rules(p)
	if err := q.Validate(); err != nil {
		t.Fatal(err)
	}
	found, err := solving.Solutions(context.Background(), native.New(), &q, 1000)
	if err != nil || !found.All {
		t.Fatalf("%d models, all: %v (%v)", len(found.Things), found.All, err)
	}
	return found.Things
}

// TestRoundTable: the invariants as printed have four models, those amended one.
func TestRoundTable(t *testing.T) {
	p := roundTable(t)
	ctx := context.Background()
	for _, c := range []struct {
		texts []string
		want  string
	}{
		{[]string{roundTablePrinted}, "Set{'Jim'} Set{'Roger'} Set{'Roger'} Set{'Victor'}"},
		{[]string{roundTablePrinted, roundTableAmended}, "Set{'Roger'}"},
	} {
		s := compileText(t, c.texts...)
		var answers []string
		for _, m := range modelsOf(t, s, p) {
			answer, err := s.Query(ctx, p, []deck.Thing{m}, "query", roundTableAnswer)
			if err != nil {
				t.Fatal(err)
			}
			answers = append(answers, answer)
		}
		slices.Sort(answers)
		if got := strings.Join(answers, " "); got != c.want {
			t.Errorf("answers %s, expected %s", got, c.want)
		}
	}
}

// TestFigure6: the six cases of the paper's Fig. 6, with its sixth endif, say the same as the class model here.
func TestFigure6(t *testing.T) {
	p := puzzleOf(t, false, []string{"top: red blue green", "body: red blue green"}, "top = red", "top <> red", "top = blue => body = red",
		"top = blue => body <> red", "top <> blue => body = red", "top <> blue => body <> red")
	s := compileText(t, `
		context Thing::validFig6(c:Clue):Boolean =
		  let t:Thing = self in
		  if c.prem=c.conc and
		    c.negatedC=false then
		      t.value(c.conc.name)=c.conc.value else
		    if c.prem=c.conc and
		      c.negatedC=true then
		      t.value(c.conc.name)<>c.conc.value else
		    if c.prem<>c.conc and
		     c.negatedP=false and c.negatedC=false then
		       t.value(c.prem.name)=c.prem.value implies
		       t.value(c.conc.name)=c.conc.value else
		    if c.prem<>c.conc and
		      c.negatedP=false and c.negatedC=true then
		      t.value(c.prem.name)=c.prem.value implies
		      t.value(c.conc.name)<>c.conc.value else
		    if c.prem<>c.conc and
		      c.negatedP=true and c.negatedC=false then
		      t.value(c.prem.name)<>c.prem.value implies
		      t.value(c.conc.name)=c.conc.value else
		    if c.prem<>c.conc and
		      c.negatedP=true and c.negatedC=true then
		      t.value(c.prem.name)<>c.prem.value implies
		      t.value(c.conc.name)<>c.conc.value
		    else false endif endif endif endif endif endif
		context Thing inv sameAsFig6: Clue.allInstances->forAll(c | valid(c) = validFig6(c))`)
	if err := s.Check(context.Background(), p); err != nil {
		t.Error(err)
	}
	got, err := s.Query(context.Background(), p, nil, "query", "Clue.allInstances->asSequence()->collect(bansThing()->size())")
	if want := "Sequence{6, 3, 2, 1, 4, 2}"; err != nil || got != want {
		t.Errorf("the clues ban %s (%v), expected %s", got, err, want)
	}
}

// TestZebra: the invariant of Fig. 16 as printed, with each value at one place, has one model.
func TestZebra(t *testing.T) {
	var props []string
	for _, c := range []string{"Shirt: purple white yellow green", "Name: Charles Kenneth Vincent William", "Soup: corn minestrone tomato onion",
		"Meat: beef lamb sausage turkey"} {
		name, values, _ := strings.Cut(c, ":")
		for _, i := range "1234" {
			props = append(props, name+string(i)+":"+values)
		}
	}
	p := puzzleOf(t, true, props)
	text, err := os.ReadFile("testdata/fig16.ocl")
	if err != nil {
		t.Fatal(err)
	}
	models := modelsOf(t, compileText(t, string(text)), p)
	if len(models) != 1 {
		t.Fatalf("%d models", len(models))
	}
	const want = "Shirt1 = green, Shirt2 = yellow, Shirt3 = white, Shirt4 = purple, Name1 = Kenneth, Name2 = William, Name3 = Charles, " +
		"Name4 = Vincent, Soup1 = minestrone, Soup2 = onion, Soup3 = tomato, Soup4 = corn, Meat1 = turkey, Meat2 = lamb, Meat3 = sausage, Meat4 = beef"
	if got := p.ThingText(models[0]); got != want {
		t.Errorf("%s\nexpected %s", got, want)
	}
}

// TestListings: the paper's other listings load, and are as the paper says.
func TestListings(t *testing.T) {
	journey := puzzleOf(t, false, []string{"who: Aragorn Frodo Gandalf", "what: IsildursBane MallornSeed Palantir", "where: Caradhras Erebor Orodruin"},
		"who = Frodo", "who = Frodo => what = IsildursBane", "what = IsildursBane => where = Orodruin")
	fixed := compileText(t, `context Thing inv fixSolution
		cluesValid()→exists(t |
		t.value('who')='Frodo' and
		t.value('what')='IsildursBane' and
		t.value('where')='Orodruin')`)
	if err := fixed.Check(context.Background(), journey); err != nil {
		t.Error(err)
	}
	journey.Clues = journey.Clues[:0]
	other, err := journey.Parse("who = Gandalf")
	if err != nil {
		t.Fatal(err)
	}
	journey.Clues = append(journey.Clues, deck.Clue{ID: "clue1", Expr: other})
	if err := fixed.Check(context.Background(), journey); err == nil {
		t.Error("Gandalf is taken for Frodo")
	}
	// Listing 6 as printed closes a parenthesis early.
	_, err = Compile(Source{Name: "listing6", Text: "context Thing inv solutionAntonio:\n  Thing.allInstances→exists\n    (t | t.banned=false)\n" +
		"    and t.value('Author')='Antonio')"})
	if err == nil || err.Error() != "listing6:4:36: expected inv, def or derive, found ')'" {
		t.Errorf("%v", err)
	}
}
