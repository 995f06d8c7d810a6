package syntax

import (
	"os"
	"testing"
)

func program(b *testing.B) string {
	data, err := os.ReadFile("../eval/lib/testdata/programs/statements.py")
	if err != nil {
		b.Fatal(err)
	}
	return string(data)
}

// BenchmarkLex reads the tokens of an operator file.
func BenchmarkLex(b *testing.B) {
	// f-strings need the parser to find their end, so a file without them is made of the expressions.
	src := "x = [a + b * (c - 1) for a, b in zip(xs, ys) if a < 10 and 'text' in names[a:b]]\n"
	for len(src) < 10000 {
		src += src
	}
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		lx := newLexer("", src)
		for lx.next().kind != tEOF {
		}
	}
}

// BenchmarkParseModule parses an operator file.
func BenchmarkParseModule(b *testing.B) {
	src := program(b)
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		if _, err := ParseModule("", src); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkParseExpr parses an expression such as specifications hold.
func BenchmarkParseExpr(b *testing.B) {
	const src = "And([Sum([If(board[j] == i, 1, 0) for j in names]) == num_per_ship for i in range(ship_num)])"
	for b.Loop() {
		if _, err := ParseExpr("", src); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkFreeNames finds the free names of an operator file.
func BenchmarkFreeNames(b *testing.B) {
	m, err := ParseModule("", program(b))
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		FreeNames(m)
	}
}
