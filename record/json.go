package record

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"unicode/utf8"
)

// Member is one key and value of an Object.
type Member struct {
	Key   string
	Value any
}

// Object is a JSON object that keeps the order of its members. A value is nil, bool, an int, int64, *big.Int, float64,
// json.Number, string, []any, Object or json.RawMessage; parsing gives nil, bool, json.Number, string, []any and Object.
type Object []Member

// Get gives the value of a key, and whether the key is there.
func (o Object) Get(key string) (any, bool) {
	for _, m := range o {
		if m.Key == key {
			return m.Value, true
		}
	}
	return nil, false
}

// Set replaces the value of a key, or appends the member.
func (o *Object) Set(key string, value any) {
	for i := range *o {
		if (*o)[i].Key == key {
			(*o)[i].Value = value
			return
		}
	}
	*o = append(*o, Member{key, value})
}

// MarshalJSON writes the members in order.
func (o Object) MarshalJSON() ([]byte, error) { return AppendJSON(nil, o) }

// UnmarshalJSON reads an object and keeps the order of its members; a key that stands twice is an error.
func (o *Object) UnmarshalJSON(b []byte) error {
	v, err := ParseJSON(b)
	if err != nil {
		return err
	}
	obj, ok := v.(Object)
	if !ok {
		return fmt.Errorf("expected a JSON object, found %s", kindOf(v))
	}
	*o = obj
	return nil
}

// List gives a list of values of one type as one that a record can hold.
func List[T any](list []T) []any {
	out := make([]any, len(list))
	for i, v := range list {
		out[i] = v
	}
	return out
}

// AppendJSON appends a value as compact JSON: characters stand as themselves (UTF-8), and a float is written with the
// fewest digits that read back as the same number, always with a point or an exponent, as Python writes it. Not a number
// and the infinities are errors.
func AppendJSON(dst []byte, v any) ([]byte, error) {
	switch v := v.(type) {
	case nil:
		return append(dst, "null"...), nil
	case bool:
		return strconv.AppendBool(dst, v), nil
	case int:
		return strconv.AppendInt(dst, int64(v), 10), nil
	case int64:
		return strconv.AppendInt(dst, v, 10), nil
	case uint64:
		return strconv.AppendUint(dst, v, 10), nil
	case *big.Int:
		return v.Append(dst, 10), nil
	case float64:
		return appendFloat(dst, v)
	case json.Number:
		return append(dst, v...), nil
	case string:
		return AppendString(dst, v), nil
	case json.RawMessage:
		return append(dst, v...), nil
	case []any:
		dst = append(dst, '[')
		for i, e := range v {
			if i > 0 {
				dst = append(dst, ", "...)
			}
			var err error
			if dst, err = AppendJSON(dst, e); err != nil {
				return nil, err
			}
		}
		return append(dst, ']'), nil
	case Object:
		dst = append(dst, '{')
		for i, m := range v {
			if i > 0 {
				dst = append(dst, ", "...)
			}
			dst = append(AppendString(dst, m.Key), ": "...)
			var err error
			if dst, err = AppendJSON(dst, m.Value); err != nil {
				return nil, err
			}
		}
		return append(dst, '}'), nil
	default:
		return nil, fmt.Errorf("record: a value of type %T has no JSON form", v)
	}
}

func appendFloat(dst []byte, f float64) ([]byte, error) {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return nil, fmt.Errorf("record: %v has no JSON form", f)
	}
	format := byte('f')
	if a := math.Abs(f); a != 0 && (a < 1e-4 || a >= 1e16) {
		format = 'e'
	}
	start := len(dst)
	dst = strconv.AppendFloat(dst, f, format, -1, 64)
	if format == 'f' && !bytes.ContainsRune(dst[start:], '.') {
		dst = append(dst, ".0"...)
	}
	return dst, nil
}

const hexDigits = "0123456789abcdef"

// AppendString appends a string as a JSON string: only the quote, the backslash and control characters are escaped, and
// bytes that are no UTF-8 become U+FFFD.
func AppendString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	start := 0
	for i := 0; i < len(s); {
		if b := s[i]; b < utf8.RuneSelf {
			if b >= 0x20 && b != '"' && b != '\\' && b != 0x7f {
				i++
				continue
			}
			dst = append(dst, s[start:i]...)
			switch b {
			case '"', '\\':
				dst = append(dst, '\\', b)
			case '\n':
				dst = append(dst, '\\', 'n')
			case '\r':
				dst = append(dst, '\\', 'r')
			case '\t':
				dst = append(dst, '\\', 't')
			default:
				dst = append(dst, '\\', 'u', '0', '0', hexDigits[b>>4], hexDigits[b&15])
			}
			i++
			start = i
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && size == 1 {
			dst = append(append(dst, s[start:i]...), "\uFFFD"...)
			i++
			start = i
			continue
		}
		i += size
	}
	return append(append(dst, s[start:]...), '"')
}

// maxDepth bounds the nesting of JSON that ParseJSON reads.
const maxDepth = 200

// ParseJSON reads one JSON value and nothing after it. Objects keep their order, numbers stay as they are written.
func ParseJSON(b []byte) (any, error) {
	if err := valid(b); err != nil {
		return nil, err
	}
	v, _, err := parseValue(b, skip(b, 0, " \t\r\n"), 0)
	return v, err
}

// parseValue reads the value that starts at pos, in a text known to be valid, and gives the place behind it.
func parseValue(b []byte, pos, depth int) (v any, end int, err error) {
	if depth > maxDepth {
		return nil, pos, fmt.Errorf("JSON, byte %d: nested more than %d deep", pos, maxDepth)
	}
	switch b[pos] {
	case '{':
		return parseObject(b, pos, depth)
	case '[':
		list := []any{}
		for pos++; ; {
			if pos = skip(b, pos, " \t\r\n,"); b[pos] == ']' {
				return list, pos + 1, nil
			}
			if v, pos, err = parseValue(b, pos, depth+1); err != nil {
				return nil, pos, err
			}
			list = append(list, v)
		}
	case '"':
		end = stringEnd(b, pos)
		return unquote(b[pos:end]), end, nil
	case 't':
		return true, pos + 4, nil
	case 'f':
		return false, pos + 5, nil
	case 'n':
		return nil, pos + 4, nil
	default:
		end = valueEnd(b, pos)
		return json.Number(b[pos:end]), end, nil
	}
}

func parseObject(b []byte, pos, depth int) (any, int, error) {
	obj := Object{}
	var seen map[string]bool // of objects with many keys
	for pos++; ; {
		if pos = skip(b, pos, " \t\r\n,"); b[pos] == '}' {
			return obj, pos + 1, nil
		}
		end := stringEnd(b, pos)
		key := unquote(b[pos:end])
		if twice(obj, &seen, key) {
			return nil, pos, fmt.Errorf("JSON, byte %d: key %q stands twice", pos, key)
		}
		pos = skip(b, end, " \t\r\n:")
		var v any
		var err error
		if v, pos, err = parseValue(b, pos, depth+1); err != nil {
			return nil, pos, err
		}
		obj = append(obj, Member{key, v})
	}
}

// manyKeys is the number of keys from which a map finds repeated ones faster than a walk.
const manyKeys = 16

// twice reports whether an object has a key already, and remembers the key.
func twice(obj Object, seen *map[string]bool, key string) bool {
	if len(obj) < manyKeys {
		_, ok := obj.Get(key)
		return ok
	}
	if *seen == nil {
		*seen = map[string]bool{}
		for _, m := range obj {
			(*seen)[m.Key] = true
		}
	}
	if (*seen)[key] {
		return true
	}
	(*seen)[key] = true
	return false
}

func kindOf(v any) string {
	switch v.(type) {
	case nil:
		return "null"
	case bool:
		return "a truth value"
	case json.Number:
		return "a number"
	case string:
		return "a string"
	case []any:
		return "a list"
	default:
		return "an object"
	}
}
