package regex

import (
	"errors"
	"unicode"
)

// ErrStack is a match that needs too much room to backtrack.
var ErrStack = errors.New("regular expression backtracks too deeply")

// maxStack bounds the backtracking stack, in entries.
const maxStack = 1 << 20

// back is a choice to return to (pc ≥ 0), or a capture or register to restore (pc = -1 - index).
type back struct {
	pc, pos int
}

type machine struct {
	re    *Regexp
	text  []rune
	caps  []int // captures, then registers
	stack []back
	step  func(n int) error
	fuel  int
	must  int // where the whole match must end, or -1
	not   int // where it must not end, or -1
}

// Match tries to match at one position. end is where the match must end, or -1 for anywhere. It gives the captures in
// pairs of positions, -1 for groups that took no part, or nil. step is called now and then with the number of steps made since;
// its error ends the match.
func (re *Regexp) Match(text []rune, pos, end int, step func(n int) error) ([]int, error) {
	m := &machine{re: re, text: text, step: step, must: end, not: -1}
	m.caps = make([]int, 2*re.ngroup+re.nreg)
	return m.at(pos)
}

// MatchNonEmpty tries to match at one position, taking at least one character.
func (re *Regexp) MatchNonEmpty(text []rune, pos int, step func(n int) error) ([]int, error) {
	m := &machine{re: re, text: text, step: step, must: -1, not: pos}
	m.caps = make([]int, 2*re.ngroup+re.nreg)
	return m.at(pos)
}

// Search finds the first match at or behind a position.
func (re *Regexp) Search(text []rune, pos int, step func(n int) error) ([]int, error) {
	m := &machine{re: re, text: text, step: step, must: -1, not: -1}
	m.caps = make([]int, 2*re.ngroup+re.nreg)
	first, ok := re.firstRune()
	for ; pos <= len(text); pos++ {
		if ok {
			for pos < len(text) && text[pos] != first {
				pos++
				m.fuel++
			}
			if pos >= len(text) {
				break
			}
		}
		caps, err := m.at(pos)
		if caps != nil || err != nil {
			return caps, err
		}
	}
	return nil, m.burn()
}

// firstRune is the character that every match begins with, if the pattern fixes it.
func (re *Regexp) firstRune() (rune, bool) {
	for _, in := range re.prog {
		switch in.op {
		case opSave:
		case opChar:
			return in.r, true
		default:
			return 0, false
		}
	}
	return 0, false
}

func (m *machine) burn() error {
	n := m.fuel
	m.fuel = 0
	return m.step(n)
}

func (m *machine) at(pos int) ([]int, error) {
	for i := range m.caps {
		m.caps[i] = -1
	}
	m.stack = m.stack[:0]
	_, ok, err := m.run(0, pos, m.must, m.not)
	if err != nil || !ok {
		return nil, err
	}
	return append([]int(nil), m.caps[:2*m.re.ngroup]...), nil
}

func (m *machine) push(pc, pos int) bool {
	if len(m.stack) >= maxStack {
		return false
	}
	m.stack = append(m.stack, back{pc, pos})
	return true
}

func isWord(text []rune, i int) bool { return i >= 0 && i < len(text) && isWordRune(text[i]) }

// run runs the program from pc to its opMatch. It gives where the match ended.
func (m *machine) run(pc, pos, must, not int) (int, bool, error) {
	base := len(m.stack)
	text, prog := m.text, m.re.prog
	for {
		if m.fuel++; m.fuel >= 1024 {
			if err := m.burn(); err != nil {
				return 0, false, err
			}
		}
		in := &prog[pc]
		ok := true
		switch in.op {
		case opChar:
			if ok = pos < len(text) && text[pos] == in.r; ok {
				pos++
			}
			pc++
		case opFold:
			if ok = pos < len(text) && sameFold(text[pos], in.r); ok {
				pos++
			}
			pc++
		case opAny:
			if ok = pos < len(text) && text[pos] != '\n'; ok {
				pos++
			}
			pc++
		case opAnyAll:
			if ok = pos < len(text); ok {
				pos++
			}
			pc++
		case opSet:
			if ok = pos < len(text) && in.set.has(text[pos]); ok {
				pos++
			}
			pc++
		case opSplit:
			if !m.push(in.y, pos) {
				return 0, false, ErrStack
			}
			pc = in.x
		case opJump:
			pc = in.x
		case opSave:
			if !m.push(-1-in.n, m.caps[in.n]) {
				return 0, false, ErrStack
			}
			m.caps[in.n] = pos
			pc++
		case opMark, opProgress:
			i := 2*m.re.ngroup + in.n
			if in.op == opProgress {
				ok = m.caps[i] != pos
				pc++
				break
			}
			if !m.push(-1-i, m.caps[i]) {
				return 0, false, ErrStack
			}
			m.caps[i] = pos
			pc++
		case opBegin:
			ok = pos == 0
			pc++
		case opEnd:
			ok = pos == len(text)
			pc++
		case opEndLine:
			ok = pos == len(text) || pos == len(text)-1 && text[pos] == '\n'
			pc++
		case opBeginAny:
			ok = pos == 0 || text[pos-1] == '\n'
			pc++
		case opEndAny:
			ok = pos == len(text) || text[pos] == '\n'
			pc++
		case opWord, opNotWord:
			ok = (isWord(text, pos-1) != isWord(text, pos)) == (in.op == opWord)
			pc++
		case opBackref:
			pos, ok = m.backref(in, pos)
			pc++
		case opLook, opAtomic:
			from := pos - in.n
			var end int
			var err error
			matched := from >= 0
			depth := len(m.stack)
			if matched {
				end, matched, err = m.run(pc+1, from, -1, -1)
			}
			if err != nil {
				return 0, false, err
			}
			m.drop(depth, in.neg)
			ok = matched != in.neg
			if ok && in.op == opAtomic {
				pos = end
			}
			pc = in.x
		case opMatch:
			if (must < 0 || pos == must) && (not < 0 || pos != not) {
				return pos, true, nil
			}
			ok = false
		case opFail:
			ok = false
		}
		if ok {
			continue
		}
		// Go back to the last choice.
		for {
			if len(m.stack) == base {
				return 0, false, nil
			}
			b := m.stack[len(m.stack)-1]
			m.stack = m.stack[:len(m.stack)-1]
			if b.pc < 0 {
				m.caps[-1-b.pc] = b.pos
				continue
			}
			pc, pos = b.pc, b.pos
			break
		}
	}
}

// drop forgets the choices of a sub-match. What it captured stays, to be undone with what came before, unless restore is set.
func (m *machine) drop(depth int, restore bool) {
	if restore {
		for i := len(m.stack) - 1; i >= depth; i-- {
			if b := m.stack[i]; b.pc < 0 {
				m.caps[-1-b.pc] = b.pos
			}
		}
		m.stack = m.stack[:depth]
		return
	}
	kept := m.stack[:depth]
	for _, b := range m.stack[depth:] {
		if b.pc < 0 {
			kept = append(kept, b)
		}
	}
	m.stack = kept
}

func (m *machine) backref(in *inst, pos int) (int, bool) {
	from, to := m.caps[2*in.n], m.caps[2*in.n+1]
	if from < 0 || to < from || pos+to-from > len(m.text) {
		return pos, false
	}
	m.fuel += (to - from) / 8
	for i := from; i < to; i++ {
		a, b := m.text[i], m.text[pos+i-from]
		if a != b && !(in.fold && sameFold(a, b)) {
			return pos, false
		}
	}
	return pos + to - from, true
}

func sameFold(a, b rune) bool {
	if a == b {
		return true
	}
	for f := unicode.SimpleFold(a); f != a; f = unicode.SimpleFold(f) {
		if f == b {
			return true
		}
	}
	return false
}
