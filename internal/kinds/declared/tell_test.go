package declared

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/board"
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
	names map[string]board.Place
	as    []sentencePattern
	known []sentencePattern // of techniques
}

// sentencePattern is a rule's sentence as an expression, with what stands at its places.
type sentencePattern struct {
	rule string
	re   *regexp.Regexp
	keys []string
}

// plural is a word in the plural behind a hole.
var plural = regexp.MustCompile(`^( (?:[a-z]+ )?[a-z]+)s( |$)`)

var hole = regexp.MustCompile(`\{([^}]*)\}`)

func newTeller(t *testing.T, b *rules.Board, enc *encode.Encoding, lang string) *teller {
	t.Helper()
	r := &teller{b: b, enc: enc, lang: lang, names: map[string]board.Place{}}
	for _, p := range b.Geo.All(board.Cell) {
		r.names[b.Geo.Say(p, lang)] = p
	}
	pattern := func(rule *rules.Rule) (p sentencePattern, ok bool) {
		text := strings.TrimRight(rule.Text.In(lang), ".。")
		if text == "" {
			return p, false
		}
		p = sentencePattern{rule: rule.Name}
		expr, at := "", 0
		literal := func(from, to int) string { // of one thing there is no plural
			if from == 0 || lang != "en" {
				return regexp.QuoteMeta(text[from:to])
			}
			return plural.ReplaceAllString(regexp.QuoteMeta(text[from:to]), "${1}s?${2}")
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
		if p, ok := pattern(rule); ok {
			r.as = append(r.as, p)
		}
	}
	for _, tech := range b.File.Techniques {
		if p, ok := pattern(tech.Rule); ok {
			r.known = append(r.known, p)
		}
	}
	return r
}

// list splits a list of places or values.
func (r *teller) list(text string) []string {
	if r.lang == "zh" {
		return regexp.MustCompile(`、|和|或`).Split(text, -1)
	}
	return regexp.MustCompile(`, | and | or `).Split(text, -1)
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
		if cells := r.b.Cells(p); len(cells) > 0 && r.lang == "zh" {
			return r.b.Geo.Say(cells[0], r.lang) + "所在的区域"
		} else if len(cells) > 0 {
			return "the room of " + r.b.Geo.Say(cells[0], r.lang)
		}
		return "?"
	}
	if v := bound(key); v != nil {
		return say(v)
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

// broken reads a sentence that says that rules are broken, as the instances that it can mean.
func (r *teller) broken(text string) []encode.Instance {
	for _, p := range r.as {
		m := p.re.FindStringSubmatch(text)
		if m == nil {
			continue
		}
		groups := make([][]string, len(p.keys))
		for n := range p.keys {
			groups[n] = append(r.list(m[n+1]), m[n+1])
		}
		var out []encode.Instance
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
			return out
		}
	}
	return nil
}

// claim is that a cell has a value, or has not; of truth values, that it is so.
type claim struct {
	at    board.Place
	layer *rules.Layer
	value string // "" of truth values
	holds bool
}

// claimForms are the words of claims, by language: places first, then what is said.
var claimForms = map[string][]struct {
	re    *regexp.Regexp
	holds bool
	truth bool
}{
	"en": {
		{regexp.MustCompile(`^(.+?) (?:is|are) not (shaded|drawn)$`), false, true},
		{regexp.MustCompile(`^(.+?) (?:is|are) (shaded|drawn)$`), true, true},
		{regexp.MustCompile(`^(.+?) (?:is|are) (?:no|no) (sea)$`), false, true},
		{regexp.MustCompile(`^(.+?) (?:is|are) (sea)$`), true, true},
		{regexp.MustCompile(`^(.+?) (?:has|have) no (\w+)$`), false, true},
		{regexp.MustCompile(`^(.+?) (?:has|have) a (\w+)$`), true, true},
		{regexp.MustCompile(`^(.+?) (?:is|are) not ([\w ,]+)$`), false, false},
		{regexp.MustCompile(`^(.+?) (?:is|are) (\w+)$`), true, false},
	},
	"zh": {
		{regexp.MustCompile(`^(.+?)不(涂黑|画线)$`), false, true},
		{regexp.MustCompile(`^(.+?)(涂黑|画线)$`), true, true},
		{regexp.MustCompile(`^(.+?)不是(海)$`), false, true},
		{regexp.MustCompile(`^(.+?)是(海)$`), true, true},
		{regexp.MustCompile(`^(.+?)没有([^和、；，]+)$`), false, true},
		{regexp.MustCompile(`^(.+?)有([^和、；，]+)$`), true, true},
		{regexp.MustCompile(`^(.+?)不是([\p{Han}\w]+)$`), false, false},
		{regexp.MustCompile(`^(.+?)是(\w+)$`), true, false},
	},
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

// short puts a word for each place whose name has several.
func (r *teller) short(text string) string {
	for _, p := range r.b.Geo.All(board.Link) {
		name := r.b.Geo.Say(p, r.lang)
		word := "link" + strings.ReplaceAll(r.b.Geo.Name(p), "-", "")
		r.names[word] = p
		text = strings.ReplaceAll(text, name, word)
		if r.lang == "en" {
			text = strings.ReplaceAll(text, strings.ToUpper(name[:1])+name[1:], word)
		}
	}
	return text
}

// claims reads claims; ok is false where words are left over.
func (r *teller) claims(text string) (out []claim, ok bool) {
	if text == "" {
		return nil, true
	}
	for _, f := range claimForms[r.lang] {
		m := f.re.FindStringSubmatch(text)
		if m == nil {
			continue
		}
		var own []claim
		fits := true
		for _, name := range r.list(m[1]) {
			p, known := r.names[name]
			if fits = fits && known; !fits {
				break
			}
			for _, l := range r.meant(m[2], f.truth) {
				if f.truth {
					own = append(own, claim{p, l, "", f.holds})
					continue
				}
				for _, v := range r.list(m[2]) {
					fits = fits && !strings.ContainsAny(v, " ")
					own = append(own, claim{p, l, v, f.holds})
				}
			}
		}
		if fits && len(own) > 0 {
			return own, true
		}
	}
	// Two claims, one after the other.
	seps := []string{" and ", ", "}
	if r.lang == "zh" {
		seps = []string{"和", "、"}
	}
	for _, sep := range seps {
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

// conditions are the forms in which a sentence says that one of some things holds: if this and that, then others; or one of two.
var conditions = map[string]struct{ then, or *regexp.Regexp }{
	"en": {regexp.MustCompile(`^[Ii]f (.+), then (.+)$`), regexp.MustCompile(`^(.+?) or (.+)$`)},
	"zh": {regexp.MustCompile(`^若(.+)，则(.+)$`), regexp.MustCompile(`^(.+?)，或者(.+)$`)},
}

// clauses reads claims, and sentences that one of two holds, between semicolons: of each list one holds.
func (r *teller) clauses(text string) (out [][]claim, ok bool) {
	semicolon := "; "
	if r.lang == "zh" {
		semicolon = "；"
	}
	for _, part := range strings.Split(text, semicolon) {
		if list, ok := r.claims(part); ok {
			for _, c := range list {
				out = append(out, []claim{c})
			}
			continue
		}
		form := conditions[r.lang]
		m := form.then.FindStringSubmatch(part)
		if m == nil {
			m = form.or.FindStringSubmatch(part)
		}
		if m == nil {
			return nil, false
		}
		a, one := r.claims(m[1])
		b, other := r.claims(m[2])
		condition := form.then.MatchString(part)
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
	colon := ": "
	if r.lang == "zh" {
		colon = "："
	}
	then, why, ok := strings.Cut(strings.TrimRight(text, ".。"), colon)
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

// sentence reads a step that is told as "FACTS; if CLAIM, then CLAIM, so CLAIMS: otherwise BROKEN, or BROKEN", or by a technique.
func (r *teller) sentence(text string) (facts, concludes [][]claim, by []encode.Instance, err error) {
	otherwise, so, or := ": otherwise ", ", so ", ", or "
	if r.lang == "zh" {
		otherwise, so, or = "；否则", "，所以", "，或者"
	}
	if concludes, by, ok := r.technique(text); ok {
		return nil, concludes, by, nil
	}
	var given, then string
	head, tail, ok := strings.Cut(strings.TrimRight(text, ".。"), otherwise)
	if ok {
		if given, then, ok = strings.Cut(head, so); !ok {
			given, then = "", head
		}
	} else if given, tail, then, ok = r.supposition(text); !ok {
		return nil, nil, nil, errNotRead
	}
	if facts, ok = r.clauses(r.short(given)); !ok {
		return nil, nil, nil, fmt.Errorf("these facts do not read: %s", given)
	}
	if concludes, ok = r.clauses(r.short(then)); !ok {
		return nil, nil, nil, fmt.Errorf("these conclusions do not read: %s", then)
	}
	parts := strings.Split(tail, or)
	for n := 0; n < len(parts); n++ {
		found := r.broken(parts[n])
		for k := n + 1; found == nil && k < len(parts); k++ { // a comma within a sentence
			if found = r.broken(strings.Join(parts[n:k+1], or)); found != nil {
				n = k
			}
		}
		if found == nil {
			return nil, nil, nil, fmt.Errorf("this is no broken rule: %s", parts[n])
		}
		by = append(by, found...)
	}
	return facts, concludes, by, nil
}

// supposes are the forms of suppositions: what is known, how it goes on, and what follows. What stands in brackets is broken otherwise.
var supposes = map[string]struct{ all, tried, by, but *regexp.Regexp }{
	"en": {regexp.MustCompile(`^(?:(.+?)\. )?Suppose that .+?: then(.*)\. So (.+)\.$`), regexp.MustCompile(`^, whatever is tried, (.*)$`),
		regexp.MustCompile(`\(or ([^()]+)\)`), regexp.MustCompile(`^.*, but (.+)$`)},
	"zh": {regexp.MustCompile(`^(?:(.+?)。)?假设.+?：那么(.*)。所以(.+)。$`), regexp.MustCompile(`^无论怎样尝试，(.*)$`),
		regexp.MustCompile(`（否则([^（）]+)）`), regexp.MustCompile(`^.*，但是(.+)$`)},
}

// supposition takes a supposition apart: what is known, all that is broken otherwise, and what follows.
func (r *teller) supposition(text string) (given, broken, then string, ok bool) {
	form := supposes[r.lang]
	m := form.all.FindStringSubmatch(text)
	if m == nil {
		return "", "", "", false
	}
	if tried := form.tried.FindStringSubmatch(m[2]); tried != nil {
		return m[1], tried[1], m[3], true
	}
	var parts []string
	for _, by := range form.by.FindAllStringSubmatch(m[2], -1) {
		parts = append(parts, by[1])
	}
	if but := form.but.FindStringSubmatch(m[2]); but != nil {
		parts = append(parts, but[1])
	}
	or := ", or "
	if r.lang == "zh" {
		or = "，或者"
	}
	return m[1], strings.Join(parts, or), m[3], true
}

// errNotRead tells of a sentence of another form.
var errNotRead = fmt.Errorf("a sentence of another form")

// term gives a claim as a term.
func (r *teller) term(c claim) (model.Term, bool) {
	for _, u := range r.enc.Variables() {
		if u.Place != c.at || u.Layer != c.layer || u.Kind != encode.Holds {
			continue
		}
		p := r.enc.Problem
		t := u.Term
		if p.Sort(t) == model.Int {
			n := slices.IndexFunc(u.Values, func(v rules.Value) bool { return v.String() == c.value })
			if n < 0 {
				var k int64
				if _, err := fmt.Sscan(c.value, &k); err != nil {
					return 0, false
				}
				n = int(k - u.Lo)
			}
			t = p.Eq(t, p.Num(u.Lo+int64(n)))
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
	for _, in := range r.enc.Instances { // what the clues show of one place alone
		if len(p.VarsOf(in.Term)) == 1 {
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

// TestToldReadsBack reads the explanations of made puzzles back, in English and Chinese, and proves each sentence from the facts and rules
// that its words name.
func TestToldReadsBack(t *testing.T) {
	ctx := context.Background()
	for _, c := range []struct{ id, size string }{
		{"akari", "6x6"}, {"mosaic", "5x5"}, {"kuromasu", "5x5"}, {"creek", "5x5"}, {"tents", "6x6"}, {"sudoku", "4x4"}, {"minesweeper", "6x6"},
		{"heyawake", "6x6"}, {"star-battle", "6x6"}, {"kakurasu", "5x5"}, {"hitori", "5x5"}, {"norinori", "6x6"},
	} {
		t.Run(c.id, func(t *testing.T) {
			g := generated(t, builtin(t, c.id), c.size, nil, 3)
			for _, lang := range g.Instance.(*Instance).ToldIn() {
				inst := *g.Instance.(*Instance)
				inst.lang = lang
				enc, err := encode.New(ctx, inst.b, encode.Options{Loose: true})
				if err != nil {
					t.Fatal(err)
				}
				s, err := native.New().Open(ctx, enc.Problem, solve.Budget{})
				if err != nil {
					t.Fatal(err)
				}
				r := newTeller(t, inst.b, enc, lang)
				read, all := 0, 0
				for step, err := range inst.Explain(ctx, "", puzzle.ExplainOptions{}) {
					if err != nil {
						t.Fatal(err)
					}
					all++
					facts, concludes, by, err := r.sentence(step.Text)
					if err != nil {
						t.Logf("%s: %q: %v", lang, step.Text, err)
						continue
					}
					read++
					if err := r.proves(ctx, s, facts, concludes, by); err != nil {
						t.Errorf("%s: %q: %v", lang, step.Text, err)
					}
					if r.proves(ctx, s, facts, concludes, nil) == nil {
						t.Errorf("%s: %q: it follows without the rules that it names", lang, step.Text)
					}
				}
				s.Close()
				t.Logf("%s: %d of %d sentences read", lang, read, all)
				if 10*read < 8*all {
					t.Errorf("%s: only %d of %d sentences could be read", lang, read, all)
				}
			}
		})
	}
}
