package elimination_test

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"slices"
	"testing"

	"github.com/quandary-puzzles/quandary/elimination"
	"github.com/quandary-puzzles/quandary/internal/puztest"
)

// vector is one recorded session of the Python original.
type vector struct {
	ID            string           `json:"id"`
	Problem       map[string][]any `json:"problem"`
	CategoryOrder []string         `json:"category_order"`
	InitialEdges  int              `json:"initial_edges"`
	Notes         json.RawMessage  `json:"notes"`
	Calls         []struct {
		Method         string `json:"method"`
		Args           []any  `json:"args"`
		Returns        *int   `json:"returns"`
		Raises         string `json:"raises"`
		Edges          int    `json:"edges"`
		AssertionCount int    `json:"assertion_count"`
		Solved         bool   `json:"solved"`
		FixpointEdges  *int   `json:"fixpoint_edges"`
		Fixpoint       string `json:"fixpoint"`
	} `json:"calls"`
	Queries []struct {
		Method  string `json:"method"`
		Args    []any  `json:"args"`
		Returns any    `json:"returns"`
	} `json:"queries"`
	Final struct {
		Available map[string]map[string][]any `json:"available"`
	} `json:"final"`
}

func item(arg any) any {
	if pair, ok := arg.([]any); ok {
		return elimination.Item{Category: pair[0], Label: pair[1]}
	}
	return arg
}

func bounds(args []any) []float64 {
	var bs []float64
	for _, a := range args {
		if a == nil {
			bs = append(bs, elimination.Open)
		} else {
			bs = append(bs, a.(float64))
		}
	}
	return bs
}

func call(t *testing.T, s *elimination.Solver, method string, args []any) (int, error) {
	t.Helper()
	switch method {
	case "match":
		var more []any
		for _, a := range args[2:] {
			more = append(more, item(a))
		}
		return s.Match(item(args[0]), item(args[1]), more...)
	case "unmatch":
		return s.Unmatch(item(args[0]), item(args[1]))
	case "less_than":
		return s.LessThan(item(args[0]), item(args[1]), args[2], bounds(args[3:])...)
	case "greater_than":
		return s.GreaterThan(item(args[0]), item(args[1]), args[2], bounds(args[3:])...)
	case "adjacent_to":
		return s.AdjacentTo(item(args[0]), item(args[1]), args[2], bounds(args[3:])...)
	}
	t.Fatalf("unknown method %s", method)
	return 0, nil
}

func query(t *testing.T, s *elimination.Solver, method string, args []any) any {
	t.Helper()
	num := func(xs []int) []any {
		out := []any{}
		for _, x := range xs {
			out = append(out, float64(x))
		}
		return out
	}
	switch method {
	case "category_for":
		l, known, err := s.CategoryFor(item(args[0]), args[1])
		if err != nil {
			t.Fatal(err)
		}
		if !known {
			return nil
		}
		return l
	case "available_for":
		ls, err := s.AvailableFor(item(args[0]), args[1])
		if err != nil {
			t.Fatal(err)
		}
		return ls
	case "find_missing":
		ls, err := s.FindMissing(args[0])
		if err != nil {
			t.Fatal(err)
		}
		return ls
	case "find_matches":
		return num(s.FindMatches(int(args[0].(float64))))
	case "linked_set":
		return num(s.LinkedSet(int(args[0].(float64)), int(args[1].(float64))))
	case "pos_to_item":
		it := s.ItemAt(int(args[0].(float64)))
		return []any{it.Category, it.Label}
	case "item_to_pos":
		p, err := s.Position(item(args[0]))
		if err != nil {
			t.Fatal(err)
		}
		return num([]int{p, p / s.N()})
	}
	t.Fatalf("unknown query %s", method)
	return nil
}

// TestVectors replays what was recorded of the Python original. The fixpoint is right everywhere; the original's own
// figures count only where it reached the fixpoint.
func TestVectors(t *testing.T) {
	raw, err := os.ReadFile(puztest.Corpus(t, "elimination", "vectors.json"))
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Vectors []vector `json:"vectors"`
	}
	if err := json.Unmarshal(raw, &file); err != nil {
		t.Fatal(err)
	}
	for _, v := range file.Vectors {
		if v.ID == "constructors" {
			continue // TestNew has these cases
		}
		t.Run(v.ID, func(t *testing.T) {
			var p elimination.Problem
			for _, c := range v.CategoryOrder {
				p = append(p, elimination.Category{Label: c, Items: v.Problem[c]})
			}
			s, err := elimination.New(p)
			if err != nil {
				t.Fatal(err)
			}
			if s.Edges() != v.InitialEdges {
				t.Fatalf("%d edges at first, want %d", s.Edges(), v.InitialEdges)
			}
			exact := true // the original has been at the fixpoint so far
			for i, c := range v.Calls {
				what := fmt.Sprintf("call %d, %s%v", i+1, c.Method, c.Args)
				before := s.Edges()
				n, err := call(t, s, c.Method, c.Args)
				if c.Fixpoint == "CONTRADICTION" {
					if _, ok := err.(*elimination.ContradictionError); !ok {
						t.Fatalf("%s: got %v, want a contradiction", what, err)
					}
					if s.Edges() != before {
						t.Errorf("%s: the state changed", what)
					}
					continue
				}
				if err != nil {
					t.Fatalf("%s: %v", what, err)
				}
				if s.Edges() != *c.FixpointEdges {
					t.Fatalf("%s: %d edges, want %d", what, s.Edges(), *c.FixpointEdges)
				}
				if n != before-s.Edges() {
					t.Errorf("%s: returned %d, removed %d", what, n, before-s.Edges())
				}
				if exact = exact && c.Raises == "" && c.Edges == *c.FixpointEdges; exact {
					if n != *c.Returns || s.AssertionCount() != c.AssertionCount || s.Solved() != c.Solved {
						t.Errorf("%s: got %d removed, %d assertions, solved %v; want %d, %d, %v", what,
							n, s.AssertionCount(), s.Solved(), *c.Returns, c.AssertionCount, c.Solved)
					}
				}
			}
			if !exact {
				return
			}
			for _, q := range v.Queries {
				got := query(t, s, q.Method, q.Args)
				if gs, ok := got.([]any); ok && len(gs) == 0 {
					got = []any{}
				}
				if !reflect.DeepEqual(got, q.Returns) {
					t.Errorf("%s%v: got %v, want %v", q.Method, q.Args, got, q.Returns)
				}
			}
			for pair, rows := range v.Final.Available {
				a, b := split2(pair)
				for _, l := range v.Problem[a] {
					want, ok := rows[fmt.Sprint(l)]
					if !ok {
						t.Fatalf("final: no row for %v", l)
					}
					got, err := s.AvailableFor(elimination.Item{Category: a, Label: l}, b)
					if err != nil || !slices.Equal(got, want) {
						t.Errorf("final %s, %v: got %v %v, want %v", pair, l, got, err, want)
					}
				}
			}
		})
	}
}

func split2(pair string) (a, b string) {
	for i := range pair {
		if pair[i] == '/' {
			return pair[:i], pair[i+1:]
		}
	}
	return pair, ""
}
