package declared

import (
	"strconv"
	"testing"
)

// TestListsAreBounded: lists are begun anew before they take more than they may, also those without a row, and what is put twice counts once.
func TestListsAreBounded(t *testing.T) {
	var l Lists
	none := &list{support: make([][][]uint64, 2)}
	for range 3 {
		l.put([]byte("same"), none)
	}
	once := l.size
	if len(l.of) != 1 || once == 0 || once >= 3*listWords {
		t.Fatalf("one list, put three times: %d lists of %d words", len(l.of), once)
	}
	most := 0
	for n := range 2 * mostLists / once {
		form := []byte(strconv.Itoa(n))
		if l.put(form, none); l.get(form) == nil {
			t.Fatalf("list %d is not there once it is put", n)
		}
		most = max(most, len(l.of))
	}
	if most > mostLists/once {
		t.Errorf("%d lists of %d words were kept at a time, of at most %d words", most, once, mostLists)
	}
}
