package web

import (
	_ "embed"
	"fmt"
	"net/http"

	"github.com/goccy/go-yaml"
)

// openAPIYAML describes the API; a test checks requests and answers against it, and that it names every route.
//
//go:embed openapi.yaml
var openAPIYAML []byte

func openAPIJSON() ([]byte, error) {
	text, err := yaml.YAMLToJSON(openAPIYAML)
	if err != nil {
		return nil, fmt.Errorf("web: openapi.yaml: %w", err)
	}
	return text, nil
}

func (s *Server) handleOpenAPI(w http.ResponseWriter, _ *http.Request) (any, error) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Cache-Control", "no-cache")
	_, _ = w.Write(s.openAPI) // whoever asked may be gone
	return nil, errAnswered
}
