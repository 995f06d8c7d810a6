package synth

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/quandary-puzzles/quandary/record"
	"github.com/quandary-puzzles/quandary/spec"
)

// A replay puts the values of one specification, or names drawn anew, into the text of another, which may be in another
// language. Languages are told apart by their letters only: Chinese characters in an English text are seen, French names in it
// are not.

// letters says which letters a text has.
type letters struct{ chinese, latin bool }

// lettersOf looks at a text; single Latin letters are names of things in any language.
func lettersOf(text string) letters {
	var l letters
	run := 0
	for _, c := range text {
		if unicode.Is(unicode.Latin, c) {
			if run++; run >= 3 {
				l.latin = true
			}
			continue
		}
		run = 0
		l.chinese = l.chinese || unicode.Is(unicode.Han, c)
	}
	return l
}

// ownWords are the letters of the texts of a specification, outside of their placeholders.
func ownWords(doc *spec.Document) letters {
	var b strings.Builder
	add := func(t *spec.Template) {
		if t == nil {
			return
		}
		depth := 0
		for _, c := range t.Value {
			switch {
			case c == '{':
				depth++
			case c == '}':
				depth--
			case depth == 0:
				b.WriteRune(c)
			}
		}
		b.WriteByte('\n')
	}
	add(doc.Desc)
	for _, q := range doc.Queries {
		add(q.Desc)
	}
	for _, c := range doc.Conditions {
		if c.Static != nil {
			add(c.Static.Desc)
			continue
		}
		for _, t := range c.Dynamic.Templates {
			add(t.Desc)
		}
	}
	return lettersOf(b.String())
}

// noteLanguages notes the variables whose words are in other letters than the text around them, where the configuration is of
// another specification or the words were drawn anew.
func (r *run) noteLanguages(config record.Object) {
	own := ownWords(r.p.doc)
	for i := range r.p.variables {
		name := r.p.variables[i].name
		if !r.replay.foreign && !slices.Contains(r.replay.fresh, name) {
			continue
		}
		v, ok := config.Get(name)
		if !ok {
			continue
		}
		switch words := lettersOf(strings.Join(textsIn(v, nil), "\n")); {
		case words.chinese && !own.chinese:
			r.replay.note(fmt.Sprintf("%s is in Chinese characters, and the text around it is not", name))
		case words.latin && !words.chinese && own.chinese && !own.latin:
			r.replay.note(fmt.Sprintf("%s is in Latin letters, and the text around it is in Chinese characters", name))
		}
	}
}

// textsIn gathers the texts of a value.
func textsIn(v any, out []string) []string {
	switch v := v.(type) {
	case string:
		return append(out, v)
	case []any:
		for _, x := range v {
			out = textsIn(x, out)
		}
	case record.Object:
		for _, m := range v {
			out = textsIn(m.Value, append(out, m.Key))
		}
	}
	return out
}
