package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"
	"unicode"

	"github.com/quandary-puzzles/quandary/internal/budget"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/record"
)

// Workshop is what the workbench does with specifications. The program hands it in: this package knows no specification.
// Line and column count from 1, columns in characters. Specifications come from anyone: every method is bounded.
type Workshop interface {
	// Examples lists specifications to begin with.
	Examples() []Example
	// Lint marks what is wrong with a specification.
	Lint(spec string) []Mark
	// Complete proposes what can stand at a place.
	Complete(spec string, line, col int) Completions
	// RulesText gives a rules file to begin with: of a family of the program, or the template.
	RulesText(family string) (string, error)
	// Rules marks what is wrong with a rules file and gives the family that it states; deep: also by solving small boards.
	Rules(ctx context.Context, rules, lang string, deep bool) RulesAnswer
	// CompleteRules proposes what can stand at a place of a rules file.
	CompleteRules(rules string, line, col int) Completions
	// Blanks marks what is wrong with a blanks file or a program, and makes the puzzle of a seed; the empty text gives a file to begin with.
	Blanks(ctx context.Context, text string, seed uint64, lang string) (BlanksAnswer, error)
	// CompleteBlanks proposes what can stand at a place of a blanks file.
	CompleteBlanks(text string, line, col int) Completions
	// Clash gives givens that no solution has together, as few as there is time to find; least is false when that ended early.
	Clash(ctx context.Context, inst puzzle.Instance) (clash []puzzle.Move, least bool, err error)
	// Advise gives the given that narrows a board with several solutions down the most.
	Advise(ctx context.Context, inst puzzle.Instance) (puzzle.Advice, error)
	// Sample draws one puzzle. What is wrong with the specification is in the answer; an error is the server's or the context's.
	Sample(ctx context.Context, req SampleRequest) (SampleAnswer, error)
	// Batch makes records as lines of JSON, each with its line end, until the count is reached or one fails.
	Batch(ctx context.Context, req BatchRequest, emit func(line []byte) error) error
	// Carve makes a puzzle from a board as a setter has it.
	Carve(ctx context.Context, family puzzle.Family, inst puzzle.Instance, req CarveRequest, report func(puzzle.Progress)) (puzzle.Generated, error)
}

// Example is a specification to begin with.
type Example struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	Topic string `json:"topic"`
	Spec  string `json:"spec"`
	Files bool   `json:"files"` // whether it needs files beside it, which the workbench does not have
}

// Mark is a problem at its place.
type Mark struct {
	Line     int    `json:"line"`
	Col      int    `json:"col"`
	Severity string `json:"severity"` // error, warning or hint
	Code     string `json:"code"`
	Field    string `json:"field,omitempty"` // the attribute, as a path of keys
	Message  string `json:"message"`
	Expected string `json:"expected,omitempty"`
	Suggest  string `json:"suggest,omitempty"` // the nearest known name
}

// Completions are proposals for the text of a line from column From up to column To.
type Completions struct {
	Line  int          `json:"line"`
	From  int          `json:"from"`
	To    int          `json:"to"`
	Items []Completion `json:"items"`
}

// Completion is one proposal.
type Completion struct {
	Label  string `json:"label"`
	Insert string `json:"insert"`
	Kind   string `json:"kind"` // key, value, variable, symbol, condition, query, operator, logic, function, python, module, reserved, layer, relation, word
	Doc    string `json:"doc,omitempty"`
}

// SampleRequest asks for the puzzle of a seed and an index.
type SampleRequest struct {
	Spec  string `json:"spec"`
	Seed  uint64 `json:"seed"`
	Index uint64 `json:"index"`
}

// SampleAnswer is a puzzle, or why there is none.
type SampleAnswer struct {
	Seed       uint64                `json:"seed"`
	Index      uint64                `json:"index"`
	Puzzle     string                `json:"puzzle"` // the id; empty when there is none
	Text       string                `json:"text"`
	Questions  []puzzle.QuestionView `json:"questions"`
	Answer     string                `json:"answer"`
	Solutions  int                   `json:"solutions"` // of the constraints
	Solver     string                `json:"solver"`    // what found them; empty when nothing is solved
	Parameters record.Object         `json:"parameters,omitempty"`
	Tries      int                   `json:"tries"` // draws, the one that was kept included
	Lost       []LostDraws           `json:"lost"`
	Millis     float64               `json:"millis"` // how long it took
	Failure    string                `json:"failure,omitempty"`
	Marks      []Mark                `json:"marks,omitempty"` // where it failed
}

// LostDraws are draws that were thrown away.
type LostDraws struct {
	Cause string `json:"cause"`
	Count int    `json:"count"`
}

// BatchRequest asks for records.
type BatchRequest struct {
	Spec  string `json:"spec"`
	Name  string `json:"name"` // the source that the records name
	Seed  uint64 `json:"seed"`
	Start uint64 `json:"start"`
	Count uint64 `json:"count"`
}

// CarveRequest asks for a puzzle that is made from a board.
type CarveRequest struct {
	Family string   `json:"family"`
	Params string   `json:"params"`
	Puzzle string   `json:"puzzle"` // the board begins as this puzzle; empty: blank, of the family and parameters
	Edits  []string `json:"edits"`  // and is changed by these moves
	Class  string   `json:"class"`  // difficulty wanted; empty: any
	Needs  string   `json:"needs"`  // a technique that the solution is to need; empty: none in particular
	Givens int      `json:"givens"` // stop at so many givens; 0: carve to the end
	Keep   bool     `json:"keep"`   // leave what is given
	Seed   uint64   `json:"seed"`
}

// The bounds of the workbench.
const (
	maxSpecText   = 128 << 10        // bytes of a specification
	maxBatch      = 10_000           // records of a batch
	sampleTime    = 4 * time.Second  // of a sample
	batchTime     = 5 * time.Minute  // of a batch
	batchDeadline = 30 * time.Second // of writing a line to a client that reads slowly
	maxEdits      = 10_000           // moves that change a board
	judgeTime     = 4 * time.Second  // of judging a board
	lintTime      = 6 * time.Second  // of trying rules on small boards
)

// makeOperations are those of the workbench.
func (s *Server) makeOperations() []*operation {
	if s.cfg.Workshop == nil {
		return nil
	}
	return []*operation{
		easy("make/lint", s.makeLint),
		easy("make/complete", s.makeComplete),
		hard("make/sample", s.makeSample),
		hard("make/board", s.makeBoard),
		hard("make/carve", s.makeCarve),
		hard("make/rules", s.makeRules),
		hard("make/advise", s.makeAdvise),
		hard("make/blanks", s.makeBlanks),
	}
}

func specText(text string) error {
	if len(text) > maxSpecText {
		return &apiError{Status: http.StatusRequestEntityTooLarge, Code: "too-large",
			Message: fmt.Sprintf("the specification has %d bytes, at most %d are taken", len(text), maxSpecText)}
	}
	return nil
}

type lintRequest struct {
	Spec string `json:"spec"`
}

type lintAnswer struct {
	Marks []Mark `json:"marks"`
}

func (s *Server) makeLint(_ context.Context, req lintRequest) (lintAnswer, error) {
	if err := specText(req.Spec); err != nil {
		return lintAnswer{}, err
	}
	return lintAnswer{s.cfg.Workshop.Lint(req.Spec)}, nil
}

func (s *Server) handleExamples(http.ResponseWriter, *http.Request) (any, error) {
	return map[string]any{"examples": list(s.cfg.Workshop.Examples())}, nil
}

type completeRequest struct {
	Spec string `json:"spec"`
	Kind string `json:"kind"` // rules for a rules file, blanks for a blanks file; empty for a specification
	Line int    `json:"line"`
	Col  int    `json:"col"`
}

func (s *Server) makeComplete(_ context.Context, req completeRequest) (Completions, error) {
	if err := specText(req.Spec); err != nil {
		return Completions{}, err
	}
	switch req.Kind {
	case "":
		return s.cfg.Workshop.Complete(req.Spec, req.Line, req.Col), nil
	case rulesEditor:
		return s.cfg.Workshop.CompleteRules(req.Spec, req.Line, req.Col), nil
	case blanksEditor:
		return s.cfg.Workshop.CompleteBlanks(req.Spec, req.Line, req.Col), nil
	}
	return Completions{}, refused("kind", puzzle.Unknownf("kind of text", req.Kind, []string{rulesEditor, blanksEditor}))
}

func (s *Server) makeSample(ctx context.Context, req SampleRequest, _ func(puzzle.Progress)) (SampleAnswer, error) {
	if err := specText(req.Spec); err != nil {
		return SampleAnswer{}, err
	}
	begin := s.cfg.Now()
	ctx, cancel := context.WithTimeout(ctx, sampleTime)
	defer cancel()
	ans, err := s.cfg.Workshop.Sample(ctx, req)
	ans.Millis = float64(s.cfg.Now().Sub(begin).Microseconds()) / 1000
	return ans, err
}

// handleBatch sends records as they are made. What fails after the first is told in the last line, an object with "error".
func (s *Server) handleBatch(w http.ResponseWriter, r *http.Request) (any, error) {
	req, err := readRequest[BatchRequest](s, w, r)
	if err != nil {
		return nil, err
	}
	if err := specText(req.Spec); err != nil {
		return nil, err
	}
	switch {
	case req.Count < 1 || req.Count > maxBatch:
		return nil, badRequest(`"count": expected a number from 1 to %d, found %d; quandary generate makes more`, maxBatch, req.Count)
	case req.Start+req.Count < req.Start:
		return nil, badRequest(`"start": the numbers go past 2^64-1`)
	case len(req.Name) > 100 || strings.ContainsFunc(req.Name, unicode.IsControl):
		return nil, badRequest(`"name": expected at most 100 bytes of text`)
	}
	if c := s.client(r); c != nil {
		if err := spend(c.work); err != nil {
			return nil, err
		}
	}
	ctx, cancel := context.WithTimeout(r.Context(), batchTime)
	defer cancel()
	return nil, s.batch(ctx, w, req)
}

func (s *Server) batch(ctx context.Context, w http.ResponseWriter, req BatchRequest) error {
	leave, err := s.lanes.enter(ctx, s.lanes.long)
	if err != nil {
		return err
	}
	defer func() { leave() }()
	control := http.NewResponseController(w)
	begun := false
	account := budget.New("a batch", s.cfg.Limits.Memory)
	defer account.Close()
	err = s.cfg.Workshop.Batch(budget.With(ctx, account), req, func(line []byte) error {
		if !begun {
			begun = true
			h := w.Header()
			h.Set("Content-Type", "application/x-ndjson")
			h.Set("Cache-Control", "no-store")
			h.Set("X-Accel-Buffering", "no")
		}
		// Between two records the place goes to whoever waits for one.
		leave()
		leave = func() {}
		if err := control.SetWriteDeadline(time.Now().Add(batchDeadline)); err != nil && !errors.Is(err, http.ErrNotSupported) {
			return err
		}
		if _, err := w.Write(line); err != nil {
			return errAnswered
		}
		if err := control.Flush(); err != nil {
			return errAnswered
		}
		next, err := s.lanes.enter(ctx, s.lanes.long)
		if err == nil {
			leave = next
		}
		return err
	})
	switch {
	case !begun && err != nil && !errors.Is(err, errAnswered):
		return refused("spec", err)
	case err != nil && ctx.Err() == nil && !errors.Is(err, errAnswered):
		e := asAPIError(refused("spec", err))
		line, jerr := record.AppendJSON(nil, record.Object{{Key: "error", Value: record.Object{{Key: "code", Value: e.Code}, {Key: "message", Value: e.Message}}}})
		if jerr == nil {
			_, _ = w.Write(append(line, '\n')) // whoever asked may be gone
		}
	case errors.Is(err, context.DeadlineExceeded):
		_, _ = w.Write([]byte(`{"error": {"code": "too-long", "message": "the batch takes longer than it may"}}` + "\n"))
	}
	return errAnswered
}
