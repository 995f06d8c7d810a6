package numpy

import (
	"math"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/py/eval"
)

func shapeText(shape []int) string {
	parts := make([]string, len(shape))
	for i, d := range shape {
		parts[i] = strconv.Itoa(d)
	}
	if len(parts) == 1 {
		return "(" + parts[0] + ",)"
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

// Str prints an array as print does.
func (a *Array) Str(th *eval.Thread) (string, error) { return a.text(th, " ", "") }

// Repr is array(...).
func (a *Array) Repr(th *eval.Thread) (string, error) {
	s, err := a.text(th, ", ", "      ")
	if err != nil {
		return "", err
	}
	if a.kind == kindObject {
		s += ", dtype=object"
	}
	if a.size() == 0 && a.kind != kindFloat {
		s += ", dtype=" + a.dtype().name
	}
	return "array(" + s + ")", nil
}

const lineWidth = 75

// text prints the elements in brackets, padded to one width.
func (a *Array) text(th *eval.Thread, sep, indent string) (string, error) {
	if err := th.Step(8 * a.size()); err != nil {
		return "", err
	}
	cells := make([]string, 0, a.size())
	var err error
	switch a.kind {
	case kindFloat:
		cells = a.floatCells()
	default:
		a.walk(func(p int) {
			if err == nil {
				var s string
				s, err = eval.ToRepr(th, a.get(p))
				cells = append(cells, s)
			}
		})
	}
	if err != nil {
		return "", err
	}
	width := 0
	for _, c := range cells {
		width = max(width, len([]rune(c)))
	}
	if a.kind == kindObject {
		width = 0
	}
	total := 0
	for i, c := range cells {
		if n := width - len([]rune(c)); n > 0 {
			cells[i] = strings.Repeat(" ", n) + c
		}
		total += len(cells[i]) + 2
	}
	if err := th.Alloc(total); err != nil {
		return "", err
	}
	var b strings.Builder
	at := 0
	var level func(shape []int, depth int)
	level = func(shape []int, depth int) {
		if len(shape) == 0 {
			b.WriteString(cells[at])
			at++
			return
		}
		b.WriteByte('[')
		column := len(indent) + depth + 1
		for i := range shape[0] {
			if i > 0 {
				switch {
				case len(shape) > 1:
					b.WriteString(strings.TrimRight(sep, " ") + strings.Repeat("\n", len(shape)-1) + indent + strings.Repeat(" ", depth+1))
				case column+len(sep)+len(cells[at]) >= lineWidth:
					b.WriteString(strings.TrimRight(sep, " ") + "\n" + indent + strings.Repeat(" ", depth+1))
					column = len(indent) + depth + 1
				default:
					b.WriteString(sep)
					column += len(sep)
				}
			}
			if len(shape) == 1 {
				column += len(cells[at])
			}
			level(shape[1:], depth+1)
		}
		b.WriteByte(']')
	}
	level(a.shape, 0)
	return b.String(), nil
}

// floatCells prints floats with as many digits as they all need, at most eight, in fixed point or with exponents.
func (a *Array) floatCells() []string {
	var vals []float64
	a.walk(func(p int) { vals = append(vals, a.f[p]) })
	low, high := math.Inf(1), 0.0
	for _, v := range vals {
		if x := math.Abs(v); x != 0 && !math.IsInf(x, 0) && !math.IsNaN(x) {
			low, high = min(low, x), max(high, x)
		}
	}
	exponents := high >= 1e16 || high > 0 && (low < 1e-4 || high/low > 1000 && (high >= 1e8 || low < 1e-4))
	cells := make([]string, len(vals))
	whole, frac := 0, 0
	for i, v := range vals {
		switch {
		case math.IsNaN(v):
			cells[i] = "nan"
			continue
		case math.IsInf(v, 0):
			cells[i] = strings.TrimPrefix(strconv.FormatFloat(v, 'f', -1, 64), "+")
			cells[i] = strings.ToLower(cells[i])
			continue
		case exponents:
			short := strconv.FormatFloat(v, 'e', -1, 64)
			if long := strconv.FormatFloat(v, 'e', 8, 64); len(short) > len(long) {
				short = long
			}
			mant, exp, _ := strings.Cut(short, "e")
			if !strings.Contains(mant, ".") {
				mant += "."
			}
			cells[i] = mant + "e" + exp
			continue
		}
		s := strconv.FormatFloat(v, 'f', -1, 64)
		w, f, _ := strings.Cut(s, ".")
		if len(f) > 8 {
			s = strconv.FormatFloat(v, 'f', 8, 64)
			w, f, _ = strings.Cut(s, ".")
			f = strings.TrimRight(f, "0")
		}
		cells[i] = w + "." + f
		whole, frac = max(whole, len(w)), max(frac, len(f))
	}
	if exponents {
		most := 0
		for _, c := range cells {
			if mant, _, ok := strings.Cut(c, "e"); ok {
				_, f, _ := strings.Cut(mant, ".")
				most = max(most, len(f))
			}
		}
		for i, c := range cells {
			if mant, exp, ok := strings.Cut(c, "e"); ok {
				_, f, _ := strings.Cut(mant, ".")
				cells[i] = mant + strings.Repeat("0", most-len(f)) + "e" + exp
			}
		}
		return cells
	}
	for i, c := range cells {
		if w, f, ok := strings.Cut(c, "."); ok {
			cells[i] = strings.Repeat(" ", whole-len(w)) + w + "." + f + strings.Repeat(" ", frac-len(f))
		}
	}
	return cells
}
