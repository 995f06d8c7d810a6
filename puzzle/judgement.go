package puzzle

// Judgement is what the rules say of an answer.
type Judgement struct {
	// Status is solved; or unsolved: something is left to do, and what there is can be completed; or contradiction: it cannot.
	Status string
	Rules  []BrokenRule // those that do not hold as the answer stands, in the order of the rules
}

// The statuses of a judgement.
const (
	Solved        = "solved"
	Unsolved      = "unsolved"
	Contradiction = "contradiction"
)

// BrokenRule is a rule that does not hold at some places.
type BrokenRule struct {
	Rule   string   `json:"rule"`
	Codes  []string `json:"-"` // what another program calls it, where the family says so
	Places []string `json:"places"`
	Text   string   `json:"sentence"`
}
