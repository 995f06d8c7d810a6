package zebra

import (
	"fmt"
	"strings"
)

// chinese renders clues in Chinese.
type chinese struct{ p *Puzzle }

func (z chinese) who(w Who) string {
	name := z.p.Phrase(w.Item, "zh")
	k, left := w.Shift, w.Shift < 0
	if k == 0 {
		return name
	}
	if k < 0 {
		k = -k
	}
	return fmt.Sprintf("%s%s第%d位", name, z.side(left != z.p.Round), k)
}

// side gives the words for before and after along the line. At a round table the clock tells the direction: the seat to
// one's left is the next clockwise.
func (z chinese) side(left bool) string {
	switch {
	case z.p.Round && left:
		return "顺时针方向"
	case z.p.Round:
		return "逆时针方向"
	case z.p.InTime && left:
		return "之前"
	case z.p.InTime:
		return "之后"
	case left:
		return "左边"
	}
	return "右边"
}

func (z chinese) clue(c *Clue, nested bool) string {
	p := z.p
	wrap := func(s string) string {
		if nested {
			return "（" + s + "）"
		}
		return s
	}
	list := func(word string) string {
		var parts []string
		for _, s := range c.Sub {
			parts = append(parts, z.clue(s, true))
		}
		return strings.Join(parts, word)
	}
	switch c.Kind {
	case And:
		return wrap(list("，并且"))
	case Or:
		return wrap(list("，或者") + "，至少一个成立")
	case Xor:
		return wrap("要么" + list("，要么") + "，只有一个成立")
	case Not:
		return "并非" + z.clue(c.Sub[0], true)
	case If:
		return wrap("如果" + z.clue(c.Sub[0], true) + "，那么" + z.clue(c.Sub[1], true))
	case Iff:
		return wrap(z.clue(c.Sub[0], true) + "，当且仅当" + z.clue(c.Sub[1], true))
	case Sum:
		return renderSum(c, func(t Term) string {
			s := z.who(t.Who) + "的" + p.Cats[t.Cat].Name
			if k := max(t.Coef, -t.Coef); k > 1 {
				s = fmt.Sprintf("%d×%s", k, s)
			}
			return s
		})
	}
	w := make([]string, len(c.Who))
	for i := range c.Who {
		w[i] = z.who(c.Who[i])
	}
	switch c.Kind {
	case Is:
		return w[0] + "就是" + w[1]
	case IsNot:
		return w[0] + "不是" + w[1]
	case OneOf:
		var items []string
		for _, x := range c.Items {
			items = append(items, p.Phrase(x, "zh"))
		}
		return wrap(w[0] + "是以下之一：" + strings.Join(items, "、"))
	case Pair:
		return wrap(fmt.Sprintf("%s和%s当中，一位是%s，另一位是%s", w[0], w[1], w[2], w[3]))
	}
	said := p.sentence(c, "zh", w, z.side)
	switch {
	case said != "":
	case c.Cat == p.Line && p.inSteps():
		said = z.placed(c, w)
	default:
		said = z.measure(c, w)
	}
	if strings.Contains(said, "，") {
		said = wrap(said)
	}
	return said
}

// placed renders a comparison of places: 紧挨, 某处 or a number stands with every direction.
func (z chinese) placed(c *Clue, w []string) string {
	left := c.Kind == Before
	amount := ""
	switch {
	case c.Lo == c.Hi:
		amount = "正好" + c.Lo.String() + "位"
	case c.Hi == open:
		amount = "至少" + c.Lo.String() + "位"
	default:
		amount = max(c.Lo, unit).String() + "至" + c.Hi.String() + "位"
	}
	switch c.Kind {
	case Before, After:
		switch {
		case c.Lo == unit && c.Hi == unit:
			return w[0] + "紧挨在" + w[1] + z.side(left)
		case c.Lo <= unit && c.Hi == open:
			return w[0] + "在" + w[1] + z.side(left) + "某处"
		}
		return w[0] + "在" + w[1] + z.side(left) + amount
	case Near, NotNear:
		neg := ""
		if c.Kind == NotNear {
			neg = "不"
		}
		if c.Lo == unit && c.Hi == unit {
			return w[0] + "与" + w[1] + neg + "相邻"
		}
		return w[0] + "与" + w[1] + neg + "相距" + amount
	case At:
		return fmt.Sprintf("%s在第%d位", w[0], c.Index+1)
	}
	return ""
}

func (z chinese) measure(c *Clue, w []string) string {
	cat := z.p.Cats[c.Cat].Name
	amount := ""
	switch {
	case c.Lo == c.Hi:
		amount = "正好" + c.Lo.String()
	case c.Hi == open && c.Lo > 1:
		amount = "至少" + c.Lo.String()
	case c.Hi != open && c.Lo > 1:
		amount = c.Lo.String() + "至" + c.Hi.String()
	case c.Hi != open:
		amount = "至多" + c.Hi.String()
	}
	switch c.Kind {
	case Before:
		return fmt.Sprintf("%s的%s比%s的小%s", w[0], cat, w[1], amount)
	case After:
		return fmt.Sprintf("%s的%s比%s的大%s", w[0], cat, w[1], amount)
	case Near:
		return fmt.Sprintf("%s与%s的%s相差%s", w[0], w[1], cat, amount)
	case NotNear:
		return fmt.Sprintf("%s与%s的%s并非相差%s", w[0], w[1], cat, amount)
	case At:
		return w[0] + "就是" + z.p.Phrase(c.Cat*z.p.N+c.Index, "zh")
	}
	return ""
}
