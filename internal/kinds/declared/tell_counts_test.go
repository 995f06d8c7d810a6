package declared

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
	"es": {"is": `exactamente (\d+) celdas? de %s`, "least": `al menos (\d+) celdas? de %s`, "most": `como máximo (\d+) celdas? de %s`, "not": `más o menos de (\d+(?:(?:, | ni )\d+)*) celdas? de %s`},
	"ja": {"is": `%sのちょうど(\d+)マス`, "least": `%sの少なくとも(\d+)マス`, "most": `%sの多くとも(\d+)マス`, "not": `%sの(\d+(?:、\d+)*)マスより多いか少ないマス`},
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
	return p.And(terms...), c.holds && len(terms) > 0
}

// TestCounts holds that sizes which rules compare are told as numbers of their own, and that these sentences read back in every language.
func TestCounts(t *testing.T) {
	ctx := context.Background()
	for seed := range puztest.Seeds(t, 3, 20) {
		g := generated(t, builtin(t, "shimaguni"), "7x7", nil, seed+2)
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
