package zebra

import (
	"testing"

	"github.com/quandary-puzzles/quandary/internal/puztest"
)

func TestFamily(t *testing.T) { puztest.Family(t, Family{}, "3x3", "4x4", "5x5") }
