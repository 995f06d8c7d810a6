package web_test

import (
	"bufio"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/quandary-puzzles/quandary/internal/kinds/sudoku"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/internal/web"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// slow is a family whose generator works until it is told to stop, or ends at once with the parameters 4x4.
type slow struct{ sudoku.Family }

func (slow) Name() string { return "slow" }

func (slow) Generate(ctx context.Context, p puzzle.Params, s puzzle.Settings, r *rng.Stream, report func(puzzle.Progress)) (puzzle.Generated, error) {
	for n := 1; p.String() != "4x4"; n++ {
		if report != nil {
			report(puzzle.Progress{Done: n, Text: "<working>"})
		}
		select {
		case <-ctx.Done():
			return puzzle.Generated{}, ctx.Err()
		case <-time.After(time.Millisecond):
		}
	}
	if report != nil {
		report(puzzle.Progress{Done: 1, Total: 1, Text: "done"})
	}
	return sudoku.Family{}.Generate(ctx, p, s, r, nil)
}

func jobServer(t *testing.T, l web.Limits) (*httptest.Server, *web.Server) {
	t.Helper()
	site := newSite(t, func(c *web.Config) {
		c.Families = puzzle.NewRegistry(slow{}, sudoku.Family{})
		c.Limits = l
	})
	srv := httptest.NewServer(site)
	t.Cleanup(srv.Close)
	return srv, site
}

// begin starts a job and gives its id.
func begin(t *testing.T, srv *httptest.Server, op, body string) string {
	t.Helper()
	status, v := call(t, srv, "jobs", `{"op": "`+op+`", "body": `+body+`}`)
	if status != http.StatusCreated {
		t.Fatalf("%d %v", status, v)
	}
	return v["job"].(string)
}

// event is one server-sent event.
type event struct{ name, data string }

// events reads a job's stream until it ends, or until stop says so.
func events(t *testing.T, srv *httptest.Server, job string, stop func(event) bool) []event {
	t.Helper()
	resp, err := http.Get(srv.URL + "/api/v1/jobs/" + job + "/events")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if kind := resp.Header.Get("Content-Type"); kind != "text/event-stream" {
		t.Fatalf("type %q", kind)
	}
	var list []event
	var e event
	lines := bufio.NewScanner(resp.Body)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		switch line := lines.Text(); {
		case line == "" && e.name != "":
			list = append(list, e)
			if stop != nil && stop(e) {
				return list
			}
			e = event{}
		case strings.HasPrefix(line, "event: "):
			e.name = line[len("event: "):]
		case strings.HasPrefix(line, "data: "):
			e.data = line[len("data: "):]
		}
	}
	return list
}

func TestJob(t *testing.T) {
	srv, _ := jobServer(t, web.Limits{})
	job := begin(t, srv, "generate", `{"family": "slow", "params": "4x4", "seed": 1}`)
	list := events(t, srv, job, nil)
	last := list[len(list)-1]
	if last.name != "result" || !strings.Contains(last.data, `"puzzle":"slow:4x4:`) {
		t.Errorf("events %v", list)
	}
	_, direct := call(t, srv, "generate", `{"family": "slow", "params": "4x4", "seed": 1}`)
	var got map[string]any
	if err := json.Unmarshal([]byte(last.data), &got); err != nil || fmt.Sprint(got) != fmt.Sprint(direct) {
		t.Errorf("the job gives %v, the call %v, %v", got, direct, err)
	}
	if again := events(t, srv, job, nil); len(again) == 0 || again[len(again)-1] != last {
		t.Errorf("who comes later hears %v", again)
	}
	resp, err := http.Get(srv.URL + "/api/v1/jobs/" + job)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if body, err := io.ReadAll(resp.Body); err != nil || !strings.Contains(string(body), `"status":"done"`) {
		t.Errorf("%s, %v", body, err)
	}
}

// TestHintBesideJobs: a hint is given while four long jobs work and wait: it is not queued behind them.
func TestHintBesideJobs(t *testing.T) {
	srv, _ := jobServer(t, web.Limits{})
	var jobs []string
	for seed := range 4 {
		jobs = append(jobs, begin(t, srv, "generate", fmt.Sprintf(`{"family": "slow", "params": "25x25", "seed": %d}`, seed)))
	}
	events(t, srv, jobs[0], func(e event) bool { return e.name == "progress" }) // the first of them works
	for range 10 {
		status, v := call(t, srv, "hint", `{"puzzle": "sudoku:9x9:53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"}`)
		if status != http.StatusOK {
			t.Fatalf("%d %v", status, v)
		}
	}
	for _, job := range jobs {
		resp, err := http.Get(srv.URL + "/api/v1/jobs/" + job)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		if err != nil || !strings.Contains(string(body), `"status":"running"`) && !strings.Contains(string(body), `"status":"waiting"`) {
			t.Errorf("a job ended before the hints were given: %s, %v", body, err)
		}
	}
}

func TestJobCancelled(t *testing.T) {
	srv, _ := jobServer(t, web.Limits{})
	job := begin(t, srv, "generate", `{"family": "slow", "params": "9x9"}`)
	waits := begin(t, srv, "generate", `{"family": "slow", "params": "9x9"}`) // behind the first: one runs at a time
	list := events(t, srv, job, func(e event) bool { return e.name == "progress" })
	if len(list) != 1 || !strings.Contains(list[0].data, `"text":"\u003cworking\u003e"`) {
		t.Errorf("progress %v", list)
	}
	for _, id := range []string{waits, job} {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodDelete, srv.URL+"/api/v1/jobs/"+id, nil)
		if err != nil {
			t.Fatal(err)
		}
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(resp.Body)
		_ = resp.Body.Close()
		if err != nil || !strings.Contains(string(body), `"status":"failed"`) || !strings.Contains(string(body), `"code":"cancelled"`) {
			t.Errorf("cancelling: %s %v", body, err)
		}
		if list := events(t, srv, id, nil); list[len(list)-1].name != "error" {
			t.Errorf("events of a cancelled job: %v", list)
		}
	}
}

// TestShortJob: a short job does not wait for the long ones, of which one runs and one waits.
func TestShortJob(t *testing.T) {
	srv, _ := jobServer(t, web.Limits{ShortJob: 20 * time.Millisecond, Jobs: 10})
	long := []string{begin(t, srv, "generate", `{"family": "slow", "params": "9x9"}`), begin(t, srv, "generate", `{"family": "slow", "params": "9x9"}`)}
	list := events(t, srv, begin(t, srv, "generate", `{"family": "slow", "params": "4x4"}`), nil)
	if last := list[len(list)-1]; last.name != "result" {
		t.Errorf("the short job: %v", last)
	}
	for _, job := range long {
		req, err := http.NewRequest(http.MethodDelete, srv.URL+"/api/v1/jobs/"+job, nil)
		if err != nil {
			t.Fatal(err)
		}
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
	}
}

func TestJobFails(t *testing.T) {
	srv, _ := jobServer(t, web.Limits{JobTime: 30 * time.Millisecond})
	for name, c := range map[string]struct{ op, body, want string }{
		"too long":     {"generate", `{"family": "slow", "params": "9x9"}`, `"code":"too-long"`},
		"bad body":     {"generate", `{"famly": "slow"}`, `"near":["family"]`},
		"no body":      {"solve", `{}`, `"code":"bad-request"`},
		"not a puzzle": {"solve", `{"puzzle": "sudoku:4x4:5..............."}`, `"code":"puzzle"`},
	} {
		list := events(t, srv, begin(t, srv, c.op, c.body), nil)
		if last := list[len(list)-1]; last.name != "error" || !strings.Contains(last.data, c.want) {
			t.Errorf("%s: %v, want %s", name, list, c.want)
		}
	}
}

// TestJobFile: a file is in the result as base64.
func TestJobFile(t *testing.T) {
	srv, _ := jobServer(t, web.Limits{})
	list := events(t, srv, begin(t, srv, "render", `{"puzzle": "sudoku:4x4#1", "format": "pdf"}`), nil)
	var v struct{ Name, Type, Base64 string }
	if err := json.Unmarshal([]byte(list[len(list)-1].data), &v); err != nil {
		t.Fatal(err)
	}
	content, err := base64.StdEncoding.DecodeString(v.Base64)
	if err != nil || v.Name != "sudoku.pdf" || v.Type != "application/pdf" || !strings.HasPrefix(string(content), "%PDF") {
		t.Errorf("%s %s %.10q %v", v.Name, v.Type, content, err)
	}
}

// TestJobsPerClient: a client has only so many jobs at once.
func TestJobsPerClient(t *testing.T) {
	site := newSite(t, func(c *web.Config) {
		c.Families = puzzle.NewRegistry(slow{})
		c.Limits = web.Limits{Jobs: 2}
	})
	post := func() *http.Response {
		return ask(site, "POST", "/api/v1/jobs", `{"op": "generate", "body": {"family": "slow", "params": "9x9"}}`,
			func(r *http.Request) { r.RemoteAddr = "192.0.2.1:1" })
	}
	for i, want := range []int{201, 201, 429} {
		if resp := post(); resp.StatusCode != want {
			t.Errorf("job %d: status %d, want %d", i+1, resp.StatusCode, want)
		}
	}
}

// TestStop: the server's end ends the jobs, and says so to who listens.
func TestStop(t *testing.T) {
	srv, site := jobServer(t, web.Limits{})
	job := begin(t, srv, "generate", `{"family": "slow", "params": "9x9"}`)
	heard := make(chan []event, 1)
	go func() { heard <- events(t, srv, job, nil) }()
	time.Sleep(20 * time.Millisecond)
	site.Stop()
	list := <-heard
	if last := list[len(list)-1]; last.name != "error" || !strings.Contains(last.data, `"code":"stopping"`) {
		t.Errorf("events %v", list)
	}
	if status, v := call(t, srv, "jobs", `{"op": "generate", "body": {"family": "slow"}}`); status != http.StatusServiceUnavailable {
		t.Errorf("a new job after the stop: %d %v", status, v)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	if err := site.Close(ctx); err != nil || errors.Is(ctx.Err(), context.DeadlineExceeded) {
		t.Error(err)
	}
}
