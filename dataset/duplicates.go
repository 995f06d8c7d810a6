package dataset

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"io"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/quandary-puzzles/quandary/record"
)

// Key says when two records are the same puzzle: their keys are equal. The empty key is never equal to another. It may be
// called by several goroutines at once.
type Key func(r *record.Record) (string, error)

// textKey is the problem's text, up to white space and case.
func textKey(r *record.Record) (string, error) {
	out := make([]byte, 0, len(r.Problem))
	gap := false
	for _, c := range r.Problem {
		if unicode.IsSpace(c) {
			gap = len(out) > 0
			continue
		}
		if gap {
			out = append(out, ' ')
			gap = false
		}
		switch {
		case c < utf8.RuneSelf:
			if c >= 'A' && c <= 'Z' {
				c += 'a' - 'A'
			}
			out = append(out, byte(c))
		case c >= firstUncased && c <= lastUncased:
			out = utf8.AppendRune(out, c)
		default:
			out = utf8.AppendRune(out, unicode.ToLower(c))
		}
	}
	return string(out), nil
}

// Between these letters (Chinese and its neighbours) none has two cases, and none is white space but U+3000, which
// unicode.IsSpace has told apart before.
const (
	firstUncased = 0x2E80
	lastUncased  = 0x9FFF
)

// configKey is the source and the configuration, whatever the order of its keys.
func configKey(r *record.Record) (string, error) {
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

// KeyWidth is the width of a hashed key, in bytes.
const KeyWidth = 16

// HashKey makes a key of fixed width of any key: the first bytes of its SHA-256.
func HashKey(key string) (h [KeyWidth]byte) {
	sum := sha256.Sum256([]byte(key))
	copy(h[:], sum[:])
	return h
}

// Duplicate is a record that is the same puzzle as an earlier one, by their line numbers.
type Duplicate struct{ Line, First int }

// sortKeys sorts the hashed keys of an input together with the line numbers. Lines without a key are left out; those that are
// no records, or whose key cannot be told, are set aside and listed.
func sortKeys(ctx context.Context, in *Input, key Key, rejects *Rejects) (s *sorter, aside []int, err error) {
	s = newSorter(KeyWidth + 8)
	rec := make([]byte, KeyWidth+8)
	err = in.keyed(ctx, key, func(l *Line, k string) error {
		if l.Err != nil {
			aside = append(aside, l.Number)
			return rejects.Add(in, l)
		}
		if k == "" {
			return nil
		}
		h := HashKey(k)
		copy(rec, h[:])
		binary.BigEndian.PutUint64(rec[KeyWidth:], uint64(l.Number))
		return s.add(rec)
	})
	if err != nil {
		s.close()
		return nil, nil, err
	}
	return s, aside, nil
}

// Duplicates finds the records that are the same puzzle as an earlier one of the input, in the order of their lines. Only the
// duplicates are kept in memory.
func Duplicates(ctx context.Context, in *Input, key Key, rejects *Rejects) ([]Duplicate, error) {
	dups, _, err := duplicates(ctx, in, key, rejects)
	return dups, err
}

// duplicates gives the lines that were set aside too.
func duplicates(ctx context.Context, in *Input, key Key, rejects *Rejects) (dups []Duplicate, aside []int, err error) {
	s, aside, err := sortKeys(ctx, in, key, rejects)
	if err != nil {
		return nil, nil, err
	}
	defer s.close()
	var last [KeyWidth]byte
	first := 0
	err = s.each(func(rec []byte) error {
		line := int(binary.BigEndian.Uint64(rec[KeyWidth:]))
		if first > 0 && string(rec[:KeyWidth]) == string(last[:]) {
			dups = append(dups, Duplicate{line, first})
			return nil
		}
		copy(last[:], rec)
		first = line
		return nil
	})
	slices.SortFunc(dups, func(a, b Duplicate) int { return a.Line - b.Line })
	return dups, aside, err
}

// Dedupe writes the lines of an input without duplicates; of equal records the first stays. It gives what it left out.
func Dedupe(ctx context.Context, in *Input, w io.Writer, key Key, rejects *Rejects) ([]Duplicate, error) {
	dups, aside, err := duplicates(ctx, in, key, rejects)
	if err != nil {
		return nil, err
	}
	left := make([]int, 0, len(dups)+len(aside))
	for _, d := range dups {
		left = append(left, d.Line)
	}
	left = append(left, aside...)
	slices.Sort(left)
	var buf []byte
	err = in.eachRaw(ctx, func(l *Line) error {
		if len(left) > 0 && left[0] == l.Number {
			left = left[1:]
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
	sa, _, err := sortKeys(ctx, a, key, rejects)
	if err != nil {
		return nil, err
	}
	defer sa.close()
	sb, _, err := sortKeys(ctx, b, key, rejects)
	if err != nil {
		return nil, err
	}
	defer sb.close()

	// The two sorted sequences are merged: the side goes between key and line, so that of equal keys a's come first.
	all := newSorter(KeyWidth + 1 + 8)
	defer all.close()
	rec := make([]byte, KeyWidth+1+8)
	for side, s := range []*sorter{sa, sb} {
		err := s.each(func(r []byte) error {
			copy(rec, r[:KeyWidth])
			rec[KeyWidth] = byte(side)
			copy(rec[KeyWidth+1:], r[KeyWidth:])
			return all.add(rec)
		})
		if err != nil {
			return nil, err
		}
	}
	var leaks []Leak
	var last [KeyWidth]byte
	first := 0
	err = all.each(func(r []byte) error {
		line := int(binary.BigEndian.Uint64(r[KeyWidth+1:]))
		same := first > 0 && string(r[:KeyWidth]) == string(last[:])
		switch {
		case r[KeyWidth] == 0 && !same:
			copy(last[:], r)
			first = line
		case r[KeyWidth] == 1 && same:
			leaks = append(leaks, Leak{first, line})
		}
		return nil
	})
	slices.SortFunc(leaks, func(x, y Leak) int { return x.B - y.B })
	return leaks, err
}
