package code

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"iter"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/quandary-puzzles/quandary/blanks/shelf"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/internal/rng"
)

// set gives the programs on which is counted what becomes a puzzle: those of the shelf, and 121 more. Without
// QUANDARY_LONG=1 every eleventh, or a part of those.
func set(t *testing.T) []txtar.File {
	t.Helper()
	a, err := txtar.ParseFile("testdata/set.txt")
	if err != nil {
		t.Fatal(err)
	}
	files := a.Files
	for _, name := range shelf.Programs().Names() {
		data, _ := shelf.Programs().Read(name)
		files = append(files, txtar.File{Name: name, Data: data})
	}
	if long() {
		return files
	}
	var some []txtar.File
	for i := 4; i < len(files); i += puztest.Of(44, 11, 1) {
		some = append(some, files[i])
	}
	return some
}

// studied gives the programs of the set that can be studied, each with its study, which is closed behind it.
func studied(t *testing.T) iter.Seq2[*Program, *Study] {
	return func(yield func(*Program, *Study) bool) {
		for _, f := range set(t) {
			p, err := Read(f.Name, f.Data)
			if err != nil {
				t.Error(err)
				continue
			}
			s, err := NewStudy(context.Background(), p)
			if err != nil {
				continue
			}
			more := yield(p, s)
			s.Close()
			if !more {
				return
			}
		}
	}
}

func long() bool { return puztest.Doing() == puztest.Long }

// python is a CPython that runs jobs.
type python struct {
	in  *json.Encoder
	out *bufio.Scanner
}

type pyInput struct {
	Setup   string   `json:"setup"`
	Expr    string   `json:"expr"`
	Fn      string   `json:"fn"`
	Args    []string `json:"args"`
	Names   []string `json:"names"`
	Watched []bool   `json:"watched"`
}

type pyJob struct {
	Text   string    `json:"text"`
	Inputs []pyInput `json:"inputs"`
	Want   []string  `json:"want,omitempty"` // the answer ends with the first that differs
}

func startPython(t *testing.T) *python {
	t.Helper()
	cmd := exec.Command(puztest.Need(t, "python3"), "testdata/cpython.py")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		in.Close()
		if err := cmd.Wait(); err != nil {
			t.Error(err)
		}
	})
	s := bufio.NewScanner(out)
	s.Buffer(nil, 64<<20)
	return &python{json.NewEncoder(in), s}
}

func (p *python) run(t *testing.T, job pyJob) []string {
	t.Helper()
	if err := p.in.Encode(job); err != nil {
		t.Fatal(err)
	}
	if !p.out.Scan() {
		t.Fatal("CPython ended: ", p.out.Err())
	}
	var out []string
	if err := json.Unmarshal(p.out.Bytes(), &out); err != nil {
		t.Fatal(err)
	}
	return out
}

func pyInputs(list []checked) []pyInput {
	var out []pyInput
	for _, in := range list {
		p := pyInput{Setup: in.Setup, Expr: in.Expr, Fn: in.function, Names: in.names}
		for _, a := range in.args {
			p.Args, p.Watched = append(p.Args, a.String()), append(p.Watched, a.mutable())
		}
		out = append(out, p)
	}
	return out
}

// TestSet counts which programs of the set become puzzles of two or more blanks with three pieces or more, and runs every
// filling of each puzzle in CPython: none but the puzzle's own does the same on all inputs, those that the puzzle does
// not show among them.
func TestSet(t *testing.T) {
	py := startPython(t)
	ctx := context.Background()
	var times []time.Duration
	made, rich, fillings, hidden, inputs := 0, 0, 0, 0, 0
	files := set(t)
	for _, f := range files {
		start := time.Now()
		p, err := Read(f.Name, f.Data)
		var s *Study
		if err == nil {
			s, err = NewStudy(ctx, p)
		}
		if err != nil {
			var r *RefusedError
			if !errors.As(err, &r) {
				t.Errorf("%s: refused without a sentence: %v", f.Name, err)
				continue
			}
			t.Logf("refused (%s): %v", r.Cause, r)
			continue
		}
		q, err := s.Make(ctx, Demand{}, rng.New(7))
		times = append(times, time.Since(start))
		if err != nil {
			t.Logf("refused (%s): %s: %v", causeBlanks, f.Name, err)
			s.Close()
			continue
		}
		ok, more := len(q.Blanks) >= 2, len(q.Blanks) >= 2
		for _, b := range q.Blanks {
			ok, more = ok && len(b.Pieces) >= 3, more && len(b.Pieces) >= 4
		}
		if ok {
			made++
		}
		if more {
			rich++
		}
		// The tests, the witnesses and thirty more.
		list := slices.Clone(s.Inputs[:min(len(s.Inputs), s.Tests+30)])
		if _, shown, err := q.program(); err == nil {
			for _, in := range s.Inputs[len(list):] {
				if slices.ContainsFunc(shown, func(o Input) bool { return o.Expr == in.Expr && o.Setup == in.Setup }) {
					list = append(list, in)
				}
			}
		}
		all := pyInputs(list)
		want := py.run(t, pyJob{Text: q.Text, Inputs: all})
		for i, in := range list {
			if sameKind(want[i]) != sameKind(in.Result.key) && !slices.Contains([]string{want[i], in.Result.key}, "endless") && !isObject(want[i]) {
				t.Errorf("%s: %s: here %s, in CPython %s", f.Name, in.Expr, in.Result.key, want[i])
			}
		}
		inputs += len(all)
		hidden += len(all) - len(q.Inputs)
		for i := range min(q.Fillings(), 144) {
			filling := q.filling(i)
			if slices.Equal(filling, q.Solution()) {
				continue
			}
			fillings++
			got := py.run(t, pyJob{Text: q.Assemble(q.Texts(filling)), Inputs: all, Want: want})
			if slices.Equal(got, want) {
				t.Errorf("%s: the filling %q does the same on all %d inputs in CPython", f.Name, q.Texts(filling), len(all))
			}
		}
		s.Close()
		if testing.Verbose() {
			t.Logf("%s: %d blanks, %d fillings, class %d", f.Name, len(q.Blanks), q.Fillings(), q.Class)
		}
	}
	slices.Sort(times)
	t.Logf("%d of %d programs become puzzles of two or more blanks with three pieces or more (%d with four or more); median %v; %d fillings run in CPython on up to %d inputs, %d of them hidden",
		made, len(files), rich, times[len(times)/2].Round(time.Millisecond), fillings, inputs, hidden)
	if made*4 < len(files)*3 {
		t.Errorf("%d of %d programs become puzzles: expected three in four", made, len(files))
	}
}

// isObject reports whether a result shows an object of a class, whose text the two write differently.
func isObject(s string) bool { return strings.Contains(s, "object") }

// unordered is a result whatever the order of its parts.
func unordered(s string) string {
	parts := strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune("[](){},", r) })
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	slices.Sort(parts)
	return strings.Join(parts, ",")
}

// sameKind takes away what versions of CPython differ in: up to 3.11 a name without a value in a comprehension is a NameError.
func sameKind(s string) string {
	return strings.Replace(s, "raises UnboundLocalError", "raises NameError", 1)
}

// TestCPython runs programs with one slip each here and in CPython: what both end, they end the same way. Ranges end at 64 bits here,
// which is counted with what does not end.
func TestCPython(t *testing.T) {
	py := startPython(t)
	ctx := context.Background()
	programs, runs, unsettled, refused := 0, 0, 0, 0
	for p, s := range studied(t) {
		inputs := s.Inputs[:min(len(s.Inputs), s.Tests+4)]
		for n, pl := range s.Places {
			for k := 1; k < len(pl.Pieces); k++ {
				if (n+k)%3 != 0 {
					continue
				}
				text := assemble(p.Text, []*Place{pl.Place}, []string{pl.Pieces[k]})
				v, err := s.machine.compile(text)
				if err != nil {
					refused++
					continue
				}
				programs++
				got := py.run(t, pyJob{Text: text, Inputs: pyInputs(inputs)})
				for i := range inputs {
					r, err := s.machine.run(ctx, v, &inputs[i].Input, inputs[i].limit)
					if err != nil {
						t.Fatal(err)
					}
					if i >= len(got) || got[i] == "endless" || r.Kind == "endless" || r.Kind == "large" || isObject(got[i]) || usesSets.MatchString(text) && unordered(got[i]) == unordered(r.key) && got[i] != r.key || r.Text == "RecursionError" || r.Text == "OverflowError" && strings.Contains(text, "range(") && got[i] != r.key {
						unsettled++
						continue
					}
					if runs++; sameKind(got[i]) != sameKind(r.key) {
						t.Errorf("%s with %q for %q, %s: here %s, in CPython %s", p.Name, pl.Pieces[k], pl.Pieces[0], inputs[i].Expr, r.key, got[i])
					}
				}
			}
		}
	}
	t.Logf("%d programs, %d runs compared, %d that either does not end, %d programs refused", programs, runs, unsettled, refused)
}
