// Command familytable solves published boards of many families and prints a line for each family: how many boards come out with
// exactly the published solution, and how much of the processor they take (all threads, reading and judging counted). With -verdicts
// it judges boards that break a named rule instead; with -bent it reads the boards as others would write them (other blanks and line
// ends), and solves them turned and mirrored; with -marks it asks for one board of each family, and marks right and wrong answers in the
// forms in which people and models write them; -size has it make the boards. With -pzpr it makes boards of each family that pzpr has too, and compares our verdict on
// the solution, and on answers that differ from it in a few places, with the verdict of pzpr.
//
//	go run ./internal/familytable -corpus DIR [-n 12] [-timeout 20s] [-cpuprofile FILE] [-verdicts | -bent | -marks [-size 10x10]] [FAMILY...]
//	go run ./internal/familytable -pzpr DIR [-n 2] [-size 5x5] [-v] [FAMILY...]
//
// DIR holds boards/FAMILY.jsonl and verdicts/GENRE.json.
package main

import (
	"cmp"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/quandary-puzzles/quandary/internal/foundry"
	"github.com/quandary-puzzles/quandary/internal/processor"
	"github.com/quandary-puzzles/quandary/puzzle"
)

func main() {
	corpus := flag.String("corpus", filepath.Join(os.Getenv("QUANDARY_CORPUS"), "families"), "folder with boards and verdicts")
	most := flag.Int("n", 0, "boards of each family; 0: all")
	limit := flag.Duration("timeout", 20*time.Second, "how long a board may take")
	verdicts := flag.Bool("verdicts", false, "judge the boards with verdicts instead")
	bent := flag.Bool("bent", false, "read the boards in other spellings, and solve them turned and mirrored")
	marked := flag.Bool("marks", false, "ask for a board of each family, and mark right and wrong answers in many forms")
	seed := flag.Uint64("seed", 1, "which wrong answers")
	beside := flag.String("pzpr", "", "folder in which npm has installed pzpr: make boards and compare our verdicts with its")
	size := flag.String("size", "", "with -pzpr and -marks: size of boards that are made; with -pzpr 5x5 where nothing is said")
	against := flag.String("rival", "", "program that solves the same boards, for a table of both")
	verbose := flag.Bool("v", false, "a line for each board that does not come out")
	rounds := flag.Int("rounds", usualRounds, "how often answers are marked; the quickest round counts, and the first does not")
	profile := flag.String("cpuprofile", "", "file for a profile of the processor")
	flag.Parse()
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400) // as the program does
	}
	defer processor.Profile("familytable", *profile)()
	t := &table{limit: *limit, most: *most, verbose: *verbose, rounds: max(2, *rounds)}
	if *against != "" {
		r, err := startRival(*against)
		if err != nil {
			fmt.Fprintln(os.Stderr, "familytable:", err)
			os.Exit(1)
		}
		t.rival = r
	}
	if *beside != "" {
		if err := besidePZPR(*beside, *most, *limit, *verbose, flag.Args(), cmp.Or(*size, "5x5")); err != nil {
			fmt.Fprintln(os.Stderr, "familytable:", err)
			os.Exit(1)
		}
		return
	}
	if *marked {
		folders := []string{*corpus, filepath.Join("internal", "familytable", "testdata")}
		if *size != "" {
			folders = nil
		}
		if err := t.marks(folders, *size, flag.Args(), *seed); err != nil {
			fmt.Fprintln(os.Stderr, "familytable:", err)
			os.Exit(1)
		}
		return
	}
	run, pattern := t.boards, "boards/*.jsonl"
	if *verdicts {
		run, pattern = t.verdicts, "verdicts/*.json"
	}
	if *bent {
		run = t.bent
	}
	files, err := filepath.Glob(filepath.Join(*corpus, pattern))
	if err == nil && len(files) == 0 {
		err = fmt.Errorf("there are no %s in %s", pattern, *corpus)
	}
	for _, f := range files {
		name := strings.ToLower(strings.TrimSuffix(filepath.Base(f), filepath.Ext(f)))
		if flag.NArg() > 0 && !slices.Contains(flag.Args(), name) {
			continue
		}
		if err == nil {
			err = run(name, f)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "familytable:", err)
		os.Exit(1)
	}
	t.summary()
	if t.rival != nil {
		t.rival.table()
		if err := t.rival.close(); err != nil {
			fmt.Fprintln(os.Stderr, "familytable: the rival:", err)
			os.Exit(1)
		}
	}
}

type table struct {
	limit   time.Duration
	most    int
	verbose bool
	rounds  int // of marks

	families, missing, all, right int
	logs                          []float64 // of the seconds of each board
	worst                         time.Duration
	medians                       []time.Duration
	codes, named                  int
	rival                         *rival // nil: none
}

// line is a board of the corpus.
type line struct{ ID, Problem, Solution string }

// read reads the boards of a file.
func read(file string) (lines []line, err error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	for text := range strings.Lines(string(data)) {
		var b line
		if err := json.Unmarshal([]byte(text), &b); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		lines = append(lines, b)
	}
	if len(lines) == 0 {
		return nil, fmt.Errorf("%s: there are no boards", file)
	}
	return lines, nil
}

// boards solves the boards of a family.
func (t *table) boards(name, file string) error {
	lines, err := read(file)
	if err != nil {
		return err
	}
	if t.most > 0 && t.most < len(lines) {
		lines = lines[:t.most]
	}
	t.families++
	family, err := foundry.Families().Lookup(name)
	if err != nil {
		t.missing++
		t.all += len(lines)
		fmt.Printf("%-18s not declared\n", name)
		return nil
	}
	var times []time.Duration
	n, right := len(lines), 0
	row := rivalRow{family: name}
	for _, b := range lines {
		start := processor.Time()
		why := t.solve(family, b)
		d := processor.Time() - start
		times = append(times, d)
		t.logs = append(t.logs, math.Log(d.Seconds()))
		t.worst = max(t.worst, d)
		if why == "" {
			right++
		} else if t.verbose {
			fmt.Printf("  %s %s: %s (%.3f s)\n", name, b.ID, why, d.Seconds())
		}
		if t.rival != nil {
			a, err := t.rival.solve(strings.TrimSuffix(filepath.Base(file), filepath.Ext(file)), b)
			if err != nil {
				return err
			}
			row.add(why == "", d, a)
			if why == "" && a.Solved {
				t.rival.logs = append(t.rival.logs, math.Log(a.Seconds/d.Seconds()))
			}
		}
	}
	if t.rival != nil {
		t.rival.rows = append(t.rival.rows, row)
	}
	slices.Sort(times)
	t.all, t.right = t.all+n, t.right+right
	t.medians = append(t.medians, times[n/2])
	fmt.Printf("%-18s %3d of %3d  median %7.1f ms  worst %8.1f ms\n", name, right, n, ms(times[n/2]), ms(times[n-1]))
	return nil
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// solve says what is wrong with our answer to a board, or "".
func (t *table) solve(family puzzle.Family, b line) string {
	ctx, cancel := context.WithTimeout(context.Background(), t.limit)
	defer cancel()
	e, err := only(ctx, family, b.Problem)
	if err != nil {
		return err.Error()
	}
	found, why := solved(ctx, e.Instance)
	if found == nil {
		return why + published(e, b)
	}
	v, err := found.Encode(e.Format)
	if err != nil {
		return err.Error()
	}
	got, _ := v.(string)
	if !slices.Equal(strings.Fields(got), strings.Fields(b.Solution)) && !same(e, found, b) {
		return fmt.Sprintf("another solution%s:\n%s\npublished:\n%s", published(e, b), got, b.Solution)
	}
	return why
}

// solved gives the one solution of a puzzle; nil, with the reason, where there is not one. The reason is also what the judge says against it.
func solved(ctx context.Context, inst puzzle.Instance) (found puzzle.Solution, why string) {
	s := inst.(puzzle.Solver)
	res, err := s.Solve(ctx, 2)
	switch {
	case err != nil:
		return nil, err.Error()
	case res.Status != puzzle.Unique:
		return nil, res.Status.String()
	}
	if err := s.CheckSolution(res.Solutions[0]); err != nil {
		why = "the judge refuses it: " + err.Error()
	}
	return res.Solutions[0], why
}

// same reports whether a solution is the published one but for the names of its parts, which some collections choose freely.
func same(e puzzle.Entry, s puzzle.Solution, b line) bool {
	read := e.Instance.Extras().ReadSolution
	if read == nil {
		return false
	}
	p, err := read(e.Format, b.Solution)
	return err == nil && p.Desc() == s.Desc()
}

// published says which rules the published solution breaks.
func published(e puzzle.Entry, b line) string {
	read := e.Instance.Extras().ReadSolution
	if read == nil {
		return ""
	}
	s, err := read(e.Format, b.Solution)
	if err != nil {
		return "; the published one cannot be read: " + err.Error()
	}
	if err := e.Instance.(puzzle.Solver).CheckSolution(s); err != nil {
		return "; the published one breaks " + err.Error()
	}
	return "; the published one breaks nothing"
}

// cases are the boards of a genre with their verdicts.
type cases struct {
	Genre string
	Cases []struct {
		Breaks *string
		Board  string
	}
}

func readCases(file string) (c cases, err error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return c, err
	}
	if err := json.Unmarshal(data, &c); err != nil {
		return c, fmt.Errorf("%s: %w", file, err)
	}
	return c, nil
}

// verdicts judges the boards of a genre.
func (t *table) verdicts(name, file string) error {
	c, err := readCases(file)
	if err != nil {
		return err
	}
	family, err := foundry.Families().Lookup(name)
	if err != nil {
		t.missing++
		return nil
	}
	t.families++
	right, named := 0, 0
	for _, one := range c.Cases {
		status, rules, codes, why := judge(family, one.Board)
		want := one.Breaks == nil
		ok := why == "" && (status == "solved") == want
		if ok {
			right++
		}
		if one.Breaks != nil {
			t.codes++
			if slices.Contains(codes, *one.Breaks) {
				named++
				t.named++
			} else if ok && t.verbose {
				fmt.Printf("  %s: %v %v does not name %s\n    %s\n", name, rules, codes, *one.Breaks, one.Board)
			}
		}
		if !ok && t.verbose {
			breaks := "nothing"
			if one.Breaks != nil {
				breaks = *one.Breaks
			}
			fmt.Printf("  %s: %s %v %s, but it breaks %s\n    %s\n", name, status, rules, why, breaks, one.Board)
		}
	}
	t.all, t.right = t.all+len(c.Cases), t.right+right
	fmt.Printf("%-18s %2d of %2d right, %d named\n", name, right, len(c.Cases), named)
	return nil
}

// judge gives the verdict on a board with marks, the rules that it breaks, each once, and their codes.
func judge(family puzzle.Family, text string) (status string, rules, codes []string, why string) {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	for e := range family.(puzzle.Reader).Read(ctx, "board", strings.NewReader(text), "") {
		if e.Err != nil {
			return "", nil, nil, e.Err.Error()
		}
		judge := e.Instance.Extras().Broken
		if judge == nil || e.Answer == nil {
			return "", nil, nil, "there is nothing to judge"
		}
		r, err := judge(ctx, e.Answer)
		if err != nil {
			return "", nil, nil, err.Error()
		}
		for _, b := range r.Rules {
			if !slices.Contains(rules, b.Rule) {
				rules, codes = append(rules, b.Rule), append(codes, b.Codes...)
			}
		}
		return r.Status, rules, codes, ""
	}
	return "", nil, nil, "there is no board"
}

func (t *table) summary() {
	fmt.Printf("\n%d families, %d not declared; %d of %d boards right", t.families, t.missing, t.right, t.all)
	if t.codes > 0 {
		fmt.Printf(", %d of %d broken rules named", t.named, t.codes)
	}
	if len(t.logs) > 0 {
		sum := 0.0
		for _, x := range t.logs {
			sum += x
		}
		slices.Sort(t.medians)
		fast, _ := slices.BinarySearch(t.medians, 5*time.Millisecond+1)
		fmt.Printf("; geometric mean %.1f ms, worst %.1f ms; median of medians %.1f ms, %d of %d families at most 5 ms",
			1000*math.Exp(sum/float64(len(t.logs))), ms(t.worst), ms(t.medians[len(t.medians)/2]), fast, len(t.medians))
	}
	fmt.Println()
}
