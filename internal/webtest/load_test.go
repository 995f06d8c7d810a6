package webtest_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/quandary-puzzles/quandary/internal/puztest"
)

// gate stands before a server and fails or holds back the requests whose path has a part in it.
type gate struct {
	mu   sync.Mutex
	part string
	held chan struct{} // requests wait until it is closed; nil: they fail
}

// set fails or holds back; the function that it gives lets all pass again.
func (g *gate) set(part string, hold bool) (open func()) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.part, g.held = part, nil
	if hold {
		g.held = make(chan struct{})
	}
	held := g.held
	return sync.OnceFunc(func() {
		g.mu.Lock()
		g.part = ""
		g.mu.Unlock()
		if held != nil {
			close(held)
		}
	})
}

// newGate serves the page behind a gate.
func newGate(t *testing.T) (string, *gate) {
	t.Helper()
	inner := newServer(t)
	g := &gate{}
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		g.mu.Lock()
		stop := g.part != "" && strings.Contains(r.URL.Path, g.part)
		held := g.held
		g.mu.Unlock()
		switch {
		case stop && held == nil:
			panic(http.ErrAbortHandler)
		case stop:
			select {
			case <-held:
			case <-r.Context().Done():
			}
		}
		inner.Config.Handler.ServeHTTP(w, r)
	}))
	t.Cleanup(srv.Close)
	return srv.URL, g
}

// before runs a script in every page before the page's own.
func (p *tab) before(script string) {
	p.t.Helper()
	command(p, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: script})
}

// impatient makes waits of many seconds as many tenths of seconds.
const impatient = `{ const set = window.setTimeout; window.setTimeout = (f, ms, ...more) => set(f, ms >= 5000 ? ms / 10 : ms, ...more); }`

// begin opens an address and does not wait until it is there.
func (p *tab) begin(path string) {
	p.t.Helper()
	p.do(`location.href = %s`, p.base+path)
}

// TestLoading: a board that cannot be laid out says so and offers to try again, whatever keeps it.
func TestLoading(t *testing.T) {
	puztest.From(t, puztest.Whole)
	const again = `.loading [data-do="again"], #board [data-do="again"]`
	t.Run("a script is missing", func(t *testing.T) {
		t.Parallel()
		url, g := newGate(t)
		p := newTab(t, url, 1000, 800)
		p.quiet = true
		open := g.set("boards/grid.js", false)
		p.visit(path(easy4))
		p.wait(`/did not arrive/.test(document.querySelector(".loading")?.textContent)`)
		p.shot("load-failed")
		open()
		p.click(again)
		p.wait(`document.documentElement.dataset.ready === "true"`)
		p.write("r1c2", "2")
		p.expect("r1c2", "2")
	})
	t.Run("a script is slow", func(t *testing.T) {
		t.Parallel()
		url, g := newGate(t)
		p := newTab(t, url, 1000, 800)
		p.before(impatient)
		p.visit("/help")
		open := g.set("boards/grid.js", true)
		t.Cleanup(open)
		p.begin(path(easy4))
		p.wait(`/unusually long/.test(document.querySelector(".loading")?.textContent)`)
		p.wait(`document.querySelector(%s)`, again)
		open()
		p.wait(`document.documentElement.dataset.ready === "true" && !document.querySelector(".loading")`)
	})
	t.Run("no frame is painted", func(t *testing.T) {
		t.Parallel()
		p := newTab(t, newServer(t).URL, 1000, 800)
		p.before(`window.requestAnimationFrame = () => 0`)
		p.play(path(easy4))
		p.wait(`document.querySelector('[data-cell="r1c1"]')`)
	})
	t.Run("a script fails", func(t *testing.T) {
		t.Parallel()
		p := newTab(t, newServer(t).URL, 1000, 800)
		p.quiet = true
		p.before(`if (!location.search.includes("new=1")) document.createElementNS = () => { throw new Error("no pictures") }`)
		p.visit(path(easy4))
		p.wait(`/cannot be laid out: no pictures/.test(document.getElementById("board").textContent)`)
		p.wait(`document.querySelector(%s)`, again)
		p.shot("load-broken")
		p.click(`#board a[href*="new=1"]`)
		p.wait(`document.documentElement.dataset.ready === "true"`)
	})
	t.Run("the browser keeps nothing", func(t *testing.T) {
		t.Parallel()
		p := newTab(t, newServer(t).URL, 1000, 800)
		p.before(`Object.defineProperty(window, "localStorage", { get() { throw new DOMException("denied", "SecurityError") } })`)
		p.play(path(easy4))
		p.write("r1c2", "2")
		p.wait(`document.getElementById("save-status").dataset.state === "saved"`) // by the server
		p.visit("/")
		p.wait(`document.querySelectorAll(".games li").length === 1`)
	})
	t.Run("the workbench", func(t *testing.T) {
		t.Parallel()
		url, g := newGate(t)
		p := newTab(t, url, 1000, 800)
		p.quiet = true
		open := g.set("make/board", false) // the module, and then the operation
		p.visit("/make?kind=sudoku")
		p.wait(`/did not arrive/.test(document.querySelector(".loading")?.textContent)`)
		open()
		open = g.set("/api/v1/make/board", false)
		p.click(again)
		p.wait(`/cannot be reached/.test(document.getElementById("bench").textContent)`)
		open()
		p.click(`#bench [data-do="again"]`)
		p.wait(`document.querySelector('[data-cell="r1c1"]')`)
	})
}

// TestHelpThatFails: a hint that does not come, or not in time, offers to try again; one that is given up stays away.
func TestHelpThatFails(t *testing.T) {
	puztest.From(t, puztest.Whole)
	t.Parallel()
	url, g := newGate(t)
	p := newTab(t, url, 1000, 800)
	p.quiet = true
	p.before(impatient)
	p.play(path(easy4))
	open := g.set("/api/v1/hint", false)
	p.act("hint")
	p.wait(`/cannot be reached/.test(document.getElementById("hint").textContent)`)
	open()
	open = g.set("/api/v1/hint", true)
	t.Cleanup(open)
	p.click(`#hint [data-do="again"]`)
	p.wait(`/Working/.test(document.getElementById("hint").textContent)`)
	p.wait(`/does not answer/.test(document.getElementById("hint").textContent)`)
	p.click(`#hint [data-do="again"]`)
	p.wait(`/Working/.test(document.getElementById("hint").textContent)`)
	p.write("r1c2", "2") // the board changes: the hint is given up
	p.wait(`document.getElementById("hint").hidden`)
	open()
	p.act("hint")
	p.wait(`document.querySelector('#hint [data-do="more"]')`)
	if got := js[string](p, `document.getElementById("hint").textContent`); strings.Contains(got, "Working") {
		t.Errorf("the panel still says %q", got)
	}
}
