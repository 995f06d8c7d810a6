package main

import (
	"bufio"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
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
type pzpr struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
}

// pzprVerdict is what pzpr says of a board.
type pzprVerdict struct {
	Known    bool // it has the genre
	Complete bool
	Codes    []string // the first rule that is broken, or a few
	Again    string   // the board, as pzpr writes what it has read
	Error    string
}

// startPZPR starts pzpr, which npm has installed in a folder.
func startPZPR(ctx context.Context, folder string) (*pzpr, error) {
	p := &pzpr{cmd: exec.CommandContext(ctx, "node", "-e", pzprScript)}
	p.cmd.Env = append(os.Environ(), "NODE_PATH="+filepath.Join(folder, "node_modules"))
	p.cmd.Stderr = os.Stderr
	in, err := p.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	p.in, p.out = in, bufio.NewReader(out)
	return p, p.cmd.Start()
}

// judge asks for the verdict on a board; without a text, whether the genre is known.
func (p *pzpr) judge(genre, text string) (v pzprVerdict, err error) {
	question, err := json.Marshal(map[string]string{"genre": genre, "text": strings.ReplaceAll(text, "/", "\n")})
	if err != nil {
		return v, err
	}
	if _, err := p.in.Write(append(question, '\n')); err != nil {
		return v, fmt.Errorf("pzpr: %w", err)
	}
	line, err := p.out.ReadBytes('\n')
	if err != nil {
		return v, fmt.Errorf("pzpr: %w", err)
	}
	return v, json.Unmarshal(line, &v)
}

func (p *pzpr) close() error {
	p.in.Close()
	return p.cmd.Wait()
}

// side is a comparison of our verdicts with those of pzpr, family by family.
type side struct {
	pzpr    *pzpr
	boards  int           // puzzles of each family
	breaks  int           // answers that each puzzle's solution is changed to
	limit   time.Duration // for making a puzzle
	verbose bool

	families, solved, broken, agree, coded, named int
}

// sideRow is what came out for a family.
type sideRow struct {
	genre          string
	solved, broken int      // boards that both judged: with the solution, and with a changed one
	agree          int      // of these: the same verdict
	coded, named   int      // both found a fault; our rules for it have pzpr's code
	differ         []string // boards on which the verdicts differ
	unnamed        []string // codes that we do not name, and the rules that we name
	unread         string   // why a board is not read
}

// family compares the verdicts on puzzles that are made by us, with their solutions and with changed ones.
func (s *side) family(ctx context.Context, f *declared.Family, size string) (row sideRow, err error) {
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
func (s *side) board(f *declared.Family, row *sideRow, text string, right bool) error {
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
func (s *side) beside(ctx context.Context, names []string, size string) error {
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
	s := side{pzpr: p, boards: boards, breaks: 20, limit: limit, verbose: verbose}
	if err := s.beside(ctx, names, size); err != nil {
		return err
	}
	return p.close()
}
