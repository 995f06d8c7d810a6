package main

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/rng"
)

// What somebody who was asked writes, made of an answer in the form that the question asks for.

// sheet is what an answer says of one layer: a grid, or a list of places.
type sheet struct {
	name  string
	what  sort
	holes bool // the rectangle of the grid has places that are no cells
	grid  [][]string
	items []item
	signs map[string]string // what its values are drawn as, where the question says so
}

type sort int

const (
	words sort = iota // a grid of words or numbers
	marks             // a grid of x and points
	parts             // a grid of the numbers of parts
	list              // places, with values or without
)

// item is a place of a list and its value, "" where being there is all.
type item struct{ place, value string }

// sheets reads an answer. The question tells what its grids hold.
func sheets(question, answer string) []sheet {
	_, forms, _ := strings.Cut(question, "\nAnswer in this form")
	_, forms, _ = strings.Cut(forms, ":\n")
	var out []sheet
	for line := range strings.Lines(forms) {
		name, form, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if !ok {
			continue
		}
		s := sheet{name: name, holes: strings.Contains(form, "has no cell")}
		switch {
		case strings.HasPrefix(form, "a list"):
			s.what = list
		case strings.HasPrefix(form, "a grid") && strings.Contains(form, "x for "):
			s.what = marks
		case strings.Contains(form, "in the same part"):
			s.what = parts
		}
		out = append(out, s)
	}
	for _, m := range signMeant.FindAllStringSubmatch(question, -1) {
		for n := range out {
			if out[n].name != m[1] {
				continue
			}
			out[n].signs = map[string]string{}
			for _, one := range strings.Split(m[2], ", ") {
				if value, sign, ok := strings.Cut(one, " = "); ok && (sign == "/" || sign == `\` || strings.HasPrefix(sign, "/ (") || strings.HasPrefix(sign, `\ (`)) {
					out[n].signs[value] = sign[:1]
				}
			}
		}
	}
	if len(out) == 0 {
		out = []sheet{{name: "board"}} // a family with a program of its own asks for one grid
	}
	at := 0
	for line := range strings.Lines(answer) {
		line = strings.TrimSpace(line)
		if k := slices.IndexFunc(out, func(s sheet) bool { return line == s.name+":" }); len(out) > 1 && k >= 0 {
			at = k
			continue
		}
		s := &out[at]
		switch {
		case line == "":
		case s.what == list:
			for _, text := range strings.Split(line, ", ") {
				place, value, _ := strings.Cut(text, "=")
				s.items = append(s.items, item{place, value})
			}
		default:
			s.grid = append(s.grid, strings.Fields(line))
		}
	}
	return out
}

// signMeant matches a line of what a question says of the values of a layer.
var signMeant = regexp.MustCompile(`(?m)^([\w-]+): (\S+ = .*)$`)

// drawn writes the values of grids as the lines across cells that they stand for; ok is false where none does.
func drawn(all []sheet) (out []sheet, ok bool) {
	for _, s := range all {
		if len(s.signs) > 0 {
			ok = true
			grid := make([][]string, len(s.grid))
			for n, row := range s.grid {
				for _, v := range row {
					if sign := s.signs[v]; sign != "" {
						v = sign
					}
					grid[n] = append(grid[n], v)
				}
			}
			s.grid = grid
		}
		out = append(out, s)
	}
	return out, ok
}

// whenDrawn writes an answer whose values are lines across cells with these.
func whenDrawn(write func(all []sheet) string) func(all []sheet) string {
	return func(all []sheet) string {
		if all, ok := drawn(all); ok {
			return write(all)
		}
		return ""
	}
}

// letters reports whether all values are single characters: words do not stand close together.
func letters(all []sheet) bool {
	return !slices.ContainsFunc(all, func(s sheet) bool {
		return slices.ContainsFunc(s.grid, func(row []string) bool { return slices.ContainsFunc(row, func(v string) bool { return len(v) > 1 }) })
	})
}

// members writes the places with their values as a list, each by a format of row, column and value; only where there are such.
func members(all []sheet, format string) string {
	if len(all) > 1 || sided(all) || all[0].what == marks {
		return ""
	}
	l, ok := all[0].listed()
	if !ok {
		return ""
	}
	var out []string
	for _, x := range l.items {
		m := cellName.FindStringSubmatch(x.place)
		if m == nil || m[0] != x.place || x.value == "" {
			return ""
		}
		value, _ := json.Marshal(x.value)
		if _, err := strconv.Atoi(x.value); err == nil {
			value = []byte(x.value)
		}
		out = append(out, fmt.Sprintf(format, m[1], m[2], value))
	}
	return "[" + strings.Join(out, ", ") + "]"
}

// written writes sheets, the cells of a row between these texts, and the lists as they were asked for.
func written(all []sheet, before, between, behind string) string {
	var b strings.Builder
	for _, s := range all {
		if len(all) > 1 {
			b.WriteString(s.name + ":\n")
		}
		for _, row := range s.grid {
			b.WriteString(before + strings.Join(row, between) + behind + "\n")
		}
		if s.what == list {
			b.WriteString(s.line(func(p string) string { return p }, "=", ", ") + "\n")
		}
	}
	return strings.TrimRight(b.String(), "\n")
}

// line writes the list, with other names of places.
func (s sheet) line(name func(string) string, is, comma string) string {
	var out []string
	for _, x := range s.items {
		text := name(x.place)
		if x.value != "" {
			text += is + x.value
		}
		out = append(out, text)
	}
	return strings.Join(out, comma)
}

// listed makes a list of a grid: of marks the places, of others the places with their values. ok is false for a grid of parts.
func (s sheet) listed() (out sheet, ok bool) {
	if s.what == list {
		return s, true
	}
	out = sheet{name: s.name, what: list}
	for r, row := range s.grid {
		for c, v := range row {
			switch place := fmt.Sprintf("r%dc%d", r+1, c+1); {
			case v == ".":
			case s.what == marks:
				out.items = append(out.items, item{place, ""})
			default:
				out.items = append(out.items, item{place, v})
			}
		}
	}
	return out, s.what != parts
}

// spoken writes each layer as a list.
func spoken(all []sheet, name func(string) string, is, comma, before string) string {
	var b strings.Builder
	for _, s := range all {
		l, ok := s.listed()
		if !ok || l.items == nil {
			return ""
		}
		if len(all) > 1 {
			b.WriteString(s.name + ":\n")
		}
		b.WriteString(before + l.line(name, is, comma) + "\n")
	}
	return strings.TrimRight(b.String(), "\n")
}

// behind puts a text behind what introduces it; nothing behind nothing.
func behind(intro, text string) string {
	if text == "" {
		return ""
	}
	return intro + text
}

// cellName matches the name of a cell, and the side of it that an edge may be.
var cellName = regexp.MustCompile(`r(\d+)c(\d+)`)

// named gives the places other names: each cell by its row and column.
func named(cell func(row, col int) string) func(string) string {
	return func(place string) string {
		return cellName.ReplaceAllStringFunc(place, func(text string) string {
			x := cellName.FindStringSubmatch(text)
			row, _ := strconv.Atoi(x[1])
			col, _ := strconv.Atoi(x[2])
			return cell(row, col)
		})
	}
}

func pair(row, col int) string { return fmt.Sprintf("(%d,%d)", row, col) }

// chess names a cell by the letter of its column and the number of its row, which is the first at the top.
func chess(row, col int) string {
	if col > 26 {
		return fmt.Sprintf("r%dc%d", row, col)
	}
	return fmt.Sprintf("%c%d", 'A'+col-1, row)
}

// asJSON writes the answer as an object, or as the value of its only layer.
func asJSON(all []sheet, object bool) string {
	value := func(s sheet) string {
		var rows []string
		if s.what == list {
			for _, x := range s.items {
				if x.value == "" {
					rows = append(rows, strconv.Quote(x.place))
				} else {
					rows = append(rows, strconv.Quote(x.place)+": "+scalar(x.value))
				}
			}
			if len(s.items) > 0 && s.items[0].value != "" {
				return "{" + strings.Join(rows, ", ") + "}"
			}
			return "[" + strings.Join(rows, ", ") + "]"
		}
		for _, row := range s.grid {
			var cells []string
			for _, v := range row {
				cells = append(cells, scalar(v))
			}
			rows = append(rows, "["+strings.Join(cells, ", ")+"]")
		}
		return "[" + strings.Join(rows, ",\n  ") + "]"
	}
	if !object && len(all) == 1 {
		return value(all[0])
	}
	var out []string
	for _, s := range all {
		out = append(out, strconv.Quote(s.name)+": "+value(s))
	}
	return "{" + strings.Join(out, ",\n ") + "}"
}

func scalar(v string) string {
	if _, err := strconv.Atoi(v); err == nil {
		return v
	}
	return strconv.Quote(v)
}

// other writes the marks of grids with other signs; ok is false where there is no grid of marks.
func other(all []sheet, yes, no string) (out []sheet, ok bool) {
	for _, s := range all {
		if s.what == marks {
			ok = true
			var grid [][]string
			for _, row := range s.grid {
				row = slices.Clone(row)
				for n, v := range row {
					row[n] = no
					if v == "x" {
						row[n] = yes
					}
				}
				grid = append(grid, row)
			}
			s.grid = grid
		}
		out = append(out, s)
	}
	return out, ok
}

// form is a way of writing an answer; it gives "" where an answer cannot be written so.
type form struct {
	name  string
	write func(all []sheet) string
}

func fenced(text string) string { return "```\n" + text + "\n```" }

// forms are the ways in which answers are written.
var forms = []form{
	{"as asked", func(all []sheet) string { return written(all, "", " ", "") }},
	{"code fence", func(all []sheet) string { return fenced(written(all, "", " ", "")) }},
	{"prose around", func(all []sheet) string {
		return "Let me look at the first row: the clue in r1c1 leaves two ways, and only one of them can go on.\nSo everything else follows.\n\nFinal answer:\n\n" +
			fenced(written(all, "", " ", "")) + "\n\nEvery rule holds, so this is the solution."
	}},
	{"answer element", func(all []sheet) string {
		return "<think>The clue at r2c2 is the key. 1 2 3</think>\nHere it is.\n<answer>\n" + written(all, "", " ", "") + "\n</answer>"
	}},
	{"box", func(all []sheet) string { return "The solution is\n\\boxed{\n" + written(all, "", " ", "") + "\n}" }},
	{"table", func(all []sheet) string {
		var b strings.Builder
		for _, s := range all {
			if len(all) > 1 {
				fmt.Fprintf(&b, "**%s:**\n\n", s.name)
			}
			for n, row := range s.grid {
				if n == 0 {
					b.WriteString("|   |")
					for c := range row {
						fmt.Fprintf(&b, " %d |", c+1)
					}
					b.WriteString("\n|" + strings.Repeat("---|", len(row)+1) + "\n")
				}
				fmt.Fprintf(&b, "| %d | %s |\n", n+1, strings.Join(row, " | "))
			}
			if s.what == list {
				b.WriteString(s.line(func(p string) string { return p }, "=", ", ") + "\n")
			}
			b.WriteString("\n")
		}
		return b.String()
	}},
	{"pipes", func(all []sheet) string { return "Answer:\n\n" + written(all, "| ", " | ", " |") }},
	{"commas", func(all []sheet) string { return written(all, "", ", ", "") }},
	{"close together", func(all []sheet) string {
		if !letters(all) || slices.ContainsFunc(all, func(s sheet) bool { return s.what == parts }) {
			return ""
		}
		return fenced(written(all, "", "", ""))
	}},
	{"rows by name", func(all []sheet) string {
		var b strings.Builder
		for _, s := range all {
			if len(all) > 1 {
				b.WriteString(s.name + ":\n")
			}
			for n, row := range s.grid {
				fmt.Fprintf(&b, "Row %d: %s\n", n+1, strings.Join(row, " "))
			}
			if s.what == list {
				b.WriteString(s.line(func(p string) string { return p }, "=", ", ") + "\n")
			}
		}
		return b.String()
	}},
	{"JSON", func(all []sheet) string { return "```json\n" + asJSON(all, false) + "\n```" }},
	{"JSON object", func(all []sheet) string { return asJSON(all, true) }},
	{"other signs", func(all []sheet) string {
		if o, ok := other(all, "#", "-"); ok {
			return written(o, "", " ", "")
		}
		return ""
	}},
	{"ones and zeros", func(all []sheet) string {
		if o, ok := other(all, "1", "0"); ok {
			return "Solution:\n" + written(o, "[", ", ", "]")
		}
		return ""
	}},
	{"coordinates", func(all []sheet) string { return spoken(all, func(p string) string { return p }, "=", ", ", "") }},
	{"large letters, one a line", func(all []sheet) string {
		return spoken(all, func(p string) string { return cellName.ReplaceAllString(p, "R${1}C${2}") }, ": ", "\n- ", "- ")
	}},
	{"pairs of numbers", func(all []sheet) string {
		if sided(all) {
			return ""
		}
		return behind("The answer:\n", spoken(all, named(pair), "=", ", ", ""))
	}},
	{"pairs, one a line", func(all []sheet) string {
		if sided(all) {
			return ""
		}
		return behind("The answer is below.\n\n", spoken(all, func(p string) string { return strings.ReplaceAll(named(pair)(p), ")-(", ") - (") }, " = ", "\n", ""))
	}},
	{"letters and numbers", func(all []sheet) string {
		if sided(all) {
			return ""
		}
		return behind("Answer:\n", spoken(all, named(chess), "=", ", ", ""))
	}},
	{"list of moves", func(all []sheet) string {
		if len(all) > 1 || sided(all) {
			return ""
		}
		l, ok := all[0].listed()
		if !ok {
			return ""
		}
		var b strings.Builder
		for n, x := range l.items {
			fmt.Fprintf(&b, "%d. %s", n+1, named(pair)(x.place))
			if x.value != "" {
				b.WriteString(" = " + x.value)
			}
			b.WriteByte('\n')
		}
		return b.String()
	}},
	{"arrows", func(all []sheet) string {
		if sided(all) {
			return ""
		}
		return behind("Solution:\n", spoken(all, func(p string) string { return strings.ReplaceAll(p, "-", " -> ") }, ": ", "\n", ""))
	}},
	{"lists of pairs", func(all []sheet) string { // [[[1,1],[1,2]],...]
		if len(all) > 1 || all[0].what != list || sided(all) || len(all[0].items) == 0 || all[0].items[0].value != "" || !strings.Contains(all[0].items[0].place, "-") {
			return ""
		}
		var out []string
		for _, x := range all[0].items {
			out = append(out, "["+strings.ReplaceAll(named(func(r, c int) string { return fmt.Sprintf("[%d,%d]", r, c) })(x.place), "]-[", "], [")+"]")
		}
		return "[" + strings.Join(out, ", ") + "]"
	}},
	{"parts as lists", func(all []sheet) string {
		if len(all) > 1 || all[0].what != parts {
			return ""
		}
		cells := map[string][]string{}
		var order []string
		for r, row := range all[0].grid {
			for c, v := range row {
				if v == "." {
					continue
				}
				if cells[v] == nil {
					order = append(order, v)
				}
				cells[v] = append(cells[v], fmt.Sprintf("r%dc%d", r+1, c+1))
			}
		}
		var b strings.Builder
		for n, v := range order {
			fmt.Fprintf(&b, "Region %d: %s\n", n+1, strings.Join(cells[v], ", "))
		}
		return b.String()
	}},
	{"triples", func(all []sheet) string { return members(all, "[%s, %s, %s]") }},
	{"objects by row and column", func(all []sheet) string { return members(all, "{\"row\": %s, \"col\": %s, \"value\": %s}") }},
	{"arrows to values", func(all []sheet) string {
		if len(all) > 1 || sided(all) || all[0].what != words {
			return ""
		}
		return behind("Solution:\n", spoken(all, func(p string) string { return p }, " -> ", "\n", ""))
	}},
	{"slashes", whenDrawn(func(all []sheet) string { return written(all, "", " ", "") })},
	{"slashes close together", whenDrawn(func(all []sheet) string {
		if !letters(all) {
			return ""
		}
		return fenced(written(all, "", "", ""))
	})},
	{"slashes in a box", whenDrawn(func(all []sheet) string { return "\\boxed{" + written(all, "", " ", "") + "}" })},
	{"slashes in JSON", whenDrawn(func(all []sheet) string { return asJSON(all, true) })},
	{"slashes in quoted rows", whenDrawn(func(all []sheet) string {
		if !letters(all) {
			return ""
		}
		return "Solution: [" + written(all, `"`, "", `",`) + "]"
	})},
	{"slashes by place", whenDrawn(func(all []sheet) string {
		return spoken(all, func(p string) string { return p }, "=", ", ", "")
	})},
	{"slashes of pairs", whenDrawn(func(all []sheet) string {
		return behind("The answer:\n", spoken(all, named(pair), ": `", "`\n- ", "- ")+"`")
	})},
	{"slashes as triples", whenDrawn(func(all []sheet) string { return members(all, "[%s, %s, %s]") })},
	{"slashes of LaTeX", whenDrawn(func(all []sheet) string {
		return "$$\\boxed{\\begin{array}{c}\n" + strings.NewReplacer(`\`, `\backslash`, "end", `\\`).Replace(written(all, "", " & ", " end")) + "\n\\end{array}}$$"
	})},
	{"slashes in a table", whenDrawn(func(all []sheet) string {
		return strings.ReplaceAll(written(all, "| ", " | ", " |"), `\`, `\\`)
	})},
	{"in Chinese", func(all []sheet) string {
		return "先看第一行，然后逐步推理。\n\n最终答案：\n" + fenced(written(all, "", " ", ""))
	}},
	{"tabs", func(all []sheet) string { return "Solution:\n" + written(all, "", "\t", "") }},
	{"quoted", func(all []sheet) string {
		return "Here is my answer:\n\n> " + strings.ReplaceAll(written(all, "", " ", ""), "\n", "\n> ")
	}},
	{"HTML table", func(all []sheet) string {
		return "<table>\n" + written(all, "<tr><td>", "</td><td>", "</td></tr>") + "\n</table>"
	}},
	{"LaTeX", func(all []sheet) string {
		return "$$\\begin{array}{c}\n" + written(all, "", " & ", " \\\\") + "\n\\end{array}$$"
	}},
	{"last words", func(all []sheet) string {
		return "Therefore the final answer is:\n\n" + written(all, "", "  ", "") + "\n\nI am confident that this is right."
	}},
	{"answer in JSON", func(all []sheet) string {
		return "So this is what I give.\n{\"answer\": " + strconv.Quote(written(all, "", " ", "")) + "}"
	}},
	{"lines between rows", func(all []sheet) string {
		var b strings.Builder
		for _, s := range all {
			if len(all) > 1 {
				b.WriteString(s.name + ":\n")
			}
			for n, row := range s.grid {
				rule := strings.Repeat("+---", len(row)) + "+\n"
				if n == 0 {
					b.WriteString(rule)
				}
				b.WriteString("| " + strings.Join(row, " | ") + " |\n" + rule)
			}
			if s.what == list {
				b.WriteString(s.line(func(p string) string { return p }, "=", ", ") + "\n")
			}
		}
		return b.String()
	}},
	{"returns and marks of emphasis", func(all []sheet) string {
		return strings.ReplaceAll("**Final answer:**\n\n"+written(all, "  ", "  ", ""), "\n", "\r\n") + "\r\n\r\n"
	}},
	{"a try that is given up", func(all []sheet) string {
		bad := changed(all, rng.New(5).Derive("given up", 0))
		return "My first try:\n" + written(bad, "", " ", "") + "\n\nWait, that is wrong: a rule is broken. Corrected answer:\n" + written(all, "", " ", "")
	}},
}

// sided reports whether places are named by sides or corners of cells, which only the form that is asked for has.
func sided(all []sheet) bool {
	for _, s := range all {
		for _, x := range s.items {
			if strings.Contains(x.place, ".") {
				return true
			}
		}
	}
	return false
}

// changed changes one cell of a grid, or takes one place out of a list.
func changed(all []sheet, r *rng.Stream) []sheet {
	out := slices.Clone(all)
	k := r.IntN(len(out))
	s := &out[k]
	if s.what == list {
		if len(s.items) == 0 {
			s.items = []item{{"r1c1-r1c2", ""}}
			return out
		}
		n := r.IntN(len(s.items))
		s.items = slices.Clone(s.items)
		if s.items[n].value != "" {
			for _, x := range all[k].items { // to a value that stands elsewhere
				if x.value != s.items[n].value {
					s.items[n].value = x.value
					return out
				}
			}
		}
		s.items = slices.Delete(s.items, n, n+1)
		return out
	}
	values := map[string]bool{}
	for _, row := range s.grid {
		for _, v := range row {
			values[v] = true
		}
	}
	if s.what == marks {
		values["x"], values["."] = true, true
	}
	if s.what == parts {
		values["99"] = true
	}
	if len(values) == 1 {
		values["1"], values["2"] = true, true
	}
	var names []string
	for v := range values {
		names = append(names, v)
	}
	slices.Sort(names)
	y := r.IntN(len(s.grid))
	x := r.IntN(len(s.grid[y]))
	for {
		// A dot where a value was may only leave out what is printed.
		v := names[r.IntN(len(names))]
		if s.holes && s.grid[y][x] == "." {
			y, x = r.IntN(len(s.grid)), r.IntN(len(s.grid[0]))
			continue
		}
		if v != s.grid[y][x] && (s.what == marks || v != "." || len(names) == 2) {
			return replaced(out, k, y, x, v)
		}
	}
}

func replaced(all []sheet, k, y, x int, v string) []sheet {
	grid := slices.Clone(all[k].grid)
	grid[y] = slices.Clone(grid[y])
	grid[y][x] = v
	all[k].grid = grid
	return all
}

// turned gives the answer with rows and columns exchanged, or the order of rows reversed.
func turned(all []sheet, transpose bool) []sheet {
	var out []sheet
	for _, s := range all {
		rows := len(s.grid)
		if s.what == list {
			s.items = slices.Clone(s.items)
			for n, x := range s.items {
				s.items[n].place = named(func(r, c int) string {
					if transpose {
						r, c = c, r
					} else {
						c = max(1, 8-c)
					}
					return fmt.Sprintf("r%dc%d", r, c)
				})(x.place)
			}
			out = append(out, s)
			continue
		}
		var grid [][]string
		if transpose {
			for x := range s.grid[0] {
				var row []string
				for y := range rows {
					if x < len(s.grid[y]) {
						row = append(row, s.grid[y][x])
					}
				}
				grid = append(grid, row)
			}
		} else {
			for y := rows - 1; y >= 0; y-- {
				grid = append(grid, s.grid[y])
			}
		}
		s.grid = grid
		out = append(out, s)
	}
	return out
}

// uniform gives an answer that has one value everywhere.
func uniform(all []sheet, v string) []sheet {
	var out []sheet
	for _, s := range all {
		s.items = nil
		var grid [][]string
		for _, row := range s.grid {
			grid = append(grid, slices.Repeat([]string{v}, len(row)))
		}
		s.grid = grid
		out = append(out, s)
	}
	return out
}

// cut gives an answer that breaks off.
func cut(all []sheet) []sheet {
	var out []sheet
	for _, s := range all {
		s.items = s.items[:len(s.items)/2]
		s.grid = s.grid[:len(s.grid)*2/3]
		out = append(out, s)
	}
	return out
}
