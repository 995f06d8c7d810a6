package board

import "fmt"

// tongue is how a language names places. Of several parts, %[1]s is the first.
type tongue struct {
	side                  [8]string // of a cell: its sides and corners, by direction
	way                   [8]string // to which something goes, and from which one looks
	diagonal, edge        string
	slash                 [2]string // falls, rises
	corner, square, joint string
	centre, point         string
	row, col, ofGrid      string // %[2]d is the grid
	block, end            string
}

var (
	english = [8]string{N: "top", E: "right", S: "bottom", W: "left", NE: "upper right", SE: "lower right", SW: "lower left", NW: "upper left"}
	chinese = [8]string{N: "上", E: "右", S: "下", W: "左", NE: "右上", SE: "右下", SW: "左下", NW: "左上"}
)

// tongues are the languages that name places. German names stand without an article, so that they fit behind every preposition.
var tongues = map[string]*tongue{
	"en": {
		side:     english,
		way:      english,
		diagonal: "%[1]s–%[2]s",
		edge:     "the %[2]s of %[1]s",
		slash:    [2]string{"the diagonal of %[1]s that falls", "the diagonal of %[1]s that rises"},
		corner:   "the %[2]s corner of %[1]s",
		square:   "the 2×2 square at %[1]s",
		joint:    "the links of %[1]s to the %[2]s and the %[3]s",
		centre:   "the centre of %[1]s",
		point:    "the point between %[1]s and %[2]s",
		row:      "row %[1]d",
		col:      "column %[1]d",
		ofGrid:   "%[1]s of grid %[2]d",
		block:    "the block from %[1]s to %[2]s",
		end:      "%[1]s from the %[2]s",
	},
	"zh": {
		side:     chinese,
		way:      chinese,
		diagonal: "%[1]s–%[2]s",
		edge:     "%[1]s的%[2]s边",
		slash:    [2]string{"%[1]s从左上到右下的斜线", "%[1]s从左下到右上的斜线"},
		corner:   "%[1]s的%[2]s角",
		square:   "以%[1]s为左上格的2×2方块",
		joint:    "%[1]s向%[2]s和向%[3]s的连线",
		centre:   "%[1]s的中心",
		point:    "%[1]s与%[2]s之间的点",
		row:      "第%[1]d行",
		col:      "第%[1]d列",
		ofGrid:   "第%[2]d个盘面%[1]s",
		block:    "%[1]s到%[2]s的宫",
		end:      "%[1]s（从%[2]s）",
	},
	"de": {
		side:     [8]string{N: "oben", E: "rechts", S: "unten", W: "links", NE: "rechts oben", SE: "rechts unten", SW: "links unten", NW: "links oben"},
		way:      [8]string{N: "oben", E: "rechts", S: "unten", W: "links"},
		diagonal: "%[1]s–%[2]s",
		edge:     "Seite %[2]s an %[1]s",
		slash:    [2]string{"Diagonale von %[1]s (fallend)", "Diagonale von %[1]s (steigend)"},
		corner:   "Ecke %[2]s von %[1]s",
		square:   "2×2-Quadrat bei %[1]s",
		joint:    "Verbindungen von %[1]s nach %[2]s und nach %[3]s",
		centre:   "Mitte von %[1]s",
		point:    "Punkt zwischen %[1]s und %[2]s",
		row:      "Zeile %[1]d",
		col:      "Spalte %[1]d",
		ofGrid:   "%[1]s von Brett %[2]d",
		block:    "Block von %[1]s bis %[2]s",
		end:      "%[1]s von %[2]s",
	},
	"es": {
		side:     [8]string{N: "superior", E: "derecho", S: "inferior", W: "izquierdo", NE: "superior derecha", SE: "inferior derecha", SW: "inferior izquierda", NW: "superior izquierda"},
		way:      [8]string{N: "arriba", E: "la derecha", S: "abajo", W: "la izquierda"},
		diagonal: "%[1]s–%[2]s",
		edge:     "el lado %[2]s de %[1]s",
		slash:    [2]string{"la diagonal de %[1]s que baja", "la diagonal de %[1]s que sube"},
		corner:   "la esquina %[2]s de %[1]s",
		square:   "el cuadrado de 2×2 en %[1]s",
		joint:    "los enlaces de %[1]s hacia %[2]s y hacia %[3]s",
		centre:   "el centro de %[1]s",
		point:    "el punto entre %[1]s y %[2]s",
		row:      "la fila %[1]d",
		col:      "la columna %[1]d",
		ofGrid:   "%[1]s del tablero %[2]d",
		block:    "la caja de %[1]s a %[2]s",
		end:      "%[1]s desde %[2]s",
	},
	"ja": {
		side:     chinese,
		way:      chinese,
		diagonal: "%[1]s–%[2]s",
		edge:     "%[1]sの%[2]sの辺",
		slash:    [2]string{"%[1]sの右下がりの斜線", "%[1]sの右上がりの斜線"},
		corner:   "%[1]sの%[2]sの角",
		square:   "%[1]sを左上とする2×2",
		joint:    "%[1]sから%[2]sと%[3]sへの線",
		centre:   "%[1]sの中心",
		point:    "%[1]sと%[2]sの間の点",
		row:      "%[1]d行目",
		col:      "%[1]d列目",
		ofGrid:   "盤%[2]dの%[1]s",
		block:    "%[1]sから%[2]sのブロック",
		end:      "%[1]s（%[2]sから）",
	},
}

// Say gives a place as a sentence names it, in a language: zh, de, es or ja, or English for every other. It is empty for what is no
// place of this board.
func (b *Board) Say(p Place, lang string) string {
	if !b.Has(p) {
		return ""
	}
	t, ok := tongues[lang]
	if !ok {
		t = tongues["en"]
	}
	return b.say(p, t)
}

func (b *Board) say(p Place, t *tongue) string {
	at, _ := b.point(p)
	switch p.Kind {
	case Link:
		a, c := b.Ends(p)
		return b.Name(a) + "–" + b.Name(c)
	case Diagonal:
		a, c := b.Ends(p)
		return fmt.Sprintf(t.diagonal, b.Name(a), b.Name(c))
	case Slash:
		return fmt.Sprintf(t.slash[at.variant], cellName(at))
	case Edge:
		cell, d := b.beside(at)
		return fmt.Sprintf(t.edge, cellName(cell), t.side[d])
	case Corner:
		cell, d := b.beside(at)
		return fmt.Sprintf(t.corner, cellName(cell), t.side[d])
	case Square:
		return fmt.Sprintf(t.square, cellName(point{at.y - 1, at.x - 1, 0}))
	case Joint:
		v := jointDirs[at.variant]
		return fmt.Sprintf(t.joint, cellName(at), t.way[v[0]], t.way[v[1]])
	case Spot:
		cells := b.Cells(p)
		switch len(cells) {
		case 1:
			return fmt.Sprintf(t.centre, b.Name(cells[0]))
		case 2:
			return fmt.Sprintf(t.point, b.Name(cells[0]), b.Name(cells[1]))
		}
		return fmt.Sprintf(t.point, b.Name(cells[0]), b.Name(cells[3]))
	case Row, Col:
		grid, n, _ := b.line(p)
		said := fmt.Sprintf(t.row, n+1)
		if p.Kind == Col {
			said = fmt.Sprintf(t.col, n+1)
		}
		if len(b.grids) > 1 {
			said = fmt.Sprintf(t.ofGrid, said, grid+1)
		}
		return said
	case Block:
		cells := b.Cells(p)
		return fmt.Sprintf(t.block, b.Name(cells[0]), b.Name(cells[len(cells)-1]))
	case End:
		_, side, _, _ := b.end(p)
		return fmt.Sprintf(t.end, b.say(b.Line(p), t), t.way[side])
	}
	return b.Name(p)
}
