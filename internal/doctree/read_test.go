package doctree

import (
	"fmt"
	"strings"
	"testing"
)

// TestStreams: documents follow one another, keys may stand twice, and what stands before a mistake is read.
func TestStreams(t *testing.T) {
	type reader = func(string, []byte, Limits) ([]*Node, Problems)
	for _, c := range []struct {
		name string
		read reader
		text string
		want string
	}{
		{"two documents", ReadYAML, "a: 1\n---\nb: 2\n", "1:1{a} 3:1{b}"},
		{"keys that stand twice", ReadYAML, "a: 1\nb: 2\na: 3\n", "1:1{a b a}"},
		{"a document of comments", ReadYAML, "# no\n---\nb: 2\n", "3:1{b}"},
		{"a mistake in the second", ReadYAML, "a: 1\n---\nb: [*c]\n", "1:1{a}; 1:1 unknown anchor 'c' referenced"},
		{"nothing", ReadYAML, "# no\n", "; 1:1 the file is empty"},
		{"a list, then a text", ReadYAML, "- a\n---\nb\n", "1:1[] 3:1!"},
		{"values behind each other", ReadJSON, "{\"a\": 1, \"a\": 2}\n {\"b\": 3} [4]", "1:1{a a} 2:2{b} 2:11[]"},
		{"JSON that ends", ReadJSON, "{\"a\": 1}\n{\"b\"", "1:1{a}; 2:5 the file ends inside a value"},
		{"JSON with a slip", ReadJSON, "{\"a\": 1}\n{\"b\": x}", "1:1{a}; 2:7 invalid character 'x' looking for beginning of value"},
	} {
		docs, probs := c.read("f", []byte(c.text), Limits{})
		var got []string
		for _, d := range docs {
			s := fmt.Sprintf("%d:%d", d.Pos.Line, d.Pos.Col)
			switch d.Kind {
			case Map:
				var keys []string
				for _, e := range d.Entries {
					keys = append(keys, e.Key.Text.Value)
				}
				s += "{" + strings.Join(keys, " ") + "}"
			case List:
				s += "[]"
			default:
				s += "!"
			}
			got = append(got, s)
		}
		all := strings.Join(got, " ")
		for _, p := range probs {
			all += fmt.Sprintf("; %d:%d %s", p.Pos.Line, p.Pos.Col, p.Message)
		}
		if all != c.want {
			t.Errorf("%s: %s, want %s", c.name, all, c.want)
		}
	}
	// A file that is one document says so of keys and of further documents.
	for _, c := range [][3]string{
		{"f.yaml", "a: 1\na: 2\n", `the key "a" is given twice`}, {"f.yaml", "a: 1\n---\nb: 2\n", "more than one YAML document"},
		{"f.yaml", "a: 1\n---\nb: [*c]\n", ""}, {"f.json", `{"a": 1} {}`, "text behind the end"},
	} {
		_, probs := Read(c[0], []byte(c[1]), Limits{})
		if c[2] == "" && probs != nil || c[2] != "" && (len(probs) != 1 || !strings.Contains(probs[0].Message, c[2])) {
			t.Errorf("%q: %v, want %s", c[1], probs, c[2])
		}
	}
}
