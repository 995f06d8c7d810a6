package lib

import (
	"context"
	"errors"
	"runtime"
	"runtime/metrics"
	"strings"
	"testing"
	"time"

	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/py/eval"
	"github.com/quandary-puzzles/quandary/py/syntax"
)

// runaways are programs that must be stopped. Each is an expression, or statements when it holds a line end.
var runaways = []string{
	"9**9**9", "9**9**9**9", "2**10**9", "(2**100000)**100000", "'a'*10**12", "[0]*10**12", "(0,)*10**12", "[[0]*1000]*10**9",
	"1<<10**12", "1<<10**9", "list(range(10**12))", "sorted(range(10**10))", "set(range(10**9))", "tuple(range(10**9))",
	"[x for x in range(10**12)]", "sum(range(10**12))", "max(range(10**12))", "{i: i for i in range(10**9)}", "{i for i in range(10**9)}",
	"[a for a in range(10000) for b in range(10000) for c in range(10000)]", "all(True for _ in range(10**12))", "any(i < 0 for i in range(10**12))",
	"'%1000000000d' % 1", "'%.1000000000f' % 1.5", "'%*d' % (10**9, 1)", "f'{1:1000000000}'", "f'{1.5:.1000000000f}'", "'{:>1000000000}'.format(1)", "'x'.ljust(10**10)",
	"'x'.zfill(10**10)", "'x'.center(10**10)", "'\\t'.expandtabs(10**10)", "'ab'.replace('', 'x'*10000)*10**6", "str(2**200000)",
	"','.join('a'*1000 for _ in range(10**9))", "'a'.join(['b'*10**6]*10**6)", "math.factorial(10**9)", "math.comb(10**12, 10**9)", "math.perm(10**9)",
	"math.prod(range(1, 10**7))", "reduce(lambda a, b: a*b, range(1, 10**6))", "list(itertools.permutations(range(20)))", "list(itertools.product(range(100), repeat=10))",
	"list(itertools.count())", "list(itertools.cycle([1]))", "list(itertools.repeat(1))", "list(itertools.combinations(range(100), 50))", "sum(1 for _ in itertools.product(range(100), repeat=10))",
	"list(itertools.product([1], repeat=10**9))", "collections.deque(itertools.count())", "collections.Counter(range(10**9))", "collections.deque(range(10**9), 5)",
	"random.sample(range(10**12), 10**9)", "random.choices([1], k=10**12)", "random.getrandbits(10**10)", "random.shuffle(list(range(10**9)))",
	"re.match(r'(a+)+$', 'a'*40+'b')", "re.match(r'(a|aa)+$', 'a'*60+'b')", "re.match(r'(x+x+)+y', 'x'*50)", "re.sub('a', 'b'*100000, 'a'*100000)", "re.match(r'((a*)*)*b', 'a'*50)",
	"re.search(r'(.*)(.*)(.*)(.*)(.*)x', 'y'*2000)", "json.dumps([[0]*10**6]*10**6)", "repr([[0]*1000]*10**6)", "copy.deepcopy([[0]]*10**5)*10**5",
	"pow(3, 10**100000, 10**5000+1)", "2**200000 // 3**100000 * 10**70000", "[0]*4000000+[0]*4000000+[0]*4000000", "(lambda f: f(f))(lambda f: f(f))",
	"'a'*16000000+'b'*16000000", "fractions.Fraction(1, 3)**10**7", "list(map(lambda x: x, itertools.count()))", "next(x for x in itertools.count() if x < 0)",
	"min(itertools.count())", "10**10 in itertools.count()", "sum(itertools.count())", "dict(zip(itertools.count(), itertools.count()))", "int('9'*5000)", "''.join(chr(i%1000+48) for i in range(10**9))",
	"def f():\n    while True:\n        pass\nf()\n", "while True:\n    pass\n", "def f():\n    l = []\n    while True:\n        l.append('x'*1000)\nf()\n",
	"def f():\n    s = 'a'\n    while True:\n        s += s\nf()\n", "def f():\n    l = [1]\n    for x in l:\n        l.append(x)\nf()\n", "def f():\n    l = [1]\n    while True:\n        l = l + l\nf()\n",
	"def f():\n    l = []\n    for i in range(10**9):\n        l = [l]\nf()\n", "def f(n):\n    return f(n+1)\nf(0)\n", "def g():\n    while True:\n        yield 1\nlist(g())\n",
	"def g():\n    yield from g()\nlist(g())\n", "def f():\n    gs = []\n    while True:\n        def g():\n            yield 1\n        x = g()\n        next(x)\n        gs.append(x)\nf()\n",
	"def f():\n    d = {}\n    i = 0\n    while True:\n        d[i] = i\n        i += 1\nf()\n", "def f():\n    while True:\n        try:\n            while True:\n                pass\n        except:\n            pass\nf()\n",
	"def f():\n    try:\n        while True:\n            pass\n    finally:\n        while True:\n            pass\nf()\n", "def f():\n    try:\n        return f()\n    except RecursionError:\n        return f()\nf()\n",
	"class A:\n    def __getattr__(self, n):\n        return self.x\nA().y\n", "class A:\n    def __eq__(self, o):\n        return self == o\nA() == A()\n",
	"class A:\n    def __iter__(self):\n        return self\n    def __next__(self):\n        return 1\nlist(A())\n", "x = 2\nwhile True:\n    x = x * x\n",
	"import itertools\nfor p in itertools.permutations(range(15)):\n    pass\n", "l = []\nl.append(l)\nl == [l]\nm = []\nm.append(m)\nl == m\n",
	"import numpy as np\na = np.zeros((1, 1))\na[np.zeros((1 << 14, 1), dtype=int), np.zeros((1, 1 << 14), dtype=int)]\n",
	"a = []\nfor i in range(10**5):\n    a = [a, a]\nrepr(a)\n", "a = ()\nfor i in range(10**5):\n    a = (a, a)\nhash(a)\n", "from collections import defaultdict\ndef d():\n    return defaultdict(d)\nx = d()\ny = x\nwhile True:\n    y = y[1]\n",
}

// TestRunawaysStop holds every runaway to an error that a program cannot swallow (or one of Python's own), in a bounded time and space.
func TestRunawaysStop(t *testing.T) {
	puztest.From(t, puztest.Usual)
	u := NewUniverse()
	limits := eval.DefaultLimits()
	limits.Steps /= puztest.Of[int64](240, 20, 1) // a part of the steps, to keep all but the longest run short
	for _, src := range runaways {
		runtime.GC()
		peak := watchHeap()
		start := time.Now()
		err := runSource(u, src, limits)
		took := time.Since(start)
		most := peak()
		if err == nil {
			t.Errorf("%q: ended without an error", src)
			continue
		}
		var e *eval.Error
		if !errors.As(err, &e) {
			t.Errorf("%q: %v is no *eval.Error", src, err)
			continue
		}
		if most > 256<<20 {
			t.Errorf("%q: held %d MB", src, most>>20)
		}
		if took > 20*time.Second { // far beyond any load of the machine: it should be well under a second
			t.Errorf("%q: took %v", src, took)
		}
		t.Logf("%6.3fs %4d MB %-60.60q %.80s", took.Seconds(), most>>20, src, err)
	}
}

// watchHeap watches how much the heap holds until the function that it gives is called, which gives the most.
func watchHeap() func() uint64 {
	done, out := make(chan struct{}), make(chan uint64)
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	go func() {
		most := uint64(0)
		for {
			metrics.Read(sample)
			most = max(most, sample[0].Value.Uint64())
			select {
			case <-done:
				out <- most
				return
			case <-time.After(5 * time.Millisecond):
			}
		}
	}()
	return func() uint64 { close(done); return <-out }
}

func runSource(u *eval.Universe, src string, limits eval.Limits) error {
	l := eval.NewLayout(u)
	var c *eval.Code
	if strings.Contains(src, "\n") {
		m, err := syntax.ParseModule("test", src)
		if err != nil {
			return err
		}
		if c, err = eval.CompileModule(l, m, eval.Source{File: "test", Text: src}); err != nil {
			return err
		}
	} else {
		x, err := syntax.ParseExpr("test", src)
		if err != nil {
			return err
		}
		if c, err = eval.CompileExpr(l, x, eval.Source{File: "test", Text: src}); err != nil {
			return err
		}
	}
	th := eval.NewThread(context.Background(), rng.New(1), limits)
	defer th.Close()
	v, err := c.Eval(th, l.NewGlobals())
	if err != nil {
		return err
	}
	_, err = eval.ToRepr(th, v)
	return err
}

// TestCauses holds the three causes apart.
func TestCauses(t *testing.T) {
	puztest.From(t, puztest.Usual)
	u := NewUniverse()
	if err := runSource(u, "sum(range(10**12))", eval.DefaultLimits()); !errors.Is(err, eval.ErrSteps) {
		t.Errorf("steps: %v", err)
	}
	if err := runSource(u, "[0]*10**12", eval.DefaultLimits()); !errors.Is(err, eval.ErrMemory) {
		t.Errorf("memory: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	l := eval.NewLayout(u)
	x, _ := syntax.ParseExpr("", "sum(range(10**6))")
	c, err := eval.CompileExpr(l, x, eval.Source{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Eval(eval.NewThread(ctx, nil, eval.DefaultLimits()), l.NewGlobals()); !errors.Is(err, eval.ErrCancelled) {
		t.Errorf("cancelled: %v", err)
	}
}

// TestNothingReachesTheWorld names what a program could try.
func TestNothingReachesTheWorld(t *testing.T) {
	u := NewUniverse()
	for _, src := range []string{"open('/etc/passwd')", "eval('1')", "exec('1')", "__import__('subprocess')", "__import__('socket')", "__import__('os').environ",
		"__import__('os').system('ls')", "datetime.datetime.now()", "datetime.date.today()", "__import__('time')", "input()", "compile('1','','eval')", "globals()",
		"__import__('pathlib').Path('x').read_text()", "(1).__class__.__bases__", "().__class__.__subclasses__()", "__import__('sys').modules", "id(1)"} {
		if err := runSource(u, src, eval.DefaultLimits()); err == nil {
			t.Errorf("%s: no error", src)
		}
	}
}
