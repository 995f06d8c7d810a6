package worded_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/foundry"
	"github.com/quandary-puzzles/quandary/internal/gallery"
	"github.com/quandary-puzzles/quandary/internal/kinds/worded"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/synth"
)

func family(t testing.TB) *worded.Family {
	t.Helper()
	f, err := foundry.Families().Lookup("worded")
	if err != nil {
		t.Fatal(err)
	}
	return f.(*worded.Family)
}

// TestFamily runs the conformance suite on every entry of the gallery.
func TestFamily(t *testing.T) {
	f := family(t)
	puztest.Family(t, f, append([]string{""}, f.Names()...)...)
	if got, want := len(f.Names()), len(gallery.List()); got != want {
		t.Errorf("%d entries, the gallery has %d", got, want)
	}
}

const jars = `title: Two jars
variables: {n: {type: int, domain: "[3, 9]"}}
symbols: {jar: {source: ["['left', 'right']"], type: int}}
conditions:
  a: {formula: "jar['left'] == n", desc: "The left jar holds {n}. "}
  b: {formula: "jar['right'] == 2 * n", desc: "The right one holds twice as many. "}
queries:
  left: {desc: "How many are in the left jar?", ans_formula: "get_value(_solutions[0], jar['left'])", ans_text: "str(_ans)"}
  which:
    desc: "Which holds more?"
    source: ["['left', 'right']"]
    opt_num: 2
    cond: any
    opt_formula: "get_value(_model, jar[_opt[0]]) == 2 * n"
    opt_text: "the {_opt[0]} one"
desc: "Two jars. {conditions}{queries}"
`

func draw(t testing.TB, f *worded.Family, p puzzle.Params, seed uint64) (*worded.Instance, puzzle.Solution) {
	t.Helper()
	g, err := f.Generate(context.Background(), p, nil, puzzle.Stream(f, seed, 0), nil)
	if err != nil {
		t.Fatal(err)
	}
	return g.Instance.(*worded.Instance), g.Solution
}

// TestOwn: a specification of one's own is a family too, and its puzzles' ids hold it.
func TestOwn(t *testing.T) {
	f := family(t)
	p, err := f.Of([]byte(jars))
	if err != nil {
		t.Fatal(err)
	}
	in, sol := draw(t, f, p, 4)
	id := puzzle.ID(f, in)
	_, back, err := puzzle.NewRegistry(f).Open(context.Background(), id)
	if err != nil || puzzle.ID(f, back) != id {
		t.Fatalf("%s: %v", id, err)
	}
	v, err := back.(puzzle.Shown).View("zh")
	if err != nil || v.ID != id || v.Title != "Two jars" || v.Kind != puzzle.TextKind {
		t.Errorf("view %+v, %v", v, err)
	}
	if q := v.Text.Questions; len(q) != 2 || len(q[1].Options) != 2 || strings.Contains(v.Text.Text, "A. ") || !strings.Contains(v.Text.Text, "Which holds more?") {
		t.Errorf("text %+v", v.Text)
	}
	if err := in.CheckSolution(sol); err != nil {
		t.Error(err)
	}
}

// TestPlay: answers are written question by question, judged by their types, and mistakes are named.
func TestPlay(t *testing.T) {
	f := family(t)
	p, err := f.Of([]byte(jars))
	if err != nil {
		t.Fatal(err)
	}
	in, sol := draw(t, f, p, 4)
	number, letter, _ := strings.Cut(sol.Desc(), "====")
	wrong := "A"
	if letter == "A" {
		wrong = "B"
	}
	text := "B. the right one"
	v, _ := in.View("en")
	if o := v.Text.Questions[1].Options; o[0] == "the right one" {
		text = "A. the right one"
	}
	apply := func(s puzzle.State, m puzzle.Move) puzzle.State {
		t.Helper()
		next, err := in.Apply(s, m)
		if err != nil {
			t.Fatal(err)
		}
		return next
	}
	judge := func(s puzzle.State, complete, solved bool, mistakes int) {
		t.Helper()
		v, err := in.Judge(s)
		if err != nil || v.Complete != complete || v.Solved != solved {
			t.Errorf("%q: %+v, %v", s, v, err)
		}
		if refs, err := in.Mistakes(s, nil); err != nil || len(refs) != mistakes {
			t.Errorf("%q: mistakes %v, %v", s, refs, err)
		}
	}
	judge(in.Start(), false, false, 0)
	s := apply("", puzzle.Move("1="+number+".0"))
	judge(s, false, false, 0)
	judge(apply(s, puzzle.Move("2="+wrong)), true, false, 1)
	judge(apply(s, puzzle.Move("2="+strings.ToLower(letter))), true, true, 0)
	judge(apply(s, puzzle.Move("2="+strings.ReplaceAll(text, " ", "%20"))), true, true, 0)
	judge(apply(s, "2=the%20right%20one"), true, true, 0)
	judge(apply(apply(s, "1=99"), puzzle.Move("2="+letter)), true, false, 1)
	if got := apply(s, "1="); got != in.Start() {
		t.Errorf("the answer taken away leaves %q", got)
	}
	for _, m := range []puzzle.Move{"", "=", "0=A", "3=A", "1", "x=1", "1=%", "1=%ff", "1=%00", "1=a====b", puzzle.Move("1=" + strings.Repeat("x", 1<<17))} {
		if _, err := in.Apply("", m); err == nil {
			t.Errorf("move %.20q is accepted", m)
		}
	}
	for _, s := range []puzzle.State{"a", "a====b====c", "a\nb====c", "\xff====", puzzle.State(strings.Repeat("x", 1<<17))} {
		if _, err := in.Judge(s); err == nil {
			t.Errorf("state %.20q is judged", s)
		}
	}
}

// TestAnswers: answers are read by their types, whatever surrounds them, and wrong ones are named without giving away the right.
func TestAnswers(t *testing.T) {
	f := family(t)
	p, err := f.ParseParams("ages")
	if err != nil {
		t.Fatal(err)
	}
	in, sol := draw(t, f, p, 1)
	right := sol.Desc()
	for _, text := range []string{right, "I think that it is\n<answer>" + right + "</answer>", `\boxed{` + right + "}", strings.ReplaceAll(right, ", ", " , ")} {
		s, err := in.ReadAnswer(text)
		if err != nil || in.CheckSolution(s) != nil || s.Desc() != right {
			t.Errorf("%q: %v", text, err)
		}
	}
	s, err := in.ReadAnswer("1, 2, 3")
	if err != nil {
		t.Fatal(err)
	}
	if err := in.CheckSolution(s); err == nil || strings.Contains(err.Error(), right) {
		t.Errorf("a wrong answer: %v", err)
	}
	if _, err := in.ReadAnswer(""); err == nil {
		t.Error("an empty answer is read")
	}
}

// TestMultiple: several options are chosen by letters or by their texts.
func TestMultiple(t *testing.T) {
	f := family(t)
	p, err := f.ParseParams("conference")
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(5) {
		in, sol := draw(t, f, p, seed)
		v, _ := in.View("en")
		letters, one, _ := strings.Cut(sol.Desc(), "====")
		q := v.Text.Questions[0]
		if !q.Multiple || v.Text.Questions[1].Multiple {
			t.Fatalf("%+v", v.Text)
		}
		var picked []string
		for _, l := range letters {
			picked = append(picked, q.Options[l-'A'])
		}
		m := strings.ReplaceAll(strings.Join(picked, ", "), " ", "%20")
		s, err := in.Apply("", puzzle.Move("1="+m))
		if err == nil {
			s, err = in.Apply(s, puzzle.Move("2="+one))
		}
		if v, jerr := in.Judge(s); err != nil || jerr != nil || !v.Solved {
			t.Errorf("seed %d: %q from %q: %v %v", seed, s, m, err, jerr)
		}
	}
}

// TestBroken: ids that hold no puzzle are errors that say why.
func TestBroken(t *testing.T) {
	f := family(t)
	reg := puzzle.NewRegistry(f)
	in, _ := draw(t, f, must(f.ParseParams("wine")), 1)
	id := puzzle.ID(f, in)
	for bad, want := range map[string]string{
		"worded:wime:j":    `did you mean wine?`,
		"worded:wine:":     "expected j or z",
		"worded:wine:j!":   "base64",
		"worded:wine:j":    "config",
		"worded:wine:z":    "damaged",
		"worded:wine:jW10": "not an object",
		"worded:wine:je30": "does not say",
		"worded:.:je30":    "damaged",
		"worded:.a*:je30":  "base64",
		id[:len(id)-40]:    "id",
		"worded:doornumber" + id[strings.LastIndexByte(id, ':'):]: "config",
	} {
		if _, _, err := reg.Open(context.Background(), bad); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", bad, err, want)
		}
	}
	if _, err := f.Of([]byte(strings.Repeat(" ", 1<<18))); err == nil || !strings.Contains(err.Error(), "at most") {
		t.Errorf("a specification that is too large: %v", err)
	}
	for _, bad := range []string{"desc: '{'\nqueries: {q: {desc: a, ans_text: '1'}}", "desc: 1\nqueris: {}", "- 1", ""} {
		if _, err := f.Of([]byte(bad)); err == nil {
			t.Errorf("the broken specification %q is taken", bad)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, _, err := reg.Open(ctx, id); !errors.Is(err, context.Canceled) {
		t.Errorf("opening ignores a context that has ended: %v", err)
	}
}

func must(p puzzle.Params, err error) puzzle.Params {
	if err != nil {
		panic(err)
	}
	return p
}

// TestHostile: specifications without end or measure are ended by their budgets.
func TestHostile(t *testing.T) {
	puztest.From(t, puztest.Usual)
	f := family(t)
	for name, formula := range map[string]string{
		"loop":      "sum(1 for i in range(10**12))",
		"recursion": "(lambda f: f(f))(lambda f: f(f))",
		"memory":    "[0] * 10**10",
		"text":      "'x' * 10**9",
		"power":     "10 ** (10 ** 9)",
		"lists":     "[[list(range(1000)) for i in range(1000)] for j in range(1000)]",
	} {
		p, err := f.Of([]byte("variables: {n: {formula: \"" + formula + "\"}}\nqueries: {q: {desc: a, ans_text: \"'1'\"}}\ncalc_solution: false\ndesc: \"{q}\"\n"))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		_, err = f.Generate(context.Background(), p, nil, puzzle.Stream(f, 1, 0), nil)
		var tries *synth.TriesError
		if !errors.As(err, &tries) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func FuzzDecode(f *testing.F) {
	fam := family(f)
	p := must(fam.ParseParams("wine"))
	in, _ := draw(f, fam, p, 1)
	f.Add(in.Desc())
	f.Add("je30")
	f.Add("z")
	f.Fuzz(func(t *testing.T, desc string) {
		inst, err := fam.Decode(p, desc)
		if err != nil {
			return
		}
		again, err := fam.Decode(p, inst.Desc())
		if err != nil || again.Desc() != inst.Desc() {
			t.Errorf("%q reads back as another puzzle: %v", desc, err)
		}
	})
}

func BenchmarkOpen(b *testing.B) {
	f := family(b)
	p := must(f.ParseParams("wine"))
	in, _ := draw(b, f, p, 1)
	for b.Loop() {
		if _, err := f.Decode(p, in.Desc()); err != nil {
			b.Fatal(err)
		}
	}
}

// TestTitles says that every entry has a title, and that the puzzle of the day goes through all of them.
func TestTitles(t *testing.T) {
	f := family(t)
	seen := map[string]bool{}
	for day, name := range f.Names() {
		if title := f.TitleOf(name); title == "" || title == name {
			t.Errorf("%s has the title %q", name, title)
		}
		seen[f.DailyParams(20_000+day)] = true
	}
	if len(seen) != len(f.Names()) {
		t.Errorf("%d of %d entries in as many days", len(seen), len(f.Names()))
	}
	if got := f.TitleOf("no such entry"); got != "" {
		t.Errorf("title %q of an unknown name", got)
	}
}
