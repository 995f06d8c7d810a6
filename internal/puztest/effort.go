package puztest

import (
	"os"
	"testing"
)

// An Effort is how much the tests do. Of what takes long the usual run has a part: a sample of families or of random cases, some of
// the pages. What cannot be cut is left to the whole, and says so where it is skipped.
type Effort int

const (
	Short Effort = iota // -short: what ends in a moment
	Usual               // a part of what takes long
	Whole               // QUANDARY_LONG=ci: all that a change must pass
	Long                // any other QUANDARY_LONG: whole corpora, and as many random cases as somebody has hours for
)

// Doing gives the effort that was asked for. All tests that do more or less ask here.
func Doing() Effort {
	switch long := os.Getenv("QUANDARY_LONG"); {
	case testing.Short():
		return Short
	case long == "":
		return Usual
	case long == "ci":
		return Whole
	}
	return Long
}

// From skips a test where less is done.
func From(t testing.TB, e Effort) {
	t.Helper()
	if at := Doing(); at < e {
		t.Skip(map[Effort]string{Usual: "not with -short", Whole: "QUANDARY_LONG=ci runs this", Long: "QUANDARY_LONG=1 runs this"}[e])
	}
}

// Some gives all of a list where the whole is done, and else each nth of it, or with -short each 4nth: for tests that say the same of each.
func Some[T any](list []T, n int) []T {
	switch Doing() {
	case Short:
		n *= 4
	case Whole, Long:
		n = 1
	}
	var some []T
	for i := 0; i < len(list); i += n {
		some = append(some, list[i])
	}
	return some
}

// Few gives n where the whole is done, and else a twentieth of it, or with -short a hundredth: for tests of so many random cases.
func Few(n uint64) uint64 {
	switch Doing() {
	case Short:
		return (n + 99) / 100
	case Usual:
		return (n + 19) / 20
	}
	return n
}

// Of gives how much of something is done, from the usual to the long.
func Of[T any](usual, whole, long T) T {
	switch Doing() {
	case Whole:
		return whole
	case Long:
		return long
	}
	return usual
}
