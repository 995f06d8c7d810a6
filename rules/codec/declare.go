package codec

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/internal/doctree"
	"github.com/quandary-puzzles/quandary/internal/nearest"
	"github.com/quandary-puzzles/quandary/rules"
)

// Forms are the ways in which the boards of a family are written.
type Forms struct {
	Text *Form
	PZPR *Form
	URL  *Form // nil where the file declares no address; it has no solutions

	own bool // whether the file declares pzprv3 itself
}

// Declares reports whether the file itself says how boards of a genre are written; else what reads them is the usual layout.
func (f *Forms) Declares(genre string) bool { return f.own && slices.Contains(f.PZPR.names, genre) }

// Genres are the names of the family in files of pzpr, the one that is written first.
func (f *Forms) Genres() []string { return f.PZPR.names }

// DeclaresText reports whether the file itself says how boards are written as text; else it is the usual layout.
func (f *Forms) DeclaresText() bool { return entry(f.Text.file.Formats, "text") != nil }

// Form is one layout of boards: a head, the blocks of the problem and those of the solution.
type Form struct {
	file     *rules.File
	style    style
	names    []string   // of pzprv3 and addresses: the genres whose boards these are, the first as it is written
	version  string     // of pzprv3: what stands behind that word in boards that are written, such as ".1"; any is read
	heads    [2][]piece // of the problem and of the solution; nil for the usual one
	less     int        // by how much the head counts too many rows
	problem  []*block
	solution []*block
	codes    map[string]string
	items    []urlItem // of an address: what it is packed from; else nil
	was      *Form     // how boards were written before, which is still read; nil: no other way
}

// style is how a form differs from others everywhere.
type style struct {
	slash bool     // lines end in a slash
	none  []string // tokens for nothing
	truth string   // the token for true
	base  int      // the label of the first part
	count bool     // whether labels of parts come after a line with their number
}

var (
	textStyle = style{none: []string{"-"}, truth: "x", base: 1}
	// A mark for a place that is decided to hold nothing reads as nothing.
	pzprStyle = style{slash: true, none: []string{".", "+"}, truth: "#", count: true}
)

// block is some lines of a board's text.
type block struct {
	kind    string
	pos     doctree.Pos
	class   board.Kind     // of the places of a grid
	layer   *rules.Layer   // what the block is about, unless tokens say it
	rim     []*rules.Layer // of a frame: the layers beside the cells, from the outside inwards
	alts    []alternative
	links   []*rules.Layer // layers that are written by directions
	across  bool           // these are the diagonals of cells
	spans   bool           // these are spans between values of another layer
	bits    bool           // whether these are sums of powers of two
	partly  bool           // whether a problem may print some sides of a cell, and leave the others to be found
	order   []board.Dir
	none    []string
	words   []string // of a block of flags
	letters byte     // of objects: the letter that stands for 1, or '0' for digits; 0: numbers are written as such
	compact bool     // one character a token, no blanks
	count   bool
	base    int
	// byCols says that of a part's cells that counts as the first which is first column by column; parts to be found are numbered
	// by their first cells in this order.
	byCols   bool
	optional bool           // whether it may be missing
	outside  []*rules.Layer // of walls: their cells are in no part
}

// the kinds of block.
const (
	gridBlock    = "grid"
	lineBlock    = "line"
	linesBlock   = "lines"
	idsBlock     = "ids"
	dirsBlock    = "dirs"
	bitsBlock    = "bits"
	insideBlock  = "inside"
	wallsBlock   = "walls"
	alongBlock   = "along"
	portsBlock   = "ports"
	blankBlock   = "blank"
	flagBlock    = "flag"
	frameBlock   = "frame"
	pointsBlock  = "points"
	bankBlock    = "bank"
	pathsBlock   = "paths"
	objectsBlock = "objects"
)

var blockKinds = []string{gridBlock, lineBlock, linesBlock, idsBlock, dirsBlock, bitsBlock, insideBlock, wallsBlock, alongBlock,
	portsBlock, blankBlock, flagBlock, frameBlock, pointsBlock, bankBlock, pathsBlock, objectsBlock}

var blockKeys = []string{"tokens", "also", "none", "first", "optional", "order", "compact", "count", "base", "outside", "partly", "letters"}

// Compile reads the formats of a rules file.
func Compile(f *rules.File) (*Forms, doctree.Problems) {
	c := &compiler{file: f}
	forms := &Forms{}
	var text, pzpr *doctree.Node
	if n := f.Formats; n != nil {
		if n.Kind != doctree.Map {
			c.fail(n.Pos, "type", "formats is %s", n.What()).Expected = "a mapping with text, pzprv3 and url"
			return nil, c.probs
		}
		c.known(n, "text", "pzprv3", "url")
		text, pzpr = entry(n, "text"), entry(n, "pzprv3")
	}
	forms.PZPR = c.form(pzpr, pzprStyle)
	if entry(pzpr, "problem") != nil {
		c.declared = forms.PZPR.problem
	}
	forms.Text = c.form(text, textStyle)
	forms.own = pzpr != nil
	if n := entry(f.Formats, "url"); n != nil {
		forms.URL = c.urls(n, forms.PZPR)
	}
	if c.probs.HasErrors() {
		return nil, c.probs.Sort()
	}
	return forms, c.probs.Sort()
}

type compiler struct {
	file  *rules.File
	style style
	probs doctree.Problems

	declared []*block // of the problem in pzprv3, where the file says it
}

func (c *compiler) fail(pos doctree.Pos, code, format string, args ...any) *doctree.Problem {
	return c.probs.Add(&doctree.Problem{Severity: doctree.Error, Pos: pos, Code: code, Field: "formats", Message: fmt.Sprintf(format, args...)})
}

func entry(n *doctree.Node, key string) *doctree.Node {
	if n != nil {
		for _, e := range n.Entries {
			if e.Key.Text.Value == key {
				return e.Val
			}
		}
	}
	return nil
}

func (c *compiler) known(n *doctree.Node, keys ...string) {
	for _, e := range n.Entries {
		if k := e.Key.Text.Value; !slices.Contains(keys, k) {
			p := c.fail(e.Key.Pos, "unknown-key", "unknown key %q", k)
			p.Expected = "one of " + strings.Join(keys, ", ")
			if near := nearest.All(k, keys); len(near) > 0 {
				p.Suggest, p.Expected = near[0], ""
			}
		}
	}
}

func (c *compiler) find(name string) (*rules.Layer, error) {
	if l := c.file.Layer(name); l != nil {
		return l, nil
	}
	var names []string
	for _, l := range c.file.Layers {
		names = append(names, l.Name)
	}
	if near := nearest.All(name, names); len(near) > 0 {
		return nil, fmt.Errorf("there is no layer %q; did you mean %s?", name, near[0])
	}
	return nil, fmt.Errorf("there is no layer %q: the file has %s", name, strings.Join(names, ", "))
}

// form reads a form, or makes the usual one where there is no node.
func (c *compiler) form(n *doctree.Node, s style) *Form {
	c.style = s
	f := &Form{file: c.file, style: s}
	if n != nil && n.Kind != doctree.Map {
		c.fail(n.Pos, "type", "a format is %s", n.What()).Expected = "a mapping with head, problem and solution"
		return f
	}
	if n != nil {
		keys := []string{"head", "less", "names", "version", "none", "problem", "solution", "codes"}
		if !s.slash {
			keys = append(keys, "was")
		}
		c.known(n, keys...)
		if v := entry(n, "names"); v != nil {
			f.names = c.strings(v)
		}
		if v := entry(n, "version"); v != nil {
			f.version = fmt.Sprintf(".%d", c.integer(v, 1, 9))
		}
		if v := entry(n, "none"); v != nil {
			c.style.none = c.strings(v)
			f.style.none = c.style.none
		}
		if v := entry(n, "less"); v != nil {
			f.less = c.integer(v, 0, 9)
		}
		if v := entry(n, "head"); v != nil {
			f.heads = c.headsOf(v)
		}
		if v := entry(n, "codes"); v != nil {
			f.codes = map[string]string{}
			for _, e := range v.Entries {
				f.codes[e.Key.Text.Value] = e.Val.Text.Value
			}
		}
	}
	if f.names == nil {
		f.names = append([]string{c.file.ID}, c.file.Aliases...)
	}
	if f.heads[0] == nil {
		f.heads[0] = c.usualHead()
	}
	if f.heads[1] == nil {
		f.heads[1] = f.heads[0]
	}
	if v := entry(n, "problem"); v != nil {
		f.problem = c.blocks(v)
	} else {
		f.problem = c.usualProblem(f.heads[0])
	}
	if v := entry(n, "solution"); v != nil {
		f.solution = c.blocks(v)
	} else {
		f.solution = c.usualSolution(f.problem)
	}
	if !s.slash && !c.probs.HasErrors() {
		c.lost(f)
	}
	if v := entry(n, "was"); v != nil && !s.slash { // last: it has a style of its own
		f.was = c.form(v, s)
	}
	return f
}

// lost warns of what is to be found and the text of a solution does not say.
func (c *compiler) lost(f *Form) {
	for _, l := range c.file.Layers {
		if l.Role == rules.Find && !slices.ContainsFunc(f.solution, func(b *block) bool { return slices.Contains(b.layers(), l) }) {
			p := c.fail(l.Pos, "lost", "the text of a solution does not say %s", l.Name)
			p.Severity, p.Expected = doctree.Warning, "a block for it in formats, text, solution"
		}
	}
}

func (c *compiler) strings(n *doctree.Node) []string {
	list := []string{}
	nodes := []*doctree.Node{n}
	if n.Kind == doctree.List {
		nodes = n.Items
	}
	for _, x := range nodes {
		if x.Kind != doctree.Scalar {
			c.fail(x.Pos, "type", "%s", x.What()).Expected = "a text"
			continue
		}
		list = append(list, x.Text.Value)
	}
	return list
}

func (c *compiler) integer(n *doctree.Node, lo, hi int) int {
	v, err := strconv.Atoi(n.Text.Value)
	if n.Kind != doctree.Scalar || err != nil || v < lo || v > hi {
		c.fail(n.Pos, "type", "%q", n.Text.Value).Expected = fmt.Sprintf("a whole number from %d to %d", lo, hi)
		return lo
	}
	return v
}

// A head's pieces are fields: rows, cols and size have only a text, parameters too; a layer of objects takes the rest.

func (c *compiler) usualHead() []piece {
	head := []piece{{text: "rows"}, {text: "cols"}}
	for _, p := range c.file.Params {
		if p.Default == nil {
			head = append(head, piece{text: p.Name})
		}
	}
	return head
}

// headsOf reads [rows, cols, k], or {problem: [...], solution: [...]}.
func (c *compiler) headsOf(n *doctree.Node) [2][]piece {
	if n.Kind == doctree.Map {
		c.known(n, "problem", "solution")
		var heads [2][]piece
		for i, key := range []string{"problem", "solution"} {
			if v := entry(n, key); v != nil {
				heads[i] = c.headOf(v)
			}
		}
		return heads
	}
	return [2][]piece{c.headOf(n), nil}
}

func (c *compiler) headOf(n *doctree.Node) []piece {
	if n.Kind != doctree.List {
		c.fail(n.Pos, "type", "the head is %s", n.What()).Expected = "a list such as [rows, cols, k]"
		return nil
	}
	head := []piece{}
	for i, x := range n.Items {
		name, how, _ := strings.Cut(x.Text.Value, ":")
		name, word, _ := strings.Cut(name, "=")
		p := piece{text: name, word: word}
		objects, rest := strings.CutSuffix(name, "...")
		switch {
		case rest:
			l, err := c.find(objects)
			if err != nil {
				c.fail(x.Pos, "unknown-name", "%v", err)
				continue
			}
			if !l.Objects() || i != len(n.Items)-1 {
				c.fail(x.Pos, "head", "%s cannot take the rest of the head", objects).Expected = "a class of objects (each) with one or two numbers, last"
				continue
			}
			p.layer = l
		case name == "rows" || name == "cols" || name == "size" || name == "*":
		case slices.ContainsFunc(c.file.Params, func(q rules.Param) bool { return q.Name == name }):
			if how != "" && how != "a" && how != "A" {
				c.fail(x.Pos, "head", "%q after the colon", how).Expected = "a or A, for letters"
				continue
			}
			if how != "" {
				p.letters = how[0]
			}
		default:
			c.fail(x.Pos, "unknown-name", "%q is nothing that a head holds", name).Expected = "rows, cols, size, a parameter, * for what nobody reads, or a class of objects with ... behind it"
			continue
		}
		head = append(head, p)
	}
	return head
}

func (c *compiler) blocks(n *doctree.Node) []*block {
	nodes := []*doctree.Node{n}
	if n.Kind == doctree.List {
		nodes = n.Items
	}
	var list []*block
	for _, x := range nodes {
		if b := c.block(x); b != nil {
			list = append(list, b)
		}
	}
	return list
}

func (c *compiler) block(n *doctree.Node) *block {
	if n.Kind == doctree.Scalar {
		l, err := c.find(n.Text.Value)
		if err != nil {
			c.fail(n.Pos, "unknown-name", "%v", err)
			return nil
		}
		if b := c.usual(l); b != nil {
			return b
		}
		c.fail(n.Pos, "format", "the layer %s has no usual block", l.Name).Expected = "a block that says how, such as {grid: cells, tokens: ...}"
		return nil
	}
	if n.Kind != doctree.Map || len(n.Entries) == 0 {
		c.fail(n.Pos, "type", "a block is %s", n.What()).Expected = "the name of a layer, or {grid: cells, tokens: ...}"
		return nil
	}
	i := slices.IndexFunc(n.Entries, func(e doctree.Entry) bool { return slices.Contains(blockKinds, e.Key.Text.Value) })
	if i < 0 {
		p := c.fail(n.Pos, "format", "the block does not say of which kind it is")
		p.Expected = "one of the keys " + strings.Join(blockKinds, ", ")
		if near := nearest.All(n.Entries[0].Key.Text.Value, blockKinds); len(near) > 0 {
			p.Suggest = near[0]
		}
		return nil
	}
	about := n.Entries[i].Val
	b := c.newBlock(n.Entries[i].Key.Text.Value, board.Cell, n.Pos)
	c.known(n, append([]string{b.kind}, blockKeys...)...)
	c.keys(b, n)
	tokens := entry(n, "tokens")
	if !c.about(b, n, about, tokens != nil) {
		return nil
	}
	if v := entry(n, "order"); v != nil {
		b.order = c.dirs(v, b.order)
	}
	if tokens != nil {
		b.alts = append(b.alts, c.tokens(tokens)...)
	}
	if v := entry(n, "none"); v == nil && c.style.slash {
		b.none = c.noneAt(b)
	}
	if tokens == nil && len(b.alts) == 0 && (b.kind == gridBlock && len(b.links) == 0 || b.kind == lineBlock) {
		if b.layer == nil {
			c.fail(n.Pos, "format", "the block has no tokens").Expected = "tokens: a pattern, or a mapping from tokens to values"
			return nil
		}
		b.alts = c.usualTokens(b.layer)
	}
	for _, l := range b.rim {
		if b.kind == frameBlock && l.Domain.Kind != rules.Lists && !slices.ContainsFunc(b.alts, func(a alternative) bool { return slices.Contains(a.layers(), l) }) {
			b.alts = append(b.alts, c.usualTokens(l)...)
		}
	}
	if v := entry(n, "also"); v != nil {
		for _, a := range c.tokens(v) {
			a.unwritten = true
			b.alts = append(b.alts, a)
		}
	}
	literalsFirst(b.alts)
	if b.kind == frameBlock && len(b.none) == 0 {
		c.fail(n.Pos, "format", "the frame has no token for nothing, which its corners need").Expected = "none: with a token"
		return nil
	}
	return b
}

// keys reads what a block says of itself besides what it is about and its tokens.
func (c *compiler) keys(b *block, n *doctree.Node) {
	if v := entry(n, "none"); v != nil {
		b.none = c.strings(v)
	}
	for key, to := range map[string]*bool{"compact": &b.compact, "count": &b.count, "optional": &b.optional, "partly": &b.partly} {
		if v := entry(n, key); v != nil {
			*to = v.Text.Value == "true"
		}
	}
	if v := entry(n, "base"); v != nil {
		b.base = c.integer(v, 0, 1)
	}
	if v := entry(n, "letters"); v != nil {
		if b.kind != objectsBlock || !slices.Contains([]string{"a", "A", "0"}, v.Text.Value) {
			c.fail(v.Pos, "format", "letters: %s of %s", v.Text.Value, b.kind).Expected = "letters: a, A or 0, of objects"
		} else {
			b.letters = v.Text.Value[0]
		}
	}
	if v := entry(n, "outside"); v != nil {
		for _, name := range c.strings(v) {
			l := c.file.Layer(name)
			if l == nil || b.kind != wallsBlock || classOf(c.file, l) != board.Cell {
				c.fail(v.Pos, "format", "%q as outside", name).Expected = "for walls, a layer whose cells are in no part, or several"
				continue
			}
			b.outside = append(b.outside, l)
		}
	}
	if v := entry(n, "first"); v != nil {
		b.byCols = v.Text.Value == "cols"
		if !b.byCols && v.Text.Value != "rows" {
			c.fail(v.Pos, "format", "%q as first", v.Text.Value).Expected = "rows or cols"
		}
	}
}

// literalsFirst sorts tokens without fields before those that have some, which they might fit too.
func literalsFirst(alts []alternative) {
	slices.SortStableFunc(alts, func(x, y alternative) int {
		_, a := x.literal()
		_, b := y.literal()
		return boolOrder(b) - boolOrder(a)
	})
}

// noneAt gives the tokens for nothing of a block of pzprv3: numbers say what is on links and edges.
func (c *compiler) noneAt(b *block) []string {
	switch {
	case b.kind == idsBlock:
		return b.none
	case b.kind == wallsBlock || b.kind == pathsBlock || b.class == board.Link || b.class == board.Edge:
		return []string{"0", "-1"}
	}
	return c.style.none
}

func boolOrder(b bool) int {
	if b {
		return 1
	}
	return 0
}

// about reads what a block is about: a layer, or for grids and lines a class of places.
func (c *compiler) about(b *block, n0, n *doctree.Node, tokens bool) bool {
	name := n.Text.Value
	if b.kind == flagBlock {
		b.words = c.strings(n)
		return true
	}
	if b.kind == pointsBlock {
		return c.points(b, n)
	}
	if b.kind == bankBlock {
		return c.bank(b, n)
	}
	if kind, ok := rules.Kind(name); ok && (b.kind == gridBlock || b.kind == blankBlock || b.kind == lineBlock) {
		line := kind == board.Row || kind == board.Col
		if line != (b.kind == lineBlock) || b.kind != lineBlock && !slices.Contains([]board.Kind{board.Cell, board.Corner, board.Square, board.Spot, board.Link, board.Edge}, kind) {
			c.fail(n.Pos, "format", "%s as a %s", name, b.kind).Expected = "a grid of cells, corners, squares, spots, links or edges, a line of rows or cols"
			return false
		}
		b.class = kind
		return true
	}
	if b.kind == frameBlock && n.Kind == doctree.List {
		return c.rim(b, n.Items)
	}
	l, err := c.find(name)
	if err != nil {
		p := c.fail(n.Pos, "unknown-name", "%v", err)
		if b.kind == gridBlock {
			p.Expected = "a layer, or a class: cells, corners, squares, spots, links, edges"
		}
		return false
	}
	b.layer = l
	if l.Parts && entry(n0, "first") == nil {
		b.byCols = !c.style.slash && l.Role == rules.Find
	}
	return c.suits(b, n, l, tokens)
}

// suits reports whether a layer can be written as a block of its kind.
func (c *compiler) suits(b *block, n *doctree.Node, l *rules.Layer, tokens bool) bool {
	name := n.Text.Value
	wrong := func(expected string) bool {
		c.fail(n.Pos, "format", "%s cannot be written as %s", name, b.kind).Expected = expected
		return false
	}
	class := classOf(c.file, l)
	switch b.kind {
	case gridBlock:
		if class == board.None {
			return wrong("a layer at cells, corners, squares, spots, links, edges or parts")
		}
		b.class = class
	case frameBlock:
		return c.rim(b, []*doctree.Node{n})
	case lineBlock, linesBlock:
		if !l.Outside() {
			return wrong("a layer at rows, cols, lines or ends")
		}
	case idsBlock, wallsBlock:
		if !l.Parts {
			return wrong("a layer with parts")
		}
	case dirsBlock, bitsBlock:
		switch {
		case class == board.Corner && b.kind == bitsBlock:
			b.order = []board.Dir{board.NE, board.SE, board.SW, board.NW}
		case b.kind == bitsBlock && allWays(l):
			b.class, b.order = board.Cell, ways
		case spansOf(c.file, l) != nil && oftenOrNot(l):
			b.class, b.spans = board.Cell, true
		case class != board.Link && class != board.Edge:
			return wrong("a layer at links, edges, spans that are there or how often, or, in bits, corners or links + diagonals")
		}
		b.links, b.bits, b.layer = []*rules.Layer{l}, b.kind == bitsBlock, nil
		b.kind = gridBlock
	case insideBlock:
		if class != board.Edge {
			return wrong("a layer at edges")
		}
	case alongBlock:
		if spansOf(c.file, l) == nil {
			return wrong("a layer at the spans of another")
		}
		if !tokens {
			c.fail(n.Pos, "format", "along %s has no tokens", name).Expected = "tokens: {1: e=1, a: s=1}"
			return false
		}
	case portsBlock, pathsBlock:
		if !l.Objects() || placesField(l) == nil {
			return wrong("a class of objects with a field of places")
		}
	case objectsBlock:
		if !sayable(l) {
			return wrong("a class of objects, without alternatives")
		}
	case blankBlock:
		return wrong("a class of places: cells")
	}
	return true
}

// rim reads the layers of a frame, from the outside inwards.
func (c *compiler) rim(b *block, items []*doctree.Node) bool {
	for _, n := range items {
		l, err := c.find(n.Text.Value)
		if err != nil {
			c.fail(n.Pos, "unknown-name", "%v", err)
			return false
		}
		if !l.Outside() || slices.Contains(b.rim, l) {
			c.fail(n.Pos, "format", "%s cannot be written in a frame", l.Name).Expected = "layers at rows, cols, lines or ends, each once"
			return false
		}
		b.rim = append(b.rim, l)
	}
	if len(b.rim) == 0 {
		c.fail(b.pos, "format", "a frame of nothing").Expected = "a layer at rows, cols, lines or ends, or a list of them"
	}
	return len(b.rim) > 0
}

// dirs reads an order of directions: all that there are, once each.
func (c *compiler) dirs(n *doctree.Node, all []board.Dir) []board.Dir {
	var list []board.Dir
	var names []string
	for _, d := range all {
		names = append(names, d.String())
	}
	want := "each of " + strings.Join(names, ", ") + " once"
	for _, w := range c.strings(n) {
		d, ok := board.ParseDir(w)
		if !ok || !slices.Contains(all, d) || slices.Contains(list, d) {
			c.fail(n.Pos, "format", "%q in the order of directions", w).Expected = want
			continue
		}
		list = append(list, d)
	}
	if len(list) != len(all) {
		c.fail(n.Pos, "format", "an order of %d directions", len(list)).Expected = want
	}
	return list
}

// tokens reads a pattern, a list of patterns, or a mapping from patterns to settings.
func (c *compiler) tokens(n *doctree.Node) []alternative {
	var list []alternative
	add := func(pattern *doctree.Node, sets string) {
		pieces, err := parsePattern(pattern.Text.Value, c.find)
		if err != nil {
			c.fail(pattern.Pos, "tokens", "%v", err)
			return
		}
		alt := alternative{pieces: pieces}
		for set := range strings.SplitSeq(sets, ",") {
			if set = strings.TrimSpace(set); set == "" {
				continue
			}
			s, err := c.setting(set)
			if err != nil {
				c.fail(pattern.Pos, "tokens", "%v", err)
				return
			}
			alt.fixed = append(alt.fixed, s)
		}
		list = append(list, alt)
	}
	switch n.Kind {
	case doctree.Scalar:
		add(n, "")
	case doctree.List:
		for _, x := range n.Items {
			add(x, "")
		}
	default:
		for _, e := range n.Entries {
			if e.Val.Kind != doctree.Scalar {
				c.fail(e.Val.Pos, "type", "a token stands for %s", e.Val.What()).Expected = "settings such as wall, number=0 or star@se"
				continue
			}
			sets := e.Val.Text.Value
			if e.Val.Tag == "!!null" {
				sets = ""
			}
			add(e.Key, sets)
		}
	}
	return list
}

// setting reads wall, number=0, star@se or mark=s@e. In along, e=1 sets the value of the span that runs that way.
func (c *compiler) setting(text string) (setting, error) {
	text, at, _ := strings.Cut(text, "@")
	name, value, valued := strings.Cut(text, "=")
	if d, ok := board.ParseDir(name); ok && c.file.Layer(name) == nil && d.Straight() {
		n, err := strconv.Atoi(value)
		if err != nil {
			return setting{}, fmt.Errorf("%s=%s: a number is set along a direction", name, value)
		}
		return setting{at: name, value: rules.IntOf(int64(n))}, nil
	}
	l, err := c.find(name)
	if err != nil {
		return setting{}, err
	}
	s := setting{layer: l, at: at}
	if d, ok := board.ParseDir(at); at != "" && !slices.Contains([]string{"centre", "fall", "rise"}, at) && (!ok || d > board.NW) {
		return s, fmt.Errorf("@%s: after it comes centre, fall, rise, or one of n, e, s, w, ne, se, sw, nw", at)
	}
	if l.Parts || l.Objects() {
		return s, fmt.Errorf("%s is no layer of values", name)
	}
	switch d := &l.Domain; {
	case !valued && d.Kind == rules.Bools:
		s.value = rules.BoolOf(true)
	case !valued:
		return s, fmt.Errorf("%s is set to nothing: say %s=VALUE", name, name)
	case d.Kind == rules.Bools && (value == "true" || value == "false"):
		s.value = rules.BoolOf(value == "true")
	case d.Kind == rules.Words && slices.Contains(d.Words, value):
		s.value = rules.WordOf(value)
	case d.Kind == rules.Ints:
		n, err := strconv.ParseInt(value, 10, 32)
		if err != nil {
			return s, fmt.Errorf("%s=%s: %s holds numbers", name, value, name)
		}
		s.value = rules.IntOf(n)
	default:
		return s, fmt.Errorf("%s=%s is no value of the layer", name, value)
	}
	return s, nil
}

// Codes gives the codes that the program whose boards these are has for broken rules, each with the names of ours, blanks between.
func (f *Form) Codes() map[string]string { return f.codes }
