package cards

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/columns"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// maxCards is how many cards a picture shows; of more, it is the clues alone.
const maxCards = 400

// Scene draws the puzzle at a state: the cards with their marks, or the table of a line-up, and the clues below.
func (in *Instance) Scene(s puzzle.State) (puzzle.Scene, error) {
	sc := puzzle.Scene{Title: in.P.Title}
	if in.table == nil {
		f, err := in.readFacts(s)
		if err != nil {
			return sc, err
		}
		in.drawTable(&sc, in.known(f), s == "" || s == in.Start())
		return sc, nil
	}
	m, err := in.readMarks(s)
	if err != nil {
		return sc, err
	}
	in.drawCards(&sc, m, s == "" || s == in.Start())
	return sc, nil
}

// known gives what the marks of a factored state say.
func (in *Instance) known(f facts) *know {
	k := newKnow(in.P)
	for _, a := range in.knownAtoms(f) {
		if a.Op == Is && k.eval(a) != isFalse {
			k.narrow(a.Prop, a.Val)
		} else {
			k.assert(a)
		}
	}
	return k
}

// SolutionScene draws the puzzle with a solution: every other card is crossed out by the first clue that bans it.
func (in *Instance) SolutionScene(s puzzle.Solution) (puzzle.Scene, error) {
	sol, ok := s.(Solution)
	if !ok {
		return puzzle.Scene{}, fmt.Errorf("a %T is no solution of clue cards", s)
	}
	sc := puzzle.Scene{Title: in.P.Title}
	if in.table == nil {
		k := newKnow(in.P)
		for i, v := range sol.T {
			k.narrow(i, v)
		}
		in.drawTable(&sc, k, false)
		return sc, nil
	}
	m := make(marks, in.table.N)
	at := in.P.ThingIndex(sol.T)
	for i := range m {
		if c, banned := in.banner(i); banned {
			m[i] = c + 1
		} else if i == at {
			m[i] = isSolution
		}
	}
	in.drawCards(&sc, m, false)
	return sc, nil
}

// artist adds shapes to a scene.
type artist struct{ sc *puzzle.Scene }

func (a artist) label(role puzzle.Role, ref *puzzle.Ref, x, y, size float64, text string, left bool, width float64) {
	a.sc.Shapes = append(a.sc.Shapes, puzzle.Shape{Role: role, Ref: ref, Label: &puzzle.Label{X: x, Y: y, Size: size, Text: text, Left: left, Width: width}})
}

func (a artist) line(role puzzle.Role, x1, y1, x2, y2 float64) {
	a.sc.Shapes = append(a.sc.Shapes, puzzle.Shape{Role: role, Line: &puzzle.Line{X1: x1, Y1: y1, X2: x2, Y2: y2}})
}

func (a artist) rect(role puzzle.Role, ref *puzzle.Ref, x, y, w, h float64) {
	a.sc.Shapes = append(a.sc.Shapes, puzzle.Shape{Role: role, Ref: ref, Rect: &puzzle.Rect{X: x, Y: y, W: w, H: h}})
}

func (a artist) frame(x, y, w, h float64) {
	a.line(puzzle.RoleBorder, x, y, x+w, y)
	a.line(puzzle.RoleBorder, x, y+h, x+w, y+h)
	a.line(puzzle.RoleBorder, x, y, x, y+h)
	a.line(puzzle.RoleBorder, x+w, y, x+w, y+h)
}

const (
	textSize   = 0.3
	lineHeight = 0.42
	charWidth  = 0.17 // of a Latin letter of textSize
)

// drawCards draws a card for each thing: its id, a line for each property, and its mark. The last property's values run
// along a row where all combinations are there, so that cards of one row differ in it alone.
func (in *Instance) drawCards(sc *puzzle.Scene, m marks, fresh bool) {
	p, a := in.P, artist{sc}
	n := in.table.N
	longest := 6
	for k := range p.Properties {
		for _, v := range p.Properties[k].Values {
			longest = max(longest, columns.Width(p.Properties[k].Name)+2+columns.Width(v))
		}
	}
	w := charWidth*float64(longest) + 0.5
	h := lineHeight*float64(len(p.Properties)+1) + 0.3
	const gap = 0.25
	cols := 5
	if p.Things == nil {
		cols = len(p.Properties[len(p.Properties)-1].Values)
		for cols*2 <= 6 && n%(cols*2) == 0 {
			cols *= 2
		}
	}
	cols = max(1, min(cols, n, int(26/w)))
	top := 0.2
	if p.Title != "" {
		a.label(puzzle.RoleLabel, nil, 0.2, 0.4, 0.4, p.Title, true, 0)
		top = 1.0
	}
	rows := 0
	if n <= maxCards {
		rows = (n + cols - 1) / cols
		for i := range n {
			x, y := 0.2+float64(i%cols)*(w+gap), top+float64(i/cols)*(h+gap)
			in.drawCard(a, i, m[i], x, y, w, h)
		}
	}
	sc.Width = max(0.4+float64(cols)*(w+gap)-gap, 10)
	sc.Height = in.drawClues(a, top+float64(rows)*(h+gap)+0.3)
	sc.Text = in.cardsText(m, fresh)
}

func (in *Instance) drawCard(a artist, i, mark int, x, y, w, h float64) {
	p := in.P
	ref := in.thingRef(i)
	switch {
	case mark == isSolution:
		a.rect(puzzle.RoleHighlight, &ref, x, y, w, h)
	case mark > 0:
		a.rect(puzzle.RoleShade, &ref, x, y, w, h)
	}
	a.frame(x, y, w, h)
	a.label(puzzle.RoleCandidate, &ref, x+0.12, y+0.28, 0.22, p.ThingID(i), true, 0)
	for k, v := range p.Thing(i) {
		text := p.Properties[k].Name + ": " + p.Properties[k].Values[v]
		a.label(puzzle.RoleGiven, &ref, x+0.15, y+0.3+lineHeight*(float64(k)+0.9), textSize, text, true, 0)
	}
	switch {
	case mark == isSolution:
		a.label(puzzle.RoleTick, &ref, x+w-0.3, y+0.3, 0.4, "O", false, 0)
	case mark > 0:
		a.line(puzzle.RoleCross, x, y, x+w, y+h)
		a.label(puzzle.RoleCross, &ref, x+w-0.3, y+0.28, 0.3, strconv.Itoa(mark), false, 0)
	}
}

// drawClues lists the clues, and invariants if there are any, below y and gives the height of the picture.
func (in *Instance) drawClues(a artist, y float64) float64 {
	width := a.sc.Width - 0.4
	note := func(ref *puzzle.Ref, text string) {
		a.label(puzzle.RoleNote, ref, 0.2, y, textSize, text, true, width)
		y += 0.45 * float64(1+int(0.155*float64(columns.Width(text))/max(width, 1)))
	}
	for i := range in.P.Clues {
		ref := in.clueRef(i)
		note(&ref, fmt.Sprintf("%d. %s", i+1, in.P.Sentence(i, in.P.Lang)))
	}
	for _, line := range in.P.invariantLines(in.P.Lang) {
		note(nil, strings.TrimSpace(line))
	}
	return y + 0.2
}

// cardsText shows the marks as text: the puzzle alone when there are none.
func (in *Instance) cardsText(m marks, fresh bool) string {
	p := in.P
	if fresh || in.table.N > maxCards {
		return p.text(p.Lang) + "\n"
	}
	head := []string{""}
	for k := range p.Properties {
		head = append(head, p.Properties[k].Name)
	}
	rows := [][]string{append(head, "")}
	for i := range in.table.N {
		row := append([]string{p.ThingID(i)}, p.thingValues(p.Thing(i))...)
		mark := ""
		switch {
		case m[i] == isSolution:
			mark = "O"
		case m[i] > 0:
			mark = "x " + strconv.Itoa(m[i])
		}
		rows = append(rows, append(row, mark))
	}
	return columns.Table(rows)
}

// drawTable draws a factored puzzle: places or values along a table, with what is known filled in.
func (in *Instance) drawTable(sc *puzzle.Scene, k *know, fresh bool) {
	p, a := in.P, artist{sc}
	var rows [][]string
	if l := p.Lineup; l != nil {
		head := []string{""}
		for i := range l.Places {
			head = append(head, strconv.Itoa(i+1))
		}
		rows = append(rows, head)
		for c := range l.Categories {
			row := []string{l.Categories[c].Name}
			for i := range l.Places {
				row = append(row, in.cell(k, c*l.Places+i))
			}
			rows = append(rows, row)
		}
	} else {
		for i := range p.Properties {
			rows = append(rows, []string{p.Properties[i].Name, in.cell(k, i)})
		}
	}
	longest := 4
	for _, r := range rows {
		for _, c := range r {
			longest = max(longest, columns.Width(c))
		}
	}
	if l := p.Lineup; l != nil { // the widest value must fit when it is filled in
		for c := range l.Categories {
			for _, v := range l.Categories[c].Values {
				longest = max(longest, columns.Width(v))
			}
		}
	}
	w, top := charWidth*float64(longest)+0.4, 0.2
	if p.Title != "" {
		a.label(puzzle.RoleLabel, nil, 0.2, 0.4, 0.4, p.Title, true, 0)
		top = 1.0
	}
	const h = 0.7
	for i, r := range rows {
		for j, c := range r {
			role := puzzle.RoleEntry
			if j == 0 || i == 0 && p.Lineup != nil {
				role = puzzle.RoleLabel
			}
			if c != "" {
				a.label(role, nil, 0.2+(float64(j)+0.5)*w, top+(float64(i)+0.5)*h, textSize, c, false, 0)
			}
		}
	}
	width := float64(len(rows[0])) * w
	for i := 0.0; i <= float64(len(rows)); i++ {
		a.line(puzzle.RoleGrid, 0.2, top+i*h, 0.2+width, top+i*h)
	}
	for j := 0.0; j <= float64(len(rows[0])); j++ {
		a.line(puzzle.RoleGrid, 0.2+j*w, top, 0.2+j*w, top+float64(len(rows))*h)
	}
	sc.Width = max(0.4+width, 10)
	sc.Height = in.drawClues(a, top+float64(len(rows))*h+0.5)
	sc.Text = columns.Table(rows)
	if fresh {
		sc.Text = p.text(p.Lang) + "\n"
	}
}

// cell shows what is known of a property: its value, or the two that are left; nothing when it is more.
func (in *Instance) cell(k *know, prop int) string {
	list := k.dom[prop].List()
	if len(list) == 0 || len(list) > 2 || len(list) == len(in.P.Properties[prop].Values) && len(list) > 1 {
		return ""
	}
	var names []string
	for _, v := range list {
		names = append(names, in.P.Properties[prop].Values[v])
	}
	return strings.Join(names, "/")
}
