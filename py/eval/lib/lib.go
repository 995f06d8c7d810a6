// Package lib holds the built-in names and the modules of the Python subset.
package lib

import "github.com/quandary-puzzles/quandary/py/eval"

// NewUniverse makes the standard universe: Python's built-ins, the modules, and the names that specifications use without
// import (randint, sample, choice, uniform, random, math, itertools, functools, reduce, re, …).
func NewUniverse() *eval.Universe {
	u := eval.NewUniverse()
	for name, v := range eval.Builtins() {
		u.Define(name, v)
	}
	return u
}
