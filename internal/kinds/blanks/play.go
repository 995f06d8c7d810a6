package blanks

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quandary-puzzles/quandary/puzzle"
)

// maxState bounds a state, in bytes.
const maxState = 32 << 10

// A state is what stands in each blank, joined by "====". A move is k=TEXT, what blank k (from 1) is filled with, percent-encoded; an
// empty text empties it.

// Start gives the empty state.
func (in *Instance) Start() puzzle.State { return "" }

// Apply fills a blank, or empties it.
func (in *Instance) Apply(s puzzle.State, m puzzle.Move) (puzzle.State, error) {
	texts, err := in.readState(s)
	if err != nil {
		return "", err
	}
	number, text, ok := strings.Cut(string(m), "=")
	k, err := strconv.Atoi(number)
	if !ok || err != nil || k < 1 || k > len(texts) {
		return "", fmt.Errorf("expected a move such as 1=x, with the number of a blank from 1 to %d, found %.40q", len(texts), m)
	}
	text, err = url.PathUnescape(text)
	if err != nil || !utf8.ValidString(text) || strings.ContainsFunc(text, unicode.IsControl) || strings.Contains(text, separator) {
		return "", fmt.Errorf("expected what the blank is filled with, percent-encoded, found %.40q", m)
	}
	texts[k-1] = in.sheet("en").Blanks[k-1].Read(text)
	next := strings.Join(texts, joint)
	if len(next) > maxState {
		return "", fmt.Errorf("the state is longer than %d bytes", maxState)
	}
	if strings.Join(texts, "") == "" {
		next = ""
	}
	return puzzle.State(next), nil
}

func (in *Instance) readState(s puzzle.State) ([]string, error) {
	n := len(in.sheet("en").Blanks)
	if s == "" {
		return make([]string, n), nil
	}
	text := string(s)
	if len(text) > maxState || !utf8.ValidString(text) || strings.ContainsFunc(text, unicode.IsControl) {
		return nil, fmt.Errorf("a state is one line of text, found %.40q", text)
	}
	parts := strings.Split(text, separator)
	if len(parts) != n {
		return nil, fmt.Errorf("expected what stands in %d blanks, joined by %s; found %d", n, separator, len(parts))
	}
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	return parts, nil
}

// Judge runs the program once every blank is filled.
func (in *Instance) Judge(s puzzle.State) (puzzle.Verdict, error) {
	texts, err := in.readState(s)
	if err != nil {
		return puzzle.Verdict{}, err
	}
	if slices.Contains(texts, "") {
		return puzzle.Verdict{}, nil
	}
	m, err := in.mark(context.Background(), solution{texts: texts})
	return puzzle.Verdict{Complete: true, Solved: m.Right}, err
}

// Mistakes lists the blanks that hold what no right filling has there: where the other blanks are empty or as they were made, the
// program fails an example.
func (in *Instance) Mistakes(s puzzle.State, _ puzzle.Solution) ([]puzzle.Ref, error) {
	texts, err := in.readState(s)
	if err != nil {
		return nil, err
	}
	var wrong []puzzle.Ref
	for i, t := range texts {
		if t == "" {
			continue
		}
		full := in.reference().texts
		full[i] = t
		m, err := in.mark(context.Background(), solution{texts: full})
		if err != nil {
			return nil, err
		}
		if !m.Right {
			wrong = append(wrong, puzzle.Ref{Kind: "question", ID: strconv.Itoa(i + 1), Text: fmt.Sprintf("%d. %s", i+1, t)})
		}
	}
	return wrong, nil
}
