package drawing

import (
	"math"
	"strings"
	"unicode/utf8"
)

// node is a point of the lattice in half cells: (0,0) is the upper left corner of the board, (1,1) the centre of the first cell.
type node struct{ y, x int }

// nodeAt gives the lattice point of a place's centre.
func nodeAt(x, y float64) node { return node{int(math.Round(2 * y)), int(math.Round(2 * x))} }

// sketch is a picture in letters. Every lattice point is a field of letters: cells are wide, corners and upright sides narrow.
// Where nothing lies on the sides and corners between two rows, these take no lines.
type sketch struct {
	rows, cols int
	texts      map[node]string
	fills      map[node]rune     // of cells
	borders    map[node]bool     // sides
	strokes    map[node]uint8    // lines out of a cell's centre: bits by direction n e s w
	passes     map[node]int      // links along which a line runs, and how many
	heads      [4]map[int]string // texts outside, by side n e s w and by lattice row or column; letters of a column stand below each other
	there      map[node]bool     // cells
	dotted     bool              // corners are printed as dots
	gap        int               // how wide corners and upright sides are: as their longest text, mostly one letter
	notes      []string
}

func newSketch(rows, cols int) *sketch {
	s := &sketch{rows: rows, cols: cols, texts: map[node]string{}, fills: map[node]rune{}, borders: map[node]bool{},
		strokes: map[node]uint8{}, passes: map[node]int{}, there: map[node]bool{}}
	for i := range s.heads {
		s.heads[i] = map[int]string{}
	}
	return s
}

// light and heavy are the letters that join lines to the n, e, s, w, by bits.
var (
	light = []rune(" ╵╶└╷│┌├╴┘─┴┐┤┬┼")
	heavy = []rune(" ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋")
)

// add puts a text beside what stands at a point already.
func (s *sketch) add(at node, text string) {
	s.texts[at] += text
}

// String writes the picture; lines end in \n.
func (s *sketch) String() string {
	tall, width := s.dotted, 1
	s.gap = 1
	for at, text := range s.texts {
		if at.x%2 == 0 {
			s.gap = max(s.gap, utf8.RuneCountInString(text))
		}
		if at.y%2 == 1 && at.x%2 == 1 {
			width = max(width, utf8.RuneCountInString(text))
		} else if at.y%2 == 0 {
			tall = true
		}
	}
	if len(s.borders) > 0 || len(s.passes) > 0 {
		tall = true
	}
	if tall || len(s.fills) > 0 {
		width = max(width, 3)
	}
	for _, side := range []int{0, 2} {
		for _, text := range s.heads[side] {
			for word := range strings.FieldsSeq(text) {
				width = max(width, utf8.RuneCountInString(word))
			}
		}
	}
	if width%2 == 0 {
		width++
	}
	left := 0
	for _, text := range s.heads[3] {
		left = max(left, utf8.RuneCountInString(text)+1)
	}
	var b strings.Builder
	line := func(text string) {
		b.WriteString(strings.TrimRight(text, " ") + "\n")
	}
	s.columns(0, left, width, line)
	for y := 0; y <= 2*s.rows; y++ {
		if y%2 == 0 && !tall {
			continue
		}
		var l strings.Builder
		l.WriteString(strings.Repeat(" ", left-utf8.RuneCountInString(s.heads[3][y])-min(left, 1)))
		l.WriteString(s.heads[3][y] + strings.Repeat(" ", min(left, 1)))
		for x := 0; x <= 2*s.cols; x++ {
			l.WriteString(s.field(node{y, x}, width))
		}
		if text := s.heads[1][y]; text != "" {
			l.WriteString(" " + text)
		}
		line(l.String())
	}
	s.columns(2, left, width, line)
	for _, n := range s.notes {
		line(n)
	}
	return b.String()
}

// columns writes the texts above or below the board.
func (s *sketch) columns(side, left, width int, line func(string)) {
	most := 0
	for _, text := range s.heads[side] {
		most = max(most, len(strings.Fields(text)))
	}
	for i := range most {
		var l strings.Builder
		l.WriteString(strings.Repeat(" ", left))
		for x := 0; x <= 2*s.cols; x++ {
			w, text := s.gap, ""
			if x%2 == 1 {
				w = width
				words := strings.Fields(s.heads[side][x])
				k := i
				if side == 0 {
					k -= most - len(words) // the last stands next to the board
				}
				if k >= 0 && k < len(words) {
					text = words[k]
				}
			}
			l.WriteString(centred(text, w, ' ', ' '))
		}
		line(l.String())
	}
}

// centred puts a text in the middle of a field.
func centred(text string, width int, before, after rune) string {
	space := max(0, width-utf8.RuneCountInString(text))
	return strings.Repeat(string(before), space-space/2) + text + strings.Repeat(string(after), space/2)
}

func (s *sketch) field(at node, width int) string {
	if at.y%2 == 1 && at.x%2 == 1 {
		return s.cell(at, width)
	}
	text := s.texts[at]
	border, pass := s.borders[at], s.passes[at]
	switch {
	case at.y%2 == 1: // an upright side
		switch {
		case text != "":
		case pass > 1:
			return strings.Repeat("═", s.gap)
		case pass > 0:
			return strings.Repeat("━", s.gap)
		case border:
			text = "│"
		}
		return centred(text, s.gap, ' ', ' ')
	case at.x%2 == 1: // a level side
		pad := ' '
		if border {
			pad = '─'
		}
		if text == "" && pass > 1 {
			text = "║"
		} else if text == "" && pass > 0 {
			text = "┃"
		} else if text == "" {
			text = string(pad)
		}
		return centred(text, width, pad, pad)
	}
	bits := 0
	for i, d := range [4]node{{-1, 0}, {0, 1}, {1, 0}, {0, -1}} {
		if s.borders[node{at.y + d.y, at.x + d.x}] {
			bits |= 1 << i
		}
	}
	before, after := ' ', ' '
	if bits&8 != 0 {
		before = '─'
	}
	if bits&2 != 0 {
		after = '─'
	}
	switch {
	case text != "":
	case bits != 0:
		text = string(light[bits])
	default:
		for _, d := range [4]node{{-1, -1}, {-1, 1}, {1, -1}, {1, 1}} {
			if s.there[node{at.y + d.y, at.x + d.x}] {
				text = "·"
			}
		}
	}
	return centred(text, s.gap, before, after)
}

func (s *sketch) cell(at node, width int) string {
	text, bits := s.texts[at], s.strokes[at]
	before, after := ' ', ' '
	if fill := s.fills[at]; fill != 0 {
		before, after = fill, fill
		if text == "" && bits == 0 {
			text = string(fill)
		}
	}
	if bits&8 != 0 {
		if before = '━'; s.passes[node{at.y, at.x - 1}] > 1 {
			before = '═'
		}
	}
	if bits&2 != 0 {
		if after = '━'; s.passes[node{at.y, at.x + 1}] > 1 {
			after = '═'
		}
	}
	if text == "" && bits != 0 {
		text = string(heavy[bits])
	}
	if text == "" {
		text = " "
		if s.there[at] && len(s.borders)+len(s.passes) == 0 && !s.dotted {
			text = "·"
		}
	}
	return centred(text, width, before, after)
}
