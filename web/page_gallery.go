package web

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/quandary-puzzles/quandary/puzzle"
)

// selectOption is an entry of a list to choose from: what it stands for, and how it reads.
type selectOption struct {
	Value string `json:"value"`
	Text  string `json:"text"`
}

// galleryFamily is a family on the gallery.
type galleryFamily struct {
	Name    string
	Title   string
	Summary string
	Kind    string // names the picture
	Sizes   []selectOption
	Topics  bool // the sizes are names rather than sizes
	Classes []string
	Today   string // address of the puzzle of the day
	Words   string // what a search finds it by
}

type gallery struct {
	Families []galleryFamily
	Date     string // today, as 2026-11-20
	Readers  []selectOption
	Cards    bool // whether clue cards of one's own can be made
	Groups   []galleryGroup
}

// galleryGroup is a group of families in which one does the same.
type galleryGroup struct {
	Name  string
	Kinds []galleryFamily
}

// galleryGroups is the order of the groups.
var galleryGroups = [...]string{"numbers", "shade", "lines", "divide", "objects"}

// groups lists the families that stand in groups, by their titles.
func (s *Server) groups(d *pageData) []galleryGroup {
	out := make([]galleryGroup, len(galleryGroups))
	for i, name := range galleryGroups {
		out[i].Name = name
	}
	for _, f := range s.cfg.Families.All() {
		g, ok := f.(puzzle.Grouped)
		if !ok {
			continue
		}
		info := galleryFamily{Name: f.Name(), Title: g.Title(d.Lang), Summary: g.About(d.Lang), Words: f.Name()}
		if a, ok := f.(puzzle.Aliased); ok {
			info.Words += " " + strings.Join(a.Aliases(), " ")
		}
		info.Words = strings.ToLower(info.Words + " " + g.Title("en") + " " + g.Title("zh"))
		if sg, ok := f.(puzzle.Suggester); ok {
			for _, params := range sg.Suggested() {
				info.Sizes = append(info.Sizes, selectOption{params, d.Size(params)})
			}
		}
		at := slices.Index(galleryGroups[:], g.Group())
		if at < 0 {
			at = len(galleryGroups) - 1
		}
		out[at].Kinds = append(out[at].Kinds, info)
	}
	for _, g := range out {
		slices.SortFunc(g.Kinds, func(a, b galleryFamily) int { return strings.Compare(a.Title, b.Title) })
	}
	return slices.DeleteFunc(out, func(g galleryGroup) bool { return len(g.Kinds) == 0 })
}

// galleryPage lists the families, with the puzzles of the day.
func (s *Server) galleryPage(r *http.Request, d *pageData) error {
	day := s.cfg.Now().UTC()
	if asked, err := time.Parse(time.DateOnly, r.URL.Query().Get("day")); err == nil && !asked.After(day) {
		day = asked
	}
	g := gallery{Date: day.Format(time.DateOnly)}
	today := map[string]string{}
	for _, p := range s.dailies(day) {
		today[p.Family] = p.Puzzle
	}
	for _, f := range s.cfg.Families.Listed() {
		if _, ok := f.(puzzle.Reader); ok {
			g.Readers = append(g.Readers, selectOption{f.Name(), d.family(f.Name())})
		}
		gen, ok := f.(puzzle.Generator)
		if !ok {
			continue
		}
		info := galleryFamily{Name: f.Name(), Title: d.family(f.Name()), Summary: d.summary(f), Kind: f.Name()}
		if sg, ok := f.(puzzle.Suggester); ok {
			for _, params := range sg.Suggested() {
				info.Sizes = append(info.Sizes, selectOption{params, d.choice(f, params)})
			}
		}
		if p, err := f.ParseParams(""); err == nil && len(info.Sizes) == 0 {
			info.Sizes = []selectOption{{p.String(), d.choice(f, p.String())}}
		}
		_, info.Topics = f.(puzzle.Titled)
		for _, o := range gen.Options() {
			if o.Name == "class" {
				info.Classes = o.Values
			}
		}
		info.Today = "/play?p=" + url.QueryEscape(today[f.Name()])
		g.Families = append(g.Families, info)
	}
	g.Groups = s.groups(d)
	d.Nav, d.Body = "gallery", g
	return nil
}

// family gives the name of a family in the page's language.
func (d pageData) family(name string) string {
	key := "family." + name
	if text := d.T(key); text != key {
		return text
	}
	return name
}

func (d pageData) summary(f puzzle.Family) string {
	key := "family." + f.Name() + ".summary"
	if text := d.T(key); text != key {
		return text
	}
	return f.Summary()
}

// choice tells parameters of a family to people: by their title, where they have one.
func (d pageData) choice(f puzzle.Family, params string) string {
	if tf, ok := f.(puzzle.Titled); ok {
		if title := tf.TitleOf(params); title != "" {
			return title
		}
	}
	return d.Size(params)
}

// Class gives the name of a class of difficulty in the page's language.
func (d pageData) Class(name string) string {
	key := "class." + name
	if text := d.T(key); text != key {
		return text
	}
	return name
}

// Size tells parameters to people: 9x9-jigsaw becomes 9×9 jigsaw.
func (d pageData) Size(params string) string {
	key := "size." + params
	if text := d.T(key); text != key {
		return text
	}
	out := []rune(params)
	for i, c := range out {
		digit := func(j int) bool { return j >= 0 && j < len(out) && out[j] >= '0' && out[j] <= '9' }
		switch {
		case c == 'x' && digit(i-1) && digit(i+1):
			out[i] = '×'
		case c == '-':
			out[i] = ' '
		}
	}
	return string(out)
}
