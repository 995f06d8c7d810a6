// Package picture draws clue cards: cards with marks, or the table of a factored puzzle, with the story above and the clues below.
package picture

import (
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/columns"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/laws"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/lexicon"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/saying"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// Page is what a picture shows of a puzzle, in a language.
type Page struct {
	P     *deck.Puzzle
	Lang  string
	Story string   // above the picture; none on that of an answer
	Below []string // lines below the clues
}

// IsSolution marks a thing as the solution. The mark of a thing is this, the number of the clue that bans it, from 1, or 0.
const IsSolution = -1

// Bounds on the cards that are shown: in a picture, and in the picture of an answer. Of more, the clues are shown alone, with the
// values that the properties have.
const (
	maxCards   = 400
	maxAnswers = 60
)

func (g *Page) say(key string, fill ...string) string {
	return lexicon.Words().Say(g.Lang, key, fill...)
}

// ThingRef refers to a thing.
func ThingRef(p *deck.Puzzle, i int, lang string) puzzle.Ref {
	return puzzle.Ref{Kind: "thing", ID: strconv.Itoa(i), Text: p.ThingID(i) + " (" + p.ThingTextIn(p.Thing(i), lang) + ")"}
}

// ClueRef refers to a clue, by its sentence.
func ClueRef(p *deck.Puzzle, c int, lang string) puzzle.Ref {
	return puzzle.Ref{Kind: "clue", ID: strconv.Itoa(c + 1), Text: saying.Sentence(p, c, lang)}
}

// Nth heads one of several solutions.
func (g *Page) Nth(i, of int) string {
	return g.say("picture-solution", "n", strconv.Itoa(i+1), "of", strconv.Itoa(of))
}

// Tables draws a factored puzzle: places or values along a table, with what is known filled in; several tables for several
// solutions.
func (g *Page) Tables(sc *puzzle.Scene, ks ...*laws.Knowledge) {
	a := &artist{sc: sc}
	w := g.cellWidth(ks)
	cols := 2
	if l := g.P.Lineup; l != nil {
		cols = l.Places + 1
	}
	sc.Width = max(2*side+float64(cols)*w, 12)
	a.title(sc.Title, g.Story)
	var texts []string
	for i, k := range ks {
		rows := g.tableRows(k)
		text := columns.Table(rows)
		if len(ks) > 1 {
			a.note(nil, 0, g.Nth(i, len(ks)))
			text = g.Nth(i, len(ks)) + strings.TrimSpace(g.say("colon")) + "\n" + text
		}
		texts = append(texts, text)
		a.table(rows, w, g.P.Lineup != nil)
	}
	g.values(a)
	a.clues(g)
	sc.Height = a.y + side
	sc.Text = strings.Join(texts, "\n")
}

// tableRows gives the cells of the table with what is known.
func (g *Page) tableRows(k *laws.Knowledge) [][]string {
	var rows [][]string
	p, lang := g.P, g.Lang
	if l := p.Lineup; l != nil {
		head := []string{""}
		for i := range l.Places {
			head = append(head, strconv.Itoa(i+1))
		}
		rows = append(rows, head)
		for c := range l.Categories {
			row := []string{p.Caption(&l.Categories[c], lang)}
			for i := range l.Places {
				row = append(row, g.cell(k, c*l.Places+i))
			}
			rows = append(rows, row)
		}
		return rows
	}
	for i := range p.Properties {
		rows = append(rows, []string{p.Caption(&p.Properties[i], lang), g.cell(k, i)})
	}
	return rows
}

// cellWidth is wide enough for every cell, and for every value that may be filled in.
func (g *Page) cellWidth(ks []*laws.Knowledge) float64 {
	longest := 4.0
	for _, k := range ks {
		for _, r := range g.tableRows(k) {
			for _, c := range r {
				longest = max(longest, textWidth(c))
			}
		}
	}
	props := g.P.Asked()
	for i := range props {
		for _, v := range g.P.WordList(&props[i], g.Lang) {
			longest = max(longest, textWidth(v))
		}
	}
	return textSize*longest + 0.4
}

// table draws a table of cells of one width; headed ones have the names of places in their first row.
func (a *artist) table(rows [][]string, w float64, headed bool) {
	const h = 0.7
	top := a.y + 0.1
	for i, r := range rows {
		for j, c := range r {
			role := puzzle.RoleEntry
			if j == 0 || i == 0 && headed {
				role = puzzle.RoleLabel
			}
			if c != "" {
				a.label(role, nil, side+(float64(j)+0.5)*w, top+(float64(i)+0.5)*h, textSize, c, false)
			}
		}
	}
	width := float64(len(rows[0])) * w
	for i := range len(rows) + 1 {
		a.sc.Line(puzzle.RoleGrid, side, top+float64(i)*h, side+width, top+float64(i)*h)
	}
	for j := range len(rows[0]) + 1 {
		a.sc.Line(puzzle.RoleGrid, side+float64(j)*w, top, side+float64(j)*w, top+float64(len(rows))*h)
	}
	a.y = top + float64(len(rows))*h + 0.3
}

// values lists the values of each property: those that have the same share a line.
func (g *Page) values(a *artist) {
	p, lang := g.P, g.Lang
	props := p.Asked()
	done := make([]bool, len(props))
	for i := range props {
		if done[i] {
			continue
		}
		list := strings.Join(p.WordList(&props[i], lang), g.say("sep"))
		var names []string
		for j := i; j < len(props); j++ {
			if !done[j] && strings.Join(p.WordList(&props[j], lang), g.say("sep")) == list {
				done[j] = true
				names = append(names, p.Caption(&props[j], lang))
			}
		}
		a.note(nil, 0, strings.Join(names, g.say("sep"))+g.say("colon")+list)
	}
	a.y += 0.2
}

// cell shows what is known of a property: its value, or the two that are left; nothing when it is more.
func (g *Page) cell(k *laws.Knowledge, prop int) string {
	list := k.Dom[prop].List()
	q := &g.P.Properties[prop]
	if len(list) == 0 || len(list) > 2 || len(list) == len(q.Values) && len(list) > 1 {
		return ""
	}
	var names []string
	for _, v := range list {
		names = append(names, g.valueWord(prop, v))
	}
	return strings.Join(names, "/")
}

// valueWord is a value in the language of the picture. The properties of a line-up are called after their categories.
func (g *Page) valueWord(prop, v int) string {
	q := &g.P.Properties[prop]
	if l := g.P.Lineup; l != nil {
		q = &l.Categories[prop/l.Places]
	}
	return g.P.Word(q, v, g.Lang)
}
