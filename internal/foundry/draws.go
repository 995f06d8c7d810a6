package foundry

import "fmt"

// Draws are those of a run, and how many of them used up a budget and were thrown away.
type Draws struct{ All, Overspent int }

// More than MaxOverspent of the draws that used up a budget, of so many draws at least, make a run fail: what is missing is what was
// hard, and whoever trains or tests on the rest does not see it.
const (
	MaxOverspent = 0.02
	enoughDraws  = 50
)

// Share is the share of draws that used up a budget, from 0 to 1.
func (d Draws) Share() float64 {
	if d.All == 0 {
		return 0
	}
	return float64(d.Overspent) / float64(d.All)
}

// Bias is an error when too many draws were lost to budgets.
func (d Draws) Bias() error {
	if d.All < enoughDraws || d.Share() <= MaxOverspent {
		return nil
	}
	return fmt.Errorf("%d of %d draws (%.1f %%) used up a budget and were thrown away: hard puzzles are missing from what was made, which is all there; --allow-bias accepts that",
		d.Overspent, d.All, 100*d.Share())
}
