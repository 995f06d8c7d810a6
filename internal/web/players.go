package web

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"

	"github.com/quandary-puzzles/quandary/internal/store"
)

// playerCookie holds a player's secret. Whoever has it owns the games that were begun with it; nobody needs an account.
const playerCookie = "quandary"

// playerOf gives the name under which a request's player stands in the store: a hash of the secret, so that a copy of the
// file does not open anybody's games. It is empty for a request without a secret.
func playerOf(r *http.Request) string {
	c, err := r.Cookie(playerCookie)
	if err != nil || len(c.Value) < 16 || len(c.Value) > 128 {
		return ""
	}
	return playerName(c.Value)
}

func playerName(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:16])
}

// player gives the request's player, and makes one that is new when it has none.
func (s *Server) player(w http.ResponseWriter, r *http.Request) string {
	if name := playerOf(r); name != "" {
		return name
	}
	secret := store.NewID()
	http.SetCookie(w, &http.Cookie{
		Name: playerCookie, Value: secret, Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode,
		MaxAge: 400 * 24 * 60 * 60, // the longest that browsers keep
		Secure: s.scheme(r) == "https",
	})
	return playerName(secret)
}
