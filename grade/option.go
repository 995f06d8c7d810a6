package grade

import (
	"regexp"
	"sort"
	"strings"
)

// maxLetter is the last letter that an option may have.
const maxLetter = 'Z'

// optionLine finds the options in a question: a letter, a point or a bracket, and the text.
var optionLine = regexp.MustCompile(`(?m)^[ \t]*\(?([A-Z])[.)、:：．][ \t]*(.*?)[ \t]*$`)

// leading finds a letter that stands for an option at the start of an answer: alone, or with a sign behind it.
var leading = regexp.MustCompile(`^(?:[Oo]ption|[Cc]hoice|选项|选择|选|答案)?\s*[(\[{]?\s*([A-Za-z])\s*(?:$|[.):,;\]}，。、（(]|\s+-|\s)`)

// markLetters marks an answer that names options by letter.
func (t answerType) markLetters(p *Part, ref, text, problem string) {
	want := t.letterSet(ref, "")
	options := problem
	if len(want) == 0 { // the reference states the option's text instead of its letter
		t.markOptionText(p, ref, text)
		return
	}
	got := t.letterSet(text, options)
	p.Extracted = string(got)
	switch {
	case len(got) == 0:
		p.Extracted = strings.TrimSpace(text)
		p.Reason = Wrong // there is a text, and it names no option
	case !t.many && len(got) > 1:
		p.Reason = Ambiguous
	case string(got) == string(want):
		p.Correct, p.Score, p.Reason = true, 1, Right
	default:
		p.Reason = Wrong
		if t.many {
			// Right letters count, wrong ones take away, so that naming every option earns nothing.
			hits := 0
			for _, r := range got {
				if strings.ContainsRune(string(want), r) {
					hits++
				} else {
					hits--
				}
			}
			if hits > 0 {
				p.Score, p.Reason = float64(hits)/float64(len(want)), Partial
			}
		}
	}
}

// markOptionText compares the option's text, without a letter before it.
func (t answerType) markOptionText(p *Part, ref, text string) {
	clean := plain(text)
	if m := leading.FindStringSubmatchIndex(clean); m != nil && m[3] < len(clean) {
		if rest := strings.TrimLeft(clean[m[3]:], " .):,;]}-"); compareNames(ref, rest) == Right {
			clean = rest
		}
	}
	p.Reason = auto.compare(ref, clean)
	if p.Correct = p.Reason == Right; p.Correct {
		p.Score = 1
	}
}

// letterSet gives the letters that a text names, sorted, each once. With a question at hand, a text that is one of its
// options word for word stands for that option's letter.
func (t answerType) letterSet(text, problem string) []rune {
	clean := strings.Trim(strings.TrimSpace(plain(text)), ".。;!\"'")
	if set := onlyLetters(clean); set != nil {
		return set
	}
	if m := leading.FindStringSubmatch(clean); m != nil {
		if rest := clean[len(m[0]):]; !t.many || onlyLetters(rest) == nil {
			return []rune(strings.ToUpper(m[1]))
		}
	}
	var set []rune
	for _, m := range optionLine.FindAllStringSubmatch(problem, -1) {
		if name(m[2]) != "" && name(m[2]) == name(clean) {
			set = append(set, rune(m[1][0]))
		}
	}
	if len(set) == 1 {
		return set
	}
	return nil
}

var letterJoin = strings.NewReplacer("and", " ", "or", " ", "和", " ", "与", " ", "或", " ", "及", " ", "选项", " ", "选", " ",
	"Options", " ", "options", " ", "Option", " ", "option", " ")

// onlyLetters gives the letters of a text that holds nothing but single option letters and what joins them: "A", "(B)",
// "A, C", "ACD", "b and c". Letters written together must be upper case or in rising order, so that words stay words.
func onlyLetters(text string) []rune {
	seen := map[rune]bool{}
	fields := strings.FieldsFunc(letterJoin.Replace(text), func(r rune) bool { return strings.ContainsRune(" \t\n,;/&+()[]{}|.'\":-", r) })
	for _, f := range fields {
		upper := strings.ToUpper(f)
		for i, r := range upper {
			if r < 'A' || r > maxLetter {
				return nil
			}
			if len(f) > 1 && i > 0 && upper[i-1] >= upper[i] {
				return nil
			}
			seen[r] = true
		}
		if len(f) > 1 && upper != f && len(f) > 4 {
			return nil
		}
	}
	var set []rune
	for r := range seen {
		set = append(set, r)
	}
	sort.Slice(set, func(i, j int) bool { return set[i] < set[j] })
	return set
}
