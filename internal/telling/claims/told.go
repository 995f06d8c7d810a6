package claims

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/internal/claimtext"
	"github.com/quandary-puzzles/quandary/internal/phrases"
	"github.com/quandary-puzzles/quandary/internal/telling"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/encode"
)

// English and Chinese sentences are read by the forms of internal/claimtext, which know how people write. Other languages are read by the words
// that explanations are told in: the table that writes them reads them.

// longestTold is how long a list of places is of which the contrary is told, in bytes: each place of a list has it.
const longestTold = 500

// english says the words by which those of other languages are known.
var english = telling.Speaker{Lang: "en"}

// toldIn are the languages that are read so. The other two are too where a layer's values have words of their own, such as "moves upwards".
var toldIn = []string{"de", "es", "ja"}

// toldForm is a way to tell that places have a mark: what stands before the list of places and behind it.
type toldForm struct {
	before, behind string
	number         bool   // a number stands behind that, which is the mark
	after          string // and this behind the number
	one            bool   // it is told of one place alone: several are told otherwise
	layer          *Layer
	mark           string
	contrary       string // how something else is told of the places {names} instead; "" where that is not known
}

var (
	toldList = regexp.MustCompile(`r\d{1,3}c\d{1,3}(?:(?:, (?:and )?| and | und | y |、|和)r\d{1,3}c\d{1,3})*`)
	// What may follow a list of places that ends a clause; other words begin one, of which the last places are the subject.
	toldEnd = regexp.MustCompile(`^(?: (?:and|so|y|e|así|pues|porque)\b| ?[^\pL ]|$)`)
	// Places as people write them out.
	toldCell = regexp.MustCompile(`(?i)\b(?:zeile|fila)\s+(\d{1,3})\s*,?\s*(?:spalte|(?:y\s+)?columna)\s+(\d{1,3})\b|(\d{1,3})行目?、?の?(\d{1,3})列目?`)
)

// told adds how the layer's claims are told in a language.
func (r *Reader) told(l *Layer, s telling.Speaker) {
	if l.None != "" && l.Domain.Kind != rules.Bools && !l.Parts {
		r.tell(l, s, encode.Present, "", "", l.None, "")
	}
	switch {
	case l.Parts:
		r.tell(l, s, encode.Joined, "", "0", "1", "")
	case l.Domain.Kind == rules.Bools:
		r.tell(l, s, encode.Holds, "", "1", "0", "")
	default:
		numbers := l.Domain.Kind == rules.Ints && len(l.Marks) == 0
		for n, mark := range l.Marks {
			if word := s.Word(l.Layer, l.Values[n]); word == mark && l.Values[n].Kind == rules.Int {
				numbers = true
			} else {
				r.tell(l, s, encode.Holds, word, mark, "", s.Word(l.Layer, l.Values[(n+1)%len(l.Values)]))
			}
		}
		if numbers {
			r.tell(l, s, encode.Holds, "{value}", "{value}", "", "")
			for n, other := range []string{"1", "2"} { // "1 Brücke", and not "1 Brücken"; and no bridge
				r.tell(l, s, encode.Holds, strconv.Itoa(n), strconv.Itoa(n), "", other)
			}
		}
	}
}

// tell adds the forms of a claim: those that it holds mean one mark, the others another; "" means nothing that is read. The contrary of a claim is
// that it does not hold, or where that is not read that another value, "" for none, does.
func (r *Reader) tell(l *Layer, s telling.Speaker, kind encode.UnknownKind, value, yes, no, other string) {
	contrary := map[telling.Form]string{}
	switch {
	case other != "":
		contrary = maps.Collect(s.Told(l.Layer, kind, other))
	case yes != "" && no != "":
		for f, text := range s.Told(l.Layer, kind, value) {
			f.Holds = !f.Holds
			contrary[f] = text
		}
	}
	for f, text := range s.Told(l.Layer, kind, value) {
		mark := yes
		if !f.Holds {
			mark = no
		}
		if mark == "" {
			continue
		}
		r.tellAs(l, mark, text, contrary[f], !f.Many)
		if because := s.Contracted(text + "ので"); because != text+"ので" { // of Japanese, where a reason follows
			r.tellAs(l, mark, because, "", !f.Many)
		}
	}
}

// tellAs adds a form.
func (r *Reader) tellAs(l *Layer, mark, text, contrary string, one bool) {
	before, behind, ok := strings.Cut(text, "{names}")
	if !ok || behind == "" && before == "" {
		return
	}
	f := toldForm{before: before, layer: l, mark: mark, contrary: contrary}
	f.behind, f.after, f.number = strings.Cut(behind, "{value}")
	known := slices.Contains(r.forms, f) // of several places, and so of one
	if f.one = one; !known && !slices.Contains(r.forms, f) {
		r.forms = append(r.forms, f)
	}
}

// long is how much of a sentence a form reads, apart from its places.
func (f toldForm) long() int { return len(f.before) + len(f.behind) + len(f.after) }

// reads reports whether a form stands around a list of places, with the mark that it tells and where it ends.
func (f toldForm) reads(sentence string, from, to int) (mark string, start, end int, ok bool) {
	start = from - len(f.before)
	end = to + len(f.behind)
	if start < 0 || end > len(sentence) || !strings.EqualFold(sentence[start:from], f.before) || sentence[to:end] != f.behind {
		return "", 0, 0, false
	}
	mark = f.mark
	if f.number {
		n := end
		for n < len(sentence) && sentence[n] >= '0' && sentence[n] <= '9' {
			n++
		}
		if mark = sentence[end:n]; mark == "" || !strings.HasPrefix(sentence[n:], f.after) {
			return "", 0, 0, false
		}
		end = n + len(f.after)
	}
	return mark, start, end, wordsAlone(sentence, start, end)
}

// wordsAlone reports whether a part of a sentence begins and ends where words do.
func wordsAlone(sentence string, start, end int) bool {
	letter := func(r rune) bool { return unicode.IsLetter(r) && r < 0x2000 || unicode.IsDigit(r) }
	before, _ := utf8.DecodeLastRuneInString(sentence[:start])
	first, _ := utf8.DecodeRuneInString(sentence[start:])
	last, _ := utf8.DecodeLastRuneInString(sentence[:end])
	behind, _ := utf8.DecodeRuneInString(sentence[end:])
	return !(letter(before) && letter(first)) && !(letter(last) && letter(behind))
}

// toldClaims reads what a sentence tells in the words of explanations, and gives the sentence without it.
func (r *Reader) toldClaims(sentence string, places [][]placeIn) ([]puzzle.Claim, string) {
	var out []puzzle.Claim
	rest := []byte(sentence)
	for from := 0; ; {
		at := toldList.FindStringIndex(sentence[from:])
		if at == nil {
			return out, string(rest)
		}
		at[0], at[1] = at[0]+from, at[1]+from
		if last := strings.LastIndexByte(sentence[:at[1]], 'r'); last > at[0] {
			// "There is none in r1c1, r1c2 is an A": the last place is the subject of another clause.
			if c, ok := r.toldAt(sentence, last, at[1]); ok && c.form.one && c.form.before == "" {
				at[1] = last
			}
		}
		from = at[1]
		c, ok := r.toldAt(sentence, at[0], at[1])
		if !ok || claimtext.Unsure(sentence, c.start, c.end) {
			continue
		}
		if c.form.behind == "" && !toldEnd.MatchString(sentence[c.end:]) && !strings.HasPrefix(sentence[c.end:], "r") {
			continue // it is not plain which places are of which clause
		}
		for n := c.start; n < c.end; n++ {
			rest[n] = '~'
		}
		for _, cell := range cellName.FindAllString(sentence[at[0]:at[1]], -1) {
			spots := r.spotsOf(cell, places)
			layer, name := (*Layer)(nil), cell
			if n := slices.IndexFunc(spots, func(s placeIn) bool { return s.layer == c.form.layer }); n >= 0 {
				layer, name = c.form.layer, spots[n].name
			}
			if claim, ok := r.claim(layer, name, c.mark); ok {
				if contrary := c.otherwise(); contrary != "" && at[1]-at[0] < longestTold {
					claim.Said = sentence[c.start:c.end]
					claim.Contrary = strings.Replace(contrary, "{names}", sentence[at[0]:at[1]], 1)
				}
				out = append(out, claim)
			}
		}
	}
}

// toldClaim is a form around a list of places, with the mark that it tells.
type toldClaim struct {
	form       toldForm
	mark       string
	start, end int
}

// otherwise tells something else of the places {names}; "" where that is not known.
func (c toldClaim) otherwise() string {
	if !c.form.number || c.form.contrary != "" {
		return c.form.contrary
	}
	marks := c.form.layer.Marks
	n := slices.Index(marks, c.mark)
	if n < 0 || len(marks) < 2 {
		return ""
	}
	return c.form.before + "{names}" + c.form.behind + marks[(n+1)%len(marks)] + c.form.after
}

// toldAt finds what is told of a list of places. Of several forms the one that reads most counts; where it tells of two layers, the sentence does not say
// of which.
func (r *Reader) toldAt(sentence string, from, to int) (c toldClaim, ok bool) {
	several := strings.Count(sentence[from:to], "r") > 1
	most := -1
	for _, f := range r.forms {
		mark, start, end, reads := f.reads(sentence, from, to)
		switch {
		case !reads || several && f.one || f.long() < most:
		case f.long() > most:
			c, ok, most = toldClaim{f, mark, start, end}, true, f.long()
		case f.layer != c.form.layer || mark != c.mark:
			ok = false
		}
	}
	return c, ok
}

// toldNames adds how a language names the places of a layer.
func (r *Reader) toldNames(l *Layer, s telling.Speaker) {
	for n, p := range l.Places {
		if p.Kind == board.Link || p.Kind == board.Edge && !slices.Contains(toldIn, s.Lang) {
			continue // a link is named by its ends; and pairForm and sideForm know how people name sides
		}
		name := s.Place(p)
		if l.Domain.Kind != rules.Bools {
			name = s.Contracted(s.Subject(l.Layer, p))
		}
		if name != l.Names[n] {
			key := strings.ToLower(name)
			r.spots[key] = append(r.spots[key], placeIn{l, l.Names[n]})
		}
	}
}

// sideNames is how a language names several sides of cells: "die Seiten oben und links von r1c1". The groups of what finds them are the sides and the cells,
// for each way to name them.
type sideNames struct {
	find, way *regexp.Regexp
	ways      map[string]string // by their words: the English ones
}

var toldSides = sync.OnceValue(func() map[string]sideNames {
	out := map[string]sideNames{}
	for _, lang := range toldIn {
		say := telling.Speaker{Lang: lang}
		s := sideNames{ways: map[string]string{}}
		var words []string
		for _, key := range []string{"ways-many", "ways"} {
			for n, word := range strings.Fields(say.Words(key)) {
				words, s.ways[word] = append(words, word), strings.Fields(english.Words("ways"))[n]
			}
		}
		way := strings.Join(words, "|")
		and := say.Words("and-way")
		for _, word := range words { // "derecho e inferior"
			if joined := say.Contracted(and + word); !strings.HasPrefix(joined, and) {
				and += "|" + strings.TrimSuffix(joined, word)
			}
		}
		holes := strings.NewReplacer(
			`\{ways\}`, `((?:`+way+`)(?:(?:`+say.Words("comma")+`|`+and+`)(?:`+way+`))*)`,
			`\{cell\}`, `(r\d{1,3}c\d{1,3}(?:(?:`+say.Words("comma")+`|`+say.Words("and")+`)r\d{1,3}c\d{1,3})*)`)
		var forms []string
		for _, key := range []string{"sides", "sides-alike", "four-sides"} {
			forms = append(forms, holes.Replace(regexp.QuoteMeta(say.Words(key))))
		}
		s.find, s.way = regexp.MustCompile(`(?i)`+strings.Join(forms, "|")), regexp.MustCompile(way)
		out[lang] = s
	}
	return out
})

// stand puts what stands in for them in the place of the sides that a sentence names.
func (s sideNames) stand(sentence string, stand func(whole, from, to string) string) string {
	return s.find.ReplaceAllStringFunc(sentence, func(whole string) string {
		var cells, ways []string
		for _, group := range s.find.FindStringSubmatch(whole)[1:] {
			group = strings.ToLower(group)
			cells = append(cells, cellName.FindAllString(group, -1)...)
			for _, word := range s.way.FindAllString(group, -1) {
				ways = append(ways, s.ways[word])
			}
		}
		if ways == nil {
			ways = strings.Fields(english.Words("ways"))
		}
		var out []string
		for _, cell := range cells {
			for _, way := range ways {
				out = append(out, stand(whole, cell, beside(cell, way)))
			}
		}
		return strings.Join(out, "和")
	})
}

// What a rule says is a reason and no claim, where it stands as explanations have it: behind a conclusion, with others, to the end of the sentence or of the brackets.
var (
	reasonBegins = regexp.MustCompile(`(?:: |, denn |：|。|\(|（)`)
	reasonGoesOn = regexp.MustCompile(`^(?:, (?:and |und |y )?|，且?|だ?からであり、|。また)`)
	reasonEnds   = regexp.MustCompile(`^(?:[.。)）]|だ?からである|$)`)
)

// Reasons gives what finds the sentences of what rules say, in every language, at the beginning of a text.
func Reasons(f *rules.File) *regexp.Regexp {
	var all []string
	for _, lang := range phrases.Languages() {
		say := telling.Speaker{Lang: lang}
		said := append(strings.Split(say.Words("goes-on"), "|"), say.Words("goes-on-there"))
		for _, rule := range f.Rules {
			if text := rule.Holds[lang]; text != "" {
				said = append(said, text)
				for _, gap := range []string{"gap-only", "gap-tight", "gap-few"} {
					said = append(said, text+say.Words("direct-gaps", "gaps", say.Words(gap)))
				}
			}
		}
		said = append(said, say.OwnReasons()...)
		for n, text := range said {
			said[n] = anyFilled(strings.TrimSuffix(text, "である"))
		}
		one := "(?:" + strings.Join(said, "|") + ")(?:である)?"
		for _, key := range []string{"likewise-for", "likewise-of"} {
			all = append(all, strings.Replace(anyFilled(say.Words(key, "first", "\x00")), "\x00", one, 1))
		}
		all = append(all, one)
	}
	return regexp.MustCompile(`^(?i:` + strings.Join(all, "|") + `)`)
}

// anyFilled gives what finds a sentence however it is filled in. What it ends with goes as far as the sentence does.
func anyFilled(text string) string {
	const other = `[^.:。：()（）]+`
	expr, at := "", 0
	for _, hole := range filled.FindAllStringIndex(text, -1) {
		expr += regexp.QuoteMeta(text[at:hole[0]]) + other
		if at = hole[1]; at < len(text) {
			expr += "?"
		}
	}
	return quotedForms.ReplaceAllStringFunc(expr+regexp.QuoteMeta(text[at:]), func(forms string) string {
		m := quotedForms.FindStringSubmatch(forms)
		one, other := m[1], m[2]
		if len(one) < len(other) { // the first that fits is taken, and "cell" begins "cells"
			one, other = other, one
		}
		return "(?:" + one + "|" + other + ")"
	})
}

// filled finds what a sentence fills in.
var filled = regexp.MustCompile(`\{[^{}]*\}`)

// quotedForms finds a word in two forms, in a sentence that is quoted for an expression.
var quotedForms = regexp.MustCompile(`\\\[(.*?)\\\|(.*?)\\\]`)

// Bounds on the reasons of a sentence: how many places are looked at where one may begin, and how long one is, in bytes. No explanation comes near them.
const (
	mostReasons   = 100
	longestReason = 1000
)

// withoutReasons takes out of a sentence what rules say.
func (r *Reader) withoutReasons(sentence string) string {
	var out strings.Builder
	for n := 0; ; n++ {
		at := reasonBegins.FindStringIndex(sentence)
		if at == nil || n == mostReasons {
			return out.String() + sentence
		}
		out.WriteString(sentence[:at[1]])
		sentence = sentence[at[1]:]
		if end := r.reasonsTo(sentence); end > 0 {
			out.WriteByte('~')
			sentence = sentence[end:]
		}
	}
}

// reasonsTo reads reasons from the beginning of a text and gives where they end; 0 where it does not begin with them, or something else stands behind them.
func (r *Reader) reasonsTo(text string) int {
	for at := 0; ; {
		said := r.reasons.FindStringIndex(text[at:min(len(text), at+longestReason)])
		if said == nil {
			return 0
		}
		at += said[1]
		if reasonEnds.MatchString(text[at:]) {
			return at
		}
		next := reasonGoesOn.FindStringIndex(text[at:])
		if next == nil {
			return 0
		}
		at += next[1]
	}
}
