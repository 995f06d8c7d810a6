package families_test

import (
	"cmp"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/families"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/lint"
	"github.com/quandary-puzzles/quandary/solve/native"
)

var hole = regexp.MustCompile(`\{[^}]*\}`)

// holes lists what a text is filled with, in order.
func holes(text string) []string {
	out := hole.FindAllString(text, -1)
	slices.Sort(out)
	return out
}

// TestWords holds that what people read of families is there in every language – of the program's rules files and of the pieces that
// others use – with the same holes in each, and that the catalogue has no text that nothing says.
func TestWords(t *testing.T) {
	english := map[string]bool{}
	check := func(where string, text rules.Texts, own ...string) {
		en := text["en"]
		if len(text) == 0 {
			return // what is wrong with lines that are no loop is said in the program's own words
		}
		if en == "" {
			t.Errorf("%s says nothing in English", where)
			return
		}
		english[strings.Join(strings.Fields(en), " ")] = true
		words := families.Words(en)
		for _, lang := range append(own, "de", "es", "ja") {
			said := cmp.Or(text[lang], words[lang])
			switch {
			case said == "":
				t.Errorf("%s: %q has no words in %q", where, en, lang)
			case slices.Contains(own, lang) && !slices.Equal(slices.Compact(holes(said)), slices.Compact(holes(en))),
				!slices.Contains(own, lang) && !slices.Equal(holes(said), holes(en)):
				t.Errorf("%s: the holes of %q are not those of %q", where, said, en)
			}
		}
	}
	look := func(id string, whole bool) {
		data, _ := families.Read(id)
		if !whole {
			data = []byte("version: 1\nfamily: f\nuse: [digits, " + id + "]\nfind: {digit: {values: 1..9, given: true}}\nlet: {digits: \"range(1, 10)\", regions: list(boxes)}\n")
		}
		f, probs := rules.Load(id+".yaml", data, families.Use)
		if f == nil {
			t.Fatal(probs.Err())
		}
		if whole {
			check(id+": title", f.Title, "zh")
			want := slices.AppendSeq(slices.Collect(maps.Values(f.Title)), maps.Values(families.Words(f.Title["en"])))
			slices.Sort(want)
			if got := families.Titles(id); !slices.Equal(slices.Sorted(slices.Values(got)), want) {
				t.Errorf("%s is called %q, and read quickly %q", id, want, got)
			}
			check(id+": about", f.About, "zh")
		}
		for _, r := range f.Rules {
			check(id+": "+r.Name, r.Text, "zh")
		}
		for _, r := range f.Techniques {
			check(id+": "+r.Name, r.Text, "zh")
			check(id+": "+r.Name, rules.Texts{"en": cmp.Or(r.Called["en"], r.Plain())}, "zh")
		}
		for _, l := range f.Layers {
			if whole || l.Role == rules.Find {
				check(id+": "+l.Name, rules.Texts{"en": cmp.Or(l.Called["en"], l.Name), "zh": l.Called["zh"]}, "zh")
			}
			for _, x := range l.Fields {
				if !x.Places && (whole || l.Role == rules.Find) {
					check(id+": "+l.Name+"."+x.Name, rules.Texts{"en": x.Name}, "zh")
				}
			}
			for word, said := range l.Said {
				check(id+": "+l.Name+" "+word, said, "zh")
			}
		}
	}
	for _, id := range families.Names() {
		look(id, true)
	}
	for _, id := range families.Pieces() {
		look(id, false)
	}
	for _, file := range []string{"titles", "about", "sentences", "names"} {
		data, err := os.ReadFile("words/" + file + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for _, block := range strings.Split(strings.TrimSpace(string(data)), "\n\n")[1:] {
			langs := map[string]string{}
			for _, line := range strings.Split(block, "\n") {
				lang, text, _ := strings.Cut(line, " ")
				if langs[lang] != "" || text == "" {
					t.Errorf("%s: %q stands twice, or is empty, below %q", file, lang, langs["en"])
				}
				langs[lang] = text
			}
			if got := slices.Sorted(maps.Keys(langs)); !slices.Equal(slices.DeleteFunc(got, func(lang string) bool { return lang == "zh" && file == "names" }), []string{"de", "en", "es", "ja"}) {
				t.Errorf("%s: %q has words in %v", file, langs["en"], got)
			}
			if en := langs["en"]; seen[en] || !english[en] {
				t.Errorf("%s: %q stands twice, or nothing says it", file, en)
			}
			seen[langs["en"]] = true
		}
	}
	t.Logf("%d texts of %d families and %d pieces", len(english), len(families.Names()), len(families.Pieces()))
}

// TestTranslate: a file keeps its own words, and what the catalogue has not stays in English.
func TestTranslate(t *testing.T) {
	f, probs := rules.Load("f.yaml", []byte(`version: 1
family: f
title: {en: Hitori, de: Allein}
find: {shade: {}, glow: {}}
rules: {touch: "not (shade[a] and shade[b]) for a, b in links", odd: any(shade)}
text: {en: {touch: "{a} and {b} are both shaded.", odd: "Nothing of the kind."}}
`), nil)
	if f == nil {
		t.Fatal(probs.Err())
	}
	families.Translate(f)
	for _, c := range []struct{ got, want string }{
		{f.Title.In("de"), "Allein"},
		{f.Title.In("ja"), "ひとりにしてくれ"},
		{f.Rule("touch").Text.In("de"), "{a} und {b} sind beide schwarz."},
		{f.Rule("odd").Text.In("de"), "Nothing of the kind."},
		{f.Layer("shade").Called.In("es"), "celda sombreada"},
		{f.Layer("glow").Called.In("es"), ""},
	} {
		if c.got != c.want {
			t.Errorf("%q, not %q", c.got, c.want)
		}
	}
}

// TestLintOfOwnLanguages: a file whose sentences the catalogue says in part is not asked for the others in languages that it does not speak.
func TestLintOfOwnLanguages(t *testing.T) {
	const text = "version: 1\nfamily: f\nsize: 4x4\nfind: {shade: {}}\nrules:\n  touch: not (shade[a] and shade[b]) for a, b in links\n  own: any(shade[c] for c in cells)\n" +
		"text: {en: {touch: '{a} and {b} are both shaded.', own: Nothing of this kind is said elsewhere.}}\n"
	file, _ := rules.Load("f.yaml", []byte(text), nil)
	families.Translate(file)
	if file.Rule("touch").Text["de"] == "" {
		t.Fatal("the catalogue does not say the sentence any more: the test needs another")
	}
	for _, p := range lint.Check(t.Context(), file, native.New()) {
		if p.Code == "no-sentence" {
			t.Error(p)
		}
	}
}
