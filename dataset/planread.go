package dataset

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/doctree"
)

// ParsePlan reads a plan. Unknown keys and wrong types are errors that show the place.
func ParsePlan(name string, text []byte) (*Plan, error) {
	root, err := doctree.ReadOne(name, text, doctree.Limits{Bytes: maxPlanBytes, Nodes: maxPlanBytes / 4})
	if err != nil {
		return nil, err
	}
	p := &Plan{Seed: 1, Lang: "en", Dedupe: "canonical"}
	err = root.Take("a plan", doctree.Member{Key: "name", To: &p.Name}, doctree.Member{Key: "seed", To: &p.Seed}, doctree.Member{Key: "lang", To: &p.Lang},
		doctree.Member{Key: "items", To: p.readItems}, doctree.Member{Key: "dedupe", To: &p.Dedupe}, doctree.Member{Key: "effort", To: &p.Effort},
		doctree.Member{Key: "threshold", To: &p.Threshold}, doctree.Member{Key: "split", To: p.Split.read}, doctree.Member{Key: "export", To: &p.Export})
	if err != nil {
		return nil, err
	}
	if err := p.check(); err != nil {
		n := root
		if wrong := (*pathError)(nil); errors.As(err, &wrong) {
			n = nodeAt(root, wrong.path)
		}
		return nil, fmt.Errorf("%s: %w", n.Place(), err)
	}
	return p, nil
}

func (p *Plan) readItems(n *doctree.Node) error {
	items, err := n.Elements("the items", len(n.Items))
	for _, n := range items {
		var it Item
		err := n.Take("an item", doctree.Member{Key: "source", To: &it.Source}, doctree.Member{Key: "count", To: &it.Count},
			doctree.Member{Key: "name", To: &it.Name}, doctree.Member{Key: "lang", To: &it.Lang}, doctree.Member{Key: "options", To: it.readOptions},
			doctree.Member{Key: "classes", To: it.Classes.read}, doctree.Member{Key: "eval_type", To: &it.EvalType}, doctree.Member{Key: "qtype", To: &it.QType})
		if err != nil {
			return err
		}
		p.Items = append(p.Items, it)
	}
	return err
}

func (it *Item) readOptions(n *doctree.Node) error {
	it.Options = map[string]string{}
	return n.Each("options", nil, func(key, val *doctree.Node) error {
		text, err := val.Words("a text")
		it.Options[key.Text.Value] = text
		return err
	})
}

// read reads names with numbers, in their order.
func (a *Amounts) read(n *doctree.Node) error {
	return n.Each("names with numbers", nil, func(key, val *doctree.Node) error {
		amount := Amount{Name: key.Text.Value}
		if n, err := strconv.ParseUint(val.Text.Value, 10, 64); err == nil {
			amount.Number, amount.Whole = float64(n), true
		} else if amount.Number, err = strconv.ParseFloat(val.Text.Value, 64); err != nil || val.Kind != doctree.Scalar {
			return val.Errorf("%s: expected a share such as 0.9 or a number such as 1000, found %s", amount.Name, val.Found())
		}
		*a = append(*a, amount)
		return nil
	})
}

// nodeAt finds the value at a path such as items[2].count, or the nearest round it that is there. A mapping in braces begins at its first key.
func nodeAt(n *doctree.Node, path string) *doctree.Node {
	for _, step := range strings.FieldsFunc(path, func(r rune) bool { return strings.ContainsRune(".[]", r) }) {
		var next *doctree.Node
		if i, err := strconv.Atoi(step); err == nil && i < len(n.Items) {
			next = n.Items[i]
		}
		for _, e := range n.Entries {
			if e.Key.Text.Value == step {
				next = e.Val
			}
		}
		if next == nil {
			break
		}
		n = next
	}
	if len(n.Entries) > 0 {
		n = n.Entries[0].Key
	}
	return n
}
