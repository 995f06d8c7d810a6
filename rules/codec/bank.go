package codec

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/doctree"
	"github.com/quandary-puzzles/quandary/rules"
)

// A bank lists what a puzzle's pieces are, each as a number: a line that says how many there are, a line for each, and a line of
// marks for those that somebody has ticked off, which nobody reads. In an address they stand behind a slash: how many there are and
// each behind a slash of its own, or, behind two slashes, a number that stands for all from 1 to it.

const bankPack = "bank"

// bank reads the layer of a bank.
func (c *compiler) bank(b *block, n *doctree.Node) bool {
	l, err := c.find(n.Text.Value)
	if err != nil {
		c.fail(n.Pos, "unknown-name", "%v", err)
		return false
	}
	if !isBank(l) {
		c.fail(n.Pos, "format", "%s cannot be written as a bank", l.Name).Expected = "a class of objects with a number: {each: {size: int}}"
		return false
	}
	b.layer = l
	return true
}

// isBank reports whether a layer's objects are numbers and nothing else.
func isBank(l *rules.Layer) bool {
	return l.Objects() && len(l.Fields) == 1 && l.Fields[0].Domain.Kind == rules.Ints
}

// bankItem reads the number of a piece.
func (r *reader) bankItem(b *block, t token, what string) (int64, error) {
	n, err := strconv.ParseInt(t.text, 10, 32)
	if err != nil || n < 0 {
		return 0, t.fail("a number: "+what, "%s", quote(t.text))
	}
	return n, nil
}

func (r *reader) setBank(b *block, items []int64) {
	m := r.of(b.layer)
	m.Objects = nil
	for _, n := range items {
		m.Objects = append(m.Objects, map[string]rules.Value{b.layer.Fields[0].Name: rules.IntOf(n)})
	}
}

// takeBank takes the lines of a bank from the text.
func (r *reader) takeBank(b *block) ([][]token, error) {
	var out [][]token
	one := func(what string) (token, error) {
		l, ok := r.src.line(false)
		if !ok {
			return token{}, r.src.last().fail(what, "the board ends too early")
		}
		if len(l.tokens) != 1 {
			return token{}, l.at().fail(what, "%s", quote(l.raw))
		}
		out = append(out, l.tokens)
		return l.tokens[0], nil
	}
	t, err := one("how many " + b.layer.Name + " there are")
	if err != nil {
		return nil, err
	}
	many, err := r.bankItem(b, t, "how many "+b.layer.Name+" there are")
	if err != nil {
		return nil, err
	}
	if many > rules.MaxObjects {
		return nil, t.fail(fmt.Sprintf("at most %d", rules.MaxObjects), "%d of %s", many, b.layer.Name)
	}
	for range many {
		if _, err := one("one of " + b.layer.Name); err != nil {
			return nil, err
		}
	}
	if many > 0 && r.src.next < len(r.src.lines) && r.form.style.slash { // the marks
		r.src.next++
	}
	return out[1:], nil
}

func (r *reader) bank(t *taken) error {
	var items []int64
	for _, row := range t.tokens {
		n, err := r.bankItem(t.block, row[0], "one of "+t.block.layer.Name)
		if err != nil {
			return err
		}
		items = append(items, n)
	}
	r.setBank(t.block, items)
	return nil
}

// bankItems gives the numbers of the pieces of a board.
func (w *writer) bankItems(b *block) []string {
	var items []string
	if m := w.board.Marks(b.layer); m != nil {
		for _, o := range m.Objects {
			items = append(items, strconv.FormatInt(o[b.layer.Fields[0].Name].N, 10))
		}
	}
	return items
}

func (w *writer) bank(b *block) {
	items := w.bankItems(b)
	w.lines = append(append(w.lines, strconv.Itoa(len(items))), items...)
	if w.form.style.slash && len(items) > 0 {
		w.lines = append(w.lines, strings.TrimSuffix(strings.Repeat("0 ", len(items)), " "))
	}
}

func (r *reader) unpackBank(b *block, body *packed) error {
	part := func() (token, error) {
		at := body.token()
		if body.next() != '/' {
			return at, at.fail("a slash, and the bank of "+b.layer.Name, "%s in the address", quote(at.text))
		}
		at = body.token()
		at.text, _, _ = strings.Cut(at.text, "/")
		body.i += len(at.text)
		return at, nil
	}
	number := func() (token, int64, error) {
		t, err := part()
		if err != nil {
			return t, 0, err
		}
		n, err := r.bankItem(b, t, "of "+b.layer.Name)
		if err == nil && n > rules.MaxObjects {
			err = t.fail(fmt.Sprintf("at most %d", rules.MaxObjects), "%d of %s", n, b.layer.Name)
		}
		return t, n, err
	}
	all := strings.HasPrefix(body.text[min(body.i, len(body.text)):], "//")
	if all {
		body.i++
	}
	_, many, err := number()
	if err != nil {
		return err
	}
	var items []int64
	for k := range many {
		n := k + 1
		if !all {
			if _, n, err = number(); err != nil {
				return err
			}
		}
		items = append(items, n)
	}
	r.setBank(b, items)
	r.board.Set(b.layer, r.marks[b.layer])
	return nil
}

func (w *writer) packBank(b *block, body *strings.Builder) {
	items := w.bankItems(b)
	all := len(items) > 0
	for i, s := range items {
		all = all && s == strconv.Itoa(i+1)
	}
	if all {
		fmt.Fprintf(body, "//%d", len(items))
		return
	}
	fmt.Fprintf(body, "/%d", len(items))
	for _, s := range items {
		body.WriteString("/" + s)
	}
}
