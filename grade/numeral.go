package grade

import (
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// number is a numeral as it was written.
type number struct {
	value    *big.Rat
	decimals int  // digits behind the point; -1 for fractions, which are exact
	percent  bool // written with a percent sign; value is divided by 100 already
}

// maxDigits bounds the digits of a numeral and its exponent.
const (
	maxDigits   = 1000
	maxExponent = 400
)

var (
	decimal = `\d+(?:,\d{3})*(?:\.\d+)?|\.\d+`
	// digits matches one numeral in Arabic digits: sign, mixed fraction or ratio, exponent, percent.
	digits = regexp.MustCompile(`([-+]?)\s*(?:(\d+)\s+(\d+)\s*/\s*(\d+)|(` + decimal + `)\s*[/:]\s*(` + decimal + `)|(` + decimal + `)(?:[eE]([-+]?\d+)|\s*×\s*10\s*\^\s*\{?([-+]?\d+)\}?)?)(\s*%)?`)
)

// numbers finds the numerals in a text: Arabic digits; only when there are none, Chinese numerals; only when there are
// none of those either, English number words. Digits that belong to a name or a unit (x1, m^2) are no numerals.
func numbers(text string) []number {
	var out []number
	pos := 0
	for pos < len(text) {
		loc := digits.FindStringSubmatchIndex(text[pos:])
		if loc == nil {
			break
		}
		for i := range loc {
			if loc[i] >= 0 {
				loc[i] += pos
			}
		}
		start, end := loc[0], loc[1]
		for start < end && text[start] == ' ' {
			start++
		}
		if attached(text, start) {
			pos = max(end, pos+1)
			continue
		}
		if n, ok := fromDigits(text, loc); ok {
			out = append(out, n)
		}
		pos = max(end, pos+1)
	}
	if out != nil {
		return out
	}
	if out = chineseNumbers(text); out != nil {
		return out
	}
	return englishNumbers(text)
}

// attached reports whether the digits at a place belong to what stands before them: an exponent, or a name such as x1.
// A sign behind a digit or a bracket is an operator: then what follows is not attached to it.
func attached(text string, at int) bool {
	if at == 0 {
		return false
	}
	r, _ := utf8.DecodeLastRuneInString(text[:at])
	return r == '^' || r == '_' || (r < utf8.RuneSelf && unicode.IsLetter(r))
}

func fromDigits(text string, loc []int) (number, bool) {
	group := func(i int) string {
		if loc[2*i] < 0 {
			return ""
		}
		return strings.ReplaceAll(text[loc[2*i]:loc[2*i+1]], ",", "")
	}
	if loc[1]-loc[0] > maxDigits {
		return number{}, false
	}
	n := number{value: new(big.Rat)}
	switch {
	case group(2) != "":
		frac, ok := new(big.Rat).SetString(group(3) + "/" + group(4))
		if !ok {
			return n, false
		}
		whole, _ := new(big.Rat).SetString(group(2))
		n.value.Add(whole, frac)
		n.decimals = -1
	case group(5) != "":
		num, ok1 := new(big.Rat).SetString(group(5))
		den, ok2 := new(big.Rat).SetString(group(6))
		if !ok1 || !ok2 || den.Sign() == 0 {
			return n, false
		}
		n.value.Quo(num, den)
		n.decimals = -1
	default:
		if _, ok := n.value.SetString(group(7)); !ok {
			return n, false
		}
		if _, frac, ok := strings.Cut(group(7), "."); ok {
			n.decimals = len(frac)
		}
		if e := group(8) + group(9); e != "" {
			exp, err := strconv.Atoi(e)
			if err != nil || exp > maxExponent || exp < -maxExponent {
				return n, false
			}
			n.value.Mul(n.value, pow10(exp))
			n.decimals = max(0, n.decimals-exp)
		}
	}
	if group(1) == "-" && !operator(text, loc[0]) {
		n.value.Neg(n.value)
	}
	if group(10) != "" {
		n.percent = true
		n.value.Mul(n.value, pow10(-2))
	}
	return n, true
}

// operator reports whether a sign at a place stands between two terms.
func operator(text string, at int) bool {
	before := strings.TrimRight(text[:at], " ")
	if before == "" {
		return false
	}
	r, _ := utf8.DecodeLastRuneInString(before)
	return unicode.IsDigit(r) || r == ')' || unicode.IsLetter(r) && r < utf8.RuneSelf
}

func pow10(n int) *big.Rat {
	p := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(max(n, -n))), nil)
	if n < 0 {
		return new(big.Rat).SetFrac(big.NewInt(1), p)
	}
	return new(big.Rat).SetInt(p)
}

var parenFraction = regexp.MustCompile(`\(\s*([-+]?[\d.]+)\s*\)|\(\s*([-+]?[\d.]+)\s*\)`)

// parseNumber reads a text that states one number, with a unit or words round it. Several different numbers are an
// ambiguity, unless an equals sign tells which of them is the result.
func parseNumber(text string) (n number, reason Reason) {
	text = plain(text)
	text = parenFraction.ReplaceAllString(text, "$1$2")
	if i := strings.LastIndexAny(text, "=≈"); i >= 0 {
		_, size := utf8.DecodeRuneInString(text[i:])
		if rest := text[i+size:]; len(numbers(rest)) > 0 {
			text = rest
		}
	}
	all := numbers(text)
	if len(all) == 0 {
		return n, Unparsed
	}
	for _, other := range all[1:] {
		if other.value.Cmp(all[0].value) != 0 {
			return n, Ambiguous
		}
	}
	return all[0], Right
}

// same reports whether an answer states the reference's number. Numbers are compared exactly, with two allowances: an
// answer with more digits than the reference, or a fraction, may differ by less than half a unit of the reference's last
// decimal place when the reference has decimals; and where the reference is a percentage, its sign may be left out.
func (ref number) same(ans number) bool {
	if ref.near(ans) {
		return true
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
