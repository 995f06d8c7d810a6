package house

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	fence   = regexp.MustCompile("(?s)```.*?```")
	link    = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	heading = regexp.MustCompile(`(?m)^#+ (.+)$`)
	unmark  = regexp.MustCompile(`[^\p{L}\p{N}_ -]`)
)

// TestLinks: every link of a document to a file or to a heading leads somewhere. Links to other sites are not followed.
func TestLinks(t *testing.T) {
	n := 0
	eachFile(t, func(file string) {
		if filepath.Ext(file) != ".md" {
			return
		}
		for _, m := range link.FindAllStringSubmatch(prose(t, file), -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			n++
			to, anchor, _ := strings.Cut(m[1], "#")
			target := file
			if to != "" {
				target = filepath.Join(filepath.Dir(file), to)
			}
			if _, err := os.Stat(target); err != nil {
				t.Errorf("%s: the link %s: %v", file, m[1], err)
			} else if anchor != "" && !anchors(prose(t, target))[anchor] {
				t.Errorf("%s: the link %s: no such heading", file, m[1])
			}
		}
	})
	if n < 50 {
		t.Errorf("only %d links found", n)
	}
}

// prose is a document without its code.
func prose(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return fence.ReplaceAllString(string(text), "")
}

// anchors names the headings as GitHub does.
func anchors(text string) map[string]bool {
	out := map[string]bool{}
	for _, m := range heading.FindAllStringSubmatch(text, -1) {
		out[strings.ReplaceAll(unmark.ReplaceAllString(strings.ToLower(strings.TrimSpace(m[1])), ""), " ", "-")] = true
	}
	return out
}
