package main

import (
	"bytes"
	"encoding/xml"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// command runs the program.
func command(t *testing.T, args ...string) (out, errs string, code int) {
	t.Helper()
	cmd := exec.Command("quandary", args...)
	var o, e bytes.Buffer
	cmd.Stdout, cmd.Stderr = &o, &e
	if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return o.String(), e.String(), cmd.ProcessState.ExitCode()
}

// TestExplainPictures: every kind's explanation has sheets with a picture for each step, in three formats.
func TestExplainPictures(t *testing.T) {
	for _, id := range puztest.Some([]string{"sudoku:4x4#1", "fillomino:4x4#1", "zebra:3x3#1", "cards:3x3#4", "cards:lineup-3x3#1", "worded:ages#3", "blanks:gallery/gcd#1", "slitherlink:3x3#1", "akari:4x4#1"}, 3) {
		t.Run(id, func(t *testing.T) {
			dir := t.TempDir()
			text, _, code := command(t, "explain", id)
			if code != 0 {
				t.Fatal(text)
			}
			steps := 0
			for _, line := range strings.Split(text, "\n") {
				if len(line) > 4 && line[3] == '.' && line[4] == ' ' {
					steps++
				}
			}
			for _, format := range []string{"html", "svg", "pdf"} {
				name := filepath.Join(dir, "sheet."+format)
				if _, errs, code := command(t, "explain", id, "-o", name); code != 0 {
					t.Fatalf("%s: %s", format, errs)
				}
				b, err := os.ReadFile(name)
				if err != nil {
					t.Fatal(err)
				}
				switch format {
				case "html":
					if n := bytes.Count(b, []byte("<figure>")); n != steps+1 {
						t.Errorf("%d pictures for %d steps and the puzzle", n, steps)
					}
				case "svg":
					d := xml.NewDecoder(bytes.NewReader(b))
					for {
						if _, err := d.Token(); err == io.EOF {
							break
						} else if err != nil {
							t.Fatalf("not well-formed: %v", err)
						}
					}
				case "pdf":
					if !bytes.HasPrefix(b, []byte("%PDF-")) {
						t.Error("not a PDF")
					}
				}
			}
		})
	}
}

// TestExplainPicturesOfSeveral: several puzzles go to a folder, or to one PDF.
func TestExplainPicturesOfSeveral(t *testing.T) {
	dir := t.TempDir()
	ids := []string{"explain", "sudoku:4x4#1", "sudoku:4x4#2", "-o"}
	if _, _, code := command(t, append(ids, filepath.Join(dir, "one.html"))...); code == 0 {
		t.Error("two puzzles fit one page of HTML")
	}
	if _, errs, code := command(t, append(ids, filepath.Join(dir, "sheets"), "--format", "html")...); code != 0 {
		t.Fatal(errs)
	}
	if list, _ := filepath.Glob(filepath.Join(dir, "sheets", "*.html")); len(list) != 2 {
		t.Errorf("the folder has %d pages", len(list))
	}
	if _, errs, code := command(t, append(ids, filepath.Join(dir, "both.pdf"))...); code != 0 {
		t.Fatal(errs)
	}
}
