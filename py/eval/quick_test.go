package eval

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/py/syntax"
)

// outcome is what a program gives: its result or its error in full, and what it was charged.
type outcome struct {
	text         string
	steps, bytes int64
}

// runBoth runs a program's run() with quick loops and without.
func runBoth(t *testing.T, src string, limits Limits) (quick, slow outcome) {
	t.Helper()
	m, err := syntax.ParseModule("p.py", src)
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	u := NewUniverse()
	for n, v := range Builtins() {
		u.Define(n, v)
	}
	l := NewLayout(u)
	code, err := CompileModule(l, m, Source{File: "p.py", Text: src})
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	one := func(slow bool) outcome {
		th := NewThread(context.Background(), nil, limits)
		th.slow = slow
		defer th.Close()
		g := l.NewGlobals()
		if _, err := code.Eval(th, g); err != nil {
			return outcome{err.Error(), th.StepsUsed(), th.MemoryUsed()}
		}
		f, _ := g.Lookup("run")
		v, err := Call(th, f, nil, nil)
		text := ""
		if err != nil {
			e := asError(err)
			e.locate()
			text = e.Detail()
		} else if text, err = ToRepr(th, v); err != nil {
			text = err.Error()
		}
		return outcome{text, th.StepsUsed(), th.MemoryUsed()}
	}
	return one(false), one(true)
}

// TestQuickLoops runs programs that leave their registers in every way, with quick loops and without.
func TestQuickLoops(t *testing.T) {
	for _, p := range []struct{ name, body string }{
		{"an int outgrows 64 bits", `
    x = 1
    for i in range(100):
        x = x * 3 + i
    return x`},
		{"an int becomes a float", `
    x, y = 0, 0
    while y < 300:
        y += 1
        if y > 100:
            x += 0.5
        else:
            x += 1
    return x, y`},
		{"a clamp mixes ints and floats", `
    p, v = 0.25, 0.5
    hits = 0
    for i in range(400):
        p += v
        p = min(max(0, p), 10)
        if p == 10 or p == 0:
            v = -v
            hits += 1
    return p, v, hits`},
		{"a division by zero is caught", `
    n, bad = 0, 0
    for i in range(-40, 40):
        try:
            n += 100 // i
        except ZeroDivisionError:
            bad += 1
    return n, bad`},
		{"a division by zero ends it", `
    n = 0.0
    for i in range(60):
        n = n + 1 / (50 - i)
    return n`},
		{"a function in place", `
    t = 0
    total = 0
    while t < 200:
        d = gap(t, 7)
        if d < 2:
            total += d
        t += 1
    return total, t`},
		{"a function that calls another and fails", `
    total = 0
    for t in range(100):
        total += twice(t - 60)
    return total`},
		{"strings and lists in between", `
    out, s = [], ""
    n = 0
    for i in range(100):
        n += i * 2
        if n % 7 == 0:
            out.append(n)
            s += str(i)
        n -= 1
    return out, s, n`},
		{"break, continue and else", `
    found = []
    for a in range(2, 60):
        for b in range(2, a):
            if a % b == 0:
                break
            if b > 40:
                continue
        else:
            found.append(a)
        if len(found) > 15:
            break
    return found, a, b`},
		{"return in the middle", `
    x = 0
    while True:
        x += 3
        if x % 64 == 0 and x > 100:
            return x, "found"`},
		{"lists are read and written", `
    l = [0] * 10
    for i in range(200):
        l[i % 10] += i
        l[(i + 3) % 10] = l[i % 10] - 1
    return l`},
		{"an index too far", `
    l = [1] * 30
    s = 0
    for i in range(50):
        s += l[i]
    return s`},
		{"a list of lists", `
    g = [[1, 2, 3], [4, 5, 6], [7, 8, 9.5]]
    s = 0
    for k in range(30):
        for i in range(3):
            for j in range(3):
                s += g[i][j] * g[j][-1]
    return s`},
		{"over a list", `
    s, n = 0.0, 0
    for k in range(30):
        for x in [1.5, 2.5]:
            n += 1
        for x in LIST:
            s += x
    return s, n`},
		{"over a list that grows", `
    l = [1]
    s = 0
    for x in l:
        s += x
        if len(l) < 100:
            l.append(x + 1)
    return s`},
		{"a chain of comparisons, and truth values", `
    n, last, flag = 0, False, True
    for i in range(200):
        last = 3 < i % 10 <= 7
        flag = not flag
        if last and flag or i == 5:
            n += 1
    return n, last, flag`},
		{"a global that changes", `
    s = 0
    for i in range(100):
        s += STEP
        if i == 50:
            change()
    return s`},
		{"a captured variable", `
    k = 0
    def add(n):
        nonlocal k
        k += n
    s = 0
    for i in range(100):
        add(i)
        s += k
    return s, k`},
		{"a variable of a closure", `
    speed = 3
    def at(t):
        return (t * speed) % 50
    s = 0
    for i in range(100):
        s += at(i)
        if i == 60:
            speed = 5
    return s`},
		{"a name is deleted", `
    x = y = 0
    for i in range(100):
        x += 1
        y = x
        if i == 70:
            del y
        x += y
    return x`},
		{"rounding and conversions", `
    s, k = 0, 0.0
    for i in range(100):
        s += int(i / 3) + round(i / 7) + int(i > 50)
        k = round(k + float(i) / 3, 2)
        k = abs(-k) % 17.5
    return s, k, -k // 2`},
		{"nan and infinity", `
    inf = 1e308 * 10
    nan = inf - inf
    n, x = 0, 0.0
    for i in range(100):
        x = nan if i % 3 == 0 else i * 1.0
        if x < 50: n += 1
        if not x < 50: n += 10
        if x != x: n += 100
        if x >= 50: n += 1000
    return n, int(inf) if n < 0 else n`},
		{"what has no int", `
    x, n = 1.0, 0
    for i in range(400):
        x *= 10
        n += int(x)
    return n`},
		{"several at once", `
    a, b, c = 0, 1, 1.5
    for i in range(80):
        a, b = b, a + b
        c, a = a, c
        a, c = c, a
        x = y = a + 1
    return a, b, c, x, y`},
		{"powers", `
    s, f = 0, 0.0
    for i in range(1, 60):
        s += i ** 2 + 2 ** (i % 5)
        f += i ** 0.5 + (i / 2) ** 2 + i ** -1
    return s, f`},
		{"a text looks the variables up", `
    s, i, k = 0, 0, 0
    while i < 60:
        i += 1
        k += i
        s += sum([k * j for j in range(2)])
    return s`},
		{"generators stay with the nodes", `
    def gen(n):
        i = 0
        while i < n:
            yield i * i
            i += 1
    s = 0
    for x in gen(60):
        s += x
    return s`},
		{"deep recursion", `
    s = 0
    for i in range(60):
        s += deep(i)
    return s`},
	} {
		t.Run(p.name, func(t *testing.T) {
			src := quickPrelude + "def run():" + p.body + "\n"
			q, s := runBoth(t, src, DefaultLimits())
			if q != s {
				t.Errorf("with registers:\n%v\nwithout:\n%v", q, s)
			}
			// However few steps there are, they end at the same statement.
			for _, share := range []int64{2, 3, 7, 11} {
				l := DefaultLimits()
				l.Steps = s.steps / share
				q, s := runBoth(t, src, l)
				if q.steps != s.steps || firstLine(q.text) != firstLine(s.text) {
					t.Errorf("%d steps, with registers:\n%v\nwithout:\n%v", l.Steps, q, s)
				}
			}
		})
	}
}

func firstLine(s string) string {
	s, _, _ = strings.Cut(s, "\n")
	return s
}

const quickPrelude = `
STEP = 2
LIST = [1, 2, 3, 4]

def change():
    global STEP
    STEP = 5

def gap(t, n):
    """How far t is from a multiple of n."""
    d = t % n
    if d > n - d:
        return n - d
    return d

def half(x):
    return 120 / x

def twice(x):
    best = 0
    k = 1
    while k < 4:
        best = max(best, half(x) * k)
        k += 1
    return best

def deep(n):
    return 0 if n == 0 else 1 + deep(n - 1)

`

// TestQuickLoopsAreUsed makes sure that the comparison compares something.
func TestQuickLoopsAreUsed(t *testing.T) {
	src := quickPrelude + `
def run():
    t, x, n = 0.0, 0.0, 0
    while t < 100:
        t += 0.01
        x += gap(n, 5) * 0.5
        n += 1
        if abs(x - t) < 0.001 or x > 1000:
            x = 0.0
    return n
`
	m, err := syntax.ParseModule("p.py", src)
	if err != nil {
		t.Fatal(err)
	}
	u := NewUniverse()
	for n, v := range Builtins() {
		u.Define(n, v)
	}
	l := NewLayout(u)
	code, err := CompileModule(l, m, Source{File: "p.py", Text: src})
	if err != nil {
		t.Fatal(err)
	}
	th := NewThread(context.Background(), nil, DefaultLimits())
	defer th.Close()
	g := l.NewGlobals()
	if _, err := code.Eval(th, g); err != nil {
		t.Fatal(err)
	}
	f, _ := g.Lookup("run")
	if _, err := Call(th, f, nil, nil); err != nil {
		t.Fatal(err)
	}
	for _, s := range f.(*Function).fc.body.stmts {
		if w, ok := s.(*whileNode); ok {
			known := w.quick.known.Load()
			if known == nil {
				t.Fatal("the loop was not compiled")
			}
			if n := len((*known)[0].opaques); n > 0 {
				t.Errorf("%d statements were left to the nodes", n)
			}
		}
	}
}

// TestQuickLoopsOfRandomPrograms compares both on programs that nobody thought of.
func TestQuickLoopsOfRandomPrograms(t *testing.T) {
	n := 2000
	if puztest.Doing() < puztest.Whole {
		n = 200
	}
	for seed := range n {
		w := &programWriter{r: rand.New(rand.NewPCG(uint64(seed), 14))}
		src := quickPrelude + w.program()
		l := DefaultLimits()
		l.Steps = 200_000
		q, s := runBoth(t, src, l)
		if q != s {
			t.Fatalf("seed %d, with registers:\n%v\nwithout:\n%v\n%s", seed, q, s, src)
		}
	}
}

// programWriter writes random programs over ints, floats, truth values and lists.
type programWriter struct {
	r     *rand.Rand
	b     strings.Builder
	depth int
	loops int
	names int
}

func (w *programWriter) program() string {
	w.b.WriteString("def run():\n    a, b, c, x, y, p, k = 3, -2, 10, 0.5, -1.25, True, 0\n    l, m = [1, 2, 3, 4], [0.5, 1.5, 2]\n    s = ''\n")
	w.loop(1)
	w.b.WriteString("    return a, b, c, x, y, p, k, l, m, s\n")
	return w.b.String()
}

func (w *programWriter) line(indent int, format string, args ...any) {
	w.b.WriteString(strings.Repeat("    ", indent))
	fmt.Fprintf(&w.b, format+"\n", args...)
}

func (w *programWriter) pick(s ...string) string { return s[w.r.IntN(len(s))] }

func (w *programWriter) loop(indent int) {
	w.loops++
	w.names++
	i := fmt.Sprint("i", w.names)
	rounds := 60 / (w.loops * w.loops)
	switch w.r.IntN(3) {
	case 0:
		w.line(indent, "for %s in range(%d):", i, rounds)
	case 1:
		w.line(indent, "for %s in range(%d, %d, %d):", i, w.r.IntN(9)-4, rounds, 1+w.r.IntN(2))
	default:
		w.line(indent, "%s = 0", i)
		w.line(indent, "while %s < %d and %s:", i, rounds, w.pick("True", "a < 1000000", w.cond(1)))
		w.line(indent+1, "%s += 1", i)
	}
	w.line(indent+1, "k += 1")
	for range 2 + w.r.IntN(4) {
		w.stmt(indent+1, i)
	}
	w.loops--
}

func (w *programWriter) stmt(indent int, i string) {
	switch w.r.IntN(16) {
	case 0, 1, 2:
		w.line(indent, "%s = %s", w.pick("a", "b", "c"), w.num(2, i))
	case 3, 4:
		w.line(indent, "%s = %s", w.pick("x", "y"), w.num(2, i))
	case 5, 6, 7:
		w.line(indent, "%s %s= %s", w.pick("a", "b", "x", "y"), w.pick("+", "-", "*", "+", "-", "//", "%", "/"), w.num(1, i))
	case 8:
		w.line(indent, "p = %s", w.cond(2))
	case 9:
		w.line(indent, "l[%s %% 4] %s %s", w.num(0, i), w.pick("=", "+="), w.num(1, i))
	case 10:
		w.line(indent, "%s, %s = %s, %s", w.pick("a", "x"), w.pick("b", "y"), w.num(1, i), w.num(1, i))
	case 11:
		w.line(indent, "s = %s", w.pick("str(k)", "s[:5] + 'x'", "f'{a}'[:20]"))
	case 12:
		if w.loops < 3 {
			w.loop(indent)
			return
		}
		fallthrough
	case 13:
		w.line(indent, "try:")
		w.line(indent+1, "%s = %s", w.pick("a", "x"), w.num(2, i))
		w.line(indent, "except (ZeroDivisionError, OverflowError, ValueError):")
		w.line(indent+1, "%s", w.pick("b += 1", "x = 0.5", "continue", "a = 1"))
	default:
		if w.depth > 2 {
			w.line(indent, "c -= 1")
			return
		}
		w.depth++
		w.line(indent, "if %s:", w.cond(2))
		w.stmt(indent+1, i)
		if w.r.IntN(3) == 0 {
			w.line(indent+1, "%s", w.pick("break", "continue", "c = 0"))
		}
		if w.r.IntN(2) == 0 {
			w.line(indent, "else:")
			w.stmt(indent+1, i)
		}
		w.depth--
	}
}

func (w *programWriter) num(depth int, i string) string {
	if depth == 0 || w.r.IntN(4) == 0 {
		return w.pick("a", "b", "c", "x", "y", "k", i, "1", "2", "0.5", "-3", "7", "1e3", "STEP", "p", "l[k % 4]", "m[1]", "len(l)")
	}
	n := func() string { return w.num(depth-1, i) }
	switch w.r.IntN(12) {
	case 0, 1, 2, 3, 4:
		return "(" + n() + " " + w.pick("+", "-", "*", "+", "-", "/", "//", "%") + " " + n() + ")"
	case 5:
		return w.pick("abs", "int", "float", "round", "-", "+") + "(" + n() + ")"
	case 6:
		return w.pick("min", "max") + "(" + n() + ", " + n() + ")"
	case 7:
		return "(" + n() + " if " + w.cond(depth-1) + " else " + n() + ")"
	case 8:
		return "gap(" + n() + ", " + w.pick("5", "3.5", n()) + ")"
	case 9:
		return w.pick("half", "twice") + "(" + n() + ")"
	case 10:
		return "(" + n() + ") ** 2"
	}
	return "(" + n() + " % 1000)"
}

func (w *programWriter) cond(depth int) string {
	if depth <= 0 || w.r.IntN(2) == 0 {
		return w.num(0, "k") + " " + w.pick("<", "<=", ">", ">=", "==", "!=") + " " + w.num(0, "k")
	}
	switch w.r.IntN(5) {
	case 0:
		return "not (" + w.cond(depth-1) + ")"
	case 1:
		return "(" + w.cond(depth-1) + " and " + w.cond(depth-1) + ")"
	case 2:
		return "(" + w.cond(depth-1) + " or " + w.cond(depth-1) + ")"
	case 3:
		return w.num(0, "k") + " < " + w.num(1, "k") + " <= " + w.num(0, "k")
	}
	return w.num(1, "k")
}
