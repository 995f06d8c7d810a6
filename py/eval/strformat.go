package eval

import (
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"
)

// strFormat is str.format: s with its replacement fields filled in.
func (th *Thread) strFormat(s string, args []Value, kwargs []Kwarg, mapping Value) (string, error) {
	f := &strFormatter{th: th, args: args, kwargs: kwargs, mapping: mapping}
	return f.run(s, 2)
}

type strFormatter struct {
	th      *Thread
	args    []Value
	kwargs  []Kwarg
	mapping Value // str.format_map
	next    int   // the next automatic number
	manual  bool
}

func (f *strFormatter) run(s string, depth int) (string, error) {
	if depth < 0 {
		return "", valueErr("Max string recursion exceeded")
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case c == '{' && i+1 < len(s) && s[i+1] == '{', c == '}' && i+1 < len(s) && s[i+1] == '}':
			b.WriteByte(c)
			i += 2
		case c == '}':
			return "", valueErr("Single '}' encountered in format string")
		case c == '{':
			end, err := fieldEnd(s, i+1)
			if err != nil {
				return "", err
			}
			t, err := f.field(s[i+1:end], depth)
			if err != nil {
				return "", err
			}
			if b.Len()+len(t) > f.th.limits.StrLen {
				return "", f.th.allocStr(b.Len() + len(t))
			}
			b.WriteString(t)
			i = end + 1
		default:
			j := strings.IndexAny(s[i:], "{}")
			if j < 0 {
				j = len(s) - i
			}
			b.WriteString(s[i : i+j])
			i += j
		}
	}
	return b.String(), f.th.allocStr(b.Len())
}

// fieldEnd finds the brace that closes the field beginning at from.
func fieldEnd(s string, from int) (int, error) {
	depth, bracket := 1, false
	for i := from; i < len(s); i++ {
		switch {
		case bracket:
			bracket = s[i] != ']'
		case s[i] == '[' && depth == 1 && !strings.ContainsAny(s[from:i], ":!"):
			bracket = true
		case s[i] == '{':
			depth++
		case s[i] == '}':
			if depth--; depth == 0 {
				return i, nil
			}
		}
	}
	if from == len(s) {
		return 0, valueErr("Single '{' encountered in format string")
	}
	return 0, valueErr("expected '}' before end of string")
}

func (f *strFormatter) field(s string, depth int) (string, error) {
	name, spec, conv := s, "", byte(0)
	for i, bracket := 0, false; i < len(s); i++ {
		if bracket {
			bracket = s[i] != ']'
			continue
		}
		if s[i] == '[' {
			bracket = true
			continue
		}
		if s[i] == '{' {
			return "", valueErr("unexpected '{' in field name")
		}
		if s[i] == ':' {
			name, spec = s[:i], s[i+1:]
			break
		}
		if s[i] == '!' {
			name = s[:i]
			if i+1 >= len(s) {
				return "", valueErr("end of string while looking for conversion specifier")
			}
			conv = s[i+1]
			if rest := s[i+2:]; rest != "" {
				if rest[0] != ':' {
					return "", valueErr("expected ':' after conversion specifier")
				}
				spec = rest[1:]
			}
			break
		}
	}
	v, err := f.lookup(name)
	if err != nil {
		return "", err
	}
	if strings.ContainsAny(spec, "{}") {
		if spec, err = f.run(spec, depth-1); err != nil {
			return "", err
		}
	}
	if conv != 0 {
		t, err := convert(f.th, v, conv)
		if err != nil {
			return "", err
		}
		v = Str(t)
	}
	return ToFormat(f.th, v, spec)
}

// convert applies !r, !s or !a.
func convert(th *Thread, v Value, conv byte) (string, error) {
	switch conv {
	case 'r':
		return ToRepr(th, v)
	case 's':
		return ToStr(th, v)
	case 'a':
		s, err := ToRepr(th, v)
		return toASCII(s), err
	}
	return "", valueErr("Unknown conversion specifier '%c'", conv)
}

func (f *strFormatter) lookup(name string) (Value, error) {
	first := name
	if i := strings.IndexAny(name, ".["); i >= 0 {
		first = name[:i]
	}
	rest := name[len(first):]
	var v Value
	n, err := strconv.Atoi(first)
	switch {
	case first == "":
		if f.manual {
			return nil, valueErr("cannot switch from manual field specification to automatic field numbering")
		}
		n, err = f.next, nil
		f.next++
		fallthrough
	case err == nil:
		if first != "" {
			if f.next > 0 {
				return nil, valueErr("cannot switch from automatic field numbering to manual field specification")
			}
			f.manual = true
		}
		if f.mapping != nil {
			return nil, valueErr("Format string contains positional fields")
		}
		if n < 0 || n >= len(f.args) {
			return nil, raise(indexError, "Replacement index %d out of range for positional args tuple", n)
		}
		v = f.args[n]
	case f.mapping != nil:
		if v, err = GetIndex(f.th, f.mapping, Str(first)); err != nil {
			return nil, err
		}
	default:
		for _, k := range f.kwargs {
			if k.Name == first {
				v = k.Value
			}
		}
		if v == nil {
			return nil, raiseExc(&Exception{typ: keyError, args: NewTuple(Str(first))})
		}
	}
	for rest != "" {
		if rest[0] == '.' {
			end := strings.IndexAny(rest[1:], ".[") + 1
			if end == 0 {
				end = len(rest)
			}
			if end == 1 {
				return nil, valueErr("Empty attribute in format string")
			}
			if v, err = GetAttr(f.th, v, rest[1:end]); err != nil {
				return nil, err
			}
			rest = rest[end:]
			continue
		}
		end := strings.IndexByte(rest, ']')
		if rest[0] != '[' || end < 0 {
			return nil, valueErr("Missing ']' in format string")
		}
		if end == 1 {
			return nil, valueErr("Empty attribute in format string")
		}
		var key Value = Str(rest[1:end])
		if n, err := strconv.Atoi(rest[1:end]); err == nil && n >= 0 {
			key = MakeInt(int64(n))
		}
		if v, err = GetIndex(f.th, v, key); err != nil {
			return nil, err
		}
		rest = rest[end+1:]
	}
	return v, nil
}

// percentFormatter goes through a text with fields such as %5.2f.
type percentFormatter struct {
	th      *Thread
	s       string
	i       int // where the rest begins
	args    []Value
	used    int
	mapping Value // of fields with names; nil: there is none
	named   bool
}

// percentFormat is s % arg.
func (th *Thread) percentFormat(s string, arg Value) (string, error) {
	f := &percentFormatter{th: th, s: s, args: []Value{arg}}
	if t, ok := arg.(*Tuple); ok {
		f.args = t.elems
	} else {
		switch arg.(type) {
		case Str, Int, Float, Bool, NoneType, *BigInt:
		case *Dict, Indexer, *List, *Range:
			f.mapping = arg
		}
	}
	var b strings.Builder
	for f.i < len(s) {
		if s[f.i] != '%' {
			j := strings.IndexByte(s[f.i:], '%')
			if j < 0 {
				j = len(s) - f.i
			}
			b.WriteString(s[f.i : f.i+j])
			f.i += j
			continue
		}
		f.i++
		t, err := f.field()
		if err != nil {
			return "", err
		}
		if b.Len()+len(t) > th.limits.StrLen {
			return "", th.allocStr(b.Len() + len(t))
		}
		b.WriteString(t)
	}
	if f.used < len(f.args) && !f.named && f.mapping == nil {
		return "", typeErr("not all arguments converted during string formatting")
	}
	return b.String(), th.allocStr(b.Len())
}

func (f *percentFormatter) take() (Value, error) {
	if f.used >= len(f.args) {
		return nil, typeErr("not enough arguments for format string")
	}
	f.used++
	return f.args[f.used-1], nil
}

// field writes a field, behind its sign.
func (f *percentFormatter) field() (string, error) {
	v, err := f.key()
	if err != nil {
		return "", err
	}
	spec := formatSpec{fill: ' ', sign: '-', prec: -1}
	left := f.flags(&spec)
	if spec.width, err = f.number(); err != nil {
		return "", err
	}
	if spec.width < 0 {
		left, spec.width = true, -spec.width
	}
	if f.i < len(f.s) && f.s[f.i] == '.' {
		f.i++
		if spec.prec, err = f.number(); err != nil {
			return "", err
		}
		spec.prec = max(spec.prec, 0)
	}
	for f.i < len(f.s) && (f.s[f.i] == 'h' || f.s[f.i] == 'l' || f.s[f.i] == 'L') {
		f.i++
	}
	if f.i >= len(f.s) {
		return "", valueErr("incomplete format")
	}
	r, n := utf8.DecodeRuneInString(f.s[f.i:])
	at := f.i
	f.i += n
	if r == '%' {
		return "%", nil
	}
	if v == nil {
		if v, err = f.take(); err != nil {
			return "", err
		}
	}
	if left {
		spec.align = '<'
	} else if spec.zero && strings.ContainsRune("diuxXoeEfFgG", r) {
		spec.align, spec.fill = '=', '0'
	}
	return f.th.percentField(v, r, at, &spec)
}

// key reads the name of a field, and gives what has it; nil where there is none.
func (f *percentFormatter) key() (Value, error) {
	if f.i >= len(f.s) || f.s[f.i] != '(' {
		return nil, nil
	}
	end := f.i + 1
	for depth := 1; ; end++ {
		if end >= len(f.s) {
			return nil, valueErr("incomplete format key")
		}
		if f.s[end] == '(' {
			depth++
		} else if f.s[end] == ')' {
			if depth--; depth == 0 {
				break
			}
		}
	}
	if f.mapping == nil {
		return nil, typeErr("format requires a mapping")
	}
	v, err := GetIndex(f.th, f.mapping, Str(f.s[f.i+1:end]))
	f.named = true
	f.i = end + 1
	return v, err
}

// flags reads the signs before the width, and tells whether the field is written to the left.
func (f *percentFormatter) flags(spec *formatSpec) (left bool) {
	for ; f.i < len(f.s); f.i++ {
		switch f.s[f.i] {
		case '-':
			left = true
		case '+':
			spec.sign = '+'
		case ' ':
			if spec.sign != '+' {
				spec.sign = ' '
			}
		case '#':
			spec.alt = true
		case '0':
			spec.zero = true
		default:
			return left
		}
	}
	return left
}

// number reads a width or a precision, which a star takes from the arguments.
func (f *percentFormatter) number() (int, error) {
	if f.i < len(f.s) && f.s[f.i] == '*' {
		f.i++
		x, err := f.take()
		if err != nil {
			return 0, err
		}
		n, ok := AsInt64(x)
		if !ok {
			return 0, typeErr("* wants int")
		}
		if n > 1<<31-1 || n < -1<<31 {
			return 0, raise(overflowError, "Python int too large to convert to C int")
		}
		return int(n), nil
	}
	n, rest, err := formatNumber(f.s[f.i:])
	if err != nil {
		return 0, valueErr("width too big")
	}
	f.i = len(f.s) - len(rest)
	return max(n, 0), nil
}

func (th *Thread) percentField(v Value, r rune, at int, f *formatSpec) (string, error) {
	switch r {
	case 's', 'r', 'a':
		t, err := convert(th, v, byte(r))
		if err != nil {
			return "", err
		}
		if f.prec >= 0 && strLen(t) > f.prec {
			t = string([]rune(t)[:f.prec])
		}
		return th.pad(t, f, '>')
	case 'c':
		switch x := v.(type) {
		case Str:
			if strLen(string(x)) == 1 {
				return th.pad(string(x), f, '>')
			}
		case Int:
			if x < 0 || x > utf8.MaxRune {
				return "", raise(overflowError, "%%c arg not in range(0x110000)")
			}
			return th.pad(string(rune(x)), f, '>')
		}
		return "", typeErr("%%c requires int or char")
	case 'd', 'i', 'u', 'x', 'X', 'o':
		n, ok := AsBig(v)
		if x, isFloat := v.(Float); isFloat && (r == 'd' || r == 'i' || r == 'u') {
			y, err := floatToInt(float64(x))
			if err != nil {
				return "", err
			}
			n, ok = AsBig(y)
		}
		if !ok {
			want := "a real number"
			if r == 'x' || r == 'X' || r == 'o' {
				want = "an integer"
			}
			return "", typeErr("%%%c format: %s is required, not %s", r, want, v.TypeName())
		}
		return th.percentInt(n, r, f)
	case 'e', 'E', 'f', 'F', 'g', 'G':
		x, ok, err := AsFloat(v)
		if err != nil {
			return "", err
		}
		if !ok {
			return "", typeErr("must be real number, not %s", v.TypeName())
		}
		f.typ = byte(r)
		if f.prec < 0 {
			f.prec = 6
		}
		return th.floatSpec(x, f)
	}
	return "", valueErr("unsupported format character '%c' (0x%x) at index %d", r, r, at)
}

func (th *Thread) percentInt(n *big.Int, r rune, f *formatSpec) (string, error) {
	base, prefix := 10, ""
	switch r {
	case 'x':
		base, prefix = 16, "0x"
	case 'X':
		base, prefix = 16, "0X"
	case 'o':
		base, prefix = 8, "0o"
	}
	if !f.alt {
		prefix = ""
	}
	digits, err := "", error(nil)
	if base == 10 {
		digits, err = th.intText(n)
	} else {
		digits, err = n.Text(base), th.allocStr(n.BitLen())
	}
	if err != nil {
		return "", err
	}
	digits = strings.TrimPrefix(digits, "-")
	if r == 'X' {
		digits = strings.ToUpper(digits)
	}
	if len(digits) < f.prec {
		if err := th.allocStr(f.prec); err != nil {
			return "", err
		}
		digits = strings.Repeat("0", f.prec-len(digits)) + digits
	}
	return th.number(n.Sign() < 0, prefix, digits, "", f, 3)
}
