package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/quandary-puzzles/quandary/record"
)

type diffFlags struct {
	brief   bool
	answers bool
}

func newDiffCmd() *cobra.Command {
	var f diffFlags
	cmd := &cobra.Command{
		Use:   "diff A B",
		Short: "Compare two files of records",
		Long: `Compare two files of records, such as published ones and what replay makes of them. Records belong together that have
the same "source_id" or "id", or else the same line number. For each pair that differs it is said how: in the text, the answer,
the configuration; white space at the ends of texts and answers does not count. The program ends with 1 when anything
differs.`,
		Example: "  quandary diff published.jsonl replayed.jsonl",
		Args:    cobra.ExactArgs(2),
		RunE:    func(cmd *cobra.Command, args []string) error { return runDiff(cmd, args[0], args[1], f) },
	}
	fl := cmd.Flags()
	fl.BoolVar(&f.brief, "brief", false, "only the summary")
	fl.BoolVar(&f.answers, "answers", false, "compare answers only")
	return cmd
}

// side is one record of a comparison.
type side struct {
	key                     string
	problem, answer, config string
	err                     string
}

func readSide(name string) ([]side, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	lines := record.NewLineReader(file, 0)
	var out []side
	for {
		data, n, err := lines.Next()
		if err == io.EOF {
			return out, nil
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, n, err)
		}
		var rec struct {
			SourceID any             `json:"source_id"`
			ID       any             `json:"id"`
			Problem  string          `json:"problem"`
			Answer   string          `json:"answer"`
			Error    string          `json:"error"`
			Config   json.RawMessage `json:"config"`
		}
		if err := json.Unmarshal(data, &rec); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, n, err)
		}
		s := side{key: fmt.Sprint(n), problem: strings.TrimSpace(rec.Problem), answer: strings.TrimSpace(rec.Answer), err: rec.Error}
		switch {
		case rec.SourceID != nil:
			s.key = fmt.Sprint(rec.SourceID)
		case rec.ID != nil:
			s.key = fmt.Sprint(rec.ID)
		}
		if rec.Config != nil {
			v, err := record.ParseJSON(rec.Config)
			if err != nil {
				return nil, fmt.Errorf("%s:%d: config: %w", name, n, err)
			}
			c, err := record.AppendJSON(nil, v)
			if err != nil {
				return nil, fmt.Errorf("%s:%d: config: %w", name, n, err)
			}
			s.config = string(c)
		}
		out = append(out, s)
	}
}

func runDiff(cmd *cobra.Command, nameA, nameB string, f diffFlags) error {
	as, err := readSide(nameA)
	if err != nil {
		return err
	}
	bs, err := readSide(nameB)
	if err != nil {
		return err
	}
	byKey := map[string]*side{}
	for i := range bs {
		if byKey[bs[i].key] != nil {
			return fmt.Errorf("%s: %s stands there twice", nameB, bs[i].key)
		}
		byKey[bs[i].key] = &bs[i]
	}
	w := cmd.OutOrStdout()
	var pairs, answers, texts, configs, failed, onlyA int
	say := func(format string, args ...any) {
		if !f.brief {
			fmt.Fprintf(w, format, args...)
		}
	}
	for i := range as {
		a := &as[i]
		b := byKey[a.key]
		if b == nil {
			onlyA++
			say("%s: only in %s\n", a.key, nameA)
			continue
		}
		delete(byKey, a.key)
		pairs++
		if a.err != "" || b.err != "" {
			failed++
			say("%s: error: %s%s\n", a.key, a.err, b.err)
			continue
		}
		if a.answer != b.answer {
			answers++
			say("%s: answer\n  < %s\n  > %s\n", a.key, oneLine(a.answer), oneLine(b.answer))
		}
		if f.answers {
			continue
		}
		if a.problem != b.problem {
			texts++
			x, y := firstDifference(a.problem, b.problem)
			say("%s: text\n  < %s\n  > %s\n", a.key, oneLine(x), oneLine(y))
		}
		if a.config != b.config {
			configs++
			x, y := firstDifference(a.config, b.config)
			say("%s: config\n  < %s\n  > %s\n", a.key, oneLine(x), oneLine(y))
		}
	}
	for i := range bs {
		if byKey[bs[i].key] != nil {
			say("%s: only in %s\n", bs[i].key, nameB)
		}
	}
	onlyB := len(byKey)
	fmt.Fprintf(w, "%d pairs: %d with other answers", pairs, answers)
	if !f.answers {
		fmt.Fprintf(w, ", %d with other texts, %d with other configurations", texts, configs)
	}
	fmt.Fprintf(w, ", %d with an error; %d only in %s, %d only in %s\n", failed, onlyA, nameA, onlyB, nameB)
	if answers+texts+configs+failed+onlyA+onlyB > 0 {
		return exitCode(1)
	}
	return nil
}

// firstDifference gives what two texts have around the first place where they differ.
func firstDifference(a, b string) (string, string) {
	x, y := []rune(a), []rune(b)
	i := 0
	for i < len(x) && i < len(y) && x[i] == y[i] {
		i++
	}
	cut := func(r []rune) string {
		from, to := max(0, i-20), min(len(r), i+60)
		s := string(r[from:to])
		if from > 0 {
			s = "…" + s
		}
		if to < len(r) {
			s += "…"
		}
		return s
	}
	return cut(x), cut(y)
}

func oneLine(s string) string { return strings.ReplaceAll(s, "\n", `\n`) }
