// Package hostile holds inputs that were made to take all the memory, time or stack that a program has, for every reader of the
// program, and runs it on them in child processes: each must end by itself, within its memory, and say why.
//
// To add inputs for a reader, add rows to a table: a function that gives a list of [Row], in [Rows].
package hostile

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// Row is one hostile input.
type Row struct {
	Reader string            // what reads it: spec, operators, cards, web, ...
	Name   string            // what is hostile about it
	Files  map[string]string // by name, in the folder in which the program runs
	Args   []string          // of the program
	Stdin  string
	Posts  []Post        // instead: calls of a server, one after another
	Memory int64         // bytes resident that it may take; 0: what the program promises (1 GiB, or 256 MiB for calls)
	Signal time.Duration // when not 0: SIGTERM after this time, after which it must end within a second
	Fast   bool          // it ends in a moment: part of each run of the tests
}

// Post is a call of a server.
type Post struct {
	Path string
	Body any // sent as JSON; a string is sent as it is
}

// What is promised.
const (
	commandMemory = 1 << 30
	serverMemory  = 256 << 20
	// Outside of what the program counts or is told: its code, stacks, what the collector has not come to yet.
	overhead = 96 << 20
	// longest is far beyond what is promised, for machines under load: a row that takes so long hangs.
	longest = 2 * time.Minute
	// latest is how long after a signal the end may come: a second is promised, a machine under load is given more.
	latest = 3 * time.Second
)

// Outcome is how a row ended.
type Outcome struct {
	Row    Row
	Peak   int64         // bytes resident, at most
	Took   time.Duration // to the end, or to the slowest answer
	After  time.Duration // from the signal to the end
	Said   string        // its last line
	Broken string        // why it does not pass, or ""
}

// Run runs the program on a row, in a folder that must be empty.
func Run(ctx context.Context, program, dir string, r Row) Outcome {
	o := Outcome{Row: r}
	for name, text := range r.Files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			o.Broken = err.Error()
			return o
		}
	}
	limit := int64(commandMemory)
	var output string
	if len(r.Posts) > 0 {
		limit = serverMemory
		output = o.serve(ctx, program, dir)
	} else {
		output = o.run(ctx, program, dir)
	}
	if r.Memory > 0 {
		limit = r.Memory
	}
	if lines := strings.Split(strings.TrimSpace(output), "\n"); o.Said == "" {
		o.Said = lines[len(lines)-1]
	}
	switch {
	case o.Broken != "":
	case strings.Contains(output, "panic:"), strings.Contains(output, "fatal error:"), strings.Contains(output, "goroutine "):
		o.Broken = "it crashed: " + firstLine(output, "panic:", "fatal error:", "goroutine ")
	case o.Peak > (limit+overhead)*detector:
		o.Broken = fmt.Sprintf("it took %d MB of memory", o.Peak>>20)
	case r.Signal > 0 && o.After > latest:
		o.Broken = fmt.Sprintf("it ended %v after the signal", o.After.Round(10*time.Millisecond))
	}
	return o
}

func firstLine(text string, marks ...string) string {
	for line := range strings.Lines(text) {
		for _, m := range marks {
			if strings.Contains(line, m) {
				return strings.TrimSpace(line)
			}
		}
	}
	return ""
}

// run runs a command to its end.
func (o *Outcome) run(ctx context.Context, program, dir string) string {
	ctx, cancel := context.WithTimeout(ctx, longest)
	defer cancel()
	args := o.Row.Args
	if workers[args[0]] {
		args = append(append([]string{}, args...), "-j", "1")
	}
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Dir, cmd.Stdin = dir, strings.NewReader(o.Row.Stdin)
	cmd.Env = append(os.Environ(), "GOMEMLIMIT=", "GOGC=", "GOTRACEBACK=single")
	out := &tail{most: 1 << 20}
	cmd.Stdout, cmd.Stderr = out, out
	cmd.WaitDelay = time.Second
	begin := time.Now()
	if err := cmd.Start(); err != nil {
		o.Broken = err.Error()
		return ""
	}
	peak := watchPeak(cmd.Process.Pid)
	var signalled time.Time
	if o.Row.Signal > 0 {
		time.AfterFunc(o.Row.Signal, func() {
			signalled = time.Now()
			terminate(cmd.Process) //nolint:errcheck // it may have ended
		})
	}
	err := cmd.Wait()
	o.Took = time.Since(begin)
	if !signalled.IsZero() {
		o.After = time.Since(signalled)
	}
	o.Peak = peak()
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		o.Broken = fmt.Sprintf("it had not ended after %v", longest)
	case err != nil && !errors.As(err, &exit):
		o.Broken = err.Error()
	case exit != nil && exit.ExitCode() != 1 && exit.ExitCode() != 130:
		o.Broken = fmt.Sprintf("it ended with %v", exit)
	}
	return out.String()
}

// watchPeak looks at the memory of a process now and then, until the function that it gives is called. (What the system says of
// a process that has ended counts what its parent held when it was started.)
func watchPeak(pid int) func() int64 {
	stop, most := make(chan struct{}), make(chan int64)
	go func() {
		peak := int64(0)
		for {
			peak = max(peak, peakNow(pid))
			select {
			case <-stop:
				most <- peak
				return
			case <-time.After(10 * time.Millisecond):
			}
		}
	}()
	return func() int64 { close(stop); return <-most }
}

// workers are the commands that have a number of workers.
var workers = map[string]bool{"generate": true, "solve": true, "replay": true, "grade": true, "explain": false}

// tail keeps the end of what is written to it.
type tail struct {
	b    bytes.Buffer
	most int
}

func (t *tail) Write(p []byte) (int, error) {
	if t.b.Len()+len(p) > 2*t.most {
		rest := append([]byte(nil), t.b.Bytes()[max(0, t.b.Len()-t.most):]...)
		t.b.Reset()
		t.b.Write(rest)
	}
	if len(p) > t.most {
		t.b.Write(p[len(p)-t.most:])
		return len(p), nil
	}
	return t.b.Write(p)
}

func (t *tail) String() string { return t.b.String() }

// String is a line of a table: peak memory, time, end.
func (o Outcome) String() string {
	mark, said := "  ", o.Said
	if o.Broken != "" {
		mark, said = "!!", o.Broken+"; "+said
	}
	after := ""
	if o.After > 0 {
		after = fmt.Sprintf(" +%.2f s", o.After.Seconds())
	}
	if len(said) > 180 {
		said = strings.ToValidUTF8(said[:180], "")
	}
	return fmt.Sprintf("%s %5d MB %6.2f s%s  %s: %s\n        %s", mark, o.Peak>>20, o.Took.Seconds(), after, o.Row.Reader, o.Row.Name, said)
}
