package worded

import (
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/synth"
)

// This file says what is known of an unknown: in the sentences of the specification where it has them (says), or else as "seat of Cora is 6".

// name names the unknowns by what they are in the specification, or else as the problem does, and finds how they are said.
func (t *teller) name(unknowns map[model.Var]synth.Unknown) {
	taken := map[string]bool{}
	for v := range t.p.NumVars() {
		u, ok := unknowns[model.Var(v)]
		t.says = append(t.says, saying(u, t.in.lang))
		name := t.p.Variable(model.Var(v)).Name
		if ok {
			if of := t.in.say("of", "what", u.Name(), "whom", t.in.join(u.Keys, "and")); !taken[of] {
				name = of
			}
		}
		taken[name] = true
		t.names = append(t.names, strings.ReplaceAll(name, "_", " "))
	}
}

// saying is how a specification has an unknown said in a language; nil where it does not say.
func saying(u synth.Unknown, lang string) *synth.Saying {
	i := slices.IndexFunc(u.Says, func(s synth.Saying) bool { return s.Lang == "" || s.Lang == lang })
	if i < 0 {
		return nil
	}
	return &u.Says[i]
}

// capital begins a sentence with a capital, other than one that begins with a name of one letter.
func capital(text string) string {
	r := []rune(text)
	if len(r) > 1 && unicode.IsLetter(r[1]) {
		r[0] = unicode.ToUpper(r[0])
	}
	return string(r)
}

// clauses joins what is known of several unknowns.
func (t *teller) clauses(parts []string) string {
	return lexicon().Join(t.in.lang, parts, "clause", "clause-and")
}

// fact says what an unknown can be: its values, or those that it has not where they are fewer.
func (t *teller) fact(v model.Var) string {
	has, lacks := t.dom[v], t.all[v]&^t.dom[v]
	if n := bits.OnesCount64(lacks); n > 0 && n < bits.OnesCount64(has) {
		return t.states(v, lacks, true)
	}
	return t.states(v, has, false)
}

// states says that an unknown has one of some values, or none of them.
func (t *teller) states(v model.Var, set uint64, not bool) string {
	var is, denied string
	if s := t.says[v]; s != nil {
		is, denied = s.Is, s.Not
	}
	said := t.list(v, set)
	if t.p.Variable(v).Sort == model.Bool { // what is not true is false
		yes := t.values[v][bits.TrailingZeros64(set)].Bool() != not
		said, not = t.in.say(strconv.FormatBool(yes)), !yes && is != ""
	}
	key, sentence := "is", is
	if not {
		key, sentence = "not", denied
	}
	if sentence != "" {
		return strings.ReplaceAll(sentence, synth.Hole, said)
	}
	return t.in.say(key, "name", t.names[v], "values", said)
}

// list says some values of an unknown, three and more numbers in a row as "3 to 7".
func (t *teller) list(v model.Var, set uint64) string {
	var words []string
	for i := 0; i < len(t.values[v]); i++ {
		if set>>i&1 == 0 {
			continue
		}
		last := i
		for last+1 < len(t.values[v]) && set>>(last+1)&1 == 1 && t.ranged(v, last) {
			last++
		}
		if last-i < 2 {
			words = append(words, t.value(v, i))
			continue
		}
		words = append(words, t.in.say("range", "from", t.value(v, i), "to", t.value(v, last)))
		i = last
	}
	return t.in.join(words, "or")
}

// ranged reports whether an unknown's value and the next are numbers one after the other, said as numbers.
func (t *teller) ranged(v model.Var, i int) bool {
	x, ok := t.values[v][i].Int64()
	y, ok2 := t.values[v][i+1].Int64()
	_, named := t.called(v, x)
	_, named2 := t.called(v, y)
	return ok && ok2 && y == x+1 && !named && !named2 && t.p.Variable(v).Values == nil && t.p.Variable(v).Sort == model.Int
}

// called gives the name that the specification has for a value.
func (t *teller) called(v model.Var, n int64) (name string, ok bool) {
	if t.says[v] != nil {
		name, ok = t.says[v].Values[n]
	}
	return name, ok
}

// value says a value of an unknown that is not true or false.
func (t *teller) value(v model.Var, i int) string {
	n, _ := t.values[v][i].Int64()
	if names := t.p.Variable(v).Values; names != nil {
		return names[n]
	}
	if name, ok := t.called(v, n); ok {
		return name
	}
	return fmt.Sprint(n)
}
