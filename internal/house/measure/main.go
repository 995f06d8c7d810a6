// Command measure prints what the repository consists of: lines, comments, tests and exported names of every room, the interfaces of
// the contract, and long functions. Run it in the repository's folder.
//
//	go run ./internal/house/measure            # the table
//	go run ./internal/house/measure -list      # also every exported name that no other package needs, and every long function
package main

import (
	"flag"
	"fmt"
	"os"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/house"
)

func main() {
	list := flag.Bool("list", false, "list needless exported names, long functions and interfaces")
	flag.Parse()
	if err := run(*list); err != nil {
		fmt.Fprintln(os.Stderr, "measure:", err)
		os.Exit(1)
	}
}

func run(list bool) error {
	h, err := house.Measure(os.DirFS("."), house.Module)
	if err != nil {
		return err
	}
	if err := h.Print(os.Stdout); err != nil || !list {
		return err
	}
	for _, part := range []struct {
		title string
		names []string
	}{{"exported names that no other package needs", h.Needless}, {"long functions", h.Long}, {"interfaces of puzzle", h.Contract}} {
		if _, err := fmt.Printf("\n%s:\n%s\n", part.title, strings.Join(part.names, "\n")); err != nil {
			return err
		}
	}
	return nil
}
