package lib

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/quandary-puzzles/quandary/py/eval"
	"github.com/quandary-puzzles/quandary/py/eval/regex"
)

// pattern is a compiled regular expression.
type pattern struct {
	re  *regex.Regexp
	src string
	err *eval.Type
}

// match is a match: the text in characters and the captures in pairs.
type match struct {
	p    *pattern
	text []rune
	caps []int
}

func (*pattern) TypeName() string { return "re.Pattern" }
func (*match) TypeName() string   { return "re.Match" }

func reModule() *eval.Module {
	reError := eval.NewException("error", "Exception")
	attrs := map[string]eval.Value{"error": reError}
	for name, f := range map[string]regex.Flags{"I": regex.IgnoreCase, "IGNORECASE": regex.IgnoreCase, "M": regex.Multiline,
		"MULTILINE": regex.Multiline, "S": regex.DotAll, "DOTALL": regex.DotAll, "X": regex.Verbose, "VERBOSE": regex.Verbose,
		"A": regex.ASCII, "ASCII": regex.ASCII, "U": 32, "UNICODE": 32} {
		attrs[name] = eval.MakeInt(int64(f))
	}
	for _, name := range []string{"match", "search", "fullmatch", "findall", "finditer", "split", "sub", "subn"} {
		attrs[name] = method(name, func(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
			if len(args) == 0 {
				return nil, eval.Raise("TypeError", "%s() missing 1 required positional argument: 'pattern'", name)
			}
			// Flags may stand last or by name.
			rest, flags := args[1:], eval.Value(eval.MakeInt(0))
			most := map[string]int{"split": 2, "sub": 3, "subn": 3}[name]
			if most == 0 {
				most = 1
			}
			if len(rest) > most {
				flags, rest = rest[most], rest[:most]
			}
			var kws []eval.Kwarg
			for _, k := range kw {
				if k.Name == "flags" {
					flags = k.Value
				} else {
					kws = append(kws, k)
				}
			}
			p, err := compile(th, reError, args[0], flags)
			if err != nil {
				return nil, err
			}
			return p.method(th, name, rest, kws)
		})
	}
	attrs["compile"] = method("compile", func(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
		var src eval.Value
		var flags eval.Value = eval.MakeInt(0)
		if err := eval.UnpackArgs("compile", args, kw, "pattern", &src, "flags?", &flags); err != nil {
			return nil, err
		}
		return compile(th, reError, src, flags)
	})
	attrs["escape"] = method("escape", func(_ *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
		var s string
		if err := eval.UnpackArgs("escape", args, kw, "pattern", &s); err != nil {
			return nil, err
		}
		var b strings.Builder
		for _, r := range s {
			if strings.ContainsRune("()[]{}?*+-|^$\\.&~# \t\n\r\v\f", r) {
				b.WriteByte('\\')
			}
			b.WriteRune(r)
		}
		return eval.Str(b.String()), nil
	})
	attrs["purge"] = method("purge", func(*eval.Thread, []eval.Value, []eval.Kwarg) (eval.Value, error) { return eval.None, nil })
	attrs["Pattern"] = eval.NewType("Pattern", nil, func(v eval.Value) bool { _, ok := v.(*pattern); return ok })
	attrs["Match"] = eval.NewType("Match", nil, func(v eval.Value) bool { _, ok := v.(*match); return ok })
	return eval.NewModule("re", attrs)
}

func compile(th *eval.Thread, reError *eval.Type, src, flags eval.Value) (*pattern, error) {
	if p, ok := src.(*pattern); ok {
		return p, nil
	}
	s, ok := src.(eval.Str)
	if !ok {
		return nil, eval.Raise("TypeError", "first argument must be string or compiled pattern")
	}
	f, err := wantInt(flags)
	if err != nil {
		return nil, err
	}
	if err := th.Step(len(s) * 4); err != nil {
		return nil, err
	}
	re, err := regex.Compile(string(s), regex.Flags(f))
	if err != nil {
		return nil, eval.RaiseType(reError, "%s", err)
	}
	return &pattern{re, string(s), reError}, nil
}

func (p *pattern) Repr(th *eval.Thread) (string, error) {
	s, err := eval.ToRepr(th, eval.Str(p.src))
	return "re.compile(" + s + ")", err
}

func (p *pattern) Hash(th *eval.Thread) (uint64, error) { return eval.Hash(th, eval.Str(p.src)) }
func (p *pattern) EqualKey(_ *eval.Thread, o eval.Value) (bool, error) {
	q, ok := o.(*pattern)
	return ok && (q == p || q.src == p.src && q.re.Flags == p.re.Flags), nil
}

func (p *pattern) Attr(_ *eval.Thread, name string) (eval.Value, error) {
	switch name {
	case "pattern":
		return eval.Str(p.src), nil
	case "groups":
		return eval.MakeInt(int64(p.re.NumGroups())), nil
	case "flags":
		return eval.MakeInt(int64(p.re.Flags) | 32), nil
	case "match", "search", "fullmatch", "findall", "finditer", "split", "sub", "subn":
		return method(name, func(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
			return p.method(th, name, args, kw)
		}), nil
	}
	return nil, nil
}

// steps charges a match's steps to the thread.
func steps(th *eval.Thread) func(int) error { return func(n int) error { return th.Step(n) } }

// each calls f with every match from a position on; empty matches next to the one before count, as in Python 3.7 and later.
func (p *pattern) each(th *eval.Thread, text []rune, f func(*match) (bool, error)) error {
	for pos := 0; pos <= len(text); {
		caps, err := p.re.Search(text, pos, steps(th))
		if caps == nil || err != nil {
			return matchError(err)
		}
		more, err := f(&match{p, text, caps})
		if err != nil || !more {
			return err
		}
		pos = caps[1]
		if caps[0] == caps[1] {
			// An empty match: a match that is not empty may still begin here.
			caps, err := p.nonEmptyAt(th, text, pos)
			if err != nil {
				return err
			}
			if caps == nil {
				pos++
				continue
			}
			more, err := f(&match{p, text, caps})
			if err != nil || !more {
				return err
			}
			pos = caps[1]
		}
	}
	return nil
}

// nonEmptyAt looks for a match at a position that takes at least one character, longest ends first.
func (p *pattern) nonEmptyAt(th *eval.Thread, text []rune, pos int) ([]int, error) {
	caps, err := p.re.MatchNonEmpty(text, pos, steps(th))
	return caps, matchError(err)
}

func matchError(err error) error {
	if err == regex.ErrStack {
		return eval.Raise("RuntimeError", "%s", err)
	}
	return err
}

func (p *pattern) method(th *eval.Thread, name string, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
	var s string
	var repl eval.Value
	count, pos, endpos := 0, 0, math.MaxInt
	var err error
	switch name {
	case "sub", "subn":
		err = eval.UnpackArgs(name, args, kw, "repl", &repl, "string", &s, "count?", &count)
	case "split":
		err = eval.UnpackArgs(name, args, kw, "string", &s, "maxsplit?", &count)
	default:
		err = eval.UnpackArgs(name, args, kw, "string", &s, "pos?", &pos, "endpos?", &endpos)
	}
	if err != nil {
		return nil, err
	}
	if err := th.Alloc(4 * len(s)); err != nil {
		return nil, err
	}
	if err := th.Step(len(s) / 16); err != nil {
		return nil, err
	}
	text := []rune(s)
	if endpos < len(text) {
		text = text[:max(endpos, 0)]
	}
	pos = max(min(pos, len(text)), 0)
	switch name {
	case "match", "fullmatch":
		end := -1
		if name == "fullmatch" {
			end = len(text)
		}
		return p.found(text)(p.re.Match(text, pos, end, steps(th)))
	case "search":
		return p.found(text)(p.re.Search(text, pos, steps(th)))
	case "findall", "finditer":
		out := eval.NewList()
		err := p.each(th, text[pos:], func(m *match) (bool, error) {
			if err := th.Alloc(64); err != nil {
				return false, err
			}
			if name == "finditer" {
				if pos > 0 {
					for i := range m.caps {
						if m.caps[i] >= 0 {
							m.caps[i] += pos
						}
					}
					m.text = text
				}
				out.Append(m)
				return true, nil
			}
			switch n := p.re.NumGroups(); n {
			case 0, 1:
				out.Append(m.textOf(n, eval.Str("")))
			default:
				g := make([]eval.Value, n)
				for i := range g {
					g[i] = m.textOf(i+1, eval.Str(""))
				}
				out.Append(eval.NewTuple(g...))
			}
			return true, nil
		})
		if err != nil {
			return nil, err
		}
		if name == "finditer" {
			return eval.NewIterator(out.Elems()), nil
		}
		return out, nil
	case "split":
		return p.split(th, text, count)
	}
	return p.sub(th, name, text, repl, count)
}

func (p *pattern) found(text []rune) func([]int, error) (eval.Value, error) {
	return func(caps []int, err error) (eval.Value, error) {
		if err != nil {
			return nil, matchError(err)
		}
		if caps == nil {
			return eval.None, nil
		}
		return &match{p, text, caps}, nil
	}
}

func (p *pattern) split(th *eval.Thread, text []rune, limit int) (eval.Value, error) {
	out := eval.NewList()
	last, n := 0, 0
	err := p.each(th, text, func(m *match) (bool, error) {
		if err := th.Alloc(64 + m.caps[0] - last); err != nil {
			return false, err
		}
		out.Append(eval.Str(string(text[last:m.caps[0]])))
		for g := 1; g <= p.re.NumGroups(); g++ {
			out.Append(m.textOf(g, eval.None))
		}
		last = m.caps[1]
		n++
		return limit <= 0 || n < limit, nil
	})
	out.Append(eval.Str(string(text[last:])))
	return out, err
}

func (p *pattern) sub(th *eval.Thread, name string, text []rune, repl eval.Value, limit int) (eval.Value, error) {
	var b strings.Builder
	last, n := 0, 0
	err := p.each(th, text, func(m *match) (bool, error) {
		b.WriteString(string(text[last:m.caps[0]]))
		last = m.caps[1]
		var t string
		if s, ok := repl.(eval.Str); ok {
			var err error
			if t, err = m.expand(string(s)); err != nil {
				return false, err
			}
		} else {
			v, err := eval.Call(th, repl, []eval.Value{m}, nil)
			if err != nil {
				return false, err
			}
			s, ok := v.(eval.Str)
			if !ok {
				return false, eval.Raise("TypeError", "expected str instance, %s found", v.TypeName())
			}
			t = string(s)
		}
		b.WriteString(t)
		if b.Len() > th.Limits().StrLen {
			return false, th.Alloc(math.MaxInt / 2)
		}
		n++
		return limit <= 0 || n < limit, th.Step(len(t)/16 + 1)
	})
	if err != nil {
		return nil, err
	}
	b.WriteString(string(text[last:]))
	if err := th.Alloc(b.Len()); err != nil {
		return nil, err
	}
	if name == "subn" {
		return eval.NewTuple(eval.Str(b.String()), eval.MakeInt(int64(n))), nil
	}
	return eval.Str(b.String()), nil
}

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
