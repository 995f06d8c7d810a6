package golden

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// recorder is a test whose failures are looked at.
type recorder struct {
	testing.TB
	said string
}

func (r *recorder) Errorf(format string, args ...any) { r.said += fmt.Sprintf(format, args...) }

func (r *recorder) Fatal(args ...any) {
	r.said += fmt.Sprint(args...)
	panic(r)
}

// compare gives what Compare says, nothing when it is content.
func compare(t *testing.T, path, got string) (said string) {
	r := &recorder{TB: t}
	defer func() {
		if p := recover(); p != nil && p != r {
			panic(p)
		}
		said = r.said
	}()
	Compare(r, path, []byte(got))
	return r.said
}

func TestCompare(t *testing.T) {
	defer func(was bool) { *update = was }(*update)
	*update = false
	path := filepath.Join(t.TempDir(), "folder", "file.txt")
	if said := compare(t, path, "one\ntwo\n"); !strings.Contains(said, "file.txt") {
		t.Errorf("of a file that is not there: %q", said)
	}
	*update = true
	if said := compare(t, path, "one\ntwo\n"); said != "" {
		t.Errorf("writing it: %q", said)
	}
	if b, err := os.ReadFile(path); err != nil || string(b) != "one\ntwo\n" {
		t.Errorf("written: %q, %v", b, err)
	}
	*update = false
	if said := compare(t, path, "one\ntwo\n"); said != "" {
		t.Errorf("of the same: %q", said)
	}
	if said := compare(t, path, "one\n2\n"); !strings.Contains(said, "-two\n+2\n") {
		t.Errorf("of another: %q", said)
	}
}
