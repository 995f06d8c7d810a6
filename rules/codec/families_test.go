package codec_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/families"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/codec"
)

// shipped gives the layouts of the families that ship with the program and have addresses.
func shipped(t testing.TB) (files []*rules.File, forms []*codec.Forms) {
	for _, name := range families.Names() {
		path, data, _ := families.Use(name)
		f, probs := rules.Load(path, data, families.Use)
		if err := probs.Err(); err != nil {
			t.Fatal(err)
		}
		all, probs := codec.Compile(f)
		if err := probs.Err(); err != nil {
			t.Fatal(err)
		}
		if all.URL != nil {
			files, forms = append(files, f), append(forms, all)
		}
	}
	return files, forms
}

// TestCorpusFamilies reads the example of each genre by the layout of the family that ships, and writes it back.
func TestCorpusFamilies(t *testing.T) {
	examples, err := filepath.Glob(filepath.Join(puztest.Corpus(t, "families", "verdicts"), "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	_, forms := shipped(t)
	read := 0
	for _, path := range examples {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var example struct{ URL string }
		if err := json.Unmarshal(data, &example); err != nil {
			t.Fatal(err)
		}
		for _, form := range forms {
			if !form.Declares(codec.Genre(example.URL)) {
				continue
			}
			if _, err := form.URL.ReadProblem(example.URL); err != nil {
				t.Error(example.URL)
			}
			roundTrip(t, form.URL, example.URL)
			read++
		}
	}
	t.Logf("%d addresses read; %d families have some", read, len(forms))
}

// FuzzFamilies is FuzzAddresses for the families that ship: what follows the genre is read as an address of each.
func FuzzFamilies(f *testing.F) {
	files, forms := shipped(f)
	genres := make([]string, len(forms))
	for i, file := range files {
		for side := 2; side < 20 && genres[i] == ""; side++ {
			if b, err := rules.NewBoard(file, side, side, nil); err == nil {
				if text, err := forms[i].URL.WriteProblem(b); err == nil {
					genre, rest, _ := strings.Cut(strings.TrimPrefix(text, "https://puzz.link/p?"), "/")
					genres[i] = genre
					f.Add(uint8(i), rest)
				}
			}
		}
	}
	f.Fuzz(func(t *testing.T, which uint8, rest string) {
		i := int(which) % len(forms)
		roundTrip(t, forms[i].URL, genres[i]+"/"+rest)
	})
}
