package rules

import (
	"maps"
	"slices"

	"github.com/quandary-puzzles/quandary/internal/nearest"
)

// meaning says what a name of the language is.
type meaning uint8

// What a name of the language can be.
const (
	aClass     meaning = iota + 1 // a class of places
	aFunction                     // a function
	aFinding                      // a function that does more than give a value: it also finds what is wrong, or asks other rules
	aDirection                    // a direction: n, e, ..., which is also the word of it
	aName                         // another value: dirs, back, True
)

// vocabulary holds the names that every expression knows, without those that a file defines.
var vocabulary = map[string]meaning{
	"cells": aClass, "links": aClass, "diagonals": aClass, "slashes": aClass, "edges": aClass, "joints": aClass, "corners": aClass,
	"squares": aClass, "spots": aClass, "rows": aClass, "cols": aClass, "lines": aClass, "boxes": aClass,
	"blocks": aFunction, "ends": aFunction, "spans": aFunction,

	"count": aFunction, "sum": aFunction, "len": aFunction, "all": aFunction, "any": aFunction, "distinct": aFunction, "min": aFunction,
	"max": aFunction, "abs": aFunction, "sorted": aFunction, "before": aFunction, "after": aFunction, "between": aFunction,
	"first": aFunction, "last": aFunction, "runs": aFunction, "groups": aFinding, "distance": aFunction, "rect": aFunction, "shape": aFunction, "loop": aFinding,
	"acyclic": aFunction, "pairs": aFunction, "zip": aFunction, "enum": aFunction, "product": aFunction, "range": aFunction, "prod": aFunction,
	"reversed": aFunction, "list": aFunction, "subsets": aFunction, "accepts": aFunction, "keeps": aFinding,

	"n": aDirection, "e": aDirection, "s": aDirection, "w": aDirection, "ne": aDirection, "se": aDirection, "sw": aDirection, "nw": aDirection,

	"dirs": aName, "back": aName, "True": aName, "False": aName, "None": aName,
}

// instead says how the language says what people look for under other names, as functions or relations.
var instead = map[string]string{
	"connected": "len(groups(shade)) <= 1 for a layer of truth values, or groups(c for c in cells if ...)", "is_connected": "len(groups(...)) <= 1",
	"path": "degrees of 1 and 2, count(line[l] for l in c.links), and len(groups(cells, line)) == 1", "cycle": "loop(line), or acyclic(line) for none",
	"group": "groups(...), and in square brackets of which place: groups(...)[c]", "component": "groups(...)[c]", "components": "groups(...)",
	"region": "a layer of parts: {area: {parts: cells}}, and area[c]", "regions": "a layer of parts: {area: {parts: cells}}",
	"size": "len(...)", "length": "len(...)", "rectangle": "rect(...)", "square": "rect(...), and squares are the 2x2 squares",
	"set":          "distinct(...) for all different, or all(x == y for x, y in pairs(...)) for all equal",
	"alldifferent": "distinct(...)", "all_different": "distinct(...)", "unique": "distinct(...)", "different": "distinct(...)",
	"enumerate": "enum(...), which counts from 1", "combinations": "pairs(...), or subsets(...)", "product_of": "prod(...)", "exactly": "count(...) == 1", "exists": "any(...)",
	"offset": "x.shift(a, b), the place that lies from x as b does from a", "translate": "x.shift(a, b)", "move": "x.shift(a, b)",
	"none": "None for nothing, or not any(...)", "iff": "==, between truth values", "implies": "an if behind the rule, or not ... or ...", "columns": "cols", "true": "True", "false": "False", "null": "None", "nil": "None",
	"neighbors": "c.next for the four across sides, c.around for the eight", "neighbours": "c.next for the four across sides, c.around for the eight",
	"near":     "c.next for the four across sides, c.around for the eight",
	"adjacent": "c.next for the four across sides, links for all such pairs: for a, b in links", "neighbor": "c.step(n)", "neighbour": "c.step(n)",
	"up": "c.step(n) for the cell there, c.look(n) for all ahead", "down": "c.step(s), c.look(s)", "left": "c.step(w), c.look(w)", "right": "c.step(e), c.look(e)",
	"north": "n, as in c.step(n)", "south": "s, as in c.step(s)", "east": "e, as in c.step(e)", "west": "w, as in c.step(w)",
	"parts": "{parts: cells}, as in area: {parts: cells}", "bools": "bool, or nothing: a layer without values has truth values", "boolean": "bool, or nothing: a layer without values has truth values",
	"turns":    "a name of your own for it, let: {turns(c): any(line[c.to(d)] for d in [n, s]) and any(line[c.to(d)] for d in [e, w])}",
	"straight": "j.straight of a joint j, two links that meet, as in c.joints", "degree": "count(line[l] for l in c.links)", "deg": "count(line[l] for l in c.links)",
	"starts": "ends, the places outside at which lines begin",
	"column": "col", "x": "c.col", "y": "c.row", "sees": "before(x for x in c.look(d) if ...) for d in dirs", "visible": "before(x for x in c.look(d) if ...)",
}

// relations are what places have, as attributes or methods.
var relations = []string{"row", "col", "next", "around", "ring", "edges", "links", "corners", "squares", "joints", "border", "look", "step", "to", "along",
	"side", "fall", "rise", "spans", "a", "b", "at", "edge", "link", "dir", "cells", "cell", "straight", "between", "mirror", "shift", "line", "lines", "get", "wall", "spot"}

// Finds reports whether a name of the language is a function that does more than give a value, so that one call of it does not stand for
// another: it also finds what is wrong, or asks other rules.
func Finds(name string) bool { return vocabulary[name] == aFinding }

// Relations lists the relations of places in alphabetical order.
func Relations() []string { return slices.Sorted(slices.Values(relations)) }

// Names lists the names of the language in alphabetical order.
func Names() []string { return slices.Sorted(maps.Keys(vocabulary)) }

func nearestOf(name string, known []string) string {
	slices.Sort(known)
	if near := nearest.All(name, slices.Compact(known)); len(near) > 0 {
		return near[0]
	}
	return ""
}
