package webtest_test

import (
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"net/http"
	"strings"
	"testing"
)

// TestLearning: a path goes through the lessons of a family; exercises are made on demand, and those of a lesson open the next.
func TestLearning(t *testing.T) {
	puztest.From(t, puztest.Whole)
	t.Parallel()
	server := newServer(t).URL
	p := newTab(t, server, 1280, 800)
	p.visit("/learn/sudoku")
	p.wait(`document.documentElement.dataset.ready === "true"`)
	open := `[...document.querySelectorAll(".lesson")].map((l) => l.querySelectorAll("[data-exercise]:not(:disabled)").length).join("").replace(/0+$/, "")`
	if got := js[string](p, open); got != "3" {
		t.Errorf("open exercises at the beginning: %s", got)
	}
	p.shot("learn")
	p.click(`.lesson [data-exercise="1"]`)
	p.wait(`location.pathname === "/play" && document.documentElement.dataset.ready === "true"`)
	p.solve(js[string](p, `new URLSearchParams(location.search).get("p")`))
	p.visit("/learn/sudoku")
	p.wait(`document.querySelector(".lesson [data-exercise]").textContent.startsWith("✓")`)
	p.do(`{ const d = JSON.parse(localStorage.getItem("quandary.diary")); const key = Object.keys(d.learnt)[0]; d.learnt[key] = [1, 2, 3]; localStorage.setItem("quandary.diary", JSON.stringify(d)); }`)
	p.visit("/learn/sudoku")
	p.wait(`document.documentElement.dataset.ready === "true"`)
	if got := js[string](p, open); got != "33" {
		t.Errorf("open exercises after the first lesson: %s", got)
	}
	for _, family := range []string{"slitherlink", "zebra", "cards", "fillomino", "xyzzy"} {
		resp, err := http.Get(server + "/learn/" + family)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if found := resp.StatusCode == http.StatusOK; found != (family != "xyzzy") {
			t.Errorf("/learn/%s: %s", family, resp.Status)
		}
	}
	if !strings.Contains(js[string](p, `document.title`), "Sudoku") {
		t.Error("the page does not name the family")
	}
}
