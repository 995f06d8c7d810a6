package dataset

import (
	"context"
	"fmt"
	"sync"

	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/record"
)

// Canonical compares records by the canonical forms of their puzzles, and remembers how many had which. It is safe for
// concurrent use.
type Canonical struct {
	// Families open the puzzles of families; their form is that under the family's symmetries.
	Families *puzzle.Registry
	// Form gives the form of any other record's problem, and whether it is exact; an error says that there is none. Nil:
	// no other record has a form.
	Form func(ctx context.Context, r *record.Record) (form []byte, exact bool, err error)

	mu     sync.Mutex
	counts Compared
}

// Compared counts how records were compared.
type Compared struct {
	Exact  int   // by exact forms: equal if and only if the puzzles are equal up to renaming and reordering
	Coarse int   // by forms that are not exact: equal puzzles have equal forms, and different ones nearly always different forms
	Config int   // by configuration, having no form
	Why    error // why the first of these has none
}

func (c Compared) String() string {
	s := fmt.Sprintf("%d by exact form", c.Exact)
	if c.Coarse > 0 {
		s += fmt.Sprintf(", %d by colour refinement alone (the search for the exact form took too long)", c.Coarse)
	}
	if c.Config > 0 {
		s += fmt.Sprintf(", %d by configuration (the first: %v)", c.Config, c.Why)
	}
	return s
}

// Compared gives the counts since the last call.
func (c *Canonical) Compared() Compared {
	c.mu.Lock()
	defer c.mu.Unlock()
	counts := c.counts
	c.counts = Compared{}
	return counts
}

// Key gives the key that compares by canonical form. A record that has none is compared by its configuration.
func (c *Canonical) Key(ctx context.Context) Key {
	return func(r *record.Record) (string, error) {
		if r.Origin != nil && r.Origin.Puzzle != "" {
			return c.family(ctx, r.Origin.Puzzle)
		}
		err := error(nil)
		if c.Form != nil {
			var form []byte
			var exact bool
			if form, exact, err = c.Form(ctx, r); err == nil {
				c.count(exact, nil)
				return "form\x00" + string(form), nil
			}
			if ctx.Err() != nil {
				return "", ctx.Err()
			}
		}
		if err == nil {
			err = fmt.Errorf("no specifications are at hand")
		}
		c.count(false, err)
		key, err := ConfigKey(r)
		if key != "" {
			key = "config\x00" + key
		}
		return key, err
	}
}

func (c *Canonical) count(exact bool, why error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case why != nil:
		if c.counts.Config++; c.counts.Why == nil {
			c.counts.Why = why
		}
	case exact:
		c.counts.Exact++
	default:
		c.counts.Coarse++
	}
}

// family is the key of a family's puzzle.
func (c *Canonical) family(ctx context.Context, id string) (string, error) {
	f, inst, err := c.Families.Open(ctx, id)
	if err != nil {
		return "", err
	}
	if t, ok := inst.(puzzle.Transformer); ok {
		if inst, err = t.Canonical(ctx); err != nil {
			return "", err
		}
	}
	c.count(true, nil)
	return "puzzle\x00" + puzzle.ID(f, inst), nil
}

// Keys gives the key of a name: text, config or canonical.
func Keys(ctx context.Context, name string, canonical *Canonical) (Key, error) {
	switch name {
	case "text":
		return TextKey, nil
	case "config":
		return ConfigKey, nil
	case "canonical":
		return canonical.Key(ctx), nil
	default:
		return nil, fmt.Errorf("duplicates by what? %w", puzzle.Unknownf("key", name, []string{"text", "config", "canonical"}))
	}
}
