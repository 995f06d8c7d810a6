package eval

import (
	"strings"
	"unicode/utf8"
)

func strJoin(th *Thread, s Value, args []Value, kwargs []Kwarg) (Value, error) {
	var x Value
	if err := UnpackArgs("join", args, kwargs, "iterable", &x); err != nil {
		return nil, err
	}
	sep := string(s.(Str))
	switch y := x.(type) {
	case *List:
		return th.joinStrs(sep, y.elems)
	case *Tuple:
		return th.joinStrs(sep, y.elems)
	}
	var b strings.Builder
	n := 0
	err := th.each(x, func(e Value) error {
		t, ok := e.(Str)
		if !ok {
			return typeErr("sequence item %d: expected str instance, %s found", n, e.TypeName())
		}
		if n > 0 {
			b.WriteString(sep)
		}
		n++
		b.WriteString(string(t))
		if b.Len() > th.limits.StrLen {
			return th.allocStr(b.Len())
		}
		return nil
	})
	if err != nil {
		if e := asError(err); n == 0 && e.Exc.typ == typeError && strings.HasSuffix(e.Message(), "is not iterable") {
			return nil, typeErr("can only join an iterable")
		}
		return nil, err
	}
	if err := th.allocStr(b.Len()); err != nil {
		return nil, err
	}
	return Str(b.String()), nil
}

// joinStrs joins strings that are at hand.
func (th *Thread) joinStrs(sep string, elems []Value) (Value, error) {
	if len(elems) == 0 {
		return Str(""), nil
	}
	size := mulCells(len(sep), len(elems)-1)
	for i, e := range elems {
		t, ok := e.(Str)
		if !ok {
			return nil, typeErr("sequence item %d: expected str instance, %s found", i, e.TypeName())
		}
		size += len(t)
	}
	if err := th.allocStr(size); err != nil {
		return nil, err
	}
	if !th.burn(int64(len(elems))) {
		return nil, th.takeErr()
	}
	start := len(th.text)
	for i, e := range elems {
		if i > 0 {
			th.text = append(th.text, sep...)
		}
		th.text = append(th.text, e.(Str)...)
	}
	s := string(th.text[start:])
	th.text = th.text[:start]
	if cap(th.text) > 1<<20 {
		th.text = append([]byte(nil), th.text...)
	}
	return Str(s), nil
}

func (th *Thread) strList(parts []string) (Value, error) {
	if err := th.allocItems(len(parts), 32); err != nil {
		return nil, err
	}
	if !th.burn(int64(len(parts))) {
		return nil, th.takeErr()
	}
	return NewList(boxStrs(parts)...), nil
}

func splitArgs(name string, args []Value, kwargs []Kwarg) (sep string, spaces bool, limit int, err error) {
	var v Value = None
	limit = -1
	if err = UnpackArgs(name, args, kwargs, "sep?", &v, "maxsplit?", &limit); err != nil {
		return
	}
	switch x := v.(type) {
	case NoneType:
		return "", true, limit, nil
	case Str:
		if x == "" {
			return "", false, 0, valueErr("empty separator")
		}
		return string(x), false, limit, nil
	}
	return "", false, 0, typeErr("must be str or None, not %s", v.TypeName())
}

func strSplit(th *Thread, recv Value, args []Value, kwargs []Kwarg) (Value, error) {
	sep, spaces, limit, err := splitArgs("split", args, kwargs)
	if err != nil {
		return nil, err
	}
	s := string(recv.(Str))
	if !spaces {
		if limit < 0 {
			return th.strList(strings.Split(s, sep))
		}
		return th.strList(strings.SplitN(s, sep, limit+1))
	}
	if limit < 0 {
		if !strings.ContainsAny(s, "\x1c\x1d\x1e\x1f") { // white space to Python, not to Go
			return th.strList(strings.Fields(s))
		}
		return th.strList(strings.FieldsFunc(s, isSpace))
	}
	var out []string
	for {
		s = strings.TrimLeftFunc(s, isSpace)
		if s == "" {
			break
		}
		i := strings.IndexFunc(s, isSpace)
		if i < 0 || len(out) == limit {
			out = append(out, s) // with its white space at the end, as Python keeps it
			break
		}
		out = append(out, s[:i])
		s = s[i:]
	}
	return th.strList(out)
}

func strRSplit(th *Thread, recv Value, args []Value, kwargs []Kwarg) (Value, error) {
	sep, spaces, limit, err := splitArgs("rsplit", args, kwargs)
	if err != nil {
		return nil, err
	}
	s := string(recv.(Str))
	if limit < 0 {
		if spaces {
			return th.strList(strings.FieldsFunc(s, isSpace))
		}
		return th.strList(strings.Split(s, sep))
	}
	var out []string
	for {
		if spaces {
			s = strings.TrimRightFunc(s, isSpace)
			if s == "" {
				break
			}
		}
		i, n := strings.LastIndex(s, sep), len(sep)
		if spaces {
			i = strings.LastIndexFunc(s, isSpace)
			if i >= 0 {
				_, n = utf8.DecodeRuneInString(s[i:])
			}
		}
		if len(out) == limit || i < 0 {
			out = append(out, s)
			break
		}
		out = append(out, s[i+n:])
		s = s[:i]
	}
	for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
		out[i], out[j] = out[j], out[i]
	}
	return th.strList(out)
}

func strSplitLines(th *Thread, recv Value, args []Value, kwargs []Kwarg) (Value, error) {
	keep := false
	if err := UnpackArgs("splitlines", args, kwargs, "keepends?", &keep); err != nil {
		return nil, err
	}
	s := string(recv.(Str))
	var out []string
	for s != "" {
		i := strings.IndexFunc(s, func(r rune) bool {
			switch r {
			case '\n', '\r', '\v', '\f', 0x1c, 0x1d, 0x1e, 0x85, 0x2028, 0x2029:
				return true
			}
			return false
		})
		if i < 0 {
			out = append(out, s)
			break
		}
		_, n := utf8.DecodeRuneInString(s[i:])
		if s[i] == '\r' && i+1 < len(s) && s[i+1] == '\n' {
			n = 2
		}
		if keep {
			out = append(out, s[:i+n])
		} else {
			out = append(out, s[:i])
		}
		s = s[i+n:]
	}
	return th.strList(out)
}

func strPartition(name string) methodFunc {
	return on1(name, "sep", func(_ *Thread, recv Value, sep string) (Value, error) {
		if sep == "" {
			return nil, valueErr("empty separator")
		}
		s := string(recv.(Str))
		if name == "partition" {
			if i := strings.Index(s, sep); i >= 0 {
				return NewTuple(Str(s[:i]), Str(sep), Str(s[i+len(sep):])), nil
			}
			return NewTuple(Str(s), Str(""), Str("")), nil
		}
		if i := strings.LastIndex(s, sep); i >= 0 {
			return NewTuple(Str(s[:i]), Str(sep), Str(s[i+len(sep):])), nil
		}
		return NewTuple(Str(""), Str(""), Str(s)), nil
	})
}
