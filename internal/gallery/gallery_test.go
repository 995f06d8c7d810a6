package gallery_test

import (
	"errors"
	"io/fs"
	"reflect"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/gallery"
	"github.com/quandary-puzzles/quandary/spec"
)

func load(t *testing.T, e gallery.Entry) *spec.Document {
	t.Helper()
	root, err := fs.Sub(gallery.FS(), "specs")
	if err != nil {
		t.Fatal(err)
	}
	doc, probs := spec.Check(e.Name+".yaml", e.Data, spec.Options{Root: root}, spec.StandardUniverse())
	for _, p := range probs {
		t.Errorf("%v", p)
	}
	return doc
}

// TestEntries holds every file to what the list promises, and to no problems at all, hints included.
func TestEntries(t *testing.T) {
	list := gallery.List()
	if len(list) < 19 {
		t.Errorf("%d entries", len(list))
	}
	topics := map[string]string{}
	for _, e := range list {
		doc := load(t, e)
		if doc == nil {
			continue
		}
		if doc.Title == nil || doc.Title.Value != e.Title || doc.Topic == nil || doc.Topic.Value != e.Topic {
			t.Errorf("%s: the title or topic of the entry is not the file's", e.Name)
		}
		if other := topics[e.Topic]; other != "" {
			t.Errorf("%s has the topic of %s: %s", e.Name, other, e.Topic)
		}
		topics[e.Topic] = e.Name
		got, err := gallery.Open(e.Name)
		if err != nil || got.Path != e.Path {
			t.Errorf("Open(%q): %v, %v", e.Name, got, err)
		}
	}
	_, err := gallery.Open("whine")
	var unknown *gallery.UnknownError
	if !errors.As(err, &unknown) || len(unknown.Names) != len(list) {
		t.Errorf("Open of an unknown name: %v", err)
	}
}

// TestEveryAttribute reads from the documents that the files together use every attribute of the format.
func TestEveryAttribute(t *testing.T) {
	used := map[string]bool{}
	for _, e := range gallery.List() {
		doc := load(t, e)
		if doc != nil {
			gather(reflect.ValueOf(doc), used)
		}
	}
	want := map[string]string{
		"":       "title topic custom_operator variables symbols conditions calc_solution max_solution post_generation optimize queries desc",
		"var":    "type domain formula diff_factor",
		"symbol": "source attr type desc amount order domain domain_cond dim dim_cond custom_cond formula total templates",
		"cond":   "formula desc source amount order duplicate domain domain_cond custom_cond total templates",
		"custom": "scope fields constraint",
		"post":   "post_gen_vars post_gen_conditions",
		"optimi": "type formula unique",
		"query": "desc ans_formula ans_text ans_assertion query_type select_type opt_num source amount order duplicate cond " +
			"opt_formula opt_text custom_cond templates domain",
	}
	for kind, keys := range want {
		for _, k := range strings.Fields(keys) {
			if !used[kind+"."+k] {
				t.Errorf("no file uses %s of %q", k, kind)
			}
		}
	}
}

// gather walks over a document and notes the keys of every mapping, by the kind of the mapping.
func gather(v reflect.Value, used map[string]bool) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			gather(v.Elem(), used)
		}
	case reflect.Slice:
		for i := range v.Len() {
			gather(v.Index(i), used)
		}
	case reflect.Struct:
		if attrs, ok := v.Interface().(spec.Attrs); ok {
			kind := kindOf(attrs.Path)
			for _, k := range attrs.Keys {
				used[kind+"."+k.Key] = true
			}
			return
		}
		if strings.HasSuffix(v.Type().PkgPath(), "/spec") {
			for i := range v.NumField() {
				if v.Type().Field(i).IsExported() {
					gather(v.Field(i), used)
				}
			}
		}
	}
}

func kindOf(path string) string {
	section, _, _ := strings.Cut(path, ".")
	switch {
	case strings.Contains(path, "custom_cond["):
		return "custom"
	case strings.HasPrefix(path, "post_generation.post_gen_conditions"):
		return "cond"
	}
	return map[string]string{"": "", "variables": "var", "symbols": "symbol", "conditions": "cond", "post_generation": "post",
		"optimize": "optimi", "queries": "query"}[section]
}
