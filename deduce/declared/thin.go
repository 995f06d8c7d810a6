package declared

import "slices"

// thin leaves out of a list, from the front, whatever can be left out: less is asked about what would be left, and says whether that still does.
// What is left is what leaving out one after another leaves, since what does without some does without any of them; but where little is
// needed, as mostly, whole runs go at once.
func thin[T any](list []T, less func(rest []T) (bool, error)) ([]T, error) {
	out := slices.Clone(list)
	run := max(1, len(out)/2)
	var rest []T
	for n := 0; n < len(out); {
		run = min(run, len(out)-n)
		rest = append(append(rest[:0], out[:n]...), out[n+run:]...)
		ok, err := less(rest)
		switch {
		case err != nil:
			return out, err
		case ok:
			out = append(out[:0], rest...)
			run *= 2
		case run > 1:
			run /= 2
		default:
			n++
		}
	}
	return out, nil
}
