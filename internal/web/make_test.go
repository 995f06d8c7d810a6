package web_test

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/quandary-puzzles/quandary/internal/foundry"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/internal/web"
	"github.com/quandary-puzzles/quandary/internal/workbench"
)

// newWorkshop is a server with a workbench.
func newWorkshop(t *testing.T, limits web.Limits) *httptest.Server {
	t.Helper()
	all := foundry.Families()
	bench, err := workbench.New(all)
	if err != nil {
		t.Fatal(err)
	}
	return serve(t, func(c *web.Config) { c.Families, c.Workshop, c.Limits = all, bench, limits })
}

func object(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestMakeSpecification: marks, proposals, a sample that can be played and shared, over the API alone.
func TestMakeSpecification(t *testing.T) {
	srv := newWorkshop(t, web.Limits{})
	status, v := call(t, srv, "make/lint", object(t, map[string]any{"spec": strings.Replace(puztest.Jars, "queries", "queris", 1)}))
	marks, _ := v["marks"].([]any)
	if status != http.StatusOK || len(marks) == 0 {
		t.Fatalf("%d %v", status, v)
	}
	first, _ := marks[0].(map[string]any)
	if first["line"] == nil || first["col"] == nil || first["message"] == "" {
		t.Errorf("mark %v", first)
	}
	status, v = call(t, srv, "make/complete", object(t, map[string]any{"spec": "vari", "line": 1, "col": 5}))
	if items, _ := v["items"].([]any); status != http.StatusOK || len(items) == 0 || items[0].(map[string]any)["label"] != "variables" {
		t.Errorf("%d %v", status, v)
	}
	status, v = call(t, srv, "make/sample", object(t, map[string]any{"spec": puztest.Jars, "seed": 3}))
	id, _ := v["puzzle"].(string)
	if status != http.StatusOK || v["failure"] != nil || v["solutions"] != 1.0 || !strings.HasPrefix(id, "worded:.") {
		t.Fatalf("%d %v", status, v)
	}
	answer, _ := v["answer"].(string)
	status, v = call(t, srv, "check", object(t, map[string]any{"puzzle": id, "moves": []string{"1=" + answer}}))
	if status != http.StatusOK || !strings.Contains(object(t, v), `"solved":true`) {
		t.Errorf("%d %v", status, v)
	}
	if status, v = call(t, srv, "share", object(t, map[string]any{"puzzle": id})); status >= 300 {
		t.Errorf("share: %d %v", status, v)
	}
	if resp, err := http.Get(srv.URL + "/api/v1/make/examples"); err != nil || resp.StatusCode != http.StatusOK {
		t.Errorf("examples: %v %v", resp, err)
	} else {
		resp.Body.Close()
	}
}

// TestMakeBounds: what is too large, too many or broken is refused in words; a hostile specification has an answer in time.
func TestMakeBounds(t *testing.T) {
	srv := newWorkshop(t, web.Limits{})
	long := strings.Repeat("#", 200<<10)
	for _, c := range []struct {
		op, body string
		status   int
	}{
		{"make/lint", object(t, map[string]any{"spec": long}), http.StatusRequestEntityTooLarge},
		{"make/complete", object(t, map[string]any{"spec": long, "line": 1, "col": 1}), http.StatusRequestEntityTooLarge},
		{"make/sample", object(t, map[string]any{"spec": long}), http.StatusRequestEntityTooLarge},
		{"make/batch", object(t, map[string]any{"spec": long, "count": 1}), http.StatusRequestEntityTooLarge},
		{"make/batch", object(t, map[string]any{"spec": puztest.Jars, "count": 0}), http.StatusBadRequest},
		{"make/batch", object(t, map[string]any{"spec": puztest.Jars, "count": 1000000}), http.StatusBadRequest},
		{"make/batch", object(t, map[string]any{"spec": "a: 1", "count": 1}), http.StatusUnprocessableEntity},
		{"make/batch", object(t, map[string]any{"spec": puztest.Jars, "count": 1, "name": "a\nb"}), http.StatusBadRequest},
		{"make/sample", `{"speck": ""}`, http.StatusBadRequest},
		{"make/board", `{"family": "sudoko"}`, http.StatusUnprocessableEntity},
		{"make/board", `{"family": "worded"}`, http.StatusUnprocessableEntity},
		{"make/board", `{"family": "sudoku", "params": "0x0"}`, http.StatusUnprocessableEntity},
		{"make/board", `{"family": "sudoku", "params": "4x4", "edits": ["r9c9=1"]}`, http.StatusUnprocessableEntity},
		{"make/carve", `{"family": "sudoku", "params": "4x4", "class": "esay"}`, http.StatusUnprocessableEntity},
		{"make/carve", `{"family": "sudoku", "params": "4x4", "edits": ["r1c1=1", "r1c2=1"]}`, http.StatusUnprocessableEntity},
		{"make/carve", `{"family": "sudoku", "params": "4x4", "givens": -1}`, http.StatusBadRequest},
	} {
		status, v := call(t, srv, c.op, c.body)
		if status != c.status || object(t, v["error"]) == "null" {
			t.Errorf("%s %.80s: %d %v, want %d", c.op, c.body, status, v, c.status)
		}
	}
	loop := "variables: {n: {formula: \"[0 for i in range(10**15)]\"}}\nqueries: {q: {desc: a, ans_text: \"'1'\"}}\ncalc_solution: false\ndesc: \"{q}\"\n"
	status, v := call(t, srv, "make/sample", object(t, map[string]any{"spec": loop}))
	if failure, _ := v["failure"].(string); status != http.StatusOK || failure == "" {
		t.Errorf("a specification without end: %d %v", status, v)
	}
}

// TestMakeBatch: records arrive as they are made; who goes away stops them.
func TestMakeBatch(t *testing.T) {
	srv := newWorkshop(t, web.Limits{Work: 1})
	post := func(ctx context.Context, count int) *http.Response {
		t.Helper()
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, srv.URL+"/api/v1/make/batch",
			strings.NewReader(object(t, map[string]any{"spec": puztest.Jars, "name": "jars", "seed": 2, "count": count})))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", "application/json")
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		return resp
	}
	resp := post(t.Context(), 20)
	lines := bufio.NewScanner(resp.Body)
	n := 0
	for lines.Scan() {
		var r struct{ ID, Problem, Answer string }
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil || r.Problem == "" || !strings.HasPrefix(r.ID, "jars-2-") {
			t.Errorf("line %d: %s: %v", n, lines.Bytes(), err)
		}
		n++
	}
	resp.Body.Close()
	if n != 20 || resp.Header.Get("Content-Type") != "application/x-ndjson" {
		t.Errorf("%d lines of %s", n, resp.Header.Get("Content-Type"))
	}
	ctx, cancel := context.WithCancel(t.Context())
	resp = post(ctx, 10000)
	if !bufio.NewScanner(resp.Body).Scan() {
		t.Error("no first line")
	}
	cancel()
	resp.Body.Close()
	// The only place of work is free again.
	deadline := time.Now().Add(5 * time.Second)
	for {
		status, _ := call(t, srv, "make/sample", object(t, map[string]any{"spec": puztest.Jars}))
		if status == http.StatusOK {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("the place is still taken")
		}
	}
	// A specification that fails on some record says so in the last line.
	failing := strings.Replace(puztest.Jars, `"jar['left'] == n"`, `"jar['left'] == n if n != 5 else 1 // 0 == n"`, 1)
	failing = strings.Replace(failing, `"[3, 9]"`, `"[5, 5]"`, 1)
	if status, v := call(t, srv, "make/batch", object(t, map[string]any{"spec": failing, "count": 5})); status != http.StatusUnprocessableEntity {
		t.Errorf("a batch whose first record fails: %d %v", status, v)
	}
}

// TestMakeBoard: boards of each family are edited, judged, and carved.
func TestMakeBoard(t *testing.T) {
	srv := newWorkshop(t, web.Limits{})
	board := func(req map[string]any) map[string]any {
		t.Helper()
		status, v := call(t, srv, "make/board", object(t, req))
		if status != http.StatusOK {
			t.Fatalf("%v: %d %v", req, status, v)
		}
		return v
	}
	v := board(map[string]any{"family": "sudoku", "params": "4x4", "edits": []string{"r1c1=1", "r1c2=2"}, "judge": true})
	if v["status"] != "several" || v["givens"] != 2.0 || v["free"] == nil || v["view"] == nil {
		t.Errorf("%v", v)
	}
	v = board(map[string]any{"family": "sudoku", "params": "4x4", "edits": []string{"r1c1=1", "r1c2=1"}, "judge": true})
	if broken, _ := v["broken"].([]any); v["status"] != "none" || len(broken) != 2 {
		t.Errorf("%v", v)
	}
	v = board(map[string]any{"puzzle": "sudoku:9x9#3", "judge": true})
	rating, _ := v["rating"].(map[string]any)
	solution, _ := v["solution"].([]any)
	if v["status"] != "unique" || rating["class"] == "" || len(solution) != 81-int(v["givens"].(float64)) {
		t.Errorf("%v", v)
	}
	v = board(map[string]any{"puzzle": "zebra:4x4#1", "judge": true, "lang": "zh"})
	if rating, _ = v["rating"].(map[string]any); rating["hardest"] != "没有共同项" {
		t.Errorf("the hardest technique by its name: %v", rating)
	}
	v = board(map[string]any{"family": "fillomino", "params": "3x3", "edits": []string{"r1c1=1", "r1c2=1"}})
	if v["problem"] == nil || v["problem"] == "" {
		t.Errorf("%v", v)
	}
	v = board(map[string]any{"puzzle": "zebra:3x3#1", "judge": true})
	source, _ := v["source"].(string)
	if v["status"] != "unique" || source == "" {
		t.Fatalf("%v", v)
	}
	v = board(map[string]any{"family": "zebra", "text": source, "judge": true, "edits": []string{"-1"}})
	if v["status"] != "several" {
		t.Errorf("a zebra puzzle without its first clue: %v", v["status"])
	}
	v = board(map[string]any{"family": "zebra", "text": strings.Replace(source, "clues:", "clus:", 1)})
	if v["problem"] == "" || v["line"] == nil {
		t.Errorf("%v", v)
	}
	status, v := call(t, srv, "make/carve", `{"family": "sudoku", "params": "4x4", "edits": ["r1c1=1"], "keep": true, "seed": 5}`)
	id, _ := v["puzzle"].(string)
	if status != http.StatusOK || !strings.HasPrefix(id, "sudoku:4x4:1") {
		t.Fatalf("%d %v", status, v)
	}
	if v = board(map[string]any{"puzzle": id, "judge": true}); v["status"] != "unique" {
		t.Errorf("carved %s: %v", id, v["status"])
	}
}

// TestMakeKeepsToOpenAPI: the workbench's calls and answers are as the document that the server serves describes them, and it
// describes all of them.
func TestMakeKeepsToOpenAPI(t *testing.T) {
	srv := newWorkshop(t, web.Limits{})
	doc := newContract(t, srv)
	for _, c := range []struct{ op, body string }{
		{"make/lint", object(t, map[string]any{"spec": "desc: {a"})},
		{"make/lint", object(t, map[string]any{"spec": strings.Replace(puztest.Jars, "queries", "querys", 1)})},
		{"make/complete", object(t, map[string]any{"spec": "va", "line": 1, "col": 3})},
		{"make/sample", object(t, map[string]any{"spec": puztest.Jars, "seed": 1, "index": 2})},
		{"make/sample", object(t, map[string]any{"spec": strings.Replace(puztest.Jars, "str(_ans)", "str(1 / 0)", 1)})},
		{"make/batch", object(t, map[string]any{"spec": puztest.Jars, "count": 2, "name": "jars", "start": 1})},
		{"make/board", `{"puzzle": "sudoku:9x9#3", "judge": true, "lang": "zh"}`},
		{"make/board", `{"family": "sudoku", "params": "4x4", "edits": ["r1c1=1", "r1c2=1"], "judge": true}`},
		{"make/board", `{"family": "zebra", "text": "clues: 1"}`},
		{"make/board", `{"puzzle": "zebra:3x3#1", "edits": ["-1"], "judge": true}`},
		{"make/carve", `{"puzzle": "fillomino:4x4#1", "keep": false, "seed": 3}`},
		{"make/carve", `{"puzzle": "fillomino:4x4#1", "class": "no such"}`},
	} {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, srv.URL+"/api/v1/"+c.op, strings.NewReader(c.body))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", "application/json")
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		if err != nil {
			t.Fatal(err)
		}
		doc.check(t, req, []byte(c.body), resp, answer)
	}
	resp, err := http.Get(srv.URL + "/api/v1/openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	var api struct{ Paths map[string]any }
	if err := json.NewDecoder(resp.Body).Decode(&api); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"examples", "lint", "complete", "sample", "batch", "board", "carve"} {
		if api.Paths["/api/v1/make/"+name] == nil {
			t.Errorf("the document lacks make/%s", name)
		}
	}
	if api.Paths["/api/v1/generate"] == nil {
		t.Error("the workbench's part has replaced the document")
	}
}

// hostileRules are rules files that ask for more than anyone may have: each has an answer in time.
var hostileRules = map[string]string{
	"turns":     "family: t\nsize: {rows: 3..60, cols: 3..60}\nfind: {a: {}}\nrules:\n  r: a[c] or a[d] or a[e] for c in cells for d in cells for e in cells\n",
	"numbers":   "family: t\nfind: {a: {values: 0..1000000000}}\nrules:\n  r: prod(a[c] for c in cells) == prod(a[c] + a[d] for c in cells for d in cells)\n",
	"calls":     "family: t\nfind: {a: {}}\nlet:\n  f(c): all(a[x] for x in cells)\n  g(c): all(f(x) for x in cells)\n  h(c): all(g(x) for x in cells)\nrules:\n  r: h(c) for c in cells\n",
	"use":       "family: t\nuse: [\"../../etc/passwd\"]\nfind: {a: {}}\nrules:\n  r: a[c] for c in cells\n",
	"no end":    "family: t\nfind: {a: {}}\nlet: {f: g, g: f}\nrules:\n  r: f\n",
	"deep":      "family: t\nfind: {a: {}}\nrules:\n  r: " + strings.Repeat("(", 3000) + "1" + strings.Repeat(")", 3000) + "\n",
	"aliases":   "family: t\na: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c]\n",
	"elements":  "<script>alert(1)</script>: <img src=x onerror=alert(1)>\n",
	"empty":     "",
	"ambiguous": "family: t\ngiven: {k: {values: 0..9, some: true}}\nfind: {a: {values: 1..9}}\nrules:\n  r: a[c] != a[d] for c in cells for d in cells if c != d if k[c] != k[d]\n",
}

// TestMakeRules: a rules file is marked, its board judged, advised on, filled and shared; files of enemies have answers in time.
func TestMakeRules(t *testing.T) {
	srv := newWorkshop(t, web.Limits{Requests: 1000, HardCalls: 1000})
	const rules = "family: t\nsize: {side: 2..6}\nfind: {digit: {values: 1..len(rows), given: true}}\nrules:\n  line: distinct(digit[c] for c in l) for l in lines\n"
	status, v := call(t, srv, "make/rules", object(t, map[string]any{"rules": rules, "deep": true}))
	packed, _ := v["rules"].(string)
	if status != http.StatusOK || v["family"] != "own" || packed == "" {
		t.Fatalf("%d %v", status, v)
	}
	board := map[string]any{"family": "own", "params": packed + ",3x3", "judge": true}
	status, v = call(t, srv, "make/board", object(t, board))
	if pair, _ := v["pair"].(map[string]any); status != http.StatusOK || v["status"] != "several" || pair["a"] == pair["b"] {
		t.Fatalf("%d %v", status, v)
	}
	board["edits"] = []string{"digit@r1c1=1", "digit@r1c2=1", "digit@r3c3=2"}
	status, v = call(t, srv, "make/board", object(t, board))
	if status != http.StatusOK || v["status"] != "none" || v["least"] != true || object(t, v["clash"]) != `["digit@r1c1=.","digit@r1c2=."]` {
		t.Errorf("%d %v", status, v["clash"])
	}
	board["edits"] = []string{"digit@r1c1=1"}
	delete(board, "judge")
	if status, v = call(t, srv, "make/advise", object(t, board)); status != http.StatusOK || !strings.HasPrefix(object(t, v["move"]), `"digit@r`) {
		t.Errorf("%d %v", status, v)
	}
	board["keep"] = true
	status, v = call(t, srv, "make/carve", object(t, board))
	id, _ := v["puzzle"].(string)
	if status != http.StatusOK || !strings.HasPrefix(id, "own:"+packed+",3x3:") {
		t.Fatalf("%d %v", status, v)
	}
	if status, v = call(t, srv, "share", object(t, map[string]any{"puzzle": id})); status >= 300 {
		t.Errorf("share: %d %v", status, v)
	}
	if status, v = call(t, srv, "make/rules", `{"family": "heyawaki"}`); status != http.StatusUnprocessableEntity || !strings.Contains(object(t, v), "heyawake") {
		t.Errorf("%d %v", status, v)
	}
	// Filling to a class gives a puzzle that is rated so, with what is given in it.
	status, v = call(t, srv, "make/carve", `{"family": "slitherlink", "params": "5x5", "edits": ["number@r2c2=2"], "keep": true, "class": "3", "seed": 4}`)
	id, _ = v["puzzle"].(string)
	if rows := strings.Split(id, "/"); status != http.StatusOK || len(rows) != 6 || strings.Split(rows[2], "_")[1] != "2" {
		t.Fatalf("%d %v", status, v)
	}
	if status, v = call(t, srv, "rate", object(t, map[string]any{"puzzle": id})); status != http.StatusOK || v["class"] != "3" {
		t.Errorf("filled to class 3, %s is rated: %d %v", id, status, v)
	}
	for name, text := range hostileRules {
		begin := time.Now()
		status, v := call(t, srv, "make/rules", object(t, map[string]any{"rules": text, "deep": true}))
		if status != http.StatusOK {
			t.Errorf("%s: %d %v", name, status, v)
		}
		if packed, ok := v["rules"].(string); ok {
			for _, size := range []string{"6x6", "40x40"} {
				status, v = call(t, srv, "make/board", object(t, map[string]any{"family": "own", "params": packed + "," + size, "judge": true}))
				if status >= http.StatusInternalServerError {
					t.Errorf("%s at %s: %d %v", name, size, status, v)
				}
			}
		}
		t.Logf("%s: %v", name, time.Since(begin))
	}
}
