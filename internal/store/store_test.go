package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"sync"
	"testing"
	"time"
)

var now = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

func opened(t *testing.T, path string) *Store {
	t.Helper()
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func TestGame(t *testing.T) {
	ctx := t.Context()
	path := filepath.Join(t.TempDir(), "a b?c%d#.db")
	s := opened(t, path)
	if _, err := os.Stat(path); err != nil {
		t.Fatalf("a strange name names another file: %v", err)
	}
	g, err := s.CreateGame(ctx, "ann", "sudoku:4x4:1...............", []string{"a"}, false, now)
	if err != nil {
		t.Fatal(err)
	}
	later := now.Add(time.Minute)
	if err := s.Append(ctx, "ann", g.ID, 1, []string{"b", "c"}, true, later); err != nil {
		t.Fatal(err)
	}
	var conflict *ConflictError
	if err := s.Append(ctx, "ann", g.ID, 1, []string{"x"}, false, later); !errors.As(err, &conflict) || conflict.Length != 3 {
		t.Errorf("appending in the middle: %v", err)
	}
	if err := s.Append(ctx, "bob", g.ID, 3, []string{"x"}, false, later); !errors.Is(err, ErrNotFound) {
		t.Errorf("another player appends: %v", err)
	}
	if err := s.Append(ctx, "ann", g.ID, 3, []string{"d"}, true, later.Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := s.Append(ctx, "ann", g.ID, 4, []string{"e"}, true, later); !errors.Is(err, ErrClosed) {
		t.Errorf("a closed store: %v", err)
	}

	s = opened(t, path)
	got, events, err := s.Load(ctx, "ann", g.ID)
	want := Game{ID: g.ID, Player: "ann", Puzzle: g.Puzzle, Length: 4, Solved: later, Created: now, Updated: later.Add(time.Hour)}
	if err != nil || got != want || !reflect.DeepEqual(events, []string{"a", "b", "c", "d"}) {
		t.Errorf("read back as %+v %q, %v; want %+v", got, events, err, want)
	}
	if _, _, err := s.Load(ctx, "bob", g.ID); !errors.Is(err, ErrNotFound) {
		t.Errorf("another player reads: %v", err)
	}
	if list, err := s.Games(ctx, "ann", 10); err != nil || len(list) != 1 || list[0] != want {
		t.Errorf("list %+v, %v", list, err)
	}
	if err := s.Delete(ctx, "bob", g.ID); !errors.Is(err, ErrNotFound) {
		t.Errorf("another player deletes: %v", err)
	}
	if err := s.Delete(ctx, "ann", g.ID); err != nil {
		t.Error(err)
	}
	if _, _, err := s.Load(ctx, "ann", g.ID); !errors.Is(err, ErrNotFound) {
		t.Errorf("a deleted game: %v", err)
	}
}

func TestFull(t *testing.T) {
	ctx := t.Context()
	s := opened(t, filepath.Join(t.TempDir(), "q.db"))
	big := []string{string(make([]byte, MaxBytes-10))}
	g, err := s.CreateGame(ctx, "ann", "null::", big, false, now)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Append(ctx, "ann", g.ID, 1, []string{"12345678901"}, false, now); !errors.Is(err, ErrFull) {
		t.Errorf("too many bytes: %v", err)
	}
	if err := s.Append(ctx, "ann", g.ID, 1, make([]string, MaxEvents), false, now); !errors.Is(err, ErrFull) {
		t.Errorf("too many events: %v", err)
	}
	if err := s.Append(ctx, "ann", g.ID, 1, []string{"1234567890"}, false, now); err != nil {
		t.Errorf("what just fits: %v", err)
	}
}

func TestShareAndPrune(t *testing.T) {
	ctx := t.Context()
	s := opened(t, filepath.Join(t.TempDir(), "q.db"))
	sh, err := s.CreateShare(ctx, "null::", []string{"a", "b"}, now)
	if err != nil || len(sh.ID) != shareLength {
		t.Fatal(sh, err)
	}
	if back, err := s.Share(ctx, sh.ID); err != nil || !reflect.DeepEqual(back, sh) {
		t.Errorf("read back as %+v, %v", back, err)
	}
	if _, err := s.Share(ctx, "nosuch"); !errors.Is(err, ErrNotFound) {
		t.Error(err)
	}
	old, err := s.CreateGame(ctx, "ann", "null:old:", []string{"a"}, false, now.Add(-time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	young, err := s.CreateGame(ctx, "ann", "null:young:", nil, false, now)
	if err != nil {
		t.Fatal(err)
	}
	if n, err := s.Prune(ctx, now); err != nil || n != 1 {
		t.Errorf("%d games pruned, %v", n, err)
	}
	if _, _, err := s.Load(ctx, "ann", old.ID); !errors.Is(err, ErrNotFound) {
		t.Errorf("the old game: %v", err)
	}
	if _, _, err := s.Load(ctx, "ann", young.ID); err != nil {
		t.Errorf("the young game: %v", err)
	}
	if _, err := s.Share(ctx, sh.ID); err != nil {
		t.Errorf("the share: %v", err)
	}
	var left int
	if err := s.read.QueryRow("SELECT (SELECT count(*) FROM puzzles)*10 + (SELECT count(*) FROM events)").Scan(&left); err != nil || left != 20 {
		t.Errorf("puzzles and events left: %d, %v", left, err)
	}
}

// TestConcurrent: many players write at once, some of them into the same game; every log is in order and whole.
func TestConcurrent(t *testing.T) {
	ctx := t.Context()
	s := opened(t, filepath.Join(t.TempDir(), "q.db"))
	shared, err := s.CreateGame(ctx, "all", "null::", nil, false, now)
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for p := range 20 {
		wg.Go(func() {
			player := fmt.Sprint("p", p)
			g, err := s.CreateGame(ctx, player, "null::", nil, false, now)
			if err != nil {
				t.Error(err)
				return
			}
			at := 0
			for i := range 20 {
				if err := s.Append(ctx, player, g.ID, i, []string{fmt.Sprint(i)}, false, now); err != nil {
					t.Error(err)
				}
				for {
					err := s.Append(ctx, "all", shared.ID, at, []string{fmt.Sprintf("%s/%d", player, i)}, false, now)
					var conflict *ConflictError
					if errors.As(err, &conflict) {
						at = conflict.Length
						continue
					}
					if err != nil {
						t.Error(err)
					}
					at++
					break
				}
			}
			if _, events, err := s.Load(ctx, player, g.ID); err != nil || len(events) != 20 || events[19] != "19" {
				t.Errorf("%q, %v", events, err)
			}
		})
	}
	wg.Wait()
	_, events, err := s.Load(ctx, "all", shared.ID)
	next := map[string]int{}
	for _, e := range events {
		var p, i int
		if _, err := fmt.Sscanf(e, "p%d/%d", &p, &i); err != nil || next[fmt.Sprint(p)] != i {
			t.Fatalf("event %q out of order", e)
		}
		next[fmt.Sprint(p)]++
	}
	if err != nil || len(events) != 400 {
		t.Errorf("%d events, %v", len(events), err)
	}
}

// TestBadNeighbour: a change that fails takes no other of its batch with it.
func TestBadNeighbour(t *testing.T) {
	ctx := t.Context()
	s := opened(t, filepath.Join(t.TempDir(), "q.db"))
	broken := errors.New("broken")
	good, bad := &change{ctx: ctx, done: make(chan struct{})}, &change{ctx: ctx, done: make(chan struct{})}
	insert := func(ctx context.Context, tx *sql.Tx) error {
		_, err := puzzleNumber(ctx, tx, "null::")
		return err
	}
	good.do = insert
	bad.do = func(ctx context.Context, tx *sql.Tx) error { return errors.Join(insert(ctx, tx), broken) }
	s.commit([]*change{good, bad})
	if good.err != nil || !errors.Is(bad.err, broken) {
		t.Errorf("good: %v, bad: %v", good.err, bad.err)
	}
	var n int
	if err := s.read.QueryRow("SELECT count(*) FROM puzzles").Scan(&n); err != nil || n != 1 {
		t.Errorf("%d puzzles, %v", n, err)
	}
}

func TestForeignFiles(t *testing.T) {
	dir := t.TempDir()
	file := func(name string, content []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, content, 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	other := filepath.Join(dir, "other.db")
	db, err := sql.Open("sqlite", other)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec("CREATE TABLE games (x)"); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	mine := filepath.Join(dir, "mine.db")
	s := opened(t, mine)
	for i := range 200 {
		if _, err := s.CreateGame(t.Context(), "ann", fmt.Sprint("null::", i), []string{"a"}, false, now); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(mine)
	if err != nil {
		t.Fatal(err)
	}
	broken := append([]byte(nil), content...)
	for i := 4096; i < len(broken); i += 97 {
		broken[i] ^= 0x5a
	}
	newer := append([]byte(nil), content...)
	newer[63] = 99 // the last byte of user_version
	for name, c := range map[string]struct {
		path string
		want error
	}{
		"text":           {file("text.db", []byte("these are not games, and there are many of them\n")), errForeign},
		"short":          {file("short.db", []byte("x")), errForeign},
		"another's":      {other, errForeign},
		"newer":          {file("newer.db", newer), errNewer},
		"broken":         {file("broken.db", broken), errDamaged},
		"half":           {file("half.db", content[:len(content)/2]), errDamaged},
		"only a heading": {file("heading.db", content[:100]), nil},
		"folder":         {dir, nil},
		"no folder":      {filepath.Join(dir, "no", "such", "q.db"), nil},
	} {
		before, _ := os.ReadFile(c.path)
		s, err := Open(t.Context(), c.path)
		if err == nil {
			t.Errorf("%s: opened", name)
			_ = s.Close()
			continue
		}
		if c.want != nil && !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
		if after, _ := os.ReadFile(c.path); string(after) != string(before) {
			t.Errorf("%s: the file was changed", name)
		}
	}
}

func TestMigration(t *testing.T) {
	ctx := t.Context()
	path := filepath.Join(t.TempDir(), "q.db")
	s := opened(t, path)
	g, err := s.CreateGame(ctx, "ann", "null::", []string{"a"}, false, now)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", dsn(path, ""))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	failing := append(migrations[:len(migrations):len(migrations)], "ALTER TABLE games ADD COLUMN note TEXT", "nonsense")
	if err := prepare(ctx, db, path, failing); err == nil {
		t.Fatal("nonsense is a migration")
	}
	var n int
	if err := db.QueryRow("SELECT count(*) FROM pragma_table_info('games') WHERE name = 'note'").Scan(&n); err != nil || n != 0 {
		t.Errorf("half a migration stays: %d, %v", n, err)
	}
	if err := prepare(ctx, db, path, failing[:len(migrations)+1]); err != nil {
		t.Fatal(err)
	}
	if err := db.QueryRow("SELECT count(*) FROM games WHERE note IS NULL").Scan(&n); err != nil || n != 1 {
		t.Errorf("%d games, %v", n, err)
	}
	// The copy that was made before is whole, and opens as what it was.
	old := opened(t, fmt.Sprintf("%s.version-%d", path, len(migrations)))
	if _, events, err := old.Load(ctx, "ann", g.ID); err != nil || len(events) != 1 {
		t.Errorf("the copy: %q, %v", events, err)
	}
	if s, err := Open(ctx, path); !errors.Is(err, errNewer) {
		t.Errorf("this version opens the next one's file: %v %v", s, err)
	}
}

func TestBackup(t *testing.T) {
	ctx := t.Context()
	dir := t.TempDir()
	s := opened(t, filepath.Join(dir, "q.db"))
	g, err := s.CreateGame(ctx, "ann", "null::", []string{"a"}, false, now)
	if err != nil {
		t.Fatal(err)
	}
	copied := filepath.Join(dir, "it's a copy.db")
	if err := s.Backup(ctx, copied); err != nil {
		t.Fatal(err)
	}
	if err := s.Backup(ctx, copied); err == nil {
		t.Error("a backup replaces a file")
	}
	if _, events, err := opened(t, copied).Load(ctx, "ann", g.ID); err != nil || len(events) != 1 {
		t.Errorf("the copy: %q, %v", events, err)
	}
}
