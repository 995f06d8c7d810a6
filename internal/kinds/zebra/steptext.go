package zebra

import (
	"fmt"
	"strings"
)

// stepText tells a step in a sentence or two.
func (in *Instance) stepText(a *argument, lang string) string {
	if lang == "zh" {
		return in.stepChinese(a)
	}
	p := in.P
	because, gives := in.factList(a.because, "en"), in.factList(a.gives, "en")
	var clues []string
	for _, c := range a.clues {
		clues = append(clues, fmt.Sprintf("clue %d", c+1))
	}
	cited := joinWords(clues, "and")
	switch {
	case a.turn:
		return fmt.Sprintf("The seats have no numbers, so they may be counted from any of them: %s.", gives)
	case a.assume != nil && len(a.gives) == 0: // a case
		return fmt.Sprintf("Suppose %s: that leads to a contradiction.", p.factText(*a.assume, "en"))
	case len(a.gives) == 0:
		return in.conflictText(a, because, cited)
	}
	switch a.technique {
	case tExclusive:
		return fmt.Sprintf("%s, so %s.", capitalFirst(because), gives)
	case tLastLeft:
		return fmt.Sprintf("%s: every other %s is ruled out, so %s.", p.name(a.what[0], "en"), p.Cats[a.what[1]].Name, gives)
	case tTransfer:
		return fmt.Sprintf("%s, and what is known of one holds for the other: %s.", capitalFirst(p.factText(a.because[0], "en")), gives)
	case tNoCommon:
		f := a.gives[0]
		return fmt.Sprintf("No %s is possible for both %s and %s, so %s.", p.Cats[a.what[0]].Name, p.name(f.x, "en"), p.name(f.y, "en"), gives)
	case tSubset:
		return fmt.Sprintf("As many items of %s as they have choices left share the same items of %s (%s), so %s.",
			p.Cats[a.what[0]].Name, p.Cats[a.what[1]].Name, because, gives)
	case tClue:
		said := fmt.Sprintf("Clue %d says: %s", a.clues[0]+1, strings.TrimSuffix(p.Sentence(p.Clues[a.clues[0]], p.Lang), "."))
		if because != "" {
			return fmt.Sprintf("%s. With %s, %s.", said, because, gives)
		}
		return fmt.Sprintf("%s. So %s.", said, gives)
	}
	end := "contradict it"
	if len(a.clues) == 1 {
		end = "contradicts it"
	}
	if len(a.because) > 0 {
		cited += " with " + because
	}
	if cited == "" {
		cited, end = "the grid", "contradicts it"
	}
	return fmt.Sprintf("Suppose %s; then %s %s. So %s.", p.factText(*a.assume, "en"), cited, end, gives)
}

func (in *Instance) conflictText(a *argument, because, cited string) string {
	p := in.P
	switch a.technique {
	case tLastLeft:
		return fmt.Sprintf("Then no %s is left for %s: a contradiction.", p.Cats[a.what[1]].Name, p.name(a.what[0], "en"))
	case tExclusive:
		return fmt.Sprintf("But %s: a contradiction.", because)
	case tSplit:
		return fmt.Sprintf("Every %s left for %s leads to a contradiction.", p.Cats[a.what[1]].Name, p.name(a.what[0], "en"))
	}
	if because == "" {
		return fmt.Sprintf("Then %s cannot hold: a contradiction.", cited)
	}
	return fmt.Sprintf("With %s, %s cannot hold: a contradiction.", because, cited)
}

// factList joins facts; facts that deny several partners of the same item in the same category are put together.
func (in *Instance) factList(fs []fact, lang string) string {
	p := in.P
	type key struct {
		item, cat int
		same      bool
	}
	// Group on the item that most facts share with the same category.
	count := map[key]int{}
	for _, f := range fs {
		if !f.same {
			count[key{f.x, f.y / p.N, false}]++
			count[key{f.y, f.x / p.N, false}]++
		}
	}
	var parts []string
	done := map[fact]bool{}
	for _, f := range fs {
		if done[f] {
			continue
		}
		done[f] = true
		a, b := key{f.x, f.y / p.N, false}, key{f.y, f.x / p.N, false}
		pick := a
		if count[b] > count[a] {
			pick = b
		}
		if f.same || count[pick] == 1 {
			parts = append(parts, p.factText(f, lang))
			continue
		}
		var others []string
		for _, g := range fs {
			if g.same || done[g] && g != f {
				continue
			}
			if g.x == pick.item && g.y/p.N == pick.cat {
				others, done[g] = append(others, p.name(g.y, lang)), true
			} else if g.y == pick.item && g.x/p.N == pick.cat {
				others, done[g] = append(others, p.name(g.x, lang)), true
			}
		}
		place := pick.cat == p.Line
		if lang == "zh" {
			not := "不是"
			if place {
				not = "不在"
			}
			parts = append(parts, p.name(pick.item, lang)+not+strings.Join(others, "、"))
		} else if place {
			parts = append(parts, p.name(pick.item, lang)+" is not at "+joinWords(others, "or"))
		} else if pick.item/p.N == p.Line {
			parts = append(parts, joinWords(append([]string{}, others...), "and")+map[bool]string{true: " is", false: " are"}[len(others) == 1]+
				" not at "+p.name(pick.item, lang))
		} else if len(others) == 1 {
			parts = append(parts, p.name(pick.item, lang)+" is not "+others[0])
		} else {
			parts = append(parts, p.name(pick.item, lang)+" is neither "+strings.Join(others[:len(others)-1], ", ")+" nor "+others[len(others)-1])
		}
	}
	if lang == "zh" {
		return strings.Join(parts, "，")
	}
	return joinWords(parts, "and")
}

func joinWords(parts []string, word string) string {
	switch len(parts) {
	case 0:
		return ""
	case 1:
		return parts[0]
	}
	return strings.Join(parts[:len(parts)-1], ", ") + " " + word + " " + parts[len(parts)-1]
}

// capitalFirst starts a sentence, unless it starts with a label.
func capitalFirst(s string) string { return capital(s) }

func (in *Instance) stepChinese(a *argument) string {
	p := in.P
	because, gives := in.factList(a.because, "zh"), in.factList(a.gives, "zh")
	var clues []string
	for _, c := range a.clues {
		clues = append(clues, fmt.Sprintf("线索%d", c+1))
	}
	cited := strings.Join(clues, "、")
	if len(a.because) > 0 && a.technique >= tContradiction {
		cited += "与已知的“" + because + "”"
	}
	switch {
	case a.turn:
		return fmt.Sprintf("座位没有编号，可以从任意一位数起：%s。", gives)
	case a.assume != nil && len(a.gives) == 0:
		return fmt.Sprintf("假设%s：导致矛盾。", p.factText(*a.assume, "zh"))
	case len(a.gives) == 0:
		switch a.technique {
		case tLastLeft:
			return fmt.Sprintf("于是%s在“%s”中没有可选项：矛盾。", p.name(a.what[0], "zh"), p.Cats[a.what[1]].Name)
		case tExclusive:
			return fmt.Sprintf("但是%s：矛盾。", because)
		case tSplit:
			return fmt.Sprintf("%s在“%s”中的每个可选项都导致矛盾。", p.name(a.what[0], "zh"), p.Cats[a.what[1]].Name)
		}
		return fmt.Sprintf("由于%s，%s不能成立：矛盾。", because, cited)
	}
	switch a.technique {
	case tExclusive:
		return fmt.Sprintf("%s，所以%s。", because, gives)
	case tLastLeft:
		return fmt.Sprintf("%s在“%s”中的其他项都已排除，所以%s。", p.name(a.what[0], "zh"), p.Cats[a.what[1]].Name, gives)
	case tTransfer:
		return fmt.Sprintf("%s，一方的已知信息对另一方也成立：%s。", p.factText(a.because[0], "zh"), gives)
	case tNoCommon:
		f := a.gives[0]
		return fmt.Sprintf("%s与%s在“%s”中没有共同的可选项，所以%s。", p.name(f.x, "zh"), p.name(f.y, "zh"), p.Cats[a.what[0]].Name, gives)
	case tSubset:
		return fmt.Sprintf("“%s”中的几项恰好占用“%s”中同样多的几项（%s），所以%s。", p.Cats[a.what[0]].Name, p.Cats[a.what[1]].Name, because, gives)
	case tClue:
		said := fmt.Sprintf("线索%d说：%s", a.clues[0]+1, strings.TrimRight(p.Sentence(p.Clues[a.clues[0]], p.Lang), "。."))
		if because != "" {
			return fmt.Sprintf("%s。已知%s，所以%s。", said, because, gives)
		}
		return fmt.Sprintf("%s。所以%s。", said, gives)
	}
	return fmt.Sprintf("假设%s；那么与%s矛盾。所以%s。", p.factText(*a.assume, "zh"), cited, gives)
}
