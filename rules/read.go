package rules

import (
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/internal/doctree"
	"github.com/quandary-puzzles/quandary/internal/nearest"
	"github.com/quandary-puzzles/quandary/py/syntax"
)

// Library finds the rules files that a file uses, by name: "sudoku" in "use: sudoku". Where there is none, path is the name that was
// probably meant, or "".
type Library func(name string) (path string, data []byte, ok bool)

// Limits of a rules file.
const (
	MaxBytes = 64 << 10 // of a file
	maxUses  = 32       // files that are used, directly or not
	maxRules = 300
)

// Load reads a rules file. The problems are sorted; where one is an error the file is nil.
func Load(path string, data []byte, lib Library) (*File, doctree.Problems) {
	r := &reader{path: path, lib: lib}
	root := r.tree(path, data, 0)
	if root == nil {
		return nil, r.probs.Sort()
	}
	f := r.file(root)
	r.check(f)
	r.blameTaken()
	if r.probs.HasErrors() {
		return nil, r.probs.Sort()
	}
	return f, r.probs.Sort()
}

type reader struct {
	path  string
	lib   Library
	used  []string
	taken []doctree.Entry // layers of files that are used which the file takes away
	probs doctree.Problems
	said  map[saying]*doctree.Text // where the sentences of rules stand
}

func (r *reader) add(sev doctree.Severity, pos doctree.Pos, code, format string, args ...any) *doctree.Problem {
	return r.probs.Add(&doctree.Problem{Severity: sev, Pos: pos, Code: code, Message: fmt.Sprintf(format, args...)})
}

func (r *reader) fail(pos doctree.Pos, code, format string, args ...any) *doctree.Problem {
	return r.add(doctree.Error, pos, code, format, args...)
}

// tree reads a document and merges the files that it uses below it.
func (r *reader) tree(path string, data []byte, depth int) *doctree.Node {
	root, probs := doctree.Read(path, data, doctree.Limits{Bytes: MaxBytes, Nodes: 10_000, Depth: 16})
	r.probs = append(r.probs, probs...)
	if root == nil {
		return nil
	}
	if root.Kind != doctree.Map {
		r.fail(root.Pos, "type", "a rules file holds %s", root.What()).Expected = "a mapping with family, given, find and rules"
		return nil
	}
	use := entry(root, "use")
	if use == nil {
		return root
	}
	names := []*doctree.Node{use}
	if use.Kind == doctree.List {
		names = use.Items
	}
	base := &doctree.Node{Kind: doctree.Map, Pos: root.Pos}
	for _, n := range names {
		name := n.Text.Value
		if slices.Contains(r.used, name) {
			continue // twice is once
		}
		if r.used = append(r.used, name); len(r.used) > maxUses || depth > 8 {
			r.fail(n.Pos, "limit", "more than %d files are used, or one through more than 8 others", maxUses)
			return nil
		}
		if r.lib == nil {
			r.fail(n.Pos, "use", "there are no files to use here")
			continue
		}
		p, text, ok := r.lib(name)
		if !ok {
			r.fail(n.Pos, "use", "there is no rules file %q", name).Suggest = p
			continue
		}
		if below := r.tree(p, text, depth+1); below != nil {
			base = r.merge(base, below)
		}
	}
	if depth == 0 && entry(root, "family") == nil { // it is no other name for what it uses
		if id := idOf(path); isID(id) {
			base.Entries = slices.DeleteFunc(base.Entries, func(e doctree.Entry) bool { return e.Key.Text.Value == "family" })
			name := &doctree.Node{Kind: doctree.Scalar, Pos: root.Pos, Text: doctree.Text{Value: id, Pos: root.Pos}}
			base.Entries = append(base.Entries, doctree.Entry{Key: &doctree.Node{Kind: doctree.Scalar, Pos: root.Pos, Text: doctree.Text{Value: "family", Pos: root.Pos}}, Val: name})
		}
	}
	return r.merge(base, root)
}

// idOf makes an id of the name of a file.
func idOf(path string) string {
	name := strings.ToLower(strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)))
	words := strings.FieldsFunc(name, func(c rune) bool { return (c < 'a' || c > 'z') && (c < '0' || c > '9') })
	return strings.Join(words, "-")
}

// blameTaken says once, where a layer is taken away, what the files that are used have it for. Each of their places would be an error, which nobody who wrote
// the line can mend there.
func (r *reader) blameTaken() {
	for _, e := range r.taken {
		name := e.Key.Text.Value
		word := regexp.MustCompile(`\b` + regexp.QuoteMeta(name) + `\b`)
		needs := func(p *doctree.Problem) bool {
			return p.Severity == doctree.Error && p.Pos.File != e.Key.Pos.File && word.MatchString(p.Message)
		}
		at := slices.IndexFunc(r.probs, needs)
		if at < 0 {
			continue
		}
		first := r.probs[at].Pos
		r.probs = slices.DeleteFunc(r.probs, needs)
		r.fail(e.Key.Pos, "layer", "the layer %s is taken away here, and what is used needs it (%s:%d, for one)", name, first.File, first.Line).Expected = "a layer in its place, or what needs it taken away too"
	}
}

// merge puts one document over another: a later entry of the same name replaces the earlier, also one level down in the sections
// that are made of named entries, and two levels down in texts.
func (r *reader) merge(base, over *doctree.Node) *doctree.Node {
	out := &doctree.Node{Kind: doctree.Map, Pos: over.Pos, Entries: slices.Clone(base.Entries)}
	for _, e := range over.Entries {
		i := slices.IndexFunc(out.Entries, func(b doctree.Entry) bool { return b.Key.Text.Value == e.Key.Text.Value })
		switch {
		case i < 0:
			out.Entries = append(out.Entries, e)
		case slices.Contains(sections, e.Key.Text.Value) && e.Val.Kind == doctree.Map && out.Entries[i].Val.Kind == doctree.Map:
			both := mergeNames(out.Entries[i].Val, e.Val, slices.Contains([]string{"text", "holds"}, e.Key.Text.Value))
			if slices.Contains(layerSections, e.Key.Text.Value) { // an empty layer takes away that of the file which is used
				had := base.Entries[i].Val
				away := func(l doctree.Entry) bool { return isNull(l.Val) && entry(had, l.Key.Text.Value) != nil }
				for _, l := range e.Val.Entries {
					if away(l) {
						r.taken = append(r.taken, l)
					}
				}
				both.Entries = slices.DeleteFunc(both.Entries, away)
			}
			out.Entries[i].Val = both
		default:
			out.Entries[i] = e
		}
	}
	return out
}

func mergeNames(base, over *doctree.Node, deeper bool) *doctree.Node {
	out := &doctree.Node{Kind: doctree.Map, Pos: over.Pos, Entries: slices.Clone(base.Entries)}
	for _, e := range over.Entries {
		i := slices.IndexFunc(out.Entries, func(b doctree.Entry) bool { return b.Key.Text.Value == e.Key.Text.Value })
		switch {
		case i < 0:
			out.Entries = append(out.Entries, e)
		case deeper && e.Val.Kind == doctree.Map && out.Entries[i].Val.Kind == doctree.Map:
			out.Entries[i].Val = mergeNames(out.Entries[i].Val, e.Val, false)
		default:
			out.Entries[i] = e
		}
	}
	return out
}

// sections are the keys whose entries are merged one by one.
var sections = []string{"given", "find", "follow", "let", "rules", "text", "holds", "params", "draw", "make", "help", "techniques", "notation"}

// layerSections are those of them that hold layers.
var layerSections = []string{"given", "find", "follow"}

// keys are the keys of a rules file.
var keys = []string{"version", "family", "aliases", "title", "about", "use", "size", "boards", "params", "given", "find", "follow", "let",
	"rules", "text", "holds", "formats", "notation", "make", "help", "draw", "difficulty", "symmetries", "techniques"}

func entry(n *doctree.Node, key string) *doctree.Node {
	for _, e := range n.Entries {
		if e.Key.Text.Value == key {
			return e.Val
		}
	}
	return nil
}

// Keys lists the keys of a rules file, in the order in which files have them.
func Keys() []string { return slices.Clone(keys) }

func isNull(n *doctree.Node) bool { return n == nil || n.Kind == doctree.Scalar && n.Tag == "!!null" }

func (r *reader) file(root *doctree.Node) *File {
	f := &File{Path: r.path, Version: version, Size: Size{Rows: Range{1, 60}, Cols: Range{1, 60}}}
	r.known(root, keys)
	for _, e := range root.Entries {
		v := e.Val
		switch e.Key.Text.Value {
		case "version":
			if n := r.integer(v); n > version || n < 1 {
				r.fail(v.Pos, "version", "version %s of the language", v.Text.Value).Expected = fmt.Sprintf("a version from 1 to %d", version)
			} else {
				f.Version = n
			}
		case "family":
			f.ID = v.Text.Value
			if !isID(f.ID) {
				r.fail(v.Pos, "family", "%q is no id of a family", f.ID).Expected = "lower case letters, digits and single hyphens, a letter first"
			}
		case "aliases":
			for _, n := range items(v) {
				f.Aliases = append(f.Aliases, n.Text.Value)
			}
		case "title":
			f.Title = r.texts(v)
		case "about":
			f.About = r.texts(v)
		case "size":
			r.size(f, v)
		case "boards":
			r.grids(f, v)
		case "params":
			for _, p := range r.named(v, "a parameter") {
				r.param(f, p)
			}
		case "let":
			for _, p := range r.letEntries(v) {
				r.let(f, p)
			}
		case "rules":
			for _, p := range r.named(v, "a rule") {
				r.rule(f, p)
			}
		case "formats":
			f.Formats = v
		case "notation": // what puzzles call the objects: package notation reads it
		case "draw":
			f.Draw = v
		case "difficulty":
			f.Difficulty = v
		case "use":
			f.Use = v
		case "symmetries":
			f.Symmetries = v
			r.symmetries(v)
		case "techniques": // read below, after the rules
		}
	}
	for role, key := range []string{"given", "find", "follow"} {
		if v := entry(root, key); v != nil {
			for _, p := range r.named(v, "a layer") {
				r.layer(f, Role(role), p)
			}
		}
	}
	for _, key := range []string{"text", "holds"} {
		if v := entry(root, key); v != nil {
			r.ruleTexts(f, v, entry(root, "rules"), key == "holds")
		}
	}
	r.making(f, entry(root, "make"))
	r.helping(f, entry(root, "help"))
	r.techniques(f, root, entry(root, "techniques"))
	if f.ID == "" {
		r.fail(root.Pos, "missing", "the file has no family").Expected = "family: an-id-of-your-own"
	}
	if !slices.ContainsFunc(f.Layers, func(l *Layer) bool { return l.Role == Find }) {
		r.fail(root.Pos, "missing", "nothing is to be found").Expected = "find: {name: {...}}, what a solver fills in"
	}
	return f
}

func isID(s string) bool {
	if s == "" || s[0] < 'a' || s[0] > 'z' || strings.HasSuffix(s, "-") || strings.Contains(s, "--") || len(s) > 60 {
		return false
	}
	return strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789-") == ""
}

// known reports the keys of a mapping that nobody reads.
func (r *reader) known(n *doctree.Node, keys []string) {
	for _, e := range n.Entries {
		if k := e.Key.Text.Value; !slices.Contains(keys, k) {
			p := r.fail(e.Key.Pos, "unknown-key", "unknown key %q", k)
			p.Expected = "one of " + strings.Join(keys, ", ")
			if near := nearest.All(k, keys); len(near) > 0 {
				p.Suggest, p.Expected = near[0], ""
			}
		}
	}
}

func items(n *doctree.Node) []*doctree.Node {
	switch {
	case isNull(n):
		return nil
	case n.Kind == doctree.List:
		return n.Items
	}
	return []*doctree.Node{n}
}

// named gives the entries of a mapping whose keys name things of the file.
func (r *reader) named(n *doctree.Node, what string) []doctree.Entry {
	var out []doctree.Entry
	for _, e := range r.keyed(n, what) {
		if name := e.Key.Text.Value; !syntax.IsIdentifier(name) || syntax.IsKeyword(name) {
			r.fail(e.Key.Pos, "name", "%q is no name for %s", name, what).Expected = "letters, digits and _, a letter first, and no word of Python's"
			continue
		}
		out = append(out, e)
	}
	return out
}

// keyed gives the entries of a mapping whose keys may be any text.
func (r *reader) keyed(n *doctree.Node, what string) []doctree.Entry {
	if isNull(n) {
		return nil
	}
	if n.Kind != doctree.Map {
		r.fail(n.Pos, "type", "%s where %s is named", n.What(), what).Expected = "name: ..."
		return nil
	}
	return n.Entries
}

func (r *reader) integer(n *doctree.Node) int {
	v, err := strconv.Atoi(strings.TrimSpace(n.Text.Value))
	if n.Kind != doctree.Scalar || err != nil {
		r.fail(n.Pos, "type", "%s", n.What()).Expected = "a whole number"
	}
	return v
}

func (r *reader) truth(n *doctree.Node) bool {
	switch n.Text.Value {
	case "true", "True":
		return true
	case "false", "False":
		return false
	}
	r.fail(n.Pos, "type", "%s", n.What()).Expected = "true or false"
	return false
}

func (r *reader) texts(n *doctree.Node) Texts {
	out := Texts{}
	if n.Kind == doctree.Scalar {
		out["en"] = strings.TrimSpace(n.Text.Value)
		return out
	}
	noText := func(n *doctree.Node) {
		r.fail(n.Pos, "type", "what is said is %s", n.What()).Expected = "a text, or one for each language: {en: ..., de: ...}"
	}
	if n.Kind != doctree.Map {
		noText(n)
	}
	for _, e := range n.Entries {
		if r.language(e.Key); e.Val.Kind != doctree.Scalar {
			noText(e.Val)
		}
		out[e.Key.Text.Value] = strings.TrimSpace(e.Val.Text.Value)
	}
	return out
}

// language warns of a key that names no language of the program: nobody reads what stands behind it.
func (r *reader) language(key *doctree.Node) {
	known := board.Languages()
	if slices.Contains(known, key.Text.Value) {
		return
	}
	p := r.add(doctree.Warning, key.Pos, "unknown-language", "%q is no language of the program: nobody reads what stands there", key.Text.Value)
	p.Expected, p.Suggest = strings.Join(known, ", "), nearestOf(key.Text.Value, known)
}

// span reads 2..60, or one number.
func (r *reader) span(n *doctree.Node) Range {
	lo, hi, two := strings.Cut(n.Text.Value, "..")
	a, err := strconv.Atoi(strings.TrimSpace(lo))
	b := a
	var err2 error
	if two {
		b, err2 = strconv.Atoi(strings.TrimSpace(hi))
	}
	if err != nil || err2 != nil || a > b || n.Kind != doctree.Scalar {
		r.fail(n.Pos, "range", "%q is no range", n.Text.Value).Expected = "two numbers with two points between, such as 2..20"
		return Range{1, 1}
	}
	return Range{a, b}
}

// levels is how many levels of difficulty there are.
const levels = 10

func (r *reader) size(f *File, n *doctree.Node) {
	if n.Kind == doctree.Scalar { // 9x9
		rows, cols, ok := strings.Cut(n.Text.Value, "x")
		a, err := strconv.Atoi(rows)
		b, err2 := strconv.Atoi(cols)
		if !ok || err != nil || err2 != nil {
			r.fail(n.Pos, "size", "%q is no size", n.Text.Value).Expected = "9x9, or {rows: 2..60, cols: 2..60, usual: [10x10]}"
			return
		}
		f.Size = Size{Rows: Range{a, a}, Cols: Range{b, b}, Usual: []string{n.Text.Value}}
	}
	r.known(n, []string{"rows", "cols", "side", "usual", "levels"})
	for _, e := range n.Entries {
		switch e.Key.Text.Value {
		case "rows":
			f.Size.Rows = r.span(e.Val)
		case "cols":
			f.Size.Cols = r.span(e.Val)
		case "side":
			f.Size.Rows = r.span(e.Val)
			f.Size.Cols, f.Size.Square = f.Size.Rows, true
		case "usual":
			for _, u := range items(e.Val) {
				f.Size.Usual = append(f.Size.Usual, u.Text.Value)
			}
		case "levels":
			if e.Val.Kind == doctree.Scalar && e.Val.Text.Value == "none" {
				f.Size.NoLevels = true
				continue
			}
			for _, u := range items(e.Val) {
				f.Size.Levels = append(f.Size.Levels, u.Text.Value)
			}
			if len(f.Size.Levels) != levels {
				r.fail(e.Val.Pos, "levels", "%d sizes", len(f.Size.Levels)).Expected = fmt.Sprintf("a size for each of %d levels, such as 5x5, or none", levels)
			}
		}
	}
	if f.Size.Rows.Lo < 1 || f.Size.Cols.Lo < 1 || f.Size.Rows.Hi > board.MaxSide || f.Size.Cols.Hi > board.MaxSide {
		r.fail(n.Pos, "size", "rows %s and columns %s", f.Size.Rows, f.Size.Cols).Expected = fmt.Sprintf("numbers from 1 to %d", board.MaxSide)
	}
}

// grids reads overlapping boards: [{size: 9x9, at: [[0, 0], [0, 12]], step: 1}].
func (r *reader) grids(f *File, n *doctree.Node) {
	rows, cols := 0, 0
	for _, g := range items(n) {
		r.known(g, []string{"size", "at", "step"})
		var one File
		step := 1
		if v := entry(g, "size"); v != nil {
			r.size(&one, v)
		}
		if v := entry(g, "step"); v != nil {
			step = max(1, r.integer(v))
		}
		at := entry(g, "at")
		if at == nil || at.Kind != doctree.List {
			r.fail(g.Pos, "boards", "a board without its places").Expected = "at: [[0, 0], ...], the row and column of each first cell, from 0"
			continue
		}
		for _, p := range at.Items {
			if len(p.Items) != 2 {
				r.fail(p.Pos, "boards", "%s", p.What()).Expected = "[row, column]"
				continue
			}
			grid := board.Grid{Row: r.integer(p.Items[0]), Col: r.integer(p.Items[1]), Rows: one.Size.Rows.Lo, Cols: one.Size.Cols.Lo, Step: step}
			f.Grids = append(f.Grids, grid)
			rows, cols = max(rows, grid.Row+(grid.Rows-1)*step+1), max(cols, grid.Col+(grid.Cols-1)*step+1)
		}
	}
	if _, err := board.Overlapping(f.Grids); err != nil {
		r.fail(n.Pos, "boards", "%v", err)
		return
	}
	f.Size = Size{Rows: Range{rows, rows}, Cols: Range{cols, cols}, Usual: []string{fmt.Sprintf("%dx%d", rows, cols)}}
}

func (r *reader) param(f *File, e doctree.Entry) {
	p := Param{Name: e.Key.Text.Value, Pos: e.Key.Pos}
	v := e.Val
	if v.Kind == doctree.Map {
		r.known(v, []string{"values", "default"})
		if d := entry(v, "default"); d != nil {
			p.Default = r.expr(d.Text, d.Pos)
		}
		if v = entry(v, "values"); v == nil {
			r.fail(e.Val.Pos, "missing", "the parameter %s has no values", p.Name).Expected = "values: 1..9"
			return
		}
	}
	p.Range = r.span(v)
	f.Params = append(f.Params, p)
}

// expr parses an expression. The text is put into brackets, so that it may be the inside of a generator.
func (r *reader) expr(t doctree.Text, pos doctree.Pos) *Expr {
	e := &Expr{Text: t, shift: 1}
	if !e.Pos.IsValid() {
		e.Pos = pos
	}
	tree, err := syntax.ParseExpr(r.path, "("+t.Value+"\n)")
	if err != nil {
		p := r.fail(e.Pos, "syntax", "%v", err)
		if bad, ok := errors.AsType[*syntax.Error](err); ok {
			at := int(bad.Pos.Offset) - e.shift
			if at < 0 { // the bracket around it all seems open: one of the text's own is, and took the one at the end
				at = unclosed(t.Value)
			}
			p.Message, p.Expected, p.Pos = bad.Msg, bad.Expected, t.At(at)
			for _, sign := range []struct{ text, word string }{{"&&", "and"}, {"||", "or"}, {"!", "not"}} {
				from := max(0, at-len(sign.text)+1)
				if at < len(t.Value) && strings.HasPrefix(t.Value[from:], sign.text) && !strings.HasPrefix(t.Value[from:], "!=") {
					p.Expected = sign.word
				}
			}
		}
		return nil
	}
	e.Tree = tree
	return e
}

// unclosed gives where the last round bracket stands that nothing closes, or -1.
func unclosed(text string) int {
	var open []int
	for i := range len(text) {
		switch text[i] {
		case '(':
			open = append(open, i)
		case ')':
			open = open[:max(0, len(open)-1)]
		}
	}
	if len(open) == 0 {
		return -1
	}
	return open[len(open)-1]
}

// letEntries is named for keys that may have a parameter list.
func (r *reader) letEntries(n *doctree.Node) []doctree.Entry {
	if isNull(n) || n.Kind == doctree.Map {
		if n == nil {
			return nil
		}
		return n.Entries
	}
	r.fail(n.Pos, "type", "%s where names are defined", n.What()).Expected = "name: expression, or name(a, b): expression"
	return nil
}

func (r *reader) let(f *File, e doctree.Entry) {
	key := strings.ReplaceAll(e.Key.Text.Value, " ", "")
	name, list, isFunc := strings.Cut(key, "(")
	l := &Let{Name: name, Pos: e.Key.Pos, Func: isFunc}
	bad := !syntax.IsIdentifier(name)
	if isFunc {
		list, ok := strings.CutSuffix(list, ")")
		bad = bad || !ok
		if list != "" {
			l.Params = strings.Split(list, ",")
		}
		for _, p := range l.Params {
			bad = bad || !syntax.IsIdentifier(p)
		}
	}
	for _, word := range append([]string{name}, l.Params...) {
		if syntax.IsKeyword(word) {
			r.fail(e.Key.Pos, "name", "%s is a word of the language", word).Expected = "another name, such as " + word + "_"
			return
		}
	}
	if bad {
		r.fail(e.Key.Pos, "name", "%q is neither a name nor a function", e.Key.Text.Value).Expected = "name: expression, or name(a, b): expression"
		return
	}
	if l.Expr = r.expr(e.Val.Text, e.Val.Pos); l.Expr != nil {
		f.Lets = append(f.Lets, l)
	}
}

func (r *reader) rule(f *File, e doctree.Entry) {
	if isNull(e.Val) { // a rule taken away by a file that uses another
		return
	}
	if e.Val.Kind != doctree.Scalar {
		p := r.fail(e.Val.Pos, "type", "the rule %s is %s", e.Key.Text.Value, e.Val.What())
		p.Expected = "an expression; one that begins with [ or { stands in quotes"
		return
	}
	if strings.HasPrefix(e.Val.Tag, "!") && !strings.HasPrefix(e.Val.Tag, "!!") {
		r.fail(e.Val.Pos, "yaml", "%s is a tag in YAML and no part of the expression", e.Val.Tag).Expected = "not " + strings.TrimPrefix(e.Val.Tag, "!")
		return
	}
	x := r.expr(e.Val.Text, e.Val.Pos)
	if x == nil {
		return
	}
	rule := &Rule{Name: e.Key.Text.Value, Pos: e.Key.Pos, Expr: x, Must: x.Tree, Text: Texts{}, Holds: Texts{}}
	if c, ok := x.Tree.(*syntax.Comp); ok && c.Kind == syntax.GenExpr {
		rule.Must, rule.Clauses = c.Elt, c.Clauses
	}
	if f.Rules = append(f.Rules, rule); len(f.Rules) == maxRules+1 {
		r.fail(e.Key.Pos, "limit", "more than %d rules", maxRules)
	}
}

// symmetries makes sure that the section names symmetries.
func (r *reader) symmetries(n *doctree.Node) {
	known := []string{"square"}
	for s := board.FlipLeftRight; s < board.Symmetries; s++ {
		known = append(known, s.String())
	}
	for _, n := range symmetryNames(n) {
		if slices.Contains(known, n.Text.Value) {
			continue
		}
		p := r.fail(n.Pos, "unknown-symmetry", "a symmetry %q", n.Text.Value)
		p.Expected = strings.Join(known, ", ")
		p.Suggest = nearestOf(n.Text.Value, known)
	}
}

// saying is a sentence of a rule in a language: how it is broken, or what holds.
type saying struct {
	rule  *Rule
	holds bool
	lang  string
}

// ruleTexts reads the sentences of rules: how they are broken, or what holds. A rule that a file uses and leaves out leaves its sentence behind.
func (r *reader) ruleTexts(f *File, n, all *doctree.Node, holds bool) {
	for _, lang := range r.keyed(n, "a language") {
		r.language(lang.Key)
		for _, e := range r.keyed(lang.Val, "a rule") {
			rule := f.Rule(e.Key.Text.Value)
			if rule == nil {
				name, _, implicit := strings.Cut(e.Key.Text.Value, ".")
				if implicit && f.Layer(name) != nil {
					continue // NAME.filled and NAME.wall
				}
				if all != nil {
					if out := entry(all, e.Key.Text.Value); out != nil && out.IsNull() {
						continue
					}
				}
				p := r.add(doctree.Warning, e.Key.Pos, "unknown-rule", "a sentence for the rule %q, which there is not", e.Key.Text.Value)
				var names []string
				for _, x := range f.Rules {
					names = append(names, x.Name)
				}
				if near := nearest.All(e.Key.Text.Value, names); len(near) > 0 {
					p.Suggest = near[0]
				}
				continue
			}
			if isNull(e.Val) {
				continue
			}
			if e.Val.Kind != doctree.Scalar {
				r.fail(e.Val.Pos, "type", "%s", e.Val.What()).Expected = "a sentence"
				continue
			}
			if r.said == nil {
				r.said = map[saying]*doctree.Text{}
			}
			language, text := lang.Key.Text.Value, strings.TrimSpace(e.Val.Text.Value)
			r.said[saying{rule, holds, language}] = &e.Val.Text
			if holds {
				rule.Holds[language] = text
				continue
			}
			rule.Text[language] = text
			if !slices.Contains(f.Languages, language) {
				f.Languages = append(f.Languages, language)
			}
		}
	}
}
