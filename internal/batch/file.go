package batch

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync"
)

// File is an output file of whole lines. Lines reach the disk in the order in which they were written, so whatever ends
// the program leaves complete lines and at most one broken line at the end, which Resume cuts off.
type File struct {
	f    *os.File
	mu   sync.Mutex // Flush may be called beside the others
	buf  *bufio.Writer
	size int64 // length of the complete lines that were handed to the operating system
}

// ErrExists is the error of Create for a file that is there already.
var ErrExists = errors.New("the file exists")

// Create makes a new file. One that exists is replaced only when force is set.
func Create(name string, force bool) (*File, error) {
	flags := os.O_RDWR | os.O_CREATE | os.O_EXCL
	if force {
		flags = os.O_RDWR | os.O_CREATE | os.O_TRUNC
	}
	f, err := os.OpenFile(name, flags, 0o666)
	if errors.Is(err, fs.ErrExist) {
		return nil, fmt.Errorf("%s: %w", name, ErrExists)
	}
	if err != nil {
		return nil, err
	}
	return newFile(f, 0), nil
}

func newFile(f *os.File, size int64) *File {
	out := &File{f: f, size: size}
	out.buf = bufio.NewWriterSize(lineFile{out}, 1<<16)
	return out
}

// Resume opens a file to go on with it: visit sees each line with its number from 1. What stands after the last line end
// comes last, with whole false: it is cut off, unless visit gives an error. With an error the file stays as it was. A file
// that is not there is made.
func Resume(name string, visit func(number int, line []byte, whole bool) error) (*File, error) {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	size, err := scan(f, visit)
	if err == nil {
		err = f.Truncate(size)
	}
	if err == nil {
		_, err = f.Seek(size, io.SeekStart)
	}
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return newFile(f, size), nil
}

// scan visits the lines and gives the length of the complete ones in all.
func scan(r io.Reader, visit func(int, []byte, bool) error) (int64, error) {
	br := bufio.NewReaderSize(r, 1<<16)
	var size int64
	for number := 1; ; number++ {
		line, err := br.ReadBytes('\n')
		whole := err == nil
		if err != nil && !errors.Is(err, io.EOF) {
			return 0, err
		}
		if len(line) > 0 {
			if err := visit(number, bytes.TrimSuffix(line, []byte("\n")), whole); err != nil {
				return 0, fmt.Errorf("line %d: %w", number, err)
			}
		}
		if !whole {
			return size, nil
		}
		size += int64(len(line))
	}
}

// Write appends whole lines.
func (f *File) Write(lines []byte) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.buf.Available() < len(lines) {
		// Flush at a line's end, so that what is on the disk ends with a whole line whenever it can.
		if err := f.buf.Flush(); err != nil {
			return 0, err
		}
	}
	return f.buf.Write(lines)
}

// Flush hands everything written so far to the operating system. It may be called beside Write.
func (f *File) Flush() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.buf.Flush()
}

// Close flushes and closes the file. When the disk was full it cuts the file back to its last whole line.
func (f *File) Close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	err := f.buf.Flush()
	if err != nil {
		err = errors.Join(err, f.f.Truncate(f.size))
	}
	return errors.Join(err, f.f.Close())
}

// lineFile is the writer below the buffer; it remembers how much of the file is whole lines.
type lineFile struct{ *File }

func (l lineFile) Write(p []byte) (int, error) {
	n, err := l.f.Write(p)
	if err == nil {
		l.size += int64(n)
	}
	return n, err
}
