package telling_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/internal/kinds/declared"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/encode"
	"github.com/quandary-puzzles/quandary/solve/native"
)

// holding is a sign before a reason that says what a rule says, and not how it is broken.
const holding = "\x01"

// How reasons are put together, by language: what stands between them, in a sentence and in brackets, and what is said of other places too.
var (
	andRule = map[string][]string{"en": {", and ", ", "}, "zh": {"，且", "，"}, "de": {", und ", ", "}, "es": {", y ", ", "}, "ja": {"からであり、", "。また"}}
	alsoOf  = map[string]*regexp.Regexp{"en": regexp.MustCompile(`^(?P<first>.+), likewise (?:for )?(?P<others>.+)$`), "zh": regexp.MustCompile(`^(?P<first>.+)，(?P<others>.+)也一样$`),
		"de": regexp.MustCompile(`^(?P<first>.+), ebenso (?:für )?(?P<others>.+)$`), "es": regexp.MustCompile(`^(?P<first>.+), y lo mismo (?:para )?(?P<others>.+)$`),
		"ja": regexp.MustCompile(`^(?P<others>.+)と同様に、(?P<first>.+)$`)}
	alsoWord    = map[string]string{"en": "likewise", "zh": "也一样", "de": "ebenso", "es": "lo mismo", "ja": "と同様に"} // stands in no name
	eachOfThese = map[string]*regexp.Regexp{"en": regexp.MustCompile(`(?i)(at )?each of these cells`), "zh": regexp.MustCompile(`()这些格各自`),
		"de": regexp.MustCompile(`(?i)(in )?jeder? dieser Zellen`), "es": regexp.MustCompile(`(?i)(de )?cada una de esas celdas`), "ja": regexp.MustCompile(`()それらのマスのそれぞれ`)}
	goesOnAt = map[string]*regexp.Regexp{
		"en": regexp.MustCompile(`^no line ends or branches at (.+)$`), "zh": regexp.MustCompile(`^线在(.+)处不中断也不分叉$`),
		"de": regexp.MustCompile(`^keine Linie endet oder verzweigt sich bei (.+)$`), "es": regexp.MustCompile(`^ninguna línea termina ni se bifurca en (.+)$`),
		"ja": regexp.MustCompile(`^線は(.+)で途切れも枝分かれもしない$`),
	}
	goesOnThere = map[string]string{"en": "no line ends or branches there", "zh": "线在那里不中断也不分叉", "de": "keine Linie endet oder verzweigt sich dort",
		"es": "ninguna línea termina ni se bifurca allí", "ja": "線はそこで途切れも枝分かれもしない"}
)

// reasons finds what stands in brackets behind what follows. Brackets within a clause are part of a name.
func (r *teller) reasons(text string) (out [][]int) {
	for _, at := range r.in.by.FindAllStringSubmatchIndex(text, -1) {
		if next, _ := utf8.DecodeRuneInString(text[at[1]:]); at[2] >= 0 || at[1] == len(text) || strings.ContainsRune(".,。，、", next) {
			out = append(out, at)
		}
	}
	return out
}

// unreasoned takes these out of a text.
func (r *teller) unreasoned(text string) string {
	all := r.reasons(text)
	for n := len(all) - 1; n >= 0; n-- {
		text = text[:all[n][0]] + text[all[n][1]:]
	}
	return text
}

// reason gives what stands in brackets behind what follows: what is broken otherwise, or what rules say.
func (r *teller) reason(text string, at []int) string {
	why := text[at[4]:at[5]]
	if at[2] >= 0 {
		return why
	}
	return r.marked(why)
}

// direct takes a sentence apart that gives its reasons by what rules say.
func (r *teller) direct(text string) (head, why string, ok bool) {
	n := strings.LastIndex(text, r.in.because)
	if n < 0 {
		return "", "", false
	}
	why, ok = strings.CutSuffix(text[n+len(r.in.because):], r.in.becauseEnd)
	return text[:n], why, ok
}

// marked makes a list of what would be broken of what rules say: each with its sign.
func (r *teller) marked(why string) string {
	parts := r.apart(why)
	if parts == nil {
		parts = []string{why}
	}
	return holding + strings.Join(parts, r.in.or+holding)
}

// apart takes reasons apart at the first places where that can be; nil where they do not read. A comma may be one of a clause's own.
func (r *teller) apart(why string) []string {
	for at := range why {
		seps := andRule[r.lang]
		n := slices.IndexFunc(seps, func(sep string) bool { return strings.HasPrefix(why[at:], sep) })
		if n < 0 {
			continue
		}
		gaps := r.gaps // what is read here is read again where it is taken apart
		fits := r.says(why[:at]) != nil
		if r.gaps = gaps; !fits {
			continue
		}
		if rest := r.apart(why[at+len(seps[n]):]); rest != nil {
			return append([]string{why[:at]}, rest...)
		}
	}
	gaps := r.gaps
	defer func() { r.gaps = gaps }()
	if r.says(why) != nil {
		return []string{why}
	}
	return nil
}

// What areas keep, by language: no border lies within one, and one lies between two; and each cell is in one.
var (
	areasKeep = map[string]map[string]*regexp.Regexp{
		"en": {"wall": regexp.MustCompile(`^no border lies within one area$`), "join": regexp.MustCompile(`^a border lies between two areas$`)},
		"zh": {"wall": regexp.MustCompile(`^同一\p{Han}+之内没有边界$`), "join": regexp.MustCompile(`^两个\p{Han}+之间有边界$`)},
		"de": {"wall": regexp.MustCompile(`^keine Grenze liegt innerhalb eines Teils$`), "join": regexp.MustCompile(`^zwischen zwei Teilen liegt eine Grenze$`)},
		"es": {"wall": regexp.MustCompile(`^ningún borde queda dentro de una misma parte$`), "join": regexp.MustCompile(`^entre dos partes hay un borde$`)},
		"ja": {"wall": regexp.MustCompile(`^一つの領域の内側に境界はない$`), "join": regexp.MustCompile(`^二つの領域の間には境界がある$`)},
	}
)

// oneLoop is how it is said that lines are one loop, where the file says nothing.
var oneLoop = map[string]string{"en": "the lines are one closed loop", "zh": "线组成一条闭合回路", "de": "die Linien bilden eine einzige geschlossene Schleife",
	"es": "las líneas forman un solo circuito cerrado", "ja": "線は一つの閉じた輪である"}

// layersOwn reads what areas keep.
func (r *teller) layersOwn(text string) (out []encode.Instance) {
	for what, re := range areasKeep[r.lang] {
		if !re.MatchString(text) {
			continue
		}
		for _, in := range r.enc.Instances {
			if strings.HasSuffix(in.Rule, "."+what) {
				out = append(out, in)
			}
		}
	}
	return out
}

// says reads what a rule says, as the instances that it can mean.
func (r *teller) says(text string) (out []encode.Instance) {
	text = strings.TrimSuffix(text, "だ") // behind a noun, before a word for "because"
	for _, text := range []string{text, text + "である"} {
		if out = r.saysSo(text); out != nil {
			return out
		}
	}
	return nil
}

func (r *teller) saysSo(text string) []encode.Instance {
	if out := r.directly(text); out != nil {
		return out
	}
	if out := r.layersOwn(text); out != nil {
		return out
	}
	if out := r.following(text); out != nil {
		return out
	}
	if text == oneLoop[r.lang] {
		return r.aboutLines()
	}
	text = r.spelt(text, eachOfThese[r.lang], r.saysSo)
	if of := oneOfThese[r.lang]; len(r.these) > 0 && of.MatchString(text) {
		text = of.ReplaceAllString(text, "${1}"+r.cellsIn(r.these))
	}
	if text == goesOnThere[r.lang] {
		return r.twoOrNone(r.ends)
	}
	if m := goesOnAt[r.lang].FindStringSubmatch(text); m != nil {
		return r.twoOrNone(r.lineEnds(m[1]))
	}
	re := alsoOf[r.lang]
	if m := re.FindStringSubmatch(text); m != nil {
		return r.alsoSays(m[re.SubexpIndex("first")], m[re.SubexpIndex("others")])
	}
	return r.match(r.held, text)
}

// alsoSays reads what a rule says of one place, and of others too.
func (r *teller) alsoSays(first, others string) []encode.Instance {
	out := r.saysSo(first)
	if out == nil {
		return nil
	}
	if pairs := r.alsoPairs(first, others); pairs != nil {
		return append(out, pairs...)
	}
	names := r.listed(others)
	for _, p := range r.held {
		m := p.re.FindStringSubmatchIndex(first)
		if m == nil {
			continue
		}
		for n := range p.keys {
			var all []encode.Instance
			for _, name := range names {
				more := r.match(r.held, first[:m[2*n+2]]+name+first[m[2*n+3]:])
				if more == nil {
					all = nil
					break
				}
				all = append(all, more...)
			}
			if all != nil {
				return append(out, all...)
			}
		}
	}
	return nil
}

// alsoPairs reads what a rule says of one pair of cells, and of other pairs too.
func (r *teller) alsoPairs(first, others string) (out []encode.Instance) {
	one := pairsOf[r.lang].one
	said := one.FindString(first)
	const between = "adnuy以及また,，、 " // the letters of "and", "und" and "y" too
	if said == "" || strings.Trim(one.ReplaceAllString(others, ""), between) != "" {
		return nil
	}
	for _, pair := range one.FindAllString(others, -1) {
		more := r.match(r.held, strings.Replace(first, said, pair, 1))
		if more == nil {
			return nil
		}
		out = append(out, more...)
	}
	return out
}

// listed gives the names of a list of places, of which what is alike but for the cells is said once, in the plural.
func (r *teller) listed(text string) []string {
	at := r.cellList().FindStringIndex(text)
	if at == nil {
		return r.list(text)
	}
	before, after := oneOfMany[r.lang].Replace(text[:at[0]]), oneOfMany[r.lang].Replace(text[at[1]:])
	var names []string
	for _, cell := range r.list(text[at[0]:at[1]]) {
		names = append(names, before+cell+after)
	}
	return names
}

// oneOfMany says of one place what is said of several.
var oneOfMany = map[string]*strings.Replacer{"en": strings.NewReplacer("rooms", "room", "corners", "corner", "stretches", "stretch", "squares", "square"), "zh": strings.NewReplacer(),
	"de": strings.NewReplacer("Räume", "Raum", "Ecken", "Ecke", "Strecken", "Strecke", "Quadrate", "Quadrat"),
	"es": strings.NewReplacer("las salas", "la sala", "las esquinas inferiores", "la esquina inferior", "las esquinas superiores", "la esquina superior", "derechas", "derecha", "izquierdas", "izquierda"),
	"ja": strings.NewReplacer()}

// lineEnds gives the places that are named as ends of lines.
func (r *teller) lineEnds(text string) (out []board.Place) {
	for _, name := range r.framed(r.list(strings.ReplaceAll(text, "のどれか", ""))) {
		if at, ok := r.corners[name]; ok {
			out = append(out, at...)
		} else if cell := anyCorner[r.lang].FindStringSubmatch(name); cell != nil {
			out = append(out, r.b.Geo.Corners(r.names[cell[1]])...)
		}
	}
	return out
}

// TestReasonsThatCannotBeFilledIn holds that a step whose reason names something that is not there is told by what would be broken, and not that a rule is broken
// as the reason of it.
func TestReasonsThatCannotBeFilledIn(t *testing.T) {
	for holds, why := range map[string]string{
		"{l} has two shaded cells":                ": row 1 has two shaded cells",
		"from {l[9]} on {l} has two shaded cells": ": otherwise row 1 or row 2 does not have two shaded cells",
	} {
		file, probs := rules.Load("part.yaml", []byte(`version: 1
family: part
size: {rows: 2..9, cols: 2..9, usual: [2x2]}
find: {shade: {given: true}}
rules:
  row: count(shade[c] for c in l) == 2 for l in rows
text:
  en: {row: "{l} does not have two shaded cells."}
holds:
  en: {row: "`+holds+`"}
`), nil)
		if probs.HasErrors() {
			t.Fatal(probs)
		}
		f, probs := declared.New(file, native.New())
		if probs.HasErrors() {
			t.Fatal(probs)
		}
		p, err := f.ParseParams("2x2")
		if err != nil {
			t.Fatal(err)
		}
		inst, err := f.Decode(p, "2_2/-_-/-_-")
		if err != nil {
			t.Fatal(err)
		}
		for step, err := range inst.(*declared.Instance).Tell(t.Context(), "") {
			if err != nil || !strings.Contains(step.Text, why) {
				t.Errorf("%q, %v instead of %q", step.Text, err, why)
			}
		}
	}
}
