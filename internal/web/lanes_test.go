package web

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/quandary-puzzles/quandary/internal/budget"
)

func testLanes(t *testing.T, l Limits) *lanes {
	return newLanes(l.withDefaults(), func(p any, _ []byte) { t.Logf("panic: %v", p) })
}

// TestShortBesideLong: cheap calls are answered while four long ones work and wait, however long those take.
func TestShortBesideLong(t *testing.T) {
	l := testLanes(t, Limits{})
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	var ended atomic.Int64
	var wg sync.WaitGroup
	spin := func(ctx context.Context) (any, error) {
		for ctx.Err() == nil {
			runtime.Gosched()
		}
		return nil, ctx.Err()
	}
	for range 4 {
		wg.Go(func() {
			l.do(ctx, spin) //nolint:errcheck // it ends with the context
			ended.Add(1)
		})
	}
	begin := time.Now()
	for len(l.long) < cap(l.long) { // until the long lane is full
		time.Sleep(time.Millisecond)
	}
	t.Logf("the long lane is full after %v", time.Since(begin))
	longest := time.Duration(0)
	for range 50 {
		begin := time.Now()
		if v, err := l.do(context.Background(), func(context.Context) (any, error) { return 1, nil }); v != 1 || err != nil {
			t.Fatalf("%v, %v", v, err)
		}
		longest = max(longest, time.Since(begin))
	}
	t.Logf("of 50 cheap calls the longest took %v", longest)
	if ended.Load() > 0 {
		t.Error("a long call ended before the cheap ones")
	}
	stop()
	wg.Wait()
	if err := l.close(context.Background()); err != nil {
		t.Error(err)
	}
}

// TestAgainInTheLongLane: what does not end in the short lane is done once more with all of its time, and what it gave when its
// short time ended is no answer.
func TestAgainInTheLongLane(t *testing.T) {
	l := testLanes(t, Limits{})
	var times []bool
	v, err := l.do(context.Background(), func(ctx context.Context) (any, error) {
		_, short := ctx.Deadline()
		times = append(times, short)
		if short {
			<-ctx.Done()
			return "half", nil
		}
		return "whole", nil
	})
	if v != "whole" || err != nil || len(times) != 2 {
		t.Errorf("%v, %v after %v", v, err, times)
	}
}

// TestLateWork: who asked is answered in time although the work goes on, whose place stays taken until it ends.
func TestLateWork(t *testing.T) {
	l := testLanes(t, Limits{})
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
	defer cancel()
	end := make(chan struct{})
	_, err := l.do(ctx, func(context.Context) (any, error) {
		<-end // it looks at nothing
		return nil, nil
	})
	if !errors.Is(err, context.DeadlineExceeded) || len(l.short) != 1 {
		t.Errorf("%v, %d places are taken", err, len(l.short))
	}
	stopped, cancel := context.WithCancel(context.Background())
	cancel()
	if err := l.close(stopped); err == nil {
		t.Error("nothing works any more")
	}
	close(end)
	if err := l.close(context.Background()); err != nil || len(l.short) != 0 {
		t.Errorf("%v, %d places are taken", err, len(l.short))
	}
}

func TestWorkOverItsAccount(t *testing.T) {
	l := testLanes(t, Limits{Memory: 1000})
	_, err := l.do(context.Background(), func(ctx context.Context) (any, error) {
		if budget.From(ctx).Take(1001) != nil {
			return nil, errors.New("no puzzle") // what a family makes of it
		}
		return 1, nil
	})
	if e := asAPIError(err); e.Code != "too-much-memory" {
		t.Errorf("%v, %q", err, e.Code)
	}
}

func TestPanicOfWork(t *testing.T) {
	l := testLanes(t, Limits{})
	if _, err := l.do(context.Background(), func(context.Context) (any, error) { panic("oh") }); err == nil {
		t.Error("no error")
	} else if e := asAPIError(err); e.Status != 500 {
		t.Errorf("%v", e)
	}
}

func TestQueue(t *testing.T) {
	l := testLanes(t, Limits{Queue: -1})
	if _, err := l.do(context.Background(), func(context.Context) (any, error) { return 1, nil }); asAPIError(err).Code != "busy" {
		t.Errorf("%v", err)
	}
}
