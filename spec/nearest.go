package spec

// Nearest gives the candidate most like name, where one is like enough to be what was meant: at most a third of the
// letters differ. Ties go to the earlier candidate. It gives "" where there is none.
func Nearest(name string, candidates []string) string {
	best, bestDist := "", (len([]rune(name))+1)/3+1
	for _, c := range candidates {
		if c == name {
			continue
		}
		if d := distance(name, c, bestDist); d < bestDist {
			best, bestDist = c, d
		}
	}
	return best
}

// distance is the number of letters to insert, drop, replace or swap with their neighbour to get from a to b (optimal
// string alignment). Distances of most or above are given as most.
func distance(a, b string, most int) int {
	x, y := []rune(a), []rune(b)
	if len(x)-len(y) >= most || len(y)-len(x) >= most {
		return most
	}
	prev2 := make([]int, len(y)+1)
	prev := make([]int, len(y)+1)
	cur := make([]int, len(y)+1)
	for j := range prev {
		prev[j] = j
	}
	for i := 1; i <= len(x); i++ {
		cur[0] = i
		for j := 1; j <= len(y); j++ {
			cost := 1
			if x[i-1] == y[j-1] {
				cost = 0
			}
			cur[j] = min(prev[j]+1, cur[j-1]+1, prev[j-1]+cost)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				cur[j] = min(cur[j], prev2[j-2]+1)
			}
		}
		prev2, prev, cur = prev, cur, prev2
	}
	return min(prev[len(y)], most)
}
