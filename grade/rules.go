package grade

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/quandary-puzzles/quandary/internal/sieve"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// selfMarker is an instance that marks answers itself: ByRules leaves it to it.
type selfMarker interface {
	MarkAnswer(text string) Mark
}

// ByRules marks an answer to a puzzle by the puzzle's rules. The solution, when it is known to be the only one, is what
// partial credit is measured by; it may be nil.
func ByRules(inst puzzle.Instance, sol puzzle.Solution, text string) Mark {
	return byRules(inst, inst.Extras, func() puzzle.Solution { return sol }, text)
}

// byRules is ByRules with what the instance offers, and with a solution that is looked for where partial credit needs it.
func byRules(inst puzzle.Instance, offers func() puzzle.Extras, solution func() puzzle.Solution, text string) Mark {
	if m, ok := inst.(selfMarker); ok {
		return m.MarkAnswer(text)
	}
	checker, ok := inst.(puzzle.AnswerChecker)
	judge, judges := inst.(puzzle.Solver)
	if !ok || !judges {
		return Mark{Reason: BadReference, Detail: "this family does not judge answers"}
	}
	switch {
	case strings.TrimSpace(text) == "":
		return Mark{Reason: Empty}
	case len(text) > MaxAnswer:
		return Mark{Reason: TooLong, Detail: fmt.Sprintf("%d bytes, at most %d are read", len(text), MaxAnswer)}
	}
	if !utf8.ValidString(text) { // looked at first, as most are
		text = strings.ToValidUTF8(text, "\uFFFD")
	}
	text = afterReasoning(text)
	var got puzzle.Solution
	var m Mark
	extras := offers()
	read := checker.ReadAnswer
	if extras.FindAnswers != nil {
		begun := false
		if got, begun, m = final(extras.FindAnswers, text); extras.ReadOther != nil {
			read = func(part string) (puzzle.Solution, error) {
				if part == text {
					return extras.ReadOther(part, begun)
				}
				return checker.ReadAnswer(part)
			}
		}
	}
	if m.Reason == "" && got == nil {
		if extras.ReadOther == nil {
			if fact := singleFact(inst, extras.FindAnswers, solution); fact != "" {
				return Answer(Reference{Answer: fact, EvalType: "nominal"}, text)
			}
		}
		got, m = wholeText(read, text)
	}
	if got == nil {
		return m
	}
	if err := judge.CheckSolution(got); err != nil {
		m.Reason, m.Detail = BreaksRule, err.Error()
		if credit := extras.Credit; credit != nil {
			if sol := solution(); sol != nil {
				m.Score = credit(got, sol) / float64(m.Offered)
			}
		}
		return m
	}
	m.Correct, m.Score, m.Reason = true, 1/float64(m.Offered), Right
	return m
}

// singleFact gives the answer to a puzzle that asks for a name and not for a whole solution: one that its family does not find
// in texts. It is empty for all others.
func singleFact(inst puzzle.Instance, find func(string) []puzzle.Stated, solution func() puzzle.Solution) string {
	w, worded := inst.(puzzle.Worded)
	if find == nil || !worded || w.EvalType() != "nominal" {
		return ""
	}
	sol := solution()
	if sol == nil {
		return ""
	}
	if answer := w.AnswerText(sol, "en"); !strings.Contains(strings.TrimSpace(answer), "\n") && len(find(answer)) == 0 {
		return answer
	}
	return ""
}

// place is a part of a text in which the answer is looked for.
type place struct {
	text   string
	before string // what stands before it
	after  string // what stands behind it
	only   bool   // the writer marked its end too: everything in it is the answer
}

// final finds the final answer among the solutions that a text states: the last one of the first place that states any. A mark
// without a solution says why none of them is the answer; without either the text states no solution, but may have begun one.
func final(find func(string) []puzzle.Stated, text string) (got puzzle.Solution, begun bool, m Mark) {
	for _, p := range marked(text) {
		if found := find(p.text); len(found) > 0 {
			got, m = p.choose(found)
			return got, true, m
		}
	}
	found := find(text)
	if len(found) == 0 {
		return nil, false, Mark{}
	}
	from, ok := announcedFrom(text, found)
	if !ok {
		return nil, true, Mark{} // nothing but unfinished ones: working
	}
	got, m = place{text: text}.choose(found[from:])
	return got, true, m
}

// announcedFrom gives the first of the solutions among which the answer is: the last one that is announced as final or, where
// none is, the first one that is announced at all, or else the first. What stands before it is working.
func announcedFrom(text string, found []puzzle.Stated) (from int, ok bool) {
	final, plain, whole := -1, -1, false
	behind := 0
	last := false // whether the last one is announced
	for i, s := range found {
		gap := text[behind:max(behind, s.Start)]
		if line, _, _ := strings.Cut(text[s.Start:s.End], "\n"); s.Start >= behind {
			gap += line // the announcement may stand in the line of the solution
		}
		behind = s.End
		said := announcements(gap)
		last = len(said) > 0
		for _, a := range said {
			if asFinal().MatchString(a) {
				final = i
			}
		}
		if s.Solution != nil {
			whole = true
			if last && plain < 0 {
				plain = i
			}
		}
	}
	switch {
	case final >= 0:
		return final, true
	case plain >= 0:
		return plain, true
	case last:
		return len(found) - 1, true
	}
	return 0, whole
}

// announcements lists what in a text announces an answer or a solution.
func announcements(text string) []string {
	var said []string
	for _, at := range announcementsIn(text) {
		said = append(said, text[at[0]:at[1]])
	}
	said = append(said, solutionHeading.FindAllString(text, -1)...)
	return said
}

// marked lists the places that a text marks as its answer, from where they begin to where they end, the most explicit first.
func marked(text string) []place {
	var out []place
	add := func(inner string) {
		before, after, _ := cutLast(text, inner)
		out = append(out, place{inner, beforeMark(tail(before, maxContext)), after, true})
	}
	inner, ok := lastElement(text, "answer")
	if ok && strings.TrimSpace(inner) != "" {
		if b := boxes(inner).insides; len(b) > 0 {
			add(b[len(b)-1])
		}
		add(inner)
	}
	if b := boxes(text).insides; len(b) > 0 && !ok {
		add(b[len(b)-1])
		if len(b) > 1 {
			out = append(out, place{text: strings.Join(b, "\n"), only: true}) // a row or a line in each
		}
	}
	if a, ok := jsonAnswer(text); ok {
		out = append(out, place{text: a, only: true})
	}
	return out
}

// beforeMark leaves out the opening of a box or an element at the end of what stands before its inside.
func beforeMark(text string) string {
	if outside, ok := cutSuffixFold(text, "<answer>"); ok {
		return outside
	}
	if name, ok := strings.CutSuffix(text, "{"); ok {
		name = strings.TrimRight(name, spaces)
		for _, box := range boxNames {
			if outside, ok := cutSuffixFold(name, box); ok {
				return outside
			}
		}
	}
	return text
}

// cutSuffixFold is strings.CutSuffix for a suffix in small letters of ASCII, whatever the letters of the text.
func cutSuffixFold(text, suffix string) (string, bool) {
	at := len(text) - len(suffix)
	if at < 0 || !strings.EqualFold(text[at:], suffix) {
		return text, false
	}
	return text[:at], true
}

// cutLast cuts a text at the last place where a part of it stands.
func cutLast(text, part string) (before, after string, ok bool) {
	at := strings.LastIndex(text, part)
	if at < 0 {
		return text, "", false
	}
	return text[:at], text[at+len(part):], true
}

// choose gives the answer among the solutions of a place.
func (p place) choose(found []puzzle.Stated) (puzzle.Solution, Mark) {
	var whole []puzzle.Stated
	for _, s := range found {
		if s.Solution != nil {
			whole = append(whole, s)
		}
	}
	if len(whole) == 0 {
		return nil, Mark{Reason: Unparsed, Detail: "the final answer is not complete"}
	}
	last := whole[len(whole)-1]
	which := make([]int, len(whole)) // the number of the first that is the same
	offered := 0
	for i, s := range whole {
		if which[i] = slices.IndexFunc(whole[:i], func(o puzzle.Stated) bool { return puzzle.Same(o.Solution, s.Solution) }); which[i] < 0 {
			which[i] = i
			offered++
		}
	}
	m := Mark{Extracted: strings.TrimSpace(p.text[last.Start:last.End]), Offered: offered}
	for i, s := range whole[:len(whole)-1] {
		next := whole[i+1]
		if which[i] == which[i+1] {
			continue
		}
		if p.only || !replaced.MatchString(p.text[s.End:max(s.End, next.Start)]) {
			m.Reason = Ambiguous
			m.Detail = fmt.Sprintf("%d different solutions, and the text does not say which one is meant", offered)
			return nil, m
		}
	}
	if at := takenBack.FindString(p.text[last.End:] + "\n" + p.after); at != "" {
		m.Reason, m.Detail = Unparsed, fmt.Sprintf("the answer is taken back: %q", strings.Join(strings.Fields(at), " "))
		return nil, m
	}
	if detail := doubted(tail(p.before, maxContext)+p.text[:last.Start], p.text[last.End:]+p.after); detail != "" {
		m.Reason, m.Detail = Unclaimed, detail
		return nil, m
	}
	return last.Solution, m
}

// doubted says how the words round a solution deny, hedge or doubt it; "" where they do not.
func doubted(before, after string) string {
	line, _, _ := strings.Cut(head(after, maxContext), "\n")
	if s, detail := around(lastSentence(before) + " " + marker + " " + line); s != affirmed {
		return detail
	}
	if at := doubts.FindString(head(after, maxContext)); at != "" {
		return "the text doubts the answer: " + strings.Join(strings.Fields(at), " ")
	}
	return ""
}

// solutionHeading finds what announces a whole solution, besides what announces an answer: "Completed grid:", "## Solution".
var solutionHeading = sieve.MustCompile(`(?im)(?:\b(?:final|completed?|solved|full|filled(?:-in)?|finished|correct(?:ed)?|revised)\s+(?:\w+\s+)?(?:grid|board|sudoku|fillomino|puzzle|table|solution|arrangement|assignment|answer)s?\b|\bsolution\b)[^\n:：=]{0,40}(?:[:：]|\*\*\s*$|$)|(?:最终|完整)[^\n:：]{0,12}[:：]`)

// asFinal finds that an announcement replaces what was announced before.
var asFinal = sieve.Lazy(`(?i)\b(?:final|correct(?:ed)?|revised)\b|最终|正确`)

var (
	// replaced finds, between two solutions, that the first is not the answer.
	replaced = sieve.MustCompile(`(?i)\b(?:wait|actually|oops|sorry|hmm|instead|however|wrong|incorrect|invalid|mistaken?|mistakes|errors?|conflicts?|contradict\w*|violat\w*|breaks?|correct(?:ed|ion|ing)|revis\w+|fix(?:ed|ing)?|redo|retry|again|doesn'?t work|does not work|fails?|impossible|not (?:right|valid|correct))\b|不对|错|更正|修正|等等|矛盾|重新`)
	// takenBack finds, behind a solution, a sentence that says that it is no longer the answer.
	takenBack = sieve.MustCompile(`(?im)(?:^|[.!?:;,—]\s+|。|！)[\s*_>]*(?:(?:wait|actually|hmm+|sorry|oops|no|oh|but|however)\b[\s,.!…—-]*){0,3}(?:` +
		`(?:that|this|it|the above|(?:my|the|one|some)\s+(?:\w+\s+)?(?:rows?|columns?|lines?|cells?|box(?:es)?|clues?|values?)|(?:my|the|this|that) (?:above )?(?:answer|grid|board|solution|table)(?: above)?)(?:\s+is|\s+are|\s+was|'s|’s)\s+(?:actually\s+|clearly\s+)?(?:wrong|violated|broken|not (?:satisfied|met)|incorrect|invalid|not (?:right|correct|valid|the (?:right|correct|final) (?:answer|solution|grid|board)))` +
		`|i (?:retract|withdraw|take (?:that|it|this|my answer) back)\b` +
		`|(?:please )?(?:ignore|disregard|scratch|forget) (?:that|this|it|(?:all (?:of )?)?the above|(?:my|the|that|this) (?:above |previous |last )?(?:answer|grid|board|solution|table))\b` +
		`|i(?: have| must have|'ve)? made (?:a|an|some) (?:mistake|error)s?` +
		`|i (?:do not|don't|don’t) know the (?:answer|solution)` +
		`|i (?:cannot|can't|can’t|could not|couldn't) (?:solve|find)` +
		`|(?:that|this|it)\s*(?:(?:is|was|'s|’s)\s+(?:not|no)|isn't|isn’t|wasn't)\s+(?:an?\s+|the\s+)?(?:valid\s+|correct\s+|right\s+|real\s+)?(?:solution|answer|grid|board|arrangement)` +
		`|(?:that|this|it|which)\s+(?:still\s+)?(?:breaks|violates|contradicts|conflicts with|fails|does not (?:satisfy|work|fit|hold)|doesn't (?:satisfy|work|fit|hold))\s*(?:the\b|a\b|clue|rule|condition|row|column|box|it\b|$|[.,;])` +
		`|there(?:\s+is|'s|’s|\s+are)\s+no\s+(?:valid\s+)?(?:solutions?|answers?)\b|so there(?:\s+is|'s|’s)\s+no\s+(?:solution|answer)\b)` +
		`|上面(?:的|是)?[^。\n]{0,6}(?:错|不对)|撤回|作废|(?:这|它)(?:并)?不是(?:一个)?(?:正确|有效)?的?(?:解|答案)|(?:违反|不符合)(?:了)?(?:线索|条件|规则)|因此无解|所以无解`)
)

// codeFence finds a block of code, in which models like to put grids.
var codeFence = regexp.MustCompile("(?s)```[a-zA-Z]*\n(.*?)```")

// wholeText lets a family read an answer that it does not find among other text: the final line, a block of code, the whole.
func wholeText(read func(string) (puzzle.Solution, error), text string) (puzzle.Solution, Mark) {
	where := extract(text, linesOfList)
	var tries []string
	if n := len(where.offers); n > 0 {
		tries = append(tries, where.offers[n-1], plain(where.offers[n-1]))
	}
	if !where.boxed {
		if inner, ok := lastElement(text, "answer"); ok {
			tries = append(tries, inner)
		} else {
			if all := codeFence.FindAllStringSubmatch(text, -1); len(all) > 0 {
				tries = append(tries, all[len(all)-1][1])
			}
			tries = append(tries, tail(text, maxTail))
		}
	}
	m := Mark{Reason: Unparsed, Offered: 1}
	for i, t := range tries {
		if slices.Contains(tries[:i], t) {
			continue
		}
		got, err := read(t)
		if err != nil {
			m.Detail = err.Error()
			continue
		}
		if s, detail, _ := where.context(); s != affirmed {
			return nil, Mark{Reason: Unclaimed, Detail: detail, Offered: 1}
		}
		return got, Mark{Extracted: strings.TrimSpace(t), Offered: 1}
	}
	return nil, m
}
