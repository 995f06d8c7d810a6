package foundry

import (
	"fmt"
	"strings"

	"github.com/quandary-puzzles/quandary/blanks/shelf"
	"github.com/quandary-puzzles/quandary/internal/kinds/blanks"
	"github.com/quandary-puzzles/quandary/solve/native"
)

// This file opens blanks:FILE: fill-in-the-blank puzzles of a program or a blanks file of one's own.

// blanksPrefix marks such a file; what is behind it may also be an entry of the shelf.
const blanksPrefix = "blanks:"

// folder is a part of the shelf.
type folder interface {
	Names() []string
	Read(name string) ([]byte, bool)
}

// blanksFamily is the family over the shelf.
func blanksFamily() *blanks.Family {
	var entries []blanks.Entry
	for _, folder := range []folder{shelf.Programs(), shelf.Maths()} {
		for _, name := range folder.Names() {
			data, _ := folder.Read(name) // it is there: it was listed
			entries = append(entries, blanks.Entry{Name: name, Data: data})
		}
	}
	return blanks.New(entries, native.New())
}

// isBlanksFile reports whether a name stands for a file of which blanks puzzles are made.
func (o *Options) isBlanksFile(name string) bool {
	file, ok := strings.CutPrefix(name, blanksPrefix)
	if !ok || file == "" || strings.HasPrefix(file, ".") && !strings.ContainsAny(file, `/\`) {
		return false
	}
	if _, err := o.Families.Lookup("blanks"); err != nil {
		return false
	}
	return o.Files.has(file) || file == stdin || strings.HasSuffix(file, ".py") || strings.HasSuffix(file, ".yaml")
}

// openBlanks opens the family with the file as its parameters.
func openBlanks(name string, opt Options) (Source, error) {
	fam, err := opt.Families.Lookup("blanks")
	if err != nil {
		return nil, err
	}
	f, ok := fam.(*blanks.Family)
	if !ok {
		return nil, fmt.Errorf("%s: the family blanks reads no files here", name)
	}
	file := strings.TrimPrefix(name, blanksPrefix)
	data, err := opt.Files.read(file, maxBlanksFile)
	if err != nil {
		return nil, err
	}
	if file == stdin {
		file = "<stdin>"
	}
	p, err := f.Of(file, data)
	if err != nil {
		return nil, err
	}
	src, err := openFamily(blanksPrefix+p.String(), opt)
	if err != nil {
		return nil, err
	}
	fs := src.(*familySource)
	fs.params = p // with the file's name in messages
	return &titled{src, name}, nil
}

// titled is a source with a name of its own for people.
type titled struct {
	Source
	title string
}

func (t *titled) Title() string { return t.title }

// maxBlanksFile bounds a file, in bytes.
const maxBlanksFile = 64 << 10
