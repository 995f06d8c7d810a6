package webtest_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// folder is where the page's files are, as seen from this package.
const folder = "../../web"

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

// TestCatalogue: both languages have the same texts with the same places for values, and every text that the page asks for
// by name is there.
func TestCatalogue(t *testing.T) {
	en, zh := messages(t, "en"), messages(t, "zh")
	place := regexp.MustCompile(`\{\w+\}`)
	for key, text := range en {
		other, ok := zh[key]
		if !ok {
			t.Errorf("%s is not in Chinese", key)
			continue
		}
		one, two := place.FindAllString(text, -1), place.FindAllString(other, -1)
		for _, p := range two {
			if !slices.Contains(one, p) {
				t.Errorf("%s: %s stands in Chinese alone", key, p)
			}
		}
		if strings.Contains(other, "|") {
			t.Errorf("%s: Chinese has no plural", key)
		}
	}
	for key := range zh {
		if _, ok := en[key]; !ok {
			t.Errorf("%s is not in English", key)
		}
	}
	used := []*regexp.Regexp{regexp.MustCompile(`\bt\("([a-zA-Z0-9.]+)"[,)]`), regexp.MustCompile(`\.T "([a-zA-Z0-9.]+)"`), regexp.MustCompile(`\.T\("([a-zA-Z0-9.]+)"[,)]`)}
	err := filepath.WalkDir(folder, func(path string, d os.DirEntry, err error) error {
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

// TestOwnCards: clue cards of one's own, from properties and OCL to the game.
func TestOwnCards(t *testing.T) {
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
