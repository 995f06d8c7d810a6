package lib

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/quandary-puzzles/quandary/py/eval"
)

// match is a match: the text in characters and the captures in pairs.
type match struct {
	p    *pattern
	text []rune
	caps []int
}

func (*match) TypeName() string { return "re.Match" }

// textOf gives the text of a group, or def when it took no part.
func (m *match) textOf(g int, def eval.Value) eval.Value {
	if m.caps[2*g] < 0 {
		return def
	}
	return eval.Str(string(m.text[m.caps[2*g]:m.caps[2*g+1]]))
}

// groupIndex reads a group's number or name.
func (m *match) groupIndex(v eval.Value) (int, error) {
	if s, ok := v.(eval.Str); ok {
		if n, ok := m.p.re.Group(string(s)); ok {
			return n, nil
		}
		return 0, eval.Raise("IndexError", "no such group")
	}
	n, err := wantInt(v)
	if err != nil || n < 0 || n > int64(m.p.re.NumGroups()) {
		return 0, eval.Raise("IndexError", "no such group")
	}
	return int(n), nil
}

// expand fills in \1, \g<name> and character escapes of a replacement.
func (m *match) expand(s string) (string, error) {
	var b strings.Builder
	group := func(v eval.Value) error {
		n, err := m.groupIndex(v)
		if err != nil {
			return eval.RaiseType(m.p.err, "invalid group reference")
		}
		b.WriteString(string(m.textOf(n, eval.Str("")).(eval.Str)))
		return nil
	}
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 >= len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		switch c := s[i]; {
		case c >= '1' && c <= '9':
			n := int64(c - '0')
			if i+1 < len(s) && s[i+1] >= '0' && s[i+1] <= '9' {
				i++
				n = n*10 + int64(s[i]-'0')
			}
			if err := group(eval.MakeInt(n)); err != nil {
				return "", err
			}
		case c == '0':
			b.WriteByte(0)
		case c == 'g' && i+1 < len(s) && s[i+1] == '<':
			end := strings.IndexByte(s[i:], '>')
			if end < 0 {
				return "", eval.RaiseType(m.p.err, "missing >, unterminated name")
			}
			name := s[i+2 : i+end]
			i += end
			var key eval.Value = eval.Str(name)
			if n, err := strconv.Atoi(name); err == nil {
				key = eval.MakeInt(int64(n))
			}
			if err := group(key); err != nil {
				return "", err
			}
		case c == 'n':
			b.WriteByte('\n')
		case c == 't':
			b.WriteByte('\t')
		case c == 'r':
			b.WriteByte('\r')
		case c == '\\':
			b.WriteByte('\\')
		case 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z':
			return "", eval.RaiseType(m.p.err, "bad escape \\%c", c)
		default:
			r, n := utf8.DecodeRuneInString(s[i:])
			b.WriteByte('\\')
			b.WriteRune(r)
			i += n - 1
		}
	}
	return b.String(), nil
}

func (m *match) Repr(th *eval.Thread) (string, error) {
	s, err := eval.ToRepr(th, m.textOf(0, eval.None))
	return "<re.Match object; span=(" + strconv.Itoa(m.caps[0]) + ", " + strconv.Itoa(m.caps[1]) + "), match=" + s + ">", err
}

func (m *match) Truth(*eval.Thread) (bool, error) { return true, nil }

func (m *match) Index(_ *eval.Thread, key eval.Value) (eval.Value, error) {
	n, err := m.groupIndex(key)
	if err != nil {
		return nil, err
	}
	return m.textOf(n, eval.None), nil
}

func (m *match) Attr(_ *eval.Thread, name string) (eval.Value, error) {
	switch name {
	case "string":
		return eval.Str(string(m.text)), nil
	case "re":
		return m.p, nil
	case "pos":
		return eval.MakeInt(0), nil
	case "endpos":
		return eval.MakeInt(int64(len(m.text))), nil
	case "lastindex":
		last, end := 0, -1
		for g := 1; g <= m.p.re.NumGroups(); g++ {
			if m.caps[2*g+1] > end {
				last, end = g, m.caps[2*g+1]
			}
		}
		if last == 0 {
			return eval.None, nil
		}
		return eval.MakeInt(int64(last)), nil
	case "group", "groups", "groupdict", "start", "end", "span", "expand":
		return method(name, func(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
			return m.method(th, name, args, kw)
		}), nil
	}
	return nil, nil
}

func (m *match) method(th *eval.Thread, name string, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
	switch name {
	case "group":
		if len(args) == 0 {
			return m.textOf(0, eval.None), nil
		}
		out := make([]eval.Value, len(args))
		for i, a := range args {
			v, err := m.Index(th, a)
			if err != nil {
				return nil, err
			}
			out[i] = v
		}
		if len(out) == 1 {
			return out[0], nil
		}
		return eval.NewTuple(out...), nil
	case "groups", "groupdict":
		var def eval.Value = eval.None
		if err := eval.UnpackArgs(name, args, kw, "default?", &def); err != nil {
			return nil, err
		}
		if name == "groups" {
			var out []eval.Value
			for g := 1; g <= m.p.re.NumGroups(); g++ {
				out = append(out, m.textOf(g, def))
			}
			return eval.NewTuple(out...), nil
		}
		d := eval.NewDict(0)
		order, nums := m.p.re.Names()
		for _, n := range order {
			if err := d.Set(th, eval.Str(n), m.textOf(nums[n], def)); err != nil {
				return nil, err
			}
		}
		return d, nil
	case "expand":
		var t string
		if err := eval.UnpackArgs(name, args, kw, "template", &t); err != nil {
			return nil, err
		}
		s, err := m.expand(t)
		return eval.Str(s), err
	}
	var g eval.Value = eval.MakeInt(0)
	if err := eval.UnpackArgs(name, args, kw, "group?", &g); err != nil {
		return nil, err
	}
	n, err := m.groupIndex(g)
	if err != nil {
		return nil, err
	}
	from, to := eval.MakeInt(int64(m.caps[2*n])), eval.MakeInt(int64(m.caps[2*n+1]))
	switch name {
	case "start":
		return from, nil
	case "end":
		return to, nil
	}
	return eval.NewTuple(from, to), nil
}
