package declared

import "slices"

// thin leaves out of a list, from the front, whatever can be left out: less is asked about what would be left, and says whether that still does.
// What is left is what leaving out one after another leaves, since what does without some does without any of them; but where little is
// needed, as mostly, whole runs go at once.
func thin[T comparable](list []T, less func(rest []T) (bool, error)) ([]T, error) {
	return narrow(list, max(1, len(list)/2), func(rest []T) ([]T, bool, error) {
		ok, err := less(rest)
		return rest, ok, err
	})
}

// narrow is thin where the answer also says what of the rest it used: all else goes with it. The first run that is left out is so long.
func narrow[T comparable](list []T, run int, less func(rest []T) (used []T, ok bool, err error)) ([]T, error) {
	out := slices.Clone(list)
	for n := 0; n < len(out); {
		run = min(run, len(out)-n)
		rest := slices.Delete(slices.Clone(out), n, n+run)
		used, ok, err := less(rest)
		switch {
		case err != nil:
			return out, err
		case ok:
			needed := n
			if len(used) < len(rest) {
				keep := make(map[T]bool, len(used))
				for _, x := range used {
					keep[x] = true
				}
				for _, x := range rest[:n] {
					if !keep[x] {
						needed--
					}
				}
				rest = slices.DeleteFunc(rest, func(x T) bool { return !keep[x] })
			}
			out, n = rest, needed
			run *= 2
		case run > 1:
			run /= 2
		default:
			n++
		}
	}
	return out, nil
}

// narrowFacts is narrow for facts. That a number of many values has none of those above all that are left, or below, is one thing to the eye – at most 12 –
// and one fact here: it is left out at once, or else weakened as far as the rest still does, and not value by value.
func (s *Search) narrowFacts(facts []Lit, less func(rest []Lit) (used []Lit, ok bool, err error)) ([]Lit, error) {
	ends := s.ends(facts)
	if len(ends) == len(facts) {
		return narrow(facts, 1, less)
	}
	flat := func(kept []int) (out []Lit) {
		for _, n := range kept {
			out = append(out, ends[n]...)
		}
		return out
	}
	var all []int
	for n := range ends {
		all = append(all, n)
	}
	kept, err := narrow(all, 1, func(rest []int) ([]int, bool, error) {
		used, ok, err := less(flat(rest))
		if !ok || err != nil {
			return nil, false, err
		}
		var needed []int
		for _, n := range rest {
			ends[n] = slices.DeleteFunc(ends[n], func(l Lit) bool { return !slices.Contains(used, l) })
			if len(ends[n]) > 0 {
				needed = append(needed, n)
			}
		}
		return needed, true, nil
	})
	if err != nil {
		return nil, err
	}
	for _, n := range kept {
		for drop := 1; drop > 0 && len(ends[n]) > 1; {
			drop = min(drop, len(ends[n])-1)
			whole := ends[n]
			ends[n] = whole[drop:]
			used, ok, err := less(flat(kept))
			switch {
			case err != nil:
				return nil, err
			case ok:
				for _, m := range kept {
					ends[m] = slices.DeleteFunc(slices.Clone(ends[m]), func(l Lit) bool { return !slices.Contains(used, l) })
				}
				drop *= 2
			default:
				ends[n] = whole
				drop /= 2
			}
		}
	}
	return flat(kept), nil
}

// ends gives facts in their order, those together that say that a number of many values has none above all that are left, or none below, the nearest to these
// first.
func (s *Search) ends(facts []Lit) [][]Lit {
	type end struct {
		v     int
		above bool
	}
	var out [][]Lit
	at := map[end]int{}
	for _, l := range facts {
		e, ok := end{v: s.b.atoms[l.atom()].v}, false
		if x := &s.b.vars[e.v]; x.n > manyValues && !l.holds() && !s.b.atoms[l.atom()].absent {
			first, last := x.first, x.first+x.n-1
			for first < last && (s.known[first] == -1 || s.b.atoms[first].absent) {
				first++
			}
			for last > first && s.known[last] == -1 {
				last--
			}
			e.above, ok = l.atom() > last, l.atom() > last || l.atom() < first
		}
		n, met := at[e]
		switch {
		case !ok:
			out = append(out, []Lit{l})
		case met:
			out[n] = append(out[n], l)
		default:
			at[e] = len(out)
			out = append(out, []Lit{l})
		}
	}
	for e, n := range at {
		slices.Sort(out[n])
		if !e.above {
			slices.Reverse(out[n])
		}
	}
	return out
}
