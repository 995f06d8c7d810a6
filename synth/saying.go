package synth

import (
	"fmt"
	"strings"

	"github.com/quandary-puzzles/quandary/py/eval"
	"github.com/quandary-puzzles/quandary/spec"
)

// This file evaluates says: how explanations say what an unknown is. Nothing of it is in a record.

// Saying is how an unknown is said in one language. In its sentences Hole stands for the names of one or several values.
type Saying struct {
	Lang    string // "" where it is for every language
	Is, Not string // "" where the unknown is said by its name
	Values  map[int64]string
}

// mostSaid bounds a sentence and the name of a value, in bytes: steps repeat them.
const mostSaid = 1000

// Hole stands in a sentence for what the values are called.
const Hole = "\x00"

// saying is a compiled spec.Saying.
type saying struct {
	lang            string
	field           string
	said, named     spec.Pos // where the sentences and the values stand
	is, not, values *eval.Code
}

func (c *compiler) sayings(all [][]spec.Saying, field string) [][]saying {
	var out [][]saying
	for i, langs := range all {
		out = append(out, nil)
		for _, s := range langs {
			one := saying{lang: s.Lang, field: field, is: c.template(s.Is, field), not: c.template(s.Not, field), values: c.expr(s.Values, field)}
			if s.Is != nil {
				one.said = s.Is.Pos
			}
			if s.Values != nil {
				one.named = s.Values.Pos
			}
			out[i] = append(out[i], one)
		}
	}
	return out
}

// failure is what is wrong with what a saying gives, where it stands.
func (s *saying) failure(at spec.Pos, err error) *Failure {
	return exprFailure(s.field, fmt.Errorf("%s: %w", at, err))
}

// valueNames gives the names of values that a symbol's sayings have, in their order.
func (r *run) valueNames(s *symbol) (out [][]map[int64]string, f *Failure) {
	for i, langs := range s.says {
		out = append(out, make([]map[int64]string, len(langs)))
		for j, say := range langs {
			if say.values == nil {
				continue
			}
			r.at.move("says:"+s.field, i, j)
			v, f := r.eval(say.values, say.field)
			if f != nil {
				return nil, f
			}
			names, err := namesOf(v)
			if err != nil {
				return nil, say.failure(say.named, err)
			}
			out[i][j] = names
		}
	}
	return out, nil
}

// namesOf reads a dict from numbers to their names.
func namesOf(v eval.Value) (map[int64]string, error) {
	d, ok := v.(*eval.Dict)
	if !ok {
		return nil, eval.Raise("TypeError", "values must be a dict, not '%s'", v.TypeName())
	}
	out, called := map[int64]string{}, map[string]int64{}
	for _, item := range d.Items() {
		n, ok := item[0].(eval.Int)
		if !ok {
			return nil, eval.Raise("TypeError", "values must have whole numbers of at most 64 bits as keys, not '%s'", item[0].TypeName())
		}
		text, _ := item[1].(eval.Str)
		if len(text) > mostSaid {
			return nil, eval.Raise("ValueError", "the name of %d has %d bytes, and at most %d are allowed", n, len(text), mostSaid)
		}
		name := oneLine(string(text))
		if name == "" {
			return nil, eval.Raise("TypeError", "the name of %d must be a text that is not empty", n)
		}
		if other, ok := called[name]; ok {
			return nil, eval.Raise("ValueError", "%d and %d are both called %q", other, n, name)
		}
		out[int64(n)], called[name] = name, int64(n)
	}
	return out, nil
}

// oneLine has single blanks in place of line breaks and other room in a text: each step is one line.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// said gives how an unknown of some keys is said in each language.
func (r *run) said(s *symbol, keys []eval.Value, field int, names [][]map[int64]string) (out []Saying, f *Failure) {
	if field >= len(s.says) {
		return nil, nil
	}
	slots, vals := r.ofKeys(s, keys)
	slots, vals = append(slots, r.p.names.value), append(vals, eval.Str(Hole))
	for i, say := range s.says[field] {
		one := Saying{Lang: say.lang, Values: names[field][i]}
		for _, part := range []struct {
			code *eval.Code
			to   *string
		}{{say.is, &one.Is}, {say.not, &one.Not}} {
			if part.code == nil {
				continue
			}
			text, err := r.text(part.code, say.field, spot{s.field + ".says", field, i}, slots, vals)
			if err == nil && len(text) > mostSaid {
				return nil, say.failure(say.said, fmt.Errorf("a sentence has %d bytes, and at most %d are allowed", len(text), mostSaid))
			}
			if err == nil && s.types[field].Kind != spec.TypeBool && !strings.Contains(text, Hole) {
				return nil, say.failure(say.said, fmt.Errorf("the sentence %q does not say the value", text))
			}
			if err != nil {
				return nil, exprFailure(say.field, err)
			}
			*part.to = strings.TrimRight(oneLine(text), ".。")
		}
		out = append(out, one)
	}
	return out, nil
}

// distinct reports a sentence that says one thing of an unknown and was told before: nobody could tell what it means.
func distinct(s *symbol, field int, says []Saying, told map[string]bool) *Failure {
	for i, say := range says {
		for _, text := range []string{say.Is, say.Not} {
			if text == "" {
				continue
			}
			at := say.Lang + ":" + text
			if told[at] {
				say := &s.says[field][i]
				return say.failure(say.said, fmt.Errorf("the sentence %q stands for two things", strings.ReplaceAll(text, Hole, "…")))
			}
			told[at] = true
		}
	}
	return nil
}
