package eval

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// ToStr is str(v).
func ToStr(th *Thread, v Value) (string, error) {
	switch x := v.(type) {
	case Str:
		return string(x), nil
	case Int:
		return strconv.FormatInt(int64(x), 10), nil
	case *Exception:
		return th.excStr(x)
	case Strer:
		return x.Str(th)
	}
	return ToRepr(th, v)
}

// ToRepr is repr(v).
func ToRepr(th *Thread, v Value) (string, error) {
	switch x := v.(type) {
	case Int:
		return strconv.FormatInt(int64(x), 10), nil
	case Str:
		if err := th.allocStr(len(x)); err != nil {
			return "", err
		}
		return quote(string(x), false), nil
	}
	r := reprer{th: th}
	if err := r.value(v); err != nil {
		return "", err
	}
	if err := th.allocStr(r.b.Len()); err != nil {
		return "", err
	}
	return r.b.String(), nil
}

func (th *Thread) excStr(e *Exception) (string, error) {
	if f := e.typ.lookup("__str__"); f != nil {
		v, err := Call(th, f, []Value{e}, nil)
		if err != nil {
			return "", err
		}
		s, ok := v.(Str)
		if !ok {
			return "", typeErr("__str__ returned non-string (type %s)", v.TypeName())
		}
		return string(s), nil
	}
	switch len(e.args.elems) {
	case 0:
		return "", nil
	case 1:
		if e.typ.IsSubtype(keyError) {
			return ToRepr(th, e.args.elems[0])
		}
		return ToStr(th, e.args.elems[0])
	}
	return ToRepr(th, e.args)
}

// reprer writes the repr of nested containers, which may hold themselves.
type reprer struct {
	th     *Thread
	b      strings.Builder
	active []Value
}

func (r *reprer) value(v Value) error {
	if r.b.Len() > r.th.limits.StrLen {
		return r.th.allocStr(r.b.Len())
	}
	if !r.th.burn(1) {
		return r.th.takeErr()
	}
	switch x := v.(type) {
	case NoneType:
		r.b.WriteString("None")
	case Bool:
		if x {
			r.b.WriteString("True")
		} else {
			r.b.WriteString("False")
		}
	case Int:
		r.b.WriteString(strconv.FormatInt(int64(x), 10))
	case *BigInt:
		s, err := r.th.intText(x.v)
		if err != nil {
			return err
		}
		r.b.WriteString(s)
	case Float:
		r.b.WriteString(FloatRepr(float64(x)))
	case Str:
		r.b.WriteString(quote(string(x), false))
	case EllipsisType:
		r.b.WriteString("Ellipsis")
	case *List:
		return r.nested(v, "[", "]", "[...]", x.elems, false)
	case *Tuple:
		if x.typ != nil {
			return r.namedTuple(x)
		}
		return r.nested(v, "(", ")", "(...)", x.elems, len(x.elems) == 1)
	case *Set:
		elems := x.Elems()
		switch {
		case len(elems) == 0:
			r.b.WriteString(x.TypeName() + "()")
			return nil
		case x.frozen:
			return r.nested(v, "frozenset({", "})", "frozenset(...)", elems, false)
		}
		return r.nested(v, "{", "}", "{...}", elems, false)
	case *Dict:
		return r.dict(x)
	case *Range:
		fmt.Fprintf(&r.b, "range(%d, %d", x.start, x.end)
		if x.step != 1 {
			fmt.Fprintf(&r.b, ", %d", x.step)
		}
		r.b.WriteByte(')')
	case *Slice:
		return r.nested(v, "slice(", ")", "slice(...)", []Value{orNone(x.Lo), orNone(x.Hi), orNone(x.Step)}, false)
	case *Type:
		r.b.WriteString("<class '" + x.Name + "'>")
	case *Exception:
		return r.nested(v, x.typ.Name+"(", ")", "...", x.args.elems, false)
	case Reprer:
		if len(r.active) >= r.th.limits.Depth/4 {
			return r.th.tooDeep()
		}
		if err := r.th.enter(); err != nil {
			return err
		}
		s, err := x.Repr(r.th)
		r.th.leave()
		if err != nil {
			return err
		}
		r.b.WriteString(s)
	default:
		r.b.WriteString("<" + v.TypeName() + " object>")
	}
	return nil
}

func orNone(v Value) Value {
	if v == nil {
		return None
	}
	return v
}

// enter notes that a container is being written; false means that it already is.
func (r *reprer) enter(v Value) (bool, error) {
	if slices.Contains(r.active, v) {
		return false, nil
	}
	if len(r.active) >= r.th.limits.Depth/4 {
		return false, r.th.tooDeep()
	}
	r.active = append(r.active, v)
	return true, nil
}

func (r *reprer) leave() { r.active = r.active[:len(r.active)-1] }

func (r *reprer) nested(v Value, open, end, again string, elems []Value, comma bool) error {
	ok, err := r.enter(v)
	if err != nil {
		return err
	}
	if !ok {
		r.b.WriteString(again)
		return nil
	}
	defer r.leave()
	r.b.WriteString(open)
	for i, e := range elems {
		if i > 0 {
			r.b.WriteString(", ")
		}
		if err := r.value(e); err != nil {
			return err
		}
	}
	if comma {
		r.b.WriteByte(',')
	}
	r.b.WriteString(end)
	return nil
}

func (r *reprer) namedTuple(t *Tuple) error {
	r.b.WriteString(t.typ.Name + "(")
	for i, f := range t.typ.fields() {
		if i > 0 {
			r.b.WriteString(", ")
		}
		r.b.WriteString(f + "=")
		if i < len(t.elems) {
			if err := r.value(t.elems[i]); err != nil {
				return err
			}
		}
	}
	r.b.WriteByte(')')
	return nil
}

func (r *reprer) dict(d *Dict) error {
	ok, err := r.enter(d)
	if err != nil {
		return err
	}
	if !ok {
		r.b.WriteString("{...}")
		return nil
	}
	defer r.leave()
	end := "}"
	switch {
	case d.typ == nil:
	case d.typ.Name == "OrderedDict":
		return r.orderedDict(d)
	case d.typ.Name == "defaultdict":
		r.b.WriteString("defaultdict(")
		if err := r.value(orNone(d.missing)); err != nil {
			return err
		}
		r.b.WriteString(", ")
		end = "})"
	default: // Counter: most common first
		if d.used == 0 {
			r.b.WriteString(d.typ.Name + "()")
			return nil
		}
		r.b.WriteString(d.typ.Name + "(")
		end = "})"
	}
	r.b.WriteByte('{')
	items := d.Items()
	if d.missing == Value(zeroMissing{}) {
		if sorted, err := mostCommon(r.th, items); err == nil {
			items = sorted
		}
	}
	for i, e := range items {
		if i > 0 {
			r.b.WriteString(", ")
		}
		if err := r.value(e[0]); err != nil {
			return err
		}
		r.b.WriteString(": ")
		if err := r.value(e[1]); err != nil {
			return err
		}
	}
	r.b.WriteString(end)
	return nil
}

func (r *reprer) orderedDict(d *Dict) error {
	if d.used == 0 {
		r.b.WriteString("OrderedDict()")
		return nil
	}
	pairs := &List{}
	for _, e := range d.Items() {
		pairs.elems = append(pairs.elems, tuple2(e[0], e[1]))
	}
	r.b.WriteString("OrderedDict(")
	if err := r.value(pairs); err != nil {
		return err
	}
	r.b.WriteByte(')')
	return nil
}

// mostCommon orders a Counter's entries by count, largest first, ties in order of insertion.
func mostCommon(th *Thread, items [][2]Value) ([][2]Value, error) {
	vals, keys := make([]Value, len(items)), make([]Value, len(items))
	for i, e := range items {
		vals[i], keys[i] = MakeInt(int64(i)), e[1]
	}
	if err := SortValues(th, vals, keys, true); err != nil {
		return nil, err
	}
	out := make([][2]Value, len(items))
	for i, v := range vals {
		out[i] = items[v.(Int)]
	}
	return out, nil
}

// QuoteStr is repr of a str.
func QuoteStr(s string) string { return quote(s, false) }

// quote is repr of a string; ascii writes every character above ASCII as an escape.
func quote(s string, ascii bool) string {
	q := byte('\'')
	if strings.IndexByte(s, '\'') >= 0 && strings.IndexByte(s, '"') < 0 {
		q = '"'
	}
	var b strings.Builder
	b.Grow(len(s) + 2)
	b.WriteByte(q)
	for _, r := range s {
		switch {
		case r == rune(q) || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case r < ' ' || r == 0x7f:
			fmt.Fprintf(&b, `\x%02x`, r)
		case r < utf8.RuneSelf:
			b.WriteByte(byte(r))
		case !ascii && unicode.IsPrint(r):
			b.WriteRune(r)
		case r < 0x100:
			fmt.Fprintf(&b, `\x%02x`, r)
		case r < 0x10000:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			fmt.Fprintf(&b, `\U%08x`, r)
		}
	}
	b.WriteByte(q)
	return b.String()
}

// toASCII is ascii(v) from repr(v).
func toASCII(s string) string {
	if isASCII(s) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		switch {
		case r < utf8.RuneSelf:
			b.WriteByte(byte(r))
		case r < 0x100:
			fmt.Fprintf(&b, `\x%02x`, r)
		case r < 0x10000:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			fmt.Fprintf(&b, `\U%08x`, r)
		}
	}
	return b.String()
}

// shortRepr is repr(v) for error messages: bounded in work and length, and never failing. Objects are shown by the names of
// their classes: to run a __repr__ here would be to run the program while its error is being told, and one that fails would
// begin again with an error of its own.
func shortRepr(v Value, limit int) string {
	th := &Thread{shows: true}
	th.root = &frame{th: th}
	th.Reset(context.Background(), nil, Limits{Steps: 20000, Memory: 1 << 20, Depth: 100, StrLen: 1 << 16, IntBits: 1 << 16, Items: 1 << 12})
	r := reprer{th: th}
	if err := r.value(v); err != nil && r.b.Len() == 0 {
		return "<" + v.TypeName() + ">"
	}
	s := r.b.String()
	if len(s) <= limit {
		return s
	}
	cut := limit
	for cut > 0 && !utf8.RuneStart(s[cut]) {
		cut--
	}
	return s[:cut] + "…"
}

// pointerOf is a number for the identity of a value.
func pointerOf(v Value) uint64 {
	if r := reflect.ValueOf(v); r.Kind() == reflect.Pointer {
		return uint64(r.Pointer())
	}
	return 0
}
