package foundry

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/kinds/cards"
	"github.com/quandary-puzzles/quandary/kinds/cards/cardfile"
	"github.com/quandary-puzzles/quandary/kinds/cards/invariant"
	"github.com/quandary-puzzles/quandary/kinds/cards/stored"
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
		// Mistakes in the OCL are named with their places in it, before the properties are looked at.
		if _, err := invariant.Compile(invariant.Source{Name: "OCL", Text: invariants}); err != nil {
			return out, err
		}
		doc.Invariants = append(doc.Invariants, cardfile.Text{Value: invariants, File: "OCL", Pos: cardfile.Pos{Line: 1, Col: 1}})
	}
	loaded, err := stored.Load(doc)
	if err != nil {
		return out, err
	}
	all := puzzle.Settings{}
	maps.Copy(all, loaded.Settings)
	if loaded.Clues >= 0 {
		all["clues"] = strconv.Itoa(loaded.Clues)
		// A number of clues that the setter names is met even where fewer would do.
		all["useless"], all["redundant"] = cards.Allow.String(), cards.Allow.String()
	}
	maps.Copy(all, settings)
	f := cards.Family{Engine: native.New(), Files: stored.Files{}}
	demand, err := f.Demand(loaded.Puzzle, all)
	if err != nil {
		return out, err
	}
	if loaded.Set != nil {
		demand.Invariants = loaded.Set.Generation(max(demand.Solutions, 1))
	}
	made, err := f.Make(ctx, demand, puzzle.Stream(f, seed, 0), report)
	if err != nil {
		return out, err
	}
	return puzzle.Generated{Instance: made.Instance, Class: made.Class, Work: made.Work}, nil
}
