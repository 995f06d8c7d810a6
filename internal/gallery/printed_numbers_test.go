package gallery_test

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// Readers of the puzzles with numbers.

func number(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		panic(unread{"a number", s})
	}
	return n
}

func readAges(p *page) []string {
	p.take(`Three sisters are asked about their ages, in whole years\.`)
	var people []string
	who := func(name string) int {
		if !slices.Contains(people, name) {
			people = append(people, name)
		}
		return slices.Index(people, name)
	}
	times := map[string]int{"twice": 2, "three times": 3, "four times": 4}
	var rules []rule
	sum := 0
	for {
		if m := p.try(`\n- (\w+) years? ago (\w+) was (twice|three times|four times) as old as (\w+)\.`); m != nil {
			k, a, f, b := count(m[0]), who(m[1]), times[m[2]], who(m[3])
			rules = append(rules, func(x []int) bool { return x[b]-k >= 0 && x[a]-k == f*(x[b]-k) })
		} else if m := p.try(`\n- In (\w+) years? (\w+) will be (twice|three times|four times) as old as (\w+)\.`); m != nil {
			k, a, f, b := count(m[0]), who(m[1]), times[m[2]], who(m[3])
			rules = append(rules, func(x []int) bool { return x[a]+k == f*(x[b]+k) })
		} else if m := p.try(`\n- (\w+) is (twice|three times|four times) as old as (\w+)\.`); m != nil {
			a, f, b := who(m[0]), times[m[1]], who(m[2])
			rules = append(rules, func(x []int) bool { return x[a] == f*x[b] })
		} else if m := p.try(`\n- (\w+) is (\w+) years? older than (\w+)\.`); m != nil {
			a, k, b := who(m[0]), count(m[1]), who(m[2])
			rules = append(rules, func(x []int) bool { return x[a] == x[b]+k })
		} else {
			break
		}
	}
	if m := p.take(`\n- Their ages add up to (\d+)\.`); m != nil {
		sum = number(m[0])
	}
	m := p.take(`\n\nHow old are (\w+), (\w+) and (\w+)\? Give the three ages in this order, separated by commas\.`)
	order := []int{who(m[0]), who(m[1]), who(m[2])}
	if len(people) != 3 {
		panic(unread{"three sisters", strings.Join(people, ", ")})
	}
	var out []string
	for a := 0; a <= sum; a++ {
		for b := 0; a+b <= sum; b++ {
			if x := []int{a, b, sum - a - b}; all(rules, x) {
				out = append(out, joined([]int{x[order[0]], x[order[1]], x[order[2]]}, ", "))
			}
		}
	}
	return out
}

func readDoorNumber(p *page) []string {
	p.take(`A courier has a parcel for a house on Harbour Street, but the rain has washed the number off the label\. It had three digits, he remembers, and the first was not 0\. He asks around:`)
	place := map[string]int{"first": 0, "middle": 1, "last": 2}
	var rules []rule
	for p.try(`\n- [^":]*: "`) != nil {
		if m := p.try(`It can be divided by (\d+)\."`); m != nil {
			d := number(m[0])
			rules = append(rules, func(x []int) bool { return (100*x[0]+10*x[1]+x[2])%d == 0 })
		} else if m := p.try(`The (\w+) digit is (twice|three times) the (\w+) one\."`); m != nil {
			a, f, b := place[m[0]], map[string]int{"twice": 2, "three times": 3}[m[1]], place[m[2]]
			rules = append(rules, func(x []int) bool { return x[a] == f*x[b] })
		} else if m := p.try(`The (\w+) digit is larger than the (\w+) one\."`); m != nil {
			a, b := place[m[0]], place[m[1]]
			rules = append(rules, func(x []int) bool { return x[a] > x[b] })
		} else if m := p.try(`Its digits add up to (\d+)\."`); m != nil {
			s := number(m[0])
			rules = append(rules, func(x []int) bool { return total(x) == s })
		} else if m := p.try(`The (\w+) and the (\w+) digit add up to (\d+)\."`); m != nil {
			a, b, s := place[m[0]], place[m[1]], number(m[2])
			rules = append(rules, func(x []int) bool { return x[a]+x[b] == s })
		} else {
			m := p.take(`The (\w+) digit is (odd|even)\."`)
			a, odd := place[m[0]], m[1] == "odd"
			rules = append(rules, func(x []int) bool { return (x[a]%2 == 1) == odd })
		}
	}
	p.take(`\n\nWhat is the number\?`)
	var out []string
	tuples(3, 0, 9, func(x []int) {
		if x[0] > 0 && all(rules, x) {
			out = append(out, joined(x, ""))
		}
	})
	return out
}

func readLock(p *page) []string {
	m := p.take(`You have forgotten the code of your bicycle lock\. It has (\w+) digits, each from 1 to 6, and a digit may occur more than once\. Luckily the lock has a memory: ` +
		`for each attempt it tells how many of the digits are in the code, counting each as often as it occurs in both, and how many of those stand in the right place\.`)
	n := count(m[0])
	var rules []rule
	for m := p.try(`\n(\d+): ([^.]*)\.`); m != nil; m = p.try(`\n(\d+): ([^.]*)\.`) {
		guess, in, right := m[0], 0, 0
		q := &page{m[1]}
		if len(guess) != n {
			panic(unread{"as many digits", guess})
		}
		if q.try(`no digit is in the code$`) == nil {
			in = count(q.take(`(\w+) digits? (?:is|are) in the code, `)[0])
			if q.try(`(?:but not in the right place|none of them in the right place)$`) == nil {
				switch m := q.take(`(?:and in the right place|(\w+) of them in the right place)$`); m[0] {
				case "", "both", "all":
					right = in
				default:
					right = count(m[0])
				}
			}
		}
		rules = append(rules, func(x []int) bool {
			same, common := 0, 0
			for i := range n {
				if x[i] == int(guess[i]-'0') {
					same++
				}
			}
			for d := 1; d <= 6; d++ {
				code := 0
				for _, v := range x {
					if v == d {
						code++
					}
				}
				common += min(code, strings.Count(guess, strconv.Itoa(d)))
			}
			return same == right && common == in
		})
	}
	p.take(`\n\nWhat is the code\?`)
	var out []string
	tuples(n, 1, 6, func(x []int) {
		if all(rules, x) {
			out = append(out, joined(x, ""))
		}
	})
	return out
}

func readSquare(p *page) []string {
	p.take(`A square of nine letters,\n\nA B C\nD E F\nG H I\n\nstands for the digits 1 to 9, each of them once\. Along the rows and down the columns,\n`)
	var rules []rule
	known := [9]int{}
	for {
		if m := p.try(`\n([A-I]) ([+-]) ([A-I]) ([+-]) ([A-I]) = (-?\d+)`); m != nil {
			a, b, c, r := m[0][0]-'A', m[2][0]-'A', m[4][0]-'A', number(m[5])
			sign := map[string]int{"+": 1, "-": -1}
			s, u := sign[m[1]], sign[m[3]]
			rules = append(rules, func(x []int) bool { return x[a]+s*x[b]+u*x[c] == r })
		} else if m := p.try(`\n([A-I]) = (\d)`); m != nil {
			known[m[0][0]-'A'] = number(m[1])
		} else {
			break
		}
	}
	p.take(`\n\nWrite the square down, row by row, as three numbers of three digits separated by spaces\.`)
	var out []string
	x := make([]int, 9)
	var place func(k, used int)
	place = func(k, used int) {
		if k == 9 {
			if all(rules, x) {
				s := joined(x, "")
				out = append(out, s[:3]+" "+s[3:6]+" "+s[6:])
			}
			return
		}
		for v := 1; v <= 9; v++ {
			if used>>v&1 == 0 && (known[k] == 0 || known[k] == v) {
				x[k] = v
				place(k+1, used|1<<v)
			}
		}
	}
	place(0, 0)
	return out
}

// plain gives the singular of a fruit.
func plain(s string) string {
	if one, ok := map[string]string{"apples": "apple", "pears": "pear", "plums": "plum", "peaches": "peach", "melons": "melon", "lemons": "lemon"}[s]; ok {
		return one
	}
	return s
}

func readMarket(p *page) []string {
	m := p.take(`A stall sells ([^.]*), each at a price of a whole number of pence below one pound\.`)
	fruit := names(m[0])
	for i, f := range fruit {
		fruit[i] = plain(f)
	}
	n := len(fruit)
	type bill struct {
		of  []int
		sum int
	}
	var bills []bill
	for m := p.try(`\n- \w+ buys ([^.]*) and pays (\d+) pence\.`); m != nil; m = p.try(`\n- \w+ buys ([^.]*) and pays (\d+) pence\.`) {
		b := bill{make([]int, n), number(m[1])}
		for _, part := range names(m[0]) {
			q, f, _ := strings.Cut(part, " ")
			b.of[which(fruit, plain(f))] = count(q)
		}
		bills = append(bills, b)
	}
	p.take(`\n\nWhat do ` + strings.Join(func() (out []string) {
		for _, f := range fruit {
			out = append(out, "one "+f)
		}
		return
	}(), "(?:, | and )") + ` cost\? Give the price of each in pence, in this order and separated by commas\.`)
	// All prices but the last are tried; the last follows from a bill that has some of it.
	var out []string
	last := slices.IndexFunc(bills, func(b bill) bool { return b.of[n-1] > 0 })
	x := make([]int, n)
	fits := func(b bill) bool {
		s := b.sum
		for i, q := range b.of {
			s -= q * x[i]
		}
		return s == 0
	}
	tuples(n-1, 1, 99, func(y []int) {
		copy(x, y)
		lo, hi := 1, 99
		if last >= 0 {
			x[n-1] = 0
			s := bills[last].sum
			for i, q := range bills[last].of {
				s -= q * x[i]
			}
			q := bills[last].of[n-1]
			if s%q != 0 {
				return
			}
			lo, hi = max(1, s/q), min(99, s/q)
		}
		for x[n-1] = lo; x[n-1] <= hi; x[n-1]++ {
			if !slices.ContainsFunc(bills, func(b bill) bool { return !fits(b) }) {
				out = append(out, joined(x, ", "))
			}
		}
	})
	return out
}

func readLighthouses(p *page) []string {
	m := p.take(`From the cliff you can see three lighthouses\. ([^.]*) flashes once every (\d+) seconds, ([^.]*) every (\d+) and ([^.]*) every (\d+)\. At (\d+):(\d+):(\d+) all three flash at the same moment\.`)
	a, b, c := number(m[1]), number(m[3]), number(m[5])
	start := 3600*number(m[6]) + 60*number(m[7]) + number(m[8])
	p.take(`\n\n1\. When do they next flash all at once(?:, to the second)?\? Answer in the form hh:mm:ss\.`)
	clock := func(s int) string { return fmt.Sprintf("%02d:%02d:%02d", s/3600%24, s/60%60, s%60) }
	q := p.take(`\n2\. How many times does (.*) flash in the minute from ([0-9:]*) to ([0-9:]*), counting a flash at its beginning but not one at its end\?`)
	period := map[string]int{m[0]: a, m[2]: b, m[4]: c}[q[0]]
	if period == 0 || q[1] != clock(start) || q[2] != clock(start+60) {
		panic(unread{"a lighthouse and a minute", strings.Join(q, " ")})
	}
	together := 1
	for together%a != 0 || together%b != 0 || together%c != 0 {
		together++
	}
	flashes := 0
	for s := range 60 {
		if s%period == 0 {
			flashes++
		}
	}
	return []string{clock(start+together) + "====" + strconv.Itoa(flashes)}
}

func readFerry(p *page) []string {
	m := p.take(`The last ferry of the night can still carry (\d+) kg\. On the quay wait ([^.]*)\.`)
	limit, goods := number(m[0]), names(m[1])
	var weight, fee []int
	for _, g := range goods {
		m := p.take(` ` + strings.ToUpper(g[:1]) + g[1:] + ` weighs (\d+) kg and pays (\d+) crowns\.`)
		weight, fee = append(weight, number(m[0])), append(fee, number(m[1]))
	}
	p.take(` Nothing can be taken apart\.\n\n1\. Which goods should the captain take to earn as much as possible\? Name them in the order above, separated by commas\.\n2\. How many crowns will that bring\?`)
	var out []string
	best := -1
	tuples(len(goods), 0, 1, func(x []int) {
		w, f := 0, 0
		for i := range x {
			w, f = w+x[i]*weight[i], f+x[i]*fee[i]
		}
		if w > limit || f < best {
			return
		}
		if f > best {
			best, out = f, nil
		}
		out = append(out, strings.Join(chosen(goods, x), ", ")+"===="+strconv.Itoa(f))
	})
	return out
}

func readWine(p *page) []string {
	m := p.take(`A merchant has (\w+) casks in his cellar: the casks hold ([^.]*) litres\. One of them is full of beer and he keeps it for himself; the others are full of wine\. ` +
		`The first customer bought (\w+) casks? of wine, and the second bought all the rest of the wine, which was exactly (twice|three times) as much\. No cask was opened\.\n\nHow many litres are in the cask of beer\?`)
	var litres []int
	for _, s := range names(m[1]) {
		litres = append(litres, number(s))
	}
	if len(litres) != count(m[0]) {
		panic(unread{"as many casks", m[1]})
	}
	bought, times := count(m[2]), map[string]int{"twice": 2, "three times": 3}[m[3]]
	options := p.options()
	beer := map[string]bool{}
	tuples(len(litres), 0, 2, func(x []int) { // 0 is beer, 1 and 2 are the customers
		var sum, casks [3]int
		keeps := 0
		for i, to := range x {
			sum[to] += litres[i]
			casks[to]++
			if to == 0 {
				keeps = litres[i]
			}
		}
		if casks[0] == 1 && casks[1] == bought && sum[2] == times*sum[1] {
			beer[fmt.Sprintf("%d litres", keeps)] = true
		}
	})
	if len(beer) != 1 {
		return []string{fmt.Sprint(beer)}
	}
	return oneLetter(options, func(o string) bool { return beer[o] })
}

func readPaint(p *page) []string {
	m := p.take(`A workshop needs (\d+) litres of paint with at least (\d+) % pigment, and mixes it from what it has in stock: `)
	need, strength := int64(number(m[0])), int64(number(m[1]))
	var stock, pigment, price []int64
	for {
		m := p.take(`(\d+) litres of \w+ \((\d+) % pigment, (\d+) crowns a litre\)(, | and |\. Any part of a litre can be used\.\n\n)`)
		stock, pigment, price = append(stock, int64(number(m[0]))), append(pigment, int64(number(m[1]))), append(price, int64(number(m[2])))
		if strings.HasPrefix(m[3], ".") {
			break
		}
	}
	p.take(`What does the cheapest such mixture cost, in crowns\? Round to two decimals\.`)
	// The cheapest mixture is at a corner: all amounts but two are 0 or all there is, and those two are bound by the sum and the
	// pigment; or all but one, bound by the sum. Both are among what is tried here.
	n := len(stock)
	var best *big.Rat
	consider := func(x []*big.Rat) {
		sum, pig, cost := new(big.Rat), new(big.Rat), new(big.Rat)
		for i, v := range x {
			if v.Sign() < 0 || v.Cmp(big.NewRat(stock[i], 1)) > 0 {
				return
			}
			sum.Add(sum, v)
			pig.Add(pig, new(big.Rat).Mul(v, big.NewRat(pigment[i], 1)))
			cost.Add(cost, new(big.Rat).Mul(v, big.NewRat(price[i], 1)))
		}
		if sum.Cmp(big.NewRat(need, 1)) == 0 && pig.Cmp(big.NewRat(need*strength, 1)) >= 0 && (best == nil || cost.Cmp(best) < 0) {
			best = cost
		}
	}
	for i := range n {
		for j := range n {
			tuples(n, 0, 1, func(full []int) {
				x := make([]*big.Rat, n)
				left, leftPig := need, need*strength
				for k := range n {
					if k != i && k != j {
						x[k] = big.NewRat(int64(full[k])*stock[k], 1)
						left -= int64(full[k]) * stock[k]
						leftPig -= int64(full[k]) * stock[k] * pigment[k]
					}
				}
				if i == j {
					x[i] = big.NewRat(left, 1)
				} else if pigment[i] != pigment[j] {
					x[i] = big.NewRat(leftPig-left*pigment[j], pigment[i]-pigment[j])
					x[j] = new(big.Rat).Sub(big.NewRat(left, 1), x[i])
				} else {
					return
				}
				consider(x)
			})
		}
	}
	if best == nil {
		return nil
	}
	return []string{best.FloatString(2)} // rounds half away from zero, as one learns at school
}
