// Package render draws scenes: as SVG, as PNG and as PDF worksheets. It decides nothing about puzzles; what a shape means is
// in its role, and a [Theme] says how each role looks.
package render

import (
	"image/color"

	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"

	"github.com/quandary-puzzles/quandary/puzzle"
)

// Style is how a role looks. Widths are in cells.
type Style struct {
	Color color.RGBA // of lines, texts and fills
	Width float64    // of lines
	Bold  bool
}

// Theme is the look of a picture: a style for each role, the paper's colour, and the fonts.
type Theme struct {
	Paper   color.RGBA
	Styles  map[puzzle.Role]Style
	Regular []byte // TrueType font
	Bold    []byte // TrueType font
	Family  string // font family that an SVG asks for
}

// Light is the default theme: dark on white, readable in grey and to colour-blind eyes, because roles differ in weight and
// size as well as in colour. Its fonts are the Go fonts, which have Latin, Greek and Cyrillic letters; for other scripts
// give fonts that have them (WithFont).
func Light() Theme {
	ink := rgb(0x1a1a1a)
	return Theme{
		Paper: rgb(0xffffff),
		Styles: map[puzzle.Role]Style{
			puzzle.RoleGrid:      {Color: rgb(0x8c8c8c), Width: 0.02},
			puzzle.RoleBorder:    {Color: ink, Width: 0.06},
			puzzle.RoleGiven:     {Color: ink, Width: 0.04, Bold: true},
			puzzle.RoleEntry:     {Color: rgb(0x1f5fa8), Width: 0.1},
			puzzle.RoleCandidate: {Color: rgb(0x5a5a5a)},
			puzzle.RoleLabel:     {Color: ink},
			puzzle.RoleShade:     {Color: rgb(0xececec)},
			puzzle.RoleHighlight: {Color: rgb(0xffe08a)},
			puzzle.RoleCross:     {Color: rgb(0x9a3324), Width: 0.05},
			puzzle.RoleTick:      {Color: rgb(0x1d6b4f), Width: 0.05, Bold: true},
			puzzle.RoleNote:      {Color: ink},
			puzzle.RoleWall:      {Color: ink, Width: 0.04},
			puzzle.RoleFill:      {Color: rgb(0x6d7c8c), Width: 0.04},
			puzzle.RoleInverse:   {Color: rgb(0xffffff), Width: 0.04, Bold: true},
			puzzle.RoleOutline:   {Color: rgb(0x5a5a5a), Width: 0.03},
			puzzle.RoleFollows:   {Color: rgb(0x1d7a46), Width: 0.09, Bold: true},
			puzzle.RoleExcludes:  {Color: rgb(0xc0261a), Width: 0.05},
			puzzle.RoleBecause:   {Color: rgb(0x2468b8), Width: 0.045},
			puzzle.RoleSupposed:  {Color: rgb(0x8a3fb0), Width: 0.06},
			puzzle.RoleGrey:      {Color: rgb(0xc8c8c8)},
			puzzle.RoleGreen:     {Color: rgb(0x9ed79b)},
			puzzle.RolePurple:    {Color: rgb(0xcf9fdc)},
			puzzle.RoleBlue:      {Color: rgb(0x9cc3ee)},
			puzzle.RoleRed:       {Color: rgb(0xeeaaa6)},
			puzzle.RoleOrange:    {Color: rgb(0xf0c38c)},
			puzzle.RoleTeal:      {Color: rgb(0x8ed3cb)},
		},
		Regular: goregular.TTF,
		Bold:    gobold.TTF,
		Family:  "Go, Arial, Helvetica, sans-serif",
	}
}

// WithFont gives the theme with another TrueType font for all text.
func (t Theme) WithFont(ttf []byte) Theme {
	t.Regular, t.Bold = ttf, ttf
	return t
}

func rgb(v uint32) color.RGBA { return color.RGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), 0xff} }

func (t Theme) style(r puzzle.Role) Style {
	if s, ok := t.Styles[r]; ok {
		return s
	}
	return t.Styles[puzzle.RoleNote]
}
