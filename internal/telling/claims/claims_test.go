package claims_test

import (
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/kinds/declared"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/solve/native"
)

// TestClaims reads sentences about cells, and about what lies between them.
func TestClaims(t *testing.T) {
	insts := map[string]*declared.Instance{} // one of a family: all sentences about it have one size
	for _, c := range []struct{ id, size, sentence, want string }{
		{"heyawake", "5x5", "r1c1 is shaded, so r1c2 and r2c1 are not shaded", "shade@r1c1=1 shade@r1c2=0 shade@r2c1=0"},
		{"heyawake", "5x5", "r1c1涂黑，所以r1c2和r2c1不涂黑", "shade@r1c1=1 shade@r1c2=0 shade@r2c1=0"},
		{"cave", "5x5", "r1c1 is in the cave and r1c2 is not in the cave", "cave@r1c1=1 cave@r1c2=0"},
		{"slitherlink", "4x4", "The right and bottom sides of r4c4 are not drawn", "line@r4c4.e=0 line@r4c4.s=0"},
		{"slitherlink", "4x4", "The right of r3c1 is not drawn, so the bottom and left of r2c2 are drawn", "line@r3c1.e=0 line@r2c2.s=1 line@r2c1.e=1"},
		{"slitherlink", "4x4", "The side between r3c1 and r3c2 is drawn, so the edge between r2c1 and r3c1 is not drawn", "line@r3c1.e=1 line@r2c1.s=0"},
		{"slitherlink", "4x4", "the four sides of r2c2 are not drawn", "line@r1c2.s=0 line@r2c2.e=0 line@r2c2.s=0 line@r2c1.e=0"},
		{"slitherlink", "4x4", "r1c1的上、左边画线，所以r1c1与r1c2之间的边不画线", "line@r1c1.n=1 line@r1c1.w=1 line@r1c1.e=0"},
		{"slitherlink", "4x4", "the link of r1c1 and r3c3 is drawn", ""},
		{"slitherlink", "4x4", "the side between r1c1 and r1c2 or r2c1 is drawn", ""},
		{"masyu", "5x5", "The link of r1c1 and r1c2 and the link of r1c1 and r2c1 are drawn.", "line@r1c1-r1c2=1 line@r1c1-r2c1=1"},
		{"masyu", "5x5", "r1c1–r1c2 is drawn, so r1c2–r1c3–r1c4 are not drawn", "line@r1c1-r1c2=1 line@r1c2-r1c3=0 line@r1c3-r1c4=0"},
		{"masyu", "5x5", "r1c1–r1c2画线，r1c2–r1c3–r1c4不画线", "line@r1c1-r1c2=1 line@r1c2-r1c3=0 line@r1c3-r1c4=0"},
		{"masyu", "5x5", "If the line from r1c1 to r1c2 is drawn", ""},
		{"slitherlink", "4x4", "The left sides of r3c1 and r2c1 are drawn", "line@r3c1.w=1 line@r2c1.w=1"},
		{"slitherlink", "4x4", "The top of r1c2 and the bottom sides of r1c3 and r2c1 are drawn", "line@r1c2.n=1 line@r1c3.s=1 line@r2c1.s=1"},
		{"slitherlink", "4x4", "r3c1和r2c1的左边画线", "line@r3c1.w=1 line@r2c1.w=1"},
		{"gokigen", "4x4", "r2c4 and r1c1 are falling and r2c1 is rising: otherwise the lower left corner of r1c1 does not have 0 diagonals", "slash@r2c4=fall slash@r1c1=fall slash@r2c1=rise"},
		{"gokigen", "4x4", "r1c1 is falling or rising, or r1c2 is rising", ""},
		{"shikaku", "4x4", "r1c1–r1c2 and r3c1–r4c1 have borders, so r2c1–r2c2 has no border", "area@r1c1-r1c2=1 area@r3c1-r4c1=1 area@r2c1-r2c2=0"},
		{"shikaku", "4x4", "r1c1–r1c2和r3c1–r4c1处都有区域边界，所以r2c1–r2c2在同一区域内", "area@r1c1-r1c2=1 area@r3c1-r4c1=1 area@r2c1-r2c2=0"},
		{"nurikabe", "4x4", "r1c1 is sea, so r1c2 is land: otherwise the sea is not connected, as r1c1 could not reach r4c4", "sea@r1c1=1 sea@r1c2=0"},
		{"battleship", "5x5", "r5c3 is not the middle of a ship or a ship of one cell, r1c1 is the top of a ship and r2c2 has no ship", "ship@r1c1=n ship@r2c2=-"},
		{"battleship", "5x5", "r2c1 and r2c2 are the middle of a ship: otherwise ships touch", "ship@r2c1=m ship@r2c2=m"},
		{"battleship", "5x5", "r3c5不是船的下端或船身，r1c1没有船", "ship@r1c1=-"},
		{"abc-end-view", "4x4", "r1c2 has no letter, r3c2 is not A and r2c1 is B: otherwise row 3 does not hold each letter exactly once", "letter@r1c2=- letter@r2c1=2"},
		{"slitherlink", "4x4", "r1c1与r1c2之间的边是10", ""},
		{"heyapin", "4x4", "The upper right corners of r1c1 and r1c2 and the lower right corners of r2c1, r2c2 and r2c3 have a pin", "pin@r1c1.ne=1 pin@r1c2.ne=1 pin@r2c1.se=1 pin@r2c2.se=1 pin@r2c3.se=1"},
		{"heyapin", "4x4", "r1c1和r1c2的右上角没有图钉", "pin@r1c1.ne=0 pin@r1c2.ne=0"},
		{"heyawake", "5x5", "Neither r1c1 nor r1c2 is shaded, and none of r2c1, r2c2 and r2c3 is shaded", "shade@r1c1=0 shade@r1c2=0 shade@r2c1=0 shade@r2c2=0 shade@r2c3=0"},
		{"no-four-in-a-row", "5x5", "r1c1 and r1c2 are each a circle, neither r2c1 nor r2c2 is a circle, and none of r3c1, r3c2 and r3c3 is a cross", "item@r1c1=o item@r1c2=o"},
		{"slitherlink", "4x4", "No hay línea en el lado inferior de r1c4 y los lados superior e izquierdo de r3c3, y hay línea en los lados derechos de r1c1 y r2c1", "line@r1c4.s=0 line@r2c3.s=0 line@r3c2.e=0 line@r1c1.e=1 line@r2c1.e=1"},
		{"slitherlink", "4x4", "Seite unten an r1c4 und die Seiten oben und links von r3c3 gehören nicht zur Linie", "line@r1c4.s=0 line@r2c3.s=0 line@r3c2.e=0"},
		{"lits", "5x5", "No hay pieza en r1c1 y r2c3, y r2c2 es L", "piece@r1c1=- piece@r2c3=- piece@r2c2=L"},
		{"lits", "5x5", "r1c1 is L, I or T", ""},
		{"lits", "5x5", "r1c1 ist L, I, S oder T", ""},
		{"lits", "5x5", "r1c1 es L, I o T", ""},
		{"lits", "5x5", "r1c1是L、I或T", ""},
		{"lits", "5x5", "r1c1はL、IかTである", ""},
		{"hashi", "5x5", "Die Strecke von r2c2 bis r2c4 hat 2 Brücken, also hat die Strecke von r2c2 bis r5c2 1 Brücke", "bridge@number1=2 bridge@number2=1"},
		{"heyawake", "5x5", "r1c1 está sombreada si r1c2 no está sombreada", ""},
		{"heyawake", "5x5", "r1c1 ist schwarz wenn r1c2 nicht schwarz ist", ""},
		{"heyawake", "5x5", "r1c1 is shaded if r1c2 is not shaded", ""},
		{"tents", "5x5", "r3c1 has no tent, so the link of r3c1 and r3c2 has no tie", "tent@r3c1=0"},
	} {
		if insts[c.id] == nil {
			insts[c.id] = made(t, c.id, c.size)
		}
		inst := insts[c.id]
		var got []string
		for _, claim := range inst.Claims(c.sentence) {
			got = append(got, string(claim.Move))
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s: %q: %q, want %q", c.id, c.sentence, s, c.want)
		}
	}
}

// made makes a puzzle of a family that comes with the program.
func made(t *testing.T, id, size string) *declared.Instance {
	t.Helper()
	for _, f := range declared.Catalogue(native.New()) {
		if f.Name() != id {
			continue
		}
		p, err := f.ParseParams(size)
		if err != nil {
			t.Fatal(err)
		}
		g, err := f.(puzzle.Generator).Generate(t.Context(), p, nil, puzzle.Stream(f, 3, 0), nil)
		if err != nil {
			t.Fatal(err)
		}
		return g.Instance.(*declared.Instance)
	}
	t.Fatalf("no family %s", id)
	return nil
}
