package sudoku

import (
	"context"
	"strings"
	"testing"
)

func TestQuestionAndAnswer(t *testing.T) {
	p := mustDecode(t, "sudoku:9x9:"+easy9)
	q := p.Question("en")
	for _, want := range []string{"3 rows and 3 columns", "\n53..7....\n", "the 81 cells"} {
		if !strings.Contains(q, want) {
			t.Errorf("the question lacks %q:\n%s", want, q)
		}
	}
	for lang, want := range map[string]string{"zh": "（3行3列）", "de": "jeder Block von 3 Zeilen und 3 Spalten", "es": "cada caja de 3 filas y 3 columnas", "ja": "（3行3列）", "tlh": "each box of 3 rows"} {
		if q := p.Question(lang); !strings.Contains(q, want) || !strings.Contains(q, "\n53..7....\n") {
			t.Errorf("%s lacks %q:\n%s", lang, want, q)
		}
	}
	res, err := p.Solve(context.Background(), 2)
	if err != nil {
		t.Fatal(err)
	}
	sol := res.Solutions[0].(*filledBoard)
	for _, text := range []string{p.AnswerText(sol, "en"), p.rows(sol.values, true)} {
		s, err := p.ReadAnswer(text)
		if err != nil || p.CheckSolution(s) != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
	wrong, err := p.ReadAnswer(strings.Repeat("123456789", 9))
	if err != nil || p.CheckSolution(wrong) == nil {
		t.Errorf("a wrong answer passes: %v", err)
	}
	for _, text := range []string{"", "5x", strings.Repeat("1", 82)} {
		if _, err := p.ReadAnswer(text); err == nil {
			t.Errorf("%q is read as an answer", text)
		}
	}
	if q := mustDecode(t, jigsaw4).Question("en"); !strings.Contains(q, "\n1112\n1322\n") {
		t.Errorf("the question lacks the boxes:\n%s", q)
	}
}
