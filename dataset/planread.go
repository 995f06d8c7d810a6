package dataset

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/doctree"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// ParsePlan reads a plan. Unknown keys and wrong types are errors that show the place.
func ParsePlan(name string, text []byte) (*Plan, error) {
	root, err := doctree.ReadOne(name, text, doctree.Limits{Bytes: MaxPlanBytes, Nodes: MaxPlanBytes / 4})
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
	var items []Item
	for _, it := range p.Items {
		for _, from := range it.sources {
			it.Source, it.Place, it.sources = from.name, from.place, nil
			items = append(items, it)
		}
	}
	if p.Items = items; len(items) > maxPlanItems {
		return nil, fmt.Errorf("%s: items: expected at most %d sources, found %d", root.Place(), maxPlanItems, len(items))
	}
	return p, nil
}

func (p *Plan) readItems(n *doctree.Node) error {
	items, err := n.Elements("the items", len(n.Items))
	for _, n := range items {
		var it Item
		err := n.Take("an item", doctree.Member{Key: "source", To: it.readSource}, doctree.Member{Key: "sources", To: it.readSources}, doctree.Member{Key: "count", To: &it.Count},
			doctree.Member{Key: "name", To: &it.Name}, doctree.Member{Key: "lang", To: &it.Lang}, doctree.Member{Key: "options", To: it.readOptions},
			doctree.Member{Key: "classes", To: it.readClasses}, doctree.Member{Key: "levels", To: it.readLevels},
			doctree.Member{Key: "eval_type", To: &it.EvalType}, doctree.Member{Key: "qtype", To: &it.QType})
		if err != nil {
			return err
		}
		p.Items = append(p.Items, it)
	}
	return err
}

func (it *Item) readSource(n *doctree.Node) error {
	name, err := n.Words("a source")
	if err == nil && name != "" {
		it.sources = append(it.sources, source{name, n.Place().String()})
	}
	return err
}

func (it *Item) readSources(n *doctree.Node) error {
	sources, err := n.Elements("sources", maxPlanItems)
	for _, n := range sources {
		if err := it.readSource(n); err != nil {
			return err
		}
	}
	return err
}

func (it *Item) readClasses(n *doctree.Node) error {
	if it.EveryClass = isAll(n); it.EveryClass {
		return nil
	}
	return it.Classes.readMix(n)
}

func (it *Item) readLevels(n *doctree.Node) error {
	if !isAll(n) {
		return it.Levels.readMix(n)
	}
	for level := 1; level <= puzzle.Levels; level++ {
		it.Levels = append(it.Levels, Amount{Name: strconv.Itoa(level), Number: 1, Whole: true})
	}
	return nil
}

// isAll reports whether a value asks for every class or level.
func isAll(n *doctree.Node) bool { return n.Kind == doctree.Scalar && n.Text.Value == "all" }

// readMix reads names of which each gets a part: a list for equal parts, or a mapping with shares that add up to 1 or with whole numbers, which
// are in proportion.
func (a *Amounts) readMix(n *doctree.Node) error {
	switch n.Kind {
	case doctree.Scalar:
		return n.Errorf("expected all, a list, or names with shares, found %s", n.Found())
	case doctree.Map:
		return a.read(n)
	}
	for _, n := range n.Items {
		name, err := n.Words("a name")
		if err != nil {
			return err
		}
		*a = append(*a, Amount{Name: name, Number: 1, Whole: true})
	}
	return nil
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
