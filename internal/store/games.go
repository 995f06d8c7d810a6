package store

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"
)

// Bounds of a game's log.
const (
	MaxEvents = 20000
	MaxBytes  = 8 << 20 // of all events
)

// Game is what is known of a game beside its events.
type Game struct {
	ID      string
	Player  string
	Puzzle  string    // id of the puzzle
	Length  int       // number of events
	Solved  time.Time // when it was first solved; zero: not yet
	Created time.Time
	Updated time.Time
}

// ConflictError says that a log does not end where the writer thought.
type ConflictError struct{ Length int }

func (e *ConflictError) Error() string { return fmt.Sprintf("the log has %d events", e.Length) }

// NewID gives an id that nobody can guess: 26 letters and digits.
func NewID() string { return strings.ToLower(rand.Text()) }

// CreateGame begins a game with the first events of its log, which may be none; solved says that they solve the puzzle.
func (s *Store) CreateGame(ctx context.Context, player, puzzle string, events []string, solved bool, now time.Time) (Game, error) {
	now = stored(now)
	g := Game{ID: NewID(), Player: player, Puzzle: puzzle, Length: len(events), Created: now, Updated: now}
	done := int64(0)
	if solved {
		g.Solved, done = now, now.UnixMilli()
	}
	size := total(events)
	if len(events) > MaxEvents || size > MaxBytes {
		return Game{}, ErrFull
	}
	err := s.change(ctx, func(ctx context.Context, tx *sql.Tx) error {
		num, err := puzzleNumber(ctx, tx, puzzle)
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, "INSERT INTO games (id, player, puzzle, length, bytes, solved, created, updated) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
			g.ID, player, num, len(events), size, done, now.UnixMilli(), now.UnixMilli())
		if err != nil {
			return err
		}
		return insertEvents(ctx, tx, g.ID, 0, events)
	})
	return g, err
}

// puzzleNumber gives the number of a puzzle's row, and makes the row when it is not there.
func puzzleNumber(ctx context.Context, tx *sql.Tx, id string) (num int64, err error) {
	err = tx.QueryRowContext(ctx, "SELECT num FROM puzzles WHERE id = ?", id).Scan(&num)
	if !errors.Is(err, sql.ErrNoRows) {
		return num, err
	}
	res, err := tx.ExecContext(ctx, "INSERT INTO puzzles (id) VALUES (?)", id)
	if err != nil {
		return 0, err
	}
	return res.LastInsertId()
}

func insertEvents(ctx context.Context, tx *sql.Tx, game string, from int, events []string) error {
	for i, text := range events {
		if _, err := tx.ExecContext(ctx, "INSERT INTO events (game, n, text) VALUES (?, ?, ?)", game, from+i, text); err != nil {
			return err
		}
	}
	return nil
}

// stored gives a time as the file keeps it: in milliseconds.
func stored(t time.Time) time.Time { return time.UnixMilli(t.UnixMilli()).UTC() }

func total(events []string) (bytes int) {
	for _, e := range events {
		bytes += len(e)
	}
	return bytes
}

// Append appends events to a game of a player. from is the length that the writer believes the log has; where it has
// another the error is a *ConflictError and nothing is written. solved says that the last event solves the puzzle. When
// Append returns without an error, the events are on disk.
func (s *Store) Append(ctx context.Context, player, id string, from int, events []string, solved bool, now time.Time) error {
	return s.change(ctx, func(ctx context.Context, tx *sql.Tx) error {
		var length, bytes int
		err := tx.QueryRowContext(ctx, "SELECT length, bytes FROM games WHERE id = ? AND player = ?", id, player).Scan(&length, &bytes)
		size := total(events)
		switch {
		case errors.Is(err, sql.ErrNoRows):
			return refusal{ErrNotFound}
		case err != nil:
			return err
		case length != from:
			return refusal{&ConflictError{length}}
		case length+len(events) > MaxEvents || bytes+size > MaxBytes:
			return refusal{ErrFull}
		}
		if err := insertEvents(ctx, tx, id, from, events); err != nil {
			return err
		}
		done := int64(0)
		if solved {
			done = now.UnixMilli()
		}
		_, err = tx.ExecContext(ctx, "UPDATE games SET length = ?, bytes = ?, updated = ?, solved = CASE solved WHEN 0 THEN ? ELSE solved END WHERE id = ?",
			from+len(events), bytes+size, now.UnixMilli(), done, id)
		return err
	})
}

const gameColumns = "g.id, g.player, p.id, g.length, g.solved, g.created, g.updated FROM games g JOIN puzzles p ON p.num = g.puzzle"

func scanGame(row interface{ Scan(...any) error }) (Game, error) {
	var g Game
	var solved, created, updated int64
	err := row.Scan(&g.ID, &g.Player, &g.Puzzle, &g.Length, &solved, &created, &updated)
	if errors.Is(err, sql.ErrNoRows) {
		return Game{}, ErrNotFound
	}
	g.Created, g.Updated = time.UnixMilli(created).UTC(), time.UnixMilli(updated).UTC()
	if solved != 0 {
		g.Solved = time.UnixMilli(solved).UTC()
	}
	return g, damaged(err)
}

// Load gives a game of a player with its whole log, both as of one moment.
func (s *Store) Load(ctx context.Context, player, id string) (Game, []string, error) {
	tx, err := s.read.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return Game{}, nil, damaged(err)
	}
	defer func() { _ = tx.Rollback() }() // it only reads
	g, err := scanGame(tx.QueryRowContext(ctx, "SELECT "+gameColumns+" WHERE g.id = ? AND g.player = ?", id, player))
	if err != nil {
		return Game{}, nil, err
	}
	rows, err := tx.QueryContext(ctx, "SELECT text FROM events WHERE game = ? ORDER BY n", id)
	if err != nil {
		return Game{}, nil, damaged(err)
	}
	defer rows.Close()
	events := make([]string, 0, g.Length)
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			return Game{}, nil, damaged(err)
		}
		events = append(events, text)
	}
	if err := rows.Err(); err != nil {
		return Game{}, nil, damaged(err)
	}
	if len(events) != g.Length {
		return Game{}, nil, fmt.Errorf("%w: game %s has %d events, found %d", errDamaged, id, g.Length, len(events))
	}
	return g, events, nil
}

// Games lists the games of a player, the one last touched first, at most limit.
func (s *Store) Games(ctx context.Context, player string, limit int) ([]Game, error) {
	rows, err := s.read.QueryContext(ctx, "SELECT "+gameColumns+" WHERE g.player = ? ORDER BY g.updated DESC, g.id LIMIT ?", player, limit)
	if err != nil {
		return nil, damaged(err)
	}
	defer rows.Close()
	var games []Game
	for rows.Next() {
		g, err := scanGame(rows)
		if err != nil {
			return nil, err
		}
		games = append(games, g)
	}
	return games, damaged(rows.Err())
}

// Delete removes a game of a player.
func (s *Store) Delete(ctx context.Context, player, id string) error {
	return s.change(ctx, func(ctx context.Context, tx *sql.Tx) error {
		res, err := tx.ExecContext(ctx, "DELETE FROM games WHERE id = ? AND player = ?", id, player)
		if err != nil {
			return err
		}
		n, err := res.RowsAffected()
		if err == nil && n == 0 {
			return refusal{ErrNotFound}
		}
		return err
	})
}

// Prune removes the games that nobody has touched since a time, and tells how many. Shared links stay.
func (s *Store) Prune(ctx context.Context, before time.Time) (games int64, err error) {
	err = s.change(ctx, func(ctx context.Context, tx *sql.Tx) error {
		res, err := tx.ExecContext(ctx, "DELETE FROM games WHERE updated < ?", before.UnixMilli())
		if err != nil {
			return err
		}
		if games, err = res.RowsAffected(); err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, `DELETE FROM puzzles WHERE num NOT IN (SELECT puzzle FROM games)
			AND num NOT IN (SELECT puzzle FROM shares)`)
		return err
	})
	return games, err
}
