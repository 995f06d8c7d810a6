package invariant

import (
	"fmt"

	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/ocl"
)

// world is a puzzle as objects of the class model.
type world struct {
	p      *deck.Puzzle
	st     *ocl.State
	props  [][]ocl.Value // by property and value
	things []ocl.Value
	clues  []ocl.Value
}

// newWorld makes the properties of a puzzle.
func (s *Set) newWorld(p *deck.Puzzle) (*world, error) {
	w := &world{p: p, st: ocl.NewState(s.spec)}
	n := 0
	for k := range p.Properties {
		var row []ocl.Value
		for _, v := range p.Properties[k].Values {
			n++
			o, err := w.object("Property", fmt.Sprintf("property%d", n), n)
			if err != nil {
				return nil, err
			}
			if err := w.set(o, "name", ocl.StringValue(p.Properties[k].Name), "value", ocl.StringValue(v)); err != nil {
				return nil, err
			}
			row = append(row, o)
		}
		w.props = append(w.props, row)
	}
	return w, nil
}

// object makes an object by the name given, or where that is no name in OCL, or taken, by one made of its number.
func (w *world) object(class, name string, number int) (ocl.Value, error) {
	if o, err := w.st.New(class, name); err == nil {
		return o, nil
	}
	return w.st.New(class, fmt.Sprintf("%s_%d", class, number))
}

// set sets attributes: name, value, name, value, ...
func (w *world) set(o ocl.Value, pairs ...any) error {
	for i := 0; i < len(pairs); i += 2 {
		if err := w.st.Set(o, pairs[i].(string), pairs[i+1].(ocl.Value)); err != nil {
			return err
		}
	}
	return nil
}

// thing makes a thing, linked with the properties that it has; none where t is nil.
func (w *world) thing(id string, t deck.Thing, banned ocl.Value) error {
	o, err := w.object("Thing", id, len(w.things)+1)
	if err != nil {
		return err
	}
	w.things = append(w.things, o)
	for k, v := range t {
		if err := w.st.Link("ThingProperty", o, w.props[k][v]); err != nil {
			return err
		}
	}
	return w.set(o, "banned", banned)
}

// clue makes a clue. bans gives what a clue of none of the paper's forms bans; it may be nil where that is not looked at.
func (w *world) clue(id string, n *deck.Node, bans func() ocl.Value) error {
	o, err := w.object("Clue", id, len(w.clues)+1)
	if err != nil {
		return err
	}
	w.clues = append(w.clues, o)
	if err := w.set(o, "form", ocl.StringValue(string(n.Form()))); err != nil {
		return err
	}
	prem, conc, ok := n.PaperClue()
	if ok {
		return w.set(o, "prem", w.props[prem.Prop][prem.Val], "conc", w.props[conc.Prop][conc.Val],
			"negatedP", ocl.BooleanValue(prem.Op == deck.IsNot), "negatedC", ocl.BooleanValue(conc.Op == deck.IsNot))
	}
	if err := w.set(o, "text", ocl.StringValue(w.p.Format(n))); err != nil || bans == nil {
		return err
	}
	return w.set(o, "bansListed", bans())
}
