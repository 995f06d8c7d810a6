package notation

import (
	"encoding/base64"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// maxPattern bounds the states of a pattern's automaton.
const maxPattern = 2000

// readPattern reads a packed pattern over digits: literals (1 to 9, then letters), . [ab] [^a-c] ( ) | * + ? {n} {n,} {n,m}.
func readPattern(packed string, high int) (*machine, error) {
	text := packed
	if strings.ContainsAny(packed, "%.") {
		plain, err := url.PathUnescape(packed)
		if err != nil {
			return nil, err
		}
		text = plain
	} else {
		plain, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(packed, "="))
		if err != nil {
			return nil, fmt.Errorf("the packed pattern: %w", err)
		}
		text = string(plain)
	}
	return compilePattern(strings.Join(strings.Fields(text), ""), high)
}

// pattern compiles by Thompson's construction: every part has a state to begin in and one to end in.
type pattern struct {
	text  string
	at    int
	high  int
	empty [][]int  // by state: where it leads without a digit
	moves [][3]int // from, digit, to
	depth int
}

func compilePattern(text string, high int) (m *machine, err error) {
	p := &pattern{text: text, high: high}
	defer func() {
		if e, ok := recover().(patternError); ok {
			m, err = nil, fmt.Errorf("the pattern %q, character %d: %s", clip(text), p.at+1, string(e))
		}
	}()
	start, end := p.choice()
	if p.at < len(text) {
		panic(patternError("a bracket that nothing opens"))
	}
	return p.machine(start, end), nil
}

type patternError string

func (p *pattern) state() int {
	if p.empty = append(p.empty, nil); len(p.empty) > maxPattern {
		panic(patternError("the pattern is too large"))
	}
	return len(p.empty) - 1
}

func (p *pattern) joins(a, b int) { p.empty[a] = append(p.empty[a], b) }

func (p *pattern) peek() byte {
	if p.at < len(p.text) {
		return p.text[p.at]
	}
	return 0
}

func (p *pattern) choice() (int, int) {
	if p.depth++; p.depth > 100 {
		panic(patternError("brackets within brackets more than 100 deep"))
	}
	defer func() { p.depth-- }()
	start, end := p.state(), p.state()
	for {
		a, b := p.sequence()
		p.joins(start, a)
		p.joins(b, end)
		if p.peek() != '|' {
			return start, end
		}
		p.at++
	}
}

func (p *pattern) sequence() (int, int) {
	start := p.state()
	end := start
	for c := p.peek(); c != 0 && c != '|' && c != ')'; c = p.peek() {
		a, b := p.repeated()
		p.joins(end, a)
		end = b
	}
	return start, end
}

// repeated reads a part with what says how often; for that the part is read again for each time.
func (p *pattern) repeated() (int, int) {
	from := p.at
	a, b := p.single()
	for {
		least, most := 1, 1
		switch p.peek() {
		case '*':
			least, most = 0, -1
		case '+':
			least, most = 1, -1
		case '?':
			least, most = 0, 1
		case '{':
			end := strings.IndexByte(p.text[p.at:], '}')
			if end < 0 {
				panic(patternError("a { without }"))
			}
			lo, hi, two := strings.Cut(p.text[p.at+1:p.at+end], ",")
			var err, err2 error
			least, err = strconv.Atoi(lo)
			most = least
			if two && hi == "" {
				most = -1
			} else if two {
				most, err2 = strconv.Atoi(hi)
			}
			if err != nil || err2 != nil || least < 0 || least > 100 || most > 100 || most >= 0 && most < least {
				panic(patternError("expected {n}, {n,} or {n,m} up to 100"))
			}
			p.at += end
		default:
			return a, b
		}
		p.at++
		after := p.at
		again := func() (int, int) {
			p.at = from
			x, y := p.single()
			return x, y
		}
		start := p.state()
		end := start
		for i := range max(least, most, 1) {
			x, y := a, b
			if i > 0 {
				x, y = again()
			}
			if i >= least && most >= 0 { // may be left out, and all behind it
				stop := p.state()
				p.joins(end, stop)
				p.joins(end, x)
				p.joins(y, stop)
				end = stop
				continue
			}
			if most < 0 && i >= least-1 { // the last may come again and again
				stop := p.state()
				p.joins(end, x)
				p.joins(y, x)
				p.joins(y, stop)
				if least == 0 {
					p.joins(end, stop)
				}
				end = stop
				continue
			}
			p.joins(end, x)
			end = y
		}
		if most == 0 {
			end = start
		}
		p.at = after
		a, b = start, end
	}
}

func (p *pattern) single() (int, int) {
	c := p.peek()
	switch c {
	case '(':
		p.at++
		a, b := p.choice()
		if p.peek() != ')' {
			panic(patternError("a ( without )"))
		}
		p.at++
		return a, b
	case '.':
		p.at++
		return p.digits(func(int) bool { return true })
	case '[':
		p.at++
		not := p.peek() == '^'
		if not {
			p.at++
		}
		in := map[int]bool{}
		for p.peek() != ']' {
			lo := p.digit()
			hi := lo
			if p.peek() == '-' {
				p.at++
				hi = p.digit()
			}
			for v := lo; v <= hi; v++ {
				in[v] = true
			}
		}
		p.at++
		return p.digits(func(v int) bool { return in[v] != not })
	}
	v := p.digit()
	return p.digits(func(w int) bool { return w == v })
}

// digit reads a digit: 0 to 9, then letters.
func (p *pattern) digit() int {
	c := p.peek()
	if c == '\\' {
		p.at++
		c = p.peek()
	}
	v := strings.IndexByte("0123456789abcdefghijklmnopqrstuvwxyz", strings.ToLower(string(c))[0])
	if c == 0 || v < 0 || v > p.high {
		panic(patternError("expected a digit of the puzzle"))
	}
	p.at++
	return v
}

func (p *pattern) digits(in func(int) bool) (int, int) {
	a, b := p.state(), p.state()
	for v := 0; v <= p.high; v++ {
		if in(v) {
			p.moves = append(p.moves, [3]int{a, v, b})
		}
	}
	return a, b
}

// machine takes the steps without a digit away. State 0 is the first.
func (p *pattern) machine(start, end int) *machine {
	m := &machine{}
	number := map[int]int{start: 0}
	todo := []int{start}
	for len(todo) > 0 {
		s := todo[0]
		todo = todo[1:]
		reach := []int{s}
		for i := 0; i < len(reach); i++ {
			for _, t := range p.empty[reach[i]] {
				if !slices.Contains(reach, t) {
					reach = append(reach, t)
				}
			}
		}
		if slices.Contains(reach, end) {
			m.accepting = append(m.accepting, number[s])
		}
		for _, mv := range p.moves {
			if !slices.Contains(reach, mv[0]) {
				continue
			}
			if _, ok := number[mv[2]]; !ok {
				number[mv[2]] = len(number)
				todo = append(todo, mv[2])
			}
			m.moves = append(m.moves, number[s], mv[1], number[mv[2]])
		}
	}
	return m
}
