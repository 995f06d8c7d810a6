package maths

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/blanks/shelf"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve/native"
)

// What one rule leaves, counted by hand.
func TestLeft(t *testing.T) {
	const file = "blanks: a\nslots: {x: 1..9, y: 1..9, z: 2..18, w: 1..9}\nsheet: \"{x} {y} {z} {w}\"\nrules:\n  sum: x + y == z\n  times: w * y == 12\n  less: x < w\n"
	f, problems := Read("left", []byte(file))
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	for open, want := range map[string]string{
		"x":       "1",
		"y":       "1",
		"x z":     "2 9", // x < w = 3; z is 4 + x
		"x y":     "2 1", // y is 12 / 3
		"y w":     "1 3", // y from the sum; w is 3, 4 or 6
		"x y z w": "8 4 17 4",
	} {
		d, err := f.draw(nil, map[string][]string{})
		if err != nil {
			t.Fatal(err)
		}
		values := []int64{2, 4, 6, 3}
		var cells []int
		for name := range strings.FieldsSeq(open) {
			cells = append(cells, d.byName[name])
		}
		left := d.left(values, cells)
		var got []string
		for _, i := range cells {
			got = append(got, fmt.Sprint(left[i]))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %s values left, expected %s", open, strings.Join(got, " "), want)
		}
	}
}

// Local reasoning never rules out what stands in a blank: of every kind, with each rule on its own and all of the blanks.
func TestLeftKeepsTheRight(t *testing.T) {
	for _, name := range shelf.Maths().Names() {
		f := shelved(t, name)
		if len(f.Steps) > 0 {
			continue
		}
		p, err := f.Make(context.Background(), native.New(), Demand{}, rng.New(2))
		if err != nil {
			t.Fatal(err)
		}
		if len(p.Left) != len(p.Blanks) {
			t.Errorf("%s: %d blanks, values left of %d", name, len(p.Blanks), len(p.Left))
		}
		d, err := p.drawn()
		if err != nil {
			t.Fatal(err)
		}
		n := &narrowing{d: d, cell: map[model.Var]int{}, open: map[int]bool{}}
		for i, c := range d.cells {
			v, ok := d.e.p.Lookup(c.name)
			if !ok {
				continue
			}
			for len(n.values) <= int(v) {
				n.values = append(n.values, model.Value{})
			}
			var x int64
			text, _ := p.value(c.name)
			if x = d.e.signs[text]; c.slot.signs == nil {
				fmt.Sscan(text, &x)
			}
			n.values[v], n.cell[v], n.open[i] = model.IntValue(x), i, true
		}
		for i, c := range d.cells {
			if !n.open[i] || !c.small() || c.hi-c.lo >= widest {
				continue
			}
			for _, rule := range n.parts() {
				may := make([]bool, c.hi-c.lo+1)
				for k := range may {
					may[k] = true
				}
				n.narrow(rule, i, may)
				v, _ := d.e.p.Lookup(c.name)
				if x, _ := n.values[v].Int64(); !may[x-c.lo] {
					t.Errorf("%s: %s rules out %d in %s", name, d.e.p.Format(rule), x, c.name)
				}
			}
		}
	}
}
