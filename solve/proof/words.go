package proof

import (
	"errors"
	"fmt"
	"math/big"
	"strconv"
	"strings"
)

// Words takes the words of a line apart. After the first mistake it gives zeros, and Err tells what it was.
type Words struct {
	words []string
	err   error
}

// More reports whether there are more words.
func (p *Words) More() bool { return p.err == nil && len(p.words) > 0 }

// Err is the first mistake.
func (p *Words) Err() error { return p.err }

// Word is the next word.
func (p *Words) Word() string {
	if p.err != nil {
		return ""
	}
	if len(p.words) == 0 {
		p.err = errors.New("the line ends too early")
		return ""
	}
	w := p.words[0]
	p.words = p.words[1:]
	return w
}

// Num is a number.
func (p *Words) Num() int64 {
	w := p.Word()
	if p.err != nil {
		return 0
	}
	n, err := strconv.ParseInt(w, 10, 64)
	if err != nil {
		p.err = fmt.Errorf("%q is not a number", w)
	}
	return n
}

// ID is a number from 0 to maxNumber.
func (p *Words) ID() int {
	n := p.Num()
	if n < 0 || n > maxNumber {
		p.err = fmt.Errorf("%d is out of range", n)
		return 0
	}
	return int(n)
}

// Rat is a fraction, or a whole number.
func (p *Words) Rat() *big.Rat {
	w := p.Word()
	if p.err != nil {
		return new(big.Rat)
	}
	if len(w) > 10000 || strings.ContainsAny(w, "eE.xX_") {
		p.err = fmt.Errorf("%q is not a fraction", w)
		return new(big.Rat)
	}
	r, ok := new(big.Rat).SetString(w)
	if !ok {
		p.err = fmt.Errorf("%q is not a fraction", w)
		return new(big.Rat)
	}
	return r
}

// Lit is a literal, which is not 0.
func (p *Words) Lit() int64 {
	n := p.Num()
	if p.err == nil && (n == 0 || n > maxNumber || n < -maxNumber) {
		p.err = fmt.Errorf("%d is not a literal", n)
	}
	return n
}

// Lits are literals up to a 0.
func (p *Words) Lits() []int64 {
	var out []int64
	for p.err == nil {
		n := p.Num()
		if p.err != nil || n == 0 {
			break
		}
		if n > maxNumber || n < -maxNumber {
			p.err = fmt.Errorf("%d is out of range", n)
		}
		out = append(out, n)
	}
	return out
}
