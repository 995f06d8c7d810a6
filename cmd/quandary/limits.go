package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/quandary-puzzles/quandary/internal/budget"
	"github.com/quandary-puzzles/quandary/synth"
)

// What a run may use, where the flags do not say. These end a run, with what was found; they decide about no record, for
// machines differ in both. What decides is counted: steps, and bytes where they are taken (package budget).
const (
	defaultMemory = "1GiB"           // of the process, for each worker
	defaultTime   = 20 * time.Second // of a draw, or of solving a puzzle
	stepsTime     = time.Minute      // of explaining or rating a puzzle, of a hint, or of somebody's reasoning that is checked: the hardest ones that people solve are explained in less
)

// graceTime is how long a command may take to end in good order once it has been told to. What is in the middle of something that
// looks at nothing is left there: files have whole lines, and a run goes on with --resume.
const graceTime = 700 * time.Millisecond

// errInterrupted is the cause of a run that a signal ends.
var errInterrupted = errors.New("interrupted")

// limitError is the cause of a run that the clock or the process's memory ends.
type limitError struct {
	what string
	flag string
}

func (e *limitError) Error() string {
	return fmt.Sprintf("%s: the run ends with what was found; %s gives it more", e.what, e.flag)
}

// shortCause says why a run was ended, without what to do about it, which is said once at the end.
func shortCause(cause error) string {
	if limit, ok := errors.AsType[*limitError](cause); ok {
		return limit.what
	}
	return cause.Error()
}

// guard ends a run: at a signal, at the end of its time, or when the process takes more memory than it may.
type guard struct {
	cancel context.CancelCauseFunc
	time   time.Duration // of a draw or a puzzle; 0: no bound
	given  bool          // --time was given
	memory int64         // --memory, for all workers; 0: no bound
	floor  []byte        // see tuneMemory

	mu    sync.Mutex
	flush []func() error // what to hand to the system before the process ends in the middle of something
}

type guardKey struct{}

// guardOf is the guard of a command's context; nil in tests that run commands without one.
func guardOf(ctx context.Context) *guard {
	g, _ := ctx.Value(guardKey{}).(*guard)
	return g
}

// guarded runs a command in a context that ends with a signal, and gives the exit code. Whatever the command does then, it
// gives the code within a second.
func guarded(execute func(ctx context.Context) int) int {
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	g := &guard{cancel: cancel}
	ctx = context.WithValue(ctx, guardKey{}, g)
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	defer signal.Stop(signals)
	done := make(chan int, 1)
	go func() { done <- execute(ctx) }()
	told := ctx.Done()
	var late <-chan time.Time
	for {
		select {
		case code := <-done:
			return code
		case <-signals:
			if told == nil { // the second time
				return g.leave(context.Cause(ctx))
			}
			cancel(errInterrupted)
		case <-told:
			told, late = nil, time.After(graceTime)
		case <-late:
			return g.leave(context.Cause(ctx))
		}
	}
}

// leave ends the process in the middle of something.
func (g *guard) leave(cause error) int {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, f := range g.flush {
		if err := f(); err != nil {
			fmt.Fprintln(os.Stderr, "quandary:", err)
		}
	}
	return ended(cause, os.Stderr)
}

// ended writes why a run was ended, and gives the exit code.
func ended(cause error, w io.Writer) int {
	fmt.Fprintln(w, "quandary:", cause)
	if errors.Is(cause, errInterrupted) {
		return 130
	}
	return 1
}

// atExit has a file's buffer handed to the system should the process end in the middle of something; the function that it gives
// takes that back.
func (g *guard) atExit(flush func() error) (done func()) {
	if g == nil {
		return func() {}
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	i := len(g.flush)
	g.flush = append(g.flush, flush)
	return func() {
		g.mu.Lock()
		defer g.mu.Unlock()
		g.flush[i] = func() error { return nil }
	}
}

// draw is the context of a draw: the run ends when it takes longer than it may.
func (g *guard) draw(ctx context.Context) (context.Context, context.CancelFunc) {
	if g == nil || g.time <= 0 {
		return ctx, func() {}
	}
	t := time.AfterFunc(g.time, func() {
		g.cancel(&limitError{fmt.Sprintf("a draw took longer than %s", g.time), "--time"})
	})
	return ctx, func() { t.Stop() }
}

// share is what a list that a command holds as a whole may take, a quarter of the program's memory; 0: no bound.
func (g *guard) share() int64 {
	if g == nil {
		return 0
	}
	return g.memory / 4
}

// errLate is the cause of the end of a puzzle that took longer than it may.
var errLate = errors.New("out of time")

// puzzle is the context of one puzzle among others: it alone ends when it takes longer than it may.
func (g *guard) puzzle(ctx context.Context) (context.Context, context.CancelFunc) {
	return g.within(ctx, defaultTime)
}

// within is the same for work that may take so long where --time does not say.
func (g *guard) within(ctx context.Context, most time.Duration) (context.Context, context.CancelFunc) {
	if ctx = counted(ctx); g == nil {
		return ctx, func() {}
	}
	if g.given {
		most = g.time
	}
	if most <= 0 {
		return ctx, func() {}
	}
	return context.WithTimeoutCause(ctx, most, fmt.Errorf("%w: it took longer than %s, and --time gives it more (0: all that it needs)", errLate, most))
}

// counted opens an account for a puzzle, of as much as a draw may hold.
func counted(ctx context.Context) context.Context {
	return budget.With(ctx, budget.New("a puzzle", synth.DrawMemory))
}

// limitFlags are the flags of all commands about what a run may use.
type limitFlags struct {
	memory string
	time   time.Duration
}

func (f *limitFlags) register(root *cobra.Command) {
	root.PersistentFlags().StringVar(&f.memory, "memory", defaultMemory, "memory that the program may use for each worker; what needs more ends the run with what was found")
	root.PersistentFlags().DurationVar(&f.time, "time", defaultTime, "how long one draw of a specification, or solving, explaining, checking or rating one puzzle (explaining, hints, rating and reasoning that is checked: 1m, and checking a puzzle as long as it takes, where it is not given), may take; or, where it is given, one record or the whole of any other work; 0: as long as it takes")
	root.PersistentPreRunE = func(cmd *cobra.Command, _ []string) error { return f.apply(cmd) }
}

// drawing lists the commands whose time is that of a draw, a puzzle or a call, and not that of the whole.
var drawing = map[string]bool{"solve": true, "explain": true, "hint": true, "rate": true, "generate": true, "build": true, "check": true, "replay": true, "serve": true, "worker": true}

// apply puts the limits in force for a command.
func (f *limitFlags) apply(cmd *cobra.Command) error {
	memory, err := budget.ParseSize(f.memory)
	if err != nil {
		return fmt.Errorf("--memory: %w", err)
	}
	if memory < 64<<20 && memory != 0 {
		return fmt.Errorf("--memory: expected at least 64MiB, or 0 for no limit, found %q", f.memory)
	}
	if f.time < 0 {
		return fmt.Errorf("--time: expected a time from 0, found %s", f.time)
	}
	workers := 1
	if n, err := cmd.Flags().GetInt("workers"); err == nil {
		workers = max(1, min(n, 1024))
	}
	total := memory * int64(workers)
	g := guardOf(cmd.Context())
	if g == nil { // inside of another command, which has the process's limits
		return nil
	}
	g.floor = tuneMemory(total, cmd.Name() == "serve")
	g.memory = total
	g.time, g.given = f.time, cmd.Flags().Changed("time")
	if total > 0 && cmd.Name() != "serve" { // a server ends calls, not itself
		go g.watch(cmd.Context(), total, f.memory)
	}
	if g.given && f.time > 0 && !drawing[cmd.Name()] {
		time.AfterFunc(f.time, func() { g.cancel(&limitError{fmt.Sprintf("the work took longer than %s", f.time), "--time"}) })
	}
	return nil
}

// tuneMemory lets the heap grow further between two collections than Go does by itself: making puzzles leaves much garbage
// and keeps little, and evaluating expressions is half again as fast. Near the limit it is collected as eagerly as needed; a
// server, whose calls are to be small in memory, collects earlier than Go does. Who sets GOGC or GOMEMLIMIT decides. What keeps
// next to nothing would still be collected every 16 MB, so there is a floor: bytes that the caller holds, which count as heap and,
// never written, take no memory.
func tuneMemory(limit int64, server bool) (floor []byte) {
	if os.Getenv("GOGC") == "" {
		percent := 400
		if server {
			percent = 50
		} else if limit == 0 || limit >= 512<<20 {
			floor = make([]byte, 16<<20)
		}
		debug.SetGCPercent(percent)
	}
	if os.Getenv("GOMEMLIMIT") == "" && limit > 0 {
		debug.SetMemoryLimit(limit)
	}
	return floor
}

// memoryEvery is how often the process's memory is looked at. It can grow by some hundred megabytes in between.
const memoryEvery = 50 * time.Millisecond

// watch ends the run when the process holds more than it may: what is counted falls short of what is used somewhere, or the
// limit is lower than what a draw may hold.
func (g *guard) watch(ctx context.Context, limit int64, flag string) {
	samples := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	tick := time.NewTicker(memoryEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		metrics.Read(samples)
		// Go's collector keeps to the limit, within a little, for as long as what is alive allows it.
		if used := int64(samples[0].Value.Uint64() - samples[1].Value.Uint64()); used > limit+limit/16 {
			g.cancel(&limitError{fmt.Sprintf("the program needs more than --memory %s a worker", flag), "--memory"})
			return
		}
	}
}

// reportEnd prints why a run was ended early, where its own error does not say.
func reportEnd(w io.Writer, ctx context.Context, out string) {
	if context.Cause(ctx) == nil {
		return
	}
	fmt.Fprintf(w, "%v: %s holds whole records; go on with --resume\n", context.Cause(ctx), out)
}
