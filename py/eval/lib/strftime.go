package lib

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/quandary-puzzles/quandary/py/eval"
)

func (m *moment) strftime(th *eval.Thread, f string) (string, error) {
	var b strings.Builder
	t := m.t
	hour12 := (t.Hour()+11)%12 + 1
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
		num := func(n, width int) {
			if !pad {
				width = 0
			}
			fmt.Fprintf(&b, "%0*d", width, n)
		}
		switch f[i] {
		case 'Y':
			b.WriteString(strconv.Itoa(t.Year()))
		case 'y':
			num(t.Year()%100, 2)
		case 'm':
			num(int(t.Month()), 2)
		case 'd':
			num(t.Day(), 2)
		case 'e':
			fmt.Fprintf(&b, "%2d", t.Day())
		case 'H':
			num(t.Hour(), 2)
		case 'I':
			num(hour12, 2)
		case 'M':
			num(t.Minute(), 2)
		case 'S':
			num(t.Second(), 2)
		case 'f':
			num(t.Nanosecond()/1000, 6)
		case 'j':
			num(t.YearDay(), 3)
		case 'p':
			b.WriteString(t.Format("PM"))
		case 'a':
			b.WriteString(t.Format("Mon"))
		case 'A':
			b.WriteString(t.Format("Monday"))
		case 'b', 'h':
			b.WriteString(t.Format("Jan"))
		case 'B':
			b.WriteString(t.Format("January"))
		case 'w':
			b.WriteString(strconv.Itoa(int(t.Weekday())))
		case 'u':
			b.WriteString(strconv.Itoa((int(t.Weekday())+6)%7 + 1))
		case 'U':
			num((t.YearDay()+6-int(t.Weekday()))/7, 2)
		case 'W':
			num((t.YearDay()+6-(int(t.Weekday())+6)%7)/7, 2)
		case 'V':
			_, w := t.ISOWeek()
			num(w, 2)
		case 'G':
			y, _ := t.ISOWeek()
			b.WriteString(strconv.Itoa(y))
		case 'F':
			b.WriteString(t.Format("2006-01-02"))
		case 'T', 'X':
			b.WriteString(t.Format("15:04:05"))
		case 'R':
			b.WriteString(t.Format("15:04"))
		case 'D', 'x':
			b.WriteString(t.Format("01/02/06"))
		case 'c':
			b.WriteString(t.Format("Mon Jan _2 15:04:05 2006"))
		case 'n':
			b.WriteByte('\n')
		case 't':
			b.WriteByte('\t')
		case '%':
			b.WriteByte('%')
		case 'z', 'Z':
		default:
			b.WriteString("%" + string(f[i]))
		}
	}
	return b.String(), th.Step(len(f))
}

// strptime reads the commonest directives.
func strptime(_ *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
	var s, f string
	if err := eval.UnpackArgs("strptime", args, kw, "date_string", &s, "format", &f); err != nil {
		return nil, err
	}
	bad := func() error { return eval.Raise("ValueError", "time data '%s' does not match format '%s'", s, f) }
	y, mo, d, hh, mm, ss, us, pm := 1900, 1, 1, 0, 0, 0, 0, -1
	rest := s
	number := func(most int, out *int) bool {
		n := 0
		for n < most && n < len(rest) && '0' <= rest[n] && rest[n] <= '9' {
			n++
		}
		v, err := strconv.Atoi(rest[:n])
		*out, rest = v, rest[n:]
		return err == nil
	}
	word := func(names func(i int) string, n int, out *int) bool {
		for i := range n {
			if w := names(i); len(rest) >= len(w) && strings.EqualFold(rest[:len(w)], w) {
				*out, rest = i, rest[len(w):]
				return true
			}
		}
		return false
	}
	month := func(i int) string { return time.Month(i + 1).String() }
	weekday := func(i int) string { return time.Weekday(i).String() }
	for i := 0; i < len(f); i++ {
		if f[i] != '%' || i+1 >= len(f) {
			if rest == "" || rest[0] != f[i] {
				return nil, bad()
			}
			rest = rest[1:]
			continue
		}
		i++
		ok, skip := true, 0
		switch f[i] {
		case 'Y':
			ok = number(4, &y)
		case 'y':
			ok = number(2, &y)
			if y += 2000; y > 2068 {
				y -= 100
			}
		case 'm':
			ok = number(2, &mo)
		case 'd':
			ok = number(2, &d)
		case 'H', 'I':
			ok = number(2, &hh)
		case 'M':
			ok = number(2, &mm)
		case 'S':
			ok = number(2, &ss)
		case 'f':
			before := len(rest)
			ok = number(6, &us)
			for range 6 - (before - len(rest)) {
				us *= 10
			}
		case 'B':
			ok = word(month, 12, &mo)
			mo++
		case 'b':
			ok = word(func(i int) string { return month(i)[:3] }, 12, &mo)
			mo++
		case 'A':
			ok = word(weekday, 7, &skip)
		case 'a':
			ok = word(func(i int) string { return weekday(i)[:3] }, 7, &skip)
		case 'p':
			ok = word(func(i int) string { return [...]string{"AM", "PM"}[i] }, 2, &pm)
		case '%':
			ok = strings.HasPrefix(rest, "%")
			rest = strings.TrimPrefix(rest, "%")
		default:
			return nil, eval.Raise("ValueError", "'%c' is a bad directive in format '%s'", f[i], f)
		}
		if !ok {
			return nil, bad()
		}
	}
	if rest != "" {
		return nil, eval.Raise("ValueError", "unconverted data remains: %s", rest)
	}
	if pm >= 0 {
		hh = hh%12 + 12*pm
	}
	return makeMoment(y, mo, d, hh, mm, ss, us, false)
}
