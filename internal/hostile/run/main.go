// Command run runs a program on the hostile inputs and prints a table: what each took of memory and time, and how it ended.
//
//	go build -o /tmp/quandary ./cmd/quandary && go run ./internal/hostile/run -program /tmp/quandary
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"

	"github.com/quandary-puzzles/quandary/internal/hostile"
)

func main() { os.Exit(run()) }

func run() int {
	program := flag.String("program", "quandary", "the program")
	only := flag.String("row", "", "rows whose reader and name match this expression")
	fast := flag.Bool("fast", false, "only the rows that end in a moment")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	path, err := filepath.Abs(*program)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	match, err := regexp.Compile(*only)
	if err != nil {
		fmt.Fprintln(os.Stderr, "-row:", err)
		return 1
	}
	broken, n := 0, 0
	for _, r := range hostile.Rows() {
		if ctx.Err() != nil || !match.MatchString(r.Reader+": "+r.Name) || *fast && !r.Fast {
			continue
		}
		dir, err := os.MkdirTemp("", "hostile")
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		o := hostile.Run(ctx, path, dir, r)
		if err := os.RemoveAll(dir); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
		n++
		if o.Broken != "" {
			broken++
		}
		fmt.Println(o)
	}
	fmt.Printf("%d rows, %d broken\n", n, broken)
	return min(broken, 1)
}
