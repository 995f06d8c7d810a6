// Package export writes sheets in formats of other programs: Moodle's cloze questions, a page of HTML that marks itself, and a Jupyter
// notebook.
package export

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"html/template"
	"strings"

	"github.com/quandary-puzzles/quandary/blanks"
)

// clozeEscapes are the signs that mean something in a cloze question.
var clozeEscapes = strings.NewReplacer(`\`, `\\`, `}`, `\}`, `#`, `\#`, `~`, `\~`, `/`, `\/`, `"`, `\"`, `=`, `\=`)

func escape(s string) string {
	var b bytes.Buffer
	_ = xml.EscapeText(&b, []byte(s)) // a bytes.Buffer takes everything
	return strings.ReplaceAll(b.String(), "&#xA;", "\n")
}

// What stands before the first and behind the last puzzle of a file of Moodle's questions.
const (
	MoodleHead = `<?xml version="1.0" encoding="UTF-8"?>` + "\n<quiz>\n"
	MoodleFoot = "</quiz>\n"
)

// Moodle writes a quiz of one cloze question in Moodle's XML. Every wrong choice has its counterexample as feedback. The id, which names the
// puzzle, stands in a processing instruction, which Moodle passes over.
func Moodle(s *blanks.Sheet, id string) string {
	fill := func(i int) string {
		b := s.Blanks[i]
		if len(b.Options) == 0 {
			if b.Kind == "number" {
				return "{1:NUMERICAL:=" + b.Answer + "}"
			}
			return "{1:SHORTANSWER_C:=" + clozeEscapes.Replace(escape(b.Answer)) + "}"
		}
		var parts []string
		for k, o := range b.Options {
			t := clozeEscapes.Replace(escape(o))
			if o == b.Answer {
				t = "=" + t
			} else if k < len(b.Against) && b.Against[k] != "" {
				t += "#" + clozeEscapes.Replace(escape(b.Against[k]))
			}
			parts = append(parts, t)
		}
		return "{1:MULTICHOICE:" + strings.Join(parts, "~") + "}"
	}
	var body strings.Builder
	body.WriteString("<p>" + escape(s.Task) + "</p>\n<pre>")
	for _, p := range s.Parts {
		if p.Blank >= 0 {
			body.WriteString(fill(p.Blank))
		} else {
			body.WriteString(clozeText.Replace(escape(p.Text)))
		}
	}
	body.WriteString("</pre>\n")
	if len(s.Examples) > 0 {
		body.WriteString("<ul>\n")
		for _, e := range s.Examples {
			body.WriteString("<li><code>" + clozeText.Replace(escape(e.Input)) + "</code> → <code>" + clozeText.Replace(escape(e.Result)) + "</code></li>\n")
		}
		body.WriteString("</ul>\n")
	}
	return MoodleHead + "<?quandary " + id + "?>\n<question type=\"cloze\">\n<name><text>" + escape(s.Title) +
		"</text></name>\n<questiontext format=\"html\"><text>" + escape(body.String()) + "</text></questiontext>\n</question>\n" + MoodleFoot
}

// clozeText keeps braces in running text from opening a question.
var clozeText = strings.NewReplacer("{", "&#123;", "}", "&#125;")

// What stands before, between and behind the puzzles of a notebook.
const (
	NotebookHead    = "{\n \"cells\": [\n"
	NotebookBetween = ",\n"
	NotebookFoot    = "\n ],\n" + ` "metadata": {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}},
 "nbformat": 4,
 "nbformat_minor": 5
}
`
)

// Notebook writes a Jupyter notebook: the task, the program with gaps to be filled in, and the examples as asserts.
func Notebook(s *blanks.Sheet, id string) (string, error) {
	var cells []string
	sum := sha256.Sum256([]byte(id))
	add := func(kind, source string) error {
		// Cells have ids of their own, and code cells both of their fields, empty.
		c := map[string]any{"cell_type": kind, "id": fmt.Sprintf("%x-%d", sum[:6], len(cells)), "metadata": map[string]any{}, "source": source}
		if len(cells) == 0 {
			c["metadata"] = map[string]any{"quandary": id}
		}
		if kind == "code" {
			c["execution_count"], c["outputs"] = nil, []any{}
		}
		out, err := json.MarshalIndent(c, "  ", " ")
		cells = append(cells, "  "+string(out))
		return err
	}
	var text strings.Builder
	fmt.Fprintf(&text, "## %s\n\n%s\n", s.Title, s.Task)
	for i, b := range s.Blanks {
		if len(b.Options) > 0 {
			fmt.Fprintf(&text, "\n- `%s`: `%s`", blanks.Gap(i), strings.Join(b.Options, "`, `"))
		}
	}
	sources := []string{text.String()}
	kinds := []string{"markdown", "markdown"}
	if s.Code {
		var checks strings.Builder
		for _, e := range s.Examples {
			lines := strings.Split(e.Input, "\n")
			last := lines[len(lines)-1]
			for _, l := range lines[:len(lines)-1] {
				checks.WriteString(l + "\n")
			}
			fmt.Fprintf(&checks, "print(%s, '   expected:', %q)\n", last, e.Result)
		}
		sources = append(sources, strings.TrimRight(s.Text(blanks.Gap), "\n"), strings.TrimRight(checks.String(), "\n"))
		kinds = []string{"markdown", "code", "code"}
	} else {
		sources = append(sources, "```\n"+s.Text(blanks.Gap)+"\n```")
	}
	for i, source := range sources {
		if err := add(kinds[i], source); err != nil {
			return "", err
		}
	}
	return NotebookHead + strings.Join(cells, ",\n") + NotebookFoot, nil
}

// What stands before the first and behind the last puzzle of a page.
const (
	HTMLHead = `<!DOCTYPE html>
<html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Quandary</title>
<style>
body{font:16px/1.5 sans-serif;max-width:50em;margin:2em auto;padding:0 1em}pre{background:#f4f4f4;padding:1em;line-height:1.9;overflow:auto}
select,input{font:inherit;font-family:monospace}.chip{display:inline-block;border:1px solid #888;border-radius:4px;padding:0 .5em;margin:.1em;cursor:grab;font-family:monospace}
.right{outline:2px solid #080}.wrong{outline:2px solid #b00}.say{min-height:3em;white-space:pre-wrap}
</style></head><body>
`
	HTMLFoot = "</body></html>\n"
)

// HTML writes a page that needs nothing else: pieces are chosen by keyboard, mouse or by dragging, and it says of a wrong one on which
// example it fails. Whoever reads the page's source finds the answers in it.
func HTML(s *blanks.Sheet, id string) (string, error) {
	var b bytes.Buffer
	err := page.Execute(&b, map[string]any{"S": s, "ID": id, "Check": map[string]string{"en": "Check", "zh": "检查"}[s.Lang], "Right": map[string]string{"en": "Right.", "zh": "正确。"}[s.Lang]})
	return HTMLHead + b.String() + HTMLFoot, err
}

var page = template.Must(template.New("page").Funcs(template.FuncMap{"inc": func(i int) int { return i + 1 }}).Parse(`<section lang="{{.S.Lang}}" data-quandary="{{.ID}}"><h1>{{.S.Title}}</h1><p>{{.S.Task}}</p>
<pre>{{range .S.Parts}}{{if ge .Blank 0}}{{$b := index $.S.Blanks .Blank}}{{if $b.Options}}<select data-blank="{{.Blank}}" aria-label="{{inc .Blank}}"><option value="">{{inc .Blank}}</option>{{range $b.Options}}<option>{{.}}</option>{{end}}</select>{{else}}<input size="8" data-blank="{{.Blank}}" aria-label="{{inc .Blank}}" placeholder="{{inc .Blank}}">{{end}}{{else}}{{.Text}}{{end}}{{end}}</pre>
{{range $i, $b := .S.Blanks}}{{if $b.Options}}<p>{{inc $i}}: {{range $b.Options}}<span class="chip" draggable="true">{{.}}</span> {{end}}</p>{{end}}{{end}}
{{if .S.Examples}}<table>{{range .S.Examples}}<tr><td><pre>{{.Input}}</pre></td><td>→ <code>{{.Result}}</code></td></tr>{{end}}</table>{{end}}
<p><button>{{.Check}}</button></p><p class="say" role="status"></p>
<script>
{const at=document.currentScript.closest("section"), blanks={{.S.Blanks}}, say=at.querySelector(".say");
at.querySelectorAll(".chip").forEach(c=>c.addEventListener("dragstart",e=>e.dataTransfer.setData("text/plain",c.textContent)));
at.querySelectorAll("[data-blank]").forEach(f=>{f.addEventListener("dragover",e=>e.preventDefault());
 f.addEventListener("drop",e=>{e.preventDefault();const t=e.dataTransfer.getData("text/plain");if(blanks[f.dataset.blank].Options===null||blanks[f.dataset.blank].Options.includes(t))f.value=t})});
at.querySelector("button").onclick=()=>{const out=[];let all=true;
 at.querySelectorAll("[data-blank]").forEach(f=>{const b=blanks[f.dataset.blank],v=f.value.trim(),ok=v===b.Answer;f.className=ok?"right":"wrong";all=all&&ok;
  if(!ok&&v&&b.Options){const w=(b.Against||[])[b.Options.indexOf(v)];if(w)out.push((+f.dataset.blank+1)+". "+v+": "+w)}});
 say.textContent=all?{{.Right}}:out.join("\n")};}
</script></section>
`))
