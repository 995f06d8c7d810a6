package spec

import (
	"sort"
	"strings"
)

// Universe is what expressions may use without the file defining it. Lint takes it from the caller, because the functions
// themselves are another package's.
type Universe struct {
	Builtins  []string // Python's own functions and constants
	Modules   []string // modules that are there without import
	Functions []string // functions of modules that are there by their bare names
	Logic     []string // And, Or, Sum, …: functions that build constraints
	Operators []string // the built-in operators of the format
}

// StandardUniverse is what the format promises to every file.
func StandardUniverse() Universe {
	return Universe{
		Builtins: strings.Fields(`abs all any ascii bin bool callable chr dict divmod enumerate filter float
			format frozenset getattr hasattr hash hex int isinstance issubclass iter len list map max min next object oct
			ord pow print range repr reversed round set slice sorted str sum tuple type zip __import__
			NotImplemented Ellipsis Exception ArithmeticError AssertionError AttributeError IndexError KeyError
			LookupError NameError OverflowError RuntimeError StopIteration TypeError ValueError ZeroDivisionError`),
		Modules:   strings.Fields(`random math itertools re functools collections string operator datetime fractions statistics copy heapq`),
		Functions: strings.Fields(`randint uniform sample choice reduce`),
		Logic: strings.Fields(`And Or Not Implies Xor If Sum Product Distinct Abs ToReal ToInt Int Bool Real AtMost
			AtLeast`),
		Operators: strings.Fields(`gen_event_count_condition gen_multi_event_count_condition make_expr get_p get_desc get_data
			get_value get_var_name to_unique to_hashable choose generate_letters generate_var_names generate_random_list
			generate_random_list_with_total get_faker get_TF_events_for_each_solution find_always_TF_events
			find_always_TF_combined_events get_required_non_solutions generate_formula generate_formulas build_system
			get_formula_value`),
	}
}

// Names gives every name of the universe, sorted.
func (u Universe) Names() []string {
	var out []string
	for _, l := range [][]string{u.Builtins, u.Modules, u.Functions, u.Logic, u.Operators} {
		out = append(out, l...)
	}
	sort.Strings(out)
	return out
}

// reserved says where the format's own names are there.
var reserved = map[string]string{
	"_sym":                "in the formula and desc of what is drawn, and in the desc and says of a defined symbol",
	"_ind":                "in the formula and desc of what is drawn, and in the options of a query",
	"_index":              "in the formula and desc of what is drawn",
	"_value":              "in the queries and the desc of a file with optimize, and in the desc and says of a defined symbol",
	"_sol":                "in post_generation",
	"_solutions":          "in queries and desc",
	"_model":              "in opt_formula",
	"_opt":                "in the options of a query",
	"_ans":                "in the desc, ans_text and ans_assertion of a query with ans_formula, and in desc, where it is the last query's",
	"conditions":          "in queries and desc",
	"queries":             "in desc",
	"post_gen_conditions": "in queries and desc, where the file has post_gen_conditions",
}

func isKeyword(name string) bool {
	switch name {
	case "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del",
		"elif", "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal",
		"not", "or", "pass", "raise", "return", "try", "while", "with", "yield":
		return true
	}
	return false
}
