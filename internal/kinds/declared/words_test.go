package declared

import (
	"regexp"
	"testing"
)

// TestHolesAreWhole: what is not written as %[1]s would stand in the sentence.
func TestHolesAreWhole(t *testing.T) {
	torn := regexp.MustCompile(`%(?:[^\[]|\[\d(?:[^\]]|\](?:[^s]|$)))`)
	whole := func(lang, text string) {
		if at := torn.FindString(text); at != "" {
			t.Errorf("%s: %q: %q is no hole", lang, text, at)
		}
	}
	sayings := []map[string]saying{values}
	for lang, byName := range kindsByLanguage() {
		for _, s := range byName {
			sayings = append(sayings, map[string]saying{lang: s})
		}
	}
	for _, byLang := range sayings {
		for lang, s := range byLang {
			for _, text := range []string{s.one, s.many, s.notOne, s.notMany} {
				whole(lang, text)
			}
		}
	}
	for _, table := range []map[string]map[string]string{structure, patterns} {
		for lang, byName := range table {
			for _, text := range byName {
				whole(lang, text)
			}
		}
	}
}

// kindsByLanguage lists all sayings but those of values.
func kindsByLanguage() map[string][]saying {
	out := map[string][]saying{}
	for lang, byKind := range kinds {
		for _, s := range byKind {
			out[lang] = append(out[lang], s)
		}
	}
	for lang, byLayer := range sayings {
		for _, s := range byLayer {
			out[lang] = append(out[lang], s)
		}
	}
	return out
}
