package eval

import (
	"strconv"
)

type displayKind uint8

const (
	dispTuple displayKind = iota
	dispList
	dispSet
)

type displayNode struct {
	kind    displayKind
	elts    []node
	stars   []bool
	anyStar bool
	consts  bool // a set of three or more constants, which CPython copies from a frozenset
	at      int32
}

func (n *displayNode) eval(fr *frame) Value {
	th := fr.th
	if n.kind == dispSet {
		return n.set(fr)
	}
	size := 32 + 16*len(n.elts)
	if len(n.elts) <= 2 {
		size = 64
	} else if len(n.elts) <= 4 {
		size = 96
	}
	if err := th.Alloc(size); err != nil {
		return fr.fail(n.at, err)
	}
	if len(n.elts) == 2 && n.kind == dispTuple && !n.anyStar {
		a := n.elts[0].eval(fr)
		if a == nil {
			return nil
		}
		b := n.elts[1].eval(fr)
		if b == nil {
			return nil
		}
		return tuple2(a, b)
	}
	if len(n.elts) <= 4 && n.kind == dispList && !n.anyStar { // list and elements in one allocation
		l := smallList(len(n.elts))
		for _, e := range n.elts {
			v := e.eval(fr)
			if v == nil {
				return nil
			}
			l.elems = append(l.elems, v)
		}
		return l
	}
	out := make([]Value, 0, len(n.elts))
	for i, e := range n.elts {
		v := e.eval(fr)
		if v == nil {
			return nil
		}
		if !n.stars[i] {
			out = append(out, v)
			continue
		}
		more, err := ToSlice(th, v)
		if err != nil {
			return fr.fail(n.at, err)
		}
		out = append(out, more...)
	}
	if n.kind == dispTuple {
		return NewTuple(out...)
	}
	return NewList(out...)
}

// smallList makes an empty list with room for n ≤ 4 elements.
func smallList(n int) *List {
	if n <= 2 {
		p := &struct {
			l List
			a [2]Value
		}{}
		p.l.elems = p.a[:0:n]
		return &p.l
	}
	p := &struct {
		l List
		a [4]Value
	}{}
	p.l.elems = p.a[:0:n]
	return &p.l
}

func (n *displayNode) set(fr *frame) Value {
	s := NewSet()
	for i, e := range n.elts {
		v := e.eval(fr)
		if v == nil {
			return nil
		}
		var err error
		if n.stars[i] {
			err = s.update(fr.th, v)
		} else {
			err = s.Add(fr.th, v)
		}
		if err != nil {
			return fr.fail(n.at, err)
		}
	}
	if n.consts {
		c := NewSet()
		if err := c.merge(fr.th, s); err != nil {
			return fr.fail(n.at, err)
		}
		return c
	}
	return s
}

type dictNode struct {
	keys, vals []node
	at         int32
}

func (n *dictNode) eval(fr *frame) Value {
	d := NewDict(len(n.keys))
	if err := fr.th.Alloc(24 + 48*len(n.keys)); err != nil {
		return fr.fail(n.at, err)
	}
	for i, kn := range n.keys {
		if kn == nil {
			v := n.vals[i].eval(fr)
			if v == nil {
				return nil
			}
			if err := fr.th.mergeMapping(d, v); err != nil {
				return fr.fail(n.at, err)
			}
			continue
		}
		k := kn.eval(fr)
		if k == nil {
			return nil
		}
		v := n.vals[i].eval(fr)
		if v == nil {
			return nil
		}
		if err := d.Set(fr.th, k, v); err != nil {
			return fr.fail(n.at, err)
		}
	}
	return d
}

// mergeMapping sets every entry of a mapping in d: a dict, or anything with keys and an index.
func (th *Thread) mergeMapping(d *Dict, v Value) error {
	if o, ok := v.(*Dict); ok {
		return th.updateDict(d, o)
	}
	keys, err := GetAttr(th, v, "keys")
	if err != nil {
		return typeErr("'%s' object is not a mapping", v.TypeName())
	}
	ks, err := Call(th, keys, nil, nil)
	if err != nil {
		return err
	}
	return th.each(ks, func(k Value) error {
		x, err := GetIndex(th, v, k)
		if err != nil {
			return err
		}
		return d.Set(th, k, x)
	})
}

// joinNode is an f-string.
type joinNode struct{ parts []joinPart }

type joinPart struct {
	text     string
	x        node // nil for text
	conv     byte
	spec     string
	specNode node
	at       int32
}

func (n *joinNode) eval(fr *frame) Value {
	th := fr.th
	start := len(th.text)
	for i := range n.parts {
		p := &n.parts[i]
		if p.x == nil {
			th.text = append(th.text, p.text...)
			continue
		}
		v := p.x.eval(fr)
		if v == nil {
			th.text = th.text[:start]
			return nil
		}
		if p.conv == 0 && p.spec == "" && p.specNode == nil {
			switch x := v.(type) {
			case Str:
				th.text = append(th.text, x...)
				continue
			case Int:
				th.text = strconv.AppendInt(th.text, int64(x), 10)
				continue
			}
		}
		s, err := n.format(fr, p, v)
		if err != nil {
			th.text = th.text[:start]
			return fr.fail(p.at, err)
		}
		th.text = append(th.text, s...)
		if k := len(th.text) - start; k > 1<<16 && k > th.limits.StrLen {
			th.text = th.text[:start]
			return fr.fail(p.at, th.allocStr(k))
		}
	}
	k := len(th.text) - start
	if err := th.allocStr(k); err != nil {
		th.text = th.text[:start]
		return fr.fail(0, err)
	}
	s := string(th.text[start:])
	th.text = th.text[:start]
	if cap(th.text) > 1<<20 {
		th.text = append([]byte(nil), th.text...)
	}
	return Str(s)
}

func (n *joinNode) format(fr *frame, p *joinPart, v Value) (string, error) {
	spec := p.spec
	if p.specNode != nil {
		s := p.specNode.eval(fr)
		if s == nil {
			return "", fr.th.takeErr()
		}
		spec = string(s.(Str))
	}
	if p.conv != 0 {
		s, err := convert(fr.th, v, p.conv)
		if err != nil {
			return "", err
		}
		v = Str(s)
	}
	return ToFormat(fr.th, v, spec)
}
