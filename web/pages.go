package web

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"html/template"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strings"
)

//go:embed static templates
var embedded embed.FS

// pages are the templates and the static files, read once.
type pages struct {
	templates *template.Template
	assets    map[string]asset // by path below static
}

type asset struct {
	content []byte
	kind    string
	tag     string // names the content
}

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
		sum := sha256.Sum256(content)
		p.assets[name] = asset{content, contentType(name), hex.EncodeToString(sum[:6])}
		return nil
	})
	if err != nil {
		return nil, err
	}
	p.templates, err = template.New("").Funcs(template.FuncMap{"asset": p.url}).ParseFS(embedded, "templates/*.html")
	if err != nil {
		return nil, fmt.Errorf("web: %w", err)
	}
	return p, nil
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

// url gives the address of a static file; it changes with the content, so that browsers may keep the file for ever.
func (p *pages) url(name string) (string, error) {
	a, ok := p.assets[name]
	if !ok {
		return "", fmt.Errorf("there is no static file %q", name)
	}
	return "/static/" + name + "?v=" + a.tag, nil
}

// serveStatic answers /static/….
func (p *pages) serveStatic(w http.ResponseWriter, r *http.Request) {
	p.serveAsset(w, r, strings.TrimPrefix(r.URL.Path, "/static/"))
}

func (p *pages) serveAsset(w http.ResponseWriter, r *http.Request, name string) {
	a, ok := p.assets[name]
	if !ok {
		http.NotFound(w, r)
		return
	}
	h := w.Header()
	h.Set("Content-Type", a.kind)
	h.Set("ETag", `"`+a.tag+`"`)
	h.Set("Cache-Control", "no-cache")
	if r.URL.Query().Get("v") == a.tag {
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	if r.Header.Get("If-None-Match") == `"`+a.tag+`"` {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	_, _ = w.Write(a.content) // whoever asked may be gone
}

// routePages lists the pages.
func (s *Server) routePages(mux *http.ServeMux) {
	mux.HandleFunc("GET /static/", s.pages.serveStatic)
	mux.HandleFunc("GET /sw.js", func(w http.ResponseWriter, r *http.Request) { s.pages.serveAsset(w, r, "sw.js") })
	mux.HandleFunc("GET /manifest.webmanifest", func(w http.ResponseWriter, r *http.Request) {
		s.pages.serveAsset(w, r, "manifest.webmanifest")
	})
	mux.HandleFunc("GET /{$}", s.page("gallery.html", func(*http.Request) (any, error) { return s.cfg.Families.All(), nil }))
	mux.HandleFunc("GET /play", s.page("play.html", func(r *http.Request) (any, error) {
		p, err := s.puzzles.open(r.Context(), r.URL.Query().Get("p"))
		if err != nil {
			return nil, err
		}
		return s.viewOf(p, "en")
	}))
}

// page answers with a template filled with what data gives.
func (s *Server) page(name string, data func(*http.Request) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		v, err := data(r)
		if err != nil {
			s.pageError(w, err)
			return
		}
		var b bytes.Buffer
		if err := s.pages.templates.ExecuteTemplate(&b, name, v); err != nil {
			s.pageError(w, err)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Cache-Control", "no-cache")
		_, _ = w.Write(b.Bytes()) // whoever asked may be gone
	}
}

// pageError shows an error to a person.
func (s *Server) pageError(w http.ResponseWriter, err error) {
	e := asAPIError(err)
	if e.Status == http.StatusInternalServerError {
		noteError(w, e.Err)
	}
	var b bytes.Buffer
	if err := s.pages.templates.ExecuteTemplate(&b, "error.html", e); err != nil {
		noteError(w, err)
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(e.Status)
	_, _ = w.Write(b.Bytes()) // whoever asked may be gone
}
