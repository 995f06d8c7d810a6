package eval

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

var strMethodNames = []string{"capitalize", "casefold", "center", "count", "endswith", "expandtabs", "find", "format", "format_map",
	"index", "isalnum", "isalpha", "isascii", "isdecimal", "isdigit", "isidentifier", "islower", "isnumeric", "isprintable", "isspace",
	"istitle", "isupper", "join", "ljust", "lower", "lstrip", "partition", "removeprefix", "removesuffix", "replace", "rfind",
	"rindex", "rjust", "rpartition", "rsplit", "rstrip", "split", "splitlines", "startswith", "strip", "swapcase", "title",
	"translate", "upper", "zfill"}

func strMethod(name string) methodFunc {
	switch name {
	case "join":
		return strJoin
	case "format":
		return func(th *Thread, s Value, args []Value, kwargs []Kwarg) (Value, error) {
			r, err := th.strFormat(string(s.(Str)), args, kwargs, nil)
			return Str(r), err
		}
	case "format_map":
		return on1("format_map", "mapping", func(th *Thread, s, m Value) (Value, error) {
			r, err := th.strFormat(string(s.(Str)), nil, nil, m)
			return Str(r), err
		})
	case "split":
		return strSplit
	case "rsplit":
		return strRSplit
	case "splitlines":
		return strSplitLines
	case "strip", "lstrip", "rstrip":
		return strStrip(name)
	case "replace":
		return strReplace
	case "startswith", "endswith":
		return strStarts(name)
	case "find", "rfind", "index", "rindex", "count":
		return strFind(name)
	case "lower", "upper", "casefold", "capitalize", "title", "swapcase":
		return strCase(name)
	case "center", "ljust", "rjust", "zfill":
		return strPad(name)
	case "isalnum", "isalpha", "isascii", "isdecimal", "isdigit", "isidentifier", "islower", "isnumeric", "isprintable", "isspace",
		"istitle", "isupper":
		return strIs(name)
	case "partition", "rpartition":
		return strPartition(name)
	case "removeprefix", "removesuffix":
		return on1(name, "x", func(_ *Thread, s Value, x string) (Value, error) {
			if name == "removeprefix" {
				return Str(strings.TrimPrefix(string(s.(Str)), x)), nil
			}
			return Str(strings.TrimSuffix(string(s.(Str)), x)), nil
		})
	case "expandtabs":
		return strExpandTabs
	case "translate":
		return strTranslate
	}
	return nil
}

func isSpace(r rune) bool { return unicode.IsSpace(r) || r >= 0x1c && r <= 0x1f }

func strStrip(name string) methodFunc {
	return func(_ *Thread, recv Value, args []Value, kwargs []Kwarg) (Value, error) {
		var chars Value = None
		if err := UnpackArgs(name, args, kwargs, "chars?", &chars); err != nil {
			return nil, err
		}
		in := isSpace
		switch c := chars.(type) {
		case NoneType:
		case Str:
			in = func(r rune) bool { return strings.ContainsRune(string(c), r) }
		default:
			return nil, typeErr("%s arg must be None or str", name)
		}
		s := string(recv.(Str))
		if name != "rstrip" {
			s = strings.TrimLeftFunc(s, in)
		}
		if name != "lstrip" {
			s = strings.TrimRightFunc(s, in)
		}
		return Str(s), nil
	}
}

func strReplace(th *Thread, recv Value, args []Value, kwargs []Kwarg) (Value, error) {
	var old, new string
	n := -1
	if err := UnpackArgs("replace", args, kwargs, "old", &old, "new", &new, "count?", &n); err != nil {
		return nil, err
	}
	s := string(recv.(Str))
	count := strings.Count(s, old)
	if n >= 0 {
		count = min(count, n)
	}
	if !th.burn(int64(len(s) >> 6)) {
		return nil, th.takeErr()
	}
	if grow := len(new) - len(old); grow > 0 {
		if err := th.allocStr(mulCells(count, grow) + len(s)); err != nil {
			return nil, err
		}
	} else if err := th.allocStr(len(s)); err != nil {
		return nil, err
	}
	return Str(strings.Replace(s, old, new, n)), nil
}

// strRange gives the part of s between two optional indices, with the index of its first character; ok is false when start is beyond the
// end.
func strRange(th *Thread, s string, start, end Value) (part string, first int, ok bool, err error) {
	if start == Value(None) && end == Value(None) {
		return s, 0, true, nil
	}
	n := strLen(s)
	lo, hi := 0, n
	for i, v := range []Value{start, end} {
		if v == Value(None) {
			continue
		}
		k, isInt, err := asIndex(th, v)
		if err != nil {
			return "", 0, false, err
		}
		if !isInt {
			return "", 0, false, typeErr("slice indices must be integers or None or have an __index__ method")
		}
		if k < 0 {
			k = max(k+n, 0)
		}
		if i == 0 {
			lo = k
		} else {
			hi = min(k, n)
		}
	}
	if lo > n || lo > hi {
		return "", lo, false, nil
	}
	if isASCII(s) {
		return s[lo:hi], lo, true, nil
	}
	return string([]rune(s)[lo:hi]), lo, true, nil
}

func strStarts(name string) methodFunc {
	return func(th *Thread, recv Value, args []Value, kwargs []Kwarg) (Value, error) {
		var x Value
		var start, end Value = None, None
		if err := UnpackArgs(name, args, kwargs, "prefix", &x, "start?", &start, "end?", &end); err != nil {
			return nil, err
		}
		s, _, ok, err := strRange(th, string(recv.(Str)), start, end)
		if err != nil {
			return nil, err
		}
		alts := []Value{x}
		if t, isTuple := x.(*Tuple); isTuple {
			alts = t.elems
		}
		for _, a := range alts {
			p, isStr := a.(Str)
			if !isStr {
				return nil, typeErr("%s first arg must be str or a tuple of str, not %s", name, a.TypeName())
			}
			if ok && (name == "startswith" && strings.HasPrefix(s, string(p)) || name == "endswith" && strings.HasSuffix(s, string(p))) {
				return True, nil
			}
		}
		return False, nil
	}
}

// strContains is sub in s, charged by length.
func (th *Thread) strContains(s, sub string) (bool, error) {
	if !th.burn(int64(len(s) >> 6)) {
		return false, th.takeErr()
	}
	return strings.Contains(s, sub), nil
}

func strFind(name string) methodFunc {
	return func(th *Thread, recv Value, args []Value, kwargs []Kwarg) (Value, error) {
		var sub string
		var start, end Value = None, None
		if err := UnpackArgs(name, args, kwargs, "sub", &sub, "start?", &start, "end?", &end); err != nil {
			return nil, err
		}
		s, first, ok, err := strRange(th, string(recv.(Str)), start, end)
		if err != nil {
			return nil, err
		}
		if !th.burn(int64(len(s) >> 6)) {
			return nil, th.takeErr()
		}
		if name == "count" {
			if !ok {
				return MakeInt(0), nil
			}
			return MakeInt(int64(strings.Count(s, sub))), nil
		}
		i := -1
		if ok {
			if name[0] == 'r' {
				i = strings.LastIndex(s, sub)
			} else {
				i = strings.Index(s, sub)
			}
		}
		if i < 0 {
			if strings.HasSuffix(name, "index") {
				return nil, valueErr("substring not found")
			}
			return MakeInt(-1), nil
		}
		return MakeInt(int64(first + utf8.RuneCountInString(s[:i]))), nil
	}
}

func strExpandTabs(th *Thread, recv Value, args []Value, kwargs []Kwarg) (Value, error) {
	size := 8
	if err := UnpackArgs("expandtabs", args, kwargs, "tabsize?", &size); err != nil {
		return nil, err
	}
	var b strings.Builder
	col := 0
	for _, r := range string(recv.(Str)) {
		switch r {
		case '\t':
			if size > 0 {
				n := size - col%size
				if err := th.allocStr(b.Len() + n); err != nil {
					return nil, err
				}
				b.WriteString(strings.Repeat(" ", n))
				col += n
			}
			continue
		case '\n', '\r':
			col = 0
		default:
			col++
		}
		b.WriteRune(r)
	}
	return Str(b.String()), nil
}

func strTranslate(th *Thread, recv Value, args []Value, kwargs []Kwarg) (Value, error) {
	var table Value
	if err := UnpackArgs("translate", args, kwargs, "table", &table); err != nil {
		return nil, err
	}
	var b strings.Builder
	for _, r := range string(recv.(Str)) {
		if !th.burn(1) {
			return nil, th.takeErr()
		}
		v, err := GetIndex(th, table, MakeInt(int64(r)))
		if err != nil {
			if e := asError(err); e.Exc.typ.IsSubtype(lookupError) {
				b.WriteRune(r)
				continue
			}
			return nil, err
		}
		switch x := v.(type) {
		case NoneType:
		case Str:
			b.WriteString(string(x))
		case Int:
			if x < 0 || x > utf8.MaxRune {
				return nil, valueErr("character mapping must be in range(0x110000)")
			}
			b.WriteRune(rune(x))
		default:
			return nil, typeErr("character mapping must return integer, None or str")
		}
		if b.Len() > th.limits.StrLen {
			return nil, th.allocStr(b.Len())
		}
	}
	return Str(b.String()), th.allocStr(b.Len())
}

// strMakeTrans is str.maketrans.
func strMakeTrans(th *Thread, args []Value, kwargs []Kwarg) (Value, error) {
	var x, y, z Value
	if err := UnpackArgs("maketrans", args, kwargs, "x", &x, "y?", &y, "z?", &z); err != nil {
		return nil, err
	}
	d := NewDict(0)
	if y == nil {
		src, ok := x.(*Dict)
		if !ok {
			return nil, typeErr("if you give only one argument to maketrans it must be a dict")
		}
		for _, e := range src.Items() {
			k := e[0]
			if s, ok := k.(Str); ok {
				if strLen(string(s)) != 1 {
					return nil, valueErr("string keys in translate table must be of length 1")
				}
				r, _ := utf8.DecodeRuneInString(string(s))
				k = MakeInt(int64(r))
			}
			if err := d.Set(th, k, e[1]); err != nil {
				return nil, err
			}
		}
		return d, nil
	}
	a, aok := x.(Str)
	b, bok := y.(Str)
	if !aok || !bok {
		return nil, typeErr("maketrans arguments must be strings")
	}
	ra, rb := []rune(string(a)), []rune(string(b))
	if len(ra) != len(rb) {
		return nil, valueErr("the first two maketrans arguments must have equal length")
	}
	for i, r := range ra {
		if err := d.Set(th, MakeInt(int64(r)), MakeInt(int64(rb[i]))); err != nil {
			return nil, err
		}
	}
	if s, ok := z.(Str); ok {
		for _, r := range string(s) {
			if err := d.Set(th, MakeInt(int64(r)), None); err != nil {
				return nil, err
			}
		}
	}
	return d, nil
}

// asciiDigits writes decimal digits of any script as ASCII ones.
func asciiDigits(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= utf8.RuneSelf && unicode.Is(unicode.Nd, r) {
			for d := rune(0); d < 10; d++ { // digits of a script stand in a row of ten
				if !unicode.Is(unicode.Nd, r-d-1) || (r-d)%16 == 0 || (r-d)%16 == 6 {
					return '0' + d
				}
			}
		}
		return r
	}, s)
}
