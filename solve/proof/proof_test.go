package proof

import (
	"context"
	"strings"
	"testing"
)

const head = "p quandary 1\n"

func TestSteps(t *testing.T) {
	cases := []struct {
		name, text string
		err        string // part of the error, or empty when the proof is right
	}{
		{"resolution", "c 2 3 0\nc -2 3 0\nc 2 -3 0\nc -2 -3 0\na 3 0\na 0", ""},
		{"no conclusion", "c 2 3 0\nc -2 3 0", "without the empty clause"},
		{"a step too far", "c 2 3 0\na 2 0", "does not follow"},
		{"order of bounds", "i 0 1 9\ng 2 0 4\ng 3 0 7\nc 3 0\nc -2 0\na 0", ""},
		{"values and bounds", "i 0 1 9\ng 2 0 4\ne 3 0 4\nc 3 0\nc -2 0\na 0", ""},
		{"a wrong order", "i 0 1 9\ng 2 0 4\ng 3 0 7\nc 2 0\nc -3 0\na 0", "does not follow"},
		{"three integers, two values", "i 0 1 2\ni 1 1 2\ni 2 1 2\nd 1 1 0 1 2\nt 1 0\na 0", ""},
		{"three integers, three values", "i 0 1 2\ni 1 1 2\ni 2 1 3\nd 1 1 0 1 2\nt 1 0", "does not imply"},
		{"two confined among many", "i 0 1 2\ni 1 1 2\ni 2 1 9\ni 3 1 2\nd 1 1 0 1 2 3\nt 1 0\na 0", ""},
		{"a value excluded", "i 0 1 2\ni 1 1 2\ni 2 1 3\ne 2 2 3\nd 1 1 0 1 2\nt 1 2 0\nc -2 0\na 0", ""},
		{"wide integers", "i 0 1 4000000000\ni 1 1 4000000000\nd 1 1 0 1\nt 1 0", "does not imply"},
		{"linear", "i 0 1 9\ni 1 1 9\nl 1 1 3 i 1 0 i 1 1\ng 2 0 2\ng 3 1 2\nt 1 -2 -3 0\nc 2 0\nc 3 0\na 0", ""},
		{"linear, one to spare", "i 0 1 9\ni 1 1 9\nl 1 1 4 i 1 0 i 1 1\ng 2 0 2\ng 3 1 2\nt 1 -2 -3 0", "does not imply"},
		{"linear under a condition", "i 0 1 9\nl 1 5 1 i 1 0\ng 2 0 2\nt 1 -2 0", "does not imply"},
		{"disequality", "i 0 1 9\nu 1 1 3 i 1 0\ne 2 0 3\nt 1 -2 0\nc 2 0\na 0", ""},
		{"disequality of another", "i 0 1 9\nu 1 1 3 i 1 0\ne 2 0 4\nt 1 -2 0", "does not imply"},
		{"pigeons", "i 0 1 2\ni 1 1 2\ni 2 1 2\nd 1 1 0 1 2\nt 1 0\na 0", ""},
		{"room for all", "i 0 1 3\ni 1 1 3\ni 2 1 3\nd 1 1 0 1 2\nt 1 0", "does not imply"},
		{"product", "i 0 2 3\ni 1 -3 3\ni 2 1 1\nm 1 0 1 2\nt 1 0\na 0", ""},
		{"product that is possible", "i 0 2 3\ni 1 -3 3\ni 2 1 4\nm 1 0 1 2\nt 1 0\na 0", "does not imply"},
		{"product that misses", "i 0 2 3\ni 1 4 5\ni 2 1 7\nm 1 0 1 2\nt 1 0\na 0", ""},
		{"square", "i 0 -3 3\ni 1 -9 -1\nw 1 0 2 1\nt 1 0\na 0", ""},
		{"farkas", "A 2 0 3 0\nA 3 0 4 0\nc 2 0\nc -3 0\nf -2 3 0 2 0 u 3 0 1 -3 0 l 4 1 1\na 0", ""},
		{"farkas, no contradiction", "A 2 0 5 0\nA 3 0 4 0\nf -2 3 0 2 0 u 5 0 1 -3 0 l 4 1 1", "do not contradict"},
		{"farkas, not cancelling", "A 2 0 3 0\nA 3 1 4 0\nf -2 3 0 2 0 u 3 0 1 -3 1 l 4 1 1", "does not cancel"},
		{"farkas, negative factor", "A 2 0 3 0\nA 3 0 4 0\nf -2 -3 0 2 0 u 3 0 1 3 0 u 4 0 -1", "negative"},
		{"farkas, bound of nobody", "A 2 0 3 0\nf -2 0 2 0 u 2 0 1", "does not set"},
		{"strictness", "A 2 0 3 -1\nA 3 0 3 -1\nc 2 0\nc -3 0\nf -2 3 0 2 0 u 3 -1 1 -3 0 l 3 0 1\na 0", ""},
		{"rows and columns", "c 2 3 0\nc 4 5 0\nc 6 7 0\nc -2 -4 0\nc -2 -6 0\nc -4 -6 0\nc -3 -5 0\nc -3 -7 0\nc -5 -7 0\n" +
			"r 1 2 2 0 3 1 2 4 0 5 1 2 6 0 7 1\nt 1 0\na 0", ""},
		{"as many columns as rows", "c 2 3 0\nc 4 5 0\nc -2 -4 0\nc -3 -5 0\nr 1 2 2 0 3 1 2 4 0 5 1\nt 1 -2 5 0\nt 1 0", "does not imply"},
		{"columns that exclude nothing", "c 2 3 0\nc 4 5 0\nc -2 -4 0\nr 1 2 2 0 3 1 2 4 0 5 1", "do not exclude"},
		{"a row that may be empty", "c -2 -4 0\nc -3 -5 0\nc 2 3 0\nr 1 2 2 0 3 1 2 4 0 5 1", "no clause"},
		{"a short row", "c 2 3 0\nr 1 3 2 0 3 1", "too early"},
		{"unknown step", "z 1", "unknown kind"},
		{"unknown integer", "g 2 0 4", "no integer 0"},
		{"broken number", "c 2 x 0", "not a number"},
		{"early end", "l 1 1", "too early"},
		{"huge fraction", "A 2 0 1e999999999 0", "not a fraction"},
	}
	for _, c := range cases {
		_, err := Check(context.Background(), strings.NewReader(head+c.text+"\n"), nil)
		switch {
		case err == nil && c.err != "":
			t.Errorf("%s: accepted, want an error with %q", c.name, c.err)
		case err != nil && (c.err == "" || !strings.Contains(err.Error(), c.err)):
			t.Errorf("%s: %v, want %q", c.name, err, c.err)
		}
	}
}

func FuzzCheck(f *testing.F) {
	f.Add(head + "i 0 1 2\ni 1 1 2\ni 2 1 2\nd 1 1 0 1 2\nt 1 0\na 0\n")
	f.Add(head + "A 2 0 3 0\nA 3 0 4 0\nc 2 0\nc -3 0\nf -2 3 0 2 0 u 3 0 1 -3 0 l 4 1 1\na 0\n")
	f.Add(head + "i 0 1 9\ni 1 1 9\nl 1 1 3 i 1 0 i 1 1\ng 2 0 2\nt 1 -2 0\nw 2 0 2 1\nm 3 0 1 1\nx 2 0\n")
	f.Fuzz(func(t *testing.T, text string) { Check(context.Background(), strings.NewReader(text), nil) })
}
