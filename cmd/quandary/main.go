// Command quandary makes, solves, explains, rates and grades puzzles.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

func main() { os.Exit(run()) }

// run is main as a function of the process's arguments, for the tests that run the program in-process.
func run() int { return guarded(execute) }

// execute runs the command that the arguments name, and reports its error.
func execute(ctx context.Context) int {
	root := newRoot()
	out := &heedful{Writer: os.Stdout}
	root.SetOut(out)
	err := root.ExecuteContext(ctx)
	if out.err != nil && (err == nil || errors.As(err, new(exitCode))) {
		err = out.err // what was lost is said, also by a command that does not look
	}
	return reported(ctx, err, os.Stderr)
}

// heedful keeps the first error of a writer.
type heedful struct {
	io.Writer
	err error
}

func (h *heedful) Write(p []byte) (int, error) {
	n, err := h.Writer.Write(p)
	if h.err == nil {
		h.err = err
	}
	return n, err
}

// reported reports the error of a command, and gives the exit code.
func reported(ctx context.Context, err error, w io.Writer) int {
	if err == nil {
		return 0
	}
	if code, ok := errors.AsType[exitCode](err); ok {
		return int(code)
	}
	if cause := context.Cause(ctx); cause != nil && (errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)) {
		return ended(cause, w)
	}
	fmt.Fprintln(w, "quandary:", err)
	// An expression of a specification that failed shows itself: the line, a caret, the values of its names.
	var shown interface{ Detail() string }
	if errors.As(err, &shown) {
		if _, rest, ok := strings.Cut(shown.Detail(), "\n"); ok {
			fmt.Fprintln(w, rest)
		}
	}
	return 1
}

// exitCode is an error that has been reported already: the program ends with this code and prints no more.
type exitCode int

func (c exitCode) Error() string { return fmt.Sprintf("exit code %d", int(c)) }
