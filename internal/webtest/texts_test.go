package webtest_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// folder is where the page's files are, as seen from this package.
const folder = "../web"

func messages(t *testing.T, lang string) map[string]string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(folder, "messages", lang+".json"))
	if err != nil {
		t.Fatal(err)
	}
	var m map[string]string
	if err := json.Unmarshal(text, &m); err != nil {
		t.Fatal(err)
	}
	return m
}

// languages are those of the page beside English, and how many forms a text that counts has in each.
var languages = map[string]int{"zh": 1, "de": 2, "es": 2, "ja": 1}

// TestCatalogue: all languages have the same texts with the same places for values, and every text that the page asks for by name is
// there.
func TestCatalogue(t *testing.T) {
	en := messages(t, "en")
	place := regexp.MustCompile(`\{\w+\}`)
	files, err := filepath.Glob(filepath.Join(folder, "messages", "*.json"))
	if err != nil || len(files) != len(languages)+1 {
		t.Errorf("the languages tested are %v, the files %v (%v)", languages, files, err)
	}
	for lang, forms := range languages {
		own := messages(t, lang)
		for key, text := range en {
			other, ok := own[key]
			if !ok {
				t.Errorf("%s: %s is missing", lang, key)
				continue
			}
			if (text == "") != (other == "") {
				t.Errorf("%s: %s is %q, in English %q", lang, key, other, text)
			}
			one, two := place.FindAllString(text, -1), place.FindAllString(other, -1)
			for _, p := range two {
				if !slices.Contains(one, p) {
					t.Errorf("%s: %s: English has no %s", lang, key, p)
				}
			}
			for _, p := range one {
				if p != "{n}" && !slices.Contains(two, p) {
					t.Errorf("%s: %s lacks %s", lang, key, p)
				}
			}
			if strings.Contains(text, "|") && forms == 2 && strings.Count(other, "|") != 1 {
				t.Errorf("%s: %s has not its two forms: %s", lang, key, other)
			}
		}
		for key := range own {
			if _, ok := en[key]; !ok {
				t.Errorf("%s: %s is not in English", lang, key)
			}
		}
	}
	used := []*regexp.Regexp{regexp.MustCompile(`\bt\("([a-zA-Z0-9.]+)"[,)]`), regexp.MustCompile(`\.T "([a-zA-Z0-9.]+)"`), regexp.MustCompile(`\.T\("([a-zA-Z0-9.]+)"[,)]`)}
	err = filepath.WalkDir(folder, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || !slices.Contains([]string{".js", ".html", ".go"}, filepath.Ext(path)) {
			return err
		}
		text, err := os.ReadFile(path)
		for _, re := range used {
			for _, m := range re.FindAllStringSubmatch(string(text), -1) {
				if _, ok := en[m[1]]; !ok {
					t.Errorf("%s: there is no text %q", path, m[1])
				}
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestChinese: the whole page speaks Chinese when it is asked to, and remembers it.
func TestChinese(t *testing.T) {
	puztest.From(t, puztest.Whole)
	t.Parallel()
	p := newTab(t, newServer(t).URL, 1280, 900)
	p.visit("/?lang=zh")
	p.wait(`document.documentElement.lang === "zh" && document.querySelector("h1").textContent.includes("谜题")`)
	for _, id := range []string{"sudoku:4x4#1", "zebra:3x3#1", deck} {
		p.play(path(id))
		p.wait(`document.documentElement.lang === "zh"`)
		p.act("hint")
		p.wait(`!document.getElementById("hint").hidden`)
		// No English is left in what the page itself says: buttons, headings, labels.
		left := js[[]string](p, `[...document.querySelectorAll("#toolbar .label, .top nav a, .panel h2, summary, .modes .label, .segment")].map((e) => e.textContent).filter((s) => /[a-z]{3}/i.test(s.replace("PDF", "")))`)
		if len(left) > 0 {
			t.Errorf("%s: English is left: %q", id, left)
		}
	}
	p.shot("chinese")
	p.visit("/?lang=en")
	p.wait(`document.documentElement.lang === "en"`)
}

// TestLanguages: the page speaks each of its languages, chosen by the browser's preference or in the settings, and its boards stand.
func TestLanguages(t *testing.T) {
	puztest.From(t, puztest.Whole)
	t.Parallel()
	url := newServer(t).URL
	for lang := range languages {
		req, err := http.NewRequest(http.MethodGet, url+"/", nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Accept-Language", lang+"-XX, en;q=0.5")
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		page, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		if own := messages(t, lang)["allPuzzles"]; err != nil || !bytes.Contains(page, []byte(`<html lang="`+lang)) || !bytes.Contains(page, []byte(own)) {
			t.Errorf("%s is preferred, and the page does not say %q (%v)", lang, own, err)
		}
	}
	p := newTab(t, url, 1280, 900)
	for _, lang := range []string{"de", "es", "ja"} {
		p.visit("/?lang=" + lang)
		p.wait(`document.documentElement.lang === "` + lang + `"`)
		en, own := messages(t, "en"), messages(t, lang)
		for _, id := range []string{"sudoku:4x4#1", deck} {
			p.play(path(id))
			p.wait(`document.documentElement.lang === "` + lang + `"`)
			left := js[[]string](p, `[...document.querySelectorAll("#toolbar .label, .top nav a, summary, .modes .label, .segment")].map((e) => e.textContent.trim())`)
			for _, text := range left {
				for key, english := range en {
					if text == english && own[key] != english {
						t.Errorf("%s: %s: English is left: %q", lang, id, text)
					}
				}
			}
		}
		p.shot("language-" + lang)
	}
}

// TestOwnCards: clue cards of one's own, from properties and OCL to the game.
func TestOwnCards(t *testing.T) {
	puztest.From(t, puztest.Whole)
	t.Parallel()
	p := newTab(t, newServer(t).URL, 1280, 900)
	p.quiet = true // a mistake is answered with an error
	p.visit("/cards/new")
	p.click(`#new-cards [type=submit]`)
	p.wait(`document.querySelectorAll("#result li").length > 0`)
	p.shot("new-cards")
	p.do(`document.getElementById("invariants").value = "context Thing inv: self.bannd"`)
	p.click(`#new-cards [type=submit]`)
	p.wait(`/OCL:1:/.test(document.querySelector("#result .bad")?.textContent)`)
	p.do(`document.getElementById("invariants").value = ""`)
	p.click(`#new-cards [type=submit]`)
	p.wait(`document.querySelector("#result a.primary")`)
	p.click(`#result a.primary`)
	p.wait(`location.pathname === "/play" && document.querySelectorAll(".card").length === 9`)
}

// TestVerdictsInTheLanguageOfThePage: what is said of a board while it is played – what breaks a rule, what is left to be found – is in the
// language of the page.
func TestVerdictsInTheLanguageOfThePage(t *testing.T) {
	puztest.From(t, puztest.Usual)
	url := newServer(t).URL
	for lang, want := range map[string][2]string{"de": {"Zelt", "Zelte"}, "zh": {"帐篷", "帐篷"}, "ja": {"テント", "テント"}} {
		resp, err := http.Post(url+"/api/v1/check", "application/json", strings.NewReader(
			`{"puzzle": "tents:4x4#1", "moves": ["tent@r1c1=1", "tent@r1c2=1"], "lang": "`+lang+`"}`))
		if err != nil {
			t.Fatal(err)
		}
		var got struct {
			Conflicts []puzzle.Ref
			Left      []puzzle.Left
		}
		err = json.NewDecoder(resp.Body).Decode(&got)
		resp.Body.Close()
		if err != nil {
			t.Fatal(err)
		}
		if len(got.Left) != 1 || got.Left[0].Name != want[0] {
			t.Errorf("%s: left to be found: %v", lang, got.Left)
		}
		if !slices.ContainsFunc(got.Conflicts, func(r puzzle.Ref) bool { return strings.Contains(r.Text, want[1]) }) {
			t.Errorf("%s: conflicts %v", lang, got.Conflicts)
		}
	}
	p := newTab(t, url, 1280, 900)
	p.visit("/?lang=de")
	p.play(path("tents:4x4#1"))
	p.wait(`document.querySelector(".left-count")?.textContent.includes("Zelt ")`)
}
