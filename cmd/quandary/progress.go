package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// progress shows how far long work has come: as a bar on a terminal, as a line now and then elsewhere. The zero value
// shows nothing.
type progress struct {
	bar   *progressbar.ProgressBar
	w     io.Writer
	total int64
	done  int64
	last  time.Time
}

// linesEvery is the time between two lines where there is no terminal to draw a bar on.
const linesEvery = 30 * time.Second

func newProgress(w io.Writer, total int64, quiet bool) *progress {
	p := &progress{total: total}
	if quiet || total < 2 {
		return p
	}
	p.w, p.last = w, time.Now()
	if f, ok := w.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		p.bar = progressbar.NewOptions64(total,
			progressbar.OptionSetWriter(w),
			progressbar.OptionShowCount(),
			progressbar.OptionShowIts(),
			progressbar.OptionSetPredictTime(true),
			progressbar.OptionThrottle(100*time.Millisecond),
			progressbar.OptionClearOnFinish(),
		)
	}
	return p
}

// add counts one more, with a note on how it goes.
func (p *progress) add(note string) {
	p.done++
	switch {
	case p.w == nil:
	case p.bar != nil:
		p.bar.Describe(note)
		_ = p.bar.Add(1) // a bar that cannot be drawn is no reason to stop the work
	case time.Since(p.last) >= linesEvery:
		p.last = time.Now()
		fmt.Fprintf(p.w, "%d of %d (%d %%) %s\n", p.done, p.total, 100*p.done/p.total, note)
	}
}

// finish clears the bar.
func (p *progress) finish() {
	if p.bar != nil {
		_ = p.bar.Finish()
	}
}
