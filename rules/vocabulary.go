package rules

import (
	"maps"
	"slices"

	"github.com/quandary-puzzles/quandary/internal/nearest"
)

// Meaning says what a name of the language is.
type Meaning uint8

// What a name of the language can be.
const (
	aClass     Meaning = iota + 1 // a class of places
	aFunction                     // a function
	aDirection                    // a direction: n, e, ..., which is also the word of it
	aName                         // another value: dirs, back, True
)

// Vocabulary holds the names that every expression knows, without those that a file defines.
var Vocabulary = map[string]Meaning{
	"cells": aClass, "links": aClass, "diagonals": aClass, "slashes": aClass, "edges": aClass, "joints": aClass, "corners": aClass,
	"squares": aClass, "spots": aClass, "rows": aClass, "cols": aClass, "lines": aClass, "boxes": aClass,
	"blocks": aFunction, "ends": aFunction, "spans": aFunction,

	"count": aFunction, "sum": aFunction, "len": aFunction, "all": aFunction, "any": aFunction, "distinct": aFunction, "min": aFunction,
	"max": aFunction, "abs": aFunction, "sorted": aFunction, "before": aFunction, "after": aFunction, "between": aFunction,
	"first": aFunction, "last": aFunction, "runs": aFunction, "groups": aFunction, "rect": aFunction, "shape": aFunction, "loop": aFunction,
	"acyclic": aFunction, "pairs": aFunction, "zip": aFunction, "enum": aFunction, "product": aFunction, "range": aFunction, "prod": aFunction,
	"reversed": aFunction, "list": aFunction, "subsets": aFunction, "accepts": aFunction, "keeps": aFunction,

	"n": aDirection, "e": aDirection, "s": aDirection, "w": aDirection, "ne": aDirection, "se": aDirection, "sw": aDirection, "nw": aDirection,

	"dirs": aName, "back": aName, "True": aName, "False": aName, "None": aName,
}

// relations are what places have, as attributes or methods.
var relations = []string{"row", "col", "next", "around", "ring", "edges", "links", "corners", "squares", "joints", "border", "look", "step", "to", "along",
	"side", "fall", "rise", "spans", "a", "b", "at", "edge", "link", "dir", "cells", "cell", "straight", "between", "mirror", "line", "lines", "get", "wall", "spot"}

// Relations lists the relations of places in alphabetical order.
func Relations() []string { return slices.Sorted(slices.Values(relations)) }

// Names lists the names of the language in alphabetical order.
func Names() []string { return slices.Sorted(maps.Keys(Vocabulary)) }

func nearestOf(name string, known []string) string {
	slices.Sort(known)
	if near := nearest.All(name, slices.Compact(known)); len(near) > 0 {
		return near[0]
	}
	return ""
}
