package native

import (
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve/native/engine"
)

func (b *builder) realDistinctIf(g engine.Lit, args []model.Term) { b.real(args[0]) }

func (b *builder) realCompareIf(g engine.Lit, op model.Op, x, y model.Term) { b.real(x) }

func (b *builder) realCompareLit(op model.Op, x, y model.Term) (engine.Lit, uint8) {
	b.real(x)
	return engine.True, both
}

func (b *builder) realFloor(t model.Term) engine.Int {
	b.real(t)
	return 0
}

func (b *builder) real(t model.Term) { b.fail("real arithmetic", t, hintSMT) }
