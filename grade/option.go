package grade

import (
	"math/bits"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/sieve"
)

// maxLetter is the last letter that an option may have.
const maxLetter = 'Z'

// optionLine reads a line of a question that is an option: a letter, a point or a bracket, and the text.
func optionLine(line string) (letter byte, text string, ok bool) {
	line = strings.TrimPrefix(strings.TrimLeft(line, " \t"), "(")
	if len(line) < 2 || line[0] < 'A' || line[0] > 'Z' {
		return 0, "", false
	}
	for _, sign := range [...]string{".", ")", "、", ":", "：", "．"} {
		if rest, found := strings.CutPrefix(line[1:], sign); found {
			return line[0], strings.Trim(rest, " \t\r"), true
		}
	}
	return 0, "", false
}

// withoutOptions leaves out of a question its options.
func withoutOptions(problem string) string {
	var b strings.Builder
	for line := range strings.SplitSeq(problem, "\n") {
		if _, _, ok := optionLine(line); !ok {
			b.WriteString(line)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// markLetters marks an answer that names options by letter.
func (t answerType) markLetters(p *Part, ref, text string, asks *question) {
	want, _ := t.chosen(ref, unasked)
	if len(want) == 0 { // the reference states the option's text instead of its letter
		t.markOptionText(p, ref, text)
		return
	}
	got, reason := t.chosen(text, asks)
	if len(got) > 0 {
		p.Extracted = string(got)
	}
	switch {
	case reason != Right:
		p.Reason = reason
	case !t.many && len(got) > 1:
		p.Reason = Ambiguous
	case string(got) == string(want):
		p.Correct, p.Score, p.Reason = true, 1, Right
	default:
		p.Reason = Wrong
		if t.many {
			// Right letters count, wrong ones take away, so that naming every option earns nothing.
			hits := 0
			for _, r := range got {
				if strings.ContainsRune(string(want), r) {
					hits++
				} else {
					hits--
				}
			}
			if hits > 0 {
				p.Score, p.Reason = float64(hits)/float64(len(want)), Partial
			}
		}
	}
}

// markOptionText compares the option's text, without a letter before it.
func (t answerType) markOptionText(p *Part, ref, text string) {
	p.Reason = auto.compare(ref, optionLetter().ReplaceAllString(plain(text), ""), unasked)
	if p.Correct = p.Reason == Right; p.Correct {
		p.Score = 1
	}
}

// optionLetter finds the letter before an option's text.
var optionLetter = sieve.Lazy(`^\s*(?:[Oo]ption\s+)?\(?[A-Z][.):]\s*`)

// asksForFalse finds that a question asks for what is false, so that "A: true" is no vote for A.
var asksForFalse = sieve.Lazy(`(?i)\b(?:false|incorrect|untrue|wrong|invalid|not (?:true|correct|possible|right)|cannot|can't|impossible|except)\b|错误|不正确|不对|不成立|不可能|不能|不符合|假的`)

// chosen gives the letters that a text claims, sorted, each once, and Right; or why there are none. With a question at hand,
// the text of one of its options stands for its letter.
func (t answerType) chosen(text string, asks *question) ([]rune, Reason) {
	if c := strings.TrimSpace(text); len(c) == 1 && isASCIILetter(c[0]) {
		return []rune(strings.ToUpper(c)), Right
	}
	l := &letterLanguage{many: t.many, last: maxLetter, options: asks.options(), wanted: asks.choice()}
	clean := plain(text)
	if m := theOnes().FindStringSubmatch(clean); m != nil && asks.text != "" {
		if c, _ := phraseAt(tokenize(m[1]), 0); c == 0 {
			if of := asks.choice(); of != nil && !of.asked[stemOf(strings.ToLower(m[1]))] {
				return nil, Unclaimed
			}
		}
	}
	if m := wrongOnes().FindString(clean); m != "" && asks.text != "" && !asksForFalse().MatchString(asks.text) {
		return nil, Unclaimed
	}
	if m := onlyThisOne().FindStringSubmatch(clean); m != nil && !t.many && !asksForFalse().MatchString(asks.text) {
		return []rune(m[1]), Right
	}
	if out := l.allBut(clean); out != nil && t.many {
		return out, Right
	}
	tokens := concluding(tokenize(clean))
	if len(tokens) == 0 {
		return nil, Wrong
	}
	l.bare = bareLetters(tokens)
	r := read(tokens, l)
	if len(r.claims) == 0 && !r.takenBack && len(l.options) > 0 {
		l.texts = true
		r = read(tokens, l)
	}
	set, denials, verdicts := uint32(0), 0, 0
	for _, c := range r.claims {
		switch c.stance {
		case unsettled:
			return nil, Unclaimed
		case denied:
			denials++
		case affirmed:
			if c.value == otherValue {
				return nil, Ambiguous
			}
			if c.either && t.many {
				return nil, Unclaimed
			}
			if c.remark && len(r.claims) == 1 && len(l.options) > 0 {
				return nil, Unclaimed // the bat (C is a bird)
			}
			set |= uint32(c.value)
		}
		if c.stance != working {
			verdicts++
		}
	}
	if set == 0 && denials > 0 && t.many && restAre().MatchString(clean) {
		set = l.rest(r.claims)
	}
	switch {
	case r.takenBack:
		return nil, Unclaimed
	case set == 0 && denials > 0:
		return nil, Unclaimed
	case set == 0:
		return nil, Wrong // there is a text, and it names no option
	case verdicts > 1 && denials > 0 && asksForFalse().MatchString(asks.text) && truthWords().MatchString(clean):
		return nil, Unclaimed
	}
	if onlyOne().MatchString(clean) && bits.OnesCount32(set) > 1 {
		return nil, Unclaimed
	}
	var out []rune
	for ; set != 0; set &= set - 1 {
		out = append(out, 'A'+rune(bits.TrailingZeros32(set)))
	}
	return out, Right
}

// restAre finds that all others are what some are not.
var restAre = sieve.Lazy(`(?i)[,;.]\s*(?:and |but |while |so |only )?(?:all )?(?:the )?(?:other|others|remaining|rest)(?: (?:two|three|four|ones|options|statements))? (?:are|do|can|is|hold)(?: (?:so|right|true|correct|all right|fine|valid))?\W*$`)

// rest gives the options that no claim names; none where the question has fewer than three.
func (l *letterLanguage) rest(claims []claim) uint32 {
	set := uint32(0)
	for _, o := range l.options {
		set |= 1 << o.letter
	}
	if len(l.options) < 3 {
		return 0
	}
	for _, c := range claims {
		if c.value < 0 {
			return 0
		}
		set &^= uint32(c.value)
	}
	return set
}

// concluding makes a conclusion of the one arrow of a text, where working stands before it: 51 = 3·17 ✓, 53 ✗ → A.
func concluding(tokens []token) []token {
	arrow, worked := -1, false
	for i, t := range tokens {
		switch {
		case t.text == "→" || t.text == "->" || t.text == "=>":
			if arrow >= 0 {
				return tokens
			}
			arrow = i
		case arrow < 0 && (t.kind == digitsToken || t.text == "=" || t.text == "✓" || t.text == "✗"):
			worked = true
		}
	}
	if arrow > 0 && worked {
		tokens[arrow].text = "∴"
	}
	return tokens
}

// onlyOne finds that an answer says that one option is the only one.
var onlyOne = sieve.Lazy(`(?i)^(?:only|just)\s+(?:option\s+)?(?-i:[A-Z])\s*[;.]|^(?:只有|仅)\s*[A-Z]\s*[;.]`)

// onlyThisOne finds that one option alone is what is asked for, whatever is said of the others behind it.
var onlyThisOne = sieve.Lazy(`^(?i:so|thus|hence|therefore)?,?\s*[Oo]nly\s+(?i:option\s+|statement\s+|choice\s+)?([A-Z])\s+(?:is|must be|can be|remains|works|fits|holds|follows)\s*(?:certain|true|right|correct|possible|left|necessary|valid|consistent)?\s*(?:;|$)`)

// theOnes finds that an answer tells which options are something: the composite ones are A and C.
var theOnes = sieve.Lazy(`(?i)^(?:the\s+)?(\p{L}+)\s+(?:ones|one)\s+(?:is|are)\b`)

// wrongOnes finds that an answer tells which options are wrong, and no others.
var wrongOnes = sieve.Lazy(`(?i)^(?:the\s+)?(?:wrong|incorrect|false|untrue|invalid)\s+(?:\w+\s+)?(?:is|are)[\s:]+[A-Z](?:\W+(?:and\W+)?[A-Z])*\W*$|^(?:错误|不正确|不对|不成立|假|错)的?(?:选项|说法|陈述)?(?:是|为|有)?[:\s]*[A-Z](?:[\s,和与]*[A-Z])*\W*$`)

// allButLetters finds an answer of all options but some.
var allButLetters = sieve.Lazy(`(?i)^(?:all|everything|every one|every option|all options|all of them|all statements|all of the (?:options|statements))\s+(?:but|except for|except|apart from|besides)\s+((?-i:[A-Z])(?:(?:,\s*|\s+and\s+|,\s*and\s+)(?-i:[A-Z]))*)(?:\s+(?:is|are|hold|holds|works?|follow)(?:\s+(?:true|correct|right|possible|valid))?)?[.!]?$|^除了?((?-i:[A-Z])(?:[、,和]?(?-i:[A-Z]))*)(?:以外|之外|外)?,?(?:其他|其余|别的)?(?:的)?(?:选项)?(?:都|均|全)(?:是)?(?:正确|对|成立|可以|选)的?[.。]?$`)

// allBut gives the options of the question but those that an answer leaves out of all.
func (l *letterLanguage) allBut(text string) []rune {
	m := allButLetters().FindStringSubmatch(text)
	if m == nil || len(l.options) < 3 {
		return nil
	}
	var out []rune
	for _, o := range l.options {
		if letter := rune('A' + o.letter); !strings.ContainsRune(m[1]+m[2], letter) {
			out = append(out, letter)
		}
	}
	return out
}

// truthWords finds verdicts that say whether a statement is true, rather than whether it is the answer.
var truthWords = sieve.Lazy(`(?i)\b(?:true|false|correct|incorrect|right|wrong|valid|invalid|possible|impossible)\b|对|错|真|假|正确|成立`)

// option is an option of a question.
type option struct {
	letter byte // 0 is A
	words  []token
}

// optionsOf finds the options of a question that have a text.
func optionsOf(problem string) (out []option) {
	if !strings.ContainsAny(problem, ".)、:：．") {
		return nil
	}
	for line := range strings.SplitSeq(problem, "\n") {
		if letter, text, ok := optionLine(line); ok {
			if words := nameTokens(text); len(words) > 0 {
				out = append(out, option{letter - 'A', words})
			}
		}
	}
	return out
}

func nameTokens(s string) []token {
	var words []token
	for _, t := range tokenize(plain(s)) {
		if t.kind != signToken && t.kind != lineToken {
			words = append(words, t)
		}
	}
	return words
}

// letterLanguage finds letters of options in tokens; a value is a set of letters, a bit for each.
type letterLanguage struct {
	many    bool
	last    rune
	options []option
	texts   bool    // the texts of options count too
	wanted  *wanted // what the question asks
	bare    bool    // the text holds nothing but letters and what joins them
}

// bareLetters reports whether a text holds nothing but single letters, or groups of them, and signs.
func bareLetters(tokens []token) bool {
	for _, t := range tokens {
		switch {
		case t.kind == wordToken && (len(t.text) == 1 || t.text == "and" || t.text == "or" || t.text == "option" || t.text == "options" || rising(t.text) && len(t.text) <= 4 && unknown(t)):
		case t.kind == hanToken && strings.Contains("选项和与或及答案", t.text):
		case t.kind == wordToken || t.kind == digitsToken || t.kind == hanToken:
			return false
		}
	}
	return true
}

// unknown reports whether a word is none of the lexicon.
func unknown(t token) bool {
	c, _ := phraseAt([]token{t}, 0)
	return c == 0
}

// rising reports whether letters are in rising order, as the letters of several options are.
func rising(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < 'a' || s[i] > 'z' || i > 0 && s[i] <= s[i-1] {
			return false
		}
	}
	return len(s) > 1
}

func (l *letterLanguage) find(tokens []token, at int, before []unit) found {
	t := tokens[at]
	if t.kind == wordToken && len(t.text) == 1 && isASCIILetter(t.text[0]) && l.stands(tokens, at, before) {
		return l.letter(tokens, at)
	}
	if t.kind == wordToken && rising(t.text) && (t.capital && len(t.text) <= 26 && (l.bare || allUpper(tokens, at)) || l.bare && len(t.text) <= 4 && unknown(t)) {
		set := 0
		for i := range len(t.text) {
			set |= 1 << (t.text[i] - 'a')
		}
		return found{value: set, n: 1}
	}
	if l.texts {
		if f := l.textOf(tokens, at); f.n > 0 {
			return f
		}
		if f := l.worded(tokens, at); f.n > 0 {
			return f
		}
		if f := l.numbered(tokens, at); f.n > 0 {
			return f
		}
	}
	for _, all := range everyOption {
		if match(tokens, at, all) > 0 {
			return found{value: otherValue, n: len(all)}
		}
	}
	return found{}
}

// letter reads the letter of an option. The option's text may follow it; that of another option is a contradiction.
func (l *letterLanguage) letter(tokens []token, at int) found {
	letter := tokens[at].text[0] - 'a'
	set := 1 << letter
	n := 1
	from := at + 1
	for from < len(tokens) && tokens[from].kind == signToken && strings.Contains(".):,-]}(", tokens[from].text) {
		from++
	}
	best := option{letter: letter}
	for _, o := range l.options {
		if m := match(tokens, from, o.words); m > 0 && len(o.words) > len(best.words) && l.ends(tokens, from+m) {
			best = o
			n = from + m - at
		}
	}
	if best.letter != letter {
		set |= 1 << best.letter
	} else if n > 1 && at+n < len(tokens) && tokens[at+n].text == ")" {
		n++
	}
	return found{value: set, n: n}
}

// textOf reads the text of an option, without its letter.
func (l *letterLanguage) textOf(tokens []token, at int) found {
	var best option
	n := 0
	for _, o := range l.options {
		if m := match(tokens, at, o.words); m > n && l.ends(tokens, at+m) {
			best, n = o, m
		}
		if m := match(tokens, at, o.words[1:]); len(o.words) > 1 && titles[o.words[0].text] && m > n && tokens[at].capital && l.ends(tokens, at+m) {
			best, n = o, m
		}
	}
	if n == 0 {
		return found{}
	}
	set := 0
	for _, o := range l.options { // two options of one text
		if o.letter == best.letter || len(o.words) == len(best.words) && match(o.words, 0, best.words) > 0 {
			set |= 1 << o.letter
		}
	}
	return found{value: set, n: n}
}

// worded reads the text of an option whose number is written as a word.
func (l *letterLanguage) worded(tokens []token, at int) found {
	if t := tokens[at]; t.kind != wordToken && t.kind != hanToken {
		return found{}
	}
	q, m := (scanner{tokens}).quantity(at)
	if m <= 0 || !q.words || q.loose || q.formula || !q.value.IsInt() {
		return found{}
	}
	for _, o := range l.options {
		if o.words[0].text != q.value.Num().String() {
			continue
		}
		if k := match(tokens, at+m, o.words[1:]); k == len(o.words)-1 && l.ends(tokens, at+m+k) || k == 0 && at+m == len(tokens) {
			return found{value: 1 << o.letter, n: m + k}
		}
		if q.unit != "" && len(o.words) == 2 && o.words[1].text == q.unit {
			return found{value: 1 << o.letter, n: m}
		}
	}
	return found{}
}

// numbered reads the number of an option without its unit, and another number.
func (l *letterLanguage) numbered(tokens []token, at int) found {
	t := tokens[at]
	if t.kind != digitsToken || at > 0 && !tokens[at-1].space && tokens[at-1].kind != signToken && !t.space {
		return found{}
	}
	next := token{text: "", kind: lineToken}
	if at+1 < len(tokens) {
		next = tokens[at+1]
	}
	for _, o := range l.options {
		if o.words[0].text == t.text && (next.kind != wordToken || len(o.words) > 1 && strings.HasPrefix(o.words[1].text, next.text)) {
			return found{value: 1 << o.letter, n: 1}
		}
	}
	return found{value: otherValue, n: 1}
}

var everyOption = [][]token{nameTokens("all of the above"), nameTokens("all of them"), nameTokens("none of the above"), nameTokens("none of them"), nameTokens("all options"), nameTokens("any of them"),
	nameTokens("以上都"), nameTokens("都可以")}

// ends reports whether a text may end before a token.
func (l *letterLanguage) ends(tokens []token, at int) bool {
	if at >= len(tokens) {
		return true
	}
	return tokens[at].kind == signToken || tokens[at].kind == lineToken || tokens[at].space || tokens[at].kind == hanToken
}

func allUpper(tokens []token, at int) bool {
	t := tokens[at]
	return t.capital && int(t.end-t.start) == len(t.text) && t.upper
}

// stands reports whether a single letter stands for an option: rather than for an article, a pronoun or a name.
func (l *letterLanguage) stands(tokens []token, at int, before []unit) bool {
	t := tokens[at]
	text := func(i int) string {
		if i < 0 || i >= len(tokens) {
			return ""
		}
		return tokens[i].text
	}
	prev, next := text(at-1), text(at+1)
	if rune(t.text[0]-'a'+'A') > l.last {
		return false
	}
	if l.bare {
		return true
	}
	closed := next == ")" || next == "]" || next == "}"
	ended := at+1 >= len(tokens) || next == "\n" || next == "." || next == "," || next == ":" || next == ";" || next == "!"
	if !t.capital {
		return closed || ended && (len(before) == 0 && at == 0 || len(before) > 0 && before[len(before)-1].is(links|frames) && prev != "a" && t.text != "s" && t.text != "i")
	}
	if at+1 >= len(tokens) || tokens[at+1].kind != wordToken {
		return true
	}
	c, _ := phraseAt(tokens, at+1)
	switch t.text {
	case "a":
		return c&(links|negates|rejects|accepts|joins|either|reasons|concludes|contrasts|excepts) != 0 || prev == "option" || prev == "choice" || prev == "answer"
	case "i":
		return prev == "option" || prev == "choice"
	}
	return true
}

func (l *letterLanguage) fits(units []unit, at int) stance {
	for _, u := range units[:at] {
		if u.is(reports) {
			return unsettled
		}
	}
	if w := l.wanted; w != nil {
		// A predicate of somebody whom the question does not name: B is Jones's city.
		for i := at + 1; i < len(units) && units[i].value == noValue; i++ {
			u := units[i]
			if u.class == 0 && u.capital && len(u.first.text) > 1 && w.names[strings.TrimSuffix(u.first.text, "'s")] && !w.subject[strings.TrimSuffix(u.first.text, "'s")] && len(w.subject) > 0 {
				return unsettled
			}
			if i == at+1 && u.is(frames) && onlys[u.first.text] && i+1 < len(units) && units[i+1].class == 0 && !w.understands(units[i+1]) {
				return working // D only knew of it
			}
		}
	}
	if !l.texts && !(l.many && l.wanted != nil && len(l.wanted.asked) > 0) {
		return affirmed
	}
	if !l.texts {
		for at+2 < len(units) && units[at+1].is(joins) && units[at+2].value != noValue {
			at += 2
		}
		if !l.wanted.tellsElse(units[at+1:]) {
			return affirmed
		}
	}
	if l.wanted != nil && l.wanted.tellsElse(units[at+1:]) {
		return working // Sydney is the largest city, where the capital is asked for
	}
	from := at
	for from > 0 && units[from-1].value == noValue && !units[from-1].is(links) {
		from--
	}
	if l.wanted.restates(units[from:at]) {
		return affirmed
	}
	for i := at - 1; i >= from; i-- {
		if units[i].class == 0 && !l.article(units[:i+1]) {
			return unsettled
		}
	}
	return affirmed
}

func (l *letterLanguage) turns(units []unit, at int) bool {
	if l.wanted == nil || !l.wanted.negated {
		return false
	}
	last := at
	for last+1 < len(units) && (units[last+1].value != noValue || units[last+1].is(joins|either)) {
		last++
	}
	right := units[last+1:]
	for i, u := range right {
		if u.value != noValue {
			right = right[:i]
			break
		}
	}
	return len(right) > 1 && l.wanted.restates(right) && (right[0].is(links|negates) || right[0].class == 0)
}

// onlys are words behind a name for what little somebody did.
var onlys = map[string]bool{"only": true, "just": true, "simply": true}

// article reports whether words before an option's text have a link before them, such as: is the cask of 40 litres.
func (l *letterLanguage) article(units []unit) bool {
	for _, u := range units {
		if u.is(links|opens) || u.first.text == "the" {
			return true
		}
	}
	return false
}

func (l *letterLanguage) rival([]unit) bool { return false }
