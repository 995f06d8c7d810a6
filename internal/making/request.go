package making

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/carve"
	deduce "github.com/quandary-puzzles/quandary/deduce/declared"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/encode"
)

// classNames are the difficulty classes of every declared family, the easiest first: the form of the hardest step.
var classNames = []string{"1", "2", "3", "4", "5", "6", "7"}

// Options lists the settings of making puzzles of a rules file (nil: of any), with classes of these names, the easiest first; nil: the usual ones, which are numbers.
func Options(file *rules.File, classes []string) []puzzle.Option {
	if classes == nil {
		classes = classNames
	}
	techniques := slices.Clone(deduce.ClassCodes)
	if file != nil {
		for _, t := range file.Techniques {
			techniques = append(techniques, t.Name)
		}
	}
	return []puzzle.Option{
		{Name: "class", Doc: "difficulty class: the form of the hardest step; names such as easy and hard stand for some of them", Values: classes},
		{Name: "rating", Doc: "range of the rating, such as 2.0..3.5"},
		{Name: "steps", Doc: "range of the number of steps of the solution, such as 30..60"},
		{Name: "technique", Doc: "the solution must need a step of this kind, or one by this technique of the rules file", Values: techniques},
		{Name: "without", Doc: "the solution must not need such a step", Values: techniques},
		{Name: "where", Doc: "a condition on what explaining measures, such as steps >= 30 and cost < 3 * steps, over " + strings.Join(measures, ", ")},
		{Name: "empties", Doc: "how many printed values are taken away, or at most which share of them, such as 40%, or max: carve to the end (where nothing is asked, a rules file may say a share)", Default: "max"},
		{Name: "symmetry", Doc: "where clues are is symmetric", Values: board.SymmetryNames()},
		{Name: "pattern", Doc: "the cells that may have a clue, row by row: . for one without, anything else for one with; rows may be parted by /"},
		{Name: "keep", Doc: "cells whose clues stay, row by row, as in pattern; the others may go"},
		{Name: "minimal", Doc: "yes: no clue can go, proved for each; otherwise one may stay that takes long to decide", Values: []string{"yes"}},
		{Name: "attempts", Doc: "full boards to try for a target; where none are named, a search that comes no nearer for long ends before", Default: "100"},
	}
}

// hardening are the options that say how hard, or how bare, a puzzle is to be.
var hardening = []string{"class", "rating", "steps", "technique", "without", "where", "empties", "pattern", "minimal"}

// placing are the options that say where clues are.
var placing = []string{"symmetry", "pattern", "keep"}

// span is a range of numbers that a request asks for.
type span struct{ lo, hi float64 }

// request is what Generate is asked for.
type request struct {
	classes       []string // the easiest first
	class         int      // from 1; 0: any
	rating, steps *span
	technique     stepKind // steps that are needed
	without       stepKind // steps that are not
	where         *Formula
	minimal       bool
	empties       int // 0: carve to the end
	share         int // per cent of what is printed that go at most; 0: any
	symmetry      board.Symmetry
	pattern, keep string
	attempts      int
	patience      int            // boards that come no nearer after which the search ends; 0: all attempts are made
	modelled      bool           // classes are those of a trained model
	clues         []*rules.Layer // what may be taken away
}

func (m *Maker) request(p rules.BoardSize, s puzzle.Settings) (request, error) {
	s, err := m.graded(s)
	if err != nil {
		return request{}, err
	}
	rows := strings.NewReplacer("/", "", "\r", "", "\n", "")
	q := request{pattern: rows.Replace(s["pattern"]), keep: rows.Replace(s["keep"]), minimal: s["minimal"] == "yes"}
	opts := Options(m.File, m.ClassNames)
	if err := s.Validate(opts); err != nil {
		return q, err
	}
	if !slices.ContainsFunc(hardening, func(name string) bool { return s[name] != "" }) {
		q.share = m.File.Making.Empties
	}
	if text, ok := strings.CutSuffix(s["empties"], "%"); ok {
		if q.share, err = strconv.Atoi(text); err != nil || q.share < 1 || q.share > 99 {
			return q, fmt.Errorf("option empties: expected a share from 1%% to 99%%, found %.20q", s["empties"])
		}
		s = maps.Clone(s)
		delete(s, "empties")
	}
	q.technique, q.without = stepKindNamed(s["technique"]), stepKindNamed(s["without"])
	if text := strings.TrimSpace(s["where"]); text != "" {
		if q.where, err = ReadFormula(text); err != nil {
			return q, fmt.Errorf("option where: %w", err)
		}
	}
	q.classes, q.modelled = m.classes(), m.ClassNames != nil
	q.class = slices.Index(q.classes, s["class"]) + 1
	for _, n := range []struct {
		name        string
		to          *int
		least, most int
		word        string
	}{{"empties", &q.empties, 1, rules.MaxCells, "max"}, {"attempts", &q.attempts, 1, 1_000_000, ""}} {
		v, ok, err := s.Number(opts, n.name, n.least, n.most, n.word)
		if err != nil {
			return q, err
		}
		if ok {
			*n.to = v
		}
	}
	if _, said := s["attempts"]; !said && q.where == nil && !q.technique.named() { // on which side of such a condition a puzzle is nobody knows
		q.patience = usualPatience
	}
	for _, n := range []struct {
		name string
		to   **span
	}{{"rating", &q.rating}, {"steps", &q.steps}} {
		lo, hi, ok, err := s.Range(n.name)
		if err != nil {
			return q, err
		}
		if ok {
			*n.to = &span{lo, hi}
		}
	}
	if q.symmetry, _ = board.SymmetryNamed(s["symmetry"]); q.symmetry.Swaps() && p.Rows != p.Cols {
		return q, fmt.Errorf("option symmetry: %s needs a square board, this one has %d rows and %d columns", q.symmetry, p.Rows, p.Cols)
	}
	for _, name := range placing {
		if s[name] != "" && m.division() != nil {
			return q, fmt.Errorf("option %s: it says where clues are, and %s prints rooms alone", name, m.File.ID)
		}
	}
	for _, t := range []struct{ name, text string }{{"pattern", q.pattern}, {"keep", q.keep}} {
		if t.text != "" && len(t.text) != p.Rows*p.Cols {
			return q, fmt.Errorf("option %s: expected %d rows of %d characters, one for each cell, found %d characters", t.name, p.Rows, p.Cols, len(t.text))
		}
	}
	return q, q.possible()
}

// usualPatience is after how many boards that come no nearer a search ends of which no number of attempts was asked for. Where all are
// too hard it misses what one board in twenty has once in twenty times.
const usualPatience = 60

// possible refuses requests that contradict themselves.
func (q request) possible() error {
	most := q.hardest()
	switch {
	case q.share > 0 && q.minimal:
		return errors.New("options empties and minimal: a share of the values ends before no clue can go")
	case q.technique.name != "" && q.technique == q.without:
		return fmt.Errorf("options technique and without: both name %s", q.technique.name)
	case q.technique.class > most:
		return fmt.Errorf("option technique: %s is of class %d, and the puzzle is to be of class %d at most", q.technique.name, q.technique.class, most)
	case q.rating != nil && q.class > 0 && !q.modelled && (q.rating.hi < float64(q.class) || q.rating.lo > float64(q.class+1)):
		return fmt.Errorf("options class and rating: those of class %d are rated %d to %d", q.class, q.class, q.class+1)
	case q.without.class > 0 && q.without.class == q.class && !q.modelled:
		return fmt.Errorf("options class and without: what makes class %d is a step of the kind %s", q.class, q.without.name)
	}
	return nil
}

// CheckSettings judges settings as Make does.
func (m *Maker) CheckSettings(size rules.BoardSize, s puzzle.Settings) error {
	_, err := m.request(size, s)
	return err
}

// text is the request in words.
func (q request) text() string {
	var parts []string
	if q.class > 0 {
		parts = append(parts, "class "+q.classes[q.class-1])
	}
	if q.rating != nil {
		parts = append(parts, fmt.Sprintf("a rating of %g..%g", q.rating.lo, q.rating.hi))
	}
	if q.steps != nil {
		parts = append(parts, fmt.Sprintf("%g..%g steps", q.steps.lo, q.steps.hi))
	}
	if q.technique.name != "" {
		parts = append(parts, "technique "+q.technique.name)
	}
	if q.without.name != "" {
		parts = append(parts, "no technique "+q.without.name)
	}
	if q.where != nil {
		parts = append(parts, q.where.expr.Value)
	}
	if q.empties > 0 {
		parts = append(parts, fmt.Sprintf("%d values taken away", q.empties))
	}
	if q.share > 0 {
		parts = append(parts, fmt.Sprintf("%d%% of the values taken away", q.share))
	}
	if q.pattern != "" {
		parts = append(parts, "the given pattern")
	}
	if q.symmetry != 0 {
		parts = append(parts, "symmetry "+q.symmetry.String())
	}
	if q.minimal {
		parts = append(parts, "no clue too many")
	}
	if len(parts) == 0 {
		return "a puzzle with one solution"
	}
	return strings.Join(parts, ", ")
}

// rated reports whether the request asks for something that rating tells.
func (q request) rated() bool {
	return q.class > 0 || q.rating != nil || q.steps != nil || q.technique.name != "" || q.without.name != "" || q.where != nil
}

// misplaced compares where clues are with the request; ok is false where they are not as wanted.
func (m *Maker) misplaced(q request, b *rules.Board) (v carve.Verdict, ok bool) {
	if n := q.outside(b); n > 0 {
		return carve.Verdict{Side: -n, Text: fmt.Sprintf("one with clues in %d cells outside of the pattern: %s", n, m.name(b))}, false
	}
	if n := q.alone(b); n > 0 {
		return carve.Verdict{Side: -n, Text: fmt.Sprintf("one with %d clues that are alone under the symmetry: %s", n, m.name(b))}, false
	}
	return carve.Verdict{}, true
}

// harder is the verdict of a puzzle that needs a harder step than is asked for. open is how much steps as hard as that leave undecided.
func (m *Maker) harder(q request, b *rules.Board, open float64) carve.Verdict {
	v := carve.Verdict{Side: 1, Far: open, Text: "harder than " + classNames[q.hardest()-1] + ": " + m.name(b)}
	v.More = func(ctx context.Context) (string, error) {
		r, ok, err := m.Rater.Estimate(ctx, b)
		if err != nil || !ok {
			return v.Text, err
		}
		return fmt.Sprintf("class %s, rating %.2f, %d steps: %s", r.Class, r.Score, r.Steps, m.name(b)), nil
	}
	return v
}

// glances reports whether a class is all that is asked for, so that glance can tell.
func (q request) glances() bool {
	return q.class > 0 && q.class < len(classNames) && !q.modelled && q.rating == nil && q.steps == nil && q.technique.name == "" && q.without.name == "" && q.where == nil
}

// glance compares a puzzle with the class that the request asks for, by how far the steps of that class lead: nothing is told.
func (m *Maker) glance(ctx context.Context, q request, b *rules.Board) (carve.Verdict, error) {
	if v, ok := m.misplaced(q, b); !ok {
		return v, nil
	}
	r, err := m.Rater.Within(ctx, b, q.class)
	if err != nil {
		return carve.Verdict{}, err
	}
	if len(r.Open) > 0 {
		return m.harder(q, b, r.Left), nil
	}
	return carve.Verdict{Side: r.Class - q.class, Far: -r.Score, Class: q.classes[r.Class-1],
		Text: fmt.Sprintf("class %d, rating about %.2f: %s", r.Class, r.Score, m.name(b))}, nil
}

// side compares a puzzle with the request.
func (m *Maker) side(ctx context.Context, q request, b *rules.Board) (carve.Verdict, error) {
	if v, ok := m.misplaced(q, b); !ok || !q.rated() {
		return v, nil
	}
	if q.technique.named() {
		if ok, err := hasPlace(ctx, b, q.technique.name); !ok || err != nil {
			return carve.Verdict{Side: 1, Far: math.Inf(1), Text: fmt.Sprintf("one with no place for %s: %s", q.technique.name, m.name(b))}, err
		}
	}
	r, open, err := m.Rater.Rate(ctx, b, q.hardest())
	if err != nil {
		return carve.Verdict{}, err
	}
	if r.Class == "" {
		return m.harder(q, b, open), nil
	}
	v := carve.Verdict{Class: r.Class, Far: -r.Score, Text: fmt.Sprintf("class %s, rating %.2f, %d steps, the hardest %s: %s", r.Class, r.Score, r.Steps, r.Hardest, m.name(b))}
	at := slices.Index(q.classes, r.Class) + 1
	switch {
	case q.class > 0 && at != q.class:
		v.Side = at - q.class
	case q.rating != nil && (r.Score < q.rating.lo || r.Score > q.rating.hi):
		v.Side = away(r.Score, *q.rating)
	case q.steps != nil && (float64(r.Steps) < q.steps.lo || float64(r.Steps) > q.steps.hi):
		v.Side = away(float64(r.Steps), *q.steps)
	case q.without.name != "" && q.without.in(r) > 0:
		v.Side = 1
	case q.technique.name != "" && q.technique.in(r) == 0:
		// With less printed there are steps of a class, up to where harder ones take their place. When a technique of the file comes nobody knows: what has more
		// printed is looked at.
		if v.Side = -1; int(r.Score) > q.technique.class {
			v.Side = 1
		}
	case q.where != nil:
		ok, err := q.where.holds(ctx, b, r)
		if err != nil {
			return carve.Verdict{}, err
		}
		if !ok { // nobody knows on which side it is; boards with more clues are near, and looked at then
			v.Side = 1
		}
	}
	if v.Side > 0 {
		v.Far = r.Score
	}
	return v, nil
}

// hasPlace reports whether a technique of the rules file says anything of a board. Most boards have no place for it, which is seen far sooner than rated.
func hasPlace(ctx context.Context, b *rules.Board, technique string) (bool, error) {
	enc, err := encode.New(ctx, b, encode.Options{Techniques: true})
	if err != nil {
		return false, err
	}
	defer enc.Close()
	return slices.ContainsFunc(enc.Techniques, func(t encode.Instance) bool { return t.Rule == technique }), nil
}

// away is how far a number is from a range, on a scale of whole numbers: never 0 outside.
func away(x float64, s span) int {
	if x < s.lo {
		return min(int(math.Floor(x-s.lo)), -1)
	}
	return max(int(math.Ceil(x-s.hi)), 1)
}

// chooser chooses the squares that go next, as a request asks: those that a symmetry carries into each other together, printed answers
// before clues, nothing that is to be kept.
type chooser struct {
	d *Definition
	q request

	of     *carving     // the board that the orbits are of
	orbits [2][][]int   // those that go first, and the others
	along  *carve.State // the carving that the order was drawn for
}

// Choose gives squares to be taken away together. What can go does not change what is tried next: so the whole order is drawn at once, and the
// board knows what it will be asked.
func (c *chooser) Choose(s *carve.State) []int {
	if c.of != c.d.last {
		c.of, c.along = c.d.last, nil
		c.orbits = c.of.orbits(c.q)
	}
	if c.along != s {
		c.along, c.of.next = s, nil
		for _, o := range c.orbits {
			open := slices.DeleteFunc(slices.Clone(o), func(squares []int) bool {
				return slices.ContainsFunc(squares, func(k int) bool { return !s.Open(k) })
			})
			for len(open) > 0 {
				k := s.Rand.IntN(len(open))
				c.of.next = append(c.of.next, open[k])
				open = slices.Delete(open, k, k+1)
			}
		}
	}
	if len(c.of.next) == 0 {
		return nil
	}
	squares := c.of.next[0]
	c.of.next = c.of.next[1:]
	return squares
}

// marked reports whether a text that has a character for each cell marks a place.
func marked(geo *board.Board, text string, p board.Place) bool {
	if p.Kind != board.Cell {
		return false
	}
	ch := text[(geo.Row(p)-1)*geo.Cols+geo.Col(p)-1]
	return ch != '.' && ch != '-' && ch != '0' && ch != ' '
}

// orbits lists the squares that go together: first printed answers and what is alone under the symmetry, then clues.
func (c *carving) orbits(q request) (out [2][][]int) {
	geo := c.solver.enc.Board.Geo
	turned := geo.Turn(q.symmetry)
	at := map[cell]int{}
	for k, cells := range c.squares {
		for _, i := range cells {
			at[cell{c.solver.cells[i].l, c.places[k]}] = k
		}
	}
	seen := make([]bool, len(c.squares))
	for k := range c.squares {
		if seen[k] {
			continue
		}
		var orbit []int
		keep, whole := false, true
		for j, ok := k, true; ok && !seen[j]; {
			seen[j] = true
			orbit = append(orbit, j)
			first, place := c.solver.cells[c.squares[j][0]], c.places[j]
			keep = keep || c.d.gave(first)
			keep = keep || q.keep != "" && marked(geo, q.keep, place) || q.pattern != "" && marked(geo, q.pattern, place)
			if j, ok = at[cell{first.l, turned.Place(place)}]; !ok {
				whole = false
			}
		}
		if keep {
			continue
		}
		group := 1
		if !whole { // what is alone under the symmetry goes first
			group = 0
		}
		if c.solver.cells[c.squares[k][0]].l.Role == rules.Find {
			group = 0
		}
		out[group] = append(out[group], orbit)
	}
	return out
}

// outside counts the cells outside of the pattern that have a clue.
func (q request) outside(b *rules.Board) int {
	n := 0
	for _, at := range b.Geo.All(board.Cell) {
		if q.pattern != "" && !marked(b.Geo, q.pattern, at) && slices.ContainsFunc(q.clues, func(l *rules.Layer) bool { return b.Held(l, at) }) {
			n++
		}
	}
	return n
}

// alone counts the clues that have none where the symmetry carries them.
func (q request) alone(b *rules.Board) int {
	n := 0
	turned := b.Geo.Turn(q.symmetry)
	for _, l := range q.clues {
		if l.Objects() || l.Parts || b.Marks(l) == nil {
			continue
		}
		for at := range b.Marks(l).Values {
			if q.symmetry != 0 && b.Held(l, at) && !b.Held(l, turned.Place(at)) {
				n++
			}
		}
	}
	return n
}

// stepKind is a kind of steps: those of a class, by its code, or those by a technique that the rules file names. The zero value is none.
type stepKind struct {
	name  string
	class int // 0: a technique of the rules file
}

func stepKindNamed(name string) stepKind {
	return stepKind{name, slices.Index(deduce.ClassCodes, name) + 1}
}

// named reports whether the kind is a technique of the rules file.
func (k stepKind) named() bool { return k.name != "" && k.class == 0 }

// in is how many such steps a rating counts.
func (k stepKind) in(r puzzle.Rating) int {
	if k.class == 0 {
		return r.Named[k.name]
	}
	return stepsOf(r, k.class)
}

// stepsOf is how many steps of a class a rating counts.
func stepsOf(r puzzle.Rating, class int) int {
	v, _ := r.Features.Get(fmt.Sprintf("class%d", class))
	n, _ := v.(int)
	return n
}

// hardest is the class of the hardest step that the request leaves room for, from 1 to 7.
func (q request) hardest() int {
	most := len(deduce.ClassCodes)
	if q.class > 0 && !q.modelled {
		most = q.class
	}
	if q.rating != nil {
		most = min(most, max(1, int(math.Floor(q.rating.hi))))
	}
	return most
}
