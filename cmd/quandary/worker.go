package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/quandary-puzzles/quandary/grade"
	"github.com/quandary-puzzles/quandary/internal/batch"
	"github.com/quandary-puzzles/quandary/internal/foundry"
	"github.com/quandary-puzzles/quandary/internal/frames"
	"github.com/quandary-puzzles/quandary/record"
)

// workerProtocol is the version of the protocol. It changes when a program that knows an older one would go wrong.
const workerProtocol = 1

func newWorkerCmd() *cobra.Command {
	var workers int
	cmd := &cobra.Command{
		Use:   "worker",
		Short: "Answer requests of another program over pipes, until standard input ends",
		Long: `Answer requests on standard input, on standard output, until standard input ends. The Python package works this way; so can
a library for any other language.

A message is a frame: the length of its header and the length of its payload, each four bytes, big endian; the header, a JSON
object of at most 1 MiB; the payload, at most 64 MiB. A request's header has "id", any number, which the answer's header
repeats; answers come in the order in which they are ready. The payload of most messages is JSON lines.

  {"id", "op": "hello"}                      the versions of the program and of this protocol
  {"id", "op": "generate", "source", "seed", "start", "count", "level", "lang", "class", "settings", "base", "max_tries",
   "keep_going", "budget_ms"}                records, as quandary generate prints them, as the payload; "next" is the number
                                             of the first one that was not tried, for the time of the budget may be over before all are made
  {"id", "op": "grade"}                      marks, as quandary grade prints them, of the payload's answers
  {"id", "op": "run", "args"}                any other command with the payload as its standard input: the payload of the
                                             answer is what it prints, "code" its exit code, "errors" its standard error
  {"id", "op": "cancel", "of"}               end the request with the number "of"

An answer with "error" says what was wrong with the request. Standard input's end ends the program at once, so that none is
left behind by a parent that was killed.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if workers < 1 {
				return fmt.Errorf("-j: expected at least 1 worker, found %d", workers)
			}
			return runWorker(cmd, workers)
		},
	}
	cmd.Flags().IntVarP(&workers, "workers", "j", runtime.NumCPU(), "how many records or answers to work on at once")
	return cmd
}

// Bounds of what is held and worked on: maxActive requests are worked on at once, maxWaiting wait for that; further ones, and with
// them those to cancel, wait in the pipe.
const (
	maxActive  = 16
	maxWaiting = 256
)

// worker answers requests.
type worker struct {
	workers int
	grader  *grade.Grader
	sources sources

	end             context.CancelFunc // ends the worker
	active, waiting chan struct{}      // hold one for each request that is worked on, and that has been read
	owned           sync.WaitGroup     // requests that have been read

	mu      sync.Mutex // guards writing, and what follows
	out     io.Writer
	running map[uint64]context.CancelFunc
	over    bool // no further request is begun
}

// request is the header of a request, with the members of all operations.
type request struct {
	ID uint64 `json:"id"`
	Op string `json:"op"`

	generateRequest
	Args []string `json:"args"` // of run
	Of   uint64   `json:"of"`   // of cancel
}

func runWorker(cmd *cobra.Command, workers int) error {
	ctx, cancel := context.WithCancel(cmd.Context())
	w := &worker{workers: workers, grader: grade.NewGrader(families()), out: cmd.OutOrStdout(), running: map[uint64]context.CancelFunc{}, end: cancel,
		active: make(chan struct{}, maxActive), waiting: make(chan struct{}, maxActive+maxWaiting)}
	defer func() {
		cancel()
		w.mu.Lock()
		w.over = true
		w.mu.Unlock()
		ended := make(chan struct{})
		go func() { w.owned.Wait(); w.sources.close(); close(ended) }()
		select {
		case <-ended:
		case <-time.After(graceTime): // somebody who does not look at the context, or whose answer nobody reads: the process ends now
		}
	}()
	ended := make(chan error, 1)
	// A short request takes one read.
	in := bufio.NewReaderSize(cmd.InOrStdin(), 64<<10)
	go w.read(ctx, in, ended) // a read from a pipe cannot be interrupted: this ends with the process
	select {
	case <-ctx.Done():
		return ctx.Err()
	case err := <-ended:
		if errors.Is(err, io.EOF) {
			return nil
		}
		return err
	}
}

// patience is how long a goroutine is at marks alone: before another one reads requests in its place, and before others mark along.
const patience = time.Millisecond

// read reads requests, and says how that ended unless another goroutine went on. It answers short ones itself: handing one over takes
// longer than marking an answer.
func (w *worker) read(ctx context.Context, in *bufio.Reader, ended chan<- error) {
	for {
		f, err := frames.Read(in)
		if err != nil {
			if !errors.Is(err, io.EOF) {
				err = fmt.Errorf("standard input: %w", err)
			}
			ended <- err
			return
		}
		var r request
		if err := json.Unmarshal(f.Header, &r); err != nil {
			if err := w.answer(record.Object{{Key: "id", Value: r.ID}, {Key: "error", Value: "the header: " + err.Error()}}, nil); err != nil {
				ended <- err
				return
			}
			continue
		}
		if r.Op == "cancel" {
			w.cancel(r.Of)
			continue
		}
		select {
		case w.waiting <- struct{}{}:
		case <-ctx.Done():
			return
		}
		rctx, stop := w.begin(ctx, r.ID)
		if stop == nil {
			return
		}
		work := func() {
			defer func() { <-w.waiting; stop() }()
			select {
			case w.active <- struct{}{}:
				defer func() { <-w.active }()
			case <-rctx.Done(): // serve says so
			}
			if err := w.serve(rctx, r, f.Payload); err != nil {
				w.end() // nobody reads
			}
		}
		if r.Op != "grade" || len(f.Payload) > shortMarks || in.Buffered() > 0 {
			go work()
			continue
		}
		on := time.AfterFunc(patience, func() { w.read(ctx, in, ended) })
		work()
		if !on.Stop() {
			return
		}
	}
}

// begin gives a request a context that can be cancelled by its number, and what is called when it has been answered: nil when the worker has
// ended.
func (w *worker) begin(ctx context.Context, id uint64) (context.Context, func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.over {
		return ctx, nil
	}
	ctx, cancel := context.WithCancel(ctx)
	w.running[id] = cancel
	w.owned.Add(1)
	return ctx, func() {
		cancel()
		w.mu.Lock()
		defer w.mu.Unlock()
		delete(w.running, id)
		w.owned.Done()
	}
}

func (w *worker) cancel(id uint64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if cancel := w.running[id]; cancel != nil {
		cancel()
	}
}

// serve answers one request. The error is that of writing.
func (w *worker) serve(ctx context.Context, r request, payload []byte) error {
	header, out, err := w.do(ctx, r, payload)
	if err == nil && len(out) > frames.MaxPayload {
		err = fmt.Errorf("the answer has %d bytes, at most %d can be sent: ask for less at a time", len(out), frames.MaxPayload)
	}
	header = append(record.Object{{Key: "id", Value: r.ID}}, header...)
	if err != nil {
		header, out = record.Object{{Key: "id", Value: r.ID}, {Key: "error", Value: message(err)}}, nil
	}
	return w.answer(header, out)
}

func (w *worker) answer(header record.Object, payload []byte) error {
	text, err := record.AppendJSON(nil, header)
	if err != nil {
		return err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return frames.Write(w.out, frames.Frame{Header: text, Payload: payload})
}

// message is an error with what its expression of a specification shows, as the program prints it.
func message(err error) string {
	var shown interface{ Detail() string }
	if errors.As(err, &shown) {
		if _, rest, ok := bytes.Cut([]byte(shown.Detail()), []byte("\n")); ok {
			return err.Error() + "\n" + string(rest)
		}
	}
	return err.Error()
}

// do does what a request asks for. A panic is the request's error, not the end of the others.
func (w *worker) do(ctx context.Context, r request, payload []byte) (header record.Object, out []byte, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("a mistake in the program: %v\n%s", p, debug.Stack())
		}
	}()
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	switch r.Op {
	case "hello":
		return record.Object{{Key: "program", Value: version()}, {Key: "protocol", Value: workerProtocol}}, nil, nil
	case "generate":
		return w.generate(ctx, r.generateRequest)
	case "grade":
		var b bytes.Buffer
		err := w.grade(ctx, payload, &b)
		return nil, b.Bytes(), err
	case "run":
		return runInside(ctx, r.Args, payload)
	default:
		return nil, nil, fmt.Errorf("unknown operation %q: known are hello, generate, grade, run, cancel", r.Op)
	}
}

// marksInARow bounds the answers of a batch that a worker marks before it takes others: handing over each takes as long as many a mark.
const marksInARow = 16

// shortMarks bounds the payload of a request for marks that is answered by who read it, in bytes.
const shortMarks = 16 << 10

// bytesOfMark is about as long as a mark is.
const bytesOfMark = 320

// grade marks the answers of a batch.
func (w *worker) grade(ctx context.Context, answers []byte, out io.Writer) error {
	lines := slices.Collect(answersIn(record.NewLinesOf(answers, 0), func(line []byte) []byte { return line }))
	some := func(ctx context.Context, lines []answerLine) batch.Item {
		marks := batch.Item{Line: make([]byte, 0, bytesOfMark*len(lines))}
		for _, l := range lines {
			one := markLine(ctx, w.grader, l, marks.Line)
			if one.Err == nil {
				one.Err = ctx.Err()
			}
			if one.Err != nil {
				return one
			}
			marks.Line = one.Line
		}
		return marks
	}
	for start := time.Now(); len(lines) > 0 && time.Since(start) < patience; lines = lines[1:] { // handing a few over would take as long as the marks
		one := some(ctx, lines[:1])
		if one.Err == nil {
			_, one.Err = out.Write(one.Line)
		}
		if one.Err != nil {
			return one.Err
		}
	}
	if len(lines) == 0 {
		return nil
	}
	chunks := slices.Chunk(lines, min(max(1, len(lines)/(4*w.workers)), marksInARow))
	return batch.Map(ctx, out, chunks, batch.Options{Workers: w.workers}, func() func(context.Context, []answerLine) batch.Item { return some })
}

// runInside runs a command of the program inside of this process.
func runInside(ctx context.Context, args []string, stdin []byte) (record.Object, []byte, error) {
	if len(args) > 0 && (args[0] == "worker" || args[0] == "serve") {
		return nil, nil, fmt.Errorf("%s does not run inside of a worker", args[0])
	}
	var out, errs bounded
	root := newRoot()
	root.SetArgs(args)
	root.SetIn(bytes.NewReader(stdin))
	root.SetOut(&out)
	root.SetErr(&errs)
	// The guard ends the process at a limit, and with it the other requests: a command in here has the process's limits.
	ctx = context.WithValue(ctx, guardKey{}, (*guard)(nil))
	code := reported(ctx, root.ExecuteContext(ctx), &errs)
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	if out.over {
		return nil, nil, fmt.Errorf("%s printed more than %d bytes, which is all that can be sent: ask for less at a time", args[0], frames.MaxPayload)
	}
	return record.Object{{Key: "code", Value: code}, {Key: "errors", Value: errs.head()}}, out.Bytes(), nil
}

// bounded keeps what is printed up to the length of a payload.
type bounded struct {
	bytes.Buffer
	over bool
}

var errOver = errors.New("the output is too long")

func (b *bounded) Write(p []byte) (int, error) {
	if b.Len()+len(p) > frames.MaxPayload {
		b.over = true
		return 0, errOver
	}
	return b.Buffer.Write(p)
}

// mostErrors bounds what is kept of a command's standard error, in bytes: it stands in the header.
const mostErrors = 100_000

func (b *bounded) head() string {
	return string(bytes.ToValidUTF8(b.Bytes()[:min(b.Len(), mostErrors)], nil))
}

// generateRequest are the members of a request for records.
type generateRequest struct {
	sourceRequest
	Seed      uint64 `json:"seed"`
	Start     uint64 `json:"start"`
	Count     uint64 `json:"count"`
	KeepGoing bool   `json:"keep_going"`
	BudgetMS  int64  `json:"budget_ms"` // 0: as long as it takes
}

// sourceRequest is what names a source.
type sourceRequest struct {
	Source   string            `json:"source"`
	Lang     string            `json:"lang"`
	Class    string            `json:"class"`
	Settings map[string]string `json:"settings"`
	Base     string            `json:"base"` // the folder that files are relative to
	Level    int               `json:"level"`
	MaxTries int               `json:"max_tries"`
}

func (r sourceRequest) options() foundry.Options {
	return foundry.Options{Families: families(), Files: &foundry.Files{Base: r.Base}, Lang: r.Lang, Class: r.Class, Settings: r.Settings, Level: r.Level, MaxTries: r.MaxTries}
}
