package lib

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math"
	"strings"

	"github.com/quandary-puzzles/quandary/py/eval"
)

func jsonModule() *eval.Module {
	decodeError := eval.NewException("JSONDecodeError", "ValueError")
	attrs := functions(map[string]eval.BuiltinFunc{"dumps": jsonDumps, "loads": jsonLoads(decodeError)})
	attrs["JSONDecodeError"] = decodeError
	return eval.NewModule("json", attrs)
}

func jsonLoads(bad *eval.Type) eval.BuiltinFunc {
	return func(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
		return loads(th, bad, args, kw)
	}
}

func loads(th *eval.Thread, bad *eval.Type, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
	var s string
	if err := eval.UnpackArgs("loads", args, kw, "s", &s); err != nil {
		return nil, err
	}
	if err := th.Step(len(s) / 4); err != nil {
		return nil, err
	}
	if err := th.Alloc(8 * len(s)); err != nil {
		return nil, err
	}
	d := json.NewDecoder(strings.NewReader(s))
	d.UseNumber()
	v, err := decode(th, d, 0)
	if err == nil {
		if _, err = d.Token(); errors.Is(err, io.EOF) {
			return v, nil
		}
		err = eval.RaiseType(bad, "Extra data after JSON value")
	}
	if _, ok := errors.AsType[*eval.Error](err); ok {
		return nil, err
	}
	return nil, eval.RaiseType(bad, "invalid JSON: %s", err)
}

func decode(th *eval.Thread, d *json.Decoder, depth int) (eval.Value, error) {
	if depth > 200 {
		return nil, eval.Raise("RecursionError", "JSON is nested too deeply")
	}
	t, err := d.Token()
	if err != nil {
		return nil, err
	}
	switch x := t.(type) {
	case nil:
		return eval.None, nil
	case bool:
		return eval.Bool(x), nil
	case string:
		return eval.Str(x), nil
	case json.Number:
		if strings.ContainsAny(string(x), ".eE") {
			return eval.ToFloat(th, eval.Str(x))
		}
		return eval.ToInt(th, eval.Str(x))
	case json.Delim:
		if x == '[' {
			l := eval.NewList()
			for d.More() {
				v, err := decode(th, d, depth+1)
				if err != nil {
					return nil, err
				}
				l.Append(v)
			}
			_, err := d.Token()
			return l, err
		}
		m := eval.NewDict(0)
		for d.More() {
			k, err := decode(th, d, depth+1)
			if err != nil {
				return nil, err
			}
			v, err := decode(th, d, depth+1)
			if err != nil {
				return nil, err
			}
			if err := m.Set(th, k, v); err != nil {
				return nil, err
			}
		}
		_, err := d.Token()
		return m, err
	}
	return nil, eval.Raise("ValueError", "unexpected JSON token")
}

// dumper writes JSON as json.dumps lays it out.
type dumper struct {
	th         *eval.Thread
	b          bytes.Buffer
	ascii      bool
	indent     string
	sortKeys   bool
	item, pair string
}

func jsonDumps(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
	var x eval.Value
	d := &dumper{th: th, ascii: true, item: ", ", pair: ": "}
	var indent, seps, def eval.Value = eval.None, eval.None, eval.None
	if err := eval.UnpackArgs("dumps", args, kw, "obj", &x, "*ensure_ascii?", &d.ascii, "*indent?", &indent, "*sort_keys?", &d.sortKeys,
		"*separators?", &seps, "*default?", &def); err != nil {
		return nil, err
	}
	if n, ok := eval.AsInt64(indent); ok {
		if n < 0 || n > 64 {
			return nil, eval.Raise("ValueError", "indent must be within 0..64")
		}
		d.indent, d.item = "\n"+strings.Repeat(" ", int(n)), ","
	} else if s, ok := indent.(eval.Str); ok {
		d.indent, d.item = "\n"+string(s), ","
	}
	if seps != none {
		e, err := eval.ToSlice(th, seps)
		if err != nil || len(e) != 2 {
			return nil, eval.Raise("TypeError", "separators must be a pair of strings")
		}
		a, _ := e[0].(eval.Str)
		b, _ := e[1].(eval.Str)
		d.item, d.pair = string(a), string(b)
	}
	if err := d.value(x, 0); err != nil {
		return nil, err
	}
	return eval.Str(d.b.String()), th.Alloc(d.b.Len())
}

func (d *dumper) value(v eval.Value, depth int) error {
	if depth > 200 {
		return eval.Raise("ValueError", "Circular reference detected")
	}
	if d.b.Len() > d.th.Limits().StrLen {
		return d.th.Alloc(math.MaxInt / 2)
	}
	if err := d.th.Step(1); err != nil {
		return err
	}
	switch x := v.(type) {
	case eval.NoneType:
		d.b.WriteString("null")
	case eval.Bool:
		if x {
			d.b.WriteString("true")
		} else {
			d.b.WriteString("false")
		}
	case eval.Str:
		d.str(string(x))
	case eval.Int, *eval.BigInt, eval.Float:
		s, err := eval.ToRepr(d.th, v)
		if err != nil {
			return err
		}
		switch s {
		case "inf":
			s = "Infinity"
		case "-inf":
			s = "-Infinity"
		case "nan":
			s = "NaN"
		}
		d.b.WriteString(s)
	case *eval.List:
		return d.seq(x.Elems(), depth)
	case *eval.Tuple:
		return d.seq(x.Elems(), depth)
	case *eval.Dict:
		return d.dict(x, depth)
	default:
		return eval.Raise("TypeError", "Object of type %s is not JSON serializable", v.TypeName())
	}
	return nil
}

func (d *dumper) line(depth int) {
	if d.indent != "" {
		d.b.WriteString("\n" + strings.Repeat(d.indent[1:], depth))
	}
}

func (d *dumper) seq(e []eval.Value, depth int) error {
	if len(e) == 0 {
		d.b.WriteString("[]")
		return nil
	}
	d.b.WriteByte('[')
	for i, v := range e {
		if i > 0 {
			d.b.WriteString(d.item)
		}
		d.line(depth + 1)
		if err := d.value(v, depth+1); err != nil {
			return err
		}
	}
	d.line(depth)
	d.b.WriteByte(']')
	return nil
}

func (d *dumper) dict(m *eval.Dict, depth int) error {
	if m.Len() == 0 {
		d.b.WriteString("{}")
		return nil
	}
	items := m.Items()
	if d.sortKeys {
		keys, err := eval.Sorted(d.th, m, eval.None, false)
		if err != nil {
			return err
		}
		for i, k := range keys.Elems() {
			v, err := m.Get(d.th, k)
			if err != nil {
				return err
			}
			items[i] = [2]eval.Value{k, v}
		}
	}
	d.b.WriteByte('{')
	for i, e := range items {
		if i > 0 {
			d.b.WriteString(d.item)
		}
		d.line(depth + 1)
		switch k := e[0].(type) {
		case eval.Str:
			d.str(string(k))
		case eval.Int, *eval.BigInt, eval.Float, eval.Bool, eval.NoneType:
			d.b.WriteByte('"')
			if err := d.value(k, depth+1); err != nil {
				return err
			}
			d.b.WriteByte('"')
		default:
			return eval.Raise("TypeError", "keys must be str, int, float, bool or None, not %s", k.TypeName())
		}
		d.b.WriteString(d.pair)
		if err := d.value(e[1], depth+1); err != nil {
			return err
		}
	}
	d.line(depth)
	d.b.WriteByte('}')
	return nil
}

func (d *dumper) str(s string) {
	const hex = "0123456789abcdef"
	u16 := func(r rune) {
		d.b.WriteString(`\u`)
		for sh := 12; sh >= 0; sh -= 4 {
			d.b.WriteByte(hex[r>>sh&15])
		}
	}
	d.b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			d.b.WriteByte('\\')
			d.b.WriteRune(r)
		case r == '\n':
			d.b.WriteString(`\n`)
		case r == '\r':
			d.b.WriteString(`\r`)
		case r == '\t':
			d.b.WriteString(`\t`)
		case r == '\b':
			d.b.WriteString(`\b`)
		case r == '\f':
			d.b.WriteString(`\f`)
		case r < ' ', d.ascii && r >= 0x7f && r < 0x10000:
			if r == 0x7f {
				d.b.WriteByte(0x7f)
				continue
			}
			u16(r)
		case d.ascii && r >= 0x10000:
			r -= 0x10000
			u16(0xd800 + r>>10)
			u16(0xdc00 + r&0x3ff)
		default:
			d.b.WriteRune(r)
		}
	}
	d.b.WriteByte('"')
}
