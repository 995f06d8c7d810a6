package spec

import "github.com/quandary-puzzles/quandary/internal/nearest"

// Nearest gives the candidate most like name, or "" where none is like enough to be what was meant.
func Nearest(name string, candidates []string) string { return nearest.One(name, candidates) }
