package deck

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

// Precedences of the text form, from the loosest. "not" binds more loosely than a relation: not a = b is not (a = b).
const (
	precIff = iota + 1
	precImplies
	precOr
	precXor
	precAnd
	precNot
	precRel
	precAdd
	precMul
	precNeg
	precAtom
)

// keywords are the words of the text form; a name or value that is one of them is written in quotes. It is never written to.
var keywords = map[string]bool{
	"if": true, "then": true, "not": true, "and": true, "or": true, "xor": true, "implies": true, "iff": true, "exactly": true, "at": true,
	"least": true, "most": true, "of": true, "distinct": true, "ends": true, "same": true, "other": true, "right": true,
	"left": true, "after": true, "before": true, "next": true, "notnext": true, "between": true, "pos": true, "value": true,
}

// keyword tells whether a word is one of the keywords, which may be in capitals.
func keyword(s string) bool {
	lower := strings.ToLower(s)
	return keywords[lower] && (s == lower || s == strings.ToUpper(s))
}

// Word writes a name or a value, in quotes when it could be read as something else.
func Word(s string) string {
	plain := s != "" && !keyword(s)
	for i, r := range s {
		plain = plain && (unicode.IsLetter(r) || r == '_' || i > 0 && (unicode.IsDigit(r) || unicode.Is(unicode.Mn, r)))
	}
	if plain {
		return s
	}
	if n, err := strconv.ParseInt(s, 10, 64); err == nil && strconv.FormatInt(n, 10) == s {
		return s
	}
	return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(s) + "'"
}

// Format writes a clue in the text form; Parse reads it back as an equal one.
func (p *Puzzle) Format(n *Node) string {
	f := formatter{p: p}
	f.node(n, 0)
	return f.b.String()
}

type formatter struct {
	p *Puzzle
	b strings.Builder
}

// operators are the operators that stand between their operands, with their precedences: what is written first, then other words for it.
var operators = []struct {
	word string
	op   Op
	prec int
}{
	{"<=>", Iff, precIff}, {"iff", Iff, precIff}, {"=>", Implies, precImplies}, {"implies", Implies, precImplies},
	{"or", Or, precOr}, {"xor", Xor, precXor}, {"and", And, precAnd},
	{"=", Eq, precRel}, {"<>", Ne, precRel}, {"<", Lt, precRel}, {"<=", Le, precRel}, {">", Gt, precRel}, {">=", Ge, precRel},
	{"+", Add, precAdd}, {"-", Sub, precAdd}, {"*", Mul, precMul},
}

// infix returns what stands between the operands of an operator, and its precedence; 0 for other operators.
func (o Op) infix() (text string, prec int) {
	for _, x := range operators {
		switch {
		case x.op == o && o == Mul:
			return x.word, x.prec
		case x.op == o:
			return " " + x.word + " ", x.prec
		}
	}
	return "", 0
}

// Precedence tells how tightly a statement or a term binds in the text form.
func Precedence(n *Node) int {
	_, own := n.Op.infix()
	switch {
	case own > 0:
		return own
	case n.Op == Not:
		return precNot
	case n.Op <= IsNot:
		return precRel
	case n.Op == Neg, n.Op == Num && n.Num < 0:
		return precNeg
	}
	return precAtom
}

// node writes a node; one that binds no tighter than outer stands in parentheses.
func (f *formatter) node(n *Node, outer int) {
	own := Precedence(n)
	between, _ := n.Op.infix()
	if own <= outer {
		f.b.WriteByte('(')
		f.node(n, 0)
		f.b.WriteByte(')')
		return
	}
	switch n.Op {
	case Is, IsNot:
		q := &f.p.Properties[n.Prop]
		f.b.WriteString(f.name(q.Name) + [...]string{Is: " = ", IsNot: " <> "}[n.Op] + Word(q.Values[n.Val]))
	case Lit:
		f.b.WriteString(Word(f.p.Properties[n.Prop].Values[n.Val]))
	case Value:
		f.value(n)
	case Num:
		f.b.WriteString(strconv.FormatInt(n.Num, 10))
	case Item:
		q := &f.p.Lineup.Categories[n.Prop]
		f.b.WriteString(category(q.Name) + " = " + Word(q.Values[n.Val]))
	case Not:
		f.b.WriteString("not ")
		f.node(n.Args[0], own-1)
	case Neg:
		f.b.WriteString("-")
		f.node(n.Args[0], own)
	case Implies: // binds to the right
		f.node(n.Args[0], own)
		f.b.WriteString(between)
		f.node(n.Args[1], own-1)
	case Eq, Ne, Lt, Le, Gt, Ge:
		f.node(n.Args[0], own)
		f.b.WriteString(between)
		if n.Args[0].Op == Value && n.Args[1].Op == Value {
			f.second(n.Args[0], n.Args[1])
		} else {
			f.node(n.Args[1], own)
		}
	case And, Or, Xor, Iff, Add, Sub, Mul:
		for i, a := range n.Args {
			if i > 0 {
				f.b.WriteString(between)
			}
			outer := own
			if i == 0 && (n.Op == Add || n.Op == Sub) && (a.Op == Sub || n.Op == Sub && a.Op == Add) {
				outer-- // sums bind to the left
			}
			f.node(a, outer)
		}
	case Exactly, AtLeast, AtMost:
		fmt.Fprintf(&f.b, "%s %d of ", strings.ReplaceAll(n.Op.String(), "-", " "), n.Num)
		f.list(n.Args, "")
	case Of:
		f.b.WriteString(category(f.p.Lineup.Categories[n.Prop].Name))
		f.list(n.Args, "")
	case At:
		f.b.WriteString("at")
		f.list(n.Args, ", "+strconv.FormatInt(n.Num, 10))
	default:
		f.b.WriteString(n.Op.String())
		f.list(n.Args, "")
	}
}

func (f *formatter) list(args []*Node, more string) {
	f.b.WriteByte('(')
	for i, a := range args {
		if i > 0 {
			f.b.WriteString(", ")
		}
		f.node(a, 0)
	}
	f.b.WriteString(more + ")")
}

// value writes a property as a term.
func (f *formatter) value(n *Node) { f.b.WriteString(f.name(f.p.Properties[n.Prop].Name)) }

// name writes a property's name; one that reads as a number is marked as a property.
func (f *formatter) name(name string) string {
	w := Word(name)
	if w[0] == '-' || w[0] >= '0' && w[0] <= '9' {
		return "value(" + w + ")"
	}
	return w
}

// category writes the name of a category; one that reads as a number stands in quotes.
func category(name string) string {
	w := Word(name)
	if w[0] == '-' || w[0] >= '0' && w[0] <= '9' {
		return "'" + w + "'"
	}
	return w
}

// second writes a property that is compared with another one: the parser takes a name that is also a value of the first for
// that value.
func (f *formatter) second(first, n *Node) {
	name := f.p.Properties[n.Prop].Name
	if f.p.Properties[first.Prop].Index(name) >= 0 {
		f.b.WriteString("value(" + Word(name) + ")")
		return
	}
	f.node(n, precRel)
}
