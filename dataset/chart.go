package dataset

import (
	"fmt"
	"html/template"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/columns"
)

// Chart is a bar chart: of the bins of a figure, or of things that were counted.
type Chart struct {
	Title string
	Bars  []Count
	// Bins says that the bars are ranges of a figure, in order, named by where they begin.
	Bins bool
}

// Histogram counts values from 0 to 1 in bins of equal width; the last holds 1 too.
type Histogram [20]int

// Add counts a value; one outside 0 to 1 counts in the nearest bin.
func (h *Histogram) Add(v float64) {
	h[min(len(h)-1, max(0, int(v*float64(len(h)))))]++
}

// Chart gives the histogram as a chart.
func (h *Histogram) Chart(title string) Chart {
	c := Chart{Title: title, Bins: true}
	for i, n := range h {
		c.Bars = append(c.Bars, Count{fmt.Sprintf("%.2f", float64(i)/float64(len(h))), n})
	}
	return c
}

// String draws the histogram with a line for each bin.
func (h *Histogram) String() string { return h.Chart("").String() }

// Lengths counts whole numbers from 0 on in bins of equal width, which doubles whenever a number lies beyond the last bin.
// The zero value is ready for use.
type Lengths struct {
	bins  [24]int
	shift uint // the bins are 1<<shift wide
}

// Add counts a number.
func (l *Lengths) Add(v int) {
	v = max(0, v)
	for v>>l.shift >= len(l.bins) {
		for i := range l.bins {
			l.bins[i] = pair(l.bins[:], 2*i)
		}
		l.shift++
	}
	l.bins[v>>l.shift]++
}

// pair is the sum of two neighbouring bins, which are 0 beyond the end.
func pair(bins []int, i int) int {
	if i >= len(bins) {
		return 0
	}
	return bins[i] + bins[i+1]
}

// Chart gives the bins from the first to the last that is not empty.
func (l *Lengths) Chart(title string) Chart {
	c := Chart{Title: title, Bins: true}
	first, last := -1, -1
	for i, n := range l.bins {
		if n > 0 {
			last = i
			if first < 0 {
				first = i
			}
		}
	}
	for i := first; first >= 0 && i <= last; i++ {
		c.Bars = append(c.Bars, Count{fmt.Sprint(i << l.shift), l.bins[i]})
	}
	return c
}

// mostBars bounds the bars of a chart of counted things; the rest is one bar.
const mostBars = 40

func counted(title string, counts []Count) Chart {
	c := Chart{Title: title, Bars: counts}
	if len(counts) > mostBars {
		rest := 0
		for _, k := range counts[mostBars-1:] {
			rest += k.N
		}
		c.Bars = append(append([]Count(nil), counts[:mostBars-1]...), Count{fmt.Sprintf("%d others", len(counts)-mostBars+1), rest})
	}
	return c
}

func (c Chart) most() int {
	most := 1
	for _, b := range c.Bars {
		most = max(most, b.N)
	}
	return most
}

// String draws the chart with a line for each bar.
func (c Chart) String() string {
	width := 0
	for _, b := range c.Bars {
		width = max(width, columns.Width(b.Name))
	}
	most := c.most()
	var out strings.Builder
	for _, b := range c.Bars {
		pad := strings.Repeat(" ", width-columns.Width(b.Name))
		name := b.Name + pad
		if c.Bins {
			name = pad + b.Name
		}
		fmt.Fprintf(&out, "%s %s %d\n", name, strings.Repeat("#", (b.N*50+most-1)/most), b.N)
	}
	return out.String()
}

// Sizes of pictures, in pixels.
const (
	margin    = 10
	titleTop  = 20
	binWidth  = 20
	binHeight = 120
	rowHeight = 16
	nameWidth = 180
	rowWidth  = 300
)

// size is the size of the picture.
func (c Chart) size() (w, h int) {
	if c.Bins {
		return 2*margin + max(200, binWidth*len(c.Bars)), titleTop + binHeight + 24
	}
	return 2*margin + nameWidth + rowWidth + 60, titleTop + rowHeight*len(c.Bars) + 8
}

// SVG draws the chart as a stand-alone picture.
func (c Chart) SVG() string {
	w, h := c.size()
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img">`, w, h, w, h)
	c.draw(&b)
	b.WriteString("</svg>")
	return b.String()
}

func (c Chart) draw(b *strings.Builder) {
	esc := template.HTMLEscapeString
	fmt.Fprintf(b, `<title>%s</title>`, esc(c.Title))
	fmt.Fprintf(b, `<text x="%d" y="14" font-family="sans-serif" font-size="12">%s</text>`, margin, esc(c.Title))
	most := float64(c.most())
	for i, k := range c.Bars {
		if !c.Bins {
			y := titleTop + rowHeight*i
			long := float64(k.N) / most * rowWidth
			fmt.Fprintf(b, `<text x="%d" y="%d" font-family="sans-serif" font-size="11" text-anchor="end">%s</text>`, margin+nameWidth-6, y+12, esc(shorten(k.Name)))
			fmt.Fprintf(b, `<rect x="%d" y="%d" width="%.1f" height="%d" fill="#1f5fa8"/>`, margin+nameWidth, y+2, long, rowHeight-4)
			fmt.Fprintf(b, `<text x="%.1f" y="%d" font-family="sans-serif" font-size="11">%d</text>`, margin+nameWidth+long+4, y+12, k.N)
			continue
		}
		high := float64(k.N) / most * binHeight
		until := ""
		if i+1 < len(c.Bars) {
			until = " to " + c.Bars[i+1].Name
		}
		fmt.Fprintf(b, `<rect x="%d" y="%.1f" width="%d" height="%.1f" fill="#1f5fa8"><title>%s%s: %d</title></rect>`,
			margin+binWidth*i+1, titleTop+binHeight-high, binWidth-2, high, esc(k.Name), esc(until), k.N)
		if i%5 == 0 {
			fmt.Fprintf(b, `<text x="%d" y="%d" font-family="sans-serif" font-size="10" text-anchor="middle">%s</text>`,
				margin+binWidth*i, titleTop+binHeight+14, esc(k.Name))
		}
	}
}

// shorten keeps a name within its column.
func shorten(name string) string {
	if r := []rune(name); len(r) > 28 {
		return string(r[:27]) + "…"
	}
	return name
}

// Stack draws several charts as one picture, one below the other.
func Stack(title string, charts []Chart) string {
	width, height := 0, 0
	for _, c := range charts {
		w, h := c.size()
		width, height = max(width, w), height+h
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img"><title>%s</title>`,
		width, height, width, height, template.HTMLEscapeString(title))
	y := 0
	for _, c := range charts {
		_, h := c.size()
		fmt.Fprintf(&b, `<g transform="translate(0 %d)">`, y)
		c.draw(&b)
		b.WriteString("</g>")
		y += h
	}
	b.WriteString("</svg>")
	return b.String()
}
