package batch

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func put(t *testing.T, p *Part, texts ...string) {
	t.Helper()
	for _, s := range texts {
		if _, err := p.Write([]byte(s)); err != nil {
			t.Fatal(err)
		}
	}
}

func TestPart(t *testing.T) {
	name := filepath.Join(t.TempDir(), "out")
	begin := func(force, resume bool) *Part {
		t.Helper()
		p, err := CreatePart(name, force, resume)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	content := func(name string) string {
		b, err := os.ReadFile(name)
		if err != nil {
			return err.Error()
		}
		return string(b)
	}
	long := strings.Repeat("0123456789", 1000)

	p := begin(false, false)
	put(t, p, "one\n", long, "thr")
	if left, err := p.Abandon(); err != nil || !left {
		t.Fatal(left, err)
	}
	if _, err := os.Stat(name); err == nil {
		t.Error("an unfinished file has its name")
	}
	if got := content(name + PartSuffix); got != "one\n"+long+"thr" {
		t.Errorf("unfinished: %d bytes", len(got))
	}
	p = begin(false, true) // goes on, in pieces of other sizes
	put(t, p, "o", "ne\n"+long[:5000], long[5000:]+"three\nfour\n")
	if err := p.Finish(); err != nil {
		t.Fatal(err)
	}
	if got := content(name); got != "one\n"+long+"three\nfour\n" {
		t.Errorf("finished: %d bytes", len(got))
	}
	if _, err := os.Stat(name + PartSuffix); err == nil {
		t.Error("the unfinished file is left")
	}
	if _, err := CreatePart(name, false, false); !errors.Is(err, ErrExists) {
		t.Errorf("a finished file is replaced: %v", err)
	}
	// A finished file can be gone on with too: it is compared.
	p = begin(false, true)
	put(t, p, "one\n")
	if _, err := p.Write([]byte("X")); err == nil {
		t.Error("a difference goes unnoticed")
	}
	var differs *differsError
	if err := p.Finish(); !errors.As(err, &differs) || differs.At != 4 {
		t.Errorf("difference: %v", err)
	}
	p = begin(false, true)
	put(t, p, "one\n")
	if err := p.Finish(); !errors.As(err, &differs) {
		t.Errorf("an output that is shorter than the file: %v", err)
	}
	if err := os.Remove(name + PartSuffix); err != nil {
		t.Fatal(err)
	}
	if left, err := begin(false, false).Abandon(); err != nil || left {
		t.Errorf("an empty file is left: %v", err)
	}
	// Until the new file is whole the old one stays.
	if err := os.WriteFile(name, []byte("old"), 0o666); err != nil {
		t.Fatal(err)
	}
	p = begin(true, false)
	put(t, p, "new")
	if got := content(name); got != "old" {
		t.Errorf("replaced too early: %q", got)
	}
	if err := p.Finish(); err != nil || content(name) != "new" {
		t.Errorf("not replaced: %v", err)
	}
}
