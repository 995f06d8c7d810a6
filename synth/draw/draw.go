package draw

import (
	"errors"
	"fmt"
	"slices"
)

// ErrNoDraw: no draw that keeps the constraints was found in a bounded number of tries.
var ErrNoDraw = errors.New("no draw keeps the constraints")

// SourceError: a source has too few values for what is to be picked from it.
type SourceError struct {
	Source  int
	N, Want int
}

func (e *SourceError) Error() string {
	return fmt.Sprintf("source %d has %d values, %d are to be picked", e.Source, e.N, e.Want)
}

// Is makes a SourceError match ErrNoDraw.
func (e *SourceError) Is(target error) bool { return target == ErrNoDraw }

// Constraints say which items and which sequences of items are allowed. All fields are optional.
type Constraints struct {
	// Different: no two items are equal.
	Different bool
	// Unique: for each set of sources, no two items are equal on it.
	Unique [][]int
	// Item judges one item by itself.
	Item func(Item) (bool, error)
	// Sequence judges all items together.
	Sequence func([]Item) (bool, error)
}

// How much is tried before a draw is given up, and how large a set of items may be to be listed.
const (
	tryItem     = 300    // random items before a small set is listed
	tryLarge    = 20_000 // random items where the set is too large to list
	listItems   = 20_000
	tryWhole    = 80 // whole sequences
	tryGuided   = 40 // sequences kept allowed as they grow
	tryRepaired = 40 // sequences repaired item by item
)

// Drawer draws items of one shape under constraints.
type Drawer struct {
	sh   *Shape
	c    Constraints
	r    Stream
	list []Item // all allowed items, once they have been listed
	full bool   // list is valid
	// byListing tells items apart by how they are listed, where a combination listed in another order is another item.
	byListing bool
	scratch   Item
	Tried     int // items looked at, a work counter
}

// NewDrawer prepares a drawer. It fails with a *SourceError where a source is too small.
func NewDrawer(r Stream, sh *Shape, c Constraints) (*Drawer, error) {
	if i := sh.empty(); i >= 0 {
		return nil, &SourceError{Source: i, N: sh.Sources[i].N, Want: sh.Sources[i].Amount}
	}
	return &Drawer{sh: sh, c: c, r: r, scratch: make(Item, sh.Len())}, nil
}

// Draw draws n items. Without Sequence constraints each allowed sequence is equally likely as far as Different alone is
// concerned; every allowed sequence is possible in any case. The error is ErrNoDraw or one of the constraints' own.
//
// Where combinations cannot give n different items, the orders in which they are listed tell them apart.
func (d *Drawer) Draw(n int) ([]Item, error) {
	free := slices.ContainsFunc(d.sh.Sources, func(s Source) bool { return !s.Ordered && !s.Ascending && s.Amount > 1 })
	d.byListing = false
	if !free || d.sh.Size() >= float64(n) {
		items, err := d.draw(n)
		if err == nil || !free || !errors.Is(err, ErrNoDraw) {
			return items, err
		}
	}
	d.byListing = true
	return d.draw(n)
}

func (d *Drawer) draw(n int) ([]Item, error) {
	if n == 0 {
		return nil, nil
	}
	dead := 0
	for range tryWhole {
		items, ok, err := d.sequence(n, false)
		if err != nil {
			return nil, err
		}
		if !ok {
			if dead++; dead >= 8 {
				return nil, ErrNoDraw
			}
			continue
		}
		if d.c.Sequence == nil {
			return items, nil
		}
		if good, err := d.c.Sequence(items); err != nil || good {
			return items, err
		}
	}
	for range tryGuided {
		items, ok, err := d.sequence(n, true)
		if err != nil {
			return nil, err
		}
		if ok {
			if good, err := d.c.Sequence(items); err != nil || good {
				return items, err
			}
		}
	}
	for range tryRepaired {
		items, ok, err := d.sequence(n, false)
		if err != nil {
			return nil, err
		}
		if !ok {
			continue
		}
		for range 2 * n {
			k := int(d.r.Uint64N(uint64(n)))
			rest := slices.Delete(slices.Clone(items), k, k+1)
			it, err := d.next(rest)
			if err != nil {
				return nil, err
			}
			if it == nil {
				continue
			}
			items[k] = it
			if good, err := d.c.Sequence(items); err != nil || good {
				return items, err
			}
		}
	}
	return nil, ErrNoDraw
}

// sequence draws n items one after the other. Guided, it keeps the sequence constraint true for each beginning as well as
// it can, which helps where the constraint is of the kind that holds for all items.
func (d *Drawer) sequence(n int, guided bool) ([]Item, bool, error) {
	items := make([]Item, 0, n)
	for len(items) < n {
		it, err := d.next(items)
		if err != nil || it == nil {
			return nil, false, err
		}
		items = append(items, it)
		if !guided {
			continue
		}
		for range 40 {
			good, err := d.c.Sequence(items)
			if err != nil {
				return nil, false, err
			}
			if good {
				break
			}
			if it, err = d.next(items[:len(items)-1]); err != nil {
				return nil, false, err
			}
			if it == nil {
				return nil, false, nil
			}
			items[len(items)-1] = it
		}
	}
	return items, true, nil
}

// next draws an item that may follow the given ones, each such item being equally likely; nil when there is none.
func (d *Drawer) next(before []Item) (Item, error) {
	if !d.full {
		limit := tryItem
		large := d.listSize() > listItems
		if large {
			limit = tryLarge
		}
		for range limit {
			d.Tried++
			if !d.sh.random(d.r, d.scratch) || d.clash(before, d.scratch) {
				continue
			}
			if d.c.Item != nil {
				ok, err := d.c.Item(d.scratch)
				if err != nil {
					return nil, err
				}
				if !ok {
					continue
				}
			}
			return slices.Clone(d.scratch), nil
		}
		if large {
			return nil, nil
		}
		if err := d.listAll(); err != nil {
			return nil, err
		}
	}
	n := 0
	for _, it := range d.list {
		if !d.clash(before, it) {
			n++
		}
	}
	if n == 0 {
		return nil, nil
	}
	k := int(d.r.Uint64N(uint64(n)))
	for _, it := range d.list {
		if !d.clash(before, it) {
			if k == 0 {
				return slices.Clone(it), nil
			}
			k--
		}
	}
	panic("draw: counted items are missing")
}

// listSize bounds the number of items that listing goes through.
func (d *Drawer) listSize() float64 {
	n := 1.0
	for _, s := range d.sh.Sources {
		c := s.count()
		if !s.Ordered && !s.Ascending {
			for i := 2; i <= s.Amount; i++ {
				c *= float64(i)
			}
		}
		n *= c
	}
	all := n
	for range d.sh.Dim - 1 {
		all *= n
	}
	return all
}

// listAll lists the items that the item constraints allow.
func (d *Drawer) listAll() error {
	var failed error
	d.sh.enumerate(func(it Item) bool {
		d.Tried++
		if d.c.Item != nil {
			ok, err := d.c.Item(it)
			if err != nil {
				failed = err
				return false
			}
			if !ok {
				return true
			}
		}
		d.list = append(d.list, slices.Clone(it))
		return true
	})
	d.full = failed == nil
	return failed
}

// All lists the allowed items where there are at most limit, without regard to Different, Unique and Sequence. ok is false
// where there may be more.
func (d *Drawer) All(limit int) (items []Item, ok bool, err error) {
	if d.listSize() > float64(limit) {
		return nil, false, nil
	}
	if !d.full {
		if err := d.listAll(); err != nil {
			return nil, false, err
		}
	}
	return d.list, true, nil
}

// Next draws one item that may follow the given ones; nil when none was found.
func (d *Drawer) Next(before []Item) (Item, error) { return d.next(before) }

// clash reports whether an item may not stand beside one of the others.
func (d *Drawer) clash(others []Item, it Item) bool {
	if !d.c.Different && len(d.c.Unique) == 0 {
		return false
	}
	for _, o := range others {
		if d.c.Different && d.equal(o, it, nil) {
			return true
		}
		for _, fields := range d.c.Unique {
			if d.equal(o, it, fields) {
				return true
			}
		}
	}
	return false
}

// equal compares two items on some sources, or on all of them when fields is nil.
func (d *Drawer) equal(a, b Item, fields []int) bool {
	if fields == nil && d.byListing {
		return slices.Equal(a, b)
	}
	same := func(dim, s int) bool {
		if s < 0 || s >= len(d.sh.Sources) {
			return true
		}
		x, y := d.sh.Pick(a, dim, s), d.sh.Pick(b, dim, s)
		if d.byListing {
			return slices.Equal(x, y)
		}
		return d.sh.samePick(s, x, y)
	}
	for dim := range d.sh.Dim {
		if fields == nil {
			for s := range d.sh.Sources {
				if !same(dim, s) {
					return false
				}
			}
			continue
		}
		for _, s := range fields {
			if !same(dim, s) {
				return false
			}
		}
	}
	return true
}

// Clash reports whether an item may not stand beside one of the others.
func (d *Drawer) Clash(others []Item, it Item) bool { return d.clash(others, it) }

// Judge asks the sequence constraint.
func (d *Drawer) Judge(items []Item) (bool, error) {
	if d.c.Sequence == nil {
		return true, nil
	}
	return d.c.Sequence(items)
}
