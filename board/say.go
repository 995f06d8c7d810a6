package board

import "fmt"

// tongue is how a language names places. Of several parts, %[1]s is the first.
type tongue struct {
	side                          [8]string // of a cell: its sides and corners, by direction
	way                           [8]string // to which something goes, and from which one looks
	link, diagonal, between, edge string
	slash                         [2]string // falls, rises
	corner, square, joint         string
	centre, point                 string
	row, col, ofGrid              string // %[2]d is the grid
	block, end                    string
}

var (
	english = [8]string{N: "top", E: "right", S: "bottom", W: "left", NE: "upper right", SE: "lower right", SW: "lower left", NW: "upper left"}
	chinese = [8]string{N: "上", E: "右", S: "下", W: "左", NE: "右上", SE: "右下", SW: "左下", NW: "左上"}
)

// tongues are the languages that name places. German names stand without an article, so that they fit behind every preposition.
var tongues = map[string]*tongue{
	"en": {english, english, "the link of %[1]s and %[2]s", "%[1]s and %[2]s", "the side between %[1]s and %[2]s", "the %[2]s side of %[1]s",
		[2]string{"the diagonal of %[1]s that falls", "the diagonal of %[1]s that rises"},
		"the %[2]s corner of %[1]s", "the 2×2 square at %[1]s", "the links of %[1]s to the %[2]s and the %[3]s",
		"the centre of %[1]s", "the point between %[1]s and %[2]s", "row %[1]d", "column %[1]d", "%[1]s of grid %[2]d",
		"the block from %[1]s to %[2]s", "%[1]s from the %[2]s"},
	"zh": {chinese, chinese, "%[1]s与%[2]s的连线", "%[1]s与%[2]s", "%[1]s与%[2]s之间的边", "%[1]s的%[2]s边",
		[2]string{"%[1]s从左上到右下的斜线", "%[1]s从左下到右上的斜线"},
		"%[1]s的%[2]s角", "以%[1]s为左上格的2×2方块", "%[1]s向%[2]s和向%[3]s的连线",
		"%[1]s的中心", "%[1]s与%[2]s之间的点", "第%[1]d行", "第%[1]d列", "第%[2]d个盘面%[1]s",
		"%[1]s到%[2]s的宫", "%[1]s（从%[2]s）"},
	"de": {[8]string{N: "oben", E: "rechts", S: "unten", W: "links", NE: "rechts oben", SE: "rechts unten", SW: "links unten", NW: "links oben"},
		[8]string{N: "oben", E: "rechts", S: "unten", W: "links"},
		"%[1]s–%[2]s", "%[1]s und %[2]s", "Seite zwischen %[1]s und %[2]s", "Seite %[2]s an %[1]s",
		[2]string{"Diagonale von %[1]s (fallend)", "Diagonale von %[1]s (steigend)"},
		"Ecke %[2]s von %[1]s", "2×2-Quadrat bei %[1]s", "Verbindungen von %[1]s nach %[2]s und nach %[3]s",
		"Mitte von %[1]s", "Punkt zwischen %[1]s und %[2]s", "Zeile %[1]d", "Spalte %[1]d", "%[1]s von Brett %[2]d",
		"Block von %[1]s bis %[2]s", "%[1]s von %[2]s"},
	"es": {[8]string{N: "superior", E: "derecho", S: "inferior", W: "izquierdo", NE: "superior derecha", SE: "inferior derecha", SW: "inferior izquierda", NW: "superior izquierda"},
		[8]string{N: "arriba", E: "la derecha", S: "abajo", W: "la izquierda"},
		"el enlace entre %[1]s y %[2]s", "%[1]s y %[2]s", "el lado entre %[1]s y %[2]s", "el lado %[2]s de %[1]s",
		[2]string{"la diagonal de %[1]s que baja", "la diagonal de %[1]s que sube"},
		"la esquina %[2]s de %[1]s", "el cuadrado de 2×2 en %[1]s", "los enlaces de %[1]s hacia %[2]s y hacia %[3]s",
		"el centro de %[1]s", "el punto entre %[1]s y %[2]s", "la fila %[1]d", "la columna %[1]d", "%[1]s del tablero %[2]d",
		"la caja de %[1]s a %[2]s", "%[1]s desde %[2]s"},
	"ja": {chinese, chinese, "%[1]sと%[2]sの間", "%[1]sと%[2]s", "%[1]sと%[2]sの間の辺", "%[1]sの%[2]sの辺",
		[2]string{"%[1]sの右下がりの斜線", "%[1]sの右上がりの斜線"},
		"%[1]sの%[2]sの角", "%[1]sを左上とする2×2", "%[1]sから%[2]sと%[3]sへの線",
		"%[1]sの中心", "%[1]sと%[2]sの間の点", "%[1]d行目", "%[1]d列目", "盤%[2]dの%[1]s",
		"%[1]sから%[2]sのブロック", "%[1]s（%[2]sから）"},
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
		return fmt.Sprintf(t.link, b.Name(a), b.Name(c))
	case Diagonal:
		a, c := b.Ends(p)
		return fmt.Sprintf(t.diagonal, b.Name(a), b.Name(c))
	case Slash:
		return fmt.Sprintf(t.slash[at.variant], cellName(at))
	case Edge:
		if cells := b.Cells(p); len(cells) == 2 {
			return fmt.Sprintf(t.between, b.Name(cells[0]), b.Name(cells[1]))
		}
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
