package zebra

import (
	"bufio"
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/nearest"
	"github.com/quandary-puzzles/quandary/internal/phrases"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/record"
)

// Family is the family of zebra puzzles.
type Family struct{}

// Name is "zebra".
func (Family) Name() string { return "zebra" }

// Summary says what the family is.
func (Family) Summary() string {
	return "zebra puzzles: match the items of several categories by clues (elimination, Einstein, logic grid)"
}

// About gives what the family offers beyond the contract.
func (f Family) About() puzzle.About {
	return puzzle.About{
		Suggested:     f.Suggested,
		TechniqueName: f.TechniqueName,
		Shelf:         f.Shelf,
		FromShelf:     f.FromShelf,
		CheckSettings: f.CheckSettings,
		Levels:        f.Levels,
		Languages:     phrases.Languages,
	}
}

// gridSize are the parameters: how many categories of how many items. Categories do not count the line of places.
type gridSize struct{ Categories, Items int }

// String gives them as 5x6: categories, then items.
func (s gridSize) String() string { return fmt.Sprintf("%dx%d", s.Categories, s.Items) }

// ParseParams reads a size such as 5x6: 5 categories of 6 items each. The empty text means 5x5.
func (Family) ParseParams(text string) (puzzle.Params, error) {
	if text == "" {
		return gridSize{5, 5}, nil
	}
	a, b, ok := strings.Cut(text, "x")
	m, err1 := strconv.Atoi(a)
	n, err2 := strconv.Atoi(b)
	if !ok || err1 != nil || err2 != nil || a != strconv.Itoa(m) || b != strconv.Itoa(n) {
		return nil, fmt.Errorf("expected categories and items such as 5x6, found %q", nearest.Clip(text))
	}
	if m < 1 || m > maxCategories-1 || n < 1 || n > maxItems {
		return nil, fmt.Errorf("size %s: expected 1 to %d categories of 1 to %d items", nearest.Clip(text), maxCategories-1, maxItems)
	}
	return gridSize{m, n}, nil
}

// size gives the parameters of a puzzle.
func (p *Puzzle) size() gridSize {
	if p.Implicit {
		return gridSize{p.M() - 1, p.N}
	}
	return gridSize{p.M(), p.N}
}

// maxDesc bounds the description of an id, in bytes.
const maxDesc = 2 << 20

// Decode reads a description: the puzzle in the clue language as JSON, in base64 for URLs.
func (Family) Decode(params puzzle.Params, desc string) (puzzle.Instance, error) {
	if len(desc) > maxDesc {
		return nil, fmt.Errorf("the description is longer than %d bytes", maxDesc)
	}
	raw, err := base64.RawURLEncoding.DecodeString(desc)
	if err != nil {
		return nil, fmt.Errorf("the description is not in base64: %w", err)
	}
	p, err := parseYAML("description", raw)
	if err != nil {
		return nil, err
	}
	if want, ok := params.(gridSize); !ok || p.size() != want {
		return nil, fmt.Errorf("the description is of a puzzle of size %s, not %s", p.size(), params)
	}
	return &Instance{p}, nil
}

// Instance is one zebra puzzle.
type Instance struct{ P *Puzzle }

// NewInstance wraps a valid puzzle, which must not be changed afterwards.
func NewInstance(p *Puzzle) (*Instance, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	return &Instance{p}, nil
}

// Params gives the size.
func (in *Instance) Params() puzzle.Params { return in.P.size() }

// Desc gives the puzzle in the clue language as JSON, in base64 for URLs.
func (in *Instance) Desc() string {
	raw, err := record.AppendJSON(nil, in.P.own().object())
	if err != nil {
		panic(err) // the object holds texts, numbers and booleans only
	}
	return base64.RawURLEncoding.EncodeToString(raw)
}

// Extras gives what the puzzle offers beyond the contract.
func (in *Instance) Extras() puzzle.Extras {
	return puzzle.Extras{
		In:          in.In,
		ToldIn:      in.ToldIn,
		NamedIn:     in.NamedIn,
		Replay:      in.moves().Replay,
		Mistakes:    in.Mistakes,
		Refute:      in.Refute,
		BrokenClues: in.BrokenClues,
		Claims:      in.Claims,
		Tell:        in.Tell,
		Hint:        in.Hint,
		FindAnswers: in.FindAnswers,
	}
}

// In gives the same puzzle, told in another language: in its words where it is drawn from word lists. Otherwise items keep
// their names; and clues keep the words of their author.
func (in *Instance) In(lang string) puzzle.Instance { return &Instance{in.P.in(lang)} }

// ToldIn lists the languages in which steps are told.
func (in *Instance) ToldIn() []string { return phrases.Languages() }

// NamedIn lists the languages that have words for the items.
func (in *Instance) NamedIn() (langs []string) {
	for p := range in.P.inAll() {
		langs = append(langs, p.Lang)
	}
	return langs
}

// Encode writes the puzzle in a format: yaml.
func (in *Instance) Encode(format string) (string, error) {
	if format == "" || format == "yaml" {
		return in.P.own().YAML(), nil
	}
	return "", puzzle.Unknownf("format", format, []string{"yaml"})
}

// solved is a solution of a puzzle.
type solved struct {
	P *Puzzle
	G Grid
}

// Encode gives, for each category, its labels in the order of the line (or of the first category).
func (s solved) Encode(string) (any, error) {
	o := record.Object{}
	for c := range s.P.Cats {
		if s.P.Implicit && c == s.P.Line {
			continue
		}
		o = append(o, record.Member{Key: s.P.Cats[c].Name, Value: record.List(s.P.labels(s.G, c))})
	}
	return o, nil
}

// labels gives those of a category in a grid.
func (p *Puzzle) labels(g Grid, c int) []string {
	var ls []string
	for _, i := range g[c] {
		ls = append(ls, p.Cats[c].Items[i])
	}
	return ls
}

// Desc gives the index of each item, category after category.
func (s solved) Desc() string {
	var b strings.Builder
	for c, row := range s.G {
		if c > 0 {
			b.WriteByte('/')
		}
		for i, x := range row {
			if i > 0 {
				b.WriteByte('.')
			}
			b.WriteString(strconv.Itoa(x))
		}
	}
	return b.String()
}

// Solve finds up to limit solutions.
func (in *Instance) Solve(ctx context.Context, limit int) (puzzle.Result, error) {
	out, err := in.P.SolveUpTo(ctx, max(limit, 2))
	res := puzzle.Result{Count: len(out.Grids), Complete: out.Complete,
		Work: record.Object{{Key: "nodes", Value: out.Nodes}, {Key: "fails", Value: out.Fails}}}
	for _, g := range out.Grids {
		res.Solutions = append(res.Solutions, solved{in.P, g})
	}
	switch {
	case len(out.Grids) > 1:
		res.Status = puzzle.Several
	case err != nil || !out.Complete:
		res.Status = puzzle.Unknown
	case len(out.Grids) == 1:
		res.Status = puzzle.Unique
	default:
		res.Status = puzzle.None
	}
	return res, err
}

// CheckSolution judges a solution by the meaning of every clue.
func (in *Instance) CheckSolution(s puzzle.Solution) error {
	sol, ok := s.(solved)
	if !ok {
		return fmt.Errorf("a %T is no solution of a zebra puzzle", s)
	}
	return in.P.CheckGrid(sol.G)
}

// Formats lists the formats.
func (Family) Formats() []puzzle.Format {
	return []puzzle.Format{
		{Name: "yaml", Doc: "the clue language (docs/zebra.md), one puzzle a document", Extensions: []string{".yaml", ".yml"}, Between: "---\n"},
		{Name: lineupFormat, Doc: "text blocks: heading, categories, numbered clue sentences, answer table", Extensions: []string{".txt"}, ReadOnly: true},
	}
}

// Read reads the puzzles of a stream: lineup blocks, or YAML documents separated by --- lines.
func (f Family) Read(ctx context.Context, name string, r io.Reader, format string) iter.Seq[puzzle.Entry] {
	return func(yield func(puzzle.Entry) bool) {
		br := bufio.NewReaderSize(r, 1<<16)
		if format == "" {
			format = recognise(br)
		}
		switch format {
		case lineupFormat:
			readLineup(name, br, func(b lineupBlock) bool {
				e := puzzle.Entry{Line: b.Line, Format: lineupFormat, Err: b.Err}
				if b.Err == nil {
					e.Instance = &Instance{b.Puzzle}
					if b.Answer != nil {
						e.Answer = solved{b.Puzzle, b.Answer}
					}
				}
				return yield(e) && ctx.Err() == nil
			})
		case "yaml":
			readDocuments(ctx, name, br, yield)
		default:
			yield(puzzle.Entry{Line: 1, Err: puzzle.Unknownf("format", format, []string{"yaml", lineupFormat})})
		}
	}
}

// recognise looks at the start of a stream.
func recognise(br *bufio.Reader) string {
	head, _ := br.Peek(br.Size()) // a short stream is no error here
	for _, line := range strings.Split(string(head), "\n") {
		line = strings.TrimSpace(strings.TrimPrefix(line, "\ufeff"))
		switch {
		case strings.HasPrefix(line, ".::"):
			return lineupFormat
		case line == "categories:" || strings.HasPrefix(line, "clues:") || strings.HasPrefix(line, "{"):
			return "yaml"
		case cluePattern.MatchString(line):
			return lineupFormat
		}
	}
	return "yaml"
}

// readDocuments reads YAML documents separated by --- lines.
func readDocuments(ctx context.Context, name string, br *bufio.Reader, yield func(puzzle.Entry) bool) {
	var doc bytes.Buffer
	start, line := 1, 0
	flush := func() bool {
		defer doc.Reset()
		if blank(doc.Bytes()) {
			return true
		}
		// Blank lines in front keep the line numbers of the file.
		text := append(bytes.Repeat([]byte("\n"), start-1), doc.Bytes()...)
		p, err := parseYAML(name, text)
		e := puzzle.Entry{Line: start, Format: "yaml", Err: err}
		if err == nil {
			e.Instance = &Instance{p}
		}
		return yield(e) && ctx.Err() == nil
	}
	for {
		text, err := br.ReadString('\n')
		line++
		if strings.TrimRight(text, "\r\n ") == "---" {
			if !flush() {
				return
			}
			start = line + 1
		} else {
			doc.WriteString(text)
		}
		if doc.Len() > maxDocument {
			yield(puzzle.Entry{Line: start, Err: tooLong(name, start)})
			return
		}
		if err == io.EOF {
			flush()
			return
		}
		if err != nil {
			yield(puzzle.Entry{Line: line, Err: err})
			return
		}
	}
}

// blank tells whether a document has nothing but white space and comments.
func blank(text []byte) bool {
	for _, line := range bytes.Split(text, []byte("\n")) {
		if line = bytes.TrimSpace(line); len(line) > 0 && line[0] != '#' {
			return false
		}
	}
	return true
}
