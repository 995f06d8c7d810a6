package code

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/py/syntax"
)

// This file is the paper's T for programs: changes that keep what a program does. Each is allowed by what can be read off the text, and
// then verified by running: the changed program does on every input of the puzzle what the program did, and every other filling still
// fails one of them.

// Changes lists the names of the changes that Vary knows.
func Changes() []string { return []string{"names", "operands", "order", "branches"} }

// part is a piece of a changed text: taken from the old one, or new.
type part struct {
	from, to int
	text     string // where it is new
}

func fresh(text string) part { return part{-1, -1, text} }

// change replaces a part of a program by an arrangement of its own parts.
type change struct {
	from, to int
	parts    []part
}

// apply gives the puzzle with a change; ok is false where a blank does not survive it whole.
func (p *Puzzle) apply(c change) (*Puzzle, bool) {
	q := *p
	q.Blanks = slices.Clone(p.Blanks)
	var b strings.Builder
	b.WriteString(p.Text[:c.from])
	placed := make([]bool, len(q.Blanks))
	for _, part := range c.parts {
		if part.from < 0 {
			b.WriteString(part.text)
			continue
		}
		for i, bl := range p.Blanks {
			if bl.From >= part.from && bl.To <= part.to {
				q.Blanks[i].From = bl.From - part.from + b.Len()
				q.Blanks[i].To = bl.To - part.from + b.Len()
				placed[i] = true
			}
		}
		b.WriteString(p.Text[part.from:part.to])
	}
	shift := b.Len() - c.to
	b.WriteString(p.Text[c.to:])
	for i, bl := range p.Blanks {
		switch {
		case bl.To <= c.from:
		case bl.From >= c.to:
			q.Blanks[i].From, q.Blanks[i].To = bl.From+shift, bl.To+shift
		case !placed[i]:
			return nil, false
		}
	}
	q.Text = b.String()
	q.sort()
	return &q, true
}

// sort puts the blanks into the order of the text, and what is noted of them.
func (p *Puzzle) sort() {
	order := make([]int, len(p.Blanks))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return p.Blanks[a].From - p.Blanks[b].From })
	blanks := make([]Blank, len(order))
	number := map[string]string{}
	for to, from := range order {
		blanks[to] = p.Blanks[from]
		number[strconv.Itoa(from+1)] = strconv.Itoa(to + 1)
	}
	p.Blanks = blanks
	p.Note = slices.Clone(p.Note)
	for i, n := range p.Note {
		if at, rest, ok := strings.Cut(strings.TrimPrefix(n, "blank "), ":"); ok {
			p.Note[i] = "blank " + number[at] + ":" + rest
		}
	}
}

// does reports whether the puzzle's program, with its right pieces, does on its inputs what the judged one does.
func (j *Judge) does(ctx context.Context, q *Puzzle) (bool, error) {
	m, err := j.MarkProgram(ctx, q.Text, 0)
	return m.Right, err
}

// Vary gives the puzzle changed in the ways named, each verified by running.
func (p *Puzzle) Vary(ctx context.Context, names []string, r *rng.Stream) (*Puzzle, error) {
	j, err := p.Judge()
	if err != nil {
		return nil, err
	}
	defer j.Close()
	at := p
	for _, name := range names {
		if !slices.Contains(Changes(), name) {
			return nil, fmt.Errorf("a change %q: expected some of %s", name, strings.Join(Changes(), " "))
		}
		q := at
		for t := range maxChanges {
			next, err := q.once(name, r.Derive(name, uint64(t)))
			if err != nil {
				return nil, err
			}
			if next == nil {
				break
			}
			ok, err := j.does(ctx, next)
			if err != nil {
				return nil, err
			}
			if ok {
				q = next
			}
			if name == "names" {
				break
			}
		}
		if q == at {
			continue
		}
		ok, err := q.determined(ctx)
		if err != nil {
			return nil, err
		}
		if ok {
			q.Varied = append(slices.Clone(at.Varied), name)
			at = q
		}
	}
	return at, nil
}

// maxChanges is how many changes of one sort are tried.
const maxChanges = 4

// determined reports whether the filling of a changed puzzle is still the only one.
func (p *Puzzle) determined(ctx context.Context) (bool, error) {
	if len(p.Text) > maxSource {
		return false, nil
	}
	if p.Fillings() <= plainChecked {
		return p.Verify(ctx) == nil, ctx.Err()
	}
	n, _, complete, err := p.Count(ctx)
	if ctx.Err() != nil {
		return false, ctx.Err()
	}
	return err == nil && n == 1 && complete, nil
}

// once makes one change of a sort, drawn; nil where there is none to make.
func (p *Puzzle) once(name string, r *rng.Stream) (*Puzzle, error) {
	m, err := syntax.ParseModule("program", p.Text)
	if err != nil {
		return nil, err
	}
	if name == "names" {
		return p.rename(m, letters(r)), nil
	}
	var changes []*Puzzle
	for _, c := range p.sites(m, name, r) {
		if q, ok := p.apply(c); ok {
			changes = append(changes, q)
		}
	}
	if len(changes) == 0 {
		return nil, nil
	}
	return changes[r.IntN(len(changes))], nil
}

// letters gives names to variables: letters in an order that is drawn, but for those that look like figures.
func letters(r *rng.Stream) func(i int) string {
	list := strings.Split("a b c d e f g h i j k m n p q r s t u v w x y z", " ")
	order := r.Perm(len(list))
	return func(i int) string {
		if i < len(list) {
			return list[order[i]]
		}
		return list[order[i%len(list)]] + strconv.Itoa(i/len(list))
	}
}

// rename gives every variable that may have another name the next free one. Nil where there is none.
func (p *Puzzle) rename(m *syntax.Module, name func(i int) string) *Puzzle {
	names := p.variables(m)
	if len(names) == 0 {
		return nil
	}
	taken := map[string]bool{}
	note := func(text string) {
		for _, t := range tokens(text) {
			taken[text[t.from:t.to]] = true
		}
	}
	note(p.Text)
	for _, text := range p.conditions() {
		note(text)
	}
	for _, b := range p.Blanks {
		for _, t := range b.Pieces {
			note(t)
		}
	}
	for _, in := range p.Inputs {
		note(in.Setup)
		note(in.Expr)
	}
	for _, n := range names {
		delete(taken, n) // their letters are free for others
	}
	to := map[string]string{}
	next := 0
	for _, n := range names {
		for {
			w := name(next)
			next++
			if _, builtin := universe().Lookup(w); !taken[w] && !builtin && !syntax.IsKeyword(w) {
				to[n] = w
				break
			}
		}
	}
	return p.renamed(to)
}

func (p *Puzzle) conditions() []string {
	out := slices.Clone(p.Assumed)
	for _, c := range p.Where {
		out = append(out, c.Text)
	}
	return out
}

// renamed writes the puzzle with other names.
func (p *Puzzle) renamed(to map[string]string) *Puzzle {
	q := *p
	q.Blanks = slices.Clone(p.Blanks)
	var b strings.Builder
	at := 0
	for i, bl := range p.Blanks {
		b.WriteString(renamed(p.Text[at:bl.From], to))
		q.Blanks[i].From = b.Len()
		b.WriteString(renamed(p.Text[bl.From:bl.To], to))
		q.Blanks[i].To = b.Len()
		at = bl.To
		q.Blanks[i].Pieces = nil
		for _, t := range bl.Pieces {
			q.Blanks[i].Pieces = append(q.Blanks[i].Pieces, renamed(t, to))
		}
	}
	b.WriteString(renamed(p.Text[at:], to))
	q.Text = b.String()
	q.Assumed, q.Where, q.Note = nil, nil, nil
	for _, c := range p.Assumed {
		q.Assumed = append(q.Assumed, renamed(c, to))
	}
	for _, c := range p.Where {
		q.Where = append(q.Where, Condition{c.Function, renamed(c.Text, to), c.Assumed})
	}
	for _, n := range p.Note {
		head, rest, _ := strings.Cut(n, ": ")
		piece, tail, _ := strings.Cut(rest, " is right too")
		q.Note = append(q.Note, head+": "+renamed(piece, to)+" is right too"+tail)
	}
	return &q
}

// bound tells the names of a program apart: those of variables within functions, and those that must stay, because something else than
// the function itself has them.
type bound struct{ local, fixed map[string]bool }

// variables lists the variables of functions that may have any name, in the order in which they first stand in the text. Those that a
// call or a formatted string names, and those that also stand for something outside the function, keep theirs.
func (p *Puzzle) variables(m *syntax.Module) []string {
	b := bound{map[string]bool{}, map[string]bool{"self": true, "cls": true, "_": true}}
	b.fix(m.Body)
	b.fixFree(m)
	b.body(m.Body)
	for _, in := range p.Inputs {
		if x, err := syntax.ParseExpr("input", in.Expr); err == nil {
			b.expr(x, false)
			b.fixFree(x)
		}
		if s, err := syntax.ParseModule("input", in.Setup+"\n"); err == nil {
			b.body(s.Body)
		}
	}
	for _, blank := range p.Blanks { // a piece may name something that the program does not
		for _, t := range blank.Pieces {
			if x, err := syntax.ParseExpr("piece", t); err == nil {
				b.expr(x, false)
			}
		}
	}
	var out []string
	for _, t := range tokens(p.Text) {
		if n := p.Text[t.from:t.to]; t.kind == 'n' && !t.attr && b.local[n] && !b.fixed[n] && !slices.Contains(out, n) {
			if _, builtin := universe().Lookup(n); !builtin && !syntax.IsKeyword(n) {
				out = append(out, n)
			}
		}
	}
	return out
}

// fix keeps the names that statements bind.
func (b bound) fix(body []syntax.Stmt) {
	for _, n := range syntax.BodyBindings(body).Names {
		b.fixed[n] = true
	}
}

// fixFree keeps the names that stand for something outside.
func (b bound) fixFree(x syntax.Node) {
	for _, r := range syntax.FreeNames(x) {
		b.fixed[r.Name] = true
	}
}

func (b bound) params(q syntax.Params) {
	for _, a := range q.All() {
		b.local[a.Name] = true
	}
}

// expr takes the names of an expression.
func (b bound) expr(x syntax.Expr, inString bool) {
	switch n := x.(type) {
	case *syntax.JoinedStr:
		inString = true
	case *syntax.Name:
		if inString {
			b.fixed[n.ID] = true
		}
	case *syntax.Lambda:
		b.params(n.Params)
	case *syntax.Comp:
		for _, c := range n.Clauses {
			for _, r := range syntax.FreeNames(c.Target) {
				b.local[r.Name] = true
			}
		}
	case *syntax.CallExpr:
		for _, a := range n.Args {
			if a.Kind == syntax.NamedArg {
				b.fixed[a.Name] = true
			}
		}
	}
	for _, c := range syntax.Children(x) {
		b.expr(c, inString)
	}
}

// body takes the names of statements.
func (b bound) body(list []syntax.Stmt) {
	for _, s := range list {
		for _, x := range syntax.StmtExprs(s) {
			b.expr(x, false)
		}
		switch s := s.(type) {
		case *syntax.FuncDef:
			b.params(s.Params)
			for _, n := range syntax.BodyBindings(s.Body).Names {
				b.local[n] = true
			}
			b.body(s.Body)
		case *syntax.ClassDef:
			b.fix(s.Body)
			b.body(s.Body)
		case *syntax.ImportStmt, *syntax.FromStmt, *syntax.GlobalStmt:
			b.fix([]syntax.Stmt{s})
		}
		for _, block := range syntax.StmtBlocks(s) {
			b.body(block)
		}
	}
}

// sites lists the changes of a sort that the text allows; r is nil for those that lead to the form which stands for all.
func (p *Puzzle) sites(m *syntax.Module, name string, r *rng.Stream) []change {
	w := &walker{p: p, src: p.Text, r: r}
	if r == nil {
		w.sign = p.signatures(m)
	}
	switch name {
	case "operands":
		w.expr = w.operands
	case "branches":
		w.expr, w.stmt = w.branchExpr, w.branchStmt
	case "order":
		w.block = w.order
	}
	w.body(m.Body)
	return w.out
}

// walker goes through a program and collects changes.
type walker struct {
	p     *Puzzle
	src   string
	r     *rng.Stream
	sign  map[string]string // of variables, for comparing parts whatever their names are
	expr  func(x syntax.Expr)
	stmt  func(s syntax.Stmt)
	block func(list []syntax.Stmt)
	out   []change
}

func (w *walker) body(list []syntax.Stmt) {
	if w.block != nil {
		w.block(list)
	}
	for _, s := range list {
		if w.stmt != nil {
			w.stmt(s)
		}
		for _, x := range syntax.StmtExprs(s) {
			w.deep(x)
		}
		switch s := s.(type) {
		case *syntax.FuncDef:
			w.body(s.Body)
		case *syntax.ClassDef:
			w.body(s.Body)
		}
		for _, b := range syntax.StmtBlocks(s) {
			w.body(b)
		}
	}
}

func (w *walker) deep(x syntax.Expr) {
	if _, ok := x.(*syntax.JoinedStr); ok {
		return // places in formatted strings are not those of the text
	}
	if w.expr != nil {
		w.expr(x)
	}
	for _, c := range syntax.Children(x) {
		w.deep(c)
	}
}

// blankAt reports whether a blank stands across, or in, a stretch of the text.
func (w *walker) blankAt(from, to int) bool {
	return slices.ContainsFunc(w.p.Blanks, func(b Blank) bool { return b.From < to && from < b.To })
}

// sides cuts an expression at its operator; ok is false where brackets are in the way.
func (w *walker) sides(x syntax.Expr, opPos syntax.Pos, op string) (left, right part, ok bool) {
	from, to, at := int(x.Start().Offset), int(x.End().Offset), int(opPos.Offset)
	if at < from || at+len(op) > to || w.src[at:at+len(op)] != op || w.blankAt(at, at+len(op)) {
		return left, right, false
	}
	left = part{from: from, to: from + len(strings.TrimRight(w.src[from:at], " "))}
	rest := w.src[at+len(op) : to]
	right = part{from: to - len(strings.TrimLeft(rest, " ")), to: to}
	return left, right, left.from < left.to && right.from < right.to && balanced(w.src[left.from:left.to]) && balanced(w.src[right.from:right.to])
}

func balanced(text string) bool {
	depth := 0
	for _, t := range tokens(text) {
		switch text[t.from:t.to] {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			if depth--; depth < 0 {
				return false
			}
		}
		if t.kind == 'c' || strings.Contains(text[t.from:t.to], "\n") {
			return false
		}
	}
	return depth == 0 && !strings.Contains(text, "\n")
}

var turned = map[syntax.Op]syntax.Op{syntax.Lt: syntax.Gt, syntax.Gt: syntax.Lt, syntax.Le: syntax.Ge, syntax.Ge: syntax.Le,
	syntax.Eq: syntax.Eq, syntax.Ne: syntax.Ne}

// operands lets the two sides of a sum, a product or a comparison change places.
func (w *walker) operands(x syntax.Expr) {
	var left, right part
	var op, other string
	var ok bool
	switch n := x.(type) {
	case *syntax.BinaryExpr:
		if n.Op != syntax.Add && n.Op != syntax.Mul && n.Op != syntax.BitAnd && n.Op != syntax.BitOr && n.Op != syntax.BitXor ||
			!tight(n.X, n.Op) || !tight(n.Y, n.Op) || !movable(n.X) || !movable(n.Y) {
			return
		}
		op, other = n.Op.String(), n.Op.String()
		left, right, ok = w.sides(x, n.OpPos, op)
	case *syntax.CompareExpr:
		to, known := turned[n.Ops[0]]
		if len(n.Ops) != 1 || !known || !movable(n.First) || !movable(n.Rest[0]) {
			return
		}
		op, other = n.Ops[0].String(), to.String()
		left, right, ok = w.sides(x, n.OpPos[0], op)
	}
	if !ok {
		return
	}
	c := change{int(x.Start().Offset), int(x.End().Offset), []part{right, fresh(" " + other + " "), left}}
	if w.r == nil {
		a, b := w.key(left), w.key(right)
		if b >= a {
			return
		}
	}
	w.out = append(w.out, c)
}

// tight reports whether an operand binds more closely than an operator, so that it can stand on either side.
func tight(x syntax.Expr, op syntax.Op) bool {
	b, ok := x.(*syntax.BinaryExpr)
	if !ok {
		return plain(x)
	}
	level := map[syntax.Op]int{syntax.BitOr: 0, syntax.BitXor: 1, syntax.BitAnd: 2, syntax.LShift: 3, syntax.RShift: 3, syntax.Add: 4, syntax.Sub: 4,
		syntax.Mul: 5, syntax.Div: 5, syntax.FloorDiv: 5, syntax.Mod: 5, syntax.Pow: 6}
	have, known := level[b.Op]
	return known && have > level[op]
}

// movable reports whether an expression can be evaluated sooner or later: it has no effects that can be read off it.
func movable(x syntax.Expr) bool {
	switch n := x.(type) {
	case *syntax.Name, *syntax.NumLit, *syntax.StrLit, *syntax.ConstLit:
		return true
	case *syntax.CallExpr:
		f, ok := n.Fun.(*syntax.Name)
		if !ok || !slices.Contains([]string{"len", "ord", "abs", "min", "max", "sum", "int", "str", "sorted", "round", "float", "chr", "bool", "list", "range", "set"}, f.ID) {
			return false
		}
	case *syntax.BinaryExpr, *syntax.CompareExpr, *syntax.IndexExpr, *syntax.SliceExpr, *syntax.UnaryExpr, *syntax.TupleExpr, *syntax.ListExpr:
	default:
		return false
	}
	for _, c := range syntax.Children(x) {
		if _, isName := c.(*syntax.Name); !isName && !movable(c) {
			return false
		}
	}
	return true
}

var negated = map[syntax.Op]syntax.Op{syntax.Lt: syntax.Ge, syntax.Ge: syntax.Lt, syntax.Gt: syntax.Le, syntax.Le: syntax.Gt,
	syntax.Eq: syntax.Ne, syntax.Ne: syntax.Eq, syntax.In: syntax.NotIn, syntax.NotIn: syntax.In, syntax.Is: syntax.IsNot, syntax.IsNot: syntax.Is}

// positive reports whether a condition is the form that stands for itself and its opposite.
func positive(x syntax.Expr) bool {
	switch n := x.(type) {
	case *syntax.UnaryExpr:
		return n.Op != syntax.Not
	case *syntax.CompareExpr:
		return len(n.Ops) != 1 || slices.Contains([]syntax.Op{syntax.Lt, syntax.Gt, syntax.Eq, syntax.In, syntax.Is}, n.Ops[0])
	}
	return true
}

// opposite gives the negation of a condition; ok is false where a blank is in the way.
func (w *walker) opposite(x syntax.Expr) ([]part, bool) {
	from, to := int(x.Start().Offset), int(x.End().Offset)
	switch n := x.(type) {
	case *syntax.CompareExpr:
		if len(n.Ops) == 1 {
			left, right, ok := w.sides(x, n.OpPos[0], n.Ops[0].String())
			return []part{left, fresh(" " + negated[n.Ops[0]].String() + " "), right}, ok
		}
	case *syntax.UnaryExpr:
		if n.Op == syntax.Not {
			in := part{from: int(n.X.Start().Offset), to: int(n.X.End().Offset)}
			text := w.src[in.from:in.to]
			if strings.TrimSpace(w.src[from:in.from]) == "not" && in.to == to && balanced(text) {
				return []part{in}, !w.blankAt(from, in.from)
			}
		}
		return nil, false
	case *syntax.Name, *syntax.CallExpr, *syntax.IndexExpr, *syntax.AttrExpr:
		return []part{fresh("not "), {from: from, to: to}}, balanced(w.src[from:to]) && !w.blankAt(from, to)
	}
	return nil, false
}

// branchExpr turns A if C else B round.
func (w *walker) branchExpr(x syntax.Expr) {
	n, ok := x.(*syntax.IfExpr)
	if !ok || w.r == nil && positive(n.Cond) {
		return
	}
	not, ok := w.opposite(n.Cond)
	a := part{from: int(n.Then.Start().Offset), to: int(n.Then.End().Offset)}
	b := part{from: int(n.Else.Start().Offset), to: int(n.Else.End().Offset)}
	from, to := int(x.Start().Offset), int(x.End().Offset)
	if !ok || a.from != from || b.to != to || a.from > a.to || !plainWords(w.src[a.to:n.Cond.Start().Offset], "if") || !plainWords(w.src[n.Cond.End().Offset:b.from], "else") {
		return
	}
	if _, nested := n.Else.(*syntax.IfExpr); nested {
		return
	}
	w.out = append(w.out, change{from, to, slices.Concat([]part{b, fresh(" if ")}, not, []part{fresh(" else "), a})})
}

func plainWords(text, word string) bool { return strings.Join(strings.Fields(text), " ") == word }

// branchStmt turns if and else round.
func (w *walker) branchStmt(s syntax.Stmt) {
	n, ok := s.(*syntax.IfStmt)
	if !ok || len(n.Else) == 0 || w.r == nil && positive(n.Cond) {
		return
	}
	if in, elif := n.Else[0].(*syntax.IfStmt); elif && len(n.Else) == 1 && strings.HasPrefix(w.src[in.Start().Offset:], "elif") {
		return
	}
	not, ok := w.opposite(n.Cond)
	from := int(n.Start().Offset)
	if !ok || !strings.HasPrefix(w.src[from:], "if ") || strings.TrimSpace(w.src[lineStart(w.src, from):from]) != "" {
		return
	}
	indent := w.src[lineStart(w.src, from):from]
	thenLines, ok1 := w.lines(n.Body)
	elseLines, ok2 := w.lines(n.Else)
	if !ok1 || !ok2 || !plainWords(w.src[n.Cond.End().Offset:thenLines.from], ":") || w.src[thenLines.to:elseLines.from] != "\n"+indent+"else:\n" {
		return
	}
	w.out = append(w.out, change{from, elseLines.to, slices.Concat([]part{fresh("if ")}, not, []part{fresh(":\n"), elseLines, fresh("\n" + indent + "else:\n"), thenLines})})
}

func lineStart(src string, at int) int { return strings.LastIndexByte(src[:at], '\n') + 1 }

// lines is the stretch of whole lines that statements stand on, without the last line end; ok is false where they share a line with
// something else.
func (w *walker) lines(list []syntax.Stmt) (part, bool) {
	from := int(list[0].Start().Offset)
	start := lineStart(w.src, from)
	end := int(list[len(list)-1].End().Offset)
	end = len(strings.TrimRight(w.src[:end], " \t\n"))
	if i := strings.IndexByte(w.src[end:], '\n'); i >= 0 {
		if rest := strings.TrimSpace(w.src[end : end+i]); rest != "" && !strings.HasPrefix(rest, "#") {
			return part{}, false
		}
		end += i
	} else {
		end = len(w.src)
	}
	return part{from: start, to: end}, strings.TrimSpace(w.src[start:from]) == ""
}

// order puts statements that do not depend on each other into another order: runs of assignments on lines of their own.
func (w *walker) order(list []syntax.Stmt) {
	for i := 0; i < len(list); {
		var run []simple
		for i < len(list) {
			s, ok := w.simple(list[i])
			if !ok || len(run) > 0 && s.line.from != run[len(run)-1].line.to+1 {
				break
			}
			run = append(run, s)
			i++
		}
		if len(run) >= 2 {
			w.reorder(run)
		}
		if len(run) == 0 {
			i++
		}
	}
}

// simple is an assignment that reads and writes variables, and does nothing else.
type simple struct {
	line          part
	reads, writes map[string]bool
}

func (w *walker) simple(s syntax.Stmt) (simple, bool) {
	out := simple{reads: map[string]bool{}, writes: map[string]bool{}}
	var targets []syntax.Expr
	var value syntax.Expr
	switch n := s.(type) {
	case *syntax.AssignStmt:
		targets, value = n.Targets, n.X
	case *syntax.AugStmt:
		targets, value = []syntax.Expr{n.Target}, n.X
		for _, r := range syntax.FreeNames(n.Target) {
			out.reads[r.Name] = true
		}
	default:
		return out, false
	}
	for _, t := range targets {
		list := []syntax.Expr{t}
		if tuple, ok := t.(*syntax.TupleExpr); ok {
			list = tuple.Elts
		}
		for _, x := range list {
			n, ok := x.(*syntax.Name)
			if !ok {
				return out, false
			}
			out.writes[n.ID] = true
		}
	}
	if !movable(value) && !fixedValue(value) {
		return out, false
	}
	for _, r := range syntax.FreeNames(value) {
		out.reads[r.Name] = true
	}
	for _, b := range w.p.Blanks { // what other pieces read and write
		if b.From < int(s.End().Offset) && int(s.Start().Offset) < b.To {
			if b.Kind == line || b.Kind == order {
				return out, false
			}
			for _, piece := range b.Pieces {
				for _, t := range tokens(piece) {
					if t.kind == 'n' && !t.attr {
						out.reads[piece[t.from:t.to]] = true
					}
				}
			}
		}
	}
	var ok bool
	out.line, ok = w.lines([]syntax.Stmt{s})
	return out, ok && strings.Count(w.src[out.line.from:out.line.to], "\n") == 0
}

// fixedValue reports whether a value is an empty container: new each time, with no effects.
func fixedValue(x syntax.Expr) bool {
	switch n := x.(type) {
	case *syntax.DictExpr:
		return len(n.Keys) == 0
	case *syntax.CallExpr:
		f, ok := n.Fun.(*syntax.Name)
		return ok && len(n.Args) == 0 && slices.Contains([]string{"set", "list", "dict"}, f.ID)
	}
	return false
}

func (a simple) before(b simple) bool { // whether their order counts
	for n := range a.writes {
		if b.reads[n] || b.writes[n] {
			return true
		}
	}
	for n := range b.writes {
		if a.reads[n] {
			return true
		}
	}
	return false
}

// reorder gives another order of a run that keeps what depends on what: one that is drawn, or the one that stands for all.
func (w *walker) reorder(run []simple) {
	var keys []string
	for _, s := range run {
		keys = append(keys, w.key(s.line))
	}
	left := make([]int, len(run))
	for i := range left {
		left[i] = i
	}
	var order []int
	for len(left) > 0 {
		var ready []int
		for _, i := range left {
			if !slices.ContainsFunc(left, func(k int) bool { return k < i && run[k].before(run[i]) }) {
				ready = append(ready, i)
			}
		}
		pick := ready[0]
		if w.r != nil {
			pick = ready[w.r.IntN(len(ready))]
		} else {
			for _, i := range ready {
				if keys[i] < keys[pick] {
					pick = i
				}
			}
		}
		order = append(order, pick)
		left = slices.DeleteFunc(left, func(i int) bool { return i == pick })
	}
	if slices.IsSorted(order) {
		return
	}
	c := change{from: run[0].line.from, to: run[len(run)-1].line.to}
	for i, k := range order {
		if i > 0 {
			c.parts = append(c.parts, fresh("\n"))
		}
		c.parts = append(c.parts, run[k].line)
	}
	w.out = append(w.out, c)
}
