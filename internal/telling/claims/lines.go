package claims

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/internal/phrases"
	"github.com/quandary-puzzles/quandary/internal/telling"
)

// Sentences name what lies between cells by these: "the link of r1c1 and r1c2", "the edge between r1c1 and r2c1", "the top and right sides
// of r1c1", "r1c1与r1c2的连线".
var (
	pairForm = regexp.MustCompile(`(?i)(?:\bthe\s+)?\b(?:link|line|segment|connection|edge|side|border|wall|fence)\s+(?:of|between|from)\s+(r\d{1,3}c\d{1,3})\s+(?:and|to)\s+(r\d{1,3}c\d{1,3})\b|` +
		`\b(r\d{1,3}c\d{1,3})与(r\d{1,3}c\d{1,3})(?:的连线|之间的边)`)
	pathForm = regexp.MustCompile(`(?i)\br\d{1,3}c\d{1,3}(?:–r\d{1,3}c\d{1,3})+\b`) // "r1c1–r1c2–r2c2"
	sideForm = regexp.MustCompile(`(?i)(?:\bthe\s+)?\b((?:top|right|bottom|left)(?:(?:,\s*(?:and\s+)?|\s+and\s+)(?:top|right|bottom|left))*|four)(?:\s+side)?\s+of\s+(r\d{1,3}c\d{1,3})\b|` +
		`(?:\bthe\s+)?\b((?:top|right|bottom|left)(?:(?:,\s*(?:and\s+)?|\s+and\s+)(?:top|right|bottom|left))*|four)\s+sides\s+of\s+(r\d{1,3}c\d{1,3}(?:(?:,\s*|\s+and\s+)r\d{1,3}c\d{1,3})*)\b|` +
		`\b(r\d{1,3}c\d{1,3}(?:[、和]r\d{1,3}c\d{1,3})*)的([上右下左](?:、?[上右下左])*|四)边`)
	wayWord  = regexp.MustCompile(`(?i)top|right|bottom|left|four|[上右下左四]`)
	cellForm = regexp.MustCompile(`^r(\d+)c(\d+)$`)
	cellName = regexp.MustCompile(`r\d+c\d+`)
)

// ways are the sides of a cell as people say them, and where its neighbour is.
var ways = map[string][2]int{"top": {-1, 0}, "right": {0, 1}, "bottom": {1, 0}, "left": {0, -1}, "上": {-1, 0}, "右": {0, 1}, "下": {1, 0}, "左": {0, -1}}

// between gives how a link or an edge is named: by the cells on its sides, in both orders.
func (r *Reader) between(p board.Place, add func(from, to string)) {
	var cells []board.Place
	if p.Kind == board.Link {
		a, b := r.say.Board.Geo.Ends(p)
		cells = []board.Place{a, b}
	} else {
		cells = r.say.Board.Geo.Cells(p)
	}
	from, to := "", ""
	switch len(cells) {
	case 2:
		from, to = r.say.Board.Geo.Name(cells[0]), r.say.Board.Geo.Name(cells[1])
	case 1: // its side is said of the cell
		from = r.say.Board.Geo.Name(cells[0])
		if w := wayWord.FindString(r.say.Board.Geo.Say(p, "en")); w != "" {
			to = beside(from, w)
		}
	}
	if from != "" && to != "" {
		add(from, to)
		add(to, from)
	}
}

// beside names the cell on a side of another, also beyond the rim.
func beside(cell, way string) string {
	m := cellForm.FindStringSubmatch(cell)
	d, ok := ways[strings.ToLower(way)]
	if m == nil || !ok {
		return ""
	}
	row, err1 := strconv.Atoi(m[1])
	col, err2 := strconv.Atoi(m[2])
	if err1 != nil || err2 != nil {
		return ""
	}
	return fmt.Sprintf("r%dc%d", row+d[0], col+d[1])
}

// standIns begin behind the rows of every board: a cell there stands for what lies between two.
const standIns = 500

// boardCell finds a cell that stands for nothing else.
const boardCell = `r(?:[1-4]\d\d|\d\d?)c\d+`

// articled finds the German article of a name, where a cell stands in for it: "ist das 2×2-Quadrat bei r1c1 ...".
var articled = regexp.MustCompile(`(?i)\b(?:das|die|der|den|dem|des) (r[5-9]\d\dc1(?:和|\b))`)

// standsIn gives which of the places of a sentence a cell stands for, -1 for none.
func standsIn(cell string, places [][]placeIn) int {
	m := cellForm.FindStringSubmatch(cell)
	if m == nil || m[2] != "1" {
		return -1
	}
	n, err := strconv.Atoi(m[1])
	if n -= standIns; err != nil || n < 0 || n >= len(places) {
		return -1
	}
	return n
}

// inWords puts the words of places back for the cells that stand in for them. Places that one name has together stand side by side.
func inWords(text string, places [][]placeIn, words []string) string {
	var out strings.Builder
	at, last := 0, ""
	for _, m := range cellName.FindAllStringIndex(text, -1) {
		between, name := text[at:m[0]], text[m[0]:m[1]]
		if n := standsIn(name, places); n >= 0 {
			name = words[n]
		}
		if at = m[1]; between == "和" && name == last {
			continue
		}
		out.WriteString(between + name)
		last = name
	}
	return out.String() + text[at:]
}

// alikeNames finds names, in small letters, that are alike but for their one cell and are said as one: "the 2×2 squares at r1c1 and r1c2".
func alikeNames(names []string) (re *regexp.Regexp, frames []string) {
	var plurals []*strings.Replacer
	for _, lang := range phrases.Languages() {
		if pairs := strings.Split(strings.ToLower(telling.Speaker{Lang: lang}.Words("plurals")), "|"); len(pairs) > 1 || len(plurals) == 0 {
			plurals = append(plurals, strings.NewReplacer(pairs...))
		}
	}
	var patterns []string
	for _, name := range names {
		at := cellName.FindAllStringIndex(name, -1)
		if len(at) != 1 {
			continue
		}
		frame := name[:at[0][0]] + "\x00" + name[at[0][1]:]
		for _, many := range plurals {
			pattern := strings.Replace(regexp.QuoteMeta(many.Replace(frame)), "\x00", `(`+boardCell+`(?:(?:,\s*(?:and\s+)?|\s+(?:and|und|y)\s+|[、和])`+boardCell+`)+)`, 1)
			if !slices.Contains(patterns, pattern) {
				frames, patterns = append(frames, frame), append(patterns, pattern)
			}
		}
	}
	if patterns == nil {
		return nil, nil
	}
	return regexp.MustCompile("(?i)" + strings.Join(patterns, "|")), frames
}

// standIn puts cells that no board has for the places that a sentence names, so that what is said of them is read as of cells. The lists have what
// each stands for, and its words.
func (r *Reader) standIn(sentence string) (stood string, places [][]placeIn, words []string) {
	put := func(whole string, spots []placeIn) string {
		if len(spots) == 0 || len(places) >= standIns {
			return whole
		}
		places, words = append(places, spots), append(words, whole)
		return fmt.Sprintf("r%dc%d", standIns+len(places)-1, 1)
	}
	sentence = toldCell.ReplaceAllString(sentence, "r${1}${3}c${2}${4}")
	stand := func(whole, from, to string) string { return put(whole, r.pairs[[2]string{from, to}]) }
	if len(r.pairs) > 0 {
		for _, lang := range toldIn {
			sentence = toldSides()[lang].stand(sentence, stand)
		}
	}
	if r.alike != nil {
		sentence = r.alike.ReplaceAllStringFunc(sentence, func(whole string) string {
			m := r.alike.FindStringSubmatch(whole)[1:]
			n := slices.IndexFunc(m, func(cells string) bool { return cells != "" })
			var out []string
			for _, cell := range cellName.FindAllString(strings.ToLower(m[n]), -1) {
				name := strings.Replace(r.frames[n], "\x00", cell, 1)
				out = append(out, put(name, r.spots[name]))
			}
			return strings.Join(out, "和")
		})
	}
	if r.named != nil {
		sentence = r.named.ReplaceAllStringFunc(sentence, func(whole string) string { return put(whole, r.spots[strings.ToLower(whole)]) })
	}
	sentence = articled.ReplaceAllString(sentence, "$1")
	if len(r.pairs) == 0 {
		return sentence, places, words
	}
	sentence = pairForm.ReplaceAllStringFunc(sentence, func(whole string) string {
		m := pairForm.FindStringSubmatch(whole)
		return stand(whole, strings.ToLower(m[1]+m[3]), strings.ToLower(m[2]+m[4]))
	})
	sentence = pathForm.ReplaceAllStringFunc(sentence, func(whole string) string {
		cells := strings.Split(strings.ToLower(whole), "–")
		var out []string
		for n := range cells[1:] {
			out = append(out, stand(whole, cells[n], cells[n+1]))
		}
		return strings.Join(out, "和")
	})
	sentence = sideForm.ReplaceAllStringFunc(sentence, func(whole string) string {
		m := sideForm.FindStringSubmatch(whole)
		list, join := wayWord.FindAllString(m[1]+m[3]+m[6], -1), " and "
		if m[5] != "" {
			join = "和"
		}
		if len(list) == 1 && (list[0] == "四" || strings.EqualFold(list[0], "four")) {
			list = []string{"top", "right", "bottom", "left"}
		}
		var out []string
		for _, cell := range cellName.FindAllString(strings.ToLower(m[2]+m[4]+m[5]), -1) {
			for _, w := range list {
				out = append(out, stand(whole, cell, beside(cell, w)))
			}
		}
		return strings.Join(out, join)
	})
	return sentence, places, words
}

// plain writes in a sentence what claims are read from: one word for a value of several, and borders and bridges as things that a place has.
func (r *Reader) plain(sentence string) string {
	for _, re := range []*regexp.Regexp{r.several, r.nothing} {
		if re == nil {
			continue
		}
		sentence = re.ReplaceAllStringFunc(sentence, func(whole string) string {
			m := re.FindStringSubmatch(whole)
			return m[1] + r.tokens[strings.ToLower(m[2])]
		})
	}
	for _, form := range plainForms {
		sentence = form.re.ReplaceAllString(sentence, form.as)
	}
	return sentence
}

var plainForms = []struct {
	re *regexp.Regexp
	as string
}{
	{regexp.MustCompile(`处(都?)(没有|有)\p{Han}*?边界`), "$1${2}边界"},
	{regexp.MustCompile(`各?在同一\p{Han}+?内`), "没有边界"},
	{regexp.MustCompile(`(\d+)(?:座桥| bridges?\b)`), "$1"},
	{regexp.MustCompile(`\b(has|have) no bridge\b`), "$1 0"},
	{regexp.MustCompile(`没有桥`), "有0"},
	{regexp.MustCompile(`\b(?:has|have) at least one bridge\b`), "does not have 0"},
	{regexp.MustCompile(`至少有一座桥`), "没有0"},
}

// cellNames makes patterns of names: alike but for the cells in them is one.
func cellNames(names []string) []string {
	var out []string
	for _, name := range names {
		pattern := cellName.ReplaceAllString(regexp.QuoteMeta(name), `r\d+c\d+`)
		if !slices.Contains(out, pattern) {
			out = append(out, pattern)
		}
	}
	return out
}

// quoted makes patterns of words, which end where they end.
func quoted(words []string) []string {
	var out []string
	for _, w := range words {
		pattern := regexp.QuoteMeta(w)
		if last := w[len(w)-1]; last < 0x80 {
			pattern += `\b`
		}
		out = append(out, pattern)
	}
	return out
}

// oneOf makes an expression of some patterns, the longest first; nil of none.
func oneOf(patterns []string, frame string) *regexp.Regexp {
	if len(patterns) == 0 {
		return nil
	}
	slices.SortFunc(patterns, func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) })
	return regexp.MustCompile("(?i)" + fmt.Sprintf(frame, strings.Join(patterns, "|")))
}
