// Package export writes sheets in formats of other programs: Moodle's cloze questions, a page of HTML that marks itself, and a Jupyter
// notebook.
package export

import (
	"bytes"
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
	return `<?xml version="1.0" encoding="UTF-8"?>` + "\n<?quandary " + id + "?>\n<quiz>\n<question type=\"cloze\">\n<name><text>" + escape(s.Title) +
		"</text></name>\n<questiontext format=\"html\"><text>" + escape(body.String()) + "</text></questiontext>\n</question>\n</quiz>"
}

// clozeText keeps braces in running text from opening a question.
var clozeText = strings.NewReplacer("{", "&#123;", "}", "&#125;")

// Notebook writes a Jupyter notebook: the task, the program with gaps to be filled in, and the examples as asserts.
func Notebook(s *blanks.Sheet, id string) (string, error) {
	type cell struct {
		Type     string         `json:"cell_type"`
		Metadata map[string]any `json:"metadata"`
		Source   string         `json:"source"`
		Count    *int           `json:"execution_count,omitempty"`
		Outputs  []any          `json:"outputs,omitempty"`
	}
	var text strings.Builder
	fmt.Fprintf(&text, "## %s\n\n%s\n", s.Title, s.Task)
	for i, b := range s.Blanks {
		if len(b.Options) > 0 {
			fmt.Fprintf(&text, "\n- `%s`: `%s`", blanks.Gap(i), strings.Join(b.Options, "`, `"))
		}
	}
	cells := []cell{{Type: "markdown", Metadata: map[string]any{}, Source: text.String()}}
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
		for _, source := range []string{s.Text(blanks.Gap), checks.String()} {
			cells = append(cells, cell{Type: "code", Metadata: map[string]any{}, Source: strings.TrimRight(source, "\n")})
		}
	} else {
		cells = append(cells, cell{Type: "markdown", Metadata: map[string]any{}, Source: "```\n" + s.Text(blanks.Gap) + "\n```"})
	}
	// Code cells must have both fields, empty.
	var list []map[string]any
	for _, c := range cells {
		m := map[string]any{"cell_type": c.Type, "metadata": c.Metadata, "source": c.Source}
		if c.Type == "code" {
			m["execution_count"], m["outputs"] = nil, []any{}
		}
		list = append(list, m)
	}
	out, err := json.MarshalIndent(map[string]any{"nbformat": 4, "nbformat_minor": 4, "cells": list,
		"metadata": map[string]any{"quandary": id, "kernelspec": map[string]any{"name": "python3", "display_name": "Python 3", "language": "python"}}}, "", " ")
	return string(out), err
}

// HTML writes a page that needs nothing else: pieces are chosen by keyboard, mouse or by dragging, and it says of a wrong one on which
// example it fails. Whoever reads the page's source finds the answers in it.
func HTML(s *blanks.Sheet, id string) (string, error) {
	var b bytes.Buffer
	err := page.Execute(&b, map[string]any{"S": s, "ID": id, "Check": map[string]string{"en": "Check", "zh": "检查"}[s.Lang], "Right": map[string]string{"en": "Right.", "zh": "正确。"}[s.Lang]})
	return strings.TrimRight(b.String(), "\n"), err
}

var page = template.Must(template.New("page").Funcs(template.FuncMap{"inc": func(i int) int { return i + 1 }}).Parse(`<!DOCTYPE html>
<html lang="{{.S.Lang}}"><head><meta charset="utf-8"><meta name="quandary" content="{{.ID}}"><title>{{.S.Title}}</title>
<style>
body{font:16px/1.5 sans-serif;max-width:50em;margin:2em auto;padding:0 1em}pre{background:#f4f4f4;padding:1em;line-height:1.9;overflow:auto}
select,input{font:inherit;font-family:monospace}.chip{display:inline-block;border:1px solid #888;border-radius:4px;padding:0 .5em;margin:.1em;cursor:grab;font-family:monospace}
.right{outline:2px solid #080}.wrong{outline:2px solid #b00}#say{min-height:3em;white-space:pre-wrap}
</style></head><body><h1>{{.S.Title}}</h1><p>{{.S.Task}}</p>
<pre>{{range .S.Parts}}{{if ge .Blank 0}}{{$b := index $.S.Blanks .Blank}}{{if $b.Options}}<select data-blank="{{.Blank}}" aria-label="{{inc .Blank}}"><option value="">{{inc .Blank}}</option>{{range $b.Options}}<option>{{.}}</option>{{end}}</select>{{else}}<input size="8" data-blank="{{.Blank}}" aria-label="{{inc .Blank}}" placeholder="{{inc .Blank}}">{{end}}{{else}}{{.Text}}{{end}}{{end}}</pre>
{{range $i, $b := .S.Blanks}}{{if $b.Options}}<p>{{inc $i}}: {{range $b.Options}}<span class="chip" draggable="true">{{.}}</span> {{end}}</p>{{end}}{{end}}
{{if .S.Examples}}<table>{{range .S.Examples}}<tr><td><pre>{{.Input}}</pre></td><td>→ <code>{{.Result}}</code></td></tr>{{end}}</table>{{end}}
<p><button id="check">{{.Check}}</button></p><p id="say" role="status"></p>
<script>
const blanks={{.S.Blanks}}, say=document.getElementById("say");
document.querySelectorAll(".chip").forEach(c=>c.addEventListener("dragstart",e=>e.dataTransfer.setData("text/plain",c.textContent)));
document.querySelectorAll("[data-blank]").forEach(f=>{f.addEventListener("dragover",e=>e.preventDefault());
 f.addEventListener("drop",e=>{e.preventDefault();const t=e.dataTransfer.getData("text/plain");if(blanks[f.dataset.blank].Options===null||blanks[f.dataset.blank].Options.includes(t))f.value=t})});
document.getElementById("check").onclick=()=>{const out=[];let all=true;
 document.querySelectorAll("[data-blank]").forEach(f=>{const b=blanks[f.dataset.blank],v=f.value.trim(),ok=v===b.Answer;f.className=ok?"right":"wrong";all=all&&ok;
  if(!ok&&v&&b.Options){const w=(b.Against||[])[b.Options.indexOf(v)];if(w)out.push((+f.dataset.blank+1)+". "+v+": "+w)}});
 say.textContent=all?{{.Right}}:out.join("\n")};
</script></body></html>
`))
