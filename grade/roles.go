package grade

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/quandary-puzzles/quandary/internal/sieve"
)

// asked is what a question asks for. Where it is at hand, an answer may say who is what, of one or of all ("Ann: knave, Bob: knight"; "the
// others are knaves"; "everyone but Bob lies"), and the question tells which of them it is about; and a sentence that says something
// else of a name ("Bob is a knave") is no answer.
type asked struct {
	words  map[string]bool // stems of the words of the sentences that ask
	some   map[string]bool // of the sentences that tell what one or some of them did
	rest   map[string]bool // of all others
	han    string          // the asking sentences
	asks   string          // the same, whole
	all    string
	listed []string // the names that the problem lists
	names  []string // Chinese names, which nothing else tells from words
}

// What people may be, as one word: who tells the truth and who lies, under all their names.
var roleWords = map[string]string{
	"knight": "truth", "truth": "truth", "truthful": "truth", "truthfully": "truth", "honest": "truth", "truthteller": "truth", "truther": "truth",
	"knave": "lie", "liar": "lie", "lie": "lie", "lying": "lie", "lied": "lie", "dishonest": "lie", "untruthful": "lie",
}

var hanRoles = []struct {
	words *regexp.Regexp
	role  string
}{
	{regexp.MustCompile(`骑士|真话|诚实|老实人|君子`), "truth"},
	{regexp.MustCompile(`无赖|骗子|谎|假话|骗人|小人`), "lie"},
}

var opposite = map[string]string{"truth": "lie", "lie": "truth"}

var (
	someOfThem = sieve.Lazy(`(?i)\b(?:one of (?:them|these|the)|exactly (?:one|two|three)|someone|somebody|some of them)\b|有一人|有一个|有人|其中一`)
	quoted     = sieve.Lazy(`"[^"\n]*"|“[^”\n]*”|「[^」\n]*」`)
	hanNames   = sieve.Lazy(`\p{Han}{1,3}(?:、\p{Han}{1,3})+(?:和\p{Han}{1,3})?`)
)

// askedBy reads the text of a problem; nil where that does not ask, or asks who is not something.
func askedBy(problem string) *asked {
	if problem == "" {
		return nil
	}
	a := &asked{words: map[string]bool{}, some: map[string]bool{}, rest: map[string]bool{}, all: problem, listed: rosterOf(problem)}
	for _, q := range quoted().FindAllString(problem, -1) {
		stems(q, a.rest, true)
	}
	for _, s := range sentences(quoted().ReplaceAllString(problem, " ")) {
		into := a.rest
		switch {
		case strings.ContainsAny(s, "?？"):
			if negated(s) {
				return nil
			}
			into = a.words
			a.asks += s
			a.han += s[strings.LastIndexAny(strings.TrimRight(s, "?？"), ",，:：")+1:]
		case someOfThem().MatchString(s):
			into = a.some
		}
		stems(s, into, true)
	}
	if len(a.words) == 0 && a.han == "" {
		return nil
	}
	if run := ""; hasHan(problem) {
		if run = hanNames().FindString(problem); run == "" {
			return a
		}
		a.names = strings.FieldsFunc(run, func(r rune) bool { return r == '、' || r == '和' })
		first := len([]rune(a.names[0]))
		last := []rune(a.names[len(a.names)-1])
		a.names[len(a.names)-1] = string(last[:min(first, len(last))]) // 甲、乙、丙、丁四人
	}
	return a
}

// negated reports whether a text denies something.
func negated(s string) bool {
	tokens := tokenize(plain(s))
	for i := 0; i < len(tokens); {
		c, n := phraseAt(tokens, i)
		if c&(negates|excepts) != 0 {
			return true
		}
		i += n
	}
	return false
}

// stems collects the words of a sentence that mean something of their own; names, which a capital tells, are left out of the sentences of a
// problem.
func stems(s string, into map[string]bool, names bool) {
	if hasHan(s) {
		for _, r := range hanRoles {
			if r.words.MatchString(s) {
				into[r.role] = true
			}
		}
	}
	tokens := tokenize(plain(s))
	for i := 0; i < len(tokens); {
		t := tokens[i]
		c, n := phraseAt(tokens, i)
		stem := stemOf(t.text)
		if t.kind == wordToken && n == 1 && (c == 0 || roleWords[stem] != "") && !(names && t.capital && roleWords[stem] == "") {
			if role := roleWords[stem]; role != "" {
				stem = role
			}
			into[stem] = true
		}
		i += n
	}
}

func stemOf(word string) string {
	word = strings.TrimSuffix(word, "'s")
	if one := oneOf[word]; one != "" {
		word = one
	}
	if len(word) > 3 && !strings.HasSuffix(word, "ss") {
		word = strings.TrimSuffix(word, "s")
	}
	if len(word) < 4 || roleWords[word] != "" || deeds[word] || anybody[word] {
		return word
	}
	// Its forms as a verb: live, lives, lived, living.
	for _, end := range [...]string{"ing", "ed"} {
		if cut, ok := strings.CutSuffix(word, end); ok && len(cut) > 2 {
			if n := len(cut); n > 3 && cut[n-1] == cut[n-2] && cut[n-1] != 'l' && cut[n-1] != 's' {
				cut = cut[:n-1] // plan, planned
			}
			return strings.TrimSuffix(cut, "e")
		}
	}
	return strings.TrimSuffix(word, "e")
}

// oneOf are words for several of which the word for one is another.
var oneOf = map[string]string{"children": "child", "kids": "child", "kid": "child", "people": "person", "men": "man", "women": "woman", "feet": "foot", "mice": "mouse", "geese": "goose", "teeth": "tooth", "boxes": "box", "foxes": "fox", "buses": "bus", "wolves": "wolf", "sheep": "sheep", "knives": "knife", "life": "live", "lives": "live", "halves": "half", "saw": "see", "seen": "see", "rode": "ride", "ridden": "ride", "bought": "buy", "took": "take", "taken": "take", "went": "go", "gone": "go", "ate": "eat", "eaten": "eat", "won": "win", "wins": "win", "sold": "sell", "gave": "give", "given": "give", "drove": "drive", "driven": "drive", "wrote": "write", "written": "write", "wore": "wear", "worn": "wear", "drank": "drink", "stole": "steal", "stolen": "steal", "broke": "break", "broken": "break", "sat": "sit", "stood": "stand", "spoke": "speak", "chose": "choose", "drew": "draw", "drawn": "draw", "found": "find", "taught": "teach", "rose": "rise", "risen": "rise", "fell": "fall", "fallen": "fall", "grew": "grow", "grown": "grow", "came": "come", "made": "make", "paid": "pay", "spent": "spend", "left": "leave", "lost": "lose", "kept": "keep", "held": "hold", "ran": "run", "swam": "swim", "met": "meet", "sent": "send", "built": "build", "brought": "bring", "caught": "catch", "fed": "feed", "knew": "know", "known": "know", "led": "lead", "lent": "lend", "read": "read", "slept": "sleep", "thought": "think", "threw": "throw", "thrown": "throw", "told": "tell", "understood": "understand", "woke": "wake", "flew": "fly", "flown": "fly", "hid": "hide", "hidden": "hide", "shot": "shoot", "sang": "sing", "sung": "sing", "began": "begin", "begun": "begin", "bred": "breed", "cut": "cut", "got": "get", "has": "have", "had": "have", "arrival": "arrive", "departure": "depart", "teaches": "teach", "lies": "lie"}

// deeds are words for what was done, whatever it was.
var deeds = map[string]bool{"did": true, "done": true, "do": true, "guilty": true, "thief": true, "offender": true, "perpetrator": true, "won": true, "winner": true, "committed": true, "crime": true, "culprit": true, "deed": true, "responsible": true, "blame": true}

// holds says of what somebody is said to be: 1, it is what is asked for; -1, it is something else; 0, nobody knows.
func (a *asked) holds(what string) int {
	words := map[string]bool{}
	stems(what, words, false)
	no, yes, sure := 0, 0, true
	tokens := tokenize(plain(what))
	for i := 0; i < len(tokens); {
		c, n := phraseAt(tokens, i)
		t := tokens[i].text
		switch {
		case roleWords[stemOf(t)] != "":
		case a.words[t]:
		case t == "next", t == "beside" || t == "adjacent" || t == "opposite" || t == "neighbour" || t == "neighbor":
			return -1 // it is somebody else who is meant
		case c&(hedges|limits|either|reports|corrects) != 0 && c&(frames|joins) == 0:
			sure = false
		case c&(negates|rejects) != 0:
			no++
		case c&accepts != 0:
			yes++
		}
		i += n
	}
	if !sure || no > 1 {
		return 0
	}
	got := a.sorted(what, words)
	if yes == 1 && no == 0 && len(words) == 0 {
		return 1 // is guilty
	}
	if no == 1 {
		if got == 0 && len(words) == 0 && !strings.ContainsFunc(what, isHan) {
			return -1 // is innocent
		}
		if got < 0 && !words["truth"] && !words["lie"] && !strings.ContainsFunc(what, isHan) {
			return -1 // not to be something else is not yet to be what is asked for
		}
		return -got
	}
	return got
}

// toAnother reports whether what somebody is said to be names one whom the problem names and the question does not: sits next to Cora, where
// Amy's neighbours are asked for.
func (a *asked) toAnother(what string) bool {
	problem, asks := strings.ToLower(a.all), strings.ToLower(a.asks)
	for _, t := range tokenize(plain(what)) {
		if t.kind == wordToken && t.capital && len(t.text) > 1 && roleWords[stemOf(t.text)] == "" && strings.Contains(problem, t.text) && !strings.Contains(asks, t.text) {
			return true
		}
	}
	return false
}

func (a *asked) sorted(what string, words map[string]bool) int {
	for role, other := range opposite {
		if words[role] && a.words[role] != a.words[other] {
			if words[other] {
				return 0
			}
			if a.words[role] {
				return 1
			}
			return -1
		}
	}
	elsewhere, mine, other := 0, false, false
	for w := range words {
		mine = mine || a.words[w]
		other = other || a.rest[w] && !a.words[w] && !a.some[w] && !deeds[w]
	}
	switch {
	case mine && (other || a.otherDeed(what)):
		return -1 // Oskar plays the drums, where it is asked who plays the piano
	case mine:
		return 1
	}
	for w := range words {
		switch {
		case a.some[w] || deeds[w] || !a.rest[w]:
			elsewhere = -1 << 20
		default:
			elsewhere++
		}
	}
	if elsewhere > 1 || elsewhere == 1 && roleWords[what] != "" {
		return -1
	}
	han := strings.Trim(what, " 了过着的是在都均全就也没有不")
	switch {
	case han == "" || !strings.ContainsFunc(han, isHan):
	case strings.Contains(a.han, han):
		return 1
	case utf8.RuneCountInString(han) > 1 && !slices.Contains(a.names, han) && strings.Contains(a.all, han) && !a.denied(han):
		return -1 // something else that the problem speaks of
	}
	return 0
}

// otherDeed reports whether what somebody is said to do begins with a word for something that the problem does not speak of: listens to the
// piano, where it is asked who plays it.
func (a *asked) otherDeed(what string) bool {
	if len(a.words) < 2 {
		return false
	}
	tokens := tokenize(plain(what))
	if len(tokens) < 3 || tokens[0].kind != wordToken || tokens[0].capital || adverbs(tokens[0].text) || strings.HasSuffix(tokens[0].text, "ing") {
		return false
	}
	c, _ := phraseAt(tokens, 0)
	stem := stemOf(tokens[0].text)
	return c == 0 && !a.words[stem] && !a.some[stem] && !a.rest[stem] && !deeds[stem] && roleWords[stem] == ""
}

// denied reports whether the problem tells Chinese words of somebody only to deny them.
func (a *asked) denied(han string) bool {
	return !strings.Contains(strings.NewReplacer("不是"+han, "", "不"+han, "", "没"+han, "").Replace(a.all), han)
}

func isHan(r rune) bool { return r >= 0x4e00 && r <= 0x9fff }

// said is a part of an answer that says of some what they are.
type said struct {
	who, what string
	sentence  bool // it is a sentence, so that it is clear which of them is who
	except    bool // it is all others who are that
}

var (
	tellsTruth    = sieve.Lazy(`(?i)\b(?:tell(?:s|ing)?|told|speak(?:s|ing)?|spoke)\s+(?:only\s+)?the\s+truth\b`)
	saidPart      = sieve.Lazy(`^(.{1,80}?)\s*(?:[:：=]|\s[-–—](?:[-–—\s]*[-–—])?>?\s|[-=]>|→)\s*(.{1,80})$`)
	saidIs        = sieve.Lazy(`^(?i:so|thus|hence|therefore|only|both|and|while|but|then|that means)?,?\s*(.{1,80}?)\s+(?:(?i:is|are|was|were|must be|has to be|have to be)\s+(?i:the only|the two|the three|the|both|all|also|indeed|an|a)?\s*)(.{1,60})$`)
	saidDoes      = sieve.Lazy(`^(?i:so|thus|hence|therefore|only|both)?,?\s*((?:[Tt]he\s+)?\p{Lu}[\p{L}'-]*(?:(?:,\s*|\s+and\s+|,\s*and\s+)\p{Lu}[\p{L}'-]*)*)\s+(\p{Ll}.{1,80})$`)
	allBut        = sieve.Lazy(`^(?i:so|thus|hence|therefore)?,?\s*(?i:everyone|everybody|all|every one|all of them|each of them|every person)\s+(?i:but|except for|except|apart from|besides|other than)\s+(.{1,80}?)\s+((?i:is|are|was|were)\s+.{1,60}|\p{Ll}+)$`)
	allAreBut     = sieve.Lazy(`^(?i:everyone|everybody|all|all of them|they all|they are all|all people)\s+(?:(?i:is|are)\s+)?(.{1,60}?),?\s+(?i:but|except for|except|apart from|besides|other than)\s+(.{1,80})$`)
	hanAllBut     = sieve.Lazy(`^除了?(.{1,40}?)(?:以外|之外|外)?,?(?:其他|其余|别的|另外|剩下|所有|大家)[^都均全]{0,6}(?:都|均|全)(.{1,20})$`)
	theSomethings = sieve.Lazy(`^(?i:the)(?:\s+(?i:only|two|three))?\s+\p{Ll}[\p{L}-]*$`)
	roster        = sieve.Lazy(`\p{Lu}\p{L}+(?:,\s*\p{Lu}\p{L}+)+,?\s+and\s+\p{Lu}\p{L}+`)
	onlyThese     = sieve.Lazy(`^(?i:so|thus|hence|therefore)?,?\s*(?i:only|just)\s`)
	allOfThem     = sieve.Lazy(`^(?i:everyone|everybody|all|all of them|every one of them)\s+(?i:but|except for|except|apart from|besides)\s+(.{1,80})$`)
	aside         = sieve.Lazy(`(\p{L}\p{L}+)\s+\((?:he|she|who|they|it|which)\s[^()]{3,}\)`)
	theOthers     = sieve.Lazy(`(?i)^(?:all )?(?:of )?(?:the )?(?:others?|rest|remaining|everyone else|everybody else|all others)\b`)
	saidNames     = sieve.Lazy(`^(?:[Tt]he\s+)?(?:\p{Lu}|[A-Z])[\p{L}'.-]*(?:\s+\p{Lu}[\p{L}'.-]*){0,2}$`)
	othersToo     = sieve.Lazy(`(?i)(?:,\s*)?\b(?:and|while|whereas|but)\s+((?:all )?(?:the )?(?:others?\b|rest\b|remaining\b|everyone else\b|everybody else\b))`)
	namesJoin     = sieve.Lazy(`\s*(?:,\s*and\s+|\s+and\s+|,|&|、|;|和|以及)\s*`)
)

// tells reports whether a text may say who is what: it is more than a word.
func tells(text string) bool {
	return strings.ContainsAny(strings.TrimSpace(text), " :=|{–\n") || strings.ContainsFunc(text, isHan)
}

// maxSaid bounds a text that is read for who is what, in bytes.
const maxSaid = 4 << 10

// holders gives the names of which an answer says that they are what the question asks for. Verdict is 1 where it says that of some, -1 where all
// that it says is something else, and 0 where it does not have the form.
func (a *asked) holders(text string) (names []string, verdict int) {
	if a == nil || len(text) > maxSaid {
		return nil, 0
	}
	if hasAny(text, "ll ", "very") {
		if m := allOfThem().FindStringSubmatch(strings.TrimRight(plain(text), ". ")); m != nil {
			if names = a.without(namesJoin().Split(m[1], -1)); names != nil {
				return names, 1
			}
		}
	}
	parts := a.parts(text)
	if len(parts) == 1 && onlyThese().MatchString(plain(text)) && parts[0].sentence && a.holds(parts[0].what) < 0 {
		if names = a.without(namesJoin().Split(strings.TrimSpace(parts[0].who), -1)); names != nil {
			return names, 1
		}
	}
	left, right := 0, 0 // parts whose left, and whose right, is what is asked for
	for i, p := range parts {
		if p.sentence || p.except {
			continue
		}
		if a.holds(p.who) != 0 {
			left++
		}
		if a.holds(parts[i].what) != 0 {
			right++
		}
	}
	if left > 0 && right > 0 {
		return nil, 0
	}
	other := false
	for _, p := range parts {
		if left > 0 && !p.sentence && !p.except {
			p.who, p.what = p.what, p.who
		}
		is := a.holds(p.what)
		if is == 0 && p.sentence && len(parts) > 1 && a.ofOthers(p.what) {
			is = -1
		}
		if p.sentence && is > 0 && a.toAnother(p.what) {
			is = -1
		}
		if p.except {
			is = -is
		}
		who := namesJoin().Split(strings.TrimSpace(p.who), -1)
		for _, w := range who {
			if !a.name(w) {
				if theOthers().MatchString(strings.TrimSpace(p.who)) && is < 0 {
					continue
				}
				return nil, 0
			}
		}
		switch {
		case is > 0:
			for _, w := range who {
				if w = strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(w, "the "), "The "), "'s"); !slices.Contains(names, w) {
					names = append(names, w)
				}
			}
		case is < 0:
			other = true
		case p.sentence && len(parts) == 1 && a.saysMore(p.what):
			return nil, -1 // they are something that nobody asked for
		case len(parts) < 2 || p.sentence:
			return nil, 0
		}
	}
	switch {
	case len(names) > 0:
		return names, 1
	case other:
		return nil, -1
	}
	return nil, 0
}

// ofOthers reports whether some words are all of what the problem speaks of besides what it asks for: blue, where the black one's owner is asked
// for.
func (a *asked) ofOthers(what string) bool {
	words := map[string]bool{}
	stems(what, words, false)
	for w := range words {
		if !a.rest[w] || a.words[w] {
			return false
		}
	}
	return len(words) > 0 && !negated(what)
}

// rosterOf gives the names that a problem lists.
func rosterOf(problem string) []string {
	list := roster().FindString(problem)
	if list == "" {
		return nil
	}
	return namesJoin().Split(list, -1)
}

// without gives all names of the roster that the problem gives but some; nil where it gives none, or one of them is not in it.
func (a *asked) without(some []string) []string {
	all := slices.Clone(a.listed)
	for _, s := range some {
		at := slices.Index(all, strings.TrimSpace(s))
		if at < 0 {
			return nil
		}
		all = slices.Delete(all, at, at+1)
	}
	if len(all) == 0 {
		return nil
	}
	return all
}

// saysMore reports whether what somebody is said to be has words that the lexicon does not have, and no hedge that is read elsewhere.
func (a *asked) saysMore(what string) bool {
	tokens := tokenize(plain(what))
	for i := 0; i < len(tokens); {
		c, n := phraseAt(tokens, i)
		if c == 0 && tokens[i].kind == wordToken && !tokens[i].capital && !deeds[stemOf(tokens[i].text)] {
			return true
		}
		i += n
	}
	return false
}

// name reports whether a text looks like a name.
func (a *asked) name(s string) bool {
	s = strings.TrimSpace(s)
	if strings.ContainsFunc(s, isHan) {
		return slices.Contains(a.names, s)
	}
	if slices.Contains(a.listed, strings.TrimPrefix(strings.TrimPrefix(s, "the "), "The ")) {
		return true // also Max, May and Will
	}
	if c, n := phraseAt(tokenize(s), 0); c != 0 && n == len(tokenize(s)) {
		return false
	}
	return saidNames().MatchString(s)
}

// parts cuts an answer into what it says of whom; nil where any of it says something else.
func (a *asked) parts(text string) []said {
	text = strings.TrimSpace(strings.Trim(strings.TrimSpace(text), "`"))
	text = strings.TrimPrefix(text, "json\n")
	if strings.HasPrefix(text, "{") {
		return jsonParts(text)
	}
	text = tellsTruth().ReplaceAllString(plain(text), "is truthful")
	if strings.Contains(text, "(") {
		text = aside().ReplaceAllString(text, "$1")
	}
	lines := strings.Split(text, "\n")
	if rows := tableRows(lines); rows != nil {
		var out []said
		for _, r := range rows {
			if len(r.cells) < 2 {
				return nil
			}
			out = append(out, said{who: cleanSaid(r.cells[0]), what: cleanSaid(r.cells[1])})
		}
		return out
	}
	var out []said
	for _, line := range lines {
		line = othersToo().ReplaceAllString(line, "; $1")
		for _, sentence := range saidEnds().Split(cleanSaid(line), -1) {
			if sentence = cleanSaid(sentence); sentence == "" {
				continue
			}
			got := a.sentence(sentence)
			if got == nil {
				return nil
			}
			out = append(out, got...)
		}
	}
	return out
}

// twoSentences finds two sentences of a name each that "and" joins: Ann's is red and Bob's is blue.
var twoSentences = sieve.Lazy(`^(\S.*?\s+is\s+.+?)\s+and\s+(\p{Lu}\S*)\s+(is\s+.+)$`)

var saidEnds = sieve.Lazy(`[;；。！]|[.!](?:\s|$)`)

func cleanSaid(s string) string {
	s = strings.TrimSpace(strings.ReplaceAll(s, "**", ""))
	return strings.Trim(strings.TrimSpace(s[len(bullet().FindString(s)):]), " .*_,，")
}

// sentence reads a sentence, or what its commas part.
func (a *asked) sentence(s string) []said {
	if m := hanAllBut().FindStringSubmatch(s); m != nil {
		return []said{{who: m[1], what: m[2], except: true}}
	}
	if parts := strings.FieldsFunc(s, func(r rune) bool { return r == ',' || r == '，' }); len(parts) > 1 {
		var out []said
		names := "" // which stand before the part that says what they are
		for _, p := range parts {
			if p = strings.TrimSpace(p); a.name(p) {
				names += p + ", "
				continue
			}
			if m := twoSentences().FindStringSubmatch(p); m != nil && names == "" && a.name(strings.TrimSuffix(m[2], "'s")) {
				if first := a.one(m[1]); first.who != "" {
					out = append(out, first)
					p = m[2] + " " + m[3]
				}
			}
			one := a.one(names + p)
			if one.who == "" {
				out = nil
				break
			}
			out = append(out, one)
			names = ""
		}
		if out != nil && names == "" {
			return out
		}
	}
	if one := a.one(s); one.who != "" {
		return []said{one}
	}
	return nil
}

func (a *asked) one(s string) said {
	if m := allBut().FindStringSubmatch(s); m != nil {
		return said{who: m[1], what: m[2], except: true}
	}
	if m := allAreBut().FindStringSubmatch(s); m != nil {
		return said{who: m[2], what: m[1], except: true}
	}
	if who, what := a.hanSentence(s); who != "" {
		return said{who: who, what: what, sentence: true}
	}
	if m := saidIs().FindStringSubmatch(s); m != nil {
		if who := namesJoin().Split(m[2], -1); !a.name(m[1]) && !slices.ContainsFunc(who, func(w string) bool { return !a.name(w) }) && theSomethings().MatchString(m[1]) && a.holds(m[1]) != 0 {
			return said{who: m[2], what: m[1], sentence: true} // the liars are Ann and Bob
		}
		return said{who: m[1], what: m[2], sentence: true}
	}
	if m := saidPart().FindStringSubmatch(s); m != nil {
		return said{who: m[1], what: m[2]}
	}
	if m := saidDoes().FindStringSubmatch(s); m != nil {
		return said{who: m[1], what: m[2], sentence: true}
	}
	return said{}
}

// hanSentence parts a Chinese sentence that begins with names.
func (a *asked) hanSentence(s string) (who, what string) {
	rest := s
	for {
		cut := ""
		for _, n := range a.names {
			if strings.HasPrefix(rest, n) && len(n) > len(cut) {
				cut = n
			}
		}
		if cut == "" {
			break
		}
		rest = rest[len(cut):]
		who = s[:len(s)-len(rest)]
		next := strings.TrimLeft(rest, "、和与, ")
		if next == rest {
			break
		}
		rest = next
	}
	if who == "" || rest == "" || strings.ContainsAny(rest[:1], "-") || strings.HasPrefix(rest, "—") || strings.ContainsAny(rest, ":：说") && !strings.Contains(rest, "真话") && !strings.Contains(rest, "假话") {
		return "", ""
	}
	return who, rest
}

// jsonParts gives the members of an object as who is what.
func jsonParts(text string) []said {
	var object map[string]json.RawMessage
	if json.Unmarshal([]byte(text), &object) != nil {
		return nil
	}
	keys := make([]string, 0, len(object))
	for k := range object {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	var out []said
	for _, k := range keys {
		var one string
		var many []string
		switch {
		case json.Unmarshal(object[k], &one) == nil:
			out = append(out, said{who: k, what: one})
		case json.Unmarshal(object[k], &many) == nil && len(many) > 0:
			out = append(out, said{who: k, what: strings.Join(many, ", ")})
		case len(many) == 0 && string(object[k]) == "[]":
		default:
			return nil
		}
	}
	return out
}
