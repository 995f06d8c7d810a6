package grade

import (
	"math/big"
	"slices"
	"strings"
)

// Of a number, a few words make another statement out of a clause whatever else it says: only, neither, each, without, extra. Where the
// question does not have them, the number is not the one that is asked for. This is the closed half of the language; all other words
// are held against those of the question.

// turners are such words, with the place where they turn: before the number, behind it, or anywhere in its clause.
var turners = map[string]side{
	"only": behindNumber, "alone": anywhere, "neither": anywhere, "each": anywhere, "apiece": anywhere, "extra": behindNumber, "additional": anywhere, "another": beforeNumber,
	"without": anywhere, "except": anywhere, "before": rightBefore, "after": rightBefore, "until": rightBefore, "till": rightBefore, "since": rightBefore,
	"otherwise": anywhere, "instead": beforeNumber, "respectively": anywhere, "per": behindNumber, "half": beforeNumber, "twice": beforeNumber, "thrice": beforeNumber, "besides": anywhere,
	"difference": anywhere, "average": anywhere, "remainder": anywhere, "short": behindNumber, "missing": behindNumber, "original": anywhere, "originally": anywhere, "initially": anywhere,
	"next": firstOfClause, "previous": anywhere, "former": anywhere, "wrongly": anywhere, "nobody": anywhere, "more": behindNumber, "fewer": behindNumber, "less": behindNumber, "off": behindNumber,
	"to": rightBefore, "leaves": anywhere, "starts": anywhere, "begins": anywhere,
}

type side uint8

const (
	anywhere side = iota
	beforeNumber
	behindNumber
	firstOfClause
	rightBefore
)

// turnedBy reports whether the clause of a number has a word in it by which it tells another number than the question asks for.
func (w *wanted) turnedBy(units []unit, at int) bool {
	if w == nil {
		return false
	}
	from, to := at, at+1
	for from > 0 && units[from-1].value == noValue {
		from--
	}
	for i := from; i < at; i++ {
		if units[i].first.text == ":" {
			from = i + 1
		}
	}
	for to < len(units) && units[to].value == noValue {
		to++
	}
	for i := from; i < to; i++ {
		u := units[i]
		if u.value != noValue {
			continue
		}
		t := u.first.text
		where, ok := turners[t]
		if !ok || w.raw[t] || u.n > 1 || w.asked[stemOf(t)] {
			continue
		}
		if t == "to" && !w.percent {
			continue
		}
		if where == anywhere || where == beforeNumber && i < at || where == behindNumber && i > at || where == firstOfClause && i == 0 && at > i || where == rightBefore && i == at-1 {
			return true
		}
	}
	return false
}

// outOfOthers reports whether a number is told out of so many as the problem does not speak of.
func (w *wanted) outOfOthers(of *big.Rat) bool {
	return w != nil && of != nil && of.IsInt() && !w.chance() && !w.has[of.Num().String()] && len(w.has) > 0
}

// ofAPart reports whether a clause tells the number of one of several that the problem counts, where the question asks for all of them.
func (w *wanted) ofAPart(units []unit, at int) bool {
	if w == nil || len(w.parts) < 2 || !(w.raw["together"] || w.raw["altogether"] || w.raw["total"] || w.raw["all"]) {
		return false
	}
	theirs := 0
	for _, u := range units[:at] {
		switch t := u.first.text; {
		case u.value != noValue, t == "together", t == "altogether", t == "total", t == "in" && u.n > 1, t == "both", t == "all", u.is(joins):
			return false
		case u.class == 0 && !u.han && w.parts[stemOf(t)]:
			theirs++
		}
	}
	return theirs == 1
}

// chance reports whether the question asks for a probability.
func (w *wanted) chance() bool {
	if w == nil {
		return false
	}
	for word := range chances {
		if w.raw[word] {
			return true
		}
	}
	return false
}

// weighs says whether a clause says the question again (1), or something with words of its own (-1).
func (w *wanted) weighs(units []unit) int8 {
	if w == nil {
		return 0
	}
	mine, own := 0, 0
	run := ""
	flush := func() {
		if run != "" {
			if strings.Contains(w.hanAsks, run) {
				mine++
			} else {
				own++
			}
		}
		run = ""
	}
	for _, u := range units {
		if u.han && u.class == 0 && u.value == noValue {
			run += u.first.text
			continue
		}
		flush()
		switch {
		case u.value != noValue:
		case deeds[stemOf(u.first.text)] || w.synonym(u.first.text):
			mine++
		case u.is(either|corrects|hedges) && !u.is(joins|frames):
			return 0
		case u.class == 0 && u.first.kind == wordToken && len(u.first.text) > 1:
			if w.understands(u) {
				mine++
			} else {
				own++
			}
		}
	}
	flush()
	switch {
	case mine > own:
		return 1
	case own > mine:
		return -1
	}
	return 0
}

// synonym reports whether a word means what a word of the question does: of those that have their opposites in a table.
func (w *wanted) synonym(word string) bool {
	for _, c := range contraries {
		for _, side := range c {
			if slices.Contains(side, word) && slices.ContainsFunc(side, func(s string) bool { return w.raw[s] }) {
				return true
			}
		}
	}
	return false
}

// noYear reports whether a number is one of years where it is asked in which year something was.
func (w *wanted) noYear(q *quantity) bool {
	return w.asksYear() && q.unit != ""
}

func (w *wanted) asksYear() bool {
	return w != nil && w.raw["year"] && !w.raw["many"] && (w.raw["which"] || w.raw["what"])
}

// otherYear reports whether a clause says by a verb of its own of a year what the question does not ask.
func (w *wanted) otherYear(units []unit) bool {
	if !w.asksYear() {
		return false
	}
	own := false
	for _, u := range units {
		switch {
		case u.is(links), u.value == noValue && w.understands(u) && u.class == 0:
			return false
		case u.value == noValue && u.class == 0 && !u.capital && u.first.kind == wordToken && len(u.first.text) > 2:
			own = true
		}
	}
	return own
}

// noFraction reports whether a number is none where a fraction is asked for.
func (w *wanted) noFraction(q *quantity) bool {
	if w == nil || q.percent || q.of != nil || !(w.chance() || w.raw["fraction"] || w.raw["proportion"] || w.raw["share"]) || !w.raw["what"] {
		return false
	}
	return q.value.IsInt() && q.value.Cmp(big.NewRat(1, 1)) > 0
}

// inMoney reports whether the problem speaks of money of which cents are a hundredth, and not of cents.
func (w *wanted) inMoney() bool {
	all := strings.ToLower(w.all)
	return hasAny(all, "$", "€", "dollar", "euro") && !strings.Contains(all, "cent")
}

// several reports whether a word may be one for several things.
func several(word string) bool {
	_, other := oneOf[word]
	return strings.HasSuffix(word, "s") && !strings.HasSuffix(word, "ss") || other || word == "fish" || word == "money" || word == "percent" || word == "cattle" || word == "deer" || word == "euro"
}

// anybody are words for people, whoever they are.
var anybody = map[string]bool{"people": true, "person": true, "persons": true, "kids": true, "kid": true, "child": true, "children": true, "pupil": true, "pupils": true, "student": true, "students": true,
	"individuals": true, "members": true, "member": true, "guest": true, "guests": true, "ones": true}
