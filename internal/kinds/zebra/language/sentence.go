package language

import (
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quandary-puzzles/quandary/internal/doctree"
	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/matching"
	"github.com/quandary-puzzles/quandary/internal/nearest"
	"github.com/quandary-puzzles/quandary/lineup"
)

// This file reads clue sentences. The grammar, with keywords in any case and white space free:
//
//	statement = "if" choice [","] "then" choice
//	          | choice ["if and only if" choice]
//	choice    = ["either"] all { [","] "or" all } [ [","] "or both" | [","] "but not both" ]
//	all       = unit { "and" unit }
//	unit      = ["not" | "it is not true that"] unit | "(" statement ")" | fact
//	fact      = "of" who "and" who "," "one is" item "and the other" ["is"] item
//	          | who "and" who "have" ("the same" | "different") "parity" ...
//	          | sum relation sum
//	          | "the" category "of" who "is" measure
//	          | who verb
//
// The verbs about places and values are the sentences of the forms; placed.go reads them. A who is an item, or an item behind words such as
// "the one directly before" or "the one 2 places after". An item is a label, or category:label. Names are matched whole, the longest
// first, so they may hold spaces, keywords and punctuation. Quotes around a name are allowed.

// sentence parses one sentence about a puzzle.
type sentence struct {
	p     *matching.Puzzle
	names []name
	text  string
	pos   int
	depth int
	nodes int
	loose bool // a convention was used that the words do not say
}

// name is a way to write an item, in lower case.
type name struct {
	text string
	item int // -1 when the text names several items
}

// newSentence prepares for many sentences about one puzzle.
func newSentence(p *matching.Puzzle) *sentence {
	s := &sentence{p: p}
	bare := map[string]int{}
	for x := 0; x < p.M()*p.N; x++ {
		label := strings.ToLower(p.Label(x))
		// A bare number is not a place that nobody named.
		if _, dup := bare[label]; dup {
			bare[label] = -1
		} else if !p.Implicit || x/p.N != p.Line {
			bare[label] = x
		}
		cat := strings.ToLower(p.Cats[x/p.N].Name)
		s.names = append(s.names, name{cat + ":" + label, x}, name{cat + ": " + label, x})
	}
	for x := 0; x < p.M()*p.N; x++ {
		label := strings.ToLower(p.Label(x))
		if item, ok := bare[label]; ok {
			s.names = append(s.names, name{label, item})
			delete(bare, label)
		}
	}
	sort.SliceStable(s.names, func(i, j int) bool { return len(s.names[i].text) > len(s.names[j].text) })
	return s
}

// ParseClue reads one clue sentence about the puzzle.
func ParseClue(p *matching.Puzzle, text string) (*matching.Clue, error) {
	return newSentence(p).parse(text)
}

// parse reads a whole sentence. Errors are *doctree.Mistake with the column in the sentence. The clue keeps the words as its text. Words that
// rest on a convention are not kept ("on the left of" stands for the next place): the clue is then shown in words that say so.
func (s *sentence) parse(text string) (*matching.Clue, error) {
	if len(text) > 4000 {
		return nil, &doctree.Mistake{Msg: "the sentence is longer than 4000 bytes"}
	}
	if !utf8.ValidString(text) {
		return nil, &doctree.Mistake{Msg: "the sentence is not valid UTF-8"}
	}
	s.begin(text)
	c, err := s.statement()
	if err != nil {
		return nil, err
	}
	s.accept(".")
	if s.skip(); s.pos < len(s.text) {
		return nil, s.errorf(s.pos, "expected the end of the clue, found %q", nearest.Clip(s.text[s.pos:]))
	}
	if !s.loose {
		c.Text = strings.TrimSpace(text)
	}
	return c, nil
}

// begin turns to a text.
func (s *sentence) begin(text string) {
	s.text, s.pos, s.depth, s.nodes, s.loose = text, 0, 0, 0, false
}

// ends gives an error where something follows that was not read.
func (s *sentence) ends(expected string) error {
	if strings.TrimSpace(s.text[s.pos:]) == "" {
		return nil
	}
	return s.errorf(s.pos, "expected %s, found %s", expected, s.found())
}

func (s *sentence) errorf(at int, format string, args ...any) error {
	return &doctree.Mistake{Pos: doctree.Pos{Col: utf8.RuneCountInString(s.text[:at]) + 1}, Msg: fmt.Sprintf(format, args...)}
}

func (s *sentence) skip() {
	for s.pos < len(s.text) {
		r, size := utf8.DecodeRuneInString(s.text[s.pos:])
		if !unicode.IsSpace(r) {
			return
		}
		s.pos += size
	}
}

// accept takes a phrase, whose words may be any white space apart and in any case.
func (s *sentence) accept(phrase string) bool {
	start := s.pos
	for _, w := range strings.Fields(phrase) {
		s.skip()
		rest := s.text[s.pos:]
		if len(rest) < len(w) || !strings.EqualFold(rest[:len(w)], w) {
			s.pos = start
			return false
		}
		s.pos += len(w)
		if isWord(w[len(w)-1]) && s.pos < len(s.text) && isWord(s.text[s.pos]) {
			s.pos = start
			return false
		}
	}
	return true
}

// partly gives the length of the first words of a phrase that come next.
func (s *sentence) partly(phrase string) int {
	start := s.pos
	defer func() { s.pos = start }()
	for _, w := range strings.Fields(phrase) {
		if !s.accept(w) {
			break
		}
	}
	return s.pos - start
}

func isWord(b byte) bool {
	return b == '_' || b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= 0x80
}

// acceptAny takes the first of some phrases.
func (s *sentence) acceptAny(phrases ...string) bool {
	return slices.ContainsFunc(phrases, s.accept)
}

// sees tells whether a phrase comes next.
func (s *sentence) sees(phrase string) bool {
	start := s.pos
	ok := s.accept(phrase)
	s.pos = start
	return ok
}

// grow counts the parts of a clue and its nesting.
func (s *sentence) grow() error {
	if s.nodes++; s.nodes > matching.MaxNodes {
		return s.errorf(s.pos, "the clue has more than %d parts", matching.MaxNodes)
	}
	if s.depth > matching.MaxDepth {
		return s.errorf(s.pos, "the clue is nested more than %d deep", matching.MaxDepth)
	}
	return nil
}

func (s *sentence) statement() (*matching.Clue, error) {
	if s.depth++; s.depth > matching.MaxDepth {
		return nil, s.errorf(s.pos, "the clue is nested more than %d deep", matching.MaxDepth)
	}
	defer func() { s.depth-- }()
	kind := matching.Iff
	if s.accept("if") {
		kind = matching.If
	}
	a, err := s.choice()
	if err != nil {
		return nil, err
	}
	if kind == matching.If {
		if s.accept(","); !s.accept("then") {
			return nil, s.errorf(s.pos, "expected \"then\", found %s", s.found())
		}
	} else if !s.acceptAny("if and only if", "exactly if") {
		return a, nil
	}
	b, err := s.choice()
	return &matching.Clue{Kind: kind, Sub: []*matching.Clue{a, b}}, err
}

func (s *sentence) choice() (*matching.Clue, error) {
	s.accept("either")
	joined := false
	c, err := s.series(matching.Or, s.all, func() bool {
		start := s.pos
		s.accept(",")
		if s.acceptAny("or both", "or more than one of them", "or all of them", "or all") {
			return false
		}
		more := s.accept("or")
		if !more {
			s.pos = start
		}
		joined = joined || more
		return more
	})
	if start := s.pos; err == nil && joined {
		if s.accept(","); s.acceptAny("but not both", "but only one of them") {
			c.Kind = matching.Xor
		} else {
			s.pos = start
		}
	}
	return c, err
}

func (s *sentence) all() (*matching.Clue, error) {
	return s.series(matching.And, s.unit, func() bool { return s.accept("and") })
}

// series reads one statement, or several that are joined.
func (s *sentence) series(kind matching.Kind, read func() (*matching.Clue, error), more func() bool) (*matching.Clue, error) {
	c := &matching.Clue{Kind: kind}
	for again := true; again; again = more() {
		next, err := read()
		if err != nil {
			return nil, err
		}
		c.Sub = append(c.Sub, next)
	}
	if len(c.Sub) == 1 {
		return c.Sub[0], nil
	}
	return c, s.grow()
}

func (s *sentence) unit() (*matching.Clue, error) {
	if err := s.grow(); err != nil {
		return nil, err
	}
	if s.acceptAny("not", "it is not true that", "it is not the case that") {
		s.depth++
		defer func() { s.depth-- }()
		sub, err := s.unit()
		if err != nil {
			return nil, err
		}
		return &matching.Clue{Kind: matching.Not, Sub: []*matching.Clue{sub}}, nil
	}
	if s.startsWithName() {
		return s.fact() // a name may start with a bracket
	}
	if s.accept("(") {
		c, err := s.statement()
		if err != nil {
			return nil, err
		}
		if !s.accept(")") {
			return nil, s.errorf(s.pos, "expected \")\", found %s", s.found())
		}
		return c, nil
	}
	return s.fact()
}

// found describes what comes next, for messages.
func (s *sentence) found() string {
	if s.skip(); s.pos >= len(s.text) {
		return "the end of the clue"
	}
	return nearest.Quote(s.text[s.pos:])
}

// match finds the longest name that comes next: its item and its length. Several items of one name give -1.
func (s *sentence) match() (item, length int, ok bool) {
	rest := s.text[s.pos:]
	for _, n := range s.names {
		if len(rest) >= len(n.text) && strings.EqualFold(rest[:len(n.text)], n.text) && boundary(rest, len(n.text)) {
			return n.item, len(n.text), true
		}
	}
	// Letters whose case changes their length in bytes are rare; look for them only when nothing else fits.
	lower := strings.ToLower(rest)
	if len(lower) != len(rest) {
		for _, n := range s.names {
			if strings.HasPrefix(lower, n.text) {
				if k := utf8.RuneCountInString(n.text); k <= utf8.RuneCountInString(rest) {
					length := len(string([]rune(rest)[:k]))
					if boundary(rest, length) {
						return n.item, length, true
					}
				}
			}
		}
	}
	return 0, 0, false
}

// boundary tells whether a name of the given length can end there: not inside a word.
func boundary(rest string, length int) bool {
	if length >= len(rest) {
		return true
	}
	last, _ := utf8.DecodeLastRuneInString(rest[:length])
	next, _ := utf8.DecodeRuneInString(rest[length:])
	wordy := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' }
	if unicode.Is(unicode.Han, last) || unicode.Is(unicode.Han, next) {
		return true
	}
	if (next == '-' || next == ':' || next == '\'') && length+1 < len(rest) {
		after, _ := utf8.DecodeRuneInString(rest[length+1:])
		return !wordy(after)
	}
	return !(wordy(last) && wordy(next))
}

func (s *sentence) startsWithName() bool {
	s.skip()
	_, _, ok := s.match()
	return ok
}

// item reads the name of an item.
func (s *sentence) item() (int, error) {
	s.skip()
	quote := byte(0)
	if s.pos < len(s.text) && (s.text[s.pos] == '"' || s.text[s.pos] == '\'') {
		quote = s.text[s.pos]
		s.pos++
	}
	x, length, ok := s.match()
	if !ok {
		return 0, s.unknown()
	}
	if x < 0 {
		_, err := s.p.Find(s.text[s.pos : s.pos+length])
		if err == nil {
			err = fmt.Errorf("%q is ambiguous", s.text[s.pos:s.pos+length])
		}
		return 0, s.errorf(s.pos, "%v", err)
	}
	s.pos += length
	if quote != 0 {
		if s.pos >= len(s.text) || s.text[s.pos] != quote {
			return 0, s.errorf(s.pos, "expected a closing %c, found %s", quote, s.found())
		}
		s.pos++
	}
	return x, nil
}

// unknown makes the error for a name that is none, with the nearest.
func (s *sentence) unknown() error {
	rest := s.text[s.pos:]
	if strings.TrimSpace(rest) == "" {
		return s.errorf(s.pos, "expected an item, found the end of the clue")
	}
	word := rest
	for _, stop := range []string{" is ", " has ", " and ", " or ", " have ", " == ", " != ", ",", ".", ")", " then ", "\""} {
		if at := strings.Index(word, stop); at > 0 {
			word = word[:at]
		}
	}
	return s.errorf(s.pos, "%v", matching.UnknownItem(s.p, strings.TrimSpace(word)))
}

// who reads an item, or someone found by the distance from an item.
func (s *sentence) who() (matching.Who, error) {
	start := s.pos
	if !s.startsWithName() && s.accept("the one") {
		k := 1
		if n, ok := s.integer(); ok {
			k = n
			s.units()
		} else {
			s.acceptAny("directly", "immediately", "just", "on the next seat")
		}
		sign, clock := 0, false
		switch {
		case s.p.Round && s.accept("clockwise from"):
			sign, clock = 1, true
		case s.p.Round && s.acceptAny("anticlockwise from", "counterclockwise from"):
			sign, clock = -1, true
		case s.acceptAny("to the left of", "left of", "on the left of"):
			sign = -1
			if s.p.Round {
				sign = 1
			}
		case s.acceptAny("to the right of", "right of", "on the right of"):
			sign = 1
			if s.p.Round {
				sign = -1
			}
		case s.acceptAny("before", "in front of", "ahead of"):
			sign = -1
		case s.acceptAny("after", "behind"):
			sign = 1
		}
		if sign != 0 {
			s.loose = s.loose || s.p.Round && !clock
			x, err := s.item()
			return matching.Who{Item: x, Shift: sign * k}, err
		}
		s.pos = start
	}
	x, err := s.item()
	return matching.Who{Item: x}, err
}

// units takes the word for the places that are counted.
func (s *sentence) units() {
	s.acceptAny("places", "place", "positions", "position", "seats", "seat", "houses", "house")
}

// integer reads a whole number up to 1000, or a word for a small one.
func (s *sentence) integer() (int, bool) {
	for i, w := range []string{"one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"} {
		if s.accept(w) {
			return i + 1, true
		}
	}
	start := s.pos
	s.skip()
	from := s.pos
	for s.pos < len(s.text) && s.text[s.pos] >= '0' && s.text[s.pos] <= '9' {
		s.pos++
	}
	n, err := strconv.Atoi(s.text[from:s.pos])
	if err != nil || n > 1000 || s.pos < len(s.text) && (isWord(s.text[s.pos]) || s.text[s.pos] == '.' && s.pos+1 < len(s.text) && isWord(s.text[s.pos+1])) {
		s.pos = start
		return 0, false
	}
	return n, true
}

// number reads a number.
func (s *sentence) number() (matching.Value, bool) {
	start := s.pos
	s.skip()
	from := s.pos
	if s.pos < len(s.text) && s.text[s.pos] == '-' {
		s.pos++
	}
	for s.pos < len(s.text) && (s.text[s.pos] >= '0' && s.text[s.pos] <= '9' ||
		s.text[s.pos] == '.' && s.pos+1 < len(s.text) && s.text[s.pos+1] >= '0' && s.text[s.pos+1] <= '9') {
		s.pos++
	}
	v, err := lineup.ParseValue(s.text[from:s.pos])
	if err != nil {
		s.pos = start
		if n, ok := s.integer(); ok {
			return matching.Value(n) * lineup.Unit, true
		}
		return 0, false
	}
	return v, true
}

// category reads the name of a category, the longest that fits.
func (s *sentence) category() (int, bool) {
	best, length := -1, 0
	start := s.pos
	for c := range s.p.Cats {
		if s.accept(s.p.Cats[c].Name) && s.pos-start > length {
			best, length = c, s.pos-start
		}
		s.pos = start
	}
	s.pos += length
	return best, best >= 0
}
