package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// applicationID marks our files in their header ("Quan").
const applicationID = 0x5175616e

// migrations bring a file from one version to the next; the version of a file is the number of those it has seen. What has
// been published is never changed, only added to.
var migrations = []string{`
CREATE TABLE puzzles (
	num INTEGER PRIMARY KEY,
	id  TEXT NOT NULL UNIQUE       -- family:params:desc
);
CREATE TABLE games (
	id      TEXT PRIMARY KEY,      -- unguessable
	player  TEXT NOT NULL,         -- hash of the player's secret
	puzzle  INTEGER NOT NULL REFERENCES puzzles,
	length  INTEGER NOT NULL,      -- number of events
	bytes   INTEGER NOT NULL,      -- of all events
	solved  INTEGER NOT NULL,      -- time in ms when it was first solved, or 0
	created INTEGER NOT NULL,      -- ms since 1970
	updated INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX games_of_player ON games (player, updated);
CREATE INDEX games_by_age ON games (updated);
CREATE TABLE events (
	game TEXT NOT NULL REFERENCES games ON DELETE CASCADE,
	n    INTEGER NOT NULL,         -- place in the log, from 0
	text TEXT NOT NULL,
	PRIMARY KEY (game, n)
) WITHOUT ROWID;
CREATE TABLE shares (
	id      TEXT PRIMARY KEY,      -- short
	puzzle  INTEGER NOT NULL REFERENCES puzzles,
	events  TEXT NOT NULL,         -- the log that is shared, an event a line; empty: the puzzle alone
	created INTEGER NOT NULL
) WITHOUT ROWID;
`}

// prepare checks a file and brings it up to date.
func prepare(ctx context.Context, db *sql.DB, full string, steps []string) error {
	number := func(query string) (n int, err error) {
		err = db.QueryRowContext(ctx, query).Scan(&n)
		return n, err
	}
	app, err := number("PRAGMA application_id")
	if err != nil {
		return err
	}
	version, err := number("PRAGMA user_version")
	if err != nil {
		return err
	}
	tables, err := number("SELECT count(*) FROM sqlite_schema")
	if err != nil {
		return err
	}
	switch {
	case app != applicationID && (tables > 0 || app != 0 || version != 0):
		return errForeign
	case version > len(steps):
		return fmt.Errorf("%w: its version is %d, this program knows %d", errNewer, version, len(steps))
	}
	if tables > 0 {
		var verdict string
		if err := db.QueryRowContext(ctx, "PRAGMA quick_check(1)").Scan(&verdict); err != nil {
			return err
		}
		if verdict != "ok" {
			return fmt.Errorf("%w: %s", errDamaged, verdict)
		}
	}
	if version == len(steps) {
		return writeAhead(ctx, db)
	}
	if version > 0 {
		copied := fmt.Sprintf("%s.version-%d", full, version)
		if err := backup(ctx, db, copied); err != nil && !errors.Is(err, fs.ErrExist) {
			return fmt.Errorf("copying the file before its format is renewed: %w", err)
		}
	}
	if err := migrate(ctx, db, steps); err != nil {
		return err
	}
	return writeAhead(ctx, db)
}

// writeAhead sets the file's journal mode, which stays: readers and the writer do not wait for each other.
func writeAhead(ctx context.Context, db *sql.DB) error {
	var mode string
	err := db.QueryRowContext(ctx, "PRAGMA journal_mode = WAL").Scan(&mode)
	if err == nil && mode != "wal" {
		err = fmt.Errorf("the journal mode is %s: does the file lie on a network drive?", mode)
	}
	return err
}

// migrate makes the missing steps, all or none; another process that does the same at the same time waits, and finds it done.
func migrate(ctx context.Context, db *sql.DB, steps []string) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // does nothing after Commit
	var version int
	if err := tx.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version); err != nil {
		return err
	}
	for ; version < len(steps); version++ {
		if _, err := tx.ExecContext(ctx, steps[version]); err != nil {
			return fmt.Errorf("version %d: %w", version+1, err)
		}
	}
	if _, err := tx.ExecContext(ctx, fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = %d", applicationID, len(steps))); err != nil {
		return err
	}
	return tx.Commit()
}

// damaged makes SQLite's errors about broken files errDamaged.
func damaged(err error) error {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return err
	}
	switch e.Code() & 0xff {
	case sqlite3.SQLITE_CORRUPT:
		return fmt.Errorf("%w: %s", errDamaged, strings.TrimSpace(e.Error()))
	case sqlite3.SQLITE_NOTADB:
		return fmt.Errorf("%w: %s", errForeign, strings.TrimSpace(e.Error()))
	}
	return err
}
