package board

// Dir is one of eight directions: the four along the lines of the board, clockwise from the north, and then the four
// between them, clockwise from the north-east.
type Dir uint8

// The directions. North is up.
const (
	N Dir = iota
	E
	S
	W
	NE
	SE
	SW
	NW
)

var dirWords = [...]string{"n", "e", "s", "w", "ne", "se", "sw", "nw"}

// dirClock gives the eight directions clockwise from the north: the order of Ring.
var dirClock = [...]Dir{N, NE, E, SE, S, SW, W, NW}

// String gives the direction's word: n, e, s, w, ne, se, sw or nw.
func (d Dir) String() string {
	if int(d) < len(dirWords) {
		return dirWords[d]
	}
	return "?"
}

// ParseDir reads a word that String writes.
func ParseDir(word string) (Dir, bool) {
	for i, w := range dirWords {
		if w == word {
			return Dir(i), true
		}
	}
	return 0, false
}

// Back gives the opposite direction.
func (d Dir) Back() Dir {
	if d < NE {
		return (d + 2) % 4
	}
	return NE + (d-NE+2)%4
}

// Straight reports whether a direction runs along the lines of the board: n, e, s, w.
func (d Dir) Straight() bool { return d < NE }

// Step gives how a step in the direction changes row and column: -1, 0 or 1 each.
func (d Dir) Step() (dy, dx int) {
	switch d {
	case N:
		return -1, 0
	case E:
		return 0, 1
	case S:
		return 1, 0
	case W:
		return 0, -1
	case NE:
		return -1, 1
	case SE:
		return 1, 1
	case SW:
		return 1, -1
	case NW:
		return -1, -1
	}
	return 0, 0
}
