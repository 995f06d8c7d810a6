package webtest_test

import (
	"bytes"
	"context"
	"flag"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/render"
)

var tiles = flag.String("tiles", "", "write the missing pictures of the gallery's kinds into this folder")

// TestTiles draws a small solved board of each kind for the gallery, where there is no picture yet:
// go test ./internal/webtest -run Tiles -tiles ../web/static/kinds
// A kind of which no board is made in so long has none; its tile shows a letter.
func TestTiles(t *testing.T) {
	if *tiles == "" {
		t.Skip("no folder for pictures: -tiles")
	}
	for _, f := range families().All() {
		name := filepath.Join(*tiles, f.Name()+".svg")
		if _, err := os.Stat(name); err == nil || f.About().Group == nil {
			continue
		}
		for _, size := range []string{"5x5", "6x6", "4x4", ""} {
			picture := tile(t, f, size)
			if picture == nil {
				continue
			}
			if err := os.WriteFile(name, picture, 0o644); err != nil {
				t.Fatal(err)
			}
			break
		}
	}
}

func tile(t *testing.T, f puzzle.Family, size string) []byte {
	ctx, cancel := context.WithTimeout(t.Context(), 40*time.Second)
	defer cancel()
	p, err := f.ParseParams(size)
	if err != nil {
		return nil
	}
	g, ok := f.(puzzle.Generator)
	if !ok {
		return nil
	}
	made, err := g.Generate(ctx, p, nil, puzzle.Stream(g, 7, 0), nil)
	if err != nil {
		t.Logf("%s %s: %v", f.Name(), size, err)
		return nil
	}
	pic, ok := made.Instance.(puzzle.Shown)
	if !ok {
		return nil
	}
	scene, err := pic.SolutionScene(made.Solution)
	if err != nil {
		t.Logf("%s %s: %v", f.Name(), size, err)
		return nil
	}
	var b bytes.Buffer
	if err := render.SVG(&b, scene, render.Light(), 12); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
