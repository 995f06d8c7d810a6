package cardfile

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/quandary-puzzles/quandary/internal/nearest"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// This file reads the small language for domains. Line ends mean nothing but at the end of a clue.
//
//	file      = "domain" name { item }
//	item      = "title" [ "en" | "zh" ] STRING
//	          | "story" [ "en" | "zh" ] STRING
//	          | "language" ( "en" | "zh" )
//	          | "theme" name
//	          | "concept" name [ ":" type ] "=" value { "," value }
//	          | "lineup" [ "round" ]
//	          | "label" name [ "en" | "zh" ] STRING
//	          | "words" name ( "en" | "zh" ) "=" value { "," value }
//	          | "solution" name "=" value { "," name "=" value }
//	          | "solutions" INT
//	          | "things" INT | "clues" INT
//	          | "set" name "=" ( STRING | what stands up to a blank, but blanks behind a comma )
//	          | "clue" [ name ] { STRING } ":" formula up to the end of the line
//	          | "invariant" "{" OCL "}"
//	          | "template" ( "en" | "zh" ) form STRING
//	form      = as the value of "set"
//	type      = "string" | "integer" | "ordered"
//	name      = WORD | STRING
//	value     = WORD | INT | STRING | INT ".." INT

// dslItems are the words that begin an item.
var dslItems = []string{"domain", "title", "story", "language", "theme", "concept", "lineup", "label", "words", "solution", "solutions",
	"things", "clues", "set", "clue", "invariant", "template"}

// types are the types of properties.
var types = []string{"string", "integer", "ordered"}

// typeName checks the name of a type; int is short for integer.
func typeName(t Text) (Text, error) {
	if t.Value == "int" {
		t = Text{Value: "integer", Pos: t.Pos}
	}
	if !slices.Contains(types, t.Value) {
		return t, failAt(t.Pos, "%v", puzzle.Unknownf("type", t.Value, types))
	}
	return t, nil
}

// languages are those of sentences.
var languages = []string{"en", "zh"}

// readDSL reads a file in the small language: one document for each "domain".
func readDSL(file, src string) ([]*Document, error) {
	if len(src) > MaxBytes {
		return nil, tooLong(file)
	}
	r := &dslReader{scanner: newScanner(file, src)}
	var docs []*Document
	for {
		t, err := r.next()
		if err != nil {
			return nil, err
		}
		if t.kind == tokEOF && len(docs) > 0 {
			return docs, nil
		}
		if t.isWord("domain") {
			r.doc = &Document{File: file, Format: "dsl", Pos: t.pos}
			docs = append(docs, r.doc)
			name, err := r.next()
			if err == nil && name.kind != tokWord && name.kind != tokString {
				err = failAt(name.pos, "expected a name for the domain, found %s", name.found())
			}
			if err != nil {
				return nil, err
			}
			r.doc.ID = name.asText()
			continue
		}
		if len(docs) == 0 {
			return nil, failAt(t.pos, `expected domain "name" first, found %s`, t.found())
		}
		if err := r.item(t); err != nil {
			return nil, err
		}
	}
}

type dslReader struct {
	*scanner
	doc  *Document
	hint string // what may be meant by something odd behind the last item
}

func (r *dslReader) item(t token) error {
	d := r.doc
	if t.kind != tokWord {
		return failAt(t.pos, "expected the next item (one of %s), found %s%s", strings.Join(dslItems, ", "), t.found(), r.hint)
	}
	hint := r.hint
	r.hint = ""
	var err error
	switch word := strings.ToLower(t.text); word {
	case "title":
		return r.title(t)
	case "story":
		return r.prose(&d.Stories)
	case "language":
		d.Lang, err = r.lang()
		return err
	case "theme":
		if d.Theme.Value != "" {
			return failAt(t.pos, "the theme stands twice: it is given in line %d too", d.Theme.Pos.Line)
		}
		d.Theme, err = r.name("the name of a theme")
		return err
	case "concept":
		return r.concept()
	case "words":
		return r.words()
	case "lineup":
		return r.lineup(t)
	case "label":
		return r.label()
	case "solution":
		if len(d.Solution) > 0 {
			return failAt(t.pos, "the solution stands twice: it is given in line %d too", d.Solution[0].Key.Pos.Line)
		}
		d.Solution, err = r.pairs()
		return err
	case "solutions":
		return r.solutions(t)
	case "things":
		return r.count(ClassThing)
	case "clues":
		return r.count(ClassClue)
	case "set":
		return r.setting()
	case "clue":
		return r.clue(t)
	case "invariant":
		return r.invariant()
	case "template":
		return r.template()
	}
	return failAt(t.pos, "%v%s", puzzle.Unknownf("item", t.text, dslItems), hint)
}

// title reads the title, or one of several in different languages.
func (r *dslReader) title(at token) error {
	d := r.doc
	if next, err := r.peek(); err != nil || next.kind == tokWord {
		if err == nil {
			err = r.prose(&d.Titles)
		}
		if err == nil && d.Title.Value != "" {
			err = failAt(at.pos, "the title stands twice: it is given without its language in line %d too", d.Title.Pos.Line)
		}
		return err
	}
	if d.Title.Value != "" || len(d.Titles) > 0 {
		line := d.Title.Pos.Line
		if len(d.Titles) > 0 {
			line = d.Titles[0].Value.Pos.Line
		}
		return failAt(at.pos, "the title stands twice: it is given in line %d too", line)
	}
	var err error
	d.Title, err = r.text("a title")
	return err
}

// words reads the words for the values of a concept in a language.
func (r *dslReader) words() error {
	p, err := r.known()
	if err != nil {
		return err
	}
	lang, err := r.lang()
	if err != nil {
		return err
	}
	for _, w := range p.Words {
		if w.Lang.Value == lang.Value {
			return failAt(lang.Pos, "the words stand twice: they are given in line %d too", w.Lang.Pos.Line)
		}
	}
	if _, err := r.expect("=", "behind the language"); err != nil {
		return err
	}
	list, err := r.values(MaxValues)
	p.Words = append(p.Words, WordList{lang, list})
	return err
}

// known reads the name of a concept that is given above.
func (r *dslReader) known() (*Property, error) {
	name, err := r.name("the name of a concept")
	if err != nil {
		return nil, err
	}
	var known []string
	for i := range r.doc.Properties {
		if p := &r.doc.Properties[i]; p.Name.Value == name.Value {
			return p, nil
		}
		known = append(known, r.doc.Properties[i].Name.Value)
	}
	return nil, failAt(name.Pos, "%v", puzzle.Unknownf("concept", name.Value, known))
}

// name reads a word or a quoted text.
func (r *dslReader) name(what string) (Text, error) {
	t, err := r.next()
	if err == nil && (t.kind != tokWord && t.kind != tokString && t.kind != tokInt || strings.TrimSpace(t.text) == "") {
		err = failAt(t.pos, "expected %s, found %s", what, t.found())
	}
	return t.asText(), err
}

func (r *dslReader) text(what string) (Text, error) {
	t, err := r.next()
	if err == nil && t.kind != tokString {
		err = failAt(t.pos, "expected %s in quotes, found %s", what, t.found())
	}
	return t.asText(), err
}

func (r *dslReader) lang() (Text, error) {
	t, err := r.next()
	if err == nil && !isLanguage(t) {
		err = failAt(t.pos, "%v", puzzle.Unknownf("language", t.text, languages))
	}
	t.text = strings.ToLower(t.text)
	return t.asText(), err
}

func isLanguage(t token) bool { return t.isWord("en") || t.isWord("zh") }

// optLang reads a language when there is one.
func (r *dslReader) optLang() (Text, error) {
	t, err := r.peek()
	if err != nil || t.kind != tokWord {
		return Text{}, err
	}
	behind, _ := utf8.DecodeRuneInString(strings.TrimLeft(r.src[r.at:], " \t"))
	if !isLanguage(t) && closingQuote(behind) == 0 {
		return Text{}, failAt(t.pos, "expected a text in quotes, or its language (%s) and the text, found %s", strings.Join(languages, ", "), t.found())
	}
	return r.lang()
}

func (r *dslReader) prose(into *[]Member) error {
	lang, err := r.optLang()
	if err != nil {
		return err
	}
	for _, m := range *into {
		if m.Key.Value == lang.Value {
			t, _ := r.peek()
			return failAt(t.pos, "the text stands twice: it is given in line %d too", m.Value.Pos.Line)
		}
	}
	text, err := r.text("a text")
	*into = append(*into, Member{lang, text})
	return err
}

func (r *dslReader) concept() error {
	name, err := r.name("the name of a concept")
	if err != nil {
		return err
	}
	if len(r.doc.Properties) >= MaxProperties {
		return failAt(name.Pos, "more than %d concepts", MaxProperties)
	}
	p := Property{Name: name}
	t, err := r.next()
	if err != nil {
		return err
	}
	if t.is(":") {
		if p.Type, err = r.name("a type: string, integer or ordered"); err != nil {
			return err
		}
		if p.Type, err = typeName(p.Type); err != nil {
			return err
		}
		if t, err = r.next(); err != nil {
			return err
		}
	}
	if !t.is("=") {
		return failAt(t.pos, "expected = behind concept %s, found %s", nearest.Clip(name.Value), t.found())
	}
	p.Values, err = r.values(MaxValues)
	r.hint = ": commas stand between values, and a value of several words stands in quotes"
	r.doc.Properties = append(r.doc.Properties, p)
	return err
}

// values reads a list of values; a range stands for its numbers.
func (r *dslReader) values(most int) ([]Text, error) {
	var out []Text
	for {
		v, err := r.name("a value")
		if err != nil {
			return nil, err
		}
		sep, err := r.peek()
		if err != nil {
			return nil, err
		}
		if sep.is("..") {
			if out, err = r.span(out, v, most); err != nil {
				return nil, err
			}
			if sep, err = r.peek(); err != nil {
				return nil, err
			}
		} else {
			out = append(out, v)
		}
		if len(out) > most {
			return nil, failAt(v.Pos, "more than %d values", most)
		}
		if !sep.is(",") {
			return out, nil
		}
		if _, err := r.next(); err != nil {
			return nil, err
		}
	}
}

// span adds the numbers of a range such as 1..9.
func (r *dslReader) span(out []Text, from Text, most int) ([]Text, error) {
	if _, err := r.next(); err != nil {
		return nil, err
	}
	to, err := r.name("the end of a range")
	if err != nil {
		return nil, err
	}
	lo, err1 := strconv.Atoi(from.Value)
	hi, err2 := strconv.Atoi(to.Value)
	if err1 != nil || err2 != nil || lo > hi {
		return nil, failAt(from.Pos, "expected a range of whole numbers such as 1..9, found %s..%s", nearest.Clip(from.Value), nearest.Clip(to.Value))
	}
	if uint(hi)-uint(lo) >= uint(most) {
		return nil, failAt(from.Pos, "the range %d..%d has more than %d values", lo, hi, most)
	}
	for i := lo; i <= hi; i++ {
		out = append(out, Text{Value: strconv.Itoa(i), Pos: from.Pos})
	}
	return out, nil
}

func (r *dslReader) lineup(at token) error {
	if r.doc.LineUp != nil {
		return failAt(at.pos, "lineup stands twice: it is given in line %d too", r.doc.LineUp.Pos.Line)
	}
	r.doc.LineUp = &LineUp{Pos: at.pos}
	t, err := r.peek()
	if err == nil && t.isWord("round") {
		r.doc.LineUp.Round = true
		_, err = r.next()
	}
	return err
}

func (r *dslReader) label() error {
	p, err := r.known()
	if err != nil {
		return err
	}
	lang, err := r.optLang()
	if err != nil {
		return err
	}
	text, err := r.text("a label")
	p.Labels = append(p.Labels, Member{lang, text})
	return err
}

// pairs reads name = value, …
func (r *dslReader) pairs() ([]Member, error) {
	var out []Member
	for {
		name, err := r.name("the name of a concept")
		if err != nil {
			return nil, err
		}
		if _, err := r.expect("=", "behind "+nearest.Clip(name.Value)); err != nil {
			return nil, err
		}
		v, err := r.name("a value")
		if err != nil {
			return nil, err
		}
		if len(out) >= MaxProperties {
			return nil, failAt(name.Pos, "more than %d values in the solution", MaxProperties)
		}
		out = append(out, Member{name, v})
		r.hint = ": commas stand between the values of a solution, and a value of several words stands in quotes"
		sep, err := r.peek()
		if err != nil || !sep.is(",") {
			return out, err
		}
		if _, err := r.next(); err != nil {
			return nil, err
		}
	}
}

// solutions reads how many solutions the puzzle is meant to have.
func (r *dslReader) solutions(at token) error {
	t, err := r.next()
	if err != nil {
		return err
	}
	n, convErr := strconv.Atoi(t.text)
	switch {
	case t.kind != tokInt || convErr != nil || n < 1 || n > maxSolutions:
		return failAt(t.pos, "expected how many solutions there are, a whole number from 1 to %d, found %s (solution NAME = VALUE gives one)", maxSolutions, t.found())
	case r.doc.Solutions.N != 0:
		return failAt(at.pos, "the number stands twice: it is given in line %d too", r.doc.Solutions.Pos.Line)
	}
	r.doc.Solutions = Count{n, t.pos}
	return nil
}

func (r *dslReader) count(class string) error {
	t, err := r.next()
	if err != nil {
		return err
	}
	n, convErr := strconv.Atoi(t.text)
	if t.kind != tokInt || convErr != nil || n < 0 || n > 1_000_000_000 {
		return failAt(t.pos, "expected a whole number from 0 to 1000000000, found %s", t.found())
	}
	r.hint = ": there is one number; bounds are an option of the generator, such as set clues = 3-5"
	for _, b := range r.doc.Bounds {
		if b.Name == class {
			return failAt(t.pos, "the number stands twice: it is given in line %d too", b.Pos.Line)
		}
	}
	r.doc.Bounds = append(r.doc.Bounds, Bound{class, n, n, t.pos})
	return nil
}

func (r *dslReader) template() error {
	lang, err := r.lang()
	if err != nil {
		return err
	}
	form, err := r.run("the form of a clue")
	if err != nil {
		return err
	}
	text, err := r.text("a template")
	r.doc.Templates = append(r.doc.Templates, Template{lang, form, text})
	return err
}
