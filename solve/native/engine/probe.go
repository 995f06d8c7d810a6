package engine

import "context"

// Probe assumes literals, one after another, and propagates after each, without deciding anything. It is Unsat when they do not hold
// together, and Core tells which; otherwise Unknown, and the values are those that follow, until the next call.
func (e *Engine) Probe(ctx context.Context, assume []Lit, b Budget) Status {
	e.probing = true
	defer func() { e.probing = false }()
	return e.Solve(ctx, assume, b)
}

// Interrupted reports whether the last search ended because its steps were used up, or its context ended.
func (e *Engine) Interrupted() bool { return e.interrupted }
