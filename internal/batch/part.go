package batch

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// PartSuffix ends the names of output files that are not finished.
const PartSuffix = ".part"

// Part is an output file that stands under its own name only when it is whole: until then it is called NAME.part. What is
// written must be the same bytes whenever the work is begun again: then an interrupted file can be gone on with, and what it
// holds already is compared instead of written.
type Part struct {
	name string
	f    *os.File
	old  *bufio.Reader // what is there already
	left int64         // how much of it is still to be compared
	at   int64
	buf  *bufio.Writer
	err  error
	// direct says that it is no file that could be renamed.
	direct bool
}

// differsError says that an unfinished file is not the beginning of what is to be written.
type differsError struct {
	Name string // of the unfinished file
	At   int64  // the first byte that differs
}

func (e *differsError) Error() string {
	return fmt.Sprintf("%s: byte %d differs from what this command writes: it is of another input, other options or another version; "+
		"remove it, or leave out --resume", e.Name, e.At)
}

// CreatePart begins a file. One that exists under its own name is replaced, at the end, only when force is set; with resume,
// it or the unfinished one is gone on with.
func CreatePart(name string, force, resume bool) (*Part, error) {
	part := name + PartSuffix
	info, err := os.Stat(name)
	exists := err == nil
	if exists && !info.Mode().IsRegular() { // a pipe or a device: there is nothing to keep, and nothing to go on with
		f, err := os.OpenFile(name, os.O_WRONLY, 0)
		if err != nil {
			return nil, err
		}
		return &Part{name: name, f: f, buf: bufio.NewWriterSize(f, 1<<18), direct: true}, nil
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if exists && resume {
		if _, err := os.Lstat(part); errors.Is(err, fs.ErrNotExist) {
			if err := os.Rename(name, part); err != nil {
				return nil, err
			}
			exists = false
		}
	}
	if exists && !force {
		return nil, fmt.Errorf("%s: %w", name, ErrExists)
	}
	flags := os.O_RDWR | os.O_CREATE
	if !resume {
		flags |= os.O_TRUNC
	}
	f, err := os.OpenFile(part, flags, 0o666)
	if err != nil {
		return nil, err
	}
	p := &Part{name: name, f: f, buf: bufio.NewWriterSize(f, 1<<18)}
	if info, err = f.Stat(); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	if p.left = info.Size(); p.left > 0 {
		p.old = bufio.NewReaderSize(f, 1<<18)
	}
	return p, nil
}

// Write appends bytes, or compares them with those that are there.
func (p *Part) Write(b []byte) (int, error) {
	if p.err != nil {
		return 0, p.err
	}
	n := len(b)
	var have [4096]byte
	for p.left > 0 && len(b) > 0 {
		k := min(len(b), len(have), int(min(p.left, int64(len(have)))))
		if _, err := io.ReadFull(p.old, have[:k]); err != nil {
			p.err = err
			return 0, err
		}
		if !bytes.Equal(have[:k], b[:k]) {
			at := 0
			for have[at] == b[at] {
				at++
			}
			p.err = &differsError{p.name + PartSuffix, p.at + int64(at)}
			return 0, p.err
		}
		b = b[k:]
		p.left -= int64(k)
		p.at += int64(k)
	}
	if _, err := p.buf.Write(b); err != nil {
		p.err = err
		return 0, err
	}
	return n, nil
}

// Finish writes what is left to the disk and gives the file its name.
func (p *Part) Finish() error {
	err := p.err
	if err == nil && p.left > 0 {
		err = &differsError{p.name + PartSuffix, p.at}
	}
	if err == nil {
		err = p.buf.Flush()
	}
	if err == nil && !p.direct {
		err = p.f.Sync()
	}
	if err = errors.Join(err, p.f.Close()); err != nil || p.direct {
		return err
	}
	return os.Rename(p.name+PartSuffix, p.name)
}

// Abandon closes the file and leaves it unfinished, with everything that could be written. It reports whether there is a file
// to go on with: one that would be empty is removed.
func (p *Part) Abandon() (left bool, err error) {
	if p.err == nil {
		err = p.buf.Flush()
	}
	info, serr := p.f.Stat()
	err = errors.Join(err, serr, p.f.Close())
	switch {
	case p.direct:
		return false, err
	case serr == nil && info.Size() == 0:
		return false, errors.Join(err, os.Remove(p.name+PartSuffix))
	}
	return true, err
}
