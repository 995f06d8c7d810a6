package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"sync"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/net/netutil"

	"github.com/quandary-puzzles/quandary/internal/foundry"
	"github.com/quandary-puzzles/quandary/internal/store"
	"github.com/quandary-puzzles/quandary/internal/web"
	"github.com/quandary-puzzles/quandary/internal/workbench"
)

type serveFlags struct {
	addr      string
	db        string
	publicURL string
	proxies   []string
	prune     time.Duration
	font      string
	sync      bool
	limits    web.Limits
}

func newServeCmd() *cobra.Command {
	var f serveFlags
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Serve the player's page and the JSON API",
		Long: `Serve the player's page and the JSON API, until interrupted. Games and shared links are kept in an SQLite file; killing
the server loses no acknowledged move.

The page is at the address that is printed; the description of the API is at /api/v1/openapi.json.`,
		Example: `  quandary serve
  quandary serve --addr :8080 --db games.db
  quandary serve backup copy.db --db games.db`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return runServe(cmd, f) },
	}
	fl := cmd.Flags()
	fl.StringVar(&f.addr, "addr", "127.0.0.1:8080", "address to listen on; a port of 0 takes a free one")
	cmd.PersistentFlags().StringVar(&f.db, "db", "quandary.db", "SQLite file of games and shared links; it is made when it is not there")
	fl.StringVar(&f.publicURL, "public-url", "", "the site's address in shared links; default: as the browser asked for it")
	fl.StringSliceVar(&f.proxies, "trusted-proxy", nil, "addresses or networks of proxies whose X-Forwarded-For and X-Forwarded-Proto are believed")
	fl.StringVar(&f.font, "font", "", "TrueType font file for PNG and PDF, for letters that the built-in font lacks, such as Chinese")
	fl.BoolVar(&f.sync, "sync", false, "let each acknowledgement wait for the disk, so that not even a loss of power takes a move back")
	fl.DurationVar(&f.prune, "prune", 0, "remove games that nobody has touched for this long, such as 8760h, at the start and then daily; default: never")
	fl.DurationVar(&f.limits.Time, "time", 0, "how long one call may work (default 10s)")
	fl.DurationVar(&f.limits.JobTime, "job-time", 0, "how long a job may work (default 5m)")
	fl.Float64Var(&f.limits.Requests, "rate", 0, "requests of one address a second, in the long run (default 50); the machine's own are not limited")
	fl.Float64Var(&f.limits.HardCalls, "hard-rate", 0, "calls of one address a second that solve, generate or explain (default 10)")
	cmd.AddCommand(newServeBackupCmd(&f))
	return cmd
}

func newServeBackupCmd(f *serveFlags) *cobra.Command {
	return &cobra.Command{
		Use:   "backup FILE",
		Short: "Copy the file of games, which may be in use meanwhile",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if _, err := os.Stat(f.db); err != nil {
				return err
			}
			st, err := store.Open(cmd.Context(), f.db)
			if err != nil {
				return err
			}
			return errors.Join(st.Backup(cmd.Context(), args[0]), st.Close())
		},
	}
}

// Timeouts of connections, so that no client can hold one for ever.
const (
	headerTimeout = 5 * time.Second
	readTimeout   = 30 * time.Second
	writeTimeout  = 60 * time.Second
	idleTimeout   = 2 * time.Minute
	stopTimeout   = 300 * time.Millisecond // for requests, and then for jobs, that run when the program is told to stop: see graceTime
	answerTime    = 10 * time.Second       // of writeTimeout, for reading a call and writing its answer
	maxHeader     = 256 << 10              // bytes; the id of a large puzzle stands in an address
)

// maxConns bounds the open connections, with room for the files that the program has open besides.
const maxConns = 8192

func runServe(cmd *cobra.Command, f serveFlags) (err error) {
	proxies, err := f.check()
	if err != nil {
		return err
	}
	log := slog.New(slog.NewTextHandler(cmd.ErrOrStderr(), nil))
	var font []byte
	if f.font != "" {
		if font, err = os.ReadFile(f.font); err != nil {
			return err
		}
	}
	var opts []store.Option
	if f.sync {
		opts = append(opts, store.SyncAlways())
	}
	st, err := store.Open(cmd.Context(), f.db, opts...)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, st.Close()) }()
	known := families()
	bench, err := workbench.New(known)
	if err != nil {
		return err
	}
	site, err := web.New(web.Config{
		Families: known, Cards: foundry.CardMaker{}, Workshop: bench, Store: st, Log: log, Now: time.Now,
		PublicURL: f.publicURL, Font: font, Proxies: proxies, Limits: f.limits,
	})
	if err != nil {
		return err
	}
	defer func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(cmd.Context()), stopTimeout)
		defer cancel()
		err = errors.Join(err, site.Close(ctx))
	}()
	var lc net.ListenConfig
	listener, err := lc.Listen(cmd.Context(), "tcp", f.addr)
	if err != nil {
		return err
	}
	srv := &http.Server{
		Handler: site, ReadHeaderTimeout: headerTimeout, ReadTimeout: readTimeout, WriteTimeout: writeTimeout, IdleTimeout: idleTimeout,
		MaxHeaderBytes: maxHeader, ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
	fmt.Fprintf(cmd.OutOrStdout(), "serving on http://%s\n", listener.Addr())
	var owned sync.WaitGroup
	defer owned.Wait()
	pruning, stopPruning := context.WithCancel(cmd.Context())
	defer stopPruning()
	if f.prune > 0 {
		owned.Go(func() { prune(pruning, log, st, f.prune) })
	}
	failed := make(chan error, 1)
	owned.Go(func() { failed <- srv.Serve(netutil.LimitListener(listener, maxConns)) })
	select {
	case err = <-failed:
		return err
	case <-cmd.Context().Done():
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(cmd.Context()), stopTimeout)
	defer cancel()
	site.Stop() // streams of events end with the jobs they tell of
	if err := srv.Shutdown(ctx); err != nil {
		return errors.Join(err, srv.Close())
	}
	return nil
}

// check checks the flags, and reads the proxies.
func (f *serveFlags) check() ([]netip.Prefix, error) {
	for name, d := range map[string]time.Duration{"time": f.limits.Time, "job-time": f.limits.JobTime, "prune": f.prune} {
		if d < 0 {
			return nil, fmt.Errorf("--%s: expected a time from 0, found %s", name, d)
		}
	}
	for name, r := range map[string]float64{"rate": f.limits.Requests, "hard-rate": f.limits.HardCalls} {
		if !(r >= 0 && r < 1e6) {
			return nil, fmt.Errorf("--%s: expected a number from 0 to 1000000, found %g", name, r)
		}
	}
	if f.limits.Time > writeTimeout-answerTime {
		return nil, fmt.Errorf("--time: expected at most %s, found %s; longer work is what jobs are for", writeTimeout-answerTime, f.limits.Time)
	}
	if f.publicURL != "" {
		if u, err := url.Parse(f.publicURL); err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || u.RawQuery != "" || u.Fragment != "" {
			return nil, fmt.Errorf("--public-url: expected an address such as https://puzzles.example.org, found %q", f.publicURL)
		}
	}
	var proxies []netip.Prefix
	for _, text := range f.proxies {
		p, err := netip.ParsePrefix(text)
		if err != nil {
			var a netip.Addr
			if a, err = netip.ParseAddr(text); err != nil {
				return nil, fmt.Errorf("--trusted-proxy: expected an address or a network such as 10.0.0.0/8, found %q", text)
			}
			p = netip.PrefixFrom(a, a.BitLen())
		}
		proxies = append(proxies, p)
	}
	return proxies, nil
}

// prune removes old games until the context ends.
func prune(ctx context.Context, log *slog.Logger, st *store.Store, age time.Duration) {
	daily := time.NewTicker(24 * time.Hour)
	defer daily.Stop()
	for {
		n, err := st.Prune(ctx, time.Now().Add(-age))
		switch {
		case err != nil && ctx.Err() == nil:
			log.Error("removing old games", "error", err)
		case n > 0:
			log.Info("removed old games", "games", n)
		}
		select {
		case <-daily.C:
		case <-ctx.Done():
			return
		}
	}
}
