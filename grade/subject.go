package grade

import (
	"strings"

	"github.com/quandary-puzzles/quandary/internal/sieve"
)

// Where a question asks what is so of one that it names (Where does Dr Ito work? What does 张老师 teach?), an answer may be the question
// said again with the answer in its place, or it may tell the same of several, of which one is meant. What is read here is the subject: the
// words of the question that an answer may say again, and the part of an answer that is about it.

// understands reports whether a word of an answer is one of the question's: a name or another word of the sentence that asks.
func (w *wanted) understands(u unit) bool {
	if w == nil || u.value != noValue || u.han {
		return false
	}
	if nearby[u.first.text] {
		for word := range nearby {
			if w.raw[word] {
				return true
			}
		}
	}
	return w.raw[u.first.text] || w.asked[stemOf(u.first.text)] || w.subject[strings.TrimSuffix(u.first.text, "'s")]
}

// nearby are words for what stands beside something: any of them says what another one asks.
var nearby = map[string]bool{"next": true, "beside": true, "neighbour": true, "neighbours": true, "neighbor": true, "neighbors": true, "adjacent": true, "alongside": true, "sides": true}

// inBetween finds that the two on either side of something are told as what it is between.
var inBetween = sieve.Lazy(`(?i)^(?:so|thus|hence|therefore)?,?\s*(.{1,40}?)\s+(?:(?:is|sits|stands|lives|was|sat|stood)\s+)?(?:sitting |seated |standing )?(?:right |directly )?between\s+(.{3,60})$`)

// sides finds a word for a side before or behind a name.
var sides = sieve.Lazy(`(?im)\s*\((?:on (?:her|his|the) )?(?:left|right|before|after|front|back)(?: side)?\)|^\s*(?:[-*]\s*)?(?:on (?:her|his|the|its) )?(?:left|right)(?: side)?\s*[:：-]\s*`)

// onSides finds what says on which side a name is that follows.
var onSides = sieve.Lazy(`(?i)(?:^|[,;]\s*|\band\s+)(?:and )?on (?:her|his|the|its) (?:left|right)(?: side)?(?: (?:sits|is|stands))? `)

// neighbours gives the names that an answer has on the two sides of the question's subject.
func (q *question) neighbours(text string) string {
	w := q.choice()
	if w == nil || len(w.subject) == 0 || !w.understands(unit{value: noValue, first: &token{text: "next"}}) {
		return text
	}
	if !hasAny(text, "etween", "eft", "ight", "before", "after", "front", "back") {
		return text
	}
	if m := inBetween().FindStringSubmatch(strings.TrimRight(plain(text), ". ")); m != nil && w.about(m[1]) == 1 {
		return m[2]
	}
	return sides().ReplaceAllString(strings.TrimLeft(onSides().ReplaceAllString(text, ", "), ", "), "")
}

// restates reports whether all words of some units that mean something of their own are the question's own, and there are any.
func (w *wanted) restates(units []unit) bool {
	if w == nil {
		return false
	}
	any := false
	for i := 0; i < len(units); i++ {
		u := units[i]
		if u.class != 0 || u.value != noValue {
			if beside[u.first.text] && !w.raw[u.first.text] {
				return false
			}
			continue
		}
		any = true
		if !u.han {
			if !w.understands(u) {
				return false
			}
			continue
		}
		run := ""
		for ; i < len(units) && units[i].han && units[i].class == 0 && units[i].value == noValue; i++ {
			run += units[i].first.text
		}
		if i--; !strings.Contains(w.hanAsks, run) {
			return false
		}
	}
	return any
}

// about says whether a text is the question's subject (1), another one that the problem names (-1), or neither.
func (w *wanted) about(who string) int {
	who = strings.TrimSpace(who)
	if strings.ContainsFunc(who, isHan) {
		asks := strings.TrimLeft(w.hanAsks, " 那么问请现在其中则")
		switch {
		case strings.HasPrefix(asks, who):
			return 1
		case strings.Contains(asks, who):
			return 0
		case strings.Contains(w.all, who):
			return -1
		}
		return 0
	}
	mine, other := false, false
	for _, t := range tokenize(plain(who)) {
		switch {
		case t.kind != wordToken:
			return 0
		case t.text == "the" || t.text == "'s":
		case t.capital && w.subject[t.text]:
			mine = true
		case t.capital && (w.names[t.text] || w.lettered(t)):
			other = true
		case !w.raw[t.text]:
			return 0
		}
	}
	switch {
	case mine && !other:
		return 1
	case other && !mine:
		return -1
	}
	return 0
}

// lettered reports whether a letter may name somebody, as the question names its subject by one: pump B.
func (w *wanted) lettered(t token) bool {
	if len(t.text) != 1 || !t.capital {
		return false
	}
	for name := range w.subject {
		if len(name) == 1 {
			return true
		}
	}
	return false
}

// ofOne reports whether the question asks for one thing that is so of somebody whom it names, so that no name of theirs is the answer.
func (q *question) ofOne(t answerType) bool {
	w := q.choice()
	if w == nil || len(t.order) > 0 || w.asksWho {
		return false
	}
	if a := q.roles(); a != nil && w.hanAsks != "" {
		for _, name := range a.names {
			if w.about(name) == 1 {
				return true
			}
		}
	}
	return len(w.subject) > 0
}

// place gives the place that a question asks who has: the second floor; 0 where it asks for none, or several.
func (w *wanted) place() int {
	at := 0
	for word := range w.raw {
		if p, ok := ordinals[word]; ok && word != "last" && p > 0 {
			if at != 0 {
				return 0
			}
			at = p
		}
	}
	return at
}

// elsewherePlaced reports whether some words tell another place than the question does.
func (w *wanted) elsewherePlaced(units []unit) bool {
	if w == nil {
		return false
	}
	if side := w.side(); side != "" {
		for _, u := range units {
			if t := u.first.text; t != side && (sideWords[t] || t == "right" || t == "left") && !w.raw[t] {
				return true
			}
		}
	}
	if w.place() == 0 {
		return false
	}
	for _, u := range units {
		if w.raw[u.first.text] {
			continue
		}
		if p, ok := ordinals[u.first.text]; ok && p > 0 || placeWords[u.first.text] {
			return true
		}
	}
	return false
}

// side gives the word for the one place that a question asks about, as the middle; "" where it asks about none, or several.
func (w *wanted) side() string {
	if w == nil {
		return ""
	}
	found := ""
	for word := range w.raw {
		if sideWords[word] {
			if found != "" {
				return ""
			}
			found = word
		}
	}
	return found
}

// sideWords tell which of some things that stand in a row is meant. Left and right mean other things too, and are asked about by their side.
var sideWords = map[string]bool{"middle": true, "centre": true, "center": true, "leftmost": true, "rightmost": true, "topmost": true, "bottommost": true, "upper": true, "lower": true}

// placedElsewhere reports whether a text that is one clause tells of another place than the question.
func (w *wanted) placedElsewhere(text string) bool {
	if w.place() == 0 || len(text) > maxContext || strings.ContainsAny(strings.TrimRight(text, ". \n"), ".,;:\n|") {
		return false
	}
	tokens := tokenize(plain(text))
	elsewhere := false
	for _, t := range tokens {
		if p, ok := ordinals[t.text]; ok && p > 0 || placeWords[t.text] {
			if w.raw[t.text] {
				return false
			}
			elsewhere = true
		}
	}
	return elsewhere
}

// placeWords tell where something is.
var placeWords = map[string]bool{"top": true, "bottom": true, "leftmost": true, "rightmost": true, "middle": true, "end": true, "last": true, "upstairs": true, "downstairs": true, "above": true, "below": true}

// ofSubject gives what an answer that tells something of several says of the question's subject. Verdict is 1 where it does, -1 where it tells
// of others alone, and 0 where it does not have the form.
func (q *question) ofSubject(text string) (what string, verdict int) {
	w := q.choice()
	if w != nil && (w.asksWho || len(w.subject) == 0) && w.place() > 0 && len(text) <= maxSaid {
		return w.atPlace(text)
	}
	if side := w.side(); side != "" && len(w.subject) == 0 && len(text) <= maxSaid {
		mine, others := 0, 0
		for _, p := range partsOf(text) {
			if strings.Contains(strings.ToLower(p.who), side) {
				mine++
				what = p.what
			} else {
				others++
			}
		}
		if mine == 1 && others > 0 {
			return what, 1
		}
	}
	if w == nil || w.asksWho || len(w.subject) == 0 && w.hanAsks == "" || len(text) > maxSaid || !strings.ContainsAny(text, ":：|=-–—→{,，") {
		return "", 0
	}
	mine, others, unknown := 0, 0, 0
	parts := partsOf(text)
	if parts == nil {
		parts = w.partsSaid(text)
	}
	if parts == nil && w.hanAsks != "" {
		parts = q.roles().hanParts(text)
	}
	for _, p := range parts {
		switch w.about(p.who) {
		case 1:
			mine++
			what = p.what
		case -1:
			others++
		default:
			unknown++
		}
	}
	switch {
	case mine == 1 && (others > 0 || unknown == 0):
		return what, 1
	case mine == 0 && others > 0 && unknown == 0:
		return "", -1
	}
	return "", 0
}

// saidOf finds a name, a verb that may be missing, and what it has.
var saidOf = sieve.Lazy(`^(\p{Lu}[\p{L}'-]+)\s+(?:(\p{Ll}+)\s+)?(?:(?:the|a|an|in|at|on)\s+)?(\S.{0,60})$`)

// partsSaid cuts a sentence into what it says of each of several: Gina has the parrot, Hugo the cat and Jan the dog. The first part has the verb,
// which is one of having or the question's own.
func (w *wanted) partsSaid(text string) (out []said) {
	for i, part := range namesJoin().Split(strings.TrimRight(strings.TrimSpace(plain(text)), "."), -1) {
		m := saidOf().FindStringSubmatch(strings.TrimSpace(part))
		if m == nil || !w.names[strings.ToLower(m[1])] || negated(part) {
			return nil
		}
		verb := m[2] == "has" || m[2] == "have" || m[2] == "gets" || m[2] != "" && w.asked[stemOf(m[2])]
		if i == 0 && !verb || !verb && m[2] != "" && m[2] != "the" && m[2] != "a" && m[2] != "an" && m[2] != "in" && m[2] != "at" && m[2] != "on" {
			return nil
		}
		out = append(out, said{who: m[1], what: m[3], sentence: true})
	}
	if len(out) < 2 {
		return nil
	}
	return out
}

// hanParts cuts a Chinese text into what it says of whom; nil where any of it has another form.
func (a *asked) hanParts(text string) (out []said) {
	if a == nil {
		return nil
	}
	for _, part := range strings.FieldsFunc(plain(text), func(r rune) bool { return strings.ContainsRune(",，。;；\n.", r) }) {
		part = strings.TrimSpace(part)
		for _, so := range [...]string{"所以", "因此", "那么", "于是", "则"} {
			part = strings.TrimPrefix(part, so)
		}
		who, what := a.hanSentence(part)
		if who == "" {
			return nil
		}
		if strings.HasPrefix(what, "不") || strings.HasPrefix(what, "没") {
			continue
		}
		out = append(out, said{who: who, what: what, sentence: true})
	}
	if len(out) < 2 {
		return nil
	}
	return out
}

// atPlace gives what an answer tells of the place that the question asks for, where it tells of several places.
func (w *wanted) atPlace(text string) (what string, verdict int) {
	mine, others := 0, 0
	for _, p := range partsOf(text) {
		switch at, ok := placeOf(p.who); {
		case !ok:
			return "", 0
		case at == w.place():
			mine++
			what = p.what
		default:
			others++
		}
	}
	if mine == 1 && others > 0 {
		return what, 1
	}
	return "", 0
}

// partsOf cuts a text into what it tells of whom, each with a sign between the two; nil where any of it is something else.
func partsOf(text string) (out []said) {
	text = strings.TrimSpace(strings.Trim(strings.TrimSpace(text), "`"))
	text = strings.TrimPrefix(text, "json\n")
	if strings.HasPrefix(text, "{") {
		return jsonParts(text)
	}
	text = plain(text)
	if rows := tableRows(strings.Split(text, "\n")); rows != nil {
		for _, r := range rows {
			if len(r.cells) < 2 {
				return nil
			}
			out = append(out, said{who: cleanSaid(r.cells[0]), what: cleanSaid(strings.Join(r.cells[1:], ", "))})
		}
		return out
	}
	for _, part := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune("\n;；,，", r) }) {
		if part = cleanSaid(part); part == "" {
			continue
		}
		m := saidPart().FindStringSubmatch(part)
		if m == nil {
			return nil
		}
		out = append(out, said{who: m[1], what: m[2]})
	}
	return out
}

// nearOther reports whether the word that stands nearest before a value is of something else.
func (w *wanted) nearOther(units []unit) bool {
	for i := len(units) - 1; i >= 0 && w != nil; i-- {
		if is := w.word(units[i]); is != 0 {
			return is < 0 && !w.asksWho
		}
	}
	return false
}

// ofOther reports whether some words speak of something in the problem that is none of what the question asks for: the inspection, where the
// meeting is asked for.
func (w *wanted) ofOther(units []unit) bool {
	if w == nil || w.asksWho || len(w.asked) == 0 {
		return false
	}
	theirs := false
	for _, u := range units {
		switch w.word(u) {
		case 1:
			return false
		case -1:
			theirs = true
		}
	}
	return theirs
}
