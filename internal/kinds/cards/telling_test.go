package cards

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// toldClaim is what a told sentence says, as the reader below understands it.
type toldClaim struct {
	kind  string // told, suppose, then, against or hence
	clue  int    // from 0; -1: none
	facts []*Node
	gives []*Node
}

// toldReader reads told sentences back. It has patterns of its own, and the words of single facts.
type toldReader struct {
	lang  string
	atoms map[string]*Node
}

func newToldReader(p *Puzzle, lang string) *toldReader {
	r := &toldReader{lang, map[string]*Node{}}
	for i := range p.Properties {
		for v := range p.Properties[i].Values {
			for _, n := range []*Node{IsNode(i, v), IsNotNode(i, v)} {
				r.atoms[p.Phrase(n, lang)] = n
			}
		}
	}
	return r
}

// list reads facts that are joined, in every case whole.
func (r *toldReader) list(text string) ([]*Node, bool) {
	for phrase, n := range r.atoms {
		rest, ok := strings.CutPrefix(text, phrase)
		if !ok {
			rest, ok = strings.CutPrefix(text, capitalised(r.lang, phrase))
		}
		if !ok {
			continue
		}
		if rest == "" {
			return []*Node{n}, true
		}
		and := map[string]string{"en": ", and ", "zh": "，"}[r.lang]
		if rest, ok := strings.CutPrefix(rest, and); ok {
			if more, ok := r.list(rest); ok {
				return append([]*Node{n}, more...), true
			}
		}
	}
	return nil, false
}

// sentence reads one sentence without its full stop.
func (r *toldReader) sentence(text string) (toldClaim, bool) {
	words := map[string][]string{ // kind, in front, so or because, clue in front, clue behind
		"en": {"Suppose that ", "Then ", "That contradicts ", "So ", ", so ", ", because ", " (clue ", ")", "clue "},
		"zh": {"假设", "那么", "这与", "所以", "，所以", "，因为", "（线索", "）", "线索"},
	}[r.lang]
	c := toldClaim{kind: "told", clue: -1}
	take := func() { // the clue in parentheses
		if i := strings.Index(text, words[6]); i >= 0 {
			end := strings.Index(text[i:], words[7])
			if n, err := strconv.Atoi(text[i+len(words[6]) : i+end]); err == nil {
				c.clue = n - 1
				text = text[:i] + text[i+end+len(words[7]):]
			}
		}
	}
	ok := true
	read := func(text string) []*Node {
		list, fine := r.list(text)
		ok = ok && fine
		return list
	}
	because := func() {
		if head, tail, found := strings.Cut(text, words[5]); found {
			text, c.facts = head, read(tail)
		}
	}
	switch {
	case strings.HasPrefix(text, words[0]):
		c.kind, c.gives = "suppose", read(strings.TrimPrefix(text, words[0]))
	case strings.HasPrefix(text, words[1]):
		c.kind = "then"
		text = strings.TrimPrefix(text, words[1])
		take()
		because()
		c.gives = read(text)
	case strings.HasPrefix(text, words[2]):
		c.kind = "against"
		because()
		text = strings.TrimSuffix(strings.TrimPrefix(text, words[2]), "矛盾")
		n, err := strconv.Atoi(strings.TrimPrefix(text, words[8]))
		c.clue, ok = n-1, ok && err == nil
	case strings.HasPrefix(text, words[3]):
		c.kind, c.gives = "hence", read(strings.TrimPrefix(text, words[3]))
	default:
		take()
		if head, tail, found := strings.Cut(text, words[4]); found {
			c.facts, text = read(head), tail
		}
		c.gives = read(text)
	}
	return c, ok
}

// holds reports whether conclusions follow from a clue and facts, by trying every thing.
func holds(p *Puzzle, clue int, gives []*Node, facts ...[]*Node) bool {
	for i := range p.NumThings() {
		th := p.Thing(i)
		kept := clue < 0 || p.Holds(p.Clues[clue].Expr, th)
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
			if !known[keyOf(f)] && !scope[keyOf(f)] {
				t.Errorf("%s: %s is named before it is told", lang, p.Format(f))
			}
		}
	}
	stop := map[string]string{"en": ".", "zh": "。"}[lang]
	for s, err := range in.In(lang).(*Instance).Tell(context.Background(), "") {
		if err != nil {
			t.Fatal(err)
		}
		if s.Technique != "clue" && s.Technique != string(LawContradiction) {
			continue // cards banned one by one, and the last one
		}
		var scope []*Node
		inside := map[[3]int]bool{}
		var supposed *Node
		refuted := false
		for _, text := range strings.SplitAfter(s.Text, stop) {
			if text = strings.TrimSpace(text); text == "" {
				continue
			}
			c, ok := r.sentence(strings.TrimSuffix(text, stop))
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
				ok = holds(p, c.clue, c.gives, c.facts)
				for i := range c.facts {
					if holds(p, c.clue, c.gives, slices.Delete(slices.Clone(c.facts), i, i+1)) {
						t.Errorf("%s: %s is idle in: %s", lang, p.Format(c.facts[i]), text)
					}
				}
			case "suppose":
				supposed, scope = c.gives[0], c.gives
			case "then":
				ok = supposed != nil && holds(p, c.clue, c.gives, c.facts, scope)
				scope = append(scope, c.gives...)
			case "against":
				ok = supposed != nil && holds(p, c.clue, nil, c.facts, scope)
				refuted = ok
			case "hence":
				ok = refuted && len(c.gives) == 1 && keyOf(c.gives[0]) == keyOf(negated(supposed))
			}
			if !ok {
				t.Errorf("%s: does not follow: %s", lang, text)
			}
			if c.kind == "told" || c.kind == "hence" {
				for _, g := range c.gives {
					known[keyOf(g)] = true
				}
			}
		}
		if (supposed != nil) != refuted {
			t.Errorf("%s: a supposition is left open: %s", lang, s.Text)
		}
	}
	return claims
}

// TestTold: what is told is read back in both languages as the same claims, and each follows from what its sentence names. Most
// puzzles are told in as many sentences as they have clues, and two more, and three a supposition.
func TestTold(t *testing.T) {
	n := uint64(12)
	if os.Getenv("QUANDARY_LONG") != "" {
		n = 1000
	}
	puzzles, long, sentences := 0, 0, 0
	for _, params := range []string{"3x3", "3x3x3", "2x3x4", "4x4x3", "2x2x2x2"} {
		for seed := range n {
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
			en, zh := checkTold(t, in, "en"), checkTold(t, in, "zh")
			if said(in.P, en) != said(in.P, zh) {
				t.Errorf("%s#%d: the languages differ:\n%s\n%s", params, seed, said(in.P, en), said(in.P, zh))
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

func said(p *Puzzle, claims []toldClaim) string {
	var b strings.Builder
	for _, c := range claims {
		fmt.Fprint(&b, c.kind, " ", c.clue)
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
