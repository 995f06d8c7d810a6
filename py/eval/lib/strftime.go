package lib

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/quandary-puzzles/quandary/py/eval"
)

// strftimeLayouts are the directives that a layout of package time writes.
var strftimeLayouts = map[byte]string{'p': "PM", 'a': "Mon", 'A': "Monday", 'b': "Jan", 'h': "Jan", 'B': "January", 'F': "2006-01-02", 'T': "15:04:05", 'X': "15:04:05",
	'R': "15:04", 'D': "01/02/06", 'x': "01/02/06", 'c': "Mon Jan _2 15:04:05 2006"}

// strftimeTexts are the directives that stand for a text.
var strftimeTexts = map[byte]string{'n': "\n", 't': "\t", '%': "%", 'z': "", 'Z': ""}

func (m *moment) strftime(th *eval.Thread, f string) (string, error) {
	var b strings.Builder
	for i := 0; i < len(f); i++ {
		if f[i] != '%' || i+1 >= len(f) {
			b.WriteByte(f[i])
			continue
		}
		i++
		pad := true
		if f[i] == '-' && i+1 < len(f) { // glibc: no padding
			pad = false
			i++
		}
		if layout, ok := strftimeLayouts[f[i]]; ok {
			b.WriteString(m.t.Format(layout))
		} else if text, ok := strftimeTexts[f[i]]; ok {
			b.WriteString(text)
		} else if n, width := m.strftimeNumber(f[i]); width > 0 {
			if !pad {
				width = 0
			}
			fmt.Fprintf(&b, "%0*d", width, n)
		} else if f[i] == 'e' {
			fmt.Fprintf(&b, "%2d", m.t.Day())
		} else {
			b.WriteString("%" + string(f[i]))
		}
	}
	return b.String(), th.Step(len(f))
}

// strftimeNumber gives the number that a directive writes, and how many digits it has at least; 0 where it writes none.
func (m *moment) strftimeNumber(directive byte) (n, width int) {
	t := m.t
	weekday := int(t.Weekday())
	year, week := t.ISOWeek()
	switch directive {
	case 'Y':
		return t.Year(), 1
	case 'y':
		return t.Year() % 100, 2
	case 'm':
		return int(t.Month()), 2
	case 'd':
		return t.Day(), 2
	case 'H':
		return t.Hour(), 2
	case 'I':
		return (t.Hour()+11)%12 + 1, 2
	case 'M':
		return t.Minute(), 2
	case 'S':
		return t.Second(), 2
	case 'f':
		return t.Nanosecond() / 1000, 6
	case 'j':
		return t.YearDay(), 3
	case 'w':
		return weekday, 1
	case 'u':
		return (weekday+6)%7 + 1, 1
	case 'U':
		return (t.YearDay() + 6 - weekday) / 7, 2
	case 'W':
		return (t.YearDay() + 6 - (weekday+6)%7) / 7, 2
	case 'V':
		return week, 2
	case 'G':
		return year, 1
	}
	return 0, 0
}

// dateReader reads a date by a format, directive by directive.
type dateReader struct {
	rest                     string
	y, mo, d, hh, mm, ss, us int
	pm, weekday              int
}

func (r *dateReader) number(most int, out *int) bool {
	n := 0
	for n < most && n < len(r.rest) && '0' <= r.rest[n] && r.rest[n] <= '9' {
		n++
	}
	v, err := strconv.Atoi(r.rest[:n])
	*out, r.rest = v, r.rest[n:]
	return err == nil
}

// word reads one of n names, of which so many letters are written; 0: all.
func (r *dateReader) word(name func(i int) string, letters, n int, out *int) bool {
	for i := range n {
		w := name(i)
		if letters > 0 {
			w = w[:letters]
		}
		if len(r.rest) >= len(w) && strings.EqualFold(r.rest[:len(w)], w) {
			*out, r.rest = i, r.rest[len(w):]
			return true
		}
	}
	return false
}

// directive reads what a directive stands for; not known where there is no such directive.
func (r *dateReader) directive(c byte) (ok, known bool) {
	month := func(i int) string { return time.Month(i + 1).String() }
	weekday := func(i int) string { return time.Weekday(i).String() }
	switch c {
	case 'Y':
		ok = r.number(4, &r.y)
	case 'y':
		ok = r.number(2, &r.y)
		if r.y += 2000; r.y > 2068 {
			r.y -= 100
		}
	case 'm':
		ok = r.number(2, &r.mo)
	case 'd':
		ok = r.number(2, &r.d)
	case 'H', 'I':
		ok = r.number(2, &r.hh)
	case 'M':
		ok = r.number(2, &r.mm)
	case 'S':
		ok = r.number(2, &r.ss)
	case 'f':
		before := len(r.rest)
		ok = r.number(6, &r.us)
		for range 6 - (before - len(r.rest)) {
			r.us *= 10
		}
	case 'B', 'b':
		ok = r.word(month, map[byte]int{'b': 3}[c], 12, &r.mo)
		r.mo++
	case 'A', 'a':
		ok = r.word(weekday, map[byte]int{'a': 3}[c], 7, &r.weekday)
	case 'p':
		ok = r.word(func(i int) string { return [...]string{"AM", "PM"}[i] }, 0, 2, &r.pm)
	case '%':
		ok = strings.HasPrefix(r.rest, "%")
		r.rest = strings.TrimPrefix(r.rest, "%")
	default:
		return false, false
	}
	return ok, true
}

// strptime reads the commonest directives.
func strptime(_ *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
	var s, f string
	if err := eval.UnpackArgs("strptime", args, kw, "date_string", &s, "format", &f); err != nil {
		return nil, err
	}
	r := &dateReader{rest: s, y: 1900, mo: 1, d: 1, pm: -1}
	for i := 0; i < len(f); i++ {
		ok, known := false, true
		if f[i] != '%' || i+1 >= len(f) {
			if ok = r.rest != "" && r.rest[0] == f[i]; ok {
				r.rest = r.rest[1:]
			}
		} else {
			i++
			ok, known = r.directive(f[i])
		}
		switch {
		case !known:
			return nil, eval.Raise("ValueError", "'%c' is a bad directive in format '%s'", f[i], f)
		case !ok:
			return nil, eval.Raise("ValueError", "time data '%s' does not match format '%s'", s, f)
		}
	}
	if r.rest != "" {
		return nil, eval.Raise("ValueError", "unconverted data remains: %s", r.rest)
	}
	if r.pm >= 0 {
		r.hh = r.hh%12 + 12*r.pm
	}
	return makeMoment(r.y, r.mo, r.d, r.hh, r.mm, r.ss, r.us, false)
}
