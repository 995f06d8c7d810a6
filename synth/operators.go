package synth

import (
	"github.com/quandary-puzzles/quandary/py/eval"
)

// opDef is a built-in operator: its name, and the function behind it.
type opDef struct {
	name string
	fn   func(*Worker, *eval.Thread, values, kwargs) (eval.Value, error)
}

// operatorTable lists the built-in operators.
func operatorTable() []opDef {
	return []opDef{
		{"And", (*Worker).opAnd}, {"Or", (*Worker).opOr}, {"Not", (*Worker).opNot}, {"Implies", (*Worker).opImplies},
		{"Xor", (*Worker).opXor}, {"If", (*Worker).opIf}, {"Sum", (*Worker).opSum}, {"Product", (*Worker).opProduct},
		{"Distinct", (*Worker).opDistinct}, {"Abs", (*Worker).opAbs}, {"ToReal", (*Worker).opToReal}, {"ToInt", (*Worker).opToInt},
		{"Int", (*Worker).opInt}, {"Bool", (*Worker).opBool}, {"Real", (*Worker).opReal},
		{"AtMost", (*Worker).opAtMost}, {"AtLeast", (*Worker).opAtLeast},

		{"gen_event_count_condition", (*Worker).opEventCount}, {"gen_multi_event_count_condition", (*Worker).opMultiEventCount},
		{"make_expr", (*Worker).opMakeExpr},
		{"get_p", (*Worker).opGetP}, {"get_desc", (*Worker).opGetDesc}, {"get_data", (*Worker).opGetData},
		{"get_value", (*Worker).opGetValue}, {"get_var_name", (*Worker).opGetVarName},
		{"get_TF_events_for_each_solution", (*Worker).opTFEvents}, {"find_always_TF_events", (*Worker).opAlwaysTF},
		{"find_always_TF_combined_events", (*Worker).opAlwaysCombined},
		{"get_required_non_solutions", (*Worker).opNonSolutions},

		{"to_unique", (*Worker).opToUnique}, {"to_hashable", (*Worker).opToHashable}, {"choose", (*Worker).opChoose},
		{"generate_letters", (*Worker).opLetters}, {"generate_var_names", (*Worker).opVarNames},
		{"generate_random_list", (*Worker).opRandomList}, {"generate_random_list_with_total", (*Worker).opRandomListTotal},
		{"get_faker", (*Worker).opFaker},
		{"generate_formula", (*Worker).opFormula}, {"generate_formulas", (*Worker).opFormulas},
		{"build_system", (*Worker).opBuildSystem}, {"get_formula_value", (*Worker).opFormulaValue},
	}
}

// operatorNames lists the names of the built-in operators.
func operatorNames() []string {
	table := operatorTable()
	names := make([]string, len(table))
	for i, d := range table {
		names[i] = d.name
	}
	return names
}

// operator makes a worker's version of a built-in operator.
func (w *Worker) operator(name string) eval.Value {
	for _, d := range operatorTable() {
		if d.name == name {
			return eval.NewBuiltin(name, func(th *eval.Thread, args values, kw kwargs) (eval.Value, error) { return d.fn(w, th, args, kw) })
		}
	}
	panic("synth: no operator " + name)
}
