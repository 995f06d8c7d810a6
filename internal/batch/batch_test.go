package batch

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
)

func maker() Maker {
	return func(ctx context.Context, i uint64) Item {
		for range i % 7 {
			runtime.Gosched()
		}
		return Item{Line: fmt.Appendf(nil, "%d %d\n", i, i*i)}
	}
}

func TestOrderDoesNotDependOnWorkers(t *testing.T) {
	var want string
	for _, workers := range []int{1, 2, 5, 16} {
		var out bytes.Buffer
		var seen []uint64
		err := Run(context.Background(), &out, Options{Start: 3, Count: 500, Workers: workers, Seen: func(i uint64, _ Item) { seen = append(seen, i) }}, maker)
		if err != nil {
			t.Fatal(err)
		}
		if want == "" {
			want = out.String()
		}
		if out.String() != want || len(seen) != 500 || seen[0] != 3 || seen[499] != 502 {
			t.Errorf("with %d workers the output or the order differs", workers)
		}
	}
	if !strings.HasPrefix(want, "3 9\n4 16\n") {
		t.Errorf("output starts %q", want[:10])
	}
}

func failing() Maker {
	return func(ctx context.Context, i uint64) Item {
		switch {
		case i == 4 || i == 6:
			return Item{Err: errors.New("no such square")}
		case i == 8:
			panic("a bug")
		}
		return maker()(ctx, i)
	}
}

func TestFailure(t *testing.T) {
	var out bytes.Buffer
	err := Run(context.Background(), &out, Options{Count: 10, Workers: 3}, failing)
	var failed *FailedError
	if !errors.As(err, &failed) || failed.Index != 4 || failed.Count != 1 {
		t.Errorf("error %v", err)
	}
	if got := strings.Count(out.String(), "\n"); got != 4 {
		t.Errorf("%d lines before the failure, want 4", got)
	}
	out.Reset()
	err = Run(context.Background(), &out, Options{Count: 10, Workers: 3, GoOn: func(error) bool { return true }}, failing)
	if !errors.As(err, &failed) || failed.Count != 3 {
		t.Errorf("error %v", err)
	}
	if got := strings.Count(out.String(), "\n"); got != 7 {
		t.Errorf("%d lines when going on, want 7", got)
	}
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	var out bytes.Buffer
	err := Run(ctx, &out, Options{Count: 1 << 40, Workers: 4, Seen: func(i uint64, _ Item) {
		if i == 100 {
			cancel()
		}
	}}, maker)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	for i, l := range lines {
		if l != fmt.Sprintf("%d %d", i, i*i) {
			t.Fatalf("line %d is %q", i, l)
		}
	}
}

type fullDisk struct{ left int }

var errFull = errors.New("no space left")

func (d *fullDisk) Write(p []byte) (int, error) {
	if d.left -= len(p); d.left < 0 {
		return 0, errFull
	}
	return len(p), nil
}

func TestWriteError(t *testing.T) {
	if err := Run(context.Background(), &fullDisk{50}, Options{Count: 1 << 40, Workers: 4}, maker); !errors.Is(err, errFull) {
		t.Errorf("error %v", err)
	}
}

func TestResume(t *testing.T) {
	name := filepath.Join(t.TempDir(), "out.jsonl")
	if err := os.WriteFile(name, []byte("one\ntwo\nthr"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Create(name, false); !errors.Is(err, ErrExists) {
		t.Errorf("an existing file is replaced: %v", err)
	}
	var seen []string
	f, err := Resume(name, func(n int, line []byte, whole bool) error {
		if whole {
			seen = append(seen, fmt.Sprint(n, string(line)))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if fmt.Sprint(seen) != "[1one 2two]" {
		t.Errorf("seen %v", seen)
	}
	if _, err := f.Write([]byte("three\n")); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if got, _ := os.ReadFile(name); string(got) != "one\ntwo\nthree\n" {
		t.Errorf("file %q", got)
	}
}

func TestFullDisk(t *testing.T) {
	f, err := os.OpenFile("/dev/full", os.O_RDWR, 0)
	if err != nil {
		t.Skip("no /dev/full here")
	}
	out := newFile(f, 0)
	if _, err := out.Write([]byte("line\n")); err != nil {
		t.Fatal(err)
	}
	if err := out.Close(); err == nil {
		t.Error("a full disk goes unnoticed")
	}
}

func TestNoMoreWorkersThanWork(t *testing.T) {
	for _, c := range []struct {
		workers int
		count   uint64
		atMost  int64
	}{{1 << 40, 3, 3}, {4, 2, 2}, {2, 100, 2}, {0, 5, 1}, {1 << 40, 5000, maxWorkers}} {
		var made atomic.Int64
		var out bytes.Buffer
		err := Run(context.Background(), &out, Options{Count: c.count, Workers: c.workers}, func() Maker {
			made.Add(1)
			return maker()
		})
		if lines := bytes.Count(out.Bytes(), []byte("\n")); err != nil || uint64(lines) != c.count {
			t.Fatalf("%d workers: %d lines of %d, error %v", c.workers, lines, c.count, err)
		}
		if made.Load() > c.atMost {
			t.Errorf("%d workers for %d indices: %d were started, expected at most %d", c.workers, c.count, made.Load(), c.atMost)
		}
	}
}
