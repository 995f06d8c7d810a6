package cards

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/laws"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/lexicon"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/saying"
	"github.com/quandary-puzzles/quandary/internal/phrases"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// toldClaim is what a told sentence says, as the reader below understands it.
type toldClaim struct {
	kind  string // told, suppose, then, against or hence
	clues []int  // from 0
	facts []*deck.Node
	gives []*deck.Node
}

// toldReader reads told sentences back, by the words of the file for what is around facts, and the words of single facts.
type toldReader struct {
	lang  string
	atoms map[string]map[string][]*deck.Node // by the order of words: a fact, or values that a property has not
	some  map[string]map[string][]*deck.Node // values of which a property has one
}

func newToldReader(p *deck.Puzzle, lang string) *toldReader {
	r := &toldReader{lang, map[string]map[string][]*deck.Node{}, map[string]map[string][]*deck.Node{}}
	for _, order := range []string{"", "first", "last"} {
		r.atoms[order], r.some[order] = map[string][]*deck.Node{}, map[string][]*deck.Node{}
	}
	for i := range p.Properties {
		for some := 1; some < 1<<len(p.Properties[i].Values); some++ {
			var is, not []*deck.Node
			for v := range p.Properties[i].Values {
				if some>>v&1 > 0 {
					is, not = append(is, deck.IsNode(i, v)), append(not, deck.IsNotNode(i, v))
				}
			}
			for order, atoms := range r.atoms {
				s := saying.Speaker{P: p, Lang: lang, Order: order}
				if atoms[s.Several(not)] = not; len(is) == 1 {
					atoms[s.Several(is)] = is
				}
				r.some[order][s.Several(is)] = is
			}
		}
	}
	return r
}

// list reads facts that are joined, in every case whole.
func (r *toldReader) list(text, order string) ([]*deck.Node, bool) {
	for phrase, n := range r.atoms[order] {
		rest, ok := strings.CutPrefix(text, phrase)
		if !ok {
			rest, ok = strings.CutPrefix(text, (saying.Speaker{Lang: r.lang}).Capital(phrase))
		}
		if !ok {
			continue
		}
		if rest == "" {
			return n, true
		}
		for _, key := range []string{"and", "and-on"} {
			if rest, ok := strings.CutPrefix(rest, lexicon.Words().Say(r.lang, key)); ok {
				if more, ok := r.list(rest, strings.TrimPrefix(order, "first")); ok {
					return append(slices.Clone(n), more...), true
				}
			}
		}
	}
	return nil, false
}

// toldKinds says of what kind a sentence of a key is.
var toldKinds = map[string]string{
	"told-from": "told", "told-clue": "told", "told-clue-from": "told", "told-suppose": "suppose", "told-then": "then", "told-then-from": "then",
	"told-then-clue": "then", "told-then-clue-from": "then", "told-against-clue": "against", "told-against-clue-from": "against", "hence": "hence",
}

// hole finds the holes of a text.
var hole = regexp.MustCompile(`\\\{(\w+)(?: (\w+))?\\\}`)

// sentence reads one sentence: of all keys whose words fit the one whose facts can be read.
func (r *toldReader) sentence(text string) (toldClaim, bool) {
	for key, kind := range toldKinds {
		asked := map[string]string{} // the orders of words
		words := (saying.Speaker{Lang: r.lang}).Capital(lexicon.Words().Text(r.lang, key))
		pattern := regexp.MustCompile("^" + hole.ReplaceAllStringFunc(regexp.QuoteMeta(words), func(h string) string {
			m := hole.FindStringSubmatch(h)
			name := m[1]
			asked[name] = m[2]
			return "(?P<" + name + ">" + map[bool]string{true: `\d+`, false: ".+"}[name == "n"] + ")"
		}) + "$")
		m := pattern.FindStringSubmatch(text)
		if m == nil {
			continue
		}
		c, ok := toldClaim{kind: kind}, true
		for i, name := range pattern.SubexpNames() {
			var list []*deck.Node
			fine := true
			switch name {
			case "":
				continue
			case "n":
				c.clues, fine = r.numbers(m[i])
			case "clues":
				c.clues, fine = r.called(m[i])
			case "a":
				c.gives, fine = r.some[asked[name]][m[i]], r.some[asked[name]][m[i]] != nil
			case "f":
				list, fine = r.list(m[i], asked[name])
				c.facts = list
			default: // what is concluded
				list, fine = r.list(m[i], asked[name])
				c.gives = list
			}
			ok = ok && fine
		}
		if ok {
			return c, true
		}
	}
	return toldClaim{}, false
}

// called reads how clues are called: one, or several.
func (r *toldReader) called(text string) ([]int, bool) {
	for _, key := range []string{"told-one", "told-some"} {
		before, behind, _ := strings.Cut(lexicon.Words().Text(r.lang, key), "{n}")
		if !strings.HasPrefix(text, before) || !strings.HasSuffix(text, behind) {
			continue
		}
		list, ok := r.numbers(text[len(before) : len(text)-len(behind)])
		if ok && lexicon.Words().Say(r.lang, map[bool]string{true: "told-one", false: "told-some"}[len(list) == 1], "n", "") == before+behind {
			return list, true
		}
	}
	return nil, false
}

// numbers reads the numbers of clues.
func (r *toldReader) numbers(text string) ([]int, bool) {
	var out []int
	for _, number := range strings.Split(strings.ReplaceAll(text, lexicon.Words().Say(r.lang, "told-last"), lexicon.Words().Say(r.lang, "sep")), lexicon.Words().Say(r.lang, "sep")) {
		n, err := strconv.Atoi(number)
		if err != nil {
			return nil, false
		}
		out = append(out, n-1)
	}
	return out, true
}

// holds reports whether conclusions follow from clues and facts, by trying every thing.
func holds(p *deck.Puzzle, clues []int, gives []*deck.Node, facts ...[]*deck.Node) bool {
	for i := range p.NumThings() {
		th := p.Thing(i)
		kept := !slices.ContainsFunc(clues, func(c int) bool { return !p.Holds(p.Clues[c].Expr, th) })
		for _, list := range facts {
			for _, f := range list {
				kept = kept && p.Holds(f, th)
			}
		}
		if !kept {
			continue
		}
		if len(gives) == 0 {
			return false
		}
		for _, g := range gives {
			if !p.Holds(g, th) {
				return false
			}
		}
	}
	return true
}

// checkTold reads what is told of a puzzle back and proves each sentence from what it names. It gives the sentences.
func checkTold(t *testing.T, in *Instance, lang string) []toldClaim {
	t.Helper()
	p := in.P
	r := newToldReader(p, lang)
	var claims []toldClaim
	known := map[[3]int]bool{}
	earlier := func(c toldClaim, scope map[[3]int]bool) {
		for _, f := range c.facts {
			if !known[atomKey(f)] && !scope[atomKey(f)] {
				t.Errorf("%s: %s is named before it is told", lang, p.Format(f))
			}
		}
	}
	stop := saying.Speaker{P: p, Lang: lang}.Tpl("stop", nil)
	for s, err := range in.In(lang).(*Instance).Tell(context.Background(), "") {
		if err != nil {
			t.Fatal(err)
		}
		if s.Technique != "clue" && s.Technique != string(laws.Contradiction) {
			continue // cards banned one by one, and the last one
		}
		var scope []*deck.Node
		inside := map[[3]int]bool{}
		var supposed []*deck.Node
		refuted := false
		for _, text := range strings.SplitAfter(s.Text, stop) {
			if text = strings.TrimSpace(text); text == "" {
				continue
			}
			c, ok := r.sentence(text)
			if !ok {
				t.Fatalf("%s: not understood: %s", lang, text)
			}
			claims = append(claims, c)
			if n := len(strings.Fields(text)); lang == "en" && n > 45 {
				t.Errorf("%d words: %s", n, text)
			}
			if n := utf8.RuneCountInString(text); lang == "zh" && n > 90 {
				t.Errorf("%d characters: %s", n, text)
			}
			earlier(c, inside)
			ok = true
			switch c.kind {
			case "told":
				ok = holds(p, c.clues, c.gives, c.facts)
				for i := range c.facts {
					if holds(p, c.clues, c.gives, slices.Delete(slices.Clone(c.facts), i, i+1)) {
						t.Errorf("%s: %s is idle in: %s", lang, p.Format(c.facts[i]), text)
					}
				}
			case "suppose":
				supposed, scope = c.gives, c.gives
				if len(supposed) > 1 {
					scope = []*deck.Node{deck.Join(deck.Or, supposed...)}
				}
			case "then":
				ok = supposed != nil && holds(p, c.clues, c.gives, c.facts, scope)
				scope = append(scope, c.gives...)
			case "against":
				ok = supposed != nil && holds(p, c.clues, nil, c.facts, scope)
				refuted = ok
			case "hence":
				ok = refuted && slices.EqualFunc(c.gives, supposed, func(a, b *deck.Node) bool { return deck.EqualNode(a, deck.Negated(b)) })
			}
			if !ok {
				t.Errorf("%s: does not follow: %s", lang, text)
			}
			if c.kind == "told" || c.kind == "hence" {
				for _, g := range c.gives {
					known[atomKey(g)] = true
				}
			}
		}
		if (supposed != nil) != refuted {
			t.Errorf("%s: a supposition is left open: %s", lang, s.Text)
		}
	}
	return claims
}

// TestTold: what is told is read back in every language as the same claims, and each follows from what its sentence names. Most
// puzzles are told in as many sentences as they have clues, and two more, and three a supposition.
func TestTold(t *testing.T) {
	puzzles, long, sentences := 0, 0, 0
	for seed := range puztest.Seeds(t, 12, 1000) {
		for _, params := range []string{"3x3", "3x3x3", "2x3x4", "4x4x3", "2x2x2x2"} {
			f := Family{}
			p, err := f.ParseParams(params)
			if err != nil {
				t.Fatal(err)
			}
			out, err := f.Generate(context.Background(), p, puzzle.Settings{}, rng.New(seed), nil)
			if err != nil {
				t.Fatal(err)
			}
			in := out.Instance.(*Instance)
			en := checkTold(t, in, "en")
			for _, lang := range phrases.Languages()[1:] {
				if got := checkTold(t, in, lang); said(in.P, en) != said(in.P, got) {
					t.Errorf("%s#%d: %s differs:\n%s\n%s", params, seed, lang, said(in.P, en), said(in.P, got))
				}
			}
			count, supposed := 0, 0
			for _, c := range en {
				if count++; c.kind == "suppose" {
					supposed++
				}
			}
			puzzles, sentences = puzzles+1, sentences+count
			if count > len(in.P.Clues)+2+3*supposed {
				long++
			}
			if t.Failed() {
				t.Fatalf("%s#%d", params, seed)
			}
		}
	}
	t.Logf("%d puzzles in %d sentences, %d longer than their clues, two, and three a supposition", puzzles, sentences, long)
	if 20*long > puzzles {
		t.Errorf("%d of %d puzzles are told at length", long, puzzles)
	}
}

func said(p *deck.Puzzle, claims []toldClaim) string {
	var b strings.Builder
	for _, c := range claims {
		fmt.Fprint(&b, c.kind, " ", c.clues)
		for _, f := range c.facts {
			fmt.Fprint(&b, " ", p.Format(f))
		}
		b.WriteString(" =>")
		for _, g := range c.gives {
			fmt.Fprint(&b, " ", p.Format(g))
		}
		b.WriteString("\n")
	}
	return b.String()
}

// atomKey tells atoms apart.
func atomKey(n *deck.Node) [3]int { return [3]int{int(n.Op), n.Prop, n.Val} }
