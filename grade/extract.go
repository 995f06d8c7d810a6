package grade

import (
	"encoding/json"
	"regexp"
	"strings"
	"unicode/utf8"
)

// answerText is where an answer's text states its final answer.
type answerText struct {
	offers []string // the final answers in their order, as they stand; the last one counts
	boxed  bool     // whether they were marked one by one, so that several may be the parts of one answer
}

// extract finds the final answer in a text, behind what is marked as reasoning. The first of these that is there decides: the last <answer> element, \boxed{}
// (inside that element, if there is one), a JSON object with "answer" at the end, the last line that announces the final
// answer, the last line.
func extract(text string) answerText {
	text = afterReasoning(strings.ToValidUTF8(text, "\uFFFD"))
	if inner, ok := lastElement(text, "answer"); ok {
		text = inner
		if b := boxes(text); len(b) > 0 {
			return answerText{b, true}
		}
		return single(text)
	}
	if b := boxes(text); len(b) > 0 {
		return answerText{b, true}
	}
	text = tail(text, maxTail)
	if a, ok := jsonAnswer(text); ok {
		return single(a)
	}
	if a, ok := announced(text); ok {
		return single(a)
	}
	return single(lastParagraphLine(text))
}

// What some models mark as their reasoning.
var (
	reasoningEnds   = regexp.MustCompile(`(?i)</(?:think|thinking|reasoning|thought)>`)
	reasoningBegins = regexp.MustCompile(`(?i)<(?:think|thinking|reasoning|thought)>`)
)

// afterReasoning leaves out the part of a text that its writer marks as reasoning, also one that was cut off: no answer is in
// it.
func afterReasoning(text string) string {
	if all := reasoningEnds.FindAllStringIndex(text, -1); len(all) > 0 {
		text = text[all[len(all)-1][1]:]
	}
	if loc := reasoningBegins.FindStringIndex(text); loc != nil {
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
	lower := strings.ToLower(text)
	if len(lower) != len(text) { // a letter whose lower case is longer would move the places
		lower = text
	}
	open := "<" + name + ">"
	at := strings.LastIndex(lower, open)
	if at < 0 {
		return "", false
	}
	inner := text[at+len(open):]
	if end := strings.Index(strings.ToLower(inner), "</"+name+">"); end >= 0 && end <= len(inner) {
		inner = inner[:end]
	}
	return inner, true
}

var boxOpen = regexp.MustCompile(`\\(?:boxed|fbox)\s*\{`)

// boxes gives the insides of all outermost \boxed{…} and \fbox{…}. Braces nest; a box that is never closed reaches to the
// end of its text.
func boxes(text string) []string {
	var out []string
	for {
		loc := boxOpen.FindStringIndex(text)
		if loc == nil {
			return out
		}
		inner, after := braced(text[loc[1]-1:])
		if strings.TrimSpace(inner) != "" {
			out = append(out, inner)
		}
		text = after
	}
}

// braced splits a text that starts with a brace into the inside of the braces and what follows.
func braced(text string) (inner, after string) {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return text[1:i], text[i+1:]
			}
		}
	}
	return text[1:], ""
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

// announcement finds what announces a final answer; the answer is the rest of the line, or the next line.
var announcement = regexp.MustCompile(`(?i)(?:(?:the\s+)?(?:final\s+|correct\s+)?(?:answer|option|choice)(?:s)?(?:\s+(?:is|are|would be|=))?\s*[:：=]|(?:final\s+)?answers?\s+(?:is|are)\b|(?:最终|正确|所以|因此)?(?:的)?(?:答案|选项)\s*(?:应该?)?(?:是|为|选)?\s*[:：]|(?:最终|正确|所以|因此)?(?:的)?(?:答案|选项)\s*(?:应该?)?(?:是|为|选))`)

func announced(text string) (string, bool) {
	all := announcement.FindAllStringIndex(text, -1)
	for i := len(all) - 1; i >= 0; i-- {
		rest := strings.TrimLeft(text[all[i][1]:], " \t*_:：")
		line, more, _ := strings.Cut(rest, "\n")
		if strings.Trim(line, " \t*_:：`$") == "" {
			// The answer stands below; a bracket that opens there may span lines.
			line = strings.TrimSpace(more)
			if !strings.HasPrefix(line, "[") && !strings.HasPrefix(line, "```") {
				line, _, _ = strings.Cut(line, "\n")
			}
		} else if strings.HasPrefix(line, "[") && !balanced(line) {
			line = rest
		}
		if strings.TrimSpace(line) != "" {
			return line, true
		}
	}
	return "", false
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

// lastParagraphLine gives the last line with a letter or a digit in it; a list that ends the text is given whole.
func lastParagraphLine(text string) string {
	lines := strings.Split(text, "\n")
	for i := len(lines) - 1; i >= 0; i-- {
		line := strings.TrimSpace(lines[i])
		if strings.HasSuffix(line, "]") {
			if rows := bracketRows(lines[:i+1]); rows != "" {
				return rows
			}
		}
		if strings.IndexFunc(line, isContent) >= 0 {
			return line
		}
	}
	return ""
}
