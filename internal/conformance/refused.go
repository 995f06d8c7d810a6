package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sort"
	"strings"

	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve"
)

// refusals is an engine that counts the problems it was given, and those that it declined, by what it does not do.
type refusals struct {
	solve.Engine
	problems int
	declined int
	what     map[string]int
}

func (e *refusals) Open(ctx context.Context, p *model.Problem, b solve.Budget) (solve.Session, error) {
	e.problems++
	s, err := e.Engine.Open(ctx, p, b)
	n := &noting{Session: s, engine: e}
	if n.note(err); err != nil {
		return nil, err
	}
	return n, nil
}

// noting is a session whose refusals are counted: once for each problem.
type noting struct {
	solve.Session
	engine *refusals
	noted  bool
}

func (s *noting) note(err error) {
	var u *solve.UnsupportedError
	if s.noted || !errors.As(err, &u) {
		return
	}
	s.noted = true
	s.engine.declined++
	if s.engine.what == nil {
		s.engine.what = map[string]int{}
	}
	what := u.What
	if u.Term != "" {
		what += ": " + u.Term
	}
	s.engine.what[what]++
}

func (s *noting) Solve(ctx context.Context, assumptions ...model.Term) (solve.Result, error) {
	r, err := s.Session.Solve(ctx, assumptions...)
	s.note(err)
	return r, err
}

func (s *noting) Enumerate(ctx context.Context, limit int) (solve.Solutions, error) {
	r, err := s.Session.Enumerate(ctx, limit)
	s.note(err)
	return r, err
}

func (s *noting) Count(ctx context.Context, limit int) (int, bool, error) {
	n, exact, err := s.Session.Count(ctx, limit)
	s.note(err)
	return n, exact, err
}

func (s *noting) Facts(ctx context.Context) (solve.Facts, error) {
	r, err := s.Session.Facts(ctx)
	s.note(err)
	return r, err
}

func (s *noting) Sample(ctx context.Context, r solve.Rand) (solve.Result, error) {
	a, err := s.Session.Sample(ctx, r)
	s.note(err)
	return a, err
}

func (s *noting) Optimise(ctx context.Context, limit int) (solve.Optimum, error) {
	r, err := s.Session.Optimise(ctx, limit)
	s.note(err)
	return r, err
}

func (s *noting) Add(name string, t model.Term) error {
	err := s.Session.Add(name, t)
	s.note(err)
	return err
}

// printRefused prints, for each specification with problems that native declined, how many of how many, and why.
func printRefused(w io.Writer, results []*result) {
	fmt.Fprintln(w, "| spec | problems | declined | what native does not do |")
	fmt.Fprintln(w, "|---|---:|---:|---|")
	specs, problems, declined := 0, 0, 0
	for _, r := range results {
		if r.err != nil {
			fmt.Fprintf(w, "| %s | error: %v |\n", r.name, r.err)
			continue
		}
		problems += r.refused.problems
		declined += r.refused.declined
		if r.refused.declined == 0 {
			continue
		}
		specs++
		var what []string
		for k, n := range r.refused.what {
			if len(k) > 60 {
				k = strings.ToValidUTF8(k[:60], "") + "..."
			}
			what = append(what, fmt.Sprintf("%s (%d)", strings.ReplaceAll(k, "|", "\\|"), n))
		}
		sort.Strings(what)
		if len(what) > 3 {
			what = append(what[:3], "...")
		}
		fmt.Fprintf(w, "| %s | %d | %d | %s |\n", r.name, r.refused.problems, r.refused.declined, strings.Join(what, "; "))
	}
	fmt.Fprintf(w, "| %d of %d specifications | %d | %d | |\n", specs, len(results), problems, declined)
}
