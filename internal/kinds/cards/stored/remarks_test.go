package stored

import (
	"fmt"
	"testing"
)

func TestRemarks(t *testing.T) {
	l, err := fromGallery("cars")
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
