package packed

import (
	"strings"
	"testing"
)

// The packed texts are what lz-string's compressToBase64 gives.
func TestLZVectors(t *testing.T) {
	for text, want := range map[string]string{
		"":      "Q===",
		"hello": "BYUwNmD2Q===",
	} {
		if got := packLZ(text); got != want {
			t.Errorf("pack %q: %q, want %q", text, got, want)
		}
		if got, err := UnpackLZ(want); err != nil || got != text {
			t.Errorf("unpack %q: %q, %v, want %q", want, got, err, text)
		}
	}
	for _, text := range []string{"", "a", "aa", "hello", strings.Repeat("ab", 4000), `{"size":9,"grid":[[{"value":5}]]}`, "höhe – 数独"} {
		got, err := UnpackLZ(packLZ(text))
		if err != nil || got != text {
			t.Errorf("%.20q does not round-trip: %.40q, %v", text, got, err)
		}
	}
}

func FuzzUnpackLZ(f *testing.F) {
	f.Add("BYUwNmD2Q===")
	f.Add(packLZ(strings.Repeat("sudoku ", 30)))
	f.Fuzz(func(t *testing.T, s string) {
		text, err := UnpackLZ(s)
		if err != nil {
			return
		}
		if back, err := UnpackLZ(packLZ(text)); err != nil || back != text {
			t.Errorf("%q does not round-trip", text)
		}
	})
}
