package web

import (
	"embed"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"golang.org/x/text/language"
)

//go:embed messages
var messageFiles embed.FS

// languages lists the languages of the page, the one to fall back to first. What families say of their puzzles is English where they have
// no words in the language of the page.
func languages() []string { return []string{"en", "zh", "de", "es", "ja"} }

// catalogue holds the page's texts by language and key. The same texts are used by the templates and, sent inside each
// page, by its scripts.
type catalogue map[string]map[string]string

func loadMessages() (catalogue, error) {
	c := catalogue{}
	for _, lang := range languages() {
		text, err := messageFiles.ReadFile("messages/" + lang + ".json")
		if err != nil {
			return nil, err
		}
		var m map[string]string
		if err := json.Unmarshal(text, &m); err != nil {
			return nil, fmt.Errorf("web: messages/%s.json: %w", lang, err)
		}
		c[lang] = m
	}
	return c, nil
}

// text gives a text with {name} replaced by what follows the name in pairs; an unknown key is its own text.
func (c catalogue) text(lang, key string, pairs ...any) string {
	text, ok := c[lang][key]
	if !ok {
		return key
	}
	one, many, ok := strings.Cut(text, "|")
	for i := 0; i+1 < len(pairs); i += 2 {
		if ok && pairs[i] == "n" { // forms for one and many
			if text = many; pairs[i+1] == 1 {
				text = one
			}
		}
	}
	for i := 0; i+1 < len(pairs); i += 2 {
		text = strings.ReplaceAll(text, fmt.Sprintf("{%v}", pairs[i]), fmt.Sprint(pairs[i+1]))
	}
	return text
}

// langCookie keeps the language that was chosen.
const langCookie = "lang"

// langOf gives the language of a request: the one it asks for, the one chosen before, the one the browser prefers. One that
// is asked for is kept in a cookie.
func langOf(w http.ResponseWriter, r *http.Request) string {
	w.Header().Add("Vary", "Accept-Language, Cookie")
	if asked := r.URL.Query().Get("lang"); knownLang(asked) {
		http.SetCookie(w, &http.Cookie{Name: langCookie, Value: asked, Path: "/", MaxAge: 365 * 24 * 3600, SameSite: http.SameSiteLaxMode, HttpOnly: true})
		return asked
	}
	if c, err := r.Cookie(langCookie); err == nil && knownLang(c.Value) {
		return c.Value
	}
	accept := r.Header.Get("Accept-Language")
	if len(accept) > 200 {
		accept = ""
	}
	tags := make([]language.Tag, len(languages()))
	for i, l := range languages() {
		tags[i] = language.Make(l)
	}
	wanted, _, err := language.ParseAcceptLanguage(accept)
	if err != nil {
		return languages()[0]
	}
	_, at, _ := language.NewMatcher(tags).Match(wanted...)
	return languages()[at]
}

func knownLang(code string) bool {
	return slices.Contains(languages(), code)
}
