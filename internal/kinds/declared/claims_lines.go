package declared

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/board"
)

// Sentences name what lies between cells by these: "the link of r1c1 and r1c2", "the edge between r1c1 and r2c1", "the top and right sides
// of r1c1", "r1c1与r1c2的连线".
var (
	pairForm = regexp.MustCompile(`(?i)(?:\bthe\s+)?\b(?:link|line|segment|connection|edge|side|border|wall|fence)\s+(?:of|between|from)\s+(r\d{1,3}c\d{1,3})\s+(?:and|to)\s+(r\d{1,3}c\d{1,3})\b|` +
		`\b(r\d{1,3}c\d{1,3})与(r\d{1,3}c\d{1,3})(?:的连线|之间的边)`)
	pathForm = regexp.MustCompile(`(?i)\br\d{1,3}c\d{1,3}(?:–r\d{1,3}c\d{1,3})+\b`) // "r1c1–r1c2–r2c2"
	sideForm = regexp.MustCompile(`(?i)(?:\bthe\s+)?\b((?:top|right|bottom|left)(?:(?:,\s*(?:and\s+)?|\s+and\s+)(?:top|right|bottom|left))*|four)(?:\s+sides?)?\s+of\s+(r\d{1,3}c\d{1,3})\b|` +
		`\b(r\d{1,3}c\d{1,3})的([上右下左](?:、?[上右下左])*|四)边`)
	wayWord  = regexp.MustCompile(`(?i)top|right|bottom|left|four|[上右下左四]`)
	cellForm = regexp.MustCompile(`^r(\d+)c(\d+)$`)
)

// ways are the sides of a cell as people say them, and where its neighbour is.
var ways = map[string][2]int{"top": {-1, 0}, "right": {0, 1}, "bottom": {1, 0}, "left": {0, -1}, "上": {-1, 0}, "右": {0, 1}, "下": {1, 0}, "左": {0, -1}}

// betweens are the places of a layer between cells.
type betweens struct {
	layer *playLayer
	names map[[2]string]string // by the cells on both sides; at the rim the second is that beyond it, which the board has not
}

// between finds how the places of a layer of links or edges can be named; nil where they are others.
func (i *Instance) between(l *playLayer) *betweens {
	out := &betweens{l, map[[2]string]string{}}
	for n, p := range l.places {
		var cells []board.Place
		switch p.Kind {
		case board.Link:
			a, b := i.b.Geo.Ends(p)
			cells = []board.Place{a, b}
		case board.Edge:
			cells = i.b.Geo.Cells(p)
		default:
			return nil
		}
		switch len(cells) {
		case 2:
			out.add(i.b.Geo.Name(cells[0]), i.b.Geo.Name(cells[1]), l.names[n])
		case 1: // its side is said of the cell
			cell := i.b.Geo.Name(cells[0])
			if w := wayWord.FindString(i.b.Geo.Say(p, "en")); w != "" {
				out.add(cell, beside(cell, w), l.names[n])
			}
		}
	}
	return out
}

func (b *betweens) add(from, to, name string) {
	b.names[[2]string{from, to}], b.names[[2]string{to, from}] = name, name
}

// beside names the cell on a side of another, also beyond the rim.
func beside(cell, way string) string {
	m := cellForm.FindStringSubmatch(cell)
	d, ok := ways[strings.ToLower(way)]
	if m == nil || !ok {
		return ""
	}
	row, err1 := strconv.Atoi(m[1])
	col, err2 := strconv.Atoi(m[2])
	if err1 != nil || err2 != nil {
		return ""
	}
	return fmt.Sprintf("r%dc%d", row+d[0], col+d[1])
}

// standIns begin behind the rows of every board: a cell there stands for what lies between two.
const standIns = 500

// standIn puts cells that no board has for the places that a sentence names, so that what is said of them is read as of cells. The list has what
// each stands for.
func (b *betweens) standIn(sentence string) (string, []string) {
	var places []string
	stand := func(whole, from, to string) string {
		name, ok := b.names[[2]string{from, to}]
		if !ok || len(places) >= standIns {
			return whole
		}
		places = append(places, name)
		return fmt.Sprintf("r%dc%d", standIns+len(places)-1, 1)
	}
	sentence = pairForm.ReplaceAllStringFunc(sentence, func(whole string) string {
		m := pairForm.FindStringSubmatch(whole)
		return stand(whole, strings.ToLower(m[1]+m[3]), strings.ToLower(m[2]+m[4]))
	})
	sentence = pathForm.ReplaceAllStringFunc(sentence, func(whole string) string {
		cells := strings.Split(strings.ToLower(whole), "–")
		var out []string
		for n := range cells[1:] {
			out = append(out, stand(whole, cells[n], cells[n+1]))
		}
		return strings.Join(out, "和")
	})
	sentence = sideForm.ReplaceAllStringFunc(sentence, func(whole string) string {
		m := sideForm.FindStringSubmatch(whole)
		list, join := wayWord.FindAllString(m[1]+m[4], -1), " and "
		if m[3] != "" {
			join = "和"
		}
		if len(list) == 1 && (list[0] == "四" || strings.EqualFold(list[0], "four")) {
			list = []string{"top", "right", "bottom", "left"}
		}
		var out []string
		for _, w := range list {
			cell := strings.ToLower(m[2] + m[3])
			out = append(out, stand(whole, cell, beside(cell, w)))
		}
		return strings.Join(out, join)
	})
	return sentence, places
}
