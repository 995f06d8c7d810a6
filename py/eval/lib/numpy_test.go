package lib

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/py/eval"
	"github.com/quandary-puzzles/quandary/py/syntax"
)

// shown is how the file of expressions writes a value: of an array what it holds, its shape and its text.
const shown = `
import numpy as np

def show(v):
    if isinstance(v, np.ndarray):
        return f"{v.dtype} {v.shape} {v}"
    return repr(v)

def run():
    return show(EXPRESSION)
`

// TestNumpy evaluates expressions whose values numpy 2.4 has given.
func TestNumpy(t *testing.T) {
	data, err := os.ReadFile("../numpy/testdata/expressions.txt")
	if err != nil {
		t.Fatal(err)
	}
	u := NewUniverse()
	for line := range strings.Lines(string(data)) {
		expr, want, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		got, err := runSourceText(t, u, strings.Replace(shown, "EXPRESSION", expr, 1))
		if err != nil {
			t.Errorf("%s: %v, want %s", expr, err, want)
			continue
		}
		if got := strings.ReplaceAll(got, "\n", `\n`); got != want {
			t.Errorf("%s:\n got %s\nwant %s", expr, got, want)
		}
	}
}

// runSourceText runs a program's run() and gives its text.
func runSourceText(t *testing.T, u *eval.Universe, src string) (string, error) {
	t.Helper()
	m, err := syntax.ParseModule("p.py", src)
	if err != nil {
		return "", err
	}
	l := eval.NewLayout(u)
	c, err := eval.CompileModule(l, m, eval.Source{File: "p.py", Text: src})
	if err != nil {
		return "", err
	}
	th := eval.NewThread(context.Background(), rng.New(1), eval.DefaultLimits())
	defer th.Close()
	g := l.NewGlobals()
	if _, err := c.Eval(th, g); err != nil {
		return "", err
	}
	f, _ := g.Lookup("run")
	v, err := eval.Call(th, f, nil, nil)
	if err != nil {
		return "", err
	}
	return eval.ToStr(th, v)
}

// TestNumpyPrograms covers what one expression cannot show: views, errors, budgets, and what draws.
func TestNumpyPrograms(t *testing.T) {
	u := NewUniverse()
	for _, p := range []struct{ name, body, want string }{
		{"a slice is a view", "a = np.arange(6).reshape(2, 3)\n    b = a[0]\n    b[1] = 9\n    a[:, 2] += 10\n    a[a > 11] = 0\n    return a.tolist()", "[[0, 9, 0], [3, 4, 0]]"},
		{"a copy is none", "a = np.zeros(2)\n    b = a.copy()\n    b += 1\n    a.fill(3)\n    return a.tolist(), b.tolist()", "([3.0, 3.0], [1.0, 1.0])"},
		{"shapes that do not fit", "return np.arange(3) + np.arange(2)", "ValueError: operands could not be broadcast together with shapes (3,) (2,)"},
		{"an index too far", "return np.arange(3)[3]", "IndexError: index 3 is out of bounds for axis 0 with size 3"},
		{"no truth of several", "return 1 if np.arange(3) else 2", "ValueError: The truth value of an array with more than one element is ambiguous. Use a.any() or a.all()"},
		{"singular", "try:\n        np.linalg.inv([[1, 2], [2, 4]])\n    except np.linalg.LinAlgError as e:\n        return str(e)", "Singular matrix"},
		{"too large", "return np.zeros((100000, 100000))", "memory budget used up"},
		{"too many", "a = np.arange(1000)\n    while True:\n        a = a + 1", "budget used up"},
		{"a long product", "return np.ones((2000, 2000)) @ np.ones((2000, 2000))", "budget used up"},
		{"lists in lists", "return np.array([[1, 2], [3]])", "ValueError: setting an array element with a sequence"},
		{"draws", "np.random.seed(1)\n    a = np.random.randint(1, 7, size=(2, 3))\n    r = np.random.default_rng(2)\n    p = r.permutation(5)\n    c = np.random.choice([1, 2, 3], 3, replace=False)\n    x = np.random.rand(4)\n    np.random.shuffle(p)\n    return a.shape, bool((a >= 1).all() and (a < 7).all()), sorted(p), sorted(c.tolist()), bool(((x >= 0) & (x < 1)).all())", "((2, 3), True, [0, 1, 2, 3, 4], [1, 2, 3], True)"},
		{"fractions and texts", "from fractions import Fraction\n    a = np.array([Fraction(1, 3), Fraction(1, 6)])\n    return a.sum(), (a * 6).tolist(), np.array(['b', 'a'])[::-1].tolist()", "(Fraction(1, 2), [Fraction(2, 1), Fraction(1, 1)], ['a', 'b'])"},
		{"scalars are plain numbers", "x = np.arange(3)[1]\n    return f'{x} {np.sum([1.5, 2])} {np.int64(3) * 2} {x.item()}', type(x).__name__", "('1 3.5 6 1', 'int')"},
		{"time in steps", "t = np.arange(0, 60, 0.01)\n    d = np.abs((t * 6) % 360 - (t * 0.5) % 360)\n    hits = np.where(np.isclose(d, 0, atol=0.03))[0]\n    return len(hits) > 0, round(float(t[hits[-1]]), 2)", "(True, 0.0)"},
		{"loops know its functions", "x, n = 0.0, 0\n    while x < 50:\n        x += np.sqrt(2.0) / 100\n        if np.abs(x - 25.0) < 0.5 and np.sign(x) == 1:\n            n += 1\n    return n, abs(np.abs(-3))", "(71, 3)"},
	} {
		t.Run(p.name, func(t *testing.T) {
			got, err := runSourceText(t, u, "import numpy as np\n\ndef run():\n    "+p.body+"\n")
			if err != nil {
				got = err.Error()
			}
			if !strings.Contains(got, p.want) {
				t.Errorf("got %s, want %s", got, p.want)
			}
		})
	}
}
