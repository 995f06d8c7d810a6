package eval

import (
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"
)

// formatSpec is a parsed format specification: [[fill]align][sign][z][#][0][width][grouping][.precision][type].
type formatSpec struct {
	fill   rune
	align  byte // '<', '>', '^', '=', or 0 when not given
	sign   byte // '-', '+' or ' '
	noNeg0 bool // z
	alt    bool
	zero   bool
	width  int
	group  byte // ',', '_' or 0
	prec   int  // -1 when not given
	typ    byte // 0 when not given
}

func parseSpec(spec, typeName string) (f formatSpec, err error) {
	f = formatSpec{fill: ' ', sign: '-', prec: -1}
	s := spec
	isAlign := func(c byte) bool { return c == '<' || c == '>' || c == '^' || c == '=' }
	filled := false
	r, n := utf8.DecodeRuneInString(s)
	if n > 0 && n < len(s) && isAlign(s[n]) {
		f.fill, f.align = r, s[n]
		filled = true
		s = s[n+1:]
	} else if s != "" && isAlign(s[0]) {
		f.align = s[0]
		s = s[1:]
	}
	if s != "" && (s[0] == '+' || s[0] == '-' || s[0] == ' ') {
		f.sign = s[0]
		s = s[1:]
	}
	if s != "" && s[0] == 'z' {
		f.noNeg0 = true
		s = s[1:]
	}
	if s != "" && s[0] == '#' {
		f.alt = true
		s = s[1:]
	}
	if s != "" && s[0] == '0' {
		f.zero = true
		if !filled {
			f.fill = '0'
			if f.align == 0 {
				f.align = '='
			}
		}
		s = s[1:]
	}
	if f.width, s, err = formatNumber(s); err != nil {
		return f, err
	}
	f.width = max(f.width, 0)
	if s != "" && (s[0] == ',' || s[0] == '_') {
		f.group = s[0]
		s = s[1:]
		if s != "" && (s[0] == ',' || s[0] == '_') {
			if s[0] == f.group {
				return f, valueErr("Cannot specify '%c' with '%c'.", f.group, s[0])
			}
			return f, valueErr("Cannot specify both ',' and '_'.")
		}
	}
	if s != "" && s[0] == '.' {
		if f.prec, s, err = formatNumber(s[1:]); err != nil {
			return f, err
		}
		if f.prec < 0 {
			return f, valueErr("Format specifier missing precision")
		}
	}
	if s != "" {
		_, n := utf8.DecodeRuneInString(s)
		if len(s) > n || n > 1 {
			return f, valueErr("Invalid format specifier '%s' for object of type '%s'", spec, typeName)
		}
		f.typ = s[0]
	}
	return f, nil
}

// formatNumber reads digits; -1 when there are none.
func formatNumber(s string) (int, string, error) {
	i := 0
	for i < len(s) && '0' <= s[i] && s[i] <= '9' {
		i++
	}
	if i == 0 {
		return -1, s, nil
	}
	n, err := strconv.Atoi(s[:i])
	if err != nil || n > math.MaxInt32 {
		return 0, "", valueErr("Too many decimal digits in format string")
	}
	return n, s[i:], nil
}

// ToFormat is format(v, spec).
func ToFormat(th *Thread, v Value, spec string) (string, error) {
	if spec == "" {
		if f, ok := v.(Formatter); ok {
			return f.Format(th, spec)
		}
		return ToStr(th, v)
	}
	switch x := v.(type) {
	case Str:
		return th.formatStr(string(x), spec)
	case Bool:
		return th.formatInt(big.NewInt(b2i(x)), spec, "bool")
	case Int:
		return th.formatInt(big.NewInt(int64(x)), spec, "int")
	case *BigInt:
		return th.formatInt(x.v, spec, "int")
	case Float:
		return th.formatFloat(float64(x), spec)
	case Formatter:
		return x.Format(th, spec)
	}
	return "", typeErr("unsupported format string passed to %s.__format__", v.TypeName())
}

func (th *Thread) pad(s string, f *formatSpec, def byte) (string, error) {
	n := f.width - strLen(s)
	if n <= 0 {
		return s, nil
	}
	if err := th.allocStr(n + len(s)); err != nil {
		return "", err
	}
	align := f.align
	if align == 0 {
		align = def
	}
	fill := string(f.fill)
	switch align {
	case '<':
		return s + strings.Repeat(fill, n), nil
	case '^':
		return strings.Repeat(fill, n/2) + s + strings.Repeat(fill, n-n/2), nil
	}
	return strings.Repeat(fill, n) + s, nil
}

func (th *Thread) formatStr(s, spec string) (string, error) {
	f, err := parseSpec(spec, "str")
	if err != nil {
		return "", err
	}
	switch {
	case f.typ != 0 && f.typ != 's':
		return "", valueErr("Unknown format code '%c' for object of type 'str'", f.typ)
	case f.sign != '-':
		return "", valueErr("Sign not allowed in string format specifier")
	case f.alt:
		return "", valueErr("Alternate form (#) not allowed in string format specifier")
	case f.group != 0:
		return "", valueErr("Cannot specify '%c' with 's'.", f.group)
	case f.align == '=' && f.zero:
		f.align = '<'
	case f.align == '=':
		return "", valueErr("'=' alignment not allowed in string format specifier")
	}
	if f.prec >= 0 {
		i := 0
		for j := range s {
			if i == f.prec {
				s = s[:j]
				break
			}
			i++
		}
	}
	return th.pad(s, &f, '<')
}

func (th *Thread) formatInt(b *big.Int, spec, typeName string) (string, error) {
	f, err := parseSpec(spec, typeName)
	if err != nil {
		return "", err
	}
	switch f.typ {
	case 'e', 'E', 'f', 'F', 'g', 'G', '%':
		x, err := bigToFloat(b)
		if err != nil {
			return "", err
		}
		return th.floatSpec(x, &f)
	case 'c':
		if f.sign != '-' {
			return "", valueErr("Sign not allowed with integer format specifier 'c'")
		}
		if !b.IsInt64() || b.Int64() < 0 || b.Int64() > utf8.MaxRune {
			return "", raise(overflowError, "%%c arg not in range(0x110000)")
		}
		return th.pad(string(rune(b.Int64())), &f, '<')
	}
	if f.prec >= 0 {
		return "", valueErr("Precision not allowed in integer format specifier")
	}
	base, prefix := 10, ""
	switch f.typ {
	case 0, 'd', 'n':
		if f.typ == 'n' && f.group != 0 {
			return "", valueErr("Cannot specify '%c' with 'n'.", f.group)
		}
	case 'b':
		base, prefix = 2, "0b"
	case 'o':
		base, prefix = 8, "0o"
	case 'x':
		base, prefix = 16, "0x"
	case 'X':
		base, prefix = 16, "0X"
	default:
		return "", valueErr("Unknown format code '%c' for object of type '%s'", f.typ, typeName)
	}
	if base != 10 && f.group == ',' {
		return "", valueErr("Cannot specify ',' with '%c'.", f.typ)
	}
	var digits string
	if base == 10 {
		if digits, err = th.intText(b); err != nil {
			return "", err
		}
	} else {
		if err := th.allocStr(b.BitLen()); err != nil {
			return "", err
		}
		digits = b.Text(base)
	}
	digits = strings.TrimPrefix(digits, "-")
	if f.typ == 'X' {
		digits = strings.ToUpper(digits)
	}
	if !f.alt {
		prefix = ""
	}
	every := 3
	if base != 10 {
		every = 4
	}
	return th.number(b.Sign() < 0, prefix, digits, "", &f, every)
}

// number puts together sign, prefix, whole digits and the rest, with grouping and padding.
func (th *Thread) number(neg bool, prefix, digits, rest string, f *formatSpec, every int) (string, error) {
	sign := ""
	switch {
	case neg:
		sign = "-"
	case f.sign != '-':
		sign = string(f.sign)
	}
	if f.width > 0 {
		if err := th.allocStr(f.width); err != nil {
			return "", err
		}
	}
	if f.group != 0 {
		least := 0
		if f.align == '=' && f.fill == '0' { // zeros are grouped as well
			least = f.width - len(sign) - len(prefix) - len(rest)
		}
		digits = groupDigits(digits, string(f.group), every, least)
	}
	if f.align == '=' {
		if n := f.width - len(sign) - len(prefix) - len(digits) - len(rest); n > 0 {
			return sign + prefix + strings.Repeat(string(f.fill), n) + digits + rest, nil
		}
		return sign + prefix + digits + rest, nil
	}
	return th.pad(sign+prefix+digits+rest, f, '>')
}

// groupDigits puts a separator between groups of digits, adding zeros in front until the text is at least so long.
func groupDigits(digits, sep string, every, least int) string {
	grouped := func(n int) int { return n + (n-1)/every }
	n := len(digits)
	for grouped(n) < least {
		n++
	}
	digits = strings.Repeat("0", n-len(digits)) + digits
	if n <= every {
		return digits
	}
	var b strings.Builder
	head := n % every
	if head == 0 {
		head = every
	}
	b.WriteString(digits[:head])
	for i := head; i < n; i += every {
		b.WriteString(sep)
		b.WriteString(digits[i : i+every])
	}
	return b.String()
}

func (th *Thread) formatFloat(x float64, spec string) (string, error) {
	f, err := parseSpec(spec, "float")
	if err != nil {
		return "", err
	}
	return th.floatSpec(x, &f)
}

func (th *Thread) floatSpec(x float64, f *formatSpec) (string, error) {
	if f.prec > 1<<16 {
		if err := th.allocStr(f.prec); err != nil {
			return "", err
		}
	}
	typ, pct := f.typ, ""
	prec := f.prec
	switch typ {
	case 0, 'e', 'E', 'f', 'F', 'g', 'G':
	case 'n':
		if f.group != 0 {
			return "", valueErr("Cannot specify '%c' with 'n'.", f.group)
		}
		typ = 'g'
	case '%':
		typ, pct = 'f', "%"
		x *= 100
	default:
		return "", valueErr("Unknown format code '%c' for object of type 'float'", typ)
	}
	body := floatText(x, typ, prec, f.alt)
	neg := strings.HasPrefix(body, "-")
	body = strings.TrimPrefix(body, "-")
	if neg && f.noNeg0 && strings.Trim(body, "0.e+-%") == "" {
		neg = false
	}
	if math.IsInf(x, 0) || math.IsNaN(x) {
		g := *f
		g.group = 0
		return th.number(neg, "", body, pct, &g, 3)
	}
	whole := len(body)
	for i := range body {
		if body[i] < '0' || body[i] > '9' {
			whole = i
			break
		}
	}
	return th.number(neg, "", body[:whole], body[whole:]+pct, f, 3)
}

// floatText writes a float by a format code, as CPython's PyOS_double_to_string does; code 0 is repr, or with a precision g that keeps one
// decimal.
func floatText(x float64, typ byte, prec int, alt bool) string {
	upper := typ == 'E' || typ == 'F' || typ == 'G'
	var s string
	switch {
	case math.IsNaN(x):
		s = "nan"
	case math.IsInf(x, 0):
		s = "inf"
		if x < 0 {
			s = "-inf"
		}
	case typ == 0 && prec < 0:
		s = FloatRepr(x)
	case typ == 'e' || typ == 'E':
		if prec < 0 {
			prec = 6
		}
		s = strconv.FormatFloat(x, 'e', prec, 64)
		if alt && prec == 0 {
			s = strings.Replace(s, "e", ".e", 1)
		}
	case typ == 'f' || typ == 'F':
		if prec < 0 {
			prec = 6
		}
		s = strconv.FormatFloat(x, 'f', prec, 64)
		if alt && prec == 0 {
			s += "."
		}
	default:
		s = generalText(x, prec, alt, typ == 0)
	}
	if upper {
		s = strings.ToUpper(s)
	}
	return s
}

// generalText is the g format; dot0 keeps one decimal, for a specification that names no type.
func generalText(x float64, prec int, alt, dot0 bool) string {
	if prec < 0 {
		prec = 6
	}
	if prec == 0 {
		prec = 1
	}
	e := strconv.FormatFloat(x, 'e', prec-1, 64)
	sign := ""
	if e[0] == '-' {
		sign, e = "-", e[1:]
	}
	mant, expText, _ := strings.Cut(e, "e")
	exp, _ := strconv.Atoi(expText)
	digits := strings.Replace(mant, ".", "", 1)
	if !alt {
		digits = strings.TrimRight(digits, "0")
		if digits == "" {
			digits = "0"
		}
	}
	limit := prec
	if dot0 {
		limit--
	}
	if exp < -4 || exp >= limit {
		s := sign + digits[:1]
		if len(digits) > 1 {
			s += "." + digits[1:]
		} else if alt {
			s += "."
		}
		es := strconv.Itoa(exp)
		es = strings.TrimPrefix(es, "-")
		if len(es) < 2 {
			es = "0" + es
		}
		if exp < 0 {
			return s + "e-" + es
		}
		return s + "e+" + es
	}
	switch {
	case exp < 0:
		return sign + "0." + strings.Repeat("0", -exp-1) + digits
	case len(digits) <= exp+1:
		s := sign + digits + strings.Repeat("0", exp+1-len(digits))
		if dot0 {
			s += ".0"
		} else if alt {
			s += "."
		}
		return s
	}
	return sign + digits[:exp+1] + "." + digits[exp+1:]
}
