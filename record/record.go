// Package record is the JSON line that every family of puzzles shares.
//
// The fields problem, answer, parameters, config, qtype, eval_type, source, id and difficulty are those of PuzzleClone's
// published data sets; what that format lacks stands in one object of our own, "quandary": what reproduces the record and
// who proved it.
package record

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
)

// Record is one puzzle with its answer.
type Record struct {
	Problem    string          // the text shown to whoever solves it
	Answer     string          // the reference answer; several answers are joined by "===="
	Parameters Object          // figures about the puzzle: cond_num, sym_num, sym_type, …
	Config     json.RawMessage // what a replay needs: an object; empty for families that reproduce from the id
	QType      string
	EvalType   string // how the answer is compared; several types are joined by ","
	Source     string // the name of the specification or family
	ID         string
	Difficulty *float64 // from 0 (easy) to 1 (hard), relative to a data set; nil when not rated
	Origin     *Origin
	Extra      Object // any other fields, in their order
}

// Origin says where a record comes from and what was proven about it.
type Origin struct {
	Seed      uint64   `json:"seed"`
	Index     uint64   `json:"index"`
	Spec      string   `json:"spec,omitempty"`   // hash of the specification, or of a family's parameters and options
	Puzzle    string   `json:"puzzle,omitempty"` // id that reproduces the puzzle, for the other families
	Class     string   `json:"class,omitempty"`
	Level     int      `json:"level,omitempty"`     // the level that was asked for, from 1 to 10
	Solutions int      `json:"solutions"`           // how many solutions were found
	Solver    string   `json:"solver,omitempty"`    // the engine that proved the solution set complete
	Certified string   `json:"certified,omitempty"` // what confirmed it: a second engine, or "proof" for a proof that was checked
	Tries     int      `json:"tries,omitempty"`     // draws until this one was kept
	Overspent int      `json:"overspent,omitempty"` // those among them that were thrown away because a budget was used up
	Drawn     []string `json:"drawn,omitempty"`     // variables that a replay drew because the config lacks them
	Work      Object   `json:"work,omitempty"`      // work counters by name
	// Canonical names the canonical form of the puzzle: 32 hexadecimal digits, equal for the same puzzle with other names, in
	// another order, or turned; empty where the puzzle has none. Partial tells that the search for the form met its budget: then
	// another form of the same puzzle may have another name. Different puzzles never have the same.
	Canonical string `json:"canonical,omitempty"`
	Partial   bool   `json:"canonical_partial,omitempty"`
}

// PuzzleID gives the id of the family's puzzle that the record holds: as its origin has it, or, without origin, its field
// "puzzle" or that of its configuration. It is empty where none of them is a text with a colon.
func (r *Record) PuzzleID() string {
	if r.Origin != nil {
		return r.Origin.Puzzle
	}
	var raw json.RawMessage
	if v, ok := r.Extra.Get("puzzle"); ok {
		raw, _ = v.(json.RawMessage)
	} else if bytes.Contains(r.Config, []byte(`"puzzle"`)) {
		var config map[string]json.RawMessage
		if json.Unmarshal(r.Config, &config) != nil {
			return ""
		}
		raw = config["puzzle"]
	}
	var id string
	if len(raw) == 0 || json.Unmarshal(raw, &id) != nil || !strings.Contains(id, ":") {
		return ""
	}
	return id
}

// AppendJSON appends the record as one line of JSON without the newline. Empty optional fields are left out.
func (r *Record) AppendJSON(dst []byte) ([]byte, error) {
	obj := make(Object, 0, 12+len(r.Extra))
	obj = append(obj, Member{"problem", r.Problem}, Member{"answer", r.Answer})
	if r.Parameters != nil {
		obj = append(obj, Member{"parameters", r.Parameters})
	}
	if len(r.Config) > 0 {
		obj = append(obj, Member{"config", r.Config})
	}
	for _, f := range []Member{{"qtype", r.QType}, {"eval_type", r.EvalType}, {"source", r.Source}, {"id", r.ID}} {
		if f.Value != "" {
			obj = append(obj, f)
		}
	}
	if r.Difficulty != nil {
		obj = append(obj, Member{"difficulty", *r.Difficulty})
	}
	if r.Origin != nil {
		obj = append(obj, Member{"quandary", r.Origin.object()})
	}
	return AppendJSON(dst, append(obj, r.Extra...))
}

func (o *Origin) object() Object {
	obj := Object{{"seed", o.Seed}, {"index", o.Index}}
	add := func(key string, v any, present bool) {
		if present {
			obj = append(obj, Member{key, v})
		}
	}
	add("spec", o.Spec, o.Spec != "")
	add("puzzle", o.Puzzle, o.Puzzle != "")
	add("class", o.Class, o.Class != "")
	add("level", o.Level, o.Level != 0)
	add("solutions", o.Solutions, true)
	add("solver", o.Solver, o.Solver != "")
	add("certified", o.Certified, o.Certified != "")
	add("tries", o.Tries, o.Tries > 0)
	add("overspent", o.Overspent, o.Overspent > 0)
	add("drawn", List(o.Drawn), len(o.Drawn) > 0)
	add("work", o.Work, len(o.Work) > 0)
	add("canonical", o.Canonical, o.Canonical != "")
	add("canonical_partial", o.Partial, o.Partial)
	return obj
}

// MarshalJSON is AppendJSON for encoding/json.
func (r *Record) MarshalJSON() ([]byte, error) { return r.AppendJSON(nil) }

// UnmarshalJSON reads a record. Fields of a wrong type are errors that name the field; unknown fields go to Extra.
func (r *Record) UnmarshalJSON(b []byte) error {
	fields, err := topLevel(b)
	if err != nil {
		return err
	}
	*r = Record{}
	for _, f := range fields {
		var err error
		switch f.key {
		case "problem":
			r.Problem, err = text(f.raw)
		case "answer":
			r.Answer, err = text(f.raw)
		case "parameters":
			if f.raw[0] != 'n' { // null is none
				err = r.Parameters.UnmarshalJSON(f.raw)
			}
		case "config":
			r.Config = bytes.Clone(f.raw)
		case "qtype":
			r.QType, err = text(f.raw)
		case "eval_type":
			r.EvalType, err = text(f.raw)
		case "source":
			r.Source, err = text(f.raw)
		case "id":
			r.ID, err = idText(f.raw)
		case "difficulty":
			err = json.Unmarshal(f.raw, &r.Difficulty)
		case "quandary":
			err = json.Unmarshal(f.raw, &r.Origin)
		default:
			r.Extra = append(r.Extra, Member{f.key, json.RawMessage(bytes.Clone(f.raw))})
		}
		if err != nil {
			return fmt.Errorf("field %q: %w", f.key, err)
		}
	}
	return nil
}

// text reads a string; null is the empty one.
func text(raw json.RawMessage) (string, error) {
	switch raw[0] {
	case '"':
		return unquote(raw), nil
	case 'n':
		return "", nil
	default:
		return "", fmt.Errorf("expected a string, found %.40s", raw)
	}
}

// idText reads an id, which is a string or, in files of others, a number.
func idText(raw json.RawMessage) (string, error) {
	if raw[0] == '"' {
		return unquote(raw), nil
	}
	if raw[0] == 'n' {
		return "", nil
	}
	var n json.Number
	if err := json.Unmarshal(raw, &n); err != nil {
		return "", fmt.Errorf("expected a string or a number, found %s", raw)
	}
	return n.String(), nil
}

// Hash names content: the first 16 bytes of its SHA-256 in hexadecimal.
func Hash(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:16])
}
