package eval

import "github.com/quandary-puzzles/quandary/py/syntax"

// matchNode is a match statement.
type matchNode struct {
	subject node
	cases   []caseNode
}

type caseNode struct {
	pattern *pattern
	guard   condNode // nil for none
	body    *block
}

// pattern is a compiled pattern.
type pattern struct {
	kind  syntax.PatternKind
	x     node   // a value or a class
	is    bool   // None, True and False are compared by identity
	name  target // what it binds; nil for nothing
	keys  []node
	names []string // of a class's attributes: those of the last of sub
	sub   []*pattern
	star  int // which one of sub is starred, or -1
	at    int32
}

func (c *compiler) match(st *syntax.MatchStmt, s *scope) stmtNode {
	n := &matchNode{subject: c.expr(st.Subject, s)}
	for _, k := range st.Cases {
		cn := caseNode{pattern: c.pattern(k.Pattern, s)}
		if k.Guard != nil {
			cn.guard = c.cond(k.Guard, s)
		}
		cn.body = c.block(k.Body, s)
		n.cases = append(n.cases, cn)
	}
	return n
}

func (c *compiler) pattern(q *syntax.Pattern, s *scope) *pattern {
	p := &pattern{kind: q.Kind, names: q.Names, star: -1, at: q.Start().Offset}
	if q.X != nil {
		_, p.is = q.X.(*syntax.ConstLit)
		p.x = c.expr(q.X, s)
	}
	for _, k := range q.Keys {
		p.keys = append(p.keys, c.expr(k, s))
	}
	for i, x := range q.Sub {
		if x.Kind == syntax.StarPattern {
			p.star = i
		}
		p.sub = append(p.sub, c.pattern(x, s))
	}
	if q.Name != nil {
		p.name = c.target(q.Name, s)
	}
	return p
}

func (n *matchNode) exec(fr *frame) ctl {
	v := n.subject.eval(fr)
	if v == nil {
		return ctlError
	}
	for i := range n.cases {
		c := &n.cases[i]
		var bound []capture
		switch c.pattern.fits(fr, v, &bound) {
		case -1:
			return ctlError
		case 0:
			continue
		}
		for _, b := range bound {
			if !b.to.assign(fr, b.v) {
				return ctlError
			}
		}
		if c.guard != nil {
			switch c.guard.cond(fr) {
			case -1:
				return ctlError
			case 0:
				continue
			}
		}
		return c.body.exec(fr)
	}
	return ctlNext
}

// capture is what a pattern binds once the whole of it fits.
type capture struct {
	to target
	v  Value
}

// fits gives 1 where the pattern fits a value, 0 where it does not, and -1 where asking failed, with the error pending.
func (p *pattern) fits(fr *frame, v Value, bound *[]capture) int {
	if !fr.th.burn(1) {
		fr.failPending(p.at)
		return -1
	}
	r := p.inner(fr, v, bound)
	if r == 1 && p.name != nil && p.kind == syntax.AnyPattern {
		*bound = append(*bound, capture{p.name, v})
	}
	return r
}

func (p *pattern) inner(fr *frame, v Value, bound *[]capture) int {
	th := fr.th
	switch p.kind {
	case syntax.AnyPattern:
		if len(p.sub) > 0 {
			return p.sub[0].fits(fr, v, bound)
		}
		return 1
	case syntax.ValuePattern:
		want := p.x.eval(fr)
		if want == nil {
			return -1
		}
		if p.is {
			if v == want {
				return 1
			}
			return 0
		}
		return p.truth(fr)(Equal(th, v, want))
	case syntax.OrPattern:
		for _, s := range p.sub {
			was := len(*bound)
			if r := s.fits(fr, v, bound); r != 0 {
				return r
			}
			*bound = (*bound)[:was]
		}
		return 0
	case syntax.SequencePattern:
		return p.sequence(fr, v, bound)
	case syntax.MappingPattern:
		return p.mapping(fr, v, bound)
	case syntax.ClassPattern:
		return p.class(fr, v, bound)
	}
	return 0
}

// truth makes 1, 0 or -1 of an answer.
func (p *pattern) truth(fr *frame) func(bool, error) int {
	return func(ok bool, err error) int {
		switch {
		case err != nil:
			fr.fail(p.at, err)
			return -1
		case ok:
			return 1
		}
		return 0
	}
}

func (p *pattern) sequence(fr *frame, v Value, bound *[]capture) int {
	var elems []Value
	switch x := v.(type) {
	case *List:
		elems = append(elems, x.elems...)
	case *Tuple:
		elems = x.elems
	case *Range:
		list, err := ToSlice(fr.th, x)
		if err != nil {
			fr.fail(p.at, err)
			return -1
		}
		elems = list
	default:
		return 0
	}
	if p.star < 0 && len(elems) != len(p.sub) || len(elems) < len(p.sub)-1 {
		return 0
	}
	after := 0
	if p.star >= 0 {
		after = len(p.sub) - p.star - 1
	}
	for i, s := range p.sub {
		switch {
		case i == p.star:
			if s.name != nil {
				rest := append([]Value(nil), elems[i:len(elems)-after]...)
				if err := fr.th.allocItems(len(rest), 16); err != nil {
					fr.fail(p.at, err)
					return -1
				}
				*bound = append(*bound, capture{s.name, NewList(rest...)})
			}
			continue
		case p.star >= 0 && i > p.star:
			i = len(elems) - len(p.sub) + i
		}
		if r := s.fits(fr, elems[i], bound); r != 1 {
			return r
		}
	}
	return 1
}

func (p *pattern) mapping(fr *frame, v Value, bound *[]capture) int {
	d, ok := v.(*Dict)
	if !ok {
		return 0
	}
	var used []Value
	for i, k := range p.keys {
		key := k.eval(fr)
		if key == nil {
			return -1
		}
		x, err := d.Get(fr.th, key)
		if err != nil {
			fr.fail(p.at, err)
			return -1
		}
		if x == nil {
			return 0
		}
		used = append(used, key)
		if r := p.sub[i].fits(fr, x, bound); r != 1 {
			return r
		}
	}
	if p.name == nil {
		return 1
	}
	rest := NewDict(d.Len())
	if err := fr.th.allocItems(d.Len(), 48); err != nil {
		fr.fail(p.at, err)
		return -1
	}
items:
	for _, it := range d.Items() {
		for _, u := range used {
			same, err := Equal(fr.th, u, it[0])
			if err != nil {
				fr.fail(p.at, err)
				return -1
			}
			if same {
				continue items
			}
		}
		if err := rest.Set(fr.th, it[0], it[1]); err != nil {
			fr.fail(p.at, err)
			return -1
		}
	}
	*bound = append(*bound, capture{p.name, rest})
	return 1
}

func (p *pattern) class(fr *frame, v Value, bound *[]capture) int {
	cls := p.x.eval(fr)
	if cls == nil {
		return -1
	}
	t, ok := cls.(*Type)
	if !ok {
		fr.fail(p.at, typeErr("called match pattern must be a class"))
		return -1
	}
	if !isInstance(v, t) {
		return 0
	}
	positional := len(p.sub) - len(p.names)
	if positional > 0 && t.kind != kClass && t.fields() == nil {
		if positional > 1 {
			fr.fail(p.at, typeErr("%s() accepts 1 positional sub-pattern (%d given)", t.Name, positional))
			return -1
		}
		if r := p.sub[0].fits(fr, v, bound); r != 1 { // int(x), str(x): the value itself
			return r
		}
	} else if positional > 0 {
		names, err := p.matchArgs(t, positional)
		if err != nil {
			fr.fail(p.at, err)
			return -1
		}
		for i, name := range names {
			if r := p.attribute(fr, v, name, p.sub[i], bound); r != 1 {
				return r
			}
		}
	}
	for i, name := range p.names {
		if r := p.attribute(fr, v, name, p.sub[positional+i], bound); r != 1 {
			return r
		}
	}
	return 1
}

// matchArgs names the attributes that patterns by position stand for.
func (p *pattern) matchArgs(t *Type, n int) ([]string, error) {
	names := t.fields()
	if v, ok := t.lookup("__match_args__").(*Tuple); ok {
		names = nil
		for _, e := range v.elems {
			s, ok := e.(Str)
			if !ok {
				return nil, typeErr("__match_args__ elements must be strings (got %s)", e.TypeName())
			}
			names = append(names, string(s))
		}
	}
	if n > len(names) {
		return nil, typeErr("%s() accepts %d positional sub-patterns (%d given)", t.Name, len(names), n)
	}
	return names[:n], nil
}

func (p *pattern) attribute(fr *frame, v Value, name string, s *pattern, bound *[]capture) int {
	x, err := GetAttr(fr.th, v, name)
	if err != nil {
		if e, ok := err.(*Error); ok && e.Kind() == "AttributeError" {
			return 0
		}
		fr.fail(p.at, err)
		return -1
	}
	return s.fits(fr, x, bound)
}
