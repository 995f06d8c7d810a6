package zebra

import (
	"context"
	"fmt"
	"iter"
	"math/bits"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/quandary-puzzles/quandary/elimination"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// This file puts a proof in words. The sentences have few forms, which tellread.go reads back; both name facts by the forms
// of domainText.

// tellTrials bounds the proofs that are searched for, of which the shortest is told. Three are always searched for; more only
// while the shortest is longer than a person's.
const tellTrials = 12

// told is a sentence or two about one line, with what they name.
type told struct {
	text    string
	because []domain // the facts that the text names as reasons
	gives   []domain
	clues   []int
}

// Tell gives the solution of the whole puzzle from a state in as few sentences as are found: what follows from a clue and
// from what is seen at a glance is one step, and a supposition is told only where no clue helps. The last step places what
// is left over.
func (in *Instance) Tell(ctx context.Context, from puzzle.State) iter.Seq2[puzzle.Step, error] {
	return func(yield func(puzzle.Step, error) bool) {
		steps, err := in.tellAll(ctx, from)
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

func (in *Instance) tellAll(ctx context.Context, from puzzle.State) ([]puzzle.Step, error) {
	k, err := in.readState(from)
	if err != nil {
		return nil, err
	}
	if err := newProver(in.P).consistent(ctx, k); err != nil {
		return nil, err
	}
	t := newTeller(in.P)
	ls := t.tell(ctx, k.list(), tellTrials)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	w := &writer{t: t, look: newTeller(in.P), lang: in.P.lang(), marked: k.clone()}
	return w.write(ctx, ls, k)
}

// writer tells lines in order on the teller's graph.
type writer struct {
	t      *teller
	look   *teller // a graph of its own, on which reasons are tried
	lang   string
	before []domain // what was told before, in scope
	inner  int      // how many of before, at its end, were told under the open supposition
	marked *facts   // what the steps told so far have marked
	steps  []puzzle.Step
}

func (w *writer) zh() bool { return w.lang == "zh" }

func (w *writer) write(ctx context.Context, ls []line, start *facts) ([]puzzle.Step, error) {
	t, p := w.t, w.t.p
	t.restart(start.list())
	for _, f := range start.list() {
		w.before = append(w.before, p.domainOf(f))
	}
	if turn := p.turn(); turn >= 0 && !start.has(newFact(turn, p.Line*p.N, true)) {
		d := domain{turn, p.Line, 1}
		text := fmt.Sprintf("The seats have no numbers, so they may be counted from any of them: %s.", p.domainText(d, w.lang))
		if w.zh() {
			text = fmt.Sprintf("座位没有编号，可以从任意一位数起：%s。", p.domainText(d, w.lang))
		}
		w.emit(told{text: text, gives: []domain{d}}, tExclusive)
	}
	for _, l := range ls {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if l.suppose == nil {
			w.plain(l.clue, l.at)
			continue
		}
		s := w.supposition(l)
		technique := tContradiction
		if slices.ContainsFunc(l.sub, func(l line) bool { return l.suppose != nil }) {
			technique = tSplit
		}
		w.emit(s, technique)
	}
	w.leftOver()
	return w.steps, nil
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
				f := newFact(x, c*p.N+i, row>>i&1 == 1)
				if (!f.same || single(row)) && !w.marked.has(f) {
					w.marked.set(f)
					step.Moves = append(step.Moves, puzzle.Move(f.code()))
				}
			}
		}
	}
	w.steps = append(w.steps, step)
}

// step turns what was told into a step of the contract.
func (w *writer) step(s told, technique int) puzzle.Step {
	p := w.t.p
	code := ladder()[technique]
	out := puzzle.Step{Technique: code.code, Name: code.name[w.lang], Cost: code.cost, Text: s.text}
	for _, c := range s.clues {
		out.Because = append(out.Because, clueRef(p, c))
	}
	for _, d := range s.because {
		for _, f := range p.factsOf(d) {
			out.Because = append(out.Because, p.factRef(f))
		}
	}
	for _, d := range s.gives {
		for _, f := range p.factsOf(d) {
			out.Effects = append(out.Effects, p.factRef(f))
			if !w.marked.has(f) {
				w.marked.set(f)
				out.Moves = append(out.Moves, puzzle.Move(f.code()))
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
	s := told{gives: gives, clues: []int{clue}, because: w.reasons(clue, gives)}
	s.text = w.sentence(s.because, w.list(gives)+w.cite(clue))
	if w.long(s.text) && len(gives) > 1 {
		half := (len(gives) + 1) / 2
		w.plain(clue, gives[:half])
		w.plain(clue, gives[half:])
		return
	}
	for _, d := range w.unsaid(s.because) {
		w.emit(w.ground(d), tLastLeft)
	}
	w.emit(s, tClue)
}

// unsaid lists those of some reasons that were not told and are not seen at a glance.
func (w *writer) unsaid(because []domain) []domain {
	var out []domain
	for _, d := range because {
		if !single(d.set) && !slices.Contains(w.before, d) {
			out = append(out, d)
		}
	}
	return out
}

// ground tells a reason that follows from what was told without a clue.
func (w *writer) ground(d domain) told {
	s := told{gives: []domain{d}, because: w.sight(d)}
	s.text = w.sentence(s.because, w.list(s.gives))
	return s
}

// long tells whether a sentence is longer than it should be.
func (w *writer) long(text string) bool {
	if w.zh() {
		return utf8.RuneCountInString(text) > 2*maxWords
	}
	return len(strings.Fields(text))-2*strings.Count(text, "(clue ") > maxWords
}

// sight finds the fewest facts told or seen from which a fact follows without a clue.
func (w *writer) sight(d domain) []domain {
	ds := w.premises(-1)
	return w.spoken(ds, w.core(ds, func() bool { return w.look.g.Row(d.x, d.cat)&^d.set == 0 }))
}

// sentence joins reasons and a conclusion.
func (w *writer) sentence(because []domain, conclusion string) string {
	switch {
	case w.zh() && len(because) == 0:
		return conclusion + "。"
	case w.zh():
		return w.list(because) + "，所以" + conclusion + "。"
	case len(because) == 0:
		return capital(conclusion) + "."
	}
	return capital(w.list(because)) + ", so " + conclusion + "."
}

// cite names a clue behind a conclusion.
func (w *writer) cite(clue int) string {
	if w.zh() {
		return fmt.Sprintf("（线索%d）", clue+1)
	}
	return fmt.Sprintf(" (clue %d)", clue+1)
}

func (w *writer) list(ds []domain) string {
	var parts []string
	for _, d := range ds {
		parts = append(parts, w.t.p.domainText(d, w.lang))
	}
	if w.zh() {
		return strings.Join(parts, "，")
	}
	return joinWords(parts, "and")
}

// supposition tells a line that refutes what it supposes. The graph is left as it was.
func (w *writer) supposition(l line) told {
	t, p := w.t, w.t.p
	mark, told0, inner0 := t.g.Mark(), len(w.before), w.inner
	f := *l.suppose
	s := told{gives: []domain{p.domainOf(fact{f.x, f.y, !f.same})}}
	w.before = append(w.before, p.domainOf(f))
	w.inner++
	open := p.domainText(p.domainOf(f), w.lang)
	var sentences []string
	if w.zh() {
		open = "假设" + open
	} else {
		open = "Suppose " + open
	}
	holds := t.suppose(f)
	for i := 0; holds && i < len(l.sub); i++ {
		m := l.sub[i]
		if m.suppose != nil {
			sub := w.supposition(m)
			if open != "" {
				sentences, open = append(sentences, open+w.stop()), ""
			}
			sentences = append(sentences, sub.text)
			s.clues, s.because = append(s.clues, sub.clues...), append(s.because, sub.because...)
			w.before, w.inner = append(w.before, sub.gives...), w.inner+len(sub.gives)
			holds = t.deny(*m.suppose)
			continue
		}
		s.clues = append(s.clues, m.clue)
		if m.fails {
			because := w.against(m.clue)
			sentences, open = w.aside(sentences, open, because, &s)
			s.because = append(s.because, because...)
			sentences, open = append(sentences, w.fall(open, because, fmt.Sprintf(map[bool]string{false: "clue %d cannot hold", true: "线索%d不能成立"}[w.zh()], m.clue+1), s.gives)), ""
			break
		}
		because := w.reasons(m.clue, m.at)
		sentences, open = w.aside(sentences, open, because, &s)
		s.because = append(s.because, because...)
		sentences, open = append(sentences, w.then(open, because, w.list(m.at)+w.cite(m.clue))), ""
		w.before, w.inner = append(w.before, m.at...), w.inner+len(m.at)
		holds = t.take(m.at)
	}
	if !holds {
		because, what := w.nothingLeft()
		s.because = append(s.because, because...)
		sentences = append(sentences, w.fall(open, because, what, s.gives))
	}
	w.before, w.inner = w.before[:told0], inner0
	t.g.Undo(mark)
	slices.Sort(s.clues)
	s.clues = slices.Compact(s.clues)
	s.because = slices.DeleteFunc(s.because, func(d domain) bool { return !w.knows(d) })
	if w.zh() {
		s.text = strings.Join(sentences, "")
	} else {
		s.text = strings.Join(sentences, " ")
	}
	return s
}

// aside tells under a supposition those of some reasons that were not told yet.
func (w *writer) aside(sentences []string, open string, because []domain, s *told) ([]string, string) {
	for _, d := range w.unsaid(because) {
		g := w.ground(d)
		s.because = append(s.because, g.because...)
		sentences, open = append(sentences, w.then(open, g.because, w.list(g.gives))), ""
		w.before, w.inner = append(w.before, d), w.inner+1
	}
	return sentences, open
}

func (w *writer) stop() string {
	if w.zh() {
		return "。"
	}
	return "."
}

// knows tells whether a fact stands outside the supposition that has just been closed.
func (w *writer) knows(d domain) bool { return w.t.g.Row(d.x, d.cat)&^d.set == 0 }

// then tells what follows under a supposition; open is how the supposition begins, when nothing has followed from it yet.
func (w *writer) then(open string, because []domain, conclusion string) string {
	if len(because) > 0 {
		switch text := w.sentence(because, conclusion); {
		case open == "":
			return text
		case w.zh():
			return open + "：" + text
		default:
			return open + ": " + text
		}
	}
	switch {
	case w.zh() && open != "":
		open += "：那么"
	case w.zh():
		open = "于是"
	case open != "":
		open += ": then "
	default:
		open = "Then "
	}
	return open + conclusion + w.stop()
}

// fall tells how a supposition ends.
func (w *writer) fall(open string, because []domain, what string, gives []domain) string {
	if w.zh() {
		if open != "" {
			open += "："
		} else {
			open = "但"
		}
		if len(because) > 0 {
			open += "因为" + w.list(because) + "，"
		}
		return open + what + "，所以" + w.list(gives) + "。"
	}
	if open != "" {
		open += ": then "
	} else {
		open = "But "
	}
	if len(because) > 0 {
		open += "as " + w.list(because) + ", "
	}
	return open + what + ", so " + w.list(gives) + "."
}

// nothingLeft tells where the graph, which has failed, has no link left, and of which facts that is the work.
func (w *writer) nothingLeft() ([]domain, string) {
	p := w.t.p
	ds := w.premises(-1)
	empty := slot{-1, -1}
	core, _ := elimination.SmallestCore(len(ds), elimination.CoreOptions{Budget: w.budget(), Weights: w.weights(ds)}, func(set []int) bool {
		return !w.only(ds, set)
	})
	w.only(ds, core)
	for x := 0; x < p.M()*p.N && empty.x < 0; x++ {
		for c := range p.Cats {
			if c != x/p.N && w.look.g.Row(x, c) == 0 {
				empty = slot{x, c}
				break
			}
		}
	}
	because := w.spoken(ds, core)
	if empty.x < 0 {
		if w.zh() {
			return because, "出现矛盾"
		}
		return because, "two of these cannot be"
	}
	if w.zh() {
		return because, fmt.Sprintf("%s在“%s”中没有可选项", p.name(empty.x, w.lang), p.Cats[empty.cat].Name)
	}
	return because, fmt.Sprintf("no %s is left for %s", p.Cats[empty.cat].Name, p.name(empty.x, w.lang))
}

// reasons finds the fewest facts told or seen with which a clue gives conclusions.
func (w *writer) reasons(clue int, gives []domain) []domain {
	ds := w.premises(clue)
	return w.spoken(ds, w.core(ds, func() bool {
		out, ok := w.look.derive(clue)
		if !ok {
			return true
		}
		for _, d := range gives {
			row := w.look.g.Row(d.x, d.cat)
			for _, e := range out {
				if e.x == d.x && e.cat == d.cat {
					row &= e.set
				}
			}
			if row&^d.set != 0 {
				return w.after(out, gives)
			}
		}
		return true
	}))
}

// after tells whether conclusions stand once what a clue gives has been taken.
func (w *writer) after(out, gives []domain) bool {
	g := w.look.g
	mark := g.Mark()
	defer g.Undo(mark)
	if !w.look.take(out) {
		return true
	}
	for _, d := range gives {
		if g.Row(d.x, d.cat)&^d.set != 0 {
			return false
		}
	}
	return true
}

// against finds the fewest facts with which a clue cannot hold.
func (w *writer) against(clue int) []domain {
	ds := w.premises(clue)
	return w.spoken(ds, w.core(ds, func() bool {
		_, ok := w.look.derive(clue)
		return !ok
	}))
}

// core finds the fewest of some facts with which enough holds.
func (w *writer) core(ds []domain, enough func() bool) []int {
	core, _ := elimination.SmallestCore(len(ds), elimination.CoreOptions{Budget: w.budget(), Weights: w.weights(ds)}, func(set []int) bool {
		return !w.only(ds, set) || enough()
	})
	return core
}

// budget bounds the search for the fewest facts, in sets tried.
func (w *writer) budget() int {
	if w.t.large() {
		return 60
	}
	return 600
}

// only puts some facts on the graph for reasons, alone, and reports whether they hold together.
func (w *writer) only(ds []domain, set []int) bool {
	w.look.e.reset()
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
	for x := 0; x < p.M()*p.N; x++ {
		for c := x/p.N + 1; c < p.M(); c++ {
			if row := t.g.Row(x, c); single(row) {
				if d := p.placed(domain{x, c, row}); !has[d] {
					out, has[d] = append(out, d), true
				}
			}
		}
	}
	if clue >= 0 {
		for _, s := range t.rows[clue] {
			if d := (domain{s.x, s.cat, t.g.Row(s.x, s.cat)}); !single(d.set) && d.set != 1<<p.N-1 && !has[d] {
				out, has[d] = append(out, d), true
			}
		}
	}
	return out
}

// weights makes facts of an open supposition free of charge, nearly, and prefers where items are to what they are not.
func (w *writer) weights(ds []domain) []int {
	out := make([]int, len(ds))
	for i, d := range ds {
		switch {
		case i < len(w.before) && i >= len(w.before)-w.inner:
			out[i] = 1
		case single(d.set) && d.cat == w.t.p.Anchor():
			out[i] = 4
		case single(d.set):
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
// said again.
func (w *writer) spoken(ds []domain, core []int) []domain {
	var out []domain
	for _, i := range core {
		if i < len(w.before) && i >= len(w.before)-w.inner {
			continue
		}
		out = append(out, ds[i])
	}
	return out
}

// leftOver places what nothing was said of.
func (w *writer) leftOver() {
	t, p := w.t, w.t.p
	if !t.g.Solved() {
		return
	}
	said := map[fact]bool{}
	for _, d := range w.before {
		if single(d.set) {
			for _, f := range p.factsOf(d) {
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
			if !said[newFact(x, place, true)] {
				items = append(items, p.name(x, w.lang))
			}
		}
		if len(items) == 0 {
			continue
		}
		if w.zh() {
			parts = append(parts, fmt.Sprintf("%s剩下%s", p.name(place, w.lang), strings.Join(items, "、")))
		} else {
			parts = append(parts, fmt.Sprintf("%s for %s", joinWords(items, "and"), p.name(place, w.lang)))
		}
	}
	if len(parts) == 0 {
		return
	}
	s := told{text: "What is left: " + strings.Join(parts, "; ") + "."}
	if w.zh() {
		s.text = strings.Join(parts, "；") + "。"
	}
	for x := 0; x < p.M()*p.N; x++ {
		if x/p.N != anchor && !said[newFact(x, anchor*p.N+bits.TrailingZeros64(t.g.Row(x, anchor)), true)] {
			s.gives = append(s.gives, domain{x, anchor, t.g.Row(x, anchor)})
		}
	}
	w.emit(s, tLastLeft)
}

// domainOf gives a fact as a domain, of the item's place where it is about one.
func (p *Puzzle) domainOf(f fact) domain {
	d := domain{f.x, f.y / p.N, 1 << (f.y % p.N)}
	if !f.same {
		d.set ^= 1<<p.N - 1
	}
	if f.x/p.N == p.Anchor() {
		d = domain{f.y, f.x / p.N, 1 << (f.x % p.N)}
		if !f.same {
			d.set ^= 1<<p.N - 1
		}
	}
	return d
}

// placed turns a domain of one item round where that makes it one of a place.
func (p *Puzzle) placed(d domain) domain {
	if d.x/p.N != p.Anchor() || !single(d.set) {
		return d
	}
	return domain{d.cat*p.N + bits.TrailingZeros64(d.set), d.x / p.N, 1 << (d.x % p.N)}
}

// factsOf spells a domain out.
func (p *Puzzle) factsOf(d domain) []fact {
	if single(d.set) {
		return []fact{newFact(d.x, d.cat*p.N+bits.TrailingZeros64(d.set), true)}
	}
	var out []fact
	for i := range p.N {
		if d.set>>i&1 == 0 {
			out = append(out, newFact(d.x, d.cat*p.N+i, false))
		}
	}
	return out
}

// domainText says which of a category an item goes with: at most the half of them are named, those that it may have or those
// that it does not.
func (p *Puzzle) domainText(d domain, lang string) string {
	d = p.placed(d)
	set, not := d.set, false
	if n := bits.OnesCount64(set); n > 1 && p.N-n <= n {
		set, not = set^(1<<p.N-1), true
	}
	var names []string
	for ; set != 0; set &= set - 1 {
		names = append(names, p.name(d.cat*p.N+bits.TrailingZeros64(set), lang))
	}
	at := d.cat == p.Line
	if lang == "zh" {
		verb := map[[2]bool]string{{true, false}: "在", {true, true}: "不在", {false, false}: "对应", {false, true}: "不对应"}[[2]bool{at, not}]
		return p.name(d.x, lang) + verb + strings.Join(names, "或")
	}
	verb := map[[2]bool]string{{true, false}: " is at ", {true, true}: " is not at ", {false, false}: " goes with ", {false, true}: " does not go with "}[[2]bool{at, not}]
	return p.name(d.x, lang) + verb + joinWords(names, "or")
}
