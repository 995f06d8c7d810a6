package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/spf13/cobra"

	"github.com/quandary-puzzles/quandary/web"
)

type serveFlags struct {
	addr string
	db   string
}

func newServeCmd() *cobra.Command {
	var f serveFlags
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Serve the player's page and the JSON API",
		Long: `Serve the player's page and the JSON API, until interrupted. Games are kept in an SQLite file.

The page is at the address that is printed, the description of the API at /api/v1/openapi.json.`,
		Example: `  quandary serve
  quandary serve --addr :8080 --db games.db`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return runServe(cmd, f) },
	}
	fl := cmd.Flags()
	fl.StringVar(&f.addr, "addr", "127.0.0.1:8080", "address to listen on; a port of 0 takes a free one")
	fl.StringVar(&f.db, "db", "quandary.db", "SQLite file of games and shared links; it is made when it is not there")
	return cmd
}

// Timeouts of connections, so that no client can hold one for ever.
const (
	headerTimeout = 5 * time.Second
	readTimeout   = 30 * time.Second
	writeTimeout  = 60 * time.Second
	idleTimeout   = 2 * time.Minute
	stopTimeout   = 10 * time.Second // for requests that run when the program is told to stop
	maxHeader     = 256 << 10        // bytes; the id of a large puzzle stands in an address
)

func runServe(cmd *cobra.Command, f serveFlags) error {
	log := slog.New(slog.NewTextHandler(cmd.ErrOrStderr(), nil))
	site, err := web.New(web.Config{Families: families(), Log: log, Now: time.Now, Version: version()})
	if err != nil {
		return err
	}
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
	failed := make(chan error, 1)
	go func() { failed <- srv.Serve(listener) }()
	select {
	case err = <-failed:
	case <-cmd.Context().Done():
		ctx, cancel := context.WithTimeout(context.WithoutCancel(cmd.Context()), stopTimeout)
		defer cancel()
		if err = srv.Shutdown(ctx); err != nil {
			err = errors.Join(err, srv.Close())
		}
		<-failed
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(cmd.Context()), stopTimeout)
	defer cancel()
	return errors.Join(err, site.Close(ctx))
}
