package pens_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/kinds/declared"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/solve/native"
)

// silent are families of which a drawing cannot say all: fleets of ships, lists of numbers, answers of two signs in a cell, and roads that leave the board.
var silent = []string{"battleship", "digital-battleship", "eulero", "number-fill-in", "tjunction"}

// TestPenpa writes a board of each family and its solution as an address of penpa-edit and reads both back.
func TestPenpa(t *testing.T) {
	folders := []string{"../../familytable/testdata/boards"}
	if root := os.Getenv("QUANDARY_CORPUS"); root != "" {
		folders = append(folders, filepath.Join(root, "families", "boards"))
	}
	written := 0
	for _, fam := range puztest.Some(declared.Catalogue(native.New()), 6) {
		id := fam.Name()
		names := append([]string{id}, fam.(interface{ Aliases() []string }).Aliases()...)
		lines := boardLines(t, folders, names)
		if len(lines) == 0 {
			continue
		}
		t.Run(id, func(t *testing.T) {
			for _, line := range lines {
				var inst puzzle.Instance
				for e := range fam.(puzzle.Reader).Read(t.Context(), "board", strings.NewReader(line.Problem), "text") {
					if e.Err == nil {
						inst = e.Instance
					}
				}
				if inst == nil {
					continue
				}
				sol, err := inst.Extras().ReadSolution("", line.Solution)
				if err != nil {
					continue
				}
				address, err := inst.Extras().Solved("penpa", sol)
				if errors.Is(err, puzzle.ErrLossy) {
					if !slices.Contains(silent, id) {
						t.Errorf("%s: %v", line.ID, err)
					}
					return
				}
				if err != nil {
					t.Fatal(err)
				}
				written++
				back := 0
				for e := range fam.(puzzle.Reader).Read(t.Context(), "address", strings.NewReader(address), "") {
					if back++; e.Err != nil || e.Format != "penpa" || e.Answer == nil {
						t.Fatalf("%s: read back as %v with %v, %v", line.ID, e.Instance, e.Answer, e.Err)
					}
					if again, err := e.Instance.Extras().Solved("penpa", e.Answer); again != address {
						t.Errorf("%s: written again as another address (%v)", line.ID, err)
					}
					if apart, err := inst.Extras().Differences(e.Answer, sol); e.Instance.Desc() == inst.Desc() && (err != nil || len(apart) > 0) {
						t.Errorf("%s: the answers differ in %v, %v", line.ID, apart, err)
					}
					if err := e.Instance.(puzzle.Solver).CheckSolution(e.Answer); err != nil && inst.(puzzle.Solver).CheckSolution(sol) == nil {
						t.Errorf("%s: the solution is none of what was read: %v", line.ID, err)
					}
				}
				if back != 1 {
					t.Errorf("%s: %d boards", line.ID, back)
				}
			}
		})
	}
	t.Logf("%d boards", written)
	if written < 50 && puztest.Doing() >= puztest.Whole {
		t.Errorf("only %d boards were written", written)
	}
}

type boardLine struct{ ID, Problem, Solution string }

// boardLines gives the first boards of a family.
func boardLines(t *testing.T, folders, names []string) []boardLine {
	t.Helper()
	var out []boardLine
	for _, folder := range folders {
		files, err := filepath.Glob(filepath.Join(folder, "*.jsonl"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			name := strings.ToLower(strings.TrimSuffix(filepath.Base(file), ".jsonl"))
			if !slices.Contains(names, name) {
				continue
			}
			f, err := os.Open(file)
			if err != nil {
				t.Fatal(err)
			}
			in := bufio.NewScanner(f)
			in.Buffer(nil, 1<<24)
			for n := 0; n < 3 && in.Scan(); n++ {
				var line boardLine
				if err := json.Unmarshal(in.Bytes(), &line); err != nil {
					t.Fatal(err)
				}
				out = append(out, line)
			}
			_ = f.Close()
		}
	}
	return out
}
