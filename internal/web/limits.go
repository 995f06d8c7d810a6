package web

import "time"

// Limits bound what requests may cost. A field of value 0 has its default.
type Limits struct {
	Body   int64         // bytes of a request's body
	Puzzle int           // bytes of a puzzle's id
	State  int           // bytes of a state
	Moves  int           // moves of one request
	Time   time.Duration // of a direct call's work
	Page   time.Duration // that making its puzzle holds up a page; one that takes longer says that the puzzle is being made
	Memory int64         // bytes that the work of a call or a job may hold, as far as it is counted
	Work   int           // calls that work long, at once; others wait
	Queue  int           // calls that wait for that
	Opened int           // puzzles kept open
	Games  int           // bytes of the games kept in memory

	Requests  float64 // of a client a second, in the long run; four seconds' worth at once
	HardCalls float64 // of a client a second that work hard; ten seconds' worth at once

	Jobs        int           // of a client that run or wait
	RunningJobs int           // jobs that run at once, and as many that have only begun
	ShortJob    time.Duration // of a job that waits behind no long one
	JobTime     time.Duration // of a job

	Solutions int // solutions that are counted
	Pixels    int // of a picture
}

func (l Limits) withDefaults() Limits {
	set(&l.Body, 4<<20)
	set(&l.Puzzle, 1<<20)
	set(&l.State, 1<<20)
	set(&l.Moves, 10000)
	set(&l.Time, 10*time.Second)
	set(&l.Page, time.Second)
	set(&l.Memory, 96<<20)
	set(&l.Work, 2)
	set(&l.Queue, 1000)
	set(&l.Opened, 2048)
	set(&l.Games, 64<<20)
	set(&l.Requests, 50)
	set(&l.HardCalls, 10)
	set(&l.Jobs, 4)
	set(&l.RunningJobs, 1)
	set(&l.ShortJob, 2*time.Second)
	set(&l.JobTime, 5*time.Minute)
	set(&l.Solutions, 2000)
	set(&l.Pixels, 16<<20)
	return l
}

func set[T comparable](field *T, value T) {
	var zero T
	if *field == zero {
		*field = value
	}
}
