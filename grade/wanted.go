package grade

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// wanted is what a question asks the number of. Where the question is at hand, a number that an answer gives of something else that
// the question speaks of (12 chickens, where the rabbits are asked for) is no answer, and takes nothing from the one beside it.
type wanted struct {
	asked   map[string]bool // stems of the words that ask
	other   map[string]bool // of all other words of the problem
	raw     map[string]bool // all words that ask, as they stand
	counted bool            // the noun of what is asked for is told: how many rabbits
	names   map[string]bool // who the problem speaks of
	owner   string          // who of them is meant; empty where nobody is, or several
	noun    string          // the stem of that noun, behind how many
	percent bool            // it is asked for in percent
	unit    string          // in which unit it is asked for; empty where the question does not say
	negated bool            // it is asked of what is not so
	han     string          // the Chinese words that ask
	rest    string          // all other Chinese text of the problem
}

var (
	askingWords = regexp.MustCompile(`(?i)\b(?:how (?:many|much|long|far|old|tall|high|wide|heavy|big|large|often|fast)|what|which|who|find|determine|compute|calculate)\b.*`)
	countedNoun = regexp.MustCompile(`(?i)^(?:how many|how much|what is the|what's the|which|what|find the|determine the|compute the|calculate the)\s+(?:total |different |possible )?(?:number of )?(\p{L}+)`)
	askedUnit   = regexp.MustCompile(`(?i)\bin\s+(\p{L}+(?:/\p{L}+|\s+per\s+\p{L}+)?)\s*\?|^how many\s+(\p{L}+)\b`)
	hanAsking   = regexp.MustCompile(`[^,，。；;:：\n]*(?:几|多少|何)[^,，。；;\n?？]*`)
)

// asksFrom gives where a sentence begins to ask; -1 where it does not.
func asksFrom(s string) int {
	if !hasAny(s, "how", "How", "wh", "Wh", "ind", "etermine", "ompute", "alculate", "HO", "WH", "IN") {
		return -1
	}
	if at := askingWords.FindStringIndex(s); at != nil {
		return at[0]
	}
	return -1
}

// wantedBy reads the text of a problem; nil where that does not ask for a number of something.
func wantedBy(problem string) *wanted {
	if problem == "" {
		return nil
	}
	w := &wanted{asked: map[string]bool{}, other: map[string]bool{}, raw: map[string]bool{}, names: map[string]bool{}}
	asking := ""
	for _, s := range sentences(problem) {
		asks := ""
		if at := asksFrom(s); at >= 0 {
			asks, s = s[at:], s[:at]
			asking += asks + "\n"
			if m := countedNoun.FindStringSubmatch(asks); m != nil {
				tokens := tokenize(m[1])
				c, _ := phraseAt(tokens, 0)
				if w.counted = c == 0; w.counted && strings.HasPrefix(strings.ToLower(asks), "how many") {
					w.noun = stemOf(tokens[0].text)
				}
			}
		}
		stems(s, w.other, true)
		if asks == "" {
			continue
		}
		stems(asks, w.asked, true)
		for _, t := range tokenize(plain(asks)) {
			w.raw[t.text] = true
		}
		w.negated = w.negated || negated(asks)
	}
	w.whose(problem, asking)
	w.percent = w.raw["percent"] || w.raw["percentage"] || w.raw["%"]
	if m := askedUnit.FindStringSubmatch(asking); m != nil {
		if q, _ := (scanner{tokenize("1 " + strings.TrimSpace(m[1]+m[2]))}).quantity(0); q.value != nil {
			w.unit = q.unit
		}
	}
	if hasHan(problem) {
		w.han = strings.Join(hanAsking.FindAllString(problem, -1), " ")
		w.rest = hanAsking.ReplaceAllString(problem, " ")
	}
	for stem := range w.asked {
		delete(w.other, stem)
	}
	if len(w.asked) == 0 && w.han == "" {
		return nil
	}
	return w
}

// whose finds the names of a problem, and whose number is asked for: that of the one name in the question, or of the first one of the
// problem where a pronoun stands for it.
func (w *wanted) whose(problem, asking string) {
	first := ""
	for i, tokens := 0, tokenize(plain(problem)); i < len(tokens); i++ {
		t := tokens[i]
		if c, _ := phraseAt(tokens, i); c != 0 || t.kind != wordToken || !t.capital || openers[t.text] {
			continue
		}
		w.names[t.text] = true
		if first == "" {
			first = t.text
		}
	}
	several := false
	pronoun := false
	for _, t := range tokenize(plain(asking)) {
		pronoun = pronoun || t.text == "he" || t.text == "she"
		if w.names[t.text] && t.capital {
			several = several || w.owner != "" && w.owner != t.text
			w.owner = t.text
		}
	}
	switch {
	case several:
		w.owner = ""
	case w.owner == "" && pronoun:
		w.owner = first
	}
}

// openers begin sentences, and are no names for their capitals.
var openers = map[string]bool{"how": true, "what": true, "which": true, "when": true, "where": true, "who": true, "why": true, "find": true, "determine": true, "calculate": true,
	"compute": true, "together": true, "today": true, "one": true, "two": true, "three": true, "four": true, "five": true, "six": true, "some": true, "many": true, "after": true, "before": true}

// word says of a word whether it is of what is asked for: 1, of something else that the problem speaks of: -1, or neither: 0.
func (w *wanted) word(u unit) int {
	if u.class != 0 || u.value != noValue || u.han {
		return 0
	}
	switch stem := stemOf(u.first.text); {
	case w.asked[stem]:
		return 1
	case w.other[stem]:
		return -1
	}
	return 0
}

// hanWords says the same of a run of Chinese characters, whose beginning counts, or where it stands before a number its end.
func (w *wanted) hanWords(run string, end bool) int {
	all := utf8.RuneCountInString(run)
	for n := min(3, all); n > 1 || n == 1 && all == 1; n-- {
		r := []rune(run)
		part := string(r[:n])
		if end {
			part = string(r[len(r)-n:])
		}
		switch {
		case strings.Contains(w.han, part):
			return 1
		case strings.Contains(w.rest, part):
			return -1
		}
	}
	return 0
}

// of says whether the number at a unit of a clause is that of what is asked for (1), of something else (-1), or nobody knows (0).
func (w *wanted) of(units []unit, at int) int {
	if w.ofSomebodyElse(units, at) || w.contrary(units, at) {
		return -1
	}
	if w.noun != "" && w.otherNoun(units, at) {
		return -1
	}
	// What stands right behind it is what it counts.
	run := ""
	for i := at + 1; i < len(units) && i <= at+3; i++ {
		u := units[i]
		if u.han && u.value == noValue && (u.class == 0 || run == "" && u.is(frames)) {
			if u.class == 0 {
				run += u.first.text
			}
			continue
		}
		switch w.word(u) {
		case 1:
			return 1
		case -1:
			if w.counted && !w.spoken(units, i+1) {
				return -1
			}
			return 0
		}
		if u.class != 0 || u.value != noValue {
			break
		}
	}
	if run != "" {
		if is := w.hanWords(run, false); is != 0 {
			return is
		}
	}
	// Else what stands before it, up to the number before; and behind it, where it stands before its link.
	from, to := at, at+1
	for from > 0 && units[from-1].value == noValue {
		from--
	}
	for to < len(units) && units[to].value == noValue {
		to++
	}
	before := units[from:at]
	if len(before) == 0 && w.headless(units[at+1:to]) {
		return -1
	}
	if is, said := w.says(before, true); said {
		return is
	}
	if len(before) == 0 && to == len(units) {
		is, _ := w.says(units[at+1:to], false)
		return is
	}
	return 0
}

// spoken reports whether a word of what is asked for stands in a clause from a place on, before the next number.
func (w *wanted) spoken(units []unit, from int) bool {
	for _, u := range units[from:] {
		if u.value != noValue {
			return false
		}
		if w.word(u) > 0 {
			return true
		}
	}
	return false
}

// ofSomebodyElse reports whether a number is said to be that of another one than is asked about.
func (w *wanted) ofSomebodyElse(units []unit, at int) bool {
	who := ""
	for i := at - 1; i >= 0 && units[i].value == noValue; i-- {
		if u := units[i]; u.capital && w.names[u.first.text] {
			if who != "" {
				return false
			}
			who = u.first.text
		}
	}
	return w.owner != "" && who != "" && who != w.owner || w.ofAnother(units, at)
}

// ofAnother is the same in Chinese: 小红有17个, where the number of 小明 is asked for, or of 他 and the problem begins with 小明.
func (w *wanted) ofAnother(units []unit, at int) bool {
	run, linked := "", false
subject:
	for i := at - 1; i >= 0 && units[i].value == noValue; i-- {
		switch u := units[i]; {
		case !u.han:
			return false
		case u.is(links) && run == "":
			linked = true
		case u.class == 0 && linked:
			run = u.first.text + run
		case run != "":
			break subject
		}
	}
	if utf8.RuneCountInString(run) < 2 || !strings.Contains(w.rest, run) || strings.Contains(w.han, run) {
		return false
	}
	return strings.ContainsAny(w.han, "他她它") && !strings.HasPrefix(strings.TrimSpace(w.rest), run) || hanNamed(w.han, w.rest)
}

// hanNamed reports whether a question names somebody whom the problem named before: its first two characters stand there.
func hanNamed(asks, rest string) bool {
	r := []rune(strings.TrimLeft(asks, " 那么问请现在"))
	return len(r) > 3 && strings.Contains(rest, string(r[:2]))
}

// contraries are words for what a number may be told of, and for the opposite of that.
var contraries = wordSets([][2]string{
	{"pay paid pays spend spends spent cost costs price charge charged", "save saves saved saving savings discount cheaper"},
	{"win wins won gain gains gained earn earns earned profit", "lose loses lost loss"},
	{"left remain remains remaining keep keeps kept", "gone used sold eaten ate gave given spent removed"},
	{"fall fell falls fallen drop drops dropped decrease decreased decreases cheaper lower", "rise rose rises risen increase increased increases grew dearer higher"},
	{"come came comes attend attended arrived present", "absent missed missing"},
	{"correct right", "incorrect wrong"}, {"oldest older", "youngest younger"}, {"tallest taller longest longer", "shortest shorter"},
	{"first", "last"}, {"most", "least fewest"}, {"largest biggest maximum", "smallest minimum"},
})

func wordSets(lists [][2]string) (out [][2][]string) {
	for _, l := range lists {
		out = append(out, [2][]string{strings.Fields(l[0]), strings.Fields(l[1])})
	}
	return out
}

// turned reports whether some words tell the opposite of what the question asks, and nothing of that.
func (w *wanted) turned(said func(word string) bool) bool {
	asked := func(word string) bool { return w.raw[word] }
	for _, c := range contraries {
		switch a, b := slices.ContainsFunc(c[0], asked), slices.ContainsFunc(c[1], asked); {
		case a == b:
		case a && slices.ContainsFunc(c[1], said) && !slices.ContainsFunc(c[0], said), b && slices.ContainsFunc(c[0], said) && !slices.ContainsFunc(c[1], said):
			return true
		}
	}
	return false
}

// contrary reports whether the words round a number tell the opposite of what the question asks.
func (w *wanted) contrary(units []unit, at int) bool {
	from, to := at, at+1
	for from > 0 && units[from-1].value == noValue {
		from--
	}
	for to < len(units) && units[to].value == noValue {
		to++
	}
	return w.turned(func(word string) bool {
		return slices.ContainsFunc(units[from:to], func(u unit) bool { return u.value == noValue && u.first.text == word })
	})
}

// otherNoun reports whether a number counts something else than the noun of the question, also where the problem does not speak of it: gaps,
// where the posts are asked for.
func (w *wanted) otherNoun(units []unit, at int) bool {
	named := func(u unit) bool {
		return u.value == noValue && u.class == 0 && !u.han && u.first.kind == wordToken && len(u.first.text) > 2
	}
	if w.spoken(units, at+1) {
		return false
	}
	if at+1 < len(units) && named(units[at+1]) && !units[at+1].capital && w.word(units[at+1]) <= 0 {
		return true
	}
	return at > 1 && units[at-1].first.text == ":" && named(units[at-2]) && w.word(units[at-2]) <= 0 && !w.names[units[at-2].first.text] && (at == 2 || units[at-3].value != noValue)
}

// headless reports whether a phrase behind a link has a word of what is asked for, and is of something else by its last word: the speed
// limit, where the speed is asked for.
func (w *wanted) headless(units []unit) bool {
	if len(units) == 0 || !units[0].is(links) || describes(units) {
		return false
	}
	mine, last := false, 0
	for _, u := range units {
		if u.class == 0 && !u.han {
			last = w.word(u)
			mine = mine || last > 0
		}
	}
	return mine && last <= 0
}

// tellsElse reports whether what is said of a value by a link behind it has nothing of what is asked for.
func (w *wanted) tellsElse(units []unit) bool {
	linked, plain := false, false
	for _, u := range units {
		switch {
		case u.value != noValue, u.han, u.is(negates | excepts | rejects | accepts | hedges | limits):
			return false
		case u.is(links):
			linked = true
		case u.class == 0 && linked:
			if w.word(u) > 0 {
				return false
			}
			plain = true
		}
	}
	return plain
}

// says tells what some words speak of; said is whether they speak of anything that the problem does.
func (w *wanted) says(units []unit, end bool) (is int, said bool) {
	mine, theirs, no := false, false, false
	run := ""
	for i, u := range units {
		switch w.word(u) {
		case 1:
			mine = true
		case -1:
			theirs = true
		}
		no = no || u.is(negates|rejects) && (i == 0 || !u.is(links))
		switch {
		case u.han && u.class == 0:
			run += u.first.text
		case u.han && u.is(links) && !u.is(negates):
		default:
			run = ""
		}
	}
	if run != "" {
		switch w.hanWords(run, end) {
		case 1:
			mine = true
		case -1:
			theirs = true
		}
	}
	switch {
	case mine && !theirs && w.negated && !no && describes(units):
		return -1, true // the probability of green, where that of not green is asked for
	case mine && !theirs && !w.negated && no && describes(units):
		return -1, true // the number of those who did not come, where they are asked for who came
	case mine == theirs:
		return 0, false
	case mine:
		return 1, true
	case run == "" && !labelling(units) && !describes(units):
		return 0, false // what they tell of it may be what is asked for
	}
	return -1, true
}

// labelling reports whether words stand before a number as its label: Chickens: 12, chickens = 12.
func labelling(units []unit) bool {
	last := units[len(units)-1]
	return !last.han && (last.first.text == ":" || last.is(links) && len(units) <= 3)
}

// describes reports whether words tell by a phrase or a clause what they are about: the number of people who came.
func describes(units []unit) bool {
	for _, u := range units {
		if u.is(opens|closes) || u.first.text == "(" {
			return true
		}
	}
	return false
}

// bundles are words for several, by which a number counts something else than its noun; and words that make of a number something that is
// only told with it.
var bundles = map[string]bool{"pair": true, "pairs": true, "couple": true, "couples": true, "set": true, "sets": true, "group": true, "groups": true, "team": true, "teams": true,
	"box": true, "boxes": true, "bag": true, "bags": true, "row": true, "rows": true, "pack": true, "packs": true, "crate": true, "crates": true, "stack": true, "stacks": true,
	"off": true, "more": true, "each": true, "apiece": true, "extra": true, "ago": true, "fewer": true, "squared": true, "cubed": true, "对": true, "双": true}

// denies reports whether a text tells the opposite of what the question asks, and nothing of that: the shortest is Ann; or the next in
// its order: the second tallest.
func (w *wanted) denies(text string) bool {
	tokens := tokenize(plain(text))
	said := map[string]bool{}
	for i, t := range tokens {
		said[t.text] = true
		if i > 0 && w.raw[t.text] && strings.HasSuffix(t.text, "est") {
			if p, ok := placeOf(tokens[i-1].text); ok && p > 1 {
				return true
			}
		}
	}
	return w.turned(func(word string) bool { return said[word] })
}

// elsewhen reports whether a clause tells of another time than now, where the question does not: next year, five years ago.
func (w *wanted) elsewhen(units []unit) bool {
	for i, u := range units {
		t := u.first.text
		switch {
		case w.raw[t] || strings.Contains(w.han, t):
		case t == "ago", t == "tomorrow", t == "yesterday":
			return true
		case t == "next" || t == "last" || t == "明" || t == "去":
			if i+1 < len(units) && times[units[i+1].first.text] {
				return true
			}
		}
	}
	return false
}

var times = map[string]bool{"year": true, "month": true, "week": true, "time": true, "年": true}

// compared reports whether "than" stands round a number, so that it is a bound or a difference: older than 14, 14 years older than Leo.
func (w *wanted) compared(units []unit, at int) bool {
	if w != nil && (w.raw["than"] || w.raw["difference"]) {
		return false
	}
	if at > 0 && units[at-1].first.text == "than" {
		return true
	}
	for i := at - 1; i >= 0 && units[i].value == noValue && strings.Contains("大小多少高矮长短重轻早晚贵", units[at-1].first.text); i-- {
		if units[i].first.text == "比" && (w == nil || !strings.Contains(w.han, "比")) {
			return true
		}
	}
	for i := at + 1; i < len(units) && i <= at+3 && units[i].value == noValue; i++ {
		if units[i].first.text == "than" {
			return true
		}
	}
	return false
}

// bundled reports whether a number is told of several at once, or of a part, where the question does not.
func (w *wanted) bundled(units []unit, at int) bool {
	if at+1 >= len(units) || !bundles[units[at+1].first.text] {
		return false
	}
	t := units[at+1].first.text
	return w == nil && !units[at+1].han || w != nil && !w.raw[t] && !strings.Contains(w.han, t)
}

// labelled gives the lines of an answer whose label is what is asked for, where each of its lines has a label: Chickens: 23, Rabbits: 12.
func (w *wanted) labelled(block string) string {
	var mine []string
	for _, line := range strings.Split(block, "\n") {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		label, _, ok := strings.Cut(strings.ReplaceAll(line, "：", ":"), ":")
		if !ok {
			return ""
		}
		var units []unit
		tokens := tokenize(plain(label))
		for i := range tokens {
			c, _ := phraseAt(tokens, i)
			units = append(units, unit{class: c, value: noValue, first: &tokens[i], n: 1, han: tokens[i].kind == hanToken})
		}
		if is, _ := w.says(units, true); is > 0 {
			mine = append(mine, line)
		}
	}
	if len(mine) != 1 {
		return ""
	}
	return mine[0]
}
