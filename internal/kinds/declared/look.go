package declared

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

// look says how the values of a layer are drawn.
type look struct {
	style string
	at    string          // the corner or side of the cell, of its line, or ""
	tone  puzzle.Role     // the colour of a line, of a sign or of a cell, or ""
	by    map[string]look // by value; nil: all alike
}

// of gives the look of a value.
func (k look) of(v rules.Value) look {
	if k.by == nil {
		return k
	}
	if own, ok := k.by[v.String()]; ok {
		return own
	}
	return look{style: "none"}
}

// uses reports whether any value is drawn in one of these styles.
func (k look) uses(styles ...string) bool {
	if slices.Contains(styles, k.style) {
		return true
	}
	for _, own := range k.by {
		if own.uses(styles...) {
			return true
		}
	}
	return false
}

// looks are how a family is drawn.
type looks struct {
	file   *rules.File
	layers []look // by layer of the file
	areas  []area // places with borders of their own, such as the boxes of Sudoku
}

// layer gives how a layer is drawn.
func (k *looks) layer(l *rules.Layer) look { return k.layers[slices.Index(k.file.Layers, l)] }

// area is a class of places that the section draw names beside the layers.
type area struct {
	class string // boxes, or a name under let
	look
	found bool // it is worked out of an answer, and drawn with it
}

// areaStyles are what areas are drawn as.
var areaStyles = []string{"border", "cage", "fill", "tint"}

// readLooks reads the section draw of a rules file, and fills in the usual look of what it does not name.
func readLooks(f *rules.File) (*looks, doctree.Problems) {
	var probs doctree.Problems
	out := &looks{file: f, layers: make([]look, len(f.Layers))}
	for i, l := range f.Layers {
		out.layers[i] = usualLook(f, l)
	}
	if f.Draw == nil || f.Draw.Kind == doctree.Scalar && f.Draw.Tag == "!!null" {
		return out, nil
	}
	if f.Draw.Kind != doctree.Map {
		probs.Add(&doctree.Problem{Severity: doctree.Error, Pos: f.Draw.Pos, Code: "draw", Message: "the section draw is " + f.Draw.What(), Expected: "draw: {layer: style}"})
		return out, probs
	}
	asked := f.Asked()
	for _, e := range f.Draw.Entries {
		name := e.Key.Text.Value
		i := slices.IndexFunc(f.Layers, func(l *rules.Layer) bool { return l.Name == name })
		known := styles
		if i >= 0 {
			known = stylesOf(f.Layers[i])
		}
		k := readLook(e.Val, known, &probs)
		if i >= 0 {
			out.layers[i] = k
			checkValues(f.Layers[i], e.Val, &probs)
			continue
		}
		if let := f.Let(name); name == "boxes" || let != nil && !let.Func {
			out.areas = append(out.areas, area{name, k, asked[name]})
			if !slices.Contains(areaStyles, k.style) {
				probs.Add(&doctree.Problem{Severity: doctree.Error, Pos: e.Val.Pos, Code: "draw",
					Message: fmt.Sprintf("%s is no layer but places", name), Expected: name + ": border, cage, fill, or tint"})
			}
			continue
		}
		known = []string{"boxes"}
		for _, l := range f.Layers {
			known = append(known, l.Name)
		}
		unknown(&probs, e.Key.Pos, "layer", name, known)
	}
	return out, probs
}

func unknown(probs *doctree.Problems, pos doctree.Pos, what, name string, known []string) {
	p := probs.Add(&doctree.Problem{Severity: doctree.Error, Pos: pos, Code: "draw", Message: fmt.Sprintf("unknown %s %q", what, name)})
	if near := nearest.All(name, known); len(near) > 0 {
		p.Suggest = near[0]
	} else {
		p.Expected = "one of " + strings.Join(known, ", ")
	}
}

func readLook(n *doctree.Node, known []string, probs *doctree.Problems) look {
	if n.Kind == doctree.Map {
		k := look{by: map[string]look{}}
		for _, e := range n.Entries {
			if e.Val.Kind == doctree.Map {
				probs.Add(&doctree.Problem{Severity: doctree.Error, Pos: e.Val.Pos, Code: "draw", Message: "a mapping as the style of a value", Expected: "a style"})
				continue
			}
			k.by[e.Key.Text.Value] = readLook(e.Val, known, probs)
		}
		return k
	}
	words := strings.Fields(n.Text.Value)
	if n.Kind != doctree.Scalar || len(words) == 0 || len(words) > 2 {
		probs.Add(&doctree.Problem{Severity: doctree.Error, Pos: n.Pos, Code: "draw", Message: "this is no style", Expected: "a style such as digit, perhaps with a corner or side such as nw behind it, or {value: style}"})
		return look{style: "none"}
	}
	k := look{style: words[0]}
	if !slices.Contains(known, k.style) {
		unknown(probs, n.Pos, "style", k.style, known)
	}
	if len(words) == 2 && slices.Contains(tones, puzzle.Role(words[1])) {
		k.tone = puzzle.Role(words[1])
	} else if len(words) == 2 {
		k.at = words[1]
		if _, ok := board.ParseDir(k.at); !ok {
			unknown(probs, n.Pos, "corner or side", k.at, []string{"n", "e", "s", "w", "ne", "se", "sw", "nw"})
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
			unknown(probs, e.Key.Pos, "value of "+l.Name, v, l.Domain.Words)
		}
	}
}

// colours reports whether all words name colours that drawing has.
func colours(words []string) bool {
	return !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(tones, puzzle.Role(w)) })
}

// usualLook is how a layer is drawn of which the file says nothing: a layer that has the name of a style in that style.
func usualLook(f *rules.File, l *rules.Layer) look {
	switch {
	case l.Parts && l.Name == "cage":
		return look{style: "cage"}
	case l.Parts:
		return look{style: "border"}
	case l.Role == rules.Follow:
		return look{style: "none"}
	case slices.Contains(stylesOf(l), l.Name):
		return look{style: l.Name}
	case l.Objects():
		return look{style: "cage"}
	case f.AtSpans(l):
		return look{style: "bridge"}
	}
	class := "cells"
	if l.At != nil {
		class = l.At.Value
	}
	d := l.Domain
	switch d.Kind {
	case rules.Bools:
		switch {
		case class == "edges" && l.Role == rules.Given:
			return look{style: "border"}
		case class == "slashes":
			return look{style: "slash"}
		case class == "edges" || l.Role == rules.Find && slices.Contains([]string{"links", "diagonals", "links + diagonals", "diagonals + links"}, class):
			return look{style: "line"}
		case class != "cells":
			return look{style: "dot"}
		case l.Role == rules.Find:
			return look{style: "fill"}
		}
		return look{style: "tint"}
	case rules.Words:
		all := func(words ...string) bool {
			return !slices.ContainsFunc(d.Words, func(w string) bool { return !slices.Contains(words, w) })
		}
		switch {
		case all("n", "e", "s", "w"):
			return look{style: "arrow"}
		case all("n", "e", "s", "w", "ne", "se", "sw", "nw"):
			return look{style: "half"}
		case all("fall", "rise"):
			return look{style: "slash"}
		case colours(d.Words) && (class == "cells" || class == "links" || class == "diagonals"):
			k := look{by: map[string]look{}}
			for _, w := range d.Words {
				k.by[w] = look{style: map[bool]string{true: "fill", false: "line"}[class == "cells"], tone: puzzle.Role(w)}
			}
			return k
		case all("b", "w", "black", "white"):
			stone, circle := look{style: "stone"}, look{style: "circle"}
			return look{by: map[string]look{"b": stone, "black": stone, "w": circle, "white": circle}}
		}
	case rules.Places:
		return look{style: "none"}
	}
	if class == "cells" { // the numbers of a compass: which is which is told by where they stand
		return look{style: "digit", at: map[string]string{"north": "n", "east": "e", "south": "s", "west": "w"}[l.Name]}
	}
	return look{style: "digit"}
}
