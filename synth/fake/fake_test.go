package fake

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/rng"
)

// TestLists holds the embedded lists to what a draw relies on: no repeats, nothing empty, enough of each.
func TestLists(t *testing.T) {
	for _, loc := range []string{"en_US", "zh_CN"} {
		l, err := lookup(loc)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range slices.Sorted(maps.Keys(l.words)) {
			seen := map[string]bool{}
			for _, w := range l.words[name] {
				if w == "" || seen[w] {
					t.Errorf("%s [%s]: %q is empty or stands there twice", loc, name, w)
				}
				seen[w] = true
			}
			if len(seen) < 20 {
				t.Errorf("%s [%s] has only %d words", loc, name, len(seen))
			}
		}
	}
	zh, en := loadZH().words, loadEN().words
	for _, name := range slices.Sorted(maps.Keys(zh)) {
		if en[name] == nil {
			t.Errorf("list %s is in zh_CN only", name)
		}
	}
	if len(zh) != len(en) {
		t.Errorf("zh_CN has %d lists, en_US %d", len(zh), len(en))
	}
}

func TestDraw(t *testing.T) {
	for _, loc := range []string{"en_US", "zh_CN"} {
		l, err := lookup(loc)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range append(slices.Sorted(maps.Keys(l.words)), composed...) {
			a, err := Draw(rng.New(1), 20, p, loc, nil)
			if err != nil {
				t.Fatalf("%s %s: %v", loc, p, err)
			}
			b, _ := Draw(rng.New(1), 20, p, loc, nil)
			if strings.Join(a, "|") != strings.Join(b, "|") {
				t.Errorf("%s %s: the same seed drew %v and %v", loc, p, a, b)
			}
			seen := map[string]bool{}
			for _, w := range a {
				if seen[w] {
					t.Errorf("%s %s drew %q twice", loc, p, w)
				}
				seen[w] = true
			}
		}
	}
	// Every value of a list can be asked for at once.
	if got, err := Draw(rng.New(3), len(loadZH().words["metal_ore"]), "metal_ore", "zh_CN", nil); err != nil || len(got) == 0 {
		t.Errorf("the whole list: %v %v", got, err)
	}
	for _, bad := range []struct{ n, p, loc, want string }{
		{"9999", "metal_ore", "zh_CN", "were asked for"},
		{"1", "metal_ores", "zh_CN", `did you mean "metal_ore"?`},
		{"1", "name", "xx_XX", "there are en_US and zh_CN"},
	} {
		n := 1
		if bad.n == "9999" {
			n = 9999
		}
		if _, err := Draw(rng.New(1), n, bad.p, bad.loc, nil); err == nil || !strings.Contains(err.Error(), bad.want) {
			t.Errorf("Draw(%d, %s, %s): %v, want %q", n, bad.p, bad.loc, err, bad.want)
		}
	}
	// What is to be avoided does not come.
	used := map[string]bool{}
	for range 5 {
		got, err := Draw(rng.New(5), 4, "metal_ore", "en_US", used)
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range got {
			if used[w] {
				t.Errorf("%q was to be avoided", w)
			}
			used[w] = true
		}
	}
}
