package cardfile

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/quandary-puzzles/quandary/internal/doctree"
	"github.com/quandary-puzzles/quandary/internal/nearest"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// This file reads the small language for domains as the tree that the same puzzle has in YAML: fields.go says what it means. Line ends mean
// nothing but at the end of a clue.
//
//	file      = "domain" name { item }
//	item      = "title" [ lang ] STRING
//	          | "story" [ lang ] STRING
//	          | "language" lang
//	          | "theme" name
//	          | "concept" name [ ":" type ] "=" value { "," value }
//	          | "lineup" [ "round" ]
//	          | "label" name [ lang ] STRING
//	          | "words" name lang "=" value { "," value }
//	          | "solution" name "=" value { "," name "=" value }
//	          | "solutions" INT
//	          | "things" INT | "clues" INT
//	          | "set" name "=" ( STRING | what stands up to a blank, but blanks behind a comma )
//	          | "clue" [ name ] { STRING } ":" formula up to the end of the line
//	          | "invariant" "{" OCL "}"
//	          | "template" lang form STRING
//	form      = as the value of "set"
//	type      = "string" | "integer" | "ordered"
//	name      = WORD | STRING
//	value     = WORD | INT | STRING | INT ".." INT

// dslItems are the words that begin an item.
var dslItems = []string{"domain", "title", "story", "language", "theme", "concept", "lineup", "label", "words", "solution", "solutions",
	"things", "clues", "set", "clue", "invariant", "template"}

// readDSL reads a file in the small language: one tree for each "domain". With a mistake come the trees before it.
func readDSL(file, src string) (docs []*node, err error) {
	r := &dslReader{scanner: newScanner(file, src)}
	for {
		t, err := r.next()
		switch {
		case err != nil:
		case t.kind == tokEOF && r.doc != nil:
			return append(docs, r.doc), nil
		case t.isWord("domain"):
			if r.doc != nil {
				docs = append(docs, r.doc)
			}
			r.doc = &node{Kind: doctree.Map, Pos: t.pos}
			var name token
			if name, err = r.next(); err == nil && name.kind != tokWord && name.kind != tokString {
				err = failAt(name.pos, "expected a name for the domain, found %s", name.found())
			}
			r.put(r.doc, key(t, "id"), name.asText())
		case r.doc == nil:
			err = failAt(t.pos, `expected domain "name" first, found %s`, t.found())
		default:
			err = r.item(t)
		}
		if err != nil {
			return docs, err
		}
	}
}

type dslReader struct {
	*scanner
	doc  *node
	hint string // what may be meant by something odd behind the last item
}

// key is a key of the tree, which stands where the item does.
func key(item token, name string) Text { return Text{Value: name, Pos: item.pos} }

// put adds a text under a key.
func (r *dslReader) put(n *node, key, text Text) {
	attach(n, key, &node{Kind: doctree.Scalar, Tag: "!!str", Pos: text.Pos, Text: text})
}

func attach(n *node, key Text, val *node) {
	n.Entries = append(n.Entries, doctree.Entry{Key: &node{Kind: doctree.Scalar, Tag: "!!str", Pos: key.Pos, Text: key}, Val: val})
}

// under gives the list or mapping under a key; where there is none it is made.
func under(n *node, key Text, kind doctree.Kind) *node {
	for _, e := range n.Entries {
		if e.Key.Text.Value == key.Value && e.Val.Kind == kind {
			return e.Val
		}
	}
	val := &node{Kind: kind, Pos: key.Pos}
	attach(n, key, val)
	return val
}

func (r *dslReader) item(t token) error {
	if t.kind != tokWord {
		return failAt(t.pos, "expected the next item (one of %s), found %s%s", strings.Join(dslItems, ", "), t.found(), r.hint)
	}
	hint := r.hint
	r.hint = ""
	word := strings.ToLower(t.text)
	switch word {
	case "title", "story":
		return r.prose(r.doc, key(t, word))
	case "language":
		lang, err := r.lang()
		r.put(r.doc, key(t, word), lang)
		return err
	case "theme":
		name, err := r.name("the name of a theme")
		r.put(r.doc, key(t, word), name)
		return err
	case "concept":
		return r.concept(t)
	case "words":
		return r.words(t)
	case "lineup":
		return r.lineup(t)
	case "label":
		p, err := r.known()
		if err != nil {
			return err
		}
		return r.prose(p, key(t, word))
	case "solution":
		return r.solution(t)
	case "solutions":
		return r.number(r.doc, key(t, word))
	case "things", "clues":
		r.hint = ": there is one number; bounds are an option of the generator, such as set clues = 3-5"
		return r.number(under(r.doc, key(t, "number"), doctree.Map), key(t, word))
	case "set":
		return r.setting(t)
	case "clue":
		return r.clue(t)
	case "invariant":
		return r.invariant(t)
	case "template":
		return r.template(t)
	}
	return failAt(t.pos, "%v%s", puzzle.Unknownf("item", t.text, dslItems), hint)
}

// number reads a number; which there may be is said by who looks at the tree.
func (r *dslReader) number(n *node, key Text) error {
	t, err := r.next()
	if r.put(n, key, t.asText()); t.kind == tokInt {
		n.Entries[len(n.Entries)-1].Val.Tag = "!!int"
	}
	return err
}

// words reads the words for the values of a concept in a language.
func (r *dslReader) words(t token) error {
	p, err := r.known()
	if err != nil {
		return err
	}
	lang, err := r.lang()
	if err != nil {
		return err
	}
	if _, err := r.expect("=", "behind the language"); err != nil {
		return err
	}
	return r.values(under(p, key(t, "words"), doctree.Map), lang)
}

// known reads the name of a concept that is given above, and gives what is known of it.
func (r *dslReader) known() (*node, error) {
	name, err := r.name("the name of a concept")
	if err != nil {
		return nil, err
	}
	var known []string
	for _, e := range under(r.doc, Text{Value: "properties", Pos: name.Pos}, doctree.Map).Entries {
		if e.Key.Text.Value == name.Value {
			return e.Val, nil
		}
		known = append(known, e.Key.Text.Value)
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

func isLanguage(t token) bool { return slices.ContainsFunc(languages, t.isWord) }

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

// prose reads a text, or one of several in different languages. A title without a language is the only one.
func (r *dslReader) prose(n *node, key Text) error {
	lang, err := r.optLang()
	if err != nil {
		return err
	}
	text, err := r.text("a text")
	if lang.Value == "" && key.Value == "title" {
		r.put(n, key, text)
		return err
	}
	r.put(under(n, key, doctree.Map), lang, text)
	return err
}

func (r *dslReader) concept(at token) error {
	name, err := r.name("the name of a concept")
	if err != nil {
		return err
	}
	p := &node{Kind: doctree.Map, Pos: name.Pos}
	attach(under(r.doc, key(at, "properties"), doctree.Map), name, p)
	t, err := r.next()
	if err == nil && t.is(":") {
		typ, wrong := r.name("a type: string, integer or ordered")
		if wrong != nil {
			return wrong
		}
		r.put(p, key(t, "type"), typ)
		t, err = r.next()
	}
	if err == nil && !t.is("=") {
		err = failAt(t.pos, "expected = behind concept %s, found %s", nearest.Clip(name.Value), t.found())
	}
	if err != nil {
		return err
	}
	r.hint = ": commas stand between values, and a value of several words stands in quotes"
	return r.values(p, Text{Value: "values", Pos: name.Pos})
}

// listed reads parts with commas between them.
func (r *dslReader) listed(part func() error) error {
	for {
		if err := part(); err != nil {
			return err
		}
		sep, err := r.peek()
		if err != nil || !sep.is(",") {
			return err
		}
		if _, err := r.next(); err != nil {
			return err
		}
	}
}

// values reads a list of values; a range stands for its numbers.
func (r *dslReader) values(n *node, key Text) error {
	list := under(n, key, doctree.List)
	return r.listed(func() error {
		v, err := r.name("a value")
		if err != nil {
			return err
		}
		texts := []Text{v}
		sep, err := r.peek()
		if err == nil && sep.is("..") {
			texts, err = r.span(v)
		}
		for _, v := range texts {
			list.Items = append(list.Items, &node{Kind: doctree.Scalar, Tag: "!!str", Pos: v.Pos, Text: v})
		}
		return err
	})
}

// span reads the rest of a range such as 1..9, and gives its numbers.
func (r *dslReader) span(from Text) ([]Text, error) {
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
	return numbers(lo, hi, from.Pos)
}

func (r *dslReader) lineup(at token) error {
	t, err := r.peek()
	if err == nil && t.isWord("round") {
		r.put(r.doc, key(at, "lineup"), key(at, "round"))
		_, err = r.next()
		return err
	}
	attach(r.doc, key(at, "lineup"), &node{Kind: doctree.Scalar, Tag: "!!bool", Pos: at.pos, Text: key(at, "true")})
	return err
}

// solution reads name = value, …
func (r *dslReader) solution(at token) error {
	s := &node{Kind: doctree.Map, Pos: at.pos}
	attach(r.doc, key(at, "solution"), s)
	return r.listed(func() error {
		name, err := r.name("the name of a concept")
		if err != nil {
			return err
		}
		if _, err := r.expect("=", "behind "+nearest.Clip(name.Value)); err != nil {
			return err
		}
		v, err := r.name("a value")
		r.put(s, name, v)
		r.hint = ": commas stand between the values of a solution, and a value of several words stands in quotes"
		return err
	})
}

func (r *dslReader) template(at token) error {
	lang, err := r.lang()
	if err != nil {
		return err
	}
	form, err := r.run("the form of a clue")
	if err != nil {
		return err
	}
	text, err := r.text("a template")
	r.put(under(under(r.doc, key(at, "templates"), doctree.Map), lang, doctree.Map), form, text)
	return err
}
