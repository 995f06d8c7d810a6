package making

import (
	"fmt"
	"slices"

	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/language"
	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/matching"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/lineup"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// puzzle draws the categories of a puzzle from the word lists asked for.
func (req request) puzzle(r *rng.Stream) (*matching.Puzzle, error) {
	var fit []language.Theme
	most := ""
	for _, t := range language.Themes() {
		if req.theme != "any" && t.Name != req.theme || req.theme == "any" && t.Lang != req.lang {
			continue
		}
		if items := len(t.Words.Cats[0].Words()); len(t.Words.Cats) >= req.size.Categories && items >= req.size.Items {
			fit = append(fit, t)
		} else {
			most = fmt.Sprintf("%d categories of %d items", len(t.Words.Cats), items)
		}
	}
	var p *matching.Puzzle
	var chosen *language.Theme
	switch {
	case len(fit) > 0:
		chosen = &fit[r.IntN(len(fit))]
		p = themed(*chosen, req.size, r)
	case req.theme == "any" || req.theme == "plain":
		p = matching.Plain(req.size, req.lang)
	default:
		return nil, &puzzle.UnreachableError{Target: "size " + req.size.String(), Best: fmt.Sprintf("%s, which theme %s has (theme plain has any size)", most, req.theme)}
	}
	switch req.line {
	case "none":
		p.Story = ""
	case "round":
		p.Story = ""
		p.AddLine(language.Say(p.Lang, "seat"))
		p.Round = true
		p.Numbered = slices.Contains(req.kinds, matching.At) // or no clue could tell one seat from another
	default:
		name := matching.LineWord
		if chosen != nil {
			name, p.InTime = chosen.Words.Place, chosen.InTime
		}
		p.AddLine(name)
	}
	return p, nil
}

// themed draws categories and items from the word lists.
func themed(t language.Theme, size matching.Size, r *rng.Stream) *matching.Puzzle {
	p := &matching.Puzzle{N: size.Items, Line: -1, Lang: t.Lang, Numbered: true}
	p.Story = t.Words.StoryOf(size.Items)
	// The first category names people or ships; it always takes part.
	picks := r.Perm(len(t.Words.Cats) - 1)[:size.Categories-1]
	slices.Sort(picks)
	for _, i := range append([]int{-1}, picks...) {
		tc := t.Words.Cats[i+1]
		words := tc.Words()
		c := matching.Category{Name: tc.Name, Phrase: map[string]string{t.Lang: tc.Phrase}}
		chosen := r.Perm(len(words))[:size.Items]
		slices.Sort(chosen)
		numeric := true
		for _, w := range chosen {
			c.Items = append(c.Items, words[w])
			v, err := lineup.ParseValue(words[w])
			c.Values = append(c.Values, v)
			numeric = numeric && err == nil
		}
		if numeric {
			c.Order = matching.Numeric
		} else {
			c.Values = nil
		}
		p.Cats = append(p.Cats, c)
	}
	return p
}

// possible tells whether clues of a form can be drawn for the puzzle at all.
func (m *maker) possible(k matching.Kind) bool {
	p := m.p
	row := p.Line >= 0 && !p.Round
	ordered := len(m.ordered) > 0
	switch f := k.Form(); {
	case k == matching.Sum:
		return len(m.numeric) > 0
	case f == nil:
		return true
	case f.Needs == "row":
		return row
	case f.Needs == "odd":
		return row && p.N > 2 && p.N%2 == 1
	case f.Needs == "three":
		return ordered && p.N > 2
	default:
		return p.Line >= 0 || f.Bounds && ordered
	}
}

// mirrored tells whether every clue that can be drawn holds also of the solution with its line turned round: the row seen from its other
// end, the table reflected around the place from which it is looked at. Then there are as many other solutions.
func (m *maker) mirrored() bool {
	p := m.p
	if p.Line < 0 || !p.Implicit || p.N < 3 && p.Round {
		return false // of a line that is stated, clues name places
	}
	for _, k := range m.kinds {
		f := k.Form()
		if f != nil && (k == matching.At || f.Mirror.Form != "" || f.Mirror.Args != nil || f.Flip != "" && p.N%2 == 0) {
			return false
		}
	}
	return true
}

// item draws an item of the one at anchor index e, in a category other than the given ones.
func (m *maker) item(e int, except ...int) int {
	p := m.p
	for {
		c := m.r.IntN(p.M())
		if slices.Contains(except, c) || p.Implicit && c == p.Line {
			if len(except) >= p.M()-1 {
				return -1
			}
			except = append(except, c)
			continue
		}
		return c*p.N + m.g[c][e]
	}
}

// clue draws a true clue of one of the forms allowed; nil when the draw came to nothing.
func (m *maker) clue() *matching.Clue {
	k := m.kinds[m.r.IntN(len(m.kinds))]
	var c *matching.Clue
	if k >= matching.And && k < matching.NumKinds {
		c = m.compound(k)
	} else {
		c = m.simple(k, true)
	}
	if c == nil || m.p.ValidateClue(c) != nil || !m.p.Holds(c, m.g) {
		return nil
	}
	return c
}

// simple draws a clue without parts; where it may be false it may also come out false.
func (m *maker) simple(k matching.Kind, truthful bool) *matching.Clue {
	p, r := m.p, m.r
	n := p.N
	c := &matching.Clue{Kind: k}
	who := func(e int, except ...int) bool {
		x := m.item(e, except...)
		if x >= 0 {
			c.Who = append(c.Who, matching.Who{Item: x})
		}
		return x >= 0
	}
	e := r.IntN(n)
	f := r.IntN(n - 1)
	if f >= e {
		f++
	}
	switch k {
	case matching.Is, matching.IsNot:
		switch {
		case k == matching.IsNot:
		case truthful:
			f = e
		case r.Bool():
			e, f = f, e
		}
		if !who(e) || !who(f, c.Who[0].Item/n) {
			return nil
		}
	case matching.OneOf:
		if !who(e) {
			return nil
		}
		y := m.item(e, c.Who[0].Item/n)
		if y < 0 {
			return nil
		}
		c.Items = m.others(y, 1+r.IntN(min(2, n-1)))
	case matching.Pair:
		if !who(e) || !who(f) || !who(e, c.Who[0].Item/n, c.Who[1].Item/n) || !who(f, c.Who[0].Item/n, c.Who[1].Item/n) {
			return nil
		}
		if r.Bool() {
			c.Who[2], c.Who[3] = c.Who[3], c.Who[2]
		}
	case matching.Sum:
		return m.sum()
	default:
		return m.comparison(c)
	}
	return c
}

// others gives an item with some others of its category, in order.
func (m *maker) others(y, count int) []int {
	n := m.p.N
	items := []int{y}
	for _, i := range m.r.Perm(n) {
		if x := y/n*n + i; x != y && len(items) <= count {
			items = append(items, x)
		}
	}
	slices.Sort(items)
	return items
}

// comparison draws what a form compares: those at some places of the category.
func (m *maker) comparison(c *matching.Clue) *matching.Clue {
	p := m.p
	c.Cat = p.Line
	if len(m.ordered) > 0 && (p.Line < 0 || m.r.IntN(4) == 0) {
		if c.Kind.Bounded() || c.Kind == matching.Between || c.Kind == matching.BetweenInOrder {
			c.Cat = m.ordered[m.r.IntN(len(m.ordered))]
		}
	}
	if c.Cat < 0 {
		return nil
	}
	var places []int
	switch {
	case c.Kind >= matching.NumKinds:
		m.r.IntN(p.N) // the puzzles of old seeds rest on it
		places = m.tuple(c)
	case c.Kind.Arity() == 1:
		places = m.one(c)
	case c.Kind.Arity() == 2:
		places = m.two(c)
	default:
		places = m.three(c)
	}
	if places == nil {
		return nil
	}
	for _, i := range places { // someone there, not named by that place
		x := m.item(m.g.Where(p.N, c.Cat*p.N+i), c.Cat)
		if x < 0 {
			return nil
		}
		c.Who = append(c.Who, matching.Who{Item: x})
	}
	switch c.Kind.Arity() {
	case 2:
		m.bounds(c, places[0], places[1])
	case 3:
		if c.Kind < matching.NumKinds && c.Kind != matching.BetweenInOrder && m.r.Bool() {
			c.Who[1], c.Who[2] = c.Who[2], c.Who[1]
		}
	}
	return c
}

// one draws the place that a form says of someone.
func (m *maker) one(c *matching.Clue) []int {
	n := m.p.N
	i := m.r.IntN(n)
	switch c.Kind {
	case matching.First:
		i = 0
	case matching.Last:
		i = n - 1
	case matching.Ends:
		i = m.r.IntN(2) * (n - 1)
	case matching.Middle:
		i = n / 2
	case matching.At:
		c.Index = i
	}
	return []int{i}
}

// two draws different places, often neighbours; nil when it came to nothing.
func (m *maker) two(c *matching.Clue) []int {
	r, n := m.r, m.p.N
	i, j := r.IntN(n), r.IntN(n-1)
	if j >= i {
		j++
	}
	round := m.p.Round && c.Cat == m.p.Line
	if near := c.Kind == matching.Near || (c.Kind == matching.Before || c.Kind == matching.After) && r.IntN(3) == 0; near && r.IntN(4) > 0 {
		j = i + 1 - 2*r.IntN(2)
		if round {
			j = (j + n) % n
		}
		if j < 0 || j >= n {
			return nil
		}
	}
	if !round && (c.Kind == matching.Before && i > j || c.Kind == matching.After && i < j) {
		i, j = j, i
	}
	return []int{i, j}
}

// three draws different places, the one in the middle first; nil where there are not so many.
func (m *maker) three(c *matching.Clue) []int {
	r, n := m.r, m.p.N
	r.IntN(n) // the puzzles of old seeds rest on it
	if n < 3 {
		return nil
	}
	three := r.Perm(n)[:3]
	if c.Kind == matching.Amid {
		i := r.IntN(n - 2)
		return []int{i + 1, i, i + 2}
	}
	slices.Sort(three)
	return []int{three[1], three[0], three[2]}
}

// tuple draws different places of which a clue holds, nil where there are none. The forms with numbers of their own draw in ways of their
// own, on which the puzzles of old seeds rest.
func (m *maker) tuple(c *matching.Clue) []int {
	n, args := m.p.N, c.Kind.Arity()
	holds := c.Kind.Form().Compile(m.p.LineOf(c.Cat), c.Said())
	var fit [][]int
	for code := range n * n * n {
		places := [3]int{code % n, code / n % n, code / n / n}
		a, b, d := places[0], places[1], places[2]
		if args < 3 && d > 0 || args < 2 && b > 0 || args > 1 && a == b || args > 2 && (a == d || b == d) || !holds(a, b, d) {
			continue
		}
		fit = append(fit, slices.Clone(places[:args]))
	}
	if fit == nil {
		return nil
	}
	return fit[m.r.IntN(len(fit))]
}

// bounds draws the distance that a comparison of places i and j states.
func (m *maker) bounds(c *matching.Clue, i, j int) {
	p, r := m.p, m.r
	line := p.LineOf(c.Cat)
	round := line.Ring
	switch c.Kind {
	case matching.Before, matching.After:
		d := line.Ahead(i, j)
		if c.Kind == matching.After {
			d = line.Ahead(j, i)
		}
		switch pick := r.IntN(4); {
		case round || pick == 0 || d == lineup.Unit && pick < 3:
			c.Lo, c.Hi = d, d
		case pick == 1 && d > lineup.Unit:
			c.Lo, c.Hi = max(d-matching.Value(r.IntN(2))*lineup.Unit, 2*lineup.Unit), lineup.Open
		default:
			c.Lo, c.Hi = 1, lineup.Open
		}
	case matching.Near:
		d := line.Apart(i, j)
		c.Lo, c.Hi = d, d
	case matching.NotNear:
		c.Lo, c.Hi = lineup.Unit, lineup.Unit
		if c.Cat != p.Line {
			d := line.Apart(r.IntN(p.N), j)
			c.Lo, c.Hi = d, d
		}
	}
}

// sum draws a relation between numbers: so many times as much, or together as much as.
func (m *maker) sum() *matching.Clue {
	p, r, n := m.p, m.r, m.p.N
	if len(m.numeric) == 0 {
		return nil
	}
	cat := m.numeric[r.IntN(len(m.numeric))]
	someone := func(i int) matching.Who { return matching.Who{Item: m.item(m.g.Where(n, cat*n+i), cat)} }
	v := func(i int) matching.Value { return p.Value(cat, i) }
	i, j := r.IntN(n), r.IntN(n)
	if i == j {
		return nil
	}
	c := &matching.Clue{Kind: matching.Sum, Rel: matching.EQ}
	for k := 2; k <= 4; k++ {
		if v(i) == matching.Value(k)*v(j) {
			c.Terms = []matching.Term{{Coef: 1, Who: someone(i), Cat: cat}, {Coef: -k, Who: someone(j), Cat: cat}}
		}
	}
	if c.Terms == nil {
		c.Terms = []matching.Term{{Coef: 1, Who: someone(i), Cat: cat}, {Coef: 1, Who: someone(j), Cat: cat}}
		c.Const = v(i) + v(j)
		for k := 0; k < n; k++ {
			if v(k) == v(i)+v(j) {
				c.Terms = append(c.Terms, matching.Term{Coef: -1, Who: someone(k), Cat: cat})
				c.Const = 0
			}
		}
	}
	for _, t := range c.Terms {
		if t.Who.Item < 0 {
			return nil
		}
	}
	return c
}

// compound draws a clue of two simple statements, of which some are true as the form needs.
func (m *maker) compound(k matching.Kind) *matching.Clue {
	c := &matching.Clue{Kind: k}
	var simple []matching.Kind
	for _, s := range []matching.Kind{matching.Is, matching.Is, matching.IsNot, matching.Before, matching.After, matching.Near, matching.First, matching.Last, matching.Ends} {
		if m.possible(s) && (s == matching.Is || slices.Contains(m.kinds, s)) {
			simple = append(simple, s)
		}
	}
	parts := 2
	if k == matching.Not {
		parts = 1
	}
	for tries := 0; len(c.Sub) < parts && tries < 20; tries++ {
		s := m.simple(simple[m.r.IntN(len(simple))], false)
		if s == nil || m.p.ValidateClue(s) != nil {
			continue
		}
		truth := m.p.Holds(s, m.g)
		first := len(c.Sub) == 0
		other := !first && m.p.Holds(c.Sub[0], m.g)
		fits := true
		switch k {
		case matching.Not:
			fits = !truth
		case matching.And:
			fits = truth
		case matching.Xor:
			fits = first || truth != other
		case matching.Or:
			fits = first || truth || other
		case matching.Iff:
			fits = first || truth == other
		case matching.If:
			fits = first || truth || !other
		}
		if fits {
			c.Sub = append(c.Sub, s)
		}
	}
	if len(c.Sub) < parts {
		return nil
	}
	return c
}
