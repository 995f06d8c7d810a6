package maths

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/canon"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve"
)

// This file is the paper's T for mathematics: changes that lead from a puzzle of a file to another one of the same file with the same
// reasoning. Nobody states the symmetries of the rules: they are the automorphisms of the graph of the rules (package canon), so the mirror of
// a pyramid, the turns of a magic square and the summands of a sum are found alike. What Vary changes is proved anew.

// Names of the changes.
const (
	// Places lets cells change places so that the rules stay: mirrors, turns, operands.
	Places = "places"
	// Values turns every number round in its range where the rules allow that: 10 - n in a magic square.
	Values = "values"
	// Letters gives other names to the letters of a sum in letters.
	Letters = "letters"
	// Sides lets the two sides of an equation change places, on lines that the file names.
	Sides = "sides"
)

// Changes lists the names of the changes that Vary knows.
func Changes() []string { return []string{Places, Values, Letters, Sides} }

// Vary gives the puzzle changed in the ways named, as far as it has them. Each change is believed when its filling keeps the rules, as
// Python, and the engine has proved that it is the only one.
func (p *Puzzle) Vary(ctx context.Context, engine solve.Engine, names []string, r *rng.Stream) (*Puzzle, error) {
	at := p
	for _, name := range names {
		var q *Puzzle
		var err error
		switch name {
		case Places:
			q, err = at.moved(r.Derive(name))
		case Values:
			q, err = at.mirrored(ctx, engine, r.Derive(name))
		case Letters:
			q = at.lettered(r.Derive(name))
		case Sides:
			q = at.turned(r.Derive(name))
		default:
			return nil, fmt.Errorf("a change %q: expected some of %s", name, strings.Join(Changes(), " "))
		}
		if err != nil {
			return nil, err
		}
		if q == nil {
			continue
		}
		if err := q.Verify(ctx); err != nil {
			return nil, fmt.Errorf("changing %s: %w", name, err)
		}
		if one, err := q.Prove(ctx, engine); err != nil {
			return nil, err
		} else if !one {
			continue
		}
		q.Varied = append(slices.Clone(at.Varied), name)
		at = q
	}
	return at, nil
}

// drawn puts the puzzle's numbers to the solver, and checks that something stands in every cell and nowhere else.
func (p *Puzzle) drawn() (*draw, error) {
	d, err := p.f.draw(nil, p.Values)
	if err != nil {
		return nil, err
	}
	count := map[string]int{}
	for _, c := range d.cells {
		count[c.slot.name]++
	}
	for _, name := range slices.Sorted(maps.Keys(count)) {
		n := count[name]
		if len(p.Values[name]) != n {
			return nil, fmt.Errorf("%s holds %d values: expected %d", name, len(p.Values[name]), n)
		}
	}
	return d, nil
}

// clone copies what changes write.
func (p *Puzzle) clone() *Puzzle {
	q := *p
	q.Values = map[string][]string{}
	for name, list := range p.Values {
		q.Values[name] = slices.Clone(list)
	}
	q.Blanks, q.Pieces, q.Left = slices.Clone(p.Blanks), slices.Clone(p.Pieces), slices.Clone(p.Left)
	return &q
}

// set puts a value into a cell.
func (p *Puzzle) set(name, text string) {
	base, index, _ := strings.Cut(strings.TrimSuffix(name, "]"), "[")
	i, _ := strconv.Atoi(index)
	p.Values[base][i] = text
}

// arrange puts the blanks into the order of the sheet.
func (p *Puzzle) arrange() {
	on := p.f.shown(p.Turned)
	place := map[string]int{}
	for i, name := range slices.Backward(on) {
		place[name] = i
	}
	sort.Stable(&byPlace{p, place})
}

type byPlace struct {
	*Puzzle
	place map[string]int
}

func (b *byPlace) Len() int           { return len(b.Blanks) }
func (b *byPlace) Less(i, j int) bool { return b.place[b.Blanks[i]] < b.place[b.Blanks[j]] }
func (b *byPlace) Swap(i, j int) {
	b.Blanks[i], b.Blanks[j] = b.Blanks[j], b.Blanks[i]
	b.Pieces[i], b.Pieces[j] = b.Pieces[j], b.Pieces[i]
	if len(b.Left) > 0 {
		b.Left[i], b.Left[j] = b.Left[j], b.Left[i]
	}
}

// kinds says of each cell what no symmetry changes: its range or signs, and where it may stand. Expressions stay where they are.
func (d *draw) kinds() []string {
	on := d.f.onSheet()
	out := make([]string, len(d.cells))
	for i, c := range d.cells {
		kind := fmt.Sprintf("%d..%d %q", c.lo, c.hi, c.slot.signs)
		if c.text != "" {
			kind = c.name + " " + c.text
		}
		out[i] = fmt.Sprintf("%s sheet %v blank %v", kind, slices.Contains(on, c.name), d.f.Carve == nil || slices.Contains(d.f.Carve, c.slot.name))
	}
	return out
}

// graph is the graph of the rules with the numbers that were drawn, and with what is said of each cell.
func (d *draw) graph(said []string) *canon.Graph {
	g := canon.Problem(d.e.p)
	for i, c := range d.cells {
		n := g.Node("cell " + said[i])
		if c.text == "" {
			g.Edge(n, g.Term(c.v), "holds")
		}
	}
	return &g.Graph
}

// symmetryBudget bounds the search for the form of one graph; those of gallery files take some thousands of steps.
const symmetryBudget = 2_000_000

// symmetryWork bounds all the steps of finding one symmetry; who needs more changes nothing.
const symmetryWork = 60_000_000

// moved lets the cells change places by a symmetry of the rules, all of them equally likely; nil where none but leaving them alone is found.
//
// The image of one cell after another is drawn among those that still can be: cells are pinned by numbers, and the graph with the cells
// pinned has the form of the graph with their images pinned just where a symmetry leads from one to the other.
func (p *Puzzle) moved(r *rng.Stream) (*Puzzle, error) {
	if len(p.f.Steps) > 0 {
		return nil, nil
	}
	d, err := p.drawn()
	if err != nil {
		return nil, err
	}
	from, to := d.kinds(), d.kinds()
	image := make([]int, len(d.cells))
	taken := make([]bool, len(d.cells))
	changed := false
	work := 0
	for i := range d.cells {
		pin := fmt.Sprintf("pin %d", i)
		var alike []int
		for k := range d.cells {
			if !taken[k] && to[k] == from[i] {
				alike = append(alike, k)
			}
		}
		image[i] = -1
		kind := from[i]
		from[i] = pin
		var want canon.Form
		if len(alike) > 1 {
			if want = d.graph(from).Canonical(symmetryBudget); !want.Exact {
				return nil, nil
			}
		}
		for _, n := range r.Perm(len(alike)) {
			k := alike[n]
			to[k] = pin
			if len(alike) > 1 {
				form := d.graph(to).Canonical(symmetryBudget)
				if work += form.Work; !form.Exact || work > symmetryWork {
					return nil, nil
				}
				if string(form.Bytes) != string(want.Bytes) {
					to[k] = kind
					continue
				}
			}
			image[i], taken[k] = k, true
			break
		}
		if image[i] < 0 {
			return nil, fmt.Errorf("%s: no image of %s", p.f.Name, d.cells[i].name)
		}
		changed = changed || image[i] != i
	}
	if !changed {
		return nil, nil
	}
	q := p.clone()
	to2 := map[string]string{}
	for i, c := range d.cells {
		v, _ := p.value(c.name)
		q.set(d.cells[image[i]].name, v)
		to2[c.name] = d.cells[image[i]].name
	}
	for i, b := range q.Blanks {
		q.Blanks[i] = to2[b]
	}
	q.arrange()
	return q, nil
}

// mirrors reports whether turning every number round in its range, n to lo+hi-n, leads from each filling that keeps the rules to another
// one: refuted by the puzzle's own filling, or proved by the engine. known is false where the engine gave up.
func (p *Puzzle) mirrors(ctx context.Context, engine solve.Engine, d *draw) (yes, known bool, err error) {
	prob := d.e.p
	values := model.Assignment{}
	any := false
	for _, c := range d.cells {
		if c.text != "" {
			continue
		}
		t, _ := p.value(c.name)
		n := d.e.signs[t]
		if c.slot.signs == nil {
			if n, err = strconv.ParseInt(t, 10, 64); err != nil {
				return false, true, nil
			}
			any = any || c.lo != c.hi
		}
		v, ok := prob.Lookup(c.name)
		if !ok {
			return false, true, nil
		}
		for len(values) <= int(v) {
			values = append(values, model.Value{})
		}
		values[v] = model.IntValue(n)
	}
	if !any || len(p.f.Rules) == 0 {
		return false, true, nil
	}
	rules, err := d.mirrored()
	if err != nil {
		return false, true, nil
	}
	all := prob.And(rules...)
	if x, err := prob.Eval(all, values); err != nil || !x.Bool() {
		return false, true, nil // as the puzzle's own filling shows
	}
	stated := map[model.Term]bool{}
	for i := range prob.NumConstraints() {
		stated[prob.Normal(prob.Constraint(i).Term)] = true
	}
	rules = slices.DeleteFunc(rules, func(t model.Term) bool { return stated[prob.Normal(t)] }) // most are rules themselves
	if len(rules) == 0 {
		return true, true, nil
	}
	s, err := engine.Open(ctx, prob, budget)
	if err != nil {
		return false, false, err
	}
	defer s.Close()
	if err := s.Add("mirror", prob.Not(prob.And(rules...))); err != nil {
		return false, false, err
	}
	res, err := s.Solve(ctx)
	if errors.Is(err, solve.ErrBudget) || errors.Is(err, solve.ErrGaveUp) || errors.Is(err, solve.ErrUnsupported) {
		return false, false, nil
	}
	return res.Status == solve.Unsat, true, err
}

// mirrored states the rules of the numbers turned round.
func (d *draw) mirrored() (rules []model.Term, err error) {
	defer recovered(d.f, &err)
	prob := d.e.p
	other := *d.e
	other.names = map[string]thing{}
	maps.Copy(other.names, d.e.names)
	rows := map[string][]thing{}
	for _, c := range d.cells {
		var t thing = prob.Num(0)
		switch {
		case c.text != "":
		case c.slot.signs != nil:
			t = c.v
		default:
			t = prob.Sub(prob.Num(c.lo+c.hi), c.v)
		}
		rows[c.slot.name] = append(rows[c.slot.name], t)
	}
	for _, s := range d.f.Slots {
		if s.at != nil {
			other.names[s.name] = rows[s.name]
		} else {
			other.names[s.name] = rows[s.name][0]
		}
	}
	for _, q := range d.f.Rules {
		rules = append(rules, other.rule(q)...)
	}
	return rules, prob.Err()
}

// turn gives the puzzle with every number turned round.
func (p *Puzzle) turn(d *draw) *Puzzle {
	q := p.clone()
	for _, c := range d.cells {
		if c.text != "" || c.slot.signs != nil {
			continue
		}
		other := func(t string) string {
			if n, err := strconv.ParseInt(t, 10, 64); err == nil {
				return strconv.FormatInt(c.lo+c.hi-n, 10)
			}
			return t
		}
		v, _ := p.value(c.name)
		q.set(c.name, other(v))
		if k := slices.Index(q.Blanks, c.name); k >= 0 && q.Pieces[k] != nil {
			q.Pieces[k] = nil
			for _, t := range p.Pieces[k] {
				q.Pieces[k] = append(q.Pieces[k], other(t))
			}
		}
	}
	return q
}

// mirrored turns the numbers round, or leaves them, as the stream says; nil where it leaves them or the rules do not allow it.
func (p *Puzzle) mirrored(ctx context.Context, engine solve.Engine, r *rng.Stream) (*Puzzle, error) {
	if len(p.f.Steps) > 0 || r.IntN(2) == 0 {
		return nil, nil
	}
	d, err := p.drawn()
	if err != nil {
		return nil, err
	}
	yes, _, err := p.mirrors(ctx, engine, d)
	if err != nil || !yes {
		return nil, err
	}
	return p.turn(d), nil
}

// lettered gives the letters other names; nil where the file has none.
func (p *Puzzle) lettered(r *rng.Stream) *Puzzle {
	if len(p.f.Letters) == 0 {
		return nil
	}
	q := p.clone()
	q.Letters = ""
	const alphabet = "ABCDEFGHJKLMNPQRSTUVWXYZ" // without those that look like digits, but for what the file has itself
	for _, k := range r.Perm(len(alphabet))[:len(p.f.Letters)] {
		q.Letters += alphabet[k : k+1]
	}
	return q
}

// relettered writes a text with the puzzle's own letters: in words that are made of the file's letters alone.
func (p *Puzzle) relettered(text string) string {
	if p.Letters == "" {
		return text
	}
	own := strings.ToUpper(strings.Join(p.f.Letters, ""))
	letter := func(c byte) bool { return c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' }
	var b strings.Builder
	for at := 0; at < len(text); {
		end := at
		for end < len(text) && letter(text[end]) {
			end++
		}
		if end == at {
			b.WriteByte(text[at])
			at++
			continue
		}
		word := text[at:end]
		if strings.Trim(word, own) == "" {
			for _, c := range word {
				b.WriteByte(p.Letters[strings.IndexRune(own, c)])
			}
		} else {
			b.WriteString(word)
		}
		at = end
	}
	return b.String()
}

// turned lets the sides of some of the equations change places; nil where the file names none.
func (p *Puzzle) turned(r *rng.Stream) *Puzzle {
	q := p.clone()
	q.Turned = nil
	for _, line := range p.f.Sides {
		if r.IntN(2) == 1 {
			q.Turned = append(q.Turned, line)
		}
	}
	if slices.Equal(q.Turned, p.Turned) {
		return nil
	}
	q.arrange()
	return q
}

// checkChanges checks what a puzzle that was read says of its changes.
func (p *Puzzle) checkChanges() error {
	for i, c := range p.Letters {
		if len(p.Letters) != len(p.f.Letters) || c < 'A' || c > 'Z' || strings.IndexRune(p.Letters, c) != i {
			return fmt.Errorf("expected %d different capital letters, found %q", len(p.f.Letters), p.Letters)
		}
	}
	for i, line := range p.Turned {
		if !slices.Contains(p.f.Sides, line) || slices.Contains(p.Turned[:i], line) {
			return fmt.Errorf("line %d of the sheet cannot be turned round", line)
		}
	}
	for _, v := range p.Varied {
		if !slices.Contains(Changes(), v) {
			return fmt.Errorf("there is no change %q: expected one of %s", v, strings.Join(Changes(), " "))
		}
	}
	return nil
}

// Form is what the puzzle shares with those that differ from it by the changes of Vary and by the order in which pieces or steps are
// shown. It is not exact where a search for it went on for too long; then an equivalent may have another form.
type Form struct {
	Key   []byte
	Exact bool
	Work  int // steps
}

// Form finds the puzzle's form. The engine is asked whether the numbers can be turned round.
func (p *Puzzle) Form(ctx context.Context, engine solve.Engine) (Form, error) {
	if len(p.f.Steps) > 0 {
		q := *p
		q.Order, q.Pieces, q.Class = slices.Sorted(slices.Values(p.Order)), nil, 0
		q.Varied = nil
		key, err := json.Marshal(&q)
		return Form{Key: key, Exact: true}, err
	}
	d, err := p.drawn()
	if err != nil {
		return Form{}, err
	}
	yes, known, err := p.mirrors(ctx, engine, d)
	if err != nil {
		return Form{}, err
	}
	graphs := []*canon.Graph{d.graph(p.said(d))}
	if yes {
		graphs = append(graphs, d.graph(p.turn(d).said(d)))
	}
	least, _, err := canon.Least(ctx, 0, graphs...)
	if err != nil {
		return Form{}, err
	}
	numbers, err := json.Marshal(d.numbers) // of params and lets, by name: no symmetry moves them
	if err != nil {
		return Form{}, err
	}
	return Form{Key: slices.Concat(numbers, []byte("\n"), least.Bytes), Exact: least.Exact && known, Work: least.Work}, nil
}

// said is what the puzzle says of each cell: its kind, what stands in it, and the pieces where it is blank.
func (p *Puzzle) said(d *draw) []string {
	said := d.kinds()
	for i, c := range d.cells {
		v, _ := p.value(c.name)
		said[i] += fmt.Sprintf(" = %q", v)
		if k := slices.Index(p.Blanks, c.name); k >= 0 {
			said[i] += fmt.Sprintf(" blank of %q", slices.Sorted(slices.Values(p.Pieces[k])))
		}
	}
	return said
}
