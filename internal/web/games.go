package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/quandary-puzzles/quandary/internal/store"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// game is a game that is played now, with its log folded, so that a move costs no reading of the log.
type game struct {
	id     string
	puzzle *opened
	mu     sync.Mutex
	fold   *fold
}

// gameKey finds a game; another player's key finds nothing.
type gameKey struct{ player, id string }

// storeError gives the answer for an error of the store.
func storeError(err error) error {
	switch {
	case errors.Is(err, store.ErrNotFound):
		return &apiError{Status: http.StatusNotFound, Code: "not-found", Message: "there is no such game or link, or it is somebody else's", Err: err}
	case errors.Is(err, store.ErrFull):
		return &apiError{Status: http.StatusRequestEntityTooLarge, Code: "full", Err: err,
			Message: fmt.Sprintf("a game has at most %d events and %d bytes", store.MaxEvents, store.MaxBytes)}
	case errors.Is(err, store.ErrClosed):
		return &apiError{Status: http.StatusServiceUnavailable, Code: "stopping", Message: "the server is stopping", RetryAfter: 5 * time.Second, Err: err}
	}
	return err
}

// loadGame gives a game of a player, from memory or from the store.
func (s *Server) loadGame(ctx context.Context, player, id string) (*game, error) {
	key := gameKey{player, id}
	if g, ok := s.games.get(key); ok {
		return g, nil
	}
	info, events, err := s.cfg.Store.Load(ctx, player, id)
	if err != nil {
		return nil, storeError(err)
	}
	g, err := s.foldGame(ctx, info.ID, info.Puzzle, events)
	if err != nil {
		return nil, err
	}
	s.games.put(key, g, g.fold.size)
	return g, nil
}

// foldGame folds a log that was valid when it was written.
func (s *Server) foldGame(ctx context.Context, id, puz string, events []string) (*game, error) {
	p, err := s.position(ctx, stateRequest{Puzzle: puz})
	if err != nil {
		return nil, err
	}
	g := &game{id: id, puzzle: p.opened, fold: newFold(p.player)}
	for i, text := range events {
		if err := g.fold.add([]byte(text)); err != nil {
			return nil, fmt.Errorf("game %s: %w", id, eventError(i, err))
		}
	}
	return g, nil
}

type newGameRequest struct {
	Puzzle string            `json:"puzzle"`
	Share  string            `json:"share"` // instead: a shared link, of which the game becomes a copy
	Events []json.RawMessage `json:"events"`
}

// gameAnswer is a game as far as it has come.
type gameAnswer struct {
	Game    string            `json:"game"`
	Puzzle  string            `json:"puzzle"`
	Length  int               `json:"length"`
	Events  []json.RawMessage `json:"events"`
	State   string            `json:"state"`
	Verdict verdictAnswer     `json:"verdict"`
	Created time.Time         `json:"created"`
	Updated time.Time         `json:"updated"`
	Solved  *time.Time        `json:"solved"` // when it was first solved
}

func (s *Server) answerGame(info store.Game, g *game, texts []string) (gameAnswer, error) {
	ans := gameAnswer{Game: info.ID, Puzzle: g.puzzle.id, Length: info.Length, Events: rawEvents(texts), State: string(g.fold.state),
		Created: info.Created, Updated: info.Updated, Solved: timeOrNull(info.Solved)}
	v, err := g.verdict()
	ans.Verdict = v
	return ans, err
}

func (g *game) verdict() (verdictAnswer, error) {
	p := position{opened: g.puzzle, inst: g.puzzle.inst, player: g.fold.player, state: g.fold.state}
	return p.verdict()
}

func rawEvents(texts []string) []json.RawMessage {
	out := make([]json.RawMessage, len(texts))
	for i, t := range texts {
		out[i] = json.RawMessage(t)
	}
	return out
}

func timeOrNull(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

// handleNewGame begins a game.
func (s *Server) handleNewGame(w http.ResponseWriter, r *http.Request) (any, error) {
	req, err := readRequest[newGameRequest](s, w, r)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(r.Context(), s.cfg.Limits.Time)
	defer cancel()
	if (req.Puzzle == "") == (req.Share == "") {
		return nil, badRequest(`expected either "puzzle" or "share"`)
	}
	var shared []string
	if req.Share != "" {
		sh, err := s.cfg.Store.Share(ctx, req.Share)
		if err != nil {
			return nil, storeError(err)
		}
		req.Puzzle, shared = sh.Puzzle, sh.Events
	}
	p, err := s.position(ctx, stateRequest{Puzzle: req.Puzzle})
	if err != nil {
		return nil, err
	}
	g, err := s.foldGame(ctx, "", p.id, shared)
	if err != nil {
		return nil, err
	}
	texts, err := g.fold.addAll(req.Events)
	if err != nil {
		return nil, err
	}
	texts = append(shared, texts...)
	v, err := g.verdict()
	if err != nil {
		return nil, err
	}
	player := s.player(w, r)
	info, err := s.cfg.Store.CreateGame(ctx, player, p.id, texts, v.Solved, s.cfg.Now())
	if err != nil {
		return nil, storeError(err)
	}
	g.id = info.ID
	s.games.put(gameKey{player, g.id}, g, g.fold.size)
	ans, err := s.answerGame(info, g, texts)
	return created{"/api/v1/games/" + info.ID, ans}, err
}

// gameInfo is a line in a player's list.
type gameInfo struct {
	Game    string     `json:"game"`
	Puzzle  string     `json:"puzzle"`
	Family  string     `json:"family"`
	Params  string     `json:"params"`
	Title   string     `json:"title"` // the family and the size, in the language of the request
	Length  int        `json:"length"`
	Created time.Time  `json:"created"`
	Updated time.Time  `json:"updated"`
	Solved  *time.Time `json:"solved"`
}

// maxListed bounds the games of one list.
const maxListed = 500

// handleGames lists the player's games, the one last played first.
func (s *Server) handleGames(w http.ResponseWriter, r *http.Request) (any, error) {
	limit := 50
	if text := r.URL.Query().Get("limit"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > maxListed {
			return nil, badRequest(`"limit": expected a number from 1 to %d, found %.20q`, maxListed, text)
		}
		limit = n
	}
	games, err := s.gamesOf(r, limit, pageData{Lang: langOf(w, r), messages: s.pages.messages})
	return map[string]any{"games": games}, err
}

func (s *Server) gamesOf(r *http.Request, limit int, d pageData) ([]gameInfo, error) {
	out := []gameInfo{}
	player := playerOf(r)
	if player == "" {
		return out, nil
	}
	games, err := s.cfg.Store.Games(r.Context(), player, limit)
	if err != nil {
		return out, storeError(err)
	}
	for _, g := range games {
		family, rest, _ := strings.Cut(g.Puzzle, ":")
		params, _, _ := strings.Cut(rest, ":")
		title := family
		if f, err := s.cfg.Families.Lookup(family); err == nil {
			title = d.kind(f) + " " + d.choice(f, params)
		}
		out = append(out, gameInfo{g.ID, g.Puzzle, family, params, title, g.Length, g.Created, g.Updated, timeOrNull(g.Solved)})
	}
	return out, nil
}

// handleGame gives a game with its log.
func (s *Server) handleGame(_ http.ResponseWriter, r *http.Request) (any, error) {
	ctx, cancel := context.WithTimeout(r.Context(), s.cfg.Limits.Time)
	defer cancel()
	info, events, err := s.cfg.Store.Load(ctx, playerOf(r), r.PathValue("game"))
	if err != nil {
		return nil, storeError(err)
	}
	g, err := s.foldGame(ctx, info.ID, info.Puzzle, events)
	if err != nil {
		return nil, err
	}
	return s.answerGame(info, g, events)
}

func (s *Server) handleDeleteGame(_ http.ResponseWriter, r *http.Request) (any, error) {
	key := gameKey{playerOf(r), r.PathValue("game")}
	if err := s.cfg.Store.Delete(r.Context(), key.player, key.id); err != nil {
		return nil, storeError(err)
	}
	s.games.remove(key)
	return map[string]bool{"deleted": true}, nil
}

type eventsRequest struct {
	From   *int              `json:"from"` // the number of events before these
	Events []json.RawMessage `json:"events"`
}

// eventsAnswer acknowledges events: they are on disk.
type eventsAnswer struct {
	Length int    `json:"length"`
	State  string `json:"state"`
	Solved bool   `json:"solved"`
}

// handleEvents appends to a game's log.
func (s *Server) handleEvents(w http.ResponseWriter, r *http.Request) (any, error) {
	req, err := readRequest[eventsRequest](s, w, r)
	if err != nil {
		return nil, err
	}
	if req.From == nil || *req.From < 0 {
		return nil, badRequest(`expected "from": the number of events that the log has`)
	}
	// Once begun, it is carried through even when the player has gone, so that memory and file agree.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), s.cfg.Limits.Time)
	defer cancel()
	key := gameKey{playerOf(r), r.PathValue("game")}
	g, err := s.loadGame(ctx, key.player, key.id)
	if err != nil {
		return nil, err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	from, events := *req.From, req.Events
	if from != g.fold.length() {
		if from, events, err = s.anew(ctx, key, g, from, events); err != nil {
			return nil, err
		}
		if from != g.fold.length() {
			return s.conflict(ctx, key, g, *req.From, req.Events)
		}
	}
	before := g.fold.snapshot()
	texts, err := g.fold.addAll(events)
	if err != nil {
		return nil, err
	}
	v, err := g.verdict()
	if err == nil {
		err = s.cfg.Store.Append(ctx, key.player, key.id, from, texts, v.Solved, s.cfg.Now())
	}
	if err != nil {
		g.fold.restore(before)
		// What is in memory may differ from the file now, when another process serves it too, or the disk failed.
		s.games.remove(key)
		if _, ok := errors.AsType[*store.ConflictError](err); ok {
			return s.conflict(ctx, key, nil, from, events)
		}
		return nil, storeError(err)
	}
	s.games.put(key, g, g.fold.size)
	return eventsAnswer{g.fold.length(), string(g.fold.state), v.Solved}, nil
}

// anew gives what is new of events that begin with those that the log has behind its first from: the answer to them was lost, and more has been
// done since. Of others it gives all.
func (s *Server) anew(ctx context.Context, key gameKey, g *game, from int, events []json.RawMessage) (int, []json.RawMessage, error) {
	info, stored, err := s.cfg.Store.Load(ctx, key.player, key.id)
	if err != nil {
		return 0, nil, storeError(err)
	}
	tail := stored[min(from, len(stored)):]
	if info.Length != g.fold.length() || from > len(stored) || len(tail) >= len(events) {
		return from, events, nil
	}
	for i, has := range tail {
		if text, err := eventText(events[i]); err != nil || text != has {
			return from, events, nil
		}
	}
	return info.Length, events[len(tail):], nil
}

// conflict answers events that do not go to the log's end. When the log already has just these events there, the answer to
// an earlier try was lost, and this one is the same; else the answer is 409 with what the log has instead.
func (s *Server) conflict(ctx context.Context, key gameKey, g *game, from int, events []json.RawMessage) (any, error) {
	info, stored, err := s.cfg.Store.Load(ctx, key.player, key.id)
	if err != nil {
		return nil, storeError(err)
	}
	tail := stored[min(from, len(stored)):]
	same := len(events) > 0 && len(events) == len(tail)
	for i := 0; same && i < len(events); i++ {
		text, err := eventText(events[i])
		same = err == nil && text == tail[i]
	}
	if g != nil && g.fold.length() != info.Length {
		s.games.remove(key)
		g = nil
	}
	if same && g != nil {
		v, err := g.verdict()
		return eventsAnswer{info.Length, string(g.fold.state), v.Solved}, err
	}
	return nil, &apiError{Status: http.StatusConflict, Code: "conflict",
		Message: fmt.Sprintf("the log has %d events, not %d: another window has played on", info.Length, from),
		Data:    map[string]any{"length": info.Length, "events": rawEvents(tail)}}
}

// firstMistakeAnswer says where things went wrong.
type firstMistakeAnswer struct {
	// Event is the number of the event that made the first mistake which still stands: undoing to the one before takes it
	// back. It is null when nothing is wrong.
	Event    *int         `json:"event"`
	Before   *int         `json:"before"` // the event to undo to
	State    string       `json:"state"`  // the state there
	Mistakes []puzzle.Ref `json:"mistakes"`
}

// handleFirstMistake finds the first event, on the way to the present position, after which the board has been wrong ever
// since. The log stays as it is: who wants to go back appends an undo.
func (s *Server) handleFirstMistake(_ http.ResponseWriter, r *http.Request) (any, error) {
	ctx, cancel := context.WithTimeout(r.Context(), s.cfg.Limits.Time)
	defer cancel()
	g, err := s.loadGame(ctx, playerOf(r), r.PathValue("game"))
	if err != nil {
		return nil, err
	}
	if g.puzzle.inst.Extras().Mistakes == nil {
		return nil, cannot(g.puzzle.family, "checked so far")
	}
	return s.lanes.do(ctx, func(ctx context.Context) (any, error) { return firstMistake(ctx, g) })
}

func firstMistake(ctx context.Context, g *game) (any, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	f := g.fold
	ans := firstMistakeAnswer{State: string(f.state), Mistakes: []puzzle.Ref{}}
	bad := int32(-1)
	for _, n := range f.path() {
		state, err := f.stateAt(n)
		if err != nil {
			return nil, err
		}
		wrong, err := (&position{opened: g.puzzle, inst: g.puzzle.inst, player: f.player, state: state}).mistakes(ctx)
		if err != nil {
			return nil, err
		}
		if len(wrong) == 0 {
			if bad >= 0 {
				event, before := f.eventOf(bad), f.eventOf(n)
				ans.Event, ans.Before, ans.State = &event, &before, string(state)
			}
			break
		}
		bad, ans.Mistakes = n, wrong
	}
	return ans, ctx.Err()
}
