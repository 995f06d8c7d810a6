package grade

import (
	"fmt"
	"strings"
)

// element says how the atoms of an answer are compared.
type element int

const (
	auto    element = iota // as numerals where the reference's atom is one, else as names
	numeral                // as numbers
	nominal                // as names: letters and digits count, case and punctuation do not
	strict                 // as texts: only white space at the ends does not count
)

// answerType is a parsed type.
type answerType struct {
	name    string
	letters bool   // option or multi_options
	many    bool   // multi_options
	order   []bool // for each level of a list, whether order counts; empty for a single atom
	atoms   element
}

// maxLevels bounds the nesting of list types.
const maxLevels = 8

// parseTypes reads the types of a reference, joined by commas. The empty text is nominal.
func parseTypes(text string) ([]answerType, error) {
	if strings.TrimSpace(text) == "" {
		text = "nominal"
	}
	var out []answerType
	for _, name := range strings.Split(text, ",") {
		t, err := parseType(strings.ToLower(strings.TrimSpace(name)))
		if err != nil {
			return nil, err
		}
		out = append(out, t)
	}
	return out, nil
}

// atomTypes are the types of one thing, which lists are made of too.
var atomTypes = map[string]element{"numeral": numeral, "nominal": nominal, "strict_nominal": strict}

func parseType(name string) (answerType, error) {
	t := answerType{name: name}
	if atoms, ok := atomTypes[name]; ok {
		t.atoms = atoms
		return t, nil
	}
	switch name {
	case "option":
		t.letters = true
		return t, nil
	case "multi_options":
		t.letters, t.many = true, true
		return t, nil
	case "ordered array", "unordered array":
		t.order = []bool{name == "ordered array"}
		return t, nil
	}
	prefix, rest, _ := strings.Cut(name, "_")
	levels, isArray := strings.CutSuffix(prefix, "a")
	atoms, ok := atomTypes[rest]
	if !ok || !isArray || levels == "" || len(levels) > maxLevels || strings.Trim(levels, "ou") != "" {
		return t, fmt.Errorf("unknown answer type %q", name)
	}
	for _, l := range levels {
		t.order = append(t.order, l == 'o')
	}
	t.atoms = atoms
	return t, nil
}

// mark marks the text of one part.
func (t answerType) mark(ref, text string, asks *question) Part {
	p := Part{Extracted: strings.TrimSpace(text)}
	if strings.TrimSpace(text) == "" {
		p.Reason = Unparsed
		return p
	}
	if len(t.order) > 0 && p.Extracted == strings.TrimSpace(ref) && isList(ref) {
		p.Correct, p.Score, p.Reason = true, 1, Right // in the reference's own words
		return p
	}
	if t.ofNames() && len(t.order) == 0 && len(text) <= maxSaid && name(text) != name(ref) {
		if of := asks.number(); of != nil && of.denies(text) {
			p.Reason = Unclaimed
			return p
		}
	}
	if t.ofNames() && len(t.order) == 1 {
		text = asks.neighbours(text)
	}
	if w := asks.choice(); t.ofNames() && w != nil && w.asksWho && w.placedElsewhere(text) {
		p.Reason = Unclaimed
		return p
	}
	if w := asks.choice(); t.ofNames() && w != nil && w.asksWho {
		if parts := w.partsSaid(text); parts != nil {
			var lines []string
			for _, p := range parts {
				lines = append(lines, p.who+": "+p.what)
			}
			text = strings.Join(lines, "; ")
		}
	}
	if t.ofNames() && name(text) != name(ref) && tells(text) && !asks.ofOne(t) {
		switch names, verdict := asks.roles().holders(text); verdict {
		case 1:
			text = strings.Join(names, ", ")
		case -1:
			p.Reason = Unclaimed
			return p
		}
	}
	if len(t.order) == 0 && t.atoms != strict && name(text) != name(ref) {
		switch what, verdict := asks.ofSubject(text); verdict {
		case 1:
			text = what
		case -1:
			p.Reason = Unclaimed
			return p
		}
	}
	if len(t.order) == 0 && t.atoms == nominal && !t.letters {
		text = winners(text, asks)
	}
	switch {
	case t.letters:
		t.markLetters(&p, ref, text, asks)
	case len(t.order) == 0:
		if t.atoms == numeral {
			var of *wanted
			if _, alone := digitsAlone(strings.TrimSpace(text)); !alone {
				of = asks.number()
			}
			p.Reason = compareNumbers(strings.TrimSpace(ref), strings.TrimSpace(text), of)
		} else {
			p.Reason = t.atoms.compare(ref, text, asks)
		}
		if p.Correct = p.Reason == Right; p.Correct {
			p.Score = 1
		}
	default:
		t.markList(&p, ref, text, asks)
	}
	return p
}

// isList reports whether a reference is a list that is written as one.
func isList(ref string) bool {
	return strings.ContainsAny(ref, ",[、，") && strings.IndexFunc(ref, isContent) >= 0 && strings.Count(ref, "[") == strings.Count(ref, "]")
}

// ofNames reports whether a question of the type may ask who or what is something: for a name, or for some in any order.
func (t answerType) ofNames() bool {
	return !t.letters && t.atoms != numeral && t.atoms != strict && (len(t.order) == 0 && t.atoms == nominal || len(t.order) == 1 && !t.order[0])
}

// compare compares two atoms; the result is Right, Wrong, or why they cannot be compared.
func (e element) compare(ref, ans string, asks *question) Reason {
	ref, ans = strings.TrimSpace(ref), strings.TrimSpace(ans)
	switch e {
	case strict:
		if strings.TrimSpace(strings.Trim(ans, "$")) == ref || ans == ref {
			return Right
		}
		return Wrong
	case nominal:
		if name(ref) != name(ans) {
			if v := verdictOfName(ref); v != 0 {
				return compareVerdicts(v, ans)
			}
			if _, _, ok := clockOf(ref); ok {
				return compareClocks(ref, ans, asks)
			}
		}
		return compareNames(ref, ans, asks)
	case numeral:
		return compareNumbers(ref, ans, nil)
	default:
		if isNumeral(ref) {
			if r := compareNumbers(ref, ans, nil); r != Unparsed && r != BadReference {
				return r
			}
		}
		return compareNames(ref, ans, asks)
	}
}

// isNumeral reports whether a text is a numeral and nothing else, so that names with digits in them stay names.
func isNumeral(s string) bool {
	if name(s) == "" {
		return false
	}
	for _, r := range plain(s) {
		if !strings.ContainsRune("0123456789.,+-/:% ", r) && !isChineseNumeral(r) && !strings.ContainsRune("点负分之", r) {
			return false
		}
	}
	return true
}
