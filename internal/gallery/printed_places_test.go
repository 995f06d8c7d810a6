package gallery_test

import (
	"slices"
	"strings"
)

// Readers of the puzzles in which things get places: in a row, at a table, in rooms and hours, and with each other.

func readRegatta(p *page) []string {
	m := p.take(`(\w+) boats sailed in Sunday's regatta: the ([^.]*)\. There were no ties\. The fog was thick, and this is all that the harbour master could make out:`)
	boats := names(strings.ReplaceAll(m[1], "the ", ""))
	if len(boats) != count(m[0]) {
		panic(unread{"as many boats", m[1]})
	}
	var rules []rule
	for {
		if m := p.try(`\n- (\w+) boats? crossed the line between the (\w+) and, later, the (\w+)\.`); m != nil {
			n, a, b := count(m[0]), which(boats, m[1]), which(boats, m[2])
			rules = append(rules, func(x []int) bool { return x[b]-x[a] == n+1 })
		} else if m := p.try(`\n- The (\w+) beat the (\w+)\.`); m != nil {
			a, b := which(boats, m[0]), which(boats, m[1])
			rules = append(rules, func(x []int) bool { return x[a] < x[b] })
		} else if m := p.try(`\n- The (\w+) did not come (\w+)\.`); m != nil {
			a, n := which(boats, m[0]), ordinal(m[1])
			rules = append(rules, func(x []int) bool { return x[a] != n-1 })
		} else {
			break
		}
	}
	p.take(`\n\nIn which order did the boats finish\? Name them from first to last, separated by commas\.`)
	var out []string
	orders(len(boats), func(x []int) {
		if all(rules, x) {
			out = append(out, strings.Join(inOrder(boats, x), ", "))
		}
	})
	return out
}

// inOrder gives the names by their places.
func inOrder(list []string, place []int) []string {
	out := make([]string, len(list))
	for i, name := range list {
		out[place[i]] = name
	}
	return out
}

func readRoundTable(p *page) []string {
	m := p.take(`(\w+) has asked ([^.]*) to dinner\. All (\w+) of them sit evenly spaced round one table\.`)
	host, guests := m[0], append([]string{m[0]}, names(m[1])...)
	n := len(guests)
	if n != count(m[2]) {
		panic(unread{"as many guests", m[1]})
	}
	var rules []rule
	steps := func(x []int, a, b int) int { return (x[b] - x[a] + n) % n } // clockwise, from a to b
	for {
		if m := p.try(`\n- (\w+) sits opposite (\w+)\.`); m != nil {
			a, b := which(guests, m[0]), which(guests, m[1])
			rules = append(rules, func(x []int) bool { return 2*steps(x, a, b) == n })
		} else if m := p.try(`\n- (\w+) and (\w+) (are neighbours|have been kept apart: they are not neighbours)\.`); m != nil {
			a, b, want := which(guests, m[0]), which(guests, m[1]), m[2] == "are neighbours"
			rules = append(rules, func(x []int) bool { return (steps(x, a, b) == 1 || steps(x, b, a) == 1) == want })
		} else if m := p.try(`\n- Clockwise from (\w+), (\w+) is the (\w+) person\.`); m != nil {
			a, b, k := which(guests, m[0]), which(guests, m[1]), ordinal(m[2])
			rules = append(rules, func(x []int) bool { return steps(x, a, b) == k })
		} else {
			break
		}
	}
	p.take(`\n\n1\. Who sits immediately clockwise from ` + host + `\?`)
	next := p.options()
	p.take(`\n\n2\. Name everybody in clockwise order, beginning with ` + host + ` and separated by commas\.`)
	var out []string
	orders(n-1, func(y []int) {
		x := make([]int, n) // the host has seat 0
		for i, v := range y {
			x[i+1] = v + 1
		}
		if !all(rules, x) {
			return
		}
		order := inOrder(guests, x)
		for _, letter := range oneLetter(next, func(o string) bool { return o == order[1] }) {
			out = append(out, letter+"===="+strings.Join(order, ", "))
		}
	})
	return out
}

func readConference(p *page) []string {
	m := p.take(`A science day has two rooms and (\w+) hours, beginning at ([^.]*)\. There are (\w+) talks, two at each hour: ([^.]*)\. Each lasts one hour\.`)
	hours, talks := names(m[1]), names(m[3])
	if len(hours) != count(m[0]) || len(talks) != count(m[2]) || len(talks) != 2*len(hours) {
		panic(unread{"as many hours and talks", m[1] + m[3]})
	}
	var rules []rule
	for {
		if m := p.try(`\n- (\w+) must be over before (\w+) begins\.`); m != nil {
			a, b := which(talks, m[0]), which(talks, m[1])
			rules = append(rules, func(x []int) bool { return x[a] < x[b] })
		} else if m := p.try(`\n- (\w+) and (\w+) have the same speaker, so they cannot be at the same hour\.`); m != nil {
			a, b := which(talks, m[0]), which(talks, m[1])
			rules = append(rules, func(x []int) bool { return x[a] != x[b] })
		} else if m := p.try(`\n- (\w+) cannot be at (\d+:00)\.`); m != nil {
			a, h := which(talks, m[0]), which(hours, m[1])
			rules = append(rules, func(x []int) bool { return x[a] != h })
		} else {
			break
		}
	}
	p.take(`\n\n1\. Which of these pairs of talks cannot be at the same hour\? Give the letters of all that cannot\.`)
	pairs := p.options()
	p.take(`\n\n2\. All of these are possible except one\. Which one is impossible\?`)
	times := p.options()
	together, at := map[[2]int]bool{}, map[[2]int]bool{} // what is possible
	var place func(x []int, room []int)
	place = func(x, room []int) {
		t := len(x)
		if t == len(talks) {
			if !all(rules, x) {
				return
			}
			for i, h := range x {
				at[[2]int{i, h}] = true
				for j := range x {
					together[[2]int{i, j}] = together[[2]int{i, j}] || x[j] == h
				}
			}
			return
		}
		for h := range hours {
			if room[h] < 2 {
				room[h]++
				place(append(x, h), room)
				room[h]--
			}
		}
	}
	place(make([]int, 0, len(talks)), make([]int, len(hours)))
	first := letters(pairs, func(o string) bool {
		pair := names(o)
		return !together[[2]int{which(talks, pair[0]), which(talks, pair[1])}]
	})
	var out []string
	for _, second := range oneLetter(times, func(o string) bool {
		m := (&page{o}).take(`(\w+) is at (\d+:00)\.$`)
		return !at[[2]int{which(talks, m[0]), which(hours, m[1])}]
	}) {
		out = append(out, first+"===="+second)
	}
	return out
}

func readDogShow(p *page) []string {
	m := p.take(`([^.]*) have each brought one dog to the show: a ([^.]*), not necessarily in that order\. They live in (\w+) different towns, with their dogs: ([^.]*)\.`)
	owners, dogs, towns := names(m[0]), names(strings.ReplaceAll(m[1], "a ", "")), names(m[3])
	n := len(owners)
	if n != len(dogs) || n != len(towns) || n != count(m[2]) {
		panic(unread{"as many dogs and towns", m[1] + m[3]})
	}
	type show struct{ dog, home []int }
	var rules []func(s show) bool
	for {
		if m := p.try(`\n- Of (\w+) and (\w+), one owns the (\w+) and the other lives in (\w+)\.`); m != nil {
			a, b, d, t := which(owners, m[0]), which(owners, m[1]), which(dogs, m[2]), which(towns, m[3])
			rules = append(rules, func(s show) bool { return s.dog[a] == d && s.home[b] == t || s.dog[b] == d && s.home[a] == t })
		} else if m := p.try(`\n- The (\w+) belongs to (\w+) or (\w+)\.`); m != nil {
			d, a, b := which(dogs, m[0]), which(owners, m[1]), which(owners, m[2])
			rules = append(rules, func(s show) bool { return s.dog[a] == d || s.dog[b] == d })
		} else if m := p.try(`\n- The (\w+) (has come all the way|is not) from (\w+)\.`); m != nil {
			d, from, t := which(dogs, m[0]), m[1] != "is not", which(towns, m[2])
			rules = append(rules, func(s show) bool { return (s.home[slices.Index(s.dog, d)] == t) == from })
		} else if m := p.try(`\n- (\w+) has never been to (\w+)\.`); m != nil {
			a, t := which(owners, m[0]), which(towns, m[1])
			rules = append(rules, func(s show) bool { return s.home[a] != t })
		} else {
			break
		}
	}
	p.take(`\n\nWhose dog is which, and where does everybody live\? Answer in the form "` + owners[0] + ": " + dogs[0] + ", " + towns[0] + "; " + owners[1] +
		`: \.\.\.", with the owners in alphabetical order\.`)
	var out []string
	orders(n, func(dog []int) {
		orders(n, func(home []int) {
			for _, r := range rules {
				if !r(show{dog, home}) {
					return
				}
			}
			var parts []string
			for i, o := range owners {
				parts = append(parts, o+": "+dogs[dog[i]]+", "+towns[home[i]])
			}
			slices.Sort(parts)
			out = append(out, strings.Join(parts, "; "))
		})
	})
	return out
}

func readSurgeons(p *page) []string {
	m := p.take(`A hospital has one operating theatre\. This morning (.*?) each operate on one patient there, one after the other at ([^.]*)\. The patients are ([^.]*)\.`)
	surgeons, clock, patients := names(m[0]), names(m[1]), names(m[2])
	n := len(surgeons)
	if n != len(clock) || n != len(patients) {
		panic(unread{"as many hours and patients", m[1] + m[2]})
	}
	type list struct{ patient, hour, when []int } // of each surgeon; when is of each patient
	var rules []func(l list) bool
	const doctor, who, time = `(Dr \w+)`, `(Mrs? \w+)`, `(\d+ o'clock)`
	for {
		if m := p.try(`\n- ` + doctor + ` operates before ` + doctor + `\.`); m != nil {
			a, b := which(surgeons, m[0]), which(surgeons, m[1])
			rules = append(rules, func(l list) bool { return l.hour[a] < l.hour[b] })
		} else if m := p.try(`\n- ` + who + ` has been assigned to ` + doctor + ` or to ` + doctor + `\.`); m != nil {
			q, a, b := which(patients, m[0]), which(surgeons, m[1]), which(surgeons, m[2])
			rules = append(rules, func(l list) bool { return l.patient[a] == q || l.patient[b] == q })
		} else if m := p.try(`\n- ` + who + ` is taken in at ` + time + `\.`); m != nil {
			q, h := which(patients, m[0]), which(clock, m[1])
			rules = append(rules, func(l list) bool { return l.when[q] == h })
		} else if m := p.try(`\n- ` + who + ` comes straight after ` + doctor + `'s patient\.`); m != nil {
			q, a := which(patients, m[0]), which(surgeons, m[1])
			rules = append(rules, func(l list) bool { return l.when[q] == l.hour[a]+1 })
		} else if m := p.try(`\n- ` + who + ` has to wait longer than ` + who + `\.`); m != nil {
			q, r := which(patients, m[0]), which(patients, m[1])
			rules = append(rules, func(l list) bool { return l.when[q] > l.when[r] })
		} else if m := p.try(`\n- (\w+) other operations? comes? between that of ` + doctor + ` and, later, that of ` + doctor + `\.`); m != nil {
			k, a, b := count(m[0]), which(surgeons, m[1]), which(surgeons, m[2])
			rules = append(rules, func(l list) bool { return l.hour[b]-l.hour[a] == k+1 })
		} else if m := p.try(`\n- ` + doctor + ` begins at ` + time + ` or at ` + time + `\.`); m != nil {
			a, h, k := which(surgeons, m[0]), which(clock, m[1]), which(clock, m[2])
			rules = append(rules, func(l list) bool { return l.hour[a] == h || l.hour[a] == k })
		} else {
			break
		}
	}
	p.take(`\n\nWho operates on whom, and when\? List the operations from first to last in the form "` + surgeons[0] + ": " + patients[0] + "; " + surgeons[1] + `: \.\.\."\.`)
	var out []string
	when := make([]int, n)
	orders(n, func(patient []int) {
		orders(n, func(hour []int) {
			for s, q := range patient {
				when[q] = hour[s]
			}
			for _, r := range rules {
				if !r(list{patient, hour, when}) {
					return
				}
			}
			parts := make([]string, n)
			for s, q := range patient {
				parts[hour[s]] = surgeons[s] + ": " + patients[q]
			}
			out = append(out, strings.Join(parts, "; "))
		})
	})
	return out
}
