package code

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/py/eval"
)

// This file makes inputs from those that the tests give: changed ones, mixed ones, and all small ones of the same shape. Which of
// them are allowed the author says ("where"); where the author says nothing, conditions are learnt from the tests: what holds
// of every given input is taken to hold of all that are allowed.

// learnt is what the given inputs of a function have in common.
type learnt struct {
	args  []trait
	pairs []pair
}

// trait is what the values at one place have in common.
type trait struct {
	least             int64 // of ints: at least so much
	most              int64 // and at most
	sorted, distinct  bool
	filled            bool            // never empty
	letters           map[rune]bool   // of strings: the kinds of characters
	only              map[string]bool // one of a few words
	elem              *trait          // of the elements of lists, tuples and sets
	sameLen, oneLen   bool            // elements of one length; always of one length
	key, val          *trait          // of dicts
	lens              int
	seen, ints, texts int
	kinds             map[byte]bool
	alphabet          []rune
}

// pair is a relation of two arguments: one is an index of the other, not larger than the other, or as long as the other.
type pair struct {
	a, b int
	rel  byte // 'i', '<', 'l'
}

// learn finds what inputs have in common.
func learn(inputs []Input) learnt {
	var l learnt
	n := len(inputs[0].args)
	for i := range n {
		var vs []val
		for _, in := range inputs {
			vs = append(vs, in.args[i])
		}
		l.args = append(l.args, learnTrait(vs))
	}
	for a := range n {
		for b := range n {
			if a == b {
				continue
			}
			for _, rel := range []byte{'i', '<', 'l'} {
				if rel == 'l' && b < a {
					continue
				}
				ok := len(inputs) >= 2
				for _, in := range inputs {
					ok = ok && related(in.args[a], in.args[b], rel)
				}
				if ok {
					l.pairs = append(l.pairs, pair{a, b, rel})
				}
			}
		}
	}
	return l
}

func related(a, b val, rel byte) bool {
	switch rel {
	case 'i':
		return a.k == 'i' && (b.k == 'l' || b.k == 's') && a.i >= 0 && a.i < int64(b.length())
	case '<':
		return a.k == 'i' && b.k == 'i' && a.i <= b.i
	}
	return (a.k == 'l' || a.k == 's') && a.k == b.k && a.length() == b.length()
}

func (v val) length() int {
	switch v.k {
	case 's':
		return len([]rune(v.s))
	case 'd':
		return len(v.e) / 2
	}
	return len(v.e)
}

func kindOf(r rune) rune {
	switch {
	case unicode.IsLower(r):
		return 'a'
	case unicode.IsUpper(r):
		return 'A'
	case unicode.IsDigit(r):
		return '0'
	case r == ' ':
		return ' '
	}
	return r
}

func learnTrait(vs []val) trait {
	t := trait{kinds: map[byte]bool{}, letters: map[rune]bool{}, sorted: true, distinct: true, filled: true, sameLen: true, oneLen: true, lens: -1}
	var elems, keys, vals []val
	order, long := 0, 0
	words := map[string]bool{}
	for _, v := range vs {
		t.seen++
		t.kinds[v.k] = true
		switch v.k {
		case 'i', 'f':
			x := v.i
			if v.k == 'f' {
				x = int64(v.f)
			}
			if t.ints == 0 || x < t.least {
				t.least = x
			}
			if t.ints == 0 || x > t.most {
				t.most = x
			}
			t.ints++
		case 's':
			t.texts++
			words[v.s] = true
			t.filled = t.filled && v.s != ""
			for _, r := range v.s {
				t.letters[kindOf(r)] = true
				if !slices.Contains(t.alphabet, r) && len(t.alphabet) < 24 {
					t.alphabet = append(t.alphabet, r)
				}
			}
		case 'l', 't', 'S':
			t.filled = t.filled && len(v.e) > 0
			if t.lens >= 0 && t.lens != len(v.e) {
				t.oneLen = false
			}
			t.lens = len(v.e)
			elems = append(elems, v.e...)
			if len(v.e) >= 3 {
				long++
			}
			for i := 1; i < len(v.e); i++ {
				order++
				if less(v.e[i], v.e[i-1]) {
					t.sorted = false
				}
				if slices.ContainsFunc(v.e[:i], func(w val) bool { return w.String() == v.e[i].String() }) {
					t.distinct = false
				}
				if v.e[i].length() != v.e[0].length() {
					t.sameLen = false
				}
			}
		case 'd':
			t.filled = t.filled && len(v.e) > 0
			for i := 0; i+1 < len(v.e); i += 2 {
				keys, vals = append(keys, v.e[i]), append(vals, v.e[i+1])
			}
		}
	}
	// One list in order says little; two long ones do not happen to be in order often.
	t.sorted = t.sorted && long >= 2 && order >= 5
	t.distinct = t.distinct && long >= 2 && order >= 6
	t.oneLen = t.oneLen && t.seen >= 2
	if t.texts == t.seen && t.seen >= 4 && len(words) <= 3 && len(words)*2 <= t.seen {
		t.only = words
	}
	if len(elems) > 0 {
		e := learnTrait(elems)
		t.elem = &e
	}
	if len(keys) > 0 {
		k, v := learnTrait(keys), learnTrait(vals)
		t.key, t.val = &k, &v
	}
	return t
}

func less(a, b val) bool {
	switch {
	case a.k == 's' && b.k == 's':
		return a.s < b.s
	case a.k == 'i' && b.k == 'i':
		return a.i < b.i
	case a.k == 'f' || b.k == 'f':
		return a.number() < b.number()
	}
	for i := range min(len(a.e), len(b.e)) {
		if less(a.e[i], b.e[i]) {
			return true
		}
		if less(b.e[i], a.e[i]) {
			return false
		}
	}
	return len(a.e) < len(b.e)
}

func (v val) number() float64 {
	if v.k == 'f' {
		return v.f
	}
	return float64(v.i)
}

// floor is the learnt least value of ints: 0 or 1 where nothing below was given, else none.
func (t *trait) floor() (int64, bool) {
	switch {
	case t.ints == 0 || t.least < 0:
		return 0, false
	case t.least >= 1 && t.ints >= 2:
		return 1, true
	}
	return 0, true
}

// allows reports whether a value keeps what was learnt.
func (t *trait) allows(v val) bool {
	if t.kinds != nil && !t.kinds[v.k] {
		return false
	}
	switch v.k {
	case 'i', 'f':
		if lo, ok := t.floor(); ok && v.number() < float64(lo) {
			return false
		}
	case 's':
		if t.only != nil && !t.only[v.s] || t.filled && t.texts >= 2 && v.s == "" {
			return false
		}
		for _, r := range v.s {
			if !t.letters[kindOf(r)] {
				return false
			}
		}
	case 'l', 't', 'S':
		if t.filled && len(v.e) == 0 || v.k == 't' && t.oneLen && len(v.e) != t.lens {
			return false
		}
		for i, e := range v.e {
			if t.elem != nil && !t.elem.allows(e) {
				return false
			}
			if i > 0 && (t.sorted && less(e, v.e[i-1]) || t.sameLen && e.length() != v.e[0].length()) {
				return false
			}
			if t.distinct && slices.ContainsFunc(v.e[:i], func(w val) bool { return w.String() == e.String() }) {
				return false
			}
		}
	case 'd':
		if t.filled && len(v.e) == 0 {
			return false
		}
		for i := 0; i+1 < len(v.e); i += 2 {
			if t.key != nil && !t.key.allows(v.e[i]) || t.val != nil && !t.val.allows(v.e[i+1]) {
				return false
			}
		}
	}
	return true
}

func (l *learnt) allows(args []val) bool {
	for i := range l.args {
		if !l.args[i].allows(args[i]) {
			return false
		}
	}
	for _, p := range l.pairs {
		if !related(args[p.a], args[p.b], p.rel) {
			return false
		}
	}
	return true
}

// sentences are the learnt conditions as expressions over the parameters.
func (l *learnt) sentences(params []string) []string {
	var out []string
	for i := range l.args {
		if i < len(params) {
			out = append(out, l.args[i].sentences(params[i])...)
		}
	}
	for _, p := range l.pairs {
		if p.a >= len(params) || p.b >= len(params) {
			continue
		}
		a, b := params[p.a], params[p.b]
		out = append(out, map[byte]string{'i': "0 <= " + a + " < len(" + b + ")", '<': a + " <= " + b, 'l': "len(" + a + ") == len(" + b + ")"}[p.rel])
	}
	return out
}

func (t *trait) sentences(name string) []string {
	var out []string
	if lo, ok := t.floor(); ok {
		out = append(out, name+" >= "+strconv.FormatInt(lo, 10))
	}
	if t.filled && (t.kinds['l'] || t.kinds['d'] || t.kinds['s'] && t.texts >= 2) {
		out = append(out, "len("+name+") > 0")
	}
	if t.sorted {
		out = append(out, name+" == sorted("+name+")")
	}
	if t.distinct {
		out = append(out, "len(set("+name+")) == len("+name+")")
	}
	if t.only != nil {
		var words []string
		for w := range t.only {
			words = append(words, eval.QuoteStr(w))
		}
		slices.Sort(words)
		out = append(out, name+" in ("+strings.Join(words, ", ")+")")
	}
	if t.elem != nil {
		for _, s := range t.elem.sentences("x") {
			out = append(out, "all("+s+" for x in "+name+")")
		}
	}
	return out
}

// repair makes a value keep what can be mended: order and distinctness.
func (t *trait) repair(v val) val {
	if v.k != 'l' {
		return v
	}
	if t.distinct {
		var e []val
		for _, x := range v.e {
			if !slices.ContainsFunc(e, func(w val) bool { return w.String() == x.String() }) {
				e = append(e, x)
			}
		}
		v.e = e
	}
	if t.sorted {
		v.e = slices.Clone(v.e)
		slices.SortStableFunc(v.e, func(a, b val) int {
			if less(a, b) {
				return -1
			}
			if less(b, a) {
				return 1
			}
			return 0
		})
	}
	return v
}

// change gives a value changed at one place.
func (t *trait) change(v val, r *rng.Stream, depth int) val {
	v = v.clone()
	switch v.k {
	case 'b':
		v.i = 1 - v.i
	case 'i':
		switch r.IntN(8) {
		case 0:
			v.i++
		case 1:
			v.i--
		case 2:
			v.i = -v.i
		case 3:
			v.i *= 2
		case 4:
			v.i = int64(r.IntN(4))
		case 5:
			v.i = int64(r.IntN(20)) - 5
		case 6:
			v.i += int64(r.IntN(10))
		default:
			v.i = t.least + int64(r.IntN(int(max(1, min(t.most-t.least+1, 1<<20)))))
		}
	case 'f':
		v.f += []float64{0.5, -0.5, 1, -1, 10}[r.IntN(5)]
		if r.IntN(5) == 0 {
			v.f = -v.f
		}
		if r.IntN(5) == 0 {
			v.f = 0
		}
	case 's':
		v.s = t.changeText([]rune(v.s), r)
	case 't':
		if len(v.e) > 0 && t.elem != nil && depth < 4 {
			i := r.IntN(len(v.e))
			v.e[i] = t.elem.change(v.e[i], r, depth+1)
		}
	case 'l', 'S':
		t.changeList(&v, r, depth)
		if v.k == 'S' {
			t2 := trait{distinct: true}
			v.k = 'l'
			v = t2.repair(v)
			v.k = 'S'
		}
	case 'd':
		n := len(v.e) / 2
		switch {
		case n == 0:
		case r.IntN(3) == 0:
			i := 2 * r.IntN(n)
			v.e = slices.Delete(v.e, i, i+2)
		case t.val != nil && depth < 4:
			i := 2 * r.IntN(n)
			if r.IntN(3) == 0 && t.key != nil {
				k := t.key.change(v.e[i], r, depth+1)
				for j := 0; j < len(v.e); j += 2 {
					if v.e[j].String() == k.String() {
						return v
					}
				}
				v.e[i] = k
			} else {
				v.e[i+1] = t.val.change(v.e[i+1], r, depth+1)
			}
		}
	}
	return v
}

func (t *trait) changeText(s []rune, r *rng.Stream) string {
	letter := func() rune {
		if len(t.alphabet) == 0 || r.IntN(8) == 0 {
			for _, k := range []rune{'a', 'A', '0', ' '} {
				if t.letters[k] && r.IntN(2) == 0 {
					if k == ' ' {
						return k
					}
					return k + rune(r.IntN(10))
				}
			}
		}
		if len(t.alphabet) == 0 {
			return 'a'
		}
		return t.alphabet[r.IntN(len(t.alphabet))]
	}
	n := len(s)
	switch op := r.IntN(9); {
	case n == 0 || op == 0:
		i := r.IntN(n + 1)
		return string(slices.Insert(s, i, letter()))
	case op == 1:
		i := r.IntN(n)
		return string(slices.Delete(s, i, i+1))
	case op == 2:
		return string(s[1:])
	case op == 3:
		return string(s[:n-1])
	case op == 4:
		s[r.IntN(n)] = letter()
	case op == 5:
		i, j := r.IntN(n), r.IntN(n)
		s[i], s[j] = s[j], s[i]
	case op == 6:
		slices.Reverse(s)
	case op == 7:
		i := r.IntN(n)
		return string(slices.Insert(s, i, s[i]))
	default:
		i := r.IntN(n + 1)
		return string(s[:i])
	}
	return string(s)
}

func (t *trait) changeList(v *val, r *rng.Stream, depth int) {
	n := len(v.e)
	switch op := r.IntN(10); {
	case n == 0:
		if t.elem != nil {
			v.e = append(v.e, t.elem.small(r))
		}
	case op == 0:
		i := r.IntN(n)
		v.e = slices.Delete(v.e, i, i+1)
	case op == 1:
		v.e = v.e[1:]
	case op == 2:
		v.e = v.e[:n-1]
	case op == 3:
		i, j := r.IntN(n), r.IntN(n)
		v.e[i], v.e[j] = v.e[j], v.e[i]
	case op == 4:
		slices.Reverse(v.e)
	case op == 5:
		i := r.IntN(n)
		v.e = slices.Insert(v.e, r.IntN(n+1), v.e[i].clone())
	case op == 6:
		v.e = v.e[:r.IntN(n+1)]
	case t.elem != nil && depth < 4:
		i := r.IntN(n)
		v.e[i] = t.elem.change(v.e[i], r, depth+1)
		if op == 9 {
			v.e = append(v.e, t.elem.change(v.e[r.IntN(n)], r, depth+1))
		}
	}
}

// small draws a small value of the shape.
func (t *trait) small(r *rng.Stream) val {
	var kinds []byte
	for k := range t.kinds {
		kinds = append(kinds, k)
	}
	if len(kinds) == 0 {
		return val{k: 'i', i: int64(r.IntN(4))}
	}
	slices.Sort(kinds)
	switch k := kinds[r.IntN(len(kinds))]; k {
	case 'i':
		lo, ok := t.floor()
		if !ok {
			lo = -2
		}
		return val{k: 'i', i: lo + int64(r.IntN(6))}
	case 'f':
		return val{k: 'f', f: float64(r.IntN(9))/2 + float64(max(0, min(1, t.least)))}
	case 'b':
		return val{k: 'b', i: int64(r.IntN(2))}
	case 's':
		if t.only != nil {
			var words []string
			for w := range t.only {
				words = append(words, w)
			}
			slices.Sort(words)
			return val{k: 's', s: words[r.IntN(len(words))]}
		}
		var s []rune
		for range r.IntN(5) {
			if len(t.alphabet) > 0 {
				s = append(s, t.alphabet[r.IntN(min(len(t.alphabet), 4))])
			}
		}
		return val{k: 's', s: string(s)}
	case 'l', 'S', 't':
		n := r.IntN(5)
		if k == 't' && t.oneLen {
			n = t.lens
		}
		v := val{k: k}
		for range n {
			if t.elem != nil {
				v.e = append(v.e, t.elem.small(r))
			}
		}
		if k == 'S' {
			u := trait{distinct: true}
			v.k = 'l'
			v = u.repair(v)
			v.k = 'S'
		}
		return v
	case 'd':
		v := val{k: 'd'}
		for range r.IntN(4) {
			if t.key == nil {
				break
			}
			key := t.key.small(r)
			taken := false
			for j := 0; j < len(v.e); j += 2 {
				taken = taken || v.e[j].String() == key.String()
			}
			if !taken {
				v.e = append(v.e, key, t.val.small(r))
			}
		}
		return v
	default:
		return val{k: k}
	}
}

// smallInts lists the ints of the shape between -3 and 12, those that are easiest to trace first.
func (t *trait) smallInts() []val {
	if len(t.kinds) != 1 || !t.kinds['i'] {
		return nil
	}
	lo, ok := t.floor()
	if !ok {
		lo = -3
	}
	var out []val
	for i := max(lo, 0); i <= 12; i++ {
		out = append(out, val{k: 'i', i: i})
	}
	for i := int64(-1); i >= lo; i-- {
		out = append(out, val{k: 'i', i: i})
	}
	return out
}

// drawInputs makes at most n inputs from the given ones. allowed judges the arguments of a function, beyond what was learnt.
func drawInputs(given []Input, n int, r *rng.Stream, confirmed func(function string) bool) []Input {
	byShape := map[string][]Input{}
	var shapes []string
	for _, in := range given {
		if in.function == "" {
			continue
		}
		shape := in.function + "(" + strings.Join(in.names, ",")
		if byShape[shape] == nil {
			shapes = append(shapes, shape)
		}
		if len(byShape[shape]) == 0 || len(byShape[shape][0].args) == len(in.args) {
			byShape[shape] = append(byShape[shape], in)
		}
	}
	seen := map[string]bool{}
	for _, in := range given {
		seen[in.Expr] = true
	}
	var out []Input
	add := func(in Input) {
		if !seen[in.Expr] && len(in.Expr) < 300 {
			seen[in.Expr] = true
			out = append(out, in)
		}
	}
	for _, shape := range shapes {
		ins := byShape[shape]
		if len(ins[0].args) == 0 {
			continue
		}
		l := learn(ins)
		free := confirmed(ins[0].function)
		ok := func(args []val) bool { return free || l.allows(args) }
		share := max(20, n/len(shapes))
		before := len(out)
		// All small ints, where every argument is one.
		l.grid(share/3, func(args []val) {
			if ok(args) {
				add(ins[0].with(args))
			}
		})
		for try := 0; try < 8*share && len(out)-before < share; try++ {
			base := ins[r.IntN(len(ins))]
			args := slices.Clone(base.args)
			switch r.IntN(4) {
			case 0: // arguments of two tests
				other := ins[r.IntN(len(ins))]
				i := r.IntN(len(args))
				args[i] = other.args[i]
				if len(args) == 1 {
					args[0] = l.args[0].change(args[0], r, 0)
				}
			case 1: // a small value
				i := r.IntN(len(args))
				if args[i].k != 'x' {
					args[i] = l.args[i].repair(l.args[i].small(r))
				}
				if r.IntN(2) == 0 {
					for j := range args {
						if args[j].k != 'x' {
							args[j] = l.args[j].repair(l.args[j].small(r))
						}
					}
				}
			default:
				for range 1 + r.IntN(3) {
					i := r.IntN(len(args))
					if args[i].k != 'x' {
						args[i] = l.args[i].repair(l.args[i].change(args[i], r, 0))
					}
				}
			}
			if ok(args) {
				add(base.with(args))
			}
		}
	}
	return out
}

// grid goes through small arguments where all are ints.
func (l *learnt) grid(most int, visit func([]val)) {
	var lists [][]val
	total := 1
	for i := range l.args {
		list := l.args[i].smallInts()
		if list == nil {
			return
		}
		lists = append(lists, list)
	}
	for {
		total = 1
		for _, list := range lists {
			total *= len(list)
		}
		if total <= most {
			break
		}
		long := 0
		for i := range lists {
			if len(lists[i]) > len(lists[long]) {
				long = i
			}
		}
		if len(lists[long]) <= 1 {
			break
		}
		lists[long] = lists[long][:len(lists[long])-1]
	}
	at := make([]int, len(lists))
	for {
		args := make([]val, len(lists))
		for i := range lists {
			args[i] = lists[i][at[i]]
		}
		visit(args)
		i := len(at) - 1
		for i >= 0 {
			if at[i]++; at[i] < len(lists[i]) {
				break
			}
			at[i] = 0
			i--
		}
		if i < 0 {
			return
		}
	}
}
