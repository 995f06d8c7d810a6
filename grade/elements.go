package grade

// Element is one element of an answer.
type Element struct {
	Text  string
	Right bool
}

// Elements marks an answer that is a flat list, or letters of options, element by element. Where order counts an element is
// right in its place, elsewhere each element of the reference makes one right; what is wanted are the reference's elements. ok
// is false for every other type, and for a text that is no such list. The text is the answer alone, without words round it.
func Elements(ref Reference, text string) (got []Element, want []string, ok bool) {
	types, err := parseTypes(ref.EvalType)
	if err != nil || len(types) != 1 {
		return nil, nil, false
	}
	t := types[0]
	if t.many {
		letters := map[string]bool{}
		wanted, _ := t.chosen(ref.Answer, unasked)
		for _, r := range wanted {
			want = append(want, string(r))
			letters[string(r)] = true
		}
		said, _ := t.chosen(text, newQuestion(ref.Problem))
		for _, r := range said {
			got = append(got, Element{string(r), letters[string(r)]})
		}
		return got, want, len(want) > 0
	}
	if len(t.order) != 1 {
		return nil, nil, false
	}
	all, _, reason := parseList(ref.Answer, 1, shape{})
	if reason != Right || depth(all) != 1 {
		return nil, nil, false
	}
	for _, k := range all.kids {
		want = append(want, k.atom)
	}
	said, _, reason := parseList(text, 1, shapeOf(all))
	if reason != Right {
		return nil, want, text == ""
	}
	if depth(said) != 1 || len(said.kids)*len(want) > maxPairing {
		return nil, nil, false
	}
	t.ready(&all, &said)
	used := make([]bool, len(want))
	for j, k := range said.kids {
		e := Element{Text: k.atom}
		for i := range want {
			if !used[i] && (i == j || !t.order[0]) && t.compareAtoms(all.kids[i], k) == 1 {
				used[i], e.Right = true, true
				break
			}
		}
		got = append(got, e)
	}
	return got, want, true
}

// Ordered reports whether order counts in the answers of a type of flat lists.
func Ordered(evalType string) bool {
	types, err := parseTypes(evalType)
	return err == nil && len(types) == 1 && len(types[0].order) == 1 && types[0].order[0]
}
