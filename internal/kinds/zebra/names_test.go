package zebra

import (
	"reflect"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/language"
	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/matching"
	"github.com/quandary-puzzles/quandary/internal/rng"
)

// TestOddNames: a puzzle is written and read back, and so is an answer, whatever signs are in the names.
func TestOddNames(t *testing.T) {
	parts := []string{"a", "b", " ", ",", ";", ":", "：", "-", ".", "*", "|", "、", "，", "\"", "'", "=", "#", "{", "}", "[", "]", "&", "!", "%", "@", "`", "~",
		"null", "true", "on", "1", "0x1", "1e3", "1_000", "1:30", ".5", "+1", "-0", "?", "<<", ">", "/", "\\", "é", "王", "\u00a0", "\u2028", "\ufeff", "2001-01-01"}
	r := rng.New(5)
	name := func() string {
		var s strings.Builder
		for range 1 + r.IntN(4) {
			s.WriteString(parts[r.IntN(len(parts))])
		}
		return s.String()
	}
	tried := 0
	for range 2000 {
		p := &matching.Puzzle{N: 3, Line: -1}
		for range 3 {
			p.Cats = append(p.Cats, matching.Category{Name: name(), Items: []string{name(), name(), name()}})
		}
		if p.Validate() != nil {
			continue
		}
		tried++
		text := language.YAML(p)
		q, err := language.ReadYAML("own.yaml", []byte(text))
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		for c := range p.Cats {
			if q.Cats[c].Name != p.Cats[c].Name || !reflect.DeepEqual(q.Cats[c].Items, p.Cats[c].Items) {
				t.Fatalf("%q was read as %q\n%s", p.Cats[c].Items, q.Cats[c].Items, text)
			}
		}
		in, want := &Instance{P: p}, matching.Grid{matching.Numbers(3), r.Perm(3), r.Perm(3)}
		answer := in.AnswerText(solved{p, want}, "en")
		if s, err := in.ReadAnswer(answer); err != nil || !reflect.DeepEqual(s.(solved).G, want) {
			t.Fatalf("%q was read as %v, %v", answer, s, err)
		}
	}
	if tried < 300 {
		t.Errorf("%d puzzles were tried", tried)
	}
}

// TestBlankAtTheEnd: a name that begins or ends with a blank is none: no answer could say it.
func TestBlankAtTheEnd(t *testing.T) {
	_, err := language.ReadYAML("own.yaml", []byte("categories:\n  who: {items: [Ann, \"Bo \"]}\n  what: {items: [tea, milk]}\nclues:\n  - is: [Ann, tea]\n"))
	if err == nil || !strings.Contains(err.Error(), `"Bo " begins or ends with a blank`) {
		t.Error(err)
	}
}
