//go:build !linux

package smtlib

import "os/exec"

// isolate does nothing here: the solver ends when its input does.
func isolate(*exec.Cmd) {}

func killGroup(cmd *exec.Cmd) {
	if cmd.Process != nil {
		cmd.Process.Kill() //nolint:errcheck // it may be gone already
	}
}

// limitMemory cannot bound a running child here; z3 is told by an argument.
func limitMemory(*exec.Cmd, int64) error { return nil }
