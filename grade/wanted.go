package grade

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/quandary-puzzles/quandary/internal/sieve"
)

// wanted is what a question asks the number of. Where the question is at hand, a number that an answer gives of something else that
// the question speaks of (12 chickens, where the rabbits are asked for) is no answer, and takes nothing from the one beside it.
type wanted struct {
	asked        map[string]bool   // stems of the words that ask
	other        map[string]bool   // of all other words of the problem
	raw          map[string]bool   // all words that ask, as they stand
	pairs        map[string]bool   // numbers in the question, with the words beside them
	counted      bool              // the noun of what is asked for is told: how many rabbits
	names        map[string]bool   // who the problem speaks of
	subject      map[string]bool   // those of them in the question
	asksWho      bool              // the question is who of them it is
	owner        string            // who of them is meant; empty where nobody is, or several
	nounMeasures bool              // that noun is a unit
	noun         string            // the stem of that noun, behind how many
	percent      bool              // it is asked for in percent
	given        map[string]string // the unit of the problem's numbers by what it measures; empty where there are several
	unit         string            // in which unit it is asked for; empty where the question does not say
	negated      bool              // it is asked of what is not so
	han          string            // the Chinese words that ask for a number
	hanAsks      string            // those that ask for anything
	all          string            // the problem
	parts        map[string]bool   // stems of what the problem itself has numbers of
	has          map[string]bool   // the whole numbers of the problem, in digits
	rest         string            // all other Chinese text of the problem
}

var (
	askingWords  = sieve.Lazy(`(?i)\b(?:how (?:many|much|long|far|old|tall|high|wide|heavy|big|large|often|fast)|what|which|where|when|who|find|determine|compute|calculate)\b.*`)
	countedNoun  = sieve.Lazy(`(?i)^(?:how many|how much|what is the|what's the|which|what|find the|determine the|compute the|calculate the)\s+(?:total |different |possible )?(?:number of )?(\p{L}+)`)
	askedUnit    = sieve.Lazy(`(?i)\bin\s+(\p{L}+(?:/\p{L}+|\s+per\s+\p{L}+)?)\s*\?|^how many\s+(\p{L}+)\b`)
	givenIn      = sieve.Lazy(`(?i)\b(?:give|answer|express|state|write)\b[^.?\n]{0,40}\bin\s+()(\p{L}+)\s*[.\n]`)
	asksAfter    = sieve.Lazy(`\s+(?:after|before|once|until)\s+(?:\S+\s+){1,6}(?:have|has|had|was|were|is|are)\s[^?]*`)
	hanAskingAny = sieve.Lazy(`[^,，。；;:：\n]*(?:几|多少|何|什么|哪|谁)[^,，。；;\n?？]*`)
	hanAsking    = sieve.Lazy(`[^,，。；;:：\n]*(?:几|多少|何)[^,，。；;\n?？]*`)
)

// asksFrom gives where a sentence begins to ask; -1 where it does not.
func asksFrom(s string) int {
	if !hasAny(s, "how", "How", "wh", "Wh", "ind", "etermine", "ompute", "alculate", "HO", "WH", "IN") {
		return -1
	}
	if at := askingWords().FindStringIndex(s); at != nil {
		return at[0]
	}
	return -1
}

// wantedBy reads the text of a problem; nil where that does not ask for a number of something.
func wantedBy(problem string) *wanted {
	if problem == "" {
		return nil
	}
	w := &wanted{all: problem, asked: map[string]bool{}, other: map[string]bool{}, raw: map[string]bool{}, pairs: map[string]bool{}, given: map[string]string{}, names: map[string]bool{}}
	asking := ""
	all, questions := sentences(problem), 0
	for _, s := range all {
		if strings.HasSuffix(s, "?") {
			questions++
		}
	}
	for _, s := range all {
		asks := ""
		at := asksFrom(s)
		if at >= 0 && questions > 0 && !strings.HasSuffix(s, "?") && !tasks().MatchString(s) {
			at = -1 // their mother, who was 25
		}
		if at >= 0 {
			asks, s = s[at:], s[:at]
			if cut := asksAfter().FindStringIndex(asks); cut != nil {
				asks, s = asks[:cut[0]], s+asks[cut[0]:] // what has happened before
			}
			asking += asks + "\n"
			w.countedOf(asks)
		}
		stems(s, w.other, true)
		if asks != "" {
			w.asks(asks)
		}
	}
	w.parts, w.has = countedIn(problem)
	w.whose(problem, asking)
	w.percent = w.raw["percent"] || w.raw["percentage"] || w.raw["%"]
	if m := hanUnit().FindStringSubmatch(problem); m != nil {
		if q, _ := (scanner{tokenize("1" + m[1])}).quantity(0); q.value != nil {
			w.unit = q.unit
		}
	}
	w.commonUnit(problem)
	m := askedUnit().FindStringSubmatch(asking)
	if m == nil {
		m = givenIn().FindStringSubmatch(problem)
	}
	if m != nil {
		if q, _ := (scanner{tokenize("1 " + strings.TrimSpace(m[1]+m[2]))}).quantity(0); q.value != nil {
			w.unit = q.unit
		}
	}
	if hasHan(problem) {
		w.hanAsks = strings.Join(hanAskingAny().FindAllString(problem, -1), " ")
		w.han = strings.Join(hanAsking().FindAllString(problem, -1), " ")
		w.rest = hanAsking().ReplaceAllString(problem, " ")
	}
	for stem := range w.asked {
		delete(w.other, stem)
	}
	if len(w.asked) == 0 && w.han == "" && w.hanAsks == "" {
		return nil
	}
	return w
}

// countedOf notes of what a question asks how many there are.
func (w *wanted) countedOf(asks string) {
	m := countedNoun().FindStringSubmatch(asks)
	if m == nil {
		return
	}
	tokens := tokenize(m[1])
	c, _ := phraseAt(tokens, 0)
	howMany := strings.HasPrefix(strings.ToLower(asks), "how many")
	if !several(tokens[0].text) && howMany {
		c = frames // how many play both: of whom, the problem has said
	}
	if w.counted = c == 0 || ofThem().MatchString(asks); c == 0 && howMany {
		w.noun = stemOf(tokens[0].text)
		_, w.nounMeasures = units[tokens[0].text]
	}
}

// asks notes the words of a question, and the numbers in it with the words that they go with.
func (w *wanted) asks(asks string) {
	stems(asks, w.asked, true)
	last := token{}
	for _, t := range tokenize(plain(asks)) {
		w.raw[t.text] = true
		switch {
		case t.kind == digitsToken && (last.text == "of" || last.text == "for"):
			w.pairs[last.text+" "+t.text] = true
			w.pairs[last.text+" "] = true
		case last.kind == digitsToken && last.text != "" && t.kind == wordToken:
			w.pairs[last.text+" "+t.text] = true
		}
		last = t
	}
	w.negated = w.negated || negated(asks)
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
		name := strings.TrimSuffix(t.text, "'s")
		w.names[name] = true
		if first == "" {
			first = name
		}
	}
	for _, name := range rosterOf(problem) {
		w.names[strings.ToLower(name)] = true // also Max, May and Will
	}
	// What the question gives besides (if she was 67 and her sister Lena was born in 1951) names others too.
	if at := givenBesides().FindStringIndex(asking); at != nil {
		asking = asking[:at[0]]
	}
	w.subject = map[string]bool{}
	several, pronoun, last := false, false, -2
	for i, t := range tokenize(plain(asking)) {
		pronoun = pronoun || t.text == "he" || t.text == "she"
		w.asksWho = w.asksWho || t.text == "who" || t.text == "whose" || t.text == "谁"
		if name := strings.TrimSuffix(t.text, "'s"); w.names[name] && t.capital {
			several = several || w.owner != "" && w.owner != name && last != i-1 // Grandma Rosa is one
			w.owner, last = name, i
			w.subject[name] = true
		}
	}
	switch {
	case several:
		w.owner = ""
		clear(w.subject)
	case w.owner == "" && pronoun && first != "":
		w.owner = first
		w.subject[first] = true
	}
	w.asksWho = w.asksWho || strings.Contains(problem, "谁")
}

// countedIn gives the stems of the words that stand behind a number in a problem, and its whole numbers.
func countedIn(problem string) (out, has map[string]bool) {
	out, has = map[string]bool{}, map[string]bool{}
	tokens := tokenize(plain(problem))
	for _, t := range tokens {
		if n, small := englishSmall[t.text]; small {
			has[strconv.FormatInt(int64(n), 10)] = true
		} else if t.kind == digitsToken {
			has[strings.ReplaceAll(t.text, ",", "")] = true
		}
	}
	for i, t := range tokens[:max(0, len(tokens)-1)] {
		_, small := englishSmall[t.text]
		next := tokens[i+1]
		_, measures := units[next.text]
		if c, _ := phraseAt(tokens, i+1); (t.kind == digitsToken || small) && next.kind == wordToken && c == 0 && !measures && several(next.text) {
			out[stemOf(next.text)] = true
		}
	}
	return out, has
}

// hanUnit finds the unit that a Chinese question names.
var hanUnit = sieve.Lazy(`(?:多少|几)(\p{Han}{1,4})`)

// tasks finds a sentence that asks without a question mark.
var tasks = sieve.Lazy(`(?i)\b(?:find|determine|compute|calculate)\b`)

// ofThem finds that it is asked how many of some are something.
var ofThem = sieve.Lazy(`(?i)^how many of\b`)

// givenBesides finds where a question goes on with what it gives.
var givenBesides = sieve.Lazy(`(?i),\s*(?:if|when|given|knowing|and|while|but|provided)\b`)

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
	if w.predicated(units, at) || w.eachOne(units) || w.bounded(units, at) {
		return -1
	}
	if is := w.described(units, at); is != 0 {
		return is
	}
	if w.raw["of"] && at+2 < len(units) && units[at+1].first.text == "of" && units[at].n > 1 {
		if u := units[at+2]; u.class == 0 && u.value == noValue && w.word(u) <= 0 {
			return -1 // 750 g of sugar
		}
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
		if i == at+1 && units[at].n > 1 && measuring[u.first.text] {
			break // 90 cm long: whatever is
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

// measuring are words behind a number with its unit that say of which measure it is.
var measuring = map[string]bool{"long": true, "high": true, "tall": true, "wide": true, "deep": true, "thick": true, "old": true, "away": true}

// described says of a number whether it is one that the question itself has, with the word beside it, or describes what is counted (boxes of 12):
// -1; whether what it counts is described as in the question (4 boxes of 12): 1, or otherwise (3 boxes of 20): -1; and 0 else.
func (w *wanted) described(units []unit, at int) int {
	text := units[at].first.text
	if at > 1 && units[at-1].first.text == "of" && units[at-2].value == noValue && units[at-2].class == 0 && units[at].n == 1 && w.pairs["of "+text] != w.pairs["of "] {
		return -1
	}
	if at+1 < len(units) && units[at].n == 1 && w.pairs[text+" "+units[at+1].first.text] || at > 0 && w.pairs["for "+text] && units[at-1].first.text == "for" {
		return -1
	}
	if at > 1 && units[at-1].first.text == "of" && w.pairs["of "] && units[at-2].value == noValue {
		return -1
	}
	if !w.pairs["of "] {
		return 0
	}
	// 4 boxes of 12; boxes of 12: 4.
	for i := at + 1; i+1 < len(units) && i <= at+3 && units[i].value == noValue; i++ {
		if units[i].first.text == "of" && units[i+1].value != noValue {
			if w.pairs["of "+units[i+1].first.text] {
				return 1
			}
			return -1
		}
	}
	if at > 2 && units[at-1].first.text == ":" && units[at-2].value != noValue && units[at-3].first.text == "of" {
		if w.pairs["of "+units[at-2].first.text] {
			return 1
		}
		return -1
	}
	return 0
}

// bounded reports whether the subject of a clause has a bound in it that the question does not have: the probability of at least one.
func (w *wanted) bounded(units []unit, at int) bool {
	link := -1
	for i := at - 1; i >= 0 && units[i].value == noValue; i-- {
		if units[i].is(links) {
			link = i
			break
		}
	}
	if w.raw["least"] || w.raw["most"] || w.raw["than"] || link < 0 {
		return false
	}
	for i := link - 1; i >= 0; i-- {
		if t := units[i].first.text; t == "at" && units[i].is(limits) && units[i].n > 1 {
			return true
		}
	}
	return false
}

// predicated reports whether a clause says by a link behind a number what that is, and it is something else that the problem speaks of: 3/8 is
// gravel, where the share of the sand is asked for.
func (w *wanted) predicated(units []unit, at int) bool {
	if at+2 >= len(units) || !units[at+1].is(links) || units[at+1].is(negates|limits) {
		return false
	}
	theirs := false
	for _, u := range units[at+2:] {
		switch is := w.word(u); {
		case u.value != noValue || is > 0 || u.is(opens|negates|rejects|accepts|hedges):
			return false
		case is < 0:
			theirs = true
		}
	}
	return theirs
}

// eachOne reports whether a clause is of each of several, where the question is not.
func (w *wanted) eachOne(units []unit) bool {
	return len(units) > 1 && (units[0].first.text == "each" || units[0].first.text == "every" || units[0].first.text == "per") && !w.raw["each"] && !w.raw["every"] && !w.raw["per"] && !w.raw["one"]
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
		if u := units[i]; u.capital && (w.names[u.first.text] || w.lettered(*u.first)) {
			if who != "" && w.subject[who] != w.subject[u.first.text] {
				return false
			}
			who = u.first.text
		}
	}
	return w.owner != "" && who != "" && !w.subject[who] || w.ofAnother(units, at)
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
	{"left remain remains remained remaining keep keeps kept still", "gone used gives uses sells eats spends sold eaten ate gave given spent removed"},
	{"fall fell falls fallen drop drops dropped decrease decreased decreases cheaper lower", "rise rose rises risen increase increased increases grew dearer higher"},
	{"come came comes attend attended arrived present", "absent missed missing"},
	{"correct right", "incorrect wrong"}, {"midnight", "noon midday"}, {"morning", "evening afternoon"}, {"now today currently", "originally initially formerly"}, {"oldest older", "youngest younger"}, {"tallest taller longest longer", "shortest shorter"},
	{"arrive arrives arrived arrival reach reaches end ends finish finishes", "leave leaves left depart departs departure start starts begin begins"}, {"multiply product", "add sum"},
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
	if w.spoken(units, at+1) || units[at].n > 1 && w.nounMeasures {
		return false
	}
	if at+1 < len(units) && named(units[at+1]) && !units[at+1].capital && w.word(units[at+1]) <= 0 && !(anybody[units[at+1].first.text] && anybody[w.noun]) {
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
		case u.is(links) && !u.is(negates) && (u.han || u.first.kind == signToken):
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

// labelling reports whether words stand before a number as its label: Chickens: 12, chickens = 12, chickens 12.
func labelling(units []unit) bool {
	last := units[len(units)-1]
	if len(units) == 1 && last.class == 0 && !last.han && !last.capital {
		return true
	}
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
		label, _, ok := strings.Cut(strings.NewReplacer("：", ":", "=", ":").Replace(line), ":")
		if !ok {
			return ""
		}
		var units []unit
		tokens := tokenize(plain(label))
		another := false // the label has a number that the question does not have
		for i := range tokens {
			c, _ := phraseAt(tokens, i)
			another = another || tokens[i].kind == digitsToken && w.pairs["of "] && !w.raw[tokens[i].text]
			units = append(units, unit{class: c, value: noValue, first: &tokens[i], n: 1, han: tokens[i].kind == hanToken})
		}
		if is, _ := w.says(units, true); is > 0 && !another {
			mine = append(mine, line)
		}
	}
	if len(mine) != 1 {
		return ""
	}
	return mine[0]
}

// counts reports whether a question asks how many there are of something that is no money.
func (w *wanted) counts() bool {
	return w != nil && w.counted && w.raw["many"] && !w.raw["dollars"] && !w.raw["euros"] && !w.raw["pounds"] && !w.raw["cents"]
}

// beforeOrAfter reports whether a number without a unit tells of a time what it is before or after, and so is a bound of it.
func (w *wanted) beforeOrAfter(units []unit, at int) bool {
	if w == nil || at == 0 || at+1 < len(units) || units[at].n > 1 {
		return false
	}
	switch t := units[at-1].first.text; t {
	case "after", "before", "since", "until":
		return !w.raw[t] && !w.raw["when"]
	}
	return false
}

// tellsOther reports whether the link before a number goes with a word for what was done that is none of the question's: she was married in
// 1948, where it is asked when she was born.
func (w *wanted) tellsOther(units []unit, at int) bool {
	if w == nil {
		return false
	}
	linked := false
	for i := at - 1; i >= 0 && units[i].value == noValue; i-- {
		linked = linked || units[i].first.text == "was" || units[i].first.text == "were" || units[i].first.text == "got"
	}
	if !linked {
		return false
	}
	for i := at - 1; i >= 0 && units[i].value == noValue; i-- {
		u := units[i]
		if u.first.text == "was" || u.first.text == "were" || u.first.text == "got" {
			return false
		}
		if t := u.first.text; u.class == 0 && !u.han && strings.HasSuffix(t, "ed") && !w.understands(u) && !w.other[stemOf(t)] && !workedOut[t] {
			return true
		}
	}
	return false
}

// workedOut are words for how a number is come by.
var workedOut = map[string]bool{"computed": true, "calculated": true, "determined": true, "obtained": true, "needed": true, "required": true, "used": true, "reached": true, "derived": true, "counted": true,
	"asked": true, "rounded": true, "reduced": true, "increased": true, "multiplied": true, "divided": true, "solved": true, "simplified": true, "combined": true, "expected": true}

// otherMeasure reports whether a unit measures something else than the unit that the question names.
func (w *wanted) otherMeasure(unit string) bool {
	if w == nil || w.unit == "" || unit == "" || unit == w.unit {
		return false
	}
	asked, _ := measure(w.unit)
	said, _ := measure(unit)
	return asked != "" && said != asked
}

// hanCounters are Chinese words by which things of a kind are counted.
const hanCounters = "页天岁元本棵台辆颗朵周次米盏"

// otherCounter reports whether a number in Chinese counts other things than the question: 120天, where 页 are counted.
func (w *wanted) otherCounter(units []unit, at int, unit string) bool {
	if w == nil || w.han == "" {
		return false
	}
	next := unit
	if unit == "" && at+1 < len(units) {
		next = units[at+1].first.text
	}
	m := hanUnit().FindStringSubmatch(w.han)
	if m == nil || next == "" || !strings.Contains(hanCounters, next) {
		return false
	}
	asked := string([]rune(m[1])[:1])
	return strings.Contains(hanCounters, asked) && asked != next
}

// goneInstead reports whether a Chinese clause tells what was done, where the question is what is left.
func (w *wanted) goneInstead(units []unit, at int) bool {
	if w == nil || !strings.ContainsAny(w.han, "剩余") && !strings.Contains(w.han, "现在") {
		return false
	}
	done := false
	before := ""
	for i := at - 1; i >= 0 && units[i].value == noValue; i-- {
		before = units[i].first.text + before
	}
	if !strings.Contains(w.han, "原") && hasAny(before, "原来", "原有", "借出", "卖出", "用去", "吃掉", "送出") && !hasAny(before, "剩", "现在", "还有") {
		return true
	}
	if !strings.ContainsAny(w.han, "剩余") {
		return false
	}
	for i := at - 1; i >= 0 && units[i].value == noValue; i-- {
		switch t := units[i].first.text; {
		case strings.ContainsAny(t, "剩余"):
			return false
		case t == "了", strings.HasSuffix(t, "了"):
			done = true
		}
	}
	return done
}

// commonUnit finds the units of a problem's own numbers, each the only one of what it measures: where the question names none, its number is in
// that one.
func (w *wanted) commonUnit(problem string) {
	tokens := tokenize(plain(problem))
	for i, t := range tokens {
		if t.kind != digitsToken {
			continue
		}
		q, n := (scanner{tokens}).quantity(i)
		if n == 0 || q.unit == "" || q.loose {
			continue
		}
		kind, _ := measure(q.unit)
		if was, ok := w.given[kind]; ok && was != q.unit {
			w.given[kind] = ""
		} else if kind != "" {
			w.given[kind] = q.unit
		}
	}
}

// half reports whether a Chinese clause tells a number of the half of something, where the question does not.
func (w *wanted) half(units []unit, at int) bool {
	if w == nil || strings.Contains(w.han, "半") {
		return false
	}
	for i := at + 1; i+1 < len(units); i++ {
		if units[i].first.text == "一" && units[i+1].first.text == "半" {
			return true
		}
	}
	return at+1 < len(units) && units[len(units)-1].first.text == "半"
}
