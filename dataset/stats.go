package dataset

import (
	"context"
	"fmt"
	"html/template"
	"io"
	"math"
	"sort"
	"strconv"
	"strings"
	"text/tabwriter"
	"unicode/utf8"

	"github.com/quandary-puzzles/quandary/record"
)

// Group is what is counted of a set of records.
type Group struct {
	Name       string
	Records    int
	Rated      int
	Difficulty float64 // mean of those rated
	Runes      float64 // mean length of the problem
	Longest    int
	Several    int // records with more than one solution
	Conditions float64
	Symbols    float64
}

func (g *Group) add(r *record.Record) {
	g.Records++
	n := utf8.RuneCountInString(r.Problem)
	mean := func(old *float64, v float64, n int) { *old += (v - *old) / float64(n) }
	mean(&g.Runes, float64(n), g.Records)
	mean(&g.Conditions, parameter(r, "cond_num"), g.Records)
	mean(&g.Symbols, parameter(r, "sym_num"), g.Records)
	g.Longest = max(g.Longest, n)
	if r.Difficulty != nil {
		g.Rated++
		mean(&g.Difficulty, *r.Difficulty, g.Rated)
	}
	if r.Origin != nil && r.Origin.Solutions > 1 {
		g.Several++
	}
}

// Stats describes a data set.
type Stats struct {
	Name       string
	All        Group
	Sources    []Group
	Types      []Count // answer types
	Letters    []Count // how often each option letter is the answer: a set should not favour one
	Classes    []Count // difficulty classes of families
	Solutions  []Count // numbers of solutions
	Histogram  Histogram
	Effort     Histogram
	Measured   int // records with an effort
	Lengths    Lengths
	Duplicates int // records whose text stands earlier
	Broken     int
	Short      []ManifestRun // runs that gave fewer records than were asked for, told by whoever built the set
	Repeats    []Repeat      // sources of which duplicates were removed, told by the same
}

// Count is a name and how often it occurs.
type Count struct {
	Name string
	N    int
}

// Describe reads an input and describes it.
func Describe(ctx context.Context, in *Input) (*Stats, error) {
	st := &Stats{Name: in.Name(), All: Group{Name: "all"}}
	groups := map[string]*Group{}
	types, letters, classes := map[string]int{}, map[string]int{}, map[string]int{}
	solutions := map[string]int{}
	var rejects Rejects
	err := in.records(ctx, &rejects, func(l *Line) error {
		r := &l.Record
		g := groups[r.Source]
		if g == nil {
			g = &Group{Name: r.Source}
			groups[r.Source] = g
		}
		g.add(r)
		st.All.add(r)
		types[r.EvalType]++
		if answer := strings.TrimSpace(r.Answer); r.EvalType == "option" && len(answer) == 1 {
			letters[answer]++
		}
		if r.Difficulty != nil {
			st.Histogram.Add(*r.Difficulty)
		}
		if e, ok := effortScore(r); ok {
			st.Effort.Add(e)
			st.Measured++
		}
		st.Lengths.Add(utf8.RuneCountInString(r.Problem))
		if r.Origin != nil {
			if r.Origin.Class != "" {
				classes[r.Origin.Class]++
			}
			n := strconv.Itoa(r.Origin.Solutions)
			if r.Origin.Solutions >= manySolutions {
				n = strconv.Itoa(manySolutions) + " or more"
			}
			solutions[n]++
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	st.Broken = rejects.Count
	for _, g := range groups {
		st.Sources = append(st.Sources, *g)
	}
	sort.Slice(st.Sources, func(i, j int) bool { return st.Sources[i].Name < st.Sources[j].Name })
	st.Types, st.Letters, st.Classes, st.Solutions = counts(types), counts(letters), counts(classes), counts(solutions)
	dups, err := Duplicates(ctx, in, textKey, &Rejects{})
	st.Duplicates = len(dups)
	return st, err
}

// manySolutions is the number of solutions from which they are counted together.
const manySolutions = 10

func counts(m map[string]int) []Count {
	var out []Count
	for name, n := range m {
		out = append(out, Count{name, n})
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Name < out[j].Name })
	return out
}

// WriteText writes the description as plain text.
func (s *Stats) WriteText(w io.Writer) error {
	fmt.Fprintf(w, "%s: %d records, %d broken lines, %d with the text of an earlier one, %d with several solutions\n\n",
		s.Name, s.All.Records, s.Broken, s.Duplicates, s.All.Several)
	tw := tabwriter.NewWriter(w, 0, 4, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(tw, "source\trecords\tdifficulty\tletters\tlongest\tconditions\tsymbols\t")
	for _, g := range append(s.Sources, s.All) {
		fmt.Fprintf(tw, "%s\t%d\t%s\t%.0f\t%d\t%.1f\t%.1f\t\n", or(g.Name, "(none)"), g.Records, g.difficulty(), g.Runes, g.Longest, g.Conditions, g.Symbols)
	}
	if err := tw.Flush(); err != nil {
		return err
	}
	fmt.Fprintln(w)
	for i, c := range s.Charts() {
		if i > 0 {
			fmt.Fprintln(w)
		}
		if _, err := io.WriteString(w, c.Title+"\n"+c.String()); err != nil {
			return err
		}
	}
	return nil
}

// Charts gives the charts of the description: those of which something was counted.
func (s *Stats) Charts() []Chart {
	var charts []Chart
	add := func(c Chart) {
		if len(c.Bars) > 0 {
			charts = append(charts, c)
		}
	}
	if s.All.Rated > 0 {
		add(s.Histogram.Chart("difficulty"))
	}
	if s.Measured > 0 {
		add(s.Effort.Chart("effort"))
	}
	add(s.Lengths.Chart("letters of the problem"))
	add(counted("number of solutions", s.Solutions))
	sources := make([]Count, len(s.Sources))
	for i, g := range s.Sources {
		sources[i] = Count{or(g.Name, "(none)"), g.Records}
	}
	add(counted("sources", sources))
	add(counted("difficulty classes", s.Classes))
	types := make([]Count, len(s.Types))
	for i, c := range s.Types {
		types[i] = Count{or(c.Name, "(no answer type)"), c.N}
	}
	add(counted("answer types", types))
	add(counted("letters that are the answer", s.Letters))
	return charts
}

// WriteSVG draws the charts one below the other.
func (s *Stats) WriteSVG(w io.Writer) error {
	_, err := io.WriteString(w, Stack(s.Name, s.Charts()))
	return err
}

func or(s, other string) string {
	if s == "" {
		return other
	}
	return s
}

func (g Group) difficulty() string {
	if g.Rated == 0 || math.IsNaN(g.Difficulty) {
		return "-"
	}
	return fmt.Sprintf("%.3f", g.Difficulty)
}

var page = template.Must(template.New("stats").Funcs(template.FuncMap{
	"f1": func(v float64) string { return fmt.Sprintf("%.1f", v) },
}).Parse(`<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{{.Name}}</title>
<style>body{font-family:sans-serif;margin:2rem;max-width:60rem}table{border-collapse:collapse;margin:1rem 0}
th,td{padding:.2rem .7rem;text-align:right;border-bottom:1px solid #ccc}th:first-child,td:first-child{text-align:left}figure{margin:1rem 0}</style></head>
<body><h1>{{.Name}}</h1>
<p>{{.All.Records}} records, {{.Broken}} broken lines, {{.Duplicates}} with the text of an earlier one, {{.All.Several}} with several solutions.</p>
<h2>Sources</h2>
<table><tr><th>source</th><th>records</th><th>difficulty</th><th>letters</th><th>longest</th><th>conditions</th><th>symbols</th></tr>
{{range .Groups}}<tr><td>{{.Name}}</td><td>{{.Records}}</td><td>{{.Mean}}</td><td>{{f1 .Runes}}</td><td>{{.Longest}}</td><td>{{f1 .Conditions}}</td><td>{{f1 .Symbols}}</td></tr>
{{end}}</table>
{{range .Drawn}}<figure>{{.}}</figure>
{{end}}</body></html>
`))

// WriteHTML writes the description as a page that stands alone.
func (s *Stats) WriteHTML(w io.Writer) error {
	type row struct {
		Group
		Mean string
	}
	data := struct {
		*Stats
		Groups []row
		Drawn  []template.HTML
	}{Stats: s}
	for _, g := range append(s.Sources, s.All) {
		data.Groups = append(data.Groups, row{g, g.difficulty()})
	}
	for _, c := range s.Charts() {
		data.Drawn = append(data.Drawn, template.HTML(c.SVG())) // made of numbers and escaped texts
	}
	return page.Execute(w, data)
}
