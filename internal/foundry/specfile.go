package foundry

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/gallery"
	"github.com/quandary-puzzles/quandary/internal/nearest"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/spec"
)

// GalleryPrefix marks a specification of the program's own.
const GalleryPrefix = "gallery:"

// stdin is the name that stands for standard input.
const stdin = "-"

// Files give access to specification files.
type Files struct {
	// Base is the folder that names are relative to; "" is the working directory.
	Base string
	// Root is the folder below which operator files are found; "" is the specification's own folder (for standard input:
	// Base).
	Root string
	// Stdin is read for the name "-"; nil refuses it.
	Stdin io.Reader
	// Given are specifications by name that are held in memory, and are not looked up in the file system.
	Given map[string]Spec
	// Only keeps to Given: nothing is read of the file system.
	Only bool
}

// Spec is a specification with the files that it needs.
type Spec struct {
	Name string // for messages
	Data []byte
	Root fs.FS // where its custom_operator files are looked up
	dir  *os.Root
}

// Close lets go of the root folder.
func (s Spec) Close() error {
	if s.dir == nil {
		return nil
	}
	return s.dir.Close()
}

// hasRoot reports whether a root folder was given.
func (f *Files) hasRoot() bool { return f != nil && f.Root != "" }

// has reports whether there is a file of a name.
func (f *Files) has(name string) bool {
	if f == nil {
		return false
	}
	if _, ok := f.Given[name]; ok || f.Only {
		return ok
	}
	_, err := os.Stat(f.path(name))
	return err == nil
}

func (f *Files) path(name string) string {
	if f.Base == "" || filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(f.Base, name)
}

// read reads a file of bounded size, whole: one byte more than most says that it is too long. The error names the file.
func (f *Files) read(name string, most int64) ([]byte, error) {
	if f == nil {
		return nil, errNoFiles
	}
	if s, ok := f.Given[name]; ok {
		return s.Data, nil
	}
	if f.Only {
		return nil, errNoFiles
	}
	in := f.Stdin
	if name != stdin {
		file, err := os.Open(f.path(name))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, NoSpecFile(name, err))
		}
		defer file.Close()
		in = file
	} else if in == nil {
		return nil, errors.New("standard input is not read here")
	}
	data, err := io.ReadAll(io.LimitReader(in, most+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, cause(err))
	}
	return data, nil
}

// Spec reads the specification that a name stands for: gallery:NAME, a file, or - for standard input. Operator files are
// never looked up outside the root folder. A nil Files reads the gallery only.
func (f *Files) Spec(name string) (Spec, error) {
	if short, ok := strings.CutPrefix(name, GalleryPrefix); ok {
		if f.hasRoot() {
			return Spec{}, &OptionError{"root", fmt.Sprintf("is for specification files, and %s has its operator files with it", name)}
		}
		return gallerySpec(name, short)
	}
	if f == nil {
		return Spec{}, errNoFiles
	}
	if s, ok := f.Given[name]; ok {
		return s, nil
	}
	if f.Only {
		return Spec{}, errNoFiles
	}
	s := Spec{Name: name}
	in, root := f.Stdin, f.Root
	if name != stdin {
		file, err := os.Open(f.path(name))
		if err != nil {
			return s, NoSpecFile(name, err)
		}
		defer file.Close()
		in = file
		s.Name = f.path(name)
		if root == "" {
			root = filepath.Dir(f.path(name))
		}
	} else {
		s.Name = "<stdin>"
		if in == nil {
			return s, errors.New("standard input is not read here")
		}
	}
	if root == "" {
		root = f.path(".")
	}
	var err error
	if s.Data, err = io.ReadAll(io.LimitReader(in, spec.MaxBytes+1)); err != nil {
		return s, cause(err)
	}
	if s.dir, err = os.OpenRoot(root); err != nil {
		return s, fmt.Errorf("the root folder %s: %w", root, cause(err))
	}
	s.Root = s.dir.FS()
	return s, nil
}

func gallerySpec(name, short string) (Spec, error) {
	e, err := gallery.Open(short)
	if err != nil {
		return Spec{}, WithNearest(err)
	}
	dir, err := fs.Sub(gallery.FS(), path.Dir(e.Path))
	if err != nil {
		return Spec{}, err
	}
	return Spec{Name: name, Data: e.Data, Root: dir}, nil
}

// WithNearest adds the nearest name to the gallery's error for an unknown one.
func WithNearest(err error) error {
	if unknown, ok := errors.AsType[*gallery.UnknownError](err); ok {
		if near := nearest.One(unknown.Name, unknown.Names); near != "" {
			return fmt.Errorf("%w (did you mean %q?)", err, near)
		}
	}
	return err
}

// NoSpecFile says why a specification cannot be opened. A name with a colon that is no file may have been meant for a family, and so may
// one without that is nearly a family's.
func NoSpecFile(name string, err error) error {
	short, _, colon := strings.Cut(name, ":")
	if short == "" || strings.ContainsAny(short, `/\.`) || !errors.Is(err, fs.ErrNotExist) {
		return cause(err)
	}
	_, unknown := Families().Lookup(short)
	var near *puzzle.UnknownError
	if !colon && unknown != nil && (!errors.As(unknown, &near) || len(near.Near) == 0) {
		return cause(err)
	}
	if unknown == nil {
		return fmt.Errorf("%s is a family of puzzles; expected a specification: a file, gallery:NAME, or -", short)
	}
	return fmt.Errorf("%w, and %w", cause(err), unknown)
}

// cause is an error without the operation and path that the operating system's functions put before it.
func cause(err error) error {
	if pe, ok := errors.AsType[*fs.PathError](err); ok {
		return pe.Err
	}
	return err
}
