package grade_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/grade"
	"github.com/quandary-puzzles/quandary/record"
)

func TestHandler(t *testing.T) {
	g := grade.NewGrader(nil)
	if err := g.Add(&record.Record{ID: "a", Answer: "7", EvalType: "numeral"}); err != nil {
		t.Fatal(err)
	}
	srv := httptest.NewServer(g.Handler())
	defer srv.Close()
	for _, c := range []struct {
		method, body string
		status       int
		want         string
	}{
		{"POST", `{"id": "a", "answer": "\\boxed{7}"}`, 200, `{"id": "a", "correct": true, "score": 1.0, "reason": "right", "extracted": "7"}`},
		{"POST", `[{"id": "a", "answer": "8"}, {}, {"answer": "B", "reference": "B", "eval_type": "option"}]`, 200, `"reason": "wrong", "extracted": "8"}, {"line": 2, "error": "expected an object with \"answer\""}, {"id": "", "correct": true`},
		{"POST", `{`, 400, `"error"`},
		{"POST", ``, 400, `"error"`},
		{"POST", `[` + strings.Repeat(`{},`, 1000) + `{}]`, 400, "at most 1000"},
		{"POST", `{"id": "a", "answer": "` + strings.Repeat("7", 9<<20) + `"}`, 413, "more than"},
		{"GET", ``, 405, ""},
	} {
		req, err := http.NewRequest(c.method, srv.URL+"/grade", strings.NewReader(c.body))
		if err != nil {
			t.Fatal(err)
		}
		res, err := srv.Client().Do(req)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(res.Body)
		res.Body.Close()
		if err != nil || res.StatusCode != c.status || !strings.Contains(string(body), c.want) {
			t.Errorf("%s %.60s: %d %.200s, %v; want %d %s", c.method, c.body, res.StatusCode, body, err, c.status, c.want)
		}
	}
}
