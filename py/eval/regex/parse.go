// Package regex matches Python's regular expressions, with back references and look-around, by backtracking on an explicit stack.
// Every step of a match is counted by the caller, so that an expression that backtracks without end is stopped by a
// budget and not by a clock: the same match gives the same result, or the same error, everywhere.
package regex

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

// Flags change what a pattern means, by Python's numbers.
type Flags int

// The flags of Python's re module that are honoured.
const (
	IgnoreCase Flags = 2
	Multiline  Flags = 8
	DotAll     Flags = 16
	Verbose    Flags = 64
	ASCII      Flags = 256
)

// Bounds on patterns.
const (
	maxPattern = 10000  // characters
	maxProgram = 100000 // instructions, after repeats with bounds are written out
	maxNesting = 100
)

// Error is a pattern that is not a regular expression.
type Error struct {
	Msg string
	Pos int // in characters
}

func (e *Error) Error() string { return fmt.Sprintf("%s at position %d", e.Msg, e.Pos) }

type parser struct {
	src   []rune
	pos   int
	flags Flags
	re    *Regexp
	depth int
	open  map[int]bool // groups that are not closed yet
}

type bailout struct{ err *Error }

func (p *parser) fail(pos int, format string, args ...any) {
	panic(bailout{&Error{fmt.Sprintf(format, args...), pos}})
}

// Compile compiles a pattern.
func Compile(pattern string, flags Flags) (re *Regexp, err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case bailout:
			re, err = nil, r.err
		default:
			panic(r)
		}
	}()
	src := []rune(pattern)
	if len(src) > maxPattern {
		return nil, errors.New("pattern is too long")
	}
	re = &Regexp{ngroup: 1, names: map[string]int{}}
	p := &parser{src: src, flags: flags, re: re, open: map[int]bool{}}
	body := p.alternatives()
	if p.pos < len(src) {
		p.fail(p.pos, "unbalanced parenthesis")
	}
	re.Flags = p.flags
	re.prog = append(re.prog, inst{op: opSave, n: 0})
	re.prog = append(re.prog, relocate(body, len(re.prog))...)
	re.prog = append(re.prog, inst{op: opSave, n: 1}, inst{op: opMatch})
	return re, nil
}

func (p *parser) size(code []inst) []inst {
	if len(code) > maxProgram {
		p.fail(p.pos, "pattern is too large")
	}
	return code
}

func (p *parser) more() bool { return p.pos < len(p.src) }

func (p *parser) alternatives() []inst {
	p.depth++
	if p.depth > maxNesting {
		p.fail(p.pos, "pattern is nested too deeply")
	}
	defer func() { p.depth-- }()
	code := p.sequence()
	for p.more() && p.src[p.pos] == '|' {
		p.pos++
		right := p.sequence()
		out := []inst{{op: opSplit, x: 1, y: len(code) + 2}}
		out = join(out, code)
		out = append(out, inst{op: opJump, x: len(code) + 2 + len(right)})
		code = p.size(join(out, right))
	}
	return code
}

func (p *parser) sequence() []inst {
	var code []inst
	for p.more() && p.src[p.pos] != '|' && p.src[p.pos] != ')' {
		if p.flags&Verbose != 0 {
			if unicode.IsSpace(p.src[p.pos]) {
				p.pos++
				continue
			}
			if p.src[p.pos] == '#' {
				for p.more() && p.src[p.pos] != '\n' {
					p.pos++
				}
				continue
			}
		}
		atom, repeatable := p.atom()
		code = p.size(join(code, p.repeats(atom, repeatable)))
	}
	return code
}

// repeats applies * + ? {m,n} behind an atom.
func (p *parser) repeats(atom []inst, repeatable bool) []inst {
	for n := 0; p.more(); n++ {
		at := p.pos
		lo, hi := 0, -1
		switch p.src[p.pos] {
		case '*':
			p.pos++
		case '+':
			lo = 1
			p.pos++
		case '?':
			hi = 1
			p.pos++
		case '{':
			var ok bool
			if lo, hi, ok = p.bounds(); !ok {
				return atom
			}
		default:
			return atom
		}
		if !repeatable {
			p.fail(at, "nothing to repeat")
		}
		if n > 0 {
			p.fail(at, "multiple repeat")
		}
		lazy, possessive := false, false
		if p.more() && p.src[p.pos] == '?' {
			lazy = true
			p.pos++
		} else if p.more() && p.src[p.pos] == '+' {
			possessive = true
			p.pos++
		}
		atom = p.repeat(atom, lo, hi, lazy)
		if possessive {
			atom = p.atomic(atom)
		}
	}
	return atom
}

func (p *parser) atomic(body []inst) []inst {
	out := []inst{{op: opAtomic, x: len(body) + 2}}
	out = join(out, body)
	return append(out, inst{op: opMatch})
}

// bounds reads {m}, {m,}, {,n} or {m,n}; anything else in braces is text.
func (p *parser) bounds() (lo, hi int, ok bool) {
	i := p.pos + 1
	number := func() (int, bool) {
		from := i
		for i < len(p.src) && '0' <= p.src[i] && p.src[i] <= '9' {
			i++
		}
		n, err := strconv.Atoi(string(p.src[from:i]))
		if err != nil && i > from {
			p.fail(from, "the repetition number is too large")
		}
		return n, i > from
	}
	lo, gotLo := number()
	hi = lo
	gotHi := gotLo
	if i < len(p.src) && p.src[i] == ',' {
		i++
		if hi, gotHi = number(); !gotHi {
			hi = -1
		}
		gotHi = true
	}
	if i >= len(p.src) || p.src[i] != '}' || !gotLo && !gotHi {
		return 0, 0, false
	}
	if hi >= 0 && hi < lo {
		p.fail(p.pos+1, "min repeat greater than max repeat")
	}
	p.pos = i + 1
	return lo, hi, true
}

func (p *parser) repeat(atom []inst, lo, hi int, lazy bool) []inst {
	if (max(lo, hi)+1)*(len(atom)+3) > maxProgram {
		p.fail(p.pos, "pattern is too large")
	}
	var code []inst
	for range lo {
		code = join(code, atom)
	}
	split := func(take, leave int) inst {
		if lazy {
			return inst{op: opSplit, x: leave, y: take}
		}
		return inst{op: opSplit, x: take, y: leave}
	}
	if hi < 0 {
		reg := p.re.nreg
		p.re.nreg++
		// L: split L+1, end; mark; atom; progress; jump L
		loop := []inst{split(1, len(atom)+4), {op: opMark, n: reg}}
		loop = join(loop, atom)
		loop = append(loop, inst{op: opProgress, n: reg}, inst{op: opJump, x: 0})
		return join(code, loop)
	}
	rest := hi - lo
	for i := range rest {
		left := (rest - i) * (len(atom) + 1)
		code = join(code, join([]inst{split(1, left)}, atom))
	}
	return code
}

func (p *parser) char(r rune) []inst {
	if p.flags&IgnoreCase != 0 && unicode.SimpleFold(r) != r {
		return []inst{{op: opFold, r: r}}
	}
	return []inst{{op: opChar, r: r}}
}

func (p *parser) atom() (code []inst, repeatable bool) {
	start := p.pos
	r := p.src[p.pos]
	p.pos++
	switch r {
	case '.':
		if p.flags&DotAll != 0 {
			return []inst{{op: opAnyAll}}, true
		}
		return []inst{{op: opAny}}, true
	case '^':
		if p.flags&Multiline != 0 {
			return []inst{{op: opBeginAny}}, false
		}
		return []inst{{op: opBegin}}, false
	case '$':
		if p.flags&Multiline != 0 {
			return []inst{{op: opEndAny}}, false
		}
		return []inst{{op: opEndLine}}, false
	case '*', '+', '?':
		p.fail(start, "nothing to repeat")
	case '[':
		return []inst{{op: opSet, set: p.class(start)}}, true
	case '(':
		return p.group(start)
	case '\\':
		return p.escape(start)
	}
	return p.char(r), true
}

func (p *parser) has(s string) bool {
	if strings.HasPrefix(string(p.src[p.pos:min(len(p.src), p.pos+len(s))]), s) {
		p.pos += len(s)
		return true
	}
	return false
}

func (p *parser) group(start int) ([]inst, bool) {
	if !p.has("?") {
		return p.capture(start, ""), true
	}
	switch {
	case p.has(":"):
		return p.scoped(start, p.flags), true
	case p.has("P<"):
		return p.capture(start, p.name('>')), true
	case p.has("P="):
		at := p.pos
		name := p.name(')')
		n, ok := p.re.names[name]
		if !ok {
			p.fail(at, "unknown group name '%s'", name)
		}
		return p.backref(n, at), true
	case p.has("#"):
		for p.more() && p.src[p.pos] != ')' {
			p.pos++
		}
		p.close(start)
		return nil, false
	case p.has(">"):
		return p.atomic(p.scoped(start, p.flags)), true
	case p.has("<="):
		return p.look(start, false, true), false
	case p.has("<!"):
		return p.look(start, true, true), false
	case p.has("="):
		return p.look(start, false, false), false
	case p.has("!"):
		return p.look(start, true, false), false
	}
	return p.flagGroup(start)
}

// flagGroup reads (?i) and (?i-m:…).
func (p *parser) flagGroup(start int) ([]inst, bool) {
	flags, off := p.flags, false
	for p.more() {
		r := p.src[p.pos]
		p.pos++
		var f Flags
		switch r {
		case 'i':
			f = IgnoreCase
		case 'm':
			f = Multiline
		case 's':
			f = DotAll
		case 'x':
			f = Verbose
		case 'a':
			f = ASCII
		case 'u':
		case '-':
			off = true
		case ')':
			if start != 0 || off {
				p.fail(start, "global flags not at the start of the expression")
			}
			p.flags = flags
			return nil, false
		case ':':
			return p.scoped(start, flags), true
		default:
			p.fail(p.pos-1, "unknown extension ?%c", r)
		}
		if off {
			flags &^= f
		} else {
			flags |= f
		}
	}
	p.fail(start, "missing ), unterminated subpattern")
	return nil, false
}

// scoped reads up to ")" with some flags.
func (p *parser) scoped(start int, flags Flags) []inst {
	outer := p.flags
	p.flags = flags
	code := p.alternatives()
	p.flags = outer
	p.close(start)
	return code
}

func (p *parser) name(end rune) string {
	from := p.pos
	for p.more() && p.src[p.pos] != end {
		p.pos++
	}
	if !p.more() {
		p.fail(from, "missing %c, unterminated name", end)
	}
	name := string(p.src[from:p.pos])
	p.pos++
	for i, r := range name {
		if !(r == '_' || unicode.IsLetter(r) || i > 0 && unicode.IsDigit(r)) {
			p.fail(from, "bad character in group name '%s'", name)
		}
	}
	if name == "" {
		p.fail(from, "missing group name")
	}
	return name
}

func (p *parser) capture(start int, name string) []inst {
	n := p.re.ngroup
	if n > 1000 {
		p.fail(start, "too many groups")
	}
	p.re.ngroup++
	if name != "" {
		if _, dup := p.re.names[name]; dup {
			p.fail(start, "redefinition of group name '%s'", name)
		}
		p.re.names[name] = n
		p.re.order = append(p.re.order, name)
	}
	p.open[n] = true
	body := p.scoped(start, p.flags)
	delete(p.open, n)
	code := join([]inst{{op: opSave, n: 2 * n}}, body)
	return append(code, inst{op: opSave, n: 2*n + 1})
}

func (p *parser) look(start int, neg, behind bool) []inst {
	body := p.scoped(start, p.flags)
	width := 0
	if behind {
		var ok bool
		if width, ok = fixedWidth(body); !ok {
			p.fail(start, "look-behind requires fixed-width pattern")
		}
	}
	out := []inst{{op: opLook, x: len(body) + 2, n: width, neg: neg}}
	out = join(out, body)
	return append(out, inst{op: opMatch})
}
