package dataset

import (
	"context"
	"fmt"
	"html/template"
	"io"
	"math"
	"sort"
	"strings"
	"text/tabwriter"
	"unicode/utf8"

	"github.com/quandary-puzzles/quandary/record"
)

// Histogram counts values from 0 to 1 in bins of equal width; the last holds 1 too.
type Histogram [20]int

// Add counts a value; one outside 0 to 1 counts in the nearest bin.
func (h *Histogram) Add(v float64) {
	h[min(len(h)-1, max(0, int(v*float64(len(h)))))]++
}

// String draws the histogram with a line for each bin.
func (h *Histogram) String() string {
	most := 1
	for _, n := range h {
		most = max(most, n)
	}
	var b strings.Builder
	for i, n := range h {
		fmt.Fprintf(&b, "%.2f %s %d\n", float64(i)/float64(len(h)), strings.Repeat("#", (n*50+most-1)/most), n)
	}
	return b.String()
}

// SVG draws the histogram as a stand-alone image.
func (h *Histogram) SVG(title string) string {
	const w, height, left, top = 20, 120, 10, 20
	most := 1
	for _, n := range h {
		most = max(most, n)
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img"><title>%s</title>`,
		2*left+w*len(h), top+height+24, 2*left+w*len(h), top+height+24, template.HTMLEscapeString(title))
	fmt.Fprintf(&b, `<text x="%d" y="14" font-family="sans-serif" font-size="12">%s</text>`, left, template.HTMLEscapeString(title))
	for i, n := range h {
		bar := float64(n) / float64(most) * height
		fmt.Fprintf(&b, `<rect x="%d" y="%.1f" width="%d" height="%.1f" fill="#1f5fa8"><title>%.2f to %.2f: %d</title></rect>`,
			left+w*i+1, top+height-bar, w-2, bar, float64(i)/float64(len(h)), float64(i+1)/float64(len(h)), n)
	}
	for i := 0; i <= len(h); i += 5 {
		fmt.Fprintf(&b, `<text x="%d" y="%d" font-family="sans-serif" font-size="10" text-anchor="middle">%.2f</text>`,
			left+w*i, top+height+14, float64(i)/float64(len(h)))
	}
	b.WriteString("</svg>")
	return b.String()
}

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
	Histogram  Histogram
	Duplicates int // records whose text stands earlier
	Broken     int
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
	types, letters := map[string]int{}, map[string]int{}
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
	st.Types, st.Letters = counts(types), counts(letters)
	dups, err := Duplicates(ctx, in, TextKey, &Rejects{})
	st.Duplicates = len(dups)
	return st, err
}

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
	for _, c := range s.Types {
		fmt.Fprintf(w, "%6d  %s\n", c.N, or(c.Name, "(no answer type)"))
	}
	for _, c := range s.Letters {
		fmt.Fprintf(w, "%6d  answer %s\n", c.N, c.Name)
	}
	if s.All.Rated > 0 {
		fmt.Fprintf(w, "\ndifficulty\n%s", s.Histogram.String())
	}
	return nil
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
th,td{padding:.2rem .7rem;text-align:right;border-bottom:1px solid #ccc}th:first-child,td:first-child{text-align:left}</style></head>
<body><h1>{{.Name}}</h1>
<p>{{.All.Records}} records, {{.Broken}} broken lines, {{.Duplicates}} with the text of an earlier one, {{.All.Several}} with several solutions.</p>
{{.Chart}}
<h2>Sources</h2>
<table><tr><th>source</th><th>records</th><th>difficulty</th><th>letters</th><th>longest</th><th>conditions</th><th>symbols</th></tr>
{{range .Groups}}<tr><td>{{.Name}}</td><td>{{.Records}}</td><td>{{.Mean}}</td><td>{{f1 .Runes}}</td><td>{{.Longest}}</td><td>{{f1 .Conditions}}</td><td>{{f1 .Symbols}}</td></tr>
{{end}}</table>
<h2>Answers</h2>
<table><tr><th>type</th><th>records</th></tr>{{range .Types}}<tr><td>{{.Name}}</td><td>{{.N}}</td></tr>{{end}}</table>
{{if .Letters}}<table><tr><th>letter</th><th>records</th></tr>{{range .Letters}}<tr><td>{{.Name}}</td><td>{{.N}}</td></tr>{{end}}</table>{{end}}
</body></html>
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
		Chart  template.HTML
	}{Stats: s}
	for _, g := range append(s.Sources, s.All) {
		data.Groups = append(data.Groups, row{g, g.difficulty()})
	}
	if s.All.Rated > 0 {
		data.Chart = template.HTML(s.Histogram.SVG("difficulty")) // made of numbers and an escaped title
	}
	return page.Execute(w, data)
}
