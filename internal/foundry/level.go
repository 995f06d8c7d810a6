package foundry

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"sort"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/kinds/worded"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/record"
	"github.com/quandary-puzzles/quandary/spec"
)

// rank says which of some puzzles a level takes when they are put in the order of how hard they are; the zero rank is for a level that
// takes each puzzle as it comes.
type rank struct{ at, of int }

// wholeRank is the rank of a level where nothing is declared for the levels.
func wholeRank(level int) rank { return rank{level - 1, puzzle.Levels} }

// atLevel adds to the options of a family what its level declares, and gives the name of the source with the size that goes with
// it. A level has a rank where the levels are not declared, and among the levels that are declared alike.
func atLevel(name string, opt *Options) (at string, by rank, err error) {
	if opt.Level == 0 {
		return name, rank{}, nil
	}
	fam, p, _, _, err := opt.Families.SplitID(name)
	if err != nil {
		return name, rank{}, err
	}
	declared := fam.About().Levels
	if declared == nil {
		return name, wholeRank(opt.Level), nil
	}
	if !strings.Contains(name, ":") {
		p = nil
	}
	levels, err := declared(p)
	if err != nil {
		return name, rank{}, fmt.Errorf("%s %w", fam.Name(), err)
	}
	if levels == nil {
		return name, wholeRank(opt.Level), nil
	}
	level := levels[opt.Level-1]
	settings, err := opt.settings()
	if err != nil {
		return name, rank{}, err
	}
	if opt.Settings, err = settings.With(level.Settings); err != nil {
		return name, rank{}, err
	}
	opt.Class = ""
	for i, other := range levels {
		if other.Params == level.Params && maps.Equal(other.Settings, level.Settings) {
			if by.of++; i < opt.Level-1 {
				by.at++
			}
		}
	}
	if by.of == 1 {
		by = rank{}
	}
	return fam.Name() + ":" + level.Params, by, nil
}

// ranked tells levels apart that are declared alike, or not at all: it makes as many puzzles as there are such levels, puts them in the
// order of how hard they are, and takes the one of the rank.
type ranked struct {
	Source
	level int
	by    rank
	cost  func(ctx context.Context, list []Made) ([]float64, error)
}

func (s *ranked) Hash() string {
	return record.Hash(fmt.Appendf(nil, "%s\nlevel %d\n", s.Source.Hash(), s.level))
}

func (s *ranked) Fits(o *record.Origin) error {
	if o.Level != s.level {
		return fmt.Errorf("the record is of level %d, this run makes level %d", o.Level, s.level)
	}
	return s.Source.Fits(o)
}

func (s *ranked) NewMaker(seed uint64) Maker {
	mk := s.Source.NewMaker(seed)
	return func(ctx context.Context, index uint64) (Made, error) {
		drawn := uint64(s.by.of)
		if index > math.MaxUint64/drawn-1 {
			return Made{}, fmt.Errorf("record %d: a run at this level has at most %d records", index, math.MaxUint64/drawn)
		}
		var list []Made
		out := Made{Lost: map[string]int{}}
		var failure error
		for i := range drawn {
			m, err := mk(ctx, index*drawn+i)
			out.Tries += m.Tries
			for cause, n := range m.Lost {
				out.Lost[cause] += n
			}
			if err == nil {
				list = append(list, m)
			} else if failure = err; ctx.Err() != nil {
				break
			}
		}
		if len(list) == 0 || ctx.Err() != nil {
			return out, errors.Join(ctx.Err(), failure)
		}
		costs, err := s.cost(ctx, list)
		if err != nil {
			return out, err
		}
		order := make([]int, len(list))
		for i := range order {
			order[i] = i
		}
		sort.SliceStable(order, func(a, b int) bool { return costs[order[a]] < costs[order[b]] })
		m := list[order[s.by.at*(len(list)-1)/(s.by.of-1)]]
		m.Tries, m.Lost = out.Tries, out.Lost
		if r := m.Record; r != nil {
			r.Origin.Index, r.Origin.Level = index, s.level
			r.ID = fmt.Sprintf("%s-%d-%d", r.Source, seed, index)
			if r.Origin.Tries > 0 {
				r.Origin.Tries = m.Tries
			}
		}
		return m, nil
	}
}

// ratedCosts gives the rated costs of puzzles of a family, or the work of solving them where the family has no rating.
func ratedCosts(ctx context.Context, list []Made) ([]float64, error) {
	out := make([]float64, len(list))
	for i, m := range list {
		c, err := Cost(ctx, m.Generated.Instance)
		if err != nil {
			return nil, err
		}
		out[i] = c
	}
	return out, nil
}

// Cost is what the puzzle costs a person to solve, by its family's rating; of a family without one, the steps of the search for
// its solutions.
func Cost(ctx context.Context, inst puzzle.Instance) (float64, error) {
	if cost := inst.Extras().Cost; cost != nil {
		return cost(ctx)
	}
	if r, ok := inst.(puzzle.Rater); ok {
		rating, err := r.Rate(ctx)
		return rating.Cost, err
	}
	s, ok := inst.(puzzle.Solver)
	if !ok {
		return 0, errors.New("these puzzles can be neither rated nor solved, so they have no levels")
	}
	res, err := s.Solve(ctx, 2)
	if err != nil {
		return 0, err
	}
	sum := 0.0
	for _, m := range res.Work {
		if n, err := json.Number(fmt.Sprint(m.Value)).Float64(); err == nil {
			sum += n
		}
	}
	return sum, nil
}

// factorCosts gives the figure of the published difficulty for records of a specification: the weighted mean of where each
// variable with a diff_factor lies in the range that the list has; a list counts by its length. Records of equal figures, and
// those of a specification without factors, are told apart by the length of their text.
func factorCosts(factors []spec.Factor) func(context.Context, []Made) ([]float64, error) {
	return func(_ context.Context, list []Made) ([]float64, error) {
		out := make([]float64, len(list))
		for _, f := range factors {
			values := make([]float64, len(list))
			for i, m := range list {
				values[i] = figure(drawnFrom(m).Config, f.Variable)
			}
			addScaled(out, values, f.Weight)
		}
		lengths := make([]float64, len(list))
		for i, m := range list {
			lengths[i] = float64(len(drawnFrom(m).Problem))
		}
		addScaled(out, lengths, 1e-3)
		return out, nil
	}
}

// drawnFrom gives the record that a specification made: that of the puzzle, where a family wraps it.
func drawnFrom(m Made) *record.Record {
	if m.Generated != nil {
		if in, ok := m.Generated.Instance.(*worded.Instance); ok {
			return in.Record()
		}
	}
	return m.Record
}

// addScaled adds where each value lies in the range of all, from 0 to the weight.
func addScaled(to, values []float64, weight float64) {
	lo, hi := slices.Min(values), slices.Max(values)
	if lo == hi {
		return
	}
	for i, v := range values {
		to[i] += weight * (v - lo) / (hi - lo)
	}
}

// figure gives the number that a variable has in a record's configuration: of a list its length, of what is no number 0.
func figure(config json.RawMessage, name string) float64 {
	var members map[string]json.RawMessage
	if json.Unmarshal(config, &members) != nil {
		return 0
	}
	var n float64
	if json.Unmarshal(members[name], &n) == nil {
		return n
	}
	var items []json.RawMessage
	if json.Unmarshal(members[name], &items) == nil {
		return float64(len(items))
	}
	var yes bool
	if json.Unmarshal(members[name], &yes) == nil && yes {
		return 1
	}
	return 0
}
