//go:build unix

package main

import (
	"syscall"
	"time"
)

// cpu is the user time that this process has taken, and the solvers that it ran and that have ended.
func cpu() time.Duration {
	var total time.Duration
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var u syscall.Rusage
		if syscall.Getrusage(who, &u) == nil {
			total += time.Duration(u.Utime.Nano())
		}
	}
	return total
}
