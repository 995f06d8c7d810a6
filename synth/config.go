package synth

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/py/eval"
	"github.com/quandary-puzzles/quandary/py/eval/numpy"
	"github.com/quandary-puzzles/quandary/record"
)

// The shape of a configuration is that of the published records: each variable's value by name; for what is drawn a "pool" of
// items, nested as item, dimension (where there are several), source, amount, whose elements are indices into the sources,
// written "__7__"; "_queries" for the options of questions; "_sol_id" and the variables of post_generation.

// keep notes a variable's value in the configuration. A value that JSON has no form for, such as a function, is left out: a
// replay computes it again.
func (r *run) keep(name string, v eval.Value) {
	if b, ok := encode(r.th, nil, v, 0); ok {
		r.config.Set(name, json.RawMessage(b))
	}
}

// encode appends the JSON form of a value: tuples, sets and keys of dicts that are not strings have the forms that Python's
// jsonpickle gives them, except that an int is written as a key in digits, as the published records have it.
func encode(th *eval.Thread, b []byte, v eval.Value, depth int) ([]byte, bool) {
	if depth > 100 {
		return nil, false
	}
	list := func(vs []eval.Value) bool {
		b = append(b, '[')
		for i, x := range vs {
			if i > 0 {
				b = append(b, ", "...)
			}
			var ok bool
			if b, ok = encode(th, b, x, depth+1); !ok {
				return false
			}
		}
		b = append(b, ']')
		return true
	}
	switch v := v.(type) {
	case eval.NoneType:
		return append(b, "null"...), true
	case *numeral:
		return encode(th, b, plain(v.v), depth)
	case *numpy.Array:
		b, ok := encode(th, append(b, `{"py/ndarray": `...), v.ToList(), depth+1)
		return append(b, '}'), ok
	case eval.Bool:
		return strconv.AppendBool(b, bool(v)), true
	case eval.Int:
		return strconv.AppendInt(b, int64(v), 10), true
	case *eval.BigInt:
		return v.Big().Append(b, 10), true
	case eval.Float:
		out, err := record.AppendJSON(b, float64(v))
		return out, err == nil
	case eval.Str:
		return record.AppendString(b, string(v)), true
	case *eval.List:
		ok := list(v.Elems())
		return b, ok
	case *eval.Tuple:
		b = append(b, `{"py/tuple": `...)
		ok := list(v.Elems())
		return append(b, '}'), ok
	case *eval.Set:
		b = append(b, `{"py/set": `...)
		elems, ok := sequence(th, v)
		ok = ok && list(elems)
		return append(b, '}'), ok
	case *eval.Dict:
		b = append(b, '{')
		for i, kv := range v.Items() {
			if i > 0 {
				b = append(b, ", "...)
			}
			key, ok := encodeKey(th, kv[0], depth)
			if !ok {
				return nil, false
			}
			b = append(record.AppendString(b, key), ": "...)
			if b, ok = encode(th, b, kv[1], depth+1); !ok {
				return nil, false
			}
		}
		return append(b, '}'), true
	}
	return nil, false
}

func encodeKey(th *eval.Thread, k eval.Value, depth int) (string, bool) {
	switch k := k.(type) {
	case eval.Int:
		return strconv.FormatInt(int64(k), 10), true
	case eval.Str:
		if s := string(k); !isDigits(s) && !strings.HasPrefix(s, "json://") && !strings.HasPrefix(s, "py/") {
			return s, true
		}
	}
	b, ok := encode(th, nil, k, depth+1)
	return "json://" + string(b), ok
}

// isDigits reports whether a key is the text of an int.
func isDigits(s string) bool {
	n, err := strconv.ParseInt(s, 10, 64)
	return err == nil && strconv.FormatInt(n, 10) == s
}

// errPythonObject is the error of a value that only Python's pickle could make again.
var errPythonObject = errors.New("a Python object cannot be read")

// decode gives the value of a JSON value as record.ParseJSON reads it.
func decode(th *eval.Thread, v any, depth int) (eval.Value, error) {
	if depth > 100 {
		return nil, fmt.Errorf("nested more than 100 deep")
	}
	list := func(vs []any) ([]eval.Value, error) {
		if err := th.Step(len(vs)); err != nil {
			return nil, err
		}
		out := make([]eval.Value, len(vs))
		for i, x := range vs {
			var err error
			if out[i], err = decode(th, x, depth+1); err != nil {
				return nil, err
			}
		}
		return out, nil
	}
	switch v := v.(type) {
	case nil:
		return eval.None, nil
	case bool:
		return eval.Bool(v), nil
	case string:
		return eval.Str(strings.ToValidUTF8(v, "\uFFFD")), nil
	case json.Number:
		return number(string(v))
	case []any:
		out, err := list(v)
		return eval.NewList(out...), err
	case record.Object:
		if len(v) == 1 {
			if elems, ok := v[0].Value.([]any); ok && (v[0].Key == "py/tuple" || v[0].Key == "py/set") {
				out, err := list(elems)
				if err != nil || v[0].Key == "py/tuple" {
					return eval.NewTuple(out...), err
				}
				return makeSet(th, out)
			}
		}
		if len(v) == 1 && v[0].Key == "py/ndarray" {
			x, err := decode(th, v[0].Value, depth+1)
			if err != nil {
				return nil, err
			}
			return numpy.FromList(th, x)
		}
		d := eval.NewDict(len(v))
		for _, m := range v {
			if m.Key == "py/object" || m.Key == "py/id" {
				return nil, fmt.Errorf("%w (%s)", errPythonObject, m.Key)
			}
			k, err := decodeKey(th, m.Key, depth)
			if err != nil {
				return nil, err
			}
			x, err := decode(th, m.Value, depth+1)
			if err != nil {
				return nil, err
			}
			if err := d.Set(th, k, x); err != nil {
				return nil, err
			}
		}
		return d, nil
	}
	return nil, fmt.Errorf("a value of type %T", v)
}

func decodeKey(th *eval.Thread, key string, depth int) (eval.Value, error) {
	if isDigits(key) {
		return number(key)
	}
	if rest, ok := strings.CutPrefix(key, "json://"); ok {
		v, err := record.ParseJSON([]byte(rest))
		if err != nil {
			return nil, fmt.Errorf("the key %q: %w", key, err)
		}
		return decode(th, v, depth+1)
	}
	return eval.Str(strings.ToValidUTF8(key, "\uFFFD")), nil
}

// writeItem appends the indices of an item: by dimension where there are several, source and amount.
func (r *run) writeItem(b *strings.Builder, d *drawn, it drawnItem) {
	at := 0
	if d.shape.Dim > 1 {
		b.WriteByte('[')
	}
	for dim := range d.shape.Dim {
		if dim > 0 {
			b.WriteString(", ")
		}
		b.WriteByte('[')
		for i, s := range d.shape.Sources {
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteByte('[')
			for j := range s.Amount {
				if j > 0 {
					b.WriteString(", ")
				}
				if k := it.ind[at]; k >= 0 {
					b.WriteString(`"__` + strconv.Itoa(k) + `__"`)
				} else if enc, ok := encode(r.th, nil, it.val[at], 0); ok {
					b.Write(enc)
				} else {
					b.WriteString("null")
				}
				at++
			}
			b.WriteByte(']')
		}
		b.WriteByte(']')
	}
	if d.shape.Dim > 1 {
		b.WriteByte(']')
	}
}

func (r *run) poolJSON(d *drawn) json.RawMessage {
	var b strings.Builder
	b.WriteByte('[')
	for i, it := range d.items {
		if i > 0 {
			b.WriteString(", ")
		}
		r.writeItem(&b, d, it)
	}
	b.WriteByte(']')
	return json.RawMessage(b.String())
}

// writePart notes what was drawn for a symbol or condition with one template.
func (r *run) writePart(kind, name string, d *drawn) {
	var o record.Object
	if kind == "condition" {
		o.Set("domain", len(d.items))
	}
	o.Set("pool", r.poolJSON(d))
	r.config.Set(name, o)
}

// writeParts notes what was drawn for a symbol or condition with a list of templates.
func (r *run) writeParts(kind, name string, parts []*drawn) {
	var o record.Object
	counts, pools, n := make([]any, len(parts)), make([]any, len(parts)), 0
	for i, d := range parts {
		counts[i], pools[i] = len(d.items), r.poolJSON(d)
		n += len(d.items)
	}
	if kind == "condition" {
		o.Set("domain", n)
	}
	o.Set("pool_domain", counts)
	o.Set("pool", pools)
	r.config.Set(name, o)
}

// optionConfig is the configuration of a question's options.
func (r *run) optionConfig(q *query, parts []*drawn, opts []option) record.Object {
	var o record.Object
	pool := make([]any, len(opts))
	counts := make([][3]int, len(parts)) // options, true ones, false ones
	for i := range opts {
		var b strings.Builder
		r.writeItem(&b, parts[opts[i].template], opts[i].item)
		item := json.RawMessage(b.String())
		pool[i] = item
		c := &counts[opts[i].template]
		c[0]++
		if opts[i].true {
			c[1]++
		} else {
			c[2]++
		}
		if q.multi {
			pool[i] = record.Object{{Key: "template_id", Value: opts[i].template}, {Key: "config", Value: item}}
		}
	}
	if q.multi {
		for k, key := range []string{"pool_domain", "pool_correct_num", "pool_incorrect_num"} {
			list := make([]any, len(parts))
			for i := range parts {
				list[i] = counts[i][k]
			}
			o.Set(key, list)
		}
	}
	o.Set("pool", pool)
	return o
}
