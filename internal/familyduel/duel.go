// Command familyduel compares, on random small boards of every family that a rules file states, the embedded solver with brute force
// and with others, and the constraints with the judge.
//
//	go run ./internal/familyduel [-n 1000] [-seed 1] [-engines native,brute,z3,cvc5,flatzinc] [-proof] [FAMILY or FILE.yaml...]
//
// For each board the engines list the solutions; the lists must be equal, and the judge must accept each. Brute force leaves boards out
// that it does not finish, and so may the programs (time, memory, what they do not do); native may not. Then values are changed at
// random: the judge must accept a board exactly where it meets the constraints. With -proof native also writes a proof for each
// board that the solutions are all, and the checker, which shares no code with it, must accept each step.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/families"
	"github.com/quandary-puzzles/quandary/internal/foundry"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/encode"
	"github.com/quandary-puzzles/quandary/rules/judge"
	"github.com/quandary-puzzles/quandary/solve"
	"github.com/quandary-puzzles/quandary/solve/brute"
	"github.com/quandary-puzzles/quandary/solve/flatzinc"
	"github.com/quandary-puzzles/quandary/solve/native"
	"github.com/quandary-puzzles/quandary/solve/smtlib"
)

func main() {
	n := flag.Int("n", 1000, "boards of each family")
	seed := flag.Uint64("seed", 1, "which boards")
	list := flag.String("engines", "brute,native", "what lists the solutions: native, brute, flatzinc (Gecode), z3, cvc5")
	proof := flag.Bool("proof", false, "have it proven, and the proof checked, that the solutions are all")
	flag.Parse()
	names := flag.Args()
	engines, err := named(*list)
	if err != nil {
		fmt.Fprintln(os.Stderr, "familyduel:", err)
		os.Exit(2)
	}
	var prover solve.Prover
	if *proof {
		if prover, err = checkedProofs(); err != nil {
			fmt.Fprintln(os.Stderr, "familyduel:", err)
			os.Exit(2)
		}
	}
	if len(names) == 0 {
		names = families.Names()
	}
	bad := false
	for _, name := range names {
		t, err := compare(context.Background(), engines, prover, name, *seed, *n)
		fmt.Println(t)
		if err != nil {
			bad = true
			fmt.Printf("  %v\n", err)
		}
	}
	if bad {
		os.Exit(1)
	}
}

// checkedProofs gives what proves with native and has the proofs checked.
func checkedProofs() (solve.Prover, error) {
	s, err := foundry.NewSolvers(native.Name, "proof")
	if err != nil {
		return nil, err
	}
	return s.Prover, nil
}

// engineTime bounds what an engine that is a program of its own may take for one board.
const engineTime = 20 * time.Second

// named finds the engines of a list. The first is the one whose solutions are judged.
func named(list string) ([]solve.Engine, error) {
	var engines []solve.Engine
	for _, name := range strings.Split(list, ",") {
		switch name {
		case native.Name:
			engines = append(engines, native.New())
		case "brute":
			engines = append(engines, brute.Engine{})
		case flatzinc.Name:
			engines = append(engines, flatzinc.Gecode())
		case "z3", "cvc5":
			e, err := smtlib.Named(name)
			if err != nil {
				return nil, err
			}
			engines = append(engines, e)
		default:
			return nil, fmt.Errorf("there is no engine %q: native, brute, flatzinc, z3 and cvc5 are known", name)
		}
	}
	if len(engines) < 2 {
		return nil, errors.New("-engines names fewer than two: there is nothing to compare")
	}
	return engines, nil
}

// tally counts what was compared.
type tally struct {
	name                               string
	boards, solved, solutions, mutated int            // boards tried; those that at least two engines finished; solutions; changed boards judged
	proven                             int            // boards of which a proof was checked that there are no other solutions
	turned                             int            // images under the family's symmetries that have the images of the solutions
	unfinished                         map[string]int // by engine: boards that it left out, of those that others finished
}

func (t tally) String() string {
	text := fmt.Sprintf("%-24s %5d boards, %5d compared, %6d solutions, %6d changed, %5d turned", t.name, t.boards, t.solved, t.solutions, t.mutated, t.turned)
	if t.proven > 0 {
		text += fmt.Sprintf(", %5d proven", t.proven)
	}
	for _, name := range slices.Sorted(maps.Keys(t.unfinished)) {
		text += fmt.Sprintf(", %d not by %s", t.unfinished[name], name)
	}
	return text
}

// load reads a family of the program, or a rules file by its path.
func load(name string) (*rules.File, error) {
	path, data, ok := families.Use(name)
	if !ok && strings.HasSuffix(name, ".yaml") {
		read, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		path, data, ok = name, read, true
	}
	if !ok {
		return nil, fmt.Errorf("there is no family %s", name)
	}
	f, probs := rules.Load(path, data, families.Use)
	return f, probs.Err()
}

// compare tries random boards of a family. The error is the first disagreement. prover may be nil.
func compare(ctx context.Context, engines []solve.Engine, prover solve.Prover, name string, seed uint64, n int) (t tally, err error) {
	t.name, t.unfinished = name, map[string]int{}
	f, err := load(name)
	if err != nil {
		return t, err
	}
	for i := range n {
		r := rng.New(seed).Derive("familyduel/"+name, uint64(i))
		b := randomBoard(f, r)
		if b == nil {
			continue
		}
		t.boards++
		if err := t.one(ctx, engines, prover, b, r); err != nil {
			return t, fmt.Errorf("%s, board %d of seed %d (%s): %w", name, i, seed, describe(b), err)
		}
	}
	return t, nil
}

// most is below how many solutions a board is to have that is compared.
const most = 40

func (t *tally) one(ctx context.Context, engines []solve.Engine, prover solve.Prover, b *rules.Board, r *rng.Stream) error {
	enc, err := encode.New(ctx, b, encode.Options{Steps: 300_000})
	if _, ok := errors.AsType[*encode.LimitError](err); ok {
		return nil
	}
	if err != nil {
		return err
	}
	got, finished, err := t.listed(ctx, engines, enc)
	if err != nil || finished < 2 || len(got) == most {
		return err // or there is nothing to compare, or too much
	}
	t.solved++
	t.solutions += len(got)
	if prover != nil {
		if err := t.prove(ctx, prover, b, got); err != nil {
			return err
		}
	}
	if err := t.turn(ctx, b, got, r); err != nil {
		return err
	}
	for _, s := range got {
		if err := t.judged(ctx, enc, s, r); err != nil {
			return err
		}
	}
	return nil
}

// listed has each engine list the solutions, which must be the same, and gives how many finished.
func (t *tally) listed(ctx context.Context, engines []solve.Engine, enc *encode.Encoding) (got []*rules.Board, finished int, err error) {
	first := ""
	var missing []string
	for i, e := range engines {
		if finished+len(engines)-i < 2 {
			return nil, 0, nil // brute force did not finish, say, and there is one other: nothing to compare
		}
		list, ok, err := solutions(ctx, e, enc)
		if err != nil {
			return nil, 0, fmt.Errorf("%s: %w", e.Name(), err)
		}
		if !ok {
			missing = append(missing, e.Name())
			continue
		}
		finished++
		if first == "" {
			first, got = e.Name(), list
			continue
		}
		if len(got) == most && len(list) == most {
			continue // which of more solutions are listed is each engine's affair
		}
		if !slices.Equal(keys(got), keys(list)) {
			return nil, 0, fmt.Errorf("%s has %d solutions, %s %d, or others", first, len(got), e.Name(), len(list))
		}
	}
	if finished == 0 {
		return nil, 0, nil
	}
	for _, name := range missing {
		if name == native.Name {
			return nil, 0, errors.New("native did not finish")
		}
		t.unfinished[name]++
	}
	return got, finished, nil
}

// judged asks the judge about a solution, and about boards that differ from it.
func (t *tally) judged(ctx context.Context, enc *encode.Encoding, s *rules.Board, r *rng.Stream) error {
	if err := agree(ctx, enc, s, true); err != nil {
		return err
	}
	for range 3 {
		m := mutate(s, r)
		fixed, err := enc.Fix(m)
		if err != nil {
			return err
		}
		right, err := holds(ctx, enc, fixed)
		if err != nil {
			return err
		}
		t.mutated++
		if err := agree(ctx, enc, m, right); err != nil {
			return fmt.Errorf("changed: %w", err)
		}
	}
	return nil
}

// prove has it proven, from the problem as it is stated, that a board has no solutions but those listed.
func (t *tally) prove(ctx context.Context, prover solve.Prover, b *rules.Board, list []*rules.Board) error {
	enc, err := encode.New(ctx, b, encode.Options{})
	if err != nil {
		return err
	}
	for _, s := range list {
		same, err := enc.Fix(s)
		if err != nil {
			return err
		}
		enc.Problem.Assert("another", enc.Problem.Not(same))
	}
	r, err := prover.ProveComplete(ctx, enc.Problem, solve.Budget{}, nil)
	if err != nil {
		return fmt.Errorf("proof: %w", err)
	}
	if r.Status != solve.Unsat {
		return errors.New("proof: there is another solution")
	}
	t.proven++
	return nil
}

// turn makes sure that a symmetry of the family, drawn at random, keeps its rules: the image of a board has the images of its solutions.
func (t *tally) turn(ctx context.Context, b *rules.Board, list []*rules.Board, r *rng.Stream) error {
	all := b.File.Turns()
	if len(all) == 0 {
		return nil
	}
	s := all[r.Uint64N(uint64(len(all)))]
	image, err := b.Turn(s)
	if errors.Is(err, rules.ErrUnturned) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("%v: %w", s, err)
	}
	want := make([]*rules.Board, len(list))
	for i, x := range list {
		if want[i], err = x.Turn(s); err != nil {
			return fmt.Errorf("%v of a solution: %w", s, err)
		}
	}
	enc, err := encode.New(ctx, image, encode.Options{})
	if err != nil {
		return fmt.Errorf("%v: %w", s, err)
	}
	got, _, err := solutions(ctx, native.New(), enc)
	if err != nil {
		return fmt.Errorf("%v: %w", s, err)
	}
	if !slices.Equal(keys(got), keys(want)) {
		return fmt.Errorf("%v: the image has %d solutions for %d, or others", s, len(got), len(want))
	}
	t.turned++
	return nil
}

// agree asks the judge about an answer.
func agree(ctx context.Context, enc *encode.Encoding, answer *rules.Board, right bool) error {
	v, err := judge.Judge(ctx, enc.Board, answer)
	if err != nil {
		return err
	}
	if len(v.Open) > 0 && len(v.Broken) == 0 && !right {
		return nil // what follows from the others is not the judge's to find
	}
	if (len(v.Broken) == 0) != right {
		return fmt.Errorf("the constraints say %v, the judge finds broken: %+v; answer: %s", right, v.Broken, describe(answer))
	}
	return nil
}

// holds reports whether the constraints allow an answer.
func holds(ctx context.Context, enc *encode.Encoding, fixed model.Term) (bool, error) {
	s, err := native.New().Open(ctx, enc.Problem, solve.Budget{})
	if err != nil {
		return false, err
	}
	defer s.Close()
	r, err := s.Solve(ctx, fixed)
	return r.Status == solve.Sat, err
}

// solutions lists the solutions that differ in what is asked, up to the limit; ok is false where the engine's budget ended first.
func solutions(ctx context.Context, e solve.Engine, enc *encode.Encoding) (out []*rules.Board, ok bool, err error) {
	var b solve.Budget
	limited := ctx
	switch e.Name() {
	case native.Name:
	case "brute":
		b.Steps = 500_000
	default:
		var stop context.CancelFunc
		limited, stop = context.WithTimeout(ctx, engineTime)
		defer stop()
	}
	s, err := e.Open(limited, enc.Problem, b)
	if errors.Is(err, solve.ErrUnsupported) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, err
	}
	defer s.Close()
	for len(out) < most {
		r, err := s.Solve(limited)
		if errors.Is(err, solve.ErrBudget) || errors.Is(err, solve.ErrUnsupported) || errors.Is(err, solve.ErrGaveUp) ||
			limited.Err() != nil && ctx.Err() == nil {
			return nil, false, nil
		}
		if err != nil {
			return nil, false, err
		}
		if r.Status == solve.Unsat {
			return out, true, nil
		}
		out = append(out, enc.Decode(r.Solution))
		if err := s.Add("another", enc.Differs(r.Solution)); err != nil {
			return nil, false, err
		}
	}
	return out, true, nil
}

func keys(list []*rules.Board) []string {
	out := make([]string, len(list))
	for i, b := range list {
		out[i] = describe(b)
	}
	slices.Sort(out)
	return out
}

// describe writes the values of a board that are given and to be found.
func describe(b *rules.Board) string {
	var out strings.Builder
	fmt.Fprintf(&out, "%dx%d %v", b.Geo.Rows, b.Geo.Cols, b.Params)
	for _, l := range b.File.Layers {
		m := b.Marks(l)
		if m == nil || l.Role == rules.Follow {
			continue
		}
		fmt.Fprintf(&out, " %s:", l.Name)
		if l.Parts {
			parts := slices.Clone(m.Parts)
			for _, p := range parts {
				fmt.Fprintf(&out, " (")
				for _, c := range p {
					fmt.Fprintf(&out, " %s", b.Geo.Name(c))
				}
				fmt.Fprintf(&out, ")")
			}
			continue
		}
		if l.Objects() {
			fmt.Fprintf(&out, " %v", m.Objects)
			continue
		}
		places, _ := b.Places(l)
		for _, p := range places {
			if b.Held(l, p) {
				name := b.Geo.Name(p)
				if name == "" {
					name = fmt.Sprint(p.N)
				}
				fmt.Fprintf(&out, " %s=%s", name, b.Value(l, p))
			}
		}
	}
	return out.String()
}

// randomBoard draws a small board with random values for all that is given; nil where the family has none so small.
func randomBoard(f *rules.File, r *rng.Stream) *rules.Board {
	rows := f.Size.Rows.Lo + int(r.Uint64N(3))
	cols := f.Size.Cols.Lo + int(r.Uint64N(3))
	if f.Size.Square {
		cols = rows
	}
	if rows*cols > 16 {
		return nil
	}
	params := map[string]int64{}
	for _, p := range f.Params {
		params[p.Name] = int64(p.Range.Lo) + int64(r.Uint64N(uint64(min(3, p.Range.Hi-p.Range.Lo+1))))
	}
	b, err := rules.NewBoard(f, rows, cols, params)
	if err != nil {
		return nil
	}
	// Parts first: other layers stand at them.
	for _, l := range f.Layers {
		if l.Role == rules.Given && l.Parts {
			b.Set(l, &rules.Marks{Parts: randomParts(b, r)})
		}
	}
	for _, l := range f.Layers {
		if l.Role != rules.Given && !l.Printed || l.Parts {
			continue
		}
		if l.Objects() {
			b.Set(l, &rules.Marks{Objects: randomObjects(b, l, r)})
			continue
		}
		places, err := b.Places(l)
		if err != nil {
			return nil
		}
		m := &rules.Marks{Values: map[board.Place]rules.Value{}}
		share := r.Uint64N(4) + 1
		for _, p := range places {
			if r.Uint64N(5) >= share {
				if l.Role == rules.Given && !l.Some && l.Domain.Kind != rules.Bools {
					m.Values[p] = randomValue(b, &l.Domain, r)
				}
				continue
			}
			if l.Printed && r.Uint64N(3) > 0 {
				continue
			}
			m.Values[p] = randomValue(b, &l.Domain, r)
		}
		b.Set(l, m)
	}
	return b
}

func randomValue(b *rules.Board, d *rules.Domain, r *rng.Stream) rules.Value {
	switch d.Kind {
	case rules.Bools:
		return rules.BoolOf(true)
	case rules.Ints:
		if len(d.Words) > 0 && r.IntN(3) == 0 { // a sign among the numbers of a list
			return rules.WordOf(d.Words[r.IntN(len(d.Words))])
		}
		lo, hi, err := b.Bounds(d)
		low, high := int64(0), int64(4)
		if err == nil && lo != nil {
			low = *lo
			high = low + 4
		}
		if err == nil && hi != nil {
			high = min(high, *hi)
		}
		if high < low {
			high = low
		}
		return rules.IntOf(low + int64(r.Uint64N(uint64(high-low+1))))
	case rules.Words:
		return rules.WordOf(d.Words[r.Uint64N(uint64(len(d.Words)))])
	case rules.Lists:
		var list []rules.Value
		for range r.Uint64N(3) {
			list = append(list, randomValue(b, d.Elem, r))
		}
		return rules.ListOf(list...)
	}
	places, err := b.Class(d.At)
	if err != nil || len(places) == 0 {
		return rules.Value{}
	}
	return rules.PlaceOf(places[r.Uint64N(uint64(len(places)))])
}

// randomParts divides the cells by joining neighbours at random.
func randomParts(b *rules.Board, r *rng.Stream) [][]board.Place {
	cells := b.Geo.All(board.Cell)
	root := map[board.Place]board.Place{}
	find := func(c board.Place) board.Place {
		for root[c] != (board.Place{}) {
			c = root[c]
		}
		return c
	}
	for _, l := range b.Geo.All(board.Link) {
		x, y := b.Geo.Ends(l)
		if x, y = find(x), find(y); x != y && r.Uint64N(2) == 0 {
			root[y] = x
		}
	}
	var out [][]board.Place
	at := map[board.Place]int{}
	for _, c := range cells {
		x := find(c)
		if _, ok := at[x]; !ok {
			at[x] = len(out)
			out = append(out, nil)
		}
		out[at[x]] = append(out[at[x]], c)
	}
	return out
}

func randomObjects(b *rules.Board, l *rules.Layer, r *rng.Stream) []map[string]rules.Value {
	var out []map[string]rules.Value
	cells := b.Geo.All(board.Cell)
	for range 1 + r.Uint64N(2) {
		o := map[string]rules.Value{}
		for i := range l.Fields {
			f := &l.Fields[i]
			if !f.Places {
				o[f.Name] = randomValue(b, &f.Domain, r)
				continue
			}
			// A walk, as thermometers and arrows are.
			c := cells[r.Uint64N(uint64(len(cells)))]
			list := []rules.Value{rules.PlaceOf(c)}
			for range r.Uint64N(3) {
				next := b.Geo.Next(c)
				if len(next) == 0 {
					break
				}
				c = next[r.Uint64N(uint64(len(next)))]
				if !slices.ContainsFunc(list, func(v rules.Value) bool { return v.Place == c }) {
					list = append(list, rules.PlaceOf(c))
				}
			}
			o[f.Name] = rules.ListOf(list...)
		}
		out = append(out, o)
	}
	return out
}

// mutate changes one value of an answer.
func mutate(b *rules.Board, r *rng.Stream) *rules.Board {
	out := b.Clone()
	var found []*rules.Layer
	for _, l := range b.File.Layers {
		if l.Role == rules.Find {
			found = append(found, l)
		} else if l.Role == rules.Follow {
			out.Set(l, nil)
		}
	}
	l := found[r.Uint64N(uint64(len(found)))]
	old := b.Marks(l)
	if l.Parts && len(old.Parts) == 0 {
		return b
	}
	if l.Parts {
		// A place goes over to another part, or becomes one of its own; what is left of its part stays together only if it is connected.
		parts := make([][]board.Place, 0, len(old.Parts)+1)
		from := int(r.Uint64N(uint64(len(old.Parts))))
		moved := old.Parts[from][r.Uint64N(uint64(len(old.Parts[from])))]
		to := int(r.Uint64N(uint64(len(old.Parts) + 1)))
		for i, p := range old.Parts {
			p = slices.DeleteFunc(slices.Clone(p), func(c board.Place) bool { return c == moved })
			if i == to {
				p = append(p, moved)
			}
			if len(p) > 0 {
				slices.SortFunc(p, func(a, b board.Place) int { return int(a.N - b.N) })
				parts = append(parts, p)
			}
		}
		if to == len(old.Parts) {
			parts = append(parts, []board.Place{moved})
		}
		for _, p := range parts {
			if !connected(b.Geo, p) { // no division at all: the constraints cannot even say it
				return b
			}
		}
		slices.SortFunc(parts, func(a, b []board.Place) int { return int(a[0].N - b[0].N) })
		out.Set(l, &rules.Marks{Parts: parts})
		return out
	}
	places, _ := b.Places(l)
	if len(places) == 0 {
		return b
	}
	m := &rules.Marks{Values: map[board.Place]rules.Value{}}
	maps.Copy(m.Values, old.Values)
	p := places[r.Uint64N(uint64(len(places)))]
	switch {
	case l.Domain.Kind == rules.Bools && !l.Some:
		m.Values[p] = rules.BoolOf(!b.Value(l, p).True())
	case l.Some && r.Uint64N(3) == 0:
		delete(m.Values, p)
	default:
		m.Values[p] = randomValue(b, &l.Domain, r)
	}
	out.Set(l, m)
	return out
}

func connected(geo *board.Board, places []board.Place) bool {
	seen := map[board.Place]bool{places[0]: true}
	for queue := []board.Place{places[0]}; len(queue) > 0; queue = queue[1:] {
		for _, q := range geo.Next(queue[0]) {
			if !seen[q] && slices.Contains(places, q) {
				seen[q] = true
				queue = append(queue, q)
			}
		}
	}
	return len(seen) == len(places)
}
