package declared

import (
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/puzzle"
)

// taught says what each class of steps is that is learnt, from 1, in every language. The harder ones are no lessons: one supposes, and
// looks what happens.
var taught = []struct{ en, zh string }{
	{"Look at one rule at one place: it says what must be there, or cannot be.", "看一处的一条规则：它说明那里必须是什么，或不能是什么。"},
	{"Look at rules that meet at one place: one leaves little room, the other takes it.", "看在同一处相遇的规则：一条留下很少的余地，另一条把它占去。"},
	{"Go through every way in which one rule can be kept, and keep what all of them have in common.", "列出满足一条规则的所有情形，留下它们的共同之处。"},
	{"Hold two rules against each other: what neither says alone, both say together.", "把两条规则合起来看：单独看不出的，合起来就能得出。"},
	{"Follow a short chain: if this were so, then that, and then a rule would be broken.", "顺着一条短链推下去：如果这样，就会那样，于是违反规则。"},
}

// Lessons gives a lesson for each of the easier classes of steps.
func (b *Builtin) Lessons(lang string) []puzzle.Lesson {
	sizes := b.Suggested()
	if len(sizes) == 0 {
		return nil
	}
	var out []puzzle.Lesson
	for n, l := range taught {
		t := techniques[n]
		name, text := strings.ToUpper(t.en[:1])+t.en[1:], l.en
		if lang == "zh" {
			name, text = t.zh, l.zh
		}
		out = append(out, puzzle.Lesson{ID: t.code, Name: name, Text: text, Params: sizes[0], Settings: puzzle.Settings{"class": strconv.Itoa(n + 1)}})
	}
	return out
}
