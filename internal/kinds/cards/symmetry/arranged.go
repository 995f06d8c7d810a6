package symmetry

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
)

// arranged gives the puzzle with plain names, and everything in the order in which a form numbers the nodes.
func (d *drawing) arranged(order []int) *deck.Puzzle {
	p := d.p
	pos := make([]int, d.Nodes())
	for i, n := range order {
		pos[n] = i
	}
	sorted := func(nodes []int) []int {
		list := upTo(len(nodes))
		slices.SortFunc(list, func(a, b int) int { return pos[nodes[a]] - pos[nodes[b]] })
		return list
	}
	l := listing{props: sorted(d.props)}
	for k := range d.values {
		l.values = append(l.values, sorted(d.values[k]))
		if u := d.uses[k]; u.numbers {
			l.values[k] = upTo(len(d.values[k]))
			q := &p.Asked()[k]
			slices.SortFunc(l.values[k], func(a, b int) int { return int(d.valueNumber(q, a) - d.valueNumber(q, b)) })
		}
	}
	if p.Lineup != nil {
		l.places = upTo(p.Lineup.Places)
		if d.turns() {
			first := sorted(d.places)[0]
			l.places = append(l.places[first:], l.places[:first]...)
		}
	}
	a := arranger{d, pos}
	clues := make([]int, len(p.Clues))
	wordings := make([]*deck.Node, len(p.Clues))
	for i := range p.Clues {
		clues[i] = d.nodes[p.Clues[i].Expr]
		wordings[i] = a.clue(p.Clues[i].Expr)
	}
	l.clues = sorted(clues)
	q := listed(p, l, wordings)
	q.Title, q.Titles, q.Story, q.Lang, q.Theme, q.Templates, q.ThingIDs = "", nil, nil, "", "", nil, nil
	q.Factored = q.Lineup != nil || q.Rules != nil || q.Things == nil && q.Arrangements() > deck.MaxThings
	for i := range q.Clues {
		q.Clues[i].ID, q.Clues[i].Text = "", nil
	}
	slices.SortFunc(q.Things, func(a, b deck.Thing) int { return slices.Compare(a, b) })
	d.rename(q, l, pos)
	return q
}

// rename gives the properties of an arranged puzzle plain names, and values their numbers, one name for one text, or plain ones.
func (d *drawing) rename(q *deck.Puzzle, l listing, pos []int) {
	texts := slices.SortedFunc(maps.Keys(d.texts), func(a, b string) int { return pos[d.texts[a]] - pos[d.texts[b]] })
	names := map[string]string{}
	for i, text := range texts {
		names[text] = "t" + strconv.Itoa(i+1)
	}
	old := d.p.Asked()
	for k, q := range old {
		if d.uses[k].numbers && q.Type == deck.Integer {
			for v, text := range q.Values {
				names[text] = strconv.FormatInt(d.valueNumber(&q, v), 10)
			}
		}
	}
	props := q.Asked()
	for k := range props {
		was := l.props[k]
		props[k].Label, props[k].Words = nil, nil
		if d.p.Rules != nil {
			continue
		}
		name := string(rune('A' + k%26))
		if k >= 26 {
			name += strconv.Itoa(k / 26)
		}
		props[k].Name = name
		u := d.uses[was]
		if !u.numbers {
			props[k].Type = deck.String
		}
		values := make([]string, len(props[k].Values))
		for i, v := range l.values[was] {
			if values[i] = strings.ToLower(name) + "_" + strconv.Itoa(i+1); u.texts || u.numbers {
				values[i] = names[old[was].Values[v]]
			}
		}
		props[k].Values = values
	}
}

// arranger puts clues in canonical wording.
type arranger struct {
	d   *drawing
	pos []int
}

// at gives the place of a node of a clue in the form.
func (a arranger) at(n *deck.Node) int {
	if n.Op == deck.Item {
		return a.pos[a.d.values[n.Prop][n.Val]]
	}
	return a.pos[a.d.nodes[n]]
}

func (a arranger) clue(n *deck.Node) *deck.Node {
	op, turned, role := rolesOf(n)
	m := *n
	m.Op = op
	args := slices.Clone(n.Args)
	if turned {
		slices.Reverse(args)
	}
	for from, to := 0, 0; from < len(args); from = to { // operands of one role can change places
		for to = from + 1; to < len(args) && role(to) == role(from); to++ {
		}
		slices.SortFunc(args[from:to], func(x, y *deck.Node) int { return a.at(x) - a.at(y) })
	}
	m.Args = make([]*deck.Node, len(args))
	for i, x := range args {
		m.Args[i] = a.clue(x)
	}
	if n.Op == deck.Num {
		m.Num = a.d.number(n.Num)
	}
	return &m
}

func upTo(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}
