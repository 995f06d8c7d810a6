package web

import (
	"net/http"

	"github.com/quandary-puzzles/quandary/puzzle"
)

// exercisesEach is how many exercises a lesson has; the next lesson opens when they are solved.
const exercisesEach = 3

// learning is the path through the lessons of a family. What was solved is kept in the browser.
type learning struct {
	Family, Title, Text string
	Exercises           []int // their numbers, which are the seeds they are made from
	Lessons             []puzzle.Lesson
}

// learnPage shows the lessons of a family and their exercises.
func (s *Server) learnPage(r *http.Request, d *pageData) error {
	name := r.PathValue("family")
	f, err := s.cfg.Families.Lookup(name)
	gen, ok := f.(puzzle.Generator)
	if err != nil || !ok {
		return &apiError{Status: http.StatusNotFound, Code: "not-found", Message: d.T("error.noPage", "path", r.URL.Path)}
	}
	l := learning{Family: f.Name(), Title: d.family(f.Name()), Text: d.summary(f), Lessons: puzzle.LessonsOf(gen, d.Lang)}
	if about := f.About(); about.Group != nil {
		l.Title, l.Text = about.Title(d.Lang), about.Text(d.Lang)
	}
	for i := range l.Lessons {
		if l.Lessons[i].Name == "" {
			l.Lessons[i].Name = d.Class(l.Lessons[i].ID)
		}
	}
	for n := range exercisesEach {
		l.Exercises = append(l.Exercises, n+1)
	}
	d.Title, d.Body = d.T("learn.title", "kind", l.Title), l
	return nil
}
