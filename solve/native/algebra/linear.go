package algebra

import "math/big"

// elimination finds linear dependencies: vectors are added one by one, and each is a combination of those before or not.
type elimination struct {
	mt   *Meter
	rows [][]*big.Rat // reduced: 1 at its pivot, 0 at those of the rows before
	at   []int
	from [][]*big.Rat // by row: which combination of the vectors added it is
}

// add adds a vector. Where it depends on those before, it gives the combination of them that it is, and does not add it.
func (e *elimination) add(v []*big.Rat) []*big.Rat {
	w, combination := e.reduce(v)
	pivot := -1
	for i, x := range w {
		if x.Sign() != 0 {
			pivot = i
			break
		}
	}
	if pivot < 0 {
		return combination
	}
	// w = v - combination
	for i := range combination {
		combination[i] = new(big.Rat).Neg(combination[i])
	}
	combination = append(combination, big.NewRat(1, 1))
	inv := new(big.Rat).Inv(w[pivot])
	for i := range w {
		if w[i].Sign() != 0 {
			w[i] = e.mt.mulRat(w[i], inv)
		}
	}
	for i := range combination {
		if combination[i].Sign() != 0 {
			combination[i] = e.mt.mulRat(combination[i], inv)
		}
	}
	e.rows, e.at, e.from = append(e.rows, w), append(e.at, pivot), append(e.from, combination)
	return nil
}

// reduce gives what is left of a vector, and the combination of the vectors added that was taken off.
func (e *elimination) reduce(v []*big.Rat) (left, combination []*big.Rat) {
	left = append([]*big.Rat(nil), v...)
	combination = make([]*big.Rat, len(e.rows))
	for i := range combination {
		combination[i] = new(big.Rat)
	}
	for i, row := range e.rows {
		c := left[e.at[i]]
		if c.Sign() == 0 {
			continue
		}
		minus := new(big.Rat).Neg(c)
		for j, x := range row {
			if x.Sign() != 0 {
				left[j] = e.mt.addRat(left[j], e.mt.mulRat(minus, x))
			}
		}
		for j, x := range e.from[i] {
			if x.Sign() != 0 {
				combination[j] = e.mt.addRat(combination[j], e.mt.mulRat(c, x))
			}
		}
	}
	return left, combination
}

// express gives a vector as a combination of those added; nil when it is none.
func (e *elimination) express(v []*big.Rat) []*big.Rat {
	left, combination := e.reduce(v)
	for _, x := range left {
		if x.Sign() != 0 {
			return nil
		}
	}
	return combination
}
