package null_test

import (
	"testing"

	"github.com/quandary-puzzles/quandary/internal/kinds/null"
	"github.com/quandary-puzzles/quandary/internal/puztest"
)

func TestConformance(t *testing.T) { puztest.Family(t, null.Family{}, "") }
