package zebra_test

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/kinds/zebra"
	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/language"
	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/matching"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// What is printed is what was judged. The reader below knows what docs/zebra.md says of the program's own sentences, and shares
// nothing with the package: it reads the printed text of a puzzle, in each of the five languages, tries all ways to match the items, and
// must find one, the puzzle's. Of the instance it takes the words only: how the puzzle speaks of the one with an item.

// TestPrinted solves 1,000 printed puzzles in English, 300 in Chinese and 200 in each other language, and a twentieth of them where less than the whole is done.
func TestPrinted(t *testing.T) {
	for _, c := range []struct {
		lang, size string
		set        puzzle.Settings
		n          uint64
	}{
		{"en", "3x4", nil, 300}, {"en", "3x5", nil, 150}, {"en", "4x4", nil, 100}, {"en", "2x6", nil, 50},
		{"en", "3x4", puzzle.Settings{"theme": "school"}, 200}, {"en", "3x4", puzzle.Settings{"line": "none"}, 50},
		{"en", "3x5", puzzle.Settings{"line": "round"}, 20}, {"en", "3x4", puzzle.Settings{"line": "round"}, 80},
		{"en", "2x6", puzzle.Settings{"line": "round", "kinds": "is,is-not,before,after,near,not-near,amid,either,not"}, 50},
		{"en", "4x3", puzzle.Settings{"redundant": "3"}, 50},
		{"zh", "3x4", nil, 180}, {"zh", "4x4", nil, 20}, {"zh", "3x4", puzzle.Settings{"line": "round"}, 50},
		{"zh", "3x4", puzzle.Settings{"line": "round", "kinds": "is,is-not,before,after,near,amid"}, 25}, {"zh", "3x4", puzzle.Settings{"line": "none"}, 25},
		{"de", "3x4", nil, 100}, {"de", "4x4", puzzle.Settings{"theme": "bahnhof"}, 50}, {"de", "3x5", puzzle.Settings{"line": "round"}, 50},
		{"es", "3x4", nil, 100}, {"es", "4x4", nil, 50}, {"es", "3x5", puzzle.Settings{"line": "round"}, 50},
		{"ja", "3x4", nil, 100}, {"ja", "4x4", nil, 50}, {"ja", "3x5", puzzle.Settings{"line": "round"}, 50},
		{"zh", "3x4", puzzle.Settings{"theme": "market"}, 20}, {"de", "3x4", puzzle.Settings{"theme": "school"}, 30}, // shown in another language than they are made in
		{"de", "3x4", puzzle.Settings{"theme": "voyage"}, 20}, {"es", "3x4", puzzle.Settings{"theme": "market"}, 30}, {"es", "3x4", puzzle.Settings{"theme": "street"}, 20},
		{"ja", "3x4", puzzle.Settings{"theme": "school"}, 20}, {"ja", "3x4", puzzle.Settings{"theme": "street"}, 20},
		{"en", "3x4", puzzle.Settings{"theme": "hutong"}, 20}, {"en", "3x4", puzzle.Settings{"theme": "bahnhof"}, 20}, {"zh", "3x4", puzzle.Settings{"theme": "ichiba"}, 20},
		{"de", "3x4", puzzle.Settings{"theme": "nagaya"}, 20}, {"es", "3x4", puzzle.Settings{"theme": "bahnhof"}, 20}, {"ja", "3x4", puzzle.Settings{"theme": "mercado"}, 20},
	} {
		if puztest.Doing() < puztest.Whole {
			c.n /= 20
		}
		t.Run(fmt.Sprintf("%s/%s%v", c.lang, c.size, c.set), func(t *testing.T) {
			t.Parallel()
			set := puzzle.Settings{}
			if c.set["theme"] == "" {
				set["lang"] = c.lang
			}
			for k, v := range c.set {
				set[k] = v
			}
			fam := zebra.Family{}
			size, err := fam.ParseParams(c.size)
			if err != nil {
				t.Fatal(err)
			}
			for i := range c.n {
				g, err := fam.Generate(context.Background(), size, set, rng.New(77).Derive("printed", i), nil)
				if err != nil {
					t.Fatalf("puzzle %d: %v", i, err)
				}
				in := g.Instance.(*zebra.Instance)
				problem, answer := in.Question(c.lang), in.AnswerText(g.Solution, c.lang)
				answers, err := solvePrinted(problem, c.lang, words(in.In(c.lang).(*zebra.Instance).P, c.lang))
				switch {
				case err != nil:
					t.Fatalf("puzzle %d: %v\n%s", i, err, problem)
				case len(answers) != 1 || answers[0] != answer:
					t.Fatalf("puzzle %d: a reader finds %d answers, %q …, it has %q\n%s", i, len(answers), answers[:min(len(answers), 2)], answer, problem)
				}
			}
		})
	}
}

// dative stands before the token of somebody in that case, where words do not tell it from the subject it is left out.
const dative = "⟦dative⟧"

// named is how a puzzle speaks of the one with an item.
type named struct {
	phrase string
	token  string // "c.i": category and number
}

func words(p *matching.Puzzle, lang string) []named {
	var out []named
	for x := range p.M() * p.N {
		name, token := language.Phrase(p, x, lang), fmt.Sprintf("⟦%d.%d⟧", x/p.N, x%p.N)
		out = append(out, named{name, token})
		for _, article := range [][2]string{{"die ", "der "}, {"der ", "dem "}, {"das ", "dem "}} {
			if rest, ok := strings.CutPrefix(name, article[0]); ok && lang == "de" { // in the dative
				out = append(out, named{article[1] + rest, dative + token})
			}
		}
	}
	return out
}

// printed is a puzzle as its reader sees it.
type printed struct {
	n     int
	lang  string
	cats  []string
	items [][]string
	line  int  // the number of the category of places, which is not listed
	round bool // the places go round, clockwise
	first string
	said  []saying
}

// saying is a sentence: whether it holds, and which categories one must have matched to know.
type saying struct {
	holds func(w world) bool
	about map[int]bool
}

// world says at which place each item of each category is, from 0; nil for a category that is not matched yet.
type world [][]int

// grammar is what differs between the languages.
type grammar struct {
	row, time, round, turn, none *regexp.Regexp // the rule of the places
	colon, comma, end            string
	whole                        string // the question
	leaves                       []leaf
	joins                        func(r *printed, g *grammar, s string) (saying, bool)
}

type leaf struct {
	re   *regexp.Regexp
	make func(r *printed, m []string) func(w world) bool
}

func solvePrinted(text, lang string, vocabulary []named) (answers []string, err error) {
	g := map[string]*grammar{"en": english, "zh": chinese, "de": german, "es": spanish, "ja": japanese}[lang]
	r := &printed{lang: lang, line: -1}
	body, _, ok := strings.Cut(text, g.whole)
	if !ok {
		return nil, fmt.Errorf("the question was not understood")
	}
	sort.SliceStable(vocabulary, func(i, j int) bool { return len(vocabulary[i].phrase) > len(vocabulary[j].phrase) })
	var clues []string
	for _, line := range strings.Split(body, "\n") {
		if m := regexp.MustCompile(`^(\d+)\. (.*)$`).FindStringSubmatch(line); m != nil {
			clues = append(clues, strings.TrimSuffix(m[2], g.end))
		} else if name, list, ok := strings.Cut(line, g.colon); ok && len(clues) == 0 && strings.Contains(list, g.comma) && !strings.HasSuffix(line, g.end) {
			r.cats, r.items = append(r.cats, name), append(r.items, strings.Split(list, g.comma))
		} else if m := g.turn.FindStringSubmatch(line); m != nil {
			r.round, r.line, r.first = true, 0, m[1]
		} else if g.round.MatchString(line) {
			r.round, r.line = true, 0
		} else if g.row.MatchString(line) || g.time.MatchString(line) {
			r.line = 0
		} else if !g.none.MatchString(line) && len(r.cats) > 0 && line != "" {
			return nil, fmt.Errorf("not understood: %s", line)
		}
	}
	r.n = len(r.items[0])
	if r.line == 0 {
		r.line = len(r.cats)
	}
	token := func(s string) string {
		for _, v := range vocabulary {
			s = strings.ReplaceAll(s, v.phrase, v.token)
			if c := strings.ToUpper(v.phrase[:1]) + v.phrase[1:]; strings.HasPrefix(s, c) {
				s = v.token + s[len(c):]
			}
		}
		return s
	}
	for _, c := range clues {
		s := token(c)
		for _, first := range []string{"The ", "Of ", "If ", "Either ", "It ", "Von ", "Wenn ", "Entweder ", "Es ", "De ", "Si ", "O ", "No "} { // any other capital belongs to a name
			if strings.HasPrefix(s, first) {
				s = strings.ToLower(s[:1]) + s[1:]
			}
		}
		read, ok := r.read(g, s)
		if !ok {
			return nil, fmt.Errorf("not understood: %s (%s)", c, s)
		}
		r.said = append(r.said, read)
	}
	if r.first != "" {
		c, i := place(token(r.first))
		r.said = append(r.said, saying{func(w world) bool { return w[c][i] == 0 }, map[int]bool{c: true}})
	}
	for _, w := range r.worlds() {
		var lines []string
		for c, name := range r.cats {
			row := make([]string, r.n)
			for i, p := range w[c] {
				row[p] = r.items[c][i]
			}
			lines = append(lines, name+": "+strings.Join(row, ", "))
		}
		answers = append(answers, strings.Join(lines, "\n"))
	}
	return answers, nil
}

// place reads a token. Categories and items have one digit here.
func place(token string) (cat, item int) {
	digits := strings.TrimSuffix(strings.TrimPrefix(token, "⟦"), "⟧")
	return int(digits[0] - '0'), int(digits[2] - '0')
}

// at gives the place of the one with a token.
func at(w world, token string) int {
	c, i := place(token)
	return w[c][i]
}

var tokens = regexp.MustCompile(`⟦(\d+)\.(\d+)⟧`)

// read understands a sentence with tokens for names.
func (r *printed) read(g *grammar, s string) (saying, bool) {
	s = strings.TrimPrefix(s, "gilt: ") // of brackets
	if body, ok := strings.CutPrefix(s, "("); ok && strings.HasSuffix(body, ")") && balanced(body[:len(body)-1]) {
		return r.read(g, body[:len(body)-1])
	}
	if body, ok := strings.CutPrefix(s, "（"); ok && strings.HasSuffix(body, "）") && balanced(strings.TrimSuffix(body, "）")) {
		return r.read(g, strings.TrimSuffix(body, "）"))
	}
	for _, l := range g.leaves {
		m := l.re.FindStringSubmatch(s)
		if m == nil {
			continue
		}
		about := map[int]bool{}
		for _, t := range tokens.FindAllStringSubmatch(s, -1) {
			c, _ := strconv.Atoi(t[1])
			about[c] = true
		}
		for c, name := range r.cats {
			if strings.Contains(strings.ToLower(s), strings.ToLower(name)) {
				about[c] = true
			}
		}
		return saying{l.make(r, m), about}, true
	}
	return g.joins(r, g, s)
}

// balanced tells whether brackets never close what they have not opened.
func balanced(s string) bool {
	depth := 0
	for _, c := range s {
		switch c {
		case '(', '（':
			depth++
		case ')', '）':
			if depth--; depth < 0 {
				return false
			}
		}
	}
	return depth == 0
}

// split cuts a sentence at a word that stands outside all brackets.
func split(s, word string) []string {
	var out []string
	depth, start := 0, 0
	for i, c := range s {
		switch {
		case c == '(' || c == '（':
			depth++
		case c == ')' || c == '）':
			depth--
		case depth == 0 && i >= start && strings.HasPrefix(s[i:], word):
			out = append(out, s[start:i])
			start = i + len(word)
		}
	}
	return append(out, s[start:])
}

// all reads the parts of a sentence.
func (r *printed) all(g *grammar, parts []string, judge func(t []bool) bool) (saying, bool) {
	about := map[int]bool{}
	var said []saying
	for _, p := range parts {
		s, ok := r.read(g, p)
		if !ok {
			return saying{}, false
		}
		said = append(said, s)
		for c := range s.about {
			about[c] = true
		}
	}
	return saying{func(w world) bool {
		t := make([]bool, len(said))
		for i, s := range said {
			t[i] = s.holds(w)
		}
		return judge(t)
	}, about}, true
}

func some(t []bool) int {
	n := 0
	for _, v := range t {
		if v {
			n++
		}
	}
	return n
}

// worlds tries everything.
func (r *printed) worlds() []world {
	var out []world
	w := make(world, len(r.cats)+1)
	fixed := make([]int, r.n)
	for i := range fixed {
		fixed[i] = i
	}
	known := map[int]bool{}
	if r.line >= 0 {
		w[r.line], known[r.line] = fixed, true
	}
	fits := func(c int) bool {
		for _, s := range r.said {
			ready := s.about[c]
			for d := range s.about {
				ready = ready && (known[d] || d == c)
			}
			if ready && !s.holds(w) {
				return false
			}
		}
		return true
	}
	var match func(c int)
	match = func(c int) {
		if c == len(r.cats) {
			found := make(world, len(r.cats))
			for d := range found {
				found[d] = slices.Clone(w[d])
			}
			out = append(out, found)
			return
		}
		known[c] = true
		row := make([]int, r.n)
		w[c] = row
		if c == 0 && r.line < 0 {
			copy(row, fixed)
			if fits(c) {
				match(c + 1)
			}
		} else {
			var used uint
			var put func(i int)
			put = func(i int) {
				if i == r.n {
					if fits(c) {
						match(c + 1)
					}
					return
				}
				for p := range r.n {
					if used>>p&1 == 0 {
						used |= 1 << p
						row[i] = p
						put(i + 1)
						used &^= 1 << p
					}
				}
			}
			put(0)
		}
		known[c], w[c] = false, nil
	}
	match(0)
	return out
}

// value is the number that the one with a token has in a category.
func (r *printed) value(w world, cat int, token string) float64 {
	i := slices.Index(w[cat], at(w, token))
	v, err := strconv.ParseFloat(r.items[cat][i], 64)
	if err != nil {
		panic(err)
	}
	return v
}

// cat finds a category by its name.
func (r *printed) cat(name string) int {
	i := slices.IndexFunc(r.cats, func(cat string) bool {
		_, word, _ := strings.Cut(name, " ") // behind its article
		return name == cat || strings.EqualFold(word, cat)
	})
	if i < 0 {
		panic("no category " + name)
	}
	return i
}

func num(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		panic(err)
	}
	return n
}

// steps is how many places one gets from b to a in a direction: 1 to the right, later or clockwise, -1 the other way.
func (r *printed) steps(a, b, dir int) int {
	d := (a - b) * dir
	if r.round {
		d = (d + r.n) % r.n
	}
	return d
}

// away is how many places lie from one to the other, the shorter way.
func (r *printed) away(a, b int) int {
	d := max(a-b, b-a)
	if r.round {
		d = min(d, r.n-d)
	}
	return d
}

func bounded(how string, d, n int) bool {
	switch how {
	case "at least", "至少", "mindestens", "al menos", "以上":
		return d >= n
	case "exactly", "正好", "genau", "exactamente", "つ", "席", "":
		return d == n
	}
	panic(how)
}

// lf makes a leaf; T in the pattern is a token, D one in the dative, N a number, C any words for a category.
func lf(pattern string, f func(r *printed, m []string) func(w world) bool) leaf {
	pattern = strings.NewReplacer("D", `(?:⟦dative⟧)?(⟦\d+\.\d+⟧)`, "T", `(⟦\d+\.\d+⟧)`, "N", `(\d+)`, "C", `([^⟦⟧]+?)`).Replace(pattern)
	return leaf{regexp.MustCompile("^" + pattern + "$"), f}
}

// list reads tokens.
func list(s string) []string { return tokens.FindAllString(s, -1) }

// sum reads terms "3 * cat of T + cat of T + 4" (in Chinese "3×T的cat").
func (r *printed) sum(s string) func(w world) float64 {
	var parts []func(w world) float64
	for _, t := range strings.Split(s, " + ") {
		if v, err := strconv.ParseFloat(t, 64); err == nil {
			parts = append(parts, func(world) float64 { return v })
			continue
		}
		k := 1.0
		for _, times := range []string{" * ", "×", " · "} {
			if f, rest, ok := strings.Cut(t, times); ok {
				k, t = float64(num(f)), rest
			}
		}
		who := list(t)[0]
		name := strings.NewReplacer(who, "", dative, "", "的", "", "の", "", " of ", "", " von ", "", " de ", "").Replace(t)
		cat := r.cat(name)
		parts = append(parts, func(w world) float64 { return k * r.value(w, cat, who) })
	}
	return func(w world) float64 {
		total := 0.0
		for _, p := range parts {
			total += p(w)
		}
		return total
	}
}

func (r *printed) equation(m []string) func(w world) bool {
	a, b := r.sum(m[1]), r.sum(m[2])
	return func(w world) bool { return a(w) == b(w) }
}
