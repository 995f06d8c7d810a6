package grade

import (
	"slices"
	"strings"
)

// inItsOrder gives the values of an answer that tells one of each of several whom the question's last sentences name, in the order in which
// those name them: Vera: green, Ulf: blue, where it is asked for Ulf's and Vera's, in this order. It is nil where the answer has another form.
func (q *question) inItsOrder(text string, want node) []node {
	n := len(want.kids)
	if q.text == "" || n < 2 || len(text) > maxSaid {
		return nil
	}
	if !hasAny(text, ":", "：", "|", "→", "->", "=", " and ", "–") {
		return nil
	}
	parts := mappingOf(text)
	if len(parts) != n || !strings.Contains(q.text, strings.TrimSpace(parts[0].who)) {
		return nil
	}
	asking := q.asking()
	type placed struct {
		at    int
		value node
	}
	var out []placed
	for _, p := range parts {
		key := strings.TrimSpace(p.who)
		at := strings.Index(asking, key)
		if at < 0 || key == "" || slices.ContainsFunc(out, func(o placed) bool { return o.at == at }) || slices.ContainsFunc(want.kids, func(k node) bool { return name(k.atom) == name(key) }) {
			return nil
		}
		what := p.what
		if p.sentence {
			what = q.oneOfThem(what, want)
		}
		out = append(out, placed{at, node{atom: strings.TrimSpace(what)}})
	}
	slices.SortStableFunc(out, func(a, b placed) int { return a.at - b.at })
	values := make([]node, n)
	for i, p := range out {
		values[i] = p.value
	}
	return values
}

// mappingOf cuts a text into what it tells of each of some.
func mappingOf(text string) []said {
	clean := strings.TrimSpace(text)
	if pairs, ok := pairsOf(clean); ok {
		var out []said
		for _, k := range pairs.kids {
			out = append(out, said{who: k.kids[0].atom, what: k.kids[1].atom})
		}
		return out
	}
	if parts := partsOf(clean); parts != nil {
		return parts
	}
	var out []said
	for _, part := range namesJoin().Split(strings.TrimRight(strings.TrimSpace(plain(clean)), ". "), -1) {
		who, what, ok := strings.Cut(strings.TrimSpace(part), " ")
		if !ok || negated(part) {
			return nil
		}
		out = append(out, said{who: strings.TrimSuffix(who, "'s"), what: what, sentence: true})
	}
	return out
}

// oneOfThem gives the one of the reference's values that some words have, where they have no other words than the question's.
func (q *question) oneOfThem(what string, want node) string {
	found := ""
	tokens := tokenize(plain(what))
	w := q.choice()
	for i := 0; i < len(tokens); {
		n := 0
		for _, k := range want.kids {
			if m := match(tokens, i, nameTokens(k.atom)); m > n && m > 0 {
				if found != "" && found != k.atom {
					return what
				}
				found, n = k.atom, m
			}
		}
		if n > 0 {
			i += n
			continue
		}
		c, m := phraseAt(tokens, i)
		if c&(negates|hedges|either|limits|rejects|corrects) != 0 || c == 0 && (w == nil || !w.raw[tokens[i].text] && !w.asked[stemOf(tokens[i].text)]) {
			return what
		}
		i += m
	}
	if found == "" {
		return what
	}
	return found
}
