package web

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"regexp"
	"slices"
	"strings"

	"github.com/quandary-puzzles/quandary/puzzle"
)

// FileRequest says what PuzzleFile writes.
type FileRequest struct {
	ID    string // of the puzzle
	Lang  string // of the page: one of the catalogue's, or English
	Hints bool   // whether the way to the solution is recorded, so that hints can be given; the file then holds the answer
}

// PuzzleFile writes a puzzle as one page of HTML that plays without a server: the board, the player and a digest by which the solution is
// recognised, but which does not tell it. It fails for puzzles that have not exactly one solution, and for those whose answers only a server
// can mark. The work of solving ends with the context.
func PuzzleFile(ctx context.Context, families *puzzle.Registry, req FileRequest) ([]byte, error) {
	pages, err := loadPages()
	if err != nil {
		return nil, err
	}
	limits := Limits{}.withDefaults()
	s := &Server{cfg: Config{Families: families, Limits: limits}, pages: pages, puzzles: newOpener(families, limits)}
	d := pageData{Lang: req.Lang, messages: pages.messages}
	if !knownLang(d.Lang) {
		d.Lang = languages()[0]
	}
	d.Boot.Messages = d.messages[d.Lang]
	p, err := s.puzzles.open(ctx, req.ID)
	if err != nil {
		return nil, plain(err)
	}
	v, err := s.viewOf(p, d.Lang)
	if err != nil {
		return nil, plain(err)
	}
	if v.View == nil || v.View.Kind == puzzle.TextKind {
		return nil, fmt.Errorf("%s: its answers are marked by a server, so it is not played from a file", p.family.Name())
	}
	digest, err := digestOf(ctx, p)
	if err != nil {
		return nil, plain(err)
	}
	if digest.Digest == "" {
		return nil, errors.New("the puzzle has not exactly one solution, so a page could not tell that it is solved")
	}
	v.Claim, v.Can, v.Formats = "one", []string{}, []formatInfo{}
	if v.Drawing != nil {
		v.picture = v.Drawing.Board
		v.Drawing = &drawing{Signs: v.Drawing.Signs}
	}
	d.Title, d.Nav, d.Body, d.Boot.Play, d.Style = v.View.Title, "play", &v, &v, v.boardStyle()
	d.Boot.File, d.Boot.Digest = true, digest.Digest
	if req.Hints {
		way, err := s.explain(ctx, explainRequest{stateRequest: stateRequest{Puzzle: p.id, Lang: d.Lang}}, func(puzzle.Progress) {})
		if err != nil {
			return nil, plain(err)
		}
		d.Boot.Way = way.Steps
		v.Can = []string{"hint"}
	}
	return pages.file(d)
}

// plain gives the text of an error of a call, for people at a command line.
func plain(err error) error {
	if e, ok := errors.AsType[*apiError](err); ok {
		return errors.New(e.Message)
	}
	return err
}

// fileBody is what the template of a file gets beside the page.
type fileBody struct {
	pageData
	CSS     template.CSS
	Theme   template.JS
	Imports template.HTML
	Start   template.JS
	Icons   template.HTML
}

var (
	importOf  = regexp.MustCompile(`(from|import\()(\s*)"(\.[^"]*)"`)
	modulesOf = regexp.MustCompile(`(?m)^import[^"\n]*"(\.[^"]+)"`)
)

// file fills the template of a file. Modules become data that an import map names; what they import from beside them goes by those names.
func (p *pages) file(d pageData) ([]byte, error) {
	kind := string(d.Boot.Play.View.Kind)
	if kind == "cards" && len(d.Boot.Play.View.Cards.Things) == 0 {
		kind = "factored"
	}
	modules := map[string]string{}
	var take func(name string) error
	take = func(name string) error {
		if _, ok := modules[name]; ok {
			return nil
		}
		a, ok := p.assets[name]
		if !ok {
			return fmt.Errorf("web: there is no module %q", name)
		}
		modules[name] = ""
		folder := name[:strings.LastIndex(name, "/")+1]
		text := string(a.content)
		for _, m := range modulesOf.FindAllStringSubmatch(text, -1) {
			if err := take(resolved(folder, m[1])); err != nil {
				return err
			}
		}
		text = importOf.ReplaceAllStringFunc(text, func(whole string) string {
			m := importOf.FindStringSubmatch(whole)
			if m[1] == "import(" { // the board, whose name is put together
				return m[1] + m[2] + `"q/` + strings.TrimPrefix(m[3], "./") + `"`
			}
			return m[1] + m[2] + `"q/` + resolved(folder, m[3]) + `"`
		})
		modules[name] = "data:text/javascript;base64," + base64.StdEncoding.EncodeToString([]byte(text))
		return nil
	}
	if err := errors.Join(take("play.js"), take("history.js"), take("boards/"+kind+".js")); err != nil {
		return nil, err
	}
	imports := map[string]string{}
	for name, text := range modules {
		imports["q/"+name] = text
	}
	table, err := json.Marshal(map[string]any{"imports": imports})
	if err != nil {
		return nil, fmt.Errorf("web: %w", err)
	}
	body := fileBody{pageData: d, CSS: template.CSS(p.assets["app.css"].content), Theme: template.JS(p.assets["theme.js"].content), //nolint:gosec // our own files
		Imports: template.HTML(table), Start: `import "q/play.js"`, Icons: template.HTML(strings.ReplaceAll(string(p.assets["icons.svg"].content), `<symbol id="`, `<symbol id="icon-`))} //nolint:gosec // our own files
	t, err := p.templates.Clone()
	if err != nil {
		return nil, fmt.Errorf("web: %w", err)
	}
	t.Funcs(template.FuncMap{"asset": func(string) string { return "" }})
	var b bytes.Buffer
	if err := t.ExecuteTemplate(&b, "file.html", body); err != nil {
		return nil, fmt.Errorf("web: %w", err)
	}
	return b.Bytes(), nil
}

// resolved gives the name of a module that one in a folder imports.
func resolved(folder, from string) string {
	parts := strings.Split(strings.TrimSuffix(folder, "/"), "/")
	if folder == "" {
		parts = nil
	}
	for _, x := range strings.Split(from, "/") {
		switch x {
		case ".":
		case "..":
			parts = parts[:len(parts)-1]
		default:
			parts = slices.Concat(parts, []string{x})
		}
	}
	return strings.Join(parts, "/")
}
