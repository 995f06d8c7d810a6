package grade

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
)

// class is what a word or phrase does to the claim that it stands in. One may do several things.
type class uint32

const (
	negates   class = 1 << iota // denies what the clause says: not, isn't, 不是
	excepts                     // denies what follows it alone: rather than, 而不是
	limits                      // makes a bound of a value: at least, <, 以上
	hedges                      // takes back the certainty: about, maybe, 可能
	corrects                    // takes back what was said before: wait, oops, 更正
	contrasts                   // but, 但是: what was doubted before is no longer meant
	concludes                   // so, 所以: what was said before is what it follows from
	reasons                     // because, 因为: what follows is working
	either                      // or, 或
	joins                       // and, 和
	rejects                     // says that something is not the answer: wrong, innocent, ✗
	accepts                     // says that something is: right, guilty, ✓
	links                       // is, =, 是: the value stands behind it
	opens                       // who, of: what follows describes the subject of the clause
	closes                      // 的, 人数: what stands before describes the subject
	reports                     // says, 说: somebody else's claim
	labels                      // clue, step: the number behind it is a name
	others                      // the others, 其余: what is left
	checks                      // check: what follows in the sentence is working
	frames                      // words that say nothing of their own about the value
	refers                      // it, that: what was said before
)

// classNames are the names of the classes in the lexicon, in their order.
var classNames = strings.Fields("negates excepts limits hedges corrects contrasts concludes reasons either joins rejects accepts links opens closes reports labels others checks frames refers")

// lexicon lists the phrases of each class. Everything that marking knows about words stands there and in the numbers of words.go.
//
//go:embed lexicon.txt
var lexicon string

// grammarNode is a node of the tree of phrases.
type grammarNode struct {
	next  map[string]*grammarNode
	class class // of the phrase that ends here; 0 where none does
}

// phrases is the tree of all phrases of the lexicon by their tokens.
var phrases = sync.OnceValue(func() *grammarNode {
	root := &grammarNode{}
	var of class
	for line := range strings.Lines(lexicon) {
		line = strings.TrimSpace(line)
		if names, ok := strings.CutPrefix(line, "["); ok {
			of = 0
			for _, name := range strings.Fields(strings.TrimSuffix(names, "]")) {
				of |= 1 << slices.Index(classNames, name)
			}
			continue
		}
		if line == "" || line[0] == '#' {
			continue
		}
		for _, phrase := range strings.Split(line, "|") {
			at := root
			for _, t := range tokenize(phrase) {
				if at.next == nil {
					at.next = map[string]*grammarNode{}
				}
				if at.next[t.text] == nil {
					at.next[t.text] = &grammarNode{}
				}
				at = at.next[t.text]
			}
			at.class |= of
		}
	}
	return root
})

// phraseAt gives the class of the longest phrase that begins at a token, and how many tokens it has; none has class 0 and one
// token.
func phraseAt(tokens []token, i int) (class, int) {
	at := phrases()
	found, n := class(0), 1
	for j := i; j < len(tokens); j++ {
		at = at.next[tokens[j].text]
		if at == nil {
			break
		}
		if at.class != 0 {
			found, n = at.class, j-i+1
		}
	}
	return found, n
}
