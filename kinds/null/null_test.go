package null_test

import (
	"testing"

	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/kinds/null"
)

func TestConformance(t *testing.T) { puztest.Family(t, null.Family{}, "") }
