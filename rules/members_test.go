package rules

import "testing"

func TestMembersOf(t *testing.T) {
	for _, c := range []struct {
		rules string
		want  string // the rule
		not   bool
	}{
		{"wall: (c in area) != wall[c] for c in cells", "wall", true},
		{"wall: (c in wall) != (c in area) for c in cells", "wall", true},
		{"inside: (c in area) == (wall[c] or dot[c]) for c in cells", "inside", false},
		{"some: (c in area) != wall[c] for c in cells if dot[c]", "", false},
		{"own: (c in area) != (len(area[c]) > 1) for c in cells", "", false},
		{"let: (c in area) != large(c) for c in cells", "", false},
		{"other: (c in wall) != dot[c] for c in cells", "", false},
		{"size: len(area[c]) == 4 for c in cells if not wall[c]", "", false},
	} {
		f, errs := Load("t.yaml", []byte("version: 1\nfamily: t\nsize: {rows: 1..9, cols: 1..9}\ngiven: {wall: {}, dot: {}}\nfind: {area: {parts: cells, some: true}}\nlet:\n  large(c): len(area[c]) > 1\nrules:\n  "+c.rules+"\n"), nil)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		switch of := f.MembersOf(f.Layer("area")); {
		case of == nil:
			if c.want != "" {
				t.Errorf("%s: nothing found", c.rules)
			}
		case of.Rule.Name != c.want || of.Not != c.not:
			t.Errorf("%s: rule %s, not %v; want %q, %v", c.rules, of.Rule.Name, of.Not, c.want, c.not)
		}
	}
}
