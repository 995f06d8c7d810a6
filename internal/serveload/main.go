package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"time"
)

func main() {
	var opt options
	var puzzles string
	flag.StringVar(&opt.url, "url", "http://127.0.0.1:8080", "address of the server")
	flag.StringVar(&puzzles, "puzzles", "sudoku:9x9#1,sudoku:9x9#2,sudoku:9x9#3,fillomino:8x8#1,zebra:4x5#1", "ids of the puzzles that are played, with commas")
	flag.IntVar(&opt.players, "players", 500, "players at once")
	flag.DurationVar(&opt.pause, "pause", time.Second, "between two moves of a player")
	flag.DurationVar(&opt.length, "time", time.Minute, "length of the run")
	flag.Parse()
	opt.puzzles = strings.Split(puzzles, ",")
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	rep, err := run(ctx, opt)
	if err != nil {
		fmt.Fprintln(os.Stderr, "serveload:", err)
		os.Exit(1)
	}
	ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
	fmt.Printf("%d players, %s, a move every %s: %d moves, %d hints, %d players failed\n",
		opt.players, opt.length, opt.pause, len(rep.moves), len(rep.hints), rep.failed)
	for name, times := range map[string][]time.Duration{"moves": rep.moves, "hints": rep.hints} {
		fmt.Printf("%s: median %.1f ms, 90 %% %.1f ms, 99 %% %.1f ms, 99.9 %% %.1f ms, longest %.1f ms\n", name,
			ms(quantile(times, 0.5)), ms(quantile(times, 0.9)), ms(quantile(times, 0.99)), ms(quantile(times, 0.999)), ms(quantile(times, 1)))
	}
	for _, e := range rep.errors {
		fmt.Println("error:", e)
	}
	if rep.failed > 0 {
		os.Exit(1)
	}
}
