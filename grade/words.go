package grade

import (
	"math/big"
	"strings"
	"unicode/utf8"
)

var chineseDigit = map[rune]int64{
	'零': 0, '〇': 0, '一': 1, '二': 2, '两': 2, '三': 3, '四': 4, '五': 5, '六': 6, '七': 7, '八': 8, '九': 9,
	'壹': 1, '贰': 2, '叁': 3, '肆': 4, '伍': 5, '陆': 6, '柒': 7, '捌': 8, '玖': 9,
}

var chineseUnit = map[rune]int64{'十': 10, '拾': 10, '百': 100, '佰': 100, '千': 1000, '仟': 1000}

var chineseGroup = map[rune]int64{'万': 1e4, '亿': 1e8}

// chineseInt reads a Chinese whole number that takes up all of a text: 二十五, 一百零三, 三万二千, 二〇二六.
func chineseInt(s string) (int64, bool) {
	runes := []rune(s)
	if len(runes) == 0 || len(runes) > 24 {
		return 0, false
	}
	var total, section, digit int64
	digitSet, plainDigits := false, true
	for _, r := range runes {
		if _, ok := chineseDigit[r]; !ok {
			plainDigits = false
		}
	}
	if plainDigits {
		if len(runes) > 18 || len(runes) == 2 && runes[0] != '零' && runes[0] != '〇' {
			return 0, false // 三六 is no 36, and 两三 is two or three
		}
		for _, r := range runes {
			total = total*10 + chineseDigit[r]
		}
		return total, true
	}
	for _, r := range runes {
		if d, ok := chineseDigit[r]; ok {
			digit, digitSet = d, true
			continue
		}
		if u, ok := chineseUnit[r]; ok {
			if !digitSet {
				digit = 1 // 十五 is 15
			}
			section += digit * u
			digit, digitSet = 0, false
			continue
		}
		g, ok := chineseGroup[r]
		if !ok {
			return 0, false
		}
		total = (total + section + digit) * g
		if total < 0 || total > 1e17 {
			return 0, false
		}
		section, digit, digitSet = 0, 0, false
	}
	if n := len(runes); digitSet && n > 1 { // 一百三 is 130
		last := runes[n-2]
		if u := chineseUnit[last]; u > 10 {
			digit *= u / 10
		} else if g := chineseGroup[last]; g > 0 {
			digit *= g / 10
		}
	}
	return total + section + digit, true
}

func isChineseNumeral(r rune) bool {
	_, d := chineseDigit[r]
	_, u := chineseUnit[r]
	_, g := chineseGroup[r]
	return d || u || g
}

// chinese reads a Chinese number with 点 and decimals behind it; 一半 is a half.
func (s scanner) chinese(i int) (q quantity, next int) {
	run := func(at int) (string, int) {
		var b strings.Builder
		for s.is(at, hanToken) && b.Len() < 90 {
			r, _ := utf8.DecodeRuneInString(s.text(at))
			if !isChineseNumeral(r) {
				break
			}
			b.WriteString(s.text(at))
			at++
		}
		return b.String(), at
	}
	word, end := run(i)
	v, ok := chineseInt(word)
	if !ok {
		return q, -1
	}
	q.words = true
	if word == "一" && s.text(end) == "半" {
		q.value, q.decimals = big.NewRat(1, 2), -1
		return q, end + 1
	}
	frac := ""
	if s.text(end) == "点" {
		if f, after := run(end + 1); f != "" {
			frac, end = f, after
		}
	}
	q.number = withDecimals(v, frac)
	return q, end
}

// withDecimals makes a number of a whole part and Chinese digits behind the point.
func withDecimals(whole int64, frac string) number {
	n := number{value: new(big.Rat).SetInt64(whole)}
	for _, r := range frac {
		d, ok := chineseDigit[r]
		if !ok || n.decimals >= 30 {
			break
		}
		n.decimals++
		n.value.Add(n.value, new(big.Rat).Mul(new(big.Rat).SetInt64(d), pow10(-n.decimals)))
	}
	return n
}

var englishSmall = map[string]int64{
	"zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
	"eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17,
	"eighteen": 18, "nineteen": 19, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70,
	"eighty": 80, "ninety": 90,
}

var englishGroup = map[string]int64{"thousand": 1e3, "million": 1e6, "billion": 1e9}

// english reads a number in English words: two, twenty-five, a hundred and three, two thirds, seven point five.
func (s scanner) english(i int) (q quantity, next int) {
	q.words = true
	fraction := func(num, den int64) (quantity, int) {
		q.value, q.decimals = big.NewRat(num, den), -1
		return q, i
	}
	if t := s.text(i); t == "a" || t == "an" {
		i++
		if t = s.text(i); t == "half" || t == "third" || t == "quarter" || t == "fifth" || t == "tenth" {
			i++
			return fraction(1, parts[t])
		}
		if t == "dozen" {
			q.value = big.NewRat(12, 1)
			return q, i + 1
		}
		if t != "hundred" && englishGroup[t] == 0 {
			return q, -1
		}
	} else if t == "half" {
		i++
		if s.text(i) == "a" && s.text(i+1) == "dozen" {
			q.value = big.NewRat(6, 1)
			return q, i + 2
		}
		return fraction(1, 2)
	}
	v, i, ok := s.cardinal(i)
	if !ok {
		return q, -1
	}
	den, at := parts[s.text(i)], i+1
	if s.text(i) == "-" && s.tight(i) {
		den, at = parts[s.text(i+1)], i+2
	}
	if den > 0 && v > 0 && !(v == 1 && at < 2) {
		q.value, q.decimals = big.NewRat(v, den), -1
		return q, at
	}
	q.value = new(big.Rat).SetInt64(v)
	if s.text(i) == "point" {
		for i++; ; i++ {
			d, ok := englishSmall[s.text(i)]
			if !ok || d > 9 || q.decimals >= 30 {
				break
			}
			q.decimals++
			q.value.Add(q.value, new(big.Rat).Mul(new(big.Rat).SetInt64(d), pow10(-q.decimals)))
		}
	}
	return q, i
}

// cardinal reads a whole number in English words. A hundred and what multiplies may stand without a number before it.
func (s scanner) cardinal(i int) (v int64, next int, ok bool) {
	var total, section int64
	last := int64(-1) // the last small word: 20 may be followed by 5, 5 by nothing but hundred
	for ; ; i++ {
		at := i
		if ok && s.text(at) == "-" && s.tight(at) && s.tight(at+1) {
			at++
		}
		if ok && s.text(at) == "and" && last == 0 { // a hundred and three
			at++
			if _, small := englishSmall[s.text(at)]; !small {
				return total + section, i, true
			}
		}
		t := s.text(at)
		small, isSmall := englishSmall[t]
		switch g := englishGroup[t]; {
		case isSmall && (!ok || last == 0 || last >= 20 && small > 0 && small < 10):
			section += small
			last = max(small, 1)
		case t == "hundred" && (!ok || section < 100):
			section, last = max(section, 1)*100, 0
		case g > 0 && (section > 0 || !ok):
			if total += max(section, 1) * g; total > 1e15 {
				return 0, i, false
			}
			section, last = 0, 0
		default:
			return total + section, i, ok
		}
		ok, i = true, at
	}
}
