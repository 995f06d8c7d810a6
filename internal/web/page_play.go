package web

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/binary"
	"encoding/json"
	"errors"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/render"
)

// routePages lists the pages.
func (s *Server) routePages(mux *http.ServeMux) {
	mux.HandleFunc("GET /static/", s.pages.serveStatic)
	mux.HandleFunc("GET /sw.js", func(w http.ResponseWriter, r *http.Request) { serveAsset(w, r, s.pages.worker) })
	mux.HandleFunc("GET /manifest.webmanifest", func(w http.ResponseWriter, r *http.Request) {
		serveAsset(w, r, s.pages.assets["manifest.webmanifest"])
	})
	mux.HandleFunc("GET /favicon.ico", func(w http.ResponseWriter, r *http.Request) { serveAsset(w, r, s.pages.assets["icon.svg"]) })
	mux.HandleFunc("GET /{$}", s.page("gallery.html", s.galleryPage))
	mux.HandleFunc("GET /d/{date}/{what}", s.dayRoute)
	mux.HandleFunc("GET /days", s.page("days.html", s.daysPage))
	mux.HandleFunc("GET /kind/{family}", s.page("kind.html", s.kindPage))
	mux.HandleFunc("GET /learn/{family}", s.page("learn.html", s.learnPage))
	mux.HandleFunc("GET /play", s.newGame(s.page("play.html", s.playPage)))
	mux.HandleFunc("GET /g/{game}", s.page("play.html", s.gamePage))
	mux.HandleFunc("GET /s/{share}", s.page("play.html", s.sharedPage))
	mux.HandleFunc("GET /print", s.page("print.html", s.printPage))
	mux.HandleFunc("GET /make", s.page("make.html", s.makePageOf))
	mux.HandleFunc("GET /cards/new", s.page("cards_new.html", s.newCardsPage))
	mux.HandleFunc("GET /help", s.page("help.html", func(_ *http.Request, d *pageData) error {
		d.Nav, d.Title = "help", d.T("help")
		return nil
	}))
	mux.HandleFunc("/", s.page("error.html", func(r *http.Request, d *pageData) error {
		return &apiError{Status: http.StatusNotFound, Code: "not-found", Message: d.T("error.noPage", "path", r.URL.Path)}
	}))
}

// newGame makes a puzzle and leads to it: /play?family=NAME&params=SIZE&class=CLASS, which the forms of the gallery ask for
// where no scripts run. Any other address is next's.
func (s *Server) newGame(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		q := r.URL.Query()
		if q.Get("p") != "" || q.Get("family") == "" {
			next(w, r)
			return
		}
		id, err := s.generated(r, generateRequest{Family: q.Get("family"), Params: q.Get("params"), Seed: randomSeed()}, q.Get("class"))
		if err != nil {
			s.page("error.html", func(*http.Request, *pageData) error { return err })(w, r)
			return
		}
		w.Header().Set("Cache-Control", "no-store") // the next call is to make another puzzle
		to := url.Values{"p": {id}}
		for _, kept := range []string{"class", "lesson"} {
			if v := q.Get(kept); v != "" {
				to.Set(kept, v)
			}
		}
		http.Redirect(w, r, "/play?"+to.Encode(), http.StatusSeeOther)
	}
}

func randomSeed() uint64 {
	var seed [8]byte
	_, _ = rand.Read(seed[:]) // never fails
	return binary.LittleEndian.Uint64(seed[:])
}

// generated makes a puzzle for a page, within the limits of any call that works hard, and gives its id.
func (s *Server) generated(r *http.Request, req generateRequest, class string) (string, error) {
	if class != "" {
		req.Settings = map[string]string{"class": class}
	}
	body, err := json.Marshal(req)
	if err != nil {
		return "", err
	}
	ctx, cancel := context.WithTimeout(r.Context(), s.cfg.Limits.Time)
	defer cancel()
	v, err := s.perform(ctx, r, s.ops["generate"], body)
	if err != nil {
		return "", err
	}
	return v.(generateAnswer).Puzzle, nil
}

// playPage shows a puzzle to play: /play?p=ID.
func (s *Server) playPage(r *http.Request, d *pageData) error {
	return s.playable(r, d, r.URL.Query().Get("p"))
}

// gameData is a game that is gone on with, or one that was shared.
type gameData struct {
	ID     string            `json:"id"`
	Events []json.RawMessage `json:"events"`
}

// gamePage goes on with a game of the player's: /g/ID.
func (s *Server) gamePage(r *http.Request, d *pageData) error {
	info, events, err := s.cfg.Store.Load(r.Context(), playerOf(r), r.PathValue("game"))
	if err != nil {
		return storeError(err)
	}
	d.Boot.Game = &gameData{info.ID, rawEvents(events)}
	return s.playable(r, d, info.Puzzle)
}

// sharedPage opens a copy of what somebody has shared: /s/ID.
func (s *Server) sharedPage(r *http.Request, d *pageData) error {
	sh, err := s.cfg.Store.Share(r.Context(), r.PathValue("share"))
	if err != nil {
		return storeError(err)
	}
	d.Boot.Share = &gameData{sh.ID, rawEvents(sh.Events)}
	return s.playable(r, d, sh.Puzzle)
}

// openSoon opens the puzzle of a page. One that takes long to make is nil: the page then says so, has it made by the operation "view", which
// keeps it open, and comes again. An id too long to be kept open would come again for ever, so the page waits for its puzzle.
func (s *Server) openSoon(r *http.Request, d *pageData, id string) (*opened, error) {
	if len(id) > maxKeptID {
		return s.puzzles.open(r.Context(), id)
	}
	ctx, cancel := context.WithTimeout(r.Context(), s.cfg.Limits.Page)
	defer cancel()
	p, err := s.puzzles.open(ctx, id)
	if err != nil && errors.Is(ctx.Err(), context.DeadlineExceeded) {
		d.Making = id
		return nil, nil
	}
	return p, err
}

// playable fills a page with a puzzle to play.
func (s *Server) playable(r *http.Request, d *pageData, id string) error {
	p, err := s.openSoon(r, d, id)
	if p == nil {
		return err
	}
	v, err := s.viewOf(p, d.Lang)
	if err != nil {
		return err
	}
	if v.View == nil {
		return cannot(p.family, "played here")
	}
	if v.Drawing != nil {
		v.picture = v.Drawing.Board
		v.Drawing = &drawing{Signs: v.Drawing.Signs}
	}
	if gen, ok := p.family.(puzzle.Generator); ok {
		for _, o := range gen.Options() {
			if o.Name == "class" {
				d.Boot.Classes = o.Values
				if class := r.URL.Query().Get("class"); slices.Contains(o.Values, class) {
					v.Class = class
				}
			}
		}
		d.Boot.Kind = d.kind(p.family)
	}
	d.Nav, d.Title, d.Body, d.Boot.Play, d.Style = "play", v.View.Title, &v, &v, v.boardStyle()
	if s.cfg.Workshop != nil {
		k, ok := makeKindOf(d, p.family)
		d.Boot.Make = ok && k.Editor != specEditor // what is made of a specification is not carved from a puzzle
	}
	return nil
}

// sheet is a puzzle to print.
type sheet struct {
	View    *puzzle.View
	ID      string
	Picture template.HTML // SVG of our own renderer, which escapes texts
	Answer  template.HTML // the solution, when it was asked for
	Text    string        // where the family has no picture
}

// printPage shows a puzzle for printing: /print?p=ID, with &answers=1 the solution too.
func (s *Server) printPage(r *http.Request, d *pageData) error {
	p, err := s.puzzles.open(r.Context(), r.URL.Query().Get("p"))
	if err != nil {
		return err
	}
	v, err := s.viewOf(p, d.Lang)
	if err != nil {
		return err
	}
	sh := sheet{View: v.View, ID: p.id}
	d.Title = p.family.Name()
	if v.View != nil {
		d.Title = v.View.Title
	}
	d.Body = &sh
	pic, ok := puzzle.In(p.inst, d.Lang).(puzzle.Shown)
	if !ok {
		if w, ok := p.inst.(puzzle.Worded); ok {
			sh.Text = w.Question(d.Lang)
		}
		return nil
	}
	scene, err := pic.Scene("")
	if err != nil {
		return err
	}
	if sh.Picture, err = svg(scene); err != nil {
		return err
	}
	if answers, _ := strconv.ParseBool(r.URL.Query().Get("answers")); answers {
		_, res, err := s.solved(r.Context(), p.id, max(2, puzzle.Meant(p.inst)))
		if err != nil {
			return err
		}
		if len(res.Solutions) > 0 {
			scene, err := puzzle.SolvedScene(pic, res.Solutions)
			if err != nil {
				return err
			}
			if sh.Answer, err = svg(scene); err != nil {
				return err
			}
		}
	}
	return nil
}

func svg(scene puzzle.Scene) (template.HTML, error) {
	var b bytes.Buffer
	if err := render.SVG(&b, scene, render.Light(), 48); err != nil {
		return "", err
	}
	return template.HTML(b.String()), nil //nolint:gosec // written by our renderer, which escapes every text
}
