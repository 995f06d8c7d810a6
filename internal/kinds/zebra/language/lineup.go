package language

import (
	"bufio"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/quandary-puzzles/quandary/internal/doctree"
	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/matching"
	"github.com/quandary-puzzles/quandary/internal/nearest"
)

// LineupFormat is the name of the format in this file: blocks of text, each with a heading, a line for each category, numbered
// clue sentences and, as a rule, an answer table whose columns are the places 1..n.
//
//	.:: Puzzle 2x3 level=2 ::.
//	Job: musician, nurse, security-guard
//	Movie-Genre: comedy, fantasy, musical
//	1. Movie-Genre:musical is on the right of Movie-Genre:comedy
//
//	.:: Answer ::.
//	|               |    1     |   2    |       3        |
//	| Job           | musician | nurse  | security-guard |
//	| Movie-Genre   | fantasy  | comedy | musical        |
//	=====
const LineupFormat = "lineup"

var (
	headingPattern = regexp.MustCompile(`^\s*\.::\s*(.*?)\s*::\.\s*$`)
	sizePattern    = regexp.MustCompile(`^(?i)puzzle\b(?:.*?\b(\d+)\s*[x×]\s*(\d+))?(?:.*?\blevel\s*=\s*(\S+))?`)
	cluePattern    = regexp.MustCompile(`^\s*(\d+)\s*[.)]\s+(\S.*)$`)
	rulePattern    = regexp.MustCompile(`^\s*={3,}\s*$`)
)

// maxLine bounds a line of a file, in bytes.
const maxLine = 64 << 10

// blockLine is one line of a block.
type blockLine struct {
	number int
	text   string
}

// readLineup reads the puzzles of a lineup file until visit returns false.
func readLineup(name string, r *bufio.Reader, visit func(Block) bool) {
	sc := bufio.NewScanner(r)
	sc.Buffer(make([]byte, 0, 4096), maxLine)
	var lines []blockLine
	number := 0
	flush := func() bool {
		defer func() { lines = nil }()
		if len(lines) == 0 {
			return true
		}
		return visit(readBlock(name, lines))
	}
	for sc.Scan() {
		number++
		text := strings.TrimRight(sc.Text(), " \t\r")
		if number == 1 {
			text = strings.TrimPrefix(text, "\ufeff")
		}
		if rulePattern.MatchString(text) || isPuzzleHeading(text) {
			if !flush() {
				return
			}
		}
		if strings.TrimSpace(text) != "" && !rulePattern.MatchString(text) {
			lines = append(lines, blockLine{number, text})
		}
	}
	if err := sc.Err(); err != nil {
		if errors.Is(err, bufio.ErrTooLong) {
			err = fmt.Errorf("the line is longer than %d bytes", maxLine)
		}
		visit(Block{Line: number + 1, Err: &doctree.Mistake{Pos: doctree.Pos{File: name, Line: number + 1}, Msg: err.Error()}})
		return
	}
	flush()
}

func isPuzzleHeading(text string) bool {
	m := headingPattern.FindStringSubmatch(text)
	return m != nil && len(m[1]) >= 6 && strings.EqualFold(m[1][:6], "puzzle")
}

// readBlock reads one puzzle.
func readBlock(name string, lines []blockLine) Block {
	r := &blockReader{name: name, first: lines[0].number, rest: lines, p: &matching.Puzzle{Line: -1, Lang: "en", Numbered: true}}
	b := Block{Line: r.first}
	for _, l := range lines {
		if i := doctree.InvalidUTF8(l.text); i >= 0 {
			b.Err = r.fail(l.number, utf8.RuneCountInString(l.text[:i])+1, "the text is not UTF-8: there is a byte %#02x", l.text[i])
			return b
		}
	}
	for _, part := range []func() error{r.heading, r.categories, r.clues} {
		if b.Err = part(); b.Err != nil {
			return b
		}
	}
	if len(r.rest) > 0 {
		l := r.rest[0]
		if m := headingPattern.FindStringSubmatch(l.text); m == nil || !strings.EqualFold(m[1], "answer") {
			b.Err = r.fail(l.number, 1, "expected a numbered clue or .:: Answer ::., found %q", nearest.Clip(l.text))
			return b
		}
		if b.Answer, b.Err = readAnswer(name, r.p, r.rest[1:]); b.Err != nil {
			return b
		}
	}
	b.Puzzle = r.p
	return b
}

// blockReader reads the parts of one puzzle.
type blockReader struct {
	name        string
	first       int // the number of the first line
	rest        []blockLine
	p           *matching.Puzzle
	cats, items int // what the heading says
}

func (r *blockReader) fail(line, col int, format string, args ...any) error {
	return &doctree.Mistake{Pos: doctree.Pos{File: r.name, Line: line, Col: col}, Msg: fmt.Sprintf(format, args...)}
}

func (r *blockReader) heading() error {
	m := headingPattern.FindStringSubmatch(r.rest[0].text)
	if m == nil {
		return nil
	}
	size := sizePattern.FindStringSubmatch(m[1])
	if size == nil {
		return r.fail(r.first, 0, "expected a heading such as .:: Puzzle 4x5 level=2 ::., found %q", nearest.Clip(r.rest[0].text))
	}
	r.cats, _ = strconv.Atoi(size[1])
	r.items, _ = strconv.Atoi(size[2])
	r.p.Level = size[3]
	r.rest = r.rest[1:]
	return nil
}

func (r *blockReader) categories() error {
	p := r.p
	for ; len(r.rest) > 0; r.rest = r.rest[1:] {
		l := r.rest[0]
		if cluePattern.MatchString(l.text) || headingPattern.MatchString(l.text) || strings.HasPrefix(strings.TrimSpace(l.text), "|") {
			break
		}
		cat, list, ok := strings.Cut(l.text, ":")
		if !ok {
			return r.fail(l.number, 1, "expected a category such as \"Food: apple, pear\" or a numbered clue, found %q", nearest.Clip(l.text))
		}
		c := matching.Category{Name: strings.TrimSpace(cat), Phrase: map[string]string{"en": strings.TrimSpace(cat) + ":{}"}}
		for _, label := range strings.Split(list, ",") {
			c.Items = append(c.Items, strings.TrimSpace(label))
		}
		if len(p.Cats) > 0 && len(c.Items) != len(p.Cats[0].Items) {
			return r.fail(l.number, 0, "category %s has %d items, %s has %d: all must have the same number",
				nearest.Clip(c.Name), len(c.Items), nearest.Clip(p.Cats[0].Name), len(p.Cats[0].Items))
		}
		p.Cats = append(p.Cats, c)
	}
	if len(p.Cats) == 0 {
		return r.fail(r.first, 0, "the puzzle has no categories")
	}
	p.N = len(p.Cats[0].Items)
	if r.cats > 0 && (r.cats != len(p.Cats) || r.items != p.N) {
		return r.fail(r.first, 0, "the heading says %d categories of %d items, the puzzle has %d of %d", r.cats, r.items, len(p.Cats), p.N)
	}
	if len(p.Cats)+1 > matching.MaxCategories || p.N > matching.MaxItems {
		return r.fail(r.first, 0, "%d categories of %d items: at most %d categories of %d items are supported",
			len(p.Cats), p.N, matching.MaxCategories-1, matching.MaxItems)
	}
	p.AddLine(matching.LineWord)
	if err := p.Validate(); err != nil {
		return r.fail(r.first, 0, "%v", err)
	}
	return nil
}

func (r *blockReader) clues() error {
	s := newSentence(r.p)
	for ; len(r.rest) > 0; r.rest = r.rest[1:] {
		l := r.rest[0]
		m := cluePattern.FindStringSubmatchIndex(l.text)
		if m == nil {
			break
		}
		if len(r.p.Clues) == matching.MaxClues {
			return r.fail(l.number, 0, "more than %d clues", matching.MaxClues)
		}
		start := m[4]
		c, err := s.parse(l.text[start:])
		if err == nil {
			c.Line = l.number
			err = r.p.ValidateClue(c)
		}
		if err != nil {
			col := column(err)
			if col > 0 {
				col += len([]rune(l.text[:start]))
			}
			return r.fail(l.number, col, "clue %s: %v", l.text[m[2]:m[3]], err)
		}
		r.p.Clues = append(r.p.Clues, c)
	}
	return nil
}

// readAnswer reads the answer table.
func readAnswer(name string, p *matching.Puzzle, lines []blockLine) (matching.Grid, error) {
	g := make(matching.Grid, p.M())
	if len(lines) == 0 {
		return nil, nil
	}
	at := lines[0].number
	fail := func(format string, args ...any) (matching.Grid, error) {
		return nil, &doctree.Mistake{Pos: doctree.Pos{File: name, Line: at}, Msg: "answer: " + fmt.Sprintf(format, args...)}
	}
	for i, l := range lines {
		at = l.number
		text := strings.TrimSpace(l.text)
		if !strings.HasPrefix(text, "|") || !strings.HasSuffix(text, "|") || len(text) < 2 {
			return fail("expected a row such as | Food | apple | pear |, found %q", nearest.Clip(text))
		}
		cells := strings.Split(text[1:len(text)-1], "|")
		for j := range cells {
			cells[j] = strings.TrimSpace(cells[j])
		}
		if len(cells) != p.N+1 {
			return fail("expected %d columns, found %d", p.N+1, len(cells))
		}
		if i == 0 && cells[0] == "" {
			continue // the heading of the columns
		}
		c, err := p.FindCat(cells[0])
		if err != nil {
			return fail("%v", err)
		}
		if g[c] != nil {
			return fail("category %s stands twice", p.Cats[c].Name)
		}
		for _, label := range cells[1:] {
			k := slices.Index(p.Cats[c].Items, label)
			switch {
			case k < 0:
				return fail("%v", matching.UnknownItem(p, label))
			case slices.Contains(g[c], k):
				return fail("%s stands twice in category %s", label, p.Cats[c].Name)
			}
			g[c] = append(g[c], k)
		}
	}
	at = lines[0].number
	for c := range g {
		if c == p.Line {
			g[c] = matching.Numbers(p.N)
		} else if g[c] == nil {
			return fail("category %s is missing", p.Cats[c].Name)
		}
	}
	return g, nil
}
