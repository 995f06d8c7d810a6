package dataset

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"sort"

	"github.com/quandary-puzzles/quandary/record"
)

// Part is one part of a split: a share of the records, or a number of them.
type Part struct {
	Name  string
	Share float64 // from 0 to 1; used when Count is 0
	Count int
}

// SplitOptions say how to split.
type SplitOptions struct {
	Parts []Part
	Seed  uint64
	// Threshold, when not 0, makes records of at least this difficulty "hard" and the others "normal", and spreads both over
	// the parts alike.
	Threshold float64
	// Key keeps records that are the same puzzle in one part; nil means configKey.
	Key Key
}

// Class gives the difficulty class of a record: normal, or hard at the threshold.
func (o SplitOptions) Class(r *record.Record) string {
	return classes[o.class(r)]
}

// classes are the names of the difficulty classes.
var classes = [...]string{"normal", "hard"}

func (o SplitOptions) class(r *record.Record) int {
	if o.Threshold > 0 && r.Difficulty != nil && *r.Difficulty >= o.Threshold {
		return 1
	}
	return 0
}

// stratum is a set of records that is spread over the parts in proportion: a source, and a class.
type stratum struct {
	name string
	size int
	left []int // quota that each part has left
}

// Stratum names the stratum of a record: its source and class.
func (o SplitOptions) Stratum(r *record.Record) string { return r.Source + "\x00" + o.Class(r) }

// Allot divides the parts among strata of some sizes: for each stratum, how many of its records each part gets. Split gives the
// parts, in order, to the groups of a stratum in the order of their Rank and key.
func Allot(sizes map[string]int, parts []Part) map[string][]int {
	var strata []*stratum
	total := 0
	for name, size := range sizes {
		strata = append(strata, &stratum{name: name, size: size})
		total += size
	}
	allot(strata, parts, total)
	out := map[string][]int{}
	for _, s := range strata {
		out[s.name] = s.left
	}
	return out
}

// Split writes each record to the writer of its part; records beyond all parts are left out. Every part has each source and
// class in proportion, and records that are the same puzzle are never divided (so a part may exceed its size by such a
// group). Which record goes where depends on the seed and the records' keys, not on their order. It gives the sizes.
func Split(ctx context.Context, in *Input, opt SplitOptions, writer func(part int, class string) (io.Writer, error), rejects *Rejects) ([]int, error) {
	if err := CheckParts(opt.Parts); err != nil {
		return nil, err
	}
	if opt.Key == nil {
		opt.Key = configKey
	}
	byLine, err := opt.assign(ctx, in, rejects)
	if err != nil {
		return nil, err
	}
	defer byLine.close()

	// The assignment is sorted by line, so it is read beside the input.
	next, stop := pull(byLine)
	defer stop()
	sizes := make([]int, len(opt.Parts))
	rec, ok, err := next()
	if err != nil {
		return nil, err
	}
	var buf []byte
	err = in.eachRaw(ctx, func(l *Line) error {
		if !ok || int(binary.BigEndian.Uint64(rec)) != l.Number {
			return nil
		}
		part, class := int(rec[8]), classes[rec[9]]
		if rec, ok, err = next(); err != nil {
			return err
		}
		if part >= len(opt.Parts) {
			return nil
		}
		w, err := writer(part, class)
		if err != nil {
			return err
		}
		sizes[part]++
		buf = append(append(buf[:0], l.Raw...), '\n')
		_, err = w.Write(buf)
		return err
	})
	return sizes, err
}

// CheckParts checks that there are parts, that each has a size, and that the shares add up to no more than 1.
func CheckParts(parts []Part) error {
	if len(parts) == 0 || len(parts) > 200 {
		return fmt.Errorf("expected 1 to 200 parts, found %d", len(parts))
	}
	sum := 0.0
	for _, p := range parts {
		if p.Count < 0 || !(p.Share >= 0 && p.Share <= 1) || (p.Count == 0 && p.Share == 0) {
			return fmt.Errorf("part %s: expected a share above 0 and up to 1, or a count above 0", p.Name)
		}
		if p.Count == 0 {
			sum += p.Share
		}
	}
	if sum > 1+1e-9 {
		return fmt.Errorf("the shares of the parts add up to %g, more than 1", sum)
	}
	return nil
}

// Widths of the strings that assign sorts: a key, line, stratum and class; a stratum, rank, key, line and class.
const (
	keyedWidth  = KeyWidth + 8 + 4 + 1
	rankedWidth = 4 + 8 + KeyWidth + 8 + 1
)

// assign gives the part of each line: strings of 8 bytes line, 1 byte part and 1 byte class, to be read in order.
func (o SplitOptions) assign(ctx context.Context, in *Input, rejects *Rejects) (*sorter, error) {
	byKey, byRank := newSorter(keyedWidth), newSorter(rankedWidth)
	defer byKey.close()
	defer byRank.close()
	strata, total, err := o.group(ctx, in, rejects, byKey)
	if err != nil {
		return nil, err
	}
	if err := o.rank(byKey, byRank, strata); err != nil {
		return nil, err
	}
	allot(strata, o.Parts, total)
	byLine := newSorter(10)
	line := make([]byte, 10)
	part := 0
	var groups groupChange
	err = byRank.each(func(r []byte) error {
		s := strata[binary.BigEndian.Uint32(r)]
		if groups.begins(r[12 : 12+KeyWidth]) {
			for part = 0; part < len(o.Parts) && s.left[part] <= 0; part++ {
			}
		}
		if part < len(o.Parts) {
			s.left[part]--
		}
		copy(line, r[12+KeyWidth:12+KeyWidth+8])
		line[8], line[9] = byte(part), r[12+KeyWidth+8]
		return byLine.add(line)
	})
	if err != nil {
		byLine.close()
		return nil, err
	}
	return byLine, nil
}

// groupChange tells where the next group begins in a list that is sorted by key.
type groupChange struct {
	last  [KeyWidth]byte
	begun bool
}

func (g *groupChange) begins(key []byte) bool {
	if g.begun && string(key) == string(g.last[:]) {
		return false
	}
	g.begun = true
	copy(g.last[:], key)
	return true
}

// group puts the records of one key together, so that a group has one stratum: that of its first record.
func (o SplitOptions) group(ctx context.Context, in *Input, rejects *Rejects, byKey *sorter) (strata []*stratum, total int, err error) {
	index := map[string]int{} // by name
	rec := make([]byte, keyedWidth)
	err = in.keyed(ctx, o.Key, func(l *Line, k string) error {
		if l.Err != nil {
			return rejects.Add(in, l)
		}
		if k == "" {
			k = fmt.Sprintf("line %d", l.Number)
		}
		name := o.Stratum(&l.Record)
		at, ok := index[name]
		if !ok {
			at = len(strata)
			index[name] = at
			strata = append(strata, &stratum{name: name})
		}
		total++
		h := HashKey(k)
		copy(rec, h[:])
		binary.BigEndian.PutUint64(rec[KeyWidth:], uint64(l.Number))
		binary.BigEndian.PutUint32(rec[KeyWidth+8:], uint32(at))
		rec[KeyWidth+12] = byte(o.class(&l.Record))
		return byKey.add(rec)
	})
	return strata, total, err
}

// rank puts the groups of a stratum in an order that the seed and the key alone decide, and counts the records of each stratum.
func (o SplitOptions) rank(byKey, byRank *sorter, strata []*stratum) error {
	out := make([]byte, rankedWidth)
	var of uint32
	var groups groupChange
	return byKey.each(func(r []byte) error {
		if groups.begins(r[:KeyWidth]) {
			of = binary.BigEndian.Uint32(r[KeyWidth+8:])
		}
		strata[of].size++
		binary.BigEndian.PutUint32(out, of)
		copy(out[4:12], o.Rank(r[:KeyWidth]))
		copy(out[12:], r[:KeyWidth])
		copy(out[12+KeyWidth:], r[KeyWidth:KeyWidth+8])
		out[12+KeyWidth+8] = r[KeyWidth+12]
		return byRank.add(out)
	})
}

// Rank gives 8 bytes that order the groups of a stratum: a hash of the seed and the group's hashed key.
func (o SplitOptions) Rank(key []byte) []byte {
	b := binary.BigEndian.AppendUint64([]byte("split\x00"), o.Seed)
	sum := sha256.Sum256(append(b, key...))
	return sum[:8]
}

// allot divides each part's size among the strata in proportion to what they have left, by largest remainders.
func allot(strata []*stratum, parts []Part, total int) {
	// In the order of names, so that the order of the input does not count.
	sorted := append([]*stratum(nil), strata...)
	sort.Slice(sorted, func(i, j int) bool { return sorted[i].name < sorted[j].name })
	free := make([]int, len(sorted))
	for i, s := range sorted {
		s.left = make([]int, len(parts))
		free[i] = s.size
	}
	used, shared := 0, 0 // by all parts so far, and by those with shares
	share := 0.0
	for p, part := range parts {
		want := part.Count
		if want == 0 {
			// Cumulative rounding, so that shares that add up to 1 use every record.
			share += part.Share
			want = int(math.Round(share*float64(total))) - shared
			shared += want
		}
		want = max(0, min(want, total-used))
		rest := total - used
		used += want
		if rest == 0 {
			continue
		}
		type remainder struct {
			i    int
			frac float64
		}
		given := 0
		var rem []remainder
		for i, s := range sorted {
			exact := float64(want) * float64(free[i]) / float64(rest)
			q := int(exact)
			s.left[p] = q
			given += q
			rem = append(rem, remainder{i, exact - float64(q)})
		}
		sort.SliceStable(rem, func(a, b int) bool { return rem[a].frac > rem[b].frac })
		for k := 0; given < want; k++ {
			i := rem[k%len(rem)].i
			if sorted[i].left[p] < free[i] {
				sorted[i].left[p]++
				given++
			}
		}
		for i, s := range sorted {
			free[i] -= s.left[p]
		}
	}
}

// errStopped ends a sorter's walk from outside.
var errStopped = errors.New("stopped")

// pull turns a sorter's walk round: next gives one string after the other. stop must be called.
func pull(s *sorter) (next func() ([]byte, bool, error), stop func()) {
	type step struct {
		rec []byte
		err error
	}
	steps, done := make(chan step, 1024), make(chan struct{})
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		defer close(steps)
		err := s.each(func(rec []byte) error {
			select {
			case steps <- step{rec: append([]byte(nil), rec...)}:
				return nil
			case <-done:
				return errStopped
			}
		})
		if err != nil && !errors.Is(err, errStopped) {
			select {
			case steps <- step{err: err}:
			case <-done:
			}
		}
	}()
	next = func() ([]byte, bool, error) {
		st, ok := <-steps
		return st.rec, ok && st.err == nil, st.err
	}
	return next, func() {
		close(done)
		<-ended
	}
}
