package house

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// doubles reads the last column of the glossary: words for things that have another word, by what to say instead.
func doubles(t *testing.T) map[string]string {
	data, err := os.ReadFile("../../ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(data), "\n## Glossary\n")
	table, _, _ = strings.Cut(table, "\n## ")
	out := map[string]string{}
	for line := range strings.Lines(table) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		if len(cells) != 3 || strings.HasPrefix(cells[0], "---") || strings.TrimSpace(cells[2]) == "not" {
			continue
		}
		for _, word := range strings.Split(cells[2], ",") {
			if word = strings.TrimSpace(word); word != "" {
				out[word] = strings.TrimSpace(cells[0])
			}
		}
	}
	return out
}

// TestOneWordForEachThing: no comment and no document says a word that the glossary has another for.
func TestOneWordForEachThing(t *testing.T) {
	words := doubles(t)
	if len(words) < 10 {
		t.Fatalf("the glossary forbids %d words", len(words))
	}
	var list []string
	for word := range words {
		list = append(list, strings.ReplaceAll(regexp.QuoteMeta(word), " ", `\s+(?://\s*)?`))
	}
	forbidden := regexp.MustCompile(`(?i)\b(?:` + strings.Join(list, "|") + `)s?\b`)
	space := regexp.MustCompile(`\s+(?://\s*)?`)
	say := func(file string, line int, text string) {
		for _, hit := range forbidden.FindAllStringIndex(text, -1) {
			word := strings.ToLower(space.ReplaceAllString(text[hit[0]:hit[1]], " "))
			instead := words[word]
			if instead == "" {
				instead = words[strings.TrimSuffix(word, "s")]
			}
			t.Errorf("%s:%d says %q: the glossary's word is %q", file, line+strings.Count(text[:hit[0]], "\n"), word, instead)
		}
	}
	eachFile(t, func(file string) {
		switch filepath.Ext(file) {
		case ".md":
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			text := string(data)
			if from, to, ok := strings.Cut(text, "\n## Glossary\n"); ok && filepath.Base(file) == "ARCHITECTURE.md" {
				_, rest, _ := strings.Cut(to, "\n## ")
				text = from + rest
			}
			say(file, 1, text)
		case ".go":
			fset := token.NewFileSet()
			f, err := parser.ParseFile(fset, file, nil, parser.ParseComments|parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range f.Comments {
				var lines []string
				for _, one := range c.List {
					lines = append(lines, one.Text)
				}
				say(file, fset.Position(c.Pos()).Line, strings.Join(lines, "\n"))
			}
		}
	})
}
