package puztest

import (
	"iter"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// Seeds counts from 1 to how many puzzles a test tries: few where the whole is done and else a third of it, many with QUANDARY_LONG=1, and
// N with QUANDARY_LONG=N. With QUANDARY_RESUME, a
// folder, a file named after the package and the test says how many have passed, and the next run goes on behind them: so a long run can be ended and taken up.
func Seeds(t testing.TB, few, many uint64) iter.Seq[uint64] {
	n := Of((few+2)/3, few, many)
	if k, err := strconv.ParseUint(os.Getenv("QUANDARY_LONG"), 10, 64); err == nil && k > 1 {
		n = k
	}
	file, done := "", uint64(0)
	if dir := os.Getenv("QUANDARY_RESUME"); dir != "" {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		here, err := os.Getwd()
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Base(here) + "-" + t.Name()
		file = filepath.Join(dir, strings.NewReplacer("/", "-", " ", "-").Replace(name)+".txt")
		if text, err := os.ReadFile(file); err == nil {
			done, _ = strconv.ParseUint(strings.TrimSpace(string(text)), 10, 64)
			t.Logf("%d have passed before", done)
		}
	}
	return func(yield func(uint64) bool) {
		for seed := done + 1; seed <= n; seed++ {
			if !yield(seed) || t.Failed() {
				return
			}
			if file == "" {
				continue
			}
			if err := os.WriteFile(file, []byte(strconv.FormatUint(seed, 10)+"\n"), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}
