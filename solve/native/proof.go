package native

import (
	"bufio"
	"context"
	"errors"
	"io"
	"strconv"

	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve"
	"github.com/quandary-puzzles/quandary/solve/native/engine"
	"github.com/quandary-puzzles/quandary/solve/native/simplex"
)

// Prove shows that a problem has no solutions but those listed: none listed proves that it has none, one that its solution is
// unique. The proof is written to w in the format of package solve/proof, whose checker shares nothing with this package.
//
// The proof starts from the problem as it was translated to clauses, integers with bounds and arithmetic constraints, and tells
// what each literal and integer means, so that package solve/proof/reading can check that the translation says no more than the
// problem does. The bounds are those that the problem declares or states by comparing a variable with a constant; what else
// narrows them is part of the proof. Integers without such bounds are numbers of a linear program; where they are not in linear
// forms only, or numbers are too large to compute with, all bounds come from presolve, and the checker has to find them for itself.
// When there is another solution, it is given with the status Sat, and
// what was written is no proof.
func (e *Engine) Prove(ctx context.Context, p *model.Problem, budget solve.Budget, except []model.Assignment, w io.Writer) (_ solve.Result, err error) {
	if err := p.Err(); err != nil {
		return solve.Result{}, err
	}
	pw := &proofWriter{w: bufio.NewWriterSize(w, 1<<16)}
	s := &session{home: e, p: p, budget: budget, proof: &proofWriter{w: bufio.NewWriter(io.Discard)}}
	defer s.Close()
	s.open(ctx)
	s.begin(ctx)
	defer s.end(&err)
	for i := 0; i < p.NumConstraints(); i++ {
		s.cons = append(s.cons, p.Constraint(i).Term)
	}
	s.fromProblem = len(s.cons)
	// Tried first without a log, for nothing can be taken back from w.
	for ; s.grounds <= onPresolve; s.grounds++ {
		err := s.build()
		if err == nil && len(s.periods)+len(s.boxed) == 0 {
			break
		}
		if s.grounds == onPresolve && err == nil {
			for _, v := range s.vars {
				if d := declared(p.Variable(v)); p.Variable(v).Sort == model.Int && !d.bounded() {
					return solve.Result{}, s.unbounded(v)
				}
			}
			break
		}
		if err != nil && (s.grounds == onPresolve || !errors.Is(err, solve.ErrUnsupported)) {
			return solve.Result{}, err
		}
	}
	s.proof = pw
	if err := s.build(); err != nil {
		return solve.Result{}, err
	}
	assume, err := s.ready(nil)
	if err != nil {
		return solve.Result{}, err
	}
	for _, l := range assume { // an empty domain
		s.b.e.AddClause(l)
	}
	for _, v := range s.bools {
		pw.note("literal ", lit(v.l), p.Variable(v.v).Name)
	}
	for _, v := range s.ints {
		pw.note("integer ", int64(v.x), p.Variable(v.v).Name)
	}
	for _, v := range s.reals {
		pw.note("column ", int64(v.c), p.Variable(v.v).Name)
	}
	for _, a := range except {
		if err := s.check(a); err != nil {
			return solve.Result{}, err
		}
		pw.comment("a solution that is known is left out")
		s.b.e.AddClause(s.differ(a, nil, nil)...)
	}
	st, err := s.solveWhole(ctx)
	if err != nil {
		return solve.Result{}, err
	}
	if st == engine.Unknown {
		return solve.Result{}, s.why(ctx)
	}
	if st == engine.Sat {
		a := s.solution()
		return solve.Result{Status: solve.Sat, Solution: a}, s.check(a)
	}
	pw.Learn(nil)
	if pw.err == nil {
		pw.err = pw.w.Flush()
	}
	if pw.err != nil {
		return solve.Result{}, pw.err
	}
	return solve.Result{Status: solve.Unsat}, nil
}

// proofWriter writes what the engine tells it, one step a line.
type proofWriter struct {
	w        *bufio.Writer
	line     []byte
	err      error
	begun    bool
	terms    map[model.Term]int // those that were told, by their numbers in the proof
	numbered int                // terms told
}

// lit is a literal as the proof writes it: variables from 1, negative when negated. 1 is the literal that is always true.
func lit(l engine.Lit) int64 {
	n := int64(l.Var()) + 1
	if l&1 != 0 {
		return -n
	}
	return n
}

func (p *proofWriter) begin(kind byte) {
	p.line = append(p.line[:0], kind)
}

func (p *proofWriter) num(n int64) {
	p.line = append(p.line, ' ')
	p.line = strconv.AppendInt(p.line, n, 10)
}

func (p *proofWriter) text(s string) {
	p.line = append(p.line, ' ')
	p.line = append(p.line, s...)
}

func (p *proofWriter) lits(ls []engine.Lit) {
	for _, l := range ls {
		p.num(lit(l))
	}
	p.num(0)
}

func (p *proofWriter) end() {
	if p.err != nil {
		return
	}
	if !p.begun {
		p.begun = true
		_, p.err = p.w.WriteString("p quandary 1\n")
	}
	p.line = append(p.line, '\n')
	if _, err := p.w.Write(p.line); err != nil {
		p.err = err
	}
}

func (p *proofWriter) comment(s string) {
	p.begin('#')
	p.text(s)
	p.end()
}

// note says in a comment what a number stands for.
func (p *proofWriter) note(kind string, n int64, name string) {
	p.comment(kind + strconv.FormatInt(n, 10) + " is " + strconv.Quote(name))
}

func (p *proofWriter) Int(x engine.Int, lo, hi int64) {
	p.begin('i')
	p.num(int64(x))
	p.num(lo)
	p.num(hi)
	p.end()
}

func (p *proofWriter) Define(v int32, x engine.Int, val int64, eq bool) {
	p.begin('g')
	if eq {
		p.begin('e')
	}
	p.num(int64(v) + 1)
	p.num(int64(x))
	p.num(val)
	p.end()
}

func (p *proofWriter) clause(kind byte, ls []engine.Lit) {
	p.begin(kind)
	p.lits(ls)
	p.end()
}

func (p *proofWriter) Axiom(ls []engine.Lit)  { p.clause('c', ls) }
func (p *proofWriter) Learn(ls []engine.Lit)  { p.clause('a', ls) }
func (p *proofWriter) Delete(ls []engine.Lit) { p.clause('x', ls) }

func (p *proofWriter) sum(kind byte, id int32, r engine.Lit, ts []engine.Term, bound int64) {
	p.begin(kind)
	p.num(int64(id))
	p.num(lit(r))
	p.num(bound)
	p.summands(ts)
	p.end()
}

func (p *proofWriter) summands(ts []engine.Term) {
	for _, t := range ts {
		if t.Bool {
			p.text("b")
			p.num(t.Coef)
			p.num(lit(t.Lit))
		} else {
			p.text("i")
			p.num(t.Coef)
			p.num(int64(t.Int))
		}
	}
}

func (p *proofWriter) Linear(id int32, r engine.Lit, ts []engine.Term, bound int64) {
	p.sum('l', id, r, ts, bound)
}

func (p *proofWriter) NotEqual(id int32, r engine.Lit, ts []engine.Term, k int64) {
	p.sum('u', id, r, ts, k)
}

func (p *proofWriter) AllDiff(id int32, r engine.Lit, xs []engine.Int) {
	p.begin('d')
	p.num(int64(id))
	p.num(lit(r))
	for _, x := range xs {
		p.num(int64(x))
	}
	p.end()
}

func (p *proofWriter) Mul(id int32, x, y, z engine.Int) {
	p.four('m', id, int64(x), int64(y), int64(z))
}

func (p *proofWriter) Pow(id int32, x engine.Int, k int, z engine.Int) {
	p.four('w', id, int64(x), int64(k), int64(z))
}

func (p *proofWriter) four(kind byte, id int32, a, b, c int64) {
	p.begin(kind)
	p.num(int64(id))
	p.num(a)
	p.num(b)
	p.num(c)
	p.end()
}

func (p *proofWriter) Rows(id int32, rows [][]engine.Lit, cols [][]int8) {
	p.begin('r')
	p.num(int64(id))
	for i, row := range rows {
		p.num(int64(len(row)))
		for k, l := range row {
			p.num(lit(l))
			p.num(int64(cols[i][k]))
		}
	}
	p.end()
}

func (p *proofWriter) RealInt(c engine.Real, x engine.Int) {
	p.begin('I')
	p.num(int64(c))
	p.num(int64(x))
	p.end()
}

func (p *proofWriter) RealLit(c engine.Real, l engine.Lit) {
	p.begin('L')
	p.num(int64(c))
	p.num(lit(l))
	p.end()
}

func (p *proofWriter) RealSum(c engine.Real, ts []engine.RealTerm) {
	p.begin('S')
	p.num(int64(c))
	for _, t := range ts {
		p.text(t.Coef.String())
		p.num(int64(t.Col))
	}
	p.end()
}

func (p *proofWriter) RealAtom(l engine.Lit, c engine.Real, val simplex.Delta) {
	p.begin('A')
	p.num(lit(l))
	p.num(int64(c))
	p.text(val.R.String())
	p.text(val.D.String())
	p.end()
}

func (p *proofWriter) Lemma(id int32, ls []engine.Lit) {
	p.begin('t')
	p.num(int64(id))
	p.lits(ls)
	p.end()
}

func (p *proofWriter) Farkas(ls []engine.Lit, why []simplex.Reason) {
	p.begin('f')
	p.lits(ls)
	for _, r := range why {
		p.num(lit(engine.Lit(r.Why)))
		p.num(int64(r.Col))
		if r.Upper {
			p.text("u")
		} else {
			p.text("l")
		}
		p.text(r.Val.R.String())
		p.text(r.Val.D.String())
		p.text(r.Factor.String())
	}
	p.end()
}

var _ engine.Proof = (*proofWriter)(nil)
