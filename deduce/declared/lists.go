package declared

import (
	"crypto/sha256"
	"sync"
)

// Lists are the rows that forms of terms allow, which boards of one family share: most terms of a board have the form of one of another board, and to try
// all rows is much of what it takes to explain it. What follows from a list does not depend on who made it. It is safe for concurrent use.
type Lists struct {
	mu   sync.Mutex
	of   map[[sha256.Size]byte]*list // by form
	size int                         // in words
}

// list is the rows that a term allows.
type list struct {
	rows    int
	support [][][]uint64 // by place among its variables, and by option: the rows that have it
}

const (
	mostLists  = 1 << 20 // words that lists take before they are begun anew
	listWords  = 16      // of these what a list takes beside its places
	sliceWords = 3       // and each place and option beside its rows
)

// Share has a board use lists that other boards of its family use too.
func (b *Board) Share(lists *Lists) { b.lists = lists }

// get gives the list of a form; nil where it is not known.
func (l *Lists) get(form []byte) *list {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.of[sha256.Sum256(form)]
}

// put keeps the list of a form.
func (l *Lists) put(form []byte, x *list) {
	size := listWords
	for _, options := range x.support {
		size += sliceWords
		for _, rows := range options {
			size += sliceWords + cap(rows)
		}
	}
	key := sha256.Sum256(form)
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.of[key] != nil { // another board was as quick
		return
	}
	if l.size += size; l.of == nil || l.size > mostLists {
		l.of, l.size = map[[sha256.Size]byte]*list{}, size
	}
	l.of[key] = x
}
