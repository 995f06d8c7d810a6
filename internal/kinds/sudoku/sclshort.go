package sudoku

import (
	"encoding/json"
	"fmt"
	"strings"
)

// Addresses of SudokuPad hold its JSON in short: known keys have short names, quotes of keys are left out, an object without members is nothing
// between its commas, true and false are t and f, and colours have no quotes. The author's own tools for the format say so.

// sclKeys are the short names of keys. Those that say only how things look stay as they are.
var sclKeys = map[string]string{"ce": "cells", "re": "regions", "ca": "cages", "v": "value", "l": "lines", "a": "arrows", "u": "underlays", "o": "overlays"}

// sclShort reads text in short. What it reads is bounded by the text; depth bounds how far lists and objects lie in each other.
type sclShort struct {
	text string
	at   int
}

const sclDepth = 40

// fromShort gives the JSON that a text says in short.
func fromShort(text string) (string, error) {
	r := &sclShort{text: text}
	v, err := r.value(0)
	if err != nil {
		return "", err
	}
	if r.at < len(text) {
		return "", r.wrong("the end")
	}
	out, err := json.Marshal(v)
	return string(out), err
}

func (r *sclShort) wrong(expected string) error {
	found := "the end"
	if r.at < len(r.text) {
		found = fmt.Sprintf("%.10q", r.text[r.at:])
	}
	return &textError{Reason: fmt.Sprintf("SudokuPad's JSON in short, character %d: expected %s, found %s", r.at+1, expected, found)}
}

// next takes a character if it is there.
func (r *sclShort) next(c byte) bool {
	if r.at < len(r.text) && r.text[r.at] == c {
		r.at++
		return true
	}
	return false
}

func (r *sclShort) value(depth int) (any, error) {
	if depth > sclDepth {
		return nil, r.wrong(fmt.Sprintf("at most %d lists and objects in each other", sclDepth))
	}
	switch {
	case r.next('['):
		var out []any
		for {
			v, err := r.value(depth + 1)
			if err != nil {
				return nil, err
			}
			out = append(out, v)
			if r.next(']') {
				return out, nil
			}
			if !r.next(',') {
				return nil, r.wrong(", or ]")
			}
		}
	case r.next('{'):
		out := map[string]any{}
		if r.next('}') {
			return out, nil
		}
		for {
			key, err := r.key()
			if err != nil {
				return nil, err
			}
			if out[key], err = r.value(depth + 1); err != nil {
				return nil, err
			}
			if r.next('}') {
				return out, nil
			}
			if !r.next(',') {
				return nil, r.wrong(", or }")
			}
		}
	case r.at < len(r.text) && strings.IndexByte(`'"`, r.text[r.at]) >= 0:
		return r.quoted()
	}
	return r.bare(), nil
}

func (r *sclShort) key() (string, error) {
	key := ""
	if r.at < len(r.text) && strings.IndexByte(`'"`, r.text[r.at]) >= 0 {
		var err error
		if key, err = r.quoted(); err != nil {
			return "", err
		}
	} else if n := strings.IndexByte(r.text[r.at:], ':'); n > 0 {
		key = r.text[r.at : r.at+n]
		r.at += n
	}
	if key == "" || strings.ContainsAny(key, "{}[],'\"") || !r.next(':') {
		return "", r.wrong("a key and :")
	}
	if long, ok := sclKeys[key]; ok {
		return long, nil
	}
	return key, nil
}

// quoted reads a text in quotes of either kind, with the escapes of JSON.
func (r *sclShort) quoted() (string, error) {
	begin, quote := r.at, r.text[r.at]
	var b strings.Builder
	b.WriteByte('"')
	for r.at++; r.at < len(r.text); r.at++ {
		switch c := r.text[r.at]; {
		case c == quote:
			r.at++
			b.WriteByte('"')
			var out string
			if err := json.Unmarshal([]byte(b.String()), &out); err != nil {
				r.at = begin
				return "", r.wrong("a text in quotes")
			}
			return out, nil
		case c == '\\' && r.at+1 < len(r.text):
			if r.at++; r.text[r.at] != '\'' {
				b.WriteByte('\\')
			}
			b.WriteByte(r.text[r.at])
		case c == '"':
			b.WriteString(`\"`)
		default:
			b.WriteByte(c)
		}
	}
	r.at = begin
	return "", r.wrong("the end of a text in quotes")
}

// bare reads what has no quotes: a number, a word, a colour, or nothing, which is an object without members.
func (r *sclShort) bare() any {
	n := strings.IndexAny(r.text[r.at:], ",]}")
	if n < 0 {
		n = len(r.text) - r.at
	}
	text := r.text[r.at : r.at+n]
	r.at += n
	switch text {
	case "":
		return map[string]any{}
	case "t", "true":
		return true
	case "f", "false":
		return false
	case "null":
		return nil
	}
	var number json.Number
	if json.Unmarshal([]byte(text), &number) == nil {
		return number
	}
	return text
}
