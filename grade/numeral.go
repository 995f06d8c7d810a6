package grade

import (
	"math/big"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/sieve"
)

// numberLanguage finds numbers in tokens.
type numberLanguage struct {
	scan   scanner
	digits bool // the text has numbers in digits: of the words only those count that stand where an answer does
	ones   bool // "one" counts: there is no other number
	all    []quantity
	wanted *wanted // what the question asks the number of; nil where nobody knows
}

func (l *numberLanguage) find(tokens []token, at int, before []unit) found {
	t := tokens[at]
	if t.kind == digitsToken && at > 0 && !t.space && (tokens[at-1].kind == wordToken || tokens[at-1].text == "^") {
		return found{} // x1, m^2
	}
	if t.kind == digitsToken && len(before) > 0 && before[len(before)-1].is(labels) {
		return found{} // clue 3
	}
	if t.kind == digitsToken && at > 1 && (tokens[at-1].text == "+" || tokens[at-1].text == "-") && tokens[at-2].kind == wordToken && len(tokens[at-2].text) == 1 {
		return found{} // x + 5
	}
	if t.kind == digitsToken && at > 1 && tokens[at-1].text == "." && (tokens[at-2].text == "c" || tokens[at-2].text == "ca") {
		q, n := l.scan.quantity(at)
		if n > 0 {
			l.all = append(l.all, q)
			return found{value: len(l.all) - 1, n: n, loose: true} // circa
		}
	}
	if t.text == "about" || t.kind == lineToken {
		return found{}
	}
	q, n := l.scan.quantity(at)
	if n == 0 {
		return found{}
	}
	if q.words && (t.kind == wordToken || t.kind == hanToken) {
		if !l.counts(tokens, at, n, before) {
			return found{}
		}
	}
	l.all = append(l.all, q)
	if at+1 < len(tokens) && tokens[at+1].text == "s" && !tokens[at+1].space && len(t.text) == 4 && t.kind == digitsToken {
		q.loose = true // the 1970s
	}
	return found{value: len(l.all) - 1, n: n, loose: q.loose || q.formula, term: q.formula, open: q.open}
}

// counts reports whether a number in words is meant as one.
func (l *numberLanguage) counts(tokens []token, at, n int, before []unit) bool {
	next := ""
	if at+n < len(tokens) {
		next = tokens[at+n].text
	}
	if c, _ := phraseAt(tokens, max(0, at-1)); at > 0 && len(before) == 0 && c&concludes != 0 {
		return true
	}
	last := ""
	if at > 0 {
		last = tokens[at-1].text
	}
	if n == 1 && tokens[at].text == "one" && (!l.ones || next == "who" || next == "that" || next == "of" || last == "the" || last == "no" || last == "this" || last == "that") {
		return false
	}
	if n == 1 && tokens[at].text == "一" && (!l.ones || strings.Contains("共样般直定起旦切些", next) && next != "" || last == "第" || last == "唯" || last == "之" || last == "统") {
		return false
	}
	if n == 1 && strings.Contains("百千万亿十", tokens[at].text) && (!l.ones || next == "分") {
		return false
	}
	if !l.digits || len(before) == 0 && l.wanted != nil && l.wanted.asked[stemOf(next)] {
		return true
	}
	if len(before) > 0 {
		return before[len(before)-1].is(either | links | negates | excepts | hedges | limits | corrects | concludes)
	}
	return next == "" || next == "," || next == "." || next == ";" || next == "\n" || next == "!" || next == "?"
}

func (l *numberLanguage) fits(units []unit, at int) stance {
	switch {
	case l.wanted.bundled(units, at), l.wanted.outOfOthers(l.all[units[at].value].of):
		return unsettled
	case l.wanted.noYear(&l.all[units[at].value]), l.wanted.otherYear(units), l.wanted.noFraction(&l.all[units[at].value]), l.wanted.ofAPart(units, at), l.wanted.turnedBy(units, at):
		return working
	case l.wanted != nil && (l.wanted.noun != "" || l.wanted.percent) && l.wanted.unit == "" && l.all[units[at].value].unit != "":
		return working // 11 metres, where posts are counted
	case l.wanted.otherMeasure(l.all[units[at].value].unit), l.wanted.otherCounter(units, at, l.all[units[at].value].unit), l.wanted.goneInstead(units, at):
		return working // 72 cm, where square centimetres are asked for
	case l.wanted != nil && (l.wanted.of(units, at) < 0 || l.wanted.elsewhen(units)):
		return working
	case l.wanted.compared(units, at), l.wanted.beforeOrAfter(units, at), l.wanted.half(units, at), l.wanted.tellsOther(units, at):
		return unsettled
	}
	return affirmed
}

func (l *numberLanguage) weigh(units []unit, at int) int8 {
	if w, q := l.wanted, &l.all[units[at].value]; w != nil && q.value.IsInt() && w.has[q.value.Num().String()] {
		return -1 // the problem gives it
	}
	return l.wanted.weighs(units)
}

func (l *numberLanguage) rival([]unit) bool { return false }

var (
	// belowZero finds a negative number in words.
	belowZero = sieve.Lazy(`(?i)(\d+(?:\.\d+)?)\s*(?:degrees?|°\s*C|°\s*F|°)?\s*(?:celsius |fahrenheit )?below (?:zero|freezing)\b`)
	// innerTerm finds a term in brackets behind a sign: 34 - (11 + 6).
	innerTerm = sieve.Lazy(`([-+*×·/÷−]\s*)\((\s*\d[\d\s.]*(?:[-+*×·/÷−]\s*\d[\d.]*\s*)+)\)`)
)

var parenFraction = sieve.Lazy(`\(\s*([-+]?[\d.]+)\s*\)`)

// claimedNumber gives the number that a text claims. The reference says whether a rounded result is one; the question, where it is at
// hand, what it is asked of.
func claimedNumber(text string, rounded bool, of *wanted) (number, Reason) {
	if of.counts() && strings.ContainsAny(text, "$€£¥") {
		text = money().ReplaceAllString(text, "${1}some$2")
	}
	text = plain(minusCurrency(text))
	if n, ok := digitsAlone(text); ok {
		return n, Right
	}
	if strings.Contains(text, "below") {
		text = belowZero().ReplaceAllString(text, "-$1")
	}
	if strings.Contains(text, "(") {
		text = innerTerm().ReplaceAllString(text, "$1$2")
		text = parenFraction().ReplaceAllString(text, "$1")
		text = withoutBreakdowns(text)
	}
	if m := spacedThousands().FindStringSubmatch(text); m != nil {
		text = m[1] + strings.ReplaceAll(m[2], " ", "") + m[3]
	}
	text = solved(text)
	tokens := tokenize(text)
	if rounded {
		tokens = roundedResult(tokens)
	} else {
		tokens = withoutRoundings(tokens)
	}
	l := &numberLanguage{scan: scanner{tokens}, wanted: of}
	for _, t := range tokens {
		l.digits = l.digits || t.kind == digitsToken
	}
	r := read(tokens, l)
	if len(r.claims) == 0 && !r.takenBack {
		l.ones = true
		r = read(tokens, l)
	}
	var out *quantity
	settled := Unparsed
	for _, c := range r.claims {
		q := &l.all[c.value]
		switch c.stance {
		case denied, working:
			if settled == Unparsed {
				settled = Unclaimed
			}
		case unsettled:
			return number{}, Unclaimed
		case affirmed:
			if out != nil && (out.value.Cmp(q.value) != 0 && !(out.unit != "" && q.unit != "" && out.same(q.number)) || out.ratio != q.ratio) {
				return number{}, Ambiguous
			}
			out, settled = q, Right
		}
	}
	if r.takenBack {
		return number{}, Unclaimed
	}
	if settled != Right {
		return number{}, settled
	}
	return out.number, Right
}

// money finds an amount of a currency.
var money = sieve.Lazy(`(^|[\s(|,])[$€£¥]\d[\d,]*(?:\.\d+)?([^$\d}]|$)`)

// spacedThousands finds a number that is all of a text and has spaces between its thousands.
var spacedThousands = sieve.Lazy(`^([-+$€£¥]*\s?)(\d{1,3}(?: \d{3})+)(\s?[\p{L}$€£¥]*\.?)$`)

// currencyBehindMinus finds a minus before the sign of a currency.
var currencyBehindMinus = sieve.Lazy(`[-−](\$|€|£|¥|￥)\s?(\d)`)

// minusCurrency leaves out the sign of a currency behind a minus, where it is no sign of mathematics.
func minusCurrency(text string) string {
	if strings.Count(text, "$") > 1 {
		return text
	}
	return currencyBehindMinus().ReplaceAllString(text, "-$2")
}

var (
	inParens    = sieve.Lazy(`\(([^()]*)\)`)
	plainNumber = sieve.Lazy(`\d+(?:\.\d+)?`)
)

// withoutBreakdowns leaves out brackets behind a number that tell what it consists of: 14 in all (7 there and 7 back).
func withoutBreakdowns(text string) string {
	var b strings.Builder
	from := 0
	for _, m := range inParens().FindAllStringSubmatchIndex(text, 64) {
		inner, before := text[m[2]:m[3]], plainNumber().FindAllString(text[from:m[0]], -1)
		parts := plainNumber().FindAllString(inner, 16)
		b.WriteString(text[from:m[0]])
		if len(before) == 0 || len(parts) < 2 || negated(inner) || !makesUp(before[len(before)-1], parts) {
			b.WriteString(text[m[0]:m[1]])
		}
		from = m[1]
	}
	b.WriteString(text[from:])
	return b.String()
}

// makesUp reports whether numbers have a number for their sum or for their product.
func makesUp(whole string, parts []string) bool {
	want, ok := new(big.Rat).SetString(whole)
	sum, product := new(big.Rat), big.NewRat(1, 1)
	for _, p := range parts {
		v, read := new(big.Rat).SetString(p)
		if ok = ok && read && len(p) < 30; !ok {
			return false
		}
		sum.Add(sum, v)
		product.Mul(product, v)
	}
	return ok && (sum.Cmp(want) == 0 || product.Cmp(want) == 0)
}

// digitsAlone reads a whole number that is all of a text.
func digitsAlone(text string) (number, bool) {
	if len(text) == 0 || len(text) > 15 {
		return number{}, false
	}
	v := int64(0)
	for i := 0; i < len(text); i++ {
		if !isDigit(text[i]) {
			return number{}, false
		}
		v = 10*v + int64(text[i]-'0')
	}
	return number{value: new(big.Rat).SetInt64(v)}, true
}

// roundedResult makes an equation of "≈" behind an expression: where the reference is a rounded number, that is how one
// writes it.
func roundedResult(tokens []token) []token {
	for i, t := range tokens {
		if i > 0 && t.text == "≈" && tokens[i-1].text != ":" {
			tokens[i].text = rounds
		}
	}
	return tokens
}

// withoutRoundings leaves out what an exact result is about, behind it: 7/12 ≈ 0.583.
func withoutRoundings(tokens []token) []token {
	at := -1
	for i, t := range tokens {
		if t.text == "≈" && i > 0 && i+1 < len(tokens) {
			at = i
		}
	}
	if at < 0 {
		return tokens
	}
	s := scanner{tokens}
	about, n := s.quantity(at + 1)
	if n == 0 || about.decimals < 1 || about.loose || about.formula {
		return tokens
	}
	for i := max(0, at-8); i < at; i++ {
		exact, k := s.quantity(i)
		if k == 0 || i+k != at || exact.loose || exact.formula {
			continue
		}
		if about.near(exact.number) {
			return append(tokens[:at:at], tokens[at+1+n:]...)
		}
		break
	}
	return tokens
}

// compareNumbers compares two numerals. A ratio is read as one where the reference is one, also "3 to 4".
func compareNumbers(ref, ans string, of *wanted) Reason {
	want, reason := claimedNumber(ref, false, nil)
	if reason != Right {
		return BadReference
	}
	if of != nil && want.unit == "" {
		want.unit = of.unit
	}
	if want.ratio {
		ans = ratioWords().ReplaceAllString(ans, "$1:$2")
	}
	if !want.value.IsInt() {
		if m := oneIn().FindStringSubmatch(strings.TrimSpace(ans)); m != nil {
			if n, ok := wholeWords(m[1]); ok {
				ans = "1/" + n
			}
		}
	}
	if of.chance() {
		ans = inSo().ReplaceAllString(ans, "$1/$2")
	}
	got, reason := claimedNumber(ans, want.decimals > 0, of)
	if of != nil && of.percent && !want.percent && got.percent && reason == Right {
		got.percent = false // the question says that it is percent
		got.value = new(big.Rat).Mul(got.value, pow10(2))
		got.decimals = max(got.decimals-2, min(got.decimals, 0))
	}
	if of != nil && want.unit == "" && strings.HasPrefix(got.unit, "cent") && got.unit != "centimetre" && of.inMoney() {
		want.unit = "dollars"
	}
	if of != nil && want.unit == "" && got.unit != "" {
		if kind, _ := measure(got.unit); kind != "" {
			want.unit = of.given[kind]
		}
	}
	switch {
	case reason != Right:
		return reason
	case want.same(got):
		return Right
	default:
		return Wrong
	}
}

// inSo finds a chance of some in so many.
var inSo = sieve.Lazy(`\b(\d+) in (\d+)\b`)

// oneIn finds a chance in words: one in thirty-six.
var oneIn = sieve.Lazy(`(?i)^(?:one|1) in ([a-z -]+)\.?$`)

var ratioWords = sieve.Lazy(`(\d+)\s+to\s+(\d+)`)
