package telling

import (
	"cmp"
	"context"
	"iter"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/quandary-puzzles/quandary/elimination"
	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/ladder"
	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/language"
	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/matching"
	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/solver"
	"github.com/quandary-puzzles/quandary/internal/phrases"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// This file puts a proof in words. The sentences have few forms, which the tests of package zebra read back; both name facts by the forms
// of domainText.

// Of some proofs the one is told whose words are shortest. A few are always searched for; more only while the shortest has more
// sentences than a person reads with pleasure, and still more while it has more than a person would need.
const (
	fewTrials, someTrials, tellTrials = 3, 8, 60
	fewSentences, mostSentences       = 25, 45
	forSupposition                    = 3
)

// glances are on how many facts that were told an item may rest that is named without a word on why it is there: as few as leave the
// telling so short as a person would have it. In a line of five the last item rests on the four others.
var glances = [...]int{4, 6, 9}

const widestGlance = math.MaxInt

// told is a sentence or two about one line, with what they name.
type told struct {
	text    string
	because []domain // the facts that the text names as reasons
	gives   []domain
	clues   []int
	links   []link // of a sentence that the next may continue
}

// link is a part of a sentence: a conclusion, from a clue or from none (-1), and the facts that are named for it.
type link struct {
	because, gives []domain
	clue           int
	falls          ending // of the last link of a supposition
	nested         string // the sentences of a supposition inside, instead
	also           bool   // it rests on the same facts as the link before
}

// ending says how a supposition ends: by itself, and behind a word that puts the verb first.
type ending struct{ plain, turned string }

func (w *writer) ending(key string, fill ...string) ending {
	text := language.Lexicon().Text(w.lang, key)
	return ending{phrases.Fill(phrases.Bend(text, false, false), fill...), phrases.Fill(phrases.Bend(text, true, false), fill...)}
}

// Most links and conclusions of one sentence. Under a supposition a sentence may be all of its way to the contradiction.
const (
	maxLinks       = 6
	maxConclusions = 3
)

// Tell gives the solution of the whole puzzle from a state in as few sentences as are found: what follows from a clue and
// from what is seen at a glance is one step, and a supposition is told only where no clue helps. The last step places what
// is left over.
func Tell(ctx context.Context, p *matching.Puzzle, from puzzle.State) iter.Seq2[puzzle.Step, error] {
	return func(yield func(puzzle.Step, error) bool) {
		steps, err := tellAll(ctx, p, from)
		if err != nil {
			yield(puzzle.Step{}, err)
			return
		}
		for _, s := range steps {
			if !yield(s, nil) {
				return
			}
		}
	}
}

func tellAll(ctx context.Context, p *matching.Puzzle, from puzzle.State) ([]puzzle.Step, error) {
	k, err := ladder.Consistent(ctx, p, from)
	if err != nil {
		return nil, err
	}
	t := newTeller(p)
	best, found := length{}, 0
	var steps []puzzle.Step
	scribe := newTeller(p) // its graph tells; that of t searches on
	look := newTeller(p)
	write := func(ls []line, glance int) (length, []puzzle.Step, error) {
		w := &writer{t: scribe, look: look, lang: language.Lang(p), marked: k.Clone(), glance: glance}
		told, err := w.write(ctx, ls, k)
		return w.length(ls), told, err
	}
	var shortest []line
	t.tell(ctx, k.List(), someTrials, tellTrials, func(ls []line) (badness int, enough bool) {
		n, told, failed := write(ls, widestGlance)
		if err = failed; err != nil {
			return 0, true
		}
		if steps == nil || n.badness() < best.badness() {
			best, steps, shortest = n, told, ls
		}
		found++
		return n.badness(), found >= fewTrials && best.sentences <= fewSentences || found >= someTrials && best.over() == 0
	})
	if err == nil {
		err = ctx.Err()
	}
	if err == nil && steps == nil {
		_, steps, err = write(nil, widestGlance) // nothing follows
	}
	for _, glance := range glances {
		if err != nil || shortest == nil || t.large() {
			break
		}
		n, told, failed := write(shortest, glance)
		if err = failed; err == nil && n.over() == 0 {
			return told, nil
		}
	}
	return steps, err
}

// Hint gives the next sentence from a state: what one clue gives, the one that places most, or else a supposition that fails.
func Hint(ctx context.Context, p *matching.Puzzle, from puzzle.State) (*puzzle.Step, error) {
	k, err := ladder.Consistent(ctx, p, from)
	if err != nil {
		return nil, err
	}
	t := newTeller(p)
	t.restart(k.List())
	var ls []line
	var guesses []guess
	if best, gain := t.strongest(); best >= 0 && !t.g.Solved() {
		ls = []line{{clue: best, at: gain}}
	} else if l, found := t.refuting(ctx, &guesses, maxInside); found && !t.g.Solved() {
		ls = []line{l}
	}
	w := &writer{t: t, look: newTeller(p), lang: language.Lang(p), marked: k.Clone(), glance: glances[0]}
	steps, err := w.write(ctx, ls, k)
	if err != nil || len(steps) == 0 {
		return nil, cmp.Or(err, ctx.Err())
	}
	return &steps[0], nil
}

// length is how long a telling is.
type length struct{ sentences, suppositions, long int }

// length counts the sentences of what was told, and the words that are over the length of theirs.
func (w *writer) length(ls []line) length {
	n := length{long: w.tooLong, suppositions: suppositions(ls)}
	for _, s := range w.steps {
		if s.Technique == ladder.Techniques()[ladder.LastLeft].Code && len(s.Because) == 0 { // what is left over takes no thought
			continue
		}
		n.sentences += strings.Count(s.Text+" ", w.say("stop")+w.say("gap"))
	}
	return n
}

// suppositions counts them, also those inside others.
func suppositions(ls []line) int {
	n := 0
	for _, l := range ls {
		if l.suppose != nil {
			n += 1 + suppositions(l.sub)
		}
	}
	return n
}

// over is by how much a telling has more sentences than a person would need.
func (n length) over() int {
	return max(0, n.sentences-min(mostSentences, fewSentences+forSupposition*n.suppositions))
}

func (n length) badness() int { return 40*n.over() + 10*n.sentences + n.long }

// writer tells lines in order on the teller's graph.
type writer struct {
	t      *teller
	look   *teller // a graph of its own, on which reasons are tried
	lang   string
	before []domain        // what was told before, in scope
	inner  int             // how many of before, at its end, were told under the open supposition
	marked *matching.Facts // what the steps told so far have marked
	steps  []puzzle.Step
	flow   told // the last sentence, when the next may continue it

	glance  int // on how many facts may rest what is seen without a word
	tooLong int // words over the length of a sentence, of all sentences
}

func (w *writer) say(key string, fill ...string) string {
	return language.Lexicon().Say(w.lang, key, fill...)
}

func (w *writer) write(ctx context.Context, ls []line, start *matching.Facts) ([]puzzle.Step, error) {
	t, p := w.t, w.t.p
	t.restart(start.List())
	for _, f := range start.List() {
		w.before = append(w.before, domainOf(p, f))
	}
	if turn := p.Turn(); turn >= 0 && !start.Has(matching.NewFact(turn, p.Line*p.N, true)) {
		d := domain{turn, p.Line, 1}
		w.emit(told{text: w.say("turn", "k", w.list([]domain{d})) + w.say("stop"), gives: []domain{d}}, ladder.Exclusive)
	}
	ls = slices.Clone(ls)
	for len(ls) > 0 {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		i := w.next(ls)
		l := ls[i]
		ls = slices.Delete(ls, i, i+1)
		if l.suppose == nil {
			w.plain(l.clue, l.at)
			continue
		}
		w.flow = told{}
		s := w.supposition(l)
		technique := ladder.Contradiction
		if slices.ContainsFunc(l.sub, func(l line) bool { return l.suppose != nil }) {
			technique = ladder.Split
		}
		w.emit(s, technique)
	}
	w.flow = told{}
	w.leftOver()
	return w.steps, nil
}

// next gives the line to be told next: one that continues the sentence, if it says now already all that it says in its place.
func (w *writer) next(ls []line) int {
	if len(w.flow.links) == 0 || w.t.large() {
		return 0
	}
	for i, l := range ls[:min(len(ls), lookAhead)] {
		if l.suppose != nil || !w.ready(l) {
			continue
		}
		m := link{because: w.reasons(l.clue, l.at), gives: l.at, clue: l.clue}
		if both := w.continued(m); both != nil && len(w.unsaid(m.because)) == 0 && !w.long(w.sentence(both)) {
			return i
		}
	}
	return 0
}

// lookAhead bounds the lines among which one is looked for that continues a sentence.
const lookAhead = 10

// ready tells whether a line gives now what it is to say.
func (w *writer) ready(l line) bool {
	out, ok := w.t.effect(l.clue)
	for _, d := range l.at {
		ok = ok && w.t.left(d, out)&^d.set == 0
	}
	return ok && len(l.at) > 0
}

// tell tells a sentence outside suppositions. What the conclusion before opens by itself continues its sentence.
func (w *writer) tell(l link) {
	technique := ladder.ByClue
	s := told{because: l.because, gives: l.gives, links: []link{l}}
	if l.clue < 0 {
		technique = ladder.LastLeft
	} else {
		s.clues = []int{l.clue}
	}
	notes, rest := w.noted(l.because, func(because []domain) string {
		m := l
		m.because = because
		return w.sentence([]link{m})
	})
	first := l
	first.because = rest
	s.text = w.sentence([]link{first})
	if both := w.continued(l); both != nil {
		text := w.sentence(both)
		if !w.long(text) {
			last := len(w.steps) - 1
			before := w.steps[last]
			w.emit(s, technique)
			w.steps[last] = merged(before, w.steps[last+1], text)
			w.steps = w.steps[:last+1]
			w.flow.links = both
			return
		}
	}
	w.tooLong += max(0, w.words(s.text)-maxWords)
	w.flow = s
	if len(notes) > 0 {
		s.text = strings.Join(append(notes, s.text), w.say("gap"))
		w.flow = told{}
	}
	w.emit(s, technique)
}

// continued gives the last sentence with a link that needs no fact but those it names, its last conclusion among them or just the
// facts that it begins with, or with what another clue says by itself where the sentence is of such; nil when there is none such.
func (w *writer) continued(l link) []link {
	last, opened := len(w.flow.links)-1, false
	if last < 0 || last+1 >= maxLinks {
		return nil
	}
	conclusions, alone := len(l.gives), len(l.because) == 0
	for i, m := range w.flow.links {
		conclusions += len(m.gives)
		alone = alone && len(m.because) == 0 && (m.also || i == 0)
	}
	if conclusions > maxConclusions || len(l.because) == 0 && !alone {
		return nil
	}
	if alone {
		l.also = true
		return append(slices.Clone(w.flow.links), l)
	}
	for _, d := range l.because {
		named := false
		for i, m := range w.flow.links {
			given := slices.Contains(m.gives, d)
			named = named || given || slices.Contains(m.because, d)
			opened = opened || given && i == last
		}
		if !named {
			return nil
		}
	}
	first := w.flow.links[0]
	l.also = last == 0 && first.clue >= 0 && len(first.because) == len(l.because) && !slices.ContainsFunc(l.because, func(d domain) bool {
		return !slices.Contains(first.because, d)
	})
	if !opened && !l.also {
		return nil
	}
	l.because = nil
	return append(slices.Clone(w.flow.links), l)
}

// merged makes one step of two that are told in one sentence.
func merged(a, b puzzle.Step, text string) puzzle.Step {
	if b.Cost > a.Cost {
		a.Technique, a.Name, a.Cost = b.Technique, b.Name, b.Cost
	}
	for _, r := range b.Because {
		if !slices.Contains(a.Because, r) && !slices.Contains(a.Effects, r) {
			a.Because = append(a.Because, r)
		}
	}
	a.Text = text
	a.Moves = append(a.Moves, b.Moves...)
	a.Effects = append(a.Effects, b.Effects...)
	return a
}

// emit takes what was told outside suppositions, and makes a step of it: its moves are also what is seen then.
func (w *writer) emit(s told, technique int) {
	p := w.t.p
	w.t.take(s.gives)
	w.before = append(w.before, s.gives...)
	step := w.step(s, technique)
	for x := 0; x < p.M()*p.N; x++ {
		for c := x/p.N + 1; c < p.M(); c++ {
			row := w.t.g.Row(x, c)
			for i := range p.N {
				f := matching.NewFact(x, c*p.N+i, row>>i&1 == 1)
				if (!f.Same || matching.Single(row)) && !w.marked.Has(f) {
					w.marked.Set(f)
					step.Moves = append(step.Moves, puzzle.Move(f.Code()))
				}
			}
		}
	}
	w.steps = append(w.steps, step)
}

// step turns what was told into a step of the contract.
func (w *writer) step(s told, technique int) puzzle.Step {
	p := w.t.p
	code := ladder.Techniques()[technique]
	out := puzzle.Step{Technique: code.Code, Name: w.say(code.Code), Cost: code.Cost, Text: s.text}
	for _, c := range s.clues {
		out.Because = append(out.Because, language.ClueRef(p, c))
	}
	for _, d := range s.because {
		for _, f := range factsOf(p, d) {
			out.Because = append(out.Because, language.FactRef(p, f))
		}
	}
	for _, d := range s.gives {
		for _, f := range factsOf(p, d) {
			out.Effects = append(out.Effects, language.FactRef(p, f))
			if !w.marked.Has(f) {
				w.marked.Set(f)
				out.Moves = append(out.Moves, puzzle.Move(f.Code()))
			}
		}
	}
	return out
}

// maxWords bounds a sentence, clue numbers not counted; one whose parts are too long for it may be longer.
const maxWords = 30

// plain tells what a clue gives, and takes it: in one sentence if that is not too long, with what it rests on in sentences of
// their own where a sentence would have to name too much.
func (w *writer) plain(clue int, gives []domain) {
	l := link{because: w.reasons(clue, gives), gives: gives, clue: clue}
	if len(gives) > 1 && w.long(w.sentence([]link{l})) {
		half := (len(gives) + 1) / 2
		w.plain(clue, gives[:half])
		w.plain(clue, gives[half:])
		return
	}
	for _, d := range w.unsaid(l.because) {
		for _, g := range w.ground(d) {
			w.tell(g)
		}
	}
	w.tell(l)
}

// unsaid lists those of some reasons that were not told and are not seen at a glance: an item that many facts place, and what is left
// for one. Of a reason that only puts together what was told of the same two nothing is said.
func (w *writer) unsaid(because []domain) []domain {
	said := map[matching.Fact]bool{}
	for _, d := range w.before {
		for _, f := range factsOf(w.t.p, d) {
			said[f] = true
		}
	}
	var out []domain
	for _, d := range because {
		if !slices.ContainsFunc(factsOf(w.t.p, d), func(f matching.Fact) bool { return !said[f] }) {
			continue
		}
		if !matching.Single(d.set) || w.glance < widestGlance && len(w.rests(w.before, d, 0)) > w.glance {
			out = append(out, d)
		}
	}
	return out
}

// rests finds few of some facts on which another rests without a clue: the fewest, where it may try some sets.
func (w *writer) rests(ds []domain, d domain, budget int) []int {
	return w.core(ds, budget, func() bool { return w.look.shows(d) })
}

// ground tells a reason that follows from what was told without a clue. To one that rests on much others lead, each of which rests on
// little, until it is seen at a glance.
func (w *writer) ground(d domain) []link {
	if !matching.Single(d.set) {
		return []link{{because: w.sight(d), gives: []domain{d}, clue: -1}}
	}
	ds, led := w.before, false
	var out []link
	for ; ; led = true {
		core := w.rests(ds, d, w.budget())
		best, fewest, by := domain{}, len(core), []int(nil)
		if fewest > w.glance {
			for _, m := range w.between(ds, core) {
				from := w.rests(ds, m, 0)
				if m == d || len(from) > w.glance {
					continue
				}
				if n := len(w.rests(append(slices.Clone(ds), m), d, 0)); n < fewest {
					best, fewest, by = m, n, from
				}
			}
		}
		if by == nil && led && len(core) <= w.glance {
			return out
		}
		if by == nil {
			return append(out, link{because: w.spoken(ds, core), gives: []domain{d}, clue: -1})
		}
		if len(by) > 2 { // two facts that give a third, such as of what shares a place, go without saying
			out = append(out, link{because: w.spoken(ds, by), gives: []domain{best}, clue: -1})
		}
		ds = append(slices.Clone(ds), best)
	}
}

// between lists the items that some facts place, beside those that they say.
func (w *writer) between(ds []domain, set []int) []domain {
	w.together(ds, set)
	return slices.DeleteFunc(w.look.matched(), func(d domain) bool { return slices.Contains(ds, d) })
}

// matched lists the items that are known to go together.
func (t *teller) matched() (out []domain) {
	for x := range t.p.M() * t.p.N {
		for c := x/t.p.N + 1; c < t.p.M(); c++ {
			if row := t.g.Row(x, c); matching.Single(row) {
				out = append(out, placed(t.p, domain{x, c, row}))
			}
		}
	}
	return out
}

// long tells whether a sentence is longer than it should be.
func (w *writer) long(text string) bool { return w.words(text) > maxWords }

// words counts the words of a sentence, as half of its characters where no spaces stand between words, where a Latin word or a number
// counts as two at most; clue numbers do not count.
func (w *writer) words(text string) int {
	cite, _, _ := strings.Cut(language.Lexicon().Text(w.lang, "cite"), "{")
	cited := strings.Count(text, cite)
	if w.say("gap") != "" {
		return len(strings.Fields(text)) - 2*cited
	}
	n, run := 0, 0
	for _, r := range text {
		if run++; r >= utf8.RuneSelf {
			run = 0
		}
		n += boolInt(run <= 2)
	}
	return (n - (utf8.RuneCountInString(cite)+2)*cited + 1) / 2
}

// noted takes facts that a sentence would have to name into sentences of their own before it, as many as it takes until the rest is no
// longer too long; text gives the sentence with the facts that are left for it.
func (w *writer) noted(because []domain, text func(because []domain) string) (notes []string, rest []domain) {
	rest = because
	for len(rest) > 0 && w.long(text(rest)) {
		n := 1
		for n < len(rest) && n < maxNoted && !w.long(w.note(rest[:n+1])) && w.long(text(rest[n:])) {
			n++
		}
		note := w.note(rest[:n])
		if len(notes) > 0 {
			note = w.say("note-more", "f", w.list(rest[:n])) + w.say("stop")
		}
		notes, rest = append(notes, note), rest[n:]
	}
	return notes, rest
}

// maxNoted bounds the facts that one sentence recalls.
const maxNoted = 5

// note recalls facts for the sentence that comes next.
func (w *writer) note(ds []domain) string { return w.say("note", "f", w.list(ds)) + w.say("stop") }

// recalled recalls facts at the end of a sentence for the next.
func (w *writer) recalled(ds []domain) string { return w.say("recall", "f", w.list(ds)) }

// sight finds the fewest facts told or seen from which a fact follows without a clue.
func (w *writer) sight(d domain) []domain {
	ds := w.premises(-1)
	return w.spoken(ds, w.rests(ds, d, w.budget()))
}

// sentence joins links: the reasons of the first, and what follows one after another.
func (w *writer) sentence(links []link) string {
	text, so := "", "so"
	for i, l := range links {
		more := i+1 < len(links) && links[i+1].also
		text += w.list(l.because)
		switch {
		case l.also && more:
			text += w.say("sep-claims")
		case l.also:
			text += w.say("also")
		case text != "":
			text += w.say(so, "k", w.conclusion(l, false, more), "t", w.conclusion(l, true, more))
			so = "so-on"
			continue
		}
		text += w.conclusion(l, false, more)
	}
	return language.Opening(text) + w.say("stop")
}

// conclusion tells what a link gives, and names its clue.
func (w *writer) conclusion(l link, turned, more bool) string {
	text := w.claims(l.gives, turned, more)
	if l.clue < 0 {
		return text
	}
	return text + w.say("cite", "n", strconv.Itoa(l.clue+1))
}

func (w *writer) list(ds []domain) string { return w.claims(ds, false, false) }

// claims says facts one after another: turned behind a word that puts the verb first, more where another claim follows. What is said of
// two items alike is said of both at once, and two things that are said of one item name it once.
func (w *writer) claims(ds []domain, turned, more bool) string {
	p := w.t.p
	type claim struct {
		domain
		alike []int
		also  *domain
	}
	var all []claim
	done := make([]bool, len(ds))
	for i, d := range ds {
		if done[i] {
			continue
		}
		c := claim{domain: d}
		for j := i + 1; j < len(ds) && c.alike == nil && c.also == nil; j++ {
			switch {
			case done[j]:
			case alike(p, d, ds[j]):
				c.alike, done[j] = []int{placed(p, ds[j]).x}, true
			case w.say("and-more") != "" && placed(p, d).x == placed(p, ds[j]).x:
				c.also, done[j] = &ds[j], true
			}
		}
		all = append(all, c)
	}
	var parts []string
	for i, c := range all {
		follows := more || i < len(all)-1
		text := domainText(p, c.domain, w.lang, turned && i == 0, follows, c.alike...)
		if c.also != nil {
			text += w.say("and-more") + strings.TrimPrefix(domainText(p, *c.also, w.lang, false, follows), language.Name(p, placed(p, c.domain).x, w.lang))
		}
		parts = append(parts, text)
	}
	return language.Lexicon().Join(w.lang, parts, "sep-claims", "and-claims")
}

// supposition tells a line that refutes what it supposes. The graph is left as it was.
func (w *writer) supposition(l line) told {
	t, p := w.t, w.t.p
	mark, told0, inner0 := t.g.Mark(), len(w.before), w.inner
	f := *l.suppose
	s := told{gives: []domain{domainOf(p, f.Contrary())}}
	w.before = append(w.before, domainOf(p, f))
	w.inner++
	var links []link
	add := func(l link) {
		for _, d := range w.unsaid(l.because) {
			for _, g := range w.ground(d) {
				links, s.because = append(links, g), append(s.because, g.because...)
				w.before, w.inner = append(w.before, g.gives...), w.inner+1
				l.because = slices.DeleteFunc(slices.Clone(l.because), func(e domain) bool { return e == g.gives[0] }) // it has just been said
			}
		}
		links, s.because = append(links, l), append(s.because, l.because...)
		w.before, w.inner = append(w.before, l.gives...), w.inner+len(l.gives)
	}
	holds := t.suppose(f)
	for i := 0; holds && i < len(l.sub); i++ {
		m := l.sub[i]
		if m.suppose != nil {
			sub := w.supposition(m)
			links = append(links, link{nested: sub.text, gives: sub.gives})
			s.clues, s.because = append(s.clues, sub.clues...), append(s.because, sub.because...)
			w.before, w.inner = append(w.before, sub.gives...), w.inner+len(sub.gives)
			holds = t.deny(*m.suppose)
			continue
		}
		s.clues = append(s.clues, m.clue)
		if m.fails {
			add(link{because: w.against(m.clue), clue: m.clue, falls: w.ending("cannot", "n", strconv.Itoa(m.clue+1))})
			break
		}
		add(link{because: w.reasons(m.clue, m.at), gives: m.at, clue: m.clue})
		holds = t.take(m.at)
	}
	if !holds {
		because, what := w.nothingLeft()
		links, s.because = append(links, link{because: because, clue: -1, falls: what}), append(s.because, because...)
	}
	w.before, w.inner = w.before[:told0], inner0
	t.g.Undo(mark)
	slices.Sort(s.clues)
	s.clues = slices.Compact(s.clues)
	s.because = slices.DeleteFunc(s.because, func(d domain) bool { return !t.shows(d) }) // under the supposition alone
	s.text = w.supposed(domainOf(p, f), links, s.gives)
	return s
}

// supposed tells the way from what is supposed to its contradiction, in as few sentences as their length allows.
func (w *writer) supposed(f domain, links []link, gives []domain) string {
	open := w.say("suppose", "k", w.list([]domain{f}), "t", w.claims([]domain{f}, true, false))
	var done []string
	text, parts := open, 0 // the sentence that is being told
	end := func() {
		done = append(done, text+w.say("stop"))
		w.tooLong += max(0, w.words(text)-maxWords)
	}
	for _, l := range links {
		if l.nested != "" {
			if text != "" {
				end()
			}
			done, text = append(done, l.nested), ""
			continue
		}
		if l.falls.plain != "" {
			l.gives = gives
		}
		if text != "" && (text == open || parts < maxLinks) {
			if more := text + w.follows(l, text == open, false); !w.long(more) {
				text, parts = more, parts+1
				continue
			}
		}
		alone := func(because []domain) string {
			m := l
			m.because = because
			return w.follows(m, false, true)
		}
		rest := l.because
		if text != "" { // what the next sentence has no room for may be recalled at the end of this one
			n := 0
			for n < min(len(rest), maxNoted) && w.long(alone(rest[n:])) && !w.long(text+w.recalled(rest[:n+1])) {
				n++
			}
			if n > 0 {
				text, rest = text+w.recalled(rest[:n]), rest[n:]
			}
			end()
		}
		var notes []string
		notes, l.because = w.noted(rest, alone)
		done = append(done, notes...)
		text, parts = w.follows(l, false, true), 1
	}
	end()
	return strings.Join(done, w.say("gap"))
}

// follows tells a link under a supposition: right after what was supposed, as a sentence of its own, or as what goes on with one.
func (w *writer) follows(l link, opens, alone bool) string {
	key, straight, turned := "then", w.conclusion(l, false, false), w.conclusion(l, true, false)
	if l.falls.plain != "" {
		key, straight, turned = "but", w.list(l.gives), w.claims(l.gives, true, false)
	}
	if len(l.because) > 0 {
		key += "-from"
	}
	forms := strings.Split(language.Lexicon().Text(w.lang, key), "|")
	form := forms[2]
	switch {
	case opens:
		form = forms[0]
	case alone:
		form = forms[1]
	}
	return language.Opening(phrases.Fill(form, "f", w.list(l.because), "k", straight, "t", turned, "w", l.falls.plain, "v", l.falls.turned))
}

// nothingLeft tells where the graph, which has failed, has no link left, and of which facts that is the work.
func (w *writer) nothingLeft() ([]domain, ending) {
	p := w.t.p
	ds := w.premises(-1)
	empty := solver.Slot{X: -1, Cat: -1}
	core := w.core(ds, w.budget(), func() bool { return false })
	w.only(ds, core)
	for x := 0; x < p.M()*p.N && empty.X < 0; x++ {
		for c := range p.Cats {
			if c != x/p.N && w.look.g.Row(x, c) == 0 {
				empty = solver.Slot{X: x, Cat: c}
				break
			}
		}
	}
	because := w.spoken(ds, core)
	if empty.X < 0 {
		return because, w.ending("clash")
	}
	return because, w.ending("none-left", "c", language.CatName(p, empty.Cat, w.lang), "a", language.Name(p, empty.X, w.lang))
}

// reasons finds the fewest facts told or seen with which a clue gives conclusions.
func (w *writer) reasons(clue int, gives []domain) []domain {
	ds := w.premises(clue)
	return w.spoken(ds, w.core(ds, w.budget(), func() bool {
		out, ok := w.look.effect(clue)
		if !ok {
			return true
		}
		for _, d := range gives {
			if w.look.left(d, out)&^d.set != 0 {
				return w.after(out, gives)
			}
		}
		return true
	}))
}

// after tells whether conclusions stand once what a clue gives has been taken.
func (w *writer) after(out, gives []domain) bool {
	mark := w.look.g.Mark()
	defer w.look.g.Undo(mark)
	return !w.look.take(out) || !slices.ContainsFunc(gives, func(d domain) bool { return !w.look.shows(d) })
}

// against finds the fewest facts with which a clue cannot hold.
func (w *writer) against(clue int) []domain {
	ds := w.premises(clue)
	return w.spoken(ds, w.core(ds, w.budget(), func() bool {
		_, ok := w.look.effect(clue)
		return !ok
	}))
}

// core finds the fewest of some facts that contradict each other, or with which enough holds.
func (w *writer) core(ds []domain, budget int, enough func() bool) []int {
	core, _ := elimination.SmallestCore(len(ds), elimination.CoreOptions{Budget: budget, Weights: w.weights(ds)}, func(set []int) bool {
		return !w.together(ds, set) || enough()
	})
	return core
}

// budget bounds the search for the fewest facts, in sets tried.
func (w *writer) budget() int {
	if w.t.large() {
		return 0
	}
	return 600
}

// together puts some facts on the graph for reasons, alone, and reports whether they hold together.
func (w *writer) together(ds []domain, set []int) bool {
	w.look.e.Reset()
	for _, i := range set {
		if w.look.g.Restrict(ds[i].x, ds[i].cat, ds[i].set); w.look.g.Failed() {
			return false
		}
	}
	return w.look.g.Propagate()
}

// only is together one fact after another, so that where they do not hold it ends as soon as they contradict each other.
func (w *writer) only(ds []domain, set []int) bool {
	w.look.e.Reset()
	for _, i := range set {
		if !w.look.take(ds[i : i+1]) {
			return false
		}
	}
	return w.look.g.Propagate()
}

// premises lists what a sentence may name: what was told, the items that are seen to go together, and what is left for the
// items that a clue speaks of.
func (w *writer) premises(clue int) []domain {
	t, p := w.t, w.t.p
	out := slices.Clone(w.before)
	has := map[domain]bool{}
	for _, d := range out {
		has[d] = true
	}
	if t.g.Failed() {
		return out
	}
	for _, d := range t.matched() {
		if !has[d] {
			out, has[d] = append(out, d), true
		}
	}
	if clue >= 0 {
		for _, s := range t.rows[clue] {
			if d := (domain{s.X, s.Cat, t.g.Row(s.X, s.Cat)}); !matching.Single(d.set) && d.set != 1<<p.N-1 && !has[d] {
				out, has[d] = append(out, d), true
			}
		}
	}
	return out
}

// weights makes facts of an open supposition free of charge, nearly, and prefers where items are to what they are not.
func (w *writer) weights(ds []domain) []int {
	var recent []domain // what the sentence before names: with such it may go on
	for _, l := range w.flow.links {
		recent = append(append(recent, l.because...), l.gives...)
	}
	out := make([]int, len(ds))
	for i, d := range ds {
		switch {
		case i < len(w.before) && i >= len(w.before)-w.inner:
			out[i] = 1
		case slices.Contains(recent, d):
			out[i] = 3
		case matching.Single(d.set) && d.cat == w.t.p.Anchor():
			out[i] = 4
		case matching.Single(d.set):
			out[i] = 5
		case i < len(w.before):
			out[i] = 6
		default:
			out[i] = 11 // it takes a sentence of its own
		}
	}
	return out
}

// spoken keeps of the facts at some indices those that have to be named: what was said under the open supposition is not
// said again. What is known of one item in one category is named once.
func (w *writer) spoken(ds []domain, core []int) []domain {
	var out []domain
	for _, i := range core {
		if i < len(w.before) && i >= len(w.before)-w.inner {
			continue
		}
		d := ds[i]
		if j := slices.IndexFunc(out, func(e domain) bool { return e.x == d.x && e.cat == d.cat }); j >= 0 {
			out[j].set &= d.set
		} else {
			out = append(out, d)
		}
	}
	return out
}

// leftOver places what nothing was said of.
func (w *writer) leftOver() {
	t, p := w.t, w.t.p
	if !t.g.Solved() {
		return
	}
	said := map[matching.Fact]bool{}
	for _, d := range w.before {
		if matching.Single(d.set) {
			for _, f := range factsOf(p, d) {
				said[f] = true
			}
		}
	}
	var parts []string
	anchor := p.Anchor()
	for e := range p.N {
		place := anchor*p.N + e
		var items []string
		for c := range p.Cats {
			if c == anchor {
				continue
			}
			x := c*p.N + bits.TrailingZeros64(t.g.Row(place, c))
			if !said[matching.NewFact(x, place, true)] {
				items = append(items, language.Name(p, x, w.lang))
			}
		}
		if len(items) == 0 {
			continue
		}
		parts = append(parts, w.say("left-for", "a", language.Lexicon().Join(w.lang, items, "sep", "and"), "b", language.Name(p, place, w.lang)))
	}
	if len(parts) == 0 {
		return
	}
	var sentences []string
	left := func(parts []string) string {
		key := "left-over"
		if len(sentences) > 0 {
			key = "left-more"
		}
		return w.say(key, "list", strings.Join(parts, w.say("left-sep"))) + w.say("stop")
	}
	for len(parts) > 0 {
		n := 1
		for n < len(parts) && !w.long(left(parts[:n+1])) {
			n++
		}
		sentences, parts = append(sentences, left(parts[:n])), parts[n:]
	}
	s := told{text: strings.Join(sentences, w.say("gap"))}
	for x := 0; x < p.M()*p.N; x++ {
		if x/p.N != anchor && !said[matching.NewFact(x, anchor*p.N+bits.TrailingZeros64(t.g.Row(x, anchor)), true)] {
			s.gives = append(s.gives, domain{x, anchor, t.g.Row(x, anchor)})
		}
	}
	w.emit(s, ladder.LastLeft)
}

// domainOf gives a fact as a domain, of the item's place where it is about one.
func domainOf(p *matching.Puzzle, f matching.Fact) domain {
	x, y := f.X, f.Y
	if x/p.N == p.Anchor() {
		x, y = y, x
	}
	d := domain{x, y / p.N, 1 << (y % p.N)}
	if !f.Same {
		d.set ^= 1<<p.N - 1
	}
	return d
}

// placed turns a domain of one item round where that makes it one of a place.
func placed(p *matching.Puzzle, d domain) domain {
	if d.x/p.N != p.Anchor() || !matching.Single(d.set) {
		return d
	}
	return domain{d.cat*p.N + bits.TrailingZeros64(d.set), d.x / p.N, 1 << (d.x % p.N)}
}

// factsOf spells a domain out.
func factsOf(p *matching.Puzzle, d domain) []matching.Fact {
	if matching.Single(d.set) {
		return []matching.Fact{matching.NewFact(d.x, d.cat*p.N+bits.TrailingZeros64(d.set), true)}
	}
	return p.NoneOf(d.x, d.cat, p.All()&^d.set)
}

// alike tells whether two facts say the same of different items.
func alike(p *matching.Puzzle, a, b domain) bool {
	a, b = placed(p, a), placed(p, b)
	return a.x != b.x && a.cat == b.cat && a.set == b.set
}

// domainText says which of a category an item goes with, or several items alike: at most the half of them are named, those that it may
// have or those that it does not. Of names that begin with the same word only the first has it: "turn 1 or 5".
func domainText(p *matching.Puzzle, d domain, lang string, turned, more bool, alike ...int) string {
	d = placed(p, d)
	subjects := []string{language.Name(p, d.x, lang)}
	for _, x := range alike {
		subjects = append(subjects, language.Name(p, x, lang))
	}
	var names []string
	for i, x := range named(p, d) {
		name := language.Name(p, x, lang)
		if i > 0 {
			name = shortName(p, x, lang)
		}
		names = append(names, name)
	}
	key := "with"
	if d.cat == p.Line {
		key = "at"
	}
	form := strings.Split(language.Lexicon().Text(lang, key), "|")[boolInt(len(alike) > 0)+2*boolInt(denied(p, d))]
	sep, or := "sep-or", "or"
	if denied(p, d) {
		sep, or = "sep-none", "or-none"
	}
	return phrases.Fill(phrases.Bend(form, turned, more), "a", language.Lexicon().Join(lang, subjects, "sep", "and"), "b", language.Lexicon().Join(lang, names, sep, or))
}

// shortName gives the name of an item after another of its category was named: without the words that all names there begin with.
func shortName(p *matching.Puzzle, x int, lang string) string {
	name, from := language.Name(p, x, lang), 0
	for {
		word, _, ok := strings.Cut(name[from:], " ")
		for i := range p.N {
			ok = ok && strings.HasPrefix(language.Name(p, x/p.N*p.N+i, lang), name[:from]+word+" ")
		}
		if !ok {
			return name[from:]
		}
		from += len(word) + 1
	}
}

// denied tells whether a domain is said by what an item does not go with.
func denied(p *matching.Puzzle, d domain) bool {
	n := bits.OnesCount64(d.set)
	return n > 1 && p.N-n <= n
}

// named lists the items that a domain is said with.
func named(p *matching.Puzzle, d domain) []int {
	d = placed(p, d)
	set := d.set
	if denied(p, d) {
		set ^= 1<<p.N - 1
	}
	var out []int
	for ; set != 0; set &= set - 1 {
		out = append(out, d.cat*p.N+bits.TrailingZeros64(set))
	}
	return out
}
