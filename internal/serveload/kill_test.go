package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/quandary-puzzles/quandary/internal/kinds/sudoku"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/internal/store"
	"github.com/quandary-puzzles/quandary/internal/web"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// childEnv names the file of games that a child process of TestServerKilled serves.
const childEnv = "QUANDARY_SERVELOAD_CHILD"

func TestMain(m *testing.M) {
	if path := os.Getenv(childEnv); path != "" {
		fmt.Fprintln(os.Stderr, serveForEver(path))
		os.Exit(1)
	}
	os.Exit(m.Run())
}

func serveForEver(path string) error {
	st, err := store.Open(context.Background(), path)
	if err != nil {
		return err
	}
	site, err := web.New(web.Config{Families: puzzle.NewRegistry(sudoku.Family{}), Store: st})
	if err != nil {
		return err
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Println("http://" + l.Addr().String())
	return (&http.Server{Handler: site, ReadHeaderTimeout: time.Second}).Serve(l)
}

// serving starts a child and gives it with its address.
func serving(t *testing.T, path string) (*exec.Cmd, string) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childEnv+"="+path)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return cmd, strings.TrimSpace(line)
}

// TestServerKilled kills a server under players, again and again: each finds every move that was acknowledged, and goes on.
// QUANDARY_KILLS sets the number of rounds.
func TestServerKilled(t *testing.T) {
	puztest.From(t, puztest.Usual)
	rounds := 5
	if text := os.Getenv("QUANDARY_KILLS"); text != "" {
		if _, err := fmt.Sscan(text, &rounds); err != nil {
			t.Fatal(err)
		}
	}
	type owner struct {
		jar   http.CookieJar // jars tell hosts apart, not ports
		game  string
		acked int
	}
	path := filepath.Join(t.TempDir(), "q.db")
	players := make([]owner, 8)
	for i := range players {
		jar, err := cookiejar.New(nil)
		if err != nil {
			t.Fatal(err)
		}
		players[i].jar = jar
	}
	total := 0
	for round := range rounds {
		cmd, url := serving(t, path)
		time.AfterFunc(time.Duration(60+37*(round%11))*time.Millisecond, func() { _ = cmd.Process.Kill() })
		var wg sync.WaitGroup
		for i := range players {
			wg.Go(func() {
				o := &players[i]
				p := &player{client: &http.Client{Jar: o.jar}, url: url}
				if o.game == "" {
					var g struct {
						Game string `json:"game"`
					}
					if p.post(t.Context(), "/api/v1/games", map[string]any{"puzzle": "sudoku:4x4:1..............."}, &g) != nil {
						return // killed before it began
					}
					o.game = g.Game
				}
				// Whatever the log has beyond what was acknowledged is this player's own, sent just before the kill.
				if n, ok := length(t, p, o.game); ok {
					if n < o.acked {
						t.Errorf("round %d: player %d has %d events, %d were acknowledged", round, i, n, o.acked)
					}
					for o.acked = n; ; o.acked++ {
						event := map[string]any{"t": "move", "m": fmt.Sprintf("r2c2=%d", o.acked%4+1)}
						if p.post(t.Context(), "/api/v1/games/"+o.game+"/events", map[string]any{"from": o.acked, "events": []any{event}}, nil) != nil {
							return
						}
					}
				}
			})
		}
		wg.Wait()
		_ = cmd.Wait() // it was killed
	}
	for _, o := range players {
		total += o.acked
	}
	t.Logf("%d moves in %d rounds", total, rounds)
	if total == 0 {
		t.Error("nothing was played")
	}
}

// length reads a game and checks its log; ok is false when the server was killed meanwhile.
func length(t *testing.T, p *player, game string) (n int, ok bool) {
	resp, err := p.client.Get(p.url + "/api/v1/games/" + game)
	if err != nil {
		return 0, false
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return 0, false
	}
	var g struct {
		Length int
		Events []struct{ M string }
	}
	if err := json.Unmarshal(body, &g); err != nil || resp.StatusCode != http.StatusOK {
		t.Errorf("game %s: %s %s", game, resp.Status, body)
		return 0, false
	}
	for i, e := range g.Events {
		if e.M != fmt.Sprintf("r2c2=%d", i%4+1) {
			t.Errorf("game %s: event %d is %q", game, i, e.M)
		}
	}
	return g.Length, true
}
