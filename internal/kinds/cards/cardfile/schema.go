package cardfile

import _ "embed"

//go:embed schema.json
var schema string

// Schema is the JSON Schema (draft 2020-12) of the YAML and JSON formats.
func Schema() string { return schema }
