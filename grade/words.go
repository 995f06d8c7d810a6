package grade

import (
	"math/big"
	"strings"
	"unicode"
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
		if len(runes) > 18 {
			return 0, false
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
	return total + section + digit, true
}

func isChineseNumeral(r rune) bool {
	_, d := chineseDigit[r]
	_, u := chineseUnit[r]
	_, g := chineseGroup[r]
	return d || u || g
}

// chineseNumbers finds the Chinese numerals in a text, with 负, 点, 分之 and 百分之.
func chineseNumbers(text string) []number {
	var out []number
	runes := []rune(text)
	run := func(at int) (string, int) {
		end := at
		for end < len(runes) && isChineseNumeral(runes[end]) {
			end++
		}
		return string(runes[at:end]), end
	}
	for at := 0; at < len(runes); {
		if !isChineseNumeral(runes[at]) {
			at++
			continue
		}
		negative := at > 0 && runes[at-1] == '负'
		word, end := run(at)
		n, ok := number{}, false
		switch {
		case hasAt(runes, end, "分之"):
			den, denOK := chineseInt(word)
			percent := word == "百"
			num, numEnd := run(end + 2)
			v, frac, numOK := int64(0), "", false
			if v, numOK = chineseInt(num); numOK && hasAt(runes, numEnd, "点") {
				frac, numEnd = run(numEnd + 1)
			}
			if percent {
				denOK, den = true, 100
			}
			if ok = denOK && numOK && den != 0; ok {
				n = withDecimals(v, frac)
				n.value.Quo(n.value, new(big.Rat).SetInt64(den))
				n.percent = percent
				if !percent {
					n.decimals = -1
				}
				end = numEnd
			}
		case hasAt(runes, end, "点"):
			v, whole := chineseInt(word)
			frac, fracEnd := run(end + 1)
			if ok = whole; ok {
				n = withDecimals(v, frac)
				if frac != "" {
					end = fracEnd
				}
			}
		default:
			var v int64
			if v, ok = chineseInt(word); ok {
				n = withDecimals(v, "")
			}
		}
		if ok {
			if negative {
				n.value.Neg(n.value)
			}
			out = append(out, n)
		}
		at = max(end, at+1)
	}
	return out
}

func hasAt(runes []rune, at int, what string) bool {
	w := []rune(what)
	return at+len(w) <= len(runes) && string(runes[at:at+len(w)]) == what
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

// englishNumbers finds whole numbers in English words: "two", "minus twenty-five", "one hundred and three thousand".
func englishNumbers(text string) []number {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) })
	var out []number
	var total, section int64
	open, negative, tooBig := false, false, false
	last := int64(0) // the last small word; 20 may be followed by 5, 5 by nothing but hundred
	flush := func() {
		if open && !tooBig {
			v := new(big.Rat).SetInt64(total + section)
			if negative {
				v.Neg(v)
			}
			out = append(out, number{value: v})
		}
		total, section, open, negative, tooBig, last = 0, 0, false, false, false, 0
	}
	for i, w := range words {
		if small, ok := englishSmall[w]; ok {
			if open && last > 0 && !(last >= 20 && small > 0 && small < 10) {
				flush()
			}
			if !open && i > 0 && (words[i-1] == "minus" || words[i-1] == "negative") {
				negative = true
			}
			section += small
			open, last = true, small
			continue
		}
		switch g := englishGroup[w]; {
		case w == "hundred" && open:
			section, last = max(section, 1)*100, 0
		case g > 0 && open:
			if total += max(section, 1) * g; total > 1e15 {
				tooBig = true
				total = 0
			}
			section, last = 0, 0
		case w == "and" && open:
		default:
			flush()
		}
	}
	flush()
	return out
}
