package doctree

import (
	"sort"
	"strconv"
	"unicode/utf8"
)

// Pos is a place in a file. Line and Col count from 1, Col in characters (not bytes); 0 is not known. The zero Pos is no place: that
// of a default which the file does not spell out.
type Pos struct {
	File string
	Line int
	Col  int
}

// IsValid reports whether p is a place in a file.
func (p Pos) IsValid() bool { return p.Line > 0 }

func (p Pos) String() string {
	switch {
	case !p.IsValid() && p.File == "":
		return "-"
	case !p.IsValid():
		return p.File
	}
	at := strconv.Itoa(p.Line)
	if p.Col > 0 {
		at += ":" + strconv.Itoa(p.Col)
	}
	if p.File != "" {
		at = p.File + ":" + at
	}
	return at
}

// before orders places of one file from top to bottom; files by name.
func (p Pos) before(q Pos) bool {
	if p.File != q.File {
		return p.File < q.File
	}
	if p.Line != q.Line {
		return p.Line < q.Line
	}
	return p.Col < q.Col
}

// Text is a scalar of the file: its value and where each part of the value stands.
//
// YAML folds lines and knows escapes, so an offset into the value is not an offset into the file. At translates.
type Text struct {
	Value string
	Pos   Pos // where the value begins, behind an opening quote or block indicator

	runs []run // sorted by off; empty where the value is not spelled out in the file
}

// run says that from byte off on, the value and the file agree character by character, beginning at line:col.
type run struct {
	off, line, col int
}

// Plain gives a text that stands in a file as it is, from a place on.
func Plain(value string, pos Pos) Text {
	t := Text{Value: value, Pos: pos, runs: []run{{0, pos.Line, pos.Col}}}
	line := pos.Line
	for i := range len(value) {
		if value[i] == '\n' {
			line++
			t.runs = append(t.runs, run{i + 1, line, 1})
		}
	}
	return t
}

// At gives the place in the file of the byte at offset in t.Value. Offsets outside the value are moved to its ends.
func (t *Text) At(offset int) Pos {
	if len(t.runs) == 0 {
		return t.Pos
	}
	offset = min(max(offset, 0), len(t.Value))
	i := sort.Search(len(t.runs), func(i int) bool { return t.runs[i].off > offset }) - 1
	if i < 0 {
		return t.Pos
	}
	r := t.runs[i]
	return Pos{File: t.Pos.File, Line: r.line, Col: r.col + utf8.RuneCountInString(t.Value[r.off:offset])}
}
