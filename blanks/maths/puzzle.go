package maths

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/blanks"
	"github.com/quandary-puzzles/quandary/blanks/algebra"
	"github.com/quandary-puzzles/quandary/carve"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/py/syntax"
	"github.com/quandary-puzzles/quandary/solve"
)

// Puzzle is a filled sheet of which some cells are blank.
type Puzzle struct {
	Values map[string][]string `json:"values"`          // what stands in every slot, and every number that was drawn
	Blanks []string            `json:"blanks"`          // cells, such as "a" or "b[2]", in the order of the sheet
	Order  []int               `json:"order,omitempty"` // of steps: the order in which they are shown
	Pieces [][]string          `json:"pieces,omitempty"`
	Class  int                 `json:"class"`
	Left   []int               `json:"left,omitempty"` // by blank: how many values each rule alone leaves
	Proof  string              `json:"proof"`          // how it is known that no other filling is right

	Letters string `json:"letters,omitempty"` // that stand for those of the file, where they were renamed
	Turned  []int  `json:"turned,omitempty"`  // lines of the sheet, from 1, whose sides changed places
	// Varied names the changes by which the puzzle differs from the one that was drawn.
	Varied []string `json:"varied,omitempty"`

	f *File
}

// Demand says what puzzle is wanted.
type Demand struct {
	Class  int  // 0: any
	Blanks int  // 0: as the file says
	Choose bool // pieces to choose from are shown
	Extra  int  // wrong pieces at each blank; 0: 3
}

// budget of one question to the solver.
var budget = solve.Budget{Steps: 300_000, Memory: 128 << 20}

// draw is a draw of a file's numbers, put to the solver.
type draw struct {
	f       *File
	e       *encoder
	cells   []cell
	byName  map[string]int
	numbers map[string][]string // params and lets
}

// cell is one slot, or one of a row.
type cell struct {
	name string // as in the sheet
	slot *slot
	v    model.Term
	lo   int64
	hi   int64
	text string // of an expression: the right one
	bad  []string
}

// draw draws the values of the params and computes the lets.
func (f *File) draw(r *rng.Stream, given map[string][]string) (d *draw, err error) {
	defer recovered(f, &err)
	p := model.NewProblem()
	e := &encoder{p: p, names: map[string]thing{}, signs: map[string]int64{}}
	for _, s := range f.Slots {
		for _, t := range s.signs {
			if _, ok := e.signs[t]; !ok {
				e.signs[t] = int64(len(e.signs))
			}
		}
	}
	d = &draw{f: f, e: e, byName: map[string]int{}, numbers: map[string][]string{}}
	if err := d.params(r, given); err != nil {
		return nil, err
	}
	for _, q := range f.Let {
		v := e.expr(q.expr, map[string]thing{})
		e.names[q.name] = v
		if t, ok := v.(model.Term); ok && p.IsConst(t) {
			d.numbers[q.name] = []string{p.ConstValue(t).String()}
		}
	}
	for _, s := range f.Slots {
		d.slot(s)
	}
	for _, q := range f.Rules {
		for _, t := range e.rule(q) {
			p.Assert(q.name, t)
		}
	}
	return d, p.Err()
}

// params draws the numbers of the params, or takes those that are given.
func (d *draw) params(r *rng.Stream, given map[string][]string) (err error) {
	f, e, env := d.f, d.e, map[string]thing{}
	for _, q := range f.Params {
		var n int64
		switch {
		case given != nil && len(given[q.name]) == 1:
			if n, err = strconv.ParseInt(given[q.name][0], 10, 64); err != nil {
				return fmt.Errorf("the number %s: %w", q.name, err)
			}
		case given != nil:
			return fmt.Errorf("the puzzle does not say what %s is", q.name)
		case q.lo != nil:
			lo, hi := e.constant(q.lo, env), e.constant(q.hi, env)
			if hi < lo {
				return fmt.Errorf("%s: params.%s: the range %s is empty", f.Name, q.name, q.text)
			}
			n = r.Int64Between(lo, hi)
		default:
			list := e.list(q.expr, env)
			t, ok := list[r.IntN(len(list))].(model.Term)
			if !ok {
				e.fail(q.expr, "expected a list of numbers")
			}
			n, _ = e.p.ConstValue(t).Int64()
		}
		e.names[q.name] = e.p.Num(n)
		d.numbers[q.name] = []string{strconv.FormatInt(n, 10)}
	}
	return nil
}

// slot makes the cells of a slot, of which a row has several.
func (d *draw) slot(s *slot) {
	e, env := d.e, map[string]thing{}
	row := []thing{}
	names := []string{s.name}
	if s.at != nil {
		names = nil
		for i := range e.list(s.at, env) {
			names = append(names, fmt.Sprintf("%s[%d]", s.name, i))
		}
	}
	for _, name := range names {
		c := cell{name: name, slot: s}
		switch {
		case s.right != nil:
			c.text = d.template(s.right)
			for _, w := range s.wrong {
				c.bad = append(c.bad, d.template(w))
			}
			row = append(row, e.p.Num(0))
		case s.signs != nil:
			lo, hi := int64(1<<40), int64(-1)
			var any []model.Term
			for _, t := range s.signs {
				lo, hi = min(lo, e.signs[t]), max(hi, e.signs[t])
			}
			c.lo, c.hi, c.v = lo, hi, e.p.IntIn(name, lo, hi)
			for _, t := range s.signs {
				any = append(any, e.p.Eq(c.v, e.p.Num(e.signs[t])))
			}
			e.p.Assert("values of "+name, e.p.Or(any...))
			row = append(row, c.v)
		default:
			c.lo, c.hi = e.constant(s.lo, env), e.constant(s.hi, env)
			c.v = e.p.IntIn(name, c.lo, c.hi)
			row = append(row, c.v)
		}
		d.byName[name] = len(d.cells)
		d.cells = append(d.cells, c)
	}
	if s.at != nil {
		e.names[s.name] = row
	} else {
		e.names[s.name] = row[0]
	}
}

// recovered makes an error of a fault of the encoder.
func recovered(f *File, err *error) {
	if x := recover(); x != nil {
		ft, ok := x.(*fault)
		if !ok {
			panic(x)
		}
		*err = fmt.Errorf("%s: %w", f.Name, ft)
	}
}

// template writes an expression with the numbers drawn.
func (d *draw) template(t *syntax.JoinedStr) string {
	var b strings.Builder
	for _, part := range t.Parts {
		switch x := part.(type) {
		case *syntax.StrLit:
			b.WriteString(x.Value)
		case *syntax.Formatted:
			b.WriteString(strconv.FormatInt(d.e.constant(x.X, map[string]thing{}), 10))
		}
	}
	return b.String()
}

// unique proves that no other filling of the open cells keeps the rules.
func (d *draw) unique(ctx context.Context, engine solve.Engine, values []int64, open []int) (bool, error) {
	p := d.e.p
	s, err := engine.Open(ctx, p, budget)
	if err != nil {
		return false, err
	}
	defer s.Close()
	var differs []model.Term
	for i, c := range d.cells {
		if c.text != "" {
			continue
		}
		t := p.Eq(c.v, p.Num(values[i]))
		if slices.Contains(open, i) {
			differs = append(differs, p.Not(t))
			continue
		}
		if err := s.Add("given "+c.name, t); err != nil {
			return false, err
		}
	}
	if len(differs) == 0 {
		return true, nil
	}
	if err := s.Add("another", p.Or(differs...)); err != nil {
		return false, err
	}
	res, err := s.Solve(ctx)
	if errors.Is(err, solve.ErrBudget) || errors.Is(err, solve.ErrGaveUp) || errors.Is(err, solve.ErrUnsupported) {
		return false, nil
	}
	return err == nil && res.Status == solve.Unsat, err
}

// manyValues is from how many values on a slot is left to the others: it is a result more often than a start.
const manyValues = 40

// sample draws a full sheet: one slot of few values after another, in random order, gets a random value that leaves a solution. Sheets are
// not equally likely, and every one can come.
func (d *draw) sample(ctx context.Context, engine solve.Engine, r *rng.Stream) ([]int64, bool, error) {
	p := d.e.p
	values := make([]int64, len(d.cells))
	if p.NumVars() == 0 {
		return values, true, nil
	}
	s, err := engine.Open(ctx, p, solve.Budget{Steps: 20_000, Memory: budget.Memory})
	if err != nil {
		return nil, false, err
	}
	defer s.Close()
	var res solve.Result
	found := false
	try := func() (bool, error) {
		out, err := s.Solve(ctx)
		if errors.Is(err, solve.ErrBudget) || errors.Is(err, solve.ErrGaveUp) {
			return false, nil
		}
		if err != nil || out.Status != solve.Sat {
			return false, err
		}
		res, found = out, true
		return true, nil
	}
	for _, i := range r.Perm(len(d.cells)) {
		c := d.cells[i]
		if c.text != "" || c.hi-c.lo >= manyValues {
			continue
		}
		for range 3 {
			if err := s.Push(); err != nil {
				return nil, false, err
			}
			if err := s.Add("start "+c.name, p.Eq(c.v, p.Num(r.Int64Between(c.lo, c.hi)))); err != nil {
				return nil, false, err
			}
			ok, err := try()
			if err != nil {
				return nil, false, err
			}
			if ok {
				break
			}
			if err := s.Pop(); err != nil {
				return nil, false, err
			}
		}
	}
	if !found {
		if ok, err := try(); !ok || err != nil {
			return nil, false, err
		}
	}
	for i, c := range d.cells {
		if c.text != "" {
			continue
		}
		v, ok := p.Lookup(c.name)
		if !ok {
			return nil, false, fmt.Errorf("the slot %s is lost", c.name)
		}
		x := res.Solution.Value(v)
		if !x.Valid() { // no rule mentions it
			values[i] = 0
			return nil, false, fmt.Errorf("%s: no rule says anything about the slot %s", d.f.Name, c.name)
		}
		values[i], _ = x.Int64()
	}
	return values, true, nil
}

// board is a sheet being carved: its squares are the cells that stand on it and may be blank.
type board struct {
	d       *draw
	engine  solve.Engine
	values  []int64
	squares []int // cells
	empty   []int
}

// Len is the number of cells that may be blank.
func (b *board) Len() int { return len(b.squares) }

// Valid reports whether the sheet still has one filling.
func (b *board) Valid(ctx context.Context, squares []int) (bool, error) {
	open := slices.Clone(b.empty)
	for _, q := range squares {
		open = append(open, b.squares[q])
	}
	return b.d.unique(ctx, b.engine, b.values, open)
}

// Remove empties cells.
func (b *board) Remove(squares []int) {
	for _, q := range squares {
		b.empty = append(b.empty, b.squares[q])
	}
}

// Puzzle gives the empty cells.
func (b *board) Puzzle() ([]int, error) { return slices.Clone(b.empty), nil }

// definition is the paper's D.
type definition struct {
	f      *File
	engine solve.Engine
	last   *board
}

// Random draws numbers and a full sheet.
func (df *definition) Random(ctx context.Context, r *rng.Stream) (carve.Board[[]int], error) {
	const tries = 200
	for k := range tries {
		d, err := df.f.draw(r.Derive("numbers", uint64(k)), nil)
		if err != nil {
			return nil, err
		}
		values, ok, err := d.sample(ctx, df.engine, r.Derive("sheet", uint64(k)))
		if err != nil {
			return nil, err
		}
		if !ok {
			continue
		}
		b := &board{d: d, engine: df.engine, values: values}
		for _, name := range df.f.onSheet() {
			i, ok := d.byName[name]
			if ok && (df.f.Carve == nil || slices.Contains(df.f.Carve, d.cells[i].slot.name)) && !slices.Contains(b.squares, i) {
				b.squares = append(b.squares, i)
			}
		}
		df.last = b
		return b, nil
	}
	return nil, fmt.Errorf("%s: in %d draws of its numbers no sheet kept the rules", df.f.Name, tries)
}

// onSheet lists the cells in the order in which they stand on the sheet.
func (f *File) onSheet() []string { return f.shown(nil) }

// shown lists them where the sides of some lines have changed places.
func (f *File) shown(turned []int) []string {
	var out []string
	for _, part := range turnLines(f.Sheet["en"].Parts, turned) {
		if x, ok := part.(*syntax.Formatted); ok {
			if name := cellName(x.X); name != "" {
				out = append(out, name)
			}
		}
	}
	return out
}

// cellName reads "a" or "a[2]".
func cellName(x syntax.Expr) string {
	switch n := x.(type) {
	case *syntax.Name:
		return n.ID
	case *syntax.IndexExpr:
		a, ok := n.X.(*syntax.Name)
		i, ok2 := n.Index.(*syntax.NumLit)
		if ok && ok2 && i.IsInt {
			return fmt.Sprintf("%s[%d]", a.ID, i.Int)
		}
	}
	return ""
}

// Make makes a puzzle.
func (f *File) Make(ctx context.Context, engine solve.Engine, dm Demand, r *rng.Stream) (*Puzzle, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if len(f.Steps) > 0 {
		return f.makeOrder(dm, r)
	}
	blanks := dm.Blanks
	if blanks == 0 && f.Blanks[0] > 0 {
		blanks = f.Blanks[0] + r.IntN(f.Blanks[1]-f.Blanks[0]+1)
	}
	def := &definition{f: f, engine: engine}
	classify := func(_ context.Context, open []int) (string, error) {
		return strconv.Itoa(f.class(open, def.last, dm)), nil
	}
	opt := carve.Options{Empties: blanks, Final: dm.Class == 0}
	target := carve.Target[[]int]{Attempts: 30, Text: f.ID}
	if dm.Class > 0 {
		target.Class = strconv.Itoa(dm.Class)
		target.Text += ", class " + target.Class
		opt.Empties = dm.Blanks
	}
	if dm.Blanks > 0 {
		target.Text += fmt.Sprintf(", %d blanks", dm.Blanks)
		target.Accept = func(_ context.Context, open []int) (bool, error) { return len(open) == dm.Blanks, nil }
	} else {
		target.Accept = func(_ context.Context, open []int) (bool, error) { return len(open) > 0, nil }
	}
	found, err := carve.Find(ctx, def, classify, opt, target, r.Derive("carve"))
	if err != nil {
		return nil, err
	}
	b := def.last
	p := &Puzzle{Values: b.d.numbers, f: f, Class: f.class(found.Puzzle, b, dm)}
	left := b.d.left(b.values, found.Puzzle)
	var exprs, nums bool
	for _, s := range f.Slots {
		p.Values[s.name] = nil
	}
	for i, c := range b.d.cells {
		p.Values[c.slot.name] = append(p.Values[c.slot.name], b.text(i))
	}
	for _, q := range b.squares {
		if !slices.Contains(found.Puzzle, q) {
			continue
		}
		p.Blanks = append(p.Blanks, b.d.cells[q].name)
		p.Left = append(p.Left, left[q])
		exprs, nums = exprs || b.d.cells[q].text != "", nums || b.d.cells[q].text == ""
		if dm.Choose || b.d.cells[q].slot.signs != nil {
			p.Pieces = append(p.Pieces, b.pieces(q, max(dm.Extra, 3), r.Derive("pieces", uint64(q))))
		} else {
			p.Pieces = append(p.Pieces, nil)
		}
	}
	switch {
	case exprs && nums:
		p.Proof = "the solver " + engine.Name() + ", and normal forms of expressions"
	case exprs:
		p.Proof = "normal forms of expressions"
	default:
		p.Proof = "the solver " + engine.Name()
	}
	return p, p.Verify(ctx)
}

// class is the paper's C: the level of the file, with more for more blanks that hang together, for answers that are typed, and where most
// blanks are not filled by one rule alone; one less where all are.
func (f *File) class(open []int, b *board, dm Demand) int {
	c := 1 + f.Level + (len(open)-1)/3
	if !dm.Choose && len(open) > 2 {
		c++
	}
	told, hard := 0, 0
	left := b.d.left(b.values, open)
	for _, q := range open {
		if b.d.cells[q].text == "" {
			told++
			if left[q] > 1 {
				hard++
			}
		}
	}
	switch {
	case told > 0 && hard == 0:
		c--
	case 2*hard > told:
		c++
	}
	return max(1, min(c, 10))
}

// text is what stands in a cell.
func (b *board) text(i int) string {
	c := b.d.cells[i]
	if c.text != "" {
		return c.text
	}
	if c.slot.signs != nil {
		for _, t := range c.slot.signs {
			if b.d.e.signs[t] == b.values[i] {
				return t
			}
		}
	}
	return strconv.FormatInt(b.values[i], 10)
}

// pieces are what may be chosen: the right one, and near misses.
func (b *board) pieces(i, extra int, r *rng.Stream) []string {
	c := b.d.cells[i]
	right := b.text(i)
	out := []string{right}
	add := func(t string) {
		if !slices.Contains(out, t) && len(out) <= extra {
			out = append(out, t)
		}
	}
	switch {
	case c.text != "":
		for _, w := range c.bad {
			if same, err := algebra.Same(right, w); err == nil && !same {
				add(w)
			}
		}
	case c.slot.signs != nil:
		extra = len(c.slot.signs)
		for _, t := range c.slot.signs {
			add(t)
		}
	default:
		n := b.values[i]
		for _, k := range r.Perm(6) {
			if m := n + []int64{1, -1, 2, 10, -10, -2}[k]; m >= 0 || n < 0 {
				add(strconv.FormatInt(m, 10))
			}
		}
	}
	shown := slices.Clone(out)
	r.Shuffle(len(shown), func(i, j int) { shown[i], shown[j] = shown[j], shown[i] })
	return shown
}

func (f *File) makeOrder(dm Demand, r *rng.Stream) (*Puzzle, error) {
	n := len(f.Steps)
	p := &Puzzle{f: f, Order: r.Perm(n), Blanks: []string{"order"}, Class: min(10, 1+f.Level+n/3), Pieces: [][]string{nil}}
	if dm.Blanks > 1 {
		return nil, fmt.Errorf("%s: steps to be put in order are one blank", f.Name)
	}
	p.Proof = fmt.Sprintf("%d orders have every step behind what it rests on", f.orders())
	return p, nil
}

// orders counts the orders that respect what the steps rest on, up to a million.
func (f *File) orders() int {
	n := len(f.Steps)
	if n > 16 {
		return 1_000_000
	}
	count := make([]int, 1<<n)
	count[0] = 1
	for set := range count {
		if count[set] == 0 {
			continue
		}
	next:
		for i, s := range f.Steps {
			if set>>i&1 == 1 {
				continue
			}
			for _, from := range s.from {
				k := slices.IndexFunc(f.Steps, func(o step) bool { return o.name == from })
				if set>>k&1 == 0 {
					continue next
				}
			}
			count[set|1<<i] = min(1_000_000, count[set|1<<i]+count[set])
		}
	}
	return count[len(count)-1]
}

// Open joins a puzzle that was read from an id with its file.
func (p *Puzzle) Open(f *File) error {
	p.f = f
	if len(p.Blanks) == 0 || len(p.Pieces) != len(p.Blanks) || len(p.Left) != 0 && len(p.Left) != len(p.Blanks) {
		return errors.New("the puzzle has no blanks")
	}
	if len(f.Steps) > 0 {
		seen := make([]bool, len(f.Steps))
		for _, k := range p.Order {
			if k < 0 || k >= len(seen) || seen[k] {
				return errors.New("the puzzle's order is none of the file's steps")
			}
			seen[k] = true
		}
		if len(p.Order) != len(seen) || len(p.Blanks) != 1 {
			return errors.New("the puzzle's order is none of the file's steps")
		}
		return nil
	}
	for i, b := range p.Blanks {
		if slices.Contains(p.Blanks[:i], b) {
			return fmt.Errorf("%s is blank twice", b)
		}
		if !slices.Contains(f.onSheet(), b) {
			return fmt.Errorf("there is no %s on the sheet", b)
		}
	}
	if err := p.checkChanges(); err != nil {
		return err
	}
	return p.Verify(context.Background())
}

// value is what stands in a cell.
func (p *Puzzle) value(name string) (string, bool) {
	base, index, row := strings.Cut(strings.TrimSuffix(name, "]"), "[")
	list, ok := p.Values[base]
	i := 0
	if row {
		i, _ = strconv.Atoi(index)
	}
	if !ok || i >= len(list) {
		return "", false
	}
	return list[i], true
}

// Answers is what stands in the blanks.
func (p *Puzzle) Answers() []string {
	if len(p.f.Steps) > 0 {
		return []string{p.orderText()}
	}
	var out []string
	for _, b := range p.Blanks {
		v, _ := p.value(b)
		out = append(out, v)
	}
	return out
}

// orderText is the order of the file's steps by the letters under which they are shown.
func (p *Puzzle) orderText() string {
	var letters []string
	for k := range p.f.Steps {
		letters = append(letters, blanks.Letter(slices.Index(p.Order, k)))
	}
	return strings.Join(letters, " ")
}

// Sheet gives the puzzle as it is shown.
func (p *Puzzle) Sheet(lang string) (*blanks.Sheet, error) {
	pick := func(texts map[string]string) string {
		if t := texts[lang]; t != "" {
			return t
		}
		return texts["en"]
	}
	if lang != "zh" {
		lang = "en"
	}
	w := blanks.In(lang)
	s := &blanks.Sheet{Title: p.relettered(pick(p.f.Title)), Lang: lang, Task: p.relettered(pick(p.f.Task)), Notes: []string{"one right filling: " + p.Proof}}
	if len(p.f.Steps) > 0 {
		s.Notes = []string{p.Proof}
		if s.Task == "" {
			s.Task = w.Order
		}
		var b strings.Builder
		for i, k := range p.Order {
			fmt.Fprintf(&b, "%s. %s\n", blanks.Letter(i), pick(p.f.Steps[k].says))
		}
		b.WriteString("\n" + w.TheOrder + " ")
		s.Parts = []blanks.Part{{Text: b.String(), Blank: -1}, {Blank: 0}, {Text: "\n", Blank: -1}}
		s.Blanks = []blanks.Blank{{Kind: "order", Answer: p.orderText()}}
		return s, nil
	}
	if s.Task == "" {
		s.Task = w.FillIn
	}
	t := p.f.Sheet[lang]
	if t == nil {
		t = p.f.Sheet["en"]
	}
	for i, b := range p.Blanks {
		v, _ := p.value(b)
		kind := "number"
		for _, sl := range p.f.Slots {
			if base, _, _ := strings.Cut(b, "["); sl.name == base && sl.right != nil {
				kind = "expression"
			}
		}
		s.Blanks = append(s.Blanks, blanks.Blank{Kind: kind, Answer: v, Options: p.Pieces[i]})
	}
	for _, part := range turnLines(t.Parts, p.Turned) {
		switch x := part.(type) {
		case *syntax.StrLit:
			s.TeX = s.TeX || strings.Contains(x.Value, "$")
			s.Parts = append(s.Parts, blanks.Part{Text: p.relettered(x.Value), Blank: -1})
		case *syntax.Formatted:
			name := cellName(x.X)
			if k := slices.Index(p.Blanks, name); k >= 0 {
				s.Parts = append(s.Parts, blanks.Part{Blank: k})
				continue
			}
			v, ok := p.value(name)
			if !ok {
				return nil, fmt.Errorf("%s: sheet: there is no slot or number %q", p.f.Name, name)
			}
			s.Parts = append(s.Parts, blanks.Part{Text: v, Blank: -1})
		}
	}
	return s, nil
}

// Prove proves anew that the puzzle has one filling: with the solver for numbers and signs, and for expressions by their normal forms,
// by which answers are compared.
func (p *Puzzle) Prove(ctx context.Context, engine solve.Engine) (bool, error) {
	if len(p.f.Steps) > 0 {
		return true, nil // every order that respects what the steps rest on counts as the same answer
	}
	d, err := p.f.draw(nil, p.Values)
	if err != nil {
		return false, err
	}
	values := make([]int64, len(d.cells))
	var open []int
	for i, c := range d.cells {
		t, ok := p.value(c.name)
		if !ok {
			return false, fmt.Errorf("nothing stands in %s", c.name)
		}
		if c.text != "" {
			continue
		}
		if c.slot.signs != nil {
			values[i] = d.e.signs[t]
		} else if values[i], err = strconv.ParseInt(t, 10, 64); err != nil {
			return false, fmt.Errorf("%s: expected a number, found %q", c.name, t)
		}
		if slices.Contains(p.Blanks, c.name) {
			open = append(open, i)
		}
	}
	return d.unique(ctx, engine, values, open)
}
