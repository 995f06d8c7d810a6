package dataset

import (
	"bufio"
	"bytes"
	"container/heap"
	"errors"
	"fmt"
	"io"
	"os"
	"sort"
)

// sorter sorts any number of byte strings of one width: in memory while they fit, else by runs on the disk that are merged.
type sorter struct {
	width int
	limit int // bytes kept in memory
	buf   []byte
	runs  []*os.File
}

// defaultSortMemory is how many bytes a sorter keeps in memory.
const defaultSortMemory = 64 << 20

func newSorter(width int) *sorter { return &sorter{width: width, limit: defaultSortMemory} }

// add adds one string.
func (s *sorter) add(rec []byte) error {
	if len(rec) != s.width {
		return fmt.Errorf("dataset: sorting strings of %d bytes, found one of %d", s.width, len(rec))
	}
	s.buf = append(s.buf, rec...)
	if len(s.buf) >= s.limit {
		return s.spill()
	}
	return nil
}

func (s *sorter) Len() int { return len(s.buf) / s.width }
func (s *sorter) Less(i, j int) bool {
	return bytes.Compare(s.at(i), s.at(j)) < 0
}
func (s *sorter) Swap(i, j int) {
	a, b := s.at(i), s.at(j)
	for k := range a {
		a[k], b[k] = b[k], a[k]
	}
}
func (s *sorter) at(i int) []byte { return s.buf[i*s.width : (i+1)*s.width] }

// spill writes what is in memory as a sorted run.
func (s *sorter) spill() error {
	sort.Sort(s)
	f, err := os.CreateTemp("", "quandary-sort-*")
	if err != nil {
		return err
	}
	s.runs = append(s.runs, f)
	if _, err := f.Write(s.buf); err != nil {
		return err
	}
	s.buf = s.buf[:0]
	return nil
}

// each visits all strings in order; the slice is valid during the call only.
func (s *sorter) each(visit func(rec []byte) error) error {
	sort.Sort(s)
	if len(s.runs) == 0 {
		for i := range s.Len() {
			if err := visit(s.at(i)); err != nil {
				return err
			}
		}
		return nil
	}
	var m merge
	for _, f := range s.runs {
		if _, err := f.Seek(0, io.SeekStart); err != nil {
			return err
		}
		m.push(bufio.NewReaderSize(f, 1<<18), s.width)
	}
	m.push(bytes.NewReader(s.buf), s.width)
	return m.run(visit)
}

// close removes the runs.
func (s *sorter) close() error {
	var err error
	for _, f := range s.runs {
		err = errors.Join(err, f.Close(), os.Remove(f.Name()))
	}
	s.runs, s.buf = nil, nil
	return err
}

// merge merges sorted runs.
type merge struct {
	heads []head
	err   error
}

type head struct {
	rec []byte
	r   io.Reader
}

func (m *merge) Len() int           { return len(m.heads) }
func (m *merge) Less(i, j int) bool { return bytes.Compare(m.heads[i].rec, m.heads[j].rec) < 0 }
func (m *merge) Swap(i, j int)      { m.heads[i], m.heads[j] = m.heads[j], m.heads[i] }
func (m *merge) Push(x any)         { m.heads = append(m.heads, x.(head)) }
func (m *merge) Pop() any {
	last := m.heads[len(m.heads)-1]
	m.heads = m.heads[:len(m.heads)-1]
	return last
}

func (m *merge) push(r io.Reader, width int) {
	h := head{make([]byte, width), r}
	if _, err := io.ReadFull(r, h.rec); err == nil {
		m.heads = append(m.heads, h)
	} else if !errors.Is(err, io.EOF) {
		m.err = err
	}
}

func (m *merge) run(visit func([]byte) error) error {
	if m.err != nil {
		return m.err
	}
	heap.Init(m)
	for len(m.heads) > 0 {
		h := &m.heads[0]
		if err := visit(h.rec); err != nil {
			return err
		}
		switch _, err := io.ReadFull(h.r, h.rec); {
		case errors.Is(err, io.EOF):
			heap.Pop(m)
		case err != nil:
			return err
		default:
			heap.Fix(m, 0)
		}
	}
	return nil
}
