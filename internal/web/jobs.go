package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"runtime/debug"
	"sync"
	"time"

	"github.com/quandary-puzzles/quandary/internal/budget"
	"github.com/quandary-puzzles/quandary/internal/store"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// jobStatus says how far a job is.
type jobStatus string

const (
	jobWaiting jobStatus = "waiting"
	jobRunning jobStatus = "running"
	jobDone    jobStatus = "done"
	jobFailed  jobStatus = "failed" // also: cancelled
)

// job is an operation that runs in the background, with a budget of its own.
type job struct {
	id     string
	op     *operation
	cancel context.CancelCauseFunc

	mu       sync.Mutex
	status   jobStatus
	progress *progressBody
	answer   any           // what it answers, or its error
	changed  chan struct{} // closed, and made anew, when something above changes
}

// progressBody is a report from long work.
type progressBody struct {
	Done  int    `json:"done"`
	Total int    `json:"total"` // 0: not known
	Text  string `json:"text"`
}

// jobAnswer is a job as it stands.
type jobAnswer struct {
	Job      string        `json:"job"`
	Op       string        `json:"op"`
	Status   jobStatus     `json:"status"`
	Progress *progressBody `json:"progress"`
	Result   any           `json:"result,omitempty"`
	Error    *errorBody    `json:"error,omitempty"`
}

// errCancelled is the cause of a job that its client has cancelled, errStopping of one that ends with the server.
var (
	errCancelled = &apiError{Status: http.StatusServiceUnavailable, Code: "cancelled", Message: "the job was cancelled"}
	errStopping  = &apiError{Status: http.StatusServiceUnavailable, Code: "stopping", Message: "the server is stopping", RetryAfter: 5 * time.Second}
)

// jobs is the list of jobs that run or have ended lately.
type jobs struct {
	ctx    context.Context // ends with the server
	stop   context.CancelCauseFunc
	short  chan struct{} // one for each job that runs for the first time
	long   chan struct{} // one for each job that needed more than Limits.ShortJob
	wg     sync.WaitGroup
	mu     sync.Mutex
	active map[string]*job
	ended  *bounded[string, *job]
	closed bool
}

// maxResults bounds the results of jobs that are kept, in bytes of JSON; maxActive the jobs that run or wait.
const (
	maxResults = 64 << 20
	maxActive  = 1000
)

func newJobs(running int) *jobs {
	ctx, stop := context.WithCancelCause(context.Background())
	return &jobs{ctx: ctx, stop: stop, short: make(chan struct{}, running), long: make(chan struct{}, running), active: map[string]*job{}, ended: newBounded[string, *job](maxResults)}
}

// close cancels all jobs and waits for them.
func (j *jobs) close(ctx context.Context) error {
	j.cancel()
	all := make(chan struct{})
	go func() { j.wg.Wait(); close(all) }()
	select {
	case <-all:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("jobs still run: %w", ctx.Err())
	}
}

func (j *jobs) cancel() {
	j.mu.Lock()
	j.closed = true
	j.mu.Unlock()
	j.stop(errStopping)
}

func (j *jobs) find(id string) (*job, error) {
	j.mu.Lock()
	b, ok := j.active[id]
	j.mu.Unlock()
	if ok {
		return b, nil
	}
	if b, ok := j.ended.get(id); ok {
		return b, nil
	}
	return nil, &apiError{Status: http.StatusNotFound, Code: "not-found", Message: "there is no such job, or it ended long ago"}
}

type jobRequest struct {
	Op   string          `json:"op"`
	Body json.RawMessage `json:"body"`
}

// handleNewJob starts a job.
func (s *Server) handleNewJob(w http.ResponseWriter, r *http.Request) (any, error) {
	req, err := readRequest[jobRequest](s, w, r)
	if err != nil {
		return nil, err
	}
	op, ok := s.ops[req.Op]
	if !ok {
		var names []string
		for name := range s.ops {
			names = append(names, name)
		}
		return nil, refused("op", puzzle.Unknownf("operation", req.Op, names))
	}
	c := s.client(r)
	release := func() {}
	if c != nil {
		if err := spend(c.work); err != nil {
			return nil, err
		}
		select {
		case c.jobs <- struct{}{}:
			release = func() { <-c.jobs }
		default:
			return nil, &apiError{Status: http.StatusTooManyRequests, Code: "too-many", RetryAfter: 5 * time.Second,
				Message: fmt.Sprintf("%d jobs of yours run already", cap(c.jobs))}
		}
	}
	b := &job{id: store.NewID(), op: op, status: jobWaiting, changed: make(chan struct{})}
	if err := s.jobs.start(s, b, req.Body, release); err != nil {
		release()
		return nil, err
	}
	return created{"/api/v1/jobs/" + b.id, b.answerNow()}, nil
}

func (j *jobs) start(s *Server, b *job, body []byte, release func()) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	switch {
	case j.closed:
		return errStopping
	case len(j.active) >= maxActive:
		return busy(s.cfg.Limits.Time)
	}
	var ctx context.Context
	ctx, b.cancel = context.WithCancelCause(j.ctx)
	j.active[b.id] = b
	j.wg.Go(func() {
		defer release()
		defer b.cancel(nil)
		j.work(ctx, s, b, body)
	})
	return nil
}

// work runs a job when its turn comes, and keeps its answer. As calls do (see lanes), a job begins among the short ones; one that takes
// longer begins again among the long ones, with all of its time. So a short job waits behind short ones at most.
func (j *jobs) work(ctx context.Context, s *Server, b *job, body []byte) {
	v, err, ended := j.attempt(ctx, s, b, body, j.short, min(s.cfg.Limits.ShortJob, s.cfg.Limits.JobTime))
	if !ended && s.cfg.Limits.ShortJob < s.cfg.Limits.JobTime {
		b.set(func() { b.status, b.progress = jobWaiting, nil })
		v, err, ended = j.attempt(ctx, s, b, body, j.long, s.cfg.Limits.JobTime)
	}
	if !ended && err != nil {
		err = &apiError{Status: http.StatusUnprocessableEntity, Code: "too-long",
			Message: fmt.Sprintf("the job has not ended in %s", s.cfg.Limits.JobTime)}
	}
	var text []byte
	if err == nil {
		if f, ok := v.(*file); ok {
			v = map[string]any{"name": f.name, "type": f.kind, "base64": f.content}
		}
		text, err = json.Marshal(v)
	}
	b.set(func() {
		if b.status, b.answer = jobDone, json.RawMessage(text); err != nil {
			e := asAPIError(err)
			if e.Status == http.StatusInternalServerError {
				s.cfg.Log.Error("job failed", "op", b.op.name, "error", err)
			}
			b.status, b.answer = jobFailed, &errorBody{e.Code, e.Message, e.Near}
		}
	})
	j.ended.put(b.id, b, 512+len(text))
	j.mu.Lock()
	delete(j.active, b.id)
	j.mu.Unlock()
}

// attempt runs a job in a lane for the time given; ended is false when that did not suffice.
func (j *jobs) attempt(ctx context.Context, s *Server, b *job, body []byte, lane chan struct{}, d time.Duration) (v any, err error, ended bool) {
	select {
	case lane <- struct{}{}:
		defer func() { <-lane }()
	case <-ctx.Done():
		return nil, context.Cause(ctx), true
	}
	defer func() {
		if p := recover(); p != nil {
			s.cfg.Log.Error("job panicked", "op", b.op.name, "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
			v, err, ended = nil, fmt.Errorf("panic: %v", p), true
		}
	}()
	b.set(func() { b.status = jobRunning })
	work, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	account := budget.New("a job", s.cfg.Limits.Memory)
	defer account.Close()
	v, err = b.op.run(budget.With(work, account), body, func(p puzzle.Progress) {
		b.set(func() { b.progress = &progressBody{p.Done, p.Total, p.Text} })
	})
	switch {
	case err != nil && account.Err() != nil:
		return nil, account.Err(), true
	case err != nil && ctx.Err() != nil:
		return nil, context.Cause(ctx), true
	}
	// What ends with its time can be an error, and less than a whole answer.
	return v, err, work.Err() == nil && !errors.Is(err, context.DeadlineExceeded)
}

// set changes a job and wakes those who watch it.
func (b *job) set(change func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	change()
	close(b.changed)
	b.changed = make(chan struct{})
}

// now gives the job as it stands, and a channel that is closed when it changes.
func (b *job) now() (jobAnswer, <-chan struct{}) {
	b.mu.Lock()
	defer b.mu.Unlock()
	ans := jobAnswer{Job: b.id, Op: b.op.name, Status: b.status, Progress: b.progress}
	switch v := b.answer.(type) {
	case *errorBody:
		ans.Error = v
	case json.RawMessage:
		ans.Result = v
	}
	return ans, b.changed
}

func (b *job) answerNow() jobAnswer {
	ans, _ := b.now()
	return ans
}

func (s *Server) handleJob(_ http.ResponseWriter, r *http.Request) (any, error) {
	b, err := s.jobs.find(r.PathValue("job"))
	if err != nil {
		return nil, err
	}
	return b.answerNow(), nil
}

// handleCancelJob cancels a job and waits until it has ended.
func (s *Server) handleCancelJob(_ http.ResponseWriter, r *http.Request) (any, error) {
	b, err := s.jobs.find(r.PathValue("job"))
	if err != nil {
		return nil, err
	}
	b.cancel(errCancelled)
	for {
		ans, changed := b.now()
		if ans.Status == jobDone || ans.Status == jobFailed {
			return ans, nil
		}
		select {
		case <-changed:
		case <-r.Context().Done():
			return nil, r.Context().Err()
		case <-time.After(s.cfg.Limits.Time):
			return ans, nil
		}
	}
}

// How often a stream of events says that it lives, and how often it tells of progress at most.
const (
	heartbeat = 15 * time.Second
	tick      = 100 * time.Millisecond
)

// handleJobEvents tells of a job as server-sent events: progress, and at the end result or error.
func (s *Server) handleJobEvents(w http.ResponseWriter, r *http.Request) (any, error) {
	b, err := s.jobs.find(r.PathValue("job"))
	if err != nil {
		return nil, err
	}
	out := &eventStream{w: w, control: http.NewResponseController(w)}
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no") // for nginx: pass on at once
	var told *progressBody
	for {
		ans, changed := b.now()
		switch {
		case ans.Status == jobDone:
			return nil, out.end("result", ans.Result)
		case ans.Status == jobFailed:
			return nil, out.end("error", map[string]any{"error": ans.Error})
		case ans.Progress != nil && (told == nil || *told != *ans.Progress):
			told = ans.Progress
			if err := out.send("progress", told); err != nil {
				return nil, errAnswered
			}
		}
		select {
		case <-changed:
			if ans := b.answerNow(); ans.Status == jobRunning {
				wait(r.Context(), tick)
			}
		case <-time.After(heartbeat):
			if err := out.alive(); err != nil {
				return nil, errAnswered
			}
		case <-r.Context().Done():
			return nil, errAnswered
		}
	}
}

func wait(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

// eventStream writes server-sent events. Each write has a deadline of its own, because the stream as a whole has none.
type eventStream struct {
	w       http.ResponseWriter
	control *http.ResponseController
}

// writeDeadline is for one event of a stream.
const writeDeadline = 10 * time.Second

func (e *eventStream) write(text []byte) error {
	if err := e.control.SetWriteDeadline(time.Now().Add(writeDeadline)); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return err
	}
	if _, err := e.w.Write(text); err != nil {
		return err
	}
	return e.control.Flush()
}

func (e *eventStream) send(name string, v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return e.write(fmt.Appendf(nil, "event: %s\ndata: %s\n\n", name, text))
}

// end sends the last event. The answer has been given, whether or not it arrived.
func (e *eventStream) end(name string, v any) error {
	_ = e.send(name, v) // whoever asked may be gone
	return errAnswered
}

func (e *eventStream) alive() error { return e.write([]byte(": still at work\n\n")) }
