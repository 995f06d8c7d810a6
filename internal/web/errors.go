package web

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/quandary-puzzles/quandary/internal/budget"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// apiError is an answer that says what went wrong.
type apiError struct {
	Status     int
	Code       string // stable word for programs
	Message    string // for people
	Near       []string
	RetryAfter time.Duration
	Data       map[string]any // more members of the answer, beside "error"
	Err        error          // the cause, for logs
}

func (e *apiError) Error() string { return e.Message }
func (e *apiError) Unwrap() error { return e.Err }

// badRequest is a request that cannot be read.
func badRequest(format string, args ...any) *apiError {
	return &apiError{Status: http.StatusBadRequest, Code: "bad-request", Message: fmt.Sprintf(format, args...)}
}

// refused is a request that can be read but not carried out: what names the part that is wrong (puzzle, state, move, …).
func refused(what string, err error) error {
	if err == nil {
		return nil
	}
	if known := knownError(err); known != nil {
		return known
	}
	return &apiError{Status: http.StatusUnprocessableEntity, Code: what, Message: err.Error(), Near: near(err), Err: err}
}

// cannot says that a family does not offer something.
func cannot(f puzzle.Family, what string) error {
	return &apiError{Status: http.StatusUnprocessableEntity, Code: "unsupported", Message: f.Name() + " puzzles cannot be " + what}
}

func notFound(what, name string, known []string) *apiError {
	slices.Sort(known)
	err := puzzle.Unknownf(what, name, known)
	return &apiError{Status: http.StatusNotFound, Code: "not-found", Message: err.Error(), Near: near(err)}
}

func near(err error) []string {
	if unknown, ok := errors.AsType[*puzzle.UnknownError](err); ok {
		if len(unknown.Near) == 0 && len(unknown.Known) <= 20 {
			return unknown.Known
		}
		return unknown.Near
	}
	return nil
}

// knownError recognises errors that have an answer of their own; nil for others.
func knownError(err error) *apiError {
	var e *apiError
	var tooLarge *http.MaxBytesError
	var unreachable *puzzle.UnreachableError
	switch {
	case errors.As(err, &e):
		return e
	case errors.As(err, &tooLarge):
		return &apiError{Status: http.StatusRequestEntityTooLarge, Code: "too-large", Err: err,
			Message: fmt.Sprintf("the body has more than %d bytes", tooLarge.Limit)}
	case errors.Is(err, budget.ErrMemory):
		return &apiError{Status: http.StatusUnprocessableEntity, Code: "too-much-memory", Err: err, Message: err.Error()}
	case errors.Is(err, context.DeadlineExceeded):
		return &apiError{Status: http.StatusUnprocessableEntity, Code: "too-long", Err: err,
			Message: "this takes longer than a request may; post it to /api/v1/jobs as {\"op\", \"body\"}"}
	case errors.Is(err, context.Canceled):
		return &apiError{Status: http.StatusServiceUnavailable, Code: "cancelled", Message: "the work was cancelled", Err: err}
	case errors.As(err, &unreachable):
		return &apiError{Status: http.StatusUnprocessableEntity, Code: "unreachable", Message: err.Error(), Err: err}
	}
	return nil
}

// errorBody is how an error looks in JSON.
type errorBody struct {
	Code    string   `json:"code"`
	Message string   `json:"message"`
	Near    []string `json:"near,omitempty"`
}

func asAPIError(err error) *apiError {
	if e := knownError(err); e != nil {
		return e
	}
	return &apiError{Status: http.StatusInternalServerError, Code: "internal", Message: "something went wrong here; it has been logged", Err: err}
}

func (e *apiError) body() map[string]any {
	body := map[string]any{"error": errorBody{e.Code, e.Message, e.Near}}
	maps.Copy(body, e.Data)
	return body
}

func writeError(w http.ResponseWriter, err error) {
	e := asAPIError(err)
	if e.RetryAfter > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(e.RetryAfter.Seconds()))))
	}
	if e.Status == http.StatusInternalServerError {
		noteError(w, e.Err)
	}
	writeJSON(w, e.Status, e.body())
}

func joinOr(words []string) string { return strings.Join(words, " or ") }
