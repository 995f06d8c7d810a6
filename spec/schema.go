package spec

import _ "embed"

//go:embed schema.json
var schema string

// Schema gives the format as a JSON Schema (draft 2020-12), for editors that complete and check. It is stricter than
// Load in one point: a key that the format does not know is invalid, where Load only warns.
func Schema() string { return schema }
