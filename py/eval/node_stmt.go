package eval

import (
	"errors"

	"github.com/quandary-puzzles/quandary/py/syntax"
)

// ctl says how a statement ended.
type ctl uint8

const (
	ctlNext ctl = iota
	ctlBreak
	ctlContinue
	ctlReturn // the value is in the frame
	ctlError  // the error is pending in the thread
)

// stmtNode is a compiled statement.
type stmtNode interface {
	exec(fr *frame) ctl
}

// block is a sequence of statements; each pass over it is charged its cost.
type block struct {
	stmts []stmtNode
	src   []syntax.Stmt // what they were compiled from
	cost  int64
	at    int32 // where it begins
}

func (b *block) exec(fr *frame) ctl {
	if !fr.th.burn(b.cost) {
		fr.failPending(b.at)
		return ctlError
	}
	return b.from(fr, 0)
}

// from runs the statements from an index on, without charging them.
func (b *block) from(fr *frame, i int) ctl {
	for _, s := range b.stmts[i:] {
		if c := s.exec(fr); c != ctlNext {
			return c
		}
	}
	return ctlNext
}

type ctlNode ctl

func (n ctlNode) exec(*frame) ctl { return ctl(n) }

type exprStmtNode struct{ x node }

func (n *exprStmtNode) exec(fr *frame) ctl {
	if n.x.eval(fr) == nil {
		return ctlError
	}
	return ctlNext
}

type assignNode struct {
	target target
	x      node
}

func (n *assignNode) exec(fr *frame) ctl {
	v := n.x.eval(fr)
	if v == nil || !n.target.assign(fr, v) {
		return ctlError
	}
	return ctlNext
}

type assignLocalNode struct {
	slot int
	x    node
}

func (n *assignLocalNode) exec(fr *frame) ctl {
	v := n.x.eval(fr)
	if v == nil {
		return ctlError
	}
	fr.loc[n.slot] = v
	return ctlNext
}

type multiAssignNode struct {
	targets []target
	x       node
}

func (n *multiAssignNode) exec(fr *frame) ctl {
	v := n.x.eval(fr)
	if v == nil {
		return ctlError
	}
	for _, t := range n.targets {
		if !t.assign(fr, v) {
			return ctlError
		}
	}
	return ctlNext
}

// swapNode is a, b = x, y.
type swapNode struct {
	targets []target
	elts    []node
}

func (n *swapNode) exec(fr *frame) ctl {
	var vals [4]Value
	for i, e := range n.elts {
		if vals[i] = e.eval(fr); vals[i] == nil {
			return ctlError
		}
	}
	for i, t := range n.targets {
		if l, ok := t.(*localTarget); ok {
			fr.loc[l.slot] = vals[i]
		} else if !t.assign(fr, vals[i]) {
			return ctlError
		}
	}
	return ctlNext
}

// augNode is name op= y.
type augNode struct {
	op     Op
	x      node
	y      numNode
	target target
	slot   int
	at     int32
}

func (n *augNode) exec(fr *frame) ctl {
	var x Value
	if n.slot >= 0 {
		x = fr.loc[n.slot]
	}
	if x == nil {
		if x = n.x.eval(fr); x == nil {
			return ctlError
		}
	}
	j, ok, y := n.y.num(fr)
	if ok {
		if i, isInt := x.(Int); isInt {
			if k, ok := quickInt(n.op, int64(i), j); ok {
				return n.store(fr, fr.th.box.int(k))
			}
		}
		y = MakeInt(j)
	}
	if y == nil {
		return ctlError
	}
	if a, isFloat := x.(Float); isFloat {
		if b, isFloat := y.(Float); isFloat {
			switch n.op {
			case OpAdd:
				return n.store(fr, fr.th.box.float(float64(a+b)))
			case OpSub:
				return n.store(fr, fr.th.box.float(float64(a-b)))
			case OpMul:
				return n.store(fr, fr.th.box.float(float64(a*b)))
			}
		}
	}
	v, err := fr.th.inplace(n.op, x, y)
	if err != nil {
		fr.fail(n.at, err)
		return ctlError
	}
	return n.store(fr, v)
}

func (n *augNode) store(fr *frame, v Value) ctl {
	if n.slot >= 0 {
		fr.loc[n.slot] = v
		return ctlNext
	}
	if !n.target.assign(fr, v) {
		return ctlError
	}
	return ctlNext
}

type augAttrNode struct {
	op   Op
	x    node
	name string
	y    node
	at   int32
}

func (n *augAttrNode) exec(fr *frame) ctl {
	x := n.x.eval(fr)
	if x == nil {
		return ctlError
	}
	old, err := GetAttr(fr.th, x, n.name)
	if err != nil {
		fr.fail(n.at, err)
		return ctlError
	}
	y := n.y.eval(fr)
	if y == nil {
		return ctlError
	}
	v, err := fr.th.inplace(n.op, old, y)
	if err == nil {
		err = SetAttr(fr.th, x, n.name, v)
	}
	if err != nil {
		fr.fail(n.at, err)
		return ctlError
	}
	return ctlNext
}

type augIndexNode struct {
	op     Op
	x, key node
	y      node
	at     int32
}

func (n *augIndexNode) exec(fr *frame) ctl {
	x := n.x.eval(fr)
	if x == nil {
		return ctlError
	}
	key := n.key.eval(fr)
	if key == nil {
		return ctlError
	}
	old, err := GetIndex(fr.th, x, key)
	if err != nil {
		fr.fail(n.at, err)
		return ctlError
	}
	y := n.y.eval(fr)
	if y == nil {
		return ctlError
	}
	v, err := fr.th.inplace(n.op, old, y)
	if err == nil {
		err = SetIndex(fr.th, x, key, v)
	}
	if err != nil {
		fr.fail(n.at, err)
		return ctlError
	}
	return ctlNext
}

type returnNode struct{ x node }

func (n *returnNode) exec(fr *frame) ctl {
	if fr.ret = n.x.eval(fr); fr.ret == nil {
		return ctlError
	}
	return ctlReturn
}

type ifStmtNode struct {
	cond      condNode
	body, els *block
}

func (n *ifStmtNode) exec(fr *frame) ctl {
	switch n.cond.cond(fr) {
	case 1:
		return n.body.exec(fr)
	case -1:
		return ctlError
	}
	if n.els != nil {
		return n.els.exec(fr)
	}
	return ctlNext
}

type whileNode struct {
	cond      condNode
	condSrc   syntax.Expr
	body, els *block
	quick     *quickLoop // nil where it cannot be
}

func (n *whileNode) exec(fr *frame) ctl { return n.loop(fr) }

// loop goes round until the end.
func (n *whileNode) loop(fr *frame) ctl {
	for i := 0; ; i++ {
		if n.quick != nil && n.quick.due(i) {
			if c, done := n.quick.enter(fr, n, nil, nil); done {
				return c
			}
		}
		switch n.cond.cond(fr) {
		case -1:
			return ctlError
		case 0:
			if n.els != nil {
				return n.els.exec(fr)
			}
			return ctlNext
		}
		switch c := n.body.exec(fr); c {
		case ctlBreak:
			return ctlNext
		case ctlReturn, ctlError:
			return c
		}
	}
}

type forNode struct {
	iter      node
	target    target
	slot      int
	body, els *block
	quick     *quickLoop // nil where it cannot be
	at        int32
}

func (n *forNode) exec(fr *frame) ctl {
	v := n.iter.eval(fr)
	if v == nil {
		return ctlError
	}
	var l looper
	if !l.start(fr, v, n.at) {
		return ctlError
	}
	return n.loop(fr, &l)
}

// loop takes what is left of the elements.
func (n *forNode) loop(fr *frame, l *looper) ctl {
	for i := 0; ; i++ {
		if n.quick != nil && n.quick.due(i) {
			if c, done := n.quick.enter(fr, nil, n, l); done {
				return c
			}
		}
		x := l.next(fr, n.at)
		if x == nil {
			break
		}
		if n.slot >= 0 {
			fr.loc[n.slot] = x
		} else if !n.target.assign(fr, x) {
			return ctlError
		}
		switch c := n.body.exec(fr); c {
		case ctlBreak:
			return ctlNext
		case ctlReturn, ctlError:
			return c
		}
	}
	if fr.th.err != nil {
		return ctlError
	}
	if n.els != nil {
		return n.els.exec(fr)
	}
	return ctlNext
}

type importItem struct {
	module string
	whole  bool // import a.b as c binds a.b, import a.b binds a
	target target
	at     int32
}

type importNode struct{ items []importItem }

func (n *importNode) exec(fr *frame) ctl {
	for _, it := range n.items {
		m, err := fr.th.importModule(fr.fc.layout.uni, it.module, it.whole)
		if err != nil {
			fr.fail(it.at, err)
			return ctlError
		}
		if !it.target.assign(fr, m) {
			return ctlError
		}
	}
	return ctlNext
}

// Import gives a module of the running code's universe.
func (th *Thread) Import(name string) (Value, error) {
	if th.cur.fc == nil {
		return nil, errors.New("no code is running")
	}
	return th.importModule(th.cur.fc.layout.uni, name, true)
}

func (th *Thread) importModule(u *Universe, name string, whole bool) (Value, error) {
	m, ok := u.Module(name)
	if !ok {
		return nil, raise(moduleNotFoundError, "No module named '%s' in this language%s", name, didYouMean(name, u.ModuleNames()))
	}
	if !whole {
		for i := range name {
			if name[i] == '.' {
				if p, ok := u.Module(name[:i]); ok {
					return p, nil
				}
			}
		}
	}
	return m, nil
}

type fromNode struct {
	module  string
	names   []string
	targets []target
	ats     []int32
	at      int32
}

func (n *fromNode) exec(fr *frame) ctl {
	u := fr.fc.layout.uni
	v, err := fr.th.importModule(u, n.module, true)
	if err != nil {
		fr.fail(n.at, err)
		return ctlError
	}
	m := v.(*Module)
	for i, name := range n.names {
		x := m.Get(name)
		if x == nil {
			if sub, ok := u.Module(n.module + "." + name); ok {
				x = sub
			} else {
				fr.fail(n.ats[i], raise(importError, "cannot import name '%s' from '%s'%s", name, n.module, didYouMean(name, m.Names())))
				return ctlError
			}
		}
		if !n.targets[i].assign(fr, x) {
			return ctlError
		}
	}
	return ctlNext
}

type delNode struct{ targets []target }

func (n *delNode) exec(fr *frame) ctl {
	for _, t := range n.targets {
		if !t.del(fr) {
			return ctlError
		}
	}
	return ctlNext
}
