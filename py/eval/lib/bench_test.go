package lib

import (
	"context"
	"encoding/json"
	"os/exec"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/py/eval"
	"github.com/quandary-puzzles/quandary/py/syntax"
)

// programs are what both interpreters run: each defines run(), whose result must be the same in both.
var programs = []struct{ name, src string }{
	{"time-steps", `
def run():
    t = 0.0
    dt = 0.01
    a, b = 0.0, 100.0
    va, vb = 1.3, -0.7
    meetings = 0
    while t < 500:
        a += va * dt
        b += vb * dt
        if a > 100 or a < 0:
            va = -va
        if b > 100 or b < 0:
            vb = -vb
        if abs(a - b) < 0.005:
            meetings += 1
        t += dt
    return meetings, round(a, 6)
`},
	{"clock-hands", `
import math
STEP = 1

def angle(t, period):
    return (t * 360 / period) % 360

def run():
    found = []
    t = 0
    before = 0
    while t < 43200:
        d = abs(angle(t, 43200) - angle(t, 3600))
        if d > 180:
            d = 360 - d
        if d < 0.05 and t - before > 60:
            found.append(t)
            before = t
        t += STEP
    return found
`},
	{"two-tanks", `
def run():
    level, other = 0, 1000
    minutes = 0
    days = 0
    for minute in range(100000):
        level += 7
        other -= 3
        if minute % 60 == 0:
            level -= 120
            days += level // 100
        if other <= 0:
            other = 1000
        minutes = max(minutes, level)
    return level, other, minutes, days
`},
	{"search-triples", `
def run():
    n = 0
    for a in range(1, 120):
        for b in range(a, 120):
            c = int((a * a + b * b) ** 0.5)
            if c * c == a * a + b * b and c < 120:
                n += 1
    return n
`},
	{"positions", `
def run():
    speed = [3, 5, 7]
    pos = [0, 0, 0]
    lap = 400
    together = 0
    for t in range(1, 30000):
        for i in range(3):
            pos[i] = (pos[i] + speed[i]) % lap
        if pos[0] == pos[1] and pos[1] == pos[2]:
            together += 1
    return together, pos
`},
	{"for-sum", `
def run():
    s = 0
    for i in range(100000):
        s += i
    return s
`},
	{"while", `
def run():
    i = 0
    n = 0
    while i < 100000:
        if i % 3 == 0:
            n += 1
        i += 1
    return n
`},
	{"nested-loops", `
def run():
    c = 0
    for a in range(60):
        for b in range(60):
            for d in range(20):
                if a * b == d * 30 and a != b:
                    c += 1
    return c
`},
	{"float-loop", `
def run():
    x = 0.0
    for i in range(50000):
        x = x * 0.5 + i / 3
    return x
`},
	{"list-comp", `
def run():
    return len([x * x for x in range(50000) if x % 2 == 0])
`},
	{"nested-comp", `
def run():
    return len([(a, b) for a in range(200) for b in range(200) if a < b])
`},
	{"dict-comp", `
def run():
    d = {i: i * 2 for i in range(20000)}
    return sum(d[k] for k in d)
`},
	{"gen-sum", `
def run():
    return sum(x * y for x in range(200) for y in range(200))
`},
	{"all-any", `
def run():
    n = 0
    for k in range(2, 600):
        if all(k % d != 0 for d in range(2, k)):
            n += 1
    return n
`},
	{"fib-calls", `
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)

def run():
    return fib(20)
`},
	{"lambda-calls", `
f = lambda a, b=3: a * b + 1

def run():
    s = 0
    for i in range(30000):
        s += f(i)
    return s
`},
	{"list-index", `
def run():
    l = [0] * 1000
    for i in range(30000):
        l[i % 1000] = l[(i + 7) % 1000] + 1
    return sum(l)
`},
	{"sort-key", `
def run():
    return sorted([(i * 7919) % 10007 for i in range(10000)], key=lambda x: -x)[0]
`},
	{"strings", `
def run():
    out = []
    for i in range(10000):
        out.append(f"{i}:{i * 2}" + ",".join(["a", "b"]))
    return len("".join(out))
`},
	{"dict-count", `
def run():
    d = {}
    for w in ("the quick brown fox jumps over the lazy dog " * 500).split():
        d[w] = d.get(w, 0) + 1
    return sorted(d.items())[0]
`},
	{"permutations", `
import itertools

def run():
    n = 0
    for p in itertools.permutations(range(7)):
        if p[0] < p[-1] and sum(p[:3]) > 6:
            n += 1
    return n
`},
	{"sieve", `
def run():
    n = 20000
    flags = [True] * (n + 1)
    for i in range(2, n + 1):
        if flags[i]:
            for j in range(i * i, n + 1, i):
                flags[j] = False
    return sum(flags)
`},
	{"queens", `
def run():
    n = 6
    found = []
    def place(row, cols):
        if row == n:
            found.append(tuple(cols))
            return
        for c in range(n):
            if all(c != o and abs(c - o) != row - r for r, o in enumerate(cols)):
                place(row + 1, cols + [c])
    place(0, [])
    return len(found)
`},
}

func loadProgram(tb testing.TB, u *eval.Universe, src string) (*eval.Thread, eval.Value) {
	tb.Helper()
	m, err := syntax.ParseModule("bench.py", src)
	if err != nil {
		tb.Fatal(err)
	}
	l := eval.NewLayout(u)
	c, err := eval.CompileModule(l, m, eval.Source{File: "bench.py", Text: src})
	if err != nil {
		tb.Fatal(err)
	}
	th := eval.NewThread(context.Background(), rng.New(1), bigLimits())
	g := l.NewGlobals()
	if _, err := c.Eval(th, g); err != nil {
		tb.Fatal(err)
	}
	f, _ := g.Lookup("run")
	return th, f
}

func bigLimits() eval.Limits {
	l := eval.DefaultLimits()
	l.Steps, l.Memory = 1<<60, 1<<60
	return l
}

// timeit runs programs in CPython and gives the best time of each in nanoseconds, and its result.
const timeit = `
import sys, json, time
out = []
for src in json.load(sys.stdin):
    env = {}
    exec(src, env)
    run = env["run"]
    best = 1e18
    for _ in range(9):
        t = time.process_time_ns()
        r = run()
        best = min(best, time.process_time_ns() - t)
    out.append([best, repr(r)])
print(json.dumps(out))
`

// BenchmarkAgainstCPython runs every program here and in CPython, when python3 is installed, and reports how many times as fast
// this package is (×CPython: above 1 is faster).
func BenchmarkAgainstCPython(b *testing.B) {
	defer debug.SetGCPercent(debug.SetGCPercent(400)) // the heap of a benchmark is tiny, and would be collected without end
	u := NewUniverse()
	var theirs [][2]any
	if python, err := exec.LookPath("python3"); err == nil {
		var srcs []string
		for _, p := range programs {
			srcs = append(srcs, p.src)
		}
		in, _ := json.Marshal(srcs)
		cmd := exec.Command(python, "-c", timeit)
		cmd.Stdin = strings.NewReader(string(in))
		out, err := cmd.Output()
		if err != nil {
			b.Fatal(err)
		}
		if err := json.Unmarshal(out, &theirs); err != nil {
			b.Fatal(err)
		}
	}
	for i, p := range programs {
		b.Run(p.name, func(b *testing.B) {
			th, f := loadProgram(b, u, p.src)
			b.ReportAllocs()
			best := time.Duration(1 << 62)
			for b.Loop() {
				start := time.Now()
				v, err := eval.Call(th, f, nil, nil)
				best = min(best, time.Since(start))
				if err != nil {
					b.Fatal(err)
				}
				if theirs != nil {
					if s, _ := eval.ToRepr(th, v); s != theirs[i][1] {
						b.Fatalf("gives %s, CPython %s", s, theirs[i][1])
					}
				}
			}
			if theirs != nil {
				b.ReportMetric(theirs[i][0].(float64)/float64(best.Nanoseconds()), "×CPython")
			}
		})
	}
}
