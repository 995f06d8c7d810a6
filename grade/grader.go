package grade

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/record"
)

// UnknownID is the reason of an answer to a puzzle that the data do not hold.
const UnknownID Reason = "unknown-id"

// entry is what a Grader keeps of a record: no more than marking needs, so that a million records fit.
type entry struct {
	answer, evalType string
	problem          string // the question, where marking may ask it
	puzzle           string // id of a puzzle whose rules judge the answer
	source           string
	difficulty       float64 // -1 when not rated
}

// Grader marks answers to the puzzles of a data set by their ids. Fill it with Add, then use it from any number of
// goroutines.
type Grader struct {
	families *puzzle.Registry
	entries  map[string]entry

	mu     sync.Mutex
	opened map[string]*opened   // puzzles that were opened lately, for many answers to the same one
	before map[string]*opened   // those that were opened before them
	asks   map[string]*question // questions that were read lately, by their texts
}

// opened is a puzzle that is open. Its solution is found when a wrong answer asks for it: right ones need none.
type opened struct {
	inst puzzle.Instance
	err  error

	mu     sync.Mutex
	solved bool
	sol    puzzle.Solution
	extras *puzzle.Extras // nil: not asked for yet
}

// offers gives what the puzzle offers, which takes as many allocations as it has capabilities.
func (o *opened) offers() puzzle.Extras {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.extras == nil {
		e := o.inst.Extras()
		o.extras = &e
	}
	return *o.extras
}

// solution gives the solution when it is the only one, and nil else.
func (o *opened) solution(ctx context.Context) puzzle.Solution {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.solved {
		if s, solvable := o.inst.(puzzle.Solver); solvable {
			if res, err := s.Solve(ctx, 2); err == nil && res.Status == puzzle.Unique {
				o.sol = res.Solutions[0]
			}
		}
		o.solved = ctx.Err() == nil
	}
	return o.sol
}

// maxOpened bounds each of the two generations of open puzzles.
const maxOpened = 4096

// NewGrader makes a grader that judges the puzzles of these families by their rules; families may be nil.
func NewGrader(families *puzzle.Registry) *Grader {
	return &Grader{families: families, entries: map[string]entry{}, opened: map[string]*opened{}, asks: map[string]*question{}}
}

// Add adds a record's reference. A second record of the same id is an error, and the first stays.
func (g *Grader) Add(r *record.Record) error {
	if r.ID == "" {
		return fmt.Errorf("the record has no id")
	}
	if _, twice := g.entries[r.ID]; twice {
		return fmt.Errorf("id %q stands twice: the first counts", r.ID)
	}
	e := entry{answer: r.Answer, evalType: r.EvalType, source: r.Source, difficulty: -1}
	if r.Difficulty != nil {
		e.difficulty = *r.Difficulty
	}
	if r.Origin != nil && r.Origin.Puzzle != "" && g.families != nil {
		e.puzzle = r.Origin.Puzzle
	}
	if e.problem = r.Problem; e.puzzle != "" && !strings.Contains(r.EvalType, "option") {
		e.problem = "" // the puzzle's rules judge; a set of many records holds no more than it needs
	}
	g.entries[r.ID] = e
	return nil
}

// Len gives the number of references.
func (g *Grader) Len() int { return len(g.entries) }

// Source gives the source and the difficulty (-1: none) of a puzzle, for summaries.
func (g *Grader) Source(id string) (source string, difficulty float64) {
	e, ok := g.entries[id]
	if !ok {
		return "", -1
	}
	return e.source, e.difficulty
}

// Mark marks an answer to the puzzle of an id: by the puzzle's rules where its family can read answers, so that any right
// solution counts, else against the reference.
func (g *Grader) Mark(ctx context.Context, id, answer string) Mark {
	e, ok := g.entries[id]
	if !ok {
		return Mark{Reason: UnknownID, Detail: fmt.Sprintf("no puzzle has the id %q", id)}
	}
	return g.mark(ctx, e.puzzle, Reference{e.answer, e.evalType, e.problem}, answer)
}

// mark marks an answer by the rules of a puzzle, or, where no id says which or its family cannot read answers, against a
// reference.
func (g *Grader) mark(ctx context.Context, id string, ref Reference, text string) Mark {
	if id != "" {
		if o := g.open(ctx, id); o.err == nil {
			if _, reads := o.inst.(puzzle.AnswerChecker); reads {
				return byRules(o.inst, o.offers, func() puzzle.Solution { return o.solution(ctx) }, text)
			}
		}
	}
	return g.against(ref, text)
}

// against marks an answer against a reference, with the question of others that were marked lately.
func (g *Grader) against(ref Reference, text string) Mark {
	g.mu.Lock()
	q := g.asks[ref.Problem]
	if q == nil {
		if len(g.asks) >= maxAsks {
			clear(g.asks)
		}
		problem := strings.Clone(ref.Problem) // it may be a part of a longer text
		q = newQuestion(problem)
		g.asks[problem] = q
	}
	g.mu.Unlock()
	return answer(ref, q, text)
}

// maxAsks bounds the questions that are remembered.
const maxAsks = 1024

// Submit marks a submission: by the rules of the puzzle that it brings, against its own reference, or by the id. The error says why the
// puzzle that it brings, without a reference, is none.
func (g *Grader) Submit(ctx context.Context, s Submission) (Mark, error) {
	switch {
	case s.Puzzle != "" && g.families != nil && s.Reference == nil:
		o := g.open(ctx, s.Puzzle)
		if o.err != nil {
			return Mark{}, fmt.Errorf(`"puzzle": %w`, o.err)
		}
		return byRules(o.inst, o.offers, func() puzzle.Solution { return o.solution(ctx) }, s.Answer), nil
	case s.Puzzle != "" && g.families != nil:
		return g.mark(ctx, s.Puzzle, *s.Reference, s.Answer), nil
	case s.Reference != nil:
		return g.against(*s.Reference, s.Answer), nil
	}
	return g.Mark(ctx, s.ID, s.Answer), nil
}

// open opens a puzzle, or gives it from those that are open. When there are too many the older half is forgotten.
func (g *Grader) open(ctx context.Context, id string) *opened {
	g.mu.Lock()
	o, ok := g.opened[id]
	if !ok {
		if o, ok = g.before[id]; ok {
			g.keep(id, o)
		}
	}
	g.mu.Unlock()
	if ok {
		return o
	}
	o = &opened{}
	_, o.inst, o.err = g.families.Open(ctx, id)
	if ctx.Err() != nil {
		return o
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.keep(id, o)
	return o
}

// Know remembers the puzzle of an id that its caller has at hand: reading some puzzles from their ids takes longer than marking
// an answer to them.
func (g *Grader) Know(id string, inst puzzle.Instance) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.opened[id] == nil {
		g.keep(id, &opened{inst: inst})
	}
}

// keep remembers an open puzzle; the lock is held.
func (g *Grader) keep(id string, o *opened) {
	if len(g.opened) >= maxOpened {
		g.before, g.opened = g.opened, map[string]*opened{}
	}
	g.opened[strings.Clone(id)] = o // it may be a part of a longer text
}

// Object gives the mark as a JSON object: id, correct, score, reason, and what else there is to say.
func (m Mark) Object(id string) record.Object {
	obj := append(make(record.Object, 0, 8), // for all members
		record.Object{{Key: "id", Value: id}, {Key: "correct", Value: m.Correct}, {Key: "score", Value: m.Score}, {Key: "reason", Value: string(m.Reason)}}...)
	if m.Extracted != "" {
		obj.Set("extracted", clip(m.Extracted))
	}
	if m.Offered > 1 {
		obj.Set("offered", m.Offered)
	}
	if m.Detail != "" {
		obj.Set("detail", clip(m.Detail))
	}
	if len(m.Parts) > 1 {
		list := make([]any, len(m.Parts))
		for i, p := range m.Parts {
			list[i] = record.Object{
				{Key: "type", Value: p.Type}, {Key: "correct", Value: p.Correct}, {Key: "score", Value: p.Score},
				{Key: "reason", Value: string(p.Reason)}, {Key: "extracted", Value: clip(p.Extracted)},
			}
		}
		obj.Set("parts", list)
	}
	return obj
}

// maxShown bounds what a mark repeats of an answer, in bytes.
const maxShown = 4096

func clip(s string) string {
	if len(s) <= maxShown {
		return s
	}
	return strings.ToValidUTF8(s[:maxShown], "") + "…"
}

// Submission is one answer to be marked: the id of a puzzle of the data set, or a puzzle or reference of its own.
type Submission struct {
	ID        string
	Answer    string
	Puzzle    string // id of a puzzle of a family, such as sudoku:9x9:…, whose rules judge the answer; may be empty
	Reference *Reference
}

// ParseSubmission reads an object with "id" and "answer"; with "reference" and "eval_type" (and, for options, "problem") it
// brings its own reference, with "puzzle" its own puzzle, whose rules come before a reference. An answer that is no string is
// taken as the JSON text it is.
func ParseSubmission(line []byte) (Submission, error) {
	if s, ok := textSubmission(line); ok {
		return s, nil
	}
	return jsonSubmission(line)
}

// textSubmission reads what nearly every submission is, in a tenth of the time: strings under the keys that count and no others. It is
// false for all else, and for what lacks something.
func textSubmission(line []byte) (s Submission, ok bool) {
	var ref Reference
	answered, referred, known := false, false, true
	ok = record.Texts(line, func(key, value string) {
		switch key {
		case "id":
			s.ID = value
		case "answer":
			s.Answer, answered = value, true
		case "puzzle":
			s.Puzzle = value
		case "reference":
			ref.Answer, referred = value, true
		case "eval_type":
			ref.EvalType = value
		case "problem":
			ref.Problem = value
		default:
			known = false // encoding/json knows "ID" for "id", and more
		}
	})
	if referred {
		s.Reference = &ref
	}
	return s, ok && known && answered && (referred || s.ID != "" || s.Puzzle != "")
}

func jsonSubmission(line []byte) (Submission, error) {
	var obj struct {
		ID        json.RawMessage `json:"id"`
		Answer    json.RawMessage `json:"answer"`
		Puzzle    string          `json:"puzzle"`
		Reference *string         `json:"reference"`
		EvalType  string          `json:"eval_type"`
		Problem   string          `json:"problem"`
	}
	if err := json.Unmarshal(line, &obj); err != nil {
		var wrong *json.UnmarshalTypeError
		switch {
		case errors.As(err, &wrong) && wrong.Field == "":
			err = fmt.Errorf("expected a JSON object, found a value of type %s", wrong.Value)
		case errors.As(err, &wrong):
			err = fmt.Errorf("%q: expected a string, found a value of type %s", wrong.Field, wrong.Value)
		}
		return Submission{}, err
	}
	var s Submission
	if obj.Answer == nil {
		return s, fmt.Errorf(`expected an object with "answer"`)
	}
	s.ID = text(obj.ID)
	s.Answer = text(obj.Answer)
	s.Puzzle = obj.Puzzle
	if obj.Reference != nil {
		s.Reference = &Reference{*obj.Reference, obj.EvalType, obj.Problem}
	} else if s.ID == "" && s.Puzzle == "" {
		return s, fmt.Errorf(`expected "id", or "reference" and "eval_type"`)
	}
	return s, nil
}

// text gives a JSON string's value, nothing for null, and any other value as it stands.
func text(raw json.RawMessage) string {
	var s *string
	if json.Unmarshal(raw, &s) == nil {
		if s == nil {
			return ""
		}
		return *s
	}
	return string(raw)
}
