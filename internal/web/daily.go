package web

import (
	"bytes"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/render"
)

// Every day has three puzzles, a short, a middle and a long one. Which they are follows from the date alone, so that everybody has the
// same without asking anybody.

// dailyLengths names the puzzles of a day, and about how many minutes each takes.
var dailyLengths = [...]struct {
	Name    string
	Minutes int
}{{"short", 4}, {"middle", 8}, {"long", 15}}

// dailyKinds lists what the puzzles of a day are taken from, by length: families with parameters that are made within about a second. Lists
// are of different lengths without a common divisor, so that the same three come together again only after months. An entry is only ever
// added at an end, together with the first day that it counts for: earlier days stay what they were.
var dailyKinds = [len(dailyLengths)][][2]string{
	{{"fillomino", "5x5"}, {"sudoku", "6x6"}, {"heyawake", "6x6"}, {"slitherlink", "6x6"}, {"mosaic", "7x7"}, {"masyu", "6x6"}, {"zebra", "3x4"}},
	{{"sudoku", "9x9"}, {"akari", "10x10"}, {"zebra", "4x4"}, {"masyu", "8x8"}, {"star-battle", "8x8"}, {"hitori", "6x6"}, {"fillomino", "8x8"}, {"yajilin", "6x6"}, {"tents", "8x8"}},
	{{"slitherlink", "10x10"}, {"zebra", "5x5"}, {"sudoku", "9x9-jigsaw"}, {"akari", "12x12"}, {"fillomino", "10x10"}, {"masyu", "10x10"}, {"sudoku", "9x9-x"}, {"zebra", "4x5"}},
}

// dayPuzzle is one of the three puzzles of a day.
type dayPuzzle struct {
	Length  string `json:"length"`
	Minutes int    `json:"minutes"`
	Family  string `json:"family"`
	Params  string `json:"params"`
	Puzzle  string `json:"puzzle"` // its id by seed
	Title   string `json:"title"`  // of the family
	Size    string `json:"size"`
	Icon    bool   `json:"-"` // whether a picture of the kind stands for that of the puzzle, which would be too fine
}

// dateSeed is the seed of a day's puzzles.
func dateSeed(day time.Time) uint64 {
	return uint64(day.Year()*10000 + int(day.Month())*100 + day.Day())
}

// threeOf gives the puzzles of a day, of three different families.
func (s *Server) threeOf(day time.Time, d *pageData) []dayPuzzle {
	n := int(day.Unix() / (24 * 60 * 60))
	var out []dayPuzzle
	for i, length := range dailyLengths {
		kinds := dailyKinds[i]
		for j := range kinds {
			k := kinds[(n+j)%len(kinds)]
			f, err := s.cfg.Families.Lookup(k[0])
			if err != nil || slices.ContainsFunc(out, func(p dayPuzzle) bool { return p.Family == k[0] }) {
				continue
			}
			p, err := f.ParseParams(k[1])
			if err != nil {
				continue
			}
			out = append(out, dayPuzzle{length.Name, length.Minutes, f.Name(), p.String(), puzzle.SeedID(f, p, dateSeed(day)), d.kind(f), d.Size(p.String()), f.Name() == "zebra"})
			break
		}
	}
	return out
}

// kind gives the name of a family in the page's language, whichever list it stands in.
func (d pageData) kind(f puzzle.Family) string {
	if title := f.About().Title; title != nil {
		return title(d.Lang)
	}
	return d.family(f.Name())
}

// dayOf reads the date of a request's path. Days to come are nobody's yet; tomorrow begins early in the east.
func (s *Server) dayOf(r *http.Request) (time.Time, error) {
	text := r.PathValue("date")
	day, err := time.Parse(dateForm, text)
	if err != nil {
		return day, badRequest("expected a date such as 2026-11-20, found %.20q", text)
	}
	if day.After(s.cfg.Now().UTC().Add(14 * time.Hour)) {
		return day, &apiError{Status: http.StatusNotFound, Code: "not-found", Message: "that day has not come yet"}
	}
	return day, nil
}

// dayGame leads to a puzzle of a day: /d/DATE/short, middle or long, or of a family: /d/DATE/FAMILY?params=SIZE&class=CLASS.
func (s *Server) dayGame(w http.ResponseWriter, r *http.Request) {
	at, err := s.dayAddress(w, r)
	if err != nil {
		s.page("error.html", func(*http.Request, *pageData) error { return err })(w, r)
		return
	}
	w.Header().Set("Cache-Control", "no-cache")
	http.Redirect(w, r, at, http.StatusSeeOther)
}

func (s *Server) dayAddress(w http.ResponseWriter, r *http.Request) (string, error) {
	day, err := s.dayOf(r)
	if err != nil {
		return "", err
	}
	what := r.PathValue("what")
	q := url.Values{"day": {day.Format(dateForm)}}
	d := pageData{Lang: langOf(w, r), messages: s.pages.messages}
	for _, p := range s.threeOf(day, &d) {
		if p.Length == what {
			q.Set("p", p.Puzzle)
			q.Set("daily", what)
			return "/play?" + q.Encode(), nil
		}
	}
	if r.URL.RawQuery == "" {
		for _, p := range s.dailies(day) {
			if p.Family == what {
				q.Set("p", p.Puzzle)
				return "/play?" + q.Encode(), nil
			}
		}
	}
	id, err := s.generated(r, generateRequest{Family: what, Params: r.URL.Query().Get("params"), Seed: dateSeed(day)}, r.URL.Query().Get("class"))
	if err != nil {
		return "", err
	}
	q.Set("p", id)
	if class := r.URL.Query().Get("class"); class != "" {
		q.Set("class", class)
	}
	return "/play?" + q.Encode(), nil
}

// dayPicture draws a puzzle of a day as it is printed: /d/DATE/short.svg.
func (s *Server) dayPicture(w http.ResponseWriter, r *http.Request, day time.Time, length string) error {
	d := pageData{Lang: "en", messages: s.pages.messages}
	for _, p := range s.threeOf(day, &d) {
		if p.Length != length {
			continue
		}
		o, err := s.puzzles.open(r.Context(), p.Puzzle)
		if err != nil {
			return err
		}
		pic, ok := o.inst.(puzzle.Shown)
		if !ok {
			return cannot(o.family, "drawn")
		}
		scene, err := pic.Scene("")
		if err != nil {
			return err
		}
		var b bytes.Buffer
		if err := render.SVG(&b, scene, render.Light(), 24); err != nil {
			return err
		}
		w.Header().Set("Cache-Control", "public, max-age=86400")
		serveAsset(w, r, newAsset(fmt.Sprintf("%s-%s.svg", day.Format(dateForm), length), b.Bytes()))
		return nil
	}
	return &apiError{Status: http.StatusNotFound, Code: "not-found", Message: "a day has a short, a middle and a long puzzle"}
}

// dayRoute answers /d/DATE/WHAT, with .svg the picture.
func (s *Server) dayRoute(w http.ResponseWriter, r *http.Request) {
	if length, ok := cutSVG(r.PathValue("what")); ok {
		day, err := s.dayOf(r)
		if err == nil {
			err = s.dayPicture(w, r, day, length)
		}
		if err != nil {
			writeError(w, err)
		}
		return
	}
	s.dayGame(w, r)
}

func cutSVG(name string) (string, bool) {
	const end = ".svg"
	if len(name) > len(end) && name[len(name)-len(end):] == end {
		return name[:len(name)-len(end)], true
	}
	return name, false
}
