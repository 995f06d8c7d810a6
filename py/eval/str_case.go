package eval

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

func strCase(name string) methodFunc {
	return on0(name, func(th *Thread, recv Value) (Value, error) {
		s := string(recv.(Str))
		if err := th.allocStr(len(s)); err != nil {
			return nil, err
		}
		switch name {
		case "lower":
			return Str(strings.ToLower(s)), nil
		case "upper":
			return Str(strings.ReplaceAll(strings.ToUpper(s), "ß", "SS")), nil
		case "casefold":
			return Str(strings.ReplaceAll(strings.ToLower(s), "ß", "ss")), nil
		case "capitalize":
			r, n := utf8.DecodeRuneInString(s)
			if n == 0 {
				return Str(""), nil
			}
			return Str(string(unicode.ToTitle(r)) + strings.ToLower(s[n:])), nil
		}
		var b strings.Builder
		word := false
		for _, r := range s {
			switch {
			case name == "swapcase" && unicode.IsUpper(r):
				r = unicode.ToLower(r)
			case name == "swapcase":
				r = unicode.ToUpper(r)
			case !word:
				word = isCased(r)
				r = unicode.ToTitle(r)
			default:
				word = isCased(r)
				r = unicode.ToLower(r)
			}
			b.WriteRune(r)
		}
		return Str(b.String()), nil
	})
}

func isCased(r rune) bool { return unicode.IsUpper(r) || unicode.IsLower(r) || unicode.IsTitle(r) }

func strPad(name string) methodFunc {
	return func(th *Thread, recv Value, args []Value, kwargs []Kwarg) (Value, error) {
		var width int
		fill := " "
		var err error
		if name == "zfill" {
			err = UnpackArgs(name, args, kwargs, "width", &width)
		} else {
			err = UnpackArgs(name, args, kwargs, "width", &width, "fillchar?", &fill)
		}
		if err != nil {
			return nil, err
		}
		if utf8.RuneCountInString(fill) != 1 {
			return nil, typeErr("The fill character must be exactly one character long")
		}
		s := string(recv.(Str))
		n := width - strLen(s)
		if n <= 0 {
			return Str(s), nil
		}
		if err := th.allocStr(mulCells(n, len(fill)) + len(s)); err != nil {
			return nil, err
		}
		switch name {
		case "ljust":
			return Str(s + strings.Repeat(fill, n)), nil
		case "rjust":
			return Str(strings.Repeat(fill, n) + s), nil
		case "center":
			left := n/2 + n&width&1
			return Str(strings.Repeat(fill, left) + s + strings.Repeat(fill, n-left)), nil
		}
		if s != "" && (s[0] == '+' || s[0] == '-') {
			return Str(s[:1] + strings.Repeat("0", n) + s[1:]), nil
		}
		return Str(strings.Repeat("0", n) + s), nil
	}
}

func strIs(name string) methodFunc {
	return on0(name, func(_ *Thread, recv Value) (Value, error) {
		return Bool(strTest(name, string(recv.(Str)))), nil
	})
}

func strTest(name, s string) bool {
	all := func(f func(rune) bool) bool {
		for _, r := range s {
			if !f(r) {
				return false
			}
		}
		return s != ""
	}
	isDigit := func(r rune) bool {
		return unicode.Is(unicode.Nd, r) || unicode.Is(unicode.No, r) && digitValue(r) >= 0
	}
	switch name {
	case "isascii":
		return isASCII(s)
	case "isalpha":
		return all(unicode.IsLetter)
	case "isdecimal":
		return all(func(r rune) bool { return unicode.Is(unicode.Nd, r) })
	case "isdigit":
		return all(isDigit)
	case "isnumeric":
		return all(func(r rune) bool { return unicode.IsNumber(r) || isNumericCJK(r) })
	case "isalnum":
		return all(func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) })
	case "isspace":
		return all(isSpace)
	case "isprintable":
		for _, r := range s {
			if !unicode.IsPrint(r) {
				return false
			}
		}
		return true
	case "isidentifier":
		for i, r := range s {
			if !(r == '_' || unicode.IsLetter(r) || i > 0 && unicode.In(r, unicode.Nd, unicode.Mn, unicode.Mc, unicode.Pc)) {
				return false
			}
		}
		return s != ""
	case "islower", "isupper":
		cased := false
		for _, r := range s {
			lower := unicode.IsLower(r)
			if name == "islower" && (unicode.IsUpper(r) || unicode.IsTitle(r)) || name == "isupper" && (lower || unicode.IsTitle(r)) {
				return false
			}
			cased = cased || isCased(r)
		}
		return cased
	}
	// istitle
	cased, word := false, false
	for _, r := range s {
		switch {
		case unicode.IsUpper(r) || unicode.IsTitle(r):
			if word {
				return false
			}
			cased, word = true, true
		case unicode.IsLower(r):
			if !word {
				return false
			}
			cased = true
		default:
			word = false
		}
	}
	return cased
}

// digitValue is the value of a superscript, subscript or circled digit, or -1.
func digitValue(r rune) int {
	switch {
	case r == 0xb2, r == 0xb3, r == 0xb9, r >= 0x2070 && r <= 0x2079 && r != 0x2071, r >= 0x2080 && r <= 0x2089, r >= 0x2460 && r <= 0x2468:
		return 1
	}
	return -1
}

func isNumericCJK(r rune) bool {
	return strings.ContainsRune("零一二三四五六七八九十百千万亿〇壹贰叁肆伍陆柒捌玖拾佰仟两億兆萬", r)
}
