package grade

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"

	"github.com/quandary-puzzles/quandary/record"
)

// Limits of one request to the handler.
const (
	maxBody = 8 << 20 // bytes
	maxMany = 1000    // submissions
)

// Handler serves POST /grade. The body is a submission (see ParseSubmission) or a list of them, the answer a mark (see
// Mark.Object) or a list of marks in the same order. A body that cannot be read is a 400 with {"error": …}.
func (g *Grader) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /grade", g.serve)
	return mux
}

func (g *Grader) serve(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		status := http.StatusBadRequest
		if tooLarge := (*http.MaxBytesError)(nil); errors.As(err, &tooLarge) {
			status = http.StatusRequestEntityTooLarge
			err = fmt.Errorf("the body has more than %d bytes", maxBody)
		}
		reply(w, status, record.Object{{Key: "error", Value: err.Error()}})
		return
	}
	body = bytes.TrimSpace(body)
	if len(body) > 0 && body[0] == '[' {
		g.serveMany(w, r, body)
		return
	}
	sub, mark, err := g.line(r.Context(), body)
	if err != nil {
		reply(w, http.StatusBadRequest, record.Object{{Key: "error", Value: err.Error()}})
		return
	}
	reply(w, http.StatusOK, mark.Object(sub.ID))
}

func (g *Grader) serveMany(w http.ResponseWriter, r *http.Request, body []byte) {
	var list []json.RawMessage
	err := json.Unmarshal(body, &list)
	if err == nil && len(list) > maxMany {
		err = fmt.Errorf("%d submissions, at most %d are taken at once", len(list), maxMany)
	}
	if err != nil {
		reply(w, http.StatusBadRequest, record.Object{{Key: "error", Value: err.Error()}})
		return
	}
	marks := make([]any, len(list))
	for i, raw := range list {
		if r.Context().Err() != nil {
			return
		}
		sub, mark, err := g.line(r.Context(), raw)
		if err != nil {
			marks[i] = record.Object{{Key: "line", Value: i + 1}, {Key: "error", Value: err.Error()}}
			continue
		}
		marks[i] = mark.Object(sub.ID)
	}
	reply(w, http.StatusOK, marks)
}

// line reads a submission and marks it.
func (g *Grader) line(ctx context.Context, text []byte) (sub Submission, m Mark, err error) {
	if sub, err = ParseSubmission(text); err == nil {
		m, err = g.Submit(ctx, sub)
	}
	return sub, m, err
}

func reply(w http.ResponseWriter, status int, v any) {
	text, err := record.AppendJSON(nil, v)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	_, _ = w.Write(append(text, '\n')) // whoever asked may be gone
}
