package zebra

import (
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/language"
	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/matching"
)

// TestReference reads every mapping and every sentence in the reference of docs/zebra.md, and compares the first of each row.
func TestReference(t *testing.T) {
	text, err := os.ReadFile("../../../docs/zebra.md")
	if err != nil {
		t.Fatal(err)
	}
	head := `
line: {category: position, %s}
categories:
  name: [Ann, Bo, Cy, Di]
  colour: [red, blue, green, white]
  drink: [tea, milk, ale, water]
  age: [10, 20, 23, 40]
  price: [1, 2, 3, 6]
clues:
`
	read := func(clue, line string) (*matching.Clue, error) {
		p, err := language.ReadYAML("docs", []byte(strings.Replace(head, "%s", line, 1)+"  - "+clue+"\n"))
		if err != nil {
			return nil, err
		}
		c := p.Clues[0]
		c.Walk(func(c *matching.Clue) { c.Text, c.Line = "", 0 })
		return c, nil
	}
	_, table, found := strings.Cut(string(text), "### Statements")
	table, _, found2 := strings.Cut(table, "### Errors")
	if !found || !found2 {
		t.Fatal("the reference is not where it was")
	}
	code := regexp.MustCompile("`([^`]+)`")
	rows := 0
	for _, row := range strings.Split(table, "\n") {
		cells := strings.Split(strings.Trim(row, "|"), " | ")
		if len(cells) != 3 || strings.Contains(cells[2], "…") || strings.Contains(cells[0], "form") {
			continue
		}
		line := "order: before"
		if strings.Contains(row, "round table") {
			line = "round: true"
		}
		var first *matching.Clue
		for i, m := range code.FindAllStringSubmatch(cells[1], -1) {
			if !strings.Contains(m[1], ": ") || strings.HasPrefix(m[1], "at most") {
				continue
			}
			c, err := read(m[1], line)
			if err != nil {
				t.Errorf("%s: %v", m[1], err)
			} else if i == 0 {
				first = c
			}
		}
		for i, s := range strings.Split(cells[2], " · ") {
			s, _, _ = strings.Cut(strings.TrimSuffix(strings.TrimSpace(s), " |"), " (")
			if strings.HasPrefix(s, "the same") {
				continue
			}
			rows++
			c, err := read(s, line)
			if err != nil {
				t.Errorf("%s: %v", s, err)
			} else if i == 0 && first != nil && !reflect.DeepEqual(c, first) {
				t.Errorf("%s and %s mean different things: %+v and %+v", cells[1], s, first, c)
			}
		}
	}
	if rows < 35 {
		t.Errorf("only %d sentences found", rows)
	}
}
