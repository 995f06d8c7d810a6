package cards

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/quandary-puzzles/quandary/internal/claimtext"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/lexicon"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/saying"
	"github.com/quandary-puzzles/quandary/internal/phrases"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// Sentences of somebody's reasoning are read in two ways. The words of explanations are read in every language by the clauses that say them
// (saying.Clauses). What people and language models write else, such as "starter = soup", is read by the forms of claimtext.

// claim is what a sentence says: a fact, or, as the mark of it, that two items of a line-up go together or do not.
type claim struct {
	puzzle.Claim
	fact *deck.Node
}

// mostValues bounds the values of all properties of a puzzle about which claims are read: their words in every language are kept.
const mostValues = 4096

// longestSentence bounds the sentences that are read, in bytes: none that states something is longer.
const longestSentence = 10_000

var (
	// aside is what stands in parentheses: the number of a clue, or its whole sentence, which is not claimed by who names it.
	aside = regexp.MustCompile(`[(（][^()（）]*[)）]`)
	// unsure are words by which a sentence does not claim the facts that it names.
	unsure = regexp.MustCompile(`(?i)\b(?:if|or|either|neither|nor|none|nobody|unless|whether|could|may|might|would|can|cannot|true|false|wrong|untrue|impossible|not the case|says?|said|statements?|wenn|falls|oder|entweder|weder|noch|niemand|keiner|dass|ob|` +
		`könnte|kann|wahr|falsch|unmöglich|sagt|aussagen|si|o|u|ni|ninguno|nadie|cierto|cierta|ciertas|falso|imposible|dice|afirmaciones|puede|podría)\b|或|如果|若|要么|并非|可能|当且仅当|各句|不对|错|もし|または|ならば|こと|どちら|どれも|次の|かもしれ|誤り|間違`)
)

// claims gives what reads the facts that a sentence states.
func (in *Instance) claims() func(sentence string) []puzzle.Claim {
	reader := sync.OnceValue(func() *claimReader { return newClaimReader(in.P) })
	return func(sentence string) []puzzle.Claim {
		var out []puzzle.Claim
		found := reader().read(sentence)
		for _, c := range found {
			out = append(out, in.claimed(c)...)
		}
		if in.table != nil {
			out = append(out, in.settled(found)...)
		}
		return out
	}
}

// claimed gives the marks that say a claim. A puzzle that lists its things is judged by its clues alone, and has no mark for a property.
func (in *Instance) claimed(c claim) []puzzle.Claim {
	if in.table == nil {
		if c.fact != nil {
			k, same := in.atomPair(c.fact)
			c.Move = k.move(same)
		}
		return []puzzle.Claim{c.Claim}
	}
	left := in.left()
	with := left.Clone()
	with.And(in.table.Has[c.fact.Prop][c.fact.Val])
	has, is := with.Count(), c.fact.Op == deck.Is
	if left.Empty() || has > 0 && has < left.Count() {
		return nil // of some solutions it is true, of others not
	}
	c.Known = true
	if (has > 0) != is {
		c.False = "no thing that the clues leave has it"
		if !is {
			c.False = "every thing that the clues leave has it"
		}
	}
	// Any thing that the claim excludes stands for it.
	excluded := in.table.All.Clone()
	if is {
		excluded.AndNot(in.table.Has[c.fact.Prop][c.fact.Val])
	} else {
		excluded.And(in.table.Has[c.fact.Prop][c.fact.Val])
	}
	if c.False != "" {
		excluded = left
	}
	if excluded.Empty() {
		return nil // a property of one value
	}
	i := excluded.First()
	c.Move = banMove(i, in.blame(i, nil))
	return []puzzle.Claim{c.Claim}
}

// settled gives all marks of the solution where a sentence says every property of it.
func (in *Instance) settled(found []claim) []puzzle.Claim {
	left := in.left()
	if len(found) == 0 || left.Count() != 1 {
		return nil
	}
	said := in.table.All.Clone()
	for _, c := range found {
		if c.fact.Op == deck.Is {
			said.And(in.table.Has[c.fact.Prop][c.fact.Val])
		}
	}
	if !said.Equal(left) {
		return nil
	}
	mark := puzzle.Claim{Said: found[0].Said, Contrary: found[0].Contrary}
	out := make([]puzzle.Claim, 0, in.table.N)
	for i := range in.table.N {
		if c, banned := in.banner(i); banned {
			mark.Move = banMove(i, c)
			out = append(out, mark)
		}
	}
	mark.Move = puzzle.Move(fmt.Sprintf("%d=", left.First()))
	return append(out, mark)
}

// claimReader reads sentences about one puzzle.
type claimReader struct {
	p       *deck.Puzzle
	clauses []toldClause
	names   []namesOf        // of properties
	items   *claimtext.Names // of a line-up
}

// toldClause is a clause with its words in small letters.
type toldClause struct {
	saying.Clause
	lang string
}

// namesOf are the names of a property and its values, numbered from 1; the property itself is 0.
type namesOf struct {
	names *claimtext.Names
	fact  func(value int, out bool) *deck.Node
}

func newClaimReader(p *deck.Puzzle) *claimReader {
	r := &claimReader{p: p, items: claimtext.NewNames(nil)}
	values := 0
	for i := range p.Properties {
		if values += len(p.Properties[i].Values); values > mostValues {
			return r
		}
	}
	for _, lang := range phrases.Languages() {
		for _, c := range saying.Clauses(p, lang) {
			c.Before, c.After = strings.ToLower(c.Before), strings.ToLower(c.After)
			for i := range c.Words {
				c.Words[i] = strings.ToLower(c.Words[i])
			}
			r.clauses = append(r.clauses, toldClause{c, lang})
		}
	}
	// The longest goes first: "is not at place" before "is at place".
	slices.SortStableFunc(r.clauses, func(a, b toldClause) int {
		return cmp.Compare(len(b.Before)+len(b.After), len(a.Before)+len(a.After))
	})
	if p.Lineup != nil {
		r.items = claimtext.NewNames(itemNames(p))
		return r
	}
	for i := range p.Properties {
		q := &p.Properties[i]
		names := []claimtext.Name{{Text: q.Name}}
		for _, lang := range phrases.Languages() {
			names = append(names, claimtext.Name{Text: p.Caption(q, lang)}, claimtext.Name{Text: p.Label(q, lang)})
			for v := range q.Values {
				names = append(names, claimtext.Name{Text: q.Values[v], Thing: v + 1}, claimtext.Name{Text: p.Word(q, v, lang), Thing: v + 1})
			}
		}
		r.names = append(r.names, namesOf{claimtext.NewNames(names), func(v int, out bool) *deck.Node {
			if out {
				return deck.IsNotNode(i, v-1)
			}
			return deck.IsNode(i, v-1)
		}})
	}
	return r
}

// itemNames are how people call the items of a line-up, as marks number them: places by "place" and their number.
func itemNames(p *deck.Puzzle) []claimtext.Name {
	var out []claimtext.Name
	l := p.Lineup
	for _, lang := range phrases.Languages() {
		for i := range l.Places {
			n := strconv.Itoa(i + 1)
			for _, gap := range []string{" ", ""} {
				out = append(out, claimtext.Name{Text: lexicon.Words().Say(lang, "place") + gap + n, Thing: i})
			}
		}
		for c := range l.Categories {
			q := &l.Categories[c]
			for v := range q.Values {
				thing := (c+1)*l.Places + v
				out = append(out, claimtext.Name{Text: saying.Item(p, c, v, lang), Thing: thing})
				if q.Type != deck.Integer { // a number alone could be a place
					out = append(out, claimtext.Name{Text: q.Values[v], Thing: thing}, claimtext.Name{Text: p.Word(q, v, lang), Thing: thing})
				}
			}
		}
	}
	return out
}

// read gives what a sentence claims. One that says facts in the words of explanations and is unsure of them claims nothing.
func (r *claimReader) read(sentence string) []claim {
	sentence = aside.ReplaceAllString(sentence, "")
	rest := strings.ToLower(sentence)
	if len(rest) != len(sentence) || len(rest) > longestSentence {
		return nil // with a letter whose lower case has another length, places would not fit
	}
	var out []claim
	for i := range r.clauses {
		var found []claim
		found, rest = r.clauses[i].find(sentence, rest)
		out = append(out, found...)
	}
	if out != nil {
		if unsure.MatchString(rest) {
			return nil
		}
		return out
	}
	if l := r.p.Lineup; l != nil {
		for _, c := range claimtext.Pairs(sentence, r.items) {
			if c.X/l.Places != c.Y/l.Places {
				out = append(out, claim{Claim: puzzle.Claim{Move: pair{min(c.X, c.Y), max(c.X, c.Y)}.move(!c.Out)}})
			}
		}
	}
	for _, n := range r.names {
		for _, c := range claimtext.Pairs(sentence, n.names) {
			if c.X == 0 && c.Y > 0 {
				out = append(out, claim{fact: n.fact(c.Y, c.Out)})
			}
		}
	}
	return out
}

// find gives the claims that a clause makes in the part of a sentence that is not read yet, which has blanks elsewhere, and what is not read
// then.
func (c *toldClause) find(sentence, rest string) (out []claim, left string) {
	for from := 0; from <= len(rest); {
		at := strings.Index(rest[from:], c.Before)
		if at < 0 {
			break
		}
		at += from
		from = at + 1
		if before, _ := utf8.DecodeLastRuneInString(rest[:at]); latin(before) || at < len(rest) && !utf8.RuneStart(rest[at]) {
			continue
		}
		list, end := c.list(rest[at+len(c.Before):])
		end += at + len(c.Before)
		if list == nil || !strings.HasPrefix(rest[end:], c.After) {
			continue
		}
		end += len(c.After)
		if after, _ := utf8.DecodeRuneInString(rest[end:]); latin(after) {
			continue
		}
		rest = rest[:at] + strings.Repeat(" ", end-at) + rest[end:]
		from = end
		if len(list) > 1 && c.Facts[0].Op == deck.Is {
			continue // one of them, which is no fact
		}
		for _, v := range list {
			out = append(out, claim{puzzle.Claim{Said: sentence[at:end], Contrary: c.Contrary(v)}, c.Facts[v]})
		}
	}
	return out, rest
}

// list reads the words of values at the beginning of a text.
func (c *toldClause) list(text string) (values []int, end int) {
	for {
		value, long := -1, 0
		for v, w := range c.Words {
			if len(w) > long && strings.HasPrefix(text[end:], w) {
				value, long = v, len(w)
			}
		}
		if value < 0 {
			return nil, 0
		}
		values, end = append(values, value), end+long
		next := 0
		for _, key := range []string{"nor", "either", "sep", "and"} {
			if sep := lexicon.Words().Text(c.lang, key); strings.HasPrefix(text[end:], sep) &&
				slices.ContainsFunc(c.Words, func(w string) bool { return strings.HasPrefix(text[end+len(sep):], w) }) {
				next = len(sep)
			}
		}
		if next == 0 {
			return values, end
		}
		end += next
	}
}

// latin reports whether a letter is of a script whose words have spaces between them.
func latin(r rune) bool {
	return r != utf8.RuneError && (unicode.IsDigit(r) || unicode.IsLetter(r) && !unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana))
}
