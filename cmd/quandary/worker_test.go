package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/frames"
)

// conversation is a worker in this process.
type conversation struct {
	t    testing.TB
	in   *io.PipeWriter
	out  *io.PipeReader
	done chan error
}

func converse(t testing.TB) *conversation {
	t.Helper()
	requests, in := io.Pipe()
	out, answers := io.Pipe()
	c := &conversation{t, in, out, make(chan error, 1)}
	root := newRoot()
	root.SetArgs([]string{"worker", "-j", "2"})
	root.SetIn(requests)
	root.SetOut(answers)
	root.SetErr(io.Discard)
	go func() {
		err := root.ExecuteContext(context.Background())
		answers.Close()
		c.done <- err
	}()
	return c
}

func (c *conversation) send(header, payload string) {
	c.t.Helper()
	if err := frames.Write(c.in, frames.Frame{Header: []byte(header), Payload: []byte(payload)}); err != nil {
		c.t.Fatal(err)
	}
}

type reply struct {
	ID     uint64
	Error  string
	Errors string
	Code   int
	Next   uint64
	Failed []struct {
		Index uint64
		Error string
	}
	Protocol int
	payload  string
}

func (c *conversation) read() reply {
	c.t.Helper()
	f, err := frames.Read(c.out)
	if err != nil {
		c.t.Fatal(err)
	}
	r := reply{payload: string(f.Payload)}
	if err := json.Unmarshal(f.Header, &r); err != nil {
		c.t.Fatalf("%s: %v", f.Header, err)
	}
	return r
}

func (c *conversation) ask(header, payload string) reply {
	c.t.Helper()
	c.send(header, payload)
	return c.read()
}

func (c *conversation) end() {
	c.t.Helper()
	c.in.Close()
	go io.Copy(io.Discard, c.out)
	if err := <-c.done; err != nil {
		c.t.Error(err)
	}
}

// inProcess runs a command in this process, and gives what it prints.
func inProcess(t *testing.T, stdin string, args ...string) string {
	t.Helper()
	var out bytes.Buffer
	root := newRoot()
	root.SetArgs(args)
	root.SetIn(strings.NewReader(stdin))
	root.SetOut(&out)
	root.SetErr(io.Discard)
	if err := root.ExecuteContext(context.Background()); err != nil {
		t.Fatalf("%v: %v", args, err)
	}
	return out.String()
}

func TestWorkerGivesWhatCommandsPrint(t *testing.T) {
	c := converse(t)
	if r := c.ask(`{"id": 1, "op": "hello"}`, ""); r.ID != 1 || r.Protocol != workerProtocol {
		t.Errorf("%+v", r)
	}
	want := inProcess(t, "", "generate", "sudoku:4x4", "-n", "30", "--seed", "7", "--format", "jsonl", "-q")
	half := strings.Count(want[:len(want)/2], "\n")
	first := c.ask(fmt.Sprintf(`{"id": 2, "op": "generate", "source": "sudoku:4x4", "seed": 7, "count": %d}`, half), "")
	second := c.ask(fmt.Sprintf(`{"id": 3, "op": "generate", "source": "sudoku:4x4", "seed": 7, "start": %d, "count": %d}`, half, 30-half), "")
	if first.payload+second.payload != want || second.Next != 30 {
		t.Error("the records are others than those of generate", first.Error, second.Error)
	}
	answers := `{"answer": "7", "reference": "7", "eval_type": "numeral"}` + "\n" + `{"answer": "1234", "puzzle": "sudoku:4x4#1"}` + "\n{\n"
	r := c.ask(`{"id": 4, "op": "grade"}`, answers)
	lines := strings.Split(strings.TrimSpace(r.payload), "\n")
	if len(lines) != 3 || !strings.Contains(lines[0], `"reason": "right"`) || !strings.Contains(lines[1], `"correct": false`) || !strings.Contains(lines[2], `"line": 3, "error"`) {
		t.Errorf("%q", lines)
	}
	r = c.ask(`{"id": 5, "op": "run", "args": ["solve", "--format", "jsonl", "-"]}`, want)
	if r.Code != 0 || r.payload != inProcess(t, want, "solve", "--format", "jsonl", "-") {
		t.Errorf("%+v", r)
	}
	c.end()
}

func TestWorkerTellsWhatIsWrong(t *testing.T) {
	c := converse(t)
	for i, tt := range []struct{ header, want string }{
		{`{"op": "fly"}`, `unknown operation "fly"`},
		{`{"op": "generate", "source": "sudoko:4x4", "count": 1}`, "did you mean sudoku"},
		{`{"op": "generate", "source": "sudoku:4x4", "count": 1000000}`, "at most 100000 at once"},
		{`{"op": "generate", "source": "sudoku:4x4", "start": 18446744073709551615, "count": 2}`, "past 2^64-1"},
		{`{"op": "generate", "source": "gallery:wine", "class": "easy", "count": 1}`, "--class is for families"},
		{`{"op": "run", "args": ["worker"]}`, "does not run inside"},
	} {
		header := fmt.Sprintf(`{"id": %d, %s`, i+1, tt.header[1:])
		if r := c.ask(header, ""); r.ID != uint64(i+1) || !strings.Contains(r.Error, tt.want) {
			t.Errorf("%s: %+v, want %q", tt.header, r, tt.want)
		}
	}
	if r := c.ask(`{"id": 7, "op": "run", "args": ["solve", "--format", "jsonl", "sudoku:4x4:12"]}`, ""); r.Code != 1 || !strings.Contains(r.Errors, "quandary: ") {
		t.Errorf("%+v", r)
	}
	if r := c.ask(`no JSON`, ""); r.Error == "" {
		t.Errorf("%+v", r)
	}
	c.end()
}

func TestWorkerCancels(t *testing.T) {
	c := converse(t)
	c.send(`{"id": 1, "op": "generate", "source": "sudoku:9x9", "class": "evil", "count": 100000}`, "")
	c.send(`{"id": 1, "op": "cancel", "of": 1}`, "")
	if r := c.read(); r.ID != 1 || !strings.Contains(r.Error, "canceled") {
		t.Errorf("%+v", r)
	}
	c.send(`{"id": 2, "op": "generate", "source": "sudoku:9x9", "class": "evil", "count": 100000}`, "")
	c.end() // ends what is under way
}

func FuzzWorkerRequest(f *testing.F) {
	f.Add(`{"id": 1, "op": "generate", "source": "sudoku:4x4", "count": 1}`, "")
	f.Add(`{"id": 1, "op": "grade"}`, `{"answer": "7", "reference": "7", "eval_type": "numeral"}`)
	f.Add(`{"id": 1, "op": "grade"}`, `{"answer": "7", "puzzle": "sudoku:4x4#1"}`)
	f.Fuzz(func(t *testing.T, header, payload string) {
		var r request
		if json.Unmarshal([]byte(header), &r) == nil && (r.Op == "run" || r.Op == "generate" && !strings.HasPrefix(r.Source, "sudoku:4x4")) {
			t.Skip("other commands and sources are fuzzed where they are")
		}
		r.Count = min(r.Count, 3)
		again, err := json.Marshal(r)
		if err != nil || r.Op == "cancel" || len(again) > frames.MaxHeader {
			t.Skip()
		}
		c := converse(t)
		c.ask(string(again), payload)
		c.end()
	})
}

// TestWorkerReadsOn has the goroutine that reads at marks that take long: another one reads requests then.
func TestWorkerReadsOn(t *testing.T) {
	c := converse(t)
	var slow strings.Builder
	for i := range 200 {
		fmt.Fprintf(&slow, `{"answer": "1", "puzzle": "sudoku:16x16#%d"}`+"\n", i)
	}
	if slow.Len() > shortMarks {
		t.Fatalf("%d bytes", slow.Len())
	}
	c.send(`{"id": 1, "op": "grade"}`, slow.String())
	if r := c.ask(`{"id": 2, "op": "grade"}`, `{"answer": "7", "reference": "7", "eval_type": "numeral"}`+"\n"); r.ID != 2 || !strings.Contains(r.payload, `"reason": "right"`) {
		t.Errorf("%+v", r)
	}
	c.send(`{"op": "cancel", "of": 1}`, "")
	if r := c.read(); r.ID != 1 || !strings.Contains(r.Error, "canceled") {
		t.Errorf("%+v", r)
	}
	if r := c.ask(`{"id": 3, "op": "hello"}`, ""); r.ID != 3 {
		t.Errorf("%+v", r)
	}
	c.end()
}

// TestReportedWhereAsked has a command inside of a worker say why it was ended where its errors go, and not on the terminal of who asks.
func TestReportedWhereAsked(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var errs bytes.Buffer
	if code := reported(ctx, ctx.Err(), &errs); code != 1 || errs.String() != "quandary: context canceled\n" {
		t.Errorf("%d, %q", code, errs.String())
	}
}
