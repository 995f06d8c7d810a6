package asking

import "testing"

// TestSpots names cells in the ways in which people do.
func TestSpots(t *testing.T) {
	for _, c := range []struct {
		line     string
		row, col int
		side     string
	}{
		{"r12c3", 12, 3, ""}, {"R1C2", 1, 2, ""}, {"r1 c2", 1, 2, ""}, {"row 3, column 4", 3, 4, ""}, {"Row 3 col 4", 3, 4, ""},
		{"(5,6)", 5, 6, ""}, {"[ 5 , 6 ]", 5, 6, ""}, {"B7", 7, 2, ""}, {"r1c2.s", 1, 2, ".s"}, {"r1c2.NE", 1, 2, ".ne"}, {"R9", 9, 18, ""},
		{"(r1, c2)", 1, 2, ""}, {"r1,c2: 5", 1, 2, ""}, {"[1, 2, 5]", 1, 2, ""}, {`[1,2,"x"]`, 1, 2, ""}, {`{"row": 1, "col": 2, "value": 5}`, 1, 2, ""}, {`{'row':3,'column':4}`, 3, 4, ""},
	} {
		got := spots("- "+c.line, nil)
		if len(got) != 1 || got[0].row != c.row || got[0].col != c.col || got[0].side != c.side {
			t.Errorf("%q: %+v", c.line, got)
		}
	}
	for _, line := range []string{"", "Row 3: x . x", "(5)", "(1,2", "abc12", "r1", "AB3", "1234,5678", "(1234,5)", "[1,2,3,4]", "(1,2,", `{"row": 1, "value": 2}`, "r1, corner"} {
		if got := spots(line, nil); len(got) != 0 {
			t.Errorf("%q names %+v", line, got)
		}
	}
}

// FuzzFind reads answers from any text: what is found lies within it, in order, and can be written and read again.
func FuzzFind(f *testing.F) {
	var questions []*Question
	for _, c := range []struct{ id, board string }{
		{"slitherlink", "3 3\n3 - -\n- - 2\n- - -"}, {"shikaku", "2 2\n2 -\n- 2"}, {"yajilin", "3 3\n- - -\n- - -\n- - 1n"}, {"sudoku", "4 4\n1 - - -\n- - - -\n- - - -\n- - - -"},
		{"gokigen", "2 2\n- - -\n- - -\n- - -"}, {"slashpack", "2 2\n1 -\n- -"},
	} {
		questions = append(questions, question(f, c.id, c.board))
	}
	for _, text := range []string{"r1c1.n, r1c2.s", "1 1\n2 2", "shade:\nx . .\n. . .\n. . .\nline:\nr1c1-r1c2-r1c3", "(1,1)=1, [1,2]: 2", `{"shade": [[1,0,0],[0,0,0],[0,0,0]], "line": [[[1,1],[1,2]]]}`,
		"Region 1: A1, B1\nRegion 2: A2, B2", "r1c2=3\nr1c3=4", "|1|2|3|4|\n|---|", "/\\\n\\\\", `["\\", "/"],["\\/"]`, "(1,1) -> \\, [1,2,\"/\"]", `{"row": 1, "col": 2, "value": "╲"}`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, q := range questions {
			behind := 0
			for _, s := range q.Find(text) {
				if s.Start < behind || s.End < s.Start || s.End > len(text) {
					t.Fatalf("an answer at %d to %d of %d bytes, behind %d", s.Start, s.End, len(text), behind)
				}
				behind = s.End
				if s.Board != nil {
					q.Answer(s.Board)
				}
			}
		}
	})
}
