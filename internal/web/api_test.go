package web_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/pb33f/libopenapi"
	validator "github.com/pb33f/libopenapi-validator"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/quandary-puzzles/quandary/internal/golden"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards"
	"github.com/quandary-puzzles/quandary/internal/kinds/sudoku"
	"github.com/quandary-puzzles/quandary/internal/web"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/record"
	"github.com/quandary-puzzles/quandary/solve/native"
)

// contract checks requests and answers against the OpenAPI document that the server serves.
type contract struct{ v validator.Validator }

func newContract(t *testing.T, srv *httptest.Server) contract {
	t.Helper()
	resp, err := http.Get(srv.URL + "/api/v1/openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := libopenapi.NewDocument(text)
	if err != nil {
		t.Fatal(err)
	}
	v, errs := validator.NewValidator(doc)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	if ok, problems := v.ValidateDocument(); !ok {
		for _, p := range problems {
			t.Errorf("openapi.yaml: %v", p)
			for _, s := range p.SchemaValidationErrors {
				t.Errorf("\t%s: %s", s.FieldPath, s.Reason)
			}
		}
	}
	return contract{v}
}

// check reports where a call does not keep to the document. A request that the server refuses may break it.
func (c contract) check(t *testing.T, req *http.Request, body []byte, resp *http.Response, answer []byte) {
	t.Helper()
	again := func() *http.Request {
		r := req.Clone(t.Context())
		r.Body = io.NopCloser(bytes.NewReader(body))
		return r
	}
	if resp.StatusCode < 400 {
		if ok, errs := c.v.ValidateHttpRequest(again()); !ok {
			for _, e := range errs {
				t.Errorf("%s %s: request: %v %v", req.Method, req.URL.Path, e, e.SchemaValidationErrors)
			}
		}
	}
	if !strings.HasPrefix(resp.Header.Get("Content-Type"), "application/json") || resp.StatusCode == http.StatusMethodNotAllowed ||
		strings.Contains(string(answer), "unknown address") {
		return
	}
	copied := *resp
	copied.Body = io.NopCloser(bytes.NewReader(answer))
	if ok, errs := c.v.ValidateHttpResponse(again(), &copied); !ok {
		for _, e := range errs {
			t.Errorf("%s %s: answer %d: %v %v\n%s", req.Method, req.URL.Path, resp.StatusCode, e, e.SchemaValidationErrors, answer)
		}
	}
}

// reference is $NAME.MEMBER in a request: a member of an earlier answer, such as the id of a game.
var reference = regexp.MustCompile(`\$([a-z0-9-]+)\.([a-z]+)`)

// TestAPI makes the calls of testdata/api/*.txtar, in order, and compares the answers with the golden ones behind them. Each
// archive is a session of one player. A file NAME.call holds a line "METHOD PATH", and below it the body.
func TestAPI(t *testing.T) {
	archives, err := filepath.Glob("testdata/api/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatal("no archives", err)
	}
	srv := newServer(t)
	doc := newContract(t, srv)
	for _, path := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			ar, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			jar, err := cookiejar.New(nil)
			if err != nil {
				t.Fatal(err)
			}
			s := session{srv: srv, doc: doc, client: &http.Client{Jar: jar}, answers: map[string]map[string]any{}}
			out := &txtar.Archive{Comment: ar.Comment}
			for _, f := range ar.Files {
				name, ok := strings.CutSuffix(f.Name, ".call")
				if !ok {
					continue
				}
				got := s.call(t, name, string(f.Data))
				out.Files = append(out.Files, f, txtar.File{Name: name + ".answer", Data: []byte(got)})
			}
			golden.Compare(t, path, txtar.Format(out))
		})
	}
}

// TestFamilies: what the server tells of the families keeps to the document and names them all.
func TestFamilies(t *testing.T) {
	srv := newServer(t)
	s := session{srv: srv, doc: newContract(t, srv), client: srv.Client(), answers: map[string]map[string]any{}}
	s.call(t, "families", "GET /api/v1/families")
	var names []string
	for _, f := range s.answers["families"]["families"].([]any) {
		names = append(names, f.(map[string]any)["name"].(string))
	}
	if got := strings.Join(names, " "); got != "fillomino null sudoku zebra" {
		t.Errorf("families %q", got)
	}
}

// session is one player's calls.
type session struct {
	srv     *httptest.Server
	doc     contract
	client  *http.Client
	answers map[string]map[string]any
}

// call makes a call and gives the answer as it stands in an archive: the status, the type, the body; what is random in it is
// written as a reference.
func (s *session) call(t *testing.T, name, text string) string {
	t.Helper()
	text = reference.ReplaceAllStringFunc(text, func(ref string) string {
		m := reference.FindStringSubmatch(ref)
		v, ok := s.answers[m[1]][m[2]].(string)
		if !ok {
			t.Fatalf("%s: %s is no earlier answer's", name, ref)
		}
		return v
	})
	line, body, _ := strings.Cut(text, "\n")
	method, path, _ := strings.Cut(strings.TrimSpace(line), " ")
	req, err := http.NewRequestWithContext(t.Context(), method, s.srv.URL+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if method == http.MethodPost {
		req.Header.Set("Content-Type", "application/json")
	}
	resp, err := s.client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	s.doc.check(t, req, []byte(body), resp, answer)
	var out strings.Builder
	fmt.Fprintf(&out, "%d %s\n", resp.StatusCode, resp.Header.Get("Content-Type"))
	kind, _, _ := strings.Cut(resp.Header.Get("Content-Type"), ";")
	switch kind {
	case "application/json":
		obj, err := record.ParseJSON(answer)
		if err != nil {
			t.Fatal(err)
		}
		if o, ok := obj.(record.Object); ok {
			// What a family offers is for its own tests: here it would only change whenever a family learns something.
			for _, member := range []string{"can", "formats", "view"} {
				if _, ok := o.Get(member); ok {
					o.Set(member, "…")
				}
			}
		}
		pretty, err := json.MarshalIndent(obj, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		out.Write(append(pretty, '\n'))
		var v map[string]any
		_ = json.Unmarshal(answer, &v) // the call's own test is the comparison
		s.answers[name] = v
	case "image/png", "application/pdf":
		fmt.Fprintf(&out, "%q\n", answer[:4])
	default:
		out.Write(answer)
	}
	return s.masked(out.String())
}

// masked writes the random ids of answers as references.
func (s *session) masked(text string) string {
	text = strings.ReplaceAll(text, s.srv.URL, "$SERVER")
	for name, v := range s.answers {
		for _, member := range []string{"game", "job", "id"} {
			id, ok := v[member].(string)
			if ok && id != "" && !strings.Contains(id, ":") && (member != "id" || v["link"] != nil) && s.first(member, id) == name {
				text = strings.ReplaceAll(text, id, "$"+name+"."+member)
			}
		}
	}
	return text
}

// first gives the name of the first answer that has a value, in the order of names.
func (s *session) first(member, id string) string {
	best := ""
	for name, v := range s.answers {
		if v[member] == id && (best == "" || name < best) {
			best = name
		}
	}
	return best
}

// TestImportTellsAll: of an imported text nothing is left out without a word.
func TestImportTellsAll(t *testing.T) {
	srv := serve(t, func(c *web.Config) {
		c.Families = puzzle.NewRegistry(sudoku.Family{}, cards.Family{Engine: native.New()})
	})
	ids := strings.Repeat("sudoku:4x4#1\n", 1001)
	for _, text := range []string{ids, strings.Repeat("1..434.2..4.4.21\n", 1001)} {
		body, _ := json.Marshal(map[string]string{"text": text})
		_, v := call(t, srv, "import", string(body))
		entries, ok := v["entries"].([]any)
		if n := len(entries); !ok || n != 1000 || v["cut"] != true {
			t.Errorf("%.20q and on, 1001 lines: %d entries, cut %v; want 1000 and true: %.300v", text, n, v["cut"], v)
		}
	}
	body, _ := json.Marshal(map[string]string{"text": ids[:13*1000]})
	if _, v := call(t, srv, "import", string(body)); v["cut"] != nil {
		t.Error("1000 puzzles are said to go on")
	}
	body, _ = json.Marshal(map[string]string{"family": "cards", "text": "Property_name = Set{'top', 'body'}\nProperty_value = Set{'red', 'blue'}\nPremiseLink_max = 4\n"})
	_, v := call(t, srv, "import", string(body))
	if v["entries"] == nil {
		t.Fatal(v)
	}
	entry := v["entries"].([]any)[0].(map[string]any)
	if notes, _ := entry["notes"].([]any); len(notes) != 1 || !strings.Contains(notes[0].(string), "PremiseLink_max means nothing to clue cards") {
		t.Errorf("notes of a file with an entry that nobody reads: %v", entry)
	}
}
