package flatzinc

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/child"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve"
)

// maxLine bounds a line of a solver's answer, in bytes.
const maxLine = 1 << 16

// run is one run of a solver.
type run struct {
	engine   *Engine
	args     []string
	memory   int64
	limit    int                                  // of solutions: after so many the solver is ended; negative: none
	solution func(values map[string]string) error // called for each, by the names of variables
}

// tail keeps the last bytes that a solver complains with.
type tail []byte

func (t *tail) Write(p []byte) (int, error) {
	*t = append(*t, p...)
	if over := len(*t) - 2000; over > 0 {
		*t = append((*t)[:0], (*t)[over:]...)
	}
	return len(p), nil
}

// do runs the solver on a document. all says that it has shown that there are no more solutions.
func (r run) do(ctx context.Context, document string) (all bool, err error) {
	dir, err := os.MkdirTemp("", "quandary-flatzinc-")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "problem.fzn")
	if err := os.WriteFile(file, []byte(document), 0o600); err != nil {
		return false, err
	}
	limited := ctx
	if r.engine.Timeout > 0 {
		var stop context.CancelFunc
		limited, stop = context.WithTimeout(ctx, r.engine.Timeout)
		defer stop()
	}
	argv := append(append([]string{}, r.engine.argv...), append(r.args, file)...)
	cmd := exec.Command(argv[0], argv[1:]...)
	child.Isolate(cmd)
	complaints := &tail{}
	cmd.Stderr = complaints
	out, err := cmd.StdoutPipe()
	if err != nil {
		return false, err
	}
	if err := cmd.Start(); err != nil {
		return false, fmt.Errorf("%s: %w", r.engine.name, err)
	}
	address := r.memory
	if address > 0 {
		address += 512 << 20 // the address space holds more than what is in use
	}
	if err := child.LimitMemory(cmd, address); err != nil {
		child.Kill(cmd)
		cmd.Wait() //nolint:errcheck // it was killed: the error says so
		return false, fmt.Errorf("cannot bound the solver's memory: %w", err)
	}
	stop := context.AfterFunc(limited, func() { child.Kill(cmd) })
	end, err := r.read(out)
	stop()
	child.Kill(cmd) // it may have more to say than was asked
	ended := cmd.Wait()
	if err != nil && !errors.Is(err, errEnded) {
		return false, err
	}
	switch {
	case end == complete || end == enough:
		return end == complete, nil
	case ctx.Err() != nil:
		return false, ctx.Err()
	case limited.Err() != nil:
		return false, &solve.BudgetError{Engine: r.engine.name, What: "milliseconds for a run", Limit: r.engine.Timeout.Milliseconds()}
	}
	text := strings.TrimSpace(string(*complaints))
	if lower := strings.ToLower(text); strings.Contains(lower, "memory") || strings.Contains(lower, "bad_alloc") {
		return false, &solve.BudgetError{Engine: r.engine.name, What: "bytes of memory", Limit: r.memory}
	}
	if end == unknown {
		return false, &solve.GaveUpError{Engine: r.engine.name, Reason: text}
	}
	if text == "" {
		text = fmt.Sprint("it ended without an answer: ", ended)
	}
	return false, fmt.Errorf("%s: %s", r.engine.name, text)
}

// The ways in which an answer ends.
type ending int

const (
	broken   ending = iota // the solver ended, or was ended, before it was done
	complete               // there are no more solutions
	enough                 // there are as many as were asked for
	unknown                // the solver says that it does not know
)

// errEnded: the output ended early.
var errEnded = errors.New("the solver's output ended early")

// read reads solutions: lines "name = value;", after each solution a line of ten dashes, at the end one of ten equal signs or a word
// between five.
func (r run) read(out io.Reader) (ending, error) {
	in := bufio.NewScanner(out)
	in.Buffer(make([]byte, 4096), maxLine)
	values := map[string]string{}
	found := 0
	for in.Scan() {
		line := strings.TrimSpace(in.Text())
		switch {
		case line == "" || strings.HasPrefix(line, "%"):
		case line == "----------":
			if err := r.solution(values); err != nil {
				return broken, err
			}
			clear(values)
			if found++; r.limit >= 0 && found >= r.limit {
				return enough, nil
			}
		case line == "==========" || line == "=====UNSATISFIABLE=====":
			return complete, nil
		case line == "=====UNKNOWN=====":
			return unknown, nil
		default:
			name, value, ok := strings.Cut(strings.TrimSuffix(line, ";"), "=")
			if !ok || !strings.HasSuffix(line, ";") {
				return broken, fmt.Errorf("%s: a line of its answer is %q, not a value, dashes or equal signs", r.engine.name, line[:min(len(line), 200)])
			}
			values[strings.TrimSpace(name)] = strings.TrimSpace(value)
		}
	}
	if err := in.Err(); errors.Is(err, bufio.ErrTooLong) {
		return broken, fmt.Errorf("%s: a line of its answer has more than %d bytes", r.engine.name, maxLine)
	}
	return broken, errEnded
}

// parse reads a value.
func parse(sort model.Sort, text string) (model.Value, error) {
	if sort == model.Bool {
		switch text {
		case "true":
			return model.BoolValue(true), nil
		case "false":
			return model.BoolValue(false), nil
		}
		return model.Value{}, fmt.Errorf("%q is neither true nor false", text)
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return model.Value{}, fmt.Errorf("%q is no integer", text)
	}
	return model.IntValue(n), nil
}
