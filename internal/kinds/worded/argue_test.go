package worded

import (
	"context"
	"fmt"
	"io/fs"
	"math/bits"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/gallery"
	"github.com/quandary-puzzles/quandary/internal/phrases"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve/native"
	"github.com/quandary-puzzles/quandary/synth"
)

// The reader in this file reads the sentences of an argument back, from their forms, and proves each by filling in every unknown
// of the condition that it cites in every way: it shares no reasoning with the arguer, only the list of conditions and the values that the story allows.

// tongue is how sentences of one language are read. It repeats what the writer's words are, so that a slip in either is found.
type tongue struct {
	comma, and, or, yes, no string
	clause, clauseAnd       string // between what is said of several unknowns
	of, is, not             string // what is said of an unknown for which the specification has no sentence
	to                      string // between the ends of a range
	step, steps             string // before the numbers of steps
	stepEnd                 string // behind them
	after                   string // between sentences
	forms                   []form
}

// form is a sentence: what it says, and its text with holes.
type form struct{ kind, text string }

var tongues = map[string]tongue{
	"en": {", ", " and ", " or ", "true", "false", ", ", " and ", "{what} of {whom}", "{name} is {values}", "{name} is not {values}", " to ",
		"step ", "steps ", "", " ", []form{
			{"suppose", "Suppose {gives}."},
			{"falls", "But with {steps}: {facts}, so this cannot hold{cite}."}, {"falls", "But by {steps}, this cannot hold{cite}."},
			{"falls", "But {facts}, so this cannot hold{cite}."}, {"falls", "But this cannot hold{cite}."},
			{"so", "So {gives}."},
			{"gives", "With {steps}: {facts}, so {gives}{cite}."}, {"gives", "By {steps}, {gives}{cite}."},
			{"gives", "{facts}, so {gives}{cite}."}, {"gives", "Then {gives}{cite}."}, {"gives", "{gives}{cite}."}}},
	"zh": {"、", "和", "或", "真", "假", "，", "，且", "{whom}的{what}", "{name}是{values}", "{name}不是{values}", "到",
		"第", "第", "步", "", []form{
			{"suppose", "假设{gives}。"},
			{"falls", "但由{steps}，又由于{facts}，这样不能成立{cite}。"}, {"falls", "但由{steps}，这样不能成立{cite}。"},
			{"falls", "但由于{facts}，这样不能成立{cite}。"}, {"falls", "但这样不能成立{cite}。"},
			{"so", "所以{gives}。"},
			{"gives", "由{steps}，又由于{facts}，所以{gives}{cite}。"}, {"gives", "由{steps}可知，{gives}{cite}。"},
			{"gives", "由于{facts}，所以{gives}{cite}。"}, {"gives", "那么{gives}{cite}。"}, {"gives", "{gives}{cite}。"}}},
	"de": {", ", " und ", " oder ", "wahr", "falsch", ", ", " und ", "{what} von {whom}", "{name} ist {values}", "{name} ist nicht {values}", " bis ",
		"Schritt ", "den Schritten ", "", " ", []form{
			{"suppose", "Angenommen, {gives}."},
			{"falls", "Aber mit {steps}: {facts}; also kann das nicht stimmen{cite}."}, {"falls", "Das kann aber nach {steps} nicht stimmen{cite}."},
			{"falls", "Aber {facts}; also kann das nicht stimmen{cite}."}, {"falls", "Das kann aber nicht stimmen{cite}."},
			{"so", "Also gilt: {gives}."},
			{"gives", "Mit {steps}: {facts}; daraus folgt: {gives}{cite}."}, {"gives", "Nach {steps} gilt: {gives}{cite}."},
			{"gives", "{facts}; daraus folgt: {gives}{cite}."}, {"gives", "Dann gilt: {gives}{cite}."}, {"gives", "{gives}{cite}."}}},
	"es": {", ", " y ", " o ", "verdadero", "falso", ", ", " y ", "{what} de {whom}", "{name} es {values}", "{name} no es {values}", " a ",
		"el paso ", "los pasos ", "", " ", []form{
			{"suppose", "Supongamos: {gives}."},
			{"falls", "Pero con {steps}: {facts}, así que esto no puede cumplirse{cite}."}, {"falls", "Pero por {steps}, esto no puede cumplirse{cite}."},
			{"falls", "Pero {facts}, así que esto no puede cumplirse{cite}."}, {"falls", "Pero esto no puede cumplirse{cite}."},
			{"so", "Por tanto, {gives}."},
			{"gives", "Con {steps}: {facts}, así que {gives}{cite}."}, {"gives", "Por {steps}, {gives}{cite}."},
			{"gives", "{facts}, así que {gives}{cite}."}, {"gives", "Entonces {gives}{cite}."}, {"gives", "{gives}{cite}."}}},
	"ja": {"、", "と", "か", "真", "偽", "し、", "し、", "{whom}の{what}", "{name}は{values}である", "{name}は{values}ではない", "から",
		"手順", "手順", "", "", []form{
			{"suppose", "{gives}と仮定する。"},
			{"falls", "しかし{steps}より、また{facts}ので、これは成り立たない{cite}。"}, {"falls", "しかし{steps}より、これは成り立たない{cite}。"},
			{"falls", "しかし{facts}ので、これは成り立たない{cite}。"}, {"falls", "しかしこれは成り立たない{cite}。"},
			{"so", "よって{gives}。"},
			{"gives", "{steps}より、また{facts}ので、{gives}{cite}。"}, {"gives", "{steps}より、{gives}{cite}。"},
			{"gives", "{facts}ので、{gives}{cite}。"}, {"gives", "すると{gives}{cite}。"}, {"gives", "{gives}{cite}。"}}},
}

// claim is a sentence that says of an unknown that it has, or has not, what stands in its hole.
type claim struct {
	v     int
	not   bool
	whole bool // no hole: of an unknown that is true or false
	parts []string
}

// claims lists the sentences of a puzzle's unknowns: the specification's in the language, or those of the tongue.
func (l tongue) claims(in *Instance, a *arguer) (out []claim) {
	taken := map[string]bool{}
	for v := range a.values {
		x := a.p.Variable(model.Var(v))
		is, not := l.is, l.not
		name := x.Name
		if u, ok := in.out.Unknowns[model.Var(v)]; ok {
			keys := strings.Join(u.Keys, l.comma)
			if n := len(u.Keys); n > 1 {
				keys = strings.Join(u.Keys[:n-1], l.comma) + l.and + u.Keys[n-1]
			}
			what := u.Symbol
			if u.Attr != "" {
				what = u.Attr
			}
			if of := strings.NewReplacer("{what}", what, "{whom}", keys).Replace(l.of); !taken[of] {
				name = of
			}
			for _, s := range u.Says {
				if (s.Lang == "" || s.Lang == in.lang) && s.Is != "" {
					is, not = strings.ReplaceAll(s.Is, synth.Hole, "{values}"), strings.ReplaceAll(s.Not, synth.Hole, "{values}")
					break
				}
			}
		}
		taken[name] = true
		fill := func(text string) []string {
			return strings.Split(strings.ReplaceAll(text, "{name}", strings.ReplaceAll(name, "_", " ")), "{values}")
		}
		said := x.Sort == model.Bool && is != l.is
		out = append(out, claim{v, false, said, fill(is)}, claim{v, true, said, fill(not)})
	}
	return out
}

// reading is an argument being read.
type reading struct {
	tongue
	lang  string
	in    *Instance
	a     *arguer
	all   []claim
	known [][]uint64             // what was said of each unknown; the last of these belongs to the open supposition
	said  map[int]map[int]uint64 // by number of a step: what it says
	text  string
	large int // sentences that were not checked

	begins bool // nothing of a sentence was read yet

	fallen []uint64 // what was said under the supposition that a contradiction closed, until it is said what follows
}

// sentence is what a sentence says.
type sentence struct {
	kind         string
	facts, gives map[int]uint64
	steps        []int
	cites        []*condition // those that the citation can mean
}

func (r *reading) top() []uint64 { return r.known[len(r.known)-1] }

func (r *reading) accept(s string) bool {
	rest, ok := strings.CutPrefix(r.text, s)
	if ok {
		r.text = rest
	}
	return ok
}

// value reads the longest value of an unknown that comes next.
func (r *reading) value(v int) (int, bool) {
	best, length := -1, 0
	var named map[int64]string
	for _, s := range r.in.out.Unknowns[model.Var(v)].Says {
		if s.Lang == "" || s.Lang == r.lang {
			named = s.Values
			break
		}
	}
	for i, val := range r.a.values[v] {
		x := r.a.p.Variable(model.Var(v))
		n, _ := val.Int64()
		s := strconv.FormatInt(n, 10)
		if x.Sort == model.Bool {
			s = map[bool]string{true: r.yes, false: r.no}[val.Bool()]
		} else if x.Values != nil {
			s = x.Values[n]
		} else if name, ok := named[n]; ok {
			s = name
		}
		if len(s) > length && strings.HasPrefix(r.text, s) {
			best, length = i, len(s)
		}
	}
	r.text = r.text[length:]
	return best, best >= 0
}

// values reads a list of values of an unknown.
func (r *reading) valueList(v int) (set uint64, ok bool) {
	for {
		from, ok := r.value(v)
		to := from
		rest := r.text
		if ok && r.accept(r.to) {
			if to, ok = r.value(v); !ok { // the word belongs to what follows
				to, ok, r.text = from, true, rest
			}
		}
		if !ok {
			return 0, false
		}
		for i := from; i <= to; i++ {
			set |= 1 << i
		}
		rest = r.text
		if r.accept(r.or) {
			continue
		}
		if r.accept(r.comma) {
			before := r.text
			if _, ok := r.value(v); ok {
				r.text = before
				continue
			}
		}
		r.text = rest
		return set, true
	}
}

// fact reads what is said of one unknown: the sentence that reads the most of the text.
func (r *reading) fact() (v int, set uint64, ok bool) {
	start, rest := r.text, ""
	for _, c := range r.all {
		r.text = start
		first := []rune(c.parts[0])
		if !r.accept(c.parts[0]) && (len(first) == 0 || !r.begins || !r.accept(strings.ToUpper(string(first[:1]))+string(first[1:]))) {
			continue
		}
		one, fits := uint64(0), true
		if c.whole {
			one = 1 << slices.IndexFunc(r.a.values[c.v], func(val model.Value) bool { return val.Bool() })
		}
		for _, part := range c.parts[1:] {
			if one, fits = r.valueList(c.v); fits {
				fits = r.accept(part)
			}
			if !fits {
				break
			}
		}
		if fits && (!ok || len(r.text) < len(rest)) {
			if v, set, ok, rest = c.v, one, true, r.text; c.not {
				set = r.a.all[v] &^ one
			}
		}
	}
	if r.text = start; ok {
		r.text, r.begins = rest, false
	}
	return v, set, ok
}

// list reads what stands between commas, with "and" before the last.
func (r *reading) list(comma, and string, one func() bool) (n int) {
	for {
		rest := r.text
		if n > 0 && !r.accept(and) && !r.accept(comma) || !one() {
			r.text = rest
			return n
		}
		n++
	}
}

// facts reads some facts.
func (r *reading) facts() map[int]uint64 {
	out := map[int]uint64{}
	r.list(r.clause, r.clauseAnd, func() bool {
		v, set, ok := r.fact()
		if old, had := out[v]; ok && had {
			set &= old
		}
		if ok {
			out[v] = set
		}
		return ok
	})
	return out
}

// numbers reads the numbers of steps.
func (r *reading) numbers() (out []int) {
	if !r.accept(r.steps) && !r.accept(r.step) {
		return nil
	}
	r.list(r.comma, r.and, func() bool {
		digits := len(r.text) - len(strings.TrimLeft(r.text, "0123456789"))
		n, err := strconv.Atoi(r.text[:digits])
		if err != nil {
			return false
		}
		r.text = r.text[digits:]
		out = append(out, n)
		return true
	})
	if !r.accept(r.stepEnd) {
		return nil
	}
	return out
}

// cited reads a citation.
func (r *reading) cited() (out []*condition) {
	rest := ""
	for i := range r.a.conds {
		for _, brackets := range [][2]string{{" (", ")"}, {"（", "）"}} {
			if after, ok := strings.CutPrefix(r.text, brackets[0]+r.a.conds[i].cite+brackets[1]); ok {
				rest = after
				out = append(out, &r.a.conds[i])
			}
		}
	}
	if len(out) > 0 {
		r.text = rest
	}
	return out
}

// read reads a sentence by a form.
func (r *reading) read(f form) (s sentence, ok bool) {
	s.kind, s.facts = f.kind, map[int]uint64{}
	for f.text != "" {
		literal, hole, found := strings.Cut(f.text, "{")
		if !r.accept(literal) {
			return s, false
		}
		r.begins = r.begins && literal == ""
		if !found {
			return s, true
		}
		hole, f.text, _ = strings.Cut(hole, "}")
		switch hole {
		case "facts":
			s.facts = r.facts()
			ok = len(s.facts) > 0
		case "gives":
			s.gives = r.facts()
			ok = len(s.gives) > 0
		case "steps":
			s.steps = r.numbers()
			ok = len(s.steps) > 0
		case "cite":
			s.cites = r.cited()
			ok = len(s.cites) > 0
		}
		if !ok {
			return s, false
		}
	}
	return s, true
}

// stand checks that facts are known.
func (r *reading) stand(facts map[int]uint64) error {
	for v, set := range facts {
		if r.top()[v]&^set != 0 {
			return fmt.Errorf("what is said of %s is not known", r.a.p.Variable(model.Var(v)).Name)
		}
	}
	return nil
}

// filled fills in a condition's unknowns in every way that some facts allow, and gives the values of those that meet it.
func (r *reading) filled(c *condition, facts map[int]uint64) (met map[int]uint64, ways int) {
	met = map[int]uint64{}
	asg := make(model.Assignment, r.a.p.NumVars())
	var fill func(i int)
	fill = func(i int) {
		if ways > mostWays {
			return
		}
		if i == len(c.vars) {
			ways++
			if c.eval.Run(asg); holds(c.eval, c.n) {
				for _, v := range c.vars {
					for j, val := range r.a.values[v] {
						if val.Equal(asg[v]) {
							met[int(v)] |= 1 << j
						}
					}
				}
			}
			return
		}
		v := c.vars[i]
		set, ok := facts[int(v)]
		if !ok {
			set = r.a.all[v]
		}
		for j, val := range r.a.values[v] {
			if set>>j&1 == 1 {
				asg[v] = val
				fill(i + 1)
			}
		}
	}
	fill(0)
	return met, ways
}

// mostWays bounds the ways that are tried for one sentence. What takes more is counted, and taken as read.
const mostWays = 400_000

// prove checks that one of the conditions that are cited gives what a sentence says, or cannot hold.
func (r *reading) prove(s sentence) error {
	because := s.facts
	if len(r.known) > 1 { // what was said under the supposition counts
		for v, set := range r.top() {
			if set != r.known[0][v] {
				if old, ok := because[v]; ok {
					set &= old
				}
				because[v] = set
			}
		}
	}
	var err error
	for _, c := range s.cites {
		met, ways := r.filled(c, because)
		if ways > mostWays {
			r.large++
			return nil
		}
		if err = nil; s.kind == "falls" && len(met) > 0 {
			err = fmt.Errorf("the condition can hold")
		}
		for v, set := range s.gives {
			if met[v]&^set != 0 {
				err = fmt.Errorf("%s can have another value", r.a.p.Variable(model.Var(v)).Name)
			}
		}
		if err == nil {
			return nil
		}
	}
	return err
}

// sentence reads one sentence of the step of a number and takes what it says.
func (r *reading) sentence(number int) error {
	r.accept(r.after)
	start := r.text
	var s sentence
	ok := false
	for _, f := range r.forms {
		r.text, r.begins = start, true
		if s, ok = r.read(f); ok {
			break
		}
	}
	if !ok {
		return fmt.Errorf("no form of a sentence")
	}
	if err := r.stand(s.facts); err != nil {
		return err
	}
	for _, step := range s.steps {
		if r.said[step] == nil {
			return fmt.Errorf("step %d says nothing", step)
		}
		for v, set := range r.said[step] {
			if old, ok := s.facts[v]; ok {
				set &= old
			}
			s.facts[v] = set
		}
	}
	switch under := len(r.known) > 1; {
	case s.kind == "suppose":
		r.known = append(r.known, slices.Clone(r.top()))
	case s.kind == "falls" && !under:
		return fmt.Errorf("nothing is supposed")
	case s.kind == "falls":
		if err := r.prove(s); err != nil {
			return err
		}
		r.fallen = r.top()
		r.known = r.known[:1]
		return nil
	case s.kind == "so":
		if r.fallen == nil {
			return fmt.Errorf("nothing has fallen")
		}
		for v, set := range s.gives {
			if r.top()[v]&^set&^r.fallen[v] != 0 {
				return fmt.Errorf("more is denied than was supposed")
			}
		}
		r.fallen = nil
	default:
		if err := r.prove(s); err != nil {
			return err
		}
		if !under {
			r.said[number] = s.gives
		}
	}
	for v, set := range s.gives {
		r.top()[v] &= set
	}
	return nil
}

// readBack reads the argument of a puzzle back, and counts its steps, its sentences, and those that it could not check.
func readBack(t *testing.T, name string, in *Instance) (told, sentences, large int) {
	t.Helper()
	a := newArguer(in)
	if a == nil {
		return 0, 0, 0
	}
	l := tongues[in.lang]
	r := &reading{tongue: l, lang: in.lang, in: in, a: a, all: l.claims(in, a), known: [][]uint64{slices.Clone(a.all)}, said: map[int]map[int]uint64{}}
	for s, err := range in.Tell(context.Background(), in.Start()) {
		if err != nil {
			t.Fatal(err)
		}
		if len(s.Moves) > 0 {
			continue
		}
		told++
		for r.text = s.Text; r.text != ""; sentences++ {
			if err := r.sentence(told); err != nil {
				t.Fatalf("%s: %q: %v, at %q", name, s.Text, err, r.text)
			}
		}
	}
	if told == 0 {
		return 0, 0, r.large
	}
	if !solved(r.top()) {
		t.Errorf("%s: the argument does not reach the solution", name)
		return told, sentences, r.large
	}
	for v, val := range in.out.Solutions[0] {
		if !a.values[v][bits.TrailingZeros64(r.top()[v])].Equal(val) {
			t.Errorf("%s: %s is told wrong", name, a.p.Variable(model.Var(v)).Name)
		}
	}
	return told, sentences, r.large
}

// TestArgued reads the arguments of the gallery's puzzles back, in each language some. QUANDARY_LONG=N takes N puzzles of each specification (puztest.Seeds).
func TestArgued(t *testing.T) {
	var catalogue []Entry
	for _, e := range gallery.List() {
		dir, err := fs.Sub(gallery.FS(), path.Dir(e.Path))
		if err != nil {
			t.Fatal(err)
		}
		catalogue = append(catalogue, Entry{Name: e.Name, Title: e.Title, Data: e.Data, Root: dir})
	}
	f := New(catalogue, synth.Options{Engine: native.New()})
	argued := map[string]int{}
	sentences, large := 0, 0
	tried := false
	for seed := range puztest.Seeds(t, 2, 50) {
		tried = true
		for i, name := range puztest.Some(f.Names(), 12) {
			p, err := f.ParseParams(name)
			if err != nil {
				t.Fatal(err)
			}
			g, err := f.Generate(context.Background(), p, nil, rng.New(seed), nil)
			if err != nil {
				t.Fatal(err)
			}
			lang := phrases.Languages()[(i+int(seed))%len(phrases.Languages())]
			in := g.Instance.(*Instance).In(lang).(*Instance)
			told, more, unchecked := readBack(t, fmt.Sprintf("%s, seed %d, %s", name, seed, lang), in)
			sentences, large = sentences+more, large+unchecked
			if told > 0 {
				argued[name]++
			}
		}
	}
	t.Logf("%d sentences, %d too large to check; argued: %v", sentences, large, argued)
	if large > sentences/20 {
		t.Errorf("%d of %d sentences are not checked", large, sentences)
	}
	if tried && len(argued) < 10 && puztest.Doing() >= puztest.Whole {
		t.Errorf("only %d specifications are argued: %v", len(argued), argued)
	}
}

// TestPossible: the values of an unknown are those within bounds that the domain or the story gives; without bounds none are listed, though
// few of the numbers that would be tried were possible.
func TestPossible(t *testing.T) {
	p := model.NewProblem()
	x := p.Int("x")
	for _, c := range []struct {
		story []model.Term
		want  int
	}{
		{[]model.Term{p.Ge(x, p.Num(995))}, 0},
		{[]model.Term{p.Gt(x, p.Num(0)), p.Le(x, p.Num(5))}, 5},
		{[]model.Term{p.Lt(p.Num(0), x), p.Ge(p.Num(5), x)}, 5},
		{[]model.Term{p.Or(p.Eq(x, p.Num(3)), p.Eq(x, p.Num(700)))}, 2},
		{[]model.Term{p.Or(p.Eq(x, p.Num(3)), p.Gt(x, p.Num(990)))}, 0},
		{[]model.Term{p.Ge(x, p.Num(2000)), p.Le(x, p.Num(2005))}, 0},
	} {
		a := &arguer{p: p}
		if got := a.possible(0, c.story); len(got) != c.want {
			t.Errorf("%v: %v, want %d values", c.story, got, c.want)
		}
	}
}
