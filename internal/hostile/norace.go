//go:build !race

package hostile

// detector is 1: this program keeps no record of its own accesses to memory.
const detector = 1
