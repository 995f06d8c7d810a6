package eval

import (
	"maps"
	"slices"
)

// Universe is what every program sees below its globals: the built-in names and the modules that import finds. It is
// read-only once programs run and may be shared by any number of layouts and goroutines. Package lib makes the standard one.
type Universe struct {
	names   map[string]Value
	modules map[string]*Module
}

// NewUniverse makes an empty universe.
func NewUniverse() *Universe {
	return &Universe{names: map[string]Value{}, modules: map[string]*Module{}}
}

// Extend makes a universe with all of u and more names, which win over u's.
func (u *Universe) Extend(names map[string]Value) *Universe {
	n := &Universe{names: make(map[string]Value, len(u.names)+len(names)), modules: make(map[string]*Module, len(u.modules))}
	maps.Copy(n.names, u.names)
	maps.Copy(n.names, names)
	maps.Copy(n.modules, u.modules)
	return n
}

// Define sets a name.
func (u *Universe) Define(name string, v Value) { u.names[name] = v }

// AddModule makes a module importable under its name.
func (u *Universe) AddModule(m *Module) { u.modules[m.Name] = m }

// Lookup gives the value of a built-in name.
func (u *Universe) Lookup(name string) (Value, bool) {
	v, ok := u.names[name]
	return v, ok
}

// Module gives an importable module.
func (u *Universe) Module(name string) (*Module, bool) {
	m, ok := u.modules[name]
	return m, ok
}

// Names gives every built-in name, sorted.
func (u *Universe) Names() []string { return slices.Sorted(maps.Keys(u.names)) }

// ModuleNames gives the name of every importable module, sorted.
func (u *Universe) ModuleNames() []string { return slices.Sorted(maps.Keys(u.modules)) }

// Layout numbers the global names of a set of codes. It may grow until the first Globals is made from it in another goroutine.
type Layout struct {
	uni   *Universe
	slots map[string]int
	names []string
}

// NewLayout makes a layout over a universe.
func NewLayout(u *Universe) *Layout { return &Layout{uni: u, slots: map[string]int{}} }

// Universe gives the layout's universe.
func (l *Layout) Universe() *Universe { return l.uni }

// Slot gives the number of a name, a new one if the name is new.
func (l *Layout) Slot(name string) int {
	if s, ok := l.slots[name]; ok {
		return s
	}
	s := len(l.names)
	l.slots[name] = s
	l.names = append(l.names, name)
	return s
}

// Find gives the number of a name that has one.
func (l *Layout) Find(name string) (int, bool) {
	s, ok := l.slots[name]
	return s, ok
}

// Globals holds the values of a layout's names for one draw. A name without a value falls through to the universe.
type Globals struct {
	layout *Layout
	vals   []Value
}

// NewGlobals makes an empty set of globals.
func (l *Layout) NewGlobals() *Globals {
	return &Globals{layout: l, vals: make([]Value, len(l.names))}
}

// Clone gives a copy that can be changed on its own.
func (g *Globals) Clone() *Globals {
	return &Globals{layout: g.layout, vals: append(make([]Value, 0, len(g.layout.names)), g.vals...)}
}

// Layout gives the layout that numbers the names.
func (g *Globals) Layout() *Layout { return g.layout }

// Set gives the name with a slot a value; nil takes it away. Setting is cheap, so names that live for one evaluation only
// (such as _sym or _index) are slots like any other.
func (g *Globals) Set(slot int, v Value) {
	if slot >= len(g.vals) {
		g.vals = append(g.vals, make([]Value, slot+1-len(g.vals))...)
	}
	g.vals[slot] = v
}

// Get gives the value in a slot, nil when it has none.
func (g *Globals) Get(slot int) Value {
	if slot >= len(g.vals) {
		return nil
	}
	return g.vals[slot]
}

// SetName sets a name, numbering it first if it is new. Not for layouts that goroutines share.
func (g *Globals) SetName(name string, v Value) { g.Set(g.layout.Slot(name), v) }

// Lookup gives the value of a name: a global, or else a built-in.
func (g *Globals) Lookup(name string) (Value, bool) {
	if s, ok := g.layout.slots[name]; ok {
		if v := g.Get(s); v != nil {
			return v, true
		}
	}
	return g.layout.uni.Lookup(name)
}

// Reset takes away every value.
func (g *Globals) Reset() { clear(g.vals) }

// Names gives the names that have a value, in the order in which the layout numbered them.
func (g *Globals) Names() []string {
	var out []string
	for i, n := range g.layout.names {
		if g.Get(i) != nil {
			out = append(out, n)
		}
	}
	return out
}
