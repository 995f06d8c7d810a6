package puzzle

import (
	"math"
	"reflect"
	"slices"
	"unicode/utf8"
)

// Spot is where a part of a puzzle lies in its scenes.
type Spot struct {
	X, Y, W, H float64
	Text       string // what stands there when the part is meant, where the scene may not show it: a candidate
}

// inside reports whether a spot lies within another.
func (at Spot) inside(s Spot) bool {
	return s.X <= at.X && s.Y <= at.Y && at.X+at.W <= s.X+s.W && at.Y+at.H <= s.Y+s.H
}

// StepScene draws a step: the puzzle as it is after it, and on it what follows, what does not, what it rests on and what it
// supposes. Before and after are the states around the step.
func StepScene(inst Shown, before, after State, step Step) (Scene, error) {
	sc, err := inst.Scene(after)
	if err != nil {
		return sc, err
	}
	m := marker{sc: &sc, shapes: sc.Shapes}
	if m.old, err = inst.Scene(before); err != nil {
		return sc, err
	}
	var supposed []Ref
	for _, s := range step.Sub {
		supposed = append(supposed, s.Effects...)
	}
	var locate func(refs []Ref) ([][]Spot, error)
	if whole, ok := inst.(Instance); ok {
		locate = whole.Extras().Locate
	}
	lists := [][]Ref{step.Because, supposed, step.Effects}
	spots := make([][][]Spot, len(lists))
	for i, refs := range lists {
		spots[i] = make([][]Spot, len(refs))
		if locate != nil {
			if spots[i], err = locate(refs); err != nil {
				return sc, err
			}
		}
		for k, ref := range refs {
			if len(spots[i][k]) == 0 {
				spots[i][k] = m.find(ref)
			}
		}
	}
	for k, ref := range step.Because {
		for _, at := range spots[0][k] {
			if ref.Kind == "house" || ref.Kind == "clue" {
				m.under = append(m.under, Shape{Role: RoleHighlight, Rect: &Rect{at.X, at.Y, at.W, at.H}})
				continue
			}
			if slices.ContainsFunc(spots[2], func(list []Spot) bool { return slices.ContainsFunc(list, at.inside) }) {
				continue // the conclusion has a mark of its own
			}
			m.text(RoleBecause, at)
			m.frame(RoleBecause, at, 0.14)
		}
	}
	for k := range supposed {
		for _, at := range spots[1][k] {
			m.corners(RoleSupposed, at)
		}
	}
	marked := false
	for k, ref := range step.Effects {
		for _, at := range spots[2][k] {
			marked = true
			if ref.Not || ref.Kind == "candidate" || m.crossed(ref) {
				m.text(RoleExcludes, at)
				m.cross(at)
			} else {
				m.frame(RoleFollows, at, 0.07)
			}
		}
	}
	if !marked {
		m.changes()
	}
	sc.Shapes = append(m.under, append(m.shapes, m.over...)...)
	return sc, nil
}

// marker marks the parts of a scene.
type marker struct {
	sc          *Scene
	old         Scene   // before the step
	shapes      []Shape // of the scene
	under, over []Shape
}

// find gives the room of the shapes that stand for a part, all together.
func (m *marker) find(ref Ref) []Spot {
	var all Spot
	found := false
	for _, s := range m.shapes {
		if s.Ref == nil || s.Ref.Kind != ref.Kind || s.Ref.ID != ref.ID {
			continue
		}
		at := m.spot(s)
		if found {
			x, y := min(all.X, at.X), min(all.Y, at.Y)
			at = Spot{X: x, Y: y, W: max(all.X+all.W, at.X+at.W) - x, H: max(all.Y+all.H, at.Y+at.H) - y}
		}
		all, found = at, true
	}
	if !found {
		return nil
	}
	return []Spot{all}
}

// crossed reports whether the scene shows a part as excluded.
func (m *marker) crossed(ref Ref) bool {
	return slices.ContainsFunc(m.shapes, func(s Shape) bool {
		return s.Role == RoleCross && s.Ref != nil && s.Ref.Kind == ref.Kind && s.Ref.ID == ref.ID
	})
}

// spot gives the room that a shape takes; of texts it is about that.
func (m *marker) spot(s Shape) Spot {
	switch {
	case s.Rect != nil:
		return Spot{X: s.Rect.X, Y: s.Rect.Y, W: s.Rect.W, H: s.Rect.H}
	case s.Circle != nil:
		return Spot{X: s.Circle.X - s.Circle.R, Y: s.Circle.Y - s.Circle.R, W: 2 * s.Circle.R, H: 2 * s.Circle.R}
	case s.Line != nil:
		x, y := min(s.Line.X1, s.Line.X2), min(s.Line.Y1, s.Line.Y2)
		return Spot{X: x - 0.15, Y: y - 0.15, W: math.Abs(s.Line.X1-s.Line.X2) + 0.3, H: math.Abs(s.Line.Y1-s.Line.Y2) + 0.3}
	case s.Polygon != nil:
		p := s.Polygon.Points
		x, y, x2, y2 := p[0].X, p[0].Y, p[0].X, p[0].Y
		for _, q := range p {
			x, y, x2, y2 = min(x, q.X), min(y, q.Y), max(x2, q.X), max(y2, q.Y)
		}
		return Spot{X: x, Y: y, W: x2 - x, H: y2 - y}
	}
	l := s.Label
	lines, longest := 1, 0
	for n, text := 0, l.Text; text != ""; {
		r, size := utf8.DecodeRuneInString(text)
		text = text[size:]
		if r == '\n' {
			lines, n = lines+1, 0
			continue
		}
		n++
		longest = max(longest, n)
	}
	w := 0.55 * l.Size * float64(longest)
	if l.Width > 0 && w > l.Width {
		lines += int(w / l.Width)
		w = l.Width
	}
	h := 1.3 * l.Size * float64(lines)
	if l.Left {
		return Spot{X: l.X - 0.08, Y: l.Y - 0.04, W: min(w+0.16, m.sc.Width-l.X), H: h + 0.08}
	}
	side := max(w, h, 1.2*l.Size)
	return Spot{X: l.X - side/2, Y: l.Y - h/2, W: side, H: h}
}

// filledIn are the roles of what a player writes.
var filledIn = []Role{RoleEntry, RoleTick, RoleCross, RoleFill}

// changes frames what a player has written since the scene before.
func (m *marker) changes() {
	for _, s := range m.shapes {
		if !slices.Contains(filledIn, s.Role) || slices.ContainsFunc(m.old.Shapes, func(o Shape) bool { return reflect.DeepEqual(s, o) }) {
			continue
		}
		m.frame(RoleFollows, m.spot(s), 0)
	}
}

// text writes what stands at a spot where the scene does not show it.
func (m *marker) text(role Role, at Spot) {
	if at.Text != "" {
		m.over = append(m.over, Shape{Role: role, Label: &Label{X: at.X + at.W/2, Y: at.Y + at.H/2, Size: 0.75 * at.H, Text: at.Text}})
	}
}

func (m *marker) line(role Role, x1, y1, x2, y2 float64) {
	m.over = append(m.over, Shape{Role: role, Line: &Line{x1, y1, x2, y2}})
}

// frame draws a frame inside a spot, a share of its lesser side from its edge.
func (m *marker) frame(role Role, at Spot, inset float64) {
	in := inset * min(at.W, at.H)
	x, y, x2, y2 := at.X+in, at.Y+in, at.X+at.W-in, at.Y+at.H-in
	m.line(role, x, y, x2, y)
	m.line(role, x2, y, x2, y2)
	m.line(role, x2, y2, x, y2)
	m.line(role, x, y2, x, y)
}

// corners draws the corners of a frame.
func (m *marker) corners(role Role, at Spot) {
	in := 0.2 * min(at.W, at.H)
	long := in
	for _, c := range [4][4]float64{{at.X + in, at.Y + in, 1, 1}, {at.X + at.W - in, at.Y + in, -1, 1}, {at.X + at.W - in, at.Y + at.H - in, -1, -1}, {at.X + in, at.Y + at.H - in, 1, -1}} {
		m.line(role, c[0], c[1], c[0]+c[2]*long, c[1])
		m.line(role, c[0], c[1], c[0], c[1]+c[3]*long)
	}
}

func (m *marker) cross(at Spot) {
	in := 0.15 * min(at.W, at.H)
	m.line(RoleExcludes, at.X+in, at.Y+in, at.X+at.W-in, at.Y+at.H-in)
	m.line(RoleExcludes, at.X+in, at.Y+at.H-in, at.X+at.W-in, at.Y+in)
}
