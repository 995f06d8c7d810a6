package puzzle

import "slices"

// Scene is a picture of a puzzle in shapes that every renderer can draw: text, SVG, PNG, PDF. Its unit is the side of one
// cell; y grows downwards.
type Scene struct {
	Title  string
	Width  float64
	Height float64
	Shapes []Shape
	Text   string // the picture as plain text, for terminals and screen readers; lines end in \n
}

// Line adds a straight line.
func (s *Scene) Line(r Role, x1, y1, x2, y2 float64) {
	s.Shapes = append(s.Shapes, Shape{Role: r, Line: &Line{X1: x1, Y1: y1, X2: x2, Y2: y2}})
}

// Frame adds the four sides of a rectangle.
func (s *Scene) Frame(r Role, x, y, w, h float64) {
	s.Line(r, x, y, x+w, y)
	s.Line(r, x, y+h, x+w, y+h)
	s.Line(r, x, y, x, y+h)
	s.Line(r, x+w, y, x+w, y+h)
}

// Label adds a text; the part of the puzzle that it stands for may be nil.
func (s *Scene) Label(r Role, ref *Ref, l Label) {
	s.Shapes = append(s.Shapes, Shape{Role: r, Ref: ref, Label: &l})
}

// Role says what a shape means; a renderer chooses colours and weights by it, and by it alone.
type Role string

const (
	RoleGrid      Role = "grid"      // a thin line between cells
	RoleBorder    Role = "border"    // a thick line round a region
	RoleGiven     Role = "given"     // what the setter gave
	RoleEntry     Role = "entry"     // what the player or solver filled in
	RoleCandidate Role = "candidate" // a small mark
	RoleLabel     Role = "label"     // heading of a row, column or card
	RoleShade     Role = "shade"     // a background that sets cells apart
	RoleHighlight Role = "highlight" // what the current step is about
	RoleCross     Role = "cross"     // excluded
	RoleTick      Role = "tick"      // confirmed
	RoleNote      Role = "note"      // running text such as clues
	RoleWall      Role = "wall"      // what is printed in solid black: cells, stones, arrows
	RoleFill      Role = "fill"      // what the player or solver has shaded
	RoleInverse   Role = "inverse"   // texts and signs on a wall or a fill
	RoleOutline   Role = "outline"   // a thin line round cages and along thermometers

	// Marks of a step of an explanation.
	RoleFollows  Role = "follows"  // what is so: a thick frame
	RoleExcludes Role = "excludes" // what is not so: a cross
	RoleBecause  Role = "because"  // what the step rests on: a thin frame
	RoleSupposed Role = "supposed" // what was supposed, and followed from it: the corners of a frame

	// Lines of several kinds on one board, each in a light colour of its own.
	RoleGrey   Role = "grey"
	RoleGreen  Role = "green"
	RolePurple Role = "purple"
	RoleBlue   Role = "blue"
	RoleRed    Role = "red"
	RoleOrange Role = "orange"
	RoleTeal   Role = "teal"
)

// Shape is one element of a scene: exactly one of Line, Rect, Circle, Polygon and Label is set.
type Shape struct {
	Role    Role
	Ref     *Ref // the part of the puzzle it stands for, when there is one
	Line    *Line
	Rect    *Rect
	Circle  *Circle
	Polygon *Polygon
	Label   *Label
}

// Moved gives the shape elsewhere; the shape itself stays.
func (s Shape) Moved(dx, dy float64) Shape {
	switch {
	case s.Line != nil:
		s.Line = &Line{X1: s.Line.X1 + dx, Y1: s.Line.Y1 + dy, X2: s.Line.X2 + dx, Y2: s.Line.Y2 + dy}
	case s.Rect != nil:
		s.Rect = &Rect{X: s.Rect.X + dx, Y: s.Rect.Y + dy, W: s.Rect.W, H: s.Rect.H}
	case s.Circle != nil:
		c := *s.Circle
		c.X, c.Y = c.X+dx, c.Y+dy
		s.Circle = &c
	case s.Polygon != nil:
		p := Polygon{Open: s.Polygon.Open, Points: make([]Point, len(s.Polygon.Points))}
		for i, q := range s.Polygon.Points {
			p.Points[i] = Point{X: q.X + dx, Y: q.Y + dy}
		}
		s.Polygon = &p
	case s.Label != nil:
		l := *s.Label
		l.X, l.Y = l.X+dx, l.Y+dy
		s.Label = &l
	}
	return s
}

// Line is a straight line.
type Line struct{ X1, Y1, X2, Y2 float64 }

// Rect is a filled rectangle.
type Rect struct{ X, Y, W, H float64 }

// Circle is a filled disc or, Open, a ring of the role's width with paper inside.
type Circle struct {
	X, Y, R float64
	Open    bool
}

// Polygon is a filled polygon or, Open, its outline of the role's width with paper inside. It has three corners at least.
type Polygon struct {
	Points []Point
	Open   bool
}

// Point is a point of a scene.
type Point struct{ X, Y float64 }

// Label is text centred on a point (or starting there, with Left), Size cells high; a text longer than Width (when that is
// not 0) is broken into lines downwards.
type Label struct {
	X, Y, Size float64
	Text       string
	Left       bool
	Width      float64
}

// Meant is how many solutions a puzzle is meant to have: one, unless it says otherwise.
func Meant(inst Instance) int {
	if meant := inst.Extras().Meant; meant != nil {
		return meant()
	}
	return 1
}

// SolvedScene draws a puzzle with its solution, or with all of the list where it is meant to have several. The list has one at
// least.
func SolvedScene(inst Shown, list []Solution) (Scene, error) {
	if p, ok := inst.(Instance); ok && Meant(p) > 1 {
		return p.Extras().SolutionsScene(list[:min(len(list), Meant(p))])
	}
	return inst.SolutionScene(list[0])
}

// ToldIn gives the language in which the steps of a puzzle are told where one is asked for: that one, or else English.
func ToldIn(inst Instance, lang string) string {
	if told := inst.Extras().ToldIn; told != nil && slices.Contains(told(), lang) {
		return lang
	}
	return "en"
}

// In gives a puzzle in a language, where it can be; where it cannot, or no language is given, the puzzle as it is.
func In(inst Instance, lang string) Instance {
	if inst == nil || lang == "" {
		return inst
	}
	if in := inst.Extras().In; in != nil {
		return in(lang)
	}
	return inst
}
