// Package solvetest compares engines with each other on random problems of mixed shapes. It is for tests and for the
// program internal/solverduel; engines under development run their own seeds through it.
package solvetest
