package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/foundry"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// spellings write the same board differently: as files from elsewhere have it.
var spellings = []struct {
	name  string
	write func(text string) string
}{
	{"CRLF", func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") + "\r\n" }},
	{"tabs", func(s string) string { return strings.ReplaceAll(s, " ", "\t") }},
	{"wide", func(s string) string {
		return "\n" + strings.ReplaceAll(strings.ReplaceAll(s, " ", "   "), "\n", "  \n  ") + "  \n\n\n"
	}},
	{"byte order mark", func(s string) string { return "\ufeff" + s }},
}

// bent reads each board of a family in other spellings, and turned and mirrored; a turned board must have one solution too.
func (t *table) bent(name, file string) error {
	lines, err := read(file)
	if err != nil {
		return err
	}
	if t.most > 0 && t.most < len(lines) {
		lines = lines[:t.most]
	}
	t.families++
	family, err := foundry.Families().Lookup(name)
	if err != nil {
		t.missing++
		return nil
	}
	n, right, turned := len(lines), 0, 0
	for _, b := range lines {
		images, wrong := t.bend(family, b)
		turned += images
		if len(wrong) == 0 {
			right++
		} else if t.verbose {
			fmt.Printf("  %s %s: %s\n", name, b.ID, strings.Join(wrong, "; "))
		}
	}
	t.all, t.right = t.all+n, t.right+right
	fmt.Printf("%-18s %3d of %3d  %d images\n", name, right, n, turned)
	return nil
}

// bend gives how many images of a board were solved, and what went wrong.
func (t *table) bend(family puzzle.Family, b line) (images int, wrong []string) {
	ctx, cancel := context.WithTimeout(context.Background(), t.limit)
	defer cancel()
	first, err := only(ctx, family, b.Problem)
	if err != nil {
		return 0, []string{err.Error()}
	}
	for _, s := range spellings {
		e, err := only(ctx, family, s.write(b.Problem))
		switch {
		case err != nil:
			wrong = append(wrong, s.name+": "+err.Error())
		case e.Instance.Desc() != first.Instance.Desc():
			wrong = append(wrong, s.name+": another board")
		}
	}
	sym, ok := first.Instance.(puzzle.Symmetric)
	if !ok {
		return images, wrong
	}
	for _, s := range sym.Symmetries().Names {
		image, err := sym.Symmetries().Transform(s, nil)
		if err != nil {
			continue // a clue would stand where the family has none
		}
		if why := t.image(family, image, first.Format); why != "" {
			wrong = append(wrong, s+": "+why)
		} else {
			images++
		}
	}
	return images, wrong
}

// image says what is wrong with the image of a board that has one solution: written, read back and solved.
func (t *table) image(family puzzle.Family, image puzzle.Instance, format string) string {
	ctx, cancel := context.WithTimeout(context.Background(), t.limit)
	defer cancel()
	text, err := image.(interface {
		Encode(format string) (string, error)
	}).Encode(format)
	if err != nil {
		return err.Error()
	}
	e, err := only(ctx, family, text)
	switch {
	case err != nil:
		return err.Error() + "\n" + text
	case e.Instance.Desc() != image.Desc():
		return "is read as another board\n" + text
	}
	found, why := solved(ctx, e.Instance)
	if found == nil {
		why += "\n" + text
	}
	return why
}

// only reads the one board of a text.
func only(ctx context.Context, family puzzle.Family, text string) (e puzzle.Entry, err error) {
	n := 0
	for e = range family.(puzzle.Reader).Read(ctx, "board", strings.NewReader(text), "") {
		if e.Err != nil {
			return e, e.Err
		}
		n++
	}
	if n != 1 {
		err = fmt.Errorf("%d boards", n)
	}
	return e, err
}
