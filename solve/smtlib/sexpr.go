package smtlib

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math/big"
	"strings"

	"github.com/quandary-puzzles/quandary/model"
)

// Bounds on what a solver may answer.
const (
	maxAnswer = 64 << 20 // bytes of one expression
	maxDepth  = 1000     // nesting
)

// sexpr is an expression of a solver's answer: a list, or an atom. The quotes of a symbol |x| or a string "x" are taken off;
// str tells a string from a symbol.
type sexpr struct {
	atom string
	str  bool
	list []sexpr
	leaf bool
}

func (e sexpr) String() string {
	if e.leaf {
		if e.str {
			return `"` + strings.ReplaceAll(e.atom, `"`, `""`) + `"`
		}
		return e.atom
	}
	parts := make([]string, len(e.list))
	for i, x := range e.list {
		parts[i] = x.String()
	}
	return "(" + strings.Join(parts, " ") + ")"
}

// head is the first symbol of a list.
func (e sexpr) head() string {
	if e.leaf || len(e.list) == 0 || !e.list[0].leaf {
		return ""
	}
	return e.list[0].atom
}

// isError reports an answer of the form (error "...").
func (e sexpr) isError() (string, bool) {
	if e.head() == "error" && len(e.list) == 2 {
		return e.list[1].atom, true
	}
	return "", false
}

// reader reads expressions.
type reader struct {
	in   *bufio.Reader
	used int // bytes of the expression being read
}

var errTooLong = errors.New("the answer is too long")

func (r *reader) byte() (byte, error) {
	c, err := r.in.ReadByte()
	if err == nil {
		if r.used++; r.used > maxAnswer {
			return 0, errTooLong
		}
	}
	return c, err
}

// read reads the next expression. At the end of the input it is io.EOF; within an expression, io.ErrUnexpectedEOF.
func (r *reader) read() (sexpr, error) {
	r.used = 0
	return r.expr(0)
}

func (r *reader) expr(depth int) (sexpr, error) {
	c, err := r.space()
	if err != nil {
		return sexpr{}, err
	}
	if depth > maxDepth {
		return sexpr{}, errors.New("the answer is nested too deeply")
	}
	switch c {
	case '(':
		e := sexpr{}
		for {
			c, err := r.space()
			if err != nil {
				return sexpr{}, unexpected(err)
			}
			if c == ')' {
				return e, nil
			}
			if err := r.in.UnreadByte(); err != nil {
				return sexpr{}, err
			}
			x, err := r.expr(depth + 1)
			if err != nil {
				return sexpr{}, unexpected(err)
			}
			e.list = append(e.list, x)
		}
	case ')':
		return sexpr{}, errors.New("the answer has a closing parenthesis too many")
	case '"', '|':
		return r.quoted(c)
	}
	var b strings.Builder
	for {
		b.WriteByte(c)
		c, err = r.byte()
		if err == io.EOF {
			break
		}
		if err != nil {
			return sexpr{}, err
		}
		if strings.IndexByte(" \t\r\n()\";|", c) >= 0 {
			if err := r.in.UnreadByte(); err != nil {
				return sexpr{}, err
			}
			break
		}
	}
	return sexpr{atom: b.String(), leaf: true}, nil
}

func unexpected(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

// space skips white space and comments and gives the next byte.
func (r *reader) space() (byte, error) {
	for {
		c, err := r.byte()
		if err != nil {
			return 0, err
		}
		switch c {
		case ' ', '\t', '\r', '\n':
		case ';':
			for c != '\n' {
				if c, err = r.byte(); err != nil {
					return 0, err
				}
			}
		default:
			return c, nil
		}
	}
}

func (r *reader) quoted(quote byte) (sexpr, error) {
	var b strings.Builder
	for {
		c, err := r.byte()
		if err != nil {
			return sexpr{}, unexpected(err)
		}
		if c != quote {
			b.WriteByte(c)
			continue
		}
		if quote == '"' { // "" is a quote within a string
			if next, err := r.in.Peek(1); err == nil && next[0] == '"' {
				if _, err := r.byte(); err != nil {
					return sexpr{}, err
				}
				b.WriteByte('"')
				continue
			}
		}
		return sexpr{atom: b.String(), str: quote == '"', leaf: true}, nil
	}
}

// errIrrational is a value that is no rational number, or one that the solver did not print exactly.
var errIrrational = errors.New("not a rational number")

// errManyDigits is a number with more digits than maxDigits.
var errManyDigits = errors.New("a number of too many digits")

// maxDigits bounds the length of a number in an answer. Objectives that nothing bounds are found to be so long before; a solver
// that is asked for ever longer values runs into its time limit, in the middle of a number at times.
const maxDigits = 1 << 16

// value reads a value of a sort, as solvers print them: true, 5, (- 5), 2.5, (/ 1 3), (- (/ 1.0 3.0)), (/ (- 1) 3), #x1f,
// #b101, (_ bv5 8), (to_real 3). An algebraic number (root-obj, real_algebraic_number) or an approximate one (1.41?) is
// errIrrational: a solution holds exact rationals only, so that Check can judge it.
func (e sexpr) value(sort model.Sort) (model.Value, error) {
	if sort == model.Bool {
		switch {
		case e.leaf && e.atom == "true":
			return model.BoolValue(true), nil
		case e.leaf && e.atom == "false":
			return model.BoolValue(false), nil
		}
		return model.Value{}, fmt.Errorf("%s is no truth value", brief(e))
	}
	r, err := e.number(0)
	if err != nil {
		return model.Value{}, err
	}
	if sort == model.Int {
		if !r.IsInt() {
			return model.Value{}, fmt.Errorf("%s is no integer", brief(e))
		}
		return model.BigIntValue(r.Num()), nil
	}
	return model.RatValue(r), nil
}

func brief(e sexpr) string {
	s := e.String()
	if len(s) > 200 {
		s = s[:200] + "..."
	}
	return s
}

func (e sexpr) number(depth int) (*big.Rat, error) {
	bad := fmt.Errorf("%s is no number", brief(e))
	if depth > 8 {
		return nil, bad
	}
	if e.leaf {
		return parseNumber(e)
	}
	switch e.head() {
	case "root-obj", "root-of-with-interval", "root-of", "sqrt":
		return nil, errIrrational
	case "_":
		if len(e.list) >= 3 && e.list[1].leaf {
			if e.list[1].atom == "real_algebraic_number" {
				return nil, errIrrational
			}
			if digits, ok := strings.CutPrefix(e.list[1].atom, "bv"); ok {
				return parseNumber(sexpr{atom: digits, leaf: true})
			}
		}
		return nil, bad
	}
	args := make([]*big.Rat, 0, 2)
	if len(e.list) < 2 || len(e.list) > 3 {
		return nil, bad
	}
	for _, x := range e.list[1:] {
		r, err := x.number(depth + 1)
		if err != nil {
			return nil, err
		}
		args = append(args, r)
	}
	switch {
	case e.head() == "-" && len(args) == 1:
		return new(big.Rat).Neg(args[0]), nil
	case e.head() == "to_real" && len(args) == 1:
		return args[0], nil
	case e.head() == "/" && len(args) == 2 && args[1].Sign() != 0:
		return new(big.Rat).Quo(args[0], args[1]), nil
	}
	return nil, bad
}

func parseNumber(e sexpr) (*big.Rat, error) {
	s := e.atom
	bad := fmt.Errorf("%s is no number", brief(e))
	if e.str || s == "" {
		return nil, bad
	}
	if len(s) > maxDigits {
		return nil, errManyDigits
	}
	base := 0
	switch {
	case strings.HasPrefix(s, "#x"):
		base = 16
	case strings.HasPrefix(s, "#b"):
		base = 2
	}
	if base > 0 {
		if n, ok := new(big.Int).SetString(s[2:], base); ok && s[2] != '-' && s[2] != '+' {
			return new(big.Rat).SetInt(n), nil
		}
		return nil, bad
	}
	if strings.HasSuffix(s, "?") {
		return nil, errIrrational
	}
	for i := range len(s) {
		if c := s[i]; !(c >= '0' && c <= '9' || c == '.' || c == '-' && i == 0 || c == '/' && i > 0) {
			return nil, bad
		}
	}
	if strings.ContainsRune(s, '/') && strings.ContainsRune(s, '.') {
		return nil, bad
	}
	r, ok := new(big.Rat).SetString(s)
	if !ok {
		return nil, bad
	}
	return r, nil
}
