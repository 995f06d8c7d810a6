// Package algebra is a small exact computer algebra: rational functions of any number of variables with rational coefficients and square
// roots of whole numbers, in a normal form, so that equal expressions are recognised as equal. What it reads it decides; what it
// cannot read is an error, never a guess.
package algebra

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// Bounds on what is read and computed.
const (
	maxText  = 500  // bytes of an expression
	maxTerms = 2000 // of a polynomial on the way
	maxPower = 40
	maxDepth = 60
	maxRoot  = 1_000_000 // under a root
	maxBits  = 4096      // of a coefficient
)

// errLarge is the error of an expression that takes too much.
var errLarge = errors.New("the expression is too large")

// Expr is an expression as a quotient of two polynomials.
type Expr struct{ num, den poly }

// poly is a sum of terms by their monomials. A monomial is written as the square-free number under its root and its variables with
// their powers, such as "2 x^1 y^3".
type poly map[string]*big.Rat

const one = "1"

func constant(r *big.Rat) poly {
	if r.Sign() == 0 {
		return poly{}
	}
	return poly{one: r}
}

// intValue gives a whole number.
func intValue(n int64) Expr { return Expr{constant(big.NewRat(n, 1)), constant(big.NewRat(1, 1))} }

func (p poly) add(q poly, sign int64) poly {
	out := make(poly, len(p)+len(q))
	for m, c := range p {
		out[m] = new(big.Rat).Set(c)
	}
	s := big.NewRat(sign, 1)
	for m, c := range q {
		x := new(big.Rat).Mul(c, s)
		if o := out[m]; o != nil {
			x.Add(x, o)
		}
		if x.Sign() == 0 {
			delete(out, m)
		} else {
			out[m] = x
		}
	}
	return out
}

func (p poly) mul(q poly) (poly, error) {
	if len(p)*len(q) > 50*maxTerms {
		return nil, errLarge
	}
	out := poly{}
	for m, c := range p {
		for n, d := range q {
			k, square := times(m, n)
			x := new(big.Rat).Mul(c, d)
			x.Mul(x, new(big.Rat).SetInt64(square))
			if o := out[k]; o != nil {
				x.Add(x, o)
			}
			if x.Num().BitLen()+x.Denom().BitLen() > maxBits {
				return nil, errLarge
			}
			if x.Sign() == 0 {
				delete(out, k)
			} else {
				out[k] = x
			}
		}
	}
	if len(out) > maxTerms {
		return nil, errLarge
	}
	return out, nil
}

// times multiplies monomials; what comes out of the root is the factor.
func times(m, n string) (string, int64) {
	a, b := strings.Fields(m), strings.Fields(n)
	r, _ := strconv.ParseInt(a[0], 10, 64)
	s, _ := strconv.ParseInt(b[0], 10, 64)
	g := gcd(r, s)
	root, factor := (r/g)*(s/g), g // √r·√s = g·√(r/g · s/g), which is square-free
	powers := map[string]int{}
	for _, f := range append(a[1:], b[1:]...) {
		name, k, _ := strings.Cut(f, "^")
		e, _ := strconv.Atoi(k)
		powers[name] += e
	}
	var names []string
	for v := range powers {
		names = append(names, v)
	}
	slices.Sort(names)
	out := strconv.FormatInt(root, 10)
	for _, v := range names {
		out += " " + v + "^" + strconv.Itoa(powers[v])
	}
	return out, factor
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return max(a, 1)
}

func (x Expr) plus(y Expr, sign int64) (Expr, error) {
	a, err := x.num.mul(y.den)
	if err != nil {
		return x, err
	}
	b, err := y.num.mul(x.den)
	if err != nil {
		return x, err
	}
	d, err := x.den.mul(y.den)
	return Expr{a.add(b, sign), d}, err
}

func (x Expr) times(y Expr) (Expr, error) {
	n, err := x.num.mul(y.num)
	if err != nil {
		return x, err
	}
	d, err := x.den.mul(y.den)
	return Expr{n, d}, err
}

func (x Expr) over(y Expr) (Expr, error) {
	if len(y.num) == 0 {
		return x, errors.New("division by zero")
	}
	return x.times(Expr{y.den, y.num})
}

func (x Expr) power(n int) (Expr, error) {
	if n < -maxPower || n > maxPower {
		return x, errLarge
	}
	if n < 0 {
		y, err := intValue(1).over(x)
		if err != nil {
			return x, err
		}
		return y.power(-n)
	}
	out, err := intValue(1), error(nil)
	for range n {
		if out, err = out.times(x); err != nil {
			return x, err
		}
	}
	return out, nil
}

// rational gives the value of an expression without variables and roots.
func (x Expr) rational() (*big.Rat, bool) {
	val := func(p poly) (*big.Rat, bool) {
		switch {
		case len(p) == 0:
			return new(big.Rat), true
		case len(p) == 1 && p[one] != nil:
			return p[one], true
		}
		return nil, false
	}
	n, ok := val(x.num)
	d, ok2 := val(x.den)
	if !ok || !ok2 || d.Sign() == 0 {
		return nil, false
	}
	return new(big.Rat).Quo(n, d), true
}

// root gives √(a/b) of a rational that is not negative, as √(ab)/b.
func (x Expr) root() (Expr, error) {
	r, ok := x.rational()
	if !ok || r.Sign() < 0 {
		return x, errors.New("a root is read of numbers that are not negative only")
	}
	n := new(big.Int).Mul(r.Num(), r.Denom())
	if n.BitLen() > 40 || n.Int64() > maxRoot {
		return x, errLarge
	}
	left, out := n.Int64(), int64(1)
	for d := int64(2); d*d <= left; d++ {
		for left%(d*d) == 0 {
			left, out = left/(d*d), out*d
		}
	}
	if left == 0 {
		return intValue(0), nil
	}
	c := new(big.Rat).SetFrac(big.NewInt(out), r.Denom())
	return Expr{poly{strconv.FormatInt(left, 10): c}, constant(big.NewRat(1, 1))}, nil
}

// equal reports whether two expressions are equal wherever both are defined.
func equal(x, y Expr) (bool, error) {
	a, err := x.num.mul(y.den)
	if err != nil {
		return false, err
	}
	b, err := y.num.mul(x.den)
	if err != nil {
		return false, err
	}
	return len(a.add(b, -1)) == 0, nil
}

// Same reads two expressions and reports whether they are equal.
func Same(a, b string) (bool, error) {
	x, err := Parse(a)
	if err != nil {
		return false, err
	}
	y, err := Parse(b)
	if err != nil {
		return false, err
	}
	return equal(x, y)
}

// Parse reads an expression: numbers, variables, + - * / ^, brackets, sqrt(2) and the same in TeX. Signs of multiplication may be left
// out, and then every letter is a variable.
func Parse(text string) (Expr, error) {
	if len(text) > maxText {
		return Expr{}, errLarge
	}
	r := strings.NewReplacer(`\cdot`, "*", `\times`, "*", `\left`, "", `\right`, "", "·", "*", "×", "*", "÷", "/", "−", "-", "**", "^",
		`\,`, "", "$", "", "²", "^2", "³", "^3", "√", "sqrt ")
	p := &parser{s: r.Replace(text)}
	x, err := p.sum(0)
	if err != nil {
		return x, err
	}
	if p.space(); p.at < len(p.s) {
		return x, p.fail("the end")
	}
	if len(x.den) == 0 {
		return x, errors.New("division by zero")
	}
	return x, nil
}

type parser struct {
	s  string
	at int
}

func (p *parser) fail(want string) error {
	found := "the end"
	if p.at < len(p.s) {
		found = fmt.Sprintf("%q", p.s[p.at:min(len(p.s), p.at+8)])
	}
	return fmt.Errorf("at %d: expected %s, found %s", p.at+1, want, found)
}

func (p *parser) space() {
	for p.at < len(p.s) && (p.s[p.at] == ' ' || p.s[p.at] == '\t') {
		p.at++
	}
}

func (p *parser) peek() byte {
	p.space()
	if p.at < len(p.s) {
		return p.s[p.at]
	}
	return 0
}

func (p *parser) take(c byte) bool {
	if p.peek() == c {
		p.at++
		return true
	}
	return false
}

func (p *parser) sum(depth int) (Expr, error) {
	if depth > maxDepth {
		return Expr{}, errLarge
	}
	x, err := p.product(depth)
	for err == nil {
		sign := int64(1)
		switch {
		case p.take('+'):
		case p.take('-'):
			sign = -1
		default:
			return x, nil
		}
		var y Expr
		if y, err = p.product(depth); err == nil {
			x, err = x.plus(y, sign)
		}
	}
	return x, err
}

func (p *parser) product(depth int) (Expr, error) {
	x, err := p.signed(depth)
	for err == nil {
		c := p.peek()
		var y Expr
		switch {
		case c == '*' || c == '/':
			p.at++
			if y, err = p.signed(depth); err == nil {
				if c == '*' {
					x, err = x.times(y)
				} else {
					x, err = x.over(y)
				}
			}
		case c == '(' || c == '\\' || isLetter(c) || c >= '0' && c <= '9':
			if y, err = p.factor(depth); err == nil {
				x, err = x.times(y)
			}
		default:
			return x, nil
		}
	}
	return x, err
}

func (p *parser) signed(depth int) (Expr, error) {
	if depth > maxDepth {
		return Expr{}, errLarge
	}
	if p.take('-') {
		x, err := p.signed(depth + 1)
		if err != nil {
			return x, err
		}
		return intValue(0).plus(x, -1)
	}
	p.take('+')
	return p.factor(depth)
}

func (p *parser) factor(depth int) (Expr, error) {
	x, err := p.atom(depth)
	if err != nil || !p.take('^') {
		return x, err
	}
	var e Expr
	if p.take('{') {
		if e, err = p.sum(depth + 1); err == nil && !p.take('}') {
			err = p.fail("}")
		}
	} else {
		e, err = p.signed(depth + 1)
	}
	if err != nil {
		return x, err
	}
	r, ok := e.rational()
	if ok && r.Cmp(big.NewRat(1, 2)) == 0 {
		return x.root()
	}
	if !ok || !r.IsInt() || !r.Num().IsInt64() {
		return x, errors.New("expected a whole number as a power")
	}
	return x.power(int(max(-maxPower-1, min(r.Num().Int64(), maxPower+1))))
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

func (p *parser) group(open, end byte, depth int) (Expr, error) {
	if !p.take(open) {
		return Expr{}, p.fail(string(open))
	}
	x, err := p.sum(depth + 1)
	if err == nil && !p.take(end) {
		err = p.fail(string(end))
	}
	return x, err
}

func (p *parser) atom(depth int) (Expr, error) {
	if depth > maxDepth {
		return Expr{}, errLarge
	}
	c := p.peek()
	switch {
	case c >= '0' && c <= '9' || c == '.':
		from := p.at
		for p.at < len(p.s) && (p.s[p.at] >= '0' && p.s[p.at] <= '9' || p.s[p.at] == '.') {
			p.at++
		}
		r, ok := new(big.Rat).SetString(p.s[from:p.at])
		if !ok || p.at-from > 40 {
			p.at = from
			return Expr{}, p.fail("a number")
		}
		return Expr{constant(r), constant(big.NewRat(1, 1))}, nil
	case c == '(':
		return p.group('(', ')', depth)
	case c == '{':
		return p.group('{', '}', depth)
	case strings.HasPrefix(p.s[p.at:], `\frac`):
		p.at += 5
		a, err := p.group('{', '}', depth)
		if err != nil {
			return a, err
		}
		b, err := p.group('{', '}', depth)
		if err != nil {
			return b, err
		}
		return a.over(b)
	case strings.HasPrefix(strings.TrimPrefix(p.s[p.at:], `\`), "sqrt"):
		p.at += 4
		if c == '\\' {
			p.at++
		}
		x, err := p.atom(depth + 1)
		if err != nil {
			return x, err
		}
		return x.root()
	case isLetter(c):
		p.at++
		return Expr{poly{one + " " + string(c) + "^1": big.NewRat(1, 1)}, constant(big.NewRat(1, 1))}, nil
	}
	return Expr{}, p.fail("a number, a variable or a bracket")
}

// Integer gives the value of an expression that is a whole number.
func (x Expr) Integer() (string, bool) {
	r, ok := x.rational()
	if !ok || !r.IsInt() {
		return "", false
	}
	return r.Num().String(), true
}
