package stored_test

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/bitset"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/choose"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/solving"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/stored"
	"github.com/quandary-puzzles/quandary/internal/puztest"
)

// corpusCase is a case of cards/cases.json; cases have the parts that they need.
type corpusCase struct {
	ID          string
	Domain      json.RawMessage
	Bounds      map[string]int
	Clues       json.RawMessage
	Constructed []corpusClue `json:"clues_constructed_here"`
	Invariants  *string
	Things      map[string]map[string]any `json:"things_in_excerpt"`
	Variables   json.RawMessage
	Equations   json.RawMessage
	Alternative struct {
		Equations []string
		Solution  map[string]int
	} `json:"alternative_groza_2"`
	More []struct {
		N         int
		Equations []string
		Solutions [][]int
	} `json:"more_from_book"`
	Expected   json.RawMessage
	Computed   json.RawMessage
	Categories map[string]json.RawMessage
	Rows       []struct {
		Concepts string
		Right    map[string]int
	}
}

type corpusClue struct {
	ID, ToStr, English string
	Prem, Conc         []string
	NegP, NegC         *bool
	Paper              []string `json:"paper_bannedThings"`
	N                  int
	Form               []any
}

func corpusCases(t *testing.T) map[string]corpusCase {
	t.Helper()
	raw, err := os.ReadFile(puztest.Corpus(t, "cards", "cases.json"))
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Cases []corpusCase }
	if err := json.Unmarshal(raw, &file); err != nil {
		t.Fatal(err)
	}
	out := map[string]corpusCase{}
	for _, c := range file.Cases {
		out[c.ID] = c
	}
	if len(out) < 12 {
		t.Fatalf("%d cases", len(out))
	}
	return out
}

// orderedDomain reads a mapping of names to values, in the order of the file.
func orderedDomain(t *testing.T, raw json.RawMessage) []deck.Property {
	t.Helper()
	dec := json.NewDecoder(strings.NewReader(string(raw)))
	if _, err := dec.Token(); err != nil {
		t.Fatal(err)
	}
	var out []deck.Property
	for dec.More() {
		name, err := dec.Token()
		if err != nil {
			t.Fatal(err)
		}
		var values []string
		if err := dec.Decode(&values); err != nil {
			t.Fatal(err)
		}
		out = append(out, deck.Property{Name: name.(string), Values: values})
	}
	return out
}

func must[T any](t *testing.T, raw json.RawMessage) T {
	t.Helper()
	var v T
	if len(raw) > 0 {
		if err := json.Unmarshal(raw, &v); err != nil {
			t.Fatalf("%v in %.200s", err, raw)
		}
	}
	return v
}

// TestCorpusCards: every case with a domain and clues has what the corpus computed of it.
func TestCorpusCards(t *testing.T) {
	f := family()
	n := 0
	for id, c := range corpusCases(t) {
		if len(c.Domain) == 0 || c.Domain[0] != '{' {
			continue
		}
		clues := c.Constructed
		if len(c.Clues) > 0 {
			clues = must[[]corpusClue](t, c.Clues)
		}
		if len(clues) == 0 {
			continue
		}
		n++
		t.Run(id, func(t *testing.T) {
			p := &deck.Puzzle{Properties: orderedDomain(t, c.Domain)}
			if err := p.Validate(); err != nil {
				t.Fatal(err)
			}
			for _, cl := range clues {
				node, err := p.Parse(cl.ToStr)
				if err != nil {
					t.Fatalf("%s: %v", cl.ToStr, err)
				}
				if s := stored.ParseSentence(p, cl.English); s == nil || !deck.EqualNode(s, node) {
					t.Errorf("the sentence %q is not the clue %s", cl.English, cl.ToStr)
				}
				p.Clues = append(p.Clues, deck.Clue{ID: cl.ID, Expr: node})
			}
			if err := p.Validate(); err != nil {
				t.Fatal(err)
			}
			checkCorpusCounts(t, p, c)
			in, err := f.NewInstance(p)
			if err != nil {
				t.Fatal(err)
			}
			a, err := choose.Analyse(t.Context(), nil, in.P, in.Reasoning().Bans)
			if err != nil {
				t.Fatal(err)
			}
			expected := must[struct {
				Solution map[string]string
				Counts   []int `json:"ban_counts"`
			}](t, c.Expected)
			computed := must[struct {
				Counts  []int `json:"ban_counts"`
				Newly   []int `json:"newly_banned_counts"`
				Minimal [][]string
				Sets    [][]string `json:"minimal_sufficient_clue_sets"`
				Bans    map[string][]map[string]string
			}](t, c.Computed)
			covered := bitset.New(p.NumThings())
			table, err := solving.NewTable(p)
			if err != nil {
				t.Fatal(err)
			}
			for i := range p.Clues {
				b := table.Bans(p.Clues[i].Expr)
				for _, counts := range [][]int{expected.Counts, computed.Counts} {
					if counts != nil && b.Count() != counts[i] {
						t.Errorf("%s bans %d things, want %d", clues[i].ToStr, b.Count(), counts[i])
					}
				}
				if computed.Newly != nil && b.CountAndNot(covered) != computed.Newly[i] {
					t.Errorf("%s bans %d new things, want %d", clues[i].ToStr, b.CountAndNot(covered), computed.Newly[i])
				}
				covered.Or(b)
				if list, ok := computed.Bans[clues[i].ID]; ok {
					if len(list) != b.Count() {
						t.Errorf("%s: %d things listed, %d banned", clues[i].ID, len(list), b.Count())
					}
					for _, thing := range list {
						if k := p.ThingIndex(thingOf(t, p, thing)); k < 0 || !b.Has(k) {
							t.Errorf("%s does not ban %v", clues[i].ID, thing)
						}
					}
				}
			}
			if expected.Solution != nil {
				res := solveAll(t, f, p)
				if want := thingOf(t, p, expected.Solution); res.Count != 1 || !res.Solutions[0].(cards.Solution).T.Equal(want) {
					t.Errorf("%d solutions", res.Count)
				}
			}
			if computed.Sets != nil {
				var got []string
				for _, set := range a.Minimal {
					var ids []string
					for _, i := range set {
						ids = append(ids, p.Clues[i].ID)
					}
					got = append(got, strings.Join(ids, " "))
				}
				var want []string
				for _, set := range computed.Sets {
					want = append(want, strings.Join(set, " "))
				}
				sort.Strings(got)
				sort.Strings(want)
				if !slices.Equal(got, want) {
					t.Errorf("minimal sets %v, want %v", got, want)
				}
			}
		})
	}
	if n < 5 {
		t.Errorf("%d cases have clues over domains", n)
	}
}

// checkCorpusCounts loads the case as a property file with its invariants: domains and numbers must come out the same.
func checkCorpusCounts(t *testing.T, p *deck.Puzzle, c corpusCase) {
	t.Helper()
	if c.Bounds == nil {
		return
	}
	var b strings.Builder
	var names, values []string
	for _, q := range p.Properties {
		names = append(names, "'"+q.Name+"'")
		for _, v := range q.Values {
			if v = "'" + v + "'"; !slices.Contains(values, v) {
				values = append(values, v)
			}
		}
	}
	fmt.Fprintf(&b, "Property_name = Set{%s}\nProperty_value = Set{%s}\n", strings.Join(names, ","), strings.Join(values, ","))
	for _, k := range []string{"Thing", "Property", "ThingProperty"} {
		if n, ok := c.Bounds[k]; ok {
			fmt.Fprintf(&b, "%s_min = %d\n%s_max = %d\n", k, n, k, n)
		}
	}
	shared := len(values) == len(p.Properties[0].Values)
	if c.Invariants != nil && strings.Contains(*c.Invariants, "context Property") {
		b.WriteString("[invariants]\n" + *c.Invariants)
	} else if !shared {
		return // nothing says which value belongs to which name
	}
	l := load(t, c.ID+".properties", b.String())
	if got, want := l.Puzzle.Counts(), p.Counts(); got != want {
		t.Errorf("the property file has %+v, want %+v", got, want)
	}
}

func thingOf(t *testing.T, p *deck.Puzzle, values map[string]string) deck.Thing {
	t.Helper()
	out := make(deck.Thing, len(p.Properties))
	for k := range out {
		v := p.Properties[k].Index(values[p.Properties[k].Name])
		if v < 0 {
			t.Fatalf("no value of %s in %v", p.Properties[k].Name, values)
		}
		out[k] = v
	}
	return out
}

// TestCorpusListing4: the excerpt is refused, and its contradiction named.
func TestCorpusListing4(t *testing.T) {
	c := corpusCases(t)["yaml_listing4"]
	var b strings.Builder
	b.WriteString("things:\n")
	for _, id := range []string{"thing1", "thing2", "thing3"} {
		th := c.Things[id]
		fmt.Fprintf(&b, "  - id: %s\n    description:\n      elements:\n        - body: %s\n        - top: %s\n    banned: %v\n", id, th["body"], th["top"], th["banned"])
	}
	b.WriteString("clues:\n")
	for _, cl := range must[[]corpusClue](t, c.Clues) {
		fmt.Fprintf(&b, "  - id: %s\n    description: %q\n    bannedThings: [%s]\n", cl.ID, cl.English, strings.Join(cl.Paper, ", "))
	}
	if got := loadErr(t, "listing4.yaml", b.String()); !strings.Contains(got, "clue1 bans thing3, which is not banned according to line 19: the file contradicts itself") {
		t.Error(got)
	}
}

// numberPuzzle makes a puzzle of variables over 1..n, all different, with equations.
func numberPuzzle(t *testing.T, n int, equations []string) *deck.Puzzle {
	t.Helper()
	p := &deck.Puzzle{Factored: true}
	var vars []string
	for i := range n {
		q := deck.Property{Name: string(rune('A' + i)), Type: deck.Integer}
		for v := 1; v <= n; v++ {
			q.Values = append(q.Values, fmt.Sprint(v))
		}
		vars = append(vars, q.Name)
		p.Properties = append(p.Properties, q)
	}
	withClues(t, p, append([]string{"distinct(" + strings.Join(vars, ", ") + ")"}, equations...))
	return p
}

func withClues(t *testing.T, p *deck.Puzzle, clues []string) {
	t.Helper()
	if err := p.Validate(); err != nil {
		t.Fatal(err)
	}
	for _, e := range clues {
		n, err := p.Parse(e)
		if err != nil {
			t.Fatalf("%s: %v", e, err)
		}
		p.Clues = append(p.Clues, deck.Clue{Expr: n})
	}
	if err := p.Validate(); err != nil {
		t.Fatal(err)
	}
}

// TestCorpusNumbers: the equations of the book and the square with five in the middle.
func TestCorpusNumbers(t *testing.T) {
	f := family()
	cases := corpusCases(t)
	c := cases["logic_equation_4x4"]
	check := func(p *deck.Puzzle, want [][]int) {
		t.Helper()
		res := solveAll(t, f, p)
		var got [][]int
		for _, s := range res.Solutions {
			var row []int
			for _, v := range s.(cards.Solution).T {
				row = append(row, v+1)
			}
			got = append(got, row)
		}
		slices.SortFunc(got, slices.Compare[[]int])
		slices.SortFunc(want, slices.Compare[[]int])
		if !res.Complete || fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("solutions %v, want %v", got, want)
		}
	}
	row := func(m map[string]int) [][]int { return [][]int{{m["A"], m["B"], m["C"], m["D"]}} }
	check(numberPuzzle(t, 4, must[[]string](t, c.Equations)), row(must[map[string]int](t, c.Expected)))
	check(numberPuzzle(t, 4, c.Alternative.Equations), row(c.Alternative.Solution))
	for _, m := range c.More {
		check(numberPuzzle(t, m.N, m.Equations), m.Solutions)
	}
	five := must[struct {
		Distinct  int `json:"count_distinct"`
		Without   int `json:"count_without_distinct"`
		Solutions [][]int
	}](t, cases["five_in_the_middle"].Expected)
	lines := []string{"E = 5", "A + B + C = 15", "D + E + F = 15", "G + H + I = 15", "A + D + G = 15", "B + E + H = 15", "C + F + I = 15",
		"A + E + I = 15", "C + E + G = 15"}
	square := numberPuzzle(t, 9, lines)
	check(square, five.Solutions)
	loose := *square
	loose.Clues = square.Clues[1:]
	if res := solveAll(t, f, &loose); res.Count != five.Without || !res.Complete {
		t.Errorf("%d squares with repeated numbers, want %d", res.Count, five.Without)
	}
}

// TestCorpusTable: the printed invariants of the round table have the models of the corpus.
func TestCorpusTable(t *testing.T) {
	computed := must[struct {
		Models []struct{ Left map[string]string } `json:"models_of_paper_invariants"`
	}](t, corpusCases(t)["round_table"].Computed)
	src, err := os.ReadFile("testdata/table.properties")
	if err != nil {
		t.Fatal(err)
	}
	l := load(t, "table.properties", string(src))
	var got, want []string
	for _, s := range solveAll(t, family(), l.Puzzle).Solutions {
		var row []string
		for k, v := range s.(cards.Solution).T {
			if q := l.Puzzle.Properties[k]; !strings.HasSuffix(q.Name, "G") {
				row = append(row, q.Name+"="+q.Values[v])
			}
		}
		sort.Strings(row)
		got = append(got, strings.Join(row, " "))
	}
	for _, m := range computed.Models {
		var row []string
		for k, v := range m.Left {
			row = append(row, k+"="+v)
		}
		sort.Strings(row)
		want = append(want, strings.Join(row, " "))
	}
	sort.Strings(got)
	sort.Strings(want)
	if len(want) != 4 || !slices.Equal(got, want) {
		t.Errorf("models\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestCorpusLineups: the zebra example with all its sets of clues that suffice, and the puzzle of ages and towns.
func TestCorpusLineups(t *testing.T) {
	f := family()
	cases := corpusCases(t)
	lineup := func(c corpusCase, names ...string) *deck.Puzzle {
		p := &deck.Puzzle{Lineup: &deck.Lineup{}}
		for _, name := range names {
			q := deck.Property{Name: name, Values: must[[]string](t, c.Categories[name])}
			p.Lineup.Places = len(q.Values)
			p.Lineup.Categories = append(p.Lineup.Categories, q)
		}
		return p
	}
	c := cases["zebra_5_4"]
	names := []string{"Shirt", "Name", "Soup", "Meat"}
	p := lineup(c, names...)
	words := map[string]string{"at": "at", "immediately_after": "after", "at_end": "ends", "same": "same", "somewhere_right_of": "right", "next_to": "next"}
	var clues []string
	for _, cl := range must[[]corpusClue](t, c.Clues) {
		var args []string
		for _, a := range cl.Form[1:] {
			switch a := a.(type) {
			case []any:
				args = append(args, fmt.Sprintf("%v = %v", a[0], a[1]))
			default:
				args = append(args, fmt.Sprint(a))
			}
		}
		clues = append(clues, words[cl.Form[0].(string)]+"("+strings.Join(args, ", ")+")")
	}
	withClues(t, p, clues)
	expected := must[map[string][]string](t, c.Expected)
	checkRows(t, f, p, expected)
	sets := must[struct {
		Sets [][]int `json:"minimal_sufficient_clue_sets"`
	}](t, c.Computed).Sets
	if len(sets) == 0 {
		t.Error("no sets")
	}
	count := func(set []int) int {
		q := *p
		q.Clues = nil
		for _, i := range set {
			q.Clues = append(q.Clues, p.Clues[i-1])
		}
		return solveAll(t, f, &q).Count
	}
	for _, set := range sets {
		if count(set) != 1 {
			t.Errorf("clues %v do not suffice", set)
		}
		for i := range set {
			if count(slices.Delete(slices.Clone(set), i, i+1)) < 2 {
				t.Errorf("of clues %v, %d is not needed", set, set[i])
			}
		}
	}

	c = cases["zebratutor_origin"]
	p = lineup(c, "person", "origin", "city")
	withClues(t, p, []string{
		"at(person = Mattie, 5)",
		"same(city = Tehama, origin = Kansas) or same(city = Tehama, origin = Oregon)",
		"after(origin = Washington, person = Ernesto)",
		"pos(person = Roxanne) = pos(origin = Kansas) - 2",
		"other(city = Zearing, origin = Alaska)",
		"not at(city = Plymouth, 3)",
		"same(origin = Oregon, person = Zachary) or same(origin = Oregon, city = Tehama)",
		"before(city = 'Shaver Lake', person = Roxanne)",
		"other(city = Plymouth, origin = Alaska)",
		"same(city = Tehama, origin = Alaska) and same(person = Mattie, origin = Kansas) or same(person = Mattie, origin = Alaska) and same(city = Tehama, origin = Kansas)",
	})
	rows := must[struct {
		Columns []string
		Rows    [][]any
	}](t, c.Expected)
	want := map[string][]string{}
	for k, name := range rows.Columns {
		if name == "age" {
			continue
		}
		for _, r := range rows.Rows {
			want[name] = append(want[name], r[k].(string))
		}
	}
	checkRows(t, f, p, want)
}

// checkRows solves a line-up and compares the values of each category in the order of the places.
func checkRows(t *testing.T, f cards.Family, p *deck.Puzzle, want map[string][]string) {
	t.Helper()
	res := solveAll(t, f, p)
	if res.Count != 1 || !res.Complete {
		t.Fatalf("%d solutions", res.Count)
	}
	thing := res.Solutions[0].(cards.Solution).T
	for k, q := range p.Lineup.Categories {
		for i := range p.Lineup.Places {
			if got := q.Values[thing[k*p.Lineup.Places+i]]; got != want[q.Name][i] {
				t.Errorf("%s at place %d: %s, want %s", q.Name, i+1, got, want[q.Name][i])
			}
		}
	}
}

// TestCorpusSizes: the numbers that follow from the domains are the right ones, not those of the paper's own generator.
func TestCorpusSizes(t *testing.T) {
	for _, r := range corpusCases(t)["dsl_properties_generator"].Rows {
		names, values := 3, 3
		switch {
		case strings.HasPrefix(r.Concepts, "cars"):
			names = 2
		case strings.HasPrefix(r.Concepts, "murder"):
			values = 4
		}
		p := &deck.Puzzle{}
		for k := range names {
			q := deck.Property{Name: fmt.Sprint("p", k)}
			for v := range values {
				q.Values = append(q.Values, fmt.Sprint("v", v))
			}
			p.Properties = append(p.Properties, q)
		}
		got := p.Counts()
		if int(got.Things) != r.Right["Thing"] || int(got.Properties) != r.Right["Property"] || int(got.Links) != r.Right["ThingProperty"] {
			t.Errorf("%s: %+v, want %v", r.Concepts, got, r.Right)
		}
	}
}
