package grade

import (
	"strings"

	"github.com/quandary-puzzles/quandary/internal/sieve"
)

// maxContext is how much of what stands round an answer is read for what it does to the answer, in bytes.
const (
	maxContext = 400
	maxBehind  = 16 << 10
)

// marker stands for the answer in what stands round it.
const marker = "\x01"

// contextLanguage finds the place of the answer, and other answers that are offered beside it.
type contextLanguage struct{}

func (contextLanguage) find(tokens []token, at int, before []unit) found {
	if tokens[at].text == marker {
		return found{value: 0, n: 1}
	}
	t := tokens[at]
	if t.kind == signToken && t.text != "[" || t.kind == lineToken {
		return found{}
	}
	c, _ := phraseAt(tokens, at)
	if t.text == "a" && t.capital {
		c = 0 // the letter
	}
	switch {
	case c&(frames|refers|hedges|limits|rejects|accepts|negates|others|links|either) != 0:
	case len(before) > 1 && before[len(before)-1].is(either) && before[len(before)-2].value != noValue:
		return found{value: otherValue, n: 1} // 7 or 8
	case at+2 < len(tokens) && tokens[at+2].text == marker:
		if c, _ := phraseAt(tokens, at+1); c&either != 0 {
			return found{value: otherValue, n: 1}
		}
	}
	return found{}
}

func (contextLanguage) fits([]unit, int) stance { return affirmed }

func (contextLanguage) rival([]unit) bool { return false }

// doubts finds, behind an answer, a sentence that makes a guess of it, or offers another one.
var doubts = sieve.MustCompile(`(?i)\b(?:i'?m|i am|we are) (?:\w+ )?not (?:\w+ )?(?:sure|certain|confident|positive)|(?:^|[.!;]\s*)not (?:\w+ )?(?:sure|certain|confident)|\b(?:just|only|merely|wild|best|educated) (?:a |an )?guess|\bi(?:'m| am) (?:just )?guessing|\b(?:i|it|this|that|which) (?:may|might|could) be (?:wrong|incorrect|mistaken|off)|\b(?:it|the answer|the result) (?:may|might|could) (?:also |as well |equally |instead |even |just as well )?be\b|\bor (?:maybe|perhaps|possibly)\b|\banother (?:possible |valid )?(?:answer|option|solution)\b|\bor (?:it|the answer) (?:is|could|may|might)|(?:is|are) also (?:possible|valid|an answer|correct|right)|(?:^|\n)\s*(?:or|或|或者)\s*\S|不确定|不太确定|没把握|我猜|只是猜|也可能|可能是错|也有可能|不一定对|不敢保证|也许是|或许是`)

// corrected finds where a text goes back on what it said.
var corrected = sieve.MustCompile(`(?i)(?:^|[.!?\n]\s*)no[,:—]|(?:^|[\s.!?;:,*_(—-])(?:wait|oops|whoops|actually|correction|scratch that|strike that|on second thoughts?|i made (?:a|an) (?:mistake|error)|i was wrong|my mistake|hold on|make that|sorry|i mean(?:t)?|i misread|i miscounted|i take (?:that|it) back|let me re(?:do|consider|think|compute|calculate|check))|等等|等一下|更正|纠正|不对[，,。！!]|算错|说错|我错了|抱歉|修正|改为|重新计算|收回|撤回`)

// confirmed finds that what follows a doubt ends well.
var confirmed = sieve.MustCompile(`(?i)\b(?:yes|confirmed|checks? out|is (?:indeed )?(?:right|correct|fine|consistent)|it holds|still holds|all (?:clues|conditions) (?:hold|are met|are satisfied)|works)\b|✓|✔|✅|没错|无误|确认|是对的|正确`)

// context judges an answer by what stands round it. A text behind it that corrects it is given back: the answer is then read
// from both.
func (a answerText) context() (s stance, detail, correction string) {
	before := onlyPossible.ReplaceAllString(lastSentence(a.before), "$1")
	after, _, _ := strings.Cut(strings.TrimLeft(head(a.after, maxContext), "$} \t*_`\\])\""), "\n")
	if at := sentenceEnd().FindStringIndex(after); at != nil {
		after = after[:at[1]]
	}
	if s, detail = around(before + " " + marker + " " + after); s != affirmed {
		return s, detail, ""
	}
	behind := head(a.after, maxBehind)
	if strings.Trim(behind, " \t\r\n.}$*]\\)。") == "" {
		return affirmed, "", ""
	}
	if at := takenBack.FindString(behind); at != "" {
		if n := strings.Index(behind, at); !valueClaim().MatchString(behind[n+len(at):]) {
			return unsettled, "the answer is taken back: " + strings.Join(strings.Fields(at), " "), ""
		}
	}
	if at := corrected.FindStringIndex(behind); at != nil {
		return affirmed, "", behind[at[0]:]
	}
	if at := doubts.FindString(behind); at != "" {
		return unsettled, "the text doubts the answer: " + strings.Join(strings.Fields(at), " "), ""
	}
	return affirmed, "", ""
}

// onlyPossible finds that nothing else is possible, which is no hedge.
var onlyPossible = sieve.MustCompile(`只有(\p{Han}{1,4})可能`)

// weigh judges the answer by what stands round it, and puts right what is corrected behind it. It says why nothing is claimed, or
// nothing.
func (a *answerText) weigh(types []answerType) string {
	s, detail, correction := a.context()
	if s != affirmed {
		return detail
	}
	last := &a.offers[len(a.offers)-1]
	single := len(types) == 1 && len(types[0].order) == 0
	if single && types[0].atoms == numeral && a.boxed {
		*last = signBefore(a.before) + *last + scaleBehind(a.after)
	}
	switch {
	case correction == "":
	case single:
		*last += ". " + correction
	case strings.Contains(correction, "["):
		again := extract(correction, linesOfList)
		if len(again.offers) == 0 || again.before == a.before {
			return "the answer is taken back"
		}
		a.offers, a.boxed = append(a.offers[:0:0], again.offers...), again.boxed
	case !confirmed.MatchString(correction):
		return "the answer is taken back"
	}
	return ""
}

// signBefore gives the sign that stands before a box and belongs to its number.
func signBefore(before string) string {
	if before = strings.TrimRight(before, "$\\([{"); strings.HasSuffix(before, "-") || strings.HasSuffix(before, "−") {
		if rest := strings.TrimRight(strings.TrimRight(before, "-−"), " \t"); rest != "" && !strings.HasSuffix(rest, "\n") {
			return "-"
		}
	}
	return ""
}

// scaleBehind gives the word behind a box that multiplies or divides its number.
func scaleBehind(after string) string {
	tokens := tokenize(plain(head(strings.TrimLeft(after, "}$ "), 24)))
	if len(tokens) == 0 {
		return ""
	}
	t := tokens[0].text
	if u, n := (scanner{tokens}).unit(0); n > 0 {
		return " " + u
	}
	switch {
	case scales[t] > 0, t == "%", t == "percent", t == "per" && len(tokens) > 1 && tokens[1].text == "cent", t == "‰":
		if t == "per" {
			t = "percent"
		}
		return " " + t
	}
	return ""
}

// around judges an answer by the sentence in which its marker stands.
func around(text string) (stance, string) {
	if strings.TrimSpace(text) == marker || text == "" {
		return affirmed, ""
	}
	for _, c := range read(tokenize(plain(text)), contextLanguage{}).claims {
		switch {
		case c.stance == denied && c.value == 0:
			return denied, "the text denies the answer"
		case c.stance == unsettled:
			return unsettled, "the text hedges or bounds the answer"
		case c.stance == affirmed && c.value == otherValue:
			return unsettled, "the text offers another answer beside it"
		}
	}
	return affirmed, ""
}

// valueClaim finds that a text goes on to an answer.
var valueClaim = sieve.Lazy(`(?i)\b(?:is|be|answer|equals)\b|[:：=]|是|为`)

var sentenceEnd = sieve.Lazy(`[.!?]\s|[。！？]`)

// head gives the beginning of a text, whole runes only.
func head(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "")
}

// lastSentence gives the sentence that a text breaks off in. Markup alone makes no line, and a line goes on behind its end where
// it has to.
func lastSentence(text string) string {
	text = tail(text, maxContext)
	clean := strings.TrimRight(text, " \t\r\n$*_#`([\\-")
	ended := strings.Contains(text[len(clean):], "\n")
	text = clean
	if at := strings.LastIndexByte(text, '\n'); at >= 0 {
		text = text[at+1:]
	}
	for i := len(text) - 2; i >= 0; i-- {
		if c := text[i]; (c == '.' || c == '!' || c == '?') && (text[i+1] == ' ' || text[i+1] == '\t') {
			text = text[i+2:]
			break
		}
	}
	for _, end := range [...]string{"。", "！", "？"} {
		if at := strings.LastIndex(text, end); at >= 0 {
			text = text[at+len(end):]
		}
	}
	if ended && !strings.HasSuffix(text, ":") && !strings.HasSuffix(text, "：") {
		words := strings.Fields(text)
		if len(words) == 0 {
			return ""
		}
		tokens := tokenize(plain(words[len(words)-1]))
		if c, _ := phraseAt(tokens, max(0, len(tokens)-1)); c&opens != 0 || c&(links|negates|hedges|limits) == 0 {
			return ""
		}
	}
	return text
}
