// Package processor measures, bounds and profiles the work of this process by the time that it has had of the processor, which other programs
// on the machine do not change. The commands that make tables of families share it.
package processor

import (
	"context"
	"fmt"
	"os"
	"runtime/pprof"
	"syscall"
	"time"
)

// Time gives the time that this process has had of the processor.
func Time() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err) // the call fails for no process of its own
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// Within gives a context that ends when this process has had so much more time of the processor. Its function must be called.
func Within(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(ctx)
	until := Time() + limit
	done := make(chan struct{})
	go func() {
		defer close(done)
		tick := time.NewTicker(20 * time.Millisecond)
		defer tick.Stop()
		for Time() < until {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
		}
		cancel(fmt.Errorf("not done in %v: %w", limit, context.DeadlineExceeded))
	}()
	return ctx, func() { cancel(nil); <-done }
}

// Profile writes where the time goes to a file, until the function that it gives is called; none to the empty name. An error ends the program
// under its name.
func Profile(program, file string) (stop func()) {
	if file == "" {
		return func() {}
	}
	f, err := os.Create(file)
	if err == nil {
		err = pprof.StartCPUProfile(f)
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", program, err)
		os.Exit(1)
	}
	return pprof.StopCPUProfile
}
