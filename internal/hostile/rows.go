package hostile

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// Rows are all hostile inputs.
func Rows() []Row {
	return slices.Concat(specs(), operators(), ocl(), cards(), zebras(), boards(), rulesFiles(), plans(), records(), calls(), signals(), families(), proofs(), pages())
}

// spec is a specification of one symbol, one condition and one question.
func spec(symbol, condition, answer string) string {
	return fmt.Sprintf("symbols:\n  x: %s\nconditions:\n  c: {formula: %q}\nmax_solution: 1000000000\nqueries:\n  q: {desc: Q, ans_formula: %q, ans_text: str(_ans)}\ndesc: \"T {q}\"\n",
		symbol, condition, answer)
}

func bools(n string) string { return fmt.Sprintf("{source: [\"range(%s)\"], type: bool}", n) }
func ints(n string) string  { return fmt.Sprintf("{source: [\"range(%s)\"], type: int}", n) }

// within bounds the integers of spec.
func within(lo, hi, more string) string {
	return fmt.Sprintf("And([And(v >= %s, v <= %s) for v in x] + [%s])", lo, hi, more)
}

func specs() []Row {
	var rows []Row
	add := func(name string, fast bool, text string) {
		rows = append(rows, Row{Reader: "spec", Name: name, Fast: fast, Files: map[string]string{"s.yaml": text}, Args: []string{"generate", "s.yaml"}})
	}
	add("Or of 100,000 unknowns, all solutions", true, spec(bools("100000"), "Or(x)", "len(_solutions)"))
	add("three million unknowns", true, spec(bools("3*10**6"), "Or(x)", "1"))
	add("2^40 solutions", false, spec(bools("40"), "Or(x)", "len(_solutions)"))
	add("2^200 solutions in parts", false, spec(bools("200"), "And([Or(x[2*i], x[2*i+1]) for i in range(100)])", "len(_solutions)"))
	add("3,000 integers that differ", false, spec(ints("3000"), within("0", "3000", "Distinct(x)"), "1"))
	add("some two of 2,000 integers are equal", false, spec(ints("2000"), within("0", "10**6", "Not(Distinct(x))"), "1"))
	add("a term that doubles 100 times", false, spec(ints("2"), "reduce(lambda a, b: a + a, range(100), x[0]) > 0", "1"))
	add("a term 200,000 deep", false, spec(ints("2"), "reduce(lambda a, b: If(a > b, a + 1, a - 1), range(200000), x[0]) > 0", "1"))
	add("numbers of 200,000 bits", true, spec(ints("2"), "And([x[0] > 2**200000 + i for i in range(10000)])", "1"))
	add("a product of everything", false, spec(ints("400"), within("0", "100", "Sum([x[i]*x[j] for i in range(400) for j in range(i)]) == 10**6 + 1"), "1"))
	add("Pell's equation", false, spec(ints("2"), within("1", "10**6", "x[0]*x[0] - 3*x[1]*x[1] == 2"), "1"))
	add("pigeons", false, spec(bools("132"), "And([Or([x[i*11+j] for j in range(11)]) for i in range(12)] + [Or(Not(x[i*11+j]), Not(x[k*11+j])) for j in range(11) for i in range(12) for k in range(i)])", "1"))
	add("a real system", false, spec("{source: [\"range(150)\"], type: real}", "And([Sum([x[j] * ((i*31 + j*17) % 97 + 1) for j in range(150)]) <= i for i in range(150)])", "1"))
	add("bit vectors of 64 bits", true, spec("{source: [\"range(20)\"], type: \"bv[64]\"}", "And([x[i] * x[i+1] == 12345678901234567 for i in range(19)])", "1"))
	add("an enumeration of 100,000 values", true, spec("{source: [\"range(50)\"], type: enum, domain: \"range(100000)\"}", "Sum([If(v == x[0], 1, 0) for v in x]) > 3", "len(_solutions)"))
	add("a source of 10^12 pairs", true, strings.Replace(spec(bools("3"), "True", "1"), "conditions:\n", "conditions:\n  d: {source: [\"range(10**6)\", \"range(10**6)\"], domain: 3, formula: \"x[0]\"}\n", 1))
	add("a list of 10^12", true, spec(bools("3"), "[0]*10**12 == x", "1"))
	add("endless, with something drawn", false, "variables:\n  k: {type: int, domain: \"[1, 9]\"}\n"+spec(bools("3"), "all(i + k >= 0 for i in range(10**15))", "1"))
	add("a text of 15 MB, a hundred times", true, strings.Replace(spec(bools("3"), "And(x)", "1"), "T {q}", "{'x'*15000000}{'y'*15000000}{'z'*15000000} {q}", 1))
	add("aliases that double 40 times", true, aliases())
	add("brackets 500,000 deep", true, "a: "+strings.Repeat("[", 500_000))
	add("a key a line, 500,000 times", false, "variables:\n"+lines(500_000, "  v%d: {formula: 1}\n")+spec(bools("3"), "And(x)", "1"))
	add("parentheses 200,000 deep", true, spec(bools("3"), strings.Repeat("(", 200_000)+"x[0]"+strings.Repeat(")", 200_000), "1"))
	add("a sum of 200,000 written out", true, spec(ints("3"), strings.Repeat("x[0] + ", 200_000)+"1 > 0", "1"))
	add("a pattern that backtracks", true, spec(bools("3"), "re.match('(a+)+b', 'a'*60) is None and x[0]", "1"))
	add("an objective over everything", false, strings.Replace(spec(ints("300"), within("0", "10**6", "Sum(x) < 10**7"), "1"), "queries:", "optimize: {type: maximize, formula: \"Sum([v*(i % 7 - 3) for i, v in enumerate(x)])\"}\nqueries:", 1))
	return rows
}

func aliases() string {
	var b strings.Builder
	b.WriteString("a0: &a0 [x, x]\n")
	for i := 1; i <= 40; i++ {
		fmt.Fprintf(&b, "a%d: &a%d [*a%d, *a%d]\n", i, i, i-1, i-1)
	}
	return b.String()
}

func lines(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

func operators() []Row {
	var rows []Row
	for _, c := range []struct {
		name, code string
		fast       bool
	}{
		{"a __repr__ that prints itself", "class A:\n    def __repr__(self):\n        return '%s' % self\ndef f():\n    return repr(A())\n", true},
		{"a __repr__ that fails with itself", "class A:\n    def __repr__(self):\n        return self + 1\ndef f():\n    a = A()\n    return a + 1\n", true},
		{"a truth that is itself", "class A:\n    def __bool__(self):\n        return self\ndef f():\n    return 1 if A() else 2\n", true},
		{"a class that is its own __init__", "class A:\n    pass\nA.__init__ = A\ndef f():\n    return A()\n", true},
		{"iterators of iterators", "def f():\n    it = iter([1])\n    for i in range(10**6):\n        it = map(abs, it)\n    return next(it)\n", true},
		{"classes of classes", "def f():\n    class A:\n        pass\n    for i in range(10**6):\n        class A(A):\n            pass\n    return 1\n", true},
		{"generators without end", "def g():\n    while True:\n        yield 1\ndef f():\n    gs = []\n    while True:\n        x = g()\n        next(x)\n        gs.append(x)\n", true},
		{"a string that doubles", "def f():\n    s = 'a'\n    while True:\n        s += s\n", true},
		{"a loop at the beginning of the file", "while True:\n    pass\ndef f():\n    return 1\n", true},
		{"an exception that is caught for ever", "def f():\n    while True:\n        try:\n            while True:\n                pass\n        except:\n            pass\n", true},
		{"blocks 5,000 deep", "def f():\n" + blocks(5000), true},
		{"ten megabytes of source", "def f():\n    return 1\n" + strings.Repeat("# nothing to see here\n", 500_000), false},
		{"a name for each of 100,000 functions", lines(100_000, "def g%d(): return 1\n") + "def f():\n    return 1\n", false},
	} {
		rows = append(rows, Row{Reader: "operators", Name: c.name, Fast: c.fast, Args: []string{"generate", "s.yaml"}, Files: map[string]string{
			"f.py": c.code, "s.yaml": "custom_operator: {f: f.py}\nvariables:\n  n: {formula: f()}\n" + spec(bools("3"), "And(x)", "1")}})
	}
	return rows
}

func blocks(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat(" ", i+1) + "if True:\n")
	}
	return b.String() + strings.Repeat(" ", n+1) + "return 1\n"
}

const sets = "Property_name = Set{'top', 'body', 'roof'}\nProperty_value = Set{'red', 'green', 'blue'}\n"

const cars = `properties:
  colour: [red, green, blue]
  make: [audi, ford, opel]
`

func ocl() []Row {
	var rows []Row
	for _, c := range []struct {
		name, text string
		fast       bool
	}{
		{"parentheses 100,000 deep", "context Thing inv: " + strings.Repeat("(", 100_000) + "true" + strings.Repeat(")", 100_000), true},
		{"a row of 200,000 operators", "context Thing inv: " + strings.Repeat("true and ", 200_000) + "true", true},
		{"quantifiers ten deep", "context Thing inv: " + quantifiers(10), true},
		{"quantifiers 200 deep", "context Thing inv: " + quantifiers(200), true},
		{"a sequence of a billion", "context Thing inv: Sequence{1..1000000000}->forAll(i | i > 0)", true},
		{"sequences of sequences", "context Thing inv: Sequence{1..100000}->collect(i | Sequence{1..100000}->collect(j | i * j))->size() > 0", true},
		{"text without end", "context Thing inv: '" + strings.Repeat("x", 2_000_000), true},
		{"a variable of a variable", "context Thing inv: " + lets(3000), true},
		{"iterate that doubles", "context Thing inv: Sequence{1..100}->iterate(i; s : String = 'a' | s.concat(s)).size() > 0", true},
		{"ten thousand invariants", lines(10_000, "context Thing inv i%d: Thing.allInstances()->forAll(a, b | a = b or a <> b)\n"), false},
	} {
		rows = append(rows, Row{Reader: "ocl", Name: c.name, Fast: c.fast, Files: map[string]string{"p.properties": sets, "p.invs": c.text},
			Args: []string{"generate", "cards:p.properties", "--set", "invariants=p.invs"}})
	}
	for _, c := range []struct{ name, expr string }{
		{"a sequence of a billion", "Sequence{1..1000000000}->forAll(i | i > 0)"},
		{"a sequence that just fits, many times", "Thing.allInstances->collectNested(a | Sequence{1..400000})->size()"},
		{"sequences of sequences", "Sequence{1..100000}->collect(i | Sequence{1..100000}->collect(j | i * j))->size() > 0"},
		{"a union that doubles", "Sequence{1..100}->iterate(i; s : Sequence(Integer) = Sequence{1} | s->union(s))->size()"},
		{"a text that doubles", "Sequence{1..100}->iterate(i; s : String = 'a' | s.concat(s)).size() > 0"},
		{"quantifiers ten deep", quantifiers(10)},
		{"sets of sets", "Sequence{1..3000}->iterate(i; s : Set(Integer) = Set{} | s->including(i))->size()"},
	} {
		rows = append(rows, Row{Reader: "ocl", Name: "query: " + c.name, Args: []string{"query", "cards:cars", c.expr}})
	}
	return rows
}

func quantifiers(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "Thing.allInstances()->forAll(v%d | ", i)
	}
	return b.String() + "true" + strings.Repeat(")", n)
}

func lets(n int) string {
	var b strings.Builder
	b.WriteString("let v0 = 1 in ")
	for i := 1; i < n; i++ {
		fmt.Fprintf(&b, "let v%d = v%d + v%d in ", i, i-1, i-1)
	}
	return fmt.Sprintf("%sv%d > 0", b.String(), n-1)
}

func values(n int, name string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%s%d, ", name, i)
	}
	return "[" + b.String() + "]"
}

func cards() []Row {
	solve := func(name string, fast bool, text string) Row {
		return Row{Reader: "cards", Name: name, Fast: fast, Files: map[string]string{"c.yaml": text}, Args: []string{"solve", "--kind", "cards", "c.yaml"}}
	}
	var many strings.Builder
	many.WriteString("properties:\n")
	for i := range 40 {
		fmt.Fprintf(&many, "  p%d: %s\n", i, values(40, fmt.Sprintf("v%d_", i)))
	}
	return []Row{
		solve("40 properties of 40 values", true, many.String()+"clues:\n  - p0 = v0_0\n"),
		solve("a property of 300,000 values", false, "properties:\n  a: "+values(300_000, "v")+"\n  b: [x, y]\nclues:\n  - a = v1\n"),
		solve("a clue 100,000 deep", true, cars+"clues:\n  - "+strings.Repeat("not (", 100_000)+"colour = red"+strings.Repeat(")", 100_000)+"\n"),
		solve("a clue of 100,000 parts", false, cars+"clues:\n  - "+strings.Repeat("colour = red or ", 100_000)+"make = ford\n"),
		solve("50,000 clues", false, cars+"clues:\n"+lines(50_000, "  - colour = red or make = ford # %d\n")),
		solve("aliases that double", true, aliases()),
		solve("brackets without end", true, "properties: "+strings.Repeat("{a: ", 300_000)),
		{Reader: "cards", Name: "the small language, one word a megabyte", Fast: true, Args: []string{"solve", "--kind", "cards", "c.dsl"},
			Files: map[string]string{"c.dsl": "domain \"cars\" concept " + strings.Repeat("a", 1_000_000) + " = red, green"}},
		{Reader: "cards", Name: "a board larger than any", Fast: true, Args: []string{"generate", "cards:99x99x99x99x99"}},
	}
}

func zebras() []Row {
	solve := func(name string, fast bool, text string) Row {
		return Row{Reader: "zebra", Name: name, Fast: fast, Files: map[string]string{"z.yaml": text}, Args: []string{"solve", "--kind", "zebra", "z.yaml"}}
	}
	var wide strings.Builder
	wide.WriteString("categories:\n")
	for i := range 200 {
		fmt.Fprintf(&wide, "  c%d: %s\n", i, values(200, fmt.Sprintf("v%d_", i)))
	}
	return []Row{
		solve("200 categories of 200 items", false, wide.String()+"clues:\n  - v0_0 is v1_1\n"),
		solve("a clue without end", true, "categories:\n  a: [x, y, z]\n  b: [u, v, w]\nclues:\n  - "+strings.Repeat("x is u or ", 100_000)+"x is v\n"),
		solve("brackets without end", true, "categories: "+strings.Repeat("[", 400_000)),
		solve("aliases that double", true, aliases()),
		solve("100,000 clues", false, "categories:\n  a: [x, y, z]\n  b: [u, v, w]\nclues:\n"+strings.Repeat("  - x is u\n", 100_000)),
		{Reader: "zebra", Name: "100,000 solutions of seven rows", Files: map[string]string{"z.yaml": "categories:\n" + lines(7, "  c%[1]d: ["+"a%[1]d, b%[1]d, c%[1]d, d%[1]d, e%[1]d, f%[1]d, g%[1]d]\n") + "clues:\n  - a0 is a1\n"},
			Args: []string{"solve", "--kind", "zebra", "--limit", "100000", "z.yaml"}},
		{Reader: "zebra", Name: "sentences without end", Fast: true, Args: []string{"solve", "--kind", "zebra", "--from", "lineup", "z.txt"},
			Files: map[string]string{"z.txt": "Heading\n\n" + strings.Repeat("1. The ", 300_000)}},
		{Reader: "zebra", Name: "a grid larger than any", Fast: true, Args: []string{"generate", "zebra:99999x99999"}},
	}
}

func boards() []Row {
	solve := func(kind, name string, fast bool, text string, args ...string) Row {
		return Row{Reader: "boards", Name: kind + ": " + name, Fast: fast, Files: map[string]string{"b.txt": text}, Args: append([]string{"solve", "--kind", kind, "b.txt"}, args...)}
	}
	return []Row{
		solve("sudoku", "a line of 10 MB", true, strings.Repeat("1", 10_000_000)),
		solve("sudoku", "an empty board of 36x36", false, "36x36:"+strings.Repeat(".", 1296)+"\n", "--limit", "1000", "--time", "20s"),
		solve("sudoku", "an empty board, 100,000 solutions", false, strings.Repeat(".", 81)+"\n", "--limit", "100000"),
		solve("sudoku", "an empty board of 25x25, 100,000 solutions", false, "25x25:"+strings.Repeat(".", 625)+"\n", "--limit", "100000"),
		solve("sudoku", "JSON without end", true, strings.Repeat(`{"params":`, 300_000)),
		solve("sudoku", "an f-puzzles link that unpacks to much", true, "https://f-puzzles.com/?load="+strings.Repeat("N4Igzg9grgTgxgUxALhAOQIYFsQBoQAmGALgJYBuGYASgIxUB2A8gAoCyA", 2000)),
		solve("sudoku", "numbers too large for a board", true, "99999999x99999999:1\n"),
		solve("sudoku", "200,000 boards", false, strings.Repeat("x\n", 200_000)),
		solve("fillomino", "an empty board of 64x64", false, "64 64\n"+strings.Repeat(strings.Repeat("- ", 64)+"\n", 64)),
		solve("fillomino", "a run that is longer than memory", true, "https://puzz.link/p?fillomino/999999999/999999999/"+strings.Repeat("z", 100_000)),
		solve("fillomino", "letters that stand for many blanks", true, "9999x9999:"+strings.Repeat("z", 500_000), "--from", "tatham"),
		solve("fillomino", "JSON of a million rows", true, `{"rows": 1000000, "cols": 1000000, "cells": [`+strings.Repeat("[0],", 300_000)+"[0]]}"),
		{Reader: "boards", Name: "sudoku: a target that cannot be", Args: []string{"generate", "sudoku:16x16", "--set", "empties=256", "--set", "attempts=1000000"}, Signal: 2 * time.Second},
		{Reader: "boards", Name: "render: a page of 10,000 puzzles", Files: map[string]string{"b.txt": strings.Repeat("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n", 10_000)},
			Args: []string{"render", "--kind", "sudoku", "b.txt", "-o", "out.pdf"}, Signal: 4 * time.Second},
	}
}

func plans() []Row {
	build := func(name string, fast bool, text string) Row {
		return Row{Reader: "plans", Name: name, Fast: fast, Files: map[string]string{"p.yaml": text}, Args: []string{"dataset", "build", "p.yaml", "-o", "out", "-j", "1"}}
	}
	return []Row{
		build("aliases that double", true, aliases()),
		build("brackets without end", true, "items: "+strings.Repeat("[", 500_000)),
		build("100,000 items that are not there", false, "name: n\nseed: 1\nitems:\n"+lines(100_000, "  - {source: \"none%d.yaml\", count: 1}\n")),
		build("a share of parts without end", true, "name: n\nitems:\n  - {source: \"gallery:ages\", count: 3}\nsplit: {"+lines(100_000, "p%d: 0.00001, ")+"}\n"),
		{Reader: "plans", Name: "10^18 records", Files: map[string]string{"p.yaml": "name: n\nseed: 1\nitems:\n  - {source: \"gallery:ages\", count: 1000000000000000000}\n"},
			Args: []string{"dataset", "build", "p.yaml", "-o", "out", "-j", "1"}, Signal: 2 * time.Second},
	}
}

func records() []Row {
	deep := strings.Repeat("[", 400_000)
	answer := func(text string) string {
		return fmt.Sprintf(`{"answer": %q, "reference": "1", "eval_type": "numeral"}`+"\n", text)
	}
	file := func(command []string, name string, fast bool, text string) Row {
		return Row{Reader: "records", Name: strings.Join(command, " ") + ": " + name, Fast: fast, Files: map[string]string{"r.jsonl": text, "s.yaml": spec(ints("3"), "And([v > 0 for v in x])", "1")},
			Args: append(slices.Clone(command), "r.jsonl")}
	}
	long := `{"problem": "` + strings.Repeat("p", 30_000_000) + `", "answer": "1"}` + "\n"
	return []Row{
		{Reader: "records", Name: "grade: a million characters of digits", Fast: true, Args: []string{"grade", "--answers", "-"}, Stdin: answer(strings.Repeat("9", 1_000_000))},
		{Reader: "records", Name: "grade: boxes 100,000 deep", Fast: true, Args: []string{"grade", "--answers", "-"}, Stdin: answer(strings.Repeat("\\boxed{", 100_000))},
		{Reader: "records", Name: "grade: powers of powers", Fast: true, Args: []string{"grade", "--answers", "-"}, Stdin: answer("9^9^9^9^9^9 10^(10^10) 1e999999999 " + strings.Repeat("9^", 50_000) + "9")},
		{Reader: "records", Name: "grade: fractions of fractions", Fast: true, Args: []string{"grade", "--answers", "-"}, Stdin: answer(strings.Repeat("\\frac{1}{", 50_000))},
		file([]string{"grade", "--answers"}, "JSON without end", true, deep),
		file([]string{"dataset", "stats"}, "a line of 30 MB", true, long),
		file([]string{"dataset", "difficulty"}, "JSON without end", true, deep),
		file([]string{"dataset", "dedupe", "-o", "o.jsonl"}, "a line of 30 MB, twice", false, long+long),
		file([]string{"replay", "s.yaml", "--records"}, "a configuration without end", true, `{"problem": "p", "answer": "1", "config": `+deep),
		file([]string{"replay", "s.yaml", "--records"}, "a configuration with numbers of a million digits", true, `{"problem": "p", "answer": "1", "config": {"x": `+strings.Repeat("9", 1_000_000)+"}}\n"),
		file([]string{"explain"}, "a record of a million quotes", true, `{"problem": "`+strings.Repeat(`\"`, 1_000_000)+`", "answer": "1"}`+"\n"),
	}
}

func calls() []Row {
	type m = map[string]any
	call := func(name string, fast bool, posts ...Post) Row {
		return Row{Reader: "web", Name: name, Fast: fast, Posts: posts}
	}
	sample := func(text string) Post { return Post{"/api/v1/make/sample", m{"spec": text, "seed": 1}} }
	return []Row{
		call("a sample of Or over 100,000 unknowns", true, sample(spec(bools("100000"), "Or(x)", "len(_solutions)"))),
		call("a sample of three million unknowns", false, sample(spec(bools("3*10**6"), "Or(x)", "1"))),
		call("a sample with much text", false, sample(strings.Replace(spec(bools("3"), "And(x)", "1"), "T {q}", "{'x'*15000000}{'y'*15000000} {q}", 1))),
		call("a sample of products", false, sample(spec(ints("300"), within("0", "100", "Sum([x[i]*x[j] for i in range(300) for j in range(i)]) == 10**6 + 1"), "1"))),
		call("a sample of pigeons", false, sample(spec(bools("132"), "And([Or([x[i*11+j] for j in range(11)]) for i in range(12)] + [Or(Not(x[i*11+j]), Not(x[k*11+j])) for j in range(11) for i in range(12) for k in range(i)])", "1"))),
		call("lint of aliases and of brackets", true, Post{"/api/v1/make/lint", m{"spec": aliases()}}, Post{"/api/v1/make/lint", m{"spec": "a: " + strings.Repeat("[", 120_000)}},
			Post{"/api/v1/make/lint", m{"spec": lines(3000, "v%d: {formula: \"((((1))))\"}\n")}}),
		call("completion in brackets", true, Post{"/api/v1/make/complete", m{"spec": strings.Repeat("- [{a: ", 10_000), "line": 1, "col": 5000}}),
		call("JSON without end", true, Post{"/api/v1/solve", strings.Repeat(`{"puzzle":`, 300_000)}, Post{"/api/v1/solve", strings.Repeat("[", 3_000_000)}),
		call("solutions of an empty 36x36", false, Post{"/api/v1/count", m{"puzzle": "sudoku:36x36:" + strings.Repeat(".", 1296), "limit": 2000}}),
		call("an explanation of an empty 25x25", false, Post{"/api/v1/explain", m{"puzzle": "sudoku:25x25:" + strings.Repeat(".", 625)}}),
		call("a Fillomino of 64x64", false, Post{"/api/v1/generate", m{"family": "fillomino", "params": "64x64", "settings": m{"class": "evil"}}}),
		call("a rating of an empty Fillomino", false, Post{"/api/v1/rate", m{"puzzle": "fillomino:30x30:" + strings.Repeat("z", 34) + "p"}}),
		call("an import of much", true, Post{"/api/v1/import", m{"family": "fillomino", "text": "https://puzz.link/p?fillomino/99999/99999/" + strings.Repeat("z", 200_000)}},
			Post{"/api/v1/import", m{"family": "sudoku", "text": strings.Repeat(".", 900_000)}}, Post{"/api/v1/import", m{"family": "zebra", "text": strings.Repeat("1. The ", 100_000)}}),
		call("a page of a large picture", false, Post{"/api/v1/render", m{"puzzle": "sudoku:36x36:" + strings.Repeat(".", 1296), "format": "png", "unit": 400}}),
		call("cards of a setter with hostile invariants", false, Post{"/api/v1/cards", m{"properties": sets, "invariants": "context Thing inv: " + quantifiers(60)}},
			Post{"/api/v1/cards", m{"properties": sets, "invariants": "context Thing inv: Sequence{1..100}->iterate(i; s : Sequence(Integer) = Sequence{1} | s->union(s))->size() > 0"}}),
		call("an answer of a million characters", true, Post{"/api/v1/grade", m{"puzzle": "worded:ages#3", "answer": strings.Repeat("9^", 500_000)}}),
		call("a puzzle that is a hostile specification", true, Post{"/api/v1/view", m{"puzzle": "worded:" + strings.Repeat("ages#3,", 100_000)}}),
		call("a blank Fillomino of 64x64, judged", false, Post{"/api/v1/make/board", m{"family": "fillomino", "params": "64x64", "judge": true}}),
	}
}

func signals() []Row {
	stop := func(name string, args []string, files map[string]string) Row {
		return Row{Reader: "signal", Name: name, Args: args, Files: files, Signal: 1500 * time.Millisecond}
	}
	s := func(text string) map[string]string { return map[string]string{"s.yaml": text} }
	return []Row{
		stop("while it solves", []string{"generate", "s.yaml", "-o", "o.jsonl"}, s(spec(bools("132"), "And([Or([x[i*11+j] for j in range(11)]) for i in range(12)] + [Or(Not(x[i*11+j]), Not(x[k*11+j])) for j in range(11) for i in range(12) for k in range(i)])", "1"))),
		stop("while it builds the model", []string{"generate", "s.yaml"}, s(spec(ints("1500"), within("0", "10**6", "Sum([x[i]*x[j] for i in range(1500) for j in range(i)]) > 5"), "1"))),
		stop("while expressions run", []string{"generate", "s.yaml", "--max-tries", "1000000"}, s("variables:\n  k: {type: int, domain: \"[1, 9]\"}\n"+spec(bools("3"), "all(i + k >= 0 for i in range(10**15))", "1"))),
		stop("while it makes records", []string{"generate", "gallery:ages", "-n", "100000000", "-o", "o.jsonl"}, nil),
		stop("while it makes large boards", []string{"generate", "sudoku:36x36", "-n", "100", "-o", "o.jsonl"}, nil),
		stop("while it solves a large empty board", []string{"solve", "--kind", "fillomino", "b.txt"}, map[string]string{"b.txt": "60 60\n" + strings.Repeat(strings.Repeat("- ", 60)+"\n", 60)}),
		stop("while it explains", []string{"explain", "sudoku:25x25#1"}, nil),
		stop("while it waits for input", []string{"grade", "--answers", "-"}, nil),
		stop("while it serves", []string{"serve", "--addr", "127.0.0.1:0"}, nil),
	}
}

// order is a specification that a strict order of n things without a least one contradicts: its proof has many clauses.
func order(n int) string {
	return spec(bools(fmt.Sprint(n*n)), fmt.Sprintf("And([Or([x[i*%[1]d+j] for i in range(%[1]d) if i != j]) for j in range(%[1]d)] + [Not(And(x[i*%[1]d+j], x[j*%[1]d+i])) for i in range(%[1]d) for j in range(i)] + "+
		"[Or(Not(x[i*%[1]d+j]), Not(x[j*%[1]d+k]), x[i*%[1]d+k]) for i in range(%[1]d) for j in range(%[1]d) for k in range(%[1]d) if i != j and j != k and i != k])", n), "1")
}

// proofs are specifications whose proofs are long, and many solutions that each have one.
func proofs() []Row {
	certify := func(name string, signal time.Duration, text string) Row {
		return Row{Reader: "proof", Name: name, Files: map[string]string{"s.yaml": text}, Args: []string{"generate", "s.yaml", "--certify", "proof", "--max-tries", "3"}, Signal: signal}
	}
	return []Row{
		certify("an order without a least thing", 0, order(24)),
		certify("a larger order, stopped", 3*time.Second, order(40)),
		certify("100,000 unknowns", 0, spec(bools("100000"), "And(x)", "1")),
		certify("half a million clauses", 0, spec(bools("1000"), "And([Or(x[i], x[j], x[(i+j) % 1000]) for i in range(1000) for j in range(i)] + [Or(Not(x[0]), Not(x[1])), x[0], x[1]])", "1")),
		certify("2^16 solutions", 0, spec(bools("16"), "Or(x)", "len(_solutions)")),
		certify("numbers of which few sums fit", 0, spec(ints("40"), within("0", "1000", "Sum([v*(3*i+7) for i, v in enumerate(x)]) == 2"), "1")),
	}
}

// families are puzzles of the families with much to find, to explain or to make.
func families() []Row {
	empty := func(n int) string { return fmt.Sprintf("%dx%d:%s\n", n, n, strings.Repeat(".", n*n)) }
	zebra := func(categories, items, clues int) string {
		var b strings.Builder
		b.WriteString("categories:\n")
		for i := range categories {
			fmt.Fprintf(&b, "  c%d: %s\n", i, values(items, fmt.Sprintf("v%d_", i)))
		}
		b.WriteString("line: c0\nclues:\n  - v0_0 is v1_0\n")
		for i := 1; i < clues; i++ {
			fmt.Fprintf(&b, "  - v%d_%d is not v%d_%d\n", i%categories, i%items, (i+1)%categories, (i+2)%items)
		}
		return b.String()
	}
	cards := func(properties, values int) string {
		var b strings.Builder
		b.WriteString("properties:\n")
		for i := range properties {
			fmt.Fprintf(&b, "  p%d: [", i)
			for v := range values {
				fmt.Fprintf(&b, "v%d_%d, ", i, v)
			}
			b.WriteString("]\n")
		}
		return b.String() + "clues:\n  - p0 = v0_0 => p1 = v1_1\n"
	}
	row := func(name, kind, text string, signal time.Duration, command string, args ...string) Row {
		return Row{Reader: kind, Name: command + ": " + name, Files: map[string]string{"f.txt": text}, Args: append([]string{command, "--kind", kind, "f.txt"}, args...), Signal: signal}
	}
	make := func(name string, signal time.Duration, args ...string) Row {
		return Row{Reader: "make", Name: name, Args: append([]string{"generate"}, args...), Signal: signal}
	}
	return []Row{
		row("100,000 solutions of an empty 36x36", "sudoku", empty(36), 0, "solve", "--limit", "100000"),
		row("an empty 36x36", "sudoku", empty(36), 4*time.Second, "explain"),
		row("an empty 25x25", "sudoku", empty(25), 4*time.Second, "rate"),
		row("an empty 36x36", "sudoku", empty(36), 4*time.Second, "hint"),
		row("a board of one value", "sudoku", "25x25:"+"1"+strings.Repeat(".", 624)+"\n", 4*time.Second, "check"),
		row("100,000 solutions of an open grid", "zebra", zebra(10, 10, 1), 0, "solve", "--limit", "100000"),
		row("100,000 solutions of a larger one", "zebra", zebra(20, 20, 1), 0, "solve", "--limit", "100000"),
		row("an open grid of 30 by 30", "zebra", zebra(30, 30, 400), 4*time.Second, "solve"),
		row("an open grid of 12 by 12", "zebra", zebra(12, 12, 100), 4*time.Second, "explain"),
		row("an open grid of 30 by 30", "zebra", zebra(30, 30, 400), 4*time.Second, "explain"),
		row("an open grid of 30 by 30", "zebra", zebra(30, 30, 400), 4*time.Second, "hint"),
		row("a grid of 31 by 32 in little memory", "zebra", zebra(31, 32, 900), 0, "explain", "--memory", "64MiB", "--time", "10s"),
		row("an open grid of 12 by 12", "zebra", zebra(12, 12, 100), 4*time.Second, "rate"),
		row("100,000 solutions", "cards", cards(8, 8), 0, "solve", "--limit", "100000"),
		row("ten properties of ten values", "cards", cards(10, 10), 4*time.Second, "explain"),
		row("seven properties of nine values", "cards", cards(7, 9), 4*time.Second, "rate"),
		row("seven properties of nine values", "cards", cards(7, 9), 4*time.Second, "check"),
		make("zebra 12 by 12, fiendish", 4*time.Second, "zebra:12x12", "--class", "fiendish"),
		make("cards of many values", 4*time.Second, "cards:9x9x9x9x9"),
		make("sudoku 25x25, as few givens as can be", 4*time.Second, "sudoku:25x25", "--set", "empties=500"),
		make("slitherlink 30 by 30, hard", 4*time.Second, "slitherlink:30x30", "--class", "3"),
	}
}

// pages are drawings of much.
func pages() []Row {
	sheet := func(name, kind, text, out string, signal time.Duration, args ...string) Row {
		return Row{Reader: "pages", Name: name, Files: map[string]string{"f.txt": text}, Args: append([]string{"render", "--kind", kind, "f.txt", "-o", out}, args...), Signal: signal}
	}
	line := "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n"
	return []Row{
		sheet("a book of 60,000 puzzles", "sudoku", strings.Repeat(line, 60_000), "out.pdf", 0),
		sheet("a book of 60,000 puzzles, stopped", "sudoku", strings.Repeat(line, 60_000), "out.pdf", 3*time.Second),
		sheet("a book of empty boards of 36x36", "sudoku", strings.Repeat(fmt.Sprintf("36x36:%s\n", strings.Repeat(".", 1296)), 3_000), "out.pdf", 0),
		sheet("a picture of a large board", "sudoku", fmt.Sprintf("36x36:%s\n", strings.Repeat(".", 1296)), "out.png", 0, "--unit", "400"),
	}
}
