package lineup

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/nearest"
)

// Mark is what a player notes of two items, by their numbers: 3=12 says that they go together, 3!12 that they do not.
type Mark struct {
	X, Y int
	Same bool
}

func (m Mark) String() string {
	sign := "!"
	if m.Same {
		sign = "="
	}
	return strconv.Itoa(m.X) + sign + strconv.Itoa(m.Y)
}

// ReadMove reads a mark, or 3?12, which takes a mark away.
func ReadMove(text string) (m Mark, erase bool, err error) {
	at := strings.IndexAny(text, "=!?")
	if at < 0 || len(text) > 20 {
		return m, false, fmt.Errorf("expected a move such as 3=12, 3!12 or 3?12, found %q", nearest.Clip(text))
	}
	x, err1 := strconv.Atoi(text[:at])
	y, err2 := strconv.Atoi(text[at+1:])
	if err1 != nil || err2 != nil || x < 0 || y < 0 {
		return m, false, fmt.Errorf("move %q: expected two numbers", nearest.Clip(text))
	}
	return Mark{x, y, text[at] == '='}, text[at] == '?', nil
}

// maxMarks bounds a list of marks, in bytes.
const maxMarks = 2 << 20

// ReadMarks reads marks with commas between them, as a state of a puzzle has them; "-" or nothing is no mark at all. visit may refuse one.
func ReadMarks(text string, visit func(Mark) error) error {
	if text == "" || text == "-" {
		return nil
	}
	if len(text) > maxMarks {
		return fmt.Errorf("the state is longer than %d bytes", maxMarks)
	}
	for _, code := range strings.Split(text, ",") {
		m, erase, err := ReadMove(code)
		if err == nil && erase {
			err = fmt.Errorf("expected marks such as 3=12 or 3!12, found %q", nearest.Clip(code))
		}
		if err == nil {
			err = visit(m)
		}
		if err != nil {
			return fmt.Errorf("state: %w", err)
		}
	}
	return nil
}

// MarksText writes marks so that ReadMarks reads them.
func MarksText(list []Mark) string {
	if len(list) == 0 {
		return "-"
	}
	var codes []string
	for _, m := range list {
		codes = append(codes, m.String())
	}
	return strings.Join(codes, ",")
}
