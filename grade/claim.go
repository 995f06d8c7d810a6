package grade

import (
	"slices"
	"strings"
)

// The grammar of claims. What an answer claims is read here, for every type of answer and for both languages:
//
//	answer     = { sentence }
//	sentence   = clause { "," clause }                 also parted by ";", "(", ")", dashes, but, so, because
//	clause     = [ subject link ] { qualifier } value { ("or" | "and") value } [ predicate ]
//	subject    = words; behind who, that, of, in, ... (before 的) it may deny and bound what it likes: it describes
//	qualifier  = negation | bound | hedge              not, cannot be | at least, < | about, maybe
//	predicate  = [ link ] { qualifier | verdict }      is wrong, is not the answer, or more, I guess
//	exception  = value ("not" | "rather than") value   denies the second alone
//	verdict    = reject | accept                       wrong, innocent, ✗, no | right, guilty, ✓, yes
//
// Each value of a clause is affirmed, denied, unsettled (bounded, hedged, a range, a term that is not worked out) or working (a
// reason, a side of an equation that has a result). Then, in the order of the text:
//
//   - a clause without a value passes its hedge or its verdict on to the one before it ("7, probably", "A. No");
//   - "so" makes working of what stands before it, where values stand behind it;
//   - "wait", "no:", "更正" take back what stands before it, until something behind it is a value, or confirms it;
//   - "but" drops what was hedged or denied before it.
//
// An answer claims a value when that is affirmed, nothing left is unsettled, and no other value is affirmed. A question mark
// hedges. What only has the look of a claim claims nothing: that is so by default, and every form that counts has a rule.

// stance is how a text stands to a value that it names.
type stance uint8

const (
	affirmed stance = iota
	denied
	unsettled
	working
)

// noValue and otherValue are what a finder says besides the number of a value.
const (
	noValue    = -1
	otherValue = -2 // something that would be another answer, whatever it is
)

// found is a value at a place of a text.
type found struct {
	value int
	n     int  // how many tokens it takes up; 0 where there is none
	loose bool // it is a range, or a term that is not worked out
	term  bool // it is a term that is not worked out
	open  bool // the term has an unknown: 2x
}

// language finds the values of a type of answer in tokens, and knows what a clause round a value may look like.
type language interface {
	// find gives the value at a token; units are those of the clause before it.
	find(tokens []token, at int, before []unit) found
	// fits says how a value that nothing denies or hedges stands: affirmed, where it stands as an answer may; unsettled, where the
	// words round it may be a part of it; working, where it is of something else.
	fits(units []unit, at int) stance
	// rival reports whether a clause without a value offers another answer.
	rival(units []unit) bool
}

// turner is a language of answers to a question that may ask for what is not so: what a clause denies in the question's own words is then
// its answer, and what it affirms is none.
type turner interface {
	turns(units []unit, at int) bool
}

// weigher is a language that knows the question: of claims in several sentences those of the sentence that says the question again count,
// and those of sentences with words of their own are what it follows from.
type weigher interface {
	weigh(units []unit, at int) int8
}

// unit is a word, a phrase or a value of a clause.
type unit struct {
	class   class
	first   *token
	n       int // tokens
	value   int
	loose   bool
	term    bool
	open    bool
	han     bool
	capital bool
}

func (u unit) is(c class) bool { return u.class&c != 0 }

// claim is a value and how the text stands to it.
type claim struct {
	value  int
	stance stance
	clause int
	at     int32 // where the value begins in the text
	either bool  // "or" stands before it
	remark bool  // it stands in brackets, in a sentence of its own
	weight int8  // 1 in a clause that says the question again, -1 in one that says something else
	formal bool  // the result of an equation whose other side was worked out: one of many, perhaps
}

// clause is a stretch of a text.
type clause struct {
	aside    bool // it stands in round brackets
	units    []unit
	sentence int
	opener   class // of the word that begins it: but, so, because, wait
	comma    bool  // a comma parts it from the one before it
}

// reading is what a text claims.
type reading struct {
	claims    []claim
	takenBack bool
	rivals    int // clauses that offer something that is no value
}

// maxClauseUnits bounds a clause; a longer one is cut.
const maxClauseUnits = 512

// read reads the claims of a text.
func read(tokens []token, lang language) reading {
	p := pass{lang: lang, clauses: cut(tokens, lang), reasoned: -1, since: -1, hedged: -1, headed: -1}
	for i := range p.clauses {
		p.opened(i)
		c := &p.clauses[i]
		if p.reasoned == c.sentence || p.since == c.sentence || c.opener&reasons != 0 {
			continue
		}
		was := len(p.r.claims)
		if p.r.clause(c, i, lang); len(p.r.claims) > was {
			p.claimed(i, was)
		} else {
			p.spoken(c, was)
		}
	}
	p.settle()
	return p.r
}

// pass is what is known while the clauses of a text are read.
type pass struct {
	r       reading
	lang    language
	clauses []clause

	corrected, confirmed bool // something was taken back; something was claimed since
	correctedTo          int  // how many claims were taken back
	concludedTo          int  // how many claims the last conclusion follows from
	// Sentences; -1: none.
	reasoned int // whose rest is a reason
	since    int // that begins with a reason, which goes on to its comma
	hedged   int // whose claims to come are not settled
	headed   int // that begins with what is denied: Incorrect: A, C
}

// begins reports whether a clause is the first of its sentence.
func (p *pass) begins(i int) bool { return i == 0 || p.clauses[i-1].sentence != p.clauses[i].sentence }

// opened takes in how a clause begins: but, so, because.
func (p *pass) opened(i int) {
	r, c := &p.r, &p.clauses[i]
	if c.opener&corrects != 0 && (len(r.claims) > 0 || r.rivals > 0) {
		p.correctedTo, p.corrected, p.confirmed = len(r.claims), true, false
		r.rivals = 0
		p.concludedTo = max(p.concludedTo, p.correctedTo)
	}
	if c.opener&concludes != 0 {
		if p.reasoned == c.sentence {
			p.reasoned = -1
		}
		p.concludedTo = len(r.claims)
		r.rivals = 0
	}
	if c.opener&contrasts != 0 {
		for j := range r.claims {
			if r.claims[j].stance == unsettled {
				r.claims[j].stance = working
			}
		}
	}
	if c.opener&reasons != 0 {
		// A reason before what it is for ends at its comma.
		if n := len(r.claims); n > 0 && p.clauses[r.claims[n-1].clause].sentence == c.sentence {
			p.reasoned = c.sentence
		}
	}
	if c.opener&reasons != 0 && r.stated() && p.begins(i) {
		// A sentence of its own that gives the reason, unless it goes on to the answer.
		if next := i + 1; next >= len(p.clauses) || p.clauses[next].sentence != c.sentence || !p.clauses[next].answers() {
			p.reasoned = c.sentence
		}
	}
	if len(c.units) > 1 && c.units[0].is(checks) && c.units[1].first.text == ":" && r.stated() {
		p.reasoned = c.sentence
	}
	if c.opener&reasons != 0 && p.begins(i) {
		p.since = c.sentence
	}
	if p.since == c.sentence && (c.comma || c.opener&concludes != 0) {
		p.since = -1
	}
}

// claimed takes in a clause that claims values, those from was on.
func (p *pass) claimed(i, was int) {
	r, c := &p.r, &p.clauses[i]
	p.confirmed = true
	r.enumerate(p.clauses, i, was)
	if c.totals() {
		p.concludedTo = was
	}
	// A verdict with a colon is of the whole list behind it.
	switch {
	case c.heads():
		p.headed = c.sentence
	case p.headed == c.sentence && c.bare():
		for j := was; j < len(r.claims); j++ {
			r.claims[j].stance = denied
		}
	default:
		p.headed = -1
	}
	if p.hedged == c.sentence {
		for j := was; j < len(r.claims); j++ {
			r.claims[j].unsettle()
		}
	}
}

// spoken takes in a clause without a value: it speaks of the one before it, or of the one behind it.
func (p *pass) spoken(c *clause, was int) {
	r := &p.r
	hedge, reject, accept := c.verdict()
	if was > 0 && p.clauses[r.claims[was-1].clause].sentence != c.sentence && !c.comments() {
		hedge = false
	}
	switch {
	case hedge && was > p.correctedTo && !c.asks(p.clauses[r.claims[was-1].clause]):
		for j := was - 1; j >= 0 && r.claims[j].clause == r.claims[was-1].clause; j-- {
			r.claims[j].unsettle()
		}
	case hedge:
		p.hedged = c.sentence
	case reject && was > 0:
		for j := was - 1; j >= 0 && r.claims[j].clause == r.claims[was-1].clause; j-- {
			if r.claims[j].stance == affirmed {
				r.claims[j].stance = denied
			}
		}
	case accept && p.corrected && !p.confirmed:
		p.correctedTo, p.confirmed = 0, true
	case !c.denies() && p.lang.rival(c.units):
		r.rivals++
	}
}

// settle makes working of what was taken back, of what the conclusion follows from, and of formulas before another claim.
func (p *pass) settle() {
	r := &p.r
	r.takenBack = p.corrected && !p.confirmed
	from := p.correctedTo
	if p.concludedTo > from && slices.ContainsFunc(r.claims[p.concludedTo:], claim.live) {
		from = p.concludedTo
	}
	for i := range r.claims[:from] {
		r.claims[i].stance = working
	}
	r.outweigh(p.clauses)
	more := false // whether anything is claimed behind
	for i := len(r.claims) - 1; i >= 0; i-- {
		c := &r.claims[i]
		if more && c.formal && c.stance == affirmed && !r.sameClause(i) {
			c.stance = working
		}
		more = more || c.live()
	}
}

// live reports whether a claim counts so far.
func (c claim) live() bool { return c.stance == affirmed || c.stance == unsettled }

// outweigh makes working of what sentences with words of their own say, where another sentence says the question again with a value.
func (r *reading) outweigh(clauses []clause) {
	said := -1
	for _, c := range r.claims {
		if c.weight > 0 && c.stance == affirmed {
			said = clauses[c.clause].sentence
		}
	}
	if said < 0 {
		return
	}
	for i := range r.claims {
		c := &r.claims[i]
		if at := clauses[c.clause].sentence; c.weight < 0 && at < said && (c.stance == affirmed || c.stance == unsettled) {
			c.stance = working
		}
	}
}

// stated reports whether a value is claimed so far.
func (r *reading) stated() bool {
	for _, c := range r.claims {
		if c.stance == affirmed {
			return true
		}
	}
	return false
}

// answers reports whether a clause begins as one that gives an answer: it is, the answer is, so.
func (c *clause) answers() bool {
	if c.opener&concludes != 0 || len(c.units) == 0 {
		return true
	}
	return c.units[0].is(refers|frames|links) || c.bare()
}

// sameClause reports whether a later claim stands in the clause of a claim.
func (r *reading) sameClause(i int) bool {
	return i+1 < len(r.claims) && r.claims[i+1].clause == r.claims[i].clause
}

// totals reports whether a clause says what all before it comes to: that's 17 in all.
func (c *clause) totals() bool {
	if totals[c.units[0].first.text] && c.units[0].han {
		return true
	}
	if !c.units[0].is(refers) && c.units[0].first.text != "that's" {
		return false
	}
	for _, u := range c.units[1:] {
		switch t := u.first.text; {
		case t == "altogether", t == "in" && u.n > 1 && u.is(frames):
			return true
		}
	}
	return false
}

// totals are Chinese words that begin what all before comes to: 一共, 总共, 合计, 共.
var totals = map[string]bool{"一": true, "总": true, "合": true, "共": true}

// enumerate has the values of an enumeration, which its commas part into clauses, stand as the one does that has the words: the last, where
// all are judged (A, B and D are wrong), or the first, where they are excluded (ruling out A, B and D). The claims from was on
// are those of clause i.
func (r *reading) enumerate(clauses []clause, i, was int) {
	c := &clauses[i]
	if s := r.claims[was].stance; (s == denied || s == unsettled) && c.judgesAll() {
		for j, k := i, was-1; c.comma && k >= 0 && r.claims[k].clause == j-1 && clauses[j].comma && clauses[j-1].sentence == c.sentence && clauses[j-1].bare(); j-- {
			for ; k >= 0 && r.claims[k].clause == j-1; k-- {
				if r.claims[k].stance == affirmed {
					r.claims[k].stance = s
				}
			}
		}
	}
	if was == 0 || !c.comma || !c.bare() {
		return
	}
	before := &clauses[i-1]
	if last := r.claims[was-1]; last.clause == i-1 && last.stance == denied && before.sentence == c.sentence && (c.ored() && before.bare() || before.deniesList() && c.ored() || before.excludes() || before.bare() && before.comma && before.units[len(before.units)-1].value != noValue && r.excluded(clauses, i-1)) {
		for k := was; k < len(r.claims); k++ {
			r.claims[k].stance = denied
		}
	}
}

// ored reports whether a clause holds values that "or" joins.
func (c *clause) ored() bool {
	values, or := 0, false
	for _, u := range c.units {
		if u.value != noValue {
			values++
		}
		or = or || u.is(either) && !u.is(joins)
	}
	return or && (values > 1 || c.units[0].is(either))
}

// deniesList reports whether a clause is a denial and a value, as an enumeration of what is not the answer begins: not A, B or C.
func (c *clause) deniesList() bool {
	return len(c.units) == 2 && c.units[0].is(negates) && c.units[1].value != noValue
}

// excluded reports whether the enumeration that a clause goes on with began with an exclusion.
func (r *reading) excluded(clauses []clause, i int) bool {
	for ; i > 0 && clauses[i].comma && clauses[i].bare(); i-- {
	}
	return clauses[i].excludes()
}

// excludes reports whether a clause begins to exclude values, and may go on with it: ruling out A, 排除A.
func (c *clause) excludes() bool {
	for i, u := range c.units {
		if u.value != noValue {
			return i == len(c.units)-1 && i > 0 && (c.units[i-1].is(excepts) || c.units[i-1].first.text == "排")
		}
	}
	return false
}

// judgesAll reports whether a clause that begins with a value, or with "and" and one, has a predicate of several.
func (c *clause) judgesAll() bool {
	units := c.units
	if units[0].is(joins | either) {
		units = units[1:]
	}
	if len(units) == 0 || units[0].value == noValue {
		return false
	}
	for _, u := range units[1:] {
		if plural[u.first.text] {
			return true
		}
	}
	return false
}

// plural are words by which a predicate is of all values before it.
var plural = map[string]bool{"are": true, "aren't": true, "were": true, "weren't": true, "all": true, "both": true, "do": true, "don't": true, "have": true, "fail": true, "contradict": true,
	"violate": true, "break": true, "都": true, "均": true, "皆": true, "全": true, "全部": true, "都不": true, "均不": true}

// heads reports whether a clause begins with a denial and a colon.
func (c *clause) heads() bool {
	denial := false
	for _, u := range c.units {
		if u.value != noValue {
			return false
		}
		if u.first.text == ":" {
			return denial
		}
		denial = denial || u.is(negates|rejects|excepts)
	}
	return false
}

// bare reports whether a clause holds nothing but values and what joins them.
func (c *clause) bare() bool {
	for _, u := range c.units {
		if u.value == noValue && !u.is(joins|either) && !u.ends() {
			return false
		}
	}
	return true
}

// ends reports whether a unit ends what is done before the answer, or an exception: 排除A、B后, 除A以外.
func (u unit) ends() bool {
	if u.is(limits | links | joins | closes) {
		return false
	}
	switch u.first.text {
	case "后", "之", "以", "外":
		return u.han
	}
	return false
}

func (c *claim) unsettle() {
	if c.stance == affirmed {
		c.stance = unsettled
	}
}

// asks reports whether a clause is a question that is no doubt about a value of another sentence.
func (c *clause) asks(of clause) bool {
	if c.sentence == of.sentence || len(c.units) < 2 || c.units[len(c.units)-1].first.text != "?" {
		return false
	}
	for _, u := range c.units[:len(c.units)-1] {
		if u.is(hedges | negates | rejects) {
			return false
		}
	}
	return true
}

// comments reports whether a sentence without a value may be about the value before it, rather than about something else.
func (c *clause) comments() bool {
	return len(c.units) <= 4 || c.units[0].is(refers|hedges|negates|limits) || c.units[0].first.text == "i" || c.units[0].first.text == "我"
}

// denies reports whether a clause says what is not the answer.
func (c *clause) denies() bool {
	no := 0
	for _, u := range c.units {
		if u.is(negates | rejects | excepts) {
			no++
		}
	}
	return no == 1
}

// verdict says what a clause without a value has to say about others.
func (c *clause) verdict() (hedge, reject, accept bool) {
	no, yes, own := 0, 0, false
	for i, u := range c.units {
		switch {
		case u.is(others):
			return false, false, false
		case u.is(opens) && isPerson(c.units[0]):
			return hedge, no == 1, false // he is the one whose statement can be false: that describes him
		case u.is(hedges), u.is(limits) && !u.is(opens):
			hedge = true
		case u.is(negates) && i == 0 && len(c.units) > 1 && u.first.text == "no" && !c.units[1].is(rejects|accepts):
			own = true // no calculator needed
		case u.is(negates | rejects):
			no++
		case u.is(accepts):
			yes++
		case u.is(frames | links | refers):
		default:
			own = true // it speaks of something else
		}
	}
	reject = !own && no == 1 || no == 1 && len(c.units) > 0 && c.units[0].is(refers)
	return hedge, reject, yes > 0 && no == 0
}

func isPerson(u unit) bool {
	return u.first.text == "he" || u.first.text == "she" || u.first.text == "they"
}

// clause reads the claims of a clause.
func (r *reading) clause(c *clause, number int, lang language) {
	units := c.units
	previous := -1
	first := len(r.claims)
	for i, u := range units {
		if u.value == noValue {
			continue
		}
		k := claim{value: u.value, stance: r.stance(units, i, previous, first)}
		if t, ok := lang.(turner); ok && (k.stance == affirmed || k.stance == denied) && t.turns(units, i) {
			k.stance = affirmed + denied - k.stance
		}
		switch {
		case u.open && len(r.claims) == first && k.stance == affirmed:
			k.stance = working // it has an unknown in it
		case u.loose:
			if k.unsettle(); lang.fits(units, i) == working {
				k.stance = working
			}
		case k.stance == affirmed:
			k.stance = lang.fits(units, i)
		}
		if c.opener&corrects != 0 && u.value == otherValue && len(units) > 1 && !c.offers() {
			continue // it tells what is checked
		}
		if c.aside && u.value == otherValue && first > 0 && k.stance == affirmed && !c.bare() && !c.doubts() {
			continue // a remark on the answer
		}
		k.clause, k.at = number, u.first.start
		k.remark = c.aside && !c.bare()
		if w, ok := lang.(weigher); ok {
			k.weight = w.weigh(units, i)
		}
		for j := previous + 1; j < i; j++ {
			k.either = k.either || units[j].is(either) && !units[j].is(joins)
		}
		r.claims = append(r.claims, k)
		previous = i
	}
	if len(r.claims) == first {
		return
	}
	if len(r.claims) == first+2 && r.claims[first].stance == affirmed && (c.adjunct() || r.claims[first].value == otherValue && c.besideIt()) ||
		len(r.claims) == first+1 && first > 0 && c.comma && r.claims[first].value == otherValue && units[0].first.text == "the" && c.besideIt() {
		r.claims[first].stance = working
	}
	r.equation(units, first)
}

// doubts reports whether a clause has a word in it by which it may offer something else than stands before it.
func (c *clause) doubts() bool {
	if c.opener != 0 {
		return true
	}
	for _, u := range c.units {
		if u.is(either|hedges|negates|rejects|corrects) && !u.is(joins|opens) {
			return true
		}
	}
	return false
}

// adjunct reports whether the first value of a clause belongs to the words that begin it, before a subject whose link has the
// second one: after 3 days she has 48.
func (c *clause) adjunct() bool {
	units := c.units
	if len(units) < 5 || !adjuncts[units[0].first.text] || units[1].value == noValue || units[1].n > 2 {
		return false
	}
	words := 0
	for i, u := range units[2:] {
		switch {
		case u.value != noValue:
			return false
		case u.is(links):
			return words > 0 && i+3 < len(units) && units[i+3].value != noValue
		case u.is(negates | excepts | limits | hedges | either | reports):
			return false
		default:
			words++
		}
	}
	return false
}

// besideIt reports whether the first value of a clause tells what something else is beside: the day after Tuesday [is Thursday].
func (c *clause) besideIt() bool {
	at := 0
	for c.units[at].value == noValue {
		if u := c.units[at]; u.is(negates | excepts | hedges | reports | links) {
			return false
		}
		at++
	}
	for i := at - 1; i >= 0 && i >= at-3; i-- {
		if u := c.units[i]; beside[u.first.text] {
			return at+1 == len(c.units) || c.units[at+1].is(links) && at+3 == len(c.units)
		} else if !u.is(opens | frames) {
			return false
		}
	}
	return false
}

// adjuncts begin what tells when, where or for whom something holds.
var adjuncts = map[string]bool{"after": true, "in": true, "with": true, "for": true, "on": true, "at": true, "within": true}

// offers reports whether a clause has a link or nothing but a value in it.
func (c *clause) offers() bool {
	for _, u := range c.units {
		if u.is(links) {
			return true
		}
	}
	return false
}

// rounds stands for the sign "≈" where it gives the value of what stands before it.
const rounds = "≡"

// equation makes working of the sides of an equation that are worked out on another side.
func (r *reading) equation(units []unit, first int) {
	type side struct {
		claims, terms int
		open          bool
	}
	sides := []side{{}}
	var of []int
	rounded := -1 // the last side that the next one rounds
	term := false // the value before was one
	for _, u := range units {
		if t := u.first.text; u.value == noValue && (t == "=" || t == "==" || t == rounds || t == "→" || t == "->" || term && u.is(links) && !u.is(negates)) {
			term = false
			if t == rounds {
				rounded = len(sides) - 1
			}
			sides = append(sides, side{})
		} else if u.value != noValue {
			sides[len(sides)-1].claims++
			if term = u.term; term {
				sides[len(sides)-1].terms++
			}
			sides[len(sides)-1].open = sides[len(sides)-1].open || u.open
			of = append(of, len(sides)-1)
		}
	}
	if len(sides) < 2 || len(of) != len(r.claims)-first {
		return
	}
	simple, others, open, worked := false, false, false, false
	for _, s := range sides {
		simple = simple || s.claims == 1 && s.terms == 0
		others = others || s.claims > 1 || s.terms > 0
		open = open || s.open
		worked = worked || !s.open && (s.claims > 1 || s.terms > 0)
	}
	if !simple || !others && rounded < 0 {
		return
	}
	for i, s := range of {
		// An equation that is still to be solved, 2x = 12, gives no value.
		if s <= rounded || sides[s].claims > 1 || sides[s].terms > 0 || open && !worked {
			r.claims[first+i].stance = working
		} else {
			r.claims[first+i].formal = true
		}
	}
}

// stance judges the value at a unit of a clause; previous is the unit of the value before it, or -1.
func (r *reading) stance(units []unit, at, previous, first int) stance {
	what := r.left(units, at, previous)
	// Values that "or" and "and" join stand under the same qualifiers.
	if previous >= 0 && len(r.claims) > first {
		joined := true
		for _, u := range units[previous+1 : at] {
			joined = joined && u.is(either|joins) && !u.is(excepts|hedges|limits)
		}
		if before := r.claims[len(r.claims)-1].stance; joined && before != affirmed {
			return before
		}
	}
	// The predicate reaches to the next value, or to the exception.
	end, no, yes, linked := len(units), 0, 0, false
	plain := 0
	for i := at + 1; i < end; i++ {
		u := units[i]
		switch {
		case u.value != noValue && what == affirmed && r.joinedTo(units, at, i):
			at, plain, linked = i, 0, false // A and B are wrong: the predicate is of both
			continue
		case u.first.text == "nor":
			if what == affirmed {
				no++
			}
			end = i
			continue
		case u.value != noValue || u.is(excepts) || u.is(negates) && !u.is(links) && plain == 0 && !linked && before(units, i):
			end = i
			continue
		case u.is(hedges), u.is(either) && !u.is(joins) && i == at+1 && i+1 < len(units) && !valueBehind(units, i):
			what = worst(what, unsettled)
		case u.is(limits):
			if !valueBehind(units, i) && plain <= 2 && (!u.is(opens) || strings.HasPrefix(u.first.text, "m")) {
				what = worst(what, unsettled)
			}
		case u.is(negates):
			if plain == 0 || u.is(links) || linked || isModal(u) {
				no++
			}
		case u.is(rejects):
			if what == denied && i == at+1 && u.ends() {
				continue // 除B以外 is one exception
			}
			if plain <= 2 || linked {
				no++
			}
		case u.is(accepts):
			yes++
		}
		if u.is(links) {
			linked = true
		}
		if u.class == 0 {
			plain++
		}
	}
	switch {
	case no == 1 && what == affirmed:
		return denied
	case no > 0:
		return worst(what, unsettled) // not wrong, not innocent: nobody knows
	}
	return what
}

// joinedTo reports whether nothing but "and" and "or" stands between two values.
func (r *reading) joinedTo(units []unit, a, b int) bool {
	if b-a < 2 {
		return false
	}
	for _, u := range units[a+1 : b] {
		if !u.is(either|joins) || u.is(excepts|negates) {
			return false
		}
	}
	return true
}

func isModal(u unit) bool {
	switch u.first.text {
	case "cannot", "can't", "isn't", "aren't", "wasn't", "won't", "wouldn't", "couldn't", "不", "不能", "不会", "不可能":
		return true
	}
	return false
}

// before reports whether a value, or the name of something, follows a negation at once, so that the negation is of that.
func before(units []unit, at int) bool {
	for _, u := range units[at+1:] {
		if u.value != noValue {
			return true
		}
		if !u.is(frames) || u.is(rejects|accepts) {
			return false
		}
	}
	return false
}

// valueBehind reports whether a bound is of a value that follows it.
func valueBehind(units []unit, at int) bool {
	for _, u := range units[at+1:] {
		if u.value != noValue {
			return true
		}
	}
	return false
}

func worst(a, b stance) stance {
	if a == affirmed {
		return b
	}
	if b == affirmed || a == b {
		return a
	}
	return unsettled
}

// left judges what stands before a value in its clause.
func (r *reading) left(units []unit, at, previous int) stance {
	link := -1
	for i := at - 1; i > previous; i-- {
		if units[i].is(links) {
			link = i
			break
		}
	}
	no, unsure, reported := 0, false, false
	take := func(i int) {
		u := units[i]
		if u.is(negates | excepts) {
			no++
		}
		if u.is(hedges) || u.is(limits) && (!u.is(opens) || i == at-1) { // over 7, and not: see below
			unsure = true
		}
		if u.is(rejects) {
			no++
		}
		if u.is(reports) {
			reported = true
		}
	}
	from := previous + 1
	if link >= 0 {
		// What is bound up with the link: cannot be, may well be.
		from = link
		for from > previous+1 && units[from-1].is(negates|hedges|limits|links|excepts) {
			from--
		}
		// The rest is the subject. Behind who, of and the like, or before 的, it describes.
		opened := len(units)
		for i := previous + 1; i < from; i++ {
			if units[i].is(opens) {
				opened = i
				break
			}
		}
		closed := -1
		for i := previous + 1; i < from; i++ {
			if units[i].is(closes) {
				closed = i
			}
		}
		for i := previous + 1; i < from; i++ {
			if units[i].is(reports) {
				reported = true
			}
			if units[i].is(limits) && units[link].first.text == ":" && i+1 < link && units[i+1].class == 0 {
				continue // one more than gaps: 11
			}
			if i < opened && i > closed {
				take(i)
			}
		}
	}
	if previous >= 0 && from == previous+1 {
		for from < at && verdictOf(units[from]) {
			from++ // of the value before
		}
	}
	for i := from; i < at; i++ {
		take(i)
	}
	switch {
	case unsure || reported || no > 1:
		return unsettled
	case no == 1:
		return denied
	}
	return affirmed
}

// verdictOf reports whether a unit judges the value before it.
func verdictOf(u unit) bool {
	return u.is(rejects|accepts) && !u.is(links) || u.first.text == "no" || u.first.text == "否"
}

// cutter cuts tokens into clauses.
type cutter struct {
	tokens   []token
	lang     language
	out      []clause
	all      []unit // the units of all clauses
	cur      clause
	comma    bool // a comma stands before the clause
	brackets int
}

// cut cuts tokens into clauses.
func cut(tokens []token, lang language) []clause {
	all := make([]unit, 0, len(tokens))
	c := cutter{tokens: tokens, lang: lang, out: make([]clause, 0, 4), all: all, cur: clause{units: all}}
	for i := 0; i < len(tokens); {
		i = c.next(i)
	}
	c.flush(0)
	return c.out
}

// flush ends the clause; the next begins with a word that does something.
func (c *cutter) flush(opener class) {
	cur := &c.cur
	if len(cur.units) > 0 || cur.opener != 0 {
		cur.comma, c.comma = c.comma, false
		cur.aside = c.brackets > 0
		c.all = c.all[:len(c.all)+len(cur.units)]
		cur.units = cur.units[:len(cur.units):len(cur.units)]
		c.out = append(c.out, *cur)
	}
	c.cur = clause{sentence: cur.sentence, opener: opener, units: c.all[len(c.all):]}
}

// next takes what begins at a token, and gives where the rest does.
func (c *cutter) next(i int) int {
	tokens, cur := c.tokens, &c.cur
	t := tokens[i]
	if len(cur.units) >= maxClauseUnits {
		c.flush(0)
	}
	if f := c.lang.find(tokens, i, cur.units); f.n > 0 {
		cur.units = append(cur.units, unit{value: f.value, first: &tokens[i], n: f.n, loose: f.loose, term: f.term, open: f.open, han: t.kind == hanToken, capital: t.capital})
		return i + f.n
	}
	if n := stepAt(tokens, i); n > 0 && len(cur.units) == 0 {
		c.flush(concludes) // what the steps before came to
		return i + n
	}
	is, n := phraseAt(tokens, i)
	if t.text == "→" && len(cur.units) == 0 && len(c.out) > 0 && i > 0 && tokens[i-1].text == "." {
		is = concludes
	}
	if is == 0 || t.kind == signToken && n == 1 && is&(hedges|links) == 0 || t.kind == lineToken {
		if after := c.sign(i); after > i {
			return after
		}
		if t.text == "/" {
			is = either
		}
	}
	c.word(i, is, n)
	return i + n
}

// sign takes a sign that ends clauses, and gives where the rest begins; at the sign itself where it is none.
func (c *cutter) sign(i int) int {
	tokens, cur := c.tokens, &c.cur
	switch t := tokens[i]; t.text {
	case ".", "!", "\n", "...", ";":
		if t.text == "." && i+1 < len(tokens) && !tokens[i+1].space && tokens[i+1].kind == wordToken && i > 0 && tokens[i-1].kind == wordToken {
			break // U.S.A.
		}
		c.flush(0)
		cur.sentence++
	case ",", "(", ")", "[", "]", "{", "}", "|":
		if value, n := inBrackets(tokens, i, cur.units, c.lang); n > 0 {
			cur.units = append(cur.units, value)
			return i + n
		}
		c.flush(0)
		switch {
		case t.text == "(":
			c.brackets++
		case t.text == ")" && c.brackets > 0:
			c.brackets--
		}
		c.comma = t.text == ","
	case "-":
		if t.space || i+1 < len(tokens) && tokens[i+1].space {
			c.flush(0)
		}
	default:
		return i
	}
	return i + 1
}

// word takes a word or phrase of n tokens that is of a class.
func (c *cutter) word(i int, is class, n int) {
	tokens, cur := c.tokens, &c.cur
	t := tokens[i]
	u := unit{class: is, value: noValue, first: &tokens[i], n: n, han: t.kind == hanToken, capital: t.capital}
	begins, next := len(cur.units) == 0, ""
	if i+n < len(tokens) {
		next = tokens[i+n].text
	}
	if t.text == "no" && n == 1 && (next == "," || next == ":" || next == "-" && tokens[i+1].space) && len(c.out) > 0 && begins {
		u.class, is = corrects, corrects
	}
	if t.text == "不对" && begins || (t.text == "错" || t.text == "不") && begins && len(c.out) > 0 && next == "," {
		u.class, is = corrects, corrects
	}
	switch {
	case t.text == "still" && !begins && n == 1 && !cur.units[len(cur.units)-1].is(joins):
		u.class = frames // it still stood
		cur.units = append(cur.units, u)
	case t.text == "finally" && !begins && cur.units[len(cur.units)-1].is(joins):
		u.class = frames // Ann, Bob and finally Cid
		cur.units = append(cur.units, u)
	case t.text == "but" && n == 1 && !begins && allOf(cur.units[0]):
		u.class = excepts // any number but 7
		cur.units = append(cur.units, u)
	case is&(contrasts|corrects|concludes|reasons) != 0 && !(is&corrects != 0 && is&frames != 0):
		c.flush(is)
		if t.text == "?" {
			cur.units = append(cur.units, u)
		}
	case t.text == "?":
		cur.units = append(cur.units, u)
		c.flush(0)
		cur.sentence++
	case is == joins && restarts(cur.units, tokens, i+n, c.lang):
		c.flush(0)
	default:
		cur.units = append(cur.units, u)
	}
}

// stepAt gives how many tokens the number of a step takes up: Step 3: 14.
func stepAt(tokens []token, i int) int {
	if t := tokens[i].text; (t == "step" || t == "steps") && i+2 < len(tokens) && tokens[i+1].kind == digitsToken && tokens[i+2].text == ":" {
		return 3
	}
	return 0
}

// inBrackets gives a value that stands in brackets of its own, behind no other, and how many tokens it takes with them: the answer is (D).
func inBrackets(tokens []token, i int, before []unit, lang language) (u unit, n int) {
	closing, ok := closings[tokens[i].text]
	if !ok || i+2 >= len(tokens) || len(before) > 0 && before[len(before)-1].value != noValue {
		return u, 0
	}
	f := lang.find(tokens, i+1, before)
	if end := i + 1 + f.n; f.n == 0 || end >= len(tokens) || tokens[end].text != closing {
		return u, 0
	}
	t := &tokens[i+1]
	return unit{value: f.value, first: t, n: f.n, loose: f.loose, term: f.term, han: t.kind == hanToken, capital: t.capital}, f.n + 2
}

var closings = map[string]string{"(": ")", "[": "]", "{": "}"}

// allOf reports whether a clause begins with all of something, from which "but" then excepts.
func allOf(u unit) bool {
	switch u.first.text {
	case "any", "every", "all", "each", "anything", "everything", "anyone", "everyone", "nothing", "no":
		return true
	}
	return false
}

// restarts reports whether "and" begins a clause of its own: what stands before it is whole, and what stands behind it has a
// subject and a link, or a verdict.
func restarts(units []unit, tokens []token, i int, lang language) bool {
	value, linked := false, false
	for _, u := range units {
		value = value || u.value != noValue
		linked = linked || u.is(links|negates|rejects|accepts)
	}
	if !value || !linked {
		return false
	}
	for n := 0; i < len(tokens) && n < 8; n++ {
		t := tokens[i]
		if t.kind == lineToken || t.kind == signToken && t.text != "-" && t.text != "=" && t.text != ":" {
			return false
		}
		if f := lang.find(tokens, i, nil); f.n > 0 {
			i += f.n
			continue
		}
		c, m := phraseAt(tokens, i)
		if c&(joins|either) != 0 {
			return false
		}
		if n > 0 && c&(links|negates|rejects|accepts) != 0 || n == 0 && c&(refers|excepts) != 0 {
			return true
		}
		i += m
	}
	return false
}
