package cards

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/columns"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/laws"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// Bounds on the cards that are shown: in a picture, in the picture of an answer, and in a table of text. Of more, the clues are
// shown alone, with the values that the properties have.
const (
	maxCards   = 400
	maxAnswers = 60
	maxRows    = 30
)

// Scene draws the puzzle at a state: the cards with their marks, or the table of a line-up, and the clues below.
func (in *Instance) Scene(s puzzle.State) (puzzle.Scene, error) {
	sc := puzzle.Scene{Title: in.P.TitleIn(in.lang())}
	fresh := s == "" || s == in.Start()
	if in.table == nil {
		f, err := in.readFacts(s)
		if err != nil {
			return sc, err
		}
		in.drawTables(&sc, []*laws.Knowledge{in.known(f)}, fresh)
	} else {
		m, err := in.readMarks(s)
		if err != nil {
			return sc, err
		}
		in.drawCards(&sc, m, true)
		sc.Text = in.marksText(m)
	}
	if fresh {
		sc.Text = in.text(in.lang()) + "\n"
	}
	return sc, nil
}

// known gives what the marks of a factored state say.
func (in *Instance) known(f facts) *laws.Knowledge {
	k := laws.NewKnowledge(in.P)
	for _, a := range in.knownAtoms(f) {
		if a.Op == deck.Is && k.Eval(a) != laws.False {
			k.Narrow(a.Prop, a.Val)
		} else {
			k.Assert(a)
		}
	}
	return k
}

// SolutionScene draws the puzzle with a solution: every other card is crossed out by the first clue that bans it.
func (in *Instance) SolutionScene(s puzzle.Solution) (puzzle.Scene, error) {
	return in.SolutionsScene([]puzzle.Solution{s})
}

// SolutionsScene draws the puzzle with several solutions.
func (in *Instance) SolutionsScene(list []puzzle.Solution) (puzzle.Scene, error) {
	sc := puzzle.Scene{Title: in.P.TitleIn(in.lang())}
	var found []deck.Thing
	for _, s := range list {
		sol, ok := s.(Solution)
		if !ok {
			return sc, fmt.Errorf("a %T is no solution of clue cards", s)
		}
		found = append(found, sol.T)
	}
	if in.table == nil {
		var ks []*laws.Knowledge
		for _, t := range found {
			k := laws.NewKnowledge(in.P)
			for i, v := range t {
				k.Narrow(i, v)
			}
			ks = append(ks, k)
		}
		in.drawTables(&sc, ks, false)
		return sc, nil
	}
	m := make(marks, in.table.N)
	for i := range m {
		if c, banned := in.banner(i); banned {
			m[i] = c + 1
		}
	}
	for _, t := range found {
		if at := in.P.ThingIndex(t); at >= 0 && m[at] == 0 {
			m[at] = isSolution
		}
	}
	in.drawCards(&sc, m, false)
	sc.Text = in.answerText(list, m)
	return sc, nil
}

// marksText shows marks as a table of text; of many things those that are left, or how many they are.
func (in *Instance) marksText(m marks) string {
	p, lang := in.P, in.lang()
	head := []string{""}
	for k := range p.Properties {
		head = append(head, p.Caption(&p.Properties[k], lang))
	}
	rows := [][]string{append(head, "")}
	banned := 0
	for i := range in.table.N {
		if in.table.N > maxRows && m[i] > 0 {
			banned++
			continue
		}
		if len(rows) > maxRows {
			continue
		}
		row := []string{p.ThingID(i)}
		for k, v := range p.Thing(i) {
			row = append(row, p.Word(&p.Properties[k], v, lang))
		}
		mark := ""
		switch {
		case m[i] == isSolution:
			mark = "O"
		case m[i] > 0:
			mark = "x " + strconv.Itoa(m[i])
		}
		rows = append(rows, append(row, mark))
	}
	if in.table.N <= maxRows {
		return columns.Table(rows)
	}
	if len(rows) > maxRows || len(rows) == 1 {
		rows = nil
	}
	return columns.Table(rows) + in.say("picture-left", "k", strconv.Itoa(banned), "of", strconv.Itoa(in.table.N), "left", strconv.Itoa(in.table.N-banned)) + "\n"
}

// answerText tells the solutions, and how the clues lead to them: card by card where there are few, else how many cards each clue
// bans of those that are left.
func (in *Instance) answerText(list []puzzle.Solution, m marks) string {
	var b strings.Builder
	for i, s := range list {
		if len(list) > 1 {
			b.WriteString(in.nth(i, len(list)) + strings.TrimSpace(in.say("colon")) + "\n")
		}
		b.WriteString(in.AnswerText(s, in.lang()) + "\n\n")
	}
	if in.table.N <= maxRows {
		return b.String() + in.marksText(m)
	}
	left := in.table.N
	for c := range in.P.Clues {
		n := 0
		for _, mark := range m {
			if mark == c+1 {
				n++
			}
		}
		of := left
		left -= n
		b.WriteString(in.say("picture-bans", "n", strconv.Itoa(c+1), "k", strconv.Itoa(n), "of", strconv.Itoa(of), "left", strconv.Itoa(left)) + "\n")
	}
	return b.String()
}

// nth heads one of several solutions.
func (in *Instance) nth(i, of int) string {
	return in.say("picture-solution", "n", strconv.Itoa(i+1), "of", strconv.Itoa(of))
}

// story is what stands above the picture of the puzzle: the story, the rules of line-ups, and how many solutions there are when there are several.
func (in *Instance) story() string {
	s := strings.TrimSpace(in.P.StoryIn(in.lang()))
	if in.P.Lineup != nil {
		s = strings.TrimSpace(s + "\n" + askedOf(in.P, in.lang()))
	}
	if n := in.Meant(); n > 1 {
		s = strings.TrimSpace(s + "\n" + in.say("ask-some", "n", strconv.Itoa(n)))
	}
	return s
}

// drawTables draws a factored puzzle: places or values along a table, with what is known filled in; several tables for several
// solutions.
func (in *Instance) drawTables(sc *puzzle.Scene, ks []*laws.Knowledge, fresh bool) {
	a := &artist{sc: sc}
	w := in.cellWidth(ks)
	cols := 2
	if l := in.P.Lineup; l != nil {
		cols = l.Places + 1
	}
	sc.Width = max(2*side+float64(cols)*w, 12)
	story := in.story()
	if !fresh {
		story = ""
	}
	a.title(sc.Title, story)
	var texts []string
	for i, k := range ks {
		rows := in.tableRows(k)
		text := columns.Table(rows)
		if len(ks) > 1 {
			a.note(nil, 0, in.nth(i, len(ks)))
			text = in.nth(i, len(ks)) + strings.TrimSpace(in.say("colon")) + "\n" + text
		}
		texts = append(texts, text)
		a.table(rows, w, in.P.Lineup != nil)
	}
	in.values(a)
	a.clues(in)
	sc.Height = a.y + side
	sc.Text = strings.Join(texts, "\n")
}

// tableRows gives the cells of the table with what is known.
func (in *Instance) tableRows(k *laws.Knowledge) [][]string {
	var rows [][]string
	p, lang := in.P, in.lang()
	if l := p.Lineup; l != nil {
		head := []string{""}
		for i := range l.Places {
			head = append(head, strconv.Itoa(i+1))
		}
		rows = append(rows, head)
		for c := range l.Categories {
			row := []string{p.Caption(&l.Categories[c], lang)}
			for i := range l.Places {
				row = append(row, in.cell(k, c*l.Places+i))
			}
			rows = append(rows, row)
		}
		return rows
	}
	for i := range p.Properties {
		rows = append(rows, []string{p.Caption(&p.Properties[i], lang), in.cell(k, i)})
	}
	return rows
}

// cellWidth is wide enough for every cell, and for every value that may be filled in.
func (in *Instance) cellWidth(ks []*laws.Knowledge) float64 {
	longest := 4.0
	for _, k := range ks {
		for _, r := range in.tableRows(k) {
			for _, c := range r {
				longest = max(longest, textWidth(c))
			}
		}
	}
	props := in.P.Asked()
	for i := range props {
		for _, v := range in.P.WordList(&props[i], in.lang()) {
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
func (in *Instance) values(a *artist) {
	p, lang := in.P, in.lang()
	props := p.Asked()
	done := make([]bool, len(props))
	for i := range props {
		if done[i] {
			continue
		}
		list := strings.Join(p.WordList(&props[i], lang), in.say("sep"))
		var names []string
		for j := i; j < len(props); j++ {
			if !done[j] && strings.Join(p.WordList(&props[j], lang), in.say("sep")) == list {
				done[j] = true
				names = append(names, p.Caption(&props[j], lang))
			}
		}
		a.note(nil, 0, strings.Join(names, in.say("sep"))+in.say("colon")+list)
	}
	a.y += 0.2
}

// cell shows what is known of a property: its value, or the two that are left; nothing when it is more.
func (in *Instance) cell(k *laws.Knowledge, prop int) string {
	list := k.Dom[prop].List()
	q := &in.P.Properties[prop]
	if len(list) == 0 || len(list) > 2 || len(list) == len(q.Values) && len(list) > 1 {
		return ""
	}
	var names []string
	for _, v := range list {
		names = append(names, in.valueWord(prop, v))
	}
	return strings.Join(names, "/")
}

// valueWord is a value in the language of the picture. The properties of a line-up are called after their categories.
func (in *Instance) valueWord(prop, v int) string {
	q := &in.P.Properties[prop]
	if l := in.P.Lineup; l != nil {
		q = &l.Categories[prop/l.Places]
	}
	return in.P.Word(q, v, in.lang())
}
