package drawing

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/rules"
)

// caption is a text in a cell.
type caption struct {
	cell board.Place
	text string
	at   string
	role puzzle.Role
	soft bool // the number of a sign, which gives way to another text in its cell
}

// spelled reports whether the values of a list are letters, or digits, which stand side by side.
func (p *painter) spelled(f rules.Field, k Look) bool {
	if k.Style == "letter" {
		return true
	}
	lo, hi, err := p.b.Bounds(f.Domain.Elem)
	return k.Style == "digit" && err == nil && lo != nil && hi != nil && *lo >= 0 && *hi <= 9
}

// Text writes a value as the board shows it to people: a number as a letter where letters are drawn, an operation as its sign, a list with
// blanks between.
func (k Look) Text(v rules.Value) string {
	if k.Style == "letter" && v.Kind == rules.Int && v.N >= 1 && v.N <= 26 {
		return string(rune('A' + v.N - 1))
	}
	if v.Kind == rules.Word {
		if sign := operations[v.Word]; sign != "" {
			return sign
		}
	}
	if v.Kind == rules.List {
		var parts []string
		for _, x := range v.List {
			parts = append(parts, k.Text(x))
		}
		return strings.Join(parts, " ")
	}
	return v.String()
}

// operations are the signs of words for them.
var operations = map[string]string{"add": "+", "plus": "+", "sub": "−", "minus": "−", "mul": "×", "div": "÷"}

// fit gives the height of a text so that it stays within a cell.
func fit(text string, size float64) float64 {
	if n := utf8.RuneCountInString(text); n > 1 {
		return min(size, size*1.9/float64(n)+0.02)
	}
	return size
}

// text writes a value. Texts in cells wait until it is known what else stands there.
func (p *painter) text(m *mark) {
	text := m.Text(m.value)
	if m.bool && m.value.Kind == rules.Bool {
		text = "×"
	}
	if text == "" {
		return
	}
	role := puzzle.RoleGiven
	if m.found {
		role = puzzle.RoleEntry
	}
	if m.place.Kind == board.Cell {
		// What two layers write into one corner is one text, such as 12×.
		for _, t := range p.texts {
			if m.At != "" && t.cell == m.place && t.at == m.At {
				t.text += text
				return
			}
		}
		p.texts = append(p.texts, &caption{m.place, text, m.At, role, m.Style != "digit" && m.Style != "letter"})
		return
	}
	p.letter(m, text)
	// Likewise between cells, where a number and its sign are one text.
	for _, s := range p.shapes[asText] {
		if s.Label != nil && s.Label.X == m.x && s.Label.Y == m.y {
			s.Label.Text += text
			s.Label.Size = fit(s.Label.Text, 0.34)
			return
		}
	}
	if m.place.Kind == board.Corner || m.place.Kind == board.Square {
		p.circle(asSign, puzzle.RoleGiven, m.x, m.y, 0.24, true)
	}
	p.label(role, m.x, m.y, fit(text, 0.34), text)
}

// write writes the texts and arrows of the cells.
func (p *painter) write() {
	in, corner, firm := map[board.Place]int{}, map[board.Place]bool{}, map[board.Place]bool{}
	for _, t := range p.texts {
		firm[t.cell] = firm[t.cell] || t.at == "" && !t.soft
	}
	p.texts = slices.DeleteFunc(p.texts, func(t *caption) bool { return t.soft && firm[t.cell] })
	for _, t := range p.texts {
		if t.at == "" {
			in[t.cell]++
		} else {
			corner[t.cell] = true
		}
	}
	drawn := map[board.Place]int{}
	for _, t := range p.texts {
		from := len(p.shapes[asText])
		x, y, _ := p.b.Geo.Centre(t.cell)
		role, size := t.role, fit(t.text, 0.62)
		if p.dark[t.cell] {
			role = puzzle.RoleInverse
		}
		at := nodeAt(x, y)
		if p.ringed[t.cell] || p.dark[t.cell] && p.sketch.fills[at] == 0 {
			size *= 0.85
		}
		sketched := t.text
		if len([]rune(sketched)) > 6 || strings.Contains(sketched, " ") {
			sketched = strings.ReplaceAll(sketched, " ", ",")
		}
		if old := p.sketch.texts[at]; old != "" && old[len(old)-1] >= '0' && old[len(old)-1] <= '9' {
			sketched = " " + sketched
		}
		p.sketch.add(at, sketched)
		if d, ok := board.ParseDir(t.at); ok {
			dx, dy := toward(d)
			size = fit(t.text, 0.36)
			wide := size * 0.28 * float64(len([]rune(t.text)))
			p.label(role, x+dx*(0.46-wide), y+dy*0.28, size, t.text)
			p.refer(asText, from, t.cell)
			continue
		}
		words := strings.Fields(t.text)
		switch n := len(words); {
		case p.arrows[t.cell] != nil:
			p.label(role, x-0.16, y, fit(t.text, 0.5), t.text)
		case in[t.cell] > 1: // several layers write here: side by side
			k := float64(drawn[t.cell]) - float64(in[t.cell]-1)/2
			p.label(role, x+0.4*k, y, fit(t.text, 0.45), t.text)
			drawn[t.cell]++
		case n > 1 && n <= 4:
			spots := [][2]float64{{-0.2, -0.2}, {0.2, 0.2}, {0.2, -0.2}, {-0.2, 0.2}}
			if n == 4 {
				spots = [][2]float64{{0, -0.26}, {-0.26, 0}, {0.26, 0}, {0, 0.26}}
			} else if n == 3 {
				spots = [][2]float64{{-0.2, -0.2}, {0.2, -0.2}, {0, 0.2}}
			}
			for i, w := range words {
				p.label(role, x+spots[i][0], y+spots[i][1], fit(w, 0.4), w)
			}
		case corner[t.cell]: // a little away from the text in the corner
			p.label(role, x+0.06, y+0.12, size*0.85, t.text)
		default:
			p.label(role, x, y, size, t.text)
		}
		p.refer(asText, from, t.cell)
	}
	with := map[board.Place]bool{}
	for _, t := range p.texts {
		with[t.cell] = with[t.cell] || t.at == ""
	}
	for _, c := range p.b.Geo.All(board.Cell) {
		if m := p.arrows[c]; m != nil {
			p.arrow(m, with[c])
		}
	}
}

// arrow draws an arrow, beside a text on the right of the cell.
func (p *painter) arrow(m *mark, beside bool) {
	d, _ := board.ParseDir(m.value.Word)
	x, y, s := m.x, m.y, 0.34
	if beside {
		x, s = x+0.26, 0.2
	}
	role := m.solid()
	if p.dark[m.place] {
		role = puzzle.RoleInverse
	}
	p.pointer(role, d, x, y, s)
}
