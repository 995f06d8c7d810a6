package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"github.com/spf13/cobra"

	"github.com/quandary-puzzles/quandary/grade"
	"github.com/quandary-puzzles/quandary/record"
)

type reportFlags struct {
	out   string
	title string
	data  []string
	force bool
}

func newReportCmd() *cobra.Command {
	var f reportFlags
	cmd := &cobra.Command{
		Use:   "report MARKS...",
		Short: "Draw a page of how well answers did: by family, level and kind of failure",
		Long: `Draw a page of marks, as quandary grade and the Python package write them: JSON lines with "correct" and "reason", and, as far
as they are there, "model", "family" (or "source"), "level", "cost" and "tokens". What a mark lacks is looked up by its "id" among
the records of --data. Each file is a model of its own, named by the file, where its marks do not say which model gave the answer.

The page has one table of all models, one for each model of its accuracy by family and level, with 95 % intervals (Wilson), a
picture of accuracy by level for a paper, and what the wrong answers failed by. It needs no network and no script. With -o x.svg
the picture alone is written, with -o x.json the figures.`,
		Example: `  quandary report marks.jsonl -o report.html
  quandary report random.jsonl greedy.jsonl --data test.jsonl -o report.html`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return runReport(cmd, args, f) },
	}
	fl := cmd.Flags()
	fl.StringVarP(&f.out, "output", "o", "-", "file to write, .html, .svg or .json; - is standard output, for HTML")
	fl.StringVar(&f.title, "title", "Marks", "title of the page")
	fl.StringArrayVar(&f.data, "data", nil, "file of records, in which families and levels are looked up; may be repeated")
	fl.BoolVar(&f.force, "force", false, "replace the output file if it exists")
	return cmd
}

// cell counts the marks of some answers.
type cell struct {
	Answers, Right int
	Score, Cost    float64
	Costs          int
}

func (c *cell) add(m reportMark) {
	c.Answers++
	c.Score += m.Score
	if m.Correct {
		c.Right++
	}
	if m.Cost != nil {
		c.Cost += *m.Cost
		c.Costs++
	}
}

// Share is the accuracy.
func (c cell) Share() float64 { return float64(c.Right) / float64(max(1, c.Answers)) }

// Interval is the 95 % interval of the accuracy.
func (c cell) Interval() (lo, hi float64) {
	_, lo, hi = grade.Tally{Answers: c.Answers, Correct: c.Right}.Accuracy()
	return lo, hi
}

// reportMark is what the report reads of a mark.
type reportMark struct {
	ID      string   `json:"id"`
	Model   string   `json:"model"`
	Family  string   `json:"family"`
	Source  string   `json:"source"`
	Level   int      `json:"level"`
	Correct bool     `json:"correct"`
	Score   float64  `json:"score"`
	Reason  string   `json:"reason"`
	Cost    *float64 `json:"cost"`
}

// tally counts the marks of one model.
type tally struct {
	Name    string
	All     cell
	Cells   map[string]map[int]*cell // by family and level
	Levels  map[int]*cell
	Reasons map[string]int
}

func newTally(name string) *tally {
	return &tally{Name: name, Cells: map[string]map[int]*cell{}, Levels: map[int]*cell{}, Reasons: map[string]int{}}
}

func (t *tally) add(m reportMark) {
	t.All.add(m)
	if t.Cells[m.Family] == nil {
		t.Cells[m.Family] = map[int]*cell{}
	}
	for _, at := range []map[int]*cell{t.Cells[m.Family], t.Levels} {
		if at[m.Level] == nil {
			at[m.Level] = &cell{}
		}
		at[m.Level].add(m)
	}
	if !m.Correct {
		t.Reasons[m.Reason]++
	}
}

// marksReport is all that a report says.
type marksReport struct {
	Title    string
	Models   []*tally
	Families []string
	Levels   []int
	Reasons  []string
}

// about is what is looked up of a record.
type about struct {
	family string
	level  int
}

func runReport(cmd *cobra.Command, args []string, f reportFlags) error {
	known := map[string]about{}
	for _, name := range f.data {
		if err := eachLine(cmd, name, func(text []byte) error {
			var r record.Record
			if err := json.Unmarshal(text, &r); err != nil {
				return err
			}
			a := about{family: r.Source}
			if r.Origin != nil {
				a.level = r.Origin.Level
			}
			known[r.ID] = a
			return nil
		}); err != nil {
			return err
		}
	}
	byName := map[string]*tally{}
	rep := &marksReport{Title: f.title}
	for _, name := range args {
		file := strings.TrimSuffix(filepath.Base(name), filepath.Ext(name))
		if err := eachLine(cmd, name, func(text []byte) error {
			var m reportMark
			if err := json.Unmarshal(text, &m); err != nil {
				return err
			}
			if m.Reason == "" {
				return errors.New(`expected a mark, an object with "correct" and "reason"`)
			}
			a := known[m.ID]
			for _, name := range []string{m.Source, a.family, "all"} {
				if m.Family == "" {
					m.Family = name
				}
			}
			if m.Level == 0 {
				m.Level = a.level
			}
			if m.Model == "" {
				m.Model = file
			}
			t := byName[m.Model]
			if t == nil {
				t = newTally(m.Model)
				byName[m.Model] = t
				rep.Models = append(rep.Models, t)
			}
			t.add(m)
			return nil
		}); err != nil {
			return err
		}
	}
	if len(rep.Models) == 0 {
		return errors.New("there are no marks in the input")
	}
	rep.axes()
	var b bytes.Buffer
	if err := rep.write(&b, strings.ToLower(filepath.Ext(f.out))); err != nil {
		return err
	}
	out, file, err := output(cmd, f.out, f.force)
	if err != nil {
		return err
	}
	_, err = out.Write(b.Bytes())
	if file != nil {
		err = errors.Join(err, file.Close())
	}
	return err
}

// eachLine hands the lines of a file, or of standard input, to a function; its error gets the place.
func eachLine(cmd *cobra.Command, name string, do func(text []byte) error) error {
	in := cmd.InOrStdin()
	if name != "-" {
		file, err := os.Open(name)
		if err != nil {
			return err
		}
		defer file.Close()
		in = file
	}
	lines := record.NewLineReader(in, 0)
	for {
		if err := cmd.Context().Err(); err != nil {
			return err
		}
		text, number, err := lines.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil {
			err = do(text)
		}
		if err != nil {
			return fmt.Errorf("%s:%d: %w", name, number, err)
		}
	}
}

// axes lists what there is in any model's marks, in order.
func (r *marksReport) axes() {
	families, levels, reasons := map[string]bool{}, map[int]bool{}, map[string]int{}
	for _, m := range r.Models {
		for f, row := range m.Cells {
			families[f] = true
			for l := range row {
				levels[l] = true
			}
		}
		for reason, n := range m.Reasons {
			reasons[reason] += n
		}
	}
	for f := range families {
		r.Families = append(r.Families, f)
	}
	for l := range levels {
		r.Levels = append(r.Levels, l)
	}
	slices.Sort(r.Families)
	slices.Sort(r.Levels)
	for reason := range reasons {
		r.Reasons = append(r.Reasons, reason)
	}
	sort.Slice(r.Reasons, func(i, j int) bool {
		a, b := r.Reasons[i], r.Reasons[j]
		return reasons[a] > reasons[b] || reasons[a] == reasons[b] && a < b
	})
}

func (r *marksReport) write(w io.Writer, ending string) error {
	switch ending {
	case ".svg":
		_, err := io.WriteString(w, r.picture())
		return err
	case ".json":
		text, err := record.AppendJSON(nil, r.object())
		if err == nil {
			_, err = w.Write(append(text, '\n'))
		}
		return err
	case "", ".html", ".htm":
		return reportPage.Execute(w, r)
	default:
		return fmt.Errorf("-o: expected a name that ends in .html, .svg or .json, found %q", ending)
	}
}

func (c cell) object() record.Object {
	lo, hi := c.Interval()
	obj := record.Object{{Key: "answers", Value: c.Answers}, {Key: "right", Value: c.Right}, {Key: "accuracy", Value: c.Share()},
		{Key: "low", Value: lo}, {Key: "high", Value: hi}, {Key: "score", Value: c.Score / float64(max(1, c.Answers))}}
	if c.Costs > 0 {
		obj.Set("cost", c.Cost/float64(c.Costs))
	}
	return obj
}

func (r *marksReport) object() record.Object {
	models := []any{}
	for _, m := range r.Models {
		obj := append(record.Object{{Key: "model", Value: m.Name}}, m.All.object()...)
		cells := []any{}
		for _, f := range r.Families {
			for _, l := range r.Levels {
				if c := m.Cells[f][l]; c != nil {
					cells = append(cells, append(record.Object{{Key: "family", Value: f}, {Key: "level", Value: l}}, c.object()...))
				}
			}
		}
		reasons := record.Object{}
		for _, reason := range r.Reasons {
			if n := m.Reasons[reason]; n > 0 {
				reasons.Set(reason, n)
			}
		}
		models = append(models, append(obj, record.Member{Key: "cells", Value: cells}, record.Member{Key: "failures", Value: reasons}))
	}
	return record.Object{{Key: "title", Value: r.Title}, {Key: "models", Value: models}}
}

// Colours that are told apart in print and by people who see few colours (Okabe and Ito 2008).
var reportColours = [...]string{"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000"}

// Picture of the page.
func (r *marksReport) Picture() template.HTML { return template.HTML(r.picture()) } // its texts are escaped where it is made

// picture draws the accuracy of each model by level, with its intervals.
func (r *marksReport) picture() string {
	const left, top, width, height = 56.0, 16.0, 520.0, 260.0
	var b strings.Builder
	legend := float64(len(r.Models))*18 + 8
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 %.0f" width="640" font-family="sans-serif" font-size="12" role="img" aria-label="accuracy by level">`, top+height+44+legend)
	b.WriteString(`<rect width="100%" height="100%" fill="#fff"/>`)
	for i := range 6 {
		y := top + height*float64(i)/5
		fmt.Fprintf(&b, `<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" stroke="#ddd"/><text x="%.1f" y="%.1f" text-anchor="end">%d %%</text>`, left, y, left+width, y, left-8, y+4, 100-20*i)
	}
	x := func(i int) float64 { return left + width*(float64(i)+0.5)/float64(len(r.Levels)) }
	for i, l := range r.Levels {
		name := fmt.Sprint(l)
		if l == 0 {
			name = "none"
		}
		fmt.Fprintf(&b, `<text x="%.1f" y="%.1f" text-anchor="middle">%s</text>`, x(i), top+height+18, name)
	}
	fmt.Fprintf(&b, `<text x="%.1f" y="%.1f" text-anchor="middle">level</text>`, left+width/2, top+height+36)
	for k, m := range r.Models {
		colour := reportColours[k%len(reportColours)]
		shift := (float64(k) - float64(len(r.Models)-1)/2) * 5
		var points []string
		for i, l := range r.Levels {
			c := m.Levels[l]
			if c == nil {
				continue
			}
			lo, hi := c.Interval()
			px, py := x(i)+shift, top+height*(1-c.Share())
			fmt.Fprintf(&b, `<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" stroke="%s"/><circle cx="%.1f" cy="%.1f" r="3.5" fill="%s"/>`,
				px, top+height*(1-lo), px, top+height*(1-hi), colour, px, py, colour)
			points = append(points, fmt.Sprintf("%.1f,%.1f", px, py))
		}
		fmt.Fprintf(&b, `<polyline points="%s" fill="none" stroke="%s" stroke-width="1.5"/>`, strings.Join(points, " "), colour)
		y := top + height + 54 + float64(k)*18
		fmt.Fprintf(&b, `<rect x="%.1f" y="%.1f" width="12" height="12" fill="%s"/><text x="%.1f" y="%.1f">%s</text>`, left, y-10, colour, left+18, y, template.HTMLEscapeString(m.Name))
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// Percent writes an accuracy with its interval, neither of which a narrow column breaks.
func (c cell) Percent() string {
	lo, hi := c.Interval()
	return fmt.Sprintf("%.1f\u00a0%% (%.1f\u2060–\u2060%.1f)", 100*c.Share(), 100*lo, 100*hi)
}

// MeanScore is the mean of the soft marks.
func (c cell) MeanScore() string { return fmt.Sprintf("%.3f", c.Score/float64(max(1, c.Answers))) }

// MeanCost is the mean of what the answers cost; "–" where the marks do not say.
func (c cell) MeanCost() string {
	if c.Costs == 0 {
		return "–"
	}
	return fmt.Sprintf("%.4g", c.Cost/float64(c.Costs))
}

// Shade is the background of a cell, the darker the more is right.
func (c cell) Shade() template.CSS {
	return template.CSS(fmt.Sprintf("background:rgba(0,114,178,%.2f)", 0.5*c.Share()))
}

var reportPage = template.Must(template.New("report").Parse(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{{.Title}}</title><meta name="viewport" content="width=device-width">
<style>
body{font:15px/1.5 sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#111;background:#fff}
table{border-collapse:collapse;margin:1rem 0}th,td{padding:.25rem .6rem;border:1px solid #ccc;text-align:right;font-variant-numeric:tabular-nums}
th:first-child,td:first-child{text-align:left}caption{text-align:left;color:#555}.wide{overflow-x:auto}.wide th,.wide td{padding:.2rem .3rem;font-size:.9em}
</style></head><body>
<h1>{{.Title}}</h1>
<p>Accuracy is the share of answers that are right; behind it the 95 % interval after Wilson. The score is the mean of the soft marks.</p>
<div class="wide"><table><tr><th>model</th><th>answers</th><th>right</th><th>accuracy</th><th>score</th><th>cost</th></tr>
{{range .Models}}<tr><td>{{.Name}}</td><td>{{.All.Answers}}</td><td>{{.All.Right}}</td><td>{{.All.Percent}}</td><td>{{.All.MeanScore}}</td><td>{{.All.MeanCost}}</td></tr>
{{end}}</table></div>
<h2>By level</h2>
{{.Picture}}
{{$r := .}}{{range $m := .Models}}<h2>{{.Name}}: family by level</h2>
<div class="wide"><table><tr><th>family</th>{{range $r.Levels}}<th>{{if .}}level {{.}}{{else}}no level{{end}}</th>{{end}}</tr>
{{range $f := $r.Families}}<tr><td>{{$f}}</td>{{$row := index $m.Cells $f}}{{range $r.Levels}}{{with index $row .}}<td style="{{.Shade}}" title="{{.Right}} of {{.Answers}}">{{.Percent}}</td>{{else}}<td></td>{{end}}{{end}}</tr>
{{end}}</table></div>
{{end}}{{if .Reasons}}<h2>Failures</h2>
<div class="wide"><table><caption>What the answers that are not right failed by</caption><tr><th>model</th>{{range .Reasons}}<th>{{.}}</th>{{end}}</tr>
{{range $m := .Models}}<tr><td>{{.Name}}</td>{{range $r.Reasons}}<td>{{index $m.Reasons .}}</td>{{end}}</tr>
{{end}}</table></div>
{{end}}</body></html>
`))
