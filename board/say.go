package board

import "fmt"

var (
	english = [...]string{N: "top", E: "right", S: "bottom", W: "left", NE: "upper right", SE: "lower right", SW: "lower left", NW: "upper left"}
	chinese = [...]string{N: "上", E: "右", S: "下", W: "左", NE: "右上", SE: "右下", SW: "左下", NW: "左上"}
)

// Say gives a place as a sentence names it, in a language: "zh", or English for every other. It is empty for what is no
// place of this board.
func (b *Board) Say(p Place, lang string) string {
	if !b.Has(p) {
		return ""
	}
	if lang == "zh" {
		return b.sayChinese(p)
	}
	return b.sayEnglish(p)
}

func (b *Board) sayEnglish(p Place) string {
	at, _ := b.point(p)
	switch p.Kind {
	case Link:
		a, c := b.Ends(p)
		return fmt.Sprintf("the link of %s and %s", b.Name(a), b.Name(c))
	case Diagonal:
		a, c := b.Ends(p)
		return fmt.Sprintf("%s and %s", b.Name(a), b.Name(c))
	case Slash:
		return fmt.Sprintf("the diagonal of %s that %s", cellName(at), [...]string{"falls", "rises"}[at.variant])
	case Edge:
		if cells := b.Cells(p); len(cells) == 2 {
			return fmt.Sprintf("the side between %s and %s", b.Name(cells[0]), b.Name(cells[1]))
		}
		cell, d := b.beside(at)
		return fmt.Sprintf("the %s side of %s", english[d], cellName(cell))
	case Corner:
		cell, d := b.beside(at)
		return fmt.Sprintf("the %s corner of %s", english[d], cellName(cell))
	case Square:
		return fmt.Sprintf("the 2×2 square at %s", cellName(point{at.y - 1, at.x - 1, 0}))
	case Joint:
		v := jointDirs[at.variant]
		return fmt.Sprintf("the links of %s to the %s and the %s", cellName(at), english[v[0]], english[v[1]])
	case Spot:
		cells := b.Cells(p)
		switch len(cells) {
		case 1:
			return "the centre of " + b.Name(cells[0])
		case 2:
			return fmt.Sprintf("the point between %s and %s", b.Name(cells[0]), b.Name(cells[1]))
		}
		return fmt.Sprintf("the point between %s and %s", b.Name(cells[0]), b.Name(cells[3]))
	case Row, Col:
		grid, n, _ := b.line(p)
		said := fmt.Sprintf("row %d", n+1)
		if p.Kind == Col {
			said = fmt.Sprintf("column %d", n+1)
		}
		if len(b.grids) > 1 {
			said += fmt.Sprintf(" of grid %d", grid+1)
		}
		return said
	case Block:
		cells := b.Cells(p)
		return fmt.Sprintf("the block from %s to %s", b.Name(cells[0]), b.Name(cells[len(cells)-1]))
	case End:
		_, side, _, _ := b.end(p)
		return fmt.Sprintf("%s from the %s", b.sayEnglish(b.Line(p)), english[side])
	}
	return b.Name(p)
}

func (b *Board) sayChinese(p Place) string {
	at, _ := b.point(p)
	switch p.Kind {
	case Link:
		a, c := b.Ends(p)
		return fmt.Sprintf("%s与%s的连线", b.Name(a), b.Name(c))
	case Diagonal:
		a, c := b.Ends(p)
		return fmt.Sprintf("%s与%s", b.Name(a), b.Name(c))
	case Slash:
		return cellName(at) + [...]string{"从左上到右下的斜线", "从左下到右上的斜线"}[at.variant]
	case Edge:
		if cells := b.Cells(p); len(cells) == 2 {
			return fmt.Sprintf("%s与%s之间的边", b.Name(cells[0]), b.Name(cells[1]))
		}
		cell, d := b.beside(at)
		return fmt.Sprintf("%s的%s边", cellName(cell), chinese[d])
	case Corner:
		cell, d := b.beside(at)
		return fmt.Sprintf("%s的%s角", cellName(cell), chinese[d])
	case Square:
		return fmt.Sprintf("以%s为左上格的2×2方块", cellName(point{at.y - 1, at.x - 1, 0}))
	case Joint:
		v := jointDirs[at.variant]
		return fmt.Sprintf("%s向%s和向%s的连线", cellName(at), chinese[v[0]], chinese[v[1]])
	case Spot:
		cells := b.Cells(p)
		switch len(cells) {
		case 1:
			return b.Name(cells[0]) + "的中心"
		case 2:
			return fmt.Sprintf("%s与%s之间的点", b.Name(cells[0]), b.Name(cells[1]))
		}
		return fmt.Sprintf("%s与%s之间的点", b.Name(cells[0]), b.Name(cells[3]))
	case Row, Col:
		grid, n, _ := b.line(p)
		said := fmt.Sprintf("第%d行", n+1)
		if p.Kind == Col {
			said = fmt.Sprintf("第%d列", n+1)
		}
		if len(b.grids) > 1 {
			said = fmt.Sprintf("第%d个盘面%s", grid+1, said)
		}
		return said
	case Block:
		cells := b.Cells(p)
		return fmt.Sprintf("%s到%s的宫", b.Name(cells[0]), b.Name(cells[len(cells)-1]))
	case End:
		_, side, _, _ := b.end(p)
		return fmt.Sprintf("%s（从%s）", b.sayChinese(b.Line(p)), chinese[side])
	}
	return b.Name(p)
}
