package web_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/quandary-puzzles/quandary/internal/kinds/fillomino"
	"github.com/quandary-puzzles/quandary/internal/kinds/null"
	"github.com/quandary-puzzles/quandary/internal/kinds/sudoku"
	"github.com/quandary-puzzles/quandary/internal/kinds/zebra"
	"github.com/quandary-puzzles/quandary/internal/store"
	"github.com/quandary-puzzles/quandary/internal/web"
	"github.com/quandary-puzzles/quandary/puzzle"
)

func families() *puzzle.Registry {
	return puzzle.NewRegistry(fillomino.Family{}, null.Family{}, sudoku.Family{}, zebra.Family{})
}

// newSite makes a server with an empty store, which ends with the test.
func newSite(t testing.TB, change func(*web.Config)) *web.Server {
	t.Helper()
	st, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "q.db"))
	if err != nil {
		t.Fatal(err)
	}
	cfg := web.Config{Families: families(), Store: st}
	change(&cfg)
	site, err := web.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := errors.Join(site.Close(context.WithoutCancel(t.Context())), st.Close()); err != nil {
			t.Error(err)
		}
	})
	return site
}

// serve is newSite's server at an address.
func serve(t *testing.T, change func(*web.Config)) *httptest.Server {
	t.Helper()
	srv := httptest.NewServer(newSite(t, change))
	t.Cleanup(srv.Close)
	return srv
}

// newServer serves the families on 20 November 2026.
func newServer(t *testing.T) *httptest.Server {
	t.Helper()
	return serve(t, func(c *web.Config) {
		c.Now = func() time.Time { return time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC) }
	})
}

// call posts a JSON body and gives the status and the answer.
func call(t *testing.T, srv *httptest.Server, op, body string) (int, map[string]any) {
	t.Helper()
	resp, err := http.Post(srv.URL+"/api/v1/"+op, "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	var v map[string]any
	if strings.HasPrefix(resp.Header.Get("Content-Type"), "application/json") {
		if err := json.Unmarshal(text, &v); err != nil {
			t.Fatalf("%s: %v\n%s", op, err, text)
		}
	}
	return resp.StatusCode, v
}

// TestPlayedByHints: each family is played to the end by hints over the API alone.
func TestPlayedByHints(t *testing.T) {
	srv := newServer(t)
	for _, id := range []string{"sudoku:4x4#1", "fillomino:5x5#1", "zebra:3x3#1"} {
		status, v := call(t, srv, "view", `{"puzzle": "`+id+`"}`)
		if status != http.StatusOK {
			t.Fatalf("%s: %v", id, v)
		}
		puz, state := v["puzzle"], v["start"]
		for n := 0; ; n++ {
			body, _ := json.Marshal(map[string]any{"puzzle": puz, "state": state})
			status, h := call(t, srv, "hint", string(body))
			if status != http.StatusOK {
				t.Fatalf("%s: %v", id, h)
			}
			if h["solved"] == true {
				break
			}
			if h["step"] == nil || n > 500 {
				t.Fatalf("%s: stuck after %d hints at %v: %v", id, n, state, h)
			}
			body, _ = json.Marshal(map[string]any{"puzzle": puz, "state": state, "moves": h["step"].(map[string]any)["moves"]})
			status, a := call(t, srv, "apply", string(body))
			if status != http.StatusOK {
				t.Fatalf("%s: %v", id, a)
			}
			state = a["state"]
		}
	}
}

// page gets a page in a language, and where it was led to.
func page(t *testing.T, srv *httptest.Server, path, lang string) (status int, at, text string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, srv.URL+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Accept-Language", lang)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, resp.Request.URL.String(), string(body)
}

// TestFormsWithoutScripts sends what the forms of the families hold where no scripts run: each leads to a new puzzle, which
// is of the family and size asked for, and another one each time.
func TestFormsWithoutScripts(t *testing.T) {
	srv := newServer(t)
	_, _, gallery := page(t, srv, "/", "en")
	for _, family := range []string{"sudoku", "fillomino", "zebra"} {
		if !strings.Contains(gallery, `href="/kind/`+family+`"`) {
			t.Errorf("the gallery does not lead to %s", family)
		}
		if _, _, sheet := page(t, srv, "/kind/"+family, "en"); !strings.Contains(sheet, `<input type="hidden" name="family" value="`+family+`">`) || !strings.Contains(sheet, `action="/play"`) {
			t.Errorf("the form of %s does not say which family it makes", family)
		}
		seen := map[string]bool{}
		for range 3 {
			status, at, text := page(t, srv, "/play?family="+family+"&params=4x4&class=easy", "en")
			if status != http.StatusOK || !strings.Contains(at, "/play?") || !strings.Contains(at, "p="+family+"%3A4x4%3A") || !strings.Contains(text, `id="boot"`) {
				t.Errorf("%s: status %d at %s", family, status, at)
			}
			seen[at] = true
		}
		if len(seen) < 2 {
			t.Errorf("%s: the same puzzle again and again", family)
		}
	}
	for path, want := range map[string]string{
		"/play?family=sodoku":                        "did you mean",
		"/play?family=sudoku&params=4y4":             "4y4",
		"/play?family=sudoku&params=4x4&class=eesay": "eesay",
	} {
		if status, _, text := page(t, srv, path, "en"); status < 400 || status >= 500 || !strings.Contains(text, want) {
			t.Errorf("%s: status %d, without %q", path, status, want)
		}
	}
}

// TestPagesClaimNothing is check 30 of the page: a board says that it has one solution only where that is known. An empty board of 4x4 has
// 288 solutions, an error has none, and a puzzle that our generator has just made has one.
func TestPagesClaimNothing(t *testing.T) {
	srv := newServer(t)
	for path, want := range map[string]string{"/play?p=sudoku:4x4:................": "unchecked", "/play?p=sudoku:4x4:11..............": "unchecked",
		"/play?p=sudoku:4x4:1..434.2..4.4.21": "unchecked", "/play?p=sudoku:4x4%231": "one", "/play?p=nothing": "", "/nowhere": "", "/": "", "/help": ""} {
		for lang, words := range map[string]string{"en": "one solution", "zh": "唯一解"} {
			_, _, text := page(t, srv, path, lang)
			_, claim, _ := strings.Cut(text, `data-claim="`)
			claim, _, _ = strings.Cut(claim, `"`)
			body, _, _ := strings.Cut(text, `id="boot"`) // what follows is the catalogue of texts
			if claim != want || strings.Contains(body, words) != (want == "one") {
				t.Errorf("%s in %s claims %q, not %q", path, lang, claim, want)
			}
		}
	}
}

// TestMaking: a page whose puzzle takes longer to make than a page may says so at once, and shows the puzzle when "view" has made it. It is not
// taken for the page of the puzzle, and an id too long to be kept open, which would never come to its page, is waited for.
func TestMaking(t *testing.T) {
	srv := serve(t, func(c *web.Config) { c.Limits.Page = time.Nanosecond })
	status, _, text := page(t, srv, "/play?p=sudoku:4x4%231", "de")
	if status != http.StatusAccepted || !strings.Contains(text, `data-puzzle="sudoku:4x4#1"`) || !strings.Contains(text, "<h1>Ein Rätsel entsteht …</h1>") || strings.Contains(text, "data-claim") {
		t.Errorf("status %d: %.3000s", status, text)
	}
	if status, ans := call(t, srv, "view", `{"puzzle": "sudoku:4x4#1"}`); status != http.StatusOK {
		t.Fatal(status, ans)
	}
	if status, _, text := page(t, srv, "/play?p=sudoku:4x4%231", "de"); status != http.StatusOK || !strings.Contains(text, `data-claim="one"`) {
		t.Errorf("made, it is status %d: %.3000s", status, text)
	}
	if status, _, _ := page(t, srv, "/play?p=sudoku:4x4:"+strings.Repeat(".", 70000), "de"); status < 400 {
		t.Errorf("a long id has status %d", status)
	}
}

// TestThreeOfADay: the puzzles of a day follow from the date alone, are of three families, change from day to day, and lead to a game; a day
// to come has none.
func TestThreeOfADay(t *testing.T) {
	one, two := newServer(t), newServer(t)
	daily := regexp.MustCompile(`<article class="daily" data-length="(\w+)"[\s\S]*?<h3>([^<]+)</h3><p class="small">([^<]+)</p>`)
	seen := map[string]int{}
	for day := range 40 {
		at := "/?day=" + time.Date(2026, 10, 10+day, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
		_, _, text := page(t, one, at, "en")
		_, _, again := page(t, two, at, "en")
		three := daily.FindAllStringSubmatch(text, -1)
		if fmt.Sprint(three) != fmt.Sprint(daily.FindAllStringSubmatch(again, -1)) || len(three) != 3 {
			t.Fatalf("%s: %q", at, three)
		}
		if a, b, c := three[0][2], three[1][2], three[2][2]; a == b || b == c || a == c {
			t.Errorf("%s: %s, %s, %s", at, a, b, c)
		}
		seen[three[0][2]+three[1][2]+three[2][2]]++
	}
	if len(seen) < 5 { // the families here are three
		t.Errorf("only %d different days of 40", len(seen))
	}
	for path, want := range map[string]int{"/d/2026-11-20/short": 200, "/d/2026-11-20/sudoku": 200, "/d/2026-11-20/sudoku?params=4x4&class=easy": 200, "/d/2026-11-20/short.svg": 200,
		"/d/2026-11-22/short": 404, "/d/yesterday/short": 400, "/d/2026-11-20/nothing": 422, "/d/2026-11-20/nothing.svg": 404} {
		status, at, _ := page(t, one, path, "en")
		if status != want || (want == 200 && !strings.Contains(path, ".svg") && !strings.Contains(at, "day=2026-11-20")) {
			t.Errorf("%s: status %d at %s, want %d", path, status, at, want)
		}
	}
	_, first, _ := page(t, one, "/d/2026-11-20/sudoku?params=4x4&class=easy", "en")
	_, second, _ := page(t, two, "/d/2026-11-20/sudoku?params=4x4&class=easy", "en")
	_, a, _ := strings.Cut(first, "/play")
	if _, b, _ := strings.Cut(second, "/play"); a != b {
		t.Errorf("the day's puzzle of a class differs: %s and %s", a, b)
	}
}
