package declared

import (
	"errors"
	"math"
)

// errWork ends a search that has done as much as it may.
var errWork = errors.New("more work than this search may do")

// work counts what a board's probes and runs do, in about the same units everywhere.
type work struct{ done, until int64 }

// bound lets as much be done from now on; 0: any.
func (w *work) bound(n int64) {
	if w.until = 0; n > 0 {
		w.until = w.done + n
	}
}

// err is errWork where more was done than may be.
func (w *work) err() error {
	if w.until > 0 && w.done >= w.until {
		return errWork
	}
	return nil
}

// left is how much may be done still.
func (w *work) left() int64 {
	if w.until == 0 {
		return math.MaxInt32
	}
	return max(0, w.until-w.done)
}

// spend counts work; it fails before what is done beyond the bound.
func (w *work) spend(n int) error {
	if err := w.err(); err != nil {
		return err
	}
	w.done += int64(n)
	return nil
}
