package lineup

import (
	"embed"
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
	Bounds    bool   // a statement has bounds of a distance

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
	Text  string // with {a}, {b}, {c}, {cat}, {q}, {before} and {after}
	Of    string // what it is about: "" places, "time", "ring", "even" (an even number of places), "values" or "even values"
	By    string // the distance that it says: "next", "half" (of a ring), "any"; "" where {q} says it, or there is none
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
		f, err := readForm(folder.Path(name), data)
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

// readForm reads the file of a form.
func readForm(name string, data []byte) (*Form, error) {
	root, err := doctree.ReadOne(name, data, doctree.Limits{})
	if err != nil {
		return nil, err
	}
	f := &Form{sentences: map[string][]Sentence{}}
	whole := func(to *int, least, most int) func(*doctree.Node) error {
		return func(n *doctree.Node) (err error) { *to, err = n.Whole("how many", least, most); return err }
	}
	members := []doctree.Member{{Key: "form", To: &f.Name}, {Key: "key", To: &f.Key}, {Key: "args", To: whole(&f.Args, 1, 3)},
		{Key: "ring", To: choice(&f.Ring, "always", "numbered", "never")}, {Key: "looks", To: choice(&f.Looks, "order", "differences", "values")},
		{Key: "parts", To: &f.Parts}, {Key: "weight", To: whole(&f.Weight, 0, 3)}, {Key: "same", To: f.Same.read}, {Key: "mirror", To: f.Mirror.read},
		{Key: "flip", To: &f.Flip},
		{Key: "means", To: func(n *doctree.Node) (err error) { f.means, err = syntax.ParseExpr(name, n.Text.Value); return err }},
		{Key: "drawn", To: func(n *doctree.Node) error { f.Asked = true; _, err := n.OneOf("way to draw", "asked"); return err }},
		{Key: "needs", To: func(n *doctree.Node) (err error) { f.Needs, err = n.OneOf("need", "row", "three", "odd"); return err }},
	}
	for _, lang := range []string{"en", "zh", "de", "es", "ja"} {
		members = append(members, doctree.Member{Key: lang, To: func(n *doctree.Node) error {
			for _, one := range n.Items {
				s := Sentence{}
				if err := s.read(one); err != nil {
					return err
				}
				f.sentences[lang] = append(f.sentences[lang], s)
			}
			return nil
		}})
	}
	if err := root.Take("a form", members...); err != nil {
		return nil, err
	}
	switch {
	case f.Name == "" || f.means == nil || f.Args == 0:
		return nil, root.Errorf("a form needs form, args and means")
	case f.Parts != nil && len(f.Parts) != f.Args:
		return nil, root.Errorf("%d parts for %d arguments", len(f.Parts), f.Args)
	}
	return f, f.checkMeaning(root)
}

// choice reads one of some words, as its index.
func choice[T ~int](to *T, words ...string) func(*doctree.Node) error {
	return func(n *doctree.Node) error {
		word, err := n.OneOf("word", words...)
		*to = T(slices.Index(words, word))
		return err
	}
}

// read reads the form and the arguments of {form: not-after, args: [b, a]}.
func (t *Twin) read(n *doctree.Node) error {
	return n.Take("another form", doctree.Member{Key: "form", To: &t.Form}, doctree.Member{Key: "args", To: func(n *doctree.Node) error {
		for _, a := range n.Items {
			arg := 0
			if err := choice(&arg, "a", "b", "c")(a); err != nil {
				return err
			}
			t.Args = append(t.Args, arg)
		}
		return nil
	}})
}

func (s *Sentence) read(n *doctree.Node) error {
	text := func(flag *bool) func(*doctree.Node) error {
		return func(n *doctree.Node) (err error) {
			*flag = true
			s.Text, err = n.Words("a sentence")
			return err
		}
	}
	of := func(n *doctree.Node) (err error) {
		s.Of, err = n.OneOf("subject", "time", "ring", "even", "values", "even values")
		return err
	}
	by := func(n *doctree.Node) (err error) {
		s.By, err = n.OneOf("distance", "next", "half", "any")
		return err
	}
	return n.Take("a sentence", doctree.Member{Key: "say", To: text(&s.Said)}, doctree.Member{Key: "read", To: &s.Text},
		doctree.Member{Key: "loose", To: text(&s.Loose)}, doctree.Member{Key: "of", To: of}, doctree.Member{Key: "by", To: by})
}
