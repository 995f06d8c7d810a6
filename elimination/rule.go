package elimination

import "strconv"

// Rule names a way in which a link is removed. Every rule has a cost, which says how hard it is for a person to see: the
// scale is our own, ordered from what one notices at once to what one needs paper for.
type Rule int

const (
	// RuleCall: a call said so.
	RuleCall Rule = iota
	// RuleExclusivity: an item has one partner left in a category, so nobody else of its own category has that partner.
	RuleExclusivity
	// RuleSupport: two items have no partner in common in a third category.
	RuleSupport
	// RuleAssertion: an assertion would fail.
	RuleAssertion
	// RuleNakedSubset: k items of one category have only k partners between them in a later category, so nobody else has those.
	RuleNakedSubset
	// RuleHiddenSubset: the same, read from the later category: k partners are open to only k items, which have no others.
	RuleHiddenSubset
	// RuleChain: comparisons in one category, followed from item to item, leave no value.
	RuleChain
	// RuleSplit: all choices but some lead to a contradiction, or all choices remove the link.
	RuleSplit
)

var rules = [...]struct {
	name string
	cost int
}{
	{"call", 0}, {"exclusivity", 1}, {"support", 2}, {"assertion", 3},
	{"naked subset", 6}, {"hidden subset", 8}, {"assertion chain", 10}, {"case split", 25},
}

// String gives the name of the rule.
func (r Rule) String() string {
	if r < 0 || int(r) >= len(rules) {
		return "Rule(" + strconv.Itoa(int(r)) + ")"
	}
	return rules[r].name
}

// Cost gives the cost of one use of the rule.
func (r Rule) Cost() int {
	if r < 0 || int(r) >= len(rules) {
		return 0
	}
	return rules[r].cost
}
