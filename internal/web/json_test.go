package web

import (
	"strings"
	"testing"
)

// TestMemberPath: a member of the wrong type is called as requests have it, without the Go type that declares it.
func TestMemberPath(t *testing.T) {
	for body, want := range map[string]string{
		`{"puzzle": "x", "lang": 7}`: `"lang": expected a string`,
		`{"puzzle": 7}`:              `"puzzle": expected a string`,
		`{"max": 7}`:                 `"max": expected a string`,
	} {
		if _, err := decode[explainRequest]([]byte(body)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", body, err, want)
		}
	}
}
