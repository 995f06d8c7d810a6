package puzzle

import (
	"context"
	"slices"
	"time"
)

// solvingTime bounds the search for the solution that a format has a place for. Without it the puzzle is written alone.
const solvingTime = 20 * time.Second

// Write gives a puzzle in a format of its family, with its solution where the format has a place for one and there is one that is found soon.
func Write(ctx context.Context, r Reader, inst Shown, format string) (string, error) {
	solved := inst.(Instance).Extras().Solved
	solver, ok := inst.(Solver)
	holds := slices.ContainsFunc(r.Formats(), func(f Format) bool { return f.Name == format && f.Solution })
	if !ok || !holds || solved == nil {
		return inst.Encode(format)
	}
	short, cancel := context.WithTimeout(ctx, solvingTime)
	defer cancel()
	res, err := solver.Solve(short, 2)
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	if err != nil || res.Status != Unique {
		return inst.Encode(format)
	}
	text, err := solved(format, res.Solutions[0])
	if err != nil { // the solution is what the format cannot hold, perhaps
		return inst.Encode(format)
	}
	return text, nil
}
