package picture

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/quandary-puzzles/quandary/internal/columns"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/saying"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// artist adds shapes to a scene, from the top downwards.
type artist struct {
	sc *puzzle.Scene
	y  float64 // where the next line of text begins
}

func (a *artist) label(role puzzle.Role, ref *puzzle.Ref, x, y, size float64, text string, left bool) {
	a.sc.Label(role, ref, puzzle.Label{X: x, Y: y, Size: size, Text: text, Left: left})
}

func (a *artist) rect(role puzzle.Role, ref *puzzle.Ref, x, y, w, h float64) {
	a.sc.Shapes = append(a.sc.Shapes, puzzle.Shape{Role: role, Ref: ref, Rect: &puzzle.Rect{X: x, Y: y, W: w, H: h}})
}

const (
	side       = 0.2  // white space at the sides
	textSize   = 0.3  // of all running text
	titleSize  = 0.4  // of the title
	lineHeight = 0.42 // of lines on cards
	leading    = 1.3  // from line to line of a text, in letter heights, as renderers set it
)

// indentation is how far the lines of a clue are indented behind its number.
const indentation = 0.6

// note sets running text over the whole width of the picture, or what is left of it behind an indentation.
func (a *artist) note(ref *puzzle.Ref, indent float64, text string) {
	lines := wrap(text, (a.sc.Width-2*side-indent)/textSize)
	a.label(puzzle.RoleNote, ref, side+indent, a.y, textSize, strings.Join(lines, "\n"), true)
	a.y += leading*textSize*float64(len(lines)) + 0.08
}

// title sets the title, and the story below it.
func (a *artist) title(title, story string) {
	a.y = side
	if title != "" {
		for _, line := range wrap(title, (a.sc.Width-2*side)/titleSize) {
			a.label(puzzle.RoleLabel, nil, side, a.y, titleSize, line, true)
			a.y += leading * titleSize
		}
		a.y += 0.15
	}
	if story = strings.TrimSpace(story); story != "" {
		for _, para := range strings.Split(story, "\n") {
			a.note(nil, 0, para)
		}
		a.y += 0.2
	}
}

// clues lists the clues with their numbers, and the invariants of a puzzle that has any.
func (a *artist) clues(g *Page) {
	for i := range g.P.Clues {
		ref := ClueRef(g.P, i, g.Lang)
		a.label(puzzle.RoleNote, &ref, side, a.y, textSize, fmt.Sprintf("%d.", i+1), true)
		a.note(&ref, indentation, saying.Sentence(g.P, i, g.Lang))
	}
	for _, line := range g.Below {
		a.note(nil, 0, strings.TrimSpace(line))
	}
}

// letterWidth is how wide a letter is, in letter heights, in the fonts without serifs that are common: Go, Arial and Helvetica have
// the same widths. A little is added for others, so that a text that is broken by it fits.
func letterWidth(r rune) float64 {
	w := 0.56
	switch {
	case strings.ContainsRune("iljftI|.,;:'! /", r):
		w = 0.29
	case strings.ContainsRune("r()[]{}\"-", r):
		w = 0.35
	case strings.ContainsRune("mM", r):
		w = 0.84
	case strings.ContainsRune("wW@%", r):
		w = 0.9
	case r < 0x80 && unicode.IsUpper(r):
		w = 0.74
	case r >= 0x80:
		w = max(0.7, 0.97*float64(columns.Width(string(r)))/2)
	}
	return 1.06 * w
}

// textWidth is about how wide a text is, in letter heights, and not less.
func textWidth(text string) float64 {
	w := 0.0
	for _, r := range text {
		w += letterWidth(r)
	}
	return w
}

// clinging are signs that do not begin a line of Chinese.
const clinging = "，。；：、！？）》”’"

// wrap breaks a text into lines: at blanks, and between the signs of Chinese.
func wrap(text string, width float64) []string {
	var out []string
	line, used := "", 0.0
	flush := func() {
		if line != "" {
			out = append(out, strings.TrimRight(line, " "))
		}
		line, used = "", 0
	}
	for _, word := range words(text) {
		w := textWidth(strings.TrimRight(word, " "))
		if used+w > width {
			flush()
		}
		if w > width { // longer than a line: broken anywhere
			for _, r := range word {
				if used+letterWidth(r) > width {
					flush()
				}
				line += string(r)
				used += letterWidth(r)
			}
			continue
		}
		line += word
		used += textWidth(word)
	}
	flush()
	return out
}

// words parts a text where a line may end: behind blanks and behind wide signs that none follows which clings to them.
func words(text string) []string {
	var out []string
	start := 0
	runes := []rune(text)
	for i, r := range runes {
		if i+1 == len(runes) {
			break
		}
		next := runes[i+1]
		wide := columns.Width(string(r)) == 2 || columns.Width(string(next)) == 2
		if r == ' ' && next != ' ' || wide && !strings.ContainsRune(clinging, next) && !strings.ContainsRune("（《“‘", r) {
			out = append(out, string(runes[start:i+1]))
			start = i + 1
		}
	}
	return append(out, string(runes[start:]))
}
