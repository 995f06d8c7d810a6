package puzzle

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"slices"

	"github.com/quandary-puzzles/quandary/internal/rng"
)

// Symmetric is an instance that has equivalents: puzzles that differ from it only in names, in the order in which things are
// listed, or by a symmetry of the family's rules, and that count as the same puzzle.
//
// A family whose equivalents are few compares them all. Any other builds the graph of a puzzle, in which names and order leave no
// trace, and has package canon find its form:
//
//	func (p *Puzzle) Canonical(ctx context.Context, budget int) (puzzle.Form, error) {
//		g := &canon.Graph{}
//		cells := make([]int, len(p.cells))
//		for i, given := range p.cells {
//			cells[i] = g.Node(given) // a label where values count as they are, a node with an edge where they can be renamed
//		}
//		for _, h := range p.houses {
//			house := g.Node("house")
//			for _, i := range h {
//				g.Edge(house, cells[i], "")
//			}
//		}
//		f := g.Canonical(budget)
//		return puzzle.Form{Key: f.Bytes, Exact: f.Exact, Work: f.Work}, ctx.Err()
//	}
type Symmetric interface {
	// Symmetries gives those that the puzzle has.
	Symmetries() Symmetries
	// Canonical gives the canonical form, in at most about budget steps; 0 is the default of package canon. The error wraps
	// ErrNoForm where the puzzle has none.
	Canonical(ctx context.Context, budget int) (Form, error)
}

// Symmetries are the changes by name that give an equivalent of a puzzle; the zero value is none.
type Symmetries struct {
	Names []string
	// Image applies the one of a name in Names; those with a choice in them take it from the stream.
	Image func(name string, r *rng.Stream) (Instance, error)
}

// Transform applies the symmetry of a name, which is an *UnknownError where there is none.
func (s Symmetries) Transform(name string, r *rng.Stream) (Instance, error) {
	if !slices.Contains(s.Names, name) {
		return nil, Unknownf("transformation", name, s.Names)
	}
	return s.Image(name, r)
}

// Form is the canonical form of a puzzle.
type Form struct {
	// Key is equal for two puzzles of one family only where they are equivalent. Where both forms are exact, it is equal for all
	// equivalents; one that is not exact may differ from that of an equivalent.
	Key   []byte
	Exact bool // the search for the form ended within its budget
	Work  int  // how many steps it took
	// Instance gives the equivalent that stands for all, the same for each of them where the form is exact; nil where the family
	// has no way to write it.
	Instance func() (Instance, error)
}

// ID names the form of a puzzle of a family: 32 hexadecimal digits, a hash of the family and the key.
func (f Form) ID(family string) string {
	h := sha256.New()
	h.Write([]byte(family + "\x00"))
	h.Write(f.Key)
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// ErrNoForm is the error of a puzzle that has no canonical form.
var ErrNoForm = errors.New("no canonical form")
