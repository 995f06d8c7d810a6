package zebra

import (
	"context"
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/quandary-puzzles/quandary/internal/golden"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// The reader in this file is written from the forms of sentences in docs/zebra.md, apart from the writer: it reads each
// sentence of a told solution back to what it claims, and the slow judge of check.go, which knows neither the search nor the
// graph, proves each claim from the clues and facts that the sentence names and from what was supposed.

// telling is a solution being read.
type telling struct {
	p      *Puzzle
	zh     bool
	names  map[string]int // by name in lower case
	known  []fact         // concluded so far, outside suppositions
	scopes [][]fact       // of each open supposition: what was supposed and what followed, before what was supposed
	noted  []fact         // what the sentences just before recalled for this one
	next   []fact         // what this one recalls for the next
	text   string         // what is left of the sentence
}

func newTelling(p *Puzzle) *telling {
	r := &telling{p: p, zh: p.lang() == "zh", names: map[string]int{}}
	for x := range p.M() * p.N {
		r.names[strings.ToLower(p.name(x, p.lang()))] = x
	}
	return r
}

func (r *telling) accept(s string) bool {
	if rest, ok := strings.CutPrefix(r.text, s); ok {
		r.text = rest
		return true
	}
	return false
}

// name reads the longest name that comes next.
func (r *telling) name() (int, bool) {
	for l := len(r.text); l > 0; l-- {
		if x, ok := r.names[strings.ToLower(r.text[:l])]; ok {
			r.text = r.text[l:]
			return x, true
		}
	}
	return 0, false
}

// claim reads what is said of one item.
func (r *telling) claim() ([]fact, bool) {
	start := r.text
	fail := func() ([]fact, bool) { r.text = start; return nil, false }
	x, ok := r.name()
	if !ok {
		return fail()
	}
	not, subjects := false, []int{x}
	switch {
	case r.accept(" is at "), r.accept(" goes with "), r.accept("在"), r.accept("对应"):
	case r.accept(" is not at "), r.accept(" does not go with "), r.accept("不在"), r.accept("不对应"):
		not = true
	case r.accept(" and "), r.accept("、"): // of two
		y, ok := r.name()
		if !ok {
			return fail()
		}
		subjects = append(subjects, y)
		switch {
		case r.accept(" are at "), r.accept(" go with "), r.accept("都在"), r.accept("都对应"):
		case r.accept(" are not at "), r.accept(" do not go with "), r.accept("都不在"), r.accept("都不对应"):
			not = true
		default:
			return fail()
		}
	default:
		return fail()
	}
	var others []int
	for {
		y, ok := r.other(others)
		if !ok || y/r.p.N == x/r.p.N {
			return fail()
		}
		others = append(others, y)
		rest := r.text
		if r.accept(" or ") || r.accept("或") {
			continue
		}
		if r.accept(", ") { // another name, or another claim
			if _, ok := r.other(others); ok && (strings.HasPrefix(r.text, " or ") || strings.HasPrefix(r.text, ", ")) {
				r.text = rest[2:]
				continue
			}
			r.text = rest
		}
		break
	}
	var out []fact
	cat := others[0] / r.p.N
	for _, x := range subjects {
		if !not && len(others) == 1 {
			out = append(out, newFact(x, others[0], true))
			continue
		}
		for y := cat * r.p.N; y < (cat+1)*r.p.N; y++ {
			if slices.Contains(others, y) == not {
				out = append(out, newFact(x, y, false))
			}
		}
	}
	if len(subjects) == 1 {
		out = append(out, r.also(x)...)
	}
	return out, true
}

// openings begin another thing that is said of the same item.
var openings = []string{" is at ", " is not at ", " goes with ", " does not go with "}

// also reads what else is said of an item.
func (r *telling) also(x int) []fact {
	for _, verb := range openings {
		if strings.HasPrefix(r.text, " and"+verb) {
			r.text = r.p.name(x, r.p.lang()) + strings.TrimPrefix(r.text, " and")
			more, ok := r.claim()
			if !ok {
				r.text = "?" + r.text // refused by whoever reads on
			}
			return more
		}
	}
	return nil
}

// other reads the next of several names of one category, of which only the first need have the word that all begin with.
func (r *telling) other(before []int) (int, bool) {
	if len(before) > 0 {
		first := r.p.name(before[0], r.p.lang())
		word, _, _ := strings.Cut(first, " ")
		best, rest := -1, r.text
		for y := before[0] / r.p.N * r.p.N; y < (before[0]/r.p.N+1)*r.p.N; y++ {
			short, ok := strings.CutPrefix(r.p.name(y, r.p.lang()), word+" ")
			if after, found := strings.CutPrefix(r.text, short); ok && found && len(after) < len(rest) {
				best, rest = y, after
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
func (r *telling) remains() error {
	for {
		var items []int
		if r.zh {
			place, ok := r.name()
			if !ok || !r.accept("剩下") {
				return fmt.Errorf("expected what is left at %q", r.text)
			}
			items = append(items, place)
		}
		for {
			x, ok := r.name()
			if !ok {
				return fmt.Errorf("expected a name at %q", r.text)
			}
			if items = append(items, x); !r.accept(", ") && !r.accept(" and ") && !r.accept(" for ") && !r.accept("、") {
				break
			}
		}
		place := items[len(items)-1]
		if r.zh {
			place = items[0]
		}
		var gives []fact
		for _, x := range items {
			if x != place {
				gives = append(gives, newFact(x, place, true))
			}
		}
		if err := r.prove(-1, r.known, gives); err != nil {
			return err
		}
		if !r.accept("; ") && !r.accept("；") {
			break
		}
	}
	if r.text != "" {
		return fmt.Errorf("left over: %q", r.text)
	}
	return nil
}

// claims reads a list of claims.
func (r *telling) claims() ([]fact, error) {
	var out []fact
	for {
		c, ok := r.claim()
		if !ok {
			return nil, fmt.Errorf("expected a statement at %q", r.text)
		}
		out = append(out, c...)
		rest := r.text
		if !r.accept(", ") && !r.accept(" and ") && !r.accept("，") {
			return out, nil
		}
		if _, ok := r.claim(); !ok { // ", so" and the like
			r.text = rest
			return out, nil
		}
		r.text = rest
		_ = r.accept(", ") || r.accept(" and ") || r.accept("，")
	}
}

// clue reads the clue that a conclusion cites, if it does.
func (r *telling) clue() (int, bool) {
	open, end := " (clue ", ")"
	if r.zh {
		open, end = "（线索", "）"
	}
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

func (r *telling) prove(clue int, because, gives []fact) error {
	var cs []*Clue
	if clue >= 0 {
		cs = append(cs, r.p.Clues[clue])
	}
	if holds, done := r.p.implies(cs, slices.Concat(because, r.noted), gives, 20_000_000); !done {
		return fmt.Errorf("not decided")
	} else if !holds {
		return fmt.Errorf("it does not follow")
	}
	return nil
}

// inScope gives what was said under the open suppositions.
func (r *telling) inScope() []fact { return slices.Concat(r.scopes...) }

// stands checks that reasons are known where they are named.
func (r *telling) stands(because []fact) error {
	if err := r.prove(-1, slices.Concat(r.known, r.inScope()), because); err != nil {
		return fmt.Errorf("a reason is not known: %w", err)
	}
	return nil
}

func (r *telling) conclude(gives []fact) {
	if n := len(r.scopes); n > 0 {
		r.scopes[n-1] = append(r.scopes[n-1], gives...)
	} else {
		r.known = append(r.known, gives...)
	}
}

// sentence reads one sentence, without its full stop, and proves it.
func (r *telling) sentence(text string) error {
	r.text = text
	defer func() { r.noted, r.next = r.next, nil }()
	switch {
	case r.accept("The seats have no numbers, so they may be counted from any of them: "), r.accept("座位没有编号，可以从任意一位数起："):
		gives, err := r.claims()
		if err == nil && r.text == "" {
			r.conclude(gives)
			err = r.prove(-1, nil, gives)
		}
		return err
	case r.accept("What is left: "), strings.Contains(r.text, "剩下"):
		return r.remains()
	case r.accept("Note that "), r.accept("注意，"):
		r.next = r.noted
		return r.recalls()
	case r.accept("Suppose "), r.accept("假设"):
		f, ok := r.claim()
		if !ok {
			return fmt.Errorf("expected what is supposed at %q", r.text)
		}
		r.scopes = append(r.scopes, f)
		if r.text == "" {
			return nil
		}
		if r.accept("; note that ") || r.accept("；注意，") {
			return r.recalls()
		}
		if !r.accept(": then ") && !r.accept(": ") && !r.accept("：那么") && !r.accept("：") {
			return fmt.Errorf("expected a colon at %q", r.text)
		}
		return r.inner(nil)
	case len(r.scopes) > 0 && (r.accept("Then ") || r.accept("But ") || r.accept("于是") || r.accept("但")):
		return r.inner(nil)
	}
	return r.plain(nil)
}

// recalls reads to the end of a sentence what is recalled for the next.
func (r *telling) recalls() error {
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
func (r *telling) plain(because []fact) error {
	for first := true; ; first = false {
		gives, err := r.claims()
		if err != nil {
			return err
		}
		clue, cited := r.clue()
		more := strings.HasPrefix(r.text, ", so ") || strings.HasPrefix(r.text, "，所以")
		if first && !cited && more && len(because) == 0 {
			if err := r.stands(gives); err != nil {
				return err
			}
		} else if err := r.follow(clue, because, gives); err != nil {
			return err
		}
		because = append(because, gives...)
		switch {
		case r.accept(", so "), r.accept("，所以"), cited && (r.accept(" and ") || r.accept("，并且")):
			continue
		case cited && len(r.scopes) == 0 && (r.accept(", ") || r.accept("，")): // what another clue says
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
func (r *telling) follow(clue int, because, gives []fact) error {
	if err := r.prove(clue, slices.Concat(because, r.inScope()), gives); err != nil {
		return err
	}
	r.conclude(gives)
	return nil
}

// goOn reads what continues a sentence under a supposition; named are the facts that it has named.
func (r *telling) goOn(named []fact) error {
	for _, word := range []string{", then ", ", but ", "，于是", "，但"} {
		if r.accept(word) {
			return r.inner(named)
		}
	}
	if r.accept("; note that ") || r.accept("；注意，") {
		return r.recalls()
	}
	if r.accept("; ") || r.accept("；") {
		return r.plain(nil)
	}
	return fmt.Errorf("left over: %q", r.text)
}

// inner reads a sentence under a supposition.
func (r *telling) inner(because []fact) error {
	because = slices.Clip(because)
	if r.accept("as ") || r.accept("因为") {
		reasons, err := r.claims()
		if err != nil {
			return err
		}
		if !r.accept(", ") && !r.accept("，") {
			return fmt.Errorf("expected a comma at %q", r.text)
		}
		if err := r.stands(reasons); err != nil {
			return err
		}
		because = append(because, reasons...)
	}
	end := r.text
	clue, falls := -1, strings.HasPrefix(end, "no ") && strings.Contains(end, " is left for ") || strings.Contains(end, "中没有可选项")
	for c := range r.p.Clues {
		if r.accept(fmt.Sprintf("clue %d cannot hold", c+1)) || r.accept(fmt.Sprintf("线索%d不能成立", c+1)) {
			clue, falls = c, true
		}
	}
	if !falls {
		return r.plain(because)
	}
	var cs []*Clue
	if clue >= 0 {
		cs = append(cs, r.p.Clues[clue])
	} else if i := max(strings.Index(end, ", so "), strings.Index(end, "，所以")); i > 0 {
		r.text = end[i:]
	}
	budget := 20_000_000
	if none, done := r.p.impliesOne(cs, slices.Concat(because, r.noted, r.inScope()), &budget); !none || !done {
		return fmt.Errorf("it is no contradiction")
	}
	if !r.accept(", so ") && !r.accept("，所以") {
		return fmt.Errorf("expected what is denied at %q", r.text)
	}
	gives, err := r.claims()
	if err != nil || r.text != "" {
		return fmt.Errorf("expected one statement: %q", end)
	}
	if supposed := r.scopes[len(r.scopes)-1][0]; !supposed.same || r.prove(-1, []fact{{supposed.x, supposed.y, false}}, gives) != nil {
		return fmt.Errorf("what was supposed is not denied")
	}
	r.scopes = r.scopes[:len(r.scopes)-1]
	r.conclude(gives)
	return nil
}

// sentences cuts a step's text.
func (r *telling) sentences(text string) []string {
	if r.zh {
		return strings.Split(strings.TrimSuffix(text, "。"), "。")
	}
	return strings.Split(strings.TrimSuffix(text, "."), ". ")
}

// length counts the words of a sentence, a half of its characters in Chinese, Latin words as two at most; clue numbers do not count.
func (r *telling) length(s string) int {
	s = regexp.MustCompile(`\s?(\(clue \d+\)|（线索\d+）)`).ReplaceAllString(s, "")
	if r.zh {
		return (utf8.RuneCountInString(regexp.MustCompile(`[!-~ ]{3,}`).ReplaceAllString(s, "xx")) + 1) / 2
	}
	return len(strings.Fields(s))
}

// read proves a told solution, and counts its sentences and suppositions.
func (r *telling) read(steps []string, solution Grid) (sentences, suppositions int, err error) {
	for _, step := range steps {
		for _, s := range r.sentences(step) {
			if err := r.sentence(s); err != nil {
				return 0, 0, fmt.Errorf("%q: %w", s, err)
			}
			if n := r.length(s); n > 30 {
				return 0, 0, fmt.Errorf("%q: %d words", s, n)
			}
			if strings.HasPrefix(s, "What is left: ") || strings.Contains(s, "剩下") {
				continue // takes no thought
			}
			if sentences++; strings.HasPrefix(s, "Suppose ") || strings.HasPrefix(s, "假设") {
				suppositions++
			}
		}
		if len(r.scopes) > 0 {
			return 0, 0, fmt.Errorf("%q: a supposition is left open", step)
		}
	}
	var all []fact
	for c, row := range solution {
		for e, i := range row {
			if c != r.p.Anchor() {
				all = append(all, newFact(c*r.p.N+i, r.p.Anchor()*r.p.N+e, true))
			}
		}
	}
	if err := r.prove(-1, r.known, all); err != nil {
		return 0, 0, fmt.Errorf("the solution is not told: %w", err)
	}
	return sentences, suppositions, nil
}

func toldSteps(t testing.TB, p *Puzzle) []string {
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

// TestTold reads told solutions back, and holds the numbers of their sentences to a golden. QUANDARY_LONG=N takes N puzzles of each sort,
// from the seed QUANDARY_FROM on.
func TestTold(t *testing.T) {
	n, from := uint64(1), uint64(1)
	if s := os.Getenv("QUANDARY_LONG"); s != "" {
		if long, err := strconv.ParseUint(s, 10, 64); err == nil && long > 1 {
			n = long
		}
		from, _ = strconv.ParseUint(os.Getenv("QUANDARY_FROM"), 10, 64)
	}
	type sort struct {
		size     string
		settings puzzle.Settings
	}
	var sorts []sort
	for _, class := range classNames {
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
		if n == 1 && !slices.Contains(lines, "") {
			golden.Compare(t, "testdata/told.txt", []byte(strings.Join(lines, "")))
		}
	})
	for i, s := range sorts {
		name := s.size + " " + s.settings["class"] + s.settings["line"] + " " + s.settings["lang"]
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			within, most, sum, counts := 0, 0, 0, map[int]int{}
			for seed := from; seed < from+n; seed++ {
				params, err := Family{}.ParseParams(s.size)
				if err != nil {
					t.Fatal(err)
				}
				made, err := Family{}.Generate(context.Background(), params, s.settings, rng.New(seed), nil)
				if missed := new(puzzle.UnreachableError); n > 1 && errors.As(err, &missed) {
					continue
				} else if err != nil {
					t.Fatal(err)
				}
				p := made.Instance.(*Instance).P
				steps := toldSteps(t, p)
				count, suppositions, err := newTelling(p).read(steps, solutions(t, p, 1)[0])
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

// TestToldInAnotherLanguage: a puzzle with English names is told in Chinese when that is asked for, and the other way round, and every
// sentence follows all the same.
func TestToldInAnotherLanguage(t *testing.T) {
	for own, other := range map[string]string{"en": "zh", "zh": "en"} {
		for seed := uint64(1); seed <= 3; seed++ {
			for _, s := range []puzzle.Settings{{"lang": own}, {"lang": own, "line": "none"}, {"lang": own, "line": "round"}} {
				p := puzzle.In(&Instance{make1(t, "4x4", seed, s)}, other).(*Instance).P
				steps := toldSteps(t, p)
				if _, _, err := newTelling(p).read(steps, solutions(t, p, 1)[0]); err != nil {
					t.Errorf("%v, seed %d, in %s: %v\n%s", s, seed, other, err, strings.Join(steps, "\n"))
				}
			}
		}
	}
}

// TestToldReader changes one word of told solutions: the reader has to refuse nearly all of what is false then.
func TestToldReader(t *testing.T) {
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
			name, other := p.name(x, "en"), p.name(x/p.N*p.N+(x+1)%p.N, "en")
			if !strings.Contains(changed[i], name) {
				continue
			}
			changed[i] = strings.Replace(changed[i], name, other, 1)
			tried++
			if _, _, err := newTelling(p).read(changed, solution); err != nil {
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
		r := newTelling(in.P)
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
