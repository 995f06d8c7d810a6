package sudoku

import (
	_ "embed"
	"strings"
	"sync"
)

//go:embed about.txt
var aboutFile string

// about has for each technique what defines it, in a sentence or two, by its ID.
var about = sync.OnceValue(func() map[string]string {
	out := map[string]string{}
	for line := range strings.Lines(aboutFile) {
		id, text, _ := strings.Cut(strings.TrimSpace(line), ": ")
		out[id] = text
	}
	return out
})
