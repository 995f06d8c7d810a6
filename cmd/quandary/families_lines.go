package main

import (
	"io"
	"maps"
	"slices"

	"github.com/quandary-puzzles/quandary/internal/kinds/declared"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/record"
)

// familyLines writes an object a family: the one that is named, or all that people are shown.
func familyLines(out io.Writer, names []string, lang string) error {
	var list []puzzle.Family
	for _, name := range names {
		f, err := families().Lookup(name)
		if err != nil {
			return err
		}
		list = append(list, f)
	}
	if len(names) == 0 {
		for _, f := range families().All() {
			if _, stated := f.(*declared.Builtin); stated {
				list = append(list, f)
			} else if !f.About().Unlisted {
				list = append(list, f)
			}
		}
	}
	for _, f := range list {
		line, err := record.AppendJSON(nil, familyObject(f, lang))
		if err != nil {
			return err
		}
		if _, err := out.Write(append(line, '\n')); err != nil {
			return err
		}
	}
	return nil
}

// setLevels tells how many levels a family has, and where it declares them with what they are made: levels that are alike are told apart by
// their rank among as many puzzles.
func setLevels(obj *record.Object, about puzzle.About) {
	var levels *[puzzle.Levels]puzzle.Level
	var err error
	if about.Levels != nil {
		levels, err = about.Levels(nil)
	}
	if err != nil {
		obj.Set("levels", 0)
		return
	}
	obj.Set("levels", puzzle.Levels)
	if levels == nil {
		return
	}
	var list []any
	for _, l := range levels {
		one := record.Object{{Key: "params", Value: l.Params}}
		for _, name := range slices.Sorted(maps.Keys(l.Settings)) {
			one.Set(name, l.Settings[name])
		}
		list = append(list, one)
	}
	obj.Set("made_with", list)
}

// familyObject tells of a family what another program wants to know of it.
func familyObject(f puzzle.Family, lang string) record.Object {
	obj := record.Object{{Key: "name", Value: f.Name()}, {Key: "summary", Value: f.Summary()}}
	about := f.About()
	_, stated := f.(*declared.Builtin)
	if stated {
		obj.Set("title", about.Title(lang))
		obj.Set("summary", about.Text(lang))
	}
	if about.Aliases != nil {
		obj.Set("aliases", record.List(about.Aliases()))
	}
	if p, err := f.ParseParams(""); err == nil {
		obj.Set("params", p.String())
	}
	obj.Set("declared", stated)
	g, generates := puzzle.Makes(f)
	obj.Set("generate", generates)
	if generates {
		setLevels(&obj, about)
		var list []any
		for _, o := range g.Options() {
			opt := record.Object{{Key: "name", Value: o.Name}, {Key: "doc", Value: o.Doc}, {Key: "default", Value: o.Default}}
			if len(o.Values) > 0 {
				opt.Set("values", record.List(o.Values))
			}
			list = append(list, opt)
		}
		obj.Set("options", list)
	}
	if about.Shelf != nil {
		obj.Set("shelf", record.List(about.Shelf()))
	}
	if r, ok := f.(puzzle.Reader); ok {
		var list []any
		for _, format := range r.Formats() {
			list = append(list, record.Object{{Key: "name", Value: format.Name}, {Key: "doc", Value: format.Doc}, {Key: "read_only", Value: format.ReadOnly}})
		}
		obj.Set("formats", list)
	}
	return obj
}
