package render

import (
	"fmt"
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"github.com/quandary-puzzles/quandary/puzzle"
)

// lineHeight is the distance of two lines of text, in letter heights.
const lineHeight = 1.3

// margin is the white space round a picture, in cells.
const margin = 0.25

// maxUnits bounds the sides of a scene, in cells, against broken or hostile ones.
const maxUnits = 20_000

// fonts are a theme's parsed fonts with a measure for each.
type fonts struct {
	regular, bold *sfnt.Font
	measure       [2]font.Face // at measureSize, for widths
}

const measureSize = 64

func parseFonts(t Theme) (*fonts, error) {
	f := &fonts{}
	for i, data := range [][]byte{t.Regular, t.Bold} {
		parsed, err := opentype.Parse(data)
		if err != nil {
			return nil, fmt.Errorf("font: %w", err)
		}
		face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: measureSize, DPI: 72})
		if err != nil {
			return nil, fmt.Errorf("font: %w", err)
		}
		f.measure[i] = face
		if i == 0 {
			f.regular = parsed
		} else {
			f.bold = parsed
		}
	}
	return f, nil
}

func (f *fonts) font(bold bool) *sfnt.Font {
	if bold {
		return f.bold
	}
	return f.regular
}

// width gives the width of a text in letter heights.
func (f *fonts) width(text string, bold bool) float64 {
	face := f.measure[0]
	if bold {
		face = f.measure[1]
	}
	return float64(font.MeasureString(face, text)) / 64 / measureSize
}

// missing gives the first letter that the fonts do not have.
func (f *fonts) missing(text string, bold bool) (rune, bool) {
	for _, r := range text {
		if unicode.IsSpace(r) {
			continue
		}
		if i, err := f.font(bold).GlyphIndex(nil, r); err != nil || i == 0 {
			return r, true
		}
	}
	return 0, false
}

// MissingGlyphError says that a font lacks a letter of the scene.
type MissingGlyphError struct {
	Rune rune
	Text string
}

func (e *MissingGlyphError) Error() string {
	return fmt.Sprintf("the font has no letter %q (in %q): give one that has it with --font", e.Rune, e.Text)
}

// textLine is one line of a label, placed: its baseline starts at x, y.
type textLine struct {
	text string
	x, y float64
}

// lines breaks a label and places its lines.
func (f *fonts) lines(l *puzzle.Label, bold bool) []textLine {
	var texts []string
	for _, para := range strings.Split(l.Text, "\n") {
		texts = append(texts, f.wrap(para, l.Width/l.Size, bold)...)
	}
	const capHeight = 0.72 // of the Go fonts, in letter heights: centres digits and capitals
	out := make([]textLine, len(texts))
	top := l.Y
	if !l.Left {
		top -= lineHeight * l.Size * float64(len(texts)-1) / 2
	}
	for i, text := range texts {
		x := l.X
		y := top + lineHeight*l.Size*float64(i)
		if l.Left {
			y += l.Size
		} else {
			x -= f.width(text, bold) * l.Size / 2
			y += capHeight * l.Size / 2
		}
		out[i] = textLine{text, x, y}
	}
	return out
}

// wrap breaks a paragraph into lines of at most width letter heights (0: no bound): at spaces, and inside words that are
// longer than a line, as texts without spaces need.
func (f *fonts) wrap(text string, width float64, bold bool) []string {
	if width <= 0 || f.width(text, bold) <= width {
		return []string{text}
	}
	var out []string
	line := ""
	for _, word := range strings.Fields(text) {
		joined := word
		if line != "" {
			joined = line + " " + word
		}
		if f.width(joined, bold) <= width {
			line = joined
			continue
		}
		if line != "" {
			out = append(out, line)
		}
		for f.width(word, bold) > width && utf8.RuneCountInString(word) > 1 {
			cut := f.fitting(word, width, bold)
			out = append(out, word[:cut])
			word = word[cut:]
		}
		line = word
	}
	return append(out, line)
}

// fitting gives the length in bytes of the longest start of a word that fits, at least one letter.
func (f *fonts) fitting(word string, width float64, bold bool) int {
	face := f.measure[0]
	if bold {
		face = f.measure[1]
	}
	limit := fixed.Int26_6(math.Min(width*measureSize*64, math.MaxInt32))
	var used fixed.Int26_6
	for i, r := range word {
		adv, _ := face.GlyphAdvance(r)
		if used += adv; used > limit && i > 0 {
			return i
		}
	}
	return len(word)
}

// check refuses scenes that cannot be drawn.
func check(s puzzle.Scene, f *fonts, t Theme) error {
	for _, v := range []float64{s.Width, s.Height} {
		if !(v >= 0 && v <= maxUnits) {
			return fmt.Errorf("a picture of %g by %g cells cannot be drawn: at most %d a side", s.Width, s.Height, maxUnits)
		}
	}
	for _, sh := range s.Shapes {
		if sh.Label == nil {
			continue
		}
		if r, missing := f.missing(sh.Label.Text, t.style(sh.Role).Bold); missing {
			return &MissingGlyphError{r, sh.Label.Text}
		}
	}
	return nil
}
