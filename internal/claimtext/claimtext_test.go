package claimtext

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func digits(v string) bool { return len(v) == 1 && v[0] >= '1' && v[0] <= '9' }

func written(cells []Cell) string {
	var out []string
	for _, c := range cells {
		sign := "="
		if c.Out {
			sign = "-"
		}
		out = append(out, fmt.Sprintf("r%dc%d%s%s", c.Row, c.Col, sign, c.Value))
	}
	return strings.Join(out, " ")
}

func TestCells(t *testing.T) {
	for _, c := range []struct{ sentence, want string }{
		{"r1c2 = 3", "r1c2=3"},
		{"R1C2 must be 3.", "r1c2=3"},
		{"So row 1, column 2 is 3.", "r1c2=3"},
		{"The 3 can only go in r1c2.", "r1c2=3"},
		{"I place a 3 at (1, 2).", "r1c2=3"},
		{"**r1c2** has to be...", ""},
		{"r1c2: **3**", "r1c2=3"},
		{"第1行第2列只能填3。", "r1c2=3"},
		{"第1行第2列不能是3。", "r1c2-3"},
		{"r1c2 cannot be 3", "r1c2-3"},
		{"r1c2 is no 3.", "r1c2-3"},
		{"r1c2 is no longer open", ""},
		{"Eliminate 3 from r1c2.", "r1c2-3"},
		{"The 3 cannot go in r1c2, so r1c3 = 3.", "r1c2-3 r1c3=3"},
		{"r1c2 is the last open cell of row 1, which lacks only 3: r1c2 is 3.", "r1c2=3"},
		{"r1c2 is 2: its row has 3, 5 and 8, its column 1, and 4 was ruled out already.", "r1c2=2"},
		{"Rows 1 and 3 have their 2 (r1c2, r3c6), so in box 3 only r2c7 is left: r2c7 is 2.", "r2c7=2"},
		{"r6c2 and r7c2 are 6 and 8 in some order, so r3c2 and r4c2 are not 6 or 8.", "r3c2-6 r4c2-6 r3c2-8 r4c2-8"},
		{"r1c4 is not 2 or 5, r2c4 is not 2 or 9, and r6c6 is not 3.", "r1c4-2 r1c4-5 r2c4-2 r2c4-9 r6c6-3"},
		{"r1c1 or r1c2 is not 3", ""},
		{"It is false that r1c1 is 3", ""},
		{"It is not the case that r1c1 is 3", ""},
		{"r1c1 = 3 is wrong", ""},
		{"r1c1 is 3.5", ""},
		{"r4c3 = 2 and r4c4 = 5", "r4c3=2 r4c4=5"},
		{"whichever it is, r1c5 or r4c4 is 9", ""},
		{"r1c2 is 3 or 4", ""},
		{"one of the two cells between the 3 r2c2 and the 1 r1c1 is 4", ""},
		{"The cell between r1c1 and r1c3 is 2, so r1c2 is 2.", "r1c2=2"},
		{"r1c2 is 3, 4", ""},
		{"第1行第2列是3，或者第1行第3列是3。", ""},
		{"第1行第2列是3，或第1行第3列是3。", ""},
		{"{r2c7: 4 and 5}", ""},
		{"r1c2 + r1c3 = 7", ""},
		{"r1c2 has 2 candidates left", ""},
		{"the 2 at r1c2 has 1 of its 2 cells", ""},
		{"r1c2 can be anything", ""},
		{"r1c2 is not necessarily 3", ""},
		{"r1c2 is 1 to 3, and only 2 leads to no contradiction, so r1c2 is 2.", "r1c2=2"},
		{"r1c2 and r1c3 are 3", "r1c2=3 r1c3=3"},
		{"r1c2, r1c3, and r2c2 have no 3: row 2 has it.", "r1c2-3 r1c3-3 r2c2-3"},
		{"r1c2 and r1c3 cannot both be 3", ""},
		{"r1c2 and r1c3 cannot be 3", "r1c2-3 r1c3-3"},
		{"r1c2 and r1c3 are 3 apart", ""},
		{"r1c2、r1c3和r2c2不是3", "r1c2-3 r1c3-3 r2c2-3"},
		{"r1c2是3和r1c3不是4", "r1c2=3 r1c3-4"},
		{"r1c2和r1c3是3和4", ""},
		{"r1c2和r1c3不能都是3", ""},
		{"r1c2是1至3，其中只有3不导致矛盾，所以r1c2填3。", "r1c2=3"},
		{"r1c2有2个候选数", ""},
		{"r1c2是第3行最后的空格，那里只缺3：r1c2是3", "r1c2=3"},
		{"r1c2或r1c3是3", ""},
		{"if r1c2 and r1c3 are 3", ""},
		{"r3c6 ist die letzte leere Zelle in Spalte 6, es fehlt dort nur 2: r3c6 ist 2.", "r3c6=2"},
		{"r1c2 ist nicht 3, und Zeile 1, Spalte 3 muss 4 sein", "r1c2-3 r1c3=4"},
		{"r1c2 ist 3 oder 4", ""},
		{"weder r1c2 noch r1c3 ist 3", ""},
		{"r1c2 es 3, así que r1c3 no es 4", "r1c2=3 r1c3-4"},
		{"r1c2 o r1c3 es 3, y la fila 1, columna 4 debe ser 2", "r1c4=2"},
		{"r1c2 es 3 o 4", ""},
		{"r1c2 es 3 si r1c3 es 4", ""},
		{"r1c2 ist 3 falls r1c3 leer ist", ""},
		{"r1c2 es 1 a 3, y solo 2 vale, así que r1c2 es 2", "r1c2=2"},
		{"r3c6は6列目の最後の空きマスで、足りないのは2だけである：r3c6は2である。", "r3c6=2"},
		{"r1c2は3ではないので、1行目の3列目は4である", "r1c2-3 r1c3=4"},
		{"r1c2かr1c3は3である", ""},
		{"r1c2は3か4である", ""},
		{"r1c2は3であるか、またはr1c3は4である", ""},
	} {
		if s := written(Cells(c.sentence, digits)); s != c.want {
			t.Errorf("%q: %q, want %q", c.sentence, s, c.want)
		}
	}
}

func TestCellsOfWords(t *testing.T) {
	known := func(v string) bool {
		return slices.Contains([]string{"shaded", "white", "star", "cave", "涂黑", "黑", "帐篷"}, strings.ToLower(v))
	}
	for _, c := range []struct{ sentence, want string }{
		{"r1c2 is shaded.", "r1c2=shaded"},
		{"r1c2 is not shaded: otherwise r1c3 and r1c5 hold the same number and are both white.", "r1c2-shaded"},
		{"(1,2) must be white", "r1c2=white"},
		{"r1c2 holds a star", "r1c2=star"},
		{"place a star in r1c2", "r1c2=star"},
		{"r1c4不涂黑，所以r5c4被涂黑；", "r1c4-涂黑 r5c4=涂黑"},
		{"r1c2 and r1c3 are the star", "r1c2=star r1c3=star"},
		{"r1c2 is shaded or r1c3 is white", ""},
		{"r1c2 is not in the cave and r1c3 is in the cave", "r1c2-cave r1c3=cave"},
		{"r1c2, r1c3 and r2c2 are in the cave", "r1c2=cave r1c3=cave r2c2=cave"},
		{"r1c2 is in the room of r2c2", ""},
		{"r1c2涂黑和r1c3不涂黑，所以r2c2有帐篷", "r1c2=涂黑 r1c3-涂黑 r2c2=帐篷"},
		{"r1c2和r1c3没有帐篷", "r1c2-帐篷 r1c3-帐篷"},
		{"r1c2、r1c3和r2c2是黑的", "r1c2=黑 r1c3=黑 r2c2=黑"},
		{"r1c2有相同的邻居", ""},
	} {
		if s := written(Cells(c.sentence, known)); s != c.want {
			t.Errorf("%q: %q, want %q", c.sentence, s, c.want)
		}
	}
}

func TestPairs(t *testing.T) {
	names := []Name{{"Anna", 0}, {"Bob", 1}, {"the baker", 2}, {"baker", 2}, {"tea", 3}, {"green tea", 4}, {"house 1", 5}, {"first house", 5}, {"house 11", 6}, {"安娜", 7}, {"第1位", 8}}
	for _, c := range []struct{ sentence, want string }{
		{"Anna is the baker.", "0=2"},
		{"Anna is not the baker", "0!2"},
		{"So Anna lives in house 1.", "0=5"},
		{"Anna lives in the first house and drinks green tea", "0=5"},
		{"House 11: Bob", "6=1"},
		{"Bob drinks tea, so Anna doesn't drink tea.", "1=3 0!3"},
		{"Bob drinks tea because Anna is the baker.", "1=3"},
		{"Anna is next to the baker", ""},
		{"Anna is either the baker or Bob", ""},
		{"Anna lives somewhere left of Bob", ""},
		{"If Anna is the baker", ""},
		{"Annabel is the baker", ""},
		{"Neither Anna nor Bob is the baker", ""},
		{"It is false that Anna is the baker", ""},
		{"Anna is the baker is wrong", ""},
		{"安娜在第1位。", "7=8"},
		{"安娜不在第1位", "7!8"},
	} {
		var got []string
		for _, p := range Pairs(c.sentence, NewNames(names)) {
			sign := "="
			if p.Out {
				sign = "!"
			}
			got = append(got, fmt.Sprintf("%d%s%d", p.X, sign, p.Y))
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%q: %q, want %q", c.sentence, s, c.want)
		}
	}
}

func TestSentences(t *testing.T) {
	text := "1. r1c1 = 1. Could r1c2 be 3?\nSuppose r1c3 = 4. Then r1c4 = 5. That is a contradiction, so r1c3 is not 4. r2c2 = 2.\n" +
		"If r5c5 = 1 then r5c6 = 2, which is impossible; so r5c5 is 3.\n\nAssume r9c9 = 9. Then r9c8 = 8.\n\nr8c8 = 7\n 18. Suppose r7c7 = 1; that fails. So r7c7 is 2.\n    a) r7c8 = 9\n 19. r7c9 = 3\n" +
		"20. If r6c6 is not 1, then r6c7 is 1. Either way r6c8 is not 1.\n21. If r6c6 is 2, r6c7 is 3.\n22. r6c9 = 4\n" +
		"23. Each way r5c5 is not 1: if r5c6 is 2, then r5c7 is 3; then r5c8 is 4.\n24. r5c9 is 5\nr3c3 is 1: otherwise r3c4 is 1.\nr3c5 is 2\nr4c1 is 3, so if r4c2 is 1, then r4c3 is 2\n" +
		"candles is at stall 4.\nSuppose tea is at stall 1: then clue 2 cannot hold, so tea is at stall 2.\nIffley is at stall 3\n" +
		"If r5c1 is 1, then r5c2 is 2: otherwise row 5 has two.\nIf r5c1 is 1, then r5c2 and r5c3 are 2, so r5c1 is not 1: otherwise row 5 has two.\nr5c4 is 4.\nIf r5c5 is 1, then r5c6 is 2, so r5c7 is not 3.\nThen r5c8 is 4.\n\n" +
		"Suppose that r1c1 is shaded: then row 1 is full. So r1c1 is not shaded.\nSuppose r1c1 has no star: then row 1 lacks one. So r1c1 has a star.\n" +
		"r1c4不涂黑；否则r1c4与r1c5都被涂黑。\n如果r1c1是3，那么r1c2不是4；否则第1行有两个4。\nr1c1是3，所以如果r1c3是4，那么r1c2不是4；否则第1行有两个4。\n假设r1c1是3：那么第1行有两个3。所以r1c1不是3。所以第1行第2列是4。\n" +
		"If r6c1 is not 1, then r6c2 is 2, so r6c1 is not 1: otherwise row 6 has two.\n若r6c3不是1，则r6c4是2，所以r6c3不是1；否则第6行有两个2。\n如果r6c3是1，那么r6c4是2，所以r6c5不是1；否则第6行有两个2。\n\n" +
		"假设r6c7是1。那么无论怎样尝试，第6行没有2。所以r6c7不是1。\n所以如果r6c8是1，那么r6c9是2。\n\nSuppose r1c1 is 3. Then r2c2 is 4, so r1c12 is not 3.\n\n" +
		"若r7c1不是1，则r7c2是2。所以r7c1不是1；否则第7行有两个2。\n\nIf r7c3 is not 1, then r7c4 is 2. So r7c3 is not 1: otherwise row 7 has two.\n\nIf r7c5 is 1, then r7c6 is 2. So r7c7 is 3: otherwise row 7 has two.\n\n" +
		"10. Only 3 is left for r8c1, so r8c1 is 3.\n    a) Suppose r8c1 is 2:\n    b) r8c2 is 5: the 1s beside it are complete.\n    c) Suppose r8c1 is 4:\n    d) r8c3 is 5.\n11. r8c4 is 1"
	var got []string
	for _, s := range Sentences(text) {
		got = append(got, fmt.Sprintf("%d %s", s.Line, s.Text))
	}
	want := []string{"1 1. r1c1 = 1.", "2 , so r1c3 is not 4.", "2 r2c2 = 2.", "3 so r5c5 is 3.", "7 r8c8 = 7", "8 So r7c7 is 2.", "10 19. r7c9 = 3", "11 Either way r6c8 is not 1.", "13 22. r6c9 = 4", "14 23. Each way r5c5 is not 1", "15 24. r5c9 is 5", "16 r3c3 is 1", "17 r3c5 is 2", "18 r4c1 is 3",
		"19 candles is at stall 4.", "20 , so tea is at stall 2.", "21 Iffley is at stall 3", "23 , so r5c1 is not 1", "24 r5c4 is 4.", "28 So r1c1 is not shaded.", "29 So r1c1 has a star.",
		"30 r1c4不涂黑；", "32 r1c1是3", "33 所以r1c1不是3。", "33 所以第1行第2列是4。", "34 , so r6c1 is not 1", "35 ，所以r6c3不是1；", "38 所以r6c7不是1。", "43 所以r7c1不是1；", "45 So r7c3 is not 1", "49 10. Only 3 is left for r8c1, so r8c1 is 3.", "54 11. r8c4 is 1"}
	if !slices.Equal(got, want) {
		t.Errorf("%q\nwant %q", got, want)
	}
}

// TestSentencesOfLanguages: what is supposed states nothing in German, Spanish and Japanese too, and what would be otherwise.
func TestSentencesOfLanguages(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"1. r1c1 ist 1. Angenommen, r1c2 ist 3. Dann ist r1c3 gleich 4. Das ist ein Widerspruch, also ist r1c2 nicht 3.\n2. r2c1 ist 4; sonst gilt: r2c2 ist 4.\n3. Wenn r3c1 nicht 3 ist, dann ist r3c2 gleich 2.\n4. Also ist r4c1 nicht 2.\n5. Ist r5c1 gleich 1, so ist r5c2 nicht 9.\n6. Also gilt: ist r6c1 gleich 1, so ist r6c2 gleich 3.\n7. r7c1 und r7c2 sind nicht 3, also gilt: ist r7c3 gleich 1 und sind r7c4, r7c5 und r7c6 nicht 2, so ist r7c7 gleich 3; sonst gilt: Zeile 7 hat 1 zweimal.",
			"1. r1c1 ist 1.|, also ist r1c2 nicht 3.|2. r2c1 ist 4;|4. Also ist r4c1 nicht 2.|7. r7c1 und r7c2 sind nicht 3"},
		{"1. r1c1 es 1. Supongamos que r1c2 es 3. Entonces r1c3 es 4. Eso es imposible, así que r1c2 no es 3.\n2. r2c1 es 4: si no, r2c2 es 4.\n3. Si r3c1 no es 3, entonces r3c2 es 2.\n4. Por tanto, r4c1 no es 2.",
			"1. r1c1 es 1.|, así que r1c2 no es 3.|2. r2c1 es 4|4. Por tanto, r4c1 no es 2."},
		{"1. r1c1は1である。r1c2が3であるとする。すると、r1c3が4である。これは矛盾である。よって、r1c2は3ではない。\n2. r2c1は4である。そうでないと、r2c2は4である。\n3. r3c1が3でないなら、r3c2は2である。\n4. よって、r4c1は2ではない。",
			"1. r1c1は1である。|よって、r1c2は3ではない。|2. r2c1は4である。|4. よって、r4c1は2ではない。"},
		{"手がかり3：r1c1が1であるならば、r1c2は3である。r1c2は3ではない。\nr2c1は4である。", "手がかり3|r2c1は4である。"},
		{"ステップ3：r1c1が1なら、r1c2は3である。\nr1c3は4である。", ""},
		{"r1c1は1である。丸r1c2が動くなら、その数は1だからである。\nr2c1は4である。", "r1c1は1である。|r2c1は4である。"},
	} {
		var got []string
		for _, s := range Sentences(c.text) {
			got = append(got, s.Text)
		}
		if s := strings.Join(got, "|"); s != c.want {
			t.Errorf("%q, want %q", s, c.want)
		}
	}
}

func FuzzClaims(f *testing.F) {
	f.Add("Suppose r1c3 = 4. Then r1c4 = 5: a contradiction, so r1c3 is not 4.\nAnna is not the baker")
	f.Add("第1行第2列不能是3。安娜在第1位")
	names := []Name{{"Anna", 0}, {"baker", 2}, {"", 1}, {"安娜", 7}}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 2000 {
			t.Skip()
		}
		for _, s := range Sentences(text) {
			if s.Line < 1 || s.Line > strings.Count(text, "\n")+1 {
				t.Errorf("line %d of %q", s.Line, text)
			}
			for _, c := range Cells(s.Text, digits) {
				if !digits(c.Value) || c.Row > 999 || c.Col > 999 {
					t.Errorf("%+v of %q", c, s.Text)
				}
			}
			for _, p := range Pairs(s.Text, NewNames(names)) {
				if p.X == p.Y {
					t.Errorf("%+v of %q", p, s.Text)
				}
			}
		}
	})
}

// TestLongSentences: a sentence of thousands of claims takes time of its length, and not of its square, which would be minutes.
func TestLongSentences(t *testing.T) {
	const many = 2_000
	for _, one := range []string{"r1c1 is not 3 or 4, ", "r1c1 and r1c2 are not 3, ", "r1c1 = 3, ", "so r1c1 must be 3, "} {
		got := Cells(strings.Repeat(one, many), digits)
		if len(got) < many {
			t.Errorf("%q: %d claims are read, expected %d or more", one, len(got), many)
		}
	}
	names := NewNames([]Name{{"Anna", 0}, {"the baker", 1}})
	if got := Pairs(strings.Repeat("Anna is the baker, ", many), names); len(got) != many {
		t.Errorf("%d pairs are read, expected %d", len(got), many)
	}
}

// TestDeniedAtTheEnd: a conclusion that denies what was supposed ends it, also where it goes on about the same place.
func TestDeniedAtTheEnd(t *testing.T) {
	for text, want := range map[string]string{
		"If r5c2 is not 5, then r6c2 is 5 and r5c2 is 5 (column 2). So r5c2 is 5, and r5c2 is not 3 or 9.": "So r5c2 is 5, and r5c2 is not 3 or 9.",
		"If r5c2 is not 5, then r6c2 is 5. So r5c12 is 5, and r5c2 is not 3.":                              "", // denies nothing
		"If r5c2 is 5, then r6c2 is 5. So r5c2 is not 5, and r5c2 is 3.":                                   "So r5c2 is not 5, and r5c2 is 3.",
	} {
		got := ""
		for _, s := range Sentences(text) {
			got += s.Text
		}
		if got != want {
			t.Errorf("%s\nstates %q, want %q", text, got, want)
		}
	}
}
