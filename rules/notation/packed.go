package notation

import (
	"fmt"
	"strings"
)

// alphabet is that of base64 for addresses.
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

// sixes reads characters as numbers of six bits.
func sixes(text string) ([]int, error) {
	out := make([]int, len(text))
	for i := range len(text) {
		if out[i] = strings.IndexByte(alphabet, text[i]); out[i] < 0 {
			return nil, fmt.Errorf("%q is no character of packed data", text[i])
		}
	}
	return out, nil
}

// forbidden reads a table of pairs of digits, row by row, the lowest bit first, and lists the pairs that it leaves out, each as 1000 times
// the first and the second. An older alphabet has - and _ the other way round.
func forbidden(text string, old bool, low, high int) ([]int, error) {
	if old {
		text = strings.NewReplacer("-", "_", "_", "-").Replace(text)
	}
	bits, err := sixes(text)
	if err != nil {
		return nil, err
	}
	var out []int
	for i, a := 0, low; a <= high; a++ {
		for b := low; b <= high; b++ {
			if i/6 >= len(bits) || bits[i/6]>>(i%6)&1 == 0 {
				out = append(out, 1000*a+b)
			}
			i++
		}
	}
	return out, nil
}

// machine is an automaton that begins in state 0. Moves are three numbers each: from, symbol from 0, to.
type machine struct {
	moves, accepting []int
}

// bitReader reads numbers from packed data, the highest bit first.
type bitReader struct {
	sixes []int
	at    int
}

func (b *bitReader) left() int { return 8*(6*len(b.sixes)/8) - b.at }

func (b *bitReader) read(n int) int {
	v := 0
	for range n {
		v = v<<1 | b.sixes[b.at/6]>>(5-b.at%6)&1
		b.at++
	}
	return v
}

// unpackMachine reads an automaton: two bits of format, the bits of a state less 1 (4 bits), symbols less 1 (4), how many states it begins in
// (always 1), how many other states accept, which come next, and whether the first does (1 bit); then the states: a mask of symbols and a state for each (format 1), or a number of
// moves with symbol and state (format 0).
func unpackMachine(text string) (*machine, error) {
	list, err := sixes(text)
	if err != nil {
		return nil, err
	}
	b := &bitReader{sixes: list}
	broken := fmt.Errorf("the packed automaton breaks off")
	if b.left() < 11 {
		return nil, broken
	}
	format, stateBits, symbols := b.read(2), b.read(4)+1, b.read(4)+1
	if format > 1 {
		return nil, fmt.Errorf("the packed automaton has a format that is not known")
	}
	if b.left() < 2*stateBits+1 {
		return nil, broken
	}
	if starts := b.read(stateBits); starts != 1 {
		return nil, fmt.Errorf("the packed automaton begins in %d states", starts)
	}
	m := &machine{}
	for i := range b.read(stateBits) {
		m.accepting = append(m.accepting, i+1)
	}
	if b.read(1) == 1 {
		m.accepting = append(m.accepting, 0)
	}
	symbolBits := 0
	for 1<<symbolBits < symbols {
		symbolBits++
	}
	if symbols == 1 {
		symbolBits = 1
	}
	move := func(from, symbol int) error {
		if b.left() < stateBits {
			return broken
		}
		m.moves = append(m.moves, from, symbol, b.read(stateBits))
		return nil
	}
	for state := 0; ; state++ {
		if format == 1 {
			if b.left() < symbols {
				return m, nil
			}
			mask := b.read(symbols)
			for s := range symbols {
				if mask>>s&1 != 0 {
					if err := move(state, s); err != nil {
						return nil, err
					}
				}
			}
			continue
		}
		if b.left() < symbolBits+stateBits {
			return m, nil
		}
		for range b.read(symbolBits + stateBits) {
			if b.left() < symbolBits {
				return nil, broken
			}
			if err := move(state, b.read(symbolBits)); err != nil {
				return nil, err
			}
		}
	}
}
