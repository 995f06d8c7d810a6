package hostile

import (
	"fmt"
	"os"
	"strings"
	"syscall"
)

// peakNow is the most memory that a process had resident so far; 0 when it has ended.
func peakNow(pid int) int64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	var kb int64
	for line := range strings.Lines(string(text)) {
		if _, err := fmt.Sscanf(line, "VmHWM: %d kB", &kb); err == nil {
			return kb << 10
		}
	}
	return 0
}

func terminate(p *os.Process) error { return p.Signal(syscall.SIGTERM) }
