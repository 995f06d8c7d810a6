package drawing

import (
	"fmt"
	"slices"
	"strings"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/internal/doctree"
	"github.com/quandary-puzzles/quandary/internal/nearest"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/rules"
)

// styles are the words that the section draw of a rules file knows: how the values of a layer are drawn.
var styles = []string{
	"none", "digit", "letter", // texts
	"fill", "tint", "wall", "floor", // whole cells; floor: the cells without it are dark
	"stone", "circle", "disc", "dot", "square", "diamond", "triangle", "star", "lamp", "cross", "tree", "tent", "ship", // signs
	"line", "through", "bridge", "slash", "bar", "pipe", "less", "greater", // strokes
	"arrow", "arrows", "half", "moon", // by directions
	"border", "cage", "thermo", // of parts, objects and sides
}

// objectStyles are the styles of objects with cells in order, beside these.
var objectStyles = []string{"path", "between", "ray", "clue", "quad", "white", "black", "x", "v"}

// stylesOf lists the styles in which a layer can be drawn.
func stylesOf(l *rules.Layer) []string {
	if l.Objects() {
		return append(slices.Clone(styles), objectStyles...)
	}
	return styles
}

// tones are the colours that there are, as the section draw names them.
var tones = []puzzle.Role{puzzle.RoleGreen, puzzle.RolePurple, puzzle.RoleBlue, puzzle.RoleRed, puzzle.RoleOrange, puzzle.RoleTeal}

// Look says how the values of a layer are drawn: all in one style, or each in its own.
type Look struct {
	Style string          // a word of the section draw, such as digit; "" where By is set
	At    string          // a corner or side of the cell, or of the line outside: n, e, s, w, ne, se, sw, nw; or ""
	Tone  puzzle.Role     // the colour of a line, of a sign or of a cell, or ""
	By    map[string]Look // by value, as rules.Value.String writes it; nil: all alike
}

// Of gives the look of a value; a value without one is not drawn.
func (k Look) Of(v rules.Value) Look {
	if k.By == nil {
		return k
	}
	if own, ok := k.By[v.String()]; ok {
		return own
	}
	return Look{Style: "none"}
}

// Uses reports whether any value is drawn in one of these styles.
func (k Look) Uses(styles ...string) bool {
	if slices.Contains(styles, k.Style) {
		return true
	}
	for _, own := range k.By {
		if own.Uses(styles...) {
			return true
		}
	}
	return false
}

// Looks are how the boards of a rules file are drawn. They are safe for concurrent use.
type Looks struct {
	File   *rules.File
	layers []Look // by layer of the file
	areas  []area // places with borders of their own, such as the boxes of Sudoku

	abreast map[*rules.Layer][]*rules.Layer // layers whose clues stand outside beside those of others
	plain   bool                            // lines run along the sides: no grid, but dots
}

// Of gives how a layer of the file is drawn.
func (k *Looks) Of(l *rules.Layer) Look { return k.layers[slices.Index(k.File.Layers, l)] }

// Lettered reports whether the numbers of a layer are drawn as letters.
func (k *Looks) Lettered(l *rules.Layer) bool {
	return l.Domain.Kind == rules.Ints && k.Of(l).Style == "letter"
}

// Shown gives what the board shows for a value where that is not the value itself: the letter of a number; else "".
func (k *Looks) Shown(l *rules.Layer, v rules.Value) string {
	if v.Kind != rules.Int || !k.Lettered(l) {
		return ""
	}
	return k.Of(l).Text(v)
}

// area is a class of places that the section draw names beside the layers.
type area struct {
	class string // boxes, or a name under let
	Look
	found bool // it is worked out of an answer, and drawn with it
}

// areaStyles are what areas are drawn as.
var areaStyles = []string{"border", "cage", "fill", "tint"}

// Read reads the section draw of a rules file, and fills in the usual look of what it does not name. The problems are mistakes in that section,
// with their places.
func Read(f *rules.File) (*Looks, doctree.Problems) {
	out := &Looks{File: f, layers: make([]Look, len(f.Layers))}
	for i, l := range f.Layers {
		out.layers[i] = usualLook(f, l)
	}
	probs := out.read()
	out.abreast = out.besides()
	for n, l := range f.Layers {
		out.plain = out.plain || l.Class() == "edges" && out.layers[n].Uses("line")
	}
	return out, probs
}

// read reads the section draw.
func (k *Looks) read() (probs doctree.Problems) {
	f := k.File
	if f.Draw == nil || f.Draw.Kind == doctree.Scalar && f.Draw.Tag == "!!null" {
		return nil
	}
	if f.Draw.Kind != doctree.Map {
		wrong(&probs, f.Draw, "the section draw is "+f.Draw.What(), "draw: {layer: style}")
		return probs
	}
	asked := f.Asked()
	for _, e := range f.Draw.Entries {
		name := e.Key.Text.Value
		i := slices.IndexFunc(f.Layers, func(l *rules.Layer) bool { return l.Name == name })
		known := styles
		if i >= 0 {
			known = stylesOf(f.Layers[i])
		}
		own := readLook(e.Val, known, &probs)
		if i >= 0 {
			k.layers[i] = own
			checkValues(f.Layers[i], e.Val, &probs)
			continue
		}
		if let := f.Let(name); name == "boxes" || let != nil && !let.Func {
			k.areas = append(k.areas, area{name, own, asked[name]})
			if !slices.Contains(areaStyles, own.Style) {
				wrong(&probs, e.Val, name+" is no layer but places", name+": border, cage, fill, or tint")
			}
			continue
		}
		known = []string{"boxes"}
		for _, l := range f.Layers {
			known = append(known, l.Name)
		}
		unknown(&probs, e.Key, "layer", name, known)
	}
	return probs
}

// wrong reports a mistake of the section draw, and what was expected in its place.
func wrong(probs *doctree.Problems, n *doctree.Node, message, expected string) *doctree.Problem {
	return probs.Add(&doctree.Problem{Severity: doctree.Error, Pos: n.Pos, Code: "draw", Message: message, Expected: expected})
}

// unknown reports a name that is none of those known, with the nearest of them.
func unknown(probs *doctree.Problems, n *doctree.Node, what, name string, known []string) {
	p := wrong(probs, n, fmt.Sprintf("unknown %s %q", what, name), "")
	if near := nearest.All(name, known); len(near) > 0 {
		p.Suggest = near[0]
	} else {
		p.Expected = "one of " + strings.Join(known, ", ")
	}
}

func readLook(n *doctree.Node, known []string, probs *doctree.Problems) Look {
	if n.Kind == doctree.Map {
		k := Look{By: map[string]Look{}}
		for _, e := range n.Entries {
			if e.Val.Kind == doctree.Map {
				wrong(probs, e.Val, "a mapping as the style of a value", "a style")
				continue
			}
			k.By[e.Key.Text.Value] = readLook(e.Val, known, probs)
		}
		return k
	}
	words := strings.Fields(n.Text.Value)
	if n.Kind != doctree.Scalar || len(words) == 0 || len(words) > 2 {
		wrong(probs, n, "this is no style", "a style such as digit, perhaps with a corner or side such as nw behind it, or {value: style}")
		return Look{Style: "none"}
	}
	k := Look{Style: words[0]}
	if !slices.Contains(known, k.Style) {
		unknown(probs, n, "style", k.Style, known)
	}
	if len(words) == 2 && slices.Contains(tones, puzzle.Role(words[1])) {
		k.Tone = puzzle.Role(words[1])
	} else if len(words) == 2 {
		k.At = words[1]
		if _, ok := board.ParseDir(k.At); !ok {
			unknown(probs, n, "corner or side", k.At, []string{"n", "e", "s", "w", "ne", "se", "sw", "nw"})
		}
	}
	return k
}

// checkValues reports words that are no values of their layer.
func checkValues(l *rules.Layer, n *doctree.Node, probs *doctree.Problems) {
	if n.Kind != doctree.Map || l.Domain.Kind != rules.Words {
		return
	}
	for _, e := range n.Entries {
		if v := e.Key.Text.Value; !slices.Contains(l.Domain.Words, v) {
			unknown(probs, e.Key, "value of "+l.Name, v, l.Domain.Words)
		}
	}
}

// colours reports whether all words name colours that drawing has.
func colours(words []string) bool {
	return !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(tones, puzzle.Role(w)) })
}

// usualLook is how a layer is drawn of which the file says nothing: a layer that has the name of a style in that style.
func usualLook(f *rules.File, l *rules.Layer) Look {
	switch {
	case l.Parts && l.Name == "cage":
		return Look{Style: "cage"}
	case l.Parts:
		return Look{Style: "border"}
	case l.Role == rules.Follow:
		return Look{Style: "none"}
	case slices.Contains(stylesOf(l), l.Name):
		return Look{Style: l.Name}
	case l.Objects():
		return Look{Style: "cage"}
	case f.AtSpans(l):
		return Look{Style: "bridge"}
	}
	class := l.Class()
	d := l.Domain
	switch d.Kind {
	case rules.Bools:
		switch {
		case class == "edges" && l.Role == rules.Given:
			return Look{Style: "border"}
		case class == "slashes":
			return Look{Style: "slash"}
		case class == "edges" || l.Role == rules.Find && slices.Contains([]string{"links", "diagonals", "links + diagonals", "diagonals + links"}, class):
			return Look{Style: "line"}
		case class != "cells":
			return Look{Style: "dot"}
		case l.Role == rules.Find:
			return Look{Style: "fill"}
		}
		return Look{Style: "tint"}
	case rules.Words:
		all := func(words ...string) bool {
			return !slices.ContainsFunc(d.Words, func(w string) bool { return !slices.Contains(words, w) })
		}
		switch {
		case all("n", "e", "s", "w"):
			return Look{Style: "arrow"}
		case all("n", "e", "s", "w", "ne", "se", "sw", "nw"):
			return Look{Style: "half"}
		case all("fall", "rise"):
			return Look{Style: "slash"}
		case colours(d.Words) && (class == "cells" || class == "links" || class == "diagonals"):
			k := Look{By: map[string]Look{}}
			for _, w := range d.Words {
				k.By[w] = Look{Style: map[bool]string{true: "fill", false: "line"}[class == "cells"], Tone: puzzle.Role(w)}
			}
			return k
		case all("b", "w", "black", "white"):
			stone, circle := Look{Style: "stone"}, Look{Style: "circle"}
			return Look{By: map[string]Look{"b": stone, "black": stone, "w": circle, "white": circle}}
		}
	case rules.Places:
		return Look{Style: "none"}
	}
	if class == "cells" { // the numbers of a compass: which is which is told by where they stand
		return Look{Style: "digit", At: map[string]string{"north": "n", "east": "e", "south": "s", "west": "w"}[l.Name]}
	}
	return Look{Style: "digit"}
}
