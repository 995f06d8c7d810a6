package asking

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/rules"
)

// Answer writes a board with an answer in the form that the question asks for, whatever its language.
func (q *Question) Answer(answer *rules.Board) string {
	var b strings.Builder
	for _, a := range q.asks {
		if len(q.asks) > 1 {
			fmt.Fprintf(&b, "%s:\n", a.l.Name)
		}
		if !a.grid {
			b.WriteString(q.held(answer, a.l, a.places, a.l.Default) + "\n")
			continue
		}
		part := map[board.Place]int{}
		if m := answer.Marks(a.l); m != nil {
			for n, places := range m.Parts {
				for _, p := range places {
					part[p] = n + 1
				}
			}
		}
		for n, p := range a.cells {
			switch {
			case n > 0 && n%q.b.Geo.Cols == 0:
				b.WriteByte('\n')
			case n > 0:
				b.WriteByte(' ')
			}
			if p == (board.Place{}) {
				b.WriteByte('.')
				continue
			}
			v := answer.Value(a.l, p)
			switch {
			case a.l.Parts && part[p] > 0:
				b.WriteString(strconv.Itoa(part[p]))
			case v.Kind == rules.Bool && v.N != 0:
				b.WriteByte('x')
			case a.l.Parts || v.Kind == rules.Bool || v.Kind == rules.Nothing:
				b.WriteByte('.')
			default:
				b.WriteString(q.written(a.l, v))
			}
		}
		b.WriteByte('\n')
	}
	return strings.TrimRight(b.String(), "\n")
}

// Right is the share of places that an answer has right of those that the solution fills, above what an empty board earns: 0 where it is no nearer to
// the solution than that, 1 where it is the solution.
func (q *Question) Right(answer, solution *rules.Board) float64 {
	right, empty, all := 0, 0, 0
	for _, a := range q.asks {
		if a.l.Parts {
			for _, link := range q.b.Geo.All(board.Link) {
				x, y := q.b.Geo.Ends(link)
				wall := solution.PartOf(a.l, x) != solution.PartOf(a.l, y)
				all++
				if wall == (answer.PartOf(a.l, x) != answer.PartOf(a.l, y)) {
					right++
				}
				if !wall {
					empty++
				}
			}
			continue
		}
		printed := q.b.Marks(a.l)
		for _, p := range a.places {
			if printed != nil && a.l.Printed {
				if _, ok := printed.Values[p]; ok {
					continue
				}
			}
			all++
			w := solution.Value(a.l, p)
			if answer.Value(a.l, p).Equal(w) {
				right++
			}
			if w.Kind == rules.Nothing || w.Kind == rules.Bool && w.N == 0 {
				empty++
			}
		}
	}
	if right <= empty || all == empty {
		return 0
	}
	return float64(right-empty) / float64(all-empty)
}
