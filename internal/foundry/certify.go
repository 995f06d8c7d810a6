package foundry

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/quandary-puzzles/quandary/internal/budget"
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
	// The checker has an account of its own: it works beside the prover, and what both hold at once is not the same on all machines.
	checking := budget.With(ctx, budget.New("the checker of the proof", checkerMemory))
	problem, err := reading.New(checking, p, listed) // before the prover adds terms of its own
	if err != nil {
		return solve.Result{}, unchecked(err)
	}
	defer problem.Close()
	r, w := io.Pipe()
	checked := make(chan error, 1)
	go func() {
		_, err := problem.Check(checking, r)
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
	case errors.Is(refused, budget.ErrMemory):
		return solve.Result{}, unchecked(refused)
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

// checkerMemory is how many bytes the checker of a proof may hold.
const checkerMemory = 256 << 20

// unchecked makes a budget's error of an account that is overdrawn.
func unchecked(err error) error {
	if errors.Is(err, budget.ErrMemory) {
		return &solve.BudgetError{Engine: "the checker", What: "memory", Err: err}
	}
	return err
}

var (
	errRefused   = errors.New("the checker reads no further")
	errAbandoned = errors.New("there is another solution, and no proof")
)
