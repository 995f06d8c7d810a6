package gallery_test

import (
	"slices"
	"strings"
)

// Readers of the puzzles about who goes, who speaks the truth, what something is.

// chosen lists the names with a 1, in the order of the list.
func chosen(list []string, x []int) []string {
	var out []string
	for i, name := range list {
		if x[i] == 1 {
			out = append(out, name)
		}
	}
	return out
}

func total(x []int) int {
	n := 0
	for _, v := range x {
		n += v
	}
	return n
}

func readExpedition(p *page) []string {
	m := p.take(`Of ([^.]*), exactly (\w+) will be picked for an expedition to the glacier\. The leader has to respect some wishes:`)
	people, places := names(m[0]), count(m[1])
	rules := []rule{func(x []int) bool { return total(x) == places }}
	for {
		if m := p.try(`\n- (\w+) will not go without (\w+)\.`); m != nil {
			a, b := which(people, m[0]), which(people, m[1])
			rules = append(rules, func(x []int) bool { return x[a] <= x[b] })
		} else if m := p.try(`\n- (\w+) and (\w+) cannot both go\.`); m != nil {
			a, b := which(people, m[0]), which(people, m[1])
			rules = append(rules, func(x []int) bool { return x[a]+x[b] < 2 })
		} else if m := p.try(`\n- If (\w+) stays at home, (\w+) must go\.`); m != nil {
			a, b := which(people, m[0]), which(people, m[1])
			rules = append(rules, func(x []int) bool { return x[a]+x[b] > 0 })
		} else {
			break
		}
	}
	p.take(`\n\n1\. Which of these could be the whole team\?`)
	teams := p.options()
	p.take(`\n\n2\. Which of these must be true\?`)
	musts := p.options()
	var worlds [][]int
	tuples(len(people), 0, 1, func(x []int) {
		if all(rules, x) {
			worlds = append(worlds, slices.Clone(x))
		}
	})
	var out []string
	for _, first := range oneLetter(teams, func(o string) bool {
		team := strings.Split(o, ", ")
		slices.Sort(team)
		return slices.ContainsFunc(worlds, func(x []int) bool {
			c := chosen(people, x)
			slices.Sort(c)
			return slices.Equal(c, team)
		})
	}) {
		for _, second := range oneLetter(musts, func(o string) bool {
			q := &page{o}
			holds := rule(nil)
			if m := q.try(`Exactly one of (\w+) and (\w+) goes\.$`); m != nil {
				a, b := which(people, m[0]), which(people, m[1])
				holds = func(x []int) bool { return x[a]+x[b] == 1 }
			} else {
				m := q.take(`(\w+) (goes|stays at home)\.$`)
				a, goes := which(people, m[0]), m[1] == "goes"
				holds = func(x []int) bool { return (x[a] == 1) == goes }
			}
			return !slices.ContainsFunc(worlds, func(x []int) bool { return !holds(x) })
		}) {
			out = append(out, first+"===="+second)
		}
	}
	return out
}

func readGraduation(p *page) []string {
	m := p.take(`([^.]*) are waiting for the results of their final examination, and each makes a guess\.`)
	people := names(m[0])
	var guesses []rule
	for i := range people {
		m := p.take(`\n` + people[i] + `: "(\w+) has (not )?passed\."`)
		a, passed := which(people, m[0]), m[1] == ""
		guesses = append(guesses, func(x []int) bool { return (x[a] == 1) == passed })
	}
	m = p.take(`\n\nAt last the dean steps out\. "Exactly (\w+) of you ha(?:s|ve) passed," she says\. "(\w+) of your guesses (?:was|were) right, ` +
		`(?:among them )?(?:that of the one who has|those of all who have) passed\."`)
	passed, right := count(m[0]), count(m[1])
	p.take(`\n\nWho has passed\? Give the names in alphabetical order, separated by commas\.`)
	var out []string
	tuples(len(people), 0, 1, func(x []int) {
		n := 0
		for i, g := range guesses {
			if g(x) {
				n++
			} else if x[i] == 1 {
				return
			}
		}
		if total(x) == passed && n == right {
			who := chosen(people, x)
			slices.Sort(who)
			out = append(out, strings.Join(who, ", "))
		}
	})
	return out
}

func readKnaves(p *page) []string {
	m := p.take(`On a certain island live knights, who always tell the truth, and knaves, who always lie\. You meet (\w+) islanders\.`)
	var people, said []string
	for m := p.try(`\n(\w+): "([^"]*)"`); m != nil; m = p.try(`\n(\w+): "([^"]*)"`) {
		people, said = append(people, m[0]), append(said, m[1])
	}
	if len(people) != count(m[0]) {
		panic(unread{"as many islanders", strings.Join(people, ", ")})
	}
	var says []rule
	for _, s := range said {
		q := &page{s}
		if m := q.try(`(\w+) is a knave\.$`); m != nil {
			a := which(people, m[0])
			says = append(says, func(x []int) bool { return x[a] == 0 })
		} else if m := q.try(`(\w+) and (\w+) are of the same kind\.$`); m != nil {
			a, b := which(people, m[0]), which(people, m[1])
			says = append(says, func(x []int) bool { return x[a] == x[b] })
		} else if m := q.try(`(\w+) and (\w+) are not both knights\.$`); m != nil {
			a, b := which(people, m[0]), which(people, m[1])
			says = append(says, func(x []int) bool { return x[a]+x[b] < 2 })
		} else if m := q.try(`Exactly (\w+) of us (?:is a knight|are knights)\.$`); m != nil {
			n := count(m[0])
			says = append(says, func(x []int) bool { return total(x) == n })
		} else {
			m := q.take(`If (\w+) is a knight, there are at least two of them among us\.$`)
			a := which(people, m[0])
			says = append(says, func(x []int) bool { return x[a] == 0 || total(x) >= 2 })
		}
	}
	p.take(`\n\nWho are the knights\? Give their names in alphabetical order, separated by commas, or "nobody"\.`)
	var out []string
	tuples(len(people), 0, 1, func(x []int) {
		for i, s := range says {
			if s(x) != (x[i] == 1) {
				return
			}
		}
		who := chosen(people, x)
		slices.Sort(who)
		if len(who) == 0 {
			who = []string{"nobody"}
		}
		out = append(out, strings.Join(who, ", "))
	})
	return out
}

func readOre(p *page) []string {
	m := p.take(`A geology teacher hands round a stone\. "It is ([^.]*)\. Tell me two things about it\."\n`)
	ores := names(m[0])
	type claim struct {
		ore int
		is  bool
	}
	var claims [][2]claim
	for {
		m := p.try(`\n\w+: "I think it is (not )?(\w+), and it is (not )?(\w+)\."`)
		if m == nil {
			break
		}
		claims = append(claims, [2]claim{{which(ores, m[1]), m[0] == ""}, {which(ores, m[3]), m[2] == ""}})
	}
	told := [3]int{}
	p.take(`\n\nThe teacher smiles\. "Let me see\. `)
	for {
		m := p.take(`(\w+) of you (?:is|are) (wrong in both|right in one and wrong in the other|right in both)(; |\."\n\nWhat is it\?)`)
		told[slices.Index([]string{"wrong in both", "right in one and wrong in the other", "right in both"}, m[1])] = count(m[0])
		if m[2] != "; " {
			break
		}
	}
	var out []string
	for o, name := range ores {
		tally := [3]int{}
		for _, c := range claims {
			right := 0
			for _, k := range c {
				if (k.ore == o) == k.is {
					right++
				}
			}
			tally[right]++
		}
		if tally == told {
			out = append(out, name)
		}
	}
	return out
}

func readCoins(p *page) []string {
	m := p.take(`Of (\w+) coins that look alike, ([^.]*), one is false: it is either a little lighter or a little heavier than each of the others, ` +
		`and nobody knows which\. A pair of scales has been used like this, left pan against right pan:`)
	coins := names(m[1])
	if len(coins) != count(m[0]) {
		panic(unread{"as many coins", m[1]})
	}
	type weighing struct {
		left, right []string
		left1       int // what the left pan holds too much: 1 sinks, -1 rises
	}
	var seen []weighing
	for m := p.try(`\n\d+\. ([^.]*) against ([^.]*): the (pans balance|left pan rises|left pan sinks)\.`); m != nil; m = p.try(`\n\d+\. ([^.]*) against ([^.]*): the (pans balance|left pan rises|left pan sinks)\.`) {
		w := weighing{names(m[0]), names(m[1]), map[string]int{"left pan rises": -1, "left pan sinks": 1}[m[2]]}
		for _, c := range slices.Concat(w.left, w.right) {
			which(coins, c)
		}
		seen = append(seen, w)
	}
	p.take(`\n\nWhich coin is false, and is it too light or too heavy\? Answer like this: A, too light\.`)
	var out []string
	for _, c := range coins {
	tries:
		for excess, word := range map[int]string{-1: "light", 1: "heavy"} {
			for _, w := range seen {
				got := 0
				if slices.Contains(w.left, c) {
					got = excess
				} else if slices.Contains(w.right, c) {
					got = -excess
				}
				if got != w.left1 {
					continue tries
				}
			}
			out = append(out, c+", too "+word)
		}
	}
	return out
}
