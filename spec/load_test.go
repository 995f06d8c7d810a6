package spec_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/quandary-puzzles/quandary/spec"
)

// TestHostile gives Load files that are no specifications; each must be refused at a place, for the right reason.
func TestHostile(t *testing.T) {
	laughs := "a: &a [x, x, x, x, x, x, x, x, x, x]\n"
	for c := 'b'; c <= 'j'; c++ {
		p := string(c - 1)
		laughs += string(c) + ": &" + string(c) + " [" + strings.Repeat("*"+p+", ", 9) + "*" + p + "]\n"
	}
	for _, tc := range []struct {
		name, data, want string
	}{
		{"empty.yaml", "", "empty.yaml:1:1: error: the file is empty"},
		{"comments.yaml", "# nothing\n", "comments.yaml:1:1: error: the file is empty"},
		{"blank.yaml", " \n\n", "blank.yaml:1:1: error: the file is empty"},
		{"binary.yaml", "desc: x\nab\x00cd", "binary.yaml:2:3: error: the control character U+0000: this is a binary file"},
		{"latin1.yaml", "desc: caf\xe9", "latin1.yaml:1:10: error: the byte 0xe9 is not UTF-8"},
		{"utf16.yaml", "\xff\xfed\x00e\x00", "utf16.yaml:1:1: error: the file is encoded in UTF-16"},
		{"tabs.yaml", "variables:\n\tn: {formula: '1'}\ndesc: x", "tabs.yaml:2:1: error: a tab in the indentation"},
		{"list.yaml", "- desc", "list.yaml:1:1: error: the file holds a list"},
		{"text.yaml", "desc", "text.yaml:1:1: error: the file holds a text"},
		{"twice.yaml", "desc: x\nvariables: {}\ndesc: y\n", `twice.yaml:3:1: error: the key "desc" is given twice, first on line 1`},
		{"two.yaml", "desc: x\n---\ndesc: y\n", "more than one YAML document"},
		{"cycle.yaml", "desc: x\nvariables: &v\n  a: *v\n", "cycle.yaml:3:6: error: the alias *v stands inside the value that it names"},
		{"laughs.yaml", laughs, "error: the file holds more than 100000 values, aliases included"},
		{"copies.yaml", "x: &x " + strings.Repeat("x", 100_000) + "\ny: [" + strings.Repeat("*x, ", 100) + "*x]\n", "more than 4194304 bytes, aliases included"},
		{"many.yaml", "desc: x\n" + strings.Repeat("? []\n: 1\n", 2000), "more than 500 problems: the rest are not listed"},
		{"deep.yaml", "desc: x\nvariables: " + strings.Repeat("[", 5000) + strings.Repeat("]", 5000), "nested more than 32 deep"},
		{"deeper.yaml", strings.Repeat("[", 200_000), "error:"},
		{"deep.json", strings.Repeat(`{"a":`, 5000), "nested more than 32 deep"},
		{"huge.yaml", "desc: " + strings.Repeat("x", 2<<20), "huge.yaml:1:1: error: the file is too large; expected at most 1048576 bytes"},
		{"colon.yaml", "desc: a: b\n", `error: mapping values are not allowed in this context; expected quotes around a text that contains ": "`},
		{"bracket.yaml", "desc: x\nvariables: {n: a[1], m: 2}\nend: y\n", "bracket.yaml:2:17: error: a bracket in a text without quotes, inside of { } or [ ]; expected double quotes"},
		{"alias.yaml", "desc: *nowhere\n", "expected an anchor (&name) before its alias"},
		{"brace.yaml", "desc: {names}\n", "brace.yaml:1:7: error: desc is a mapping; expected a text: put it in quotes if it begins with [ or {"},
		{"key.yaml", "? [a, b]\n: 1\ndesc: x\n", "error: a list as a key; expected a name"},
		{"bad.json", "{\n \"desc\": \"x\",\n}", "bad.json:3:1: error:"},
		{"cut.json", "{\n \"desc\": \"x\"", "bad.json:2:13: error: the file ends inside a value; expected valid JSON"},
		{"twice.json", "{\"desc\": \"x\",\n \"desc\": \"y\"}", `twice.json:2:2: error: the key "desc" is given twice, first on line 1`},
		{"more.json", `{"desc": "x"} {}`, "text behind the end of the document"},
	} {
		_, probs := spec.Load(tc.name, []byte(tc.data), spec.Options{})
		want := strings.Replace(tc.want, "bad.json:2", tc.name+":2", 1)
		found := false
		for _, p := range probs {
			found = found || (p.Severity == spec.Error && strings.Contains(p.Error(), want))
		}
		if !found {
			t.Errorf("%s: want %q, got:", tc.name, want)
			for _, p := range probs {
				t.Logf("   %v", p)
			}
		}
	}
}

// TestLenient holds that what published files write in several ways reads the same.
func TestLenient(t *testing.T) {
	load := func(name, text string) *spec.Document {
		t.Helper()
		doc, probs := spec.Check(name, []byte(text), spec.Options{}, spec.StandardUniverse())
		for _, p := range probs {
			if p.Severity != spec.Hint {
				t.Errorf("%v", p)
			}
		}
		return doc
	}
	doc := load("a.yaml", `
vars:
  n: {type: INT, domain: [3, 5], diff_factor: -1}
  who: {type: choice, domain: [red, 'green', 2, true, null]}
symbols:
  s: {source: range(3), type: BOOL}
  d:
    source: [s, "[True, False]"]
    amount: ['2', 1]
    order: 'False'
    domain: 3
    domain_cond: FALSE
    dim: "2"
    dim_cond: [0, 1]
    custom_cond: [{scope: dim, fields: 0, constraint: None}]
    formula: true
  e: {source: s, domain: n, formula: '_sym[0]', amount: None}
conditions: null
calc_solution: 'false'
max_solution: "10"
optimize: {type: "{'minimize' if n > 3 else 'maximize'}", formula: Sum(list(s)), unique: True}
queries:
  q:
    desc: who
    source: s
    amount: 2
    select_type: "false"
    query_type: Multiple_Choice
    opt_formula: get_value(_model, _opt[0][0]) == d
  q2: {desc: "{_value}", ans_formula: _value, ans_text: _ans}
desc: "{q} {who} {e} {q2} {n}"
`)
	v := doc.Variables
	if v[0].Type != spec.VarInt || v[0].Domain.Value != "[3, 5]" || v[0].DiffFactor != -1 {
		t.Errorf("n: %+v", v[0])
	}
	if got := v[1].Domain.Value; got != `["red", "green", 2, True, None]` {
		t.Errorf("who: %s", got)
	}
	s := doc.Symbols
	if len(s[0].Defined.Source) != 1 || s[0].Defined.Types[0].Kind != spec.TypeBool {
		t.Errorf("s: %+v", s[0].Defined)
	}
	d := s[1].Derived.Templates[0]
	if len(d.Amount) != 2 || d.Order[0] || !d.Order[1] || d.DomainCond || d.Dim != 2 || len(d.DimCond) != 1 ||
		len(d.DimCond[0]) != 2 || d.CustomCond[0].Constraint != nil || d.CustomCond[0].Scope != spec.ScopeDim ||
		d.Formula.Value != "True" {
		t.Errorf("d: %+v", d)
	}
	if e := s[2].Derived.Templates[0]; e.Amount != nil || !e.Order[0] || e.Dim != 1 || !e.DomainCond || len(e.DimCond) != 1 {
		t.Errorf("e: %+v", e)
	}
	if doc.CalcSolution || doc.MaxSolution != 10 || !doc.Optimize.Unique {
		t.Errorf("calc_solution %v, max_solution %d", doc.CalcSolution, doc.MaxSolution)
	}
	q := doc.Queries[0].Choice
	if q == nil || q.SelectType || !q.Multiple || q.OptNum != 4 || q.Templates[0].All || q.Templates[0].Order[0] {
		t.Errorf("q: %+v", q)
	}
	if o := doc.Queries[1].Open; o == nil || o.AnsAssertion.Value != "len(_solutions) == 1" || o.AnsAssertion.Tree == nil {
		t.Errorf("q2: %+v", o)
	}
	if doc.Attrs.KeyPos("desc").Line != 31 {
		t.Errorf("desc at %v", doc.Attrs.KeyPos("desc"))
	}

	j := load("a.json", "{\n\t\"variables\": {\"x\": {\"formula\": \"'\\ud83d\\ude00\\/'\"}},\n"+
		"\"queries\": {\"q\": {\"desc\": \"?\", \"ans_text\": \"x\"}}, \"desc\": \"{q}\"}")
	if got := j.Variables[0].Formula.Value; got != "'\U0001F600/'" {
		t.Errorf("x: %q", got)
	}
}

// TestPlaces holds that an error inside a scalar of any style is reported where it stands.
func TestPlaces(t *testing.T) {
	for _, tc := range []struct{ name, text, want string }{
		{"plain", "desc: x\nvariables:\n  a: {formula: 1 + oops}", "3:20"},
		{"plain folded", "desc: x\nvariables:\n  a:\n    formula: 1 +\n      2 + oops", "5:11"},
		{"plain wide", "desc: x\nvariables:\n  a: {formula: '\"甲乙\" + oops'}", "3:24"},
		{"single", "desc: x\nvariables:\n  a: {formula: 'len(''a'') + oops'}", "3:30"},
		{"double", `desc: x` + "\nvariables:\n" + `  a: {formula: "len(\"a\\n\u0041\") + oops"}`, "3:39"},
		{"double folded", "desc: x\nvariables:\n  a:\n    formula: \"1 +\\\n      \\ 2 +\n\n      oops\"", "7:7"},
		{"literal", "desc: x\nvariables:\n  a:\n    formula: |\n      (1 +\n\n        oops)\n", "7:9"},
		{"folded", "desc: x\nvariables:\n  a:\n    formula: >-\n      1 +\n      2 +\n      oops\n", "7:7"},
		{"folded kept", "desc: x\nvariables:\n  a:\n    formula: >+\n\n      (1 +\n\n      2 +\n        3 + oops)\n\n", "9:13"},
		{"indented literal", "desc: x\nvariables:\n  a:\n    formula: |2\n        (1 +\n      oops)\n", "6:7"},
		{"anchor", "desc: x\nvariables:\n  a:\n    formula: &f !!str \"1 + oops\"", "4:28"},
		{"crlf", "desc: x\r\nvariables:\r\n  a:\r\n    formula: 1 +\r\n      oops", "5:7"},
		{"bom", "\ufeffvariables:\n  a: {formula: oops}\ndesc: x", "2:16"},
	} {
		_, probs := spec.Check("f", []byte(tc.text), spec.Options{}, spec.StandardUniverse())
		found := false
		for _, p := range probs {
			if p.Code == "unknown-name" {
				found = true
				if got := strings.TrimPrefix(p.Pos.String(), "f:"); got != tc.want {
					t.Errorf("%s: at %s, want %s", tc.name, got, tc.want)
				}
			}
		}
		if !found {
			t.Errorf("%s: oops not found: %v", tc.name, probs)
		}
	}
	j := `{"variables": {"a": {"formula": "'\u0041\ud83d\ude00\/' + oops"}}, "desc": "x"}`
	_, probs := spec.Check("f.json", []byte(j), spec.Options{}, spec.StandardUniverse())
	want := strings.Index(j, "oops") + 1
	for _, p := range probs {
		if p.Code == "unknown-name" && p.Pos.Col != want {
			t.Errorf("json: at %v, want column %d", p.Pos, want)
		}
	}
}

// TestOperatorFiles reads operators from files, and refuses paths that lead out of the root folder.
func TestOperatorFiles(t *testing.T) {
	root := fstest.MapFS{
		"ops/good.py": {Data: []byte("import math\n\ndef good(x):\n    return math.floor(x) + helper(x)\n\ndef helper(x):\n    return x\n")},
		"ops/bad.py":  {Data: []byte("def bad(x)\n    return x\n")},
		"ops/bin.py":  {Data: []byte("\x00\x01")},
	}
	text := `custom_operator:
  good: ops/good.py
  helper: ./ops/good.py
  missing: ops/goood.py
  other: ops/good.py
  bad: ops/bad.py
  bin: ops/bin.py
  up: ../up.py
  mid: ops/../../up.py
  abs: /etc/up.py
  dir: ops/.py
queries: {q: {desc: '?', ans_text: good(helper(1))}}
desc: "{q}"
`
	doc, probs := spec.Check("s.yaml", []byte(text), spec.Options{Root: root}, spec.StandardUniverse())
	for _, want := range []string{
		`s.yaml:4:12: error: there is no file "ops/goood.py"`,
		`s.yaml:5:3: error: the file "ops/good.py" defines no other`,
		`ops/bad.py:1:`,
		`ops/bin.py:1:1: error: the control character`,
		`s.yaml:8:7: error: "../up.py" leads out of the root folder`,
		`s.yaml:9:8: error: "ops/../../up.py" leads out of the root folder`,
		`s.yaml:10:8: error: "/etc/up.py" leads out of the root folder`,
		`s.yaml:11:8: error: there is no file "ops/.py"`,
	} {
		found := false
		for _, p := range probs {
			found = found || strings.HasPrefix(p.Error(), want)
		}
		if !found {
			t.Errorf("want %s; got %v", want, probs)
		}
	}
	if doc.Operators[0].Module == nil || doc.Operators[0].Module.Tree == nil {
		t.Errorf("good has no module")
	}
	other, _ := spec.Load("s.yaml", []byte(text), spec.Options{})
	if doc.Hash == other.Hash {
		t.Error("the hash does not cover the operator files")
	}
}

// TestGlobalsOfModule holds that an operator file defines what it declares global at its top.
func TestGlobalsOfModule(t *testing.T) {
	root := fstest.MapFS{"own.py": {Data: []byte("global own, most\nmost = 3\n\ndef own(x):\n    return x + most\n")}}
	text := "custom_operator: {own: own.py}\nqueries: {q: {desc: '?', ans_text: own(1)}}\ndesc: '{q}'\n"
	if _, probs := spec.Check("s.yaml", []byte(text), spec.Options{Root: root}, spec.StandardUniverse()); len(probs) > 0 {
		t.Error(probs)
	}
}

// TestLoadFileStaysInside holds that neither a symbolic link nor a path leads out of the root folder.
func TestLoadFileStaysInside(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		p := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(p), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return p
	}
	write("secret.py", "def f(x):\n    return x\n")
	write("in/own.py", "def g(x):\n    return x\n")
	file := write("in/s.yaml", "custom_operator: {f: link.py, g: own.py}\nqueries: {q: {desc: '?', ans_text: g(1)}}\ndesc: '{q}'\n")
	if err := os.Symlink(filepath.Join(dir, "secret.py"), filepath.Join(dir, "in", "link.py")); err != nil {
		t.Skip(err)
	}
	doc, probs, err := spec.LoadFile(file, "")
	if err != nil {
		t.Fatal(err)
	}
	if len(probs) != 1 || !strings.Contains(probs[0].Error(), `"link.py" cannot be opened`) || doc.Operators[1].Module == nil {
		t.Errorf("problems: %v", probs)
	}
	if _, _, err := spec.LoadFile(filepath.Join(dir, "none.yaml"), ""); err == nil {
		t.Error("a missing file is no error")
	}
	doc, probs, err = spec.LoadFile(file, dir)
	if err != nil || !probs.HasErrors() || doc == nil {
		t.Errorf("with another root: %v %v", probs, err)
	}
}
