package blanks_test

import (
	"context"
	"encoding/json"
	"encoding/xml"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/kinds/blanks"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// several writes puzzles into one file of a format, as generate does, and gives their answers.
func several(t *testing.T, name string, settings puzzle.Settings, params ...string) (file string, answers [][]string) {
	t.Helper()
	var format puzzle.Format
	for _, f := range family().Formats() {
		if f.Name == name {
			format = f
		}
	}
	var b strings.Builder
	b.WriteString(format.Head)
	for i, p := range params {
		in := generate(t, p, settings).Instance.(*blanks.Instance)
		text, err := in.Encode(name)
		if err != nil {
			t.Fatal(err)
		}
		if i > 0 {
			b.WriteString(format.Between)
		}
		b.WriteString(format.Part(text))
		res, err := in.Solve(context.Background(), 2)
		if err != nil || len(res.Solutions) == 0 {
			t.Fatal(err)
		}
		answers = append(answers, strings.Split(res.Solutions[0].Desc(), " ==== "))
	}
	b.WriteString(format.Foot)
	return b.String(), answers
}

func write(t *testing.T, name, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// A quiz has the elements that Moodle's XML importer asks for, and in each cloze question a subquestion a blank, with one right choice.
func TestMoodle(t *testing.T) {
	puztest.From(t, puztest.Usual)
	text, answers := several(t, "moodle", puzzle.Settings{"answers": "choose"}, "gcd", "roman", "brackets", "pyramid", "connectives")
	var quiz struct {
		XMLName   xml.Name `xml:"quiz"`
		Questions []struct {
			Type string `xml:"type,attr"`
			Name string `xml:"name>text"`
			Text struct {
				Format string `xml:"format,attr"`
				Text   string `xml:"text"`
			} `xml:"questiontext"`
		} `xml:"question"`
	}
	if err := xml.Unmarshal([]byte(text), &quiz); err != nil {
		t.Fatal(err)
	}
	if len(quiz.Questions) != len(answers) {
		t.Fatalf("%d questions of %d", len(quiz.Questions), len(answers))
	}
	// As Moodle reads them: {WEIGHT:KIND:ANSWERS}, in which a backslash takes the meaning from the next sign.
	subquestion := regexp.MustCompile(`\{(\d+):(MULTICHOICE|NUMERICAL|SHORTANSWER_C):((?:[^\\}]|\\.)*)\}`)
	unescape := regexp.MustCompile(`\\(.)`)
	for i, q := range quiz.Questions {
		found := subquestion.FindAllStringSubmatch(q.Text.Text, -1)
		if q.Type != "cloze" || q.Name == "" || q.Text.Format != "html" || len(found) != len(answers[i]) {
			t.Fatalf("question %d: %d subquestions of %d\n%s", i+1, len(found), len(answers[i]), q.Text.Text)
		}
		for k, f := range found {
			right := 0
			for _, choice := range regexp.MustCompile(`(?:[^\\~]|\\.)+`).FindAllString(f[3], -1) {
				body, ok := strings.CutPrefix(choice, "=")
				if !ok {
					continue
				}
				right++
				plain := strings.NewReplacer("&lt;", "<", "&gt;", ">", "&#34;", `"`, "&#39;", "'", "&amp;", "&").Replace(unescape.ReplaceAllString(body, "$1"))
				if strings.Join(strings.Fields(plain), " ") != strings.Join(strings.Fields(answers[i][k]), " ") {
					t.Errorf("question %d, blank %d: %q is right, expected %q", i+1, k+1, plain, answers[i][k])
				}
			}
			if right != 1 {
				t.Errorf("question %d, blank %d: %d right choices", i+1, k+1, right)
			}
		}
	}
}

// A notebook is one for nbformat, and its cells run once the blanks are filled: what they print is what is expected.
func TestNotebook(t *testing.T) {
	puztest.From(t, puztest.Usual)
	text, answers := several(t, "notebook", nil, "gcd", "binary-search", "stack", "pyramid")
	if !json.Valid([]byte(text)) {
		t.Fatalf("no JSON:\n%s", text)
	}
	file, fill := write(t, "several.ipynb", text), write(t, "fill.json", string(encode(t, answers)))
	t.Run("nbformat", func(t *testing.T) {
		python := puztest.NeedPython(t, "nbformat")
		out, err := exec.Command(python, "-W", "error", "-c", "import nbformat, sys; nbformat.validate(nbformat.read(sys.argv[1], as_version=4))", file).CombinedOutput()
		if err != nil {
			t.Errorf("%v\n%s", err, out)
		}
	})
	t.Run("run", func(t *testing.T) {
		python := puztest.Need(t, "python3")
		const script = `import json, re, sys, io, contextlib
cells = json.load(open(sys.argv[1]))["cells"]
answers = json.load(open(sys.argv[2]))
puzzle = -1
ran = 0
for c in cells:
    if "quandary" in c["metadata"]:
        puzzle, scope = puzzle + 1, {}
    if c["cell_type"] != "code":
        continue
    source = re.sub(r"___(\d+)___", lambda m: answers[puzzle][int(m[1]) - 1], c["source"])
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(source, scope)
    for line in out.getvalue().splitlines():
        got, want = line.split("    expected: ")
        assert got.strip() == want.strip() or want.startswith("raises"), line
        ran += 1
print(ran)`
		out, err := exec.Command(python, "-c", script, file, fill).CombinedOutput()
		if err != nil || strings.TrimSpace(string(out)) == "0" {
			t.Errorf("%v\n%s", err, out)
		}
	})
}

func encode(t *testing.T, v any) []byte {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// A page of several puzzles marks each by itself, in a real browser: right pieces are right, and a wrong one is told its example.
func TestPage(t *testing.T) {
	puztest.From(t, puztest.Usual)
	text, answers := several(t, "html", puzzle.Settings{"answers": "choose"}, "gcd", "binary-search", "pyramid")
	chromium := puztest.Need(t, "chromium")
	const script = `<script>
const answers = ANSWERS, said = [];
document.querySelectorAll("section").forEach((at, i) => {
  const fields = [...at.querySelectorAll("[data-blank]")], say = at.querySelector(".say");
  fields.forEach((f, k) => f.value = answers[i][k]);
  at.querySelector("button").click();
  said.push(say.textContent);
  const first = fields[0], wrong = [...first.options].map(o => o.value).find(v => v && v !== answers[i][0]);
  first.value = wrong;
  at.querySelector("button").click();
  said.push(say.textContent.startsWith("1. " + wrong) && first.className === "wrong");
});
document.title = "said " + JSON.stringify(said);
</script>`
	text = strings.Replace(text, "</body>", strings.Replace(script, "ANSWERS", string(encode(t, answers)), 1)+"</body>", 1)
	out, err := exec.Command(chromium, "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir="+t.TempDir(), "--dump-dom", "file://"+write(t, "page.html", text)).Output()
	if err != nil {
		t.Fatal(err)
	}
	if want := `<title>said ["Right.",true,"Right.",true,"Right.",true]</title>`; !strings.Contains(string(out), want) {
		t.Errorf("the page says %s", regexp.MustCompile(`<title>.*</title>`).Find(out))
	}
}
