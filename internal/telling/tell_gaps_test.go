package telling_test

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/board"
	deduce "github.com/quandary-puzzles/quandary/deduce/declared"
	"github.com/quandary-puzzles/quandary/internal/kinds/declared"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/encode"
	"github.com/quandary-puzzles/quandary/solve"
	"github.com/quandary-puzzles/quandary/solve/native"
)

// gap is what a sentence says of where a rule about the whole board is broken: of one of some instances.
type gap struct {
	of    []encode.Instance
	kind  deduce.GapKind
	these []string
	more  int
	that  string
	cells bool   // that is the cells of which the sentence concludes something
	value string // of places that are to be all different; or several
	text  string
	// only are places through which alone a way leads; direct is set where the gap is there without a supposition.
	only   []string
	direct bool
}

// gapForms are the words of gaps, by language; gapsBehind stands between the rule and them, and orGap between two of them.
var (
	gapForms = map[string][]*regexp.Regexp{ // by kind; a line that closes may leave out nothing
		"en": {regexp.MustCompile(`^(?P<a>.+) could not reach (?P<b>.+)$`), regexp.MustCompile(`^the line through (?P<a>.+?) closes(?: and leaves out (?P<b>.+))?$`),
			regexp.MustCompile(`^only (?P<a>.+) would lead out of the part with (?P<b>.+), an odd number$`), regexp.MustCompile(`^a line ends or branches at (?P<b>.+)$`),
			regexp.MustCompile(`^no place is left for (?P<v>\w+)$`), regexp.MustCompile(`^(?P<a>.+) are both (?P<v>\w+)$`),
			regexp.MustCompile(`^(?P<a>.+) can only be (?P<v>.+)$`), regexp.MustCompile(`^(?P<v>.+) fit only in (?P<a>.+)$`)},
		"zh": {regexp.MustCompile(`^从(?P<a>.+)到不了(?P<b>.+)$`), regexp.MustCompile(`^经过(?P<a>.+?)的线闭合(?:，漏掉(?P<b>.+))?$`),
			regexp.MustCompile(`^从(?P<b>.+)所在部分出来的只有(?P<a>.+)，是奇数$`), regexp.MustCompile(`^线在(?P<b>.+)处中断或分叉$`),
			regexp.MustCompile(`^(?P<v>\w+)无处可填$`), regexp.MustCompile(`^(?P<a>.+)都是(?P<v>\w+)$`),
			regexp.MustCompile(`^(?P<a>.+)只能是(?P<v>.+)$`), regexp.MustCompile(`^(?P<v>.+)只能填在(?P<a>.+)$`)},
		"de": {regexp.MustCompile(`^von (?P<a>.+) kein Weg zu (?P<b>.+) führt$`), regexp.MustCompile(`^sich die Linie durch (?P<a>.+?)(?: ohne (?P<b>.+))? schließt$`),
			regexp.MustCompile(`^aus dem Teil mit (?P<b>.+) nur (?P<a>.+) herausführt, eine ungerade Zahl$`), regexp.MustCompile(`^eine Linie bei (?P<b>.+) endet oder sich verzweigt$`),
			regexp.MustCompile(`^für (?P<v>\w+) kein Platz bleibt$`), regexp.MustCompile(`^(?P<a>.+) beide (?P<v>\w+) sind$`),
			regexp.MustCompile(`^(?P<a>.+) nur (?P<v>.+) sein können$`), regexp.MustCompile(`^(?P<v>.+) nur in (?P<a>.+) passen$`)},
		"es": {regexp.MustCompile(`^no hay camino de (?P<a>.+?) a (?P<b>.+)$`), regexp.MustCompile(`^la línea por (?P<a>.+?) se cierra(?: sin (?P<b>.+))?$`),
			regexp.MustCompile(`^de la parte con (?P<b>.+) solo se sale por (?P<a>.+), un número impar$`), regexp.MustCompile(`^una línea termina o se bifurca en (?P<b>.+)$`),
			regexp.MustCompile(`^no queda sitio para (?P<v>\w+)$`), regexp.MustCompile(`^(?P<a>.+) son ambas (?P<v>\w+)$`),
			regexp.MustCompile(`^(?P<a>.+) solo pueden ser (?P<v>.+)$`), regexp.MustCompile(`^(?P<v>.+) solo caben en (?P<a>.+)$`)},
		"ja": {regexp.MustCompile(`^(?P<a>.+)から(?P<b>.+)へ行けない$`), regexp.MustCompile(`^(?P<a>.+?)を通る線が(?:(?P<b>.+)を残して)?閉じる$`),
			regexp.MustCompile(`^(?P<b>.+)のある部分から出る線が(?P<a>.+)だけの奇数本になる$`), regexp.MustCompile(`^線が(?P<b>.+)で途切れるか枝分かれする$`),
			regexp.MustCompile(`^(?P<v>\w+)の入る所がない$`), regexp.MustCompile(`^(?P<a>.+)がどちらも(?P<v>\w+)になる$`),
			regexp.MustCompile(`^(?P<a>.+)は(?P<v>.+)にしかならない$`), regexp.MustCompile(`^(?P<v>.+)の入る所が(?P<a>.+)しかない$`)},
	}
	gapsBehind = map[string]string{"en": ", as ", "zh": "：", "de": ", da ", "es": ", pues ", "ja": "（"}
	orGap      = map[string]string{"en": ", or ", "zh": "，或者", "de": ", oder da ", "es": ", o ", "ja": "か、または"}
	gapMore    = map[string]*regexp.Regexp{"en": regexp.MustCompile(`^(.+) and (\d+) more$`), "zh": regexp.MustCompile(`^(.+)及另外(\d+)处$`), "de": regexp.MustCompile(`^(.+) und (\d+) weiteren$`),
		"es": regexp.MustCompile(`^(.+) y (\d+) más$`), "ja": regexp.MustCompile(`^(.+)ほか(\d+)か所$`)}
)

// theseCells stand for the cells of which a sentence has just concluded something.
var theseCells = map[string]string{"en": "these cells", "zh": "这些格", "de": "diesen Zellen", "es": "esas celdas", "ja": "それらのマス"}

// namesOf gives the names of the places of claims.
func (r *teller) namesOf(list []claim) (out []string) {
	for _, c := range list {
		out = append(out, r.b.Geo.Say(c.at, r.lang))
	}
	return out
}

// partForms are the words of gaps of a row, a room or another part, without a sentence of its rule, by language and from Missing on.
var partForms = map[string][]*regexp.Regexp{
	"en": {regexp.MustCompile(`^(?P<p>.+?) has no place for (?P<v>.+)$`), regexp.MustCompile(`^(?P<a>.+) are both (?P<v>\w+) in (?P<p>.+)$`),
		regexp.MustCompile(`^(?P<a>.+) can only be (?P<v>.+) in (?P<p>.+)$`), regexp.MustCompile(`^(?P<p>.+?) has places for (?P<v>.+) only in (?P<a>.+)$`)},
	"zh": {regexp.MustCompile(`^(?P<p>.+?)没有(?P<v>.+)的位置$`), regexp.MustCompile(`^(?P<p>.+)的(?P<a>.+)都是(?P<v>\w+)$`),
		regexp.MustCompile(`^(?P<p>.+)的(?P<a>.+)只能是(?P<v>.+)$`), regexp.MustCompile(`^(?P<p>.+)的(?P<v>.+)只能填在(?P<a>.+)$`)},
	"de": {regexp.MustCompile(`^(?P<p>.+?) hat keinen Platz für (?P<v>.+)$`), regexp.MustCompile(`^(?P<a>.+) sind beide (?P<v>\w+) in (?P<p>.+)$`),
		regexp.MustCompile(`^(?P<a>.+) können in (?P<p>.+) nur (?P<v>.+) sein$`), regexp.MustCompile(`^(?P<p>.+?) hat für (?P<v>.+) nur in (?P<a>.+) Platz$`)},
	"es": {regexp.MustCompile(`^(?P<p>.+?) no tiene sitio para (?P<v>.+)$`), regexp.MustCompile(`^(?P<a>.+) son ambas (?P<v>\w+) en (?P<p>.+)$`),
		regexp.MustCompile(`^(?P<a>.+) solo pueden ser (?P<v>.+) en (?P<p>.+)$`), regexp.MustCompile(`^(?P<p>.+?) solo tiene sitio para (?P<v>.+) en (?P<a>.+)$`)},
	"ja": {regexp.MustCompile(`^(?P<p>.+?)に(?P<v>.+)の入る所がない$`), regexp.MustCompile(`^(?P<p>.+)の(?P<a>.+)がどちらも(?P<v>\w+)になる$`),
		regexp.MustCompile(`^(?P<p>.+)の(?P<a>.+)は(?P<v>.+)にしかならない$`), regexp.MustCompile(`^(?P<p>.+)で(?P<v>.+)の入る所が(?P<a>.+)しかない$`)},
}

// directForms are the words of what is said without a supposition, by language: that no way leads somewhere, or only through some places; that in a part only some
// places can have values, or that some can only have those; and the same behind the sentence of a rule.
var directForms = map[string]struct{ apart, through, only, few, behind *regexp.Regexp }{
	"en": {regexp.MustCompile(`^no way leads from (?P<a>.+) to (?P<b>.+)$`), regexp.MustCompile(`^(?P<a>.+) can reach (?P<b>.+) only through (?P<c>.+)$`),
		regexp.MustCompile(`^(?:in (?P<p>.+) only (?P<a>\S+) can be (?P<v>\w+)|(?P<p2>.+?) has places for (?P<v2>.+) only in (?P<a2>.+))$`),
		regexp.MustCompile(`^(?P<a>.+) can only be (?P<v>.+) in (?P<p>.+)$`), regexp.MustCompile(`^(.+), where (.+)$`)},
	"zh": {regexp.MustCompile(`^从(?P<a>.+)到不了(?P<b>.+)$`), regexp.MustCompile(`^从(?P<a>.+)到(?P<b>.+)只能经过(?P<c>.+)$`),
		regexp.MustCompile(`^(?P<p>.+)的(?P<v>.+)只能填在(?P<a>.+)$`), regexp.MustCompile(`^(?P<p>.+)的(?P<a>.+)只能是(?P<v>.+)$`), regexp.MustCompile(`^(.+)，其中(.+)$`)},
	"de": {regexp.MustCompile(`^von (?P<a>.+) führt kein Weg zu (?P<b>.+)$`), regexp.MustCompile(`^von (?P<a>.+) führt nur durch (?P<c>.+) ein Weg zu (?P<b>.+)$`),
		regexp.MustCompile(`^(?:(?P<v>\w+) passt in (?P<p>.+) nur in (?P<a>.+)|(?P<p2>.+?) hat für (?P<v2>.+) nur in (?P<a2>.+) Platz)$`),
		regexp.MustCompile(`^(?P<a>.+) können in (?P<p>.+) nur (?P<v>.+) sein$`), regexp.MustCompile(`^(.+), wobei (.+)$`)},
	"es": {regexp.MustCompile(`^no hay camino de (?P<a>.+?) a (?P<b>.+)$`), regexp.MustCompile(`^de (?P<a>.+?) a (?P<b>.+) solo se llega por (?P<c>.+)$`),
		regexp.MustCompile(`^(?:en (?P<p>.+) solo (?P<a>\S+) puede ser (?P<v>\w+)|(?P<p2>.+?) solo tiene sitio para (?P<v2>.+) en (?P<a2>.+))$`),
		regexp.MustCompile(`^(?P<a>.+) solo pueden ser (?P<v>.+) en (?P<p>.+)$`), regexp.MustCompile(`^(.+), donde (.+)$`)},
	"ja": {regexp.MustCompile(`^(?P<a>.+)から(?P<b>.+)へ行けない$`), regexp.MustCompile(`^(?P<a>.+)から(?P<b>.+)へは(?P<c>.+)を通るしかない$`),
		regexp.MustCompile(`^(?P<p>.+)で(?P<v>.+)の入る所が(?P<a>.+)しかない$`), regexp.MustCompile(`^(?P<p>.+)の(?P<a>.+)は(?P<v>.+)にしかならない$`), regexp.MustCompile(`^(.+)（(.+)）$`)},
}

// wouldClose is how it is said of a line that it would close, and what it would leave out.
var wouldClose = map[string]*regexp.Regexp{"en": regexp.MustCompile(`^the line through (.+) would close(?: and leave out (.+))?$`), "zh": regexp.MustCompile(`^经过(.+)的线会闭合(?:，漏掉(.+))?$`),
	"de": regexp.MustCompile(`^die Linie durch (.+) würde sich(?: ohne (.+))? schließen$`), "es": regexp.MustCompile(`^la línea por (.+) se cerraría(?: sin (.+))?$`),
	"ja": regexp.MustCompile(`^(.+?)を通る線が(?:(.+)を残して)?閉じてしまう$`)}

// behindRule are the words of gaps behind the sentence of a rule, from Missing on: what is left for a value, and what is said as where a rule is broken.
var behindRule = map[string]*regexp.Regexp{"en": regexp.MustCompile(`^only (?P<a>.+) is left for (?P<v>\w+)$`), "zh": regexp.MustCompile(`^(?P<v>\w+)只能填在(?P<a>.+)$`),
	"de": regexp.MustCompile(`^für (?P<v>\w+) nur (?P<a>.+) bleibt$`), "es": regexp.MustCompile(`^para (?P<v>\w+) solo queda (?P<a>.+)$`), "ja": regexp.MustCompile(`^(?P<v>\w+)の入る所が(?P<a>.+)しかない$`)}

// directly reads what is said without a supposition, as what says it.
func (r *teller) directly(text string) []encode.Instance {
	forms := directForms[r.lang]
	group := func(re *regexp.Regexp, m []string, name string) string {
		for _, name := range []string{name, name + "2"} {
			if n := re.SubexpIndex(name); n >= 0 && m[n] != "" {
				return m[n]
			}
		}
		return ""
	}
	for n, re := range []*regexp.Regexp{forms.through, forms.apart} {
		m := re.FindStringSubmatch(text)
		if m == nil {
			continue
		}
		g := gap{kind: deduce.Apart, text: text, these: r.list(group(re, m, "a")), that: group(re, m, "b"), direct: n == 0}
		g.cells = g.that == theseCells[r.lang]
		if more := gapMore[r.lang].FindStringSubmatch(group(re, m, "a")); more != nil {
			g.these = r.list(more[1])
			g.more, _ = strconv.Atoi(more[2])
		}
		if next := andRule[r.lang][0]; strings.Contains(group(re, m, "a"), next) || strings.Contains(group(re, m, "c"), next) {
			return nil // a list of places ends where the next reason begins
		}
		if only := group(re, m, "c"); only == theseCells[r.lang] {
			g.only = r.these
		} else if only != "" {
			g.only = r.list(only)
		}
		by := slices.DeleteFunc(slices.Clone(r.enc.Instances), func(in encode.Instance) bool {
			return !slices.ContainsFunc(r.queries(r.enc.Problem.Cone(in.Term)), func(t model.Term) bool {
				op := r.enc.Problem.Op(t)
				return op == model.OpConnected || op == model.OpGroups
			})
		})
		if by != nil {
			r.note(g, by)
		}
		return by
	}
	for n, re := range []*regexp.Regexp{forms.only, forms.few} {
		m := re.FindStringSubmatch(text)
		if m == nil {
			continue
		}
		if by := r.differing(group(re, m, "p")); by != nil {
			r.note(gap{kind: []deduce.GapKind{deduce.Tight, deduce.Few}[n], text: text, value: group(re, m, "v"), these: r.list(group(re, m, "a")), direct: true}, by)
			return by
		}
	}
	if m := wouldClose[r.lang].FindStringSubmatch(text); m != nil {
		g := gap{kind: deduce.Closed, text: text, these: r.list(r.short(m[1])), that: r.short(m[2])}
		if more := gapMore[r.lang].FindStringSubmatch(m[1]); more != nil {
			g.these = r.list(r.short(more[1]))
		}
		by := r.aboutLines()
		r.note(g, by)
		return by
	}
	m := forms.behind.FindStringSubmatch(text)
	if m == nil {
		return nil
	}
	by := r.match(r.held, m[1])
	re := behindRule[r.lang]
	for n := range 2 {
		kind := deduce.Tight
		if n > 0 {
			re, kind = gapForms[r.lang][deduce.Few], deduce.Few
		}
		if said := re.FindStringSubmatch(m[2]); said != nil && by != nil {
			r.note(gap{kind: kind, text: text, value: group(re, said, "v"), these: r.list(group(re, said, "a")), direct: true}, by)
			return by
		}
	}
	if said := gapForms[r.lang][deduce.Tight].FindStringSubmatch(m[2]); said != nil && by != nil {
		re := gapForms[r.lang][deduce.Tight]
		r.note(gap{kind: deduce.Tight, text: text, value: group(re, said, "v"), these: r.list(group(re, said, "a")), direct: true}, by)
		return by
	}
	return nil
}

// differing gives what says that the places of a row, a room or another part are all different.
func (r *teller) differing(part string) (by []encode.Instance) {
	for _, in := range r.enc.Instances {
		if slices.ContainsFunc(in.Bound, func(b encode.Binding) bool {
			place, ok := b.Value.(board.Place)
			return ok && len(r.b.Cells(place)) > 1 && strings.EqualFold(r.value(b.Name, in), part)
		}) && r.enc.Problem.Op(in.Term) == model.OpDistinct {
			by = append(by, in)
		}
	}
	return by
}

// ofPart reads a gap of a row, a room or another part: its places are to be all different.
func (r *teller) ofPart(text string) (by []encode.Instance) {
	for n, re := range partForms[r.lang] {
		m := re.FindStringSubmatch(text)
		if m == nil {
			continue
		}
		if by = r.differing(m[re.SubexpIndex("p")]); by == nil {
			continue
		}
		g := gap{kind: deduce.Missing + deduce.GapKind(n), text: text, value: m[re.SubexpIndex("v")]}
		if at := re.SubexpIndex("a"); at >= 0 {
			g.these = r.list(m[at])
			r.note(g, by)
			return by
		}
		for _, value := range r.list(g.value) { // none of them has a place
			g.value = value
			r.note(g, by)
		}
		return by
	}
	return nil
}

// gapsOf reads a broken rule with where it is broken; nil where a text is none.
func (r *teller) gapsOf(text string) []encode.Instance {
	behind := gapsBehind[r.lang]
	for at := strings.Index(text, behind); at >= 0; {
		rule, rest := text[:at], text[at+len(behind):]
		if r.lang == "ja" {
			rest = strings.TrimSuffix(rest, "）")
		}
		var gaps []gap
		for _, one := range strings.Split(rest, orGap[r.lang]) {
			g, ok := r.readGap(one)
			if !ok {
				gaps = nil
				break
			}
			gaps = append(gaps, g)
		}
		if len(gaps) > 0 {
			if by := r.broken(rule); by != nil {
				for _, g := range gaps {
					r.note(g, by)
				}
				return by
			}
		}
		next := strings.Index(text[at+1:], behind)
		if next < 0 {
			return nil
		}
		at += 1 + next
	}
	return nil
}

// closing reads that a line closes, or that an odd number of lines comes out of a part, with no sentence of a rule before it: what says that lines are
// one loop is broken, or that none closes. Without a place it is that the lines are no loop.
func (r *teller) closing(text string) []encode.Instance {
	g, ok := r.readGap(alone(text, r.lang))
	if text != noLoop[r.lang] && !(ok && (g.kind == deduce.Closed || g.kind == deduce.Odd)) {
		return nil
	}
	by := r.aboutLines()
	if ok && by != nil {
		r.note(g, by)
	}
	return by
}

// aboutLines gives what says that lines are one loop, or that none closes.
func (r *teller) aboutLines() (by []encode.Instance) {
	p := r.enc.Problem
	for _, in := range r.enc.Instances {
		if slices.ContainsFunc(r.queries(p.Cone(in.Term)), func(t model.Term) bool { return p.Op(t) == model.OpLoop || p.Op(t) == model.OpAcyclic }) {
			by = append(by, in)
		}
	}
	return by
}

// note keeps a gap of one of some instances. Of several places one of which is cut off from another it keeps each.
func (r *teller) note(g gap, of []encode.Instance) {
	g.of = of
	if g.cells {
		for _, these := range g.these {
			for _, that := range r.these {
				one := g
				one.these, one.that = []string{these}, that
				r.gaps = append(r.gaps, one)
			}
		}
		return
	}
	or := map[string]string{"en": " or ", "zh": "或", "de": " oder ", "es": " o ", "ja": "か"}[r.lang]
	several := strings.Contains(strings.ReplaceAll(g.text, "から", ""), or)
	if g.kind == deduce.Closed && several { // of several things that a line leaves out each is left out
		for _, that := range r.framed(r.list(g.that)) {
			one := g
			one.that = that
			r.gaps = append(r.gaps, one)
		}
		return
	}
	if g.kind != deduce.Apart || !several {
		r.gaps = append(r.gaps, g)
		return
	}
	for _, these := range g.these {
		for _, that := range r.framed(r.list(g.that)) {
			one := g
			one.these, one.that = []string{these}, that
			r.gaps = append(r.gaps, one)
		}
	}
}

// noLoop is how it is said that lines are not one loop, where the file says nothing.
var noLoop = map[string]string{"en": "the lines are not one closed loop", "zh": "线没有组成一条闭合回路", "de": "die Linien sind nicht eine geschlossene Schleife",
	"es": "las líneas no forman un solo circuito cerrado", "ja": "線が一つの閉じた輪になっていない"}

// alone gives a gap that stands alone the order of words that it has behind another sentence.
func alone(text, lang string) string {
	switch lang {
	case "ja":
		return strings.TrimSuffix(text, "）")
	case "de":
	default:
		return text
	}
	text = regexp.MustCompile(`^die Linie durch (.+) schließt sich( ohne .+)?$`).ReplaceAllString(text, "sich die Linie durch ${1}${2} schließt")
	text = regexp.MustCompile(`^eine Linie endet oder verzweigt sich bei (.+)$`).ReplaceAllString(text, "eine Linie bei ${1} endet oder sich verzweigt")
	return regexp.MustCompile(`^aus dem Teil mit (.+) führt nur (.+) heraus, eine ungerade Zahl$`).ReplaceAllString(text, "aus dem Teil mit ${1} nur ${2} herausführt, eine ungerade Zahl")
}

// queries lists the terms of a cone that ask about a graph.
func (r *teller) queries(cone []bool) (out []model.Term) {
	for t := model.Term(1); int(t) < len(cone); t++ {
		if cone[t] && r.enc.Problem.Op(t).IsGraphQuery() && r.enc.Networks[r.enc.Problem.GraphOf(t)] != nil {
			out = append(out, t)
		}
	}
	return out
}

func (r *teller) readGap(text string) (gap, bool) {
	for kind, re := range gapForms[r.lang] {
		m := re.FindStringSubmatch(text)
		if m == nil {
			continue
		}
		g := gap{kind: deduce.GapKind(kind), text: text}
		if n := re.SubexpIndex("v"); n >= 0 {
			g.value = m[n]
		}
		if n := re.SubexpIndex("b"); n >= 0 {
			g.that = r.short(m[n])
			g.cells = g.that == theseCells[r.lang] && len(r.these) > 0
		}
		if g.kind == deduce.Ends {
			g.these = r.framed(r.list(strings.ReplaceAll(g.that, "のどれか", "")))
		}
		if n := re.SubexpIndex("a"); n >= 0 {
			these := m[n]
			if more := gapMore[r.lang].FindStringSubmatch(these); more != nil {
				these = more[1]
				g.more, _ = strconv.Atoi(more[2])
			}
			g.these = r.list(r.short(these))
		}
		return g, true
	}
	return gap{}, false
}

// gapsHold holds that each gap of the sentence at hand is there once the opposite of one conclusion is supposed; where nothing is concluded, as it is.
// Within a supposition what else the sentence concludes is known: it follows too; and so it is of places that are to be all different, where one value is
// placed after the other.
func (r *teller) gapsHold(ctx context.Context, s solve.Session, known, concludes [][]claim, by []encode.Instance, within bool) error {
	if concludes == nil {
		concludes = [][]claim{nil}
	}
	for _, g := range r.gaps {
		var why error
		held := false
		for n, claim := range concludes {
			condition := claim[:max(0, len(claim)-1)] // each is the opposite of what a clause supposes
			if g.direct {                             // what is concluded before may be known
				claim = nil
			}
			why = r.gapHolds(ctx, s, g, known, claim, by)
			if g.direct && why != nil && len(condition) > 0 {
				why = r.gapHolds(ctx, s, g, known, condition, by)
			}
			if g.direct && why != nil && n > 0 {
				why = r.gapHolds(ctx, s, g, slices.Concat(known, concludes[:n]), nil, by)
				if held = why == nil; held {
					break
				}
				continue
			}
			if why != nil && (within || g.kind >= deduce.Missing) {
				why = r.gapHolds(ctx, s, g, slices.Concat(known, concludes[:n], concludes[n+1:]), claim, by)
			}
			if held = why == nil; held {
				break
			}
		}
		for n := 0; n < len(concludes) && !held && !g.direct; n++ {
			held = r.inSomeCase(ctx, s, g, known, concludes[n], by)
		}
		if !held {
			return fmt.Errorf("it is not so that %s: %w", g.text, why)
		}
		r.gapsRead++
	}
	return nil
}

// inSomeCase reports whether, where a place has not the value that is concluded but one of the others, a gap is there with one of them, and with each of
// them one that the sentence names.
func (r *teller) inSomeCase(ctx context.Context, s solve.Session, g gap, known [][]claim, concludes []claim, by []encode.Instance) bool {
	if len(concludes) != 1 || concludes[0].value == "" || !concludes[0].holds || concludes[0].divided || concludes[0].amount != nil {
		return false
	}
	c := concludes[0]
	found := false
	for _, other := range r.otherValues(c) {
		named, excluded := false, false
		for _, o := range r.gaps {
			err := r.gapHolds(ctx, s, o, slices.Concat(known, [][]claim{{other}}), nil, by)
			named, excluded = named || err == nil, excluded || errors.Is(err, errExcluded)
			found = found || err == nil && o.text == g.text
		}
		if !named && !excluded {
			return false
		}
	}
	return found
}

// otherValues gives by a claim of a value each other that the place could have, and that it has none.
func (r *teller) otherValues(c claim) (out []claim) {
	for _, u := range r.enc.Variables() {
		if u.Place != c.at || u.Layer != c.layer || u.Kind != encode.Holds {
			continue
		}
		v, ok := r.enc.Problem.VarOf(u.Term)
		if !ok {
			continue
		}
		d := r.enc.Problem.Variable(v).Domain
		lo, _ := d.Lo.Int64()
		hi, _ := d.Hi.Int64()
		for k := lo; k <= hi; k++ {
			value := strconv.FormatInt(k, 10)
			if n := int(k - u.Lo); n < len(u.Values) {
				value = u.Values[n].String()
			}
			if value != c.value {
				out = append(out, claim{at: c.at, layer: c.layer, value: value, holds: true})
			}
		}
		if u.Bare != nil {
			out = append(out, claim{at: c.at, layer: c.layer})
		}
	}
	return out
}

func (r *teller) gapHolds(ctx context.Context, s solve.Session, g gap, known [][]claim, claim []claim, by []encode.Instance) error {
	p := r.enc.Problem
	var base []model.Term
	for _, in := range by {
		if !slices.ContainsFunc(g.of, func(o encode.Instance) bool { return o.Term == in.Term }) {
			base = append(base, in.Term)
		}
	}
	for _, in := range r.enc.Instances {
		if len(p.VarsOf(in.Term)) == 1 {
			base = append(base, in.Term)
		}
	}
	shown, err := r.seen(ctx, s)
	if err != nil {
		return err
	}
	for _, in := range shown {
		base = append(base, in.Term)
	}
	for _, list := range known {
		var or []model.Term
		for _, c := range list {
			t, ok := r.term(c)
			if !ok {
				return fmt.Errorf("the claim %v is none of the board", c)
			}
			or = append(or, t)
		}
		base = append(base, p.Or(or...))
	}
	for _, c := range claim {
		t, ok := r.term(c)
		if !ok {
			return fmt.Errorf("the claim %v is none of the board", c)
		}
		base = append(base, p.Not(t))
	}
	if g.kind >= deduce.Missing {
		for _, in := range g.of {
			if err = r.crowded(ctx, s, g, base, in.Term); err == nil {
				return nil
			}
		}
		return err
	}
	for _, in := range g.of {
		for _, t := range r.queries(p.Cone(in.Term)) {
			if err = r.gapIn(ctx, s, g, base, t); err == nil {
				return nil
			}
		}
	}
	if err == nil {
		err = fmt.Errorf("its rule asks about no graph")
	}
	return err
}

// crowded reports why places would be all different after all: that so many of them have so few values does not follow, or that values have so few places
// does not, or that each is somewhere.
func (r *teller) crowded(ctx context.Context, s solve.Session, g gap, base []model.Term, different model.Term) error {
	p := r.enc.Problem
	at := map[board.Place]model.Term{} // the places that are to be different
	for _, v := range p.VarsOf(different) {
		for _, u := range r.enc.Variables() {
			if own, ok := p.VarOf(u.Term); ok && own == v {
				at[u.Place] = u.Term
			}
		}
	}
	var values []model.Term
	for _, v := range r.list(g.value) {
		k, err := strconv.ParseInt(v, 10, 64)
		if err != nil {
			return fmt.Errorf("%s is no number", v)
		}
		values = append(values, p.Num(k))
	}
	has := func(u model.Term) model.Term { // one of the values
		var or []model.Term
		for _, k := range values {
			or = append(or, p.Eq(u, k))
		}
		return p.Or(or...)
	}
	follows := func(t model.Term, from ...model.Term) error {
		res, err := s.Solve(ctx, append(slices.Clone(from), p.Not(t))...)
		if err == nil && res.Status != solve.Unsat {
			err = fmt.Errorf("that does not follow")
		}
		return err
	}
	these := map[board.Place]bool{}
	for _, name := range g.these {
		if these[r.names[name]] = true; at[r.names[name]] == 0 {
			return fmt.Errorf("%s is not one of the places that are to be different", name)
		}
	}
	if few := g.kind == deduce.Twice || g.kind == deduce.Few; few != (len(values) < len(these)) || g.kind == deduce.Twice && len(these) != 2 {
		return fmt.Errorf("%d places and %d values say nothing", len(these), len(values))
	} else if few {
		for place := range these {
			if err := follows(has(at[place]), base...); err != nil {
				return err
			}
		}
		return nil
	}
	for place, u := range at {
		if !these[place] {
			if err := follows(p.Not(has(u)), base...); err != nil {
				return err
			}
		}
	}
	units := []model.Term{different}
	for _, in := range r.enc.Instances {
		if len(p.VarsOf(in.Term)) == 1 {
			units = append(units, in.Term)
		}
	}
	for _, k := range values {
		var somewhere []model.Term
		for _, u := range at {
			somewhere = append(somewhere, p.Eq(u, k))
		}
		if err := follows(p.Or(somewhere...), units...); err != nil {
			return err
		}
	}
	return nil
}

// errExcluded tells that there is nothing for a gap to break.
var errExcluded = errors.New("that is excluded without it")

// gapIn reports why a gap is none of a graph. A line that ends in a part also ends in another, for it has two ends: where they are, the sentence does not
// say, for the corner that it names only tells which part is meant.
func (r *teller) gapIn(ctx context.Context, s solve.Session, g gap, base []model.Term, query model.Term) error {
	err := r.gapWith(ctx, s, g, base, query)
	if !errors.Is(err, errExcluded) || r.enc.Problem.Op(query) != model.OpLoop || g.kind != deduce.Odd {
		return err
	}
	nodes := len(r.enc.Problem.GraphNodes(r.enc.Problem.GraphOf(query)))
	for end := range nodes {
		for other := range end {
			if one := r.gapWith(ctx, s, g, base, query, end, other); one == nil {
				return nil
			} else if errors.Is(err, errExcluded) {
				err = one
			}
		}
	}
	return err
}

// gapWith is gapIn where a line also ends at some places, by their numbers.
func (r *teller) gapWith(ctx context.Context, s solve.Session, g gap, base []model.Term, query model.Term, ends ...int) error {
	p := r.enc.Problem
	loop := p.Op(query) == model.OpLoop
	graph := p.GraphOf(query)
	net, nodes, edges := r.enc.Networks[graph], p.GraphNodes(graph), p.GraphEdges(graph)
	find := func(name string, list []board.Place) []int { // a cell can stand for a diagonal of it
		var out []int
		for i, at := range list {
			own := r.b.Cells(at)
			cell := r.names[name]
			if at == cell && cell != (board.Place{}) || slices.Equal(r.corners[name], []board.Place{at}) ||
				at.Kind != board.Edge && len(own) == 1 && own[0] == cell {
				out = append(out, i)
			}
		}
		return out
	}
	known := base
	goesOn := func(but ...int) { // a line goes on: where the sentence says that it does not, at some of the places
		base = slices.Clone(known)
		for i, at := range net.Nodes {
			if g.kind == deduce.Odd && slices.Contains(but, i) {
				continue
			}
			for _, in := range r.twoOrNone([]board.Place{at}) {
				base = append(base, in.Term)
			}
		}
	}
	if loop && len(ends) == 0 {
		goesOn(find(g.that, net.Nodes)...)
	} else if loop {
		goesOn(ends...)
	}
	var failed error
	never := func(t model.Term) bool { // that a term holds is excluded
		res, err := s.Solve(ctx, append(slices.Clone(base), t)...)
		if err != nil {
			failed = err
		}
		return err == nil && res.Status == solve.Unsat
	}
	if g.kind == deduce.Ends {
		if len(g.these) == 0 || !never(model.True) {
			return fmt.Errorf("the line can go on at %s", g.that)
		}
		return failed
	}
	if never(model.True) {
		return errExcluded
	}
	on := func(e int) model.Term { return p.And(edges[e].On, nodes[edges[e].A], nodes[edges[e].B]) }
	may := make([]int, len(edges)) // 1: it may be there; -1: not; 0: not asked
	var only []int                 // which no way passes that does not have to
	for _, name := range g.only {
		only = append(only, find(name, net.Nodes)...)
	}
	there := func(e int) bool {
		if slices.Contains(only, edges[e].A) || slices.Contains(only, edges[e].B) {
			return false
		}
		if may[e] == 0 {
			if may[e] = 1; never(on(e)) {
				may[e] = -1
			}
		}
		return may[e] == 1
	}
	from := func(starts []int, taken func(e int) bool) []bool {
		met := make([]bool, len(nodes))
		for list := starts; len(list) > 0; list = list[1:] {
			if met[list[0]] {
				continue
			}
			met[list[0]] = true
			for e, x := range edges {
				if (x.A == list[0] || x.B == list[0]) && taken(e) {
					list = append(list, x.A, x.B)
				}
			}
		}
		return met
	}
	// The places that it names.
	var these []int
	list := net.Edges
	if g.kind == deduce.Apart && !loop {
		list = net.Nodes
	}
	for _, name := range g.these {
		sure := false
		for _, i := range find(name, list) {
			var t model.Term
			if g.kind == deduce.Apart && !loop {
				t = nodes[i]
			} else {
				t = on(i)
			}
			if never(p.Not(t)) {
				these, sure = append(these, i), true
				break
			}
		}
		if !sure {
			return fmt.Errorf("%s is not surely there", name)
		}
	}
	switch g.kind {
	case deduce.Apart:
		other := find(g.that, list)
		if len(other) != 1 || len(these) == 0 {
			return fmt.Errorf("there is no %s", g.that)
		}
		starts, end := these, other[0]
		var t model.Term
		if loop {
			starts, end, t = nil, edges[other[0]].A, on(other[0])
			for _, e := range these {
				starts = append(starts, edges[e].A)
			}
		} else {
			t = nodes[other[0]]
		}
		met := from(starts, there)
		switch {
		case !never(p.Not(t)):
			return fmt.Errorf("%s is not surely there", g.that)
		case met[end]:
			return fmt.Errorf("a way may lead to %s", g.that)
		}
		if g.more > 0 {
			cut := func() (n int) {
				for i := range met {
					if !loop && met[i] && never(p.Not(nodes[i])) {
						n++
					}
				}
				for e, x := range edges {
					if loop && met[x.A] && never(p.Not(on(e))) {
						n++
					}
				}
				return n
			}
			most := cut()
			base = known // how far a line is followed is left to who counts: not less than what is plain without that
			if least, n := cut(), len(these)+g.more; n < least || n > most {
				return fmt.Errorf("from %d to %d are cut off, not %d", least, most, n)
			}
		}
	case deduce.Closed:
		ring := make([]bool, len(edges))
		for e := range edges {
			ring[e] = never(p.Not(on(e)))
		}
		drawn := slices.Clone(ring)
		for more := true; more; { // dead ends are on no closed line
			more = false
			for e, x := range edges {
				end := func(n int) bool {
					return !slices.ContainsFunc(edges, func(o model.GraphEdge) bool {
						k := slices.Index(edges, o)
						return k != e && ring[k] && (o.A == n || o.B == n)
					})
				}
				if ring[e] && (end(x.A) || end(x.B)) {
					ring[e], more = false, true
				}
			}
		}
		for _, e := range these {
			if !ring[e] {
				return fmt.Errorf("%v is on no closed line", net.Edges[e])
			}
		}
		met := from([]int{edges[these[0]].A}, func(e int) bool { return ring[e] })
		out := find(g.that, net.Edges)
		switch {
		case slices.ContainsFunc(these, func(e int) bool { return !met[edges[e].A] }):
			return fmt.Errorf("they are on several lines")
		case loop && (len(out) != 1 || !drawn[out[0]] || ring[out[0]] && met[edges[out[0]].A]):
			return fmt.Errorf("%s is not left out", g.that)
		}
	case deduce.Odd:
		part := find(g.that, net.Nodes)
		if len(part) != 1 || len(these)%2 == 0 {
			return fmt.Errorf("%d lines come out of the part with %s", len(these), g.that)
		}
		met := from(part, func(e int) bool { return !slices.Contains(these, e) && there(e) })
		if len(ends) > 0 && met[ends[0]] == met[ends[1]] {
			return fmt.Errorf("both ends are in the part with %s, or none", g.that)
		}
		for _, e := range these {
			if met[edges[e].A] == met[edges[e].B] {
				return fmt.Errorf("%v does not lead out", net.Edges[e])
			}
		}
	}
	return failed
}

// TestGapsOfOtherValues holds that where a value is concluded since each other would break a rule about the whole board, how that would be broken is told of
// all of the others or of none.
func TestGapsOfOtherValues(t *testing.T) {
	ctx := context.Background()
	for ear, steps := range heard(ctx, t, writtenDown(t, "hamle", "5x5", "5_5/-_-_-_-_-/-_-_1_2_-/-_-_-_3_2/-_-_1_-_-/-_-_-_1_2")) {
		ear.r.gapsRead = 0
		for step := range steps {
			if _, _, _, err := ear.r.step(ctx, ear.s, step); err != nil {
				t.Errorf("%s: %q: %v", ear.lang, step.Text, err)
			}
			if err := ear.r.follows(ctx, ear.s, step.Text); err != nil {
				t.Errorf("%s: %q: %v", ear.lang, step.Text, err)
			}
		}
		if ear.r.gapsRead < 2 {
			t.Errorf("%s: only %d gaps were read", ear.lang, ear.r.gapsRead)
		}
	}
}

// TestPartOfARow: a rule that leaves out the first cell of each row does not say of a row that it has no place for a value, which that cell may have.
func TestPartOfARow(t *testing.T) {
	const text = `version: 1
family: part
title: {en: Part}
about: {en: Fill in.}
size: {rows: 2..9, cols: 2..9, usual: [3x4]}
find: {digit: {values: 1..3, given: true}}
rules:
  row: distinct(digit[c] for c in l if c.col > 1) for l in rows
  col: distinct(digit[c] for c in l) for l in cols
text:
  en: {row: "{l} holds a number twice behind its first cell.", col: "{l} holds a number twice."}
`
	file, probs := rules.Load("part.yaml", []byte(text), nil)
	if probs.HasErrors() {
		t.Fatal(probs)
	}
	f, probs := declared.New(file, native.New())
	if probs.HasErrors() {
		t.Fatal(probs)
	}
	p, err := f.ParseParams("3x4")
	if err != nil {
		t.Fatal(err)
	}
	inst, err := f.Decode(p, "3_4/2_1_-_3/1_-_-_-/3_-_3_-")
	if err != nil {
		t.Fatal(err)
	}
	all := ""
	for step, err := range inst.(*declared.Instance).Tell(t.Context(), "") {
		if err != nil {
			t.Fatal(err)
		}
		all += step.Text + "\n"
	}
	for part, said := range map[string]bool{"in column 3 only r2c3 can be 1": true, "in row 1 only": false, "behind its first cell, as no place is left for 2": true} {
		if strings.Contains(all, part) != said {
			t.Errorf("%q is said: %t\n%s", part, !said, all)
		}
	}
}
