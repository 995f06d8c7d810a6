package grade

import (
	"sort"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/sieve"
)

// layout reads a list without brackets: in one line between commas, "and", arrows or spaces, or in lines, bulleted, numbered or
// labelled, or as a table. Elements whose labels number them are put in that order.
func layout(text string, levels int, like shape) node {
	lines := strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == ';' })
	if len(lines) == 1 && levels == 1 && like.rows > 1 {
		if parts := byNumbers(text, like.rows); parts != nil {
			lines = parts
		}
	}
	rows := tableRows(lines)
	if len(rows) == 1 && levels == 1 && len(lines) == 1 {
		lines[0] = strings.ReplaceAll(strings.Trim(strings.TrimSpace(text), "|"), "|", ",")
		rows = nil
	}
	if rows == nil {
		rows = make([]rowOf, 0, len(lines))
		for i, line := range lines {
			line = strings.TrimSpace(line)
			if i+1 < len(lines) && len(rows) == 0 && (strings.HasSuffix(line, ":") || strings.HasSuffix(line, "：")) {
				continue // what the list is of
			}
			r := rowOf{}
			if m := bullet().FindStringSubmatch(line); m != nil && len(lines) > 1 {
				r.place, _ = strconv.Atoi(m[1] + m[2])
				line = line[len(m[0]):]
			}
			for _, atom := range atoms(line, levels > 1, len(lines) == 1 || levels > 1, like) {
				if atom = unquote(numbered(strings.TrimSpace(atom))); atom != "" {
					r.cells = append(r.cells, atom)
				}
			}
			if len(r.cells) > 0 {
				rows = append(rows, r)
			}
		}
	}
	n := node{list: true}
	if levels > 1 {
		unlabelRows(rows)
		inPlace(rows)
		for _, r := range rows {
			k := node{list: true}
			if len(r.cells) == like.cols+1 && r.numbered() {
				r.cells = r.cells[1:]
			}
			for _, c := range r.cells {
				k.kids = append(k.kids, node{atom: c})
			}
			n.kids = append(n.kids, k)
		}
		return n
	}
	// A flat list: a table of two columns has labels and elements, and so may every element have one.
	var all []rowOf
	for _, r := range rows {
		if r.table && len(r.cells) == 2 && like.rows == len(rows) {
			place, _ := placeOf(r.cells[0])
			all = append(all, rowOf{cells: r.cells[1:], place: place, labelled: true})
			continue
		}
		for _, c := range r.cells {
			e := rowOf{cells: []string{c}}
			if len(r.cells) == 1 {
				e.place = r.place
			}
			all = append(all, e)
		}
	}
	unlabelRows(all)
	inPlace(all)
	for _, r := range all {
		for _, c := range r.cells {
			n.kids = append(n.kids, node{atom: c})
		}
	}
	return n
}

// rowOf is a line of a list or a row of a table.
type rowOf struct {
	cells    []string
	place    int // its number, from its label; 0 where it has none
	labelled bool
	table    bool
}

// numbered reports whether the first cell is a number of the row.
func (r rowOf) numbered() bool {
	p, ok := placeOf(r.cells[0])
	return ok && p > 0
}

var bullet = sieve.Lazy(`^(?:[-*•·>+]\s+)?(?:\(?(\d{1,3})[.)、](?:\s+|$)|#(\d{1,3})\s)?`)

var (
	ascending = sieve.Lazy(`^-?\d[\d.]*(?:\s*<\s*-?\d[\d.]*)+$`) // 2 < 5 < 8
	arrows    = sieve.Lazy(`\s*(?:→|->|=>|⇒|⟶|>)\s*`)
	joiner    = sieve.Lazy(`(?i),?\s+(?:and\s+then|and\s+finally|and\s+lastly|followed\s+by|then|and)\s+|\s+&\s+|，|、|以及|然后是?|接着是?|再是|最后是`)
	// First Ann, then Bob, finally Cid.
	firstOf = sieve.Lazy(`(?i)^\s*(?:first(?:ly)?|首先|先是?)[\s:]*\S`)
	inTurn  = sieve.Lazy(`(?i)^\s*(?:first(?:ly)?\b|second(?:ly)?\b|third(?:ly)?\b|then\b|next\b|after that\b|finally\b|lastly\b|last\b|首先|先是?|然后|接着|再|最后)(?:\s+(?:is|comes|came|was)\b)?[\s:]*`)
	// elementLabel finds the label of an element.
	elementLabel = sieve.Lazy(`^\s*([^:=：,]{1,40}?)(?:\s*[:=：]\s*|\s+-\s+)(\S.*)$`)
	drawnLine    = sieve.Lazy(`^[\s|:+=_-]*$`)
)

// atoms cuts a line into the atoms that its separators part; where there are none, spaces may.
func atoms(line string, nested, spaces bool, like shape) []string {
	line = strings.TrimRight(line, ". ")
	if strings.Count(line, ",") == 0 {
		if ascending().MatchString(line) {
			line = strings.ReplaceAll(line, "<", ">")
		}
		if parts := arrows().Split(line, -1); len(parts) > 1 && !strings.ContainsAny(line, "≥≤<=") {
			return parts
		}
	}
	if hasAny(line, "and", "then", "AND", "And", "Then", "followed", "&", "，", "、", "以及", "然后", "接着", "再是", "最后是") {
		line = joiner().ReplaceAllString(line, ",")
	}
	line = hanJoin(line)
	parts := strings.FieldsFunc(line, func(r rune) bool { return r == ',' })
	if len(parts) > 1 && firstOf().MatchString(parts[0]) {
		for i := range parts {
			parts[i] = inTurn().ReplaceAllString(parts[i], "")
		}
	}
	count := like.rows
	if nested {
		count = like.cols
	}
	if !spaces {
		return parts
	}
	if words := strings.Fields(line); len(parts) == 1 && count > 1 && len(words) > count {
		// The sequence is 5 1 4.
		if at := len(words) - count; leads(words[:at]) && alike(words[at:]) {
			return words[at:]
		}
	}
	if len(parts) == 1 && count > 1 && !strings.ContainsAny(line, ":=") {
		// Apart by spaces, dashes or slashes alone, as many as there are.
		for _, cut := range []string{" ", "-", "/", "|"} {
			if words := strings.Split(strings.Join(strings.Fields(line), " "), cut); len(words) == count && (count > 2 || cut == " " || cut == "|") && alike(words) {
				return words
			}
		}
	}
	return parts
}

// leads reports whether words lead in a list: with a link or a colon at their end, and nothing that denies or bounds it.
func leads(words []string) bool {
	if len(words) > 12 {
		return false
	}
	tokens := tokenize(strings.Join(words, " "))
	last := class(0)
	for i := 0; i < len(tokens); {
		c, n := phraseAt(tokens, i)
		if c&(negates|excepts|hedges|limits|rejects|either) != 0 {
			return false
		}
		last = c
		i += n
	}
	return last&links != 0
}

// alike reports whether words are all numbers or all short, so that they may be elements rather than a sentence.
func alike(words []string) bool {
	for _, w := range words {
		w = strings.TrimSpace(w)
		if w == "" || strings.Contains(w, " ") {
			return false
		}
		if c, _ := phraseAt(tokenize(w), 0); c&(negates|hedges|limits|either|links|excepts|rejects) != 0 {
			return false
		}
	}
	return true
}

// hanJoin parts Chinese words that 和 joins.
func hanJoin(line string) string {
	if !strings.Contains(line, "和") {
		return line
	}
	return strings.ReplaceAll(line, "和", ",")
}

// unlabelRows takes the labels off elements that all have one, and notes the places that they name.
func unlabelRows(rows []rowOf) {
	if len(rows) == 0 {
		return
	}
	if n := len(rows); n > 1 && !rows[0].table {
		// Seats: Ann, Bob: the first has what the list is of before it.
		m := elementLabel().FindStringSubmatch(rows[0].cells[0])
		for _, r := range rows[1:] {
			if len(r.cells) != 1 || elementLabel().MatchString(r.cells[0]) || r.place > 0 {
				m = nil
			}
		}
		if m != nil && rows[0].place == 0 && !denies(m[1]) {
			rows[0].cells[0] = m[2]
			return
		}
	}
	for _, r := range rows {
		if r.labelled || r.table {
			return
		}
		if m := elementLabel().FindStringSubmatch(r.cells[0]); m == nil || denies(m[1]) {
			return
		}
	}
	if len(rows) == 1 && rows[0].place == 0 && len(rows[0].cells) == 1 {
		if m := elementLabel().FindStringSubmatch(rows[0].cells[0]); m != nil {
			rows[0].cells[0] = m[2]
		}
		return
	}
	for i := range rows {
		m := elementLabel().FindStringSubmatch(rows[i].cells[0])
		rows[i].cells[0] = m[2]
		rows[i].labelled = true
		if p, ok := placeOf(m[1]); ok {
			rows[i].place = p
		}
	}
}

// denies reports whether a label says that what follows is no element.
func denies(label string) bool {
	tokens := tokenize(label)
	for i := range tokens {
		if c, _ := phraseAt(tokens, i); c&(negates|excepts|hedges|rejects|limits) != 0 {
			return true
		}
	}
	return false
}

// inPlace sorts rows that are numbered from 1 without a gap, and leaves others as they are.
func inPlace(rows []rowOf) {
	seen := make([]bool, len(rows)+1)
	for _, r := range rows {
		if r.place < 1 || r.place > len(rows) || seen[r.place] {
			return
		}
		seen[r.place] = true
	}
	sort.SliceStable(rows, func(i, j int) bool { return rows[i].place < rows[j].place })
}

var ordinals = map[string]int{
	"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9, "tenth": 10,
	"1st": 1, "2nd": 2, "3rd": 3,
}

// placeOf reads a label that numbers: 1, 2nd, third, House 3, 第二名.
func placeOf(label string) (int, bool) {
	for _, t := range tokenize(plain(strings.ToLower(label))) {
		if o, ok := ordinals[t.text]; ok {
			return o, true
		}
		switch t.kind {
		case digitsToken:
			v, err := strconv.Atoi(t.text)
			return v, err == nil && v < 10_000
		case hanToken:
			if v, ok := chineseInt(t.text); ok {
				return int(v), true
			}
		}
	}
	return 0, false
}

// tableRows gives the rows of a table in Markdown, without its heading; nil where the lines are none.
func tableRows(lines []string) []rowOf {
	var rows []rowOf
	heading := false
	for _, line := range lines {
		if strings.TrimSpace(line) == "" {
			continue
		}
		if !strings.Contains(line, "|") {
			return nil
		}
		if drawnLine().MatchString(line) {
			heading = heading || len(rows) == 1
			continue
		}
		r := rowOf{table: true}
		line = strings.TrimSpace(line)
		line = strings.TrimSuffix(strings.TrimPrefix(line, "|"), "|")
		for _, c := range strings.Split(line, "|") {
			r.cells = append(r.cells, strings.TrimSpace(c))
		}
		rows = append(rows, r)
	}
	if heading {
		rows = rows[1:]
	}
	return rows
}
