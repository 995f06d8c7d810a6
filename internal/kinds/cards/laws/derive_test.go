package laws_test

import (
	"context"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/kinds/cards/cardtest"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/choose"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/laws"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/solve/native"
)

// TestInferencesFollow: every step of every derivation, within cases too, follows from its clues and from what came before.
func TestInferencesFollow(t *testing.T) {
	r := rng.New(5)
	ctx := context.Background()
	checked := map[laws.Law]int{}
	var check func(about laws.Subject, known []*deck.Node, steps []laws.Inference)
	check = func(about laws.Subject, known []*deck.Node, steps []laws.Inference) {
		for _, s := range steps {
			premises := known
			for _, c := range s.Clues {
				premises = append(premises[:len(premises):len(premises)], about.P.Clues[c].Expr)
			}
			for _, c := range s.Cases {
				check(about, append(premises[:len(premises):len(premises)], c.Assume), c.Steps)
			}
			goals := s.Gives
			if s.Law == laws.Contradiction && len(s.Gives) == 0 {
				goals = []*deck.Node{deck.Join(deck.And, deck.IsNode(0, 0), deck.IsNotNode(0, 0))}
			}
			for _, g := range goals {
				if ok, counter, err := about.Entails(ctx, premises, g); err != nil || !ok {
					t.Fatalf("%s: %s does not follow: %s (%v)", s.Law, about.P.Format(g), about.P.ThingText(counter), err)
				}
			}
			checked[s.Law]++
			known = append(known[:len(known):len(known)], s.Gives...)
			if s.Law == laws.Exclusion {
				known = append(known, about.P.Clues[s.Clues[0]].Expr)
			}
		}
	}
	var ps []*deck.Puzzle
	forms, err := choose.ParseForms("all")
	if err != nil {
		t.Fatal(err)
	}
	for i := range 150 {
		d := choose.Demand{Puzzle: cardtest.Typed(t), Forms: forms}
		if i%3 > 0 {
			d.Puzzle = cardtest.Domains(t, 3, 3, 3)
		}
		m, err := (choose.Maker{Engine: native.New()}).Make(ctx, d, r.Derive("make", uint64(i)), nil)
		if err != nil {
			t.Fatal(err)
		}
		ps = append(ps, m.Puzzle)
	}
	for i := range 6 {
		m, err := (choose.Maker{Engine: native.New()}).Make(ctx, choose.Demand{Puzzle: cardtest.LineUp(t, i%2 == 1)}, r.Derive("line", uint64(i)), nil)
		if err != nil {
			t.Fatal(err)
		}
		ps = append(ps, m.Puzzle)
	}
	// Seven clues that ban one thing each: nothing follows from any assumption about one property.
	ps = append(ps, cardtest.Made(t, cardtest.Domains(t, 2, 2, 2), "A = a_1 or B = b_1 or C = c_1", "A = a_1 or B = b_1 or C = c_2", "A = a_1 or B = b_2 or C = c_1",
		"A = a_1 or B = b_2 or C = c_2", "A = a_2 or B = b_1 or C = c_1", "A = a_2 or B = b_1 or C = c_2", "A = a_2 or B = b_2 or C = c_1"))
	// In each of both cases B is b_1, for more than one reason.
	ps = append(ps, cardtest.Made(t, cardtest.Domains(t, 2, 3, 2), "A = a_1 => exactly 2 of (B <> b_2, B <> b_3)", "A = a_2 => B = b_1", "A = a_1", "C = c_1"))
	solved := 0
	for _, p := range ps {
		about := laws.NewSubject(p, native.New())
		var steps []laws.Inference
		ok, err := about.Derive(ctx, nil, 0, func(s laws.Inference) bool { steps = append(steps, s); return true })
		if err != nil {
			t.Fatal(err)
		}
		check(about, nil, steps)
		if ok {
			solved++
		}
		if !ok && !p.Factored {
			t.Errorf("not solved: %s", cardtest.SetKey(p))
		}
	}
	t.Logf("%d of %d solved; laws used: %v", solved, len(ps), checked)
	rating, err := laws.NewSubject(ps[0], native.New()).Rate(ctx)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range rating.Features { // one for each law
		l := laws.Law(f.Key)
		if checked[l] == 0 && l != laws.Things && l != laws.Conjunction && l != laws.Implication {
			t.Errorf("no derivation uses %s", l)
		}
	}
}

func TestCheckDerivation(t *testing.T) {
	p := cardtest.Murder(t)
	about := laws.NewSubject(p, native.New())
	parse := func(s string) *deck.Node { return cardtest.MustParse(t, p, s) }
	ctx := context.Background()
	right := []laws.GivenStep{
		{Claim: parse("how = Gun"), Assume: true},
		{Claim: parse("where = Parlour"), From: []string{"clue4", "1"}, Law: laws.ModusPonens},
		{Claim: parse("who = Butler"), From: []string{"clue3", "2"}, Law: laws.ModusPonens},
		{Claim: parse("how = Rope"), From: []string{"clue1", "3"}, Law: laws.ModusPonens},
		{Impossible: true, From: []string{"1", "4"}},
		{Claim: parse("where = Library"), From: []string{"clue2", "5"}, Law: laws.ModusPonens},
		{Claim: parse("who = Butler"), From: []string{"clue3", "6"}, Law: laws.ModusPonens},
		{Claim: parse("how = Rope"), From: []string{"clue1", "7"}, Law: laws.ModusPonens},
	}
	v, err := about.CheckDerivation(ctx, right)
	if err != nil || v.Wrong != -1 || !v.Solved {
		t.Errorf("%+v, %v", v, err)
	}
	change := func(i int, s laws.GivenStep) []laws.GivenStep {
		out := append([]laws.GivenStep(nil), right...)
		out[i] = s
		return out
	}
	for name, c := range map[string]struct {
		steps []laws.GivenStep
		wrong int
		fault laws.StepFault
	}{
		"does not follow": {[]laws.GivenStep{{Claim: parse("who = Duke")}}, 0, laws.FaultNotImplied},
		"converse":        {[]laws.GivenStep{{Claim: parse("where = Library => how <> Gun"), From: []string{"clue2"}}}, 0, laws.FaultFrom},
		"too little":      {change(6, laws.GivenStep{Claim: parse("who = Butler"), From: []string{"clue1", "6"}}), 6, laws.FaultFrom},
		"other law":       {change(5, laws.GivenStep{Claim: parse("where = Library"), From: []string{"clue2", "5"}, Law: laws.Contraposed}), 5, laws.FaultLaw},
		"no such step":    {change(2, laws.GivenStep{Claim: parse("who = Butler"), From: []string{"clue9"}}), 2, laws.FaultName},
		"no case":         {[]laws.GivenStep{{Impossible: true}}, 0, laws.FaultNoCase},
		"possible":        {[]laws.GivenStep{{Claim: parse("how <> Gun"), Assume: true}, {Impossible: true}}, 1, laws.FaultNotPossible},
		"step of a case":  {change(5, laws.GivenStep{Claim: parse("where = Library"), From: []string{"clue2", "4"}}), 5, laws.FaultName},
	} {
		v, err := about.CheckDerivation(ctx, c.steps)
		if err != nil || v.Wrong != c.wrong || v.Fault != c.fault || v.Text == "" {
			t.Errorf("%s: %+v, %v", name, v, err)
		}
	}
	cases := []laws.GivenStep{
		{Claim: parse("how = Rope or how = Knife"), Assume: true},
		{Claim: parse("where = Library"), From: []string{"clue2", "1"}},
		{Close: true},
		{Claim: parse("how = Gun"), Assume: true},
		{Impossible: true},
		{Claim: parse("where = Library"), From: []string{"3", "5"}, Law: laws.Cases},
	}
	if v, err := about.CheckDerivation(ctx, cases); err != nil || v.Wrong != -1 || v.Solved {
		t.Errorf("%+v, %v", v, err)
	}
	contra := []laws.GivenStep{
		{Claim: parse("where <> Library => how = Gun"), From: []string{"clue2"}, Law: laws.Contraposed},
		{Claim: parse("how = Gun or where = Library"), From: []string{"clue2"}, Law: laws.Implication},
	}
	if v, err := about.CheckDerivation(ctx, contra); err != nil || v.Wrong != -1 {
		t.Errorf("%+v, %v", v, err)
	}
}
