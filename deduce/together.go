package deduce

import "iter"

// Together gives steps, with each run of those that are in it told anew from the position before it, of which clone gives a copy: by what next
// finds, which may do several of them at once. They must take nothing away from each other, so that in whatever order they are taken the same
// is done in the end. A run that next does not bring to that end, as on a position that contradicts itself, stays as it is.
func Together[P Position](steps iter.Seq2[Step, error], clone func() P, in func(Step) bool, next func(P) (Step, bool)) iter.Seq2[Step, error] {
	return func(yield func(Step, error) bool) {
		var before P
		var run []Step
		told := func() bool {
			for _, s := range anew(before, run, next) {
				if !yield(s, nil) {
					return false
				}
			}
			run = nil
			return true
		}
		for s, err := range steps {
			if err == nil && in(s) {
				if run == nil {
					before = clone()
				}
				run = append(run, s)
				continue
			}
			if !told() || !yield(s, err) {
				return
			}
		}
		told()
	}
}

func anew[P Position](p P, run []Step, next func(P) (Step, bool)) []Step {
	left := 0
	for _, s := range run {
		left += len(s.Place)
	}
	var out []Step
	for left > 0 {
		s, ok := next(p)
		if !ok || len(s.Place) == 0 || p.Apply(s) != nil {
			return run
		}
		out, left = append(out, s), left-len(s.Place)
	}
	if left < 0 {
		return run
	}
	return out
}
