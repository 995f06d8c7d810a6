package workbench

import (
	"slices"
	"sort"
	"strings"
	"unicode"

	"github.com/quandary-puzzles/quandary/internal/web"
	"github.com/quandary-puzzles/quandary/spec"
)

func sortKeys(keys []string) { sort.Strings(keys) }

// maxItems bounds what is proposed at once.
const maxItems = 60

// Complete proposes what can stand at a place: keys of the schema that are not there yet, values to choose from, and in
// expressions the names that are known there. It reads the text line by line, because a text that is being written is hardly
// ever whole. Line and column count from 1, columns in characters.
func (b *Bench) Complete(text string, line, col int) web.Completions {
	return complete(&completer{schema: b.schema, known: specNames}, text, line, col)
}

// complete asks a completer at a place.
func complete(c *completer, text string, line, col int) web.Completions {
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	none := web.Completions{Items: []web.Completion{}}
	if line < 1 || line > len(lines) {
		return none
	}
	runes := []rune(lines[line-1])
	if col < 1 || col > len(runes)+1 {
		return none
	}
	c.lines, c.at, c.before, c.after = lines, line-1, string(runes[:col-1]), string(runes[col-1:])
	word := lastWord(c.before)
	out := web.Completions{Line: line, From: col - len([]rune(word)), To: col, Items: []web.Completion{}}
	for _, it := range rank(c.items(word), word) {
		out.Items = append(out.Items, it)
		if len(out.Items) == maxItems {
			break
		}
	}
	return out
}

// completer works on one place.
type completer struct {
	schema        *schemaNode
	known         func(c *completer, word string) []web.Completion // the names of an expression
	sentences     string                                           // the section whose names those under text repeat, or ""
	lines         []string
	at            int // line, from 0
	before, after string
}

// entry is a key on a line.
type entry struct {
	indent int // of the key itself, behind the dashes of a list
	dashes int
	key    string
	value  string // what stands behind the colon
	rest   bool   // whether there is a colon
}

// readLine takes a line apart; ok is false for blank lines, comments and lines without a key.
func readLine(line string) (e entry, ok bool) {
	s := line
	for {
		trimmed := strings.TrimLeft(s, " ")
		e.indent += len(s) - len(trimmed)
		if rest, dash := strings.CutPrefix(trimmed, "- "); dash {
			e.dashes++
			e.indent += 2
			s = rest
			continue
		}
		s = trimmed
		break
	}
	if s == "" || s[0] == '#' {
		return e, false
	}
	end := strings.IndexByte(s, ':')
	if end < 0 {
		e.key = s
		return e, isWord(s)
	}
	e.key, e.value, e.rest = s[:end], s[end+1:], true
	return e, isWord(e.key) && (e.value == "" || e.value[0] == ' ')
}

func isWord(s string) bool {
	for i, r := range s {
		if !(r == '_' || unicode.IsLetter(r) || i > 0 && unicode.IsDigit(r)) {
			return false
		}
	}
	return s != ""
}

// lastWord gives the name that a text ends with.
func lastWord(s string) string {
	runes := []rune(s)
	i := len(runes)
	for i > 0 && (runes[i-1] == '_' || unicode.IsLetter(runes[i-1]) || unicode.IsDigit(runes[i-1])) {
		i--
	}
	return string(runes[i:])
}

// path gives the keys above an indentation at the completer's line, outermost first, with the lines that they stand on.
func (c *completer) path(indent int) (keys []string, at []int) {
	for i := c.at - 1; i >= 0 && indent > 0; i-- {
		e, ok := readLine(c.lines[i])
		if ok && e.rest && e.indent < indent {
			keys, at = append(keys, e.key), append(at, i)
			indent = max(e.indent-2*e.dashes, 0)
			if e.dashes > 0 && indent == 0 {
				indent = 1 // the list's own key may stand in the first column
			}
		}
	}
	slices.Reverse(keys)
	slices.Reverse(at)
	return keys, at
}

// under follows keys from the top.
func (c *completer) under(keys []string) *schemaNode {
	n := c.schema
	for _, k := range keys {
		if n == nil {
			return nil
		}
		if n.Items != nil && len(n.Properties) == 0 && n.other == nil {
			n = n.Items
		}
		n = n.child(k)
	}
	return n
}

func (c *completer) items(word string) []web.Completion {
	e, isKey := readLine(c.before)
	blank := strings.Trim(c.before, " -") == ""
	if blank || isKey && !e.rest {
		indent := e.indent
		if blank {
			indent = len(c.before)
		}
		keys, at := c.path(indent)
		if len(keys) == 2 && keys[0] == "text" && c.sentences != "" { // a sentence has the name of a rule
			var out []web.Completion
			for _, name := range c.section(c.sentences) {
				out = append(out, web.Completion{Label: name, Insert: name + ": ", Kind: "key"})
			}
			return out
		}
		n := c.under(keys)
		if n != nil && n.Items != nil && len(n.Properties) == 0 {
			n = n.Items
		}
		if n != nil && len(n.Properties) > 0 {
			return c.keys(n, indent, at)
		}
		if n == nil || !n.is("expression", "template", "sources", "amount", "value") {
			return nil
		}
		return c.known(c, word)
	}
	if isKey && strings.HasPrefix(e.value, " ") {
		keys, _ := c.path(e.indent)
		n := c.under(append(keys, e.key))
		if n == nil {
			return nil
		}
		return c.value(n, strings.TrimSpace(e.value), word)
	}
	// A line inside a list, or of a text over several lines.
	keys, _ := c.path(len(c.before) - len(strings.TrimLeft(c.before, " -")))
	if n := c.under(keys); n != nil {
		return c.value(n, strings.TrimLeft(c.before, " -"), word)
	}
	return nil
}

// keys proposes those of an object that it does not have yet.
func (c *completer) keys(n *schemaNode, indent int, above []int) []web.Completion {
	have := map[string]bool{}
	from := 0
	if len(above) > 0 {
		from = above[len(above)-1] + 1
	}
	for i := from; i < len(c.lines); i++ {
		e, ok := readLine(c.lines[i])
		if !ok || i == c.at {
			continue
		}
		if e.indent < indent && i > c.at {
			break
		}
		if e.indent == indent && e.rest {
			have[e.key] = true
		}
	}
	var out []web.Completion
	for _, k := range n.keys {
		if have[k] {
			continue
		}
		p := n.Properties[k]
		insert := k + ": "
		if len(p.Properties) > 0 || p.other != nil {
			insert = k + ":\n" + strings.Repeat(" ", indent+2)
		}
		if strings.HasPrefix(strings.TrimLeft(c.after, " "), ":") {
			insert = k
		}
		out = append(out, web.Completion{Label: k, Insert: insert, Kind: "key", Doc: p.Doc})
	}
	return out
}

// value proposes what can stand behind a key.
func (c *completer) value(n *schemaNode, text, word string) []web.Completion {
	var out []web.Completion
	if text == word || text == "" {
		for _, v := range n.Enum {
			if s, ok := v.(string); ok {
				out = append(out, web.Completion{Label: s, Insert: s, Kind: "value"})
			}
		}
		if n.is("truth", "truths") {
			for _, s := range []string{"true", "false"} {
				out = append(out, web.Completion{Label: s, Insert: s, Kind: "value"})
			}
		}
		if n.is("sort") {
			for _, s := range []string{"int", "bool", "real", "enum"} {
				out = append(out, web.Completion{Label: s, Insert: s, Kind: "value"})
			}
		}
	}
	switch {
	case n.is("template", "optionalTemplate"):
		if strings.LastIndexByte(text, '{') > strings.LastIndexByte(text, '}') {
			out = append(out, c.known(c, word)...)
		}
	case n.is("expression", "optionalExpression", "sources", "amount", "value", "operator"):
		out = append(out, c.known(c, word)...)
	}
	return out
}

// sections whose keys are names that expressions can use, in the order of the format.
var sections = []struct{ key, kind string }{
	{"custom_operator", "operator"}, {"variables", "variable"}, {"vars", "variable"}, {"symbols", "symbol"}, {"conditions", "condition"},
	{"queries", "query"}, {"post_gen_vars", "variable"},
}

// specNames proposes the names that a specification defines, those of the format, and those of Python.
func specNames(c *completer, word string) []web.Completion {
	var out []web.Completion
	if strings.HasSuffix(strings.TrimSuffix(c.before, word), ".") { // methods are not proposed
		return out
	}
	for _, s := range sections {
		for _, name := range c.section(s.key) {
			out = append(out, web.Completion{Label: name, Insert: name, Kind: s.kind})
		}
	}
	for _, name := range []string{"_sym", "_ind", "_index", "_solutions", "_model", "_opt", "_ans", "_sol", "_value", "conditions", "queries"} {
		out = append(out, web.Completion{Label: name, Insert: name, Kind: "reserved"})
	}
	if word == "" {
		return out
	}
	u := spec.StandardUniverse()
	for _, g := range []struct {
		kind  string
		names []string
	}{{"operator", u.Operators}, {"logic", u.Logic}, {"function", u.Functions}, {"python", u.Builtins}, {"module", u.Modules}} {
		for _, name := range g.names {
			out = append(out, web.Completion{Label: name, Insert: name, Kind: g.kind})
		}
	}
	return out
}

// section lists the keys right below a key of the file.
func (c *completer) section(key string) []string {
	var out []string
	for i := 0; i < len(c.lines); i++ {
		e, ok := readLine(c.lines[i])
		if !ok || e.key != key || !e.rest {
			continue
		}
		inner := -1
		for i++; i < len(c.lines); i++ {
			k, ok := readLine(c.lines[i])
			if !ok || !k.rest {
				continue
			}
			if k.indent <= e.indent {
				i--
				break
			}
			if inner < 0 {
				inner = k.indent
			}
			if k.indent == inner && k.dashes == 0 {
				out = append(out, k.key)
			}
		}
		out = append(out, flowKeys(e.value)...)
	}
	return out
}

// flowKeys lists the keys of a mapping in braces on one line.
func flowKeys(text string) []string {
	var out []string
	depth, quote := 0, rune(0)
	word := ""
	for _, r := range text {
		switch {
		case quote != 0:
			if r == quote {
				quote = 0
			}
		case r == '"' || r == '\'':
			quote = r
		case strings.ContainsRune("{[(", r):
			depth++
			word = ""
		case strings.ContainsRune("}])", r):
			depth--
			word = ""
		case r == ',':
			word = ""
		case r == ':' && depth == 1 && isWord(word):
			out = append(out, word)
		case r != ' ':
			word += string(r)
		}
	}
	return out
}

// rank keeps what a word may become: what begins with it first, then what holds its letters in order.
func rank(items []web.Completion, word string) []web.Completion {
	lower := strings.ToLower(word)
	var begins, holds []web.Completion
	seen := map[string]bool{}
	for _, it := range items {
		label := strings.ToLower(it.Label)
		switch {
		case seen[it.Label] || it.Label == word:
			continue
		case strings.HasPrefix(label, lower):
			begins = append(begins, it)
		case len(lower) > 1 && subsequence(lower, label):
			holds = append(holds, it)
		default:
			continue
		}
		seen[it.Label] = true
	}
	return append(begins, holds...)
}

func subsequence(small, large string) bool {
	for _, r := range large {
		if rest, ok := strings.CutPrefix(small, string(r)); ok {
			small = rest
		}
	}
	return small == ""
}
