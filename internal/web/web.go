// Package web serves the player's page and the JSON API.
//
// It decides nothing about puzzles: every rule, check, hint and picture comes from the families, which it reaches through
// package puzzle. What it keeps (games, shared links) is in package store.
//
// The API stands under /api/v1. An operation is one function from a request to an answer (see operations); the same function
// serves the direct call, which has a short budget, and the job, which may take long, reports progress and can be cancelled.
package web

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/netip"
	"time"

	"github.com/quandary-puzzles/quandary/grade"
	"github.com/quandary-puzzles/quandary/internal/store"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// Config is what a server needs of the program.
type Config struct {
	Families  *puzzle.Registry
	Store     *store.Store     // games and shared links
	Cards     CardMaker        // makes clue cards of a setter's own; nil: nobody
	Workshop  Workshop         // does what the workbench offers for specifications; nil: nothing
	Grader    *grade.Grader    // marks answers; nil: one that knows no data set
	Log       *slog.Logger     // nil: nothing is logged
	Now       func() time.Time // the clock; nil: time.Now
	PublicURL string           // the site's address in links; empty: as the client asked for it
	Font      []byte           // TrueType font of PNG and PDF, for letters that the built-in one lacks; nil: that one
	Proxies   []netip.Prefix   // proxies whose X-Forwarded-For and X-Forwarded-Proto are believed
	Limits    Limits           // zero values mean the defaults
}

// Server is the handler of the whole site. Close it when the last request has been answered.
type Server struct {
	cfg     Config
	ops     map[string]*operation
	puzzles *opener
	games   *bounded[gameKey, *game]
	clients *bounded[netip.Addr, *client]
	jobs    *jobs
	pages   *pages
	openAPI []byte
	lanes   *lanes
	handler http.Handler
}

// New makes a server. It fails only where the program itself is broken: a template that does not parse.
func New(cfg Config) (*Server, error) {
	if cfg.Families == nil || cfg.Store == nil {
		return nil, errors.New("web: no families or no store")
	}
	if cfg.Grader == nil {
		cfg.Grader = grade.NewGrader(cfg.Families)
	}
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.NewTextHandler(io.Discard, nil))
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	cfg.Limits = cfg.Limits.withDefaults()
	s := &Server{cfg: cfg, puzzles: newOpener(cfg.Families, cfg.Limits),
		games: newBounded[gameKey, *game](cfg.Limits.Games), clients: newBounded[netip.Addr, *client](maxClients),
		jobs: newJobs(cfg.Limits.RunningJobs)}
	s.lanes = newLanes(cfg.Limits, func(p any, stack []byte) {
		cfg.Log.Error("call panicked", "panic", fmt.Sprint(p), "stack", string(stack))
	})
	s.ops = operations(s)
	var err error
	parts := [][]byte{openAPIYAML}
	if cfg.Workshop != nil {
		parts = append(parts, openAPIMake)
	}
	if s.openAPI, err = openAPIJSON(parts...); err != nil {
		return nil, err
	}
	if s.pages, err = loadPages(); err != nil {
		return nil, err
	}
	s.handler = s.guard(s.limited(s.routes()))
	return s, nil
}

// ServeHTTP answers one request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// Stop cancels the jobs that still run, and takes no more: the first step of an orderly end, before the listener's own.
func (s *Server) Stop() { s.jobs.cancel() }

// Close cancels the jobs that still run, and waits for them and for calls until the context ends. The store is its owner's to
// close.
func (s *Server) Close(ctx context.Context) error {
	return errors.Join(s.jobs.close(ctx), s.lanes.close(ctx))
}

// routes lists everything that can be asked for.
func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	api := &apiRoutes{mux: mux, methods: map[string][]string{}}
	for _, r := range s.apiTable() {
		api.handle(r.method, r.path, r.handler)
	}
	api.finish()
	mux.HandleFunc("POST /grade", s.handleGrade())
	s.routePages(mux)
	return mux
}

// route is one call of the API.
type route struct {
	method, path string
	handler      apiHandler
}

// apiTable lists the calls of the API; openapi.yaml describes the same ones, which a test checks.
func (s *Server) apiTable() []route {
	const v1 = "/api/v1"
	table := []route{
		{"GET", v1 + "/openapi.json", s.handleOpenAPI},
		{"GET", v1 + "/families", s.handleFamilies},
		{"GET", v1 + "/daily", s.handleDaily},
		{"POST", v1 + "/games", s.handleNewGame},
		{"GET", v1 + "/games", s.handleGames},
		{"GET", v1 + "/games/{game}", s.handleGame},
		{"DELETE", v1 + "/games/{game}", s.handleDeleteGame},
		{"POST", v1 + "/games/{game}/events", s.handleEvents},
		{"POST", v1 + "/games/{game}/first-mistake", s.handleFirstMistake},
		{"POST", v1 + "/share", s.handleShare},
		{"GET", v1 + "/shares/{share}", s.handleShared},
		{"GET", v1 + "/shares/{share}/qr.svg", s.handleQR},
		{"POST", v1 + "/jobs", s.handleNewJob},
		{"GET", v1 + "/jobs/{job}", s.handleJob},
		{"DELETE", v1 + "/jobs/{job}", s.handleCancelJob},
		{"GET", v1 + "/jobs/{job}/events", s.handleJobEvents},
	}
	if s.cfg.Workshop != nil {
		table = append(table,
			route{"POST", v1 + "/make/batch", s.handleBatch},
			route{"GET", v1 + "/make/examples", s.handleExamples})
	}
	for name, op := range s.ops {
		table = append(table, route{"POST", v1 + "/" + name, s.handleOperation(op)})
	}
	return table
}

// apiRoutes registers the routes of the API, and answers in JSON what is asked for in a wrong way.
type apiRoutes struct {
	mux     *http.ServeMux
	methods map[string][]string // path pattern -> methods
}

// apiHandler answers a request of the API: with a value that is sent as JSON, or an error. A handler that has written its own
// answer returns errAnswered.
type apiHandler func(w http.ResponseWriter, r *http.Request) (any, error)

var errAnswered = errors.New("answered")

// created is an answer about something new, which from now on is found under a path.
type created struct {
	path string
	v    any
}

func (a *apiRoutes) handle(method, path string, h apiHandler) {
	a.methods[path] = append(a.methods[path], method)
	a.mux.HandleFunc(method+" "+path, func(w http.ResponseWriter, r *http.Request) {
		v, err := h(w, r)
		switch {
		case errors.Is(err, errAnswered):
		case err != nil:
			writeError(w, err)
		default:
			if c, ok := v.(created); ok {
				w.Header().Set("Location", c.path)
				writeJSON(w, http.StatusCreated, c.v)
				return
			}
			writeJSON(w, http.StatusOK, v)
		}
	})
}

// finish answers other methods and unknown paths.
func (a *apiRoutes) finish() {
	for path, methods := range a.methods {
		a.mux.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) {
			for _, m := range methods {
				w.Header().Add("Allow", m)
			}
			writeError(w, &apiError{Status: http.StatusMethodNotAllowed, Code: "method", Message: "this address takes " + joinOr(methods), Near: methods})
		})
	}
	a.mux.HandleFunc("/api/", func(w http.ResponseWriter, r *http.Request) {
		var known []string
		for path := range a.methods {
			known = append(known, path)
		}
		writeError(w, notFound("address", r.URL.Path, known))
	})
}
