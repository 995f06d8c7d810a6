package grade

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/quandary-puzzles/quandary/internal/sieve"
)

// compareNames compares letters and digits alone, in lower case. A whole number in words is the number: "twenty five" and
// 二十五 are 25. A text with more in it than the name is read as a claim.
func compareNames(ref, ans string, asks *question) Reason {
	if strings.TrimSpace(ref) == strings.TrimSpace(ans) {
		return Right
	}
	if strings.Contains(ans, "同学") && !strings.Contains(ref, "同学") {
		ans = strings.ReplaceAll(ans, "同学", "")
	}
	want, got := name(ref), name(ans)
	switch {
	case want == "":
		return Wrong
	case want == got && signs(ref) == signs(ans):
		return Right
	case got == "":
		return Unparsed
	default:
		return claimedNames([]string{ref}, ans, true, asks)
	}
}

// signs gives the signs of a text that say something about the name before or behind them.
func signs(s string) string {
	if !strings.ContainsAny(s, "≠<>≤≥≈~¬?✗✘❌×±\\=!？～＜＞") {
		return ""
	}
	s = plain(s)
	out := strings.Map(func(r rune) rune {
		if strings.ContainsRune("≠<>≤≥≈~¬?✗✘❌×±", r) {
			return r
		}
		return -1
	}, s)
	if strings.HasPrefix(s, "!") || strings.Contains(s, "!=") {
		out += "!"
	}
	return out
}

// name gives a text as a name: letters and digits in lower case, a whole number in words as digits.
func name(s string) string {
	s = strings.ToLower(plain(s))
	if v, ok := wholeWords(s); ok {
		return v
	}
	return strings.Map(func(r rune) rune {
		if isContent(r) {
			return r
		}
		return -1
	}, s)
}

// wholeWords gives the digits of a text that is one whole number in Chinese or English words.
func wholeWords(s string) (string, bool) {
	s = strings.Trim(s, " \t\n.,;!\"'")
	if s == "" || isDigit(s[0]) || len(s) > 200 {
		return "", false
	}
	if v, ok := chineseInt(s); ok {
		return fmt.Sprint(v), true
	}
	word := s
	if at := strings.IndexAny(s, " -"); at > 0 {
		word = s[:at]
	}
	if _, small := englishSmall[word]; !small && word != "a" && word != "hundred" && word != "thousand" && word != "million" {
		return "", false
	}
	tokens := tokenize(s)
	if v, next, ok := (scanner{tokens}).cardinal(0); ok && next == len(tokens) {
		return fmt.Sprint(v), true
	}
	return "", false
}

// nameLanguage finds names of the reference in tokens, and what looks like other names.
type nameLanguage struct {
	names   [][]token
	capital bool    // the names are told by their capitals
	han     bool    // they are Chinese
	digits  bool    // there are digits in them
	text    string  // the answer
	wanted  *wanted // what the question asks; nil where nobody knows
}

func newNameLanguage(refs []string) *nameLanguage {
	l := &nameLanguage{capital: true, han: true}
	for _, ref := range refs {
		var words []token
		for _, t := range tokenize(plain(ref)) {
			if t.kind != signToken && t.kind != lineToken {
				words = append(words, t)
			}
			l.digits = l.digits || t.kind == digitsToken
		}
		if len(words) == 0 {
			words = []token{{text: "\x00"}}
		}
		l.names = append(l.names, words)
		l.capital = l.capital && words[0].capital
		l.han = l.han && words[0].kind == hanToken
	}
	return l
}

func (l *nameLanguage) find(tokens []token, at int, before []unit) found {
	best := found{}
	for k, words := range l.names {
		if base, own := strings.CutSuffix(tokens[at].text, "'s"); own && len(words) == 1 && base == words[0].text && l.wanted != nil && l.wanted.asksWho {
			if at+1 == len(tokens) || tokens[at+1].kind == signToken && tokens[at+1].text != "-" {
				return found{value: k, n: 1} // it is Ann's
			}
		}
		if len(words) > 1 && titles[words[0].text] && l.wanted != nil {
			if n := match(tokens, at, words[1:]); n > best.n {
				best = found{value: k, n: n}
			}
		}
		if n := match(tokens, at, words); n > best.n {
			best = found{value: k, n: n}
		}
	}
	if best.n > 0 {
		t := tokens[at]
		if at > 0 && !t.space && tokens[at-1].kind == t.kind && t.kind != hanToken {
			return found{}
		}
		return best
	}
	switch t := tokens[at]; {
	case t.kind == digitsToken && !l.digits:
		return found{} // no name has any
	case t.kind == digitsToken:
		if len(before) > 0 && before[len(before)-1].is(labels) {
			return found{}
		}
		if at+1 < len(tokens) && !tokens[at+1].space && ordinalEnds[tokens[at+1].text] {
			return found{} // it tells a place
		}
		if at > 0 && ordinalWord().MatchString(tokens[at-1].text+" "+t.text) {
			return found{}
		}
		return found{value: otherValue, n: 1}
	case t.kind == wordToken && t.capital && !strings.HasSuffix(t.text, "ly"):
		n := 0
		if _, number := englishSmall[t.text]; number {
			return found{} // Two days after
		}
		if at+1 < len(tokens) && tokens[at+1].kind == digitsToken && ordinalWord().MatchString(t.text+" "+tokens[at+1].text) {
			return found{} // House 1
		}
		if l.wanted != nil && l.wanted.subject[strings.TrimSuffix(t.text, "'s")] {
			return found{} // whom the question is about
		}
		for at+n < len(tokens) && tokens[at+n].kind == wordToken && tokens[at+n].capital {
			if c, _ := phraseAt(tokens, at+n); c != 0 && (l.wanted == nil || !l.wanted.names[tokens[at+n].text]) {
				break
			}
			n++
		}
		if n > 0 {
			return found{value: otherValue, n: n}
		}
	}
	return found{}
}

// saysOther reports whether a clause says of another name by a verb of its own something that the question, which asks who, does not ask.
func (l *nameLanguage) saysOther(units []unit, at int) bool {
	w := l.wanted
	if w == nil || !w.asksWho || at > 0 && units[at-1].is(joins|either) || at+1 >= len(units) {
		return false
	}
	verb := units[at+1]
	if verb.class != 0 && !verb.is(reports) && roleWords[stemOf(verb.first.text)] == "" || verb.value != noValue || verb.han || verb.first.kind != wordToken || verb.capital || deeds[stemOf(verb.first.text)] {
		return false
	}
	for _, u := range units[at+1:] {
		if u.value != noValue || u.class == 0 && w.understands(u) || deeds[u.first.text] || u.is(either) {
			return false
		}
	}
	return true
}

// titles stand before names, and may be left out.
var titles = map[string]bool{"mr": true, "mrs": true, "ms": true, "miss": true, "dr": true, "prof": true, "professor": true, "lady": true, "lord": true, "sir": true, "captain": true, "colonel": true, "madam": true}

var ordinalEnds = map[string]bool{"st": true, "nd": true, "rd": true, "th": true}

// match gives how many tokens a name takes up at a place, 0 where it does not stand there. Full stops and hyphens in it do not
// count.
func match(tokens []token, at int, words []token) int {
	i := at
	for k, w := range words {
		for k > 0 && i < len(tokens) && (tokens[i].text == "." || tokens[i].text == "-") {
			i++
		}
		if i >= len(tokens) || tokens[i].text != w.text {
			return 0
		}
		i++
	}
	return i - at
}

func (l *nameLanguage) fits(units []unit, at int) stance {
	switch {
	case units[at].value == otherValue && at > 0 && beside[units[at-1].first.text]:
		return working // two days after Tuesday
	case units[at].value == otherValue && at > 1 && l.wanted.nearOther(units[max(0, at-6):at]):
		return working // after the inspection on Tuesday
	case units[at].value == otherValue && l.saysOther(units, at):
		return working // only Otto tells the truth then
	case units[at].value == otherValue || l.stands(units, at):
		return affirmed
	}
	return unsettled
}

// stands reports whether a name stands where an answer may, so that the words round it are no part of it.
func (l *nameLanguage) stands(units []unit, at int) bool {
	// Left: nothing, words of the frame, or a subject with its link.
	from := at
	for from > 0 && units[from-1].value == noValue {
		from--
	}
	if !l.begins(units, from, at) {
		return false
	}
	// Right: nothing, or a predicate.
	to := at + 1
	for to < len(units) && units[to].value == noValue {
		to++
	}
	return l.goesOn(units, at, to)
}

// begins reports whether what stands left of a name, from a unit on, leads to it.
func (l *nameLanguage) begins(units []unit, from, at int) bool {
	left := units[from:at]
	if l.wanted.elsewherePlaced(left) || l.wanted.ofOther(left) {
		return false
	}
	if l.wanted.restates(left) && !slices.ContainsFunc(left, func(u unit) bool { return u.is(reports|joins|either) && !u.is(opens) }) {
		left = nil // the question's own words
	}
	link := -1
	for i, u := range left {
		if u.is(links) {
			link = i
		}
	}
	for i, u := range left {
		switch {
		case u.first.text == "第", i > 0 && left[i-1].first.text == "第":
		case u.first.kind == digitsToken && i+1 < len(left) && ordinalEnds[left[i+1].first.text], i > 0 && ordinalEnds[u.first.text] && left[i-1].first.kind == digitsToken:
		case u.is(reports):
			return false
		case u.is(joins|either) && from == 0 && !u.is(opens) && !(i == 0 && u.is(joins)):
			return false
		case i > link && u.class == 0 && !calendar[units[at].first.text]:
			return false
		case i <= link && u.class == 0 && l.han && !l.subject(left[:link]):
			return false
		}
	}
	if n := len(left); link < 0 && n > 0 && calendar[units[at].first.text] && !left[n-1].is(opens|frames) {
		return false
	}
	for i := len(left) - 1; i > link && from == 0; i-- {
		if beside[left[i].first.text] {
			return false // before Tuesday
		}
		if !left[i].is(frames) {
			break
		}
	}
	return true
}

// goesOn reports whether what stands right of a name, up to a unit, is no part of it and no claim of something else.
func (l *nameLanguage) goesOn(units []unit, at, to int) bool {
	right := units[at+1 : to]
	if l.wanted.elsewherePlaced(right) {
		return false
	}
	if len(right) == 0 || to == len(units) && l.wanted.restates(right) && !right[0].is(closes) {
		return true
	}
	first := right[0]
	if len(l.names) > 1 && (first.first.text == "is" || first.first.text == "was") {
		for _, u := range right {
			if u.class == 0 && u.first.kind == wordToken && !ordinalEnds[u.first.text] {
				return false // Ann, Bob and Cid is elsewhere: that is said of one of them
			}
		}
	}
	for _, u := range right {
		if u.class == 0 && first.is(closes) {
			return false // 李佳的女儿
		}
	}
	switch {
	case first.class == 0 && calendar[units[at].first.text]:
		return false // Thursday week
	case beside[first.first.text], first.is(reports):
		return false // what follows is what that one says
	case first.class == 0 && l.wanted != nil && l.wanted.asksWho && !first.han && !l.wanted.understands(first) && !deeds[stemOf(first.first.text)] && len(right) > 1 && !adverbs(first.first.text) &&
		(l.wanted.other[stemOf(first.first.text)] || slices.ContainsFunc(right[1:], func(u unit) bool { return l.wanted.understands(u) && u.class == 0 })):
		return false // she saw who broke it
	case first.class == 0:
		return l.capital && !first.capital && !first.han && first.first.kind == wordToken && to == len(units)
	case first.han && l.han && first.n == 1 && len(right) == 1 && !first.is(frames|hedges|joins|either|closes):
		return false // a longer name
	case first.is(joins | either):
		if to == len(units) {
			return first.is(opens)
		}
		for _, u := range right {
			if u.class == 0 {
				return false
			}
		}
	}
	return true
}

// adverbs reports whether a word may be an adverb.
func adverbs(word string) bool { return strings.HasSuffix(word, "ly") || word == "then" }

// calendar are names that stand as answers behind any predicate: they met on a Thursday.
var calendar = map[string]bool{"monday": true, "tuesday": true, "wednesday": true, "thursday": true, "friday": true, "saturday": true, "sunday": true,
	"january": true, "february": true, "march": true, "april": true, "may": true, "june": true, "july": true, "august": true, "september": true, "october": true, "november": true, "december": true}

// beside are words that make something else of a name: what is before it, after it, next to it.
var beside = map[string]bool{"before": true, "after": true, "until": true, "till": true, "beside": true, "near": true, "next": true, "opposite": true, "behind": true, "adjacent": true, "since": true,
	"前": true, "后": true, "旁": true, "之前": true, "之后": true, "以前": true, "以后": true, "隔": true, "左": true, "右": true}

// subject reports whether Chinese words before a link can be a subject: without a name in them that could be one more answer.
func (l *nameLanguage) subject(units []unit) bool {
	for _, u := range units {
		if u.is(joins|either|reports) && !u.is(opens) {
			return false
		}
	}
	return true
}

func (l *nameLanguage) weigh(units []unit, _ int) int8 { return l.wanted.weighs(units) }

func (l *nameLanguage) rival(units []unit) bool {
	plain, linked, judged := 0, false, false
	if l.wanted != nil && len(units) > 0 && units[0].han {
		run := l.text[units[0].first.start:units[len(units)-1].first.end]
		if utf8.RuneCountInString(run) > 4 && strings.Contains(l.wanted.all, run) {
			return false // a sentence of the problem
		}
	}
	for _, u := range units {
		if u.class == 0 {
			plain++
		}
		linked = linked || u.is(links)
		judged = judged || linked && u.is(accepts|rejects)
	}
	switch {
	case plain == 0 || judged && l.wanted != nil:
		return false // or it judges something else
	case !l.capital || l.han:
		return true
	default:
		return units[0].class == 0 && !linked && len(units) <= 3
	}
}

// claimedNames marks a text that should claim names: exactly these, each once; in this order where order counts.
func claimedNames(refs []string, text string, ordered bool, asks *question) Reason {
	l := newNameLanguage(refs)
	l.wanted = asks.choice()
	text = plain(text)
	l.text = text
	tokens := tokenize(text)
	if !l.digits {
		tokens = concluding(tokens)
	}
	r := read(tokens, l)
	if r.takenBack || ordered && len(refs) > 1 && !inSequence(text) && !r.byPlaces(text) {
		return Unclaimed
	}
	said := make([]int, 0, len(refs))
	seen, mentioned := make([]bool, len(refs)), false
	out := Right
	for _, c := range r.claims {
		mentioned = mentioned || c.value >= 0 && c.stance != working
		switch {
		case c.stance == denied && c.value >= 0 && seen[c.value] && len(refs) > 1:
			out = Unclaimed // it is said, and denied
		case c.stance == denied && ordered && len(refs) > 1 && c.value >= 0:
			out = Unclaimed
		case c.stance == unsettled, c.stance == affirmed && c.either && len(refs) > 1:
			out = Unclaimed
		case c.stance == affirmed && c.value == otherValue:
			if out == Right {
				out = Wrong
			}
		case c.stance == affirmed && !seen[c.value]:
			seen[c.value] = true
			said = append(said, c.value)
		}
	}
	switch {
	case !mentioned:
		return Wrong
	case out != Right:
		return out
	case len(said) == 0:
		return Unclaimed
	case r.rivals > 0 || len(said) != len(refs):
		return Wrong
	}
	for i, v := range said {
		if ordered && i != v {
			return Wrong
		}
	}
	return Right
}

var (
	ordinalWord = sieve.Lazy(`(?i)\b(first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|\d{1,2}(?:st|nd|rd|th)|(?:house|position|place|seat|spot|slot|lane|rank)\s+\d{1,2})\b|第\s*([一二三四五六七八九十]|\d{1,2})`)
	backwards   = sieve.Lazy(`(?i)\b(?:after|behind|below|preceded|revers\w*|backwards?|right to left|last to first|bottom to top)\b|[<≤]|之后|后面|以后|从右到左|从后到前|倒序|逆序`)
)

// byPlaces brings the claims of a text that gives a place to each into the order of the places: Bob is 2nd and Ann is 1st. It reports
// whether the text does so.
func (r *reading) byPlaces(text string) bool {
	places := ordinalWord().FindAllStringIndex(text, -1)
	if backwards().MatchString(text) || len(places) != len(r.claims) {
		return false
	}
	sorted := make([]claim, len(places))
	namesFirst := len(places) > 0 && int(r.claims[0].at) < places[0][0]
	for i, at := range places {
		k, next := r.claims[i], len(text)
		if i+1 < len(places) {
			if next = places[i+1][0]; namesFirst {
				next = int(r.claims[i+1].at)
			}
		}
		first, second := at[0], int(k.at)
		if namesFirst {
			first, second = second, first
		}
		p, ok := placeOf(text[at[0]:at[1]])
		if first >= second || second >= next || !ok || p < 1 || p > len(sorted) || sorted[p-1].at != 0 || k.value < 0 || k.stance != affirmed {
			return false
		}
		if k.at++; k.either { // never 0
			return false
		}
		sorted[p-1] = k
	}
	r.claims = sorted
	return true
}

// inSequence reports whether a sentence names things from the first to the last: where it counts them, from 1 on.
func inSequence(text string) bool {
	if backwards().MatchString(text) {
		return false
	}
	next := 1
	for _, m := range ordinalWord().FindAllString(text, -1) {
		if p, ok := placeOf(m); !ok || p != next {
			return false
		}
		next++
	}
	return true
}
