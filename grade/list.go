package grade

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quandary-puzzles/quandary/internal/sieve"
)

// node is a list of nodes, or an atom.
type node struct {
	list   bool
	kids   []node
	atom   string
	name   string // the atom as a name, with the signs that deny or bound it; set by named
	number number // the atom as a number, where reason is Right; set by named
	reason Reason
}

// named fills in the names and the numbers of all atoms, for comparing them many times: the number of each, or of those alone
// that are nothing else. It reports whether there is any.
func (n *node) named(e element, each bool) bool {
	numbers := false
	for i := range n.kids {
		numbers = n.kids[i].named(e, each) || numbers
	}
	if n.list {
		return numbers
	}
	if e != numeral {
		n.name = name(n.atom) + signs(n.atom)
	}
	if each || e == auto && isNumeral(n.atom) {
		n.number, n.reason = claimedNumber(n.atom, true, nil)
	}
	return n.reason == Right
}

// ready fills in what the atoms of a reference and of an answer are compared by.
func (t answerType) ready(want, got *node) {
	if t.atoms == strict {
		return
	}
	numbers := want.named(t.atoms, t.atoms == numeral)
	if t.atoms == auto && !numbers {
		t.atoms = nominal
	}
	got.named(t.atoms, numbers)
}

const (
	maxNodes = 100_000
	maxDepth = 16
)

// shape is what a reference's list looks like: how many elements it has, and its first element.
type shape struct{ rows, cols int }

func shapeOf(n node) shape {
	s := shape{rows: len(n.kids)}
	if len(n.kids) > 0 {
		s.cols = len(n.kids[0].kids)
	}
	return s
}

// parseList reads an answer that is a list of lists down to the given number of levels. Brackets, parentheses and braces
// open lists, quotes hold atoms, and commas, semicolons and line ends separate; without brackets the separators alone make
// the list, and so do bullets, numbers, the cells of a table, arrows. The rest is what stands round the brackets, with the
// marker for the list. Reason is Right, Unparsed where the text is no list, or Ambiguous where it has several different ones.
func parseList(text string, levels int, like shape) (n node, rest string, reason Reason) {
	text = plain(unescapeQuotes(text))
	if hasAny(text, "order", "Order", "ORDER", "espectively", "ESPECTIVELY") {
		text = orderRemark().ReplaceAllString(text, "")
	}
	if strings.Contains(text, "=") && strings.Contains(text, ":") {
		text = sumBehind().ReplaceAllString(text, "")
	}
	p := listParser{s: strings.TrimSpace(text)}
	at := strings.IndexAny(p.s, "[({")
	if at >= 0 && p.s[at] == '(' && strings.Contains(p.s, "[") && !strings.Contains(p.s[:strings.Index(p.s, "[")], ",") {
		at = strings.Index(p.s, "[")
	}
	if at >= 0 && startsList(p.s, at) && !isRemark(p.s, at) && !(like.rows > 1 && firstNumber().MatchString(p.s)) {
		before := p.s[:at]
		p.s = p.s[at:]
		if p.s[0] == '{' && strings.Contains(p.s, ":") {
			if m, ok := members(p.s); ok {
				return m, before + marker, Right
			}
		}
		var all []node
		end := 0
		for p.skip(); p.pos < len(p.s); p.skip() {
			if !p.label() || !isOpen(p.s[p.pos]) {
				// Another list may follow behind a word that parts it from the first.
				at := strings.IndexByte(p.s[p.pos:], '[')
				if at < 0 || levels > 1 && depth(all[0]) < levels || denies(p.s[p.pos:p.pos+at]) || corrected.MatchString(p.s[p.pos:p.pos+at]) {
					break
				}
				p.pos += at
			}
			k, ok := p.list(0)
			if !ok {
				return node{}, "", Unparsed
			}
			all = append(all, k)
			end = p.pos
		}
		rest = before + marker + p.s[end:]
		if len(all) == 1 && depth(all[0]) >= levels {
			return all[0], rest, Right
		}
		if len(all) > 1 && (levels == 1 || depth(all[0]) == levels) {
			if len(all) == like.rows && allSingle(all) { // [a] [b] [c]
				var flat []node
				for _, k := range all {
					flat = append(flat, k.kids[0])
				}
				return node{list: true, kids: flat}, rest, Right
			}
			for _, k := range all[1:] {
				if !sameNode(k, all[0]) {
					return node{}, "", Ambiguous // one list was asked for
				}
			}
			return all[0], rest, Right
		}
		// Rows that stand side by side, or a bracket too few round the whole.
		if len(all) > 1 || depth(all[0]) == levels-1 {
			return node{list: true, kids: all}, rest, Right
		}
		return all[0], rest, Right
	}
	if n = layout(p.s, levels, like); len(n.kids) == 0 {
		return n, "", Unparsed
	}
	return n, "", Right
}

// orderRemark finds a remark behind a list that it is in order.
var orderRemark = sieve.Lazy(`(?i)\s*[,;]?\s*\(?\b(?:in (?:this|that|exactly this) order|in order|respectively)\)?[.!]?\s*$`)

// isRemark reports whether the bracket at a place opens a remark behind an atom: Ann (25).
func isRemark(s string, at int) bool {
	if s[at] != '(' || at == 0 {
		return false
	}
	before := strings.TrimSpace(s[:at])
	return before != "" && !strings.HasSuffix(before, ":") && !strings.HasSuffix(before, "=") && !strings.ContainsAny(s[at:], "[") &&
		strings.ContainsAny(s[at:], ",;\n") && strings.IndexAny(s[at:], ",;\n") > strings.IndexByte(s[at:]+")", ')')
}

// allSingle reports whether all lists hold one atom.
func allSingle(all []node) bool {
	for _, n := range all {
		if len(n.kids) != 1 || n.kids[0].list {
			return false
		}
	}
	return true
}

func sameNode(a, b node) bool {
	if a.list != b.list || len(a.kids) != len(b.kids) || !a.list && name(a.atom) != name(b.atom) {
		return false
	}
	for i := range a.kids {
		if !sameNode(a.kids[i], b.kids[i]) {
			return false
		}
	}
	return true
}

// members gives the values of a JSON object as a list: those of an object whose members are named, in their order. An object with
// one member that is a list stands for that list.
func members(s string) (node, bool) {
	d := json.NewDecoder(strings.NewReader(s))
	d.UseNumber()
	n, ok := jsonNode(d, 0)
	if ok && len(n.kids) == 1 && n.kids[0].list {
		return n.kids[0], true
	}
	return n, ok && n.list
}

func jsonNode(d *json.Decoder, level int) (node, bool) {
	t, err := d.Token()
	if err != nil || level > maxDepth {
		return node{}, false
	}
	open, isDelim := t.(json.Delim)
	if !isDelim {
		return node{atom: fmt.Sprint(t)}, true
	}
	n := node{list: true}
	for d.More() {
		if open == '{' {
			if _, err := d.Token(); err != nil {
				return n, false
			}
		}
		k, ok := jsonNode(d, level+1)
		if !ok {
			return n, false
		}
		n.kids = append(n.kids, k)
	}
	_, err = d.Token()
	return n, err == nil
}

// startsList reports whether the bracket at a place opens the list, and is not a remark inside the text of an atom: only
// words without separators may stand before it.
func startsList(s string, at int) bool { return !strings.ContainsAny(s[:at], ",;\n") }

func isOpen(b byte) bool { return b == '[' || b == '(' || b == '{' }

// unescapeQuotes removes the backslashes that some write before quotes.
func unescapeQuotes(s string) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	return escapedQuotes.Replace(s)
}

var escapedQuotes = strings.NewReplacer(`\"`, `"`, `\'`, `'`)

type listParser struct {
	s     string
	pos   int
	nodes int
}

func (p *listParser) skip() {
	for p.pos < len(p.s) {
		r, size := utf8.DecodeRuneInString(p.s[p.pos:])
		if !unicode.IsSpace(r) && r != ',' && r != ';' && r != '&' {
			return
		}
		p.pos += size
	}
}

// list reads a list whose opening bracket is next. A closing bracket of another kind closes it too, and the end of the text
// closes all.
func (p *listParser) list(level int) (node, bool) {
	p.pos++
	n := node{list: true}
	for {
		p.skip()
		if p.nodes++; p.nodes > maxNodes || level > maxDepth {
			return n, false
		}
		if p.pos >= len(p.s) {
			return n, true
		}
		switch c := p.s[p.pos]; {
		case c == ']' || c == ')' || c == '}':
			p.pos++
			return n, true
		case p.label() && isOpen(p.s[p.pos]):
			kid, ok := p.list(level + 1)
			if !ok {
				return n, false
			}
			n.kids = append(n.kids, kid)
		case c == '"' || c == '\'':
			n.kids = append(n.kids, node{atom: p.quoted(c)})
		default:
			n.kids = append(n.kids, node{atom: p.bare()})
		}
	}
}

// label skips a heading before a list, such as the name in "Ann: [cat, dog]", and reports whether a bracket can be next.
func (p *listParser) label() bool {
	if isOpen(p.s[p.pos]) {
		return true
	}
	rest := p.s[p.pos:]
	at := strings.IndexAny(rest, "[](){},;\n")
	if at < 0 || !isOpen(rest[at]) || !strings.HasSuffix(strings.TrimSpace(rest[:at]), ":") {
		return false
	}
	p.pos += at
	return true
}

// quoted reads an atom in quotes; a quote that is never closed reaches to the next bracket.
func (p *listParser) quoted(q byte) string {
	rest := p.s[p.pos+1:]
	end := strings.IndexByte(rest, q)
	if end < 0 {
		p.pos++
		return p.bare()
	}
	p.pos += end + 2
	return rest[:end]
}

// bare reads an atom up to the next separator or bracket. Brackets inside it (a remark) belong to it when they close before
// the separator.
func (p *listParser) bare() string {
	start := p.pos
	open := 0
	for p.pos < len(p.s) {
		switch c := p.s[p.pos]; {
		case c == '(' && p.pos > start:
			open++
		case c == ')' && open > 0:
			open--
		case c == ']' || c == ')' || c == '}' || c == '[' || c == ',' || c == ';' || c == '\n':
			return strings.TrimSpace(p.s[start:p.pos])
		}
		p.pos++
	}
	return strings.TrimSpace(p.s[start:])
}

func unquote(s string) string {
	if len(s) >= 2 && (s[0] == '"' || s[0] == '\'') && s[len(s)-1] == s[0] {
		return s[1 : len(s)-1]
	}
	return s
}

// numbered removes a list number before an atom: "1. 42" is 42, but "1.5" stays.
func numbered(s string) string {
	if m := partLabel().FindString(s); m != "" && len(m) < len(s) {
		return strings.TrimSpace(s[len(m):])
	}
	i := 0
	for i < len(s) && i < 3 && isDigit(s[i]) {
		i++
	}
	if i > 0 && i+1 < len(s) && (s[i] == '.' || s[i] == ')') && (s[i+1] == ' ' || unicode.IsLetter(rune(s[i+1]))) {
		return strings.TrimSpace(s[i+1:])
	}
	return s
}

// partLabel finds the number of a question before its answer.
var partLabel = sieve.Lazy(`(?i)^\s*(?:\(?(?:question|part|answer|q|problem)\s*\(?(?:\d{1,2}|[a-h])\)?\)?\s*[:.)=]|第?\s*(?:\d|[一二三四五六七八九])\s*(?:题|问|小题|个问题)\s*[:：.]?|(?:问题|答案)\s*(?:\d|[一二三四五六七八九])\s*[:：.]?)\s*`)

var (
	// sumBehind finds the check of some numbers behind them: 2, 5 and 11: 2 + 5 + 11 = 18.
	sumBehind = sieve.Lazy(`:\s*\d[\d\s.]*(?:[-+*×·]\s*\d[\d\s.]*)+=\s*\d[\d.]*\s*$`)
	// firstNumber finds the number of the first of some elements: (1) red, (2) blue.
	firstNumber = sieve.Lazy(`^\(1\)\s*[^,，;\s]`)
	// otherWay finds that a list is told from its end.
	otherWay = sieve.Lazy(`(?i)\b(?:right to left|last to first|bottom to top|in reverse|reverse order|reversed|backwards?)\b|从右到左|从后到前|从下到上|倒序|逆序`)
	// elementsOf finds what says that something is one of a set: x ∈ {1, 2}.
	elementsOf = sieve.Lazy(`\p{L}\s*∈\s*$`)
)

// depth gives the nesting of a list: 0 for an atom, 1 for a list of atoms.
func depth(n node) int {
	if !n.list {
		return 0
	}
	d := 0
	for _, k := range n.kids {
		d = max(d, depth(k))
	}
	return d + 1
}

// markList marks an answer that is a list.
func (t answerType) markList(p *Part, ref, text string, asks *question) {
	want, _, reason := parseList(ref, len(t.order), shape{})
	if reason != Right {
		p.Reason = BadReference
		return
	}
	text, ok := t.listText(text, &want, asks)
	if !ok {
		p.Reason = Unclaimed
		return
	}
	got, rest, reason := t.readList(text, want)
	if reason != Right {
		p.Reason = reason
		return
	}
	if got, rest, text, reason = t.correctedList(got, rest, text, want); reason != Right {
		p.Reason = reason
		return
	}
	// A list of one that is written without its brackets.
	for depth(got) < len(t.order) && depth(want) == len(t.order) && len(want.kids) == 1 {
		got = node{list: true, kids: []node{got}}
	}
	if t.order[0] && otherWay().MatchString(text) {
		p.Reason = Unclaimed
		return
	}
	if t.order[0] && len(t.order) == 1 {
		if values := asks.inItsOrder(text, want); values != nil {
			got = node{list: true, kids: values}
		}
	}
	t.ready(&want, &got)
	p.Score = t.compareNodes(want, got, 0)
	switch {
	case p.Score >= 1-1e-12:
		p.Score, p.Correct, p.Reason = 1, true, Right
		return
	case t.prose(want, rest):
		switch reason := claimedNames(want.atoms(), text, t.order[0], asks); reason {
		case Right:
			p.Score, p.Correct, p.Reason = 1, true, Right
			return
		case Unclaimed:
			p.Score, p.Reason = 0, Unclaimed
			return
		}
	}
	p.Reason = Wrong
	if p.Score > 0 {
		p.Reason = Partial
	}
}

// listText gives the part of an answer that tells the list, and turns the reference around where the answer tells it from its end; ok is
// false where the answer says that it is in no order.
func (t answerType) listText(text string, want *node, asks *question) (part string, ok bool) {
	if len(t.order) == 1 && !t.order[0] {
		if m := soThen().FindStringSubmatch(strings.TrimSpace(text)); m != nil && len(text) < maxSaid && strings.Contains(m[1], "=") && allNumerals(*want) {
			text = m[2] // 9 + 8 = 17, so 9 and 8
		}
	}
	if len(t.order) == 1 && t.order[0] {
		if hasAny(text, "order", "顺序") && unordered().MatchString(text) {
			return text, false
		}
		text = lastOfSeveral(text, *want)
		backwards := false
		if text, backwards = asks.inDirection(text, len(want.kids)); backwards {
			slices.Reverse(want.kids)
		}
	}
	if allNumerals(*want) {
		text = workings().ReplaceAllString(solved(text), "$1")
	}
	return text, true
}

// readList reads a list as it may be written, and what stands around it.
func (t answerType) readList(text string, want node) (got node, rest string, reason Reason) {
	like := shapeOf(want)
	got, rest, reason = parseList(text, len(t.order), like)
	if pairs, ok := pairsOf(text); ok && depth(want) == 2 && like.cols == 2 && !strings.ContainsAny(text, "[(") {
		got, rest, reason = pairs, "", Right
	} else if numbers, before := numbersAtEnd(text); before != "" && len(t.order) == 1 && allNumerals(want) {
		if again, _, r := parseList(numbers, 1, like); r == Right {
			got, rest, reason = again, before+marker, Right
		}
	}
	return got, rest, reason
}

// correctedList gives the list that a text gives in the end: a correction may have another. The reason says why it claims none.
func (t answerType) correctedList(got node, rest, text string, want node) (last node, around, from string, reason Reason) {
	before, after, ok := strings.Cut(rest, marker)
	if !ok {
		return got, rest, text, Right
	}
	before = elementsOf().ReplaceAllString(before, "")
	switch s, _, correction := (answerText{before: before, after: after}).context(); {
	case s != affirmed, correction != "" && !confirmed.MatchString(correction) && !strings.Contains(correction, "["):
		return got, rest, text, Unclaimed
	case strings.Contains(correction, "["):
		// The last correction that has a list behind it.
		for _, at := range corrected.FindAllStringIndex(correction, -1) {
			if strings.Contains(correction[at[1]:], "[") {
				text = correction[at[1]:]
			}
		}
		if got, rest, reason = parseList(text, len(t.order), shapeOf(want)); reason != Right {
			return got, rest, text, reason
		}
		before, after, _ := strings.Cut(rest, marker)
		if s, _, again := (answerText{before: before, after: after}).context(); s != affirmed || again != "" {
			return got, rest, text, Unclaimed
		}
	}
	return got, rest, text, Right
}

// leadIn finds words before a list that only lead to it.
var leadIn = sieve.Lazy(`(?i)^(?:(?:so|thus|hence|therefore|clearly|okay|ok|sure|yes|now|well|in short|in brief|all in all|to sum up|to conclude|in conclusion|conclusion|finally|in summary|summary|looking at (?:all )?the clues|but)\s*[,:!]\s*|but |so |thus |therefore |hence )+`)

// lastOfSeveral gives the one sentence of a text that may tell a list: the others speak of fewer things than that has.
func lastOfSeveral(text string, want node) string {
	if len(text) > maxSaid || strings.Contains(strings.TrimSpace(text), "\n") || len(want.kids) < 2 {
		return text
	}
	if at := negligible().FindStringIndex(text); at != nil && at[0] == 0 {
		text = text[at[1]:]
	}
	text = leadIn().ReplaceAllString(strings.TrimSpace(text), "")
	all := splitSentences(text)
	if last := strings.TrimSpace(all[len(all)-1]); len(all) > 1 {
		if last == "" {
			last = strings.TrimSpace(all[len(all)-2])
		}
		if at := strings.LastIndex(text, last); orderSaid().MatchString(last) && !orderSaid().MatchString(text[:at]) && !corrected.MatchString(text[:at]) {
			return last
		}
	}
	left := ""
	for _, s := range all {
		if strings.IndexFunc(s, isContent) < 0 {
			continue
		}
		said, tokens := 0, tokenize(plain(s))
		for _, k := range want.kids {
			words := nameTokens(k.atom)
			for i := range tokens {
				if len(words) == 0 || match(tokens, i, words) > 0 {
					said++
					break
				}
			}
		}
		c := cut(tokens, contextLanguage{})
		doubtful := len(c) > 0 && c[0].doubts()
		if said == len(want.kids) || doubtful || said == 0 && !strings.HasSuffix(s, ".") {
			if left != "" {
				return text
			}
			left = s
		}
	}
	if left == "" {
		return text
	}
	return leadIn().ReplaceAllString(strings.TrimSpace(left), "")
}

// soThen finds a conclusion behind working.
var soThen = sieve.Lazy(`^(.*?)[,;]\s*(?:so|thus|hence|therefore)\s+([^=]+)$`)

// orderSaid finds a sentence that says that an order follows.
var orderSaid = sieve.Lazy(`(?i)^(?:so,? |thus,? |hence,? |therefore,? )?(?:the|their|its) (?:\w+ )?(?:order|sequence)(?: \w+ \w+| \w+)?(?: is|:)`)

// negligible finds a first try that is taken back at once.
var negligible = sieve.Lazy(`(?i)^(?:at first(?: sight)?,? (?:i (?:got|thought|had)|it (?:looks|looked|seems|seemed) like)|i first (?:got|thought|had))\b[^;.]*(?:[;.]\s*|, but )`)

// workings finds an expression that an equation works out.
var workings = sieve.Lazy(`(^|\band\s+|[,;]\s*)[\d.(][\d\s.()+\-−–*×·/÷]*[+\-−–*×·/÷][\d\s.()]+=\s*`)

// unordered finds that a list leaves the order of some open.
var unordered = sieve.Lazy(`(?i)\bin (?:some|any|either|whatever|unknown|no particular) order\b|\border (?:unknown|unclear|does not matter)\b|顺序(?:不定|不明|未知|任意)|任意顺序`)

// allNumerals reports whether all elements of a flat list are numbers.
func allNumerals(n node) bool {
	for _, k := range n.kids {
		if k.list || !isNumeral(k.atom) {
			return false
		}
	}
	return true
}

// numbersBehind finds numbers behind a link that ends a text, or that nothing but a reason follows.
var numbersBehind = sieve.Lazy(`(?is)^(.*\b(?:are|were|be|is))\s+(-?\d[\d.]*(?:(?:\s*,\s*(?:and\s+)?|\s+and\s+)-?\d[\d.]*)+?)\.?\s*(?:,?\s+(?:since|because|as)\s[^?]*)?$`)

// numbersAtEnd gives the numbers that a sentence ends in, and what stands before them: so the numbers are 5 and 8.
func numbersAtEnd(text string) (numbers, before string) {
	m := numbersBehind().FindStringSubmatch(strings.TrimSpace(plain(text)))
	if m == nil || strings.ContainsAny(m[2], "\n") {
		return "", ""
	}
	return m[2], m[1] + " "
}

var pairLine = sieve.Lazy(`^([^:：=|,;]+?)\s*(?:[:：=|]|\s[-–—]\s|[-=]>|→)\s*([^:：=|,;]+)$`)

// pairsOf reads a text that gives a value to each of some names: Ann: red, Bob: blue; lines, a table of two columns, an object of JSON.
func pairsOf(text string) (node, bool) {
	out := node{list: true}
	if text = strings.TrimSpace(text); strings.HasPrefix(text, "{") {
		d := json.NewDecoder(strings.NewReader(text))
		if t, err := d.Token(); err != nil || t != json.Delim('{') {
			return out, false
		}
		for d.More() {
			key, err := d.Token()
			if err != nil {
				return out, false
			}
			var value string
			if d.Decode(&value) != nil {
				return out, false
			}
			out.kids = append(out.kids, node{list: true, kids: []node{{atom: fmt.Sprint(key)}, {atom: value}}})
		}
		return out, len(out.kids) > 0
	}
	for _, part := range strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == ',' || r == ';' || r == '，' || r == '；' }) {
		part = strings.Trim(strings.TrimSpace(part), "|*. ")
		part = strings.TrimSpace(part[len(bullet().FindString(part)):])
		if part == "" {
			continue
		}
		m := pairLine().FindStringSubmatch(part)
		if m == nil {
			return out, false
		}
		out.kids = append(out.kids, node{list: true, kids: []node{{atom: strings.TrimSpace(m[1])}, {atom: strings.TrimSpace(m[2])}}})
	}
	return out, len(out.kids) > 1
}

// maxProse bounds how many names are looked for in a sentence.
const maxProse = 64

// prose reports whether an answer may be a sentence that names the elements: of a flat list of different names.
func (t answerType) prose(want node, rest string) bool {
	if rest != "" || len(t.order) != 1 || t.atoms == numeral || t.atoms == strict || len(want.kids) > maxProse {
		return false
	}
	seen := map[string]bool{}
	for _, k := range want.kids {
		if k.list || k.name == "" || k.reason == Right || seen[k.name] {
			return false
		}
		seen[k.name] = true
	}
	return true
}

// atoms gives the texts of a flat list.
func (n node) atoms() []string {
	var out []string
	for _, k := range n.kids {
		out = append(out, k.atom)
	}
	return out
}

// compareNodes gives the share of the reference that an answer has right at a level. Where order counts an element too many
// makes the share smaller; where it does not, each takes one right element away, so that listing everything earns nothing.
func (t answerType) compareNodes(want, got node, level int) float64 {
	if level == len(t.order) || !want.list {
		return t.compareAtoms(want, got)
	}
	if !got.list {
		got = node{list: true, kids: []node{got}}
	}
	n := max(len(want.kids), len(got.kids))
	if n == 0 {
		return 1
	}
	sum := 0.0
	if t.order[level] {
		for i := range min(len(want.kids), len(got.kids)) {
			sum += t.compareNodes(want.kids[i], got.kids[i], level+1)
		}
	} else {
		sum = t.pair(want.kids, got.kids, level+1)
		if surplus := len(got.kids) - len(want.kids); surplus > 0 {
			return max(0, sum-float64(surplus)) / float64(max(1, len(want.kids)))
		}
	}
	return sum / float64(n)
}

func (t answerType) compareAtoms(want, got node) float64 {
	if want.list || got.list {
		// A level that the type does not tell of: compared in order.
		if !want.list || !got.list || len(want.kids) != len(got.kids) {
			return 0
		}
		for i := range want.kids {
			if t.compareAtoms(want.kids[i], got.kids[i]) < 1 {
				return 0
			}
		}
		return 1
	}
	switch {
	case t.atoms == strict:
		if strict.compare(want.atom, got.atom, unasked) == Right {
			return 1
		}
		return 0
	case want.reason == Right:
		if got.reason == Right && want.number.same(got.number) {
			return 1
		}
		if got.reason != Unparsed || t.atoms == numeral {
			return 0
		}
	}
	if t.atoms != numeral && want.name == got.name && (want.name != "" || strings.TrimSpace(want.atom) == strings.TrimSpace(got.atom)) {
		return 1
	}
	return 0
}

// maxPairing bounds the size of two unordered lists, multiplied, that are paired element by element.
const maxPairing = 1_000_000

// pair pairs the elements of two unordered lists: first those that are equal, each taken once, then the rest greedily by
// how much they agree.
func (t answerType) pair(want, got []node, level int) float64 {
	if len(want)*len(got) > maxPairing {
		return 0
	}
	score := make([][]float64, len(want))
	for i := range want {
		score[i] = make([]float64, len(got))
		for j := range got {
			score[i][j] = t.compareNodes(want[i], got[j], level)
		}
	}
	usedW, usedG := make([]bool, len(want)), make([]bool, len(got))
	sum := 0.0
	for {
		best, bi, bj := 0.0, -1, -1
		for i := range want {
			if usedW[i] {
				continue
			}
			for j := range got {
				if !usedG[j] && score[i][j] > best {
					if best, bi, bj = score[i][j], i, j; best >= 1 {
						break
					}
				}
			}
			if best >= 1 {
				break
			}
		}
		if bi < 0 {
			return sum
		}
		usedW[bi], usedG[bj] = true, true
		sum += best
	}
}
