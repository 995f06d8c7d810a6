package spec

// Factor is the weight of a variable in the difficulty of the puzzles.
type Factor struct {
	Variable string
	Weight   float64
}

// DiffFactors lists the variables with a diff_factor other than 0, in the order of the file.
func (d *Document) DiffFactors() []Factor {
	var out []Factor
	for _, v := range d.Variables {
		if v.DiffFactor != 0 {
			out = append(out, Factor{v.Name.Text, v.DiffFactor})
		}
	}
	return out
}
