package main

import (
	"context"
	_ "embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/quandary-puzzles/quandary/internal/kinds/declared"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/rules/codec"
	"github.com/quandary-puzzles/quandary/solve/native"
)

//go:embed pzpr.js
var pzprScript string

// pzpr is the program of puzz.link, as npm has it, run beside ours: it judges the same boards in the same files.
type pzpr struct{ *lineProgram }

// pzprVerdict is what pzpr says of a board.
type pzprVerdict struct {
	Known    bool // it has the genre
	Complete bool
	Codes    []string // the first rule that is broken, or a few
	Again    string   // the board, as pzpr writes what it has read
	Error    string
}

// startPZPR starts pzpr, which npm has installed in a folder.
func startPZPR(ctx context.Context, folder string) (pzpr, error) {
	cmd := exec.CommandContext(ctx, "node", "-e", pzprScript)
	cmd.Env = append(os.Environ(), "NODE_PATH="+filepath.Join(folder, "node_modules"))
	p, err := startLines(cmd)
	return pzpr{p}, err
}

// judge asks for the verdict on a board; without a text, whether the genre is known.
func (p pzpr) judge(genre, text string) (v pzprVerdict, err error) {
	err = p.ask(map[string]string{"genre": genre, "text": strings.ReplaceAll(text, "/", "\n")}, &v)
	return v, err
}

// comparison is of our verdicts with those of pzpr, family by family.
type comparison struct {
	pzpr    pzpr
	boards  int           // puzzles of each family
	breaks  int           // answers that each puzzle's solution is changed to
	limit   time.Duration // for making a puzzle
	verbose bool

	families, solved, broken, agree, coded, named int
}

// comparisonRow is what came out for a family.
type comparisonRow struct {
	genre          string
	solved, broken int      // boards that both judged: with the solution, and with a changed one
	agree          int      // of these: the same verdict
	coded, named   int      // both found a fault; our rules for it have pzpr's code
	differ         []string // boards on which the verdicts differ
	unnamed        []string // codes that we do not name, and the rules that we name
	unread         string   // why a board is not read
}

// family compares the verdicts on puzzles that are made by us, with their solutions and with changed ones.
func (s *comparison) family(ctx context.Context, f *declared.Family, size string) (row comparisonRow, err error) {
	forms, problems := codec.Compile(f.File())
	if len(problems) > 0 || forms.PZPR == nil {
		return row, nil
	}
	for _, name := range forms.Genres() {
		v, err := s.pzpr.judge(name, "")
		if err != nil {
			return row, err
		}
		if v.Known {
			row.genre = name
			break
		}
	}
	if row.genre == "" {
		return row, nil
	}
	p, err := f.ParseParams(size)
	if err != nil {
		row.unread = err.Error()
		return row, nil
	}
	r := rng.New(1)
	for i := range s.boards {
		c, stop := context.WithTimeout(ctx, s.limit)
		g, err := f.Generate(c, p, nil, puzzle.Stream(f, 1, uint64(i)), nil)
		stop()
		if err != nil {
			row.unread = err.Error()
			continue
		}
		problem, answer := g.Instance.(*declared.Instance).Board(), g.Solution.(*declared.Solution).Board()
		right, err := forms.PZPR.WriteBoard(problem, answer)
		if err != nil {
			row.unread = err.Error()
			continue
		}
		none, err := forms.PZPR.WriteProblem(problem)
		if err != nil {
			return row, err
		}
		texts := []string{right}
		for range s.breaks {
			texts = append(texts, alter(right, none, r))
		}
		for k, text := range texts {
			text = rename(text, row.genre)
			if err := s.board(f, &row, text, k == 0); err != nil {
				return row, err
			}
		}
	}
	return row, nil
}

// board has both judge a board.
func (s *comparison) board(f *declared.Family, row *comparisonRow, text string, right bool) error {
	theirs, err := s.pzpr.judge(row.genre, text)
	if err != nil {
		return err
	}
	if theirs.Error != "" {
		row.unread = theirs.Error
		return nil
	}
	// What pzpr has read is judged: it passes over marks where its players cannot set them. Layouts that only it writes are not read.
	read := strings.ReplaceAll(theirs.Again, "\n", "/")
	status, rules, codes, why := judge(f, read)
	if why != "" {
		read = text
		status, rules, codes, why = judge(f, text)
	}
	if why != "" {
		row.unread = why + " " + text
		return nil
	}
	what := "changed"
	if right {
		what = "solution"
		row.solved++
	} else {
		row.broken++
	}
	switch {
	case (status == "solved") != theirs.Complete:
		row.differ = append(row.differ, fmt.Sprintf("%s: ours %s %v, pzpr %v: %s", what, status, rules, theirs.Codes, read))
		return nil
	case !theirs.Complete && len(theirs.Codes) > 0:
		row.coded++
		if slices.Contains(codes, theirs.Codes[0]) {
			row.named++
		} else if why := fmt.Sprintf("%v for %v", rules, theirs.Codes); !slices.Contains(row.unnamed, why) {
			row.unnamed = append(row.unnamed, why)
		}
	}
	row.agree++
	return nil
}

// rename gives a board the name of another genre of its family.
func rename(text, genre string) string {
	parts := strings.SplitN(text, "/", 3)
	parts[1] = genre
	return strings.Join(parts, "/")
}

// alter changes a few tokens of an answer: those of lines in which it differs from the empty one.
func alter(right, none string, r *rng.Stream) string {
	lines, empty := strings.Split(right, "/"), strings.Split(none, "/")
	var rows []int
	var alphabet []string
	for i := range lines {
		if i < len(empty) && lines[i] != empty[i] {
			rows = append(rows, i)
			alphabet = append(alphabet, strings.Fields(lines[i])...)
			alphabet = append(alphabet, strings.Fields(empty[i])...)
		}
	}
	slices.Sort(alphabet)
	alphabet = slices.Compact(alphabet)
	for range 1 + r.IntN(3) {
		if len(rows) == 0 || len(alphabet) == 0 {
			break
		}
		i := rows[r.IntN(len(rows))]
		tokens := strings.Fields(lines[i])
		tokens[r.IntN(len(tokens))] = alphabet[r.IntN(len(alphabet))]
		lines[i] = strings.Join(tokens, " ") + " "
	}
	return strings.Join(lines, "/")
}

// beside compares all families, or those that are named, and prints a line for each.
func (s *comparison) beside(ctx context.Context, names []string, size string) error {
	for _, b := range declared.Catalogue(native.New()) {
		if len(names) > 0 && !slices.Contains(names, b.Name()) {
			continue
		}
		f := b.(*declared.Builtin).Open()
		row, err := s.family(ctx, f, size)
		if err != nil {
			return err
		}
		if row.genre == "" {
			continue
		}
		s.families++
		s.solved, s.broken, s.agree, s.coded, s.named = s.solved+row.solved, s.broken+row.broken, s.agree+row.agree, s.coded+row.coded, s.named+row.named
		fmt.Printf("%-20s %2d solved, %3d changed, %3d verdicts differ; %3d of %3d codes named  %.200s\n", b.Name(), row.solved, row.broken, len(row.differ), row.named, row.coded, row.unread)
		if s.verbose {
			for _, d := range row.differ {
				fmt.Println("   ", d)
			}
			for _, d := range row.unnamed {
				fmt.Println("   ", d)
			}
		}
	}
	fmt.Printf("\n%d families: %d solved boards and %d changed ones, the verdict is the same on %d; %d of %d codes named\n", s.families, s.solved, s.broken, s.agree, s.named, s.coded)
	return nil
}

// besidePZPR runs the comparison with the pzpr that is installed in a folder.
func besidePZPR(folder string, boards int, limit time.Duration, verbose bool, names []string, size string) error {
	ctx := context.Background()
	p, err := startPZPR(ctx, folder)
	if err != nil {
		return err
	}
	if boards == 0 {
		boards = 2
	}
	s := comparison{pzpr: p, boards: boards, breaks: 20, limit: limit, verbose: verbose}
	if err := s.beside(ctx, names, size); err != nil {
		return err
	}
	return p.close()
}
