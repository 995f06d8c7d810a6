package elimination_test

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"os"

	"github.com/quandary-puzzles/quandary/elimination"
)

// queue is the puzzle of the document: five friends wait in line in a clothing store.
func queue() elimination.Problem {
	return elimination.Problem{
		{Label: "position", Items: []any{1, 2, 3, 4, 5}},
		{Label: "name", Items: []any{"Dana", "Ingo", "Jessica", "Sören", "Valerie"}},
		{Label: "age", Items: []any{26, 27, 30, 33, 35}},
		{Label: "top", Items: []any{"Blouse", "Poloshirt", "Pullover", "Sweatshirt", "T-Shirt"}},
		{Label: "color", Items: []any{"blue", "yellow", "green", "red", "black"}},
		{Label: "size", Items: []any{"XS", "S", "M", "L", "XL"}},
	}
}

// check ends an example whose call failed.
func check(_ int, err error) {
	if err != nil {
		panic(err)
	}
}

// mostRules gives the rules of the document except 5a.
func mostRules(s *elimination.Solver) {
	check(s.Match("Dana", "XL"))
	check(s.LessThan("Dana", "black", "position", 2, elimination.Open))
	check(s.LessThan("Jessica", "Poloshirt", "position", 1))
	check(s.Match(2, "yellow"))
	check(s.Unmatch("T-Shirt", "red"))
	check(s.Match("Sören", "Sweatshirt"))
	check(s.Match("Ingo", "L"))
	check(s.Match(5, 30))
	check(s.Match(35, "XS"))
	check(s.LessThan("Valerie", "red", "position", 1))
	check(s.Match("red", "M", "L", "XL"))
	check(s.Match(26, "yellow"))
	check(s.Match("Jessica", "Blouse"))
	check(s.Match(3, "M"))
	check(s.Match("Poloshirt", "red", "yellow", "green"))
}

// The tutorial of the document, with its figures: 375 links at first, 259 after all rules but one, 85 after three things
// that a person sees in the last rule, and 75 at the end.
func Example() {
	s, err := elimination.New(queue())
	if err != nil {
		panic(err)
	}
	fmt.Println(s.Edges(), "edges")
	mostRules(s)
	fmt.Println(s.Edges(), "edges,", s.AssertionCount(), "assertions")

	// Sören has people before and behind him, and the one behind is not the youngest's neighbour.
	check(s.Unmatch("Sören", 1))
	check(s.Unmatch("Sören", 5))
	youngest, _, _ := s.CategoryFor(26, "position")
	check(s.Unmatch("Sören", youngest.(int)+1))
	place, _, _ := s.CategoryFor("Sören", "position")
	fmt.Println(s.Edges(), "edges; Sören is at", place)

	ages, _ := s.FindMissing("age")
	fmt.Println("ages left:", ages)
	check(s.Match(place.(int)-1, 33))
	fmt.Println(s.Edges(), "edges, solved:", s.Solved())
	// Output:
	// 375 edges
	// 259 edges, 3 assertions
	// 85 edges; Sören is at 2
	// ages left: [27 33]
	// 75 edges, solved: true
}

// olderAhead is rule 5a of the document as an assertion of its own: the person directly in front of an item is older than
// the one directly behind it.
type olderAhead struct{ item, position, age, m, n int }

func (olderAhead) String() string { return "the one in front of Sören is older than the one behind" }

func (a olderAhead) Watches(visit func(x, cat int)) {
	visit(a.item, a.position)
	for i := 0; i < a.n; i++ {
		visit(a.position*a.n+i, a.age)
	}
}

func (a olderAhead) Satisfied(g *elimination.Graph) bool {
	here := g.Row(a.item, a.position)
	if bits.OnesCount64(here) != 1 {
		return false
	}
	p := a.position*a.n + bits.TrailingZeros64(here)
	return bits.OnesCount64(g.Row(p-1, a.age)) == 1 && bits.OnesCount64(g.Row(p+1, a.age)) == 1
}

func (a olderAhead) Prune(g *elimination.Graph) {
	var fit uint64
	for p := 1; p < a.n-1; p++ { // not first, not last
		front, behind := g.Row(a.position*a.n+p-1, a.age), g.Row(a.position*a.n+p+1, a.age)
		if bits.Len64(front)-1 > bits.TrailingZeros64(behind) { // the oldest in front, the youngest behind
			fit |= 1 << p
		}
	}
	g.Restrict(a.item, a.position, fit)
	if here := g.Row(a.item, a.position); !g.Failed() && bits.OnesCount64(here) == 1 {
		p := a.position*a.n + bits.TrailingZeros64(here)
		youngest := bits.TrailingZeros64(g.Row(p+1, a.age))
		g.Restrict(p-1, a.age, g.All()&^(1<<(youngest+1)-1))
		oldest := bits.Len64(g.Row(p-1, a.age)) - 1
		g.Restrict(p+1, a.age, 1<<max(oldest, 0)-1)
	}
}

// An assertion of one's own expresses rule 5a directly; then the tutorial needs no help.
func ExampleAssertion() {
	s, err := elimination.New(queue())
	if err != nil {
		panic(err)
	}
	mostRules(s)
	soeren, _ := s.Position("Sören")
	check(s.Assert(olderAhead{item: soeren, position: 0, age: 2, m: s.M(), n: s.N()}))
	fmt.Println(s.Edges(), "edges, solved:", s.Solved())
	for _, group := range must1(s.Decide(context.Background(), 1)).Solutions[0] {
		fmt.Println(group...)
	}
	// Output:
	// 75 edges, solved: true
	// 1 Dana 33 T-Shirt blue XL
	// 2 Sören 26 Sweatshirt yellow S
	// 3 Jessica 27 Blouse black M
	// 4 Valerie 35 Poloshirt green XS
	// 5 Ingo 30 Pullover red L
}

func must1[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func ExampleSolver_Match() {
	s, _ := elimination.New(elimination.Problem{
		{Label: "position", Items: []any{1, 2, 3}},
		{Label: "name", Items: []any{"Ann", "Bob", "Cleo"}},
		{Label: "age", Items: []any{3, 30, 40}},
	})
	n, _ := s.Match("Ann", 30)
	fmt.Println(n, "links removed")
	_, err := s.Match("Bob", 3)
	fmt.Println(err)
	n, _ = s.Match("Bob", elimination.Item{Category: "position", Label: 3}, elimination.Item{Category: "position", Label: 1})
	fmt.Println(n, "link removed")
	// Output:
	// 4 links removed
	// elimination: label 3 is ambiguous: it stands in the categories position, age; name the item as Item{Category, Label}
	// 1 link removed
}

func ExampleContradictionError() {
	s, _ := elimination.New(queue())
	check(s.LessThan("Dana", "Ingo", "position"))
	check(s.Match("Jessica", "red"))
	check(s.LessThan("Ingo", "Valerie", "position"))
	_, err := s.LessThan("Valerie", "Dana", "position")
	var c *elimination.ContradictionError
	if errors.As(err, &c) {
		for _, call := range c.Core {
			fmt.Println(call)
		}
	}
	// Output:
	// call #1 (Dana less than Ingo in position)
	// call #3 (Ingo less than Valerie in position)
	// call #4 (Valerie less than Dana in position)
}

func ExampleSolver_Deepen() {
	s, _ := elimination.New(elimination.Problem{
		{Label: "day", Items: []any{"Mon", "Tue", "Wed", "Thu"}},
		{Label: "who", Items: []any{"Ann", "Bob", "Cleo", "Dan"}},
	})
	check(s.Match("Ann", "Mon", "Tue"))
	check(s.Match("Bob", "Mon", "Tue"))
	days, _ := s.AvailableFor("Cleo", "day")
	fmt.Println("before:", days)
	check(s.Deepen(context.Background(), elimination.RuleHiddenSubset))
	days, _ = s.AvailableFor("Cleo", "day")
	fmt.Println("after: ", days)
	// Output:
	// before: [Mon Tue Wed Thu]
	// after:  [Wed Thu]
}

func ExampleWithLog() {
	s, _ := elimination.New(elimination.Problem{
		{Label: "pos", Items: []any{1, 2}},
		{Label: "who", Items: []any{"Ann", "Bob"}},
	}, elimination.WithLog(os.Stdout))
	check(s.Match("Ann", 2))
	// Output:
	// #1 match Ann with 2
	//    who:Ann is not pos:1: the call says so
	//    pos:2 is not who:Bob: the call says so
	//    2 removed, 2 edges left
}

// A table is a list of lists that start with the label of their category. The error of a name that is wrong, or stands twice, says so.
func ExampleLists() {
	p, err := elimination.Lists([][]any{{"cook", "Ann", "Bob", "Cid"}, {"helper", "Bob", "Cid", "Dan"}})
	if err != nil {
		panic(err)
	}
	s, _ := elimination.New(p)
	_, err = s.Match("An", "Dan")
	if unknown, ok := errors.AsType[*elimination.UnknownError](err); ok {
		fmt.Println("meant:", unknown.Nearest)
	}
	_, err = s.Match("Ann", "Bob")
	if twice, ok := errors.AsType[*elimination.AmbiguousError](err); ok {
		fmt.Println(twice.Label, "is in", twice.Categories)
	}
	// Output:
	// meant: Ann
	// Bob is in [cook helper]
}

// Labels that are no numbers are compared by their order where that is asked for.
func ExampleWithRanks() {
	p, _ := elimination.Labelled([]any{"who", "size"}, [][]any{{"Ann", "Bob", "Cid"}, {"small", "medium", "large"}})
	s, _ := elimination.New(p)
	_, err := s.LessThan("Ann", "Bob", "size")
	if call, ok := errors.AsType[*elimination.CallError](err); ok {
		fmt.Println(call.Msg)
	}
	s, _ = elimination.New(p, elimination.WithRanks("size"))
	check(s.LessThan("Ann", "Bob", "size"))
	check(s.LessThan("Bob", "Cid", "size"))
	large, _, _ := s.CategoryFor("Cid", "size")
	fmt.Println("Cid:", large)
	// Output:
	// label "small" of category size is not a number, so it cannot be compared (WithRanks compares by order)
	// Cid: large
}

// A program that shows what follows is told of every link that goes, and why.
func ExampleWithTrace() {
	p, _ := elimination.Lists([][]any{{"who", "Ann", "Bob", "Cid"}, {"place", 1, 2, 3}})
	s, _ := elimination.New(p, elimination.WithTrace(func(r elimination.Removal) {
		fmt.Printf("%v is not %v: %s (%v)\n", r.A, r.B, r.Because, r.Reason.Rule)
	}))
	check(s.Match("Ann", 2))
	// Output:
	// who:Ann is not place:1: the call says so (call)
	// who:Ann is not place:3: the call says so (call)
	// place:2 is not who:Bob: the call says so (call)
	// place:2 is not who:Cid: the call says so (call)
}

// A problem is refused where its categories do not fit together, or where it is too large.
func ExampleNew_refused() {
	_, err := elimination.New(elimination.Problem{{Label: "who", Items: []any{"Ann", "Bob"}}, {Label: "place", Items: []any{1}}})
	if bad, ok := errors.AsType[*elimination.ProblemError](err); ok {
		fmt.Println(bad.Msg)
	}
	_, err = elimination.New(elimination.Problem{{Label: "who", Items: make([]any, elimination.MaxItems+1)}})
	if large, ok := errors.AsType[*elimination.SizeError](err); ok {
		fmt.Println(large.Items, "items are more than", elimination.MaxItems, "and", large.Categories, "is not more than", elimination.MaxCategories)
	}
	// Output:
	// category who has 2 items, category place has 1: all must have the same number
	// 65 items are more than 64 and 1 is not more than 64
}
