package smtlib

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"

	"github.com/quandary-puzzles/quandary/internal/child"
)

// process is a running solver. It is used by one goroutine at a time.
type process struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *reader
	stderr *tail
	seq    int
	asked  int  // exchanges so far
	dead   bool // it answered something that leaves us out of step, or it ended
	end    sync.Once
}

// tail keeps the last bytes that a solver complains with.
type tail struct {
	mu sync.Mutex
	b  []byte
}

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.b = append(t.b, p...)
	if over := len(t.b) - 2000; over > 0 {
		t.b = append(t.b[:0], t.b[over:]...)
	}
	return len(p), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(bytes.TrimSpace(t.b))
}

// start runs a solver. The child dies with us, and memory is bounded where the system can do that.
func start(argv []string, memory int64) (*process, error) {
	cmd := exec.Command(argv[0], argv[1:]...)
	p := &process{cmd: cmd, stderr: &tail{}}
	cmd.Stderr = p.stderr
	child.Isolate(cmd)
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	if err := child.LimitMemory(cmd, memory); err != nil {
		p.kill()
		return nil, fmt.Errorf("cannot bound the solver's memory: %w", err)
	}
	p.in, p.out = in, &reader{in: bufio.NewReaderSize(out, 1<<16)}
	return p, nil
}

// kill ends the process and waits for it.
func (p *process) kill() {
	p.end.Do(func() {
		p.dead = true
		child.Kill(p.cmd)
		if p.in != nil {
			p.in.Close()
		}
		p.cmd.Wait() //nolint:errcheck // it was killed: the error says so
	})
}

// errDied is a solver that ended although nobody asked it to.
var errDied = errors.New("the solver died")

// ask sends commands and gives the answers to them. It ends early, with the context's error and the process killed, when the
// context does.
func (p *process) ask(ctx context.Context, commands string) ([]sexpr, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if p.dead {
		return nil, errDied
	}
	p.seq++
	p.asked++
	done := fmt.Sprintf("@done-%d", p.seq)
	// The script is written beside the reading: a solver that complains about every line would otherwise fill its pipe and
	// wait for us while we wait for it.
	written := make(chan error, 1)
	go func() {
		_, err := io.WriteString(p.in, commands+"(echo \""+done+"\")\n")
		written <- err
	}()
	stop := context.AfterFunc(ctx, func() { child.Kill(p.cmd) })
	answers, err := p.collect(done)
	if !stop() {
		err = errors.Join(err, errDied) // it was killed, or is about to be
	}
	if err != nil {
		p.kill() // closes the pipe, so that the writer ends
	}
	if w := <-written; err == nil && w != nil {
		err = w
		p.kill()
	}
	if err == nil {
		return answers, nil
	}
	if e := ctx.Err(); e != nil {
		return answers, e
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = errDied
	}
	for _, a := range answers { // its last words
		if text, bad := a.isError(); bad {
			err = fmt.Errorf("%w: %s", err, text)
		}
	}
	if s := p.stderr.String(); s != "" {
		err = fmt.Errorf("%w: %s", err, s)
	}
	return answers, err
}

func (p *process) collect(done string) ([]sexpr, error) {
	var answers []sexpr
	for {
		e, err := p.out.read()
		if err != nil {
			return answers, err
		}
		if e.leaf && e.atom == done {
			return answers, nil
		}
		answers = append(answers, e)
	}
}

// memoryError reports whether a solver's complaint is about memory.
func memoryError(s string) bool {
	s = strings.ToLower(s)
	return strings.Contains(s, "memory") || strings.Contains(s, "bad_alloc") || strings.Contains(s, "memout")
}
