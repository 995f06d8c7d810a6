package worded

import (
	_ "embed"
	"strconv"
	"sync"

	"github.com/quandary-puzzles/quandary/internal/phrases"
	"github.com/quandary-puzzles/quandary/puzzle"
)

//go:embed words.yaml
var lexiconFile []byte

// lexicon has the words of the family, in every language.
var lexicon = sync.OnceValue(func() phrases.Words { return phrases.MustRead(lexiconFile) })

// In gives the same puzzle, with its steps told in another language. The text stays in the language that it is written in.
func (in *Instance) In(lang string) puzzle.Instance {
	out := *in
	out.lang = phrases.Spoken(lang)
	return &out
}

func (in *Instance) say(key string, fill ...string) string {
	return lexicon().Say(in.lang, key, fill...)
}

// join joins parts by commas, the last by the word of a key: "and" or "or".
func (in *Instance) join(parts []string, last string) string {
	return lexicon().Join(in.lang, parts, "comma", last)
}

// answerName names the answer to a question.
func (in *Instance) answerName(i int) string {
	if len(in.out.Questions) == 1 {
		return in.say("answer")
	}
	return in.say("answer-to", "n", strconv.Itoa(i+1))
}
