package phrases

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Words are the words of a family by key and language. Its file has for each key the text in every language:
//
//	next:
//	  en: "{a} is next to {b}"
//	  zh: "{a}与{b}相邻"
//
// The code says which key is meant and what fills the holes, so that what differs between languages stands in the file alone. A language
// need not use all that it is given.
type Words map[string]map[string]string

// readWords reads a file of words. It refuses a key that lacks a language which another has.
func readWords(data []byte) (Words, error) {
	var w Words
	if err := yaml.Unmarshal(data, &w); err != nil {
		return nil, err
	}
	languages := map[string]bool{}
	for _, texts := range w {
		for lang := range texts {
			languages[lang] = true
		}
	}
	for _, key := range slices.Sorted(maps.Keys(w)) {
		for _, lang := range slices.Sorted(maps.Keys(languages)) {
			if _, ok := w[key][lang]; !ok {
				return nil, fmt.Errorf("%q has no words in %q", key, lang)
			}
		}
	}
	return w, nil
}

// MustRead reads a file of words that is part of the program: one that is wrong is found by the first test that needs it.
func MustRead(data []byte) Words {
	w, err := readWords(data)
	if err != nil {
		panic(fmt.Sprintf("a file of words: %v", err))
	}
	return w
}

// Has reports whether there are words for a key.
func (w Words) Has(key string) bool { return w[key] != nil }

// Text gives the text of a key with its holes. Languages without words are said in English. A key that the file has not is a slip of the
// code.
func (w Words) Text(lang, key string) string {
	texts, ok := w[key]
	if !ok {
		panic(fmt.Sprintf("no words for %q", key))
	}
	if text, ok := texts[lang]; ok {
		return text
	}
	return texts[Languages()[0]]
}

// Say gives the text of a key with its holes filled: fill has the name of a hole, what goes into it, the next name, and so on.
func (w Words) Say(lang, key string, fill ...string) string { return Fill(w.Text(lang, key), fill...) }

// Join joins parts by the word of a key, the last by that of another.
func (w Words) Join(lang string, parts []string, sep, last string) string {
	if len(parts) < 2 {
		return strings.Join(parts, "")
	}
	return strings.Join(parts[:len(parts)-1], w.Text(lang, sep)) + w.Text(lang, last) + parts[len(parts)-1]
}

// Fill puts parts into the holes of a text: fill has the name of a hole, what goes into it, the next name, and so on.
func Fill(text string, fill ...string) string {
	at := strings.IndexByte(text, '{')
	if at < 0 {
		return text
	}
	var b strings.Builder
	for ; at >= 0; at = strings.IndexByte(text, '{') {
		end := strings.IndexByte(text[at:], '}')
		if end < 0 {
			break
		}
		hole, value, found := text[at+1:at+end], "", false
		for i := 0; i+1 < len(fill) && !found; i += 2 {
			value, found = fill[i+1], fill[i] == hole
		}
		if b.WriteString(text[:at]); found {
			b.WriteString(value)
			text = text[at+end+1:]
		} else { // a brace
			b.WriteByte('{')
			text = text[at+1:]
		}
	}
	b.WriteString(text)
	return b.String()
}

// Cases are words for somebody or something, as they are said first in a sentence and in the dative, which differ in German. A file writes
// both at once, as {der|dem} Zug nach Wien, and a text asks for the second by a hole such as {dative a}.
type Cases struct{ Plain, Dative string }

// cased finds what is said in two ways.
var cased = regexp.MustCompile(`\{([^{}|]*)\|([^{}|]*)\}`)

// Decline gives the words for something in both cases, with their holes filled as by Fill.
func Decline(text string, fill ...string) Cases {
	return Cases{Fill(cased.ReplaceAllString(text, "$1"), fill...), Fill(cased.ReplaceAllString(text, "$2"), fill...)}
}

// In gives what fills the holes for something, for Fill.
func (c Cases) In(hole string) []string { return []string{hole, c.Plain, "dative " + hole, c.Dative} }

// Ordered puts the verb of a clause, which its text marks as in {verb is}, to its beginning or end where the order is "first" or "last", as
// German does behind words such as then and if; else it stays. Of {a|b} it takes b where the order is "last", as Japanese has another
// particle in a clause within another, and else a.
func Ordered(text, order string) string {
	form := "$1"
	if order == "last" {
		form = "$2"
	}
	text = cased.ReplaceAllString(text, form)
	before, rest, ok := strings.Cut(text, "{verb ")
	if !ok {
		return text
	}
	verb, after, _ := strings.Cut(rest, "}")
	switch order {
	case "first":
		return strings.TrimRight(verb+" "+before+strings.TrimPrefix(after, " "), " ")
	case "last":
		return before + strings.TrimPrefix(after+" ", " ") + verb
	}
	return before + verb + after
}

// Each gives what fills the holes of a name in a text, said in the order that each asks for: {a}, {a first}, {a last}.
func Each(text, name string, say func(order string) string) []string {
	var out []string
	for _, order := range []string{"", "first", "last"} {
		if hole := strings.TrimSpace(name + " " + order); strings.Contains(text, "{"+hole+"}") {
			out = append(out, hole, say(order))
		}
	}
	return out
}

// choice finds what a text says in two ways.
var choice = regexp.MustCompile(`\[([^\]/]*)/([^\]/]*)\]|<([^>/]*)/([^>/]*)>`)

// Bend chooses what a text with holes says in two ways: of [a/b] the second where a word before it puts the verb first, and of <a/b> the
// second where another claim follows.
func Bend(text string, turned, more bool) string {
	return choice.ReplaceAllStringFunc(text, func(s string) string {
		m := choice.FindStringSubmatch(s)
		switch {
		case s[0] == '[' && turned:
			return m[2]
		case s[0] == '[':
			return m[1]
		case more:
			return m[4]
		}
		return m[3]
	})
}
