// Package reading checks that a proof of package proof starts from a problem: that what it states of literals, integers and
// columns says no more than the constraints of the problem, as package model defines them, and that solutions are left out only
// where they were listed. It imports the terms of package model and shares no code with any solver, nor with the forms that model
// makes of terms for solvers.
//
// # How
//
// A Reading translates the problem by itself, in the plainest way: a Bool is a literal with the clauses that define its operator;
// a number is a polynomial over atoms – variables, 0/1 numbers of literals, and what is not a polynomial, such as quotients –
// so that numbers that are equal by arithmetic have one form; a comparison is a literal that compares a primitive polynomial
// with a number. Terms that may lack a value have two literals, of Kleene's logic.
//
// Then it follows the proof. Each literal, integer and column of the proof is told a meaning before it is used:
//
//	T ID OP ARGS     term ID: an operator and terms before it ("var V", "const N", "real R", "atmost K ARGS")
//	V LIT ID         the literal is the Bool term ID
//	X INT ID         the integer is the Int term ID
//	C COL ID         the column is the number term ID
//	N LIT K SUM      the literal is SUM <= K
//	E LIT K SUM      the literal is SUM = K
//	D LIT LITS 0     the literal is the conjunction
//
// These are definitions, and define what nobody used before: no assignment is lost by them. An integer that is the product (m) or
// power (w) of others needs no other meaning. What the proof states of them – clauses, sums, bounds – must follow: a clause when
// the negations of its literals contradict the problem's own clauses by unit propagation, a sum or disequality when the clause
// of its condition and its comparison does, all different when it is what a Distinct says. Where unit propagation
// alone does not see it, an atom or a variable whose value the assumptions tell is replaced by it in the comparisons at hand.
//
// What does not follow, or is not seen to, is an error: nothing is taken on trust.
package reading

import (
	"context"
	"io"

	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve/proof"
	"github.com/quandary-puzzles/quandary/solve/proof/clauses"
)

// Reading is a problem made ready for checking one proof.
type Reading struct {
	db       *clauses.Set
	atoms    []atom
	atomOf   map[string]int32
	places   map[clauses.Lit]int32   // by positive literal: its 0/1 atom
	picks    map[clauses.Lit][]int32 // by positive literal: the choices that it decides
	chains   map[string]*chain
	inOrder  []*chain
	of       map[clauses.Lit]*chain // of a literal that compares
	literals map[string]clauses.Lit
	parts    map[clauses.Lit][]clauses.Lit // of a literal that stands for an operator: its operands
	distinct map[clauses.Lit][]poly        // what differs where the literal is true
	spreads  []clauses.Lit                 // of those literals, the ones that are not written out
	tried    map[string]bool               // substitutions made
	fuel     int                           // atoms that may still be looked at in this round

	vars  map[int]value // by variable
	terms map[int]value // the proof's
	lits  map[int64]clauses.Lit
	later map[int64]about // literals of integers, until they are used
	ints  map[int]*integer
	cols  map[int]poly
	nets  map[int]*statedNet

	asks     map[string]int        // Int queries on graphs, numbered
	automata map[clauses.Lit]reads // by the literal that an automaton accepts: what it reads
	sum      Summary

	tightened bool // the bounds of all that is compared have been looked at
}

// Summary tells what a proof that was accepted held.
type Summary struct {
	proof.Summary
	Stated int // clauses and constraints that the proof starts from, all of which follow from the problem
}

// New reads a problem, with the solutions that a proof leaves out. It does not look at the problem afterwards. What the reading holds
// counts on the account of the context, until it is closed.
func New(ctx context.Context, p *model.Problem, listed []model.Assignment) (*Reading, error) {
	if err := p.Err(); err != nil {
		return nil, err
	}
	r := blank()
	r.db.Count(ctx)
	err := r.problem(p)
	for _, a := range listed {
		if err == nil {
			err = r.leaveOut(p, a)
		}
	}
	if over := r.db.Err(); over != nil {
		err = over
	}
	if err != nil {
		r.Close()
		return nil, err
	}
	return r, nil
}

// Close gives back what was counted.
func (r *Reading) Close() { r.db.Close() }

func blank() *Reading {
	return &Reading{
		db: clauses.New(), atomOf: map[string]int32{}, places: map[clauses.Lit]int32{}, picks: map[clauses.Lit][]int32{}, chains: map[string]*chain{},
		of: map[clauses.Lit]*chain{}, literals: map[string]clauses.Lit{}, parts: map[clauses.Lit][]clauses.Lit{},
		distinct: map[clauses.Lit][]poly{}, tried: map[string]bool{},
		vars: map[int]value{}, terms: map[int]value{}, lits: map[int64]clauses.Lit{1: clauses.True}, later: map[int64]about{},
		ints: map[int]*integer{}, cols: map[int]poly{},
		nets: map[int]*statedNet{}, asks: map[string]int{}, automata: map[clauses.Lit]reads{},
	}
}

// Check reads a proof and checks every step of it, and that it starts from the problem. It is nil when the proof shows that the
// problem has no solutions but those listed. A Reading checks one proof.
func (r *Reading) Check(ctx context.Context, text io.Reader) (Summary, error) {
	sum, err := proof.Check(ctx, text, r)
	r.sum.Summary = sum
	return r.sum, err
}
