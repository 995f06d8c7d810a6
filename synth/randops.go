package synth

import (
	"fmt"
	"math/big"
	"slices"

	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/py/eval"
	"github.com/quandary-puzzles/quandary/synth/draw"
	"github.com/quandary-puzzles/quandary/synth/fake"
)

// toHashable makes a value that can be the key of a dict: tuples for lists, at any depth.
func toHashable(th *eval.Thread, v eval.Value, depth int) (eval.Value, error) {
	if depth > 100 {
		return nil, eval.Raise("ValueError", "nested more than 100 deep")
	}
	var elems values
	switch v := v.(type) {
	case *eval.List:
		elems = v.Elems()
	case *eval.Tuple:
		elems = v.Elems()
	case *eval.Set:
		elems, _ = sequence(th, v)
	case *eval.Dict:
		for _, kv := range v.Items() {
			elems = append(elems, eval.NewTuple(kv[0], kv[1]))
		}
	default:
		return v, nil
	}
	if err := th.Step(len(elems)); err != nil {
		return nil, err
	}
	out := make(values, len(elems))
	for i, e := range elems {
		var err error
		if out[i], err = toHashable(th, e, depth+1); err != nil {
			return nil, err
		}
	}
	return eval.NewTuple(out...), nil
}

func (w *Worker) opToHashable(th *eval.Thread, args values, kw kwargs) (eval.Value, error) {
	var x eval.Value
	if err := eval.UnpackArgs("to_hashable", args, kw, "x", &x); err != nil {
		return nil, err
	}
	return toHashable(th, x, 0)
}

func (w *Worker) opToUnique(th *eval.Thread, args values, kw kwargs) (eval.Value, error) {
	var x eval.Value
	if err := eval.UnpackArgs("to_unique", args, kw, "list", &x); err != nil {
		return nil, err
	}
	elems, err := w.run.elements(x)
	if err != nil {
		return nil, err
	}
	seen := eval.NewDict(len(elems))
	var out values
	for _, e := range elems {
		k, err := toHashable(th, e, 0)
		if err != nil {
			return nil, err
		}
		old, err := seen.Get(th, k)
		if err != nil {
			return nil, err
		}
		if old != nil {
			continue
		}
		if err := seen.Set(th, k, eval.True); err != nil {
			return nil, err
		}
		out = append(out, e)
	}
	return eval.NewList(out...), nil
}

func (w *Worker) opChoose(th *eval.Thread, args values, kw kwargs) (eval.Value, error) {
	var candidates eval.Value
	var size, num int
	if err := eval.UnpackArgs("choose", args, kw, "candidates", &candidates, "group_size", &size, "group_num", &num); err != nil {
		return nil, err
	}
	elems, err := w.run.elements(candidates)
	if err != nil {
		return nil, err
	}
	if size < 0 || size > len(elems) || num < 0 || num > maxDomain {
		return nil, eval.Raise("ValueError", "choose(): %d groups of %d from %d candidates", num, size, len(elems))
	}
	if err := th.Alloc(24 * (size + 1) * (num + 1)); err != nil {
		return nil, err
	}
	sh := draw.NewShape([]draw.Source{{N: len(elems), Amount: size, Ascending: true}}, 1, nil)
	var picked []draw.Item
	for len(picked) < num {
		// All different as long as there are enough; then another round.
		round := min(float64(num-len(picked)), sh.Size())
		different, err := draw.NewDrawer(w.run.at.stream(), sh, draw.Constraints{Different: true})
		if err != nil {
			return nil, eval.Raise("ValueError", "choose(): %v", err)
		}
		its, err := different.Draw(int(round))
		if err != nil {
			return nil, eval.Raise("ValueError", "choose(): %v", err)
		}
		picked = append(picked, its...)
	}
	out := make(values, num)
	for i, it := range picked {
		g := make(values, size)
		for j, k := range it {
			g[j] = elems[k]
		}
		out[i] = eval.NewList(g...)
	}
	return eval.NewList(out...), nil
}

// stems are the ten heavenly stems and the twelve earthly branches.
const stems = "甲乙丙丁戊己庚辛壬癸子丑寅卯辰巳午未申酉戌亥"

func (w *Worker) opLetters(_ *eval.Thread, args values, kw kwargs) (eval.Value, error) {
	var n int
	lang := "en"
	if err := eval.UnpackArgs("generate_letters", args, kw, "n", &n, "lang?", &lang); err != nil {
		return nil, err
	}
	if n < 0 || n > maxDomain {
		return nil, eval.Raise("ValueError", "generate_letters(): n is %d, expected 0 to %d", n, maxDomain)
	}
	if lang != "en" {
		all := []rune(stems)
		if n > len(all) {
			return nil, eval.Raise("ValueError", "generate_letters(): n is %d, there are %d stems and branches", n, len(all))
		}
		return eval.Str(string(all[:n])), nil
	}
	r := w.run
	var free []int
	for i := range 26 {
		if r.letters&(1<<i) == 0 {
			free = append(free, i)
		}
	}
	prefix := ""
	if len(free) == 0 { // the 27th call in a puzzle: two letters
		prefix = string(rune('A' + r.at.stream().IntN(26)))
		for i := range 26 {
			free = append(free, i)
		}
	}
	k := free[r.at.stream().IntN(len(free))]
	r.letters |= 1 << k
	out := make(values, n)
	for i := range out {
		out[i] = eval.Str(fmt.Sprintf("%s%c%d", prefix, 'A'+k, i+1))
	}
	return eval.NewList(out...), nil
}

func (w *Worker) opVarNames(_ *eval.Thread, args values, kw kwargs) (eval.Value, error) {
	var n int
	if err := eval.UnpackArgs("generate_var_names", args, kw, "n", &n); err != nil {
		return nil, err
	}
	if n < 0 || n > maxDomain {
		return nil, eval.Raise("ValueError", "generate_var_names(): n is %d, expected 0 to %d", n, maxDomain)
	}
	out := make(values, n)
	for i := range out {
		switch {
		case n <= 3:
			out[i] = eval.Str(string(rune('x' + i)))
		case n <= 11:
			out[i] = eval.Str(string(rune('p' + i)))
		default:
			out[i] = eval.Str(fmt.Sprintf("x%d", i+1))
		}
	}
	return eval.NewList(out...), nil
}

// maxRedraws is how often a list is drawn until its conditions hold.
const maxRedraws = 200_000

func (w *Worker) opRandomList(th *eval.Thread, args values, kw kwargs) (eval.Value, error) {
	const name = "generate_random_list"
	var size int
	var kind string
	var domain, cond, perElem eval.Value = eval.None, eval.NewList(), eval.None
	if err := eval.UnpackArgs(name, args, kw, "size", &size, "type", &kind, "domain?", &domain, "cond?", &cond,
		"per_ele_domain?", &perElem); err != nil {
		return nil, err
	}
	if size < 0 || size > 100_000 {
		return nil, eval.Raise("ValueError", "%s(): size is %d, expected 0 to 100000", name, size)
	}
	tests, err := w.conditions(th, name, cond)
	if err != nil {
		return nil, err
	}
	domains, err := w.elementDomains(name, size, domain, perElem)
	if err != nil {
		return nil, err
	}
	draws := make([]func(*rng.Stream) eval.Value, size)
	for i, d := range domains {
		if i > 0 && d == domains[i-1] {
			draws[i] = draws[i-1]
			continue
		}
		if draws[i], err = w.elementDraw(name, kind, d); err != nil {
			return nil, err
		}
	}
	s := w.run.at.stream()
	for range maxRedraws {
		if err := th.Alloc(24 * (size + 1)); err != nil {
			return nil, err
		}
		if err := th.Step(size + 1); err != nil {
			return nil, err
		}
		out := make(values, size)
		for i := range out {
			out[i] = draws[i](s)
		}
		list := eval.NewList(out...)
		good := true
		for _, t := range tests {
			v, err := eval.Call(th, t, values{list}, nil)
			if err != nil {
				return nil, err
			}
			if good, err = eval.Truth(th, v); err != nil {
				return nil, err
			}
			if !good {
				break
			}
		}
		if good {
			return list, nil
		}
	}
	return nil, eval.Raise("ValueError", "%s(): no list of %d drawn that keeps the conditions", name, maxRedraws)
}

// conditions gives the functions of a list of lambdas and of texts of lambdas, which see the names of the place of the call.
func (w *Worker) conditions(th *eval.Thread, name string, cond eval.Value) (values, error) {
	if s, ok := cond.(eval.Str); ok {
		cond = eval.NewList(s)
	}
	if _, none := cond.(eval.NoneType); none {
		return nil, nil
	}
	if eval.IsCallable(cond) {
		return values{cond}, nil
	}
	elems, err := w.run.elements(cond)
	if err != nil {
		return nil, err
	}
	out := make(values, len(elems))
	for i, e := range elems {
		if s, ok := e.(eval.Str); ok {
			if e, err = th.EvalString(string(s)); err != nil {
				return nil, err
			}
		}
		if !eval.IsCallable(e) {
			return nil, eval.Raise("TypeError", "%s(): a condition is a lambda, not a value of type '%s'", name, e.TypeName())
		}
		out[i] = e
	}
	return out, nil
}

// elementDraw gives the function that draws one element.
func (w *Worker) elementDraw(name, kind string, domain eval.Value) (func(*rng.Stream) eval.Value, error) {
	if _, none := domain.(eval.NoneType); none && kind == "bool" {
		domain = eval.NewList(eval.False, eval.True)
	}
	vals, err := w.run.elements(domain)
	if err != nil {
		return nil, err
	}
	_, isRange := domain.(*eval.Range)
	switch kind {
	case "int":
		if len(vals) != 2 || isRange {
			break
		}
		lo, errL := integer(vals[0])
		hi, errH := integer(vals[1])
		if errL != nil || errH != nil || hi < lo {
			return nil, eval.Raise("ValueError", "%s(): no int in the domain %s", name, w.run.repr(domain))
		}
		return func(s *rng.Stream) eval.Value { return eval.MakeInt(s.Int64Between(lo, hi)) }, nil
	case "float", "real":
		if len(vals) != 2 {
			break
		}
		lo, okL := float(vals[0])
		hi, okH := float(vals[1])
		if !okL || !okH || hi < lo {
			return nil, eval.Raise("ValueError", "%s(): no number in the domain %s", name, w.run.repr(domain))
		}
		return func(s *rng.Stream) eval.Value { return drawFloat(s.Float64(), lo, hi) }, nil
	case "bool", "enum", "str":
	default:
		return nil, eval.Raise("ValueError", "%s(): type is '%s', expected int, bool, float or enum", name, kind)
	}
	if len(vals) == 0 {
		return nil, eval.Raise("ValueError", "%s(): the domain is empty", name)
	}
	return func(s *rng.Stream) eval.Value { return vals[s.IntN(len(vals))] }, nil
}

// elementDomains gives each element of a list its domain: its own, or where none has one that of all.
func (w *Worker) elementDomains(name string, size int, domain, perElem eval.Value) (values, error) {
	if _, none := perElem.(eval.NoneType); none {
		return slices.Repeat(values{domain}, size), nil
	}
	each, err := w.run.elements(perElem)
	if err != nil {
		return nil, err
	}
	if len(each) != size {
		return nil, eval.Raise("ValueError", "%s(): per_ele_domain has %d domains for %d elements", name, len(each), size)
	}
	return each, nil
}

func (w *Worker) opRandomListTotal(th *eval.Thread, args values, kw kwargs) (eval.Value, error) {
	const name = "generate_random_list_with_total"
	var size int
	var total int64
	var domain, perElem eval.Value = eval.None, eval.None
	if err := eval.UnpackArgs(name, args, kw, "size", &size, "domain", &domain, "total", &total, "per_ele_domain?", &perElem); err != nil {
		return nil, err
	}
	if size < 0 || size > 10_000 {
		return nil, eval.Raise("ValueError", "%s(): size is %d, expected 0 to 10000", name, size)
	}
	domains, err := w.elementDomains(name, size, domain, perElem)
	if err != nil {
		return nil, err
	}
	lo, span := make([]int64, size), make([]int64, size) // element i is lo[i] plus 0..span[i]
	rest := total
	for i, d := range domains {
		vals, err := w.run.elements(d)
		if err != nil {
			return nil, err
		}
		var ends [2]int64
		for k := range ends {
			if len(vals) != 2 {
				return nil, eval.Raise("ValueError", "%s(): the domain %s is not [least, greatest]", name, w.run.repr(d))
			}
			if ends[k], err = integer(vals[k]); err != nil {
				return nil, eval.Raise("ValueError", "%s(): the domain %s: %v", name, w.run.repr(d), err)
			}
		}
		if ends[1] < ends[0] {
			return nil, eval.Raise("ValueError", "%s(): no int in the domain %s", name, w.run.repr(d))
		}
		lo[i], span[i] = ends[0], ends[1]-ends[0]
		rest -= lo[i]
	}
	out, err := withTotal(th, w.run.at.stream(), span, rest)
	if err != nil {
		return nil, err
	}
	if out == nil {
		return nil, eval.Raise("ValueError", "%s(): no list of %d elements has the total %d", name, size, total)
	}
	list := make(values, size)
	for i, x := range out {
		list[i] = eval.MakeInt(lo[i] + x)
	}
	return eval.NewList(list...), nil
}

// withTotal draws numbers, the i-th from 0..span[i], that add up to total, each such list being equally likely; nil when
// there is none. It counts the ways to make each total with the first k numbers.
func withTotal(th *eval.Thread, s *rng.Stream, span []int64, total int64) ([]int64, error) {
	reach := int64(0)
	for _, x := range span {
		reach += x
	}
	if total < 0 || total > reach {
		return nil, nil
	}
	if int64(len(span))*(total+1) > 4_000_000 {
		return nil, eval.Raise("ValueError", "the total is too large")
	}
	ways := make([][]*big.Int, len(span)+1)
	ways[0] = make([]*big.Int, total+1)
	ways[0][0] = big.NewInt(1)
	for k, x := range span {
		if err := th.Step(int(total) + 1); err != nil {
			return nil, err
		}
		if err := th.Alloc(int(total+1) * 48); err != nil {
			return nil, err
		}
		row := make([]*big.Int, total+1)
		sum := new(big.Int) // of the last x+1 entries of the row before
		for t := int64(0); t <= total; t++ {
			if w := ways[k][t]; w != nil {
				sum.Add(sum, w)
			}
			if t > x {
				if w := ways[k][t-x-1]; w != nil {
					sum.Sub(sum, w)
				}
			}
			if sum.Sign() > 0 {
				row[t] = new(big.Int).Set(sum)
			}
		}
		ways[k+1] = row
	}
	if ways[len(span)][total] == nil {
		return nil, nil
	}
	out := make([]int64, len(span))
	for k := len(span) - 1; k >= 0; k-- {
		u := s.BigN(ways[k+1][total])
		for x := int64(0); ; x++ {
			w := ways[k][total-x]
			if w == nil {
				continue
			}
			if u.Cmp(w) < 0 {
				out[k] = x
				total -= x
				break
			}
			u.Sub(u, w)
		}
	}
	return out, nil
}

func (w *Worker) opFaker(_ *eval.Thread, args values, kw kwargs) (eval.Value, error) {
	var num int
	var provider string
	locale := fake.DefaultLocale
	var seed eval.Value = eval.None
	if err := eval.UnpackArgs("get_faker", args, kw, "num", &num, "provider", &provider, "locale?", &locale, "seed?", &seed); err != nil {
		return nil, err
	}
	var s *rng.Stream
	if _, none := seed.(eval.NoneType); none {
		s = w.run.at.stream()
	} else {
		n, err := integer(seed)
		if err != nil {
			return nil, eval.Raise("TypeError", "get_faker(): seed: %v", err)
		}
		s = rng.New(uint64(n)).Derive("faker")
	}
	// No two people of a puzzle have the same name, though they come from several calls; words may come again.
	var avoid map[string]bool
	if _, none := seed.(eval.NoneType); none && fake.Personal(provider) {
		if w.run.people == nil {
			w.run.people = map[string]bool{}
		}
		avoid = w.run.people
	}
	words, err := fake.Draw(s, num, provider, locale, avoid)
	if err != nil {
		return nil, eval.Raise("ValueError", "get_faker(): %v", err)
	}
	out := make(values, len(words))
	for i, x := range words {
		out[i] = eval.Str(x)
		if avoid != nil {
			avoid[x] = true
		}
	}
	return eval.NewList(out...), nil
}
