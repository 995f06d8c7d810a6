package declared

import (
	"maps"
	"slices"
	"strconv"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/rules/encode"
)

// Where rules compare how many cells of one place are so with how many of several others – touching rooms have islands of different sizes – each of
// these counts is an unknown of its own: once a step has concluded it, or that it is not 3, the rules about it are about numbers. What a count is needs no
// rule. Where one rule says a count outright, that is no step either: what rests on the count names that rule.

// tally is a count that is an unknown.
type tally struct {
	size
	at    board.Place
	layer *variable // an unknown of the layer that is counted
}

// tallies lists the counts that become unknowns: each that is compared with two others or more, and those others. What is compared with one alone says
// nothing that the rule does not say.
func (b *Board) tallies() []tally {
	with := map[model.Term]map[model.Term]bool{}
	for _, in := range b.enc.Instances {
		b.compares(in.Term, func(x, y model.Term) model.Term {
			if x != y && b.counts(x) && b.counts(y) {
				if with[x] == nil {
					with[x] = map[model.Term]bool{}
				}
				with[x][y] = true
			}
			return x
		})
	}
	var out []tally
	for _, t := range slices.Sorted(maps.Keys(with)) {
		several := len(with[t]) > 1
		for o := range with[t] {
			several = several || len(with[o]) > 1
		}
		if !several {
			continue
		}
		at, layer := b.countOf(t)
		if layer == nil {
			continue
		}
		out = append(out, tally{size: size{of: t, most: int64(len(b.p.Args(t))), counts: true}, at: at, layer: layer})
	}
	return out
}

// tally makes the counts unknowns. It gives the answer with their values.
func (b *Board) tally(answer model.Assignment) model.Assignment {
	for _, t := range b.tallies() {
		t.unknown = b.p.IntIn("count of "+b.geo.Name(t.at)+strconv.Itoa(len(b.sized)), 0, t.most)
		answer = b.know(t.size, encode.Unknown{Kind: encode.Count, Layer: t.layer.Layer, Place: t.at}, answer)
	}
	return answer
}

// talliesMean adds what the counts are: where a rule says one outright, that it is so many, which is seen; else the sum of its cells.
func (b *Board) talliesMean() {
	for _, s := range b.sized {
		if !s.counts {
			continue
		}
		in := &instance{turn: -1, term: b.p.Eq(s.unknown, s.of), sort: heavy, weight: 4, means: true}
		if turn, n, ok := b.outright(s.of); ok {
			in = &instance{turn: turn, term: b.p.Eq(s.unknown, b.p.Num(n)), sort: silent}
		}
		in.vars = b.variablesOf(in.term)
		b.insts = append(b.insts, in)
	}
}

// countOf gives the place all of whose cells a term counts, and an unknown of the truths that it counts there; nil where it counts something else.
func (b *Board) countOf(t model.Term) (at board.Place, layer *variable) {
	var cells []board.Place
	for _, a := range b.p.Args(t) {
		v, ok := b.p.VarOf(b.p.Arg(a, 0))
		one, also := b.p.ConstValue(b.p.Arg(a, 1)).Int64()
		none, too := b.p.ConstValue(b.p.Arg(a, 2)).Int64()
		if !ok || !also || !too || one != 1 || none != 0 {
			return at, nil
		}
		x := &b.vars[v]
		if x.Kind != encode.Holds || layer != nil && x.Layer != layer.Layer {
			return at, nil
		}
		layer, cells = x, append(cells, x.Place)
	}
	for _, p := range b.around(cells[0]) {
		own := b.enc.Board.Cells(p)
		if len(own) == len(cells) && !slices.ContainsFunc(own, func(c board.Place) bool { return !slices.Contains(cells, c) }) {
			return p, layer
		}
	}
	return at, nil
}

// around lists the rows and columns and the parts of printed divisions in which a cell lies.
func (b *Board) around(cell board.Place) []board.Place {
	var out []board.Place
	for _, l := range b.enc.Board.File.Layers {
		if l.Parts {
			out = append(out, b.enc.Board.PartOf(l, cell))
		}
	}
	for _, kind := range []board.Kind{board.Row, board.Col} {
		out = append(out, b.geo.All(kind)...)
	}
	return slices.DeleteFunc(out, func(p board.Place) bool { return p == (board.Place{}) })
}

// outright gives the turn of a rule that says a count outright, and how many; ok is false where none does.
func (b *Board) outright(t model.Term) (turn int, n int64, ok bool) {
	for i, in := range b.enc.Instances {
		if b.p.Op(in.Term) != model.OpEq {
			continue
		}
		x, y := b.p.Arg(in.Term, 0), b.p.Arg(in.Term, 1)
		if y == t {
			x, y = y, x
		}
		if x == t && b.p.IsConst(y) {
			n, ok = b.p.ConstValue(y).Int64()
			return i, n, ok
		}
	}
	return 0, 0, false
}
