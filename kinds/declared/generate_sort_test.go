package declared

import (
	"math/bits"
	"testing"

	"github.com/quandary-puzzles/quandary/families"
	"github.com/quandary-puzzles/quandary/rules"
)

// TestTextSaysWhatPzprSays takes sets of values at one place that a board of pzpr can hold. Where a rules file leaves the layout of texts to
// us, these must be able to say them too: otherwise an imported board could be read, and never be written again.
func TestTextSaysWhatPzprSays(t *testing.T) {
	for _, id := range families.Names() {
		f := builtin(t, id)
		p, err := f.complete(f.params(6, 6, nil))
		if err != nil || f.forms.DeclaresText() {
			continue
		}
		by := map[string][]*rules.Layer{}
		for _, l := range f.file.Layers {
			if l.Role != rules.Given || fixedLayer(l) || !l.Some && l.Domain.Kind != rules.Bools {
				continue
			}
			class := "cells"
			if l.At != nil {
				class = l.At.Value
			}
			by[class] = append(by[class], l)
		}
		for class, layers := range by {
			if len(layers) > maxBeside {
				continue
			}
			for set := range uint(1) << len(layers) {
				pzpr, err := f.sayable(t.Context(), p, f.forms.PZPR, layers, set)
				text, err2 := f.sayable(t.Context(), p, f.forms.Text, layers, set)
				if err != nil || err2 != nil {
					continue // of families whose boards cannot be begun with nothing
				}
				if pzpr && !text {
					t.Errorf("%s: of the layers at %s a text cannot say the set %b, %d values", id, class, set, bits.OnesCount(set))
				}
			}
		}
	}
}
