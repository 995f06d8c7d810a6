// Package dataset does with puzzles what people who train and test language models need: it adds the figures of the
// published format, rates difficulty, finds duplicates, splits, samples, describes and exports.
//
// Every stage reads JSON lines and writes JSON lines, keeps at most a bounded part of them in memory whatever the size, and
// gives the same output for the same input on every machine. A line that cannot be read is set aside with the reason, and
// the rest goes on. The stages follow PuzzleClone's published pipeline.
package dataset

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/quandary-puzzles/quandary/internal/batch"
	"github.com/quandary-puzzles/quandary/record"
)

// Line is one line of an input.
type Line struct {
	Number int    // from 1
	Raw    []byte // without the line end; valid until the next line is read
	Record record.Record
	Err    error // why it is no record; then Record is empty
}

// Input is a stream of JSON lines that can be read more than once.
type Input struct {
	// Workers is how many lines are worked on at once where a stage does much for each; below 2, one.
	Workers int
	// Watch, when not nil, is called now and then with how much of the file has been read in this pass, from 0 to 1.
	Watch func(share float64)

	name  string
	file  *os.File
	size  int64
	spool bool // the file is a temporary one
}

// OpenInput opens a file; "-" is the stream given, which is copied to a temporary file because most stages read it twice.
func OpenInput(name string, stdin io.Reader) (*Input, error) {
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		return &Input{name: name, file: f}, nil
	}
	f, err := os.CreateTemp("", "quandary-*.jsonl")
	if err != nil {
		return nil, err
	}
	in := &Input{name: "standard input", file: f, spool: true}
	if _, err := io.Copy(f, stdin); err != nil {
		return nil, errors.Join(err, in.Close())
	}
	return in, nil
}

// Name names the input for messages.
func (in *Input) Name() string { return in.name }

// Close closes the input and removes what it spooled.
func (in *Input) Close() error {
	err := in.file.Close()
	if in.spool {
		err = errors.Join(err, os.Remove(in.file.Name()))
	}
	return err
}

// Each visits every line that is not blank, in order, from the start. It ends with the first error that visit returns.
func (in *Input) Each(ctx context.Context, visit func(*Line) error) error {
	return in.eachRaw(ctx, func(l *Line) error {
		l.parse()
		return visit(l)
	})
}

// parse reads the record of a line.
func (l *Line) parse() {
	if l.Err == nil {
		l.Err = l.Record.UnmarshalJSON(l.Raw)
	}
}

// watchEvery is the number of lines between two looks at how far the reading has come.
const watchEvery = 1 << 10

// eachRaw is Each without reading the records: a line has Err only where it is too long.
func (in *Input) eachRaw(ctx context.Context, visit func(*Line) error) error {
	if _, err := in.file.Seek(0, io.SeekStart); err != nil {
		return fmt.Errorf("%s: %w", in.name, err)
	}
	if info, err := in.file.Stat(); err == nil {
		in.size = info.Size()
	}
	lines := record.NewLineReader(in.file, 0)
	var l Line
	read := int64(0)
	for n := 0; ; n++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		if in.Watch != nil && n%watchEvery == 0 && in.size > 0 {
			in.Watch(float64(read) / float64(in.size))
		}
		var err error
		l.Raw, l.Number, err = lines.Next()
		l.Record, l.Err = record.Record{}, nil
		read += int64(len(l.Raw)) + 1
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case errors.Is(err, record.ErrLineTooLong):
			l.Err = err
		case err != nil:
			return fmt.Errorf("%s: %w", in.name, err)
		}
		if err := visit(&l); err != nil {
			return err
		}
	}
}

// keyed visits every line, in order, with the key of its record; a line whose key cannot be told has Err.
func (in *Input) keyed(ctx context.Context, key Key, visit func(*Line, string) error) error {
	return worked(ctx, in, func(l *Line) string {
		l.parse()
		if l.Err != nil {
			return ""
		}
		k, err := key(&l.Record)
		if err != nil {
			l.Err = err
		}
		return k
	}, visit)
}

// worked visits every line, in order, with what work makes of it; with Workers above 1, several lines are worked on at once.
// A line's record and raw text are valid during both.
func worked[T any](ctx context.Context, in *Input, work func(*Line) T, visit func(*Line, T) error) error {
	if in.Workers < 2 {
		return in.eachRaw(ctx, func(l *Line) error { return visit(l, work(l)) })
	}
	type done struct {
		l Line
		v T
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var broken, stopped error
	lines := func(yield func(Line) bool) {
		broken = in.eachRaw(ctx, func(l *Line) error {
			own := *l
			own.Raw = bytes.Clone(l.Raw)
			if !yield(own) {
				return errStopped
			}
			return nil
		})
	}
	err := batch.Map(ctx, io.Discard, lines, batch.Options{
		Workers: in.Workers,
		Seen: func(_ uint64, item batch.Item) {
			if d, ok := item.Note.(*done); ok && stopped == nil {
				if stopped = visit(&d.l, d.v); stopped != nil {
					cancel()
				}
			}
		},
	}, func() func(context.Context, Line) batch.Item {
		return func(_ context.Context, l Line) batch.Item {
			d := &done{l: l}
			d.v = work(&d.l)
			return batch.Item{Note: d}
		}
	})
	switch {
	case stopped != nil:
		return stopped
	case broken != nil && !errors.Is(broken, errStopped):
		return broken
	}
	return err
}

// Rejects collects lines that could not be used.
type Rejects struct {
	W     io.Writer // gets one JSON line for each: line, error, text; nil: they are only counted
	Count int
	First error // of the first, with its place
}

// maxRejected bounds how much of a broken line is kept, in bytes.
const maxRejected = 1 << 16

// Add sets a line aside.
func (r *Rejects) Add(in *Input, l *Line) error {
	r.Count++
	if r.First == nil {
		r.First = fmt.Errorf("%s:%d: %w", in.name, l.Number, l.Err)
	}
	if r.W == nil {
		return nil
	}
	text := l.Raw
	if len(text) > maxRejected {
		text = text[:maxRejected]
	}
	line, err := record.AppendJSON(nil, record.Object{
		{Key: "line", Value: l.Number}, {Key: "error", Value: l.Err.Error()}, {Key: "text", Value: string(text)},
	})
	if err != nil {
		return err
	}
	_, err = r.W.Write(append(line, '\n'))
	return err
}

// records visits the records of an input and sets the other lines aside.
func (in *Input) records(ctx context.Context, rejects *Rejects, visit func(*Line) error) error {
	return in.Each(ctx, func(l *Line) error {
		if l.Err != nil {
			return rejects.Add(in, l)
		}
		return visit(l)
	})
}

// writeRecord writes a record as a line, using and returning the buffer.
func writeRecord(w io.Writer, buf []byte, r *record.Record) ([]byte, error) {
	buf, err := r.AppendJSON(buf[:0])
	if err != nil {
		return buf, err
	}
	buf = append(buf, '\n')
	_, err = w.Write(buf)
	return buf, err
}
