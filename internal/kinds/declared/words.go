package declared

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quandary-puzzles/quandary/board"
	deduce "github.com/quandary-puzzles/quandary/deduce/declared"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/encode"
	"github.com/quandary-puzzles/quandary/rules/judge"
)

// The sentences of a rules file say how a rule is broken, and so do steps: what is concluded holds, for otherwise one of the rules that
// the step names would be broken, in the words of the file. Facts and conclusions are said by these words.

// saying is how a language says that a thing is so, of one place and of several, and that it is not; %[1]s are the places, %[2]s the
// layer, %[3]s the value.
type saying struct{ one, many, notOne, notMany string }

// sayings are those of truth values, by the name of their layer; "" is for all others.
var sayings = map[string]map[string]saying{
	"en": {
		"":      {"%[1]s has a %[2]s", "%[1]s have a %[2]s", "%[1]s has no %[2]s", "%[1]s have no %[2]s"},
		"shade": {"%[1]s is shaded", "%[1]s are shaded", "%[1]s is not shaded", "%[1]s are not shaded"},
		"sea":   {"%[1]s is sea", "%[1]s are sea", "%[1]s is no sea", "%[1]s are no sea"},
		"line":  {"%[1]s is drawn", "%[1]s are drawn", "%[1]s is not drawn", "%[1]s are not drawn"},
	},
	"zh": {
		"":      {"%[1]s有%[2]s", "%[1]s有%[2]s", "%[1]s没有%[2]s", "%[1]s没有%[2]s"},
		"shade": {"%[1]s涂黑", "%[1]s涂黑", "%[1]s不涂黑", "%[1]s不涂黑"},
		"sea":   {"%[1]s是海", "%[1]s是海", "%[1]s不是海", "%[1]s不是海"},
		"line":  {"%[1]s画线", "%[1]s画线", "%[1]s不画线", "%[1]s不画线"},
	},
}

// values say which value a place has.
var values = map[string]saying{
	"en": {"%[1]s is %[3]s", "%[1]s are %[3]s", "%[1]s is not %[3]s", "%[1]s are not %[3]s"},
	"zh": {"%[1]s是%[3]s", "%[1]s是%[3]s", "%[1]s不是%[3]s", "%[1]s不是%[3]s"},
}

// kinds say what else is known of a place, by encode.UnknownKind.
var kinds = map[string]map[encode.UnknownKind]saying{
	"en": {
		encode.Present: {"%[1]s has a %[2]s", "%[1]s have a %[2]s", "%[1]s has no %[2]s", "%[1]s have no %[2]s"},
		encode.Joined:  {"%[1]s joins two cells of one %[2]s", "%[1]s join cells of one %[2]s", "%[1]s is crossed by a border of %[2]s", "%[1]s are crossed by borders of %[2]s"},
		encode.Inside:  {"%[1]s is in a part of %[2]s", "%[1]s are in parts of %[2]s", "%[1]s is in no part of %[2]s", "%[1]s are in no part of %[2]s"},
		encode.Belongs: {"%[1]s is in one %[2]s with %[3]s", "%[1]s are in one %[2]s with %[3]s", "%[1]s is in another %[2]s than %[3]s", "%[1]s are in another %[2]s than %[3]s"},
		encode.Part:    {"%[1]s is a %[2]s", "each of %[1]s is a %[2]s", "%[1]s is no %[2]s", "none of %[1]s is a %[2]s"},
	},
	"zh": {
		encode.Present: {"%[1]s有%[2]s", "%[1]s有%[2]s", "%[1]s没有%[2]s", "%[1]s没有%[2]s"},
		encode.Joined:  {"%[1]s在同一%[2]s内", "%[1]s各在同一%[2]s内", "%[1]s处有%[2]s边界", "%[1]s处都有%[2]s边界"},
		encode.Inside:  {"%[1]s属于某个%[2]s", "%[1]s都属于某个%[2]s", "%[1]s不属于任何%[2]s", "%[1]s都不属于任何%[2]s"},
		encode.Belongs: {"%[1]s与%[3]s在同一%[2]s", "%[1]s与%[3]s在同一%[2]s", "%[1]s与%[3]s不在同一%[2]s", "%[1]s与%[3]s不在同一%[2]s"},
		encode.Part:    {"%[1]s是一个%[2]s", "%[1]s各是一个%[2]s", "%[1]s不是%[2]s", "%[1]s都不是%[2]s"},
	},
}

// structure says how what every layer keeps by itself is broken: %[1]s is the layer.
var structure = map[string]map[string]string{
	"en": {
		"wall":      "a border of %[1]s lies within one part",
		"owner":     "the parts of %[1]s do not hold one clue each",
		"rectangle": "the parts of %[1]s are not rectangles with one clue each",
		"none":      "a place without %[1]s has one",
	},
	"zh": {
		"wall":      "%[1]s的边界位于同一部分之内",
		"owner":     "%[1]s的各部分并非恰含一个提示",
		"rectangle": "%[1]s的各部分并非恰含一个提示的矩形",
		"none":      "没有%[1]s的位置却有值",
	},
}

// patterns are the sentences of steps. {facts} may be empty: then the pattern behind the bar is used.
var patterns = map[string]map[string]string{
	"en": {
		"otherwise": "%[1]s, so %[2]s: otherwise %[3]s.|%[2]s: otherwise %[3]s.",
		"technique": "%[1]s, so %[2]s: %[3]s.|%[2]s: %[3]s.",
		"left":      "%[1]s, so %[2]s: no other value is left.|%[2]s: no other value is left.",
		"suppose":   "%[1]s. Suppose that %[4]s: then %[3]s. So %[2]s.|Suppose that %[4]s: then %[3]s. So %[2]s.",
		"cases":     "%[1]s. Suppose that %[4]s: then, whatever is tried, %[3]s. So %[2]s.|Suppose that %[4]s: then, whatever is tried, %[3]s. So %[2]s.",
		"seen":      "%[1]s, so %[2]s.|%[2]s: so the clues say.",
		"looked-up": "Looked up, not deduced: %[2]s.|Looked up, not deduced: %[2]s.",
		"by":        "%[1]s (or %[2]s)",
		"but":       ", but ",
		"or":        ", or ",
		"then":      ", then ",
		"and":       " and ",
		"nor":       " or ",
		"comma":     ", ",
		"beside":    "; ",
		"either":    "%[1]s or %[2]s",
		"if":        "if %[1]s, then %[2]s",
		"go on":     "a line ends or branches at %[1]s|a line ends or branches",
	},
	"zh": {
		"otherwise": "%[1]s，所以%[2]s；否则%[3]s。|%[2]s；否则%[3]s。",
		"technique": "%[1]s，所以%[2]s：%[3]s。|%[2]s：%[3]s。",
		"left":      "%[1]s，所以%[2]s：没有其他值可填。|%[2]s：没有其他值可填。",
		"suppose":   "%[1]s。假设%[4]s：那么%[3]s。所以%[2]s。|假设%[4]s：那么%[3]s。所以%[2]s。",
		"cases":     "%[1]s。假设%[4]s：那么无论怎样尝试，%[3]s。所以%[2]s。|假设%[4]s：那么无论怎样尝试，%[3]s。所以%[2]s。",
		"seen":      "%[1]s，所以%[2]s。|%[2]s：由提示可知。",
		"looked-up": "直接查得，并非推出：%[2]s。|直接查得，并非推出：%[2]s。",
		"by":        "%[1]s（否则%[2]s）",
		"but":       "，但是",
		"or":        "，或者",
		"then":      "，那么",
		"and":       "和",
		"nor":       "或",
		"comma":     "、",
		"beside":    "；",
		"either":    "%[1]s，或者%[2]s",
		"if":        "若%[1]s，则%[2]s",
		"go on":     "线在%[1]s处中断或分叉|线中断或分叉",
	},
}

// wording says steps in one language.
type wording struct {
	speaker
	many bool // several layers are asked for: values are said with their layer
}

func (i *Instance) wording() wording {
	w := wording{speaker: i.speaker(i.b)}
	if patterns[w.lang] == nil {
		w.lang = "en" // steps are not told in the language
	}
	asked := 0
	for _, l := range i.f.file.Layers {
		if l.Role == rules.Find {
			asked++
		}
	}
	w.many = asked > 1
	return w
}

// pattern fills a sentence; without facts, the part behind the bar.
func (w wording) pattern(name string, parts ...string) string {
	p := patterns[w.lang][name]
	with, without, ok := strings.Cut(p, "|")
	if ok && parts[0] == "" {
		with = without
	}
	for n, part := range parts {
		with = strings.ReplaceAll(with, fmt.Sprintf("%%[%d]s", n+1), part)
	}
	return with
}

// list joins places: with "and" before the last.
func (w wording) list(items []string) string { return w.joined(items, "and") }

func (w wording) joined(items []string, last string) string {
	p := patterns[w.lang]
	if len(items) < 2 {
		return strings.Join(items, "")
	}
	return strings.Join(items[:len(items)-1], p["comma"]) + p[last] + items[len(items)-1]
}

// claims says literals, those that say the same of several places at once.
func (w wording) claims(all []deduce.Said) string {
	type key struct {
		layer *rules.Layer
		kind  encode.UnknownKind
		value string
		holds bool
		about board.Place
	}
	var order []key
	groups := map[key][]board.Place{}
	lasts := map[key][]board.Place{}
	for _, s := range all {
		k := key{s.Layer, s.Kind, w.word(s.Layer, s.Value), s.Holds, s.Seed}
		if s.Kind == encode.Holds && s.Value.Kind != rules.Bool && !s.Holds { // what one place is not is said together
			k = key{s.Layer, s.Kind, "", false, s.Place}
		}
		if _, ok := groups[k]; !ok {
			order = append(order, k)
		}
		groups[k] = append(groups[k], s.Place)
		lasts[k] = append(lasts[k], s.Last)
	}
	var out []string
	for _, k := range order {
		if k.value == "" && k.about != (board.Place{}) && k.kind == encode.Holds {
			var vals []string
			for _, s := range all {
				if s.Layer == k.layer && s.Kind == encode.Holds && !s.Holds && s.Place == k.about {
					vals = append(vals, w.word(s.Layer, s.Value))
				}
			}
			out = append(out, w.claim(k.layer, k.kind, []string{w.subject(k.layer, k.about)}, false, false, w.joined(vals, "nor")))
			continue
		}
		var names []string
		for n, p := range groups[k] {
			name := w.place(p)
			if k.kind == encode.Holds && k.value != "" && w.many {
				name = w.subject(k.layer, p)
			}
			if k.kind == encode.Part {
				name = w.block(p, lasts[k][n])
			}
			names = append(names, name)
		}
		if k.kind == encode.Holds && len(names) > 1 {
			names = w.sides(groups[k], names)
		}
		value := k.value
		if k.about != (board.Place{}) {
			value = w.place(k.about)
		}
		out = append(out, w.claim(k.layer, k.kind, names, len(groups[k]) > 1, k.holds, value))
	}
	return w.list(out)
}

// ways name the sides of a cell, in the order of board.Edges.
var ways = map[string][]string{"en": {"top", "right", "bottom", "left"}, "zh": {"上", "右", "下", "左"}}

// sides names edges that are sides of one cell together; other places have their names.
func (w wording) sides(places []board.Place, names []string) []string {
	left := slices.Clone(places)
	said := map[board.Place]string{}
	for {
		var cell board.Place
		var best []int
		for _, p := range left {
			if p.Kind != board.Edge {
				continue
			}
			for _, c := range w.b.Cells(p) {
				var own []int
				for n, e := range w.b.Geo.Edges(c) {
					if slices.Contains(left, e) {
						own = append(own, n)
					}
				}
				if len(own) > len(best) {
					cell, best = c, own
				}
			}
		}
		if len(best) < 2 {
			break
		}
		edges := w.b.Geo.Edges(cell)
		var list []string
		for _, k := range best {
			list = append(list, ways[w.lang][k])
			said[edges[k]] = ""
		}
		name := "the " + w.list(list) + " sides of " + w.place(cell)
		switch {
		case w.lang == "zh" && len(best) == 4:
			name = w.place(cell) + "的四边"
		case w.lang == "zh":
			name = w.place(cell) + "的" + strings.Join(list, patterns["zh"]["comma"]) + "边"
		case len(best) == 4:
			name = "the four sides of " + w.place(cell)
		}
		said[edges[best[0]]] = name
		left = slices.DeleteFunc(left, func(p board.Place) bool { _, ok := said[p]; return ok })
	}
	var out []string
	for n, p := range places {
		name, ok := said[p]
		if !ok {
			name = names[n]
		}
		if name != "" {
			out = append(out, name)
		}
	}
	return out
}

// subject names a place of a layer whose value is said.
func (w wording) subject(l *rules.Layer, p board.Place) string {
	if !w.many || l == nil || l.Domain.Kind == rules.Bools {
		return w.place(p)
	}
	if w.lang == "zh" {
		return w.place(p) + "的" + w.called(l)
	}
	return "the " + w.called(l) + " of " + w.place(p)
}

func (w wording) block(first, last board.Place) string {
	if w.lang == "zh" {
		return w.place(first) + "到" + w.place(last) + "的矩形"
	}
	return "the rectangle from " + w.place(first) + " to " + w.place(last)
}

func (w wording) claim(l *rules.Layer, kind encode.UnknownKind, names []string, many, holds bool, value string) string {
	s, ok := kinds[w.lang][kind]
	layer := ""
	if l != nil {
		layer = w.called(l)
	}
	if !ok {
		s = values[w.lang]
		if l != nil && l.Domain.Kind == rules.Bools {
			if s, ok = sayings[w.lang][l.Name]; !ok {
				s = sayings[w.lang][""]
			}
		}
	}
	form := s.one
	switch {
	case many && holds:
		form = s.many
	case many:
		form = s.notMany
	case !holds:
		form = s.notOne
	}
	for n, part := range []string{w.list(names), layer, value} {
		form = strings.ReplaceAll(form, fmt.Sprintf("%%[%d]s", n+1), part)
	}
	return form
}

// broken says how an instance of a rule would be broken.
func (w wording) broken(r deduce.Rule) string {
	if r.On {
		if r.At == (board.Place{}) {
			return w.pattern("go on", "")
		}
		return w.pattern("go on", w.place(r.At))
	}
	var bound []judge.Binding
	for _, b := range r.Bound {
		bound = append(bound, judge.Binding{Name: b.Name, Value: b.Value})
	}
	rule := w.file.Rule(r.Rule)
	if r.Technique {
		rule = w.file.Technique(r.Rule).Rule
	}
	if rule != nil {
		text := ""
		if t := rule.Text.In(w.lang); t != "" {
			text = w.fill(t, judge.Broken{Rule: r.Rule, Bound: bound})
		}
		if text == "" || strings.Contains(text, "?") {
			if w.lang == "zh" {
				text = "规则“" + r.Rule + "”不成立" + w.where(r)
			} else {
				text = "the rule " + r.Rule + w.where(r) + " is broken"
			}
		}
		return clause(text)
	}
	layer, what, _ := strings.Cut(r.Rule, ".")
	if t := structure[w.lang][what]; t != "" {
		if l := w.file.Layer(layer); l != nil {
			layer = w.called(l)
		}
		return fmt.Sprintf(t, layer) + w.where(r)
	}
	return r.Rule
}

// where says at which places an instance of a rule is.
func (w wording) where(r deduce.Rule) string {
	var names []string
	for _, b := range r.Bound {
		if p, ok := b.Value.(board.Place); ok {
			names = append(names, w.place(p))
		}
	}
	switch {
	case len(names) == 0:
		return ""
	case w.lang == "zh":
		return "（" + w.list(names) + "）"
	}
	return " at " + w.list(names)
}

// clause makes a part of a sentence of a sentence.
func clause(text string) string {
	text = strings.TrimRight(text, ".。 ")
	first, size := utf8.DecodeRuneInString(text)
	second, _ := utf8.DecodeRuneInString(text[size:])
	if unicode.IsUpper(first) && !unicode.IsUpper(second) {
		text = string(unicode.ToLower(first)) + text[size:]
	}
	return text
}

// begin begins an English sentence with a capital; the names of cells stay as they are.
func (w wording) begin(text string) string {
	word, _, _ := strings.Cut(text, " ")
	if w.lang == "zh" || strings.ContainsAny(word, "0123456789") {
		return text
	}
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:]
}

// allBroken says how one of some rules would be broken. What one rule says of a place and one of several others is said once.
func (w wording) allBroken(list []deduce.Rule) string {
	var out []string
	for len(list) > 0 {
		text, rest := w.several(list)
		if text == "" {
			text, rest = w.broken(list[0]), list[1:]
		}
		if list = rest; !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	return strings.Join(out, patterns[w.lang]["or"])
}

// others are several places of which a sentence speaks at once.
type others struct{ text string }

func (o others) String() string { return o.text }

// several says the first of some rules together with those that differ from it in one place, and gives the rest; nothing where there
// are none.
func (w wording) several(list []deduce.Rule) (string, []deduce.Rule) {
	first := list[0]
	rule := w.file.Rule(first.Rule)
	if rule == nil || first.On || first.Technique {
		return "", nil
	}
	var bestAt int
	var best []int
	var turned []deduce.Rule
	for _, start := range w.turns(first) {
		for at := range start.Bound {
			var group []int
			var as []deduce.Rule
			for n, r := range list {
				for _, t := range w.turns(r) {
					if r.Rule == first.Rule && !r.On && w.differ(start, t) == at || n == 0 && r.Rule == first.Rule {
						if n == 0 {
							t = start
						}
						group, as = append(group, n), append(as, t)
						break
					}
				}
			}
			if len(group) > len(best) || len(group) == len(best) && at > bestAt {
				bestAt, best, turned = at, group, as
			}
		}
	}
	if len(best) < 2 {
		return "", nil
	}
	slices.SortStableFunc(turned, func(a, b deduce.Rule) int {
		p, _ := a.Bound[bestAt].Value.(board.Place)
		q, _ := b.Bound[bestAt].Value.(board.Place)
		x, y, _ := w.b.Geo.Centre(p)
		u, v, _ := w.b.Geo.Centre(q)
		return cmp.Or(cmp.Compare(y, v), cmp.Compare(x, u))
	})
	var bound []judge.Binding
	for n, x := range turned[0].Bound {
		if n != bestAt {
			bound = append(bound, judge.Binding{Name: x.Name, Value: x.Value})
			continue
		}
		var names []string
		for _, t := range turned {
			p, ok := t.Bound[n].Value.(board.Place)
			if !ok {
				return "", nil
			}
			names = append(names, w.place(p))
		}
		bound = append(bound, judge.Binding{Name: x.Name, Value: others{w.joined(names, "nor")}})
	}
	text := w.fill(rule.Text.In(w.lang), judge.Broken{Rule: first.Rule, Bound: bound})
	if text == "" || strings.Contains(text, "?") {
		return "", nil
	}
	var rest []deduce.Rule
	for n, r := range list {
		if !slices.Contains(best, n) {
			rest = append(rest, r)
		}
	}
	return clause(text), rest
}

// turns gives an instance, and where the order of its two places is nothing the same with these exchanged.
func (w wording) turns(r deduce.Rule) []deduce.Rule {
	out := []deduce.Rule{r}
	var places []int
	for n, b := range r.Bound {
		if _, ok := b.Value.(board.Place); ok {
			places = append(places, n)
		}
	}
	if r.Either && len(places) == 2 && len(r.Bound) == 2 {
		other := r
		other.Bound = slices.Clone(r.Bound)
		other.Bound[0].Value, other.Bound[1].Value = r.Bound[1].Value, r.Bound[0].Value
		out = append(out, other)
	}
	return out
}

// differ gives the only place in what two instances bind in which they differ; -1: there is none, or more than one.
func (w wording) differ(a, b deduce.Rule) int {
	at := -1
	for n := range min(len(a.Bound), len(b.Bound)) {
		if !reflect.DeepEqual(a.Bound[n].Value, b.Bound[n].Value) {
			if at >= 0 {
				return -1
			}
			at = n
		}
	}
	return at
}

// argument is a step with all that its sentence needs.
type argument struct {
	step      *deduce.Step
	facts     []deduce.Said
	stated    [][]deduce.Said // of each list one holds: steps have stated it
	concludes []deduce.Said
	states    []deduce.Said // one of these holds, if there are any
	opposite  []deduce.Said
	rules     []deduce.Rule
	way       []further
	broken    []deduce.Rule // of a supposition without cases; else nil
}

// further is what one rule says next within a supposition.
type further struct {
	what []deduce.Said
	by   []deduce.Rule
}

// either says that one of some things holds: if the opposites of all but one, then that.
func (w wording) either(all []deduce.Said) string {
	first, last := w.condition(all, nil)
	if first == "" {
		return w.pattern("either", w.claims(all[:1]), w.claims(all[1:]))
	}
	return w.pattern("if", first, w.claims(last))
}

// condition takes apart that one of some things holds: the opposites of all but one as a condition, and that one. What the step is about makes the
// condition, or what does not hold. There is none where one of two holds.
func (w wording) condition(all, about []deduce.Said) (condition string, last []deduce.Said) {
	rank := func(s deduce.Said) int {
		switch {
		case slices.ContainsFunc(about, func(o deduce.Said) bool {
			return o.Unknown == s.Unknown && o.Holds == s.Holds && o.Value.Equal(s.Value)
		}):
			return 0
		case !s.Holds:
			return 1
		}
		return 2
	}
	slices.SortStableFunc(all, func(a, b deduce.Said) int { return cmp.Compare(rank(a), rank(b)) })
	n := len(all) - 1
	if n == 1 && rank(all[0]) == 2 {
		return "", nil
	}
	first := slices.Clone(all[:n])
	for k := range first {
		first[k].Holds = !first[k].Holds
	}
	return w.claims(first), all[n:]
}

// stated says what steps have stated, for a step about something: what has one condition is said together.
func (w wording) stated(all [][]deduce.Said, about []deduce.Said) []string {
	var out, order []string
	then := map[string][]deduce.Said{}
	for _, one := range all {
		condition, last := w.condition(one, about)
		if condition == "" {
			out = append(out, w.either(one))
			continue
		}
		if then[condition] == nil {
			order = append(order, condition)
		}
		then[condition] = append(then[condition], last...)
	}
	for _, condition := range order {
		out = append(out, w.pattern("if", condition, w.claims(then[condition])))
	}
	return out
}

// text says a step.
func (w wording) text(a argument) string {
	var given []string
	if len(a.facts) > 0 {
		given = append(given, w.claims(a.facts))
	}
	given = append(given, w.stated(a.stated, slices.Concat(a.concludes, a.states))...)
	// What techniques observe stands before the conclusion, and how the other rules would be broken behind it.
	others := slices.DeleteFunc(slices.Clone(a.rules), func(r deduce.Rule) bool { return r.Technique })
	if len(others) > 0 && len(others) < len(a.rules) && (a.step.Class < 6 || a.broken == nil) {
		for _, r := range a.rules {
			if text := w.broken(r); r.Technique && !slices.Contains(given, text) {
				given = append(given, text)
			}
		}
		a.rules = others
	}
	facts, concludes := strings.Join(given, patterns[w.lang]["beside"]), w.claims(a.concludes)
	if len(a.states) > 0 {
		concludes = w.either(a.states)
	}
	name, why := "otherwise", ""
	switch {
	case a.step.Form == deduce.LookedUp:
		name = "looked-up"
	case a.step.Form == deduce.Left && len(a.rules) == 0:
		name = "left"
	case len(a.rules) == 0:
		name = "seen"
	case len(others) == 0:
		name, why = "technique", w.allBroken(a.rules)
	case a.step.Class >= 6 && a.broken != nil:
		name = "suppose"
		p := patterns[w.lang]
		var way []string
		for _, t := range a.way {
			text := w.claims(t.what)
			if len(t.by) > 0 {
				text = w.pattern("by", text, w.allBroken(t.by))
			}
			way = append(way, text)
		}
		why = strings.Join(way, p["then"])
		if why != "" {
			why += p["but"]
		}
		why += w.allBroken(a.broken)
	case a.step.Class >= 7:
		name = "cases"
		why = w.allBroken(a.rules)
	default:
		why = w.allBroken(a.rules)
	}
	return w.begin(w.pattern(name, facts, concludes, why, w.claims(a.opposite)))
}
