package declared

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/quandary-puzzles/quandary/carve"
	deduce "github.com/quandary-puzzles/quandary/deduce/declared"
	"github.com/quandary-puzzles/quandary/internal/making"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/rules"
)

// Puzzles are made in the room making: here is what it asks of a family, and what a family asks of it.

var (
	_ puzzle.Generator = (*Family)(nil)
	_ puzzle.Generator = (*Builtin)(nil)
)

// Options lists the settings of Generate.
func (f *Family) Options() []puzzle.Option {
	if f.model == nil {
		return making.Options(f.file, nil)
	}
	return making.Options(f.file, f.model.Names())
}

// sized gives the size that parameters of the family are.
func sized(p puzzle.Params) (rules.BoardSize, error) {
	own, ok := p.(params)
	if !ok {
		return rules.BoardSize{}, fmt.Errorf("parameters of another family: %v", p)
	}
	return own.BoardSize, nil
}

// CheckSettings judges settings as Generate does.
func (f *Family) CheckSettings(p puzzle.Params, s puzzle.Settings) error {
	size, err := sized(p)
	if err != nil {
		return err
	}
	return f.maker.CheckSettings(size, s)
}

// Generate makes a puzzle.
func (f *Family) Generate(ctx context.Context, p puzzle.Params, s puzzle.Settings, r *rng.Stream, report func(puzzle.Progress)) (puzzle.Generated, error) {
	size, err := sized(p)
	if err != nil {
		return puzzle.Generated{}, err
	}
	return f.generated(f.maker.Make(ctx, size, s, r, report))
}

// Fill makes a puzzle that has all that a board gives.
func (f *Family) Fill(ctx context.Context, inst puzzle.Instance, s puzzle.Settings, r *rng.Stream, report func(puzzle.Progress)) (puzzle.Generated, error) {
	i, ok := inst.(*Instance)
	if !ok || i.f != f {
		return puzzle.Generated{}, errors.New("a board of another family")
	}
	return f.generated(f.maker.Fill(ctx, i.b, s, r, report))
}

// generated gives what was made as a puzzle of the family.
func (f *Family) generated(made making.Made, err error) (puzzle.Generated, error) {
	if err != nil {
		return puzzle.Generated{}, err
	}
	return puzzle.Generated{Instance: f.instance(made.Puzzle), Solution: &Solution{f, made.Solution}, Class: made.Class, Work: made.Work}, nil
}

// Levels gives larger and larger boards. Of a size that is given no levels are declared.
func (f *Family) Levels(p puzzle.Params) (*[puzzle.Levels]puzzle.Level, error) {
	levels, err := f.maker.Levels()
	if p != nil && err == nil {
		return nil, nil
	}
	return levels, err
}

// Classes carves one full board to the end and sorts every puzzle met on the way by class. See making.Maker.
func (f *Family) Classes(ctx context.Context, p puzzle.Params, by *making.Formula, r *rng.Stream, report func(puzzle.Progress)) ([]carve.Class[*Instance], error) {
	size, err := sized(p)
	if err != nil {
		return nil, err
	}
	res, err := f.maker.Classes(ctx, size, by, r, report)
	var out []carve.Class[*Instance]
	for _, c := range res.Classes {
		own := carve.Class[*Instance]{Name: c.Name}
		for _, b := range c.Puzzles {
			own.Puzzles = append(own.Puzzles, f.instance(b))
		}
		out = append(out, own)
	}
	return out, err
}

// Definition is the paper's D of a family at a size, for whoever has a C and a T of their own. It is for one goroutine, and holds the solver of the
// last board that it made until Close or the next one.
type Definition struct {
	d *making.Definition
	f *Family
}

// Define gives the family's D. It finds out first which printed values may be taken away, which can take seconds.
func (f *Family) Define(ctx context.Context, p puzzle.Params) (*Definition, error) {
	size, err := sized(p)
	if err != nil {
		return nil, err
	}
	d, err := f.maker.Define(ctx, size)
	if err != nil {
		return nil, err
	}
	return &Definition{d, f}, nil
}

// Close gives back what the last board holds.
func (d *Definition) Close() { d.d.Close() }

// Random makes a full board.
func (d *Definition) Random(ctx context.Context, r *rng.Stream) (carve.Board[puzzle.Instance], error) {
	b, err := d.d.Random(ctx, r)
	if err != nil {
		return nil, err
	}
	return outside{b, d.f}, nil
}

// outside is a board being carved, for those who do not know how its puzzles are made.
type outside struct {
	carve.Board[*rules.Board]
	f *Family
}

var _ carve.Mapped[puzzle.Instance] = outside{}

// Puzzle gives the puzzle as it stands.
func (o outside) Puzzle() (puzzle.Instance, error) {
	b, err := o.Board.Puzzle()
	if err != nil {
		return nil, err
	}
	return o.f.instance(b), nil
}

// Key tells puzzles apart.
func (o outside) Key(p puzzle.Instance) string { return p.Params().String() + ":" + p.Desc() }

// Keeps judges what a map makes of the full board: it must be a puzzle of the family with one solution.
func (o outside) Keeps(ctx context.Context, _ string, images []puzzle.Instance) error {
	for _, p := range images {
		inst, ok := p.(*Instance)
		if !ok || inst.f != o.f {
			return errors.New("it makes a puzzle of another family")
		}
		res, err := inst.Solve(ctx, 2)
		if err != nil {
			return err
		}
		if res.Status != puzzle.Unique {
			return fmt.Errorf("what it makes does not have one solution: %s", inst.Desc())
		}
	}
	return nil
}

// rater rates boards of a family that are being made.
type rater struct{ f *Family }

// Rate rates a board that needs no step harder than most.
func (r rater) Rate(ctx context.Context, b *rules.Board, most int) (puzzle.Rating, float64, error) {
	rating, open, err := r.f.instance(b).rate(ctx, most)
	return rating, open, lost(err)
}

// lost gives the error of a board without a solution as who carves knows it.
func lost(err error) error {
	if errors.Is(err, errNoSolution) {
		return carve.ErrNoSolution
	}
	return err
}

// Estimate rates a board by bounded work.
func (r rater) Estimate(ctx context.Context, b *rules.Board) (puzzle.Rating, bool, error) {
	m, err := r.f.instance(b).estimate(ctx)
	return puzzle.Rating{Class: strconv.Itoa(m.Class), Score: m.Score, Steps: m.Steps}, !m.Cut, err
}

// Within tells how far steps lead that are no harder than most.
func (r rater) Within(ctx context.Context, b *rules.Board, most int) (*deduce.Reach, error) {
	d, _, _, err := r.f.instance(b).reasoner(ctx, nil, false)
	if err != nil {
		return nil, lost(err)
	}
	return d.Within(ctx, most)
}

// Options, CheckSettings, Generate, Fill, Define and Levels are those of the family.
func (b *Builtin) Options() []puzzle.Option { return b.load().Options() }

// CheckSettings judges settings as Generate does.
func (b *Builtin) CheckSettings(p puzzle.Params, s puzzle.Settings) error {
	return b.load().CheckSettings(p, s)
}

// Generate makes a puzzle.
func (b *Builtin) Generate(ctx context.Context, p puzzle.Params, s puzzle.Settings, r *rng.Stream, report func(puzzle.Progress)) (puzzle.Generated, error) {
	return b.load().Generate(ctx, p, s, r, report)
}

// Fill makes a puzzle that has all that a board gives.
func (b *Builtin) Fill(ctx context.Context, inst puzzle.Instance, s puzzle.Settings, r *rng.Stream, report func(puzzle.Progress)) (puzzle.Generated, error) {
	return b.load().Fill(ctx, inst, s, r, report)
}

// Define gives the family's D.
func (b *Builtin) Define(ctx context.Context, p puzzle.Params) (*Definition, error) {
	return b.load().Define(ctx, p)
}

// Levels gives the levels.
func (b *Builtin) Levels(p puzzle.Params) (*[puzzle.Levels]puzzle.Level, error) {
	return b.load().Levels(p)
}
