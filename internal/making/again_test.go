package making

import (
	"context"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/rules"
)

// TestMadeWithValues: what is to be found is sampled with the values that its rules file says, and proved with all that it may have.
func TestMadeWithValues(t *testing.T) {
	ctx := context.Background()
	m, size, parts := sortedMaker(t, "bosanowa", "4x4")
	d, err := wanted{m: m, size: size, sort: parts}.draft(ctx, start{}, rng.New(1))
	if err != nil {
		t.Fatal(err)
	}
	defer d.close()
	proof, err := d.proving(ctx)
	if err != nil {
		t.Fatal(err)
	}
	number, most := m.File.Layer("number"), 0
	for i, c := range d.solver.cells {
		if v := d.solver.now[i]; c.l == number && v.Kind == rules.Int && v.N > 12 {
			t.Errorf("%v holds %d", c.p, v.N)
		}
	}
	for _, c := range proof.cells {
		if values, _ := proof.enc.Domain(number, c.p, 1000); c.l == number {
			most = max(most, len(values))
		}
	}
	if most != 250 {
		t.Errorf("proved with %d values, want 250", most)
	}
}

// TestValuesBeyond: values to make puzzles with are those of the layer among them, and where it has none of them that is said at once.
func TestValuesBeyond(t *testing.T) {
	for values, wrong := range map[string]string{
		"0..9":          "",
		"1..len(cells)": "",
		"5..9":          "digit can have none of the values",
		"1..1000000000": "",
	} {
		file, probs := rules.Load("own.yaml", []byte("version: 1\nfamily: own\nfind: {digit: {values: 1..4, given: true}}\nrules:\n"+
			"  once: distinct(digit[c] for c in l) for l in lines\nmake: {values: {digit: "+values+"}}\n"), nil)
		if file == nil {
			t.Fatal(probs)
		}
		m := of(t, file)
		_, err := m.Make(t.Context(), sized(t, m, "4x4"), nil, rng.New(1), nil)
		if wrong == "" && err != nil || wrong != "" && (err == nil || !strings.Contains(err.Error(), wrong)) {
			t.Errorf("%s: %v, expected %q", values, err, wrong)
		}
	}
}

// TestCarvedAgain: a board whose puzzle had lost its solution is carved once more, with each removal judged, before another one is made.
func TestCarvedAgain(t *testing.T) {
	ctx := context.Background()
	m, size, parts := sortedMaker(t, "kramman", "4x4")
	d := &Definition{wanted: wanted{m: m, size: size, sort: parts}, steps: carveSteps, coarse: 1}
	defer d.Close()
	first, err := d.Random(ctx, rng.New(1))
	if err != nil {
		t.Fatal(err)
	}
	for k := range first.Len() {
		first.Remove([]int{k})
	}
	d.lost()
	again, err := d.Random(ctx, rng.New(2))
	if err != nil {
		t.Fatal(err)
	}
	if again != first || !d.last.judged {
		t.Error("another board is made, or removals are not judged")
	}
	for k, there := range d.last.there {
		if !there {
			t.Errorf("square %d is gone", k)
		}
	}
	d.lost()
	if other, err := d.Random(ctx, rng.New(2)); err != nil || other == first {
		t.Errorf("carved a third time: %v", err)
	}
}
