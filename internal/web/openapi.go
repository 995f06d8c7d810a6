package web

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"net/http"

	"go.yaml.in/yaml/v3"
)

// openAPIYAML describes the API; a test checks requests and answers against it, and that it names every route.
//
//go:embed openapi.yaml
var openAPIYAML []byte

// openAPIMake describes the calls of the workbench, which not every server has.
//
//go:embed openapi_make.yaml
var openAPIMake []byte

// openAPIJSON puts the parts of the document together.
func openAPIJSON(parts ...[]byte) ([]byte, error) {
	doc := map[string]any{}
	for _, part := range parts {
		var more map[string]any
		if err := yaml.Unmarshal(part, &more); err != nil {
			return nil, fmt.Errorf("web: openapi.yaml: %w", err)
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
