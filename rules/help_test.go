package rules_test

import (
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/rules"
)

// TestHelp reads the section help, and says what is wrong with it.
func TestHelp(t *testing.T) {
	const head = `version: 1
family: x
size: {rows: 3..9, cols: 3..9}
given: {number: {values: 0..8, some: true}}
find: {shade: {}, area: {parts: cells}}
rules:
  count: count(shade[x] for x in c.around) == number[c] for c in number
  size: len(area[c]) == number[c] for c in number
help: `
	for _, c := range []struct {
		help, want string
		met, left  int
	}{
		{"", "", 0, 0},
		{"{left: {shade: 9 - len(shade)}, met: [count]}", "", 1, 1},
		{"{met: []}", "", 0, 0},
		{`{left: {shade: "[[k, k - len(shade)] for k in range(3)]"}}`, "", 0, 1},
		{"{met: [counts]}", `there is no rule "counts"`, 0, 0},
		{"{left: {shad: 9}}", `there is no layer "shad"`, 0, 0},
		{"{left: {number: 9}}", "under find", 0, 0},
		{"{left: {area: 9}}", "under find", 0, 0},
		{"{left: {shade: [9]}}", "is a list", 0, 0},
		{"{left: {shade: 9 - len(sade)}}", "sade", 0, 0},
		{"{right: 9}", "right", 0, 0},
		{"shade", "is a text", 0, 0},
	} {
		f, problems := rules.Load("x.yaml", []byte(head+c.help+"\n"), nil)
		if c.want != "" {
			if err := problems.Err(); err == nil || !strings.Contains(err.Error()+problems[0].Expected, c.want) {
				t.Errorf("%s: %v, want %q", c.help, err, c.want)
			}
			continue
		}
		if err := problems.Err(); err != nil {
			t.Errorf("%s: %v", c.help, err)
			continue
		}
		if len(f.Help.Met) != c.met || len(f.Help.Left) != c.left || f.Help.Said != strings.Contains(c.help, "met") {
			t.Errorf("%s: %+v", c.help, f.Help)
		}
	}
}
