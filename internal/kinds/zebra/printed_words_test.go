package zebra_test

import (
	"regexp"
	"slices"
	"strings"
)

// The words of English and Chinese, as docs/zebra.md describes them.

type judge = func(w world) bool

// directions of the words: 1 to the right, later, clockwise.
var directions = map[string]int{"to the left of": -1, "before": -1, "anticlockwise from": -1, "to the right of": 1, "after": 1, "clockwise from": 1,
	"左边": -1, "之前": -1, "逆时针方向": -1, "右边": 1, "之后": 1, "顺时针方向": 1,
	"links von": -1, "vor": -1, "gegen den Uhrzeigersinn von": -1, "rechts von": 1, "nach": 1, "im Uhrzeigersinn von": 1,
	"a la izquierda de": -1, "antes de": -1, "en sentido contrario a las agujas del reloj desde": -1,
	"a la derecha de": 1, "después de": 1, "en el sentido de las agujas del reloj desde": 1,
	"左": -1, "前": -1, "反時計回り側": -1, "右": 1, "後": 1, "時計回り側": 1}

const (
	dirEN = `(to the left of|to the right of|before|after|clockwise from|anticlockwise from)`
	dirZH = `(左边|右边|之前|之后|顺时针方向|逆时针方向)`
)

// The meanings, each for the tokens and words of a pattern.

func same(r *printed, m []string) judge {
	return func(w world) bool { return at(w, m[1]) == at(w, m[2]) }
}

func different(r *printed, m []string) judge {
	return func(w world) bool { return at(w, m[1]) != at(w, m[2]) }
}

func oneOf(r *printed, m []string) judge {
	return func(w world) bool {
		return slices.ContainsFunc(list(m[2]), func(t string) bool { return at(w, t) == at(w, m[1]) })
	}
}

func pair(r *printed, m []string) judge {
	return func(w world) bool {
		a, b, c, d := at(w, m[1]), at(w, m[2]), at(w, m[3]), at(w, m[4])
		return a != b && (a == c && b == d || a == d && b == c)
	}
}

func between(r *printed, m []string) judge {
	return func(w world) bool {
		x, a, b := at(w, m[1]), at(w, m[2]), at(w, m[3])
		return min(a, b) < x && x < max(a, b)
	}
}

func amid(r *printed, m []string) judge {
	return func(w world) bool {
		x, a, b := at(w, m[1]), at(w, m[2]), at(w, m[3])
		return a != b && r.away(x, a) == 1 && r.away(x, b) == 1
	}
}

func near(want bool) func(r *printed, m []string) judge {
	return func(r *printed, m []string) judge {
		return func(w world) bool { return (r.away(at(w, m[1]), at(w, m[2])) == 1) == want }
	}
}

func atPlace(allowed func(r *printed, i int) bool) func(r *printed, m []string) judge {
	return func(r *printed, m []string) judge {
		return func(w world) bool { return allowed(r, at(w, m[1])) }
	}
}

func parity(same bool) func(r *printed, m []string) judge {
	return func(r *printed, m []string) judge {
		return func(w world) bool { return (at(w, m[1])%2 == at(w, m[2])%2) == same }
	}
}

// lower compares numbers of a category: order gives the groups of the pattern as cat, first, second.
func lower(sign float64, cat, a, b int) func(r *printed, m []string) judge {
	return func(r *printed, m []string) judge {
		c := r.cat(m[cat])
		return func(w world) bool { return sign*(r.value(w, c, m[b])-r.value(w, c, m[a])) > 0 }
	}
}

var english = &grammar{
	row:   regexp.MustCompile(`The \d+ places are in a row, numbered 1 to \d+ from left to right; each holds one item of every category\.$`),
	time:  regexp.MustCompile(`The places are numbered 1 \(first\) to \d+ \(last\); each holds one item of every category\.$`),
	round: regexp.MustCompile(`The \d+ seats are at a round table, numbered 1 to \d+ clockwise; the seat to one's left is the next one clockwise\.$`),
	turn:  regexp.MustCompile(`The \d+ seats are at a round table and have no numbers; they are counted clockwise, beginning with (.*); the seat to one's left is the next one clockwise\.$`),
	none:  regexp.MustCompile(`the items of all categories are matched one to one\.$`),
	colon: ": ", comma: ", ", end: ".",
	whole: "For each category, list its items in the order of ",
	leaves: []leaf{
		lf(`T is T`, same), lf(`T is not T`, different), lf(`T is at T`, same),
		lf(`T is either (T or T)`, func(r *printed, m []string) judge { return oneOf(r, []string{"", m[1], m[2]}) }),
		lf(`T is one of ([^a-z]*(?: or )?[^a-z]*)`, oneOf),
		lf(`of T and T, one is T and the other is T`, pair),
		lf(`T is (?:directly|on the next seat) `+dirEN+` T`, func(r *printed, m []string) judge {
			return func(w world) bool { return r.steps(at(w, m[1]), at(w, m[3]), directions[m[2]]) == 1 }
		}),
		lf(`T is somewhere `+dirEN+` T`, func(r *printed, m []string) judge {
			return func(w world) bool { return r.steps(at(w, m[1]), at(w, m[3]), directions[m[2]]) > 0 }
		}),
		lf(`T is not anywhere `+dirEN+` T`, func(r *printed, m []string) judge {
			return func(w world) bool { return r.steps(at(w, m[1]), at(w, m[3]), directions[m[2]]) <= 0 }
		}),
		lf(`T is somewhere `+dirEN+` T and somewhere `+dirEN+` T`, func(r *printed, m []string) judge {
			return func(w world) bool {
				return r.steps(at(w, m[1]), at(w, m[3]), directions[m[2]]) > 0 && r.steps(at(w, m[1]), at(w, m[5]), directions[m[4]]) > 0
			}
		}),
		lf(`T is (exactly|at least) N (?:place|seat)s? `+dirEN+` T`, func(r *printed, m []string) judge {
			return func(w world) bool {
				return bounded(m[2], r.steps(at(w, m[1]), at(w, m[5]), directions[m[4]]), num(m[3]))
			}
		}),
		lf(`T is (exactly|at least) N (?:place|seat)s? from T`, func(r *printed, m []string) judge {
			return func(w world) bool { return bounded(m[2], r.away(at(w, m[1]), at(w, m[4])), num(m[3])) }
		}),
		lf(`T is next to T`, near(true)), lf(`T is not next to T`, near(false)),
		lf(`T is opposite T`, func(r *printed, m []string) judge {
			return func(w world) bool { return 2*r.away(at(w, m[1]), at(w, m[2])) == r.n }
		}),
		lf(`T is somewhere between T and T, in any order`, between),
		lf(`T is directly between T and T`, amid),
		lf(`T is (?:first|on the far left)`, atPlace(func(r *printed, i int) bool { return i == 0 })),
		lf(`T is (?:last|on the far right)`, atPlace(func(r *printed, i int) bool { return i == r.n-1 })),
		lf(`T is at one of the ends`, atPlace(func(r *printed, i int) bool { return i == 0 || i == r.n-1 })),
		lf(`T is in the middle`, atPlace(func(r *printed, i int) bool { return 2*i+1 == r.n })),
		lf(`T is in an even position`, atPlace(func(r *printed, i int) bool { return i%2 == 1 })),
		lf(`T is in an odd position`, atPlace(func(r *printed, i int) bool { return i%2 == 0 })),
		lf(`T and T are in positions of the same parity`, parity(true)),
		lf(`T and T are in positions of different parity`, parity(false)),
		lf(`T has a lower C than T`, lower(1, 2, 1, 3)), lf(`T has a higher C than T`, lower(-1, 2, 1, 3)),
		lf(`the C of T is (exactly|at least) N (lower|higher) than that of T`, func(r *printed, m []string) judge {
			c, sign := r.cat(m[1]), map[string]int{"lower": 1, "higher": -1}[m[5]]
			return func(w world) bool {
				return bounded(m[3], sign*int(r.value(w, c, m[6])-r.value(w, c, m[2])), num(m[4]))
			}
		}),
		lf(`the C of T and T (differ|do not differ) by exactly N`, func(r *printed, m []string) judge {
			c := r.cat(m[1])
			return func(w world) bool {
				d := int(r.value(w, c, m[2]) - r.value(w, c, m[3]))
				return (max(d, -d) == num(m[5])) == (m[4] == "differ")
			}
		}),
		lf(`the C of T is between those of T and T`, func(r *printed, m []string) judge {
			c := r.cat(m[1])
			return func(w world) bool {
				x, a, b := r.value(w, c, m[2]), r.value(w, c, m[3]), r.value(w, c, m[4])
				return min(a, b) < x && x < max(a, b)
			}
		}),
		lf(`the C of T is higher than that of T and lower than that of T`, func(r *printed, m []string) judge {
			c := r.cat(m[1])
			return func(w world) bool {
				return r.value(w, c, m[3]) < r.value(w, c, m[2]) && r.value(w, c, m[2]) < r.value(w, c, m[4])
			}
		}),
		lf(`([^=]* of ⟦[^=]*) = ([^=]*)`, (*printed).equation),
	},
	joins: func(r *printed, g *grammar, s string) (saying, bool) {
		if body, ok := strings.CutPrefix(s, "it is not true that "); ok {
			return r.all(g, []string{body}, func(t []bool) bool { return !t[0] })
		}
		if body, ok := strings.CutPrefix(s, "if "); ok {
			return r.all(g, split(body, ", then "), func(t []bool) bool { return !t[0] || t[1] })
		}
		if parts := split(s, " if and only if "); len(parts) == 2 {
			return r.all(g, parts, func(t []bool) bool { return t[0] == t[1] })
		}
		if body, ok := strings.CutPrefix(s, "either "); ok && strings.HasSuffix(body, ", but not both") {
			return r.all(g, split(strings.TrimSuffix(body, ", but not both"), " or "), func(t []bool) bool { return some(t) == 1 })
		}
		if body, ok := strings.CutSuffix(s, " or both"); ok {
			return r.all(g, split(body, " or "), func(t []bool) bool { return some(t) > 0 })
		}
		if parts := split(s, " and "); len(parts) > 1 {
			return r.all(g, parts, func(t []bool) bool { return some(t) == len(t) })
		}
		return saying{}, false
	},
}

var chinese = &grammar{
	row:   regexp.MustCompile(`\d+个位置排成一行，从左到右编号为1到\d+，每类每个位置恰有一项。$`),
	time:  regexp.MustCompile(`位置按先后编号为1（最先）到\d+（最后），每类每个位置恰有一项。$`),
	round: regexp.MustCompile(`\d+个座位围成一圈，按顺时针方向编号为1到\d+；左手边的座位是顺时针方向的下一个。$`),
	turn:  regexp.MustCompile(`\d+个座位围成一圈，没有编号，从(.*)起按顺时针方向数；左手边的座位是顺时针方向的下一个。$`),
	none:  regexp.MustCompile(`各类别之间一一对应。$`),
	colon: "：", comma: "、", end: "。",
	whole: "请按",
	leaves: []leaf{
		lf(`T就是T`, same), lf(`T不是T`, different),
		lf(`T是以下之一：(.*)`, oneOf),
		lf(`T和T当中，一位是T，另一位是T`, pair),
		lf(`T紧挨在T`+dirZH, func(r *printed, m []string) judge {
			return func(w world) bool { return r.steps(at(w, m[1]), at(w, m[2]), directions[m[3]]) == 1 }
		}),
		lf(`T在T`+dirZH+`某处`, func(r *printed, m []string) judge {
			return func(w world) bool { return r.steps(at(w, m[1]), at(w, m[2]), directions[m[3]]) > 0 }
		}),
		lf(`T不在T`+dirZH+`任何位置`, func(r *printed, m []string) judge {
			return func(w world) bool { return r.steps(at(w, m[1]), at(w, m[2]), directions[m[3]]) <= 0 }
		}),
		lf(`T在T`+dirZH+`某处，且在T`+dirZH+`某处`, func(r *printed, m []string) judge {
			return func(w world) bool {
				return r.steps(at(w, m[1]), at(w, m[2]), directions[m[3]]) > 0 && r.steps(at(w, m[1]), at(w, m[4]), directions[m[5]]) > 0
			}
		}),
		lf(`T在T`+dirZH+`(正好|至少)N位`, func(r *printed, m []string) judge {
			return func(w world) bool {
				return bounded(m[4], r.steps(at(w, m[1]), at(w, m[2]), directions[m[3]]), num(m[5]))
			}
		}),
		lf(`T与T(不?)相距(正好|至少)N位`, func(r *printed, m []string) judge {
			return func(w world) bool {
				return bounded(m[4], r.away(at(w, m[1]), at(w, m[2])), num(m[5])) == (m[3] == "")
			}
		}),
		lf(`T与T相邻`, near(true)), lf(`T与T不相邻`, near(false)),
		lf(`T在T和T之间某处，次序不限`, between),
		lf(`T紧挨在T和T中间`, amid),
		lf(`T在第一位`, atPlace(func(r *printed, i int) bool { return i == 0 })),
		lf(`T在最后一位`, atPlace(func(r *printed, i int) bool { return i == r.n-1 })),
		lf(`T在两端之一`, atPlace(func(r *printed, i int) bool { return i == 0 || i == r.n-1 })),
		lf(`T在正中间`, atPlace(func(r *printed, i int) bool { return 2*i+1 == r.n })),
		lf(`T在偶数位`, atPlace(func(r *printed, i int) bool { return i%2 == 1 })),
		lf(`T在奇数位`, atPlace(func(r *printed, i int) bool { return i%2 == 0 })),
		lf(`T在T`, same),
		lf(`T与T的位置奇偶相同`, parity(true)), lf(`T与T的位置奇偶不同`, parity(false)),
		lf(`T的C比T的小`, lower(1, 2, 1, 3)), lf(`T的C比T的大`, lower(-1, 2, 1, 3)),
		lf(`T的C比T的(小|大)(正好|至少)N`, func(r *printed, m []string) judge {
			c, sign := r.cat(m[2]), map[string]int{"小": 1, "大": -1}[m[4]]
			return func(w world) bool {
				return bounded(m[5], sign*int(r.value(w, c, m[3])-r.value(w, c, m[1])), num(m[6]))
			}
		}),
		lf(`T与T的C(相差|并非相差)正好N`, func(r *printed, m []string) judge {
			c := r.cat(m[3])
			return func(w world) bool {
				d := int(r.value(w, c, m[1]) - r.value(w, c, m[2]))
				return (max(d, -d) == num(m[5])) == (m[4] == "相差")
			}
		}),
		lf(`T的C介于T和T之间`, func(r *printed, m []string) judge {
			c := r.cat(m[2])
			return func(w world) bool {
				x, a, b := r.value(w, c, m[1]), r.value(w, c, m[3]), r.value(w, c, m[4])
				return min(a, b) < x && x < max(a, b)
			}
		}),
		lf(`T的C大于T的，小于T的`, func(r *printed, m []string) judge {
			c := r.cat(m[2])
			return func(w world) bool {
				return r.value(w, c, m[3]) < r.value(w, c, m[1]) && r.value(w, c, m[1]) < r.value(w, c, m[4])
			}
		}),
		lf(`([^=]*⟧的[^=]*) = ([^=]*)`, (*printed).equation),
	},
	joins: func(r *printed, g *grammar, s string) (saying, bool) {
		if body, ok := strings.CutPrefix(s, "并非"); ok {
			return r.all(g, []string{body}, func(t []bool) bool { return !t[0] })
		}
		if body, ok := strings.CutPrefix(s, "如果"); ok {
			return r.all(g, split(body, "，那么"), func(t []bool) bool { return !t[0] || t[1] })
		}
		if parts := split(s, "，当且仅当"); len(parts) == 2 {
			return r.all(g, parts, func(t []bool) bool { return t[0] == t[1] })
		}
		if body, ok := strings.CutPrefix(s, "要么"); ok && strings.HasSuffix(body, "，只有一个成立") {
			return r.all(g, split(strings.TrimSuffix(body, "，只有一个成立"), "，要么"), func(t []bool) bool { return some(t) == 1 })
		}
		if body, ok := strings.CutSuffix(s, "，至少一个成立"); ok {
			return r.all(g, split(body, "，或者"), func(t []bool) bool { return some(t) > 0 })
		}
		if parts := split(s, "，并且"); len(parts) > 1 {
			return r.all(g, parts, func(t []bool) bool { return some(t) == len(t) })
		}
		return saying{}, false
	},
}
