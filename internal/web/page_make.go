package web

import (
	"net/http"
	"slices"
	"strings"

	"github.com/quandary-puzzles/quandary/puzzle"
)

// makeKind is a part of the workbench: specifications, or the boards or texts of one family.
type makeKind struct {
	Name    string         `json:"name"`
	Title   string         `json:"-"`
	Editor  string         `json:"editor"` // spec, rules, board, layers or text
	Params  string         `json:"params"`
	Sizes   []selectOption `json:"sizes"`
	Classes []string       `json:"classes"`
	Needs   []Technique    `json:"needs"` // techniques that a puzzle can be asked to need
}

// makePage is the page's body.
type makePage struct {
	Tabs   []makeKind
	Kind   makeKind
	Others []selectOption // families whose boards are set beside those with a tab
}

// specKind is the name of the part for specifications, specEditor its editor.
const (
	specKind   = "worded"
	specEditor = "spec"
)

// rulesKind is the name of the part for rules files, rulesEditor its editor.
const (
	rulesKind   = "own"
	rulesEditor = "rules"
)

// blanksEditor is the name of the part for blanks files and programs, which is that of their family, and of its editor.
const blanksEditor = "blanks"

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
		asked = rulesKind
	}
	for _, f := range s.cfg.Families.All() {
		about := f.About()
		k, ok := makeKindOf(d, f)
		switch {
		case !about.Unlisted || about.Fill == nil || !ok:
		case k.Editor == rulesEditor:
			k.Title = d.T("make.rules")
			m.Tabs = append([]makeKind{k}, m.Tabs...)
		case about.Title != nil:
			m.Others = append(m.Others, selectOption{f.Name(), about.Title(d.Lang)})
			if f.Name() == asked {
				k.Title = about.Title(d.Lang)
				m.Tabs = append(m.Tabs, k)
			}
		}
	}
	slices.SortStableFunc(m.Others, func(a, b selectOption) int { return strings.Compare(strings.ToLower(a.Text), strings.ToLower(b.Text)) })
	var names []string
	for _, k := range m.Tabs {
		names = append(names, k.Name)
		if k.Name == asked {
			m.Kind = k
		}
	}
	if p := r.URL.Query().Get("p"); p != "" && m.Kind.Editor == "board" {
		o, err := s.puzzles.open(r.Context(), p)
		if err != nil {
			return err
		}
		if o.inst.Extras().Brushes != nil { // a variant
			m.Kind.Editor = "layers"
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
	if f.Name() == blanksEditor {
		k.Editor = blanksEditor
		return k, true
	}
	if f.Name() == rulesKind {
		k.Editor = rulesEditor
		if g, ok := f.(puzzle.Generator); ok {
			k.Classes = classesOf(g)
		}
		return k, true
	}
	if p, err := f.ParseParams(""); err == nil {
		k.Params = p.String()
		k.Sizes = append(k.Sizes, selectOption{k.Params, d.choice(f, k.Params)})
	}
	about := f.About()
	if about.Suggested != nil && len(about.Suggested()) > 0 {
		k.Params, k.Sizes = about.Suggested()[0], nil
		for _, params := range about.Suggested() {
			k.Sizes = append(k.Sizes, selectOption{params, d.choice(f, params)})
		}
	}
	gen, ok := f.(puzzle.Generator)
	if !ok {
		return k, false
	}
	k.Classes = classesOf(gen)
	if about.Blank != nil {
		k.Editor = "board"
		if about.Fill != nil {
			k.Editor, k.Needs = "layers", TechniquesOf(gen, d.Lang)
		}
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

// classesOf lists the classes of a family's puzzles.
func classesOf(g puzzle.Generator) []string {
	for _, o := range g.Options() {
		if o.Name == "class" {
			return list(o.Values)
		}
	}
	return []string{}
}
