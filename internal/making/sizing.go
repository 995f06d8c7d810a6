package making

// sizing says how large rooms are drawn, start for start, for a full board: about as large as those of the nearest start so far. In some families smaller
// rooms, of which more tell something, decide more, in others larger ones do.
type sizing struct {
	near  float64 // how many times as large as usual they were there
	left  int     // what that start left undecided; 0: none had a solution
	tried float64 // the same as near, of the last start
	turn  int
}

// mostCoarse is how many times as large as the rules file says rooms are drawn at most.
const mostCoarse = 2

// next gives how many times as large as usual rooms are to be.
func (s *sizing) next() float64 {
	s.tried = min(max(s.near*[]float64{1, 1 / coarser, coarser}[s.turn%3], leastCoarse), mostCoarse)
	return s.tried
}

// ended takes note of a start that led to no full board, and of what it left undecided; 0: it had no solution. A way that leads nearer is gone on.
func (s *sizing) ended(left int) {
	if left > 0 && (s.left == 0 || left < s.left) {
		s.near, s.left = s.tried, left
		s.turn = max(s.turn, 1)
		return
	}
	s.turn++
}
