package asking

import (
	"strings"
)

// Lines across cells in answers: a slash is also markup, the end of a row, or escaped, so what stands for a line is found before boards and lists are.

// Signs that stand for lines across a cell while answers are looked for.
const (
	falling = 0x0e
	rising  = 0x0f
)

// slashes are what stands for the signs of boards of text.
var slashes = map[string]byte{`\`: falling, "/": rising}

// slashWords are other ways in which such lines are written.
var slashWords = []struct {
	text string
	sign byte
}{
	{`\textbackslash`, falling}, {`\backslash`, falling}, {`\setminus`, falling}, {`\diagdown`, falling}, {`\diagup`, rising}, {`\slash`, rising},
	{"╲", falling}, {"∖", falling}, {"⧹", falling}, {"⟍", falling}, {"＼", falling},
	{"╱", rising}, {"∕", rising}, {"⧸", rising}, {"⟋", rising}, {"／", rising}, {"⁄", rising},
}

// slashed reports whether lines across cells are what is asked for.
func (a *asked) slashed() bool {
	_, ok := a.drawn[string(rune(rising))]
	return ok
}

// slashAt gives the line across a cell that begins at a place, and its length; 0 where there is none.
func slashAt(text string, n int) (sign byte, size int) {
	c := text[n]
	if c == '/' {
		return rising, 1
	}
	if c == '\\' || c >= 0x80 {
		for _, w := range slashWords {
			if rest, ok := strings.CutPrefix(text[n:], w.text); ok && (c != '\\' || rest == "" || !isLetter(rest[0])) {
				return w.sign, len(w.text)
			}
		}
	}
	if c != '\\' || n+1 < len(text) && isLetter(text[n+1]) {
		return 0, 0
	}
	return falling, 1
}

// slashCells puts one sign in the place of each line across a cell, in as many bytes: of a single one, of as many close together as a row has
// cells, and of those in quotes, where a backslash may be written twice.
// Of those close together some may be what stands for no line, where a cell may be without one.
func slashCells(text string, cols int, lack bool) string {
	if !strings.ContainsAny(text, `\/`) && !strings.ContainsAny(text, "╲╱∖∕⧹⧸⟍⟋＼／⁄") {
		return text
	}
	out := []byte(text)
	put := func(from, to int, signs []byte) {
		for at := from + copy(out[from:to], signs); at < to; at++ {
			out[at] = ' '
		}
	}
	for n := 0; n < len(text); {
		if c := text[n]; c == '"' || c == '\'' {
			if signs, end := slashText(text, n+1, c, cols, lack); end > 0 {
				put(n+1, end, signs)
				n = end + 1
				continue
			}
		}
		if signs, end := slashRow(text, n, cols, lack); end > 0 {
			put(n, end, signs)
			n = end
			continue
		}
		var signs []byte
		end, named := n, false // whether a name of LaTeX may follow
		for end < len(text) {
			sign, size := slashAt(text, end)
			if size == 0 {
				break
			}
			signs = append(signs, sign)
			end += size
			named = size > 1 || sign == rising
		}
		if len(signs) == 0 {
			n++
			continue
		}
		if besideSlash(text, n-1) && (besideSlash(text, end) || named && text[end] == '\\') {
			if len(signs) == 1 || text[n:end] == `\\` && escapedBetween(text, n, end) {
				put(n, end, signs[:1])
			}
		} else if len(signs) == 3 && strings.HasSuffix(text[n:end], `\\`) && besideSlash(text, n-1) { // with the end of a row behind it
			out[n] = signs[0]
		}
		n = end
	}
	return string(out)
}

// slashRow reads as many lines across cells close together as a row has cells. end is 0 where there are none.
func slashRow(text string, from, cols int, lack bool) (signs []byte, end int) {
	if !besideSlash(text, from-1) {
		return nil, 0
	}
	n, slashes := from, 0
	for len(signs) < cols && n < len(text) {
		sign, size := slashAt(text, n)
		switch {
		case size > 0:
			slashes++
		case lack && forNone(text[n]):
			sign, size = text[n], 1
		default:
			return nil, 0
		}
		signs = append(signs, sign)
		n += size
	}
	if slashes == 0 || len(signs) < cols || !besideSlash(text, n) || text[from:n] == `\\` && !aloneInLine(text, from, n) {
		return nil, 0
	}
	return signs, n
}

// forNone reports whether a sign stands for a cell without a line.
func forNone(c byte) bool { return c == '.' || c == '-' || c == '_' }

// slashText reads what stands in quotes: lines across cells, close together or apart, and nothing else. Where each backslash is written twice, both are
// one, unless they make a row as they stand. end is 0 where something else stands there.
func slashText(text string, from int, quote byte, cols int, lack bool) (signs []byte, end int) {
	n, odd, slashes := from, false, 0
	for n < len(text) && text[n] != quote {
		sign, size := slashAt(text, n)
		switch {
		case size > 1 || sign == rising:
			slashes++
			n += size
		case size == 1:
			long := 1
			for n+long < len(text) && text[n+long] == '\\' {
				long++
			}
			odd = odd || long%2 > 0
			slashes += long
			n += long
		case text[n] == ' ' || text[n] == ',' || lack && forNone(text[n]):
			n++
		default:
			return nil, 0
		}
	}
	if n == len(text) || slashes == 0 {
		return nil, 0
	}
	twice := !odd && (slashes != cols || cols == 2 || strings.Contains(text[from:n], " "))
	for at := from; at < n; {
		sign, size := slashAt(text, at)
		if size == 0 {
			sign, size = text[at], 1
		} else if size == 1 && sign == falling && twice {
			size = 2
		}
		signs = append(signs, sign)
		at += size
	}
	return signs, n
}

// besideSlash reports whether a line across a cell may end beside this place of a text.
func besideSlash(text string, n int) bool {
	return edgeOfCell(text, n) || strings.IndexByte("=:`{}*$&~", text[n]) >= 0
}

// escapedBetween reports whether what stands there is all that stands between two bars, or behind a name: a cell in which the backslash is escaped.
func escapedBetween(text string, from, to int) bool {
	before, after := strings.TrimRight(text[:from], " \t`"), strings.TrimLeft(text[to:], " \t`")
	if before == "" {
		return false
	}
	switch before[len(before)-1] {
	case ':', '=':
		return true
	case '|':
		return strings.HasPrefix(after, "|")
	}
	return false
}

// aloneInLine reports whether a line holds nothing else.
func aloneInLine(text string, from, to int) bool {
	before, after := strings.TrimRight(text[:from], " \t"), strings.TrimLeft(text[to:], " \t\r")
	return (before == "" || strings.HasSuffix(before, "\n")) && (after == "" || strings.HasPrefix(after, "\n"))
}
