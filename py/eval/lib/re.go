package lib

import (
	"math"
	"strings"

	"github.com/quandary-puzzles/quandary/py/eval"
	"github.com/quandary-puzzles/quandary/py/eval/regex"
)

// pattern is a compiled regular expression.
type pattern struct {
	re  *regex.Regexp
	src string
	err *eval.Type
}

func (*pattern) TypeName() string { return "re.Pattern" }

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
	attrs["escape"] = method("escape", eval.Fn1("escape", "pattern", func(_ *eval.Thread, s string) (eval.Value, error) {
		var b strings.Builder
		for _, r := range s {
			if strings.ContainsRune("()[]{}?*+-|^$\\.&~# \t\n\r\v\f", r) {
				b.WriteByte('\\')
			}
			b.WriteRune(r)
		}
		return eval.Str(b.String()), nil
	}))
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
