package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"math"
	"strings"
	"sync"
	"time"

	"github.com/quandary-puzzles/quandary/internal/batch"
	"github.com/quandary-puzzles/quandary/internal/foundry"
	"github.com/quandary-puzzles/quandary/record"
)

// mostAtOnce bounds the records of one request.
const mostAtOnce = 100_000

// generate makes records until all are made, the time of the request is over, or one fails.
func (w *worker) generate(ctx context.Context, r generateRequest) (record.Object, []byte, error) {
	if r.Count > mostAtOnce {
		return nil, nil, fmt.Errorf("count: expected at most %d at once, found %d", mostAtOnce, r.Count)
	}
	if r.Count > 0 && r.Start > math.MaxUint64-(r.Count-1) {
		return nil, nil, errors.New("start and count: the record numbers go past 2^64-1")
	}
	src, err := w.sources.take(r.sourceRequest)
	if err != nil {
		return nil, nil, flagged(err)
	}
	defer w.sources.give(src)
	makers := src.lease(r.Seed)
	defer makers.end()
	var out bytes.Buffer
	stats := newRunStats()
	failed := []any{}
	next, stopped := r.Start, false
	err = batch.Map(ctx, &out, r.indices(), batch.Options{
		Start: r.Start, Workers: w.workers,
		GoOn: func(err error) bool {
			stopped = !r.KeepGoing && !overspent(err)
			return !stopped
		},
		Seen: func(index uint64, item batch.Item) {
			stats.add(item)
			if !stopped {
				next = index + 1
			}
			if item.Err != nil {
				failed = append(failed, record.Object{{Key: "index", Value: index}, {Key: "error", Value: message(item.Err)}})
			}
		},
	}, func() func(context.Context, uint64) batch.Item { return lineMaker(w.known(makers.take()), "jsonl") })
	if bad := (*batch.FailedError)(nil); err != nil && (!errors.As(err, &bad) || stopped && out.Len() == 0) {
		return nil, nil, err
	}
	header := record.Object{{Key: "next", Value: next}, {Key: "tries", Value: stats.tries}, {Key: "overspent", Value: stats.overspent}}
	if len(failed) > 0 {
		header.Set("failed", failed)
	}
	return header, out.Bytes(), nil
}

// known has the grader remember the puzzles that a maker makes: answers to them come next.
func (w *worker) known(mk foundry.Maker) foundry.Maker {
	return func(ctx context.Context, index uint64) (foundry.Made, error) {
		m, err := mk(ctx, index)
		if err == nil && m.Generated != nil && m.Record != nil && m.Record.Origin != nil {
			w.grader.Know(m.Record.Origin.Puzzle, m.Generated.Instance)
		}
		return m, err
	}
}

// indices are those of a request, for as long as there is time.
func (r generateRequest) indices() iter.Seq[uint64] {
	begin := time.Now()
	return func(yield func(uint64) bool) {
		for i := range r.Count {
			if i > 0 && r.BudgetMS > 0 && time.Since(begin) > time.Duration(r.BudgetMS)*time.Millisecond {
				return
			}
			if !yield(r.Start + i) {
				return
			}
		}
	}
}

// mostOpen bounds the sources that are kept open, idle ones and their makers with them.
const mostOpen = 64

// sources keeps sources open between requests. The zero value is ready.
type sources struct {
	mu    sync.Mutex
	open  map[string]*source
	clock uint64 // counts the requests
}

// source is a source that stays open, with makers that have no work.
type source struct {
	foundry.Source
	key  string
	last uint64 // when it was asked for last
	used int    // requests that use it now

	mu   sync.Mutex
	seed uint64
	idle []foundry.Maker // of the seed
}

// take gives the source of a request, and keeps it open until give. A file may change between requests, so it is read anew.
func (s *sources) take(r sourceRequest) (*source, error) {
	key, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	opt := r.options()
	_, isFile := opt.RulesFile(r.Source)
	kept := !isFile && opt.IsFamily(r.Source) || strings.HasPrefix(r.Source, foundry.GalleryPrefix)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.clock++
	if src := s.open[string(key)]; src != nil && kept {
		src.last, src.used = s.clock, src.used+1
		return src, nil
	}
	opened, err := foundry.Open(r.Source, opt)
	if err != nil {
		return nil, err
	}
	src := &source{Source: opened, last: s.clock, used: 1}
	if kept {
		src.key = string(key)
		s.makeRoom()
		if s.open == nil {
			s.open = map[string]*source{}
		}
		s.open[src.key] = src
	}
	return src, nil
}

// makeRoom closes the idle source that was not asked for the longest, when there are too many; the lock is held.
func (s *sources) makeRoom() {
	if len(s.open) < mostOpen {
		return
	}
	var oldest *source
	for _, src := range s.open {
		if src.used == 0 && (oldest == nil || src.last < oldest.last) {
			oldest = src
		}
	}
	if oldest != nil {
		delete(s.open, oldest.key)
		_ = oldest.Close() // what its solvers say when they are told to end is of no use to anybody
	}
}

// give takes a source back from a request.
func (s *sources) give(src *source) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if src.used--; src.key == "" {
		_ = src.Close()
	}
}

// close closes all sources, which no request uses any more.
func (s *sources) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, src := range s.open {
		_ = src.Close()
	}
	s.open = nil
}

// lease is the makers of one request.
type lease struct {
	src  *source
	seed uint64
	mu   sync.Mutex
	out  []foundry.Maker
}

func (s *source) lease(seed uint64) *lease { return &lease{src: s, seed: seed} }

// take gives one goroutine a maker: one that an earlier request of the same seed has left, or a new one.
func (l *lease) take() foundry.Maker {
	l.src.mu.Lock()
	var m foundry.Maker
	if n := len(l.src.idle); n > 0 && l.src.seed == l.seed {
		m, l.src.idle = l.src.idle[n-1], l.src.idle[:n-1]
	}
	l.src.mu.Unlock()
	if m == nil {
		m = l.src.NewMaker(l.seed)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.out = append(l.out, m)
	return m
}

// end leaves the makers to the next request.
func (l *lease) end() {
	l.src.mu.Lock()
	defer l.src.mu.Unlock()
	if l.src.seed != l.seed {
		l.src.seed, l.src.idle = l.seed, nil
	}
	l.src.idle = append(l.src.idle, l.out...)
}
