// Command quandary makes, solves, explains, rates and grades puzzles.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"
)

func main() { os.Exit(run()) }

// run is main as a function of the process's arguments, for the tests that run the program in-process.
func run() int {
	tuneMemory()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	// The first signal asks for an orderly end; a second one ends the program at once.
	context.AfterFunc(ctx, stop)

	err := newRoot().ExecuteContext(ctx)
	if err == nil {
		return 0
	}
	var code exitCode
	if errors.As(err, &code) {
		return int(code)
	}
	if errors.Is(err, context.Canceled) && ctx.Err() != nil {
		fmt.Fprintln(os.Stderr, "quandary: interrupted")
		return 130
	}
	fmt.Fprintln(os.Stderr, "quandary:", err)
	// An expression of a specification that failed shows itself: the line, a caret, the values of its names.
	var shown interface{ Detail() string }
	if errors.As(err, &shown) {
		if _, rest, ok := strings.Cut(shown.Detail(), "\n"); ok {
			fmt.Fprintln(os.Stderr, rest)
		}
	}
	return 1
}

// tuneMemory lets the heap grow further between two collections than Go does by itself: making puzzles leaves much garbage
// and keeps little, and evaluating expressions is half again as fast. From a gigabyte on it is collected as eagerly as
// needed. Who sets GOGC or GOMEMLIMIT decides.
func tuneMemory() {
	if os.Getenv("GOGC") == "" && os.Getenv("GOMEMLIMIT") == "" {
		debug.SetGCPercent(400)
		debug.SetMemoryLimit(1 << 30)
	}
}

// exitCode is an error that has been reported already: the program ends with this code and prints no more.
type exitCode int

func (c exitCode) Error() string { return fmt.Sprintf("exit code %d", int(c)) }
