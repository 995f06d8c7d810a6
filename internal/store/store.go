// Package store keeps games, shared links and the puzzles they are of in one SQLite file.
//
// A game is an append-only log of events, each one line of text that the store does not read. What Append has acknowledged
// has been handed to the operating system, in write-ahead mode: killing the process loses none of it. The disk is told to
// keep it about once a second, outside the way of the writers, so a machine that loses its power may lose the last moment,
// and never the file; with SyncAlways each acknowledgement waits for the disk. Commits are costly, and moves of many players
// come at once, so one goroutine writes: it takes all changes that wait, makes them in one transaction, and acknowledges
// them together (group commit).
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	_ "modernc.org/sqlite" // the driver "sqlite"
)

// Errors of the store.
var (
	ErrNotFound = errors.New("not found") // no such game or share, or it is another player's
	errForeign  = errors.New("not a file of Quandary")
	errNewer    = errors.New("made by a newer version of Quandary")
	errDamaged  = errors.New("the file is damaged")
	ErrClosed   = errors.New("the store is closed")
	ErrFull     = errors.New("the game is full") // its log has as many events or bytes as it may
)

// Store is an open file. It is safe for concurrent use.
type Store struct {
	path   string
	read   *sql.DB
	write  *sql.DB
	check  *sql.DB // for checkpoints
	owned  sync.WaitGroup
	queue  chan *change
	dirty  atomic.Bool   // whether something was written since the last checkpoint
	ending chan struct{} // closed when the store is

	mu     sync.RWMutex // held for reading while a change is handed to the queue
	closed bool
}

// Option changes how a file is opened.
type Option func(*options)

type options struct{ sync string }

// SyncAlways lets each acknowledgement wait until the disk has it, so that not even a loss of power takes it back.
func SyncAlways() Option { return func(o *options) { o.sync = "FULL" } }

// Open opens the file of a path, and makes it when it is not there. A file of an earlier version is copied beside itself
// and brought up to date. Files that are no SQLite files, belong to another program or are damaged are errors that wrap
// errForeign, errNewer or errDamaged, and are left as they are.
func Open(ctx context.Context, path string, opts ...Option) (*Store, error) {
	o := options{sync: "NORMAL"}
	for _, opt := range opts {
		opt(&o)
	}
	s, err := open(ctx, path, o)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return s, nil
}

func open(ctx context.Context, path string, o options) (*Store, error) {
	full, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	if err := looksRight(full); err != nil {
		return nil, err
	}
	s := &Store{path: full, queue: make(chan *change, maxBatch), ending: make(chan struct{})}
	if s.write, err = sql.Open("sqlite", dsn(full, "&_pragma=wal_autocheckpoint(0)&_txlock=immediate&_pragma=synchronous("+o.sync+")")); err != nil {
		return nil, err
	}
	s.write.SetMaxOpenConns(1)
	if err := prepare(ctx, s.write, full, migrations); err != nil {
		return nil, errors.Join(damaged(err), s.write.Close())
	}
	if s.read, err = sql.Open("sqlite", dsn(full, "&_pragma=query_only(1)")); err != nil {
		return nil, errors.Join(err, s.write.Close())
	}
	s.read.SetMaxOpenConns(maxReaders)
	s.read.SetMaxIdleConns(maxReaders)
	if s.check, err = sql.Open("sqlite", dsn(full, "")); err != nil {
		return nil, errors.Join(err, s.read.Close(), s.write.Close())
	}
	s.check.SetMaxOpenConns(1)
	s.owned.Go(s.writeAll)
	s.owned.Go(s.checkpoint)
	return s, nil
}

// checkpointEvery is the time between two checkpoints of a file that is written to.
const checkpointEvery = time.Second

// checkpoint brings what was written from the log into the file, and both to the disk, until the store ends. It runs beside
// the writer, which would otherwise wait for the disk.
func (s *Store) checkpoint() {
	ticks := time.NewTicker(checkpointEvery)
	defer ticks.Stop()
	for {
		select {
		case <-ticks.C:
			if s.dirty.Swap(false) {
				// A failure shows in the next one, and at the latest when the file is closed.
				_, _ = s.check.Exec("PRAGMA wal_checkpoint(PASSIVE)")
			}
		case <-s.ending:
			return
		}
	}
}

// maxReaders bounds the connections that read at once.
const maxReaders = 4

// dsn names a file to the driver. Write-ahead mode is not set here: it is kept in the file, and a file must not be touched
// before it is known to be ours.
func dsn(full, more string) string {
	u := url.URL{Scheme: "file", Path: filepath.ToSlash(full)}
	return u.String() + "?_pragma=busy_timeout(10000)&_pragma=foreign_keys(1)" + more
}

// looksRight refuses a file that does not begin as an SQLite file does, before SQLite touches it.
func looksRight(full string) error {
	f, err := os.Open(full)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	switch {
	case err != nil:
		return err
	case info.IsDir():
		return errors.New("is a folder")
	case info.Size() == 0:
		return nil
	}
	const magic = "SQLite format 3\x00"
	head := make([]byte, len(magic))
	if n, _ := f.Read(head); string(head[:n]) != magic {
		return errForeign
	}
	return nil
}

// Close writes what waits, and closes the file.
func (s *Store) Close() error {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return nil
	}
	s.closed = true
	close(s.queue)
	close(s.ending)
	s.mu.Unlock()
	s.owned.Wait()
	return errors.Join(s.read.Close(), s.check.Close(), s.write.Close()) // the last one brings the log into the file
}

// Backup writes a copy of the file as it stands; it may be in use meanwhile. The copy's path must be free.
func (s *Store) Backup(ctx context.Context, path string) error {
	db, err := sql.Open("sqlite", dsn(s.path, "")) // the readers may not write, not even another file
	if err != nil {
		return err
	}
	return errors.Join(backup(ctx, db, path), db.Close())
}

func backup(ctx context.Context, db *sql.DB, path string) error {
	full, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	if _, err := os.Lstat(full); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: %w", path, fs.ErrExist)
	}
	if _, err = db.ExecContext(ctx, "VACUUM INTO ?", full); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}
