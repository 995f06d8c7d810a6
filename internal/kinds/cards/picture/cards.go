package picture

import (
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/kinds/cards/saying"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// layout is how the cards lie on the table.
type layout struct {
	w, h    float64 // of a card
	cols    int
	compact bool // the cards show values alone, and their properties are named above them
}

const (
	cardGap    = 0.25
	fewCards   = 40 // more are compact
	pageWidth  = 18 // of a printed page, in units of which 10 mm each is the best size
	pageHeight = 25
)

// Cards draws a card for each thing, with its mark, and the clues below. An answer has no story, and where there are many
// cards only those that are solutions.
func (g *Page) Cards(sc *puzzle.Scene, marks []int, question bool) {
	a := &artist{sc: sc}
	var show []int
	n := g.P.NumThings()
	for i := range n {
		if question && n <= maxCards || !question && (n <= maxAnswers || marks[i] == IsSolution) {
			show = append(show, i)
		}
	}
	l := g.layout(len(show))
	sc.Width = max(2*side+float64(l.cols)*(l.w+cardGap)-cardGap, 12)
	a.title(sc.Title, g.Story)
	if len(show) == 0 && question {
		a.note(nil, 0, g.say("picture-many", "n", strconv.Itoa(n)))
		g.values(a)
	}
	if l.compact && len(show) > 0 {
		var names []string
		for k := range g.P.Properties {
			names = append(names, g.P.Caption(&g.P.Properties[k], g.Lang))
		}
		a.note(nil, 0, g.say("picture-card", "list", strings.Join(names, g.say("sep"))))
	}
	top := a.y + 0.1
	for k, i := range show {
		g.drawCard(a, l, i, marks[i], side+float64(k%l.cols)*(l.w+cardGap), top+float64(k/l.cols)*(l.h+cardGap))
	}
	if len(show) > 0 {
		a.y = top + float64((len(show)+l.cols-1)/l.cols)*(l.h+cardGap) + 0.2
	}
	a.clues(g)
	sc.Height = a.y + side
}

// layout finds the columns that make a printed page of n cards and the clues largest. The last property's values run along a row
// where all combinations are there, so rows that end with one of its values are preferred.
func (g *Page) layout(n int) layout {
	p := g.P
	l := layout{cols: 1, compact: n > fewCards}
	longest := 3.0
	for i := range min(g.P.NumThings(), maxCards) {
		longest = max(longest, textWidth(p.ThingID(i))*0.22/textSize+1.5)
	}
	for k := range p.Properties {
		for v := range p.Properties[k].Values {
			longest = max(longest, textWidth(g.cardLine(l, k, v)))
		}
	}
	l.w = textSize*1.08*longest + 0.35 // values are in bold type
	l.h = lineHeight*float64(len(p.Properties)) + 0.7
	last := len(p.Properties[len(p.Properties)-1].Values)
	best := 0.0
	for c := 1; c <= n; c++ {
		w := max(float64(c)*(l.w+cardGap), 12)
		h := float64((n+c-1)/c)*(l.h+cardGap) + 2
		for i := range p.Clues {
			h += 0.5 * float64(1+int(textWidth(saying.Sentence(p, i, g.Lang))*textSize/w))
		}
		scale := min(pageWidth/w, pageHeight/h, 1.5)
		if p.Things == nil && (c%last == 0 || last%c == 0) {
			scale *= 1.1
			if n%c == 0 {
				scale *= 1.15
			}
		}
		if scale > best {
			best, l.cols = scale, c
		}
	}
	return l
}

// cardLine is what a card says of a property.
func (g *Page) cardLine(l layout, prop, v int) string {
	text := g.valueWord(prop, v)
	if l.compact {
		return text
	}
	return g.P.Caption(&g.P.Properties[prop], g.Lang) + ": " + text
}

func (g *Page) drawCard(a *artist, l layout, i, mark int, x, y float64) {
	ref := ThingRef(g.P, i, g.Lang)
	switch {
	case mark == IsSolution:
		a.rect(puzzle.RoleHighlight, &ref, x, y, l.w, l.h)
	case mark > 0:
		a.rect(puzzle.RoleShade, &ref, x, y, l.w, l.h)
	}
	a.sc.Frame(puzzle.RoleBorder, x, y, l.w, l.h)
	a.label(puzzle.RoleCandidate, &ref, x+0.12, y+0.12, 0.22, g.P.ThingID(i), true)
	for k, v := range g.P.Thing(i) {
		a.label(puzzle.RoleGiven, &ref, x+0.15, y+0.12+lineHeight*(float64(k)+0.9), textSize, g.cardLine(l, k, v), true)
	}
	switch {
	case mark == IsSolution:
		a.label(puzzle.RoleTick, &ref, x+l.w-0.25, y+0.26, 0.36, "O", false)
	case mark > 0:
		a.label(puzzle.RoleCross, &ref, x+l.w-0.36, y+0.24, 0.26, "× "+strconv.Itoa(mark), false)
	}
}
