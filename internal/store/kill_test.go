package store

import (
	"bufio"
	"context"
	"fmt"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// childEnv names the file that a child process of TestKilled writes to.
const childEnv = "QUANDARY_STORE_CHILD"

func TestMain(m *testing.M) {
	if path := os.Getenv(childEnv); path != "" {
		writeForEver(path)
	}
	os.Exit(m.Run())
}

// writeForEver appends to games from several goroutines, and prints each acknowledgement as it comes: player and event.
func writeForEver(path string) {
	ctx := context.Background()
	s, err := Open(ctx, path)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	for p := range 8 {
		go func() {
			player := fmt.Sprint("p", p)
			id := ""
			n := 0
			if games, err := s.Games(ctx, player, 1); err == nil && len(games) == 1 {
				id, n = games[0].ID, games[0].Length
			} else if g, err := s.CreateGame(ctx, player, "null::", nil, false, now); err == nil {
				id = g.ID
			}
			for ; ; n++ {
				if err := s.Append(ctx, player, id, n, []string{fmt.Sprint(n)}, false, now); err != nil {
					fmt.Fprintln(os.Stderr, err)
					os.Exit(1)
				}
				fmt.Fprintf(os.Stdout, "%s %d\n", player, n)
			}
		}()
	}
	select {}
}

// TestKilled kills a process that writes, again and again: what was acknowledged is there when the file is opened next.
// QUANDARY_KILLS sets the number of rounds.
func TestKilled(t *testing.T) {
	puztest.From(t, puztest.Usual)
	rounds := 12
	if text := os.Getenv("QUANDARY_KILLS"); text != "" {
		if _, err := fmt.Sscan(text, &rounds); err != nil {
			t.Fatal(err)
		}
	}
	path := filepath.Join(t.TempDir(), "q.db")
	acked := map[string]int{} // events acknowledged of each player
	all := 0
	for round := range rounds {
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
		lines := bufio.NewScanner(out)
		for first := true; lines.Scan(); first = false {
			if first {
				time.AfterFunc(time.Duration(round%17)*7*time.Millisecond, func() { _ = cmd.Process.Kill() })
			}
			var player string
			var n int
			if _, err := fmt.Sscanf(lines.Text(), "%s %d", &player, &n); err == nil {
				acked[player] = max(acked[player], n+1)
				all++
			}
		}
		if err := cmd.Wait(); err == nil {
			t.Fatal("the child ended by itself")
		}
		s := opened(t, path)
		for player, want := range acked {
			games, err := s.Games(t.Context(), player, 10)
			if err != nil || len(games) != 1 {
				t.Fatalf("round %d: player %s has the games %+v, %v", round, player, games, err)
			}
			_, events, err := s.Load(t.Context(), player, games[0].ID)
			if err != nil || len(events) < want {
				t.Fatalf("round %d: player %s has %d events, %d were acknowledged; %v", round, player, len(events), want, err)
			}
			for i, e := range events {
				if e != fmt.Sprint(i) {
					t.Fatalf("round %d: event %d reads %q", round, i, e)
				}
			}
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d events were acknowledged in %d rounds", all, rounds)
	if all == 0 {
		t.Error("nothing was written")
	}
}
