package synth_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/synth"
)

// answer generates one record of a specification around an expression, and gives its answer: the expression sees the symbols
// p, q, r (Bools), n with attributes a (Int) and b (Bool), the derived symbols says and pairs, and the solutions.
func answer(t *testing.T, expr string) (string, error) {
	t.Helper()
	text := fmt.Sprintf(`
variables:
  names: {formula: "['p', 'q', 'r']"}
  keys: {formula: "['x', 'y']"}
symbols:
  s: {source: [names], type: bool, desc: "{_names} is true"}
  n: {source: [keys, "range(2)"], attr: [a, b], type: [int, bool]}
  free: {source: ["['f']"], type: bool}
  says:
    source: [s, "[True, False]"]
    domain: "1"
    custom_cond: [{scope: domain, fields: [0, 1], constraint: "lambda l: l[0][0][0][0] == 1 and l[0][0][1][0] == 0"}]
    formula: _sym[0] == _sym[1]
    desc: "{get_p(_sym[0], 'names')} is {_sym[1]}"
conditions:
  at_most: {formula: "gen_event_count_condition(s, 'most', 1)", desc: "at most one"}
  not_r: {formula: "Not(s['r'])"}
  num: {formula: "[And(n[(k, i)].get('a') == i + 1, n[(k, i)].get('b') == (i == 0)) for k in keys for i in range(2)]"}
  drawn:
    source: [names]
    domain: "2"
    custom_cond: [{scope: domain, fields: [0], constraint: "lambda l: [i[0][0][0] for i in l] == [2, 0]"}]
    formula: Or(s[_sym[0]], Not(s[_sym[0]]))
    desc: "{_index}:{_sym[0]}/{_ind[0]} "
queries:
  q1:
    desc: q
    ans_formula: %q
    ans_text: str(_ans)
    ans_assertion: 'True'
desc: "{drawn}|{conditions}|{q1}"
`, expr)
	w := compile(t, text, synth.Options{MaxTries: 1}).NewWorker()
	defer w.Close()
	rec, _, err := w.Generate(context.Background(), 1, 0)
	if err != nil {
		return "", err
	}
	if rec.Problem != "0:r/2 1:p/0 |at most one0:r/2 1:p/0 |q\n" {
		t.Errorf("text %q", rec.Problem)
	}
	return rec.Answer, nil
}

func TestOperators(t *testing.T) {
	for _, c := range []struct{ expr, want string }{
		// groups, elements and terms
		{"[len(s), len(list(s)), len(s.to_list()), list(s.keys())]", "[3, 3, 3, ['p', 'q', 'r']]"},
		{"[str(x) for x in s]", "['s_p', 's_q', 's_r']"},
		{"[get_var_name(x) for x in n.get('a')]", "['n_x_0_a', 'n_x_1_a', 'n_y_0_a', 'n_y_1_a']"},
		{"[get_var_name(n[('x', 0)]['b']), get_var_name(n['y', 1].get('a')), get_var_name(n[('x', 0)].b)]", "['n_x_0_b', 'n_y_1_a', 'n_x_0_b']"},
		{"['p' in s, 'z' in s, ('x', 1) in n, s['q'] in s, s.get('z', 7)]", "[True, False, True, True, 7]"},
		{"[len(says), says[-1] in says, len(says[0:1])]", "[1, True, 1]"},
		{"[s['p'] == None, s['p'] != 'x', s['p'] in [s['q'], s['p']], s['p'] in [s['q']]]", "[False, True, True, False]"},
		{"{s['p']: 1}[s['p']]", "1"},
		{"str(1 - n[('x', 0)].get('a') + 2 * n[('x', 1)].get('a') >= 3)", "1 - n_x_0_a + 2*n_x_1_a >= 3"},
		// values in solutions
		{"len(_solutions)", "3"},
		{"[[get_value(m, x) for x in s] for m in _solutions]", "[[False, False, False], [False, True, False], [True, False, False]]"},
		{"get_value(_solutions[0], s)", "[False, False, False]"},
		{"get_value(_solutions[0], n.get('a'))", "[1, 2, 1, 2]"},
		{"get_value(_solutions[0], n[('x', 0)])", "{'a': 1, 'b': True}"},
		{"get_value(_solutions[0], (s['p'], [n[('x', 1)].get('a'), 5], {'k': s['q']}))", "(False, [2, 5], {'k': False})"},
		{"get_value(_solutions[0], sum(n.get('a')) * 2 - max(n.get('a')) + min(n.get('a')))", "11"},
		{"get_value(_solutions[0], n[('x', 1)].get('a') ** 3 // 3 % 2 + abs(-n[('x', 0)].get('a')))", "1"},
		{"get_value(_solutions[0], n[('x', 1)].get('a') * 0.25)", "0.5"},
		{"get_value(_solutions[0], Sum(If(s['p'], 1, 10), [n.get('a')], True))", "17"},
		{"[get_value(_solutions[0], free['f']), get_value(_solutions[0], And(free['f'], s['p']))]", "[None, False]"},
		{"[_solutions[2].evaluate(s['p']), _solutions[2][s['q']], len(_solutions[2]), len([x for x in _solutions[0]])]", "[True, False, 11, 11]"},
		{"get_p(get_TF_events_for_each_solution(s, _solutions, True), 'names')", "[[], ['q'], ['p']]"},
		{"get_p(get_TF_events_for_each_solution(s, _solutions[0], False), 'names')", "[['p', 'q', 'r']]"},
		{"[get_p(x, 'names') for x in find_always_TF_events(s, _solutions, False)]", "[['r'], ['p', 'q']]"},
		{"[get_p(x, 'names') for x in find_always_TF_combined_events(s, _solutions, False, 2)]", "[[], [['p', 'q'], ['p', 'r'], ['q', 'r']]]"},
		{"[get_value(m, s['p']) for m in get_required_non_solutions(_solutions, [s['p']], 4)]", "[True, True, True, True]"},
		// descriptions
		{"get_desc(s)", "['p is true', 'q is true', 'r is true']"},
		{"[get_desc(says), get_data(says), get_data(says[0]), get_p(says[0], 's') == s['q'], get_p(says, 'names')]",
			"[['q is True'], [[[s_q], [True]]], [[s_q], [True]], s_q == s_q, ['q']]"},
		{"[drawn.data, str(drawn), drawn[0], 'r/2' in drawn, drawn.strip() + '!']", "[[[['r']], [['p']]], '0:r/2 1:p/0 ', '0', True, '0:r/2 1:p/0!']"},
		{"['one' in conditions, 'two' in conditions]", "[True, False]"},
		// logic on plain values
		{"[And(), Or(), And(True, [1, [True]]), Or([False, 0]), Not(0), Implies(True, False), Xor(1, 0), If(2 > 1, 'a', 'b')]",
			"[True, False, True, False, True, False, True, 'a']"},
		{"[Sum(1, [2, 3.5]), Product([2, 3]), Distinct(1, 2, 1), Distinct([1, 2]), Abs(-3), ToReal(2), ToInt(2.5)]", "[6.5, 6, False, True, 3, 2.0, 2.0]"},
		{"get_value(_solutions[0], AtMost(s['p'], s['q'], True, 1)) and get_value(_solutions[0], AtLeast([True, s['p']], 1))", "True"},
		{"[str(Int('k') + Real('l')), str(Bool('m')), str(Int('k'))]", "['k + l', 'm', 'k']"},
		// events
		{"[str(gen_event_count_condition(s, k, 2)[0]) for k in ['most', 'least', 'equal']]", "['[s_p] + [s_q] + [s_r] <= 2', '[s_p] + [s_q] + [s_r] >= 2', '[s_p] + [s_q] + [s_r] == 2']"},
		{"[len(gen_event_count_condition(n.get('a'), 'distinct')), gen_event_count_condition([1, 2], 'distinct')]", "[1, [True]]"},
		{"[len(gen_multi_event_count_condition([s, says], 'wc', t)) for t in [[0, 0], [1, 0, 1], [2]]]", "[0, 2, 1]"},
		{"[make_expr(o, 7, 2) for o in ['eq', '!=', 'gt', '>=', 'lt', 'le', 'add', '-', 'mul', 'div']]", "[False, True, True, True, False, False, 9, 5, 14, 3.5]"},
		{"[make_expr('and', True, False), make_expr('||', True, False), make_expr('!', True), make_expr('implies', False, False)]", "[False, True, False, True]"},
		// lists and draws
		{"to_unique([[1, 2], [2, 1], [1, 2], (1, 2)])", "[[1, 2], [2, 1]]"},
		{"to_hashable([1, [2, {3: [4]}]])", "(1, (2, ((3, (4,)),)))"},
		{"[len(set(map(tuple, choose(range(4), 2, 6)))), len(choose([1, 2], 2, 3))]", "[6, 3]"},
		{"[generate_letters(3, 'cn'), [len(generate_letters(2)), len(set([generate_letters(1)[0] for i in range(26)]))]]", "['甲乙丙', [2, 26]]"},
		{"[generate_var_names(k) for k in [2, 4, 12]]",
			"[['x', 'y'], ['p', 'q', 'r', 's'], ['x1', 'x2', 'x3', 'x4', 'x5', 'x6', 'x7', 'x8', 'x9', 'x10', 'x11', 'x12']]"},
		{"[sum(generate_random_list(5, 'int', [1, 3], ['lambda l: sum(l) == len(names) + 4'])), len(generate_random_list(2, 'bool'))]", "[7, 2]"},
		{"[all(round(x, 2) == x for x in generate_random_list(9, 'float', [0, 1])), set(generate_random_list(30, 'enum', ['a'])), generate_random_list(2, 'int', per_ele_domain=[[1, 1], [5, 5]])]",
			"[True, {'a'}, [1, 5]]"},
		{"[sum(generate_random_list_with_total(6, [0, 4], 20)), generate_random_list_with_total(2, None, 3, [[1, 1], [0, 9]])]", "[20, [1, 2]]"},
		{"[len(set(get_faker(20, 'name') + get_faker(20, 'name'))), get_faker(2, 'city', seed=4) == get_faker(2, 'city', seed=4)]", "[40, True]"},
		// formulas
		{"get_formula_value('(Add (Var 0) (Mul (Const 3) (Var 1)))', [1, 2])", "7"},
		{"get_formula_value('(Cmp < (Div (Var 0) (Var 1)) (Const 0))', [1, -2])", "True"},
		{"build_system(['(Cmp <= (Power (Var 0) (Const 2)) (Const 0))', '(Div (Var 0) (Var 1))'], n.get('a'), ['x', 'y'])['latex_str']",
			`\begin{cases} x^{2} \leq 0 \\ \frac{x}{y} \end{cases}`},
		{"[len(build_system('(Div (Var 0) (Var 1))', n.get('a'))[k]) for k in ['z3_expr', 'z3_constraint']]", "[1, 1]"},
		{"[len(set(generate_formulas(5, 2, is_cond=True, allow_power=False))), 'Var' in generate_formula(1)]", "[5, True]"},
	} {
		got, err := answer(t, c.expr)
		if err != nil {
			got = "error: " + err.Error()
		}
		if got != c.want {
			t.Errorf("%s\n   gives %s\n   want  %s", c.expr, got, c.want)
		}
	}
}

// TestOperatorErrors asks that mistakes say what was expected.
func TestOperatorErrors(t *testing.T) {
	for _, c := range []struct{ expr, want string }{
		{"s['z']", "s has no key 'z'"},
		{"n[('x', 0)]['c']", "has no attribute 'c', only 'a', 'b'"},
		{"1 if s['p'] else 2", "use If, And, Or, Not or Implies"},
		{"get_faker(2, 'flower')[5]", "IndexError"},
		{"get_faker(2, 'flowers')", `did you mean "flower_name"?`},
		{"get_faker(999, 'sport')", "has 46 values, 999 were asked for"},
		{"make_expr('xor', 1, 2)", "unknown operator 'xor', expected one of"},
		{"gen_event_count_condition(s, 'exactly', 1)", "expected most, least, equal or distinct"},
		{"generate_random_list(2, 'int', [3, 1])", "no int in the domain [3, 1]"},
		{"generate_random_list(3, 'int', [1, 2], ['lambda l: False'])", ""},
		{"generate_random_list_with_total(2, [0, 1], 5)", "no list of 2 elements has the total 5"},
		{"get_p(s['p'] == True, 'names')", ""},
		{"build_system(['(Add (Var 0) (Var 7))'], s)", "has 8 variables, 3 values were given"},
		{"And(n[('x', 0)].get('a'), True)", "And() takes truth values, n_x_0_a is a number"},
		{"choose([1], 2, 1)", "1 groups of 2 from 1 candidates"},
		{"Sum('x', s['p'])", "takes terms and numbers, not a value of type 'str'"},
		{"_solutions[0].foo", "foo"},
	} {
		got, err := answer(t, c.expr)
		switch {
		case err == nil && c.want != "":
			t.Errorf("%s gives %s, want an error with %s", c.expr, got, c.want)
		case err != nil && !strings.Contains(err.Error(), c.want):
			t.Errorf("%s: %v\n   want %s", c.expr, err, c.want)
		}
	}
}
