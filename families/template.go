package families

import _ "embed"

//go:embed template.yaml
var template string

// Template is a rules file to start from, with comments; its id is my-family.
func Template() string { return template }
