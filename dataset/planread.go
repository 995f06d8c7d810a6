package dataset

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/quandary-puzzles/quandary/puzzle"
)

// ParsePlan reads a plan. Unknown keys and wrong types are errors that show the place.
func ParsePlan(name string, text []byte) (*Plan, error) {
	if len(text) > maxPlanBytes {
		return nil, fmt.Errorf("%s: more than %d bytes", name, maxPlanBytes)
	}
	var root yaml.Node
	dec := yaml.NewDecoder(bytes.NewReader(text))
	if err := dec.Decode(&root); err != nil && !errors.Is(err, io.EOF) {
		return nil, syntaxError(name, err)
	}
	if err := dec.Decode(&yaml.Node{}); err == nil {
		return nil, fmt.Errorf("%s:1:1: expected one plan, found several documents", name)
	} else if !errors.Is(err, io.EOF) {
		return nil, syntaxError(name, err)
	}
	p := &Plan{Seed: 1, Lang: "en", Dedupe: "canonical"}
	if root.Kind != 0 {
		if err := p.UnmarshalYAML(root.Content[0]); err != nil {
			return nil, fmt.Errorf("%s:%w", name, err)
		}
	}
	if err := p.check(); err != nil {
		line, col := 1, 1
		var wrong *pathError
		if errors.As(err, &wrong) && root.Kind != 0 {
			n := nodeAt(root.Content[0], wrong.path)
			line, col = n.Line, n.Column
		}
		return nil, fmt.Errorf("%s:%d:%d: %w", name, line, col, err)
	}
	return p, nil
}

var yamlLine = regexp.MustCompile(`^yaml: (?:line (\d+): )?`)

// syntaxError gives an error of the YAML library, which names the line at most, its place.
func syntaxError(name string, err error) error {
	line := "1"
	m := yamlLine.FindStringSubmatch(err.Error())
	if m == nil {
		return fmt.Errorf("%s:1:1: %w", name, err)
	}
	if m[1] != "" {
		line = m[1]
	}
	return fmt.Errorf("%s:%s:1: %s", name, line, err.Error()[len(m[0]):])
}

// nodeError is an error about a value of the file. Its text begins with the place, behind which the file's name belongs.
type nodeError struct {
	node *yaml.Node
	msg  string
}

func (e *nodeError) Error() string {
	return fmt.Sprintf("%d:%d: %s", e.node.Line, e.node.Column, e.msg)
}

func failNode(n *yaml.Node, format string, args ...any) error {
	return &nodeError{n, fmt.Sprintf(format, args...)}
}

// UnmarshalYAML reads the mapping of a plan.
func (p *Plan) UnmarshalYAML(n *yaml.Node) error {
	return members(n, "a plan", []member{{"name", &p.Name}, {"seed", &p.Seed}, {"lang", &p.Lang}, {"items", &p.Items}, {"dedupe", &p.Dedupe},
		{"effort", &p.Effort}, {"threshold", &p.Threshold}, {"split", &p.Split}, {"export", &p.Export}})
}

// UnmarshalYAML reads the mapping of an item.
func (it *Item) UnmarshalYAML(n *yaml.Node) error {
	return members(n, "an item", []member{{"source", &it.Source}, {"count", &it.Count}, {"name", &it.Name}, {"lang", &it.Lang},
		{"options", &it.Options}, {"classes", &it.Classes}, {"eval_type", &it.EvalType}, {"qtype", &it.QType}})
}

// UnmarshalYAML reads names with numbers, in their order.
func (a *Amounts) UnmarshalYAML(n *yaml.Node) error {
	return eachMember(n, "names with numbers", func(key, value *yaml.Node) error {
		amount := Amount{Name: key.Value}
		if n, err := strconv.ParseUint(value.Value, 10, 64); err == nil {
			amount.Number, amount.Whole = float64(n), true
		} else if amount.Number, err = strconv.ParseFloat(value.Value, 64); err != nil || value.Kind != yaml.ScalarNode {
			return failNode(value, "%s: expected a share such as 0.9 or a number such as 1000, found %q", key.Value, value.Value)
		}
		*a = append(*a, amount)
		return nil
	})
}

// member is a key that a mapping may have, with what its value is read into.
type member struct {
	key string
	to  any
}

// members reads a mapping whose keys are known.
func members(n *yaml.Node, what string, known []member) error {
	return eachMember(n, what, func(key, value *yaml.Node) error {
		i := slices.IndexFunc(known, func(m member) bool { return m.key == key.Value })
		if i < 0 {
			var names []string
			for _, m := range known {
				names = append(names, m.key)
			}
			return failNode(key, "%v", puzzle.Unknownf("key", key.Value, names))
		}
		err := value.Decode(known[i].to)
		var placed *nodeError
		var typed *yaml.TypeError
		switch {
		case err == nil || errors.As(err, &placed):
			return err
		case errors.As(err, &typed):
			_, msg, _ := strings.Cut(strings.ReplaceAll(typed.Errors[0], "\n", " "), ": ") // behind the line
			return failNode(value, "%s: %s", key.Value, msg)
		}
		return failNode(value, "%s: %s", key.Value, strings.TrimPrefix(err.Error(), "yaml: "))
	})
}

// eachMember goes through the members of a mapping, none of which may stand twice.
func eachMember(n *yaml.Node, what string, do func(key, value *yaml.Node) error) error {
	if n.Kind != yaml.MappingNode {
		return failNode(n, "expected %s: a mapping", what)
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i]
		if key.Kind != yaml.ScalarNode || seen[key.Value] {
			return failNode(key, "expected a key of its own, found %q", key.Value)
		}
		seen[key.Value] = true
		if err := do(key, n.Content[i+1]); err != nil {
			return err
		}
	}
	return nil
}

// nodeAt finds the value at a path such as items[2].count, or the nearest round it that is there. A mapping or list in braces or
// brackets begins at its first key or value.
func nodeAt(n *yaml.Node, path string) *yaml.Node {
	for _, step := range strings.FieldsFunc(path, func(r rune) bool { return strings.ContainsRune(".[]", r) }) {
		if n.Kind == yaml.AliasNode {
			n = n.Alias
		}
		next := -1
		switch n.Kind {
		case yaml.MappingNode:
			for i := 0; i+1 < len(n.Content); i += 2 {
				if n.Content[i].Value == step {
					next = i + 1
				}
			}
		case yaml.SequenceNode:
			if i, err := strconv.Atoi(step); err == nil && i < len(n.Content) {
				next = i
			}
		}
		if next < 0 {
			break
		}
		n = n.Content[next]
	}
	if n.Kind == yaml.MappingNode && len(n.Content) > 0 {
		n = n.Content[0]
	}
	return n
}
