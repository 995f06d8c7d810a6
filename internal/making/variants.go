package making

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/carve"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/notation"
)

// A variant is made in three steps: a full board at random that keeps the rules of the whole board (a knight's move, diagonals, ...); then
// objects that are true of it, drawn on it; then a puzzle with these objects by the general generator, which carves the digits.

// global are the constraints of a whole board, by the names that people use.
var global = map[string][]notation.Item{
	"knight":         {{Name: "AntiKnight"}},
	"king":           {{Name: "AntiKing"}},
	"taxicab":        {{Name: "AntiTaxicab"}},
	"nonconsecutive": {{Name: "AntiConsecutive"}},
	"diagonals":      {{Name: "Diagonal", Args: []string{"1"}}, {Name: "Diagonal", Args: []string{"-1"}}},
	"windoku":        {{Name: "Windoku"}},
	"disjoint":       {{Name: "DisjointSets"}},
	"entropy":        {{Name: "GlobalEntropy"}},
	"global-modular": {{Name: "GlobalMod"}},
	"flatmates":      {{Name: "DutchFlatmates"}},
}

// local are the constraints that are drawn on a full board.
var local = map[string]func(*drawn) []notation.Item{
	"killer":       func(d *drawn) []notation.Item { return d.shapes("Cage", 0.17, 2, 4, d.differ, d.total) },
	"cage":         func(d *drawn) []notation.Item { return d.shapes("Cage", 0.12, 3, 6, d.differ, noTotal) },
	"rellik":       func(d *drawn) []notation.Item { return d.shapes("RellikCage", 0.12, 2, 4, d.differ, d.missed) },
	"extra-region": func(d *drawn) []notation.Item { return d.shapes("AllDifferent", 0.04, d.n-1, d.n, d.differ, nil) },
	"arrow":        func(d *drawn) []notation.Item { return d.lines("Arrow", 3, 5, nil, d.on(adds)) },
	"pill":         func(d *drawn) []notation.Item { return d.headed(d.lines("PillArrow", 4, 6, nil, d.pilled), "2") },
	"double-arrow": func(d *drawn) []notation.Item { return d.lines("DoubleArrow", 3, 5, nil, d.on(bowed)) },
	"thermo": func(d *drawn) []notation.Item {
		return d.lines("Thermo", 4, 6, func(a, b int) bool { return a < b }, nil)
	},
	"slow": func(d *drawn) []notation.Item {
		return d.lines("SlowThermo", 4, 6, func(a, b int) bool { return a <= b }, nil)
	},
	"whisper":    func(d *drawn) []notation.Item { return d.lines("Whisper", 4, 7, apart(5), nil) },
	"dutch":      func(d *drawn) []notation.Item { return d.headed(d.lines("Whisper", 4, 7, apart(4), nil), "4") },
	"renban":     func(d *drawn) []notation.Item { return d.lines("Renban", 3, 5, nil, d.on(run)) },
	"nabner":     func(d *drawn) []notation.Item { return d.lines("Nabner", 3, 4, nil, d.on(gapped)) },
	"palindrome": func(d *drawn) []notation.Item { return d.lines("Palindrome", 3, 5, nil, d.on(mirrored)) },
	"parity": func(d *drawn) []notation.Item {
		return d.lines("Parity", 4, 7, func(a, b int) bool { return (a+b)%2 == 1 }, nil)
	},
	"entropic": func(d *drawn) []notation.Item {
		return d.lines("Entropic", 4, 7, nil, d.on(threes(func(n int) int { return (n - 1) * 3 / d.n })))
	},
	"modular": func(d *drawn) []notation.Item {
		return d.lines("Modular", 4, 7, nil, d.on(threes(func(n int) int { return n % 3 })))
	},
	"between":       func(d *drawn) []notation.Item { return d.lines("Between", 3, 5, nil, d.on(inside)) },
	"lockout":       func(d *drawn) []notation.Item { return d.lines("Lockout", 3, 5, nil, d.on(outside)) },
	"zipper":        func(d *drawn) []notation.Item { return d.lines("Zipper", 3, 5, nil, d.on(zips)) },
	"kropki":        func(d *drawn) []notation.Item { return d.pairs(0.3, dots) },
	"strict-kropki": func(d *drawn) []notation.Item { return append(d.pairs(1, dots), notation.Item{Name: "StrictKropki"}) },
	"xv":            func(d *drawn) []notation.Item { return d.pairs(0.2, fiveTen) },
	"strict-xv":     func(d *drawn) []notation.Item { return append(d.pairs(1, fiveTen), notation.Item{Name: "StrictXV"}) },
	"difference":    func(d *drawn) []notation.Item { return d.pairs(0.2, farApart) },
	"ratio":         func(d *drawn) []notation.Item { return d.pairs(0.2, multiple) },
	"greater":       func(d *drawn) []notation.Item { return d.pairs(0.4, greater) },
	"quad":          (*drawn).quads,
	"clone":         (*drawn).clones,
	"even": func(d *drawn) []notation.Item {
		return d.cells("Even", 0.12, func(a at) bool { return d.of(a)%2 == 0 })
	},
	"odd": func(d *drawn) []notation.Item { return d.cells("Odd", 0.12, func(a at) bool { return d.of(a)%2 == 1 }) },
	"min": func(d *drawn) []notation.Item {
		return d.cells("Minimum", 0.12, d.beyond(func(a, b int) bool { return a < b }))
	},
	"max": func(d *drawn) []notation.Item {
		return d.cells("Maximum", 0.12, d.beyond(func(a, b int) bool { return a > b }))
	},
	"row-indexer":       func(d *drawn) []notation.Item { return d.headed(d.cells("Indexing", 0.12, d.indexesRow), "R") },
	"column-indexer":    func(d *drawn) []notation.Item { return d.headed(d.cells("Indexing", 0.12, d.indexesColumn), "C") },
	"counting-circles":  (*drawn).circles,
	"sandwich":          (*drawn).sandwiches,
	"skyscraper":        (*drawn).skyscrapers,
	"xsum":              (*drawn).xsums,
	"numbered-room":     (*drawn).rooms,
	"hidden-skyscraper": (*drawn).hidden,
	"little":            (*drawn).littles,
}

// VariantNames lists the constraints that variants are made with, in order.
func VariantNames() []string {
	names := slices.AppendSeq(slices.Collect(maps.Keys(global)), maps.Keys(local))
	slices.Sort(names)
	return names
}

// CheckVariant judges settings as MakeVariant does.
func CheckVariant(s puzzle.Settings) error {
	s, err := (&Maker{grades: usualGrades}).graded(s)
	if err != nil {
		return err
	}
	return s.Validate(Options(nil, nil))
}

// Compose puts constraints together: to the board that holds them, and a Maker of its file.
type Compose func([]notation.Item) (*Maker, *rules.Board, error)

// MakeVariant makes a puzzle with constraints of these names on a square board of 4x4 to 9x9: a full board that keeps those of the whole board,
// the others drawn on it, and then a puzzle with them. The settings are those of Make. The puzzle is one
// of the last board that compose gave.
func MakeVariant(ctx context.Context, compose Compose, with []string, size rules.BoardSize, s puzzle.Settings, r *rng.Stream, report func(puzzle.Progress)) (Made, error) {
	if size.Rows != size.Cols || size.Rows < 4 || size.Rows > 9 {
		return Made{}, fmt.Errorf("variants are made from 4x4 to 9x9, not %dx%d", size.Rows, size.Cols)
	}
	items := []notation.Item{}
	if size.Rows != 9 {
		items = append(items, notation.Item{Name: "Shape", Args: []string{fmt.Sprintf("%dx%d", size.Rows, size.Cols)}})
	}
	for _, name := range with {
		if _, ok := local[name]; !ok && global[name] == nil {
			return Made{}, puzzle.Unknownf("constraint", name, VariantNames())
		}
		items = append(items, global[name]...)
	}
	return tried(ctx, s, r, "variant", func(_ uint64, s puzzle.Settings, own *rng.Stream) (Made, error) {
		return variant(ctx, compose, with, items, s, own, report)
	})
}

// mostRated is how many cells the puzzles have that are rated in search of what is asked for, of one full board of a variant: rating a
// large one takes seconds.
const mostRated = 700

// patient gives the comparison of puzzles with the request; it takes those that come after mostRated for much too hard, so that the
// search ends with the best of those before.
func (m *Maker) patient(q request) func(context.Context, *rules.Board) (carve.Verdict, error) {
	left := mostRated
	return func(ctx context.Context, b *rules.Board) (carve.Verdict, error) {
		if left <= 0 {
			return carve.Verdict{Side: len(q.classes) * 100, Text: "not rated"}, nil
		}
		left -= len(b.Geo.All(board.Cell))
		return m.side(ctx, q, b)
	}
}

// variant makes a puzzle of one full board, with constraints of the whole board and those that are drawn on it.
func variant(ctx context.Context, compose Compose, with []string, items []notation.Item, s puzzle.Settings, r *rng.Stream, report func(puzzle.Progress)) (Made, error) {
	m, b, err := compose(items)
	if err != nil {
		return Made{}, err
	}
	d, err := wanted{m: m, size: b.Size(), sort: m.sorted, preset: b}.draft(ctx, start{}, r.Derive("full"))
	if errors.Is(err, errBarren) {
		whole := slices.DeleteFunc(slices.Clone(with), func(name string) bool { return global[name] == nil })
		return Made{}, fmt.Errorf("%w: on a board of %dx%d with %s", err, b.Geo.Rows, b.Geo.Cols, strings.Join(whole, ", "))
	}
	if err != nil {
		return Made{}, err
	}
	on := newDrawn(d, r.Derive("objects"))
	d.close()
	for _, name := range with {
		if draw := local[name]; draw != nil {
			got := draw(on)
			if len(got) == 0 {
				return Made{}, fmt.Errorf("%w: no %s fits it", errBarren, name)
			}
			items = append(slices.Clip(items), got...)
		}
	}
	if m, b, err = compose(items); err != nil {
		return Made{}, err
	}
	return m.make(ctx, b.Size(), s, b, r.Derive("carve"), report)
}

// drawn is a full board on which objects are drawn.
type drawn struct {
	n     int     // rows and columns
	digit [][]int // by row and column, from 0
	r     *rng.Stream
	used  map[at]bool // cells of lines, which do not cross
}

type at struct{ r, c int }

func (a at) name() string { return fmt.Sprintf("R%dC%d", a.r+1, a.c+1) }

func newDrawn(d *draft, r *rng.Stream) *drawn {
	b := d.solver.board
	out := &drawn{n: b.Geo.Rows, r: r, used: map[at]bool{}}
	digit := b.File.Layer("digit")
	for row := range out.n {
		out.digit = append(out.digit, make([]int, out.n))
		for col := range out.n {
			out.digit[row][col] = int(b.Value(digit, b.Geo.At(row+1, col+1)).N)
		}
	}
	return out
}

func (d *drawn) in(a at) bool { return a.r >= 0 && a.c >= 0 && a.r < d.n && a.c < d.n }
func (d *drawn) of(a at) int  { return d.digit[a.r][a.c] }

func names(cells []at) []string {
	out := make([]string, len(cells))
	for i, a := range cells {
		out[i] = a.name()
	}
	return out
}

// count draws how many objects of a kind there are: about a share of the cells.
func (d *drawn) count(share float64) int {
	most := max(2, int(share*float64(d.n*d.n)))
	return max(1, most*3/4+d.r.IntN(most/2+1))
}

// all lists the cells row by row.
func (d *drawn) all() []at {
	var out []at
	for r := range d.n {
		for c := range d.n {
			out = append(out, at{r, c})
		}
	}
	return out
}

func (d *drawn) anywhere() at { return at{d.r.IntN(d.n), d.r.IntN(d.n)} }

// around lists the cells next to one in a random order; all: diagonally too.
func (d *drawn) around(a at, all bool) []at {
	var out []at
	for dr := -1; dr <= 1; dr++ {
		for dc := -1; dc <= 1; dc++ {
			if b := (at{a.r + dr, a.c + dc}); (dr != 0 || dc != 0) && (all || dr == 0 || dc == 0) && d.in(b) {
				out = append(out, b)
			}
		}
	}
	d.r.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

// lines draws lines of cells side by side, which meet no other line. step judges each new digit beside the last one, whole the
// line.
func (d *drawn) lines(name string, least, most int, step func(a, b int) bool, whole func(line []at) bool) []notation.Item {
	var out []notation.Item
	want := d.count(0.06)
	for tries := 0; tries < 6000 && len(out) < want; tries++ {
		length := least + d.r.IntN(most-least+1)
		line := []at{d.anywhere()}
		if d.used[line[0]] {
			continue
		}
		for len(line) < length {
			grew := false
			for _, b := range d.around(line[len(line)-1], true) {
				next := append(slices.Clip(line), b)
				if d.used[b] || slices.Contains(line, b) || step != nil && !step(d.of(line[len(line)-1]), d.of(b)) || crosses(next) {
					continue
				}
				line, grew = next, true
				break
			}
			if !grew {
				break
			}
		}
		if len(line) < least || whole != nil && !whole(line) {
			continue
		}
		for _, a := range line {
			d.used[a] = true
		}
		out = append(out, notation.Item{Name: name, Args: names(line)})
	}
	return out
}

// crosses reports whether the last stroke of a line crosses another of its strokes.
func crosses(line []at) bool {
	k := len(line) - 1
	a, b := line[k-1], line[k]
	if a.r == b.r || a.c == b.c {
		return false
	}
	for i := range k - 1 {
		if p, q := line[i], line[i+1]; p.r+q.r == a.r+b.r && p.c+q.c == a.c+b.c && p != a && q != a {
			return true
		}
	}
	return false
}

// on has the digits of a line judged, from one end to the other.
func (d *drawn) on(fits func(line []int) bool) func([]at) bool {
	return func(l []at) bool { return fits(d.digits(l)) }
}

func (d *drawn) digits(cells []at) []int {
	out := make([]int, len(cells))
	for i, a := range cells {
		out[i] = d.of(a)
	}
	return out
}

func apart(gap int) func(a, b int) bool {
	return func(a, b int) bool { return a-b >= gap || b-a >= gap }
}

// headed writes an argument before the cells of each object.
func (d *drawn) headed(items []notation.Item, first string) []notation.Item {
	for i := range items {
		items[i].Args = append([]string{first}, items[i].Args...)
	}
	return items
}

func sum(digits []int) int {
	out := 0
	for _, n := range digits {
		out += n
	}
	return out
}

func adds(l []int) bool { return sum(l[1:]) == l[0] }

// pilled reports whether two digits, read as a number, are the sum of the rest of a line. The pill lies in a row or a column, so that it is read
// as it stands.
func (d *drawn) pilled(l []at) bool {
	right, down := l[1] == at{l[0].r, l[0].c + 1}, l[1] == at{l[0].r + 1, l[0].c}
	n := d.digits(l)
	return (right || down) && sum(n[2:]) == 10*n[0]+n[1]
}

func bowed(l []int) bool {
	k := len(l) - 1
	return sum(l[1:k]) == l[0]+l[k]
}

// gapped reports whether no two digits on a line are equal or follow each other.
func gapped(l []int) bool {
	slices.Sort(l)
	for i := range l[1:] {
		if l[i+1]-l[i] <= 1 {
			return false
		}
	}
	return true
}

// outside reports whether the ends of a line are four or more apart, and no other digit is between them or one of them.
func outside(l []int) bool {
	a, b := l[0], l[len(l)-1]
	return apart(4)(a, b) && !slices.ContainsFunc(l[1:len(l)-1], func(n int) bool { return n >= min(a, b) && n <= max(a, b) })
}

func run(l []int) bool {
	slices.Sort(l)
	for i := range l[1:] {
		if l[i+1] != l[i]+1 {
			return false
		}
	}
	return true
}

func mirrored(l []int) bool {
	back := slices.Clone(l)
	slices.Reverse(back)
	return slices.Equal(l, back)
}

// threes reports of each three neighbours on a line whether they are of three groups: one low, one in the middle and one high.
func threes(group func(int) int) func(l []int) bool {
	return func(l []int) bool {
		for i := 0; i+2 < len(l); i++ {
			a, b, c := group(l[i]), group(l[i+1]), group(l[i+2])
			if a == b || b == c || a == c {
				return false
			}
		}
		return true
	}
}

func inside(l []int) bool {
	a, b := l[0], l[len(l)-1]
	return !slices.ContainsFunc(l[1:len(l)-1], func(n int) bool { return n <= min(a, b) || n >= max(a, b) })
}

func zips(l []int) bool {
	if len(l)%2 == 0 {
		return false
	}
	for i := range len(l) / 2 {
		if l[i]+l[len(l)-1-i] != l[len(l)/2] {
			return false
		}
	}
	return true
}

// shapes draws groups of cells that hang together and do not overlap. fits judges each new cell beside the others; number gives what is written
// before the cells, or false where nothing can be.
func (d *drawn) shapes(name string, share float64, least, most int, fits func(cells []at, next at) bool, number func([]at) (int, bool)) []notation.Item {
	var out []notation.Item
	in := map[at]bool{}
	want := d.count(share)
	for tries := 0; tries < 600 && len(out) < want; tries++ {
		shape := []at{d.anywhere()}
		if in[shape[0]] {
			continue
		}
		length := least + d.r.IntN(most-least+1)
		for range 10 * length {
			if len(shape) == length {
				break
			}
			for _, b := range d.around(shape[d.r.IntN(len(shape))], false) {
				if !in[b] && !slices.Contains(shape, b) && fits(shape, b) {
					shape = append(shape, b)
					break
				}
			}
		}
		if len(shape) < least {
			continue
		}
		slices.SortFunc(shape, func(a, b at) int { return (a.r-b.r)*d.n + a.c - b.c })
		args := names(shape)
		if number != nil {
			n, ok := number(shape)
			if !ok {
				continue
			}
			args = append([]string{strconv.Itoa(n)}, args...)
		}
		for _, a := range shape {
			in[a] = true
		}
		out = append(out, notation.Item{Name: name, Args: args})
	}
	return out
}

// differ reports whether a cell has another digit than each of some.
func (d *drawn) differ(cells []at, next at) bool {
	return !slices.ContainsFunc(cells, func(a at) bool { return d.of(a) == d.of(next) })
}

func (d *drawn) total(cells []at) (int, bool) { return sum(d.digits(cells)), true }

// noTotal leaves the sum of a cage open.
func noTotal([]at) (int, bool) { return 0, true }

// missed draws a number that is no sum of any of the cells.
func (d *drawn) missed(cells []at) (int, bool) {
	sums := map[int]bool{0: true}
	for _, a := range cells {
		for _, n := range slices.Collect(maps.Keys(sums)) {
			sums[n+d.of(a)] = true
		}
	}
	var free []int
	for n := 2; n <= sum(d.digits(cells)); n++ {
		if !sums[n] {
			free = append(free, n)
		}
	}
	if len(free) == 0 {
		return 0, false
	}
	return free[d.r.IntN(len(free))], true
}

// pairs draws signs between neighbours, a share of the cells or with 1 all; sign gives the name of the sign of a pair with what stands before
// the cells, or "".
func (d *drawn) pairs(share float64, sign func(a, b int) []string) []notation.Item {
	var all []notation.Item
	for _, a := range d.all() {
		for _, b := range []at{{a.r, a.c + 1}, {a.r + 1, a.c}} {
			if !d.in(b) {
				continue
			}
			for _, ends := range [][]at{{a, b}, {b, a}} {
				if is := sign(d.of(ends[0]), d.of(ends[1])); is != nil {
					all = append(all, notation.Item{Name: is[0], Args: append(slices.Clone(is[1:]), names(ends)...)})
					break
				}
			}
		}
	}
	d.r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	if share == 1 {
		return all
	}
	return all[:min(len(all), d.count(share))]
}

func dots(a, b int) []string {
	switch {
	case a == 2*b || b == 2*a:
		return []string{"BlackDot"}
	case a-b == 1 || b-a == 1:
		return []string{"WhiteDot"}
	}
	return nil
}

func fiveTen(a, b int) []string {
	switch a + b {
	case 5:
		return []string{"V"}
	case 10:
		return []string{"X"}
	}
	return nil
}

func farApart(a, b int) []string {
	if a-b < 2 {
		return nil
	}
	return []string{"Difference", strconv.Itoa(a - b)}
}

func multiple(a, b int) []string {
	if a/b < 2 || a%b != 0 {
		return nil
	}
	return []string{"Ratio", strconv.Itoa(a / b)}
}

func greater(a, b int) []string {
	if a < b {
		return nil
	}
	return []string{"GreaterThan"}
}

// quads draws circles on corners, with some of the digits around.
func (d *drawn) quads() []notation.Item {
	var out []notation.Item
	taken := map[at]bool{}
	for want := d.count(0.1); len(out) < want; {
		a := at{d.r.IntN(d.n - 1), d.r.IntN(d.n - 1)}
		if taken[a] {
			want--
			continue
		}
		taken[a] = true
		digits := []int{d.of(a), d.of(at{a.r, a.c + 1}), d.of(at{a.r + 1, a.c}), d.of(at{a.r + 1, a.c + 1})}
		d.r.Shuffle(4, func(i, j int) { digits[i], digits[j] = digits[j], digits[i] })
		digits = digits[:2+d.r.IntN(3)]
		slices.Sort(digits)
		args := []string{a.name()}
		for _, n := range digits {
			args = append(args, strconv.Itoa(n))
		}
		out = append(out, notation.Item{Name: "Quad", Args: args})
	}
	return out
}

// cells marks some of the cells that are of a kind.
func (d *drawn) cells(name string, share float64, fits func(at) bool) []notation.Item {
	var all []notation.Item
	for _, a := range d.all() {
		if fits(a) {
			all = append(all, notation.Item{Name: name, Args: []string{a.name()}})
		}
	}
	d.r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all[:min(len(all), d.count(share))]
}

// beyond reports of a cell whether it compares with all that it touches.
func (d *drawn) beyond(than func(a, b int) bool) func(at) bool {
	return func(a at) bool {
		return !slices.ContainsFunc(d.around(a, false), func(b at) bool { return !than(d.of(a), d.of(b)) })
	}
}

// indexesRow reports whether a digit says in which row of its column the number of its own row is; no row says it of itself, which would be a given.
func (d *drawn) indexesRow(a at) bool { return d.of(a) != a.r+1 && d.digit[d.of(a)-1][a.c] == a.r+1 }

func (d *drawn) indexesColumn(a at) bool {
	return d.of(a) != a.c+1 && d.digit[a.r][d.of(a)-1] == a.c+1
}

// circles draws circles such that each digit in one says how many have it.
func (d *drawn) circles() []notation.Item {
	var marked []at
	digits := d.r.Perm(d.n)
	for _, n := range digits {
		n++
		var all []at
		for _, it := range d.all() {
			if d.of(it) == n {
				all = append(all, it)
			}
		}
		if n > len(all) || len(marked)+n > d.n+d.n/2 {
			continue
		}
		d.r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		marked = append(marked, all[:n]...)
	}
	slices.SortFunc(marked, func(a, b at) int { return (a.r-b.r)*d.n + a.c - b.c })
	return []notation.Item{{Name: "CountingCircles", Args: names(marked)}}
}

// clones draws two shapes that have the same digits in the same places.
func (d *drawn) clones() []notation.Item {
	var out []notation.Item
	taken := map[at]bool{}
	free := func(a at) bool { return d.in(a) && !taken[a] }
	want := d.count(0.04)
	for tries := 0; tries < 2000 && len(out) < want; tries++ {
		a, b := d.anywhere(), d.anywhere()
		if a == b || !free(a) || !free(b) || d.of(a) != d.of(b) {
			continue
		}
		moved := func(x at) at { return at{x.r - a.r + b.r, x.c - a.c + b.c} }
		shape, like := []at{a}, []at{b}
		for i := 0; i < len(shape) && len(shape) < 4; i++ {
			for _, x := range d.around(shape[i], false) {
				y := moved(x)
				if len(shape) < 4 && free(x) && free(y) && d.of(x) == d.of(y) && !slices.Contains(shape, x) && !slices.Contains(like, x) && !slices.Contains(shape, y) {
					shape, like = append(shape, x), append(like, y)
				}
			}
		}
		if len(shape) < 2 {
			continue
		}
		for i := range shape {
			taken[shape[i]], taken[like[i]] = true, true
		}
		out = append(out, notation.Item{Name: "Clone", Args: append(append(names(shape), "-"), names(like)...)})
	}
	return out
}

// line gives the digits of a row or a column from one end, and its name.
func (d *drawn) line(row bool, k int, back bool) (digits []int, name string) {
	name = "C" + strconv.Itoa(k+1)
	if row {
		name = "R" + strconv.Itoa(k+1)
	}
	for i := range d.n {
		if row {
			digits = append(digits, d.digit[k][i])
		} else {
			digits = append(digits, d.digit[i][k])
		}
	}
	if back {
		slices.Reverse(digits)
	}
	return digits, name
}

// heads writes a number at about half of the rows and columns; clue reads it, or gives less than 0 where there is none.
func (d *drawn) heads(name string, both bool, clue func(digits []int) int) []notation.Item {
	text := func(digits []int) string {
		if n := clue(digits); n >= 0 {
			return strconv.Itoa(n)
		}
		return ""
	}
	var out []notation.Item
	for _, row := range []bool{true, false} {
		for k := range d.n {
			if d.r.Float64() < 0.4 {
				continue
			}
			digits, line := d.line(row, k, false)
			first := text(digits)
			if !both {
				out = append(out, notation.Item{Name: name, Args: []string{first, line}})
				continue
			}
			slices.Reverse(digits)
			second := text(digits)
			switch d.r.IntN(3) {
			case 0:
				first = ""
			case 1:
				second = ""
			}
			if first != "" || second != "" {
				out = append(out, notation.Item{Name: name, Args: []string{line, first, second}})
			}
		}
	}
	return out
}

func (d *drawn) sandwiches() []notation.Item {
	return d.heads("Sandwich", false, func(digits []int) int {
		a, b := slices.Index(digits, 1), slices.Index(digits, d.n)
		return sum(digits[min(a, b)+1 : max(a, b)])
	})
}

func (d *drawn) skyscrapers() []notation.Item {
	return d.heads("Skyscraper", true, func(digits []int) int {
		seen, top := 0, 0
		for _, n := range digits {
			if n > top {
				seen, top = seen+1, n
			}
		}
		return seen
	})
}

func (d *drawn) xsums() []notation.Item {
	return d.heads("XSum", true, func(digits []int) int { return sum(digits[:digits[0]]) })
}

// rooms writes which digit is as far in as the first one says.
func (d *drawn) rooms() []notation.Item {
	return d.heads("NumberedRoom", true, func(digits []int) int { return digits[digits[0]-1] })
}

// hidden writes the first digit that cannot be seen behind a higher one.
func (d *drawn) hidden() []notation.Item {
	return d.heads("HiddenSkyscraper", true, func(digits []int) int {
		top := 0
		for _, n := range digits {
			if n < top {
				return n
			}
			top = n
		}
		return -1
	})
}

// littles writes sums of diagonals from the border.
func (d *drawn) littles() []notation.Item {
	var out []notation.Item
	seen := map[string]bool{}
	for range d.count(0.12) {
		// Where a diagonal begins says where it goes: from the upper side down to the left, and so round the board against the clock.
		k := 1 + d.r.IntN(d.n-2)
		side := d.r.IntN(4)
		start := []at{{0, k}, {k, 0}, {d.n - 1, k}, {k, d.n - 1}}[side]
		down, right := []int{1, 1, -1, -1}[side], []int{-1, 1, 1, -1}[side]
		var cells []at
		for a := start; d.in(a); a = (at{a.r + down, a.c + right}) {
			cells = append(cells, a)
		}
		key := start.name()
		if len(cells) < 2 || seen[key] {
			continue
		}
		seen[key] = true
		out = append(out, notation.Item{Name: "LittleKiller", Args: []string{strconv.Itoa(sum(d.digits(cells))), start.name()}})
	}
	return out
}
