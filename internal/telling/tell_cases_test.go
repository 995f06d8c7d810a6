package telling_test

import (
	"context"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/quandary-puzzles/quandary/internal/kinds/declared"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/rules/encode"
	"github.com/quandary-puzzles/quandary/solve"
)

// How a supposition is told whose cases, or whose errors, stand in a list below it, by language: how many, and what a case is.
var (
	casesOf = map[string]*regexp.Regexp{"en": regexp.MustCompile(`^ there are (\d+) cases, and each is impossible$`), "zh": regexp.MustCompile(`^有(\d+)种情形，都不可能$`),
		"de": regexp.MustCompile(`^gibt es (\d+) Fälle, und keiner ist möglich$`), "es": regexp.MustCompile(`^ hay (\d+) casos, todos imposibles$`),
		"ja": regexp.MustCompile(`^(\d+)通りの場合があり、どれも不可能という$`)}
	oneCase = map[string]*regexp.Regexp{"en": regexp.MustCompile(`^If (.+?), then (.+)\.$`), "zh": regexp.MustCompile(`^若(.+?)，那么(.+)。$`),
		"de": regexp.MustCompile(`^Angenommen, (.+?)\. Dann (.+)\.$`), "es": regexp.MustCompile(`^Si (.+?), entonces (.+)\.$`),
		"ja": regexp.MustCompile(`^(.+?)とする。すると、(.+)ことになる。$`)}
	errorsOf = map[string]*regexp.Regexp{"en": regexp.MustCompile(`one of these (\d+) errors appears`), "zh": regexp.MustCompile(`会出现下列(\d+)种错误之一`),
		"de": regexp.MustCompile(`einer dieser (\d+) Fehler tritt ein`), "es": regexp.MustCompile(`se da uno de estos (\d+) errores`),
		"ja": regexp.MustCompile(`次の(\d+)通りの誤りのどれかが起こる`)}
	// The same of what rules say.
	rulesOf = map[string]*regexp.Regexp{"en": regexp.MustCompile(`this follows from these (\d+) rules together`), "zh": regexp.MustCompile(`由下列(\d+)条规则合起来得出`),
		"de": regexp.MustCompile(`so verlangen es diese (\d+) Regeln zusammen`), "es": regexp.MustCompile(`se deduce de estas (\d+) reglas juntas`),
		"ja": regexp.MustCompile(`次の(\d+)つの規則を合わせると決まる`)}
)

// step reads a step with what stands below it.
func (r *teller) step(ctx context.Context, s solve.Session, step puzzle.Step) (facts, concludes [][]claim, by []encode.Instance, err error) {
	defer func() {
		if err == nil {
			r.told = append(r.told, concludes...)
		}
	}()
	text := step.Text
	for of, listed := range map[*regexp.Regexp]struct {
		reads func(string) []encode.Instance
		next  string
	}{errorsOf[r.lang]: {r.broken, r.in.or}, rulesOf[r.lang]: {r.says, andRule[r.lang][0]}} {
		m := of.FindStringSubmatch(text)
		if m == nil {
			continue
		}
		if m[1] != strconv.Itoa(len(step.Sub)) {
			return nil, nil, nil, fmt.Errorf("%d reasons are listed, not %s", len(step.Sub), m[1])
		}
		var list []string
		for _, sub := range step.Sub {
			one := strings.TrimRight(sub.Text, ".。")
			if first, n := utf8.DecodeRuneInString(one); listed.reads(one) == nil { // it begins a sentence here
				one = string(unicode.ToLower(first)) + one[n:]
			}
			list = append(list, one)
		}
		return r.sentence(of.ReplaceAllLiteralString(text, strings.Join(list, listed.next)))
	}
	text = unjoined(text, r.lang)
	m := r.in.suppose.FindStringSubmatch(text)
	if m == nil || !casesOf[r.lang].MatchString(m[3]) {
		return r.sentence(step.Text)
	}
	if n := casesOf[r.lang].FindStringSubmatch(m[3])[1]; n != strconv.Itoa(len(step.Sub)) {
		return nil, nil, nil, fmt.Errorf("%d cases are told, not %s", len(step.Sub), n)
	}
	facts, ok := r.clauses(r.short(m[1]))
	supposed, fits := r.claims(r.short(m[2]))
	then := strings.Replace(r.unreasoned(m[4]), r.in.likewise, r.in.and[0], 1)
	concludes, reads := r.clauses(r.short(strings.TrimSpace(then)))
	if !ok || !fits || !reads {
		return nil, nil, nil, fmt.Errorf("what is known or supposed does not read")
	}
	known := facts
	for _, c := range supposed {
		known = append(known[:len(known):len(known)], []claim{c})
	}
	p := r.enc.Problem
	var none []model.Term // that none of the cases holds
	for _, sub := range step.Sub {
		m := oneCase[r.lang].FindStringSubmatch(unjoined(sub.Text, r.lang))
		if m == nil {
			return nil, nil, nil, errNotRead
		}
		when, ok := r.claims(r.short(m[1]))
		if !ok {
			return nil, nil, nil, fmt.Errorf("this case does not read: %s", m[1])
		}
		now := known[:len(known):len(known)]
		var all []model.Term
		for _, c := range when {
			now = append(now, []claim{c})
			t, ok := r.term(c)
			if !ok {
				return nil, nil, nil, fmt.Errorf("the claim %v is none of the board", c)
			}
			all = append(all, t)
		}
		none = append(none, p.Not(p.And(all...)))
		broken := r.named(m[2])
		if len(broken) == 0 { // at once
			broken = []string{strings.TrimPrefix(m[2], "gilt: ")}
		}
		own, err := r.allBroken(strings.Join(broken, r.in.or))
		if err != nil {
			return nil, nil, nil, err
		}
		if err := r.proves(ctx, s, now, [][]claim{nil}, own); err != nil {
			return nil, nil, nil, fmt.Errorf("the case %q is no contradiction: %w", m[1], err)
		}
		if err := r.leads(ctx, s, now, m[2]); err != nil {
			return nil, nil, nil, err
		}
		by = append(by, own...)
	}
	named := none
	for _, in := range by {
		named = append(named, in.Term)
	}
	for _, list := range known {
		for _, c := range list {
			if t, ok := r.term(c); ok && len(list) == 1 {
				named = append(named, t)
			}
		}
	}
	res, err := s.Solve(ctx, named...)
	if err == nil && res.Status != solve.Unsat {
		err = fmt.Errorf("there are more cases than those told")
	}
	if err == nil && strings.Contains(m[4], r.in.likewise) {
		var more []encode.Instance
		for _, why := range r.reasons(m[4]) {
			if more, err = r.allBroken(r.reason(m[4], why)); err != nil {
				return nil, nil, nil, err
			}
			by = append(by, more...)
		}
	}
	r.gaps = nil
	return facts, concludes, by, err
}

// TestCasesReadBack reads suppositions with cases back, each case and that there are no others, in every language.
func TestCasesReadBack(t *testing.T) {
	puztest.From(t, puztest.Usual)
	ctx := context.Background()
	cases, lists := 0, 0
	for seed := range puztest.Seeds(t, 1, 8) {
		g := generated(t, builtin(t, "square-jam"), "5x5", seed+1)
		for ear, steps := range heard(ctx, t, g) {
			lang, r, s := ear.lang, ear.r, ear.s
			for step := range steps {
				if len(step.Sub) == 0 {
					continue
				}
				facts, concludes, by, err := r.step(ctx, s, step)
				if err != nil {
					t.Errorf("%s: %q: %v", lang, step.Text, err)
					continue
				}
				if err := r.proves(ctx, s, facts, concludes, by); err != nil {
					t.Errorf("%s: %q, %v: %v", lang, step.Text, step.Sub, err)
				}
				if errorsOf[lang].MatchString(step.Text) || rulesOf[lang].MatchString(step.Text) {
					lists++
				} else {
					cases += len(step.Sub)
				}
			}
		}
	}
	t.Logf("%d cases and %d lists of errors or rules read", cases, lists)
	if cases == 0 {
		t.Error("no cases were told")
	}
}

// TestErrorsBeginLarge: each error of a list is a sentence, also where an article of one letter begins it.
func TestErrorsBeginLarge(t *testing.T) {
	lists := 0
	for step, err := range generated(t, builtin(t, "sign-in"), "6x6", 3).Instance.(*declared.Instance).Tell(context.Background(), "") {
		if err != nil {
			t.Fatal(err)
		}
		for _, sub := range step.Sub {
			lists++
			if strings.HasPrefix(sub.Text, "a ") {
				t.Error(sub.Text)
			}
		}
	}
	if lists == 0 {
		t.Error("no list was told")
	}
}
