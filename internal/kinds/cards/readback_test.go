package cards

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/kinds/cards/choose"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/lexicon"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/saying"
	"github.com/quandary-puzzles/quandary/internal/phrases"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/internal/rng"
)

// reader reads sentences back: it finds every reading that a sentence has by the grammar below, which is written from the
// templates and not from the code that fills them in. What it does not check is whether the words for one atom are good words.
//
//	statement = loose | series | flat
//	flat      = unit { and-or unit }            with one of the two words all along
//	series    = part { long-and-or part }       part = unit | flat
//	unit      = atom | ( statement )
//
// It reads each in the order of words that the template around it asks for.
type reader struct {
	s     saying.Speaker
	atoms map[string]*deck.Node   // by the order and the words
	known map[string][]*deck.Node // by the order and the words
}

// newReader lists the words for atoms and for conditionals about one property, no two of which may read the same.
func newReader(t *testing.T, p *deck.Puzzle, lang string) *reader {
	t.Helper()
	r := &reader{s: saying.Speaker{P: p, Lang: lang}, atoms: map[string]*deck.Node{}, known: map[string][]*deck.Node{}}
	add := func(n *deck.Node) {
		for _, order := range []string{"", "first", "last"} {
			text := r.s.In(order).Statement(n, 0)
			if old := r.atoms[order+"|"+text]; old != nil && !deck.EqualNode(old, n) {
				t.Errorf("%s: %s and %s read the same: %s", lang, p.Format(old), p.Format(n), text)
			}
			r.atoms[order+"|"+text] = n
		}
	}
	for k := range p.Properties {
		for v := range p.Properties[k].Values {
			if p.Lineup == nil { // there they are what at(…) says in other signs
				add(deck.IsNode(k, v))
				add(deck.IsNotNode(k, v))
			}
		}
	}
	for _, f := range choose.AllForms() {
		if simple := slices.Contains(deck.PaperForms(), f) || f == deck.FormCompare || f == deck.FormEquation || f == deck.FormDistinct; simple != (p.Lineup == nil) {
			continue
		}
		clues, _ := choose.ListClues(p, []deck.Form{f}) // none of a form for which the puzzle lacks something
		for _, n := range clues {
			if n.Op != deck.Implies || n.Args[0].Prop == n.Args[1].Prop {
				add(n)
			}
		}
	}
	return r
}

func (r *reader) tpl(key string) string { return lexicon.Templates(r.s.Lang)[key] }

// statement gives all readings of a text.
func (r *reader) statement(text string) []*deck.Node {
	at := r.s.Order + "|" + text
	if out, ok := r.known[at]; ok {
		return out
	}
	out := append(r.loose(text), append(r.series(text), r.flat(text)...)...)
	r.known[at] = out
	return out
}

// in reads what stands in the order of words that a hole asks for.
func (r *reader) in(order string) *reader {
	other := *r
	other.s.Order = order
	return &other
}

func (r *reader) unit(text string) (out []*deck.Node) {
	if n := r.atoms[r.s.Order+"|"+text]; n != nil {
		out = append(out, n)
	}
	open, end, _ := strings.Cut(r.tpl(strings.TrimSuffix("group-"+r.s.Order, "-")), "{a}")
	if inner, ok := strings.CutPrefix(text, open); ok {
		if inner, ok := strings.CutSuffix(inner, end); ok {
			out = append(out, r.in("").statement(inner)...)
		}
	}
	return out
}

// split gives every way to part a text at some of the places where a separator stands.
func split(text, sep string) [][]string {
	out := [][]string{{text}}
	for at := 0; ; {
		i := strings.Index(text[at:], sep)
		if i < 0 {
			return out
		}
		at += i
		for _, rest := range split(text[at+len(sep):], sep) {
			out = append(out, append([]string{text[:at]}, rest...))
		}
		at += len(sep)
	}
}

// all gives every combination of readings of parts.
func all(parts []string, read func(string) []*deck.Node) [][]*deck.Node {
	out := [][]*deck.Node{nil}
	for _, p := range parts {
		var next [][]*deck.Node
		for _, n := range read(p) {
			for _, have := range out {
				next = append(next, append(have[:len(have):len(have)], n))
			}
		}
		out = next
	}
	return out
}

func (r *reader) flat(text string) []*deck.Node {
	out := r.unit(text)
	for _, op := range []deck.Op{deck.And, deck.Or} {
		key := op.String()
		seps := []string{r.tpl(key)}
		for _, parts := range split(text, seps[0]) {
			if len(parts) > 1 {
				for _, args := range all(parts, r.unit) {
					out = append(out, &deck.Node{Op: op, Args: args})
				}
			}
		}
		// a, b and c
		for _, ends := range split(text, r.tpl(key+"-last")) {
			if len(ends) != 2 {
				continue
			}
			for _, parts := range split(ends[0], r.tpl(key+",")) {
				for _, args := range all(append(parts, ends[1]), r.unit) {
					out = append(out, &deck.Node{Op: op, Args: args})
				}
			}
		}
	}
	return out
}

func (r *reader) series(text string) (out []*deck.Node) {
	for _, op := range []deck.Op{deck.And, deck.Or} {
		for _, parts := range split(text, r.tpl(op.String()+"-long")) {
			if len(parts) > 1 {
				for _, args := range all(parts, r.flat) {
					out = append(out, &deck.Node{Op: op, Args: args})
				}
			}
		}
	}
	return out
}

// match gives what may stand for the places of a template in a text.
func match(tpl, text string, names ...string) (out [][]string) {
	before, rest, _ := strings.Cut(tpl, "{"+names[0]+"}")
	text, ok := strings.CutPrefix(text, before)
	if !ok {
		return nil
	}
	if len(names) == 1 {
		if inner, ok := strings.CutSuffix(text, rest); ok {
			return [][]string{{inner}}
		}
		return nil
	}
	next, _, _ := strings.Cut(rest, "{"+names[1]+"}")
	for at := 0; at < len(text); at++ {
		if strings.HasPrefix(text[at:], next) {
			for _, m := range match(rest, text[at:], names[1:]...) {
				out = append(out, append([]string{text[:at]}, m...))
			}
		}
	}
	return out
}

// plainHoles gives a template without the orders that its holes ask for, and these.
func plainHoles(tpl string) (plain string, orders map[string]string) {
	orders = map[string]string{}
	return orderedHole.ReplaceAllStringFunc(tpl, func(h string) string {
		m := orderedHole.FindStringSubmatch(h)
		orders[m[1]] = m[2]
		return "{" + m[1] + "}"
	}), orders
}

var orderedHole = regexp.MustCompile(`\{([ab]) (first|last)\}`)

func (r *reader) loose(text string) (out []*deck.Node) {
	type reads = func(*reader, string) []*deck.Node
	two := func(key string, op deck.Op, read, second reads) {
		tpl, orders := plainHoles(r.tpl(key))
		for _, m := range match(tpl, text, "a", "b") {
			for _, a := range read(r.in(orders["a"]), m[0]) {
				for _, b := range second(r.in(orders["b"]), m[1]) {
					out = append(out, &deck.Node{Op: op, Args: []*deck.Node{a, b}})
				}
			}
		}
	}
	two("implies", deck.Implies, (*reader).unit, (*reader).flat)
	two("implies-long", deck.Implies, (*reader).flat, (*reader).flat)
	two("iff", deck.Iff, (*reader).unit, (*reader).unit)
	two("xor", deck.Xor, (*reader).unit, (*reader).unit)
	not1, orders := plainHoles(r.tpl("not"))
	for _, m := range match(not1, text, "a") {
		for _, a := range r.in(orders["a"]).unit(m[0]) {
			out = append(out, &deck.Node{Op: deck.Not, Args: []*deck.Node{a}})
		}
	}
	list := func(tpl string, make func(args []*deck.Node) *deck.Node) {
		for _, m := range match(tpl, text, "list") {
			for _, parts := range split(m[0], r.tpl("list")) {
				for _, args := range all(parts, r.in("").flat) {
					out = append(out, make(args))
				}
			}
		}
	}
	not := func(op deck.Op) func([]*deck.Node) *deck.Node {
		return func(args []*deck.Node) *deck.Node {
			return &deck.Node{Op: deck.Not, Args: []*deck.Node{{Op: op, Args: args}}}
		}
	}
	list(r.tpl("not-and"), not(deck.And))
	list(r.tpl("not-or"), not(deck.Or))
	list(r.tpl("xor-many"), func(args []*deck.Node) *deck.Node { return &deck.Node{Op: deck.Xor, Args: args} })
	for _, op := range []deck.Op{deck.Exactly, deck.AtLeast, deck.AtMost} {
		for n := range int64(5) {
			word, are := strconv.FormatInt(n, 10), map[string]string{"en": "are", "de": "sind", "es": "son ciertas"}[r.s.Lang]
			if words, ok := map[string][]string{"en": {"none", "one", "two", "three", "four"}, "de": {"keine", "eine", "zwei", "drei", "vier"},
				"es": {"ninguna", "una", "dos", "tres", "cuatro"}}[r.s.Lang]; ok {
				word = words[n]
			}
			if n == 1 {
				are = map[string]string{"en": "is", "de": "ist", "es": "es cierta"}[r.s.Lang]
			}
			tpl := strings.NewReplacer("{n}", word, "{are}", are).Replace(r.tpl(op.String()))
			list(tpl, func(args []*deck.Node) *deck.Node { return &deck.Node{Op: op, Num: n, Args: args} })
		}
	}
	return out
}

// check reads a clue's sentence back: one reading is the clue, and all mean the same.
func (r *reader) check(t *testing.T, n *deck.Node) {
	t.Helper()
	p := r.s.P
	text := saying.Phrase(p, n, r.s.Lang)
	same := false
	for _, m := range r.statement(text) {
		same = same || deck.EqualNode(m, n)
		if p.Lineup != nil {
			if !deck.EqualNode(m, n) {
				t.Errorf("%q is read as %s too, and is %s", text, p.Format(m), p.Format(n))
			}
			continue
		}
		for i := range p.NumThings() {
			if th := p.Thing(i); p.Holds(m, th) != p.Holds(n, th) {
				t.Errorf("%q is read as %s too, and is %s", text, p.Format(m), p.Format(n))
				break
			}
		}
	}
	if !same {
		t.Errorf("%q is not read as what it is, %s, but as %d other clues", text, p.Format(n), len(r.statement(text)))
	}
}

// themedPuzzles draws puzzles of every theme, in every language, that together have all properties.
func themedPuzzles(t *testing.T, size cardSize, each func(*deck.Puzzle)) {
	for i, theme := range puztest.Some(append(lexicon.Names(), "plain"), 6) {
		for k, lang := range phrases.Languages() {
			for seed := range uint64(3) {
				if puztest.Doing() < puztest.Whole && (seed > 0 || k != i%len(phrases.Languages())) {
					continue
				}
				p, err := build(size, theme, lang, rng.New(seed))
				if err != nil {
					t.Fatal(err)
				}
				each(p)
			}
		}
	}
}

// TestSentencesMeanTheirClues: of every theme and form, in every language, each sentence has no reading but its clue's.
func TestSentencesMeanTheirClues(t *testing.T) {
	puztest.From(t, puztest.Usual)
	themedPuzzles(t, cardSize{Domains: []int{2, 2, 2, 2}}, func(p *deck.Puzzle) {
		for _, lang := range phrases.Languages() {
			r := newReader(t, p, lang)
			clues, err := choose.ListClues(p, choose.AllForms())
			if err != nil {
				t.Fatal(err)
			}
			for _, n := range clues {
				r.check(t, n)
			}
		}
	})
	themedPuzzles(t, cardSize{Domains: []int{4, 2}, Factored: true, Lineup: true}, func(p *deck.Puzzle) {
		for _, lang := range phrases.Languages() {
			r := newReader(t, p, lang)
			clues, err := choose.ListClues(p, choose.PlaceForms())
			if err != nil {
				t.Fatal(err)
			}
			for _, n := range clues {
				r.check(t, n)
			}
		}
	})
}

// TestNestedSentencesMeanTheirClues: the same of random formulas as people write them, up to three levels deep.
func TestNestedSentencesMeanTheirClues(t *testing.T) {
	p, err := build(cardSize{Domains: []int{2, 2, 2}}, "museum", "en", rng.New(1))
	if err != nil {
		t.Fatal(err)
	}
	r := rng.New(2)
	var formula func(depth int) *deck.Node
	formula = func(depth int) *deck.Node {
		if depth == 0 || r.IntN(4) == 0 {
			n := deck.IsNode(r.IntN(3), r.IntN(2))
			if r.Bool() {
				n = deck.Negated(n)
			}
			return n
		}
		op := []deck.Op{deck.And, deck.And, deck.Or, deck.Or, deck.Not, deck.Xor, deck.Implies, deck.Iff, deck.Exactly, deck.AtLeast}[r.IntN(10)]
		args := 2
		switch op {
		case deck.Not:
			args = 1
		case deck.And, deck.Or, deck.Exactly, deck.AtLeast:
			args = 2 + r.IntN(2)
		}
		n := &deck.Node{Op: op}
		if op == deck.Exactly || op == deck.AtLeast {
			n.Num = int64(1 + r.IntN(2))
		}
		for range args {
			n.Args = append(n.Args, formula(depth-1))
		}
		return n
	}
	for _, lang := range phrases.Languages() {
		read := newReader(t, p, lang)
		for range puztest.Of(80, 400, 400) {
			n := formula(2 + r.IntN(2))
			if size := strings.Count(fmt.Sprint(p.Format(n)), "="); size > 10 {
				continue // the readings of very long ones take too long to list
			}
			read.check(t, n)
		}
	}
}
