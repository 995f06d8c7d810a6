package syntax

import "strings"

// atMatch reports whether a match statement begins here. The word is a name everywhere else, so the line decides: no other statement
// that begins with a name and another expression ends in a colon.
func (p *parser) atMatch() bool {
	if p.tok.kind != tName || p.tok.text != "match" {
		return false
	}
	line := p.lx.src[p.tok.end:]
	if i := strings.IndexByte(line, '\n'); i >= 0 {
		line = line[:i]
	}
	quote := byte(0)
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case quote != 0 && c == '\\':
			i++
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '#':
			line = line[:i]
		}
	}
	line = strings.TrimSpace(line)
	return len(line) > 1 && line[len(line)-1] == ':' && !strings.ContainsRune(":=.,)]}", rune(line[0]))
}

func (p *parser) matchStmt() Stmt {
	from := p.tok.start
	p.next()
	s := &MatchStmt{Subject: p.exprList()}
	p.wantOp(":", " after match")
	if p.tok.kind != tNewline {
		p.fail("unexpected "+p.describe(p.tok)+" after match", "end of line, and cases")
	}
	p.next()
	if p.tok.kind != tIndent {
		p.fail("the cases of match are missing", "an indented case")
	}
	p.next()
	for p.tok.kind != tDedent && p.tok.kind != tEOF {
		if p.tok.kind != tName || p.tok.text != "case" {
			p.fail("unexpected "+p.describe(p.tok)+" in match", "'case'")
		}
		if n := len(s.Cases); n > 0 && s.Cases[n-1].Guard == nil && s.Cases[n-1].Pattern.always() {
			p.fail("a case behind one that always fits is never reached", "")
		}
		c := Case{Pos: p.lx.pos(p.tok.start)}
		p.next()
		c.Pattern = p.patterns()
		p.bindOnce(c.Pattern)
		if p.gotKw("if") {
			c.Guard = p.named()
		}
		c.Body = p.block("case")
		s.Cases = append(s.Cases, c)
	}
	if p.tok.kind == tDedent {
		p.next()
	}
	s.stmtNode = p.stmtHere(from)
	return s
}

// always reports whether a pattern fits everything.
func (q *Pattern) always() bool {
	switch q.Kind {
	case AnyPattern:
		return len(q.Sub) == 0 || q.Sub[0].always()
	case OrPattern:
		return q.Sub[len(q.Sub)-1].always()
	}
	return false
}

// bindOnce refuses a pattern that binds a name twice, and alternatives that bind different names.
func (p *parser) bindOnce(q *Pattern) map[string]bool {
	out := map[string]bool{}
	if q.Name != nil {
		out[q.Name.ID] = true
	}
	for i, s := range q.Sub {
		in := p.bindOnce(s)
		if q.Kind == OrPattern && i > 0 {
			same := len(in) == len(out)
			for n := range in {
				same = same && out[n]
			}
			if !same {
				p.lx.fail(int(s.Start().Offset), "alternative patterns bind different names", "the same names in each")
			}
			continue
		}
		for n := range in {
			if out[n] {
				p.lx.fail(int(s.Start().Offset), "the pattern binds '"+n+"' twice", "another name")
			}
			out[n] = true
		}
	}
	return out
}

// patterns parses a whole pattern; with a comma it is that of a sequence.
func (p *parser) patterns() *Pattern {
	from := p.tok.start
	first := p.patternAs(true)
	if !p.isOp(",") {
		if first.Kind == StarPattern {
			p.lx.fail(from, "a starred pattern needs a sequence around it", "','")
		}
		return first
	}
	q := &Pattern{Kind: SequencePattern, Sub: []*Pattern{first}}
	for p.gotOp(",") {
		if p.isOp(":") || p.isKw("if") {
			break
		}
		q.Sub = append(q.Sub, p.patternAs(true))
	}
	return p.sequence(q, from)
}

func (p *parser) sequence(q *Pattern, from int) *Pattern {
	stars := 0
	for _, s := range q.Sub {
		if s.Kind == StarPattern {
			if stars++; stars > 1 {
				p.lx.fail(int(s.Start().Offset), "more than one starred pattern", "one")
			}
		}
	}
	q.Span = p.here(from).Span
	return q
}

func (p *parser) patternAs(star bool) *Pattern {
	from := p.tok.start
	p.enter(from)
	defer p.leave()
	if star && p.gotOp("*") {
		q := &Pattern{Kind: StarPattern, Name: p.capture()}
		q.Span = p.here(from).Span
		return q
	}
	q := p.pattern()
	if p.isOp("|") {
		or := &Pattern{Kind: OrPattern, Sub: []*Pattern{q}}
		for p.gotOp("|") {
			if last := or.Sub[len(or.Sub)-1]; last.always() {
				p.fail("an alternative behind one that always fits is never reached", "")
			}
			or.Sub = append(or.Sub, p.pattern())
		}
		or.Span = p.here(from).Span
		q = or
	}
	if p.gotKw("as") {
		name := p.capture()
		if name == nil {
			p.lx.fail(from, "'_' binds nothing", "a name")
		}
		q = &Pattern{Kind: AnyPattern, Sub: []*Pattern{q}, Name: name}
		q.Span = p.here(from).Span
	}
	return q
}

// capture parses a name that a pattern binds; nil for _.
func (p *parser) capture() *Name {
	if p.tok.kind != tName {
		p.fail("unexpected "+p.describe(p.tok)+" in a pattern", "a name")
	}
	n := &Name{p.span(p.tok.start, p.tok.end), p.tok.text}
	p.next()
	if n.ID == "_" {
		return nil
	}
	return n
}

// pattern parses one without alternatives.
func (p *parser) pattern() *Pattern {
	from := p.tok.start
	p.enter(from)
	defer p.leave()
	q := &Pattern{Kind: ValuePattern}
	switch {
	case p.tok.kind == tName:
		name := p.span(p.tok.start, p.tok.end)
		id := p.tok.text
		p.next()
		if !p.isOp(".") && !p.isOp("(") {
			q.Kind = AnyPattern
			if id != "_" {
				q.Name = &Name{name, id}
			}
			break
		}
		q.X = &Name{name, id}
		for p.gotOp(".") {
			if p.tok.kind != tName {
				p.fail("unexpected "+p.describe(p.tok)+" after '.'", "an attribute's name")
			}
			text, at := p.tok.text, p.lx.pos(p.tok.start)
			p.next()
			q.X = &AttrExpr{p.here(from), q.X, text, at}
		}
		if p.gotOp("(") {
			p.classPattern(q)
		}
	case p.gotOp("("):
		q.Kind = SequencePattern
		comma := false
		for !p.isOp(")") {
			q.Sub = append(q.Sub, p.patternAs(true))
			if !p.gotOp(",") {
				break
			}
			comma = true
		}
		p.wantOp(")", " in a pattern")
		if len(q.Sub) == 1 && !comma && q.Sub[0].Kind != StarPattern {
			return q.Sub[0]
		}
		return p.sequence(q, from)
	case p.gotOp("["):
		q.Kind = SequencePattern
		for !p.isOp("]") {
			q.Sub = append(q.Sub, p.patternAs(true))
			if !p.gotOp(",") {
				break
			}
		}
		p.wantOp("]", " in a pattern")
		return p.sequence(q, from)
	case p.gotOp("{"):
		q.Kind = MappingPattern
		for !p.isOp("}") {
			if p.gotOp("**") {
				q.Name = p.capture()
				p.gotOp(",")
				break
			}
			q.Keys = append(q.Keys, p.patternValue())
			p.wantOp(":", " in a pattern of a mapping")
			q.Sub = append(q.Sub, p.patternAs(false))
			if !p.gotOp(",") {
				break
			}
		}
		p.wantOp("}", " in a pattern")
	default:
		q.X = p.patternValue()
	}
	q.Span = p.here(from).Span
	return q
}

// patternValue parses a literal, or a name with points.
func (p *parser) patternValue() Expr {
	switch {
	case p.tok.kind == tNumber, p.tok.kind == tString, p.isKw("None"), p.isKw("True"), p.isKw("False"):
		return p.atom()
	case p.isOp("-"):
		x := p.unary()
		if u, ok := x.(*UnaryExpr); ok {
			if _, ok := u.X.(*NumLit); ok {
				return x
			}
		}
		p.lx.fail(int(x.Start().Offset), "this is no pattern", "a number")
	case p.tok.kind == tName:
		from := p.tok.start
		x := p.primary()
		if _, ok := x.(*AttrExpr); ok {
			return x
		}
		p.lx.fail(from, "this is no value of a pattern", "a literal, or a name with a point")
	}
	p.fail("unexpected "+p.describe(p.tok)+" in a pattern", "a literal, a name, a sequence, a mapping or a class")
	return nil
}

func (p *parser) classPattern(q *Pattern) {
	q.Kind = ClassPattern
	for !p.isOp(")") {
		s := p.patternAs(false)
		if s.Kind == AnyPattern && s.Name != nil && len(s.Sub) == 0 && p.gotOp("=") {
			q.Names = append(q.Names, s.Name.ID)
			s = p.patternAs(false)
		} else if len(q.Names) > 0 {
			p.lx.fail(int(s.Start().Offset), "a pattern by position behind one by name", "NAME=")
		}
		q.Sub = append(q.Sub, s)
		if !p.gotOp(",") {
			break
		}
	}
	p.wantOp(")", " in a pattern")
}

// Exprs lists the expressions in a pattern, in source order: its values, keys and classes.
func (q *Pattern) Exprs() []Expr {
	var out []Expr
	if q.X != nil {
		out = append(out, q.X)
	}
	for i, s := range q.Sub {
		if i < len(q.Keys) {
			out = append(out, q.Keys[i])
		}
		out = append(out, s.Exprs()...)
	}
	return out
}

// Captures lists the names that a pattern binds.
func (q *Pattern) Captures() []*Name {
	var out []*Name
	for i, s := range q.Sub {
		if q.Kind != OrPattern || i == 0 {
			out = append(out, s.Captures()...)
		}
	}
	if q.Name != nil {
		out = append(out, q.Name)
	}
	return out
}
