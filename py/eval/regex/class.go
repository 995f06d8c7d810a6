package regex

import (
	"strconv"
	"unicode"
)

func isWordRune(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsNumber(r) }

// classTest gives the test of \d, \w or \s and their opposites.
func (p *parser) classTest(r rune) func(rune) bool {
	ascii := p.flags&ASCII != 0
	var f func(rune) bool
	switch unicode.ToLower(r) {
	case 'd':
		f = unicode.IsDigit
	case 'w':
		f = isWordRune
	case 's':
		f = func(r rune) bool { return unicode.IsSpace(r) || r >= 0x1c && r <= 0x1f }
	default:
		return nil
	}
	g := f
	if ascii {
		g = func(r rune) bool { return r < 128 && f(r) }
	}
	if unicode.IsUpper(r) {
		return func(r rune) bool { return !g(r) }
	}
	return g
}

func (p *parser) escape(start int) ([]inst, bool) {
	if !p.more() {
		p.fail(start, "bad escape (end of pattern)")
	}
	r := p.src[p.pos]
	if t := p.classTest(r); t != nil {
		p.pos++
		return []inst{{op: opSet, set: &set{tests: []func(rune) bool{t}}}}, true
	}
	switch r {
	case 'A':
		p.pos++
		return []inst{{op: opBegin}}, false
	case 'Z':
		p.pos++
		return []inst{{op: opEnd}}, false
	case 'b', 'B':
		p.pos++
		o := opWord
		if r == 'B' {
			o = opNotWord
		}
		return []inst{{op: o}}, false
	}
	if '1' <= r && r <= '9' {
		n := int(r - '0')
		p.pos++
		if p.more() && '0' <= p.src[p.pos] && p.src[p.pos] <= '9' {
			n = n*10 + int(p.src[p.pos]-'0')
			p.pos++
		}
		return p.backref(n, start), true
	}
	return p.char(p.charEscape(start)), true
}

func (p *parser) backref(n, start int) []inst {
	if n >= p.re.ngroup {
		p.fail(start, "invalid group reference %d", n)
	}
	if p.open[n] {
		p.fail(start, "cannot refer to an open group")
	}
	return []inst{{op: opBackref, n: n, fold: p.flags&IgnoreCase != 0}}
}

// charEscape reads an escape that stands for a character, behind its backslash.
func (p *parser) charEscape(start int) rune {
	r := p.src[p.pos]
	p.pos++
	digits := 0
	switch r {
	case 'n':
		return '\n'
	case 't':
		return '\t'
	case 'r':
		return '\r'
	case 'f':
		return '\f'
	case 'v':
		return '\v'
	case 'a':
		return 7
	case '0':
		n := rune(0)
		for i := 0; i < 2 && p.more() && '0' <= p.src[p.pos] && p.src[p.pos] <= '7'; i++ {
			n = n*8 + p.src[p.pos] - '0'
			p.pos++
		}
		return n
	case 'x':
		digits = 2
	case 'u':
		digits = 4
	case 'U':
		digits = 8
	}
	if digits > 0 {
		if p.pos+digits > len(p.src) {
			p.fail(start, "incomplete escape \\%c", r)
		}
		n, err := strconv.ParseUint(string(p.src[p.pos:p.pos+digits]), 16, 32)
		if err != nil || n > unicode.MaxRune {
			p.fail(start, "incomplete escape \\%c", r)
		}
		p.pos += digits
		return rune(n)
	}
	if r < 128 && (unicode.IsLetter(r) || unicode.IsDigit(r)) {
		p.fail(start, "bad escape \\%c", r)
	}
	return r
}

func (p *parser) class(start int) *set {
	s := &set{fold: p.flags&IgnoreCase != 0}
	if p.more() && p.src[p.pos] == '^' {
		s.neg = true
		p.pos++
	}
	for first := true; ; first = false {
		if !p.more() {
			p.fail(start, "unterminated character set")
		}
		at := p.pos
		r := p.src[p.pos]
		if r == ']' && !first {
			p.pos++
			return s
		}
		p.pos++
		if r == '\\' {
			if !p.more() {
				p.fail(at, "bad escape (end of pattern)")
			}
			if t := p.classTest(p.src[p.pos]); t != nil {
				p.pos++
				s.tests = append(s.tests, t)
				continue
			}
			if p.src[p.pos] == 'b' {
				p.pos++
				r = 8
			} else {
				r = p.charEscape(at)
			}
		}
		hi := r
		if p.pos+1 < len(p.src) && p.src[p.pos] == '-' && p.src[p.pos+1] != ']' {
			p.pos++
			hi = p.src[p.pos]
			p.pos++
			if hi == '\\' {
				if !p.more() {
					p.fail(at, "bad escape (end of pattern)")
				}
				if p.classTest(p.src[p.pos]) != nil {
					p.fail(at, "bad character range %s", string(p.src[at:p.pos+1]))
				}
				hi = p.charEscape(at)
			}
			if hi < r {
				p.fail(at, "bad character range %s", string(p.src[at:p.pos]))
			}
		}
		s.ranges = append(s.ranges, [2]rune{r, hi})
	}
}

func (p *parser) close(start int) {
	if !p.more() || p.src[p.pos] != ')' {
		p.fail(start, "missing ), unterminated subpattern")
	}
	p.pos++
}
