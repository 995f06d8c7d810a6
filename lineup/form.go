package lineup

import (
	"embed"
	"fmt"
	"slices"
	"sync"

	"github.com/quandary-puzzles/quandary/internal/doctree"
	"github.com/quandary-puzzles/quandary/internal/shelf"
	"github.com/quandary-puzzles/quandary/py/syntax"
)

//go:embed forms
var files embed.FS

var folder = shelf.Shelf{Files: files, Folder: "forms", Ending: ".yaml"}

// Look says what a form depends on in the places it compares.
type Look int

// What a form depends on. Each takes in the one before.
const (
	Order       Look = iota // which of two comes first
	Differences             // how far apart they are
	Values                  // their numbers
)

// Ring says where a form says something about places in a ring.
type Ring int

// Where a form is of use in a ring.
const (
	Always   Ring = iota
	Numbered      // where the seats have numbers
	Never         // nowhere: a ring has no first place
)

// Form is a form of statements about one, two or three places.
type Form struct {
	Name, Key string
	Args      int
	Ring      Ring
	Looks     Look
	Parts     []string // of a, b and c; arguments with equal parts can change places
	Weight    int
	Asked     bool   // drawn for new puzzles only where it is asked for by name
	Needs     string // what the line needs for a clue to be drawn: "row", "three" places or "odd", an odd number of three or more
	Same      Twin   // the form that says the same with other arguments, the one that stands for both
	Mirror    Twin   // the form that says of the line seen from its other end what this one says
	Flip      string // the form that does so where odd places become even ones

	means     syntax.Expr
	sentences map[string][]Sentence
}

// Twin is another form, with the arguments of a form in another order.
type Twin struct {
	Form string // empty: the form itself
	Args []int
}

// Sentence is one way to put a form in words.
type Sentence struct {
	Text  string // with {a}, {b}, {c}, {cat}, {before} and {after}
	Of    string // what it is about: "" places, "time", "even" (an even number of places) or "values"
	Said  bool   // it is said, and not only read
	Loose bool   // it rests on a convention that the words do not say
}

// Sentences lists the sentences of a language, in the order of the file.
func (f *Form) Sentences(lang string) []Sentence { return f.sentences[lang] }

// Forms lists all forms by name. The files are part of the program: one that is wrong is found by the tests.
var Forms = sync.OnceValue(func() []*Form {
	var out []*Form
	for _, name := range folder.Names() {
		data, _ := folder.Read(name)
		f, err := ReadForm(folder.Path(name), data)
		if err != nil {
			panic(err)
		}
		out = append(out, f)
	}
	return out
})

// Named gives a form by its name, nil where there is none.
func Named(name string) *Form {
	if i := slices.IndexFunc(Forms(), func(f *Form) bool { return f.Name == name }); i >= 0 {
		return Forms()[i]
	}
	return nil
}

// ReadForm reads the file of a form.
func ReadForm(name string, data []byte) (*Form, error) {
	root, problems := doctree.Read(name, data, doctree.Limits{})
	if err := problems.Err(); err != nil {
		return nil, err
	}
	r := &reader{f: &Form{sentences: map[string][]Sentence{}}}
	r.file(root)
	if r.err != nil {
		return nil, r.err
	}
	return r.f, nil
}

type reader struct {
	f   *Form
	err error
}

func (r *reader) fail(n *doctree.Node, format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf("%s: %s", n.Pos, fmt.Sprintf(format, args...))
	}
}

// choice reads one of some words, as its index.
func (r *reader) choice(n *doctree.Node, words ...string) int {
	i := slices.Index(words, n.Text.Value)
	if i < 0 {
		r.fail(n, "expected one of %v, found %q", words, n.Text.Value)
	}
	return max(i, 0)
}

func (r *reader) file(root *doctree.Node) {
	if root.Kind != doctree.Map {
		r.fail(root, "expected keys such as form and means")
		return
	}
	f := r.f
	for _, e := range root.Entries {
		v := e.Val
		switch key := e.Key.Text.Value; key {
		case "form":
			f.Name = v.Text.Value
		case "key":
			f.Key = v.Text.Value
		case "args":
			f.Args = 1 + r.choice(v, "1", "2", "3")
		case "means":
			x, err := syntax.ParseExpr(v.Pos.File, v.Text.Value)
			if err != nil {
				r.fail(v, "%v", err)
			}
			f.means = x
		case "ring":
			f.Ring = Ring(r.choice(v, "always", "numbered", "never"))
		case "looks":
			f.Looks = Look(r.choice(v, "order", "differences", "values"))
		case "parts":
			for _, p := range v.Items {
				f.Parts = append(f.Parts, p.Text.Value)
			}
		case "weight":
			f.Weight = r.choice(v, "0", "1", "2", "3")
		case "drawn":
			f.Asked = r.choice(v, "always", "asked") == 1
		case "needs":
			f.Needs = []string{"row", "three", "odd"}[r.choice(v, "row", "three", "odd")]
		case "same":
			f.Same = r.twin(v)
		case "mirror":
			f.Mirror = r.twin(v)
		case "flip":
			f.Flip = v.Text.Value
		case "en", "zh", "de", "es", "ja":
			for _, s := range v.Items {
				f.sentences[key] = append(f.sentences[key], r.sentence(s))
			}
		default:
			r.fail(e.Key, "there is no key %q", key)
		}
	}
	switch {
	case f.Name == "" || f.means == nil || f.Args == 0:
		r.fail(root, "a form needs form, args and means")
	case f.Parts != nil && len(f.Parts) != f.Args:
		r.fail(root, "%d parts for %d arguments", len(f.Parts), f.Args)
	default:
		r.checkMeaning(root, f.means)
	}
}

// twin reads the form and the arguments of {form: not-after, args: [b, a]}.
func (r *reader) twin(n *doctree.Node) Twin {
	t := Twin{}
	for _, e := range n.Entries {
		switch e.Key.Text.Value {
		case "form":
			t.Form = e.Val.Text.Value
		case "args":
			for _, a := range e.Val.Items {
				t.Args = append(t.Args, r.choice(a, "a", "b", "c"))
			}
		default:
			r.fail(e.Key, "expected form or args")
		}
	}
	return t
}

func (r *reader) sentence(n *doctree.Node) Sentence {
	s := Sentence{}
	for _, e := range n.Entries {
		switch e.Key.Text.Value {
		case "say":
			s.Text, s.Said = e.Val.Text.Value, true
		case "read":
			s.Text = e.Val.Text.Value
		case "loose":
			s.Text, s.Loose = e.Val.Text.Value, true
		case "of":
			s.Of = []string{"time", "even", "values", "even values"}[r.choice(e.Val, "time", "even", "values", "even values")]
		default:
			r.fail(e.Key, "expected say, read, loose or of")
		}
	}
	return s
}
