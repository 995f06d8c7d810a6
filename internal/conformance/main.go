// Command conformance replays published records with their specifications, generates new puzzles from each, and prints how
// far the outcome agrees. docs/conformance.md keeps its table and explains every difference.
//
//	go run ./internal/conformance -corpus DIR [-n 20] [-spec NAME] [-diff]
//
// With -refused it prints instead which specifications, replayed and generated, gave problems that native declined, so that an
// SMT solver was needed.
//
// With -versus z3 it compares solvers on the problems of a sample of the published records instead: whether the native solver
// and the other find the same solutions, how much faster native is, and what native refuses. It ends with 1 when they disagree.
//
//	go run ./internal/conformance -corpus DIR -versus z3 [-sample 5] [-limit 20s] [-spec NAME]
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sort"
	"strings"
	"sync"
	"time"

	"github.com/quandary-puzzles/quandary/record"
	"github.com/quandary-puzzles/quandary/solve"
	"github.com/quandary-puzzles/quandary/solve/native"
	"github.com/quandary-puzzles/quandary/solve/smtlib"
	"github.com/quandary-puzzles/quandary/spec"
	"github.com/quandary-puzzles/quandary/synth"
)

func main() {
	corpus := flag.String("corpus", os.Getenv("QUANDARY_CORPUS"), "folder of the corpus")
	only := flag.String("spec", "", "only the specifications whose names begin so; several, separated by commas")
	n := flag.Int("n", 20, "puzzles to generate from each specification")
	seed := flag.Uint64("seed", 1, "seed of what is generated")
	diff := flag.Bool("diff", false, "print each difference")
	replays := flag.Bool("replay", true, "replay the published records")
	workers := flag.Int("j", runtime.NumCPU(), "specifications worked on at once")
	first := flag.Int("first", 0, "replay only so many records of each specification; 0 is all")
	limit := flag.Duration("limit", 60*time.Second, "time for one record")
	solver := flag.String("solver", "", "native, z3 or cvc5; default: native, with z3 for what it cannot do")
	versus := flag.String("versus", "", "instead: compare the native solver's answers and times with those of this solver (z3, cvc5)")
	sample := flag.Int("sample", 5, "records of each specification that -versus compares")
	refused := flag.Bool("refused", false, "print instead which specifications need an SMT solver, and for what")
	flag.Parse()
	if *versus != "" {
		ok, err := compare(os.Stdout, *corpus, *only, *versus, *sample, *limit)
		if err != nil {
			fmt.Fprintln(os.Stderr, "conformance:", err)
		}
		if err != nil || !ok {
			os.Exit(1)
		}
		return
	}
	results, err := run(*corpus, *only, *solver, options{*n, *seed, *diff, *replays, *first, *limit}, *workers)
	if err != nil {
		fmt.Fprintln(os.Stderr, "conformance:", err)
		os.Exit(1)
	}
	if *refused {
		printRefused(os.Stdout, results)
		return
	}
	print(results, *workers == 1)
}

type options struct {
	n       int
	seed    uint64
	diff    bool
	replays bool
	first   int
	limit   time.Duration
}

func run(corpus, only, solver string, opt options, workers int) ([]*result, error) {
	results, err := selected(corpus, only)
	if err != nil {
		return nil, err
	}
	var engine, fallback solve.Engine = native.New(), nil
	z3 := smtlib.Z3()
	z3.Timeout = 10 * time.Second
	defer z3.Close()
	fallback = z3
	switch solver {
	case "", native.Name:
	default:
		e, err := smtlib.Named(solver)
		if err != nil {
			return nil, err
		}
		defer e.Close()
		engine, fallback = e, nil
	}
	if solver == native.Name {
		fallback = nil
	}
	jobs := make(chan *result)
	var wg sync.WaitGroup
	for range max(workers, 1) {
		wg.Go(func() {
			for r := range jobs {
				r.work(engine, fallback, opt)
			}
		})
	}
	for _, r := range results {
		jobs <- r
	}
	close(jobs)
	wg.Wait()
	return results, nil
}

// selected lists the specifications of the corpus whose names were asked for, in order.
func selected(corpus, only string) ([]*result, error) {
	if corpus == "" {
		return nil, fmt.Errorf("where is the corpus? set QUANDARY_CORPUS or give -corpus")
	}
	files, err := filepath.Glob(filepath.Join(corpus, "puzzleclone", "specs", "*.yaml"))
	if err != nil {
		return nil, err
	}
	var results []*result
	for _, f := range files {
		name := strings.TrimSuffix(filepath.Base(f), ".yaml")
		if wanted(name, only) {
			results = append(results, &result{name: name, file: f,
				records: filepath.Join(corpus, "puzzleclone", "records", name+".jsonl")})
		}
	}
	if len(results) == 0 {
		return nil, fmt.Errorf("no specifications below %s", corpus)
	}
	sort.Slice(results, func(i, j int) bool { return naturalLess(results[i].name, results[j].name) })
	return results, nil
}

func wanted(name, only string) bool {
	if only == "" {
		return true
	}
	for _, p := range strings.Split(only, ",") {
		if strings.HasPrefix(name, p) {
			return true
		}
	}
	return false
}

// result is the row of one specification.
type result struct {
	name, file, records string

	doc        *spec.Document
	err        error
	total      int // published records
	replayed   int // that gave a record
	complete   int // whose configuration lacks nothing
	answers    int // of the complete ones, with the published answer
	texts      int // of the complete ones, with the published text
	solvers    map[string]bool
	generated  int
	tries      int
	genTime    time.Duration
	genCPU     time.Duration // of the whole process: of this specification where one is worked on at a time
	replayTime time.Duration
	refused    refusals
	genErr     error
	notes      []string
}

func (r *result) work(engine, fallback solve.Engine, opt options) {
	doc, problems, err := spec.LoadFile(r.file, "")
	if err == nil {
		err = problems.Err()
	}
	if err != nil {
		r.err = err
		return
	}
	r.refused.Engine = engine
	prog, err := synth.Compile(doc, synth.Options{Engine: &r.refused, Fallback: fallback})
	if err != nil {
		r.err = err
		return
	}
	r.doc, r.solvers = doc, map[string]bool{}
	w := prog.NewWorker()
	defer w.Close()
	if opt.replays {
		start := time.Now()
		r.err = r.replay(w, opt)
		r.replayTime = time.Since(start)
	}
	var made []*record.Record
	start, used := time.Now(), cpu()
	for i := range opt.n {
		ctx, cancel := context.WithTimeout(context.Background(), opt.limit)
		rec, stats, err := w.Generate(ctx, opt.seed, uint64(i))
		cancel()
		r.tries += stats.Tries
		if err != nil {
			r.genErr = err
			if opt.diff {
				r.notes = append(r.notes, fmt.Sprintf("generate %d: %v", i, err))
			}
			if i == 0 {
				break
			}
			continue
		}
		r.generated++
		if rec.Origin.Solver != "" {
			r.solvers[rec.Origin.Solver] = true
		}
		made = append(made, rec)
	}
	r.genTime, r.genCPU = time.Since(start), cpu()-used
	for i, rec := range made {
		if why := replaysToItself(w, rec); why != "" {
			r.notes = append(r.notes, fmt.Sprintf("record %d does not replay to itself: %s", i, why))
		}
	}
}

// replaysToItself replays one of our own records, and says what differs.
func replaysToItself(w *synth.Worker, rec *record.Record) string {
	again, _, err := w.Replay(context.Background(), rec.Config, synth.ReplayOptions{Origin: rec.Origin})
	if err != nil {
		return err.Error()
	}
	again.ID = rec.ID
	a, errA := rec.AppendJSON(nil)
	b, errB := again.AppendJSON(nil)
	if errA != nil || errB != nil {
		return fmt.Sprint(errA, errB)
	}
	if string(a) != string(b) {
		i := 0
		for i < len(a) && i < len(b) && a[i] == b[i] {
			i++
		}
		return fmt.Sprintf("at byte %d: %.60q and %.60q", i, a[i:], b[i:])
	}
	return ""
}

func (r *result) replay(w *synth.Worker, opt options) error {
	file, err := os.Open(r.records)
	if err != nil {
		return err
	}
	defer file.Close()
	lines := record.NewLineReader(file, 0)
	for {
		data, n, err := lines.Next()
		if err != nil || opt.first > 0 && r.total == opt.first {
			break
		}
		var pub record.Record
		if err := pub.UnmarshalJSON(data); err != nil {
			return fmt.Errorf("%s:%d: %w", r.records, n, err)
		}
		r.total++
		ctx, cancel := context.WithTimeout(context.Background(), opt.limit)
		rec, notes, err := w.Replay(ctx, pub.Config, synth.ReplayOptions{Seed: 1, Index: uint64(n), Text: pub.Problem})
		cancel()
		if err != nil {
			r.note(opt, "%s: %v", pub.ID, err)
			if hasAll(r.doc, pub.Config) {
				r.complete++
			}
			continue
		}
		r.replayed++
		if rec.Origin.Solver != "" {
			r.solvers[rec.Origin.Solver] = true
		}
		if len(rec.Origin.Drawn) > 0 {
			continue
		}
		r.complete++
		if sameAnswer(rec.Answer, pub.Answer, pub.EvalType) {
			r.answers++
		} else {
			r.note(opt, "%s: answer\n    ours      %q\n    published %q %v", pub.ID, rec.Answer, strings.TrimSpace(pub.Answer), notes)
		}
		if strings.TrimSpace(rec.Problem) == strings.TrimSpace(pub.Problem) {
			r.texts++
		} else {
			a, b := firstDifference(strings.TrimSpace(rec.Problem), strings.TrimSpace(pub.Problem))
			r.note(opt, "%s: text\n    ours      %q\n    published %q", pub.ID, a, b)
		}
	}
	return nil
}

func (r *result) note(opt options, format string, args ...any) {
	if opt.diff {
		r.notes = append(r.notes, fmt.Sprintf(format, args...))
	}
}

// hasAll reports whether a configuration has a value for every variable and options for every choice.
func hasAll(doc *spec.Document, config []byte) bool {
	v, err := record.ParseJSON(config)
	obj, ok := v.(record.Object)
	if err != nil || !ok {
		return false
	}
	for _, v := range doc.Variables {
		if _, ok := obj.Get(v.Name.Text); !ok {
			return false
		}
	}
	for _, q := range doc.Queries {
		if q.Choice == nil {
			continue
		}
		pools, _ := obj.Get("_queries")
		if pools == nil {
			pools, _ = obj.Get("_query")
		}
		qs, _ := pools.(record.Object)
		if _, ok := qs.Get(q.Name.Text); !ok {
			return false
		}
	}
	return true
}

// sameAnswer compares answers: white space around them aside, and unordered arrays as sets.
func sameAnswer(a, b, evalType string) bool {
	as, bs := strings.Split(a, "===="), strings.Split(b, "====")
	types := strings.Split(evalType, ",")
	if len(as) != len(bs) {
		return false
	}
	for i := range as {
		x, y := strings.TrimSpace(as[i]), strings.TrimSpace(bs[i])
		if len(types) == len(as) && strings.TrimSpace(types[i]) == "unordered array" {
			x, y = sorted(x), sorted(y)
		}
		if x != y {
			return false
		}
	}
	return true
}

func sorted(s string) string {
	parts := strings.Split(s, ",")
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	sort.Strings(parts)
	return strings.Join(parts, ",")
}

func firstDifference(a, b string) (string, string) {
	x, y := []rune(a), []rune(b)
	i := 0
	for i < len(x) && i < len(y) && x[i] == y[i] {
		i++
	}
	cut := func(r []rune) string { return string(r[max(0, min(i-25, len(r))):min(len(r), i+50)]) }
	return cut(x), cut(y)
}

// naturalLess orders names as people do: 2-… before 10-….
func naturalLess(a, b string) bool {
	num := func(s string) (string, int) {
		i := 0
		for i < len(s) && (s[i] < '0' || s[i] > '9') {
			i++
		}
		n, j := 0, i
		for j < len(s) && s[j] >= '0' && s[j] <= '9' {
			n = n*10 + int(s[j]-'0')
			j++
		}
		return s[:i], n
	}
	pa, na := num(a)
	pb, nb := num(b)
	if pa != pb {
		return pa < pb
	}
	return na < nb
}

func print(results []*result, alone bool) {
	fmt.Println("| spec | records | replayed | complete | same answer | same text | solver | generated | tries each | ms each | CPU ms each |")
	fmt.Println("|---|---:|---:|---:|---:|---:|---|---:|---:|---:|---:|")
	var sum result
	for _, r := range results {
		if r.err != nil {
			fmt.Printf("| %s | error: %v |\n", r.name, strings.ReplaceAll(r.err.Error(), "\n", "; "))
			continue
		}
		var solvers []string
		for s := range r.solvers {
			solvers = append(solvers, s)
		}
		sort.Strings(solvers)
		each, ms, user := "-", "-", "-"
		if r.generated > 0 {
			each = fmt.Sprintf("%.1f", float64(r.tries)/float64(r.generated))
			ms = fmt.Sprintf("%.1f", float64(r.genTime.Microseconds())/1000/float64(r.generated))
			if alone {
				user = fmt.Sprintf("%.1f", float64(r.genCPU.Microseconds())/1000/float64(r.generated))
			}
		}
		fmt.Printf("| %s | %d | %d | %d | %d | %d | %s | %d | %s | %s | %s |\n", r.name, r.total, r.replayed, r.complete, r.answers,
			r.texts, strings.Join(solvers, ", "), r.generated, each, ms, user)
		sum.total += r.total
		sum.replayed += r.replayed
		sum.complete += r.complete
		sum.answers += r.answers
		sum.texts += r.texts
		sum.generated += r.generated
		if r.genErr != nil {
			r.notes = append(r.notes, fmt.Sprintf("generate: %.400s", r.genErr.Error()))
		}
	}
	fmt.Printf("| all | %d | %d | %d | %d | %d | | %d | | | |\n", sum.total, sum.replayed, sum.complete, sum.answers, sum.texts, sum.generated)
	for _, r := range results {
		for _, n := range r.notes {
			fmt.Printf("\n%s: %s\n", r.name, n)
		}
	}
}
