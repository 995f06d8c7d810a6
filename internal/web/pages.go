package web

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html/template"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/quandary-puzzles/quandary/puzzle"
)

//go:embed static templates
var embedded embed.FS

// pages are the templates, texts and static files, read once.
type pages struct {
	templates *template.Template
	assets    map[string]asset // by path below static
	version   string           // names all of them together
	messages  catalogue
	worker    asset // the service worker, with the version and the list of files written in
}

type asset struct {
	content []byte
	packed  func() []byte // the same, compressed when it is first asked for; nil where that is no shorter
	kind    string
	tag     string // names the content
}

func newAsset(name string, content []byte) asset {
	sum := sha256.Sum256(content)
	return asset{content, sync.OnceValue(func() []byte { return packed(content) }), contentType(name), hex.EncodeToString(sum[:6])}
}

// comments are the lines of a script that say why: they are not sent, and their ends are, so that a browser counts lines as the file does.
// No text of ours over several lines has a line that begins so.
var comments = regexp.MustCompile(`(?m)^[ \t]*//.*$`)

func loadPages() (*pages, error) {
	p := &pages{assets: map[string]asset{}}
	static, err := fs.Sub(embedded, "static")
	if err != nil {
		return nil, err
	}
	err = fs.WalkDir(static, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := fs.ReadFile(static, name)
		if err != nil {
			return err
		}
		if path.Ext(name) == ".js" {
			content = comments.ReplaceAll(content, nil)
		}
		p.assets[name] = newAsset(name, content)
		return nil
	})
	if err != nil {
		return nil, err
	}
	if p.messages, err = loadMessages(); err != nil {
		return nil, err
	}
	var files []string
	files, p.version = p.list()
	p.worker = p.serviceWorker(files)
	p.templates, err = template.New("").Funcs(template.FuncMap{"asset": p.url}).ParseFS(embedded, "templates/*.html")
	if err != nil {
		return nil, fmt.Errorf("web: %w", err)
	}
	return p, nil
}

// list lists the static files that pages need, and gives a name for all of them together.
func (p *pages) list() (files []string, version string) {
	for name := range p.assets {
		if name != "sw.js" && !strings.HasPrefix(name, "kinds/") { // pictures of kinds are kept when they are seen
			files = append(files, "/static/"+name)
		}
	}
	slices.Sort(files)
	all := sha256.New()
	for _, f := range files {
		fmt.Fprintf(all, "%s %s\n", f, p.assets[strings.TrimPrefix(f, "/static/")].tag)
	}
	return files, hex.EncodeToString(all.Sum(nil)[:8])
}

// serviceWorker writes into the worker which files the page needs, and a version that changes with any of them.
func (p *pages) serviceWorker(files []string) asset {
	list, err := json.Marshal(files)
	if err != nil {
		panic(err) // texts can be written
	}
	text := bytes.Replace(p.assets["sw.js"].content, []byte(`const VERSION = "dev"`), fmt.Appendf(nil, "const VERSION = %q", p.version), 1)
	text = bytes.Replace(text, []byte("const FILES = []"), append([]byte("const FILES = "), list...), 1)
	return newAsset("sw.js", text)
}

func contentType(name string) string {
	switch ext := path.Ext(name); ext {
	case ".js", ".mjs":
		return "text/javascript; charset=utf-8"
	case ".webmanifest":
		return "application/manifest+json"
	default:
		if t := mime.TypeByExtension(ext); t != "" {
			return t
		}
		return "application/octet-stream"
	}
}

// url gives the address of a static file. It names the version of all files, so that browsers may keep them for ever: what a script imports
// from beside it has the same version.
func (p *pages) url(name string) (string, error) {
	if _, ok := p.assets[name]; !ok {
		return "", fmt.Errorf("there is no static file %q", name)
	}
	return "/static/v" + p.version + "/" + name, nil
}

var versioned = regexp.MustCompile(`^v[0-9a-f]{16}/`)

// serveStatic answers /static/NAME and /static/vVERSION/NAME. A page of another version gets the files that there are.
func (p *pages) serveStatic(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(r.URL.Path, "/static/")
	version := versioned.FindString(name)
	a, ok := p.assets[name[len(version):]]
	if !ok {
		http.NotFound(w, r)
		return
	}
	if version == "v"+p.version+"/" {
		w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	serveAsset(w, r, a)
}

func serveAsset(w http.ResponseWriter, r *http.Request, a asset) {
	h := w.Header()
	h.Set("Content-Type", a.kind)
	h.Set("Vary", "Accept-Encoding")
	body, tag := a.content, `"`+a.tag+`"`
	if takesGzip(r) {
		if packed := a.packed(); packed != nil {
			body, tag = packed, `"`+a.tag+`-gzip"`
			h.Set("Content-Encoding", "gzip")
		}
	}
	h.Set("ETag", tag)
	if h.Get("Cache-Control") == "" {
		h.Set("Cache-Control", "no-cache")
	}
	if r.Header.Get("If-None-Match") == tag {
		h.Del("Content-Encoding")
		w.WriteHeader(http.StatusNotModified)
		return
	}
	_, _ = w.Write(body) // whoever asked may be gone
}

// pageData is what a template gets.
type pageData struct {
	Lang  string
	Title string       // of the window; empty: the program's name alone
	Nav   string       // which part of the site this is
	Body  any          // what the page is about
	Boot  boot         // what its scripts need
	Style template.CSS // a style sheet of the page's own, or none

	Making string // the id of the puzzle that has to be made before the page can be shown, or none

	messages catalogue
}

// boot is written into the page as JSON.
type boot struct {
	Messages map[string]string `json:"messages"`
	Play     *viewAnswer       `json:"play,omitempty"`
	Game     *gameData         `json:"game,omitempty"`
	Share    *gameData         `json:"share,omitempty"`
	Kind     string            `json:"kind,omitempty"`    // the name of the family, where it makes puzzles
	Classes  []string          `json:"classes,omitempty"` // its classes of difficulty, from easy to hard
	File     bool              `json:"file,omitempty"`    // whether the page is a file that plays without a server
	Digest   string            `json:"digest,omitempty"`  // of the solution, in such a file
	Way      []pathStep        `json:"way,omitempty"`     // the steps to the solution, where they were asked for
	Make     bool              `json:"make,omitempty"`    // whether the workbench opens the puzzle
}

// T gives a text of the page's language.
func (d pageData) T(key string, pairs ...any) string { return d.messages.text(d.Lang, key, pairs...) }

// page answers with a template filled with what data gives, in the language of the request.
func (s *Server) page(name string, data func(r *http.Request, d *pageData) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		d := pageData{Lang: langOf(w, r), messages: s.pages.messages}
		d.Boot.Messages = d.messages[d.Lang]
		if err := data(r, &d); err != nil {
			s.pageError(w, d, err)
			return
		}
		shown, status := name, http.StatusOK
		if d.Making != "" {
			d.Title, shown, status = d.T("making"), "making.html", http.StatusAccepted
		}
		var b bytes.Buffer
		if err := s.pages.templates.ExecuteTemplate(&b, shown, d); err != nil {
			s.pageError(w, d, err)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Cache-Control", "no-cache")
		w.Header().Set("Content-Security-Policy", withStyle(contentSecurity, d.Style))
		writeText(w, r, status, b.Bytes())
	}
}

// pageError shows an error to a person.
func (s *Server) pageError(w http.ResponseWriter, d pageData, err error) {
	e := asAPIError(err)
	if e.Status == http.StatusInternalServerError {
		noteError(w, e.Err)
	}
	d.Body, d.Title = e, d.T("error.title")
	var b bytes.Buffer
	if err := s.pages.templates.ExecuteTemplate(&b, "error.html", d); err != nil {
		noteError(w, err)
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(e.Status)
	_, _ = w.Write(b.Bytes()) // whoever asked may be gone
}

// Paragraphs splits a text at blank lines.
func (d pageData) Paragraphs(text string) []string {
	return strings.Split(strings.TrimSpace(text), "\n\n")
}

// Split splits a text.
func (d pageData) Split(text, by string) []string { return strings.Split(text, by) }

// keyHelp says what a key does.
type keyHelp struct{ Keys, What string }

// Keys lists the keys of a kind of board.
func (d pageData) Keys(kind string) []keyHelp {
	text := d.T("keys." + kind)
	if text == "keys."+kind {
		return nil
	}
	var list []keyHelp
	for _, line := range strings.Split(text, "\n") {
		keys, what, _ := strings.Cut(line, " – ")
		list = append(list, keyHelp{keys, what})
	}
	return list
}

// Modules lists the modules of the page on which puzzles are played, so that they are fetched at once: those of every page, and those of the
// puzzle's kind of board.
func (d pageData) Modules() []string {
	list := []string{"dom.js", "i18n.js", "api.js", "log.js", "games.js", "settings.js", "page.js", "hints.js", "menu.js", "timer.js", "solved.js", "diary.js", "streak.js"}
	if d.Boot.Play == nil || d.Boot.Play.View == nil {
		return list
	}
	kind := d.Boot.Play.View.Kind
	list = append(list, "boards/"+string(kind)+".js")
	switch kind {
	case puzzle.GridKind:
		list = append(list, "rules.js")
	case puzzle.LayersKind:
		list = append(list, "boards/zoom.js", "boards/layers/model.js", "boards/layers/draw.js", "boards/layers/input.js", "boards/layers/say.js")
	}
	return list
}
