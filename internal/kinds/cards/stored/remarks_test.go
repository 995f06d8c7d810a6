package stored_test

import (
	"fmt"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/kinds/cards/stored"
)

func TestRemarks(t *testing.T) {
	l, err := stored.FromGallery("cars")
	if err != nil {
		t.Fatal(err)
	}
	in, err := family().NewInstance(l.Puzzle)
	if err != nil {
		t.Fatal(err)
	}
	got, err := in.Remarks(t.Context())
	if want := "[{useless-clue clue2 bans nothing} {order fastest in the order clue3, clue4, clue1}]"; err != nil || fmt.Sprint(got) != want {
		t.Errorf("%v %v, want %s", got, err, want)
	}
}
