package worded

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/quandary-puzzles/quandary/internal/phrases"
	"github.com/quandary-puzzles/quandary/puzzle"
)

//go:embed words.yaml
var lexiconFile []byte

// lexicon has the words of the family, in every language.
var lexicon = sync.OnceValue(func() phrases.Words { return phrases.MustRead(lexiconFile) })

// language gives the language that is meant, English where there are no words for it.
func language(lang string) string {
	if slices.Contains(phrases.Languages(), lang) {
		return lang
	}
	return "en"
}

// In gives the same puzzle, with its steps told in another language. The text stays in the language that it is written in.
func (in *Instance) In(lang string) puzzle.Instance {
	out := *in
	out.lang = language(lang)
	return &out
}

func (in *Instance) say(key string, fill ...string) string {
	return lexicon().Say(in.lang, key, fill...)
}

// join joins parts by commas, the last by a word: "and" or "or".
func (in *Instance) join(word string, parts []string) string {
	if len(parts) < 2 {
		return strings.Join(parts, "")
	}
	last := len(parts) - 1
	return in.say(word, "list", strings.Join(parts[:last], in.say("comma")), "last", parts[last])
}

// answerName names the answer to a question.
func (in *Instance) answerName(i int) string {
	if len(in.out.Questions) == 1 {
		return in.say("answer")
	}
	return in.say("answer-to", "n", strconv.Itoa(i+1))
}
