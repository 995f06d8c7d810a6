package main

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// progress shows how far long work has come: as a bar on a terminal, as a line now and then elsewhere, and as a line where
// nothing has been finished for a while. finish must be called.
type progress struct {
	w     io.Writer // nil: nothing is shown
	total int64
	stop  chan struct{}
	ended sync.WaitGroup

	mu   sync.Mutex // what follows, and writing to w
	bar  *progressbar.ProgressBar
	done int64
	last time.Time // of the last line or the last thing finished
	how  string    // how what is under way goes
}

const (
	linesEvery  = 30 * time.Second // between two lines where there is no terminal to draw a bar on
	silentAfter = 10 * time.Second // without anything finished before a line says that the work goes on
)

func newProgress(w io.Writer, total int64, quiet bool) *progress {
	p := &progress{total: total}
	if quiet {
		return p
	}
	begin := time.Now()
	p.w, p.last, p.stop = w, begin, make(chan struct{})
	if f, ok := w.(*os.File); ok && total > 1 && term.IsTerminal(int(f.Fd())) {
		p.bar = progressbar.NewOptions64(total,
			progressbar.OptionSetWriter(w),
			progressbar.OptionShowCount(),
			progressbar.OptionShowIts(),
			progressbar.OptionSetPredictTime(true),
			progressbar.OptionThrottle(100*time.Millisecond),
			progressbar.OptionClearOnFinish(),
		)
	}
	p.ended.Go(func() { p.watch(begin) })
	return p
}

// watch says that the work goes on when nothing has been finished for a while.
func (p *progress) watch(begin time.Time) {
	tick := time.NewTicker(silentAfter)
	defer tick.Stop()
	for {
		select {
		case <-p.stop:
			return
		case <-tick.C:
		}
		p.mu.Lock()
		if time.Since(p.last) >= silentAfter {
			how := ""
			if p.how != "" {
				how = "; " + p.how
			}
			fmt.Fprintf(p.w, "still working: %d of %d finished after %.0f s%s\n", p.done, p.total, time.Since(begin).Seconds(), how)
		}
		p.mu.Unlock()
	}
}

// say keeps how what is under way goes, for the next line.
func (p *progress) say(how string) {
	if p.w == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.how = how
}

// left says what was under way when the work was broken off.
func (p *progress) left() {
	if p.w == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.how != "" {
		fmt.Fprintln(p.w, "broken off after", p.how)
	}
}

// add counts one more, with a note on how it goes.
func (p *progress) add(note string) {
	if p.w == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done++
	p.how = ""
	switch {
	case p.bar != nil:
		p.last = time.Now()
		p.bar.Describe(note)
		_ = p.bar.Add(1) // a bar that cannot be drawn is no reason to stop the work
	case p.total > 1 && time.Since(p.last) >= linesEvery:
		p.last = time.Now()
		fmt.Fprintf(p.w, "%d of %d (%d %%) %s\n", p.done, p.total, 100*p.done/p.total, note)
	}
}

// finish clears the bar.
func (p *progress) finish() {
	if p.w == nil {
		return
	}
	close(p.stop)
	p.ended.Wait()
	if p.bar != nil {
		_ = p.bar.Finish()
	}
}
