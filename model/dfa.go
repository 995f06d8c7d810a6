package model

import (
	"cmp"
	"encoding/binary"
	"slices"
)

// DFA is a deterministic finite automaton over integers. From its first state it takes a step for each value that it reads;
// where there is no step for a value it rejects.
type DFA struct {
	States int // numbered from 0
	First  int
	Accept []int // the states in which a sequence that has been read is accepted
	Steps  []DFAStep
}

// DFAStep leads from a state to a state when a value is read.
type DFAStep struct {
	From  int
	Value int64
	To    int
}

// Regular says that the automaton accepts the values of the terms (Ints, or Bools that count 1 or 0), read in order. A state
// that there is not, and two steps from one state on one value, are mistakes. The automaton is copied.
func (p *Problem) Regular(d *DFA, in []Term) Term {
	a := &DFA{States: d.States, First: d.First, Accept: slices.Clone(d.Accept), Steps: slices.Clone(d.Steps)}
	slices.Sort(a.Accept)
	a.Accept = slices.Compact(a.Accept)
	slices.SortFunc(a.Steps, func(x, y DFAStep) int {
		return cmp.Or(cmp.Compare(x.From, y.From), cmp.Compare(x.Value, y.Value), cmp.Compare(x.To, y.To))
	})
	a.Steps = slices.Compact(a.Steps)
	states := append([]int{a.First}, a.Accept...)
	for i, s := range a.Steps {
		states = append(states, s.From, s.To)
		if i > 0 && s.From == a.Steps[i-1].From && s.Value == a.Steps[i-1].Value {
			return p.fail("Regular", "state %d has two steps on the value %d", s.From, s.Value)
		}
	}
	for _, s := range states {
		if s < 0 || s >= a.States {
			return p.fail("Regular", "there is no state %d: the automaton has %d, numbered from 0", s, a.States)
		}
	}
	ts, sort, _ := p.numbers("Regular", in)
	switch sort {
	case NoSort:
		return NoTerm
	case Real:
		return p.fail("Regular", "an automaton reads Ints and Bools, not Reals")
	}
	key := []byte{'d'}
	for _, n := range []int{a.States, a.First, len(a.Accept)} {
		key = binary.AppendUvarint(key, uint64(n))
	}
	for _, s := range a.Accept {
		key = binary.AppendUvarint(key, uint64(s))
	}
	for _, s := range a.Steps {
		key = binary.AppendUvarint(key, uint64(s.From))
		key = binary.AppendVarint(key, s.Value)
		key = binary.AppendUvarint(key, uint64(s.To))
	}
	n, isNew := p.shapes.keep(key, len(p.shapes.dfas))
	if isNew {
		p.shapes.dfas, p.shapes.keys[1] = append(p.shapes.dfas, a), append(p.shapes.keys[1], string(key))
	}
	return p.intern(OpRegular, Bool, n, ts...)
}

// DFAOf gives the automaton of a Regular, its accepting states and its steps (by state, then value) in ascending order, and nil
// for any other term. It is the problem's own: read it, do not change it.
func (p *Problem) DFAOf(t Term) *DFA {
	if p.Op(t) != OpRegular {
		return nil
	}
	return p.shapes.dfas[p.nodes[t].param]
}

// step finds where a state leads on a value, or -1.
func (d *DFA) step(state int, value int64) int {
	i, found := slices.BinarySearchFunc(d.Steps, DFAStep{From: state, Value: value}, func(x, y DFAStep) int {
		return cmp.Or(cmp.Compare(x.From, y.From), cmp.Compare(x.Value, y.Value))
	})
	if !found {
		return -1
	}
	return d.Steps[i].To
}
