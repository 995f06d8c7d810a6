package codec

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/internal/doctree"
	"github.com/quandary-puzzles/quandary/internal/nearest"
	"github.com/quandary-puzzles/quandary/rules"
)

// urlItem is a part of an address: how it is packed, and the block whose tokens are packed.
type urlItem struct {
	pack  string
	block *block
}

// puzzLink is where the addresses begin that are written.
const puzzLink = "https://puzz.link/p?"

// packs are the ways to pack tokens into characters.
var packs = map[string]struct {
	read  func(s *packed, n int) ([]string, error)
	write func(tokens []string) (string, bool)
}{
	"number4":  {readNumber4, writeNumber4},
	"number10": {readNumber10, writeNumber10},
	"number16": {numberReader(0), numberWriter(0)},
	"marked2":  {numberReader(2), numberWriter(2)},
	"marked4":  {numberReader(4), numberWriter(4)},
	"arrow5":   {readArrow5, writeArrow5},
	"arrow16":  {readArrow16, writeArrow16},
	"circle":   {readCircle, writeCircle},
	"bits":     {readBits, writeBits},
	"zeros":    {readZeros, writeZeros},
	"gaps":     {readGaps, writeGaps},
	"stars":    {readStars, writeStars},
	"tapa":     {readTapa, writeTapa},
	"number3":  {smallReader(0, 5), smallWriter(0, 5)},
	"number5":  {smallReader(0, 6), smallWriter(0, 6)},
	"four":     {smallReader(1, 5), smallWriter(1, 5)},
	"letters":  {readLetters, writeLetters},
	"pipes":    {readPipes, writePipes},
	"bends":    {readBends, writeBends},
	"signs":    {readSigns, writeSigns},
	"sides":    {readSides, writeSides},
	"coloured": {readColoured, writeColoured},
	"dotted":   {readDotted, writeDotted},
	"dots":     {readDots, writeDots},
	"pairs":    {readPairs, writePairs},
	"sums":     {readSums, writeSums},
}

// The packs that are not of packs: bits for the borders of parts, and for links, of which those that run across are packed by
// themselves; and what nobody reads at the end.
const (
	roomsPack  = "rooms"
	borderPack = "border"
	restPack   = "rest"
	// The cells and the sums around them of a frame, which depend on each other.
	twoSumsPack = "twosums"
)

// urls reads the url section: a list of packs, each for the next block of the problem in pzprv3, or with a block of its own.
func (c *compiler) urls(n *doctree.Node, pzpr *Form) *Form {
	u := &Form{file: c.file, style: pzprStyle, names: pzpr.names, heads: pzpr.heads, items: []urlItem{}}
	c.style = pzprStyle
	names := []string{roomsPack, borderPack, restPack, twoSumsPack, pointsPack, bankPack}
	for name := range packs {
		names = append(names, name)
	}
	slices.Sort(names)
	var blocks []*block
	for _, b := range pzpr.problem {
		if b.kind != flagBlock && b.kind != blankBlock {
			blocks = append(blocks, b)
		}
	}
	nodes := []*doctree.Node{n}
	if n.Kind == doctree.List {
		nodes = n.Items
	}
	for i, x := range nodes {
		item := urlItem{pack: x.Text.Value}
		if item.pack == restPack {
			u.items = append(u.items, item)
			continue
		}
		if x.Kind == doctree.Map && len(x.Entries) > 0 {
			// The pack stands where the kind of a block does.
			item.pack = x.Entries[0].Key.Text.Value
			kind := gridBlock
			if item.pack == roomsPack {
				kind = wallsBlock
			} else if item.pack == pointsPack {
				kind = pointsBlock
			} else if item.pack == bankPack {
				kind = bankBlock
			} else if l := c.file.Layer(x.Entries[0].Val.Text.Value); l != nil && l.Outside() {
				kind = lineBlock
			}
			key := *x.Entries[0].Key
			key.Text.Value = kind
			as := *x
			as.Entries = append([]doctree.Entry{{Key: &key, Val: x.Entries[0].Val}}, x.Entries[1:]...)
			item.block = c.block(&as)
		} else if i < len(blocks) {
			item.block = blocks[i]
		} else {
			c.fail(x.Pos, "url", "there is no block %d of the problem in pzprv3 to pack as %s", i+1, item.pack).Expected = "{" + item.pack + ": LAYER}"
			continue
		}
		if !slices.Contains(names, item.pack) {
			p := c.fail(x.Pos, "url", "%q is no way to pack a problem", item.pack)
			p.Expected = "one of " + strings.Join(names, ", ")
			if near := nearest.All(item.pack, names); len(near) > 0 {
				p.Suggest, p.Expected = near[0], ""
			}
			continue
		}
		if item.block == nil {
			continue
		}
		parts := item.block.kind == idsBlock || item.block.kind == wallsBlock
		if parts != (item.pack == roomsPack) {
			c.fail(x.Pos, "url", "%s for %s", item.pack, item.block.about()).Expected = "rooms for parts, and for nothing else"
			continue
		}
		if (item.pack == pointsPack) != (item.block.kind == pointsBlock) || (item.pack == bankPack) != (item.block.kind == bankBlock) {
			c.fail(x.Pos, "url", "%s for %s", item.pack, item.block.about()).Expected = "points for points, bank for a bank, and neither for anything else"
			continue
		}
		if item.pack == twoSumsPack && item.block.kind != frameBlock {
			c.fail(x.Pos, "url", "twosums for %s", item.block.about()).Expected = "twosums for a frame"
			continue
		}
		if item.pack == borderPack && item.block.class != board.Link {
			c.fail(x.Pos, "url", "border for %s", item.block.about()).Expected = "border for a grid of links"
			continue
		}
		u.items = append(u.items, item)
	}
	return u
}

// packed is the rest of an address.
type packed struct {
	text string
	i    int
	col  int // of the first character
}

func (s *packed) token() token { return token{s.text[min(s.i, len(s.text)):], 1, s.col + s.i} }

func (s *packed) fail(expected string) error {
	t := s.token()
	if t.text == "" {
		return t.fail(expected, "the address ends too early")
	}
	return t.fail(expected, "%s in the address", quote(t.text[:1]))
}

// next gives the next character, 0 at the end.
func (s *packed) next() byte {
	if s.i >= len(s.text) {
		return 0
	}
	s.i++
	return s.text[s.i-1]
}

// Genre gives the genre that an address names, or "" where the text is none.
func Genre(address string) string {
	at := 0
	if i := strings.IndexByte(address, '?'); i >= 0 {
		at = i + 1
	}
	name, _, ok := strings.Cut(address[at:], "/")
	if !ok || strings.ContainsAny(name, " \t\n") {
		return ""
	}
	return name
}

// addressReader reads the parts of an address, one after the other.
type addressReader struct {
	parts []string
	cols  []int // where each begins
	end   int   // where the address ends
	i     int
}

// readAddress takes an address apart, with or without what stands before the genre. at is how many characters that is.
func readAddress(address string) (r *addressReader, at int) {
	if i := strings.IndexByte(address, '?'); i >= 0 {
		at = i + 1
	}
	text := strings.TrimRight(address[at:], " \t\r\n")
	r = &addressReader{parts: strings.Split(text, "/"), end: at + len(text) + 1}
	col := at + 1
	for _, part := range r.parts {
		r.cols = append(r.cols, col)
		col += len(part) + 1
	}
	return r, at
}

func (r *addressReader) next(expected string) (token, error) {
	if r.i >= len(r.parts) {
		return token{}, (token{"", 1, r.end}).fail(expected, "the address ends too early")
	}
	r.i++
	return token{r.parts[r.i-1], 1, r.cols[r.i-1]}, nil
}

func (r *addressReader) number(what string) (int, error) {
	t, err := r.next(what)
	if err != nil {
		return 0, err
	}
	n, err := strconv.Atoi(t.text)
	if err != nil || n < 0 {
		return 0, t.fail("a number", "%s as %s", quote(t.text), what)
	}
	return n, nil
}

// flags reads the words before the numbers, each of which sets a parameter.
func (r *addressReader) flags(words map[string]string, params map[string]int64) error {
	for ; r.i < len(r.parts)-1 && (r.parts[r.i] == "" || r.parts[r.i][0] < '0' || r.parts[r.i][0] > '9'); r.i++ {
		flag := token{r.parts[r.i], 1, r.cols[r.i]}
		name, ok := words[flag.text]
		if !ok {
			return flag.fail("columns and rows", "the flag %s is not known", quote(flag.text))
		}
		params[name] = 1
	}
	return nil
}

// rest gives the parts that are left.
func (r *addressReader) rest() *packed {
	if r.i >= len(r.parts) {
		return &packed{col: r.end}
	}
	return &packed{text: strings.Join(r.parts[r.i:], "/"), col: r.cols[r.i]}
}

// readURL reads an address, with or without what stands before the genre.
func (f *Form) readURL(address string) (*rules.Board, error) {
	if len(address) > MaxText {
		return nil, &Error{Msg: fmt.Sprintf("an address of %d bytes", len(address)), Expected: fmt.Sprintf("at most %d", MaxText)}
	}
	a, at := readAddress(address)
	genre, err := a.next("a genre")
	if err != nil {
		return nil, err
	}
	if !slices.Contains(f.names, genre.text) {
		return nil, genre.fail(strings.Join(f.names, " or "), "an address of the genre %s", quote(genre.text))
	}
	params := map[string]int64{}
	words := map[string]string{}
	for _, p := range f.heads[0] {
		if p.word != "" {
			params[p.text], words[p.word] = 0, p.text
		}
	}
	if err := a.flags(words, params); err != nil {
		return nil, err
	}
	width, err := a.number("columns")
	if err != nil {
		return nil, err
	}
	height, err := a.number("rows")
	if err != nil {
		return nil, err
	}
	for _, p := range f.heads[0] {
		if p.word != "" || p.layer != nil || p.text == "rows" || p.text == "cols" || p.text == "size" || p.text == "*" {
			continue
		}
		n, err := a.number(p.text)
		if err != nil {
			return nil, err
		}
		params[p.text] = int64(n)
	}
	b, err := rules.NewBoard(f.file, height, width, params)
	if err != nil {
		return nil, &Error{Line: 1, Col: at + 1, Msg: err.Error()}
	}
	body := a.rest()
	r := &reader{form: f, board: b, src: &source{}, marks: map[*rules.Layer]*rules.Marks{}}
	for _, item := range f.items {
		if err := r.unpack(item, body); err != nil {
			return nil, err
		}
	}
	if body.i < len(strings.TrimRight(body.text, "/")) {
		return nil, body.fail("the end")
	}
	r.problem(b)
	return b, nil
}

// packedPlaces gives the places whose tokens a part of an address packs. Of what stands at parts there is one for each part.
func (item *urlItem) packedPlaces(on *rules.Board) ([]slot, error) {
	if item.block.kind == frameBlock {
		return item.block.rimSlots(on)
	}
	shape, err := item.block.shape(on)
	if err != nil {
		return nil, err
	}
	var room *rules.Layer
	for _, l := range item.block.layers() {
		of := on.File.AtParts(l)
		if of == nil {
			return slotsOf(slices.Concat(shape...)), nil
		}
		room = of
	}
	if room == nil {
		return slotsOf(slices.Concat(shape...)), nil
	}
	var firsts []board.Place
	seen := map[board.Place]bool{}
	for _, c := range on.Geo.All(board.Cell) {
		if p := on.PartOf(room, c); p != (board.Place{}) && !seen[p] {
			seen[p] = true
			firsts = append(firsts, first(on, on.Cells(p), item.block.byCols))
		}
	}
	return slotsOf(firsts), nil
}

func slotsOf(places []board.Place) []slot {
	out := make([]slot, len(places))
	for i, p := range places {
		out[i].place = p
	}
	return out
}

// begins gives the cells of a board, and which of them each line of a rim begins with.
func begins(on *rules.Board, rim []slot) (cells []board.Place, lines []int) {
	cells = on.Geo.All(board.Cell)
	for _, s := range rim {
		lines = append(lines, slices.Index(cells, on.Geo.Cells(s.place)[0]))
	}
	return cells, lines
}

func (r *reader) twoSums(b *block, rim []slot, body *packed) error {
	cells, lines := begins(r.board, rim)
	at := body.token()
	tokens, sums, err := readTwoSums(body, len(cells), lines)
	if err != nil {
		return err
	}
	for i, c := range cells {
		if err := r.token(b, token{tokens[i], at.line, at.col}, c, nil); err != nil {
			return err
		}
	}
	for i, s := range rim {
		if err := r.token(b, token{sums[i], at.line, at.col}, s.place, s.layer); err != nil {
			return err
		}
	}
	for l, m := range r.marks {
		if l.Role == rules.Given {
			r.board.Set(l, m)
		}
	}
	return nil
}

func (w *writer) twoSums(b *block, rim []slot, body *strings.Builder) error {
	cells, lines := begins(w.board, rim)
	var tokens, sums []string
	for _, c := range cells {
		s, err := w.token(b, c, nil)
		if err != nil {
			return err
		}
		tokens = append(tokens, s)
	}
	for _, p := range rim {
		s, err := w.token(b, p.place, p.layer)
		if err != nil {
			return err
		}
		sums = append(sums, s)
	}
	text, ok := writeTwoSums(tokens, sums, lines)
	if !ok {
		return fmt.Errorf("the address has no way to say what %s holds", b.about())
	}
	body.WriteString(text)
	return nil
}

// dotsPack is the pack that has no corners at the border.
const dotsPack = "dots"

// innerSlots leaves out the corners at the border.
func innerSlots(on *rules.Board, places []slot) []slot {
	return slices.DeleteFunc(slices.Clone(places), func(s slot) bool {
		return s.place.Kind == board.Corner && len(on.Geo.Cells(s.place)) < 4
	})
}

// listSlots tells how many of the first slots are those of one list.
func listSlots(p slot, places []slot) int {
	n := 0
	for n < len(places) && places[n] == p {
		n++
	}
	return n
}

// listAt sets the list of a place, whose values stand in its slots with the last one first.
func (r *reader) listAt(p slot, places []slot, tokens []string, at token) error {
	var list []rules.Value
	for _, text := range slices.Backward(tokens[:listSlots(p, places)]) {
		if text == "." {
			continue
		}
		t := token{text, at.line, at.col}
		v, ok := (&piece{layer: p.layer}).single(p.layer.Domain.Elem, text)
		if !ok {
			return t.fail("a value of "+p.layer.Name, "%s", quote(text))
		}
		list = append(list, v)
	}
	if len(list) == 0 && p.layer.Some {
		return nil
	}
	return r.set(at, p.layer, p.place, rules.ListOf(list...))
}

// listTokens is the inverse, for all lists of a block.
func (w *writer) listTokens(b *block) (map[slot][]string, error) {
	lists := map[slot][]string{}
	for _, l := range b.rim {
		if l.Domain.Kind == rules.Lists {
			if err := w.framed(b, l, lists); err != nil {
				return nil, err
			}
		}
	}
	for s, tokens := range lists {
		if side := sideOf(w.board, s.place); side == board.N || side == board.W {
			slices.Reverse(tokens)
		}
	}
	return lists, nil
}

func (r *reader) unpack(item urlItem, body *packed) error {
	if item.pack == restPack {
		body.i = len(body.text)
		return nil
	}
	if item.pack == pointsPack {
		return r.unpackPoints(item.block, body)
	}
	if item.pack == bankPack {
		return r.unpackBank(item.block, body)
	}
	if item.pack == roomsPack || item.pack == borderPack {
		t := taken{block: item.block, shape: r.board.Geo.Lattice(board.Link)}
		if item.pack == roomsPack {
			t.block = &block{kind: wallsBlock, layer: item.block.layer, none: []string{"0"}}
		}
		rows := r.board.Geo.Rows
		for _, half := range [][][]board.Place{t.shape[:rows], t.shape[rows:]} {
			at := body.token()
			bits, err := readBits(body, len(slices.Concat(half...)))
			if err != nil {
				return err
			}
			for _, row := range half {
				var tokens []token
				for range row {
					s := bits[0]
					if bits = bits[1:]; s == "." {
						s = "0"
					}
					tokens = append(tokens, token{s, at.line, at.col})
				}
				t.tokens = append(t.tokens, tokens)
			}
		}
		if err := r.apply(&t); err != nil || item.pack == borderPack {
			return err
		}
		r.board.Set(item.block.layer, r.marks[item.block.layer])
		return nil
	}
	places, err := item.packedPlaces(r.board)
	if err != nil {
		return err
	}
	at := body.token()
	if item.pack == dotsPack {
		places = innerSlots(r.board, places)
	}
	if item.pack == twoSumsPack {
		return r.twoSums(item.block, places, body)
	}
	tokens, err := packs[item.pack].read(body, len(places))
	if err != nil {
		return err
	}
	for i, p := range places {
		if p.layer != nil && p.layer.Domain.Kind == rules.Lists {
			if i == 0 || places[i-1] != p {
				if err := r.listAt(p, places[i:], tokens[i:], at); err != nil {
					return err
				}
			}
			continue
		}
		if tokens[i] == "." {
			continue
		}
		if err := r.token(item.block, token{tokens[i], at.line, at.col}, p.place, p.layer); err != nil {
			return err
		}
	}
	for l, m := range r.marks {
		if l.Role == rules.Given {
			r.board.Set(l, m)
		}
	}
	return nil
}

// writeURL writes the address of a problem. It fails if the address has no way to say what the board holds.
func (f *Form) writeURL(b *rules.Board) (string, error) {
	parts := []string{f.names[0]}
	for _, p := range f.heads[0] {
		if p.word != "" && b.Params[p.text] != 0 {
			parts = append(parts, p.word)
		}
	}
	parts = append(parts, strconv.Itoa(b.Geo.Cols), strconv.Itoa(b.Geo.Rows))
	for _, p := range f.heads[0] {
		if p.word == "" && p.layer == nil && p.text != "rows" && p.text != "cols" && p.text != "size" && p.text != "*" {
			parts = append(parts, strconv.FormatInt(b.Params[p.text], 10))
		}
	}
	var body strings.Builder
	w := &writer{form: f, board: b, problem: true}
	for _, item := range f.items {
		if err := w.pack(item, &body); err != nil {
			return "", err
		}
	}
	address := puzzLink + strings.Join(append(parts, body.String()), "/")
	// What the address has no place for would get lost in silence.
	again, err := f.readURL(address)
	if err != nil {
		return "", fmt.Errorf("the address has no way to say what the board holds: %w", err)
	}
	if l := Unsaid(b, again); l != nil {
		return "", fmt.Errorf("the address has no way to say what %s holds", l.Name)
	}
	return address, nil
}

func (w *writer) pack(item urlItem, body *strings.Builder) error {
	switch item.pack {
	case restPack:
		return nil
	case pointsPack:
		return w.packPoints(item.block, body)
	case bankPack:
		w.packBank(item.block, body)
		return nil
	case roomsPack, borderPack:
		return w.packBorders(item, body)
	}
	places, err := item.packedPlaces(w.board)
	if err != nil {
		return err
	}
	if item.pack == dotsPack {
		all := places
		places = innerSlots(w.board, all)
		for _, p := range all {
			if s, err := w.token(item.block, p.place, nil); err != nil || s != item.block.none[0] && !slices.Contains(places, p) {
				return fmt.Errorf("the address has no way to say what %s holds at the border", item.block.about())
			}
		}
	}
	if item.pack == twoSumsPack {
		return w.twoSums(item.block, places, body)
	}
	lists, err := w.listTokens(item.block)
	if err != nil {
		return err
	}
	var tokens []string
	for i, p := range places {
		if p.layer != nil && p.layer.Domain.Kind == rules.Lists {
			if i == 0 || places[i-1] != p {
				for _, s := range lists[p] {
					if s == item.block.none[0] {
						s = "."
					}
					tokens = append(tokens, s)
				}
			}
			continue
		}
		s, err := w.token(item.block, p.place, p.layer)
		if err != nil {
			return err
		}
		if s == item.block.none[0] {
			s = "."
		}
		tokens = append(tokens, s)
	}
	s, ok := packs[item.pack].write(tokens)
	if !ok {
		return fmt.Errorf("the address has no way to say what %s holds", item.block.about())
	}
	body.WriteString(s)
	return nil
}

// packBorders writes the borders of parts, or what stands on links: those that run across by themselves.
func (w *writer) packBorders(item urlItem, body *strings.Builder) error {
	shape := w.board.Geo.Lattice(board.Link)
	var walls []board.Place // within parts
	if item.pack == roomsPack {
		if m := w.board.Marks(item.block.layer); m != nil {
			walls = m.Walls
		}
	}
	for _, half := range [][][]board.Place{shape[:w.board.Geo.Rows], shape[w.board.Geo.Rows:]} {
		var tokens []string
		for _, p := range slices.Concat(half...) {
			x, y := w.board.Geo.Ends(p)
			s := "."
			if item.pack == borderPack {
				var err error
				if s, err = w.token(item.block, p, nil); err != nil {
					return err
				}
				if s == item.block.none[0] {
					s = "."
				}
			} else if w.board.PartOf(item.block.layer, x) != w.board.PartOf(item.block.layer, y) || slices.Contains(walls, p) {
				s = "1"
			}
			tokens = append(tokens, s)
		}
		s, _ := writeBits(tokens)
		body.WriteString(s)
	}
	return nil
}

// Unsaid gives a layer whose printed values another board does not have, or nil. Objects are not looked at, and parts may be numbered otherwise.
func Unsaid(b, other *rules.Board) *rules.Layer {
	for _, l := range b.File.Layers {
		if l.Role != rules.Given && !l.Printed {
			continue
		}
		if l.Parts && !sameParts(b, other, l) || !l.Parts && !maps.EqualFunc(printed(b, l), printed(other, l), rules.Value.Equal) {
			return l
		}
	}
	return nil
}

// printed gives the values of a layer; what stands at a part, by the part's first cell.
func printed(b *rules.Board, l *rules.Layer) map[board.Place]rules.Value {
	out := map[board.Place]rules.Value{}
	m := b.Marks(l)
	if m == nil {
		return out
	}
	for p, v := range m.Values {
		if v.Kind == rules.Nothing || v.Kind == rules.Bool && v.N == 0 || l.Default != nil && v.Equal(*l.Default) {
			continue
		}
		if b.LayerOf(p) != nil {
			p = first(b, b.Cells(p), false)
		}
		out[p] = v
	}
	return out
}

// sameParts reports whether a layer divides two boards alike, within its parts too.
func sameParts(b, other *rules.Board, l *rules.Layer) bool {
	apart := func(on *rules.Board, p board.Place) bool {
		x, y := on.Geo.Ends(p)
		m := on.Marks(l)
		return on.PartOf(l, x) != on.PartOf(l, y) || m != nil && slices.Contains(m.Walls, p)
	}
	for _, p := range b.Geo.All(board.Link) {
		if apart(b, p) != apart(other, p) {
			return false
		}
	}
	return true
}
