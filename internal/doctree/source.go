package doctree

import (
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	yaml "go.yaml.in/yaml/v3"
)

// source is the text of a file with its lines, broken where YAML breaks them.
type source struct {
	text   string
	starts []int         // offset of each line
	marks  map[int][]int // of the lines that offset was asked about, as marked gives them
}

func newSource(text string) *source {
	s := &source{text: text, starts: []int{0}}
	for i := 0; i < len(text); {
		if n := breakAt(text, i); n > 0 {
			i += n
			s.starts = append(s.starts, i)
			continue
		}
		i++
	}
	return s
}

// breakAt gives the length of the line break at offset i, 0 where there is none. As YAML 1.1 has it, the Unicode next
// line, line separator and paragraph separator break lines too.
func breakAt(text string, i int) int {
	switch text[i] {
	case '\n':
		return 1
	case '\r':
		if i+1 < len(text) && text[i+1] == '\n' {
			return 2
		}
		return 1
	case 0xC2:
		if strings.HasPrefix(text[i:], "\u0085") {
			return 2
		}
	case 0xE2:
		if strings.HasPrefix(text[i:], "\u2028") || strings.HasPrefix(text[i:], "\u2029") {
			return 3
		}
	}
	return 0
}

// line gives line n, counted from 1, without its break.
func (s *source) line(n int) string {
	if n < 1 || n > len(s.starts) {
		return ""
	}
	end := len(s.text)
	if n < len(s.starts) {
		end = s.starts[n]
	}
	return strings.TrimRight(s.text[s.starts[n-1]:end], "\r\n\u0085\u2028\u2029")
}

// pos gives the place of an offset.
func (s *source) pos(file string, off int) Pos {
	off = min(max(off, 0), len(s.text))
	i := sort.SearchInts(s.starts, off+1) - 1
	return Pos{File: file, Line: i + 1, Col: 1 + utf8.RuneCountInString(s.text[s.starts[i]:off])}
}

// offset gives the offset of a place.
func (s *source) offset(line, col int) int {
	if line < 1 || line > len(s.starts) {
		return len(s.text)
	}
	marks := s.marked(line)
	k := min((col-1)/markEvery, len(marks)-1)
	off := marks[k]
	for left := col - 1 - k*markEvery; left > 0 && off < len(s.text); left-- {
		_, n := utf8.DecodeRuneInString(s.text[off:])
		off += n
	}
	return off
}

// markEvery is how many columns lie between two whose offsets are remembered: a file may be one long line of many values.
const markEvery = 256

// marked gives the offsets of every so many columns of a line, from the first on.
func (s *source) marked(line int) []int {
	if marks := s.marks[line]; marks != nil {
		return marks
	}
	end := len(s.text)
	if line < len(s.starts) {
		end = s.starts[line]
	}
	var marks []int
	n := 0
	for off := range s.text[s.starts[line-1]:end] {
		if n%markEvery == 0 {
			marks = append(marks, s.starts[line-1]+off)
		}
		n++
	}
	if marks == nil { // an empty line
		marks = []int{s.starts[line-1]}
	}
	if s.marks == nil {
		s.marks = map[int][]int{}
	}
	s.marks[line] = marks
	return marks
}

// scalar gives a scalar's value with its places. The value is the YAML library's; the places come from reading the
// source along the value. Where the two do not agree the whole value stands at its beginning.
func (s *source) scalar(file string, n *yaml.Node) Text {
	start := Pos{File: file, Line: n.Line, Col: n.Column}
	c := &cursor{src: s.text, off: s.offset(n.Line, n.Column), line: n.Line, col: n.Column}
	c.skipProperties()
	t := Text{Value: n.Value, Pos: start}
	var ok bool
	switch {
	case n.Style&yaml.DoubleQuotedStyle != 0:
		if c.rune() == '"' {
			c.next()
			ok = c.alignQuoted(n.Value, doubleQuote)
		}
	case n.Style&yaml.SingleQuotedStyle != 0:
		if c.rune() == '\'' {
			c.next()
			ok = c.alignQuoted(n.Value, singleQuote)
		}
	case n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0:
		if c.rune() == '|' || c.rune() == '>' {
			ok = c.alignBlock(n.Value)
		}
	default:
		ok = c.alignQuoted(n.Value, plain)
	}
	if ok && len(c.runs) > 0 {
		t.runs = c.runs
		t.Pos = Pos{File: file, Line: c.runs[0].line, Col: c.runs[0].col}
	}
	return t
}

// cursor reads source text and notes where the bytes of a value stand.
type cursor struct {
	src       string
	off       int
	line, col int

	runs []run
	cut  bool // the next character begins a run
}

func (c *cursor) rune() rune {
	if c.off >= len(c.src) {
		return -1
	}
	r, _ := utf8.DecodeRuneInString(c.src[c.off:])
	return r
}

// next moves over one character or line break.
func (c *cursor) next() {
	if c.off >= len(c.src) {
		return
	}
	if n := breakAt(c.src, c.off); n > 0 {
		c.off += n
		c.line++
		c.col = 1
		return
	}
	_, n := utf8.DecodeRuneInString(c.src[c.off:])
	c.off += n
	c.col++
}

func (c *cursor) atBreak() bool { return c.off < len(c.src) && breakAt(c.src, c.off) > 0 }

func (c *cursor) skipBlanks() {
	for c.rune() == ' ' || c.rune() == '\t' {
		c.next()
	}
}

// skipProperties moves over an anchor and a tag before a value, and the white space behind them.
func (c *cursor) skipProperties() {
	for c.rune() == '&' || c.rune() == '!' {
		for r := c.rune(); r >= 0 && !unicode.IsSpace(r); r = c.rune() {
			c.next()
		}
		for c.rune() == ' ' || c.rune() == '\t' || c.atBreak() {
			c.next()
		}
	}
}

// note records that the value's byte at off stands here.
func (c *cursor) note(off int) {
	if c.cut || len(c.runs) == 0 {
		c.runs = append(c.runs, run{off, c.line, c.col})
		c.cut = false
	}
}

type scalarStyle int

const (
	plain scalarStyle = iota
	singleQuote
	doubleQuote
	jsonString // a double-quoted string without folding, where \u escapes come in surrogate pairs
)

// alignQuoted walks along a plain or quoted scalar, the cursor at its first character, and reports whether the source
// spells the value.
func (c *cursor) alignQuoted(value string, style scalarStyle) bool {
	for i := 0; i < len(value); {
		if style != jsonString {
			if n, folded := c.fold(value, i); folded {
				if n < 0 {
					return false
				}
				i += n
				continue
			}
		}
		if (style == doubleQuote || style == jsonString) && c.rune() == '\\' {
			c.cut = true
			c.note(i)
			n := c.escape(value[i:], style)
			if n < 0 {
				return false
			}
			i += n
			c.cut = true
			continue
		}
		r, size := utf8.DecodeRuneInString(value[i:])
		if c.rune() != r {
			return false
		}
		c.note(i)
		if style == singleQuote && r == '\'' {
			c.next() // the first of the two quotes that stand for one
			c.cut = true
		}
		c.next()
		i += size
	}
	if len(c.runs) == 0 {
		c.note(0)
	}
	return true
}

// fold moves over a line break with the blanks around it, where there is one here, and gives how many bytes of the value
// from i on stand for it: a space for one break, n-1 newlines for n breaks. A negative number means that the value does not agree.
func (c *cursor) fold(value string, i int) (int, bool) {
	ahead := *c
	ahead.skipBlanks()
	if !ahead.atBreak() {
		return 0, false
	}
	breaks := 0
	for ahead.atBreak() {
		ahead.next()
		ahead.skipBlanks()
		breaks++
	}
	want := " "
	if breaks > 1 {
		want = strings.Repeat("\n", breaks-1)
	}
	if !strings.HasPrefix(value[i:], want) {
		return -1, true
	}
	c.cut = true
	c.note(i)
	c.off, c.line, c.col = ahead.off, ahead.line, ahead.col
	c.cut = true
	return len(want), true
}

// escape moves over a backslash escape and gives how many bytes of the value it stands for, negative where they do not
// agree.
func (c *cursor) escape(value string, style scalarStyle) int {
	c.next()
	if style == doubleQuote && c.atBreak() {
		c.next()
		c.skipBlanks()
		if c.atBreak() { // empty lines behind an escaped break: too rare to follow
			return -1
		}
		return 0
	}
	r := c.rune()
	digits := map[rune]int{'x': 2, 'u': 4, 'U': 8}[r]
	c.next()
	got, size := utf8.DecodeRuneInString(value)
	if digits == 0 {
		want, ok := escapes[r]
		if !ok || want != got {
			return -1
		}
		return size
	}
	code, ok := c.hex(digits)
	if !ok {
		return -1
	}
	if style == jsonString && code >= 0xD800 && code < 0xDC00 && strings.HasPrefix(c.src[c.off:], `\u`) {
		c.next()
		c.next()
		low, ok := c.hex(4)
		if !ok {
			return -1
		}
		code = (code-0xD800)<<10 + (low - 0xDC00) + 0x10000
	}
	if code != got {
		return -1
	}
	return size
}

func (c *cursor) hex(digits int) (rune, bool) {
	var code rune
	for range digits {
		d := strings.IndexRune("0123456789abcdef", unicode.ToLower(c.rune()))
		if d < 0 {
			return 0, false
		}
		code = code<<4 | rune(d)
		c.next()
	}
	return code, true
}

var escapes = map[rune]rune{
	'0': 0, 'a': '\a', 'b': '\b', 't': '\t', '\t': '\t', 'n': '\n', 'v': '\v', 'f': '\f', 'r': '\r', 'e': 0x1b,
	' ': ' ', '"': '"', '/': '/', '\\': '\\', 'N': 0x85, '_': 0xa0, 'L': 0x2028, 'P': 0x2029,
}

// alignBlock walks along a literal or folded block scalar, the cursor at its indicator.
func (c *cursor) alignBlock(value string) bool {
	for c.off < len(c.src) && !c.atBreak() {
		c.next()
	}
	c.next()
	if strings.Trim(value, "\n") == "" {
		return false
	}
	// The indentation is what the first line with text has in the source more than in the value.
	ahead := *c
	var lead int
	for {
		lead = 0
		for ahead.rune() == ' ' {
			ahead.next()
			lead++
		}
		if !ahead.atBreak() {
			break
		}
		ahead.next()
	}
	first := strings.TrimLeft(value, "\n")
	indent := lead - (len(first) - len(strings.TrimLeft(first, " ")))
	c.cut = true
	c.skipIndent(indent)
	for i := 0; i < len(value); {
		c.note(i)
		switch {
		case c.atBreak():
			if value[i] == ' ' { // a folded break
				c.next()
				i++
			} else {
				n := len(value[i:]) - len(strings.TrimLeft(value[i:], "\n"))
				if n == 0 {
					return false
				}
				breaks := 0
				for c.atBreak() {
					c.next()
					c.skipIndent(indent)
					breaks++
				}
				if n != breaks && n != breaks-1 {
					// Trailing breaks may be clipped.
					return i+n == len(value)
				}
				i += n
				c.cut = true
				continue
			}
			c.skipIndent(indent)
			c.cut = true
		case c.off >= len(c.src):
			return strings.Trim(value[i:], "\n") == ""
		default:
			r, size := utf8.DecodeRuneInString(value[i:])
			if c.rune() != r {
				return false
			}
			c.next()
			i += size
		}
	}
	return true
}

func (c *cursor) skipIndent(n int) {
	for ; n > 0 && c.rune() == ' '; n-- {
		c.next()
	}
}
