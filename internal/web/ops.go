package web

import (
	"context"
	"net/http"

	"github.com/quandary-puzzles/quandary/puzzle"
)

// An operation is one thing that the API does, as a function from a request's body to an answer. It is called directly
// (POST /api/v1/NAME), under the request's budget, or as a job, which may take longer and reports progress.
type operation struct {
	name string
	hard bool // counts against what a client may have done of hard work
	run  func(ctx context.Context, body []byte, report func(puzzle.Progress)) (any, error)
}

// operations lists the operations that are called as POST /api/v1/NAME.
func operations(s *Server) map[string]*operation {
	list := []*operation{
		easy("view", s.view),
		easy("apply", s.apply),
		easy("check", s.check),
		hard("solve", s.solve),
		hard("count", s.count),
		hard("digest", s.digest),
		hard("hint", s.hint),
		hard("mistakes", s.mistakes),
		hard("clues", s.clues),
		hard("explain", s.explain),
		hard("refute", s.refute),
		hard("rate", s.rate),
		hard("generate", s.generate),
		hard("cards", s.makeCards),
		hard("grade", s.grade),
		hard("render", s.render),
		hard("import", s.importText),
		easy("export", s.export),
	}
	list = append(list, s.makeOperations()...)
	byName := map[string]*operation{}
	for _, op := range list {
		byName[op.name] = op
	}
	return byName
}

func easy[Req, Ans any](name string, run func(context.Context, Req) (Ans, error)) *operation {
	return &operation{name: name, run: func(ctx context.Context, body []byte, _ func(puzzle.Progress)) (any, error) {
		req, err := decode[Req](body)
		if err != nil {
			return nil, err
		}
		return run(ctx, req)
	}}
}

func hard[Req, Ans any](name string, run func(context.Context, Req, func(puzzle.Progress)) (Ans, error)) *operation {
	return &operation{name: name, hard: true, run: func(ctx context.Context, body []byte, report func(puzzle.Progress)) (any, error) {
		req, err := decode[Req](body)
		if err != nil {
			return nil, err
		}
		return run(ctx, req, report)
	}}
}

// A file is an answer that is sent as it is instead of as JSON.
type file struct {
	name, kind string
	content    []byte
}

func (s *Server) handleOperation(op *operation) apiHandler {
	return func(w http.ResponseWriter, r *http.Request) (any, error) {
		body, err := readBody(w, r, s.cfg.Limits.Body)
		if err != nil {
			return nil, err
		}
		ctx, cancel := context.WithTimeout(r.Context(), s.cfg.Limits.Time)
		defer cancel()
		v, err := s.perform(ctx, r, op, body)
		if err != nil {
			return nil, err
		}
		if f, ok := v.(*file); ok {
			writeFile(w, f)
			return nil, errAnswered
		}
		return v, nil
	}
}

// perform runs an operation for a request, in its turn.
func (s *Server) perform(ctx context.Context, r *http.Request, op *operation, body []byte) (any, error) {
	if c := s.client(r); op.hard && c != nil {
		if err := spend(c.work); err != nil {
			return nil, err
		}
	}
	v, err := s.lanes.do(ctx, func(ctx context.Context) (any, error) { return op.run(ctx, body, nil) })
	if err != nil {
		return nil, asAPIError(err)
	}
	return v, nil
}

func writeFile(w http.ResponseWriter, f *file) {
	h := w.Header()
	h.Set("Content-Type", f.kind)
	h.Set("Content-Disposition", `inline; filename="`+f.name+`"`)
	h.Set("Cache-Control", "no-store")
	_, _ = w.Write(f.content) // whoever asked may be gone
}
