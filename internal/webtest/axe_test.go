package webtest_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"

	"github.com/quandary-puzzles/quandary/internal/puztest"
)

// axeVersion is the checker that the pages are held to.
const axeVersion = "4.10.3"

// axe gives the text of axe-core, fetched with npm. Where npm is missing or the registry cannot be reached the test is
// skipped, or fails where everything is required.
func axe(t *testing.T) string {
	t.Helper()
	npm := puztest.Need(t, "npm")
	dir := t.TempDir()
	cmd := exec.CommandContext(t.Context(), npm, "install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", dir, "axe-core@"+axeVersion)
	cmd.WaitDelay = time.Second
	if out, err := cmd.CombinedOutput(); err != nil {
		if puztest.RequireAll() {
			t.Fatalf("axe-core cannot be fetched: %v\n%s", err, out)
		}
		t.Skipf("axe-core cannot be fetched: %v", err)
	}
	text, err := os.ReadFile(filepath.Join(dir, "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestAccessible holds every kind of page to the rules of axe-core (WCAG 2.1 A and AA, and good practice), light and dark.
func TestAccessible(t *testing.T) {
	t.Parallel()
	puztest.Need(t, "chromium")
	checker := axe(t)
	base := newServer(t).URL
	for _, at := range puztest.Some([]string{path("sudoku:9x9#1"), "/", path("fillomino:5x5#1"), path("zebra:3x3#1"), path(deck), path("worded:wine#1"), "/cards/new", "/help", "/kind/slitherlink",
		"/print?p=sudoku:4x4%231", "/nowhere", path(layered["edge"]), path(layered["digit"]), path(layered["both"])}, 14) {
		t.Run(at, func(t *testing.T) {
			p := newTab(t, base, 1280, 900)
			p.quiet = true // the page that is not there
			for _, theme := range []string{"light", "dark"} {
				command(p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
					{Name: "prefers-color-scheme", Value: theme}, {Name: "prefers-reduced-motion", Value: "reduce"}}})
				p.visit(at)
				if strings.HasPrefix(at, "/play") {
					p.wait(`document.documentElement.dataset.ready === "true"`)
					if js[bool](p, `quandary.ctx.can("hint")`) {
						p.act("hint")
						p.wait(`!document.getElementById("hint").hidden`)
					}
				}
				p.accessible(checker, at+", "+theme)
			}
		})
	}
}

// accessible holds the page as it stands to the rules.
func (p *tab) accessible(checker, name string) {
	p.t.Helper()
	p.do(checker)
	found := js[[]string](p, `axe.run(document, { resultTypes: ["violations"] }).then((r) => r.passes.length < 10 ? ["the checker found hardly anything to check"] : r.violations.map((v) =>
		v.id + " (" + v.impact + "): " + v.help + ": " + v.nodes.slice(0, 3).map((n) => n.target.join(" ") + " " + (n.any[0]?.message || "")).join("; ")))`)
	for _, f := range found {
		p.t.Errorf("%s: %s", name, f)
	}
}

// TestMakeAccessible holds the parts of the workbench to the same rules.
func TestMakeAccessible(t *testing.T) {
	puztest.From(t, puztest.Whole)
	t.Parallel()
	puztest.Need(t, "chromium")
	checker := axe(t)
	p := newTab(t, newServer(t).URL, 1280, 900)
	for at, ready := range map[string]string{
		"/make":             `document.querySelector(".verdict-several")`,
		"/make?kind=worded": `document.querySelector(".sample-text")`,
		"/make?kind=masyu":  `document.querySelector(".verdict .panel")`,
		"/make?kind=sudoku": `document.querySelector(".facts")`,
		"/make?kind=zebra":  `document.querySelector(".made-clues li")`,
	} {
		p.play(at)
		p.wait(ready)
		p.accessible(checker, at)
	}
}
