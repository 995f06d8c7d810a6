package web

import (
	"fmt"
	"net/http"
	"runtime/debug"
)

// contentSecurity lets a page load its own scripts, styles and pictures and nothing else: no inline script, no other site.
const contentSecurity = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; " +
	"connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// guard wraps everything: headers, requests from other sites, panics.
func (s *Server) guard(next http.Handler) http.Handler {
	sameOrigin := http.NewCrossOriginProtection()
	sameOrigin.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		writeError(w, &apiError{Status: http.StatusForbidden, Code: "cross-origin", Message: "the request comes from another site"})
	}))
	next = sameOrigin.Handler(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", contentSecurity)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		aw := &answer{ResponseWriter: w}
		defer func() {
			p := recover()
			if p == nil {
				if aw.err != nil {
					s.cfg.Log.Error("request failed", "method", r.Method, "path", r.URL.Path, "error", aw.err)
				}
				return
			}
			if p == http.ErrAbortHandler { //nolint:errorlint // the value net/http compares with
				panic(p)
			}
			s.cfg.Log.Error("handler panicked", "method", r.Method, "path", r.URL.Path, "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
			if aw.status != 0 {
				panic(http.ErrAbortHandler) // half an answer is out: cut the connection, so that nobody takes it for whole
			}
			aw.err = nil
			writeError(aw, fmt.Errorf("panic: %v", p))
		}()
		next.ServeHTTP(aw, r)
	})
}

// answer is a ResponseWriter that knows whether an answer has begun, and keeps an error for the log.
type answer struct {
	http.ResponseWriter
	status int
	err    error
}

func (a *answer) WriteHeader(status int) {
	if a.status == 0 {
		a.status = status
	}
	a.ResponseWriter.WriteHeader(status)
}

func (a *answer) Write(b []byte) (int, error) {
	if a.status == 0 {
		a.status = http.StatusOK
	}
	return a.ResponseWriter.Write(b)
}

// Unwrap is for http.ResponseController.
func (a *answer) Unwrap() http.ResponseWriter { return a.ResponseWriter }

// noteError keeps an error for the log of its request.
func noteError(w http.ResponseWriter, err error) {
	if a, ok := w.(*answer); ok {
		a.err = err
	}
}
