package grade

import (
	"math/big"
	"strconv"
	"strings"
)

// number is a numeral as it was written.
type number struct {
	value    *big.Rat
	decimals int      // digits behind the point; -1 for fractions, which are exact
	percent  bool     // written with a percent sign; value is divided by 100 already
	ratio    bool     // written as a ratio, 3:4; the value is that of the fraction
	of       *big.Rat // how many it is out of, as in 2 out of 5; nil where that is not said
	unit     string   // the word behind it, in lower case; "" where none stands there
}

// quantity is a number in its place in a text.
type quantity struct {
	number
	open    bool // it has an unknown in it: 2x
	formula bool // a term to be worked out, such as √7, 7², 2x: no value is stated
	loose   bool // a range, or some more than the number: 7-9, 7+, 二十多
	words   bool // written in words alone
}

// What bounds the digits of a numeral and its exponent.
const (
	maxDigits   = 1000
	maxExponent = 400
)

// scales multiply the number before them.
var scales = map[string]int64{
	"hundred": 100, "thousand": 1e3, "thousands": 1e3, "k": 1e3, "million": 1e6, "millions": 1e6, "mil": 1e6, "mio": 1e6, "bn": 1e9, "billion": 1e9, "billions": 1e9,
	"trillion": 1e12, "dozen": 12, "dozens": 12, "score": 20, "gross": 144, "hundreds": 100, "lakh": 1e5, "crore": 1e7,
	"十": 10, "百": 100, "千": 1e3, "万": 1e4, "萬": 1e4, "亿": 1e8, "打": 12,
}

// parts divide the number before them.
var parts = map[string]int64{
	"half": 2, "halves": 2, "third": 3, "thirds": 3, "quarter": 4, "quarters": 4, "fourth": 4, "fourths": 4, "fifth": 5, "fifths": 5, "sixth": 6, "sixths": 6,
	"seventh": 7, "sevenths": 7, "eighth": 8, "eighths": 8, "ninth": 9, "ninths": 9, "tenth": 10, "tenths": 10, "twelfth": 12, "twelfths": 12,
	"hundredth": 100, "hundredths": 100, "thousandth": 1000, "thousandths": 1000,
}

// scanner reads quantities from tokens.
type scanner struct {
	tokens []token
}

func (s scanner) text(i int) string {
	if i < 0 || i >= len(s.tokens) {
		return ""
	}
	return s.tokens[i].text
}

func (s scanner) is(i int, kind tokenKind) bool {
	return i >= 0 && i < len(s.tokens) && s.tokens[i].kind == kind
}

// tight reports whether no space stands before a token.
func (s scanner) tight(i int) bool { return i > 0 && i < len(s.tokens) && !s.tokens[i].space }

// quantity reads the quantity that begins at a token; n is 0 where none does.
func (s scanner) quantity(i int) (q quantity, n int) {
	start := i
	negative := false
	switch t := s.text(i); {
	case t == "-" || t == "+":
		if !s.is(i+1, digitsToken) || !s.tight(i+1) && s.starts(i) || s.operand(i-1) {
			return q, 0
		}
		negative = t == "-"
		i++
	case t == "minus" || t == "negative" || t == "负" || t == "负的":
		if s.operand(i - 1) {
			return q, 0
		}
		negative = true
		i++
	case (t == "√" || t == "π" || t == "∞" || t == "log" || t == "ln" || t == "sqrt" || t == "twice" || t == "double" || t == "triple" || t == "thrice") && !s.is(i+1, lineToken):
		from := i + 1
		for s.text(from) == "{" || s.text(from) == "(" {
			from++
		}
		if inner, next := s.positive(from); next > 0 {
			inner.formula = true
			return inner, next - i
		}
		return q, 0
	}
	if q, i = s.positive(i); i < 0 {
		return q, 0
	}
	if negative {
		q.value.Neg(q.value)
	}
	q, i = s.behind(q, i)
	return q, i - start
}

// starts reports whether a token is the first of its line.
func (s scanner) starts(i int) bool { return i == 0 || s.is(i-1, lineToken) }

// operand reports whether a token can be what a sign behind it is applied to.
func (s scanner) operand(i int) bool {
	if i < 0 || i >= len(s.tokens) {
		return false
	}
	t := s.tokens[i]
	return t.kind == digitsToken || t.text == ")" || t.text == "%" || t.kind == wordToken && s.tight(i+1)
}

// positive reads a number without its sign; next is -1 where none is.
func (s scanner) positive(i int) (q quantity, next int) {
	switch {
	case s.text(i) == "百" && s.text(i+1) == "分" && s.text(i+2) == "之":
		if q, next = s.plain(i + 3); next > 0 {
			q.percent = true
			q.value.Mul(q.value, pow10(-2))
		}
		return q, next
	case s.is(i, wordToken):
		return s.english(i)
	}
	q, next = s.plain(i)
	if next < 0 {
		return q, next
	}
	if s.text(next) == "分" && s.text(next+1) == "之" {
		if num, after := s.plain(next + 2); after > 0 && q.value.Sign() != 0 {
			num.value.Quo(num.value, q.value)
			num.decimals = -1
			return num, after
		}
	}
	// Fractions, mixed ones and ratios.
	if !s.is(i, digitsToken) {
		return q, next
	}
	if s.is(next, digitsToken) && s.tokens[next].space && s.text(next+1) == "/" && s.is(next+2, digitsToken) && q.decimals == 0 {
		num, _ := s.plain(next)
		if den, after := s.plain(next + 2); after > 0 && den.value.Sign() != 0 {
			q.value.Add(q.value, num.value.Quo(num.value, den.value))
			q.decimals = -1
			return q, after
		}
	}
	sign := s.text(next)
	ratio := sign == ":" && s.tokens[next].space == s.spaced(next+1) || sign == "比" || sign == "∶"
	if ratio || sign == "/" || sign == "÷" || sign == "over" {
		at := next + 1
		below := s.text(at) == "-" && s.tight(at+1)
		if below {
			at++
		}
		if den, after := s.plain(at); after > 0 && s.is(at, digitsToken) && den.value.Sign() != 0 {
			q.value.Quo(q.value, den.value)
			if below {
				q.value.Neg(q.value)
			}
			q.decimals, q.ratio = -1, ratio
			if t := s.text(after); ratio && (t == ":" || t == "比") && s.is(after+1, digitsToken) || t == "/" && s.is(after+1, digitsToken) {
				q.formula = true // more than two terms
				after += 2
			}
			return q, after
		}
	}
	return q, next
}

func (s scanner) spaced(i int) bool { return i < len(s.tokens) && s.tokens[i].space }

// plain reads digits with an exponent, or a Chinese number.
func (s scanner) plain(i int) (q quantity, next int) {
	if s.is(i, hanToken) {
		return s.chinese(i)
	}
	if !s.is(i, digitsToken) {
		return q, -1
	}
	text := strings.ReplaceAll(s.tokens[i].text, ",", "")
	if len(text) > maxDigits {
		return q, -1
	}
	q.value = new(big.Rat)
	if v, err := strconv.ParseInt(text, 10, 64); err == nil {
		q.value.SetInt64(v)
	} else if _, ok := q.value.SetString(text); !ok {
		return q, -1
	}
	if _, frac, ok := strings.Cut(text, "."); ok {
		q.decimals = len(frac)
	}
	i++
	exp, after := 0, i
	switch {
	case (s.text(i) == "×" || s.text(i) == "*" || s.text(i) == "x") && s.text(i+1) == "10" && s.text(i+2) == "^":
		exp, after = s.exponent(i + 3)
	case s.text(i) == "e" && s.tight(i):
		exp, after = s.exponent(i + 1)
	case s.is(i, wordToken) && s.tight(i) && s.text(i)[0] == 'e' && strings.Trim(s.text(i)[1:], "0123456789") == "" && len(s.text(i)) > 1:
		var err error
		if exp, err = strconv.Atoi(s.text(i)[1:]); err != nil {
			return q, -1
		}
		after = i + 1
	case s.text(i) == "^" && text == "10":
		if exp, after = s.exponent(i + 1); after > 0 {
			exp--
		}
	}
	if after < 0 {
		return q, -1
	}
	if after > i {
		if exp > maxExponent || exp < -maxExponent {
			return q, -1
		}
		q.value.Mul(q.value, pow10(exp))
		q.decimals = max(0, q.decimals-exp)
		i = after
	}
	return q, i
}

// exponent reads a whole number with its sign, in braces or without.
func (s scanner) exponent(i int) (exp, next int) {
	brace := s.text(i) == "{" || s.text(i) == "("
	if brace {
		i++
	}
	sign := 1
	if s.text(i) == "-" || s.text(i) == "+" {
		if s.text(i) == "-" {
			sign = -1
		}
		i++
	}
	v, err := strconv.Atoi(s.text(i))
	if err != nil || v > 1_000_000 {
		return 0, -1
	}
	i++
	if t := s.text(i); brace && (t == "}" || t == ")") {
		i++
	}
	return sign * v, i
}

// behind reads what belongs to a number behind it: percent, scale, unit, and what makes a formula or a range of it.
func (s scanner) behind(q quantity, i int) (quantity, int) {
	i = s.scaled(&q, i)
	i = s.percent(&q, i)
	i = s.andHalf(&q, i)
	if end, done := s.continued(&q, i); done {
		return q, end
	}
	if s.is(i, hanToken) && s.text(i+1) == "多" {
		q.loose = true
		return q, i + 2
	}
	i = s.loosened(&q, i)
	if end, done := s.oneIn(&q, i); done {
		return q, end
	}
	return q, s.measured(&q, i)
}

// scaled reads words for thousands and millions: 3 million, 5k, 2万.
func (s scanner) scaled(q *quantity, i int) int {
	scale := func(n int64) {
		f := big.NewRat(n, 1)
		q.value.Mul(q.value, f)
		for ; n >= 10 && q.decimals > 0; n /= 10 {
			q.decimals--
		}
	}
	for {
		t := s.text(i)
		f, ok := scales[t]
		if _, n := s.unit(i); n > 1 {
			break // 千米 is no thousand
		}
		if !ok || s.is(i, wordToken) && s.text(i-1) == "," || t == "score" {
			break
		}
		scale(f)
		i++
	}
	if s.tight(i) && (s.text(i) == "m" || s.text(i) == "b") && s.tokens[i].capital {
		scale(map[string]int64{"m": 1e6, "b": 1e9}[s.text(i)])
		i++
	}
	return i
}

// percent reads what makes a share of a number.
func (s scanner) percent(q *quantity, i int) int {
	switch t := s.text(i); {
	case t == "%" || t == "percent" || t == "percentage" || t == "pct":
		q.percent = true
		q.value.Mul(q.value, pow10(-2))
		i++
	case t == "per" && s.text(i+1) == "cent":
		q.percent = true
		q.value.Mul(q.value, pow10(-2))
		i += 2
	case t == "‰" || t == "permille":
		q.value.Mul(q.value, pow10(-3))
		q.decimals += 3
		i++
	case t == "成" && s.text(i+1) != "立":
		q.value.Mul(q.value, pow10(-1))
		q.decimals++
		i++
	}
	return i
}

// andHalf reads a part that is added: two and a half, 三个半.
func (s scanner) andHalf(q *quantity, i int) int {
	switch t := s.text(i); {
	case t == "半" || s.text(i+1) == "半" && (t == "个" || t == "天" || t == "年" || t == "小" || t == "公"):
		q.value.Add(q.value, big.NewRat(1, 2))
		q.decimals = -1
		i++
		if t != "半" {
			i++
		}
	case t == "and" && s.text(i+1) == "a" && parts[s.text(i+2)] > 0 && q.value.IsInt():
		q.value.Add(q.value, big.NewRat(1, parts[s.text(i+2)]))
		q.decimals = -1
		i += 3
	case t == "and" && s.text(i+1) == "one" && (parts[s.text(i+2)] > 0 || s.text(i+2) == "-" && parts[s.text(i+3)] > 0) && q.value.IsInt():
		at := i + 2
		if s.text(at) == "-" {
			at++
		}
		q.value.Add(q.value, big.NewRat(1, parts[s.text(at)]))
		q.decimals = -1
		i = at + 1
	}
	return i
}

// continued reads what makes a formula or a range of a number; done says that there is one, and that nothing more belongs to the number.
func (s scanner) continued(q *quantity, i int) (end int, done bool) {
	switch t := s.text(i); {
	case t == "^" || t == "√" || t == "π" || t == "squared" || t == "cubed",
		t == "factorial", t == "degrees" && s.text(i+1) == "of",
		s.is(i, wordToken) && s.tight(i) && len(t) == 1 && strings.Contains("xyzabcinjpqrw", t) && s.is(i-1, digitsToken):
		q.formula = true
		q.open = s.is(i, wordToken) && len(t) == 1
		i++
		if t == "^" {
			i++
		}
		return i, true
	case (t == "+" || t == "×" || t == "*" || t == "·") && i+1 < len(s.tokens), t == "-" && (s.is(i+1, digitsToken) && s.tokens[i].space && s.spaced(i+1)), t == "plus" || t == "minus" || t == "times" || t == "加" || t == "减" || t == "乘" || t == "除":
		from := i + 1
		if s.text(from) == "以" || s.text(from) == "去" || s.text(from) == "上" {
			from++
		}
		if next := s.operands(from); next > 0 {
			q.formula = true
			return next, true
		}
		if t == "plus" || t == "minus" {
			q.loose = true // plus a few
			return i + 1, true
		}
	case t == "的" && (s.text(i+1) == "一" && s.text(i+2) == "半" || s.text(i+1) == "平" && s.text(i+2) == "方" || s.text(i+2) == "倍" || s.text(i+3) == "分"):
		q.formula = true
		return i + 3, true
	case (t == "-" || t == "~" || t == "to" || t == "through" || t == "到" || t == "至"):
		if _, next := s.positive(i + 1); next > 0 {
			if sign := s.text(next); t == "-" && (sign == "=" || sign == "==") {
				q.formula = true // 12-3 = 9 is a difference
			} else {
				q.loose = true
			}
			return next, true
		}
	}
	return i, false
}

// loosened reads what makes a number an estimate (20+, 30-odd), and the whole that it is a part of: 3 out of 5.
func (s scanner) loosened(q *quantity, i int) int {
	switch t := s.text(i); {
	case t == "+" && (i+1 >= len(s.tokens) || !s.is(i+1, digitsToken)), t == "多", t == "几", t == "余", t == "-" && s.text(i+1) == "ish", t == "ish", t == "odd" && !s.tight(i), t == "-" && s.text(i+1) == "odd":
		q.loose = true
		i++
		if t == "-" {
			i++
		}
	case t == "out" && s.text(i+1) == "of" || t == "of" && (s.text(i+1) == "the" || s.is(i+1, digitsToken)):
		at := i + 1
		for s.text(at) == "of" || s.text(at) == "the" {
			at++
		}
		if all, next := s.positive(at); next > 0 {
			i, q.of = next, all.value
			q.formula = q.formula || !q.percent && !q.value.IsInt() && t == "of" // half of a half
		}
	}
	return i
}

// oneIn reads a chance such as 3 in 8; done says that there is one.
func (s scanner) oneIn(q *quantity, i int) (end int, done bool) {
	if s.text(i) == "in" || s.text(i) == "-" && s.text(i+1) == "in" && s.text(i+2) == "-" { // a 3 in 8 chance
		at := i + 1
		if s.text(i) == "-" {
			at = i + 3
		}
		if all, next := s.positive(at); next > 0 && all.value.Sign() > 0 && !all.formula && s.chance(next, i) {
			q.value.Quo(q.value, all.value)
			q.decimals = -1
			return next, true
		}
	}
	return i, false
}

// measured reads the unit, and what may follow one.
func (s scanner) measured(q *quantity, i int) int {
	if u, n := s.unit(i); n > 0 {
		q.unit = u
		i += n
		i = s.finer(q, i)
	}
	if t := s.text(i); q.unit != "" && (t == "/" || t == "per") && s.is(i+1, wordToken) { // km/h
		q.unit += "/" + s.text(i+1)
		return i + 2
	}
	if t := s.text(i); q.unit != "" && t == "^" {
		if area := "area of " + q.unit; s.text(i+1) == "2" && units[area].kind != "" {
			q.unit = area
		} else if s.text(i+1) == "2" || s.text(i+1) == "3" {
			q.unit = ""
		}
		i += 2 // square metres
	}
	if t := s.text(i); q.unit != "" && (t == "plus" || t == "minus") && s.is(i+1, wordToken) {
		q.loose = true // plus tax
		return i + 1
	}
	if q.unit != "" && s.text(i) == "的" && (s.text(i+1) == "一" && s.text(i+2) == "半" || s.text(i+2) == "倍" || s.text(i+3) == "分") {
		q.formula = true
		return i + 3
	}
	return i
}

// operands gives the end of a chain of numbers that signs of arithmetic join, from the first of them on; -1 where none stands there.
func (s scanner) operands(i int) int {
	_, end := s.positive(i)
	for end > 0 && end+1 < len(s.tokens) {
		switch t := s.text(end); {
		case t == "+" || t == "×" || t == "*" || t == "·" || t == "/" || t == "÷" || t == "plus" || t == "times" || t == "minus" || t == "加" || t == "减" || t == "乘":
		case t == "-" && s.is(end+1, digitsToken):
		default:
			return end
		}
		at := end + 1
		if t := s.text(at); t == "以" || t == "去" || t == "上" {
			at++
		}
		_, next := s.positive(at)
		if next < 0 {
			return end
		}
		end = next
	}
	return end
}

// finer adds to a number what is told in smaller units of the same measure behind it: 2 hours and 30 minutes.
func (s scanner) finer(q *quantity, i int) int {
	for range 3 {
		at := i
		if t := s.text(at); t == "and" || t == "," || t == "又" || t == "零" {
			at++
		}
		more, next := s.positive(at)
		if next < 0 {
			return i
		}
		name, n := s.unit(next)
		of, part := units[q.unit], units[name]
		if n == 0 || of.kind != part.kind || part.size >= of.size {
			return i
		}
		whole := new(big.Rat).Mul(q.value, big.NewRat(of.size, part.size))
		if !whole.IsInt() || more.value.Cmp(big.NewRat(of.size, part.size)) >= 0 {
			return i
		}
		q.value.Add(q.value, new(big.Rat).Mul(more.value, big.NewRat(part.size, of.size)))
		q.decimals = -1
		i = next + n
	}
	return i
}

// chance reports whether a token speaks of a chance, or one of the few before another does.
func (s scanner) chance(next, before int) bool {
	if s.text(next) == "-" {
		next++
	}
	if chances[s.text(next)] {
		return true
	}
	for k := max(0, before-7); k < before; k++ {
		if chances[s.text(k)] {
			return true
		}
	}
	return false
}

var chances = map[string]bool{"chance": true, "chances": true, "probability": true, "likelihood": true, "odds": true}

// unit reads a unit at a token.
func (s scanner) unit(i int) (string, int) {
	switch {
	case s.is(i, wordToken):
		if _, ok := units[s.text(i)]; ok {
			return s.text(i), 1
		}
	case s.is(i, hanToken):
		for n := min(4, len(s.tokens)-i); n > 0; n-- {
			u := ""
			for _, t := range s.tokens[i : i+n] {
				u += t.text
			}
			if _, ok := units[u]; ok {
				return u, n
			}
		}
	}
	return "", 0
}

// unitOf is what a unit measures, and how many of the smallest one it is.
type unitOf struct {
	kind string
	size int64
}

// units are units that can be confused by their scale. What stands in no table is no contradiction.
var units = map[string]unitOf{
	"mm": {"length", 10}, "millimetre": {"length", 10}, "millimetres": {"length", 10}, "millimeter": {"length", 10}, "millimeters": {"length", 10}, "毫米": {"length", 10},
	"cm": {"length", 100}, "centimetre": {"length", 100}, "centimetres": {"length", 100}, "centimeter": {"length", 100}, "centimeters": {"length", 100}, "厘米": {"length", 100},
	"m": {"length", 10_000}, "metre": {"length", 10_000}, "metres": {"length", 10_000}, "meter": {"length", 10_000}, "meters": {"length", 10_000}, "米": {"length", 10_000},
	"km": {"length", 1e7}, "kilometre": {"length", 1e7}, "kilometres": {"length", 1e7}, "kilometer": {"length", 1e7}, "kilometers": {"length", 1e7}, "千米": {"length", 1e7}, "公里": {"length", 1e7},
	"inch": {"length", 254}, "inches": {"length", 254}, "foot": {"length", 3048}, "feet": {"length", 3048}, "ft": {"length", 3048}, "yard": {"length", 9144}, "yards": {"length", 9144},
	"mile": {"length", 16_093_440}, "miles": {"length", 16_093_440}, "mi": {"length", 16_093_440},
	"month": {"calendar", 1}, "months": {"calendar", 1}, "year": {"calendar", 12}, "years": {"calendar", 12}, "euro": {"euro", 100}, "euros": {"euro", 100},
	"平方毫米": {"area", 1}, "平方厘米": {"area", 100}, "平方分米": {"area", 10_000}, "平方米": {"area", 1e6}, "公顷": {"area", 1e10}, "平方千米": {"area", 1e12}, "平方公里": {"area", 1e12},
	"立方厘米": {"volume", 1}, "立方分米": {"volume", 1000}, "立方米": {"volume", 1e6}, "分米": {"length", 1000},
	"area of cm": {"area", 100}, "area of m": {"area", 1e6}, "area of mm": {"area", 1}, "area of km": {"area", 1e12},
	"g": {"mass", 1}, "gram": {"mass", 1}, "grams": {"mass", 1}, "克": {"mass", 1}, "kg": {"mass", 1000}, "kilogram": {"mass", 1000}, "kilograms": {"mass", 1000},
	"kilo": {"mass", 1000}, "kilos": {"mass", 1000}, "千克": {"mass", 1000}, "公斤": {"mass", 1000}, "tonne": {"mass", 1e6}, "tonnes": {"mass", 1e6}, "吨": {"mass", 1e6}, "斤": {"mass", 500},
	"ml": {"volume", 1}, "millilitre": {"volume", 1}, "millilitres": {"volume", 1}, "milliliters": {"volume", 1}, "毫升": {"volume", 1}, "litre": {"volume", 1000}, "litres": {"volume", 1000},
	"liter": {"volume", 1000}, "liters": {"volume", 1000}, "l": {"volume", 1000}, "升": {"volume", 1000},
	"second": {"time", 1}, "seconds": {"time", 1}, "sec": {"time", 1}, "s": {"time", 1}, "秒": {"time", 1}, "minute": {"time", 60}, "minutes": {"time", 60}, "min": {"time", 60}, "mins": {"time", 60},
	"分钟": {"time", 60}, "hour": {"time", 3600}, "hours": {"time", 3600}, "hr": {"time", 3600}, "hrs": {"time", 3600}, "h": {"time", 3600}, "小时": {"time", 3600}, "day": {"time", 86400}, "days": {"time", 86400},
	"天": {"time", 86400}, "week": {"time", 604800}, "weeks": {"time", 604800}, "周": {"time", 604800}, "星期": {"time", 604800},
	clockUnit: {"clock", 1}, "cent": {"money", 1}, "cents": {"money", 1}, "dollar": {"money", 100}, "dollars": {"money", 100},
	"分": {"yuan", 1}, "角": {"yuan", 10}, "元": {"yuan", 100}, "块": {"yuan", 100}, "万元": {"yuan", 1e6},
}

// measure gives what a unit measures, and how many of the smallest one it is; that of one by another too: km/h. What it does not know
// measures nothing.
func measure(unit string) (kind string, size *big.Rat) {
	above, below, by := strings.Cut(unit, "/")
	a, known := units[above]
	if !known {
		return "", new(big.Rat)
	}
	if !by {
		return a.kind, big.NewRat(a.size, 1)
	}
	b, known := units[below]
	if !known {
		return "", new(big.Rat)
	}
	return a.kind + "/" + b.kind, big.NewRat(a.size, b.size)
}

func pow10(n int) *big.Rat {
	p := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(max(n, -n))), nil)
	if n < 0 {
		return new(big.Rat).SetFrac(big.NewInt(1), p)
	}
	return new(big.Rat).SetInt(p)
}

// same reports whether an answer states the reference's number. Numbers are compared exactly, with two allowances: an
// answer with more digits than the reference, or a fraction, may differ by less than half a unit of the reference's last
// decimal place when the reference has decimals; and where the reference is a percentage, its sign may be left out. A ratio is
// no fraction: it is right where the reference is a ratio. Where both have units that measure the same, they are converted.
func (ref number) same(ans number) bool {
	if ans.ratio && !ref.ratio {
		return false
	}
	if ref.percent && ans.unit != "" {
		return false
	}
	if ref.unit != "" && ans.unit != "" && ref.unit != ans.unit {
		kind, size := measure(ref.unit)
		other, of := measure(ans.unit)
		if kind != other || kind == "" {
			return false
		}
		ans.value = new(big.Rat).Mul(ans.value, of.Quo(of, size))
	}
	if ref.near(ans) {
		return true
	}
	if ans.of != nil && ans.of.Sign() > 0 && !ref.value.IsInt() { // 2 out of 5 is also 2/5
		part := number{value: new(big.Rat).Quo(ans.value, ans.of), decimals: -1}
		return ref.near(part)
	}
	if ref.percent && !ans.percent {
		scaled := ans
		scaled.value = new(big.Rat).Mul(ans.value, pow10(-2))
		if scaled.decimals >= 0 {
			scaled.decimals += 2
		}
		return ref.near(scaled)
	}
	return false
}

func (ref number) near(ans number) bool {
	if ref.value.Cmp(ans.value) == 0 {
		return true
	}
	places := ref.decimals
	if places <= 0 {
		return false
	}
	if ref.percent {
		places += 2
	}
	finer := ans.decimals
	if ans.percent && finer >= 0 {
		finer += 2
	}
	if finer >= 0 && finer <= places {
		return false
	}
	diff := new(big.Rat).Sub(ref.value, ans.value)
	return diff.Abs(diff).Cmp(new(big.Rat).Mul(big.NewRat(1, 2), pow10(-places))) < 0
}
