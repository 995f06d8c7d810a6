package code

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/py/syntax"
)

// Form is the form that a puzzle shares with those that differ from it by the changes of Vary and by the order of the pieces.
type Form struct {
	Key string
	// Exact is false where parts that could change places could not be told apart: then an equivalent may have another form.
	Exact bool
	Work  int // programs that were run
}

// maxFormWork bounds how many changed programs are run to find a form.
const maxFormWork = 400

// Form finds the puzzle's form: branches so that no condition is negated, operands and independent statements in one order, variables
// numbered as they come. Each change is verified by running, as those of Vary are.
func (p *Puzzle) Form(ctx context.Context) (Form, error) {
	j, err := p.Judge()
	if err != nil {
		return Form{}, err
	}
	defer j.Close()
	f := Form{Exact: true}
	at := p
	for _, sort := range []string{"branches", "operands", "order"} {
		refused := map[string]bool{} // changes that do not keep what the program does
		for again := true; again; {
			again = false
			m, err := syntax.ParseModule("program", at.Text)
			if err != nil {
				return f, err
			}
			for _, c := range at.sites(m, sort, nil) {
				q, ok := at.apply(c)
				if !ok || refused[q.Text] {
					continue
				}
				if f.Work++; f.Work > maxFormWork {
					f.Exact = false
					break
				}
				ok, err := j.does(ctx, q)
				if err != nil {
					return f, err
				}
				if !ok {
					refused[q.Text] = true
					continue
				}
				at, again = q, true
				break // the places in the tree are those of the old text
			}
		}
	}
	m, err := syntax.ParseModule("program", at.Text)
	if err != nil {
		return f, err
	}
	f.Exact = f.Exact && !at.ties(m)
	if q := at.rename(m, func(i int) string { return fmt.Sprintf("v%d", i) }); q != nil {
		at = q
	}
	f.Key = at.stated()
	return f, nil
}

// ties reports whether two variables that are no parameters have the same signature: what could change places may then stand in either order.
func (p *Puzzle) ties(m *syntax.Module) bool {
	seen := map[string]bool{}
	for _, s := range p.signatures(m) {
		if seen[s] {
			return true
		}
		seen[s] = true
	}
	return false
}

// stated writes the puzzle without what does not count: comments, spaces between words, the order of pieces.
func (p *Puzzle) stated() string {
	var b strings.Builder
	text, at := p.Text, 0
	flush := func(to int) {
		for k, line := range strings.Split(text[at:to], "\n") {
			if k > 0 {
				b.WriteString("\n" + line[:len(line)-len(strings.TrimLeft(line, " "))])
			}
			for _, t := range tokens(line) {
				if t.kind != 'c' {
					b.WriteString(line[t.from:t.to] + " ")
				}
			}
		}
	}
	for _, bl := range p.Blanks {
		flush(bl.From)
		pieces := slices.Clone(bl.Pieces)
		slices.Sort(pieces)
		fmt.Fprintf(&b, "<%s %q %q>", bl.Kind, bl.Pieces[bl.Right], pieces)
		at = bl.To
	}
	flush(len(text))
	var inputs []string
	for _, in := range p.Inputs {
		inputs = append(inputs, in.Setup+"\x00"+in.Expr)
	}
	slices.Sort(inputs)
	fmt.Fprintf(&b, "\n%q %v", inputs, p.Typed)
	return b.String()
}

// key writes a part of the program so that the names of variables and the order of pieces leave no trace.
func (w *walker) key(q part) string {
	var out []string
	at := q.from
	words := func(text string) {
		for _, t := range tokens(text) {
			if t.kind != 'c' {
				out = append(out, w.word(text, t))
			}
		}
	}
	for _, b := range w.p.Blanks {
		if b.From < at || b.To > q.to {
			continue
		}
		words(w.src[at:b.From])
		out = append(out, w.p.blankKey(b, w.word))
		at = b.To
	}
	words(w.src[at:q.to])
	return strings.Join(out, " ")
}

func (w *walker) word(text string, t token) string {
	if s, ok := w.sign[text[t.from:t.to]]; ok && t.kind == 'n' && !t.attr {
		return s
	}
	return text[t.from:t.to]
}

// blankKey writes a blank with its pieces in an order that does not depend on names.
func (p *Puzzle) blankKey(b Blank, word func(string, token) string) string {
	var pieces []string
	for i, text := range b.Pieces {
		var out []string
		if i == b.Right {
			out = append(out, "=")
		}
		for _, t := range tokens(text) {
			out = append(out, word(text, t))
		}
		pieces = append(pieces, strings.Join(out, " "))
	}
	slices.Sort(pieces)
	return "<" + b.Kind + " " + strings.Join(pieces, "|") + ">"
}

// signatures tells variables apart by where they stand and not by their names: parameters by their number, all of them by the lines on
// which they stand, whose words are taken in no order. Refined a few times, as colours of a graph are.
func (p *Puzzle) signatures(m *syntax.Module) map[string]string {
	names := p.variables(m)
	sign := map[string]string{}
	for _, n := range names {
		sign[n] = "?"
	}
	var functions func(list []syntax.Stmt)
	functions = func(list []syntax.Stmt) {
		for _, s := range list {
			switch s := s.(type) {
			case *syntax.FuncDef:
				for i, a := range s.Params.All() {
					if _, ok := sign[a.Name]; ok {
						sign[a.Name] += fmt.Sprintf("%s:%d ", s.Name, i)
					}
				}
				functions(s.Body)
			case *syntax.ClassDef:
				functions(s.Body)
			}
			for _, b := range syntax.StmtBlocks(s) {
				functions(b)
			}
		}
	}
	functions(m.Body)
	lines := p.bags(sign)
	for range 3 {
		next := map[string]string{}
		for _, n := range names {
			var all []string
			for _, line := range lines {
				if !slices.Contains(line, n) {
					continue
				}
				bag := make([]string, len(line))
				for i, word := range line {
					if bag[i] = word; word == n {
						bag[i] = "@"
					} else if s, ok := sign[word]; ok {
						bag[i] = s
					}
				}
				slices.Sort(bag)
				all = append(all, strings.Join(bag, " "))
			}
			slices.Sort(all)
			sum := sha256.Sum256([]byte(sign[n] + "\n" + strings.Join(all, "\n")))
			next[n] = "?" + hex.EncodeToString(sum[:8])
		}
		sign = next
	}
	return sign
}

// bags lists the words of each line of the program, comparisons turned one way, blanks as one word that names no variable. The words that
// name variables in blanks follow, for each blank in a list of its own.
func (p *Puzzle) bags(sign map[string]string) [][]string {
	word := func(text string, t token) string {
		if _, ok := sign[text[t.from:t.to]]; ok && t.kind == 'n' && !t.attr {
			return "_"
		}
		return text[t.from:t.to]
	}
	var out [][]string
	var line []string
	at := 0
	words := func(text string) {
		for i, l := range strings.Split(text, "\n") {
			if i > 0 {
				out = append(out, line)
				line = nil
			}
			for _, t := range tokens(l) {
				switch w := l[t.from:t.to]; {
				case t.kind == 'c':
				case t.attr: // no variable, though one may have its name
					line = append(line, "."+w)
				case w == ">":
					line = append(line, "<")
				case w == ">=":
					line = append(line, "<=")
				default:
					line = append(line, w)
				}
			}
		}
	}
	for _, b := range p.Blanks {
		words(p.Text[at:b.From])
		key := p.blankKey(b, word)
		line = append(line, key)
		for i, text := range b.Pieces {
			bag := []string{key, fmt.Sprint(i == b.Right)}
			for _, t := range tokens(text) {
				if w := text[t.from:t.to]; t.attr {
					bag = append(bag, "."+w)
				} else {
					bag = append(bag, w)
				}
			}
			out = append(out, bag)
		}
		at = b.To
	}
	words(p.Text[at:])
	return append(out, line)
}

// Shuffled gives the puzzle with its pieces in another order.
func (p *Puzzle) Shuffled(r *rng.Stream) *Puzzle {
	q := *p
	q.Blanks = slices.Clone(p.Blanks)
	for i, b := range p.Blanks {
		q.Blanks[i].Pieces = nil
		for to, from := range r.Perm(len(b.Pieces)) {
			q.Blanks[i].Pieces = append(q.Blanks[i].Pieces, b.Pieces[from])
			if from == b.Right {
				q.Blanks[i].Right = to
			}
		}
	}
	return &q
}
