package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"github.com/quandary-puzzles/quandary/internal/budget"
)

// lanes share the machine between short and long work. Nobody can tell beforehand which a call is, so each begins in the short
// lane, where it may work for shortTime. One that has not ended then has lost little: it begins again in the long lane, with all
// of its time, and holds up long work alone. So short work waits behind short work at most.
type lanes struct {
	short   chan struct{} // one place for each call
	long    chan struct{}
	waiting atomic.Int64
	most    int64          // calls that may wait
	memory  int64          // bytes that a call may hold
	busy    time.Duration  // when to come again
	wg      sync.WaitGroup // calls under way
	failed  func(p any, stack []byte)
}

const (
	shortPlaces = 8
	shortTime   = 150 * time.Millisecond
	// lateTime is how long a call may go on when its time is over. Whoever asked is then answered, and the call's place stays
	// taken until it ends.
	lateTime = 250 * time.Millisecond
)

func newLanes(l Limits, failed func(p any, stack []byte)) *lanes {
	return &lanes{short: make(chan struct{}, shortPlaces), long: make(chan struct{}, l.Work), most: int64(l.Queue), memory: l.Memory,
		busy: l.Time, failed: failed}
}

// work is what a call does. It may be done twice, and must give the same both times.
type work func(ctx context.Context) (any, error)

// do does the work of a call. What it holds is counted on an account of its own.
func (l *lanes) do(ctx context.Context, f work) (any, error) {
	v, err, ended := l.attempt(ctx, l.short, shortTime, f)
	if ended || ctx.Err() != nil {
		return v, err
	}
	v, err, _ = l.attempt(ctx, l.long, 0, f)
	return v, err
}

// attempt does the work in a lane, in the time given (0: that of the context); ended is false when that time did not suffice.
func (l *lanes) attempt(ctx context.Context, lane chan struct{}, d time.Duration, f work) (v any, err error, ended bool) {
	leave, err := l.enter(ctx, lane)
	if err != nil {
		return nil, err, true
	}
	own, cancel := ctx, context.CancelFunc(func() {})
	if d > 0 {
		own, cancel = context.WithTimeout(ctx, d)
	}
	type outcome struct {
		v     any
		err   error
		ended bool
	}
	done := make(chan outcome, 1)
	l.wg.Go(func() {
		defer leave()
		defer cancel()
		o := outcome{}
		o.v, o.err = l.protected(own, f)
		o.ended = own.Err() == nil // a call can give less than a whole answer when its time ends
		done <- o
	})
	select {
	case o := <-done:
		return o.v, o.err, o.ended
	case <-ctx.Done():
	}
	late := time.NewTimer(lateTime)
	defer late.Stop()
	select {
	case o := <-done:
		return o.v, o.err, true
	case <-late.C:
		return nil, ctx.Err(), true
	}
}

// protected does the work on an account, and turns a panic into an error.
func (l *lanes) protected(ctx context.Context, f work) (v any, err error) {
	defer func() {
		if p := recover(); p != nil {
			l.failed(p, debug.Stack())
			v, err = nil, fmt.Errorf("panic: %v", p)
		}
	}()
	account := budget.New("a call", l.memory)
	defer account.Close()
	v, err = f(budget.With(ctx, account))
	if over := account.Err(); over != nil && err != nil {
		err = over // whatever was made of it on the way
	}
	return v, err
}

// enter waits for a place in a lane; the caller leaves it again.
func (l *lanes) enter(ctx context.Context, lane chan struct{}) (leave func(), err error) {
	if l.waiting.Add(1) > l.most {
		l.waiting.Add(-1)
		return nil, busy(l.busy)
	}
	defer l.waiting.Add(-1)
	select {
	case lane <- struct{}{}:
		return func() { <-lane }, nil
	case <-ctx.Done():
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			return nil, busy(l.busy)
		}
		return nil, ctx.Err()
	}
}

// close waits for the calls that still work, until the context ends.
func (l *lanes) close(ctx context.Context) error {
	all := make(chan struct{})
	go func() { l.wg.Wait(); close(all) }()
	select {
	case <-all:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("calls still work: %w", ctx.Err())
	}
}

// busy is the answer when all places of hard work are taken for long.
func busy(wait time.Duration) *apiError {
	return &apiError{Status: http.StatusServiceUnavailable, Code: "busy", RetryAfter: wait,
		Message: "the server has too much to do; try again in a moment"}
}
