package lib

import (
	"runtime"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/py/eval"
)

// recursions are programs that lead Go code back to itself through values of their own: a stack that overflows ends the
// process, and no recover catches it. MANY stands for a number of rounds.
var recursions = []struct{ name, src string }{
	{"repr that shows itself", "class A:\n    def __repr__(self):\n        return '%d' % self\nrepr(A())\n"},
	{"repr of itself", "class A:\n    def __repr__(self):\n        return repr(self)\nrepr(A())\n"},
	{"repr in a list", "class A:\n    def __repr__(self):\n        return repr([self])\nrepr(A())\n"},
	{"str that fails and shows itself", "class A:\n    def __str__(self):\n        x = self\n        return x + 1\nx = A()\nprint(str(x))\n"},
	{"format of itself", "class A:\n    def __format__(self, s):\n        return f'{self}'\nf'{A()}'\n"},
	{"index that fails with itself", "class A:\n    def __repr__(self):\n        return [1].index(self)\n[1].index(A())\n"},
	{"exception that is its own text", "class E(Exception):\n    def __str__(self):\n        return self\nstr(E())\n"},
	{"exceptions in a ring", "class E(Exception):\n    def __str__(self):\n        return str(self)\nraise E()\n"},
	{"truth that is itself", "class A:\n    def __bool__(self):\n        return self\nbool(A())\n"},
	{"truth by two", "class A:\n    pass\nclass B:\n    pass\na = A()\nb = B()\nA.__bool__ = lambda s: b\nB.__bool__ = lambda s: a\nbool(a)\n"},
	{"hash that is itself", "class A:\n    def __hash__(self):\n        return self\nhash(A())\n"},
	{"hash in a tuple", "class A:\n    def __hash__(self):\n        return hash((self,))\nhash(A())\n"},
	{"length that is itself", "class A:\n    def __len__(self):\n        return self\nlen(A())\n"},
	{"equality that is itself", "class A:\n    def __eq__(self, o):\n        return self\n    def __bool__(self):\n        return self == 1\nA() in [1]\n"},
	{"not equal", "class A:\n    def __ne__(self, o):\n        return self != o\nA() != 1\n"},
	{"less", "class A:\n    def __lt__(self, o):\n        return sorted([self, o])\nsorted([A(), A()])\n"},
	{"member of itself", "class A:\n    def __contains__(self, x):\n        return x in self\n1 in A()\n"},
	{"call that is an object", "class A:\n    pass\nA.__call__ = A()\nA()()\n"},
	{"init that is its class", "class A:\n    pass\nA.__init__ = A\nA()\n"},
	{"iter that is an object", "class A:\n    pass\nA.__iter__ = lambda s: B()\nclass B:\n    pass\nB.__iter__ = lambda s: A()\nlist(A())\n"},
	{"getitem on itself", "class A:\n    def __getitem__(self, i):\n        return self[i]\nlist(A())\n"},
	{"getattr on itself", "class A:\n    def __getattr__(self, n):\n        return getattr(self, n)\nA().x\n"},
	{"property on itself", "class A:\n    @property\n    def x(self):\n        return self.x\nA().x\n"},
	{"setattr on itself", "class A:\n    def __setattr__(self, n, v):\n        self.x = v\nA().x = 1\n"},
	{"conversions", "class A:\n    def __int__(self):\n        return int(self)\n    def __index__(self):\n        return [0][self]\n    def __float__(self):\n        return float(self)\nfor f in (int, float, abs, round):\n    try:\n        f(A())\n    except Exception:\n        pass\n[1][A()]\n"},
	{"addition both ways", "class A:\n    def __add__(self, o):\n        return o + self\n    __radd__ = __add__\nA() + A()\n"},
	{"copy of itself", "import copy\nclass A:\n    def __copy__(self):\n        return copy.copy(self)\n    def __deepcopy__(self, m):\n        return copy.deepcopy(self)\ntry:\n    copy.copy(A())\nexcept RecursionError:\n    pass\ncopy.deepcopy(A())\n"},
	{"key of a sort", "def k(x):\n    return sorted([1, 2], key=k)[0]\nk(1)\n"},
	{"map of map", "it = iter([1])\nfor i in range(MANY):\n    it = map(abs, it)\nnext(it)\n"},
	{"filter of filter", "it = iter([1])\nfor i in range(MANY):\n    it = filter(None, it)\nnext(it)\n"},
	{"zip of zip", "it = iter([1])\nfor i in range(MANY):\n    it = zip(it)\nnext(it)\n"},
	{"enumerate of enumerate", "it = iter([1])\nfor i in range(MANY):\n    it = enumerate(it)\nnext(it)\n"},
	{"chain of chain", "import itertools\nit = iter([1])\nfor i in range(MANY):\n    it = itertools.chain(it, [1])\nnext(it)\n"},
	{"islice of islice", "import itertools\nit = iter([1])\nfor i in range(MANY):\n    it = itertools.islice(it, 5)\nnext(it)\n"},
	{"tee of tee", "import itertools\nit = iter([1])\nfor i in range(MANY):\n    it = itertools.tee(it, 1)[0]\nnext(it)\n"},
	{"generator of generator", "it = iter([1])\nfor i in range(MANY):\n    it = (x for x in it)\nnext(it)\n"},
	{"functions of functions", "f = lambda: 1\nfor i in range(MANY):\n    f = (lambda g: lambda: g())(f)\nf()\n"},
	{"partial of partial", "import functools\nf = abs\nfor i in range(MANY):\n    f = functools.partial(f)\nf(1)\n"},
	{"static of static", "f = abs\nfor i in range(MANY):\n    f = staticmethod(f)\nf(1)\n"},
	{"bound methods", "class A:\n    pass\nf = lambda *a: 1\nfor i in range(MANY):\n    A.f = f\n    f = A().f\nf()\n"},
	{"cache of cache", "import functools\nf = abs\nfor i in range(MANY):\n    f = functools.lru_cache(f)\nf(1)\n"},
	{"deep list", "a = []\nfor i in range(MANY):\n    a = [a]\nfor f in (repr, str, sorted):\n    try:\n        f(a)\n    except RecursionError:\n        pass\na == [[a]]\n"},
	{"deep tuple", "a = ()\nfor i in range(MANY):\n    a = (a,)\ntry:\n    hash(a)\nexcept RecursionError:\n    pass\nisinstance(1, a)\n"},
	{"deep frozenset", "a = frozenset()\nfor i in range(MANY):\n    a = frozenset([a])\nhash(a)\nrepr(a)\n"},
	{"deep dict", "import copy, json\na = {}\nfor i in range(MANY):\n    a = {'a': a}\nfor f in (repr, copy.deepcopy, json.dumps):\n    try:\n        f(a)\n    except (RecursionError, ValueError):\n        pass\na == {'a': a}\n"},
	{"deep exceptions", "e = None\nfor i in range(MANY):\n    e = ValueError(e)\nstr(e)\n"},
	{"raised from", "def f(e):\n    raise ValueError() from e\ne = ValueError()\nfor i in range(MANY):\n    try:\n        f(e)\n    except ValueError as x:\n        e = x\nraise e\n"},
	{"classes", "class A:\n    pass\nfor i in range(MANY):\n    class A(A):\n        pass\nA().x\n"},
	{"attributes", "class A:\n    pass\na = A()\nfor i in range(MANY):\n    setattr(a, 'x%d' % i, i)\n"},
	{"json text", "import json\njson.loads('[' * MANY)\n"},
	{"pattern", "import re\nre.compile('(' * MANY)\n"},
	{"format text", "('{:' * MANY).format(1)\n"},
	{"generators that close one another", "def g(n):\n    try:\n        yield 1\n    finally:\n        if n:\n            x = g(n - 1)\n            next(x)\n            x.close()\nx = g(MANY)\nnext(x)\nx.close()\n"},
}

// TestRecursionsStop runs them: to come back, with or without an error, is to pass.
func TestRecursionsStop(t *testing.T) {
	puztest.From(t, puztest.Usual)
	u := NewUniverse()
	many := puztest.Of("60000", "300000", "5000000")
	for _, c := range recursions {
		t.Run(c.name, func(t *testing.T) {
			runtime.GC()
			peak := watchHeap()
			err := runSource(u, strings.ReplaceAll(c.src, "MANY", many), eval.DefaultLimits())
			if most := peak(); most > 384<<20 {
				t.Errorf("held %d MB", most>>20)
			}
			t.Log(err)
		})
	}
}
