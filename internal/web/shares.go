package web

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"

	"rsc.io/qr"
)

type shareRequest struct {
	Puzzle string `json:"puzzle"`
	Game   string `json:"game"` // instead: a game of the player's, with what has been played
}

// shareAnswer is a short link.
type shareAnswer struct {
	ID      string            `json:"id"`
	Link    string            `json:"link"`
	Puzzle  string            `json:"puzzle"`
	Events  []json.RawMessage `json:"events"`
	Created time.Time         `json:"created"`
}

// handleShare makes a short link to a puzzle, or to a game as it is now. Who opens it gets a copy.
func (s *Server) handleShare(w http.ResponseWriter, r *http.Request) (any, error) {
	req, err := readRequest[shareRequest](s, w, r)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(r.Context(), s.cfg.Limits.Time)
	defer cancel()
	if (req.Puzzle == "") == (req.Game == "") {
		return nil, badRequest(`expected either "puzzle" or "game"`)
	}
	var events []string
	if req.Game != "" {
		info, texts, err := s.cfg.Store.Load(ctx, playerOf(r), req.Game)
		if err != nil {
			return nil, storeError(err)
		}
		req.Puzzle, events = info.Puzzle, texts
	}
	p, err := s.puzzles.open(ctx, req.Puzzle)
	if err != nil {
		return nil, err
	}
	sh, err := s.cfg.Store.CreateShare(ctx, p.id, events, s.cfg.Now())
	if err != nil {
		return nil, storeError(err)
	}
	return created{"/api/v1/shares/" + sh.ID, shareAnswer{sh.ID, s.link(r, sh.ID), sh.Puzzle, rawEvents(sh.Events), sh.Created}}, nil
}

func (s *Server) handleShared(_ http.ResponseWriter, r *http.Request) (any, error) {
	sh, err := s.cfg.Store.Share(r.Context(), r.PathValue("share"))
	if err != nil {
		return nil, storeError(err)
	}
	return shareAnswer{sh.ID, s.link(r, sh.ID), sh.Puzzle, rawEvents(sh.Events), sh.Created}, nil
}

// link gives the address of a share for people elsewhere.
func (s *Server) link(r *http.Request, id string) string { return s.base(r) + "/s/" + id }

// base gives the address of the site as the client knows it.
func (s *Server) base(r *http.Request) string {
	if s.cfg.PublicURL != "" {
		return strings.TrimSuffix(s.cfg.PublicURL, "/")
	}
	return s.scheme(r) + "://" + r.Host
}

// handleQR draws a share's link as a QR code.
func (s *Server) handleQR(w http.ResponseWriter, r *http.Request) (any, error) {
	sh, err := s.cfg.Store.Share(r.Context(), r.PathValue("share"))
	if err != nil {
		return nil, storeError(err)
	}
	svg, err := qrSVG(s.link(r, sh.ID))
	if err != nil {
		return nil, err
	}
	writeFile(w, &file{"link.svg", "image/svg+xml", svg})
	return nil, errAnswered
}

// quiet is the white border of a QR code, in modules, that ISO/IEC 18004 asks for.
const quiet = 4

// qrSVG draws a text as a QR code: one path of squares.
func qrSVG(text string) ([]byte, error) {
	code, err := qr.Encode(text, qr.M)
	if err != nil {
		return nil, refused("link", fmt.Errorf("the link is too long for a QR code: %w", err))
	}
	var path strings.Builder
	for y := range code.Size {
		for x := 0; x < code.Size; x++ {
			if !code.Black(x, y) {
				continue
			}
			run := 1
			for code.Black(x+run, y) {
				run++
			}
			fmt.Fprintf(&path, "M%d %dh%dv1h-%dz", x+quiet, y+quiet, run, run)
			x += run
		}
	}
	size := code.Size + 2*quiet
	return fmt.Appendf(nil, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" shape-rendering="crispEdges">`+
		`<rect width="%d" height="%d" fill="#fff"/><path d="%s" fill="#000"/></svg>`+"\n", size, size, size, size, path.String()), nil
}
