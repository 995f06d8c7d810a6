package synth

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/quandary-puzzles/quandary/py/eval"
	"github.com/quandary-puzzles/quandary/record"
	"github.com/quandary-puzzles/quandary/spec"
)

// query is a compiled question.
type query struct {
	name  string
	slot  int
	field string
	desc  *eval.Code

	// of an open question
	ansFormula, ansText, assertion *eval.Code

	// of a question with options
	choice               bool
	multiple, selectTrue bool
	number               int
	templates            []optionTemplate
	multi                bool
}

type optionTemplate struct {
	draw    drawPlan
	all     bool
	formula *eval.Code
	text    *eval.Code
}

func (c *compiler) query(q *spec.Query) {
	out := query{name: q.Name.Text, slot: c.slot(q.Name.Text), field: "queries." + q.Name.Text}
	out.desc = c.template(q.Desc, out.field+".desc")
	if o := q.Open; o != nil {
		out.ansFormula = c.expr(o.AnsFormula, out.field+".ans_formula")
		if out.ansText = c.expr(o.AnsText, out.field+".ans_text"); o.AnsSentence != nil {
			out.ansText = c.template(o.AnsSentence, out.field+".ans_text")
		}
		// The default asks for one solution, which an optimum is by itself and a puzzle without solving never has.
		given := o.AnsAssertion != nil && o.AnsAssertion.Pos.IsValid()
		if given || c.p.doc.Optimize == nil && c.p.doc.CalcSolution {
			out.assertion = c.expr(o.AnsAssertion, out.field+".ans_assertion")
		}
	} else if ch := q.Choice; ch != nil {
		out.choice, out.multiple, out.selectTrue = true, ch.Multiple, ch.SelectType
		out.number, out.multi = ch.OptNum, ch.Multi
		for i, t := range ch.Templates {
			f := out.field
			if ch.Multi {
				f = fmt.Sprintf("%s.templates[%d]", out.field, i)
			}
			out.templates = append(out.templates, optionTemplate{c.draw(&t.Draw, f, true), t.All,
				c.expr(t.OptFormula, f+".opt_formula"), c.template(t.OptText, f+".opt_text")})
		}
	}
	c.p.queries = append(c.p.queries, out)
}

// answered is a question with its text and its answer.
type answered struct {
	text    string // desc, a newline, and the options
	desc    string
	options []string // their texts, without letters
	answer  string
	choice  bool
}

// answerAll answers the questions and renders the whole text.
func (r *run) answerAll() *Failure {
	var texts []answered
	for i := range r.p.queries {
		q := &r.p.queries[i]
		var a answered
		var f *Failure
		if q.choice {
			a, f = r.choose(i, q)
		} else {
			a, f = r.open(i, q)
		}
		if f != nil {
			return f
		}
		texts = append(texts, a)
	}
	if len(r.queryCfg) > 0 {
		r.config.Set("_queries", r.queryCfg)
	}
	var all strings.Builder
	var answers []string
	for i, a := range texts {
		fmt.Fprintf(&all, "%d. %s", i+1, a.text)
		if a.choice {
			all.WriteByte('\n')
		}
		answers = append(answers, a.answer)
		r.g.Set(r.p.queries[i].slot, eval.Str(a.text))
	}
	r.g.Set(r.p.names.queries, eval.Str(all.String()))
	// In the whole text the names of conditions are their texts and nothing else.
	for _, slot := range r.p.shown {
		if c, ok := r.g.Get(slot).(*conditionValue); ok {
			s, err := c.text()
			if err != nil {
				return textFailure(err)
			}
			r.g.Set(slot, eval.Str(s))
		}
	}
	problem, err := r.text(r.p.desc, "desc", spot{"desc", 0, 0}, nil, nil)
	if err != nil {
		return textFailure(err)
	}
	r.problem, r.answer = problem, strings.Join(answers, "====")
	r.answered = texts
	return nil
}

// textFailure is the failure of a text.
func textFailure(err error) *Failure { return drawFailure("desc", err) }

// open answers an open question.
func (r *run) open(i int, q *query) (answered, *Failure) {
	var ans eval.Value
	if q.ansFormula != nil {
		r.at.move("answer", i, 0)
		v, f := r.eval(q.ansFormula, q.field+".ans_formula")
		if f != nil {
			return answered{}, f
		}
		ans = v
		r.g.Set(r.p.names.ans, ans) // and it stays: desc may use that of the last question
	}
	if q.assertion != nil {
		r.at.move("assertion", i, 0)
		v, f := r.eval(q.assertion, q.field+".ans_assertion")
		ok := false
		if f == nil {
			var err error
			if ok, err = eval.Truth(r.th, v); err != nil {
				f = exprFailure(q.field+".ans_assertion", err)
			}
		}
		switch {
		case r.replay != nil:
			if f != nil || !ok {
				r.replay.note(q.field + ".ans_assertion does not hold")
			}
		case f != nil:
			return answered{}, f
		case !ok:
			return answered{}, fail(CauseAssertion, q.field+".ans_assertion", nil)
		}
	}
	a := answered{}
	switch {
	case q.ansText != nil:
		r.at.move("answer", i, 1)
		v, f := r.eval(q.ansText, q.field+".ans_text")
		if f != nil {
			return a, f
		}
		ans = v
	case ans == nil:
		ans = eval.Str("")
	}
	var err error
	if a.answer, err = eval.ToStr(r.th, ans); err != nil {
		return a, exprFailure(q.field+".ans_text", err)
	}
	a.text, err = r.queryText(i, q)
	if err != nil {
		return a, drawFailure(q.field+".desc", err)
	}
	a.desc = a.text
	return a, nil
}

func (r *run) queryText(i int, q *query) (string, error) {
	if q.desc == nil {
		return "\n", nil
	}
	s, err := r.text(q.desc, q.field+".desc", spot{q.field, i, 0}, nil, nil)
	return s + "\n", err
}

// option is one option of a question: the template that made it, and its item there.
type option struct {
	template int
	item     drawnItem
	true     bool
	text     string
}

// choose answers a question with options: draws them, or reads them, and finds the letters.
func (r *run) choose(i int, q *query) (answered, *Failure) {
	a := answered{choice: true}
	parts := make([]*drawn, len(q.templates))
	for k := range q.templates {
		r.at.move("sources:query", i, k)
		d, f := r.prepare(&q.templates[k].draw)
		if f != nil {
			return a, f
		}
		parts[k] = d
	}
	var opts []option
	done := false
	if r.replay != nil {
		var f *Failure
		if opts, done, f = r.readOptions(q, parts); f != nil {
			return a, f
		}
		if !done {
			r.noteDrawn(q.name)
		}
	}
	if done {
		for k := range opts {
			if f := r.judgeOption(q, parts, &opts[k]); f != nil {
				return a, f
			}
		}
	} else {
		var f *Failure
		if opts, f = r.drawOptions(i, q, parts); f != nil {
			return a, f
		}
	}
	var text strings.Builder
	desc, err := r.queryText(i, q)
	if err != nil {
		return a, drawFailure(q.field+".desc", err)
	}
	text.WriteString(desc)
	a.desc = desc
	for k := range opts {
		o := &opts[k]
		if o.text == "" {
			if err := r.optionText(q, parts, o); err != nil {
				return a, drawFailure(q.templates[o.template].draw.field+".opt_text", err)
			}
		}
		letter := string(rune('A' + k))
		text.WriteString(letter + ". " + o.text + "\n")
		a.options = append(a.options, o.text)
		if o.true == q.selectTrue {
			a.answer += letter
		}
	}
	a.text = text.String()
	r.queryCfg.Set(q.name, r.optionConfig(q, parts, opts))
	return a, nil
}

// judgeOption finds out whether an option is true: in any solution, or in all.
func (r *run) judgeOption(q *query, parts []*drawn, o *option) *Failure {
	t := &q.templates[o.template]
	d := parts[o.template]
	n := &r.p.names
	r.g.Set(n.opt, d.sym(o.item, 0))
	r.g.Set(n.ind, d.ind(o.item, 0))
	defer func() {
		r.g.Set(n.opt, nil)
		r.g.Set(n.ind, nil)
		r.g.Set(n.model, nil)
	}()
	r.at.move("option:"+q.name, o.template, 0)
	field := t.draw.field + ".opt_formula"
	ask := func() (bool, *Failure) {
		v, f := r.eval(t.formula, field)
		if f != nil {
			return false, f
		}
		ok, err := eval.Truth(r.th, v)
		if err != nil {
			return false, exprFailure(field, err)
		}
		return ok, nil
	}
	if !r.p.doc.CalcSolution {
		var f *Failure
		o.true, f = ask()
		return f
	}
	o.true = t.all
	for _, s := range r.solutions {
		r.g.Set(n.model, s)
		ok, f := ask()
		if f != nil {
			return f
		}
		if ok != t.all {
			o.true = ok
			return nil
		}
	}
	return nil
}

// optionText renders an option; without a text of its own it shows the values.
func (r *run) optionText(q *query, parts []*drawn, o *option) error {
	t := &q.templates[o.template]
	d := parts[o.template]
	if t.text == nil {
		var words []string
		for _, v := range o.item.val {
			s, err := eval.ToStr(r.th, v)
			if err != nil {
				return err
			}
			words = append(words, s)
		}
		o.text = strings.Join(words, ", ")
		return nil
	}
	key := 0
	for _, x := range o.item.ind {
		key = key*31 + x + 1
	}
	s, err := r.text(t.text, t.draw.field+".opt_text", spot{q.field, o.template, key},
		[]int{r.p.names.opt, r.p.names.ind}, []eval.Value{d.sym(o.item, 0), d.ind(o.item, 0)})
	o.text = s
	return err
}

// setConditions gives the names of the whole text their values.
func (r *run) setConditions() {
	join := func(list []*conditionValue, end string) func() (string, error) {
		return once(func() (string, error) {
			var b strings.Builder
			for _, c := range list {
				s, err := c.text()
				if err != nil {
					return "", err
				}
				b.WriteString(s + end)
			}
			return b.String(), nil
		})
	}
	r.g.Set(r.p.names.conditions, &conditionValue{name: "conditions", text: join(r.conds, "")})
	r.g.Set(r.p.names.postConditions, &conditionValue{name: "post_gen_conditions", text: join(r.posts, ";")})
}

// plainNumber is the form of an answer that is compared as a number.
var plainNumber = regexp.MustCompile(`^\s*-?\d+(\.\d+)?%?\s*$`)

// answerTypes gives the kinds of the questions and how their answers are compared, each joined by commas.
func (r *run) answerTypes() (qtype, evalType string) {
	var kinds, types []string
	answers := strings.Split(r.answer, "====")
	for i, q := range r.p.doc.Queries {
		kind, t := "open", "nominal"
		switch {
		case q.Choice != nil && q.Choice.Multiple:
			kind, t = "multiple_choice", "multi_options"
		case q.Choice != nil:
			kind, t = "single_choice", "option"
		case i < len(answers) && plainNumber.MatchString(answers[i]):
			t = "numeral"
		}
		if q.EvalType != "" {
			t = q.EvalType
		}
		kinds, types = append(kinds, kind), append(types, t)
	}
	return strings.Join(kinds, ","), strings.Join(types, ",")
}

// record puts the record together.
func (r *run) record() (*record.Record, error) {
	rec := &record.Record{Problem: r.problem, Answer: r.answer, Source: r.p.opt.Source}
	rec.QType, rec.EvalType = r.answerTypes()
	asserted := r.asserted
	if !r.p.doc.CalcSolution {
		asserted = 0
	}
	rec.Parameters = record.Object{{Key: "cond_num", Value: asserted}, {Key: "sym_num", Value: r.symbols}, {Key: "sym_type", Value: record.List(r.types)}}
	if r.optSol != nil {
		s, err := r.optSol.Repr(r.th)
		if err != nil {
			return nil, err
		}
		rec.Parameters.Set("opt_solution", s)
	}
	var err error
	rec.Config, err = record.AppendJSON(nil, r.config)
	return rec, err
}

// origin fills in what was proven.
func (r *run) origin(o *record.Origin) {
	o.Spec = r.p.doc.Hash
	o.Solutions = len(r.solutions)
	if r.p.doc.CalcSolution {
		o.Solver = r.solver
	}
}
