package lib

import (
	"fmt"
	"math"
	"time"

	"github.com/quandary-puzzles/quandary/py/eval"
)

// moment is a date or a datetime without a time zone.
type moment struct {
	t        time.Time // in UTC
	dateOnly bool
}

// span is a timedelta, in microseconds.
type span struct{ us int64 }

const (
	second = int64(1000000)
	day    = 86400 * second
	// maxDays bounds a timedelta: ten times less than in Python, which keeps it within 64 bits of microseconds.
	maxDays = 99999999
)

func (m *moment) TypeName() string {
	if m.dateOnly {
		return "datetime.date"
	}
	return "datetime.datetime"
}
func (*span) TypeName() string { return "datetime.timedelta" }

func noClock(name string) eval.Value {
	return method(name, func(*eval.Thread, []eval.Value, []eval.Kwarg) (eval.Value, error) {
		return nil, eval.Raise("NotImplementedError", "%s() reads the clock, which puzzles must not depend on", name)
	})
}

func datetimeModule() *eval.Module {
	isDate := func(v eval.Value) bool { _, ok := v.(*moment); return ok }
	isDatetime := func(v eval.Value) bool { m, ok := v.(*moment); return ok && !m.dateOnly }
	date := eval.NewType("date", func(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
		var y, m, d int
		if err := eval.UnpackArgs("date", args, kw, "year", &y, "month", &m, "day", &d); err != nil {
			return nil, err
		}
		return makeMoment(y, m, d, 0, 0, 0, 0, true)
	}, isDate)
	datetime := eval.NewType("datetime", func(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
		var y, m, d, hh, mm, ss, us int
		var tz eval.Value
		if err := eval.UnpackArgs("datetime", args, kw, "year", &y, "month", &m, "day", &d, "hour?", &hh, "minute?", &mm, "second?", &ss,
			"microsecond?", &us, "tzinfo?", &tz); err != nil {
			return nil, err
		}
		if tz != nil && tz != none {
			return nil, eval.Raise("NotImplementedError", "time zones are not part of the language")
		}
		return makeMoment(y, m, d, hh, mm, ss, us, false)
	}, isDatetime)
	for _, x := range []struct {
		t        *eval.Type
		dateOnly bool
	}{{date, true}, {datetime, false}} {
		x.t.WithAttr("today", noClock("today")).WithAttr("fromordinal", method("fromordinal", func(_ *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
			var n int
			if err := eval.UnpackArgs("fromordinal", args, kw, "ordinal", &n); err != nil {
				return nil, err
			}
			if n < 1 || n > 3652059 {
				return nil, eval.Raise("ValueError", "ordinal must be >= 1")
			}
			return &moment{time.Date(1, 1, n, 0, 0, 0, 0, time.UTC), x.dateOnly}, nil
		})).WithAttr("fromisoformat", method("fromisoformat", eval.Fn1("fromisoformat", "date_string", func(_ *eval.Thread, s string) (eval.Value, error) {
			for _, f := range []string{"2006-01-02", "2006-01-02T15:04:05", "2006-01-02 15:04:05", "2006-01-02T15:04", "2006-01-02 15:04", "20060102",
				"2006-01-02T15:04:05.000000", "2006-01-02 15:04:05.000000"} {
				if t, err := time.Parse(f, s); err == nil && (!x.dateOnly || len(s) <= 10) {
					return &moment{t, x.dateOnly}, nil
				}
			}
			return nil, eval.Raise("ValueError", "Invalid isoformat string: '%s'", s)
		})))
	}
	datetime.WithAttr("now", noClock("now")).WithAttr("utcnow", noClock("utcnow")).WithAttr("strptime", method("strptime", strptime))
	datetime.WithAttr("combine", method("combine", eval.Fn2("combine", "date", "time", func(_ *eval.Thread, d eval.Value, t eval.Value) (eval.Value, error) {
		a, ok1 := d.(*moment)
		b, ok2 := t.(*span)
		if !ok1 || !ok2 {
			return nil, eval.Raise("TypeError", "combine() needs a date and a time")
		}
		y, m, dd := a.t.Date()
		return &moment{time.Date(y, m, dd, 0, 0, 0, 0, time.UTC).Add(time.Duration(b.us) * time.Microsecond), false}, nil
	})))
	delta := eval.NewType("timedelta", newSpan, func(v eval.Value) bool { _, ok := v.(*span); return ok })
	delta.WithAttr("max", &span{maxDays * day}).WithAttr("resolution", &span{1})
	return eval.NewModule("datetime", map[string]eval.Value{"date": date, "datetime": datetime, "timedelta": delta,
		"MINYEAR": eval.MakeInt(1), "MAXYEAR": eval.MakeInt(9999)})
}

func makeMoment(y, m, d, hh, mm, ss, us int, dateOnly bool) (eval.Value, error) {
	switch {
	case y < 1 || y > 9999:
		return nil, eval.Raise("ValueError", "year %d is out of range", y)
	case m < 1 || m > 12:
		return nil, eval.Raise("ValueError", "month must be in 1..12")
	case d < 1 || d > time.Date(y, time.Month(m)+1, 0, 0, 0, 0, 0, time.UTC).Day():
		return nil, eval.Raise("ValueError", "day is out of range for month")
	case hh < 0 || hh > 23:
		return nil, eval.Raise("ValueError", "hour must be in 0..23")
	case mm < 0 || mm > 59:
		return nil, eval.Raise("ValueError", "minute must be in 0..59")
	case ss < 0 || ss > 59:
		return nil, eval.Raise("ValueError", "second must be in 0..59")
	case us < 0 || us > 999999:
		return nil, eval.Raise("ValueError", "microsecond must be in 0..999999")
	}
	return &moment{time.Date(y, time.Month(m), d, hh, mm, ss, us*1000, time.UTC), dateOnly}, nil
}

func newSpan(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
	var days, secs, us, ms, mins, hours, weeks eval.Value = eval.MakeInt(0), eval.MakeInt(0), eval.MakeInt(0), eval.MakeInt(0), eval.MakeInt(0), eval.MakeInt(0), eval.MakeInt(0)
	if err := eval.UnpackArgs("timedelta", args, kw, "days?", &days, "seconds?", &secs, "microseconds?", &us, "milliseconds?", &ms,
		"minutes?", &mins, "hours?", &hours, "weeks?", &weeks); err != nil {
		return nil, err
	}
	total := int64(0)
	frac := 0.0
	for _, p := range []struct {
		v    eval.Value
		unit int64
	}{{days, day}, {secs, second}, {us, 1}, {ms, 1000}, {mins, 60 * second}, {hours, 3600 * second}, {weeks, 7 * day}} {
		if i, ok := eval.AsInt64(p.v); ok {
			if i > maxDays*86400 || i < -maxDays*86400 || math.Abs(float64(i)*float64(p.unit)) > float64(maxDays)*float64(day) {
				return nil, eval.Raise("OverflowError", "days=%d; must have magnitude <= 99999999", i)
			}
			total += i * p.unit
			continue
		}
		f, err := wantFloat(th, p.v)
		if err != nil {
			return nil, eval.Raise("TypeError", "unsupported type for timedelta component: %s", p.v.TypeName())
		}
		whole, rest := math.Modf(f)
		if math.Abs(f)*float64(p.unit) > float64(maxDays)*float64(day) || math.IsNaN(f) {
			return nil, eval.Raise("OverflowError", "timedelta is too large")
		}
		total += int64(whole) * p.unit
		frac += rest * float64(p.unit)
	}
	return makeSpan(total + int64(math.RoundToEven(frac)))
}

func makeSpan(us int64) (eval.Value, error) {
	if d := us / day; d > maxDays || d < -maxDays {
		return nil, eval.Raise("OverflowError", "days=%d; must have magnitude <= 99999999", d)
	}
	return &span{us}, nil
}

func (m *moment) add(us int64) (eval.Value, error) {
	if m.dateOnly {
		us = floorDiv(us, day) * day
	}
	days, rest := floorDiv(us, day), us-floorDiv(us, day)*day
	if days > 4000000 || days < -4000000 {
		return nil, eval.Raise("OverflowError", "date value out of range")
	}
	t := m.t.AddDate(0, 0, int(days)).Add(time.Duration(rest) * time.Microsecond)
	if t.Year() < 1 || t.Year() > 9999 {
		return nil, eval.Raise("OverflowError", "date value out of range")
	}
	return &moment{t, m.dateOnly}, nil
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

// since is the time between two moments in microseconds.
func (m *moment) since(o *moment) int64 {
	return (m.t.Unix()-o.t.Unix())*second + int64(m.t.Nanosecond()-o.t.Nanosecond())/1000
}

func (m *moment) BinaryOp(_ *eval.Thread, op eval.Op, other eval.Value, reflected bool) (eval.Value, error) {
	switch o := other.(type) {
	case *span:
		switch {
		case op == eval.OpAdd:
			return m.add(o.us)
		case op == eval.OpSub && !reflected:
			return m.add(-o.us)
		}
	case *moment:
		if op == eval.OpSub && o.dateOnly == m.dateOnly {
			if reflected {
				m, o = o, m
			}
			return makeSpan(m.since(o))
		}
	}
	return nil, nil
}

func (m *moment) CompareOp(th *eval.Thread, op eval.Op, other eval.Value) (eval.Value, error) {
	o, ok := other.(*moment)
	if !ok || o.dateOnly != m.dateOnly {
		return nil, nil
	}
	return eval.Compare(th, op, eval.MakeInt(m.since(o)), eval.MakeInt(0))
}

func (m *moment) Hash(th *eval.Thread) (uint64, error) {
	return eval.Hash(th, eval.Int(m.t.UnixMicro()))
}

func (m *moment) EqualKey(_ *eval.Thread, other eval.Value) (bool, error) {
	o, ok := other.(*moment)
	return ok && o.dateOnly == m.dateOnly && o.t.Equal(m.t), nil
}

func (m *moment) Repr(*eval.Thread) (string, error) {
	s := fmt.Sprintf("%s(%d, %d, %d", m.TypeName(), m.t.Year(), m.t.Month(), m.t.Day())
	if !m.dateOnly {
		s += fmt.Sprintf(", %d, %d", m.t.Hour(), m.t.Minute())
		us := m.t.Nanosecond() / 1000
		if m.t.Second() != 0 || us != 0 {
			s += fmt.Sprintf(", %d", m.t.Second())
		}
		if us != 0 {
			s += fmt.Sprintf(", %d", us)
		}
	}
	return s + ")", nil
}

func (m *moment) Str(*eval.Thread) (string, error) { return m.iso(" "), nil }

func (m *moment) iso(sep string) string {
	s := m.t.Format("2006-01-02")
	if m.dateOnly {
		return s
	}
	s += sep + m.t.Format("15:04:05")
	if us := m.t.Nanosecond() / 1000; us != 0 {
		s += fmt.Sprintf(".%06d", us)
	}
	return s
}

// Format is strftime, as in f"{d:%Y-%m}".
func (m *moment) Format(th *eval.Thread, spec string) (string, error) {
	if spec == "" {
		return m.Str(th)
	}
	return m.strftime(th, spec)
}

func (m *moment) AttrNames() []string {
	return []string{"year", "month", "day", "hour", "minute", "second", "microsecond", "weekday", "isoweekday", "isoformat",
		"isocalendar", "strftime", "toordinal", "replace", "date", "timetuple", "timestamp"}
}

func (m *moment) Attr(_ *eval.Thread, name string) (eval.Value, error) {
	if n, ok := m.field(name); ok {
		return eval.MakeInt(int64(n)), nil
	}
	if f := m.plain(name); f != nil {
		return method(name, func(_ *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
			if err := eval.UnpackArgs(name, args, kw); err != nil {
				return nil, err
			}
			return f(), nil
		}), nil
	}
	switch name {
	case "strftime":
		return method(name, eval.Fn1(name, "format", func(th *eval.Thread, f string) (eval.Value, error) {
			s, err := m.strftime(th, f)
			return eval.Str(s), err
		})), nil
	case "isoformat":
		return method(name, func(_ *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
			sep := "T"
			if err := eval.UnpackArgs(name, args, kw, "sep?", &sep); err != nil {
				return nil, err
			}
			return eval.Str(m.iso(sep)), nil
		}), nil
	case "replace":
		return method(name, func(_ *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
			y, mo, d := m.t.Year(), int(m.t.Month()), m.t.Day()
			hh, mm, ss, us := m.t.Hour(), m.t.Minute(), m.t.Second(), m.t.Nanosecond()/1000
			if err := eval.UnpackArgs(name, args, kw, "year?", &y, "month?", &mo, "day?", &d, "hour?", &hh, "minute?", &mm, "second?", &ss,
				"microsecond?", &us); err != nil {
				return nil, err
			}
			return makeMoment(y, mo, d, hh, mm, ss, us, m.dateOnly)
		}), nil
	}
	return nil, nil
}

// field gives a number that is an attribute.
func (m *moment) field(name string) (n int, ok bool) {
	switch name {
	case "year":
		return m.t.Year(), true
	case "month":
		return int(m.t.Month()), true
	case "day":
		return m.t.Day(), true
	}
	if m.dateOnly {
		return 0, false
	}
	switch name {
	case "hour":
		return m.t.Hour(), true
	case "minute":
		return m.t.Minute(), true
	case "second":
		return m.t.Second(), true
	case "microsecond":
		return m.t.Nanosecond() / 1000, true
	}
	return 0, false
}

// plain gives a method without arguments; nil where there is none.
func (m *moment) plain(name string) func() eval.Value {
	weekday := (int(m.t.Weekday()) + 6) % 7
	ints := func(list ...int) eval.Value {
		out := make([]eval.Value, len(list))
		for i, n := range list {
			out[i] = eval.MakeInt(int64(n))
		}
		return eval.NewTuple(out...)
	}
	switch name {
	case "weekday":
		return func() eval.Value { return eval.MakeInt(int64(weekday)) }
	case "isoweekday":
		return func() eval.Value { return eval.MakeInt(int64(weekday + 1)) }
	case "isocalendar":
		return func() eval.Value {
			y, w := m.t.ISOWeek()
			return ints(y, w, weekday+1)
		}
	case "toordinal":
		return func() eval.Value {
			return eval.MakeInt((m.t.Unix()-time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC).Unix())/86400 + 1)
		}
	case "timetuple":
		return func() eval.Value {
			return ints(m.t.Year(), int(m.t.Month()), m.t.Day(), m.t.Hour(), m.t.Minute(), m.t.Second(), weekday, m.t.YearDay(), -1)
		}
	}
	if m.dateOnly {
		return nil
	}
	switch name {
	case "date":
		return func() eval.Value {
			y, mo, d := m.t.Date()
			return &moment{time.Date(y, mo, d, 0, 0, 0, 0, time.UTC), true}
		}
	case "time":
		return func() eval.Value {
			return &span{int64(m.t.Hour()*3600+m.t.Minute()*60+m.t.Second())*second + int64(m.t.Nanosecond()/1000)}
		}
	}
	return nil
}
