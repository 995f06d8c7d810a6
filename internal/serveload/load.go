// Package main plays on a running `quandary serve` with many players at once, and says how long moves took. Each player
// begins a game, follows the explanation of its puzzle move by move with a pause between two moves, goes back to the start
// when it is solved, and now and then asks for a hint.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"slices"
	"strings"
	"sync"
	"time"
)

// options say what a run does.
type options struct {
	url     string
	puzzles []string
	players int
	pause   time.Duration // between two moves of a player
	length  time.Duration // of the run
}

// report is what a run measured.
type report struct {
	moves  []time.Duration // sorted
	hints  []time.Duration // sorted
	errors []string        // the first of them
	failed int
}

// quantile gives the time that a share of the sorted times does not exceed.
func quantile(sorted []time.Duration, share float64) time.Duration {
	if len(sorted) == 0 {
		return 0
	}
	return sorted[min(len(sorted)-1, int(share*float64(len(sorted))))]
}

// hintEvery is how many moves of a player come on one hint.
const hintEvery = 20

// run plays until the time is over.
func run(ctx context.Context, opt options) (report, error) {
	transport := &http.Transport{MaxIdleConns: opt.players + 8, MaxIdleConnsPerHost: opt.players + 8}
	defer transport.CloseIdleConnections()
	paths := make([][]string, len(opt.puzzles))
	first := &player{client: &http.Client{Transport: transport}, url: opt.url}
	for i, p := range opt.puzzles {
		var ans struct {
			Steps []struct {
				Moves []string `json:"moves"`
			} `json:"steps"`
		}
		if err := first.post(ctx, "/api/v1/explain", map[string]any{"puzzle": p}, &ans); err != nil {
			return report{}, fmt.Errorf("%s: %w", p, err)
		}
		for _, s := range ans.Steps {
			paths[i] = append(paths[i], strings.Join(s.Moves, " "))
		}
		if len(paths[i]) == 0 {
			return report{}, fmt.Errorf("%s: no step to follow", p)
		}
	}
	var mu sync.Mutex
	var rep report
	var wg sync.WaitGroup
	end := time.Now().Add(opt.length)
	for i := range opt.players {
		wg.Go(func() {
			jar, err := cookiejar.New(nil)
			if err != nil {
				panic(err) // it has no options that could be wrong
			}
			p := &player{client: &http.Client{Transport: transport, Jar: jar}, url: opt.url,
				puzzle: opt.puzzles[i%len(opt.puzzles)], path: paths[i%len(paths)]}
			wait(ctx, opt.pause*time.Duration(i)/time.Duration(opt.players)) // not all in the same moment
			err = p.play(ctx, end, opt.pause)
			mu.Lock()
			defer mu.Unlock()
			rep.moves = append(rep.moves, p.moves...)
			rep.hints = append(rep.hints, p.hints...)
			if err != nil {
				rep.failed++
				if len(rep.errors) < 5 {
					rep.errors = append(rep.errors, err.Error())
				}
			}
		})
	}
	wg.Wait()
	slices.Sort(rep.moves)
	slices.Sort(rep.hints)
	return rep, ctx.Err()
}

// player is one player.
type player struct {
	client *http.Client
	url    string
	puzzle string
	path   []string
	moves  []time.Duration
	hints  []time.Duration
}

// play plays until a time.
func (p *player) play(ctx context.Context, end time.Time, pause time.Duration) error {
	var game struct {
		Game string `json:"game"`
	}
	if err := p.post(ctx, "/api/v1/games", map[string]any{"puzzle": p.puzzle}, &game); err != nil {
		return err
	}
	for n := 0; time.Now().Before(end) && ctx.Err() == nil; n++ {
		at := n % (len(p.path) + 1)
		event := map[string]any{"t": "undo", "to": 0}
		if at < len(p.path) {
			event = map[string]any{"t": "move", "m": p.path[at]}
		}
		var ack struct {
			Length int    `json:"length"`
			State  string `json:"state"`
		}
		begun := time.Now()
		err := p.post(ctx, "/api/v1/games/"+game.Game+"/events", map[string]any{"from": n, "events": []any{event}}, &ack)
		p.moves = append(p.moves, time.Since(begun))
		if err == nil && ack.Length != n+1 {
			err = fmt.Errorf("event %d was acknowledged as %d", n+1, ack.Length)
		}
		if err != nil {
			return err
		}
		if n%hintEvery == hintEvery-1 {
			begun := time.Now()
			if err := p.post(ctx, "/api/v1/hint", map[string]any{"puzzle": p.puzzle, "state": ack.State}, nil); err != nil {
				return err
			}
			p.hints = append(p.hints, time.Since(begun))
		}
		wait(ctx, pause-time.Since(begun))
	}
	return nil
}

// post makes a call; any answer but success is an error.
func (p *player) post(ctx context.Context, path string, body, answer any) error {
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, p.url+path, bytes.NewReader(text))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := p.client.Do(req)
	if err != nil {
		return err
	}
	got, err := io.ReadAll(resp.Body)
	err = errors.Join(err, resp.Body.Close())
	if err == nil && resp.StatusCode >= 300 {
		err = fmt.Errorf("%s: %s: %.300s", path, resp.Status, got)
	}
	if err == nil && answer != nil {
		err = json.Unmarshal(got, answer)
	}
	return err
}

func wait(ctx context.Context, d time.Duration) {
	if d <= 0 {
		return
	}
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}
