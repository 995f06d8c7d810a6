package foundry

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	rulesfiles "github.com/quandary-puzzles/quandary/families"
	"github.com/quandary-puzzles/quandary/internal/kinds/declared"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/solve/native"
)

// This file opens FILE.yaml:SIZE: a rules file of one's own, perhaps with a size and parameters behind it.

// Rules is a rules file that was read.
type Rules struct {
	Text   []byte
	Family puzzle.Family
}

// ReadRules reads a rules file, or standard input for the name "-". The error lists what is wrong with the file, with line and column.
func ReadRules(name string, files *Files) (*Rules, error) {
	text, err := files.read(name, rules.MaxBytes)
	if err != nil {
		return nil, err
	}
	file, probs := rules.Load(name, text, rulesfiles.Use)
	if err := probs.Err(); err != nil {
		return nil, err
	}
	family, probs := declared.New(file, native.New())
	if err := probs.Err(); err != nil {
		return nil, err
	}
	return &Rules{text, family}, nil
}

// Alone has Open know the family of the file and no other, also where it has the name of one of ours.
func (r *Rules) Alone(opt *Options) {
	opt.Families, opt.Files, opt.Definition = puzzle.NewRegistry(r.Family), nil, r.Text
}

var rulesKey = regexp.MustCompile(`(?m)^(family|"family"|use)\s*:`)

// IsRules tells a rules file from a specification: it names its family, or files that it uses.
func IsRules(name string, data []byte) bool {
	return rulesKey.Match(data) || strings.HasSuffix(name, ".json") && strings.Contains(string(data), `"family"`) && strings.Contains(string(data), `"rules"`)
}

// rulesFile gives the file and the parameters of a source FILE or FILE:PARAMS of which FILE is a rules file. A name with parameters that no file has as
// a whole can be nothing else, also where FILE is not there; a name without is a specification's until its text says otherwise.
func (o *Options) rulesFile(name string) (file, params string, ok bool) {
	if o.Files.has(name) {
		if !isDocument(name) {
			return "", "", false
		}
		text, err := o.Files.read(name, rules.MaxBytes)
		return name, "", err == nil && IsRules(name, text)
	}
	path, size, sized := cutSize(name)
	if !sized || o.isDeck(name) || o.isBlanksFile(name) || strings.HasPrefix(name, GalleryPrefix) {
		return "", "", false
	}
	return path, size, true
}

// cutSize parts the name of a file from a size behind it. A name may hold colons itself, as C:\my.yaml does.
func cutSize(source string) (path, size string, sized bool) {
	if n := strings.LastIndexByte(source, ':'); n >= 0 && isDocument(source[:n]) {
		return source[:n], source[n+1:], true
	}
	return source, "", false
}

// isDocument reports whether a name ends as those of rules files do.
func isDocument(name string) bool {
	return slices.Contains([]string{".yaml", ".yml", ".json"}, filepath.Ext(name))
}

// openRules opens the family of a rules file. What its level says of size and settings is the file's to say, so this comes before the rules are packed.
func openRules(name, file, params string, opt Options) (Source, error) {
	r, err := ReadRules(file, opt.Files)
	if err != nil {
		return nil, err
	}
	if _, err := r.Family.ParseParams(params); err != nil {
		return nil, err
	}
	source := strings.TrimSuffix(r.Family.Name()+":"+params, ":")
	known := opt.Families
	opt.Families, opt.Definition = puzzle.NewRegistry(r.Family), r.Text
	source, by, err := atLevel(source, &opt)
	if err != nil {
		return nil, err
	}
	if opt.Carried {
		_, size, _ := strings.Cut(source, ":")
		opt.Families, opt.Definition = known, nil // the parameters hold the text
		source = declared.OwnSource(string(r.Text), size)
	}
	src, err := openFamilyAt(source, by, opt)
	if err != nil || !opt.Carried {
		return src, err
	}
	return &titled{src, name}, nil
}
