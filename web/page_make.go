package web

import (
	"net/http"

	"github.com/quandary-puzzles/quandary/puzzle"
)

// makeKind is a part of the workbench: specifications, or the boards or texts of one family.
type makeKind struct {
	Name    string         `json:"name"`
	Title   string         `json:"-"`
	Editor  string         `json:"editor"` // spec, board or text
	Params  string         `json:"params"`
	Sizes   []selectOption `json:"sizes"`
	Classes []string       `json:"classes"`
}

// makePage is the page's body.
type makePage struct {
	Tabs []makeKind
	Kind makeKind
}

// specKind is the name of the part for specifications, specEditor its editor.
const (
	specKind   = "worded"
	specEditor = "spec"
)

// makePageOf lists the parts of the workbench and chooses the one that was asked for.
func (s *Server) makePageOf(r *http.Request, d *pageData) error {
	if s.cfg.Workshop == nil {
		return notFound("page", "/make", nil)
	}
	var m makePage
	for _, f := range s.cfg.Families.Listed() {
		if k, ok := makeKindOf(d, f); ok {
			k.Title = d.family(f.Name())
			m.Tabs = append(m.Tabs, k)
		}
	}
	asked := r.URL.Query().Get("kind")
	if p := r.URL.Query().Get("p"); asked == "" && p != "" {
		if fam, _, _, _, err := s.cfg.Families.SplitID(p); err == nil {
			asked = fam.Name()
		}
	}
	if asked == "" {
		asked = specKind
	}
	var names []string
	for _, k := range m.Tabs {
		names = append(names, k.Name)
		if k.Name == asked {
			m.Kind = k
		}
	}
	if m.Kind.Name == "" {
		return notFound("part of the workbench", asked, names)
	}
	d.Nav, d.Title, d.Body = "make", d.T("nav.make"), m
	return nil
}

func makeKindOf(d *pageData, f puzzle.Family) (makeKind, bool) {
	k := makeKind{Name: f.Name(), Sizes: []selectOption{}, Classes: []string{}}
	if f.Name() == specKind {
		k.Editor = specEditor
		return k, true
	}
	if p, err := f.ParseParams(""); err == nil {
		k.Params = p.String()
		k.Sizes = append(k.Sizes, selectOption{k.Params, d.choice(f, k.Params)})
	}
	if sg, ok := f.(puzzle.Suggester); ok && len(sg.Suggested()) > 0 {
		k.Params, k.Sizes = sg.Suggested()[0], nil
		for _, params := range sg.Suggested() {
			k.Sizes = append(k.Sizes, selectOption{params, d.choice(f, params)})
		}
	}
	gen, ok := f.(puzzle.Generator)
	if !ok {
		return k, false
	}
	for _, o := range gen.Options() {
		if o.Name == "class" {
			k.Classes = list(o.Values)
		}
	}
	if _, ok := f.(puzzle.Blanker); ok {
		k.Editor = "board"
		return k, true
	}
	if r, ok := f.(puzzle.Reader); ok {
		for _, format := range r.Formats() {
			if format.Name == "yaml" && !format.ReadOnly {
				k.Editor = "text"
				return k, true
			}
		}
	}
	return k, false
}
