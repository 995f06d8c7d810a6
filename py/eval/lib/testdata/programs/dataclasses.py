from dataclasses import dataclass, field, asdict, astuple, replace
@dataclass
class P:
    x: int
    y: int = 0
    tags: list = field(default_factory=list, repr=False)
p = P(1); q = P(1, 0); r = P(2, y=5)
@dataclass(order=True, frozen=True)
class Q(object):
    a: int
    b: str = "z"
@dataclass
class R(P):
    z: int = 9
    def __post_init__(self):
        self.sum = self.x + self.z
def tryit(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__ + ": " + str(e)
def frozen():
    q1.a = 3
q1 = Q(1)
result = [repr(p), p == q, p == r, p != r, Q(1) < Q(2, "a"), sorted([Q(3), Q(1, "b"), Q(1, "a")]), repr(R(1, 2)), R(4).sum, R(4) == R(4), R(4) == P(4),
  asdict(r), astuple(r), replace(r, x=9), {Q(1): 2}[Q(1)], tryit(frozen), tryit(lambda: P()), tryit(lambda: P(1, 2, [], 4)), tryit(lambda: P(1, u=2)), tryit(lambda: P(1, x=2)),
  tryit(lambda: {p: 1}), p.tags is q.tags, p.__eq__(q), P(x=3, y=4), tryit(lambda: Q(1) < 3)]
