package lib

import (
	"fmt"
	"math"
	"strings"

	"github.com/quandary-puzzles/quandary/py/eval"
)

func (s *span) parts() (days, secs, us int64) {
	days = floorDiv(s.us, day)
	rest := s.us - days*day
	return days, rest / second, rest % second
}

func (s *span) BinaryOp(th *eval.Thread, op eval.Op, other eval.Value, reflected bool) (eval.Value, error) {
	if o, ok := other.(*span); ok {
		a, b := s.us, o.us
		if reflected {
			a, b = b, a
		}
		switch op {
		case eval.OpAdd:
			return makeSpan(a + b)
		case eval.OpSub:
			return makeSpan(a - b)
		}
		if b == 0 {
			return nil, eval.Raise("ZeroDivisionError", "integer division or modulo by zero")
		}
		switch op {
		case eval.OpDiv:
			return eval.Float(float64(a) / float64(b)), nil
		case eval.OpFloorDiv:
			return eval.MakeInt(floorDiv(a, b)), nil
		case eval.OpMod:
			return makeSpan(a - floorDiv(a, b)*b)
		}
		return nil, nil
	}
	i, isInt := eval.AsInt64(other)
	f, isNum, err := eval.AsFloat(other)
	if err != nil || !isNum {
		return nil, err
	}
	scaled := func(x float64) (eval.Value, error) {
		if math.Abs(x) > float64(maxDays)*float64(day) || math.IsNaN(x) {
			return nil, eval.Raise("OverflowError", "timedelta is too large")
		}
		return makeSpan(int64(math.RoundToEven(x)))
	}
	switch {
	case op == eval.OpMul && isInt && math.Abs(float64(s.us)*float64(i)) < 1<<62:
		return makeSpan(s.us * i)
	case op == eval.OpMul:
		return scaled(float64(s.us) * f)
	case reflected:
		return nil, nil
	case (op == eval.OpDiv || op == eval.OpFloorDiv) && f == 0:
		return nil, eval.Raise("ZeroDivisionError", "division by zero")
	case op == eval.OpDiv:
		return scaled(float64(s.us) / f)
	case op == eval.OpFloorDiv && isInt:
		return makeSpan(floorDiv(s.us, i))
	}
	return nil, nil
}

func (s *span) UnaryOp(_ *eval.Thread, op eval.Op) (eval.Value, error) {
	switch {
	case op == eval.OpNeg, op == eval.OpAbs && s.us < 0:
		return makeSpan(-s.us)
	case op == eval.OpPlus, op == eval.OpAbs:
		return s, nil
	}
	return nil, nil
}

func (s *span) CompareOp(th *eval.Thread, op eval.Op, other eval.Value) (eval.Value, error) {
	o, ok := other.(*span)
	if !ok {
		return nil, nil
	}
	return eval.Compare(th, op, eval.MakeInt(s.us), eval.MakeInt(o.us))
}

func (s *span) Truth(*eval.Thread) (bool, error)     { return s.us != 0, nil }
func (s *span) Hash(th *eval.Thread) (uint64, error) { return eval.Hash(th, eval.MakeInt(s.us)) }
func (s *span) EqualKey(_ *eval.Thread, o eval.Value) (bool, error) {
	t, ok := o.(*span)
	return ok && t.us == s.us, nil
}

func (s *span) Str(*eval.Thread) (string, error) {
	d, secs, us := s.parts()
	out := fmt.Sprintf("%d:%02d:%02d", secs/3600, secs/60%60, secs%60)
	if us != 0 {
		out += fmt.Sprintf(".%06d", us)
	}
	switch d {
	case 0:
		return out, nil
	case 1, -1:
		return fmt.Sprintf("%d day, %s", d, out), nil
	}
	return fmt.Sprintf("%d days, %s", d, out), nil
}

func (s *span) Repr(*eval.Thread) (string, error) {
	d, secs, us := s.parts()
	var p []string
	if d != 0 {
		p = append(p, fmt.Sprintf("days=%d", d))
	}
	if secs != 0 {
		p = append(p, fmt.Sprintf("seconds=%d", secs))
	}
	if us != 0 {
		p = append(p, fmt.Sprintf("microseconds=%d", us))
	}
	if len(p) == 0 {
		p = []string{"0"}
	}
	return "datetime.timedelta(" + strings.Join(p, ", ") + ")", nil
}

func (s *span) Attr(_ *eval.Thread, name string) (eval.Value, error) {
	d, secs, us := s.parts()
	switch name {
	case "days":
		return eval.MakeInt(d), nil
	case "seconds":
		return eval.MakeInt(secs), nil
	case "microseconds":
		return eval.MakeInt(us), nil
	case "total_seconds":
		return method(name, func(*eval.Thread, []eval.Value, []eval.Kwarg) (eval.Value, error) {
			return eval.Float(float64(s.us) / float64(second)), nil
		}), nil
	}
	return nil, nil
}
