package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/quandary-puzzles/quandary/gallery"
)

// specSource is a specification as the command line names it: a file, "-" for standard input, or gallery:NAME.
type specSource struct {
	Name string // for messages
	Data []byte
	Root fs.FS // where its custom_operator files are looked up
	dir  *os.Root
}

// Close lets go of the root folder.
func (s *specSource) Close() error {
	if s.dir == nil {
		return nil
	}
	return s.dir.Close()
}

// galleryPrefix marks a specification of the program's own.
const galleryPrefix = "gallery:"

// maxSpecBytes bounds what is read of a file; spec.Load refuses less.
const maxSpecBytes = 4 << 20

// openSpec reads the specification that name stands for. Operator files are looked up in root, by default the
// specification's own folder (for standard input: the working directory), and never outside it.
func openSpec(stdin io.Reader, name, root string) (*specSource, error) {
	if short, ok := strings.CutPrefix(name, galleryPrefix); ok {
		e, err := gallery.Open(short)
		if err != nil {
			return nil, withNearest(err)
		}
		dir, err := fs.Sub(gallery.FS(), path.Dir(e.Path))
		if err != nil {
			return nil, err
		}
		return &specSource{Name: name, Data: e.Data, Root: dir}, nil
	}
	s := &specSource{Name: name}
	in := stdin
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return nil, noSpecFile(name, err)
		}
		defer f.Close()
		in = f
		if root == "" {
			root = filepath.Dir(name)
		}
	} else {
		s.Name = "<stdin>"
	}
	if root == "" {
		root = "."
	}
	var err error
	if s.Data, err = io.ReadAll(io.LimitReader(in, maxSpecBytes)); err != nil {
		return nil, cause(err)
	}
	if s.dir, err = os.OpenRoot(root); err != nil {
		return nil, fmt.Errorf("the root folder %s: %w", root, cause(err))
	}
	s.Root = s.dir.FS()
	return s, nil
}

// noSpecFile says why a specification cannot be opened. A name with a colon that is no file may have been meant for a family.
func noSpecFile(name string, err error) error {
	short, _, colon := strings.Cut(name, ":")
	if !colon || short == "" || strings.ContainsAny(short, `/\.`) || !errors.Is(err, fs.ErrNotExist) {
		return cause(err)
	}
	_, unknown := families().Lookup(short)
	if unknown == nil {
		return fmt.Errorf("%s is a family of puzzles; expected a specification: a file, gallery:NAME, or -", short)
	}
	return fmt.Errorf("%w, and %w", cause(err), unknown)
}

// cause is an error without the operation and path that the operating system's functions put before it.
func cause(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}
