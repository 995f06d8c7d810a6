package judge_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/budget"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/encode"
	"github.com/quandary-puzzles/quandary/rules/judge"
)

// TestMemory: what the evaluators hold counts on the account of their context, ends them when it is used up, and is given back.
func TestMemory(t *testing.T) {
	for name, c := range map[string]struct {
		rule string
		fits bool
	}{
		"a long list":              {"len(range(300000)) > 0", false},
		"lists one after another":  {"all(len(range(3000)) > 0 for c in cells)", true},
		"a list of lists":          {"len([pairs(range(36 + c.row)) for c in cells]) > 0", false},
		"a let that stays":         {"len(l) > 0", false},
		"numbers that are counted": {"sum(1 for a in cells for b in cells) > 0", true},
	} {
		src := "version: 1\nfamily: hungry\nsize: {rows: 1..100, cols: 1..100}\nlet: {l: \"range(300000)\"}\nfind: {x: {}}\nrules:\n  r: \"" + c.rule + "\"\n"
		f, problems := rules.Load("hungry.yaml", []byte(src), nil)
		if err := problems.Err(); err != nil {
			t.Fatal(err)
		}
		b, err := rules.NewBoard(f, 12, 12, nil)
		if err != nil {
			t.Fatal(err)
		}
		account := budget.New("the call", 4<<20)
		ctx := budget.With(context.Background(), account)
		_, judged := judge.Judge(ctx, nil, b)
		enc, encoded := encode.New(ctx, b, encode.Options{})
		if encoded == nil {
			if strings.Contains(name, "numbers") && account.Used() == 0 {
				t.Errorf("%s: the terms count nowhere", name)
			}
			enc.Close()
		}
		for what, err := range map[string]error{"judging": judged, "encoding": encoded} {
			if c.fits != (err == nil) || err != nil && !errors.Is(err, budget.ErrMemory) {
				t.Errorf("%s: %s: %v", name, what, err)
			}
		}
		if account.Used() != 0 {
			t.Errorf("%s: %d bytes are not given back", name, account.Used())
		}
	}
}
