package grade

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// node is a list of nodes, or an atom.
type node struct {
	list bool
	kids []node
	atom string
	name string // the atom as a name, for comparing it many times; set by named
}

// named fills in the names of all atoms.
func (n node) named() node {
	if !n.list {
		n.name = name(n.atom)
		return n
	}
	for i := range n.kids {
		n.kids[i] = n.kids[i].named()
	}
	return n
}

const (
	maxNodes = 100_000
	maxDepth = 16
)

// parseList reads an answer that is a list of lists down to the given number of levels. Brackets, parentheses and braces
// open lists, quotes hold atoms, and commas, semicolons and line ends separate; without brackets the separators alone make
// the list. It reports false when the text is no list.
func parseList(text string, levels int) (node, bool) {
	text = plain(unescapeQuotes(text))
	p := listParser{s: strings.TrimSpace(text)}
	if at := strings.IndexAny(p.s, "[("); at >= 0 && startsList(p.s, at) {
		p.s = p.s[at:]
		var all []node
		for p.skip(); p.pos < len(p.s); p.skip() {
			if !p.label() || !isOpen(p.s[p.pos]) {
				break
			}
			n, ok := p.list(0)
			if !ok {
				return node{}, false
			}
			all = append(all, n)
		}
		if len(all) == 1 && depth(all[0]) >= levels {
			return all[0], true
		}
		if len(all) > 1 && levels == 1 {
			return all[len(all)-1], true // one list was asked for: the last counts
		}
		// Rows that stand side by side, or a bracket too few round the whole.
		if len(all) > 1 || depth(all[0]) == levels-1 {
			return node{list: true, kids: all}, true
		}
		return all[0], true
	}
	n := node{list: true}
	for _, line := range strings.FieldsFunc(p.s, func(r rune) bool { return r == '\n' || r == ';' }) {
		row := node{list: true}
		for _, atom := range strings.FieldsFunc(joiners.Replace(line), func(r rune) bool { return r == ',' }) {
			if atom = unquote(numbered(strings.TrimSpace(atom))); atom != "" {
				row.kids = append(row.kids, node{atom: atom})
			}
		}
		if len(row.kids) == 0 {
			continue
		}
		if levels > 1 {
			n.kids = append(n.kids, row)
		} else {
			n.kids = append(n.kids, row.kids...)
		}
	}
	return n, len(n.kids) > 0
}

var joiners = strings.NewReplacer(" and ", ",", " & ", ",", "和", ",", "以及", ",")

// startsList reports whether the bracket at a place opens the list, and is not a remark inside the text of an atom: only
// words without separators may stand before it.
func startsList(s string, at int) bool { return !strings.ContainsAny(s[:at], ",;\n") }

func isOpen(b byte) bool { return b == '[' || b == '(' || b == '{' }

// unescapeQuotes removes the backslashes that some write before quotes.
func unescapeQuotes(s string) string {
	return strings.NewReplacer(`\"`, `"`, `\'`, `'`).Replace(s)
}

type listParser struct {
	s     string
	pos   int
	nodes int
}

func (p *listParser) skip() {
	for p.pos < len(p.s) {
		r, size := utf8.DecodeRuneInString(p.s[p.pos:])
		if !unicode.IsSpace(r) && r != ',' && r != ';' && r != '&' {
			return
		}
		p.pos += size
	}
}

// list reads a list whose opening bracket is next. A closing bracket of another kind closes it too, and the end of the text
// closes all.
func (p *listParser) list(level int) (node, bool) {
	p.pos++
	n := node{list: true}
	for {
		p.skip()
		if p.nodes++; p.nodes > maxNodes || level > maxDepth {
			return n, false
		}
		if p.pos >= len(p.s) {
			return n, true
		}
		switch c := p.s[p.pos]; {
		case c == ']' || c == ')' || c == '}':
			p.pos++
			return n, true
		case p.label() && isOpen(p.s[p.pos]):
			kid, ok := p.list(level + 1)
			if !ok {
				return n, false
			}
			n.kids = append(n.kids, kid)
		case c == '"' || c == '\'':
			n.kids = append(n.kids, node{atom: p.quoted(c)})
		default:
			n.kids = append(n.kids, node{atom: p.bare()})
		}
	}
}

// label skips a heading before a list, such as the name in "Ann: [cat, dog]", and reports whether a bracket can be next.
func (p *listParser) label() bool {
	if isOpen(p.s[p.pos]) {
		return true
	}
	rest := p.s[p.pos:]
	at := strings.IndexAny(rest, "[](){},;\n")
	if at < 0 || !isOpen(rest[at]) || !strings.HasSuffix(strings.TrimSpace(rest[:at]), ":") {
		return false
	}
	p.pos += at
	return true
}

// quoted reads an atom in quotes; a quote that is never closed reaches to the next bracket.
func (p *listParser) quoted(q byte) string {
	rest := p.s[p.pos+1:]
	end := strings.IndexByte(rest, q)
	if end < 0 {
		p.pos++
		return p.bare()
	}
	p.pos += end + 2
	return rest[:end]
}

// bare reads an atom up to the next separator or bracket. Brackets inside it (a remark) belong to it when they close before
// the separator.
func (p *listParser) bare() string {
	start := p.pos
	open := 0
	for p.pos < len(p.s) {
		switch c := p.s[p.pos]; {
		case c == '(' && p.pos > start:
			open++
		case c == ')' && open > 0:
			open--
		case c == ']' || c == ')' || c == '}' || c == '[' || c == ',' || c == ';' || c == '\n':
			return strings.TrimSpace(p.s[start:p.pos])
		}
		p.pos++
	}
	return strings.TrimSpace(p.s[start:])
}

func unquote(s string) string {
	if len(s) >= 2 && (s[0] == '"' || s[0] == '\'') && s[len(s)-1] == s[0] {
		return s[1 : len(s)-1]
	}
	return s
}

// numbered removes a list number before an atom: "1. 42" is 42, but "1.5" stays.
func numbered(s string) string {
	i := 0
	for i < len(s) && i < 3 && s[i] >= '0' && s[i] <= '9' {
		i++
	}
	if i > 0 && i+1 < len(s) && (s[i] == '.' || s[i] == ')') && (s[i+1] == ' ' || unicode.IsLetter(rune(s[i+1]))) {
		return strings.TrimSpace(s[i+1:])
	}
	return s
}

// depth gives the nesting of a list: 0 for an atom, 1 for a list of atoms.
func depth(n node) int {
	if !n.list {
		return 0
	}
	d := 0
	for _, k := range n.kids {
		d = max(d, depth(k))
	}
	return d + 1
}

// markList marks an answer that is a list.
func (t answerType) markList(p *Part, ref, text string) {
	want, ok := parseList(ref, len(t.order))
	if !ok {
		p.Reason = BadReference
		return
	}
	got, ok := parseList(text, len(t.order))
	if !ok {
		p.Reason = Unparsed
		return
	}
	// A list of one that is written without its brackets.
	for depth(got) < len(t.order) && depth(want) == len(t.order) && len(want.kids) == 1 {
		got = node{list: true, kids: []node{got}}
	}
	if t.atoms == nominal || t.atoms == auto {
		want, got = want.named(), got.named()
	}
	p.Score = t.compareNodes(want, got, 0)
	switch {
	case p.Score >= 1-1e-12:
		p.Score, p.Correct, p.Reason = 1, true, Right
	case p.Score > 0:
		p.Reason = Partial
	default:
		p.Reason = Wrong
	}
}

// compareNodes gives the share of the reference that an answer has right at a level. Where order counts an element too many
// makes the share smaller; where it does not, each takes one right element away, so that listing everything earns nothing.
func (t answerType) compareNodes(want, got node, level int) float64 {
	if level == len(t.order) || !want.list {
		return t.compareAtoms(want, got)
	}
	if !got.list {
		got = node{list: true, kids: []node{got}}
	}
	n := max(len(want.kids), len(got.kids))
	if n == 0 {
		return 1
	}
	sum := 0.0
	if t.order[level] {
		for i := range min(len(want.kids), len(got.kids)) {
			sum += t.compareNodes(want.kids[i], got.kids[i], level+1)
		}
	} else {
		sum = t.pair(want.kids, got.kids, level+1)
		if surplus := len(got.kids) - len(want.kids); surplus > 0 {
			return max(0, sum-float64(surplus)) / float64(max(1, len(want.kids)))
		}
	}
	return sum / float64(n)
}

func (t answerType) compareAtoms(want, got node) float64 {
	if want.list || got.list {
		// A level that the type does not tell of: compared in order.
		if !want.list || !got.list || len(want.kids) != len(got.kids) {
			return 0
		}
		for i := range want.kids {
			if t.compareAtoms(want.kids[i], got.kids[i]) < 1 {
				return 0
			}
		}
		return 1
	}
	if want.name != "" && (t.atoms == nominal || t.atoms == auto && !isNumeral(want.atom)) {
		if want.name == got.name {
			return 1
		}
		return 0
	}
	if t.atoms.compare(want.atom, got.atom) == Right {
		return 1
	}
	return 0
}

// maxPairing bounds the size of two unordered lists, multiplied, that are paired element by element.
const maxPairing = 1_000_000

// pair pairs the elements of two unordered lists: first those that are equal, each taken once, then the rest greedily by
// how much they agree.
func (t answerType) pair(want, got []node, level int) float64 {
	if len(want)*len(got) > maxPairing {
		return 0
	}
	score := make([][]float64, len(want))
	for i := range want {
		score[i] = make([]float64, len(got))
		for j := range got {
			score[i][j] = t.compareNodes(want[i], got[j], level)
		}
	}
	usedW, usedG := make([]bool, len(want)), make([]bool, len(got))
	sum := 0.0
	for {
		best, bi, bj := 0.0, -1, -1
		for i := range want {
			if usedW[i] {
				continue
			}
			for j := range got {
				if !usedG[j] && score[i][j] > best {
					if best, bi, bj = score[i][j], i, j; best >= 1 {
						break
					}
				}
			}
			if best >= 1 {
				break
			}
		}
		if bi < 0 {
			return sum
		}
		usedW[bi], usedG[bj] = true, true
		sum += best
	}
}
