package algebra

import (
	"context"
	"errors"
	"math/big"
)

// ErrTooMuch is the error of a computation that took more steps than it was given.
var ErrTooMuch = errors.New("too much to compute")

// ErrLarge is the error of a computation that came upon polynomials of so large a degree, or equations with so many complex
// solutions, that it does not go on.
var ErrLarge = errors.New("polynomials of too large a degree")

// Meter counts the work of computations that belong together.
type Meter struct {
	Steps int64 // that are left
	Kept  int   // bytes of polynomials that were kept
	ctx   context.Context
	take  func(bytes int) error
	since int64
}

// NewMeter makes a meter with so many steps. Each polynomial that is kept is told to take, whose error ends the work.
func NewMeter(ctx context.Context, steps int64, take func(bytes int) error) *Meter {
	return &Meter{Steps: steps, ctx: ctx, take: take}
}

// overdraft carries an error up to where the computation began.
type overdraft struct{ err error }

// caught turns the end of a meter into an error: for a deferred call.
func caught(err *error) {
	switch x := recover().(type) {
	case nil:
	case overdraft:
		*err = x.err
	default:
		panic(x)
	}
}

// spend counts steps.
func (m *Meter) spend(n int) {
	m.Steps -= int64(n)
	if m.Steps < 0 {
		panic(overdraft{ErrTooMuch})
	}
	if m.since += int64(n); m.since > 1<<14 {
		m.since = 0
		if err := m.ctx.Err(); err != nil {
			panic(overdraft{err})
		}
	}
}

// keep counts the bytes of a polynomial that stays.
func (m *Meter) keep(p Poly) {
	n := 0
	for i := range p {
		n += termBytes + len(p[i].c.Bits())*8
	}
	m.Kept += n
	if err := m.take(n); err != nil {
		panic(overdraft{err})
	}
}

// words is the size of a number, at least 1.
func words(x *big.Int) int { return 1 + len(x.Bits()) }

// product counts and computes a product.
func (m *Meter) product(x, y *big.Int) *big.Int {
	m.spend(words(x) * words(y))
	return new(big.Int).Mul(x, y)
}

// mulRat, addRat: the same for fractions, whose reduction to lowest terms is most of the work.
func (m *Meter) mulRat(x, y *big.Rat) *big.Rat {
	n := words(x.Num()) + words(x.Denom())
	m.spend(8 + 3*n*(words(y.Num())+words(y.Denom())))
	return new(big.Rat).Mul(x, y)
}

func (m *Meter) addRat(x, y *big.Rat) *big.Rat {
	n := words(x.Num()) + words(x.Denom())
	m.spend(8 + 3*n*(words(y.Num())+words(y.Denom())))
	return new(big.Rat).Add(x, y)
}
