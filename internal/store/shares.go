package store

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"strings"
	"time"
)

// Share is a puzzle under a short id, alone or with a log as it was when it was shared. It never changes.
type Share struct {
	ID      string
	Puzzle  string
	Events  []string
	Created time.Time
}

// shareLength is the length of a share's id in letters and digits of five bits each: with a million links, one guess in a
// thousand million hits one.
const shareLength = 10

// CreateShare keeps a puzzle, and the events of a log without line ends in them, under a new short id.
func (s *Store) CreateShare(ctx context.Context, puzzle string, events []string, now time.Time) (Share, error) {
	if len(events) > MaxEvents || total(events) > MaxBytes {
		return Share{}, ErrFull
	}
	now = stored(now)
	sh := Share{Puzzle: puzzle, Events: events, Created: now}
	err := s.change(ctx, func(ctx context.Context, tx *sql.Tx) error {
		num, err := puzzleNumber(ctx, tx, puzzle)
		if err != nil {
			return err
		}
		for taken := 1; taken > 0; {
			sh.ID = strings.ToLower(rand.Text()[:shareLength])
			if err := tx.QueryRowContext(ctx, "SELECT count(*) FROM shares WHERE id = ?", sh.ID).Scan(&taken); err != nil {
				return err
			}
		}
		_, err = tx.ExecContext(ctx, "INSERT INTO shares (id, puzzle, events, created) VALUES (?, ?, ?, ?)",
			sh.ID, num, strings.Join(events, "\n"), now.UnixMilli())
		return err
	})
	return sh, err
}

// Share gives what is shared under an id.
func (s *Store) Share(ctx context.Context, id string) (Share, error) {
	sh := Share{ID: id}
	var events string
	var created int64
	err := s.read.QueryRowContext(ctx, "SELECT p.id, s.events, s.created FROM shares s JOIN puzzles p ON p.num = s.puzzle WHERE s.id = ?", id).
		Scan(&sh.Puzzle, &events, &created)
	if errors.Is(err, sql.ErrNoRows) {
		return Share{}, ErrNotFound
	}
	if events != "" {
		sh.Events = strings.Split(events, "\n")
	}
	sh.Created = time.UnixMilli(created).UTC()
	return sh, damaged(err)
}
