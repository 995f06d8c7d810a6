// Package child starts programs that must not outlive us or take all memory: solvers.
package child

import (
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

// Isolate gives the child a process group of its own, so that a wrapper script dies with what it started and an interrupt at
// the keyboard does not reach the solver; the kernel kills it when we die, however we die.
func Isolate(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// Kill ends the child and what it started.
func Kill(cmd *exec.Cmd) {
	if cmd.Process != nil {
		syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) //nolint:errcheck // it may be gone already
	}
}

// LimitMemory bounds the child's address space, in bytes.
func LimitMemory(cmd *exec.Cmd, bytes int64) error {
	if bytes <= 0 {
		return nil
	}
	limit := unix.Rlimit{Cur: uint64(bytes), Max: uint64(bytes)}
	return unix.Prlimit(cmd.Process.Pid, unix.RLIMIT_AS, &limit, nil)
}
