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

// TestClauses: a clause has its verb or its particle where the words around it ask for them, and names their case.
func TestClauses(t *testing.T) {
	for _, c := range []struct{ text, plain, first, last string }{
		{"{a} {verb ist} neben {dative b}", "{a} ist neben {dative b}", "ist {a} neben {dative b}", "{a} neben {dative b} ist"},
		{"Asta {verb trug}", "Asta trug", "trug Asta", "Asta trug"},
		{"{a}{は|が}左端である", "{a}は左端である", "{a}は左端である", "{a}が左端である"},
		{"{a} is {b}", "{a} is {b}", "{a} is {b}", "{a} is {b}"},
	} {
		for order, want := range map[string]string{"": c.plain, "first": c.first, "last": c.last} {
			if got := Ordered(c.text, order); got != want {
				t.Errorf("%s, %q: %q, want %q", c.text, order, got, want)
			}
		}
	}
	text := "wenn {a last}, dann {b first}"
	fill := append(Each(text, "a", func(o string) string { return "A " + o }), Each(text, "b", func(o string) string { return "B " + o })...)
	if got, want := Fill(text, fill...), "wenn A last, dann B first"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	who := Decline("{der|dem} Zug nach {}", "", "Wien")
	if got, want := Fill("{a} und von {dative a}", who.In("a")...), "der Zug nach Wien und von dem Zug nach Wien"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
