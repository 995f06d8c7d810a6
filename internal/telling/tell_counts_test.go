package telling_test

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/rules/encode"
)

// amount is how many cells of a place a claim is about: exactly, at least or at most so many, or not these.
type amount struct {
	how     string
	numbers []int64
	at      board.Place
}

// amountForms are how so many cells of a room are named, by language: %s is the name of the room, with its first cell as a group.
var amountForms = map[string]map[string]string{
	"en": {"is": `exactly (\d+) cells? of %s`, "least": `at least (\d+) cells? of %s`, "most": `at most (\d+) cells? of %s`, "not": `more or fewer than (\d+(?:(?:, | or )\d+)*) cells? of %s`},
	"zh": {"is": `%s中恰有(\d+)格`, "least": `%s中至少有(\d+)格`, "most": `%s中至多有(\d+)格`, "not": `%s中有多于或少于(\d+(?:[、或]\d+)*)格`},
	"de": {"is": `genau (\d+) Zellen? von %s`, "least": `mindestens (\d+) Zellen? von %s`, "most": `höchstens (\d+) Zellen? von %s`, "not": `mehr oder weniger als (\d+(?:(?:, | oder )\d+)*) Zellen? von %s`},
	"es": {"is": `exactamente (\d+) celdas? de %s`, "least": `al menos (\d+) celdas? de %s`, "most": `como máximo (\d+) celdas? de %s`, "not": `más o menos de (\d+(?:(?:, | o )\d+)*) celdas? de %s`},
	"ja": {"is": `%sのちょうど(\d+)マス`, "least": `%sの少なくとも(\d+)マス`, "most": `%sの多くとも(\d+)マス`, "not": `%sの(\d+(?:[、か]\d+)*)マスより多いか少ないマス`},
}

// counted puts a word for each number of cells of a room.
func (r *teller) counted(text string) string {
	for _, how := range []string{"not", "is", "least", "most"} {
		re := regexp.MustCompile("(?i)" + fmt.Sprintf(amountForms[r.lang][how], fmt.Sprintf(r.in.room, `r\d+c\d+`)))
		text = re.ReplaceAllStringFunc(text, func(said string) string {
			cell := cellName.FindString(said)
			a := amount{how: how}
			for _, l := range r.b.File.Layers {
				if p := r.b.PartOf(l, r.names[cell]); l.Parts && p != (board.Place{}) && r.b.Geo.Say(r.b.Cells(p)[0], r.lang) == cell {
					a.at = p
				}
			}
			if a.at == (board.Place{}) {
				return said
			}
			for _, n := range regexp.MustCompile(`\d+`).FindAllString(strings.Replace(said, cell, "", 1), -1) {
				var k int64
				fmt.Sscan(n, &k)
				a.numbers = append(a.numbers, k)
			}
			word := fmt.Sprintf("amount%d", len(r.amounts))
			r.amounts, r.names[word] = append(r.amounts, a), a.at
			return word
		})
	}
	return text
}

// amountOf gives how many cells a name stands for; nil where it is a place.
func (r *teller) amountOf(name string) *amount {
	var n int
	if _, err := fmt.Sscanf(name, "amount%d", &n); err != nil {
		return nil
	}
	return &r.amounts[n]
}

// ofAmount gives a claim about so many cells as a term.
func (r *teller) ofAmount(c claim) (model.Term, bool) {
	p := r.enc.Problem
	var all []model.Term
	for _, u := range r.enc.Variables() {
		if u.Layer == c.layer && u.Kind == encode.Holds && slices.Contains(r.b.Cells(c.amount.at), u.Place) {
			all = append(all, p.If(u.Term, p.Num(1), p.Num(0)))
		}
	}
	var terms []model.Term
	sum := p.Add(all...)
	for _, n := range c.amount.numbers {
		switch k := p.Num(n); c.amount.how {
		case "is":
			terms = append(terms, p.Eq(sum, k))
		case "least":
			terms = append(terms, p.Ge(sum, k))
		case "most":
			terms = append(terms, p.Le(sum, k))
		default:
			terms = append(terms, p.Not(p.Eq(sum, k)))
		}
	}
	t := p.And(terms...)
	if !c.holds { // of a condition: "if exactly 2 cells of the room of r1c4 are shaded, then ..."
		t = p.Not(t)
	}
	return t, len(terms) > 0
}

// TestCounts holds that sizes which rules compare are told as numbers of their own, and that these sentences read back in every language.
func TestCounts(t *testing.T) {
	ctx := context.Background()
	boards := []string{ // counts decide much on them
		"7_7/-_-_-_-_-_-_3/-_-_-_-_-_-_-/1_-_-_-_-_-_-/-_-_-_-_-_-_-/4_-_-_6_-_-_-/-_-_-_-_-_-_-/-_-_-_-_-_-_-/1_2_2_3_3_4_5/1_2_2_3_3_4_5/6_6_2_3_3_4_5/6_6_2_3_7_7_5/8_6_2_9_7_7_5/8_8_8_9_7_7_9/8_8_8_9_9_9_9",
		"7_7/-_5_-_3_-_-_-/-_-_-_-_-_-_-/-_4_-_-_-_-_-/-_-_-_-_-_-_-/3_-_-_-_-_-_-/-_-_5_-_-_-_-/-_-_-_-_-_-_-/1_2_2_3_3_4_4/1_2_2_3_3_4_4/1_5_2_3_3_6_6/1_5_5_5_6_6_7/8_5_5_7_6_6_7/8_5_7_7_7_7_7/8_8_8_8_8_7_7",
		"7_7/7_-_-_-_3_7_-/-_-_-_-_-_-_-/-_-_-_-_-_-_-/-_-_-_-_-_-_-/-_-_-_-_-_-_-/-_-_-_4_-_-_-/-_-_-_-_-_-_-/1_1_1_1_2_3_3/1_1_1_1_2_3_3/1_1_4_4_2_3_3/1_4_4_5_2_2_3/6_4_5_5_2_2_3/6_4_5_7_7_2_7/8_8_5_5_7_7_7",
		"7_7/4_2_-_-_-_-_-/-_-_-_-_-_-_-/-_-_-_-_-_-_-/-_3_-_-_-_-_-/-_-_-_-_1_-_-/4_-_-_-_-_-_-/-_-_-_5_-_-_-/1_2_2_2_3_3_3/1_2_2_3_3_4_4/1_2_3_3_4_4_5/1_3_3_4_4_5_5/6_6_6_4_5_5_5/7_6_6_6_5_8_8/7_7_7_8_8_8_8",
		"7_7/4_-_-_-_-_-_-/-_-_-_-_-_-_-/6_-_-_-_-_-_-/-_-_-_-_-_-_-/-_-_-_-_-_3_-/4_-_-_-_-_-_-/-_-_-_-_-_-_-/1_1_1_1_1_1_2/1_3_3_3_3_2_2/4_4_3_3_2_2_5/4_4_6_6_2_2_5/4_4_4_6_6_5_5/7_4_7_7_6_5_8/7_7_7_7_6_6_8",
		"7_7/4_-_-_-_-_-_-/-_-_-_3_-_-_-/5_-_-_-_-_-_-/-_-_-_-_-_-_-/-_-_-_-_-_5_-/-_-_-_-_-_-_-/-_-_3_-_-_-_-/1_1_1_1_2_3_4/1_1_1_2_2_3_4/5_5_5_2_3_3_4/6_5_5_5_3_3_4/6_6_6_6_3_4_4/6_6_7_7_7_7_8/6_6_8_8_8_8_8",
		"7_7/5_-_-_-_-_-_-/-_-_-_-_-_3_-/-_1_-_-_-_-_-/8_-_-_-_-_-_-/-_-_-_-_-_-_-/-_-_2_-_-_3_-/-_-_-_-_-_-_-/1_1_1_2_2_2_2/1_1_1_3_2_4_4/1_3_3_3_2_4_4/5_3_3_3_6_6_6/5_5_5_6_6_6_7/5_5_8_8_8_7_7/5_5_8_8_8_7_7",
		"7_7/7_-_-_-_-_2_-/-_-_-_-_-_-_-/-_-_-_-_-_-_-/-_-_-_-_-_-_-/2_-_7_-_-_-_-/-_-_-_4_-_-_-/-_-_-_-_-_-_-/1_1_2_3_3_4_4/1_1_2_3_3_3_5/1_1_2_2_6_5_5/1_2_2_6_6_7_7/2_2_6_6_6_7_7/2_2_6_8_8_8_8/2_2_6_8_8_8_8",
	}
	for i := range puztest.Seeds(t, 3, uint64(len(boards))) {
		g := writtenDown(t, "shimaguni", "7x7", boards[i%uint64(len(boards))])
		for ear, steps := range heard(ctx, t, g) {
			lang, r, s := ear.lang, ear.r, ear.s
			counts := 0
			for step := range steps {
				r.amounts = nil
				facts, concludes, by, err := r.step(ctx, s, step)
				if err != nil {
					t.Logf("%s: %q: %v", lang, step.Text, err)
					continue
				}
				if len(r.amounts) > 0 {
					counts++
				}
				if err := r.proves(ctx, s, facts, concludes, by); err != nil {
					t.Errorf("%s: %q: %v", lang, step.Text, err)
				}
				if err := r.follows(ctx, s, step.Text); err != nil {
					t.Errorf("%s: %q: %v", lang, step.Text, err)
				}
			}
			if counts < 2 {
				t.Errorf("%s: only %d sentences about counts were read", lang, counts)
			}
		}
	}
}
