package telling_test

import (
	"context"
	"fmt"
	"iter"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/board"
	deduce "github.com/quandary-puzzles/quandary/deduce/declared"
	"github.com/quandary-puzzles/quandary/internal/kinds/declared"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/encode"
	"github.com/quandary-puzzles/quandary/solve"
	"github.com/quandary-puzzles/quandary/solve/native"
)

// teller reads explanations back. It shares no code with what writes them: only the names of places (board.Board.Say), the sentences of
// the rules file, and how the words of a claim stand.
type teller struct {
	b     *rules.Board
	enc   *encode.Encoding
	lang  string
	in    speech
	names map[string]board.Place
	// corners are the places where lines meet, by name.
	corners map[string][]board.Place
	placed  []claim       // numbers that the sentence at hand says where they are, beside its facts
	ends    []board.Place // of the sides that the sentence at hand concludes something of
	these   []string      // the places that it concludes something of
	as      []sentencePattern
	known   []sentencePattern // of techniques
	held    []sentencePattern // what rules say where they hold
	gaps    []gap             // of the sentence at hand, as far as it was read
	amounts []amount          // of so many cells of a place, by the number of the word that stands for it
	shown   []encode.Instance // what no sentence needs to name; nil: not worked out yet
	told    [][]claim         // what the sentences before have concluded

	gapsRead  int
	turnsRead int // sentences within suppositions that were proved
}

// sentencePattern is a rule's sentence as an expression, with what stands at its places.
type sentencePattern struct {
	rule string
	re   *regexp.Regexp
	keys []string
}

// number is a word in two forms, one of which goes with the number before it.
var number = regexp.MustCompile(`\\\[(.*?)\\\|(.*?)\\\]`)

var hole = regexp.MustCompile(`\{([^}]*)\}`)

// cellName finds a cell in the name of a place.
var cellName = regexp.MustCompile(`r\d+c\d+`)

// listener gives a reader of what is told of a board, and a solver that proves what it reads.
func listener(t *testing.T, b *rules.Board, lang string) (*teller, solve.Session) {
	t.Helper()
	enc, err := encode.New(t.Context(), b, encode.Options{Loose: true})
	if err != nil {
		t.Fatal(err)
	}
	s, err := native.New().Open(t.Context(), enc.Problem, solve.Budget{})
	if err != nil {
		t.Fatal(err)
	}
	return newTeller(t, b, enc, lang), s
}

func newTeller(t *testing.T, b *rules.Board, enc *encode.Encoding, lang string) *teller {
	t.Helper()
	r := &teller{b: b, enc: enc, lang: lang, in: speeches[lang], names: map[string]board.Place{}, corners: map[string][]board.Place{}}
	for _, p := range b.Geo.All(board.Cell) {
		r.names[b.Geo.Say(p, lang)] = p
		r.corners[b.Geo.Say(p, lang)] = []board.Place{p}
		for k, e := range b.Geo.Edges(p) {
			r.names[fmt.Sprintf("side%s%d", b.Geo.Name(p), k)] = e
		}
	}
	for _, p := range b.Geo.All(board.Corner) {
		r.corners[b.Geo.Say(p, lang)] = []board.Place{p}
	}
	for _, p := range b.Geo.All(board.Link) {
		ends := b.Geo.Cells(p)
		r.names["link"+b.Geo.Name(ends[0])+b.Geo.Name(ends[1])] = p
		r.names["link"+b.Geo.Name(ends[1])+b.Geo.Name(ends[0])] = p
	}
	pattern := func(rule *rules.Rule, texts rules.Texts) (p sentencePattern, ok bool) {
		text := unjoined(strings.TrimRight(texts.In(lang), ".。"), lang)
		if text == "" {
			return p, false
		}
		p = sentencePattern{rule: rule.Name}
		expr, at := "", 0
		literal := func(from, to int) string {
			return number.ReplaceAllString(regexp.QuoteMeta(text[from:to]), "(?:${1}|${2})")
		}
		for _, m := range hole.FindAllStringSubmatchIndex(text, -1) {
			expr += literal(at, m[0]) + "(.+?)"
			p.keys = append(p.keys, text[m[2]:m[3]])
			at = m[1]
		}
		p.re = regexp.MustCompile("(?i)^(?:" + expr + literal(at, len(text)) + ")$")
		return p, true
	}
	for _, rule := range b.File.Rules {
		if p, ok := pattern(rule, rule.Text); ok {
			r.as = append(r.as, p)
		}
		if p, ok := pattern(rule, rule.Holds); ok {
			r.held = append(r.held, p)
		}
	}
	for _, tech := range b.File.Techniques {
		if p, ok := pattern(tech.Rule, tech.Text); ok {
			r.known = append(r.known, p)
		}
	}
	return r
}

// speech is how a language puts sentences together, for the reader.
type speech struct {
	list                *regexp.Regexp // between places, and between values
	room                string         // %s is its first cell
	and                 []string       // between claims
	otherwise, so, or   string         // of a step: what follows, what is broken otherwise
	behind              string         // stands behind what is broken
	because, becauseEnd string         // of a technique
	semicolon           string
	then, either        *regexp.Regexp // if this and that, then others; or one of two
	// Of suppositions: what is known, how it goes on, and what follows; what is broken whatever is tried, otherwise, and at last.
	suppose, tried, by, but *regexp.Regexp
	likewise                string // before what follows by the same rules
	next, last              string // before what follows next, and before what is broken at last
}

var speeches = map[string]speech{
	"en": {regexp.MustCompile(`, | and | n?or `), "the room of %s", []string{" and ", ", "}, ": otherwise ", ", so ", ", or ", "", ": ", "", "; ",
		regexp.MustCompile(`^[Ii]f (.+), then (.+)$`), regexp.MustCompile(`^(.+?) or (.+)$`),
		regexp.MustCompile(`^(?:(.+?)\. )?Suppose that (.+?)\. Then(.*?)\. So (.+)\.$`), regexp.MustCompile(`^, whatever is tried, (.*)$`),
		regexp.MustCompile(`\((otherwise )?((?:[^()]|\([^()]*\))+)\)`), regexp.MustCompile(`^.*\. But (.+)$`), ", and by the same rules ", ". Then ", ". But "},
	"zh": {regexp.MustCompile(`、|和|或`), "%s所在的区域", []string{"，", "和", "、"}, "；否则", "，所以", "，或者", "", "：", "", "；",
		regexp.MustCompile(`^若(.+)，则(.+)$`), regexp.MustCompile(`^(.+?)，或者(.+)$`),
		regexp.MustCompile(`^(?:(.+?)。)?假设(.+?)。那么(.*?)。所以(.+)。$`), regexp.MustCompile(`^无论怎样尝试，(.*)$`),
		regexp.MustCompile(`（(否则)?((?:[^（）]|（[^（）]*）)+)）`), regexp.MustCompile(`^.*。但是(.+)$`), "，由同样的规则", "。那么", "。但是"},
	"de": {regexp.MustCompile(`, | und | oder | noch `), "Raum %s", []string{" und ", ", "}, "; sonst gilt: ", ", also ", ", oder: ", "", ", denn ", "", "; ",
		regexp.MustCompile(`^(?:gilt: )?(.+), so (.+)$`), regexp.MustCompile(`^(?:gilt: )?(.+?) oder (.+)$`),
		regexp.MustCompile(`^(?:(.+?)\. )?Angenommen, (.+?)\. Dann (.*?)\. Also (.+)\.$`), regexp.MustCompile(`^gilt, was man auch versucht: (.*)$`),
		regexp.MustCompile(`\((sonst gilt: )?((?:[^()]|\([^()]*\))+)\)`), regexp.MustCompile(`^(?:.*\. Aber es )?gilt: (.+)$`), ", und nach denselben Regeln ", ". Dann ", ". Aber es gilt: "},
	"es": {regexp.MustCompile(`, | y | ni | o `), "la sala de %s", []string{" y ", ", y ", ", "}, ": si no, ", ", así que ", ", o bien ", "", ": ", "", "; ",
		regexp.MustCompile(`^[Ss]i (.+), entonces (.+)$`), regexp.MustCompile(`^(.+?) o (.+)$`),
		regexp.MustCompile(`^(?:(.+?)\. )?Supongamos que (.+?)\. Entonces(.*?)\. Por tanto, (.+)\.$`), regexp.MustCompile(`^, se pruebe lo que se pruebe, (.*)$`),
		regexp.MustCompile(`\((si no, )?((?:[^()]|\([^()]*\))+)\)`), regexp.MustCompile(`^.*\. Pero (.+)$`), ", y por las mismas reglas ", ". Entonces ", ". Pero "},
	"ja": {regexp.MustCompile(`、|か|でも`), "%sの部屋", []string{"、"}, "。そうでないと、", "ので、", "か、または", "ことになる", "。", "からである", "。また、",
		regexp.MustCompile(`^(.+)なら、(.+)$`), regexp.MustCompile(`^(.+?)か、または(.+)$`),
		regexp.MustCompile(`^(?:(.+?)。)?([^。]+)とする。すると、(.*)ことになる。よって、(.+)。$`), regexp.MustCompile(`^どう試しても、(.*)$`),
		regexp.MustCompile(`（(そうでないと)?((?:[^（）]|（[^（）]*）)+)）`), regexp.MustCompile(`^.*。しかし、(.+)$`), "。同じ規則から、", "。さらに、", "。しかし、"},
}

// oneSentence makes one sentence of those of a step that is told in several, by language: pairs.
var oneSentence = map[string][]string{
	"en": {". So ", ", so ", ". Otherwise ", ": otherwise ", ". ", "; "}, "zh": {"。所以", "，所以", "。否则", "；否则", "。", "；"},
	"de": {". Also ", ", also ", ". Sonst gilt: ", "; sonst gilt: ", ". ", "; "}, "es": {". Así que ", ", así que ", ". Si no, ", ": si no, ", ". ", "; "},
	"ja": {"。よって、", "ので、", "。そうでないと、", "。そうでないと、"},
}

// list splits a list of places or values.
func (r *teller) list(text string) []string {
	const from = "から" // in Japanese no "or"
	out := r.in.list.Split(strings.ReplaceAll(text, from, "\x00"), -1)
	for n := range out {
		out[n] = strings.ReplaceAll(out[n], "\x00", from)
	}
	return out
}

// inRow matches numbers in a row, of which the first and the last are said.
var inRow = map[string]*regexp.Regexp{"en": regexp.MustCompile(`^(\d+) to (\d+)$`), "zh": regexp.MustCompile(`^(\d+)至(\d+)$`), "de": regexp.MustCompile(`^(\d+) bis (\d+)$`),
	"es": regexp.MustCompile(`^(\d+) a (\d+)$`), "ja": regexp.MustCompile(`^(\d+)〜(\d+)$`)}

// spread splits a list of values, and says numbers in a row one by one.
func (r *teller) spread(text string) (out []string) {
	for _, v := range r.list(text) {
		m := inRow[r.lang].FindStringSubmatch(v)
		if m == nil {
			out = append(out, v)
			continue
		}
		first, _ := strconv.Atoi(m[1])
		last, _ := strconv.Atoi(m[2])
		for n := first; n <= last; n++ {
			out = append(out, strconv.Itoa(n))
		}
	}
	return out
}

// cellList matches several cells.
func (r *teller) cellList() *regexp.Regexp {
	return regexp.MustCompile(`r\d+c\d+(?:(?:` + r.in.list.String() + `)r\d+c\d+)+`)
}

// framed adds to names of places those of which only the cell is said: in "the top side of r1c1 or r1c2" the top side of r1c2.
func (r *teller) framed(names []string) []string {
	out := slices.Clone(names)
	for _, name := range names {
		for _, cell := range names {
			if at := cellName.FindAllString(name, -1); len(at) == 1 && at[0] != name && cellName.FindString(cell) == cell {
				out = append(out, strings.Replace(name, at[0], cell, 1))
			}
		}
	}
	return out
}

// mixed reports whether a list has cells before places of another sort: then what stands there are two clauses. In Chinese and Japanese what is alike in names
// stands behind the cells.
func (r *teller) mixed(text string) bool {
	if r.lang == "zh" || r.lang == "ja" {
		return false
	}
	names := r.list(text)
	bare := func(name string) bool { return cellName.FindString(name) == name }
	return len(names) > 1 && bare(names[0]) && slices.ContainsFunc(names, func(name string) bool { return !bare(name) && cellName.MatchString(name) })
}

// value gives what a hole of a sentence stands for in an instance.
func (r *teller) value(key string, in encode.Instance) string {
	bound := func(name string) any {
		for _, b := range in.Bound {
			if b.Name == name {
				return b.Value
			}
		}
		return nil
	}
	say := func(v any) string {
		p, ok := v.(board.Place)
		if !ok {
			return fmt.Sprint(v)
		}
		if name := r.b.Geo.Say(p, r.lang); name != "" {
			return name
		}
		if cells := r.b.Cells(p); len(cells) > 0 {
			return fmt.Sprintf(r.in.room, r.b.Geo.Say(cells[0], r.lang))
		}
		return "?"
	}
	if v := bound(key); v != nil {
		return say(v)
	}
	if p, ok := bound(strings.TrimSuffix(key, ".at")).(board.Place); ok && len(r.b.Cells(p)) == 1 {
		return say(r.b.Cells(p)[0])
	}
	if n, ok := r.b.Params[key]; ok {
		return fmt.Sprint(n)
	}
	outer, inner, ok := strings.Cut(strings.TrimSuffix(key, "]"), "[")
	if !ok {
		return "?"
	}
	if list, ok := bound(outer).([]any); ok {
		var n int
		fmt.Sscan(inner, &n)
		if n < len(list) {
			return say(list[n])
		}
	}
	if l := r.b.File.Layer(outer); l != nil {
		if p, ok := bound(inner).(board.Place); ok {
			return r.b.Value(l, p).String()
		}
	}
	return "?"
}

// oneOfThese stands for one of the cells of which a sentence has just concluded something.
var oneOfThese = map[string]*regexp.Regexp{"en": regexp.MustCompile(`(?i)(at )?one of these cells`), "zh": regexp.MustCompile(`()这些格之一`),
	"de": regexp.MustCompile(`(?i)(in )?einer? dieser Zellen`), "es": regexp.MustCompile(`(?i)(de )?una de esas celdas`), "ja": regexp.MustCompile(`()それらのマスの一つ`)}

// cellsIn lists names as sentences do.
func (r *teller) cellsIn(names []string) string {
	if r.lang == "zh" || r.lang == "ja" {
		return strings.Join(names, "、")
	}
	return strings.Join(names, ", ")
}

// broken reads a sentence that says that rules are broken, as the instances that it can mean; or, behind the sign of reasons, what rules say.
func (r *teller) broken(text string) []encode.Instance {
	if text, ok := strings.CutPrefix(text, holding); ok {
		return r.says(text)
	}
	text = r.spelt(text, oneOfThese[r.lang], r.broken)
	if by := r.gapsOf(text); by != nil {
		return by
	}
	if on := r.goOn(text); on != nil {
		return on
	}
	if by := r.closing(text); by != nil {
		return by
	}
	if by := r.ofPart(text); by != nil {
		return by
	}
	if by := r.following(text); by != nil {
		return by
	}
	if lyingWithin[r.lang].MatchString(text) {
		return slices.DeleteFunc(slices.Clone(r.enc.Instances), func(in encode.Instance) bool { return in.Rule != "area.wall" })
	}
	if out := r.pairs(text); out != nil {
		return out
	}
	return r.match(r.as, text)
}

// match gives the instances of rules that a sentence of one of some patterns can mean.
func (r *teller) match(patterns []sentencePattern, text string) []encode.Instance {
	var out []encode.Instance // several rules may have one sentence
	sentence := ""
	for _, p := range patterns {
		m := p.re.FindStringSubmatch(text)
		if m == nil || sentence != "" && sentence != p.re.String() || slices.ContainsFunc(m[1:], func(name string) bool { return strings.Contains(name, alsoWord[r.lang]) }) {
			continue
		}
		if slices.ContainsFunc(m[1:], r.mixed) {
			continue
		}
		groups := make([][]string, len(p.keys))
		for n := range p.keys {
			groups[n] = append(r.framed(r.spread(m[n+1])), m[n+1])
			if cells := r.cellList().FindString(m[n+1]); cells != "" { // within a name
				for _, cell := range cellName.FindAllString(cells, -1) {
					groups[n] = append(groups[n], strings.Replace(m[n+1], cells, cell, 1))
				}
			}
		}
		for _, in := range r.enc.Instances {
			if in.Rule != p.rule {
				continue
			}
			fits, turned := true, len(p.keys) == 2
			for n, key := range p.keys {
				fits = fits && slices.Contains(groups[n], r.value(key, in))
				turned = turned && slices.Contains(groups[1-n], r.value(key, in))
			}
			if fits || turned {
				out = append(out, in)
			}
		}
		if len(out) > 0 {
			sentence = p.re.String()
		}
	}
	return out
}

// pairsOf finds several pairs of cells of which a sentence speaks, by language: pair and next; the second cell may be one of several.
var pairsOf = map[string]struct{ all, one *regexp.Regexp }{}

func init() {
	for lang, w := range map[string]struct{ with, list, last, end string }{
		"en": {` and `, `, | or `, `, or `, `,?`}, "zh": {`和|与`, `、|或`, `，或`, ``}, "de": {` und `, `, | oder `, `, oder `, ``},
		"es": {` y `, `, | o `, `, o `, `,?`}, "ja": {`と`, `、|か`, `、もしくは`, ``},
	} {
		cell := `r\d+c\d+`
		one := cell + `(?:–|` + w.with + `)` + cell + `(?:(?:` + w.list + `)` + cell + `\b)*`
		next := strings.SplitN(w.list, "|", 2)[0]
		pairsOf[lang] = struct{ all, one *regexp.Regexp }{regexp.MustCompile(one + `(?:` + next + one + `)*` + w.last + one + w.end), regexp.MustCompile(cell + `(?:–|` + w.with + `)` + cell)}
	}
}

// pairs reads a sentence about several pairs of cells as one about each.
func (r *teller) pairs(text string) (out []encode.Instance) {
	at := pairsOf[r.lang].all.FindStringIndex(text)
	if at == nil {
		return nil
	}
	said := text[at[0]:at[1]]
	begins := pairsOf[r.lang].one.FindAllStringIndex(said, -1)
	for n, b := range begins {
		end := len(said)
		if n+1 < len(begins) {
			end = begins[n+1][0]
		}
		cells := cellName.FindAllStringIndex(said[b[0]:end], -1)
		begin, rest := text[:at[0]]+said[b[0]:b[0]+cells[len(cells)-1][1]], text[at[1]:]
		one := r.broken(begin + rest)
		if one == nil && strings.HasSuffix(said, ",") { // the sentence has the comma also where it speaks of one pair
			one = r.broken(begin + "," + rest)
		}
		if one == nil {
			return nil
		}
		out = append(out, one...)
	}
	return out
}

// claim is that a cell has a value, or has not; of truth values, that it is so.
type claim struct {
	at    board.Place
	layer *rules.Layer
	value string // "" of truth values
	holds bool

	amount  *amount // of so many cells that have it
	divided bool    // it is about a division: a link lies within a part, or (value) how many cells the part of a cell has
}

// claimForms are the words of claims, by language: places first, then what is said.
var claimForms = map[string][]struct {
	re    *regexp.Regexp
	holds bool
	truth bool
}{
	"en": {
		{regexp.MustCompile(`^(?P<a>.+?) (?:does|do) not move (?P<said>[\w ,]+)$`), false, false},
		{regexp.MustCompile(`^(?P<a>.+?) moves? (?P<said>\w+)$`), true, false},
		{regexp.MustCompile(`^(?P<a>.+?) (?:is|are) not (?P<said>shaded|drawn)$`), false, true},
		{regexp.MustCompile(`^(?P<a>.+?) (?:is|are) (?P<said>shaded|drawn)$`), true, true},
		{regexp.MustCompile(`^(?P<a>.+?) (?:is|are) (?P<said>land)$`), false, true},
		{regexp.MustCompile(`^(?P<a>.+?) (?:is|are) (?P<said>sea)$`), true, true},
		{regexp.MustCompile(`^(?P<a>.+?) (?:has|have) no (?P<said>\w+)$`), false, true},
		{regexp.MustCompile(`^(?P<a>.+?) (?:has|have) a (?P<said>\w+)$`), true, true},
		{regexp.MustCompile(`^(?:[Nn]either|[Nn]one of) (?P<a>.+?) is (?P<said>an? [\w ,]+)$`), false, false},
		{regexp.MustCompile(`^(?P<a>.+?) is neither (?P<said>[\w ,]+)$`), false, false},
		{regexp.MustCompile(`^(?P<a>.+?) are each (?P<said>an? [\w ]+)$`), true, false},
		{regexp.MustCompile(`^(?P<a>.+?) (?:is|are) not (?P<said>[\w ,]+)$`), false, false},
		{regexp.MustCompile(`^(?P<a>.+?) (?:is|are) (?P<said>(?:an? )?\w+)$`), true, false},
	},
	"zh": {
		{regexp.MustCompile(`^(?P<a>.+?)不(?P<said>向[\p{Han}、]+)移动$`), false, false},
		{regexp.MustCompile(`^(?P<a>.+?)(?P<said>向\p{Han})移动$`), true, false},
		{regexp.MustCompile(`^(?P<a>.+?)不(?P<said>涂黑|画线)$`), false, true},
		{regexp.MustCompile(`^(?P<a>.+?)(?P<said>涂黑|画线)$`), true, true},
		{regexp.MustCompile(`^(?P<a>.+?)是(?P<said>陆地)$`), false, true},
		{regexp.MustCompile(`^(?P<a>.+?)是(?P<said>海)$`), true, true},
		{regexp.MustCompile(`^(?P<a>.+?)没有(?P<said>[^和、；，]+)$`), false, true},
		{regexp.MustCompile(`^(?P<a>.+?)有(?P<said>[^和、；，]+)$`), true, true},
		{regexp.MustCompile(`^(?P<a>.+?)不是(?P<said>[\p{Han}\w、]+)$`), false, false},
		{regexp.MustCompile(`^(?P<a>.+?)是(?P<said>\w+|\p{Han}+)$`), true, false},
	},
	"de": {
		{regexp.MustCompile(`(?i)^(?:(?P<a>.+?) rück(?:t|en)|rück(?:t|en) (?P<b>.+?)) nicht (?P<said>nach [\p{L} ,]+)$`), false, false},
		{regexp.MustCompile(`(?i)^(?:(?P<a>.+?) rück(?:t|en)|rück(?:t|en) (?P<b>.+?)) (?P<said>nach \p{L}+)$`), true, false},
		{regexp.MustCompile(`(?i)^(?:(?P<a>.+?) (?:ist|sind)|(?:ist|sind) (?P<b>.+?)) (?P<said>Land)$`), false, true},
		{regexp.MustCompile(`(?i)^(?:(?P<a>.+?) (?:ist|sind)|(?:ist|sind) (?P<b>.+?)) (?P<said>Meer)$`), true, true},
		{regexp.MustCompile(`(?i)^(?:(?P<a>.+?) (?:gehört|gehören)|(?:gehört|gehören) (?P<b>.+?)) nicht zur (?P<said>Linie)$`), false, true},
		{regexp.MustCompile(`(?i)^(?:(?P<a>.+?) (?:gehört|gehören)|(?:gehört|gehören) (?P<b>.+?)) zur (?P<said>Linie)$`), true, true},
		{regexp.MustCompile(`(?i)^(?:(?P<a>.+?) (?:ist|sind)|(?:ist|sind) (?P<b>.+?)) nicht (?P<said>schwarz)$`), false, true},
		{regexp.MustCompile(`(?i)^(?:(?P<a>.+?) (?:ist|sind)|(?:ist|sind) (?P<b>.+?)) (?P<said>schwarz)$`), true, true},
		{regexp.MustCompile(`(?i)^(?:bei (?P<a>.+?) (?:steht|liegt)|(?:steht|liegt) bei (?P<b>.+?)) keine? (?P<said>\p{L}+)$`), false, true},
		{regexp.MustCompile(`(?i)^(?:bei (?P<a>.+?) (?:steht|liegt)|(?:steht|liegt) bei (?P<b>.+?)) (?:je )?eine? (?P<said>\p{L}+)$`), true, true},
		{regexp.MustCompile(`(?i)^(?:(?P<a>.+?) (?:bleibt|bleiben)|(?:bleibt|bleiben) (?P<b>.+?)) ohne (?P<said>\p{L}+)$`), false, true},
		{regexp.MustCompile(`(?i)^(?:(?P<a>.+?) (?:bildet|bilden)|(?:bildet|bilden) (?P<b>.+?)) kein (?P<said>Paar)$`), false, true},
		{regexp.MustCompile(`(?i)^(?:(?P<a>.+?) (?:bildet|bilden)|(?:bildet|bilden) (?P<b>.+?)) (?:je )?ein (?P<said>Paar)$`), true, true},
		{regexp.MustCompile(`(?i)^(?:weder (?P<a>.+?) ist|ist weder (?P<b>.+?\d)) (?P<said>eine? \p{L}+(?: oder eine? \p{L}+)*)$`), false, false},
		{regexp.MustCompile(`(?i)^(?:(?P<a>.+?) ist|ist (?P<b>.+?)) weder (?P<said>eine? \p{L}+(?: noch eine? \p{L}+)*)$`), false, false},
		{regexp.MustCompile(`(?i)^(?:(?P<a>.+?) (?:ist|sind)|(?:ist|sind) (?P<b>.+?)) k(?P<said>eine? \p{L}+)$`), false, false},
		{regexp.MustCompile(`(?i)^(?:(?P<a>.+?) sind je|sind (?P<b>.+?) je|(?P<c>.+?) ist|ist (?P<d>.+?\d)) (?P<said>eine? \p{L}+)$`), true, false},
		{regexp.MustCompile(`(?i)^(?:(?P<a>.+?) (?:ist|sind)|(?:ist|sind) (?P<b>.+?)) nicht (?P<said>[\w ,]+)$`), false, false},
		{regexp.MustCompile(`(?i)^(?:(?P<a>.+?) (?:ist|sind)|(?:ist|sind) (?P<b>.+?) gleich) (?P<said>\w+)$`), true, false},
	},
	"es": {
		{regexp.MustCompile(`^(?P<a>.+?) no se mueven? (?P<said>hacia [\p{L} ,]+)$`), false, false},
		{regexp.MustCompile(`^(?P<a>.+?) se mueven? (?P<said>hacia [\p{L} ]+)$`), true, false},
		{regexp.MustCompile(`^(?P<a>.+?) (?:es|son) (?P<said>tierra)$`), false, true},
		{regexp.MustCompile(`^(?P<a>.+?) (?:es|son) (?P<said>mar)$`), true, true},
		{regexp.MustCompile(`^(?P<a>.+?) no están? (?P<said>sombreadas?)$`), false, true},
		{regexp.MustCompile(`^(?P<a>.+?) están? (?P<said>sombreadas?)$`), true, true},
		{regexp.MustCompile(`^[Nn]o hay (?P<said>\p{L}+) en (?P<a>.+)$`), false, true},
		{regexp.MustCompile(`^[Hh]ay (?P<said>\p{L}+) en (?P<a>.+)$`), true, true},
		{regexp.MustCompile(`^[Nn]i (?P<a>.+?) es (?P<said>una? [\p{L} ]+)$`), false, false},
		{regexp.MustCompile(`^(?P<a>.+?) no (?P<one>es) (?P<said>una? \p{L}+(?:(?:,| ni) una? \p{L}+)*)$`), false, false},
		{regexp.MustCompile(`^(?P<a>.+?) son (?P<said>una? \p{L}+) cada una$`), true, false},
		{regexp.MustCompile(`^(?P<a>.+?) (?P<one>es) (?P<said>una? \p{L}+)$`), true, false},
		{regexp.MustCompile(`^(?P<a>.+?) no (?:(?P<one>es)|son) (?P<said>[\w ,]+)$`), false, false},
		{regexp.MustCompile(`^(?P<a>.+?) (?:(?P<one>es)|son) (?P<said>\w+)$`), true, false},
	},
	"ja": {
		{regexp.MustCompile(`^(?P<a>.+?)[はが](?P<said>[上右下左、]+)へは(?:動かない|動かず)$`), false, false},
		{regexp.MustCompile(`^(?P<a>.+?)[はが](?P<said>[上右下左])へ(?:動く|動き)$`), true, false},
		{regexp.MustCompile(`^(?P<a>.+?)[はが](?P<said>陸)(?:で(?:ある|あり)|な)?$`), false, true},
		{regexp.MustCompile(`^(?P<a>.+?)[はが](?P<said>海)(?:で(?:ある|あり)|な)?$`), true, true},
		{regexp.MustCompile(`^(?P<a>.+?)には?(?P<said>線)を(?:引かない|引かず)$`), false, true},
		{regexp.MustCompile(`^(?P<a>.+?)には?(?P<said>線)を(?:引く|引き)$`), true, true},
		{regexp.MustCompile(`^(?P<a>.+?)[はが](?P<said>黒マス)では(?:ない|なく)$`), false, true},
		{regexp.MustCompile(`^(?P<a>.+?)[はが](?P<said>黒マス)(?:で(?:ある|あり)|な)?$`), true, true},
		{regexp.MustCompile(`^(?P<a>.+?)には?(?P<said>[^、。]+)が(?:入らない|入らず)$`), false, true},
		{regexp.MustCompile(`^(?P<a>.+?)には?(?P<said>[^、。]+)が(?:入る|入り)$`), true, true},
		{regexp.MustCompile(`^(?P<a>.+?)には?(?P<said>[^、。]+)が(?:ない|なく)$`), false, true},
		{regexp.MustCompile(`^(?P<a>.+?)には?(?P<said>[^、。]+)が(?:ある|あり)$`), true, true},
		{regexp.MustCompile(`^(?P<a>.+?)[はが](?P<said>[\p{L}\w〜]+(?:でも[\p{L}\w〜]+?)+)でも(?:ない|なく)$`), false, false},
		{regexp.MustCompile(`^(?P<a>.+?)[はが](?P<said>[\p{L}\w〜]+)では(?:ない|なく)$`), false, false},
		{regexp.MustCompile(`^(?P<a>.+?)[はが](?P<said>[\p{L}\w]+?)(?:で(?:ある|あり)|な)?$`), true, false},
	},
}

// numberForms are the words of what a number can still be, by language: at most or at least so much, or one of a few (of).
var numberForms = map[string][]*regexp.Regexp{
	"en": {regexp.MustCompile(`^(?P<a>.+?) (?:is|are) (?:at (?:(?P<most>most)|least) (?P<n>\d+)|(?P<of>\d+(?:, \d+)* or \d+))$`)},
	"zh": {regexp.MustCompile(`^(?P<a>.+?)(?:(?P<most>至多)是(?P<n>\d+)|(?P<of>是\d+(?:、\d+)*或\d+))$`), regexp.MustCompile(`^(?P<a>.+?)至少是(?P<n>\d+)$`)},
	"de": {regexp.MustCompile(`(?i)^(?:(?P<a>.+?) (?:ist|sind)|(?:ist|sind) (?P<b>.+?)) (?:(?P<most>höchstens)|mindestens) (?P<n>\d+)$`),
		regexp.MustCompile(`(?i)^(?:(?P<a>.+?) (?:ist|sind)|(?:ist|sind) (?P<b>.+?) gleich) (?P<of>\d+(?:, \d+)* oder \d+)$`)},
	"es": {regexp.MustCompile(`^(?P<a>.+?) (?:es|son) (?:como (?:(?P<most>máximo)|mínimo) (?P<n>\d+)|(?P<of>\d+(?:, \d+)* o \d+))$`)},
	"ja": {regexp.MustCompile(`^(?P<a>.+?)[はが](?:(?P<n>\d+)以(?:(?P<most>下)|上)|(?P<of>\d+(?:、\d+)*か\d+))(?:で(?:ある|あり)|な)?$`)},
}

// numbers reads what numbers can still be, as what they are not; ok is false where a text says something else.
func (r *teller) numbers(text string) (out []claim, ok bool) {
	for _, re := range numberForms[r.lang] {
		m := re.FindStringSubmatch(text)
		if m == nil {
			continue
		}
		group := func(name string) string {
			if n := re.SubexpIndex(name); n >= 0 {
				return m[n]
			}
			return ""
		}
		var n int64
		fmt.Sscan(group("n"), &n)
		few := regexp.MustCompile(`\d+`).FindAllString(group("of"), -1)
		for _, name := range r.list(group("a") + group("b")) {
			at, known := r.names[name]
			if !known {
				return nil, false
			}
			for _, u := range r.enc.Variables() {
				v, isVar := r.enc.Problem.VarOf(u.Term)
				if !isVar || u.Place != at || u.Kind != encode.Holds || u.Layer.Domain.Kind != rules.Ints || r.enc.Problem.Sort(u.Term) != model.Int {
					continue
				}
				d := r.enc.Problem.Variable(v).Domain
				lo, _ := d.Lo.Int64()
				hi, _ := d.Hi.Int64()
				for k := lo; k <= hi; k++ {
					may := slices.Contains(few, fmt.Sprint(k))
					switch {
					case group("most") != "":
						may = k <= n
					case few == nil:
						may = k >= n
					}
					if !may {
						out = append(out, claim{at: at, layer: u.Layer, value: fmt.Sprint(k)})
					}
				}
			}
		}
		return out, len(out) > 0
	}
	return nil, false
}

// dividedForms are the words of what is said of a division, by language: of links that they lie within a part or that a border is there, and how
// many cells (n) the part of a cell has.
var dividedForms = map[string][]struct {
	re    *regexp.Regexp
	holds bool
}{
	"en": {
		{regexp.MustCompile(`^(?P<a>.+?) (?:has no border|have no borders)$`), true},
		{regexp.MustCompile(`^(?P<a>.+?) (?:has a border|have borders)$`), false},
		{regexp.MustCompile(`^[Tt]he area of (?P<a>.+?) has (?P<n>\d+) cells$`), true},
		{regexp.MustCompile(`^[Tt]he area of (?P<a>.+?) does not have (?P<n>\d+) cells$`), false},
	},
	"zh": {
		{regexp.MustCompile(`^(?P<a>.+?)各?在同一\p{Han}+内$`), true},
		{regexp.MustCompile(`^(?P<a>.+?)处都?有\p{Han}+边界$`), false},
		{regexp.MustCompile(`^(?P<a>.+?)所在的区域有(?P<n>\d+)格$`), true},
		{regexp.MustCompile(`^(?P<a>.+?)所在的区域没有(?P<n>\d+)格$`), false},
	},
	"de": {
		{regexp.MustCompile(`(?i)^(?:(?P<a>.+?) lieg(?:t|en)|lieg(?:t|en) (?P<b>.+?)) innerhalb (?:je )?eines Gebiets$`), true},
		{regexp.MustCompile(`(?i)^(?:bei (?P<a>.+?) verläuft|verläuft bei (?P<b>.+?)) (?:je )?eine Grenze$`), false},
		{regexp.MustCompile(`(?i)^(?:das Gebiet von (?P<a>.+?) hat|hat das Gebiet von (?P<b>.+?)) (?P<n>\d+) Zellen$`), true},
		{regexp.MustCompile(`(?i)^(?:das Gebiet von (?P<a>.+?) hat|hat das Gebiet von (?P<b>.+?)) nicht (?P<n>\d+) Zellen$`), false},
	},
	"es": {
		{regexp.MustCompile(`^(?P<a>.+?) unen? (?:dos )?celdas de la misma área$`), true},
		{regexp.MustCompile(`^[Pp]or (?P<a>.+?) pasan? (?:un borde|bordes)$`), false},
		{regexp.MustCompile(`^[Ee]l área de (?P<a>.+?) tiene (?P<n>\d+) celdas$`), true},
		{regexp.MustCompile(`^[Ee]l área de (?P<a>.+?) no tiene (?P<n>\d+) celdas$`), false},
	},
	"ja": {
		{regexp.MustCompile(`^(?P<a>.+?)[はが]同じ領域の内側(?:で(?:ある|あり)|な)?$`), true},
		{regexp.MustCompile(`^(?P<a>.+?)には?領域の境界が(?:ある|あり)$`), false},
		{regexp.MustCompile(`^(?P<a>.+?)の領域[はが](?P<n>\d+)マス(?:で(?:ある|あり)|な)?$`), true},
		{regexp.MustCompile(`^(?P<a>.+?)の領域[はが](?P<n>\d+)マスでは(?:ない|なく)$`), false},
	},
}

// lyingWithin is how it is said that a border lies within one part.
var lyingWithin = map[string]*regexp.Regexp{"en": regexp.MustCompile(`(?i)^a border lies within one area$`), "zh": regexp.MustCompile(`^\p{Han}+的边界位于同一部分之内$`),
	"de": regexp.MustCompile(`(?i)^eine Grenze liegt innerhalb eines Teils$`), "es": regexp.MustCompile(`(?i)^un borde queda dentro de una misma parte$`),
	"ja": regexp.MustCompile(`^領域の境界が一つの部分の内側にある$`)}

// divided reads what is said of a division.
func (r *teller) divided(text string) (out []claim, ok bool) {
	for _, f := range dividedForms[r.lang] {
		m := f.re.FindStringSubmatch(text)
		if m == nil {
			continue
		}
		out, ok = nil, true
		names, size := "", ""
		for n, name := range f.re.SubexpNames() {
			switch name {
			case "a", "b":
				names += m[n]
			case "n":
				size = m[n]
			}
		}
		for _, name := range r.list(names) {
			p, known := r.names[name]
			ok = ok && known && (size == "") == (p.Kind == board.Link)
			out = append(out, claim{at: p, value: size, holds: f.holds, divided: true})
		}
		if ok {
			return out, true
		}
	}
	return nil, false
}

// ofDivision gives what is said of a division as a term.
func (r *teller) ofDivision(c claim) (model.Term, bool) {
	p := r.enc.Problem
	cells := r.b.Geo.All(board.Cell)
	all, ones := make([]model.Term, len(cells)), make([]model.Term, len(cells))
	for n := range cells {
		all[n], ones[n] = p.And(), p.Num(1)
	}
	var edges []model.GraphEdge
	for _, u := range r.enc.Variables() {
		if u.Kind != encode.Joined {
			continue
		}
		if u.Place == c.at {
			if c.holds {
				return u.Term, true
			}
			return p.Not(u.Term), true
		}
		x, y := r.b.Geo.Ends(u.Place)
		edges = append(edges, model.GraphEdge{A: slices.Index(cells, x), B: slices.Index(cells, y), On: u.Term})
	}
	var n int64
	if _, err := fmt.Sscan(c.value, &n); err != nil {
		return 0, false
	}
	t := p.Eq(p.GroupSum(p.Graph(all, edges), slices.Index(cells, c.at), ones), p.Num(n))
	if !c.holds {
		t = p.Not(t)
	}
	return t, true
}

// unjoined writes the Spanish words that an article joined as two again.
func unjoined(text, lang string) string {
	if lang == "es" {
		return strings.NewReplacer(" del ", " de el ", " al menos ", " al menos ", " al ", " a el ").Replace(text)
	}
	if lang == "de" {
		return strings.NewReplacer("von der Strecke ", "von Strecke ", "bei der Strecke ", "bei Strecke ", "ie Strecke ", "ie Strecke ", "des 2×2-Quadrats", "von 2×2-Quadrat", "das 2×2-", "2×2-", "Das 2×2-", "2×2-", "eim 2×2-", "ei 2×2-", "im 2×2-", "in 2×2-", "Im 2×2-", "In 2×2-").Replace(text)
	}
	return text
}

// meant lists the layers that a claim can be about: the one it names, or those that are asked for.
func (r *teller) meant(word string, truth bool) []*rules.Layer {
	if l := r.b.File.Layer(word); l != nil && truth && l.Role != rules.Given {
		return []*rules.Layer{l}
	}
	var out []*rules.Layer
	for _, l := range r.b.File.Layers {
		if truth && l.Role != rules.Given && l.Called.In(r.lang) == word {
			return []*rules.Layer{l}
		}
		if l.Role == rules.Find && truth == (l.Domain.Kind == rules.Bools) {
			out = append(out, l)
		}
	}
	return out
}

// A sentence names links as a path, and sides of one cell, or of several that lie the same way, together. sidesOf finds these: which way, and of
// which cells; all of them if no way is said.
var (
	pathOf  = regexp.MustCompile(`r\d+c\d+(?:–r\d+c\d+)+`)
	sidesOf = map[string]*regexp.Regexp{
		"en": regexp.MustCompile(`(?i)the (?:(?P<way>(?:top|right|bottom|left)(?:(?:, | and )(?:top|right|bottom|left))*)(?: sides)?|four sides) of (?P<cell>r\d+c\d+(?:(?:, | and | or )r\d+c\d+)*)`),
		"zh": regexp.MustCompile(`(?P<cell>r\d+c\d+(?:[、和或]r\d+c\d+)*)的(?:(?P<way>[上右下左](?:、[上右下左])*)|四)边`),
		"de": regexp.MustCompile(`(?:[Dd]ie (?:vier )?Seiten|Seite)(?: (?P<way>(?:oben|rechts|unten|links)(?:(?:, | und )(?:oben|rechts|unten|links))*))? (?:von|an) (?P<cell>r\d+c\d+(?:(?:, | und | oder )r\d+c\d+)*)`),
		"es": regexp.MustCompile(`(?i)(?:el lado|los (?:cuatro )?lados)(?: (?P<way>(?:superior|derecho|inferior|izquierdo)(?:es|s)?(?:(?:, | y | e )(?:superior|derecho|inferior|izquierdo))*))? de (?P<cell>r\d+c\d+(?:(?:, | y | o )r\d+c\d+)*)`),
		"ja": regexp.MustCompile(`(?P<cell>r\d+c\d+(?:[、か]r\d+c\d+)*)の(?:(?P<way>[上右下左](?:[、と][上右下左])*)の|四)辺`),
	}
	waysOf = map[string][]string{"en": {"top", "right", "bottom", "left"}, "zh": {"上", "右", "下", "左"}, "de": {"oben", "rechts", "unten", "links"},
		"es": {"superior", "derecho", "inferior", "izquierdo"}, "ja": {"上", "右", "下", "左"}}
)

// short puts a word for each link and side.
func (r *teller) short(text string) string {
	text = r.counted(text)
	between := map[string]string{"en": ", ", "zh": "、", "de": ", ", "es": ", ", "ja": "、"}[r.lang]
	text = pathOf.ReplaceAllStringFunc(text, func(path string) string {
		cells := strings.Split(path, "–")
		var words []string
		for n, c := range cells[1:] {
			words = append(words, "link"+cells[n]+c)
		}
		return strings.Join(words, between)
	})
	re := sidesOf[r.lang]
	return re.ReplaceAllStringFunc(text, func(sides string) string {
		m := re.FindStringSubmatch(sides)
		said := m[re.SubexpIndex("way")]
		var words []string
		for _, cell := range cellName.FindAllString(m[re.SubexpIndex("cell")], -1) {
			for k, way := range waysOf[r.lang] {
				if said == "" || strings.Contains(strings.ToLower(said), way) {
					words = append(words, fmt.Sprintf("side%s%d", cell, k))
				}
			}
		}
		return strings.Join(words, between)
	})
}

// goOn reads that a line ends or branches at one of some corners or cells, as what each place would keep: it has no line, or two of them.
func (r *teller) goOn(text string) []encode.Instance {
	if text == there[r.lang] {
		return r.twoOrNone(r.ends)
	}
	m := goesOn[r.lang].FindStringSubmatch(text)
	if m == nil {
		return nil
	}
	return r.twoOrNone(r.lineEnds(m[1]))
}

// twoOrNone says of each place that no line or two lines come there.
func (r *teller) twoOrNone(at []board.Place) (out []encode.Instance) {
	p := r.enc.Problem
	for _, place := range at {
		var lines []model.Term
		for _, u := range r.enc.Variables() {
			if u.Layer.Role == rules.Find && u.Layer.Domain.Kind == rules.Bools && slices.Contains(r.meets(u.Place), place) {
				lines = append(lines, p.If(u.Term, p.Num(1), p.Num(0)))
			}
		}
		sum := p.Add(lines...)
		out = append(out, encode.Instance{Term: p.Or(p.Eq(sum, p.Num(0)), p.Eq(sum, p.Num(2)))})
	}
	return out
}

// meets gives the places where what is drawn at a place meets others: the ends of a link, the corners of a side.
func (r *teller) meets(p board.Place) []board.Place {
	if p.Kind == board.Link {
		return r.b.Cells(p)
	}
	var out []board.Place
	for _, c := range r.b.Geo.All(board.Corner) {
		if p.Kind == board.Edge && slices.Contains(r.b.Geo.Edges(c), p) {
			out = append(out, c)
		}
	}
	return out
}

var (
	goesOn = map[string]*regexp.Regexp{
		"en": regexp.MustCompile(`^a line ends or branches at (.+)$`), "zh": regexp.MustCompile(`^线在(.+)处中断或分叉$`),
		"de": regexp.MustCompile(`^eine Linie endet oder verzweigt sich bei (.+)$`), "es": regexp.MustCompile(`^una línea termina o se bifurca en (.+)$`),
		"ja": regexp.MustCompile(`^線が(.+)で途切れるか枝分かれする$`),
	}
	there = map[string]string{"en": "a line ends or branches there", "zh": "线在那里中断或分叉", "de": "eine Linie endet oder verzweigt sich dort",
		"es": "una línea termina o se bifurca allí", "ja": "線がそこで途切れるか枝分かれする"}
	anyCorner = map[string]*regexp.Regexp{
		"en": regexp.MustCompile(`^one of the four corners of (.+)$`), "zh": regexp.MustCompile(`^(.+)的四角之一$`), "de": regexp.MustCompile(`^einer der vier Ecken von (.+)$`),
		"es": regexp.MustCompile(`^una de las cuatro esquinas de (.+)$`), "ja": regexp.MustCompile(`^(.+)の四隅$`),
	}
)

// claims reads claims; ok is false where words are left over.
func (r *teller) claims(text string) (out []claim, ok bool) {
	if text == "" {
		return nil, true
	}
	if strings.HasSuffix(text, "なら") { // a condition
		return nil, false
	}
	if out, ok = r.divided(text); ok {
		return out, true
	}
	if out, ok = r.numbers(text); ok {
		return out, true
	}
	for _, f := range claimForms[r.lang] {
		m := f.re.FindStringSubmatch(text)
		if m == nil {
			continue
		}
		var own []claim
		fits := true
		group := func(name string) string {
			if n := f.re.SubexpIndex(name); n >= 0 {
				return m[n]
			}
			return ""
		}
		said := group("said")
		fits = group("one") == "" || len(r.list(group("a"))) == 1 // the verb tells how many places it is about
		for _, name := range r.list(group("a") + group("b") + group("c") + group("d")) {
			p, known := r.names[name]
			if fits = fits && known; !fits {
				break
			}
			for _, l := range r.meant(said, f.truth) {
				if f.truth {
					own = append(own, claim{at: p, layer: l, holds: f.holds, amount: r.amountOf(name)})
					continue
				}
				for _, v := range r.spread(said) {
					for value, name := range l.Said { // what stands on the board is a word of the file
						if name.In(r.lang) == v {
							v = value
						}
					}
					_, cell := r.names[v] // "r1c1 is not 3, r1c2 and r1c3 are 2"
					fits = fits && !cell && !strings.ContainsAny(v, " ")
					own = append(own, claim{at: p, layer: l, value: v, holds: f.holds})
				}
			}
		}
		if fits && len(own) > 0 {
			return own, true
		}
	}
	// Two claims, one after the other.
	for _, sep := range r.in.and {
		for at := 0; ; {
			n := strings.Index(text[at:], sep)
			if n < 0 {
				break
			}
			a, fits := r.claims(text[:at+n])
			if fits {
				if b, fits := r.claims(text[at+n+len(sep):]); fits {
					return append(a, b...), true
				}
			}
			at += n + len(sep)
		}
	}
	return nil, false
}

// clauses reads claims, and sentences that one of two holds, between semicolons: of each list one holds.
func (r *teller) clauses(text string) (out [][]claim, ok bool) {
	for _, stop := range []string{r.in.semicolon, ". ", "。"} { // each may stand in a sentence of its own
		text = strings.ReplaceAll(text, stop, "\x00")
	}
	text = strings.ReplaceAll(text, "\x00", r.in.semicolon)
	for _, part := range strings.Split(text, r.in.semicolon) {
		if list, ok := r.claims(part); ok {
			for _, c := range list {
				out = append(out, []claim{c})
			}
			continue
		}
		m := r.in.then.FindStringSubmatch(part)
		if m == nil {
			m = r.in.either.FindStringSubmatch(part)
		}
		if m == nil {
			return nil, false
		}
		a, one := r.claims(m[1])
		b, other := r.claims(m[2])
		condition := r.in.then.MatchString(part)
		if !one || !other || !condition && (len(a) != 1 || len(b) != 1) {
			return nil, false
		}
		for n := range a {
			a[n].holds = a[n].holds != condition
		}
		for _, c := range b {
			out = append(out, append(slices.Clone(a), c))
		}
	}
	return out, true
}

// technique reads a step that is told as "CLAIMS: PATTERN", with a pattern of the rules file: it names the rules from which the pattern
// follows, and which of their turns is for the solver to say.
func (r *teller) technique(text string) (concludes [][]claim, by []encode.Instance, ok bool) {
	then, why, ok := strings.Cut(strings.TrimRight(text, ".。"), r.in.because)
	why = strings.TrimSuffix(why, r.in.becauseEnd)
	if !ok {
		return nil, nil, false
	}
	for _, p := range r.known {
		if !p.re.MatchString(why) {
			continue
		}
		if concludes, ok = r.clauses(r.short(then)); !ok {
			return nil, nil, false
		}
		from := r.b.File.Technique(p.rule).By
		for _, in := range r.enc.Instances {
			if len(from) == 0 || slices.ContainsFunc(from, func(rule *rules.Rule) bool { return rule.Name == in.Rule }) {
				by = append(by, in)
			}
		}
		return concludes, by, true
	}
	return nil, nil, false
}

// inTheSameWay stands before what a technique concludes at other places.
var inTheSameWay = map[string]string{"en": ". In the same way ", "zh": "。同理，", "de": ". Ebenso ", "es": ". Del mismo modo, ", "ja": "。同様に、"}

// sentence reads a step that is told as "FACTS; if CLAIM, then CLAIM, so CLAIMS: otherwise BROKEN, or BROKEN", or by a technique.
func (r *teller) sentence(text string) (facts, concludes [][]claim, by []encode.Instance, err error) {
	text = unjoined(text, r.lang)
	text, more, alike := strings.Cut(text, inTheSameWay[r.lang])
	if alike {
		concludes, by, ok := r.technique(text)
		others, fits := r.clauses(r.short(strings.TrimRight(more, ".。")))
		if !ok || !fits {
			return nil, nil, nil, fmt.Errorf("what follows in the same way does not read")
		}
		return nil, append(concludes, others...), by, nil
	}
	if !r.in.suppose.MatchString(text) {
		text = strings.NewReplacer(oneSentence[r.lang]...).Replace(strings.TrimRight(text, ".。"))
	}
	r.gaps = nil
	if plain, ok := strings.CutSuffix(strings.TrimRight(text, ".。"), nothingElse[r.lang]); ok {
		given, then, told := strings.Cut(plain, r.in.so)
		facts, reads := r.facts(given)
		concludes, fits := r.clauses(r.short(then))
		if !told || !reads || !fits {
			return nil, nil, nil, errNotRead
		}
		return facts, concludes, nil, nil
	}
	if concludes, by, ok := r.technique(text); ok {
		return nil, concludes, by, nil
	}
	var given, then string
	head, tail, ok := strings.Cut(strings.TrimRight(text, ".。"), r.in.otherwise)
	direct := false
	if !ok && !r.in.suppose.MatchString(text) {
		head, tail, ok = r.direct(strings.TrimRight(text, ".。"))
		direct = ok
	}
	if ok {
		if given, then, ok = strings.Cut(head, r.in.so); !ok {
			given, then = "", head
		}
		tail = strings.TrimSuffix(tail, r.in.behind)
	} else if given, tail, then, ok = r.supposition(text); !ok {
		return r.sum(text)
	}
	if facts, ok = r.facts(given); !ok {
		return nil, nil, nil, fmt.Errorf("these facts do not read: %s", given)
	}
	if concludes, ok = r.clauses(r.short(then)); !ok {
		return nil, nil, nil, fmt.Errorf("these conclusions do not read: %s", then)
	}
	r.ends, r.these, r.placed = nil, nil, nil
	for _, list := range concludes {
		r.these = append(r.these, r.namesOf(list)...)
		for _, c := range list {
			if c.at.Kind == board.Edge {
				r.ends = append(r.ends, r.meets(c.at)...)
			}
		}
	}
	if direct { // which speaks of the cells that are concluded
		tail = r.marked(tail)
	}
	by, err = r.allBroken(tail)
	if err == nil {
		err = r.areKnown(facts)
	}
	if err != nil {
		return nil, nil, nil, err
	}
	return facts, concludes, by, nil
}

// nothingElse ends a step that needs no rule: one thing is left, by language.
var nothingElse = map[string]string{"en": ": no other value is left", "zh": "：没有其他值可填", "de": ": kein anderer Wert bleibt übrig", "es": ": no queda otro valor",
	"ja": "。ほかの値は残っていない"}

// allKnown stands in place of too many facts, by language.
var allKnown = map[string]string{"en": "Take all that is known by now", "zh": "综合目前已知的一切", "de": "Man nehme alles, was bisher bekannt ist",
	"es": "Tomemos todo lo que se sabe hasta ahora", "ja": "ここまでに分かったことをすべて使う"}

// facts reads what a step rests on: the facts that it lists, or all that was told before it.
func (r *teller) facts(given string) ([][]claim, bool) {
	rest, all := strings.CutPrefix(given, allKnown[r.lang])
	if !all {
		return r.clauses(r.short(given))
	}
	list, ok := r.clauses(r.short(strings.TrimLeft(rest, ".。 ")))
	return append(slices.Clone(r.told), list...), ok
}

// sum reads a step that only counts, or draws the borders of areas: "FACTS, so CLAIMS", of which some are about so many cells of a place, or about borders.
func (r *teller) sum(text string) (facts, concludes [][]claim, by []encode.Instance, err error) {
	given, then, ok := strings.Cut(strings.TrimRight(text, ".。"), r.in.so)
	given, then = r.short(given), r.short(then)
	facts, reads := r.clauses(given)
	concludes, also := r.clauses(then)
	divided := func(list [][]claim) bool { // of areas: where their borders lie is seen
		return slices.ContainsFunc(list, func(one []claim) bool { return one[0].divided })
	}
	if !ok || !reads || !also || !strings.Contains(given+then, "amount") && !divided(concludes) {
		return nil, nil, nil, errNotRead
	}
	for _, in := range r.enc.Instances {
		if divided(concludes) && (strings.HasSuffix(in.Rule, ".wall") || strings.HasSuffix(in.Rule, ".join")) {
			by = append(by, in)
		}
	}
	return facts, concludes, by, nil
}

// allBroken reads what one of several rules would be broken by.
func (r *teller) allBroken(text string) (by []encode.Instance, err error) {
	parts := strings.Split(text, r.in.or)
	for n, from := 0, 0; n < len(parts); n++ {
		before, found := from, r.broken(parts[n])
		from = n
		for k := n + 1; found == nil && k < len(parts); k++ { // a comma within a sentence
			if found = r.broken(strings.Join(parts[n:k+1], r.in.or)); found != nil {
				n = k
			}
		}
		if found == nil && n > 0 { // the last of a list of places: "islands touch at r1c1 and r2c1, or r1c2 and r2c2"
			found, from = r.broken(strings.Join(parts[before:n+1], r.in.or)), before
		}
		if found == nil {
			return nil, fmt.Errorf("this is no broken rule: %s", parts[n])
		}
		by = append(by, found...)
		for k := len(r.gaps) - 1; k >= 0 && n+1 < len(parts); n++ { // the same rule is broken in one of several places
			known := r.gaps
			if strings.HasPrefix(parts[n+1], holding) || r.ofPart(parts[n+1]) != nil || r.match(r.as, parts[n+1]) != nil { // that names its rule by itself
				r.gaps = known
				break
			}
			g, ok := r.readGap(alone(parts[n+1], r.lang))
			if !ok {
				break
			}
			r.note(g, r.gaps[k].of)
		}
	}
	return by, nil
}

// follows reads what a supposition leads to, one sentence after the other, and reports what does not follow from what stands before it by the rules
// that its sentence names. A sentence that is not read ends that.
func (r *teller) follows(ctx context.Context, s solve.Session, text string) error {
	m := r.in.suppose.FindStringSubmatch(unjoined(text, r.lang))
	if m == nil || r.in.tried.MatchString(m[3]) {
		return nil
	}
	known, ok := r.clauses(r.short(m[1]))
	supposed, fits := r.claims(r.short(m[2]))
	if !ok || !fits {
		return nil
	}
	for _, c := range supposed {
		known = append(known, []claim{c})
	}
	return r.leads(ctx, s, known, m[3])
}

// leads is follows from what is known on.
func (r *teller) leads(ctx context.Context, s solve.Session, known [][]claim, why string) error {
	way, _, told := strings.Cut(strings.TrimSpace(why), r.in.last)
	if !told {
		return nil
	}
	r.ends = nil
	for _, one := range strings.Split(way, r.in.next) {
		var by []encode.Instance
		r.gaps = nil
		var why []int
		claimed := one
		if all := r.reasons(one); all != nil {
			why = all[0]
			claimed = strings.TrimSpace(one[:why[0]])
		}
		then, fits := r.claims(r.short(claimed))
		if !fits {
			return nil
		}
		r.these = r.namesOf(then)
		if why != nil {
			var err error
			if by, err = r.allBroken(r.reason(one, why)); err != nil {
				return nil
			}
		}
		one = claimed
		var all [][]claim
		for _, c := range then {
			all = append(all, []claim{c})
		}
		if err := r.gapsHold(ctx, s, known, all, by, true); err != nil {
			return fmt.Errorf("in %q, %w", one, err)
		}
		for _, c := range all {
			if err := r.proves(ctx, s, known, [][]claim{c}, by); err != nil {
				return fmt.Errorf("in %q, %w", one, err)
			}
			known = append(known, c)
		}
		r.turnsRead++
	}
	r.gaps, r.these = nil, nil
	last := strings.TrimSuffix(why[strings.Index(why, r.in.last)+len(r.in.last):], r.in.behind)
	if by, err := r.allBroken(last); err == nil {
		return r.gapsHold(ctx, s, known, nil, by, true)
	}
	return nil
}

// supposition takes a supposition apart: what is known, all that is broken otherwise, and what follows.
func (r *teller) supposition(text string) (given, broken, then string, ok bool) {
	m := r.in.suppose.FindStringSubmatch(text)
	if m == nil {
		return "", "", "", false
	}
	if tried := r.in.tried.FindStringSubmatch(m[3]); tried != nil {
		return m[1], tried[1], m[4], true
	}
	parts := r.named(m[3])
	then = m[4]
	for _, by := range r.reasons(then) {
		parts = append(parts, r.reason(then, by))
	}
	then = strings.ReplaceAll(r.unreasoned(then), " "+r.in.likewise, r.in.likewise)
	return m[1], strings.Join(parts, r.in.or), strings.TrimSpace(strings.Replace(then, r.in.likewise, r.in.and[0], 1)), true
}

// named lists what is broken on the way of a supposition, and at last.
func (r *teller) named(way string) (parts []string) {
	before, _, _ := strings.Cut(way, r.in.last)
	for _, one := range strings.Split(before, r.in.next) {
		for _, by := range r.reasons(one) {
			then, ok := r.claims(r.short(strings.TrimSpace(one[:by[0]])))
			if ok {
				r.these = r.namesOf(then)
			}
			why := r.reason(one, by)
			if ok {
				why = r.spelt(r.spelt(why, eachOfThese[r.lang], r.readAll), oneOfThese[r.lang], r.readAll)
			}
			parts = append(parts, why)
		}
	}
	if but := r.in.but.FindStringSubmatch(way); but != nil {
		parts = append(parts, but[1])
	}
	return parts
}

// spelt writes, for words that stand for the cells that a sentence has just named, these cells: things at them, if that reads so.
func (r *teller) spelt(text string, of *regexp.Regexp, read func(string) []encode.Instance) string {
	if len(r.these) == 0 || !of.MatchString(text) {
		return text
	}
	cells, gaps := r.cellsIn(r.these), r.gaps
	defer func() { r.gaps = gaps }()
	if whole := of.ReplaceAllString(text, cells); read(whole) != nil {
		return whole
	}
	return of.ReplaceAllString(text, "${1}"+cells)
}

// readAll reads what is broken, or what rules say; nil where that does not read.
func (r *teller) readAll(text string) []encode.Instance {
	by, err := r.allBroken(text)
	if err != nil {
		return nil
	}
	return by
}

// errNotRead tells of a sentence of another form.
var errNotRead = fmt.Errorf("a sentence of another form")

// term gives a claim as a term.
func (r *teller) term(c claim) (model.Term, bool) {
	if c.divided {
		return r.ofDivision(c)
	}
	if c.amount != nil {
		return r.ofAmount(c)
	}
	for _, u := range r.enc.Variables() {
		if u.Place != c.at || u.Layer != c.layer || u.Kind != encode.Holds {
			continue
		}
		p := r.enc.Problem
		t := u.Term
		switch {
		case c.value == "" && u.Bare != nil: // whether there is one
			t = u.Bare.Term
		case p.Sort(t) == model.Int:
			n := slices.IndexFunc(u.Values, func(v rules.Value) bool { return v.String() == c.value })
			if n < 0 {
				var k int64
				if _, err := fmt.Sscan(c.value, &k); err != nil {
					return 0, false
				}
				n = int(k - u.Lo)
			}
			t = p.Eq(t, p.Num(u.Lo+int64(n)))
			if u.Bare != nil {
				t = p.And(u.Bare.Term, t)
			}
		}
		if !c.holds {
			t = p.Not(t)
		}
		return t, true
	}
	return 0, false
}

// proves reports whether what a sentence names proves what it concludes; s is a session in which no rule is asserted.
func (r *teller) proves(ctx context.Context, s solve.Session, facts, concludes [][]claim, by []encode.Instance) error {
	return r.provesWithout(ctx, s, facts, concludes, by, nil)
}

// alsoShows reports whether an instance is about one place alone, of which a sentence concludes something, and so is the other: either may be its reason.
func (r *teller) alsoShows(in, other encode.Instance, concludes [][]claim) bool {
	p := r.enc.Problem
	about := p.VarsOf(other.Term)
	return len(about) == 1 && slices.Equal(p.VarsOf(in.Term), about) && slices.ContainsFunc(slices.Concat(concludes...), func(c claim) bool {
		t, ok := r.term(c)
		return ok && slices.Contains(p.VarsOf(t), about[0])
	})
}

// provesWithout is proves where some of what clues show of one place alone is not known.
func (r *teller) provesWithout(ctx context.Context, s solve.Session, facts, concludes [][]claim, by, without []encode.Instance) error {
	p := r.enc.Problem
	clause := func(list []claim) (model.Term, error) {
		var terms []model.Term
		for _, c := range list {
			t, ok := r.term(c)
			if !ok {
				return 0, fmt.Errorf("the claim %v is none of the board", c)
			}
			terms = append(terms, t)
		}
		return p.Or(terms...), nil
	}
	var named []model.Term
	for _, in := range by {
		named = append(named, in.Term)
	}
	seen, err := r.seen(ctx, s)
	if err != nil {
		return err
	}
	for _, in := range seen {
		if !slices.ContainsFunc(without, func(o encode.Instance) bool { return o.Term == in.Term || r.alsoShows(in, o, concludes) }) {
			named = append(named, in.Term)
		}
	}
	for _, c := range facts {
		t, err := clause(c)
		if err != nil {
			return err
		}
		named = append(named, t)
	}
	for _, c := range concludes {
		t, err := clause(c)
		if err != nil {
			return err
		}
		res, err := s.Solve(ctx, append(slices.Clone(named), p.Not(t))...)
		if err != nil {
			return err
		}
		if res.Status != solve.Unsat {
			return fmt.Errorf("%v does not follow", c)
		}
	}
	return nil
}

// seen gives what no sentence needs to name: what the clues show of one place alone, where that leaves it one value, and what a layer keeps by itself.
func (r *teller) seen(ctx context.Context, s solve.Session) ([]encode.Instance, error) {
	if r.shown != nil {
		return r.shown, nil
	}
	p := r.enc.Problem
	bare := map[model.Var]model.Term{} // by number: that there is one, where it may lack
	whose := map[model.Var]model.Var{}
	for _, u := range r.enc.Variables() {
		if v, ok := p.VarOf(u.Term); ok && u.Bare != nil {
			if there, ok := p.VarOf(u.Bare.Term); ok && there != v {
				bare[v], whose[there] = u.Bare.Term, v
			}
		}
	}
	of := map[model.Var][]encode.Instance{}
	for _, in := range r.enc.Instances {
		vars := p.VarsOf(in.Term)
		for n, v := range vars {
			if own, ok := whose[v]; ok {
				vars[n] = own
			}
		}
		slices.Sort(vars)
		if vars = slices.Compact(vars); len(vars) == 1 {
			of[vars[0]] = append(of[vars[0]], in)
		}
	}
	r.shown = []encode.Instance{}
	for v := range p.NumVars() {
		list := of[model.Var(v)]
		if d := p.Variable(model.Var(v)); len(list) > 0 && d.Sort != model.Bool {
			var terms []model.Term
			for _, in := range list {
				terms = append(terms, in.Term)
			}
			one, err := s.Solve(ctx, terms...)
			if err != nil || one.Status != solve.Sat {
				return nil, fmt.Errorf("the clues leave %s nothing: %v", d.Name, err)
			}
			value, _ := one.Solution.Value(model.Var(v)).Int64()
			is := p.Eq(p.VarTerm(model.Var(v)), p.Num(value))
			if t, ok := bare[model.Var(v)]; ok {
				there, _ := p.VarOf(t)
				if is = p.And(t, is); !one.Solution.Value(there).Bool() {
					is = p.Not(t)
				}
			}
			other, err := s.Solve(ctx, append(terms, p.Not(is))...)
			if err != nil {
				return nil, err
			}
			if other.Status == solve.Sat {
				list = slices.DeleteFunc(list, func(in encode.Instance) bool {
					return r.b.File.Rule(in.Rule) != nil && (len(p.VarsOf(in.Term)) > 1 || p.Sort(p.VarTerm(p.VarsOf(in.Term)[0])) != model.Bool)
				})
			}
		}
		r.shown = append(r.shown, list...)
	}
	return r.shown, nil
}

// heard gives the sentences of a puzzle in each language in which it is told, each with who reads it back.
func heard(ctx context.Context, t *testing.T, g puzzle.Generated) iter.Seq2[*listening, iter.Seq[puzzle.Step]] {
	return func(yield func(*listening, iter.Seq[puzzle.Step]) bool) {
		for _, lang := range g.Instance.(*declared.Instance).ToldIn() {
			inst := g.Instance.(*declared.Instance).In(lang).(*declared.Instance)
			r, s := listener(t, inst.Board(), lang)
			more := yield(&listening{lang, r, s}, func(yield func(puzzle.Step) bool) {
				for step, err := range inst.Tell(ctx, "") {
					if err != nil {
						t.Fatal(err)
					}
					if !yield(step) {
						return
					}
				}
			})
			s.Close()
			if !more {
				return
			}
		}
	}
}

// listening is a reader of sentences in a language, and the solver with which it proves them.
type listening struct {
	lang string
	r    *teller
	s    solve.Session
}

// writtenDown gives a board of a family that comes with the program, with its one solution.
func writtenDown(t *testing.T, id, size, desc string) puzzle.Generated {
	t.Helper()
	f := builtin(t, id)
	p, err := f.ParseParams(size)
	if err != nil {
		t.Fatal(err)
	}
	inst, err := f.Decode(p, desc)
	if err != nil {
		t.Fatal(err)
	}
	solved, err := inst.(*declared.Instance).Solve(t.Context(), 2)
	if err != nil || solved.Status != puzzle.Unique {
		t.Fatalf("%s: %v, %v", desc, solved.Status, err)
	}
	return puzzle.Generated{Instance: inst, Solution: solved.Solutions[0]}
}

// TestToldReadsBack reads the explanations of made puzzles back, in every language, and proves each sentence from the facts and rules
// that its words name.
func TestToldReadsBack(t *testing.T) {
	ctx := context.Background()
	for _, c := range puztest.Some([]struct{ id, size string }{
		{"akari", "6x6"}, {"mosaic", "5x5"}, {"kuromasu", "5x5"}, {"creek", "5x5"}, {"tents", "6x6"}, {"sudoku", "4x4"}, {"minesweeper", "6x6"},
		{"heyawake", "6x6"}, {"star-battle", "6x6"}, {"kakurasu", "5x5"}, {"hitori", "5x5"}, {"norinori", "6x6"}, {"slitherlink", "5x5"}, {"masyu", "6x6"},
		{"kakuro", "4x5"}, {"doppel-block", "4x4"}, {"skyscraper", "4x4"}, {"numbrix", "5x5"}, {"hidoku", "4x4"},
		{"foseruzu", "5x4"}, {"shimaguni", "7x7"}, {"nurikabe", "5x5"}, {"no-four-in-a-row", "5x5"}, {"suguru", "5x5"}, {"kuromenbun", "5x5"},
		{"hamle", "5x5"}, {"bricks", "4x4"}, {"cojun", "4x4"}, {"even-odd-sudoku", "4x4"}, // what clues show of a place alone leaves it some of its values
	}, 8) {
		t.Run(c.id, func(t *testing.T) {
			for seed := range puztest.Seeds(t, 1, 40) {
				g := generated(t, builtin(t, c.id), c.size, seed+2)
				readsBack(ctx, t, g)
			}
		})
	}
}

// readsBack reads the explanation of a puzzle back, in every language, and proves each sentence.
func readsBack(ctx context.Context, t *testing.T, g puzzle.Generated) {
	t.Helper()
	for ear, steps := range heard(ctx, t, g) {
		lang, r, s := ear.lang, ear.r, ear.s
		read, all := 0, 0
		for step := range steps {
			all++
			facts, concludes, by, err := r.step(ctx, s, step)
			if err != nil {
				t.Logf("%s: %q: %v", lang, step.Text, err)
				continue
			}
			read++
			if err := r.proves(ctx, s, facts, concludes, by); err != nil {
				t.Errorf("%s: %q: %v", lang, step.Text, err)
			}
			if !r.in.suppose.MatchString(unjoined(step.Text, lang)) {
				if err := r.gapsHold(ctx, s, facts, concludes, by, false); err != nil {
					t.Errorf("%s: %q: %v", lang, step.Text, err)
				}
			}
			if err := r.follows(ctx, s, step.Text); err != nil {
				t.Errorf("%s: %q: %v", lang, step.Text, err)
			}
			// What a division is, and what its sizes mean, holds where no rule is named.
			divided := slices.ContainsFunc(slices.Concat(facts, concludes), func(one []claim) bool {
				return slices.ContainsFunc(one, func(c claim) bool { return c.divided || c.amount != nil })
			})
			if !divided && len(by) > 0 && r.provesWithout(ctx, s, facts, concludes, nil, by) == nil {
				t.Errorf("%s: %q: it follows without the rules that it names", lang, step.Text)
			}
		}
		t.Logf("%s: %d of %d sentences read, %d within suppositions, %d gaps", lang, read, all, r.turnsRead, r.gapsRead)
		if 10*read < 8*all {
			t.Errorf("%s: only %d of %d sentences could be read", lang, read, all)
		}
	}
}

// TestBordersRestOnJoins: that two cells are of one domino, as a rule shows by itself, is told before the borders that rest on it.
func TestBordersRestOnJoins(t *testing.T) {
	inst := generated(t, builtin(t, "dominos"), "4x5", 1).Instance.(*declared.Instance)
	for step, err := range inst.Tell(t.Context(), "") {
		if err != nil {
			t.Fatal(err)
		}
		if want := "have no borders: there is a domino of"; !strings.Contains(step.Text, want) {
			t.Errorf("the first step is %q, without %q", step.Text, want)
		}
		break
	}
}

// TestToldReadsBackToo reads back puzzles that were read wrong: "each of these cells" where the sentence before concludes of none, a list of pairs before another
// reason, and lines that end at neither side of a part that is named by a corner on its border.
func TestToldReadsBackToo(t *testing.T) {
	for _, c := range []struct {
		id, size string
		seed     uint64
	}{{"norinori", "6x6", 156}, {"cojun", "4x4", 155}, {"shimaguni", "7x7", 68}, {"slitherlink", "5x5", 164}} {
		t.Run(c.id, func(t *testing.T) { readsBack(t.Context(), t, generated(t, builtin(t, c.id), c.size, c.seed)) })
	}
}

// TestAllKnown: a step that rests on more facts than anybody looks up is told to rest on all that is known by now, in every language, and follows from that.
func TestAllKnown(t *testing.T) {
	g := generated(t, builtin(t, "slitherlink"), "6x6", 2)
	readsBack(t.Context(), t, g)
	for ear, steps := range heard(t.Context(), t, g) {
		n := 0
		for step := range steps {
			if strings.HasPrefix(step.Text, allKnown[ear.lang]) {
				n++
			}
		}
		if n == 0 {
			t.Errorf("%s: no step rests on all that is known", ear.lang)
		}
	}
}

// TestToldOfSuppositions reads back puzzles with steps whose reasons are seen only once their opposite is supposed: they are not told as plain.
func TestToldOfSuppositions(t *testing.T) {
	readsBack(t.Context(), t, generated(t, builtin(t, "heyawake"), "6x6", 81))
}

// TestFactsAreToldBefore: what a step rests on is concluded by a step before it, or a value told before leaves no room for it.
func TestFactsAreToldBefore(t *testing.T) {
	puztest.From(t, puztest.Usual)
	ctx := t.Context()
	for _, c := range []struct{ id, size string }{{"tontonbeya", "4x4"}, {"kropki", "4x4"}, {"hebi", "4x4"}, {"dosun-fuwari", "5x5"}, {"masyu", "5x5"}} {
		for seed := range puztest.Seeds(t, 2, 10) {
			inst := generated(t, builtin(t, c.id), c.size, seed+2).Instance.(*declared.Instance)
			say, steps, err := explained(ctx, t, inst, "en")
			if err != nil {
				t.Fatal(err)
			}
			var told []deduce.Said
			for {
				step, err := steps.Next(ctx, true)
				if err != nil {
					t.Fatal(err)
				}
				if step == nil {
					break
				}
				for _, l := range step.Facts {
					fact := steps.Board().Says(l)
					if !slices.ContainsFunc(told, func(o deduce.Said) bool {
						value := o.Kind == encode.Holds && o.Holds && o.Value.Kind != rules.Bool
						return o.Same(fact) || o.Layer == fact.Layer && o.Place == fact.Place && (value && !fact.Holds || value && fact.Kind == encode.Present || o.Kind == encode.Present && !o.Holds)
					}) {
						t.Errorf("%s, seed %d: nothing says before that %s", c.id, seed, say.Claim(fact))
					}
				}
				for _, l := range step.Concludes {
					told = append(told, steps.Board().Says(l))
				}
			}
			steps.Close()
		}
	}
}

// TestToldToTheEnd holds that what is told makes every mark of the solution, also the borders of divisions and a last value that is left.
func TestToldToTheEnd(t *testing.T) {
	for _, c := range puztest.Some([]struct{ id, size string }{{"shikaku", "5x5"}, {"galaxies", "5x5"}, {"signpost", "4x4"}, {"sudoku", "4x4"}, {"slitherlink", "4x4"}, {"gokigen", "4x4"}, {"yin-yang", "4x4"}}, 3) {
		for seed := range puztest.Seeds(t, 3, 40) {
			inst := generated(t, builtin(t, c.id), c.size, seed+2).Instance.(*declared.Instance)
			state := inst.Start()
			for step, err := range inst.Tell(context.Background(), "") {
				if err != nil {
					t.Fatal(err)
				}
				for _, m := range step.Moves {
					if state, err = inst.Apply(state, m); err != nil {
						t.Fatal(err)
					}
				}
			}
			if v, err := inst.Judge(state); err != nil || !v.Solved {
				t.Errorf("%s, seed %d: what is told does not lead to the solution: %v", c.id, seed, err)
			}
		}
	}
}

// TestCalledAndSaid: sentences call a layer, and the words that are its values or the numbers that are drawn as something else, as the file says.
func TestCalledAndSaid(t *testing.T) {
	for name, words := range map[string]struct {
		raw  string // what no sentence says
		said map[string]string
	}{
		"yin-yang": {`\b[bw]\b`, map[string]string{"en": " black", "zh": "是黑"}},
		"binairo":  {`\b(?:is|are|sind|ist) [12]\b|是[12]`, map[string]string{"en": " white", "zh": "是黑圈", "de": "schwarz"}},
	} {
		g := generated(t, builtin(t, name), "6x6", 2)
		for lang, want := range words.said {
			inst := g.Instance.(*declared.Instance).In(lang).(*declared.Instance)
			said := false
			for step, err := range inst.Explain(context.Background(), "", puzzle.ExplainOptions{}) {
				if err != nil {
					t.Fatal(err)
				}
				said = said || strings.Contains(step.Text, want)
				if regexp.MustCompile(words.raw).MatchString(step.Text) {
					t.Errorf("%s, %s: %q says a value as the file writes it", name, lang, step.Text)
				}
			}
			if !said {
				t.Errorf("%s, %s: no step says %q", name, lang, want)
			}
		}
	}
	for _, c := range []struct{ layer, want string }{
		{"{values: black white, said: {blak: bright}}", `did you mean "black"?`},
		{"{said: {true: so}}", "no words or numbers that could be said otherwise"},
		{"{values: 1..2, said: {one: white}}", `"one" is no number`},
	} {
		_, probs := rules.Load("f.yaml", []byte("version: 1\nfamily: f\nfind:\n  colour: "+c.layer+"\nrules: {}\n"), nil)
		if probs.Err() == nil || !strings.Contains(probs.Err().Error(), c.want) {
			t.Errorf("%s: %v, not %q", c.layer, probs.Err(), c.want)
		}
	}
}
