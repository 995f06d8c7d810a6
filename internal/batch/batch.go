// Package batch makes many lines of output in parallel and writes them in order, so that a file does not depend on the
// number of workers, and a run that was interrupted can go on where it stopped.
package batch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"runtime/debug"
	"slices"
	"sync"
)

// Item is the outcome of one index.
type Item struct {
	Line []byte // the output with its line end; nil when the index failed
	Around
	Note any   // whatever the run wants to know of it: counters, causes
	Err  error // why the index failed
}

// Around is what stands around the lines of a file.
type Around struct {
	Head    []byte // in front of the first line that is written
	Between []byte // in front of each other
	Foot    []byte // behind the last
}

// Maker makes the line of an index. Each worker has a Maker of its own, so it may keep state that is not shared; what it
// makes must depend on the index alone.
type Maker func(ctx context.Context, index uint64) Item

// Options say what a run makes.
type Options struct {
	Start   uint64 // first index
	Count   uint64 // how many indices
	Workers int    // at least 1
	// GoOn, when not nil, says of an index that failed whether it is left out instead of ending the run; it is asked in order,
	// before Seen is told.
	GoOn func(err error) bool
	// Seen, when not nil, is called for each index in order, after its line was written.
	Seen func(index uint64, item Item)
}

// FailedError is the error of a run in which an index failed.
type FailedError struct {
	Index uint64 // the first index that failed
	Count int    // how many failed
	Err   error  // why the first failed
}

func (e *FailedError) Error() string {
	if e.Count > 1 {
		return fmt.Sprintf("%d records failed, the first is number %d: %v", e.Count, e.Index, e.Err)
	}
	return fmt.Sprintf("record %d: %v", e.Index, e.Err)
}

func (e *FailedError) Unwrap() error { return e.Err }

// window is how many indices a worker may be ahead of the one that is written next; it bounds the memory that a slow
// index makes the others fill.
const window = 64

// maxWorkers bounds the workers, and with them the memory that makers and windows take, whatever the user asks for.
const maxWorkers = 1024

// Run makes the lines of all indices and writes them in order. It returns when every worker has ended. When the context
// ends it writes the lines that are complete up to the first that is not, and returns the context's error; when a write
// fails it stops and returns that error.
func Run(ctx context.Context, w io.Writer, opt Options, newMaker func() Maker) error {
	indices := func(yield func(uint64) bool) {
		for i := range opt.Count {
			if !yield(opt.Start + i) {
				return
			}
		}
	}
	return Map(ctx, w, indices, opt, func() func(context.Context, uint64) Item { return newMaker() })
}

// Map is Run over the elements of a sequence instead of a range of numbers: the index of an element is opt.Start plus its
// position, and opt.Count is not used. The sequence is read by one goroutine, ahead of the writing by a bounded number of
// elements.
func Map[T any](ctx context.Context, w io.Writer, seq iter.Seq[T], opt Options, newMaker func() func(context.Context, T) Item) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	workers := min(max(1, opt.Workers), maxWorkers)
	order := make(chan chan Item, workers*window)
	var wg sync.WaitGroup
	wg.Go(func() {
		defer close(order)
		feed(ctx, &wg, seq, workers, order, newMaker)
	})
	out := sink{w: w, opt: opt}
	at := opt.Start
	for ch := range order {
		item := <-ch
		if out.stop == nil { // otherwise it is drained, so that no worker is left waiting
			out.take(ctx, at, item)
		}
		if out.stop != nil {
			cancel()
		}
		at++
	}
	wg.Wait()
	return out.end(ctx)
}

// feed hands the elements of a sequence to workers, and where each will be answered to order, which blocks when the workers are a window
// ahead.
func feed[T any](ctx context.Context, wg *sync.WaitGroup, seq iter.Seq[T], workers int, order chan<- chan Item, newMaker func() func(context.Context, T) Item) {
	type job struct {
		in  T
		out chan Item
	}
	jobs := make(chan job)
	defer close(jobs)
	started := 0
	for in := range seq {
		if started < workers { // one for each element at most: a maker can be dear
			started++
			wg.Go(func() {
				maker := newMaker()
				for j := range jobs {
					j.out <- protect(ctx, maker, j.in)
				}
			})
		}
		j := job{in, make(chan Item, 1)}
		select {
		case order <- j.out:
		case <-ctx.Done():
			return
		}
		select {
		case jobs <- j:
		case <-ctx.Done():
			j.out <- Item{Err: ctx.Err()}
			return
		}
	}
}

// sink writes items in their order.
type sink struct {
	w      io.Writer
	opt    Options
	begun  bool
	foot   []byte // of the file as it stands
	failed *FailedError
	stop   error // nothing is written any more
}

// take writes an item, or notes its error.
func (s *sink) take(ctx context.Context, at uint64, item Item) {
	switch {
	case item.Err != nil && ctx.Err() != nil && errors.Is(item.Err, ctx.Err()):
		s.stop = ctx.Err()
		return
	case item.Err != nil:
		if s.failed == nil {
			s.failed = &FailedError{Index: at, Err: item.Err}
		}
		s.failed.Count++
		if s.opt.GoOn == nil || !s.opt.GoOn(item.Err) {
			s.stop = s.failed
		}
	default:
		if len(item.Line) > 0 {
			before := item.Head
			if s.begun {
				before = item.Between
			}
			item.Line = append(slices.Clone(before), item.Line...)
			s.begun, s.foot = true, item.Foot
		}
		_, s.stop = s.w.Write(item.Line)
	}
	if s.opt.Seen != nil && (s.stop == nil || s.stop == s.failed) {
		s.opt.Seen(at, item)
	}
}

// end writes what stands at the end, also of a run that was stopped: what is written is a whole file.
func (s *sink) end(ctx context.Context) error {
	if len(s.foot) > 0 {
		if _, err := s.w.Write(s.foot); err != nil && s.stop == nil {
			s.stop = err
		}
	}
	switch {
	case s.stop != nil:
		return s.stop
	case s.failed != nil:
		return s.failed
	default:
		return ctx.Err()
	}
}

// panicError is the error of an index whose maker panicked: a mistake of the program, kept from taking the rest along.
type panicError struct {
	Value any
	Stack []byte
}

func (e *panicError) Error() string { return fmt.Sprintf("internal error: %v\n%s", e.Value, e.Stack) }

func protect[T any](ctx context.Context, m func(context.Context, T) Item, in T) (item Item) {
	defer func() {
		if v := recover(); v != nil {
			item = Item{Err: &panicError{v, debug.Stack()}}
		}
	}()
	if err := ctx.Err(); err != nil {
		return Item{Err: err}
	}
	return m(ctx, in)
}
