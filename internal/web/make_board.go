package web

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"github.com/quandary-puzzles/quandary/puzzle"
)

type boardRequest struct {
	Family string   `json:"family"`
	Params string   `json:"params"`
	Puzzle string   `json:"puzzle"` // the board begins as this puzzle; empty: blank, of the family and parameters
	Text   string   `json:"text"`   // or it is read from this text in a format of the family
	Format string   `json:"format"` // of the text; empty: recognise it
	Edits  []string `json:"edits"`  // and is changed by these moves
	Lang   string   `json:"lang"`
	Judge  bool     `json:"judge"` // count solutions and rate
}

// boardAnswer is a board as a setter has it.
type boardAnswer struct {
	Puzzle   string       `json:"puzzle"`
	View     *puzzle.View `json:"view"`
	Givens   int          `json:"givens"`
	Editable bool         `json:"editable"`          // whether givens can be taken away, and so carved from here
	Source   string       `json:"source,omitempty"`  // the board in the family's first format that can be written, when it is text
	Problem  string       `json:"problem,omitempty"` // why there is no board, or what the givens break
	Line     int          `json:"line,omitempty"`    // where in the text
	Col      int          `json:"col,omitempty"`
	Broken   []puzzle.Ref `json:"broken"` // what of the givens breaks a rule
	Status   string       `json:"status"` // none, unique, several, unknown; empty when it was not asked
	Count    int          `json:"count"`  // solutions, at least
	Complete bool         `json:"complete"`
	Solution []string     `json:"solution,omitempty"` // of a board with one solution: what is not given, as moves
	Free     []string     `json:"free,omitempty"`     // of a board with several: cells that differ between two, as moves of the first
	Rating   *rateAnswer  `json:"rating"`             // of a board with one solution
	Drawing  *drawing     `json:"drawing,omitempty"`  // of a board of layers, whose view is what can be printed
	Marks    []string     `json:"marks"`              // and what is printed, as moves on the empty board
	Pair     *pair        `json:"pair,omitempty"`     // two solutions of a board with several
	Solved   string       `json:"solved,omitempty"`   // of a board of layers with one solution: its picture
	Clash    []string     `json:"clash,omitempty"`    // of a board with none: givens that clash, as the moves that take them away
	Least    bool         `json:"least"`              // whether they do not clash without any one of them
	Millis   float64      `json:"millis"`
}

// pair is two solutions, as pictures, and where they differ.
type pair struct {
	A      string              `json:"a"`
	B      string              `json:"b"`
	Differ []puzzle.Difference `json:"differ"`
}

// maxCounted is up to how many solutions are counted while a board is edited.
const maxCounted = 100

// board opens the board of a request. What is wrong with the board itself is its problem, and no error.
func (s *Server) board(ctx context.Context, req boardRequest) (*opened, error) {
	if len(req.Edits) > maxEdits {
		return nil, badRequest(`"edits": at most %d moves, found %d`, maxEdits, len(req.Edits))
	}
	var fam puzzle.Family
	var inst puzzle.Instance
	switch {
	case req.Puzzle != "":
		p, err := s.puzzles.open(ctx, req.Puzzle)
		if err != nil {
			return nil, err
		}
		fam, inst = p.family, p.inst
	default:
		var err error
		if fam, err = s.cfg.Families.Lookup(req.Family); err != nil {
			return nil, refused("family", err)
		}
		if req.Text != "" {
			inst, err = readBoard(ctx, fam, req)
		} else {
			inst, err = blank(fam, req.Params)
		}
		if err != nil {
			return nil, err
		}
	}
	if len(req.Edits) > 0 {
		ed, ok := inst.(puzzle.Editable)
		if !ok {
			return nil, cannot(fam, "edited")
		}
		moves := make([]puzzle.Move, len(req.Edits))
		for i, m := range req.Edits {
			moves[i] = puzzle.Move(m)
		}
		var err error
		if inst, err = ed.Edit(moves); err != nil {
			if _, ok := errors.AsType[*puzzle.MoveError](err); ok {
				return nil, refused("edits", err)
			}
			return nil, &boardProblem{err}
		}
	}
	return newOpened(fam, inst), nil
}

// boardProblem is what is wrong with a board that a setter has.
type boardProblem struct{ err error }

func (p *boardProblem) Error() string { return p.err.Error() }
func (p *boardProblem) Unwrap() error { return p.err }

func blank(fam puzzle.Family, params string) (puzzle.Instance, error) {
	blank := fam.About().Blank
	if blank == nil {
		return nil, cannot(fam, "set from nothing here")
	}
	p, err := fam.ParseParams(params)
	if err != nil {
		return nil, refused("params", err)
	}
	inst, err := blank(p)
	return inst, refused("params", err)
}

// readBoard reads one puzzle.
func readBoard(ctx context.Context, fam puzzle.Family, req boardRequest) (puzzle.Instance, error) {
	r, ok := fam.(puzzle.Reader)
	if !ok {
		return nil, cannot(fam, "read")
	}
	for e := range r.Read(ctx, "", strings.NewReader(req.Text), req.Format) {
		if e.Err != nil {
			return nil, &boardProblem{e.Err}
		}
		return e.Instance, nil
	}
	return nil, &boardProblem{errors.New("there is no puzzle in the text")}
}

func (s *Server) makeBoard(ctx context.Context, req boardRequest, _ func(puzzle.Progress)) (boardAnswer, error) {
	begin := s.cfg.Now()
	ans := boardAnswer{Broken: []puzzle.Ref{}}
	p, err := s.board(ctx, req)
	if problem, ok := errors.AsType[*boardProblem](err); ok {
		ans.Problem = problem.Error()
		var at interface{ Place() (line, col int) }
		if errors.As(err, &at) {
			ans.Line, ans.Col = at.Place()
		}
		return ans, nil
	}
	if err != nil {
		return ans, err
	}
	ans.Puzzle = p.id
	if ans.View, ans.Drawing, ans.Marks, err = s.settersView(p, req.Lang); err != nil {
		return ans, err
	}
	if ed, ok := p.inst.(puzzle.Editable); ok {
		ans.Givens, ans.Editable = len(ed.Removals()), true
	}
	if enc, ok := p.inst.(puzzle.Shown); ok && ans.View != nil && ans.View.Kind != puzzle.GridKind {
		for _, f := range writable(p) {
			if ans.Source, err = enc.Encode(f.Name); err == nil {
				break
			}
		}
	}
	if pl, ok := puzzle.In(p.inst, req.Lang).(puzzle.Player); ok {
		verdict, err := pl.Judge(pl.Start())
		if err != nil {
			return ans, refused("puzzle", err)
		}
		ans.Broken = list(verdict.Conflicts)
	}
	if req.Judge {
		if err := s.judge(ctx, p, req.Lang, &ans); err != nil {
			return ans, err
		}
	}
	ans.Millis = float64(s.cfg.Now().Sub(begin).Microseconds()) / 1000
	return ans, nil
}

// judge counts solutions and rates, in the time that who types will wait. What is not known then stays unknown.
func (s *Server) judge(ctx context.Context, p *opened, lang string, ans *boardAnswer) error {
	ctx, cancel := context.WithTimeout(ctx, judgeTime)
	defer cancel()
	solver, ok := p.inst.(puzzle.Solver)
	if !ok {
		return cannot(p.family, "solved")
	}
	if len(ans.Broken) > 0 {
		ans.Status, ans.Complete = puzzle.None.String(), true
		return s.clash(ctx, p, ans)
	}
	layers := p.inst.Extras().Brushes != nil
	limit := maxCounted
	if layers {
		limit = 2 // two are shown
	}
	res, err := solver.Solve(ctx, limit)
	ans.Status, ans.Count, ans.Complete = res.Status.String(), res.Count, res.Complete
	if errors.Is(err, context.DeadlineExceeded) {
		return nil
	}
	if err != nil {
		return refused("puzzle", err)
	}
	ed, editable := p.inst.(puzzle.Editable)
	if res.Status == puzzle.Unique { // who plays it is told so
		p.single.Store(true)
		s.puzzles.keep(p.id, p)
	}
	switch {
	case res.Status == puzzle.None:
		return s.clash(ctx, p, ans)
	case editable && res.Status == puzzle.Unique:
		ans.Solution = moves(ed.Reveals(res.Solutions[0]))
		if layers {
			if ans.Solved, err = solvedSVG(p.inst, res.Solutions[0]); err != nil {
				return err
			}
		}
	case editable && len(res.Solutions) > 1:
		ans.Free = differing(ed, res.Solutions)
	}
	if len(res.Solutions) > 1 && editable {
		if ans.Pair, err = pairOf(p.inst, res.Solutions[0], res.Solutions[1]); err != nil {
			return err
		}
	}
	rater, ok := p.inst.(puzzle.Rater)
	if !ok || res.Status != puzzle.Unique || layers { // the rating of layers is asked for when the verdict is there
		return nil
	}
	rating, err := rater.Rate(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		return nil
	}
	if err != nil {
		return refused("puzzle", err)
	}
	if name := p.family.About().TechniqueName; name != nil {
		rating.Hardest = cmp.Or(name(rating.Hardest, lang), rating.Hardest)
	}
	ans.Rating = answerOf(rating)
	return nil
}

// settersView gives a board as a setter has it: of a board of layers, that which can be marked.
func (s *Server) settersView(p *opened, lang string) (*puzzle.View, *drawing, []string, error) {
	extras := p.inst.Extras()
	if extras.Brushes == nil {
		v, err := s.viewOf(p, lang)
		return v.View, nil, nil, err
	}
	view, err := extras.Brushes(lang)
	if err != nil {
		return nil, nil, nil, refused("puzzle", err)
	}
	return &view, drawingOf(view.Layers), moves(extras.Givens()), nil
}

// clash tells which givens clash.
func (s *Server) clash(ctx context.Context, p *opened, ans *boardAnswer) error {
	list, least, err := s.cfg.Workshop.Clash(ctx, p.inst)
	if err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return refused("puzzle", err)
	}
	ans.Clash, ans.Least = moves(list), least
	return nil
}

// pairOf draws two solutions and says where they differ.
func pairOf(inst puzzle.Instance, a, b puzzle.Solution) (*pair, error) {
	out := &pair{Differ: []puzzle.Difference{}}
	var err error
	if out.A, err = solvedSVG(inst, a); err != nil {
		return nil, err
	}
	if out.B, err = solvedSVG(inst, b); err != nil {
		return nil, err
	}
	if differences := inst.Extras().Differences; differences != nil {
		list, err := differences(a, b)
		out.Differ = append(out.Differ, list...)
		return out, err
	}
	ed, ok := inst.(puzzle.Editable)
	if !ok {
		return out, nil
	}
	other := map[string]string{}
	for _, m := range ed.Reveals(b) {
		place, mark, _ := strings.Cut(string(m), "=")
		other[place] = mark
	}
	for _, m := range ed.Reveals(a) {
		if place, mark, _ := strings.Cut(string(m), "="); other[place] != mark {
			out.Differ = append(out.Differ, puzzle.Difference{Place: place, Cell: true, A: mark, B: other[place]})
		}
	}
	return out, nil
}

// solvedSVG draws a solution; "" where the family has no pictures.
func solvedSVG(inst puzzle.Instance, sol puzzle.Solution) (string, error) {
	pic, ok := inst.(puzzle.Shown)
	if !ok {
		return "", nil
	}
	scene, err := puzzle.SolvedScene(pic, []puzzle.Solution{sol})
	if err != nil {
		return "", err
	}
	text, err := svg(scene)
	return string(text), err
}

// differing lists the moves of the first solution that not all solutions share.
func differing(ed puzzle.Editable, all []puzzle.Solution) []string {
	shared := map[puzzle.Move]int{}
	first := ed.Reveals(all[0])
	for _, sol := range all {
		for _, m := range ed.Reveals(sol) {
			shared[m]++
		}
	}
	var out []string
	for _, m := range first {
		if shared[m] < len(all) {
			out = append(out, string(m))
		}
	}
	return out
}

func moves(list []puzzle.Move) []string {
	out := make([]string, len(list))
	for i, m := range list {
		out[i] = string(m)
	}
	return out
}

func (s *Server) makeCarve(ctx context.Context, req CarveRequest, report func(puzzle.Progress)) (generateAnswer, error) {
	p, err := s.board(ctx, boardRequest{Family: req.Family, Params: req.Params, Puzzle: req.Puzzle, Edits: req.Edits})
	if err != nil {
		if problem, ok := errors.AsType[*boardProblem](err); ok {
			return generateAnswer{}, refused("board", problem.err)
		}
		return generateAnswer{}, err
	}
	if req.Givens < 0 {
		return generateAnswer{}, badRequest(`"givens": expected a number from 0, found %d`, req.Givens)
	}
	g, err := s.cfg.Workshop.Carve(ctx, p.family, p.inst, req, report)
	if err != nil {
		return generateAnswer{}, refused("board", err)
	}
	out := newOpened(p.family, g.Instance)
	out.single.Store(puzzle.Meant(g.Instance) == 1)
	s.puzzles.keep(out.id, out)
	v, err := s.viewOf(out, "en")
	return generateAnswer{v, g.Class, g.Work}, err
}
