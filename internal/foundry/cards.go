package foundry

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/kinds/cards"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/cardfile"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/choose"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/stored"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/solve/native"
)

// maxCardText bounds the texts that a puzzle of clue cards is made from, in bytes.
const maxCardText = 64 << 10

// CardMaker makes puzzles of clue cards from what a setter writes: properties and OCL invariants (Gogolla and Cuadrado,
// section 4.2). The texts come from anyone; what they cost is bounded by the family and by the context.
type CardMaker struct{}

// MakeCards makes a puzzle. Properties are in any format of the family's files, such as the paper's property file; invariants
// are OCL. Settings are the options of the generator, over those that the file gives.
func (CardMaker) MakeCards(ctx context.Context, properties, invariants string, settings puzzle.Settings, seed uint64, report func(puzzle.Progress)) (puzzle.Generated, error) {
	var out puzzle.Generated
	if len(properties)+len(invariants) > maxCardText {
		return out, fmt.Errorf("properties and invariants of %d bytes: at most %d are taken", len(properties)+len(invariants), maxCardText)
	}
	if strings.TrimSpace(properties) == "" {
		return out, errors.New("properties: expected names and values, such as Property_name = Set{'top', 'body'} and Property_value = Set{'red', 'blue'}")
	}
	docs, err := cardfile.Read("properties", properties, cardfile.Recognise("properties", properties))
	if err != nil {
		return out, err
	}
	if len(docs) != 1 {
		return out, fmt.Errorf("properties: expected one set of properties, found %d", len(docs))
	}
	doc := docs[0]
	if strings.TrimSpace(invariants) != "" {
		own, err := cardfile.Read("OCL", invariants, "invariants")
		if err != nil {
			return out, err
		}
		doc.Add(own[0])
	}
	loaded, err := stored.Load(doc)
	if err != nil {
		return out, err
	}
	d := &dealer{cards.Family{Engine: native.New()}, loaded}
	all := d.merge(nil)
	if loaded.Clues > 0 {
		// A number of clues that the setter names is met even where fewer would do.
		all["useless"], all["redundant"] = choose.Allow.String(), choose.Allow.String()
	}
	maps.Copy(all, settings)
	return d.Generate(ctx, d.params(), all, puzzle.Stream(d, seed, 0), report)
}
