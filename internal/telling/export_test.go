package telling

import (
	"context"

	deduce "github.com/quandary-puzzles/quandary/deduce/declared"
	"github.com/quandary-puzzles/quandary/rules/encode"
)

// Claim says what a literal claims.
func (x *Explanation) Claim(s deduce.Said) string { return x.w.claims([]deduce.Said{s}) }

// Falsified says a step, and the same step with something false in the place of its first conclusion; that is empty where its conclusion is a supposition's,
// or other gives nothing for it. Plain tells other that the claim is a value or a truth, and no border.
func (x *Explanation) Falsified(ctx context.Context, s *deduce.Step, other func(s deduce.Said, plain bool) (deduce.Said, bool)) (right, wrong string, err error) {
	a, err := x.argue(ctx, s)
	if err != nil {
		return "", "", err
	}
	right = x.w.text(a)
	if len(a.states) > 0 || len(a.concludes) == 0 || a.broken != nil || a.cases != nil || s.Class > supposes { // what is supposed is the opposite
		return right, "", nil
	}
	c, ok := other(a.concludes[0], kinds[a.concludes[0].Kind] == "")
	if !ok || kinds[c.Kind] != "" && c.Kind != encode.Joined {
		return right, "", nil
	}
	a.concludes = append([]deduce.Said{c}, a.concludes[1:]...)
	return right, x.w.text(a), nil
}
