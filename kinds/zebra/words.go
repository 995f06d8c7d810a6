package zebra

import (
	"fmt"
	"strings"
)

// Phrase gives the words for the one with an item: the category's own phrase, or a plain one.
func (p *Puzzle) Phrase(x int, lang string) string {
	c := &p.Cats[x/p.N]
	label := p.Label(x)
	if f, ok := c.Phrase[lang]; ok {
		return strings.ReplaceAll(f, "{}", label)
	}
	first := 0
	if p.Line == 0 {
		first = 1
	}
	switch {
	case x/p.N == first:
		return label
	case lang == "zh" && x/p.N == p.Line:
		return "第" + label + "位"
	case lang == "zh":
		return c.Name + "是" + label + "的那位"
	case x/p.N == p.Line:
		return c.Name + " " + label
	}
	return "the one with " + c.Name + " " + label
}

// Sentence puts a clue in words: those of its source where it has them and they are in the language, or else a sentence
// built from the phrases of the categories. In English, with category:label as the phrase of every category, ParseClue
// reads the sentence back.
func (p *Puzzle) Sentence(c *Clue, lang string) string {
	if c.Text != "" && (lang == p.Lang || lang == "") {
		return c.Text
	}
	s := p.render(c, lang)
	if lang == "zh" {
		return s + "。"
	}
	return capital(s) + "."
}

// Words renders a clue without the words of its source.
func (p *Puzzle) Words(c *Clue, lang string) string { return p.render(c, lang) }

func (p *Puzzle) render(c *Clue, lang string) string {
	if lang == "zh" {
		return chinese{p}.clue(c, false)
	}
	return english{p}.clue(c, false)
}

// capital makes the first letter upper case, unless it starts a label.
func capital(s string) string {
	if strings.HasPrefix(s, "the ") || strings.HasPrefix(s, "if ") || strings.HasPrefix(s, "either ") || strings.HasPrefix(s, "of ") ||
		strings.HasPrefix(s, "it ") {
		return strings.ToUpper(s[:1]) + s[1:]
	}
	return s
}

type english struct{ p *Puzzle }

// plainLabels tells whether items are written category:label.
func (e english) plainLabels(x int) bool {
	return strings.HasSuffix(e.p.Cats[x/e.p.N].Phrase["en"], ":{}")
}

func (e english) who(w Who) string {
	name := e.p.Phrase(w.Item, "en")
	if w.Shift == 0 {
		return name
	}
	k, dir := w.Shift, "after"
	switch {
	case e.p.Round && k > 0:
		dir = "to the left of"
	case e.p.Round:
		dir = "to the right of"
	case !e.p.InTime && k > 0:
		dir = "to the right of"
	case !e.p.InTime:
		dir = "to the left of"
	case k < 0:
		dir = "before"
	}
	if k < 0 {
		k = -k
	}
	if k == 1 {
		return "the one directly " + dir + " " + name
	}
	return fmt.Sprintf("the one %d places %s %s", k, dir, name)
}

func plural(v Value, word string) string {
	if v == unit {
		return "1 " + word
	}
	return v.String() + " " + word + "s"
}

// clue renders a clue; nested asks for brackets where they are needed.
func (e english) clue(c *Clue, nested bool) string {
	p := e.p
	list := func(word string) string {
		var parts []string
		for _, s := range c.Sub {
			parts = append(parts, e.clue(s, true))
		}
		return strings.Join(parts, " "+word+" ")
	}
	wrap := func(s string) string {
		if nested {
			return "(" + s + ")"
		}
		return s
	}
	switch c.Kind {
	case And:
		return wrap(list("and"))
	case Or:
		return wrap(list("or") + " or both")
	case Xor:
		return wrap("either " + list("or") + ", but not both")
	case Not:
		return "it is not true that " + e.clue(c.Sub[0], true)
	case If:
		return wrap("if " + e.clue(c.Sub[0], true) + ", then " + e.clue(c.Sub[1], true))
	case Iff:
		return wrap(e.clue(c.Sub[0], true) + " if and only if " + e.clue(c.Sub[1], true))
	case Sum:
		return e.sum(c)
	}
	w := make([]string, len(c.Who))
	for i := range c.Who {
		w[i] = e.who(c.Who[i])
	}
	labels := e.plainLabels(c.Who[0].Item)
	switch c.Kind {
	case Is:
		if labels {
			return w[0] + " == " + w[1]
		}
		return w[0] + " is " + w[1]
	case IsNot:
		if labels {
			return w[0] + " != " + w[1]
		}
		return w[0] + " is not " + w[1]
	case OneOf:
		var items []string
		for _, x := range c.Items {
			items = append(items, p.Phrase(x, "en"))
		}
		if len(items) == 1 {
			return w[0] + " is one of " + items[0]
		}
		if !labels && len(items) == 2 {
			return w[0] + " is either " + items[0] + " or " + items[1]
		}
		return w[0] + " is one of " + strings.Join(items[:len(items)-1], ", ") + " or " + items[len(items)-1]
	case Pair:
		return fmt.Sprintf("of %s and %s, one is %s and the other is %s", w[0], w[1], w[2], w[3])
	}
	if c.Cat == p.Line {
		return e.place(c, w)
	}
	return e.measure(c, w)
}

// place renders a comparison of places.
func (e english) place(c *Clue, w []string) string {
	p := e.p
	left, right := "to the left of", "to the right of"
	if p.InTime {
		left, right = "before", "after"
	}
	dir := left
	if c.Kind == After {
		dir = right
	}
	word := "place"
	if p.Round {
		word = "seat"
	}
	switch c.Kind {
	case Before, After:
		switch {
		case c.Lo == unit && c.Hi == unit && !p.InTime:
			return w[0] + " is on the " + strings.TrimPrefix(dir, "to the ") + " " + w[1]
		case c.Lo == unit && c.Hi == unit:
			return w[0] + " is directly " + dir + " " + w[1]
		case c.Lo <= unit && c.Lo > 0 && c.Hi == Open:
			return w[0] + " is somewhere " + dir + " " + w[1]
		}
		return w[0] + " is " + quantity(c, word) + " " + dir + " " + w[1]
	case NotBefore:
		return w[0] + " is not " + left + " " + w[1]
	case NotAfter:
		return w[0] + " is not " + right + " " + w[1]
	case Near, NotNear:
		is := " is "
		if c.Kind == NotNear {
			is = " is not "
		}
		switch {
		case c.Lo == unit && c.Hi == unit && c.Kind == NotNear || p.InTime && c.Lo == unit && c.Hi == unit || p.Round && c.Lo == unit && c.Hi == unit:
			return w[0] + is + "next to " + w[1]
		case c.Lo == unit && c.Hi == unit:
			return w[0] + is + "on the left or right of " + w[1]
		case p.Round && p.N%2 == 0 && c.Lo == Value(p.N/2)*unit && c.Hi == c.Lo && c.Kind == Near:
			return w[0] + " is opposite " + w[1]
		}
		if c.Kind == NotNear {
			return "it is not true that " + w[0] + " is " + quantity(c, word) + " from " + w[1]
		}
		return w[0] + " is " + quantity(c, word) + " from " + w[1]
	case Between:
		return w[0] + " is somewhere between " + w[1] + " and " + w[2]
	case BetweenInOrder:
		return w[0] + " is somewhere between " + w[1] + " and " + w[2] + ", in that order"
	case Amid:
		return w[0] + " is between " + w[1] + " and " + w[2]
	case At:
		if !e.plainLabels(c.Who[0].Item) {
			return w[0] + " is at " + p.Phrase(c.Cat*p.N+c.Index, "en")
		}
		return fmt.Sprintf("%s is in position %d", w[0], c.Index+1)
	case First, Last, Ends:
		forms := map[Kind][2]string{First: {"on the far left", "first"}, Last: {"on the far right", "last"}, Ends: {"on the far left or far right", "first or last"}}
		if p.InTime {
			return w[0] + " is " + forms[c.Kind][1]
		}
		return w[0] + " is " + forms[c.Kind][0]
	case Middle:
		return w[0] + " is in the middle"
	case Even:
		return w[0] + " is in an even position"
	case Odd:
		return w[0] + " is in an odd position"
	case SameParity:
		return w[0] + " and " + w[1] + " are in positions of the same parity"
	default:
		return w[0] + " and " + w[1] + " are in positions of different parity"
	}
}

// quantity renders the bounds of a difference in places, or without a word in units.
func quantity(c *Clue, word string) string {
	n := func(v Value) string {
		if word == "" {
			return v.String()
		}
		return plural(v, word)
	}
	switch {
	case c.Lo == c.Hi:
		return "exactly " + n(c.Lo)
	case c.Hi == Open:
		return "at least " + n(c.Lo)
	}
	return "at most " + n(c.Hi)
}

// measure renders a comparison in a category that is not the line.
func (e english) measure(c *Clue, w []string) string {
	p := e.p
	cat := p.Cats[c.Cat].Name
	dir := "lower"
	if c.Kind == After {
		dir = "higher"
	}
	of := "the " + cat + " of " + w[0]
	switch c.Kind {
	case Before, After:
		if c.Lo == 1 && c.Hi == Open {
			return fmt.Sprintf("%s has a %s %s than %s", w[0], dir, cat, w[1])
		}
		return fmt.Sprintf("%s is %s %s than that of %s", of, quantity(c, ""), dir, w[1])
	case NotBefore:
		return of + " is not lower than that of " + w[1]
	case NotAfter:
		return of + " is not higher than that of " + w[1]
	case Near:
		return fmt.Sprintf("%s and %s differ by %s", of, w[1], quantity(c, ""))
	case NotNear:
		return fmt.Sprintf("%s and %s do not differ by %s", of, w[1], quantity(c, ""))
	case Between, Amid:
		return fmt.Sprintf("%s is between those of %s and %s", of, w[1], w[2])
	case BetweenInOrder:
		return fmt.Sprintf("%s is between those of %s and %s, in that order", of, w[1], w[2])
	case At:
		return w[0] + " is " + p.Phrase(c.Cat*p.N+c.Index, "en")
	case First:
		return w[0] + " has the lowest " + cat
	case Last:
		return w[0] + " has the highest " + cat
	case Ends:
		return fmt.Sprintf("%s has the lowest %s or %s has the highest %s", w[0], cat, w[0], cat)
	case Even:
		return w[0] + " has an even " + cat
	case Odd:
		return w[0] + " has an odd " + cat
	case Middle:
		return w[0] + " has the middle " + cat
	case SameParity:
		return fmt.Sprintf("%s and %s have a %s of the same parity", w[0], w[1], cat)
	default:
		return fmt.Sprintf("%s and %s have a %s of different parity", w[0], w[1], cat)
	}
}

// sum renders a sum with all positive terms of the left on the left and the others on the right.
func (e english) sum(c *Clue) string {
	term := func(t Term) string {
		k := max(t.Coef, -t.Coef)
		s := e.p.Cats[t.Cat].Name + " of " + e.who(t.Who)
		if k > 1 {
			s = fmt.Sprintf("%d * %s", k, s)
		}
		return s
	}
	return renderSum(c, term)
}

func renderSum(c *Clue, term func(Term) string) string {
	var left, right []string
	for _, t := range c.Terms {
		if t.Coef > 0 {
			left = append(left, term(t))
		} else {
			right = append(right, term(t))
		}
	}
	if c.Const > 0 || len(right) == 0 {
		right = append(right, c.Const.String())
	} else if c.Const < 0 {
		left = append(left, (-c.Const).String())
	}
	if len(left) == 0 {
		left = append(left, "0")
	}
	return strings.Join(left, " + ") + " " + string(c.Rel) + " " + strings.Join(right, " + ")
}

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

func (z chinese) side(left bool) string {
	switch {
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
		return wrap(list("，或者") + "，或都成立")
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
		return w[0] + "是以下之一：" + strings.Join(items, "、")
	case Pair:
		return fmt.Sprintf("%s和%s当中，一位是%s，另一位是%s", w[0], w[1], w[2], w[3])
	}
	if c.Cat != p.Line {
		return z.measure(c, w)
	}
	left := c.Kind == Before || c.Kind == NotBefore
	amount := ""
	switch {
	case c.Lo == c.Hi:
		amount = "正好" + c.Lo.String() + "位"
	case c.Hi == Open:
		amount = "至少" + c.Lo.String() + "位"
	default:
		amount = "至多" + c.Hi.String() + "位"
	}
	switch c.Kind {
	case Before, After:
		switch {
		case c.Lo == unit && c.Hi == unit:
			return w[0] + "紧挨在" + w[1] + z.side(left)
		case c.Lo <= unit && c.Hi == Open:
			return w[0] + "在" + w[1] + z.side(left) + "某处"
		}
		return w[0] + "在" + w[1] + z.side(left) + amount
	case NotBefore, NotAfter:
		return w[0] + "不在" + w[1] + z.side(left)
	case Near, NotNear:
		neg := ""
		if c.Kind == NotNear {
			neg = "不"
		}
		if c.Lo == unit && c.Hi == unit {
			return w[0] + "与" + w[1] + neg + "相邻"
		}
		return w[0] + "与" + w[1] + neg + "相距" + amount
	case Between:
		return fmt.Sprintf("%s在%s和%s之间某处", w[0], w[1], w[2])
	case BetweenInOrder:
		return fmt.Sprintf("%s在%s%s，且在%s%s", w[0], w[1], z.side(false), w[2], z.side(true))
	case Amid:
		return fmt.Sprintf("%s紧挨在%s和%s中间", w[0], w[1], w[2])
	case At:
		return fmt.Sprintf("%s在第%d位", w[0], c.Index+1)
	case First:
		return w[0] + "在第一位"
	case Last:
		return w[0] + "在最后一位"
	case Ends:
		return w[0] + "在两端之一"
	case Middle:
		return w[0] + "在正中间"
	case Even:
		return w[0] + "在偶数位"
	case Odd:
		return w[0] + "在奇数位"
	case SameParity:
		return w[0] + "与" + w[1] + "的位置奇偶相同"
	default:
		return w[0] + "与" + w[1] + "的位置奇偶不同"
	}
}

func (z chinese) measure(c *Clue, w []string) string {
	cat := z.p.Cats[c.Cat].Name
	amount := ""
	switch {
	case c.Lo == c.Hi:
		amount = "正好" + c.Lo.String()
	case c.Hi == Open && c.Lo > 1:
		amount = "至少" + c.Lo.String()
	case c.Hi != Open:
		amount = "至多" + c.Hi.String()
	}
	switch c.Kind {
	case Before:
		return fmt.Sprintf("%s的%s比%s的小%s", w[0], cat, w[1], amount)
	case After:
		return fmt.Sprintf("%s的%s比%s的大%s", w[0], cat, w[1], amount)
	case NotBefore:
		return fmt.Sprintf("%s的%s不小于%s的", w[0], cat, w[1])
	case NotAfter:
		return fmt.Sprintf("%s的%s不大于%s的", w[0], cat, w[1])
	case Near:
		return fmt.Sprintf("%s与%s的%s相差%s", w[0], w[1], cat, amount)
	case NotNear:
		return fmt.Sprintf("%s与%s的%s并非相差%s", w[0], w[1], cat, amount)
	case Between, Amid:
		return fmt.Sprintf("%s的%s介于%s和%s之间", w[0], cat, w[1], w[2])
	case BetweenInOrder:
		return fmt.Sprintf("%s的%s大于%s的，小于%s的", w[0], cat, w[1], w[2])
	case At:
		return w[0] + "就是" + z.p.Phrase(c.Cat*z.p.N+c.Index, "zh")
	case First:
		return w[0] + "的" + cat + "最小"
	case Last:
		return w[0] + "的" + cat + "最大"
	case Ends:
		return w[0] + "的" + cat + "最小或最大"
	case Middle:
		return w[0] + "的" + cat + "居中"
	case Even:
		return w[0] + "的" + cat + "是偶数"
	case Odd:
		return w[0] + "的" + cat + "是奇数"
	case SameParity:
		return fmt.Sprintf("%s与%s的%s奇偶相同", w[0], w[1], cat)
	default:
		return fmt.Sprintf("%s与%s的%s奇偶不同", w[0], w[1], cat)
	}
}
