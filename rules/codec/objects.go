package codec

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/rules"
)

// A list of objects is a line that says how many there are, and a line for each with its fields: cells=r1c1 r1c2 sum=9. Where a class has one
// field, its name is left out; a list without elements is "-". With letters, numbers are letters, and those of a list stand side by side: cat. With
// letters 0, they are digits side by side: 4711.

// sayable reports whether a text can say all fields of a class of objects.
func sayable(l *rules.Layer) bool {
	return l.Objects() && !slices.ContainsFunc(l.Fields, func(f rules.Field) bool {
		d := &f.Domain
		if d.Kind == rules.Lists {
			d = d.Elem
		}
		return f.Alternatives || !f.Places && d.Kind != rules.Ints && d.Kind != rules.Words && d.Kind != rules.Bools
	})
}

// takeObjects takes the lines of a list of objects from the text.
func (r *reader) takeObjects(b *block) ([][]token, error) {
	what := "how many " + b.layer.Name + " there are"
	l, ok := r.src.line(false)
	if !ok {
		return nil, r.src.last().fail(what, "the board ends too early")
	}
	many, err := strconv.Atoi(strings.TrimSpace(l.raw))
	if err != nil || many < 0 || many > rules.MaxObjects {
		return nil, l.at().fail(fmt.Sprintf("%s, at most %d, and a line for each of them", what, rules.MaxObjects), "%s", quote(l.raw))
	}
	var out [][]token
	for i := range many {
		l, ok := r.src.line(false)
		if !ok {
			return nil, r.src.last().fail(fmt.Sprintf("line %d of %d with %s", i+1, many, b.layer.Name), "the board ends too early")
		}
		if len(l.tokens) == 0 {
			return nil, l.at().fail(fmt.Sprintf("line %d of %d with %s", i+1, many, b.layer.Name), "an empty line")
		}
		if len(l.tokens) > rules.MaxCells {
			return nil, l.at().fail(fmt.Sprintf("at most %d", rules.MaxCells), "a line of %d", len(l.tokens))
		}
		out = append(out, l.tokens)
	}
	return out, nil
}

// objects reads the fields of the objects.
func (r *reader) objects(t *taken) error {
	l := t.block.layer
	m := r.of(l)
	m.Objects = []map[string]rules.Value{}
	for _, row := range t.tokens {
		o := map[string]rules.Value{}
		var field *rules.Field
		if len(l.Fields) == 1 {
			field = &l.Fields[0]
			o[field.Name] = rules.ListOf()
		}
		for _, tok := range row {
			if name, rest, named := strings.Cut(tok.text, "="); named && len(l.Fields) > 1 {
				i := slices.IndexFunc(l.Fields, func(f rules.Field) bool { return f.Name == name })
				if i < 0 {
					return tok.fail(fieldNames(l), "%s: %s has no field %s", quote(tok.text), l.Name, name)
				}
				field = &l.Fields[i]
				if _, twice := o[name]; twice {
					return tok.fail("", "%s: a second %s of one object", quote(tok.text), name)
				}
				o[name], tok.text = rules.ListOf(), rest
			}
			if field == nil {
				return tok.fail(fieldNames(l), "%s", quote(tok.text))
			}
			if err := r.element(t.block, field, o, tok); err != nil {
				return err
			}
		}
		for i := range l.Fields { // one that holds one value holds it bare, or none
			f := &l.Fields[i]
			if v, there := o[f.Name]; there && !f.Places && f.Domain.Kind != rules.Lists {
				if len(v.List) != 1 {
					return row[0].fail("one value of "+f.Name, "%d of them", len(v.List))
				}
				o[f.Name] = v.List[0]
			}
		}
		m.Objects = append(m.Objects, o)
	}
	return nil
}

// fieldNames shows how a line of objects begins.
func fieldNames(l *rules.Layer) string {
	var names []string
	for _, f := range l.Fields {
		names = append(names, f.Name+"=")
	}
	return strings.Join(names, " or ")
}

// element adds what a token says to the list of a field.
func (r *reader) element(b *block, f *rules.Field, o map[string]rules.Value, tok token) error {
	if tok.text == "-" || tok.text == "" {
		return nil
	}
	v := o[f.Name]
	defer func() { o[f.Name] = v }()
	if f.Places {
		p, ok := r.board.Geo.Parse(tok.text)
		if kind, known := fieldKind(f); !ok || known && p.Kind != kind {
			return tok.fail("the name of a place, such as r1c2", "%s", quote(tok.text))
		}
		v.List = append(v.List, rules.PlaceOf(p))
		return nil
	}
	d := &f.Domain
	if d.Kind == rules.Lists {
		d = d.Elem
	}
	parts := []string{tok.text}
	if b.letters != 0 && d.Kind == rules.Ints {
		parts = strings.Split(tok.text, "")
	}
	for _, text := range parts {
		x, ok := r.fieldValue(b, d, text)
		if !ok {
			return tok.fail(r.fieldExpects(b, d), "%s as %s", quote(tok.text), f.Name)
		}
		v.List = append(v.List, x)
	}
	return nil
}

// fieldKind gives the kind of place of which a field is a list; cells, where it does not say.
func fieldKind(f *rules.Field) (board.Kind, bool) {
	if f.At == nil {
		return board.Cell, true
	}
	return rules.Kind(f.At.Value)
}

// fieldValue reads one value of a domain.
func (r *reader) fieldValue(b *block, d *rules.Domain, text string) (rules.Value, bool) {
	switch d.Kind {
	case rules.Bools:
		return rules.BoolOf(text == "true"), text == "true" || text == "false"
	case rules.Words:
		return rules.WordOf(text), slices.Contains(d.Words, text)
	}
	if slices.Contains(d.Words, text) { // a sign among the numbers of a list
		return rules.WordOf(text), true
	}
	n, err := strconv.ParseInt(text, 10, 32)
	if b.letters != 0 {
		least, most := b.spelled()
		if n, err = int64(text[0])-int64(b.letters)+least, nil; len(text) != 1 || n < least || n > most {
			return rules.Value{}, false
		}
	}
	lo, hi, unbounded := r.board.Bounds(d)
	if err != nil || unbounded == nil && (lo != nil && n < *lo || hi != nil && n > *hi) {
		return rules.Value{}, false
	}
	return rules.IntOf(n), true
}

// spelled gives which numbers have a letter, or a digit.
func (b *block) spelled() (least, most int64) {
	if b.letters == '0' {
		return 0, 9
	}
	return 1, 26
}

// fieldExpects says what values a domain has.
func (r *reader) fieldExpects(b *block, d *rules.Domain) string {
	switch lo, hi, err := r.board.Bounds(d); {
	case d.Kind == rules.Bools:
		return "true or false"
	case d.Kind == rules.Words:
		return strings.Join(d.Words, ", ")
	case b.letters != 0:
		return fmt.Sprintf("characters from %c on", b.letters)
	case err == nil && (lo != nil || hi != nil):
		return boundsText(lo, hi)
	}
	return "a number"
}

// writeObjects writes a list of objects.
func (w *writer) writeObjects(b *block) error {
	var lines []string
	if m := w.board.Marks(b.layer); m != nil {
		for _, o := range m.Objects {
			var parts []string
			for i := range b.layer.Fields {
				f := &b.layer.Fields[i]
				v, there := o[f.Name]
				if !there {
					continue
				}
				text, err := w.field(b, v)
				if err != nil {
					return fmt.Errorf("%s %d: %w", b.layer.Name, len(lines)+1, err)
				}
				if len(b.layer.Fields) > 1 {
					text = f.Name + "=" + text
				}
				parts = append(parts, text)
			}
			lines = append(lines, strings.Join(parts, " "))
		}
	}
	w.lines = append(append(w.lines, strconv.Itoa(len(lines))), lines...)
	return nil
}

// field writes the value of a field.
func (w *writer) field(b *block, v rules.Value) (string, error) {
	switch v.Kind {
	case rules.List:
		var parts []string
		spelled := b.letters != 0
		for _, x := range v.List {
			text, err := w.field(b, x)
			if err != nil {
				return "", err
			}
			parts, spelled = append(parts, text), spelled && x.Kind == rules.Int
		}
		if len(parts) == 0 {
			return "-", nil
		}
		if spelled {
			return strings.Join(parts, ""), nil
		}
		return strings.Join(parts, " "), nil
	case rules.PlaceValue:
		name := w.board.Geo.Name(v.Place)
		if name == "" {
			return "", fmt.Errorf("a place that has no name")
		}
		return name, nil
	case rules.Int:
		if b.letters == 0 {
			break
		}
		least, most := b.spelled()
		if v.N < least || v.N > most {
			return "", fmt.Errorf("%d is no letter", v.N)
		}
		return string(rune(b.letters + byte(v.N-least))), nil
	}
	return v.String(), nil
}
