package claimtext

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// Cell is a claim about a cell of a board.
type Cell struct {
	Row, Col int // from 1
	Value    string
	Out      bool // the cell has not this value
}

const (
	cell = `(?:\(?\br(?:ow)?\s?(\d{1,3})\s*,?\s*c(?:ol)?(\d{1,3})\b\)?|\brow\s+(\d{1,3})\s*,?\s*(?:and\s+)?col(?:umn)?\s+(\d{1,3})\b|\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\)|第\s*(\d{1,3})\s*行\s*,?，?\s*第\s*(\d{1,3})\s*列|\b(?:zeile|fila)\s+(\d{1,3})\s*,?\s*(?:spalte|(?:y\s+)?columna)\s+(\d{1,3})\b|(\d{1,3})行目?の?、?(\d{1,3})列目?)`
	// A value is a number or a word, of which the family says whether it knows it; what may stand around it says nothing.
	value = `(?:an?\s+|the\s+)?(?:value\s+|digit\s+|number\s+|letter\s+|数字\s*)?["'“*]*([0-9]{1,3}|[A-Za-z]+|\p{Han}+)["'”*]*`
	han   = `(\p{Han}+)`
	word  = `([A-Za-z]+)`
)

// form is a way to say something of a cell.
type form struct {
	re         *regexp.Regexp
	out        bool // it takes a value out
	valueFirst bool // the value stands before the cell
}

// forms are tried from the first; what a form has read, no later one reads again. So what takes values out stands before what puts
// them in: "cannot be" holds "be".
var forms = sync.OnceValue(func() []form {
	out := []string{
		`CELL\s*(?:cannot|can't|can\s+not|must\s+not|is\s+no\b|is\s+not|isn't|won't|has\s+no|contains\s+no|≠|!=|<>|不能是|不能填|不是|不可以是|不可能是|排除|不属于|不|未|没有)\s*(?:be\s+|hold\s+|contain\s+|被)?VALUE`,
		`CELL\s+is\s+not\s+in\s+the\s+WORD`,
		`\b(?:remove|eliminate|rule\s+out|strike|exclude|cross\s+out)\s+VALUE\s+(?:from|in|at)\s+(?:cell\s+)?CELL`,
		`VALUE\s+(?:cannot|can't|can\s+not|must\s+not)\s+(?:go|be)\s+(?:in|at)\s+(?:cell\s+)?CELL`,
	}
	out = append(out, // German, Spanish and Japanese
		`CELL\s+(?:ist|sei)\s+(?:nicht|keine?)\s+VALUE`,
		`CELL\s+kann\s+(?:nicht|keine?)\s+VALUE\s+sein`,
		`CELL\s+(?:no\s+es|no\s+puede\s+ser|no\s+es\s+un)\s+VALUE`,
		`CELL[はが]NUMBER(?:では?な[いく]|になれない|にはならない)`,
	)
	in := []string{
		`CELL\s*(?::=|==|=|←|<-|→|->|:|：|(?:can\s+only|must|has\s+to|should|will)\s+(?:be|hold|contain)|(?:is|gets|holds|contains|becomes|has)\b|只能是|只能填|必须是|一定是|应填|填|是|为|被|要|有|属于)\s*VALUE`,
		`CELL\s+is\s+in\s+the\s+WORD`,
		`CELL\s*HAN`, // "r1c4涂黑" has no verb before the value
		`\b(?:place|put|write|enter|fill(?:\s+in)?|set|insert)\s+VALUE\s+(?:in|into|at|to)\s+(?:cell\s+)?CELL`,
		`CELL\s+(?:ist|muss|wird)\s+VALUE`,
		`CELL\s+(?:es|debe\s+ser|tiene\s+que\s+ser|solo\s+puede\s+ser)\s+VALUE`,
		`CELL[はが]NUMBER(?:で(?:ある|あり|す|した|、)|なので|だ|に(?:な|決)|。|$)`,
		`VALUE\s+(?:can\s+only\s+go|must\s+go|has\s+to\s+go|goes|belongs|is\s+placed|fits\s+only)\s+(?:in|into|at)\s+(?:cell\s+)?CELL`,
	}
	var fs []form
	for i, f := range slices.Concat(out, in) {
		re := regexp.MustCompile("(?i)" + strings.NewReplacer("CELL", cell, "VALUE", value, "HAN", han, "WORD", word, "NUMBER", `([0-9]{1,3})`).Replace(f))
		fs = append(fs, form{re, i < len(out), !strings.HasPrefix(f, "CELL")})
	}
	return fs
})

var (
	// What stands right before a claim and makes it none: a choice, a condition, a denial, a sum, the second of two places between which something is.
	unsure = regexp.MustCompile(`(?i)(?:\b(?:or|either|whether|if|when|were|unless|suppose|assume|until|would|could|might|may|not|neither|nor|oder|entweder|weder|noch|wenn|falls|ob|o|u|ni|si|false|wrong|untrue|impossible|not\s+(?:true|possible|the\s+case)|(?:falsch|unmöglich|nicht\s+wahr),\s+dass|(?:falso|imposible|no\s+es\s+cierto)\s+que(?:\s+el)?)(?:\s+(?:the|that|cell))*|\bbetween\s[^,;:.]*\band(?:\s+the(?:\s+\d+)?)?|[-+*/×÷]|如果|假设|假如|若|或者?|要么|否则|か|または|もしくは|もし)\s*$`)
	sums   = regexp.MustCompile(`^\s*[-+*/×÷]`)
	// What stands right after a value and makes it one of several, part of a sum or of a decimal, or denies it.
	further = regexp.MustCompile(`(?i)^["'”*]*\s*(?:\.\d|is\s+(?:false|wrong|untrue|impossible|not\s+(?:true|possible))\b|(?:,\s*)?(?:or|oder|noch|bis|o|u|ni)\b|a\s+\d|[か〜]|(?:,\s*)?and\s+(?:an?\s+)?(?:\d{1,3}|[A-Za-z])(?:\W|$)|[,/]\s*\d|[,、]\s*[A-Za-z](?:\s*[,、或]|\s+(?:or|oder|o|u)\b)|[-–+*/×÷]\s*\w|[或个种格只条次座顶盏颗枚至到]|[、和]\s*\d|[,，]\s*(?:或|or\b)|(?:to|through)\s+\d|[（(]?\s*(?:(?:or|if|unless|wenn|falls)\b|si\s+(?:[^n]|n[^o]|no[^,]))|` + // "si no," is "otherwise"
		`(?:of|apart|away|in\s+(?:some|either)\s+order|between\s+them|together|candidates?|options?|possib\w*|values|numbers|digits|cells|squares|neighbou?rs|places|sides|more|less|fewer)\b)`)
)

// near is how much of a text around a claim says whether it is one, in bytes: not all of it, for a sentence may hold thousands of them.
const near = 200

// Before gives what stands right before a place of a text.
func Before[T string | []byte](text T, at int) T {
	from := max(0, at-near)
	for from > 0 && from < at && !utf8.RuneStart(text[from]) {
		from++
	}
	return text[from:at]
}

// Unsure reports whether what stands in a text before a claim, or behind it, makes it none: a choice, a condition, a sum, one of several values.
func Unsure[T string | []byte](text T, from, to int) bool {
	return unsure.MatchString(string(Before(text, from))) || further.MatchString(string(text[to:min(len(text), to+near)]))
}

// lists say of several cells that they have none of some values.
var lists = regexp.MustCompile(`(?i)(` + plainCell + `(?:(?:,\s*(?:and\s+)?|\s+and\s+)` + plainCell + `)*)\s+(?:is|are)\s+not\s+((?:[0-9]{1,3}|[A-Za-z])\b(?:(?:,\s*(?:or\s+)?|\s+or\s+)(?:[0-9]{1,3}|[A-Za-z])\b)*)`)

// groups say of several cells that they have one thing, or have it not: "r1c1, r1c2 and r2c1 are not shaded", "r1c1 and r2c1 have no star",
// "r1c1和r2c1没有星". Their groups are the cells, what negates, and the value.
var groups = []*regexp.Regexp{
	regexp.MustCompile(`(?i)(` + plainCell + `(?:(?:,\s*(?:and\s+)?|\s+and\s+|和)` + plainCell + `)+)\s+(?:are|have|must\s+be|must\s+have|cannot\s+(?:be|have))\s+(?:both\s+|all\s+|each\s+)?(not\s+|no\s+)?(?:an?\s+|the\s+)?([0-9]{1,3}|[A-Za-z]+)\b`),
	regexp.MustCompile(`(?i)(` + plainCell + `(?:(?:,\s*(?:and\s+)?|\s+and\s+|和)` + plainCell + `)+)\s+are\s+(?:both\s+|all\s+)?(not\s+)?in\s+the\s+([A-Za-z]+)\b`),
	regexp.MustCompile(`(?i)(` + plainCell + `(?:[、和及]` + plainCell + `)+)\s*[都均各全]?(不能是|不能填|不是|不属于|不|没有|未)?(?:必须是|只能是|是|填|有|为|被|属于)?\s*([0-9]{1,3}|[A-Za-z]+|\p{Han}+)`),
}

// nones say of several cells that none of them has something: "neither r1c1 nor r1c2 is a star".
var nones = regexp.MustCompile(`(?i)\b(?:neither|none\s+of)\s+(` + plainCell + `(?:(?:,\s*(?:and\s+)?|\s+and\s+|\s+nor\s+)` + plainCell + `)+)\s+(?:is|are|has|have)\s+(?:in\s+)?(?:an?\s+|the\s+)?([0-9]{1,3}|[A-Za-z]+)\b`)

const plainCell = `\br\d{1,3}c\d{1,3}\b`

var (
	cannot    = regexp.MustCompile(`(?i)\bcannot\b`)
	cellName  = regexp.MustCompile(`(?i)r(\d+)c(\d+)`)
	valueName = regexp.MustCompile(`[0-9]+|\b[A-Za-z]\b`)
)

// valueIn gives the value that a run of Chinese letters, which has no spaces, begins with: 涂黑 of 涂黑和. All else is itself.
func valueIn(run string, known func(string) bool) string {
	for end := len(run); end > 0 && !known(run); {
		_, size := utf8.DecodeLastRuneInString(run[:end])
		end -= size
		if next, _ := utf8.DecodeRuneInString(run[end:]); known(run[:end]) && unicode.Is(unicode.Han, next) && strings.ContainsRune("的色了和且并而所因故则但", next) {
			return run[:end]
		}
	}
	return run
}

// several reads a match of lists.
func several(cells, values string, known func(string) bool) []Cell {
	var out []Cell
	for _, v := range valueName.FindAllString(values, -1) {
		if !known(v) {
			return nil
		}
		out = append(out, each(cells, v, true)...)
	}
	return out
}

// each says the same of all cells that a text names.
func each(cells, value string, out bool) []Cell {
	var list []Cell
	for _, m := range cellName.FindAllStringSubmatch(cells, -1) {
		row, err1 := strconv.Atoi(m[1])
		col, err2 := strconv.Atoi(m[2])
		if err1 != nil || err2 != nil {
			return nil
		}
		list = append(list, Cell{row, col, value, out})
	}
	return list
}

// Cells reads what a sentence claims of cells: "r1c2 = 3", "row 1, column 2 must be 3", "the 3 can only go in (1, 2)", "r1c2 cannot be 3",
// "第1行第2列是3", "r1c2 and r1c3 are not 4 or 5". A value is what known takes for one. Claims stand in the order of the sentence.
func Cells(sentence string, known func(string) bool) []Cell {
	type found struct {
		Cell
		at int
	}
	var all []found
	rest := []byte(sentence)
	read := func(from, to int) {
		for i := from; i < to; i++ {
			rest[i] = '~'
		}
	}
	for _, m := range lists.FindAllSubmatchIndex(rest, -1) {
		if unsure.Match(Before(rest, m[0])) || sums.Match(rest[m[1]:]) {
			continue
		}
		for _, c := range several(string(rest[m[2]:m[3]]), string(rest[m[4]:m[5]]), known) {
			all = append(all, found{c, m[0]})
		}
		read(m[0], m[1])
	}
	for _, m := range nones.FindAllSubmatchIndex(rest, -1) {
		if value := string(rest[m[4]:m[5]]); known(value) && !Unsure(rest, m[0], m[1]) {
			for _, c := range each(string(rest[m[2]:m[3]]), value, true) {
				all = append(all, found{c, m[0]})
			}
		}
		read(m[0], m[1])
	}
	for _, group := range groups {
		for _, m := range group.FindAllSubmatchIndex(rest, -1) {
			values, end := valueIn(string(rest[m[6]:m[7]]), known), m[1]
			if values != string(rest[m[6]:m[7]]) {
				end = m[6] + len(values)
			}
			if !known(values) || Unsure(rest, m[0], end) {
				continue
			}
			for _, c := range each(string(rest[m[2]:m[3]]), values, m[4] >= 0 || cannot.Match(rest[m[3]:m[6]])) {
				all = append(all, found{c, m[0]})
			}
			read(m[0], end)
		}
	}
	for _, f := range forms() {
		for _, m := range f.re.FindAllSubmatchIndex(rest, -1) {
			c, ok := f.claim(rest, m)
			end := m[1]
			if v := valueIn(c.Value, known); v != c.Value {
				end = m[len(m)-2] + len(v)
				if f.valueFirst {
					ok = false
				}
				c.Value = v
			}
			if !ok || !known(c.Value) || Unsure(rest, m[0], end) {
				continue
			}
			all = append(all, found{c, m[0]})
			read(m[0], end)
		}
	}
	slices.SortStableFunc(all, func(a, b found) int { return a.at - b.at })
	var out []Cell
	for _, f := range all {
		out = append(out, f.Cell)
	}
	return out
}

// claim reads the groups of a match: of those of a cell's spellings the two that are set, and the value.
func (f *form) claim(text []byte, m []int) (c Cell, ok bool) {
	var got []string
	for i := 2; i < len(m); i += 2 {
		if m[i] >= 0 {
			got = append(got, string(text[m[i]:m[i+1]]))
		}
	}
	if f.valueFirst {
		got = append(got[1:], got[0])
	}
	var err1, err2 error
	c.Row, err1 = strconv.Atoi(got[0])
	c.Col, err2 = strconv.Atoi(got[1])
	c.Value, c.Out = got[2], f.out
	return c, err1 == nil && err2 == nil
}
