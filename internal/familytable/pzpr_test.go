package main

import (
	"os/exec"
	"testing"
	"time"

	"github.com/quandary-puzzles/quandary/internal/kinds/declared"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/solve/native"
)

// pzprVersion is the pzpr whose verdicts ours are compared with.
const pzprVersion = "0.10.1"

// TestPZPR compares our verdicts with those of pzpr on boards that are made here: solved ones, and ones with a few wrong marks.
func TestPZPR(t *testing.T) {
	puztest.From(t, puztest.Usual)
	puztest.Need(t, "node")
	npm := puztest.Need(t, "npm")
	dir := t.TempDir()
	cmd := exec.CommandContext(t.Context(), npm, "install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", dir, "pzpr@"+pzprVersion)
	cmd.WaitDelay = time.Second
	if out, err := cmd.CombinedOutput(); err != nil {
		if puztest.RequireAll() {
			t.Fatalf("pzpr cannot be fetched: %v\n%s", err, out)
		}
		t.Skipf("pzpr cannot be fetched: %v", err)
	}
	p, err := startPZPR(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]bool{}
	for _, name := range puztest.Some([]string{"akari", "border-block", "country-road", "fillmat", "hanare", "hebi", "heyawake", "hitori", "kinkonkan", "kuroshuto",
		"lookair", "masyu", "norinori", "nurikabe", "shikaku", "slitherlink", "star-battle", "sukoro-room", "tapa", "usowan", "yajilin", "yin-yang", "yosenabe"}, 6) {
		want[name] = true
	}
	s := comparison{pzpr: p, breaks: 20, boards: 1, limit: time.Minute}
	for _, b := range declared.Catalogue(native.New()) {
		if !want[b.Name()] {
			continue
		}
		delete(want, b.Name())
		row, err := s.family(t.Context(), b.(*declared.Builtin).Open(), "4x4")
		if err != nil {
			t.Fatal(err)
		}
		if row.solved != 1 || row.broken == 0 {
			t.Errorf("%s: %d solved boards and %d changed ones were judged: %s", b.Name(), row.solved, row.broken, row.unread)
		}
		for _, d := range row.differ {
			t.Errorf("%s: %s", b.Name(), d)
		}
		if 2*row.named < row.coded {
			t.Errorf("%s: pzpr's code is named for %d of %d boards: %v", b.Name(), row.named, row.coded, row.unnamed)
		}
	}
	for name := range want {
		t.Errorf("there is no family %s", name)
	}
	if err := p.close(); err != nil {
		t.Error(err)
	}
}
