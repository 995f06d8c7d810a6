package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/record"
	"github.com/quandary-puzzles/quandary/solve"
	"github.com/quandary-puzzles/quandary/solve/native"
	"github.com/quandary-puzzles/quandary/solve/smtlib"
	"github.com/quandary-puzzles/quandary/spec"
	"github.com/quandary-puzzles/quandary/synth"
)

// compare replays a sample of the records of each specification and asks what the replay asks, all solutions or the optimum,
// of another solver too. It is true when nobody disagrees.
func compare(out io.Writer, corpus, only, with string, sample int, limit time.Duration) (bool, error) {
	results, err := selected(corpus, only)
	if err != nil {
		return false, err
	}
	other, err := smtlib.Named(with)
	if err != nil {
		return false, err
	}
	defer other.Close()
	if !other.Installed() {
		return false, fmt.Errorf("%s is not installed", with)
	}
	other.Timeout = limit
	fmt.Fprintf(out, "| spec | problems | question | solutions | native ms | %s ms | ratio | least | notes |\n", with)
	fmt.Fprintln(out, "|---|--:|---|--:|--:|--:|--:|--:|---|")
	var rows []*versus
	for _, r := range results {
		v := &versus{name: r.name, other: other, limit: limit, native: native.New()}
		if err := v.work(r, sample); err != nil {
			return false, fmt.Errorf("%s: %w", r.name, err)
		}
		v.print(out)
		rows = append(rows, v)
	}
	return summarise(out, rows, with), nil
}

// versus is the row of one specification, and the engine that its records are replayed with: native, listening.
type versus struct {
	name   string
	native *native.Engine
	other  *smtlib.Engine
	limit  time.Duration

	kind      string // what was asked: "enumerate" or "optimise"
	last      *duel  // of the record under way; the last question of a record is the one that its answers come from
	record    string
	duels     []*duel
	disagree  []string
	refused   []string // what native does not do
	undecided []string // what the other solver did not answer in time
	failed    []string // records that do not replay
}

// duel is one question to both.
type duel struct {
	solutions     int
	native, other time.Duration
	disagree      string
	refused       string
	undecided     string
}

func (v *versus) work(r *result, sample int) error {
	doc, problems, err := spec.LoadFile(r.file, "")
	if err == nil {
		err = problems.Err()
	}
	if err != nil {
		return err
	}
	prog, err := synth.Compile(doc, synth.Options{Engine: v, Fallback: v.other})
	if err != nil {
		return err
	}
	w := prog.NewWorker()
	defer w.Close()
	recs, err := readRecords(r.records)
	if err != nil {
		return err
	}
	for i := range min(sample, len(recs)) {
		n := i * len(recs) / min(sample, len(recs)) // spread over the file
		v.last, v.record = nil, recs[n].ID
		ctx, cancel := context.WithTimeout(context.Background(), 3*v.limit)
		_, _, err := w.Replay(ctx, recs[n].Config, synth.ReplayOptions{Seed: 1, Index: uint64(n + 1)})
		cancel()
		if err != nil {
			v.failed = append(v.failed, fmt.Sprintf("%s: %v", v.record, err))
		}
		if d := v.last; d != nil {
			v.duels = append(v.duels, d)
			add(&v.disagree, v.record, d.disagree)
			add(&v.refused, v.record, d.refused)
			add(&v.undecided, v.record, d.undecided)
		}
	}
	return nil
}

func add(to *[]string, record, what string) {
	if what != "" {
		*to = append(*to, record+": "+what)
	}
}

func readRecords(name string) ([]*record.Record, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	lines := record.NewLineReader(file, 0)
	var recs []*record.Record
	for {
		data, n, err := lines.Next()
		if errors.Is(err, io.EOF) {
			return recs, nil
		}
		if err != nil {
			return nil, err
		}
		rec := new(record.Record)
		if err := rec.UnmarshalJSON(data); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, n, err)
		}
		recs = append(recs, rec)
	}
}

// Name is that of the engine that answers.
func (v *versus) Name() string { return v.native.Name() }

// Open opens a session of native that also asks the other solver.
func (v *versus) Open(ctx context.Context, p *model.Problem, b solve.Budget) (solve.Session, error) {
	s, err := v.native.Open(ctx, p, b)
	if err != nil {
		v.refuse(err)
		return nil, err
	}
	return &listening{s, v, p}, nil
}

func (v *versus) refuse(err error) {
	if errors.Is(err, solve.ErrUnsupported) {
		v.last = &duel{refused: err.Error()}
	}
}

// listening is a session of native whose questions are put to the other solver too.
type listening struct {
	solve.Session
	v *versus
	p *model.Problem
}

func (l *listening) Enumerate(ctx context.Context, limit int) (solve.Solutions, error) {
	l.v.kind = "enumerate"
	ours, err := l.Session.Enumerate(ctx, limit)
	if err != nil {
		l.v.refuse(err)
		return ours, err
	}
	var theirs solve.Solutions
	l.ask(ctx, len(ours.List), func(ctx context.Context, s solve.Session) (err error) {
		theirs, err = s.Enumerate(ctx, limit)
		return err
	}, func() string {
		switch {
		case len(ours.List) != len(theirs.List):
			return fmt.Sprintf("%d solutions, %s finds %d", len(ours.List), l.v.other.Name(), len(theirs.List))
		case ours.All != theirs.All:
			return fmt.Sprintf("complete: %v, by %s: %v", ours.All, l.v.other.Name(), theirs.All)
		case !ours.All: // which ones are found is each solver's own affair
			return ""
		}
		for i := range ours.List {
			if !ours.List[i].Equal(theirs.List[i]) {
				return fmt.Sprintf("solution %d is %s, by %s %s", i, l.p.FormatAssignment(ours.List[i]), l.v.other.Name(),
					l.p.FormatAssignment(theirs.List[i]))
			}
		}
		return ""
	})
	return ours, nil
}

func (l *listening) Optimise(ctx context.Context, limit int) (solve.Optimum, error) {
	l.v.kind = "optimise"
	ours, err := l.Session.Optimise(ctx, limit)
	if err != nil {
		l.v.refuse(err)
		return ours, err
	}
	var theirs solve.Optimum
	l.ask(ctx, len(ours.Solutions), func(ctx context.Context, s solve.Session) (err error) {
		theirs, err = s.Optimise(ctx, limit)
		return err
	}, func() string {
		same := ours.Status == theirs.Status && ours.Unbounded == theirs.Unbounded && ours.Attained == theirs.Attained &&
			ours.Value.Valid() == theirs.Value.Valid() && (!ours.Value.Valid() || ours.Value.Compare(theirs.Value) == 0) &&
			len(ours.Solutions) == len(theirs.Solutions)
		if same {
			return ""
		}
		return fmt.Sprintf("optimum %v, %s finds %v", ours, l.v.other.Name(), theirs)
	})
	return ours, nil
}

// ask puts a question to a session of each solver that was opened for it alone, takes the times, and compares. Ours is the
// time from the problem to the answers, translation included, the median of three. Theirs is without the start of the
// process and without reading the problem, which it has done before: from the first check-sat to the answers.
func (l *listening) ask(ctx context.Context, solutions int, question func(context.Context, solve.Session) error, differ func() string) {
	d := &duel{solutions: solutions}
	l.v.last = d
	ctx, cancel := context.WithTimeout(ctx, l.v.limit)
	defer cancel()
	s, err := l.v.other.Open(ctx, l.p, solve.Budget{})
	if err != nil {
		d.undecided = err.Error()
		return
	}
	defer s.Close()
	if st, ok := s.(interface{ Start(context.Context) error }); ok {
		if err := st.Start(ctx); err != nil {
			d.undecided = err.Error()
			return
		}
	}
	start := time.Now()
	if err := question(ctx, s); err != nil {
		d.undecided = err.Error()
		return
	}
	d.other = time.Since(start)
	if d.disagree = differ(); d.disagree != "" {
		return
	}
	var times [3]time.Duration
	for i := range times {
		start := time.Now()
		s, err := l.v.native.Open(ctx, l.p, solve.Budget{})
		if err == nil {
			err = question(ctx, s)
			times[i] = time.Since(start)
			s.Close()
		}
		if err != nil {
			d.undecided = "native, asked again: " + err.Error()
			return
		}
	}
	slices.Sort(times[:])
	d.native = times[1]
}

// timed lists the duels that both finished.
func (v *versus) timed() []*duel {
	var out []*duel
	for _, d := range v.duels {
		if d.native > 0 && d.other > 0 {
			out = append(out, d)
		}
	}
	return out
}

// ratio is how many times faster native is, in geometric mean, and at least.
func ratio(ds []*duel) (mean, least float64) {
	sum, least := 0.0, math.Inf(1)
	for _, d := range ds {
		x := float64(d.other) / float64(d.native)
		sum += math.Log(x)
		least = min(least, x)
	}
	return math.Exp(sum / float64(len(ds))), least
}

func (v *versus) print(out io.Writer) {
	var notes []string
	if len(v.duels) == 0 {
		notes = append(notes, "no solver asked")
	}
	for _, c := range []struct {
		n    int
		what string
	}{{len(v.disagree), "disagreements"}, {len(v.refused), "native refuses"}, {len(v.undecided), "undecided"}, {len(v.failed), "not replayed"}} {
		if c.n > 0 {
			notes = append(notes, fmt.Sprintf("%d %s", c.n, c.what))
		}
	}
	ds := v.timed()
	if len(ds) == 0 {
		fmt.Fprintf(out, "| %s | 0 | %s | | | | | | %s |\n", v.name, v.kind, strings.Join(notes, ", "))
		return
	}
	var solutions []string
	var ours, theirs time.Duration
	for _, d := range ds {
		solutions = append(solutions, fmt.Sprint(d.solutions))
		ours += d.native
		theirs += d.other
	}
	ms := func(t time.Duration) float64 { return t.Seconds() * 1000 / float64(len(ds)) }
	mean, least := ratio(ds)
	fmt.Fprintf(out, "| %s | %d | %s | %s | %.3f | %.1f | %.0f | %.1f | %s |\n", v.name, len(ds), v.kind, strings.Join(solutions, " "),
		ms(ours), ms(theirs), mean, least, strings.Join(notes, ", "))
}

// summarise prints what the rows come to, disagreements first.
func summarise(out io.Writer, rows []*versus, with string) bool {
	disagree := section(out, "Disagreements", rows, func(v *versus) []string { return v.disagree })
	section(out, "What native refuses: these need an SMT solver", rows, func(v *versus) []string { return v.refused })
	section(out, "Not decided by "+with+" within the limit, and left out of the ratios", rows, func(v *versus) []string { return v.undecided })
	section(out, "Not replayed", rows, func(v *versus) []string { return v.failed })
	fmt.Fprintln(out)
	for _, kind := range []string{"enumerate", "optimise"} {
		sum, n, least, name, problems := 0.0, 0, math.Inf(1), "", 0
		for _, v := range rows {
			if ds := v.timed(); v.kind == kind && len(ds) > 0 {
				mean, _ := ratio(ds)
				sum += math.Log(mean)
				n++
				problems += len(ds)
				if mean < least {
					least, name = mean, v.name
				}
			}
		}
		if n > 0 {
			fmt.Fprintf(out, "%s: %d specifications, %d problems: native is %.0f times faster in geometric mean over specifications; least %.1f (%s)\n",
				kind, n, problems, math.Exp(sum/float64(n)), least, name)
		}
	}
	return disagree == 0
}

func section(out io.Writer, title string, rows []*versus, of func(*versus) []string) int {
	n := 0
	for _, v := range rows {
		for _, s := range of(v) {
			if n == 0 {
				fmt.Fprintf(out, "\n%s:\n", title)
			}
			n++
			fmt.Fprintf(out, "  %s\n", s)
		}
	}
	if n == 0 {
		fmt.Fprintf(out, "\n%s: none\n", title)
	}
	return n
}
