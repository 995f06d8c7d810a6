package syntax

import (
	"fmt"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/columns"
)

// Pos is a place in a source text. Line and Col count from 1, Col in characters (runes); Offset counts bytes from 0. The zero Pos
// means "unknown".
type Pos struct {
	Line, Col int32
	Offset    int32
}

// IsValid reports whether p is a known place.
func (p Pos) IsValid() bool { return p.Line > 0 }

func (p Pos) String() string {
	if !p.IsValid() {
		return "-"
	}
	return fmt.Sprintf("%d:%d", p.Line, p.Col)
}

// Error is a source text that is not in the language.
type Error struct {
	File     string // as given to the parser; may be empty
	Pos      Pos
	Msg      string // what is wrong
	Expected string // what would have been right, when one thing would; may be empty
	Line     string // the source line at Pos, without its end
}

func (e *Error) Error() string {
	var b strings.Builder
	if e.File != "" {
		b.WriteString(e.File)
		b.WriteByte(':')
	}
	fmt.Fprintf(&b, "%d:%d: %s", e.Pos.Line, e.Pos.Col, e.Msg)
	if e.Expected != "" {
		b.WriteString(", expected " + e.Expected)
	}
	return b.String()
}

// Detail is the error with the source line and a caret under the place, on lines of their own.
func (e *Error) Detail() string {
	return e.Error() + "\n" + Caret(e.Line, int(e.Pos.Col))
}

// Caret gives a source line, indented by two, with a caret below column col (in runes, from 1). Wide characters are
// counted as two columns, so that the caret stands under the character in a terminal. Long lines are cut around the column.
func Caret(line string, col int) string {
	rs := []rune(strings.TrimRight(line, "\r\n"))
	if col < 1 {
		col = 1
	}
	if col > len(rs)+1 {
		col = len(rs) + 1
	}
	const before, after = 60, 60
	prefix := ""
	if col-1 > before {
		rs = rs[col-1-before:]
		col = before + 1
		prefix = "…"
	}
	suffix := ""
	if len(rs) > col+after {
		rs = rs[:col+after]
		suffix = "…"
	}
	for i, r := range rs {
		if r < ' ' {
			rs[i] = ' '
		}
	}
	indent := columns.Width("  " + prefix + string(rs[:col-1]))
	return "  " + prefix + string(rs) + suffix + "\n" + strings.Repeat(" ", indent) + "^"
}

// LineAt gives the line of src that holds the byte at offset, without its end.
func LineAt(src string, offset int) string {
	if offset > len(src) {
		offset = len(src)
	}
	if offset < 0 {
		offset = 0
	}
	start := strings.LastIndexByte(src[:offset], '\n') + 1
	end := strings.IndexByte(src[offset:], '\n')
	if end < 0 {
		end = len(src)
	} else {
		end += offset
	}
	return strings.TrimSuffix(src[start:end], "\r")
}
