package web

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/quandary-puzzles/quandary/puzzle"
)

// The log of a game is a list of events. A position is what stands after an event; position 0 is the start. The events:
//
//	{"t":"move","m":"r1c1=5"}   makes moves of the family, with spaces between them; all or none
//	{"t":"mark",…}              a mark of the page's own (pencil marks, colours, struck clues); the server keeps it unread
//	{"t":"note",…}              something that is no part of the position (hints used, settings)
//	{"t":"undo","to":k}         back, or forth again, to what stood after event k
//	{"t":"save","name":"…"}     names the position
//	{"t":"timer","s":n}         n seconds have been played
//	{"t":"trial"}               begins a trial …
//	{"t":"accept"}              … which is kept,
//	{"t":"reject"}              … or taken back: the position is what it was when the trial began
//
// Trials may be nested; an undo across the borders of a trial gives back the trials that were open then.

// event is what the server reads of an event.
type event struct {
	T  string  `json:"t"`
	M  *string `json:"m"`
	To *int    `json:"to"`
}

var eventTypes = []string{"move", "mark", "note", "undo", "save", "timer", "trial", "accept", "reject"}

// maxEvent bounds an event's text, in bytes.
const maxEvent = 128 << 10

// fold is a log folded up to its end. It is not safe for concurrent use.
type fold struct {
	player puzzle.Player
	nodes  []node  // nodes[0] is the start
	trials []trial // trials[0] is no trial
	after  []place // after[k] is the position after event k
	state  puzzle.State
	at     int32 // the node that state belongs to
	size   int   // about how many bytes the fold holds
}

// node is a board that was reached by an event of moves. Every checkpoint'th on a path holds its state.
type node struct {
	parent int32
	depth  int32
	moves  string // with spaces between them
	state  puzzle.State
}

// place is a position: a node, and the innermost trial that is open.
type place struct{ node, trial int32 }

// trial is a trial that began at a node inside another one.
type trial struct{ node, outer int32 }

// checkpoint is the number of events between two states that are held.
const checkpoint = 16

func newFold(player puzzle.Player) *fold {
	start := player.Start()
	return &fold{player: player, nodes: []node{{state: start}}, trials: []trial{{}}, after: []place{{}}, state: start, size: 256 + len(start)}
}

// length is the number of events.
func (f *fold) length() int { return len(f.after) - 1 }

// snapshot is enough to take back what was added since.
type snapshot struct {
	nodes, trials, after, size int
	state                      puzzle.State
	at                         int32
}

func (f *fold) snapshot() snapshot {
	return snapshot{len(f.nodes), len(f.trials), len(f.after), f.size, f.state, f.at}
}

func (f *fold) restore(s snapshot) {
	f.nodes, f.trials, f.after = f.nodes[:s.nodes], f.trials[:s.trials], f.after[:s.after]
	f.size, f.state, f.at = s.size, s.state, s.at
}

// add folds one more event, given as JSON; an event that does not fit is an error and changes nothing.
func (f *fold) add(text []byte) error {
	var e event
	if err := json.Unmarshal(text, &e); err != nil {
		return badRequest("%v", jsonMessage(err))
	}
	p := f.after[len(f.after)-1]
	switch e.T {
	case "move":
		if e.M == nil {
			return badRequest(`expected "m": moves`)
		}
		next, err := puzzle.Replay(f.player, f.state, movesOf(*e.M))
		if err != nil {
			return err
		}
		n := node{parent: p.node, depth: f.nodes[p.node].depth + 1, moves: *e.M}
		if n.depth%checkpoint == 0 {
			n.state = next
			f.size += len(next)
		}
		f.nodes = append(f.nodes, n)
		f.size += 48 + len(*e.M)
		p.node = int32(len(f.nodes) - 1)
		f.state, f.at = next, p.node
	case "mark", "note", "save", "timer":
	case "undo":
		if e.To == nil || *e.To < 0 || *e.To >= len(f.after) {
			return badRequest(`expected "to": the number of an event, from 0 (the start) to %d`, f.length())
		}
		p = f.after[*e.To]
	case "trial":
		f.trials = append(f.trials, trial{p.node, p.trial})
		f.size += 8
		p.trial = int32(len(f.trials) - 1)
	case "accept", "reject":
		if p.trial == 0 {
			return badRequest("no trial is open")
		}
		t := f.trials[p.trial]
		p.trial = t.outer
		if e.T == "reject" {
			p.node = t.node
		}
	default:
		err := puzzle.Unknownf("event", e.T, eventTypes)
		return &apiError{Status: http.StatusBadRequest, Code: "bad-request", Message: err.Error(), Near: near(err)}
	}
	if p.node != f.at {
		state, err := f.stateAt(p.node)
		if err != nil {
			return err
		}
		f.state, f.at = state, p.node
	}
	f.after = append(f.after, p)
	f.size += 8
	return nil
}

// stateAt gives the state of a node: that of the nearest one above that holds its own, and the moves from there.
func (f *fold) stateAt(n int32) (puzzle.State, error) {
	var events []string
	for ; n != 0 && f.nodes[n].state == ""; n = f.nodes[n].parent {
		events = append(events, f.nodes[n].moves)
	}
	var moves []puzzle.Move
	for _, e := range slices.Backward(events) {
		moves = append(moves, movesOf(e)...)
	}
	state, err := puzzle.Replay(f.player, f.nodes[n].state, moves)
	if err != nil {
		return "", fmt.Errorf("moves that were valid are so no more: %w", err)
	}
	return state, nil
}

// movesOf reads the moves of an event.
func movesOf(text string) []puzzle.Move {
	var moves []puzzle.Move
	for _, m := range strings.Fields(text) {
		moves = append(moves, puzzle.Move(m))
	}
	return moves
}

// path lists the nodes from the present position back to the start.
func (f *fold) path() []int32 {
	var nodes []int32
	for n := f.at; ; n = f.nodes[n].parent {
		nodes = append(nodes, n)
		if n == 0 {
			return nodes
		}
	}
}

// eventOf gives the number of the first event after which a node was the position.
func (f *fold) eventOf(n int32) int {
	for k, p := range f.after {
		if p.node == n {
			return k
		}
	}
	return 0
}

// addAll folds events and gives their texts for the log. The first that does not fit is an error that names its number,
// and then nothing was added.
func (f *fold) addAll(events []json.RawMessage) ([]string, error) {
	before := f.snapshot()
	texts := make([]string, len(events))
	for i, raw := range events {
		text, err := eventText(raw)
		if err == nil {
			err = f.add([]byte(text))
		}
		if err != nil {
			f.restore(before)
			return nil, eventError(i, err)
		}
		texts[i] = text
	}
	return texts, nil
}

// eventText gives an event as it stands in the log: in one line.
func eventText(raw json.RawMessage) (string, error) {
	if len(raw) > maxEvent {
		return "", &apiError{Status: http.StatusRequestEntityTooLarge, Code: "too-large",
			Message: fmt.Sprintf("%d bytes, at most %d are taken", len(raw), maxEvent)}
	}
	var b bytes.Buffer
	if err := json.Compact(&b, raw); err != nil {
		return "", badRequest("%v", jsonMessage(err))
	}
	return b.String(), nil
}

// eventError names the event of a list that is wrong.
func eventError(i int, err error) error {
	if e, ok := errors.AsType[*apiError](err); ok {
		named := *e
		named.Message = fmt.Sprintf("event %d: %s", i+1, e.Message)
		return &named
	}
	return refused("move", fmt.Errorf("event %d: %w", i+1, err))
}
