package cardfile

import (
	"slices"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/doctree"
	"github.com/quandary-puzzles/quandary/internal/nearest"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// This file reads the property files of USE's model finder, as far as the metamodel of clue cards uses them (paper, listings
// 1, 2 and 5):
//
//	file    = { section | entry } [ "[invariants]" OCL ]
//	section = "[" NAME "]"                        each section is a configuration of its own
//	entry   = KEY ( "=" | ":" ) value
//	value   = INT | "*" | STRING | WORD | "Set" "{" [ element { "," element } ] "}"
//	element = INT | STRING | WORD [ "->" ( STRING | INT ) ] | "(" WORD "," WORD ")"
//
// A property file with its invariants in one file is ours: USE keeps them in two.

// Metamodel names of property files.
const (
	ClassThing    = "Thing"
	ClassProperty = "Property"
	ClassClue     = "Clue"
	thingProperty = "ThingProperty"
)

// boundNames are the classes and associations whose numbers mean something here.
var boundNames = []string{ClassThing, ClassProperty, thingProperty, ClassClue}

// knownKeys are the keys that mean something, or that USE itself puts into every file.
func knownKeys() []string {
	keys := []string{"Property_name", "Property_value", "Thing_banned", "Clue_negatedP", "Clue_negatedC", "Clue_toStr",
		"Integer_min", "Integer_max", "Real_min", "Real_max", "Real_step", "String_min", "String_max", "String", "Integer", "Real",
		"aggregationcyclefreeness", "forbiddensharing"}
	for _, n := range boundNames {
		keys = append(keys, n, n+"_min", n+"_max")
	}
	return keys
}

// element is one element of a set.
type element struct {
	text  Text
	arrow *Text // what stands behind ->
	link  []Text
}

// entry is one line of a property file.
type entry struct {
	key    Text
	set    []element
	isSet  bool
	scalar token
	pos    Pos // of the value
}

// readProperties reads a property file: one document for each section with entries, or one without a name.
func readProperties(file, src string) ([]*Document, error) {
	if len(src) > MaxBytes {
		return nil, tooLong(file)
	}
	r := &propReader{scanner: newScanner(file, src)}
	r.semicolon = true
	return r.read()
}

type propReader struct {
	*scanner
	docs []*Document
	doc  *Document
	keys map[string]Pos
	// objects are the property objects that attributes of the current section name: property1->'top'.
	names, values map[string]string
	links         []element
	things        []element
}

func (r *propReader) read() ([]*Document, error) {
	r.begin(Text{}, startOf(r.file))
	for {
		t, err := r.next()
		done := t.kind == tokEOF
		switch {
		case err != nil || done:
		case t.is("["):
			done, err = r.section(t)
		case t.kind == tokWord:
			err = r.entry(t)
		default:
			err = failAt(t.pos, "expected a name such as Thing_min, or a section, found %s", t.found())
		}
		if err != nil {
			return nil, err
		}
		if done {
			return r.finish()
		}
	}
}

func (r *propReader) begin(name Text, at Pos) {
	r.doc = &Document{File: r.file, Format: "properties", ID: name, Pos: at}
	r.keys = map[string]Pos{}
	r.names, r.values, r.links, r.things = map[string]string{}, map[string]string{}, nil, nil
}

// end closes the current section; one without entries is dropped.
func (r *propReader) end() error {
	if len(r.keys) == 0 {
		return nil
	}
	if err := r.linked(); err != nil {
		return err
	}
	r.docs = append(r.docs, r.doc)
	return nil
}

func (r *propReader) finish() ([]*Document, error) {
	if err := r.end(); err != nil {
		return nil, err
	}
	if len(r.docs) == 0 {
		return nil, failAt(startOf(r.file), "expected entries such as Property_name = Set{'top', 'body'}, found none")
	}
	return r.docs, nil
}

// section reads a heading; rest reports that it was [invariants] and took the rest of the file.
func (r *propReader) section(open token) (rest bool, err error) {
	end := strings.IndexAny(r.src[r.at:], "]\n")
	if end < 0 || r.src[r.at+end] != ']' {
		return false, failAt(open.pos, "the heading has no end: expected ] in the same line")
	}
	name := doctree.Plain(strings.TrimSpace(r.src[r.at:r.at+end]), r.pos())
	r.advance(end + 1)
	if err := r.end(); err != nil {
		return false, err
	}
	if strings.EqualFold(name.Value, "invariants") {
		ocl := doctree.Plain(r.src[r.at:], r.pos())
		for _, d := range r.docs {
			d.Invariants = append(d.Invariants, ocl)
		}
		r.begin(name, open.pos)
		r.advance(len(r.src) - r.at)
		return true, nil
	}
	for _, d := range r.docs {
		if d.ID.Value == name.Value {
			return false, failAt(name.Pos, "section [%s] stands twice: it begins in line %d too", nearest.Clip(name.Value), d.Pos.Line)
		}
	}
	r.begin(name, open.pos)
	return false, nil
}

func (r *propReader) entry(key token) error {
	eq, err := r.next()
	if err != nil {
		return err
	}
	if !eq.is("=") && !eq.is(":") {
		return failAt(eq.pos, "expected = behind %s, found %s", nearest.Clip(key.text), eq.found())
	}
	if first, twice := r.keys[key.text]; twice {
		return failAt(key.pos, "%s stands twice: it is set in line %d too", nearest.Clip(key.text), first.Line)
	}
	r.keys[key.text] = key.pos
	e := entry{key: key.asText()}
	if err := r.value(&e); err != nil {
		return err
	}
	return r.apply(e)
}

// value reads what stands behind the sign.
func (r *propReader) value(e *entry) error {
	t, err := r.next()
	if err != nil {
		return err
	}
	e.pos = t.pos
	if !t.isWord("Set") {
		switch {
		case t.kind == tokInt, t.kind == tokWord, t.kind == tokString, t.is("*"):
			e.scalar = t
			return nil
		}
		return failAt(t.pos, "expected a whole number or Set{…}, found %s", t.found())
	}
	if _, err := r.expect("{", "behind Set"); err != nil {
		return err
	}
	e.isSet = true
	for {
		if t, err = r.next(); err != nil || t.is("}") && len(e.set) == 0 {
			return err
		}
		if len(e.set) >= maxThings*8 {
			return failAt(t.pos, "more than %d elements", maxThings*8)
		}
		el, err := r.element(t)
		if err != nil {
			return err
		}
		e.set = append(e.set, el)
		if t, err = r.next(); err != nil || t.is("}") {
			return err
		}
		if !t.is(",") {
			return failAt(t.pos, "expected , or } in the set of %s, found %s", nearest.Clip(e.key.Value), t.found())
		}
	}
}

func (r *propReader) element(t token) (element, error) {
	switch {
	case t.kind == tokString, t.kind == tokInt:
		return element{text: t.asText()}, nil
	case t.kind == tokWord:
		el := element{text: t.asText()}
		next, err := r.peek()
		if err != nil || !next.is("->") && !next.is("=") {
			return el, err
		}
		if _, err = r.next(); err != nil {
			return el, err
		}
		v, err := r.next()
		if err == nil && v.kind != tokString && v.kind != tokInt {
			err = failAt(v.pos, "expected a text or a number behind ->, found %s", v.found())
		}
		text := v.asText()
		el.arrow = &text
		return el, err
	case t.is("("):
		el := element{text: t.asText()}
		for _, end := range []string{",", ")"} {
			w, err := r.next()
			if err == nil && w.kind != tokWord {
				err = failAt(w.pos, "expected the name of an object in a link, found %s", w.found())
			}
			if err == nil {
				el.link = append(el.link, w.asText())
				_, err = r.expect(end, "in a link of two objects")
			}
			if err != nil {
				return el, err
			}
		}
		return el, nil
	}
	return element{}, failAt(t.pos, "expected a quoted text, a number or a name in a set, found %s", t.found())
}

// apply stores an entry in the document.
func (r *propReader) apply(e entry) error {
	key := e.key.Value
	for _, n := range boundNames {
		switch key {
		case n + "_min":
			return r.bound(n, e, false)
		case n + "_max":
			return r.bound(n, e, true)
		}
	}
	switch key {
	case "Property_name":
		return r.texts(e, &r.doc.Names, r.names, MaxProperties)
	case "Property_value":
		return r.texts(e, &r.doc.Values, r.values, MaxProperties*MaxValues)
	case thingProperty:
		if !e.isSet {
			return failAt(e.pos, "expected Set{(thing, property), …}, found %s", e.scalar.found())
		}
		r.links = e.set
		return nil
	case ClassThing:
		if !e.isSet {
			return failAt(e.pos, "expected Set{thing1, …}, found %s", e.scalar.found())
		}
		r.things = e.set
		return nil
	}
	if slices.Contains(knownKeys(), key) {
		return nil // numbers and attributes that the metamodel settles here
	}
	// A key a letter or two away from a known one is a slip of the pen; any other is a class or association of a richer model.
	if near := puzzle.Nearest(key, knownKeys()); len(near) > 0 && max(len(near[0])-len(key), len(key)-len(near[0])) <= 2 {
		return failAt(e.key.Pos, "%v", puzzle.Unknownf("entry", key, knownKeys()))
	}
	r.doc.Notes = append(r.doc.Notes, Note{e.key.Pos, "entry " + nearest.Clip(key) + " means nothing to clue cards, and is left out"})
	return nil
}

func (r *propReader) bound(name string, e entry, most bool) error {
	n := -1
	if !most || !e.scalar.is("*") {
		v, err := strconv.Atoi(e.scalar.text)
		if e.isSet || e.scalar.kind != tokInt || err != nil || v < -1 || v == -1 && !most || v > 1_000_000_000 {
			found := "a set"
			if !e.isSet {
				found = e.scalar.found()
			}
			return failAt(e.pos, "expected a whole number from 0 to 1000000000 for %s, found %s", e.key.Value, found)
		}
		n = v
	}
	i := slices.IndexFunc(r.doc.Bounds, func(b Bound) bool { return b.Name == name })
	if i < 0 {
		i = len(r.doc.Bounds)
		r.doc.Bounds = append(r.doc.Bounds, Bound{Name: name, Max: -1, Pos: e.pos})
	}
	b := &r.doc.Bounds[i]
	if most {
		b.Max = n
	} else {
		b.Min = n
	}
	if b.Max >= 0 && b.Min > b.Max && r.keys[name+"_min"].IsValid() && r.keys[name+"_max"].IsValid() {
		return failAt(e.pos, "%s_min is %d and %s_max is %d: expected a minimum that is not above the maximum", name, b.Min, name, b.Max)
	}
	return nil
}

// texts reads a set of texts: 'a', 'b', or of objects with them: property1->'a'.
func (r *propReader) texts(e entry, into *[]Text, of map[string]string, most int) error {
	if !e.isSet {
		return failAt(e.pos, "expected Set{'…', …} for %s, found %s", e.key.Value, e.scalar.found())
	}
	if len(e.set) == 0 {
		return failAt(e.pos, "%s is empty: expected at least one text", e.key.Value)
	}
	if len(e.set) > most {
		return failAt(e.pos, "%s has %d elements: at most %d are supported", e.key.Value, len(e.set), most)
	}
	seen := map[string]bool{}
	for _, el := range e.set {
		text := el.text
		if el.link != nil {
			return failAt(el.text.Pos, "expected a quoted text in %s, found a link", e.key.Value)
		}
		if el.arrow != nil {
			if _, twice := of[el.text.Value]; twice {
				return failAt(el.text.Pos, "object %s stands twice in %s", nearest.Clip(el.text.Value), e.key.Value)
			}
			of[el.text.Value] = el.arrow.Value
			if seen[el.arrow.Value] {
				continue // several objects share a text
			}
			text = *el.arrow
		} else if seen[text.Value] {
			return failAt(text.Pos, "%q stands twice in %s", nearest.Clip(text.Value), e.key.Value)
		}
		if strings.TrimSpace(text.Value) == "" {
			return failAt(text.Pos, "expected a text that is not blank in %s", e.key.Value)
		}
		seen[text.Value] = true
		*into = append(*into, text)
	}
	return nil
}

// linked makes the things that links between objects give.
func (r *propReader) linked() error {
	index := map[string]int{}
	for _, el := range r.things {
		if _, twice := index[el.text.Value]; twice {
			return failAt(el.text.Pos, "thing %s stands twice", nearest.Clip(el.text.Value))
		}
		index[el.text.Value] = len(r.doc.Things)
		r.doc.Things = append(r.doc.Things, Thing{ID: el.text, Pos: el.text.Pos})
	}
	named := len(r.things) > 0
	var known, props []string
	for _, t := range r.doc.Things {
		known = append(known, t.ID.Value)
	}
	for name := range r.names {
		props = append(props, name)
	}
	slices.Sort(props)
	for _, el := range r.links {
		if el.link == nil {
			return failAt(el.text.Pos, "expected a link (thing, property) in %s, found %q", thingProperty, nearest.Clip(el.text.Value))
		}
		thing, prop := el.link[0], el.link[1]
		i, ok := index[thing.Value]
		if !ok {
			if named {
				return failAt(thing.Pos, "%v", puzzle.Unknownf("thing", thing.Value, known))
			}
			i = len(r.doc.Things)
			index[thing.Value] = i
			r.doc.Things = append(r.doc.Things, Thing{ID: thing, Pos: thing.Pos})
		}
		name, ok1 := r.names[prop.Value]
		value, ok2 := r.values[prop.Value]
		if !ok1 || !ok2 {
			return failAt(prop.Pos, "%v (say its name and value: Property_name = Set{%s->'…'}, Property_value = Set{%s->'…'})",
				puzzle.Unknownf("property object", prop.Value, props), nearest.Clip(prop.Value), nearest.Clip(prop.Value))
		}
		t := &r.doc.Things[i]
		t.Values = append(t.Values, Member{Text{Value: name, Pos: prop.Pos}, Text{Value: value, Pos: prop.Pos}})
	}
	if len(r.links) == 0 && named { // names of objects without links say only how many there are
		n := len(r.doc.Things)
		r.doc.Things = nil
		if !slices.ContainsFunc(r.doc.Bounds, func(b Bound) bool { return b.Name == ClassThing }) {
			r.doc.Bounds = append(r.doc.Bounds, Bound{ClassThing, n, n, r.keys[ClassThing]})
		}
	}
	return nil
}
