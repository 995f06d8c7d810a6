package zebra

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/quandary-puzzles/quandary/internal/golden"
	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/ladder"
	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/language"
	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/matching"
	"github.com/quandary-puzzles/quandary/internal/phrases"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// The reader in this file is written from the forms of sentences in docs/zebra.md, apart from the writer, and takes the words of each
// language from words.yaml: it reads each sentence of a told solution back to what it claims, and the slow judge of package matching (check.go), which knows
// neither the search nor the graph, proves each claim from the clues and facts that the sentence names and from what was supposed.

// retelling is a solution being read.
type retelling struct {
	p      *matching.Puzzle
	lang   string
	names  map[string]int    // by name in lower case
	known  []matching.Fact   // concluded so far, outside suppositions
	scopes [][]matching.Fact // of each open supposition: what was supposed and what followed, before what was supposed
	noted  []matching.Fact   // what the sentences just before recalled for this one
	next   []matching.Fact   // what this one recalls for the next
	text   string            // what is left of the sentence
	rested bool              // far is asked for, which takes long
	far    int               // on how many crosses and matches that were told the reason rests that is hardest to see
}

func newRetelling(p *matching.Puzzle) *retelling {
	r := &retelling{p: p, lang: language.Lang(p), names: map[string]int{}}
	for x := range p.M() * p.N {
		r.names[strings.ToLower(language.Name(p, x, language.Lang(p)))] = x
	}
	return r
}

// word gives the words of a key before its first hole, or all of them.
func (r *retelling) word(key string, form int) string {
	text, _, _ := strings.Cut(strings.Split(language.Lexicon().Text(r.lang, key), "|")[form], "{")
	return text
}

// take reads a word.
func (r *retelling) take(key string, form int) bool {
	word := r.word(key, form)
	return word != "" && r.accept(word)
}

// sees tells whether a word comes next.
func (r *retelling) sees(key string) bool { return strings.HasPrefix(r.text, r.word(key, 0)) }

func (r *retelling) accept(s string) bool {
	if rest, ok := strings.CutPrefix(r.text, s); ok {
		r.text = rest
		return true
	}
	return false
}

// name reads the longest name that comes next.
func (r *retelling) name() (int, bool) {
	for l := len(r.text); l > 0; l-- {
		if x, ok := r.names[strings.ToLower(r.text[:l])]; ok {
			r.text = r.text[l:]
			return x, true
		}
	}
	return 0, false
}

// claim reads what is said of one item, or of two: of all forms that fit the one that reads most.
func (r *retelling) claim() ([]matching.Fact, bool) {
	start, rest := r.text, r.text
	var out []matching.Fact
	for _, key := range []string{"at", "with"} {
		for i, form := range strings.Split(language.Lexicon().Text(r.lang, key), "|") {
			for _, turned := range []bool{false, true} {
				for _, more := range []bool{false, true} {
					r.text = start
					if got, ok := r.said(phrases.Bend(form, turned, more), i%2 == 1, i >= 2); ok && len(r.text) < len(rest) {
						out, rest = got, r.text
					}
				}
			}
		}
	}
	r.text = rest
	return out, rest != start
}

// said reads a claim of one form.
func (r *retelling) said(form string, two, not bool) ([]matching.Fact, bool) {
	before, form, _ := strings.Cut(form, "{a}")
	between, after, _ := strings.Cut(form, "{b}")
	if !r.accept(before) {
		return nil, false
	}
	x, ok := r.name()
	subjects := []int{x}
	if two && ok && r.take("and", 0) {
		x, ok = r.name()
		subjects = append(subjects, x)
	}
	if !ok || two != (len(subjects) == 2) || !r.accept(between) {
		return nil, false
	}
	sep, or := "sep-or", "or"
	if not {
		sep, or = "sep-none", "or-none"
	}
	var others []int
	for {
		y, ok := r.other(others)
		if !ok || y/r.p.N == x/r.p.N || len(others) > 0 && y/r.p.N != others[0]/r.p.N {
			return nil, false
		}
		others = append(others, y)
		rest := r.text
		if r.take(or, 0) {
			continue
		}
		if r.take(sep, 0) { // another name, or another claim
			if _, ok := r.other(others); ok && (r.sees(or) || r.sees(sep)) {
				r.text = rest[len(r.word(sep, 0)):]
				continue
			}
			r.text = rest
		}
		break
	}
	if !r.accept(after) {
		return nil, false
	}
	var out []matching.Fact
	cat := others[0] / r.p.N
	for _, x := range subjects {
		if !not && len(others) == 1 {
			out = append(out, matching.NewFact(x, others[0], true))
			continue
		}
		for y := cat * r.p.N; y < (cat+1)*r.p.N; y++ {
			if slices.Contains(others, y) == not {
				out = append(out, matching.NewFact(x, y, false))
			}
		}
	}
	// What else is said of the item.
	if rest := r.text; !two && r.word("and-more", 0) != "" && r.take("and-more", 0) {
		after := r.text
		r.text = language.Name(r.p, x, r.lang) + after
		if more, ok := r.claim(); ok && strings.HasPrefix(after, " ") {
			return append(out, more...), true
		}
		r.text = rest
	}
	return out, true
}

// other reads the next of several names of one category, of which only the first need have the words that all begin with.
func (r *retelling) other(before []int) (int, bool) {
	if len(before) > 0 {
		first := language.Name(r.p, before[0], r.lang)
		best, rest := -1, r.text
		for at, c := range first {
			if c != ' ' {
				continue
			}
			for y := before[0] / r.p.N * r.p.N; y < (before[0]/r.p.N+1)*r.p.N; y++ {
				short, ok := strings.CutPrefix(language.Name(r.p, y, r.lang), first[:at+1])
				if after, found := strings.CutPrefix(r.text, short); ok && found && len(after) < len(rest) {
					best, rest = y, after
				}
			}
		}
		if best >= 0 {
			r.text = rest
			return best, true
		}
	}
	return r.name()
}

// remains reads what is left for places, and proves it from what was said.
func (r *retelling) remains() error {
	before, rest, _ := strings.Cut(r.word1("left-for"), "{")
	first, rest, _ := strings.Cut(rest, "}")
	between, rest, _ := strings.Cut(rest, "{")
	_, after, _ := strings.Cut(rest, "}")
	items := func() (out []int, err error) {
		for {
			x, ok := r.name()
			if !ok {
				return nil, fmt.Errorf("expected a name at %q", r.text)
			}
			if out = append(out, x); !r.take("sep", 0) && !r.take("and", 0) {
				return out, nil
			}
		}
	}
	for {
		if !r.accept(before) {
			return fmt.Errorf("expected %q at %q", before, r.text)
		}
		a, err := items()
		if err != nil {
			return err
		}
		if !r.accept(between) {
			return fmt.Errorf("expected %q at %q", between, r.text)
		}
		b, err := items()
		if err != nil {
			return err
		}
		if first == "b" {
			a, b = b, a
		}
		if !r.accept(after) || len(b) != 1 {
			return fmt.Errorf("expected one place at %q", r.text)
		}
		var gives []matching.Fact
		for _, x := range a {
			gives = append(gives, matching.NewFact(x, b[0], true))
		}
		if err := r.prove(-1, r.known, gives); err != nil {
			return err
		}
		if !r.take("left-sep", 0) {
			break
		}
	}
	if r.text != "" {
		return fmt.Errorf("left over: %q", r.text)
	}
	return nil
}

func (r *retelling) word1(key string) string { return language.Lexicon().Text(r.lang, key) }

// claims reads a list of claims.
func (r *retelling) claims() ([]matching.Fact, error) {
	var out []matching.Fact
	for {
		c, ok := r.claim()
		if !ok {
			return nil, fmt.Errorf("expected a statement at %q", r.text)
		}
		out = append(out, c...)
		rest := r.text
		if !r.take("and-claims", 0) && !r.take("sep-claims", 0) {
			return out, nil
		}
		after := r.text
		if _, ok := r.claim(); !ok { // ", so" and the like
			r.text = rest
			return out, nil
		}
		r.text = after
	}
}

// clue reads the clue that a conclusion cites, if it does.
func (r *retelling) clue() (int, bool) {
	open, end, _ := strings.Cut(r.word1("cite"), "{n}")
	if !strings.HasPrefix(r.text, open) {
		return 0, false
	}
	number, rest, _ := strings.Cut(r.text[len(open):], end)
	n, err := strconv.Atoi(number)
	if err != nil || n < 1 || n > len(r.p.Clues) {
		return 0, false
	}
	r.text = rest
	return n - 1, true
}

func (r *retelling) prove(clue int, because, gives []matching.Fact) error {
	var cs []*matching.Clue
	if clue >= 0 {
		cs = append(cs, r.p.Clues[clue])
	}
	if holds, done := r.p.Implies(cs, slices.Concat(because, r.noted), gives, 20_000_000); !done {
		return fmt.Errorf("not decided")
	} else if !holds {
		return fmt.Errorf("it does not follow")
	}
	return nil
}

// inScope gives what was said under the open suppositions.
func (r *retelling) inScope() []matching.Fact { return slices.Concat(r.scopes...) }

// stands checks that reasons are known where they are named.
func (r *retelling) stands(because []matching.Fact) error {
	told := slices.Concat(r.known, r.inScope())
	unsaid := slices.DeleteFunc(slices.Clone(because), func(f matching.Fact) bool { return slices.Contains(told, f) })
	if err := r.prove(-1, told, unsaid); err != nil {
		return fmt.Errorf("a reason is not known: %w", err)
	}
	for _, f := range because {
		if r.rested {
			r.far = max(r.far, r.rests(f))
		}
	}
	return nil
}

// rests counts facts that were told and give another, none of which can be spared.
func (r *retelling) rests(f matching.Fact) int {
	told := slices.Concat(r.known, r.inScope())
	for i := 0; i < len(told); {
		if fewer := slices.Delete(slices.Clone(told), i, i+1); r.prove(-1, fewer, []matching.Fact{f}) == nil {
			told = fewer
		} else {
			i++
		}
	}
	return len(told)
}

func (r *retelling) conclude(gives []matching.Fact) {
	if n := len(r.scopes); n > 0 {
		r.scopes[n-1] = append(r.scopes[n-1], gives...)
	} else {
		r.known = append(r.known, gives...)
	}
}

// sentence reads one sentence, without its full stop, and proves it.
func (r *retelling) sentence(text string) error {
	r.text = text
	defer func() { r.noted, r.next = r.next, nil }()
	rest, closed := strings.CutSuffix(text, r.after("suppose"))
	switch {
	case r.take("turn", 0):
		gives, err := r.claims()
		if err == nil && r.text == "" {
			r.conclude(gives)
			err = r.prove(-1, nil, gives)
		}
		return err
	case r.take("left-over", 0) || len(r.scopes) == 0 && r.take("left-more", 0) || r.word("left-over", 0) == "" && strings.Contains(text, "剩下"):
		return r.remains()
	case r.take("note", 0), r.take("note-more", 0):
		r.next = r.noted
		return r.recalls()
	case r.word("suppose", 0) == "" && closed: // what is supposed, and no more
		r.text = rest
		f, ok := r.claim()
		if !ok || r.text != "" {
			return fmt.Errorf("expected what is supposed at %q", r.text)
		}
		r.scopes = append(r.scopes, f)
		return nil
	case r.supposes(text):
		_ = r.take("suppose", 0)
		f, ok := r.claim()
		if !ok || !r.accept(r.after("suppose")) {
			return fmt.Errorf("expected what is supposed at %q", r.text)
		}
		r.scopes = append(r.scopes, f)
		if r.text == "" {
			return nil
		}
		if r.take("recall", 0) {
			return r.recalls()
		}
		if !r.takeAny(0, "but-from", "then", "but", "then-from") {
			return fmt.Errorf("expected a colon at %q", r.text)
		}
		return r.inner(nil)
	case len(r.scopes) > 0 && r.takeAny(1, "then", "but-from", "but"):
		return r.inner(nil)
	}
	return r.plain(nil)
}

// supposes tells whether a sentence supposes something.
func (r *retelling) supposes(text string) bool {
	if word := r.word("suppose", 0); word != "" {
		return strings.HasPrefix(text, word)
	}
	end := r.after("suppose")
	return strings.HasSuffix(text, end) || strings.Contains(text, end+r.word("then", 0))
}

// after gives the words of a key behind its only hole.
func (r *retelling) after(key string) string {
	_, text, _ := strings.Cut(r.word1(key), "}")
	return text
}

// takeAny reads the first of some words that comes next.
func (r *retelling) takeAny(form int, keys ...string) bool {
	return slices.ContainsFunc(keys, func(key string) bool { return r.take(key, form) })
}

// recalls reads to the end of a sentence what is recalled for the next.
func (r *retelling) recalls() error {
	noted, err := r.claims()
	if err == nil {
		err = r.stands(noted)
	}
	if err == nil && r.text != "" {
		err = fmt.Errorf("left over: %q", r.text)
	}
	r.next = append(r.next, noted...)
	return err
}

// plain reads reasons and conclusions, each of which follows from its clue and what the sentence names before it.
func (r *retelling) plain(because []matching.Fact) error {
	for first := true; ; first = false {
		gives, err := r.claims()
		if err != nil {
			return err
		}
		clue, cited := r.clue()
		more := r.sees("so")
		if first && !cited && more && len(because) == 0 {
			if err := r.stands(gives); err != nil {
				return err
			}
		} else if err := r.follow(clue, because, gives); err != nil {
			return err
		}
		because = append(because, gives...)
		switch {
		case r.take("so", 0), r.take("so-on", 0), cited && r.take("also", 0):
			continue
		case cited && len(r.scopes) == 0 && r.take("sep-claims", 0): // what another clue says
			continue
		}
		break
	}
	if r.text != "" && len(r.scopes) > 0 {
		return r.goOn(because)
	}
	if r.text != "" {
		return fmt.Errorf("left over: %q", r.text)
	}
	return nil
}

// follow proves conclusions from a clue, or none, and reasons.
func (r *retelling) follow(clue int, because, gives []matching.Fact) error {
	if err := r.prove(clue, slices.Concat(because, r.inScope()), gives); err != nil {
		return err
	}
	r.conclude(gives)
	return nil
}

// goOn reads what continues a sentence under a supposition; named are the facts that it has named.
func (r *retelling) goOn(named []matching.Fact) error {
	switch {
	case r.takeAny(2, "then", "but-from", "but"):
		return r.inner(named)
	case r.take("recall", 0):
		return r.recalls()
	case r.take("then-from", 2):
		return r.plain(nil)
	}
	return fmt.Errorf("left over: %q", r.text)
}

// inner reads a sentence under a supposition.
func (r *retelling) inner(because []matching.Fact) error {
	because = slices.Clip(because)
	// Of what ends the supposition: facts may stand before it, between words.
	start := r.text
	clue, falls := r.falls()
	if !falls {
		_, word, _ := strings.Cut(language.Lexicon().Text(r.lang, "but-from"), "{f}")
		word, _, _ = strings.Cut(word, "{")
		if reasons, err := r.claims(); err == nil && r.accept(word) {
			if clue, falls = r.falls(); falls {
				if err := r.stands(reasons); err != nil {
					return err
				}
				because = append(because, reasons...)
			}
		}
	}
	if !falls {
		r.text = start
		return r.plain(because)
	}
	end := r.text
	var cs []*matching.Clue
	if clue >= 0 {
		cs = append(cs, r.p.Clues[clue])
	}
	budget := 20_000_000
	if none, done := r.p.Contradict(cs, slices.Concat(because, r.noted, r.inScope()), &budget); !none || !done {
		return fmt.Errorf("it is no contradiction")
	}
	if !r.take("so", 0) {
		return fmt.Errorf("expected what is denied at %q", r.text)
	}
	gives, err := r.claims()
	if err != nil || r.text != "" {
		return fmt.Errorf("expected one statement: %q", end)
	}
	if supposed := r.scopes[len(r.scopes)-1][0]; !supposed.Same || r.prove(-1, []matching.Fact{{X: supposed.X, Y: supposed.Y, Same: false}}, gives) != nil {
		return fmt.Errorf("what was supposed is not denied")
	}
	r.scopes = r.scopes[:len(r.scopes)-1]
	r.conclude(gives)
	return nil
}

// falls reads that a clue cannot hold, or that nothing is left (-1).
func (r *retelling) falls() (clue int, ok bool) {
	for _, turned := range []bool{false, true} {
		form := func(key string, fill ...string) string {
			return phrases.Fill(phrases.Bend(r.word1(key), turned, false), fill...)
		}
		for c := range r.p.Clues {
			if r.accept(form("cannot", "n", strconv.Itoa(c+1))) {
				return c, true
			}
		}
		if r.accept(form("clash")) {
			return -1, true
		}
		for x := range r.p.M() * r.p.N {
			for c := range r.p.Cats {
				if r.accept(form("none-left", "c", language.CatName(r.p, c, r.lang), "a", language.Name(r.p, x, r.lang))) {
					return -1, true
				}
			}
		}
	}
	return -1, false
}

// sentences cuts a step's text.
func (r *retelling) sentences(text string) []string {
	stop := r.word1("stop")
	return strings.Split(strings.TrimSuffix(text, stop), stop+r.word1("gap"))
}

// length counts the words of a sentence, a half of its characters in Chinese, Latin words as two at most; clue numbers do not count.
func (r *retelling) length(s string) int {
	open, end, _ := strings.Cut(r.word1("cite"), "{n}")
	s = regexp.MustCompile(regexp.QuoteMeta(open)+`\d+`+regexp.QuoteMeta(end)).ReplaceAllString(s, "")
	if r.word1("gap") == "" {
		return (utf8.RuneCountInString(regexp.MustCompile(`[!-~ ]{3,}`).ReplaceAllString(s, "xx")) + 1) / 2
	}
	return len(strings.Fields(s))
}

// read proves a told solution, and counts its sentences and suppositions.
func (r *retelling) read(steps []string, solution matching.Grid) (sentences, suppositions int, err error) {
	over := false // the sentence says what is left over
	for _, step := range steps {
		for _, s := range r.sentences(step) {
			if err := r.sentence(s); err != nil {
				return 0, 0, fmt.Errorf("%q: %w", s, err)
			}
			if n := r.length(s); n > 30 {
				return 0, 0, fmt.Errorf("%q: %d words", s, n)
			}
			if over = strings.HasPrefix(s, "What is left: ") || over && strings.HasPrefix(s, "Then ") || strings.Contains(s, "剩下"); over {
				continue // takes no thought
			}
			if sentences++; r.supposes(s) {
				suppositions++
			}
		}
		if len(r.scopes) > 0 {
			return 0, 0, fmt.Errorf("%q: a supposition is left open", step)
		}
	}
	var all []matching.Fact
	for c, row := range solution {
		for e, i := range row {
			if c != r.p.Anchor() {
				all = append(all, matching.NewFact(c*r.p.N+i, r.p.Anchor()*r.p.N+e, true))
			}
		}
	}
	if err := r.prove(-1, r.known, all); err != nil {
		return 0, 0, fmt.Errorf("the solution is not told: %w", err)
	}
	return sentences, suppositions, nil
}

func toldSteps(t testing.TB, p *matching.Puzzle) []string {
	t.Helper()
	var steps []string
	for s, err := range (&Instance{P: p}).Tell(context.Background(), "") {
		if err != nil {
			t.Fatal(err)
		}
		steps = append(steps, s.Text)
	}
	return steps
}

// TestTold reads told solutions back, and holds the numbers of their sentences to a golden. QUANDARY_LONG=N takes N puzzles of each sort
// (puztest.Seeds).
func TestTold(t *testing.T) {
	long := puztest.Doing() == puztest.Long
	type sort struct {
		size     string
		settings puzzle.Settings
	}
	var sorts []sort
	for _, class := range ladder.Classes {
		for _, lang := range []string{"en", "zh"} {
			sorts = append(sorts, sort{"5x5", puzzle.Settings{"class": class, "lang": lang}})
		}
	}
	for _, line := range []string{"none", "round"} {
		for _, lang := range []string{"en", "zh"} {
			sorts = append(sorts, sort{"4x4", puzzle.Settings{"line": line, "lang": lang}})
		}
	}
	lines := make([]string, len(sorts))
	t.Cleanup(func() {
		if !long && !slices.Contains(lines, "") {
			golden.Compare(t, "testdata/told.txt", []byte(strings.Join(lines, "")))
		}
	})
	for i, s := range sorts {
		if puztest.Doing() < puztest.Whole && i%5 != 0 {
			continue
		}
		name := s.size + " " + s.settings["class"] + s.settings["line"] + " " + s.settings["lang"]
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			within, most, sum, counts := 0, 0, 0, map[int]int{}
			for seed := range puztest.Seeds(t, 1, 100) {
				params, err := Family{}.ParseParams(s.size)
				if err != nil {
					t.Fatal(err)
				}
				made, err := Family{}.Generate(context.Background(), params, s.settings, rng.New(seed), nil)
				if missed := new(puzzle.UnreachableError); long && errors.As(err, &missed) {
					continue
				} else if err != nil {
					t.Fatal(err)
				}
				p := made.Instance.(*Instance).P
				steps := toldSteps(t, p)
				count, suppositions, err := newRetelling(p).read(steps, solutions(t, p, 1)[0])
				if err != nil {
					t.Fatalf("seed %d: %v\n%s", seed, err, strings.Join(steps, "\n"))
				}
				sum, most = sum+count, max(most, count)
				counts[count]++
				lines[i] = fmt.Sprintf("%s, seed %d: %d sentences, %d suppositions\n", name, seed, count, suppositions)
				if count <= min(45, 25+3*suppositions) {
					within++
				} else {
					t.Logf("seed %d: %d sentences, %d suppositions", seed, count, suppositions)
				}
			}
			if c := s.settings["class"]; (c == "easy" || c == "medium") && most > 45 {
				t.Errorf("a puzzle is told in %d sentences, more than anybody reads", most)
			}
			made := 0
			for _, k := range counts {
				made += k
			}
			if made >= 20 && within*20 < made*19 {
				t.Errorf("%d of %d puzzles are told in as few sentences as a person needs", within, made)
			}
			t.Logf("%d puzzles, %d within 25 sentences and 3 a supposition, never above 45; mean %.1f, most %d: %v",
				made, within, float64(sum)/float64(max(made, 1)), most, counts)
		})
	}
}

// TestNothingFar: what a sentence names as known was told, or is seen from little of what was told.
func TestNothingFar(t *testing.T) {
	sum := 0
	const puzzles, mean = 4, 10
	for seed := uint64(1); seed <= puzzles; seed++ {
		p := make1(t, "5x5", seed, puzzle.Settings{"class": "medium"})
		r := newRetelling(p)
		r.rested = true
		steps := toldSteps(t, p)
		if _, _, err := r.read(steps, solutions(t, p, 1)[0]); err != nil {
			t.Fatal(err)
		}
		t.Logf("seed %d: at most %d crosses and matches", seed, r.far)
		sum += r.far
	}
	if sum > puzzles*mean {
		t.Errorf("the reasons hardest to see rest on %d crosses and matches in %d puzzles", sum, puzzles)
	}
}

// TestToldInAnotherLanguage: a puzzle is told in the language that is asked for, whatever that of its names, and every sentence
// follows all the same.
func TestToldInAnotherLanguage(t *testing.T) {
	for _, langs := range puztest.Some([][2]string{{"en", "zh"}, {"zh", "en"}, {"en", "de"}, {"en", "es"}, {"en", "ja"}, {"zh", "ja"}, {"de", "de"}, {"es", "es"}, {"ja", "ja"}, {"ja", "de"}, {"de", "es"}}, 3) {
		own, other := langs[0], langs[1]
		for seed := uint64(1); seed <= puztest.Of[uint64](1, 3, 3); seed++ {
			for _, s := range []puzzle.Settings{{"lang": own}, {"lang": own, "line": "none"}, {"lang": own, "line": "round"}} {
				p := puzzle.In(&Instance{make1(t, "4x4", seed, s)}, other).(*Instance).P
				steps := toldSteps(t, p)
				if _, _, err := newRetelling(p).read(steps, solutions(t, p, 1)[0]); err != nil {
					t.Errorf("%v, seed %d, in %s: %v\n%s", s, seed, other, err, strings.Join(steps, "\n"))
				}
			}
		}
	}
}

// TestToldReader changes one word of told solutions: the reader has to refuse nearly all of what is false then.
func TestToldReader(t *testing.T) {
	puztest.From(t, puztest.Usual)
	r := rng.New(3)
	tried, refused := 0, 0
	for seed := uint64(1); seed <= 3; seed++ {
		p := make1(t, "5x5", seed, puzzle.Settings{"class": "medium"})
		steps := toldSteps(t, p)
		solution := solutions(t, p, 1)[0]
		for range 60 {
			changed := slices.Clone(steps)
			i := r.IntN(len(changed) - 1)
			x := r.IntN(p.M() * p.N)
			name, other := language.Name(p, x, "en"), language.Name(p, x/p.N*p.N+(x+1)%p.N, "en")
			if !strings.Contains(changed[i], name) {
				continue
			}
			changed[i] = strings.Replace(changed[i], name, other, 1)
			tried++
			if _, _, err := newRetelling(p).read(changed, solution); err != nil {
				refused++
			}
		}
	}
	if tried < 20 || refused < tried*9/10 {
		t.Errorf("%d of %d changed solutions are refused", refused, tried)
	}
}

// TestHint goes from hint to hint to the solution: each follows from what was marked before, and marks something.
func TestHint(t *testing.T) {
	for _, lang := range []string{"en", "zh"} {
		in := &Instance{make1(t, "4x4", 2, puzzle.Settings{"lang": lang})}
		r := newRetelling(in.P)
		var state puzzle.State
		for n := 0; ; n++ {
			step, err := in.Hint(context.Background(), state)
			if err != nil {
				t.Fatal(err)
			}
			if step == nil {
				break
			}
			if len(step.Moves) == 0 || n > 40 {
				t.Fatalf("hint %d marks %v: %s", n, step.Moves, step.Text)
			}
			for _, s := range r.sentences(step.Text) {
				if err := r.sentence(s); err != nil {
					t.Fatalf("%q: %v", s, err)
				}
			}
			if state, err = puzzle.Replay(in, state, step.Moves); err != nil {
				t.Fatal(err)
			}
		}
		if v, err := in.Judge(state); err != nil || !v.Solved {
			t.Errorf("after the last hint: %v, %v", v, err)
		}
	}
}
