package blanks

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// numbered is a line with an answer. Markup may stand round the number, the end of thoughts or a word such as "Answer:" before it.
var numbered = regexp.MustCompile(`^(?:.*</think(?:ing)?>)?[\s>*•#-]*(?:(?i:(?:my |the )?(?:final )?answers?)(?: is| are)?[*_]*\s*[:：][\s*_]*)?(?:[Bb]lank\s*#?)?[(_*\[]*(\d{1,3})[)_*\]]*\s*(?:[:.)=：、]|->|→)\s*(.*?)\s*$`)

// bold is a number in bold face together with what stands behind it.
var bold = regexp.MustCompile(`\*\*(?:[Bb]lank\s*#?)?(\d{1,3})\s*[:.)：]\s*\*\*`)

// ReadAnswers reads an answer text: lines such as "1: x", answers joined by "====", or, for one blank, the answer alone. Letters
// stand for options that are no option themselves. What is left out is empty.
func (s *Sheet) ReadAnswers(text string) ([]string, error) {
	n := len(s.Blanks)
	out := make([]string, n)
	found := 0
	if strings.Contains(text, "====") {
		parts := strings.Split(text, "====")
		if len(parts) != n {
			return nil, fmt.Errorf("expected %d answers joined by ====, found %d", n, len(parts))
		}
		for i, p := range parts {
			out[i] = s.Blanks[i].Read(p)
		}
		return out, nil
	}
	for line := range strings.Lines(text) {
		m := numbered.FindStringSubmatch(bold.ReplaceAllString(strings.TrimRight(line, "\n"), "$1: "))
		if m == nil {
			continue
		}
		k, err := strconv.Atoi(m[1])
		if err != nil || k < 1 || k > n || m[2] == "" {
			continue
		}
		if a := s.Blanks[k-1].Read(m[2]); out[k-1] == "" || out[k-1] != a {
			if out[k-1] == "" {
				found++
			}
			out[k-1] = a
		}
	}
	if found == 0 {
		if a := s.Blanks[0].Read(text); n == 1 && a != "" && !strings.Contains(a, "\n") {
			return []string{a}, nil
		}
		return nil, fmt.Errorf("expected an answer for each of %d blanks, a line each, such as 1: %s", n, "...")
	}
	if found < n {
		for i, a := range out {
			if a == "" {
				return nil, fmt.Errorf("there is no answer for blank %d", i+1)
			}
		}
	}
	return out, nil
}

// Read gives the text that an answer to the blank stands for: without quotes of markup round it, and the option of a letter.
func (b *Blank) Read(text string) string {
	text = strings.TrimSpace(text)
	for _, o := range b.Options {
		if o == text {
			return o
		}
	}
	if t := strings.Trim(text, "`"); t != text && t != "" {
		return b.Read(t)
	}
	for i, o := range b.Options {
		l := Letter(i)
		if strings.EqualFold(text, l) || strings.EqualFold(text, l+".") || strings.EqualFold(text, l+")") || text == l+". "+o || text == "("+l+")" {
			return o
		}
	}
	for _, o := range b.Options { // white space does not count between tokens, as far as can be told
		if strings.Join(strings.Fields(o), "") == strings.Join(strings.Fields(text), "") && !strings.ContainsAny(o, `'"`) {
			return o
		}
	}
	return text
}
