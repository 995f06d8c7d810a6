package main

import (
	"testing"
	"time"

	"github.com/quandary-puzzles/quandary/internal/foundry"
)

// TestForms reads a board of each program: it has one solution by our rules, which no board would have that was read wrongly.
func TestForms(t *testing.T) {
	printed := map[string]string{
		"slitherlink": "7x7t0:32233a32a1a0a2a21a23e2133212c2b2a22c22b",
		"tents":       "8x8:ecdcd_jkbb_bf,2,0,3,0,3,0,2,2,2,2,1,0,3,1,2,1",
		"akari":       "7x7:e0aBc2c1qBc1c3a1e",
		"masyu":       "8x8:BbBaWaBeWbWWWiWWbBaWcWdBeWWjWaB",
		"hashi":       "7x7m2:3e2a2a2a1h4b6a3i3a4b23a3a2b",
		"skyscraper":  "5:2/5/1/2/2/2/1/3/2/4/2/3/1/3/2/3/1/2/2/3",
		"gokigen":     "8x8:a2a2a10b113c3a0a22b2a2212a4b1b12c2a2c12b2a00d22d4a3h12a2a",
		"binairo":     "8x8:aeCAccDdAbccAbAIBAbBdAeb",
		"kenken":      "5:a__a__a_8a_3a__ba3ba,s1a8m3a7d2s2a6s1m3d2m15d2",
		"sudoku":      "3x3:a3b7_4a9f2_1a4b7_9a5c2_8a6e6_9e1_5e9a8_6c2a1_4b7a8_5f1a4_9b3a",
	}
	for _, s := range sources {
		out, ok := printed[s.family]
		if !ok {
			continue
		}
		if s.family == "gokigen" { // the board here is larger than those that are compared
			s.rows, s.cols = 9, 9
		}
		id, err := s.id(out)
		if err != nil {
			t.Errorf("%s: %v", s.family, err)
			continue
		}
		fam, err := foundry.Families().Lookup(s.family)
		if err != nil {
			t.Fatal(err)
		}
		if r, err := rated(fam, id, time.Hour); err != nil || r.Score <= 0 {
			t.Errorf("%s: rated %v, %v", id, r.Score, err)
		}
	}
}

// TestBrokenForms: what is not of a form is told, and not read as something else.
func TestBrokenForms(t *testing.T) {
	for _, c := range [][2]string{
		{"slitherlink", "7x7t0:32233a"}, {"slitherlink", "7x7t0:A"}, {"slitherlink", "nothing"}, {"tents", "8x8:e,1"}, {"tents", "8x8:?"},
		{"skyscraper", "5:1/2"}, {"kenken", "5:!,a1"}, {"kenken", "5:a_,a1"}, {"kenken", "5:a__a__a_8a_3a__ba3ba,s1"}, {"binairo", "8x8:aa"}, {"sudoku", "3x3:12"},
	} {
		for _, s := range sources {
			if s.family != c[0] {
				continue
			}
			if id, err := s.id(c[1]); err == nil {
				t.Errorf("%s is read as %s", c[1], id)
			}
		}
	}
}
