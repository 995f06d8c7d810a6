package webtest_test

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	cdplog "github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"github.com/quandary-puzzles/quandary/internal/puztest"
)

// The tests in this folder's browser files play in a real browser: Debian's Chromium, driven by chromedp. They are skipped
// where it is missing (and fail with QUANDARY_REQUIRE=all). QUANDARY_SHOTS names a folder for screenshots.

// chromium starts one browser for all tests of the package.
var chromium = sync.OnceValues(func() (context.Context, error) {
	opts := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.ExecPath("chromium"), chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("lang", "en-US"), chromedp.Flag("accept-lang", "en-US"), chromedp.Flag("force-color-profile", "srgb"))
	alloc, stop := chromedp.NewExecAllocator(context.Background(), opts...)
	ctx, cancel := chromedp.NewContext(alloc)
	stopBrowser = func() { cancel(); stop() }
	return ctx, chromedp.Do(ctx)
})

var stopBrowser = func() {}

func TestMain(m *testing.M) {
	flag.Parse()
	if puztest.Doing() == puztest.Short {
		fmt.Println("the tests in a browser are left out by -short")
		return
	}
	code := m.Run()
	stopBrowser()
	os.Exit(code)
}

// A machine that is busy with other tests is slow: these bounds end a test that hangs, and say nothing of speed.
const (
	tabTime  = 5 * time.Minute // for all that a test does in a tab
	waitTime = time.Minute     // for one condition to hold
)

// tab is a page in a browser of its own: nothing is shared with other tests.
type tab struct {
	t    *testing.T
	ctx  context.Context
	base string

	mu     sync.Mutex
	faults []string // uncaught exceptions and errors of the console
	quiet  bool     // errors are expected, such as a network that is away
}

// newTab opens an empty tab of a size, in which pages have no service worker; base is the server's address. The worker would fetch all files
// once more for each test, a fifth of the work of the tests.
func newTab(t *testing.T, base string, width, height int64) *tab {
	t.Helper()
	p := newWorkerTab(t, base, width, height)
	p.before(`delete Navigator.prototype.serviceWorker`)
	return p
}

// newWorkerTab opens an empty tab with all that a browser has.
func newWorkerTab(t *testing.T, base string, width, height int64) *tab {
	t.Helper()
	puztest.Need(t, "chromium")
	browser, err := chromium()
	if err != nil {
		t.Fatal("chromium does not start: ", err)
	}
	ctx, cancel := chromedp.NewContext(browser, chromedp.WithNewBrowserContext())
	ctx, cancelTime := context.WithTimeout(ctx, tabTime)
	p := &tab{t: t, ctx: ctx, base: base}
	t.Cleanup(func() {
		if t.Failed() {
			p.shot("failed-" + strings.NewReplacer("/", "-", " ", "-").Replace(t.Name()))
		}
		cancelTime()
		cancel()
		p.mu.Lock()
		defer p.mu.Unlock()
		if len(p.faults) > 0 && !p.quiet {
			t.Errorf("the page reports errors:\n%s", strings.Join(p.faults, "\n"))
		}
	})
	if err := chromedp.Do(ctx); err != nil {
		t.Fatal("chromium opens no tab: ", err)
	}
	err = chromedp.Listen(ctx, func(ev any) {
		fault := ""
		switch e := ev.(type) {
		case *runtime.EventExceptionThrown:
			fault = e.ExceptionDetails.Text
			if x := e.ExceptionDetails.Exception; x != nil {
				fault += " " + x.Description
			}
		case *cdplog.EventEntryAdded:
			if e.Entry.Level == "error" {
				fault = e.Entry.Text + " " + e.Entry.URL
			}
		}
		if fault != "" {
			p.mu.Lock()
			p.faults = append(p.faults, fault)
			p.mu.Unlock()
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	command(p, cdplog.Enable, cdp.Empty{})
	p.run(chromedp.EmulateViewport(width, height))
	return p
}

// command sends one command of the protocol.
func command[P, R any](p *tab, c cdp.Command[P, R], params P) R {
	p.t.Helper()
	r, err := chromedp.Call(p.ctx, c, params)
	if err != nil {
		p.t.Fatalf("browser: %s: %v", c.Method, err)
	}
	return r
}

func (p *tab) run(actions ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	if err := chromedp.Do(p.ctx, actions...); err != nil {
		p.t.Fatalf("browser: %v\n%s", err, strings.Join(p.faults, "\n"))
	}
}

// visit opens a page and waits until its style is there and its scripts are done: on a slow machine the event that a page is loaded may still
// be that of the page before.
func (p *tab) visit(path string) {
	p.t.Helper()
	p.run(chromedp.Navigate(p.base + path))
	p.wait(`document.readyState === "complete" && location.href.startsWith(%s) && [...document.querySelectorAll('link[rel="stylesheet"]')].every((l) => l.sheet)`, p.base)
}

// play opens a puzzle and waits until it can be played.
func (p *tab) play(path string) {
	p.t.Helper()
	p.visit(path)
	p.wait(`document.documentElement.dataset.ready === "true"`)
}

// js evaluates an expression, or awaits a promise, and gives its value.
func js[T any](p *tab, expr string, args ...any) T {
	p.t.Helper()
	out, err := chromedp.Run(p.ctx, chromedp.Evaluate[T](with(expr, args...), chromedp.EvalAwaitPromise))
	if err != nil {
		p.t.Fatalf("%.200s: %v", expr, err)
	}
	return out
}

// do evaluates for the effect.
func (p *tab) do(expr string, args ...any) {
	p.t.Helper()
	js[bool](p, "(() => { "+expr+"; return true })()", args...)
}

// with writes arguments into a script as JSON, in the places of %s.
func with(expr string, args ...any) string {
	if len(args) == 0 {
		return expr
	}
	texts := make([]any, len(args))
	for i, a := range args {
		b, err := json.Marshal(a)
		if err != nil {
			panic(err)
		}
		texts[i] = string(b)
	}
	return fmt.Sprintf(expr, texts...)
}

// wait waits until a condition holds.
func (p *tab) wait(cond string, args ...any) {
	p.t.Helper()
	cond = with(cond, args...)
	deadline := time.Now().Add(waitTime)
	for {
		ok, err := chromedp.Run(p.ctx, chromedp.Evaluate[bool]("!!("+cond+")"))
		if err == nil && ok {
			return
		}
		if time.Now().After(deadline) {
			p.t.Fatalf("this never holds: %s (%v)\nnote: %s", cond, err, js[string](p, `document.getElementById("note")?.textContent || document.body.innerText.slice(0, 200)`))
		}
		time.Sleep(15 * time.Millisecond)
	}
}

// click clicks in the middle of the first element that matches, as a mouse does.
func (p *tab) click(selector string) {
	p.t.Helper()
	x, y := p.middle(selector)
	p.run(chromedp.MouseClickXY(x, y))
}

// tap touches in the middle of the first element that matches.
func (p *tab) tap(selector string) {
	p.t.Helper()
	x, y := p.middle(selector)
	command(p, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: input.DispatchTouchEventTypeTouchStart, TouchPoints: []*input.TouchPoint{{X: x, Y: y}}})
	command(p, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: input.DispatchTouchEventTypeTouchEnd, TouchPoints: []*input.TouchPoint{}})
}

// phone makes the tab a device of a size with a touch screen and without mouse.
func (p *tab) phone(width, height int64) {
	p.run(chromedp.EmulateViewport(width, height, chromedp.EmulateTouch, chromedp.EmulateMobile))
}

func (p *tab) middle(selector string) (x, y float64) {
	p.t.Helper()
	p.wait(`(() => { const e = document.querySelector(%s); return e && e.getClientRects().length })()`, selector)
	at := js[[]float64](p, `(() => { const e = document.querySelector(%s); let r = e.getBoundingClientRect();
		const hit = document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2);
		if (!hit || !(e.contains(hit) || hit.contains(e)) || r.top < 0 || r.bottom > innerHeight || r.left < 0 || r.right > innerWidth) { e.scrollIntoView({block: "center", inline: "center", behavior: "instant"}); r = e.getBoundingClientRect(); }
		return [r.x + r.width / 2, r.y + r.height / 2] })()`, selector)
	return at[0], at[1]
}

// drag presses the mouse on one element and moves it over others.
func (p *tab) drag(selectors ...string) {
	p.t.Helper()
	send := func(kind input.DispatchMouseEventType, selector string) {
		x, y := p.middle(selector)
		command(p, input.DispatchMouseEvent, input.DispatchMouseEventParams{Type: kind, X: x, Y: y, Button: input.MouseButtonLeft, Buttons: 1, ClickCount: 1})
	}
	for i, s := range selectors {
		if i == 0 {
			send(input.DispatchMouseEventTypeMousePressed, s)
		}
		send(input.DispatchMouseEventTypeMouseMoved, s)
	}
	send(input.DispatchMouseEventTypeMouseReleased, selectors[len(selectors)-1])
}

// keys presses keys one after another: characters, or names such as "ArrowDown" (chromedp's kb holds them as characters).
func (p *tab) keys(text string, mods ...chromedp.KeyOption) {
	p.t.Helper()
	p.run(chromedp.KeyEvent(text, mods...))
}

// text gives the text of the first element that matches.
func (p *tab) text(selector string) string {
	p.t.Helper()
	return js[string](p, `document.querySelector(%s)?.innerText ?? ""`, selector)
}

// shot keeps a screenshot of the window, if a folder is given for them.
func (p *tab) shot(name string) {
	dir := os.Getenv("QUANDARY_SHOTS")
	if dir == "" {
		return
	}
	png, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
	if err == nil {
		err = os.MkdirAll(dir, 0o755)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, name+".png"), png, 0o644)
	}
	if err != nil {
		p.t.Logf("screenshot %s: %v", name, err)
	}
}
