package web

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"reflect"
	"strings"

	"github.com/quandary-puzzles/quandary/puzzle"
)

// readBody reads a request's body, which must be JSON and not too long.
func readBody(w http.ResponseWriter, r *http.Request, most int64) ([]byte, error) {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		return nil, &apiError{Status: http.StatusUnsupportedMediaType, Code: "media-type",
			Message: "expected a body of Content-Type application/json"}
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, most))
	if err != nil && knownError(err) == nil {
		return nil, badRequest("the body cannot be read: %v", err)
	}
	return body, err
}

// decode reads one JSON object into a struct of type T, and refuses members that the struct does not have.
func decode[T any](body []byte) (T, error) {
	var v T
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.DisallowUnknownFields()
	err := dec.Decode(&v)
	if err == nil && dec.InputOffset() < int64(len(bytes.TrimRight(body, " \t\r\n"))) {
		return v, badRequest("expected one JSON object and nothing behind it")
	}
	return v, jsonError(err, reflect.TypeFor[T]())
}

// readRequest reads a request's body as a struct.
func readRequest[T any](s *Server, w http.ResponseWriter, r *http.Request) (T, error) {
	body, err := readBody(w, r, s.cfg.Limits.Body)
	if err != nil {
		var none T
		return none, err
	}
	return decode[T](body)
}

// jsonError tells what is wrong with JSON in the words of JSON, not of Go.
func jsonError(err error, t reflect.Type) error {
	var wrong *json.UnmarshalTypeError
	var syntax *json.SyntaxError
	switch {
	case err == nil:
		return nil
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return badRequest("expected a JSON object, found the end")
	case errors.As(err, &wrong) && wrong.Field == "":
		return badRequest("expected a JSON object, found a value of type %s", wrong.Value)
	case errors.As(err, &wrong):
		return badRequest("%q: expected %s, found a value of type %s", memberPath(wrong.Field, t), typeName(wrong.Type), wrong.Value)
	case errors.As(err, &syntax):
		return badRequest("byte %d: %s", syntax.Offset, strings.TrimPrefix(syntax.Error(), "json: "))
	}
	if name, ok := strings.CutPrefix(err.Error(), "json: unknown field "); ok {
		unknown := puzzle.Unknownf("member", strings.Trim(name, `"`), members(t))
		return &apiError{Status: http.StatusBadRequest, Code: "bad-request", Message: unknown.Error(), Near: near(unknown)}
	}
	return badRequest("%s", strings.TrimPrefix(err.Error(), "json: "))
}

// memberPath is the path of a member as JSON has it: encoding/json names the Go types that are embedded on the way to it, too.
func memberPath(path string, t reflect.Type) string {
	for i := range t.NumField() {
		if f := t.Field(i); f.Anonymous {
			if rest, ok := strings.CutPrefix(path, f.Name+"."); ok {
				return memberPath(rest, f.Type)
			}
		}
	}
	return path
}

// jsonMessage tells what is wrong with a small JSON object.
func jsonMessage(err error) string { return jsonError(err, reflect.TypeFor[struct{}]()).Error() }

// typeName gives JSON's name for a Go type.
func typeName(t reflect.Type) string {
	switch t.Kind() {
	case reflect.String:
		return "a string"
	case reflect.Bool:
		return "true or false"
	case reflect.Slice, reflect.Array:
		return "a list"
	case reflect.Struct, reflect.Map:
		return "an object"
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return "a whole number from 0"
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return "a whole number"
	case reflect.Float32, reflect.Float64:
		return "a number"
	default:
		return "another value"
	}
}

// members gives the names of a struct's members in JSON.
func members(t reflect.Type) []string {
	if t.Kind() != reflect.Struct {
		return nil
	}
	var names []string
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Anonymous {
			names = append(names, members(f.Type)...)
			continue
		}
		if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name != "" && name != "-" {
			names = append(names, name)
		}
	}
	return names
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	body, err := json.Marshal(v)
	if err != nil {
		noteError(w, err)
		status, body = http.StatusInternalServerError, []byte(`{"error":{"code":"internal","message":"the answer cannot be written"}}`)
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	if w.Header().Get("Cache-Control") == "" {
		w.Header().Set("Cache-Control", "no-store")
	}
	w.WriteHeader(status)
	_, _ = w.Write(append(body, '\n')) // whoever asked may be gone
}
