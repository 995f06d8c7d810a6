package fillomino

// settle writes numbers by the simple techniques of the ladder until the target cell holds one, or nothing more follows, and
// reports whether it does. A negative target has it go on to the end. Cells are looked at in the order given.
//
// Only way, only number and cut cell are monotone: what one of them finds on a board it finds, or it is written already, on
// every board with more right numbers. So the order of steps does not matter, what follows in any order is what the ladder
// finds, and a puzzle that the techniques solve is solved without a given as soon as they bring back that given.
func (p *position) settle(order []int32, target int, upTo string) bool {
	var can [2]int
	for moved := true; moved; {
		moved = false
		for _, c := range order {
			switch v := int(p.board.Cells[c]); {
			case v == 0:
				if upTo != onlyWay && p.candidates(int(c), can[:]) == 1 {
					p.write(int(c), can[0])
					moved = true
				}
			case p.of[c] == c && int(p.size[c]) < v:
				if way := p.onlyWay(int(c), v); way >= 0 {
					p.write(int(way), v)
					moved = true
				} else if upTo == cutCell {
					p.cut = p.needed(p.cut[:0], int(c), v)
					for _, d := range p.cut {
						p.write(int(d), v)
						moved = true
					}
				}
			}
			if target >= 0 && p.board.Cells[target] != 0 {
				return true
			}
		}
	}
	return false
}
