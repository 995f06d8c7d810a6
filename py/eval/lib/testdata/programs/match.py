from collections import namedtuple
from dataclasses import dataclass


class Color:
    RED = 1
    GREEN = "g"


@dataclass
class Point:
    x: int
    y: int


class Old:
    __match_args__ = ("a", "b")

    def __init__(self, a, b):
        self.a, self.b = a, b


Pair = namedtuple("Pair", "left right")


def shape(v):
    match v:
        case 0 | 1 | -1:
            return "small"
        case 2.5:
            return "half"
        case "a" | "b" as letter:
            return "letter " + letter
        case None:
            return "nothing"
        case True:
            return "yes"
        case Color.RED | Color.GREEN:
            return "colour"
        case []:
            return "empty"
        case [x]:
            return ("one", x)
        case [1, *rest]:
            return ("from one", rest)
        case [*_, 9]:
            return "to nine"
        case (first, *middle, last) if first == last:
            return ("round", middle)
        case [[a, b], c]:
            return ("nested", a, b, c)
        case {"kind": "box", "size": [w, h]}:
            return ("box", w * h)
        case {"kind": str(kind), **rest}:
            return ("kind", kind, rest)
        case {1: _, 2: _}:
            return "has both"
        case Pair(left=l, right=0):
            return ("pair", l)
        case Point(0, y=yy):
            return ("axis", yy)
        case Point(x, y) if x == y:
            return ("diagonal", x)
        case Point():
            return "point"
        case Old(a, Old(b=b)):
            return ("old", a, b)
        case int(n) if n > 100:
            return ("large", n)
        case int() | float() as number:
            return ("number", number)
        case str():
            return "text"
        case (list() | set()) as many:
            return ("many", len(many))
    return "none"


def flow(words):
    match words.split():
        case ["go", ("north" | "south") as way]:
            return way
        case ["go", *ways] if len(ways) > 1:
            return ways
        case "go", way:
            return "to " + way
        case _:
            pass
    return None


def binds(v):
    x = "old"
    match v:
        case [x, 1]:
            pass
        case [_, y] if y > 5:
            return y
    return x


def loops(items):
    out = []
    for item in items:
        match item:
            case "stop":
                break
            case "skip":
                continue
            case int(n):
                out.append(n)
            case other:
                out.append(str(other))
    else:
        out.append("end")
    return out


def generated(items):
    for item in items:
        match item:
            case (a, b):
                yield a
                yield b
            case a:
                yield a


def inner(v):
    match v:
        case {"f": k}:
            return (lambda z: z + k)(1)
        case [head, *tail]:
            return [head + t for t in tail]


def tryit(f, *args):
    try:
        return f(*args)
    except Exception as e:
        return type(e).__name__


def bad(v):
    match v:
        case int(a, b):
            return a
        case Point(a, b, c):
            return a


match = 3
case = match + 1
match: int
values = [0, True, 1, -1, 2.5, "a", "b", "c", None, "g", [], (), [5], (5,), [1, 2, 3], [4, 9], (7, 8, 7), [7, 7], [[1, 2], 3], [3, 4, 5], {"kind": "box", "size": (2, 3)},
          {"kind": "tree", "age": 3}, {"kind": 4}, {1: 2, 2: 3, 3: 4}, Pair(3, 0), Pair(3, 1), Point(0, 4), Point(2, 2), Point(1, 2), Old(1, Old(2, 3)), Old(1, 2),
          101, 50, 3.5, {1, 2}, range(2), range(0, 1), {}, "xyz", 10 ** 30, False]
result = [shape(v) for v in values]
result += [flow("go north"), flow("go a b"), flow("go x"), flow("stay"), flow("")]
result += [binds([3, 1]), binds([3, 2]), binds([3, 7]), binds(4), loops([1, "skip", "x", 2.5]), loops([1, "stop", 2])]
result += [list(generated([1, (2, 3), "a"])), inner({"f": 4}), inner([1, 2, 3]), tryit(bad, 3), tryit(bad, Point(1, 2)), tryit(bad, "x"), match, case]
