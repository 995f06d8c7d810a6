package foundry

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve"
	"github.com/quandary-puzzles/quandary/solve/native"
)

// pair is a problem with two solutions, sorted.
func pair(t *testing.T) (*model.Problem, []model.Assignment) {
	t.Helper()
	p := model.NewProblem()
	x, y := p.IntIn("x", 1, 4), p.IntIn("y", 1, 4)
	p.Assert("product", p.Eq(p.Mul(x, y), p.Num(3)))
	s, err := native.New().Open(context.Background(), p, solve.Budget{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	all, err := s.Enumerate(context.Background(), -1)
	if err != nil || len(all.List) != 2 {
		t.Fatal(all, err)
	}
	return p, all.List
}

func TestProofOfCompleteness(t *testing.T) {
	p, all := pair(t)
	l := &logged{native.New()}
	ctx := context.Background()
	res, err := l.ProveComplete(ctx, p, solve.Budget{}, all)
	if err != nil || res.Status != solve.Unsat {
		t.Errorf("both solutions listed: %v %v", res.Status, err)
	}
	res, err = l.ProveComplete(ctx, p, solve.Budget{}, all[:1])
	if err != nil || res.Status != solve.Sat || !res.Solution.Equal(all[1]) {
		t.Errorf("one of two listed: %v %v", res, err)
	}
	bad := model.Assignment{model.IntValue(4), model.IntValue(4)}
	if _, err := l.ProveComplete(ctx, p, solve.Budget{}, []model.Assignment{bad}); !errors.Is(err, solve.ErrWrong) {
		t.Errorf("a listed assignment that is no solution: %v", err)
	}
	p.Assert("free", p.Gt(p.Mul(p.Int("far"), p.Int("away")), p.Num(3)))
	if _, err := l.ProveComplete(ctx, p, solve.Budget{}, nil); !errors.Is(err, solve.ErrUnsupported) {
		t.Errorf("integers without bounds: %v", err)
	}
}

// liar says that there is a proof, whatever it writes.
type liar string

func (l liar) Prove(_ context.Context, _ *model.Problem, _ solve.Budget, _ []model.Assignment, w io.Writer) (solve.Result, error) {
	if _, err := io.WriteString(w, string(l)); err != nil {
		return solve.Result{}, err
	}
	return solve.Result{Status: solve.Unsat}, nil
}

// TestProofRefused hands the checker texts that prove nothing, and one after which there is more to read.
func TestProofRefused(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"nothing", "", "refused"},
		{"no end", "p quandary 1\ni 0 1 3\n", "refused"},
		{"leap", "p quandary 1\ni 0 1 3\na 0\n", "proof line 3"},
		{"long after a leap", "p quandary 1\na 0\n" + strings.Repeat("# more\n", 100_000), "proof line 2"},
		{"of no problem", "p quandary 1\nc 2 0\nc -2 0\na 0\n", "no meaning"},
		{"end, then more", "p quandary 1\nT 0 var 0\nV 2 0\nc 2 0\nc -2 0\na 0\n" + strings.Repeat("# more\n", 100_000), ""},
	} {
		p := model.NewProblem()
		b := p.Bool("b")
		p.Assert("b", b)
		p.Assert("not b", p.Not(b))
		res, err := (&logged{liar(c.text)}).ProveComplete(context.Background(), p, solve.Budget{}, nil)
		switch {
		case c.want == "" && (err != nil || res.Status != solve.Unsat):
			t.Errorf("%s: %v %v", c.name, res.Status, err)
		case c.want != "" && (err == nil || res.Status != solve.Unknown || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: %v %v, want an error with %q", c.name, res.Status, err, c.want)
		}
	}
}

// TestProofOfAnotherProblem: what does not start from the problem certifies nothing, and is no reason to end the work.
func TestProofOfAnotherProblem(t *testing.T) {
	p := model.NewProblem()
	p.Assert("b", p.Bool("b"))
	text := liar("p quandary 1\nT 0 var 0\nV 2 0\nc 2 0\nc -2 0\na 0\n")
	_, err := (&logged{text}).ProveComplete(context.Background(), p, solve.Budget{}, nil)
	if !errors.Is(err, solve.ErrGaveUp) || !strings.Contains(err.Error(), "proof line 5: it does not follow from the problem: c -2 0") {
		t.Error(err)
	}
}
