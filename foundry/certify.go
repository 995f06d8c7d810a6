package foundry

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve"
	"github.com/quandary-puzzles/quandary/solve/native"
	"github.com/quandary-puzzles/quandary/solve/proof"
	"github.com/quandary-puzzles/quandary/solve/proof/reading"
)

// proofName is the word for proofs after --certify, and in records.
const proofName = "proof"

// prover writes a proof that a problem has no solutions but those listed.
type prover interface {
	Prove(ctx context.Context, p *model.Problem, b solve.Budget, except []model.Assignment, w io.Writer) (solve.Result, error)
}

var _ prover = (*native.Engine)(nil)

// logged has what a prover writes checked, step by step as it is written, so that no proof is ever held as a whole. The checker
// reads the problem by itself: that the proof starts from what the problem says is checked too.
type logged struct {
	by prover
}

var _ solve.Prover = (*logged)(nil)

func (l *logged) Name() string { return proofName }

// ProveComplete is Unsat only when the checker has accepted the proof.
func (l *logged) ProveComplete(ctx context.Context, p *model.Problem, b solve.Budget, listed []model.Assignment) (solve.Result, error) {
	problem, err := reading.New(p, listed) // before the prover adds terms of its own
	if err != nil {
		return solve.Result{}, err
	}
	r, w := io.Pipe()
	checked := make(chan error, 1)
	go func() {
		_, err := problem.Check(r)
		if err == nil {
			_, _ = io.Copy(io.Discard, r) // what may follow the empty clause adds nothing
		}
		r.CloseWithError(errRefused) // what is still to be written goes nowhere
		checked <- err
	}()
	res, err := l.by.Prove(ctx, p, b, listed, w)
	if err == nil && res.Status != solve.Unsat {
		w.CloseWithError(errAbandoned)
		<-checked
		return res, nil
	}
	w.CloseWithError(err) // nil is the end of the text
	refused := <-checked
	switch {
	case err != nil && !errors.Is(err, errRefused):
		return solve.Result{}, err
	case refused != nil:
		var step *proof.Error
		if errors.As(refused, &step) && step.Given { // the checker does not see that it follows from the problem
			return solve.Result{}, &solve.GaveUpError{Engine: "the checker", Reason: refused.Error()}
		}
		return solve.Result{}, fmt.Errorf("the proof was refused: %w", refused)
	case err != nil:
		return solve.Result{}, err
	}
	return res, nil
}

var (
	errRefused   = errors.New("the checker reads no further")
	errAbandoned = errors.New("there is another solution, and no proof")
)
