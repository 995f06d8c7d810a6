// Package budget counts the bytes that a piece of work holds, where they are taken, so that whatever is asked for ends at the
// same place on every machine: what is counted is what the program says that it takes, not what the process happens to use.
//
// An [Account] belongs to a piece of work with a limit: a call of a server, a draw, a session of a solver. Accounts of parts
// hang below that of the whole, and what is taken below counts above. The account travels in the context ([With], [From]), so
// that every stage finds the one that it works for; code that counts in inner loops does so through a [Meter].
//
// The clock and the process's memory are no matter of this package: they end a run, and decide about no record.
package budget

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync/atomic"
)

// ErrMemory is what an error about an account that is overdrawn matches.
var ErrMemory = errors.New("memory budget used up")

// Error is an account that is overdrawn. It matches ErrMemory.
type Error struct {
	Account string // whose it is: "the call", "the draw"
	Limit   int64  // bytes
}

func (e *Error) Error() string {
	return fmt.Sprintf("%s may hold %s: %v", e.Account, size(e.Limit), ErrMemory)
}

func (e *Error) Is(target error) bool { return target == ErrMemory }

// Account counts the bytes of a piece of work. A nil account bounds nothing. It is safe for concurrent use.
type Account struct {
	name  string
	limit int64
	up    *Account
	used  atomic.Int64
	peak  atomic.Int64
	over  atomic.Bool
}

// New opens an account of at most limit bytes; a limit of 0 or less bounds nothing by itself.
func New(name string, limit int64) *Account { return (*Account)(nil).Sub(name, limit) }

// Sub opens an account of a part. Close it to give what it still holds back.
func (a *Account) Sub(name string, limit int64) *Account {
	if limit <= 0 {
		limit = math.MaxInt64
	}
	return &Account{name: name, limit: limit, up: a}
}

// Take takes n bytes, or gives the *Error of the account, this one or one above, that has not so many left; then nothing is taken.
func (a *Account) Take(n int64) error {
	for b := a; b != nil; b = b.up {
		if used := b.used.Add(n); used > b.limit || used < 0 {
			b.over.Store(true)
			for c := a; ; c = c.up {
				c.used.Add(-n)
				if c == b {
					return &Error{b.name, b.limit}
				}
			}
		} else if used > b.peak.Load() {
			b.peak.Store(used) // of two at once the lesser may win: the peak is for people
		}
	}
	return nil
}

// Give gives n bytes back.
func (a *Account) Give(n int64) {
	for ; a != nil; a = a.up {
		a.used.Add(-n)
	}
}

// Close gives back what the account still holds.
func (a *Account) Close() {
	if a != nil {
		a.Give(a.used.Load())
	}
}

// Used is how many bytes the account holds.
func (a *Account) Used() int64 {
	if a == nil {
		return 0
	}
	return a.used.Load()
}

// Peak is the most that it held.
func (a *Account) Peak() int64 {
	if a == nil {
		return 0
	}
	return a.peak.Load()
}

// Err is the *Error of an account, this one or one above, that has been overdrawn since it was opened, or nil. An account of
// a part that was overdrawn says nothing about the whole.
func (a *Account) Err() error {
	for ; a != nil; a = a.up {
		if a.over.Load() {
			return &Error{a.name, a.limit}
		}
	}
	return nil
}

// Meter takes from an account in lumps, and at each looks whether the context has ended. The zero Meter bounds nothing. It is
// for one goroutine at a time.
type Meter struct {
	ctx     context.Context
	account *Account
	left    int64 // of what was taken
	taken   int64
}

// lump is how much a meter takes at once, in bytes.
const lump = 1 << 18

// Open has the meter take from an account from now on, after what it held was given back. The context is not the account's
// carrier here, and may be nil.
func (m *Meter) Open(ctx context.Context, a *Account) {
	m.Close()
	m.ctx, m.account = ctx, a
}

// Take counts n bytes. The error is the account's or the context's.
func (m *Meter) Take(n int) error {
	m.left -= int64(n)
	if m.left >= 0 {
		return nil
	}
	return m.more()
}

func (m *Meter) more() error {
	n := max(lump, -m.left)
	if m.ctx != nil {
		if err := m.ctx.Err(); err != nil {
			m.left = 0
			return err
		}
	}
	if err := m.account.Take(n); err != nil {
		m.left = 0
		return err
	}
	m.left += n
	m.taken += n
	return nil
}

// Give counts n bytes as free again.
func (m *Meter) Give(n int) { m.left += int64(n) }

// Held is how many bytes are counted.
func (m *Meter) Held() int64 { return m.taken - m.left }

// Close gives everything back.
func (m *Meter) Close() {
	m.account.Give(m.taken)
	*m = Meter{}
}

type key struct{}

// With gives a context whose work counts on an account.
func With(ctx context.Context, a *Account) context.Context { return context.WithValue(ctx, key{}, a) }

// From gives the account that a context's work counts on; nil where nobody counts.
func From(ctx context.Context) *Account {
	a, _ := ctx.Value(key{}).(*Account)
	return a
}
