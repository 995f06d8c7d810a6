// Package lineup says what statements about places mean: of a row of houses, a round table, or the items of a category that have an
// order. Every form of statement is one file in the folder forms: its meaning, its sentences in every language, and what else the
// families of line-ups need of it. They hold no list of forms of their own.
//
// A file says, for example:
//
//	form: same-parity          # its name
//	key: same parity           # its key in the clue language of zebra puzzles
//	args: 2                    # whom it is about: a, b and c
//	means: odd(a) == odd(b)    # an expression over places, see below
//	ring: numbered             # of use where the line is a ring: always, numbered (its seats have numbers), never
//	looks: values              # what it depends on: order, differences or values of the places
//	parts: [one, one]          # the parts that a, b and c play; those with equal parts can change places
//	weight: 3                  # how much there is to keep in mind, 0 to 3
//	drawn: asked               # drawn for new puzzles only where it is asked for by name
//	en:
//	  - say: "{a} and {b} are in positions of the same parity"
//	  - {say: "the {cat} of {a} and {b} are of the same parity", of: values}
//	  - read: "{a} and {b} have the same parity"
//	zh:
//	  - say: "{a}与{b}的位置奇偶相同"
//
// Further keys, where they apply: "needs" says where clues of the form can be drawn for new puzzles: row (the line is a row), three (an
// order of three or more), odd (a row of an odd number of three or more); without it, wherever there is a line.
// "same: {form: not-after, args: [b, a]}" names the form that says the same and stands for both.
// "mirror: {form: last}" says what the form becomes in a row seen from its other end, where it is not itself with the same arguments;
// "flip: even" the same for a row of an even number of places. A test compares all of these, "looks" and "parts" with the meaning.
//
// Of the sentences to say, the first that fits is said: "of: values" compares values of a category, "of: time" places in time, "of: ring"
// places in a ring, "of: even" an even number of places; without "of" a sentence is about places. Where a statement has the bounds of a
// distance, {q} says them; a sentence without it says one distance, "by: next" (1 place), "by: half" (of a ring) or "by: any". Every
// English sentence is read; one marked "loose" rests on a convention that its words do not say, and is never said. In a sentence,
// {before} and {after} stand for the words of the direction, and {cat} for the category, which German and Spanish give with its article
// (das Alter), so that it has to be the subject of a German sentence; {dative a} is a in the dative, where a language
// has one, {verb is} a verb that it moves, and {a|b} is b in a clause within another.
//
// The meaning is an expression of Python's syntax. The names a, b and c are the values of the places; lo, hi and at are the bounds and
// the number of a place that a clue states, and n is the number of places. The functions are rank(x), the number of a place from 1;
// odd(x); ahead(x, y), how far y's value is above x's, and on a ring how many seats clockwise from y one comes to x; and
// apart(x, y), their distance in either direction.
//
// Two evaluators share the parsed expression and nothing else: [Form.Holds] walks it, for judges, and [Form.Compile] turns it into a
// function over places, for solvers. A test compares them on every tuple of places. [Form.Term] states it in a constraint problem.
package lineup
