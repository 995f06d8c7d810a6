package deck

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/quandary-puzzles/quandary/internal/kinds/cards/lexicon"
	"github.com/quandary-puzzles/quandary/internal/nearest"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// ownForms are the templates that there may be of one property: with its name behind a colon, as in is:top. Those of relations
// are for the property and a number.
var ownForms = []string{"said", "value", "item", "of", "is", "is-not", "self-if-is", "self-if-is-not", "self-if-not-is", "self-if-not-is-not",
	"=", "<>", "<", "<=", ">", ">="}

// maxTemplate bounds a template, in characters.
const maxTemplate = 400

// checkTemplates refuses templates whose keys mean nothing.
func (p *Puzzle) checkTemplates() error {
	for _, lang := range sortedKeys(p.Templates) {
		known := lexicon.Templates(lang)
		if known == nil {
			return fmt.Errorf("templates: %w", puzzle.Unknownf("language", lang, lexicon.Languages()))
		}
		for _, key := range sortedKeys(p.Templates[lang]) {
			base, name, special := strings.Cut(key, ":")
			if _, ok := known[base]; !ok && OpNamed(base).Further() == nil {
				return fmt.Errorf("templates: %w", puzzle.Unknownf("template", key, sortedKeys(known)))
			}
			if special {
				if !slices.Contains(ownForms, base) {
					return fmt.Errorf("template %s: there is one of a property for %s alone", nearest.Quote(key), strings.Join(ownForms, ", "))
				}
				if err := p.findTemplateProperty(name); err != nil {
					return fmt.Errorf("template %s: %w", nearest.Quote(key), err)
				}
			}
			if t := p.Templates[lang][key]; utf8.RuneCountInString(t) > maxTemplate || !utf8.ValidString(t) {
				return fmt.Errorf("template %s is longer than %d characters, or not valid UTF-8", nearest.Quote(key), maxTemplate)
			}
		}
	}
	return nil
}

// findTemplateProperty finds what a template is for: a category of a line-up, or a property.
func (p *Puzzle) findTemplateProperty(name string) error {
	if p.Lineup != nil {
		_, err := p.category(name)
		return err
	}
	_, err := p.FindProperty(name)
	return err
}
