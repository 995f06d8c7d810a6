package worded

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quandary-puzzles/quandary/puzzle"
)

// maxState bounds a state, in bytes.
const maxState = 64 << 10

// A state is the answer as far as it is written: for several questions, joined by "====". A move is k=TEXT, the answer to
// question k, from 1, percent-encoded; an empty text takes the answer away.

// Start gives the empty answer.
func (in *Instance) Start() puzzle.State { return "" }

// Apply writes or replaces an answer.
func (in *Instance) Apply(s puzzle.State, m puzzle.Move) (puzzle.State, error) {
	parts, err := in.readState(s)
	if err != nil {
		return "", err
	}
	number, text, ok := strings.Cut(string(m), "=")
	k, err := strconv.Atoi(number)
	if !ok || err != nil || k < 1 || k > len(parts) {
		return "", fmt.Errorf("expected a move such as 1=A, with the number of a question from 1 to %d, found %.40q", len(parts), m)
	}
	text, err = url.PathUnescape(text)
	if err != nil || !utf8.ValidString(text) {
		return "", fmt.Errorf("the answer is not percent-encoded UTF-8: %.40q", m)
	}
	text = strings.Join(strings.Fields(text), " ")
	if strings.Contains(text, separator) || strings.ContainsFunc(text, unicode.IsControl) {
		return "", fmt.Errorf("an answer cannot hold %s or control characters", separator)
	}
	if letters, ok := chosen(in.out.Questions[k-1], text); ok {
		text = letters
	}
	parts[k-1] = text
	next := strings.Join(parts, separator)
	if len(next) > maxState {
		return "", fmt.Errorf("the answer is longer than %d bytes", maxState)
	}
	if strings.Trim(next, "=") == "" {
		next = ""
	}
	return puzzle.State(next), nil
}

// readState gives the answers of a state, one a question.
func (in *Instance) readState(s puzzle.State) ([]string, error) {
	text := string(s)
	if len(text) > maxState {
		return nil, fmt.Errorf("the state is longer than %d bytes", maxState)
	}
	if !utf8.ValidString(text) || strings.ContainsFunc(text, unicode.IsControl) {
		return nil, fmt.Errorf("a state is the answer in one line, found %.40q", text)
	}
	if text == "" {
		return make([]string, len(in.out.Questions)), nil
	}
	return in.split(text)
}

// Judge marks what is written by the eval types. An answer breaks no rule before it is marked: there are no conflicts. One that is
// right as far as it goes is not complete.
func (in *Instance) Judge(s puzzle.State) (puzzle.Verdict, error) {
	parts, err := in.readState(s)
	if err != nil {
		return puzzle.Verdict{}, err
	}
	v := puzzle.Verdict{Complete: true, Solved: true}
	for i, p := range parts {
		if p == "" {
			return puzzle.Verdict{}, nil
		}
		if !in.mark(i, p).Correct {
			v.Solved = false
			v.Complete = v.Complete && !in.short(i, p)
		}
	}
	return v, nil
}
