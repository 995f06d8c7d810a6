package dataset

import (
	"context"
	"errors"
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
	// Form gives the form of any other record's problem; an error says that there is none. Nil: no other record has a form.
	Form func(ctx context.Context, r *record.Record) (puzzle.Form, error)
	// Readers are families whose puzzles are looked for in the texts of records that say of no puzzle which it is, such as those
	// of another program.
	Readers []puzzle.Reader

	mu     sync.Mutex
	counts Compared
}

// Compared counts how records were compared. However they were, different puzzles never count as the same.
type Compared struct {
	Exact  int   // by exact forms: equal if and only if the puzzles are equal up to names, order and symmetries
	Partly int   // by forms that are not exact, of which some equals may be missed
	Config int   // by configuration, having no form
	Why    error // why the first of these has none
}

func (c Compared) String() string {
	s := fmt.Sprintf("%d by exact form", c.Exact)
	if c.Partly > 0 {
		s += fmt.Sprintf(", %d by a form whose search met its budget (some equals may be missed)", c.Partly)
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

// worded is the family as whose puzzles records of specifications count: the same puzzles have ids of that family.
const worded = "worded"

// Key gives the key that compares by canonical form. A record that has none is compared by its configuration; one whose id
// cannot be opened is an error.
func (c *Canonical) Key(ctx context.Context) Key {
	return func(r *record.Record) (string, error) {
		family, form, err := worded, puzzle.Form{}, error(nil)
		var f puzzle.Family
		var inst puzzle.Instance
		if id := r.PuzzleID(); id != "" && c.Families.IsID(id) {
			if f, inst, err = c.Families.Open(ctx, id); err != nil {
				return "", err
			}
		} else if len(c.Readers) > 0 {
			f, inst = c.find(ctx, r)
		}
		switch {
		case inst != nil:
			family = f.Name()
			if s, ok := inst.(puzzle.Symmetric); ok {
				form, err = s.Canonical(ctx, 0)
			} else {
				err = fmt.Errorf("%s puzzles: %w", family, puzzle.ErrNoForm)
			}
		case c.Form != nil:
			form, err = c.Form(ctx, r)
		default:
			err = errors.New("no specifications are at hand")
		}
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		c.count(form.Exact, err)
		if err == nil {
			return "form\x00" + form.ID(family), nil
		}
		key, err := configKey(r)
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
		c.counts.Partly++
	}
}

// Keys gives the key of a name: text, config or canonical.
func Keys(ctx context.Context, name string, canonical *Canonical) (Key, error) {
	switch name {
	case "text":
		return textKey, nil
	case "config":
		return configKey, nil
	case "canonical":
		return canonical.Key(ctx), nil
	default:
		return nil, fmt.Errorf("duplicates by what? %w", puzzle.Unknownf("key", name, []string{"text", "config", "canonical"}))
	}
}
