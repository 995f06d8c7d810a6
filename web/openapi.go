package web

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/goccy/go-yaml"
)

// openAPIYAML describes the API; a test checks requests and answers against it, and that it names every route.
//
//go:embed openapi.yaml
var openAPIYAML []byte

// openAPIMake describes the calls of the workbench, which not every server has.
//
//go:embed openapi_make.yaml
var openAPIMake []byte

func openAPIJSON(parts ...[]byte) ([]byte, error) {
	text, err := yaml.YAMLToJSON(openAPIYAML)
	if err != nil {
		return nil, fmt.Errorf("web: openapi.yaml: %w", err)
	}
	if len(parts) == 0 {
		return text, nil
	}
	var doc map[string]any
	if err := json.Unmarshal(text, &doc); err != nil {
		return nil, fmt.Errorf("web: openapi.yaml: %w", err)
	}
	for _, part := range parts {
		if text, err = yaml.YAMLToJSON(part); err != nil {
			return nil, fmt.Errorf("web: a part of openapi.yaml: %w", err)
		}
		var more map[string]any
		if err := json.Unmarshal(text, &more); err != nil {
			return nil, fmt.Errorf("web: a part of openapi.yaml: %w", err)
		}
		join(doc, more)
	}
	return json.Marshal(doc)
}

// join puts what one document has into another: members into objects, elements behind lists.
func join(into, from map[string]any) {
	for k, v := range from {
		switch old := into[k].(type) {
		case map[string]any:
			if m, ok := v.(map[string]any); ok {
				join(old, m)
				continue
			}
		case []any:
			if l, ok := v.([]any); ok {
				into[k] = append(old, l...)
				continue
			}
		}
		into[k] = v
	}
}

func (s *Server) handleOpenAPI(w http.ResponseWriter, _ *http.Request) (any, error) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Cache-Control", "no-cache")
	_, _ = w.Write(s.openAPI) // whoever asked may be gone
	return nil, errAnswered
}
