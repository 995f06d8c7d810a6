package eval

import (
	"github.com/quandary-puzzles/quandary/py/syntax"
)

// fail makes err the pending error, with its place if it has none yet, and gives nil.
func (fr *frame) fail(at int32, err error) Value {
	e := asError(err)
	fr.th.err = e
	fr.th.fuel -= raiseCost
	fr.place(e, at)
	return nil
}

// raiseCost is what an error is charged, for working out where it arose.
const raiseCost = 60

// failPending gives the pending error its place if it has none yet, and false.
func (fr *frame) failPending(at int32) bool {
	if fr.th.err != nil {
		fr.place(fr.th.err, at)
	}
	return false
}

// place notes where an error arose. The values of the names there are noted too, unless a try statement may be about to
// catch the error: then only the place is.
func (fr *frame) place(e *Error, at int32) {
	if fr.fc == nil || fr.fc.src == nil {
		return
	}
	if e.fc == nil {
		e.fc, e.at = fr.fc, at
	}
	if !e.shown && fr.th.handlers == 0 && e.fc == fr.fc {
		e.shown = true
		e.Names = fr.namesNear(e.at)
	}
}

// called notes a call under way.
func (e *Error) called(fr *frame, name string, at int32) {
	const most = 8
	if len(e.calls) >= most || fr.fc == nil || fr.fc.src == nil || fr.th.handlers > 0 {
		return
	}
	e.calls = append(e.calls, pendingCall{name, fr.fc, at})
}

// pendingCall is a CallSite whose position is not worked out yet.
type pendingCall struct {
	name string
	fc   *funcCode
	at   int32
}

// locate works out the positions that were only noted while programs could still catch the error.
func (e *Error) locate() {
	if e.fc != nil && !e.Pos.IsValid() {
		src := e.fc.src
		e.Pos = posAt(src.Text, int(e.at))
		e.Line, e.Col = syntax.LineAt(src.Text, int(e.at)), int(e.Pos.Col)
		if src.Base != nil {
			e.Pos = src.Base(e.Pos)
		}
		e.File = src.File
	}
	for _, c := range e.calls {
		pos := posAt(c.fc.src.Text, int(c.at))
		if c.fc.src.Base != nil {
			pos = c.fc.src.Base(pos)
		}
		e.Calls = append(e.Calls, CallSite{Name: c.name, File: c.fc.src.File, Pos: pos})
	}
	e.calls = nil
}

// posAt works out the line and column of an offset.
func posAt(src string, off int) syntax.Pos {
	p := syntax.Pos{Line: 1, Col: 1, Offset: int32(off)}
	for i, r := range src {
		if i >= off {
			break
		}
		if r == '\n' {
			p.Line++
			p.Col = 1
		} else {
			p.Col++
		}
	}
	return p
}

// namesNear gives the values of the names in the expression or simple statement that holds the place.
func (fr *frame) namesNear(at int32) []NamedValue {
	const most = 8
	var out []NamedValue
	seen := map[string]bool{}
	for _, r := range exprNames(fr.fc.node, at) {
		if seen[r.Name] || len(out) >= most {
			continue
		}
		seen[r.Name] = true
		v := fr.visible(r.Name, r.Pos.Offset)
		switch v.(type) {
		case nil, *Function, *Builtin, *Type, *Module:
			continue
		}
		if b, ok := fr.fc.layout.uni.Lookup(r.Name); ok && b == v {
			continue
		}
		out = append(out, NamedValue{r.Name, shortRepr(v, 120)})
	}
	return out
}

// visible gives the value of a name as seen from a place in the frame's code, or nil.
func (fr *frame) visible(name string, at int32) Value {
	if v := fr.local(name, at); v != nil {
		return v
	}
	v, _ := fr.g.Lookup(name)
	return v
}

// local gives the value of a local name, innermost comprehension first, or nil.
func (fr *frame) local(name string, at int32) Value {
	s := fr.fc.frame
	for i := len(s.debug) - 1; i >= 0; i-- {
		d := s.debug[i]
		if d.name != name || at < d.from || at > d.to {
			continue
		}
		if d.v.slot >= len(fr.loc) {
			continue
		}
		v := fr.loc[d.v.slot]
		if c, ok := v.(*cell); ok {
			v = c.v
		}
		if v != nil {
			return v
		}
	}
	for i, d := range s.free {
		if d.name == name && i < len(fr.free) && fr.free[i] != nil {
			return fr.free[i].v
		}
	}
	return nil
}

// exprNames gives the names in the expression or the simple statement of n that holds the place.
func exprNames(n syntax.Node, at int32) []syntax.Ref {
	var body []syntax.Stmt
	switch n := n.(type) {
	case *syntax.Module:
		body = n.Body
	case *syntax.FuncDef:
		body = n.Body
	case *syntax.ClassDef:
		body = n.Body
	case *syntax.Lambda:
		return allNames(n.Body, nil)
	case syntax.Expr:
		return allNames(n, nil)
	}
	for _, st := range body {
		if at < st.Start().Offset || at > st.End().Offset {
			continue
		}
		for _, x := range syntax.StmtExprs(st) {
			if x.Start().Offset <= at && at <= x.End().Offset {
				if _, simple := st.(*syntax.AssignStmt); !simple {
					return allNames(x, nil)
				}
			}
		}
		for _, inner := range syntax.StmtBlocks(st) {
			if len(inner) > 0 && inner[0].Start().Offset <= at && at <= inner[len(inner)-1].End().Offset {
				return exprNames(&syntax.Module{Body: inner}, at)
			}
		}
		var refs []syntax.Ref
		for _, x := range syntax.StmtExprs(st) {
			refs = allNames(x, refs)
		}
		return refs
	}
	return nil
}

func allNames(x syntax.Expr, refs []syntax.Ref) []syntax.Ref {
	if n, ok := x.(*syntax.Name); ok {
		return append(refs, syntax.Ref{Name: n.ID, Pos: n.From})
	}
	for _, c := range syntax.Children(x) {
		refs = allNames(c, refs)
	}
	return refs
}
