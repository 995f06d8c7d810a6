package workbench

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// schemaNode is what completion needs of a JSON Schema: the keys of objects with their documentation, and values to choose from.
type schemaNode struct {
	Doc        string                     `json:"description"`
	Properties map[string]*schemaNode     `json:"properties"`
	Additional json.RawMessage            `json:"additionalProperties"`
	Items      *schemaNode                `json:"items"`
	AnyOf      []*schemaNode              `json:"anyOf"`
	OneOf      []*schemaNode              `json:"oneOf"`
	Enum       []any                      `json:"enum"`
	Ref        string                     `json:"$ref"`
	Required   []string                   `json:"required"`
	Defs       map[string]json.RawMessage `json:"$defs"`

	keys  []string    // of Properties, in the order of the schema
	other *schemaNode // of keys that Properties does not name
	kinds []string    // the definitions that it refers to: "expression", "template", "truth"
}

// readSchema reads the schema of specifications and follows its references.
func readSchema(text string) (*schemaNode, error) {
	r := &schemaReader{defs: map[string]*schemaNode{}}
	var top struct {
		Defs map[string]json.RawMessage `json:"$defs"`
	}
	if err := json.Unmarshal([]byte(text), &top); err != nil {
		return nil, fmt.Errorf("the schema: %w", err)
	}
	r.raw = top.Defs
	return r.node([]byte(text), 0)
}

type schemaReader struct {
	raw  map[string]json.RawMessage
	defs map[string]*schemaNode
}

// maxSchemaDepth is deeper than the schema is; a reference in a circle ends there.
const maxSchemaDepth = 30

func (r *schemaReader) node(raw []byte, depth int) (*schemaNode, error) {
	if depth > maxSchemaDepth {
		return nil, fmt.Errorf("the schema is deeper than %d", maxSchemaDepth)
	}
	var n schemaNode
	if err := json.Unmarshal(raw, &n); err != nil {
		return nil, fmt.Errorf("the schema: %w", err)
	}
	var parts struct {
		Properties orderedKeys `json:"properties"`
	}
	if err := json.Unmarshal(raw, &parts); err != nil {
		return nil, fmt.Errorf("the schema: %w", err)
	}
	n.keys = parts.Properties
	if len(n.Additional) > 0 && n.Additional[0] == '{' {
		other, err := r.node(n.Additional, depth+1)
		if err != nil {
			return nil, err
		}
		n.other = other
	}
	return &n, r.resolve(&n, depth)
}

// resolve follows references in what json.Unmarshal has read of a node.
func (r *schemaReader) resolve(n *schemaNode, depth int) error {
	if depth > maxSchemaDepth {
		return fmt.Errorf("the schema is deeper than %d", maxSchemaDepth)
	}
	for _, p := range n.Properties {
		if err := r.resolve(p, depth+1); err != nil {
			return err
		}
	}
	for _, alt := range append(append([]*schemaNode{}, n.AnyOf...), n.OneOf...) {
		if err := r.resolve(alt, depth+1); err != nil {
			return err
		}
		n.take(alt)
	}
	if n.Items != nil {
		if err := r.resolve(n.Items, depth+1); err != nil {
			return err
		}
	}
	name, ok := strings.CutPrefix(n.Ref, "#/$defs/")
	if !ok {
		if len(n.keys) == 0 && len(n.Properties) > 0 {
			for k := range n.Properties {
				n.keys = append(n.keys, k)
			}
			sortKeys(n.keys)
		}
		if n.other == nil && len(n.Additional) > 0 && n.Additional[0] == '{' {
			other, err := r.node(n.Additional, depth+1)
			if err != nil {
				return err
			}
			n.other = other
		}
		return nil
	}
	def, known := r.defs[name]
	if !known {
		var err error
		if def, err = r.node(r.raw[name], depth+1); err != nil {
			return err
		}
		r.defs[name] = def
	}
	n.take(def)
	n.kinds = append(n.kinds, name)
	return nil
}

// take adds to a node what one of its alternatives, or the definition that it refers to, has.
func (n *schemaNode) take(o *schemaNode) {
	if n.Doc == "" {
		n.Doc = o.Doc
	}
	if len(n.Properties) == 0 && len(o.Properties) > 0 {
		n.Properties, n.keys = o.Properties, o.keys
	}
	if n.other == nil {
		n.other = o.other
	}
	if n.Items == nil {
		n.Items = o.Items
	}
	n.Enum = append(n.Enum, o.Enum...)
	n.kinds = append(n.kinds, o.kinds...)
}

// is reports whether a node refers to one of some definitions.
func (n *schemaNode) is(names ...string) bool {
	for _, k := range n.kinds {
		if slices.Contains(names, k) {
			return true
		}
	}
	return false
}

// child gives the schema of a key's value; nil where the schema has none.
func (n *schemaNode) child(key string) *schemaNode {
	if p, ok := n.Properties[key]; ok {
		return p
	}
	return n.other
}

// orderedKeys are the keys of a JSON object in their order.
type orderedKeys []string

// UnmarshalJSON reads the keys and skips the values.
func (k *orderedKeys) UnmarshalJSON(raw []byte) error {
	dec := json.NewDecoder(strings.NewReader(string(raw)))
	if _, err := dec.Token(); err != nil {
		return err
	}
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return err
		}
		var skipped json.RawMessage
		if err := dec.Decode(&skipped); err != nil {
			return err
		}
		if s, ok := key.(string); ok {
			*k = append(*k, s)
		}
	}
	return nil
}
