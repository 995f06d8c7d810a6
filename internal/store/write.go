package store

import (
	"context"
	"database/sql"
	"errors"
)

// maxBatch bounds the changes of one transaction.
const maxBatch = 256

// change is one change that waits to be made.
type change struct {
	ctx  context.Context
	do   func(context.Context, *sql.Tx) error
	err  error
	done chan struct{} // closed when err is set
}

// refusal marks an error of a change that found, before it wrote anything, that it cannot be made: the others of its batch
// go on.
type refusal struct{ error }

func (r refusal) Unwrap() error { return r.error }

// change has a change made, and returns when it is on disk.
func (s *Store) change(ctx context.Context, do func(context.Context, *sql.Tx) error) error {
	c := &change{ctx: ctx, do: do, done: make(chan struct{})}
	s.mu.RLock()
	if s.closed {
		s.mu.RUnlock()
		return ErrClosed
	}
	select {
	case s.queue <- c:
		s.mu.RUnlock()
	case <-ctx.Done():
		s.mu.RUnlock()
		return ctx.Err()
	}
	select {
	case <-c.done:
		if r, ok := errors.AsType[refusal](c.err); ok {
			return r.error
		}
		return damaged(c.err)
	case <-ctx.Done():
		return ctx.Err() // it may be made all the same
	}
}

// writeAll makes changes until the queue is closed.
func (s *Store) writeAll() {
	batch := make([]*change, 0, maxBatch)
	for first := range s.queue {
		batch = append(batch[:0], first)
	more:
		for len(batch) < maxBatch {
			select {
			case c, ok := <-s.queue:
				if !ok {
					break more
				}
				batch = append(batch, c)
			default:
				break more
			}
		}
		s.commit(batch)
	}
}

// commit makes a batch in one transaction. If that fails for another reason than a refusal, nothing of it was made, and
// each change gets a transaction of its own, so that a bad one fails alone.
func (s *Store) commit(batch []*change) {
	if err := s.transact(batch); err != nil {
		for _, c := range batch {
			if c.err = nil; len(batch) == 1 {
				c.err = err
			} else if err := s.transact([]*change{c}); err != nil {
				c.err = err
			}
		}
	}
	for _, c := range batch {
		close(c.done)
	}
}

func (s *Store) transact(batch []*change) error {
	ctx := context.Background() // the batch belongs to many callers: none of them ends it
	tx, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	for _, c := range batch {
		if c.err = c.ctx.Err(); c.err != nil {
			continue // nobody waits for it
		}
		c.err = c.do(ctx, tx)
		var r refusal
		if c.err != nil && !errors.As(c.err, &r) {
			return errors.Join(c.err, tx.Rollback())
		}
	}
	s.dirty.Store(true)
	return tx.Commit()
}
