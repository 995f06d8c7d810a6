//go:build !linux

// Package child starts programs that must not outlive us or take all memory: solvers.
package child

import "os/exec"

// Isolate does nothing here: the solver ends when its input does.
func Isolate(*exec.Cmd) {}

// Kill ends the child.
func Kill(cmd *exec.Cmd) {
	if cmd.Process != nil {
		cmd.Process.Kill() //nolint:errcheck // it may be gone already
	}
}

// LimitMemory cannot bound a running child here; z3 is told by an argument.
func LimitMemory(*exec.Cmd, int64) error { return nil }
