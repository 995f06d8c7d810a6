package sudoku

import (
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"math"

	techniques "github.com/quandary-puzzles/quandary/deduce/sudoku"
	"github.com/quandary-puzzles/quandary/internal/rate"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// Names of the feature sets that classifiers are trained on.
const (
	ByVector     = "vector"     // the paper's 15 components
	byLadder     = "ladder"     // what the ladder of named techniques finds
	byTechniques = "techniques" // what both ladders find, the rating that bounds the classes among it
)

// FeatureSets lists them.
func FeatureSets() []string { return []string{ByVector, byLadder, byTechniques} }

// FeatureNames names the features of a set on the plain board.
func FeatureNames(set string) []string {
	switch set {
	case ByVector:
		return vectorNames(9)
	case byLadder:
		names := []string{"log-cost", "steps", "guesses"}
		for _, t := range sharedRater().Ladder().Techniques() {
			names = append(names, "log-"+t.ID)
		}
		return names
	}
	names := []string{"rating", "log-cost", "steps", "guesses", "rating-of-hardest-named"}
	for _, c := range Classes() {
		names = append(names, "steps-of-class-"+c.Name)
	}
	return append(names, "mean-rating")
}

// Features gives the vectors of a puzzle with one solution, by feature set.
func (p *Puzzle) Features(ctx context.Context) (map[string][]float64, error) {
	if err := p.Conflict(); err != nil {
		return nil, err
	}
	res, err := p.Solve(ctx, 2)
	if err != nil {
		return nil, err
	}
	if res.Status != puzzle.Unique {
		return nil, fmt.Errorf("the puzzle has %v solutions", res.Status)
	}
	pos, err := p.atStart()
	if err != nil {
		return nil, err
	}
	r, err := sharedRater().Rate(ctx, pos)
	if err != nil {
		return nil, err
	}
	return map[string][]float64{ByVector: p.Vector(res.Count), byLadder: ladderVector(r), byTechniques: techniqueVector(r)}, nil
}

// ladderVector describes the path on the ladder of named techniques: its cost on HoDoKu's scale, its steps, its guesses, and how
// often each technique was used, all but steps and guesses as logarithms. Sudoku Explainer's scale is not in it.
func ladderVector(r techniques.Rating) []float64 {
	g := r.Human
	v := []float64{math.Log1p(float64(g.Cost)), float64(g.Steps), float64(g.Guesses)}
	for _, t := range sharedRater().Ladder().Techniques() {
		v = append(v, math.Log1p(float64(g.Counts[t.ID])))
	}
	return v
}

func techniqueVector(r techniques.Rating) []float64 {
	hardest := 0.0
	if t, err := sharedRater().Ladder().Lookup(r.Human.Hardest); err == nil {
		hardest = t.Rating
	}
	v := []float64{r.Explainer.Rating, math.Log1p(float64(r.Human.Cost)), float64(r.Human.Steps), float64(r.Human.Guesses), hardest}
	byClass := make([]float64, len(Classes()))
	sum, steps := 0.0, 0.0
	for _, t := range sharedExplainer().Techniques() {
		n := float64(r.Explainer.Counts[t.ID])
		byClass[classIndex(ClassOf(t.Rating))] += n
		sum += n * t.Rating
		steps += n
	}
	for _, n := range byClass {
		v = append(v, math.Log1p(n))
	}
	return append(v, sum/max(steps, 1))
}

//go:embed models/*.json
var modelFiles embed.FS

// model gives the shipped classifier of a feature set, or an error where none is shipped.
func model(set string) (*rate.Model, error) {
	text, err := modelFiles.ReadFile("models/" + set + ".json")
	if err != nil {
		return nil, err
	}
	m := new(rate.Model)
	if err := json.Unmarshal(text, m); err != nil {
		return nil, fmt.Errorf("models/%s.json: %w", set, err)
	}
	return m, m.Check()
}

// loadModels gives the shipped classifiers by feature set; those that cannot be read are missing.
func loadModels() map[string]*rate.Model {
	out := map[string]*rate.Model{}
	for _, set := range FeatureSets() {
		if m, err := model(set); err == nil {
			out[set] = m
		}
	}
	return out
}

// predicted gives the class that the shipped classifier of a set gives a vector of a plain board.
func predicted(set string, x []float64) (string, bool) {
	m := sharedModels()[set]
	if m == nil {
		return "", false
	}
	i, err := m.Predict(x)
	if err != nil {
		return "", false
	}
	return m.Classes[i], true
}
