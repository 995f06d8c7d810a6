package cards

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/columns"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/laws"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/picture"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// maxRows bounds the cards in a table of text. Of more, it is told how many are left.
const maxRows = 30

// Scene draws the puzzle at a state: the cards with their marks, or the table of a line-up, and the clues below.
func (in *Instance) Scene(s puzzle.State) (puzzle.Scene, error) {
	sc := puzzle.Scene{Title: in.P.TitleIn(in.lang())}
	fresh := s == "" || s == in.Start()
	if in.table == nil {
		f, err := in.readFacts(s)
		if err != nil {
			return sc, err
		}
		in.page(fresh).Tables(&sc, in.known(f))
	} else {
		m, err := in.readMarks(s)
		if err != nil {
			return sc, err
		}
		in.page(true).Cards(&sc, m, true)
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
	for _, p := range f.list() {
		switch a := in.atomOf(p, f[p]); {
		case a == nil:
		case a.Op == deck.Is && k.Eval(a) != laws.False:
			k.Narrow(a.Prop, a.Val)
		default:
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
		in.page(false).Tables(&sc, ks...)
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
	in.page(false).Cards(&sc, m, false)
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
			b.WriteString(in.page(false).Nth(i, len(list)) + strings.TrimSpace(in.say("colon")) + "\n")
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

// page is what pictures show of the puzzle, with its story or without.
func (in *Instance) page(story bool) *picture.Page {
	g := &picture.Page{P: in.P, Lang: in.lang(), Below: invariantLines(in.P, in.lang())}
	if story {
		g.Story = in.story()
	}
	return g
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
