package deck

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/nearest"
)

// Parse reads a clue in the text form. From the loosest to the tightest binding it has
//
//	a <=> b (iff)   a => b (implies, if a then b)   or   xor   and   not
//	= <> < <= > >=   + -   *   -x
//
// and the statements exactly N of (…), at least N of (…), at most N of (…), distinct(P, …) and, in line-ups, those about
// places: at(C = v, N), ends(…), same, other, right, left, after, before, next, notnext, between; and the terms
// value(P), pos(C = v) and D(C = v), the value of category D that stands where C = v does. Names and values that are not
// plain words stand in quotes. An error is a *SyntaxError.
func (p *Puzzle) Parse(text string) (*Node, error) {
	toks, err := lex(text)
	if err != nil {
		return nil, err
	}
	ps := &parser{p: p, text: text, toks: toks}
	r, err := ps.expr(precIff)
	if err != nil {
		return nil, err
	}
	if t := ps.peek(); t.kind != tokEnd {
		return nil, ps.errorf(t.at, "expected the end or an operator, found %s", t)
	}
	n, err := ps.statement(r)
	if err != nil {
		return nil, err
	}
	if err := p.ValidateExpr(n); err != nil {
		return nil, &SyntaxError{Col: 1, Msg: err.Error(), Err: err}
	}
	return n, nil
}

// raw is a parsed part whose names are not resolved yet: what a name means depends on its neighbours.
type raw struct {
	tok  token // of a leaf: word, quoted, number; of a call: its name
	op   Op    // of an operator; call for a call
	args []*raw
	num  int64 // of exactly, at least, at most
	at   int
	leaf bool
}

// call marks a raw part as a call of tok.
const call = numOps

type parser struct {
	p     *Puzzle
	text  string
	toks  []token
	pos   int
	depth int
}

func (ps *parser) peek() token { return ps.toks[ps.pos] }

func (ps *parser) next() token {
	t := ps.toks[ps.pos]
	if t.kind != tokEnd {
		ps.pos++
	}
	return t
}

func (ps *parser) errorf(at int, format string, args ...any) error {
	return &SyntaxError{Col: column(ps.text, at), Msg: fmt.Sprintf(format, args...)}
}

func (ps *parser) wrap(at int, err error) error {
	return &SyntaxError{Col: column(ps.text, at), Msg: err.Error(), Err: err}
}

// is reports whether the next token is a keyword or symbol.
func (ps *parser) is(text string) bool {
	t := ps.peek()
	return t.kind == tokSymbol && t.text == text || t.kind == tokWord && keyword(t.text) && strings.ToLower(t.text) == text
}

func (ps *parser) accept(text string) bool {
	if ps.is(text) {
		ps.pos++
		return true
	}
	return false
}

func (ps *parser) expect(text string) error {
	if !ps.accept(text) {
		return ps.errorf(ps.peek().at, "expected %q, found %s", text, ps.peek())
	}
	return nil
}

// binary returns the operator at the front of the rest, if it binds at least as tightly as least; prec is 0 where there is none.
func (ps *parser) binary(least int) (op Op, prec int) {
	for _, b := range operators {
		if b.prec >= least && ps.is(b.word) {
			return b.op, b.prec
		}
	}
	return 0, 0
}

// expr reads a part whose operators bind at least as tightly as least.
func (ps *parser) expr(least int) (*raw, error) {
	if ps.depth++; ps.depth > maxDepth {
		return nil, ps.errorf(ps.peek().at, "the clue is nested more than %d deep", maxDepth)
	}
	defer func() { ps.depth-- }()
	left, err := ps.prefix(least)
	if err != nil {
		return nil, err
	}
	chain := false // left was built here from the operator that follows again
	for links := 0; ; links++ {
		op, prec := ps.binary(least)
		if prec == 0 {
			return left, nil
		}
		if links > maxNodes {
			return nil, ps.errorf(ps.peek().at, "the clue has more than %d parts", maxNodes)
		}
		at := ps.peek().at
		ps.pos++
		inner := prec + 1
		if op == Implies {
			inner = prec // binds to the right
		}
		right, err := ps.expr(inner)
		if err != nil {
			return nil, err
		}
		if prec == precRel {
			if _, again := ps.binary(precRel); again == precRel {
				return nil, ps.errorf(ps.peek().at, "relations cannot be chained: join them with and")
			}
		}
		if chain && left.op == op && (op == And || op == Or || op == Xor || op == Add || op == Mul) {
			left.args = append(left.args, right)
			continue
		}
		left = &raw{op: op, args: []*raw{left, right}, at: at}
		chain = true
	}
}

// prefix reads what starts a part.
func (ps *parser) prefix(least int) (*raw, error) {
	t := ps.peek()
	switch {
	case ps.is("not"):
		if least > precNot {
			return nil, ps.errorf(t.at, "not stands in front of a statement: use parentheses")
		}
		ps.pos++
		arg, err := ps.expr(precNot)
		return &raw{op: Not, args: []*raw{arg}, at: t.at}, err
	case ps.is("if"):
		ps.pos++
		prem, err := ps.expr(precOr)
		if err != nil {
			return nil, err
		}
		ps.accept(",")
		if err := ps.expect("then"); err != nil {
			return nil, err
		}
		conc, err := ps.expr(precImplies)
		return &raw{op: Implies, args: []*raw{prem, conc}, at: t.at}, err
	case ps.accept("("):
		arg, err := ps.expr(precIff)
		if err != nil {
			return nil, err
		}
		return arg, ps.expect(")")
	case ps.accept("-"):
		arg, err := ps.expr(precNeg)
		return &raw{op: Neg, args: []*raw{arg}, at: t.at}, err
	case ps.is("exactly"):
		ps.pos++
		return ps.counted(Exactly, t.at)
	case ps.is("at") && ps.word(1, "least"):
		ps.pos += 2
		return ps.counted(AtLeast, t.at)
	case ps.is("at") && ps.word(1, "most"):
		ps.pos += 2
		return ps.counted(AtMost, t.at)
	}
	if t.kind != tokWord && t.kind != tokQuoted && t.kind != tokNumber {
		return nil, ps.errorf(t.at, "expected a name, a value or a statement, found %s", t)
	}
	if t.kind == tokWord && slices.Contains([]string{"and", "or", "xor", "implies", "iff", "then"}, strings.ToLower(t.text)) && keyword(t.text) {
		return nil, ps.errorf(t.at, "expected a name, a value or a statement, found %s (as a name it stands in quotes)", t)
	}
	ps.pos++
	r := &raw{tok: t, at: t.at, leaf: true}
	if t.kind == tokNumber || !ps.is("(") {
		return r, nil
	}
	r.leaf, r.op = false, call
	args, err := ps.list()
	r.args = args
	return r, err
}

// word reports whether the token n further on is a keyword.
func (ps *parser) word(n int, text string) bool {
	if ps.pos+n >= len(ps.toks) {
		return false
	}
	t := ps.toks[ps.pos+n]
	return t.kind == tokWord && keyword(t.text) && strings.ToLower(t.text) == text
}

// counted reads what follows exactly, at least and at most.
func (ps *parser) counted(op Op, at int) (*raw, error) {
	t := ps.next()
	if t.kind != tokNumber {
		return nil, ps.errorf(t.at, "expected a number such as 2 of (…), found %s", t)
	}
	if err := ps.expect("of"); err != nil {
		return nil, err
	}
	if !ps.is("(") {
		return nil, ps.errorf(ps.peek().at, "expected a list of statements in parentheses, found %s", ps.peek())
	}
	args, err := ps.list()
	return &raw{op: op, num: t.num, args: args, at: at}, err
}

// list reads a list in parentheses.
func (ps *parser) list() ([]*raw, error) {
	ps.pos++
	var args []*raw
	for {
		arg, err := ps.expr(precIff)
		if err != nil {
			return nil, err
		}
		if args = append(args, arg); len(args) > maxNodes {
			return nil, ps.errorf(arg.at, "the clue has more than %d parts", maxNodes)
		}
		if ps.accept(")") {
			return args, nil
		}
		if !ps.accept(",") {
			return nil, ps.errorf(ps.peek().at, "expected \",\" or \")\", found %s", ps.peek())
		}
	}
}

// nameOf gives the text of a leaf that may be a name.
func (r *raw) nameOf() (string, bool) {
	if r.leaf && r.tok.kind != tokNumber {
		return r.tok.text, true
	}
	return "", false
}

// valueOf gives the text of a leaf that may be a value, and of a negative number.
func (r *raw) valueOf() (string, bool) {
	if n, ok := r.number(); ok {
		return strconv.FormatInt(n, 10), true
	}
	return r.nameOf()
}

// number gives the number of a literal.
func (r *raw) number() (int64, bool) {
	switch {
	case r.leaf && r.tok.kind == tokNumber:
		return r.tok.num, true
	case !r.leaf && r.op == Neg:
		n, ok := r.args[0].number()
		return -n, ok
	}
	return 0, false
}

// unknown gives the error of a name that no property has.
func (ps *parser) unknown(r *raw, name string) error {
	if c, err := ps.p.category(name); err == nil {
		cat := ps.p.Lineup.Categories[c].Name
		return ps.errorf(r.at, "%s is a category: say where its values stand, as in at(%s = %s, 1), or name one place, as in %s",
			nearest.Quote(name), Word(cat), Word(ps.p.Lineup.Categories[c].Values[0]), Word(cat+"1"))
	}
	_, err := ps.p.FindProperty(name)
	return ps.wrap(r.at, err)
}
