package spec

import (
	"fmt"
	"regexp"
	"slices"
	"sort"
	"strings"
	"unicode"

	"github.com/quandary-puzzles/quandary/internal/doctree"
	"github.com/quandary-puzzles/quandary/internal/nearest"
	"github.com/quandary-puzzles/quandary/py/syntax"
)

// Lint reports what a document gets wrong without running it: names that nothing defines or that are not there yet,
// reserved words out of place, names that clash, indices beyond the sources, conditions and values that no text tells the
// reader, and, as hints, what nothing uses. What Load found is not repeated. The problems are sorted.
func Lint(doc *Document, u Universe) Problems {
	l := &linter{doc: doc, universe: map[string]bool{}, known: map[string]string{}, later: map[string]definition{},
		words: map[string]int{}, calls: map[string]bool{}}
	for _, n := range u.Names() {
		l.universe[n] = true
	}
	l.definitions()
	l.walk()
	l.shadows()
	l.unused()
	l.unread()
	return l.probs.Sort()
}

// Check is Load and Lint in one: everything that is wrong with a file.
func Check(name string, data []byte, opts Options, u Universe) (*Document, Problems) {
	doc, probs := Load(name, data, opts)
	if doc != nil {
		probs = append(probs, Lint(doc, u)...)
	}
	return doc, probs.Sort()
}

// definition is a name that the file defines.
type definition struct {
	name  Name
	kind  string // "variable", "symbol", …
	field string
}

type linter struct {
	doc      *Document
	universe map[string]bool
	known    map[string]string     // defined so far in the order of the format: name to kind
	later    map[string]definition // everything that the file defines
	order    []definition          // the same in order
	words    map[string]int        // how often each word occurs in expressions and texts
	calls    map[string]bool       // the words that a bracket follows
	probs    Problems
}

func (l *linter) problem(sev Severity, pos Pos, code, field, format string, args ...any) *Problem {
	p := &Problem{Severity: sev, Pos: pos, Code: code, Field: field, Message: fmt.Sprintf(format, args...)}
	return l.probs.Add(p)
}

// definitions gathers the names that the file defines, and reports those that cannot be names or clash.
func (l *linter) definitions() {
	d := l.doc
	for _, o := range d.Operators {
		l.define(o.Name, "operator", "custom_operator")
	}
	for _, v := range d.Variables {
		l.define(v.Name, "variable", "variables")
	}
	for _, s := range d.Symbols {
		l.define(s.Name, "symbol", "symbols")
	}
	for _, c := range d.Conditions {
		l.define(c.Name, "condition", "conditions")
	}
	if p := d.PostGeneration; p != nil {
		for _, v := range p.Vars {
			l.define(v.Name, "post-generation variable", "post_generation.post_gen_vars")
		}
		for _, c := range p.Conditions {
			l.define(c.Name, "post-generation condition", "post_generation.post_gen_conditions")
		}
	}
	for _, q := range d.Queries {
		l.define(q.Name, "query", "queries")
	}
}

func (l *linter) define(name Name, kind, section string) {
	field := join(section, name.Text)
	switch {
	case !isIdentifier(name.Text):
		l.problem(Error, name.Pos, "name", field, "%q cannot be the name of a %s", name.Text, kind).Expected =
			"letters, digits and underscores, not beginning with a digit"
		return
	case isKeyword(name.Text):
		l.problem(Error, name.Pos, "name", field, "%q is a Python keyword", name.Text).Expected = "another name"
		return
	case reserved[name.Text] != "":
		l.problem(Error, name.Pos, "name", field, "%q is a reserved word", name.Text).Expected = "another name"
		return
	}
	if first, ok := l.later[name.Text]; ok {
		l.problem(Error, name.Pos, "duplicate-name", field, "the %s %q has the name of the %s on line %d", kind, name.Text,
			first.kind, first.name.Pos.Line).Expected = "another name"
		return
	}
	switch strings.ToLower(name.Text) {
	case "yes", "no", "on", "off":
		l.problem(Hint, name.Pos, "name", field, "YAML readers of the 1.1 kind take the key %s for a truth value", name.Text).Expected =
			"another name, or quotes"
	}
	def := definition{name: name, kind: kind, field: field}
	l.later[name.Text] = def
	l.order = append(l.order, def)
}

func isIdentifier(s string) bool {
	for i, r := range s {
		if r != '_' && !unicode.IsLetter(r) && (i == 0 || !unicode.IsDigit(r)) {
			return false
		}
	}
	return s != ""
}

// learn makes a definition visible to what follows.
func (l *linter) learn(name Name) {
	if def, ok := l.later[name.Text]; ok {
		l.known[name.Text] = def.kind
	}
}

// walk checks every expression in the order in which the format works through them.
func (l *linter) walk() {
	d := l.doc
	for _, o := range d.Operators {
		l.learn(o.Name)
	}
	for _, o := range d.Operators {
		if o.Expr != nil {
			l.expr(o.Expr, join("custom_operator", o.Name.Text), nil)
		}
		if o.Module != nil {
			l.module(o)
		}
	}
	for _, v := range d.Variables {
		path := join("variables", v.Name.Text)
		l.expr(v.Domain, path+".domain", nil)
		l.expr(v.Formula, path+".formula", nil)
		l.bounds(v)
		l.learn(v.Name)
	}
	for _, s := range d.Symbols {
		l.symbol(s)
		l.learn(s.Name)
	}
	for _, c := range d.Conditions {
		path := join("conditions", c.Name.Text)
		if c.Static != nil {
			l.expr(c.Static.Formula, path+".formula", nil)
			l.template(c.Static.Desc, path+".desc", nil)
		}
		if dyn := c.Dynamic; dyn != nil {
			l.expr(dyn.Total, path+".total", nil)
			for i, t := range dyn.Templates {
				tp := templatePath(path, dyn.Multi, i)
				l.drawTemplate(t, tp)
				l.range2(t.Domain, tp+".domain", "the number of conditions")
			}
			l.range2(dyn.Total, path+".total", "the number of conditions")
		}
		l.learn(c.Name)
	}
	if p := d.PostGeneration; p != nil {
		sol := []string{"_sol"}
		for _, v := range p.Vars {
			l.expr(v.Formula, join("post_generation.post_gen_vars", v.Name.Text), sol)
			l.learn(v.Name)
		}
		for _, c := range p.Conditions {
			path := join("post_generation.post_gen_conditions", c.Name.Text)
			l.expr(c.Formula, path+".formula", sol)
			l.template(c.Desc, path+".desc", sol)
			l.learn(c.Name)
		}
	}
	if o := d.Optimize; o != nil {
		l.template(o.Type, "optimize.type", nil)
		l.aim(o.Type)
		l.expr(o.Formula, "optimize.formula", nil)
	}
	for _, q := range d.Queries {
		l.query(q)
	}
	for _, q := range d.Queries {
		l.learn(q.Name)
	}
	l.template(d.Desc, "desc", l.whole())
}

func templatePath(path string, multi bool, i int) string {
	if multi {
		return fmt.Sprintf("%s.templates[%d]", path, i)
	}
	return path
}

// texts are the reserved words that stand for texts of conditions.
func (l *linter) texts() []string {
	if p := l.doc.PostGeneration; p != nil && len(p.Conditions) > 0 {
		return []string{"conditions", "post_gen_conditions"}
	}
	return []string{"conditions"}
}

// whole are the reserved words of the whole text, which is put together when everything else is done.
func (l *linter) whole() []string {
	d, out := l.doc, append(l.texts(), "queries", "_solutions")
	if d.Optimize != nil {
		out = append(out, "_value")
	}
	for _, q := range d.Queries {
		if q.Open != nil && q.Open.AnsFormula != nil {
			return append(out, "_ans")
		}
	}
	return out
}

func (l *linter) symbol(s *Symbol) {
	path := join("symbols", s.Name.Text)
	if def := s.Defined; def != nil {
		extra := []string{"_sym", "_value"}
		for i, e := range def.Source {
			l.expr(e, fmt.Sprintf("%s.source[%d]", path, i), nil)
			if isIdentifier(e.Value) {
				extra = append(extra, "_"+e.Value)
			}
		}
		seen := map[string]bool{}
		for i, f := range def.Fields {
			if seen[f.Text] {
				l.problem(Error, f.Pos, "duplicate-name", fmt.Sprintf("%s.attr[%d]", path, i), "the attribute %q is given twice", f.Text)
			}
			seen[f.Text] = true
		}
		for _, t := range def.Descs {
			l.template(t, path+".desc", extra)
			l.symIndices(t.Text, path+".desc", "_sym", len(def.Source), nil)
		}
		for _, says := range slices.Concat(def.Says...) {
			l.expr(says.Values, path+".says", nil)
			for _, t := range []*Template{says.Is, says.Not} {
				if l.template(t, path+".says", extra); t != nil {
					l.symIndices(t.Text, path+".says", "_sym", len(def.Source), nil)
				}
			}
		}
	}
	if der := s.Derived; der != nil {
		l.expr(der.Total, path+".total", nil)
		for i, t := range der.Templates {
			l.drawTemplate(t, templatePath(path, der.Multi, i))
		}
	}
}

func (l *linter) drawTemplate(t *DrawTemplate, path string) {
	l.draw(&t.Draw, path, nil)
	extra := []string{"_sym", "_ind", "_index"}
	l.expr(t.Formula, path+".formula", extra)
	l.template(t.Desc, path+".desc", extra)
	for _, w := range []string{"_sym", "_ind"} {
		if t.Formula != nil {
			l.symIndices(t.Formula.Text, path+".formula", w, len(t.Source), t.Amount)
		}
		if t.Desc != nil {
			l.symIndices(t.Desc.Text, path+".desc", w, len(t.Source), t.Amount)
		}
	}
}

func (l *linter) draw(d *Draw, path string, extra []string) {
	for i, e := range d.Source {
		l.expr(e, fmt.Sprintf("%s.source[%d]", path, i), extra)
	}
	for i, e := range d.Amount {
		l.expr(e, fmt.Sprintf("%s.amount[%d]", path, i), extra)
	}
	l.expr(d.Domain, path+".domain", extra)
	for i, c := range d.CustomCond {
		cp := fmt.Sprintf("%s.custom_cond[%d]", path, i)
		l.expr(c.Constraint, cp+".constraint", extra)
	}
}

func (l *linter) query(q *Query) {
	path := join("queries", q.Name.Text)
	base := append(l.texts(), "_solutions")
	if l.doc.Optimize != nil {
		base = append(base, "_value")
	}
	with := func(more ...string) []string { return append(append([]string{}, base...), more...) }
	if o := q.Open; o != nil {
		ans := base
		if o.AnsFormula != nil {
			ans = with("_ans")
		}
		l.template(q.Desc, path+".desc", ans)
		l.expr(o.AnsFormula, path+".ans_formula", base)
		l.expr(o.AnsText, path+".ans_text", ans)
		l.template(o.AnsSentence, path+".ans_text", ans)
		l.expr(o.AnsAssertion, path+".ans_assertion", ans)
	}
	if c := q.Choice; c != nil {
		l.template(q.Desc, path+".desc", base)
		for i, t := range c.Templates {
			tp := templatePath(path, c.Multi, i)
			l.draw(&t.Draw, tp, base)
			l.range2(t.Domain, tp+".domain", "the number of options")
			opt := with("_opt", "_ind")
			l.expr(t.OptFormula, tp+".opt_formula", append(opt, "_model"))
			l.template(t.OptText, tp+".opt_text", opt)
			if t.OptFormula != nil {
				l.symIndices(t.OptFormula.Text, tp+".opt_formula", "_opt", len(t.Source), t.Amount)
			}
			if t.OptText != nil {
				l.symIndices(t.OptText.Text, tp+".opt_text", "_opt", len(t.Source), t.Amount)
			}
		}
	}
}

func (l *linter) expr(e *Expr, field string, extra []string) {
	if e != nil && e.Tree != nil {
		l.names(&e.Text, syntax.FreeNames(e.Tree), field, extra)
	}
}

func (l *linter) template(t *Template, field string, extra []string) {
	if t != nil && t.Tree != nil {
		l.names(&t.Text, syntax.FreeNames(t.Tree), field, extra)
	}
}

var word = regexp.MustCompile(`[\p{L}_][\p{L}\p{Nd}_]*`)

// names checks the names that one expression or text leaves free.
func (l *linter) names(t *Text, refs []syntax.Ref, field string, extra []string) {
	for _, at := range word.FindAllStringIndex(t.Value, -1) {
		w := t.Value[at[0]:at[1]]
		l.words[w]++
		if at[1] < len(t.Value) && t.Value[at[1]] == '(' {
			l.calls[w] = true
		}
	}
	if !t.Pos.IsValid() {
		return // a default of the format
	}
	for _, ref := range refs {
		if len(l.probs) > doctree.MaxProblems {
			return
		}
		if !l.visible(ref.Name, extra) {
			l.ref(t.At(int(ref.Pos.Offset)), ref.Name, field, extra)
		}
	}
}

// visible reports whether an expression can use a name.
func (l *linter) visible(name string, extra []string) bool {
	return slices.Contains(extra, name) || l.known[name] != "" || l.universe[name]
}

// ref reports a name that is not there.
func (l *linter) ref(pos Pos, name, field string, extra []string) {
	if where := reserved[name]; where != "" {
		l.problem(Error, pos, "reserved", field, "%s is not there in %s", name, field).Expected = name + " only " + where
		return
	}
	if def, ok := l.later[name]; ok {
		p := l.problem(Error, pos, "order", field, "%s is used before it is parsed: the %s on line %d comes later", name,
			def.kind, def.name.Pos.Line)
		p.Expected = "operators, variables, symbols, conditions, post_generation, optimize, queries, desc use only what comes before"
		if def.field == fieldRoot(field) {
			p.Message = fmt.Sprintf("the %s %s is used in its own definition", def.kind, name)
		}
		return
	}
	p := l.problem(Error, pos, "unknown-name", field, "unknown name %s", name)
	p.Suggest = nearest.One(name, l.candidates(extra))
}

// fieldRoot is the definition that a field belongs to: "variables.n.domain" to "variables.n".
func fieldRoot(field string) string {
	parts := strings.SplitN(field, ".", 3)
	if len(parts) < 2 {
		return field
	}
	return parts[0] + "." + parts[1]
}

func (l *linter) candidates(extra []string) []string {
	out := append([]string{}, extra...)
	var mine, theirs []string
	for n := range l.known {
		mine = append(mine, n)
	}
	for n := range l.universe {
		theirs = append(theirs, n)
	}
	sort.Strings(mine)
	sort.Strings(theirs)
	return append(append(out, mine...), theirs...)
}
