package phrases

import (
	"strings"
	"testing"
)

func TestWords(t *testing.T) {
	w, err := readWords([]byte("next:\n  en: \"{a} is next to {b}\"\n  zh: \"{a}与{b}相邻\"\nstop: {en: \".\", zh: \"。\"}\n"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ lang, want string }{
		{"en", "{b} is next to Bo."}, {"zh", "{b}与Bo相邻。"}, {"de", "{b} is next to Bo."}, // what fills a hole is not filled again
	} {
		if got := w.Say(c.lang, "next", "a", "{b}", "b", "Bo") + w.Say(c.lang, "stop"); got != c.want {
			t.Errorf("%s: %q, want %q", c.lang, got, c.want)
		}
	}
	for text, want := range map[string]string{
		"a: {en: x, zh: y}\nb: {en: x}": `"b" has no words in "zh"`,
		"a: {en: x}\na: {en: y}":        "already defined",
		"a: x":                          "cannot unmarshal",
	} {
		if _, err := readWords([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("a key that is not there was said")
		}
	}()
	w.Say("en", "nothing")
}
