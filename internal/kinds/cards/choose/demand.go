// Package choose makes puzzles: of a universe of clues it chooses those that leave so many solutions as a [Demand] asks for, with bounds on
// how many clues there are of each form, and under invariants. It also finds out what the clues of a puzzle do ([Analyse]).
//
// Where things are listed, a clue is the set of things that it bans, and sets are chosen so that they cover all others (choose.go), or by
// a constraint solver where a demand cannot be said by sets and quotas (selection.go). Factored puzzles list nothing: clues are added,
// each to ban an arrangement that the others leave, and carved away again (factoredpick.go); or the search over sets runs on a pool of
// arrangements (factoredpool.go). When many tries come to nothing, it is asked whether the demand can be met at all, and a smallest set
// of demands that cannot is named (selection.go, factoredproof.go).
package choose

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/laws"
	"github.com/quandary-puzzles/quandary/internal/nearest"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// Policy says whether clues of some sort may be among those chosen.
type Policy int

// The policies.
const (
	Exclude Policy = iota // none is
	Allow                 // some may be
	Require               // at least one is
)

// Policies are the words for policies.
var Policies = [...]string{"exclude", "allow", "require"}

func (p Policy) String() string {
	if p < 0 || int(p) >= len(Policies) {
		return fmt.Sprintf("Policy(%d)", int(p))
	}
	return Policies[p]
}

// ParsePolicy reads the word for a policy.
func ParsePolicy(word string) (Policy, error) {
	if i := slices.Index(Policies[:], word); i >= 0 {
		return Policy(i), nil
	}
	return 0, puzzle.Unknownf("policy", word, Policies[:])
}

// FormBound allows clues of a form, and bounds how many are chosen.
type FormBound struct {
	Form deck.Form
	Min  int
	Max  int // negative: no bound
}

// Demand says what puzzle is to be made.
type Demand struct {
	// Puzzle has the domains; its own clues do not count.
	Puzzle *deck.Puzzle
	// MinClues and MaxClues bound the number of clues; MaxClues 0 is no bound.
	MinClues, MaxClues int
	// Forms are the forms allowed; nil: the six of the paper, or for line-ups those about places.
	Forms []FormBound
	// Where is a statement that is true of every solution; nil: any thing may be one. It chooses the solution.
	Where *deck.Node
	// Solutions is how many things the clues leave; 0: one.
	Solutions int
	// Useless clues ban nothing.
	Useless Policy
	// Redundant clues ban something, but nothing that the others leave.
	Redundant Policy
	// Class is the difficulty class; empty: any.
	Class string
	// Invariants restrict things and clues further.
	Invariants []Invariant
	// Tries is how many choices are made for the class, or to meet the other demands; 0: 300.
	Tries int

	few float64 // arrangements up to which all of them are listed; 0: maxEvery. Tests set it
}

// ParseForms reads a list of forms separated by commas, each with a bound behind it if it has one: is:0-1, if-is:2, or:1-.
// A number alone is both bounds. The words paper, places and all stand for several forms.
func ParseForms(text string) ([]FormBound, error) {
	var out []FormBound
	bounded := map[deck.Form]bool{}
	for _, word := range strings.Split(text, ",") {
		name, bound, has := strings.Cut(strings.TrimSpace(word), ":")
		var forms []deck.Form
		switch name {
		case "paper":
			forms = deck.PaperForms()
		case "places":
			forms = PlaceForms()
		case "all":
			forms = AllForms()
		default:
			if !slices.Contains(knownForms(), deck.Form(name)) {
				names := []string{"paper", "places", "all"}
				for _, f := range knownForms() {
					names = append(names, string(f))
				}
				return nil, puzzle.Unknownf("form of clue", name, names)
			}
			forms = []deck.Form{deck.Form(name)}
		}
		lo, hi := 0, -1
		if has {
			var err error
			if lo, hi, err = ParseBound(bound); err != nil {
				return nil, fmt.Errorf("form %s: %w", name, err)
			}
			if len(forms) > 1 {
				return nil, fmt.Errorf("form %s: a bound is for one form", name)
			}
		}
		for _, f := range forms {
			b := FormBound{f, lo, hi}
			if i := slices.IndexFunc(out, func(o FormBound) bool { return o.Form == f }); i >= 0 {
				if has && bounded[f] {
					return nil, fmt.Errorf("form %s has two bounds: give one of them", name)
				}
				if has {
					out[i], bounded[f] = b, true
				}
				continue
			}
			out = append(out, b)
			bounded[f] = has
		}
	}
	return out, nil
}

// ParseBound reads 3, 2-4 or 2- (no upper bound: negative).
func ParseBound(text string) (lo, hi int, err error) {
	a, b, dash := strings.Cut(text, "-")
	lo, err1 := strconv.Atoi(a)
	hi, err2 := lo, error(nil)
	if dash {
		hi = -1
		if b != "" {
			hi, err2 = strconv.Atoi(b)
		}
	}
	if err1 != nil || err2 != nil || lo < 0 || lo > deck.MaxClues || hi > deck.MaxClues {
		return 0, 0, fmt.Errorf("expected a number from 0 to %d, or bounds such as 2-4 or 2-, found %s", deck.MaxClues, nearest.Quote(text))
	}
	if b != "" && hi < lo {
		return 0, 0, fmt.Errorf("expected bounds with the smaller number first, such as %d-%d, found %s", hi, lo, nearest.Quote(text))
	}
	return lo, hi, nil
}

// ConflictError says that demands cannot be met together.
type ConflictError struct {
	// Demands is a set that cannot be met together, in words.
	Demands []string
	// Smallest says that no smaller set is such; false when the search for one was cut short.
	Smallest bool
}

func (e *ConflictError) Error() string {
	msg := "nothing meets these demands together: "
	if len(e.Demands) == 1 {
		msg = "nothing meets this demand: "
	}
	return msg + strings.Join(e.Demands, "; ")
}

// check refuses demands that are mistaken in themselves, and fills in defaults.
func (d *Demand) check() error {
	if d.Puzzle == nil {
		return fmt.Errorf("a demand without domains")
	}
	if d.Solutions == 0 {
		d.Solutions = 1
	}
	if d.Tries == 0 {
		d.Tries = 300
	}
	if d.few == 0 {
		d.few = maxEvery
	}
	if d.Forms == nil {
		forms := deck.PaperForms()
		if d.Puzzle.Lineup != nil {
			forms = PlaceForms()
		}
		for _, f := range forms {
			d.Forms = append(d.Forms, FormBound{f, 0, -1})
		}
	}
	switch {
	case d.MinClues < 0 || d.MaxClues < 0 || d.MinClues > deck.MaxClues || d.MaxClues > deck.MaxClues:
		return fmt.Errorf("the number of clues is 0 to %d", deck.MaxClues)
	case d.MaxClues > 0 && d.MaxClues < d.MinClues:
		return &ConflictError{Demands: []string{"at least " + counted(d.MinClues, "clue"), "at most " + counted(d.MaxClues, "clue")}, Smallest: true}
	case d.Solutions < 0:
		return fmt.Errorf("%d solutions", d.Solutions)
	}
	if d.Class != "" && !slices.Contains(laws.Classes(), d.Class) {
		return puzzle.Unknownf("class", d.Class, laws.Classes())
	}
	if d.Where != nil {
		if err := d.Puzzle.ValidateExpr(d.Where); err != nil {
			return fmt.Errorf("the solution asked for: %w", err)
		}
	}
	return nil
}
