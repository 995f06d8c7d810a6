package dataset

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"

	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/record"
)

// Key says when two records are the same puzzle: their keys are equal. The empty key is never equal to another.
type Key func(r *record.Record) (string, error)

// TextKey is the problem's text, up to white space and case.
func TextKey(r *record.Record) (string, error) {
	return strings.Join(strings.FieldsFunc(strings.ToLower(r.Problem), unicode.IsSpace), " "), nil
}

// ConfigKey is the source and the configuration, whatever the order of its keys.
func ConfigKey(r *record.Record) (string, error) {
	if len(r.Config) == 0 {
		return "", nil
	}
	var v any
	if err := json.Unmarshal(r.Config, &v); err != nil {
		return "", err
	}
	// encoding/json writes the keys of a map in order.
	b, err := json.Marshal(v)
	return r.Source + "\x00" + string(b), err
}

// CanonicalKey is the canonical form of a family's puzzle under its symmetries, so that two puzzles that differ by renaming
// and reordering are equal. For other records it is the key given, which may be nil.
func CanonicalKey(ctx context.Context, families *puzzle.Registry, other Key) Key {
	return func(r *record.Record) (string, error) {
		if r.Origin != nil && r.Origin.Puzzle != "" {
			f, inst, err := families.Open(ctx, r.Origin.Puzzle)
			if err != nil {
				return "", err
			}
			if t, ok := inst.(puzzle.Transformer); ok {
				if inst, err = t.Canonical(ctx); err != nil {
					return "", err
				}
			}
			return puzzle.ID(f, inst), nil
		}
		if other == nil {
			return "", nil
		}
		return other(r)
	}
}

// keyWidth is the width of a hashed key.
const keyWidth = 16

func hashKey(key string) (h [keyWidth]byte) {
	sum := sha256.Sum256([]byte(key))
	copy(h[:], sum[:])
	return h
}

// Duplicate is a record that is the same puzzle as an earlier one, by their line numbers.
type Duplicate struct{ Line, First int }

// sortKeys sorts the hashed keys of an input together with the line numbers; lines without a key are left out.
func sortKeys(ctx context.Context, in *Input, key Key, rejects *Rejects) (*sorter, error) {
	s := newSorter(keyWidth + 8)
	rec := make([]byte, keyWidth+8)
	err := in.records(ctx, rejects, func(l *Line) error {
		k, err := key(&l.Record)
		if err != nil {
			l.Err = err
			return rejects.Add(in, l)
		}
		if k == "" {
			return nil
		}
		h := hashKey(k)
		copy(rec, h[:])
		binary.BigEndian.PutUint64(rec[keyWidth:], uint64(l.Number))
		return s.add(rec)
	})
	if err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

// Duplicates finds the records that are the same puzzle as an earlier one of the input, in the order of their lines. Only the
// duplicates are kept in memory.
func Duplicates(ctx context.Context, in *Input, key Key, rejects *Rejects) (dups []Duplicate, err error) {
	s, err := sortKeys(ctx, in, key, rejects)
	if err != nil {
		return nil, err
	}
	defer s.close()
	var last [keyWidth]byte
	first := 0
	err = s.each(func(rec []byte) error {
		line := int(binary.BigEndian.Uint64(rec[keyWidth:]))
		if first > 0 && string(rec[:keyWidth]) == string(last[:]) {
			dups = append(dups, Duplicate{line, first})
			return nil
		}
		copy(last[:], rec)
		first = line
		return nil
	})
	slices.SortFunc(dups, func(a, b Duplicate) int { return a.Line - b.Line })
	return dups, err
}

// Dedupe writes the lines of an input without duplicates; of equal records the first stays. It gives what it left out.
func Dedupe(ctx context.Context, in *Input, w io.Writer, key Key, rejects *Rejects) ([]Duplicate, error) {
	dups, err := Duplicates(ctx, in, key, rejects)
	if err != nil {
		return nil, err
	}
	next := 0
	var buf []byte
	err = in.Each(ctx, func(l *Line) error {
		if l.Err != nil {
			return nil // set aside already
		}
		if next < len(dups) && dups[next].Line == l.Number {
			next++
			return nil
		}
		buf = append(append(buf[:0], l.Raw...), '\n')
		_, err := w.Write(buf)
		return err
	})
	return dups, err
}

// Leak is a record of one input that is the same puzzle as a record of another, by their line numbers.
type Leak struct{ A, B int }

// Leaks finds the records of b that are the same puzzle as a record of a, each with the first such, in the order of b.
func Leaks(ctx context.Context, a, b *Input, key Key, rejects *Rejects) ([]Leak, error) {
	sa, err := sortKeys(ctx, a, key, rejects)
	if err != nil {
		return nil, err
	}
	defer sa.close()
	sb, err := sortKeys(ctx, b, key, rejects)
	if err != nil {
		return nil, err
	}
	defer sb.close()

	// The two sorted sequences are merged: the side goes between key and line, so that of equal keys a's come first.
	all := newSorter(keyWidth + 1 + 8)
	defer all.close()
	rec := make([]byte, keyWidth+1+8)
	for side, s := range []*sorter{sa, sb} {
		err := s.each(func(r []byte) error {
			copy(rec, r[:keyWidth])
			rec[keyWidth] = byte(side)
			copy(rec[keyWidth+1:], r[keyWidth:])
			return all.add(rec)
		})
		if err != nil {
			return nil, err
		}
	}
	var leaks []Leak
	var last [keyWidth]byte
	first := 0
	err = all.each(func(r []byte) error {
		line := int(binary.BigEndian.Uint64(r[keyWidth+1:]))
		same := first > 0 && string(r[:keyWidth]) == string(last[:])
		switch {
		case r[keyWidth] == 0 && !same:
			copy(last[:], r)
			first = line
		case r[keyWidth] == 1 && same:
			leaks = append(leaks, Leak{first, line})
		}
		return nil
	})
	slices.SortFunc(leaks, func(x, y Leak) int { return x.B - y.B })
	return leaks, err
}

// Keys gives the key of a name: text, config or canonical.
func Keys(ctx context.Context, name string, families *puzzle.Registry, canonical Key) (Key, error) {
	switch name {
	case "text":
		return TextKey, nil
	case "config":
		return ConfigKey, nil
	case "canonical":
		return CanonicalKey(ctx, families, canonical), nil
	default:
		return nil, fmt.Errorf("duplicates by what? %w", puzzle.Unknownf("key", name, []string{"text", "config", "canonical"}))
	}
}
