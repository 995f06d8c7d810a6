package puzzle

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"github.com/quandary-puzzles/quandary/internal/nearest"
	"github.com/quandary-puzzles/quandary/internal/rng"
)

// Registry is the list of the families that a program knows.
type Registry struct {
	families []Family
	about    []About // of each
	titles   func() map[string][]Family
}

// NewRegistry lists families; two of one name are a mistake of the program, and panic.
func NewRegistry(families ...Family) *Registry {
	seen := map[string]bool{}
	for _, f := range families {
		if seen[f.Name()] {
			panic("puzzle: two families are called " + f.Name())
		}
		seen[f.Name()] = true
	}
	r := &Registry{families: families}
	for _, f := range families {
		r.about = append(r.about, f.About())
	}
	r.titles = sync.OnceValue(r.byTitle)
	return r
}

// fromShelf gives the puzzle of a family's shelf that an id names; ok is false when it names none.
func (r *Registry) fromShelf(id string) (f Family, inst Instance, ok bool, err error) {
	name, rest, _ := strings.Cut(id, ":")
	if f, err = r.Lookup(name); err != nil {
		return nil, nil, false, nil
	}
	about := f.About()
	if about.Shelf == nil || !slices.Contains(about.Shelf(), rest) {
		return nil, nil, false, nil
	}
	inst, err = about.FromShelf(rest)
	return f, inst, true, err
}

// All gives the families in the order in which they were listed.
func (r *Registry) All() []Family { return r.families }

// Of gives the family of an entry that a family has read.
func (r *Registry) Of(reader Family, e Entry) Family {
	for _, f := range r.families {
		if e.Family != "" && f.Name() == e.Family {
			return f
		}
	}
	return reader
}

// Recognise gives the families that read at least half of a text of which nobody said what it is, looking at so many entries of it at most. Of
// several it is only the one that the text calls by its name; where it calls none of them, which one is meant cannot be seen.
func (r *Registry) Recognise(ctx context.Context, text string, entries int) []Reader {
	var all []Reader
	called := r.Called(text)
	for _, f := range r.families {
		reader, ok := f.(Reader)
		if !ok {
			continue
		}
		read, good := 0, 0
		for e := range reader.Read(ctx, "text", strings.NewReader(text), "") {
			if read++; e.Err == nil {
				good++
			}
			if read == entries {
				break
			}
		}
		switch {
		case good == 0 || 2*good < read:
		case reader == called:
			return []Reader{reader}
		default:
			all = append(all, reader)
		}
	}
	return all
}

// mostHead is how much of a text may say what it is, in bytes.
const mostHead = 200

// Called gives the family whose name is the first to stand at the beginning of a text, such as the slither of an address; nil where none does.
func (r *Registry) Called(text string) Reader {
	for _, word := range strings.FieldsFunc(text[:min(len(text), mostHead)], func(c rune) bool {
		return !unicode.IsLetter(c) && !unicode.IsDigit(c) && c != '-' && c != '_'
	}) {
		if f, err := r.Lookup(word); err == nil {
			if reader, ok := f.(Reader); ok {
				return reader
			}
		}
	}
	return nil
}

// Listed gives the families to show to people, in order: all that are not unlisted.
func (r *Registry) Listed() []Family {
	var out []Family
	for i, f := range r.families {
		if !r.about[i].Unlisted {
			out = append(out, f)
		}
	}
	return out
}

// Lookup finds a family by its name or an alias, or else by its title in any language; capitals, hyphens, underscores and blanks may be
// written or not ("CountryRoad"). The error of an unknown name is an *UnknownError with the nearest ones.
func (r *Registry) Lookup(name string) (Family, error) {
	for _, f := range r.families {
		if f.Name() == name {
			return f, nil
		}
	}
	var names []string
	for i, f := range r.families {
		about := &r.about[i]
		if about.Aliases != nil && slices.Contains(about.Aliases(), name) {
			return f, nil
		}
		if about.Aliases != nil || !about.Unlisted {
			names = append(names, f.Name())
		}
	}
	switch meant := r.barely(name); len(meant) {
	case 0:
		return nil, Unknownf("kind of puzzle", name, names)
	case 1:
		return meant[0], nil
	default: // a title that several have: whoever asks must say which
		e := &UnknownError{What: "kind of puzzle", Name: name, Known: names}
		for _, f := range meant {
			e.Near = append(e.Near, f.Name())
		}
		return nil, e
	}
}

// barely finds the family of a name or, if none has that, of an alias that is the same without what people write in different ways, or
// else those of a title.
func (r *Registry) barely(name string) []Family {
	want := bare(name)
	if want == "" {
		return nil
	}
	for _, f := range r.families {
		if bare(f.Name()) == want {
			return []Family{f}
		}
	}
	for i, f := range r.families {
		if list := r.about[i].Aliases; list != nil && slices.ContainsFunc(list(), func(a string) bool { return bare(a) == want }) {
			return []Family{f}
		}
	}
	if titled(name) {
		return r.titles()[want]
	}
	return nil
}

// byTitle lists families by their bare titles.
func (r *Registry) byTitle() map[string][]Family {
	out := map[string][]Family{}
	for i, f := range r.families {
		list := r.about[i].Titles
		if list == nil {
			continue
		}
		for _, title := range list() {
			if t := bare(title); !slices.Contains(out[t], f) {
				out[t] = append(out[t], f)
			}
		}
	}
	return out
}

// titled reports whether a text may be a title: boards and formats are looked up as well, and to ask all families for titles takes
// longer than to see that those are none.
func titled(text string) bool {
	return strings.ContainsFunc(text, unicode.IsLetter) && len(text) <= 100 && !strings.ContainsAny(text, "\n/{}")
}

// bare is a name without what people write in different ways: capitals, and what stands between words.
func bare(name string) string { return joints.Replace(strings.ToLower(name)) }

var joints = strings.NewReplacer("-", "", "_", "", " ", "")

// ID gives the id that holds the puzzle itself: family:params:desc.
func ID(f Family, i Instance) string { return f.Name() + ":" + i.Params().String() + ":" + i.Desc() }

// SeedID gives the id that holds the seed: family:params#seed.
func SeedID(f Family, p Params, seed uint64) string {
	return f.Name() + ":" + p.String() + "#" + strconv.FormatUint(seed, 10)
}

// IsID reports whether a text looks like an id of a family in the registry: a family's name and a colon, or the end.
func (r *Registry) IsID(text string) bool {
	name, _, _ := strings.Cut(text, ":")
	name, _, _ = strings.Cut(name, "#")
	_, err := r.Lookup(name)
	return err == nil
}

// SplitID splits an id into the family, its parameters and what follows: the description, or the seed.
func (r *Registry) SplitID(id string) (f Family, p Params, desc string, seed *uint64, err error) {
	name, rest, _ := strings.Cut(id, ":")
	if at := strings.IndexByte(name, '#'); at >= 0 {
		name, rest = name[:at], name[at:]
	}
	if f, err = r.Lookup(name); err != nil {
		return nil, nil, "", nil, err
	}
	params, desc, hasDesc := strings.Cut(rest, ":")
	if !hasDesc {
		var text string
		var hasSeed bool
		if params, text, hasSeed = strings.Cut(params, "#"); hasSeed {
			n, err := strconv.ParseUint(text, 10, 64)
			if err != nil {
				return nil, nil, "", nil, fmt.Errorf("id %q: expected a whole number from 0 to 2^64-1 behind #, found %q", nearest.Clip(id), nearest.Clip(text))
			}
			seed = &n
		}
	}
	if p, err = f.ParseParams(params); err != nil {
		return nil, nil, "", nil, fmt.Errorf("id %q: %w", nearest.Clip(id), err)
	}
	return f, p, desc, seed, nil
}

// Open gives the puzzle of an id; one with a seed is generated with the default settings.
func (r *Registry) Open(ctx context.Context, id string) (Family, Instance, error) {
	if f, inst, ok, err := r.fromShelf(id); ok {
		return f, inst, err
	}
	f, p, desc, seed, err := r.SplitID(id)
	if err != nil {
		return nil, nil, r.offShelf(id, err)
	}
	if seed != nil {
		g, ok := f.(Generator)
		if !ok {
			return nil, nil, fmt.Errorf("id %q: %s puzzles cannot be generated from a seed", nearest.Clip(id), f.Name())
		}
		out, err := g.Generate(ctx, p, nil, Stream(f, *seed, 0), nil)
		if err != nil {
			return nil, nil, fmt.Errorf("id %q: %w", nearest.Clip(id), err)
		}
		return f, out.Instance, nil
	}
	var inst Instance
	if decode := f.About().Decode; decode != nil {
		inst, err = decode(ctx, p, desc)
	} else {
		inst, err = f.Decode(p, desc)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("id %q: %w", nearest.Clip(id), err)
	}
	return f, inst, nil
}

// offShelf adds the nearest names of a family's shelf to the error of an id that reads as nothing else.
func (r *Registry) offShelf(id string, err error) error {
	name, rest, _ := strings.Cut(id, ":")
	if f, known := r.Lookup(name); known == nil {
		if about := f.About(); about.Shelf != nil {
			if near := Nearest(rest, about.Shelf()); len(near) > 0 {
				return fmt.Errorf("%w; did you mean %s:%s?", err, name, near[0])
			}
		}
	}
	return err
}

// Stream is the stream from which a family's puzzle number index of a seed is drawn.
func Stream(f Family, seed, index uint64) *rng.Stream {
	return rng.New(seed).Derive("puzzle/"+f.Name(), index)
}
