package grade_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/grade"
	"github.com/quandary-puzzles/quandary/internal/foundry"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// asked is a puzzle that models answer in the tests.
type asked struct {
	inst     puzzle.Instance
	sol      puzzle.Solution
	question string
	answer   string     // as the question asks for it
	cells    [][]string // of a board
}

func ask(t testing.TB, families *puzzle.Registry, id string) asked {
	t.Helper()
	_, inst, err := families.Open(context.Background(), id)
	if err != nil {
		t.Fatalf("%s: %v", id, err)
	}
	res, err := inst.(puzzle.Solver).Solve(context.Background(), 2)
	if err != nil || res.Status != puzzle.Unique {
		t.Fatalf("%s: %s, %v", id, res.Status, err)
	}
	w := inst.(puzzle.Worded)
	a := asked{inst: inst, sol: res.Solutions[0], question: w.Question("en"), answer: w.AnswerText(res.Solutions[0], "en")}
	return a
}

// board cuts the answer into cells.
func (a asked) board(cols int) asked {
	cells := strings.Fields(a.answer)
	if len(cells) == 1 {
		cells = strings.Split(a.answer, "")
	}
	for ; len(cells) > 0; cells = cells[cols:] {
		a.cells = append(a.cells, cells[:cols])
	}
	return a
}

// rows writes a board with something between the cells and round the rows.
func rows(cells [][]string, between, before, behind string) string {
	var b strings.Builder
	for i, r := range cells {
		b.WriteString(strings.ReplaceAll(before, "#", fmt.Sprint(i+1)) + strings.Join(r, between) + behind)
	}
	return b.String()
}

// swapped gives a board with two cells of its first row exchanged.
func swapped(cells [][]string) [][]string {
	out := append([][]string(nil), cells...)
	r := append([]string(nil), out[0]...)
	r[0], r[len(r)-1] = r[len(r)-1], r[0]
	out[0] = r
	return out
}

func transposed(cells [][]string) [][]string {
	out := make([][]string, len(cells[0]))
	for _, r := range cells {
		for c, v := range r {
			out[c] = append(out[c], v)
		}
	}
	return out
}

// hex16 is a board of 16x16 with a few blanks.
func hex16() string {
	var b strings.Builder
	for r := range 16 {
		for c := range 16 {
			if (r*5+c)%16 == 3 {
				b.WriteByte('.')
				continue
			}
			b.WriteByte("123456789ABCDEFG"[(4*(r%4)+r/4+c)%16])
		}
	}
	return b.String()
}

// TestModelOutputs: what language models write as answers is marked by their final answer, whatever stands round it.
func TestModelOutputs(t *testing.T) {
	f := foundry.Families()
	four := ask(t, f, "sudoku:4x4:12...41...43.3.1").board(4)
	nine := ask(t, f, "sudoku:9x9:53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79").board(9)
	hex := ask(t, f, "sudoku:16x16:"+hex16()).board(16)
	fill := ask(t, f, "fillomino:3x5:3_12c3d3d").board(5)
	small := ask(t, f, "fillomino:2x3:1_2_2b3").board(3)
	zebra := ask(t, f, "zebra:3x3#1")
	single := ask(t, f, "cards:cars")
	wine := ask(t, f, "worded:wine#1")

	compact := func(a asked) string { return rows(a.cells, "", "", "\n") }
	spaced := func(a asked) string { return rows(a.cells, " ", "", "\n") }
	table := func(a asked) string {
		return "|" + strings.Repeat(" |", len(a.cells[0])) + "\n|" + strings.Repeat("---|", len(a.cells[0])) + "\n" + rows(a.cells, " | ", "| ", " |\n")
	}
	list := func(a asked) string { return "[" + strings.TrimSuffix(rows(a.cells, ", ", "[", "], "), ", ") + "]" }
	wrong := func(a asked) asked { a.cells = swapped(a.cells); return a }
	zlines := strings.Split(zebra.answer, "\n")
	zname := func(line string) string { name, _, _ := strings.Cut(line, ":"); return name }
	zitems := func(line string) []string { _, rest, _ := strings.Cut(line, ": "); return strings.Split(rest, ", ") }
	var zcols, zrows strings.Builder
	zcols.WriteString("| Place |")
	zrows.WriteString("| | 1 | 2 | 3 |\n|---|---|---|---|\n")
	for _, l := range zlines {
		zcols.WriteString(" " + zname(l) + " |")
		zrows.WriteString("| **" + zname(l) + "** | " + strings.Join(zitems(l), " | ") + " |\n")
	}
	zcols.WriteString("\n|---|---|---|---|\n")
	for _, i := range []int{1, 0, 2} {
		fmt.Fprintf(&zcols, "| %d |", i+1)
		for _, l := range zlines {
			zcols.WriteString(" " + zitems(l)[i] + " |")
		}
		zcols.WriteString("\n")
	}
	var zjson []string
	for _, l := range zlines {
		zjson = append(zjson, fmt.Sprintf("  %q: [\n    %q\n  ]", zname(l), strings.Join(zitems(l), "\",\n    \"")))
	}
	zjsonText := strings.ReplaceAll("{\n"+strings.Join(zjson, ",\n")+"\n}", `\"`, `"`)
	zjsonText = strings.ReplaceAll(zjsonText, `\n`, "\n")
	zwrong := strings.Replace(zebra.answer, zitems(zlines[0])[0]+", "+zitems(zlines[0])[1], zitems(zlines[0])[1]+", "+zitems(zlines[0])[0], 1)
	if zwrong == zebra.answer {
		t.Fatal("the wrong answer is the right one")
	}
	var every, everyBoxed strings.Builder
	for _, b := range latin4() {
		every.WriteString(b + "\n\n")
		everyBoxed.WriteString("\\boxed{" + strings.ReplaceAll(b, "\n", " ") + "}\n")
	}
	lastOfAll := every.String() + compact(four)

	for _, c := range []struct {
		name   string
		of     asked
		text   string
		reason grade.Reason
	}{
		// Sudoku of 4x4.
		{"as asked", four, four.answer, grade.Right},
		{"prose round rows", four, "Let me solve it.\n\n" + compact(four) + "\nEvery row, column and box holds 1 to 4.", grade.Right},
		{"fence", four, "Here you are:\n```\n" + spaced(four) + "```\nHope this helps!", grade.Right},
		{"fence with language and prose inside the text", four, "Sure.\n```text\n" + compact(four) + "```", grade.Right},
		{"Markdown table", four, "The solution is:\n\n" + table(four), grade.Right},
		{"table with numbers of rows and columns", four, "| | 1 | 2 | 3 | 4 |\n|---|---|---|---|---|\n" + rows(four.cells, " | ", "| # | ", " |\n"), grade.Right},
		{"pipes", four, rows(four.cells, "|", "|", "|\n"), grade.Right},
		{"labels", four, "**Answer:**\n" + rows(four.cells, " ", "Row #: ", "\n"), grade.Right},
		{"short labels", four, rows(four.cells, ", ", "R#: ", "\n"), grade.Right},
		{"numbered list", four, rows(four.cells, "", "#. ", "\n"), grade.Right},
		{"one line behind a colon", four, "Thus the final answer: " + strings.Join(strings.Fields(compact(four)), ""), grade.Right},
		{"groups in one line", four, "Final answer: " + strings.Join(strings.Fields(compact(four)), " "), grade.Right},
		{"box", four, "So \\boxed{" + four.answer + "}", grade.Right},
		{"box for each row", four, rows(four.cells, "", "\\boxed{", "}\n"), grade.Right},
		{"answer element", four, "<answer>\n" + compact(four) + "</answer>", grade.Right},
		{"question echoed", four, four.question + "\n\nThe solution:\n" + compact(four), grade.Right},
		{"question echoed behind", four, compact(four) + "\nThis solves the puzzle:\n" + four.question, grade.Right},
		{"reasoning with other boards", four, "<think>" + compact(wrong(four)) + " or?</think>\n" + compact(four), grade.Right},
		{"reasoning only", four, "<think>So it is\n" + compact(four) + "</think>\nI give up.", grade.Unparsed},
		{"reasoning cut off", four, "<think>So it is\n" + compact(four), grade.Unparsed},
		{"first attempt given up", four, compact(wrong(four)) + "\nWait, that breaks row 1. Let me fix it.\n" + compact(four), grade.Right},
		{"attempt before the final answer", four, "I try\n" + compact(wrong(four)) + "\n\nFinal answer:\n" + compact(four), grade.Right},
		{"last attempt is wrong", four, compact(four) + "\nWait, that is not right. Better:\n" + compact(wrong(four)), grade.BreaksRule},
		{"taken back", four, "Answer:\n" + compact(four) + "\nWait, that is wrong. I have to stop here.", grade.Unparsed},
		{"taken back in words", four, compact(four) + "\nPlease ignore the above grid, I cannot do it.", grade.Unparsed},
		{"checked and kept", four, "Answer:\n" + compact(four) + "\nLet me check: 1 and 2 are right, nothing is wrong.", grade.Right},
		{"two, one of them right", four, "Either\n" + compact(wrong(four)) + "\nor\n" + compact(four), grade.Ambiguous},
		{"numbered solutions", four, "Solution 1:\n" + compact(wrong(four)) + "\nSolution 2:\n" + compact(four), grade.Ambiguous},
		{"two in the answer element", four, "<answer>" + compact(wrong(four)) + " wait, corrected:\n" + compact(four) + "</answer>", grade.Ambiguous},
		{"every board", four, every.String(), grade.Ambiguous},
		{"every board, the right one last", four, lastOfAll, grade.Ambiguous},
		{"every board as final answer", four, "Final answer:\n" + lastOfAll, grade.Ambiguous},
		{"every board boxed", four, everyBoxed.String(), grade.BreaksRule},
		{"the question", four, four.question, grade.Unparsed},
		{"blank", four, " \n", grade.Empty},
		{"ten million characters", four, strings.Repeat(compact(four), 10<<20/20), grade.TooLong},
		{"a million characters of the same", four, strings.Repeat(compact(four)+"\n", 40_000), grade.Right},
		{"final answer breaks off", four, "I tried\n" + compact(four) + "\nFinal answer:\n" + compact(four)[:10], grade.Unparsed},
		{"blanks left", four, "Final answer:\n12..\n.41.\n..43\n.3.1", grade.Unparsed},
		{"the wrong size", four, compact(nine), grade.Unparsed},
		{"denied", four, "This is not the solution:\n" + compact(four), grade.Unclaimed},
		{"hedged", four, "The solution might be:\n" + compact(four), grade.Unclaimed},
		{"hedged in Chinese", four, "可能的答案是：\n" + compact(four), grade.Unclaimed},
		{"doubted behind", four, compact(four) + "\nI'm not sure about this.", grade.Unclaimed},
		{"denied round a box", four, "It cannot be \\boxed{" + four.answer + "}", grade.Unclaimed},
		{"surely", four, "I am sure that this is the solution:\n" + compact(four), grade.Right},
		{"not 3, therefore", four, "So row 1 cannot be 1 2 4 3.\n\n" + compact(four), grade.Right},
		// Sudoku of 9x9.
		{"working, then the board", nine, working(nine) + "\n" + spaced(nine), grade.Right},
		{"boxes drawn", nine, "```\n" + drawn(nine.cells) + "```", grade.Right},
		{"boxes drawn with lines", nine, strings.NewReplacer("|", "│", "-", "─", "+", "┼").Replace(drawn(nine.cells)), grade.Right},
		{"LaTeX array", nine, "$$\\begin{array}{|ccc|ccc|ccc|}\n\\hline\n" + rows(nine.cells, " & ", "", " \\\\\n") + "\\hline\n\\end{array}$$", grade.Right},
		{"boxed array", nine, "\\[\\boxed{\\begin{array}{ccccccccc}\n" + rows(nine.cells, "&", "", "\\\\\n") + "\\end{array}}\\]", grade.Right},
		{"list of lists", nine, "grid = " + list(nine), grade.Right},
		{"list of lists over lines", nine, "```python\nsolution = [\n" + rows(nine.cells, ", ", "    [", "],\n") + "]\n```", grade.Right},
		{"JSON, a cell a line", nine, "```json\n{\"grid\": [\n" + rows(nine.cells, ",\n  ", "[\n  ", "\n],\n") + "]}\n```", grade.Right},
		{"JSON with answer", nine, "{\"thoughts\": \"...\", \"answer\": \"" + nine.answer + "\"}", grade.Right},
		{"list of texts", nine, "[\"" + strings.Join(strings.Fields(compact(nine)), "\", \"") + "\"]", grade.Right},
		{"names of rows in JSON", nine, "{" + strings.TrimSuffix(rows(nine.cells, "", "\"row#\": \"", "\", "), ", ") + "}", grade.Right},
		{"HTML", nine, "<table>\n" + rows(nine.cells, "</td>\n<td>", "<tr>\n<td>", "</td>\n</tr>\n") + "</table>", grade.Right},
		{"bold entries", nine, rows(nine.cells, "** | **", "| **", "** |\n"), grade.Right},
		{"digits on keys", nine, rows(nine.cells, "\ufe0f\u20e3", "", "\ufe0f\u20e3\n"), grade.Right},
		{"full-width digits", nine, strings.NewReplacer("1", "１", "2", "２", "9", "９").Replace(spaced(nine)), grade.Right},
		{"columns written out behind", nine, "Answer:\n" + spaced(nine) + "\nCheck of the columns:\n" + rows(transposed(nine.cells), " ", "", "\n"), grade.Right},
		{"named columns behind", nine, "Answer:\n" + spaced(nine) + "\nVerification\n" + rows(transposed(nine.cells), " ", "Column #: ", " ok\n") + rows(transposed(nine.cells), " ", "C#: ", "\n"), grade.Right},
		{"columns for rows", nine, spaced(asked{cells: transposed(nine.cells)}), grade.BreaksRule},
		{"Chinese", nine, "经过推理，最终答案：\n" + rows(nine.cells, " ", "第#行：", "\n"), grade.Right},
		{"two columns exchanged", nine, spaced(wrong(nine)), grade.BreaksRule},
		{"a symbol too many", nine, strings.Replace(compact(nine), "5", "55", 1), grade.Unparsed},
		// Sudoku of 16x16 with letters.
		{"16x16", hex, "The filled grid:\n\n" + compact(hex), grade.Right},
		{"16x16 in small letters", hex, strings.ToLower(spaced(hex)), grade.Right},
		{"16x16 table", hex, "A full answer. Be glad!\n" + table(hex), grade.Right},
		{"16x16 numbered", hex, rows(hex.cells, " ", "#: ", "\n"), grade.Right},
		{"16x16 list", hex, "[[\"" + strings.TrimSuffix(rows(hex.cells, "\",\"", "", "\"],\n [\""), ",\n [\"") + "]", grade.Right},
		// Fillomino with numbers of two digits, and without.
		{"fillomino", fill, "The regions are 3 and 12.\n" + spaced(fill), grade.Right},
		{"fillomino table", fill, "Region sizes:\n" + table(fill), grade.Right},
		{"fillomino list", fill, "\\boxed{" + list(fill) + "}", grade.Right},
		{"fillomino drawn", fill, picture(t, fill), grade.Right},
		{"fillomino close", small, "So:\n" + compact(small) + "\nDone.", grade.Right},
		{"fillomino close in one line", small, "Answer: " + strings.Join(strings.Fields(compact(small)), " / "), grade.Right},
		{"fillomino semicolons", small, strings.TrimSuffix(rows(small.cells, ",", "", ";"), ";"), grade.Right},
		{"fillomino columns as lists", small, list(asked{cells: transposed(small.cells)}), grade.Unparsed},
		{"fillomino wrong", fill, spaced(wrong(fill)), grade.BreaksRule},
		{"fillomino two", fill, "Maybe\n" + spaced(fill) + "\nor maybe\n" + spaced(wrong(fill)), grade.Ambiguous},
		// Zebra puzzles.
		{"zebra", zebra, "After some thought:\n\n" + zebra.answer + "\n\nI am sure of it.", grade.Right},
		{"zebra list", zebra, "Final answer:\n- **" + strings.Join(strings.Split(strings.ReplaceAll(zebra.answer, ":", ":**"), "\n"), "\n- **"), grade.Right},
		{"zebra columns", zebra, "The table:\n\n" + zcols.String(), grade.Right},
		{"zebra rows", zebra, "The table:\n\n" + zrows.String() + "\nThis fits.", grade.Right},
		{"zebra announced", zebra, "Some words.\n\n**Answer:**\n" + zebra.answer, grade.Right},
		{"zebra announced in its line", zebra, "**Answer:** " + zebra.answer, grade.Right},
		{"zebra announced plainly", zebra, "Answer: " + zebra.answer, grade.Right},
		{"zebra announced as final", zebra, "So:\n\n**Final answer:** " + zebra.answer + "\n", grade.Right},
		{"zebra announced in a heading", zebra, "### Answer:\n\n" + zebra.answer, grade.Right},
		{"zebra announced in italics", zebra, "*Answer*: " + zebra.answer, grade.Right},
		{"zebra denied", zebra, "**Not the answer:** " + zebra.answer, grade.Unparsed},
		{"zebra JSON", zebra, "```json\n" + zjsonText + "\n```", grade.Right},
		{"zebra attempt first", zebra, zwrong + "\n\nThat contradicts clue 2. Final answer:\n" + zebra.answer, grade.Right},
		{"zebra two", zebra, zwrong + "\n\n" + zebra.answer, grade.Ambiguous},
		{"zebra taken back", zebra, zebra.answer + "\n\nActually, this is wrong.", grade.Unparsed},
		{"zebra cut off", zebra, "Final answer:\n" + strings.Join(zlines[:2], "\n"), grade.Unparsed},
		{"zebra wrong", zebra, zwrong, grade.BreaksRule},
		{"zebra hedged", zebra, "It is probably\n" + zebra.answer, grade.Unclaimed},
		{"zebra denied", zebra, "The answer is not:\n\n" + zebra.answer, grade.Unclaimed},
		{"zebra in Chinese", zebra, "所以答案是：\n\n" + zebra.answer + "\n\n希望对你有帮助！", grade.Right},
		// Cards.
		{"cards", single, "Clue 1 bans two things.\n\n" + single.answer + "\n\nThat is all.", grade.Right},
		{"cards in a line", single, "Final answer: see below\n" + strings.ReplaceAll(single.answer, "\n", ", "), grade.Right},
		{"cards as a table", single, "| property | value |\n|---|---|\n| " + strings.NewReplacer(": ", " | ", "\n", " |\n| ").Replace(single.answer) + " |", grade.Right},
		{"cards announced", single, "**Answer:** " + single.answer, grade.Right},
		{"cards announced as final", single, "So:\n\n**Final Answer:** " + single.answer, grade.Right},
		{"cards announced above", single, "**Answer:**\n" + single.answer, grade.Right},
		{"cards announced plainly", single, "Answer: " + single.answer, grade.Right},
		{"cards as JSON", single, "{\"" + strings.NewReplacer(": ", "\": \"", "\n", "\", \"").Replace(single.answer) + "\"}", grade.Right},
		{"cards with reasons", single, strings.ReplaceAll(single.answer, "\n", " (clue 1)\n") + " (clue 2)", grade.Right},
		{"cards boxed", single, "\\boxed{" + strings.ReplaceAll(single.answer, "\n", ", ") + "}", grade.Right},
		{"cards hedged", single, "Perhaps it is\n" + single.answer, grade.Unclaimed},
		{"cards, every thing", single, "top: red\nbody: red\n\ntop: red\nbody: blue\n\ntop: blue\nbody: red", grade.Ambiguous},
		{"cards wrong", single, "top: blue\nbody: blue", grade.BreaksRule},
		{"cards half", single, "Final answer:\ntop: red", grade.Unparsed},
		// Word puzzles.
		{"words", wine, "It is the fourth.\n\nAnswer: " + wine.answer, grade.Right},
		{"words boxed", wine, "\\boxed{\\text{" + wine.answer + "}}", grade.Right},
		{"words, every option", wine, "\\boxed{A, B, C, D}", grade.Ambiguous},
		{"words reasoned", wine, "<think>\\boxed{A}</think>\\boxed{" + wine.answer + "}", grade.Right},
	} {
		m := grade.ByRules(c.of.inst, c.of.sol, c.text)
		if m.Reason != c.reason || m.Correct != (c.reason == grade.Right) {
			t.Errorf("%s: %s (score %.2f, %s), want %s\n%.600s", c.name, m.Reason, m.Score, m.Detail, c.reason, c.text)
		}
		if m.Correct && m.Score*float64(m.Offered) < 0.999 || !m.Correct && m.Reason != grade.BreaksRule && m.Score != 0 {
			t.Errorf("%s: score %.2f of %d offered", c.name, m.Score, m.Offered)
		}
	}
}

// TestListing: who names many solutions is marked by the last alone, and earns the less the more they are.
func TestListing(t *testing.T) {
	a := ask(t, foundry.Families(), "sudoku:4x4:12...41...43.3.1").board(4)
	right := rows(a.cells, "", "", "\n")
	var all []string
	for _, b := range latin4() {
		if b+"\n" != right {
			all = append(all, b)
		}
	}
	for n := 1; n <= 64; n *= 4 {
		list := strings.Join(all[:n], "\n\nWait, that is wrong.\n\n")
		m := grade.ByRules(a.inst, a.sol, list+"\n\nWait, that is wrong.\n\n"+right)
		if !m.Correct || m.Offered != n+1 || m.Score > 1/float64(n+1) {
			t.Errorf("%d boards before the right one: %+v", n, m)
		}
		m = grade.ByRules(a.inst, a.sol, right+"\n\nWait, that is wrong.\n\n"+list)
		if m.Correct || m.Score > 1/float64(n+1) {
			t.Errorf("%d boards behind the right one: %+v", n, m)
		}
	}
}

// picture is the solution as the family draws it.
func picture(t *testing.T, a asked) string {
	t.Helper()
	sc, err := a.inst.(puzzle.Shown).SolutionScene(a.sol)
	if err != nil {
		t.Fatal(err)
	}
	return sc.Text
}

// drawn draws the boxes of a board of 9x9.
func drawn(cells [][]string) string {
	var b strings.Builder
	for i, r := range cells {
		if i%3 == 0 {
			b.WriteString("+-------+-------+-------+\n")
		}
		b.WriteString("| " + strings.Join(r[:3], " ") + " | " + strings.Join(r[3:6], " ") + " | " + strings.Join(r[6:], " ") + " |\n")
	}
	return b.String() + "+-------+-------+-------+\n"
}

// working is step-by-step working with boards that fill up.
func working(a asked) string {
	var b strings.Builder
	for step := range 4 {
		fmt.Fprintf(&b, "Step %d: we place more.\n", step+1)
		for r, row := range a.cells {
			for c, v := range row {
				if (r*9+c)%5 > step {
					v = "."
				}
				b.WriteString(v + " ")
			}
			b.WriteByte('\n')
		}
		b.WriteString("\nRow 1 lacks some: 1 2 3 4 5 6 7 8 9.\n\n")
	}
	return b.String() + "All is filled in:"
}

// latin4 lists full boards of 4x4 in which rows and columns hold each number once.
func latin4() []string {
	var out []string
	var perms []string
	var permute func(head, rest string)
	permute = func(head, rest string) {
		if rest == "" {
			perms = append(perms, head)
		}
		for i := range rest {
			permute(head+rest[i:i+1], rest[:i]+rest[i+1:])
		}
	}
	permute("", "1234")
	var fill func(rows []string)
	fill = func(rows []string) {
		if len(rows) == 4 {
			out = append(out, strings.Join(rows, "\n"))
			return
		}
		for _, p := range perms {
			ok := true
			for _, r := range rows {
				for c := range 4 {
					ok = ok && r[c] != p[c]
				}
			}
			if ok {
				fill(append(rows[:len(rows):len(rows)], p))
			}
		}
	}
	fill(nil)
	return out
}

// TestLongAnswers: long text is read in reasonable time, whatever it repeats; with QUANDARY_LONG=1 as much as is read at all.
// There is no clock here: what grows with the square of the text would not end before the tests are cut off.
func TestLongAnswers(t *testing.T) {
	puztest.From(t, puztest.Usual)
	families := foundry.Families()
	length := grade.MaxAnswer / 8
	if puztest.Doing() < puztest.Whole {
		length /= 8
	}
	if puztest.Doing() == puztest.Long {
		length = grade.MaxAnswer
	}
	for _, id := range []string{"sudoku:4x4:12...41...43.3.1", "fillomino:3x5:3_12c3d3d", "zebra:3x3#1", "cards:cars"} {
		a := ask(t, families, id)
		line, _, _ := strings.Cut(a.answer, "\n")
		for _, part := range []string{"|a|\n", "a];", "1;", "[1]", "[1,\n", "Row 1: 1234 ", "1234\n\n", "1\n", "<tr>", "\\\\", "\\boxed{1", "Answer: 1234\n", "{\"answer\": 1}",
			"top: red, ", "| top | red |\n", line + "\n", line + " ", line + "],", a.answer + "\nwait\n"} {
			if m := grade.ByRules(a.inst, a.sol, strings.Repeat(part, length/len(part))); m.Reason == "" || m.Score > 1 {
				t.Errorf("%s: %q again and again: %+v", id, part, m)
			}
		}
	}
}

// FuzzByRules: no text makes marks that contradict each other, and none takes long.
func FuzzByRules(f *testing.F) {
	families := foundry.Families()
	var all []asked
	for _, id := range []string{"sudoku:4x4:12...41...43.3.1", "fillomino:2x3:1_2_2b3", "fillomino:3x5:3_12c3d3d", "zebra:3x3#1", "cards:cars"} {
		a := ask(f, families, id)
		all = append(all, a)
		f.Add(a.question + "\n\nFinal answer:\n" + a.answer)
		f.Add("<answer>\\boxed{" + a.answer + "}</answer> Wait, that is wrong.")
	}
	f.Add("| | 1 | 2 | 3 | 4 |\n|---|---|\n| 1 | 1 & 2 \\\\ [[1, 2], [3; 4]]\nRow 1: 1234 R2=12.. C1: 1234\n+--+\n")
	f.Fuzz(func(t *testing.T, text string) {
		for _, a := range all {
			m := grade.ByRules(a.inst, a.sol, text)
			if m.Score < 0 || m.Score > 1 || m.Correct != (m.Reason == grade.Right) || m.Reason == "" || m.Correct && m.Score <= 0 {
				t.Fatalf("mark %+v", m)
			}
			for _, s := range a.inst.Extras().FindAnswers(text) {
				if s.Start < 0 || s.End > len(text) || s.Start >= s.End {
					t.Fatalf("a solution from %d to %d of %d", s.Start, s.End, len(text))
				}
			}
		}
	})
}
