package web_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/quandary-puzzles/quandary/internal/kinds/sudoku"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/internal/web"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// ask sends one request to a handler, from the machine itself, which has no limits.
func ask(h http.Handler, method, path, body string, set func(*http.Request)) *http.Response {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	r.RemoteAddr = "127.0.0.1:1"
	r.Header.Set("Content-Type", "application/json")
	if set != nil {
		set(r)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result()
}

func text(t *testing.T, resp *http.Response) string {
	t.Helper()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestHeaders: every answer, whatever it is, forbids what pages of ours do not need.
func TestHeaders(t *testing.T) {
	site := newSite(t, func(*web.Config) {})
	for _, path := range []string{"/", "/play?p=sudoku:4x4%231", "/play?p=nonsense", "/static/app.css", "/api/v1/families", "/api/v1/nosuch", "/nosuch"} {
		h := ask(site, "GET", path, "", nil).Header
		csp := h.Get("Content-Security-Policy")
		if !strings.Contains(csp, "default-src 'none'") || !strings.Contains(csp, "script-src 'self'") || strings.Contains(csp, "unsafe") {
			t.Errorf("%s: policy %q", path, csp)
		}
		if h.Get("X-Content-Type-Options") != "nosniff" || h.Get("Referrer-Policy") == "" {
			t.Errorf("%s: headers %v", path, h)
		}
	}
}

// TestHostileText: text from anywhere stays text on pages.
func TestHostileText(t *testing.T) {
	site := newSite(t, func(*web.Config) {})
	const attack = `"><script>alert(1)</script><img src=x onerror=alert(1)>'`
	for _, path := range []string{"/play?p=", "/play?p=sudoku:4x4:", "/print?p=", "/?lang=", "/s/", "/g/", "/play?lang=en&p=zebra:"} {
		resp := ask(site, "GET", path+url.QueryEscape(attack), "", nil)
		if body := text(t, resp); strings.Contains(body, "<script>alert") || strings.Contains(body, "<img src=x") {
			t.Errorf("%s: the attack stands in the page:\n%s", path, body)
		}
		if resp.StatusCode >= 500 {
			t.Errorf("%s: status %d", path, resp.StatusCode)
		}
	}
}

// TestPaths: no path leaves what the program serves.
func TestPaths(t *testing.T) {
	site := newSite(t, func(*web.Config) {})
	for _, path := range []string{"/static/../web.go", "/static/..%2fweb.go", "/static/%2e%2e/openapi.yaml", "/static//etc/passwd", "/static/", "/static/templates",
		"/s/..%2f..%2fquandary.db", "/g/%00", "/api/v1/shares/..%2f..%2fq.db", "/api/v1/games/%ff%fe"} {
		resp := ask(site, "GET", path, "", nil)
		if resp.StatusCode < 300 || resp.StatusCode >= 500 {
			t.Errorf("%s: status %d, %.100s", path, resp.StatusCode, text(t, resp))
		}
	}
}

// TestOtherSites: what another site makes a browser send is refused; so is a form's body.
func TestOtherSites(t *testing.T) {
	site := newSite(t, func(*web.Config) {})
	const body = `{"puzzle": "sudoku:4x4#1"}`
	for name, c := range map[string]struct {
		set  func(*http.Request)
		want int
	}{
		"no browser":       {nil, 201},
		"same origin":      {func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "same-origin") }, 201},
		"other site":       {func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") }, 403},
		"other origin":     {func(r *http.Request) { r.Header.Set("Origin", "https://evil.example") }, 403},
		"form":             {func(r *http.Request) { r.Header.Set("Content-Type", "application/x-www-form-urlencoded") }, 415},
		"plain text":       {func(r *http.Request) { r.Header.Set("Content-Type", "text/plain") }, 415},
		"nothing said":     {func(r *http.Request) { r.Header.Del("Content-Type") }, 415},
		"with a character": {func(r *http.Request) { r.Header.Set("Content-Type", "application/json; charset=utf-8") }, 201},
	} {
		if resp := ask(site, "POST", "/api/v1/games", body, c.set); resp.StatusCode != c.want {
			t.Errorf("%s: status %d, want %d: %s", name, resp.StatusCode, c.want, text(t, resp))
		}
	}
}

func TestCookie(t *testing.T) {
	site := newSite(t, func(*web.Config) {})
	cookies := ask(site, "POST", "/api/v1/games", `{"puzzle": "sudoku:4x4#1"}`, nil).Cookies()
	if len(cookies) != 1 {
		t.Fatalf("cookies %v", cookies)
	}
	c := cookies[0]
	if !c.HttpOnly || c.SameSite != http.SameSiteLaxMode || c.Path != "/" || c.MaxAge <= 0 || len(c.Value) < 20 {
		t.Errorf("cookie %+v", c)
	}
	resp := ask(site, "POST", "/api/v1/games", `{"puzzle": "sudoku:4x4#1"}`, func(r *http.Request) { r.AddCookie(c) })
	if resp.StatusCode != 201 || len(resp.Cookies()) != 0 {
		t.Errorf("with a cookie: %d, %v", resp.StatusCode, resp.Cookies())
	}
	list := text(t, ask(site, "GET", "/api/v1/games", "", func(r *http.Request) { r.AddCookie(c) }))
	if strings.Count(list, `"game"`) != 2 {
		t.Errorf("the player's games: %s", list)
	}
	other := &http.Cookie{Name: c.Name, Value: strings.Repeat("x", 26)}
	if list := text(t, ask(site, "GET", "/api/v1/games", "", func(r *http.Request) { r.AddCookie(other) })); strings.Contains(list, `"game"`) {
		t.Errorf("another player's games: %s", list)
	}
}

// TestLimits: what is too large, too many or too long is refused in a clear way.
func TestLimits(t *testing.T) {
	site := newSite(t, func(c *web.Config) {
		c.Limits = web.Limits{Body: 1000, Puzzle: 200, State: 100, Moves: 3, Time: 50 * time.Millisecond}
	})
	for name, c := range map[string]struct {
		op, body string
		status   int
		code     string
	}{
		"body":   {"view", `{"puzzle": "` + strings.Repeat("x", 2000) + `"}`, 413, "too-large"},
		"puzzle": {"view", `{"puzzle": "sudoku:9x9:` + strings.Repeat(".", 300) + `"}`, 413, "too-large"},
		"state":  {"check", `{"puzzle": "sudoku:4x4#1", "state": "` + strings.Repeat("r1c1=1,", 20) + `"}`, 413, "too-large"},
		"moves":  {"apply", `{"puzzle": "sudoku:4x4#1", "moves": ["a", "b", "c", "d"]}`, 413, "too-large"},
		"time":   {"generate", `{"family": "fillomino", "params": "40x40", "settings": {"class": "hard"}}`, 422, "too-long"},
	} {
		resp := ask(site, "POST", "/api/v1/"+c.op, c.body, nil)
		if got := text(t, resp); resp.StatusCode != c.status || !strings.Contains(got, `"code":"`+c.code+`"`) {
			t.Errorf("%s: %d %s, want %d %s", name, resp.StatusCode, got, c.status, c.code)
		}
	}
}

// TestTooMany: a client that asks too often is told to wait; others, and the machine's own, are not.
func TestTooMany(t *testing.T) {
	site := newSite(t, func(c *web.Config) { c.Limits = web.Limits{Requests: 2, HardCalls: 0.3} })
	from := func(addr string) func(*http.Request) {
		return func(r *http.Request) { r.RemoteAddr = addr }
	}
	count := func(n int, method, path, body string, set func(*http.Request)) (refused int) {
		for range n {
			resp := ask(site, method, path, body, set)
			if resp.StatusCode == http.StatusTooManyRequests {
				refused++
				if resp.Header.Get("Retry-After") == "" || !strings.Contains(text(t, resp), "too-many") {
					t.Errorf("refused without saying for how long")
				}
			}
		}
		return refused
	}
	if n := count(40, "GET", "/api/v1/families", "", from("192.0.2.1:1")); n < 25 {
		t.Errorf("%d of 40 requests were refused", n)
	}
	if n := count(5, "GET", "/api/v1/families", "", from("192.0.2.2:1")); n != 0 {
		t.Errorf("another client: %d refused", n)
	}
	if n := count(100, "GET", "/api/v1/families", "", from("127.0.0.1:1")); n != 0 {
		t.Errorf("the machine's own: %d refused", n)
	}
	if n := count(7, "POST", "/api/v1/solve", `{"puzzle": "sudoku:4x4#1"}`, from("192.0.2.3:1")); n < 2 {
		t.Errorf("%d of 7 hard calls were refused", n)
	}
	if n := count(12, "GET", "/api/v1/families", "", from("[2001:db8::1]:1")) + count(12, "GET", "/api/v1/families", "", from("[2001:db8::2]:1")); n < 10 {
		t.Errorf("one network of IPv6: %d of 24 refused", n)
	}
}

// TestProxy: behind a trusted proxy, clients are told apart by what it says; what others say is not believed.
func TestProxy(t *testing.T) {
	site := newSite(t, func(c *web.Config) {
		c.Limits = web.Limits{Requests: 1}
		c.Proxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}
	})
	get := func(remote, forwarded string) int {
		return ask(site, "GET", "/api/v1/families", "", func(r *http.Request) {
			r.RemoteAddr = remote
			r.Header.Set("X-Forwarded-For", forwarded)
		}).StatusCode
	}
	for i := range 20 {
		if s := get("127.0.0.1:1", fmt.Sprintf("198.51.100.%d", i)); s != 200 {
			t.Errorf("client %d behind the proxy: %d", i, s)
		}
	}
	refused := 0
	for i := range 20 {
		if get("192.0.2.1:1", fmt.Sprintf("198.51.100.%d", i)) == 429 {
			refused++
		}
	}
	if refused < 10 {
		t.Errorf("a client that names itself otherwise each time was refused %d times of 20", refused)
	}
	resp := ask(site, "POST", "/api/v1/games", `{"puzzle": "sudoku:4x4#1"}`, func(r *http.Request) {
		r.RemoteAddr = "127.0.0.1:1"
		r.Header.Set("X-Forwarded-For", "203.0.113.9")
		r.Header.Set("X-Forwarded-Proto", "https")
	})
	if c := resp.Cookies(); len(c) != 1 || !c[0].Secure {
		t.Errorf("cookies over https: %v", c)
	}
}

// panicking is a family whose puzzles bring the program down.
type panicking struct{ sudoku.Family }

func (panicking) Name() string { return "boom" }

func (panicking) Decode(puzzle.Params, string) (puzzle.Instance, error) { panic("boom") }

func (panicking) Generate(context.Context, puzzle.Params, puzzle.Settings, *rng.Stream, func(puzzle.Progress)) (puzzle.Generated, error) {
	panic("boom")
}

// TestPanic: a crash is one failed request, which is logged, and the server goes on.
func TestPanic(t *testing.T) {
	var log bytes.Buffer
	site := newSite(t, func(c *web.Config) {
		c.Families = puzzle.NewRegistry(panicking{}, sudoku.Family{})
		c.Log = slog.New(slog.NewTextHandler(&log, nil))
	})
	resp := ask(site, "POST", "/api/v1/view", `{"puzzle": "boom:4x4:1"}`, nil)
	if got := text(t, resp); resp.StatusCode != 500 || !strings.Contains(got, `"code":"internal"`) || strings.Contains(got, "boom") {
		t.Errorf("%d %s", resp.StatusCode, got)
	}
	if !strings.Contains(log.String(), "boom") || !strings.Contains(log.String(), "guard_test.go") {
		t.Errorf("log: %s", log.String())
	}
	for range 5 { // no place of hard work is lost
		if resp := ask(site, "POST", "/api/v1/generate", `{"family": "boom", "params": "4x4"}`, nil); resp.StatusCode != 500 {
			t.Errorf("status %d", resp.StatusCode)
		}
	}
	if resp := ask(site, "POST", "/api/v1/solve", `{"puzzle": "sudoku:4x4#1"}`, nil); resp.StatusCode != 200 {
		t.Errorf("after the crashes: %d", resp.StatusCode)
	}
}

// FuzzOperations: no body makes an operation fail in another way than with an answer for people.
func FuzzOperations(f *testing.F) {
	for _, body := range []string{
		`{"puzzle":"sudoku:4x4:1...............","state":"r1c2=2","moves":["r1c3-4"]}`, `{"puzzle":"zebra:3x3#1","state":"0=4"}`,
		`{"puzzle":"fillomino:3x3:a3h","ref":{"kind":"cell","id":"r1c1"}}`, `{"family":"sudoku","params":"4x4","seed":1,"settings":{"class":"easy"}}`,
		`{"text":"1...............","family":"sudoku","format":"line"}`, `{"puzzle":"sudoku:4x4#1","format":"png","unit":1e300}`,
		`{"reference":"1/0","eval_type":"numeral","answer":"\\frac{1}{0}"}`, `{"puzzle":"sudoku:999999999x999999999#1"}`, `[[[[`, `{"puzzle":null}`, "\xff",
	} {
		for op := range 6 {
			f.Add(uint8(op*3), body)
		}
	}
	site := newSite(f, func(c *web.Config) { c.Limits = web.Limits{Time: 200 * time.Millisecond, Pixels: 1 << 18} })
	ops := []string{"view", "apply", "check", "mistakes", "clues", "hint", "explain", "refute", "solve", "count", "rate", "grade", "render", "import", "export",
		"games", "share", "generate"}
	f.Fuzz(func(t *testing.T, op uint8, body string) {
		path := "/api/v1/" + ops[int(op)%len(ops)]
		resp := ask(site, "POST", path, body, nil)
		if resp.StatusCode == http.StatusInternalServerError {
			t.Errorf("%s %q: %s", path, body, text(t, resp))
		}
	})
}

// FuzzEvents: no event breaks a game, and what is acknowledged reads back.
func FuzzEvents(f *testing.F) {
	for _, e := range []string{`{"t":"move","m":"r1c2=2"}`, `{"t":"move","m":"r1c2=2 r1c3=3"},{"t":"undo","to":1}`, `{"t":"trial"},{"t":"reject"}`, `{"t":"mark","x":"\n"}`,
		`{"t":"undo","to":-1}`, `{"t":"undo","to":1e9}`, `5`, `{"t":"save","name":"</script>"}`, `{"t":"trial"},{"t":"move","m":"r1c2=2"},{"t":"undo","to":0},{"t":"accept"}`} {
		f.Add(e)
	}
	site := newSite(f, func(*web.Config) {})
	f.Fuzz(func(t *testing.T, events string) {
		resp := ask(site, "POST", "/api/v1/games", `{"puzzle":"sudoku:4x4:1...............","events":[`+events+`]}`, nil)
		switch body := text(t, resp); {
		case resp.StatusCode >= 500:
			t.Errorf("%q: %s", events, body)
		case resp.StatusCode == http.StatusCreated:
			cookie := resp.Cookies()[0]
			path := resp.Header.Get("Location")
			back := ask(site, "GET", path, "", func(r *http.Request) { r.AddCookie(cookie) })
			if got := text(t, back); back.StatusCode != 200 || got != body {
				t.Errorf("%q: made as %s, read back as %d %s", events, body, back.StatusCode, got)
			}
		}
	})
}
