package grade

import (
	"encoding/json"
	"strings"
	"unicode/utf8"

	"github.com/quandary-puzzles/quandary/internal/sieve"
)

// answerText is where an answer's text states its final answer.
type answerText struct {
	offers []string // the final answers in their order, as they stand; the last one counts
	boxed  bool     // whether they were marked one by one, so that several may be the parts of one answer
	before string   // what stands before the last of them, up to the one before
	after  string   // what stands behind it
}

// span is how many lines an answer may take.
type span uint8

const (
	oneLine      span = iota
	linesOfList       // one, or a list, a table or verdicts line by line
	severalLines      // a list that has nothing but an element in each line, too
)

// bareName reports whether a line holds a few words and nothing that makes a sentence or a heading of them.
func bareName(line string) bool {
	line = strings.TrimSpace(line)
	if line == "" || len(line) > 40 || strings.ContainsAny(line, ".,:;!?，。：；！？|=#") {
		return false
	}
	tokens := tokenize(plain(line))
	for i := range tokens {
		if c, _ := phraseAt(tokens, i); c != 0 {
			return false
		}
	}
	return len(tokens) > 0 && len(strings.Fields(line)) <= 3
}

// extract finds the final answer in a text, behind what is marked as reasoning. The first of these that is there decides: the last <answer> element, \boxed{}
// (inside that element, if there is one), a JSON object with "answer" at the end, the last announcement of the final
// answer, the last line. Where the answer may take several lines, a list, a table or verdicts line by line are taken whole.
func extract(text string, lines span) answerText {
	text = afterReasoning(strings.ToValidUTF8(text, "\uFFFD"))
	if at, end, ok := lastElementAt(text, "answer"); ok {
		inner, rest := text[at:end], text[end:]
		if close := strings.IndexByte(rest, '>'); close >= 0 && strings.HasPrefix(rest, "</") {
			rest = rest[close+1:]
		}
		if b := boxes(inner); len(b.insides) > 0 {
			return answerText{b.insides, true, b.before, b.after + rest}
		}
		a := single(inner)
		a.after = rest
		return a
	}
	if b := boxes(text); len(b.insides) > 0 {
		return answerText{b.insides, true, b.before, b.after}
	}
	text = tail(text, maxTail)
	if a, ok := jsonAnswer(text); ok {
		return single(a)
	}
	if a, ok := announced(text, lines); ok {
		return a
	}
	if first, rest, ok := boldFirst(text); ok {
		a := single(first)
		a.after = "\n" + rest
		return a
	}
	if at := explanation().FindStringIndex(text); at != nil && at[0] <= maxBeforeReasons && strings.IndexFunc(text[:at[0]], isContent) >= 0 {
		a := single(lastParagraphLine(text[:at[0]], lines))
		a.after = "\n" + text[at[1]:]
		return a
	}
	return single(lastParagraphLine(text, lines))
}

// boldLine finds a line that is bold whole, and what of such lines is a heading.
var (
	boldLine    = sieve.Lazy(`^\s*\*\*([^*\n]{1,60})\*\*\s*$`)
	boldHeading = sieve.Lazy(`(?i)\b(?:solution|answer|reasoning|steps?|explanation|analysis|given|approach|clues?|case|part|check|proof|conclusion|summary|question|problem)\b|[:：]$`)
	goesBack    = sieve.Lazy(`(?i)\b(?:so|therefore|thus|hence|but|wait|actually|however)\b|所以|因此|但`)
)

// boldFirst finds an answer that is the first line of a text, in bold, and explained behind it; where the explanation comes to no other end.
func boldFirst(text string) (first, rest string, ok bool) {
	text = strings.TrimLeft(text, " \t\r\n")
	if !strings.HasPrefix(text, "**") {
		return "", "", false
	}
	first, rest, _ = strings.Cut(text, "\n")
	m := boldLine().FindStringSubmatch(first)
	if m == nil || boldHeading().MatchString(m[1]) || strings.Contains(rest, "**") || goesBack().MatchString(rest) || strings.IndexFunc(rest, isContent) < 0 {
		return "", "", false
	}
	return m[1], rest, true
}

// explanation finds where reasons begin that somebody gives behind a short answer.
var explanation = sieve.Lazy(`(?im)^[\s*#_>]*(?:explanation|reasons?|reasoning|why|justification|rationale|解释|理由|说明|解析|原因)[\s*_]*[:：]`)

// maxBeforeReasons is how long such an answer may be, in bytes.
const maxBeforeReasons = 200

// What some models mark as their reasoning.
var (
	reasoningEnds   = sieve.Lazy(`(?i)</(?:think|thinking|reasoning|thought)>`)
	reasoningBegins = sieve.Lazy(`(?i)<(?:think|thinking|reasoning|thought)>`)
)

// afterReasoning leaves out the part of a text that its writer marks as reasoning, also one that was cut off: no answer is in
// it.
func afterReasoning(text string) string {
	if strings.IndexByte(text, '<') < 0 {
		return text
	}
	if all := reasoningEnds().FindAllStringIndex(text, -1); len(all) > 0 {
		text = text[all[len(all)-1][1]:]
	}
	if loc := reasoningBegins().FindStringIndex(text); loc != nil {
		text = text[:loc[0]]
	}
	return text
}

func single(text string) answerText {
	if strings.TrimSpace(text) == "" {
		return answerText{}
	}
	return answerText{offers: []string{text}}
}

// tail gives the end of a text, whole runes only.
func tail(text string, most int) string {
	if len(text) <= most {
		return text
	}
	text = text[len(text)-most:]
	for len(text) > 0 && !utf8.RuneStart(text[0]) {
		text = text[1:]
	}
	return text
}

// lastElement gives the inside of the last <name>…</name>; an element that is never closed reaches to the end.
func lastElement(text, name string) (string, bool) {
	at, end, ok := lastElementAt(text, name)
	return text[at:end], ok
}

// lastElementAt gives where the inside of the last <name>…</name> begins and ends.
func lastElementAt(text, name string) (at, end int, ok bool) {
	if strings.IndexByte(text, '<') < 0 {
		return 0, 0, false
	}
	lower := strings.ToLower(text)
	if len(lower) != len(text) { // a letter whose lower case is longer would move the places
		lower = text
	}
	open := "<" + name + ">"
	if at = strings.LastIndex(lower, open); at < 0 {
		return 0, 0, false
	}
	at += len(open)
	if n := strings.Index(lower[at:], "</"+name+">"); n >= 0 {
		return at, at + n, true
	}
	return at, len(text), true
}

// boxNames are what stands before the brace that opens a box, maybe with space between.
var boxNames = [...]string{`\boxed`, `\fbox`}

// spaces are the signs that count as space in regular expressions.
const spaces = " \t\n\f\r"

// boxOpen gives where the next box of a text begins and where its brace stands; at is -1 where there is none.
func boxOpen(text string) (at, brace int) {
	for from := 0; ; {
		slash := strings.IndexByte(text[from:], '\\')
		if slash < 0 {
			return -1, -1
		}
		at = from + slash
		for _, name := range boxNames {
			if rest, ok := strings.CutPrefix(text[at:], name); ok {
				if rest = strings.TrimLeft(rest, spaces); strings.HasPrefix(rest, "{") {
					return at, len(text) - len(rest)
				}
			}
		}
		from = at + 1
	}
}

// boxed are the boxes of a text.
type boxed struct {
	insides []string
	before  string // what stands between the last box and the one before it
	after   string // what stands behind the last box
}

// boxes finds all outermost \boxed{…} and \fbox{…} that are not empty. Braces nest; a box that is never closed reaches to the
// end of its text.
func boxes(text string) boxed {
	var b boxed
	for {
		at, brace := boxOpen(text)
		if at < 0 {
			return b
		}
		inner, after := braced(text[brace:])
		if strings.TrimSpace(inner) != "" {
			b.insides = append(b.insides, inner)
			b.before, b.after = text[:at], after
		}
		text = after
	}
}

// braced splits a text that starts with a brace into the inside of the braces and what follows.
// Where none closes it, one behind a backslash does, which may be meant as it stands.
func braced(text string) (inner, after string) {
	for _, escapes := range [...]bool{true, false} {
		if at := closing(text, escapes); at >= 0 {
			return text[1:at], text[at+1:]
		}
	}
	return text[1:], ""
}

// closing gives where the brace is closed with which a text starts; -1 where it is not. With escapes what stands behind a backslash is no brace.
func closing(text string, escapes bool) int {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			if escapes {
				i++
			}
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// jsonAnswer gives the value of "answer" in the last JSON object of the text, when the object ends the text (a code fence
// may follow).
func jsonAnswer(text string) (string, bool) {
	text = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(text), "```"))
	if !strings.HasSuffix(text, "}") {
		return "", false
	}
	for at, tries := len(text), 0; tries < 50; tries++ {
		if at = strings.LastIndexByte(text[:at], '{'); at < 0 {
			return "", false
		}
		if rest := strings.TrimLeft(text[at+1:], " \t\r\n"); !strings.HasPrefix(rest, `"`) {
			continue // no object with members
		}
		var obj map[string]json.RawMessage
		if json.Unmarshal([]byte(text[at:]), &obj) != nil {
			continue
		}
		for _, key := range []string{"answer", "final_answer", "Answer", "答案"} {
			raw, ok := obj[key]
			if !ok {
				continue
			}
			var s string
			if json.Unmarshal(raw, &s) == nil {
				return s, true
			}
			return string(raw), true
		}
	}
	return "", false
}

// What announces a final answer; the answer is the rest of the line, or the next line. Each expression is tried where one of its words stands
// alone, for most texts have none of them.
var (
	announcedBy  = sieve.Lazy(`^(?i:(?:answers?|option|choice)(?:\s+(?:is|are|would be|=))?\s*[:：=]|answer\s+[-–—]\s|answers?\s+(?:is|are)\b)|^(?:答案|选项)\s*(?:应该?)?(?:是|为|选)?\s*[:：]|^(?:答案|选项)\s*(?:应该?)?(?:是|为|选)`)
	announcedAll = sieve.Lazy(`^(?i:options|choices)(?i:\s+(?:are|would be|=))?\s*[:：=]`)
	beforeAll    = sieve.Lazy(`(?i)\b(?:right|correct|true|chosen)\s+$`)
	beforeIt     = sieve.Lazy(`(?i)(?:(?:the\s+)?(?:final\s+|correct\s+)?|(?:最终|正确|所以|因此)?的?)$`)
)

// announcementsIn gives where the announcements of a text begin and end.
func announcementsIn(text string) [][]int {
	var out [][]int
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c|0x20 == 'a' && len(text) > i+5 && strings.EqualFold(text[i:i+6], "answer"):
		case c|0x20 == 'o' && len(text) > i+5 && strings.EqualFold(text[i:i+6], "option"):
		case c|0x20 == 'c' && len(text) > i+5 && strings.EqualFold(text[i:i+6], "choice"):
		case c == 0xe7 && strings.HasPrefix(text[i:], "答案"), c == 0xe9 && strings.HasPrefix(text[i:], "选项"):
		default:
			continue
		}
		here := announcement(text[i:])
		m := announcedBy().FindStringIndex(here)
		if m == nil {
			if m = announcedAll().FindStringIndex(here); m != nil && !beforeAll().MatchString(text[max(0, i-24):i]) {
				m = nil
			}
		}
		if m != nil {
			from := max(0, i-24)
			for from < i && !utf8.RuneStart(text[from]) {
				from++
			}
			out = append(out, []int{from + beforeIt().FindStringIndex(text[from:i])[0], i + m[1]})
			i += m[1] - 1
		}
	}
	return out
}

// longestAnnouncement is more than what an announcement holds, in bytes, without its blanks.
const longestAnnouncement = 64

// announcement gives as much of a text as an announcement at its beginning may take.
func announcement(text string) string {
	for i, n := 0, 0; i < len(text); i++ {
		if c := text[i]; c != ' ' && c != '\t' && c != '\n' && c != '\r' && c != '\f' {
			if n++; n > longestAnnouncement && utf8.RuneStart(c) {
				return text[:i]
			}
		}
	}
	return text
}

func announced(text string, lines span) (answerText, bool) {
	all := announcementsIn(text)
	for i := len(all) - 1; i >= 0; i-- {
		start := all[i][1]
		start += len(text[start:]) - len(strings.TrimLeft(text[start:], " \t*_:："))
		rest := text[start:]
		line, more, _ := strings.Cut(rest, "\n")
		switch clean := strings.Trim(line, " \t*_`$"); {
		case strings.Trim(clean, ":：\\[") == "" || lines != oneLine && strings.TrimSpace(more) != "" && (strings.HasSuffix(clean, ":") || strings.HasSuffix(clean, "：")):
			// The answer stands below; a bracket that opens there may span lines.
			more = strings.TrimLeft(more, " \t\r\n")
			switch first, _, _ := strings.Cut(more, "\n"); {
			case strings.HasPrefix(more, "[") && !balanced(first) || strings.HasPrefix(more, "```"):
				line = more
			case lines != oneLine:
				line = block(more)
			default:
				line = first
			}
			start = len(text) - len(more)
		case strings.HasPrefix(line, "[") && !balanced(line):
			line = rest
		}
		if strings.TrimSpace(line) != "" {
			a := single(line)
			from := 0
			if i > 0 {
				from = all[i-1][1]
			}
			a.before, a.after = text[from:all[i][1]], text[min(len(text), start+len(line)):]
			return a, true
		}
	}
	return answerText{}, false
}

var (
	// listLine finds a line that is one of several: of a list, of a table, a name with what belongs to it.
	listLine = sieve.Lazy(`^\s*(?:[-*•+·>]\s|\(?\d{1,3}[.)、:：]|\(?[A-Za-z][.)、:：]|\||\[|[^\s:：|]{1,24}(?:\s[^\s:：|]{1,24}){0,3}(?:\s*[:：]\s*|\s+[-–—=]\s+|——)\S|(?:[Oo]ption|[Cc]hoice|选项)\s*[A-Z]\b|[A-Z]\s+(?:is|不|错|对|✗|✓|❌|✅|✔|✘|(?i:yes|no|true|false|right|wrong|correct|incorrect|guilty|innocent)\b))`)
)

// block gives the lines at the start of a text that belong together: of a list or a table, with blank lines between them, or the
// first line alone.
func block(text string) string {
	end := 0
	for end < len(text) {
		line, _, _ := strings.Cut(text[end:], "\n")
		if strings.TrimSpace(line) != "" && !listLine().MatchString(line) {
			if end == 0 {
				return paragraph(text)
			}
			break
		}
		end = min(len(text), end+len(line)+1)
	}
	return text[:end]
}

// paragraph gives the lines up to the first blank one, when each is short enough to be an item, else the first line.
func paragraph(text string) string {
	first, _, _ := strings.Cut(text, "\n")
	end := 0
	for end < len(text) {
		line, _, _ := strings.Cut(text[end:], "\n")
		if strings.TrimSpace(line) == "" {
			break
		}
		if len(line) > 60 || strings.ContainsAny(line, ".!?。！？") {
			return first
		}
		end = min(len(text), end+len(line)+1)
	}
	return text[:end]
}

func balanced(s string) bool { return strings.Count(s, "[") <= strings.Count(s, "]") }

// bracketRows gives the lines at the end that make up one list over several lines, or several lists of a line each.
func bracketRows(lines []string) string {
	best := ""
	for j := len(lines) - 1; j >= 0 && len(lines)-j <= 100; j-- {
		line := strings.TrimSpace(lines[j])
		joined := strings.Join(lines[j:], "\n")
		switch {
		case strings.HasPrefix(line, "[") && balanced(joined):
			best = joined
		case best != "" || line == "":
			return best
		}
	}
	return best
}

// lastParagraphLine gives the last line with a letter or a digit in it that is more than polite; a list that ends the text is
// given whole.
func lastParagraphLine(text string, whole span) string {
	lines := strings.Split(text, "\n")
	for i, left := len(lines)-1, 5; i >= 0; i-- {
		line := strings.TrimSpace(lines[i])
		if strings.HasSuffix(line, "]") {
			if rows := bracketRows(lines[:i+1]); rows != "" {
				return rows
			}
		}
		if strings.IndexFunc(line, isContent) < 0 {
			continue
		}
		if left > 0 && i > 0 && len(line) < 120 && polite(line) {
			left--
			continue
		}
		if whole != oneLine && listLine().MatchString(lines[i]) {
			from := i
			for from > 0 && (listLine().MatchString(lines[from-1]) || strings.TrimSpace(lines[from-1]) == "" && from > 1 && listLine().MatchString(lines[from-2])) {
				from--
			}
			if from < i && steps(lines[from:i]) && whole != severalLines {
				return step().ReplaceAllString(line, "")
			}
			if from < i {
				return strings.Join(lines[from:i+1], "\n")
			}
		}
		if i > 0 && whole == oneLine && step().MatchString(line) && step().MatchString(lines[i-1]) {
			return step().ReplaceAllString(line, "") // the last of some steps
		}
		if whole == severalLines {
			// A name in each of the last lines.
			from := i
			for from > 0 && bareName(lines[from]) && bareName(lines[from-1]) {
				from--
			}
			if from < i {
				return strings.Join(lines[from:i+1], "\n")
			}
		}
		if n := fields(line); whole != oneLine && n > 1 {
			from := i
			for from > 0 && fields(lines[from-1]) == n {
				from--
			}
			return strings.Join(lines[from:i+1], "\n")
		}
		return line
	}
	return strings.TrimSpace(lines[0])
}

// step finds the number or the bullet of a step before a sentence.
var step = sieve.Lazy(`^\s*(?:(?:[Ss]tep\s+)?\(?\d{1,2}[.):]|[-*•])\s+`)

// steps reports whether some lines are sentences of working.
func steps(lines []string) bool {
	long := false
	for _, l := range lines {
		if l = strings.TrimSpace(l); l != "" {
			long = long || step().MatchString(l) && len(strings.Fields(l)) > 6 && strings.HasSuffix(l, ".")
		}
	}
	return long
}

// fields gives how many fields a line has that may be a row of a list of lists; 0 where it is none.
func fields(line string) int {
	line = strings.TrimSpace(line)
	if n := strings.Count(line, ",") + strings.Count(line, "，") + strings.Count(line, "、"); n > 0 && len(line) < 200 && !strings.ContainsAny(line, ".!?。:：") {
		return n + 1
	}
	if strings.Trim(line, "0123456789 \t-.") == "" {
		return len(strings.Fields(line))
	}
	return 0
}

// polite reports whether a line says nothing but thanks and good wishes.
func polite(line string) bool {
	tokens := tokenize(plain(line))
	words := 0
	for i := 0; i < len(tokens); {
		c, n := phraseAt(tokens, i)
		if c&(frames|refers) == 0 && tokens[i].kind != signToken {
			return false
		}
		words += n
		i += n
	}
	return words > 1
}
