package maths

import _ "embed"

//go:embed schema.json
var schema string

// Schema gives the shape of blanks files as a JSON Schema (draft 2020-12), for editors that complete and check. What expressions say
// is no matter of it.
func Schema() string { return schema }
