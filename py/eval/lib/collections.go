package lib

import (
	"strings"

	"github.com/quandary-puzzles/quandary/py/eval"
	"github.com/quandary-puzzles/quandary/py/syntax"
)

func collectionsModule() *eval.Module {
	return eval.NewModule("collections", map[string]eval.Value{
		"Counter": eval.CounterType, "defaultdict": eval.DefaultDictType, "OrderedDict": eval.OrderedDictType,
		"deque":      eval.NewType("deque", newDeque, func(v eval.Value) bool { _, ok := v.(*deque); return ok }),
		"namedtuple": method("namedtuple", namedTuple),
	})
}

func namedTuple(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
	var name string
	var fields eval.Value
	var defaults, module eval.Value = eval.None, eval.None
	rename := false
	if err := eval.UnpackArgs("namedtuple", args, kw, "typename", &name, "field_names", &fields, "*rename?", &rename,
		"*defaults?", &defaults, "*module?", &module); err != nil {
		return nil, err
	}
	var names []string
	if s, ok := fields.(eval.Str); ok {
		names = strings.Fields(strings.ReplaceAll(string(s), ",", " "))
	} else {
		fs, err := eval.ToSlice(th, fields)
		if err != nil {
			return nil, err
		}
		for _, f := range fs {
			s, err := eval.ToStr(th, f)
			if err != nil {
				return nil, err
			}
			names = append(names, s)
		}
	}
	seen := map[string]bool{}
	for _, n := range names {
		if !syntax.IsIdentifier(n) || syntax.IsKeyword(n) || strings.HasPrefix(n, "_") {
			return nil, eval.Raise("ValueError", "Type names and field names must be valid identifiers: '%s'", n)
		}
		if seen[n] {
			return nil, eval.Raise("ValueError", "Encountered duplicate field name: '%s'", n)
		}
		seen[n] = true
	}
	var defs []eval.Value
	if defaults != none {
		var err error
		if defs, err = eval.ToSlice(th, defaults); err != nil {
			return nil, err
		}
		if len(defs) > len(names) {
			return nil, eval.Raise("TypeError", "Got more default values than field names")
		}
	}
	return eval.NewNamedTupleType(name, names, defs), nil
}
