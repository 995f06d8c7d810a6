package web

import (
	"math"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"golang.org/x/time/rate"
)

// client is who sends requests, by address. Its limits are token buckets.
type client struct {
	requests *rate.Limiter
	work     *rate.Limiter // calls that work hard
	jobs     chan struct{} // one for each job that runs or waits
}

// maxClients bounds the clients that are remembered; one that is forgotten begins with full buckets.
const maxClients = 1 << 16

// client gives the client of a request, and nil for one without limits: the machine's own users, as long as no proxy stands
// before the server and makes everybody look like them.
func (s *Server) client(r *http.Request) *client {
	addr := s.address(r)
	if addr.IsLoopback() && len(s.cfg.Proxies) == 0 {
		return nil
	}
	if addr.Is6() {
		if p, err := addr.Prefix(64); err == nil { // one customer's network
			addr = p.Addr()
		}
	}
	if c, ok := s.clients.get(addr); ok {
		return c
	}
	l := s.cfg.Limits
	c := &client{
		requests: rate.NewLimiter(rate.Limit(l.Requests), int(4*l.Requests)+1),
		work:     rate.NewLimiter(rate.Limit(l.HardCalls), int(10*l.HardCalls)+1),
		jobs:     make(chan struct{}, l.Jobs),
	}
	s.clients.put(addr, c, 1)
	return c
}

// address gives the address of the client: the connection's, or, behind trusted proxies, the last one in X-Forwarded-For
// that is not a proxy's.
func (s *Server) address(r *http.Request) netip.Addr {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		host = r.RemoteAddr
	}
	addr, err := netip.ParseAddr(host)
	if err != nil {
		return netip.Addr{}
	}
	addr = addr.Unmap().WithZone("")
	if !s.trusted(addr) {
		return addr
	}
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(hops) - 1; i >= 0; i-- {
		hop, err := netip.ParseAddr(strings.TrimSpace(hops[i]))
		if err != nil {
			break
		}
		addr = hop.Unmap().WithZone("")
		if !s.trusted(addr) {
			break
		}
	}
	return addr
}

func (s *Server) trusted(addr netip.Addr) bool {
	for _, p := range s.cfg.Proxies {
		if p.Contains(addr) {
			return true
		}
	}
	return false
}

// scheme gives http or https, as the client sees it.
func (s *Server) scheme(r *http.Request) string {
	if r.TLS != nil {
		return "https"
	}
	if len(s.cfg.Proxies) > 0 && r.Header.Get("X-Forwarded-Proto") == "https" {
		host, _, _ := net.SplitHostPort(r.RemoteAddr)
		if addr, err := netip.ParseAddr(host); err == nil && s.trusted(addr.Unmap().WithZone("")) {
			return "https"
		}
	}
	return "http"
}

// spend takes a token of a bucket; without one it is an error that says how long to wait.
func spend(l *rate.Limiter) error {
	if l.Allow() {
		return nil
	}
	wait := time.Second
	if per := float64(l.Limit()); per > 0 {
		wait = time.Duration(math.Ceil(1/per)) * time.Second
	}
	return &apiError{Status: http.StatusTooManyRequests, Code: "too-many", Message: "too many requests; wait a moment", RetryAfter: wait}
}

// limited refuses the requests of clients that send too many.
func (s *Server) limited(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if c := s.client(r); c != nil {
			if err := spend(c.requests); err != nil {
				writeError(w, err)
				return
			}
		}
		next.ServeHTTP(w, r)
	})
}
