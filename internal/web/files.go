package web

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/record"
	"github.com/quandary-puzzles/quandary/render"
)

type renderRequest struct {
	stateRequest
	Format  string  `json:"format"`  // svg, png, pdf or text
	Solved  bool    `json:"solved"`  // draw the solution instead
	Answers bool    `json:"answers"` // pdf: the solution on a page of its own
	Unit    float64 `json:"unit"`    // svg, png: width of a cell in pixels
	Paper   string  `json:"paper"`   // pdf
	Title   string  `json:"title"`   // pdf
}

func (s *Server) render(ctx context.Context, req renderRequest, _ func(puzzle.Progress)) (*file, error) {
	p, err := s.puzzles.open(ctx, req.Puzzle)
	if err != nil {
		return nil, err
	}
	pic, ok := puzzle.In(p.inst, req.Lang).(puzzle.Shown)
	if !ok {
		return nil, cannot(p.family, "drawn")
	}
	state := puzzle.State(req.State)
	if _, plays := p.inst.(puzzle.Player); plays && len(req.Moves) > 0 {
		at, err := s.position(ctx, req.stateRequest)
		if err != nil {
			return nil, err
		}
		state = at.state
	}
	scene, err := pic.Scene(state)
	if err != nil {
		return nil, refused("state", err)
	}
	var answer *puzzle.Scene
	if req.Solved || req.Answers {
		_, res, err := s.solved(ctx, req.Puzzle, max(2, puzzle.Meant(p.inst)))
		if err != nil {
			return nil, err
		}
		if len(res.Solutions) == 0 {
			return nil, refused("puzzle", fmt.Errorf("the puzzle has no solution to draw"))
		}
		sol, err := puzzle.SolvedScene(pic, res.Solutions)
		if err != nil {
			return nil, err
		}
		answer = &sol
	}
	if req.Solved {
		scene, answer = *answer, nil
	}
	return s.draw(p.family.Name(), scene, answer, req)
}

func (s *Server) draw(name string, scene puzzle.Scene, answer *puzzle.Scene, req renderRequest) (*file, error) {
	unit := req.Unit
	if unit == 0 {
		unit = 48
	}
	if !(unit >= 4 && unit <= 400) {
		return nil, badRequest(`"unit": expected a width from 4 to 400 pixels, found %g`, unit)
	}
	var b bytes.Buffer
	var err error
	kind := ""
	switch req.Format {
	case "", "svg":
		req.Format, kind = "svg", "image/svg+xml"
		err = render.SVG(&b, scene, s.theme(), unit)
	case "png":
		kind = "image/png"
		if pixels := scene.Width * scene.Height * unit * unit; pixels > float64(s.cfg.Limits.Pixels) {
			return nil, badRequest(`"unit": the picture would have %.0f pixels, at most %d are drawn`, pixels, s.cfg.Limits.Pixels)
		}
		err = render.PNG(&b, scene, s.theme(), unit)
	case "pdf":
		kind = "application/pdf"
		sheet := render.Sheet{Caption: scene.Title, Puzzle: scene, Solution: answer}
		err = render.PDF(&b, render.Worksheet{Title: req.Title, Paper: req.Paper, Sheets: []render.Sheet{sheet}}, s.theme())
	case "text":
		kind = "text/plain; charset=utf-8"
		b.WriteString(scene.Text)
	default:
		return nil, refused("format", puzzle.Unknownf("format", req.Format, []string{"svg", "png", "pdf", "text"}))
	}
	if err != nil {
		return nil, refused("format", err)
	}
	return &file{name + "." + req.Format, kind, b.Bytes()}, nil
}

// theme is the look of pictures.
func (s *Server) theme() render.Theme {
	if s.cfg.Font != nil {
		return render.Light().WithFont(s.cfg.Font)
	}
	return render.Light()
}

type exportRequest struct {
	Puzzle string `json:"puzzle"`
	Format string `json:"format"`
}

// exportAnswer is a puzzle in one of its family's formats.
type exportAnswer struct {
	Text   string `json:"text"`
	Format string `json:"format"`
	Name   string `json:"name"` // a name for the file
}

func (s *Server) export(ctx context.Context, req exportRequest) (exportAnswer, error) {
	p, err := s.puzzles.open(ctx, req.Puzzle)
	if err != nil {
		return exportAnswer{}, err
	}
	var names []string
	ext := map[string]string{}
	for _, f := range append(writable(p), formatInfo{Name: "id"}) {
		if _, twice := ext[f.Name]; !twice {
			names = append(names, f.Name)
		}
		ext[f.Name] = ".txt"
		if len(f.Extensions) > 0 {
			ext[f.Name] = f.Extensions[0]
		}
	}
	end, ok := ext[req.Format]
	if !ok {
		return exportAnswer{}, refused("format", puzzle.Unknownf("format", req.Format, names))
	}
	text := p.id
	if req.Format != "id" {
		if text, err = puzzle.Write(ctx, p.family.(puzzle.Reader), p.inst.(puzzle.Shown), req.Format); err != nil {
			return exportAnswer{}, refused("format", err)
		}
	}
	return exportAnswer{text, req.Format, p.family.Name() + end}, nil
}

type importRequest struct {
	Text   string `json:"text"`
	Family string `json:"family"`
	Format string `json:"format"`
}

// importEntry is one puzzle of an imported text, or why it could not be read.
type importEntry struct {
	Name   string `json:"name,omitempty"` // what the text calls it
	Line   int    `json:"line,omitempty"`
	Family string `json:"family,omitempty"`
	Format string `json:"format,omitempty"`
	Puzzle string `json:"puzzle,omitempty"`
	Error  string `json:"error,omitempty"`

	Notes []string `json:"notes,omitempty"` // what was left out of it, or read otherwise than it says
}

type importAnswer struct {
	Entries []importEntry `json:"entries"`
	Cut     bool          `json:"cut,omitempty"` // the text goes on behind the last of them
}

// maxEntries bounds the puzzles of one imported text.
const maxEntries = 1000

func (s *Server) importText(ctx context.Context, req importRequest, _ func(puzzle.Progress)) (importAnswer, error) {
	var out importAnswer
	if strings.TrimSpace(req.Text) == "" {
		return out, badRequest(`expected "text": puzzles in a format of a family, or ids`)
	}
	if req.Family != "" {
		fam, err := s.cfg.Families.Lookup(req.Family)
		if err != nil {
			return out, refused("family", err)
		}
		r, ok := fam.(puzzle.Reader)
		if !ok {
			return out, cannot(fam, "read from text")
		}
		if err := puzzle.CheckFormat(r, req.Format); err != nil {
			return out, refused("format", err)
		}
		return s.readEntries(ctx, r, req.Text, req.Format), ctx.Err()
	}
	if out, ok := s.readIDs(ctx, req.Text); ok {
		return out, ctx.Err()
	}
	switch all := s.cfg.Families.Recognise(ctx, req.Text, maxEntries); len(all) {
	case 0:
		return importAnswer{}, refused("text", fmt.Errorf("no family of puzzles reads this; say which one it is meant for"))
	case 1:
		return s.readEntries(ctx, all[0], req.Text, req.Format), ctx.Err()
	default:
		return importAnswer{}, refused("text", puzzle.AmbiguousError(all))
	}
}

func (s *Server) readEntries(ctx context.Context, r puzzle.Reader, text, format string) importAnswer {
	out := importAnswer{Entries: []importEntry{}}
	for e := range r.Read(ctx, "text", strings.NewReader(text), format) {
		if out.Cut = len(out.Entries) == maxEntries; out.Cut {
			break
		}
		fam := s.cfg.Families.Of(r, e)
		ent := importEntry{Name: e.ID, Line: e.Line, Family: fam.Name(), Format: e.Format, Notes: e.Notes}
		if e.Err != nil {
			ent.Error = e.Err.Error()
		} else {
			ent.Puzzle = puzzle.ID(fam, e.Instance)
		}
		out.Entries = append(out.Entries, ent)
	}
	return out
}

// readIDs reads ids and records, one a line; ok is false where the first line is neither.
func (s *Server) readIDs(ctx context.Context, text string) (out importAnswer, ok bool) {
	lines := record.NewLineReader(strings.NewReader(text), 0)
	for {
		line, number, err := lines.Next()
		if err != nil {
			return out, len(out.Entries) > 0
		}
		if out.Cut = len(out.Entries) == maxEntries; out.Cut {
			return out, true
		}
		e := importEntry{Line: number}
		id := strings.TrimSpace(string(line))
		if strings.HasPrefix(id, "{") {
			var r record.Record
			if err := json.Unmarshal(line, &r); err != nil || r.Origin == nil || r.Origin.Puzzle == "" {
				if len(out.Entries) == 0 {
					return out, false
				}
				e.Error = "expected a record with the id of a puzzle"
				out.Entries = append(out.Entries, e)
				continue
			}
			e.Name, id = r.ID, r.Origin.Puzzle
		} else if !s.cfg.Families.IsID(id) || strings.ContainsAny(id, " \t") {
			if len(out.Entries) == 0 {
				return out, false
			}
		}
		p, err := s.puzzles.open(ctx, id)
		if err != nil {
			e.Error = err.Error()
		} else {
			e.Puzzle, e.Family, e.Format = p.id, p.family.Name(), "id"
		}
		out.Entries = append(out.Entries, e)
	}
}
