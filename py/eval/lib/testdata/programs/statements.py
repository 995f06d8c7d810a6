"""A module docstring."""
from __future__ import annotations
import random, math as m
import itertools
from collections import Counter, defaultdict, deque
from typing import List, Dict, Optional
import os.path

results = []

def f(a, b=2, *args, c: int = 3, **kw) -> int:
    "doc"
    return (a, b, args, c, sorted(kw.items()))

results.append(f(1))
results.append(f(1, 5, 6, 7, c=8, d=9))
results.append(f.__name__)
results.append(f.__doc__)

def counter():
    n = 0
    def inc(k=1):
        nonlocal n
        n += k
        return n
    return inc

inc = counter()
inc(); inc(5)
results.append(inc())

total = 0
def add(x):
    global total
    total += x
for i in range(5): add(i)
results.append(total)

def loop():
    out = []
    for i in range(10):
        if i == 3:
            continue
        if i == 6:
            break
        out.append(i)
    else:
        out.append('never')
    for i in range(2):
        pass
    else:
        out.append('else')
    n = 0
    while n < 3:
        n += 1
    else:
        out.append('while-else')
    return out
results.append(loop())

def tries(x):
    log = []
    try:
        log.append('try')
        r = 10 / x
        if x == 5:
            return log + ['returned']
    except ZeroDivisionError as e:
        log.append('zero: ' + str(e))
    except (TypeError, ValueError) as e:
        log.append(type(e).__name__)
    else:
        log.append('else')
    finally:
        log.append('finally')
    return log
results.append([tries(2), tries(0), tries('a'), tries(5)])

def reraise():
    try:
        try:
            raise ValueError('inner')
        except ValueError:
            raise
    except Exception as e:
        return repr(e)
results.append(reraise())

def chained():
    try:
        try:
            {}['k']
        except KeyError as e:
            raise RuntimeError('outer') from e
    except RuntimeError as e:
        return (str(e), repr(e.__cause__))
results.append(chained())

def fin():
    for i in range(3):
        try:
            continue
        finally:
            results.append(('fin', i))
fin()

def fin_return():
    try:
        return 'try'
    finally:
        results.append('cleanup')
results.append(fin_return())

def gen(n):
    "a generator"
    i = 0
    while i < n:
        x = yield i
        if x:
            i = x
        i += 1
    return 'done'
results.append(list(gen(4)))
g = gen(10)
results.append([next(g), next(g), g.send(5), next(g)])

def delegating():
    r = yield from gen(2)
    yield r
results.append(list(delegating()))

def genfinally(log):
    try:
        yield 1
        yield 2
    finally:
        log.append('closed')
log = []
gg = genfinally(log)
next(gg)
gg.close()
results.append(log)

def fibs():
    a, b = 0, 1
    while True:
        yield a
        a, b = b, a + b
results.append(list(itertools.islice(fibs(), 12)))

a, *b, c = range(6)
results.append((a, b, c))
(x, y), z = [1, 2], 3
results.append((x, y, z))
p = q = [1]
p.append(2)
results.append(q)
d = {'k': 1}
d['k'] += 5
d['n'] = [0]
d['n'][0] -= 3
results.append(d)
l = [1, 2, 3, 4, 5]
l[1:3] = ['a', 'b', 'c']
del l[0]
results.append(l)
l[::2] = [0, 0, 0]
results.append(l)
del l[1:3], d['k']
results.append((l, d))
s = {1, 2}
s |= {3}
s -= {1}
results.append(s)
t: int = 5
u: List[int]
results.append(t)
x = 5
x **= 2; x //= 3; x <<= 2; x |= 1; x ^= 3; x %= 7; x >>= 1; x &= 3
results.append(x)

class Point:
    """A point."""
    count = 0
    def __init__(self, x, y=0):
        self.x = x
        self.y = y
        Point.count += 1
    def __repr__(self):
        return f"Point({self.x}, {self.y})"
    def __eq__(self, other):
        return isinstance(other, Point) and (self.x, self.y) == (other.x, other.y)
    def __hash__(self):
        return hash((self.x, self.y))
    def __add__(self, other):
        return Point(self.x + other.x, self.y + other.y)
    def __lt__(self, other):
        return self.x < other.x
    def __getitem__(self, i):
        return (self.x, self.y)[i]
    def __len__(self):
        return 2
    def __bool__(self):
        return self.x != 0
    def __call__(self, k):
        return self.x * k
    def __contains__(self, v):
        return v in (self.x, self.y)
    @property
    def norm(self):
        return self.x ** 2 + self.y ** 2
    @staticmethod
    def origin():
        return Point(0)
    @classmethod
    def make(cls, *a):
        return cls(*a)

results.append([Point(1, 2), Point(1) + Point(2, 3), Point(1) == Point(1), Point(1) != Point(2), {Point(1): 'a'}[Point(1)]])
results.append([Point(3, 4).norm, Point.origin(), Point.make(5, 6), sorted([Point(3), Point(1)]), list(Point(7, 8)), len(Point(1)), bool(Point(0)), Point(2)(10), 5 in Point(5), Point.count])

class Named(Point):
    def __init__(self, name, *a):
        super().__init__(*a)
        self.name = name
    def __repr__(self):
        return self.name + super().__repr__()
results.append([Named('n', 1, 2), isinstance(Named('a', 1), Point), issubclass(Named, Point), Named.__name__, hasattr(Named('q', 1), 'norm')])

class MyError(ValueError):
    def __init__(self, msg, code):
        super().__init__(msg)
        self.code = code
try:
    raise MyError('bad', 7)
except ValueError as e:
    results.append((str(e), e.code, type(e).__name__, isinstance(e, MyError)))

class Countdown:
    def __init__(self, n): self.n = n
    def __iter__(self): return self
    def __next__(self):
        if self.n <= 0: raise StopIteration
        self.n -= 1
        return self.n
results.append(list(Countdown(3)))

def deco(k):
    def wrap(fn):
        def inner(*a):
            return fn(*a) * k
        return inner
    return wrap
@deco(3)
def triple(x): return x + 1
results.append(triple(4))

from functools import lru_cache, reduce, partial
@lru_cache(maxsize=None)
def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)
results.append(fib(50))

dd = defaultdict(list)
for k, v in [('a', 1), ('b', 2), ('a', 3)]:
    dd[k].append(v)
results.append((dict(dd), Counter('hello').most_common(1)))
q = deque([1, 2, 3])
while q:
    v = q.popleft()
    if v < 5: q.append(v + 4)
results.append(v)

def scopes():
    fs = []
    for i in range(3):
        def g(j=i):
            return i, j
        fs.append(g)
    return [h() for h in fs]
results.append(scopes())

def walrus(data):
    return [y for x in data if (y := x * 2) > 2], y
results.append(walrus([1, 2, 3]))

def recursive(n):
    return 1 if n == 0 else n * recursive(n - 1)
results.append(recursive(30))

def unbound():
    try:
        print(zz)
        zz = 1
    except UnboundLocalError:
        return 'unbound'
results.append(unbound())

try:
    assert 1 == 2, f"{1}!={2}"
except AssertionError as e:
    results.append(str(e))
try:
    [].pop()
except LookupError as e:
    results.append(repr(e))
try:
    def deep(n): return deep(n + 1)
    deep(0)
except RecursionError:
    results.append('recursion')

lines = """a
  b""".split('\n')
results.append(lines)
if len(lines) == 2 and \
   lines[0] == 'a':
    results.append('joined')
matrix = [[1, 2, 3],
          [4, 5, 6]]  # a comment
results.append([list(r) for r in zip(*matrix)])
results.append({k: [v for v in range(k)] for k in range(3)})
results.append([(lambda x=n: x * n)() for n in range(3)])
for i, (aa, bb) in enumerate([(1, 2), (3, 4)]):
    results.append((i, aa, bb))
if False:
    pass
elif x := 3:
    results.append(x)
else:
    pass

if __name__ == "__main__":
    raise SystemExit('never')

result = results
