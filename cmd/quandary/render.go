package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/quandary-puzzles/quandary/internal/budget"
	"github.com/quandary-puzzles/quandary/internal/kinds/declared"
	"github.com/quandary-puzzles/quandary/internal/web"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/render"
)

type renderFlags struct {
	input   inputFlags
	to      string
	out     string
	force   bool
	solved  bool
	answers bool
	state   string
	title   string
	booklet bool
	paper   string
	perPage int
	unit    float64
	font    string
	hints   bool
}

func newRenderCmd() *cobra.Command {
	var f renderFlags
	cmd := &cobra.Command{
		Use:   "render [ID | FILE]...",
		Short: "Draw puzzles as text, SVG, PNG or PDF worksheets, or write pages that play",
		Long: `Draw puzzles. ` + inputHelp + `

Text goes to standard output or to one file, a PDF holds all puzzles, several a page, and with --answers their solutions on
the last pages; with --booklet each family has pages of its own, which begin with its rules. SVG, PNG and HTML hold one puzzle each: for several, -o names a folder.
With --answers the solution of a picture is a picture beside it, such as 0001-answer.svg, and solutions in letters follow all puzzles.

A file of HTML is a page that plays the puzzle without a server and without a network. It recognises the solution by a digest and
does not hold it; with --hints it holds the whole way there, which whoever reads the file can find.`,
		Example: `  quandary generate sudoku:9x9 --class hard -n 10 -o ten.jsonl && quandary render ten.jsonl --answers -o ten.pdf
  quandary render 'sudoku:9x9#17' -o puzzle.svg
  quandary render 'slitherlink:8x8#3' -o puzzle.html`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return runRender(cmd, args, f) },
	}
	fl := cmd.Flags()
	f.input.register(fl)
	fl.StringVar(&f.to, "to", "", "text, svg, png, pdf or html; default: by the ending of -o, else text")
	fl.StringVarP(&f.out, "output", "o", "-", "file or folder to write; - is standard output")
	fl.BoolVar(&f.force, "force", false, "replace output files that exist")
	fl.BoolVar(&f.solved, "solved", false, "draw the solution instead of the puzzle")
	fl.BoolVar(&f.hints, "hints", false, "HTML: record the steps to the solution, for hints; the file then holds the answer")
	fl.BoolVar(&f.answers, "answers", false, "draw the answers too: on the last pages of a PDF, below all text, in a file beside each SVG or PNG")
	fl.StringVar(&f.state, "state", "", "draw the puzzle at this state of play")
	fl.StringVar(&f.title, "title", "", "PDF: title of the worksheet")
	fl.BoolVar(&f.booklet, "booklet", false, "PDF: a section for each family, which begins with its rules in words")
	fl.StringVar(&f.paper, "paper", "A4", "PDF: A3, A4, A5, Letter or Legal")
	fl.IntVar(&f.perPage, "per-page", 0, "PDF: puzzles a page, from 1 to 12; default: as many as stay readable")
	fl.Float64Var(&f.unit, "unit", 48, "SVG, PNG: width of a cell in pixels")
	fl.StringVar(&f.font, "font", "", "TrueType font file, for letters that the built-in font lacks")
	return cmd
}

// renderFlagsOf are the formats that flags are of use for; those that are not here are for all.
var renderFlagsOf = map[string][]string{
	"answers": {"text", "svg", "png", "pdf"}, "solved": {"text", "svg", "png", "pdf"}, "state": {"text", "svg", "png", "pdf"}, "hints": {"html"},
	"title": {"pdf"}, "booklet": {"pdf"}, "paper": {"pdf"}, "per-page": {"pdf"}, "unit": {"svg", "png"}, "font": {"svg", "png", "pdf"},
}

// idleFlag is an error where a flag was given that the format has no use for.
func idleFlag(cmd *cobra.Command, format string) error {
	for _, name := range slices.Sorted(maps.Keys(renderFlagsOf)) {
		if of := renderFlagsOf[name]; cmd.Flags().Changed(name) && !slices.Contains(of, format) {
			return fmt.Errorf("--%s does nothing for %s: it is for %s; choose a format with --to, or by the ending of -o", name, format, strings.Join(of, ", "))
		}
	}
	return nil
}

var renderFormats = []string{"text", "svg", "png", "pdf", "html"}

func runRender(cmd *cobra.Command, args []string, f renderFlags) error {
	if f.to == "" {
		f.to = "text"
		switch ext := strings.TrimPrefix(strings.ToLower(filepath.Ext(f.out)), "."); ext {
		case "svg", "png", "pdf", "html":
			f.to = ext
		case "htm":
			f.to = "html"
		case "", "txt":
		default:
			return fmt.Errorf("-o %s: which format? Say --to (%s)", f.out, strings.Join(renderFormats, ", "))
		}
	}
	if !slices.Contains(renderFormats, f.to) {
		return puzzle.Unknownf("format", f.to, renderFormats)
	}
	if err := idleFlag(cmd, f.to); err != nil {
		return err
	}
	if f.answers && f.solved {
		return errors.New("--answers and --solved: either draws the solution; leave one of them out")
	}
	if !(f.unit > 0) || math.IsInf(f.unit, 1) {
		return fmt.Errorf("--unit: expected a width above 0, found %g", f.unit)
	}
	theme, err := paper(f.font)
	if err != nil {
		return err
	}
	inputs, err := readInputs(cmd, f.input, args)
	if err != nil {
		return err
	}
	r := renderer{cmd: cmd, renderFlags: f, theme: theme, held: budget.New("what is drawn", guardOf(cmd.Context()).share())}
	for in := range inputs {
		if err := cmd.Context().Err(); err != nil {
			return err
		}
		err := in.Err
		if err == nil {
			err = r.add(in)
		}
		if errors.Is(err, budget.ErrMemory) {
			return fmt.Errorf("%s; draw fewer puzzles at a time, or allow more by --memory", in.fault(err))
		}
		if err != nil {
			r.bad = true
			fmt.Fprintf(cmd.ErrOrStderr(), "quandary: %s\n", in.fault(err))
		}
	}
	if len(r.drawn) == 0 {
		if r.bad {
			return exitCode(1)
		}
		return errors.New("no puzzles to draw")
	}
	if err := r.write(); err != nil {
		return err
	}
	if r.bad {
		return exitCode(1)
	}
	return nil
}

// drawn is one puzzle to be drawn.
type drawn struct {
	name     string
	section  string // of a booklet
	rules    string
	scene    puzzle.Scene
	solution *puzzle.Scene
	page     []byte // of HTML
}

type renderer struct {
	renderFlags
	cmd   *cobra.Command
	theme render.Theme
	drawn []drawn
	held  *budget.Account // by what is drawn, which is written together
	bad   bool
}

// families gives those that a page is made with: with --rules that of the file, also where it has the name of one of ours.
func (r *renderer) families(f puzzle.Family) *puzzle.Registry {
	if r.input.rules == "" {
		return families()
	}
	ours := slices.DeleteFunc(slices.Clone(families().All()), func(g puzzle.Family) bool { return g.Name() == f.Name() })
	return puzzle.NewRegistry(append(ours, f)...)
}

func (r *renderer) add(in input) error {
	if r.to == "html" {
		page, err := web.PuzzleFile(r.cmd.Context(), r.families(in.family), web.FileRequest{ID: puzzle.ID(in.family, in.Instance), Lang: r.input.lang, Hints: r.hints})
		if err != nil {
			return err
		}
		r.drawn = append(r.drawn, drawn{name: in.ID, page: page})
		return r.held.Take(int64(len(page)))
	}
	p, ok := in.Instance.(puzzle.Shown)
	if !ok {
		return fmt.Errorf("%s puzzles cannot be drawn", in.family.Name())
	}
	d := drawn{name: in.ID}
	if r.booklet {
		d.section, d.rules = inWords(in, r.input.lang)
	}
	var err error
	if d.scene, err = p.Scene(puzzle.State(r.state)); err != nil {
		return err
	}
	if r.solved || r.answers {
		if d.solution, err = r.solve(in, p); err != nil {
			return err
		}
	}
	if r.solved {
		d.scene, d.solution = *d.solution, nil
	}
	if d.solution != nil {
		err = r.held.Take(bytesOf(*d.solution))
	}
	if err == nil {
		err = r.held.Take(bytesOf(d.scene))
	}
	r.drawn = append(r.drawn, d)
	return err
}

// bytesOf is about how many bytes a scene holds.
func bytesOf(s puzzle.Scene) int64 {
	n := len(s.Text)
	for _, shape := range s.Shapes {
		n += 320 // the shape, what it consists of, and what the document makes of it
		if shape.Polygon != nil {
			n += 16 * len(shape.Polygon.Points)
		}
		if shape.Label != nil {
			n += len(shape.Label.Text)
		}
	}
	return int64(n)
}

func (r *renderer) solve(in input, p puzzle.Shown) (*puzzle.Scene, error) {
	s, ok := in.Instance.(puzzle.Solver)
	if !ok {
		return nil, fmt.Errorf("%s puzzles cannot be solved", in.family.Name())
	}
	res, err := s.Solve(r.cmd.Context(), max(2, puzzle.Meant(in.Instance)))
	if err != nil {
		return nil, err
	}
	if len(res.Solutions) == 0 {
		return nil, errors.New("the puzzle has no solution to draw")
	}
	scene, err := puzzle.SolvedScene(p, res.Solutions)
	return &scene, err
}

func (r *renderer) write() error {
	switch r.to {
	case "text":
		var b bytes.Buffer
		add := func(scene puzzle.Scene) {
			if b.Len() > 0 {
				b.WriteByte('\n')
			}
			b.WriteString(strings.TrimRight(scene.Text, "\n") + "\n")
		}
		for _, d := range r.drawn {
			add(d.scene)
		}
		for _, d := range r.drawn {
			if d.solution != nil {
				add(*d.solution)
			}
		}
		return r.file(r.out, b.Bytes())
	case "pdf":
		ws := render.Worksheet{Title: r.title, Paper: r.paper, PerPage: r.perPage}
		for _, d := range r.drawn {
			sheet := render.Sheet{Caption: d.scene.Title, Puzzle: d.scene, Solution: d.solution}
			sheet.Section, sheet.Rules = d.section, d.rules
			ws.Sheets = append(ws.Sheets, sheet)
		}
		if r.booklet {
			ws.Sheets = bySection(ws.Sheets)
		}
		var b bytes.Buffer
		if err := render.PDF(&b, ws, r.theme); err != nil {
			return err
		}
		return r.file(r.out, b.Bytes())
	default:
		if r.hints && r.to == "html" {
			fmt.Fprintln(r.cmd.ErrOrStderr(), "quandary: with --hints, whoever reads the file can find the answer in it")
		}
		return r.pictures()
	}
}

// inWords gives the title of a puzzle's family and its rules in a sentence or two. Rules of one's own are those that the puzzle has, and a family with a
// program of its own is told by its rules file.
func inWords(in input, lang string) (title, rules string) {
	if own, ok := in.Instance.(*declared.Instance); ok {
		file := own.Board().File
		return file.Name(lang), strings.Join(strings.Fields(file.About.In(lang)), " ")
	}
	f := in.family
	about := f.About()
	if about.Title == nil || about.Text == nil {
		for _, b := range declared.Catalogue(nil) {
			if b.Name() == f.Name() {
				about = b.About()
			}
		}
	}
	if about.Title == nil || about.Text == nil {
		return f.Name(), f.Summary()
	}
	return about.Title(lang), strings.Join(strings.Fields(about.Text(lang)), " ")
}

// bySection puts sheets of one section together, in the order in which sections first come.
func bySection(sheets []render.Sheet) []render.Sheet {
	first := map[string]int{}
	for i, s := range sheets {
		if _, ok := first[s.Section]; !ok {
			first[s.Section] = i
		}
	}
	slices.SortStableFunc(sheets, func(a, b render.Sheet) int { return first[a.Section] - first[b.Section] })
	return sheets
}

// pictures writes one file a puzzle, and one with its solution where that is drawn: into a folder, or the only one to the file named.
func (r *renderer) pictures() error {
	draw := render.SVG
	if r.to == "png" {
		draw = render.PNG
	}
	folder := filepath.Ext(r.out) == "" && r.out != "-"
	if !folder && len(r.drawn) > 1 {
		return fmt.Errorf("%d puzzles do not fit one file: name a folder with -o", len(r.drawn))
	}
	if folder {
		if err := os.MkdirAll(r.out, 0o777); err != nil {
			return err
		}
	}
	if r.answers && r.out == "-" {
		return errors.New("--answers: standard output holds one picture; name a file or a folder with -o")
	}
	for i, d := range r.drawn {
		name := r.out
		if folder {
			name = filepath.Join(r.out, fmt.Sprintf("%04d.%s", i+1, r.to))
		}
		var b bytes.Buffer
		if r.to == "html" {
			b.Write(d.page)
		} else if err := draw(&b, d.scene, r.theme, r.unit); err != nil {
			return err
		}
		if err := r.file(name, b.Bytes()); err != nil {
			return err
		}
		if d.solution == nil {
			continue
		}
		b.Reset()
		if err := draw(&b, *d.solution, r.theme, r.unit); err != nil {
			return err
		}
		ext := filepath.Ext(name)
		if err := r.file(strings.TrimSuffix(name, ext)+"-answer"+ext, b.Bytes()); err != nil {
			return err
		}
	}
	return nil
}

// file writes a whole file, or standard output.
func (r *renderer) file(name string, content []byte) error {
	if name == "-" {
		_, err := io.Copy(r.cmd.OutOrStdout(), bytes.NewReader(content))
		return err
	}
	out, err := createFile(name, r.force)
	if err != nil {
		return err
	}
	_, err = out.Write(content)
	return errors.Join(err, out.Close())
}

// paper gives the theme of what is printed, with the font of a file where one is named.
func paper(font string) (render.Theme, error) {
	theme := render.Light()
	if font == "" {
		return theme, nil
	}
	ttf, err := os.ReadFile(font)
	return theme.WithFont(ttf), err
}
